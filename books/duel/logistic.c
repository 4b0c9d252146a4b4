#include <config.h>

#include "books/duel/logistic.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <xalloc.h>

/* Unknowns: 0 ALPHA, 1 BETA, then the strengths.  */
enum { ALPHA, BETA, FIRST_PLAYER };

struct newton {
    int size;
    double *at, *gradient, *step;
    double *curvature; /* SIZE x SIZE, then its Cholesky factor, lower */
    double likelihood;
};

static double chance(double logit)
{
    return 1 / (1 + exp(-logit));
}

double logistic_chance(struct logistic const *fit, double value)
{
    return chance(fit->alpha + fit->beta * value);
}

/* The unknowns that OUTCOME depends on, and by what factor; returns how many.  */
static int terms(struct decided_game const *outcome, int index[4], double factor[4])
{
    int count = 2;
    index[0] = ALPHA, factor[0] = 1;
    index[1] = BETA, factor[1] = outcome->value;
    if (outcome->first >= 0)
        index[count] = FIRST_PLAYER + outcome->first, factor[count++] = 1;
    if (outcome->second >= 0)
        index[count] = FIRST_PLAYER + outcome->second, factor[count++] = -1;
    return count;
}

static void add_outcome(struct newton *newton, struct decided_game const *outcome)
{
    int index[4];
    double factor[4], logit = 0;
    int const count = terms(outcome, index, factor);
    assert(outcome->won >= 0 && outcome->won <= 1);
    for (int i = 0; i < count; i++)
        logit += factor[i] * newton->at[index[i]];
    double const p = chance(logit);
    newton->likelihood += outcome->won * logit -
                          (logit > 0 ? logit + log1p(exp(-logit)) : log1p(exp(logit)));
    for (int i = 0; i < count; i++) {
        newton->gradient[index[i]] += factor[i] * (outcome->won - p);
        for (int k = 0; k < count; k++)
            newton->curvature[index[i] * newton->size + index[k]] +=
                factor[i] * factor[k] * p * (1 - p);
    }
}

/* Likelihood, gradient and curvature where NEWTON is.  */
static void look(struct newton *newton, struct decided_game const outcomes[], int count,
                 double spread)
{
    enum { CALM = 1000 }; /* alpha and beta too have a prior, as wide as nothing */
    int const n = newton->size;
    memset(newton->gradient, 0, (size_t)n * sizeof *newton->gradient);
    memset(newton->curvature, 0, (size_t)n * (size_t)n * sizeof *newton->curvature);
    newton->likelihood = 0;
    for (int i = 0; i < count; i++)
        add_outcome(newton, &outcomes[i]);
    for (int i = 0; i < n; i++) {
        double const width = i < FIRST_PLAYER ? CALM : spread;
        newton->gradient[i] -= newton->at[i] / (width * width);
        newton->curvature[i * n + i] += 1 / (width * width);
    }
}

/* CURVATURE = L L', L below and on the diagonal.  */
static void factorise(struct newton *newton)
{
    int const n = newton->size;
    double *const a = newton->curvature;
    for (int i = 0; i < n; i++)
        for (int k = 0; k <= i; k++) {
            double sum = a[i * n + k];
            for (int j = 0; j < k; j++)
                sum -= a[i * n + j] * a[k * n + j];
            assert((i != k || sum > 0) && "every unknown has a prior");
            a[i * n + k] = i == k ? sqrt(sum) : sum / a[k * n + k];
        }
}

/* X becomes the solution of L L' x = X.  */
static void solve(struct newton const *newton, double x[])
{
    int const n = newton->size;
    double const *const a = newton->curvature;
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < i; k++)
            x[i] -= a[i * n + k] * x[k];
        x[i] /= a[i * n + i];
    }
    for (int i = n - 1; i >= 0; i--) {
        for (int k = i + 1; k < n; k++)
            x[i] -= a[k * n + i] * x[k];
        x[i] /= a[i * n + i];
    }
}

/* Go to the top; the likelihood has one only.  A step is cut where it is long, which
   far from the top it may be.  */
static void climb(struct newton *newton, struct decided_game const outcomes[],
                  int count, double spread)
{
    enum { ROUNDS = 200 };
    double length = INFINITY;
    for (int round = 0; round < ROUNDS && length > 1e-9; round++) {
        look(newton, outcomes, count, spread);
        factorise(newton);
        memcpy(newton->step, newton->gradient,
               (size_t)newton->size * sizeof *newton->step);
        solve(newton, newton->step);
        length = 0;
        for (int i = 0; i < newton->size; i++)
            length = fmax(length, fabs(newton->step[i]));
        for (int i = 0; i < newton->size; i++)
            newton->at[i] += newton->step[i] * fmin(1, 1 / length);
    }
    look(newton, outcomes, count, spread);
    factorise(newton);
}

static void read_off(struct newton const *newton, int count, struct logistic *fit)
{
    double *const column = newton->step;
    assert(newton->size == FIRST_PLAYER + fit->players);
    fit->alpha = newton->at[ALPHA];
    fit->beta = newton->at[BETA];
    fit->likelihood = newton->likelihood / count;
    for (int i = 0; i < fit->players; i++)
        fit->strength[i] = newton->at[FIRST_PLAYER + i];
    memset(column, 0, (size_t)newton->size * sizeof *column);
    column[ALPHA] = 1;
    solve(newton, column);
    fit->alpha_error = sqrt(column[ALPHA]);
    fit->covariance = column[BETA];
    memset(column, 0, (size_t)newton->size * sizeof *column);
    column[BETA] = 1;
    solve(newton, column);
    fit->beta_error = sqrt(column[BETA]);
}

bool logistic_fit(struct logistic *fit, struct decided_game const outcomes[], int count,
                  int players, double spread, struct failure *why)
{
    double won = 0;
    assert(spread > 0 && players >= 0);
    for (int i = 0; i < count; i++)
        won += outcomes[i].won;
    if (count == 0 || won <= 0 || won >= count)
        return failed(why, "%d games, of which who begins has won %g, tell nothing",
                      count, won);
    size_t const n = FIRST_PLAYER + (size_t)players;
    struct newton newton = {
        .size = (int)n,
        .at = xcalloc(n, sizeof(double)),
        .gradient = xcalloc(n, sizeof(double)),
        .step = xcalloc(n, sizeof(double)),
        .curvature = xcalloc(n * n, sizeof(double)),
    };
    *fit = (struct logistic){.players = players,
                             .strength = xcalloc((size_t)players + 1, sizeof(double))};
    climb(&newton, outcomes, count, spread);
    read_off(&newton, count, fit);
    free(newton.at);
    free(newton.gradient);
    free(newton.step);
    free(newton.curvature);
    return true;
}

void logistic_release(struct logistic *fit)
{
    free(fit->strength);
}
