#include <config.h>

#include "tools/judged/foresight.h"

#include <error.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------- searching */

struct mind *foresight_mind(uint64_t seed)
{
    struct mind *const mind = mind_new(seed);
    struct complaints const *const complaints = mind_complaints(mind);
    if (complaints->count)
        error(EXIT_FAILURE, 0, "%s", complaints->list[0].text);
    return mind;
}

/* A search that goes on until it has had its playouts.  */
struct measured_search {
    struct observer observer;
    long playouts;
    atomic_bool stop;
    double komi;
    struct foresight *out;
};

static void look(void *self, struct thought const *thought)
{
    struct measured_search *const measured = self;
    bool const enough = thought->playouts >= measured->playouts;
    double const sign = thought->color == BLACK ? 1 : -1;
    if (enough)
        atomic_store(&measured->stop, true);
    if (!enough && !thought->last)
        return;
    measured->out->lead = measured->komi + sign * thought->score;
    measured->out->win = sign > 0 ? thought->win : 1 - thought->win;
    measured->out->best = thought->count ? thought->move[0].at : PASS;
    for (int p = 0; p < POINTS; p++)
        measured->out->owner[p] = sign * (double)thought->owner[p];
}

static void think(struct mind *mind, struct tuning const *tuning,
                  struct judged_position const *position,
                  struct measured_search *measured)
{
    static struct decision decision;
    struct history history;
    struct task const task = {.situation = judged_situation(position),
                              .rules = rules_find("chinese"),
                              .history = &history,
                              .komi = position->komi,
                              .budget_ms = INFINITY,
                              .limit_ms = INFINITY,
                              .observer = &measured->observer,
                              .stop = &measured->stop};
    history_init(&history);
    history_push(&history, &position->board);
    player_ponder(mind_player(mind, tuning, position->komi), &task, &decision);
    history_release(&history);
}

void foresight_search(struct mind *mind, struct tuning const *tuning,
                      struct judged_position const *position, int playouts,
                      struct foresight *out)
{
    struct measured_search measured = {.playouts = playouts,
                                       .komi = position->komi,
                                       .observer = {.counts = true, .look = look},
                                       .out = out};
    measured.observer.self = &measured;
    memset(out, 0, sizeof *out);
    mind_reseed(mind, 1);
    search_forget(mind_search(mind, &tuning->search));
    think(mind, tuning, position, &measured);
}

/* ---------------------------------------------------------------- chains */

static double whose(struct judged_position const *position, point p)
{
    return (position->owner[p] == BLACK) - (position->owner[p] == WHITE);
}

bool foresight_counts(struct board const *board, point p)
{
    return board->color[p] != EMPTY && board_chain(board, p)->stone == p &&
           board_chain(board, p)->stone_count >= CHAIN_COUNTS;
}

double foresight_owner(struct foresight const *foresight, struct board const *board,
                       point p)
{
    double sum = 0;
    point q = p;
    do {
        sum += foresight->owner[q];
        q = board->next[q];
    } while (q != p);
    return sum / board_chain(board, p)->stone_count;
}

/* Does the chain of the stone at P come to another owner than FORESIGHT believes?  */
static bool misjudges(struct foresight const *foresight,
                      struct judged_position const *position, point p)
{
    double came = 0;
    point q = p;
    do {
        came += whose(position, q);
        q = position->board.next[q];
    } while (q != p);
    return foresight_owner(foresight, &position->board, p) * came < 0;
}

bool foresight_misjudges(struct foresight const *foresight,
                         struct judged_position const *position)
{
    struct board const *const board = &position->board;
    for (point p = board_first_point(); p; p = board_next_point(board, p))
        if (foresight_counts(board, p) && misjudges(foresight, position, p))
            return true;
    return false;
}

/* ---------------------------------------------------------------- how far */

static double square(double x)
{
    return x * x;
}

static double logistic(double x)
{
    return 1 / (1 + exp(-x));
}

void misses_add(struct misses *misses, struct foresight const *foresight,
                struct judged_position const *position)
{
    double const error = foresight->lead - position->lead;
    double const ahead = position->lead - position->komi;
    double const seen = foresight->lead - position->komi;
    double const won = ahead > 0 ? 1 : ahead < 0 ? 0 : 0.5;
    misses->positions++;
    misses->error += error;
    misses->square += square(error);
    misses->fourth += square(square(error));
    misses->chance += square(foresight->win - won);
    for (int scale = 1; scale <= SCALES; scale++)
        misses->logistic[scale] += square(logistic(seen / scale) - won);
    if (fabs(ahead) > CLEARLY) {
        misses->clear++;
        misses->right += ahead * seen > 0;
    }
}

double misses_bias(struct misses const *misses)
{
    return misses->error / (double)misses->positions;
}

double misses_rms(struct misses const *misses)
{
    return sqrt(misses->square / (double)misses->positions);
}

/* Of a mean of squares S, whose root changes by 1 / 2 sqrt (S) as much.  */
double misses_rms_error(struct misses const *misses)
{
    double const n = (double)misses->positions, mean = misses->square / n;
    double const variance = misses->fourth / n - square(mean);
    return n > 1 && mean > 0 ? sqrt(fmax(variance, 0) / (n - 1)) / (2 * sqrt(mean)) : 0;
}

int misses_scale(struct misses const *misses)
{
    int best = 1;
    for (int scale = 2; scale <= SCALES; scale++)
        if (misses->logistic[scale] < misses->logistic[best])
            best = scale;
    return best;
}
