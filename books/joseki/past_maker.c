#include <config.h>

#include "books/joseki/past.h"

#include <stdlib.h>
#include <string.h>
#include <xalloc.h>

#include "books/sequences/corpus.h"
#include "engine/base/chunkfile.h"
#include "engine/go/game.h"

/* What is known of one node: games by their ranks, the latest first.  */
struct past_count {
    uint32_t rank[PRECEDENTS_MAX]; /* 1 + rank of the game; 0: none */
    uint16_t move[PRECEDENTS_MAX];
    uint32_t times[PERIODS_MAX];
};

/* A game that may be cited.  */
struct dated_game {
    uint32_t game;
    int year;
};

struct past_maker {
    struct corpus const *corpus;
    struct dated_game *ranked; /* the latest first */
    uint32_t game_count;
    uint32_t *rank;  /* of each game of the corpus */
    uint8_t *period; /* of each; PERIODS_MAX: not known */
    struct period periods[PERIODS_MAX];
    uint32_t period_count;
    struct past_count *counts;
};

/* ---------------------------------------------------------------- periods */

enum { YEARS_MAX = 256 };

/* Years with as many games as they have.  */
struct spell {
    struct period years;
    uint32_t games;
};

/* The two that stand together and have the fewest games become one.  */
static void join_smallest(struct spell list[], int *count)
{
    int best = 0;
    for (int i = 1; i + 1 < *count; i++)
        if (list[i].games + list[i + 1].games < list[best].games + list[best + 1].games)
            best = i;
    list[best].years.last = list[best + 1].years.last;
    list[best].games += list[best + 1].games;
    --*count;
    memmove(list + best + 1, list + best + 2,
            (size_t)(*count - best - 1) * sizeof *list);
}

/* All years that the games, the latest first, have as few periods of similar size.  */
static void find_periods(struct past_maker *maker)
{
    struct spell list[YEARS_MAX] = {{.games = 0}};
    int count = 0;
    for (uint32_t i = maker->game_count; i-- > 0;) {
        int const year = maker->ranked[i].year;
        if (!year)
            continue;
        if (count == YEARS_MAX)
            join_smallest(list, &count);
        if (count == 0 || list[count - 1].years.last != year)
            list[count++] =
                (struct spell){{(uint16_t)year, (uint16_t)year}, .games = 0};
        list[count - 1].games++;
    }
    while (count > PERIODS_MAX)
        join_smallest(list, &count);
    maker->period_count = (uint32_t)count;
    for (int i = 0; i < count; i++)
        maker->periods[i] = list[i].years;
}

static uint8_t period_of(struct past_maker const *maker, int year)
{
    for (uint32_t i = 0; i < maker->period_count; i++)
        if (year >= maker->periods[i].first && year <= maker->periods[i].last)
            return (uint8_t)i;
    return PERIODS_MAX;
}

/* ---------------------------------------------------------------- counting */

static int latest_first(void const *left, void const *right)
{
    struct dated_game const *const a = left, *const b = right;
    if (a->year != b->year)
        return a->year > b->year ? -1 : 1;
    return (a->game > b->game) - (a->game < b->game);
}

struct past_maker *past_maker_new(struct corpus const *corpus, uint32_t const games[],
                                  uint32_t game_count, uint32_t count)
{
    struct past_maker *const maker = xzalloc(sizeof *maker);
    maker->corpus = corpus;
    maker->game_count = game_count;
    maker->ranked = xnmalloc((size_t)game_count + 1, sizeof *maker->ranked);
    maker->rank = xcalloc((size_t)corpus->record_count + 1, sizeof *maker->rank);
    maker->period = xcalloc((size_t)corpus->record_count + 1, sizeof *maker->period);
    maker->counts = xcalloc((size_t)count + 1, sizeof *maker->counts);
    for (uint32_t i = 0; i < game_count; i++)
        maker->ranked[i] = (struct dated_game){
            games[i], game_year(corpus->strings + corpus->records[games[i]].date)};
    qsort(maker->ranked, game_count, sizeof *maker->ranked, latest_first);
    find_periods(maker);
    for (uint32_t i = 0; i < game_count; i++) {
        maker->rank[maker->ranked[i].game] = i;
        maker->period[maker->ranked[i].game] = period_of(maker, maker->ranked[i].year);
    }
    return maker;
}

void past_maker_free(struct past_maker *maker)
{
    if (!maker)
        return;
    free(maker->ranked);
    free(maker->rank);
    free(maker->period);
    free(maker->counts);
    free(maker);
}

void past_maker_note(struct past_maker *maker, uint32_t node, uint32_t game, int number)
{
    struct past_count *const count = &maker->counts[node];
    uint32_t const rank = maker->rank[game] + 1;
    int place = PRECEDENTS_MAX;
    if (maker->period[game] < PERIODS_MAX)
        count->times[maker->period[game]]++;
    for (int i = 0; i < PRECEDENTS_MAX; i++)
        if (count->rank[i] == rank)
            return; /* once a game is enough */
    while (place > 0 && (!count->rank[place - 1] || count->rank[place - 1] > rank))
        place--;
    if (place == PRECEDENTS_MAX || number >= 1 << CITED_BITS)
        return;
    for (int i = PRECEDENTS_MAX - 1; i > place; i--) {
        count->rank[i] = count->rank[i - 1];
        count->move[i] = count->move[i - 1];
    }
    count->rank[place] = rank;
    count->move[place] = (uint16_t)number;
}

/* ---------------------------------------------------------------- writing */

/* Strings of the corpus on their way into the file, each once.  */
struct naming {
    char *text;
    size_t size, room;
    uint32_t *place; /* of each string of the corpus, 0 for none yet */
};

static uint32_t name_at(struct naming *naming, struct corpus const *corpus,
                        uint32_t offset)
{
    char const *const name = corpus->strings + offset;
    size_t const length = strlen(name) + 1;
    if (length == 1)
        return 0;
    if (naming->place[offset])
        return naming->place[offset];
    while (naming->room < naming->size + length)
        naming->text = x2nrealloc(naming->text, &naming->room, 1);
    memcpy(naming->text + naming->size, name, length);
    naming->place[offset] = (uint32_t)naming->size;
    naming->size += length;
    return naming->place[offset];
}

/* Those of the ranked games that COUNT nodes cite get a number, from 1, in NUMBER.  */
static void number_games(struct past_maker const *maker, uint32_t const old[],
                         uint32_t count, uint32_t number[])
{
    uint32_t games = 0;
    for (uint32_t i = 0; i < count; i++)
        for (int k = 0; k < PRECEDENTS_MAX; k++)
            if (maker->counts[old[i]].rank[k])
                number[maker->counts[old[i]].rank[k] - 1] = 1;
    for (uint32_t i = 0; i < maker->game_count; i++)
        if (number[i])
            number[i] = ++games;
}

static void write_nodes(struct past_maker const *maker, uint32_t const old[],
                        uint32_t count, uint32_t const number[],
                        struct chunk_writer *writer)
{
    chunk_writer_begin(writer, "PAST");
    for (uint32_t i = 0; i < count; i++) {
        struct past_count const *const from = &maker->counts[old[i]];
        struct node_past node = {.cited = {0}};
        for (int k = 0; k < PRECEDENTS_MAX; k++)
            if (from->rank[k])
                node.cited[k] =
                    1 + ((number[from->rank[k] - 1] - 1) << CITED_BITS | from->move[k]);
        for (int k = 0; k < PERIODS_MAX; k++)
            node.times[k] = past_pack(from->times[k]);
        chunk_writer_write(writer, &node, sizeof node);
    }
}

static void write_games(struct past_maker const *maker, uint32_t const number[],
                        struct chunk_writer *writer)
{
    struct corpus const *const corpus = maker->corpus;
    struct naming naming = {
        .text = xzalloc(1),
        .size = 1, /* the first is empty */
        .room = 1,
        .place = xcalloc((size_t)corpus->string_size + 1, sizeof *naming.place)};
    chunk_writer_begin(writer, "GAME");
    for (uint32_t i = 0; i < maker->game_count; i++) {
        struct record const *const record = &corpus->records[maker->ranked[i].game];
        if (!number[i])
            continue;
        struct cited_game const game = {
            .file = name_at(&naming, corpus, record->file),
            .number = record->number,
            .black = name_at(&naming, corpus, record->black),
            .white = name_at(&naming, corpus, record->white),
            .date = name_at(&naming, corpus, record->date),
            .result = name_at(&naming, corpus, record->result),
        };
        chunk_writer_write(writer, &game, sizeof game);
    }
    chunk_writer_begin(writer, "TEXT");
    chunk_writer_write(writer, naming.text, naming.size);
    free(naming.text);
    free(naming.place);
}

void past_maker_write(struct past_maker const *maker, uint32_t const old[],
                      uint32_t count, struct chunk_writer *writer)
{
    uint32_t *const number = xcalloc((size_t)maker->game_count + 1, sizeof *number);
    number_games(maker, old, count, number);
    write_nodes(maker, old, count, number, writer);
    chunk_writer_begin(writer, "YEAR");
    chunk_writer_write(writer, maker->periods,
                       maker->period_count * sizeof *maker->periods);
    write_games(maker, number, writer);
    free(number);
}
