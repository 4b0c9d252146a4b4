/* Vicinities against their definition, and their codes against turned boards.  */
#include "tests/support/testing.h"

#include "tests/support/shapes_made.h"

#include "patterns/cases/places.h"

static struct vicinities vicinities;

static int make_vicinities(void **state)
{
    (void)state;
    vicinities_init(&vicinities);
    return 0;
}

enum { SIZE = 19, MOVES = 120 };

/* A random game, and the same on a turned board.  */
struct twins {
    struct board board, turned;
    struct move moves[MOVES], turned_moves[MOVES];
    int count;
};

static void play_twins(struct twins *twins, struct rng *rng, int symmetry)
{
    board_init(&twins->board, SIZE, SIZE);
    board_init(&twins->turned, SIZE, SIZE);
    int const moves = 2 + (int)rng_below(rng, MOVES - 2);
    for (twins->count = 0; twins->count < moves; twins->count++) {
        enum color const color = (enum color)twins->board.to_move;
        made_moves(&twins->board, rng, 1);
        point const at = twins->board.passes ? (point)PASS : twins->board.last;
        point const to = at == PASS ? at : point_turned(at, SIZE, symmetry);
        board_play(&twins->turned, to, color);
        twins->moves[twins->count] = (struct move){(uint8_t)color, at};
        twins->turned_moves[twins->count] = (struct move){(uint8_t)color, to};
    }
}

static struct vicinity look(struct board const *board, struct move const moves[],
                            int count, point at)
{
    struct situation const situation = {board, moves, count};
    struct vicinity vicinity;
    vicinity_look(&vicinities, board, at, latest_moves(&situation), &vicinity);
    return vicinity;
}

static void a_turned_board_has_the_same_codes(void **state)
{
    (void)state;
    static struct twins twins;
    struct rng rng;
    rng_seed(&rng, 1);
    for (int i = 0; i < 60; i++) {
        int const symmetry = (int)rng_below(&rng, 8);
        play_twins(&twins, &rng, symmetry);
        for (int j = 0; j < twins.board.empty_count; j++) {
            point const p = twins.board.empty[j], q = point_turned(p, SIZE, symmetry);
            int turn;
            struct vicinity const a = look(&twins.board, twins.moves, twins.count, p),
                                  b = look(&twins.turned, twins.turned_moves,
                                           twins.count, q);
            assert_true(vicinity_code(&vicinities, &a, &turn) ==
                        vicinity_code(&vicinities, &b, &turn));
            struct situation const here = {&twins.board, twins.moves, twins.count},
                                   there = {&twins.turned, twins.turned_moves,
                                            twins.count};
            assert_int_equal(place_kind(&twins.board, p, latest_moves(&here), 50),
                             place_kind(&twins.turned, q, latest_moves(&there), 50));
        }
    }
}

static void same_vicinity(struct vicinity const *a, struct vicinity const *b)
{
    assert_true(a->diamond.own == b->diamond.own && a->diamond.opp == b->diamond.opp &&
                a->diamond.off == b->diamond.off);
    assert_int_equal(a->breath_low, b->breath_low);
    assert_int_equal(a->breath_high, b->breath_high);
    assert_int_equal(a->last, b->last);
    assert_int_equal(a->before, b->before);
    assert_int_equal(a->ko, b->ko);
}

static void a_code_is_the_least_of_eight_and_tells_the_vicinity(void **state)
{
    (void)state;
    static struct twins twins;
    struct rng rng;
    rng_seed(&rng, 2);
    for (int i = 0; i < 30; i++) {
        play_twins(&twins, &rng, 0);
        for (int j = 0; j < twins.board.empty_count; j += 3) {
            struct vicinity const vicinity =
                look(&twins.board, twins.moves, twins.count, twins.board.empty[j]);
            struct vicinity turned, decoded;
            int symmetry;
            vicinitycode const code = vicinity_code(&vicinities, &vicinity, &symmetry);
            vicinity_turn(&vicinity, symmetry, &turned);
            vicinity_decode(&vicinities, code, &decoded);
            same_vicinity(&turned, &decoded);
            for (int turn = 0; turn < SYMMETRIES; turn++) {
                vicinity_turn(&vicinity, turn, &turned);
                int const end = vicinity_end(&vicinities, &turned);
                vicinitycode const way =
                    vicinity_code_as_it_lies(&turned) | (vicinitycode)end << 119;
                assert_true(end < 0 || way >= code);
            }
            vicinitycode joined = 0;
            for (int level = 0; level < VICINITY_LEVELS; level++)
                joined = vicinity_join(joined, level, vicinity_part(code, level));
            assert_true(joined == code);
        }
    }
}

static void a_vicinity_is_what_the_board_shows(void **state)
{
    (void)state;
    static struct twins twins;
    struct rng rng;
    rng_seed(&rng, 3);
    for (int i = 0; i < 40; i++) {
        play_twins(&twins, &rng, 0);
        struct board const *const board = &twins.board;
        for (int j = 0; j < board->empty_count; j++) {
            point const p = board->empty[j];
            struct vicinity const vicinity = look(board, twins.moves, twins.count, p);
            struct diamond diamond;
            diamond_look(board, p, (enum color)board->to_move, &diamond);
            assert_true(diamond.own == vicinity.diamond.own &&
                        diamond.opp == vicinity.diamond.opp &&
                        diamond.off == vicinity.diamond.off);
            for (int bit = 0; bit < BREATH_POINTS; bit++) {
                if (!((diamond.own | diamond.opp) >> bit & 1))
                    continue;
                int const liberties = board_liberties(board, diamond_point(p, bit));
                assert_int_equal(liberties < 4 ? liberties : 4,
                                 1 + (vicinity.breath_low >> bit & 1) +
                                     2 * (vicinity.breath_high >> bit & 1));
            }
            point const last = twins.moves[twins.count - 1].at;
            if (last == PASS)
                assert_int_equal(vicinity.last, PLACE_NONE);
            else if (vicinity.last < DIAMOND_POINTS)
                assert_int_equal(diamond_point(p, vicinity.last), last);
            else
                for (int bit = 0; bit < DIAMOND_POINTS; bit++)
                    assert_true((diamond.off >> bit & 1) ||
                                diamond_point(p, bit) != last);
        }
    }
}

/* White has taken at B; where Black may not retake, and the two points beside it.

     4 . . . . .
     3 . X O . .
     2 X B . O .     B: the black stone just taken was here, the ko
     1 . X O . .  */
static void a_ko_is_seen_beside_the_last_move(void **state)
{
    (void)state;
    static struct board board;
    board_init(&board, 9, 9);
    struct move const moves[] = {
        {BLACK, point_at(2, 3)}, {WHITE, point_at(3, 3)}, {BLACK, point_at(1, 2)},
        {WHITE, point_at(4, 2)}, {BLACK, point_at(2, 1)}, {WHITE, point_at(3, 1)},
        {BLACK, point_at(3, 2)}, {WHITE, point_at(2, 2)},
    };
    for (int i = 0; i < 8; i++) {
        assert_true(
            board_is_legal(&board, moves[i].at, (enum color)moves[i].color, false));
        board_play(&board, moves[i].at, (enum color)moves[i].color);
    }
    assert_int_equal(board.ko, point_at(3, 2));
    struct vicinity vicinity = look(&board, moves, 8, point_at(4, 3));
    assert_int_equal(vicinity.ko, 1); /* to the east of the last move */
    vicinity = look(&board, moves, 8, point_at(8, 8));
    assert_int_equal(vicinity.ko, 0); /* too far */
    board.ko = NOWHERE;
    vicinity = look(&board, moves, 8, point_at(4, 3));
    assert_int_equal(vicinity.ko, 0);
}

int main(void)
{
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(a_turned_board_has_the_same_codes),
        cmocka_unit_test(a_code_is_the_least_of_eight_and_tells_the_vicinity),
        cmocka_unit_test(a_vicinity_is_what_the_board_shows),
        cmocka_unit_test(a_ko_is_seen_beside_the_last_move),
    };
    return cmocka_run_group_tests(tests, make_vicinities, NULL);
}
