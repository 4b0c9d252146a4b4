/* engine/reading/reading.h -- can this chain be captured, and can it be saved?

   A bounded depth-first reader for chains of few liberties.  The game of a ladder:
   the attacker must capture the prey or leave it in atari with each move; the
   prey has escaped when it has three liberties at the attacker's turn.  For a
   prey in atari the only moves that change this are taking its last liberty,
   extending there, and capturing a chain that touches it, so the ladder part
   is exact: it agrees with a search over all moves of both sides.  Around it
   stand two wider moves, tried at the root only: a net (no atari, but no way
   out of two liberties either), and the rescues of a prey of two liberties.  In a
   siege the prey has escaped with four liberties only; neither side has to play
   atari or answer one, and the reader no longer tries every move.

   A ko is read as such: the side to whom the retaking is banned may retake
   once in a line, and a result that needs it is BY_KO.  Otherwise no position
   comes twice in a line.

   Nothing recurses without a budget; when it is used up the prey counts as
   safe and the reading says that it gave up.  */
#pragma once

#include "engine/reading/sketch.h"

enum outcome { FAILS, BY_KO, WORKS };

/* What a side that moves first achieves, and by which move.  */
struct reading {
    uint8_t outcome; /* enum outcome */
    bool gave_up;    /* the budget was not enough for more */
    bool net;        /* without an atari */
    point at;        /* NOWHERE when it fails */
};

enum { RESCUES_MAX = 24, READING_DEPTH = 160 };

struct reader {
    struct sketch sketch;
    int budget; /* positions it may still look at */
    bool gave_up;
    bool ko_spent;                    /* on the line being read a banned ko was taken */
    uint64_t line[READING_DEPTH + 1]; /* the positions of the line being read */
};

void reader_init(struct reader *reader, struct board const *board);

/* The enemy moves first: is the chain of PREY captured?  FAILS at once for
   chains of three and more liberties.  */
struct reading reader_attack(struct reader *reader, point prey, int budget);

/* The same with every move that works or leads to a ko, best first.  */
int reader_attacks(struct reader *reader, point prey, int budget,
                   struct reading moves[static RESCUES_MAX]);

/* Its owner moves first: every move after which the attack on PREY no longer
   works as well as before.  An outcome WORKS means the prey is safe.  */
int reader_rescues(struct reader *reader, point prey, int budget,
                   struct reading moves[static RESCUES_MAX]);

/* The same about a siege, of chains of up to three liberties: the hunter tries the
   liberties, and at first the points beside them; its owner extends or presses.  Of
   the moves that work only the first is named.  */
int reader_sieges(struct reader *reader, point prey, int budget,
                  struct reading moves[static RESCUES_MAX]);
int reader_breakouts(struct reader *reader, point prey, int budget,
                     struct reading moves[static RESCUES_MAX]);

/* COLOR plays P (a legal move): can its chain then be captured?  */
struct reading reader_risk(struct reader *reader, point p, enum color color,
                           int budget);
