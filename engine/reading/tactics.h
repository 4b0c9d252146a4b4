/* engine/reading/tactics.h -- what reading says about every chain and every move.

   For each chain of one or two liberties: can the enemy, moving first,
   capture it, how, and how could its owner save it.  From these, and from
   liberties, eyes and races, the facts about playing at each point: a set of
   claims (enum fact) and a few numbers of stones.

   A reading stays true as long as nothing it looked at has changed, so
   tactics_read on the next position of a game or a search repeats only what a
   move has touched.  The result is always the same as from scratch.  */
#pragma once

#include "engine/reading/eyes.h"
#include "engine/reading/fact.h"
#include "engine/reading/reading.h"

enum { ATTACKS_KEPT = 5, READ_LIBERTIES = 2, SIEGE_LIBERTIES = 3 };

/* What was read about one chain, and what the reading depended on.  */
struct chain_reading {
    point stone;    /* its smallest point */
    uint8_t attack; /* enum outcome: the enemy first */
    uint8_t rescue; /* enum outcome: its owner first; WORKS when safe anyway */
    uint8_t attack_count, rescue_count;
    struct reading attacks[ATTACKS_KEPT];
    struct reading rescues[RESCUES_MAX];
    struct points footprint;
};

struct tactics {
    uint8_t to_move; /* whose moves the facts are about */
    struct move_facts move[POINTS];

    /* Private: the position read last, and the readings to be used again.  */
    uint8_t width, height;
    uint8_t color[POINTS];
    point ko;
    int chain_count;
    uint16_t chain_of[POINTS]; /* 1 + index into CHAIN of a stone read about */
    struct chain_reading chain[CHAIN_MAX];
    int eye_count;
    struct eye_space eye[EYES_MAX];
    struct reader reader;
    long nodes; /* positions looked at since tactics_clear */
};

/* Nothing is known.  */
void tactics_clear(struct tactics *tactics);

/* All facts about BOARD for the side to move.  */
void tactics_read(struct tactics *tactics, struct board const *board);

/* Only the readings of chains, but of those of three liberties too, as sieges, and
   no facts about moves.  A tactics is for one of both.  */
void tactics_besiege(struct tactics *tactics, struct board const *board);

/* Begin where FROM is, with its readings of chains, to go on from there.  */
void tactics_follow(struct tactics *tactics, struct tactics const *from);

/* What was read about the chain of the stone at P, or NULL when it has too many
   liberties.  */
struct chain_reading const *tactics_chain(struct tactics const *tactics, point p);

static inline bool tactics_claims(struct tactics const *tactics, point p,
                                  enum fact fact)
{
    return tactics->move[p].claims >> fact & 1;
}

/* Numbers of stones in classes: 0, 1, 2, 3-4, 5-9, more.  */
enum { STONE_CLASSES = 6 };

static inline int stone_class(int stones)
{
    return stones < 3 ? stones : stones < 5 ? 3 : stones < 10 ? 4 : 5;
}
