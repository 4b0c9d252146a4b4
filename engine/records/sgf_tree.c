#include <config.h>

#include "engine/records/sgf_tree.h"

#include <assert.h>
#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xalloc.h>

/* Memory that is given out piece by piece and freed as a whole.  */
struct tree_memory {
    struct tree_memory *next;
    max_align_t bytes[];
};

struct sgf_tree {
    struct tree_memory *memory; /* of everything below, the newest first */
    size_t used, room;          /* bytes of the newest */
    struct sgf_node *root;
    int width, height;
};

/* A tree while it grows.  */
struct tree_growth {
    struct sgf_tree *tree;
    struct sgf_scan *scan;
    struct decoder *decoder;
    struct sgf_node *node;      /* the newest, or the one a variation went back to */
    struct sgf_property **tail; /* where the next value of the newest node goes */
    struct sgf_node **branches; /* where the open variations began */
    size_t depth, depth_capacity;
    long count; /* of nodes, values and variations */
    bool cut;   /* the game has no proper end, so there is nothing left to skip */
    struct failure *why;
};

static void add_stretch(struct sgf_tree *tree, size_t least)
{
    enum { USUAL = 4000 };
    tree->used = 0;
    tree->room = least > USUAL ? least : USUAL;
    struct tree_memory *const stretch = xcalloc(1, sizeof *stretch + tree->room);
    stretch->next = tree->memory;
    tree->memory = stretch;
}

/* SIZE bytes of zeros.  */
static void *take(struct sgf_tree *tree, size_t size)
{
    size_t const unit = sizeof(max_align_t), rounded = (size + unit - 1) / unit * unit;
    if (tree->room - tree->used < rounded)
        add_stretch(tree, rounded);
    tree->used += rounded;
    assert(tree->used <= tree->room);
    return (char *)tree->memory->bytes + tree->used - rounded;
}

static char *keep(struct sgf_tree *tree, char const *text)
{
    size_t const size = strlen(text) + 1;
    return memcpy(take(tree, size), text, size);
}

static bool has_room(struct tree_growth *growth)
{
    return ++growth->count <= SGF_TREE_MAX ||
           failed(growth->why, "the tree is too large");
}

/* ---------------------------------------------------------------- growing */

/* The values of the root had to wait for its charset.  */
static bool end_root(struct tree_growth *growth)
{
    struct sgf_tree *const tree = growth->tree;
    for (struct sgf_property *p = tree->root->properties; p; p = p->next) {
        char const *const text =
            decoder_read(growth->decoder, p->value, strlen(p->value));
        p->value = keep(tree, text);
    }
    char const *const size = sgf_find(tree->root, "SZ");
    if (size && *size && !sgf_size(size, &tree->width, &tree->height))
        return failed(growth->why, "SZ[%.30s]: not a size of board we play on", size);
    return true;
}

static bool add_node(struct tree_growth *growth)
{
    struct sgf_node *const parent = growth->node;
    if (!has_room(growth) ||
        (parent && parent == growth->tree->root && !parent->child && !end_root(growth)))
        return false;
    assert(!parent == !growth->tree->root && "all but the root hang from a node");
    struct sgf_node *const node = take(growth->tree, sizeof *node);
    node->parent = parent;
    if (!parent)
        growth->tree->root = node;
    else if (parent->last_child)
        parent->last_child->next = node;
    else
        parent->child = node;
    if (parent)
        parent->last_child = node;
    growth->node = node;
    growth->tail = &node->properties;
    return true;
}

/* The value that comes next was read or passed over, if it is DONE.  */
static bool end_value(struct tree_growth *growth, bool done)
{
    growth->cut = !done;
    return done ||
           failed(growth->why, growth->scan->broken ? "the file cannot be read on"
                                                    : "a value has no end");
}

static bool add_value(struct tree_growth *growth)
{
    struct sgf_scan *const scan = growth->scan;
    struct sgf_tree *const tree = growth->tree;
    assert(growth->tail && !*growth->tail && "at the end of the newest node");
    if (!end_value(growth, sgf_scan_value(scan)) || !has_room(growth))
        return false;
    bool const in_root = growth->node == tree->root;
    if (in_root && strcmp(scan->name, "CA") == 0) {
        decoder_set(growth->decoder, scan->value);
        scan->wide = decoder_wide(growth->decoder);
    }
    char const *const text =
        in_root ? scan->value : decoder_read(growth->decoder, scan->value, scan->size);
    struct sgf_property *const property = take(tree, sizeof *property);
    memcpy(property->name, scan->name, sizeof property->name);
    property->value = keep(tree, text);
    *growth->tail = property;
    growth->tail = &property->next;
    return true;
}

static bool open_variation(struct tree_growth *growth)
{
    if (!has_room(growth))
        return false;
    if (growth->depth == growth->depth_capacity)
        growth->branches = x2nrealloc(growth->branches, &growth->depth_capacity,
                                      sizeof *growth->branches);
    growth->branches[growth->depth++] = growth->node;
    return true;
}

/* Go back to where the last open variation began; false if none is open.  */
static bool close_variation(struct tree_growth *growth)
{
    if (growth->depth == 0)
        return false;
    growth->node = growth->branches[--growth->depth];
    assert(growth->node && "a variation begins at a node");
    growth->tail = NULL; /* what comes here before a node belongs to nobody */
    return true;
}

static bool grow(struct tree_growth *growth)
{
    bool good = add_node(growth), open = true, named = false;
    while (good && open) {
        switch (sgf_scan_next(growth->scan)) {
        case SGF_NAME:
            named = true;
            break;
        case SGF_VALUE:
            if (named && growth->tail)
                good = add_value(growth);
            else
                good = end_value(growth, sgf_scan_skip(growth->scan));
            break;
        case SGF_NODE:
            good = add_node(growth);
            named = false;
            break;
        case SGF_OPEN:
            good = open_variation(growth);
            break;
        case SGF_CLOSE:
            open = close_variation(growth);
            break;
        case SGF_FINISH:
            open = false;
            growth->cut = true;
            if (growth->scan->broken)
                good = failed(growth->why, "the file cannot be read on");
            break;
        }
    }
    return good && (growth->tree->root->child || end_root(growth));
}

/* Skip what is left of a game that is DEPTH parentheses deep.  */
static void skip_game(struct sgf_scan *scan, size_t depth)
{
    while (depth > 0) {
        switch (sgf_scan_next(scan)) {
        case SGF_VALUE:
            depth = sgf_scan_skip(scan) ? depth : 0;
            break;
        case SGF_OPEN:
            depth++;
            break;
        case SGF_CLOSE:
            depth--;
            break;
        case SGF_FINISH:
            depth = 0;
            break;
        default:
            break;
        }
    }
}

enum sgf_outcome sgf_read_tree(struct sgf_scan *scan, struct sgf_tree **out,
                               struct failure *why)
{
    long line;
    *out = NULL;
    if (!sgf_scan_game(scan, &line))
        return SGF_END;
    scan->wide = WIDE_NONE;
    struct sgf_tree *const tree = xzalloc(sizeof *tree);
    tree->width = tree->height = 19;
    struct tree_growth growth = {
        .tree = tree, .scan = scan, .decoder = decoder_new(), .why = why};
    bool const good = grow(&growth);
    if (good)
        *out = tree;
    else {
        skip_game(scan, growth.cut ? 0 : growth.depth + 1);
        sgf_tree_free(tree);
    }
    free(growth.branches);
    decoder_free(growth.decoder);
    return good ? SGF_GAME : SGF_BAD;
}

void sgf_tree_free(struct sgf_tree *tree)
{
    if (!tree)
        return;
    for (struct tree_memory *next; tree->memory; tree->memory = next) {
        next = tree->memory->next;
        free(tree->memory);
    }
    free(tree);
}

struct sgf_tree *sgf_load_tree(char const *path, struct failure *why)
{
    struct failure reason;
    struct sgf_tree *tree = NULL;
    FILE *const file = fopen(path, "rbe");
    if (!file) {
        failed(why, "%s: %s", path, strerror(errno));
        return NULL;
    }
    struct sgf_scan scan;
    sgf_scan_init(&scan);
    sgf_scan_start(&scan, sgf_pull_file, file);
    enum sgf_outcome const outcome = sgf_read_tree(&scan, &tree, &reason);
    if (outcome == SGF_BAD)
        failed(why, "%.400s: %.500s", path, reason.text);
    else if (outcome == SGF_END)
        failed(why, "%s: %s", path,
               scan.broken ? "it cannot be read" : "there is no game in it");
    sgf_scan_release(&scan);
    fclose(file);
    return tree;
}

/* ---------------------------------------------------------------- looking */

struct sgf_node *sgf_tree_root(struct sgf_tree const *tree)
{
    return tree->root;
}

int sgf_tree_width(struct sgf_tree const *tree)
{
    return tree->width;
}

int sgf_tree_height(struct sgf_tree const *tree)
{
    return tree->height;
}

struct sgf_node *sgf_after(struct sgf_node const *node)
{
    if (node->child)
        return node->child;
    while (node && !node->next)
        node = node->parent;
    return node ? node->next : NULL;
}

char const *sgf_find(struct sgf_node const *node, char const *name)
{
    for (struct sgf_property const *p = node->properties; p; p = p->next)
        if (strcmp(p->name, name) == 0)
            return p->value;
    return NULL;
}

bool sgf_move(struct sgf_tree const *tree, struct sgf_node const *node,
              struct move *move)
{
    point list[AREA_MAX];
    char const *const black = sgf_find(node, "B");
    char const *const value = black ? black : sgf_find(node, "W");
    if (!value || sgf_points(value, tree->width, tree->height, list) != 1)
        return false;
    assert(list[0] == PASS || list[0] < POINTS);
    *move = (struct move){black ? BLACK : WHITE, list[0]};
    return true;
}
