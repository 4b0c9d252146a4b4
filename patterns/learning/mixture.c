#include <config.h>

#include "patterns/learning/mixture.h"

#include <stdlib.h>
#include <xalloc.h>

struct place {
    char const *name;
    struct archive_reader *reader;
    long given, total;
};

struct mixture {
    struct place *places;
    int count;
};

struct mixture *mixture_open(char const *const *places, int count)
{
    struct mixture *const mixture = xzalloc(sizeof *mixture);
    mixture->count = count;
    mixture->places = xcalloc((size_t)count, sizeof *mixture->places);
    for (int i = 0; i < count; i++)
        mixture->places[i].name = places[i];
    return mixture;
}

static void close_place(struct place *place)
{
    if (place->reader)
        archive_close(place->reader);
    place->reader = NULL;
}

void mixture_close(struct mixture *mixture)
{
    if (!mixture)
        return;
    for (int i = 0; i < mixture->count; i++)
        close_place(&mixture->places[i]);
    free(mixture->places);
    free(mixture);
}

static bool next_of(struct place *place, struct game *game, struct origin *origin)
{
    if (!place->reader)
        place->reader = archive_open(&place->name, 1, NULL, NULL);
    return archive_next(place->reader, game, origin);
}

void mixture_survey(struct mixture *mixture, mixture_visit *visit, void *context)
{
    struct game game;
    struct origin origin;

    game_init(&game, 19, 19);
    for (int i = 0; i < mixture->count; i++) {
        struct place *const place = &mixture->places[i];
        place->total = place->given = 0;
        while (next_of(place, &game, &origin)) {
            place->total++;
            visit(context, i, &origin, &game);
        }
        close_place(place);
    }
    game_release(&game);
}

bool mixture_next(struct mixture *mixture, struct game *game, struct origin *origin,
                  int *place)
{
    for (;;) {
        int behind = -1;
        double least = 2;
        for (int i = 0; i < mixture->count; i++) {
            struct place const *const here = &mixture->places[i];
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
        struct place *const here = &mixture->places[behind];
        here->given++;
        if (next_of(here, game, origin)) {
            *place = behind;
            return true;
        }
        here->given = here->total;
    }
}

void mixture_progress(struct mixture const *mixture, long *done, long *total)
{
    *done = *total = 0;
    for (int i = 0; i < mixture->count; i++) {
        *done += mixture->places[i].given;
        *total += mixture->places[i].total;
    }
}

long mixture_total(struct mixture const *mixture, int place)
{
    return mixture->places[place].total;
}

void mixture_set_total(struct mixture *mixture, int place, long total)
{
    mixture->places[place].total = total;
}
