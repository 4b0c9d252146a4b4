#include <config.h>

#include "patterns/caselearning/caseshrink.h"

#include "patterns/caselearning/casenaming.h"
#include "patterns/cases/casevote.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <xalloc.h>

enum {
    CLASSES = 4096,  /* of worth, 64 to a doubling */
    BYTES_GAME = 30, /* with its names, about */
    BYTES_ALWAYS = 8 * PLACE_KINDS + (int)sizeof(struct casebook_weights) + 4096,
    CLOSE = 64, /* so small a part of the size may be left free, */
    TRIES = 5,  /* after so many tries any */
};

/* Packed, about.  */
enum { PACKED_ALWAYS = 10000, PACKED_NODE = 4, PACKED_SOURCE = 3, PACKED_GAME = 10 };

/* In the file, with a share of MANY.  */
static int const node_bytes[VICINITY_LEVELS] = {14, 14, 17, 17, 13};

struct shrinking {
    struct casebook const *book;
    struct shrink_task task;
    struct casebook_facts facts;
    uint16_t *worth[VICINITY_LEVELS]; /* the class of each node */
    uint64_t bytes[CLASSES];          /* of all nodes in a class */
    uint16_t least;                   /* to be kept */
    struct casetree *tree;
    uint32_t *game; /* new number + 1 of each game, 0: not named so far */
    size_t next[VICINITY_LEVELS];
    struct casenaming *naming; /* NULL: every node names a game */
    bool core_cites;           /* by a node of the core at hand that is no case */
    size_t asked, cited;       /* nodes of those that are named, so far */
};

static double gain(struct experience of, double rate, double parent)
{
    return of.appeared *
           (rate * log(rate / parent) + (1 - rate) * log((1 - rate) / (1 - parent)));
}

static uint16_t class_of(double worth)
{
    double const class = worth > 0 ? CLASSES / 2 + 64 * log2(worth) : 0;
    return (uint16_t)(class < 0 ? 0 : class < CLASSES - 1 ? class : CLASSES - 1);
}

/* What NODE and all below it are worth; PARENT is the rate above it.  */
static uint16_t weigh(struct shrinking *shrinking, int level, uint32_t node,
                      double parent)
{
    struct casebook const *const book = shrinking->book;
    struct experience const of = casebook_experience(book, level, node);
    double const rate = case_rate(of, level, (float)parent);
    uint16_t worth = class_of(gain(of, rate, parent));
    if (level + 1 < VICINITY_LEVELS) {
        uint32_t from, to;
        casebook_children(book, level, node, &from, &to);
        for (; from < to; from++) {
            uint16_t const child = weigh(shrinking, level + 1, from, rate);
            worth = child > worth ? child : worth;
        }
    }
    shrinking->worth[level][node] = worth;
    shrinking->bytes[worth] +=
        (uint64_t)(shrinking->task.packed ? PACKED_NODE : node_bytes[level]);
    return worth;
}

/* ---------------------------------------------------------------- keeping */

static void add_game(struct shrinking *shrinking, uint32_t number)
{
    struct remembered_game game;
    casebook_game(shrinking->book, number, &game);
    shrinking->game[number] = casebuilder_add_game(&shrinking->tree->games, &game) + 1;
}

static bool has_kept_children(struct shrinking const *shrinking, int level,
                              uint32_t node)
{
    uint32_t from = 0, to = 0;
    if (level + 1 < VICINITY_LEVELS)
        casebook_children(shrinking->book, level, node, &from, &to);
    while (from < to && shrinking->worth[level + 1][from] < shrinking->least)
        from++;
    return from < to;
}

/* Does NODE, the next one, cite?  When not all do: what has no children; of a core's
   nodes that are no cases only the first, as they are told of together.  */
static bool is_citing(struct shrinking *shrinking, int level, uint32_t node)
{
    if (level < CASE_SOURCED)
        shrinking->core_cites = false;
    if (level < CASE_SOURCED || !shrinking->naming)
        return level >= CASE_SOURCED;
    if (has_kept_children(shrinking, level, node))
        return false;
    bool const cites = level == LEVEL_RING4 || !shrinking->core_cites;
    shrinking->core_cites = shrinking->core_cites || level < LEVEL_RING4;
    return cites;
}

static uint32_t keep_source(struct shrinking *shrinking, int level, uint32_t node)
{
    struct memory_source list[CASE_SOURCES];
    if (!is_citing(shrinking, level, node))
        return NO_SOURCE;
    if (shrinking->naming
            ? !casenaming_source(shrinking->naming, shrinking->asked++, list)
            : !casebook_sources(shrinking->book, level, node, list))
        return NO_SOURCE;
    if (!shrinking->game[list[0].game])
        add_game(shrinking, list[0].game);
    shrinking->cited++;
    return (shrinking->game[list[0].game] - 1) * MEMORY_MOVES + (uint32_t)list[0].move;
}

/* Do WORK with all nodes worth it, parents first.  */
typedef void node_work(struct shrinking *shrinking, int level, uint32_t node);

static void each_kept(struct shrinking *shrinking, int level, uint32_t from,
                      uint32_t to, node_work *work)
{
    for (; from < to; from++) {
        if (shrinking->worth[level][from] < shrinking->least)
            continue;
        work(shrinking, level, from);
        if (level + 1 == VICINITY_LEVELS)
            continue;
        uint32_t first, end;
        casebook_children(shrinking->book, level, from, &first, &end);
        each_kept(shrinking, level + 1, first, end, work);
    }
}

static void copy_node(struct shrinking *shrinking, int level, uint32_t node)
{
    struct experience const of = casebook_experience(shrinking->book, level, node);
    casetree_add_node(shrinking->tree, level,
                      casebook_part(shrinking->book, level, node), of.played, of.won,
                      keep_source(shrinking, level, node));
}

static void offer_sources(struct shrinking *shrinking, int level, uint32_t node)
{
    struct memory_source list[CASE_SOURCES];
    if (is_citing(shrinking, level, node))
        casenaming_offer(shrinking->naming, list,
                         casebook_sources(shrinking->book, level, node, list));
}

/* The games are named in the order they have in the casebook, which packs better than
   that of the nodes.  */
static void name_games(struct shrinking *shrinking)
{
    uint32_t const games = shrinking->facts.games, most = shrinking->task.games;
    shrinking->naming = casenaming_new(games);
    each_kept(shrinking, 0, 0, shrinking->facts.nodes[0], offer_sources);
    casenaming_choose(shrinking->naming, most ? most : games);
    for (uint32_t game = 0; game < games; game++)
        if (casenaming_is_named(shrinking->naming, game))
            add_game(shrinking, game);
}

static void copy_met(struct shrinking *shrinking, int level, uint32_t node)
{
    shrinking->tree->level[level].met[shrinking->next[level]++] =
        casebook_experience(shrinking->book, level, node).appeared;
}

static void copy_places(struct shrinking *shrinking)
{
    uint32_t *const places = casetree_places(shrinking->tree);
    for (int place = 0; place < PLACE_KINDS; place++) {
        struct experience const of = casebook_place(shrinking->book, place);
        places[2 * place] = of.appeared;
        places[2 * place + 1] = of.played;
    }
}

/* The least worth with which the nodes fit into BYTES.  */
static uint16_t least_worth(struct shrinking const *shrinking, uint64_t bytes)
{
    uint64_t sum = 0;
    int class = CLASSES;
    while (class > 0 && sum + shrinking->bytes[class - 1] <= bytes)
        sum += shrinking->bytes[--class];
    return (uint16_t) class;
}

static int64_t file_bytes(struct shrinking const *shrinking)
{
    struct casetree const *const tree = shrinking->tree;
    struct shrink_task const *const task = &shrinking->task;
    size_t nodes = 0;
    if (!task->packed)
        return BYTES_ALWAYS + (int64_t)casetree_node_bytes(tree) +
               (int64_t)tree->games.game_count * BYTES_GAME;
    for (int level = 0; level < VICINITY_LEVELS; level++)
        nodes += tree->level[level].count;
    size_t const estimate = PACKED_ALWAYS + PACKED_NODE * nodes +
                            PACKED_SOURCE * shrinking->cited +
                            PACKED_GAME * tree->games.game_count;
    return (int64_t)((double)estimate * (task->times > 0 ? task->times : 1));
}

/* The tree of the nodes that fit into BYTES; returns how large its file will be.  */
static int64_t keep(struct shrinking *shrinking, int64_t bytes)
{
    struct casetree *const tree = shrinking->tree;
    uint32_t const roots = shrinking->facts.nodes[0];
    casetree_release(tree);
    casetree_init(tree);
    tree->moves = shrinking->facts.moves;
    tree->packed = shrinking->task.packed;
    shrinking->least = least_worth(shrinking, bytes > 0 ? (uint64_t)bytes : 0);
    memset(shrinking->game, 0, shrinking->facts.games * sizeof *shrinking->game);
    memset(shrinking->next, 0, sizeof shrinking->next);
    shrinking->asked = shrinking->cited = 0;
    if (shrinking->task.packed || shrinking->task.games)
        name_games(shrinking);
    each_kept(shrinking, 0, 0, roots, copy_node);
    casetree_make_met(tree);
    each_kept(shrinking, 0, 0, roots, copy_met);
    copy_places(shrinking);
    casenaming_free(shrinking->naming);
    shrinking->naming = NULL;
    return file_bytes(shrinking);
}

/* With how many bytes of nodes to try next, when ROOM made a file of KEPT.  */
static int64_t next_room(struct shrinking const *shrinking, int64_t room, int64_t kept,
                         int64_t bytes, int tries)
{
    int64_t const close = bytes / CLOSE;
    if (shrinking->task.packed)
        return (int64_t)((double)room * (double)(bytes - close / 2) / (double)kept *
                         (tries < TRIES ? 1 : 0.95));
    return room + bytes - kept - (tries < TRIES ? 0 : close);
}

/* How large the file is shows when the tree is there, for it names games; a few tries
   come close.  False when nothing can be kept.  */
static bool fit(struct shrinking *shrinking, int64_t bytes)
{
    int64_t room = bytes;
    for (int tries = 0;; tries++) {
        int64_t const kept = keep(shrinking, room), left = bytes - kept;
        if (left >= 0 && (left < bytes / CLOSE || tries >= TRIES || !shrinking->least))
            return true;
        if (!shrinking->tree->level[0].count && left < 0)
            return false;
        room = next_room(shrinking, room, kept, bytes, tries);
    }
}

bool case_shrunk(struct casebook const *book, struct casetree const *tree)
{
    struct casebook_facts facts;
    casebook_facts(book, &facts);
    for (int level = 0; level < VICINITY_LEVELS; level++)
        if (tree->level[level].count < facts.nodes[level])
            return true;
    return false;
}

bool case_shrink(struct casebook const *book, struct shrink_task const *task,
                 struct casetree *tree)
{
    struct shrinking *const shrinking = xzalloc(sizeof *shrinking);
    int64_t const bytes = task->bytes && task->bytes < INT64_MAX / 4
                              ? (int64_t)task->bytes
                              : INT64_MAX / 4;
    shrinking->book = book;
    shrinking->task = *task;
    shrinking->tree = tree;
    casebook_facts(book, &shrinking->facts);
    shrinking->game = xcalloc(shrinking->facts.games + 1, sizeof *shrinking->game);
    for (int level = 0; level < VICINITY_LEVELS; level++)
        shrinking->worth[level] =
            xnmalloc((size_t)shrinking->facts.nodes[level] + 1, sizeof(uint16_t));
    for (uint32_t node = 0; node < shrinking->facts.nodes[0]; node++)
        weigh(shrinking, 0, node, case_base_rate);
    bool const fits = fit(shrinking, bytes);
    for (int level = 0; level < VICINITY_LEVELS; level++)
        free(shrinking->worth[level]);
    free(shrinking->game);
    free(shrinking);
    return fits;
}
