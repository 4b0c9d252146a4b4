#include "tests/support/testing.h"

#include "tests/support/diagram.h"

static enum color stone_of(char mark)
{
    if (mark && strchr("Xx#", mark))
        return BLACK;
    return mark && strchr("Oo@", mark) ? WHITE : EMPTY;
}

void diagram_read(struct board *board, char const *diagram, char marks[POINTS])
{
    char drawn[BOARD_MAX * BOARD_MAX];
    int width = 0, height = 0, count = 0;
    for (char const *c = diagram; *c; c++) {
        if (*c == '\n')
            height++;
        else if (*c != ' ')
            drawn[count++] = *c;
    }
    assert_true(height > 0 && count % height == 0);
    width = count / height;
    board_init(board, width, height);
    for (int i = 0; i < count; i++) {
        point const p = point_at(i % width + 1, height - i / width);
        if (marks)
            marks[p] = drawn[i];
        if (stone_of(drawn[i]) != EMPTY)
            board_set(board, p, stone_of(drawn[i]));
    }
}

point diagram_find(struct board const *board, char const marks[POINTS], char mark)
{
    point found = NOWHERE;
    for (point p = board_first_point(); p; p = board_next_point(board, p))
        if (marks[p] == mark) {
            assert_int_equal(found, NOWHERE);
            found = p;
        }
    assert_int_not_equal(found, NOWHERE);
    return found;
}
