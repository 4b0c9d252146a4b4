#include <config.h>

#include "gtp/input.h"

#include "engine/base/seconds.h"

#include <assert.h>
#include <c-ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <xalloc.h>

struct queued_line {
    struct input_line line;
    bool interrupted;
    struct queued_line *next;
};

/* What a waiting line takes, so that empty ones count too.  */
static size_t cost(struct queued_line const *w)
{
    return w->line.size + sizeof *w;
}

struct input {
    int fd, end_fd, out_fd;
    int wake[2]; /* a pipe: a byte in it gets the reader out of poll() */
    pthread_t reader;

    /* The reader's own: the line it is in the middle of.  */
    char *text;
    size_t size, capacity;
    bool cut;
    bool at_end; /* of FD */
    bool silent; /* there was nothing to read for a while since the last line */

    pthread_mutex_t lock; /* guards what follows */
    pthread_cond_t arrived;
    struct queued_line *first, **last;
    size_t queued; /* bytes */
    bool ended;    /* no more lines will come */
    int error;     /* the reason, if it is one */
    bool closing;  /* the reader shall leave */
    bool reader_waits;
    atomic_bool stop;
    atomic_bool waits;
};

/* ------------------------------------------------------------ the queue */

static void interrupt(struct input *input)
{
    for (struct queued_line *w = input->first; w; w = w->next)
        w->interrupted = true;
    atomic_store(&input->stop, true);
    atomic_store(&input->waits, true);
}

/* Somebody says goodbye.  Whoever has waited for the one command at work does not want
   its answer any more; but one who has said all there was to say in one go, as scripts
   do, wants every answer.  */
static void take_leave(struct input *input)
{
    if (!input->first && input->silent)
        interrupt(input);
}

static struct queued_line *take_first(struct input *input)
{
    struct queued_line *const taken = input->first;
    assert(taken && input->queued >= cost(taken));
    input->first = taken->next;
    if (!input->first)
        input->last = &input->first;
    input->queued -= cost(taken);
    return taken;
}

static void forget_all(struct input *input)
{
    while (input->first) {
        struct queued_line *const forgotten = take_first(input);
        free(forgotten->line.text);
        free(forgotten);
    }
}

static size_t skip(char const *text, size_t size, size_t from, char const *what)
{
    while (from < size && text[from] && strchr(what, text[from]))
        from++;
    return from;
}

/* `quit', perhaps with an id.  */
static bool is_quit(char const *text, size_t size)
{
    static char const blanks[] = " \t\r", word[] = "quit";
    size_t const length = sizeof word - 1;
    size_t from = skip(text, size, 0, blanks);
    size_t const behind_id = skip(text, size, from, "0123456789");
    if (behind_id > from)
        from = skip(text, size, behind_id, blanks);
    return size - from >= length && memcmp(text + from, word, length) == 0 &&
           skip(text, size, from + length, blanks) == size;
}

/* `# interrupt', as GoGui writes it.  */
static bool is_interrupt(char const *text, size_t size)
{
    static char const word[] = "interrupt";
    size_t const length = sizeof word - 1;
    char const *const end = text + size;
    if (size == 0 || *text != '#')
        return false;
    for (text++; text < end && c_isspace(*text);)
        text++;
    if ((size_t)(end - text) < length || memcmp(text, word, length) != 0)
        return false;
    for (text += length; text < end && c_isspace(*text);)
        text++;
    return text == end;
}

static void put_line(struct input *input)
{
    assert(input->size < input->capacity && input->size <= INPUT_LINE_MAX);
    pthread_mutex_lock(&input->lock);
    if (is_interrupt(input->text, input->size)) {
        interrupt(input);
    } else {
        if (is_quit(input->text, input->size))
            take_leave(input);
        struct queued_line *const w = xmalloc(sizeof *w);
        char *const text = xmemdup(input->text, input->size + 1);
        *w = (struct queued_line){.line = {text, input->size, input->cut, now_s()}};
        *input->last = w;
        input->last = &w->next;
        input->queued += cost(w);
        atomic_store(&input->waits, true);
        pthread_cond_signal(&input->arrived);
    }
    pthread_mutex_unlock(&input->lock);
    input->size = 0;
    input->cut = false;
    input->silent = false;
}

static void end_lines(struct input *input, bool now)
{
    pthread_mutex_lock(&input->lock);
    if (now) {
        interrupt(input);
        forget_all(input);
    } else
        take_leave(input);
    input->ended = true;
    atomic_store(&input->waits, true);
    pthread_cond_signal(&input->arrived);
    pthread_mutex_unlock(&input->lock);
}

/* ------------------------------------------------------------ the reader */

static void append(struct input *input, char const *bytes, size_t count)
{
    if (input->size + count > INPUT_LINE_MAX) {
        count = INPUT_LINE_MAX - input->size;
        input->cut = true;
    }
    while (input->size + count + 1 > input->capacity)
        input->text = x2nrealloc(input->text, &input->capacity, 1);
    memcpy(input->text + input->size, bytes, count);
    input->size += count;
}

/* One line after the other out of the COUNT bytes just read.  */
static void split(struct input *input, char const *bytes, size_t count)
{
    char const *const end = bytes + count;
    while (bytes < end) {
        char const *const newline = memchr(bytes, '\n', (size_t)(end - bytes));
        char const *const stop = newline ? newline : end;
        append(input, bytes, (size_t)(stop - bytes));
        if (newline)
            put_line(input);
        bytes = newline ? newline + 1 : end;
    }
}

/* May the reader take more in?  If not, input_next wakes it.  */
static bool has_room(struct input *input)
{
    pthread_mutex_lock(&input->lock);
    bool const room = input->queued < INPUT_LINE_MAX;
    input->reader_waits = !room;
    pthread_mutex_unlock(&input->lock);
    return room;
}

static bool is_closing(struct input *input)
{
    char bytes[64];
    while (read(input->wake[0], bytes, sizeof bytes) > 0)
        continue;
    pthread_mutex_lock(&input->lock);
    bool const closing = input->closing;
    pthread_mutex_unlock(&input->lock);
    return closing;
}

static void note_error(struct input *input, int error)
{
    pthread_mutex_lock(&input->lock);
    input->error = error;
    pthread_mutex_unlock(&input->lock);
}

enum intake { READ_SOME, READ_END, READ_END_NOW };

/* Wait until there is something to read, and take it in.  poll() passes over
   a negative descriptor, which is how FD is left alone when there is no room;
   of OUT_FD it is only told when it breaks, for which no event need be named.
   Silence is what poll() has seen, not what clocks say: on a busy machine we may come
   late to what was said long ago.  */
static enum intake read_some(struct input *input)
{
    enum { FROM, END, OUT, WAKE, POLLED, SILENCE_MS = 100 };
    bool const wanted = !input->at_end && has_room(input);
    struct pollfd polled[] = {
        [FROM] = {wanted ? input->fd : -1, POLLIN, 0},
        [END] = {input->end_fd, POLLIN, 0},
        [OUT] = {input->out_fd, 0, 0},
        [WAKE] = {input->wake[0], POLLIN, 0},
    };
    int const ready = poll(polled, POLLED, wanted && !input->silent ? SILENCE_MS : -1);
    if (ready < 0)
        return errno == EINTR ? READ_SOME : READ_END_NOW;
    input->silent |= ready == 0;
    if (polled[END].revents || polled[OUT].revents ||
        (polled[WAKE].revents && is_closing(input)))
        return READ_END_NOW;
    if (!polled[FROM].revents)
        return READ_SOME;
    char bytes[65536];
    ssize_t const count = read(input->fd, bytes, sizeof bytes);
    if (count > 0)
        split(input, bytes, (size_t)count);
    if (count > 0 || (count < 0 && (errno == EINTR || errno == EAGAIN)))
        return READ_SOME;
    if (count < 0)
        note_error(input, errno);
    return READ_END;
}

/* A last line without a newline counts as one.  While it is being answered somebody
   must still listen for the signal to end, and for the end of those who listen.  */
static void *read_lines(void *self)
{
    struct input *const input = self;
    enum intake reading;
    while ((reading = read_some(input)) != READ_END_NOW) {
        if (reading == READ_SOME)
            continue;
        input->at_end = true;
        if (input->size > 0)
            put_line(input);
        end_lines(input, false);
    }
    end_lines(input, true);
    return NULL;
}

/* ------------------------------------------------------------ open, next, close */

static void wake_reader(struct input *input)
{
    char const byte = 0;
    while (write(input->wake[1], &byte, 1) < 0 && errno == EINTR)
        continue; /* when the pipe is full there is a byte in it already */
}

/* The pipe and the reader; errno, or 0.  */
static int start_reader(struct input *input)
{
    if (pipe2(input->wake, O_CLOEXEC | O_NONBLOCK) != 0)
        return errno;
    int const error = pthread_create(&input->reader, NULL, read_lines, input);
    if (error) {
        close(input->wake[0]);
        close(input->wake[1]);
    }
    return error;
}

static void release(struct input *input)
{
    pthread_cond_destroy(&input->arrived);
    pthread_mutex_destroy(&input->lock);
    free(input->text);
    free(input);
}

struct input *input_open(int fd, int end_fd, int out_fd, struct failure *why)
{
    struct input *const input = xzalloc(sizeof *input);
    input->fd = fd;
    input->end_fd = end_fd;
    input->out_fd = out_fd;
    input->last = &input->first;
    pthread_mutex_init(&input->lock, NULL);
    pthread_cond_init(&input->arrived, NULL);
    int const error = start_reader(input);
    if (!error)
        return input;
    release(input);
    failed(why, "cannot listen for commands: %s", strerror(error));
    return NULL;
}

bool input_next(struct input *input, struct input_line *line)
{
    pthread_mutex_lock(&input->lock);
    while (!input->first && !input->ended)
        pthread_cond_wait(&input->arrived, &input->lock);
    struct queued_line *const taken = input->first ? take_first(input) : NULL;
    bool const interrupted = taken && taken->interrupted;
    atomic_store(&input->stop, interrupted);
    atomic_store(&input->waits, input->first || input->ended || interrupted);
    if (input->reader_waits)
        wake_reader(input);
    pthread_mutex_unlock(&input->lock);
    if (taken)
        *line = taken->line;
    free(taken);
    return taken != NULL;
}

int input_error(struct input *input)
{
    pthread_mutex_lock(&input->lock);
    int const error = input->error;
    pthread_mutex_unlock(&input->lock);
    return error;
}

atomic_bool const *input_waits(struct input const *input)
{
    return &input->waits;
}

atomic_bool const *input_stop(struct input const *input)
{
    return &input->stop;
}

void input_close(struct input *input)
{
    if (!input)
        return;
    pthread_mutex_lock(&input->lock);
    input->closing = true;
    pthread_mutex_unlock(&input->lock);
    close(input->wake[1]); /* which cannot fail to wake it, as a write could */
    pthread_join(input->reader, NULL);
    forget_all(input);
    close(input->wake[0]);
    release(input);
}
