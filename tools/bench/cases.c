/* tools/bench/cases.c -- how long the casebook takes: in a game that it plays against
   itself, always the move it finds most probable.  */
#include <config.h>

#include "tools/bench/bench.h"

#include "engine/base/datafile.h"
#include "engine/base/seconds.h"
#include "patterns/cases/casenear.h"
#include "patterns/cases/casevote.h"

#include <error.h>
#include <stdlib.h>
#include <xalloc.h>

enum { K = 8, MOVES = 200 };

struct cases_bench {
    struct casebook *book;
    struct board board;
    struct move moves[MOVES];
    struct situation situation;
    struct case_votes votes;
    struct case_views views[AREA_MAX];
    double rate_s, nearest_s;
    long questions;
};

static void rate_all(struct cases_bench *run)
{
    double const start_s = thread_cpu_s();
    case_votes_take(run->book, &run->situation, &run->votes, run->views);
    run->rate_s += thread_cpu_s() - start_s;
}

static void find_nearest(struct cases_bench *run)
{
    struct latest const latest = latest_moves(&run->situation);
    double const start_s = thread_cpu_s();
    for (int i = 0; i < run->votes.count; i++) {
        struct near_vicinity list[K];
        struct vicinity vicinity;
        vicinity_look(casebook_vicinities(run->book), &run->board,
                      run->votes.list[i].at, latest, &vicinity);
        case_nearest(run->book, case_likeness_table(), &vicinity, K, CASE_NEVER, list);
    }
    run->nearest_s += thread_cpu_s() - start_s;
    run->questions += run->votes.count;
}

/* False when there is no move left.  */
static bool play_best(struct cases_bench *run)
{
    struct case_vote const *best = NULL;
    for (int i = 0; i < run->votes.count; i++)
        if (!best || run->votes.list[i].rate > best->rate)
            best = &run->votes.list[i];
    if (!best)
        return false;
    uint8_t const color = run->board.to_move;
    run->moves[run->situation.move_count++] = (struct move){color, best->at};
    board_play(&run->board, best->at, (enum color)color);
    return true;
}

void bench_run_cases(struct bench *bench)
{
    char path[DATAFILE_PATH];
    struct failure why;
    struct cases_bench *const run = xzalloc(sizeof *run);
    run->book =
        datafile_find("cases.hishi", path, &why) ? casebook_open(path, &why) : NULL;
    if (!run->book) {
        error(0, 0, "%s", why.text);
        free(run);
        return;
    }
    board_init(&run->board, 19, 19);
    run->situation = (struct situation){&run->board, run->moves, 0};
    do {
        rate_all(run);
        find_nearest(run);
    } while (run->situation.move_count < MOVES && play_best(run));
    int const positions = run->situation.move_count;
    bench_begin(bench, "cases");
    bench_number(bench, "us_to_rate_a_position", 1e6 * run->rate_s / positions);
    bench_number(bench, "us_to_find_8_nearest",
                 1e6 * run->nearest_s / (double)run->questions);
    bench_end(bench);
    casebook_close(run->book);
    free(run);
}
