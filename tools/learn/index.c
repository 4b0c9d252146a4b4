/* tools/learn/index.c -- games to an index of all their sequences.  */
#include <config.h>

#include "tools/learn/learn.h"
#include "tools/progress.h"

#include <inttypes.h>
#include <stdio.h>
#include <sys/resource.h>

#include "books/sequences/index.h"
#include "engine/base/seconds.h"

/* A game is taken whole or not at all: its text is cited as it stands.  */
static bool add(void *context, struct game const *game, struct origin const *origin,
                struct failure *why)
{
    return game_replays(game, why) && corpus_add(context, game, origin, why);
}

static void tell(struct learning const *learning, struct games_read const *read,
                 struct corpus const *corpus, double size, double peak, double wall_s)
{
    double const cpu_s = program_cpu_s();
    uint32_t const moves = corpus->text_count - corpus->segment_count;
    char const *const format =
        learning->json
            ? "{\"games\": %ld, \"rejected_games\": %ld, \"moves\": %u, "
              "\"texts\": %u, \"file_bytes\": %.0f, \"bytes_per_move\": %.2f, "
              "\"wall_s\": %.2f, \"cpu_s\": %.2f, \"peak_bytes\": %.0f, "
              "\"peak_per_text\": %.2f}\n"
            : "%ld games (%ld rejected), %u moves in %u texts; %.0f bytes, %.2f a "
              "move\n"
              "%.2f s, %.2f s of CPU time; at most %.0f bytes of memory, %.2f times "
              "the "
              "text\n";
    printf(format, read->games, read->rejected, moves, corpus->segment_count, size,
           size / moves, wall_s, cpu_s, peak, peak / (2.0 * corpus->text_count));
}

bool learn_index(struct learning const *learning, struct failure *why)
{
    double const start_s = now_s();
    if (!learn_no_settings(learning, why))
        return false;
    struct corpus_builder *const builder = corpus_builder_new(CODE_RELATIVE);
    struct games_read const read =
        games_learn(&learning->games, add, builder, learning->made);
    struct corpus corpus = corpus_finish(builder);
    provenance_say(learning->made, "learnt from",
                   "%ld games, %" PRIu32 " moves; %ld games rejected", read.games,
                   corpus.text_count - corpus.segment_count, read.rejected);
    struct progress progress;
    progress_start(&progress);
    struct listener const listener = progress_listener(&progress);
    bool const written =
        learnt_something(learning, read.games, why) &&
        index_write(&corpus, learning->file, learning->made, &listener, why);
    progress_end(&progress);
    struct rusage usage; /* before the file is mapped */
    getrusage(RUSAGE_SELF, &usage);
    struct index *const index = written ? index_open(learning->file, why) : NULL;
    if (index)
        tell(learning, &read, &corpus, (double)index_bytes(index),
             (double)usage.ru_maxrss * 1024, now_s() - start_s);
    index_close(index);
    corpus_release(&corpus);
    return index != NULL;
}
