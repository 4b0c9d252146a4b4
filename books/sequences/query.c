#include <config.h>

#include "books/sequences/query.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <xalloc.h>

#include "engine/go/symmetry.h"

/* ---------------------------------------------------------------- the strings */

/* Add the string of the sequence in the symmetry TURN, or join it to the same one of
   another.  */
static void add_way(struct query *query, int turn)
{
    struct query_way *const way = &query->ways[query->way_count];
    *way = (struct query_way){.first = 0};
    point last = point_turned(query->moves[0], CODE_BOARD, turn);
    if (query->in_place)
        way->first = last;
    for (int i = 1; i < query->count; i++) {
        point const next = point_turned(query->moves[i], CODE_BOARD, turn);
        way->text[i - 1] = plain_step(last, next);
        last = next;
    }
    int same = 0;
    while (query->ways[same].first != way->first ||
           memcmp(query->ways[same].text, way->text, sizeof way->text) != 0)
        same++; /* at the latest it meets itself */
    struct query_way *const home = &query->ways[same];
    query->way_count += home == way;
    home->turns[home->turn_count++] = (uint8_t)turn;
}

bool query_make(struct query *query, point const *moves, int count, bool in_place,
                struct failure *why)
{
    if (count < 1 || count > QUERY_MAX)
        return failed(why, "a sequence to look for has 1 to %d moves, not %d",
                      QUERY_MAX, count);
    for (int i = 0; i < count; i++) {
        char text[POINT_TEXT];
        if (!point_is_coded(moves[i]))
            return failed(why, "move %d is not on 19x19", i + 1);
        if (i > 0 && moves[i] == moves[i - 1])
            return failed(why, "move %d is where the one before is: %s", i + 1,
                          point_format(moves[i], text));
    }
    memcpy(query->moves, moves, (size_t)count * sizeof *moves);
    query->count = count;
    query->in_place = in_place;
    query->way_count = 0;
    for (int turn = 0; turn < SYMMETRIES; turn++)
        add_way(query, turn);
    return true;
}

/* ---------------------------------------------------------------- the hits */

void hits_start(struct hits *hits, struct index const *index, struct query const *query)
{
    *hits = (struct hits){.index = index, .query = query, .way = -1};
}

/* Is there a move in front of the string at AT, and is it where it should be?  */
static bool is_hit(struct hits const *hits, uint32_t at)
{
    struct corpus const *const corpus = index_corpus(hits->index);
    if (at == 0 || corpus->steps[at - 1] == SYMBOL_END)
        return false;
    return !hits->query->in_place ||
           corpus_point(corpus, at - 1) == hits->query->ways[hits->way].first;
}

bool hits_next(struct hits *hits, struct hit *hit)
{
    struct query const *const query = hits->query;
    struct suffixes const *const steps = index_steps(hits->index);
    for (;;) {
        while (hits->span.low < hits->span.high) {
            uint32_t const at = steps->suffix[hits->span.low++];
            if (is_hit(hits, at)) {
                *hit = (struct hit){.place = at - 1, .way = hits->way};
                return true;
            }
        }
        if (++hits->way >= query->way_count)
            return false;
        hits->span = suffix_find(steps, query->ways[hits->way].text, query->count - 1);
    }
}

uint64_t query_count(struct query const *query, struct index const *index)
{
    struct corpus const *const corpus = index_corpus(index);
    uint64_t count = 0;
    if (query->in_place) {
        struct hits hits;
        struct hit hit;
        hits_start(&hits, index, query);
        while (hits_next(&hits, &hit))
            count++;
        return count;
    }
    if (query->count == 1) /* every symbol but the ends */
        return corpus->text_count - corpus->segment_count;
    symbol const *texts[QUERY_WAYS];
    struct span spans[QUERY_WAYS];
    for (int way = 0; way < query->way_count; way++)
        texts[way] = query->ways[way].text;
    suffix_find_all(index_steps(index), texts, query->way_count, query->count - 1,
                    spans);
    for (int way = 0; way < query->way_count; way++)
        count += spans[way].high - spans[way].low;
    return count;
}

/* ---------------------------------------------------------------- what followed */

/* Where STEP, played after the hits of WAY, leads on the query's own board: the
   smallest image, or 0.  */
static point place_after(struct query const *query, struct query_way const *way,
                         symbol step)
{
    point smallest = 0;
    int columns, rows;
    assert(query->count >= 1 && way->turn_count >= 1 && way->turn_count <= SYMMETRIES);
    plain_offset(step, &columns, &rows);
    for (int i = 0; i < way->turn_count; i++) {
        struct offset const to =
            offset_turned((struct offset){columns, rows}, symmetry_back(way->turns[i]));
        point const p = point_away(query->moves[query->count - 1], to.columns, to.rows);
        if (p && (!smallest || p < smallest))
            smallest = p;
    }
    return smallest;
}

point hit_answer(struct hits const *hits, struct hit const *hit)
{
    struct corpus const *const corpus = index_corpus(hits->index);
    struct query const *const query = hits->query;
    uint32_t const next = hit->place + (uint32_t)query->count;
    assert(hit->way >= 0 && hit->way < query->way_count);
    bool const goes_on = next < corpus->text_count && corpus->steps[next] >= PLAIN_NEXT;
    return goes_on ? place_after(query, &query->ways[hit->way], corpus->steps[next])
                   : (point)0;
}

/* What follows the hits of one string, by symbol.  */
struct next_tally {
    uint32_t times, decided, won;
};

struct tallies {
    struct next_tally of[PLAIN_LIMIT];
};

static void tally_next(struct index const *index, struct query const *query,
                       uint32_t place, struct tallies *tallies)
{
    struct corpus const *const corpus = index_corpus(index);
    uint32_t const next = place + (uint32_t)query->count;
    if (next >= corpus->text_count)
        return; /* only where the suffix array lies */
    struct next_tally *const tally = &tallies->of[corpus->steps[next]];
    tally->times++;
    if (corpus->steps[next] == SYMBOL_END)
        return;
    struct segment const *const segment = corpus_segment(corpus, next);
    uint8_t const winner = corpus->records[segment->game].winner;
    tally->decided += winner != EMPTY;
    tally->won += winner == corpus_color(segment, next);
}

static void add_tallies(struct query const *query, struct query_way const *way,
                        struct tallies const *tallies,
                        struct continuation found[POINTS], struct continuations *out)
{
    out->over += tallies->of[SYMBOL_END].times;
    for (int s = PLAIN_NEXT; s < PLAIN_LIMIT; s++) {
        struct next_tally const *const tally = &tallies->of[s];
        if (!tally->times)
            continue;
        point const at = place_after(query, way, (symbol)s);
        if (!at) {
            out->beyond += tally->times;
            continue;
        }
        found[at].at = at;
        found[at].times += tally->times;
        found[at].decided += tally->decided;
        found[at].won += tally->won;
    }
}

static int more_frequent(void const *left, void const *right)
{
    struct continuation const *const a = left, *const b = right;
    if (a->times != b->times)
        return a->times > b->times ? -1 : 1;
    return (a->at > b->at) - (a->at < b->at);
}

void query_continue(struct query const *query, struct index const *index,
                    struct continuations *out)
{
    struct tallies *const tallies = xcalloc(QUERY_WAYS, sizeof *tallies);
    struct hits hits;
    struct hit hit;
    hits_start(&hits, index, query);
    while (hits_next(&hits, &hit))
        tally_next(index, query, hit.place, &tallies[hit.way]);

    struct continuation found[POINTS] = {{0}};
    out->count = 0;
    out->beyond = out->over = 0;
    for (int way = 0; way < query->way_count; way++)
        add_tallies(query, &query->ways[way], &tallies[way], found, out);
    free(tallies);
    for (int p = 0; p < POINTS; p++)
        if (found[p].times)
            out->list[out->count++] = found[p];
    qsort(out->list, (size_t)out->count, sizeof *out->list, more_frequent);
}
