#include "tests/support/testing.h"

#include "engine/base/rng.h"
#include "engine/search/tree.h"

/* Claims PLACE and hangs COUNT children there, the last there are.  */
static bool grow(struct tree *tree, uint32_t place, struct prior const list[],
                 int count)
{
    return tree_claim(tree, place) && tree_grow(tree, place, list, count, true);
}

static void children_come_in_lots_one_after_the_other(void **context)
{
    (void)context;
    static point const order[] = {30, 60, 40, 50, PASS};
    struct prior const list[] = {
        {30, 0.5f}, {60, 0.3f}, {40, 0.1f}, {50, 0}, {PASS, 0}};
    struct tree tree;
    tree_init(&tree, 1);
    assert_true(tree_claim(&tree, ROOT));
    assert_false(tree_claim(&tree, ROOT)); /* by one at a time */
    assert_int_equal(node_lot(&tree.node[ROOT]), 0);
    assert_true(tree_grow(&tree, ROOT, list, 2, false));

    struct children walk = tree_children(ROOT);
    while (tree_next(&tree, &walk))
        ;
    assert_true(grow(&tree, walk.link, list + 2, 3));
    walk = tree_children(ROOT);
    for (int i = 0; i < 5; i++) {
        assert_true(tree_next(&tree, &walk));
        assert_int_equal(tree.node[walk.at].at, order[i]);
        assert_int_equal(tree_child(&tree, ROOT, order[i]), walk.at);
    }
    assert_false(tree_next(&tree, &walk));
    assert_false(tree_claim(&tree, walk.link)); /* there are no more */
    assert_int_equal(tree_child(&tree, ROOT, 61), 0);
    tree_release(&tree);
}

/* What hangs from a child goes with it.  */
static void children_are_sorted_by_new_priors(void **context)
{
    (void)context;
    static point const order[] = {40, 30, 60, 50, PASS};
    struct prior const list[] = {{30, 0.5f}, {60, 0.3f}},
                       more[] = {{40, 0.1f}, {50, 0.05f}, {PASS, 0}},
                       deep[] = {{99, 1}};
    struct tree tree;
    tree_init(&tree, 1);
    assert_true(tree_claim(&tree, ROOT) && tree_grow(&tree, ROOT, list, 2, false));
    struct children walk = tree_children(ROOT);
    while (tree_next(&tree, &walk))
        ;
    assert_true(grow(&tree, walk.link, more, 3));
    assert_true(grow(&tree, tree_child(&tree, ROOT, 40), deep, 1));
    tree.node[tree_child(&tree, ROOT, 40)].prior = 0.9f;
    tree_sort(&tree, ROOT);
    walk = tree_children(ROOT);
    for (int i = 0; i < 5; i++) {
        assert_true(tree_next(&tree, &walk));
        assert_int_equal(tree.node[walk.at].at, order[i]);
    }
    assert_false(tree_next(&tree, &walk));
    assert_int_not_equal(tree_child(&tree, tree_child(&tree, ROOT, 40), 99), 0);
    assert_int_equal(node_lot(&tree.node[tree_child(&tree, ROOT, 30)]), 0);
    tree_release(&tree);
}

static void a_full_pool_leaves_leaves_as_they_are(void **context)
{
    (void)context;
    struct tree tree;
    struct prior list[100];
    uint32_t node = ROOT, grown = 0;
    tree_init(&tree, 0.1);
    assert_true(tree.capacity * sizeof *tree.node <= 0.05 * 1048576);
    for (int i = 0; i < 100; i++)
        list[i] = (struct prior){(point)(30 + i), 0.01f};
    for (; grow(&tree, node, list, 100); grown++)
        node = tree.node[node].first;
    assert_true(grown == (tree.capacity - 1) / 101);
    assert_true(tree.used <= tree.capacity);
    assert_int_equal(node_lot(&tree.node[node]), 0);
    tree_release(&tree);
}

static void the_best_child_is_the_one_most_visited(void **context)
{
    (void)context;
    struct tree tree;
    struct prior const list[] = {{30, 0.5f}, {50, 0.4f}, {40, 0.1f}};
    tree_init(&tree, 1);
    assert_int_equal(tree_best(&tree, ROOT), 0);
    assert_true(grow(&tree, ROOT, list, 3));
    assert_int_equal(tree.node[tree_best(&tree, ROOT)].at, 30);
    node_add(&tree.node[tree_child(&tree, ROOT, 40)].visits, 3);
    node_add(&tree.node[tree_child(&tree, ROOT, 50)].visits, 2);
    assert_int_equal(tree.node[tree_best(&tree, ROOT)].at, 40);
    tree_release(&tree);
}

/* Random trees, every node with numbers of its own.  */
static void grow_at_random(struct tree *tree, struct rng *rng)
{
    for (int i = 0; i < 60; i++) {
        struct prior list[8];
        uint32_t const place = rng_below(rng, tree->used);
        int const count = (int)rng_below(rng, 8);
        for (int j = 0; j < count; j++)
            list[j] = (struct prior){(point)(30 + j), (float)rng_unit(rng)};
        if (tree_claim(tree, place))
            tree_grow(tree, place, list, count, rng_below(rng, 2));
    }
    for (uint32_t i = 0; i < tree->used; i++) {
        node_add(&tree->node[i].visits, rng_below(rng, 1000));
        node_add(&tree->node[i].value, rng_below(rng, 1000));
        node_add(&tree->node[i].amaf_visits, rng_below(rng, 1000));
    }
}

/* Compares what hangs from two places, links with links; returns how many nodes.  */
static uint32_t assert_same(struct tree const *a, uint32_t at_a, struct tree const *b,
                            uint32_t at_b)
{
    struct node const *const left = &a->node[at_a], *const right = &b->node[at_b];
    uint32_t const lot = node_lot(left);
    uint32_t count = 1;
    assert_int_equal(lot, node_lot(right));
    assert_int_equal(left->at, right->at);
    assert_int_equal(node_load(&left->visits), node_load(&right->visits));
    assert_int_equal(node_load(&left->value), node_load(&right->value));
    assert_int_equal(node_load(&left->amaf_visits), node_load(&right->amaf_visits));
    for (uint32_t i = 0; lot && i <= lot; i++)
        count += assert_same(a, left->first + i, b, right->first + i);
    return count;
}

static void pruning_keeps_all_that_is_below(void **context)
{
    (void)context;
    struct rng rng;
    rng_seed(&rng, 1);
    for (int i = 0; i < 50; i++) {
        struct tree tree, spare;
        tree_init(&tree, 0.2);
        tree_init(&spare, 0.2);
        grow_at_random(&tree, &rng);
        uint32_t const node = rng_below(&rng, tree.used);
        tree_prune(&tree, node, &spare);
        assert_int_equal(assert_same(&tree, node, &spare, ROOT), spare.used);
        tree_release(&tree);
        tree_release(&spare);
    }
}

int main(void)
{
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(children_come_in_lots_one_after_the_other),
        cmocka_unit_test(children_are_sorted_by_new_priors),
        cmocka_unit_test(a_full_pool_leaves_leaves_as_they_are),
        cmocka_unit_test(the_best_child_is_the_one_most_visited),
        cmocka_unit_test(pruning_keeps_all_that_is_below),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
