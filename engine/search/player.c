/* How a move is made:

       recite   what is known by heart, unless a short look finds it lost
       look     play the position out a few hundred times
       pass     if the score is won, or nothing is left to do
       consult  the one list of candidates
       evaluate what the evaluator picks from it
       draw     otherwise any move at a point that is still open
       resign   if there is no hope
       testify  what is known about the move and the best others

   Each step either decides or leaves it to the next.  */
#include <config.h>

#include "engine/search/player.h"

#include "engine/base/seconds.h"
#include "engine/reading/settling.h"
#include "engine/reading/status.h"
#include "engine/search/recall.h"

#include <assert.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <xalloc.h>

struct player {
    uint64_t seed;
    struct consultation *consultation;
    struct evaluator evaluator;
    struct evaluator reciter;            /* without PICK when there is none */
    struct candidates const *candidates; /* of the last consultation */
    uint64_t decided; /* position that the evaluator decided on last */
    struct outlook outlook;
    enum status status[POINTS];
    point work[AREA_MAX]; /* where a move is still worth making */
    int work_count;
    bool cleaning; /* and it is to take off dead stones */
};

struct player *player_new(struct consultation *consultation, uint64_t seed)
{
    struct player *const player = xzalloc(sizeof *player);
    player->seed = seed;
    player->consultation = consultation;
    player_set_evaluator(player, NULL);
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

void player_set_evaluator(struct player *player, struct evaluator const *evaluator)
{
    player->evaluator = evaluator ? *evaluator : recall_row(&player->seed);
}

void player_set_reciter(struct player *player, struct evaluator const *reciter)
{
    player->reciter = reciter ? *reciter : (struct evaluator){.pick = NULL};
}

static enum color mover(struct task const *task)
{
    return (enum color)task->situation.board->to_move;
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

/* Of the area, as playouts count.  */
static double needed_by_black(struct task const *task)
{
    return task->komi + rules_compensation(task->rules, task->handicap) +
           rules_stones_spent(task->rules, task->situation.board);
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
    if (!limits_forbid(task->limits, mover(task), p, 0) &&
        is_playable(task->rules, task->history, task->situation.board, p))
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

/* Who has given stones is behind from the first move, and waits for mistakes until half
   of the points are taken.  */
static bool may_hope(struct task const *task)
{
    struct board const *const board = task->situation.board;
    return task->handicap >= 2 && mover(task) == WHITE &&
           (board->stones[BLACK] + board->stones[WHITE]) * 2 <
               board->width * board->height;
}

/* Resign in a game that is neither young nor close.  */
static bool resign(struct player const *player, struct task const *task,
                   struct decision *decision)
{
    struct board const *const board = task->situation.board;
    enum { CLOSE = 8 }; /* points of score */
    if (task->resign_below <= 0 || player->outlook.playouts < ENOUGH ||
        is_young(board) || may_hope(task) || decision->score > -CLOSE ||
        decision->win >= task->resign_below)
        return false;
    return decided(decision, RESIGN, "%.1f points behind, %.1f %% to win in playouts",
                   -decision->score, 100 * decision->win);
}

/* What of TASK is left after some time was used.  */
static struct task rest_of(struct task const *task, double begin_ms)
{
    struct task rest = *task;
    if (rest.budget_ms >= 0) {
        double const used_ms = now_ms() - begin_ms;
        rest.budget_ms = fmax(rest.budget_ms - used_ms, 0);
        rest.limit_ms = fmax(rest.limit_ms - used_ms, 0);
    }
    return rest;
}

/* What everybody knows about TASK.  */
static void ask(struct player *player, struct task const *task)
{
    consultation_expect(player->consultation, needed_by_black(task));
    player->candidates = consult(player->consultation, &task->situation, EFFORT_FULL);
}

/* TASK with all that; what becomes of the position into EVIDENCE.  */
static struct task consulted(struct player *player, struct task const *task,
                             struct evidence *evidence)
{
    struct task whole = *task;
    ask(player, task);
    whole.candidates = player->candidates;
    evidence->judged = consultation_judge(player->consultation, &evidence->judgement);
    whole.judgement = evidence->judged ? &evidence->judgement : NULL;
    return whole;
}

/* Is the position lost by more than the reciter SAID, to a short look?  */
static bool finds_lost(struct player *player, struct task const *task, double said)
{
    enum { SHORT_LOOK = 200 }; /* playouts; the chance is then known to about 0.04 */
    double const much = 0.2;
    struct decision *const found = xzalloc(sizeof *found);
    struct task look = consulted(player, task, &found->evidence);
    found->win = said; /* not every evaluator knows better */
    look.playouts = SHORT_LOOK;
    look.observer = NULL;
    bool const lost = player->evaluator.pick(player->evaluator.self, &look, found) &&
                      found->win < said - much;
    free(found);
    return lost;
}

static bool recite(struct player *player, struct task const *task,
                   struct decision *decision)
{
    struct evaluator const *const reciter = &player->reciter;
    if (!reciter->pick || task->cleanup || task->limits ||
        task->situation.board->passes || !reciter->pick(reciter->self, task, decision))
        return false;
    if (!isnan(decision->win) && finds_lost(player, task, decision->win))
        return false;
    decision->win = 0.5;
    decision->score = 0;
    decision->evidence.chooser = reciter->name;
    if (reciter->view) {
        struct insight *const view = &decision->evidence.insight[0];
        decision->evidence.count = 1;
        *view = (struct insight){.at = decision->at, .lead = NAN};
        reciter->view(reciter->self, view);
    }
    return true;
}

/* What the evaluator picks, in the time that is left, of what everybody knows.  */
static bool evaluate(struct player *player, struct task const *task, double begin_ms,
                     struct decision *decision)
{
    if (player->cleaning)
        return false;
    struct task const whole = consulted(player, task, &decision->evidence),
                      rest = rest_of(&whole, begin_ms);
    decision->evidence.legal = player->candidates->count;
    if (!player->evaluator.pick(player->evaluator.self, &rest, decision))
        return false;
    decision->evidence.chooser = player->evaluator.name;
    player->decided = task->situation.board->hash;
    return true;
}

static void draw(struct player *player, struct task const *task,
                 struct decision *decision)
{
    struct board const *const board = task->situation.board;
    struct rng rng;
    assert(player->work_count > 0 && "else it has passed");
    rng_seed(&rng, player->seed ^ rng_mix(board->hash + board->moves));
    uint32_t const drawn = rng_below(&rng, (uint32_t)player->work_count);
    decided(decision, player->work[drawn],
            player->cleaning ? "takes dead stones off: one of %d ways"
                             : "nothing comes to mind: one of %d open points",
            player->work_count);
}

/* ---------------------------------------------------------------- evidence */

static void add_view(struct player *player, point at, struct evidence *evidence)
{
    struct evaluator const *const evaluator = &player->evaluator;
    for (int i = 0; i < evidence->count; i++)
        if (evidence->insight[i].at == at)
            return;
    assert(evidence->count < INSIGHTS_MAX);
    struct insight *const view = &evidence->insight[evidence->count++];
    consultation_view(player->consultation, at, view);
    if (evaluator->view)
        evaluator->view(evaluator->self, view);
}

/* The most probable moves that can be played.  */
static int list_probable(struct task const *task, struct candidates const *candidates,
                         point list[static INSIGHTS_MAX])
{
    int count = 0;
    for (int i = 0; i < candidates->count && count < INSIGHTS_MAX; i++)
        if (is_playable(task->rules, task->history, task->situation.board,
                        candidates->list[i].at))
            list[count++] = candidates->list[i].at;
    return count;
}

/* About the move, then about what was looked at most besides.  */
static void testify(struct player *player, struct task const *task,
                    struct decision *decision)
{
    struct evaluator const *const evaluator = &player->evaluator;
    struct evidence *const evidence = &decision->evidence;
    point others[INSIGHTS_MAX];
    int count = 0;
    if (!evidence->chooser || decision->at == PASS || decision->at == RESIGN)
        return;
    add_view(player, decision->at, evidence);
    if (evaluator->best)
        count = evaluator->best(evaluator->self, others, INSIGHTS_MAX);
    else
        count = list_probable(task, player->candidates, others);
    for (int i = 0; i < count && evidence->count < INSIGHTS_MAX; i++)
        if (others[i] != PASS)
            add_view(player, others[i], evidence);
}

/* Whoever picked it: is it legal?  */
static inline bool is_move(struct task const *task, point at)
{
    struct board const *const board = task->situation.board;
    return at == PASS ||
           (board_color(board, at) == EMPTY &&
            rules_permit(task->rules, task->history, board, at, mover(task)));
}

void player_decide(struct player *player, struct task const *task,
                   struct decision *decision)
{
    double const begin_ms = now_ms();
    player->cleaning = false;
    decision->evidence = (struct evidence){.count = 0};
    if (recite(player, task, decision)) {
        assert(is_move(task, decision->at));
        return;
    }
    look(player, task, decision);
    if (pass(player, task, decision))
        return;
    if (!evaluate(player, task, begin_ms, decision))
        draw(player, task, decision);
    assert(is_move(task, decision->at));
    testify(player, task, decision);
    (void)resign(player, task, decision);
}

void player_ponder(struct player *player, struct task const *task,
                   struct decision *expected)
{
    struct task const whole = consulted(player, task, &expected->evidence);
    bool const picked =
        player->evaluator.pick(player->evaluator.self, &whole, expected);
    player->decided = picked ? task->situation.board->hash : 0;
}

void player_insight(struct player *player, point at, struct insight *view)
{
    consultation_view(player->consultation, at, view);
    if (player->evaluator.view)
        player->evaluator.view(player->evaluator.self, view);
}

bool player_judge(struct player *player, struct task const *task,
                  struct judgement *judgement)
{
    ask(player, task);
    return consultation_judge(player->consultation, judgement);
}

void player_view(struct player *player, struct task const *task, point at,
                 struct insight *view)
{
    struct evaluator const *const evaluator = &player->evaluator;
    ask(player, task);
    consultation_view(player->consultation, at, view);
    if (evaluator->view && player->decided == task->situation.board->hash)
        evaluator->view(evaluator->self, view);
}

void player_detail(struct player *player, struct task const *task, point at, FILE *out)
{
    ask(player, task);
    consultation_detail(player->consultation, at, out);
}
