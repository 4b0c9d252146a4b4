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
#include "engine/reading/reading.h"

/* Claims about a move.  tactics.c has a row for each, with a name.  */
enum fact {
    FACT_CAPTURE_SAVES, /* takes stones that had a chain of ours in atari */
    FACT_CAPTURE_LIVE,  /* takes stones that could still have been saved */
    FACT_CAPTURE_DEAD,  /* takes stones that could not */
    FACT_TAKES_KO,
    FACT_ESCAPES,      /* saves our chain in atari */
    FACT_ESCAPES_KO,   /* ... if a ko is won */
    FACT_RUNS_IN_VAIN, /* extends a chain in atari that is lost all the same */
    FACT_DEFENDS,      /* saves our chain of two liberties from being caught */
    FACT_DEFENDS_KO,
    FACT_ATARI_CATCHES, /* atari; there is no escape */
    FACT_ATARI_KO,
    FACT_ATARI_LOOSE, /* atari; there is an escape */
    FACT_DOUBLE_ATARI,
    FACT_NET,         /* catches a chain of two liberties without atari */
    FACT_SNAPBACK,    /* offers a stone and catches */
    FACT_SELF_ATARI,  /* our chain has one liberty afterwards, and nothing for it */
    FACT_THROW_IN,    /* ... of a single stone, next to an enemy chain */
    FACT_NAKADE,      /* ... which leaves the captor one eye at most */
    FACT_BREAKS_SEKI, /* ... giving up liberties that neither side may take */
    FACT_RISKY,       /* two liberties afterwards, and the enemy can catch it */
    FACT_CONNECTS,    /* joins chains of ours */
    FACT_CUTS,        /* touches two or more enemy chains */
    FACT_FILLS_EYE,   /* an eye of ours, for nothing */
    FACT_FALSE_EYE,   /* surrounded by us, but no eye */
    FACT_SPOILS_EYE,  /* inside a small space of the enemy */
    FACT_VITAL_OWN,   /* the vital point of our eye space */
    FACT_VITAL_ENEMY, /* ... of the enemy's */
    FACT_RACE_WON,    /* takes a liberty in a race we win anyway */
    FACT_RACE_TURN,   /* ... that goes to whoever moves first */
    FACT_RACE_LOST,
    FACTS
};

#define FACT_BIT(fact) ((uint64_t)1 << (fact))

/* About playing on one empty point; all zero when the move is illegal.  */
struct move_facts {
    uint64_t claims;    /* bit f: enum fact f holds */
    uint8_t liberties;  /* of the chain afterwards, up to 15 */
    uint8_t captured;   /* stones taken */
    uint8_t saved;      /* stones of ours that it rescues */
    uint8_t caught;     /* enemy stones that it catches, not yet taken */
    uint8_t lost;       /* stones of ours that it exposes to capture */
    uint8_t threatened; /* enemy stones put in atari, caught or not */
    uint8_t vital;      /* stones that live or die by it: around an eye space whose
                           vital point it is, with hardly a liberty elsewhere */
};

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

/* How many stones the claim FACT of a move is about; 0 when it is not about
   stones.  */
int fact_stake(struct move_facts const *facts, enum fact fact);

/* Numbers of stones in classes: 0, 1, 2, 3-4, 5-9, more.  */
enum { STONE_CLASSES = 6 };

static inline int stone_class(int stones)
{
    return stones < 3 ? stones : stones < 5 ? 3 : stones < 10 ? 4 : 5;
}

/* "captures stones that could still have been saved" */
char const *fact_name(enum fact fact);
