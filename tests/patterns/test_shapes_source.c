#include "tests/support/testing.h"

#include "tests/support/shapes_made.h"

#include "patterns/shapes/shapes_source.h"

#include <unistd.h>

static char path[] = "/tmp/hishi-shapes-XXXXXX";
static struct memory *memory;

static int make_memory(void **state)
{
    (void)state;
    struct casebuilder list;
    struct failure why;
    int const file = mkstemp(path);
    if (file < 0)
        return -1;
    close(file);
    made_cases(&list, 20000, 1);
    bool const written = casebuilder_write(&list, path, NULL, &why);
    casebuilder_release(&list);
    memory = written ? memory_open(path, &why) : NULL;
    return memory ? 0 : -1;
}

static int remove_memory(void **state)
{
    (void)state;
    memory_close(memory);
    return unlink(path);
}

static void keeping_up_with_a_game_equals_asking_afresh(void **state)
{
    (void)state;
    for (struct similarity const *row = similarity_table; row->name; row++) {
        struct shapes *const shapes = shapes_new(memory, row);
        static struct board board;
        struct rng rng;
        rng_seed(&rng, 3);
        board_init(&board, 19, 19);
        for (int step = 0; step < 14; step++) {
            made_moves(&board, &rng, 1 + step % 3 * 9);
            if (step == 9) /* another game */
                board_init(&board, 13, 13);
            struct shapes *const fresh = shapes_new(memory, row);
            struct vote const *const fast = shapes_votes(shapes, &board);
            struct vote const *const slow = shapes_votes(fresh, &board);
            for (point p = 0; p < POINTS; p++) {
                assert_true(fast[p].rate == slow[p].rate);
                assert_true(fast[p].alike == slow[p].alike);
                assert_true(fast[p].won == slow[p].won);
                assert_int_equal(fast[p].distance, slow[p].distance);
                assert_int_equal(fast[p].cases, slow[p].cases);
                assert_int_equal(fast[p].known, slow[p].known);
            }
            shapes_free(fresh);
        }
        shapes_free(shapes);
    }
}

static void without_a_stone_in_the_diamond_there_is_no_candidate(void **state)
{
    (void)state;
    static struct board board;
    struct shapes *const shapes = shapes_new(memory, similarity_find("learnt"));
    board_init(&board, 19, 19);
    struct vote const *votes = shapes_votes(shapes, &board);
    for (point p = 0; p < POINTS; p++)
        assert_false(votes[p].known);
    board_play(&board, point_at(4, 4), BLACK);
    votes = shapes_votes(shapes, &board);
    for (point p = board_first_point(); p; p = board_next_point(&board, p)) {
        struct diamond diamond;
        diamond_look(&board, p, WHITE, &diamond);
        if (!(diamond.own | diamond.opp))
            assert_false(votes[p].known);
    }
    shapes_free(shapes);
}

static void katsunari_follows_the_paper(void **state)
{
    (void)state;
    struct similarity const *const row = similarity_find("katsunari");
    struct diamond const asked = {.own = 1, .opp = 1 << 5};
    struct diamond other = asked;
    assert_int_equal(similarity_distance(row, &asked, &asked), 0);
    /* A stone at distance 1: ring 4 is free, two points of ring 3 may differ, a
       point of another colour is a point.  */
    other.own |= diamond_mask(4) & ~diamond_mask(3);
    assert_true(similarity_as_they_lie(row, &asked, &other) <= row->reach[0]);
    other.own |= 1u << 12 | 1u << 17;
    assert_true(similarity_as_they_lie(row, &asked, &other) <= row->reach[0]);
    other.opp |= 1u << 20;
    assert_true(similarity_as_they_lie(row, &asked, &other) > row->reach[0]);
    /* Nothing within distance 2 may.  */
    other = asked;
    other.opp |= 1u << 9;
    assert_true(similarity_as_they_lie(row, &asked, &other) > row->reach[0]);
    /* Without a stone at distance 1 ring 4 counts.  */
    struct diamond const open = {.own = 1u << 5};
    other = open;
    other.opp = UINT64_C(7) << 30;
    assert_true(similarity_as_they_lie(row, &open, &other) > row->reach[1]);
    other.opp = UINT64_C(3) << 30;
    assert_true(similarity_as_they_lie(row, &open, &other) <= row->reach[1]);
}

static void an_edge_is_like_no_middle(void **state)
{
    (void)state;
    static struct board board;
    struct diamond edge, middle;
    board_init(&board, 19, 19);
    board_play(&board, point_at(4, 5), BLACK);
    board_play(&board, point_at(11, 11), BLACK);
    diamond_look(&board, point_at(4, 4), WHITE, &edge);
    diamond_look(&board, point_at(11, 10), WHITE, &middle);
    for (struct similarity const *row = similarity_table; row->name; row++)
        assert_int_equal(similarity_distance(row, &edge, &middle), DISTANCE_NEVER);
}

static void proposes_what_is_legal_and_says_where_it_is_from(void **state)
{
    (void)state;
    static struct board board;
    struct candidates candidates;
    struct shapes *const shapes = shapes_new(memory, similarity_find("learnt"));
    struct rng rng;
    rng_seed(&rng, 4);
    board_init(&board, 19, 19);
    candidates_init(&candidates, 1);
    int testified = 0;
    for (int step = 0; step < 12; step++) {
        made_moves(&board, &rng, 9);
        struct question const question = {.situation = {.board = &board}};
        candidates_clear(&candidates);
        shapes_kind.ask(shapes, &question, 0, &candidates);
        for (int i = 0; i < candidates.count; i++) {
            struct candidate const *const one = &candidates.list[i];
            struct opinion const *const opinion =
                candidates_opinion(&candidates, one, 0);
            struct testimony list[3];
            assert_true(
                board_is_legal(&board, one->at, (enum color)board.to_move, false));
            assert_true(opinion->alike > 0 && opinion->alike <= 1);
            assert_true(shapes_kind.testify(shapes, &question, one->at, list, 0) == 0);
            int const count = shapes_kind.testify(shapes, &question, one->at, list, 3);
            for (int k = 0; k < count; k++) {
                assert_true(list[k].played >= 1 && list[k].seen >= list[k].played);
                assert_true(k == 0 || list[k].alike <= list[k - 1].alike);
                assert_in_range(list[k].precedent_count, 1, PRECEDENTS_MAX);
                assert_non_null(strstr(list[k].precedent[0].file, "made"));
                assert_true(list[k].precedent[0].move >= 1);
                testified++;
            }
        }
    }
    assert_true(testified > 3);
    candidates_release(&candidates);
    shapes_free(shapes);
}

int main(void)
{
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(katsunari_follows_the_paper),
        cmocka_unit_test(an_edge_is_like_no_middle),
        cmocka_unit_test(keeping_up_with_a_game_equals_asking_afresh),
        cmocka_unit_test(without_a_stone_in_the_diamond_there_is_no_candidate),
        cmocka_unit_test(proposes_what_is_legal_and_says_where_it_is_from),
    };
    return cmocka_run_group_tests(tests, make_memory, remove_memory);
}
