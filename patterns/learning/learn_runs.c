#include <config.h>

#include "patterns/learning/learn_runs.h"

#include "engine/base/chunkfile.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xalloc.h>

enum { VERSION_NOW = 1, HEAD_SIZE = 24, TASK_SIZE = 8, RUNS_MOST = 100000 };

static char *path_in(struct learn_folder const *folder, char const *name, int number)
{
    char *path;
    if (number < 0 ? asprintf(&path, "%s/%s", folder->path, name) < 0
                   : asprintf(&path, "%s/%s-%05d", folder->path, name, number) < 0)
        xalloc_die();
    return path;
}

/* ---------------------------------------------------------------- files of work */

/* A file of one chunk called NAME beside the task's.  */
static bool write_file(struct learn_folder const *folder, char *path, char const *kind,
                       char const *name, void const *data, size_t size,
                       struct failure *why)
{
    struct chunk_writer *const writer = chunk_writer_new(path, kind, VERSION_NOW, why);
    unsigned char task[TASK_SIZE];
    free(path);
    if (!writer)
        return false;
    put_le64(task, folder->task);
    chunk_writer_begin(writer, "TASK");
    chunk_writer_write(writer, task, sizeof task);
    chunk_writer_begin(writer, name);
    chunk_writer_write(writer, data, size);
    return chunk_writer_finish(writer, why);
}

static bool is_of_task(struct learn_folder const *folder, struct chunkfile const *file,
                       struct failure *why)
{
    struct chunk task;
    if (!chunkfile_find(file, "TASK", TASK_SIZE, &task, why))
        return false;
    return (task.size == TASK_SIZE && get_le64(task.data) == folder->task) ||
           failed(why,
                  "%s: is work on something else (other games, options or program)",
                  chunkfile_path(file));
}

/* The file that was written so, checked to the last byte, and its CHUNK.  */
static struct chunkfile *open_file(struct learn_folder const *folder, char *path,
                                   char const *kind, char const *name, size_t unit,
                                   struct chunk *chunk, struct failure *why)
{
    struct failure reason;
    struct chunkfile *const file = chunkfile_open(path, kind, VERSION_NOW, &reason);
    free(path);
    if (file && chunkfile_verify(file, &reason) && is_of_task(folder, file, &reason) &&
        chunkfile_find(file, name, unit, chunk, &reason))
        return file;
    chunkfile_close(file);
    failed(why, "%.600s; remove the folder %.300s to begin anew", reason.text,
           folder->path);
    return NULL;
}

/* ---------------------------------------------------------------- state */

static bool read_state(struct learn_folder const *folder, struct learn_state *state,
                       struct failure *why)
{
    struct chunk head;
    struct chunkfile *const file = open_file(folder, path_in(folder, "state", -1),
                                             "LRNS", "HEAD", HEAD_SIZE, &head, why);
    if (!file)
        return false;
    unsigned char const *const from = head.data;
    bool good = head.size == HEAD_SIZE;
    if (good)
        *state = (struct learn_state){.pass = (int)get_le32(from),
                                      .runs = (int)get_le32(from + 4),
                                      .games = (long)get_le64(from + 8),
                                      .moves = get_le64(from + 16)};
    good = good && (state->pass == 1 || state->pass == 2) && state->runs >= 0 &&
           state->runs <= RUNS_MOST && state->games >= 0;
    chunkfile_close(file);
    return good || failed(why, "%s: holds no state of work", folder->path);
}

bool runs_open(struct learn_folder const *folder, struct learn_state *state,
               struct failure *why)
{
    *state = (struct learn_state){.pass = 1};
    if (mkdir(folder->path, 0777) && errno != EEXIST)
        return failed(why, "%s: no folder can be made here: %s", folder->path,
                      strerror(errno));
    char *const path = path_in(folder, "state", -1);
    bool const begun = access(path, F_OK) == 0;
    free(path);
    return !begun || read_state(folder, state, why);
}

bool runs_save_state(struct learn_folder const *folder, struct learn_state const *state,
                     struct failure *why)
{
    unsigned char head[HEAD_SIZE];
    put_le32(head, (uint32_t)state->pass);
    put_le32(head + 4, (uint32_t)state->runs);
    put_le64(head + 8, (uint64_t)state->games);
    put_le64(head + 16, state->moves);
    return write_file(folder, path_in(folder, "state", -1), "LRNS", "HEAD", head,
                      sizeof head, why);
}

void runs_remove(struct learn_folder const *folder, struct learn_state const *state)
{
    static char const *const names[] = {"state", "counts"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char *const path = path_in(folder, names[i], -1);
        unlink(path);
        free(path);
    }
    bool more = true;
    for (int i = 0; more || i < state->runs; i++) {
        char *const path = path_in(folder, "run", i);
        more = unlink(path) == 0; /* an interrupted batch may have left some */
        free(path);
    }
    rmdir(folder->path);
}

/* ---------------------------------------------------------------- runs */

bool runs_write(struct learn_folder const *folder, int number,
                struct run_kind const *kind, void const *records, size_t count,
                struct failure *why)
{
    assert(number >= 0 && kind->size > 0);
    return write_file(folder, path_in(folder, "run", number), "LRUN", "CASE", records,
                      count * kind->size, why);
}

/* A run that is being read; they are kept in a heap, the least record on top.  */
struct run {
    struct chunkfile *file;
    unsigned char const *next, *end;
};

struct heap {
    struct run_kind const *kind;
    struct run *runs;
    int count;
};

static void sift(struct heap *heap, int at)
{
    for (;;) {
        int least = at;
        for (int child = 2 * at + 1; child <= 2 * at + 2 && child < heap->count;
             child++)
            if (heap->kind->compare(heap->runs[child].next, heap->runs[least].next) < 0)
                least = child;
        if (least == at)
            return;
        struct run const swap = heap->runs[at];
        heap->runs[at] = heap->runs[least];
        heap->runs[least] = swap;
        at = least;
    }
}

/* Open all runs; those that are not empty go into HEAP.  */
static bool open_runs(struct learn_folder const *folder, int runs, struct heap *heap,
                      struct failure *why)
{
    for (int i = 0; i < runs; i++) {
        struct chunk records;
        struct chunkfile *const file =
            open_file(folder, path_in(folder, "run", i), "LRUN", "CASE",
                      heap->kind->size, &records, why);
        if (!file)
            return false;
        unsigned char const *const first = records.data;
        if (records.size)
            heap->runs[heap->count++] = (struct run){file, first, first + records.size};
        else
            chunkfile_close(file);
    }
    return true;
}

/* The least record of all has been taken; is its run in order from there on?  */
static bool go_on(struct heap *heap)
{
    struct run *const least = &heap->runs[0];
    unsigned char const *const taken = least->next;
    least->next += heap->kind->size;
    if (least->next == least->end) {
        chunkfile_close(least->file);
        *least = heap->runs[--heap->count];
    } else if (heap->kind->compare(taken, least->next) > 0)
        return false;
    sift(heap, 0);
    return true;
}

bool runs_merge(struct learn_folder const *folder, int runs,
                struct run_kind const *kind,
                bool (*take)(void *context, void const *record), void *context,
                struct failure *why)
{
    struct heap heap = {.kind = kind,
                        .runs = xcalloc((size_t)runs + 1, sizeof *heap.runs)};
    bool good = open_runs(folder, runs, &heap, why);
    for (int i = heap.count / 2; good && i >= 0; i--)
        sift(&heap, i);
    while (good && heap.count) {
        struct run const *const least = &heap.runs[0];
        assert(least->next < least->end &&
               (size_t)(least->end - least->next) % kind->size == 0);
        if (!take(context, least->next) || !go_on(&heap))
            good = failed(why,
                          "%s: a run holds what nobody learnt; remove the folder "
                          "to begin anew",
                          folder->path);
    }
    while (heap.count)
        chunkfile_close(heap.runs[--heap.count].file);
    free(heap.runs);
    return good;
}

/* ---------------------------------------------------------------- counts */

bool runs_save_counts(struct learn_folder const *folder, uint32_t const *counts,
                      size_t count, struct failure *why)
{
    return write_file(folder, path_in(folder, "counts", -1), "LCNT", "CNTS", counts,
                      count * sizeof *counts, why);
}

bool runs_load_counts(struct learn_folder const *folder, uint32_t *counts, size_t count,
                      bool *found, struct failure *why)
{
    char *const path = path_in(folder, "counts", -1);
    struct chunk chunk;
    *found = access(path, F_OK) == 0;
    if (!*found) {
        free(path);
        return true;
    }
    struct chunkfile *const file =
        open_file(folder, path, "LCNT", "CNTS", sizeof *counts, &chunk, why);
    bool const fits = file && chunk.size == count * sizeof *counts;
    if (fits)
        memcpy(counts, chunk.data, chunk.size);
    chunkfile_close(file);
    return fits ||
           (file && failed(why, "%s: its counts are of other cases", folder->path));
}
