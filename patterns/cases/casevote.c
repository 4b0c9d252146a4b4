#include <config.h>

#include "patterns/cases/casevote.h"

#include <assert.h>
#include <math.h>

enum { PLAYED_CLASSES = 6, MET_CLASSES = 10 };

/* Buckets of vicinities that were never played, by how often the next less detailed one
   was: 1, 2 to 3, 4 to 9 times, more; never.  They follow those of counts, but for
   NOT_OFTEN, which counts leave free.  */
enum { NOT_OFTEN = 0, NOT_KNOWN = PLAYED_CLASSES * MET_CLASSES };

float const case_base_rate = 0.004f; /* one of some 250 points */

/* The a_i of casevote.h; the weights make up for what is wrong with them.  */
static float const trust[CASE_VIEWS] = {100, 20, 10, 4, 2, 300};

static int played_class(uint32_t played)
{
    return played < 1     ? 0
           : played < 2   ? 1
           : played < 4   ? 2
           : played < 10  ? 3
           : played < 100 ? 4
                          : 5;
}

/* Steps of 2.2, the first up to 4.  */
static int met_class(uint32_t met)
{
    static float const step[MET_CLASSES - 1] = {
        4.f, 8.8f, 19.36f, 42.59f, 93.70f, 206.15f, 453.52f, 997.74f, 2195.03f};
    int class = 0;
    while (class < MET_CLASSES - 1 && (float)met >= step[class])
        class ++;
    return class;
}

static uint8_t unknown_bucket(uint32_t played_less_exactly)
{
    static uint8_t const bucket[PLAYED_CLASSES] = {
        NOT_KNOWN, NOT_KNOWN + 1, NOT_KNOWN + 2, NOT_KNOWN + 3, NOT_OFTEN, NOT_OFTEN};
    return bucket[played_class(played_less_exactly)];
}

float case_rate(struct experience of, int view, float parent)
{
    return ((float)of.played + trust[view] * parent) /
           ((float)of.appeared + trust[view]);
}

static void view_counts(struct case_views *views, int view, struct experience of,
                        float *rate)
{
    float const before = *rate;
    *rate = case_rate(of, view, before);
    views->gain[view] = logf(*rate / before);
    views->bucket[view] =
        (uint8_t)(MET_CLASSES * played_class(of.played) + met_class(of.appeared));
}

void case_views_of(struct casebook const *book, struct case_chain const *chain,
                   int place, struct case_views *views)
{
    float rate = case_base_rate, of_place = case_base_rate;
    uint32_t played = 0;
    assert(chain->known >= 0 && chain->known <= VICINITY_LEVELS);
    assert(place >= 0 && place < PLACE_KINDS);
    for (int level = 0; level < VICINITY_LEVELS; level++) {
        if (level >= chain->known) {
            views->gain[level] = 0;
            views->bucket[level] = unknown_bucket(played);
            played = 0;
            continue;
        }
        struct experience const of =
            casebook_experience(book, level, chain->node[level]);
        view_counts(views, level, of, &rate);
        played = of.played;
    }
    view_counts(views, VICINITY_LEVELS, casebook_place(book, place), &of_place);
}

/* How late it is: where stones were set up, as late as if they had been played.  */
static int moves_so_far(struct situation const *situation)
{
    int const stones =
        situation->board->stones[BLACK] + situation->board->stones[WHITE];
    return stones > situation->move_count ? stones : situation->move_count;
}

void case_votes_list(struct casebook const *book, struct situation const *situation,
                     struct case_votes *votes, struct case_views views[])
{
    struct board const *const board = situation->board;
    struct vicinities const *const vicinities = casebook_vicinities(book);
    struct latest const latest = latest_moves(situation);
    vicinitycode codes[AREA_MAX];
    struct case_chain chains[AREA_MAX];
    votes->count = 0;
    for (point p = board_first_point(); p; p = board_next_point(board, p)) {
        struct vicinity vicinity;
        int symmetry;
        if (!board_is_legal(board, p, (enum color)board->to_move, false))
            continue;
        vicinity_look(vicinities, board, p, latest, &vicinity);
        vicinitycode const code = vicinity_code(vicinities, &vicinity, &symmetry);
        codes[votes->count] = code;
        votes->list[votes->count++] =
            (struct case_vote){.at = p, .symmetry = (int8_t)symmetry, .code = code};
    }
    casebook_find_all(book, codes, votes->count, chains);
    for (int i = 0; i < votes->count; i++) {
        votes->list[i].chain = chains[i];
        if (views)
            case_views_of(
                book, &chains[i],
                place_kind(board, votes->list[i].at, latest, moves_so_far(situation)),
                &views[i]);
    }
}

void case_votes_take(struct casebook const *book, struct situation const *situation,
                     struct case_votes *votes, struct case_views views[])
{
    float sums[AREA_MAX], most = -INFINITY, total = 0;
    case_votes_list(book, situation, votes, views);
    for (int i = 0; i < votes->count; i++) {
        sums[i] = case_views_sum(casebook_weights(book, CASES_ALONE), &views[i]);
        most = sums[i] > most ? sums[i] : most;
    }
    for (int i = 0; i < votes->count; i++)
        total += votes->list[i].rate = expf(sums[i] - most);
    for (int i = 0; i < votes->count; i++)
        votes->list[i].rate /= total;
}
