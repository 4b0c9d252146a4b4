/* player/beside.h -- the chains that a move is about, and how they are named.

   A chain is named by one of its stones, the one nearest to the move: "K10".  */
#pragma once

#include "engine/go/board.h"

enum { ANY_LIBERTIES = AREA_MAX, PLACES_TEXT = 64 };

/* Chains of one colour, of at least LEAST and at most MOST liberties.  */
struct wanted_chains {
    enum color color;
    int least, most;
};

/* Those next to AT, a stone of each into LIST; returns how many.  */
int chains_beside(struct board const *board, point at, struct wanted_chains wanted,
                  point list[static 4]);

/* The only one of exactly so many STONES on the whole board, or NOWHERE.  */
point chain_alone(struct board const *board, struct wanted_chains wanted, int stones);

int chains_stones(struct board const *board, point const list[], int count);

/* "K10", "K10 and M10", "K10, M10 and L9".  */
char const *places_name(point const list[], int count, char text[static PLACES_TEXT]);
