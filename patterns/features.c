#include <config.h>

#include "patterns/features.h"

#include "engine/rng.h"

#include <stdlib.h>
#include <string.h>
#include <xalloc.h>

static char const *const family_names[FAMILIES] = {
    [FAMILY_NESTED] = "shapes",
    [FAMILY_MARKED] = "shapes with last moves",
    [FAMILY_LIBERTY] = "liberties",
    [FAMILY_DEPTH] = "familiarity",
    [FAMILY_PLACE] = "place",
    [FAMILY_NEAR] = "nearness",
    [FAMILY_GRAPH] = "contact",
    [FAMILY_FACTS] = "reading",
    [FAMILY_SETS] = "reading, joint",
    [FAMILY_CHAINS] = "chains",
    [FAMILY_KO] = "ko",
    [FAMILY_PASS] = "pass",
};

char const *family_name(enum family family)
{
    return family_names[family];
}

enum {
    PHASES = 12,
    STAGES = 3,
    PLACES = 55,
    DISTANCES = 32,
    SHORT = 16, /* distances in pairs */
    GRAPHS = 8,
    NEARS = 3,
    LEVELS = 5, /* classes of liberties: none, 1, 2, 3, more */
};

/* The plain features, family by family: each row so many numbers, from where
   the row before ended.  */
enum row {
    ROW_DEPTH,
    ROW_PLACE,
    ROW_LAST,
    ROW_LAST2,
    ROW_LAST3,
    ROW_LASTS,
    ROW_OFFSET,
    ROW_GRAPH,
    ROW_GRAPH2,
    ROW_TOUCH,
    ROW_HELP,
    ROW_FACT,
    ROW_LIBERTIES,
    ROW_TOUCHED,
    ROW_STONES,
    ROW_KO,
    ROW_PASS,
    ROW_PASS_ROOM,
    ROW_SETS,
    ROWS
};

static struct {
    enum family family;
    int size;
} const rows[ROWS] = {
    [ROW_DEPTH] = {FAMILY_DEPTH, (KEY_SIZES + 1) * (KEY_MARKED_SIZES + 2)},
    [ROW_PLACE] = {FAMILY_PLACE, PLACES *PHASES},
    [ROW_LAST] = {FAMILY_NEAR, DISTANCES *STAGES},
    [ROW_LAST2] = {FAMILY_NEAR, DISTANCES *STAGES},
    [ROW_LAST3] = {FAMILY_NEAR, DISTANCES},
    [ROW_LASTS] = {FAMILY_NEAR, SHORT *SHORT},
    [ROW_OFFSET] = {FAMILY_NEAR, PLACES *LEVELS},
    [ROW_GRAPH] = {FAMILY_GRAPH, GRAPHS *SHORT},
    [ROW_GRAPH2] = {FAMILY_GRAPH, GRAPHS *SHORT},
    [ROW_TOUCH] = {FAMILY_GRAPH, LEVELS *LEVELS},
    [ROW_HELP] = {FAMILY_GRAPH, LEVELS *STONE_CLASSES},
    [ROW_FACT] = {FAMILY_FACTS, FACTS *STONE_CLASSES *NEARS},
    [ROW_LIBERTIES] = {FAMILY_CHAINS, 16 * STAGES},
    [ROW_TOUCHED] = {FAMILY_CHAINS, LEVELS *LEVELS *STONE_CLASSES},
    [ROW_STONES] = {FAMILY_CHAINS, STONE_CLASSES *STONE_CLASSES *STAGES},
    [ROW_KO] = {FAMILY_KO, FACTS *STONE_CLASSES},
    [ROW_PASS] = {FAMILY_PASS, PHASES * 2},
    [ROW_PASS_ROOM] = {FAMILY_PASS, DISTANCES * 2},
    [ROW_SETS] = {FAMILY_SETS, 1 << PLAIN_SETS_BITS},
};

enum family family_of_plain(uint32_t feature)
{
    int row = 0;
    while (row < ROWS - 1 && feature >= (uint32_t)rows[row].size)
        feature -= (uint32_t)rows[row++].size;
    return rows[row].family;
}

uint32_t feature_depth(int nested, int marked, bool near)
{
    return (uint32_t)(nested * (KEY_MARKED_SIZES + 2) +
                      (near ? marked : KEY_MARKED_SIZES + 1));
}

/* What is the same for all moves of a position.  */
struct scene {
    struct describer *describer;
    struct board const *board;
    point last[3];
    int phase, stage;
    uint32_t start[ROWS]; /* of each row */
};

static inline int at_most(int x, int limit)
{
    return x < limit ? x : limit;
}

static int absolute(int x)
{
    return x < 0 ? -x : x;
}

static inline void note(struct scene const *scene, struct move_features *move,
                        enum row row, int index)
{
    if (scene->describer->families >> rows[row].family & 1)
        move->plain[move->plain_count++] = scene->start[row] + (uint32_t)index;
}

/* Number pairs a >= b below 10.  */
static int pair_index(int a, int b)
{
    a = at_most(a, 9);
    b = at_most(b, 9);
    return a >= b ? a * (a + 1) / 2 + b : b * (b + 1) / 2 + a;
}

/* The distance of Coulom 2007.  */
static int distance(point p, point q)
{
    int const dx = absolute(point_column(p) - point_column(q));
    int const dy = absolute(point_row(p) - point_row(q));
    return dx + dy + (dx > dy ? dx : dy);
}

static bool is_point(point p)
{
    return p > NOWHERE;
}

static int distance_class(point p, point q, int classes)
{
    return is_point(q) ? at_most(distance(p, q), classes - 2) : classes - 1;
}

/* The line P stands on, from 0, up to LIMIT.  */
static int line_of(struct board const *board, point p, int limit)
{
    int const x = point_column(p) - 1, y = point_row(p) - 1;
    int line = at_most(x, board->width - 1 - x);
    line = at_most(line, at_most(y, board->height - 1 - y));
    return at_most(line, limit);
}

static void note_place(struct scene const *scene, struct move_features *move)
{
    struct board const *const board = scene->board;
    int const x = point_column(move->at) - 1, y = point_row(move->at) - 1;
    int const place =
        pair_index(at_most(x, board->width - 1 - x), at_most(y, board->height - 1 - y));
    note(scene, move, ROW_PLACE, place * PHASES + scene->phase);
}

static void note_nearness(struct scene const *scene, struct move_features *move)
{
    point const p = move->at;
    int near[3];
    for (int i = 0; i < 3; i++)
        near[i] = distance_class(p, scene->last[i], DISTANCES);
    note(scene, move, ROW_LAST, near[0] * STAGES + scene->stage);
    note(scene, move, ROW_LAST2, near[1] * STAGES + scene->stage);
    note(scene, move, ROW_LAST3, near[2]);
    note(scene, move, ROW_LASTS,
         at_most(near[0], SHORT - 1) * SHORT + at_most(near[1], SHORT - 1));
    if (is_point(scene->last[0])) {
        int const dx = absolute(point_column(p) - point_column(scene->last[0]));
        int const dy = absolute(point_row(p) - point_row(scene->last[0]));
        if (dx < 10 && dy < 10)
            note(scene, move, ROW_OFFSET,
                 pair_index(dx, dy) * LEVELS + line_of(scene->board, p, LEVELS - 1));
    }
}

static int level_of(int liberties)
{
    return at_most(liberties, LEVELS - 1);
}

/* Does P touch the chain of the last move, or a chain of ours that the last
   move presses?  */
static void note_contact(struct scene const *scene, struct move_features *move)
{
    struct board const *const board = scene->board;
    struct describer const *const describer = scene->describer;
    point const p = move->at, last = scene->last[0];

    for (int i = 0; i < 2; i++)
        note(scene, move, i ? ROW_GRAPH2 : ROW_GRAPH,
             describer->graph[i][p] * SHORT + distance_class(p, scene->last[i], SHORT));
    if (!is_point(last) || board->color[last] == EMPTY)
        return;
    if (points_have(&board_chain(board, last)->liberties, p))
        note(scene, move, ROW_TOUCH, level_of(board_liberties(board, last)));
    for (int i = 0; i < 4; i++) {
        point const q = (point)(last + neighbour[i]);
        if (board->color[q] == board->to_move &&
            points_have(&board_chain(board, q)->liberties, p)) {
            note(scene, move, ROW_HELP,
                 level_of(board_liberties(board, q)) * STONE_CLASSES +
                     stone_class(board_chain(board, q)->stone_count));
            break;
        }
    }
}

static void note_facts(struct scene const *scene, struct move_features *move)
{
    struct move_facts const *const facts = &scene->describer->tactics.move[move->at];
    bool const ko = scene->board->ko != NOWHERE;
    int const d = distance_class(move->at, scene->last[0], DISTANCES);
    int const near = d <= 4 ? 0 : d <= 10 ? 1 : 2;

    for (uint64_t claims = facts->claims; claims; claims &= claims - 1) {
        enum fact const fact = (enum fact)__builtin_ctzll(claims);
        int const size = stone_class(fact_stake(facts, fact));
        note(scene, move, ROW_FACT, ((int)fact * STONE_CLASSES + size) * NEARS + near);
        if (ko)
            note(scene, move, ROW_KO, (int)fact * STONE_CLASSES + size);
        if (move->plain_count > MOVE_PLAIN_MAX - 16)
            break;
    }
}

static int hashed(uint64_t x)
{
    return (int)(rng_mix(x) >> (64 - PLAIN_SETS_BITS));
}

/* Everything that reading says, as one feature: alone, with the nearness, and
   with the eight points around.  */
static void note_sets(struct scene const *scene, struct move_features *move,
                      uint64_t shape)
{
    struct move_facts const *const facts = &scene->describer->tactics.move[move->at];
    int const d = distance_class(move->at, scene->last[0], SHORT);
    uint64_t const claims =
        rng_mix(facts->claims << 3 ^ (uint64_t)at_most(facts->liberties, 4));
    uint64_t const sizes =
        (uint64_t)(stone_class(facts->captured) + 8 * stone_class(facts->saved) +
                   64 * stone_class(facts->caught) + 512 * stone_class(facts->lost));

    note(scene, move, ROW_SETS, hashed(claims + (uint64_t)at_most(d, 8)));
    note(scene, move, ROW_SETS, hashed(claims ^ shape));
    if (facts->claims)
        note(scene, move, ROW_SETS, hashed(rng_mix(claims) + sizes * 4096));
    note(scene, move, ROW_SETS,
         hashed(shape * 3 + (uint64_t)(8 * d + line_of(scene->board, move->at, 4))));
}

static void note_chains(struct scene const *scene, struct move_features *move)
{
    struct board const *const board = scene->board;
    struct move_facts const *const facts = &scene->describer->tactics.move[move->at];
    int fewest[2] = {LEVELS - 1, LEVELS - 1}, largest[2] = {0, 0};
    bool found[2] = {false, false};

    for (int i = 0; i < 4; i++) {
        point const q = (point)(move->at + neighbour[i]);
        if (board->color[q] != BLACK && board->color[q] != WHITE)
            continue;
        int const side = board->color[q] != board->to_move;
        struct chain const *const chain = board_chain(board, q);
        found[side] = true;
        fewest[side] = at_most(chain->liberty_count, fewest[side]);
        if (chain->stone_count > largest[side])
            largest[side] = chain->stone_count;
    }
    for (int side = 0; side < 2; side++)
        if (!found[side])
            fewest[side] = 0;
    note(scene, move, ROW_LIBERTIES, facts->liberties * STAGES + scene->stage);
    if (!found[0] && !found[1])
        return;
    note(scene, move, ROW_TOUCHED,
         (fewest[0] * LEVELS + fewest[1]) * STONE_CLASSES +
             at_most(facts->liberties, STONE_CLASSES - 1));
    note(scene, move, ROW_STONES,
         (stone_class(largest[0]) * STONE_CLASSES + stone_class(largest[1])) * STAGES +
             scene->stage);
}

/* How many steps it is from the chain of FROM to every point, a chain being
   one step wide; up to GRAPHS - 1.  */
static void measure_graph(struct board const *board, point from, uint8_t steps[POINTS])
{
    point list[2][AREA_MAX];
    int count = 0, now = 0;

    memset(steps, GRAPHS - 1, POINTS);
    if (!is_point(from))
        return;
    steps[from] = 0;
    list[0][count++] = from;
    for (int distance_now = 0; count && distance_now < GRAPHS - 1; distance_now++) {
        int next = 0;
        for (int i = 0; i < count; i++) { /* the list grows along chains */
            point const p = list[now][i];
            for (int j = 0; j < 4; j++) {
                point const q = (point)(p + neighbour[j]);
                if (board->color[q] == EDGE || steps[q] <= distance_now)
                    continue;
                bool const same =
                    board->color[q] != EMPTY && board->color[q] == board->color[p];
                if (same) {
                    steps[q] = (uint8_t)distance_now;
                    list[now][count++] = q;
                } else if (steps[q] > distance_now + 1) {
                    steps[q] = (uint8_t)(distance_now + 1);
                    list[!now][next++] = q;
                }
            }
        }
        now = !now;
        count = 0;
        for (int i = 0; i < next; i++) /* some were reached along a chain since */
            if (steps[list[now][i]] == distance_now + 1)
                list[now][count++] = list[now][i];
    }
}

static void set_scene(struct scene *scene, struct describer *describer,
                      struct situation const *situation)
{
    struct board const *const board = situation->board;
    int const area = board->width * board->height;
    int const stones = board->moves * (19 * 19) / area;

    *scene = (struct scene){.describer = describer, .board = board};
    for (int i = 0; i < 3; i++)
        scene->last[i] = i < situation->move_count
                             ? situation->moves[situation->move_count - 1 - i].at
                             : NOWHERE;
    scene->phase = at_most(stones / 30, PHASES - 1);
    scene->stage = stones < 60 ? 0 : stones < 160 ? 1 : 2;
    uint32_t start = 0;
    for (int row = 0; row < ROWS; row++) {
        scene->start[row] = start;
        start += (uint32_t)rows[row].size;
    }
}

/* The words that mark the last two moves around P; false when both are far.  */
static bool mark_last_moves(struct scene const *scene, point p, struct key_words *mark)
{
    static int const reach[2] = {7, 5};
    bool near = false;
    *mark = (struct key_words){{0}};
    for (int i = 0; i < 2; i++) {
        point const q = scene->last[i];
        if (!is_point(q))
            continue;
        int const dx = point_column(q) - point_column(p);
        int const dy = point_row(q) - point_row(p);
        if (absolute(dx) + absolute(dy) > reach[i])
            continue;
        keys_mark(mark, i, dx, dy);
        near = true;
    }
    return near;
}

/* Keys of different kinds must differ.  */
enum { KIND_MARKED = 16, KIND_LIBERTY = 32 };

/* First pass: the keys that will surely be asked for.  */
enum { EARLY = 3 };

static bool find_early_keys(struct scene const *scene, int i, point p)
{
    struct describer *const describer = scene->describer;
    uint64_t *const key = describer->key[i];
    int const at = view_index(p);
    struct key_words words[KEY_SIZES];

    keys_grow(&describer->view, at, 0, EARLY - 1, words, key);
    describer->words[i] = words[EARLY - 1];
    bool const near = mark_last_moves(scene, p, &describer->mark[i]);
    if (near)
        for (int size = 0; size < EARLY; size++)
            key[SLOT_MARKED + size] = keys_marked(&words[size], &describer->mark[i]) +
                                      KIND_MARKED + (uint64_t)size;
    keys_liberty(&describer->view, at, &describer->mark[i], &key[SLOT_LIBERTY],
                 &key[SLOT_LIBERTY + 1]);
    key[SLOT_LIBERTY] += KIND_LIBERTY;
    key[SLOT_LIBERTY + 1] += KIND_LIBERTY + 1;
    return near;
}

static void prefetch_keys(struct lexicon const *lexicon, uint64_t const *key, bool near)
{
    for (int size = 0; size < EARLY; size++) {
        lexicon_prefetch(lexicon, key[size]);
        if (near)
            lexicon_prefetch(lexicon, key[SLOT_MARKED + size]);
    }
    lexicon_prefetch(lexicon, key[SLOT_LIBERTY]);
    if (near)
        lexicon_prefetch(lexicon, key[SLOT_LIBERTY + 1]);
}

/* Second pass: how far the shapes are known.  */
static void find_slots(struct scene const *scene, struct lexicon const *lexicon, int i,
                       struct move_features *move)
{
    struct describer *const describer = scene->describer;
    uint64_t *const key = describer->key[i];
    struct key_words words[KEY_SIZES];
    uint32_t const families = describer->families;

    words[EARLY - 1] = describer->words[i];
    int grown = EARLY;
    for (int size = 0; size < KEY_SIZES && families >> FAMILY_NESTED & 1; size++) {
        if (size >= grown)
            keys_grow(&describer->view, view_index(move->at), grown, size, words, key),
                grown = size + 1;
        uint32_t const slot = lexicon_find(lexicon, key[size]);
        if (slot == LEXICON_NONE)
            break;
        move->slot[move->nested++] = slot;
    }
    for (int size = 0;
         move->near && size < KEY_MARKED_SIZES && families >> FAMILY_MARKED & 1;
         size++) {
        if (size >= grown)
            keys_grow(&describer->view, view_index(move->at), grown, size, words, key),
                grown = size + 1;
        if (size >= EARLY)
            key[SLOT_MARKED + size] = keys_marked(&words[size], &describer->mark[i]) +
                                      KIND_MARKED + (uint64_t)size;
        uint32_t const slot = lexicon_find(lexicon, key[SLOT_MARKED + size]);
        if (slot == LEXICON_NONE)
            break;
        move->slot[SLOT_MARKED + move->marked++] = slot;
    }
    move->slot[SLOT_LIBERTY] = move->slot[SLOT_LIBERTY + 1] = LEXICON_NONE;
    if (families >> FAMILY_LIBERTY & 1) {
        move->slot[SLOT_LIBERTY] = lexicon_find(lexicon, key[SLOT_LIBERTY]);
        if (move->near)
            move->slot[SLOT_LIBERTY + 1] = lexicon_find(lexicon, key[SLOT_LIBERTY + 1]);
    }
}

static void describe_pass(struct scene const *scene, struct move_features *pass,
                          int moves)
{
    struct board const *const board = scene->board;
    *pass = (struct move_features){.at = PASS};
    pass->slot[SLOT_LIBERTY] = pass->slot[SLOT_LIBERTY + 1] = LEXICON_NONE;
    note(scene, pass, ROW_PASS, scene->phase * 2 + (board->passes > 0));
    note(scene, pass, ROW_PASS_ROOM,
         at_most(moves / 4, DISTANCES - 1) * 2 + (board->passes > 0));
}

struct describer *describer_new(void)
{
    struct describer *const describer =
        aligned_alloc(64, (sizeof *describer + 63) / 64 * 64);
    if (!describer)
        xalloc_die();
    describer->families = UINT32_MAX;
    tactics_clear(&describer->tactics);
    return describer;
}

void describer_free(struct describer *describer)
{
    free(describer);
}

void features_describe(struct describer *describer, struct lexicon const *lexicon,
                       struct situation const *situation, struct features *features)
{
    struct board const *const board = situation->board;
    struct scene scene;

    set_scene(&scene, describer, situation);
    view_set(&describer->view, board);
    tactics_read(&describer->tactics, board);
    for (int i = 0; i < 2; i++)
        measure_graph(board, scene.last[i], describer->graph[i]);
    features->count = 0;
    for (int i = 0; i < board->empty_count; i++) {
        point const p = board->empty[i];
        if (!board_is_legal(board, p, (enum color)board->to_move, false))
            continue;
        int const place = features->count++;
        struct move_features *const move = &features->list[place];
        move->at = p;
        move->nested = move->marked = move->plain_count = 0;
        move->near = find_early_keys(&scene, place, p);
        prefetch_keys(lexicon, describer->key[place], move->near);
    }
    for (int i = 0; i < features->count; i++) {
        struct move_features *const move = &features->list[i];
        find_slots(&scene, lexicon, i, move);
        note_place(&scene, move);
        note_nearness(&scene, move);
        note_contact(&scene, move);
        note_chains(&scene, move);
        note_sets(&scene, move, describer->key[i][0]);
        note_facts(&scene, move);
    }
    describe_pass(&scene, &features->list[features->count], features->count);
    features->count++;
}

uint32_t features_keys(struct describer *describer, struct situation const *situation,
                       point at, uint64_t keys[static MOVE_SLOTS])
{
    struct scene scene;
    struct key_words words[KEY_SIZES], mark;

    if (at == PASS)
        return 0;
    set_scene(&scene, describer, situation);
    view_set(&describer->view, situation->board);
    keys_grow(&describer->view, view_index(at), 0, KEY_SIZES - 1, words, keys);
    bool const near = mark_last_moves(&scene, at, &mark);
    keys_liberty(&describer->view, view_index(at), &mark, &keys[SLOT_LIBERTY],
                 &keys[SLOT_LIBERTY + 1]);
    keys[SLOT_LIBERTY] += KIND_LIBERTY;
    keys[SLOT_LIBERTY + 1] += KIND_LIBERTY + 1;
    if (!near)
        return ((1u << KEY_SIZES) - 1) | 1u << SLOT_LIBERTY;
    for (int size = 0; size < KEY_MARKED_SIZES; size++)
        keys[SLOT_MARKED + size] =
            keys_marked(&words[size], &mark) + KIND_MARKED + (uint64_t)size;
    return (1u << MOVE_SLOTS) - 1;
}
