/* What servers ask for: KGS through kgsGtp, and OGS through gtp2ogs, which
   speaks the same dialect. */
#include <config.h>

#include "gtp/reply.h"

#include "player/explain.h"

#include <string.h>

/* Arguments: the name of a rule set; more words are ignored, as kgsGtp demands.
   Fails: no such rules.  Returns: nothing.  Status: KGS.  */
static bool run_kgs_rules(struct call *call)
{
    struct rules const *const rules = rules_find(call->args.word[0]);
    if (!rules)
        return failed(call->why, "no rules are called '%.40s'", call->args.word[0]);
    session_set_rules(call->session, rules);
    return true;
}

/* Arguments: a system, and its numbers in seconds.  Fails: no such system, not
   its numbers.  Returns: nothing.  Status: KGS.  */
static bool run_kgs_time_settings(struct call *call)
{
    static struct {
        char const *name;
        enum clock_kind kind;
        int numbers;
    } const systems[] = {
        {"none", CLOCK_NONE, 0},
        {"absolute", CLOCK_ABSOLUTE, 1},
        {"byoyomi", CLOCK_BYOYOMI, 3},
        {"canadian", CLOCK_CANADIAN, 3},
    };
    enum { SYSTEMS = sizeof systems / sizeof *systems, COUNT_MAX = 1000000 };
    int row = 0;
    while (row < SYSTEMS && strcmp(systems[row].name, call->args.word[0]) != 0)
        row++;
    if (row == SYSTEMS || call->args.count != 1 + systems[row].numbers)
        return failed(call->why,
                      "time is none, absolute MAIN, byoyomi MAIN PERIOD PERIODS "
                      "or canadian MAIN PERIOD STONES");
    struct clock_settings settings = {.kind = systems[row].kind};
    if ((call->args.count > 1 &&
         !arguments_number(&call->args, 1, &settings.main_s, call->why)) ||
        (call->args.count > 2 &&
         !arguments_number(&call->args, 2, &settings.period_s, call->why)) ||
        (call->args.count > 3 &&
         !arguments_int(&call->args, 3, 0, COUNT_MAX, &settings.count, call->why)))
        return false;
    session_set_time(call->session, &settings);
    return true;
}

/* Arguments: a system, and its numbers in seconds; KataGo's -1 for a time a move is
   passed over.  Fails: no such system, not its numbers.  Returns: nothing.
   Status: OGS, through gtp2ogs.  */
static bool run_kata_time_settings(struct call *call)
{
    char const *const name = call->args.word[0];
    bool const capped = strcmp(name, "fischer-capped") == 0;
    struct clock_settings settings = {.kind = CLOCK_FISCHER};
    if (!capped && strcmp(name, "fischer") != 0)
        return run_kgs_time_settings(call);
    if (call->args.count < (capped ? 4 : 3))
        return failed(call->why, "%s needs MAIN INCREMENT%s", name,
                      capped ? " MOST" : "");
    if (!arguments_number(&call->args, 1, &settings.main_s, call->why) ||
        !arguments_number(&call->args, 2, &settings.period_s, call->why) ||
        (capped && !arguments_number(&call->args, 3, &settings.most_s, call->why)))
        return false;
    session_set_time(call->session, &settings);
    return true;
}

/* Arguments: none.  Fails: never.  Returns: what kata-time_settings knows.
   Status: OGS, through gtp2ogs.  */
static bool run_kata_list_time_settings(struct call *call)
{
    fputs("none absolute byoyomi canadian fischer fischer-capped", call->reply);
    return true;
}

/* Arguments: color.  Fails: wrong color.  Returns: a vertex, pass only when no
   dead enemy stones are left; the move has been played.  Status: KGS.  */
static bool run_kgs_genmove_cleanup(struct call *call)
{
    return reply_genmove(call, GENMOVE_CLEANUP);
}

static bool says(struct arguments const *message, char const *word)
{
    for (int i = 0; i < message->count; i++)
        if (strcasestr(message->word[i], word))
            return true;
    return false;
}

/* The point that the message names, if it names one.  */
static bool names_point(struct arguments const *message, struct board const *board,
                        point *at)
{
    for (int i = 0; i < message->count; i++) {
        char word[POINT_TEXT];
        size_t const length = strcspn(message->word[i], "?!.,");
        if (length >= sizeof word)
            continue;
        memcpy(word, message->word[i], length);
        word[length] = '\0';
        if (point_parse(word, board->width, board->height, at, NULL) && *at > NOWHERE)
            return true;
    }
    return false;
}

/* Why the last move, or what about a point.  */
static void tell_why(struct session *session, struct arguments const *message,
                     FILE *reply)
{
    struct account const *const account = session_account(session);
    struct evidence const *const evidence =
        account ? &account->decision.evidence : NULL;
    struct insight view;
    struct board before;
    struct failure why;
    point at;
    bool const named = names_point(message, session_board(session), &at);
    if (!named && account && !evidence->count)
        fputs(account->decision.reason, reply);
    else if (!named && !account)
        fputs("I have not moved here yet.", reply);
    else if (session_view(session, named ? at : account->decision.at, &view, &before,
                          &why))
        explain_briefly(&view, evidence, &before, reply);
    else
        fputs(why.text, reply);
}

/* Arguments: game or private, the name of who speaks, the message.  Fails: never.
   Returns: what we say.  Status: KGS.  */
static bool run_kgs_chat(struct call *call)
{
    struct arguments const message = arguments_from(&call->args, 2);
    if (says(&message, "why"))
        tell_why(call->session, &message, call->reply);
    else
        fputs(
            "I am Hishi " HISHI_VERSION
            ", a program that plays from memory. Ask me \"why?\" after a move of mine, "
            "or \"why D4?\"",
            call->reply);
    return true;
}

/* clang-format off */
static char const *const rules_menu[] = {"none/Play by Rules/kgs-rules %s", NULL};

struct gtp_command const server_commands[] = {
    {"kgs-rules", run_kgs_rules, 1, MANY, "NAME", "play by these rules", rules_menu},
    {"kgs-time_settings", run_kgs_time_settings, 1, 4, "SYSTEM [SECONDS...]", "none, absolute, byoyomi or canadian time", NULL},
    {"kata-time_settings", run_kata_time_settings, 1, 5, "SYSTEM [SECONDS...]", "the same, or fischer MAIN INCREMENT, or fischer-capped MAIN INCREMENT MOST", NULL},
    {"kata-list_time_settings", run_kata_list_time_settings, 0, 0, "", "the systems that kata-time_settings knows", NULL},
    {"kgs-genmove_cleanup", run_kgs_genmove_cleanup, 1, 1, "COLOR", "like genmove, taking dead stones off before a pass", NULL},
    /* Arguments: none.  Fails: never.  Returns: nothing.  Status: KGS.  */
    {"kgs-game_over", reply_nothing, 0, 0, "", "the game has ended", NULL},
    /* A `#' in the message begins a comment here as everywhere.  */
    {"kgs-chat", run_kgs_chat, 2, MANY, "game|private NAME MESSAGE...", "answer somebody", NULL},
    {0},
};
/* clang-format on */
