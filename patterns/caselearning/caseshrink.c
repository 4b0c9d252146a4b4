#include <config.h>

#include "patterns/caselearning/caseshrink.h"

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

/* In the file, with a share of MANY.  */
static int const node_bytes[VICINITY_LEVELS] = {14, 14, 17, 17, 13};

struct shrinking {
    struct casebook const *book;
    struct casebook_facts facts;
    uint16_t *worth[VICINITY_LEVELS]; /* the class of each node */
    uint64_t bytes[CLASSES];          /* of all nodes in a class */
    uint16_t least;                   /* to be kept */
    struct casetree *tree;
    uint32_t *game; /* new number + 1 of each game, 0: not named so far */
    size_t next[VICINITY_LEVELS];
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
    shrinking->bytes[worth] += (uint64_t)node_bytes[level];
    return worth;
}

/* ---------------------------------------------------------------- keeping */

static uint32_t keep_source(struct shrinking *shrinking, int level, uint32_t node)
{
    struct memory_source list[CASE_SOURCES];
    if (level < CASE_SOURCED || !casebook_sources(shrinking->book, level, node, list))
        return NO_SOURCE;
    uint32_t *const number = &shrinking->game[list[0].game];
    if (!*number) {
        struct remembered_game game;
        casebook_game(shrinking->book, list[0].game, &game);
        *number = casebuilder_add_game(&shrinking->tree->games, &game) + 1;
    }
    return (*number - 1) * MEMORY_MOVES + (uint32_t)list[0].move;
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

/* The tree of the nodes that fit into BYTES; returns how large its file will be.  */
static int64_t keep(struct shrinking *shrinking, int64_t bytes)
{
    struct casetree *const tree = shrinking->tree;
    uint32_t const roots = shrinking->facts.nodes[0];
    casetree_release(tree);
    casetree_init(tree);
    tree->moves = shrinking->facts.moves;
    shrinking->least = least_worth(shrinking, bytes > 0 ? (uint64_t)bytes : 0);
    memset(shrinking->game, 0, shrinking->facts.games * sizeof *shrinking->game);
    memset(shrinking->next, 0, sizeof shrinking->next);
    each_kept(shrinking, 0, 0, roots, copy_node);
    casetree_make_met(tree);
    each_kept(shrinking, 0, 0, roots, copy_met);
    copy_places(shrinking);
    return BYTES_ALWAYS + (int64_t)casetree_node_bytes(tree) +
           (int64_t)tree->games.game_count * BYTES_GAME;
}

/* How large the file is shows when the tree is there, for it names games; a few tries
   come close.  False when nothing can be kept.  */
static bool fit(struct shrinking *shrinking, int64_t bytes)
{
    int64_t room = bytes, left;
    int tries = 0;
    do {
        left = bytes - keep(shrinking, room);
        if (left >= 0 && (left < bytes / CLOSE || tries >= TRIES || !shrinking->least))
            return true;
        room += tries++ < TRIES ? left : left - bytes / CLOSE;
    } while (shrinking->tree->level[0].count || left >= 0);
    return false;
}

bool case_shrink(struct casebook const *book, uint64_t bytes, struct casetree *tree)
{
    struct shrinking *const shrinking = xzalloc(sizeof *shrinking);
    shrinking->book = book;
    shrinking->tree = tree;
    casebook_facts(book, &shrinking->facts);
    shrinking->game = xcalloc(shrinking->facts.games + 1, sizeof *shrinking->game);
    for (int level = 0; level < VICINITY_LEVELS; level++)
        shrinking->worth[level] =
            xnmalloc((size_t)shrinking->facts.nodes[level] + 1, sizeof(uint16_t));
    for (uint32_t node = 0; node < shrinking->facts.nodes[0]; node++)
        weigh(shrinking, 0, node, case_base_rate);
    bool const fits = fit(shrinking, (int64_t)bytes);
    for (int level = 0; level < VICINITY_LEVELS; level++)
        free(shrinking->worth[level]);
    free(shrinking->game);
    free(shrinking);
    return fits;
}
