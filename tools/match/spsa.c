#include <config.h>

#include "tools/match/spsa.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/rng.h"

static bool add_knob(struct spsa *spsa, char const *line, struct failure *why)
{
    struct knob knob;
    int end = 0;
    if (spsa->count == KNOBS_MAX)
        return failed(why, "there are more than %d knobs", KNOBS_MAX);
    if (sscanf(line, "%63s %lf %lf %lf %lf %n", knob.name, &knob.start, &knob.least,
               &knob.most, &knob.step, &end) != 5 ||
        line[end])
        return failed(why, "'%s' is no knob: NAME START LEAST MOST STEP is", line);
    if (!(knob.least <= knob.start && knob.start <= knob.most && knob.step > 0 &&
          isfinite(knob.step) && isfinite(knob.least) && isfinite(knob.most)))
        return failed(why,
                      "%s: its start is to be between the least and the most, "
                      "and its step above 0",
                      knob.name);
    knob.whole = knob.start == rint(knob.start) && knob.least == rint(knob.least) &&
                 knob.most == rint(knob.most) && knob.step == rint(knob.step);
    spsa->knobs[spsa->count] = knob;
    spsa->now[spsa->count++] = knob.start;
    return true;
}

bool spsa_read(struct spsa *spsa, char const *file, struct failure *why)
{
    FILE *const in = fopen(file, "re");
    char *line = NULL;
    size_t size = 0;
    bool good = in != NULL;
    struct failure what;
    *spsa = (struct spsa){.count = 0};
    if (!in)
        return failed(why, "cannot read %s: %s", file, strerror(errno));
    for (int number = 1; good && getline(&line, &size, in) >= 0; number++) {
        line[strcspn(line, "\r\n")] = '\0';
        char const *const text = line + strspn(line, " \t");
        if (!*text || *text == '#' || add_knob(spsa, text, &what))
            continue;
        good = failed(why, "%s:%d: %s", file, number, what.text);
    }
    if (good && ferror(in))
        good = failed(why, "cannot read %s: %s", file, strerror(errno));
    if (good && !spsa->count)
        good = failed(why, "there are no knobs in %s", file);
    free(line);
    fclose(in);
    return good;
}

/* By how many of its steps a knob is moved in the trial that comes next, and by how
   many a win turns it: Spall's powers of the number of the trial.  */
static double reach(struct spsa const *spsa)
{
    return pow(spsa->done + 1, -0.101);
}

static double pace(struct spsa const *spsa)
{
    double const settling = 0.1 * spsa->steps + 1;
    return spsa->rate * pow(settling / (settling + spsa->done), 0.602);
}

static double within(struct knob const *knob, double value)
{
    return fmin(fmax(value, knob->least), knob->most);
}

static double tried(struct knob const *knob, double value)
{
    return within(knob, knob->whole ? rint(value) : value);
}

void spsa_try(struct spsa const *spsa, struct spsa_trial *trial)
{
    struct rng rng;
    rng_seed(&rng, spsa->seed ^ rng_mix((uint64_t)spsa->done));
    for (int i = 0; i < spsa->count; i++) {
        struct knob const *const knob = &spsa->knobs[i];
        trial->coin[i] = rng_below(&rng, 2) ? 1 : -1;
        double const move = trial->coin[i] * reach(spsa) * knob->step;
        trial->up[i] = tried(knob, spsa->now[i] + move);
        trial->down[i] = tried(knob, spsa->now[i] - move);
    }
}

void spsa_learn(struct spsa *spsa, struct spsa_trial const *trial, double result)
{
    double const turn = pace(spsa) * result;
    bool const late = 2 * spsa->done >= spsa->steps;
    for (int i = 0; i < spsa->count; i++) {
        struct knob const *const knob = &spsa->knobs[i];
        spsa->now[i] = within(knob, spsa->now[i] + turn * trial->coin[i] * knob->step);
        spsa->chance[i] += turn * turn;
        spsa->late[i] += late ? spsa->now[i] : 0;
    }
    spsa->done++;
}

double spsa_estimate(struct spsa const *spsa, int knob)
{
    int const late = spsa->done - (spsa->steps + 1) / 2;
    return late > 0 ? spsa->late[knob] / late : spsa->now[knob];
}

double spsa_moved(struct spsa const *spsa, int knob)
{
    return (spsa->now[knob] - spsa->knobs[knob].start) / spsa->knobs[knob].step;
}

double spsa_chance(struct spsa const *spsa, int knob)
{
    return sqrt(spsa->chance[knob]);
}
