#include <config.h>

#include "patterns/learning/medley.h"

#include <assert.h>
#include <stdlib.h>
#include <xalloc.h>

struct medley_place {
    char const *name;
    struct archive_reader *reader;
    long given, total;
    bool surveyed, differs;
    uint64_t digest;      /* of the games, by the survey */
    bool broken;          /* a file could not be read, */
    struct failure first; /* namely this */
};

struct medley {
    struct medley_place *places;
    int count;
    uint64_t limit;
};

struct medley *medley_open(char const *const *places, int count, uint64_t limit)
{
    struct medley *const medley = xzalloc(sizeof *medley);
    medley->count = count;
    medley->limit = limit;
    medley->places = xcalloc((size_t)count, sizeof *medley->places);
    for (int i = 0; i < count; i++)
        medley->places[i].name = places[i];
    return medley;
}

/* Keep what the reader can tell.  */
static void note_broken(struct medley_place *place)
{
    place->broken = !archive_whole(place->reader, &place->first) || place->broken;
}

static void close_place(struct medley_place *place)
{
    if (!place->reader)
        return;
    note_broken(place);
    archive_close(place->reader);
    place->reader = NULL;
}

void medley_close(struct medley *medley)
{
    if (!medley)
        return;
    for (int i = 0; i < medley->count; i++)
        close_place(&medley->places[i]);
    free(medley->places);
    free(medley);
}

static bool next_of(struct medley const *medley, struct medley_place *place,
                    struct game *game, struct origin *origin)
{
    if (!place->reader)
        place->reader = archive_open_up_to(&place->name, 1, medley->limit, NULL, NULL);
    return archive_next(place->reader, game, origin);
}

void medley_survey(struct medley *medley, medley_visit *visit, void *context)
{
    struct game game;
    struct origin origin;

    game_init(&game, 19, 19);
    for (int i = 0; i < medley->count; i++) {
        struct medley_place *const place = &medley->places[i];
        place->total = place->given = 0;
        while (next_of(medley, place, &game, &origin)) {
            place->total++;
            visit(context, i, &origin, &game);
        }
        place->digest = archive_account(place->reader)->digest;
        place->surveyed = true;
        close_place(place);
    }
    game_release(&game);
}

bool medley_next(struct medley *medley, struct game *game, struct origin *origin,
                 int *place)
{
    for (;;) {
        int behind = -1;
        double least = 2;
        for (int i = 0; i < medley->count; i++) {
            struct medley_place const *const here = &medley->places[i];
            double const part = here->given < here->total
                                    ? (double)here->given / (double)here->total
                                    : 2;
            if (part < least) {
                least = part;
                behind = i;
            }
        }
        if (behind < 0)
            return false;
        struct medley_place *const here = &medley->places[behind];
        here->given++;
        assert(here->given <= here->total);
        if (next_of(medley, here, game, origin)) {
            here->differs |= here->given == here->total && here->surveyed &&
                             archive_account(here->reader)->digest != here->digest;
            *place = behind;
            return true;
        }
        here->differs = true; /* it came to its end too early */
        note_broken(here);
        here->given = here->total;
    }
}

void medley_progress(struct medley const *medley, long *done, long *total)
{
    *done = *total = 0;
    for (int i = 0; i < medley->count; i++) {
        *done += medley->places[i].given;
        *total += medley->places[i].total;
    }
}

long medley_total(struct medley const *medley, int place)
{
    assert(place >= 0 && place < medley->count);
    return medley->places[place].total;
}

void medley_set_total(struct medley *medley, int place, long total)
{
    medley->places[place].total = total;
}

bool medley_is_sound(struct medley const *medley, bool keep_going, struct failure *why)
{
    for (int i = 0; i < medley->count; i++) {
        struct medley_place const *const place = &medley->places[i];
        if (place->broken && !keep_going)
            return failed(why, "%s", place->first.text);
        if (place->differs)
            return failed(why,
                          "%s: its games were not the same when they were read again",
                          place->name);
    }
    return true;
}

bool medley_tell(struct medley const *medley, struct provenance *made,
                 struct failure *why)
{
    bool whole = true;
    for (int i = 0; i < medley->count && made && whole; i++) {
        struct medley_place const *const place = &medley->places[i];
        struct archive_reader *const reader = archive_open(&place->name, 1, NULL, NULL);
        archive_tell(reader, place->total, made);
        if (place->broken)
            provenance_say(made, "not read", "%s", place->first.text);
        else
            whole = archive_whole(reader, why);
        archive_close(reader);
    }
    return whole;
}
