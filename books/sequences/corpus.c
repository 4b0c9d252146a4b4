#include <config.h>

#include "books/sequences/corpus.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <xalloc.h>
#define uthash_fatal(message) xalloc_die()
#include <uthash.h>

/* ---------------------------------------------------------------- frames */

/* Two bits a choice: open, +1 or -1.  */
uint8_t frame_pack(struct frame frame)
{
    return (uint8_t)((frame.across & 3) | (frame.along & 3) << 2 |
                     (frame.turned & 3) << 4);
}

static int8_t unpack_sign(int bits)
{
    return (int8_t)((bits & 3) == 3 ? -1 : (bits & 3) == 1);
}

struct frame frame_unpack(uint8_t packed)
{
    return (struct frame){.across = unpack_sign(packed),
                          .along = unpack_sign(packed >> 2),
                          .turned = unpack_sign(packed >> 4)};
}

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
    size_t text_room, mark_room, segment_room, edit_room, record_room, string_room;
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

/* A mark is a point and the frame after it in one number; 0 while something of
   the frame is open, since only the moves to come will tell.  */
enum { MARK_POINT_BITS = 10 };

static uint16_t make_mark(struct coder const *coder)
{
    if (!frame_is_settled(coder->frame))
        return 0;
    return (uint16_t)(coder->last | frame_pack(coder->frame) << MARK_POINT_BITS);
}

static void add_symbol(struct corpus_builder *builder, symbol code)
{
    struct corpus *const corpus = &builder->corpus;
    uint32_t const marks = mark_count(corpus->text_count);
    if (corpus->text_count % MARK_STRIDE == 0) {
        GROW(corpus->marks, marks, builder->mark_room);
        corpus->marks[marks] = code == SYMBOL_END ? 0 : make_mark(&builder->coder);
    }
    GROW(corpus->text, corpus->text_count, builder->text_room);
    corpus->text[corpus->text_count++] = code;
}

static void close_text(struct corpus_builder *builder)
{
    if (!builder->open)
        return;
    struct corpus *const corpus = &builder->corpus;
    corpus->segments[corpus->segment_count - 1].frame =
        frame_pack(builder->coder.settled);
    add_symbol(builder, SYMBOL_END);
    builder->open = false;
}

static void open_text(struct corpus_builder *builder, struct step const *step,
                      uint32_t setup, uint16_t number)
{
    struct corpus *const corpus = &builder->corpus;
    GROW(corpus->segments, corpus->segment_count, builder->segment_room);
    corpus->segments[corpus->segment_count++] = (struct segment){
        .text = corpus->text_count,
        .game = corpus->record_count - 1,
        .setup = setup,
        .first = step->at,
        .move = number,
        .color = step->color,
    };
    add_symbol(builder, coder_start(&builder->coder, step->at, NULL));
    builder->open = true;
}

static void add_play(struct corpus_builder *builder, struct step const *step,
                     uint32_t *setup, uint16_t number)
{
    bool const goes_on = builder->open && step->color == builder->next_color &&
                         step->at != builder->coder.last;
    if (goes_on) {
        add_symbol(builder, coder_step(&builder->coder, builder->code, step->at));
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
    if (game->count > UINT16_MAX)
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
    bool const other = (at - segment->text) % 2;
    return other ? (uint8_t)opponent((enum color)segment->color) : segment->color;
}

void segment_start(struct segment_walk *walk, struct corpus const *corpus,
                   struct segment const *segment)
{
    walk->next = corpus->text + segment->text;
    struct frame const frame = frame_unpack(segment->frame);
    coder_start(&walk->coder, segment->first, &frame);
    walk->move = (struct move){.color = (uint8_t)opponent((enum color)segment->color)};
    walk->number = (uint16_t)(segment->move - 1);
}

bool segment_next(struct segment_walk *walk)
{
    if (*walk->next == SYMBOL_END)
        return false;
    walk->move.at = *walk->next < SYMBOL_NEXT ? walk->coder.last
                                              : coder_follow(&walk->coder, *walk->next);
    walk->move.color = (uint8_t)opponent((enum color)walk->move.color);
    walk->number++;
    walk->next++;
    return walk->move.at != 0;
}

/* Does the text of SEGMENT lead from move to move up to its end?  */
static bool is_decodable(struct corpus const *corpus, struct segment const *segment)
{
    struct segment_walk walk;
    uint32_t at = segment->text;
    segment_start(&walk, corpus, segment);
    if (corpus->text[at] != first_symbol(segment->first))
        return false;
    for (; segment_next(&walk); at++) {
        uint16_t const mark = at % MARK_STRIDE ? 0 : corpus->marks[at / MARK_STRIDE];
        if (mark && mark != make_mark(&walk.coder))
            return false;
    }
    return corpus->text[at] == SYMBOL_END;
}

bool corpus_check(struct corpus const *corpus, struct failure *why)
{
    for (uint32_t i = 0; i < corpus->segment_count; i++)
        if (!is_decodable(corpus, &corpus->segments[i]))
            return failed(why, "text %u is no sequence of moves", i);
    return true;
}

/* A coder as it stands after the move at AT, if there is a mark of it or it is the
   first of its text.  */
static bool stand_at(struct corpus const *corpus, uint32_t at, struct coder *coder)
{
    uint16_t const mark = at % MARK_STRIDE ? 0 : corpus->marks[at / MARK_STRIDE];
    if (mark) {
        *coder =
            (struct coder){.last = mark & ((1 << MARK_POINT_BITS) - 1),
                           .frame = frame_unpack((uint8_t)(mark >> MARK_POINT_BITS))};
        return true;
    }
    if (at > 0 && corpus->text[at - 1] != SYMBOL_END)
        return false;
    struct segment const *const segment = corpus_segment(corpus, at);
    struct frame const frame = frame_unpack(segment->frame);
    coder_start(coder, segment->first, &frame);
    return true;
}

point corpus_point(struct corpus const *corpus, uint32_t at)
{
    struct coder coder;
    uint32_t from = at;
    if (corpus->text[at] == SYMBOL_END)
        return 0;
    while (!stand_at(corpus, from, &coder))
        from--;
    while (from < at)
        if (!coder_follow(&coder, corpus->text[++from]))
            return 0;
    return coder.last;
}

static void apply_edits(struct corpus const *corpus, struct segment const *segment,
                        struct board *board)
{
    uint32_t const end = segment + 1 < corpus->segments + corpus->segment_count
                             ? segment[1].setup
                             : corpus->edit_count;
    for (uint32_t i = segment->setup; i < end; i++)
        board_set(board, corpus->edits[i].at, (enum color)corpus->edits[i].color);
}

void record_start(struct record_walk *walk, struct corpus const *corpus, uint32_t game)
{
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
