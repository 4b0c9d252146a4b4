/* The lexicon must be known before a position can be described, so the games are read
   twice; and it has to be smaller than what occurs, so a shape must have been played
   often enough (LEAST), which is raised until the shapes fit.

   While a game is learnt from, its own moves are out of the counts.  A shape that then
   falls below LEAST was known by this game alone, and in a game that nobody has seen it
   would not be: the larger shapes behind it, in the order of a series, are struck out
   with it, and what the depth of a series says is made anew.

   Describing is most of the work and has threads of its own (batch.h).  Weights are
   changed by this thread alone, a game at a time in the order of the games, so the sums
   come out the same whoever described them.  */
#include <config.h>

#include "patterns/learning/train.h"

#include "engine/records/situations.h"
#include "patterns/learning/batch.h"
#include "patterns/learning/harvest.h"
#include "patterns/learning/training.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <xalloc.h>

enum {
    NEWS_GAMES = 500,   /* between two reports */
    SAVE_GAMES = 10000, /* between two savings of the state */
    COUNT_FULL = 30000, /* counts from here on never change */
    CHECK_ONE_IN = 12,  /* of the validation games */
};

/* Set by hand, by what `hishi learn --model' said of the validation games beside.  */
static double const small_gradient = 0.003;
static double const damping = 1e-2;  /* Adagrad's */
static double const pair_rate = 0.7; /* of factors, beside that of weights */
static double const first_factor = 0.1;
static double const last_rate = 0.03; /* of the first one, at the end */

/* ------------------------------------------------------------ first reading */

struct survey {
    struct training *training;
    struct harvest *harvest;
    struct describer *describer;
    struct situations situations;
};

/* A share of the games, the same ones every time: what is chosen for a smaller
   share is chosen for a larger one too.  */
static bool is_chosen(struct origin const *origin, int place, double share,
                      uint64_t seed)
{
    uint64_t const number =
        rng_mix(rng_mix(seed + (uint64_t)place) + (uint64_t)origin->number);
    return (double)(number >> 11) * 0x1p-53 < share;
}

static void count_game(struct survey *survey, struct game const *game)
{
    struct situations *const situations = &survey->situations;
    struct failure why;

    situations_start(situations, game);
    while (situations_next(situations, &why)) {
        uint64_t keys[SERIES_SLOTS];
        int const own = features_keys(survey->describer, &situations->situation,
                                      situations->walk.move.at, keys);
        harvest_add(survey->harvest, keys, own);
    }
}

static void survey_game(void *context, int place, struct origin const *origin,
                        struct game const *game)
{
    struct survey *const survey = context;
    struct training *const training = survey->training;
    struct train_options const *const options = training->options;

    training->news.done++;
    if (split_of(origin->number) != SPLIT_TRAINING ||
        !is_chosen(origin, place, options->count_share, options->seed))
        return;
    count_game(survey, game);
    if (++training->news.games % NEWS_GAMES == 0)
        training->report(training->context, &training->news);
}

static void count_shapes(struct training *training, struct medley *medley)
{
    struct train_options const *const options = training->options;
    struct survey survey = {
        .training = training,
        .harvest = harvest_new(),
        .describer = describer_new(),
    };
    uint16_t *counts;

    training->news = (struct train_news){.counting = true};
    medley_survey(medley, survey_game, &survey);
    training->least = harvest_finish(survey.harvest, (size_t)options->slots_max,
                                     options->least, &training->lexicon, &counts);
    size_t const slots = training_slots(training);
    training->shapes = table_new(slots, sizeof *training->shapes);
    for (size_t i = 0; i < slots; i++) {
        training->shapes[i].count = counts[i] < COUNT_FULL ? counts[i] : COUNT_FULL;
        training->news.shapes += counts[i] > 0;
    }
    training->news.least = training->least;
    training->report(training->context, &training->news);
    free(counts);
    situations_release(&survey.situations);
    describer_free(survey.describer);
    harvest_free(survey.harvest);
}

/* ------------------------------------------------------------ second reading */

static bool is_known(struct training const *training, uint32_t slot)
{
    return training->shapes[slot].count >= training->least;
}

/* Forget about slots that, without the present game, are not known.  */
static void forget_unknown(struct training const *training, struct batch_move *move)
{
    int from = 0, to = 0;
    for (int series = 0; series < SERIES; series++) {
        int const end = from + move->known[series];
        int known = 0;
        while (from + known < end && is_known(training, move->slot[from + known]))
            move->slot[to++] = move->slot[from + known++];
        move->known[series] = (uint8_t)known;
        from = end;
    }
    assert(to <= from && "slots are only struck out");
    move->slots = (uint8_t)to;
    if (move->depth) /* pass has none */
        depth_features(move->known, move->near, move->plain);
}

/* Take the moves played in a game out of the counts, or put them back.  */
static void count_own_moves(struct training *training, struct batch const *batch,
                            int change)
{
    for (size_t i = 0; i < batch->own_count; i++) {
        uint16_t *const count = &training->shapes[batch->own[i]].count;
        if (*count < COUNT_FULL)
            *count = (uint16_t)(*count + change);
    }
}

static bool learns_pairs(struct training const *training)
{
    return training->options->families >> FAMILY_PAIRS & 1;
}

static float score(struct training const *training, struct batch_move const *move,
                   struct factors *factors)
{
    float sum = move->log_stands;
    if (learns_pairs(training))
        sum += pairs_sum(training->factors, move->plain, move->plains, factors);
    for (int i = 0; i < move->slots; i++)
        sum += training->shapes[move->slot[i]].weight;
    for (int i = 0; i < move->plains; i++)
        sum += training->plain[move->plain[i]].weight;
    return sum;
}

static inline void step(float *weight, float *squares, float gradient, float rate)
{
    *squares += gradient * gradient;
    *weight -= rate * gradient / sqrtf(*squares + (float)damping);
}

static void learn_pairs(struct training *training, struct batch_move const *move,
                        struct factors const *sum, float gradient)
{
    float const rate = (float)(training->rate * pair_rate);
    for (int i = 0; i < move->plains; i++) {
        uint32_t const feature = move->plain[i];
        if (feature >= PLAIN_SINGLE)
            continue;
        float *const of = training->factors[feature].of;
        float *const squares = training->factor_squares[feature].of;
        for (int k = 0; k < FACTORS; k++)
            step(&of[k], &squares[k], gradient * (sum->of[k] - of[k]), rate);
    }
}

static void learn_move(struct training *training, struct batch_move const *move,
                       struct factors const *sum, float gradient)
{
    if (learns_pairs(training))
        learn_pairs(training, move, sum, gradient);
    float const rate = (float)training->rate;
    for (int i = 0; i < move->slots; i++) {
        struct learnt_shape *const shape = &training->shapes[move->slot[i]];
        step(&shape->weight, &shape->squares, gradient, rate);
    }
    for (int i = 0; i < move->plains; i++) {
        struct plain *const plain = &training->plain[move->plain[i]];
        step(&plain->weight, &plain->squares, gradient, rate);
    }
}

/* Keep a small gradient with a chance in proportion, and enlarge it.  */
static float thin_out(struct training *training, float gradient)
{
    float const limit = (float)small_gradient;
    float const size = fabsf(gradient);
    assert(size <= 1.001f);
    if (size >= limit)
        return gradient;
    if (rng_unit(&training->rng) * small_gradient >= size)
        return 0;
    return gradient > 0 ? limit : -limit;
}

enum { AHEAD = 4 };

static void fetch_ahead(struct training const *training, struct batch_move const *move)
{
    for (int i = 0; i < move->slots; i++)
        __builtin_prefetch(&training->shapes[move->slot[i]]);
    for (int i = 0; i < move->plains; i++)
        __builtin_prefetch(&training->plain[move->plain[i]]);
}

/* One position: P(move), how good that was, and, unless it is only a check,
   a step up the gradient.  */
static void meet_position(struct training *training, struct batch const *batch, int i,
                          bool learn)
{
    static _Thread_local struct batch_move moves[AREA_MAX + 1];
    static _Thread_local float p[AREA_MAX + 1];
    static _Thread_local struct factors sums[AREA_MAX + 1];
    struct batch_position const *const position = &batch->positions[i];
    int const count = position->moves, answer = position->answer;
    float most = -INFINITY, total = 0;
    size_t at = position->start;
    int best = 0;

    assert(count <= AREA_MAX + 1 && answer >= 0 && answer < count);
    for (int j = 0; j < count; j++)
        at = batch_read(batch, at, &moves[j]);
    for (int j = 0; j < count; j++) {
        if (j + AHEAD < count)
            fetch_ahead(training, &moves[j + AHEAD]);
        forget_unknown(training, &moves[j]);
        p[j] = score(training, &moves[j], &sums[j]);
        if (p[j] > most) {
            most = p[j];
            best = j;
        }
    }
    for (int j = 0; j < count; j++) {
        p[j] = expf(p[j] - most);
        total += p[j];
    }
    float const right = best == answer, log_p = logf(p[answer] / total + 1e-30f);
    struct train_news *const news = &training->news;
    if (!learn) {
        news->check_positions++;
        news->check_right += right;
        news->check_log += log_p;
        return;
    }
    news->positions++;
    news->train_positions++;
    news->train_right += right;
    news->train_log += log_p;
    for (int j = 0; j < count; j++) {
        float const gradient =
            thin_out(training, p[j] / total - (j == answer ? 1.0f : 0.0f));
        if (gradient != 0)
            learn_move(training, &moves[j], &sums[j], gradient);
    }
}

static void send_news(struct training *training)
{
    struct train_news *const news = &training->news;
    struct train_news means = *news;
    if (news->train_positions) {
        means.train_right /= (double)news->train_positions;
        means.train_log /= (double)news->train_positions;
    }
    if (news->check_positions) {
        means.check_right /= (double)news->check_positions;
        means.check_log /= (double)news->check_positions;
    }
    training->report(training->context, &means);
    if (means.check_positions)
        training->told = means;
    news->train_positions = news->check_positions = 0;
    news->train_right = news->train_log = news->check_right = news->check_log = 0;
}

static void meet_game(struct training *training, struct batch const *batch)
{
    if (!batch->learn) {
        for (int i = 0; i < batch->count; i++)
            meet_position(training, batch, i, false);
        return;
    }
    count_own_moves(training, batch, -1);
    for (int i = 0; i < batch->count; i++)
        meet_position(training, batch, i, true);
    count_own_moves(training, batch, 1);
    if (++training->news.games % NEWS_GAMES == 0)
        send_news(training);
}

/* Which games to describe: the chosen training games, and a few validation
   games as a check.  */
static bool choose(void *context, struct origin const *origin, int place, bool *learn)
{
    struct train_options const *const options = context;
    *learn = split_of(origin->number) == SPLIT_TRAINING;
    if (*learn)
        return is_chosen(origin, place, options->share * options->count_share,
                         options->seed);
    return split_of(origin->number) == SPLIT_VALIDATION &&
           origin->number / 20 % CHECK_ONE_IN == 0;
}

/* ------------------------------------------------------------ whole runs */

static bool write_weights(struct training const *training, char const *path,
                          struct failure *why)
{
    size_t const slots = training_slots(training);
    float *const shape = xnmalloc(slots, sizeof *shape);
    float *const plain = xnmalloc(PLAIN_FEATURES, sizeof *plain);

    for (size_t i = 0; i < slots; i++)
        shape[i] = training->shapes[i].weight;
    for (size_t i = 0; i < PLAIN_FEATURES; i++)
        plain[i] = training->plain[i].weight;
    struct weights const weights = {
        .lexicon = &training->lexicon,
        .shape = shape,
        .plain = plain,
        .factors = training->factors,
        .games = training->news.games,
    };
    bool const written = model_write(path, &weights, training->options->made, why);
    free(shape);
    free(plain);
    return written;
}

/* Keep the state when it is time to; false when the run is to wait there.  */
static bool keep_state(struct training *training, struct medley const *medley,
                       long begun, long *saved, struct failure *why)
{
    struct train_options const *const options = training->options;
    int const between = options->save_games ? options->save_games : SAVE_GAMES;
    long const games = training->news.games;
    bool const waits = options->stop_after && games >= begun + options->stop_after;

    if (!options->state || (!waits && games < *saved + between))
        return true;
    *saved = games;
    return training_save(training, medley, options->state, why) &&
           (!waits || failed(why, "%s: waits after %ld games to be taken up again",
                             options->state, games));
}

/* Was it all there, and anything?  Tell from what the weights are made.  */
static bool check_all(struct training const *training, struct medley const *medley,
                      char const *path, struct failure *why)
{
    struct train_options const *const options = training->options;
    struct train_news const *const told = &training->told;
    if (!medley_is_sound(medley, options->keep_going, why))
        return false;
    if (!training->news.games)
        return failed(why, "%s: not written, as there was no game to learn from", path);
    if (!medley_tell(medley, options->made, why) && !options->keep_going)
        return false;
    provenance_say(options->made, "learnt from", "%ld games, %ld positions",
                   training->news.games, training->news.positions);
    provenance_say(
        options->made, "measured",
        "on %ld validation positions beside the last games: %.2f %% foreseen, "
        "log-likelihood %.4f",
        told->check_positions, 100 * told->check_right, told->check_log);
    return true;
}

static bool learn_all(struct training *training, struct medley *medley,
                      char const *path, struct failure *why)
{
    struct train_options const *const options = training->options;
    struct batch_order const order = {
        .lexicon = &training->lexicon,
        .families = options->families,
        .every = options->every,
        .threads = options->threads,
        .skip = training->passed,
        .seed = options->seed,
        .choose = choose,
        .context = (void *)options,
    };
    struct batch_reader *const reader = batch_reader_new(medley, &order, why);
    struct batch const *batch;
    bool good = reader;
    long const begun = training->news.games;
    long saved = begun;

    training->news.counting = false;
    while (good && (batch = batch_next(reader))) {
        training->news.done = training->passed = batch->done;
        training->news.total = batch->total;
        double const part = (double)batch->done / (double)batch->total;
        training->rate = options->rate * (1 - (1 - last_rate) * part);
        meet_game(training, batch);
        good = keep_state(training, medley, begun, &saved, why);
    }
    if (reader)
        batch_reader_free(reader);
    send_news(training);
    return good && check_all(training, medley, path, why) &&
           write_weights(training, path, why);
}

/* Can the games be read, twice, and what are they?  */
static bool look_at_games(struct training *training, struct failure *why)
{
    struct train_options const *const options = training->options;
    struct archive_reader *const reader = archive_open_up_to(
        options->places, options->place_count, options->max_expand, NULL, NULL);
    bool const good = archive_repeats(reader, why) &&
                      (options->keep_going || archive_whole(reader, why)) &&
                      (archive_sum(reader, training->sum, why) || options->keep_going);
    archive_close(reader);
    return good;
}

/* Take up what was begun, if it was, or else count the shapes.  */
static bool begin(struct training *training, struct medley *medley, struct failure *why)
{
    struct train_options const *const options = training->options;
    if (options->state && access(options->state, F_OK) == 0)
        return training_load(training, medley, options->state, why);
    count_shapes(training, medley);
    training->news.games = 0;
    return medley_is_sound(medley, options->keep_going, why);
}

bool train_model(struct train_options const *options, char const *path,
                 train_report *report, void *context, struct failure *why)
{
    struct medley *const medley =
        medley_open(options->places, options->place_count, options->max_expand);
    struct training training = {
        .options = options,
        .report = report,
        .context = context,
    };

    rng_seed(&training.rng, options->seed);
    training.plain = table_new(PLAIN_FEATURES, sizeof *training.plain);
    training.factors = table_new(PLAIN_SINGLE, sizeof *training.factors);
    training.factor_squares = table_new(PLAIN_SINGLE, sizeof *training.factors);
    for (int i = 0; i < PLAIN_SINGLE && learns_pairs(&training); i++)
        for (int k = 0; k < FACTORS; k++)
            training.factors[i].of[k] =
                (float)(rng_unit(&training.rng) - 0.5) * (float)first_factor;
    bool const good = look_at_games(&training, why) && begin(&training, medley, why) &&
                      learn_all(&training, medley, path, why);
    if (good && options->state)
        remove(options->state);
    medley_close(medley);
    lexicon_release(&training.lexicon);
    free(training.shapes);
    free(training.plain);
    free(training.factors);
    free(training.factor_squares);
    return good;
}
