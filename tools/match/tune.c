/* tools/match/tune.c -- the parameters of an engine turned towards what wins games.  */
#include <config.h>

#include "tools/tools.h"

#include <errno.h>
#include <error.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xalloc.h>

#include "engine/base/printed.h"
#include "tools/cmdline.h"
#include "tools/match/arena.h"
#include "tools/match/spsa.h"

/* Everything the command line says.  */
struct tune_order {
    struct spsa spsa;
    struct terms terms;
    char const *knobs, *command, *folder;
    int steps, jobs;
    double rate;
    uint64_t seed;
    FILE *table;
};

/* ---------------------------------------------------------------- options */

enum { KEY_RATE = 256, KEY_SEED, STEPS_MAX = 1000000 };

static struct argp_option const options[] = {
    {"knobs", 'p', "FILE", 0, "Lines NAME START LEAST MOST STEP", 1},
    {"engine", 'e', "COMMAND", 0, "What plays; --set NAME=VALUE is put behind it", 1},
    {"folder", 'f', "FOLDER", 0, "Keep the steps there, and go on from those", 1},
    {"steps", 'n', "N", 0, "Steps of two games each (500)", 2},
    {"size", 's', "N", 0, "Board size (9)", 2},
    {"rate", KEY_RATE, "X", 0,
     "Of a knob's step, by which the first win turns it (0.1)", 2},
    {"seed", KEY_SEED, "N", 0, "Of the coins and the openings (1)", 2},
    {"jobs", 'j', "N", 0, "Games at a time, 1 or 2 (1)", 2},
    {0},
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct tune_order *const tuning = state->input;
    char *end;
    switch (key) {
    case 'p':
        tuning->knobs = arg;
        break;
    case 'e':
        tuning->command = arg;
        break;
    case 'f':
        tuning->folder = arg;
        break;
    case 'n':
        tuning->steps = (int)cmdline_number(arg, 1, STEPS_MAX, state);
        break;
    case 's':
        tuning->terms.size = (int)cmdline_number(arg, BOARD_MIN, BOARD_MAX, state);
        break;
    case 'j':
        tuning->jobs = (int)cmdline_number(arg, 1, 2, state);
        break;
    case KEY_SEED:
        tuning->seed = (uint64_t)cmdline_number(arg, 0, LONG_MAX, state);
        break;
    case KEY_RATE:
        tuning->rate = strtod(arg, &end);
        if (end == arg || *end || !(tuning->rate > 0 && tuning->rate <= 10))
            argp_error(state, "--rate is a number above 0 and up to 10, not '%s'", arg);
        break;
    case ARGP_KEY_END:
        if (!tuning->knobs || !tuning->command || !tuning->folder)
            argp_error(state, "--knobs, --engine and --folder are needed");
        break;
    default:
        return ARGP_ERR_UNKNOWN;
    }
    return 0;
}

/* ---------------------------------------------------------------- one step */

/* An engine that plays with VALUES.  */
static bool add_engine(struct roster *roster, struct tune_order const *tuning,
                       char const *name, double const values[], struct failure *why)
{
    struct printed printed;
    FILE *const out = printed_begin(&printed);
    fprintf(out, "%s=%s", name, tuning->command);
    for (int i = 0; i < tuning->spsa.count; i++)
        fprintf(out, " --set %s=%.6g", tuning->spsa.knobs[i].name, values[i]);
    char *const row = printed_end(&printed);
    bool const good = roster_add(roster, row, why);
    free(row);
    return good;
}

/* What the games say about the first engine, which is Black in the first: from -1
   to 1.  A game that somebody forfeits says nothing about knobs.  */
static bool weigh(struct game_outcome const outcomes[2], double *result,
                  struct failure *why)
{
    *result = 0;
    for (int i = 0; i < 2; i++) {
        enum color const first = i ? WHITE : BLACK;
        if (outcomes[i].ending == ENDING_FORFEIT)
            return failed(why, "a game was forfeited: %s", outcomes[i].note.text);
        if (outcomes[i].winner != EMPTY)
            *result += outcomes[i].winner == first ? 0.5 : -0.5;
    }
    return true;
}

/* Play both games of a step.  False when they cannot be played, or not now.  */
static bool play_step(struct tune_order const *tuning, struct spsa_trial const *trial,
                      double *result, struct failure *why)
{
    struct roster roster = {.count = 0};
    struct openings openings = {0};
    struct game_outcome outcomes[2] = {{.ending = ENDING_STOPPED},
                                       {.ending = ENDING_STOPPED}};
    bool good = add_engine(&roster, tuning, "up", trial->up, why) &&
                add_engine(&roster, tuning, "down", trial->down, why);
    openings_builtin(&openings, tuning->terms.size,
                     tuning->seed + (uint64_t)tuning->spsa.done);
    struct match_plan const plan = {
        .roster = &roster,
        .terms = &tuning->terms,
        .policy = score_policy_find("agree"),
        .games = 2,
        .jobs = tuning->jobs,
    };
    struct arena arena = {
        .plan = &plan,
        .openings = &openings,
        .outcomes = outcomes,
        .jobs = tuning->jobs,
        .stop = &cmdline_stop,
    };
    good = good && arena_run(&arena, why) &&
           (!atomic_load(&cmdline_stop) || failed(why, "stopped")) &&
           weigh(outcomes, result, why);
    openings_release(&openings);
    roster_release(&roster);
    return good;
}

/* ---------------------------------------------------------------- the ledger */

/* What must be the same when it is taken up again, as the first line.  */
static char *terms_text(struct tune_order const *tuning)
{
    struct printed printed;
    FILE *const out = printed_begin(&printed);
    fprintf(out, "# hishi tune 1, %s, size %d, seed %llu, %d steps, rate %g",
            tuning->command, tuning->terms.size, (unsigned long long)tuning->seed,
            tuning->steps, tuning->rate);
    for (int i = 0; i < tuning->spsa.count; i++) {
        struct knob const *const knob = &tuning->spsa.knobs[i];
        fprintf(out, ", %s %g %g %g %g", knob->name, knob->start, knob->least,
                knob->most, knob->step);
    }
    fputc('\n', out);
    return printed_end(&printed);
}

/* Take the steps of the table again; the results are all that is needed.  A torn
   last row is cut off.  */
static bool repeat_steps(struct tune_order *tuning, char const *path,
                         struct failure *why)
{
    char *line = NULL;
    size_t size = 0;
    ssize_t length;
    bool good = true;
    off_t whole = ftello(tuning->table);
    while (good && (length = getline(&line, &size, tuning->table)) > 0) {
        struct spsa_trial trial;
        double result;
        int number;
        if (line[length - 1] != '\n')
            break;
        good = (sscanf(line, "%d %lf", &number, &result) == 2 &&
                number == tuning->spsa.done + 1) ||
               failed(why, "%s: this is no row of steps: %s", path, line);
        spsa_try(&tuning->spsa, &trial);
        spsa_learn(&tuning->spsa, &trial, good ? result : 0);
        whole += length;
    }
    free(line);
    if (good && ftruncate(fileno(tuning->table), whole) != 0)
        good = failed(why, "cannot mend %s: %s", path, strerror(errno));
    return good;
}

static bool open_table(struct tune_order *tuning, struct failure *why)
{
    char *path, *line = NULL, *const terms = terms_text(tuning);
    size_t size = 0;
    bool good =
        mkdir(tuning->folder, 0777) == 0 || errno == EEXIST ||
        failed(why, "cannot make the folder %s: %s", tuning->folder, strerror(errno));
    if (asprintf(&path, "%s/steps.tsv", tuning->folder) < 0)
        xalloc_die();
    if (good && !(tuning->table = fopen(path, "a+e")))
        good = failed(why, "cannot open %s: %s", path, strerror(errno));
    if (good) {
        rewind(tuning->table);
        bool const empty = getline(&line, &size, tuning->table) < 0;
        if (empty)
            fputs(terms, tuning->table);
        else
            good = strcmp(line, terms) == 0 ||
                   failed(why, "%s is of something else: it says %s", path, line);
        good = good && (empty || repeat_steps(tuning, path, why));
    }
    free(line);
    free(terms);
    free(path);
    return good;
}

/* The result, and for a person what was played with.  */
static bool note_step(struct tune_order const *tuning, struct spsa_trial const *trial,
                      double result, struct failure *why)
{
    fprintf(tuning->table, "%d\t%g", tuning->spsa.done + 1, result);
    for (int i = 0; i < tuning->spsa.count; i++)
        fprintf(tuning->table, "\t%.6g / %.6g", trial->up[i], trial->down[i]);
    fputc('\n', tuning->table);
    return fflush(tuning->table) == 0 ||
           failed(why, "cannot write the steps: %s", strerror(errno));
}

/* ---------------------------------------------------------------- the story */

static void tell(struct tune_order const *tuning, FILE *out)
{
    struct spsa const *const spsa = &tuning->spsa;
    fprintf(out, "%d of %d steps\n%-28s %10s %10s %10s   %s\n", spsa->done, spsa->steps,
            "", "start", "now", "estimate", "went, and by chance would go (steps)");
    for (int i = 0; i < spsa->count; i++)
        fprintf(out, "%-28s %10.5g %10.5g %10.5g   %+.1f, +-%.1f\n",
                spsa->knobs[i].name, spsa->knobs[i].start, spsa->now[i],
                spsa_estimate(spsa, i), spsa_moved(spsa, i), spsa_chance(spsa, i));
    fflush(out);
}

static bool run(struct tune_order *tuning, struct failure *why)
{
    enum { TOLD_EVERY = 50 };
    struct spsa *const spsa = &tuning->spsa;
    bool good = open_table(tuning, why);
    while (good && spsa->done < spsa->steps && !atomic_load(&cmdline_stop)) {
        struct spsa_trial trial;
        double result;
        spsa_try(spsa, &trial);
        good = play_step(tuning, &trial, &result, why) &&
               note_step(tuning, &trial, result, why);
        if (!good)
            break;
        spsa_learn(spsa, &trial, result);
        if (spsa->done % TOLD_EVERY == 0)
            tell(tuning, stderr);
    }
    if (tuning->table)
        tell(tuning, stdout);
    if (tuning->table && fclose(tuning->table) != 0 && good)
        good = failed(why, "cannot write the steps: %s", strerror(errno));
    return good || atomic_load(&cmdline_stop);
}

int tune_main(int argc, char **argv)
{
    static struct tune_order tuning = {
        .terms = {.size = 9, .patience_s = 60, .grace_s = 0.2},
        .steps = 500,
        .jobs = 1,
        .rate = 0.1,
        .seed = 1,
    };
    static struct argp const argp = {
        .options = options,
        .parser = parse,
        .doc = "Turn parameters of a GTP engine towards what wins more games against "
               "itself, all at once (SPSA).  Only a match says what it is worth.",
    };
    struct failure why;
    cmdline_parse(&argp, argc, argv, &tuning);
    if (!spsa_read(&tuning.spsa, tuning.knobs, &why))
        error(EXIT_FAILURE, 0, "%s", why.text);
    tuning.terms.rules = rules_find("chinese");
    tuning.terms.komi = tuning.terms.rules->komi;
    tuning.terms.moves_max = 4 * tuning.terms.size * tuning.terms.size;
    tuning.spsa.seed = tuning.seed;
    tuning.spsa.rate = tuning.rate;
    tuning.spsa.steps = tuning.steps;
    cmdline_mind_signals();
    if (!run(&tuning, &why))
        error(EXIT_FAILURE, 0, "%s", why.text);
    return atomic_load(&cmdline_stop) ? 128 + SIGINT : EXIT_SUCCESS;
}
