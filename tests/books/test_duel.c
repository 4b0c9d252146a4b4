#include "tests/support/testing.h"

#include <math.h>
#include <unistd.h>

#include "books/duel/census.h"
#include "books/duel/duel.h"
#include "books/opening/book_text.h"
#include "engine/base/rng.h"
#include "engine/go/symmetry.h"

/* ---------------------------------------------------------------- books by lot */

/* Answer at random wherever chance wants it, in positions up to DEPTH moves deep;
   few points, so that ways meet.  */
static void answer_at_random(struct rng *rng, struct book *book, struct board *board,
                             struct way way, int depth)
{
    struct aspect const aspect = aspect_of(board);
    if (way.count >= depth || book_find(book, aspect.key))
        return;
    struct book_position *const position = book_at(book, aspect.key, way);
    point list[AREA_MAX];
    int count = 0;
    for (int i = 0; i < 6; i++) {
        int const which = (int)rng_below(rng, 9);
        point const p = point_at(1 + which % 3, 1 + which / 3);
        if (!board_is_legal(board, p, (enum color)board->to_move, false))
            continue;
        book_answer_at(position, aspect_in(&aspect, p))->probability =
            rng_below(rng, 8) == 0 ? 0 : rng_unit(rng);
        list[count++] = p;
    }
    for (int i = 0; i < count; i++) {
        struct board *const after = malloc(sizeof *after);
        if (rng_below(rng, 12) == 0) {
            free(after);
            continue;
        }
        board_copy(after, board);
        board_play(after, list[i], (enum color)board->to_move);
        way.moves[way.count] = list[i];
        answer_at_random(rng, book, after, (struct way){way.moves, way.count + 1},
                         depth);
        free(after);
    }
}

static struct book *random_book(uint64_t seed, int size, int depth)
{
    struct book_facts const facts = {.size = size, .komi = NAN};
    struct book *const book = book_new(&facts);
    struct rng rng;
    point moves[WAY_MAX];
    static struct board board;
    rng_seed(&rng, seed);
    board_init(&board, size, size);
    answer_at_random(&rng, book, &board, (struct way){.moves = moves}, depth);
    return book;
}

/* ---------------------------------------------------------------- by enumeration */

enum { PLACES = 200000, PLIES = 12 };

/* What becomes of games that are played out one by one, with what comes of each ply. */
struct played {
    struct place {
        uint64_t key;
        int ply;
        bool left;
        double probability;
    } places[PLACES];
    int count;
    double stays[PLIES + 1];
};

/* The smallest of eight hashes of the board, turned stone by stone: the book's own
   way to know a position is looked at in test_opening_book.  */
static uint64_t key_of(struct board const *board)
{
    uint64_t least = UINT64_MAX;
    for (int s = 0; s < 8; s++) {
        uint64_t hash = board->to_move;
        for (point p = board_first_point(); p; p = board_next_point(board, p))
            hash += rng_mix(rng_mix(point_turned(p, board->width, s)) * 4 +
                            board->color[p]);
        if (board->ko != NOWHERE)
            hash += rng_mix(point_turned(board->ko, board->width, s));
        least = hash < least ? hash : least;
    }
    return least;
}

static void note(struct played *played, struct board const *board, int ply, bool left,
                 double probability)
{
    assert_true(played->count < PLACES);
    played->places[played->count++] =
        (struct place){key_of(board), ply, left, probability};
}

/* All games from BOARD on, that is reached with PROBABILITY.  */
static void enumerate(struct played *played, struct book const *books[2],
                      struct board const *board, int ply, double probability)
{
    struct book_reply list[AREA_MAX + 1];
    struct situation const situation = {.board = board};
    int const count = book_answers(books[ply % 2], &situation, list);
    bool const left = count == 0 || list[0].probability == 0;
    note(played, board, ply, left, probability);
    if (left)
        return;
    played->stays[ply] += probability;
    for (int i = 0; i < count && list[i].probability > 0; i++) {
        struct board *const after = malloc(sizeof *after);
        board_copy(after, board);
        board_play(after, list[i].at, (enum color)board->to_move);
        enumerate(played, books, after, ply + 1, probability * list[i].probability);
        free(after);
    }
}

static int by_key(void const *left, void const *right)
{
    struct place const *const a = left, *const b = right;
    return a->key != b->key ? (a->key < b->key ? -1 : 1) : a->ply - b->ply;
}

/* The entropy of where games have left (PLY below 0) or are after PLY moves; COUNT
   says in how many places.  */
static double entropy(struct played const *played, int ply, uint32_t *count)
{
    double sum = 0;
    *count = 0;
    for (int i = 0, end; i < played->count; i = end) {
        double here = 0;
        for (end = i;
             end < played->count && played->places[end].key == played->places[i].key;
             end++) {
            struct place const *const p = &played->places[end];
            bool const counts =
                ply < 0 ? p->left : p->ply == ply || (p->left && p->ply < ply);
            here += counts ? p->probability : 0;
        }
        sum -= here > 0 ? here * log2(here) : 0;
        *count += here > 0;
    }
    return sum;
}

static int meetings; /* of games that were another way to a position */

static void compare(struct book *first, struct book *second)
{
    static struct played played;
    static struct duel duel;
    static struct board board;
    struct contestant one, other;
    struct book const *books[2] = {first, second};
    played.count = 0;
    memset(played.stays, 0, sizeof played.stays);
    board_init(&board, first->facts.size, first->facts.size);
    enumerate(&played, books, &board, 0, 1);
    qsort(played.places, (size_t)played.count, sizeof *played.places, by_key);

    contestant_init(&one, first);
    contestant_init(&other, second);
    duel_play(&duel, &one, &other);
    uint32_t count;
    assert_true(fabs(duel.entropy - entropy(&played, -1, &count)) < 1e-12);
    assert_int_equal(duel.left.count, count);
    for (int ply = 0; ply <= PLIES; ply++) {
        assert_true(fabs(duel.stays[ply] - played.stays[ply]) < 1e-12);
        assert_true(fabs(duel.entropies[ply] - entropy(&played, ply, &count)) < 1e-12);
    }
    assert_true(duel.met.count <= (size_t)played.count);
    meetings += played.count - (int)duel.met.count;
    double all = 0;
    for (size_t i = 0; i < duel.left.count; i++)
        all += duel.left.list[i].probability;
    assert_true(fabs(all - 1) < 1e-12);
    assert_true(duel.endless == 0);
    duel_release(&duel);
    contestant_release(&one);
    contestant_release(&other);
}

/* ---------------------------------------------------------------- tests */

static struct book *book_of(char const *lines)
{
    struct failure why;
    char name[] = "/tmp/hishi-duel-XXXXXX";
    close(mkstemp(name));
    FILE *const out = fopen(name, "w");
    fprintf(out, "hishi-book 1\nsize 9\n%s", lines);
    assert_int_equal(fclose(out), 0);
    struct book *const book = book_load(name, NULL, NULL, &why);
    if (!book)
        fail_msg("%s", why.text);
    unlink(name);
    return book;
}

static void finds_what_playing_all_games_one_by_one_finds(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 30; seed++) {
        int const size = 4 + (int)(seed % 3);
        struct book *const a = random_book(seed, size, 6);
        struct book *const b = random_book(seed + 100, size, 7);
        compare(a, a);
        compare(a, b);
        compare(b, a);
        compare(b, b);
        book_free(a);
        book_free(b);
    }
    assert_true(meetings > 1000);
}

/* Books that answer a pass by a pass never come to an end.  */
static void gives_up_games_that_never_leave(void **state)
{
    (void)state;
    static struct duel duel;
    struct contestant one;
    struct book *const book = book_of(": pass p3 | E5 p1\npass : pass\n");
    contestant_init(&one, book);
    duel_play(&duel, &one, &one);
    assert_int_equal(duel.plies, DUEL_PLIES);
    assert_true(duel.endless > 0 && duel.endless < 1e-12);
    assert_int_equal(duel.left.count, 1);
    assert_true(fabs(duel.left.list[0].probability + duel.endless - 1) < 1e-12);
    duel_release(&duel);
    contestant_release(&one);
    book_free(book);
}

/* Two moves that may come in either order, with numbers that can be seen:

       E5 (3/4) - C3 - left          G3 (1/4) - left               */
static void adds_up_what_meets(void **state)
{
    (void)state;
    static struct duel duel, other;
    struct contestant one, two;
    struct arrival list[3];
    point moves[WAY_MAX + 1];
    struct book *const a = book_of(": E5 p3 | G3 p1\nE5 : C3 | G4 avoid\n");
    struct book *const b = book_of(": E5\nE5 : C4\n");
    contestant_init(&one, a);
    contestant_init(&two, b);
    duel_play(&duel, &one, &one);
    assert_int_equal(duel.left.count, 2);
    assert_int_equal(duel.met.count, 4);
    assert_int_equal(duel.plies, 3);
    assert_true(duel.stays[0] == 1 && duel.stays[1] == 0.75 && duel.stays[2] == 0);
    assert_true(fabs(duel.entropy - (0.25 * 2 + 0.75 * log2(4 / 3.0))) < 1e-12);
    assert_int_equal(duel.leaves[1], 1);
    assert_int_equal(duel.leaves[2], 1);

    duel_play(&other, &two, &two);
    assert_int_equal(duel_never_met(&duel, &other, 3, list), 2);
    assert_true(list[0].probability == 0.75 && list[1].probability == 0.25);
    struct way const way = duel_way(&duel, &list[0], moves);
    assert_int_equal(way.count, 2);
    assert_int_equal(way.moves[0], point_at(5, 5));
    assert_int_equal(way.moves[1], point_at(7, 7)); /* C3 to the upper right */
    assert_int_equal(duel_never_met(&duel, &duel, 3, list), 0);
    assert_int_equal(duel_never_met(&duel, &other, 1, list), 1);
    assert_true(list[0].probability == 0.75);
    duel_release(&duel);
    duel_release(&other);
    contestant_release(&one);
    contestant_release(&two);
    book_free(a);
    book_free(b);
}

static void counts_moves_that_are_played(void **state)
{
    (void)state;
    static struct book_census census;
    struct book *const book = book_of(": E5 p3 | G3 p1\nE5 : C3 | G4 avoid\n"
                                      "E5 C3 : C4 avoid\n");
    book_count(book, &census);
    assert_int_equal(census.all.positions, 3);
    assert_int_equal(census.all.moves, 3);
    assert_int_equal(census.all.avoided, 2);
    assert_int_equal(census.by_ply[1].moves, 1);
    assert_int_equal(census.with[0], 1);
    assert_int_equal(census.with[1], 1);
    assert_int_equal(census.with[2], 1);
    assert_int_equal(census.plies, 3);
    book_free(book);
}

int main(void)
{
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(finds_what_playing_all_games_one_by_one_finds),
        cmocka_unit_test(gives_up_games_that_never_leave),
        cmocka_unit_test(adds_up_what_meets),
        cmocka_unit_test(counts_moves_that_are_played),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
