#include <config.h>

#include "patterns/cases/evidence.h"

static void tell(struct casebook const *book, int level, uint32_t node,
                 struct case_evidence *row)
{
    row->level = level;
    row->node = node;
    row->of = casebook_experience(book, level, node);
    row->source_count = casebook_sources(book, level, node, row->sources);
}

/* The vicinity of CODE turned so that it is DISTANCE from ASKED as they lie.  */
static void lay(struct casebook const *book, vicinitycode code,
                struct vicinity const *asked, unsigned distance,
                struct vicinity *vicinity)
{
    struct vicinity in_code;
    vicinity_decode(casebook_vicinities(book), code, &in_code);
    for (int symmetry = 0; symmetry < SYMMETRIES; symmetry++) {
        vicinity_turn(&in_code, symmetry, vicinity);
        if (case_distance_as_they_lie(case_likeness_table(), asked, vicinity) ==
            distance)
            return;
    }
}

static int tell_less(struct casebook const *book, struct vicinity const *asked,
                     struct case_evidence *row)
{
    int symmetry;
    struct case_chain chain;
    casebook_find(book, vicinity_code(casebook_vicinities(book), asked, &symmetry),
                  &chain);
    if (!chain.known)
        return 0;
    int const level = chain.known <= LEVEL_CORE ? chain.known - 1 : LEVEL_CORE;
    *row = (struct case_evidence){.alike = 0};
    tell(book, level, chain.node[level], row);
    return 1;
}

int case_evidence(struct casebook const *book, struct situation const *situation,
                  point at, int k, struct case_evidence list[])
{
    struct near_vicinity near[CASE_NEAREST];
    struct vicinity asked;
    struct case_likeness const *const likeness = case_likeness_table();
    vicinity_look(casebook_vicinities(book), situation->board, at,
                  latest_moves(situation), &asked);
    int const count = case_nearest(book, likeness, &asked, k, CASE_NEVER, near);
    for (int i = 0; i < count; i++) {
        list[i].alike = case_alike(likeness, &asked, near[i].distance);
        lay(book, casebook_code(book, near[i].id), &asked, near[i].distance,
            &list[i].vicinity);
        tell(book, LEVEL_RING4, near[i].id, &list[i]);
    }
    return count ? count : tell_less(book, &asked, list);
}
