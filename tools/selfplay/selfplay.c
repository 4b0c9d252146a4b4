/* tools/selfplay/selfplay.c -- games of Hishi against itself, to learn from.

   Games are played in shards of SHARD games, each a file of SGF that appears when it is
   whole; the same command goes on with the shards that are not there, and no other does
   (self_terms.h).  Games and shards have numbers, and a game is the same whoever plays
   it.  */
#include <config.h>

#include "tools/cmdline.h"
#include "tools/progress.h"
#include "tools/selfplay/self_game.h"
#include "tools/tools.h"

#include <errno.h>
#include <error.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xalloc.h>

#include "engine/base/newfile.h"
#include "engine/base/seconds.h"
#include "engine/records/sgf_writer.h"

enum { SHARD = 20, THREADS_MAX = 64, GAMES_MAX = 10000000, PATH_SIZE = 4096 };

struct self_tally {
    long played, endless, moves;
};

struct selfplay {
    struct self_terms terms;
    char const *folder;
    int games, threads;
    bool json;
    pthread_mutex_t lock;         /* of what follows */
    int next;                     /* shard */
    struct self_tally seen, kept; /* games of whole shards are kept */
    struct progress progress;
    struct failure why; /* the first thing that went wrong */
};

static void shard_path(struct selfplay const *task, int shard, char path[PATH_SIZE])
{
    snprintf(path, PATH_SIZE, "%s/shard-%06d.sgf", task->folder, shard);
}

/* The number of a shard that is not there, or -1.  */
static int take_shard(struct selfplay *task)
{
    char path[PATH_SIZE];
    int const shards = (task->games + SHARD - 1) / SHARD;
    int shard = -1;
    pthread_mutex_lock(&task->lock);
    while (shard < 0 && task->next < shards && !task->why.text[0]) {
        shard_path(task, task->next, path);
        if (access(path, F_OK) != 0)
            shard = task->next;
        task->next++;
    }
    pthread_mutex_unlock(&task->lock);
    return shard;
}

static void self_tally_add(struct self_tally *tally, struct self_tally const *more)
{
    tally->played += more->played;
    tally->endless += more->endless;
    tally->moves += more->moves;
}

static void count(struct selfplay *task, struct self_tally *shard,
                  struct game const *game)
{
    struct self_tally const one = {1, !game, game ? game_moves(game) : 0};
    self_tally_add(shard, &one);
    pthread_mutex_lock(&task->lock);
    self_tally_add(&task->seen, &one);
    progress_show(&task->progress, (uint64_t)task->seen.played, (uint64_t)task->games,
                  "%ld games, %ld moves", task->seen.played, task->seen.moves);
    pthread_mutex_unlock(&task->lock);
}

static bool keep_shard(struct selfplay *task, struct newfile *file,
                       struct self_tally const *shard, struct failure *why)
{
    if (!newfile_finish(file, why))
        return false;
    pthread_mutex_lock(&task->lock);
    self_tally_add(&task->kept, shard);
    pthread_mutex_unlock(&task->lock);
    return true;
}

static bool play_shard(struct selfplay *task, struct self_player *player, int shard,
                       struct failure *why)
{
    char path[PATH_SIZE];
    struct self_tally tally = {0, 0, 0};
    shard_path(task, shard, path);
    struct newfile *const file = newfile_open(path, why);
    if (!file)
        return false;
    for (int i = 0; i < SHARD && !cmdline_stop && !why->text[0]; i++) {
        struct game const *const game =
            self_player_game(player, (long)shard * SHARD + i, &cmdline_stop, why);
        if (game)
            sgf_write(game, newfile_stream(file));
        if (!cmdline_stop)
            count(task, &tally, game);
    }
    if (!cmdline_stop && !why->text[0])
        return keep_shard(task, file, &tally, why);
    newfile_abandon(file);
    return !why->text[0];
}

static void *play_shards(void *context)
{
    struct selfplay *const task = context;
    struct self_player *const player = self_player_new(&task->terms);
    struct failure why = {""};
    int shard;
    while (!cmdline_stop && (shard = take_shard(task)) >= 0)
        if (!play_shard(task, player, shard, &why))
            break;
    self_player_free(player);
    pthread_mutex_lock(&task->lock);
    if (!task->why.text[0])
        task->why = why;
    pthread_mutex_unlock(&task->lock);
    return NULL;
}

static void play_all(struct selfplay *task)
{
    pthread_t threads[THREADS_MAX];
    int started = 0;
    pthread_mutex_init(&task->lock, NULL);
    progress_start(&task->progress);
    while (started + 1 < task->threads &&
           pthread_create(&threads[started], NULL, play_shards, task) == 0)
        started++;
    play_shards(task);
    for (int i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
    progress_end(&task->progress);
    pthread_mutex_destroy(&task->lock);
}

static void tell(struct selfplay const *task)
{
    printf(task->json ? "{\"games\": %ld, \"moves\": %ld, \"endless\": %ld, "
                        "\"cpu_s\": %.1f}\n"
                      : "%ld games, %ld moves; %ld games came to no end; %.1f s of CPU "
                        "time\n",
           task->kept.played - task->kept.endless, task->kept.moves, task->kept.endless,
           program_cpu_s());
}

/* ---------------------------------------------------------------- options */

enum {
    OPTION_KOMI = 256,
    OPTION_SPREAD,
    OPTION_SLOW,
    OPTION_QUICK,
    OPTION_SHARE,
    OPTION_SEED,
    OPTION_THREADS,
    OPTION_JSON
};

static struct argp_option const options[] = {
    {"folder", 'f', "FOLDER", 0, "Where the games are kept, and gone on with", 0},
    {"games", 'n', "N", 0, "Games in all, in whole shards of 20 (1000)", 0},
    {"size", 's', "N", 0, "Size of the board (9)", 1},
    {"komi", OPTION_KOMI, "X", 0, "Komi in the middle (7)", 1},
    {"spread", OPTION_SPREAD, "N", 0, "Points that it is more or less at most (3)", 1},
    {"slow", OPTION_SLOW, "N", 0, "Playouts for moves to be learnt (400)", 2},
    {"quick", OPTION_QUICK, "N", 0, "Playouts for the other moves (100)", 2},
    {"share", OPTION_SHARE, "PERCENT", 0, "How many moves are slow (30)", 2},
    {"seed", OPTION_SEED, "N", 0, "Of all that is random (1)", 2},
    {"threads", OPTION_THREADS, "N", 0, "Games at a time (1)", 2},
    {"json", OPTION_JSON, NULL, 0, "The result as JSON", 3},
    {0},
};

static struct cmdline_row const straight[] = {
    CMDLINE_TEXT(struct selfplay, folder, 'f'),
    CMDLINE_NUMBER(struct selfplay, games, 'n', 1, GAMES_MAX),
    CMDLINE_NUMBER(struct selfplay, terms.size, 's', 5, BOARD_MAX),
    CMDLINE_NUMBER(struct selfplay, terms.komi_spread, OPTION_SPREAD, 0, 100),
    CMDLINE_NUMBER(struct selfplay, terms.slow, OPTION_SLOW, 1, 1000000),
    CMDLINE_NUMBER(struct selfplay, terms.quick, OPTION_QUICK, 1, 1000000),
    CMDLINE_NUMBER(struct selfplay, terms.seed, OPTION_SEED, 0, 1000000000),
    CMDLINE_NUMBER(struct selfplay, threads, OPTION_THREADS, 1, THREADS_MAX),
    CMDLINE_FLAG(struct selfplay, json, OPTION_JSON),
    {0},
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct selfplay *const task = state->input;
    switch (key) {
    case OPTION_KOMI:
        task->terms.komi = cmdline_real(arg, -AREA_MAX, AREA_MAX, state);
        return 0;
    case OPTION_SHARE:
        task->terms.slow_share = cmdline_real(arg, 0, 100, state) / 100;
        return 0;
    case ARGP_KEY_END:
        if (!task->folder)
            argp_error(state, "name the folder for the games: --folder=FOLDER");
        return 0;
    default:
        return cmdline_take(straight, key, arg, state);
    }
}

static void open_folder(struct selfplay const *task, struct provenance *made)
{
    struct failure why;
    if (mkdir(task->folder, 0777) != 0 && errno != EEXIST)
        error(EXIT_FAILURE, errno, "%s", task->folder);
    if (!self_terms_settle(&task->terms, made, task->folder, &why))
        error(EXIT_FAILURE, 0, "%s", why.text);
    provenance_free(made);
}

int selfplay_main(int argc, char **argv)
{
    struct argp const argp = {
        .options = options,
        .parser = parse,
        .doc =
            "Play games of Hishi against itself, for the judge to learn from.  Every "
            "game is played to its end; a move that was played quickly, or at "
            "random, says so in its comment.  The folder keeps in " TERMS_FILE
            " what program played and how: whoever goes on there must agree.",
    };
    struct selfplay task = {
        .terms = {.size = 9,
                  .komi = 7,
                  .komi_spread = 3,
                  .slow = 400,
                  .quick = 100,
                  .slow_share = 0.3,
                  .seed = 1},
        .games = 1000,
        .threads = 1,
    };
    struct provenance *const made = cmdline_provenance(argc, argv);
    cmdline_parse(&argp, argc, argv, &task);
    open_folder(&task, made);
    cmdline_mind_signals();
    play_all(&task);
    tell(&task);
    if (task.why.text[0])
        error(EXIT_FAILURE, 0, "%s", task.why.text);
    if (cmdline_stop)
        error(EXIT_FAILURE, 0, "stopped; the same command goes on from here");
    return 0;
}
