#include <config.h>

#include "books/sequences/dictionary.h"

#include <stdlib.h>
#include <string.h>
#include <xalloc.h>
#define uthash_fatal(message) xalloc_die()
#include <uthash.h>

#include "engine/base/rng.h"
#include "engine/records/sgf_tree.h"

/* ---------------------------------------------------------------- reading */

static bool is_no_joseki(struct sgf_node const *node)
{
    char const *const comment = sgf_find(node, "C");
    return comment && (comment[0] == '0' || comment[0] == 'T');
}

static bool is_own(struct sgf_node const *node)
{
    return sgf_find(node, "MA") || sgf_find(node, "SQ");
}

/* A line of a tree as far as it has been read: its moves since it was cut last.  */
struct tracing {
    struct move last;
    enum color owner; /* of the corner: who has played there first */
    bool begun;       /* the other colour has come */
    bool refused;     /* after a move that is none of joseki, or too many */
    int count;
    point moves[JOSEKI_MAX];
};

/* Does NEXT belong to what stands in the corner before the joseki?  */
static bool is_set_up(struct tracing const *tracing, struct move next)
{
    return !tracing->begun &&
           (next.at == PASS || tracing->owner == EMPTY || next.color == tracing->owner);
}

/* Was a move played elsewhere before NEXT, or is NEXT one?  */
static bool is_cut(struct tracing const *tracing, struct move next)
{
    return tracing->begun && (next.at == PASS || tracing->last.at == PASS ||
                              tracing->last.color == next.color);
}

static bool is_left_out(struct tracing const *tracing, struct sgf_node const *node,
                        struct move next, bool own)
{
    if (is_set_up(tracing, next))
        return false;
    bool const answers = tracing->count > 0 && !is_cut(tracing, next);
    return is_no_joseki(node) || (own && answers && !is_own(node));
}

static void trace(struct tracing *tracing, struct sgf_node const *node,
                  struct move next, bool own)
{
    bool const cut = is_cut(tracing, next);
    if (is_left_out(tracing, node, next, own) || tracing->count == JOSEKI_MAX) {
        tracing->refused = true;
    } else if (is_set_up(tracing, next)) {
        tracing->owner = next.at == PASS ? tracing->owner : (enum color)next.color;
    } else {
        tracing->begun = true;
        tracing->count = cut ? 0 : tracing->count;
        if (next.at != PASS)
            tracing->moves[tracing->count++] = next.at;
    }
    tracing->last = next;
}

enum { REMARKS_MAX = 8 }; /* nodes without a move between two moves */

/* Whether the line goes on below NODE, and whether it is cut there; up to REMARKS
   nodes without a move are looked through.  */
static void look_ahead(struct sgf_tree const *tree, struct sgf_node const *node,
                       struct tracing const *tracing, bool own, int remarks,
                       bool *goes_on, bool *cut)
{
    struct move next;
    for (struct sgf_node const *child = node->child; child; child = child->next) {
        bool const moves = sgf_move(tree, child, &next);
        if (!moves && remarks > 0)
            look_ahead(tree, child, tracing, own, remarks - 1, goes_on, cut);
        else if (!moves)
            continue;
        else if (is_cut(tracing, next))
            *cut = true;
        else if (!is_left_out(tracing, child, next, own))
            *goes_on = true;
    }
}

static bool is_known(struct dictionary const *dictionary, point const *moves, int count)
{
    for (int i = 0; i < dictionary->count; i++)
        if (dictionary->lines[i].count == count &&
            memcmp(dictionary->lines[i].moves, moves, (size_t)count * sizeof *moves) ==
                0)
            return true;
    return false;
}

static void add_line(struct dictionary *dictionary, point const *moves, int count)
{
    if (is_known(dictionary, moves, count))
        return;
    if ((size_t)dictionary->count == dictionary->capacity)
        dictionary->lines = x2nrealloc(dictionary->lines, &dictionary->capacity,
                                       sizeof *dictionary->lines);
    struct joseki_line *const line = &dictionary->lines[dictionary->count];
    *line = (struct joseki_line){.count = count,
                                 .half = rng_mix((uint64_t)dictionary->count) & 1};
    memcpy(line->moves, moves, (size_t)count * sizeof *moves);
    dictionary->count++;
}

/* Read what is at NODE and below; false when that is too far below the root.  */
static bool read_node(struct dictionary *dictionary, struct sgf_tree const *tree,
                      struct sgf_node const *node, struct tracing tracing, int shortest,
                      int depth)
{
    enum { DEEPEST = 2000 };
    if (depth > DEEPEST)
        return false;
    struct move move;
    bool const moves = sgf_move(tree, node, &move);
    if (moves && !tracing.refused)
        trace(&tracing, node, move, dictionary->own);
    dictionary->leaves += !node->child;
    dictionary->refused += !node->child && tracing.refused;
    if (moves && !tracing.refused && tracing.count > shortest) {
        bool goes_on = false, cut = false;
        look_ahead(tree, node, &tracing, dictionary->own, REMARKS_MAX, &goes_on, &cut);
        if (cut || !goes_on)
            add_line(dictionary, tracing.moves, tracing.count);
    }
    for (struct sgf_node const *child = node->child; child; child = child->next)
        if (!read_node(dictionary, tree, child, tracing, shortest, depth + 1))
            return false;
    return true;
}

bool dictionary_add(struct dictionary *dictionary, char const *path, int shortest,
                    struct failure *why)
{
    struct sgf_tree *const tree = sgf_load_tree(path, why);
    if (!tree)
        return false;
    bool const read = read_node(dictionary, tree, sgf_tree_root(tree),
                                (struct tracing){.count = 0}, shortest, 0);
    sgf_tree_free(tree);
    return read || failed(why, "%s: a line is longer than any joseki", path);
}

void dictionary_release(struct dictionary *dictionary)
{
    free(dictionary->lines);
    *dictionary = (struct dictionary){0};
}

/* ---------------------------------------------------------------- looking up */

int joseki_line_strings(struct joseki_line const *line, enum code code,
                        symbol strings[SYMMETRIES][JOSEKI_MAX])
{
    struct frame frames[SYMMETRIES];
    int const ways = frames_at(line->moves[0], frames);
    int count = 0;
    for (int way = 0; way < ways; way++) {
        struct coder coder;
        symbol *const text = strings[count];
        coder_start(&coder, line->moves[0], &frames[way]);
        for (int i = 1; i < line->count; i++)
            text[i - 1] = coder_step(&coder, code, line->moves[i]);
        bool known = false;
        for (int i = 0; i < count; i++)
            known = known || memcmp(strings[i], text,
                                    (size_t)(line->count - 1) * sizeof *text) == 0;
        count += !known;
    }
    return count;
}

void dictionary_count(struct dictionary const *dictionary, enum code code,
                      struct suffixes const *suffixes, uint32_t counts[])
{
    for (int i = 0; i < dictionary->count; i++) {
        symbol strings[SYMMETRIES][JOSEKI_MAX];
        struct joseki_line const *const line = &dictionary->lines[i];
        counts[i] = 0;
        for (int way = joseki_line_strings(line, code, strings) - 1; way >= 0; way--) {
            struct span const span =
                suffix_find(suffixes, strings[way], line->count - 1);
            counts[i] += span.high - span.low;
        }
    }
}

/* A place of the list by where its suffixes begin and its length.  */
struct listed {
    uint32_t low;
    int length;
    uint32_t place;
};

static int by_low(void const *left, void const *right)
{
    struct listed const *const a = left, *const b = right;
    if (a->low != b->low)
        return a->low < b->low ? -1 : 1;
    return (a->length > b->length) - (a->length < b->length);
}

static struct listed *order_list(struct ranked_list const *list)
{
    struct listed *const listed = xnmalloc(list->count + 1, sizeof *listed);
    for (uint32_t i = 0; i < list->count; i++)
        listed[i] =
            (struct listed){list->best[i].span.low, list->best[i].length, i + 1};
    qsort(listed, list->count, sizeof *listed, by_low);
    return listed;
}

void dictionary_recall(struct dictionary const *dictionary, enum code code,
                       struct suffixes const *suffixes, struct ranked_list const *list,
                       uint32_t const *ranks, uint32_t found[])
{
    struct listed *const listed = order_list(list);
    for (int i = 0; i < dictionary->count; i++) {
        symbol strings[SYMMETRIES][JOSEKI_MAX];
        struct joseki_line const *const line = &dictionary->lines[i];
        found[i] = 0;
        for (int way = joseki_line_strings(line, code, strings) - 1; way >= 0; way--) {
            struct span const span =
                suffix_find(suffixes, strings[way], line->count - 1);
            struct listed const key = {span.low, line->count - 1, 0};
            struct listed const *const hit =
                span.low < span.high
                    ? bsearch(&key, listed, list->count, sizeof key, by_low)
                    : NULL;
            uint32_t const rank = !hit ? 0 : ranks ? ranks[hit->place - 1] : hit->place;
            if (rank && (!found[i] || rank < found[i]))
                found[i] = rank;
        }
    }
    free(listed);
}

/* A place of the list by its shape.  */
struct shape_place {
    uint64_t shape;
    uint32_t place;
};

static int by_shape(void const *left, void const *right)
{
    struct shape_place const *const a = left, *const b = right;
    return (a->shape > b->shape) - (a->shape < b->shape);
}

void dictionary_recall_shapes(struct dictionary const *dictionary,
                              struct corpus const *corpus,
                              struct suffixes const *suffixes,
                              struct ranked_list const *list, uint32_t const *ranks,
                              uint32_t found[])
{
    struct shape_place *const shaped = xnmalloc(list->count + 1, sizeof *shaped);
    for (uint32_t i = 0; i < list->count; i++) {
        point moves[RANKED_LENGTH_MAX + 1];
        int const count = ranked_moves(&list->best[i], corpus, suffixes, moves);
        shaped[i] = (struct shape_place){shape_hash(moves, count), i + 1};
    }
    qsort(shaped, list->count, sizeof *shaped, by_shape);
    for (int i = 0; i < dictionary->count; i++) {
        struct joseki_line const *const line = &dictionary->lines[i];
        struct shape_place const key = {shape_hash(line->moves, line->count), 0};
        struct shape_place const *const hit =
            bsearch(&key, shaped, list->count, sizeof key, by_shape);
        found[i] = !hit ? 0 : ranks ? ranks[hit->place - 1] : hit->place;
    }
    free(shaped);
}

/* ---------------------------------------------------------------- corrected ranks */

/* The best rank of a string of E_S.  */
struct simple_string {
    UT_hash_handle hh;
    uint32_t rank;
    int length;
    symbol text[RANKED_LENGTH_MAX];
};

/* The E_S string of the sequence that begins with the step at AT.  */
static void simple_text(symbol const *text, uint32_t at, int length,
                        point (*text_point)(void const *, uint32_t),
                        void const *context, struct simple_string *out)
{
    memset(out, 0, sizeof *out);
    out->length = length;
    struct coder coder;
    int i = 0;
    if (text[at] < SYMBOL_NEXT)
        out->text[i++] = coder_start(&coder, text_point(context, at), NULL);
    else
        coder_start(&coder, text_point(context, at - 1), NULL);
    for (; i < length; i++)
        out->text[i] =
            coder_step(&coder, CODE_SIMPLE, text_point(context, at + (uint32_t)i));
}

uint32_t *corrected_ranks(struct suffixes const *suffixes,
                          struct ranked_list const *list,
                          point (*text_point)(void const *context, uint32_t at),
                          void const *context)
{
    uint32_t *const ranks = xnmalloc(list->count + 1, sizeof *ranks);
    struct simple_string *strings = NULL, *found, *next;
    size_t const key_size = offsetof(struct simple_string, text) +
                            sizeof strings->text -
                            offsetof(struct simple_string, length);
    for (uint32_t i = 0; i < list->count; i++) {
        struct ranked const *const ranked = &list->best[i];
        struct simple_string *const string = xmalloc(sizeof *string);
        simple_text(suffixes->text, suffixes->suffix[ranked->span.low], ranked->length,
                    text_point, context, string);
        HASH_FIND(hh, strings, &string->length, key_size, found);
        if (found) {
            free(string);
        } else {
            found = string;
            found->rank = i + 1;
            HASH_ADD(hh, strings, length, key_size, found);
        }
        ranks[i] = found->rank;
    }
    HASH_ITER(hh, strings, found, next)
    {
        HASH_DEL(strings, found);
        free(found);
    }
    return ranks;
}
