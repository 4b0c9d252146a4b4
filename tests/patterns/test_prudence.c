#include "tests/support/testing.h"

#include "tests/support/diagram.h"

#include "patterns/model/prudence.h"

/* Black or White to move; a model that thinks nothing of a but likes b.  The
   one that reading prefers has to come out on top.  */
struct question {
    char const *what;
    char better;
    enum color color;
    char const *diagram;
};

static struct question const questions[] = {
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
    struct features *const features = calloc(1, sizeof *features);
    int wrong = 0;
    tactics_clear(tactics);
    for (size_t i = 0; i < sizeof questions / sizeof *questions; i++) {
        struct question const *const ask = &questions[i];
        struct board board;
        char marks[POINTS];
        float p[AREA_MAX + 1], total = 0;
        int a = 0, b = 0;
        diagram_read(&board, ask->diagram, marks);
        board_turn(&board, ask->color);
        tactics_read(tactics, &board);
        point const at_a = diagram_find(&board, marks, 'a');
        point const at_b = diagram_find(&board, marks, 'b');
        features->count = 0;
        for (int j = 0; j < board.empty_count; j++)
            if (board_is_legal(&board, board.empty[j], ask->color, false)) {
                a = board.empty[j] == at_a ? features->count : a;
                b = board.empty[j] == at_b ? features->count : b;
                p[features->count] = 0.1f / (float)board.empty_count;
                features->list[features->count++].at = board.empty[j];
            }
        p[a] = 0.01f;
        p[b] = 0.3f;
        prudence_weigh(tactics, features, p);
        for (int j = 0; j < features->count; j++)
            total += p[j];
        assert_true(total > 0.999f && total < 1.001f);
        if ((p[a] > p[b]) != (ask->better == 'a')) {
            print_error("it %s: a %.4f, b %.4f\n%s", ask->what, p[a], p[b],
                        ask->diagram);
            wrong++;
        }
    }
    free(tactics);
    free(features);
    assert_int_equal(wrong, 0);
}

int main(void)
{
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(reading_has_the_last_word),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
