#include "tests/support/testing.h"

#include <math.h>
#include <unistd.h>

#include "engine/base/rng.h"
#include "tools/match/elo.h"
#include "tools/match/spsa.h"

static bool read_text(struct spsa *spsa, char const *text, struct failure *why)
{
    char path[] = "/tmp/hishi-knobs-XXXXXX";
    int const fd = mkstemp(path);
    assert_true(fd >= 0);
    FILE *const out = fdopen(fd, "w");
    fputs(text, out);
    assert_int_equal(fclose(out), 0);
    bool const good = spsa_read(spsa, path, why);
    unlink(path);
    return good;
}

/* Three knobs: one far from its best, one at it, one that does nothing.  */
static char const three[] = "# what a test turns\n"
                            "far   100  0  1000  40\n"
                            "\n"
                            "right 0.5  0  1     0.1\n"
                            "idle  8    1  40    2\n";

/* The strength in Elo of a setting: the best is far = 300, right = 0.5.  */
static double strength(double const value[])
{
    double const far = (value[0] - 300) / 200, right = (value[1] - 0.5) / 0.3;
    return -150 * far * far - 100 * right * right;
}

/* Tune as the tool does, two games a step with results by chance.  */
static void tune(struct spsa *spsa, uint64_t seed)
{
    struct rng rng;
    struct failure why;
    struct spsa_trial trial;
    assert_true(read_text(spsa, three, &why));
    spsa->seed = seed;
    spsa->rate = 0.15;
    spsa->steps = 1500;
    rng_seed(&rng, seed + 100);
    while (spsa->done < spsa->steps) {
        spsa_try(spsa, &trial);
        double const p = score_of_elo(strength(trial.up) - strength(trial.down));
        int wins = 0;
        for (int game = 0; game < 2; game++)
            wins += rng_unit(&rng) < p;
        spsa_learn(spsa, &trial, wins - 1);
    }
}

static void finds_what_wins_more_games(void **context)
{
    (void)context;
    enum { RUNS = 20 };
    double gained = 0, far = 0;
    for (uint64_t seed = 0; seed < RUNS; seed++) {
        struct spsa spsa;
        double found[KNOBS_MAX], start[KNOBS_MAX];
        tune(&spsa, seed);
        for (int i = 0; i < spsa.count; i++) {
            found[i] = spsa_estimate(&spsa, i);
            start[i] = spsa.knobs[i].start;
        }
        far += found[0];
        gained += strength(found) - strength(start);
    }
    assert_true(fabs(far / RUNS - 300) < 40);
    assert_true(gained / RUNS > 120); /* of 150 that can be had */
}

/* So it can be seen from the outside which knob mattered.  */
static void tells_what_was_no_more_than_chance(void **context)
{
    (void)context;
    enum { RUNS = 40 };
    double far = 0, idle = 0;
    for (uint64_t seed = 0; seed < RUNS; seed++) {
        struct spsa spsa;
        tune(&spsa, seed);
        far += spsa_moved(&spsa, 0) / spsa_chance(&spsa, 0);
        idle += pow(spsa_moved(&spsa, 2) / spsa_chance(&spsa, 2), 2);
    }
    assert_true(far / RUNS > 2);
    assert_true(idle / RUNS > 0.6 && idle / RUNS < 1.4);
}

static void keeps_within_its_bounds(void **context)
{
    (void)context;
    struct spsa spsa;
    struct failure why;
    struct spsa_trial trial;
    assert_true(read_text(&spsa, "low 0 0 1 0.5\nhigh 9.9 0 10 1\n", &why));
    spsa.steps = 50;
    spsa.rate = 1;
    for (int i = 0; i < 50; i++) {
        spsa_try(&spsa, &trial);
        for (int k = 0; k < 2; k++) {
            double const low = fmin(trial.up[k], trial.down[k]);
            double const high = fmax(trial.up[k], trial.down[k]);
            assert_true(low >= spsa.knobs[k].least && high <= spsa.knobs[k].most);
            assert_true(spsa.now[k] >= low && spsa.now[k] <= high);
        }
        spsa_learn(&spsa, &trial, i % 3 - 1);
    }
}

/* What makes it resumable: the same results lead to the same place.  */
static void the_same_results_lead_to_the_same_settings(void **context)
{
    (void)context;
    struct spsa spsa[2];
    for (int i = 0; i < 2; i++)
        tune(&spsa[i], 7);
    for (int k = 0; k < spsa[0].count; k++)
        assert_true(spsa[0].now[k] == spsa[1].now[k]);
}

static void says_what_is_wrong_with_a_file_of_knobs(void **context)
{
    (void)context;
    static char const *const wrong[] = {
        "",
        "# nothing\n",
        "prior 150 10 600\n",
        "prior 150 10 600 30 40\n",
        "prior 5 10 600 30\n",
        "prior 150 10 600 0\n",
        "prior 150 10 600 -1\n",
        "prior 150 10 inf 30\n",
        "prior x 10 600 30\n",
    };
    struct spsa spsa;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct failure why = {""};
        assert_false(read_text(&spsa, wrong[i], &why));
        assert_true(*why.text);
    }
    assert_false(spsa_read(&spsa, "/nowhere/at/all", NULL));
}

int main(void)
{
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(finds_what_wins_more_games),
        cmocka_unit_test(tells_what_was_no_more_than_chance),
        cmocka_unit_test(keeps_within_its_bounds),
        cmocka_unit_test(the_same_results_lead_to_the_same_settings),
        cmocka_unit_test(says_what_is_wrong_with_a_file_of_knobs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
