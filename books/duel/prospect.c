#include <config.h>

#include "books/duel/prospect.h"

#include <math.h>

/* Sums over positions, each with its probability.  */
struct sums {
    double weight, value, square, win;
    double by_alpha, by_beta; /* of the chance to win */
};

static void add(struct sums *sums, double probability, double value,
                struct logistic const *fit)
{
    double const win = logistic_chance(fit, value), slope = win * (1 - win);
    sums->weight += probability;
    sums->value += probability * value;
    sums->square += probability * value * value;
    sums->win += probability * win;
    sums->by_alpha += probability * slope;
    sums->by_beta += probability * slope * value;
}

struct prospect prospect_of(struct duel const *duel, double const values[],
                            struct logistic const *fit)
{
    struct sums sums = {0};
    for (size_t i = 0; i < duel->left.count; i++)
        if (!isnan(values[i]))
            add(&sums, duel->left.list[i].probability, values[i], fit);
    if (sums.weight <= 0)
        return (struct prospect){
            .mean = NAN, .deviation = NAN, .win = NAN, .error = NAN};
    double const mean = sums.value / sums.weight;
    double const a = sums.by_alpha / sums.weight, b = sums.by_beta / sums.weight;
    return (struct prospect){
        .covered = sums.weight,
        .mean = mean,
        .deviation = sqrt(fmax(0, sums.square / sums.weight - mean * mean)),
        .win = sums.win / sums.weight,
        .error = sqrt(fmax(0, a * a * fit->alpha_error * fit->alpha_error +
                                  b * b * fit->beta_error * fit->beta_error +
                                  2 * a * b * fit->covariance)),
    };
}
