#include <config.h>

#include "patterns/caselearning/caseshrink.h"

#include "patterns/cases/casevote.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <xalloc.h>

enum {
    CLASSES = 4096,  /* of worth, 64 to a doubling */
    BYTES_GAME = 60, /* with its names, about */
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

/* A tree of the nodes that fit into BYTES, without its games; returns how many bytes
   these take.  */
static uint64_t keep(struct shrinking *shrinking, uint64_t bytes)
{
    uint32_t const roots = shrinking->facts.nodes[0];
    shrinking->least = least_worth(shrinking, bytes);
    memset(shrinking->game, 0, shrinking->facts.games * sizeof *shrinking->game);
    memset(shrinking->next, 0, sizeof shrinking->next);
    each_kept(shrinking, 0, 0, roots, copy_node);
    casetree_make_met(shrinking->tree);
    each_kept(shrinking, 0, 0, roots, copy_met);
    copy_places(shrinking);
    return (uint64_t)shrinking->tree->games.game_count * BYTES_GAME;
}

void case_shrink(struct casebook const *book, uint64_t bytes, struct casetree *tree)
{
    struct shrinking *const shrinking = xzalloc(sizeof *shrinking);
    uint64_t const fixed = 8 * PLACE_KINDS + sizeof(struct casebook_weights) + 4096;
    shrinking->book = book;
    shrinking->tree = tree;
    casebook_facts(book, &shrinking->facts);
    tree->moves = shrinking->facts.moves;
    shrinking->game = xcalloc(shrinking->facts.games + 1, sizeof *shrinking->game);
    for (int level = 0; level < VICINITY_LEVELS; level++)
        shrinking->worth[level] =
            xnmalloc((size_t)shrinking->facts.nodes[level] + 1, sizeof(uint16_t));
    for (uint32_t node = 0; node < shrinking->facts.nodes[0]; node++)
        weigh(shrinking, 0, node, case_base_rate);
    /* How many games are named shows when it is done, so nodes make room for them.  */
    uint64_t room = bytes > fixed ? bytes - fixed : 0, games;
    for (;;) {
        games = keep(shrinking, room);
        uint64_t const nodes = casetree_node_bytes(tree);
        if (fixed + nodes + games <= bytes || !room)
            break;
        uint64_t const over = fixed + nodes + games - bytes;
        room = room > over ? room - over : 0;
        casetree_release(tree);
        casetree_init(tree);
        tree->moves = shrinking->facts.moves;
    }
    for (int level = 0; level < VICINITY_LEVELS; level++)
        free(shrinking->worth[level]);
    free(shrinking->game);
    free(shrinking);
}
