#include <config.h>

#include "patterns/learning/judge_train.h"

#include "engine/base/chunkfile.h"
#include "engine/base/rng.h"
#include "engine/records/situations.h"

#include <assert.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <xalloc.h>

enum { VERSION_NOW = 1, HEAD_SIZE = 16, WARM_STEPS = 200 };

/* Adam's, and how much of the mean of the weights a step leaves: the mean over more of
   them owns less and leads worse than the last weights do, while the rate is high.  */
static float const keep_mean = 0.9f, keep_square = 0.999f, tiny = 1e-8f,
                   keep_average = 0.998f;
/* A longer gradient is shortened to this.  */
static double const stride = 4;

/* The numbers of some games.  */
struct list {
    long *number;
    size_t count, capacity;
};

/* One position and what came true.  */
struct judge_sample {
    struct game steps;
    struct situations situations;
    struct tactics tactics;
    struct judge_input input;
    struct judge_truth truth;
};

/* Who takes one share of the positions of a step.  */
struct learner {
    struct judge_trainer *trainer;
    struct judge_trace *trace;
    struct judge_way_back *back;
    struct judge_blame blame;
    struct judge_sample sample;
    struct judge_weights *gradient;
    struct judge_marks marks;
    pthread_t thread;
};

struct judge_trainer {
    struct judge_games const *games;
    struct judge_train_options options;
    struct list lists[2][2][2]; /* [checks][small][counted] */
    struct judge_source begun;  /* what it began with */
    long steps;
    struct judge_weights *weights, *mean, *square, *average;
    struct judge_weights *share;       /* of the rate, of each weight */
    struct learner learners[LEARNERS]; /* the first adds up the gradient */
};

/* ---------------------------------------------------------------- one position */

static void set_owners(struct judge_sample *sample, struct judge_game const *game,
                       enum color mover)
{
    uint8_t const *const owner = game->owner;
    for (int i = 0; i < game->size * game->size; i++) {
        point const p = point_at(i % game->size + 1, i / game->size + 1);
        sample->truth.owner[judge_cell(&sample->input, p)] =
            owner[i] == EMPTY ? 0.5f : (float)(owner[i] == mover);
    }
}

/* Whether the move played is known at all, and EXEMPLARY.  */
static void set_truth(struct judge_sample *sample, struct judge_game const *game,
                      bool exemplary)
{
    struct judge_truth *const truth = &sample->truth;
    struct board const *const board = sample->situations.situation.board;
    struct move const played = sample->situations.walk.move;
    enum color const mover = (enum color)played.color;
    float const side = mover == BLACK ? 1 : -1;
    bool const known = exemplary && (played.at == PASS ||
                                     board_is_legal(board, played.at, mover, false));
    truth->owned = truth->counted = game->owner != NULL;
    truth->lead = side * game->lead;
    truth->decided = game->winner != EMPTY && game->komi_known;
    truth->won = game->winner == mover;
    truth->played = !known              ? NO_CELL
                    : played.at == PASS ? PASS_CELL
                                        : judge_cell(&sample->input, played.at);
    if (game->owner)
        set_owners(sample, game, mover);
}

/* Is one of the two lists to be taken of which CHOSEN is meant, as the other is
   empty?  */
static bool other_if_empty(size_t count, bool chosen)
{
    return count ? chosen : !chosen;
}

static bool has_games(struct judge_trainer const *trainer, bool checks, bool small)
{
    return trainer->lists[checks][small][false].count ||
           trainer->lists[checks][small][true].count;
}

/* Position NUMBER on boards that are SMALL or not, of validation games or of those to
   learn from.  */
static void draw(struct judge_trainer const *trainer, bool checks, bool small,
                 uint64_t number, struct judge_sample *sample)
{
    struct failure why;
    struct rng rng;
    rng_seed(&rng, rng_mix(trainer->options.seed) + number);
    bool counted = rng_unit(&rng) < trainer->options.counted;
    counted = other_if_empty(trainer->lists[checks][small][counted].count, counted);
    struct list const *const list = &trainer->lists[checks][small][counted];
    long const chosen = list->number[rng_below(&rng, (uint32_t)list->count)];
    struct judge_game const game =
        judge_games_get(trainer->games, chosen, &sample->steps);
    uint32_t const at = rng_below(&rng, (uint32_t)game_moves(&sample->steps));
    situations_start(&sample->situations, &sample->steps);
    for (uint32_t i = 0; i <= at; i++)
        if (!situations_next(&sample->situations, &why))
            assert(!"the games were replayed when they were collected");
    tactics_clear(&sample->tactics);
    tactics_read(&sample->tactics, sample->situations.situation.board);
    judge_input_set(&sample->input, &sample->situations.situation, &sample->tactics,
                    (double)game.komi, (int)rng_below(&rng, SYMMETRIES));
    set_truth(sample, &game,
              judge_games_exemplary(trainer->games, chosen,
                                    sample->situations.walk.step - 1));
}

/* Is position NUMBER of those to learn from on a small board?  */
static bool is_small(struct judge_trainer const *trainer, uint64_t number)
{
    struct rng rng;
    rng_seed(&rng, rng_mix(trainer->options.seed + 1) + number);
    bool const small = rng_unit(&rng) < trainer->options.small;
    return other_if_empty(has_games(trainer, false, small), small);
}

/* ---------------------------------------------------------------- one step */

static float rate_now(struct judge_trainer const *trainer)
{
    struct judge_train_options const *const options = &trainer->options;
    double const begun = (double)(trainer->steps + 1) / WARM_STEPS;
    double const falling = fmin((double)options->falling, (double)options->steps);
    double const left = (double)(options->steps - trainer->steps) / fmax(falling, 1);
    return (float)(options->rate * fmin(1, begun) * fmin(1, fmax(left, 0)));
}

static float shortened(float const *gradient, int batch)
{
    double square = 0;
    for (int i = 0; i < JUDGE_WEIGHTS; i++)
        square += (double)gradient[i] * (double)gradient[i];
    double const length = sqrt(square) / batch;
    return (float)(length > stride ? stride / length / batch : 1.0 / batch);
}

static void descend(struct judge_trainer *trainer)
{
    float *const weight = (float *)trainer->weights;
    float const *const gradient = (float const *)trainer->learners[0].gradient;
    float *const mean = (float *)trainer->mean;
    float *const square = (float *)trainer->square;
    float *const average = (float *)trainer->average;
    float const *const share = (float const *)trainer->share;
    double const step = (double)trainer->steps + 1;
    float const rate = rate_now(trainer),
                scale = shortened(gradient, trainer->options.batch),
                mean_scale = (float)(1 / (1 - pow((double)keep_mean, step))),
                square_scale = (float)(1 / (1 - pow((double)keep_square, step))),
                keep = fminf(keep_average, (float)(step / (step + 10)));
    for (int i = 0; i < JUDGE_WEIGHTS; i++) {
        float const g = gradient[i] * scale;
        mean[i] = keep_mean * mean[i] + (1 - keep_mean) * g;
        square[i] = keep_square * square[i] + (1 - keep_square) * g * g;
        weight[i] -= rate * share[i] * mean[i] * mean_scale /
                     (sqrtf(square[i] * square_scale) + tiny);
        average[i] = keep * average[i] + (1 - keep) * weight[i];
    }
    trainer->steps++;
}

static void look_and_learn(struct learner *learner, uint64_t number)
{
    struct judge_trainer *const trainer = learner->trainer;
    struct judge_input const *const input = &learner->sample.input;
    draw(trainer, false, is_small(trainer, number), number, &learner->sample);
    judge_forward(trainer->weights, input, learner->trace);
    judge_compare(input, learner->trace, &learner->sample.truth, &learner->marks,
                  &learner->blame);
    judge_backward(learner->back, trainer->weights, input, learner->trace,
                   &learner->blame, learner->gradient);
}

/* What LEARNER has to do of a step.  */
static void take_share(struct learner *learner)
{
    struct judge_trainer const *const trainer = learner->trainer;
    int const batch = trainer->options.batch;
    uint64_t const first = (uint64_t)trainer->steps * (uint64_t)batch;
    memset(learner->gradient, 0, sizeof *learner->gradient);
    memset(&learner->marks, 0, sizeof learner->marks);
    judge_way_back_set(learner->back, trainer->weights);
    for (int i = (int)(learner - trainer->learners); i < batch; i += LEARNERS)
        look_and_learn(learner, first + (uint64_t)i);
}

/* The shares of every so manieth learner from FIRST on.  */
static void *take_shares(void *first)
{
    struct judge_trainer *const trainer = ((struct learner *)first)->trainer;
    int const step = trainer->options.threads;
    for (long i = (struct learner *)first - trainer->learners; i < LEARNERS; i += step)
        take_share(&trainer->learners[i]);
    return NULL;
}

/* Side by side, as far as there are threads to be had.  */
static void take_all_shares(struct judge_trainer *trainer)
{
    struct learner *const learners = trainer->learners;
    int started = 1;
    while (started < trainer->options.threads &&
           !pthread_create(&learners[started].thread, NULL, take_shares,
                           &learners[started]))
        started++;
    take_shares(&learners[0]);
    for (int i = 1; i < started; i++)
        pthread_join(learners[i].thread, NULL);
    for (int i = started; i < trainer->options.threads; i++)
        take_shares(&learners[i]);
}

static void add_up(struct judge_trainer *trainer, struct judge_marks *marks)
{
    float *const sum = (float *)trainer->learners[0].gradient;
    for (int i = 0; i < LEARNERS; i++)
        judge_marks_add(marks, &trainer->learners[i].marks);
    for (int i = 1; i < LEARNERS; i++) {
        float const *const part = (float const *)trainer->learners[i].gradient;
        for (int k = 0; k < JUDGE_WEIGHTS; k++)
            sum[k] += part[k];
    }
}

void judge_trainer_step(struct judge_trainer *trainer, struct judge_marks *marks)
{
    take_all_shares(trainer);
    add_up(trainer, marks);
    descend(trainer);
}

long judge_trainer_steps(struct judge_trainer const *trainer)
{
    return trainer->steps;
}

void judge_trainer_check(struct judge_trainer *trainer, bool small, int count,
                         struct judge_marks *marks)
{
    struct learner *const learner = &trainer->learners[0];
    struct judge_sample *const sample = &learner->sample;
    if (!has_games(trainer, true, small))
        return;
    for (int i = 0; i < count; i++) {
        draw(trainer, true, small, (uint64_t)i, sample);
        judge_forward(trainer->average, &sample->input, learner->trace);
        judge_compare(&sample->input, learner->trace, &sample->truth, marks,
                      &learner->blame);
    }
}

/* ---------------------------------------------------------------- the beginning */

/* COUNT numbers about MIDDLE that vary by SPREAD.  */
static void scatter(struct rng *rng, float *numbers, size_t count, double middle,
                    double spread)
{
    for (size_t i = 0; i < count; i++)
        numbers[i] = (float)(middle + spread * sqrt(12) * (rng_unit(rng) - 0.5));
}

#define SCATTER(rng, array, middle, spread)                                            \
    scatter(rng, array, sizeof(array) / sizeof(float), middle, spread)

/* A block at first hears mostly the point itself and changes little.  */
static void begin(struct judge_trainer *trainer)
{
    struct judge_weights *const weights = trainer->weights;
    struct rng rng;
    rng_seed(&rng, trainer->options.seed);
    SCATTER(&rng, weights->look, 0, 0.25);
    for (int i = 0; i < weights->blocks; i++) {
        struct judge_block *const block = &weights->block[i];
        SCATTER(&rng, block->near, 0, 0.25);
        for (int c = 0; c < CHANNELS; c++)
            block->near[AROUND / 2 * CHANNELS + c] += 0.5f;
        SCATTER(&rng, block->pool, 0, 0.04);
        SCATTER(&rng, block->mix, 0, 0.08);
    }
    SCATTER(&rng, weights->owner, 0, 0.02);
    SCATTER(&rng, weights->policy, 0, 0.02);
    SCATTER(&rng, weights->sum, 0, 0.1);
    SCATTER(&rng, weights->verdict[0], 0, 0.02);
    *trainer->average = *weights;
}

static void fill(float *numbers, size_t count, float value)
{
    for (size_t i = 0; i < count; i++)
        numbers[i] = value;
}

#define FILL(array, value) fill(array, sizeof(array) / sizeof(float), value)

/* The more products are added up to a number, and the more points that number is for,
   the less may each weight move: all together they would turn the opinion upside down
   in one step.  With the same rate for all, the channels that hear the whole board were
   soon below 0 everywhere.  */
static void set_shares(struct judge_weights *share)
{
    float const few = 0.5f, some = 0.3f, many = 0.15f, most = 0.025f;
    FILL(share->look, some);
    FILL(share->look_bias, some);
    FILL(share->look_needed, some);
    for (int i = 0; i < share->blocks; i++) {
        FILL(share->block[i].near, few);
        FILL(share->block[i].bias, many);
        FILL(share->block[i].pool, most);
        FILL(share->block[i].mix, many);
        FILL(share->block[i].mix_bias, many);
    }
    FILL(share->owner, many);
    FILL(share->policy, many);
    FILL(share->sum, 0.1f);
    FILL(share->sum_bias, some);
    fill(share->verdict[0], VERDICTS * CHANNELS, some);
    FILL(share->bias, many);
}

static void list_games(struct judge_trainer *trainer)
{
    for (long i = 0; i < judge_games_count(trainer->games); i++) {
        struct judge_game const game = judge_games_facts(trainer->games, i);
        struct list *const list =
            &trainer->lists[game.checks][game.size < JUDGE_SIZE][game.owner != NULL];
        if (list->count == list->capacity)
            list->number =
                x2nrealloc(list->number, &list->capacity, sizeof *list->number);
        list->number[list->count++] = i;
    }
}

static void learner_init(struct learner *learner, struct judge_trainer *trainer)
{
    learner->trainer = trainer;
    learner->trace = judge_trace_new(true);
    learner->back = judge_way_back_new();
    learner->gradient = judge_weights_new(trainer->options.blocks);
    game_init(&learner->sample.steps, JUDGE_SIZE, JUDGE_SIZE);
}

static void learner_release(struct learner *learner)
{
    judge_trace_free(learner->trace);
    judge_way_back_free(learner->back);
    free(learner->gradient);
    situations_release(&learner->sample.situations);
    game_release(&learner->sample.steps);
}

struct judge_trainer *judge_trainer_new(struct judge_games const *games,
                                        struct judge_train_options const *options)
{
    struct judge_trainer *const trainer = xzalloc(sizeof *trainer);
    assert(0 < options->threads && options->threads <= LEARNERS);
    trainer->games = games;
    trainer->options = *options;
    trainer->weights = judge_weights_new(options->blocks);
    trainer->mean = judge_weights_new(options->blocks);
    trainer->square = judge_weights_new(options->blocks);
    trainer->average = judge_weights_new(options->blocks);
    trainer->share = judge_weights_new(options->blocks);
    set_shares(trainer->share);
    for (int i = 0; i < LEARNERS; i++)
        learner_init(&trainer->learners[i], trainer);
    list_games(trainer);
    begin(trainer);
    return trainer;
}

void judge_trainer_begin(struct judge_trainer *trainer, struct judge const *begun)
{
    assert(trainer->steps == 0 && "who has begun goes on");
    struct judge_weights *const weights = trainer->weights;
    struct judge_weights *const fresh = trainer->average; /* until there is a mean */
    int const learnt = judge_weights_of(begun)->blocks;
    assert(learnt <= fresh->blocks);
    *weights = *judge_weights_of(begun);
    weights->blocks = fresh->blocks;
    for (int i = learnt; i < weights->blocks; i++) {
        weights->block[i] = fresh->block[i];
        memset(weights->block[i].mix, 0, sizeof weights->block[i].mix);
    }
    *trainer->average = *weights;
    trainer->begun = judge_learnt_from(begun);
}

void judge_trainer_free(struct judge_trainer *trainer)
{
    if (!trainer)
        return;
    for (int i = 0; i < 8; i++)
        free(trainer->lists[i / 4][i / 2 % 2][i % 2].number);
    free(trainer->weights);
    free(trainer->mean);
    free(trainer->square);
    free(trainer->average);
    free(trainer->share);
    for (int i = 0; i < LEARNERS; i++)
        learner_release(&trainer->learners[i]);
    free(trainer);
}

struct judge_weights const *judge_trainer_weights(struct judge_trainer const *trainer)
{
    return trainer->average;
}

struct judge_source judge_trainer_source(struct judge_trainer const *trainer)
{
    size_t games = 0;
    for (int i = 0; i < 4; i++)
        games += trainer->lists[false][i / 2][i % 2].count;
    return (struct judge_source){.games = (long)games,
                                 .positions = trainer->begun.positions +
                                              trainer->steps * trainer->options.batch};
}

/* ---------------------------------------------------------------- the state */

/* Of what decides which positions are drawn.  How fast to learn may be changed on the
   way.  */
static uint64_t digest(struct judge_trainer const *trainer)
{
    struct judge_train_options const *const options = &trainer->options;
    uint64_t shares[2];
    memcpy(shares, (double[]){options->counted, options->small}, sizeof shares);
    uint64_t const parts[] = {judge_games_digest(trainer->games),
                              options->seed,
                              (uint64_t)options->batch,
                              shares[0],
                              shares[1],
                              (uint64_t)trainer->begun.positions,
                              (uint64_t)options->blocks,
                              JUDGE_WEIGHTS};
    uint64_t digest = 0;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        digest = rng_mix(digest ^ parts[i]);
    return digest;
}

static struct {
    char const *name;
    size_t offset; /* of the pointer to the numbers */
} const chunks[] = {
    {"WGHT", offsetof(struct judge_trainer, weights)},
    {"MEAN", offsetof(struct judge_trainer, mean)},
    {"SQRS", offsetof(struct judge_trainer, square)},
    {"AVER", offsetof(struct judge_trainer, average)},
};

enum { CHUNKS = sizeof chunks / sizeof *chunks };

static float *numbers_of(struct judge_trainer const *trainer, int chunk)
{
    return (float *)*(struct judge_weights *const *)((char const *)trainer +
                                                     chunks[chunk].offset);
}

bool judge_trainer_save(struct judge_trainer const *trainer, char const *path,
                        struct provenance const *made, struct failure *why)
{
    struct chunk_writer *const writer =
        chunk_writer_new(path, "JTRN", VERSION_NOW, why);
    if (!writer)
        return false;
    unsigned char head[HEAD_SIZE];
    put_le64(head, digest(trainer));
    put_le64(head + 8, (uint64_t)trainer->steps);
    chunk_writer_begin(writer, "HEAD");
    chunk_writer_write(writer, head, sizeof head);
    for (int i = 0; i < CHUNKS; i++) {
        chunk_writer_begin(writer, chunks[i].name);
        chunk_floats_write(writer, numbers_of(trainer, i), JUDGE_WEIGHTS);
    }
    provenance_write(made, writer);
    return chunk_writer_finish(writer, why);
}

static bool find_state(struct judge_trainer const *trainer,
                       struct chunkfile const *file, struct chunk *head,
                       struct chunk found[CHUNKS], struct failure *why)
{
    char const *const path = chunkfile_path(file);
    if (!chunkfile_verify(file, why) ||
        !chunkfile_find(file, "HEAD", HEAD_SIZE, head, why))
        return false;
    if (head->size != HEAD_SIZE || get_le64(head->data) != digest(trainer))
        return failed(why, "%s: belongs to learning with other games or settings",
                      path);
    for (int i = 0; i < CHUNKS; i++) {
        if (!chunkfile_find(file, chunks[i].name, sizeof(float), &found[i], why))
            return false;
        if (found[i].size != sizeof(float) * JUDGE_WEIGHTS)
            return failed(why, "%s: is of a judge with other layers", path);
    }
    return true;
}

bool judge_trainer_load(struct judge_trainer *trainer, char const *path,
                        struct failure *why)
{
    struct chunkfile *const file = chunkfile_open(path, "JTRN", VERSION_NOW, why);
    struct chunk head, found[CHUNKS];
    if (!file)
        return false;
    bool good = find_state(trainer, file, &head, found, why);
    for (int i = 0; good && i < CHUNKS; i++)
        good =
            chunk_floats_read(found[i].data, numbers_of(trainer, i), JUDGE_WEIGHTS) ||
            failed(why, "%s: a weight is not a number", path);
    if (good)
        trainer->steps = (long)get_le64((unsigned char const *)head.data + 8);
    chunkfile_close(file);
    return good;
}
