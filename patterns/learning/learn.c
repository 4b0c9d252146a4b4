#include <config.h>

#include "patterns/learning/learn.h"

#include "engine/base/rng.h"
#include "engine/records/gamename.h"
#include "engine/records/players.h"
#include "engine/records/workers.h"
#include "patterns/learning/learn_runs.h"
#include "patterns/shapes/keytable.h"

#include <limits.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <xalloc.h>

enum {
    RUN_CASES = 1 << 20, /* sorted at a time */
    BATCH_GAMES = 8192,  /* between two marks of how far it is, usually */
    COUNT_BATCHES = 4,   /* and between two savings of the counts */
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
    struct learn_folder folder;
    struct learn_state state;
    struct players *players;      /* of all games, when one is asked for */
    struct archive_account first; /* of the games in the first pass */
    struct learn_hand *hands;
    struct archive_reader *reader;
    long seen_games; /* by the reading thread in this pass, skipped ones included */
    long skip;       /* so many were done before */
    int pass;
    bool stopped;         /* by the caller */
    bool enough;          /* games in this pass: stopped, or the limit is reached */
    pthread_mutex_t lock; /* for the number of runs, and for FAULT */
    bool faulty;
    struct failure fault;
    struct keytable table[NESTED];
};

/* ---------------------------------------------------------------- which games */

static bool wanted(struct shapes_learning *learning, struct game const *game,
                   struct origin const *origin)
{
    struct learn_task const *const task = learning->task;
    if (learning->players && learning->pass == 1)
        players_add(learning->players, game);
    if (!(task->residues >> origin->number % 20 & 1))
        return false;
    return !task->player || strcmp(game->black, task->player) == 0 ||
           strcmp(game->white, task->player) == 0;
}

static bool wanted_side(struct learn_task const *task, struct game const *game,
                        enum color color)
{
    return !task->player ||
           strcmp(color == BLACK ? game->black : game->white, task->player) == 0;
}

static void remember_game(struct casebuilder *list, struct game const *game,
                          struct origin const *origin)
{
    char file[GAME_TEXT];
    gamename_file(origin->file, file);
    struct remembered_game const remembered = {
        .file = file,
        .black = game->black,
        .white = game->white,
        .date = game->date,
        .result = game->result,
        .number = (uint32_t)origin->number,
    };
    casebuilder_add_game(list, &remembered);
}

static bool tell(struct shapes_learning *learning)
{
    struct learn_progress progress = {.pass = learning->pass,
                                      .games = learning->seen_games};
    archive_progress(learning->reader, &progress.done, &progress.total);
    return !learning->task->watch ||
           learning->task->watch(learning->task->context, &progress);
}

static bool select_game(void *context, struct game const *game,
                        struct origin const *origin)
{
    struct shapes_learning *const learning = context;
    long const limit = learning->task->limit;
    if (learning->enough || !wanted(learning, game, origin))
        return false;
    if (learning->pass == 1)
        remember_game(learning->list, game, origin);
    learning->seen_games++;
    learning->stopped = !tell(learning);
    learning->enough = learning->stopped || learning->seen_games == limit;
    return learning->seen_games > learning->skip;
}

static void note_fault(struct shapes_learning *learning, struct failure const *why)
{
    pthread_mutex_lock(&learning->lock);
    if (!learning->faulty)
        learning->fault = *why;
    learning->faulty = true;
    pthread_mutex_unlock(&learning->lock);
}

/* ---------------------------------------------------------------- first pass */

static void write_run(struct learn_hand *hand)
{
    struct shapes_learning *const learning = hand->learning;
    struct failure why;
    if (!hand->case_count)
        return;
    pthread_mutex_lock(&learning->lock);
    int const number = learning->state.runs++;
    pthread_mutex_unlock(&learning->lock);
    if (!runs_write(&learning->folder, number, hand->cases, hand->case_count, &why))
        note_fault(learning, &why);
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
            wanted_side(learning->task, game, (enum color)hand->walk.move.color))
            add_case(hand, game, number);
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
        if (wanted_side(learning->task, game, color))
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
static uint32_t *list_counts(struct shapes_learning const *learning, size_t *size)
{
    struct casebuilder const *const list = learning->list;
    size_t const first[NESTED] = {1, 1 + list->core_count,
                                  1 + list->core_count + list->group_count};
    *size = first[2] + list->case_count;
    uint32_t *const counts = xcalloc(*size, sizeof *counts);
    counts[0] = (uint32_t)learning->seen_games;
    for (int i = 0; i < NESTED; i++)
        for (uint64_t at = 0; at <= learning->table[i].mask; at++) {
            struct keyslot const *const slot = &learning->table[i].slots[at];
            if (slot->key)
                counts[first[i] + slot->number] = slot->count;
        }
    return counts;
}

static bool save_counts(struct shapes_learning *learning, struct failure *why)
{
    size_t size;
    uint32_t *const counts = list_counts(learning, &size);
    bool const good = runs_save_counts(&learning->folder, counts, size, why);
    free(counts);
    return good;
}

/* Go on with the counts that were saved, if there are any.  */
static bool load_counts(struct shapes_learning *learning, struct failure *why)
{
    size_t size;
    uint32_t *const counts = list_counts(learning, &size);
    struct casebuilder const *const list = learning->list;
    size_t const first[NESTED] = {1, 1 + list->core_count,
                                  1 + list->core_count + list->group_count};
    bool found;
    bool const good = runs_load_counts(&learning->folder, counts, size, &found, why);
    if (good && found) {
        learning->skip = counts[0];
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

static void take_counts(struct shapes_learning *learning)
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
}

/* ---------------------------------------------------------------- the whole */

/* A number that differs for tasks that would not learn the same; SUM is that of the
   files.  */
static uint64_t task_number(struct learn_task const *task, char const *sum)
{
    uint64_t number = rng_mix(task->residues ^ (uint64_t)task->limit << 32);
    number = rng_mix_text(number, task->player ? task->player : "");
    for (int i = 0; i < task->place_count; i++)
        number = rng_mix_text(number, task->places[i]);
    return rng_mix_text(rng_mix_text(number, sum), HISHI_VERSION);
}

static long batch_of(struct learn_task const *task)
{
    return task->batch ? task->batch : BATCH_GAMES;
}

static void open_reader(struct shapes_learning *learning)
{
    struct learn_task const *const task = learning->task;
    learning->reader =
        archive_open_up_to(task->places, task->place_count, task->max_expand,
                           learning->pass == 1 ? task->report : NULL, task->context);
    learning->seen_games = 0;
    learning->enough = false;
}

static bool trouble(struct shapes_learning const *learning, struct failure *why)
{
    if (learning->faulty)
        return failed(why, "%s", learning->fault.text);
    if (learning->stopped)
        return failed(why, "stopped; the same command goes on from here");
    if (learning->seen_games >= MEMORY_GAMES)
        return failed(why, "a memory names at most %d games", MEMORY_GAMES - 1);
    return true;
}

static bool first_pass(struct shapes_learning *learning, struct failure *why)
{
    struct learn_state *const state = &learning->state;
    struct workers const crew = {learning->task->threads, select_game, gather, learning,
                                 &learning->enough};
    learning->skip = state->pass == 1 ? state->games : LONG_MAX;
    long const batch = batch_of(learning->task);
    long done = state->pass == 1 ? state->games : 0, now;
    do {
        now = workers_run(&crew, learning->reader, done, batch);
        if (!trouble(learning, why))
            return false;
        for (int i = 0; i < learning->task->threads; i++) {
            write_run(&learning->hands[i]);
            state->moves += learning->hands[i].moves;
            learning->hands[i].moves = 0;
        }
        if (state->pass > 1)
            continue;
        state->games = done += now;
        if (!trouble(learning, why) || !runs_save_state(&learning->folder, state, why))
            return false;
    } while (now == batch);
    state->pass = 2;
    return runs_save_state(&learning->folder, state, why);
}

static bool second_pass(struct shapes_learning *learning, struct failure *why)
{
    struct workers const crew = {learning->task->threads, select_game, count, learning,
                                 &learning->enough};
    learning->skip = 0;
    if (!load_counts(learning, why))
        return false;
    long const batch = batch_of(learning->task);
    long done = learning->skip, now;
    int unsaved = 0;
    do {
        now = workers_run(&crew, learning->reader, done, batch);
        if (!trouble(learning, why))
            return false;
        done += now;
        if (++unsaved % COUNT_BATCHES == 0 && !save_counts(learning, why))
            return false;
    } while (now == batch);
    return true;
}

/* Are these games to be learnt from, and which folder is theirs?  */
static bool check_games(struct shapes_learning *learning, struct failure *why)
{
    struct learn_task const *const task = learning->task;
    char sum[CONTENT_HEX] = "";
    if (!archive_repeats(learning->reader, why) ||
        (!task->keep_going && !archive_whole(learning->reader, why)) ||
        (!archive_sum(learning->reader, sum, why) && !task->keep_going))
        return false;
    learning->folder = (struct learn_folder){task->folder, task_number(task, sum)};
    return true;
}

/* The first reading has come to its end: was it all there, and was it anything?  */
static bool check_first(struct shapes_learning *learning, struct failure *why)
{
    struct learn_task const *const task = learning->task;
    learning->first = *archive_account(learning->reader);
    if (!task->keep_going && !archive_whole(learning->reader, why))
        return false;
    if (!learning->seen_games && learning->players &&
        !players_games(learning->players, task->player))
        return players_refuse(learning->players, task->player, why);
    if (!learning->seen_games)
        return failed(why, "there was no game to learn from");
    if (!learning->state.moves)
        return failed(why, "in %ld games there was no move to learn from",
                      learning->seen_games);
    archive_tell(learning->reader, -1, task->made);
    provenance_say(task->made, "learnt from", "%ld games, %llu moves",
                   learning->seen_games, (unsigned long long)learning->state.moves);
    return true;
}

/* And the second one: was it the same?  */
static bool check_second(struct shapes_learning *learning, struct failure *why)
{
    struct archive_account const *const again = archive_account(learning->reader);
    return again->digest == learning->first.digest ||
           failed(why,
                  "the games were not the same when they were read again: %ld, and "
                  "%ld before",
                  again->games, learning->first.games);
}

static bool both_passes(struct shapes_learning *learning, struct failure *why)
{
    learning->pass = 1;
    open_reader(learning);
    bool good = check_games(learning, why) &&
                runs_open(&learning->folder, &learning->state, why) &&
                first_pass(learning, why);
    bool const spoilt = good && !check_first(learning, why);
    if (spoilt)
        runs_remove(&learning->folder, &learning->state);
    good = good && !spoilt &&
           runs_merge(&learning->folder, &learning->state, learning->list, why);
    archive_close(learning->reader);
    if (!good)
        return false;
    learning->list->moves = learning->state.moves;
    casebuilder_group(learning->list);
    fill_tables(learning);
    learning->pass = 2;
    open_reader(learning);
    good = second_pass(learning, why);
    bool const same = good && check_second(learning, why);
    if (same)
        take_counts(learning);
    else if (good)
        runs_remove(&learning->folder, &learning->state);
    archive_close(learning->reader);
    good = same;
    return good;
}

bool learn(struct learn_task const *task, struct casebuilder *list, struct failure *why)
{
    struct shapes_learning learning = {.task = task, .list = list};
    learning.players = task->player ? players_new() : NULL;
    pthread_mutex_init(&learning.lock, NULL);
    learning.hands = xcalloc((size_t)task->threads, sizeof *learning.hands);
    for (int i = 0; i < task->threads; i++) {
        learning.hands[i].learning = &learning;
        learning.hands[i].cases = xnmalloc(RUN_CASES, sizeof(struct learnt_case));
        diamonds_init(&learning.hands[i].diamonds, 19, 19);
    }
    bool const good = both_passes(&learning, why);
    if (good)
        runs_remove(&learning.folder, &learning.state);
    players_free(learning.players);
    for (int i = 0; i < NESTED; i++)
        keytable_release(&learning.table[i]);
    for (int i = 0; i < task->threads; i++)
        free(learning.hands[i].cases);
    free(learning.hands);
    pthread_mutex_destroy(&learning.lock);
    return good;
}
