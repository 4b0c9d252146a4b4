#include "tests/support/testing.h"

#include <unistd.h>

#include "tests/support/made_up.h"

#include "engine/go/symmetry.h"

#include "books/sequences/query.h"

enum { GAMES = 250, REAL_GAMES = 2000, HELD_OUT = 150 };

/* COUNT games are in the index; sequences are drawn from others beside them.  */
struct made {
    char folder[64], path[80];
    struct game games[REAL_GAMES + HELD_OUT];
    int count, held;
    struct corpus corpus;
    struct index *index;
};

static void make_index(struct made *made)
{
    struct failure why = {""};
    snprintf(made->folder, sizeof made->folder, "/tmp/hishi-query-XXXXXX");
    assert_non_null(mkdtemp(made->folder));
    snprintf(made->path, sizeof made->path, "%s/index", made->folder);
    made->corpus = corpus_finish(code_games(made->games, made->count));
    assert_true(index_write(&made->corpus, made->path, NULL, NULL, &why));
    made->index = index_open(made->path, &why);
    assert_string_equal(why.text, "");
    assert_non_null(made->index);
}

static int set_up(void **state)
{
    struct made *const made = calloc(1, sizeof *made);
    made->count = GAMES;
    made->held = HELD_OUT;
    corpus_builder_free(make_up_corpus(made->games, GAMES + HELD_OUT, 2, true));
    make_index(made);
    *state = made;
    return 0;
}

/* With HISHI_SLOW=1 and HISHI_GAMES naming a file of games.  */
static int set_up_real(void **state)
{
    struct made *const made = calloc(1, sizeof *made);
    int const read = read_games(made->games, 0, REAL_GAMES + HELD_OUT);
    made->held = read ? HELD_OUT : 0;
    made->count = read - made->held;
    if (read)
        make_index(made);
    *state = made;
    return 0;
}

static int tear_down(void **state)
{
    struct made *const made = *state;
    for (int i = 0; i < made->count + made->held; i++)
        game_release(&made->games[i]);
    corpus_release(&made->corpus);
    index_close(made->index);
    unlink(made->path);
    rmdir(made->folder);
    free(made);
    return 0;
}

/* The COUNT steps of GAME from FROM on as points, if they are moves that follow
   each other in turn.  */
static bool run_of_moves(struct game const *game, int from, int count, point out[])
{
    if (from + count > game->count)
        return false;
    for (int i = 0; i < count; i++) {
        struct step const *const step = &game->steps[from + i];
        if (step->kind != STEP_PLAY || step->at == PASS)
            return false;
        if (i > 0 && (step->color == step[-1].color || step->at == step[-1].at))
            return false;
        out[i] = step->at;
    }
    return true;
}

/* A piece of a game that is held out, turned and reflected.  */
static int draw_query(struct rng *rng, struct made const *made, point moves[QUERY_MAX])
{
    for (;;) {
        struct game const *const game =
            &made->games[made->count + (int)rng_below(rng, (uint32_t)made->held)];
        int const count = 1 + (int)rng_below(rng, rng_below(rng, 3) ? 6 : 20);
        if (game->count < count)
            continue;
        int const from = (int)rng_below(rng, (uint32_t)(game->count - count + 1));
        if (!run_of_moves(game, from, count, moves))
            continue;
        int const symmetry = (int)rng_below(rng, 8);
        for (int i = 0; i < count; i++)
            moves[i] = point_turned(moves[i], CODE_BOARD, symmetry);
        return count;
    }
}

/* Move the sequence to elsewhere on the board, so that it is begun in another region
   and lies across other borders.  */
static void shift(struct rng *rng, point moves[], int count)
{
    int const columns = (int)rng_below(rng, 37) - 18,
              rows = (int)rng_below(rng, 37) - 18;
    point shifted[QUERY_MAX];
    for (int i = 0; i < count; i++) {
        shifted[i] = point_away(moves[i], columns, rows);
        if (!shifted[i])
            return;
    }
    memcpy(moves, shifted, (size_t)count * sizeof *moves);
}

/* ---------------------------------------------------------------- the direct way */

/* What looking at all moves of all games says about a sequence.  */
struct direct {
    uint64_t hits, places; /* PLACES: a sum over where they are */
    uint32_t over, beyond, times[POINTS];
};

/* Does RUN lie as MOVES do, seen in symmetry TURN; how far is it shifted then?  */
static bool lies_so(point const *run, point const *moves, int count, int turn,
                    bool in_place, int *columns, int *rows)
{
    point const first = point_turned(run[0], CODE_BOARD, turn);
    *columns = point_column(moves[0]) - point_column(first);
    *rows = point_row(moves[0]) - point_row(first);
    for (int i = 0; i < count; i++) {
        point const p = point_turned(run[i], CODE_BOARD, turn);
        if (point_column(p) + *columns != point_column(moves[i]) ||
            point_row(p) + *rows != point_row(moves[i]))
            return false;
    }
    return !in_place || (*columns == 0 && *rows == 0);
}

static void look_at(struct game const *game, int from, point const *moves, int count,
                    bool in_place, struct direct *out)
{
    point run[QUERY_MAX + 1], smallest = 0;
    bool same = false;
    if (!run_of_moves(game, from, count, run))
        return;
    bool const goes_on = run_of_moves(game, from, count + 1, run);
    for (int turn = 0; turn < 8; turn++) {
        int columns, rows;
        if (!lies_so(run, moves, count, turn, in_place, &columns, &rows))
            continue;
        same = true;
        if (!goes_on)
            continue;
        point const next =
            point_away(point_turned(run[count], CODE_BOARD, turn), columns, rows);
        if (next && (!smallest || next < smallest))
            smallest = next;
    }
    if (!same)
        return;
    out->hits++;
    if (!goes_on)
        out->over++;
    else if (!smallest)
        out->beyond++;
    else
        out->times[smallest]++;
}

static struct direct scan(struct made const *made, point const *moves, int count,
                          bool in_place)
{
    struct direct direct = {0};
    for (int g = 0; g < made->count; g++)
        for (int from = 0; from < made->games[g].count; from++) {
            uint64_t const before = direct.hits;
            look_at(&made->games[g], from, moves, count, in_place, &direct);
            int number = 0;
            for (int i = 0; direct.hits > before && i <= from; i++)
                number += made->games[g].steps[i].kind == STEP_PLAY;
            direct.places +=
                rng_mix((uint64_t)g << 32 | (uint32_t)number) * (direct.hits - before);
        }
    return direct;
}

/* The index says the same.  */
static void check_query(struct made const *made, struct query const *query,
                        struct direct const *direct)
{
    assert_int_equal(query_count(query, made->index), direct->hits);
    struct hits hits;
    struct hit hit;
    uint64_t listed = 0, places = 0;
    hits_start(&hits, made->index, query);
    for (; hits_next(&hits, &hit); listed++) {
        struct citation said;
        index_cite(made->index, hit.place, &said);
        places += rng_mix((uint64_t)said.number << 32 | (uint32_t)said.move);
    }
    assert_int_equal(listed, direct->hits);
    assert_int_equal(places, direct->places);

    static struct continuations next;
    query_continue(query, made->index, &next);
    assert_int_equal(next.over, direct->over);
    assert_int_equal(next.beyond, direct->beyond);
    uint64_t times = next.over + next.beyond;
    for (int i = 0; i < next.count; i++) {
        assert_int_equal(next.list[i].times, direct->times[next.list[i].at]);
        assert_true(i == 0 || next.list[i - 1].times >= next.list[i].times);
        assert_true(next.list[i].won <= next.list[i].decided &&
                    next.list[i].decided <= next.list[i].times);
        times += next.list[i].times;
    }
    assert_int_equal(times, direct->hits);
}

static void finds_in_place_what_a_scan_of_the_moves_finds(void **state)
{
    struct made *const made = *state;
    struct rng rng = {3};
    uint64_t total = 0;
    for (int i = 0; i < 150; i++) {
        point moves[QUERY_MAX];
        int const count = draw_query(&rng, made, moves);
        struct query query;
        assert_true(query_make(&query, moves, count, true, NULL));
        struct direct const direct = scan(made, moves, count, true);
        check_query(made, &query, &direct);
        total += direct.hits;
    }
    assert_true(total > 500);
}

static void finds_anywhere_what_a_scan_of_the_moves_finds(void **state)
{
    struct made *const made = *state;
    struct rng rng = {4};
    uint64_t total = 0, beyond = 0;
    for (int i = 0; i < 300; i++) {
        point moves[QUERY_MAX];
        int const count = draw_query(&rng, made, moves);
        if (i % 2)
            shift(&rng, moves, count);
        if (i % 5 == 0 && count > 1) /* mostly not there */
            moves[count - 1] = (moves[count - 2] == point_at(10, 10))
                                   ? point_at(1, 1)
                                   : point_at(10, 10);
        struct query query;
        assert_true(query_make(&query, moves, count, false, NULL));
        struct direct const direct = scan(made, moves, count, false);
        check_query(made, &query, &direct);
        total += direct.hits;
        beyond += direct.beyond;
    }
    assert_true(total > 5000 && beyond > 100);
}

static void does_so_in_real_games(void **state)
{
    struct made *const made = *state;
    struct rng rng = {6};
    uint64_t total = 0;
    for (int i = 0; made->count && i < 200; i++) {
        point moves[QUERY_MAX];
        int const count = draw_query(&rng, made, moves);
        struct query query;
        for (int in_place = 0; in_place < 2; in_place++) {
            assert_true(query_make(&query, moves, count, in_place, NULL));
            struct direct const direct = scan(made, moves, count, in_place);
            check_query(made, &query, &direct);
            total += direct.hits;
        }
    }
    assert_true(total > 10000 || !made->count);
}

/* The same moves on either side of a mid-line and across it: E_R has three strings
   for them, the index one answer.  */
static void knows_no_borders_of_regions(void **state)
{
    (void)state;
    struct corpus_builder *const builder = corpus_builder_new(CODE_RELATIVE);
    struct origin const origin = {.file = "x.sgf", .number = 0};
    static int const steps[4][2] = {{0, 0}, {1, 0}, {2, 1}, {0, 2}};
    struct game game;
    game_init(&game, 19, 19);
    for (int column = 1; column <= 17; column++) {
        game_clear(&game, 19, 19);
        for (int i = 0; i < 4; i++)
            game_add(&game, STEP_PLAY, i % 2 ? WHITE : BLACK,
                     point_at(column + steps[i][0], 8 + steps[i][1]));
        assert_true(corpus_add(builder, &game, &origin, NULL));
    }
    game_release(&game);
    struct corpus corpus = corpus_finish(builder);
    char folder[64] = "/tmp/hishi-borders-XXXXXX", path[80];
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/index", folder);
    assert_true(index_write(&corpus, path, NULL, NULL, NULL));
    struct index *const index = index_open(path, NULL);
    point const moves[] = {point_at(3, 3), point_at(3, 4), point_at(2, 5),
                           point_at(1, 3)};
    struct query query;
    assert_true(query_make(&query, moves, 4, false, NULL));
    assert_int_equal(query_count(&query, index), 17);
    index_close(index);
    corpus_release(&corpus);
    unlink(path);
    rmdir(folder);
}

static void cites_the_game_and_the_move(void **state)
{
    struct made *const made = *state;
    struct rng rng = {5};
    for (int i = 0; i < 100; i++) {
        point moves[QUERY_MAX];
        int const count = draw_query(&rng, made, moves);
        struct query query;
        assert_true(query_make(&query, moves, count, true, NULL));
        struct hits hits;
        struct hit hit;
        hits_start(&hits, made->index, &query);
        for (int k = 0; k < 5 && hits_next(&hits, &hit); k++) {
            struct citation said;
            index_cite(made->index, hit.place, &said);
            struct game const *const game = &made->games[said.number];
            assert_string_equal(said.black, game->black);
            assert_int_equal(said.winner, game->winner);
            int step = -1;
            for (int n = 0; n < said.move;)
                n += game->steps[++step].kind == STEP_PLAY;
            assert_int_equal(game->steps[step].color, said.color);
            bool same = false;
            for (int s = 0; s < 8; s++)
                same = same ||
                       point_turned(game->steps[step].at, CODE_BOARD, s) == moves[0];
            assert_true(same);
        }
    }
}

static void refuses_sequences_that_cannot_be(void **state)
{
    (void)state;
    struct query query;
    struct failure why = {""};
    point const same[2] = {point_at(3, 3), point_at(3, 3)};
    point const off[2] = {point_at(3, 3), point_at(20, 3)};
    point const pass[1] = {PASS};
    assert_false(query_make(&query, same, 2, false, &why));
    assert_non_null(strstr(why.text, "C3"));
    assert_false(query_make(&query, off, 2, false, &why));
    assert_false(query_make(&query, pass, 1, false, &why));
    assert_false(query_make(&query, same, 0, false, &why));
    assert_false(query_make(&query, same, QUERY_MAX + 1, false, &why));
}

int main(void)
{
    struct CMUnitTest const tests[] = {
        cmocka_unit_test_setup_teardown(finds_in_place_what_a_scan_of_the_moves_finds,
                                        set_up, tear_down),
        cmocka_unit_test_setup_teardown(finds_anywhere_what_a_scan_of_the_moves_finds,
                                        set_up, tear_down),
        cmocka_unit_test_setup_teardown(does_so_in_real_games, set_up_real, tear_down),
        cmocka_unit_test(knows_no_borders_of_regions),
        cmocka_unit_test_setup_teardown(cites_the_game_and_the_move, set_up, tear_down),
        cmocka_unit_test(refuses_sequences_that_cannot_be),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
