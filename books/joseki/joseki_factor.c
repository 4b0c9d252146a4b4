#include <config.h>

#include "books/joseki/joseki_factor.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <xalloc.h>

/* Learnt as `hishi report follow --fit --part=validation' does, from 300 games each of
   TOM, Tygem and KGS: 0.0133 nats a move.  Without the last two terms, one worth for
   all stages, it is 0.0097, and in the first 30 moves -0.003.  All 8,580 validation
   games give -0.15, 0.51, 0.18, 0.04, -0.26, 0.56, 0.22, and 0.0131 nats where these
   give 0.0125.  */
static double const worth_learnt[FACTOR_TERMS] = {-0.084, 0.266, 0.151, 0.025,
                                                  -0.206, 0.709, 0.239};

void joseki_factor_terms(struct joseki const *joseki, struct proposal const *proposal,
                         int moves, double terms[static FACTOR_TERMS])
{
    enum { LATE = 150 }; /* moves; later nothing changes */
    double const alike = fmin(fmax(proposal->alike, 1e-3), 1 - 1e-3);
    double const likely = log(proposal->p);
    double const stage = fmin(moves, LATE) / 100;
    double const all[FACTOR_TERMS] = {
        1,
        proposal->at_once,
        likely,
        log(alike / (1 - alike)),
        log(joseki->nodes[proposal->node].reached) / 10,
        stage,
        stage * likely,
    };
    memcpy(terms, all, sizeof all);
}

static double weigh(double const worth[], double const terms[])
{
    double sum = 0;
    for (int i = 0; i < FACTOR_TERMS; i++)
        sum += worth[i] * terms[i];
    return sum;
}

double joseki_factor(struct joseki const *joseki, struct proposal const *proposal,
                     int moves)
{
    double terms[FACTOR_TERMS];
    joseki_factor_terms(joseki, proposal, moves, terms);
    return weigh(worth_learnt, terms);
}

/* ---------------------------------------------------------------- learning */

struct lesson {
    double p;
    double terms[FACTOR_TERMS];
    bool played, first; /* of its position */
};

struct factor_lessons {
    struct lesson *list;
    size_t count, capacity;
    bool begun; /* a position, and nothing was added to it yet */
};

struct factor_lessons *factor_lessons_new(void)
{
    return xzalloc(sizeof(struct factor_lessons));
}

void factor_lessons_free(struct factor_lessons *lessons)
{
    if (!lessons)
        return;
    free(lessons->list);
    free(lessons);
}

void factor_lessons_begin(struct factor_lessons *lessons)
{
    lessons->begun = true;
}

void factor_lessons_add(struct factor_lessons *lessons, double p, bool played,
                        double const terms[static FACTOR_TERMS])
{
    if (lessons->count == lessons->capacity)
        lessons->list =
            x2nrealloc(lessons->list, &lessons->capacity, sizeof *lessons->list);
    struct lesson *const lesson = &lessons->list[lessons->count++];
    *lesson = (struct lesson){.p = p, .played = played, .first = lessons->begun};
    memcpy(lesson->terms, terms, sizeof lesson->terms);
    lessons->begun = false;
}

/* A hill of which the slope and the curvature are known where we stand.  */
struct hill {
    double height; /* sum of the logarithms that are gained */
    double slope[FACTOR_TERMS];
    double curve[FACTOR_TERMS][FACTOR_TERMS];
};

/* Add the position of COUNT lessons.  */
static void climb_on(struct hill *hill, struct lesson const list[], size_t count,
                     double const worth[])
{
    double sum = 1, mean[FACTOR_TERMS] = {0};
    for (size_t k = 0; k < count; k++)
        sum += list[k].p * (exp(weigh(worth, list[k].terms)) - 1);
    hill->height -= log(sum);
    for (size_t k = 0; k < count; k++) {
        double const raise = weigh(worth, list[k].terms);
        double const p = list[k].p * exp(raise) / sum;
        hill->height += list[k].played ? raise : 0;
        for (int i = 0; i < FACTOR_TERMS; i++) {
            mean[i] += p * list[k].terms[i];
            hill->slope[i] += (list[k].played - p) * list[k].terms[i];
            for (int j = 0; j < FACTOR_TERMS; j++)
                hill->curve[i][j] += p * list[k].terms[i] * list[k].terms[j];
        }
    }
    for (int i = 0; i < FACTOR_TERMS; i++)
        for (int j = 0; j < FACTOR_TERMS; j++)
            hill->curve[i][j] -= mean[i] * mean[j];
}

/* Gauss: from the curvature and the slope the step to where there is none.  */
static void solve(struct hill *hill, double step[])
{
    for (int i = 0; i < FACTOR_TERMS; i++)
        for (int row = i + 1; row < FACTOR_TERMS; row++) {
            double const times = hill->curve[row][i] / hill->curve[i][i];
            for (int j = i; j < FACTOR_TERMS; j++)
                hill->curve[row][j] -= times * hill->curve[i][j];
            hill->slope[row] -= times * hill->slope[i];
        }
    for (int i = FACTOR_TERMS - 1; i >= 0; i--) {
        step[i] = hill->slope[i];
        for (int j = i + 1; j < FACTOR_TERMS; j++)
            step[i] -= hill->curve[i][j] * step[j];
        step[i] /= hill->curve[i][i];
    }
}

double factor_lessons_fit(struct factor_lessons const *lessons,
                          double worth[static FACTOR_TERMS])
{
    enum { STEPS = 12 };
    static double const doubt = 1e-3; /* a term that never varies has no worth */
    double positions = 0, height = 0;
    memset(worth, 0, FACTOR_TERMS * sizeof *worth);
    for (int step = 0; step <= STEPS; step++) {
        struct hill hill = {.height = 0};
        double way[FACTOR_TERMS];
        positions = 0;
        for (size_t from = 0, to; from < lessons->count; from = to) {
            for (to = from + 1; to < lessons->count && !lessons->list[to].first;)
                to++;
            climb_on(&hill, &lessons->list[from], to - from, worth);
            positions++;
        }
        for (int i = 0; i < FACTOR_TERMS; i++) {
            hill.slope[i] -= doubt * worth[i];
            hill.curve[i][i] += doubt;
        }
        height = hill.height;
        if (step == STEPS)
            break;
        solve(&hill, way);
        for (int i = 0; i < FACTOR_TERMS; i++)
            worth[i] += way[i];
    }
    return positions > 0 ? height / positions : 0;
}
