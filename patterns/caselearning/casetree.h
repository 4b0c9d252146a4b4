/* patterns/caselearning/casetree.h -- a casebook while it is being made.

   The tree of casebook.h as arrays, one row a node, filled in the order of the codes
   by learning, or with a part of a casebook.  About 20 bytes a node; one owner.  */
#pragma once

#include "patterns/cases/casebook.h"
#include "patterns/learning/casebuilder.h"

struct casetree_level {
    uint32_t *part, *kid; /* KID: the first child, in the next level */
    uint32_t *played, *won, *source;
    uint32_t *met; /* within CASETREE.met */
    size_t count, capacity;
};

struct casetree {
    struct casetree_level level[VICINITY_LEVELS];
    struct {
        uint32_t number, source[CASE_SOURCES - 1];
    } * mores; /* further sources of cases */
    size_t more_count, more_capacity;
    uint32_t *met; /* of all nodes, one level after the other, see below; then of the
                      places, met and played */
    vicinitycode last;        /* added, so that its nodes are the last of each level */
    struct casebuilder games; /* its games alone */
    uint64_t moves;
    struct casebook_weights weights;
    bool packed; /* write it so: "met" is told in four binary digits */
};

void casetree_init(struct casetree *tree);
void casetree_release(struct casetree *tree);

/* Add to the case of CODE, which is not below the one added last.  */
void casetree_add(struct casetree *tree, vicinitycode code, uint32_t played,
                  uint32_t won, uint32_t const source[CASE_SOURCES]);

/* Add one node, the parent of those added next to the next level.  */
void casetree_add_node(struct casetree *tree, int level, uint32_t part, uint32_t played,
                       uint32_t won, uint32_t source);

/* All nodes are there: MET is made, all zero, with room for one number more.  */
void casetree_make_met(struct casetree *tree);
/* The same after casetree_add; inner nodes get sources of their children.  */
void casetree_close(struct casetree *tree);
size_t casetree_met_size(struct casetree const *tree);
uint32_t *casetree_places(struct casetree const *tree);

/* Count WEIGHT meetings of all nodes on the way to CODE; by many threads at once.  */
void casetree_meet(struct casetree *tree, vicinitycode code, uint32_t weight);

/* What its nodes take in a file that is not packed.  */
uint64_t casetree_node_bytes(struct casetree const *tree);

/* Write a casebook's chunk of weights.  */
void casetree_write_weights(struct chunk_writer *writer, enum case_company company,
                            struct casebook_weights const *weights);
/* MADE (provenance.h) may be NULL.  */
bool casetree_write(struct casetree const *tree, char const *path,
                    struct provenance const *made, struct failure *why);
