#include <config.h>

#include "patterns/shapes/windowbook.h"

#include "engine/base/chunkfile.h"
#include "engine/base/rng.h"
#include "engine/records/workers.h"
#include "patterns/shapes/keytable.h"

#include <endian.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <xalloc.h>

enum { VERSION_OF_BOOK = 1, SIZES = 2 };

static char const *const chunk_names[SIZES] = {"W5X5", "W3X3"};

struct window_row {
    uint64_t code;
    uint32_t appeared, played, won, reserved;
};

struct windowbook {
    struct chunkfile *file;
    struct window_row const *rows[SIZES];
    size_t count[SIZES];
};

/* ---------------------------------------------------------------- reading */

/* Rows rise, and nobody won more often than he played.  */
static bool read_rows(struct windowbook *book, int size, struct failure *why)
{
    struct chunk chunk;
    if (!chunkfile_find(book->file, chunk_names[size], sizeof(struct window_row),
                        &chunk, why))
        return false;
    struct window_row const *const rows = book->rows[size] = chunk.data;
    book->count[size] = chunk.size / sizeof(struct window_row);
    for (size_t i = 0; i < book->count[size]; i++)
        if ((i && le64toh(rows[i].code) <= le64toh(rows[i - 1].code)) ||
            le32toh(rows[i].won) > le32toh(rows[i].played) || rows[i].reserved)
            return failed(why, "%s: damaged book of windows: row %zu of %s",
                          chunkfile_path(book->file), i, chunk_names[size]);
    return true;
}

struct windowbook *windowbook_open(char const *path, struct failure *why)
{
    struct chunkfile *const file = chunkfile_open(path, "WIND", VERSION_OF_BOOK, why);
    if (!file)
        return NULL;
    struct windowbook *const book = xzalloc(sizeof *book);
    book->file = file;
    bool good = chunkfile_verify(file, why);
    for (int size = 0; size < SIZES && good; size++)
        good = read_rows(book, size, why);
    if (good)
        return book;
    windowbook_close(book);
    return NULL;
}

void windowbook_close(struct windowbook *book)
{
    if (!book)
        return;
    chunkfile_close(book->file);
    free(book);
}

size_t windowbook_count(struct windowbook const *book)
{
    return book->count[0];
}

static bool find(struct windowbook const *book, int size, window code,
                 struct experience *experience)
{
    struct window_row const *const rows = book->rows[size];
    size_t from = 0, to = book->count[size];
    while (from < to) {
        size_t const middle = from + (to - from) / 2;
        if (le64toh(rows[middle].code) < code)
            from = middle + 1;
        else
            to = middle;
    }
    if (from == book->count[size] || le64toh(rows[from].code) != code)
        return false;
    *experience =
        (struct experience){le32toh(rows[from].appeared), le32toh(rows[from].played),
                            le32toh(rows[from].won)};
    return true;
}

bool windowbook_find(struct windowbook const *book, window code,
                     struct experience *experience)
{
    return find(book, 0, window_canonical(code), experience);
}

bool windowbook_find_core(struct windowbook const *book, window code,
                          struct experience *experience)
{
    return find(book, 1, window_canonical(window_core(code)), experience);
}

/* ---------------------------------------------------------------- learning */

/* One play, then all plays of one window.  */
struct window_play {
    window code;
    uint32_t played, won;
};

struct plays {
    struct window_play *list;
    size_t count, capacity;
    size_t sorted; /* so many at the beginning are sorted, and each only once */
};

struct window_hand {
    struct plays plays[SIZES];
    struct replay walk;
    struct windows windows;
    struct points stale[3];
    window seen[3][POINTS]; /* 1 + the code, canonical or not; 0: none */
};

struct window_learning {
    struct windowbook_task const *task;
    struct window_hand *hands;
    struct keytable table[SIZES];
    bool stopped;    /* never */
    long games;      /* learnt from */
    long games_read; /* in the first reading, */
    uint64_t digest; /* and what they were */
};

static bool wanted(void *context, struct game const *game, struct origin const *origin)
{
    struct window_learning const *const learning = context;
    (void)game;
    return learning->task->residues >> origin->number % 20 & 1;
}

static int by_code(void const *left, void const *right)
{
    struct window_play const *const a = left, *const b = right;
    return (a->code > b->code) - (a->code < b->code);
}

/* Sort, and add up equal ones.  */
static void compact(struct plays *plays)
{
    size_t kept = 0;
    if (!plays->count)
        return;
    qsort(plays->list, plays->count, sizeof *plays->list, by_code);
    for (size_t i = 1; i < plays->count; i++)
        if (plays->list[kept].code == plays->list[i].code) {
            plays->list[kept].played += plays->list[i].played;
            plays->list[kept].won += plays->list[i].won;
        } else {
            plays->list[++kept] = plays->list[i];
        }
    plays->count = plays->sorted = kept + 1;
}

enum { ROOM = 1 << 20 };

static void add_play(struct plays *plays, window code, uint32_t played, uint32_t won)
{
    if (plays->count >= 2 * plays->sorted + ROOM)
        compact(plays);
    if (plays->count == plays->capacity)
        plays->list = x2nrealloc(plays->list, &plays->capacity, sizeof *plays->list);
    plays->list[plays->count++] = (struct window_play){code, played, won};
}

static void gather(void *context, int worker, struct game const *game, long number)
{
    struct window_learning *const learning = context;
    struct window_hand *const hand = &learning->hands[worker];
    struct failure why;
    (void)number;
    replay_start(&hand->walk, game);
    while (replay_next(&hand->walk, &why)) {
        struct move const move = hand->walk.move;
        if (move.at == PASS)
            continue;
        window const code =
            window_look(&hand->walk.board, move.at, (enum color)move.color);
        uint32_t const won = game_won(game, (enum color)move.color) == 1;
        add_play(&hand->plays[0], window_canonical(code), 1, won);
        add_play(&hand->plays[1], window_canonical(window_core(code)), 1, won);
    }
}

/* A key for a code, which may be 0.  */
static uint64_t key_of(window code)
{
    uint64_t const key = rng_mix(code);
    return key ? key : 1;
}

static void see(struct window_learning *learning, struct window_hand *hand, point p,
                enum color color)
{
    struct board const *const board = &hand->walk.board;
    window *const seen = &hand->seen[color][p];
    window now = 0;
    if (p == hand->walk.move.at || board_is_legal(board, p, color, false))
        now = 1 + windows_at(&hand->windows, p, color);
    if (now && now != *seen)
        keytable_count(&learning->table[0], key_of(window_canonical(now - 1)));
    if (now && (!*seen || window_core(now - 1) != window_core(*seen - 1)))
        keytable_count(&learning->table[1],
                       key_of(window_canonical(window_core(now - 1))));
    *seen = now;
}

static void count(void *context, int worker, struct game const *game, long number)
{
    struct window_learning *const learning = context;
    struct window_hand *const hand = &learning->hands[worker];
    struct failure why;
    (void)number;
    windows_init(&hand->windows, game->width, game->height);
    memset(hand->seen, 0, sizeof hand->seen);
    memset(hand->stale, 0xff, sizeof hand->stale);
    replay_start(&hand->walk, game);
    while (replay_next(&hand->walk, &why)) {
        struct board const *const board = &hand->walk.board;
        enum color const color = (enum color)hand->walk.move.color;
        struct points touched = {{0}};
        windows_follow(&hand->windows, board, &touched);
        points_join(&hand->stale[BLACK], &touched);
        points_join(&hand->stale[WHITE], &touched);
        for (point p = board_first_point(); p; p = board_next_point(board, p))
            if (points_have(&hand->stale[color], p) || board_is_tight(board, p))
                see(learning, hand, p, color);
        memset(&hand->stale[color], 0, sizeof hand->stale[color]);
    }
}

/* All that the workers gathered, and often enough, in the first one's list.  */
static void join_plays(struct window_learning *learning, int size)
{
    struct plays *const all = &learning->hands[0].plays[size];
    for (int i = 1; i < learning->task->threads; i++) {
        struct plays *const part = &learning->hands[i].plays[size];
        for (size_t j = 0; j < part->count; j++)
            add_play(all, part->list[j].code, part->list[j].played, part->list[j].won);
        free(part->list);
        part->list = NULL;
    }
    compact(all);
    size_t kept = 0;
    for (size_t i = 0; i < all->count; i++)
        if (size == 1 || all->list[i].played >= learning->task->min_played)
            all->list[kept++] = all->list[i];
    all->count = kept;
}

static void fill_table(struct window_learning *learning, int size)
{
    struct plays const *const plays = &learning->hands[0].plays[size];
    keytable_init(&learning->table[size], plays->count);
    for (size_t i = 0; i < plays->count; i++)
        keytable_add(&learning->table[size], key_of(plays->list[i].code), (uint32_t)i);
}

/* Did the reading come to the same as the first one, if this is not that?  */
static bool is_as_before(struct window_learning *learning,
                         struct archive_account const *now, struct failure *why)
{
    if (!learning->games_read)
        learning->digest = now->digest;
    if (now->digest != learning->digest)
        return failed(why,
                      "the games were not the same when they were read again: "
                      "%ld, and %ld before",
                      now->games, learning->games_read);
    learning->games_read = now->games;
    return true;
}

/* One reading; with MADE, which is told of it, or NULL.  */
static bool read_games(struct window_learning *learning, struct provenance *made,
                       void (*work)(void *, int, struct game const *, long),
                       struct failure *why)
{
    struct windowbook_task const *const task = learning->task;
    struct workers const crew = {task->threads, wanted, work, learning,
                                 &learning->stopped};
    struct archive_reader *const reader =
        archive_open_up_to(task->places, task->place_count, task->max_expand,
                           made ? task->report : NULL, task->context);
    bool good = archive_repeats(reader, why);
    if (good)
        learning->games =
            workers_run(&crew, reader, 0, task->limit ? task->limit : LONG_MAX);
    archive_tell(reader, -1, good ? made : NULL);
    good = good && (task->keep_going || archive_whole(reader, why)) &&
           is_as_before(learning, archive_account(reader), why);
    archive_close(reader);
    return good;
}

static void put_row(struct chunk_writer *writer, struct window_play const *play,
                    uint32_t appeared)
{
    unsigned char bytes[sizeof(struct window_row)] = {0};
    put_le64(bytes, play->code);
    put_le32(bytes + 8, appeared);
    put_le32(bytes + 12, play->played);
    put_le32(bytes + 16, play->won);
    chunk_writer_write(writer, bytes, sizeof bytes);
}

static bool write_book(struct window_learning *learning, char const *path,
                       struct failure *why)
{
    struct chunk_writer *const writer =
        chunk_writer_new(path, "WIND", VERSION_OF_BOOK, why);
    if (!writer)
        return false;
    for (int size = 0; size < SIZES; size++) {
        struct plays const *const plays = &learning->hands[0].plays[size];
        uint32_t *const appeared = xcalloc(plays->count + 1, sizeof *appeared);
        for (uint64_t at = 0; at <= learning->table[size].mask; at++)
            if (learning->table[size].slots[at].key)
                appeared[learning->table[size].slots[at].number] =
                    learning->table[size].slots[at].count;
        chunk_writer_begin(writer, chunk_names[size]);
        for (size_t i = 0; i < plays->count; i++)
            put_row(writer, &plays->list[i], appeared[i]);
        free(appeared);
    }
    provenance_write(learning->task->made, writer);
    return chunk_writer_finish(writer, why);
}

bool windowbook_learn(struct windowbook_task const *task, char const *path,
                      struct failure *why)
{
    struct window_learning learning = {.task = task};
    learning.hands = xcalloc((size_t)task->threads, sizeof *learning.hands);
    bool good = read_games(&learning, task->made, gather, why) &&
                (learning.games || failed(why,
                                          "%s: not written, as there was no game "
                                          "to learn from",
                                          path));
    provenance_say(task->made, "learnt from", "%ld games", learning.games);
    for (int size = 0; size < SIZES; size++) {
        join_plays(&learning, size);
        fill_table(&learning, size);
    }
    good = good && read_games(&learning, NULL, count, why) &&
           write_book(&learning, path, why);
    for (int size = 0; size < SIZES; size++) {
        keytable_release(&learning.table[size]);
        free(learning.hands[0].plays[size].list);
    }
    free(learning.hands);
    return good;
}
