#include <config.h>

#include "tools/options.h"

#include "engine/base/datafile.h"
#include "engine/base/printed.h"
#include "patterns/judge/views.h"

#include <c-ctype.h>
#include <errno.h>
#include <error.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum {
    KEY_SET = 256,
    KEY_BOOK_DEPTH,
    KEY_NO_BOOK,
    KEY_CONFIG,
    KEY_DATA,
    KEY_LIST_DATA,
    KEY_STYLE,
    KEY_FOLLOW
};

static struct argp_option const options[] = {
    {"rules", 'r', "NAME", 0, "by these rules; they are listed below", 0},
    {"komi", 'k', "POINTS", 0, "points for White; default: what the rules are used to",
     0},
    {"size", 's', "SIZE", 0, "19, or 13x9; 2 to 25", 0},
    {"seed", 'S', "NUMBER", 0,
     "of the random numbers: the same seed, the same game; default: another one each "
     "game",
     0},
    {"time", 't', "SECONDS", 0,
     "think this long about each move, whatever the clock says", 0},
    {"resign-below", 'R', "CHANCE", 0,
     "resign when the chance to win is lower; 0: never", 0},
    {"level", 'l', "1...10", 0,
     "play as weakly as people of that level; 10 is full strength", 0},
    {"style", KEY_STYLE, "FILE", 0,
     "play like the player whose style `hishi learn --style=FILE' has learnt", 0},
    {"follow", KEY_FOLLOW, "0...1", 0,
     "follow that style so far; 0: not, 1: what he would play most often, unless it "
     "loses much (0.5)",
     0},
    {"book-depth", KEY_BOOK_DEPTH, "MOVES", 0,
     "play from the opening books for so many moves only", 0},
    {"no-book", KEY_NO_BOOK, NULL, 0, "do not play from the opening books", 0},
    {"set", KEY_SET, "NAME=VALUE", 0, "set a parameter; the names are below", 0},
    {"config", KEY_CONFIG, "FILE", 0,
     "take options and parameters from FILE, a line each: rules = japanese; what is "
     "said later counts",
     0},
    {"data", KEY_DATA, "FOLDER", 0,
     "with the learnt files that are there, in place of the shipped ones (as the "
     "environment variable HISHI_DATA)",
     0},
    {"list-data", KEY_LIST_DATA, NULL, 0, "say which learnt files are read, and end",
     0},
    {0},
};

/* ------------------------------------------------------------ values */

static bool take_number(char const *arg, double min, double max, char const *what,
                        double *out, struct failure *why)
{
    char *end;
    *out = strtod(arg, &end);
    return (end != arg && !*end && *out >= min && *out <= max) ||
           failed(why, "'%.40s' is not %s", arg, what);
}

bool parse_board_size(char const *text, int *width, int *height, struct failure *why)
{
    char *end;
    long const columns = strtol(text, &end, 10);
    long const rows = *end == 'x' ? strtol(end + 1, &end, 10) : columns;
    if (*end || columns < BOARD_MIN || columns > BOARD_MAX || rows < BOARD_MIN ||
        rows > BOARD_MAX)
        return failed(why, "'%s' is not a size; boards are %dx%d to %dx%d", text,
                      BOARD_MIN, BOARD_MIN, BOARD_MAX, BOARD_MAX);
    *width = (int)columns;
    *height = (int)rows;
    return true;
}

static bool take_rules(char const *arg, struct session_options *session,
                       struct failure *why)
{
    struct printed printed;
    struct rules const *const found = rules_find(arg);
    if (found) {
        session->rules = found;
        return true;
    }
    FILE *const out = printed_begin(&printed);
    for (struct rules const *rules = rules_table; rules->name; rules++)
        fprintf(out, "%s%s", print_joint(rules == rules_table, !rules[1].name),
                rules->name);
    char *const names = printed_end(&printed);
    failed(why, "no rules are called '%.40s'; %s are", arg, names);
    free(names);
    return false;
}

static bool take_seed(char const *arg, struct session_options *session,
                      struct failure *why)
{
    double seed;
    if (!take_number(arg, 0, 0x1p53, "a seed: a whole number, 0 or more", &seed, why))
        return false;
    session->fixed_seed = true;
    session->seed = (uint64_t)seed;
    return true;
}

static bool take_data(char const *folder, struct failure *why)
{
    struct stat status;
    if (stat(folder, &status) != 0)
        return failed(why, "%.200s: %s", folder, strerror(errno));
    return S_ISDIR(status.st_mode)
               ? setenv("HISHI_DATA", folder, 1) == 0 ||
                     failed(why, "%.200s: %s", folder, strerror(errno))
               : failed(why, "%.200s is not a folder", folder);
}

static bool take_config(char const *file, struct session_options *session,
                        struct failure *why);

/* What the option KEY of the rows above does with ARG.  */
static bool take(int key, char const *arg, struct session_options *session,
                 struct failure *why)
{
    struct tuning *const tuning = &session->tuning;
    double depth;
    switch (key) {
    case 'r':
        return take_rules(arg, session, why);
    case 'k':
        return take_number(arg, -1e6, 1e6, "a komi: a number of points", &session->komi,
                           why);
    case 's':
        return parse_board_size(arg, &session->width, &session->height, why);
    case 'S':
        return take_seed(arg, session, why);
    case 't':
        return take_number(arg, 0, 86400, "a number of seconds, 0 to 86400",
                           &tuning->seconds_per_move, why);
    case 'R':
        return take_number(arg, 0, 1, "a chance, 0 to 1", &tuning->resign_below, why);
    case KEY_BOOK_DEPTH:
        if (!take_number(arg, 0, 250, "a number of moves, 0 to 250", &depth, why))
            return false;
        tuning->book_depth = (int)depth;
        return true;
    case KEY_NO_BOOK:
        tuning->book_depth = 0;
        tuning->sources.opening = 0;
        return true;
    case 'l':
        return tuning_set(tuning, "level", arg, why);
    case KEY_STYLE:
        return tuning_set(tuning, "style", arg, why);
    case KEY_FOLLOW:
        return tuning_set(tuning, "follow", arg, why);
    case KEY_SET:
        return tuning_assign(tuning, arg, why);
    case KEY_CONFIG:
        return take_config(arg, session, why);
    case KEY_DATA:
        return take_data(arg, why);
    default:
        return false;
    }
}

/* ------------------------------------------------------------ a file of them */

static char *trim(char *text)
{
    size_t size = strlen(text);
    while (size > 0 && c_isspace(text[size - 1]))
        text[--size] = '\0';
    return text + strspn(text, " \t");
}

static struct argp_option const *find_option(char const *name)
{
    for (struct argp_option const *row = options; row->name; row++)
        if (strcmp(row->name, name) == 0 && row->key != KEY_LIST_DATA)
            return row;
    return NULL;
}

/* "rules = japanese", "search.threads 2", "no-book"; nothing and '#' are passed over.
 */
static bool take_line(char *line, struct session_options *session, struct failure *why)
{
    line[strcspn(line, "#")] = '\0';
    char *const name = trim(line);
    size_t const length = strcspn(name, " \t=");
    char *value = name + length;
    value += strspn(value, " \t");
    value += *value == '=';
    value = trim(value);
    name[length] = '\0';
    if (!*name)
        return true;
    struct argp_option const *const row = find_option(name);
    if (row && !row->arg && *value)
        return failed(why, "%s takes no value", name);
    if (row && row->arg && !*value)
        return failed(why, "%s wants a value: %s", name, row->arg);
    return row ? take(row->key, value, session, why)
               : tuning_set(&session->tuning, name, value, why);
}

static bool take_config(char const *file, struct session_options *session,
                        struct failure *why)
{
    char *line = NULL;
    size_t size = 0;
    bool good = true;
    FILE *const in = fopen(file, "re");
    if (!in)
        return failed(why, "%.200s: %s", file, strerror(errno));
    for (int number = 1; good && getline(&line, &size, in) >= 0; number++) {
        struct failure reason;
        good = take_line(line, session, &reason) ||
               failed(why, "%.100s:%d: %.300s", file, number, reason.text);
    }
    if (good && ferror(in))
        good = failed(why, "%.200s: %s", file, strerror(errno));
    free(line);
    fclose(in);
    return good;
}

/* ------------------------------------------------------------ what is read */

static void list_file(char const *name, char const *of, bool heard)
{
    char path[DATAFILE_PATH];
    bool const there = datafile_find(name, path, NULL);
    printf("%-9s %s%s\n", of, there ? path : "(not there)",
           there && !heard ? ", which cannot be used" : "");
}

static bool reads_mixture(void)
{
    struct complaints complaints = {0};
    struct mixture *const mixture = sources_mixture(&complaints);
    bool const read = mixture;
    mixture_free(mixture);
    complaints_release(&complaints);
    return read;
}

static bool reads_views(void)
{
    struct complaints complaints = {0};
    struct views *const views = sources_views(&complaints);
    bool const read = views;
    views_close(views);
    complaints_release(&complaints);
    return read;
}

/* Where all that is learnt comes from, and what is wrong with it.  */
static void list_data(struct session_options const *wanted)
{
    struct session *const session = session_new(wanted);
    struct failure why;
    for (int i = 0; source_kinds[i]; i++)
        if (source_kinds[i]->data)
            list_file(source_kinds[i]->data, source_kinds[i]->name,
                      session_source(session, source_kinds[i]->name, &why) != NULL);
    list_file("mixture.hishi", "mixture", reads_mixture());
    list_file("views.hishi", "views", reads_views());
    warn_of_missing(session);
    session_free(session);
}

/* ------------------------------------------------------------ the parser */

static error_t parse(int key, char *arg, struct argp_state *state)
{
    static bool const asked = true;
    struct session_options *const session = state->input;
    struct failure why;
    if (key == KEY_LIST_DATA) {
        state->hook = (void *)&asked;
        return 0;
    }
    if (key == ARGP_KEY_END && state->hook == (void *)&asked) {
        list_data(session);
        exit(EXIT_SUCCESS);
    }
    if (key <= ARGP_KEY_ARG || key >= ARGP_KEY_END) /* no option of ours */
        return ARGP_ERR_UNKNOWN;
    if (!take(key, arg, session, &why))
        argp_error(state, "%s", why.text);
    return 0;
}

/* ------------------------------------------------------------ for --help */

/* NAME, and TEXT beside it, in lines that no terminal has to break.  */
static void put_entry(char const *name, int indent, char const *text, FILE *out)
{
    enum { WIDTH = 79 };
    int column = fprintf(out, "  %-*s", indent - 2, name);
    for (char const *word = text; *word;) {
        int const length = (int)strcspn(word, " ");
        if (column + 1 + length > WIDTH)
            column = fprintf(out, "\n%*s", indent, "") - 1;
        column += fprintf(out, "%s%.*s", column > indent ? " " : "", length, word);
        word += length + (word[length] == ' ');
    }
    fputc('\n', out);
}

static void list_rules(FILE *out)
{
    fputs("Rules:\n", out);
    for (struct rules const *rules = rules_table; rules->name; rules++)
        put_entry(rules->name, 17, rules->note, out);
}

/* "from 0 to 1", "search, lookahead or memory"  */
static void put_range(struct param const *row, FILE *out)
{
    if (row->kind == PARAM_BOOL)
        fputs("; 0 or 1", out);
    else if (row->kind == PARAM_INT || row->kind == PARAM_FLOAT)
        fprintf(out, "; %g to %.10g", row->min, row->max);
    for (int i = 0; row->kind == PARAM_WORD && row->words[i]; i++)
        fprintf(out, "%s%s",
                !i                  ? "; "
                : row->words[i + 1] ? ", "
                                    : " or ",
                row->words[i]);
}

static void list_params(FILE *out)
{
    struct session_options const defaults = session_defaults();
    fputs("\nParameters, with their normal values and what they may be:\n", out);
    for (struct param const *row = tuning_params; row->name; row++) {
        struct printed printed;
        fprintf(out, "  %s=", row->name);
        params_print(row, &defaults.tuning, out);
        fputc('\n', out);
        FILE *const text = printed_begin(&printed);
        fputs(row->help, text);
        put_range(row, text);
        char *const entry = printed_end(&printed);
        put_entry("", 6, entry, out);
        free(entry);
    }
}

static char *help(int key, char const *text, void *input)
{
    (void)input;
    if (key != ARGP_KEY_HELP_POST_DOC)
        return (char *)text;
    struct printed printed;
    FILE *const out = printed_begin(&printed);
    list_rules(out);
    list_params(out);
    return printed_end(&printed);
}

struct argp const session_argp = {
    .options = options, .parser = parse, .help_filter = help};

static void tell_complaint(char const *complaint)
{
    error(0, 0, "plays with less than it could: %s", complaint);
}

void warn_of_missing(struct session *session)
{
    struct failure why;
    if (!session_reserve(session, &why))
        error(0, 0, "thinks with a smaller tree: %s", why.text);
    struct complaints const *const complaints = session_complaints(session);
    for (int i = 0; i < complaints->count; i++)
        tell_complaint(complaints->list[i].text);
    session_set_hearer(session, tell_complaint);
}
