#include "tests/support/testing.h"

#include "tests/support/diagram.h"

#include "engine/base/rng.h"
#include "engine/reading/race.h"

/* The game itself, searched over all moves and passes of both sides: whoever first
   captures the other's chain has won.  Values are the mover's, 1, 0 or -1.  */
enum { TABLE = 1 << 18, UNKNOWN = 2 };

struct known {
    uint64_t key;
    int8_t value;
};

struct oracle {
    struct board *board;
    point stone[3];
    struct points useful; /* elsewhere a move is as good as a pass */
    long nodes, most;
    bool gave_up, again; /* a ko, or a position that came again */
    uint64_t line[200];
    struct known *table;
};

static uint64_t key_of(struct board const *board, enum color mover, bool passed)
{
    uint64_t const more = (uint64_t)board->ko * 4 + mover * 2 + passed;
    return board->hash ^ (more + 1) * 0x9e3779b97f4a7c15u;
}

static int oracle_value(struct oracle *oracle, enum color mover, int depth,
                        bool passed);

static int oracle_try(struct oracle *oracle, enum color mover, point p, int depth)
{
    struct board *const board = oracle->board;
    enum color const other = opponent(mover);
    struct undo undo;
    int value = UNKNOWN;
    if (p != PASS && p == board->ko)
        oracle->again = true;
    if (p != PASS && !board_is_legal(board, p, mover, false))
        return UNKNOWN;
    board_try(board, p, mover, &undo);
    for (int i = 0; i <= depth && p != PASS; i++)
        oracle->again |= oracle->line[i] == board->hash;
    if (board->color[oracle->stone[other]] == EMPTY)
        value = 1;
    else if (!oracle->again)
        value = -oracle_value(oracle, other, depth + 1, p == PASS);
    board_undo(board, &undo);
    return value;
}

static int oracle_value(struct oracle *oracle, enum color mover, int depth, bool passed)
{
    struct board *const board = oracle->board;
    uint64_t const key = key_of(board, mover, passed);
    struct known *const known = &oracle->table[key % TABLE];
    int best = -1;
    if (known->key == key)
        return known->value;
    if (oracle->nodes++ > oracle->most || depth == 199)
        oracle->gave_up = true;
    if (oracle->gave_up || oracle->again)
        return 0;
    oracle->line[depth] = board->hash;
    for (point p = board_first_point(); p && best < 1; p = board_next_point(board, p)) {
        if (board->color[p] != EMPTY || !points_have(&oracle->useful, p))
            continue;
        int const value = oracle_try(oracle, mover, p, depth);
        best = value != UNKNOWN && value > best ? value : best;
    }
    if (best < 1) {
        int const value = passed ? 0 : oracle_try(oracle, mover, PASS, depth);
        best = value != UNKNOWN && value > best ? value : best;
    }
    if (!oracle->gave_up && !oracle->again)
        *known = (struct known){key, (int8_t)best};
    return best;
}

/* The stones of RACE are asked about.  */
static void begin(struct oracle *oracle, struct race const *race)
{
    for (enum color color = BLACK; color <= WHITE; color++)
        oracle->stone[color] = race->count.racer[color].stone;
    memset(oracle->table, 0, TABLE * sizeof *oracle->table);
}

/* Who is captured on BOARD when MOVER is first; false when that is too much to say, or
   a matter of ko.  */
static bool ask_oracle(struct oracle *oracle, struct board const *board,
                       enum color mover, enum color *loser)
{
    static struct board now;
    now = *board;
    if (board->to_move != mover)
        board_turn(&now, mover);
    oracle->board = &now;
    oracle->nodes = 0;
    oracle->gave_up = oracle->again = false;
    int const value = oracle_value(oracle, mover, 0, false);
    *loser = value > 0 ? opponent(mover) : value < 0 ? mover : EMPTY;
    return !oracle->gave_up && !oracle->again;
}

static void use_all(struct oracle *oracle, struct board const *board)
{
    for (point p = board_first_point(); p; p = board_next_point(board, p))
        points_add(&oracle->useful, p);
}

/* ---------------------------------------------------------------- composed races */

enum { SIDE = 13, BLOCK = 5, MIDDLE = 6, HEIGHT = 11 };
enum { SQUARE = 4 }; /* an eye of four points in a square; others are in a row */

struct plan {
    int outside[3], eye[3]; /* by colour */
    int shared;
};

/* Black's half; White's is its mirror image below the middle row.

       . . . . . . . . .       the wall's breath
       O O O O O O O O O       White's wall
       X X X X X . . . O       Black's block, and its outside liberties
       X * * * X X X X X       Black's racer, with its eye; in an eye of three points
       X X X X X X X X X       White has taken the middle one
       X X X X X . . X X       the middle row, with the shared liberties  */
static enum color composed(struct plan const *plan, int x, int y)
{
    enum color const own = y >= MIDDLE ? BLACK : WHITE, other = opponent(own);
    int const eye = plan->eye[own];
    switch (abs(y - MIDDLE)) {
    case 0:
        return x > BLOCK && x <= BLOCK + plan->shared ? EMPTY : BLACK;
    case 1:
        return eye == SQUARE && (x == 2 || x == 3) ? EMPTY : own;
    case 2:
        if (eye == SQUARE ? x == 2 || x == 3 : x > 1 && x <= 1 + eye)
            return eye == 3 && x == 3 ? other : EMPTY;
        return own;
    case 3:
        return x <= BLOCK ? own : x <= BLOCK + plan->outside[own] ? EMPTY : other;
    case 4:
        return other;
    default:
        return EMPTY;
    }
}

static void compose(struct plan const *plan, struct board *board, struct points *useful)
{
    memset(useful, 0, sizeof *useful);
    board_init(board, SIDE, HEIGHT);
    for (int y = 1; y <= HEIGHT; y++)
        for (int x = 1; x <= SIDE; x++) {
            enum color const color = composed(plan, x, y);
            if (color != EMPTY)
                board_set(board, point_at(x, y), color);
            if (y > 1 && y < HEIGHT && (color == EMPTY || (x == 3 && y % 4 == 0)))
                points_add(useful, point_at(x, y));
        }
}

/* Every move that is named leads to what was promised.  */
static int moves_do_what_they_should(struct oracle *oracle, struct board const *board,
                                     struct race const *race)
{
    enum color const own = (enum color)board->to_move;
    int told = 0;
    assert_true(race->move_count > 0 || !race_is_urgent(race));
    for (int i = 0; i < race->move_count; i++) {
        static struct board after;
        enum color truth;
        after = *board;
        board_play(&after, race->move[i], own);
        if (!ask_oracle(oracle, &after, opponent(own), &truth))
            continue;
        assert_int_equal(truth, race->loser[own]);
        told++;
    }
    return told;
}

struct tally {
    int told, urgent, seki, moves;
};

static void compare_plain(struct oracle *oracle, struct board *board,
                          struct tally *tally)
{
    struct race race;
    if (!race_read(board, point_at(13, 8), point_at(13, 4), 1, &race))
        return;
    begin(oracle, &race);
    assert_true(race.count.plain && race_is_sure(&race) && race.nodes == 0);
    for (enum color mover = BLACK; mover <= WHITE; mover++) {
        enum color truth;
        if (!ask_oracle(oracle, board, mover, &truth))
            continue;
        assert_int_equal(race.loser[mover], truth);
        tally->told++;
    }
    tally->moves += moves_do_what_they_should(oracle, board, &race);
    tally->urgent += race_is_urgent(&race);
    tally->seki += !race.loser[BLACK] && !race.loser[WHITE];
}

/* One in four with a square eye, the others by chance.  */
static struct plan plan_race(int i, struct rng *rng)
{
    if (i % 4 == 0)
        return (struct plan){.outside = {0, i / 4 % 3, 1 + i / 12 % 5},
                             .eye = {0, SQUARE, i / 60 % 2},
                             .shared = i / 8 % 3};
    int const least = (int)rng_below(rng, 3);
    struct plan plan = {.shared = (int)rng_below(rng, 4)};
    for (enum color color = BLACK; color <= WHITE; color++) {
        plan.outside[color] = least + (int)rng_below(rng, 3);
        plan.eye[color] = (int)rng_below(rng, 2) * (int)rng_below(rng, 4);
    }
    return plan;
}

static void counts_plain_races_right(void **state)
{
    (void)state;
    static struct oracle oracle;
    static struct board board;
    struct tally tally = {.told = 0};
    struct rng rng;
    bool const slow = getenv("HISHI_SLOW");
    int const wanted = slow ? 1000 : 120;
    oracle.most = slow ? 60000 : 8000;
    oracle.table = test_malloc(TABLE * sizeof *oracle.table);
    rng_seed(&rng, 7);
    for (int i = 0; i < wanted; i++) {
        struct plan const plan = plan_race(i, &rng);
        compose(&plan, &board, &oracle.useful);
        board_turn(&board, rng_below(&rng, 2) ? BLACK : WHITE);
        compare_plain(&oracle, &board, &tally);
    }
    print_message("%d results of plain races, %d urgent, %d seki, %d moves\n",
                  tally.told, tally.urgent, tally.seki, tally.moves);
    assert_true(tally.told > wanted && tally.urgent > wanted / 10 &&
                tally.seki > wanted / 10 && tally.moves > wanted / 8);
    test_free(oracle.table);
}

/* A stone beside a liberty that is short of liberties itself may be taken by whoever
   fills there, or must be saved: counting does not say what comes of that.  x is a
   stone of Black's racer, o one of White's.  */
static void compare_short(struct oracle *oracle, char const *drawing)
{
    static struct board board;
    char marks[POINTS];
    struct race race;
    diagram_read(&board, drawing, marks);
    use_all(oracle, &board);
    assert_true(race_read(&board, diagram_find(&board, marks, 'x'),
                          diagram_find(&board, marks, 'o'), 300, &race));
    assert_false(race.count.plain);
    begin(oracle, &race);
    for (enum color mover = BLACK; mover <= WHITE; mover++) {
        enum color truth;
        if (race.sure[mover] && !race.ko && ask_oracle(oracle, &board, mover, &truth))
            assert_int_equal(race.loser[mover], truth);
    }
}

static void what_is_short_beside_a_liberty_is_not_counted_over(void **state)
{
    (void)state;
    static struct oracle oracle = {.most = 20000};
    static char const *const drawings[] = {
        /* Black takes the stone at D3 */
        ". . . .\n X X X X\n X . X O\n X o O .\n O . x X\n",
        /* Black takes the stone at C1 */
        ". O X X X X\n O O O X . X\n . O X X X .\n x o X . X X\n X . O X X .\n",
        /* White takes the stone at F2 */
        ". X X X . O .\n x X . X . O .\n o O O O . X O\n O O O O O . O\n",
        /* White takes the stone at C1 */
        ". X X O X .\n O . O O O .\n . O O O X X\n O O O x X .\n . O X . o O\n",
    };
    oracle.table = test_malloc(TABLE * sizeof *oracle.table);
    for (size_t i = 0; i < sizeof drawings / sizeof *drawings; i++)
        compare_short(&oracle, drawings[i]);
    test_free(oracle.table);
}

/* ---------------------------------------------------------------- small boards */

static void scatter(struct board *board, struct rng *rng)
{
    int const width = 4 + (int)rng_below(rng, 3), height = 4 + (int)rng_below(rng, 2);
    board_init(board, width, height);
    int const moves = width * height + (int)rng_below(rng, (uint32_t)(width * height));
    for (int i = 0; i < moves && board->empty_count > 7; i++) {
        point const p = board->empty[rng_below(rng, board->empty_count)];
        enum color const color = rng_below(rng, 2) ? BLACK : WHITE;
        board->to_move = (uint8_t)color;
        if (board_is_legal(board, p, color, false) && !board_is_eye(board, p, color))
            board_play(board, p, color);
    }
    board_turn(board, rng_below(rng, 2) ? BLACK : WHITE);
}

static void reads_races_on_small_boards(void **state)
{
    (void)state;
    static struct oracle oracle = {.most = 3000};
    static struct board board;
    struct race races[RACES_MAX];
    struct rng rng;
    int told = 0, wrong = 0, captures = 0;
    int const wanted = getenv("HISHI_SLOW") ? 1000 : 100;
    oracle.table = test_malloc(TABLE * sizeof *oracle.table);
    rng_seed(&rng, 11);
    while (told < wanted) {
        scatter(&board, &rng);
        use_all(&oracle, &board);
        static struct board before;
        before = board;
        int const count = races_find(&board, 300, races);
        assert_true(board_same_stones(&before, &board) && before.ko == board.ko &&
                    before.to_move == board.to_move);
        for (int i = 0; i < count; i++) {
            begin(&oracle, &races[i]);
            for (enum color mover = BLACK; mover <= WHITE; mover++) {
                enum color truth;
                if (races[i].ko || !races[i].sure[mover] ||
                    !ask_oracle(&oracle, &board, mover, &truth))
                    continue;
                told++;
                captures += truth != EMPTY;
                wrong += races[i].loser[mover] != truth;
            }
        }
    }
    print_message("%d results on small boards, %d captures, %d wrong\n", told, captures,
                  wrong);
    assert_true(captures > told / 2 && wrong * 50 < told);
    test_free(oracle.table);
}

int main(void)
{
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(counts_plain_races_right),
        cmocka_unit_test(what_is_short_beside_a_liberty_is_not_counted_over),
        cmocka_unit_test(reads_races_on_small_boards),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
