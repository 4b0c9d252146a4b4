/* tools/soak/soak.c -- many games of all kinds, to find out what breaks an engine.  */
#include <config.h>

#include "tools/tools.h"

#include <argp.h>
#include <errno.h>
#include <error.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <xalloc.h>

#include "tools/cmdline.h"
#include "tools/match/ledger.h"
#include "tools/match/roster.h"
#include "tools/soak/neighbour.h"
#include "tools/soak/random_player.h"
#include "tools/soak/toll.h"

enum { GAMES_MAX = 1000000, JOBS_MAX = 64, PATH = 2048 };

/* Everything the command line says, and what becomes of it.  */
struct soak {
    struct cast cast;
    uint64_t seed;
    int first, games, jobs;
    char const *folder;
    bool json, quiet;
    struct game_outcome *outcomes;
    struct ledger *ledger; /* or NULL */
    pthread_mutex_t lock;  /* for all below, and the outcomes and the ledger */
    int next;
    bool failed;
    struct failure why;
};

/* ---------------------------------------------------------------- options */

enum { KEY_JSON = 256, KEY_NEIGHBOUR, KEY_RANDOM, KEY_SEED, KEY_SOAK };

static struct argp_option const options[] = {
    {"soak", KEY_SOAK, "GAME", OPTION_ARG_OPTIONAL,
     "Begin with that game of the seed, as to see one again (1)", 1},
    {"engine", 'e', "COMMAND", 0,
     "What is tested; it takes --seed and --set as `hishi gtp' does (this program)", 1},
    {"games", 'n', "N", 0, "How many games (300)", 1},
    {"seed", KEY_SEED, "N", 0, "Of everything that is drawn (1)", 1},
    {"jobs", 'j', "N", 0, "Games at a time (1)", 1},
    {"folder", 'f', "FOLDER", 0, "Keep the games there, and go on from those", 1},
    {"json", KEY_JSON, 0, 0, "The result as JSON lines", 1},
    {"quiet", 'q', 0, 0, "No line a game", 1},
    {"neighbour", KEY_NEIGHBOUR, "SEED", OPTION_HIDDEN, 0, 1},
    {"random-player", KEY_RANDOM, "SEED", OPTION_HIDDEN, 0, 1},
    {0},
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct soak *const soak = state->input;
    switch (key) {
    case KEY_SOAK:
        soak->first = arg ? (int)cmdline_number(arg, 1, GAMES_MAX, state) : 1;
        break;
    case 'e':
        soak->cast.engine = arg;
        break;
    case 'n':
        soak->games = (int)cmdline_number(arg, 1, GAMES_MAX, state);
        break;
    case KEY_SEED:
        soak->seed = (uint64_t)cmdline_number(arg, 0, LONG_MAX, state);
        break;
    case 'j':
        soak->jobs = (int)cmdline_number(arg, 1, JOBS_MAX, state);
        break;
    case 'f':
        soak->folder = arg;
        break;
    case KEY_JSON:
        soak->json = true;
        break;
    case 'q':
        soak->quiet = true;
        break;
    case KEY_RANDOM:
        exit(random_player((uint64_t)cmdline_number(arg, 0, LONG_MAX, state)));
    default:
        return ARGP_ERR_UNKNOWN;
    }
    return 0;
}

/* ---------------------------------------------------------------- one game */

static void report(struct soak const *soak, struct scene const *scene,
                   struct game_outcome const *outcome)
{
    char text[SCENE_TEXT], result[RESULT_TEXT];
    bool const mishap = is_mishap(scene, outcome);
    if (soak->quiet && !mishap)
        return;
    scene_format(scene, text);
    game_outcome_format(outcome, result);
    fprintf(stderr, "%d  %s  %s  %d moves%s%s%s%s\n", scene->number, text, result,
            outcome->moves, mishap ? "  " : "",
            mishap ? mishap_name(scene, outcome) : "", *outcome->note.text ? ": " : "",
            outcome->note.text);
}

static void conclude(struct soak *soak, struct scene const *scene, struct game *record,
                     struct game_outcome const *outcome)
{
    snprintf(record->black, sizeof record->black, "%s", scene->actors[BLACK].name);
    snprintf(record->white, sizeof record->white, "%s", scene->actors[WHITE].name);
    snprintf(record->rules, sizeof record->rules, "%s", scene->terms.rules->sgf);
    record->komi = scene->terms.komi;
    record->komi_known = true;
    game_outcome_format(outcome, record->result);
    pthread_mutex_lock(&soak->lock);
    int const place = scene->number - soak->first;
    soak->outcomes[place] = *outcome;
    if (soak->ledger && !ledger_add(soak->ledger, place, record, outcome, &soak->why)) {
        soak->failed = true;
        atomic_store(&cmdline_stop, true);
    }
    report(soak, scene, outcome);
    pthread_mutex_unlock(&soak->lock);
}

static void play(struct soak *soak, int number)
{
    struct opening const no_opening = {0};
    struct parties parties = {.stop = &cmdline_stop};
    struct scene scene;
    struct game_outcome outcome;
    struct game record;
    scene_draw(&scene, &soak->cast, soak->seed, number);
    for (enum color color = BLACK; color <= WHITE; color++)
        parties.peers[color] =
            peer_start(scene.actors[color].command, scene.terms.patience_s,
                       &cmdline_stop, &parties.faults[color], &parties.why[color]);
    game_init(&record, scene.terms.size, scene.terms.size);
    referee_play(&scene.terms, score_policy_find("agree"), &parties, &no_opening,
                 &record, &outcome);
    peer_stop(parties.peers[BLACK]);
    peer_stop(parties.peers[WHITE]);
    if (outcome.ending != ENDING_STOPPED)
        conclude(soak, &scene, &record, &outcome);
    game_release(&record);
}

/* ---------------------------------------------------------------- all games */

/* The place of a game nobody plays or has played, or -1.  */
static int next_place(struct soak *soak)
{
    pthread_mutex_lock(&soak->lock);
    while (soak->next < soak->games &&
           soak->outcomes[soak->next].ending != ENDING_STOPPED)
        soak->next++;
    bool const more = soak->next < soak->games && !atomic_load(&cmdline_stop);
    int const place = more ? soak->next++ : -1;
    pthread_mutex_unlock(&soak->lock);
    return place;
}

static void *work(void *context)
{
    struct soak *const soak = context;
    for (int place; (place = next_place(soak)) >= 0;)
        play(soak, soak->first + place);
    return NULL;
}

/* The signals are for the thread that waits, not for those that work.  */
static bool run(struct soak *soak)
{
    pthread_t threads[JOBS_MAX];
    sigset_t all, before;
    int started = 0, error = 0;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    for (; started < soak->jobs && !error; started += !error)
        error = pthread_create(&threads[started], NULL, work, soak);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    for (int i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
    if (started == 0)
        return failed(&soak->why, "cannot start a thread: %s", strerror(error));
    return !soak->failed;
}

static bool open_ledger(struct soak *soak)
{
    char *terms, stamp[STAMP_TEXT];
    if (!soak->folder)
        return true;
    roster_stamp(soak->cast.engine, stamp);
    if (asprintf(
            &terms, "hishi soak 1\nengine %s\n    program: %s\nseed %llu, from %d\n",
            soak->cast.engine, stamp, (unsigned long long)soak->seed, soak->first) < 0)
        xalloc_die();
    soak->ledger =
        ledger_open(soak->folder, terms, soak->outcomes, soak->games, &soak->why);
    free(terms);
    return soak->ledger;
}

/* This program's own name, and what is played with when nothing else is said.  */
static void complete(struct soak *soak)
{
    static char self[PATH], engine[PATH + 16];
    static char const gnugo[] = "/usr/games/gnugo";
    ssize_t const length = readlink("/proc/self/exe", self, sizeof self - 1);
    if (length <= 0)
        error(EXIT_FAILURE, errno, "cannot find this program");
    soak->cast.self = self;
    if (!soak->cast.engine) {
        snprintf(engine, sizeof engine, "'%s' gtp", self);
        soak->cast.engine = engine;
    }
    if (access(gnugo, X_OK) == 0)
        soak->cast.gnugo = "/usr/games/gnugo --mode gtp --chinese-rules "
                           "--positional-superko";
    else
        error(0, 0, "there is no %s: the engine plays itself instead", gnugo);
}

/* `--soak --neighbour=SEED -- COMMAND', which is put before the engine's own, is no
   soak, and what stands behind it is not ours.  */
static void run_as_neighbour(int argc, char **argv)
{
    static char const option[] = "--neighbour=";
    if (argc < 5 || strncmp(argv[2], option, strlen(option)) != 0)
        return;
    exit(neighbour_run(argv + 4, strtoull(argv[2] + strlen(option), NULL, 10)));
}

int soak_main(int argc, char **argv)
{
    static struct soak soak = {.seed = 1,
                               .first = 1,
                               .games = 300,
                               .jobs = 1,
                               .lock = PTHREAD_MUTEX_INITIALIZER};
    static struct argp const argp = {
        .options = options,
        .parser = parse,
        .doc = "Play games of all sizes, rules and clocks, drawn by chance, against "
               "itself, GNU Go and a random player, in half of them on a core that is "
               "taken away for up to 300 ms now and then; tell what went wrong.",
    };
    run_as_neighbour(argc, argv);
    cmdline_parse(&argp, argc, argv, &soak);
    complete(&soak);
    soak.outcomes = xcalloc((size_t)soak.games, sizeof *soak.outcomes);
    cmdline_mind_signals();
    bool const good = open_ledger(&soak) && run(&soak);
    ledger_close(soak.ledger);
    struct toll_of const toll = {&soak.cast, soak.seed, soak.first, soak.games,
                                 soak.outcomes};
    (soak.json ? toll_print_json : toll_print)(&toll, stdout);
    bool const clean = toll_is_clean(&toll);
    free(soak.outcomes);
    if (!good)
        error(EXIT_FAILURE, 0, "%s", soak.why.text);
    return atomic_load(&cmdline_stop) ? 128 + SIGINT
           : clean                    ? EXIT_SUCCESS
                                      : EXIT_FAILURE;
}
