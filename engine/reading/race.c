/* A search of few nodes: counting ends most lines at once, so what is tried is only
   what counting cannot see: extensions that gain, walls in atari, liberties that cannot
   be filled yet.  Values are the mover's: 1 it captures, 0 nobody does, -1 it is
   captured.  */
#include <config.h>

#include "engine/reading/race.h"

#include <assert.h>
#include <string.h>

enum {
    RACE_DEPTH = 24,
    RACE_STONES = 2, /* a lone stone does not race */
    CLOSE = 8,       /* both together may gain so many liberties: else it is no race */
    OPEN = 100,
    WEAK = 2, /* liberties of a wall that is worth an attack */
    UNTRIED = -2,
};

struct race_search {
    struct board *board;
    point stone[3]; /* by colour */
    int budget;
    enum color master; /* who may retake a ko at once, a single time in a line */
    bool ko_spent;
    bool doubt; /* nobody was said to be captured for want of a better word */
    bool ko;    /* has been met */
    uint64_t line[RACE_DEPTH + 1];
};

struct tries {
    int count;
    bool more; /* than there is room for */
    point at[RACE_MOVES];
};

static void add_try(struct tries *tries, point p)
{
    for (int i = 0; i < tries->count; i++)
        if (tries->at[i] == p)
            return;
    if (tries->count < RACE_MOVES)
        tries->at[tries->count++] = p;
    else
        tries->more = true;
}

static void add_liberties(struct board const *board, point stone, struct tries *tries)
{
    point list[RACE_LIBERTIES + 1];
    struct chain const *const chain = board_chain(board, stone);
    if (chain->liberty_count > RACE_LIBERTIES)
        return;
    int const count = points_list(&chain->liberties, list);
    for (int i = 0; i < count; i++)
        add_try(tries, list[i]);
}

/* The liberties of weak walls around the chain of STONE.  */
static void add_wall_tries(struct board const *board, point stone, point rival,
                           int most, struct tries *tries)
{
    enum color const enemy = opponent(board_color(board, stone));
    point p = stone;
    do {
        for (int i = 0; i < 4; i++) {
            point const q = (point)(p + neighbour[i]);
            if (board->color[q] == enemy && board->slot[q] != board->slot[rival] &&
                board_liberties(board, q) <= most)
                add_liberties(board, q, tries);
        }
        p = board->next[p];
    } while (p != stone);
}

/* Liberties of the rival's own, and the way in to those that nobody can fill yet.  */
static void add_fillings(struct board const *board, point stone, point rival,
                         struct tries *tries)
{
    struct chain const *const own = board_chain(board, stone);
    enum color const color = board_color(board, stone);
    point list[RACE_LIBERTIES];
    int const count = points_list(&board_chain(board, rival)->liberties, list);
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < count; i++) {
            bool const open = board_look(board, list[i], color).own &
                              ~board_look(board, list[i], color).other & AROUND_CROSS;
            if (!points_have(&own->liberties, list[i]) && open == !pass)
                add_try(tries, list[i]);
            for (int j = 0; pass && !open && j < 4; j++)
                if (board->color[list[i] + neighbour[j]] == EMPTY)
                    add_try(tries, (point)(list[i] + neighbour[j]));
        }
}

static void add_extensions(struct board const *board, point stone, struct tries *tries)
{
    point list[RACE_LIBERTIES];
    int const count = points_list(&board_chain(board, stone)->liberties, list);
    for (int least = 2; least >= 1; least--)
        for (int i = 0; i < count; i++)
            if (race_gain(board, stone, list[i]) >= least)
                add_try(tries, list[i]);
}

static void list_tries(struct race_search const *search, enum color mover,
                       struct tries *tries)
{
    struct race_count count;
    struct board const *const board = search->board;
    point const own = search->stone[mover], rival = search->stone[opponent(mover)];
    *tries = (struct tries){.count = 0};
    if (board_liberties(board, own) == 1) {
        add_wall_tries(board, own, rival, 1, tries);
        add_liberties(board, own, tries);
        return;
    }
    add_wall_tries(board, own, rival, 1, tries);
    race_count(board, search->stone[BLACK], search->stone[WHITE], &count);
    for (enum color color = BLACK; color <= WHITE; color++)
        if (count.racer[color].vital != NOWHERE)
            add_try(tries, count.racer[color].vital);
    add_fillings(board, own, rival, tries);
    add_extensions(board, own, tries);
    add_wall_tries(board, own, rival, WEAK, tries);
    add_liberties(board, rival, tries);
}

static int race_value(struct race_search *search, enum color mover, int low, int high,
                      int depth, bool passed);

/* Has the position stood on the line before?  */
static bool stood_before(struct race_search const *search, int depth)
{
    for (int i = depth; i >= 0; i--)
        if (search->line[i] == search->board->hash)
            return true;
    return false;
}

/* What comes of MOVER's move at P, an empty point or PASS, which no ko forbids.  */
static int play_move(struct race_search *search, enum color mover, point p, int low,
                     int high, int depth, bool retakes)
{
    struct board *const board = search->board;
    enum color const other = opponent(mover);
    int const stones = board->stones[other];
    struct undo undo;
    int value = UNTRIED;
    board_try(board, p, mover, &undo);
    if (board->color[search->stone[other]] == EMPTY)
        value = 1;
    else if (retakes || board->stones[other] == stones || !stood_before(search, depth))
        value = -race_value(search, other, -high, -low, depth + 1, p == PASS);
    board_undo(board, &undo);
    return value;
}

/* The same; UNTRIED when it is not legal.  */
static int try_move(struct race_search *search, enum color mover, point p, int low,
                    int high, int depth)
{
    struct board *const board = search->board;
    point const ko = board->ko;
    bool const banned = p != PASS && p == ko;
    search->ko |= banned;
    if (banned && (mover != search->master || search->ko_spent))
        return UNTRIED;
    if (banned)
        board->ko = NOWHERE;
    int value = UNTRIED;
    if (p == PASS || board_is_legal(board, p, mover, false)) {
        search->line[depth] = board->hash;
        search->ko_spent |= banned;
        value = play_move(search, mover, p, low, high, depth, banned);
        search->ko_spent &= !banned;
    }
    board->ko = ko;
    return value;
}

/* Nobody is captured, as far as one can see.  */
static int in_doubt(struct race_search *search)
{
    search->doubt = true;
    return 0;
}

/* What is known without trying anything; UNTRIED when nothing is.  */
static int value_at_once(struct race_search *search, enum color mover)
{
    struct board const *const board = search->board;
    struct chain const *const own = board_chain(board, search->stone[mover]);
    struct chain const *const other =
        board_chain(board, search->stone[opponent(mover)]);
    struct race_count count;
    if (other->liberty_count == 1 && points_first(&other->liberties) != board->ko)
        return 1;
    if (own->liberty_count > RACE_LIBERTIES || other->liberty_count > RACE_LIBERTIES)
        return in_doubt(search);
    race_count(board, search->stone[BLACK], search->stone[WHITE], &count);
    if (!count.plain)
        return count.racer[mover].flees ? in_doubt(search) : UNTRIED;
    enum color const loser = race_loser(&count, mover);
    return loser == EMPTY ? 0 : loser == mover ? -1 : 1;
}

/* The best of TRIES, and of passing, which ends it when the other side has PASSED.  */
static int best_of(struct race_search *search, enum color mover,
                   struct tries const *tries, int low, int high, int depth, bool passed)
{
    int best = UNTRIED;
    for (int i = 0; i < tries->count && best < high; i++) {
        int const value =
            try_move(search, mover, tries->at[i], best > low ? best : low, high, depth);
        best = value > best ? value : best;
    }
    if (best > 0 || best >= high)
        return best;
    int const value =
        passed ? 0
               : try_move(search, mover, PASS, best > low ? best : low, high, depth);
    return value > best ? value : best;
}

static int race_value(struct race_search *search, enum color mover, int low, int high,
                      int depth, bool passed)
{
    struct tries tries;
    int const known = value_at_once(search, mover);
    if (known != UNTRIED)
        return known;
    if (search->budget-- <= 0 || depth >= RACE_DEPTH)
        return in_doubt(search);
    list_tries(search, mover, &tries);
    search->doubt |= tries.more;
    return best_of(search, mover, &tries, low, high, depth, passed);
}

/* What comes of it if MOVER moves first and MASTER is the master of all kos.  */
static int read_first(struct race_search *search, enum color mover, enum color master,
                      int budget)
{
    struct board *const board = search->board;
    point const ko = board->ko;
    enum color const to_move = (enum color)board->to_move;
    search->budget = budget;
    search->master = master;
    if (to_move != mover)
        board->ko = NOWHERE;
    board->to_move = (uint8_t)mover;
    int const value = race_value(search, mover, -1, 1, 0, false);
    board->ko = ko;
    board->to_move = (uint8_t)to_move;
    return value;
}

/* Who is captured when MOVER is first, into RACE; returns its value.  A capture that
   was found is sure, whatever was in doubt on the way.  */
static int read_for(struct race_search *search, enum color mover, int budget,
                    struct race *race)
{
    search->doubt = search->ko = false;
    int const value = read_first(search, mover, opponent(mover), budget);
    race->nodes += budget - search->budget;
    if (search->ko && value < 1) {
        race->ko |= read_first(search, mover, mover, budget) != value;
        race->nodes += budget - search->budget;
    }
    race->sure[mover] = value || !search->doubt;
    race->loser[mover] = (uint8_t)(value > 0   ? opponent(mover)
                                   : value < 0 ? mover
                                               : EMPTY);
    return value;
}

/* Every move of MOVER that reaches BEST, whoever is the master of kos.  */
static void find_moves(struct race_search *search, enum color mover, int best,
                       int budget, struct race *race)
{
    struct tries tries;
    search->master = opponent(mover);
    list_tries(search, mover, &tries);
    for (int i = 0; i < tries.count; i++) {
        search->budget = budget;
        search->doubt = false;
        int const value = try_move(search, mover, tries.at[i], best - 1, best, 0);
        race->nodes += budget - search->budget;
        if (value >= best && (value || !search->doubt))
            race->move[race->move_count++] = tries.at[i];
    }
}

/* What the chain of STONE could gain: all its liberties, if it extended there,
   together; OPEN when two moves would do to get away.  */
static int room_of(struct board const *board, point stone)
{
    point list[RACE_LIBERTIES];
    int const count = points_list(&board_chain(board, stone)->liberties, list);
    int room = 0, ways = 0;
    for (int i = 0; i < count && ways < 2; i++) {
        int const gain = race_gain(board, stone, list[i]);
        room += gain;
        ways += gain >= 2;
    }
    return ways < 2 ? room : OPEN;
}

/* The room of a chain that has to race, if anybody does with it; else OPEN.  */
static int racing_room(struct board const *board, point stone)
{
    struct chain const *const chain = board_chain(board, stone);
    return chain->stone_count >= RACE_STONES && chain->liberty_count > 1 &&
                   chain->liberty_count <= RACE_LIBERTIES
               ? room_of(board, stone)
               : OPEN;
}

/* With two liberties each it is a matter of atari, which others read.  */
static bool are_close(struct board const *board, point black, point white, int room)
{
    return room <= CLOSE &&
           (board_liberties(board, black) > 2 || board_liberties(board, white) > 2);
}

static void read_close(struct board *board, point black, point white, int budget,
                       struct race *race)
{
    enum color const to_move = (enum color)board->to_move;
    struct race_search search = {.board = board, .stone = {0, black, white}};
    int value[3];
    memset(race, 0, sizeof *race);
    race_count(board, black, white, &race->count);
    for (enum color mover = BLACK; mover <= WHITE; mover++)
        value[mover] = read_for(&search, mover, budget, race);
    if (race_is_urgent(race))
        find_moves(&search, to_move, value[to_move], budget, race);
}

bool race_read(struct board *board, point black, point white, int budget,
               struct race *race)
{
    int const room = racing_room(board, black) + racing_room(board, white);
    if (!are_close(board, black, white, room))
        return false;
    read_close(board, black, white, budget, race);
    return true;
}

int race_stake(struct board const *board, struct race const *race)
{
    int stones = 0;
    for (enum color color = BLACK; color <= WHITE; color++)
        if ((race->loser[BLACK] == color) != (race->loser[WHITE] == color))
            stones += board_chain(board, race->count.racer[color].stone)->stone_count;
    return stones;
}

/* Pairs of chains that race: a stone of each.  */
struct pairs {
    int count;
    point stone[RACES_MAX][3]; /* by colour */
};

static void add_pair(struct board const *board, point black, point white,
                     struct pairs *pairs)
{
    for (int i = 0; i < pairs->count; i++)
        if (board->slot[pairs->stone[i][BLACK]] == board->slot[black] &&
            board->slot[pairs->stone[i][WHITE]] == board->slot[white])
            return;
    if (pairs->count == RACES_MAX)
        return;
    pairs->stone[pairs->count][BLACK] = black;
    pairs->stone[pairs->count++][WHITE] = white;
}

static void find_pairs(struct board const *board, struct pairs *pairs)
{
    uint8_t room[CHAIN_MAX]; /* 1 more than it is */
    memset(room, 0, board->slots_used);
    for (point p = board_first_point(); p; p = board_next_point(board, p))
        if (board->color[p] != EMPTY && !room[board->slot[p]])
            room[board->slot[p]] = (uint8_t)(1 + racing_room(board, p));
    pairs->count = 0;
    for (point p = board_first_point(); p; p = board_next_point(board, p))
        for (int i = 0; board->color[p] == BLACK && i < 4; i++) {
            point const q = (point)(p + neighbour[i]);
            if (board->color[q] == WHITE &&
                are_close(board, p, q, room[board->slot[p]] + room[board->slot[q]] - 2))
                add_pair(board, p, q, pairs);
        }
}

int races_find(struct board *board, int budget, struct race list[static RACES_MAX])
{
    struct pairs pairs;
    find_pairs(board, &pairs);
    for (int i = 0; i < pairs.count; i++)
        read_close(board, pairs.stone[i][BLACK], pairs.stone[i][WHITE], budget,
                   &list[i]);
    return pairs.count;
}
