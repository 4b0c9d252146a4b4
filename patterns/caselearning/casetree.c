/* Cases come sorted by code, so those that share the first levels are neighbours: a
   node is new where its code first differs from the last one, and everything below it
   is too. So each level is a few columns that only grow at their ends, and the children
   of a node are those from its own KID to the next node's.

   Counting what was met comes after, by bisection from level to level, and from many
   threads at once: the columns stand by then, and only MET changes, by atomic sums,
   which are the same in any order.  */
#include <config.h>

#include "patterns/caselearning/casetree.h"

#include "patterns/cases/casebook_file.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <xalloc.h>

void casetree_init(struct casetree *tree)
{
    memset(tree, 0, sizeof *tree);
    casebuilder_init(&tree->games);
    for (int view = 0; view < CASE_VIEWS; view++)
        for (int bucket = 0; bucket < CASE_BUCKETS; bucket++)
            tree->weights.slope[view][bucket] = 1;
}

void casetree_release(struct casetree *tree)
{
    for (int i = 0; i < VICINITY_LEVELS; i++) {
        free(tree->level[i].part);
        free(tree->level[i].kid);
        free(tree->level[i].played);
        free(tree->level[i].won);
        free(tree->level[i].source);
    }
    free(tree->mores);
    free(tree->met);
    casebuilder_release(&tree->games);
}

/* ---------------------------------------------------------------- growing */

static void grow(struct casetree_level *level)
{
    uint32_t **const column[] = {&level->part, &level->kid, &level->played, &level->won,
                                 &level->source};
    level->capacity = level->capacity ? level->capacity * 3 / 2 : 1 << 12;
    for (size_t i = 0; i < sizeof column / sizeof *column; i++)
        *column[i] = xnrealloc(*column[i], level->capacity, sizeof **column[i]);
}

void casetree_add_node(struct casetree *tree, int level, uint32_t part, uint32_t played,
                       uint32_t won, uint32_t source)
{
    assert(level >= 0 && level < VICINITY_LEVELS && won <= played);
    struct casetree_level *const at = &tree->level[level];
    if (at->count == at->capacity)
        grow(at);
    at->part[at->count] = part;
    at->kid[at->count] =
        level + 1 < VICINITY_LEVELS ? (uint32_t)tree->level[level + 1].count : 0;
    at->played[at->count] = played;
    at->won[at->count] = won;
    at->source[at->count++] = source;
}

/* The first level in which CODE differs from the case added last.  */
static int first_new(struct casetree const *tree, vicinitycode code)
{
    int level = 0;
    while (tree->level[0].count && level < VICINITY_LEVELS &&
           vicinity_part(code, level) == vicinity_part(tree->last, level))
        level++;
    return level;
}

/* Add SOURCE to those of the last case.  */
static void join_sources(struct casetree *tree, uint32_t const source[CASE_SOURCES])
{
    struct casetree_level *const cases = &tree->level[LEVEL_RING4];
    assert(cases->count > 0 && "there is a last case");
    uint32_t const number = (uint32_t)cases->count - 1;
    uint32_t all[CASE_SOURCES] = {cases->source[number], NO_SOURCE, NO_SOURCE};
    bool const has_more =
        tree->more_count && tree->mores[tree->more_count - 1].number == number;
    if (has_more)
        memcpy(all + 1, tree->mores[tree->more_count - 1].source,
               sizeof all - sizeof *all);
    sources_join(all, source);
    cases->source[number] = all[0];
    if (all[1] == NO_SOURCE)
        return;
    if (!has_more && tree->more_count++ == tree->more_capacity)
        tree->mores =
            x2nrealloc(tree->mores, &tree->more_capacity, sizeof *tree->mores);
    tree->mores[tree->more_count - 1].number = number;
    memcpy(tree->mores[tree->more_count - 1].source, all + 1, sizeof all - sizeof *all);
}

void casetree_add(struct casetree *tree, vicinitycode code, uint32_t played,
                  uint32_t won, uint32_t const source[CASE_SOURCES])
{
    for (int level = first_new(tree, code); level < VICINITY_LEVELS; level++)
        casetree_add_node(tree, level, vicinity_part(code, level), 0, 0, NO_SOURCE);
    assert(code >= tree->last && "cases come in their order");
    tree->last = code;
    for (int level = 0; level < VICINITY_LEVELS; level++) {
        size_t const at = tree->level[level].count - 1;
        tree->level[level].played[at] += played;
        tree->level[level].won[at] += won;
        assert(tree->level[level].won[at] <= tree->level[level].played[at]);
    }
    join_sources(tree, source);
}

static uint32_t kid_of(struct casetree const *tree, int level, size_t node)
{
    struct casetree_level const *const at = &tree->level[level];
    return node < at->count ? at->kid[node] : (uint32_t)tree->level[level + 1].count;
}

size_t casetree_met_size(struct casetree const *tree)
{
    size_t size = 2 * PLACE_KINDS;
    for (int level = 0; level < VICINITY_LEVELS; level++)
        size += tree->level[level].count;
    return size;
}

uint32_t *casetree_places(struct casetree const *tree)
{
    return tree->met + casetree_met_size(tree) - 2 * PLACE_KINDS;
}

void casetree_make_met(struct casetree *tree)
{
    tree->met = xcalloc(casetree_met_size(tree) + 1, sizeof *tree->met);
    uint32_t *met = tree->met;
    for (int level = 0; level < VICINITY_LEVELS; level++) {
        tree->level[level].met = met;
        met += tree->level[level].count;
    }
}

void casetree_close(struct casetree *tree)
{
    for (int level = LEVEL_RING4 - 1; level >= 0; level--)
        for (size_t node = 0; node < tree->level[level].count; node++) {
            uint32_t first[CASE_SOURCES] = {NO_SOURCE, NO_SOURCE, NO_SOURCE};
            for (uint32_t kid = kid_of(tree, level, node);
                 kid < kid_of(tree, level, node + 1); kid++)
                sources_join(first, (uint32_t[]){tree->level[level + 1].source[kid],
                                                 NO_SOURCE, NO_SOURCE});
            tree->level[level].source[node] = first[0];
        }
    casetree_make_met(tree);
}

void casetree_meet(struct casetree *tree, vicinitycode code, uint32_t weight)
{
    uint32_t from = 0, to = (uint32_t)tree->level[0].count;
    for (int level = 0; level < VICINITY_LEVELS; level++) {
        struct casetree_level const *const at = &tree->level[level];
        uint32_t const part = vicinity_part(code, level), end = to;
        while (from < to) {
            uint32_t const middle = from + (to - from) / 2;
            if (at->part[middle] < part)
                from = middle + 1;
            else
                to = middle;
        }
        if (from == end || at->part[from] != part)
            return;
        __atomic_fetch_add(&at->met[from], weight, __ATOMIC_RELAXED);
        if (level + 1 == VICINITY_LEVELS)
            return;
        assert(from < end && at->met);
        uint32_t const node = from;
        from = kid_of(tree, level, node);
        to = kid_of(tree, level, node + 1);
    }
}

/* ---------------------------------------------------------------- writing */

enum { MET_DIGITS = 4 }; /* that are told when it is packed */

static void write32(struct chunk_writer *writer, uint32_t x)
{
    unsigned char bytes[4];
    put_le32(bytes, x);
    chunk_writer_write(writer, bytes, sizeof bytes);
}

static void write_head(struct chunk_writer *writer, struct casetree const *tree)
{
    chunk_writer_begin(writer, "HEAD");
    write32(writer, DIAMOND_RADIUS);
    for (int level = 0; level < VICINITY_LEVELS; level++)
        write32(writer, (uint32_t)tree->level[level].count);
    write32(writer, (uint32_t)tree->games.game_count);
    write32(writer, (uint32_t)tree->moves);
    write32(writer, (uint32_t)(tree->moves >> 32));
}

/* Its first MET_DIGITS binary digits.  */
static uint32_t rounded(uint32_t met)
{
    uint64_t unit = 1;
    while (met / unit >= 1u << MET_DIGITS)
        unit *= 2;
    uint64_t const near = (met + unit / 2) / unit * unit;
    return near < UINT32_MAX ? (uint32_t)near : UINT32_MAX;
}

/* It was met at least as often as it was played.  */
static struct experience known(struct casetree const *tree, int i, size_t node)
{
    struct casetree_level const *const level = &tree->level[i];
    uint32_t const played = level->played[node];
    uint32_t const met = tree->packed ? rounded(level->met[node]) : level->met[node];
    assert(node < level->count && level->won[node] <= played);
    return (struct experience){met > played ? met : played, played, level->won[node]};
}

static bool is_small(struct experience const *of)
{
    return of->appeared < TALLY_MET && of->played < TALLY_PLAYED;
}

static void write_tallies(struct chunk_writer *writer, struct casetree const *tree,
                          int level, uint32_t *many)
{
    chunk_writer_begin_rows(writer, casebook_tallies[level], 1, tree->packed);
    for (size_t node = 0; node < tree->level[level].count; node++) {
        struct experience const of = known(tree, level, node);
        write32(writer, is_small(&of) ? of.appeared << 14 | of.played << 7 | of.won
                                      : TALLY_MANY | (*many)++);
    }
}

static void write_many(struct chunk_writer *writer, struct casetree const *tree)
{
    chunk_writer_begin_rows(writer, "MANY", 3, tree->packed);
    for (int level = 0; level < VICINITY_LEVELS; level++)
        for (size_t node = 0; node < tree->level[level].count; node++) {
            struct experience const of = known(tree, level, node);
            if (is_small(&of))
                continue;
            write32(writer, of.appeared);
            write32(writer, of.played);
            write32(writer, of.won);
        }
}

static void write_column(struct chunk_writer *writer, struct casetree const *tree,
                         char const *name, uint32_t const *column, size_t count)
{
    chunk_writer_begin_rows(writer, name, 1, tree->packed);
    for (size_t i = 0; i < count; i++)
        write32(writer, column[i]);
}

static void write_level(struct chunk_writer *writer, struct casetree const *tree, int i,
                        uint32_t *many)
{
    struct casetree_level const *const level = &tree->level[i];
    write_column(writer, tree, casebook_parts[i], level->part, level->count);
    if (casebook_kids[i]) {
        write_column(writer, tree, casebook_kids[i], level->kid, level->count);
        write32(writer, (uint32_t)tree->level[i + 1].count);
    }
    write_tallies(writer, tree, i, many);
    if (casebook_origins[i])
        write_column(writer, tree, casebook_origins[i], level->source, level->count);
}

void casetree_write_weights(struct chunk_writer *writer, enum case_company company,
                            struct casebook_weights const *weights)
{
    float const *const number = &weights->slope[0][0];
    chunk_writer_begin(writer, casebook_weight_names[company]);
    for (size_t i = 0; i < sizeof *weights / sizeof *number; i++) {
        uint32_t bits;
        memcpy(&bits, &number[i], sizeof bits);
        write32(writer, bits);
    }
}

static void write_rest(struct chunk_writer *writer, struct casetree const *tree)
{
    chunk_writer_begin(writer, "MORE");
    for (size_t i = 0; i < tree->more_count; i++) {
        write32(writer, tree->mores[i].number);
        for (int j = 0; j < CASE_SOURCES - 1; j++)
            write32(writer, tree->mores[i].source[j]);
    }
    chunk_writer_begin_rows(writer, "PLAC", 2, tree->packed);
    for (int i = 0; i < 2 * PLACE_KINDS; i++)
        write32(writer, casetree_places(tree)[i]);
    casetree_write_weights(writer, CASES_ALONE, &tree->weights);
    casebuilder_write_games(&tree->games, writer, tree->packed);
}

uint64_t casetree_node_bytes(struct casetree const *tree)
{
    uint64_t bytes = 0;
    for (int i = 0; i < VICINITY_LEVELS; i++) {
        struct casetree_level const *const level = &tree->level[i];
        bytes += 4 * (uint64_t)level->count *
                 (2u + (casebook_kids[i] != NULL) + (casebook_origins[i] != NULL));
        for (size_t node = 0; node < level->count; node++) {
            struct experience const of = known(tree, i, node);
            bytes += is_small(&of) ? 0 : sizeof of;
        }
    }
    return bytes + tree->more_count * sizeof *tree->mores;
}

bool casetree_write(struct casetree const *tree, char const *path,
                    struct provenance const *made, struct failure *why)
{
    struct chunk_writer *const writer =
        chunk_writer_new(path, CASEBOOK_KIND, CASEBOOK_VERSION, why);
    if (!writer)
        return false;
    uint32_t many = 0;
    write_head(writer, tree);
    for (int level = 0; level < VICINITY_LEVELS; level++)
        write_level(writer, tree, level, &many);
    write_many(writer, tree);
    write_rest(writer, tree);
    provenance_write(made, writer);
    return chunk_writer_finish(writer, why);
}
