/* tools/report/games.c -- reads and replays every game, and counts.  */
#include <config.h>

#include "tools/cmdline.h"
#include "tools/progress.h"
#include "tools/report/report.h"

#include "engine/base/json.h"
#include "engine/base/seconds.h"
#include "engine/records/archive.h"

#include <argp.h>
#include <error.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xalloc.h>

/* A kind of trouble, how many games (or files) had it, and the first of them.  */
struct trouble {
    char *text, *first;
    long count;
};

struct report_games {
    /* What was asked for.  */
    bool json, list_rejected;
    char const **places;
    int place_count;

    /* What was found.  */
    int files;
    long games, moves, passes;
    long handicaps, no_komi, no_winner, scored, edited;
    long rejected, broken_files;
    struct trouble *kinds;
    size_t kind_count, kind_capacity;
};

static void count_kind(struct report_games *tally, struct failure const *why)
{
    char const *const text = failure_kind(why);
    for (size_t i = 0; i < tally->kind_count; i++)
        if (strcmp(tally->kinds[i].text, text) == 0) {
            tally->kinds[i].count++;
            return;
        }
    if (tally->kind_count == tally->kind_capacity)
        tally->kinds =
            x2nrealloc(tally->kinds, &tally->kind_capacity, sizeof *tally->kinds);
    tally->kinds[tally->kind_count++] = (struct trouble){
        .text = xstrdup(text), .first = xstrdup(why->text), .count = 1};
}

static int more_frequent(void const *left, void const *right)
{
    struct trouble const *const a = left, *const b = right;
    if (a->count != b->count)
        return a->count > b->count ? -1 : 1;
    return strcmp(a->text, b->text);
}

static void reject(void *context, struct origin const *origin,
                   struct failure const *why)
{
    struct report_games *const tally = context;
    if (origin->number < 0)
        tally->broken_files++;
    else
        tally->rejected++;
    count_kind(tally, why);
    if (origin->number < 0)
        error(0, 0, "%s", why->text);
    else if (tally->list_rejected)
        printf("%s\n", why->text);
}

/* Play GAME through; false if that cannot be done.  */
static bool replay(struct report_games *tally, struct game const *game,
                   struct failure *why)
{
    struct replay walk;
    long moves = 0, passes = 0;
    replay_start(&walk, game);
    while (replay_next(&walk, why)) {
        moves++;
        passes += walk.move.at == PASS;
    }
    if (why->text[0])
        return false;
    tally->moves += moves;
    tally->passes += passes;
    tally->edited += walk.setup > 0;
    return true;
}

static void count_game(struct report_games *tally, struct game const *game,
                       struct origin const *origin)
{
    struct failure why, whole;
    if (!replay(tally, game, &why)) {
        failed(&whole, "%.400s: game %ld, line %ld: %.500s", origin->file,
               origin->number, origin->line, why.text);
        reject(tally, origin, &whole);
        return;
    }
    tally->games++;
    tally->files = origin->file_index + 1;
    tally->handicaps += game->handicap > 1;
    tally->no_komi += !game->komi_known;
    tally->no_winner += game->winner == EMPTY;
    tally->scored += game->scored;
}

/* 0 where there was nothing to be quick about.  */
static double moves_a_second(struct report_games const *tally, double wall_s)
{
    return wall_s > 0 ? (double)tally->moves / wall_s : 0;
}

static void print_text(struct report_games const *tally, double wall_s, double cpu_s)
{
    printf("%ld games, %ld moves (%ld of them passes), in %d files\n", tally->games,
           tally->moves, tally->passes, tally->files);
    printf("  handicap %ld, komi not known %ld, winner not known %ld, "
           "counted to the end %ld, stones edited later %ld\n",
           tally->handicaps, tally->no_komi, tally->no_winner, tally->scored,
           tally->edited);
    printf("%ld games rejected, %ld files broken\n", tally->rejected,
           tally->broken_files);
    for (size_t i = 0; i < tally->kind_count; i++)
        printf("%8ld  %s\n          the first: %s\n", tally->kinds[i].count,
               tally->kinds[i].text, tally->kinds[i].first);
    printf("%.1f s, %.1f s of CPU time, %.0f moves a second\n", wall_s, cpu_s,
           moves_a_second(tally, wall_s));
}

static void print_json(struct report_games const *tally, double wall_s, double cpu_s)
{
    printf("{\"games\": %ld, \"moves\": %ld, \"passes\": %ld, \"files\": %d, "
           "\"handicap_games\": %ld, \"unknown_komi_games\": %ld, "
           "\"unknown_winner_games\": %ld, \"scored_games\": %ld, "
           "\"edited_games\": %ld, \"rejected_games\": %ld, \"broken_files\": %ld, "
           "\"wall_s\": %.3f, \"cpu_s\": %.3f, \"moves_per_s\": %.0f}\n",
           tally->games, tally->moves, tally->passes, tally->files, tally->handicaps,
           tally->no_komi, tally->no_winner, tally->scored, tally->edited,
           tally->rejected, tally->broken_files, wall_s, cpu_s,
           moves_a_second(tally, wall_s));
    for (size_t i = 0; i < tally->kind_count; i++) {
        printf("{\"reason\": ");
        json_quoted(tally->kinds[i].text, stdout);
        printf(", \"rejected\": %ld, \"first\": ", tally->kinds[i].count);
        json_quoted(tally->kinds[i].first, stdout);
        printf("}\n");
    }
}

enum { OPTION_JSON = 256, OPTION_REJECTED };

static struct argp_option const options[] = {
    {"json", OPTION_JSON, NULL, 0, "Print one JSON object a line", 0},
    {"rejected", OPTION_REJECTED, NULL, 0, "Name each rejected game and why", 0},
    {0},
};

static struct cmdline_row const straight[] = {
    CMDLINE_FLAG(struct report_games, json, OPTION_JSON),
    CMDLINE_FLAG(struct report_games, list_rejected, OPTION_REJECTED),
    {0},
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct report_games *const tally = state->input;
    switch (key) {
    case ARGP_KEY_ARGS:
        tally->places = (char const **)state->argv + state->next;
        tally->place_count = state->argc - state->next;
        return 0;
    case ARGP_KEY_NO_ARGS:
        argp_error(state, "name at least one file or folder");
        return 0;
    default:
        return cmdline_take(straight, key, arg, state);
    }
}

static void read_all(struct report_games *tally)
{
    struct archive_reader *const reader =
        archive_open(tally->places, tally->place_count, reject, tally);
    struct progress progress;
    struct game game;
    struct origin origin;
    game_init(&game, 19, 19);
    progress_start(&progress);
    while (archive_next(reader, &game, &origin)) {
        uint64_t done, total;
        count_game(tally, &game, &origin);
        archive_progress(reader, &done, &total);
        progress_show(&progress, done, total, "%ld games, %ld moves, %ld rejected",
                      tally->games, tally->moves, tally->rejected);
    }
    progress_end(&progress);
    game_release(&game);
    archive_close(reader);
}

static struct argp const argp = {
    .options = options,
    .parser = parse,
    .args_doc = "GAMES...",
    .doc = "Read and replay every game in files, folders and archives; count games "
           "and moves, and why games were rejected.\vThe exit status is 1 when a "
           "file cannot be read, or not to its end, or when there is no game.",
};

int report_games_main(int argc, char **argv)
{
    struct report_games tally = {0};
    cmdline_parse(&argp, argc, argv, &tally);
    double const start_s = now_s();
    read_all(&tally);
    double const wall_s = now_s() - start_s;
    double const cpu_s = program_cpu_s();
    qsort(tally.kinds, tally.kind_count, sizeof *tally.kinds, more_frequent);
    (tally.json ? print_json : print_text)(&tally, wall_s, cpu_s);
    for (size_t i = 0; i < tally.kind_count; i++) {
        free(tally.kinds[i].text);
        free(tally.kinds[i].first);
    }
    free(tally.kinds);
    if (!tally.games)
        error(1, 0, "there is no game in what was named that can be used");
    return tally.broken_files ? 1 : 0;
}
