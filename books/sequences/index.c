#include <config.h>

#include "books/sequences/index.h"

#include <stdlib.h>
#include <string.h>
#include <xalloc.h>

#include "engine/base/chunkfile.h"

static char const kind[] = "SEQS";

enum { INDEX_VERSION = 1, HEAD_SIZE = 16 };

_Static_assert(sizeof(struct segment) == 20, "the layout of SEGM");
_Static_assert(sizeof(struct edit) == 4, "the layout of EDIT");
_Static_assert(sizeof(struct record) == 32, "the layout of GAME");

struct index {
    struct chunkfile *file;
    struct corpus corpus; /* its arrays lie in the file */
    struct suffixes suffixes;
};

/* ---------------------------------------------------------------- writing */

static void write_chunk(struct chunk_writer *writer, char const *name, void const *data,
                        size_t size)
{
    chunk_writer_begin(writer, name);
    chunk_writer_write(writer, data, size);
}

bool index_write(struct corpus const *corpus, char const *path,
                 struct provenance const *made, struct failure *why)
{
    uint32_t const count = corpus->text_count;
    uint32_t *suffix;
    uint8_t *shared;
    if (count == 0)
        return failed(why, "%s: there are no moves to make an index of", path);
    if (!suffix_sort(corpus->text, count, &suffix, &shared, why))
        return false;
    struct chunk_writer *const writer =
        chunk_writer_new(path, kind, INDEX_VERSION, why);
    if (writer) {
        struct suffixes const suffixes = {
            .text = corpus->text, .suffix = suffix, .shared = shared, .count = count};
        uint64_t *const keys = suffix_keys(&suffixes);
        unsigned char head[HEAD_SIZE] = {0};
        put_le32(head, CODE_BOARD);
        put_le32(head + 4, SYMBOL_LIMIT);
        put_le32(head + 8, corpus->record_count);
        write_chunk(writer, "HEAD", head, sizeof head);
        write_chunk(writer, "TEXT", corpus->text, count * sizeof *corpus->text);
        write_chunk(writer, "SUFF", suffix, count * sizeof *suffix);
        write_chunk(writer, "SHAR", shared, count);
        write_chunk(writer, "KEYS", keys, key_count(count) * sizeof *keys);
        write_chunk(writer, "MARK", corpus->marks,
                    mark_count(count) * sizeof *corpus->marks);
        write_chunk(writer, "SEGM", corpus->segments,
                    corpus->segment_count * sizeof *corpus->segments);
        write_chunk(writer, "EDIT", corpus->edits,
                    corpus->edit_count * sizeof *corpus->edits);
        write_chunk(writer, "GAME", corpus->records,
                    corpus->record_count * sizeof *corpus->records);
        write_chunk(writer, "STRS", corpus->strings, corpus->string_size);
        provenance_write(made, writer);
        free(keys);
    }
    free(suffix);
    free(shared);
    return writer && chunk_writer_finish(writer, why);
}

/* ---------------------------------------------------------------- opening */

static bool damaged(struct index const *index, char const *what, struct failure *why)
{
    return failed(why, "%s: damaged: %s", chunkfile_path(index->file), what);
}

static bool find_chunks(struct index *index, struct chunk *shared, struct chunk *keys,
                        struct chunk *suffix, struct failure *why)
{
    struct corpus *const corpus = &index->corpus;
    struct chunk head, text, marks, segments, edits, records, strings;
    struct chunkfile const *const file = index->file;
    if (!chunkfile_find(file, "HEAD", HEAD_SIZE, &head, why) ||
        !chunkfile_find(file, "TEXT", sizeof *corpus->text, &text, why) ||
        !chunkfile_find(file, "SUFF", sizeof(uint32_t), suffix, why) ||
        !chunkfile_find(file, "SHAR", 1, shared, why) ||
        !chunkfile_find(file, "KEYS", sizeof(uint64_t), keys, why) ||
        !chunkfile_find(file, "MARK", sizeof *corpus->marks, &marks, why) ||
        !chunkfile_find(file, "SEGM", sizeof *corpus->segments, &segments, why) ||
        !chunkfile_find(file, "EDIT", sizeof *corpus->edits, &edits, why) ||
        !chunkfile_find(file, "GAME", sizeof *corpus->records, &records, why) ||
        !chunkfile_find(file, "STRS", 1, &strings, why))
        return false;
    if (head.size != HEAD_SIZE || get_le32(head.data) != CODE_BOARD)
        return failed(why, "%s: not an index of 19x19 games", chunkfile_path(file));
    if (get_le32((unsigned char const *)head.data + 4) != SYMBOL_LIMIT)
        return failed(why, "%s: an index of other symbols", chunkfile_path(file));
    *corpus = (struct corpus){
        .text = (symbol *)text.data,
        .marks = (uint16_t *)marks.data,
        .segments = (struct segment *)segments.data,
        .edits = (struct edit *)edits.data,
        .records = (struct record *)records.data,
        .strings = (char *)strings.data,
        .text_count = (uint32_t)(text.size / sizeof *corpus->text),
        .segment_count = (uint32_t)(segments.size / sizeof *corpus->segments),
        .edit_count = (uint32_t)(edits.size / sizeof *corpus->edits),
        .record_count = (uint32_t)(records.size / sizeof *corpus->records),
        .string_size = (uint32_t)strings.size,
    };
    if (marks.size / sizeof *corpus->marks != mark_count(corpus->text_count))
        return damaged(index, "it has more or fewer marks than places", why);
    return true;
}

/* As many texts as ends, so that every end is the end of one.  */
static bool check_arrays(struct index const *index, struct failure *why)
{
    struct corpus const *const corpus = &index->corpus;
    struct failure reason;
    uint32_t ends = 0;
    if (!suffix_check(&index->suffixes, &reason))
        return damaged(index, reason.text, why);
    for (uint32_t i = 0; i < corpus->text_count; i++)
        ends += corpus->text[i] == SYMBOL_END;
    if (ends != corpus->segment_count)
        return damaged(index, "it has more or fewer texts than ends", why);
    return true;
}

static bool is_on_board(point p)
{
    return point_column(p) >= 1 && point_column(p) <= CODE_BOARD && point_row(p) >= 1 &&
           point_row(p) <= CODE_BOARD;
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
            s->setup > corpus->edit_count || !is_on_board(s->first) ||
            (s->color != BLACK && s->color != WHITE))
            return damaged(index, "a text is not where it should be", why);
    }
    for (uint32_t i = 0; i < mark_count(corpus->text_count); i++)
        if (corpus->marks[i] && !is_on_board(corpus->marks[i] & 0x3ff))
            return damaged(index, "a mark is off the board", why);
    for (uint32_t i = 0; i < corpus->edit_count; i++)
        if (!is_on_board(corpus->edits[i].at) || corpus->edits[i].color > WHITE)
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
    struct chunk shared, keys, suffix;
    if (!chunkfile_verify(index->file, why) ||
        !find_chunks(index, &shared, &keys, &suffix, why))
        return false;
    uint32_t const count = index->corpus.text_count;
    if (count == 0 || suffix.size / sizeof(uint32_t) != count || shared.size != count ||
        keys.size / sizeof(uint64_t) != key_count(count))
        return damaged(index, "its arrays do not belong to one text", why);
    index->suffixes = (struct suffixes){.text = index->corpus.text,
                                        .suffix = suffix.data,
                                        .shared = shared.data,
                                        .keys = keys.data,
                                        .count = count};
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
    return (suffix_is_sorted(&index->suffixes, &reason) &&
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

size_t index_bytes(struct index const *index)
{
    return chunkfile_size(index->file);
}

/* ---------------------------------------------------------------- asking */

/* Add the string that MOVES give when their start is settled as FRAME says, or
   join it to the same string of another frame.  */
static void add_way(struct query *query, point const *moves, struct frame const *frame)
{
    struct query_way *const way = &query->ways[query->way_count];
    struct coder coder;
    coder_start(&coder, moves[0], frame);
    for (int i = 1; i < query->moves; i++)
        way->text[i - 1] = coder_step(&coder, CODE_RELATIVE, moves[i]);

    size_t const size = (size_t)(query->moves - 1) * sizeof *way->text;
    int same = 0;
    while (same < query->way_count &&
           memcmp(query->ways[same].text, way->text, size) != 0)
        same++;
    struct query_way *const home = &query->ways[same];
    if (same == query->way_count) {
        query->way_count++;
        home->end_count = 0;
    }
    home->ends[home->end_count++] = coder;
}

bool query_make(struct query *query, point const *moves, int count, bool in_place,
                struct failure *why)
{
    if (count < 1 || count > QUERY_MAX)
        return failed(why, "a sequence to look for has 1 to %d moves, not %d",
                      QUERY_MAX, count);
    for (int i = 0; i < count; i++) {
        char text[POINT_TEXT];
        if (!is_on_board(moves[i]))
            return failed(why, "move %d is not on 19x19", i + 1);
        if (i > 0 && moves[i] == moves[i - 1])
            return failed(why, "move %d is where the one before is: %s", i + 1,
                          point_format(moves[i], text));
    }
    query->moves = count;
    query->in_place = in_place;
    query->first = first_symbol(moves[0]);
    query->way_count = 0;
    struct frame frames[QUERY_WAYS];
    int const frame_count = frames_at(moves[0], frames);
    for (int i = 0; i < frame_count; i++)
        add_way(query, moves, &frames[i]);
    return true;
}

void hits_start(struct hits *hits, struct index const *index, struct query const *query)
{
    *hits = (struct hits){.index = index, .query = query, .way = -1};
}

/* Is there a move in front of the string at AT, and is it where it should be?  */
static bool is_hit(struct hits const *hits, uint32_t at)
{
    struct corpus const *const corpus = &hits->index->corpus;
    if (at == 0 || corpus->text[at - 1] == SYMBOL_END)
        return false;
    point const first = hits->query->in_place ? corpus_point(corpus, at - 1) : 0;
    return !hits->query->in_place ||
           (first && first_symbol(first) == hits->query->first);
}

bool hits_next(struct hits *hits, struct hit *hit)
{
    struct query const *const query = hits->query;
    for (;;) {
        while (hits->span.low < hits->span.high) {
            uint32_t const at = hits->index->suffixes.suffix[hits->span.low++];
            if (is_hit(hits, at)) {
                *hit = (struct hit){.place = at - 1, .way = hits->way};
                return true;
            }
        }
        if (++hits->way >= query->way_count)
            return false;
        hits->span = suffix_find(&hits->index->suffixes, query->ways[hits->way].text,
                                 query->moves - 1);
    }
}

uint64_t index_count(struct index const *index, struct query const *query)
{
    uint64_t count = 0;
    if (query->in_place) {
        struct hits hits;
        struct hit hit;
        hits_start(&hits, index, query);
        while (hits_next(&hits, &hit))
            count++;
        return count;
    }
    if (query->moves == 1) /* every symbol but the ends */
        return index->corpus.text_count - index->corpus.segment_count;
    for (int way = 0; way < query->way_count; way++) {
        struct span const span =
            suffix_find(&index->suffixes, query->ways[way].text, query->moves - 1);
        count += span.high - span.low;
    }
    return count;
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

/* The point of the query's own board that SYMBOL means after it.  When the query
   is its own mirror image the two images of a point are one.  */
static point place_after(struct query_way const *way, symbol next)
{
    point smallest = 0;
    for (int i = 0; i < way->end_count; i++) {
        struct coder coder = way->ends[i];
        point const p = coder_follow(&coder, next);
        if (p && (!smallest || p < smallest))
            smallest = p;
    }
    return smallest;
}

static int more_frequent(void const *left, void const *right)
{
    struct continuation const *const a = left, *const b = right;
    if (a->times != b->times)
        return a->times > b->times ? -1 : 1;
    return (a->at > b->at) - (a->at < b->at);
}

/* What follows the hits of one string, by symbol.  */
struct symbol_tally {
    uint32_t times, decided, won;
};

struct tallies {
    struct symbol_tally of[SYMBOL_LIMIT];
};

static void tally_next(struct index const *index, struct query const *query,
                       uint32_t place, struct tallies *tallies)
{
    struct corpus const *const corpus = &index->corpus;
    uint32_t const next = place + (uint32_t)query->moves;
    if (next >= corpus->text_count)
        return; /* only where the suffix array lies */
    struct symbol_tally *const tally = &tallies->of[corpus->text[next]];
    tally->times++;
    if (corpus->text[next] == SYMBOL_END)
        return;
    struct segment const *const segment = corpus_segment(corpus, next);
    uint8_t const winner = corpus->records[segment->game].winner;
    tally->decided += winner != EMPTY;
    tally->won += winner == corpus_color(segment, next);
}

int index_continue(struct index const *index, struct query const *query,
                   struct continuation list[], uint32_t *over)
{
    struct tallies *const tallies = xcalloc(QUERY_WAYS, sizeof *tallies);
    struct hits hits;
    struct hit hit;
    hits_start(&hits, index, query);
    while (hits_next(&hits, &hit))
        tally_next(index, query, hit.place, &tallies[hit.way]);

    struct continuation found[POINTS] = {{0}};
    *over = 0;
    for (int way = 0; way < query->way_count; way++) {
        *over += tallies[way].of[SYMBOL_END].times;
        for (int s = SYMBOL_NEXT; s < SYMBOL_LIMIT; s++) {
            struct symbol_tally const *const tally = &tallies[way].of[s];
            point const at =
                tally->times ? place_after(&query->ways[way], (symbol)s) : (point)0;
            if (!at)
                continue;
            found[at].at = at;
            found[at].times += tally->times;
            found[at].decided += tally->decided;
            found[at].won += tally->won;
        }
    }
    free(tallies);
    int count = 0;
    for (int p = 0; p < POINTS; p++)
        if (found[p].times)
            list[count++] = found[p];
    qsort(list, (size_t)count, sizeof *list, more_frequent);
    return count;
}
