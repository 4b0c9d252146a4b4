#include <config.h>

#include "tools/match/sprt.h"

#include <assert.h>
#include <math.h>

/* Decided is nothing before; and as what each result has been seen to begin with.  */
enum { FEWEST_PAIRS = 8 };
static double const seen_before = 1e-3;

static double const chi95 = 3.841458820694124; /* 1.96^2: 95 % of chi-square */

static double share(int result)
{
    return (double)result / (PAIR_RESULTS - 1);
}

int pair_tally_pairs(struct pair_tally const *tally)
{
    int pairs = 0;
    for (int i = 0; i < PAIR_RESULTS; i++)
        pairs += tally->seen[i];
    return pairs;
}

double pair_tally_score(struct pair_tally const *tally)
{
    int const pairs = pair_tally_pairs(tally);
    double sum = 0;
    for (int i = 0; i < PAIR_RESULTS; i++)
        sum += tally->seen[i] * share(i);
    return pairs ? sum / pairs : 0.5;
}

/* The multiplier l of the header for mean SCORE, by Newton's method.  The equation
   falls from +inf to -inf where all 1 + l (x - SCORE) are above 0; a step that would
   leave what is left of that range halves it instead.  */
static double find_multiplier(struct pair_tally const *tally, double score)
{
    enum { STEPS_MAX = 200 };
    double low = -1 / (1 - score), high = 1 / score, at = 0;
    for (int step = 0; step < STEPS_MAX; step++) {
        double sum = 0, slope = 0;
        for (int i = 0; i < PAIR_RESULTS; i++) {
            double const d = share(i) - score, part = d / (1 + at * d);
            sum += (tally->seen[i] + seen_before) * part;
            slope += (tally->seen[i] + seen_before) * part * part;
        }
        *(sum > 0 ? &low : &high) = at;
        double const next = at + sum / slope;
        double const then = next > low && next < high ? next : (low + high) / 2;
        if (fabs(then - at) <= 1e-13 * (1 + fabs(at)))
            break;
        at = then;
    }
    return at;
}

/* The log-likelihood of the results when SCORE is the mean, less that of the results
   as they are; so 0 at best.  */
static double log_likelihood(struct pair_tally const *tally, double score)
{
    assert(score > 0 && score < 1);
    double const multiplier = find_multiplier(tally, score);
    double sum = 0;
    for (int i = 0; i < PAIR_RESULTS; i++)
        sum -= (tally->seen[i] + seen_before) * log1p(multiplier * (share(i) - score));
    return sum;
}

/* The score at which the likelihood has fallen as far as the interval allows, between
   INSIDE, where it has not, and END, 0 or 1.  */
static double find_end(struct pair_tally const *tally, double inside, double end)
{
    enum { HALVINGS = 50 };
    for (int i = 0; i < HALVINGS; i++) {
        double const middle = (inside + end) / 2;
        *(-2 * log_likelihood(tally, middle) <= chi95 ? &inside : &end) = middle;
    }
    return inside;
}

struct interval pair_tally_elo_interval(struct pair_tally const *tally)
{
    int const pairs = pair_tally_pairs(tally);
    int const *const seen = tally->seen;
    double const mean = (pair_tally_score(tally) * pairs + 2.5 * seen_before) /
                        (pairs + PAIR_RESULTS * seen_before);
    return (struct interval){
        seen[0] == pairs ? -INFINITY : elo_of_score(find_end(tally, mean, 0)),
        seen[PAIR_RESULTS - 1] == pairs ? INFINITY
                                        : elo_of_score(find_end(tally, mean, 1)),
    };
}

double sprt_llr(struct sprt const *sprt, struct pair_tally const *tally)
{
    return log_likelihood(tally, score_of_elo(sprt->elo1)) -
           log_likelihood(tally, score_of_elo(sprt->elo0));
}

struct interval sprt_bounds(struct sprt const *sprt)
{
    return (struct interval){log(sprt->beta / (1 - sprt->alpha)),
                             log((1 - sprt->beta) / sprt->alpha)};
}

enum sprt_verdict sprt_decide(struct sprt const *sprt, struct pair_tally const *tally)
{
    struct interval const bounds = sprt_bounds(sprt);
    double const llr = sprt_llr(sprt, tally);
    assert(sprt->elo0 < sprt->elo1 && bounds.low < 0 && bounds.high > 0);
    if (pair_tally_pairs(tally) < FEWEST_PAIRS)
        return SPRT_OPEN;
    return llr <= bounds.low ? SPRT_H0 : llr >= bounds.high ? SPRT_H1 : SPRT_OPEN;
}
