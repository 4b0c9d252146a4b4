#include "tests/support/testing.h"

#include "engine/base/rng.h"
#include "engine/go/symmetry.h"
#include "patterns/model/keys.h"
#include "patterns/model/lexicon.h"

static void scatter(struct board *board, struct rng *rng, int size, int stones)
{
    board_init(board, size, size);
    for (int i = 0; i < stones; i++) {
        point const p = board->empty[rng_below(rng, board->empty_count)];
        enum color const color = rng_below(rng, 2) ? BLACK : WHITE;
        board->to_move = (uint8_t)color;
        if (board_is_legal(board, p, color, false))
            board_play(board, p, color);
    }
}

static void turn(struct board const *board, int symmetry, bool swap, struct board *out)
{
    board_init(out, board->width, board->height);
    for (point p = board_first_point(); p; p = board_next_point(board, p))
        if (board->color[p] != EMPTY)
            board_set(out, point_turned(p, board->width, symmetry),
                      swap ? opponent(board_color(board, p)) : board_color(board, p));
    out->to_move = swap ? opponent((enum color)board->to_move) : board->to_move;
}

enum { ALL_KEYS = 2 * KEY_SIZES - 1 };

static void all_keys(struct board const *board, point p, uint64_t keys[ALL_KEYS])
{
    static struct view view;
    static struct key_words words[KEY_SIZES], none, liberty[KEY_LIBERTY_SIZES];
    view_set(&view, board);
    keys_grow(&view, view_index(p), 0, KEY_SIZES - 1, words, keys);
    keys_liberty(&view, view_index(p), liberty);
    keys_grow_liberty(&view, view_index(p), KEY_SIZES - 1, &liberty[1], words);
    for (int i = 0; i < KEY_LIBERTY_SIZES; i++)
        keys[KEY_SIZES + i] = keys_marked(&liberty[i], &none);
    for (int i = KEY_LIBERTY_SIZES + 1; i < KEY_SIZES; i++)
        keys[KEY_SIZES + i - 1] = keys_marked(&words[i], &none);
}

static void are_equal_for_all_symmetries_and_both_colours(void **state)
{
    (void)state;
    struct rng rng;
    rng_seed(&rng, 5);
    for (int i = 0; i < 60; i++) {
        struct board board, other;
        int const size = 5 + (int)rng_below(&rng, 15);
        scatter(&board, &rng, size, size * size / 3);
        point const p = board.empty[rng_below(&rng, board.empty_count)];
        uint64_t keys[ALL_KEYS], same[ALL_KEYS];
        all_keys(&board, p, keys);
        for (int symmetry = 0; symmetry < SYMMETRIES; symmetry++)
            for (int swap = 0; swap < 2; swap++) {
                turn(&board, symmetry, swap, &other);
                all_keys(&other, point_turned(p, size, symmetry), same);
                assert_memory_equal(keys, same, sizeof keys);
            }
    }
}

static int size_that_sees(int dx, int dy)
{
    static int const radius[KEY_SIZES] = {0, 2, 3, 4, 5, 7, 10};
    if (abs(dx) <= 1 && abs(dy) <= 1)
        return 0;
    for (int size = 1; size < KEY_SIZES; size++)
        if (abs(dx) + abs(dy) <= radius[size])
            return size;
    return KEY_SIZES;
}

/* A changed stone changes exactly the keys of the sizes that reach it.  */
static void see_what_lies_within_their_size_and_nothing_else(void **state)
{
    (void)state;
    struct rng rng;
    rng_seed(&rng, 6);
    for (int i = 0; i < 300; i++) {
        struct board board, other;
        scatter(&board, &rng, 19, 60);
        point const p = board.empty[rng_below(&rng, board.empty_count)];
        point const q = board.empty[rng_below(&rng, board.empty_count)];
        if (p == q)
            continue;
        other = board;
        board_set(&other, q, rng_below(&rng, 2) ? BLACK : WHITE);
        uint64_t before[ALL_KEYS], after[ALL_KEYS];
        all_keys(&board, p, before);
        all_keys(&other, p, after);
        int const first = size_that_sees(point_column(q) - point_column(p),
                                         point_row(q) - point_row(p));
        for (int size = 0; size < KEY_SIZES; size++)
            assert_int_equal(before[size] != after[size], size >= first);
    }
}

static void grow_in_steps_as_at_once(void **state)
{
    (void)state;
    static struct view view;
    static struct key_words words[KEY_SIZES];
    struct rng rng;
    struct board board;
    rng_seed(&rng, 7);
    scatter(&board, &rng, 13, 50);
    view_set(&view, &board);
    for (int i = 0; i < board.empty_count; i++) {
        uint64_t once[KEY_SIZES], steps[KEY_SIZES];
        int const at = view_index(board.empty[i]);
        keys_grow(&view, at, 0, KEY_SIZES - 1, words, once);
        for (int size = 0; size < KEY_SIZES; size++)
            keys_grow(&view, at, size, size, words, steps);
        assert_memory_equal(once, steps, sizeof once);
    }
}

static void a_lexicon_knows_what_was_added_and_little_else(void **state)
{
    (void)state;
    enum { KEYS = 50000 };
    struct lexicon lexicon;
    struct rng rng;
    uint64_t *const keys = malloc(KEYS * sizeof *keys);
    int refused = 0, wrong = 0, shared = 0;
    rng_seed(&rng, 8);
    lexicon_init(&lexicon, KEYS * 8 / 7 / LEXICON_BUCKET);
    bool *const taken = calloc((size_t)lexicon.bucket_count * LEXICON_BUCKET, 1);
    for (int i = 0; i < KEYS; i++) {
        keys[i] = rng_next(&rng);
        uint32_t const slot = lexicon_add(&lexicon, keys[i]);
        refused += slot == LEXICON_NONE;
        if (slot == LEXICON_NONE)
            continue;
        shared += taken[slot];
        taken[slot] = true;
        assert_int_equal(lexicon_find(&lexicon, keys[i]), slot);
        assert_int_equal(lexicon_add(&lexicon, keys[i]), slot);
    }
    for (int i = 0; i < 200000; i++)
        wrong += lexicon_find(&lexicon, rng_next(&rng)) != LEXICON_NONE;
    assert_true(refused < KEYS / 100);
    assert_true(shared < KEYS / 1000);
    assert_true(wrong < 200000 / 1000);
    lexicon_release(&lexicon);
    free(taken);
    free(keys);
}

int main(void)
{
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(are_equal_for_all_symmetries_and_both_colours),
        cmocka_unit_test(see_what_lies_within_their_size_and_nothing_else),
        cmocka_unit_test(grow_in_steps_as_at_once),
        cmocka_unit_test(a_lexicon_knows_what_was_added_and_little_else),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
