#include <config.h>

#include "engine/records/workers.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <xalloc.h>

enum { WAITING_GAMES = 64 };

/* A ring of games: the reader fills at FILLED, workers take at TAKEN.  A slot is
   free again when the worker that took it has copied what it needs, that is,
   swapped the game for the empty one it brought.  */
struct queue {
    struct workers const *crew;
    pthread_mutex_t lock;
    pthread_cond_t filled_one, taken_one;
    struct game game[WAITING_GAMES];
    long filled, taken, first;
    bool closed;
};

struct game_worker {
    struct queue *queue;
    int number;
    pthread_t thread;
};

static void swap_games(struct game *a, struct game *b)
{
    struct game const swap = *a;
    *a = *b;
    *b = swap;
}

static bool take(struct queue *queue, struct game *game, long *number)
{
    pthread_mutex_lock(&queue->lock);
    while (queue->taken == queue->filled && !queue->closed)
        pthread_cond_wait(&queue->filled_one, &queue->lock);
    bool const got = queue->taken < queue->filled;
    assert(queue->taken <= queue->filled);
    if (got) {
        *number = queue->first + queue->taken;
        swap_games(game, &queue->game[queue->taken++ % WAITING_GAMES]);
        pthread_cond_signal(&queue->taken_one);
    }
    pthread_mutex_unlock(&queue->lock);
    return got;
}

static void put(struct queue *queue, struct game *game)
{
    pthread_mutex_lock(&queue->lock);
    while (queue->filled - queue->taken == WAITING_GAMES)
        pthread_cond_wait(&queue->taken_one, &queue->lock);
    assert(!queue->closed && queue->filled - queue->taken < WAITING_GAMES);
    swap_games(game, &queue->game[queue->filled++ % WAITING_GAMES]);
    pthread_cond_signal(&queue->filled_one);
    pthread_mutex_unlock(&queue->lock);
}

static void *run_worker(void *context)
{
    struct game_worker *const worker = context;
    struct workers const *const crew = worker->queue->crew;
    struct game game;
    long number;
    game_init(&game, 19, 19);
    while (take(worker->queue, &game, &number))
        crew->work(crew->context, worker->number, &game, number);
    game_release(&game);
    return NULL;
}

/* Where there is no worker the reader is one.  */
static void work_alone(struct queue *queue, struct game *game)
{
    struct workers const *const crew = queue->crew;
    crew->work(crew->context, 0, game, queue->first + queue->filled);
    queue->filled++;
    queue->taken++;
}

static void read_games(struct queue *queue, struct archive_reader *reader, long limit,
                       bool alone)
{
    struct workers const *const crew = queue->crew;
    struct game game;
    struct origin origin;
    game_init(&game, 19, 19);
    while (queue->filled < limit && !*crew->stop &&
           archive_next(reader, &game, &origin))
        if (crew->select(crew->context, &game, &origin))
            (alone ? work_alone : put)(queue, &game);
    game_release(&game);
}

long workers_run(struct workers const *crew, struct archive_reader *reader, long first,
                 long limit)
{
    struct queue *const queue = xzalloc(sizeof *queue);
    struct game_worker *const workers = xcalloc((size_t)crew->threads, sizeof *workers);
    queue->crew = crew;
    queue->first = first;
    pthread_mutex_init(&queue->lock, NULL);
    pthread_cond_init(&queue->filled_one, NULL);
    pthread_cond_init(&queue->taken_one, NULL);
    for (int i = 0; i < WAITING_GAMES; i++)
        game_init(&queue->game[i], 19, 19);
    int started = 0;
    for (; started < crew->threads; started++) {
        workers[started] = (struct game_worker){.queue = queue, .number = started};
        if (pthread_create(&workers[started].thread, NULL, run_worker,
                           &workers[started]))
            break;
    }
    read_games(queue, reader, limit, !started);

    pthread_mutex_lock(&queue->lock);
    queue->closed = true;
    pthread_cond_broadcast(&queue->filled_one);
    pthread_mutex_unlock(&queue->lock);
    for (int i = 0; i < started; i++)
        pthread_join(workers[i].thread, NULL);
    long const handed_out = queue->filled;
    assert(queue->taken == queue->filled && "all are done");
    for (int i = 0; i < WAITING_GAMES; i++)
        game_release(&queue->game[i]);
    pthread_cond_destroy(&queue->taken_one);
    pthread_cond_destroy(&queue->filled_one);
    pthread_mutex_destroy(&queue->lock);
    free(workers);
    free(queue);
    return handed_out;
}
