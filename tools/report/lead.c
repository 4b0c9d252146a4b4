/* tools/report/lead.c -- how far leads are from what became of judged positions.

   Everybody is asked about the same positions: the judge at one look, searches of some
   numbers of playouts with the judge in the values of their playouts and without, and
   the middle between the judge and such a search.  */
#include <config.h>

#include "tools/cmdline.h"
#include "tools/judged/foresight.h"
#include "tools/progress.h"
#include "tools/report/report.h"

#include "engine/base/datafile.h"
#include "engine/base/json.h"
#include "patterns/judge/judge.h"

#include <argp.h>
#include <errno.h>
#include <error.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { EFFORTS_MAX = 8, GROUPS_MAX = 16 };

/* Who is asked; the last three for each number of playouts.  */
enum { THE_JUDGE, ITS_OWNERS, FIRST_SEARCH };
enum { SEARCHED, BY_PLAYOUTS, IN_THE_MIDDLE, KINDS_OF_SEARCH };
enum { VOICES = FIRST_SEARCH + KINDS_OF_SEARCH * EFFORTS_MAX };

/* Positions that are told of together: all, those where a chain is misjudged by who is
   asked, and the others; those of close games; those on each footing; those of each
   origin.  */
enum {
    ALL,
    MISJUDGED,
    WELL_JUDGED,
    IN_CLOSE_GAMES,
    FIRST_FOOTING,
    FIRST_ORIGIN = FIRST_FOOTING + FOOTINGS
};

struct told_group {
    char name[JUDGED_WORD];
    struct misses misses[VOICES];
};

struct lead_task {
    char **files;
    int file_count, effort_count, efforts[EFFORTS_MAX];
    long every, read;
    char const *judge_file;
    bool json, list;

    struct tuning judged, unjudged;
    struct mind *mind;
    struct judge *judge;
    struct judge_desk *desk;
    struct told_group groups[GROUPS_MAX];
    int group_count;
};

/* ---------------------------------------------------------------- asking */

static void ask_judge(struct lead_task *task, struct judged_position const *position,
                      struct foresight seen[VOICES])
{
    struct situation const situation = judged_situation(position);
    struct judge_opinion opinion;
    judge_look(task->judge, task->desk, &situation, NULL, position->komi, &opinion);
    seen[THE_JUDGE].lead = (double)opinion.lead;
    seen[THE_JUDGE].win = (double)opinion.win;
    for (int p = 0; p < POINTS; p++)
        seen[THE_JUDGE].owner[p] = (double)opinion.owner[p];
    seen[ITS_OWNERS] = seen[THE_JUDGE];
    seen[ITS_OWNERS].lead = (double)opinion.seen;
}

static struct foresight middle_of(struct foresight const *a, struct foresight const *b)
{
    struct foresight middle = {.lead = (a->lead + b->lead) / 2,
                               .win = (a->win + b->win) / 2};
    for (int p = 0; p < POINTS; p++)
        middle.owner[p] = (a->owner[p] + b->owner[p]) / 2;
    return middle;
}

static void ask_searches(struct lead_task *task, struct judged_position const *position,
                         struct foresight seen[VOICES])
{
    for (int i = 0; i < task->effort_count; i++) {
        struct foresight *const by = &seen[FIRST_SEARCH + KINDS_OF_SEARCH * i];
        foresight_search(task->mind, &task->judged, position, task->efforts[i],
                         &by[SEARCHED]);
        foresight_search(task->mind, &task->unjudged, position, task->efforts[i],
                         &by[BY_PLAYOUTS]);
        by[IN_THE_MIDDLE] = middle_of(&seen[THE_JUDGE], &by[SEARCHED]);
    }
}

static int voice_count(struct lead_task const *task)
{
    return FIRST_SEARCH + KINDS_OF_SEARCH * task->effort_count;
}

static char const *voice_name(struct lead_task const *task, int voice, char name[48])
{
    static char const *const searches[] = {"search", "search, search.judge=0",
                                           "search and judge halved"};
    int const search = voice - FIRST_SEARCH;
    if (search < 0)
        return voice == THE_JUDGE ? "judge" : "judge's owners";
    snprintf(name, 48, "%d %s", task->efforts[search / KINDS_OF_SEARCH],
             searches[search % KINDS_OF_SEARCH]);
    return name;
}

/* ---------------------------------------------------------------- positions */

static int group_of(struct lead_task *task, char const *origin)
{
    for (int i = FIRST_ORIGIN; i < task->group_count; i++)
        if (strcmp(task->groups[i].name, origin) == 0)
            return i;
    if (task->group_count == GROUPS_MAX)
        error(EXIT_FAILURE, 0, "there are too many origins of positions");
    struct told_group *const group = &task->groups[task->group_count];
    snprintf(group->name, sizeof group->name, "%s", origin);
    return task->group_count++;
}

static void list(struct lead_task const *task, struct judged_position const *position,
                 struct foresight const seen[VOICES])
{
    char name[48];
    printf("%s: komi %g, lead %+g;", position->title, position->komi, position->lead);
    for (int i = 0; i < voice_count(task); i++)
        printf(" %s %+.1f%s", voice_name(task, i, name), seen[i].lead,
               i + 1 < voice_count(task) ? "," : "\n");
    fflush(stdout);
}

static void add(struct lead_task *task, int group, int voice,
                struct foresight const *seen, struct judged_position const *position)
{
    misses_add(&task->groups[group].misses[voice], seen, position);
}

static void take(struct lead_task *task, struct judged_position const *position)
{
    static struct foresight seen[VOICES];
    int const origin = group_of(task, position->origin);
    int const footing = FIRST_FOOTING + (int)judged_footing(position);
    ask_judge(task, position, seen);
    ask_searches(task, position, seen);
    for (int i = 0; i < voice_count(task); i++) {
        bool const wrong = foresight_misjudges(&seen[i], position);
        add(task, ALL, i, &seen[i], position);
        add(task, wrong ? MISJUDGED : WELL_JUDGED, i, &seen[i], position);
        if (fabs(position->lead - position->komi) <= CLOSE)
            add(task, IN_CLOSE_GAMES, i, &seen[i], position);
        add(task, footing, i, &seen[i], position);
        add(task, origin, i, &seen[i], position);
    }
    if (task->list)
        list(task, position, seen);
}

static bool take_file(struct lead_task *task, char const *name, struct failure *why)
{
    static struct judged_position position;
    long const before = task->read;
    int line = 0;
    FILE *const in = fopen(name, "r");
    if (!in)
        return failed(why, "%s: %s", name, strerror(errno));
    why->text[0] = '\0';
    while (judged_next(in, name, &line, &position, why))
        if (task->read++ % task->every == 0)
            take(task, &position);
    fclose(in);
    if (!why->text[0] && task->read == before)
        return failed(why, "%s: there is no judged position in it", name);
    return !why->text[0];
}

/* ---------------------------------------------------------------- telling */

static void tell_misses(struct misses const *misses, bool json)
{
    double const n = (double)misses->positions;
    int const scale = misses_scale(misses);
    printf(json ? "\"positions\": %ld, \"rms\": %.2f, \"rms_error\": %.2f, "
                  "\"bias\": %.2f, \"right\": %ld, \"clear\": %ld, \"winner\": %.4f, "
                  "\"logistic\": %.4f, \"scale\": %d, \"logistic_9\": %.4f"
                : "%4ld  lead %5.2f +- %.2f, bias %+5.2f, right %3ld of %3ld; winner "
                  "%.3f, by the lead %.3f (scale %d; 9: %.3f)",
           misses->positions, misses_rms(misses), misses_rms_error(misses),
           misses_bias(misses), misses->right, misses->clear, misses->chance / n,
           misses->logistic[scale] / n, scale, misses->logistic[9] / n);
}

static void name_row(char const *voice, char const *group, bool json)
{
    if (json) {
        putchar('{');
        json_text("by", voice, stdout);
        json_text("of", group, stdout);
    } else
        printf("%-29s %-12s ", voice, group);
}

static void tell(struct lead_task const *task)
{
    char name[48];
    for (int voice = 0; voice < voice_count(task); voice++)
        for (int i = 0; i < task->group_count; i++) {
            struct misses const *const misses = &task->groups[i].misses[voice];
            if (!misses->positions)
                continue;
            name_row(voice_name(task, voice, name), task->groups[i].name, task->json);
            tell_misses(misses, task->json);
            puts(task->json ? "}" : "");
        }
}

/* ---------------------------------------------------------------- options */

enum {
    OPTION_JSON = 256,
    OPTION_LIST,
    OPTION_EVERY,
    OPTION_PLAYOUTS,
    OPTION_JUDGE,
    OPTION_SET
};

static struct argp_option const options[] = {
    {"json", OPTION_JSON, NULL, 0, "Print one JSON object a line", 0},
    {"list", OPTION_LIST, NULL, 0, "Tell of every position too", 0},
    {"every", OPTION_EVERY, "N", 0, "Ask about every Nth position only (1)", 0},
    {"playouts", OPTION_PLAYOUTS, "LIST", 0, "Search with so many (400,2000); 0: none",
     0},
    {"judge", OPTION_JUDGE, "FILE", 0, "The judge that is asked alone (judge.hishi)",
     0},
    {"set", OPTION_SET, "NAME=VALUE", 0, "Set a parameter of the searches", 0},
    {0},
};

static void parse_playouts(struct lead_task *task, char const *word,
                           struct argp_state *state)
{
    char *end = (char *)word;
    for (task->effort_count = 0; *word; word = *end ? end + 1 : end) {
        long const playouts = strtol(word, &end, 10);
        if (end == word || (*end && *end != ',') || playouts < 0 ||
            playouts > 10000000 || task->effort_count == EFFORTS_MAX)
            argp_error(state, "--playouts are up to %d numbers with commas, not %s",
                       EFFORTS_MAX, word);
        if (playouts)
            task->efforts[task->effort_count++] = (int)playouts;
    }
}

static void assign(struct lead_task *task, char const *text, struct argp_state *state)
{
    struct failure why;
    if (!tuning_assign(&task->judged, text, &why))
        argp_error(state, "%s", why.text);
}

static struct cmdline_row const straight[] = {
    CMDLINE_FLAG(struct lead_task, json, OPTION_JSON),
    CMDLINE_FLAG(struct lead_task, list, OPTION_LIST),
    CMDLINE_NUMBER(struct lead_task, every, OPTION_EVERY, 1, 1000000),
    CMDLINE_TEXT(struct lead_task, judge_file, OPTION_JUDGE),
    {0},
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct lead_task *const task = state->input;
    switch (key) {
    case OPTION_PLAYOUTS:
        parse_playouts(task, arg, state);
        return 0;
    case OPTION_SET:
        assign(task, arg, state);
        return 0;
    case ARGP_KEY_ARGS:
        task->files = state->argv + state->next;
        task->file_count = state->argc - state->next;
        return 0;
    case ARGP_KEY_NO_ARGS:
        argp_error(state, "name at least one file of judged positions");
        return EINVAL;
    default:
        return cmdline_take(straight, key, arg, state);
    }
}

static struct argp const argp = {
    .options = options,
    .parser = parse,
    .args_doc = "FILE...",
    .doc =
        "How far the lead that is seen in judged positions "
        "(tests/data/judgement/*.txt) "
        "is from what became of them: root of the mean square with its standard "
        "error, bias (Black's), who is seen ahead where somebody is by more than 3 "
        "points, and mean squares of the chance to win and of a logistic of the lead. "
        " Told of all; of those where who is asked gives a chain of three stones or "
        "more to the wrong side, and the others; of those of games won by 30 points "
        "or less; of those about which two witnesses agree, where only one was heard, "
        "and where others contradict it; and by where they are from.",
};

static bool open_all(struct lead_task *task, struct failure *why)
{
    static char const *const first[FIRST_ORIGIN] = {
        [ALL] = "all",
        [MISJUDGED] = "misjudged",
        [WELL_JUDGED] = "well judged",
        [IN_CLOSE_GAMES] = "close",
        [FIRST_FOOTING + FOOTING_AGREED] = "agreed",
        [FIRST_FOOTING + FOOTING_ALONE] = "alone",
        [FIRST_FOOTING + FOOTING_CONTRADICTED] = "contradicted",
    };
    char path[DATAFILE_PATH];
    task->group_count = FIRST_ORIGIN;
    for (int i = 0; i < FIRST_ORIGIN; i++)
        snprintf(task->groups[i].name, sizeof task->groups[i].name, "%s", first[i]);
    if (!task->judge_file && !datafile_find("judge.hishi", path, why))
        return false;
    task->judge = judge_open(task->judge_file ? task->judge_file : path, why);
    if (!task->judge)
        return false;
    task->desk = judge_desk_new();
    task->unjudged = task->judged;
    task->unjudged.search.judge = 0;
    task->mind = foresight_mind(1);
    return true;
}

int report_lead_main(int argc, char **argv)
{
    static struct lead_task task = {
        .every = 1, .effort_count = 2, .efforts = {400, 2000}};
    struct failure why;
    params_reset(tuning_params, &task.judged);
    cmdline_parse(&argp, argc, argv, &task);
    if (!open_all(&task, &why))
        error(EXIT_FAILURE, 0, "%s", why.text);
    for (int i = 0; i < task.file_count; i++)
        if (!take_file(&task, task.files[i], &why))
            error(EXIT_FAILURE, 0, "%s", why.text);
    tell(&task);
    mind_free(task.mind);
    judge_desk_free(task.desk);
    judge_free(task.judge);
    return 0;
}
