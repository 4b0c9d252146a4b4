#include <config.h>

#include "tools/soak/scene.h"

#include <math.h>
#include <stdio.h>

#include "engine/base/rng.h"
#include "tools/clock_text.h"

char const *const scene_time_names[SCENE_TIMES] = {"none", "absolute", "byo-yomi",
                                                   "canadian", "fischer"};
char const *const scene_opponent_names[OPPONENTS] = {"itself", "gnugo", "random"};

/* The boards that GNU Go plays on.  */
enum { GNUGO_MIN = 5, GNUGO_MAX = 19 };

static double between(struct rng *rng, double low, double high)
{
    return low + (high - low) * rng_unit(rng);
}

/* One of the numbers from LOW to HIGH.  */
static int among(struct rng *rng, int low, int high)
{
    return low + (int)rng_below(rng, (uint32_t)(high - low + 1));
}

/* To hundredths, as GTP is told, or up to seconds, as GNU Go wants it.  */
static double rounded(struct scene const *scene, double s)
{
    return scene->opponent == OPPONENT_GNUGO ? ceil(s) : round(100 * s) / 100;
}

/* ---------------------------------------------------------------- terms */

/* Clocks as short as they are played, and shorter.  Where a period is given with every
   move a game could last for ever, so that it is broken off.  */
static void draw_clock(struct scene *scene, struct rng *rng)
{
    struct clock_settings *const clock = &scene->terms.clock;
    int const area = scene->terms.size * scene->terms.size;
    double const main_s = rounded(scene, 2 + area * between(rng, 0.01, 0.04));
    int const stones = among(rng, 1, 8);
    scene->time = (enum scene_time)among(rng, 0, SCENE_TIMES - 1);
    switch (scene->time) {
    case SCENE_ABSOLUTE:
        *clock = (struct clock_settings){CLOCK_ABSOLUTE, main_s, 0, 0, 0};
        break;
    case SCENE_BYOYOMI:
        *clock = (struct clock_settings){CLOCK_BYOYOMI, 0, among(rng, 1, 2),
                                         among(rng, 1, 3), 0};
        clock->main_s = among(rng, 0, 1) ? 0 : rounded(scene, main_s / 3);
        break;
    case SCENE_CANADIAN:
        *clock = (struct clock_settings){
            CLOCK_CANADIAN, 0, rounded(scene, stones * between(rng, 0.6, 1.5) + 0.5),
            stones, 0};
        clock->main_s = among(rng, 0, 1) ? 0 : rounded(scene, main_s / 3);
        break;
    case SCENE_FISCHER:
        *clock = (struct clock_settings){CLOCK_FISCHER, rounded(scene, main_s / 2),
                                         rounded(scene, between(rng, 0.1, 1)), 0, 0};
        break;
    default:
        *clock = (struct clock_settings){.kind = CLOCK_NONE};
        break;
    }
    if (clock->period_s > 0)
        scene->terms.moves_max = among(rng, 30, 90);
}

static void draw_terms(struct scene *scene, struct rng *rng)
{
    int rules = 0;
    while (rules_table[rules].name)
        rules++;
    struct terms *const terms = &scene->terms;
    bool const for_gnugo = scene->opponent == OPPONENT_GNUGO;
    terms->size = among(rng, for_gnugo ? GNUGO_MIN : BOARD_MIN,
                        for_gnugo ? GNUGO_MAX : BOARD_MAX);
    terms->rules = &rules_table[among(rng, 0, rules - 1)];
    terms->komi = among(rng, 0, 1) ? terms->rules->komi : among(rng, -20, 30) / 2.0;
    terms->patience_s = 60;
    terms->grace_s = 0.2;
    terms->moves_max = 4 * terms->size * terms->size;
    draw_clock(scene, rng);
}

/* ---------------------------------------------------------------- actors */

/* Few playouts where nothing limits them; and what is seldom switched on.  */
static void cast_engine(struct scene const *scene, struct cast const *cast,
                        struct rng *rng, struct actor *actor)
{
    static char const *const habits[] = {
        "",
        "",
        "",
        " --set search.threads=2",
        " --set pondering=1",
        " --set search.memory_mb=1",
        " --set search.keep_tree=0",
        " --set evaluator=lookahead",
        " --set evaluator=memory",
    };
    static int const playouts[] = {1, 10, 50, 200};
    int const habit = among(rng, 0, (int)(sizeof habits / sizeof *habits) - 1);
    int const count = playouts[among(rng, 0, 3)];
    uint64_t const seed = rng_below(rng, 1000000);
    char before[SCENE_COMMAND / 2] = "";
    *actor = (struct actor){.under_test = true, .name = "engine"};
    if (scene->disturbed)
        snprintf(before, sizeof before, "'%s' match --soak --neighbour=%u -- ",
                 cast->self, rng_below(rng, 1000000));
    snprintf(actor->command, sizeof actor->command,
             "%s%s --seed=%llu --set search.playouts=%d%s", before, cast->engine,
             (unsigned long long)seed, count, habits[habit]);
}

static void cast_opponent(struct scene const *scene, struct cast const *cast,
                          struct rng *rng, struct actor *actor)
{
    if (scene->opponent == OPPONENT_ITSELF) {
        cast_engine(scene, cast, rng, actor);
        return;
    }
    *actor = (struct actor){.under_test = false};
    snprintf(actor->name, sizeof actor->name, "%s",
             scene_opponent_names[scene->opponent]);
    if (scene->opponent == OPPONENT_GNUGO)
        snprintf(actor->command, sizeof actor->command, "%s --level %d --seed %u",
                 cast->gnugo, among(rng, 0, 2), 1 + rng_below(rng, 1000000));
    else
        snprintf(actor->command, sizeof actor->command,
                 "'%s' match --soak --random-player=%u", cast->self,
                 rng_below(rng, 1000000));
}

void scene_draw(struct scene *scene, struct cast const *cast, uint64_t seed, int number)
{
    struct rng rng;
    rng_seed(&rng, rng_mix(seed) ^ (uint64_t)number);
    *scene = (struct scene){.number = number};
    scene->opponent = (enum scene_opponent)among(&rng, 0, OPPONENTS - 1);
    if (scene->opponent == OPPONENT_GNUGO && !cast->gnugo)
        scene->opponent = OPPONENT_ITSELF;
    scene->disturbed = among(&rng, 0, 1);
    draw_terms(scene, &rng);
    enum color const first = among(&rng, 0, 1) ? BLACK : WHITE;
    cast_engine(scene, cast, &rng, &scene->actors[first]);
    cast_opponent(scene, cast, &rng, &scene->actors[opponent(first)]);
}

void scene_format(struct scene const *scene, char text[static SCENE_TEXT])
{
    char clock[CLOCK_TEXT];
    clock_text_format(&scene->terms.clock, clock);
    snprintf(text, SCENE_TEXT, "%dx%d, %s, komi %.7g, clock %s, %s - %s%s",
             scene->terms.size, scene->terms.size, scene->terms.rules->name,
             scene->terms.komi, clock, scene->actors[BLACK].name,
             scene->actors[WHITE].name, scene->disturbed ? ", disturbed" : "");
}
