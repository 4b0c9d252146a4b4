/* tools/records/show.c -- hishi show: a cited game, opened at its move.  */
#include <config.h>

#include "tools/tools.h"

#include <argp.h>
#include <error.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <xalloc.h>

#include "engine/base/datafile.h"
#include "engine/base/newfile.h"
#include "engine/records/sgf_writer.h"
#include "tools/cmdline.h"
#include "tools/progress.h"
#include "tools/records/exhibit.h"
#include "tools/show_file.h"
#include "tools/terminal.h"

struct show {
    struct showing how;
    char const *svg, *sgf; /* files to write, or NULL */
    int move;              /* of what is cited without one */
    bool json, plain;
    char const *memory; /* a file, or NULL: the one that the engine plays from */
    char const **places;
    int place_count;
    struct exhibit *exhibits;
    struct gamename *names; /* theirs */
    int count;
    bool learnt; /* PLACES are no games but what was learnt from them */
    bool trouble;
    struct progress progress;
};

/* ---------------------------------------------------------------- finding */

static void take(void *context, int which, struct game const *game,
                 struct origin const *origin)
{
    struct show *const show = context;
    struct exhibit *const exhibit = &show->exhibits[which];
    if (exhibit->path)
        error(0, 0,
              "%s/%ld is in %s too; the first is shown, and a folder before the "
              "name tells them apart",
              exhibit->name.file, exhibit->name.number, origin->file);
    else
        exhibit_take(exhibit, game, origin->file);
}

static void say(void *context, struct origin const *origin, struct failure const *why)
{
    struct show *const show = context;
    (void)origin;
    error(0, 0, "%s", why->text);
    show->trouble = true;
}

static void watch(void *context, uint64_t done, uint64_t total)
{
    struct show *const show = context;
    int found = 0;
    for (int i = 0; i < show->count; i++)
        found += show->exhibits[i].path != NULL;
    progress_show(&show->progress, done, total, "%d of %d games found", found,
                  show->count);
}

static void find(struct show *show)
{
    struct gamename_search const search = {
        .places = show->places,
        .place_count = show->place_count,
        .names = show->names,
        .count = show->count,
        .notes = show->sgf != NULL,
        .take = take,
        .report = say,
        .watch = watch,
        .context = show,
    };
    progress_start(&show->progress);
    gamenames_find(&search);
    progress_end(&show->progress);
}

/* How often was played what is cited?  Without a memory nobody knows.  */
static void remember(struct show *show)
{
    char shipped[DATAFILE_PATH];
    struct failure why;
    bool const named = show->memory || datafile_find("cases.hishi", shipped, &why);
    struct casebook *const book =
        named ? casebook_open(show->memory ? show->memory : shipped, &why) : NULL;
    if (!book) {
        error(0, 0, "%s", why.text);
        show->trouble = true;
        return;
    }
    for (int i = 0; i < show->count; i++)
        exhibit_remember(&show->exhibits[i], book);
    casebook_close(book);
}

/* Drop, with a word on stderr, what cannot be shown.  */
static void open_all(struct show *show)
{
    struct failure why;
    int kept = 0;
    for (int i = 0; i < show->count; i++) {
        struct exhibit *const exhibit = &show->exhibits[i];
        bool const opened = exhibit->path
                                ? exhibit_open(exhibit, &why)
                                : failed(&why, "%s/%ld is not among these games",
                                         exhibit->name.file, exhibit->name.number);
        if (opened) {
            show->exhibits[kept++] = *exhibit;
            continue;
        }
        error(0, 0, "%s", why.text);
        show->trouble = true;
        exhibit_release(exhibit);
    }
    show->count = kept;
}

/* ---------------------------------------------------------------- showing */

static bool write_svg(struct show const *show, struct failure *why)
{
    size_t const count = (size_t)show->count;
    struct newfile *const file = newfile_open(show->svg, why);
    if (!file)
        return false;
    struct diagram *const diagrams = xnmalloc(count + 1, sizeof *diagrams);
    char *const captions = xnmalloc(count + 1, EXHIBIT_CAPTION);
    for (int i = 0; i < show->count; i++)
        exhibit_diagram(&show->exhibits[i], &show->how, &diagrams[i],
                        captions + i * EXHIBIT_CAPTION);
    diagrams_svg(diagrams, show->count, newfile_stream(file));
    free(captions);
    free(diagrams);
    return newfile_finish(file, why);
}

static void put_sgf(struct show const *show, FILE *out)
{
    for (int i = 0; i < show->count; i++)
        sgf_write(&show->exhibits[i].game, out);
}

static bool write_sgf(struct show const *show, struct failure *why)
{
    struct newfile *const file = newfile_open(show->sgf, why);
    if (!file)
        return false;
    put_sgf(show, newfile_stream(file));
    return newfile_finish(file, why);
}

static void print_all(struct show const *show)
{
    for (int i = 0; i < show->count; i++) {
        if (show->json) {
            exhibit_json(&show->exhibits[i], &show->how, stdout);
            continue;
        }
        if (i > 0)
            putchar('\n');
        exhibit_text(&show->exhibits[i], &show->how, stdout);
    }
}

/* "--sgf" alone puts the games on stdout, and nothing else.  */
static char const to_stdout[] = "-";

static void show_all(struct show *show)
{
    struct failure why;
    bool const sgf_only = show->sgf && strcmp(show->sgf, to_stdout) == 0;
    if (show->count == 0)
        return;
    if (sgf_only)
        put_sgf(show, stdout);
    else
        print_all(show);
    if ((show->svg && !write_svg(show, &why)) ||
        (show->sgf && !sgf_only && !write_sgf(show, &why))) {
        error(0, 0, "%s", why.text);
        show->trouble = true;
    }
}

/* ---------------------------------------------------------------- what is named */

static void add_exhibit(struct show *show, struct gamename const *name)
{
    struct exhibit *const exhibit = &show->exhibits[show->count];
    exhibit_init(exhibit);
    exhibit->name = show->names[show->count] = *name;
    show->count++;
}

/* The words of the command line: files and folders, and games as they are cited,
   "kgs-6d/6517 move 59" from a sentence too.  */
static void sort_words(struct show *show, char **words, int count,
                       struct argp_state *state)
{
    show->places = xnmalloc((size_t)count, sizeof *show->places);
    show->exhibits = xnmalloc((size_t)count, sizeof *show->exhibits);
    show->names = xnmalloc((size_t)count, sizeof *show->names);
    for (int i = 0; i < count; i++) {
        struct gamename name;
        struct failure why;
        if (access(words[i], F_OK) == 0)
            show->places[show->place_count++] = words[i];
        else if (gamename_parse(words[i], &name, &why))
            add_exhibit(show, &name);
        else if (strcmp(words[i], "move") == 0 && show->count && i + 1 < count)
            show->exhibits[show->count - 1].move =
                (int)cmdline_number(words[++i], 1, INT_MAX, state);
        else
            argp_error(state, "%s, and there is no such file", why.text);
    }
    if (!show->place_count)
        argp_error(state, "name the files or folders to look for the games in");
}

/* Files that were learnt are shown by themselves, without games.  */
static void find_learnt(struct show *show, struct argp_state *state)
{
    int learnt = 0;
    for (int i = 0; i < show->place_count; i++)
        learnt += show_is_learnt(show->places[i]);
    if (learnt && (show->count || learnt < show->place_count))
        argp_error(state, "what was learnt and games are not shown together");
    show->learnt = learnt > 0;
}

/* Where only a file is named, its first game.  */
static void add_first_game(struct show *show, struct argp_state *state)
{
    struct gamename name = {.number = 0};
    if (show->place_count > 1)
        argp_error(state, "name a game as it is cited, as kgs-6d/6517");
    gamename_file(show->places[0], name.file);
    add_exhibit(show, &name);
}

static void settle_moves(struct show *show)
{
    for (int i = 0; i < show->count; i++)
        if (!show->exhibits[i].move)
            show->exhibits[i].move = show->move;
}

/* ---------------------------------------------------------------- options */

enum {
    OPTION_SGF = 256,
    OPTION_SVG,
    OPTION_JSON,
    OPTION_BEFORE,
    OPTION_DIAMOND,
    OPTION_MEMORY,
    OPTION_AROUND,
    OPTION_PLAIN
};

static struct argp_option const options[] = {
    {"move", 'm', "N", 0, "Open the games at move N; the first move is 1", 0},
    {"before", OPTION_BEFORE, NULL, 0, "Show the board as it was before the move", 0},
    {"diamond", OPTION_DIAMOND, NULL, 0,
     "Fence in the points that the memory compares, and say how often it has met them",
     0},
    {"memory", OPTION_MEMORY, "FILE", 0,
     "with --diamond: ask this casebook; default: cases.hishi of the engine", 0},
    {"around", OPTION_AROUND, "N", 0, "List N moves before and after it (10)", 0},
    {"sgf", OPTION_SGF, "FILE", OPTION_ARG_OPTIONAL,
     "Write the games as SGF into FILE, or without one on stdout and nothing else", 0},
    {"svg", OPTION_SVG, "FILE", 0, "Draw the boards into FILE", 0},
    {"json", OPTION_JSON, NULL, 0, "Print one JSON object a line", 0},
    {"plain", OPTION_PLAIN, NULL, 0, "No colours, letters for stones", 0},
    {0},
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct show *const show = state->input;
    switch (key) {
    case 'm':
        show->move = (int)cmdline_number(arg, 1, INT_MAX, state);
        return 0;
    case OPTION_BEFORE:
        show->how.before = true;
        return 0;
    case OPTION_DIAMOND:
        show->how.diamond = true;
        return 0;
    case OPTION_MEMORY:
        show->memory = arg;
        return 0;
    case OPTION_AROUND:
        show->how.around = (int)cmdline_number(arg, 0, 1000, state);
        return 0;
    case OPTION_SGF:
        show->sgf = arg ? arg : to_stdout;
        return 0;
    case OPTION_SVG:
        show->svg = arg;
        return 0;
    case OPTION_JSON:
        show->json = true;
        return 0;
    case OPTION_PLAIN:
        show->plain = true;
        return 0;
    case ARGP_KEY_ARGS:
        sort_words(show, state->argv + state->next, state->argc - state->next, state);
        find_learnt(show, state);
        if (!show->count && !show->learnt)
            add_first_game(show, state);
        return 0;
    case ARGP_KEY_NO_ARGS:
        argp_error(state, "name a game as it is cited, and where to look for it");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static void show_learnt(struct show *show)
{
    struct failure why;
    for (int i = 0; i < show->place_count; i++) {
        if (i > 0)
            putchar('\n');
        if (!show_file(show->places[i], stdout, &why)) {
            error(0, 0, "%s", why.text);
            show->trouble = true;
        }
    }
}

static void show_games(struct show *show)
{
    show->how.look = terminal_look(show->plain);
    settle_moves(show);
    find(show);
    open_all(show);
    if (show->how.diamond)
        remember(show);
    show_all(show);
}

static void release(struct show *show)
{
    for (int i = 0; i < show->count; i++)
        exhibit_release(&show->exhibits[i]);
    free(show->exhibits);
    free(show->names);
    free(show->places);
}

int show_main(int argc, char **argv)
{
    struct argp const argp = {
        .options = options,
        .parser = parse,
        .args_doc = "GAMES... FILE/NUMBER [move N]...\nFILE.hishi...",
        .doc =
            "Open games that Hishi cites, as kgs-6d/6517 move 59, in a collection at "
            "hand: who played, the board at the move, and the moves around it.  GAMES "
            "are files, folders or archives; FILE is the name of one of their files up "
            "to its first dot (folders before it tell files of one name apart), and "
            "NUMBER counts its games from 0.  Moves count from 1, passes included.\v"
            "Of a single file without FILE/NUMBER the first game is shown, and without "
            "a "
            "move the end of a game.  Of a file that Hishi has learnt: what is in it, "
            "and from what it was made.",
    };
    struct show show = {.how = {.around = 10}};
    cmdline_parse(&argp, argc, argv, &show);
    (show.learnt ? show_learnt : show_games)(&show);
    bool const trouble = show.trouble;
    release(&show);
    return trouble ? EXIT_FAILURE : EXIT_SUCCESS;
}
