#include <config.h>

#include "books/sequences/index.h"

#include <stdlib.h>
#include <string.h>
#include <xalloc.h>

#include "engine/base/chunkfile.h"

static char const kind[] = "SEQS";

enum { INDEX_VERSION = 2, HEAD_SIZE = 16 };

_Static_assert(sizeof(struct segment) == 16, "the layout of SEGM");
_Static_assert(sizeof(struct edit) == 4, "the layout of EDIT");
_Static_assert(sizeof(struct record) == 32, "the layout of GAME");

struct index {
    struct chunkfile *file;
    struct corpus corpus; /* its arrays lie in the file */
    struct suffixes suffixes, steps;
    struct imprint imprint;
};

/* ---------------------------------------------------------------- writing */

static void write_chunk(struct chunk_writer *writer, char const *name, void const *data,
                        size_t size)
{
    chunk_writer_begin(writer, name);
    chunk_writer_write(writer, data, size);
}

/* The names of a text's chunks; the one for keys may be NULL.  */
struct text_chunks {
    char const *text, *suffix, *shared, *keys;
};

static struct text_chunks const relative_chunks = {"TEXT", "SUFF", "SHAR", NULL};
static struct text_chunks const plain_chunks = {"STEP", "STSU", "STSH", "STKE"};

/* Sort TEXT and write it with what belongs to it.  */
static bool write_text(struct chunk_writer *writer, symbol *text, uint32_t count,
                       struct text_chunks const *names, struct failure *why)
{
    uint32_t *suffix;
    uint8_t *shared;
    if (!suffix_sort(text, count, &suffix, &shared, why))
        return false;
    write_chunk(writer, names->text, text, count * sizeof *text);
    write_chunk(writer, names->suffix, suffix, count * sizeof *suffix);
    write_chunk(writer, names->shared, shared, count);
    if (names->keys) {
        struct suffixes const suffixes = {
            .text = text, .suffix = suffix, .shared = shared, .count = count};
        uint64_t *const keys = suffix_keys(&suffixes);
        write_chunk(writer, names->keys, keys, key_count(count) * sizeof *keys);
        free(keys);
    }
    free(suffix);
    free(shared);
    return true;
}

static void write_head(struct chunk_writer *writer, struct corpus const *corpus)
{
    unsigned char head[HEAD_SIZE];
    put_le32(head, CODE_BOARD);
    put_le32(head + 4, SYMBOL_LIMIT);
    put_le32(head + 8, corpus->record_count);
    put_le32(head + 12, PLAIN_LIMIT);
    write_chunk(writer, "HEAD", head, sizeof head);
}

/* What is kept beside the texts.  */
static void write_facts(struct chunk_writer *writer, struct corpus const *corpus)
{
    write_chunk(writer, "MARK", corpus->marks,
                mark_count(corpus->text_count) * sizeof *corpus->marks);
    write_chunk(writer, "SEGM", corpus->segments,
                corpus->segment_count * sizeof *corpus->segments);
    write_chunk(writer, "EDIT", corpus->edits,
                corpus->edit_count * sizeof *corpus->edits);
    write_chunk(writer, "GAME", corpus->records,
                corpus->record_count * sizeof *corpus->records);
    write_chunk(writer, "STRS", corpus->strings, corpus->string_size);
}

static void put_block(void *context, struct imprint_block const *block)
{
    chunk_writer_write(context, block, sizeof *block);
}

/* The games are played through for this.  */
static void write_imprint(struct chunk_writer *writer, struct corpus const *corpus,
                          struct listener const *listener)
{
    chunk_writer_begin(writer, "SEEN");
    struct imprint_changes changes = imprint_make(corpus, put_block, writer, listener);
    write_chunk(writer, "CHNG", changes.list, changes.count * sizeof *changes.list);
    write_chunk(writer, "CHGI", changes.first,
                (corpus->record_count + 1) * sizeof *changes.first);
    imprint_changes_release(&changes);
}

bool index_write(struct corpus const *corpus, char const *path,
                 struct provenance const *made, struct listener const *listener,
                 struct failure *why)
{
    uint32_t const count = corpus->text_count;
    if (count == 0)
        return failed(why, "%s: there are no moves to make an index of", path);
    struct chunk_writer *const writer =
        chunk_writer_new(path, kind, INDEX_VERSION, why);
    if (!writer)
        return false;
    write_head(writer, corpus);
    write_facts(writer, corpus);
    tell_stage(listener, "1 of 3: sorting the sequences to be mined", 0, 0);
    bool sorted = write_text(writer, corpus->text, count, &relative_chunks, why);
    tell_stage(listener, "2 of 3: sorting the sequences to be searched", 0, 0);
    sorted = sorted && write_text(writer, corpus->steps, count, &plain_chunks, why);
    if (!sorted) {
        chunk_writer_abandon(writer);
        return false;
    }
    write_imprint(writer, corpus, listener);
    provenance_write(made, writer);
    return chunk_writer_finish(writer, why);
}

/* ---------------------------------------------------------------- opening */

static bool damaged(struct index const *index, char const *what, struct failure *why)
{
    return failed(why, "%s: damaged: %s", chunkfile_path(index->file), what);
}

/* An array of the file, as a row: where its pointer and its length go.  */
struct array {
    char const *name;
    size_t unit;
    void const **data;
    uint32_t *count;
};

static bool map_arrays(struct index *index, struct array const *arrays,
                       struct failure *why)
{
    for (; arrays->name; arrays++) {
        struct chunk chunk;
        if (!chunkfile_find(index->file, arrays->name, arrays->unit, &chunk, why))
            return false;
        if (chunk.size / arrays->unit > UINT32_MAX)
            return damaged(index, "an array is too long", why);
        *arrays->data = chunk.data;
        *arrays->count = (uint32_t)(chunk.size / arrays->unit);
    }
    return true;
}

static bool check_head(struct index const *index, struct failure *why)
{
    struct chunk chunk;
    char const *const path = chunkfile_path(index->file);
    if (!chunkfile_find(index->file, "HEAD", HEAD_SIZE, &chunk, why))
        return false;
    unsigned char const *const head = chunk.data;
    if (chunk.size != HEAD_SIZE || get_le32(head) != CODE_BOARD)
        return failed(why, "%s: not an index of 19x19 games", path);
    if (get_le32(head + 4) != SYMBOL_LIMIT || get_le32(head + 12) != PLAIN_LIMIT)
        return failed(why, "%s: an index of other symbols", path);
    return true;
}

static bool map_chunks(struct index *index, struct failure *why)
{
    struct corpus *const corpus = &index->corpus;
    struct suffixes *const mined = &index->suffixes, *const searched = &index->steps;
    struct imprint *const imprint = &index->imprint;
    uint32_t const *const games = &corpus->record_count;
    uint32_t marks, suffix, shared, steps, order, alike, keys, starts;
#define ARRAY(name, pointer, count)                                                    \
    {                                                                                  \
        name, sizeof *(pointer), (void const **)&(pointer), &(count),                  \
    }
    struct array const arrays[] = {
        ARRAY("TEXT", corpus->text, corpus->text_count),
        ARRAY("SUFF", mined->suffix, suffix),
        ARRAY("SHAR", mined->shared, shared),
        ARRAY("STEP", corpus->steps, steps),
        ARRAY("STSU", searched->suffix, order),
        ARRAY("STSH", searched->shared, alike),
        ARRAY("STKE", searched->keys, keys),
        ARRAY("MARK", corpus->marks, marks),
        ARRAY("SEGM", corpus->segments, corpus->segment_count),
        ARRAY("EDIT", corpus->edits, corpus->edit_count),
        ARRAY("GAME", corpus->records, corpus->record_count),
        ARRAY("STRS", corpus->strings, corpus->string_size),
        ARRAY("SEEN", imprint->blocks, imprint->block_count),
        ARRAY("CHNG", imprint->changes.list, imprint->changes.count),
        ARRAY("CHGI", imprint->changes.first, starts),
        {0},
    };
#undef ARRAY
    if (!map_arrays(index, arrays, why))
        return false;
    uint32_t const count = corpus->text_count;
    if (count == 0 || suffix != count || shared != count || steps != count ||
        order != count || alike != count || keys != key_count(count))
        return damaged(index, "its arrays do not belong to one text", why);
    if (marks != mark_count(count))
        return damaged(index, "it has more or fewer marks than places", why);
    if (*games == UINT32_MAX || starts != *games + 1)
        return damaged(index, "its shapes are not of its games", why);
    mined->text = corpus->text;
    searched->text = corpus->steps;
    mined->count = searched->count = count;
    return true;
}

/* As many texts as ends, so that every end is the end of one.  */
static bool check_arrays(struct index const *index, struct failure *why)
{
    struct corpus const *const corpus = &index->corpus;
    struct failure reason;
    uint32_t ends = 0;
    if (!suffix_check(&index->steps, PLAIN_LIMIT, &reason))
        return damaged(index, reason.text, why);
    for (uint32_t i = 0; i < corpus->text_count; i++)
        ends += corpus->steps[i] == SYMBOL_END;
    if (ends != corpus->segment_count)
        return damaged(index, "it has more or fewer texts than ends", why);
    return true;
}

static bool check_segments(struct index const *index, struct failure *why)
{
    struct corpus const *const corpus = &index->corpus;
    for (uint32_t i = 0; i < corpus->segment_count; i++) {
        struct segment const *const s = &corpus->segments[i];
        bool const begins = s->text == 0 || (s->text < corpus->text_count &&
                                             corpus->text[s->text - 1] == SYMBOL_END);
        bool const rises = i == 0 ? s->text == 0
                                  : s->text > s[-1].text && s->game >= s[-1].game &&
                                        s->setup >= s[-1].setup;
        if (!begins || !rises || s->game >= corpus->record_count ||
            s->setup > corpus->edit_count || corpus->steps[s->text] < PLAIN_FIRST ||
            corpus->steps[s->text] >= PLAIN_NEXT ||
            (s->color != BLACK && s->color != WHITE))
            return damaged(index, "a text is not where it should be", why);
    }
    for (uint32_t i = 0; i < mark_count(corpus->text_count); i++)
        if (corpus->marks[i] && !point_is_coded(corpus->marks[i]))
            return damaged(index, "a mark is off the board", why);
    for (uint32_t i = 0; i < corpus->edit_count; i++)
        if (!point_is_coded(corpus->edits[i].at) || corpus->edits[i].color > WHITE)
            return damaged(index, "a stone is set up off the board", why);
    return true;
}

static bool check_records(struct index const *index, struct failure *why)
{
    struct corpus const *const corpus = &index->corpus;
    uint32_t const size = corpus->string_size;
    if (size == 0 || corpus->strings[size - 1] != 0)
        return damaged(index, "a name has no end", why);
    for (uint32_t i = 0; i < corpus->record_count; i++) {
        struct record const *const r = &corpus->records[i];
        if (r->file >= size || r->black >= size || r->white >= size ||
            r->date >= size || r->result >= size ||
            r->segment > corpus->segment_count || r->winner > WHITE ||
            (i > 0 && r->segment < r[-1].segment))
            return damaged(index, "a game's entry leads outside", why);
    }
    for (uint32_t i = 0; i < corpus->segment_count; i++) {
        uint32_t const game = corpus->segments[i].game;
        if (corpus->records[game].segment > i ||
            (game + 1 < corpus->record_count && corpus->records[game + 1].segment <= i))
            return damaged(index, "a text belongs to two games", why);
    }
    return true;
}

static bool map_index(struct index *index, struct failure *why)
{
    if (!chunkfile_verify(index->file, why) || !check_head(index, why) ||
        !map_chunks(index, why))
        return false;
    if (!imprint_is_sound(&index->imprint, index->corpus.record_count))
        return damaged(index, "what its shapes are found by", why);
    return check_arrays(index, why) && check_segments(index, why) &&
           check_records(index, why);
}

struct index *index_open(char const *path, struct failure *why)
{
    struct index *const index = xzalloc(sizeof *index);
    index->file = chunkfile_open(path, kind, INDEX_VERSION, why);
    if (index->file && map_index(index, why))
        return index;
    index_close(index);
    return NULL;
}

bool index_verify(struct index const *index, struct failure *why)
{
    struct failure reason;
    return (suffix_check(&index->suffixes, SYMBOL_LIMIT, &reason) &&
            suffix_is_sorted(&index->suffixes, &reason) &&
            corpus_check(&index->corpus, &reason)) ||
           damaged(index, reason.text, why);
}

void index_close(struct index *index)
{
    if (!index)
        return;
    chunkfile_close(index->file);
    free(index);
}

struct corpus const *index_corpus(struct index const *index)
{
    return &index->corpus;
}

struct suffixes const *index_suffixes(struct index const *index)
{
    return &index->suffixes;
}

struct suffixes const *index_steps(struct index const *index)
{
    return &index->steps;
}

struct imprint const *index_imprint(struct index const *index)
{
    return &index->imprint;
}

size_t index_bytes(struct index const *index)
{
    return chunkfile_size(index->file);
}

void index_cite(struct index const *index, uint32_t place, struct citation *out)
{
    struct corpus const *const corpus = &index->corpus;
    struct segment const *const segment = corpus_segment(corpus, place);
    struct record const *const record = &corpus->records[segment->game];
    *out = (struct citation){
        .file = corpus->strings + record->file,
        .black = corpus->strings + record->black,
        .white = corpus->strings + record->white,
        .date = corpus->strings + record->date,
        .result = corpus->strings + record->result,
        .number = record->number,
        .move = segment->move + (int)(place - segment->text) + 1,
        .color = corpus_color(segment, place),
        .winner = record->winner,
    };
}
