/* tools/match/match.c -- games between GTP engines, and what they prove.  */
#include <config.h>

#include "tools/tools.h"

#include <argp.h>
#include <errno.h>
#include <error.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xalloc.h>

#include "engine/base/printed.h"
#include "tools/clock_text.h"
#include "tools/cmdline.h"
#include "tools/match/arena.h"
#include "tools/match/question.h"
#include "tools/match/schedule.h"

enum {
    JOBS_MAX = 64,
    GAMES_MAX = 1000000,
    GAMES_USUAL = 100,
    GAMES_OF_TEST = 40000,
    PLACES_MAX = 64,
    ELO_MOST = 1000
};

/* Everything the command line says.  */
struct match {
    struct roster roster;
    struct roster referee; /* of one row, or none */
    struct terms terms;
    struct score_policy const *policy;
    char const *places[PLACES_MAX]; /* of openings */
    int place_count;
    bool no_openings, komi_given, gauntlet, json, quiet;
    bool has_question;
    struct sprt_question question; /* if it has one */
    int games, jobs, plies;        /* games 0: as is usual */
    uint64_t seed;
    char const *folder;
    char const *void_crashes[ROSTER_MAX];
    int void_count;
};

/* ---------------------------------------------------------------- options */

enum {
    KEY_ALPHA = 256,
    KEY_BETA,
    KEY_GAUNTLET,
    KEY_GRACE,
    KEY_JSON,
    KEY_MOVES,
    KEY_PATIENCE,
    KEY_PLIES,
    KEY_REFEREE,
    KEY_SCORE,
    KEY_SEED,
    KEY_SOAK,
    KEY_SPRT,
    KEY_VOID
};

static struct argp_option const options[] = {
    {0, 0, 0, 0, "Who plays", 1},
    {"engine", 'e', "NAME=COMMAND", 0, "An engine; give two or more", 1},
    {"engines", 'E', "FILE", 0, "Engines from a file of such rows", 1},
    {"games", 'n', "N", 0, "Games of each pairing, both colours alike (100)", 1},
    {"gauntlet", KEY_GAUNTLET, 0, 0, "The first engine against each other one", 1},
    {0, 0, 0, 0, "What they play", 2},
    {"size", 's', "N", 0, "Board size (19)", 2},
    {"rules", 'r', "NAME", 0, "Rule set (chinese)", 2},
    {"komi", 'k', "X", 0, "Komi (what is usual for the rules)", 2},
    {"time", 't', "TIME", 0,
     "none, 300, 300+25/30 (25 stones in 30 s), 300+3x30 (3 periods of 30 s), "
     "300+10 (10 s more a move), 10/move (none)",
     2},
    {"openings", 'o', "PLACE", 0,
     "built-in, none, or SGF files, folders, archives (built-in)", 2},
    {"plies", KEY_PLIES, "N", 0, "Moves to take from each SGF opening (8)", 2},
    {"seed", KEY_SEED, "N", 0, "Shuffles the openings (1)", 2},
    {0, 0, 0, 0, "How they are refereed", 3},
    {"score", KEY_SCORE, "POLICY", 0,
     "agree: what both engines say, else the referee, else board; referee: it "
     "alone; board: every stone counts (agree)",
     3},
    {"referee", KEY_REFEREE, "COMMAND", 0, "An engine that is asked who won", 3},
    {"patience", KEY_PATIENCE, "SECONDS", 0, "For any answer without a clock (60)", 3},
    {"grace", KEY_GRACE, "SECONDS", 0, "By which a clock may be overstepped (0.2)", 3},
    {"moves", KEY_MOVES, "N", 0,
     "A game that gets so long has no result (4 times the points)", 3},
    {"void-crashes", KEY_VOID, "NAME", 0, "Games in which NAME crashes do not count",
     3},
    {0, 0, 0, 0, "When it is decided", 4},
    {"sprt", KEY_SPRT, "ELO0,ELO1", 0,
     "Stop as soon as pairs of games decide by a sequential test whether the first of "
     "two engines is ELO0 or ELO1 stronger than the second: 0,20 asks for progress, "
     "-20,0 whether nothing was lost; then -n is the most (40000)",
     4},
    {"alpha", KEY_ALPHA, "X", 0,
     "Of all tests with ELO0 true, how many may say ELO1 (0.05)", 4},
    {"beta", KEY_BETA, "X", 0,
     "Of all tests with ELO1 true, how many may say ELO0 (0.05)", 4},
    {0, 0, 0, 0, "What comes of it", 5},
    {"jobs", 'j', "N", 0, "Games at a time (1)", 5},
    {"folder", 'f', "FOLDER", 0,
     "Keep the games there as SGF, and resume the match found there", 5},
    {"json", KEY_JSON, 0, 0, "The result as JSON lines", 5},
    {"quiet", 'q', 0, 0, "No line a game", 5},
    {0, 0, 0, 0, "Something else", 6},
    {"soak", KEY_SOAK, "GAME", OPTION_ARG_OPTIONAL,
     "Games of all sizes, rules and clocks, to see what breaks an engine; as the first "
     "option: `hishi match --soak --help' tells more",
     6},
    {0},
};

/* A whole number from LOW to HIGH, or the usage.  */
static long whole(struct argp_state *state, char const *what, char const *text,
                  long low, long high)
{
    char *end;
    errno = 0;
    long const value = strtol(text, &end, 10);
    if (errno || end == text || *end || value < low || value > high)
        argp_error(state, "%s is a whole number from %ld to %ld, not '%s'", what, low,
                   high, text);
    return value;
}

static double real(struct argp_state *state, char const *what, char const *text,
                   double low, double high)
{
    char *end;
    double const value = strtod(text, &end);
    if (end == text || *end || !(low <= value && value <= high))
        argp_error(state, "%s is a number from %g to %g, not '%s'", what, low, high,
                   text);
    return value;
}

static void set_openings(struct argp_state *state, struct match *match, char *arg)
{
    match->no_openings = strcmp(arg, "none") == 0;
    if (match->no_openings || strcmp(arg, "built-in") == 0)
        match->place_count = 0;
    else if (match->place_count == PLACES_MAX)
        argp_error(state, "more than %d places of openings", PLACES_MAX);
    else
        match->places[match->place_count++] = arg;
}

static void set_referee(struct argp_state *state, struct match *match, char const *arg)
{
    char *row;
    struct failure why;
    if (asprintf(&row, "referee=%s", arg) < 0)
        xalloc_die();
    roster_release(&match->referee);
    if (!roster_add(&match->referee, row, &why))
        argp_error(state, "%s", why.text);
    free(row);
}

static void set_sprt(struct argp_state *state, struct match *match, char const *arg)
{
    struct sprt *const test = &match->question.test;
    char rest;
    if (sscanf(arg, "%lf,%lf%c", &test->elo0, &test->elo1, &rest) != 2 ||
        !(test->elo0 < test->elo1 && test->elo0 > -ELO_MOST && test->elo1 < ELO_MOST))
        argp_error(state,
                   "--sprt is two differences in Elo, as 0,20, the lower one "
                   "first, not '%s'",
                   arg);
    match->has_question = true;
}

static error_t parse_question(int key, char const *arg, struct argp_state *state)
{
    struct match *const match = state->input;
    switch (key) {
    case KEY_ALPHA:
        match->question.test.alpha = real(state, "--alpha", arg, 1e-6, 0.49);
        return 0;
    case KEY_BETA:
        match->question.test.beta = real(state, "--beta", arg, 1e-6, 0.49);
        return 0;
    case KEY_SOAK:
        argp_error(state, "--soak stands first");
        return EINVAL;
    case KEY_SPRT:
        set_sprt(state, match, arg);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct match *const match = state->input;
    struct failure why = {""};
    bool good = true;
    switch (key) {
    case 'e':
        good = roster_add(&match->roster, arg, &why);
        break;
    case 'E':
        good = roster_read(&match->roster, arg, &why);
        break;
    case 'n':
        match->games = (int)whole(state, "--games", arg, 1, GAMES_MAX);
        break;
    case 's':
        match->terms.size = (int)whole(state, "--size", arg, BOARD_MIN, BOARD_MAX);
        break;
    case 'r':
        match->terms.rules = rules_find(arg);
        good = match->terms.rules || failed(&why, "there are no rules '%s'", arg);
        break;
    case 'k':
        match->terms.komi = real(state, "--komi", arg, -1000, 1000);
        match->komi_given = true;
        break;
    case 't':
        good = clock_text_parse(arg, &match->terms.clock, &why);
        break;
    case 'o':
        set_openings(state, match, arg);
        break;
    case 'j':
        match->jobs = (int)whole(state, "--jobs", arg, 1, JOBS_MAX);
        break;
    case 'f':
        match->folder = arg;
        break;
    case 'q':
        match->quiet = true;
        break;
    case KEY_GAUNTLET:
        match->gauntlet = true;
        break;
    case KEY_GRACE:
        match->terms.grace_s = real(state, "--grace", arg, 0, 3600);
        break;
    case KEY_JSON:
        match->json = true;
        break;
    case KEY_MOVES:
        match->terms.moves_max = (int)whole(state, "--moves", arg, 1, 10000);
        break;
    case KEY_PATIENCE:
        match->terms.patience_s = real(state, "--patience", arg, 0.01, 1000000);
        break;
    case KEY_PLIES:
        match->plies = (int)whole(state, "--plies", arg, 1, OPENING_MAX);
        break;
    case KEY_REFEREE:
        set_referee(state, match, arg);
        break;
    case KEY_SCORE:
        match->policy = score_policy_find(arg);
        good = match->policy || failed(&why, "there is no score policy '%s'", arg);
        break;
    case KEY_SEED:
        match->seed = (uint64_t)whole(state, "--seed", arg, 0, LONG_MAX);
        break;
    case KEY_VOID:
        if (match->void_count < ROSTER_MAX)
            match->void_crashes[match->void_count++] = arg;
        break;
    default:
        return parse_question(key, arg, state);
    }
    if (!good)
        argp_error(state, "%s", why.text);
    return 0;
}

/* What only the whole command line can tell.  */
static bool complete(struct match *match, struct failure *why)
{
    if (match->roster.count < 2)
        return failed(why, "name at least two engines: --engine 'NAME=COMMAND'");
    if (match->has_question && match->roster.count > 2)
        return failed(why, "--sprt compares two engines, and here are %d",
                      match->roster.count);
    if (match->policy->needs_referee && match->referee.count == 0)
        return failed(why, "--score %s needs --referee", match->policy->name);
    for (int i = 0; i < match->void_count; i++) {
        int const row = roster_find(&match->roster, match->void_crashes[i]);
        if (row < 0)
            return failed(why, "--void-crashes: there is no engine '%s'",
                          match->void_crashes[i]);
        match->roster.list[row].void_crashes = true;
    }
    if (!match->komi_given)
        match->terms.komi = match->terms.rules->komi;
    if (!match->games)
        match->games = match->has_question ? GAMES_OF_TEST : GAMES_USUAL;
    if (!match->terms.moves_max)
        match->terms.moves_max = 4 * match->terms.size * match->terms.size;
    return true;
}

/* ---------------------------------------------------------------- the story */

static bool find_openings(struct match const *match, struct openings *openings,
                          struct failure *why)
{
    int passed_over = 0;
    *openings = (struct openings){0};
    if (match->place_count == 0) {
        if (!match->no_openings)
            openings_builtin(openings, match->terms.size, match->seed);
        return true;
    }
    if (!openings_read(openings, match->places, match->place_count, match->terms.size,
                       match->plies, match->seed, &passed_over, why))
        return false;
    if (passed_over)
        error(0, 0, "%d games passed over as openings, %d taken", passed_over,
              openings->count);
    return true;
}

/* What must be the same when a match is resumed, a line each.  */
static char *terms_text(struct match const *match, struct openings const *openings)
{
    char clock[CLOCK_TEXT], stamp[STAMP_TEXT];
    struct printed printed;
    FILE *const out = printed_begin(&printed);
    clock_text_format(&match->terms.clock, clock);
    fprintf(out, "hishi match 1\n");
    for (int i = 0; i < match->roster.count; i++) {
        struct contender const *const contender = &match->roster.list[i];
        roster_stamp(contender->command, stamp);
        fprintf(out, "engine %s = %s\n", contender->name, contender->command);
        fprintf(out, "    program: %s\n", stamp);
        for (int k = 0; k < contender->order_count; k++)
            fprintf(out, "    > %s\n", contender->orders[k]);
    }
    fprintf(out, "gauntlet %s\n", match->gauntlet ? "yes" : "no");
    fprintf(out, "size %d, rules %s, komi %.7g\n", match->terms.size,
            match->terms.rules->name, match->terms.komi);
    fprintf(out, "clock %s, grace %.7g s\n", clock, match->terms.grace_s);
    fprintf(out, "openings %d, seed %llu", openings->count,
            (unsigned long long)match->seed);
    if (match->place_count)
        fprintf(out, ", %d moves from", match->plies);
    for (int i = 0; i < match->place_count; i++)
        fprintf(out, " %s", match->places[i]);
    fprintf(out, "\nscore %s, referee %s\n", match->policy->name,
            match->referee.count ? match->referee.list[0].command : "none");
    if (match->has_question)
        fprintf(out, "sprt %.7g,%.7g, alpha %.7g, beta %.7g\n",
                match->question.test.elo0, match->question.test.elo1,
                match->question.test.alpha, match->question.test.beta);
    return printed_end(&printed);
}

/* A match under way, as those who hear of its games know it.  */
struct event {
    struct match *match;
    struct arena *arena;
};

static void print_game(struct match const *match, struct match_plan const *plan,
                       int number, struct game_outcome const *outcome)
{
    struct fixture const fixture =
        schedule_game(number, plan->roster->count, plan->gauntlet);
    char result[RESULT_TEXT], llr[QUESTION_TEXT] = "";
    game_outcome_format(outcome, result);
    if (match->has_question)
        question_format(&match->question, llr);
    fprintf(stderr, "%d/%d  %s - %s  %s  %d moves%s%s%s%s\n", number + 1, plan->games,
            plan->roster->list[fixture.black].name,
            plan->roster->list[fixture.white].name, result, outcome->moves,
            *llr ? "  " : "", llr, *outcome->note.text ? "  " : "", outcome->note.text);
}

/* Does the match have a question, and is it answered by the games so far?  */
static bool is_answered(struct event const *event)
{
    return event->match->has_question &&
           question_hear(&event->match->question, event->arena->plan,
                         event->arena->outcomes);
}

static bool report(void *context, int number, struct game_outcome const *outcome)
{
    struct event const *const event = context;
    bool const answered = is_answered(event);
    if (!event->match->quiet)
        print_game(event->match, event->arena->plan, number, outcome);
    return !answered;
}

static bool is_finished(struct event const *event)
{
    if (is_answered(event))
        return true;
    for (int i = 0; i < event->arena->plan->games; i++)
        if (event->arena->outcomes[i].ending == ENDING_STOPPED)
            return false;
    return true;
}

/* See that all engines are fit, and play.  To be stopped is no failure.  */
static bool play(struct match *match, struct arena *arena, struct failure *why)
{
    if (!arena_rehearse(arena, &match->roster, why))
        return atomic_load(&cmdline_stop);
    return arena_run(arena, why);
}

static void print(struct match const *match, struct arena const *arena)
{
    static struct standings standings;
    struct match_plan const *const plan = arena->plan;
    standings_compute(&standings, plan, arena->outcomes);
    (match->json ? standings_print_json : standings_print)(&standings, plan, stdout);
    if (match->has_question && match->json)
        question_print_json(&match->question, stdout);
    else if (match->has_question)
        question_print(&match->question, plan, stdout);
}

static bool any_played(struct arena const *arena)
{
    for (int i = 0; i < arena->plan->games; i++)
        if (arena->outcomes[i].ending != ENDING_STOPPED)
            return true;
    return false;
}

/* Open the ledger, play what is not there, tell.  */
static bool run(struct event const *event, struct failure *why)
{
    struct match *const match = event->match;
    struct arena *const arena = event->arena;
    if (match->folder) {
        char *const terms = terms_text(match, arena->openings);
        arena->ledger =
            ledger_open(match->folder, terms, arena->outcomes, arena->plan->games, why);
        free(terms);
        if (!arena->ledger)
            return false;
    }
    bool const good = is_finished(event) || play(match, arena, why);
    ledger_close(arena->ledger);
    if (good || any_played(arena))
        print(match, arena);
    return good;
}

static struct match_plan make_plan(struct match const *match,
                                   struct openings const *openings)
{
    int const pairings = schedule_pairings(match->roster.count, match->gauntlet);
    return (struct match_plan){
        .roster = &match->roster,
        .terms = &match->terms,
        .policy = match->policy,
        .openings = match->place_count ? match->places[0]
                    : openings->count  ? "built-in and variations"
                                       : "none",
        .opening_count = openings->count,
        .seed = match->seed,
        .gauntlet = match->gauntlet,
        .games = pairings * (match->games + match->games % 2),
        .jobs = match->jobs,
    };
}

int match_main(int argc, char **argv)
{
    static struct match match = {
        .terms = {.size = 19, .patience_s = 60, .grace_s = 0.2},
        .question = {.test = {.alpha = 0.05, .beta = 0.05}},
        .jobs = 1,
        .plies = 8,
        .seed = 1,
    };
    static struct argp const argp = {
        .options = options,
        .parser = parse,
        .doc = "Let GTP engines play each other: colours and openings in pairs, "
               "every move and every result checked.",
    };
    struct failure why;
    struct openings openings;
    if (argc > 1 && strncmp(argv[1], "--soak", strlen("--soak")) == 0)
        return soak_main(argc, argv);
    match.terms.rules = rules_find("chinese");
    match.policy = score_policy_find("agree");
    cmdline_parse(&argp, argc, argv, &match);
    if (!complete(&match, &why) || !find_openings(&match, &openings, &why))
        error(EXIT_FAILURE, 0, "%s", why.text);

    struct match_plan const plan = make_plan(&match, &openings);
    struct event event = {.match = &match};
    struct arena arena = {
        .plan = &plan,
        .openings = &openings,
        .referee = match.referee.count ? &match.referee.list[0] : NULL,
        .outcomes = xcalloc(plan.games, sizeof *arena.outcomes),
        .jobs = match.jobs,
        .stop = &cmdline_stop,
        .report = report,
        .context = &event,
    };
    event.arena = &arena;
    cmdline_mind_signals();
    bool const good = run(&event, &why);
    bool const stopped =
        good && atomic_load(&cmdline_stop) && match.question.verdict == SPRT_OPEN;
    free(arena.outcomes);
    openings_release(&openings);
    roster_release(&match.roster);
    roster_release(&match.referee);
    if (!good)
        error(EXIT_FAILURE, 0, "%s", why.text);
    return stopped ? 128 + SIGINT : EXIT_SUCCESS;
}
