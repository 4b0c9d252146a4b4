/* A feature is a number: where its row begins, and which of the row's classes holds.

   Rows stand in the order in which the weights are stored, so a new one goes to the
   end of its part, and a model that was learnt with other rows no longer fits: whoever
   changes them changes the version in model.c.  The part before PLAIN_SINGLE is small
   enough for every feature to have factors for pairs; what combines many facts at once
   would need millions of numbers of which most never occur, so it is hashed into a
   fixed room, where two that collide share a weight.

   Distances and counts are cut into few classes, finer where a step matters more: a
   class must be met often enough in the games learnt from to be worth a weight.  */
#include <config.h>

#include "patterns/model/plain.h"

#include "engine/base/rng.h"

#include <assert.h>
#include <string.h>

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
    [FAMILY_ANSWER] = "shapes around last moves",
    [FAMILY_SURROUNDINGS] = "surroundings",
    [FAMILY_SQUARE] = "5x5 windows",
    [FAMILY_PAIRS] = "pairs",
};

char const *family_name(enum family family)
{
    assert(family < FAMILIES);
    return family_names[family];
}

enum family family_of_series(enum series series)
{
    static enum family const family[SERIES] = {
        [SERIES_NESTED] = FAMILY_NESTED,   [SERIES_MARKED] = FAMILY_MARKED,
        [SERIES_LIBERTY] = FAMILY_LIBERTY, [SERIES_LIBERTY_MARKED] = FAMILY_LIBERTY,
        [SERIES_SQUARE] = FAMILY_SQUARE,   [SERIES_SQUARE_MARKED] = FAMILY_SQUARE,
        [SERIES_ANSWER] = FAMILY_ANSWER,   [SERIES_FOLLOW] = FAMILY_ANSWER,
    };
    return family[series];
}

enum {
    PHASES = 12,
    STAGES = 3,
    PLACES = 55,
    DISTANCES = 32,
    SHORT = 16, /* distances in pairs */
    GRAPHS = 8,
    NEARS = 3,
    STATUSES = 7,
    HANDICAP_MOST = 9, /* more stones than that beyond the moves were laid by hand */
    LEVELS = 5,        /* classes of liberties: none, 1, 2, 3, more */
};

/* The plain features, family by family: each row so many numbers, from where
   the row before ended.  */
enum plain_row {
    ROW_DEPTH,
    ROW_DEPTH_AROUND,
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
    ROW_PROXIMITY,
    ROW_NEAREST,
    ROW_STATUS,
    ROW_KO,
    ROW_PASS,
    ROW_PASS_ROOM,
    ROW_PROXIMITY_SHAPE, /* from here on hashed; the numbers start at PLAIN_SINGLE */
    ROW_SETS,
    ROWS
};

static struct {
    enum family family;
    int size;
} const rows[ROWS] = {
    [ROW_DEPTH] = {FAMILY_DEPTH, (KEY_SIZES + 1) * (KEY_MARKED_SIZES + 2)},
    [ROW_DEPTH_AROUND] = {FAMILY_DEPTH, (ANSWER_SIZES + 1) * (FOLLOW_SIZES + 1)},
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
    [ROW_PROXIMITY] = {FAMILY_SURROUNDINGS,
                       PROXIMITY_CLASSES *PROXIMITY_CLASSES *STAGES},
    [ROW_NEAREST] = {FAMILY_SURROUNDINGS, 8 * 8 * LEVELS},
    [ROW_STATUS] = {FAMILY_SURROUNDINGS, STATUSES *STATUSES * 16},
    [ROW_KO] = {FAMILY_KO, FACTS *STONE_CLASSES},
    [ROW_PASS] = {FAMILY_PASS, PHASES * 2},
    [ROW_PASS_ROOM] = {FAMILY_PASS, DISTANCES * 2},
    [ROW_PROXIMITY_SHAPE] = {FAMILY_SURROUNDINGS, 1 << PLAIN_SETS_BITS},
    [ROW_SETS] = {FAMILY_SETS, 1 << PLAIN_SETS_BITS},
};

_Static_assert((int)ROWS == (int)PLAIN_ROWS, "a scene has room for every row");

static void find_starts(uint32_t start[static ROWS])
{
    uint32_t next = 0;
    for (int row = 0; row < ROWS; row++) {
        start[row] = row == ROW_PROXIMITY_SHAPE ? PLAIN_SINGLE : next;
        next = start[row] + (uint32_t)rows[row].size;
        assert(row >= ROW_PROXIMITY_SHAPE || next <= PLAIN_SINGLE);
    }
}

enum family family_of_plain(uint32_t feature)
{
    assert(feature < PLAIN_FEATURES);
    uint32_t start[ROWS];
    int row = ROWS - 1;
    find_starts(start);
    while (feature < start[row])
        row--;
    return rows[row].family;
}

void depth_features(uint8_t const known[static SERIES], bool near,
                    uint32_t out[static DEPTH_FEATURES])
{
    int const marked = near ? known[SERIES_MARKED] : KEY_MARKED_SIZES + 1;
    out[0] = (uint32_t)(known[SERIES_NESTED] * (KEY_MARKED_SIZES + 2) + marked);
    out[1] =
        (uint32_t)(rows[ROW_DEPTH].size + known[SERIES_ANSWER] * (FOLLOW_SIZES + 1) +
                   known[SERIES_FOLLOW]);
}

/* A move whose features are being noted.  */
struct noting {
    struct scenery const *scene;
    point at;
    int count;
    uint32_t *out;
};

static inline int at_most(int x, int limit)
{
    return x < limit ? x : limit;
}

static int absolute(int x)
{
    return x < 0 ? -x : x;
}

static inline void note(struct noting *noting, enum plain_row row, int index)
{
    assert(index >= 0 && index < rows[row].size);
    if (noting->scene->families >> rows[row].family & 1)
        noting->out[noting->count++] = noting->scene->start[row] + (uint32_t)index;
}

/* Number pairs a >= b below 10.  */
static int pair_index(int a, int b)
{
    assert(a >= 0 && b >= 0);
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

static void note_place(struct noting *noting)
{
    struct scenery const *const scene = noting->scene;
    struct board const *const board = scene->board;
    int const x = point_column(noting->at) - 1, y = point_row(noting->at) - 1;
    int const place =
        pair_index(at_most(x, board->width - 1 - x), at_most(y, board->height - 1 - y));
    note(noting, ROW_PLACE, place * PHASES + scene->phase);
}

static void note_nearness(struct noting *noting)
{
    struct scenery const *const scene = noting->scene;
    point const p = noting->at;
    int near[3];
    for (int i = 0; i < 3; i++)
        near[i] = distance_class(p, scene->last[i], DISTANCES);
    note(noting, ROW_LAST, near[0] * STAGES + scene->stage);
    note(noting, ROW_LAST2, near[1] * STAGES + scene->stage);
    note(noting, ROW_LAST3, near[2]);
    note(noting, ROW_LASTS,
         at_most(near[0], SHORT - 1) * SHORT + at_most(near[1], SHORT - 1));
    if (is_point(scene->last[0])) {
        int const dx = absolute(point_column(p) - point_column(scene->last[0]));
        int const dy = absolute(point_row(p) - point_row(scene->last[0]));
        if (dx < 10 && dy < 10)
            note(noting, ROW_OFFSET,
                 pair_index(dx, dy) * LEVELS + line_of(scene->board, p, LEVELS - 1));
    }
}

static int level_of(int liberties)
{
    return at_most(liberties, LEVELS - 1);
}

/* Does P touch the chain of the last move, or a chain of ours that the last
   move presses?  */
static void note_contact(struct noting *noting)
{
    struct scenery const *const scene = noting->scene;
    struct board const *const board = scene->board;
    point const p = noting->at, last = scene->last[0];

    for (int i = 0; i < 2; i++)
        note(noting, i ? ROW_GRAPH2 : ROW_GRAPH,
             scene->graph[i][p] * SHORT + distance_class(p, scene->last[i], SHORT));
    if (!is_point(last) || board->color[last] == EMPTY)
        return;
    if (points_have(&board_chain(board, last)->liberties, p))
        note(noting, ROW_TOUCH, level_of(board_liberties(board, last)));
    int pressed = LEVELS * STONE_CLASSES; /* the chain of fewest liberties */
    for (int i = 0; i < 4; i++) {
        point const q = (point)(last + neighbour[i]);
        if (board->color[q] == board->to_move &&
            points_have(&board_chain(board, q)->liberties, p))
            pressed =
                at_most(pressed, level_of(board_liberties(board, q)) * STONE_CLASSES +
                                     stone_class(board_chain(board, q)->stone_count));
    }
    if (pressed < LEVELS * STONE_CLASSES)
        note(noting, ROW_HELP, pressed);
}

static void note_facts(struct noting *noting)
{
    struct scenery const *const scene = noting->scene;
    struct move_facts const *const facts = &scene->tactics->move[noting->at];
    bool const ko = scene->board->ko != NOWHERE;
    int const d = distance_class(noting->at, scene->last[0], DISTANCES);
    int const near = d <= 4 ? 0 : d <= 10 ? 1 : 2;

    for (uint64_t claims = facts->claims; claims; claims &= claims - 1) {
        enum fact const fact = (enum fact)__builtin_ctzll(claims);
        int const size = stone_class(fact_stake(facts, fact));
        note(noting, ROW_FACT, ((int)fact * STONE_CLASSES + size) * NEARS + near);
        if (ko)
            note(noting, ROW_KO, (int)fact * STONE_CLASSES + size);
        if (noting->count > PLAIN_MAX - 16)
            break;
    }
}

static int hashed(uint64_t x)
{
    return (int)(rng_mix(x) >> (64 - PLAIN_SETS_BITS));
}

/* Everything that reading says, as one feature: alone, with the nearness, and
   with the eight points around.  */
static void note_sets(struct noting *noting, uint64_t shape)
{
    struct scenery const *const scene = noting->scene;
    struct move_facts const *const facts = &scene->tactics->move[noting->at];
    int const d = distance_class(noting->at, scene->last[0], SHORT);
    uint64_t const claims =
        rng_mix(facts->claims << 3 ^ (uint64_t)at_most(facts->liberties, 4));
    uint64_t const sizes =
        (uint64_t)(stone_class(facts->captured) + 8 * stone_class(facts->saved) +
                   64 * stone_class(facts->caught) + 512 * stone_class(facts->lost));

    note(noting, ROW_SETS, hashed(claims + (uint64_t)at_most(d, 8)));
    note(noting, ROW_SETS, hashed(claims ^ shape));
    if (facts->claims)
        note(noting, ROW_SETS, hashed(rng_mix(claims) + sizes * 4096));
    note(noting, ROW_SETS,
         hashed(shape * 3 + (uint64_t)(8 * d + line_of(scene->board, noting->at, 4))));
}

static void note_chains(struct noting *noting)
{
    struct scenery const *const scene = noting->scene;
    struct board const *const board = scene->board;
    struct move_facts const *const facts = &scene->tactics->move[noting->at];
    int fewest[2] = {LEVELS - 1, LEVELS - 1}, largest[2] = {0, 0};
    bool found[2] = {false, false};

    for (int i = 0; i < 4; i++) {
        point const q = (point)(noting->at + neighbour[i]);
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
    note(noting, ROW_LIBERTIES, facts->liberties * STAGES + scene->stage);
    if (!found[0] && !found[1])
        return;
    note(noting, ROW_TOUCHED,
         (fewest[0] * LEVELS + fewest[1]) * STONE_CLASSES +
             at_most(facts->liberties, STONE_CLASSES - 1));
    note(noting, ROW_STONES,
         (stone_class(largest[0]) * STONE_CLASSES + stone_class(largest[1])) * STAGES +
             scene->stage);
}

/* The points that are a number of steps away.  */
struct ring_of_steps {
    point at[AREA_MAX];
    int count;
};

/* HERE are points NOW steps away: those of their chains are too, and what is beside
   them is one step more, into BEYOND.  */
static void step_on(struct board const *board, uint8_t steps[POINTS], int now,
                    struct ring_of_steps *here, struct ring_of_steps *beyond)
{
    beyond->count = 0;
    for (int i = 0; i < here->count; i++) { /* the list grows along chains */
        point const p = here->at[i];
        for (int j = 0; j < 4; j++) {
            point const q = (point)(p + neighbour[j]);
            if (board->color[q] == EDGE || steps[q] <= now)
                continue;
            if (board->color[q] != EMPTY && board->color[q] == board->color[p]) {
                steps[q] = (uint8_t)now;
                here->at[here->count++] = q;
            } else if (steps[q] > now + 1) {
                steps[q] = (uint8_t)(now + 1);
                beyond->at[beyond->count++] = q;
            }
        }
    }
    assert(here->count <= AREA_MAX && beyond->count <= AREA_MAX);
}

/* How many steps it is from the chain of FROM to every point, a chain being
   one step wide; up to GRAPHS - 1.  */
static void measure_graph(struct board const *board, point from, uint8_t steps[POINTS])
{
    struct ring_of_steps ring[2];
    memset(steps, GRAPHS - 1, POINTS);
    if (!is_point(from))
        return;
    steps[from] = 0;
    ring[0].at[0] = from;
    ring[0].count = 1;
    for (int now = 0; ring[now % 2].count && now < GRAPHS - 1; now++) {
        struct ring_of_steps *const beyond = &ring[(now + 1) % 2];
        step_on(board, steps, now, &ring[now % 2], beyond);
        int kept = 0;
        for (int i = 0; i < beyond->count; i++) /* not those of a chain reached since */
            if (steps[beyond->at[i]] == now + 1)
                beyond->at[kept++] = beyond->at[i];
        beyond->count = kept;
    }
}

/* Where both last moves lie, alone and with what reading says.  */
static void note_marks(struct noting *noting, uint64_t marks)
{
    struct move_facts const *const facts = &noting->scene->tactics->move[noting->at];
    if (!marks)
        return;
    note(noting, ROW_SETS, hashed(marks));
    note(noting, ROW_SETS, hashed(marks + rng_mix(facts->claims + 1)));
}

/* How safe the chain of a stone is: lost, to be saved, safe with two
   liberties, with three, more; 0 for no stone.  */
static int status_of(struct scenery const *scene, point stone)
{
    if (stone == NOWHERE)
        return 0;
    int const liberties = board_liberties(scene->board, stone);
    struct chain_reading const *const reading = tactics_chain(scene->tactics, stone);
    if (reading && reading->attack)
        return reading->rescue ? 2 : 1;
    return liberties <= 2 ? 3 : liberties == 3 ? 4 : liberties <= 5 ? 5 : 6;
}

static void note_proximity(struct noting *noting, uint64_t shape)
{
    struct scenery const *const scene = noting->scene;
    struct proximity const *const proximity = scene->proximity;
    point const p = noting->at;
    int const both =
        proximity->class[0][p] * PROXIMITY_CLASSES + proximity->class[1][p];
    note(noting, ROW_PROXIMITY, both * STAGES + scene->stage);
    note(noting, ROW_NEAREST,
         (proximity->nearest[0][p] * 8 + proximity->nearest[1][p]) * LEVELS +
             line_of(scene->board, p, LEVELS - 1));
    int const status = status_of(scene, proximity->stone[0][p]) * STATUSES +
                       status_of(scene, proximity->stone[1][p]);
    note(noting, ROW_STATUS,
         status * 16 + at_most(proximity->nearest[0][p] - 1, 3) * 4 +
             at_most(proximity->nearest[1][p] - 1, 3));
    note(noting, ROW_PROXIMITY_SHAPE,
         hashed(shape * 7 +
                (uint64_t)(status * 64 + at_most(proximity->nearest[0][p], 7) * 8 +
                           at_most(proximity->nearest[1][p], 7))));
    note(noting, ROW_PROXIMITY_SHAPE, hashed(shape * 5 + (uint64_t)both));
}

void scenery_set(struct scenery *scene, struct situation const *situation,
                 struct tactics const *tactics, struct proximity const *proximity)
{
    struct board const *const board = situation->board;
    int const area = board->width * board->height;
    int const laid = board->stones[BLACK] + board->stones[WHITE] - HANDICAP_MOST;
    int const moves = board->moves > laid ? board->moves : laid;
    int const stones = moves * (19 * 19) / area;

    find_starts(scene->start);
    scene->board = board;
    scene->tactics = tactics;
    scene->proximity = proximity;
    for (int i = 0; i < 3; i++)
        scene->last[i] = i < situation->move_count
                             ? situation->moves[situation->move_count - 1 - i].at
                             : NOWHERE;
    scene->phase = at_most(stones / 30, PHASES - 1);
    scene->stage = stones < 60 ? 0 : stones < 160 ? 1 : 2;
    for (int i = 0; i < 2; i++)
        measure_graph(board, scene->last[i], scene->graph[i]);
}

int plain_features(struct scenery const *scene, point at, uint64_t shape,
                   uint64_t marks, uint32_t out[static PLAIN_MAX])
{
    struct noting noting = {.scene = scene, .at = at, .out = out};
    note_place(&noting);
    note_nearness(&noting);
    note_contact(&noting);
    note_chains(&noting);
    note_proximity(&noting, shape);
    note_sets(&noting, shape);
    note_marks(&noting, marks);
    note_facts(&noting);
    assert(noting.count <= PLAIN_MAX);
    return noting.count;
}

int plain_features_of_pass(struct scenery const *scene, int moves,
                           uint32_t out[static PLAIN_MAX])
{
    assert(moves >= 0);
    struct noting noting = {.scene = scene, .at = PASS, .out = out};
    int const passed = scene->board->passes > 0;
    note(&noting, ROW_PASS, scene->phase * 2 + passed);
    note(&noting, ROW_PASS_ROOM, at_most(moves / 4, DISTANCES - 1) * 2 + passed);
    return noting.count;
}
