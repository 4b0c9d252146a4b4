/* Any changes to the files of work that an interrupted learning has left (its state, a
   run, the counts), with every checksum mended: whoever goes on with them comes to an
   end, with a sound result or a sentence.  The first byte says what is learnt, shapes
   or cases; each change is four bytes: a file, an offset of two, what is xored there.
 */
#include <config.h>

#include "tests/fuzz/mend.h"

#include "engine/base/rng.h"
#include "engine/go/board.h"
#include "patterns/caselearning/caselearn.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(uint8_t const *data, size_t size);

enum { GAMES = 8, MOVES = 30, FILES = 11, FILE_MOST = 1 << 20 };

static char const *const names[FILES] = {
    "state",     "counts",    "run-00000", "run-00001", "run-00002", "run-00003",
    "run-00004", "run-00005", "run-00006", "run-00007", "run-00008"};

/* What an interrupted learning has left.  */
struct work {
    unsigned char *bytes[FILES]; /* NULL: there is no such file */
    size_t size[FILES];
};

static char root[64], folder[96], games[96], made[96];

static char *path_of(int file)
{
    static char path[128];
    snprintf(path, sizeof path, "%s/%s", folder, names[file]);
    return path;
}

static void write_game(FILE *out, uint64_t seed)
{
    struct board board;
    struct rng rng;
    rng_seed(&rng, seed);
    board_init(&board, 9, 9);
    fputs("(;SZ[9]RE[B+R]", out);
    for (int i = 0; i < MOVES; i++) {
        enum color const color = (enum color)board.to_move;
        point p = board.empty[rng_below(&rng, board.empty_count)];
        while (!board_is_legal(&board, p, color, false))
            p = board.empty[rng_below(&rng, board.empty_count)];
        fprintf(out, ";%c[%c%c]", color == BLACK ? 'B' : 'W', 'a' + point_column(p) - 1,
                'a' + 9 - point_row(p));
        board_play(&board, p, color);
    }
    fputs(")\n", out);
}

/* ---------------------------------------------------------------- learning */

static bool watch_until(void *context, struct learn_progress const *progress)
{
    int const *const stop = context;
    return progress->pass < 2 || progress->games < *stop;
}

/* A file of what was learnt is one that would be played from.  */
static bool is_sound_memory(struct casebuilder *list, struct failure *why)
{
    struct memory *const memory =
        casebuilder_write(list, made, NULL, why) ? memory_open(made, why) : NULL;
    bool const good = memory && memory_verify(memory, why);
    memory_close(memory);
    return good;
}

static bool is_sound_casebook(struct casetree *tree, struct failure *why)
{
    struct casebook *const book =
        casetree_write(tree, made, NULL, why) ? casebook_open(made, why) : NULL;
    bool const good = book && casebook_verify(book, why);
    casebook_close(book);
    return good;
}

/* Stops at game STOP of the second reading.  */
static bool learn_some(bool cases, int stop, struct failure *why)
{
    char const *const places[] = {games};
    struct case_task const task = {.learn = {.places = places,
                                             .place_count = 1,
                                             .residues = ALL_RESIDUES,
                                             .threads = 1,
                                             .folder = folder,
                                             .batch = 1,
                                             .watch = watch_until,
                                             .context = &stop},
                                   .near = 1,
                                   .far = 1};
    struct casetree tree;
    struct casebuilder list;
    casetree_init(&tree);
    casebuilder_init(&list);
    bool const good =
        cases ? case_learn(&task, &tree, why) : learn(&task.learn, &list, why);
    if (good &&
        !(cases ? is_sound_casebook(&tree, why) : is_sound_memory(&list, why))) {
        fprintf(stderr, "%s\n", why->text);
        abort();
    }
    casetree_release(&tree);
    casebuilder_release(&list);
    return good;
}

static void keep_work(struct work *work)
{
    for (int i = 0; i < FILES; i++) {
        FILE *const in = fopen(path_of(i), "rb");
        if (!in)
            continue;
        work->bytes[i] = malloc(FILE_MOST);
        work->size[i] = fread(work->bytes[i], 1, FILE_MOST, in);
        fclose(in);
    }
    if (!work->bytes[0] || !work->bytes[2])
        abort(); /* the learning was not interrupted */
}

static void clean(void)
{
    for (int i = 0; i < FILES; i++)
        unlink(path_of(i));
    rmdir(folder);
    unlink(games);
    unlink(made);
    rmdir(root);
}

static void begin(struct work work[2])
{
    struct failure why;
    /* Where syncing costs nothing, if there is such a place.  */
    snprintf(root, sizeof root, "%s/hishi-fuzz-work-%d",
             access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp", (int)getpid());
    snprintf(folder, sizeof folder, "%s/work", root);
    snprintf(made, sizeof made, "%s/made", root);
    snprintf(games, sizeof games, "%s/games.sgf", root);
    if (mkdir(root, 0700) != 0)
        abort();
    atexit(clean);
    FILE *const out = fopen(games, "w");
    for (uint64_t i = 0; i < GAMES; i++)
        write_game(out, i);
    fclose(out);
    for (int cases = 0; cases < 2; cases++) {
        if (learn_some(cases, 6, &why))
            abort();
        keep_work(&work[cases]);
        for (int i = 0; i < FILES; i++)
            unlink(path_of(i));
    }
}

/* ---------------------------------------------------------------- changes */

static void spill(int file, unsigned char const *bytes, size_t size)
{
    FILE *const out = fopen(path_of(file), "wb");
    if (!out || fwrite(bytes, 1, size, out) != size || fclose(out) != 0)
        abort();
}

static void change(struct work const *work, uint8_t const *edits, size_t size)
{
    static unsigned char changed[FILE_MOST];
    mkdir(folder, 0700);
    for (int file = 0; file < FILES; file++) {
        unlink(path_of(file));
        if (!work->bytes[file])
            continue;
        memcpy(changed, work->bytes[file], work->size[file]);
        for (size_t i = 0; i + 4 <= size; i += 4)
            if (edits[i] % FILES == file)
                changed[(size_t)(edits[i + 1] | edits[i + 2] << 8) %
                        work->size[file]] ^= edits[i + 3];
        mend(changed, work->size[file]);
        spill(file, changed, work->size[file]);
    }
}

int LLVMFuzzerTestOneInput(uint8_t const *data, size_t size)
{
    static struct work work[2];
    struct failure why = {""};
    if (size == 0)
        return 0;
    if (!root[0])
        begin(work);
    bool const cases = data[0] & 1;
    change(&work[cases], data + 1, size - 1);
    if (!learn_some(cases, 2 * GAMES, &why) && !why.text[0])
        abort();
    return 0;
}
