/* tools/bench/bench.h -- what `hishi bench' can measure, as rows.

   A part measures one thing and reports it line by line; how a line looks, to
   people or as JSON, is not its business.  To add one, write its function in
   tools/bench/NAME.c and put a row into the table in tools/bench/bench.c.  */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct bench {
    bool json;
    double seconds;            /* how long to measure one figure, about */
    int figures;               /* on the line so far */
    char const *memory;        /* of shapes, to be measured; NULL: none */
    char const *const *places; /* games to take positions from */
    int place_count;
};

struct bench_part {
    char const *name;
    void (*run)(struct bench *bench);
    char const *help; /* one line */
};

/* One line: begin it, name what was measured, give its figures (units stand in
   the key: "ns_per_move"), end it.  */
void bench_begin(struct bench *bench, char const *part);
void bench_text(struct bench *bench, char const *key, char const *value);
void bench_number(struct bench *bench, char const *key, double value);
void bench_end(struct bench *bench);

/* Clock cycles a nanosecond, at the speed the processor has now.  */
double bench_cycles_per_ns(void);

/* A number that changes when what the engine plays changes.  */
uint32_t bench_signature(void);

void bench_run_signature(struct bench *bench);
void bench_run_board(struct bench *bench);
void bench_run_cases(struct bench *bench);
void bench_run_judge(struct bench *bench);
void bench_run_memory(struct bench *bench);
void bench_run_playouts(struct bench *bench);
void bench_run_search(struct bench *bench);
