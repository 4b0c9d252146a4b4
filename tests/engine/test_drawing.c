#include "tests/support/testing.h"

#include "engine/go/drawing.h"

static char const *drawn(struct board const *board, struct look const *look)
{
    static char text[2][16384];
    static int turn;
    turn = !turn;
    FILE *const out = fmemopen(text[turn], sizeof text[turn], "w");
    drawing_put(board, look, out);
    fclose(out);
    return text[turn];
}

static void draws_stones_and_marks_the_last_move(void **state)
{
    (void)state;
    struct board board;
    board_init(&board, 4, 3);
    board_play(&board, point_at(1, 3), BLACK);
    board_play(&board, point_at(4, 1), WHITE);
    assert_string_equal(drawn(&board, &look_plain), "   A B C D\n"
                                                    " 3 X . . . 3\n"
                                                    " 2 . . . . 2\n"
                                                    " 1 . . .(O)1\n"
                                                    "   A B C D\n");
    board_play(&board, point_at(1, 2), BLACK);
    board_play(&board, PASS, WHITE);
    assert_string_equal(drawn(&board, &look_plain), "   A B C D\n"
                                                    " 3 X . . . 3\n"
                                                    " 2 X . . . 2\n"
                                                    " 1 . . . O 1\n"
                                                    "   A B C D\n");
}

static void dots_boards_as_they_are_made(void **state)
{
    (void)state;
    static struct {
        int width, height, stars;
    } const boards[] = {{6, 6, 0},   {7, 7, 4},   {8, 8, 4},   {9, 9, 5},   {12, 12, 4},
                        {13, 13, 5}, {14, 14, 4}, {15, 15, 9}, {19, 19, 9}, {25, 25, 9},
                        {9, 13, 5},  {2, 2, 0},   {19, 5, 0}};
    for (size_t i = 0; i < sizeof boards / sizeof *boards; i++) {
        struct board board;
        int stars = 0;
        board_init(&board, boards[i].width, boards[i].height);
        for (point p = board_first_point(); p; p = board_next_point(&board, p))
            stars += drawing_is_star(boards[i].width, boards[i].height, p);
        assert_int_equal(stars, boards[i].stars);
    }
}

/* The text in colour with its colours taken out and its signs made letters.  */
static void make_plain(char const *from, char *to)
{
    static char const *const signs[][2] = {{"·", "."}, {"●", "*"}};
    while (*from) {
        int row = 0;
        while (row < 2 && strncmp(from, signs[row][0], strlen(signs[row][0])) != 0)
            row++;
        if (*from == '\033') {
            from = strchr(from, 'm') + 1;
        } else if (row < 2) {
            *to++ = signs[row][1][0];
            from += strlen(signs[row][0]);
        } else {
            *to++ = *from++;
        }
    }
    *to = '\0';
}

/* Every colour ends at the end of its row, and nothing is out of place.  */
static void draws_the_same_in_colour(void **state)
{
    (void)state;
    struct board board;
    char plain[4096];
    board_init(&board, 9, 9);
    board_play(&board, point_at(3, 3), BLACK);
    board_play(&board, point_at(9, 9), WHITE);
    char *const expected = strdup(drawn(&board, &look_plain));
    char const *const colored = drawn(&board, &look_ansi);
    for (char *c = expected; *c; c++) /* a 9x9 board has no columns X and O */
        if (*c == 'X' || *c == 'O')
            *c = '*';
    make_plain(colored, plain);
    assert_string_equal(plain, expected);
    for (char const *line = strchr(colored, '\n'); line;
         line = strchr(line + 1, '\n')) {
        char const *const end = strchr(line + 1, '\n');
        char const *color = NULL;
        for (char const *c = line; end && c < end; c++)
            color = *c == '\033' ? c : color;
        assert_true(!color || strncmp(color, "\033[0m", 4) == 0);
    }
    free(expected);
}

static void marks_two_moves_and_fences_points_in(void **state)
{
    (void)state;
    struct board board;
    struct drawing_marks marks = {.before = point_at(2, 2)};
    char text[256];
    board_init(&board, 5, 3);
    board_play(&board, point_at(2, 2), BLACK);
    board_play(&board, point_at(3, 2), WHITE);
    for (int column = 4; column <= 5; column++)
        points_add(&marks.fenced, point_at(column, 1));
    points_add(&marks.fenced, point_at(1, 3));
    points_add(&marks.fenced, point_at(4, 2));
    FILE *const out = fmemopen(text, sizeof text, "w");
    drawing_put_marked(&board, &look_plain, &marks, out);
    fclose(out);
    assert_string_equal(text, "   A B C D E\n"
                              " 3<.>. . . . 3\n"
                              " 2 .[X(O).>. 2\n"
                              " 1 . . .<. .>1\n"
                              "   A B C D E\n");
}

int main(void)
{
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(draws_stones_and_marks_the_last_move),
        cmocka_unit_test(dots_boards_as_they_are_made),
        cmocka_unit_test(draws_the_same_in_colour),
        cmocka_unit_test(marks_two_moves_and_fences_points_in),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
