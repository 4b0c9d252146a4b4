#include <config.h>

#include "engine/base/newfile.h"

#include <assert.h>
#include <clean-temp-simple.h>
#include <clean-temp.h>
#include <errno.h>
#include <fatal-signal.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <supersede.h>
#include <unistd.h>
#include <xalloc.h>

/* What is handed out is a stream of our own on top of the file's, for stdio tells
   that a write failed, but after the next one no longer why.  */
struct newfile {
    char *path;
    FILE *stream;                         /* that callers write to */
    FILE *file;                           /* whose descriptor it ends in */
    int error;                            /* of the first write that failed, or 0 */
    struct newfile *next;                 /* of those unfinished */
    struct supersede_final_action action; /* of renaming, owned */
};

static ssize_t write_on(void *cookie, char const *data, size_t size)
{
    struct newfile *const file = cookie;
    size_t done = 0;
    while (done < size && !file->error) {
        ssize_t const wrote = write(fileno(file->file), data + done, size - done);
        if (wrote > 0)
            done += (size_t)wrote;
        else if (errno != EINTR)
            file->error = wrote < 0 ? errno : ENOSPC;
    }
    if (file->error)
        errno = file->error;
    return file->error ? 0 : (ssize_t)size; /* 0 is how a cookie says it failed */
}

static int seek_on(void *cookie, off64_t *offset, int whence)
{
    struct newfile *const file = cookie;
    off64_t const at = lseek64(fileno(file->file), *offset, whence);
    if (at < 0)
        return -1;
    *offset = at;
    return 0;
}

/* Files that are being written, so that a program that ends in the middle, as for want
   of memory, leaves none behind.  */
static struct newfile *unfinished;
static pthread_mutex_t unfinished_lock = PTHREAD_MUTEX_INITIALIZER;

static void enlist(struct newfile *file)
{
    pthread_mutex_lock(&unfinished_lock);
    file->next = unfinished;
    unfinished = file;
    pthread_mutex_unlock(&unfinished_lock);
}

static void strike_off(struct newfile *file)
{
    pthread_mutex_lock(&unfinished_lock);
    struct newfile **link = &unfinished;
    while (*link != file)
        link = &(*link)->next;
    *link = file->next;
    pthread_mutex_unlock(&unfinished_lock);
}

/* The path of the file that gnulib is just making, which ends the program itself when
   it has no memory to note that it has made it.  */
static char const *in_making;

static char const *last_part(char const *path)
{
    char const *const slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* Is NAME what lies beside the file WHOLE until that is finished, as whole.a1b2c3?  */
static bool is_beside(char const *name, char const *whole)
{
    enum { RANDOM = 6 };
    char const *const part = last_part(name);
    size_t const length = strlen(last_part(whole));
    return strncmp(part, last_part(whole), length) == 0 && part[length] == '.' &&
           strlen(part) == length + 1 + RANDOM;
}

/* Only its descriptor tells what it is called.  */
static void drop_in_making(void)
{
    enum { FIRST = 3, LAST = 255 };
    for (int fd = FIRST; fd <= LAST; fd++) {
        char link[32], name[4096];
        int const flags = fcntl(fd, F_GETFL);
        snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
        ssize_t const length = readlink(link, name, sizeof name - 1);
        name[length > 0 ? length : 0] = '\0';
        bool const written = flags >= 0 && (flags & O_ACCMODE) != O_RDONLY;
        if (written && is_beside(name, in_making))
            unlink(name);
    }
}

void newfile_drop_unfinished(void)
{
    if (in_making)
        drop_in_making();
    for (struct newfile *file = unfinished; file; file = file->next)
        if (file->action.final_rename_temp)
            unlink(file->action.final_rename_temp);
}

/* As fopen_supersede, which leaves its file behind when there is no memory for a
 * stream. */
static FILE *open_beside(char const *path, struct supersede_final_action *action)
{
    int const fd = open_supersede(
        path, O_WRONLY | O_TRUNC | O_CLOEXEC,
        S_IRUSR | S_IWUSR | S_IRGRP | S_IWGRP | S_IROTH | S_IWOTH, true, true, action);
    FILE *const stream = fd < 0 ? NULL : fdopen(fd, "wb");
    if (fd >= 0 && !stream) {
        int const error = errno;
        if (action->final_rename_temp)
            unlink(action->final_rename_temp);
        close(fd);
        close_supersede(-1, action);
        errno = error;
    }
    return stream;
}

struct newfile *newfile_open(char const *path, struct failure *why)
{
    static cookie_io_functions_t const ways = {.write = write_on, .seek = seek_on};
    struct newfile *const file = xzalloc(sizeof *file);
    file->path = xstrdup(path);
    in_making = file->path;
    file->file = open_beside(path, &file->action);
    in_making = NULL;
    if (!file->file) {
        failed(why, "%s: cannot create: %s", path, strerror(errno));
        free(file->path);
        free(file);
        return NULL;
    }
    enlist(file); /* before anything else can end the program */
    file->stream = fopencookie(file, "wb", ways);
    if (!file->stream)
        xalloc_die();
    return file;
}

FILE *newfile_stream(struct newfile *file)
{
    assert(file->stream && "it is neither finished nor abandoned");
    return file->stream;
}

char const *newfile_path(struct newfile const *file)
{
    return file->path;
}

/* Sync a file on a disk; there is nothing to sync in a pipe or terminal.  */
static bool sync_stream(struct newfile *file)
{
    return !file->action.final_rename_temp || fsync(fileno(file->file)) == 0;
}

bool newfile_finish(struct newfile *file, struct failure *why)
{
    assert(file->stream && file->path);
    errno = 0;
    if (fflush(file->stream) != 0 || ferror(file->stream) || !sync_stream(file)) {
        int const error = file->error ? file->error : errno;
        failed(why, "%s: cannot write: %s", file->path,
               error ? strerror(error) : "an earlier write failed");
        newfile_abandon(file);
        return false;
    }
    strike_off(file);
    fclose(file->stream);
    bool const renamed = fclose_supersede(file->file, &file->action) == 0;
    if (!renamed)
        failed(why, "%s: cannot write: %s", file->path, strerror(errno));
    free(file->path);
    free(file);
    return renamed;
}

void newfile_abandon(struct newfile *file)
{
    if (!file)
        return;
    strike_off(file);
    fclose(file->stream);
    if (file->action.final_rename_temp) {
        fclose_temp(file->file);
        cleanup_temporary_file(file->action.final_rename_temp, false);
    } else
        fclose(file->file);
    close_supersede(-1, &file->action);
    free(file->path);
    free(file);
}

/* ---------------------------------------------------------------- signals */

static int const ending[] = {SIGHUP, SIGINT, SIGPIPE, SIGTERM, SIGXCPU, SIGXFSZ};

enum { ENDING = sizeof ending / sizeof *ending };

void newfile_end_by_signal(int number)
{
    sigset_t only;
    newfile_drop_unfinished();
    signal(number, SIG_DFL);
    raise(number);
    sigemptyset(&only);
    sigaddset(&only, number);
    pthread_sigmask(SIG_UNBLOCK, &only, NULL); /* now, not when we return */
}

/* Gnulib, too, removes what is unfinished, but closes it as well, under the hands of a
   program that minds the signal and goes on; and it lets in signals that others keep
   out, as those who wait for them by signalfd.  It leaves those alone that are ignored
   when it looks first, so it is made to look while all are.  */
void newfile_mind_signals(void)
{
    struct sigaction const ignore = {.sa_handler = SIG_IGN};
    struct sigaction const end = {.sa_handler = newfile_end_by_signal};
    struct sigaction before[ENDING];
    int left[64];
    for (int i = 0; i < ENDING; i++)
        sigaction(ending[i], &ignore, &before[i]);
    unsigned const minded = get_fatal_signals(left);
    assert(!minded);
    (void)minded;
    for (int i = 0; i < ENDING; i++)
        sigaction(ending[i], before[i].sa_handler == SIG_IGN ? &ignore : &end, NULL);
}
