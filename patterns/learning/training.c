#include <config.h>

#include "patterns/learning/training.h"

#include "engine/base/chunkfile.h"

#include <stdlib.h>
#include <string.h>
#include <xalloc.h>

enum { VERSION_NOW = 1, HEAD_SIZE = 64, SHAPE_SIZE = 12, PLAIN_SIZE = 8 };

/* Whatever decides what is learnt, in a number.  */
static uint64_t digest(struct training const *training)
{
    struct train_options const *const options = training->options;
    double const numbers[] = {options->share, options->count_share, options->rate};
    uint64_t digest = rng_mix(options->seed);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        uint64_t bits;
        memcpy(&bits, &numbers[i], sizeof bits);
        digest = rng_mix(digest ^ bits);
    }
    digest = rng_mix(digest ^ (uint64_t)options->least);
    digest = rng_mix(digest ^ (uint64_t)options->slots_max);
    digest = rng_mix(digest ^ (uint64_t)options->every);
    digest = rng_mix(digest ^ options->families);
    for (int i = 0; i < options->place_count; i++)
        digest = rng_mix_text(digest, options->places[i]);
    return rng_mix_text(digest, training->sum);
}

static void put_float(unsigned char *to, float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    put_le32(to, bits);
}

static float get_float(unsigned char const *from)
{
    uint32_t const bits = get_le32(from);
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

bool training_save(struct training const *training, struct medley const *medley,
                   char const *path, struct failure *why)
{
    struct chunk_writer *const writer =
        chunk_writer_new(path, "TRST", VERSION_NOW, why);
    if (!writer)
        return false;
    int const places = training->options->place_count;
    unsigned char head[HEAD_SIZE] = {0}, number[SHAPE_SIZE] = {0};

    put_le64(head, digest(training));
    put_le64(head + 8, (uint64_t)training->passed);
    put_le64(head + 16, (uint64_t)training->news.games);
    put_le64(head + 24, (uint64_t)training->news.positions);
    put_le64(head + 32, training->rng.state);
    put_le32(head + 40, (uint32_t)training->least);
    put_le32(head + 44, training->lexicon.bucket_count);
    put_le32(head + 48, (uint32_t)places);
    chunk_writer_begin(writer, "HEAD");
    chunk_writer_write(writer, head, sizeof head);
    chunk_writer_begin(writer, "PLAC");
    for (int i = 0; i < places; i++) {
        put_le64(number, (uint64_t)medley_total(medley, i));
        chunk_writer_write(writer, number, 8);
    }
    chunk_writer_begin(writer, "TAGS");
    for (size_t i = 0; i < training_slots(training); i++) {
        number[0] = (unsigned char)training->lexicon.tags[i];
        number[1] = (unsigned char)(training->lexicon.tags[i] >> 8);
        chunk_writer_write(writer, number, 2);
    }
    chunk_writer_begin(writer, "SHAP");
    for (size_t i = 0; i < training_slots(training); i++) {
        put_float(number, training->shapes[i].weight);
        put_float(number + 4, training->shapes[i].squares);
        put_le32(number + 8, training->shapes[i].count);
        chunk_writer_write(writer, number, SHAPE_SIZE);
    }
    chunk_writer_begin(writer, "PLAI");
    for (size_t i = 0; i < PLAIN_FEATURES; i++) {
        put_float(number, training->plain[i].weight);
        put_float(number + 4, training->plain[i].squares);
        chunk_writer_write(writer, number, PLAIN_SIZE);
    }
    chunk_writer_begin(writer, "PAIR");
    for (size_t i = 0; i < PLAIN_SINGLE; i++)
        for (int k = 0; k < FACTORS; k++) {
            put_float(number, training->factors[i].of[k]);
            put_float(number + 4, training->factor_squares[i].of[k]);
            chunk_writer_write(writer, number, PLAIN_SIZE);
        }
    return chunk_writer_finish(writer, why);
}

struct state {
    struct chunk head, places, tags, shapes, plain, pairs;
};

static bool find_chunks(struct chunkfile const *file, struct state *state,
                        struct failure *why)
{
    return chunkfile_verify(file, why) &&
           chunkfile_find(file, "HEAD", HEAD_SIZE, &state->head, why) &&
           chunkfile_find(file, "PLAC", 8, &state->places, why) &&
           chunkfile_find(file, "TAGS", 2 * LEXICON_BUCKET, &state->tags, why) &&
           chunkfile_find(file, "SHAP", SHAPE_SIZE, &state->shapes, why) &&
           chunkfile_find(file, "PLAI", PLAIN_SIZE, &state->plain, why) &&
           chunkfile_find(file, "PAIR", PLAIN_SIZE, &state->pairs, why);
}

static bool fits(struct training const *training, struct state const *state)
{
    if (state->head.size != HEAD_SIZE)
        return false;
    unsigned char const *const head = state->head.data;
    size_t const slots = (size_t)get_le32(head + 44) * LEXICON_BUCKET;
    size_t const places = get_le32(head + 48);
    return get_le64(head) == digest(training) && slots > 0 &&
           places == (size_t)training->options->place_count &&
           state->places.size == 8 * places && state->tags.size == 2 * slots &&
           state->shapes.size == SHAPE_SIZE * slots &&
           state->plain.size == PLAIN_SIZE * (size_t)PLAIN_FEATURES &&
           state->pairs.size == PLAIN_SIZE * (size_t)PLAIN_SINGLE * FACTORS;
}

static void take(struct training *training, struct medley *medley,
                 struct state const *state)
{
    unsigned char const *const head = state->head.data;
    unsigned char const *const total = state->places.data;
    unsigned char const *const tag = state->tags.data;
    unsigned char const *const shape = state->shapes.data;
    unsigned char const *const plain = state->plain.data;
    unsigned char const *const pair = state->pairs.data;

    training->passed = (long)get_le64(head + 8);
    training->news.games = (long)get_le64(head + 16);
    training->news.positions = (long)get_le64(head + 24);
    training->rng.state = get_le64(head + 32);
    training->least = (int)get_le32(head + 40);
    lexicon_init(&training->lexicon, get_le32(head + 44));
    for (int i = 0; i < training->options->place_count; i++)
        medley_set_total(medley, i, (long)get_le64(total + 8 * i));
    size_t const slots = training_slots(training);
    training->shapes = table_new(slots, sizeof *training->shapes);
    for (size_t i = 0; i < slots; i++) {
        unsigned char const *const at = shape + SHAPE_SIZE * i;
        training->lexicon.tags[i] = (uint16_t)(tag[2 * i] | tag[2 * i + 1] << 8);
        training->shapes[i] = (struct learnt_shape){get_float(at), get_float(at + 4),
                                                    (uint16_t)get_le32(at + 8)};
    }
    for (size_t i = 0; i < PLAIN_FEATURES; i++)
        training->plain[i] = (struct plain){get_float(plain + PLAIN_SIZE * i),
                                            get_float(plain + PLAIN_SIZE * i + 4)};
    for (size_t i = 0; i < PLAIN_SINGLE; i++)
        for (size_t k = 0; k < FACTORS; k++) {
            unsigned char const *const at = pair + PLAIN_SIZE * (i * FACTORS + k);
            training->factors[i].of[k] = get_float(at);
            training->factor_squares[i].of[k] = get_float(at + 4);
        }
}

bool training_load(struct training *training, struct medley *medley, char const *path,
                   struct failure *why)
{
    struct chunkfile *const file = chunkfile_open(path, "TRST", VERSION_NOW, why);
    struct state state;

    if (!file)
        return false;
    bool good = find_chunks(file, &state, why);
    if (good && !fits(training, &state))
        good =
            failed(why,
                   "%s: belongs to learning with other games or settings; remove it to "
                   "begin anew",
                   path);
    if (good)
        take(training, medley, &state);
    chunkfile_close(file);
    return good;
}
