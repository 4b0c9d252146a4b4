/* tools/learn/model.c -- games to the weights that rate every move.  */
#include <config.h>

#include "tools/learn/learn.h"
#include "tools/progress.h"

#include "engine/base/seconds.h"
#include "patterns/learning/train.h"

#include <stdio.h>

/* What may be set with --set.  */
struct model_tuning {
    double share, count_share, rate;
    int stop_after, least, slots, every, threads, seed, without;
};

static struct param const rows[] = {
    PARAM(struct model_tuning, share, PARAM_FLOAT, 0, 1, 1,
          "counted games learnt from"),
    PARAM(struct model_tuning, count_share, PARAM_FLOAT, 0, 0.6, 1,
          "training games whose shapes are counted"),
    PARAM(struct model_tuning, rate, PARAM_FLOAT, 0, 0.1, 1,
          "of learning, at the start"),
    PARAM(struct model_tuning, least, PARAM_INT, 1, 2, 1000,
          "how often a shape must be played elsewhere"),
    PARAM(struct model_tuning, slots, PARAM_INT, 1000, 6200000, 1e9,
          "shapes to know at most"),
    PARAM(struct model_tuning, every, PARAM_INT, 1, 2, 1000,
          "learn from one position in so many"),
    PARAM(struct model_tuning, threads, PARAM_INT, 1, 1, 64, "to describe positions"),
    PARAM(struct model_tuning, seed, PARAM_INT, 0, 1, 1e9, "of all that is random"),
    PARAM(struct model_tuning, stop_after, PARAM_INT, 0, 0, 1e9,
          "games to learn from now; the same command goes on (0: all)"),
    PARAM(struct model_tuning, without, PARAM_INT, 0, 0, 65535,
          "families of features left out: 1 << f, but not 3; see `hishi report model'"),
    {0},
};

struct model_news {
    struct learning const *learning;
    double start_s;
    struct train_news last;
};

static void tell(void *context, struct train_news const *news)
{
    struct model_news *const teller = context;
    double const wall_s = now_s() - teller->start_s;
    double const cpu_s = program_cpu_s();
    teller->last = *news;
    if (news->counting && news->shapes)
        fprintf(stderr, "%ld shapes known, each played %d times or more; %.0f s\n",
                news->shapes, news->least, wall_s);
    else if (news->counting && news->games % 10000 == 0)
        fprintf(stderr, "counting shapes: %ld games; %.0f s\n", news->games, wall_s);
    else if (!news->counting)
        fprintf(stderr,
                "%5.1f %%  %ld games  training %.2f %% %.4f  validation %.2f %% %.4f "
                "(%ld)  %.0f s, CPU %.0f s\n",
                100.0 * (double)news->done / (double)news->total, news->games,
                100 * news->train_right, news->train_log, 100 * news->check_right,
                news->check_log, news->check_positions, wall_s, cpu_s);
}

bool learn_model(struct learning const *learning, struct failure *why)
{
    struct model_news teller = {.learning = learning, .start_s = now_s()};
    struct model_tuning tuning;
    char state[4096];

    snprintf(state, sizeof state, "%s.unfinished", learning->file);
    if (!learn_settings(learning, rows, &tuning, why))
        return false;
    struct train_options const options = {
        .places = learning->games.places,
        .place_count = learning->games.place_count,
        .keep_going = learning->games.keep_going,
        .max_expand = learning->games.max_expand,
        .made = learning->made,
        .share = tuning.share,
        .count_share = tuning.count_share,
        .least = tuning.least,
        .slots_max = tuning.slots,
        .every = tuning.every,
        .threads = tuning.threads,
        .seed = (uint64_t)tuning.seed,
        .rate = tuning.rate,
        .stop_after = tuning.stop_after,
        .state = state,
        .families = ~(uint32_t)tuning.without,
    };
    if (!train_model(&options, learning->file, tell, &teller, why))
        return false;
    printf(
        learning->json
            ? "{\"games\": %ld, \"positions\": %ld, \"wall_s\": %.1f, "
              "\"cpu_s\": %.1f}\n"
            : "learnt from %ld games, %ld positions, in %.1f s, %.1f s of CPU time\n",
        teller.last.games, teller.last.positions, now_s() - teller.start_s,
        program_cpu_s());
    return true;
}
