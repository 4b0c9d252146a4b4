#include <config.h>

#include "patterns/cases/casebook.h"

#include "patterns/cases/casebook_file.h"
#include "patterns/shapes/memory_file.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <xalloc.h>

char const *const casebook_parts[VICINITY_LEVELS] = {"PAR0", "PAR1", "PAR2", "PAR3",
                                                     "PAR4"};
char const *const casebook_kids[VICINITY_LEVELS] = {"KID0", "KID1", "KID2", "KID3",
                                                    NULL};
char const *const casebook_tallies[VICINITY_LEVELS] = {"TAL0", "TAL1", "TAL2", "TAL3",
                                                       "TAL4"};
char const *const casebook_origins[VICINITY_LEVELS] = {NULL, NULL, "SRC2", "SRC3",
                                                       "SRC4"};

char const *const casebook_weight_names[CASE_COMPANIES] = {"WGHT", "BSID"};

struct level {
    uint32_t count;
    uint32_t const *part, *kid, *tally, *source;
};

struct casebook {
    struct chunkfile *file;
    struct vicinities vicinities;
    struct level level[VICINITY_LEVELS];
    uint32_t games, many, more;
    uint64_t moves;
    struct experience const *manies;
    struct casebook_more const *mores;
    uint32_t const *place;
    struct casebook_weights weights[CASE_COMPANIES];
    struct remembered_games named;
};

/* ---------------------------------------------------------------- opening */

static bool damaged(struct casebook const *book, char const *what, struct failure *why)
{
    return failed(why, "%s: damaged: %s", chunkfile_path(book->file), what);
}

/* The COUNT rows of UNIT bytes that chunk NAME must have, or NULL.  */
static void const *find_rows(struct casebook const *book, char const *name, size_t unit,
                             uint64_t count, struct failure *why)
{
    struct chunk chunk;
    if (!chunkfile_find(book->file, name, unit, &chunk, why))
        return NULL;
    if (chunk.size / unit == count)
        return chunk.data;
    failed(why, "%s: damaged: %s has %zu rows and not %llu", chunkfile_path(book->file),
           name, chunk.size / unit, (unsigned long long)count);
    return NULL;
}

/* All rows of chunk NAME.  */
static void const *find_list(struct casebook const *book, char const *name, size_t unit,
                             size_t *count, struct failure *why)
{
    struct chunk chunk;
    if (!chunkfile_find(book->file, name, unit, &chunk, why))
        return NULL;
    *count = chunk.size / unit;
    return chunk.data;
}

static bool read_head(struct casebook *book, struct failure *why)
{
    struct casebook_head const *const head =
        find_rows(book, "HEAD", sizeof *head, 1, why);
    if (!head)
        return false;
    if (le32toh(head->radius) != DIAMOND_RADIUS)
        return failed(why, "%s: has vicinities of radius %u, and not %d",
                      chunkfile_path(book->file), le32toh(head->radius),
                      DIAMOND_RADIUS);
    for (int i = 0; i < VICINITY_LEVELS; i++)
        book->level[i].count = le32toh(head->nodes[i]);
    book->games = le32toh(head->games);
    book->moves = le32toh(head->moves_low) | (uint64_t)le32toh(head->moves_high) << 32;
    return true;
}

/* A column of numbers, one for each node of level I and MORE; if it has no name there
   is none.  */
static bool read_column(struct casebook *book, char const *name, int i, int more,
                        uint32_t const **column, struct failure *why)
{
    *column = name ? find_rows(book, name, sizeof **column,
                               (uint64_t)book->level[i].count + (uint64_t)more, why)
                   : NULL;
    return *column || !name;
}

static bool read_level(struct casebook *book, int i, struct failure *why)
{
    struct level *const level = &book->level[i];
    return read_column(book, casebook_parts[i], i, 0, &level->part, why) &&
           read_column(book, casebook_kids[i], i, 1, &level->kid, why) &&
           read_column(book, casebook_tallies[i], i, 0, &level->tally, why) &&
           read_column(book, casebook_origins[i], i, 0, &level->source, why);
}

static bool read_weights(struct casebook const *book, char const *name,
                         struct casebook_weights *weights, struct failure *why)
{
    size_t const count = sizeof *weights / sizeof(float);
    void const *const bytes = find_rows(book, name, sizeof(float), count, why);
    return bytes && (chunk_floats_read(bytes, &weights->slope[0][0], count) ||
                     damaged(book, "a weight is no number", why));
}

static bool read_all_weights(struct casebook *book, struct failure *why)
{
    struct chunk chunk;
    struct failure none;
    struct casebook_weights *const weights = book->weights;
    if (!read_weights(book, casebook_weight_names[CASES_ALONE], weights, why))
        return false;
    weights[CASES_BESIDE] = weights[CASES_ALONE];
    return !chunkfile_find(book->file, casebook_weight_names[CASES_BESIDE],
                           sizeof(float), &chunk, &none) ||
           read_weights(book, casebook_weight_names[CASES_BESIDE],
                        &weights[CASES_BESIDE], why);
}

static bool read_rest(struct casebook *book, struct failure *why)
{
    size_t many = 0, more = 0;
    book->manies = find_list(book, "MANY", sizeof *book->manies, &many, why);
    book->mores = find_list(book, "MORE", sizeof *book->mores, &more, why);
    book->place = find_rows(book, "PLAC", 2 * sizeof *book->place, PLACE_KINDS, why);
    if (!book->manies || !book->mores || !book->place ||
        !remembered_map(&book->named, book->file, why))
        return false;
    if (book->named.count != book->games)
        return damaged(book, "it names more games than it has, or fewer", why);
    book->many = (uint32_t)many;
    book->more = (uint32_t)more;
    return true;
}

struct casebook *casebook_open(char const *path, struct failure *why)
{
    struct chunkfile *const file =
        chunkfile_open(path, CASEBOOK_KIND, CASEBOOK_VERSION, why);
    if (!file)
        return NULL;
    struct casebook *const book = xzalloc(sizeof *book);
    book->file = file;
    vicinities_init(&book->vicinities);
    bool good = read_head(book, why);
    for (int i = 0; i < VICINITY_LEVELS; i++)
        good = good && read_level(book, i, why);
    if (good && read_all_weights(book, why) && read_rest(book, why))
        return book;
    casebook_close(book);
    return NULL;
}

void casebook_close(struct casebook *book)
{
    if (!book)
        return;
    chunkfile_close(book->file);
    free(book);
}

char const *casebook_path(struct casebook const *book)
{
    return chunkfile_path(book->file);
}

struct vicinities const *casebook_vicinities(struct casebook const *book)
{
    return &book->vicinities;
}

struct casebook_weights const *casebook_weights(struct casebook const *book,
                                                enum case_company company)
{
    return &book->weights[company];
}

static bool is_of_sources(char const *name)
{
    bool found = strcmp(name, "MORE") == 0 || strcmp(name, "GAME") == 0 ||
                 strcmp(name, "TEXT") == 0;
    for (int i = 0; i < VICINITY_LEVELS; i++)
        found =
            found || (casebook_origins[i] && strcmp(name, casebook_origins[i]) == 0);
    return found;
}

void casebook_facts(struct casebook const *book, struct casebook_facts *facts)
{
    struct chunk_row const *row;
    *facts = (struct casebook_facts){.games = book->games,
                                     .moves = book->moves,
                                     .bytes = chunkfile_size(book->file)};
    for (int i = 0; (row = chunkfile_row(book->file, i)); i++) {
        facts->packed = facts->packed || row->packing;
        facts->source_bytes += is_of_sources(row->name) ? row->size : 0;
    }
    for (int i = 0; i < VICINITY_LEVELS; i++)
        facts->nodes[i] = book->level[i].count;
}

/* ---------------------------------------------------------------- checking */

static bool source_good(struct casebook const *book, uint32_t source)
{
    return source == CASE_UNNAMED || source / MEMORY_MOVES < book->games;
}

static bool level_good(struct casebook const *book, int i)
{
    struct level const *const level = &book->level[i];
    uint32_t const below = i + 1 < VICINITY_LEVELS ? book->level[i + 1].count : 0;
    for (uint32_t n = 0; n < level->count; n++) {
        uint32_t const tally = le32toh(level->tally[n]);
        if ((tally & TALLY_MANY) && (tally & ~TALLY_MANY) >= book->many)
            return false;
        if (level->kid && le32toh(level->kid[n]) > le32toh(level->kid[n + 1]))
            return false;
        if (level->source && !source_good(book, le32toh(level->source[n])))
            return false;
    }
    return !level->kid ||
           (le32toh(level->kid[0]) == 0 && le32toh(level->kid[level->count]) == below);
}

static bool children_rise(struct casebook const *book, int i)
{
    for (uint32_t n = 0; i >= 0 && n < book->level[i].count; n++) {
        uint32_t from, to;
        casebook_children(book, i, n, &from, &to);
        for (uint32_t k = from + 1; k < to; k++)
            if (casebook_part(book, i + 1, k - 1) >= casebook_part(book, i + 1, k))
                return false;
    }
    return true;
}

static bool rest_good(struct casebook const *book)
{
    for (uint32_t i = 0; i < book->more; i++) {
        struct casebook_more const *const more = &book->mores[i];
        if (le32toh(more->number) >= book->level[LEVEL_RING4].count ||
            (i && le32toh(more[-1].number) >= le32toh(more->number)))
            return false;
    }
    return remembered_good(&book->named);
}

bool casebook_verify(struct casebook const *book, struct failure *why)
{
    if (!chunkfile_verify(book->file, why))
        return false;
    for (int i = 0; i < VICINITY_LEVELS; i++)
        if (!level_good(book, i) || !children_rise(book, i - 1))
            return damaged(book, "a level of its tree is not in order", why);
    return rest_good(book) || damaged(book, "a source points nowhere", why);
}

struct casebook *casebook_open_whole(char const *path, struct failure *why)
{
    struct casebook *const book = casebook_open(path, why);
    if (!book || casebook_verify(book, why))
        return book;
    casebook_close(book);
    return NULL;
}

/* ---------------------------------------------------------------- asking */

void casebook_children(struct casebook const *book, int level, uint32_t node,
                       uint32_t *from, uint32_t *to)
{
    uint32_t const count = book->level[level + 1].count;
    *from = le32toh(book->level[level].kid[node]);
    *to = le32toh(book->level[level].kid[node + 1]);
    if (*from > *to || *to > count)
        *from = *to = 0;
}

uint32_t casebook_part(struct casebook const *book, int level, uint32_t node)
{
    return le32toh(book->level[level].part[node]);
}

uint32_t const *casebook_part_list(struct casebook const *book, int level)
{
    return book->level[level].part;
}

/* The node of LEVEL that CHILD is below: the last that starts at it or before.  */
static uint32_t parent_of(struct casebook const *book, int level, uint32_t child)
{
    struct level const *const at = &book->level[level];
    uint32_t const after = seek32(at->kid, 0, at->count, child + 1);
    return after ? after - 1 : 0;
}

vicinitycode casebook_code(struct casebook const *book, uint32_t id)
{
    uint32_t part[VICINITY_LEVELS];
    for (int level = LEVEL_RING4; level >= 0; level--) {
        part[level] = casebook_part(book, level, id);
        id = level ? parent_of(book, level - 1, id) : 0;
    }
    vicinitycode code = 0;
    for (int level = 0; level < VICINITY_LEVELS; level++)
        code = vicinity_join(code, level, part[level]);
    return code;
}

/* One level further; false where it ends.  */
static bool find_next(struct casebook const *book, vicinitycode code,
                      struct case_chain *chain)
{
    int const level = chain->known;
    uint32_t const part = vicinity_part(code, level);
    uint32_t from = 0, to = book->level[0].count;
    if (level)
        casebook_children(book, level - 1, chain->node[level - 1], &from, &to);
    uint32_t const at = seek32(book->level[level].part, from, to, part);
    if (at == to || casebook_part(book, level, at) != part)
        return false;
    chain->node[chain->known++] = at;
    return true;
}

void casebook_find(struct casebook const *book, vicinitycode code,
                   struct case_chain *chain)
{
    chain->known = 0;
    while (chain->known < VICINITY_LEVELS && find_next(book, code, chain))
        ;
}

/* Level by level, so that what one question waits for, memory, arrives while others
   are asked.  */
void casebook_find_all(struct casebook const *book, vicinitycode const codes[],
                       int count, struct case_chain chains[])
{
    for (int i = 0; i < count; i++)
        chains[i].known = 0;
    for (int level = 0; level < VICINITY_LEVELS; level++)
        for (int i = 0; i < count; i++) {
            if (chains[i].known != level || !find_next(book, codes[i], &chains[i]))
                continue;
            if (level + 1 < VICINITY_LEVELS)
                __builtin_prefetch(&book->level[level].kid[chains[i].node[level]]);
            __builtin_prefetch(&book->level[level].tally[chains[i].node[level]]);
        }
}

struct experience casebook_experience(struct casebook const *book, int level,
                                      uint32_t node)
{
    uint32_t const tally = le32toh(book->level[level].tally[node]);
    if (!(tally & TALLY_MANY))
        return (struct experience){tally >> 14, tally >> 7 & 127, tally & 127};
    uint32_t const row = tally & ~TALLY_MANY;
    if (row >= book->many)
        return (struct experience){0, 0, 0};
    struct experience const *const many = &book->manies[row];
    return (struct experience){le32toh(many->appeared), le32toh(many->played),
                               le32toh(many->won)};
}

struct experience casebook_place(struct casebook const *book, int place)
{
    return (struct experience){le32toh(book->place[2 * place]),
                               le32toh(book->place[2 * place + 1]), 0};
}

/* ---------------------------------------------------------------- sources */

/* So many nodes are looked at for sources of what is above them.  */
enum { SOUGHT_MOST = 1000 };

static int add_source(uint32_t source, struct memory_source list[], int count)
{
    uint32_t const game = source / MEMORY_MOVES;
    if (source == CASE_UNNAMED)
        return count;
    for (int i = 0; i < count; i++)
        if (list[i].game == game)
            return count;
    assert(count < CASE_SOURCES);
    list[count] = (struct memory_source){game, (int)(source % MEMORY_MOVES)};
    return count + 1;
}

/* The first row of MORE that is of case NUMBER or later.  */
static uint32_t seek_more(struct casebook const *book, uint32_t number)
{
    uint32_t from = 0, to = book->more;
    while (from < to) {
        uint32_t const middle = from + (to - from) / 2;
        if (le32toh(book->mores[middle].number) < number)
            from = middle + 1;
        else
            to = middle;
    }
    assert(from <= book->more);
    return from;
}

/* Those that stand at the node itself; the further ones only cases have.  */
static int own_sources(struct casebook const *book, int level, uint32_t node,
                       struct memory_source list[], int count)
{
    if (book->level[level].source)
        count = add_source(le32toh(book->level[level].source[node]), list, count);
    uint32_t const at = level == LEVEL_RING4 ? seek_more(book, node) : book->more;
    if (at < book->more && le32toh(book->mores[at].number) == node)
        for (int i = 0; i < CASE_SOURCES - 1 && count < CASE_SOURCES; i++)
            count = add_source(le32toh(book->mores[at].source[i]), list, count);
    return count;
}

/* After the node's own, those of what is below it, while PATIENCE lasts.  */
static int gather_sources(struct casebook const *book, int level, uint32_t node,
                          struct memory_source list[], int count, int *patience)
{
    uint32_t from = 0, to = 0;
    count = own_sources(book, level, node, list, count);
    if (level < LEVEL_RING4)
        casebook_children(book, level, node, &from, &to);
    for (; from < to && count < CASE_SOURCES && --*patience > 0; from++)
        count = gather_sources(book, level + 1, from, list, count, patience);
    return count;
}

int casebook_sources(struct casebook const *book, int level, uint32_t node,
                     struct memory_source list[CASE_SOURCES])
{
    assert(level >= 0 && level < VICINITY_LEVELS && node < book->level[level].count);
    int patience = SOUGHT_MOST;
    return gather_sources(book, level, node, list, 0, &patience);
}

void casebook_game(struct casebook const *book, uint32_t game,
                   struct remembered_game *remembered)
{
    *remembered = remembered_game(&book->named, game);
}
