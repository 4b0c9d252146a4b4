/* Life and death as drawn: capitals live, small letters are dead, and # and @
   are black and white stones in seki (tests/support/diagram.h).  */
#include "tests/support/testing.h"

#include "engine/base/rng.h"
#include "engine/reading/playout.h"
#include "engine/reading/status.h"
#include "tests/support/diagram.h"

static enum status drawn_status(char mark)
{
    if (mark == 'x' || mark == 'o')
        return STATUS_DEAD;
    return mark == '#' || mark == '@' ? STATUS_SEKI : STATUS_ALIVE;
}

/* Everything is judged as it is drawn.  */
static void assert_judged(char const *diagram)
{
    struct board board;
    char marks[POINTS] = {0}, vertex[POINT_TEXT];
    enum status status[POINTS];
    diagram_read(&board, diagram, marks);
    status_judge(&board, status);
    for (point p = board_first_point(); p; p = board_next_point(&board, p))
        if (status[p] != drawn_status(marks[p]))
            fail_msg("%s ('%c') is judged %s in\n%s", point_format(p, vertex), marks[p],
                     status[p] == STATUS_ALIVE  ? "alive"
                     : status[p] == STATUS_DEAD ? "dead"
                                                : "in seki",
                     diagram);
}

static void stones_left_in_the_others_territory_are_dead(void **state)
{
    (void)state;
    assert_judged(". . . X O . .\n"
                  ". o . X O . x\n"
                  ". . . X O . .\n"
                  "X X X X O O O\n"
                  ". X . X O . O\n"
                  "X X X X O O O\n"
                  ". X . X O . O\n");
    assert_judged(". X . X O . O\n"
                  "X . X o X O .\n"
                  "X X o . X O O\n"
                  ". . o o X O .\n"
                  "X X X X X O O\n"
                  "O O O O O x .\n"
                  ". O . . O . x\n");
}

static void one_eye_and_a_false_one_are_not_enough(void **state)
{
    (void)state;
    assert_judged(". x O . O . .\n" /* A7 is an eye, A5 is false */
                  "x x O O . O .\n"
                  ". x O . O . .\n"
                  "x O O O . O .\n"
                  "O . O . O . O\n"
                  ". O . O . O .\n"
                  ". . O . O . .\n");
}

static void an_eye_with_its_vital_point_taken_is_one_eye(void **state)
{
    (void)state;
    assert_judged(". O . x O . .\n" /* three in a row */
                  "x x x x O . O\n"
                  "O O O O O . .\n"
                  ". . . . . O .\n"
                  "O O O O . . .\n"
                  ". . O . O O .\n"
                  ". . . O . . .\n");
    assert_judged(". O . x O . .\n" /* the bulky five */
                  ". . x x O . O\n"
                  "x x x O O . .\n"
                  "O O O O . O .\n"
                  ". . O . O . .\n"
                  ". O . . O O .\n"
                  ". . . O . . .\n");
    assert_judged(". . . . X O .\n" /* but four in a row are two eyes */
                  "X X X X X O O\n"
                  "O O O O O O .\n"
                  ". . . . . O .\n"
                  "O O O O . . .\n"
                  ". . O . O O .\n"
                  ". . . O . . .\n");
}

static void neither_can_fill_the_last_liberties(void **state)
{
    (void)state;
    assert_judged(". O . O X . X X .\n" /* two liberties, no eyes */
                  "O O O O X X . X X\n"
                  ". O # # @ X X X X\n"
                  "O O # . @ X . X .\n"
                  ". O # . @ X X . X\n");
    assert_judged(". # @ X . X .\n" /* an eye each and one liberty */
                  "# # @ X X X X\n"
                  ". @ @ X . X .\n"
                  "@ @ X X X X X\n"
                  ". @ X . X . X\n");
    assert_judged(". # # # # . @ X .\n" /* four stones inside an eye of six */
                  "@ @ @ @ @ @ @ X X\n"
                  "X X X X X X X X .\n"
                  "X . X X X X X . X\n"
                  "X X X . X X X X X\n");
}

static void an_eye_beats_none(void **state)
{
    (void)state;
    assert_judged(". X o X . X .\n" /* A5 is Black's eye, A3 is shared */
                  "X X o X X X X\n"
                  ". o o X . X .\n"
                  "o o X X X X X\n"
                  "o X X . X . X\n");
}

/* The points that COLOR has for good are those marked '+', and its stones there. */
static void assert_unconditional(enum color color, char const *diagram)
{
    struct board board;
    char marks[POINTS] = {0}, vertex[POINT_TEXT];
    bool safe[POINTS];
    char const *const kept = color == BLACK ? "#+" : "@+";
    diagram_read(&board, diagram, marks);
    status_unconditional(&board, color, safe);
    for (point p = board_first_point(); p; p = board_next_point(&board, p))
        if (safe[p] != !!strchr(kept, marks[p]))
            fail_msg("%s ('%c') is %s in\n%s", point_format(p, vertex), marks[p],
                     safe[p] ? "safe" : "not safe", diagram);
}

static void two_eyes_live_for_good(void **state)
{
    (void)state;
    assert_unconditional(BLACK, "+ # + # O\n"
                                "# # # # O\n"
                                "O O O O O\n"
                                ". . . . .\n"
                                ". . . . .\n");
    assert_unconditional(WHITE, "+ @ + @ X\n"
                                "@ @ @ @ X\n"
                                "X X X X .\n");
    assert_unconditional(BLACK, ". . X O .\n" /* might still become one eye */
                                "X X X O .\n"
                                "O O O O .\n"
                                ". . . . .\n");
    assert_unconditional(BLACK, ". X . O O\n" /* C4 is false, and half open */
                                "X X O X O\n"
                                "O O . O .\n"
                                ". . . . .\n");
}

/* Two chains share both eyes, which are false for each alone.  */
static void a_dragon_with_two_heads_lives_for_good(void **state)
{
    (void)state;
    assert_unconditional(BLACK, "# # # # +\n"
                                "# . O O #\n"
                                "# O . O #\n"
                                "+ # # # #\n");
    assert_unconditional(BLACK, "X X X . O\n" /* one head, and all falls apart */
                                "X . O O X\n"
                                "X O . O X\n"
                                ". X X X X\n");
}

/* A board in the middle of a random game.  */
static void random_position(struct board *board, struct rng *rng)
{
    int const size = 5 + (int)rng_below(rng, 5);
    board_init(board, size, size);
    int const moves =
        size * size / 2 + (int)rng_below(rng, (uint32_t)(2 * size * size));
    for (int i = 0; i < moves; i++)
        board_play(board, playout_draw(board, rng), (enum color)board->to_move);
}

static void nobody_captures_what_lives_for_good(void **state)
{
    (void)state;
    struct rng rng;
    int stones = 0;
    rng_seed(&rng, 76);
    for (int game = 0; game < 2000; game++) {
        struct board board, after;
        bool safe[POINTS];
        random_position(&board, &rng);
        enum color const color = game % 2 ? WHITE : BLACK;
        status_unconditional(&board, color, safe);
        board_copy(&after, &board);
        for (int move = 0; move < 300; move++) { /* the owner passes all the time */
            point const p = after.empty[rng_below(&rng, after.empty_count)];
            if (board_is_legal(&after, p, opponent(color), false))
                board_play(&after, p, opponent(color));
        }
        for (point p = board_first_point(); p; p = board_next_point(&board, p))
            if (safe[p] && board.color[p] == color) {
                assert_int_equal(after.color[p], color);
                stones++;
            }
    }
    assert_true(stones > 1000);
}

/* Same stones, same verdict, whatever happened before; chains are of one mind,
   and nothing that lives for good is given up.  */
static void judges_nothing_but_the_stones(void **state)
{
    (void)state;
    struct rng rng;
    rng_seed(&rng, 11);
    for (int game = 0; game < 20; game++) {
        struct board board, other;
        enum status status[POINTS], again[POINTS];
        bool safe[POINTS];
        random_position(&board, &rng);
        board_init(&other, board.width, board.height);
        for (point p = POINTS; p-- > 0;)
            if (board.color[p] == BLACK || board.color[p] == WHITE)
                board_set(&other, p, board_color(&board, p));
        other.to_move = (uint8_t)opponent((enum color)board.to_move);
        status_judge(&board, status);
        status_judge(&other, again);
        assert_memory_equal(status, again, sizeof status);
        for (enum color color = BLACK; color <= WHITE; color++) {
            status_unconditional(&board, color, safe);
            for (point p = 0; p < POINTS; p++)
                if (safe[p] && board.color[p] != EMPTY)
                    assert_int_equal(status[p], board.color[p] == color ? STATUS_ALIVE
                                                                        : STATUS_DEAD);
        }
        for (int i = 0; i < POINTS; i++)
            if (board.color[i] == BLACK || board.color[i] == WHITE)
                assert_int_equal(status[i], status[board.next[i]]);
            else
                assert_int_equal(status[i], STATUS_ALIVE);
    }
}

int main(void)
{
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(two_eyes_live_for_good),
        cmocka_unit_test(a_dragon_with_two_heads_lives_for_good),
        cmocka_unit_test(nobody_captures_what_lives_for_good),
        cmocka_unit_test(stones_left_in_the_others_territory_are_dead),
        cmocka_unit_test(one_eye_and_a_false_one_are_not_enough),
        cmocka_unit_test(an_eye_with_its_vital_point_taken_is_one_eye),
        cmocka_unit_test(neither_can_fill_the_last_liberties),
        cmocka_unit_test(an_eye_beats_none),
        cmocka_unit_test(judges_nothing_but_the_stones),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
