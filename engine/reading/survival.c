#include <config.h>

#include "engine/reading/survival.h"

#include "engine/reading/survival_odds.h"

#include <assert.h>
#include <math.h>

/* Where a row of limits stands, the class of a number is how many of them it has
   reached.  The limits were set by hand.  */
enum { LIBERTIES_MOST = 7, LIGHTS = 7, ROOMS = 8, WAYS = 3, SIZES = 4 };

static float const lights[LIGHTS] = {-0.6f, -0.3f, -0.1f, 0.1f, 0.3f, 0.5f, 0.75f};
static float const rooms[ROOMS] = {0.5f, 1.5f, 3, 4.5f, 6, 9, 14, 25};
static float const ways[WAYS] = {1, 3, 6};
static float const sizes[SIZES] = {2, 4, 8, 15};

/* Not said to be lost; or who is to move, and what the owner achieves.  */
enum { READINGS = 1 + 2 * (WORKS + 1) };

static struct {
    char const *name;
    int classes;
} const traits[SURVIVAL_TRAITS] = {
    [TRAIT_LIBERTIES] = {"liberties", LIBERTIES_MOST + 1},
    [TRAIT_READING] = {"reading", READINGS},
    [TRAIT_LIGHT] = {"light", LIGHTS + 1},
    [TRAIT_ROOM] = {"room", (ROOMS + 1) * (WAYS + 1)},
    [TRAIT_SIZE] = {"size", SIZES + 1},
};

int survival_classes(enum survival_trait trait)
{
    assert(trait < SURVIVAL_TRAITS && traits[trait].classes <= SURVIVAL_CLASSES);
    return traits[trait].classes;
}

char const *survival_name(enum survival_trait trait)
{
    return traits[trait].name;
}

static int class_of(float x, float const limits[], int count)
{
    int class = 0;
    while (class < count && x >= limits[class])
        class ++;
    return class;
}

/* 0 when reading does not say that the chain at STONE is lost.  */
static int reading_class(struct board const *board, struct tactics const *tactics,
                         point stone)
{
    struct chain_reading const *const reading = tactics_chain(tactics, stone);
    if (!reading || reading->attack == FAILS)
        return 0;
    assert(reading->rescue <= WORKS);
    bool const to_move = board_color(board, stone) == board->to_move;
    return 1 + (WORKS + 1) * to_move + reading->rescue;
}

struct survival survival_of(struct board const *board, struct tactics const *tactics,
                            struct group const *group, point stone, float light)
{
    int const liberties = board_chain(board, stone)->liberty_count;
    int const room = class_of(group->room, rooms, ROOMS),
              out = class_of((float)group->ways_out, ways, WAYS);
    assert(light >= -1.01f && light <= 1.01f);
    return (struct survival){
        .class = {
            [TRAIT_LIBERTIES] =
                (uint8_t)(liberties < LIBERTIES_MOST ? liberties : LIBERTIES_MOST),
            [TRAIT_READING] = (uint8_t)reading_class(board, tactics, stone),
            [TRAIT_LIGHT] = (uint8_t)class_of(light, lights, LIGHTS),
            [TRAIT_ROOM] = (uint8_t)((WAYS + 1) * room + out),
            [TRAIT_SIZE] = (uint8_t)class_of((float)group->stones, sizes, SIZES),
        }};
}

float survival_chance(struct survival survival)
{
    float odds = 0;
    for (int i = 0; i < SURVIVAL_TRAITS; i++)
        odds += survival_odds[i][survival.class[i]];
    return 1 / (1 + expf(-odds));
}
