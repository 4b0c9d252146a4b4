#include "tests/support/testing.h"

#include "tests/support/diagram.h"

#include "engine/search/prudence.h"

/* Black or White to move; a model that thinks nothing of a but likes b.  The
   one that reading prefers has to come out on top.  */
struct dilemma {
    char const *what;
    char better;
    enum color color;
    char const *diagram;
};

static struct dilemma const questions[] = {
    {"captures ten stones that could still escape", 'a', BLACK,
     ". . . . . . . . .\n"
     ". . . . b . . . .\n"
     ". X X X X X . . .\n"
     "X O O O O O X . .\n"
     "X O O O O O a . .\n"
     ". X X X X X . O .\n"
     ". . . . . . . . .\n"
     ". . . . . . . . .\n"
     ". . . . . . . . .\n"},
    {"rescues ten stones in atari", 'a', WHITE,
     ". . . . . . . . .\n"
     ". . . . b . . . .\n"
     ". X X X X X . . .\n"
     "X O O O O O X . .\n"
     "X O O O O O a . .\n"
     ". X X X X X . O .\n"
     ". . . . . . . . .\n"
     ". . . . . . . . .\n"
     ". . . . . . . . .\n"},
    {"captures the stones that have six of its own in atari", 'a', BLACK,
     ". . . . . . .\n"
     ". . b . . . .\n"
     ". . . . . . .\n"
     ". O O O X . .\n"
     ". X X X O X .\n"
     "O X X X O a .\n"
     ". O O O X . .\n"},
    {"catches five stones in a ladder", 'a', BLACK,
     ". . . . . . . . .\n"
     ". . . . . . . b .\n"
     ". . . . . . . . .\n"
     ". . . . . . . . .\n"
     "X X X X X . . . .\n"
     "O O O O O a . . .\n"
     "X X X X X . . . .\n"
     ". . . . . . . . .\n"
     ". . . . . . . . .\n"},
    {"fills no eye of its own", 'a', BLACK,
     "b X . . .\n"
     "X X . . .\n"
     ". . . . .\n"
     ". . a . .\n"
     ". . . . .\n"},
    {"does not put four stones in atari", 'a', BLACK,
     ". . . . . . .\n"
     ". O O O O . .\n"
     "O X X X b . .\n"
     ". O O O O . .\n"
     ". . . . . . .\n"
     ". a . . . . .\n"
     ". . . . . . .\n"},
    {"does not run out of a ladder", 'a', WHITE,
     ". . . . . . .\n"
     ". . . . . . .\n"
     ". . . . . . .\n"
     ". . X b . . .\n"
     ". . X O X . .\n"
     ". . . X . . .\n"
     ". . . . . a .\n"},
    {"does not connect along the edge to die", 'a', BLACK,
     ". . . . . . .\n"
     ". a . . . . .\n"
     ". . . . . . .\n"
     "O O O O O O .\n"
     "O X . X O . .\n"
     ". b X O O . .\n"
     "O O O . . . .\n"},
    {"leaves a seki alone", 'a', BLACK,
     "X b O X . .\n"
     "X O O X . .\n"
     "X . O X . .\n"
     "O O O X a .\n"
     "X X X X . .\n"
     ". . . . . .\n"},
    {"fills a killing shape although it is self-atari", 'b', BLACK,
     "X O . . .\n"
     "b O . . .\n"
     ". O . . .\n"
     "O O . a .\n"
     ". . . . .\n"},
};

static void reading_has_the_last_word(void **state)
{
    (void)state;
    struct tactics *const tactics = malloc(sizeof *tactics);
    struct candidates candidates;
    int wrong = 0;
    tactics_clear(tactics);
    candidates_init(&candidates, 0);
    for (size_t i = 0; i < sizeof questions / sizeof *questions; i++) {
        struct dilemma const *const ask = &questions[i];
        struct board board;
        char marks[POINTS];
        float total = 0;
        diagram_read(&board, ask->diagram, marks);
        board_turn(&board, ask->color);
        tactics_read(tactics, &board);
        point const at_a = diagram_find(&board, marks, 'a');
        point const at_b = diagram_find(&board, marks, 'b');
        candidates_clear(&candidates);
        for (int j = 0; j < board.empty_count; j++)
            if (board_is_legal(&board, board.empty[j], ask->color, false))
                candidates_at(&candidates, board.empty[j])->prediction =
                    0.1f / (float)board.empty_count;
        candidates_at(&candidates, at_a)->prediction = 0.01f;
        candidates_at(&candidates, at_b)->prediction = 0.3f;
        prudence_weigh(tactics, &candidates);
        for (int j = 0; j < candidates.count; j++)
            total += candidates.list[j].p;
        assert_true(total > 0.999f && total < 1.001f);
        float const a = candidates_find(&candidates, at_a)->p;
        float const b = candidates_find(&candidates, at_b)->p;
        if ((a > b) != (ask->better == 'a')) {
            print_error("it %s: a %.4f, b %.4f\n%s", ask->what, (double)a, (double)b,
                        ask->diagram);
            wrong++;
        }
    }
    free(tactics);
    candidates_release(&candidates);
    assert_int_equal(wrong, 0);
}

int main(void)
{
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(reading_has_the_last_word),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
