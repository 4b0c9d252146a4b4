#include <config.h>

#include "engine/records/walk.h"

#include <stdlib.h>
#include <xalloc.h>

void telling_start(struct telling *telling, struct game const *game)
{
    replay_start(&telling->walk, game);
    telling->situation = (struct situation){.board = &telling->walk.board};
}

/* The move that WALK is at has been looked at: it belongs to the past.  */
static void note_move(struct telling *telling)
{
    size_t const count = (size_t)telling->walk.number;
    if (count == telling->capacity)
        telling->moves =
            x2nrealloc(telling->moves, &telling->capacity, sizeof *telling->moves);
    telling->moves[count] = telling->walk.move;
}

bool telling_next(struct telling *telling, struct failure *why)
{
    struct replay *const walk = &telling->walk;
    if (walk->pending)
        note_move(telling);
    if (!replay_next(walk, why))
        return false;
    if (walk->board.to_move != walk->move.color)
        board_turn(&walk->board, (enum color)walk->move.color);
    telling->situation.moves = telling->moves;
    telling->situation.move_count = walk->number;
    return true;
}

void telling_release(struct telling *telling)
{
    free(telling->moves);
}
