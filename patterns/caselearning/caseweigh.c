#include <config.h>

#include "patterns/caselearning/caseweigh.h"

#include "engine/base/rng.h"
#include "engine/records/situations.h"
#include "patterns/caselearning/casetree.h"
#include "patterns/cases/casebook_file.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <xalloc.h>

static double const rate_first = 0.05, rate_last = 0.005;

/* A position: what the weights see of each of its moves, and what others say.  */
struct sight_of_moves {
    int count, played;
    struct case_views *views;
    float *said; /* NULL: there are no others */
};

struct caseweigher {
    struct casebook const *book;
    struct sight_of_moves *list;
    long count, room;
    int every;
    struct case_neighbours const *others;
    float said[AREA_MAX];
    struct situations situations;
    struct case_votes votes;
    struct case_views views[AREA_MAX];
};

struct caseweigher *caseweigher_new(struct casebook const *book, long room, int every,
                                    struct case_neighbours const *others)
{
    struct caseweigher *const weigher = xzalloc(sizeof *weigher);
    weigher->book = book;
    weigher->room = room;
    weigher->every = every;
    weigher->others = others;
    weigher->list = xcalloc((size_t)room, sizeof *weigher->list);
    return weigher;
}

void caseweigher_free(struct caseweigher *weigher)
{
    if (!weigher)
        return;
    for (long i = 0; i < weigher->count; i++) {
        free(weigher->list[i].views);
        free(weigher->list[i].said);
    }
    free(weigher->list);
    situations_release(&weigher->situations);
    free(weigher);
}

long caseweigher_count(struct caseweigher const *weigher)
{
    return weigher->count;
}

static void add_position(struct caseweigher *weigher)
{
    struct situation const *const situation = &weigher->situations.situation;
    struct case_neighbours const *const others = weigher->others;
    int played = -1;
    case_votes_list(weigher->book, situation, &weigher->votes, weigher->views);
    for (int i = 0; i < weigher->votes.count; i++)
        if (weigher->votes.list[i].at == weigher->situations.walk.move.at)
            played = i;
    if (played < 0)
        return;
    size_t const count = (size_t)weigher->votes.count;
    if (others)
        others->ask(others->context, situation, &weigher->votes, weigher->said);
    weigher->list[weigher->count++] = (struct sight_of_moves){
        .count = weigher->votes.count,
        .played = played,
        .views = xmemdup(weigher->views, count * sizeof *weigher->views),
        .said = others ? xmemdup(weigher->said, count * sizeof *weigher->said) : NULL,
    };
}

bool caseweigher_add(struct caseweigher *weigher, struct game const *game, long number,
                     struct failure *why)
{
    struct replay const *const walk = &weigher->situations.walk;
    situations_start(&weigher->situations, game);
    while (weigher->count < weigher->room && situations_next(&weigher->situations, why))
        if (walk->move.at != PASS &&
            rng_mix((uint64_t)number * MEMORY_MOVES + (uint64_t)walk->number) %
                    (uint64_t)weigher->every ==
                0)
            add_position(weigher);
    return weigher->count < weigher->room && !why->text[0];
}

/* ---------------------------------------------------------------- learning */

/* Each move's P - 1 if it was played, else P, into ERROR; returns log P of the move. */
static double errors(struct casebook_weights const *weights,
                     struct sight_of_moves const *moves, float const said[],
                     float error[])
{
    float most = -INFINITY, total = 0;
    for (int i = 0; i < moves->count; i++) {
        error[i] = case_views_sum(weights, &moves->views[i]) + (said ? said[i] : 0);
        most = error[i] > most ? error[i] : most;
    }
    for (int i = 0; i < moves->count; i++)
        total += error[i] = expf(error[i] - most);
    for (int i = 0; i < moves->count; i++)
        error[i] /= total;
    double const log_p = log((double)error[moves->played] + 1e-30);
    error[moves->played] -= 1;
    return log_p;
}

static void step(float *weight, float *squares, float gradient, double rate)
{
    if (gradient == 0)
        return;
    *squares += gradient * gradient;
    *weight -= (float)(rate * gradient / sqrt((double)*squares + 1e-2));
}

static void learn_from(struct casebook_weights *weights,
                       struct casebook_weights *squares,
                       struct sight_of_moves const *moves, float const error[],
                       double rate)
{
    struct casebook_weights gradient = {{{0}}, {{0}}};
    for (int i = 0; i < moves->count; i++)
        for (int view = 0; view < CASE_VIEWS; view++) {
            int const bucket = moves->views[i].bucket[view];
            gradient.slope[view][bucket] += error[i] * moves->views[i].gain[view];
            gradient.offset[view][bucket] += error[i];
        }
    for (int view = 0; view < CASE_VIEWS; view++)
        for (int b = 0; b < CASE_BUCKETS; b++) {
            step(&weights->slope[view][b], &squares->slope[view][b],
                 gradient.slope[view][b], rate);
            step(&weights->offset[view][b], &squares->offset[view][b],
                 gradient.offset[view][b], rate);
        }
}

static void shuffle(struct sight_of_moves list[], long count)
{
    struct rng rng;
    rng_seed(&rng, 1);
    for (long i = count - 1; i > 0; i--) {
        long const j = (long)rng_below(&rng, (uint32_t)i + 1);
        struct sight_of_moves const swap = list[i];
        list[i] = list[j];
        list[j] = swap;
    }
}

/* What the weights begin with: alone a case counts as it is, beside others not at all.
 */
static void begin(struct casebook_weights *weights, enum case_company company)
{
    for (int view = 0; view < CASE_VIEWS; view++)
        for (int bucket = 0; bucket < CASE_BUCKETS; bucket++) {
            weights->slope[view][bucket] = company == CASES_ALONE;
            weights->offset[view][bucket] = 0;
        }
}

double caseweigher_weigh(struct caseweigher *weigher, enum case_company company,
                         int rounds, atomic_bool const *stop,
                         struct casebook_weights *weights)
{
    struct casebook_weights *const squares = xzalloc(sizeof *squares);
    float error[AREA_MAX];
    double sum = 0;
    long const all = rounds * weigher->count;
    begin(weights, company);
    shuffle(weigher->list, weigher->count);
    for (long i = 0; i < all && !(stop && atomic_load(stop)); i++) {
        struct sight_of_moves const *const moves = &weigher->list[i % weigher->count];
        double const rate =
            rate_first + (rate_last - rate_first) * (double)i / (double)all;
        sum = i % weigher->count ? sum : 0;
        sum +=
            errors(weights, moves, company == CASES_BESIDE ? moves->said : NULL, error);
        learn_from(weights, squares, moves, error, rate);
    }
    free(squares);
    bool const stopped = stop && atomic_load(stop);
    return weigher->count && !stopped ? sum / (double)weigher->count : NAN;
}

/* ---------------------------------------------------------------- writing */

static bool is_replaced(char const *name)
{
    bool replaced = strcmp(name, "MADE") == 0;
    for (int i = 0; i < CASE_COMPANIES; i++)
        replaced = replaced || strcmp(name, casebook_weight_names[i]) == 0;
    return replaced;
}

static void copy_chunks(struct chunkfile const *file,
                        struct casebook_weights const weights[CASE_COMPANIES],
                        struct chunk_writer *writer)
{
    struct chunk_row const *row;
    for (int i = 0; i < CASE_COMPANIES; i++)
        casetree_write_weights(writer, (enum case_company)i, &weights[i]);
    for (int i = 0; (row = chunkfile_row(file, i)); i++)
        if (!is_replaced(row->name))
            chunk_writer_copy(writer, file, row);
}

bool caseweigh_write(char const *path,
                     struct casebook_weights const weights[CASE_COMPANIES],
                     char const *to, struct provenance const *made, struct failure *why)
{
    struct chunkfile *const file =
        chunkfile_open(path, CASEBOOK_KIND, CASEBOOK_VERSION, why);
    struct chunk_writer *const writer =
        file ? chunk_writer_new(to, CASEBOOK_KIND, CASEBOOK_VERSION, why) : NULL;
    bool good = false;
    if (writer) {
        copy_chunks(file, weights, writer);
        provenance_write(made, writer);
        good = chunk_writer_finish(writer, why);
    }
    chunkfile_close(file);
    return good;
}
