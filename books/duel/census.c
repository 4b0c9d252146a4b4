#include <config.h>

#include "books/duel/census.h"

static void count_position(struct book_position const *position, struct census_row *row,
                           int moves)
{
    row->positions++;
    row->moves += (uint32_t)moves;
    row->avoided += (uint32_t)(position->count - moves);
}

void book_count(struct book const *book, struct book_census *census)
{
    *census = (struct book_census){.plies = 0};
    for (uint32_t i = 0; i < book->count; i++) {
        struct book_position const *const position = &book->positions[i];
        int const ply = position->way.count;
        int moves = 0;
        for (int k = 0; k < position->count; k++)
            moves += position->answers[k].probability > 0;
        count_position(position, &census->all, moves);
        count_position(position, &census->by_ply[ply], moves);
        census->with[moves < CENSUS_ANSWERS ? moves : CENSUS_ANSWERS]++;
        census->plies = ply >= census->plies ? ply + 1 : census->plies;
    }
}
