#include "tests/support/testing.h"

#include "engine/base/rng.h"
#include "engine/go/board.h"
#include "tests/support/diagram.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

/* Legal moves drawn at random, suicide among them; a pass when 20 draws find
   none.  */
static void play_at_random(struct board *board, struct rng *rng, int moves)
{
    for (int i = 0; i < moves; i++) {
        point p = PASS;
        for (int tries = 0; tries < 20 && p == PASS && board->empty_count; tries++) {
            point const drawn = board->empty[rng_below(rng, board->empty_count)];
            if (board_is_legal(board, drawn, (enum color)board->to_move, true))
                p = drawn;
        }
        board_play(board, p, (enum color)board->to_move);
    }
}

static void keeps_its_invariants_on_every_size_and_rectangle(void **state)
{
    (void)state;
    struct rng rng;
    rng_seed(&rng, 1);
    for (int width = BOARD_MIN; width <= BOARD_MAX; width++)
        for (int height = BOARD_MIN; height <= BOARD_MAX; height++) {
            struct board board;
            board_init(&board, width, height);
            board_check(&board);
            for (int i = 0; i < 12; i++) {
                play_at_random(&board, &rng, width * height / 5 + 1);
                board_check(&board);
            }
        }
}

static void keeps_its_invariants_move_by_move(void **state)
{
    (void)state;
    struct rng rng;
    rng_seed(&rng, 2);
    for (int i = 0; i < 60; i++) {
        struct board board;
        board_init(&board, BOARD_MIN + i % 8, BOARD_MIN + i % 7);
        for (int j = 0; j < 300; j++) {
            play_at_random(&board, &rng, 1);
            board_check(&board);
        }
    }
}

/* Does board_check, in a process of its own, put up with BOARD?  */
static bool passes(struct board const *board)
{
    int status;
    pid_t const pid = fork();
    assert_true(pid >= 0);
    if (pid == 0) {
        signal(SIGABRT, SIG_DFL); /* which cmocka would take for a failed test */
        signal(SIGSEGV, SIG_DFL);
        dup2(open("/dev/null", O_WRONLY), STDERR_FILENO);
        board_check(board);
        _exit(0);
    }
    assert_int_equal(waitpid(pid, &status, 0), pid);
    return status == 0;
}

/* Any bit of the SIZE bytes of BOARD at AT, by lot.  */
static void assert_a_wrong_bit_is_seen(struct board const *board, void const *at,
                                       size_t size, struct rng *rng)
{
    struct board wrong = *board;
    size_t const offset =
        (size_t)((unsigned char const *)at - (unsigned char const *)board);
    size_t const bit = rng_below(rng, (uint32_t)(8 * size));
    ((unsigned char *)&wrong)[offset + bit / 8] ^= (unsigned char)(1u << bit % 8);
    if (passes(&wrong))
        fail_msg("bit %zu of the %zu bytes at %zu", bit, size, offset);
}

static void no_bit_that_is_wrong_passes_the_check(void **state)
{
    (void)state;
#ifdef NDEBUG
    skip();
#endif
    struct rng rng;
    rng_seed(&rng, 7);
    for (int i = 0; i < 6; i++) {
        struct board board;
        board_init(&board, 9 + 2 * i, 9 + 2 * i);
        play_at_random(&board, &rng, 60);
        point stone = board_first_point(), empty = board.empty[0];
        while (board.color[stone] == EMPTY)
            stone = board_next_point(&board, stone);
        struct chain const *const chain = board_chain(&board, stone);
        struct chain const *const unused = &board.chain[board.free_slot[0]];
        assert_true(passes(&board));
#define ANY_BIT_OF(what) assert_a_wrong_bit_is_seen(&board, &(what), sizeof(what), &rng)
        ANY_BIT_OF(board.hash);
        ANY_BIT_OF(board.stones[BLACK]);
        ANY_BIT_OF(board.stones[WHITE]);
        ANY_BIT_OF(board.empty_count);
        ANY_BIT_OF(board.color[stone]);
        ANY_BIT_OF(board.color[empty]);
        ANY_BIT_OF(board.color[0]);
        ANY_BIT_OF(board.empty[0]);
        ANY_BIT_OF(board.place[empty]);
        ANY_BIT_OF(board.slot[stone]);
        ANY_BIT_OF(board.slot[empty]);
        ANY_BIT_OF(board.around[stone]);
        ANY_BIT_OF(board.around[empty]);
        ANY_BIT_OF(board.next[stone]);
        ANY_BIT_OF(chain->liberties);
        ANY_BIT_OF(chain->liberty_count);
        ANY_BIT_OF(chain->stone_count);
        ANY_BIT_OF(unused->liberties);
        ANY_BIT_OF(unused->stone_count);
        ANY_BIT_OF(board.chain[NO_CHAIN].liberties);
#undef ANY_BIT_OF
    }
}

/* Every field that means something, one by one: what a fast copy left out
   would show.  */
static void assert_same_board(struct board const *a, struct board const *b)
{
    assert_memory_equal(a, b, offsetof(struct board, color));
    assert_memory_equal(a->color, b->color, sizeof a->color);
    assert_memory_equal(a->empty, b->empty, a->empty_count * sizeof a->empty[0]);
    for (point p = board_first_point(); p; p = board_next_point(a, p)) {
        assert_int_equal(a->around[p], b->around[p]);
        if (a->color[p] == EMPTY) {
            assert_int_equal(a->place[p], b->place[p]);
            continue;
        }
        assert_int_equal(a->next[p], b->next[p]);
        assert_memory_equal(board_chain(a, p), board_chain(b, p),
                            sizeof *board_chain(a, p));
    }
}

static void a_copy_is_the_same_and_plays_the_same(void **state)
{
    (void)state;
    struct rng rng;
    rng_seed(&rng, 3);
    for (int i = 0; i < 200; i++) {
        struct board original, copy;
        int const size = BOARD_MIN + (int)rng_below(&rng, BOARD_MAX - 1);
        memset(&copy, 0xa5, sizeof copy);
        board_init(&original, size, size);
        play_at_random(&original, &rng, (int)rng_below(&rng, 2 * AREA_MAX));
        board_copy(&copy, &original);
        assert_same_board(&original, &copy);
        board_check(&copy);

        struct board const before = original;
        struct rng same = rng;
        play_at_random(&copy, &same, 100);
        assert_same_board(&before, &original); /* they share nothing */
        play_at_random(&original, &rng, 100);
        assert_same_board(&original, &copy);
        board_check(&copy);
    }
}

/* Many moves tried one after the other, suicide and passes among them, and
   taken back from any depth.  */
static void what_was_tried_can_be_undone(void **state)
{
    (void)state;
    enum { DEPTH = 60 };
    static struct board before[DEPTH + 1];
    static struct undo undo[DEPTH];
    struct rng rng;
    rng_seed(&rng, 6);
    for (int i = 0; i < 250; i++) {
        struct board board;
        board_init(&board, 2 + i % 10, 2 + i % 9);
        play_at_random(&board, &rng, (int)rng_below(&rng, 100));
        int depth = 0;
        for (int step = 0; step < 4 * DEPTH; step++) {
            board_copy(&before[depth], &board);
            if (depth == DEPTH || (depth && rng_below(&rng, 5) == 0)) {
                int const back = 1 + (int)rng_below(&rng, (uint32_t)depth);
                for (int j = 0; j < back; j++)
                    board_undo(&board, &undo[--depth]);
                assert_same_board(&before[depth], &board);
                board_check(&board);
                continue;
            }
            enum color const color = (enum color)(1 + rng_below(&rng, 2));
            point p = PASS;
            for (int tries = 0; tries < 9 && p == PASS && board.empty_count; tries++) {
                point const drawn = board.empty[rng_below(&rng, board.empty_count)];
                if (board_is_legal(&board, drawn, color, true))
                    p = drawn;
            }
            board_try(&board, p, color, &undo[depth++]);
            struct board played;
            board_copy(&played, &before[depth - 1]);
            board_play(&played, p, color);
            assert_same_board(&played, &board);
        }
    }
}

static void the_hash_after_a_move_is_foretold(void **state)
{
    (void)state;
    struct rng rng;
    rng_seed(&rng, 4);
    for (int i = 0; i < 40; i++) {
        struct board board;
        board_init(&board, 2 + i % 9, 2 + i % 9);
        for (int move = 0; move < 150; move++) {
            for (int j = 0; j < board.empty_count; j++)
                for (enum color color = BLACK; color <= WHITE; color++) {
                    point const p = board.empty[j];
                    if (!board_is_legal(&board, p, color, true))
                        continue;
                    struct board after;
                    board_copy(&after, &board);
                    board_play(&after, p, color);
                    assert_true(board_hash_after(&board, p, color) == after.hash);
                }
            play_at_random(&board, &rng, 1);
        }
    }
}

static void setting_stones_one_by_one_gives_the_position(void **state)
{
    (void)state;
    struct rng rng;
    rng_seed(&rng, 5);
    for (int i = 0; i < 30; i++) {
        struct board played, set;
        board_init(&played, 2 + i % 12, 2 + i % 11);
        play_at_random(&played, &rng, 120);
        board_init(&set, played.width, played.height);
        for (point p = board_first_point(); p; p = board_next_point(&played, p))
            if (board_color(&played, p) != EMPTY)
                board_set(&set, p, board_color(&played, p));
        board_check(&set);
        assert_true(board_same_stones(&played, &set));
        assert_true(played.hash == set.hash);
        for (point p = board_first_point(); p; p = board_next_point(&played, p)) {
            if (board_color(&played, p) == EMPTY)
                continue;
            assert_memory_equal(&board_chain(&played, p)->liberties,
                                &board_chain(&set, p)->liberties,
                                sizeof(struct points));
            assert_int_equal(board_liberties(&played, p), board_liberties(&set, p));
        }
    }
}

static void knows_eyes_from_false_eyes(void **state)
{
    (void)state;
    struct board board;
    diagram_read(&board,
                 ". X . . X . X\n"  /* A7, F7: the edge, no hostile diagonal */
                 "X X . . X X X\n"  /*                                       */
                 ". . . . . O .\n"  /*                                       */
                 ". X O . . . .\n"  /*                                       */
                 "X . X . X O .\n"  /* B3: the middle, one hostile diagonal  */
                 "X X X X . X .\n"  /* E2: the middle, three                 */
                 "X . X O X O .\n", /* B1: the edge, none                    */
                 NULL);
    assert_true(board_is_eye(&board, point_at(1, 7), BLACK));
    assert_false(board_is_eye(&board, point_at(1, 7), WHITE));
    assert_true(board_is_eye(&board, point_at(6, 7), BLACK));
    assert_true(board_is_eye(&board, point_at(2, 3), BLACK));
    assert_false(board_is_eye(&board, point_at(5, 2), BLACK));
    assert_true(board_is_eye(&board, point_at(2, 1), BLACK));
    diagram_read(&board,
                 ". X . . . . .\n"  /* A7: a side is open                    */
                 ". O . . . . .\n"  /*                                       */
                 ". . . . . . .\n"  /*                                       */
                 ". . . . . . .\n"  /*                                       */
                 ". . . . . . .\n"  /*                                       */
                 "O X . . . . .\n"  /* B1: the edge, one hostile diagonal    */
                 "X . X . . . .\n", /*                                       */
                 NULL);
    assert_false(board_is_eye(&board, point_at(1, 7), BLACK));
    assert_false(board_is_eye(&board, point_at(2, 1), BLACK));
}

static void retaking_a_ko_must_wait_a_move(void **state)
{
    (void)state;
    struct board board;
    diagram_read(&board,
                 ". X O .\n"
                 "X . X O\n"
                 ". X O .\n"
                 ". . . .\n",
                 NULL);
    point const black = point_at(3, 3), white = point_at(2, 3);
    board_play(&board, white, WHITE);
    assert_int_equal(board_color(&board, black), EMPTY);
    assert_int_equal(board.ko, black);
    assert_false(board_is_legal(&board, black, BLACK, true));
    assert_true(board_is_legal(&board, black, WHITE, true));
    board_play(&board, PASS, BLACK);
    board_play(&board, PASS, WHITE);
    assert_true(board_is_legal(&board, black, BLACK, true));
    assert_int_equal(board.prisoners[BLACK], 1);
}

/* More liberties than a byte counts: rows that are joined at the left.  */
static void counts_the_liberties_of_the_longest_chains(void **state)
{
    (void)state;
    struct board board;
    int stones = 0;
    board_init(&board, BOARD_MAX, BOARD_MAX);
    for (int row = 2; row <= BOARD_MAX; row++)
        for (int column = 1; column <= (row % 3 == 2 ? BOARD_MAX : 1); column++) {
            board_play(&board, point_at(column, row), BLACK);
            board_play(&board, PASS, WHITE);
            stones++;
        }
    assert_int_equal(board_chain(&board, point_at(1, 2))->stone_count, stones);
    int empty_beside = 0;
    for (int i = 0; i < board.empty_count; i++) {
        bool beside = false;
        for (int j = 0; j < 4; j++)
            beside |= board.color[board.empty[i] + neighbour[j]] == BLACK;
        empty_beside += beside;
    }
    assert_true(empty_beside > 256);
    assert_int_equal(board_liberties(&board, point_at(1, 2)), empty_beside);
}

int main(void)
{
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(keeps_its_invariants_on_every_size_and_rectangle),
        cmocka_unit_test(counts_the_liberties_of_the_longest_chains),
        cmocka_unit_test(keeps_its_invariants_move_by_move),
        cmocka_unit_test(no_bit_that_is_wrong_passes_the_check),
        cmocka_unit_test(a_copy_is_the_same_and_plays_the_same),
        cmocka_unit_test(what_was_tried_can_be_undone),
        cmocka_unit_test(the_hash_after_a_move_is_foretold),
        cmocka_unit_test(setting_stones_one_by_one_gives_the_position),
        cmocka_unit_test(knows_eyes_from_false_eyes),
        cmocka_unit_test(retaking_a_ko_must_wait_a_move),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
