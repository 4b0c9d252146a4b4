#include <config.h>

#include "engine/base/newfile.h"

#include <clean-temp-simple.h>
#include <clean-temp.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <supersede.h>
#include <unistd.h>
#include <xalloc.h>

struct newfile {
    char *path;
    FILE *stream;
    struct supersede_final_action action; /* of renaming, owned */
};

struct newfile *newfile_open(char const *path, struct failure *why)
{
    struct newfile *const file = xzalloc(sizeof *file);
    file->stream = fopen_supersede(path, "wbe", true, true, &file->action);
    if (!file->stream) {
        failed(why, "%s: cannot create: %s", path, strerror(errno));
        free(file);
        return NULL;
    }
    file->path = xstrdup(path);
    return file;
}

FILE *newfile_stream(struct newfile *file)
{
    return file->stream;
}

char const *newfile_path(struct newfile const *file)
{
    return file->path;
}

/* Sync a file on a disk; there is nothing to sync in a pipe or terminal.  */
static bool sync_stream(struct newfile *file)
{
    return !file->action.final_rename_temp || fsync(fileno(file->stream)) == 0;
}

bool newfile_finish(struct newfile *file, struct failure *why)
{
    errno = 0;
    if (ferror(file->stream) || fflush(file->stream) != 0 || !sync_stream(file)) {
        failed(why, "%s: cannot write: %s", file->path,
               errno ? strerror(errno) : "an earlier write failed");
        newfile_abandon(file);
        return false;
    }
    bool const renamed = fclose_supersede(file->stream, &file->action) == 0;
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
    if (file->action.final_rename_temp) {
        fclose_temp(file->stream);
        cleanup_temporary_file(file->action.final_rename_temp, false);
    } else
        fclose(file->stream);
    close_supersede(-1, &file->action);
    free(file->path);
    free(file);
}
