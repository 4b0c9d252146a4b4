/* How a move is made:

       look     play the position out a few hundred times
       resign   if there is no hope
       pass     if the score is won, or nothing is left to do
       evaluate what the evaluator picks; it may also find that there is no hope
       consult  without one, the best of what the sources propose
       draw     otherwise any move at a point that is still open

   Each step either decides or leaves it to the next.  */
#include <config.h>

#include "engine/search/player.h"

#include "engine/reading/settling.h"
#include "engine/reading/status.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <xalloc.h>

enum { SOURCES_MAX = 8 };

struct player {
    uint64_t seed;
    struct source sources[SOURCES_MAX];
    int source_count;
    struct evaluator evaluator; /* its pick is NULL when there is none */
    struct check check;         /* its best is NULL when there is none */
    struct candidates candidates;
    struct outlook outlook;
    enum status status[POINTS];
    point work[AREA_MAX]; /* where a move is still worth making */
    int work_count;
    bool cleaning; /* and it is to take off dead stones */
};

struct player *player_new(uint64_t seed)
{
    struct player *const player = xzalloc(sizeof *player);
    player->seed = seed;
    return player;
}

void player_free(struct player *player)
{
    free(player);
}

void player_reseed(struct player *player, uint64_t seed)
{
    player->seed = seed;
}

void player_add_source(struct player *player, struct source const *source)
{
    if (player->source_count < SOURCES_MAX)
        player->sources[player->source_count++] = *source;
}

void player_set_evaluator(struct player *player, struct evaluator const *evaluator)
{
    player->evaluator = evaluator ? *evaluator : (struct evaluator){.pick = NULL};
}

void player_set_check(struct player *player, struct check const *check)
{
    player->check = check ? *check : (struct check){.best = NULL};
}

static enum color mover(struct task const *task)
{
    return (enum color)task->situation.board->to_move;
}

static double now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return 1e3 * (double)now.tv_sec + 1e-6 * (double)now.tv_nsec;
}

/* How far to look: a GLANCE while the game is open, ENOUGH for a first view of
   what is decided, and PLAYOUTS where much hangs on it.  Half of the budget is left for
   what comes after, and for the last playout; but after a pass there is time for a
   first view, or the end would be missed.  */
enum { PLAYOUTS = 256, ENOUGH = 64, GLANCE = 12 };

static bool must_answer(struct task const *task, double begin_ms)
{
    return (task->stop && atomic_load_explicit(task->stop, memory_order_relaxed)) ||
           (task->budget_ms >= 0 && now_ms() - begin_ms >= task->budget_ms / 2);
}

static double needed_by_black(struct task const *task)
{
    return task->komi + rules_compensation(task->rules, task->handicap);
}

/* Either side begins in turn: what the mover can only win by moving now must
   not look settled.  */
static void look_on(struct player *player, struct task const *task, int playouts,
                    double begin_ms, struct decision *decision)
{
    struct outlook *const outlook = &player->outlook;
    int const least = task->situation.board->passes ? ENOUGH : 0;
    while (outlook->playouts < playouts &&
           (outlook->playouts < least || !must_answer(task, begin_ms)))
        outlook_look(outlook,
                     outlook->playouts % 2 ? opponent(mover(task)) : mover(task));

    double const count = outlook->playouts ? outlook->playouts : 1;
    double const wins = outlook->playouts ? (double)outlook->black_wins / count : 0.5;
    double const lead = (double)outlook->black_lead / count - needed_by_black(task);
    decision->win = mover(task) == BLACK ? wins : 1 - wins;
    decision->score = mover(task) == BLACK ? lead : -lead;
}

/* A point is open while the playouts differ about its owner.  */
static bool is_open(struct outlook const *outlook, point p)
{
    return outlook->playouts < GLANCE ||
           abs(outlook->owner[p]) * 20 < outlook->playouts * 19;
}

/* Note P as worth a move, if it can be played.  */
static void add_work(struct player *player, struct task const *task, point p)
{
    if (is_playable(task->rules, task->history, task->situation.board, p))
        player->work[player->work_count++] = p;
}

/* The points still open, but for those where a move gives stones away.  */
static void find_open(struct player *player, struct task const *task)
{
    struct board const *const board = task->situation.board;
    player->work_count = 0;
    for (point p = board_first_point(); p; p = board_next_point(board, p))
        if (board->color[p] == EMPTY && is_open(&player->outlook, p) &&
            !settling_gives_away(board, p, mover(task)))
            add_work(player, task, p);
}

/* The liberties of all dead enemies together; false if there are none.  */
static bool find_dead(struct player const *player, struct task const *task,
                      struct points *liberties)
{
    struct board const *const board = task->situation.board;
    bool found = false;
    memset(liberties, 0, sizeof *liberties);
    for (point p = board_first_point(); p; p = board_next_point(board, p)) {
        if (board->color[p] != opponent(mover(task)) ||
            player->status[p] != STATUS_DEAD)
            continue;
        found = true;
        for (int w = 0; w < POINT_WORDS; w++)
            liberties->word[w] |= board_chain(board, p)->liberties.word[w];
    }
    return found;
}

/* How dead stones can be taken off: at LIBERTIES, if possible without giving
   stones away; in cleanup, when there is no other way, by any move at all.  */
static void find_cleaning(struct player *player, struct task const *task,
                          struct points const *liberties)
{
    struct board const *const board = task->situation.board;
    enum { ANY_MOVE, LIBERTY, SAFE_LIBERTY };
    int const least = task->cleanup ? ANY_MOVE : LIBERTY;
    player->work_count = 0;
    for (int care = SAFE_LIBERTY; care >= least && !player->work_count; care--)
        for (point p = board_first_point(); p; p = board_next_point(board, p))
            if ((care == ANY_MOVE || points_have(liberties, p)) &&
                (care < SAFE_LIBERTY || !settling_gives_away(board, p, mover(task))))
                add_work(player, task, p);
}

/* A glance is enough where MUCH is open.  A first view is enough unless it leads to
   the end of the game: by a pass, or by giving up.  */
static void look(struct player *player, struct task const *task,
                 struct decision *decision)
{
    enum { MUCH = 20 };
    static struct {
        int playouts, open;
    } const goals[] = {{GLANCE, MUCH}, {ENOUGH, 1}, {PLAYOUTS, 0}};
    double const begin_ms = now_ms();
    struct board const *const board = task->situation.board;
    outlook_start(&player->outlook, board, needed_by_black(task),
                  player->seed ^ board->hash);
    for (size_t i = 0; i < sizeof goals / sizeof *goals; i++) {
        look_on(player, task, goals[i].playouts, begin_ms, decision);
        find_open(player, task);
        if (!board->passes && player->work_count >= goals[i].open &&
            decision->win >= 2 * task->resign_below)
            break;
    }
}

static bool decided(struct decision *decision, point at, char const *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Fill in the decision and return true, so that deciding is one line.  */
static bool decided(struct decision *decision, point at, char const *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(decision->reason, sizeof decision->reason, format, args);
    va_end(args);
    decision->at = at;
    return true;
}

/* Is there less than a stone for every six points?  */
static bool is_young(struct board const *board)
{
    return (board->stones[BLACK] + board->stones[WHITE]) * 6 <
           board->width * board->height;
}

/* Pass when the opponent has passed and the score on the board is won, or when
   there is nothing to do; dead stones are work where they have to be taken off
   by hand.  Leaves what there is to do in player->work.  */
static bool pass(struct player *player, struct task const *task,
                 struct decision *decision)
{
    struct board const *const board = task->situation.board;
    find_open(player, task);
    bool const offered = board->passes > 0;
    if (!offered && !task->cleanup && player->work_count)
        return false;

    status_judge(board, player->status);
    double const score =
        rules_score(task->rules, board, player->status, task->komi, task->handicap);
    double const lead = mover(task) == BLACK ? score : -score;
    struct points dirt;
    bool const dirty = find_dead(player, task, &dirt);
    bool const surely =
        !player->work_count ||
        (decision->win > 0.9 && player->outlook.playouts >= ENOUGH && !is_young(board));
    if (offered && lead > 0 && surely && !(task->cleanup && dirty))
        return decided(decision, PASS, "%s passed, and the score is won by %g points",
                       color_name(opponent(mover(task))), lead);
    if (dirty && (task->cleanup || (task->rules->stones_stay && !player->work_count))) {
        find_cleaning(player, task, &dirt);
        player->cleaning = player->work_count > 0;
    }
    return !player->work_count &&
           decided(decision, PASS, "nothing is open any more; %s by %g points",
                   lead < 0 ? "behind" : "ahead", fabs(lead));
}

/* Resign in a game that is neither young nor close.  */
static bool resign(struct player const *player, struct task const *task,
                   struct decision *decision)
{
    struct board const *const board = task->situation.board;
    enum { CLOSE = 8 }; /* points of score */
    if (task->resign_below <= 0 || player->outlook.playouts < ENOUGH ||
        is_young(board) || decision->score > -CLOSE ||
        decision->win >= task->resign_below)
        return false;
    return decided(decision, RESIGN, "%.1f points behind, %.1f %% to win in playouts",
                   -decision->score, 100 * decision->win);
}

/* What the evaluator picks in the time that is left.  */
static bool evaluate(struct player *player, struct task const *task, double begin_ms,
                     struct decision *decision)
{
    struct task rest = *task;
    if (!player->evaluator.pick || player->cleaning)
        return false;
    if (rest.budget_ms >= 0) {
        double const used_ms = now_ms() - begin_ms;
        rest.budget_ms = fmax(rest.budget_ms - used_ms, 0);
        rest.limit_ms = fmax(rest.limit_ms - used_ms, 0);
    }
    if (!player->evaluator.pick(player->evaluator.self, &rest, decision))
        return false;
    (void)resign(player, task, decision);
    return true;
}

/* The voices of CANDIDATE as "shapes 0.41 (93 % alike), joseki 0.20".  */
static void name_voices(struct candidate const *candidate, char *text, size_t size)
{
    size_t used = 0;
    text[0] = '\0';
    for (enum voice voice = 0; voice < VOICES; voice++)
        if (candidate->voices >> voice & 1 && used < size)
            used += (size_t)snprintf(text + used, size - used,
                                     "%s%s %.3f (%.0f %% alike)", used ? ", " : "",
                                     voice_name(voice), candidate->weight[voice],
                                     100 * candidate->alike[voice]);
}

/* Of the sorted candidates that can be played, one of those about as good as
   the best, so that games differ; NULL when there is none.  */
static struct candidate const *choose_among(struct player const *player,
                                            struct task const *task)
{
    static float const about = 0.85f;
    struct board const *const board = task->situation.board;
    struct candidate const *chosen = NULL;
    float best = 0;
    uint32_t count = 0;
    struct rng rng;

    rng_seed(&rng, player->seed ^ rng_mix(board->hash + board->moves));
    for (int i = 0; i < player->candidates.count; i++) {
        struct candidate const *const candidate = &player->candidates.list[i];
        if (chosen && candidate->p < about * best)
            break;
        if (!is_playable(task->rules, task->history, board, candidate->at))
            continue;
        best = chosen ? best : candidate->p;
        if (rng_below(&rng, ++count) == 0)
            chosen = candidate;
    }
    return chosen;
}

/* Ask every source, mix what they say, and take the best that can be played, after
   a look at what follows if somebody looks.  */
static bool consult(struct player *player, struct task const *task,
                    struct decision *decision)
{
    struct candidates *const candidates = &player->candidates;
    struct check const *const check = &player->check;
    if (player->cleaning)
        return false;
    candidates_clear(candidates);
    for (int i = 0; i < player->source_count; i++)
        player->sources[i].propose(player->sources[i].self, &task->situation,
                                   candidates);
    candidates_mix(candidates);
    candidates_sort(candidates);
    decision->reason[0] = '\0';
    struct candidate const *const best =
        check->best ? check->best(check->self, task, candidates, decision)
                    : choose_among(player, task);
    if (!best)
        return false;
    char voices[sizeof decision->reason - 32];
    name_voices(best, voices, sizeof voices);
    size_t const said = strlen(decision->reason);
    snprintf(decision->reason + said, sizeof decision->reason - said, "%s%s",
             said ? "; " : "", voices);
    decision->at = best->at;
    return true;
}

static void draw(struct player *player, struct task const *task,
                 struct decision *decision)
{
    struct board const *const board = task->situation.board;
    struct rng rng;
    rng_seed(&rng, player->seed ^ rng_mix(board->hash + board->moves));
    uint32_t const drawn = rng_below(&rng, (uint32_t)player->work_count);
    decided(decision, player->work[drawn],
            player->cleaning ? "takes dead stones off: one of %d ways"
                             : "nothing comes to mind: one of %d open points",
            player->work_count);
}

void player_decide(struct player *player, struct task const *task,
                   struct decision *decision)
{
    double const begin_ms = now_ms();
    bool const searching = player->evaluator.pick != NULL;
    player->cleaning = false;
    look(player, task, decision);
    if (!(!searching && resign(player, task, decision)) &&
        !pass(player, task, decision) && !evaluate(player, task, begin_ms, decision) &&
        !(!searching && consult(player, task, decision)))
        draw(player, task, decision);
}

void player_explain(struct player *player, struct task const *task, point at, FILE *out)
{
    struct board const *const board = task->situation.board;
    struct failure why;
    struct decision view;
    char text[POINT_TEXT];
    point_format(at, text);
    if (!rules_explain(task->rules, task->history, board, at, mover(task), &why)) {
        fprintf(out, "%s\n", why.text);
        return;
    }
    for (int i = 0; i < player->source_count; i++)
        if (player->sources[i].explain)
            player->sources[i].explain(player->sources[i].self, &task->situation, at,
                                       out);
    look(player, task, &view);
    if (at != PASS && player->outlook.playouts)
        fprintf(out, "%s: black's in %.0f %% of %d playouts\n", text,
                50 + 50.0 * player->outlook.owner[at] / player->outlook.playouts,
                player->outlook.playouts);
}
