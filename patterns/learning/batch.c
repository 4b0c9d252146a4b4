#include <config.h>

#include "patterns/learning/batch.h"

#include "engine/base/rng.h"
#include "engine/records/walk.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <xalloc.h>

/* A packed move: two words of counts, its slots, its plain features.

       first word    known shapes of each series, three bits each
       second        bits 0-7 plain features, 8 near, 9 has depths,
                     10 stands for SAMPLE_STANDS moves  */

static void append(struct sheaf *sheaf, uint32_t word)
{
    if (sheaf->used == sheaf->word_capacity)
        sheaf->words =
            x2nrealloc(sheaf->words, &sheaf->word_capacity, sizeof *sheaf->words);
    sheaf->words[sheaf->used++] = word;
}

static void pack_move(struct sheaf *sheaf, struct move_features const *move)
{
    struct known_shapes const *const shapes = &move->shapes;
    int const depths = move->at == PASS ? 0 : DEPTH_FEATURES;
    uint32_t const plains = (uint32_t)(move->plain_count - depths);
    uint32_t known = 0;
    for (int series = 0; series < SERIES; series++)
        known |= (uint32_t)shapes->known[series] << 3 * series;
    append(sheaf, known);
    append(sheaf, plains | (uint32_t)shapes->near << 8 | (uint32_t)(depths > 0) << 9 |
                      (uint32_t)move->stands << 10);
    for (int i = 0; i < shapes->count; i++)
        append(sheaf, shapes->slot[i]);
    for (int i = depths; i < move->plain_count; i++)
        append(sheaf, move->plain[i]);
}

size_t sheaf_read(struct sheaf const *sheaf, size_t at, struct sheaf_move *move)
{
    uint32_t const known = sheaf->words[at++], counts = sheaf->words[at++];
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
        move->slot[i] = sheaf->words[at++];
    uint32_t *plain = move->plain;
    if (move->depth) {
        depth_features(move->known, move->near, plain);
        plain += DEPTH_FEATURES;
    }
    for (uint32_t i = 0; i < plains; i++)
        *plain++ = sheaf->words[at++];
    move->plains = (uint8_t)(plain - move->plain);
    return at;
}

static void pack_position(struct sheaf *sheaf, struct features const *features,
                          point played)
{
    struct sheaf_position position = {sheaf->used, features->count, -1};
    for (int i = 0; i < features->count; i++)
        if (features->list[i].at == played)
            position.answer = i;
    if (position.answer < 0)
        return; /* a move that not every rule set allows */
    for (int i = 0; i < features->count; i++)
        pack_move(sheaf, &features->list[i]);
    if ((size_t)sheaf->count == sheaf->position_capacity)
        sheaf->positions = x2nrealloc(sheaf->positions, &sheaf->position_capacity,
                                      sizeof *sheaf->positions);
    sheaf->positions[sheaf->count++] = position;
}

/* ---------------------------------------------------------------- threads */

enum { RING = 8, THREADS_MAX = 64 };

enum stage { FREE, TAKEN, READY, END };

struct slot {
    enum stage stage;
    struct game game;
    uint64_t seed; /* of the choice of positions */
    struct sheaf sheaf;
};

struct sheaf_reader {
    struct mixture *mixture;
    struct sheaf_order const *order;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    long taken, given; /* games, counted along the ring */
    bool stop, ended;
    struct slot ring[RING];
    int thread_count;
    pthread_t threads[THREADS_MAX];
};

/* The next wanted game into SLOT; the lock is held.  */
static bool take_game(struct sheaf_reader *reader, struct slot *slot)
{
    struct sheaf_order const *const order = reader->order;
    struct origin origin;
    int place;
    while (mixture_next(reader->mixture, &slot->game, &origin, &place)) {
        long done, total;
        mixture_progress(reader->mixture, &done, &total);
        if (done <= order->skip ||
            !order->choose(order->context, &origin, place, &slot->sheaf.learn))
            continue;
        slot->sheaf.done = done;
        slot->sheaf.total = total;
        slot->seed = order->seed + (uint64_t)place + 64 * (uint64_t)origin.number;
        return true;
    }
    return false;
}

struct worker {
    struct describer *describer;
    struct features *features;
    struct telling telling;
};

/* The shapes of a move that was played into the own slots.  */
static void pack_own(struct sheaf *sheaf, struct known_shapes const *shapes)
{
    for (int i = 0; i < shapes->count; i++) {
        if (sheaf->own_count == sheaf->own_capacity)
            sheaf->own =
                x2nrealloc(sheaf->own, &sheaf->own_capacity, sizeof *sheaf->own);
        sheaf->own[sheaf->own_count++] = shapes->slot[i];
    }
}

static void describe_game(struct sheaf_order const *order, struct worker *worker,
                          struct slot *slot)
{
    struct rng rng;
    struct telling *const telling = &worker->telling;
    struct situation const *const situation = &telling->situation;
    point const *const played = &telling->walk.move.at;
    struct failure why;

    rng_seed(&rng, slot->seed);
    slot->sheaf.used = slot->sheaf.own_count = 0;
    slot->sheaf.count = 0;
    telling_start(telling, &slot->game);
    while (telling_next(telling, &why)) {
        struct known_shapes own;
        features_shapes(worker->describer, order->lexicon, situation, *played, &own);
        pack_own(&slot->sheaf, &own);
        if (rng_below(&rng, (uint32_t)order->every) == 0) {
            if (slot->sheaf.learn)
                features_sample(worker->describer, order->lexicon, situation, *played,
                                &rng, worker->features);
            else
                features_describe(worker->describer, order->lexicon, situation,
                                  worker->features);
            pack_position(&slot->sheaf, worker->features, *played);
        }
    }
}

static void set_stage(struct sheaf_reader *reader, struct slot *slot, enum stage stage)
{
    slot->stage = stage;
    pthread_cond_broadcast(&reader->changed);
}

static void *work(void *context)
{
    struct sheaf_reader *const reader = context;
    struct worker worker = {
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
    telling_release(&worker.telling);
    return NULL;
}

struct sheaf_reader *sheaf_reader_new(struct mixture *mixture,
                                      struct sheaf_order const *order)
{
    struct sheaf_reader *const reader = xzalloc(sizeof *reader);
    reader->mixture = mixture;
    reader->order = order;
    pthread_mutex_init(&reader->lock, NULL);
    pthread_cond_init(&reader->changed, NULL);
    for (int i = 0; i < RING; i++)
        game_init(&reader->ring[i].game, 19, 19);
    while (
        reader->thread_count < order->threads && reader->thread_count < THREADS_MAX &&
        pthread_create(&reader->threads[reader->thread_count], NULL, work, reader) == 0)
        reader->thread_count++;
    return reader;
}

struct sheaf const *sheaf_next(struct sheaf_reader *reader)
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
    bool const more = slot->stage == READY;
    reader->given += more;
    pthread_mutex_unlock(&reader->lock);
    return more ? &slot->sheaf : NULL;
}

void sheaf_reader_free(struct sheaf_reader *reader)
{
    pthread_mutex_lock(&reader->lock);
    reader->stop = true;
    pthread_cond_broadcast(&reader->changed);
    pthread_mutex_unlock(&reader->lock);
    for (int i = 0; i < reader->thread_count; i++)
        pthread_join(reader->threads[i], NULL);
    for (int i = 0; i < RING; i++) {
        game_release(&reader->ring[i].game);
        free(reader->ring[i].sheaf.positions);
        free(reader->ring[i].sheaf.words);
        free(reader->ring[i].sheaf.own);
    }
    pthread_mutex_destroy(&reader->lock);
    pthread_cond_destroy(&reader->changed);
    free(reader);
}
