#include "tests/support/testing.h"

#include "engine/base/rng.h"
#include "engine/go/symmetry.h"
#include "patterns/shapes/diamond.h"

/* Play COUNT random legal moves.  */
static void stir(struct board *board, struct rng *rng, int count)
{
    for (int i = 0; i < count; i++) {
        point const p = board->empty_count
                            ? board->empty[rng_below(rng, board->empty_count)]
                            : PASS;
        enum color const color = (enum color)board->to_move;
        if (p != PASS && board_is_legal(board, p, color, false) &&
            !board_is_eye(board, p, color))
            board_play(board, p, color);
    }
}

static void turn_board(struct board const *board, int symmetry, struct board *turned)
{
    int const size = board->width;
    board_init(turned, size, size);
    for (point p = board_first_point(); p; p = board_next_point(board, p))
        if (board_color(board, p) != EMPTY)
            board_set(turned, point_turned(p, size, symmetry), board_color(board, p));
}

static void shapes_are_the_same_on_turned_boards(void **state)
{
    (void)state;
    struct rng rng;
    rng_seed(&rng, 1);
    for (int size = 5; size <= 19; size += 7) {
        static struct board board, turned;
        board_init(&board, size, size);
        stir(&board, &rng, size * size / 2);
        for (int how = 0; how < SYMMETRIES; how++) {
            turn_board(&board, how, &turned);
            for (point p = board_first_point(); p; p = board_next_point(&board, p)) {
                struct diamond a, b, a_turned, first_a, first_b;
                diamond_look(&board, p, WHITE, &a);
                diamond_look(&turned, point_turned(p, size, how), WHITE, &b);
                diamond_turn(&a, how, &a_turned);
                assert_memory_equal(&a_turned, &b, sizeof b);
                diamond_canonical(&a, &first_a);
                diamond_canonical(&b, &first_b);
                assert_int_equal(diamond_compare(&first_a, &first_b), 0);
                assert_memory_equal(&first_a, &first_b, sizeof first_a);
                for (int nested = 1; nested <= 4; nested++)
                    assert_true(diamond_key(&a, nested) == diamond_key(&b, nested));
            }
        }
    }
}

static void turning_moves_every_bit_to_its_place(void **state)
{
    (void)state;
    for (int symmetry = 0; symmetry < SYMMETRIES; symmetry++)
        for (int bit = 0; bit < DIAMOND_POINTS; bit++) {
            struct diamond const one = {.own = (uint64_t)1 << bit};
            struct diamond turned;
            diamond_turn(&one, symmetry, &turned);
            assert_true(turned.own == (uint64_t)1 << diamond_turned_bit(bit, symmetry));
        }
}

static void canonical_is_the_least_of_the_eight(void **state)
{
    (void)state;
    struct rng rng;
    rng_seed(&rng, 2);
    for (int i = 0; i < 2000; i++) {
        uint64_t const all = diamond_mask(4);
        uint64_t const stones = rng_next(&rng) & rng_next(&rng) & all;
        uint64_t const own = stones & rng_next(&rng);
        struct diamond const d = {own, stones & ~own, 0};
        struct diamond first, turned;
        int const how = diamond_canonical(&d, &first);
        diamond_turn(&d, how, &turned);
        assert_int_equal(diamond_compare(&first, &turned), 0);
        for (int symmetry = 0; symmetry < SYMMETRIES; symmetry++) {
            diamond_turn(&d, symmetry, &turned);
            assert_true(diamond_compare(&first, &turned) <= 0);
            assert_int_equal(diamond_compare(&first, &turned),
                             -diamond_compare(&turned, &first));
        }
    }
}

/* The nested keys must tell apart what the nested codes tell apart.  */
static void keys_differ_where_shapes_differ(void **state)
{
    (void)state;
    struct rng rng;
    rng_seed(&rng, 3);
    for (int i = 0; i < 20000; i++) {
        uint64_t const stones = rng_next(&rng) & rng_next(&rng) & diamond_mask(4);
        uint64_t const own = stones & rng_next(&rng);
        struct diamond const a = {own, stones & ~own, 0};
        struct diamond b = a, first_a, first_b;
        int const bit = (int)rng_below(&rng, DIAMOND_POINTS);
        b.own ^= (uint64_t)1 << bit;
        b.opp &= ~b.own;
        for (int size = 1; size <= 4; size++) {
            struct diamond const part_a = {a.own & diamond_mask(size),
                                           a.opp & diamond_mask(size), 0};
            struct diamond const part_b = {b.own & diamond_mask(size),
                                           b.opp & diamond_mask(size), 0};
            diamond_canonical(&part_a, &first_a);
            diamond_canonical(&part_b, &first_b);
            assert_true((diamond_key(&a, size) == diamond_key(&b, size)) ==
                        (diamond_compare(&first_a, &first_b) == 0));
        }
    }
}

static void following_a_game_equals_looking_afresh(void **state)
{
    (void)state;
    static int const sizes[][2] = {{19, 19}, {25, 25}, {9, 9},
                                   {2, 2},   {7, 13},  {25, 3}};
    struct rng rng;
    rng_seed(&rng, 4);
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        static struct board board;
        static struct diamonds diamonds;
        board_init(&board, sizes[s][0], sizes[s][1]);
        diamonds_init(&diamonds, sizes[s][0], sizes[s][1]);
        for (int step = 0; step < 40; step++) {
            static struct diamonds before;
            before = diamonds;
            stir(&board, &rng, step % 9 == 8 ? 60 : 3);
            if (step % 10 == 9) /* undo */
                board_init(&board, sizes[s][0], sizes[s][1]);
            struct points touched = {{0}};
            diamonds_follow(&diamonds, &board, &touched);
            for (point p = board_first_point(); p; p = board_next_point(&board, p))
                for (enum color color = BLACK; color <= WHITE; color++) {
                    struct diamond slow, fast, old;
                    uint64_t keys[4];
                    diamond_look(&board, p, color, &slow);
                    diamonds_look(&diamonds, p, color, &fast);
                    diamonds_look(&before, p, color, &old);
                    assert_memory_equal(&slow, &fast, sizeof slow);
                    diamonds_keys(&diamonds, p, color, keys);
                    for (int size = 1; size <= 4; size++)
                        assert_true(keys[size - 1] == diamond_key(&slow, size));
                    assert_true(keys[3] == diamonds_key(&diamonds, p, color));
                    uint64_t apart[4];
                    diamonds_keys_of(&diamonds, &fast, apart);
                    assert_memory_equal(apart, keys, sizeof apart);
                    if (diamond_compare(&old, &slow) ||
                        before.color[p] != diamonds.color[p])
                        assert_true(points_have(&touched, p));
                }
        }
    }
}

static void the_picture_in_the_header_is_true(void **state)
{
    (void)state;
    static struct board board;
    struct diamond d;
    board_init(&board, 19, 19);
    board_play(&board, point_at(12, 12), BLACK); /* two east, two north of k10 */
    board_play(&board, point_at(6, 10), WHITE);  /* four west */
    diamond_look(&board, point_at(10, 10), BLACK, &d);
    assert_true(d.own == (uint64_t)1 << 26 && d.opp == (uint64_t)1 << 32 && !d.off);
    assert_int_equal(diamond_nearest_stone(&d), 4);
    diamond_look(&board, point_at(1, 1), BLACK, &d);
    assert_int_equal(__builtin_popcountll(d.off), 40 - 14);
    assert_int_equal(diamond_nearest_stone(&d), 5);
}

int main(void)
{
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(turning_moves_every_bit_to_its_place),
        cmocka_unit_test(the_picture_in_the_header_is_true),
        cmocka_unit_test(canonical_is_the_least_of_the_eight),
        cmocka_unit_test(shapes_are_the_same_on_turned_boards),
        cmocka_unit_test(keys_differ_where_shapes_differ),
        cmocka_unit_test(following_a_game_equals_looking_afresh),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
