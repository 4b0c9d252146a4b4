/* books/joseki/joseki.h -- acquired sequences by their beginnings, and where a game is
   in them.

   Mined sequences (ranking.h) as a tree: from the root by the place of the first
   move (its distances to the edges), then by steps (movecode.h).  So a sequence
   is at home where it was played, turned and reflected, in either colour.  Each
   node knows how often games came to it and how they went on: at once, after
   moves elsewhere, or not at all.

   A game is usually in the middle of several sequences.  A path is one of
   them: a node, where its last move stands, and whose turn it is there.  Each
   move carries on the paths whose next step it is, begins one of its own, and
   breaks off those that it was played close to without being their next step;
   moves elsewhere leave a path waiting.

   What stands around a continuation before it is played, up to two lines away,
   speaks for it or against it.  A node keeps for each of these points and each
   state the logarithm of how much more often it was so when the continuation
   was played than when it was not.

   The file is a chunk file of kind "JOSK", version 2:

     HEAD   8    2 numbers: board size, nodes
     NODE  40    struct joseki_node, little-endian; children stand together,
                 after their parent, in the order of their symbols
     NEAR  36    12 points x own, opponent's, empty: 16 x the natural logarithm
     PAST, YEAR, GAME, TEXT: when and in which games, see past.h; or none of them  */
#pragma once

#include "books/joseki/past.h"

#include "books/sequences/movecode.h"
#include "engine/go/board.h"

enum { NEAR_POINTS = 12, NEAR_STATES = 3, NEAR_SCALE = 16 };

struct joseki_node {
    uint32_t child; /* the first of its children */
    uint16_t child_count;
    symbol step;      /* that leads here */
    uint32_t reached; /* times that a path came here */
    uint32_t at_once; /* of these, in answer to the move before */
    uint32_t decided; /* of these, in games with a winner */
    uint32_t won;     /* of these, by the player of the step */
    uint32_t waited;  /* turns that paths waited here for a later answer */
    uint32_t over;    /* times that a path ended here, broken off or for good */
    uint32_t rank;    /* of the mined sequence that ends here; 0 for none */
    uint32_t best;    /* the smallest rank here or further on; 0 for none */
};

enum { JOSEKI_VERSION = 2 };

struct near_state {
    int8_t log[NEAR_POINTS][NEAR_STATES];
};

/* The arrays of a file that is open, or those that are being learnt.  */
struct joseki {
    struct joseki_node *nodes;
    struct near_state *near;
    struct past past; /* without nodes when the file does not tell */
    uint32_t count;
    struct chunkfile *file; /* NULL for arrays in memory */
};

struct joseki *joseki_open(char const *path, struct failure *why);
void joseki_close(struct joseki *joseki);

/* The child of NODE by STEP, or 0, which is the root and nobody's child.  */
uint32_t joseki_child(struct joseki const *joseki, uint32_t node, symbol step);

/* ---------------------------------------------------------------- paths */

enum { PATHS_MAX = 96, NEAR_REACH = 3 };

struct path {
    uint32_t node;
    struct coder coder;
    uint8_t to_play; /* whose turn it is in this sequence */
    uint8_t length;  /* moves so far */
    uint16_t since;  /* number of its last move */
};

struct paths {
    int count;
    uint16_t moves; /* of the game so far */
    struct path list[PATHS_MAX];
};

/* What became of a path at a move, for whoever counts.  */
enum path_fate { PATH_GOES_ON, PATH_WAITS, PATH_BREAKS };

typedef void path_watch(void *context, struct path const *before, enum path_fate fate,
                        uint32_t node);

void paths_start(struct paths *paths);

/* MOVE (not a pass that matters to nobody: passes only count) was played.  WATCH
   may be NULL; it hears of every path, and of the new one with BEFORE NULL.  */
void paths_play(struct paths *paths, struct joseki const *joseki, struct move move,
                path_watch *watch, void *context);

/* The point of a continuation and the state of what is around it; false when
   the step leads off the board or onto a stone.  STATES are 0 own, 1 opponent's,
   2 empty or off the board; all 2 when the sequence is its own mirror image.  Then
   AT is one of several images, which path_images tells apart: it fills IMAGES
   with a path for each (just PATH when there is only one).  */
bool path_look(struct path const *path, symbol step, struct board const *board,
               point *at, uint8_t states[NEAR_POINTS]);
int path_images(struct path const *path, struct path images[SYMMETRIES]);

/* ---------------------------------------------------------------- continuing */

struct proposal {
    point at;
    uint32_t node;   /* the continuation's */
    uint32_t parent; /* that which it continues */
    uint8_t length;  /* of its sequence, with it */
    bool at_once;    /* it answers the last move */
    float p;         /* that it is played now */
    float alike;     /* 0 ... 1: what is around speaks against it ... for it */
};

/* What the side to move on BOARD may continue with, most probable first; several
   paths may propose one point, which is then in the list once, with the best.
   Only sequences of at least SHORTEST moves, with the one proposed: what begins
   has many continuations, and looking at them takes long.  SURROUNDINGS says
   whether to look at them.  LIST has room for 361.  */
int joseki_propose(struct joseki const *joseki, struct paths const *paths,
                   struct board const *board, int shortest, bool surroundings,
                   struct proposal list[]);

/* Is it usual to play elsewhere after NODE: in more than half of the games?  */
bool joseki_is_finished(struct joseki const *joseki, uint32_t node);
