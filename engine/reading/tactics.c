/* From readings to facts, in the order of tactics_read:

   1  Chains of few liberties are read about, whoever's they are.  A reading is kept
      with its footprint, the points whose colours it depended on, and holds in the
      next position unless one of these has changed.  Therefore each reading has a
      budget of its own: with one for all, an answer would depend on what was asked
      before it, and a position followed from the last one would not be described
      as the same position read from nothing is.
   2  Readings, races and eye spaces make claims about the points they are about.
      Points where nobody may play get them too: nothing yet asks what is legal.
   3  Each legal move is looked at by itself.  This comes last, for whether a move
      that ends in atari is a mistake depends on what it takes and catches; and what
      was claimed of illegal moves is struck out.  */
#include <config.h>

#include "engine/reading/tactics.h"

#include <assert.h>
#include <string.h>

enum {
    ATTACK_BUDGET = 120, /* positions for the question whether a chain is caught */
    RESCUE_BUDGET = 160, /* ... and how it could be saved */
    SIEGE_BUDGET = 250,  /* the same of up to three liberties */
    BREAKOUT_BUDGET = 250,
    RISK_BUDGET = 40, /* ... whether a move walks into a capture */
    RACE_MIN = 2,     /* liberties of chains that race */
    RACE_MAX = 5,
    EYE_OUTSIDE = 2,  /* liberties outside of a group that needs its eye space */
    COUNT_LIMIT = 15, /* liberties after a move are counted so far */
};

void tactics_clear(struct tactics *tactics)
{
    memset(tactics->color, EDGE, sizeof tactics->color);
    memset(tactics->chain_of, 0, sizeof tactics->chain_of);
    tactics->width = tactics->height = 0;
    tactics->chain_count = tactics->eye_count = 0;
    tactics->ko = NOWHERE;
    tactics->nodes = 0;
}

struct chain_reading const *tactics_chain(struct tactics const *tactics, point p)
{
    int const index = tactics->chain_of[p];
    assert(index <= tactics->chain_count);
    return index ? &tactics->chain[index - 1] : NULL;
}

static uint8_t small(int stones)
{
    return (uint8_t)(stones < UINT8_MAX ? stones : UINT8_MAX);
}

static uint8_t sum(int a, int b)
{
    return small(a + b);
}

/* The points whose colour or ko differs from the position read last.  */
static void find_changes(struct tactics const *tactics, struct board const *board,
                         struct points *changed)
{
    memset(changed, 0, sizeof *changed);
    for (point p = 0; p < POINTS; p++)
        if (tactics->color[p] != board->color[p])
            points_add(changed, p);
    points_add(changed, tactics->ko);
    points_add(changed, board->ko);
}

/* How chains of up to so many liberties are read about.  */
struct manner {
    int liberties, attack_budget, rescue_budget;
    int (*attacks)(struct reader *reader, point prey, int budget,
                   struct reading moves[static RESCUES_MAX]);
    int (*rescues)(struct reader *reader, point prey, int budget,
                   struct reading moves[static RESCUES_MAX]);
};

static struct manner const ladders = {READ_LIBERTIES, ATTACK_BUDGET, RESCUE_BUDGET,
                                      reader_attacks, reader_rescues};
static struct manner const sieges = {SIEGE_LIBERTIES, SIEGE_BUDGET, BREAKOUT_BUDGET,
                                     reader_sieges, reader_breakouts};

/* Read about the chain of STONE from nothing.  */
static void read_chain(struct tactics *tactics, struct manner const *manner,
                       point stone, struct chain_reading *out)
{
    struct reader *const reader = &tactics->reader;
    struct reading moves[RESCUES_MAX];

    memset(out, 0, offsetof(struct chain_reading, footprint));
    out->stone = stone;
    out->rescue = WORKS;
    sketch_forget(&reader->sketch);
    int count = manner->attacks(reader, stone, manner->attack_budget, moves);
    tactics->nodes += manner->attack_budget - reader->budget;
    if (count) {
        out->attack = moves[0].outcome;
        out->attack_count = (uint8_t)(count < ATTACKS_KEPT ? count : ATTACKS_KEPT);
        memcpy(out->attacks, moves, out->attack_count * sizeof *moves);
        count = manner->rescues(reader, stone, manner->rescue_budget, out->rescues);
        tactics->nodes += manner->rescue_budget - reader->budget;
        out->rescue_count = (uint8_t)count;
        out->rescue = (uint8_t)(count ? out->rescues[0].outcome : FAILS);
    }
    sketch_footprint(&reader->sketch, &out->footprint);
    assert(points_have(&out->footprint, stone));
}

/* A lone stone of three liberties is not worth a siege.  */
static bool is_asked_about(struct manner const *manner, struct chain const *chain)
{
    return chain->liberty_count <= READ_LIBERTIES ||
           (chain->liberty_count <= manner->liberties && chain->stone_count > 1);
}

/* The readings of the last position.  */
struct kept {
    uint16_t chain_of[POINTS];
    struct chain_reading chain[CHAIN_MAX];
};

/* Put them aside, and begin with none.  */
static void keep_readings(struct tactics *tactics, struct board const *board,
                          struct kept *kept)
{
    if (tactics->width == board->width && tactics->height == board->height)
        memcpy(kept->chain_of, tactics->chain_of, sizeof kept->chain_of);
    else
        memset(kept->chain_of, 0, sizeof kept->chain_of);
    memcpy(kept->chain, tactics->chain,
           (size_t)tactics->chain_count * sizeof kept->chain[0]);
    memset(tactics->chain_of, 0, sizeof tactics->chain_of);
    tactics->chain_count = 0;
}

/* Every chain of few liberties, in the order of its smallest stone,
   from the readings of the last position where these still hold.  */
static void read_chains(struct tactics *tactics, struct manner const *manner,
                        struct board const *board, struct points const *changed)
{
    struct kept kept;
    keep_readings(tactics, board, &kept);
    for (point p = board_first_point(); p; p = board_next_point(board, p)) {
        if (board->color[p] == EMPTY || tactics->chain_of[p] ||
            !is_asked_about(manner, board_chain(board, p)))
            continue;
        struct chain_reading *const chain = &tactics->chain[tactics->chain_count++];
        assert(tactics->chain_count <= CHAIN_MAX && "one a chain");
        int const old = kept.chain_of[p];
        if (old && !points_meet(&kept.chain[old - 1].footprint, changed))
            *chain = kept.chain[old - 1];
        else
            read_chain(tactics, manner, p, chain);
        point q = p;
        do {
            tactics->chain_of[q] = (uint16_t)tactics->chain_count;
            q = board->next[q];
        } while (q != p);
    }
}

static void claim(struct tactics *tactics, point p, enum fact fact)
{
    assert(tactics->color[p] == EMPTY && "claims are about moves");
    tactics->move[p].claims |= FACT_BIT(fact);
}

/* Playing at LIBERTY puts an enemy chain of so many STONES in atari, with RESULT.  */
static void add_atari(struct tactics *tactics, point liberty, int stones,
                      enum outcome result)
{
    static enum fact const atari[] = {
        [FAILS] = FACT_ATARI_LOOSE,
        [BY_KO] = FACT_ATARI_KO,
        [WORKS] = FACT_ATARI_CATCHES,
    };
    static uint64_t const others = FACT_BIT(FACT_ATARI_LOOSE) |
                                   FACT_BIT(FACT_ATARI_KO) |
                                   FACT_BIT(FACT_ATARI_CATCHES);
    struct move_facts *const move = &tactics->move[liberty];
    if (move->claims & others)
        claim(tactics, liberty, FACT_DOUBLE_ATARI);
    claim(tactics, liberty, atari[result]);
    move->threatened = sum(move->threatened, stones);
}

/* What our moves do to an enemy chain of two liberties: each is an atari, and what
   else catches it is a net.  */
static void add_attack_facts(struct tactics *tactics, struct board const *board,
                             struct chain_reading const *chain)
{
    struct chain const *const prey = board_chain(board, chain->stone);
    int const stones = prey->stone_count;
    point liberty[READ_LIBERTIES];
    enum outcome result[READ_LIBERTIES] = {FAILS, FAILS};

    assert(prey->liberty_count == READ_LIBERTIES && "longer ones are not read about");
    points_list(&prey->liberties, liberty);
    for (int i = 0; i < chain->attack_count; i++) {
        struct reading const *const attack = &chain->attacks[i];
        struct move_facts *const move = &tactics->move[attack->at];
        for (int j = 0; j < READ_LIBERTIES; j++)
            if (attack->at == liberty[j])
                result[j] = (enum outcome)attack->outcome;
        if (attack->net && attack->outcome == WORKS)
            claim(tactics, attack->at, FACT_NET);
        if (attack->outcome == WORKS)
            move->caught = sum(move->caught, stones);
    }
    for (int j = 0; j < READ_LIBERTIES; j++)
        add_atari(tactics, liberty[j], stones, result[j]);
}

/* The enemy chain is in atari.  */
static void add_capture(struct tactics *tactics, struct board const *board,
                        struct chain_reading const *chain)
{
    struct chain const *const prey = board_chain(board, chain->stone);
    point const liberty = points_first(&prey->liberties);
    struct move_facts *const move = &tactics->move[liberty];
    claim(tactics, liberty,
          chain->rescue == FAILS ? FACT_CAPTURE_DEAD : FACT_CAPTURE_LIVE);
    move->captured = sum(move->captured, prey->stone_count);
}

/* What our moves do for our own chain of one or two liberties.  */
static void add_rescue_facts(struct tactics *tactics, struct board const *board,
                             struct chain_reading const *chain)
{
    struct chain const *const own = board_chain(board, chain->stone);
    bool const in_atari = own->liberty_count == 1;

    if (in_atari) /* until a rescue says otherwise */
        claim(tactics, points_first(&own->liberties), FACT_RUNS_IN_VAIN);
    for (int i = 0; i < chain->rescue_count; i++) {
        struct reading const *const rescue = &chain->rescues[i];
        struct move_facts *const move = &tactics->move[rescue->at];
        bool const sure = rescue->outcome == WORKS;
        if (in_atari) {
            claim(tactics, rescue->at, sure ? FACT_ESCAPES : FACT_ESCAPES_KO);
            move->claims &= ~FACT_BIT(FACT_RUNS_IN_VAIN);
        } else {
            claim(tactics, rescue->at, sure ? FACT_DEFENDS : FACT_DEFENDS_KO);
        }
        if (sure)
            move->saved = sum(move->saved, own->stone_count);
    }
}

/* How many liberties our chain has after playing P.  A capture, which gives them to
   friends as well, is tried out.  */
static int liberties_after(struct tactics *tactics, struct board const *board, point p)
{
    enum color const own = (enum color)board->to_move;
    if (tactics->move[p].captured) {
        struct sketch *const sketch = &tactics->reader.sketch;
        point list[COUNT_LIMIT];
        struct trial trial;
        assert(board->color[p] == EMPTY && tactics->to_move == own);
        sketch_try(sketch, p, own, &trial);
        int const count = sketch_liberties(sketch, p, COUNT_LIMIT, list);
        sketch_undo(sketch, &trial);
        return count;
    }
    struct points all;
    int const count = board_liberties_after(board, p, own, &all);
    return count < COUNT_LIMIT ? count : COUNT_LIMIT;
}

/* The stones of all FRIENDS and P, when they are few enough to be a nakade.  */
static bool makes_nakade(struct board const *board, point p, point const friends[],
                         int count)
{
    point shape[EYE_MAX];
    int size = 0;
    shape[size++] = p;
    for (int i = 0; i < count; i++) {
        point q = friends[i];
        do {
            if (size == EYE_MAX - 1)
                return false;
            shape[size++] = q;
            q = board->next[q];
        } while (q != friends[i]);
    }
    return eyes_is_nakade(shape, size);
}

/* Would the self-atari at P give up liberties shared with an enemy chain that
   is as short of them as ours?  */
static bool breaks_seki(struct board const *board, point p, point const friends[],
                        int friend_count, point const enemies[], int enemy_count)
{
    for (int i = 0; i < friend_count; i++)
        for (int j = 0; j < enemy_count; j++) {
            struct chain const *const own = board_chain(board, friends[i]);
            struct chain const *const other = board_chain(board, enemies[j]);
            if (own->liberty_count == 2 && other->liberty_count == 2 &&
                memcmp(&own->liberties, &other->liberties, sizeof own->liberties) == 0)
                return points_have(&own->liberties, p);
        }
    return false;
}

static void add_self_atari_facts(struct tactics *tactics, struct board const *board,
                                 point p, point const friends[], int friend_count,
                                 point const enemies[], int enemy_count, int stones)
{
    struct move_facts *const move = &tactics->move[p];
    uint64_t const catches = FACT_BIT(FACT_ATARI_CATCHES);

    if (move->claims & FACT_BIT(FACT_TAKES_KO))
        return;
    if (move->claims & catches) {
        claim(tactics, p, FACT_SNAPBACK);
        return;
    }
    claim(tactics, p, FACT_SELF_ATARI);
    move->lost = small(stones);
    if (stones == 1 && enemy_count)
        claim(tactics, p, FACT_THROW_IN);
    if (enemy_count && makes_nakade(board, p, friends, friend_count))
        claim(tactics, p, FACT_NAKADE);
    if (breaks_seki(board, p, friends, friend_count, enemies, enemy_count))
        claim(tactics, p, FACT_BREAKS_SEKI);
}

/* What P is to the chains and the eyes beside it.  */
static void add_contact_facts(struct tactics *tactics, struct board const *board,
                              point p, int friend_count, int enemy_count)
{
    if (friend_count > 1)
        claim(tactics, p, FACT_CONNECTS);
    if (enemy_count > 1)
        claim(tactics, p, FACT_CUTS);
    if (board_is_eye(board, p, (enum color)board->to_move))
        claim(tactics, p, FACT_FILLS_EYE);
    else if (!enemy_count && !board_touches_empty(board, p))
        claim(tactics, p, FACT_FALSE_EYE);
}

/* A move to two liberties beside enemies: can its STONES be caught?  */
static void add_risk(struct tactics *tactics, struct board const *board, point p,
                     int stones)
{
    struct reading const risk =
        reader_risk(&tactics->reader, p, (enum color)board->to_move, RISK_BUDGET);
    tactics->nodes += RISK_BUDGET - tactics->reader.budget;
    if (risk.outcome != WORKS)
        return;
    claim(tactics, p, FACT_RISKY);
    tactics->move[p].lost = small(stones);
}

static int empty_sides(struct board const *board, point p)
{
    int count = 0;
    for (int i = 0; i < 4; i++)
        count += board->color[p + neighbour[i]] == EMPTY;
    return count;
}

/* The facts of one legal move that do not come from the chains' readings.  */
static void add_move_facts(struct tactics *tactics, struct board const *board, point p)
{
    enum color const own = (enum color)board->to_move;
    struct move_facts *const move = &tactics->move[p];
    point friends[4], enemies[4];
    int stones = 1;

    int const friend_count = board_chains_beside(board, p, own, friends);
    int const enemy_count = board_chains_beside(board, p, opponent(own), enemies);
    if (!friend_count && !enemy_count) {
        move->liberties = (uint8_t)empty_sides(board, p);
        return;
    }
    for (int i = 0; i < friend_count; i++)
        stones += board_chain(board, friends[i])->stone_count;
    add_contact_facts(tactics, board, p, friend_count, enemy_count);
    move->liberties = (uint8_t)liberties_after(tactics, board, p);
    if (move->captured == 1 && stones == 1 && move->liberties == 1)
        claim(tactics, p, FACT_TAKES_KO);
    if (move->liberties == 1)
        add_self_atari_facts(tactics, board, p, friends, friend_count, enemies,
                             enemy_count, stones);
    if (move->liberties == 2 && enemy_count && !move->captured &&
        !(move->claims & FACT_BIT(FACT_ESCAPES)))
        add_risk(tactics, board, p, stones);
}

/* The enemy chains around the chain of STONE, one stone of each.  */
static int chains_around(struct board const *board, point stone, point list[])
{
    enum color const enemy = opponent(board_color(board, stone));
    bool seen[CHAIN_MAX];
    int count = 0;
    point q = stone;

    memset(seen, false, board->slots_used * sizeof *seen);
    do {
        for (int i = 0; i < 4; i++) {
            point const near = (point)(q + neighbour[i]);
            if (board->color[near] != enemy || seen[board->slot[near]])
                continue;
            seen[board->slot[near]] = true;
            list[count++] = near;
        }
        q = board->next[q];
    } while (q != stone);
    return count;
}

/* Captures of enemy stones that have one of our chains in atari.  */
static void add_saving_captures(struct tactics *tactics, struct board const *board,
                                struct chain_reading const *chain)
{
    struct chain const *const own = board_chain(board, chain->stone);
    point around[AREA_MAX];

    if (own->liberty_count != 1)
        return;
    int const count = chains_around(board, chain->stone, around);
    for (int i = 0; i < count; i++)
        if (board_liberties(board, around[i]) == 1)
            claim(tactics, points_first(&board_chain(board, around[i])->liberties),
                  FACT_CAPTURE_SAVES);
}

/* Our chain against a neighbour of about as few liberties: who is ahead?  */
static void add_race(struct tactics *tactics, struct board const *board, point own,
                     point enemy)
{
    assert(board->color[own] == opponent(board_color(board, enemy)));
    struct chain const *const ours = board_chain(board, own);
    struct chain const *const theirs = board_chain(board, enemy);
    int const lead = ours->liberty_count - theirs->liberty_count;
    enum fact const fact = lead > 0    ? FACT_RACE_WON
                           : lead == 0 ? FACT_RACE_TURN
                                       : FACT_RACE_LOST;
    point liberty[RACE_MAX];
    int const count = points_list(&theirs->liberties, liberty);
    assert(count <= RACE_MAX);
    for (int i = 0; i < count; i++)
        if (!points_have(&ours->liberties, liberty[i]))
            claim(tactics, liberty[i], fact);
}

static bool races(struct board const *board, point stone)
{
    int const liberties = board_liberties(board, stone);
    return RACE_MIN <= liberties && liberties <= RACE_MAX;
}

static void add_races(struct tactics *tactics, struct board const *board)
{
    bool seen[CHAIN_MAX];
    memset(seen, false, board->slots_used * sizeof *seen);
    for (point p = board_first_point(); p; p = board_next_point(board, p)) {
        if (board->color[p] != board->to_move || seen[board->slot[p]])
            continue;
        seen[board->slot[p]] = true;
        if (!races(board, p))
            continue;
        point around[AREA_MAX];
        int const count = chains_around(board, p, around);
        for (int i = 0; i < count; i++)
            if (races(board, around[i]))
                add_race(tactics, board, p, around[i]);
    }
}

/* The stones around an eye space, when they have hardly a liberty outside.  */
static int stones_around(struct board const *board, struct eye_space const *eye)
{
    bool seen[CHAIN_MAX] = {false};
    struct points outside = {{0}};
    int stones = 0;

    for (int i = 0; i < eye->size; i++)
        for (int j = 0; j < 4; j++) {
            point const q = (point)(eye->at[i] + neighbour[j]);
            if (board->color[q] != eye->owner || seen[board->slot[q]])
                continue;
            seen[board->slot[q]] = true;
            stones += board_chain(board, q)->stone_count;
            points_join(&outside, &board_chain(board, q)->liberties);
        }
    for (int i = 0; i < eye->size; i++)
        points_drop(&outside, eye->at[i]);
    return points_count(&outside) <= EYE_OUTSIDE ? stones : 0;
}

static void add_eye_facts(struct tactics *tactics, struct board const *board)
{
    for (int i = 0; i < tactics->eye_count; i++) {
        struct eye_space const *const eye = &tactics->eye[i];
        bool const own = eye->owner == board->to_move;
        if (eye->vital != NOWHERE) {
            claim(tactics, eye->vital, own ? FACT_VITAL_OWN : FACT_VITAL_ENEMY);
            tactics->move[eye->vital].vital = small(stones_around(board, eye));
        }
        for (int j = 0; !own && j < eye->size; j++)
            if (board->color[eye->at[j]] == EMPTY)
                claim(tactics, eye->at[j], FACT_SPOILS_EYE);
    }
}

static void read_in(struct tactics *tactics, struct manner const *manner,
                    struct board const *board)
{
    struct points changed;

    find_changes(tactics, board, &changed);
    sketch_init(&tactics->reader.sketch, board);
    read_chains(tactics, manner, board, &changed);
    tactics->to_move = board->to_move;
    tactics->width = board->width;
    tactics->height = board->height;
    tactics->ko = board->ko;
    memcpy(tactics->color, board->color, sizeof tactics->color);
}

void tactics_besiege(struct tactics *tactics, struct board const *board)
{
    read_in(tactics, &sieges, board);
}

void tactics_follow(struct tactics *tactics, struct tactics const *from)
{
    assert(from->chain_count >= 0 && tactics != from);
    tactics->to_move = from->to_move;
    tactics->width = from->width;
    tactics->height = from->height;
    memcpy(tactics->color, from->color, sizeof tactics->color);
    tactics->ko = from->ko;
    tactics->chain_count = from->chain_count;
    memcpy(tactics->chain_of, from->chain_of, sizeof tactics->chain_of);
    memcpy(tactics->chain, from->chain,
           (size_t)from->chain_count * sizeof *tactics->chain);
}

void tactics_read(struct tactics *tactics, struct board const *board)
{
    read_in(tactics, &ladders, board);
    tactics->eye_count = eyes_find(board, tactics->eye);
    memset(tactics->move, 0, sizeof tactics->move);
    for (int i = 0; i < tactics->chain_count; i++) {
        struct chain_reading const *const chain = &tactics->chain[i];
        bool const in_atari = board_liberties(board, chain->stone) == 1;
        if (board->color[chain->stone] != board->to_move) {
            (in_atari ? add_capture : add_attack_facts)(tactics, board, chain);
        } else {
            add_rescue_facts(tactics, board, chain);
            add_saving_captures(tactics, board, chain);
        }
    }
    add_races(tactics, board);
    add_eye_facts(tactics, board);
    for (int i = 0; i < board->empty_count; i++) {
        point const p = board->empty[i];
        if (board_is_legal(board, p, (enum color)board->to_move, false))
            add_move_facts(tactics, board, p);
        else
            tactics->move[p] = (struct move_facts){0};
    }
}
