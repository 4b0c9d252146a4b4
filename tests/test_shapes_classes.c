/* The classes of moves that Katsunari missed or wrongly proposed (Sei and
   Kawashima 1999), as local positions from test games, with the verdict of the
   memory alone.  A class is a file of drawings of 11x11 points around a move of
   X, '*'; '#' is off the board.  Their sorting was done by program: captures and
   escapes from atari; ataris that were answered at once; joining two chains or
   coming between two; late moves on the first two lines; points of the first line
   among opponent's stones only, where a jump makes no sense; 2-1 points among
   opponent's chains of six and more liberties, where there is nothing to kill; moves
   that leave four and more own stones in atari; and moves on the first two lines in
   the first 45, far from the corners and with no stone near.  */
#include "tests/testing.h"

#include "patterns/shapes_source.h"

enum { SIDE = 11, MIDDLE = SIDE / 2, INNER = 3, POSITIONS_MAX = 40 };

struct drawing {
    char at[SIDE][SIDE]; /* the top row first */
};

static struct memory *memory;

static int open_memory(void **state)
{
    (void)state;
    struct failure why;
    memory = memory_open("patterns/shapes.hishi", &why);
    if (!memory)
        print_message("%s\n", why.text);
    return memory ? 0 : -1;
}

static int close_memory(void **state)
{
    (void)state;
    memory_close(memory);
    return 0;
}

static int read_drawings(char const *file, struct drawing list[])
{
    char path[256], line[128];
    snprintf(path, sizeof path, "tests/data/shapes/%s.txt", file);
    FILE *const in = fopen(path, "r");
    assert_non_null(in);
    int count = 0, row = 0;
    while (fgets(line, sizeof line, in)) {
        if (strlen(line) < 2 * SIDE - 1)
            continue;
        assert_true(count < POSITIONS_MAX);
        for (int column = 0; column < SIDE; column++)
            list[count].at[row][column] = line[2 * column];
        if (++row == SIDE) {
            count++;
            row = 0;
        }
    }
    fclose(in);
    return count;
}

/* On which column or row the middle lies: told by how much is off the board on
   either side of it.  */
static int place_of(int off_before, int off_behind)
{
    return off_before   ? MIDDLE + 1 - off_before
           : off_behind ? 19 - MIDDLE + off_behind
                        : 10;
}

static point set_up(struct drawing const *drawing, struct board *board)
{
    int off[4] = {0}; /* west, east, south, north */
    for (int i = 0; i < MIDDLE; i++) {
        off[0] += drawing->at[MIDDLE][i] == '#';
        off[1] += drawing->at[MIDDLE][SIDE - 1 - i] == '#';
        off[2] += drawing->at[SIDE - 1 - i][MIDDLE] == '#';
        off[3] += drawing->at[i][MIDDLE] == '#';
    }
    int const x = place_of(off[0], off[1]), y = place_of(off[2], off[3]);
    board_init(board, 19, 19);
    for (int row = 0; row < SIDE; row++)
        for (int column = 0; column < SIDE; column++) {
            char const c = drawing->at[row][column];
            if (c == 'X' || c == 'O')
                board_set(board, point_at(x + column - MIDDLE, y + MIDDLE - row),
                          c == 'X' ? BLACK : WHITE);
        }
    return point_at(x, y);
}

/* The place of AT, from 1, among the points within INNER columns and rows of it;
   0: it is no candidate.  CHOICE: how many candidates there are.  */
static int place_among_near(struct shapes *shapes, struct board const *board, point at,
                            int *choice)
{
    struct vote const *const votes = shapes_votes(shapes, board);
    int place = 1;
    *choice = 0;
    for (point p = board_first_point(); p; p = board_next_point(board, p))
        if (abs(point_column(p) - point_column(at)) <= INNER &&
            abs(point_row(p) - point_row(at)) <= INNER && votes[p].known) {
            ++*choice;
            place += votes[p].rate > votes[at].rate;
        }
    return votes[at].known ? place : 0;
}

/* GOOD classes: how many moves are among the best five of their surroundings; bad
   ones: how many are not in the better half.  LEAST is what the memory reaches
   today.  */
struct class
{
    char const *file;
    bool good;
    int least;
};

static void check_class(struct class const *class)
{
    struct drawing list[POSITIONS_MAX];
    struct shapes *const shapes = shapes_new(memory, similarity_find("learnt"));
    int const count = read_drawings(class->file, list);
    int passed = 0;
    assert_true(count >= 20);
    for (int i = 0; i < count; i++) {
        static struct board board;
        int choice;
        point const at = set_up(&list[i], &board);
        assert_true(board_is_legal(&board, at, BLACK, false));
        int const place = place_among_near(shapes, &board, at, &choice);
        passed += class->good ? place >= 1 && place <= 5 : !place || 2 * place > choice;
    }
    print_message("%s: %d of %d\n", class->file, passed, count);
    assert_true(passed >= class->least);
    shapes_free(shapes);
}

static void remembers_captures_and_escapes(void **state)
{
    (void)state;
    check_class(&(struct class){"capture", true, 21});
}

static void remembers_forcing_moves(void **state)
{
    (void)state;
    check_class(&(struct class){"forcing", true, 20});
}

static void remembers_cuts_and_connections(void **state)
{
    (void)state;
    check_class(&(struct class){"cut", true, 15});
}

static void remembers_the_endgame(void **state)
{
    (void)state;
    check_class(&(struct class){"endgame", true, 17});
}

static void does_not_jump_along_the_edge_alone(void **state)
{
    (void)state;
    check_class(&(struct class){"jump", false, 13});
}

static void does_not_play_inside_what_lives(void **state)
{
    (void)state;
    check_class(&(struct class){"nakade", false, 19});
}

static void does_not_throw_chains_away(void **state)
{
    (void)state;
    check_class(&(struct class){"selfatari", false, 13});
}

static void does_not_crawl_before_the_big_points_are_taken(void **state)
{
    (void)state;
    check_class(&(struct class){"lowvalue", false, 20});
}

int main(void)
{
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(remembers_captures_and_escapes),
        cmocka_unit_test(remembers_forcing_moves),
        cmocka_unit_test(remembers_cuts_and_connections),
        cmocka_unit_test(remembers_the_endgame),
        cmocka_unit_test(does_not_jump_along_the_edge_alone),
        cmocka_unit_test(does_not_play_inside_what_lives),
        cmocka_unit_test(does_not_throw_chains_away),
        cmocka_unit_test(does_not_crawl_before_the_big_points_are_taken),
    };
    return cmocka_run_group_tests(tests, open_memory, close_memory);
}
