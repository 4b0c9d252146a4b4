#include <config.h>

#include "engine/reading/playout.h"

#include <assert.h>
#include <string.h>

/* Is P a move a playout considers?  When every neighbour is taken, no branch
   predictor knows the answer, so two questions are asked at once: numbers
   below 2^31 have a negative with the highest bit set unless they are 0.  */
static inline bool is_sensible(struct board const *board, point p, enum color color)
{
    assert(board->color[p] == EMPTY);
    if (board_touches_empty(board, p))
        return true;
    unsigned const flaws = board_eye_flaws(board, p, color);
    unsigned const breaths = board_breaths(board, p, color);
    return (-flaws & -breaths) >> 31 && p != board->ko;
}

/* A point that turns out bad is swapped out of the part that is drawn from.  */
point playout_draw(struct board *board, struct rng *rng)
{
    enum color const color = (enum color)board->to_move;
    for (uint32_t left = board->empty_count; left; left--) {
        uint32_t const drawn = rng_below(rng, left);
        point const p = board->empty[drawn];
        if (is_sensible(board, p, color))
            return p;
        board_swap_empty(board, drawn, left - 1);
    }
    return PASS;
}

int playout_uniform(struct board *board, struct rng *rng)
{
    int const limit = playout_limit(board);
    int moves = 0;
    while (board->passes < 2 && moves < limit) {
        board_play(board, playout_draw(board, rng), (enum color)board->to_move);
        moves++;
    }
    return moves;
}

enum color playout_owner(struct board const *board, point p)
{
    if (board->color[p] != EMPTY)
        return board_color(board, p);
    int seen = 0;
    for (int i = 0; i < 4; i++)
        seen |= 1 << board->color[p + neighbour[i]];
    seen &= 1 << BLACK | 1 << WHITE | 1 << EMPTY;
    return seen == 1 << BLACK ? BLACK : seen == 1 << WHITE ? WHITE : EMPTY;
}

int playout_score(struct board const *board)
{
    int score = board->stones[BLACK] - board->stones[WHITE];
    for (int i = 0; i < board->empty_count; i++) {
        enum color const owner = playout_owner(board, board->empty[i]);
        score += (owner == BLACK) - (owner == WHITE);
    }
    return score;
}

static void add_owners(struct board const *board, int32_t owner[POINTS])
{
    for (point p = board_first_point(); p; p = board_next_point(board, p)) {
        enum color const color = playout_owner(board, p);
        owner[p] += (color == BLACK) - (color == WHITE);
    }
}

void playout_ownership(struct board const *board, int playouts, double komi,
                       struct rng *rng, struct ownership *out)
{
    long points = 0, wins = 0;
    memset(out, 0, sizeof *out);
    for (int i = 0; i < playouts; i++) {
        struct board end;
        board_copy(&end, board);
        playout_uniform(&end, rng);
        int const score = playout_score(&end);
        points += score;
        wins += score > komi;
        add_owners(&end, out->owner);
    }
    out->playouts = playouts;
    out->black_mean = playouts ? (double)points / playouts : 0;
    out->black_wins = playouts ? (double)wins / playouts : 0;
}
