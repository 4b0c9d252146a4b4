#include "tests/support/testing.h"

#include "tests/support/drawings.h"

enum { MIDDLE = DRAWING_SIDE / 2 };

int drawings_read(char const *name, struct drawing list[DRAWINGS_MAX])
{
    char path[256], line[128];
    snprintf(path, sizeof path, "tests/data/shapes/%s.txt", name);
    FILE *const in = fopen(path, "r");
    assert_non_null(in);
    int count = 0, row = 0;
    while (fgets(line, sizeof line, in)) {
        if (strlen(line) < 2 * DRAWING_SIDE - 1)
            continue;
        assert_true(count < DRAWINGS_MAX);
        for (int column = 0; column < DRAWING_SIDE; column++)
            list[count].at[row][column] = line[2 * column];
        if (++row == DRAWING_SIDE) {
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

static point middle_of(struct drawing const *drawing)
{
    int off[4] = {0}; /* west, east, south, north */
    for (int i = 0; i < MIDDLE; i++) {
        off[0] += drawing->at[MIDDLE][i] == '#';
        off[1] += drawing->at[MIDDLE][DRAWING_SIDE - 1 - i] == '#';
        off[2] += drawing->at[DRAWING_SIDE - 1 - i][MIDDLE] == '#';
        off[3] += drawing->at[i][MIDDLE] == '#';
    }
    return point_at(place_of(off[0], off[1]), place_of(off[2], off[3]));
}

point drawing_set_up(struct drawing const *drawing, struct board *board, point last[3])
{
    point const at = middle_of(drawing);
    board_init(board, 19, 19);
    last[EMPTY] = last[BLACK] = last[WHITE] = NOWHERE;
    for (int row = 0; row < DRAWING_SIDE; row++)
        for (int column = 0; column < DRAWING_SIDE; column++) {
            char const c = drawing->at[row][column];
            enum color const color = strchr("Xx", c)   ? BLACK
                                     : strchr("Oo", c) ? WHITE
                                                       : EMPTY;
            if (color == EMPTY)
                continue;
            point const p = point_at(point_column(at) + column - MIDDLE,
                                     point_row(at) + MIDDLE - row);
            if (c == 'x' || c == 'o')
                last[color] = p;
            else
                board_set(board, p, color);
        }
    return at;
}
