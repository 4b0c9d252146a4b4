#include <config.h>

#include "engine/records/situations.h"

#include <assert.h>
#include <stdlib.h>
#include <xalloc.h>

void situations_start(struct situations *situations, struct game const *game)
{
    replay_start(&situations->walk, game);
    situations->situation = (struct situation){.board = &situations->walk.board};
}

/* The move that WALK is at has been looked at: it belongs to the past.  */
static void note_move(struct situations *situations)
{
    size_t const count = (size_t)situations->walk.number;
    assert(count <= situations->capacity && "moves are noted one by one");
    if (count == situations->capacity)
        situations->moves = x2nrealloc(situations->moves, &situations->capacity,
                                       sizeof *situations->moves);
    situations->moves[count] = situations->walk.move;
}

bool situations_next(struct situations *situations, struct failure *why)
{
    struct replay *const walk = &situations->walk;
    if (walk->pending)
        note_move(situations);
    if (!replay_next(walk, why))
        return false;
    if (walk->board.to_move != walk->move.color)
        board_turn(&walk->board, (enum color)walk->move.color);
    assert((size_t)walk->number <= situations->capacity);
    situations->situation.moves = situations->moves;
    situations->situation.move_count = walk->number;
    return true;
}

void situations_release(struct situations *situations)
{
    free(situations->moves);
}
