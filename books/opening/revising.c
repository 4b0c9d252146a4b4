#include <config.h>

#include "books/opening/revising.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <xalloc.h>

#include "books/opening/links.h"

/* ------------------------------------------------------------ merging */

/* An answer of one book joins what another, INTO's, knows of it: the later game is
   cited.  */
static void merge_answer(struct book *book, struct book_answer *into,
                         struct book_answer const *from, char const *file)
{
    if (file && (!into->file || from->year > into->year)) {
        into->file = book_files_number(&book->files, file);
        into->game = from->game;
    }
    into->times += from->times;
    into->decided += from->decided;
    into->wins += from->wins;
    into->year = from->year > into->year ? from->year : into->year;
    into->loss = isnan(into->loss) ? from->loss : into->loss;
}

/* All probabilities of POSITION times FACTOR over their sum.  */
static void scale(struct book_position *position, double factor)
{
    double const sum = book_weight(position);
    assert(sum >= 0 && factor >= 0);
    for (int i = 0; i < position->count && sum > 0; i++)
        position->answers[i].probability *= factor / sum;
}

static void merge_position(struct book *book, struct book const *other,
                           struct book_position const *from, double weight)
{
    struct book_position *const into = book_at(book, from->key, from->way);
    bool const as_long = into->way.count == from->way.count;
    double const sum = book_weight(from);
    if (into->count == 0)
        weight = 1; /* there is nothing that it counts against */
    scale(into, 1);
    for (int i = 0; i < from->count; i++) {
        struct book_answer const *const answer = &from->answers[i];
        bool const known = book_answer(into, answer->at) != NULL;
        if (!known && weight == 0 && answer->probability > 0)
            continue; /* neither played nor to be avoided */
        struct book_answer *const mixed = book_answer_at(into, answer->at);
        bool const avoided =
            answer->probability == 0 || (known && mixed->probability == 0);
        merge_answer(book, mixed, answer,
                     as_long && answer->file ? other->files.name[answer->file - 1]
                                             : NULL);
        mixed->probability =
            avoided ? 0 : mixed->probability + weight * answer->probability / sum;
    }
    scale(into, 1);
}

/* The books are of this and of that.  */
static void merge_origin(struct book_facts *into, struct book_facts const *from)
{
    size_t const length = strlen(into->origin);
    if (strcmp(into->origin, from->origin) != 0)
        snprintf(into->origin + length, sizeof into->origin - length, "%s%s",
                 length && from->origin[0] ? "; with " : "", from->origin);
}

bool book_merge(struct book *into, struct book const *from, double weight,
                struct failure *why)
{
    if (!book_facts_match(&into->facts, &from->facts, why))
        return false;
    if (!(into->facts.komi == from->facts.komi))
        into->facts.komi = NAN;
    merge_origin(&into->facts, &from->facts);
    for (uint32_t i = 0; i < from->count; i++)
        merge_position(into, from, &from->positions[i], weight);
    return true;
}

/* ------------------------------------------------------------ pruning */

static void prune_answers(struct book_position *position, struct pruning const *pruning)
{
    double const sum = book_weight(position);
    int kept = 0;
    for (int i = 0; i < position->count; i++) {
        struct book_answer const answer = position->answers[i];
        bool const probable =
            answer.probability == 0 || answer.probability >= pruning->share * sum;
        if (answer.times >= pruning->times && probable)
            position->answers[kept++] = answer;
    }
    position->count = kept;
}

static bool is_kept(void *context, struct book_position const *position)
{
    struct pruning const *const pruning = context;
    return position->count > 0 && position->way.count < pruning->depth;
}

/* How probably the book comes to each position, ply by ply, as what leads there may be
   of several lengths; a move to avoid is the opponent's, who plays it now and then.  */
struct reaching {
    struct book const *book;
    struct links links;
    double *now, *next; /* after so many moves, and one more */
    double *reached;    /* after any number */
};

/* The one that is NUMBER goes on.  */
static void spread(struct reaching *reaching, uint32_t number)
{
    enum { ONCE_IN = 20 };
    struct book const *const book = reaching->book;
    struct book_position const *const position = &book->positions[number];
    double const sum = book_weight(position);
    for (int i = 0; i < position->count; i++) {
        struct book_position const *const next =
            book_find(book, reaching->links.after[number][i]);
        double const probability = position->answers[i].probability;
        double const share = probability > 0 ? probability / sum : 1.0 / ONCE_IN;
        if (next)
            reaching->next[next - book->positions] += share * reaching->now[number];
    }
}

/* False when nothing goes on.  */
static bool reach_ply(struct reaching *reaching)
{
    bool any = false;
    double *const now = reaching->now;
    for (uint32_t i = 0; i < reaching->book->count; i++)
        if (now[i] > 0) {
            any = true;
            reaching->reached[i] += now[i];
            spread(reaching, i);
        }
    memset(now, 0, reaching->book->count * sizeof *now);
    reaching->now = reaching->next;
    reaching->next = now;
    return any;
}

/* The probabilities of BOOK's positions, to be freed.  */
static double *reach(struct book const *book)
{
    struct book_position const *const start = book_find(book, book_start(book));
    size_t const room = (size_t)book->count + 1;
    struct reaching reaching = {
        .book = book,
        .now = xcalloc(room, sizeof *reaching.now),
        .next = xcalloc(room, sizeof *reaching.next),
        .reached = xcalloc(room, sizeof *reaching.reached),
    };
    links_make(&reaching.links, book);
    if (start)
        reaching.now[start - book->positions] = 1;
    for (int ply = 0; ply <= WAY_MAX && reach_ply(&reaching); ply++)
        ;
    links_release(&reaching.links);
    free(reaching.now);
    free(reaching.next);
    return reaching.reached;
}

/* Of the positions of a book that is being thinned out, the next.  */
struct thinning {
    double const *reached;
    double least;
};

static bool is_reached(void *context, struct book_position const *position)
{
    struct thinning *const thinning = context;
    (void)position;
    return *thinning->reached++ >= thinning->least;
}

void book_prune(struct book *book, struct pruning const *pruning)
{
    for (uint32_t i = 0; i < book->count; i++)
        prune_answers(&book->positions[i], pruning);
    book_retain(book, is_kept, (void *)pruning);
    if (pruning->reached <= 0)
        return;
    double *const reached = reach(book);
    struct thinning thinning = {reached, pruning->reached};
    book_retain(book, is_reached, &thinning);
    free(reached);
}
