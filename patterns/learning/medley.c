#include <config.h>

#include "patterns/learning/medley.h"

#include <stdlib.h>
#include <xalloc.h>

struct place {
    char const *name;
    struct archive_reader *reader;
    long given, total;
};

struct medley {
    struct place *places;
    int count;
};

struct medley *medley_open(char const *const *places, int count)
{
    struct medley *const medley = xzalloc(sizeof *medley);
    medley->count = count;
    medley->places = xcalloc((size_t)count, sizeof *medley->places);
    for (int i = 0; i < count; i++)
        medley->places[i].name = places[i];
    return medley;
}

static void close_place(struct place *place)
{
    if (place->reader)
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

static bool next_of(struct place *place, struct game *game, struct origin *origin)
{
    if (!place->reader)
        place->reader = archive_open(&place->name, 1, NULL, NULL);
    return archive_next(place->reader, game, origin);
}

void medley_survey(struct medley *medley, medley_visit *visit, void *context)
{
    struct game game;
    struct origin origin;

    game_init(&game, 19, 19);
    for (int i = 0; i < medley->count; i++) {
        struct place *const place = &medley->places[i];
        place->total = place->given = 0;
        while (next_of(place, &game, &origin)) {
            place->total++;
            visit(context, i, &origin, &game);
        }
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
            struct place const *const here = &medley->places[i];
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
        struct place *const here = &medley->places[behind];
        here->given++;
        if (next_of(here, game, origin)) {
            *place = behind;
            return true;
        }
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
    return medley->places[place].total;
}

void medley_set_total(struct medley *medley, int place, long total)
{
    medley->places[place].total = total;
}
