#include <config.h>

#include "patterns/learning/learn_runs.h"

#include "engine/base/newfile.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xalloc.h>

static char *path_in(char const *folder, char const *name, int number)
{
    char *path;
    if (number < 0 ? asprintf(&path, "%s/%s", folder, name) < 0
                   : asprintf(&path, "%s/%s-%05d", folder, name, number) < 0)
        xalloc_die();
    return path;
}

static bool write_file(char const *folder, char const *name, int number,
                       void const *data, size_t size, struct failure *why)
{
    char *const path = path_in(folder, name, number);
    struct newfile *const file = newfile_open(path, why);
    free(path);
    if (!file)
        return false;
    fwrite(data, 1, size, newfile_stream(file)); /* finish looks for errors */
    return newfile_finish(file, why);
}

/* ---------------------------------------------------------------- state */

static char const state_format[] = "hishi-learning 1\ntask %" PRIx64
                                   "\npass %d\ngames %ld\nmoves %" PRIu64 "\nruns %d\n";
static char const state_scan[] =
    "hishi-learning 1 task %" SCNx64 " pass %d games %ld moves %" SCNu64 " runs %d";

bool runs_open(char const *folder, uint64_t task, struct learn_state *state,
               struct failure *why)
{
    struct learn_state found = {0};
    if (mkdir(folder, 0777) && errno != EEXIST)
        return failed(why, "%s: no folder can be made here: %s", folder,
                      strerror(errno));
    char *const path = path_in(folder, "state", -1);
    FILE *const in = fopen(path, "r");
    free(path);
    if (in &&
        fscanf(in, state_scan, &found.task, &found.pass, &found.games, &found.moves,
               &found.runs) == 5 &&
        found.task == task)
        *state = found;
    else
        *state = (struct learn_state){.task = task, .pass = 1};
    if (in)
        fclose(in);
    return true;
}

bool runs_save_state(char const *folder, struct learn_state const *state,
                     struct failure *why)
{
    char text[256];
    int const length = snprintf(text, sizeof text, state_format, state->task,
                                state->pass, state->games, state->moves, state->runs);
    return write_file(folder, "state", -1, text, (size_t)length, why);
}

void runs_remove(char const *folder, struct learn_state const *state)
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
    rmdir(folder);
}

/* ---------------------------------------------------------------- runs */

static int by_code(void const *left, void const *right)
{
    struct learnt_case const *const a = left, *const b = right;
    return casecode_compare((struct casecode){a->inner, a->outer},
                            (struct casecode){b->inner, b->outer});
}

static void add_to(struct learnt_case *sum, struct learnt_case const *more)
{
    sum->experience.appeared += more->experience.appeared;
    sum->experience.played += more->experience.played;
    sum->experience.won += more->experience.won;
    sources_join(sum->source, more->source);
}

bool runs_write(char const *folder, int number, struct learnt_case *cases, size_t count,
                struct failure *why)
{
    size_t kept = 0;
    qsort(cases, count, sizeof *cases, by_code);
    for (size_t i = 0; i < count; i++)
        if (kept && by_code(&cases[kept - 1], &cases[i]) == 0)
            add_to(&cases[kept - 1], &cases[i]);
        else
            cases[kept++] = cases[i];
    return write_file(folder, "run", number, cases, kept * sizeof *cases, why);
}

/* A run that is being read; they are kept in a heap, the least case on top.  */
struct run {
    FILE *file;
    struct learnt_case next;
};

static bool advance(struct run *run)
{
    return fread(&run->next, sizeof run->next, 1, run->file) == 1;
}

static void sift(struct run heap[], int count, int at)
{
    for (;;) {
        int least = at;
        for (int child = 2 * at + 1; child <= 2 * at + 2 && child < count; child++)
            if (by_code(&heap[child].next, &heap[least].next) < 0)
                least = child;
        if (least == at)
            return;
        struct run const swap = heap[at];
        heap[at] = heap[least];
        heap[least] = swap;
        at = least;
    }
}

/* Open all runs that are not empty; false if one cannot be read.  */
static bool open_runs(char const *folder, int runs, struct run *heap, int *count,
                      struct failure *why)
{
    bool good = true;
    *count = 0;
    for (int i = 0; i < runs && good; i++) {
        char *const path = path_in(folder, "run", i);
        struct run *const run = &heap[*count];
        run->file = fopen(path, "rb");
        if (!run->file)
            good = failed(why, "%s: cannot be read: %s", path, strerror(errno));
        else if (advance(run))
            ++*count;
        else
            fclose(run->file);
        free(path);
    }
    return good;
}

static void append(struct casebuilder *list, size_t *capacity,
                   struct learnt_case const *one)
{
    size_t const count = list->case_count;
    if (count && by_code(&list->cases[count - 1], one) == 0) {
        add_to(&list->cases[count - 1], one);
        return;
    }
    if (count == *capacity)
        list->cases = x2nrealloc(list->cases, capacity, sizeof *list->cases);
    list->cases[list->case_count++] = *one;
}

bool runs_merge(char const *folder, struct learn_state const *state,
                struct casebuilder *list, struct failure *why)
{
    struct run *const heap = xcalloc((size_t)state->runs + 1, sizeof *heap);
    size_t capacity = 0;
    int count;
    bool const good = open_runs(folder, state->runs, heap, &count, why);
    for (int i = count / 2; good && i >= 0; i--)
        sift(heap, count, i);
    while (good && count) {
        append(list, &capacity, &heap[0].next);
        if (!advance(&heap[0])) {
            fclose(heap[0].file);
            heap[0] = heap[--count];
        }
        sift(heap, count, 0);
    }
    while (count)
        fclose(heap[--count].file);
    free(heap);
    return good;
}

/* ---------------------------------------------------------------- counts */

bool runs_save_counts(char const *folder, uint32_t const *counts, size_t count,
                      struct failure *why)
{
    return write_file(folder, "counts", -1, counts, count * sizeof *counts, why);
}

bool runs_load_counts(char const *folder, uint32_t *counts, size_t count)
{
    char *const path = path_in(folder, "counts", -1);
    FILE *const in = fopen(path, "rb");
    free(path);
    if (!in)
        return false;
    bool const good =
        fread(counts, sizeof *counts, count, in) == count && fgetc(in) == EOF;
    fclose(in);
    return good;
}
