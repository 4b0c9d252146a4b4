#include <config.h>

#include "patterns/learning/learn.h"

#include "patterns/learning/passes.h"
#include "patterns/shapes/keytable.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <xalloc.h>

enum {
    RUN_CASES = 1 << 20, /* sorted at a time */
    COUNT_BATCHES = 4,   /* between two savings of the counts */
    NESTED = 3,          /* keys are counted for sizes 2, 3 and 4 */
};

/* What one worker needs.  */
struct learn_hand {
    struct shapes_learning *learning;
    struct replay walk;
    struct diamonds diamonds;
    uint64_t moves;
    /* First pass.  */
    struct learnt_case *cases;
    size_t case_count;
    /* Second pass: points to be looked at on each colour's next turn, and what
       each colour saw on its last one (0: nothing, or it was not legal).  */
    struct points stale[3];
    uint64_t seen[3][NESTED][POINTS];
    struct {
        uint8_t size;
        uint64_t key;
    } arisen[NESTED * AREA_MAX];
};

struct shapes_learning {
    struct learn_task const *task;
    struct casebuilder *list;
    struct passes *passes;
    struct learn_hand *hands;
    size_t capacity; /* of the cases in LIST, while they are merged */
    struct keytable table[NESTED];
};

/* ---------------------------------------------------------------- first pass */

static int by_code(void const *left, void const *right)
{
    struct learnt_case const *const a = left, *const b = right;
    return casecode_compare((struct casecode){a->inner, a->outer},
                            (struct casecode){b->inner, b->outer});
}

static struct run_kind const cases_kind = {sizeof(struct learnt_case), by_code};

static void add_to(struct learnt_case *sum, struct learnt_case const *more)
{
    sum->experience.appeared += more->experience.appeared;
    sum->experience.played += more->experience.played;
    sum->experience.won += more->experience.won;
    sources_join(sum->source, more->source);
}

/* Sort CASES and add up equal ones; returns how many are left.  */
static size_t join(struct learnt_case *cases, size_t count)
{
    size_t kept = 0;
    qsort(cases, count, sizeof *cases, by_code);
    for (size_t i = 0; i < count; i++)
        if (kept && by_code(&cases[kept - 1], &cases[i]) == 0)
            add_to(&cases[kept - 1], &cases[i]);
        else
            cases[kept++] = cases[i];
    return kept;
}

static void write_run(struct learn_hand *hand)
{
    struct passes *const passes = hand->learning->passes;
    struct failure why;
    if (!hand->case_count)
        return;
    size_t const count = join(hand->cases, hand->case_count);
    if (!runs_write(passes_folder(passes), passes_next_run(passes), &cases_kind,
                    hand->cases, count, &why))
        passes_fault(passes, &why);
    hand->case_count = 0;
}

static void add_case(struct learn_hand *hand, struct game const *game, long number)
{
    struct replay const *const walk = &hand->walk;
    enum color const color = (enum color)walk->move.color;
    struct diamond diamond, canonical;
    diamond_look(&walk->board, walk->move.at, color, &diamond);
    diamond_canonical(&diamond, &canonical);
    struct casecode const code = casecode_of(&hand->learning->list->edges, &canonical);
    uint32_t const move = walk->number < MEMORY_MOVES ? (uint32_t)walk->number
                                                      : (uint32_t)MEMORY_MOVES - 1;
    assert(hand->case_count < RUN_CASES);
    hand->cases[hand->case_count++] = (struct learnt_case){
        .inner = code.inner,
        .outer = code.outer,
        .experience = {.played = 1, .won = game_won(game, color) == 1},
        .source = {(uint32_t)number * MEMORY_MOVES + move, NO_SOURCE, NO_SOURCE},
    };
    hand->moves++;
    if (hand->case_count == RUN_CASES)
        write_run(hand);
}

static void gather(void *context, int worker, struct game const *game, long number)
{
    struct shapes_learning *const learning = context;
    struct learn_hand *const hand = &learning->hands[worker];
    struct failure why;
    replay_start(&hand->walk, game);
    while (replay_next(&hand->walk, &why))
        if (hand->walk.move.at != PASS &&
            passes_wanted_side(learning->task, game, (enum color)hand->walk.move.color))
            add_case(hand, game, number);
}

static uint64_t flush(void *context)
{
    struct shapes_learning *const learning = context;
    uint64_t moves = 0;
    for (int i = 0; i < learning->task->threads; i++) {
        write_run(&learning->hands[i]);
        moves += learning->hands[i].moves;
        learning->hands[i].moves = 0;
    }
    return moves;
}

/* ---------------------------------------------------------------- second pass */

/* Look at P for COLOR, and note which of its nested shapes are new there.  */
static int look_again(struct learn_hand *hand, point p, enum color color, int arisen)
{
    struct board const *const board = &hand->walk.board;
    uint64_t keys[DIAMOND_RADIUS] = {0};
    if (p == hand->walk.move.at || board_is_legal(board, p, color, false))
        diamonds_keys(&hand->diamonds, p, color, keys);
    for (int size = 0; size < NESTED; size++) {
        uint64_t const key = keys[size + 1];
        uint64_t *const seen = &hand->seen[color][size][p];
        if (key && key != *seen) {
            assert(arisen < NESTED * AREA_MAX);
            hand->arisen[arisen].size = (uint8_t)size;
            hand->arisen[arisen++].key = key;
            keytable_prefetch(&hand->learning->table[size], key);
        }
        *seen = key;
    }
    return arisen;
}

/* COLOR is to move: count what has arisen since its last turn.  */
static void count_turn(struct learn_hand *hand, enum color color)
{
    struct board const *const board = &hand->walk.board;
    struct points *const stale = &hand->stale[color];
    int arisen = 0;
    for (point p = board_first_point(); p; p = board_next_point(board, p))
        if (points_have(stale, p) || board_is_tight(board, p))
            arisen = look_again(hand, p, color, arisen);
    memset(stale, 0, sizeof *stale);
    for (int i = 0; i < arisen; i++)
        keytable_count(&hand->learning->table[hand->arisen[i].size],
                       hand->arisen[i].key);
}

static void begin_counting(struct learn_hand *hand, struct game const *game)
{
    diamonds_init(&hand->diamonds, game->width, game->height);
    memset(hand->seen, 0, sizeof hand->seen);
    memset(hand->stale, 0xff, sizeof hand->stale);
    replay_start(&hand->walk, game);
}

static void count(void *context, int worker, struct game const *game, long number)
{
    struct shapes_learning *const learning = context;
    struct learn_hand *const hand = &learning->hands[worker];
    struct failure why;
    (void)number;
    begin_counting(hand, game);
    while (replay_next(&hand->walk, &why)) {
        enum color const color = (enum color)hand->walk.move.color;
        struct points touched = {{0}};
        diamonds_follow(&hand->diamonds, &hand->walk.board, &touched);
        points_join(&hand->stale[BLACK], &touched);
        points_join(&hand->stale[WHITE], &touched);
        if (passes_wanted_side(learning->task, game, color))
            count_turn(hand, color);
    }
}

/* ---------------------------------------------------------------- tables */

static uint64_t key_of(struct shapes_learning *learning, struct casecode code, int size)
{
    struct diamond shape;
    uint64_t keys[DIAMOND_RADIUS];
    casecode_diamond(&learning->list->edges, code, &shape);
    diamonds_keys_of(&learning->hands[0].diamonds, &shape, keys);
    return keys[size + 1];
}

static void fill_tables(struct shapes_learning *learning)
{
    struct casebuilder const *const list = learning->list;
    size_t const counts[NESTED] = {list->core_count, list->group_count,
                                   list->case_count};
    for (int size = 0; size < NESTED; size++) {
        keytable_init(&learning->table[size], counts[size]);
        for (size_t i = 0; i < counts[size]; i++) {
            struct casecode const code = {
                size == 0   ? list->cores[i].key << 32
                : size == 1 ? list->groups[i].key
                            : list->cases[i].inner,
                size == 2 ? list->cases[i].outer : 0,
            };
            keytable_add(&learning->table[size], key_of(learning, code, size),
                         (uint32_t)i);
        }
    }
}

/* The counts of all tables behind each other, after the number of games they are
   of, as they are saved.  */
static uint32_t *list_counts(struct shapes_learning const *learning, long games,
                             size_t *size)
{
    struct casebuilder const *const list = learning->list;
    size_t const first[NESTED] = {1, 1 + list->core_count,
                                  1 + list->core_count + list->group_count};
    *size = first[2] + list->case_count;
    uint32_t *const counts = xcalloc(*size, sizeof *counts);
    counts[0] = (uint32_t)games;
    for (int i = 0; i < NESTED; i++)
        for (uint64_t at = 0; at <= learning->table[i].mask; at++) {
            struct keyslot const *const slot = &learning->table[i].slots[at];
            if (slot->key)
                counts[first[i] + slot->number] = slot->count;
        }
    return counts;
}

static bool save_counts(void *context, long games, struct failure *why)
{
    struct shapes_learning *const learning = context;
    size_t size;
    uint32_t *const counts = list_counts(learning, games, &size);
    bool const good =
        runs_save_counts(passes_folder(learning->passes), counts, size, why);
    free(counts);
    return good;
}

/* Go on with the counts that were saved, if there are any.  */
static bool load_counts(void *context, long *games, struct failure *why)
{
    struct shapes_learning *const learning = context;
    size_t size;
    uint32_t *const counts = list_counts(learning, 0, &size);
    struct casebuilder const *const list = learning->list;
    size_t const first[NESTED] = {1, 1 + list->core_count,
                                  1 + list->core_count + list->group_count};
    bool found;
    bool const good =
        runs_load_counts(passes_folder(learning->passes), counts, size, &found, why);
    if (good && found) {
        *games = counts[0];
        for (int i = 0; i < NESTED; i++)
            for (uint64_t at = 0; at <= learning->table[i].mask; at++) {
                struct keyslot *const slot = &learning->table[i].slots[at];
                if (slot->key)
                    slot->count = counts[first[i] + slot->number];
            }
    }
    free(counts);
    return good;
}

/* False when a case was played more often than it appeared: counts that were taken up
   were not of these games.  */
static bool take_counts(struct shapes_learning *learning, struct failure *why)
{
    struct casebuilder *const list = learning->list;
    for (int i = 0; i < NESTED; i++) {
        struct keytable *const table = &learning->table[i];
        for (uint64_t at = 0; at <= table->mask; at++) {
            struct keyslot const *const slot = &table->slots[at];
            if (!slot->key)
                continue;
            if (i == 0)
                list->cores[slot->number].appeared = slot->count;
            else if (i == 1)
                list->groups[slot->number].appeared = slot->count;
            else
                list->cases[slot->number].experience.appeared = slot->count;
        }
        keytable_release(table);
    }
    for (size_t i = 0; i < list->case_count; i++)
        if (list->cases[i].experience.played > list->cases[i].experience.appeared)
            return failed(why,
                          "%s: the counts in there were not of these games; begin anew",
                          learning->task->folder);
    return true;
}

/* ---------------------------------------------------------------- the whole */

static bool append(void *context, void const *record)
{
    struct shapes_learning *const learning = context;
    struct casebuilder *const list = learning->list;
    struct learnt_case const *const one = record;
    size_t const count = list->case_count;
    if (!sources_are_within(one->source, list->game_count) ||
        one->experience.won > one->experience.played ||
        !casecode_is_shape(&list->edges, (struct casecode){one->inner, one->outer}))
        return false;
    if (count && by_code(&list->cases[count - 1], one) == 0) {
        add_to(&list->cases[count - 1], one);
        return true;
    }
    if (count == learning->capacity)
        list->cases = x2nrealloc(list->cases, &learning->capacity, sizeof *list->cases);
    list->cases[list->case_count++] = *one;
    return true;
}

static bool merge(void *context, uint64_t *played, struct failure *why)
{
    struct shapes_learning *const learning = context;
    struct casebuilder *const list = learning->list;
    if (!runs_merge(passes_folder(learning->passes),
                    passes_state(learning->passes)->runs, &cases_kind, append, learning,
                    why))
        return false;
    for (size_t i = 0; i < list->case_count; i++)
        *played += list->cases[i].experience.played;
    list->moves = *played;
    casebuilder_group(list);
    fill_tables(learning);
    return true;
}

bool learn(struct learn_task const *task, struct casebuilder *list, struct failure *why)
{
    struct shapes_learning learning = {.task = task, .list = list};
    struct passes_work const work = {.batches = COUNT_BATCHES,
                                     .gather = gather,
                                     .count = count,
                                     .flush = flush,
                                     .merge = merge,
                                     .save = save_counts,
                                     .load = load_counts,
                                     .context = &learning};
    assert(task->threads >= 1 && list->case_count == 0);
    learning.passes = passes_new(task, &work, list);
    learning.hands = xcalloc((size_t)task->threads, sizeof *learning.hands);
    for (int i = 0; i < task->threads; i++) {
        learning.hands[i].learning = &learning;
        learning.hands[i].cases = xnmalloc(RUN_CASES, sizeof(struct learnt_case));
        diamonds_init(&learning.hands[i].diamonds, 19, 19);
    }
    bool const good = passes_run(learning.passes, why) && take_counts(&learning, why);
    passes_free(learning.passes);
    for (int i = 0; i < NESTED; i++)
        keytable_release(&learning.table[i]);
    for (int i = 0; i < task->threads; i++)
        free(learning.hands[i].cases);
    free(learning.hands);
    return good;
}
