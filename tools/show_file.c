#include <config.h>

#include "tools/show_file.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "books/joseki/joseki.h"
#include "books/sequences/index.h"
#include "engine/base/datafile.h"
#include "engine/base/provenance.h"
#include "engine/search/mixture.h"
#include "patterns/cases/casebook.h"
#include "patterns/judge/judge.h"
#include "patterns/judge/views.h"
#include "patterns/model/model.h"
#include "patterns/playouts/local_weights.h"
#include "patterns/shapes/memory.h"
#include "patterns/shapes/windowbook.h"
#include "patterns/style/style.h"

/* ---------------------------------------------------------------- what each holds */

static bool show_memory(char const *path, FILE *out, struct failure *why)
{
    struct memory *const memory = memory_open_whole(path, why);
    struct memory_facts facts;
    bool const good = memory;
    if (good) {
        memory_facts(memory, &facts);
        fprintf(out,
                "%" PRIu32 " cases of shapes in %" PRIu32 " groups, from %" PRIu64
                " moves; names %" PRIu32 " games\n",
                facts.cases, facts.groups, facts.moves, facts.games);
    }
    memory_close(memory);
    return good;
}

static bool show_cases(char const *path, FILE *out, struct failure *why)
{
    struct casebook *const book = casebook_open_whole(path, why);
    struct casebook_facts facts;
    bool const good = book;
    if (good) {
        casebook_facts(book, &facts);
        fprintf(out,
                "%" PRIu32 " cases with %" PRIu32 " different cores, from %" PRIu64
                " moves; names %" PRIu32 " games%s\n",
                facts.nodes[LEVEL_RING4], facts.nodes[LEVEL_CORE], facts.moves,
                facts.games, facts.packed ? "; packed" : "");
    }
    casebook_close(book);
    return good;
}

static bool show_model(char const *path, FILE *out, struct failure *why)
{
    struct model *const model = model_open(path, why);
    if (!model)
        return false;
    fprintf(out,
            "learnt from %ld games; room for %" PRIu32 " shapes, %d other features\n",
            model_games(model), model_lexicon(model)->bucket_count * LEXICON_BUCKET,
            PLAIN_FEATURES);
    model_free(model);
    return true;
}

static bool show_playouts(char const *path, FILE *out, struct failure *why)
{
    struct local_weights *const weights = local_weights_open(path, why);
    int known = 0;
    if (!weights)
        return false;
    for (uint32_t feature = 0; feature < NEARBY_FEATURES; feature++)
        known += weights->of[feature] != 0;
    fprintf(out, "learnt from %ld games; %d features have a weight\n", weights->games,
            known);
    free(weights);
    return true;
}

static bool show_joseki(char const *path, FILE *out, struct failure *why)
{
    struct joseki *const joseki = joseki_open(path, why);
    if (!joseki)
        return false;
    uint32_t mined = 0;
    for (uint32_t i = 0; i < joseki->count; i++)
        mined += joseki->nodes[i].rank > 0;
    fprintf(out, "%" PRIu32 " nodes, of which %" PRIu32 " end a mined sequence\n",
            joseki->count, mined);
    joseki_close(joseki);
    return true;
}

static bool show_index(char const *path, FILE *out, struct failure *why)
{
    struct index *const index = index_open(path, why);
    if (!index)
        return false;
    struct corpus const *const corpus = index_corpus(index);
    fprintf(out, "%" PRIu32 " games with %" PRIu32 " moves in %" PRIu32 " texts\n",
            corpus->record_count, corpus->text_count - corpus->segment_count,
            corpus->segment_count);
    index_close(index);
    return true;
}

static bool show_windows(char const *path, FILE *out, struct failure *why)
{
    struct windowbook *const book = windowbook_open(path, why);
    if (!book)
        return false;
    fprintf(out, "%zu windows\n", windowbook_count(book));
    windowbook_close(book);
    return true;
}

static bool show_mixture(char const *path, FILE *out, struct failure *why)
{
    struct mixture *const mixture = mixture_open(path, why);
    if (!mixture)
        return false;
    mixture_print(mixture, out);
    mixture_free(mixture);
    return true;
}

static bool show_judge(char const *path, FILE *out, struct failure *why)
{
    struct judge *const judge = judge_open(path, why);
    if (!judge)
        return false;
    struct judge_source const source = judge_learnt_from(judge);
    struct judge_weights const *const weights = judge_weights_of(judge);
    fprintf(out, "learnt from %ld positions of %ld games; %d blocks, %d weights\n",
            source.positions, source.games, weights->blocks,
            judge_weight_count(weights));
    judge_free(judge);
    return true;
}

static bool show_views(char const *path, FILE *out, struct failure *why)
{
    struct views *const views = views_open(path, why);
    int fates[VIEW_FATES] = {0};
    if (!views)
        return false;
    for (int i = 0; i < views_count(views); i++)
        fates[views_get(views, i).fate]++;
    fprintf(out, "%d views of stones in %d games: %d lived, %d died, %d in seki\n",
            views_count(views), views_games(views), fates[VIEW_LIVED], fates[VIEW_DIED],
            fates[VIEW_SEKI]);
    views_close(views);
    return true;
}

static bool show_style(char const *path, FILE *out, struct failure *why)
{
    struct style *const style = style_open(path, why);
    if (!style)
        return false;
    struct style_learnt const *const learnt = style_facts(style);
    fprintf(out,
            "the style of %s, from %ld moves in %ld games; %zu traits have a weight\n",
            learnt->player, learnt->moves, learnt->games, learnt->count);
    style_free(style);
    return true;
}

/* FILE: what one that ships is called; SHOW may be NULL.  */
static struct file_kind {
    char const *kind, *name, *file;
    bool (*show)(char const *path, FILE *out, struct failure *why);
} const kinds[] = {
    {"SHAP", "memory of shapes", "shapes.hishi", show_memory},
    {"CASE", "casebook", "cases.hishi", show_cases},
    {"MODL", "model of moves", "model.hishi", show_model},
    {"PLAY", "weights of playouts", "playout.hishi", show_playouts},
    {"JUDG", "judge of positions", "judge.hishi", show_judge},
    {"VIEW", "views that explain a judge", "views.hishi", show_views},
    {"JGAM", "games to learn a judge from", NULL, NULL},
    {"JTRN", "unfinished learning of a judge", NULL, NULL},
    {"MIXT", "mixture of sources", "mixture.hishi", show_mixture},
    {"JOSK", "joseki", "joseki.hishi", show_joseki},
    {"SEQS", "index of sequences", NULL, show_index},
    {"STYL", "style of a player", NULL, show_style},
    {"WIND", "book of windows", "windows.hishi", show_windows},
    {"TRST", "unfinished learning of a model", NULL, NULL},
    {"LRNS", "state of unfinished learning of shapes", NULL, NULL},
    {"LRUN", "run of cases of unfinished learning", NULL, NULL},
    {"LCNT", "counts of unfinished learning", NULL, NULL},
};

enum { KINDS = sizeof kinds / sizeof *kinds };

/* ---------------------------------------------------------------- all of them */

/* PATH opened, if it is text of ours (a book, a shelf, verdicts); or NULL.  */
static FILE *open_text(char const *path)
{
    static char const ours[] = "hishi-";
    char begin[sizeof ours] = "";
    FILE *const in = fopen(path, "re");
    if (in && fgets(begin, sizeof begin, in) && strcmp(begin, ours) == 0) {
        rewind(in);
        return in;
    }
    if (in)
        fclose(in);
    return NULL;
}

/* What is called as ours are, though it may not begin so.  */
static bool is_called_learnt(char const *path)
{
    struct stat facts;
    return datafile_is_called(path) && stat(path, &facts) == 0 &&
           S_ISREG(facts.st_mode);
}

bool show_is_learnt(char const *path)
{
    FILE *const text = open_text(path);
    if (text)
        fclose(text);
    return text || chunkfile_is_one(path) || is_called_learnt(path);
}

/* What stands above the positions, which says from what the text was made.  */
static void show_text(char const *path, FILE *in, FILE *out)
{
    char *line = NULL;
    size_t room = 0;
    long lines = 0;
    bool inside = true;
    fprintf(out, "%s:\n", path);
    while (getline(&line, &room, in) > 0) {
        inside = inside && *line != '\n' && !strstr(line, " : ");
        lines++;
        if (inside)
            fputs(line, out);
    }
    fprintf(out,
            "%ld lines of text; of a book `hishi book show' and `hishi book check' "
            "tell more\n",
            lines);
    free(line);
}

static struct file_kind const *find_kind(struct chunkfile const *file)
{
    static struct file_kind const unknown = {.kind = "", .name = "kind unknown here"};
    for (int i = 0; i < KINDS; i++)
        if (strcmp(kinds[i].kind, chunkfile_kind(file)) == 0)
            return &kinds[i];
    return &unknown;
}

static void show_chunks(struct chunkfile const *file, FILE *out)
{
    struct chunk_row const *row;
    fprintf(out, "chunks:");
    for (int i = 0; (row = chunkfile_row(file, i)); i++)
        fprintf(out, "%s %s %" PRIu64, i ? "," : "", row->name, row->size);
    fprintf(out, " bytes\n");
}

/* Of the files at hand that TEXT says it was learnt against, is one another now?  */
static void show_misfits(char const *path, char const *text, FILE *out)
{
    char other[DATAFILE_PATH], named[32];
    struct failure why;
    for (int i = 0; i < KINDS; i++) {
        snprintf(named, sizeof named, "learnt against: %s ", kinds[i].kind);
        if (kinds[i].file && strstr(text, named) &&
            datafile_find(kinds[i].file, other, NULL) &&
            !provenance_fits(path, other, &why))
            fprintf(out, "no longer fits: %s\n", why.text);
    }
}

static void show_making(struct chunkfile const *file, char const *path, FILE *out)
{
    char hex[CONTENT_HEX];
    char *const text = provenance_read(file);
    provenance_content(file, hex);
    fprintf(out, "content: %s\n%s", hex,
            text ? text : "does not say from what it was made\n");
    if (text)
        show_misfits(path, text, out);
    free(text);
}

bool show_file(char const *path, FILE *out, struct failure *why)
{
    FILE *const text = open_text(path);
    if (text) {
        show_text(path, text, out);
        fclose(text);
        return true;
    }
    struct chunkfile *const file = chunkfile_open(path, NULL, 0, why);
    if (!file)
        return false;
    struct file_kind const *const kind = find_kind(file);
    bool good = chunkfile_verify(file, why);
    if (good)
        fprintf(out, "%s: %s (%s, version %" PRIu32 "), %zu bytes\n", path, kind->name,
                chunkfile_kind(file), chunkfile_version(file), chunkfile_size(file));
    good = good && (!kind->show || kind->show(path, out, why));
    if (good) {
        show_chunks(file, out);
        show_making(file, path, out);
    }
    chunkfile_close(file);
    return good;
}
