/* What GoGui asks for (doc of GoGui 1.5 and 1.6, "GTP extensions"). */
#include <config.h>

#include "gtp/command.h"
#include "gtp/session.h"

#include <stdlib.h>
#include <xalloc.h>

/* Arguments: none.  Fails: never.  Returns: one menu entry a line,
   type/label/command.  Status: GoGui.  */
static bool run_analyze_commands(struct session *session, struct arguments const *args,
                                 FILE *reply, struct failure *why)
{
    (void)session, (void)args, (void)why;
    struct gtp_command const *command;
    for (int n = 0; (command = command_nth(n)); n++)
        for (char const *const *line = command->menu; line && *line; line++)
            fprintf(reply, "%s\n", *line);
    return true;
}

/* Arguments: none.  Fails: never.  Returns: nothing, which means that we listen
   while we think and that `# interrupt' ends it.  Status: GoGui.  */
static bool run_interrupt(struct session *session, struct arguments const *args,
                          FILE *reply, struct failure *why)
{
    (void)session, (void)args, (void)reply, (void)why;
    return true;
}

/* Arguments: GoGui's version.  Fails: never.  Returns: nothing; GoGui would give
   up on an error.  Status: GoGui.  */
static bool run_version(struct session *session, struct arguments const *args,
                        FILE *reply, struct failure *why)
{
    (void)session, (void)args, (void)reply, (void)why;
    return true;
}

/* Arguments: none.  Fails: never.  Returns: what the window's title shows.
   Status: GoGui.  */
static bool run_title(struct session *session, struct arguments const *args,
                      FILE *reply, struct failure *why)
{
    (void)args, (void)why;
    fprintf(reply, "Hishi " HISHI_VERSION ", %s rules", session_rules(session)->name);
    return true;
}

/* The arguments as pairs of color and vertex, to be freed; or NULL.  */
static struct move *read_moves(struct session *session, struct arguments const *args,
                               bool pass_allowed, int *count, struct failure *why)
{
    if (args->count % 2 != 0) {
        failed(why, "there is a color without a point, or the other way round");
        return NULL;
    }
    *count = args->count / 2;
    struct move *const moves = xnmalloc((size_t)*count + 1, sizeof *moves);
    for (int i = 0; i < *count; i++)
        if (!arguments_move(args, 2 * i, session_board(session), &moves[i], why) ||
            (!pass_allowed && moves[i].at == PASS &&
             !failed(why, "a pass is no stone"))) {
            free(moves);
            return NULL;
        }
    return moves;
}

/* Arguments: color and vertex, any number of times.  Fails: one of them cannot
   be played.  Returns: nothing.  Status: GoGui.  */
static bool run_play_sequence(struct session *session, struct arguments const *args,
                              FILE *reply, struct failure *why)
{
    (void)reply;
    int count;
    struct failure reason;
    struct move *const moves = read_moves(session, args, true, &count, why);
    if (!moves)
        return false;
    bool const played = session_play(session, moves, count, &reason) ||
                        failed(why, "illegal move\n%s", reason.text);
    free(moves);
    return played;
}

/* Arguments: color and point, any number of times.  Fails: board not empty, a
   point twice, a chain without liberty.  Returns: nothing.  Status: GoGui.  */
static bool run_setup(struct session *session, struct arguments const *args,
                      FILE *reply, struct failure *why)
{
    (void)reply;
    int count;
    struct move *const stones = read_moves(session, args, false, &count, why);
    bool const stand = stones && session_setup(session, stones, count, why);
    free(stones);
    return stand;
}

/* Arguments: color.  Fails: wrong color.  Returns: nothing; the color is to move.
   Status: GoGui.  */
static bool run_setup_player(struct session *session, struct arguments const *args,
                             FILE *reply, struct failure *why)
{
    (void)reply;
    enum color color;
    return arguments_color(args, 0, &color, why) && session_turn(session, color, why);
}

/* Arguments: none, or a parameter and its value.  Fails: no such parameter, or
   not its value.  Returns: without arguments, all of them, [type] name value a
   line.  Status: ours, of GoGui's type `param'.  */
static bool run_param(struct session *session, struct arguments const *args,
                      FILE *reply, struct failure *why)
{
    struct tuning *const tuning = session_tuning(session);
    if (args->count == 1)
        return failed(why, "usage: gogui-param [NAME VALUE]");
    if (args->count == 2)
        return params_set(tuning_params, tuning, args->word[0], args->word[1], why);
    for (struct param const *row = tuning_params; row->name; row++) {
        fprintf(reply, "%s%s ", row->kind == PARAM_BOOL ? "[bool] " : "", row->name);
        params_print(row, tuning, reply);
        fputc('\n', reply);
    }
    return true;
}

/* clang-format off */
static char const *const param_menu[] = {"param/Parameters/gogui-param", NULL};

struct gtp_command const gogui_commands[] = {
    {"gogui-analyze_commands", run_analyze_commands, 0, 0, "", "the entries of GoGui's menu", NULL},
    {"gogui-interrupt", run_interrupt, 0, 0, "", "yes, `# interrupt` ends thinking", NULL},
    {"gogui-version", run_version, 0, 1, "[VERSION]", "GoGui introduces itself", NULL},
    {"gogui-title", run_title, 0, 0, "", "the title of the window", NULL},
    {"gogui-play_sequence", run_play_sequence, 0, MANY, "COLOR VERTEX...", "play moves, all or none", NULL},
    /* A chain without liberties, which GoGui would allow, is refused: no rule
       says what happens to it next.  */
    {"gogui-setup", run_setup, 0, MANY, "COLOR POINT...", "stones on an empty board, all or none", NULL},
    {"gogui-setup_player", run_setup_player, 1, 1, "COLOR", "who is to move", NULL},
    {"gogui-param", run_param, 0, 2, "[NAME VALUE]", "list the parameters, or set one", param_menu},
    {0},
};
/* clang-format on */
