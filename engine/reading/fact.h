/* engine/reading/fact.h -- what can be true of a move.

   A fact is a claim about playing at a point: that it captures, saves, catches, cuts,
   takes a vital point.  Who finds them is tactics.h; the model learns what each is
   worth, and people are told them by name.  */
#pragma once

#include "engine/go/board.h"

/* Claims about a move.  fact.c has a row for each, with a name.  */
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

/* "captures stones that could still have been saved" */
char const *fact_name(enum fact fact);
/* How many stones the claim FACT of a move is about; 0 when it is not about
   stones.  */
int fact_stake(struct move_facts const *facts, enum fact fact);
