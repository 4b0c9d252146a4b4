#include <config.h>

#include "tools/judged/review.h"

#include "engine/reading/race.h"
#include "engine/records/situations.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <xalloc.h>

enum {
    SUSPECTS = 3, /* moves that long searches look at */
    RACE_BUDGET = 2000,
    LITTLE_LEFT = 40, /* percent of the points are empty: the endgame */
};

/* By how much a chain's owner must change to have been what it was about.  */
static double const turns = 0.7;

char const *const mistake_names[MISTAKES] = {
    [MISTAKE_RACE] = "race",       [MISTAKE_CAPTURE] = "capture",
    [MISTAKE_LIFE] = "life",       [MISTAKE_CUT] = "cut",
    [MISTAKE_ENDGAME] = "endgame", [MISTAKE_DIRECTION] = "direction",
};

/* A move of the loser's, and what searches see before and after it.  */
struct suspect {
    struct judged_position before, after;
    struct foresight seen_before, seen_after;
    int move;
    point played;
    double cost; /* in chance to win */
};

struct reviewer {
    struct mind *mind;
    struct tuning tuning;
    int shorter, longer;
    struct situations situations;
    struct judged_position before, now, other;
    struct suspect suspect[SUSPECTS]; /* those that cost most, most first */
    int count;
    struct tactics tactics;
};

struct reviewer *reviewer_new(int shorter, int longer)
{
    struct reviewer *const reviewer = xzalloc(sizeof *reviewer);
    params_reset(tuning_params, &reviewer->tuning);
    reviewer->mind = foresight_mind(1);
    reviewer->shorter = shorter;
    reviewer->longer = longer;
    tactics_clear(&reviewer->tactics);
    return reviewer;
}

void reviewer_free(struct reviewer *reviewer)
{
    if (!reviewer)
        return;
    mind_free(reviewer->mind);
    situations_release(&reviewer->situations);
    free(reviewer);
}

static void see(struct reviewer *reviewer, struct judged_position const *position,
                int playouts, struct foresight *seen)
{
    foresight_search(reviewer->mind, &reviewer->tuning, position, playouts, seen);
}

static double chance(struct foresight const *seen, enum color loser)
{
    return loser == BLACK ? seen->win : 1 - seen->win;
}

/* ---------------------------------------------------------------- suspects */

/* The move MOVE from BEFORE to NOW cost so much.  */
static void suspect(struct reviewer *reviewer, int move, point played, double cost)
{
    int const last =
        reviewer->count < SUSPECTS ? reviewer->count++ : reviewer->count - 1;
    struct suspect *const list = reviewer->suspect;
    if (list[last].move && list[last].cost >= cost)
        return;
    list[last].before = reviewer->before;
    list[last].after = reviewer->now;
    list[last].move = move;
    list[last].played = played;
    list[last].cost = cost;
    for (int i = last; i > 0 && list[i].cost > list[i - 1].cost; i--) {
        struct suspect const less = list[i - 1];
        list[i - 1] = list[i];
        list[i] = less;
    }
}

/* Short searches, move by move.  */
static bool suspect_moves(struct reviewer *reviewer, struct game const *game,
                          enum color loser, struct failure *why)
{
    struct replay const *const walk = &reviewer->situations.walk;
    double before = NAN;
    point played = PASS;
    reviewer->now.komi = game->komi;
    situations_start(&reviewer->situations, game);
    while (situations_next(&reviewer->situations, why)) {
        struct foresight seen;
        reviewer->before = reviewer->now;
        judged_take(&reviewer->now, &reviewer->situations.situation);
        see(reviewer, &reviewer->now, reviewer->shorter, &seen);
        bool const at_turn = walk->board.to_move == loser;
        if (!at_turn && played != PASS)
            suspect(reviewer, walk->number, played, before - chance(&seen, loser));
        before = chance(&seen, loser);
        played = at_turn ? walk->move.at : PASS;
    }
    return !why->text[0];
}

/* Long ones, at the moves that are suspected; the one that cost most.  */
static struct suspect *convict(struct reviewer *reviewer, enum color loser)
{
    struct suspect *most = NULL;
    for (int i = 0; i < reviewer->count; i++) {
        struct suspect *const one = &reviewer->suspect[i];
        see(reviewer, &one->before, reviewer->longer, &one->seen_before);
        see(reviewer, &one->after, reviewer->longer, &one->seen_after);
        one->cost = chance(&one->seen_before, loser) - chance(&one->seen_after, loser);
        most = !most || one->cost > most->cost ? one : most;
    }
    return most;
}

/* ---------------------------------------------------------------- what it was about */

/* Who owns the chain of the stone at P, 1 OF ... -1, as SEEN.  */
static double owned(struct board const *board, point p, struct foresight const *seen,
                    enum color of)
{
    double const black = foresight_owner(seen, board, p);
    return of == BLACK ? black : -black;
}

/* The chain that the better move makes the loser's, and the other the winner's; or
   NOWHERE.  */
static point chain_at_stake(struct board const *board, struct foresight const *better,
                            struct foresight const *played, enum color loser)
{
    double most = turns;
    point which = NOWHERE;
    for (point p = board_first_point(); p; p = board_next_point(board, p)) {
        if (!foresight_counts(board, p))
            continue;
        double const gain =
            owned(board, p, better, loser) - owned(board, p, played, loser);
        if (gain > most) {
            most = gain;
            which = p;
        }
    }
    return which;
}

static bool in_race(struct board const *board, point chain)
{
    struct race list[RACES_MAX];
    struct board copy;
    board_copy(&copy, board);
    int const count = races_find(&copy, RACE_BUDGET, list);
    for (int i = 0; i < count; i++)
        for (int color = BLACK; color <= WHITE; color++)
            if (copy.slot[list[i].count.racer[color].stone] == copy.slot[chain])
                return true;
    return false;
}

/* Does reading catch CHAIN, if the other side moves first?  */
static bool is_caught(struct reviewer *reviewer, struct suspect const *blunder,
                      point chain, enum color loser)
{
    struct board const *const before = &blunder->before.board;
    struct board const *const board =
        before->color[chain] == loser ? &blunder->after.board : before;
    tactics_read(&reviewer->tactics, board);
    struct chain_reading const *const reading =
        tactics_chain(&reviewer->tactics, chain);
    return reading && reading->attack == WORKS;
}

static bool cuts_or_connects(struct reviewer *reviewer, struct board const *board,
                             point p)
{
    if (p == PASS)
        return false;
    tactics_read(&reviewer->tactics, board);
    return tactics_claims(&reviewer->tactics, p, FACT_CUTS) ||
           tactics_claims(&reviewer->tactics, p, FACT_CONNECTS);
}

static enum mistake mistake_of(struct reviewer *reviewer, struct suspect const *blunder,
                               point chain, enum color loser)
{
    struct board const *const board = &blunder->before.board;
    int const points = board->width * board->height;
    if (chain != NOWHERE)
        return in_race(board, chain)                        ? MISTAKE_RACE
               : is_caught(reviewer, blunder, chain, loser) ? MISTAKE_CAPTURE
                                                            : MISTAKE_LIFE;
    if (cuts_or_connects(reviewer, board, blunder->seen_before.best) ||
        cuts_or_connects(reviewer, &blunder->after.board, blunder->seen_after.best))
        return MISTAKE_CUT;
    return 100 * board->empty_count < LITTLE_LEFT * points ? MISTAKE_ENDGAME
                                                           : MISTAKE_DIRECTION;
}

/* ---------------------------------------------------------------- who knew better */

static int rank_of(struct reviewer *reviewer, struct judged_position const *position,
                   point p)
{
    struct consultation *const consultation = mind_consultation(reviewer->mind);
    struct situation const situation = judged_situation(position);
    consultation_expect(consultation, position->komi);
    struct candidates const *const candidates =
        consult(consultation, &situation, EFFORT_FULL);
    int rank = 1;
    while (rank <= candidates->count && candidates->list[rank - 1].at != p)
        rank++;
    return rank;
}

/* POSITION after one more move.  */
static void play_there(struct judged_position *position, point p)
{
    struct board *const board = &position->board;
    struct move const move = {board->to_move, p};
    if (position->last_count == JUDGED_LAST)
        memmove(position->last, position->last + 1,
                --position->last_count * sizeof *position->last);
    position->last[position->last_count++] = move;
    board_play(board, p, (enum color)move.color);
}

static void describe(struct reviewer *reviewer, struct suspect const *suspect,
                     enum color loser, struct blunder *blunder)
{
    struct board const *const board = &suspect->before.board;
    struct foresight believed, other, short_other, short_after;
    reviewer->other = suspect->before;
    play_there(&reviewer->other, blunder->better);
    see(reviewer, &suspect->before, reviewer->shorter, &believed);
    see(reviewer, &reviewer->other, reviewer->longer, &other);
    see(reviewer, &reviewer->other, reviewer->shorter, &short_other);
    see(reviewer, &suspect->after, reviewer->shorter, &short_after);
    blunder->rank = rank_of(reviewer, &suspect->before, blunder->better);
    blunder->found = believed.best == blunder->better;
    blunder->preferred = chance(&short_other, loser) > chance(&short_after, loser);
    point const chain = chain_at_stake(board, &other, &suspect->seen_after, loser);
    blunder->mistake = mistake_of(reviewer, suspect, chain, loser);
    blunder->chain = chain;
    if (chain == NOWHERE)
        return;
    blunder->stones = board_chain(board, chain)->stone_count;
    blunder->believed = owned(board, chain, &believed, loser);
    blunder->came = owned(board, chain, &suspect->seen_after, loser);
}

bool review_game(struct reviewer *reviewer, struct game const *game, enum color loser,
                 double least, struct blunder *blunder, struct failure *why)
{
    memset(reviewer->suspect, 0, sizeof reviewer->suspect);
    reviewer->count = 0;
    if (!suspect_moves(reviewer, game, loser, why))
        return false;
    struct suspect const *const most = convict(reviewer, loser);
    if (!most || most->cost < least || most->seen_before.best == most->played)
        return false;
    *blunder = (struct blunder){
        .move = most->move,
        .played = most->played,
        .better = most->seen_before.best,
        .before = chance(&most->seen_before, loser),
        .after = chance(&most->seen_after, loser),
    };
    describe(reviewer, most, loser, blunder);
    return true;
}
