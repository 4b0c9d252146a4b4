/* tools/bench_playouts.c -- how fast the board and the playouts are. */
#include <config.h>

#include "tools/bench.h"

#include "engine/playout.h"

#include <stdio.h>

static void measure_playouts(struct bench *bench, int size)
{
    struct board start, board;
    struct rng rng;
    long playouts = 0, moves = 0;
    board_init(&start, size, size);
    rng_seed(&rng, 1);

    double const cycles_before = bench_cycles_per_ns();
    double const begun = bench_cpu_s();
    double used;
    do {
        for (int i = 0; i < 200; i++) {
            board_copy(&board, &start);
            moves += playout_uniform(&board, &rng);
        }
        playouts += 200;
        used = bench_cpu_s() - begun;
    } while (used < bench->seconds);
    double const cycles_per_ns = (cycles_before + bench_cycles_per_ns()) / 2;

    char name[16];
    snprintf(name, sizeof name, "%dx%d", size, size);
    bench_begin(bench, "playouts");
    bench_text(bench, "board", name);
    bench_number(bench, "playouts_per_s", (double)playouts / used);
    bench_number(bench, "moves_per_playout", (double)moves / (double)playouts);
    bench_number(bench, "ns_per_move", 1e9 * used / (double)moves);
    bench_number(bench, "cycles_per_move", 1e9 * used / (double)moves * cycles_per_ns);
    bench_end(bench);
}

void bench_run_playouts(struct bench *bench)
{
    measure_playouts(bench, 9);
    measure_playouts(bench, 19);
}

/* Copies of a 19x19 board MOVES after the start.  */
static void measure_copy(struct bench *bench, int moves)
{
    enum { COPIES = 1000 };
    struct board start, board;
    struct rng rng;
    long copies = 0;
    board_init(&start, 19, 19);
    rng_seed(&rng, 2);
    for (int i = 0; i < moves; i++)
        board_play(&start, playout_draw(&start, &rng), (enum color)start.to_move);

    double const begun = bench_cpu_s();
    double used;
    do {
        for (int i = 0; i < COPIES; i++) {
            board_copy(&board, &start);
            __asm__ volatile("" : : "r"(&board) : "memory"); /* it is wanted */
        }
        copies += COPIES;
        used = bench_cpu_s() - begun;
    } while (used < bench->seconds / 4);

    bench_begin(bench, "board");
    bench_text(bench, "board", "19x19");
    bench_number(bench, "moves", moves);
    bench_number(bench, "chains", start.slots_used - start.free_slots - 1);
    bench_number(bench, "ns_per_copy", 1e9 * used / (double)copies);
    bench_end(bench);
}

void bench_run_board(struct bench *bench)
{
    measure_copy(bench, 0);
    measure_copy(bench, 60);
    measure_copy(bench, 150);
    measure_copy(bench, 300);
}
