#include <config.h>

#include "player/beside.h"

#include <stdio.h>

#include "engine/base/printed.h"

static bool is_wanted(struct board const *board, point p, struct wanted_chains wanted)
{
    int const liberties = board_liberties(board, p);
    return board_color(board, p) == wanted.color && wanted.least <= liberties &&
           liberties <= wanted.most;
}

int chains_beside(struct board const *board, point at, struct wanted_chains wanted,
                  point list[static 4])
{
    int const all = board_chains_beside(board, at, wanted.color, list);
    int count = 0;
    for (int i = 0; i < all; i++)
        if (is_wanted(board, list[i], wanted))
            list[count++] = list[i];
    return count;
}

point chain_alone(struct board const *board, struct wanted_chains wanted, int stones)
{
    point found = NOWHERE;
    for (point p = board_first_point(); p; p = board_next_point(board, p)) {
        if (!is_wanted(board, p, wanted) ||
            board_chain(board, p)->stone_count != stones)
            continue;
        if (found != NOWHERE && board->slot[found] != board->slot[p])
            return NOWHERE;
        found = p;
    }
    return found;
}

int chains_stones(struct board const *board, point const list[], int count)
{
    int stones = 0;
    for (int i = 0; i < count; i++)
        stones += board_chain(board, list[i])->stone_count;
    return stones;
}

char const *places_name(point const list[], int count, char text[static PLACES_TEXT])
{
    size_t used = 0;
    text[0] = '\0';
    for (int i = 0; i < count && used < PLACES_TEXT; i++) {
        char name[POINT_TEXT];
        used += (size_t)snprintf(text + used, PLACES_TEXT - used, "%s%s",
                                 print_joint(!i, i == count - 1),
                                 point_format(list[i], name));
    }
    return text;
}
