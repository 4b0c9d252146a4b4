#include <config.h>

#include "tools/match/elo.h"

#include <math.h>
#include <stdlib.h>
#include <xalloc.h>

static double const z95 = 1.959963984540054; /* 97.5 % of a normal lie below */

int tally_games(struct tally tally)
{
    return tally.wins + tally.draws + tally.losses;
}

double tally_score(struct tally tally)
{
    int const games = tally_games(tally);
    return games ? (tally.wins + 0.5 * tally.draws) / games : 0.5;
}

double elo_of_score(double score)
{
    return 400 * log10(score / (1 - score));
}

double score_of_elo(double elo)
{
    return 1 / (1 + pow(10, -elo / 400));
}

struct interval tally_interval(struct tally tally)
{
    int const games = tally_games(tally);
    if (games == 0)
        return (struct interval){0, 1};

    /* (1 + c) p^2 - (2 mean + c) p + mean^2 + c d / 4 = 0 */
    double const mean = tally_score(tally);
    double const c = z95 * z95 / games;
    double const d = tally.draws / (games + z95 * z95);
    double const a = 1 + c, half_b = mean + c / 2;
    double const root = sqrt(fmax(0, half_b * half_b - a * (mean * mean + c * d / 4)));
    /* The mean is always inside; rounding must not put a sweep's outside.  */
    return (struct interval){fmax(0, fmin(mean, (half_b - root) / a)),
                             fmin(1, fmax(mean, (half_b + root) / a))};
}

struct interval tally_elo_interval(struct tally tally)
{
    struct interval const score = tally_interval(tally);
    int const games = tally_games(tally);
    return (struct interval){
        tally.losses == games ? -INFINITY : elo_of_score(score.low),
        tally.wins == games ? INFINITY : elo_of_score(score.high),
    };
}

/* Invert the positive definite A (COUNT x COUNT, row by row) into INVERSE by
   elimination; A is destroyed.  */
static void invert(int count, double a[], double inverse[])
{
    for (int i = 0; i < count * count; i++)
        inverse[i] = i % (count + 1) == 0;
    for (int pivot = 0; pivot < count; pivot++) {
        double const scale = 1 / a[pivot * count + pivot];
        for (int k = 0; k < count; k++) {
            a[pivot * count + k] *= scale;
            inverse[pivot * count + k] *= scale;
        }
        for (int row = 0; row < count; row++) {
            double const factor = a[row * count + pivot];
            if (row == pivot || factor == 0)
                continue;
            for (int k = 0; k < count; k++) {
                a[row * count + k] -= factor * a[pivot * count + k];
                inverse[row * count + k] -= factor * inverse[pivot * count + k];
            }
        }
    }
}

static double logistic(double x)
{
    return 1 / (1 + exp(-x));
}

/* The slope of the log-likelihood at STRENGTH, and its curvature with the sign
   changed.  */
static void differentiate(int count, struct tally const tallies[], double prior,
                          double const strength[], double slope[], double curvature[])
{
    for (int i = 0; i < count * count; i++)
        curvature[i] = 0;
    for (int i = 0; i < count; i++) {
        double const p = logistic(strength[i]);
        slope[i] = prior * (0.5 - p);
        curvature[i * count + i] = prior * p * (1 - p);
    }
    for (int i = 0; i < count; i++)
        for (int j = i + 1; j < count; j++) {
            struct tally const tally = tallies[i * count + j];
            int const games = tally_games(tally);
            double const p = logistic(strength[i] - strength[j]);
            double const surprise = games * (tally_score(tally) - p);
            double const weight = games * p * (1 - p);
            slope[i] += surprise;
            slope[j] -= surprise;
            curvature[i * count + i] += weight;
            curvature[j * count + j] += weight;
            curvature[i * count + j] -= weight;
            curvature[j * count + i] -= weight;
        }
}

/* One step of Newton's method, no component longer than 2 (about 350 Elo) so
   that it cannot overshoot; returns the longest.  */
static double improve(int count, double const inverse[], double const slope[],
                      double strength[])
{
    double longest = 0;
    for (int i = 0; i < count; i++) {
        double step = 0;
        for (int j = 0; j < count; j++)
            step += inverse[i * count + j] * slope[j];
        step = fmax(-2, fmin(2, step));
        strength[i] += step;
        longest = fmax(longest, fabs(step));
    }
    return longest;
}

/* The variance of strength I less the average of all, COVARIANCE given.  */
static double spread(int count, double const covariance[], int i)
{
    double with_all = 0, all = 0;
    for (int j = 0; j < count; j++) {
        with_all += covariance[i * count + j];
        for (int k = 0; k < count; k++)
            all += covariance[j * count + k];
    }
    return covariance[i * count + i] - 2 * with_all / count +
           all / ((double)count * count);
}

void rate(int count, struct tally const tallies[], double prior,
          struct rating ratings[])
{
    enum { STEPS_MAX = 200 };
    double *const strength = xcalloc(count, sizeof *strength);
    double *const slope = xcalloc(count, sizeof *slope);
    double *const curvature = xcalloc((size_t)count * count, sizeof *curvature);
    double *const covariance = xcalloc((size_t)count * count, sizeof *covariance);

    double step = 1, mean = 0;
    for (int i = 0; i < STEPS_MAX && step > 1e-10; i++) {
        differentiate(count, tallies, prior, strength, slope, curvature);
        invert(count, curvature, covariance);
        step = improve(count, covariance, slope, strength);
    }
    for (int i = 0; i < count; i++)
        mean += strength[i] / count;

    double const elo = 400 / log(10);
    for (int i = 0; i < count; i++) {
        double const error = z95 * sqrt(fmax(0, spread(count, covariance, i)));
        ratings[i].elo = elo * (strength[i] - mean);
        ratings[i].confidence.low = ratings[i].elo - elo * error;
        ratings[i].confidence.high = ratings[i].elo + elo * error;
    }
    free(strength);
    free(slope);
    free(curvature);
    free(covariance);
}
