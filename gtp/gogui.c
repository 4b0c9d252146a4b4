/* What GoGui asks for (doc of GoGui 1.5 and 1.6, "GTP extensions"). */
#include <config.h>

#include "gtp/reply.h"

#include <stdlib.h>
#include <string.h>

/* Arguments: none.  Fails: never.  Returns: one menu entry a line,
   type/label/command.  Status: GoGui; whoever asks is one, and sees live graphics.  */
static bool run_analyze_commands(struct call *call)
{
    struct tuning *const tuning = session_tuning(call->session);
    struct gtp_command const *command;
    if (tuning->live_graphics == LIVE_AUTO)
        tuning->live_graphics = LIVE_ON;
    for (int n = 0; (command = command_nth(n)); n++)
        for (char const *const *line = command->menu; line && *line; line++)
            fprintf(call->reply, "%s\n", *line);
    return true;
}

/* Arguments: none.  Fails: never.  Returns: what the window's title shows.
   Status: GoGui.  */
static bool run_title(struct call *call)
{
    fprintf(call->reply, "Hishi " HISHI_VERSION ", %s rules",
            session_rules(call->session)->name);
    return true;
}

/* Arguments: color and vertex, any number of times.  Fails: one of them cannot
   be played.  Returns: nothing.  Status: GoGui.  */
static bool run_play_sequence(struct call *call)
{
    int count;
    struct failure reason;
    struct move *const moves = arguments_moves(
        &call->args, session_board(call->session), true, &count, call->why);
    if (!moves)
        return false;
    bool const played = session_play(call->session, moves, count, &reason) ||
                        failed(call->why, "illegal move\n%s", reason.text);
    free(moves);
    return played;
}

/* Arguments: color and point, any number of times.  Fails: board not empty, a
   point twice, a chain without liberty.  Returns: nothing.  Status: GoGui.  */
static bool run_setup(struct call *call)
{
    int count;
    struct move *const stones = arguments_moves(
        &call->args, session_board(call->session), false, &count, call->why);
    bool const stand = stones && session_setup(call->session, stones, count, call->why);
    free(stones);
    return stand;
}

/* Arguments: color.  Fails: wrong color.  Returns: nothing; the color is to move.
   Status: GoGui.  */
static bool run_setup_player(struct call *call)
{
    enum color color;
    return arguments_color(&call->args, 0, &color, call->why) &&
           session_turn(call->session, color, call->why);
}

static void print_type(struct param const *row, FILE *out)
{
    if (row->kind == PARAM_BOOL)
        fputs("[bool] ", out);
    if (row->kind == PARAM_TEXT)
        fputs("[string] ", out);
    if (row->kind != PARAM_WORD)
        return;
    fputs("[list", out);
    for (int i = 0; row->words[i]; i++)
        fprintf(out, "/%s", row->words[i]);
    fputs("] ", out);
}

/* Set a parameter, unless there is not the memory for it.  */
static bool set_param(struct session *session, char const *name, char const *value,
                      struct failure *why)
{
    struct tuning *const tuning = session_tuning(session), before = *tuning;
    if (!tuning_set(tuning, name, value, why))
        return false;
    if (tuning->search.memory_mb <= before.search.memory_mb ||
        session_reserve(session, why))
        return true;
    *tuning = before;
    session_reserve(session, NULL);
    return false;
}

/* The rows whose names have no dot.  */
static char const player_group[] = "player";

/* By which name ROW is listed with GROUP, the part before the dot; with all (NULL) by
   its own; NULL if it is not of the group.  */
static char const *name_within(struct param const *row, char const *group)
{
    char const *const dot = strchr(row->name, '.');
    if (!group)
        return row->name;
    if (!dot)
        return strcmp(group, player_group) == 0 ? row->name : NULL;
    size_t const length = (size_t)(dot - row->name);
    return strlen(group) == length && memcmp(row->name, group, length) == 0 ? dot + 1
                                                                            : NULL;
}

/* The first row of GROUP that is called NAME there, or by any name (NULL).  */
static struct param const *find_row(char const *group, char const *name)
{
    for (struct param const *row = tuning_params; row->name; row++) {
        char const *const within = name_within(row, group);
        if (within && (!name || strcmp(within, name) == 0))
            return row;
    }
    return NULL;
}

static void list_params(struct tuning const *tuning, char const *group, FILE *reply)
{
    for (struct param const *row = tuning_params; row->name; row++) {
        char const *const name = name_within(row, group);
        if (!name)
            continue;
        print_type(row, reply);
        fprintf(reply, "%s ", name);
        params_print(row, tuning, reply);
        fputc('\n', reply);
    }
}

/* Arguments: perhaps a group; none, or a parameter and its value.  Fails: no such
   parameter, not its value, or not enough memory for it.  Returns: without a parameter,
   all of them or of the group, [type] name value a line.  Status: ours, of GoGui's type
   `param': its dialog makes a window as wide as a screen of all of them, so that its
   menu has the groups.  */
static bool run_param(struct call *call)
{
    char *const *word = call->args.word;
    char const *const group =
        call->args.count && find_row(word[0], NULL) ? word[0] : NULL;
    int const count = call->args.count - (group ? 1 : 0);
    word += group ? 1 : 0;
    if (!count) {
        list_params(session_tuning(call->session), group, call->reply);
        return true;
    }
    struct param const *const row = find_row(group, word[0]);
    /* An empty text is no word on the line of a command.  */
    if (count > 2 || (count == 1 && !(row && row->kind == PARAM_TEXT)))
        return failed(call->why, "usage: gogui-param [GROUP] [NAME VALUE]");
    if (!row)
        return failed(call->why, "there is no parameter '%.40s'", word[0]);
    return set_param(call->session, row->name, count == 2 ? word[1] : "", call->why);
}

/* clang-format off */
static char const *const param_menu[] = {
    "param/Parameters/gogui-param player",
    "param/Parameters of the sources/gogui-param sources",
    "param/Parameters of the search/gogui-param search",
    "param/Parameters of lookahead/gogui-param lookahead",
    NULL,
};

struct gtp_command const gogui_commands[] = {
    {"gogui-analyze_commands", run_analyze_commands, 0, 0, "", "the entries of GoGui's menu", NULL},
    /* Arguments: none.  Fails: never.  Returns: nothing, which means that we
       listen while we think.  Status: GoGui.  */
    {"gogui-interrupt", reply_nothing, 0, 0, "", "yes, `# interrupt` ends thinking", NULL},
    /* Arguments: GoGui's version.  Fails: never: GoGui would give up.  Returns:
       nothing.  Status: GoGui.  */
    {"gogui-version", reply_nothing, 0, 1, "[VERSION]", "GoGui introduces itself", NULL},
    {"gogui-title", run_title, 0, 0, "", "the title of the window", NULL},
    {"gogui-play_sequence", run_play_sequence, 0, MANY, "COLOR VERTEX...", "play moves, all or none", NULL},
    /* A chain without liberties, which GoGui would allow, is refused: no rule
       says what happens to it next.  */
    {"gogui-setup", run_setup, 0, MANY, "COLOR POINT...", "stones on an empty board, all or none", NULL},
    {"gogui-setup_player", run_setup_player, 1, 1, "COLOR", "who is to move", NULL},
    {"gogui-param", run_param, 0, 3, "[GROUP] [NAME VALUE]", "list the parameters, all or of a group (player, sources, search, lookahead), or set one", param_menu},
    {0},
};
/* clang-format on */
