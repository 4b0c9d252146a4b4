#include <config.h>

#include "books/joseki/joseki_builder.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <xalloc.h>
#define uthash_fatal(message) xalloc_die()
#include <uthash.h>

#include "engine/base/chunkfile.h"

/* ---------------------------------------------------------------- planting */

/* A node while sequences are planted.  */
struct sprout {
    UT_hash_handle hh;
    struct {
        uint32_t parent, step;
    } key;
    uint32_t number, rank;
};

struct bed {
    struct sprout **sprouts; /* by number; the root is 0 and NULL */
    size_t capacity;
    uint32_t count;
    struct sprout *by_key;
};

static struct sprout *plant_step(struct bed *bed, uint32_t parent, symbol step)
{
    struct sprout *found;
    struct sprout const wanted = {.key = {parent, step}};
    HASH_FIND(hh, bed->by_key, &wanted.key, sizeof wanted.key, found);
    if (found)
        return found;
    if (bed->count == bed->capacity)
        bed->sprouts = x2nrealloc(bed->sprouts, &bed->capacity, sizeof *bed->sprouts);
    found = xzalloc(sizeof *found);
    found->key = wanted.key;
    found->number = bed->count;
    bed->sprouts[bed->count++] = found;
    HASH_ADD(hh, bed->by_key, key, sizeof found->key, found);
    return found;
}

/* Plant the sequence whose first step stands at AT, as it lay on the board.  */
static void plant(struct bed *bed, struct corpus const *corpus, uint32_t at, int length,
                  uint32_t rank)
{
    struct coder coder;
    symbol const start = coder_start(&coder, corpus_point(corpus, at - 1), NULL);
    struct sprout *last = plant_step(bed, 0, start);
    for (int i = 0; i < length; i++) {
        point const p = corpus_point(corpus, at + (uint32_t)i);
        last = plant_step(bed, last->number, coder_step(&coder, CODE_RELATIVE, p));
    }
    if (last->rank == 0 || rank < last->rank)
        last->rank = rank;
}

static void plant_all(struct bed *bed, struct index const *index,
                      struct ranked_list const *list)
{
    enum { SAMPLES = 64 }; /* of the places where a sequence occurs */
    struct corpus const *const corpus = index_corpus(index);
    uint32_t const *const suffix = index_suffixes(index)->suffix;
    for (uint32_t i = 0; i < list->count; i++) {
        struct ranked const *const ranked = &list->best[i];
        uint32_t const times = ranked->span.high - ranked->span.low;
        uint32_t const stride = times > SAMPLES ? times / SAMPLES : 1;
        for (uint32_t k = ranked->span.low; k < ranked->span.high; k += stride)
            if (corpus->text[suffix[k]] >= SYMBOL_NEXT)
                plant(bed, corpus, suffix[k], ranked->length, i + 1);
    }
}

static void bed_release(struct bed *bed)
{
    HASH_CLEAR(hh, bed->by_key);
    for (uint32_t i = 1; i < bed->count; i++)
        free(bed->sprouts[i]);
    free(bed->sprouts);
}

/* ---------------------------------------------------------------- laying out */

/* A node on its way into the arrays: PARENT counts in the old numbers.  */
struct entry {
    uint32_t parent, number;
    symbol step;
};

static int by_parent(void const *left, void const *right)
{
    struct entry const *const a = left, *const b = right;
    if (a->parent != b->parent)
        return a->parent < b->parent ? -1 : 1;
    return (a->step > b->step) - (a->step < b->step);
}

/* Level after level, so that children follow in the order of their parents.
   Returns the old number of each new node; CHILDREN are COUNT entries sorted by
   parent and step.  */
static uint32_t *lay_out(struct entry const *children, uint32_t count,
                         struct joseki_node *nodes, uint32_t *node_count)
{
    uint32_t *const old = xnmalloc(count + 1, sizeof *old);
    uint32_t *const first = xcalloc(count + 2, sizeof *first); /* by parent */
    for (uint32_t i = 0; i < count; i++)
        first[children[i].parent + 1] = i + 1;
    for (uint32_t i = 1; i < count + 2; i++)
        first[i] = first[i] > first[i - 1] ? first[i] : first[i - 1];

    uint32_t made = 1;
    old[0] = 0;
    for (uint32_t i = 0; i < made; i++) {
        uint32_t const low = first[old[i]], high = first[old[i] + 1];
        nodes[i].child = high > low ? made : 0;
        nodes[i].child_count = (uint16_t)(high - low);
        for (uint32_t k = low; k < high; k++) {
            nodes[made].step = children[k].step;
            old[made++] = children[k].number;
        }
    }
    free(first);
    *node_count = made;
    return old;
}

static struct joseki *grow(struct bed *bed)
{
    uint32_t const count = bed->count - 1;
    struct entry *const entries = xnmalloc(count + 1, sizeof *entries);
    for (uint32_t i = 0; i < count; i++) {
        struct sprout const *const sprout = bed->sprouts[i + 1];
        entries[i] = (struct entry){sprout->key.parent, sprout->number,
                                    (symbol)sprout->key.step};
    }
    qsort(entries, count, sizeof *entries, by_parent);
    struct joseki *const joseki = xzalloc(sizeof *joseki);
    joseki->nodes = xcalloc(count + 1, sizeof *joseki->nodes);
    joseki->near = xcalloc(count + 1, sizeof *joseki->near);
    uint32_t *const old = lay_out(entries, count, joseki->nodes, &joseki->count);
    for (uint32_t i = 1; i < joseki->count; i++)
        joseki->nodes[i].rank = bed->sprouts[old[i]]->rank;
    free(old);
    free(entries);
    return joseki;
}

/* ---------------------------------------------------------------- counting */

/* What stood around a continuation when it was played, and when it was not.  */
struct near_count {
    uint32_t times[2][NEAR_POINTS][NEAR_STATES];
};

struct counting {
    struct joseki *joseki;
    struct near_count *near;
    struct past_maker *past;
    struct paths paths;
    uint32_t game;
    int number;                /* of the move in it */
    struct board const *board; /* before the move */
    struct move move;
    uint8_t winner;
};

static void count_near(struct counting *counting, struct path const *path,
                       uint32_t child, bool played)
{
    point at;
    uint8_t states[NEAR_POINTS];
    if (!frame_is_settled(path->coder.frame) ||
        !path_look(path, counting->joseki->nodes[child].step, counting->board, &at,
                   states))
        return;
    for (int i = 0; i < NEAR_POINTS; i++)
        counting->near[child].times[played][i][states[i]]++;
}

static void count_step(struct counting *counting, struct path const *before,
                       uint32_t child, bool at_once)
{
    struct joseki_node *const node = &counting->joseki->nodes[child];
    node->at_once += at_once;
    node->decided += counting->winner != EMPTY;
    node->won += counting->winner == counting->move.color;
    node->reached++;
    past_maker_note(counting->past, child, counting->game, counting->number);
    count_near(counting, before, child, true);
}

static void count_path(void *context, struct path const *before, enum path_fate fate,
                       uint32_t node)
{
    struct counting *const counting = context;
    if (!before) {
        counting->joseki->nodes[node].reached++;
        past_maker_note(counting->past, node, counting->game, counting->number);
        return;
    }
    struct joseki_node *const from = &counting->joseki->nodes[before->node];
    from->over += fate == PATH_BREAKS;
    if (before->to_play != counting->move.color)
        return;
    bool const at_once = before->since + 1 == counting->paths.moves;
    from->waited += !at_once;
    for (uint32_t i = 0; at_once && i < from->child_count; i++)
        if (fate != PATH_GOES_ON || from->child + i != node)
            count_near(counting, before, from->child + i, false);
    if (fate == PATH_GOES_ON)
        count_step(counting, before, node, at_once);
}

static uint64_t count_game(struct counting *counting, struct corpus const *corpus,
                           uint32_t game, struct record_walk *walk)
{
    uint64_t moves = 0;
    paths_start(&counting->paths);
    counting->board = &walk->board;
    counting->winner = corpus->records[game].winner;
    counting->game = game;
    for (record_start(walk, corpus, game); record_next(walk); moves++) {
        counting->move = walk->steps.move;
        counting->number = walk->steps.number;
        paths_play(&counting->paths, counting->joseki, counting->move, count_path,
                   counting);
    }
    return moves;
}

/* ---------------------------------------------------------------- surroundings */

static double share(uint32_t const times[NEAR_STATES], double const prior[NEAR_STATES],
                    int state)
{
    enum { PRIOR = 8 }; /* observations that the prior counts for */
    double total = 0;
    for (int s = 0; s < NEAR_STATES; s++)
        total += times[s];
    return (times[state] + PRIOR * prior[state]) / (total + PRIOR);
}

static void weigh_near(struct near_count const *count, struct near_state *near)
{
    for (int i = 0; i < NEAR_POINTS; i++) {
        double prior[NEAR_STATES], total = NEAR_STATES;
        for (int s = 0; s < NEAR_STATES; s++) {
            prior[s] = 1.0 + count->times[0][i][s] + count->times[1][i][s];
            total += prior[s] - 1;
        }
        for (int s = 0; s < NEAR_STATES; s++)
            prior[s] /= total;
        for (int s = 0; s < NEAR_STATES; s++) {
            double const ratio = share(count->times[1][i], prior, s) /
                                 share(count->times[0][i], prior, s);
            double const scaled = rint(NEAR_SCALE * log(ratio));
            near->log[i][s] = (int8_t)fmax(-127, fmin(127, scaled));
        }
    }
}

/* ---------------------------------------------------------------- writing */

/* Children stand behind their parents.  */
static void find_best(struct joseki *joseki)
{
    for (uint32_t i = joseki->count; i-- > 0;) {
        struct joseki_node *const node = &joseki->nodes[i];
        node->best = node->rank;
        for (uint32_t k = node->child; k < node->child + node->child_count; k++) {
            uint32_t const best = joseki->nodes[k].best;
            if (best && (!node->best || best < node->best))
                node->best = best;
        }
    }
}

/* The nodes that at least LEAST paths came to, laid out anew; FROM[i] is then what node
   i was before.  */
static struct joseki *prune(struct joseki const *joseki, struct near_count const *near,
                            uint32_t least, uint32_t from[])
{
    struct entry *const entries = xnmalloc(joseki->count, sizeof *entries);
    uint32_t *const kept = xcalloc(joseki->count, sizeof *kept); /* new number + 1 */
    uint32_t count = 0;
    kept[0] = 1;
    for (uint32_t parent = 0; parent < joseki->count; parent++)
        for (uint32_t i = 0; kept[parent] && i < joseki->nodes[parent].child_count;
             i++) {
            uint32_t const child = joseki->nodes[parent].child + i;
            if (joseki->nodes[child].reached < least)
                continue;
            kept[child] = count + 2;
            entries[count++] = (struct entry){kept[parent] - 1, kept[child] - 1,
                                              joseki->nodes[child].step};
        }
    /* Already in order: parents before children, children by step.  */
    struct joseki *const pruned = xzalloc(sizeof *pruned);
    pruned->nodes = xcalloc(count + 1, sizeof *pruned->nodes);
    pruned->near = xcalloc(count + 1, sizeof *pruned->near);
    uint32_t *const old = lay_out(entries, count, pruned->nodes, &pruned->count);
    for (uint32_t i = 0; i < joseki->count; i++) {
        if (!kept[i])
            continue;
        struct joseki_node *const node = &pruned->nodes[kept[i] - 1];
        uint32_t const child = node->child;
        uint16_t const child_count = node->child_count;
        from[kept[i] - 1] = i;
        *node = joseki->nodes[i];
        node->child = child;
        node->child_count = child_count;
        weigh_near(&near[i], &pruned->near[kept[i] - 1]);
    }
    find_best(pruned);
    free(old);
    free(kept);
    free(entries);
    return pruned;
}

/* PAST knows node i as FROM[i].  */
static bool write_joseki(struct joseki const *joseki, struct past_maker const *past,
                         uint32_t const from[], char const *path,
                         struct provenance const *made, struct failure *why)
{
    struct chunk_writer *const writer =
        chunk_writer_new(path, "JOSK", JOSEKI_VERSION, why);
    if (!writer)
        return false;
    unsigned char head[8];
    put_le32(head, CODE_BOARD);
    put_le32(head + 4, joseki->count);
    chunk_writer_begin(writer, "HEAD");
    chunk_writer_write(writer, head, sizeof head);
    chunk_writer_begin(writer, "NODE");
    chunk_writer_write(writer, joseki->nodes, joseki->count * sizeof *joseki->nodes);
    chunk_writer_begin(writer, "NEAR");
    chunk_writer_write(writer, joseki->near, joseki->count * sizeof *joseki->near);
    past_maker_write(past, from, joseki->count, writer);
    provenance_write(made, writer);
    return chunk_writer_finish(writer, why);
}

/* As many as are wanted, from the first to the last at equal distances.  */
static void count_games(struct counting *counting, struct corpus const *corpus,
                        struct joseki_building const *building,
                        struct joseki_built *built)
{
    uint32_t const all = corpus->record_count;
    uint32_t const count =
        building->games && building->games < all ? building->games : all;
    uint32_t *const games = xnmalloc((size_t)count + 1, sizeof *games);
    struct record_walk *const walk = xmalloc(sizeof *walk);
    for (uint32_t i = 0; i < count; i++)
        games[i] = (uint32_t)((uint64_t)i * all / count);
    counting->past = past_maker_new(corpus, games, count, counting->joseki->count);
    for (uint32_t i = 0; i < count; i++) {
        tell_stage(building->listener, "counting the sequences in games", i, count);
        built->moves += count_game(counting, corpus, games[i], walk);
    }
    built->games = count;
    free(walk);
    free(games);
}

bool joseki_build(struct index const *index, struct ranked_list const *list,
                  struct joseki_building const *building, char const *path,
                  struct joseki_built *built, struct failure *why)
{
    struct corpus const *const corpus = index_corpus(index);
    struct bed bed = {
        .sprouts = xzalloc(sizeof *bed.sprouts), .capacity = 1, .count = 1};
    plant_all(&bed, index, list);
    struct counting *const counting = xzalloc(sizeof *counting);
    counting->joseki = grow(&bed);
    counting->near = xcalloc(counting->joseki->count, sizeof *counting->near);
    bed_release(&bed);

    *built = (struct joseki_built){.sequences = list->count};
    count_games(counting, corpus, building, built);
    uint32_t *const from = xcalloc(counting->joseki->count, sizeof *from);
    struct joseki *const pruned =
        prune(counting->joseki, counting->near, building->least, from);
    built->nodes = pruned->count;
    provenance_say(building->made, "learnt from",
                   "%" PRIu32 " sequences, counted in %" PRIu32 " games, %" PRIu64
                   " moves; %" PRIu32 " nodes",
                   built->sequences, built->games, built->moves, built->nodes);
    bool const written =
        write_joseki(pruned, counting->past, from, path, building->made, why);
    free(from);
    past_maker_free(counting->past);
    joseki_close(pruned);
    joseki_close(counting->joseki);
    free(counting->near);
    free(counting);
    return written;
}
