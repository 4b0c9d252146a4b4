/* tools/report/positions.c -- positions of games, with what became of them, as text.

   Of test games that were counted, and where our count agrees, the record says it.
   Other games are witnesses that may err: how they ended, what comes of it when Hishi
   plays on against itself and, where these disagree, a long search from the position
   are heard; if no two of them agree about the lead it is not known what is true.  */
#include <config.h>

#include "tools/cmdline.h"
#include "tools/games.h"
#include "tools/judged/drawn.h"
#include "tools/judged/foresight.h"
#include "tools/report/report.h"

#include "engine/base/rng.h"
#include "engine/reading/status.h"
#include "engine/records/gamename.h"
#include "engine/records/situations.h"
#include "patterns/learning/judge_games.h"
#include "player/goban.h"

#include <argp.h>
#include <errno.h>
#include <error.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { EARLIEST = 80, LATEST = 220, EACH_MAX = 20, MOVES_MOST = 600 };

struct positions_task {
    struct selection games;
    char const *origin, *disputed;
    int each, most, hear, settle, check;
    bool recorded;
    double within;
    uint64_t seed;

    struct mind *mind;
    struct tuning playing;
    struct rules const *rules;
    struct situations situations;
    struct goban goban;
    double game_lead; /* of the game that is looked at, or NAN */
    uint8_t game_owner[POINTS], played_owner[POINTS];
    FILE *put_aside;
    long games_used, kept, dropped;
};

/* ---------------------------------------------------------------- settling */

/* The move that Hishi plays where GOBAN is.  */
static point choose(struct positions_task *task, double komi)
{
    static struct decision decision;
    struct goban const *const goban = &task->goban;
    struct task const question = {.situation = goban_situation(goban),
                                  .rules = task->rules,
                                  .history = &goban->history,
                                  .komi = komi,
                                  .budget_ms = -1};
    player_decide(mind_player(task->mind, &task->playing, komi), &question, &decision);
    return decision.at;
}

/* From SITUATION to the end of the game.  */
static bool play_to_end(struct positions_task *task, struct situation const *situation,
                        double komi, struct failure *why)
{
    struct goban *const goban = &task->goban;
    goban_clear(goban, situation->board->width, situation->board->height);
    mind_reseed(task->mind, task->seed);
    search_forget(mind_search(task->mind, &task->playing.search));
    if (!goban_play(goban, task->rules, situation->moves, situation->move_count, why))
        return false;
    if (!board_same_stones(&goban->board, situation->board))
        return failed(why, "there are stones that nobody played: setup");
    while (!rules_ended(task->rules, &goban->board) && goban->move_count < MOVES_MOST) {
        struct move const move = {goban->board.to_move, choose(task, komi)};
        if (!goban_play(goban, task->rules, &move, 1, why))
            return false;
    }
    return true;
}

static double area_of(struct board const *board, uint8_t const owner[POINTS])
{
    double area = 0;
    for (point p = board_first_point(); p; p = board_next_point(board, p))
        area += (owner[p] == BLACK) - (owner[p] == WHITE);
    return area;
}

/* What is whose on END, and the lead that comes of it.  */
static double count_up(struct positions_task const *task, struct board const *end,
                       uint8_t owner[POINTS])
{
    enum status status[POINTS];
    status_judge(end, status);
    rules_owners(end, status, owner);
    return rules_score(task->rules, end, status, 0, 0);
}

static bool agree(struct positions_task const *task,
                  struct judged_position const *position, enum witness a,
                  enum witness b)
{
    return fabs(position->by[a] - position->by[b]) <= task->within;
}

static void hear_search(struct positions_task *task, struct judged_position *position)
{
    struct foresight seen;
    foresight_search(task->mind, &task->playing, position, task->check, &seen);
    position->by[BY_LONG_SEARCH] = seen.lead;
}

/* Hear two witnesses, and the third where they do not agree.  False when something is
   wrong with the game.  */
static bool hear(struct positions_task *task, struct judged_position *position,
                 struct failure *why)
{
    if (!play_to_end(task, &task->situations.situation, position->komi, why))
        return false;
    position->by[BY_PLAYING_ON] =
        count_up(task, &task->goban.board, task->played_owner);
    if (!agree(task, position, BY_GAME, BY_PLAYING_ON))
        hear_search(task, position);
    return true;
}

/* The game's end is believed before what comes of playing on, and neither alone but
   what was counted and is on record.  False when it is not known what is true.  */
static bool believe(struct positions_task const *task, struct judged_position *position)
{
    bool const game = task->recorded || agree(task, position, BY_GAME, BY_PLAYING_ON) ||
                      agree(task, position, BY_GAME, BY_LONG_SEARCH);
    position->lead = position->by[game ? BY_GAME : BY_PLAYING_ON];
    memcpy(position->owner, game ? task->game_owner : task->played_owner,
           sizeof position->owner);
    return game || agree(task, position, BY_PLAYING_ON, BY_LONG_SEARCH);
}

/* ---------------------------------------------------------------- one game */

/* The numbers of moves before which positions are taken: one from each part of what
   lies between the earliest and the latest.  A game's are the same whichever games are
   looked at besides.  */
static void draw_moves(struct positions_task const *task, struct origin const *origin,
                       int moves[EACH_MAX])
{
    double const part = (double)(LATEST + 1 - EARLIEST) / task->each;
    char file[GAME_TEXT];
    struct rng rng;
    gamename_file(origin->file, file);
    rng_seed(&rng, rng_mix_text(task->seed + (uint64_t)origin->number, file));
    for (int i = 0; i < task->each; i++)
        moves[i] = EARLIEST + (int)(part * (i + rng_unit(&rng)));
}

static bool is_drawn(int const moves[EACH_MAX], int each, int number)
{
    for (int i = 0; i < each; i++)
        if (moves[i] == number)
            return true;
    return false;
}

static void name(struct judged_position *position, struct origin const *origin,
                 int move)
{
    char file[GAME_TEXT];
    gamename_file(origin->file, file);
    snprintf(position->title, sizeof position->title, "%s/%ld before move %d", file,
             origin->number, move);
}

static void put(struct positions_task *task, struct judged_position const *position,
                bool settled)
{
    FILE *const out = settled ? stdout : task->put_aside;
    ++*(settled ? &task->kept : &task->dropped);
    if (out)
        judged_put(position, out);
    if (out)
        fflush(out);
}

/* What is true of all positions of GAME: the komi, and how it ended.  */
static bool begin(struct positions_task *task, struct game const *game,
                  struct judged_position *position)
{
    struct board const *const end = &task->situations.walk.board;
    float lead = 0;
    memset(position, 0, sizeof *position);
    snprintf(position->origin, sizeof position->origin, "%s", task->origin);
    position->komi = game->komi;
    task->game_lead = NAN;
    if (!task->recorded) {
        if (end->passes >= 2)
            task->game_lead = count_up(task, end, task->game_owner);
        return game->komi_known && drawn_points(game->komi);
    }
    if (game->winner == EMPTY || !judge_game_count(game, end, &lead, task->game_owner))
        return false;
    /* Territory is another number of points; the margin is the same.  */
    task->game_lead = area_of(end, task->game_owner);
    position->komi = task->game_lead - game->score;
    return drawn_points(position->komi);
}

/* Judge the position before MOVE, where the walk is.  In a game on record that nobody
   can play on, for its handicap was set up, the record stands alone.  */
static bool judge(struct positions_task *task, struct judged_position *position,
                  struct origin const *origin, int move, struct failure *why)
{
    judged_take(position, &task->situations.situation);
    name(position, origin, move);
    for (int i = 0; i < WITNESSES; i++)
        position->by[i] = NAN;
    position->by[BY_GAME] = task->game_lead;
    bool const others = task->settle && task->games_used <= task->hear;
    if (others && !hear(task, position, why) && !task->recorded)
        return false;
    put(task, position, believe(task, position));
    return true;
}

static bool walk_to_end(struct positions_task *task, struct game const *game,
                        struct failure *why)
{
    situations_start(&task->situations, game);
    while (situations_next(&task->situations, why))
        ;
    return !why->text[0];
}

static bool take(void *context, struct game const *game, struct origin const *origin,
                 struct failure *why)
{
    struct positions_task *const task = context;
    static struct judged_position position;
    struct replay const *const walk = &task->situations.walk;
    int moves[EACH_MAX];
    if (task->games_used == task->most || game->width != JUDGE_SIZE ||
        game->height != JUDGE_SIZE)
        return true;
    if (!walk_to_end(task, game, why))
        return false;
    if (walk->setup || walk->number < EARLIEST || !begin(task, game, &position))
        return true;
    draw_moves(task, origin, moves);
    task->games_used++;
    situations_start(&task->situations, game);
    while (situations_next(&task->situations, why)) {
        if (!is_drawn(moves, task->each, walk->number + 1))
            continue;
        if (!judge(task, &position, origin, walk->number + 1, why))
            return false;
    }
    return true;
}

/* ---------------------------------------------------------------- options */

enum {
    OPTION_ORIGIN = 256,
    OPTION_EACH,
    OPTION_MOST,
    OPTION_RECORDED,
    OPTION_SETTLE,
    OPTION_HEAR,
    OPTION_CHECK,
    OPTION_WITHIN,
    OPTION_DISPUTED,
    OPTION_SEED
};

static struct argp_option const options[] = {
    {"origin", OPTION_ORIGIN, "WORD", 0, "What these games are called (test)", 0},
    {"each", OPTION_EACH, "N", 0, "Positions of a game (1)", 0},
    {"most", OPTION_MOST, "N", 0, "Games to take them from (1000)", 0},
    {"recorded", OPTION_RECORDED, NULL, 0,
     "Take games whose record says what we count, and believe it", 0},
    {"settle", OPTION_SETTLE, "N", 0,
     "Hear Hishi too, playing on with N playouts a move (0: nobody but the game)", 0},
    {"hear", OPTION_HEAR, "N", 0, "Do so in the first N games only (1000000)", 0},
    {"check", OPTION_CHECK, "N", 0, "Playouts of the long search (20000)", 0},
    {"within", OPTION_WITHIN, "X", 0,
     "Points by which two witnesses may differ, and agree (10)", 0},
    {"disputed", OPTION_DISPUTED, "FILE", 0,
     "Put positions there about which no two agree", 0},
    {"seed", OPTION_SEED, "N", 0, "Seed of everything that is drawn (1)", 0},
    {0},
};

static struct cmdline_row const straight[] = {
    CMDLINE_TEXT(struct positions_task, disputed, OPTION_DISPUTED),
    CMDLINE_NUMBER(struct positions_task, each, OPTION_EACH, 1, EACH_MAX),
    CMDLINE_NUMBER(struct positions_task, most, OPTION_MOST, 1, 1000000),
    CMDLINE_FLAG(struct positions_task, recorded, OPTION_RECORDED),
    CMDLINE_NUMBER(struct positions_task, hear, OPTION_HEAR, 0, 1000000),
    CMDLINE_NUMBER(struct positions_task, settle, OPTION_SETTLE, 0, 100000),
    CMDLINE_NUMBER(struct positions_task, check, OPTION_CHECK, 1, 1000000),
    CMDLINE_NUMBER(struct positions_task, seed, OPTION_SEED, 0, 1000000000),
    {0},
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct positions_task *const task = state->input;
    size_t const word = arg ? strcspn(arg, " \t\r\n") : 0;
    switch (key) {
    case OPTION_ORIGIN:
        if (word == 0 || arg[word] || word >= JUDGED_WORD)
            argp_error(state, "--origin is a word of at most %d letters, not '%s'",
                       JUDGED_WORD - 1, arg);
        task->origin = arg;
        return 0;
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &task->games;
        return 0;
    case OPTION_WITHIN:
        task->within = cmdline_real(arg, 0, 1000, state);
        return 0;
    default:
        return cmdline_take(straight, key, arg, state);
    }
}

static struct argp const argp = {
    .options = options,
    .parser = parse,
    .args_doc = "GAMES...",
    .doc = "Draw positions between moves 80 and 220 of games on 19x19 with what became "
           "of them, as text that `hishi report lead' reads.",
    .children = selection_children,
};

static void open_all(struct positions_task *task)
{
    task->rules = rules_find("chinese");
    goban_init(&task->goban, JUDGE_SIZE, JUDGE_SIZE);
    if (task->disputed && !(task->put_aside = fopen(task->disputed, "a")))
        error(EXIT_FAILURE, errno, "%s", task->disputed);
    if (!task->settle)
        return;
    params_reset(tuning_params, &task->playing);
    task->playing.search.playouts = task->settle;
    task->playing.resign_below = 0;
    task->mind = foresight_mind(task->seed);
}

int report_positions_main(int argc, char **argv)
{
    struct positions_task task = {.games.splits = 1 << SPLIT_TEST,
                                  .origin = "test",
                                  .each = 1,
                                  .most = 1000,
                                  .hear = 1000000,
                                  .check = 20000,
                                  .within = WITNESSES_AGREE,
                                  .seed = 1};
    cmdline_parse(&argp, argc, argv, &task);
    open_all(&task);
    games_each(&task.games, take, &task);
    fprintf(stderr, "%ld games, %ld positions; of %ld it is not known\n",
            task.games_used, task.kept, task.dropped);
    if (task.put_aside && fclose(task.put_aside) != 0)
        error(EXIT_FAILURE, errno, "%s", task.disputed);
    report_needs(task.kept, "positions that are judged alike");
    situations_release(&task.situations);
    goban_release(&task.goban);
    mind_free(task.mind);
    return 0;
}
