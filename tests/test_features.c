#include "tests/testing.h"

#include "engine/rng.h"
#include "patterns/features.h"

enum { GAME = 200 };

/* A lexicon that knows half of all shapes, so that chains end anywhere.  */
static void fill(struct lexicon *lexicon, struct describer *describer)
{
    struct rng rng;
    rng_seed(&rng, 12);
    lexicon_init(lexicon, 4096);
    for (int game = 0; game < 6; game++) {
        struct board board;
        struct move moves[GAME];
        board_init(&board, 13, 13);
        for (int i = 0; i < GAME; i++) {
            struct situation const situation = {&board, moves, i};
            point const p = board.empty[rng_below(&rng, board.empty_count)];
            if (!board_is_legal(&board, p, (enum color)board.to_move, false)) {
                moves[i] = (struct move){board.to_move, PASS};
                board_play(&board, PASS, (enum color)board.to_move);
                continue;
            }
            uint64_t keys[MOVE_SLOTS];
            uint32_t which = features_keys(describer, &situation, p, keys);
            for (; which; which &= which - 1)
                lexicon_add(lexicon, keys[__builtin_ctz(which)]);
            moves[i] = (struct move){board.to_move, p};
            board_play(&board, p, (enum color)board.to_move);
        }
    }
}

static void check_bounds(struct lexicon const *lexicon, struct features const *features)
{
    uint32_t const slots = lexicon->bucket_count * LEXICON_BUCKET;
    for (int i = 0; i < features->count; i++) {
        struct move_features const *const move = &features->list[i];
        assert_true(move->nested <= KEY_SIZES && move->marked <= KEY_MARKED_SIZES);
        assert_true(move->plain_count <= MOVE_PLAIN_MAX);
        for (int j = 0; j < move->nested; j++)
            assert_true(move->slot[j] < slots);
        for (int j = 0; j < move->marked; j++)
            assert_true(move->slot[SLOT_MARKED + j] < slots);
        for (int j = 0; j < move->plain_count; j++)
            assert_true(move->plain[j] < PLAIN_FEATURES);
    }
}

/* Described one after the other, and each as if it were the first; and the
   keys of a move alone lead to the same slots.  */
static void the_next_position_is_described_as_if_it_were_the_first(void **state)
{
    (void)state;
    struct describer *const running = describer_new();
    struct features *const a = malloc(sizeof *a), *const b = malloc(sizeof *b);
    struct lexicon lexicon;
    struct rng rng;
    struct board board;
    struct move moves[GAME];
    int deep = 0;
    fill(&lexicon, running);
    rng_seed(&rng, 12); /* the first game of the lexicon, and then another */
    board_init(&board, 13, 13);
    for (int i = 0; i < GAME; i++) {
        struct describer *const fresh = describer_new();
        struct situation const situation = {&board, moves, i};
        features_describe(running, &lexicon, &situation, a);
        features_describe(fresh, &lexicon, &situation, b);
        describer_free(fresh);
        assert_int_equal(a->count, b->count);
        check_bounds(&lexicon, a);
        for (int j = 0; j < a->count; j++) {
            struct move_features const *const x = &a->list[j], *const y = &b->list[j];
            assert_int_equal(x->at, y->at);
            assert_int_equal(x->nested, y->nested);
            assert_int_equal(x->marked, y->marked);
            assert_int_equal(x->plain_count, y->plain_count);
            assert_memory_equal(x->plain, y->plain, x->plain_count * sizeof *x->plain);
            assert_memory_equal(x->slot, y->slot, x->nested * sizeof *x->slot);
            uint64_t keys[MOVE_SLOTS];
            uint32_t const which = features_keys(running, &situation, x->at, keys);
            for (int k = 0; k < x->nested; k++)
                assert_int_equal(lexicon_find(&lexicon, keys[k]), x->slot[k]);
            for (int k = 0; k < x->marked; k++)
                assert_int_equal(lexicon_find(&lexicon, keys[SLOT_MARKED + k]),
                                 x->slot[SLOT_MARKED + k]);
            assert_true(x->at == PASS || x->near == (which >> SLOT_MARKED & 1));
            deep += x->nested == KEY_SIZES;
        }
        point const p = a->list[rng_below(&rng, (uint32_t)a->count)].at;
        moves[i] = (struct move){board.to_move, p};
        board_play(&board, p, (enum color)board.to_move);
    }
    assert_true(deep > 0);
    lexicon_release(&lexicon);
    describer_free(running);
    free(a);
    free(b);
}

static void describes_boards_of_every_size(void **state)
{
    (void)state;
    struct describer *const describer = describer_new();
    struct features *const features = malloc(sizeof *features);
    struct lexicon lexicon;
    struct rng rng;
    fill(&lexicon, describer);
    rng_seed(&rng, 13);
    for (int size = BOARD_MIN; size <= BOARD_MAX; size++) {
        struct board board;
        struct move moves[GAME];
        board_init(&board, size, BOARD_MIN + BOARD_MAX - size);
        for (int i = 0; i < GAME; i++) {
            struct situation const situation = {&board, moves, i};
            int legal = 0;
            features_describe(describer, &lexicon, &situation, features);
            check_bounds(&lexicon, features);
            for (int j = 0; j < board.empty_count; j++)
                legal += board_is_legal(&board, board.empty[j],
                                        (enum color)board.to_move, false);
            assert_int_equal(features->count, legal + 1);
            assert_int_equal(features->list[legal].at, PASS);
            point const p =
                features->list[rng_below(&rng, (uint32_t)features->count)].at;
            moves[i] = (struct move){board.to_move, p};
            board_play(&board, p, (enum color)board.to_move);
        }
    }
    lexicon_release(&lexicon);
    describer_free(describer);
    free(features);
}

static void every_plain_feature_belongs_to_a_family(void **state)
{
    (void)state;
    int seen[FAMILIES] = {0};
    for (uint32_t i = 0; i < PLAIN_FEATURES; i++)
        seen[family_of_plain(i)]++;
    for (enum family f = FAMILY_DEPTH; f < FAMILIES; f++) {
        assert_true(seen[f] > 0);
        assert_non_null(family_name(f));
    }
    for (int nested = 0; nested <= KEY_SIZES; nested++)
        for (int marked = 0; marked <= KEY_MARKED_SIZES; marked++)
            for (int near = 0; near < 2; near++)
                assert_int_equal(family_of_plain(feature_depth(nested, marked, near)),
                                 FAMILY_DEPTH);
}

static void a_family_left_out_is_not_described(void **state)
{
    (void)state;
    struct describer *const describer = describer_new();
    struct features *const features = malloc(sizeof *features);
    struct lexicon lexicon;
    struct board board;
    fill(&lexicon, describer);
    board_init(&board, 13, 13);
    board_play(&board, point_at(4, 4), BLACK);
    struct move const moves[] = {{BLACK, point_at(4, 4)}};
    struct situation const situation = {&board, moves, 1};
    for (enum family left_out = 0; left_out < FAMILIES; left_out++) {
        describer->families = ~(1u << left_out);
        features_describe(describer, &lexicon, &situation, features);
        for (int i = 0; i < features->count; i++) {
            struct move_features const *const move = &features->list[i];
            for (int j = 0; j < move->plain_count; j++)
                assert_int_not_equal(family_of_plain(move->plain[j]), left_out);
            assert_true(left_out != FAMILY_NESTED || move->nested == 0);
            assert_true(left_out != FAMILY_MARKED || move->marked == 0);
        }
    }
    lexicon_release(&lexicon);
    describer_free(describer);
    free(features);
}

int main(void)
{
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(the_next_position_is_described_as_if_it_were_the_first),
        cmocka_unit_test(describes_boards_of_every_size),
        cmocka_unit_test(every_plain_feature_belongs_to_a_family),
        cmocka_unit_test(a_family_left_out_is_not_described),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
