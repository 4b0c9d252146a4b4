#include "tests/support/testing.h"

#include "tests/support/shapes_made.h"

#include "engine/go/symmetry.h"
#include "patterns/shapes/window_source.h"

#include <unistd.h>

static void following_a_game_equals_looking_afresh(void **state)
{
    (void)state;
    static int const sizes[][2] = {{19, 19}, {9, 9}, {2, 2}, {25, 4}};
    struct rng rng;
    rng_seed(&rng, 1);
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        static struct board board;
        static struct windows windows;
        board_init(&board, sizes[s][0], sizes[s][1]);
        windows_init(&windows, sizes[s][0], sizes[s][1]);
        for (int step = 0; step < 60; step++) {
            static struct windows before;
            struct points touched = {{0}};
            before = windows;
            made_moves(&board, &rng, 1 + step % 7);
            windows_follow(&windows, &board, &touched);
            for (point p = board_first_point(); p; p = board_next_point(&board, p))
                for (enum color color = BLACK; color <= WHITE; color++) {
                    window const code = window_look(&board, p, color);
                    assert_true(windows_at(&windows, p, color) == code);
                    if (windows_at(&before, p, color) != code ||
                        before.color[p] != windows.color[p])
                        assert_true(points_have(&touched, p));
                }
        }
    }
}

/* What stands on a point of the window, by columns and rows from the middle.  */
static int state_at(window code, int dx, int dy)
{
    static int8_t const place[WINDOW_POINTS][2] = {
        {1, 0},  {1, 1},   {0, 1},   {-1, 1},  {-1, 0}, {-1, -1}, {0, -1}, {1, -1},
        {2, 0},  {2, 1},   {2, 2},   {1, 2},   {0, 2},  {-1, 2},  {-2, 2}, {-2, 1},
        {-2, 0}, {-2, -1}, {-2, -2}, {-1, -2}, {0, -2}, {1, -2},  {2, -2}, {2, -1}};
    for (int i = 0; i < WINDOW_POINTS; i++)
        if (place[i][0] == dx && place[i][1] == dy)
            return (int)(code >> 2 * i & 3);
    return -1;
}

static void turning_turns_the_picture(void **state)
{
    (void)state;
    struct rng rng;
    rng_seed(&rng, 2);
    for (int i = 0; i < 300; i++) {
        window const code = rng_next(&rng) & ((UINT64_C(1) << 48) - 1);
        for (int symmetry = 0; symmetry < SYMMETRIES; symmetry++) {
            window const turned = window_turn(code, symmetry);
            for (int dx = -2; dx <= 2; dx++)
                for (int dy = -2; dy <= 2; dy++) {
                    struct offset const to =
                        offset_turned((struct offset){dx, dy}, symmetry);
                    assert_int_equal(state_at(turned, to.columns, to.rows),
                                     state_at(code, dx, dy));
                }
            assert_true(window_turn(turned, symmetry_back(symmetry)) == code);
            assert_true(window_canonical(turned) == window_canonical(code));
            assert_true(window_core(turned) ==
                        window_turn(window_core(code), symmetry));
        }
        assert_true(window_other_side(window_other_side(code)) == code);
    }
}

static char games[] = "/tmp/hishi-window-XXXXXX";
static char book_path[sizeof games + 8];

static int make_games(void **state)
{
    (void)state;
    int const file = mkstemp(games);
    if (file < 0)
        return -1;
    close(file);
    snprintf(book_path, sizeof book_path, "%s.book", games);
    made_games(games, 9, 20, 5);
    return 0;
}

static int remove_games(void **state)
{
    (void)state;
    unlink(book_path);
    return unlink(games);
}

/* Both counts of one window, by definition.  */
static struct experience count_naively(window wanted, bool core)
{
    struct experience sum = {0};
    char const *const places[] = {games};
    struct archive_reader *const reader = archive_open(places, 1, NULL, NULL);
    struct game game;
    struct origin origin;
    struct failure why;
    game_init(&game, 19, 19);
    while (archive_next(reader, &game, &origin)) {
        static struct replay walk;
        static window last[3][POINTS]; /* 1 + what was seen on the last turn */
        memset(last, 0, sizeof last);
        replay_start(&walk, &game);
        while (replay_next(&walk, &why)) {
            enum color const color = (enum color)walk.move.color;
            struct board const *const board = &walk.board;
            for (point p = board_first_point(); p; p = board_next_point(board, p)) {
                window code = window_look(board, p, color);
                code = core ? window_core(code) : code;
                bool const legal =
                    p == walk.move.at || board_is_legal(board, p, color, false);
                bool const is_it = window_canonical(code) == wanted;
                sum.appeared += legal && is_it && last[color][p] != 1 + code;
                sum.played += is_it && p == walk.move.at;
                sum.won += is_it && p == walk.move.at && game_won(&game, color) == 1;
                last[color][p] = legal ? 1 + code : 0;
            }
        }
    }
    game_release(&game);
    archive_close(reader);
    return sum;
}

static void the_book_counts_by_definition(void **state)
{
    (void)state;
    char const *const places[] = {games};
    struct failure why;
    struct windowbook_task const task = {.places = places,
                                         .place_count = 1,
                                         .residues = 0xfffff,
                                         .threads = 2,
                                         .min_played = 1};
    assert_true(windowbook_learn(&task, book_path, &why));
    struct windowbook *const book = windowbook_open(book_path, &why);
    assert_non_null(book);
    static struct board board;
    struct rng rng;
    rng_seed(&rng, 6);
    int found = 0;
    for (int i = 0; i < 12; i++) {
        struct experience known, core;
        board_init(&board, 9, 9);
        made_moves(&board, &rng, 3);
        point const p = board.empty[rng_below(&rng, board.empty_count)];
        window const code = window_look(&board, p, BLACK);
        if (windowbook_find(book, code, &known)) {
            struct experience const by_hand =
                count_naively(window_canonical(code), false);
            assert_memory_equal(&known, &by_hand, sizeof known);
            found++;
        }
        if (windowbook_find_core(book, code, &core)) {
            struct experience const by_hand =
                count_naively(window_canonical(window_core(code)), true);
            assert_memory_equal(&core, &by_hand, sizeof core);
            found++;
        }
    }
    assert_true(found > 5);
    windowbook_close(book);
}

static void proposes_legal_moves_whose_weights_are_shares(void **state)
{
    (void)state;
    struct failure why;
    struct windowbook *const book = windowbook_open(book_path, &why);
    assert_non_null(book);
    void *const source = window_source_new(book);
    static struct board board;
    struct candidates candidates;
    struct rng rng;
    rng_seed(&rng, 7);
    board_init(&board, 9, 9);
    candidates_init(&candidates, 1);
    for (int i = 0; i < 30; i++) {
        made_moves(&board, &rng, 2);
        struct question const question = {.situation = {.board = &board}};
        candidates_clear(&candidates);
        window_kind.ask(source, &question, 0, &candidates);
        float sum = 0;
        for (int j = 0; j < candidates.count; j++) {
            struct candidate const *const one = &candidates.list[j];
            assert_true(
                board_is_legal(&board, one->at, (enum color)board.to_move, false));
            assert_true(candidates_opinion(&candidates, one, 0)->p > 0);
            sum += candidates_opinion(&candidates, one, 0)->p;
        }
        assert_true(sum <= 1.001f);
    }
    candidates_release(&candidates);
    window_kind.drop(source);
    windowbook_close(book);
}

int main(void)
{
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(turning_turns_the_picture),
        cmocka_unit_test(following_a_game_equals_looking_afresh),
        cmocka_unit_test(the_book_counts_by_definition),
        cmocka_unit_test(proposes_legal_moves_whose_weights_are_shares),
    };
    return cmocka_run_group_tests(tests, make_games, remove_games);
}
