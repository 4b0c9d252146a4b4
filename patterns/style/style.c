#include <config.h>

#include "patterns/style/style.h"

#include "engine/base/chunkfile.h"
#include "engine/go/game.h"

#include <assert.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <xalloc.h>

enum { VERSION_NOW = 2, HEAD_SIZE = 16, UNITS = 64, TRAIT_SIZE = 4 };

float const style_least = 1.0f / 256;

struct style {
    struct style_learnt learnt;
    char player[GAME_TEXT];
    uint32_t *traits;
    float *weights, *seen;
};

void style_free(struct style *style)
{
    if (!style)
        return;
    free(style->traits);
    free(style->weights);
    free(style->seen);
    free(style);
}

struct style_learnt const *style_facts(struct style const *style)
{
    return &style->learnt;
}

float style_weight(struct style const *style, uint32_t trait)
{
    uint32_t const *const traits = style->learnt.traits;
    size_t from = 0, to = style->learnt.count;
    while (from < to) {
        size_t const middle = from + (to - from) / 2;
        if (traits[middle] < trait)
            from = middle + 1;
        else
            to = middle;
    }
    return from < style->learnt.count && traits[from] == trait
               ? style->learnt.weights[from]
               : 0;
}

float style_sum(struct style const *style, uint32_t const traits[], int count)
{
    float sum = 0;
    for (int i = 0; i < count; i++)
        sum += style_weight(style, traits[i]);
    return sum;
}

float style_view(struct style_learnt const *learnt, int stage,
                 struct source const *seer, point at)
{
    assert(stage >= 0 && stage < GAME_STAGES);
    if (!seer || !learnt->numbers || seer->kind->numbers != learnt->numbers)
        return 0;
    float const *const number = seer->kind->see(seer->self, at);
    float const *const weight = &learnt->seen[stage * learnt->numbers];
    float sum = 0;
    for (int i = 0; i < learnt->numbers; i++)
        sum += weight[i] * number[i];
    return sum;
}

float style_raise(struct style_learnt const *learnt, int stage, float sum,
                  float standing)
{
    assert(stage >= 0 && stage < GAME_STAGES);
    float const bounded = fminf(fmaxf(sum, -STYLE_MOST), STYLE_MOST);
    return bounded + learnt->sharpness[stage] * standing;
}

float style_standing(struct candidates const *candidates,
                     struct candidate const *candidate)
{
    if (!candidate->named)
        return 0;
    struct opinion const *const opinion =
        candidates_opinion(candidates, candidate, __builtin_ctz(candidate->named));
    return opinion->p > style_least ? logf(opinion->p / style_least) : 0;
}

/* ---------------------------------------------------------------- files */

static int in_units(float weight)
{
    float const x = roundf(weight * UNITS);
    assert(!isnan(x) && "learning has gone well");
    return x > INT8_MAX ? INT8_MAX : x < -INT8_MAX ? -INT8_MAX : (int)x;
}

static void write_rows(struct chunk_writer *writer, struct style_learnt const *learnt)
{
    chunk_writer_begin(writer, "TRAI");
    for (size_t i = 0; i < learnt->count; i++) {
        unsigned char row[TRAIT_SIZE];
        assert(!i || learnt->traits[i - 1] < learnt->traits[i]);
        put_le32(row, learnt->traits[i]);
        if (in_units(learnt->weights[i]))
            chunk_writer_write(writer, row, sizeof row);
    }
    chunk_writer_begin(writer, "WGHT");
    for (size_t i = 0; i < learnt->count; i++) {
        int8_t const units = (int8_t)in_units(learnt->weights[i]);
        if (units)
            chunk_writer_write(writer, &units, 1);
    }
}

bool style_write(char const *path, struct style_learnt const *learnt,
                 struct provenance const *made, struct failure *why)
{
    struct chunk_writer *const writer =
        chunk_writer_new(path, "STYL", VERSION_NOW, why);
    if (!writer)
        return false;
    unsigned char head[HEAD_SIZE];
    put_le64(head, (uint64_t)learnt->games);
    put_le64(head + 8, (uint64_t)learnt->moves);
    chunk_writer_begin(writer, "HEAD");
    chunk_writer_write(writer, head, sizeof head);
    chunk_writer_begin(writer, "NAME");
    chunk_writer_write(writer, learnt->player, strlen(learnt->player));
    chunk_writer_begin(writer, "SHRP");
    chunk_floats_write(writer, learnt->sharpness, GAME_STAGES);
    chunk_writer_begin(writer, "SEEN");
    chunk_floats_write(writer, learnt->seen, GAME_STAGES * learnt->numbers);
    write_rows(writer, learnt);
    provenance_write(made, writer);
    return chunk_writer_finish(writer, why);
}

/* HEAD, NAME and SHRP.  */
static bool read_head(struct chunkfile const *file, struct style *style,
                      struct failure *why)
{
    struct chunk head, name, sharpness;
    struct style_learnt *const learnt = &style->learnt;
    if (!chunkfile_find(file, "HEAD", HEAD_SIZE, &head, why) ||
        !chunkfile_find(file, "NAME", 1, &name, why) ||
        !chunkfile_find(file, "SHRP", 4, &sharpness, why))
        return false;
    if (head.size != HEAD_SIZE || !name.size || name.size >= sizeof style->player ||
        memchr(name.data, '\0', name.size) || sharpness.size != 4 * GAME_STAGES ||
        !chunk_floats_read(sharpness.data, learnt->sharpness, GAME_STAGES))
        return failed(why, "%s: damaged: not the head of a style",
                      chunkfile_path(file));
    for (int i = 0; i < GAME_STAGES; i++)
        if (fabsf(learnt->sharpness[i]) > 1)
            return failed(why, "%s: damaged: nobody is so predictable",
                          chunkfile_path(file));
    memcpy(style->player, name.data, name.size); /* zeros follow */
    learnt->player = style->player;
    learnt->games = (long)(get_le64(head.data) & LONG_MAX);
    learnt->moves = (long)(get_le64((unsigned char const *)head.data + 8) & LONG_MAX);
    return true;
}

static bool read_seen(struct chunkfile const *file, struct style *style,
                      struct failure *why)
{
    enum { ROW = 4 * GAME_STAGES };
    struct chunk seen;
    struct style_learnt *const learnt = &style->learnt;
    if (!chunkfile_find(file, "SEEN", 4, &seen, why))
        return false;
    if (seen.size % ROW || seen.size / ROW > STYLE_NUMBERS_MAX)
        return failed(why, "%s: damaged: not what is seen at each stage",
                      chunkfile_path(file));
    learnt->numbers = (int)(seen.size / ROW);
    style->seen = xnmalloc(seen.size / 4 + 1, sizeof *style->seen);
    learnt->seen = style->seen;
    return chunk_floats_read(seen.data, style->seen, GAME_STAGES * learnt->numbers) ||
           failed(why, "%s: damaged: a weight is no number", chunkfile_path(file));
}

static bool read_rows(struct chunkfile const *file, struct style *style,
                      struct failure *why)
{
    struct chunk traits, weights;
    if (!chunkfile_find(file, "TRAI", TRAIT_SIZE, &traits, why) ||
        !chunkfile_find(file, "WGHT", 1, &weights, why))
        return false;
    size_t const count = weights.size;
    if (traits.size != count * TRAIT_SIZE)
        return failed(why, "%s: damaged: not a weight a trait", chunkfile_path(file));
    style->traits = xnmalloc(count + 1, sizeof *style->traits);
    style->weights = xnmalloc(count + 1, sizeof *style->weights);
    for (size_t i = 0; i < count; i++) {
        style->traits[i] =
            get_le32((unsigned char const *)traits.data + TRAIT_SIZE * i);
        style->weights[i] = (float)((int8_t const *)weights.data)[i] / UNITS;
        if (i && style->traits[i - 1] >= style->traits[i])
            return failed(why, "%s: damaged: trait %zu is out of order",
                          chunkfile_path(file), i);
    }
    style->learnt.count = count;
    style->learnt.traits = style->traits;
    style->learnt.weights = style->weights;
    return true;
}

struct style *style_open(char const *path, struct failure *why)
{
    struct chunkfile *const file = chunkfile_open(path, "STYL", VERSION_NOW, why);
    if (!file)
        return NULL;
    struct style *style = xzalloc(sizeof *style);
    if (!chunkfile_verify(file, why) || !read_head(file, style, why) ||
        !read_seen(file, style, why) || !read_rows(file, style, why)) {
        style_free(style);
        style = NULL;
    }
    chunkfile_close(file);
    return style;
}
