#include <config.h>

#include "tools/records/mining.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/cmdline.h"

struct mining const mining_defaults = {
    .ranking = {.keep = 25000,
                .shortest = 5,
                .longest = RANKED_LENGTH_MAX,
                .sfp_window = 6,
                .sfp_threshold = 0.9,
                .msfp_windows = 1u << 4 | 1u << 5,
                .aggregate = AGGREGATE_MEAN},
    .reach = 9,
};

enum {
    OPTION_WINDOWS = 512,
    OPTION_AGGREGATE,
    OPTION_REACH,
    OPTION_KEEP,
    OPTION_SFP,
    OPTION_THRESHOLD,
    OPTION_SHORTEST,
    OPTION_STRINGS
};

static struct argp_option const options[] = {
    {"windows", OPTION_WINDOWS, "W,W...", 0, "MSFP's set of windows (4,5)", 0},
    {"aggregate", OPTION_AGGREGATE, "mean|max", 0,
     "MSFP's score of a sequence from those of its occurrences (mean)", 0},
    {"sfp-window", OPTION_SFP, "W", 0, "SFP's window (6)", 0},
    {"sfp-threshold", OPTION_THRESHOLD, "T", 0, "SFP's share of a rise or fall (0.9)",
     0},
    {"reach", OPTION_REACH, "N", 0,
     "Keep sequences without a step over more than N lines (9; 0: all)", 0},
    {"strings", OPTION_STRINGS, NULL, 0,
     "Keep every string that a shape is coded as (only the best)", 0},
    {"shortest", OPTION_SHORTEST, "N", 0, "Symbols of the shortest sequence (5)", 0},
    {"keep", OPTION_KEEP, "N", 0, "How many of the best (25000)", 0},
    {0},
};

static unsigned parse_windows(char const *arg, struct argp_state *state)
{
    unsigned windows = 0;
    for (char *end = (char *)arg; *arg; arg = end + (*end == ',')) {
        long const w = strtol(arg, &end, 10);
        if (end == arg || w < 1 || w > WINDOW_MAX || (*end && *end != ','))
            argp_error(state, "windows are numbers from 1 to %d: 4,5", WINDOW_MAX);
        windows |= 1u << w;
    }
    if (!windows)
        argp_error(state, "name at least one window");
    return windows;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct mining *const mining = state->input;
    struct ranking_options *const ranking = &mining->ranking;
    switch (key) {
    case OPTION_WINDOWS:
        ranking->msfp_windows = parse_windows(arg, state);
        return 0;
    case OPTION_AGGREGATE:
        if (strcmp(arg, "mean") != 0 && strcmp(arg, "max") != 0)
            argp_error(state, "--aggregate is mean or max");
        ranking->aggregate = arg[1] == 'a' ? AGGREGATE_MAX : AGGREGATE_MEAN;
        return 0;
    case OPTION_SFP:
        ranking->sfp_window = (int)cmdline_number(arg, 1, WINDOW_MAX, state);
        return 0;
    case OPTION_THRESHOLD:
        ranking->sfp_threshold = strtod(arg, NULL);
        return 0;
    case OPTION_REACH:
        mining->reach = (int)cmdline_number(arg, 0, 18, state);
        return 0;
    case OPTION_STRINGS:
        mining->strings = true;
        return 0;
    case OPTION_SHORTEST:
        ranking->shortest = (int)cmdline_number(arg, 1, RANKED_LENGTH_MAX, state);
        return 0;
    case OPTION_KEEP:
        ranking->keep = (uint32_t)cmdline_number(arg, 1, 10000000, state);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

struct argp const mining_argp = {.options = options, .parser = parse};

void mine(struct mining const *mining, enum code code, struct corpus const *corpus,
          struct suffixes const *suffixes, struct ranked_list lists[RANKINGS])
{
    enum { SPARE = 4 }; /* ranked for one that passes the filters; 1.4 to 3 do it */
    struct ranking_options options_used = mining->ranking;
    bool const relative = code == CODE_RELATIVE;
    if (relative)
        options_used.keep *= SPARE;
    rank_sequences(suffixes, &options_used, lists);
    for (int r = 0; r < RANKINGS; r++) {
        if (relative && mining->reach)
            ranked_keep_local(&lists[r], suffixes, mining->reach);
        if (relative && !mining->strings)
            ranked_keep_shapes(&lists[r], corpus, suffixes);
        if (lists[r].count > mining->ranking.keep)
            lists[r].count = mining->ranking.keep;
    }
}

static int is_sgf(struct dirent const *entry)
{
    char const *const dot = strrchr(entry->d_name, '.');
    return dot && strcmp(dot, ".sgf") == 0;
}

bool read_reference(char const *folder, int shortest, struct dictionary *dictionary,
                    struct failure *why)
{
    struct dirent **entries;
    int const count = scandir(folder, &entries, is_sgf, alphasort);
    bool read = count > 0;
    if (count < 0)
        return failed(why, "%s: %s", folder, strerror(errno));
    if (count == 0)
        failed(why, "%s: no .sgf file in it", folder);
    for (int i = 0; i < count; i++) {
        char path[4096];
        snprintf(path, sizeof path, "%s/%s", folder, entries[i]->d_name);
        read = read && dictionary_add(dictionary, path, shortest, why);
        free(entries[i]);
    }
    free(entries);
    return read;
}
