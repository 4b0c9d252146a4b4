#include <config.h>

#include "engine/reading/influence.h"

#include "engine/reading/status.h"
#include "engine/reading/survival.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* The first estimates of the safety, by chains, each see the light of the one
   before; the last, by groups, sees theirs.  */
enum { ROUNDS = 2, SWEEPS = 12, LIBERTIES_MAX = 6 };

/* What is left of the light after a step, and how soon a point counts as owned
   by the one who has more of it.  These numbers and the next two tables were set by
   hand; those of the last estimate are learnt (survival.h).  */
static float const fading = 0.92f, decided = 1.7f;

/* Safety by liberties alone, and what the surroundings add.  */
static float const by_liberties[LIBERTIES_MAX + 1] = {0,     0.15f, 0.4f, 0.6f,
                                                      0.72f, 0.8f,  0.85f};
static float const by_surroundings = 0.6f;

/* Safety by reading: [the owner is to move][what the owner achieves by moving].  */
static float const by_reading[2][3] = {
    {0.02f, 0.15f, 0.25f},
    {0.05f, 0.35f, 0.7f},
};

static float limited(float value, float least, float most)
{
    return value < least ? least : value > most ? most : value;
}

/* Stones shine by their safety, empty points by their neighbours.  Each sweep sees
   the light of the one before, so no direction is preferred.  */
static void spread(struct board const *board, struct influence *influence)
{
    float *const owner = influence->owner;
    float lit[AREA_MAX], share[AREA_MAX];

    for (point p = board_first_point(); p; p = board_next_point(board, p)) {
        float const light = 2 * influence->safety[p] - 1;
        owner[p] = board->color[p] == BLACK   ? light
                   : board->color[p] == WHITE ? -light
                                              : 0;
    }
    for (int i = 0; i < board->empty_count; i++) {
        int sides = 0;
        for (int j = 0; j < 4; j++)
            sides += board->color[board->empty[i] + neighbour[j]] != EDGE;
        share[i] = fading / (float)sides;
        assert(sides >= 2 && "no board is a line");
    }
    for (int sweep = 0; sweep < SWEEPS; sweep++) {
        for (int i = 0; i < board->empty_count; i++) {
            float const *const here = &owner[board->empty[i]]; /* the edge is dark */
            lit[i] = share[i] * (here[neighbour[0]] + here[neighbour[1]] +
                                 here[neighbour[2]] + here[neighbour[3]]);
        }
        for (int i = 0; i < board->empty_count; i++)
            owner[board->empty[i]] = lit[i];
    }
}

/* How friendly the liberties of a chain are to COLOR: -1 .. 1.  */
static float surroundings(struct influence const *influence, struct chain const *chain,
                          enum color color)
{
    point liberty[AREA_MAX];
    float sum = 0;
    int const count = points_list(&chain->liberties, liberty);
    for (int i = 0; i < count; i++)
        sum += influence->owner[liberty[i]];
    sum = count ? sum / (float)count : 0;
    assert(sum >= -1.01f && sum <= 1.01f && "no light is brighter than a stone");
    return color == BLACK ? sum : -sum;
}

/* What is judged: a chain by itself at first, then as one of its group.  */
struct judged {
    struct board const *board;
    struct tactics const *tactics;
    struct influence const *influence;
    struct group const *group; /* of every slot, or NULL as yet */
};

static struct survival survival_in_group(struct judged const *view, point stone)
{
    struct board const *const board = view->board;
    float const light = surroundings(view->influence, board_chain(board, stone),
                                     board_color(board, stone));
    return survival_of(board, view->tactics, &view->group[board->slot[stone]], stone,
                       light);
}

static float safety_alone(struct judged const *view, point stone)
{
    struct board const *const board = view->board;
    struct tactics const *const tactics = view->tactics;
    struct influence const *const influence = view->influence;
    enum color const color = board_color(board, stone);
    struct chain const *const chain = board_chain(board, stone);
    struct chain_reading const *const reading = tactics_chain(tactics, stone);
    int const liberties =
        chain->liberty_count < LIBERTIES_MAX ? chain->liberty_count : LIBERTIES_MAX;

    float const safety =
        limited(by_liberties[liberties] +
                    by_surroundings * surroundings(influence, chain, color),
                0, 1);
    if (!reading || reading->attack == FAILS)
        return safety;
    float const read = by_reading[color == board->to_move][reading->rescue];
    return read < safety ? read : safety;
}

/* How safe the chain of STONE is, and on what that rests.  */
static float safety_of(struct judged const *view, point stone, bool alive,
                       struct survival *survival)
{
    if (alive)
        return 1;
    if (!view->group)
        return safety_alone(view, stone);
    *survival = survival_in_group(view, stone);
    return survival_chance(*survival);
}

static void judge_chains(struct judged const *view, bool const alive[3][POINTS],
                         struct influence *influence)
{
    struct board const *const board = view->board;
    float of_chain[CHAIN_MAX];
    for (int i = 0; i < board->slots_used; i++)
        of_chain[i] = -1;
    for (point p = board_first_point(); p; p = board_next_point(board, p)) {
        enum color const color = board_color(board, p);
        if (color == EMPTY)
            continue;
        int const slot = board->slot[p];
        float *const safety = &of_chain[slot];
        if (*safety < 0)
            *safety = safety_of(view, p, alive[color][p], &influence->survival[slot]);
        influence->safety[p] = *safety;
    }
}

/* Light as ownership.  */
static void decide(struct board const *board, struct influence *influence)
{
    for (point p = board_first_point(); p; p = board_next_point(board, p))
        influence->owner[p] = limited(decided * influence->owner[p], -1, 1);
}

void influence_judge(struct board const *board, struct tactics const *tactics,
                     struct influence *influence)
{
    bool alive[3][POINTS];
    struct group group[CHAIN_MAX];
    struct judged view = {board, tactics, influence, NULL};
    assert(tactics->to_move == board->to_move && "both are of this position");
    status_unconditional(board, BLACK, alive[BLACK]);
    status_unconditional(board, WHITE, alive[WHITE]);
    memset(influence, 0, sizeof *influence);
    for (point p = board_first_point(); p; p = board_next_point(board, p))
        influence->safety[p] = board->color[p] == EMPTY ? 0 : 1;
    for (int round = 0; round < ROUNDS; round++) {
        spread(board, influence);
        judge_chains(&view, (bool const(*)[POINTS])alive, influence);
    }
    spread(board, influence);
    decide(board, influence);
    groups_find(board, influence->owner, influence->safety, group);
    view.group = group;
    judge_chains(&view, (bool const(*)[POINTS])alive, influence);
    spread(board, influence);
    decide(board, influence);
    for (point p = board_first_point(); p; p = board_next_point(board, p))
        influence->lead += influence->owner[p];
}
