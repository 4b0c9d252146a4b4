/* tools/bench/playouts.c -- how fast the board and the playouts are. */
#include <config.h>

#include "tools/bench/bench.h"

#include "engine/base/seconds.h"
#include "engine/reading/playout.h"
#include "patterns/playouts/local_policy.h"

#include <stdio.h>
#include <stdlib.h>

static void measure_playouts(struct bench *bench, struct policy const *policy, int size)
{
    struct board start, board;
    struct rng rng;
    void *const state = policy_new_state(policy);
    long playouts = 0, moves = 0;
    board_init(&start, size, size);
    rng_seed(&rng, 1);

    double const cycles_before = bench_cycles_per_ns();
    double const begun = thread_cpu_s();
    double used;
    do {
        for (int i = 0; i < 200; i++) {
            board_copy(&board, &start);
            moves += policy_playout(policy, state, &board, &rng, NULL, NULL, 0);
        }
        playouts += 200;
        used = thread_cpu_s() - begun;
    } while (used < bench->seconds);
    double const cycles_per_ns = (cycles_before + bench_cycles_per_ns()) / 2;

    char name[16];
    snprintf(name, sizeof name, "%dx%d", size, size);
    bench_begin(bench, "playouts");
    bench_text(bench, "policy", policy->name);
    bench_text(bench, "board", name);
    bench_number(bench, "playouts_per_s", (double)playouts / used);
    bench_number(bench, "moves_per_playout", (double)moves / (double)playouts);
    bench_number(bench, "ns_per_move", 1e9 * used / (double)moves);
    bench_number(bench, "cycles_per_move", 1e9 * used / (double)moves * cycles_per_ns);
    bench_end(bench);
    free(state);
}

/* Without the learnt weights there is nothing to measure.  */
static void measure_local(struct bench *bench)
{
    struct local_policy *const local = local_policy_open(NULL, local_sharpness, NULL);
    if (!local)
        return;
    struct policy const policy = local_policy_row(local);
    measure_playouts(bench, &policy, 9);
    measure_playouts(bench, &policy, 19);
    local_policy_free(local);
}

void bench_run_playouts(struct bench *bench)
{
    measure_playouts(bench, &uniform_policy, 9);
    measure_playouts(bench, &uniform_policy, 19);
    measure_local(bench);
}

/* A random position, and a line of moves to be tried on it.  */
enum { LINE = 20 };

struct board_bench {
    struct board start;
    point line[LINE];
    struct board copies[LINE + 1];
    struct undo undo[LINE];
};

static void set_up_reading(struct board_bench *reading, int moves)
{
    struct rng rng;
    struct board *const board = &reading->copies[0];
    rng_seed(&rng, 2);
    board_init(board, 19, 19);
    for (int i = 0; i < moves; i++)
        board_play(board, playout_draw(board, &rng), (enum color)board->to_move);
    board_copy(&reading->start, board);
    for (int i = 0; i < LINE; i++) {
        reading->line[i] = playout_draw(board, &rng);
        board_play(board, reading->line[i], (enum color)board->to_move);
    }
}

static void copy_only(struct board_bench *reading)
{
    for (int i = 0; i < LINE; i++)
        board_copy(&reading->copies[i], &reading->start);
}

static void copy_and_play(struct board_bench *reading)
{
    board_copy(&reading->copies[0], &reading->start);
    for (int i = 0; i < LINE; i++) {
        struct board *const next = &reading->copies[i + 1];
        board_copy(next, &reading->copies[i]);
        board_play(next, reading->line[i], (enum color)next->to_move);
    }
}

static void try_and_undo(struct board_bench *reading)
{
    struct board *const board = &reading->start;
    for (int i = 0; i < LINE; i++)
        board_try(board, reading->line[i], (enum color)board->to_move,
                  &reading->undo[i]);
    for (int i = LINE; i--;)
        board_undo(board, &reading->undo[i]);
}

static double measure_ns(void (*step)(struct board_bench *),
                         struct board_bench *reading, double seconds)
{
    enum { REPEAT = 100 };
    double const begun = thread_cpu_s();
    double used;
    long steps = 0;
    do {
        for (int i = 0; i < REPEAT; i++)
            step(reading);
        steps += REPEAT;
        used = thread_cpu_s() - begun;
    } while (used < seconds);
    return 1e9 * used / (double)(steps * LINE);
}

static void measure_reading(struct bench *bench, int moves)
{
    static struct board_bench reading;
    double const seconds = bench->seconds / 12;
    set_up_reading(&reading, moves);
    bench_begin(bench, "board");
    bench_text(bench, "board", "19x19");
    bench_number(bench, "moves", moves);
    bench_number(bench, "ns_per_copy", measure_ns(copy_only, &reading, seconds));
    bench_number(bench, "ns_per_copy_and_play",
                 measure_ns(copy_and_play, &reading, seconds));
    bench_number(bench, "ns_per_try_and_undo",
                 measure_ns(try_and_undo, &reading, seconds));
    bench_end(bench);
}

void bench_run_board(struct bench *bench)
{
    measure_reading(bench, 20);
    measure_reading(bench, 60);
    measure_reading(bench, 150);
    measure_reading(bench, 250);
}
