/* One search for ladders and sieges alike.

   hunter_moves and owner_moves call each other through after(), which tries a move on
   the sketch, asks what comes of it and rubs it out.  All outcomes are the hunter's,
   so that FAILS < BY_KO < WORKS is the order of both: the hunter takes the largest,
   the owner the smallest, and either stops at the end of the scale.

   It goes straight for the depth.  A ladder is long and narrow, and what makes it
   cheap is which move is tried first: the hunter's atari from the side where the prey
   would gain most by extending, the owner's captures before its extension.

   Budgets count positions, not time: the same question has the same answer on every
   machine, however busy, and an answer may be kept until a point that it depended on
   changes.  Whoever runs out of it calls the prey safe: giving up may miss a capture,
   but makes none up.

   A position can only come again after a capture, so only then the line is looked
   through for it.  */
#include <config.h>

#include "engine/reading/reading.h"

#include <assert.h>
#include <stddef.h>

/* So many liberties and the prey has escaped: in a ladder, and in a siege.  */
enum { LADDER_ENDS = 3, SIEGE_ENDS = 4 };

/* A question about one prey.  Outcomes are the attacker's throughout.  */
struct hunt {
    struct reader *reader;
    point prey;
    uint8_t owner, hunter; /* colours */
    uint8_t ends;          /* LADDER_ENDS or SIEGE_ENDS */
};

void reader_init(struct reader *reader, struct board const *board)
{
    sketch_init(&reader->sketch, board);
    reader->budget = 0;
    reader->gave_up = reader->ko_spent = false;
}

static struct hunt begin(struct reader *reader, point prey, int budget, int ends)
{
    enum color const owner = (enum color)reader->sketch.color[prey];
    assert((owner == BLACK || owner == WHITE) && budget > 0);
    reader->budget = budget;
    reader->gave_up = reader->ko_spent = false;
    return (struct hunt){reader, prey, (uint8_t)owner, opponent(owner), (uint8_t)ends};
}

static bool spend(struct reader *reader, int depth)
{
    if (reader->budget-- > 0 && depth < READING_DEPTH &&
        reader->sketch.trail_count < SKETCH_TRAIL - AREA_MAX)
        return true;
    reader->gave_up = true;
    return false;
}

/* Has the position on the sketch stood on the line before?  */
static bool repeats(struct reader const *reader, int depth)
{
    for (int i = depth; i >= 0; i--)
        if (reader->line[i] == reader->sketch.hash)
            return true;
    return false;
}

static enum outcome hunter_moves(struct hunt const *hunt, int depth);
static enum outcome owner_moves(struct hunt const *hunt, int depth);

typedef enum outcome sequel(struct hunt const *hunt, int depth);

/* COLOR plays P and THEN says what comes of it.  An illegal move gains its
   player nothing: the result is the worst, REFUSED.  */
static enum outcome after(struct hunt const *hunt, point p, enum color color,
                          sequel *then, int depth)
{
    struct reader *const reader = hunt->reader;
    enum outcome const refused = color == hunt->hunter ? FAILS : WORKS;
    bool const banned = sketch_is_ko(&reader->sketch, p, color);
    struct trial trial;
    assert(depth < READING_DEPTH && "spend() saw to it");

    reader->line[depth] = reader->sketch.hash;
    if ((banned && reader->ko_spent) || !sketch_try(&reader->sketch, p, color, &trial))
        return refused;
    if (!banned && reader->sketch.trail_count > trial.trail && repeats(reader, depth)) {
        sketch_undo(&reader->sketch, &trial);
        return refused;
    }
    reader->line[depth + 1] = reader->sketch.hash;
    reader->ko_spent |= banned;
    enum outcome outcome = then(hunt, depth + 1);
    if (banned) {
        reader->ko_spent = false;
        if (color == hunt->hunter ? outcome > BY_KO : outcome < BY_KO)
            outcome = BY_KO; /* it takes a threat first */
    }
    sketch_undo(&reader->sketch, &trial);
    return outcome;
}

/* The last liberty of the prey is taken.  */
static enum outcome take(struct hunt const *hunt, point liberty)
{
    struct reader const *const reader = hunt->reader;
    if (!sketch_is_ko(&reader->sketch, liberty, (enum color)hunt->hunter))
        return WORKS;
    return reader->ko_spent ? FAILS : BY_KO;
}

/* Put the liberties first at which the prey would gain more by extending.  */
static void order_liberties(struct sketch const *sketch, point liberty[], int count)
{
    assert(count <= SIEGE_ENDS);
    int open[SIEGE_ENDS] = {0};
    for (int i = 0; i < count; i++) {
        point const p = liberty[i];
        int here = 0, place = i;
        for (int j = 0; j < 4; j++)
            here += sketch->color[p + neighbour[j]] == EMPTY;
        for (; place > 0 && open[place - 1] < here; place--) {
            liberty[place] = liberty[place - 1];
            open[place] = open[place - 1];
        }
        liberty[place] = p;
        open[place] = here;
    }
}

static enum outcome hunter_moves(struct hunt const *hunt, int depth)
{
    struct reader *const reader = hunt->reader;
    point liberty[SIEGE_ENDS];
    assert(hunt->ends <= SIEGE_ENDS);

    int const liberties =
        sketch_liberties(&reader->sketch, hunt->prey, hunt->ends, liberty);
    if (liberties >= hunt->ends)
        return FAILS;
    if (liberties == 1)
        return take(hunt, liberty[0]);
    if (!spend(reader, depth))
        return FAILS;
    order_liberties(&reader->sketch, liberty, liberties);
    enum outcome best = FAILS;
    for (int i = 0; i < liberties && best < WORKS; i++) {
        enum outcome const outcome =
            after(hunt, liberty[i], (enum color)hunt->hunter, owner_moves, depth);
        if (outcome > best)
            best = outcome;
    }
    return best;
}

static bool among(point p, point const list[], int count)
{
    for (int i = 0; i < count; i++)
        if (list[i] == p)
            return true;
    return false;
}

static int add_move(point moves[static RESCUES_MAX], int count, point p)
{
    if (count < RESCUES_MAX && !among(p, moves, count))
        moves[count++] = p;
    return count;
}

/* The moves of an owner in atari: captures first, then the extension.  */
static int atari_answers(struct hunt const *hunt, point moves[static RESCUES_MAX])
{
    struct sketch *const sketch = &hunt->reader->sketch;
    point weak[RESCUES_MAX], liberty[1];
    int count = 0;

    int const found =
        sketch_weak_liberties(sketch, hunt->prey, 1, RESCUES_MAX - 1, weak);
    for (int i = 0; i < found; i++)
        count = add_move(moves, count, weak[i]);
    sketch_liberties(sketch, hunt->prey, 1, liberty);
    assert(count < RESCUES_MAX && "the extension has a place");
    return add_move(moves, count, liberty[0]);
}

/* The liberties of the hunter's chains around P that have at most two.  */
static int add_presses(struct sketch *sketch, point p, point moves[static RESCUES_MAX],
                       int count)
{
    point weak[2 * RESCUES_MAX];
    int const found = sketch_weak_liberties(sketch, p, 2, 2 * RESCUES_MAX, weak);
    for (int i = 0; i < found; i++)
        count = add_move(moves, count, weak[i]);
    return count;
}

/* What an owner who is not in atari may try at once: extend, or press a chain of
   the hunter's.  */
static int near_answers(struct hunt const *hunt, point moves[static RESCUES_MAX])
{
    struct sketch *const sketch = &hunt->reader->sketch;
    point liberty[SIEGE_ENDS];
    int count = 0;

    int const own = sketch_liberties(sketch, hunt->prey, hunt->ends - 1, liberty);
    order_liberties(sketch, liberty, own);
    for (int i = 0; i < own; i++)
        count = add_move(moves, count, liberty[i]);
    return add_presses(sketch, hunt->prey, moves, count);
}

/* The same, and first what it would do after extending.  */
static int open_answers(struct hunt const *hunt, point moves[static RESCUES_MAX])
{
    struct sketch *const sketch = &hunt->reader->sketch;
    point liberty[SIEGE_ENDS], next[RESCUES_MAX];
    int count = near_answers(hunt, moves), later = 0;

    int const own = sketch_liberties(sketch, hunt->prey, hunt->ends - 1, liberty);
    for (int i = 0; i < own; i++) {
        point list[SIEGE_ENDS + 1];
        struct trial trial;
        if (!sketch_try(sketch, liberty[i], (enum color)hunt->owner, &trial))
            continue;
        int const n = sketch_liberties(sketch, hunt->prey, hunt->ends + 1, list);
        for (int j = 0; j < n; j++)
            later = add_move(next, later, list[j]);
        later = add_presses(sketch, hunt->prey, next, later);
        sketch_undo(sketch, &trial);
    }
    for (int i = 0; i < later; i++)
        if (sketch->color[next[i]] == EMPTY)
            count = add_move(moves, count, next[i]);
    return count;
}

/* What the hunter is left with after the best of the owner's COUNT answers; WORST is
   what he has if there is none.  */
static enum outcome answered(struct hunt const *hunt, point const moves[], int count,
                             enum outcome worst, int depth)
{
    for (int i = 0; i < count && worst > FAILS; i++) {
        enum outcome const outcome =
            after(hunt, moves[i], (enum color)hunt->owner, hunter_moves, depth);
        if (outcome < worst)
            worst = outcome;
    }
    return worst;
}

/* The owner's turn: in atari in a ladder, with up to three liberties in a siege.  */
static enum outcome owner_moves(struct hunt const *hunt, int depth)
{
    point moves[RESCUES_MAX], liberty[SIEGE_ENDS];

    int const liberties =
        sketch_liberties(&hunt->reader->sketch, hunt->prey, hunt->ends, liberty);
    if (liberties >= hunt->ends)
        return FAILS;
    if (!spend(hunt->reader, depth))
        return FAILS;
    int const count =
        liberties == 1 ? atari_answers(hunt, moves) : near_answers(hunt, moves);
    return answered(hunt, moves, count, WORKS, depth);
}

/* The owner's turn after a net was cast.  */
static enum outcome owner_in_net(struct hunt const *hunt, int depth)
{
    struct sketch *const sketch = &hunt->reader->sketch;
    point moves[RESCUES_MAX], liberty[SIEGE_ENDS];

    int const liberties = sketch_liberties(sketch, hunt->prey, hunt->ends, liberty);
    if (liberties >= hunt->ends)
        return FAILS;
    if (liberties == 1)
        return owner_moves(hunt, depth);
    if (!spend(hunt->reader, depth))
        return FAILS;
    int const count = open_answers(hunt, moves);
    enum outcome const alone = hunter_moves(hunt, depth); /* doing nothing */
    return answered(hunt, moves, count, alone, depth);
}

/* Where the prey would stand if it extended at LIBERTY: its liberties then,
   up to one more than a net can still hold.  */
static int reach(struct hunt const *hunt, point liberty,
                 point list[static LADDER_ENDS + 1])
{
    struct sketch *const sketch = &hunt->reader->sketch;
    struct trial trial;

    if (!sketch_try(sketch, liberty, (enum color)hunt->owner, &trial))
        return 0;
    int const count = sketch_liberties(sketch, hunt->prey, LADDER_ENDS + 1, list);
    sketch_undo(sketch, &trial);
    return count;
}

/* Where a net may be cast: on a liberty that every extension reaching three
   would have, or, when none reaches so far, on any they would have.  */
static int net_points(struct hunt const *hunt, point const liberty[2],
                      point points[static RESCUES_MAX])
{
    assert(hunt->ends == LADDER_ENDS);
    struct sketch const *const sketch = &hunt->reader->sketch;
    point list[2][LADDER_ENDS + 1];
    int reached[2], most = 0, count = 0, kept = 0;

    for (int i = 0; i < 2; i++) {
        reached[i] = reach(hunt, liberty[i], list[i]);
        most = reached[i] > most ? reached[i] : most;
    }
    if (most > LADDER_ENDS)
        return 0;
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < reached[i]; j++)
            if (sketch->color[list[i][j]] == EMPTY && list[i][j] != liberty[0] &&
                list[i][j] != liberty[1])
                count = add_move(points, count, list[i][j]);
    for (int i = 0; i < count; i++) {
        bool holds = true;
        for (int j = 0; j < 2; j++)
            holds &= reached[j] < LADDER_ENDS || among(points[i], list[j], reached[j]);
        if (holds)
            points[kept++] = points[i];
    }
    return kept;
}

static int add_reading(struct reading moves[], int count, struct hunt const *hunt,
                       point at, enum outcome outcome, bool net)
{
    assert(count < RESCUES_MAX);
    if (outcome == FAILS)
        return count;
    int place = count;
    while (place > 0 && moves[place - 1].outcome < outcome) {
        moves[place] = moves[place - 1];
        place--;
    }
    moves[place] = (struct reading){
        .outcome = (uint8_t)outcome,
        .gave_up = hunt->reader->gave_up,
        .net = net,
        .at = at,
    };
    return count + 1;
}

/* Where a siege may begin without touching the prey: beside its liberties.  */
static int far_points(struct hunt const *hunt, point const liberty[], int liberties,
                      point points[static RESCUES_MAX])
{
    struct sketch const *const sketch = &hunt->reader->sketch;
    int count = 0;
    for (int i = 0; i < liberties; i++)
        for (int j = 0; j < 4; j++) {
            point const p = (point)(liberty[i] + neighbour[j]);
            if (sketch->color[p] == EMPTY && !among(p, liberty, liberties))
                count = add_move(points, count, p);
        }
    return count;
}

/* Attacks on the prey, at most LIMIT that work.  */
static int attacks(struct hunt const *hunt, int depth, int limit,
                   struct reading moves[])
{
    assert(limit > 0 && limit <= RESCUES_MAX);
    struct sketch *const sketch = &hunt->reader->sketch;
    enum color const hunter = (enum color)hunt->hunter;
    point liberty[SIEGE_ENDS], net[RESCUES_MAX];
    int count = 0;

    int const liberties = sketch_liberties(sketch, hunt->prey, hunt->ends, liberty);
    if (liberties >= hunt->ends)
        return 0;
    if (liberties == 1)
        return add_reading(moves, 0, hunt, liberty[0], take(hunt, liberty[0]), false);
    order_liberties(sketch, liberty, liberties);
    for (int i = 0; i < liberties; i++) {
        enum outcome const outcome =
            after(hunt, liberty[i], hunter, owner_moves, depth);
        count = add_reading(moves, count, hunt, liberty[i], outcome, false);
        if (count >= limit && moves[limit - 1].outcome == WORKS)
            return count;
    }
    int const nets = hunt->ends == SIEGE_ENDS
                         ? far_points(hunt, liberty, liberties, net)
                         : net_points(hunt, liberty, net);
    for (int i = 0; i < nets; i++) {
        enum outcome const outcome = after(hunt, net[i], hunter, owner_in_net, depth);
        count = add_reading(moves, count, hunt, net[i], outcome, true);
        if (count >= limit && moves[limit - 1].outcome == WORKS)
            return count;
    }
    return count;
}

struct reading reader_attack(struct reader *reader, point prey, int budget)
{
    struct hunt const hunt = begin(reader, prey, budget, LADDER_ENDS);
    struct reading moves[RESCUES_MAX];

    if (attacks(&hunt, 0, 1, moves))
        return moves[0];
    return (struct reading){FAILS, reader->gave_up, false, NOWHERE};
}

int reader_attacks(struct reader *reader, point prey, int budget,
                   struct reading moves[static RESCUES_MAX])
{
    struct hunt const hunt = begin(reader, prey, budget, LADDER_ENDS);
    return attacks(&hunt, 0, RESCUES_MAX, moves);
}

/* The attacker's best answer on the board as it is, nets included.  */
static enum outcome best_attack(struct hunt const *hunt, int depth)
{
    struct reading moves[RESCUES_MAX];
    return attacks(hunt, depth, 1, moves) ? (enum outcome)moves[0].outcome : FAILS;
}

static int rescues(struct hunt const *hunt, int limit,
                   struct reading moves[static RESCUES_MAX])
{
    assert(limit > 0 && limit <= RESCUES_MAX);
    point answers[RESCUES_MAX], liberty[SIEGE_ENDS];
    int count = 0;

    int const liberties =
        sketch_liberties(&hunt->reader->sketch, hunt->prey, hunt->ends, liberty);
    if (liberties >= hunt->ends)
        return 0;
    int const found =
        liberties == 1 ? atari_answers(hunt, answers) : open_answers(hunt, answers);
    for (int i = 0; i < found; i++) {
        enum outcome const left =
            after(hunt, answers[i], (enum color)hunt->owner, best_attack, 0);
        count = add_reading(moves, count, hunt, answers[i],
                            (enum outcome)(WORKS - left), false);
        if (count >= limit && moves[limit - 1].outcome == WORKS)
            break;
    }
    return count;
}

int reader_rescues(struct reader *reader, point prey, int budget,
                   struct reading moves[static RESCUES_MAX])
{
    struct hunt const hunt = begin(reader, prey, budget, LADDER_ENDS);
    return rescues(&hunt, RESCUES_MAX, moves);
}
int reader_sieges(struct reader *reader, point prey, int budget,
                  struct reading moves[static RESCUES_MAX])
{
    struct hunt const hunt = begin(reader, prey, budget, SIEGE_ENDS);
    return attacks(&hunt, 0, 1, moves);
}

int reader_breakouts(struct reader *reader, point prey, int budget,
                     struct reading moves[static RESCUES_MAX])
{
    struct hunt const hunt = begin(reader, prey, budget, SIEGE_ENDS);
    return rescues(&hunt, 1, moves);
}

struct reading reader_risk(struct reader *reader, point p, enum color color, int budget)
{
    struct reading risk = {FAILS, false, false, NOWHERE};
    struct trial trial;

    if (!sketch_try(&reader->sketch, p, color, &trial))
        return risk;
    risk = reader_attack(reader, p, budget);
    sketch_undo(&reader->sketch, &trial);
    return risk;
}
