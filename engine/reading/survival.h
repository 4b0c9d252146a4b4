/* engine/reading/survival.h -- how likely a chain is to be there at the end.

   Of a chain five traits are looked at, each in a few classes; every class adds
   something to the logarithm of the odds that its stones will end as their owner's:

       liberties   how many, 7 for more
       reading     not said to be lost; or who is to move, and what the owner achieves
       light       how friendly its liberties are
       room        the room its group has for eyes, and the ways out
       size        stones of the group

   The numbers stand in survival_odds.h, which `hishi learn --influence' makes from
   counted games.  */
#pragma once

#include "engine/reading/groups.h"
#include "engine/reading/tactics.h"

enum survival_trait {
    TRAIT_LIBERTIES,
    TRAIT_READING,
    TRAIT_LIGHT,
    TRAIT_ROOM,
    TRAIT_SIZE,
    SURVIVAL_TRAITS
};

enum { SURVIVAL_CLASSES = 36 }; /* of the trait that has most */

/* The class of every trait.  */
struct survival {
    uint8_t class[SURVIVAL_TRAITS];
};

/* How many classes a trait has, and what it is called.  */
int survival_classes(enum survival_trait trait);
char const *survival_name(enum survival_trait trait);

/* The traits of the chain of STONE, whose group is GROUP and whose liberties are lit by
   LIGHT, -1 the enemy's .. 1 its owner's.  */
struct survival survival_of(struct board const *board, struct tactics const *tactics,
                            struct group const *group, point stone, float light);
/* 0 dead .. 1 alive.  */
float survival_chance(struct survival survival);
