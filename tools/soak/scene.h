/* tools/soak/scene.h -- what one game of a soak is about, drawn by chance.

   Size, rules, komi, clock, opponent, colours and settings of the engine follow from
   the seed of the soak and the number of the game alone, so that any game can be set
   up again.  That by clocks it is not played again move for move lies in the nature of
   clocks.  */
#pragma once

#include "tools/match/terms.h"

enum { SCENE_COMMAND = 4096, SCENE_NAME = 24 };

/* Who may come.  */
struct cast {
    char const *engine; /* under test: a GTP command */
    char const *gnugo;  /* a GTP command, or NULL */
    char const *self;   /* this program, for the random player and the neighbour */
};

enum scene_time {
    SCENE_UNTIMED,
    SCENE_ABSOLUTE,
    SCENE_BYOYOMI,
    SCENE_CANADIAN,
    SCENE_FISCHER,
    SCENE_TIMES
};
extern char const *const scene_time_names[SCENE_TIMES];

enum scene_opponent { OPPONENT_ITSELF, OPPONENT_GNUGO, OPPONENT_RANDOM, OPPONENTS };
extern char const *const scene_opponent_names[OPPONENTS];

/* One side: the engine under test or an opponent.  */
struct actor {
    bool under_test;
    char name[SCENE_NAME];
    char command[SCENE_COMMAND]; /* for peer_start */
};

struct scene {
    int number; /* from 1 */
    struct terms terms;
    enum scene_time time;
    enum scene_opponent opponent;
    bool disturbed;         /* by a neighbour of each engine under test */
    struct actor actors[3]; /* [BLACK], [WHITE] */
};

void scene_draw(struct scene *scene, struct cast const *cast, uint64_t seed,
                int number);

/* "13x13, aga, komi 7.5, 0+1x1, gnugo - hishi, disturbed".  */
enum { SCENE_TEXT = 256 };
void scene_format(struct scene const *scene, char text[static SCENE_TEXT]);
