#include <config.h>

#include "books/sequences/corpus.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <xalloc.h>
#define uthash_fatal(message) xalloc_die()
#include <uthash.h>

/* ---------------------------------------------------------------- building */

/* Names are many times the same.  */
struct interned {
    UT_hash_handle hh;
    uint32_t offset;
    char text[];
};

struct corpus_builder {
    enum code code;
    struct corpus corpus;
    size_t text_room, step_room, mark_room, segment_room, edit_room, record_room,
        string_room;
    struct interned *interned;
    /* The text that is being written.  */
    bool open;
    struct coder coder;
    uint8_t next_color;
};

/* Make room for one more at the end of ARRAY.  */
#define GROW(array, count, room)                                                       \
    ((count) < (room) ? (array)                                                        \
                      : ((array) = x2nrealloc(array, &(room), sizeof *(array))))

static uint32_t intern(struct corpus_builder *builder, char const *text)
{
    struct interned *found;
    HASH_FIND_STR(builder->interned, text, found);
    if (found)
        return found->offset;

    struct corpus *const corpus = &builder->corpus;
    size_t const size = strlen(text) + 1;
    assert(size < UINT32_MAX - corpus->string_size);
    while (builder->string_room - corpus->string_size < size)
        corpus->strings = x2nrealloc(corpus->strings, &builder->string_room, 1);
    memcpy(corpus->strings + corpus->string_size, text, size);
    found = xmalloc(sizeof *found + size);
    found->offset = corpus->string_size;
    memcpy(found->text, text, size);
    HASH_ADD_STR(builder->interned, text, found);
    corpus->string_size += (uint32_t)size;
    return found->offset;
}

struct corpus_builder *corpus_builder_new(enum code code)
{
    struct corpus_builder *const builder = xzalloc(sizeof *builder);
    builder->code = code;
    intern(builder, "");
    return builder;
}

/* One more place: the symbol CODE, and AT where it was played, 0 for an end.  */
static void add_symbol(struct corpus_builder *builder, symbol code, symbol step,
                       point at)
{
    struct corpus *const corpus = &builder->corpus;
    uint32_t const marks = mark_count(corpus->text_count);
    if (corpus->text_count % MARK_STRIDE == 0) {
        GROW(corpus->marks, marks, builder->mark_room);
        corpus->marks[marks] = at;
    }
    GROW(corpus->text, corpus->text_count, builder->text_room);
    GROW(corpus->steps, corpus->text_count, builder->step_room);
    corpus->text[corpus->text_count] = code;
    corpus->steps[corpus->text_count++] = step;
}

static void close_text(struct corpus_builder *builder)
{
    if (!builder->open)
        return;
    add_symbol(builder, SYMBOL_END, SYMBOL_END, 0);
    builder->open = false;
}

static void open_text(struct corpus_builder *builder, struct step const *step,
                      uint32_t setup, uint16_t number)
{
    struct corpus *const corpus = &builder->corpus;
    assert(!builder->open && corpus->record_count > 0);
    GROW(corpus->segments, corpus->segment_count, builder->segment_room);
    corpus->segments[corpus->segment_count++] = (struct segment){
        .text = corpus->text_count,
        .game = corpus->record_count - 1,
        .setup = setup,
        .move = number,
        .color = step->color,
    };
    add_symbol(builder, coder_start(&builder->coder, step->at, NULL),
               plain_first(step->at), step->at);
    builder->open = true;
}

static void add_play(struct corpus_builder *builder, struct step const *step,
                     uint32_t *setup, uint16_t number)
{
    bool const goes_on = builder->open && step->color == builder->next_color &&
                         step->at != builder->coder.last;
    if (goes_on) {
        symbol const plain = plain_step(builder->coder.last, step->at);
        add_symbol(builder, coder_step(&builder->coder, builder->code, step->at), plain,
                   step->at);
    } else {
        close_text(builder);
        open_text(builder, step, *setup, number);
        *setup = builder->corpus.edit_count;
    }
    builder->next_color = (uint8_t)opponent((enum color)step->color);
}

static void add_edit(struct corpus_builder *builder, struct step const *step)
{
    struct corpus *const corpus = &builder->corpus;
    close_text(builder);
    GROW(corpus->edits, corpus->edit_count, builder->edit_room);
    corpus->edits[corpus->edit_count++] = (struct edit){step->at, step->color};
}

static void add_steps(struct corpus_builder *builder, struct game const *game)
{
    uint32_t setup = builder->corpus.edit_count;
    uint16_t number = 0;
    for (int i = 0; i < game->count; i++) {
        struct step const *const step = &game->steps[i];
        if (step->kind == STEP_SETUP)
            add_edit(builder, step);
        if (step->kind != STEP_PLAY)
            continue;
        if (step->at == PASS)
            close_text(builder);
        else
            add_play(builder, step, &setup, number);
        number++;
    }
    close_text(builder);
    builder->corpus.edit_count = setup; /* edits after the last move are nobody's */
    builder->corpus.records[builder->corpus.record_count - 1].moves = number;
}

/* The last part of a path.  */
static char const *base_name(char const *path)
{
    char const *const slash = strrchr(path, '/');
    return slash && slash[1] ? slash + 1 : path;
}

bool corpus_add(struct corpus_builder *builder, struct game const *game,
                struct origin const *origin, struct failure *why)
{
    struct corpus *const corpus = &builder->corpus;
    if (game->width != CODE_BOARD || game->height != CODE_BOARD)
        return failed(why, "it is on a %dx%d board, the index takes 19x19", game->width,
                      game->height);
    if (game->count >= UINT16_MAX - 1)
        return failed(why, "it is longer than any game");
    if (corpus->text_count + 2 * (uint32_t)game->count >= 1u << 30)
        return failed(why, "it is one too many for an index");

    struct record const record = {
        .segment = corpus->segment_count,
        .file = intern(builder, base_name(origin->file)),
        .number = (uint32_t)origin->number,
        .black = intern(builder, game->black),
        .white = intern(builder, game->white),
        .date = intern(builder, game->date),
        .result = intern(builder, game->result),
        .winner = game->winner,
        .handicap = game->handicap,
    };
    GROW(corpus->records, corpus->record_count, builder->record_room);
    corpus->records[corpus->record_count++] = record;
    add_steps(builder, game);
    return true;
}

struct corpus const *corpus_built(struct corpus_builder const *builder)
{
    return &builder->corpus;
}

static void forget_names(struct corpus_builder *builder)
{
    struct interned *name, *next;
    HASH_ITER(hh, builder->interned, name, next)
    {
        HASH_DEL(builder->interned, name);
        free(name);
    }
}

struct corpus corpus_finish(struct corpus_builder *builder)
{
    struct corpus const corpus = builder->corpus;
    forget_names(builder);
    free(builder);
    return corpus;
}

void corpus_builder_free(struct corpus_builder *builder)
{
    if (!builder)
        return;
    struct corpus corpus = corpus_finish(builder);
    corpus_release(&corpus);
}

void corpus_release(struct corpus *corpus)
{
    free(corpus->text);
    free(corpus->steps);
    free(corpus->marks);
    free(corpus->segments);
    free(corpus->edits);
    free(corpus->records);
    free(corpus->strings);
    *corpus = (struct corpus){0};
}

/* ---------------------------------------------------------------- reading */

struct segment const *corpus_segment(struct corpus const *corpus, uint32_t at)
{
    assert(corpus->segment_count && at < corpus->text_count);
    uint32_t low = 0, high = corpus->segment_count;
    while (high - low > 1) {
        uint32_t const middle = low + (high - low) / 2;
        if (corpus->segments[middle].text <= at)
            low = middle;
        else
            high = middle;
    }
    return &corpus->segments[low];
}

uint8_t corpus_color(struct segment const *segment, uint32_t at)
{
    assert(at >= segment->text && "a place of its text");
    bool const other = (at - segment->text) % 2;
    return other ? (uint8_t)opponent((enum color)segment->color) : segment->color;
}

void segment_start(struct segment_walk *walk, struct corpus const *corpus,
                   struct segment const *segment)
{
    walk->next = corpus->steps + segment->text;
    walk->move = (struct move){.color = (uint8_t)opponent((enum color)segment->color)};
    walk->number = (uint16_t)(segment->move - 1);
}

bool segment_next(struct segment_walk *walk)
{
    symbol const step = *walk->next;
    if (step == SYMBOL_END)
        return false;
    walk->move.at = step < PLAIN_NEXT
                        ? plain_place(step)
                        : plain_point(plain_number(walk->move.at) + step - PLAIN_ZERO);
    walk->move.color = (uint8_t)opponent((enum color)walk->move.color);
    walk->number++;
    walk->next++;
    return walk->move.at != 0;
}

/* Do the two texts of SEGMENT have the same moves up to the same end, and the marks
   too?  */
static bool is_sound(struct corpus const *corpus, struct segment const *segment)
{
    struct segment_walk walk;
    struct coder coder;
    uint32_t at = segment->text;
    segment_start(&walk, corpus, segment);
    for (; segment_next(&walk); at++) {
        point const p = walk.move.at;
        symbol const coded = at == segment->text ? coder_start(&coder, p, NULL)
                                                 : coder_step(&coder, CODE_RELATIVE, p);
        if (corpus->text[at] != coded ||
            (at % MARK_STRIDE == 0 && corpus->marks[at / MARK_STRIDE] != p))
            return false;
    }
    return corpus->text[at] == SYMBOL_END && corpus->steps[at] == SYMBOL_END;
}

bool corpus_check(struct corpus const *corpus, struct failure *why)
{
    for (uint32_t i = 0; i < corpus->segment_count; i++)
        if (!is_sound(corpus, &corpus->segments[i]))
            return failed(why, "text %u is no sequence of moves", i);
    return true;
}

point corpus_point(struct corpus const *corpus, uint32_t at)
{
    assert(at < corpus->text_count);
    int difference = 0;
    uint32_t from = at;
    while (from % MARK_STRIDE && corpus->steps[from] >= PLAIN_NEXT)
        difference += corpus->steps[from--] - PLAIN_ZERO;
    symbol const step = corpus->steps[from];
    if (step == SYMBOL_END)
        return 0;
    point const start =
        step < PLAIN_NEXT ? plain_place(step) : corpus->marks[from / MARK_STRIDE];
    return plain_point(plain_number(start) + difference);
}

static void apply_edits(struct corpus const *corpus, struct segment const *segment,
                        struct board *board)
{
    uint32_t const end = segment + 1 < corpus->segments + corpus->segment_count
                             ? segment[1].setup
                             : corpus->edit_count;
    assert(segment->setup <= end && end <= corpus->edit_count);
    for (uint32_t i = segment->setup; i < end; i++)
        board_set(board, corpus->edits[i].at, (enum color)corpus->edits[i].color);
}

void record_start(struct record_walk *walk, struct corpus const *corpus, uint32_t game)
{
    assert(game < corpus->record_count);
    bool const last = game + 1 == corpus->record_count;
    board_init(&walk->board, CODE_BOARD, CODE_BOARD);
    walk->corpus = corpus;
    walk->segment = corpus->records[game].segment;
    walk->end = last ? corpus->segment_count : corpus->records[game + 1].segment;
    walk->failed = walk->pending = walk->inside = false;
}

/* Go to the next move, into the next segment if need be.  */
static bool step_on(struct record_walk *walk)
{
    walk->edited = false;
    for (;;) {
        if (walk->inside && segment_next(&walk->steps))
            return true;
        walk->segment += walk->inside;
        walk->inside = walk->segment < walk->end;
        if (!walk->inside)
            return false;
        struct segment const *const segment = &walk->corpus->segments[walk->segment];
        apply_edits(walk->corpus, segment, &walk->board);
        walk->edited = true;
        segment_start(&walk->steps, walk->corpus, segment);
    }
}

bool record_next(struct record_walk *walk)
{
    if (walk->pending) {
        struct move const move = walk->steps.move;
        if (!board_is_legal(&walk->board, move.at, (enum color)move.color, true)) {
            walk->failed = true;
            return false;
        }
        board_play(&walk->board, move.at, (enum color)move.color);
    }
    walk->pending = step_on(walk);
    if (walk->pending)
        walk->board.to_move = walk->steps.move.color;
    return walk->pending;
}

bool corpus_board(struct corpus const *corpus, uint32_t at, struct board *board)
{
    struct segment const *const last = corpus_segment(corpus, at);
    struct record_walk *const walk = xmalloc(sizeof *walk);
    uint16_t const number = (uint16_t)(last->move + (at - last->text));
    bool found = false;
    record_start(walk, corpus, last->game);
    while (!found && record_next(walk))
        found = walk->steps.number == number;
    if (found)
        board_copy(board, &walk->board);
    free(walk);
    return found;
}
