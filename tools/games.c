#include <config.h>

#include "tools/games.h"

#include <stdio.h>
#include <string.h>

#include "tools/progress.h"

static void reject(void *context, struct origin const *origin,
                   struct failure const *why)
{
    struct games_read *const read = context;
    (void)origin;
    if (read->rejected++ == 0)
        read->first = *why;
}

struct games_read games_each(struct selection const *selection, take_game *take,
                             void *context)
{
    struct games_read read = {0};
    struct archive_reader *const reader =
        archive_open(selection->places, selection->place_count, reject, &read);
    struct progress progress;
    struct game game;
    struct origin origin;
    struct failure why;
    game_init(&game, 19, 19);
    progress_start(&progress);
    while ((selection->limit == 0 || read.games < selection->limit) &&
           archive_next(reader, &game, &origin)) {
        if (!(selection->splits >> split_of(origin.number) & 1))
            continue;
        if (take(context, &game, &origin, &why))
            read.games++;
        else
            reject(&read, &origin, &why);
        uint64_t done, total;
        archive_progress(reader, &done, &total);
        progress_show(&progress, done, total, "%ld games, %ld rejected", read.games,
                      read.rejected);
    }
    progress_end(&progress);
    game_release(&game);
    archive_close(reader);
    return read;
}

unsigned splits_parse(char const *word)
{
    static struct {
        char const *word;
        unsigned splits;
    } const rows[] = {
        {"training", 1u << SPLIT_TRAINING},
        {"validation", 1u << SPLIT_VALIDATION},
        {"test", 1u << SPLIT_TEST},
        {"all", ALL_SPLITS},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (strcmp(rows[i].word, word) == 0)
            return rows[i].splits;
    return 0;
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
