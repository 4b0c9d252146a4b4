/* tools/bench/search.c -- how fast the search is, and how large its tree.

   Positions are those that the most probable moves lead to.  */
#include <config.h>

#include "tools/bench/bench.h"

#include "engine/base/seconds.h"
#include "player/mind.h"

#include <math.h>

/* Of a search; as widening: nothing is added to the first candidates.  */
enum { PLAYOUTS_MIN = 100, PLAYOUTS_MAX = 4000, NEVER_MORE = 100 };

/* A game of the model with itself.  */
struct bench_line {
    struct board board;
    struct history history;
    struct move moves[400];
    int count;
};

static void start_line(struct bench_line *line)
{
    board_init(&line->board, 19, 19);
    history_init(&line->history);
    history_push(&line->history, &line->board);
    line->count = 0;
}

/* The most probable move that can be played, or pass.  */
static point likely_move(struct bench_line const *line,
                         struct candidates const *candidates)
{
    struct rules const *const rules = rules_find("chinese");
    for (int i = 0; i < candidates->count; i++)
        if (is_playable(rules, &line->history, &line->board, candidates->list[i].at))
            return candidates->list[i].at;
    return PASS;
}

static void go_on(struct bench_line *line, struct consultation *consultation, int until)
{
    while (line->count < until) {
        struct situation const now = {&line->board, line->moves, line->count};
        enum color const color = (enum color)line->board.to_move;
        point const at = likely_move(line, consult(consultation, &now, EFFORT_QUICK));
        line->moves[line->count++] = (struct move){color, at};
        board_play(&line->board, at, color);
        history_push(&line->history, &line->board);
    }
}

/* Search the position again and again, and tell what a second and a tree hold.  */
static void measure(struct bench *bench, struct mind *mind,
                    struct bench_line const *line, struct search_tuning const *tuning)
{
    struct search *const search = mind_search(mind, tuning);
    struct evaluator const evaluator = search_evaluator(search);
    struct situation const now = {&line->board, line->moves, line->count};
    struct task const task = {.candidates =
                                  consult(mind_consultation(mind), &now, EFFORT_FULL),
                              .situation = now,
                              .rules = rules_find("chinese"),
                              .history = &line->history,
                              .komi = 7.5,
                              .budget_ms = -1};
    double const begun = thread_cpu_s();
    double playouts = 0, nodes = 0, used;
    do {
        struct decision decision;
        struct search_report seen;
        search_forget(search);
        evaluator.pick(evaluator.self, &task, &decision);
        search_last(search, &seen);
        playouts += (double)seen.playouts;
        nodes += seen.nodes;
        used = thread_cpu_s() - begun;
    } while (used < bench->seconds);
    bench_begin(bench, "search");
    bench_text(bench, "board", "19x19");
    bench_number(bench, "moves", line->count);
    bench_number(bench, "candidates", tuning->candidates);
    bench_number(bench, "widening", tuning->widening);
    bench_number(bench, "playouts_per_s", playouts / used);
    bench_number(bench, "nodes_per_playout", nodes / playouts);
    bench_end(bench);
}

/* As it is played with; and never more than so many candidates a node, or all.  */
static void measure_all(struct bench *bench, struct mind *mind)
{
    static int const most[] = {5, 10, 20, 40, 1000};
    static struct bench_line line;
    start_line(&line);
    for (int until = 0; until <= 160; until += 80) {
        struct search_tuning tuning = search_defaults();
        tuning.playouts =
            (int)fmin(fmax(PLAYOUTS_MIN, bench->seconds * PLAYOUTS_MAX), PLAYOUTS_MAX);
        go_on(&line, mind_consultation(mind), until);
        measure(bench, mind, &line, &tuning);
        tuning.widening = NEVER_MORE;
        for (size_t i = 0; i < sizeof most / sizeof *most; i++) {
            tuning.candidates = most[i];
            measure(bench, mind, &line, &tuning);
        }
    }
    history_release(&line.history);
}

/* Without what was learnt there is nothing to measure.  */
void bench_run_search(struct bench *bench)
{
    struct mind *const mind = mind_new(1);
    if (consultation_find(mind_consultation(mind), "model") >= 0)
        measure_all(bench, mind);
    mind_free(mind);
}
