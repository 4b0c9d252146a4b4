#include <config.h>

#include "patterns/model/model.h"

#include "engine/base/chunkfile.h"
#include "engine/base/clones.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <xalloc.h>

enum {
    VERSION_NOW = 2,
    HEAD_SIZE = 32,
    SHAPE_UNITS = 32, /* a weight of 1 is so many units */
    PLAIN_UNITS = 1024,
    BUCKETS_MAX = 1 << 22,
    PAIR_UNITS = 512,
    PAIR_LIMIT = 2 * PAIR_UNITS - 1, /* so that sums fit into 32 bits */
    PAIR_NUMBERS = PLAIN_SINGLE * FACTORS,
};

struct model {
    struct lexicon lexicon;
    int8_t *shape;
    int16_t *plain;
    int16_t (*factors)[FACTORS];
    long games;
};

static size_t slots_of(struct lexicon const *lexicon)
{
    return (size_t)lexicon->bucket_count * LEXICON_BUCKET;
}

/* ---------------------------------------------------------------- rating */

/* As pairs_sum, in whole numbers.  */
CLONES static float pairs_of(struct model const *model,
                             struct move_features const *move)
{
    int sum[FACTORS] = {0}, squares[FACTORS] = {0};
    int64_t pairs = 0;

    for (int i = 0; i < move->plain_count; i++) {
        if (move->plain[i] >= PLAIN_SINGLE)
            continue;
        int16_t const *const of = model->factors[move->plain[i]];
        for (int k = 0; k < FACTORS; k++) {
            sum[k] += of[k];
            squares[k] += of[k] * of[k];
        }
    }
    for (int k = 0; k < FACTORS; k++)
        pairs += sum[k] * sum[k] - squares[k];
    return (float)pairs * (0.5f / PAIR_UNITS / PAIR_UNITS);
}

static inline float sum_of(struct model const *model, struct move_features const *move)
{
    int shapes = 0, plain = 0;
    for (int i = 0; i < move->shapes.count; i++)
        shapes += model->shape[move->shapes.slot[i]];
    for (int i = 0; i < move->plain_count; i++)
        plain += model->plain[move->plain[i]];
    return (float)shapes * (1.0f / SHAPE_UNITS) + (float)plain * (1.0f / PLAIN_UNITS) +
           pairs_of(model, move);
}

static void prefetch_weights(struct model const *model,
                             struct move_features const *move)
{
    for (int i = 0; i < move->shapes.count; i++)
        __builtin_prefetch(model->shape + move->shapes.slot[i]);
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
        total += p[i] * features_stand(&features->list[i]);
    }
    for (int i = 0; i < features->count; i++)
        p[i] /= total;
}

void model_explain(struct model const *model, struct move_features const *move,
                   struct contributions *out)
{
    float const unit = 1.0f / SHAPE_UNITS;

    *out = (struct contributions){.sum = sum_of(model, move)};
    out->of[FAMILY_PAIRS] = pairs_of(model, move);
    uint32_t const *slot = move->shapes.slot;
    for (enum series series = 0; series < SERIES; series++)
        for (int i = 0; i < move->shapes.known[series]; i++)
            out->of[family_of_series(series)] += unit * model->shape[*slot++];
    for (int i = 0; i < move->plain_count; i++)
        out->of[family_of_plain(move->plain[i])] +=
            (float)model->plain[move->plain[i]] * (1.0f / PLAIN_UNITS);
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
    assert(!isnan(x) && "learning has gone well");
    return x > (float)limit ? limit : x < (float)-limit ? -limit : (int)x;
}

static void write_head(struct chunk_writer *writer, struct weights const *weights)
{
    unsigned char head[HEAD_SIZE] = {0};
    put_le32(head, weights->lexicon->bucket_count);
    put_le32(head + 4, PLAIN_FEATURES);
    put_le32(head + 8, SHAPE_UNITS);
    put_le32(head + 12, PLAIN_UNITS);
    put_le64(head + 16, (uint64_t)weights->games);
    chunk_writer_begin(writer, "HEAD");
    chunk_writer_write(writer, head, sizeof head);
}

/* Numbers of two bytes, written one by one.  */
static void write_number(struct chunk_writer *writer, int x)
{
    unsigned char const bytes[2] = {(unsigned char)x, (unsigned char)(x >> 8)};
    chunk_writer_write(writer, bytes, sizeof bytes);
}

static void write_shapes(struct chunk_writer *writer, struct weights const *weights)
{
    size_t const slots = slots_of(weights->lexicon);
    chunk_writer_begin(writer, "TAGS");
    for (size_t i = 0; i < slots; i++)
        write_number(writer, weights->lexicon->tags[i]);
    chunk_writer_begin(writer, "SHAP");
    for (size_t i = 0; i < slots; i++) {
        int8_t const x = (int8_t)rounded(weights->shape[i], SHAPE_UNITS, INT8_MAX);
        chunk_writer_write(writer, &x, sizeof x);
    }
}

static void write_plain(struct chunk_writer *writer, struct weights const *weights)
{
    chunk_writer_begin(writer, "PLAI");
    for (size_t i = 0; i < PLAIN_FEATURES; i++)
        write_number(writer, rounded(weights->plain[i], PLAIN_UNITS, INT16_MAX));
    chunk_writer_begin(writer, "PAIR");
    for (size_t i = 0; i < PAIR_NUMBERS; i++)
        write_number(writer, rounded(weights->factors[i / FACTORS].of[i % FACTORS],
                                     PAIR_UNITS, PAIR_LIMIT));
}

bool model_write(char const *path, struct weights const *weights,
                 struct provenance const *made, struct failure *why)
{
    struct chunk_writer *const writer =
        chunk_writer_new(path, "MODL", VERSION_NOW, why);
    if (!writer)
        return false;
    write_head(writer, weights);
    write_shapes(writer, weights);
    write_plain(writer, weights);
    provenance_write(made, writer);
    return chunk_writer_finish(writer, why);
}

static uint16_t get_le16(unsigned char const *from)
{
    return (uint16_t)(from[0] | from[1] << 8);
}

/* Not more than what the sums have room for, whatever the file says.  */
static int16_t pair_number(unsigned char const *from)
{
    int const x = (int16_t)get_le16(from);
    return (int16_t)(x > PAIR_LIMIT ? PAIR_LIMIT : x < -PAIR_LIMIT ? -PAIR_LIMIT : x);
}

static void read_chunks(struct model *model, struct chunk const *tags,
                        struct chunk const *shapes, struct chunk const *plain,
                        struct chunk const *pairs)
{
    unsigned char const *const tag = tags->data;
    unsigned char const *number = plain->data;
    size_t const slots = slots_of(&model->lexicon);

    for (size_t i = 0; i < slots; i++)
        model->lexicon.tags[i] = get_le16(tag + 2 * i);
    model->shape = table_new(slots, 1);
    memcpy(model->shape, shapes->data, slots);
    model->plain = table_new(PLAIN_FEATURES, sizeof *model->plain);
    for (size_t i = 0; i < PLAIN_FEATURES; i++)
        model->plain[i] = (int16_t)get_le16(number + 2 * i);
    number = pairs->data;
    model->factors = table_new(PLAIN_SINGLE, sizeof *model->factors);
    for (size_t i = 0; i < PAIR_NUMBERS; i++)
        model->factors[i / FACTORS][i % FACTORS] = pair_number(number + 2 * i);
}

static struct model *read_model(struct chunkfile *file, struct failure *why)
{
    struct chunk head, tags, shapes, plain, pairs;

    if (!chunkfile_verify(file, why) ||
        !chunkfile_find(file, "HEAD", HEAD_SIZE, &head, why) ||
        !chunkfile_find(file, "TAGS", 2 * LEXICON_BUCKET, &tags, why) ||
        !chunkfile_find(file, "SHAP", LEXICON_BUCKET, &shapes, why) ||
        !chunkfile_find(file, "PLAI", 2, &plain, why) ||
        !chunkfile_find(file, "PAIR", 2, &pairs, why))
        return NULL;
    unsigned char const *const number = head.data;
    uint32_t const buckets = head.size ? get_le32(number) : 0;
    if (!buckets || buckets > BUCKETS_MAX ||
        tags.size != (size_t)buckets * LEXICON_BUCKET * 2 ||
        shapes.size != tags.size / 2 || plain.size != 2 * (size_t)PLAIN_FEATURES ||
        pairs.size != 2 * (size_t)PAIR_NUMBERS ||
        get_le32(number + 4) != PLAIN_FEATURES || get_le32(number + 8) != SHAPE_UNITS ||
        get_le32(number + 12) != PLAIN_UNITS) {
        failed(why, "%s: the weights are not those of this program's features",
               chunkfile_path(file));
        return NULL;
    }
    struct model *const model = xzalloc(sizeof *model);
    model->games = (long)get_le64(number + 16);
    lexicon_init(&model->lexicon, buckets);
    read_chunks(model, &tags, &shapes, &plain, &pairs);
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
    free(model->factors);
    free(model);
}
