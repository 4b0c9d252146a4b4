#include <config.h>

#include "patterns/model/voices.h"

#include "engine/base/chunkfile.h"

#include <math.h>
#include <string.h>

enum { VERSION_NOW = 1, WORTH_SIZE = 4 };

int voice_class(struct candidate const *candidate, enum voice voice)
{
    static float const weights[VOICE_WEIGHTS - 1] = {0.02f, 0.05f, 0.12f, 0.25f, 0.5f};
    static float const alikes[VOICE_ALIKES - 1] = {0.8f, 0.95f};
    int weight = 0, alike = 0;

    if (!(candidate->voices >> voice & 1))
        return 0;
    while (weight < VOICE_WEIGHTS - 1 && candidate->weight[voice] >= weights[weight])
        weight++;
    while (alike < VOICE_ALIKES - 1 && candidate->alike[voice] >= alikes[alike])
        alike++;
    return 1 + weight * VOICE_ALIKES + alike;
}

unsigned voices_heard(struct candidates const *said)
{
    unsigned heard = 0;
    for (int i = 0; i < said->count; i++)
        heard |= said->list[i].voices;
    return heard;
}

void voices_weigh(struct voices const *voices, struct candidates const *said,
                  struct features const *features, float p[static AREA_MAX + 1])
{
    static struct candidate const unnamed = {.voices = 0};
    unsigned const heard = voices_heard(said);
    float total = 0;

    for (int i = 0; i < features->count; i++) {
        uint16_t const place = said->index[features->list[i].at];
        struct candidate const *const candidate =
            place ? &said->list[place - 1] : &unnamed;
        float worth = candidate->raise;
        for (enum voice voice = 0; voice < VOICES; voice++)
            if (heard >> voice & 1)
                worth += voices->worth[voice][voice_class(candidate, voice)];
        p[i] *= expf(worth);
        total += p[i];
    }
    for (int i = 0; i < features->count; i++)
        p[i] /= total;
}

/* ---------------------------------------------------------------- files */

bool voices_write(char const *path, struct voices const *voices, struct failure *why)
{
    struct chunk_writer *const writer =
        chunk_writer_new(path, "VOIC", VERSION_NOW, why);
    if (!writer)
        return false;
    chunk_writer_begin(writer, "WORT");
    for (int voice = 0; voice < VOICES; voice++)
        for (int class = 0; class < VOICE_CLASSES; class ++) {
            unsigned char number[WORTH_SIZE];
            uint32_t bits;
            memcpy(&bits, &voices->worth[voice][class], sizeof bits);
            put_le32(number, bits);
            chunk_writer_write(writer, number, sizeof number);
        }
    return chunk_writer_finish(writer, why);
}

/* No factor may blot out a move, or all others.  */
static bool take(struct voices *voices, unsigned char const *number)
{
    static float const most = 20;
    for (int voice = 0; voice < VOICES; voice++)
        for (int class = 0; class < VOICE_CLASSES; class ++, number += WORTH_SIZE) {
            uint32_t const bits = get_le32(number);
            memcpy(&voices->worth[voice][class], &bits, sizeof bits);
            if (!(fabsf(voices->worth[voice][class]) <= most))
                return false;
        }
    return true;
}

bool voices_open(char const *path, struct voices *voices, struct failure *why)
{
    struct chunkfile *const file = chunkfile_open(path, "VOIC", VERSION_NOW, why);
    struct chunk worth;

    if (!file)
        return false;
    bool good = chunkfile_verify(file, why) &&
                chunkfile_find(file, "WORT", WORTH_SIZE, &worth, why);
    if (good && (worth.size != (size_t)WORTH_SIZE * VOICES * VOICE_CLASSES ||
                 !take(voices, worth.data)))
        good =
            failed(why, "%s: the worth of voices is not that of this program's", path);
    chunkfile_close(file);
    return good;
}
