#include <config.h>

#include "player/session.h"

#include "books/joseki/joseki_source.h"
#include "engine/base/datafile.h"
#include "engine/reading/status.h"
#include "engine/records/archive.h"
#include "engine/records/sgf_writer.h"
#include "patterns/model/model_source.h"
#include "patterns/shapes/shapes_source.h"
#include "patterns/shapes/window_source.h"
#include "player/thinking.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <time.h>
#include <xalloc.h>

struct session {
    struct goban goban;
    struct rules const *rules;
    double komi;
    struct clock clock;
    struct clock_settings time; /* as set, for the next game's clock */
    struct tuning tuning;
    struct player *player;
    bool fixed_seed;     /* of the player, for all games */
    struct model *model; /* or NULL, when there is no such file */
    struct model_source *model_source, *search_source; /* for player and search */
    struct voices voices;  /* what the player's model hears, weighed */
    struct joseki *joseki; /* or NULL */
    struct joseki_source *joseki_source;
    struct memory *memory;      /* of shapes, or NULL */
    struct shapes *shapes;      /* speaks before the search, which it would slow down */
    struct windowbook *windows; /* or NULL; heard when the shapes are */
    struct window_voice *window_voice;
    struct source sources[2]; /* of the others */
    int source_count;
    struct thinking *thinking; /* NULL until the player is to search */
    struct lookahead *still;
    uint64_t seed;          /* of the present game */
    uint64_t answered;      /* the position after the last move of the player's own */
    double late_ms;         /* by which moves came later than they should, lately */
    struct failure missing; /* what was to be learnt from and could not be read */
    struct decision last;   /* what the player decided last, and why */
    atomic_bool const *stop;
    bool over;
};

static char const *const evaluators[] = {"search", "static", "none", NULL};

struct param const tuning_params[] = {
    PARAM(struct tuning, resign_below, PARAM_FLOAT, 0, 0.025, 1,
          "resign when the chance to win is lower (0: never)"),
    PARAM(struct tuning, seconds_per_move, PARAM_FLOAT, 0, 0, 86400,
          "think this long about each move, whatever the clock says (0: by the clock)"),
    PARAM(struct tuning, lag_ms, PARAM_INT, 0, 50, 60000,
          "milliseconds of each move that are lost on the way to the controller"),
    PARAM_ONE_OF(
        struct tuning, evaluator, evaluators,
        "who picks among the candidates; none: the sources' best is played, checked by "
        "reading what follows"),
    PARAM(struct tuning, pondering, PARAM_BOOL, 0, 0, 1,
          "think on the opponent's time too"),
    PARAM(struct tuning, joseki_weight, PARAM_FLOAT, 0, 1, 10,
          "how much joseki raise what continues them (0: not at all)"),
    SEARCH_PARAMS(struct tuning, search),
    LOOKAHEAD_PARAMS(struct tuning, still),
    {0},
};

struct session_options session_defaults(void)
{
    struct session_options options = {
        .width = 19, .height = 19, .rules = rules_find("chinese"), .komi = NAN};
    params_reset(tuning_params, &options.tuning);
    return options;
}

static void add_source(struct session *session, struct source source)
{
    session->sources[session->source_count++] = source;
    player_add_source(session->player, &source);
}

static bool add_model(struct session *session, struct failure *why)
{
    char path[DATAFILE_PATH];
    if (!datafile_find("model.hishi", path, why) ||
        !(session->model = model_open(path, why)))
        return false;
    session->model_source = model_source_new(session->model);
    session->search_source = model_source_new(session->model);
    struct source const row = model_source_row(session->model_source);
    player_add_source(session->player, &row);
    session->sources[session->source_count++] =
        model_source_row(session->search_source);
    return true;
}

static bool add_joseki(struct session *session, struct failure *why)
{
    char path[DATAFILE_PATH];
    if (!datafile_find("joseki.hishi", path, why) ||
        !(session->joseki = joseki_open(path, why)))
        return false;
    session->joseki_source = joseki_source_new(session->joseki);
    add_source(session, joseki_source_row(session->joseki_source));
    return true;
}

/* A memory like the one that comes with the program is read whole and checked in
   a moment.  Of larger ones that is asked for which is played, and checked there.  */
static struct memory *open_checked(char const *path, struct failure *why)
{
    enum { MOMENT = 32 << 20 }; /* bytes */
    struct memory *const memory = memory_open(path, why);
    struct memory_facts facts = {.bytes = 0};
    if (memory)
        memory_facts(memory, &facts);
    if (!memory || facts.bytes > MOMENT || memory_verify(memory, why))
        return memory;
    memory_close(memory);
    return NULL;
}

static bool add_shapes(struct session *session, struct failure *why)
{
    char path[DATAFILE_PATH];
    if (!datafile_find("shapes.hishi", path, why) ||
        !(session->memory = open_checked(path, why)))
        return false;
    session->shapes = shapes_new(session->memory, similarity_find("learnt"));
    struct source const row = shapes_source(session->shapes);
    player_add_source(session->player, &row);
    return true;
}

/* Windows do not come with the program: whoever has learnt them may put them beside
   the rest.  */
static bool add_windows(struct session *session, struct failure *why)
{
    char path[DATAFILE_PATH];
    if (!datafile_find("windows.hishi", path, why))
        return true;
    if (!(session->windows = windowbook_open(path, why)))
        return false;
    session->window_voice = window_voice_new(session->windows);
    struct source const row = window_source(session->window_voice);
    player_add_source(session->player, &row);
    return true;
}

/* Let the player's model hear the memory of shapes; in the search that would cost
   as much as the model itself.  */
static bool add_voices(struct session *session, struct failure *why)
{
    char path[DATAFILE_PATH];
    if (!session->model || !session->shapes)
        return true;
    if (!datafile_find("voices.hishi", path, why) ||
        !voices_open(path, &session->voices, why))
        return false;
    struct source const row = shapes_source(session->shapes);
    model_source_hear(session->model_source, &row, &session->voices);
    return true;
}

/* Give the player what the program has learnt, as far as it can be read: a
   game without it is better than none, but somebody should be told.  */
static void add_knowledge(struct session *session)
{
    static bool (*const add[])(struct session *, struct failure *) = {
        add_model, add_shapes, add_windows, add_joseki, add_voices};
    for (size_t i = 0; i < sizeof add / sizeof *add; i++) {
        struct failure why;
        if (!add[i](session, &why) && !session->missing.text[0])
            session->missing = why;
    }
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
    session->player = player_new(options->seed);
    add_knowledge(session);
    session_clear(session);
    return session;
}

void session_free(struct session *session)
{
    if (!session)
        return;
    player_free(session->player);
    thinking_free(session->thinking);
    lookahead_free(session->still);
    model_source_free(session->model_source);
    model_source_free(session->search_source);
    model_free(session->model);
    shapes_free(session->shapes);
    memory_close(session->memory);
    window_voice_free(session->window_voice);
    windowbook_close(session->windows);
    joseki_source_free(session->joseki_source);
    joseki_close(session->joseki);
    goban_release(&session->goban);
    free(session);
}

void session_listen(struct session *session, atomic_bool const *stop)
{
    session->stop = stop;
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

struct shapes *session_shapes(struct session *session)
{
    return session->shapes;
}

char const *session_missing(struct session const *session)
{
    return session->missing.text;
}

char const *session_reason(struct session const *session)
{
    return session->last.reason;
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
}

void session_time_left(struct session *session, enum color color, double left_s,
                       int count)
{
    clock_set(&session->clock, color, left_s, count);
}

/* ------------------------------------------------------------ the game */

static void restart_clock(struct session *session)
{
    clock_start(&session->clock, &session->time);
    session->last.reason[0] = '\0';
}

static void reseed(struct session *session, uint64_t seed)
{
    session->seed = seed;
    player_reseed(session->player, seed);
    if (session->thinking)
        search_reseed(thinking_search(session->thinking), seed);
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

/* A folder is too much, and a pipe may never end.  */
static bool is_file(char const *name, struct failure *why)
{
    struct stat status;
    if (stat(name, &status) != 0)
        return failed(why, "%.200s: %s", name, strerror(errno));
    return S_ISREG(status.st_mode) || failed(why, "%.200s is not a file", name);
}

bool session_load(struct session *session, char const *file, int number,
                  struct failure *why)
{
    struct game game;
    game_init(&game, 19, 19);
    bool const loaded = is_file(file, why) && archive_first(file, &game, why) &&
                        goban_load(&session->goban, &game, number, why);
    if (loaded) {
        restart_clock(session);
        if (game.komi_known)
            session->komi = game.komi;
    }
    game_release(&game);
    return loaded;
}

bool session_save(struct session const *session, struct session_title const *title,
                  char const *file, struct failure *why)
{
    struct game game = session->goban.record; /* which borrows the steps */
    game.komi = session->komi;
    game.komi_known = true;
    game.handicap =
        (uint8_t)(session->goban.handicap < UINT8_MAX ? session->goban.handicap : 0);
    snprintf(game.black, sizeof game.black, "%s", title->black);
    snprintf(game.white, sizeof game.white, "%s", title->white);
    snprintf(game.result, sizeof game.result, "%s", title->result);
    snprintf(game.rules, sizeof game.rules, "%s", session->rules->sgf);
    return sgf_save(&game, file, why);
}

/* ------------------------------------------------------------ thinking */

static double now_s(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* How many moves COLOR will still make: games fill three quarters of the
   board, and when they last longer than that, they last a while.  The first
   moves are worth less thought than those of the middle game, as if more of
   them were to come.  */
static int moves_left(struct board const *board)
{
    int const area = board->width * board->height;
    int const expected = (area * 3 / 4 - board->moves) / 2;
    int const left = expected > area / 12 ? expected : area / 12;
    double const opening = 0.08 * area, middle = 0.4 * area;
    return board->moves < opening  ? left * 3 / 2
           : board->moves < middle ? left * 4 / 5
                                   : left;
}

/* What is lost of a move on the way, and by answering late.  */
static double lag_ms(struct session const *session, enum color color)
{
    return clock_lag_ms(&session->clock, color, session->tuning.lag_ms) +
           session->late_ms;
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

/* A machine that has other work lets us answer late: it may do so again, for a
   while.  */
static void note_lateness(struct session *session, double allowed_ms, double used_ms)
{
    enum { MOST_MS = 1000 };
    double const late_ms = allowed_ms >= 0 ? used_ms - allowed_ms : 0;
    session->late_ms = fmax(fmin(late_ms, MOST_MS), 0.9 * session->late_ms);
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
    };
}

static struct evaluator search_now(struct session *session, enum genmove how)
{
    struct search_tuning const *const tuning = &session->tuning.search;
    if (!session->thinking)
        session->thinking = thinking_new(session->sources, session->source_count,
                                         tuning, session->seed, &session->missing);
    struct search *const search = thinking_search(session->thinking);
    search_tune(search, tuning);
    if (how == GENMOVE_ASK)
        search_forget(search); /* who asks twice is told the same */
    return search_evaluator(search);
}

static struct lookahead *look_now(struct session *session)
{
    if (!session->still)
        session->still = lookahead_new(session->sources, session->source_count);
    lookahead_tune(session->still, &session->tuning.still);
    return session->still;
}

/* As the tuning says by now.  An evaluator takes memory, so it is made when it is
   needed first.  */
static void choose_evaluator(struct session *session, enum genmove how)
{
    struct evaluator evaluator = {.pick = NULL};
    struct check check = {.best = NULL};
    struct tuning const *const tuning = &session->tuning;
    if (session->joseki_source)
        joseki_source_weigh(session->joseki_source, tuning->joseki_weight);
    switch (tuning->evaluator) {
    case CHOOSE_BY_SEARCH:
        evaluator = search_now(session, how);
        break;
    case CHOOSE_BY_LOOK:
        evaluator = lookahead_row(look_now(session));
        break;
    case CHOOSE_BY_NOTHING:
        check = lookahead_check_row(look_now(session));
        break;
    }
    player_set_check(session->player, &check);
    player_set_evaluator(session->player, &evaluator);
}

bool session_genmove(struct session *session, enum color color, enum genmove how,
                     struct decision *decision, struct failure *why)
{
    double const begin_s = now_s();
    struct board board;
    board_copy(&board, &session->goban.board);
    board_turn(&board, color);
    struct task const task = make_task(session, &board, how);
    choose_evaluator(session, how);
    player_decide(session->player, &task, decision);
    if (how == GENMOVE_ASK)
        return true;

    struct move const move = {(uint8_t)color, decision->at};
    if (decision->at != RESIGN && !session_play(session, &move, 1, why))
        return false;
    double const used_s = now_s() - begin_s;
    note_lateness(session, task.limit_ms, 1000 * used_s);
    clock_spend(&session->clock, color, used_s);
    session->last = *decision;
    if (decision->at != RESIGN)
        session->answered = session->goban.board.hash;
    return true;
}

void session_ponder(struct session *session, atomic_bool const *stop)
{
    struct board const *const board = &session->goban.board;
    struct decision expected;
    bool const answered =
        session->goban.move_count && !board->passes && board->hash == session->answered;
    if (!session->tuning.pondering || !answered || atomic_load(stop) ||
        session->tuning.evaluator != CHOOSE_BY_SEARCH)
        return;
    struct task task = make_task(session, board, GENMOVE_PLAY);
    task.budget_ms = task.limit_ms = INFINITY;
    task.stop = stop;
    struct evaluator const search = search_now(session, GENMOVE_PLAY);
    (void)search.pick(search.self, &task, &expected);
}

struct joseki_source *session_joseki(struct session *session,
                                     struct situation *situation)
{
    *situation = make_task(session, &session->goban.board, GENMOVE_ASK).situation;
    return session->joseki_source;
}

void session_explain(struct session *session, point at, FILE *out)
{
    struct task const task = make_task(session, &session->goban.board, GENMOVE_ASK);
    player_explain(session->player, &task, at, out);
}
