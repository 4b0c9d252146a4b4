#include <config.h>

#include "patterns/caselearning/caselearn.h"

#include "engine/base/rng.h"
#include "engine/records/situations.h"
#include "patterns/caselearning/caseruns.h"
#include "patterns/learning/passes.h"

#include <assert.h>
#include <stdlib.h>
#include <xalloc.h>

enum {
    RUN_PLAYS = 1 << 20, /* sorted at a time */
    COUNT_BATCHES = 12,  /* between two savings of the counts */
    AROUND = 5,          /* so near to the last move a point is counted more often */
};

/* What one worker needs.  */
struct hand {
    struct case_lesson *lesson;
    struct situations situations;
    struct vicinity_play *plays;
    size_t play_count;
    uint64_t moves;
};

struct case_lesson {
    struct case_task const *task;
    struct casetree *tree;
    struct vicinities vicinities;
    struct passes *passes;
    struct hand *hands;
};

/* ---------------------------------------------------------------- first pass */

static void write_run(struct hand *hand)
{
    struct passes *const passes = hand->lesson->passes;
    struct failure why;
    if (!hand->play_count)
        return;
    if (!caseruns_write(passes_folder(passes), passes_next_run(passes), hand->plays,
                        hand->play_count, &why))
        passes_fault(passes, &why);
    hand->play_count = 0;
}

static void add_play(struct hand *hand, struct game const *game, long number)
{
    struct replay const *const walk = &hand->situations.walk;
    struct vicinities const *const vicinities = &hand->lesson->vicinities;
    struct vicinity vicinity;
    int symmetry;
    vicinity_look(vicinities, &walk->board, walk->move.at,
                  latest_moves(&hand->situations.situation), &vicinity);
    vicinitycode const code = vicinity_code(vicinities, &vicinity, &symmetry);
    uint32_t const move = walk->number < MEMORY_MOVES ? (uint32_t)walk->number
                                                      : (uint32_t)MEMORY_MOVES - 1;
    assert(hand->play_count < RUN_PLAYS);
    hand->plays[hand->play_count++] = (struct vicinity_play){
        .high = (uint64_t)(code >> 64),
        .low = (uint64_t)code,
        .played = 1,
        .won = game_won(game, (enum color)walk->move.color) == 1,
        .source = {(uint32_t)number * MEMORY_MOVES + move, NO_SOURCE, NO_SOURCE},
    };
    hand->moves++;
    if (hand->play_count == RUN_PLAYS)
        write_run(hand);
}

static void gather(void *context, int worker, struct game const *game, long number)
{
    struct case_lesson *const lesson = context;
    struct hand *const hand = &lesson->hands[worker];
    struct failure why;
    situations_start(&hand->situations, game);
    while (situations_next(&hand->situations, &why)) {
        struct move const move = hand->situations.walk.move;
        if (move.at != PASS &&
            passes_wanted_side(&lesson->task->learn, game, (enum color)move.color))
            add_play(hand, game, number);
    }
}

static uint64_t flush(void *context)
{
    struct case_lesson *const lesson = context;
    uint64_t moves = 0;
    for (int i = 0; i < lesson->task->learn.threads; i++) {
        write_run(&lesson->hands[i]);
        moves += lesson->hands[i].moves;
        lesson->hands[i].moves = 0;
    }
    return moves;
}

static bool merge(void *context, uint64_t *played, struct failure *why)
{
    struct case_lesson *const lesson = context;
    struct casetree *const tree = lesson->tree;
    if (!caseruns_merge(passes_folder(lesson->passes),
                        passes_state(lesson->passes)->runs, tree, why))
        return false;
    for (size_t i = 0; i < tree->level[0].count; i++)
        *played += tree->level[0].played[i];
    tree->moves = *played;
    casetree_close(tree);
    return true;
}

/* ---------------------------------------------------------------- second pass */

static void add_to(uint32_t *count, uint32_t more)
{
    __atomic_fetch_add(count, more, __ATOMIC_RELAXED);
}

static bool is_around(point p, point last)
{
    return last != NOWHERE && point_steps(p, last) <= AROUND;
}

/* What could have been played: on the points around the last move, or elsewhere, each
   counting for WEIGHT.  */
static void meet(struct hand *hand, struct latest latest, bool around, uint32_t weight)
{
    struct case_lesson *const lesson = hand->lesson;
    struct replay const *const walk = &hand->situations.walk;
    struct board const *const board = &walk->board;
    uint32_t *const places = casetree_places(lesson->tree);
    for (int i = 0; i < board->empty_count; i++) {
        point const p = board->empty[i];
        struct vicinity vicinity;
        int symmetry;
        if (is_around(p, latest.last) != around ||
            (p != walk->move.at &&
             !board_is_legal(board, p, (enum color)board->to_move, false)))
            continue;
        vicinity_look(&lesson->vicinities, board, p, latest, &vicinity);
        casetree_meet(lesson->tree,
                      vicinity_code(&lesson->vicinities, &vicinity, &symmetry), weight);
        int const place = place_kind(board, p, latest, walk->number);
        add_to(&places[2 * place], weight);
    }
}

static void count(void *context, int worker, struct game const *game, long number)
{
    struct case_lesson *const lesson = context;
    struct case_task const *const task = lesson->task;
    struct hand *const hand = &lesson->hands[worker];
    struct replay const *const walk = &hand->situations.walk;
    struct failure why;
    situations_start(&hand->situations, game);
    while (situations_next(&hand->situations, &why)) {
        if (!passes_wanted_side(&task->learn, game, (enum color)walk->move.color))
            continue;
        struct latest const latest = latest_moves(&hand->situations.situation);
        uint64_t const dice =
            rng_mix((uint64_t)number * MEMORY_MOVES + (uint64_t)walk->number);
        if ((uint32_t)dice % (uint32_t)task->near == 0)
            meet(hand, latest, true, (uint32_t)task->near);
        if ((uint32_t)(dice >> 32) % (uint32_t)task->far == 0)
            meet(hand, latest, false, (uint32_t)task->far);
        if (walk->move.at != PASS)
            add_to(&casetree_places(
                       lesson->tree)[2 * place_kind(&walk->board, walk->move.at, latest,
                                                    walk->number) +
                                     1],
                   1);
    }
}

/* ---------------------------------------------------------------- the whole */

/* The number behind the counts is that of the games they are of.  */
static bool save_counts(void *context, long games, struct failure *why)
{
    struct case_lesson *const lesson = context;
    size_t const size = casetree_met_size(lesson->tree);
    lesson->tree->met[size] = (uint32_t)games;
    return runs_save_counts(passes_folder(lesson->passes), lesson->tree->met, size + 1,
                            why);
}

static bool load_counts(void *context, long *games, struct failure *why)
{
    struct case_lesson *const lesson = context;
    size_t const size = casetree_met_size(lesson->tree);
    bool found;
    if (!runs_load_counts(passes_folder(lesson->passes), lesson->tree->met, size + 1,
                          &found, why))
        return false;
    *games = found ? lesson->tree->met[size] : 0;
    return true;
}

bool case_learn(struct case_task const *task, struct casetree *tree,
                struct failure *why)
{
    struct case_lesson *const lesson = xzalloc(sizeof *lesson);
    int const threads = task->learn.threads;
    assert(threads >= 1 && task->near >= 1 && task->far >= 1);
    struct passes_work const work = {
        .number = rng_mix((uint64_t)task->near << 32 | (uint64_t)task->far),
        .batches = COUNT_BATCHES,
        .gather = gather,
        .count = count,
        .flush = flush,
        .merge = merge,
        .save = save_counts,
        .load = load_counts,
        .context = lesson,
    };
    lesson->task = task;
    lesson->tree = tree;
    vicinities_init(&lesson->vicinities);
    lesson->passes = passes_new(&task->learn, &work, &tree->games);
    lesson->hands = xcalloc((size_t)threads, sizeof *lesson->hands);
    for (int i = 0; i < threads; i++) {
        lesson->hands[i].lesson = lesson;
        lesson->hands[i].plays = xnmalloc(RUN_PLAYS, sizeof(struct vicinity_play));
    }
    bool const good = passes_run(lesson->passes, why);
    passes_free(lesson->passes);
    for (int i = 0; i < threads; i++) {
        situations_release(&lesson->hands[i].situations);
        free(lesson->hands[i].plays);
    }
    free(lesson->hands);
    free(lesson);
    return good;
}
