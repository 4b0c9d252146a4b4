#include "tests/support/testing.h"

#include "engine/base/rng.h"
#include "engine/go/symmetry.h"
#include "patterns/model/features.h"

#include <math.h>

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
            uint64_t keys[SERIES_SLOTS];
            int const count = features_keys(describer, &situation, p, keys);
            for (int k = 0; k < count; k++)
                lexicon_add(lexicon, keys[k]);
            moves[i] = (struct move){board.to_move, p};
            board_play(&board, p, (enum color)board.to_move);
        }
    }
}

static void check_bounds(struct lexicon const *lexicon, struct features const *features)
{
    static int const sizes[SERIES] = {
        KEY_SIZES, KEY_MARKED_SIZES, KEY_LIBERTY_SIZES, KEY_LIBERTY_SIZES, 1,
        1,         ANSWER_SIZES,     FOLLOW_SIZES,
    };
    uint32_t const slots = lexicon->bucket_count * LEXICON_BUCKET;
    for (int i = 0; i < features->count; i++) {
        struct move_features const *const move = &features->list[i];
        int count = 0;
        for (int series = 0; series < SERIES; series++) {
            assert_true(move->shapes.known[series] <= sizes[series]);
            count += move->shapes.known[series];
        }
        assert_int_equal(move->shapes.count, count);
        assert_true(move->plain_count <= DEPTH_FEATURES + PLAIN_MAX);
        for (int j = 0; j < count; j++)
            assert_true(move->shapes.slot[j] < slots);
        for (int j = 0; j < move->plain_count; j++)
            assert_true(move->plain[j] < PLAIN_FEATURES);
    }
}

static void assert_same_features(struct move_features const *x,
                                 struct move_features const *y)
{
    assert_int_equal(x->plain_count, y->plain_count);
    assert_memory_equal(x->plain, y->plain, x->plain_count * sizeof *x->plain);
    assert_int_equal(x->shapes.near, y->shapes.near);
    assert_memory_equal(x->shapes.known, y->shapes.known, sizeof x->shapes.known);
    assert_memory_equal(x->shapes.slot, y->shapes.slot,
                        x->shapes.count * sizeof *x->shapes.slot);
}

/* Every known shape has a slot, and every slot is that of a shape.  */
static void check_keys(struct describer *describer, struct lexicon const *lexicon,
                       struct situation const *situation,
                       struct move_features const *move)
{
    uint64_t keys[SERIES_SLOTS];
    int const count = features_keys(describer, situation, move->at, keys);
    struct known_shapes alone;
    features_shapes(describer, lexicon, situation, move->at, &alone);
    assert_int_equal(alone.count, move->shapes.count);
    assert_memory_equal(alone.slot, move->shapes.slot,
                        alone.count * sizeof *alone.slot);
    for (int i = 0; i < move->shapes.count; i++) {
        bool found = false;
        for (int k = 0; k < count && !found; k++)
            found = lexicon_find(lexicon, keys[k]) == move->shapes.slot[i];
        assert_true(found);
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
    int deep = 0, answers = 0;
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
            assert_same_features(x, y);
            check_keys(running, &lexicon, &situation, x);
            deep += x->shapes.known[SERIES_NESTED] == KEY_SIZES;
            answers += x->shapes.known[SERIES_ANSWER] == ANSWER_SIZES;
        }
        point const p = a->list[rng_below(&rng, (uint32_t)a->count)].at;
        moves[i] = (struct move){board.to_move, p};
        board_play(&board, p, (enum color)board.to_move);
    }
    assert_true(deep > 0 && answers > 0);
    lexicon_release(&lexicon);
    describer_free(running);
    free(a);
    free(b);
}

/* Against sums and distances over all stones of the board.  */
static void the_field_is_that_of_all_stones(void **state)
{
    (void)state;
    static double const limit[] = {0.06, 0.15, 0.3, 0.5, 0.8, 1.2, 1.8};
    struct rng rng;
    rng_seed(&rng, 41);
    for (int i = 0; i < 40; i++) {
        struct board board;
        struct proximity field;
        board_init(&board, 5 + i % 15, 19 - i % 10);
        for (int j = 0; j < i; j++) {
            point const p = board.empty[rng_below(&rng, board.empty_count)];
            board_play(&board, p, (enum color)board.to_move);
        }
        proximity_set(&field, &board);
        for (point p = board_first_point(); p; p = board_next_point(&board, p))
            for (int side = 0; side < 2; side++) {
                double felt = 0;
                int nearest = 7, class = 0;
                for (point q = board_first_point(); q;
                     q = board_next_point(&board, q)) {
                    int const steps = abs(point_column(p) - point_column(q)) +
                                      abs(point_row(p) - point_row(q));
                    int const color = side ? board.to_move ^ 3 : board.to_move;
                    if (board.color[q] != color)
                        continue;
                    felt += ldexp(1, -steps);
                    nearest = steps < nearest ? steps : nearest;
                }
                for (int k = 0; k < PROXIMITY_CLASSES - 1; k++)
                    class += felt >= limit[k];
                assert_int_equal(field.class[side][p], class);
                assert_int_equal(field.nearest[side][p], nearest);
                point const stone = field.stone[side][p];
                assert_true((stone == NOWHERE) == (nearest == 7));
                if (stone != NOWHERE)
                    assert_int_equal(abs(point_column(p) - point_column(stone)) +
                                         abs(point_row(p) - point_row(stone)),
                                     nearest);
            }
    }
}

/* What is true of a move is true of it on a board that is turned and has its
   colours exchanged; only reading tries moves in an order of its own.  */
static void a_turned_board_has_the_same_features(void **state)
{
    (void)state;
    enum { SIZE = 11 };
    struct describer *const describer = describer_new(), *const other = describer_new();
    struct features *const a = malloc(sizeof *a), *const b = malloc(sizeof *b);
    struct lexicon lexicon;
    struct rng rng;
    fill(&lexicon, describer);
    uint32_t const read = 1u << FAMILY_FACTS | 1u << FAMILY_SETS | 1u << FAMILY_KO |
                          1u << FAMILY_SURROUNDINGS;
    describer_choose(describer, ~read);
    describer_choose(other, ~read);
    rng_seed(&rng, 21);
    for (int game = 0; game < 16; game++) {
        struct board board, turned_board;
        struct move moves[GAME], turned_moves[GAME];
        board_init(&board, SIZE, SIZE);
        board_init(&turned_board, SIZE, SIZE);
        board_turn(&turned_board, game & 8 ? WHITE : BLACK);
        for (int i = 0; i < 100; i++) {
            struct situation const situation = {&board, moves, i};
            struct situation const same = {&turned_board, turned_moves, i};
            features_describe(describer, &lexicon, &situation, a);
            features_describe(other, &lexicon, &same, b);
            assert_int_equal(a->count, b->count);
            int place[POINTS] = {0};
            for (int j = 0; j < b->count; j++)
                place[b->list[j].at] = j;
            for (int j = 0; j < a->count; j++) {
                point const p = a->list[j].at;
                point const q =
                    p == PASS ? PASS : point_turned(p, SIZE, game % SYMMETRIES);
                assert_int_equal(b->list[place[q]].at, q);
                assert_same_features(&a->list[j], &b->list[place[q]]);
            }
            point const p = a->list[rng_below(&rng, (uint32_t)a->count)].at;
            point const q = p == PASS ? PASS : point_turned(p, SIZE, game % SYMMETRIES);
            moves[i] = (struct move){board.to_move, p};
            turned_moves[i] = (struct move){turned_board.to_move, q};
            board_play(&board, p, (enum color)board.to_move);
            board_play(&turned_board, q, (enum color)turned_board.to_move);
        }
    }
    lexicon_release(&lexicon);
    describer_free(describer);
    describer_free(other);
    free(a);
    free(b);
}

/* A sample holds the move that was played and, of the others, those that it
   must; each is described as it is among all.  */
static void a_sample_is_part_of_all_moves(void **state)
{
    (void)state;
    struct describer *const describer = describer_new();
    struct features *const all = malloc(sizeof *all), *const some =
                                                          malloc(sizeof *some);
    struct lexicon lexicon;
    struct rng rng;
    struct board board;
    struct move moves[GAME];
    double stand_for = 0, moves_in_all = 0;
    fill(&lexicon, describer);
    rng_seed(&rng, 31);
    board_init(&board, 13, 13);
    for (int i = 0; i < 120; i++) {
        struct situation const situation = {&board, moves, i};
        features_describe(describer, &lexicon, &situation, all);
        point const played = all->list[rng_below(&rng, (uint32_t)all->count)].at;
        for (int tries = 0; tries < 20; tries++) {
            bool found = false;
            int j = 0;
            features_sample(describer, &lexicon, &situation, played, &rng, some);
            for (int k = 0; k < some->count; k++) {
                struct move_features const *const move = &some->list[k];
                while (all->list[j].at != move->at)
                    assert_true(++j < all->count); /* in the same order */
                assert_same_features(&all->list[j], move);
                stand_for += move->stands ? SAMPLE_STANDS : 1;
                found |= move->at == played && !move->stands;
            }
            assert_true(found);
            moves_in_all += all->count;
        }
        moves[i] = (struct move){board.to_move, played};
        board_play(&board, played, (enum color)board.to_move);
    }
    assert_true(stand_for > 0.98 * moves_in_all && stand_for < 1.02 * moves_in_all);
    lexicon_release(&lexicon);
    describer_free(describer);
    free(all);
    free(some);
}

/* A glance is the same each time, and of what cannot wait it misses nothing.  */
static void a_glance_sees_what_is_urgent(void **state)
{
    (void)state;
    struct describer *const describer = describer_new();
    struct features *const all = malloc(sizeof *all), *const some =
                                                          malloc(sizeof *some);
    struct lexicon lexicon;
    struct rng rng;
    struct board board;
    struct move moves[GAME];
    long looked = 0, there = 0;
    double stand_for = 0;
    fill(&lexicon, describer);
    rng_seed(&rng, 37);
    board_init(&board, 19, 19);
    for (int i = 0; i < GAME; i++) {
        struct situation const situation = {&board, moves, i};
        int j = 0;
        features_glance(describer, &lexicon, &situation, all);
        features_glance(describer, &lexicon, &situation, some);
        assert_int_equal(all->count, some->count);
        features_describe(describer, &lexicon, &situation, all);
        for (int k = 0; k < some->count; k++, j++) {
            for (; all->list[j].at != some->list[k].at; j++) {
                uint64_t const claims = describer->tactics.move[all->list[j].at].claims;
                assert_false(claims &
                             (FACT_BIT(FACT_CAPTURE_LIVE) | FACT_BIT(FACT_ESCAPES) |
                              FACT_BIT(FACT_DEFENDS)));
            }
            assert_same_features(&all->list[j], &some->list[k]);
            stand_for += (double)features_stand(&some->list[k]);
        }
        looked += some->count;
        there += all->count;
        point const played = all->list[rng_below(&rng, (uint32_t)all->count)].at;
        moves[i] = (struct move){board.to_move, played};
        board_play(&board, played, (enum color)board.to_move);
    }
    assert_true(looked * 4 < there * 3);
    assert_true(stand_for > 0.9 * (double)there && stand_for < 1.1 * (double)there);
    lexicon_release(&lexicon);
    describer_free(describer);
    free(all);
    free(some);
}

/* How far a game has come is seen from the stones, too: a position laid by hand is
   described as the game that led to it, when neither knows the last moves.  */
static void positions_laid_by_hand_are_not_the_opening(void **state)
{
    (void)state;
    struct describer *const describer = describer_new();
    struct features *const played = malloc(sizeof *played), *const laid =
                                                                malloc(sizeof *laid);
    struct lexicon lexicon;
    struct board board, by_hand;
    fill(&lexicon, describer);
    board_init(&board, 19, 19);
    for (int i = 0; i < 100;
         i++) { /* alternate, no two together: nothing is captured */
        point const p = point_at(1 + 2 * (i % 10), 1 + 2 * (i / 10));
        board_play(&board, p, (enum color)board.to_move);
    }
    board_arrange(&by_hand, 19, 19, board.color);
    struct situation const game = {.board = &board}, drawing = {.board = &by_hand};
    features_describe(describer, &lexicon, &game, played);
    features_describe(describer, &lexicon, &drawing, laid);
    assert_int_equal(played->count, laid->count);
    for (int i = 0; i < laid->count; i++)
        for (int j = 0; j < played->count; j++)
            if (played->list[j].at == laid->list[i].at)
                assert_same_features(&played->list[j], &laid->list[i]);
    lexicon_release(&lexicon);
    describer_free(describer);
    free(played);
    free(laid);
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
    for (enum family f = 0; f < FAMILIES; f++) {
        bool shapes = false;
        for (enum series series = 0; series < SERIES; series++)
            shapes |= family_of_series(series) == f;
        assert_true(shapes || f == FAMILY_PAIRS || seen[f] > 0);
        assert_non_null(family_name(f));
    }
    for (int i = 0; i < 5000; i++) {
        uint8_t const known[SERIES] = {
            [SERIES_NESTED] = (uint8_t)(i % (KEY_SIZES + 1)),
            [SERIES_MARKED] = (uint8_t)(i / 8 % (KEY_MARKED_SIZES + 1)),
            [SERIES_ANSWER] = (uint8_t)(i / 48 % (ANSWER_SIZES + 1)),
            [SERIES_FOLLOW] = (uint8_t)(i / 288 % (FOLLOW_SIZES + 1)),
        };
        uint32_t depths[DEPTH_FEATURES];
        depth_features(known, i & 1, depths);
        for (int j = 0; j < DEPTH_FEATURES; j++)
            assert_int_equal(family_of_plain(depths[j]), FAMILY_DEPTH);
    }
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
        if (left_out == FAMILY_DEPTH)
            continue; /* how far shapes are known is always described */
        describer_choose(describer, ~(1u << left_out));
        features_describe(describer, &lexicon, &situation, features);
        for (int i = 0; i < features->count; i++) {
            struct move_features const *const move = &features->list[i];
            for (int j = 0; j < move->plain_count; j++)
                assert_int_not_equal(family_of_plain(move->plain[j]), left_out);
            for (enum series series = 0; series < SERIES; series++)
                assert_true(family_of_series(series) != left_out ||
                            move->shapes.known[series] == 0);
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
        cmocka_unit_test(the_field_is_that_of_all_stones),
        cmocka_unit_test(a_turned_board_has_the_same_features),
        cmocka_unit_test(a_sample_is_part_of_all_moves),
        cmocka_unit_test(a_glance_sees_what_is_urgent),
        cmocka_unit_test(positions_laid_by_hand_are_not_the_opening),
        cmocka_unit_test(describes_boards_of_every_size),
        cmocka_unit_test(every_plain_feature_belongs_to_a_family),
        cmocka_unit_test(a_family_left_out_is_not_described),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
