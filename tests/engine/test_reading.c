#include "tests/support/testing.h"

#include "tests/support/diagram.h"

#include "engine/base/rng.h"
#include "engine/reading/reading.h"

enum { PLENTY = 20000 };

/* The same game as the reader's, searched over all moves of both sides on a
   real board.  The hunter moves: atari or capture, nothing else counts.  */
struct line {
    uint64_t hash[256];
    bool ko_spent;
};

static enum outcome hunt_all(struct board const *board, point prey, struct line *line,
                             int depth);

/* COLOR plays P on AFTER, a copy of BOARD; false when the game forbids it.  */
static bool play(struct board *after, struct board const *board, point p,
                 enum color color, struct line *line, int depth, bool *banned)
{
    *banned = p == board->ko;
    if (board_is_suicide(board, p, color) || (*banned && line->ko_spent))
        return false;
    board_copy(after, board);
    board_play(after, p, color);
    assert_true(depth < 250);
    line->hash[depth] = board->hash;
    for (int i = 0; i <= depth && !*banned; i++)
        if (line->hash[i] == after->hash)
            return false;
    return true;
}

static enum outcome flee_all(struct board const *board, point prey, struct line *line,
                             int depth)
{
    enum color const owner = board_color(board, prey);
    enum outcome worst = WORKS;
    for (int i = 0; i < board->empty_count && worst > FAILS; i++) {
        point const p = board->empty[i];
        struct board after;
        bool banned;
        if (!play(&after, board, p, owner, line, depth, &banned))
            continue;
        line->ko_spent |= banned;
        enum outcome outcome = hunt_all(&after, prey, line, depth + 1);
        line->ko_spent &= !banned;
        if (banned && outcome < BY_KO)
            outcome = BY_KO;
        if (outcome < worst)
            worst = outcome;
    }
    return worst;
}

static enum outcome hunt_all(struct board const *board, point prey, struct line *line,
                             int depth)
{
    enum color const hunter = opponent(board_color(board, prey));
    enum outcome best = FAILS;

    if (board_liberties(board, prey) >= 3)
        return FAILS;
    if (board_liberties(board, prey) == 1) {
        bool const banned =
            board->ko == points_first(&board_chain(board, prey)->liberties);
        return !banned ? WORKS : line->ko_spent ? FAILS : BY_KO;
    }
    for (int i = 0; i < board->empty_count && best < WORKS; i++) {
        point const p = board->empty[i];
        struct board after;
        bool banned;
        if (!play(&after, board, p, hunter, line, depth, &banned))
            continue;
        line->ko_spent |= banned;
        enum outcome outcome = FAILS;
        if (board_liberties(&after, prey) == 1)
            outcome = flee_all(&after, prey, line, depth + 1);
        line->ko_spent &= !banned;
        if (banned && outcome > BY_KO)
            outcome = BY_KO;
        if (outcome > best)
            best = outcome;
    }
    return best;
}

static enum outcome hunt(struct board const *board, point prey)
{
    struct line line = {.ko_spent = false};
    return hunt_all(board, prey, &line, 0);
}

static enum outcome flee(struct board const *board, point prey)
{
    struct line line = {.ko_spent = false};
    return flee_all(board, prey, &line, 0);
}

/* A small board of random moves, not all in turn, captures included.  */
static void scatter(struct board *board, struct rng *rng, int width, int height)
{
    int const moves = 3 + (int)rng_below(rng, (uint32_t)(width * height + 4));
    board_init(board, width, height);
    for (int i = 0; i < moves; i++) {
        point const p = board->empty[rng_below(rng, board->empty_count)];
        enum color const color = rng_below(rng, 2) ? BLACK : WHITE;
        board->to_move = (uint8_t)color;
        if (board_is_legal(board, p, color, false))
            board_play(board, p, color);
    }
}

/* The ladder alone, written down once more: the hunter at a liberty of the prey,
   the owner there or where he takes something.  */
static enum outcome ladder_by_hand(struct board const *board, point prey, bool hunting,
                                   int depth)
{
    enum color const owner = board_color(board, prey);
    enum color const mover = hunting ? opponent(owner) : owner;
    enum outcome best = hunting ? FAILS : WORKS;

    if (hunting && board_liberties(board, prey) != 2)
        return board_liberties(board, prey) == 1 ? WORKS : FAILS;
    assert_true(depth < 250);
    for (int i = 0; i < board->empty_count; i++) {
        point const p = board->empty[i];
        bool useful = points_have(&board_chain(board, prey)->liberties, p);
        for (int j = 0; j < 4 && !hunting; j++) {
            point const near = (point)(p + neighbour[j]);
            useful |= board->color[near] == opponent(owner) &&
                      board_liberties(board, near) == 1;
        }
        if (!useful || !board_is_legal(board, p, mover, false))
            continue;
        struct board after;
        board_copy(&after, board);
        board_play(&after, p, mover);
        if (hunting && board_liberties(&after, prey) != 1)
            continue;
        enum outcome const outcome = ladder_by_hand(&after, prey, !hunting, depth + 1);
        if (hunting ? outcome > best : outcome < best)
            best = outcome;
        if (best == (hunting ? WORKS : FAILS))
            break;
    }
    return best;
}

/* A stone to be caught in a ladder that runs in any direction from anywhere, with
   some stones on the board that may break it.  */
static point lay_ladder(struct board *board, struct rng *rng)
{
    static int const wall[][2] = {{-1, 0}, {0, -1}, {1, -1}, {-1, 1}};
    int const x = 3 + (int)rng_below(rng, 15), y = 3 + (int)rng_below(rng, 15);
    int const sx = rng_below(rng, 2) ? 1 : -1, sy = rng_below(rng, 2) ? 1 : -1;
    board_init(board, 19, 19);
    board_set(board, point_at(x, y), WHITE);
    for (int i = 0; i < 4; i++)
        board_set(board, point_at(x + sx * wall[i][0], y + sy * wall[i][1]), BLACK);
    for (uint32_t left = rng_below(rng, 12); left; left--) {
        point const p = board->empty[rng_below(rng, board->empty_count)];
        if (p != point_at(x + sx, y) && p != point_at(x, y + sy) &&
            board_is_legal(board, p, WHITE, false) &&
            board_is_legal(board, p, BLACK, false))
            board_set(board, p, rng_below(rng, 3) ? WHITE : BLACK);
    }
    board_turn(board, BLACK);
    return point_at(x, y);
}

/* Without nets, which the game over all moves does not know.  */
static enum outcome ladder(struct reader *reader, point prey)
{
    struct reading moves[RESCUES_MAX];
    int const count = reader_attacks(reader, prey, PLENTY, moves);
    enum outcome best = FAILS;
    for (int i = 0; i < count; i++)
        if (!moves[i].net && moves[i].outcome > best)
            best = (enum outcome)moves[i].outcome;
    return best;
}

static void agrees_with_a_search_over_all_moves(void **state)
{
    (void)state;
    struct rng rng;
    rng_seed(&rng, 20240);
    int questions = 0, caught = 0, kos = 0;
    int const wanted = getenv("HISHI_SLOW") ? 200000 : 12000;
    while (questions < wanted) {
        struct board board;
        struct reader reader;
        scatter(&board, &rng, 2 + (int)rng_below(&rng, 4), 2 + (int)rng_below(&rng, 4));
        reader_init(&reader, &board);
        for (point p = board_first_point(); p; p = board_next_point(&board, p)) {
            if (board.color[p] == EMPTY || board_liberties(&board, p) > 2)
                continue;
            if (board.ko != NOWHERE && board.to_move == board.color[p])
                continue; /* the ban would be on the side that does not move first */
            struct board now = board;
            now.to_move = opponent(board_color(&board, p));
            enum outcome const truth = hunt(&now, p);
            assert_int_equal(ladder(&reader, p), truth);
            questions++;
            caught += truth == WORKS;
            kos += truth == BY_KO;
        }
    }
    assert_true(caught > wanted / 20 && caught < wanted && kos > 20);
}

static void simple_ladders_are_right_across_the_whole_board(void **state)
{
    (void)state;
    struct rng rng;
    rng_seed(&rng, 20243);
    int caught = 0;
    enum { LADDERS = 1000 };
    for (int i = 0; i < LADDERS; i++) {
        struct board board;
        struct reader reader;
        point const prey = lay_ladder(&board, &rng);
        enum outcome const truth = ladder_by_hand(&board, prey, true, 0);
        reader_init(&reader, &board);
        assert_int_equal(ladder(&reader, prey), truth);
        caught += truth == WORKS;
    }
    assert_true(caught > LADDERS / 10 && caught < LADDERS * 9 / 10);
}

static void rescues_are_true_and_complete_in_atari(void **state)
{
    (void)state;
    struct rng rng;
    rng_seed(&rng, 20241);
    int questions = 0, saved = 0;
    while (questions < 5000) {
        struct board board;
        struct reader reader;
        scatter(&board, &rng, 3 + (int)rng_below(&rng, 3), 3 + (int)rng_below(&rng, 3));
        reader_init(&reader, &board);
        for (point p = board_first_point(); p; p = board_next_point(&board, p)) {
            struct reading found[RESCUES_MAX];
            if (board.color[p] == EMPTY || board_liberties(&board, p) > 2 ||
                board.ko != NOWHERE)
                continue;
            bool const in_atari = board_liberties(&board, p) == 1;
            int const count = reader_rescues(&reader, p, PLENTY, found);
            questions++;
            for (int i = 0; i < board.empty_count; i++) {
                point const q = board.empty[i];
                if (board_is_suicide(&board, q, board_color(&board, p)))
                    continue;
                struct board after = board;
                board_play(&after, q, board_color(&board, p));
                enum outcome const left = hunt(&after, p);
                enum outcome claimed = FAILS;
                for (int j = 0; j < count; j++)
                    if (found[j].at == q)
                        claimed = (enum outcome)found[j].outcome;
                saved += claimed == WORKS;
                if (claimed == WORKS)
                    assert_int_equal(left, FAILS);
                struct reader next;
                reader_init(&next, &after);
                struct reading const attack = reader_attack(&next, p, PLENTY);
                if (in_atari && !attack.net)
                    assert_int_equal(claimed, WORKS - left);
            }
        }
    }
    assert_true(saved > 500);
}

/* After the net is cast, no move of the owner at all may lead out.  */
static void nets_hold_against_every_answer(void **state)
{
    (void)state;
    struct rng rng;
    rng_seed(&rng, 20242);
    int nets = 0, torn = 0;
    while (nets < 300) {
        struct board board;
        struct reader reader;
        scatter(&board, &rng, 4 + (int)rng_below(&rng, 2), 4 + (int)rng_below(&rng, 2));
        reader_init(&reader, &board);
        for (point p = board_first_point(); p; p = board_next_point(&board, p)) {
            if (board.color[p] == EMPTY || board_liberties(&board, p) != 2 ||
                board.ko != NOWHERE)
                continue;
            struct reading const attack = reader_attack(&reader, p, PLENTY);
            if (!attack.net || attack.outcome != WORKS)
                continue;
            nets++;
            struct board cast = board;
            board_play(&cast, attack.at, opponent(board_color(&board, p)));
            torn += flee(&cast, p) != WORKS;
        }
    }
    assert_int_equal(torn, 0);
}

/* The siege searched over all moves of both sides, passing too, for so many moves:
   whoever the time runs out for has not done it.  */
static bool is_besieged(struct board const *board, point prey, enum color owner,
                        int moves)
{
    bool const hunting = board->to_move != owner;
    if (hunting && board_liberties(board, prey) >= 4)
        return false;
    if (hunting && board_liberties(board, prey) == 1 &&
        board->ko != points_first(&board_chain(board, prey)->liberties))
        return true;
    if (!moves)
        return false;
    for (int i = -1; i < board->empty_count; i++) {
        point const p = i < 0 ? PASS : board->empty[i];
        struct board after;
        if (p != PASS && !board_is_legal(board, p, (enum color)board->to_move, false))
            continue;
        board_copy(&after, board);
        board_play(&after, p, (enum color)board->to_move);
        if (is_besieged(&after, prey, owner, moves - 1) == hunting)
            return hunting;
    }
    return !hunting;
}

/* It names moves of few kinds for either side, so it may err; seldom.  */
static void sieges_agree_with_a_search_over_all_moves(void **state)
{
    (void)state;
    enum { QUESTIONS = 1500, ROOM = 7, MOVES = 6 };
    struct rng rng;
    rng_seed(&rng, 20244);
    int questions = 0, wrong[2] = {0, 0}, said[2] = {0, 0};
    while (questions < QUESTIONS) {
        struct board board;
        struct reader reader;
        scatter(&board, &rng, 3 + (int)rng_below(&rng, 3), 3 + (int)rng_below(&rng, 3));
        if (board.ko != NOWHERE || board.empty_count > ROOM)
            continue;
        reader_init(&reader, &board);
        for (point p = board_first_point(); p; p = board_next_point(&board, p)) {
            struct reading moves[RESCUES_MAX];
            if (board.color[p] == EMPTY || board_liberties(&board, p) < 2 ||
                board_liberties(&board, p) > 3)
                continue;
            int const count = reader_sieges(&reader, p, PLENTY, moves);
            if (count && moves[0].outcome == BY_KO)
                continue;
            struct board now = board;
            board_turn(&now, opponent(board_color(&board, p)));
            bool const truth = is_besieged(&now, p, board_color(&board, p), MOVES);
            questions++;
            said[count > 0]++;
            wrong[count > 0] += truth != (count > 0);
        }
    }
    assert_true(said[1] > QUESTIONS / 10 && said[0] > QUESTIONS / 10);
    assert_true(wrong[1] * 10 < said[1]);
    assert_true(wrong[0] * 50 < said[0]);
}

/* Black's chain of three liberties: does White catch it by moving first, and does
   Black save it?  */
static struct {
    char const *what;
    bool caught, saved;
    char const *diagram;
} const sieges[] = {
    {"room for one eye, or for two", true, true,
     ". . . . . . .\n"
     "O O O O O O O\n"
     "O X X X X X O\n"
     "O X . . . X O\n"},
    {"a friend close by", false, true,
     ". . . . . . .\n"
     ". . . . X . .\n"
     ". . O . . . .\n"
     ". O X X . . .\n"
     ". . O . . . .\n"
     ". . . . . . .\n"},
    {"in the open", false, true,
     ". . . . . . .\n"
     ". . . . . . .\n"
     ". . . . . . .\n"
     ". O X . . . .\n"
     ". . . . . . .\n"
     ". . . . . . .\n"},
    {"on the edge between two walls", true, false,
     ". . . . . . .\n"
     ". O O O O O .\n"
     "O . . . . . O\n"
     ". O X X X O .\n"},
};

static void sieges_are_as_drawn(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof sieges / sizeof *sieges; i++) {
        struct board board;
        struct reader reader;
        struct reading moves[RESCUES_MAX];
        point prey = NOWHERE;
        diagram_read(&board, sieges[i].diagram, NULL);
        for (point p = board_first_point(); p && prey == NOWHERE;
             p = board_next_point(&board, p))
            prey =
                board.color[p] == BLACK && board_liberties(&board, p) == 3 ? p : prey;
        assert_int_not_equal(prey, NOWHERE);
        reader_init(&reader, &board);
        bool const caught =
            reader_sieges(&reader, prey, PLENTY, moves) && moves[0].outcome == WORKS;
        bool const saved =
            reader_breakouts(&reader, prey, PLENTY, moves) && moves[0].outcome == WORKS;
        if (caught != sieges[i].caught || (caught && saved != sieges[i].saved))
            fail_msg("%s: caught %d, saved %d\n%s", sieges[i].what, caught, saved,
                     sieges[i].diagram);
    }
}

int main(void)
{
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(agrees_with_a_search_over_all_moves),
        cmocka_unit_test(simple_ladders_are_right_across_the_whole_board),
        cmocka_unit_test(rescues_are_true_and_complete_in_atari),
        cmocka_unit_test(nets_hold_against_every_answer),
        cmocka_unit_test(sieges_agree_with_a_search_over_all_moves),
        cmocka_unit_test(sieges_are_as_drawn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
