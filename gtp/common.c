/* Commands that are in no standard, and in most engines. */
#include <config.h>

#include "engine/base/seconds.h"
#include "gtp/reply.h"

#include <limits.h>
#include <string.h>

static void describe(struct gtp_command const *command, FILE *reply)
{
    fprintf(reply, "%s%s%s: %s\n", command->name, *command->usage ? " " : "",
            command->usage, command->help);
}

static bool say_help(struct call *call)
{
    struct gtp_command const *command;
    if (call->args.count > 0) {
        command = command_find(call->args.word[0]);
        if (!command)
            return failed(call->why, "unknown command");
        describe(command, call->reply);
        return true;
    }
    for (int n = 0; (command = command_nth(n)); n++)
        describe(command, call->reply);
    return true;
}

/* Arguments: perhaps a command.  Fails: there is no such command.  Returns: what
   it does, or what all do, a paragraph each.  Status: GNU Go, with more to say.  */
static bool run_help(struct call *call)
{
    return reply_folded(call, say_help);
}

/* Arguments: width, height.  Fails: a size that no board has.  Returns: nothing;
   the board is empty.  Status: KataGo; Sabaki, q5Go and LizzieYzy send it.  */
static bool run_rectangular_boardsize(struct call *call)
{
    int width, height;
    return arguments_int(&call->args, 0, INT_MIN, INT_MAX, &width, call->why) &&
           arguments_int(&call->args, 1, INT_MIN, INT_MAX, &height, call->why) &&
           session_resize(call->session, width, height, call->why);
}

/* Arguments: none.  Fails: never.  Returns: the komi.  Status: GNU Go, KataGo.  */
static bool run_get_komi(struct call *call)
{
    fprintf(call->reply, "%.15g", session_komi(call->session));
    return true;
}

/* Arguments: none.  Fails: never.  Returns: seconds of processor time since the
   start.  Status: GNU Go; gogui-twogtp and gogui-regress ask for it.  */
static bool run_cputime(struct call *call)
{
    fprintf(call->reply, "%.3f", program_cpu_s());
    return true;
}

/* Arguments: perhaps a number.  Fails: there are fewer moves.  Returns: nothing.
   Status: GNU Go; GoGui takes back several moves this way.  */
static bool run_gg_undo(struct call *call)
{
    int count = 1;
    return (call->args.count == 0 ||
            arguments_int(&call->args, 0, 1, INT_MAX, &count, call->why)) &&
           session_undo(call->session, count, call->why);
}

/* Arguments: perhaps a file.  Fails: it cannot be written.  Returns: the game so far as
   SGF, or nothing when it went into a file.  Status: GNU Go, KataGo; `-' is no file. */
static bool run_printsgf(struct call *call)
{
    struct session_title const title = {"", "", ""};
    bool const reply = call->args.count == 0 || strcmp(call->args.word[0], "-") == 0;
    if (!reply)
        return session_save(call->session, &title, call->args.word[0], call->why);
    session_print(call->session, &title, call->reply);
    return true;
}

/* clang-format off */
static char const *const help_menu[] = {"string/Help/help", NULL};
static char const *const cputime_menu[] = {"string/Processor Time/cputime", NULL};

struct gtp_command const common_commands[] = {
    {"help", run_help, 0, 1, "[NAME]", "what a command does, or all of them", help_menu},
    {"rectangular_boardsize", run_rectangular_boardsize, 2, 2, "WIDTH HEIGHT", "an empty board that need not be square", NULL},
    {"get_komi", run_get_komi, 0, 0, "", "the komi", NULL},
    {"cputime", run_cputime, 0, 0, "", "seconds of processor time used", cputime_menu},
    {"printsgf", run_printsgf, 0, 1, "[FILE]", "the game so far as SGF, or into a file", NULL},
    {"gg-undo", run_gg_undo, 0, 1, "[COUNT]", "take back several moves, or none if there are fewer", NULL},
    {0},
};
/* clang-format on */
