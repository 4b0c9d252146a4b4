/* tools/bench/judge.c -- how long a look of the judge takes: in a game that it plays
   against itself, always the move it finds most probable.  */
#include <config.h>

#include "tools/bench/bench.h"

#include "engine/base/datafile.h"
#include "engine/base/seconds.h"
#include "patterns/judge/judge.h"

#include <error.h>
#include <stdlib.h>
#include <xalloc.h>

enum { MOVES = 200 };

struct judge_bench {
    struct judge *judge;
    struct judge_desk *desk;
    struct board board;
    struct move moves[MOVES];
    struct situation situation;
    struct tactics tactics;
    struct judge_opinion opinion;
    double read_s, look_s;
    long looks;
};

static void look(struct judge_bench *run)
{
    double const start_s = thread_cpu_s();
    tactics_read(&run->tactics, &run->board);
    double const read_s = thread_cpu_s();
    judge_look(run->judge, run->desk, &run->situation, &run->tactics, 7.5,
               &run->opinion);
    run->read_s += read_s - start_s;
    run->look_s += thread_cpu_s() - read_s;
    run->looks++;
}

/* False when there is no move left.  */
static bool play_best(struct judge_bench *run)
{
    enum color const color = (enum color)run->board.to_move;
    point best = PASS;
    for (point p = board_first_point(); p; p = board_next_point(&run->board, p))
        if (board_is_legal(&run->board, p, color, false) &&
            (best == PASS || run->opinion.move[p] > run->opinion.move[best]))
            best = p;
    if (best == PASS || run->situation.move_count == MOVES)
        return false;
    run->moves[run->situation.move_count++] = (struct move){(uint8_t)color, best};
    board_play(&run->board, best, color);
    return true;
}

static void play_a_game(struct judge_bench *run)
{
    board_init(&run->board, 19, 19);
    run->situation = (struct situation){&run->board, run->moves, 0};
    tactics_clear(&run->tactics);
    do
        look(run);
    while (play_best(run));
}

void bench_run_judge(struct bench *bench)
{
    char path[DATAFILE_PATH];
    struct failure why;
    struct judge_bench *const run = xzalloc(sizeof *run);
    run->judge =
        datafile_find("judge.hishi", path, &why) ? judge_open(path, &why) : NULL;
    if (run->judge) {
        run->desk = judge_desk_new();
        do
            play_a_game(run);
        while (run->read_s + run->look_s < bench->seconds);
        bench_begin(bench, "judge");
        bench_number(bench, "us_to_look", 1e6 * run->look_s / (double)run->looks);
        bench_number(bench, "us_to_read", 1e6 * run->read_s / (double)run->looks);
        bench_end(bench);
        judge_desk_free(run->desk);
    } else
        error(0, 0, "%s", why.text);
    judge_free(run->judge);
    free(run);
}
