#include "tests/support/naive.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

static char other(char who)
{
    return who == 'X' ? 'O' : 'X';
}

static void remember(struct naive *naive)
{
    assert(naive->past_count < NAIVE_PAST);
    naive->past[naive->past_count++] = naive->now;
}

void naive_start(struct naive *naive, int width, int height)
{
    memset(naive, 0, offsetof(struct naive, past));
    naive->past_count = 0;
    naive->width = width;
    naive->height = height;
    memset(naive->now.at, '#', sizeof naive->now.at);
    for (int row = 1; row <= height; row++)
        memset(&naive->now.at[row][1], '.', (size_t)width);
    naive->now.to_move = 'X';
    remember(naive);
}

/* Spread over all connected points like the one at (COLUMN, ROW), replacing
   them by MARK; every different neighbour is counted in BORDER once for each
   time it is met.  Returns the number of points.  */
static int flood(char at[NAIVE_SIDE][NAIVE_SIDE], int column, int row, char mark,
                 int border[128])
{
    char const kind = at[row][column];
    int size = 1;
    at[row][column] = mark;
    for (int side = 0; side < 4; side++) {
        int const c = column + (side == 0) - (side == 1);
        int const r = row + (side == 2) - (side == 3);
        if (at[r][c] == kind)
            size += flood(at, c, r, mark, border);
        else
            border[(int)at[r][c]]++;
    }
    return size;
}

static bool touches(char at[NAIVE_SIDE][NAIVE_SIDE], int column, int row, char mark)
{
    return at[row][column - 1] == mark || at[row][column + 1] == mark ||
           at[row - 1][column] == mark || at[row + 1][column] == mark;
}

static int chain_liberties(struct naive_position const *position, int column, int row,
                           int *stones)
{
    struct naive_position copy = *position;
    int border[128] = {0}, liberties = 0;
    *stones = flood(copy.at, column, row, '*', border);
    for (int r = 1; r < NAIVE_SIDE - 1; r++)
        for (int c = 1; c < NAIVE_SIDE - 1; c++)
            liberties += copy.at[r][c] == '.' && touches(copy.at, c, r, '*');
    return liberties;
}

int naive_liberties(struct naive const *naive, int column, int row, int *stones)
{
    return chain_liberties(&naive->now, column, row, stones);
}

/* Take the chain at (COLUMN, ROW) off if it has no liberty.  */
static int capture(struct naive_position *position, int column, int row)
{
    struct naive_position copy = *position;
    int border[128] = {0};
    int const stones = flood(copy.at, column, row, '*', border);
    if (border['.'])
        return 0;
    for (char *p = copy.at[0]; p < copy.at[NAIVE_SIDE - 1]; p++)
        if (*p == '*')
            *p = '.';
    *position = copy;
    return stones;
}

void naive_try(struct naive const *naive, int column, int row, char who,
               struct naive_move *move)
{
    memset(move, 0, sizeof *move);
    move->after = naive->now;
    move->on_stone = naive->now.at[row][column] != '.';
    if (move->on_stone)
        return;
    char(*const at)[NAIVE_SIDE] = move->after.at;
    at[row][column] = who;
    move->after.to_move = other(who);
    for (int side = 0; side < 4; side++) {
        int const c = column + (side == 0) - (side == 1);
        int const r = row + (side == 2) - (side == 3);
        if (at[r][c] == other(who))
            move->captured[who == 'X'] += capture(&move->after, c, r);
    }
    move->captured[who == 'O'] = capture(&move->after, column, row);
    move->suicide = move->captured[who == 'O'] > 0;
    move->nothing_changes = memcmp(at, naive->now.at, sizeof naive->now.at) == 0;
}

static bool same_stones(struct naive_position const *a, struct naive_position const *b)
{
    return memcmp(a->at, b->at, sizeof a->at) == 0;
}

bool naive_is_legal(struct naive const *naive, struct naive_move const *move,
                    enum naive_ko ko, bool suicide)
{
    if (move->on_stone || move->nothing_changes || (move->suicide && !suicide))
        return false;
    struct naive_position const *const now = &naive->past[naive->past_count - 1];
    /* Whose turn it is may never bring back the position before the last move;
       the superko rules ask about all that went before.  */
    if (move->after.to_move != now->to_move && naive->past_count > 1 &&
        same_stones(&now[-1], &move->after))
        return false;
    for (int i = 0; i < naive->past_count && ko != NAIVE_SIMPLE; i++)
        if (same_stones(&naive->past[i], &move->after) &&
            (ko == NAIVE_POSITIONAL || naive->past[i].to_move == move->after.to_move))
            return false;
    return true;
}

void naive_make(struct naive *naive, struct naive_move const *move)
{
    naive->now = move->after;
    naive->captured[0] += move->captured[0];
    naive->captured[1] += move->captured[1];
    remember(naive);
}

void naive_pass(struct naive *naive, char who)
{
    naive->now.to_move = other(who);
    remember(naive);
}

int naive_score(struct naive const *naive, bool territory,
                char fate[NAIVE_SIDE][NAIVE_SIDE])
{
    struct naive_position left = naive->now;
    int score = territory ? naive->captured[1] - naive->captured[0] : 0;
    for (int r = 1; r <= naive->height; r++)
        for (int c = 1; c <= naive->width; c++) {
            int const sign = (left.at[r][c] == 'X') - (left.at[r][c] == 'O');
            if (sign && fate && fate[r][c] == 'd') {
                left.at[r][c] = '.';
                score -= territory ? sign : 0;
            } else if (sign && !territory)
                score += sign;
            else if (sign && fate && fate[r][c] == 's')
                left.at[r][c] = left.at[r][c] == 'X' ? 'x' : 'o';
        }
    for (int r = 1; r <= naive->height; r++)
        for (int c = 1; c <= naive->width; c++) {
            int border[128] = {0};
            if (left.at[r][c] != '.')
                continue;
            int const size = flood(left.at, c, r, '-', border);
            if (border['X'] && !border['O'] && !border['o'] && !border['x'])
                score += size;
            if (border['O'] && !border['X'] && !border['o'] && !border['x'])
                score -= size;
        }
    return score;
}
