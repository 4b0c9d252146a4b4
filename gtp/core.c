/* The commands of GTP 2, draft 2, all of them.

   Where clients disagree with each other or with the specification, the
   decision stands beside the row it concerns.  */
#include <config.h>

#include "gtp/reply.h"
#include "player/handicap.h"

#include "engine/go/drawing.h"

#include <limits.h>
#include <math.h>
#include <string.h>

/* ------------------------------------------------------------ administration */

/* Arguments: none.  Fails: never.  Returns: 2.  Status: GTP 2.  */
static bool run_protocol_version(struct call *call)
{
    fputs("2", call->reply);
    return true;
}

/* Arguments: none.  Fails: never.  Returns: the name.  Status: GTP 2.  */
static bool run_name(struct call *call)
{
    fputs("Hishi", call->reply);
    return true;
}

/* Arguments: none.  Fails: never.  Returns: the version.  Status: GTP 2.  */
static bool run_version(struct call *call)
{
    fputs(HISHI_VERSION, call->reply);
    return true;
}

/* Arguments: a name.  Fails: never.  Returns: true or false.  Status: GTP 2.  */
static bool run_known_command(struct call *call)
{
    bool const known = call->args.count > 0 && command_find(call->args.word[0]);
    fputs(known ? "true" : "false", call->reply);
    return true;
}

/* Arguments: none.  Fails: never.  Returns: all commands, one a line.
   Status: GTP 2.  */
static bool run_list_commands(struct call *call)
{
    struct gtp_command const *command;
    for (int n = 0; (command = command_nth(n)); n++)
        fprintf(call->reply, "%s\n", command->name);
    return true;
}

/* Arguments: none.  Fails: never.  Returns: nothing; the session is over.
   Status: GTP 2.  */
static bool run_quit(struct call *call)
{
    session_quit(call->session);
    return true;
}

/* ------------------------------------------------------------ setup */

/* Arguments: size, or width and height.  Fails: a size that no board has.
   Returns: nothing; the board is empty.  Status: GTP 2, width and height ours.  */
static bool run_boardsize(struct call *call)
{
    int width, height;
    return arguments_int(&call->args, 0, INT_MIN, INT_MAX, &width, call->why) &&
           arguments_int(&call->args, call->args.count - 1, INT_MIN, INT_MAX, &height,
                         call->why) &&
           session_resize(call->session, width, height, call->why);
}

/* Arguments: none.  Fails: never.  Returns: nothing.  Status: GTP 2.  */
static bool run_clear_board(struct call *call)
{
    session_clear(call->session);
    return true;
}

/* Arguments: a number.  Fails: not a number.  Returns: nothing.
   Status: GTP 2.  */
static bool run_komi(struct call *call)
{
    double komi;
    if (!arguments_number(&call->args, 0, &komi, call->why))
        return false;
    session_set_komi(call->session, komi);
    return true;
}

/* Arguments: number of stones.  Fails: not 2 to the board's largest, board not
   empty.  Returns: the points.  Status: GTP 2.  */
static bool run_fixed_handicap(struct call *call)
{
    struct board const *const board = session_board(call->session);
    point list[AREA_MAX];
    struct failure reason;
    int count;
    if (!arguments_int(&call->args, 0, INT_MIN, INT_MAX, &count, call->why))
        return false;
    if (!rules_handicap(board->width, board->height, count, list, &reason))
        return failed(call->why, "invalid handicap\n%s", reason.text);
    if (!session_give_handicap(call->session, list, count, call->why))
        return false;
    reply_points(list, count, call->reply);
    return true;
}

/* Arguments: number of stones.  Fails: below 2 or no point left free, board not
   empty.  Returns: the points, exactly as many as asked for.  Status: GTP 2.  */
static bool run_place_free_handicap(struct call *call)
{
    struct board const *const board = session_board(call->session);
    point list[AREA_MAX];
    int count;
    if (!arguments_int(&call->args, 0, 2, board->width * board->height - 1, &count,
                       call->why))
        return false;
    handicap_choose(board, count, list);
    if (!session_give_handicap(call->session, list, count, call->why))
        return false;
    reply_points(list, count, call->reply);
    return true;
}

/* Arguments: two points or more.  Fails: one point, a point twice, pass, no
   point left free, board not empty.  Returns: nothing.  Status: GTP 2.  */
static bool run_set_free_handicap(struct call *call)
{
    struct board const *const board = session_board(call->session);
    point list[AREA_MAX];
    if (call->args.count < 2 || call->args.count >= board->width * board->height)
        return failed(call->why,
                      "invalid handicap\na handicap is two stones or more, and "
                      "leaves a point free");
    for (int i = 0; i < call->args.count; i++)
        if (!arguments_point(&call->args, i, board, &list[i], call->why))
            return false;
    return session_give_handicap(call->session, list, call->args.count, call->why);
}

/* ------------------------------------------------------------ play */

/* Arguments: color, vertex.  Fails: wrong color or vertex, illegal move.
   Returns: nothing.  Status: GTP 2.  */
static bool run_play(struct call *call)
{
    struct move move;
    struct failure reason;
    if (!arguments_move(&call->args, 0, session_board(call->session), &move, call->why))
        return false;
    return session_play(call->session, &move, 1, &reason) ||
           failed(call->why, "illegal move\n%s", reason.text);
}

/* Arguments: color.  Fails: wrong color.  Returns: a vertex or resign; the move
   has been played.  Status: GTP 2.  */
static bool run_genmove(struct call *call)
{
    return reply_genmove(call, GENMOVE_PLAY);
}

/* Arguments: color.  Fails: wrong color.  Returns: what genmove would.
   Status: GTP 2.  */
static bool run_reg_genmove(struct call *call)
{
    return reply_genmove(call, GENMOVE_ASK);
}

/* Arguments: an ignored one.  Fails: no move to take back.  Returns: nothing.
   Status: GTP 2.  */
static bool run_undo(struct call *call)
{
    return session_undo(call->session, 1, call->why);
}

/* ------------------------------------------------------------ time */

/* Arguments: main time, period, stones a period.  Fails: not numbers.
   Returns: nothing.  Status: GTP 2.  */
static bool run_time_settings(struct call *call)
{
    double main_s, period_s;
    int stones;
    if (!arguments_number(&call->args, 0, &main_s, call->why) ||
        !arguments_number(&call->args, 1, &period_s, call->why) ||
        !arguments_int(&call->args, 2, INT_MIN, INT_MAX, &stones, call->why))
        return false;
    struct clock_settings const settings = clock_canadian(main_s, period_s, stones);
    session_set_time(call->session, &settings);
    return true;
}

/* Arguments: color, seconds, stones.  Fails: wrong color, not numbers.
   Returns: nothing.  Status: GTP 2; with kgs-time_settings byoyomi the last
   number is the periods left.  */
static bool run_time_left(struct call *call)
{
    enum color color;
    double left_s;
    int count;
    if (!arguments_color(&call->args, 0, &color, call->why) ||
        !arguments_number(&call->args, 1, &left_s, call->why) ||
        !arguments_int(&call->args, 2, INT_MIN, INT_MAX, &count, call->why))
        return false;
    session_time_left(call->session, color, left_s, count);
    return true;
}

/* ------------------------------------------------------------ the end of a game */

/* Arguments: none.  Fails: never.  Returns: B+3.5, W+2 or 0.  Status: GTP 2.  */
static bool run_final_score(struct call *call)
{
    double const score = session_score(call->session);
    if (score == 0)
        fputs("0", call->reply);
    else
        fprintf(call->reply, "%c+%.15g", score > 0 ? 'B' : 'W', fabs(score));
    return true;
}

static bool parse_status(char const *word, enum status *status, struct failure *why)
{
    static char const *const names[] = {
        [STATUS_ALIVE] = "alive", [STATUS_DEAD] = "dead", [STATUS_SEKI] = "seki"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(word, names[i]) == 0) {
            *status = (enum status)i;
            return true;
        }
    return failed(why, "'%.20s' is not alive, dead or seki", word);
}

/* Arguments: alive, dead or seki.  Fails: another word.  Returns: the stones,
   one chain a line.  Status: GTP 2.  */
static bool run_final_status_list(struct call *call)
{
    struct board const *const board = session_board(call->session);
    enum status wanted = STATUS_ALIVE, status[POINTS];
    if (!parse_status(call->args.word[0], &wanted, call->why))
        return false;
    session_status(call->session, status);
    for (point p = board_first_point(); p; p = board_next_point(board, p))
        if (board_color(board, p) != EMPTY && board_chain(board, p)->stone == p &&
            status[p] == wanted)
            reply_chain(board, p, call->reply);
    return true;
}

/* ------------------------------------------------------------ tools */

/* Arguments: a file, and perhaps a move number.  Fails: the file or the game in
   it cannot be used.  Returns: nothing; the position is the one before that
   move, or the last.  Status: GTP 2.  */
static bool run_loadsgf(struct call *call)
{
    int number = 0;
    struct failure reason;
    if (call->args.count > 1 &&
        !arguments_int(&call->args, 1, 1, INT_MAX, &number, call->why))
        return false;
    return session_load(call->session, call->args.word[0], number, &reason) ||
           failed(call->why, "cannot load file\n%s", reason.text);
}

/* Arguments: none.  Fails: never.  Returns: a diagram.  Status: GTP 2.  */
static bool run_showboard(struct call *call)
{
    struct board const *const board = session_board(call->session);
    fputc('\n', call->reply);
    drawing_put(board, &look_plain, call->reply);
    fprintf(call->reply,
            "Black (X) has taken %d, White (O) %d; %s to move, after move %d",
            board->prisoners[WHITE], board->prisoners[BLACK],
            color_name((enum color)board->to_move), board->moves);
    return true;
}

/* ------------------------------------------------------------ the table */

/* clang-format off */
static char const *const score_menu[] = {"string/Final Score/final_score", NULL};
static char const *const status_menu[] = {
    "plist/Dead Stones/final_status_list dead",
    "plist/Alive Stones/final_status_list alive",
    "plist/Seki Stones/final_status_list seki", NULL};
static char const *const ask_menu[] = {"string/Suggest Move/reg_genmove %m", NULL};
static char const *const board_menu[] = {"string/Show Board/showboard", NULL};

struct gtp_command const core_commands[] = {
    {"protocol_version", run_protocol_version, 0, 0, "", "the version of GTP: 2", NULL},
    {"name", run_name, 0, 0, "", "the engine's name", NULL},
    /* Lizzie refuses engines whose second number is below 15.  */
    {"version", run_version, 0, 0, "", "the engine's version", NULL},
    /* GNU Go answers false without an argument, so do we.  */
    {"known_command", run_known_command, 0, MANY, "NAME", "is there such a command?", NULL},
    {"list_commands", run_list_commands, 0, 0, "", "all commands", NULL},
    {"quit", run_quit, 0, 0, "", "answer, and end", NULL},
    /* Lizzie and gtp2ogs ask for rectangles this way; GNU Go takes the first
       number for a square, which nobody notices.  */
    {"boardsize", run_boardsize, 1, 2, "SIZE [HEIGHT]", "an empty board, 2x2 to 25x25", NULL},
    /* Komi, time settings and rules survive: gogui-twogtp sends komi once for
       many games, Sabaki and CGOS send it before clear_board.  */
    {"clear_board", run_clear_board, 0, 0, "", "a new game; komi, time settings and rules stay", NULL},
    /* Any number: Sabaki gives up an engine that refuses one.  */
    {"komi", run_komi, 1, 1, "NUMBER", "points for White", NULL},
    {"fixed_handicap", run_fixed_handicap, 1, 1, "COUNT", "handicap stones on the usual points", NULL},
    /* Never fewer than asked for: gtp2ogs would resign the game.  */
    {"place_free_handicap", run_place_free_handicap, 1, 1, "COUNT", "handicap stones where the engine likes", NULL},
    /* One stone is an error as in the specification and in GNU Go.  LizGoban
       then takes the command for missing and plays the stones one by one,
       which comes to the same.  */
    {"set_free_handicap", run_set_free_handicap, 1, MANY, "POINT POINT...", "handicap stones on these points", NULL},
    /* Either color at any time: clients set up positions this way.  A game
       that begins with several black moves counts as a handicap game.  */
    {"play", run_play, 2, 2, "COLOR VERTEX", "play a move", NULL},
    {"genmove", run_genmove, 1, 1, "COLOR", "decide on a move, and play it", NULL},
    /* qGo sends `undo 0'; like GNU Go and KataGo we take back one move.  */
    {"undo", run_undo, 0, 1, "", "take back a move", NULL},
    /* 0 1 0 and 1 1 0 (a period but no stones) mean: no limit.  */
    {"time_settings", run_time_settings, 3, 3, "MAIN PERIOD STONES", "seconds of main time and per period of so many stones", NULL},
    /* The specification has whole seconds, LizzieYzy fractions, and some
       clocks are below zero already: nothing is refused.  */
    {"time_left", run_time_left, 3, 3, "COLOR SECONDS STONES", "what is left on a clock", NULL},
    {"final_score", run_final_score, 0, 0, "", "the score, dead stones taken off", score_menu},
    {"final_status_list", run_final_status_list, 1, 1, "alive|dead|seki", "stones by their status", status_menu},
    /* GNU Go returns the side to move; the specification, and we, nothing.  */
    {"loadsgf", run_loadsgf, 1, 2, "FILE [MOVE]", "a game from a file, before the move of that number", NULL},
    {"reg_genmove", run_reg_genmove, 1, 1, "COLOR", "decide on a move, and do not play it", ask_menu},
    {"showboard", run_showboard, 0, 0, "", "draw the board", board_menu},
    {0},
};
/* clang-format on */
