/* engine/records/players.h -- the names of those who played, and which of them is
   nearest to one that nobody has.

   A name is as the record has it, "Lee Sedol" or "lee sedol 9d"; who asks for a player
   and spells him otherwise is told the names he may have meant.  */
#pragma once

#include <stddef.h>

#include "engine/go/game.h"

struct players;

struct players *players_new(void);
void players_free(struct players *players);
/* Both players of GAME.  */
void players_add(struct players *players, struct game const *game);

/* How many of the games added NAME played.  */
long players_games(struct players const *players, char const *name);

/* One of them, with how many games he played, how many of these have a winner, and how
   many of these he won.  */
struct player_row {
    char const *name; /* the list's */
    long games, decided, won;
};

/* All who played, at most COUNT of them, who played most first, equals by name. Returns
   how many; with a COUNT of 0, how many there are.  */
size_t players_list(struct players const *players, size_t count,
                    struct player_row rows[]);

/* The names nearest to NAME, at most COUNT of them, the nearest first, equally near
   ones by their games: those that have it in them, capitals or not, before those
   that fewest letters have to be changed of.  They are the list's.  Returns how
   many.  */
int players_nearest(struct players const *players, char const *name, int count,
                    char const *nearest[]);

/* Fail with a sentence that says nobody is called NAME, and who is nearly.  */
bool players_refuse(struct players const *players, char const *name,
                    struct failure *why);
