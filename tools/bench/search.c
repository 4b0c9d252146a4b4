/* tools/bench/search.c -- how fast the search is, and how large its tree.

   Positions are those that the model's most probable moves lead to.  */
#include <config.h>

#include "tools/bench/bench.h"

#include "engine/base/datafile.h"
#include "engine/search/search.h"
#include "patterns/model/model_source.h"
#include "patterns/playouts/local_policy.h"

#include <math.h>

/* Of a search; as widening: nothing is added to the first candidates.  */
enum { PLAYOUTS_MIN = 100, PLAYOUTS_MAX = 4000, NEVER_MORE = 100 };

/* A game of the model with itself.  */
struct line {
    struct board board;
    struct history history;
    struct move moves[400];
    int count;
};

static void start_line(struct line *line)
{
    board_init(&line->board, 19, 19);
    history_init(&line->history);
    history_push(&line->history, &line->board);
    line->count = 0;
}

static void go_on(struct line *line, struct source const *source, int until)
{
    static struct candidates candidates;
    struct rules const *const rules = rules_find("chinese");
    while (line->count < until) {
        struct situation const now = {&line->board, line->moves, line->count};
        enum color const color = (enum color)line->board.to_move;
        point at = PASS;
        candidates_clear(&candidates);
        source->propose(source->self, &now, &candidates);
        candidates_mix(&candidates);
        candidates_sort(&candidates);
        for (int i = candidates.count - 1; i >= 0; i--)
            if (is_playable(rules, &line->history, &line->board, candidates.list[i].at))
                at = candidates.list[i].at;
        line->moves[line->count++] = (struct move){color, at};
        board_play(&line->board, at, color);
        history_push(&line->history, &line->board);
    }
}

/* Search the position again and again, and tell what a second and a tree hold.  */
static void measure(struct bench *bench, struct search_parts const *parts,
                    struct line const *line, struct search_tuning const *tuning)
{
    struct search *const search = search_new(parts, tuning, 1);
    struct evaluator const evaluator = search_evaluator(search);
    struct task const task = {.situation = {&line->board, line->moves, line->count},
                              .rules = rules_find("chinese"),
                              .history = &line->history,
                              .komi = 7.5,
                              .budget_ms = -1};
    double const begun = bench_cpu_s();
    double playouts = 0, nodes = 0, used;
    do {
        struct decision decision;
        struct search_report seen;
        search_forget(search);
        evaluator.pick(evaluator.self, &task, &decision);
        search_last(search, &seen);
        playouts += (double)seen.playouts;
        nodes += seen.nodes;
        used = bench_cpu_s() - begun;
    } while (used < bench->seconds);
    bench_begin(bench, "search");
    bench_text(bench, "board", "19x19");
    bench_number(bench, "moves", line->count);
    bench_number(bench, "candidates", tuning->candidates);
    bench_number(bench, "widening", tuning->widening);
    bench_number(bench, "playouts_per_s", playouts / used);
    bench_number(bench, "nodes_per_playout", nodes / playouts);
    bench_end(bench);
    search_free(search);
}

/* As it is played with; and never more than so many candidates a node, or all.  */
static void measure_all(struct bench *bench, struct search_parts const *parts)
{
    static int const most[] = {5, 10, 20, 40, 1000};
    static struct line line;
    start_line(&line);
    for (int until = 0; until <= 160; until += 80) {
        struct search_tuning tuning = search_defaults();
        tuning.playouts =
            (int)fmin(fmax(PLAYOUTS_MIN, bench->seconds * PLAYOUTS_MAX), PLAYOUTS_MAX);
        go_on(&line, &parts->sources[0], until);
        measure(bench, parts, &line, &tuning);
        tuning.widening = NEVER_MORE;
        for (size_t i = 0; i < sizeof most / sizeof *most; i++) {
            tuning.candidates = most[i];
            measure(bench, parts, &line, &tuning);
        }
    }
    history_release(&line.history);
}

/* Without what was learnt there is nothing to measure.  */
void bench_run_search(struct bench *bench)
{
    char path[DATAFILE_PATH];
    struct failure why;
    struct model *const model =
        datafile_find("model.hishi", path, &why) ? model_open(path, &why) : NULL;
    struct local_policy *const local = local_policy_open(NULL, local_sharpness, NULL);
    if (model && local) {
        struct model_source *const source = model_source_new(model);
        struct source const row = model_source_row(source);
        struct search_parts const parts = {
            .policy = local_policy_row(local), .sources = &row, .source_count = 1};
        measure_all(bench, &parts);
        model_source_free(source);
    }
    local_policy_free(local);
    model_free(model);
}
