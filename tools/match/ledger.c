#include <config.h>

#include "tools/match/ledger.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xalloc.h>

#include "engine/base/printed.h"
#include "engine/records/sgf_writer.h"

struct ledger {
    char *folder, *path, *terms;
    FILE *table;
};

/* ---------------------------------------------------------------- one row */

enum column {
    C_NUMBER,
    C_BLACK,
    C_WHITE,
    C_RESULT,
    C_ENDING,
    C_WINNER,
    C_CULPRIT,
    C_FAULT,
    C_SOURCE,
    C_SCORE,
    C_MOVES,
    C_HASH,
    C_USAGE,
    C_NOTE = C_USAGE + 2 * 5,
    COLUMNS,
};

static char *format_row(int number, struct game const *record,
                        struct game_outcome const *outcome)
{
    char result[RESULT_TEXT];
    struct printed printed;
    FILE *const out = printed_begin(&printed);
    game_outcome_format(outcome, result);
    fprintf(out, "%d\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%.17g\t%d\t%016" PRIx64,
            number + 1, record->black, record->white, result,
            ending_names[outcome->ending], color_name(outcome->winner),
            color_name(outcome->culprit), fault_table[outcome->fault].name,
            source_table[outcome->source].name, outcome->score, outcome->moves,
            outcome->hash);
    for (enum color color = BLACK; color <= WHITE; color++) {
        struct usage const *const usage = &outcome->usage[color];
        fprintf(out, "\t%d\t%.6f\t%.6f\t%.6f\t%.6f", usage->moves, usage->wall_s,
                usage->wall_max_s, usage->cpu_s, usage->cpu_max_s);
    }
    fputc('\t', out);
    for (char const *c = outcome->note.text; *c; c++)
        fputc(*c == '\t' || *c == '\n' ? ' ' : *c, out);
    fputc('\n', out);
    return printed_end(&printed);
}

static bool read_whole(char const *text, int *out)
{
    char *end;
    long const value = strtol(text, &end, 10);
    *out = (int)value;
    return end > text && !*end && value >= 0 && value <= 100000000;
}

static bool read_real(char const *text, double *out)
{
    char *end;
    *out = strtod(text, &end);
    return end > text && !*end;
}

/* Which of the COUNT names, found SIZE bytes apart from FIRST on, is TEXT?  */
static bool read_name(char const *text, void const *first, size_t size, int count,
                      int *out)
{
    for (*out = 0; *out < count; ++*out)
        if (strcmp(text, *(char const *const *)((char const *)first + *out * size)) ==
            0)
            return true;
    return false;
}

static bool read_color(char const *text, enum color *out)
{
    for (*out = EMPTY; *out <= WHITE; ++*out)
        if (strcmp(text, color_name(*out)) == 0)
            return true;
    return false;
}

static bool read_usage(char *const columns[], struct usage *usage)
{
    return read_whole(columns[0], &usage->moves) &&
           read_real(columns[1], &usage->wall_s) &&
           read_real(columns[2], &usage->wall_max_s) &&
           read_real(columns[3], &usage->cpu_s) &&
           read_real(columns[4], &usage->cpu_max_s);
}

/* Take ROW apart in place.  */
static bool parse_row(char *row, int *number, struct game_outcome *outcome)
{
    char *columns[COLUMNS], *end;
    int ending, fault, source;
    for (int i = 0; i < COLUMNS; i++)
        if (!(columns[i] = strsep(&row, "\t")))
            return false;
    *outcome = (struct game_outcome){0};
    outcome->hash = strtoull(columns[C_HASH], &end, 16);
    bool const good =
        !row && !*end && read_whole(columns[C_NUMBER], number) && --*number >= 0 &&
        read_name(columns[C_ENDING], ending_names, sizeof *ending_names, ENDINGS,
                  &ending) &&
        read_color(columns[C_WINNER], &outcome->winner) &&
        read_color(columns[C_CULPRIT], &outcome->culprit) &&
        read_name(columns[C_FAULT], fault_table, sizeof *fault_table, FAULTS, &fault) &&
        read_name(columns[C_SOURCE], source_table, sizeof *source_table, SOURCES,
                  &source) &&
        read_real(columns[C_SCORE], &outcome->score) &&
        read_whole(columns[C_MOVES], &outcome->moves) &&
        read_usage(columns + C_USAGE, &outcome->usage[BLACK]) &&
        read_usage(columns + C_USAGE + 5, &outcome->usage[WHITE]);
    if (!good)
        return false;
    outcome->ending = (enum ending)ending;
    outcome->fault = (enum fault)fault;
    outcome->source = (enum score_source)source;
    failed(&outcome->note, "%s", columns[C_NOTE]);
    return true;
}

/* ---------------------------------------------------------------- the table */

static char *join(char const *folder, char const *name)
{
    char *path;
    if (asprintf(&path, "%s/%s", folder, name) < 0)
        xalloc_die();
    return path;
}

/* Is LINE, with its end, the next line of *TERMS?  Step over it if so.  */
static bool agrees(char const *line, char const **terms, struct ledger const *ledger,
                   struct failure *why)
{
    size_t const length = strcspn(*terms, "\n"), here = strcspn(line, "\n");
    if (length != here || strncmp(line, *terms, length) != 0)
        return failed(why, "%s is of another match: it says '%.*s', this is '%.*s'",
                      ledger->path, (int)here, line, (int)length, *terms);
    *terms += length + ((*terms)[length] == '\n');
    return true;
}

static bool take_row(struct ledger *ledger, char *line, int row,
                     struct game_outcome outcomes[], int count, struct failure *why)
{
    int number;
    struct game_outcome outcome;
    if (!parse_row(line, &number, &outcome))
        return failed(why, "%s:%d: this is no row of a match", ledger->path, row);
    if (number < count)
        outcomes[number] = outcome;
    return true;
}

/* Read the rows there are into OUTCOMES, and cut off a torn one.  A head without
   rows is of a match that did not begin, and goes too.  */
static bool read_table(struct ledger *ledger, struct game_outcome outcomes[], int count,
                       struct failure *why)
{
    char const *terms = ledger->terms;
    char *line = NULL;
    size_t size = 0;
    ssize_t length;
    bool good = true, same = true;
    off_t end = 0, whole = 0; /* of the last line, of the last row */
    for (int row = 1; good && (length = getline(&line, &size, ledger->table)) > 0;
         row++) {
        if (line[length - 1] != '\n')
            break;
        end += length;
        line[length - 1] = '\0';
        if (strncmp(line, "# ", 2) == 0) {
            same = same && agrees(line + 2, &terms, ledger, why);
            continue;
        }
        if (same && *terms)
            same = failed(why, "%s is of another match: it does not say '%.*s'",
                          ledger->path, (int)strcspn(terms, "\n"), terms);
        good = same && take_row(ledger, line, row, outcomes, count, why);
        whole = end;
    }
    free(line);
    if (good && ferror(ledger->table))
        good = failed(why, "cannot read %s: %s", ledger->path, strerror(errno));
    if (good && ftruncate(fileno(ledger->table), whole) != 0)
        good = failed(why, "cannot mend %s: %s", ledger->path, strerror(errno));
    return good;
}

struct ledger *ledger_open(char const *folder, char const *terms,
                           struct game_outcome outcomes[], int count,
                           struct failure *why)
{
    struct ledger *const ledger = xzalloc(sizeof *ledger);
    ledger->folder = xstrdup(folder);
    ledger->path = join(folder, "games.tsv");
    ledger->terms = xstrdup(terms);
    bool good = mkdir(folder, 0777) == 0 || errno == EEXIST ||
                failed(why, "cannot make the folder %s: %s", folder, strerror(errno));
    if (good && !(ledger->table = fopen(ledger->path, "a+e")))
        good = failed(why, "cannot open %s: %s", ledger->path, strerror(errno));
    if (good)
        rewind(ledger->table);
    if (good && read_table(ledger, outcomes, count, why) &&
        fseek(ledger->table, 0, SEEK_END) == 0)
        return ledger;
    ledger_close(ledger);
    return NULL;
}

void ledger_close(struct ledger *ledger)
{
    if (!ledger)
        return;
    if (ledger->table)
        fclose(ledger->table);
    free(ledger->folder);
    free(ledger->path);
    free(ledger->terms);
    free(ledger);
}

static bool save_record(struct ledger *ledger, int number, struct game const *record,
                        struct failure *why)
{
    char name[32];
    snprintf(name, sizeof name, "%05d.sgf", number + 1);
    char *const path = join(ledger->folder, name);
    bool const good = sgf_save(record, path, why);
    free(path);
    return good;
}

/* The head of an empty table.  It comes with the first row, so that a match that
   never began leaves nothing that could disagree with the next.  */
static void write_terms(struct ledger *ledger)
{
    char const *terms = ledger->terms;
    while (*terms) {
        int const length = (int)strcspn(terms, "\n");
        fprintf(ledger->table, "# %.*s\n", length, terms);
        terms += length + (terms[length] == '\n');
    }
}

bool ledger_add(struct ledger *ledger, int number, struct game const *record,
                struct game_outcome const *outcome, struct failure *why)
{
    if (!save_record(ledger, number, record, why))
        return false;
    if (ftell(ledger->table) == 0)
        write_terms(ledger);
    char *const row = format_row(number, record, outcome);
    fputs(row, ledger->table);
    free(row);
    return (fflush(ledger->table) == 0 && fsync(fileno(ledger->table)) == 0) ||
           failed(why, "cannot write %s: %s", ledger->path, strerror(errno));
}
