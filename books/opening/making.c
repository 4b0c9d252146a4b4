#include <config.h>

#include "books/opening/making.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <xalloc.h>

#include "engine/base/rng.h"
#include "engine/records/gamename.h"

/* ------------------------------------------------------------ rules */

double share_bound(double won, double decided, double sureness)
{
    if (decided <= 0)
        return sureness < 0 ? 0 : 1;
    assert(won >= 0 && won <= decided);
    double const z2 = sureness * sureness, share = won / decided;
    double const middle = share + z2 / (2 * decided);
    double const spread =
        sqrt(share * (1 - share) / decided + z2 / (4 * decided * decided));
    return (middle + sureness * spread) / (1 + z2 / decided);
}

static double by_frequency(struct played_move const *tally)
{
    return tally->weight;
}

static double by_root(struct played_move const *tally)
{
    return sqrt(tally->weight);
}

static double by_wins(struct played_move const *tally)
{
    return tally->won;
}

/* A twentieth more in surely won games is twice as probable.  */
static double by_result(struct played_move const *tally)
{
    return exp2(20 * share_bound(tally->won, tally->decided, -1));
}

static double by_both(struct played_move const *tally)
{
    return tally->weight * by_result(tally);
}

static double all_alike(struct played_move const *tally)
{
    (void)tally;
    return 1;
}

static double by_usage(struct played_move const *tally)
{
    return tally->share >= 0.5 ? 1 : tally->share * tally->share;
}

struct making_rule const making_rules[] = {
    {"frequency", by_frequency, "as often as it was played"},
    {"root", by_root, "by the root of that: more variety"},
    {"usual", by_usage,
     "by the square of its share, half or more as one: less variety"},
    {"wins", by_wins, "as often as it won"},
    {"result", by_result, "by the rate at which it surely won, however rare"},
    {"both", by_both, "by frequency times that"},
    {"even", all_alike, "all alike"},
    {0},
};

struct making_rule const *making_rule_find(char const *name)
{
    for (struct making_rule const *rule = making_rules; rule->name; rule++)
        if (strcmp(rule->name, name) == 0)
            return rule;
    return NULL;
}

struct making const making_defaults = {
    .size = 19,
    .komi_from = -AREA_MAX,
    .komi_to = AREA_MAX,
    .depth = 30,
    .least = 20,
    .win_rate = 0.4,
    .sureness = 2,
    .own_weight = 10,
    .rule = making_rules,
};

/* ------------------------------------------------------------ the sieve */

/* A counter for each remainder of a move's hash: never too low, rarely too high.  */
enum { SIEVE_BITS = 26, SIEVE_FULL = 255 };

struct maker {
    struct making making;
    struct trail *trail; /* for its start and its symmetries */
    struct aspect start;
    uint8_t *sieve;
    struct book *book;
    struct played_move **tallies; /* of each position, parallel to its answers */
    uint32_t tallied;             /* positions that TALLIES has room for */
    int newest;                   /* year of all games sifted */
};

static uint8_t *sieve_at(struct maker *maker, uint64_t key, point at)
{
    return &maker->sieve[rng_mix(key ^ rng_mix(at)) >> (64 - SIEVE_BITS)];
}

struct maker *maker_new(struct making const *making, struct failure *why)
{
    struct trail *const trail = trail_new(making->size, making->handicap, why);
    if (!trail)
        return NULL;
    struct maker *const maker = xzalloc(sizeof *maker);
    maker->making = *making;
    maker->trail = trail;
    maker->start = aspect_of(trail_start(trail));
    maker->sieve = xcalloc((size_t)1 << SIEVE_BITS, 1);
    struct book_facts const facts = {
        .size = making->size,
        .handicap = making->handicap,
        .komi = making->komi_from == making->komi_to ? making->komi_from : NAN,
    };
    maker->book = book_new(&facts);
    return maker;
}

void maker_free(struct maker *maker)
{
    if (!maker)
        return;
    for (uint32_t i = 0; i < maker->tallied; i++)
        free(maker->tallies[i]);
    free(maker->tallies);
    free(maker->sieve);
    book_free(maker->book);
    trail_free(maker->trail);
    free(maker);
}

/* ------------------------------------------------------------ games */

static bool plays(char const *name, struct game const *game)
{
    return strstr(game->black, name) || strstr(game->white, name);
}

bool maker_wants(struct maker const *maker, struct game const *game)
{
    struct making const *const making = &maker->making;
    int const year = game_year(game->date);
    bool const any_komi = making->komi_from <= -AREA_MAX && making->komi_to >= AREA_MAX;
    if (game->width != making->size || game->height != making->size ||
        game->handicap != making->handicap)
        return false;
    if (!any_komi && (!game->komi_known || game->komi < making->komi_from ||
                      game->komi > making->komi_to))
        return false;
    if ((making->since && year < making->since) ||
        (making->until && (year > making->until || !year)))
        return false;
    return !making->player || plays(making->player, game);
}

/* A walk through the opening of a game, as the book sees it.  */
struct opening_walk {
    struct replay replay;
    struct aspect aspect; /* of the position before the move */
    point known;          /* the move in it */
    point moves[WAY_MAX];
    struct way way; /* to the position, from the book's own start */
    struct aspect begin;
};

static void walk_start(struct opening_walk *walk, struct game const *game)
{
    replay_start(&walk->replay, game);
    walk->way = (struct way){.moves = walk->moves};
}

/* The next move of the opening; false when it has ended.  A colour that moves twice
   ends it, as does what begins elsewhere.  */
static bool walk_next(struct maker const *maker, struct opening_walk *walk)
{
    struct replay *const replay = &walk->replay;
    if (replay->number >= 0)
        walk->moves[walk->way.count++] =
            replay->move.at == PASS
                ? PASS
                : aspect_across(&walk->begin, &maker->start, replay->move.at);
    if (walk->way.count >= maker->making.depth || !replay_next(replay, NULL) ||
        replay->setup || replay->board.passes >= 2)
        return false;
    if (replay->number == 0)
        board_turn(&replay->board, (enum color)replay->move.color);
    if (replay->move.color != replay->board.to_move)
        return false;
    walk->aspect = aspect_of(&replay->board);
    if (replay->number == 0)
        walk->begin = walk->aspect;
    walk->known = aspect_in(&walk->aspect, replay->move.at);
    return walk->begin.key == maker->start.key;
}

bool maker_sift(struct maker *maker, struct game const *game)
{
    int const year = game_year(game->date);
    if (!maker_wants(maker, game))
        return false;
    maker->newest = year > maker->newest ? year : maker->newest;
    struct opening_walk walk;
    walk_start(&walk, game);
    while (walk_next(maker, &walk)) {
        uint8_t *const times = sieve_at(maker, walk.aspect.key, walk.known);
        *times += *times < SIEVE_FULL;
    }
    return true;
}

/* ------------------------------------------------------------ counting */

static double game_weight(struct maker const *maker, struct game const *game)
{
    struct making const *const making = &maker->making;
    int const year = game_year(game->date);
    double const recent =
        making->half_life > 0 ? exp2((year - maker->newest) / making->half_life) : 1;
    return recent * (making->own && plays(making->own, game) ? making->own_weight : 1);
}

static struct played_move *tally_at(struct maker *maker, struct book_position *position,
                                    struct book_answer const *answer)
{
    uint32_t const place = (uint32_t)(position - maker->book->positions);
    if (place >= maker->tallied) {
        uint32_t const room = place + place / 2 + 64;
        maker->tallies = xnrealloc(maker->tallies, room, sizeof *maker->tallies);
        while (maker->tallied < room)
            maker->tallies[maker->tallied++] = NULL;
    }
    int const which = (int)(answer - position->answers);
    if (answer->times == 0) { /* the last one, and new */
        maker->tallies[place] = xnrealloc(maker->tallies[place], (size_t)which + 1,
                                          sizeof **maker->tallies);
        maker->tallies[place][which] = (struct played_move){0};
    }
    return &maker->tallies[place][which];
}

/* Is the move of WALK one of the player that is asked for?  */
static bool is_wanted(struct maker const *maker, struct opening_walk const *walk)
{
    char const *const player = maker->making.player;
    struct game const *const game = walk->replay.game;
    return !player ||
           strstr(walk->replay.move.color == BLACK ? game->black : game->white, player);
}

/* A book says after how many moves an answer comes, and so which move of the game it
   is: what is known by a new way, of another length, has to be cited anew.  */
static void take_way(struct book_position *position, struct way way)
{
    if (way_compare(way, position->way) >= 0 || way.count > position->way.count)
        return;
    for (int i = 0; way.count < position->way.count && i < position->count; i++)
        position->answers[i].file = 0;
    book_position_reroute(position, way);
}

/* Of the games that played ANSWER the first of the last year is cited.  */
static void cite(struct maker *maker, struct book_answer *answer, int year,
                 struct origin const *origin)
{
    char name[GAME_TEXT];
    if (answer->file && year <= answer->year)
        return;
    gamename_file(origin->file, name);
    answer->file = book_files_number(&maker->book->files, name);
    answer->game = (uint32_t)origin->number;
}

static void count_move(struct maker *maker, struct opening_walk const *walk,
                       double weight, struct origin const *origin)
{
    struct game const *const game = walk->replay.game;
    int const won = game_won(game, (enum color)walk->replay.move.color);
    int const year = game_year(game->date);
    point moves[WAY_MAX];
    struct way const way = {.moves = moves, .count = walk->way.count};
    memcpy(moves, walk->moves, (size_t)way.count * sizeof *moves);
    trail_straighten(maker->trail, way);
    struct book_position *const position = book_at(maker->book, walk->aspect.key, way);
    take_way(position, way);
    struct book_answer *const answer = book_answer_at(position, walk->known);
    struct played_move *const tally = tally_at(maker, position, answer);
    answer->times++;
    answer->decided += won >= 0;
    answer->wins += won == 1;
    if (origin && way.count == position->way.count)
        cite(maker, answer, year, origin);
    answer->year = (uint16_t)(year > answer->year ? year : answer->year);
    tally->weight += weight;
    tally->decided += won >= 0 ? weight : 0;
    tally->won += won == 1 ? weight : 0;
}

bool maker_count(struct maker *maker, struct game const *game,
                 struct origin const *origin)
{
    if (!maker_wants(maker, game))
        return false;
    uint32_t const least =
        maker->making.least < SIEVE_FULL ? maker->making.least : (uint32_t)SIEVE_FULL;
    double const weight = game_weight(maker, game);
    struct opening_walk walk;
    walk_start(&walk, game);
    while (walk_next(maker, &walk))
        if (*sieve_at(maker, walk.aspect.key, walk.known) >= least &&
            is_wanted(maker, &walk))
            count_move(maker, &walk, weight, origin);
    return true;
}

/* ------------------------------------------------------------ the book */

static double probability(struct making const *making, struct played_move const *tally)
{
    if (share_bound(tally->won, tally->decided, making->sureness) < making->win_rate)
        return 0;
    return making->rule->weigh(tally);
}

/* Was it played often enough, and in games that count?  */
static bool is_known(struct maker const *maker, struct book_answer const *answer,
                     struct played_move const *tally)
{
    return answer->times >= maker->making.least && tally->weight > 0;
}

/* Probabilities for the answers of POSITION that are known well enough; the others
   go.  */
static void settle(struct maker *maker, struct book_position *position,
                   struct played_move *tallies)
{
    double weight = 0;
    int kept = 0;
    for (int i = 0; i < position->count; i++)
        if (is_known(maker, &position->answers[i], &tallies[i]))
            weight += tallies[i].weight;
    for (int i = 0; i < position->count; i++) {
        if (!is_known(maker, &position->answers[i], &tallies[i]))
            continue;
        tallies[i].share = tallies[i].weight / weight;
        position->answers[kept] = position->answers[i];
        position->answers[kept++].probability =
            probability(&maker->making, &tallies[i]);
    }
    position->count = kept;
    double const sum = book_weight(position);
    for (int i = 0; i < kept && sum > 0; i++)
        position->answers[i].probability /= sum;
}

static bool has_answers(void *context, struct book_position const *position)
{
    (void)context;
    return position->count > 0;
}

struct book *maker_finish(struct maker *maker)
{
    struct book *const book = maker->book;
    for (uint32_t i = 0; i < book->count; i++)
        settle(maker, &book->positions[i], maker->tallies[i]);
    book_retain(book, has_answers, NULL);
    book_sort(book);
    maker->book = NULL;
    return book;
}

/* ------------------------------------------------------------ by hand */

void book_blacken(struct book *book, struct book const *black)
{
    assert(book_facts_match(&book->facts, &black->facts, NULL));
    for (uint32_t i = 0; i < black->count; i++) {
        struct book_position const *const from = &black->positions[i];
        struct book_position *const to = book_at(book, from->key, from->way);
        for (int k = 0; k < from->count; k++)
            book_answer_at(to, from->answers[k].at)->probability = 0;
    }
}

void book_whiten(struct book *book, struct book const *white)
{
    assert(book_facts_match(&book->facts, &white->facts, NULL));
    for (uint32_t i = 0; i < white->count; i++) {
        struct book_position const *const from = &white->positions[i];
        struct book_position *const to = book_at(book, from->key, from->way);
        for (int k = 0; k < to->count; k++)
            to->answers[k].probability = 0;
        for (int k = 0; k < from->count; k++)
            book_answer_at(to, from->answers[k].at)->probability =
                from->answers[k].probability;
    }
}
