/* tools/bench/memory.c -- how long it takes to remember.

   Positions are those at one sixth to five sixths of test games, or without
   games of a game that the memory plays against itself.  Smaller memories are
   parts of the given one, chosen by chance.  */
#include <config.h>

#include "tools/bench/bench.h"
#include "tools/games.h"

#include "engine/base/rng.h"
#include "engine/base/seconds.h"
#include "patterns/learning/casebuilder.h"
#include "patterns/shapes/scan.h"
#include "patterns/shapes/shapes_source.h"

#include <error.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <xalloc.h>

enum { K = 8, POSITIONS_MAX = 400, GAMES_MAX = 80 };

/* A position, and the move that was played in it.  */
struct position {
    struct board board;
    point next;
};

struct positions {
    struct position list[POSITIONS_MAX];
    int count;
};

static bool take_positions(void *context, struct game const *game,
                           struct origin const *origin, struct failure *why)
{
    struct positions *const positions = context;
    int const moves = game_moves(game);
    (void)origin;
    struct replay walk;
    replay_start(&walk, game);
    while (replay_next(&walk, why))
        for (int sixth = 1; sixth <= 5; sixth++)
            if (moves >= 60 && walk.number == moves * sixth / 6 &&
                walk.move.at != PASS && positions->count < POSITIONS_MAX) {
                struct position *const one = &positions->list[positions->count++];
                board_copy(&one->board, &walk.board);
                one->board.to_move = walk.move.color;
                one->next = walk.move.at;
            }
    return true;
}

/* The memory against itself: always the move played most often.  */
static void play_positions(struct memory const *memory, struct positions *positions)
{
    struct shapes *const shapes = shapes_new(memory, similarity_find("learnt"));
    struct board board;
    board_init(&board, 19, 19);
    board_play(&board, point_at(4, 4), BLACK);
    for (int move = 1; move < 240; move++) {
        enum color const color = (enum color)board.to_move;
        struct vote const *const votes = shapes_votes(shapes, &board);
        point best = PASS;
        for (point p = board_first_point(); p; p = board_next_point(&board, p))
            if (votes[p].known && !board_is_eye(&board, p, color) &&
                (!best || votes[p].rate > votes[best].rate))
                best = p;
        if (move % 40 == 39 && best != PASS) {
            struct position *const one = &positions->list[positions->count++];
            board_copy(&one->board, &board);
            one->next = best;
        }
        board_play(&board, best, color);
    }
    shapes_free(shapes);
}

/* ---------------------------------------------------------------- measuring */

struct figures {
    double finder_us, wide_us, scan_us;
    double position_ms, move_ms;
    double found;
};

/* Every STRIDE-th legal point of each position that has a stone around.  */
static double time_questions(struct finder *finder, struct scan *scan,
                             struct positions const *positions, bool wide, int stride,
                             double *found)
{
    struct similarity const *const similarity = similarity_find("learnt");
    long questions = 0, cases = 0;
    double spent_s = 0;
    for (int i = 0; i < positions->count; i++) {
        struct board const *const board = &positions->list[i].board;
        enum color const color = (enum color)board->to_move;
        int at = 0;
        for (point p = board_first_point(); p; p = board_next_point(board, p)) {
            struct diamond diamond;
            struct near_case list[K];
            if (!board_is_legal(board, p, color, false) || (at++ + i) % stride)
                continue;
            diamond_look(board, p, color, &diamond);
            if (!(diamond.own | diamond.opp))
                continue;
            unsigned const reach =
                wide ? DISTANCE_NEVER - 1
                     : similarity->reach[diamond_nearest_stone(&diamond) - 1];
            double const start_s = thread_cpu_s();
            cases += scan
                         ? scan_nearest(scan, similarity, &diamond, K, reach, list)
                         : finder_nearest(finder, similarity, &diamond, K, reach, list);
            spent_s += thread_cpu_s() - start_s;
            questions++;
        }
    }
    *found = questions ? (double)cases / (double)questions : 0;
    return questions ? 1e6 * spent_s / (double)questions : 0;
}

/* All votes of a whole position, and again for the same side after the move that
   was played.  */
static void time_positions(struct memory const *memory,
                           struct positions const *positions, struct figures *figures)
{
    double whole_s = 0, move_s = 0;
    struct board empty;
    board_init(&empty, 19, 19);
    for (int i = 0; i < positions->count; i++) {
        struct position const *const one = &positions->list[i];
        struct board board;
        struct shapes *const fresh = shapes_new(memory, similarity_find("learnt"));
        shapes_votes(fresh, &empty);
        double const start_s = thread_cpu_s();
        shapes_votes(fresh, &one->board);
        double const middle_s = thread_cpu_s();
        board_copy(&board, &one->board);
        enum color const color = (enum color)board.to_move;
        board_play(&board, one->next, color);
        board.to_move = (uint8_t)color;
        double const again_s = thread_cpu_s();
        shapes_votes(fresh, &board);
        move_s += thread_cpu_s() - again_s;
        whole_s += middle_s - start_s;
        shapes_free(fresh);
    }
    figures->position_ms = 1e3 * whole_s / positions->count;
    figures->move_ms = 1e3 * move_s / positions->count;
}

static void measure(struct bench *bench, struct memory const *memory,
                    struct positions const *positions)
{
    struct memory_facts facts;
    struct figures figures;
    struct finder *const finder = finder_new(memory);
    struct scan *const scan = scan_new(memory);
    double ignored;
    memory_facts(memory, &facts);
    time_questions(finder, NULL, positions, false, 5, &ignored); /* warm up */
    figures.finder_us =
        time_questions(finder, NULL, positions, false, 1, &figures.found);
    figures.wide_us = time_questions(finder, NULL, positions, true, 3, &ignored);
    figures.scan_us = time_questions(NULL, scan, positions, false, 499, &ignored);
    time_positions(memory, positions, &figures);
    bench_begin(bench, "memory");
    bench_number(bench, "cases", facts.cases);
    bench_number(bench, "bytes_per_case",
                 (double)(facts.bytes - facts.source_bytes) / facts.cases);
    bench_number(bench, "nearest_us", figures.finder_us);
    bench_number(bench, "found", figures.found);
    bench_number(bench, "scan_us", figures.scan_us);
    bench_number(bench, "times_faster", figures.scan_us / figures.finder_us);
    bench_number(bench, "unlimited_us", figures.wide_us);
    bench_number(bench, "position_ms", figures.position_ms);
    bench_number(bench, "after_a_move_ms", figures.move_ms);
    bench_end(bench);
    scan_free(scan);
    finder_free(finder);
}

/* ---------------------------------------------------------------- parts of it */

/* A case is in the part if chance, drawn from its code, is below SHARE.  */
static bool in_part(void const *context, struct learnt_case const *one)
{
    double const *const share = context;
    struct rng rng;
    rng_seed(&rng, one->inner * 31 + one->outer);
    return rng_unit(&rng) < *share;
}

static void measure_part(struct bench *bench, struct memory const *memory, double cases,
                         struct positions const *positions)
{
    struct casebuilder list;
    struct memory_facts facts;
    struct failure why;
    char path[] = "/tmp/hishi-bench-XXXXXX";
    int const file = mkstemp(path);
    if (file < 0)
        error(EXIT_FAILURE, 0, "no temporary file can be made");
    close(file);
    memory_facts(memory, &facts);
    double const share = cases / facts.cases;
    casebuilder_init(&list);
    casebuilder_load(&list, memory);
    casebuilder_prune(&list, in_part, &share);
    bool const written = casebuilder_write(&list, path, NULL, &why);
    casebuilder_release(&list);
    struct memory *const part = written ? memory_open(path, &why) : NULL;
    if (!part)
        error(EXIT_FAILURE, 0, "%s", why.text);
    measure(bench, part, positions);
    memory_close(part);
    unlink(path);
}

void bench_run_memory(struct bench *bench)
{
    static double const sizes[] = {1e5, 1e6, 5e6, 1e7};
    struct failure why;
    struct memory_facts facts;
    if (!bench->memory) {
        bench_begin(bench, "memory");
        bench_text(bench, "left_out", "none is named by --memory");
        bench_end(bench);
        return;
    }
    struct memory *const memory = memory_open(bench->memory, &why);
    if (!memory)
        error(EXIT_FAILURE, 0, "%s", why.text);
    struct positions *const positions = xzalloc(sizeof *positions);
    if (bench->place_count) {
        struct selection const games = {.places = bench->places,
                                        .place_count = bench->place_count,
                                        .splits = 1u << SPLIT_TEST,
                                        .limit = GAMES_MAX};
        games_each(&games, take_positions, positions);
    } else {
        play_positions(memory, positions);
    }
    memory_facts(memory, &facts);
    for (size_t i = 0; positions->count && i < sizeof sizes / sizeof *sizes; i++)
        if (sizes[i] < 0.8 * facts.cases)
            measure_part(bench, memory, sizes[i], positions);
    if (positions->count)
        measure(bench, memory, positions);
    free(positions);
    memory_close(memory);
}
