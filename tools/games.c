#include <config.h>

#include "tools/games.h"

#include <error.h>
#include <stdio.h>
#include <string.h>

#include "tools/cmdline.h"
#include "tools/progress.h"

void games_broken(struct selection const *selection, struct failure const *why)
{
    if (selection->keep_going)
        error(0, 0, "%s", why->text);
    else
        error(1, 0, "%s; stopped here (--keep-going goes on without it)", why->text);
}

void games_tell_rejected(long rejected, struct failure const *first)
{
    if (rejected)
        error(0, 0, "%ld %s could not be used; the first: %s", rejected,
              rejected == 1 ? "game" : "games", first->text);
}

struct games_reading {
    struct selection const *selection;
    struct progress progress;
    struct games_read read;
};

static void reject(void *context, struct origin const *origin,
                   struct failure const *why)
{
    struct games_reading *const reading = context;
    if (origin->number < 0) {
        progress_end(&reading->progress);
        games_broken(reading->selection, why);
    } else if (reading->read.rejected++ == 0)
        reading->read.first = *why;
}

/* Why the game from ORIGIN was not taken, with where it is.  */
static void reject_taken(struct games_reading *reading, struct origin const *origin,
                         struct failure const *reason)
{
    struct failure why;
    failed(&why, "%.400s: game %ld, line %ld: %.500s", origin->file, origin->number,
           origin->line, reason->text);
    reject(reading, origin, &why);
}

static void read_games(struct games_reading *reading, struct archive_reader *reader,
                       take_game *take, void *context)
{
    struct selection const *const selection = reading->selection;
    struct games_read *const read = &reading->read;
    struct game game;
    struct origin origin;
    struct failure why;
    game_init(&game, 19, 19);
    while ((selection->limit == 0 || read->games < selection->limit) &&
           !atomic_load(&cmdline_stop) && archive_next(reader, &game, &origin)) {
        uint64_t done, total;
        if (!(selection->splits >> split_of(origin.number) & 1))
            continue;
        if (take(context, &game, &origin, &why))
            read->games++;
        else
            reject_taken(reading, &origin, &why);
        archive_progress(reader, &done, &total);
        progress_show(&reading->progress, done, total, "%ld games, %ld rejected",
                      read->games, read->rejected);
    }
    game_release(&game);
}

struct games_read games_learn(struct selection const *selection, take_game *take,
                              void *context, struct provenance *made)
{
    struct games_reading reading = {.selection = selection};
    progress_start(&reading.progress);
    struct archive_reader *const reader =
        archive_open_up_to(selection->places, selection->place_count,
                           selection->max_expand, reject, &reading);
    archive_keep_notes(reader, selection->notes);
    read_games(&reading, reader, take, context);
    progress_end(&reading.progress);
    games_tell_rejected(reading.read.rejected, &reading.read.first);
    archive_tell(reader, -1, made);
    archive_close(reader);
    return reading.read;
}

struct games_read games_each(struct selection const *selection, take_game *take,
                             void *context)
{
    return games_learn(selection, take, context, NULL);
}

static struct {
    char const *word;
    unsigned splits;
} const parts[] = {
    {"training", 1u << SPLIT_TRAINING},
    {"validation", 1u << SPLIT_VALIDATION},
    {"test", 1u << SPLIT_TEST},
    {"all", ALL_SPLITS},
};

unsigned splits_parse(char const *word)
{
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (strcmp(parts[i].word, word) == 0)
            return parts[i].splits;
    return 0;
}

char const *splits_name(unsigned splits)
{
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (parts[i].splits == splits)
            return parts[i].word;
    return "several parts";
}

bool residues_parse(char const *word, uint32_t *residues)
{
    int from, to, length = 0;
    if (sscanf(word, "%d-%d%n", &from, &to, &length) != 2 || word[length] || from < 0 ||
        to > 19 || from > to)
        return false;
    *residues = (2u << to) - (1u << from);
    return true;
}
