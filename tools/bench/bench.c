/* tools/bench/bench.c -- signature and speeds. */
#include <config.h>

#include "engine/base/printed.h"
#include "engine/base/seconds.h"
#include "tools/bench/bench.h"
#include "tools/cmdline.h"
#include "tools/tools.h"

#include <argp.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct bench_part const parts[] = {
    {"signature", bench_run_signature,
     "fixed playouts of fixed positions, as a number"},
    {"board", bench_run_board, "copying a board, trying moves and taking them back"},
    {"cases", bench_run_cases, "rating a position by the casebook, and nearest cases"},
    {"judge", bench_run_judge, "what the judge makes of a position, 19x19"},
    {"memory", bench_run_memory,
     "nearest diamonds, against comparing with all, in parts of a memory of shapes"},
    {"playouts", bench_run_playouts,
     "playouts, even and learnt ones, one thread, 9x9 and 19x19"},
    {"search", bench_run_search,
     "the search, 19x19, with few and with many candidates a node"},
    {0},
};

void bench_begin(struct bench *bench, char const *part)
{
    if (bench->json)
        printf("{\"part\": \"%s\"", part);
    else
        printf("%-10s", part);
    bench->figures = 0;
}

void bench_text(struct bench *bench, char const *key, char const *value)
{
    if (bench->json)
        printf(", \"%s\": \"%s\"", key, value);
    else
        printf("%s %s", bench->figures ? "," : "", value);
    bench->figures++;
}

void bench_number(struct bench *bench, char const *key, double value)
{
    int const decimals = value == floor(value) || fabs(value) >= 1000 ? 0
                         : fabs(value) >= 100                         ? 1
                                                                      : 2;
    if (bench->json)
        printf(", \"%s\": %.*f", key, decimals, value);
    else
        printf("%s %s %.*f", bench->figures ? "," : "", key, decimals, value);
    bench->figures++;
}

void bench_end(struct bench *bench)
{
    puts(bench->json ? "}" : "");
    fflush(stdout);
}

/* Every step of this loop waits for the one before it, and each operation
   takes one cycle on all processors worth measuring.  */
double bench_cycles_per_ns(void)
{
    enum { STEPS = 10 * 1000 * 1000, CYCLES = 2 };
    uint64_t x = 1, key = 0x9e3779b97f4a7c15u;
    double const start = thread_cpu_s();
    for (int i = 0; i < STEPS; i++) {
        __asm__ volatile("" : "+r"(x), "+r"(key)); /* may not be foreseen */
        x = (x ^ key) + key;
    }
    return (double)STEPS * CYCLES * 1e-9 / (thread_cpu_s() - start);
}

static struct bench_part const *find_part(char const *name)
{
    for (struct bench_part const *part = parts; part->name; part++)
        if (strcmp(part->name, name) == 0)
            return part;
    return NULL;
}

static char *list_parts(int key, char const *text, void *input)
{
    (void)input;
    if (key != ARGP_KEY_HELP_POST_DOC)
        return (char *)text;
    struct printed printed;
    FILE *const out = printed_begin(&printed);
    fputs("Parts (all, when none is named):\n", out);
    for (struct bench_part const *part = parts; part->name; part++)
        fprintf(out, "  %-12s %s\n", part->name, part->help);
    return printed_end(&printed);
}

enum {
    OPTION_JSON = 256,
    OPTION_SIGNATURE,
    OPTION_MEMORY,
    OPTION_GAMES,
    PLACES_MAX = 16
};

static struct argp_option const options[] = {
    {"json", OPTION_JSON, NULL, 0, "Print one JSON object a line", 0},
    {"seconds", 's', "S", 0, "Measure every speed for about S seconds (1)", 0},
    {"memory", OPTION_MEMORY, "FILE", 0, "Measure the memory of shapes in FILE", 0},
    {"games", OPTION_GAMES, "PLACE", 0,
     "Take positions from the test games in a file or folder; may be given several "
     "times",
     0},
    {"signature", OPTION_SIGNATURE, NULL, 0, "Print the signature alone", 0},
    {0},
};

struct wish {
    struct bench bench;
    bool signature_alone;
    char const *places[PLACES_MAX];
    char **parts; /* names, checked; ends with NULL */
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct wish *const wish = state->input;
    char *end;
    switch (key) {
    case OPTION_JSON:
        wish->bench.json = true;
        return 0;
    case OPTION_SIGNATURE:
        wish->signature_alone = true;
        return 0;
    case OPTION_MEMORY:
        wish->bench.memory = arg;
        return 0;
    case OPTION_GAMES:
        if (wish->bench.place_count == PLACES_MAX)
            argp_error(state, "at most %d files or folders", PLACES_MAX);
        wish->bench.places = wish->places;
        wish->places[wish->bench.place_count++] = arg;
        return 0;
    case 's':
        wish->bench.seconds = strtod(arg, &end);
        if (end == arg || *end || !(wish->bench.seconds > 0))
            argp_error(state, "'%s' is not a number of seconds", arg);
        return 0;
    case ARGP_KEY_ARGS:
        wish->parts = state->argv + state->next;
        for (char **name = wish->parts; *name; name++)
            if (!find_part(*name))
                argp_error(state, "there is no part called '%s'", *name);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static struct argp const argp = {
    .options = options,
    .parser = parse,
    .args_doc = "[PART...]",
    .doc = "Measure the engine's speeds, and its signature: a number that changes "
           "when what it plays changes.\v",
    .help_filter = list_parts,
};

int bench_main(int argc, char **argv)
{
    struct wish wish = {.bench = {.seconds = 1}};
    cmdline_parse(&argp, argc, argv, &wish);
    if (wish.signature_alone) {
        printf("%u\n", bench_signature());
        return 0;
    }
    if (wish.parts)
        for (char **name = wish.parts; *name; name++)
            find_part(*name)->run(&wish.bench);
    else
        for (struct bench_part const *part = parts; part->name; part++)
            part->run(&wish.bench);
    return 0;
}
