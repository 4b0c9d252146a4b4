/* tools/learn/shapes.c -- games become a memory of shapes.  */
#include <config.h>

#include "tools/learn/learn.h"
#include "tools/learn/watcher.h"
#include "tools/memory_tables.h"
#include "tools/progress.h"

#include "engine/base/seconds.h"
#include "patterns/learning/learn.h"

#include <argp.h>
#include <error.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <xalloc.h>

enum {
    OPTION_INTO = 512,
    OPTION_SHOW,
    OPTION_PRUNE,
    OPTION_FOLDER,
    OPTION_RESIDUES,
    OPTION_MIN_PLAYED,
    OPTION_MAX_MB,
};

static struct argp_option const rows[] = {
    {"output", 'o', "FILE", 0,
     "Make a memory of shapes of all games (or those of --part)", 0},
    {"into", OPTION_INTO, "FILE", 0,
     "Add to the memory in FILE; writes FILE anew unless -o says otherwise", 0},
    {"threads", 't', "N", 0, "Learn with N threads (as many as there are processors)",
     0},
    {"residues", OPTION_RESIDUES, "A-B", 0,
     "Learn from games whose number leaves A to B when divided by 20", 0},
    {"work", OPTION_FOLDER, "FOLDER", 0,
     "Keep work in FOLDER, to go on there after an interruption (FILE.work)", 0},
    {"prune", OPTION_PRUNE, "FILE", 0, "Learn nothing; write a part of FILE", 1},
    {"min-played", OPTION_MIN_PLAYED, "N", 0, "Keep cases that were played N times", 1},
    {"max-mb", OPTION_MAX_MB, "MB", 0,
     "Keep the cases that predict most, so that the file has at most MB million "
     "bytes",
     1},
    {"show", OPTION_SHOW, "FILE", 0, "Learn nothing; describe FILE and check it", 2},
    {0},
};

static int number_of(char const *text, int least, int most, struct argp_state *state)
{
    char *end;
    long const value = strtol(text, &end, 10);
    if (end == text || *end || value < least || value > most)
        argp_error(state, "'%s' is not a number from %d to %d", text, least, most);
    return (int)value;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct shapes_options *const options = state->input;
    switch (key) {
    case 'o':
        options->output = arg;
        return 0;
    case 't':
        options->threads = number_of(arg, 1, 256, state);
        return 0;
    case OPTION_INTO:
        options->into = arg;
        return 0;
    case OPTION_SHOW:
        options->show = arg;
        return 0;
    case OPTION_PRUNE:
        options->prune = arg;
        return 0;
    case OPTION_FOLDER:
        options->folder = arg;
        return 0;
    case OPTION_RESIDUES:
        if (!residues_parse(arg, &options->residues))
            argp_error(state, "'%s' is not of the form A-B with 0 <= A <= B <= 19",
                       arg);
        return 0;
    case OPTION_MIN_PLAYED:
        options->min_played = (unsigned)number_of(arg, 1, 1000000000, state);
        return 0;
    case OPTION_MAX_MB:
        options->max_mb = number_of(arg, 1, 1000000, state);
        return 0;
    case ARGP_KEY_END:
        if (options->prune && !options->output)
            argp_error(state, "say where the part of %s goes, as in -o FILE",
                       options->prune);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

/* ---------------------------------------------------------------- learning */

static char const *output_of(struct shapes_options const *options)
{
    return options->output ? options->output : options->into;
}

static bool learn_games(struct shapes_options const *options,
                        struct learning const *learning, struct casebuilder *list,
                        struct failure *why)
{
    struct watcher watcher;
    char *folder = NULL;
    if (!options->folder && asprintf(&folder, "%s.work", output_of(options)) < 0)
        xalloc_die();
    struct learn_task task = {
        .player = learning->player,
        .threads =
            options->threads ? options->threads : (int)sysconf(_SC_NPROCESSORS_ONLN),
        .folder = options->folder ? options->folder : folder,
    };
    watcher_start(&watcher, learning, &task);
    if (options->residues)
        task.residues = options->residues;
    bool const good = learn(&task, list, why);
    watcher_end(&watcher, good);
    free(folder);
    return good;
}

/* The memory at PATH, whose making becomes part of that of the new one.  */
static bool load(char const *path, struct provenance *made, struct casebuilder *list,
                 struct failure *why)
{
    struct memory *const memory = memory_open_whole(path, why);
    bool const good = memory && provenance_made_from(made, path, why);
    if (good)
        casebuilder_load(list, memory);
    memory_close(memory);
    return good;
}

/* Which games, beside those of whom and how many.  */
static void say_which(struct shapes_options const *options,
                      struct learning const *learning)
{
    if (options->residues)
        provenance_say(learning->made, "part", "residues %#x by 20", options->residues);
    else
        provenance_say(learning->made, "part", "%s",
                       splits_name(learning->games.splits));
    if (learning->player)
        provenance_say(learning->made, "player", "%s", learning->player);
}

static bool run_learn(struct shapes_options const *options,
                      struct learning const *learning, struct failure *why)
{
    double const started_s = now_s();
    struct casebuilder list, before;
    casebuilder_init(&list);
    casebuilder_init(&before);
    say_which(options, learning);
    bool good = (!options->into || load(options->into, learning->made, &before, why)) &&
                learn_games(options, learning, &list, why);
    if (good && options->into)
        casebuilder_merge(&before, &list);
    struct casebuilder const *const result = options->into ? &before : &list;
    good = good && casebuilder_write(result, output_of(options), learning->made, why);
    if (good)
        table_of_learning(result, output_of(options), now_s() - started_s,
                          program_cpu_s(), learning->json);
    casebuilder_release(&list);
    casebuilder_release(&before);
    return good;
}

/* ---------------------------------------------------------------- pruning */

static bool played_enough(void const *context, struct learnt_case const *one)
{
    struct shapes_options const *const options = context;
    return one->experience.played >= options->min_played;
}

static bool run_prune(struct shapes_options const *options,
                      struct learning const *learning, struct failure *why)
{
    struct casebuilder list;
    struct progress progress;
    progress_start(&progress);
    struct listener const listener = progress_listener(&progress);
    casebuilder_init(&list);
    tell_stage(&listener, "1 of 2: reading the cases", 0, 0);
    bool good = load(options->prune, learning->made, &list, why);
    size_t const before = list.case_count;
    if (good) {
        tell_stage(&listener, "2 of 2: keeping the best of them", 0, 0);
        casebuilder_prune(&list, played_enough, options);
        if (options->max_mb > 0)
            casebuilder_shrink(&list, (uint64_t)(options->max_mb * 1e6));
        provenance_say(learning->made, "kept", "%zu cases", list.case_count);
        good = casebuilder_write(&list, options->output, learning->made, why);
    }
    progress_end(&progress);
    if (good)
        printf(learning->json ? "{\"cases\": %zu, \"cases_before\": %zu}\n"
                              : "%zu of %zu cases kept\n",
               list.case_count, before);
    casebuilder_release(&list);
    return good;
}

static bool run_show(struct shapes_options const *options, bool json,
                     struct failure *why)
{
    struct memory *const memory = memory_open_whole(options->show, why);
    bool const good = memory;
    if (good)
        table_of_memory(memory, json);
    memory_close(memory);
    return good;
}

struct argp const shapes_argp = {.options = rows, .parser = parse};

char const *shapes_option(struct shapes_options const *options)
{
    return options->threads      ? "threads"
           : options->residues   ? "residues"
           : options->folder     ? "work"
           : options->prune      ? "prune"
           : options->min_played ? "min-played"
           : options->max_mb > 0 ? "max-mb"
                                 : NULL;
}

bool shapes_wanted(struct shapes_options const *options, bool *games_needed)
{
    *games_needed = !options->show && !options->prune;
    return options->output || options->into || options->show;
}

bool learn_shapes(struct shapes_options const *options, struct learning const *learning,
                  struct failure *why)
{
    if (options->show)
        return run_show(options, learning->json, why);
    if (options->prune)
        return run_prune(options, learning, why);
    return run_learn(options, learning, why);
}
