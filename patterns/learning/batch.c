#include <config.h>

#include "patterns/learning/batch.h"

#include "engine/base/rng.h"
#include "engine/records/situations.h"

#include <assert.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <xalloc.h>

/* A packed move: two words of counts, its slots, its plain features.

       first word    known shapes of each series, three bits each
       second        bits 0-7 plain features, 8 near, 9 has depths,
                     10 stands for SAMPLE_STANDS moves  */

static void append(struct batch *batch, uint32_t word)
{
    if (batch->used == batch->word_capacity)
        batch->words =
            x2nrealloc(batch->words, &batch->word_capacity, sizeof *batch->words);
    batch->words[batch->used++] = word;
}

static void pack_move(struct batch *batch, struct move_features const *move)
{
    struct known_shapes const *const shapes = &move->shapes;
    int const depths = move->at == PASS ? 0 : DEPTH_FEATURES;
    uint32_t const plains = (uint32_t)(move->plain_count - depths);
    uint32_t known = 0;
    assert(plains < 256 && "as many bits as are kept of them");
    for (int series = 0; series < SERIES; series++)
        known |= (uint32_t)shapes->known[series] << 3 * series;
    append(batch, known);
    append(batch, plains | (uint32_t)shapes->near << 8 | (uint32_t)(depths > 0) << 9 |
                      (uint32_t)move->stands << 10);
    for (int i = 0; i < shapes->count; i++)
        append(batch, shapes->slot[i]);
    for (int i = depths; i < move->plain_count; i++)
        append(batch, move->plain[i]);
}

size_t batch_read(struct batch const *batch, size_t at, struct batch_move *move)
{
    uint32_t const known = batch->words[at++], counts = batch->words[at++];
    uint32_t const plains = counts & 255;

    move->near = counts >> 8 & 1;
    move->depth = counts >> 9 & 1;
    move->log_stands = counts >> 10 & 1 ? logf(SAMPLE_STANDS) : 0;
    move->slots = 0;
    for (int series = 0; series < SERIES; series++) {
        move->known[series] = known >> 3 * series & 7;
        move->slots = (uint8_t)(move->slots + move->known[series]);
    }
    for (int i = 0; i < move->slots; i++)
        move->slot[i] = batch->words[at++];
    uint32_t *plain = move->plain;
    if (move->depth) {
        depth_features(move->known, move->near, plain);
        plain += DEPTH_FEATURES;
    }
    for (uint32_t i = 0; i < plains; i++)
        *plain++ = batch->words[at++];
    assert(at <= batch->used);
    move->plains = (uint8_t)(plain - move->plain);
    return at;
}

static void pack_position(struct batch *batch, struct features const *features,
                          point played)
{
    struct batch_position position = {batch->used, features->count, -1};
    for (int i = 0; i < features->count; i++)
        if (features->list[i].at == played)
            position.answer = i;
    if (position.answer < 0)
        return; /* a move that not every rule set allows */
    for (int i = 0; i < features->count; i++)
        pack_move(batch, &features->list[i]);
    assert(position.answer < position.moves);
    if ((size_t)batch->count == batch->position_capacity)
        batch->positions = x2nrealloc(batch->positions, &batch->position_capacity,
                                      sizeof *batch->positions);
    batch->positions[batch->count++] = position;
}

/* ---------------------------------------------------------------- threads */

enum { RING = 8, THREADS_MAX = 64 };

enum stage { FREE, TAKEN, READY, END };

struct slot {
    enum stage stage;
    struct game game;
    uint64_t seed; /* of the choice of positions */
    struct batch batch;
};

struct batch_reader {
    struct medley *medley;
    struct batch_order const *order;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    long taken, given; /* games, counted along the ring */
    bool stop, ended;
    struct slot ring[RING];
    int thread_count;
    pthread_t threads[THREADS_MAX];
};

/* The next wanted game into SLOT; the lock is held.  */
static bool take_game(struct batch_reader *reader, struct slot *slot)
{
    struct batch_order const *const order = reader->order;
    struct origin origin;
    int place;
    while (medley_next(reader->medley, &slot->game, &origin, &place)) {
        long done, total;
        medley_progress(reader->medley, &done, &total);
        if (done <= order->skip ||
            !order->choose(order->context, &origin, place, &slot->batch.learn))
            continue;
        slot->batch.done = done;
        slot->batch.total = total;
        slot->seed = order->seed + (uint64_t)place + 64 * (uint64_t)origin.number;
        return true;
    }
    return false;
}

struct batch_worker {
    struct describer *describer;
    struct features *features;
    struct situations situations;
};

/* The shapes of a move that was played into the own slots.  */
static void pack_own(struct batch *batch, struct known_shapes const *shapes)
{
    for (int i = 0; i < shapes->count; i++) {
        if (batch->own_count == batch->own_capacity)
            batch->own =
                x2nrealloc(batch->own, &batch->own_capacity, sizeof *batch->own);
        batch->own[batch->own_count++] = shapes->slot[i];
    }
}

static void describe_game(struct batch_order const *order, struct batch_worker *worker,
                          struct slot *slot)
{
    struct rng rng;
    struct situations *const situations = &worker->situations;
    struct situation const *const situation = &situations->situation;
    point const *const played = &situations->walk.move.at;
    struct failure why;

    rng_seed(&rng, slot->seed);
    slot->batch.used = slot->batch.own_count = 0;
    slot->batch.count = 0;
    situations_start(situations, &slot->game);
    while (situations_next(situations, &why)) {
        struct known_shapes own;
        features_shapes(worker->describer, order->lexicon, situation, *played, &own);
        pack_own(&slot->batch, &own);
        if (rng_below(&rng, (uint32_t)order->every) == 0) {
            if (slot->batch.learn)
                features_sample(worker->describer, order->lexicon, situation, *played,
                                &rng, worker->features);
            else
                features_describe(worker->describer, order->lexicon, situation,
                                  worker->features);
            pack_position(&slot->batch, worker->features, *played);
        }
    }
}

static void set_stage(struct batch_reader *reader, struct slot *slot, enum stage stage)
{
    slot->stage = stage;
    pthread_cond_broadcast(&reader->changed);
}

static void *work(void *context)
{
    struct batch_reader *const reader = context;
    struct batch_worker worker = {
        .describer = describer_new(),
        .features = xmalloc(sizeof *worker.features),
    };
    describer_choose(worker.describer, reader->order->families);

    pthread_mutex_lock(&reader->lock);
    for (;;) {
        struct slot *const slot = &reader->ring[reader->taken % RING];
        if (reader->stop || reader->ended)
            break;
        if (slot->stage != FREE) {
            pthread_cond_wait(&reader->changed, &reader->lock);
            continue;
        }
        reader->taken++;
        if (!take_game(reader, slot)) {
            reader->ended = true;
            set_stage(reader, slot, END);
            break;
        }
        slot->stage = TAKEN;
        pthread_mutex_unlock(&reader->lock);
        describe_game(reader->order, &worker, slot);
        pthread_mutex_lock(&reader->lock);
        set_stage(reader, slot, READY);
    }
    pthread_mutex_unlock(&reader->lock);
    describer_free(worker.describer);
    free(worker.features);
    situations_release(&worker.situations);
    return NULL;
}

static void start_threads(struct batch_reader *reader)
{
    int const threads =
        reader->order->threads < THREADS_MAX ? reader->order->threads : THREADS_MAX;
    while (reader->thread_count < threads &&
           pthread_create(&reader->threads[reader->thread_count], NULL, work, reader) ==
               0)
        reader->thread_count++;
}

struct batch_reader *batch_reader_new(struct medley *medley,
                                      struct batch_order const *order,
                                      struct failure *why)
{
    struct batch_reader *const reader = xzalloc(sizeof *reader);
    reader->medley = medley;
    reader->order = order;
    pthread_mutex_init(&reader->lock, NULL);
    pthread_cond_init(&reader->changed, NULL);
    for (int i = 0; i < RING; i++)
        game_init(&reader->ring[i].game, 19, 19);
    start_threads(reader);
    if (reader->thread_count)
        return reader;
    failed(why, "no thread can be started to describe positions");
    batch_reader_free(reader);
    return NULL;
}

struct batch const *batch_next(struct batch_reader *reader)
{
    pthread_mutex_lock(&reader->lock);
    if (reader->given > 0) {
        struct slot *const before = &reader->ring[(reader->given - 1) % RING];
        if (before->stage == READY)
            set_stage(reader, before, FREE);
    }
    struct slot *const slot = &reader->ring[reader->given % RING];
    while (slot->stage != READY && slot->stage != END)
        pthread_cond_wait(&reader->changed, &reader->lock);
    assert(reader->given < reader->taken && "somebody has taken it");
    bool const more = slot->stage == READY;
    reader->given += more;
    pthread_mutex_unlock(&reader->lock);
    return more ? &slot->batch : NULL;
}

void batch_reader_free(struct batch_reader *reader)
{
    pthread_mutex_lock(&reader->lock);
    reader->stop = true;
    pthread_cond_broadcast(&reader->changed);
    pthread_mutex_unlock(&reader->lock);
    for (int i = 0; i < reader->thread_count; i++)
        pthread_join(reader->threads[i], NULL);
    for (int i = 0; i < RING; i++) {
        game_release(&reader->ring[i].game);
        free(reader->ring[i].batch.positions);
        free(reader->ring[i].batch.words);
        free(reader->ring[i].batch.own);
    }
    pthread_mutex_destroy(&reader->lock);
    pthread_cond_destroy(&reader->changed);
    free(reader);
}
