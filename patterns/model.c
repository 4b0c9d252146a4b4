#include <config.h>

#include "patterns/model.h"

#include "engine/chunkfile.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <xalloc.h>

enum {
    VERSION_NOW = 1,
    HEAD_SIZE = 32,
    SHAPE_UNITS = 32, /* a weight of 1 is so many units */
    PLAIN_UNITS = 1024,
    BUCKETS_MAX = 1 << 22,
};

struct model {
    struct lexicon lexicon;
    int8_t *shape;
    float *plain;
    long games;
};

static size_t slots_of(struct lexicon const *lexicon)
{
    return (size_t)lexicon->bucket_count * LEXICON_BUCKET;
}

/* ---------------------------------------------------------------- rating */

static inline float sum_of(struct model const *model, struct move_features const *move)
{
    float sum =
        move->at == PASS
            ? 0
            : model->plain[feature_depth(move->nested, move->marked, move->near)];
    int shapes = 0;
    for (int i = 0; i < move->nested; i++)
        shapes += model->shape[move->slot[i]];
    for (int i = 0; i < move->marked; i++)
        shapes += model->shape[move->slot[SLOT_MARKED + i]];
    for (int i = SLOT_LIBERTY; i < MOVE_SLOTS; i++)
        if (move->slot[i] != LEXICON_NONE)
            shapes += model->shape[move->slot[i]];
    for (int i = 0; i < move->plain_count; i++)
        sum += model->plain[move->plain[i]];
    return sum + (float)shapes * (1.0f / SHAPE_UNITS);
}

static void prefetch_weights(struct model const *model,
                             struct move_features const *move)
{
    for (int i = 0; i < move->nested; i++)
        __builtin_prefetch(model->shape + move->slot[i]);
    for (int i = 0; i < move->marked; i++)
        __builtin_prefetch(model->shape + move->slot[SLOT_MARKED + i]);
    for (int i = 0; i < move->plain_count; i++)
        __builtin_prefetch(model->plain + move->plain[i]);
}

enum { AHEAD = 3 };

void model_rate(struct model const *model, struct features const *features,
                float p[static AREA_MAX + 1])
{
    float most = -INFINITY, total = 0;

    for (int i = 0; i < features->count; i++) {
        if (i + AHEAD < features->count)
            prefetch_weights(model, &features->list[i + AHEAD]);
        p[i] = sum_of(model, &features->list[i]);
        most = p[i] > most ? p[i] : most;
    }
    for (int i = 0; i < features->count; i++) {
        p[i] = expf(p[i] - most);
        total += p[i];
    }
    for (int i = 0; i < features->count; i++)
        p[i] /= total;
}

void model_explain(struct model const *model, struct move_features const *move,
                   struct contributions *out)
{
    float const unit = 1.0f / SHAPE_UNITS;

    *out = (struct contributions){.sum = sum_of(model, move)};
    for (int i = 0; i < move->nested; i++)
        out->of[FAMILY_NESTED] += unit * model->shape[move->slot[i]];
    for (int i = 0; i < move->marked; i++)
        out->of[FAMILY_MARKED] += unit * model->shape[move->slot[SLOT_MARKED + i]];
    for (int i = SLOT_LIBERTY; i < MOVE_SLOTS; i++)
        if (move->slot[i] != LEXICON_NONE)
            out->of[FAMILY_LIBERTY] += unit * model->shape[move->slot[i]];
    for (int i = 0; i < move->plain_count; i++)
        out->of[family_of_plain(move->plain[i])] += model->plain[move->plain[i]];
    if (move->at != PASS)
        out->of[FAMILY_DEPTH] +=
            model->plain[feature_depth(move->nested, move->marked, move->near)];
}

struct lexicon const *model_lexicon(struct model const *model)
{
    return &model->lexicon;
}

long model_games(struct model const *model)
{
    return model->games;
}

/* ---------------------------------------------------------------- files */

static int rounded(float weight, int units, int limit)
{
    float const x = roundf(weight * (float)units);
    return x > (float)limit ? limit : x < (float)-limit ? -limit : (int)x;
}

bool model_write(char const *path, struct weights const *weights, struct failure *why)
{
    struct chunk_writer *const writer =
        chunk_writer_new(path, "MODL", VERSION_NOW, why);
    if (!writer)
        return false;
    size_t const slots = slots_of(weights->lexicon);
    size_t const most = slots > PLAIN_FEATURES ? slots : PLAIN_FEATURES;
    unsigned char *const bytes = xnmalloc(most, 2);
    unsigned char head[HEAD_SIZE] = {0};

    put_le32(head, weights->lexicon->bucket_count);
    put_le32(head + 4, PLAIN_FEATURES);
    put_le32(head + 8, SHAPE_UNITS);
    put_le32(head + 12, PLAIN_UNITS);
    put_le64(head + 16, (uint64_t)weights->games);
    chunk_writer_begin(writer, "HEAD");
    chunk_writer_write(writer, head, sizeof head);
    for (size_t i = 0; i < slots; i++) {
        bytes[2 * i] = (unsigned char)weights->lexicon->tags[i];
        bytes[2 * i + 1] = (unsigned char)(weights->lexicon->tags[i] >> 8);
    }
    chunk_writer_begin(writer, "TAGS");
    chunk_writer_write(writer, bytes, 2 * slots);
    for (size_t i = 0; i < slots; i++)
        bytes[i] = (unsigned char)rounded(weights->shape[i], SHAPE_UNITS, INT8_MAX);
    chunk_writer_begin(writer, "SHAP");
    chunk_writer_write(writer, bytes, slots);
    for (size_t i = 0; i < PLAIN_FEATURES; i++) {
        int const x = rounded(weights->plain[i], PLAIN_UNITS, INT16_MAX);
        bytes[2 * i] = (unsigned char)x;
        bytes[2 * i + 1] = (unsigned char)(x >> 8);
    }
    chunk_writer_begin(writer, "PLAI");
    chunk_writer_write(writer, bytes, 2 * (size_t)PLAIN_FEATURES);
    free(bytes);
    return chunk_writer_finish(writer, why);
}

static uint16_t get_le16(unsigned char const *from)
{
    return (uint16_t)(from[0] | from[1] << 8);
}

static void read_chunks(struct model *model, struct chunk const *tags,
                        struct chunk const *shapes, struct chunk const *plain)
{
    unsigned char const *const tag = tags->data;
    unsigned char const *const number = plain->data;
    size_t const slots = slots_of(&model->lexicon);

    for (size_t i = 0; i < slots; i++)
        model->lexicon.tags[i] = get_le16(tag + 2 * i);
    model->shape = xmalloc(slots);
    memcpy(model->shape, shapes->data, slots);
    model->plain = xnmalloc(PLAIN_FEATURES, sizeof *model->plain);
    for (size_t i = 0; i < PLAIN_FEATURES; i++)
        model->plain[i] =
            (float)(int16_t)get_le16(number + 2 * i) * (1.0f / PLAIN_UNITS);
}

static struct model *read_model(struct chunkfile *file, struct failure *why)
{
    struct chunk head, tags, shapes, plain;

    if (!chunkfile_verify(file, why) ||
        !chunkfile_find(file, "HEAD", HEAD_SIZE, &head, why) ||
        !chunkfile_find(file, "TAGS", 2 * LEXICON_BUCKET, &tags, why) ||
        !chunkfile_find(file, "SHAP", LEXICON_BUCKET, &shapes, why) ||
        !chunkfile_find(file, "PLAI", 2, &plain, why))
        return NULL;
    unsigned char const *const number = head.data;
    uint32_t const buckets = head.size ? get_le32(number) : 0;
    if (!buckets || buckets > BUCKETS_MAX ||
        tags.size != (size_t)buckets * LEXICON_BUCKET * 2 ||
        shapes.size != tags.size / 2 || plain.size != 2 * (size_t)PLAIN_FEATURES ||
        get_le32(number + 4) != PLAIN_FEATURES || get_le32(number + 8) != SHAPE_UNITS ||
        get_le32(number + 12) != PLAIN_UNITS) {
        failed(why, "%s: the weights are not those of this program's features",
               chunkfile_path(file));
        return NULL;
    }
    struct model *const model = xzalloc(sizeof *model);
    model->games = (long)get_le64(number + 16);
    lexicon_init(&model->lexicon, buckets);
    read_chunks(model, &tags, &shapes, &plain);
    return model;
}

struct model *model_open(char const *path, struct failure *why)
{
    struct chunkfile *const file = chunkfile_open(path, "MODL", VERSION_NOW, why);
    if (!file)
        return NULL;
    struct model *const model = read_model(file, why);
    chunkfile_close(file);
    return model;
}

void model_free(struct model *model)
{
    if (!model)
        return;
    lexicon_release(&model->lexicon);
    free(model->shape);
    free(model->plain);
    free(model);
}
