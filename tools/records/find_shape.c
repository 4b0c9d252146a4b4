#include <config.h>

#include "tools/records/find_shape.h"

#include "tools/progress.h"

#include <stdio.h>
#include <stdlib.h>
#include <xalloc.h>

/* What was played in a cell of the shape after it appeared.  */
struct cell_answer {
    int cell;
    bool by_x;
    uint32_t times, decided, won;
};

struct sightings {
    struct index const *index;
    struct shape const *shape;
    uint32_t times, games, elsewhere;
    uint32_t last_game;                         /* + 1 */
    struct cell_answer answers[2][SHAPE_CELLS]; /* by O, by X */
    struct sighting *first;                     /* some to be cited */
    long wanted, kept;
    struct progress progress;
};

static void take(void *context, struct sighting const *sighting)
{
    enum { EVERY = 4096 }; /* what takes long is seen often */
    struct sightings *const all = context;
    if (all->times % EVERY == 0)
        progress_show(&all->progress, sighting->game,
                      index_corpus(all->index)->record_count, "%u times", all->times);
    all->times++;
    all->games += all->last_game != sighting->game + 1;
    all->last_game = sighting->game + 1;
    if (all->kept < all->wanted)
        all->first[all->kept++] = *sighting;
    if (sighting->cell < 0) {
        all->elsewhere++;
        return;
    }
    struct cell_answer *const answer = &all->answers[sighting->by_x][sighting->cell];
    uint8_t const winner = index_corpus(all->index)->records[sighting->game].winner;
    answer->cell = sighting->cell;
    answer->by_x = sighting->by_x;
    answer->times++;
    answer->decided += winner != EMPTY;
    answer->won += winner == sighting->color;
}

static int more_frequent(void const *left, void const *right)
{
    struct cell_answer const *const a = left, *const b = right;
    if (a->times != b->times)
        return a->times > b->times ? -1 : 1;
    return a->cell - b->cell;
}

static double percent(uint32_t part, uint32_t whole)
{
    return whole ? 100.0 * part / whole : 0;
}

static void print_answers(struct sightings *all, bool json)
{
    enum { SHOWN = 12 };
    struct cell_answer *const answers = all->answers[0];
    qsort(answers, 2 * SHAPE_CELLS, sizeof *answers, more_frequent);
    if (!json && answers[0].times)
        printf("  by  column  row   times   share   wins\n");
    for (int i = 0; i < 2 * SHAPE_CELLS && answers[i].times && (json || i < SHOWN);
         i++) {
        struct cell_answer const *const a = &answers[i];
        printf(json ? "{\"by\": \"%c\", \"column\": %d, \"row\": %d, \"times\": %u, "
                      "\"share_percent\": %.2f, \"won_percent\": %.2f}\n"
                    : "  %c   %6d %4d %7u %6.1f%% %5.1f%%\n",
               a->by_x ? 'X' : 'O', a->cell % all->shape->width + 1,
               a->cell / all->shape->width + 1, a->times, percent(a->times, all->times),
               percent(a->won, a->decided));
    }
}

/* The game of SIGHTING; its move is the one that followed.  */
static void cite(struct sightings const *all, struct sighting const *sighting,
                 bool json)
{
    struct corpus const *const corpus = index_corpus(all->index);
    struct record const *const record = &corpus->records[sighting->game];
    struct citation const said = {.file = corpus->strings + record->file,
                                  .black = corpus->strings + record->black,
                                  .white = corpus->strings + record->white,
                                  .date = corpus->strings + record->date,
                                  .result = corpus->strings + record->result,
                                  .number = record->number,
                                  .move = sighting->number + 1,
                                  .color = sighting->color,
                                  .winner = record->winner};
    (json ? cite_json : cite_text)(&said);
}

bool find_shape(struct index const *index, struct shape const *shape, long games,
                bool json)
{
    struct sightings *const all = xzalloc(sizeof *all);
    all->index = index;
    all->shape = shape;
    all->wanted = games;
    all->first = xnmalloc((size_t)games + 1, sizeof *all->first);
    progress_start(&all->progress);
    imprint_find(index_imprint(index), index_corpus(index), shape, take, all);
    progress_end(&all->progress);
    printf(
        json ? "{\"times\": %u, \"games\": %u, \"games_searched\": %u, \"elsewhere\": "
               "%u}\n"
             : "%u times in %u of %u games; %u times the next move was elsewhere\n",
        all->times, all->games, index_corpus(index)->record_count, all->elsewhere);
    print_answers(all, json);
    for (long i = 0; i < all->kept; i++)
        cite(all, &all->first[i], json);
    bool const found = all->times > 0;
    free(all->first);
    free(all);
    return found;
}
