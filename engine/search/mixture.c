/* Worths are kept by the name of the set and of the source, not by numbers: a file that
   was learnt with fewer or with other sources still fits those it names.  A source that
   it has never heard of does not speak; a set that was not learnt (two that never met)
   counts everybody's own P alike, rather than worths that were learnt in another
   company.  Terms are zero for moves that a source does not name, so its silence needs
   no number of its own.  */
#include <config.h>

#include "engine/search/mixture.h"

#include "engine/base/chunkfile.h"
#include "engine/base/printed.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <xalloc.h>

enum { VERSION_NOW = 1, SET_TEXT = 256, NAME_TEXT = 32 };

/* What is not worth naming: terms count from here.  */
static float const hopeless = 1e-6f;

float said_p(float p)
{
    return p > hopeless ? logf(p / hopeless) : 0;
}

int stage_of(struct board const *board)
{
    int const stones = board->stones[BLACK] + board->stones[WHITE];
    int const area = board->width * board->height;
    return stones * 6 < area ? 0 : stones * 5 < 2 * area ? 1 : 2;
}

/* What one source is worth at one stage in one set.  */
struct mixture_row {
    int stage;
    char set[SET_TEXT], source[NAME_TEXT];
    int terms;
    float worth[TERMS_MAX];
};

struct mixture {
    struct mixture_row *rows;
    size_t count, capacity;
};

struct mixture *mixture_new(void)
{
    return xzalloc(sizeof(struct mixture));
}

void mixture_free(struct mixture *mixture)
{
    if (!mixture)
        return;
    free(mixture->rows);
    free(mixture);
}

static int count_terms(struct source_kind const *kind)
{
    int count = 0;
    while (count < TERMS_MAX && kind->terms[count])
        count++;
    return count;
}

/* ---------------------------------------------------------------- sets */

static int by_name(void const *left, void const *right)
{
    return strcmp(*(char const *const *)left, *(char const *const *)right);
}

/* The names of those that are weighed by what was learnt, sorted, joined by +.  */
static void name_set(struct source_kind const *const kinds[], int count,
                     char text[static SET_TEXT])
{
    char const *names[VOICES_MAX] = {NULL};
    int named = 0;
    size_t used = 0;
    for (int i = 0; i < count; i++)
        if (!kinds[i]->weighs_itself)
            names[named++] = kinds[i]->name;
    assert(count <= VOICES_MAX);
    qsort(names, (size_t)named, sizeof *names, by_name);
    text[0] = '\0';
    for (int i = 0; i < named && used < SET_TEXT; i++)
        used += (size_t)snprintf(text + used, SET_TEXT - used, "%s%s", i ? "+" : "",
                                 names[i]);
}

static struct mixture_row const *find_row(struct mixture const *mixture, int stage,
                                          char const *set, char const *source)
{
    for (size_t i = 0; mixture && i < mixture->count; i++)
        if (mixture->rows[i].stage == stage && strcmp(mixture->rows[i].set, set) == 0 &&
            strcmp(mixture->rows[i].source, source) == 0)
            return &mixture->rows[i];
    return NULL;
}

static bool knows(struct mixture const *mixture, struct source_kind const *kind)
{
    for (size_t i = 0; mixture && i < mixture->count; i++)
        if (strcmp(mixture->rows[i].source, kind->name) == 0)
            return true;
    return false;
}

/* Of those that speak, whom the mixture can weigh at all.  */
static int choose_known(struct mixture const *mixture,
                        struct source_kind const *const kinds[], int count,
                        struct source_kind const *known[])
{
    int chosen = 0;
    for (int i = 0; i < count; i++)
        if (!kinds[i]->weighs_itself && knows(mixture, kinds[i]))
            known[chosen++] = kinds[i];
    return chosen;
}

static void take_row(struct mixture_row const *row, struct source_kind const *kind,
                     float worth[static TERMS_MAX])
{
    int const terms = count_terms(kind);
    assert(row->terms >= 0 && row->terms <= TERMS_MAX);
    for (int i = 0; i < terms && i < row->terms; i++)
        worth[i] = row->worth[i];
}

/* Nothing was learnt about this set: everybody's own P counts alike.  */
static void blend_evenly(struct source_kind const *const kinds[], struct blend *blend)
{
    int speakers = 0;
    for (int i = 0; i < blend->count; i++)
        speakers += !kinds[i]->weighs_itself;
    for (int stage = 0; stage < GAME_STAGES; stage++)
        for (int i = 0; i < blend->count; i++)
            if (!kinds[i]->weighs_itself)
                blend->worth[stage][i][0] = 1 / (float)speakers;
}

void mixture_blend(struct mixture const *mixture,
                   struct source_kind const *const kinds[], int count,
                   struct blend *blend)
{
    struct source_kind const *known[VOICES_MAX] = {NULL};
    char set[SET_TEXT];
    assert(count <= VOICES_MAX);
    memset(blend, 0, sizeof *blend);
    blend->count = count;
    int const chosen = choose_known(mixture, kinds, count, known);
    name_set(known, chosen, set);
    blend->learnt = chosen && find_row(mixture, 0, set, known[0]->name);
    for (int stage = 0; stage < GAME_STAGES; stage++)
        for (int i = 0; i < count; i++) {
            struct mixture_row const *const row =
                blend->learnt ? find_row(mixture, stage, set, kinds[i]->name) : NULL;
            if (kinds[i]->weighs_itself)
                blend->worth[stage][i][0] = 1;
            else if (row)
                take_row(row, kinds[i], blend->worth[stage][i]);
        }
    if (!blend->learnt)
        blend_evenly(kinds, blend);
}

static struct mixture_row *place_row(struct mixture *mixture, int stage,
                                     char const *set, char const *source)
{
    struct mixture_row const *const there = find_row(mixture, stage, set, source);
    if (there)
        return &mixture->rows[there - mixture->rows];
    if (mixture->count == mixture->capacity)
        mixture->rows =
            x2nrealloc(mixture->rows, &mixture->capacity, sizeof *mixture->rows);
    struct mixture_row *const row = &mixture->rows[mixture->count++];
    *row = (struct mixture_row){.stage = stage};
    snprintf(row->set, sizeof row->set, "%s", set);
    snprintf(row->source, sizeof row->source, "%s", source);
    return row;
}

void mixture_learn(struct mixture *mixture, struct source_kind const *const kinds[],
                   struct blend const *blend)
{
    char set[SET_TEXT];
    name_set(kinds, blend->count, set);
    for (int stage = 0; stage < GAME_STAGES; stage++)
        for (int i = 0; i < blend->count; i++) {
            struct mixture_row *const row =
                place_row(mixture, stage, set, kinds[i]->name);
            row->terms = count_terms(kinds[i]);
            memcpy(row->worth, blend->worth[stage][i], sizeof row->worth);
        }
}

/* ---------------------------------------------------------------- mixing */

float blend_worth(struct blend const *blend, int stage, int voice,
                  struct opinion const *opinion)
{
    assert(stage >= 0 && stage < GAME_STAGES && voice >= 0 && voice < blend->count);
    float sum = 0;
    for (int i = 0; i < TERMS_MAX; i++)
        sum += blend->worth[stage][voice][i] * opinion->term[i];
    return sum;
}

void blend_mix(struct blend const *blend, int stage, float const weight[],
               struct candidates *candidates)
{
    float most = 0, total = 0;
    assert(stage >= 0 && stage < GAME_STAGES && blend->count <= candidates->voices);
    for (int i = 0; i < candidates->count; i++) {
        struct candidate *const candidate = &candidates->list[i];
        candidate->prediction = 0;
        for (int voice = 0; voice < blend->count; voice++) {
            struct opinion const *const opinion =
                candidates_opinion(candidates, candidate, voice);
            if (opinion)
                candidate->prediction +=
                    weight[voice] * blend_worth(blend, stage, voice, opinion);
        }
        if (i == 0 || candidate->prediction > most)
            most = candidate->prediction;
    }
    for (int i = 0; i < candidates->count; i++) {
        struct candidate *const candidate = &candidates->list[i];
        candidate->prediction = expf(candidate->prediction - most);
        total += candidate->prediction * candidate->stands;
    }
    for (int i = 0; i < candidates->count; i++)
        candidates->list[i].prediction /= total;
}

/* ---------------------------------------------------------------- as text */

void mixture_print(struct mixture const *mixture, FILE *out)
{
    for (size_t i = 0; i < mixture->count; i++) {
        struct mixture_row const *const row = &mixture->rows[i];
        fprintf(out, "set %d %s %s", row->stage, row->set, row->source);
        for (int k = 0; k < row->terms; k++)
            fprintf(out, " %.5f", (double)row->worth[k]);
        fputc('\n', out);
    }
}

/* The rows as text, to be freed.  */
static char *print_rows(struct mixture const *mixture)
{
    struct printed printed;
    FILE *const out = printed_begin(&printed);
    mixture_print(mixture, out);
    return printed_end(&printed);
}

bool mixture_write(char const *path, struct mixture const *mixture,
                   struct provenance const *made, struct failure *why)
{
    struct chunk_writer *const writer =
        chunk_writer_new(path, "MIXT", VERSION_NOW, why);
    if (!writer)
        return false;
    char *const text = print_rows(mixture);
    chunk_writer_begin(writer, "ROWS");
    chunk_writer_write(writer, text, strlen(text));
    free(text);
    provenance_write(made, writer);
    return chunk_writer_finish(writer, why);
}

/* No worth may blot out a move, or all others.  */
static bool take_worths(char const *text, struct mixture_row *row)
{
    static float const most = 50;
    for (char *end; row->terms < TERMS_MAX; text = end) {
        float const worth = strtof(text, &end);
        if (end == text)
            break;
        if (!(fabsf(worth) <= most))
            return false;
        row->worth[row->terms++] = worth;
    }
    return text[strspn(text, " ")] == '\0';
}

static bool take_line(struct mixture *mixture, char const *line)
{
    int stage, used = 0;
    char set[SET_TEXT], source[NAME_TEXT];
    if (sscanf(line, "set %d %255s %31s%n", &stage, set, source, &used) != 3 ||
        stage < 0 || stage >= GAME_STAGES || find_row(mixture, stage, set, source))
        return false;
    return take_worths(line + used, place_row(mixture, stage, set, source));
}

static bool take_text(struct mixture *mixture, char *text)
{
    char *rest = NULL;
    for (char *line = strtok_r(text, "\n", &rest); line;
         line = strtok_r(NULL, "\n", &rest))
        if (!take_line(mixture, line))
            return false;
    return true;
}

struct mixture *mixture_open(char const *path, struct failure *why)
{
    struct chunkfile *const file = chunkfile_open(path, "MIXT", VERSION_NOW, why);
    struct mixture *mixture = NULL;
    struct chunk rows;
    if (file && chunkfile_verify(file, why) &&
        chunkfile_find(file, "ROWS", 1, &rows, why)) {
        char *const text = xcharalloc(rows.size + 1);
        memcpy(text, rows.data, rows.size);
        text[rows.size] = '\0';
        mixture = mixture_new();
        if (strlen(text) != rows.size || !take_text(mixture, text)) {
            failed(why, "%s: damaged: a row that is none", path);
            mixture_free(mixture);
            mixture = NULL;
        }
        free(text);
    }
    chunkfile_close(file);
    return mixture;
}
