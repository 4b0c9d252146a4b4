/* The engine's board against the naive one, move by move.  */
#include "tests/support/testing.h"

#include "engine/base/rng.h"
#include "engine/go/rules.h"
#include "tests/support/naive.h"

/* All that rules.h can ask of the ko, with and without suicide.  */
static struct {
    struct rules rules;
    enum naive_ko ko;
} const variants[] = {
    {{.name = "simple", .ko = KO_SIMPLE}, NAIVE_SIMPLE},
    {{.name = "simple", .ko = KO_SIMPLE, .suicide = true}, NAIVE_SIMPLE},
    {{.name = "positional", .ko = KO_POSITIONAL}, NAIVE_POSITIONAL},
    {{.name = "positional", .ko = KO_POSITIONAL, .suicide = true}, NAIVE_POSITIONAL},
    {{.name = "situational", .ko = KO_SITUATIONAL}, NAIVE_SITUATIONAL},
    {{.name = "situational", .ko = KO_SITUATIONAL, .suicide = true}, NAIVE_SITUATIONAL},
};
enum { VARIANTS = sizeof variants / sizeof *variants };

/* One game on both boards.  */
struct pair {
    struct board board;
    struct history history;
    struct naive naive;
    struct rng rng;
    /* What is played in stays inside these columns and rows, so that there is
       fighting on large boards too.  */
    int left, right, bottom, top;
    long verdicts, captures, refused_ko; /* how much has been compared */
};

static char letter(enum color color)
{
    return color == EMPTY ? '.' : color == BLACK ? 'X' : 'O';
}

static int between(struct rng *rng, int low, int high)
{
    return low + (int)rng_below(rng, (uint32_t)(high - low + 1));
}

static void start(struct pair *pair, int width, int height)
{
    board_init(&pair->board, width, height);
    naive_start(&pair->naive, width, height);
    history_clear(&pair->history);
    history_push(&pair->history, &pair->board);
    pair->left = pair->bottom = 1;
    pair->right = width;
    pair->top = height;
}

/* Keep the game inside a part of at most SIDE x SIDE.  */
static void confine(struct pair *pair, int side)
{
    if (pair->board.width > side) {
        pair->left = between(&pair->rng, 1, pair->board.width - side + 1);
        pair->right = pair->left + side - 1;
    }
    if (pair->board.height > side) {
        pair->bottom = between(&pair->rng, 1, pair->board.height - side + 1);
        pair->top = pair->bottom + side - 1;
    }
}

/* The same verdict by every rule; MOVE is what the naive board makes of it.  */
static void compare_legality(struct pair *pair, int column, int row, enum color color,
                             struct naive_move *move)
{
    point const p = point_at(column, row);
    naive_try(&pair->naive, column, row, letter(color), move);
    for (int i = 0; i < VARIANTS; i++) {
        bool const expected = naive_is_legal(&pair->naive, move, variants[i].ko,
                                             variants[i].rules.suicide);
        bool const got =
            rules_permit(&variants[i].rules, &pair->history, &pair->board, p, color);
        if (got != expected)
            fail_msg("%s ko, suicide %d: %s at %d,%d on %dx%d is %s",
                     variants[i].rules.name, variants[i].rules.suicide,
                     color_name(color), column, row, pair->board.width,
                     pair->board.height, got ? "legal" : "illegal");
        pair->refused_ko += !expected && !move->suicide && !move->on_stone;
    }
    pair->verdicts += VARIANTS;
}

static void compare_chain(struct pair const *pair, int column, int row)
{
    point const p = point_at(column, row);
    int stones;
    int const liberties = naive_liberties(&pair->naive, column, row, &stones);
    assert_int_equal(board_liberties(&pair->board, p), liberties);
    assert_int_equal(board_chain(&pair->board, p)->stone_count, stones);
}

/* Stones, captures, hash and liberties; all of them when ALL.  */
static void compare_position(struct pair const *pair, bool all)
{
    struct board const *const board = &pair->board;
    uint64_t hash = 0;
    int stones[3] = {0};
    for (int row = 1; row <= board->height; row++)
        for (int column = 1; column <= board->width; column++) {
            point const p = point_at(column, row);
            enum color const color = board_color(board, p);
            assert_int_equal(letter(color), pair->naive.now.at[row][column]);
            stones[color]++;
            if (color == EMPTY)
                continue;
            hash ^= zobrist_stone[p][color - 1];
            if (all)
                compare_chain(pair, column, row);
        }
    assert_true(hash == board->hash);
    assert_int_equal(board->stones[BLACK], stones[BLACK]);
    assert_int_equal(board->stones[WHITE], stones[WHITE]);
    assert_int_equal(board->empty_count, stones[EMPTY]);
    assert_int_equal(board->prisoners[BLACK], pair->naive.captured[0]);
    assert_int_equal(board->prisoners[WHITE], pair->naive.captured[1]);
    assert_int_equal(letter((enum color)board->to_move), pair->naive.now.to_move);
}

static void compare_all_legality(struct pair *pair)
{
    struct naive_move move;
    for (int row = pair->bottom; row <= pair->top; row++)
        for (int column = pair->left; column <= pair->right; column++)
            for (enum color color = BLACK; color <= WHITE; color++)
                compare_legality(pair, column, row, color, &move);
}

/* Both boards play a random move that RULES allow, or pass.  */
static void play_one(struct pair *pair, int variant)
{
    enum color color = (enum color)pair->board.to_move;
    if (rng_below(&pair->rng, 32) == 0)
        color = opponent(color); /* GTP allows the same colour again */
    for (int tries = 0; tries < 6; tries++) {
        int const column = between(&pair->rng, pair->left, pair->right);
        int const row = between(&pair->rng, pair->bottom, pair->top);
        struct naive_move move;
        compare_legality(pair, column, row, color, &move);
        if (!naive_is_legal(&pair->naive, &move, variants[variant].ko,
                            variants[variant].rules.suicide))
            continue;
        point const p = point_at(column, row);
        uint64_t const expected = board_hash_after(&pair->board, p, color);
        struct undo undo;
        board_try(&pair->board, p, color, &undo);
        board_undo(&pair->board, &undo);
        compare_position(pair, rng_below(&pair->rng, 16) == 0);
        board_play(&pair->board, p, color);
        naive_make(&pair->naive, &move);
        assert_true(pair->board.hash == expected);
        pair->captures += move.captured[0] + move.captured[1];
        if (pair->board.color[p] != EMPTY)
            compare_chain(pair, column, row);
        return;
    }
    board_play(&pair->board, PASS, color);
    naive_pass(&pair->naive, letter(color));
}

/* Any fate for any chain will do to compare how it is counted.  */
static void compare_scores(struct pair *pair)
{
    static enum status status[POINTS];
    static char fate[NAIVE_SIDE][NAIVE_SIDE];
    struct board const *const board = &pair->board;
    for (point p = 0; p < POINTS; p++)
        status[p] = STATUS_ALIVE;
    for (point p = board_first_point(); p; p = board_next_point(board, p))
        if (board->color[p] != EMPTY && board_chain(board, p)->stone == p) {
            enum status const drawn = (enum status)rng_below(&pair->rng, 3);
            point q = p;
            do
                status[q] = drawn;
            while ((q = board->next[q]) != p);
        }
    for (point p = board_first_point(); p; p = board_next_point(board, p))
        fate[point_row(p)][point_column(p)] = "ads"[status[p]];

    static struct rules const area = {.scoring = SCORE_AREA};
    static struct rules const stay = {.scoring = SCORE_AREA, .stones_stay = true};
    static struct rules const territory = {.scoring = SCORE_TERRITORY};
    assert_true(rules_score(&area, board, NULL, 0, 0) ==
                naive_score(&pair->naive, false, NULL));
    assert_true(rules_score(&stay, board, status, 0, 0) ==
                naive_score(&pair->naive, false, NULL));
    assert_true(rules_score(&area, board, status, 6.5, 0) ==
                naive_score(&pair->naive, false, fate) - 6.5);
    assert_true(rules_score(&territory, board, status, 0.5, 0) ==
                naive_score(&pair->naive, true, fate) - 0.5);
}

static void play_game(struct pair *pair, int moves, int variant)
{
    for (int move = 0; move < moves; move++) {
        play_one(pair, variant);
        history_push(&pair->history, &pair->board);
        bool const all = move % 16 == 15 || move == moves - 1;
        compare_position(pair, all);
        if (all)
            compare_all_legality(pair);
    }
    compare_scores(pair);
}

/* HISHI_GAMES sets another number of games than the 20,000.  */
static int games_wanted(void)
{
    char const *const text = getenv("HISHI_GAMES");
    return text ? (int)strtol(text, NULL, 10) : 20000;
}

static void agrees_with_the_naive_board_in_every_game(void **state)
{
    struct pair *const pair = *state;
    int const games = games_wanted();
    rng_seed(&pair->rng, 1976);
    for (int game = 0; game < games; game++) {
        /* Two games in three where stones die soonest.  */
        int const largest = game % 3 ? 7 : BOARD_MAX;
        int const width = BOARD_MIN + game / 3 % (largest - BOARD_MIN + 1);
        int const height =
            rng_below(&pair->rng, 4) ? width : between(&pair->rng, BOARD_MIN, largest);
        start(pair, width, height);
        confine(pair, between(&pair->rng, 2, 6));
        play_game(pair, between(&pair->rng, 20, 90),
                  between(&pair->rng, 0, VARIANTS - 1));
    }
    print_message(
        "           %d games, %ld verdicts, %ld refused for ko, %ld stones captured\n",
        games, pair->verdicts, pair->refused_ko, pair->captures);
    assert_true(pair->captures > 10 * games && pair->refused_ko > 10 * games);
}

static void agrees_with_the_naive_board_on_whole_boards(void **state)
{
    struct pair *const pair = *state;
    rng_seed(&pair->rng, 19);
    for (int size = BOARD_MIN; size <= BOARD_MAX; size++) {
        start(pair, size, size);
        for (int move = 0; move < 2 * size * size; move++) {
            play_one(pair, size % VARIANTS);
            history_push(&pair->history, &pair->board);
            if (move % 64 == 0)
                compare_position(pair, true);
        }
        compare_position(pair, true);
        compare_scores(pair);
    }
}

static int set_up(void **state)
{
    struct pair *const pair = calloc(1, sizeof *pair);
    history_init(&pair->history);
    *state = pair;
    return 0;
}

static int tear_down(void **state)
{
    struct pair *const pair = *state;
    history_release(&pair->history);
    free(pair);
    return 0;
}

/* Do all chains have a liberty?  */
static bool is_legal_position(struct board const *board)
{
    for (point p = board_first_point(); p; p = board_next_point(board, p))
        if (board->color[p] != EMPTY && board_liberties(board, p) == 0)
            return false;
    return true;
}

/* How many of the positions that fill BOARD from P on are legal.  */
static long count_legal(struct board *board, point p)
{
    if (!p)
        return is_legal_position(board);
    long count = 0;
    for (enum color color = EMPTY; color <= WHITE; color++) {
        board_set(board, p, color);
        count += count_legal(board, board_next_point(board, p));
    }
    board_set(board, p, EMPTY);
    return count;
}

/* Published counts (Tromp and Farneback 2007).  */
static void counts_the_legal_positions(void **state)
{
    (void)state;
    static struct {
        int width, height;
        long legal;
        bool slow;
    } const rows[] = {
        {1, 1, 1, false},    {2, 2, 57, false},      {2, 3, 489, false},
        {3, 2, 489, false},  {3, 3, 12675, false},   {2, 4, 4125, false},
        {2, 5, 35117, true}, {4, 4, 24318165, true},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (rows[i].slow && !getenv("HISHI_SLOW"))
            continue;
        struct board board;
        board_init(&board, rows[i].width, rows[i].height);
        assert_int_equal(count_legal(&board, board_first_point()), rows[i].legal);
    }
}

/* The position as a number in base 3, and back.  */
static int position_number(struct board const *board)
{
    int number = 0;
    for (point p = board_first_point(); p; p = board_next_point(board, p))
        number = 3 * number + board->color[p];
    return number;
}

static void set_position(struct board *board, int width, int height, int number)
{
    board_init(board, width, height);
    for (int i = width * height; i-- > 0; number /= 3)
        board_set(board, point_at(i % width + 1, i / width + 1),
                  (enum color)(number % 3));
}

enum { REACHABLE_MAX = 6561 }; /* 3^8 */

/* How many positions moves of either colour lead to from the empty board.  */
static int count_reachable(int width, int height)
{
    static bool seen[REACHABLE_MAX];
    static int queue[REACHABLE_MAX];
    int count = 1;
    memset(seen, false, sizeof seen);
    seen[0] = true;
    queue[0] = 0;
    for (int done = 0; done < count; done++) {
        struct board board, after;
        set_position(&board, width, height, queue[done]);
        for (int i = 0; i < 2 * board.empty_count; i++) {
            enum color const color = i % 2 ? WHITE : BLACK;
            if (!board_is_legal(&board, board.empty[i / 2], color, true))
                continue;
            board_copy(&after, &board);
            board_play(&after, board.empty[i / 2], color);
            int const number = position_number(&after);
            if (!seen[number])
                queue[count++] = number;
            seen[number] = true;
        }
    }
    return count;
}

/* Playing leads to every legal position and to no other.  */
static void plays_to_exactly_the_legal_positions(void **state)
{
    (void)state;
    static struct {
        int width, height, legal;
    } const rows[] = {{2, 2, 57}, {3, 2, 489}, {4, 2, 4125}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_int_equal(count_reachable(rows[i].width, rows[i].height), rows[i].legal);
}

int main(void)
{
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(counts_the_legal_positions),
        cmocka_unit_test(plays_to_exactly_the_legal_positions),
        cmocka_unit_test_setup_teardown(agrees_with_the_naive_board_on_whole_boards,
                                        set_up, tear_down),
        cmocka_unit_test_setup_teardown(agrees_with_the_naive_board_in_every_game,
                                        set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
