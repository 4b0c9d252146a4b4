/* What KataGo can be asked and told, as far as we have the like. */
#include <config.h>

#include "gtp/reply.h"

#include "engine/base/printed.h"
#include "player/goban.h"

#include <c-ctype.h>
#include <stdlib.h>
#include <string.h>
#include <xalloc.h>

/* ------------------------------------------------------------ rules */

/* Rules taken apart as KataGo does, all that it tells them by.  */
static void put_rules(struct rules const *rules, FILE *out)
{
    static char const *const ko[] = {[KO_SIMPLE] = "SIMPLE",
                                     [KO_POSITIONAL] = "POSITIONAL",
                                     [KO_SITUATIONAL] = "SITUATIONAL"};
    static char const *const bonus[] = {
        [PAY_NOTHING] = "0", [PAY_ALL] = "N", [PAY_ALL_BUT_FIRST] = "N-1"};
    bool const area = rules->scoring == SCORE_AREA;
    fprintf(
        out,
        "{\"friendlyPassOk\":%s,\"hasButton\":false,\"ko\":\"%s\",\"scoring\":\"%s\","
        "\"suicide\":%s,\"tax\":\"%s\",\"whiteHandicapBonus\":\"%s\"}",
        rules->stones_stay ? "false" : "true", ko[rules->ko],
        area ? "AREA" : "TERRITORY", rules->suicide ? "true" : "false",
        area ? "NONE" : "SEKI", bonus[rules->handicap]);
}

/* Only what tells one rule from another: no quotes, braces and blanks; to be freed.  */
static char *strip(char const *text)
{
    struct printed printed;
    FILE *const out = printed_begin(&printed);
    for (; *text; text++)
        if (!strchr("\"{} ", *text))
            fputc(*text, out);
    return printed_end(&printed);
}

/* Is every word between commas of WANTED one of HAVE?  */
static bool has_all(char const *have, char const *wanted)
{
    while (*wanted) {
        size_t const size = strcspn(wanted, ",");
        bool found = false;
        for (char const *word = have; *word && !found; word += strspn(word, ",")) {
            size_t const length = strcspn(word, ",");
            found = length == size && memcmp(word, wanted, size) == 0;
            word += length;
        }
        if (!found)
            return false;
        wanted += size;
        wanted += strspn(wanted, ",");
    }
    return true;
}

/* The first row of which all is true that TEXT says; NULL if there is none.  */
static struct rules const *find_rules(char const *text)
{
    struct rules const *found = NULL;
    char *const wanted = strip(text);
    for (struct rules const *row = rules_table; row->name && !found && *wanted; row++) {
        struct printed printed;
        put_rules(row, printed_begin(&printed));
        char *const said = printed_end(&printed), *const have = strip(said);
        if (has_all(have, wanted))
            found = row;
        free(have);
        free(said);
    }
    free(wanted);
    return found;
}

/* All arguments, with blanks.  */
static char *join(struct arguments const *args)
{
    struct printed printed;
    FILE *const out = printed_begin(&printed);
    for (int i = 0; i < args->count; i++)
        fprintf(out, "%s%s", i ? " " : "", args->word[i]);
    return printed_end(&printed);
}

/* Arguments: none.  Fails: never.  Returns: the rules, one JSON object.  Status:
   KataGo.  */
static bool run_get_rules(struct call *call)
{
    put_rules(session_rules(call->session), call->reply);
    return true;
}

/* Arguments: a name, or a JSON object of some rules.  Fails: no rules are like that.
   Returns: nothing.  Status: KataGo.  */
static bool run_set_rules(struct call *call)
{
    char *const text = join(&call->args);
    struct rules const *const rules =
        *text == '{' ? find_rules(text) : rules_find(text);
    bool const found = rules || failed(call->why, "there are no rules '%.200s'", text);
    if (found)
        session_set_rules(call->session, rules);
    free(text);
    return found;
}

/* ------------------------------------------------------------ parameters */

/* Those that mean the same here; KataGo's visits count what is kept from move to move,
   which our playouts do not, so that maxVisits is not among them.  */
static struct katago_param {
    char const *name, *ours;
} const katago_params[] = {
    {"maxPlayouts", "search.playouts"},
    {"maxTime", "seconds_per_move"},
    {"numSearchThreads", "search.threads"},
    {"ponderingEnabled", "pondering"},
};

enum { KATAGO_PARAMS = sizeof katago_params / sizeof *katago_params };

static struct param const *find_param(char const *name, struct failure *why)
{
    for (int i = 0; i < KATAGO_PARAMS; i++)
        if (strcmp(name, katago_params[i].name) == 0)
            for (struct param const *row = tuning_params; row->name; row++)
                if (strcmp(row->name, katago_params[i].ours) == 0)
                    return row;
    failed(why, "there is no parameter '%.40s' that we have too", name);
    return NULL;
}

/* Arguments: none.  Fails: never.  Returns: the names.  Status: KataGo.  */
static bool run_list_params(struct call *call)
{
    for (int i = 0; i < KATAGO_PARAMS; i++)
        fprintf(call->reply, "%s%s", i ? " " : "", katago_params[i].name);
    return true;
}

/* Arguments: a name.  Fails: no such parameter here.  Returns: its value.  Status:
   KataGo.  */
static bool run_get_param(struct call *call)
{
    struct param const *const row = find_param(call->args.word[0], call->why);
    struct tuning const *const tuning = session_tuning(call->session);
    if (!row)
        return false;
    if (row->kind == PARAM_BOOL)
        fputs(*(bool const *)((char const *)tuning + row->offset) ? "true" : "false",
              call->reply);
    else
        params_print(row, tuning, call->reply);
    return true;
}

/* Arguments: a name and a value.  Fails: no such parameter here, or not its value.
   Returns: nothing.  Status: KataGo.  */
static bool run_set_param(struct call *call)
{
    struct param const *const row = find_param(call->args.word[0], call->why);
    char const *value = call->args.word[1];
    if (!row)
        return false;
    if (row->kind == PARAM_BOOL && strcmp(value, "true") == 0)
        value = "1";
    if (row->kind == PARAM_BOOL && strcmp(value, "false") == 0)
        value = "0";
    return params_set(tuning_params, session_tuning(call->session), row->name, value,
                      call->why);
}

/* ------------------------------------------------------------ a position */

/* Can STONES stand on an empty board of that size?  */
static bool can_be_set(struct board const *board, struct move const stones[], int count,
                       struct failure *why)
{
    struct goban trial;
    goban_init(&trial, board->width, board->height);
    bool const stand = goban_setup(&trial, stones, count, why);
    goban_release(&trial);
    return stand;
}

/* Arguments: color and point, any number of times.  Fails: a point twice, a chain
   without liberty.  Returns: nothing; these stones and no others, Black to move,
   nothing to take back.  Status: KataGo; LizGoban sends it.  */
static bool run_set_position(struct call *call)
{
    struct board const *const board = session_board(call->session);
    int count;
    struct move *const stones =
        arguments_moves(&call->args, board, false, &count, call->why);
    bool const stand = stones && can_be_set(board, stones, count, call->why);
    if (stand) {
        session_clear(call->session);
        session_setup(call->session, stones, count, NULL);
    }
    free(stones);
    return stand;
}

/* Arguments: none.  Fails: never.  Returns: nothing; what searches have found is
   forgotten.  Status: KataGo.  */
static bool run_clear_cache(struct call *call)
{
    session_forget(call->session);
    return true;
}

/* clang-format off */
struct gtp_command const katago_commands[] = {
    {"set_position", run_set_position, 0, MANY, "COLOR POINT...", "these stones and no others, or none if one cannot stand", NULL},
    {"clear_cache", run_clear_cache, 0, 0, "", "forget what searches have found", NULL},
    {"kata-get-rules", run_get_rules, 0, 0, "", "the rules, as JSON", NULL},
    {"kata-set-rules", run_set_rules, 1, MANY, "NAME|JSON", "play by these rules", NULL},
    {"kata-list-params", run_list_params, 0, 0, "", "the parameters of KataGo that we have too", NULL},
    {"kata-get-param", run_get_param, 1, 1, "NAME", "the value of one of them", NULL},
    {"kata-set-param", run_set_param, 2, 2, "NAME VALUE", "set one of them", NULL},
    {0},
};
/* clang-format on */
