#include "tests/support/testing.h"

#include <math.h>
#include <unistd.h>

#include "books/opening/book_text.h"
#include "books/opening/growing.h"
#include "engine/base/rng.h"

/* A game whose every position has a value that was drawn by lot once and for all.  */
static double value_by_lot(struct board const *board, uint32_t playouts)
{
    struct rng rng;
    rng_seed(&rng, aspect_of(board).key ^ rng_mix(playouts));
    return floor(rng_unit(&rng) * 1e4) / 1e4;
}

struct oracle {
    struct trail *trail;
    long calls, fails_at; /* 0: never */
};

/* The moves of BOARD that differ, but into one's own eyes, as they are in the shared
   view; so for all boards that are turned into one another they are the same.  */
static int differing(struct board const *board, point list[AREA_MAX])
{
    struct aspect const aspect = aspect_of(board);
    enum color const color = (enum color)board->to_move;
    int count = 0;
    for (point p = board_first_point(); p; p = board_next_point(board, p)) {
        point const known = aspect_in(&aspect, p);
        int place = count;
        if (!board_is_legal(board, p, color, false) || board_is_eye(board, p, color))
            continue;
        while (place > 0 && list[place - 1] >= known)
            place--;
        if (place < count && list[place] == known)
            continue;
        memmove(list + place + 1, list + place, (size_t)(count - place) * sizeof *list);
        list[place] = known;
        count++;
    }
    return count;
}

/* What is looked into: the first few, or all where there is much symmetry.  */
static int chosen(struct board const *board, point list[AREA_MAX])
{
    int const count = differing(board, list);
    bool const all = __builtin_popcount(aspect_of(board).keeps) > 2;
    return all || count < CHOICES_MAX ? count : CHOICES_MAX;
}

static bool judge_by_lot(void *self, struct way way, uint32_t playouts,
                         struct verdict *verdict, struct failure *why)
{
    struct oracle *const oracle = self;
    if (++oracle->calls == oracle->fails_at)
        return failed(why, "enough");
    assert_true(trail_go(oracle->trail, way, why));
    struct board const *const board = trail_board(oracle->trail);
    *verdict = (struct verdict){.win = value_by_lot(board, playouts), .lead = -1.25};
    struct aspect const aspect = aspect_of(board);
    point list[AREA_MAX];
    int const count = chosen(board, list);
    while (verdict->choices < count && verdict->choices < CHOICES_MAX) {
        verdict->choice[verdict->choices] = aspect_out(&aspect, list[verdict->choices]);
        verdict->choices++;
    }
    return true;
}

static struct growing const whole = {
    .search = 2,
    .most = CHOICES_MAX,
    .temperature = 0.1,
    .avoid = 1,
    .curiosity = 0.1,
    .depth = 3,
};

static struct book_facts const facts = {.size = 3, .komi = 7};
static char const *const files[] = {"/tmp/hishi-growing-verdicts",
                                    "/tmp/hishi-growing-book", NULL};

static int clear(void **state)
{
    (void)state;
    for (int i = 0; files[i]; i++)
        unlink(files[i]);
    return 0;
}

/* Grow with one oracle after another, each of which dies after CALLS more calls (0:
   never), until there are POSITIONS; the text of the book.  */
static char *grow(struct growing const *growing, long calls, uint32_t positions,
                  int threads, long *asked)
{
    struct failure why;
    atomic_bool stop = false;
    bool done = false;
    *asked = 0;
    for (int tries = 0; !done; tries++) {
        struct oracle oracles[2];
        struct verdict_judge judges[2];
        struct verdicts *const verdicts = verdicts_open(files[0], 3, 0, 7, &why);
        if (!verdicts)
            fail_msg("%s", why.text);
        for (int i = 0; i < threads; i++) {
            oracles[i] = (struct oracle){trail_new(3, 0, NULL), 0, calls};
            judges[i] = (struct verdict_judge){judge_by_lot, &oracles[i]};
        }
        struct grower *const grower = grower_new(growing, &facts, verdicts);
        done = grower_run(grower, judges, threads, positions, &stop, NULL, NULL, &why);
        assert_true(done || strcmp(why.text, "enough") == 0);
        struct book *const copy = book_copy(grower_book(grower));
        assert_true(book_save(copy, files[1], &why));
        book_free(copy);
        grower_free(grower);
        verdicts_close(verdicts);
        for (int i = 0; i < threads; i++) {
            *asked += oracles[i].calls - (calls && oracles[i].calls == calls);
            trail_free(oracles[i].trail);
        }
        assert_true(tries < 10000);
    }
    FILE *const in = fopen(files[1], "r");
    char *text = NULL;
    size_t room = 0;
    assert_true(getdelim(&text, &room, 0, in) > 0);
    fclose(in);
    return text;
}

/* The value of BOARD after DEPTH more moves of plain minimax.  */
static double minimax(struct board const *board, int depth)
{
    double best = 0;
    if (depth == 0)
        return value_by_lot(board, whole.search);
    point list[AREA_MAX];
    struct aspect const aspect = aspect_of(board);
    int const count = chosen(board, list);
    for (int i = 0; i < count; i++) {
        struct board *const after = malloc(sizeof *after);
        board_copy(after, board);
        board_play(after, aspect_out(&aspect, list[i]), (enum color)board->to_move);
        best = fmax(best, 1 - minimax(after, depth - 1));
        free(after);
    }
    return best;
}

static void backs_up_what_plain_minimax_finds(void **state)
{
    (void)state;
    long asked;
    struct failure why;
    static struct board board, after;
    free(grow(&whole, 0, 100000, 1, &asked));
    struct book *const book = book_load(files[1], NULL, NULL, &why);
    assert_non_null(book);
    board_init(&board, 3, 3);
    struct book_reply list[AREA_MAX + 1];
    struct situation const situation = {.board = &board};
    int const count = book_answers(book, &situation, list);
    assert_int_equal(count, 3); /* all that differ */
    double const best = minimax(&board, 3);
    for (int i = 0; i < count; i++) {
        board_copy(&after, &board);
        board_play(&after, list[i].at, BLACK);
        double const loss = best - (1 - minimax(&after, 2));
        assert_true(fabs(list[i].loss - loss) < 1e-4); /* as the file has it */
        assert_true(fabs(list[i].probability / list[0].probability -
                         exp(-(list[i].loss - list[0].loss) / whole.temperature)) <
                    2e-3);
    }
    book_free(book);
}

/* Killed after every seven verdicts, it comes to the same book by as many verdicts.  */
static void goes_on_where_it_was_killed(void **state)
{
    long at_once, in_pieces;
    struct growing narrow = whole;
    narrow.most = 3;
    narrow.depth = 9;
    char *const text = grow(&narrow, 0, 40, 1, &at_once);
    clear(state);
    char *const pieces = grow(&narrow, 7, 40, 1, &in_pieces);
    assert_string_equal(text, pieces);
    assert_int_equal(at_once, in_pieces);
    assert_non_null(strstr(text, " loss0.")); /* there was something to choose */
    free(text);
    free(pieces);
}

/* Told to stop, it makes of the verdicts on file the book that they were for.  */
static void makes_the_book_anew_without_a_judge(void **state)
{
    (void)state;
    long asked;
    struct failure why;
    atomic_bool const stop = true;
    struct growing narrow = whole;
    narrow.most = 3;
    narrow.depth = 9;
    free(grow(&narrow, 0, 40, 1, &asked));
    struct oracle oracle = {trail_new(3, 0, NULL), 0, 0};
    struct verdict_judge const judge = {judge_by_lot, &oracle};
    struct verdicts *const verdicts = verdicts_open(files[0], 3, 0, 7, &why);
    struct grower *const grower = grower_new(&narrow, &facts, verdicts);
    assert_true(grower_run(grower, &judge, 1, UINT32_MAX, &stop, NULL, NULL, &why));
    assert_in_range(grower_book(grower)->count, 40, 60);
    assert_int_equal(oracle.calls, 0);
    grower_free(grower);
    verdicts_close(verdicts);
    trail_free(oracle.trail);
}

static void works_with_two_judges(void **state)
{
    (void)state;
    long asked;
    struct failure why;
    struct growing narrow = whole;
    narrow.most = 3;
    narrow.depth = 9;
    free(grow(&narrow, 0, 60, 2, &asked));
    struct book *const book = book_load(files[1], NULL, NULL, &why);
    assert_non_null(book);
    assert_true(book->count == 60 || book->count == 61); /* the second was at work */
    for (uint32_t i = 0; i < book->count; i++) {
        double least = 1;
        for (int k = 0; k < book->positions[i].count; k++)
            least = fmin(least, book->positions[i].answers[k].loss);
        assert_true(least == 0);
    }
    book_free(book);
}

/* What loses more than AVOID is there, and not played.  */
static void avoids_what_loses(void **state)
{
    (void)state;
    long asked;
    struct growing strict = whole;
    strict.avoid = 0.0001;
    char *const text = grow(&strict, 0, 1, 1, &asked);
    char const *const avoid = strstr(text, "avoid");
    assert_non_null(avoid);
    assert_non_null(strstr(avoid + 1, "avoid")); /* two of the three first moves */
    free(text);
}

/* What the first move in the middle wins and loses is never doubted again.  */
static bool judge_by_the_first_move(void *self, struct way way, uint32_t playouts,
                                    struct verdict *verdict, struct failure *why)
{
    if (!judge_by_lot(self, way, playouts, verdict, why))
        return false;
    double const first = way.count && way.moves[0] == point_at(2, 2) ? 0.6 : 0.5;
    verdict->win = way.count % 2 ? 1 - first : first;
    return true;
}

/* How many of 60 positions are behind another first move than in the middle, which is
   avoided, as it loses a tenth.  */
static int behind_what_is_avoided(double curiosity)
{
    struct failure why;
    atomic_bool const go_on = false;
    struct growing strict = whole;
    int count = 0;
    strict.avoid = 0.05;
    strict.curiosity = curiosity;
    strict.depth = 9;
    struct oracle oracle = {trail_new(3, 0, NULL), 0, 0};
    struct verdict_judge const judge = {judge_by_the_first_move, &oracle};
    struct verdicts *const verdicts = verdicts_open(files[0], 3, 0, 7, &why);
    struct grower *const grower = grower_new(&strict, &facts, verdicts);
    assert_true(grower_run(grower, &judge, 1, 60, &go_on, NULL, NULL, &why));
    struct book const *const book = grower_book(grower);
    for (uint32_t i = 0; i < book->count; i++) {
        struct way const way = book->positions[i].way;
        count += way.count > 0 && way.moves[0] != point_at(2, 2);
    }
    grower_free(grower);
    verdicts_close(verdicts);
    trail_free(oracle.trail);
    clear(NULL);
    return count;
}

/* A first look may be wrong about what a book is to avoid: the more curious it is, the
   more it finds out about that.  */
static void looks_into_what_it_avoids(void **state)
{
    (void)state;
    assert_int_equal(behind_what_is_avoided(0.01), 0);
    assert_in_range(behind_what_is_avoided(0.05), 5, 20); /* by e^-2 there, of two */
    assert_in_range(behind_what_is_avoided(10), 30, 59);
}

static void drops_a_line_that_was_cut_off(void **state)
{
    (void)state;
    struct failure why;
    point moves[] = {point_at(2, 2)};
    struct way const way = {moves, 1};
    static struct board board;
    board_init(&board, 3, 3);
    board_play(&board, moves[0], BLACK);
    struct aspect const aspect = aspect_of(&board);
    struct verdict const verdict = {.win = 0.25,
                                    .lead = -2,
                                    .playouts = 5,
                                    .choices = 2,
                                    .choice = {aspect_in(&aspect, point_at(2, 2)),
                                               aspect_in(&aspect, point_at(1, 2))}};
    struct verdicts *verdicts = verdicts_open(files[0], 3, 0, 7, &why);
    assert_true(verdicts_add(verdicts, &aspect, way, &verdict, &why));
    verdicts_close(verdicts);
    FILE *const out = fopen(files[0], "a");
    fputs("B2 A1 : win 0.33", out);
    fclose(out);
    for (int again = 0; again < 2; again++) {
        verdicts = verdicts_open(files[0], 3, 0, 7, &why);
        if (!verdicts)
            fail_msg("%s", why.text);
        assert_int_equal(verdicts_count(verdicts), 1 + again);
        struct verdict const *const known = verdicts_find(verdicts, aspect.key, 5);
        assert_non_null(known);
        assert_true(known->win == 0.25 && known->lead == -2);
        assert_int_equal(known->choices, 2);
        assert_int_equal(known->choice[0], verdict.choice[0]);
        assert_int_equal(known->choice[1], verdict.choice[1]);
        assert_null(verdicts_find(verdicts, aspect.key, 6 + (uint32_t)again));
        struct verdict more = verdict;
        more.playouts = 6 + (uint32_t)again;
        assert_true(verdicts_add(verdicts, &aspect, way, &more, &why));
        verdicts_close(verdicts);
    }
    assert_null(verdicts_open(files[0], 3, 0, 6.5, &why));
    assert_non_null(strstr(why.text, "does not begin"));
    assert_null(verdicts_open("/nowhere/verdicts", 3, 0, 7, &why));
}

int main(void)
{
    struct CMUnitTest const tests[] = {
        cmocka_unit_test_setup_teardown(backs_up_what_plain_minimax_finds, clear,
                                        clear),
        cmocka_unit_test_setup_teardown(goes_on_where_it_was_killed, clear, clear),
        cmocka_unit_test_setup_teardown(makes_the_book_anew_without_a_judge, clear,
                                        clear),
        cmocka_unit_test_setup_teardown(works_with_two_judges, clear, clear),
        cmocka_unit_test_setup_teardown(avoids_what_loses, clear, clear),
        cmocka_unit_test_setup_teardown(looks_into_what_it_avoids, clear, clear),
        cmocka_unit_test_setup_teardown(drops_a_line_that_was_cut_off, clear, clear),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
