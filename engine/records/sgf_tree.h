/* engine/records/sgf_tree.h -- a game of SGF with all its variations and properties.

   Nodes and values lie in memory of the tree and live as long as it.  To
   visit all nodes, parents before children and first variations first:

       for (n = sgf_tree_root(tree); n; n = sgf_after(n))
           look(n);                                                       */
#pragma once

#include "engine/records/sgf.h"

/* One value; a property with several is several of them in a row.  */
struct sgf_property {
    char name[SGF_NAME_MAX + 1]; /* capitals, as in FF4 */
    char const *value;           /* UTF-8, without escapes */
    struct sgf_property *next;
};

struct sgf_node {
    struct sgf_node *parent;
    struct sgf_node *next; /* brother: the next variation */
    struct sgf_node *child, *last_child;
    struct sgf_property *properties;
};

struct sgf_tree;

enum { SGF_TREE_MAX = 4000000 }; /* nodes and values; a larger tree is refused */

/* The next game of SCAN (which was started) as a tree for the caller to free;
   NULL unless SGF_GAME is returned.  A wrong size of board is SGF_BAD; whether
   points are on the board is for sgf_points to say.  */
enum sgf_outcome sgf_read_tree(struct sgf_scan *scan, struct sgf_tree **tree,
                               struct failure *why);
void sgf_tree_free(struct sgf_tree *tree);

/* The first game in the file PATH as a tree, or NULL.  */
struct sgf_tree *sgf_load_tree(char const *path, struct failure *why);

struct sgf_node *sgf_tree_root(struct sgf_tree const *tree);
int sgf_tree_width(struct sgf_tree const *tree);
int sgf_tree_height(struct sgf_tree const *tree);

/* The node after NODE in the walk above, or NULL.  */
struct sgf_node *sgf_after(struct sgf_node const *node);

/* The first value of the property NAME at NODE, or NULL.  */
char const *sgf_find(struct sgf_node const *node, char const *name);

/* The move of NODE, if it has one that is on TREE's board.  */
bool sgf_move(struct sgf_tree const *tree, struct sgf_node const *node,
              struct move *move);
