#include <config.h>

#include "books/opening/book.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <xalloc.h>

/* Places of positions by key, open addressing; 0 is an empty place.  */
struct book_table {
    uint32_t *place; /* 1 + index into the positions */
    uint32_t mask;
};

static uint32_t slot_of(struct book const *book, uint64_t key)
{
    struct book_table const *const table = book->table;
    assert((table->mask & (table->mask + 1)) == 0 && book->count <= table->mask);
    uint32_t slot = (uint32_t)(key >> 20) & table->mask;
    while (table->place[slot] && book->positions[table->place[slot] - 1].key != key)
        slot = (slot + 1) & table->mask;
    return slot;
}

static void fill_table(struct book *book)
{
    memset(book->table->place, 0, (book->table->mask + 1) * sizeof *book->table->place);
    for (uint32_t i = 0; i < book->count; i++)
        book->table->place[slot_of(book, book->positions[i].key)] = i + 1;
}

/* Room for twice as many positions, and a table that is at most half full.  */
static void grow(struct book *book)
{
    uint32_t const room = 2 * (book->table->mask + 1);
    book->positions = xnrealloc(book->positions, room / 2, sizeof *book->positions);
    book->table->place =
        xnrealloc(book->table->place, room, sizeof *book->table->place);
    book->table->mask = room - 1;
    fill_table(book);
}

struct book *book_new(struct book_facts const *facts)
{
    struct book *const book = xzalloc(sizeof *book);
    book->facts = *facts;
    book->table = xzalloc(sizeof *book->table);
    book->table->mask = 511;
    grow(book);
    return book;
}

bool book_facts_match(struct book_facts const *a, struct book_facts const *b,
                      struct failure *why)
{
    return (a->size == b->size && a->handicap == b->handicap) ||
           failed(why,
                  "the books are for boards of %d and %d, with %d and %d stones of "
                  "handicap",
                  a->size, b->size, a->handicap, b->handicap);
}

uint16_t book_files_number(struct book_files *files, char const *name)
{
    uint32_t number = 0;
    while (number < files->count && strcmp(files->name[number], name) != 0)
        number++;
    if (number == UINT16_MAX)
        return 0;
    if (number == files->count) {
        files->name =
            xnrealloc(files->name, (size_t)files->count + 1, sizeof *files->name);
        files->name[files->count++] = xstrdup(name);
    }
    return (uint16_t)(number + 1);
}

void book_files_release(struct book_files *files)
{
    for (uint32_t i = 0; i < files->count; i++)
        free(files->name[i]);
    free(files->name);
}

static void position_release(struct book_position *position)
{
    free(position->way.moves);
    free(position->answers);
}

void book_free(struct book *book)
{
    if (!book)
        return;
    for (uint32_t i = 0; i < book->count; i++)
        position_release(&book->positions[i]);
    free(book->positions);
    book_files_release(&book->files);
    free(book->made);
    free(book->table->place);
    free(book->table);
    free(book);
}

struct book_position *book_find(struct book const *book, uint64_t key)
{
    uint32_t const place = book->table->place[slot_of(book, key)];
    return place ? &book->positions[place - 1] : NULL;
}

void book_position_reroute(struct book_position *position, struct way way)
{
    position->way.moves =
        xnrealloc(position->way.moves, (size_t)way.count + 1, sizeof(point));
    for (int i = 0; i < way.count; i++)
        position->way.moves[i] = way.moves[i];
    position->way.count = way.count;
}

struct book_position *book_at(struct book *book, uint64_t key, struct way way)
{
    struct book_position *const known = book_find(book, key);
    if (known)
        return known;
    if (2 * (book->count + 1) > book->table->mask + 1)
        grow(book);
    assert(way.count >= 0 && way.count <= WAY_MAX);
    struct book_position *const fresh = &book->positions[book->count];
    *fresh = (struct book_position){.key = key};
    book_position_reroute(fresh, way);
    book->table->place[slot_of(book, key)] = ++book->count;
    return fresh;
}

struct book_answer *book_answer(struct book_position const *position, point at)
{
    for (int i = 0; i < position->count; i++)
        if (position->answers[i].at == at)
            return &position->answers[i];
    return NULL;
}

struct book_answer *book_answer_at(struct book_position *position, point at)
{
    struct book_answer *const known = book_answer(position, at);
    if (known)
        return known;
    if ((position->count & (position->count - 1)) == 0) /* a power of two is full */
        position->answers = xnrealloc(position->answers,
                                      position->count ? 2 * (size_t)position->count : 1,
                                      sizeof *position->answers);
    struct book_answer *const fresh = &position->answers[position->count++];
    *fresh = (struct book_answer){.at = at, .loss = NAN};
    return fresh;
}

void book_set_made(struct book *book, char const *text)
{
    char *const made = *text ? xstrdup(text) : NULL;
    free(book->made);
    book->made = made;
}

struct book *book_copy(struct book const *book)
{
    struct book *const copy = book_new(&book->facts);
    book_set_made(copy, book->made ? book->made : "");
    for (uint32_t i = 0; i < book->files.count; i++)
        book_files_number(&copy->files, book->files.name[i]);
    for (uint32_t i = 0; i < book->count; i++) {
        struct book_position const *const from = &book->positions[i];
        struct book_position *const to = book_at(copy, from->key, from->way);
        for (int k = 0; k < from->count; k++)
            *book_answer_at(to, from->answers[k].at) = from->answers[k];
    }
    return copy;
}

void book_retain(struct book *book,
                 bool (*keep)(void *context, struct book_position const *position),
                 void *context)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < book->count; i++)
        if (keep(context, &book->positions[i]))
            book->positions[kept++] = book->positions[i];
        else
            position_release(&book->positions[i]);
    book->count = kept;
    fill_table(book);
}

static int by_way(void const *a, void const *b)
{
    return way_compare(((struct book_position const *)a)->way,
                       ((struct book_position const *)b)->way);
}

static int by_probability(void const *left, void const *right)
{
    struct book_answer const *const a = left, *const b = right;
    if (a->probability != b->probability)
        return a->probability < b->probability ? 1 : -1;
    if (a->times != b->times)
        return a->times < b->times ? 1 : -1;
    return (a->at > b->at) - (a->at < b->at);
}

void book_sort(struct book *book)
{
    for (uint32_t i = 0; i < book->count; i++)
        if (book->positions[i].count > 1)
            qsort(book->positions[i].answers, (size_t)book->positions[i].count,
                  sizeof *book->positions[i].answers, by_probability);
    qsort(book->positions, book->count, sizeof *book->positions, by_way);
    fill_table(book);
}

double book_weight(struct book_position const *position)
{
    double sum = 0;
    for (int i = 0; i < position->count; i++)
        sum += position->answers[i].probability;
    return sum;
}

/* ------------------------------------------------------------ asking */

bool book_suits(struct book const *book, struct board const *board, double komi)
{
    bool const same_komi =
        isnan(komi) || isnan(book->facts.komi) || komi == book->facts.komi;
    return board->width == book->facts.size && board->height == book->facts.size &&
           same_komi;
}

static struct book_reply reply_of(struct book const *book,
                                  struct book_position const *position,
                                  struct book_answer const *answer,
                                  struct aspect const *aspect, double weight)
{
    assert(answer->file <= book->files.count);
    return (struct book_reply){
        .file = answer->file ? book->files.name[answer->file - 1] : NULL,
        .game = answer->game,
        .move = position->way.count + 1,
        .at = aspect_out(aspect, answer->at),
        .times = answer->times,
        .decided = answer->decided,
        .wins = answer->wins,
        .year = answer->year,
        .probability = weight > 0 ? answer->probability / weight : 0,
        .avoid = answer->probability == 0,
        .loss = answer->loss,
    };
}

static int more_probable(void const *left, void const *right)
{
    struct book_reply const *const a = left, *const b = right;
    if (a->probability != b->probability)
        return a->probability < b->probability ? 1 : -1;
    return (a->at > b->at) - (a->at < b->at);
}

int book_answers(struct book const *book, struct situation const *situation,
                 struct book_reply list[static AREA_MAX + 1])
{
    if (!book_suits(book, situation->board, NAN))
        return 0;
    struct aspect const aspect = aspect_of(situation->board);
    struct book_position const *const position = book_find(book, aspect.key);
    if (!position)
        return 0;
    double const weight = book_weight(position);
    for (int i = 0; i < position->count; i++)
        list[i] = reply_of(book, position, &position->answers[i], &aspect, weight);
    qsort(list, (size_t)position->count, sizeof *list, more_probable);
    return position->count;
}
