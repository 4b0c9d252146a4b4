#include <config.h>

#include "player/session.h"

#include "engine/base/printed.h"
#include "engine/base/seconds.h"
#include "engine/reading/status.h"
#include "engine/records/archive.h"
#include "engine/records/sgf_writer.h"
#include "player/recall.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <xalloc.h>

struct session {
    struct goban goban;
    struct rules const *rules;
    double komi;
    struct clock clock;
    struct clock_settings time; /* as set, for the next game's clock */
    struct tuning tuning;
    struct mind *mind;
    bool fixed_seed;        /* of the mind, for all games */
    uint64_t seed;          /* of the present game */
    uint64_t answered;      /* the position after the last move of the player's own */
    double asked_s;         /* when a move was asked for; 0: as it is begun */
    double late_ms;         /* by which moves came later than they should, lately */
    struct account account; /* of the last move generated */
    bool accounted;         /* there is one in this game */
    atomic_bool const *stop;
    struct observer const *observer;
    struct limits const *limits;
    struct player *thinking;             /* whom an observer looks at */
    void (*hear)(char const *complaint); /* NULL: nobody is told what is missing */
    int heard;                           /* complaints */
    bool files_closed;
    bool over;
};

/* What is kept back for a machine that lets us wait has an end.  */
enum { LATEST_MS = 1000 };

struct session_options session_defaults(void)
{
    struct session_options options = {
        .width = 19, .height = 19, .rules = rules_find("chinese"), .komi = NAN};
    params_reset(tuning_params, &options.tuning);
    return options;
}

struct session *session_new(struct session_options const *options)
{
    struct session *const session = xzalloc(sizeof *session);
    goban_init(&session->goban, options->width, options->height);
    session->rules = options->rules;
    session->komi = isnan(options->komi) ? options->rules->komi : options->komi;
    session->tuning = options->tuning;
    session->fixed_seed = options->fixed_seed;
    session->seed = options->seed;
    session->mind = mind_new(options->seed);
    mind_settle(session->mind, &session->tuning);
    session_clear(session);
    return session;
}

void session_free(struct session *session)
{
    if (!session)
        return;
    mind_free(session->mind);
    goban_release(&session->goban);
    free(session);
}

void session_listen(struct session *session, atomic_bool const *stop)
{
    session->stop = stop;
}

atomic_bool const *session_stop(struct session const *session)
{
    return session->stop;
}

void session_close_files(struct session *session)
{
    session->files_closed = true;
}

void session_quit(struct session *session)
{
    session->over = true;
}

bool session_is_over(struct session const *session)
{
    return session->over;
}

/* ------------------------------------------------------------ what there is */

struct board const *session_board(struct session const *session)
{
    return &session->goban.board;
}

struct goban const *session_goban(struct session const *session)
{
    return &session->goban;
}

struct rules const *session_rules(struct session const *session)
{
    return session->rules;
}

struct clock const *session_clock(struct session const *session)
{
    return &session->clock;
}

struct tuning *session_tuning(struct session *session)
{
    return &session->tuning;
}

double session_komi(struct session const *session)
{
    return session->komi;
}

struct complaints const *session_complaints(struct session const *session)
{
    return mind_complaints(session->mind);
}

void session_set_hearer(struct session *session, void (*hear)(char const *complaint))
{
    session->hear = hear;
    session->heard = session_complaints(session)->count;
}

/* What thinking as EVIDENCE tells of it had to do without.  */
static void complain(struct session *session, struct evidence const *evidence)
{
    struct failure why;
    if (evidence->threads_missing) {
        int const wanted = session->tuning.search.threads;
        failed(&why, "of %d threads to think with only %d could be started", wanted,
               wanted - evidence->threads_missing);
        mind_complain(session->mind, &why);
    }
    struct complaints const *const complaints = session_complaints(session);
    while (session->hear && session->heard < complaints->count)
        session->hear(complaints->list[session->heard++].text);
}

/* Before the first move: what kept us waiting while everything was read may do so
   several times over before an answer.  */
static void guess_lateness(struct session *session)
{
    static double const times = 3;
    double const guess_ms = fmin(times * waiting_ms(), LATEST_MS);
    session->late_ms = fmax(session->late_ms, guess_ms);
    session->clock.late_ms = session->late_ms;
}

bool session_reserve(struct session *session, struct failure *why)
{
    guess_lateness(session);
    struct search_tuning const *const tuning = &session->tuning.search;
    if (!tuning_searches(&session->tuning))
        return true;
    double const mb = search_memory_mb(mind_search(session->mind, tuning));
    return mb >= tuning->memory_mb ||
           failed(why, "of %d megabytes for the tree only %.0f are to be had",
                  tuning->memory_mb, mb);
}

void *session_source(struct session *session, char const *name, struct failure *why)
{
    void *const self = mind_source(session->mind, name);
    if (!self)
        failed(why, "there is no source of %s: its data was not found, or is damaged",
               name);
    return self;
}

struct views const *session_views(struct session const *session)
{
    return mind_views(session->mind);
}

/* Where dead stones stay on the board, none are dead.  */
void session_status(struct session const *session, enum status status[POINTS])
{
    if (!session->rules->stones_stay)
        status_judge(&session->goban.board, status);
    for (point p = 0; p < POINTS && session->rules->stones_stay; p++)
        status[p] = STATUS_ALIVE;
}

double session_score(struct session const *session)
{
    enum status status[POINTS];
    session_status(session, status);
    return rules_score(session->rules, &session->goban.board, status, session->komi,
                       goban_handicap(&session->goban));
}

/* ------------------------------------------------------------ settings */

void session_set_rules(struct session *session, struct rules const *rules)
{
    assert(rules);
    session->rules = rules;
}

void session_set_komi(struct session *session, double komi)
{
    session->komi = komi;
}

void session_set_time(struct session *session, struct clock_settings const *settings)
{
    session->time = *settings;
    clock_start(&session->clock, settings);
    session->clock.late_ms = session->late_ms;
}

void session_time_left(struct session *session, enum color color, double left_s,
                       int count)
{
    assert(color == BLACK || color == WHITE);
    clock_set(&session->clock, color, left_s, count);
}

void session_spend(struct session *session, enum color color, double used_s)
{
    clock_spend(&session->clock, color, used_s);
}

/* ------------------------------------------------------------ the game */

static void restart_clock(struct session *session)
{
    clock_start(&session->clock, &session->time);
    session->clock.late_ms = session->late_ms;
    session->accounted = false;
}

static void reseed(struct session *session, uint64_t seed)
{
    session->seed = seed;
    mind_reseed(session->mind, seed);
}

/* Nobody likes to play the same game twice.  */
static void draw_seed(struct session *session)
{
    uint64_t seed = 0;
    if (!session->fixed_seed && getrandom(&seed, sizeof seed, 0) == sizeof seed)
        reseed(session, seed);
}

static void start_game(struct session *session, int width, int height)
{
    goban_clear(&session->goban, width, height);
    restart_clock(session);
    draw_seed(session);
}

void session_clear(struct session *session)
{
    start_game(session, session->goban.board.width, session->goban.board.height);
}

bool session_resize(struct session *session, int width, int height, struct failure *why)
{
    if (width < BOARD_MIN || width > BOARD_MAX || height < BOARD_MIN ||
        height > BOARD_MAX)
        return failed(why, "unacceptable size\nboards are %dx%d to %dx%d", BOARD_MIN,
                      BOARD_MIN, BOARD_MAX, BOARD_MAX);
    start_game(session, width, height);
    return true;
}

bool session_play(struct session *session, struct move const moves[], int count,
                  struct failure *why)
{
    return goban_play(&session->goban, session->rules, moves, count, why);
}

bool session_undo(struct session *session, int count, struct failure *why)
{
    return goban_undo(&session->goban, count, why);
}

bool session_setup(struct session *session, struct move const stones[], int count,
                   struct failure *why)
{
    return goban_setup(&session->goban, stones, count, why);
}

bool session_turn(struct session *session, enum color color, struct failure *why)
{
    return goban_turn(&session->goban, color, why);
}

bool session_give_handicap(struct session *session, point const stones[], int count,
                           struct failure *why)
{
    struct move *const moves = xnmalloc((size_t)count, sizeof *moves);
    for (int i = 0; i < count; i++)
        moves[i] = (struct move){BLACK, stones[i]};
    bool const given = goban_setup(&session->goban, moves, count, why) &&
                       goban_turn(&session->goban, WHITE, why);
    if (given)
        session->goban.handicap = count;
    free(moves);
    return given;
}

/* ------------------------------------------------------------ files */

static bool may_use_files(struct session const *session, struct failure *why)
{
    return !session->files_closed || failed(why, "files are not opened in a sandbox");
}

bool session_load(struct session *session, char const *file, int number,
                  struct failure *why)
{
    struct game game;
    game_init(&game, 19, 19);
    bool const loaded = may_use_files(session, why) && archive_is_file(file, why) &&
                        archive_first(file, &game, session->stop, why) &&
                        goban_load(&session->goban, &game, number, why);
    if (loaded) {
        restart_clock(session);
        if (game.komi_known)
            session->komi = game.komi;
    }
    game_release(&game);
    return loaded;
}

/* The record with what it does not say by itself; it borrows the steps.  */
static struct game titled(struct session const *session,
                          struct session_title const *title)
{
    struct game game = session->goban.record;
    game.komi = session->komi;
    game.komi_known = true;
    game.handicap =
        (uint8_t)(session->goban.handicap < UINT8_MAX ? session->goban.handicap : 0);
    snprintf(game.black, sizeof game.black, "%s", title->black);
    snprintf(game.white, sizeof game.white, "%s", title->white);
    snprintf(game.result, sizeof game.result, "%s", title->result);
    snprintf(game.rules, sizeof game.rules, "%s", session->rules->sgf);
    return game;
}

bool session_save(struct session const *session, struct session_title const *title,
                  char const *file, struct failure *why)
{
    if (!may_use_files(session, why))
        return false;
    struct game const game = titled(session, title);
    return sgf_save(&game, file, why);
}

void session_print(struct session const *session, struct session_title const *title,
                   FILE *out)
{
    struct game const game = titled(session, title);
    sgf_write(&game, out);
}

/* ------------------------------------------------------------ thinking */

/* How many moves COLOR will still make: games fill three quarters of the
   board, and when they last longer than that, they last a while.  The first
   moves are worth less thought than those of the middle game, as if more of
   them were to come.  */
static int moves_left(struct board const *board)
{
    int const area = board->width * board->height;
    int const expected = (area * 3 / 4 - board->moves) / 2;
    int const left = expected > area / 12 ? expected : area / 12;
    assert(left >= 0);
    double const opening = 0.08 * area, middle = 0.4 * area;
    return board->moves < opening  ? left * 3 / 2
           : board->moves < middle ? left * 4 / 5
                                   : left;
}

/* What is lost of a move on the way.  */
static double lag_ms(struct session const *session, enum color color)
{
    return clock_lag_ms(&session->clock, color, session->tuning.lag_ms);
}

double session_budget_ms(struct session const *session, enum color color)
{
    if (session->tuning.seconds_per_move > 0)
        return 1000 * session->tuning.seconds_per_move;
    return clock_budget_ms(&session->clock, color, moves_left(&session->goban.board),
                           lag_ms(session, color));
}

static double limit_ms(struct session const *session, enum color color)
{
    if (session->tuning.seconds_per_move > 0)
        return 1000 * session->tuning.seconds_per_move;
    return clock_limit_ms(&session->clock, color, moves_left(&session->goban.board),
                          lag_ms(session, color));
}

/* A machine that has other work takes us away for a while, which the search has seen
   in its midst, or lets us answer late: it may do so again, just before an answer.  */
static void note_lateness(struct session *session, double allowed_ms, double used_ms)
{
    static double const kept = 0.95;
    struct search_report report = {.gap_ms = 0};
    if (tuning_searches(&session->tuning))
        search_last(mind_search(session->mind, &session->tuning.search), &report);
    double const late_ms = allowed_ms >= 0 ? used_ms - allowed_ms : 0;
    session->late_ms =
        fmax(fmin(fmax(late_ms, report.gap_ms), LATEST_MS), kept * session->late_ms);
    session->clock.late_ms = session->late_ms;
}

/* Of the time for TASK so much has gone by.  */
static void hurry(struct task *task, double used_ms)
{
    assert(used_ms >= 0 && task->limit_ms >= task->budget_ms);
    if (task->budget_ms < 0)
        return;
    task->budget_ms = fmax(task->budget_ms - used_ms, 0);
    task->limit_ms = fmax(task->limit_ms - used_ms, 0);
}

/* The task of finding a move on BOARD, which may be the session's own or a
   copy of it with the other side to move.  */
static struct task make_task(struct session const *session, struct board const *board,
                             enum genmove how)
{
    return (struct task){
        .situation = {.board = board,
                      .moves = session->goban.moves,
                      .move_count = session->goban.move_count},
        .rules = session->rules,
        .history = &session->goban.history,
        .komi = session->komi,
        .handicap = goban_handicap(&session->goban),
        .budget_ms = session_budget_ms(session, (enum color)board->to_move),
        .limit_ms = limit_ms(session, (enum color)board->to_move),
        .resign_below = how == GENMOVE_CLEANUP ? 0 : session->tuning.resign_below,
        .cleanup = how == GENMOVE_CLEANUP,
        .stop = session->stop,
        .observer = session->observer,
        .limits = session->limits,
    };
}

void session_forget(struct session *session)
{
    mind_forget(session->mind);
}

/* Who asks twice is told the same.  */
static struct player *choose_player(struct session *session, enum genmove how)
{
    struct player *const player =
        mind_player(session->mind, &session->tuning, session->komi);
    if (how == GENMOVE_ASK)
        session_forget(session);
    return player;
}

/* Keep what is known about the move that was made on BEFORE.  */
static void keep_account(struct session *session, struct board const *before,
                         struct decision const *decision)
{
    assert(decision->evidence.count <= INSIGHTS_MAX);
    session->account.color = (enum color)before->to_move;
    session->account.decision = *decision;
    board_copy(&session->account.before, before);
    session->accounted = true;
}

/* Note on the last move of the record what is known about it.  */
static void comment(struct session *session)
{
    assert(session->accounted && session->goban.record.count > 0);
    struct printed printed;
    recall_explain(session, printed_begin(&printed));
    char *const text = printed_end(&printed);
    game_note(&session->goban.record, session->goban.record.count - 1, text);
    free(text);
}

void session_asked(struct session *session, double at_s)
{
    session->asked_s = at_s;
}

bool session_genmove(struct session *session, enum color color, enum genmove how,
                     struct decision *decision, struct failure *why)
{
    double const begin_s = session->asked_s > 0 ? session->asked_s : now_s();
    struct board board;
    session->asked_s = 0;
    board_copy(&board, &session->goban.board);
    board_turn(&board, color);
    struct task task = make_task(session, &board, how);
    double const allowed_ms = task.limit_ms;
    session->thinking = choose_player(session, how);
    hurry(&task, 1000 * (now_s() - begin_s));
    player_decide(session->thinking, &task, decision);
    complain(session, &decision->evidence);
    if (how == GENMOVE_ASK)
        return true;

    struct move const move = {(uint8_t)color, decision->at};
    if (decision->at != RESIGN && !session_play(session, &move, 1, why))
        return false;
    double const used_s = now_s() - begin_s;
    note_lateness(session, allowed_ms, 1000 * used_s);
    clock_spend(&session->clock, color, used_s);
    keep_account(session, &board, decision);
    session->answered = session->goban.board.hash;
    if (session->tuning.comments && decision->at != RESIGN)
        comment(session);
    return true;
}

void session_ponder(struct session *session, atomic_bool const *stop)
{
    struct board const *const board = &session->goban.board;
    struct decision expected;
    bool const answered =
        session->goban.move_count && !board->passes && board->hash == session->answered;
    if (!session->tuning.pondering || !answered || atomic_load(stop) ||
        session->tuning.evaluator != CHOOSE_BY_SEARCH ||
        session->tuning.level != LEVEL_FULL)
        return;
    struct task task = make_task(session, board, GENMOVE_PLAY);
    task.budget_ms = task.limit_ms = INFINITY;
    task.stop = stop;
    player_ponder(choose_player(session, GENMOVE_PLAY), &task, &expected);
}

void session_observe(struct session *session, struct observer const *observer)
{
    session->observer = observer;
}

void session_limit(struct session *session, struct limits const *limits)
{
    session->limits = limits;
}

void session_inquire(struct session *session, struct inquiry const *inquiry)
{
    struct decision found;
    struct tuning tuning = session->tuning;
    struct board board;
    board_copy(&board, &session->goban.board);
    board_turn(&board, inquiry->color);
    board.passes = 0; /* two have ended the game; somebody wants to know all the same */
    tuning.evaluator = CHOOSE_BY_SEARCH;
    struct task task = make_task(session, &board, GENMOVE_ASK);
    task.budget_ms = task.limit_ms = inquiry->budget_ms;
    task.limits = inquiry->limits;
    task.observer = inquiry->observer;
    task.stop = inquiry->stop;
    session->thinking = mind_player(session->mind, &tuning, session->komi);
    player_ponder(session->thinking, &task, &found);
}

void session_insight(struct session *session, point at, struct insight *view)
{
    player_insight(session->thinking, at, view);
}

/* ------------------------------------------------------------ why */

struct situation session_situation(struct session const *session)
{
    return make_task(session, &session->goban.board, GENMOVE_ASK).situation;
}

struct account const *session_account(struct session const *session)
{
    bool const stands =
        session->accounted && session->goban.board.hash == session->answered;
    return stands ? &session->account : NULL;
}

bool session_judge(struct session *session, struct judgement *judgement)
{
    struct task const task = make_task(session, &session->goban.board, GENMOVE_ASK);
    return player_judge(mind_player(session->mind, &session->tuning, session->komi),
                        &task, judgement);
}

/* What is known about AT from when the last move was generated, or NULL.  */
static struct insight const *find_insight(struct account const *account, point at)
{
    for (int i = 0; account && i < account->decision.evidence.count; i++)
        if (account->decision.evidence.insight[i].at == at)
            return &account->decision.evidence.insight[i];
    return NULL;
}

bool session_view(struct session *session, point at, struct insight *view,
                  struct board *before, struct failure *why)
{
    struct account const *const account = session_account(session);
    struct board const *const board = &session->goban.board;
    struct task const task = make_task(session, board, GENMOVE_ASK);
    if (account && account->decision.at == at && at != PASS &&
        find_insight(account, at)) {
        *view = *find_insight(account, at);
        board_copy(before, &account->before);
        return true;
    }
    if (!rules_explain(task.rules, task.history, board, at, (enum color)board->to_move,
                       why))
        return false;
    board_copy(before, board);
    player_view(mind_player(session->mind, &session->tuning, session->komi), &task, at,
                view);
    return true;
}

void session_detail(struct session *session, point at, FILE *out)
{
    struct task const task = make_task(session, &session->goban.board, GENMOVE_ASK);
    player_detail(mind_player(session->mind, &session->tuning, session->komi), &task,
                  at, out);
}
