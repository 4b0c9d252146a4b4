#include <config.h>

#include "books/dictionary.h"

#include <stdlib.h>
#include <string.h>
#include <uthash.h>
#include <xalloc.h>

#include "engine/rng.h"
#include "engine/sgf_tree.h"

/* ---------------------------------------------------------------- reading */

static bool is_no_joseki(struct sgf_node const *node)
{
    char const *const comment = sgf_find(node, "C");
    return comment && (comment[0] == '0' || comment[0] == 'T');
}

/* The moves from the root to NODE into MOVES; returns how many, or -1 for a line
   with a bad move, one that leads over a pass, or one that is too long.  */
static int trace(struct sgf_tree const *tree, struct sgf_node const *node,
                 point moves[])
{
    int count = 0;
    struct sgf_node const *nodes[JOSEKI_MAX + 1];
    struct move move;
    for (; node; node = node->parent) {
        if (!sgf_move(tree, node, &move))
            continue;
        if (move.at == PASS || count > JOSEKI_MAX)
            return -1;
        nodes[count++] = node;
    }
    for (int i = 0; i < count; i++) {
        struct sgf_node const *const at = nodes[count - 1 - i];
        if (i > 0 && is_no_joseki(at))
            return -1;
        sgf_move(tree, at, &move);
        moves[i] = move.at;
    }
    return count;
}

static bool is_end(struct sgf_tree const *tree, struct sgf_node const *node)
{
    bool goes_on = false;
    struct move move;
    if (!sgf_move(tree, node, &move))
        return false;
    for (struct sgf_node const *child = node->child; child; child = child->next) {
        bool const moves = sgf_move(tree, child, &move);
        if (moves && move.at == PASS)
            return true;
        goes_on = goes_on || !moves || !is_no_joseki(child);
    }
    return !goes_on;
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
    struct line *const line = &dictionary->lines[dictionary->count];
    *line =
        (struct line){.count = count, .half = rng_mix((uint64_t)dictionary->count) & 1};
    memcpy(line->moves, moves, (size_t)count * sizeof *moves);
    dictionary->count++;
}

bool dictionary_add(struct dictionary *dictionary, char const *path, int shortest,
                    struct failure *why)
{
    struct sgf_tree *const tree = sgf_load_tree(path, why);
    if (!tree)
        return false;
    for (struct sgf_node *node = sgf_tree_root(tree); node; node = sgf_after(node)) {
        point moves[JOSEKI_MAX + 1];
        int const count = trace(tree, node, moves);
        dictionary->leaves += !node->child;
        dictionary->refused += !node->child && count < 0;
        if (count > shortest + 1 && is_end(tree, node))
            add_line(dictionary, moves + 1, count - 1);
    }
    sgf_tree_free(tree);
    return true;
}

void dictionary_release(struct dictionary *dictionary)
{
    free(dictionary->lines);
    *dictionary = (struct dictionary){0};
}

/* ---------------------------------------------------------------- looking up */

int line_strings(struct line const *line, enum code code, symbol strings[8][JOSEKI_MAX])
{
    struct frame frames[8];
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
        symbol strings[8][JOSEKI_MAX];
        struct line const *const line = &dictionary->lines[i];
        counts[i] = 0;
        for (int way = line_strings(line, code, strings) - 1; way >= 0; way--) {
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
        symbol strings[8][JOSEKI_MAX];
        struct line const *const line = &dictionary->lines[i];
        found[i] = 0;
        for (int way = line_strings(line, code, strings) - 1; way >= 0; way--) {
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
