#include "tests/testing.h"

#include "engine/rng.h"
#include "engine/tree.h"

static void children_stand_in_the_order_of_their_prior(void **context)
{
    (void)context;
    struct tree tree;
    struct prior list[] = {{40, 0.1f}, {30, 0.5f}, {PASS, 0}, {50, 0.1f}, {60, 0.3f}};
    point const order[] = {30, 60, 40, 50, PASS};
    tree_init(&tree, 1);
    assert_true(tree_grow(&tree, ROOT, list, 5));
    assert_int_equal(node_children(&tree.node[ROOT]), 5);
    for (uint32_t i = 0; i < 5; i++)
        assert_int_equal(tree.node[tree.node[ROOT].first + i].at, order[i]);
    assert_int_equal(tree.node[tree_child(&tree, ROOT, 60)].at, 60);
    assert_int_equal(tree_child(&tree, ROOT, 61), 0);
    tree_release(&tree);
}

static void a_full_pool_leaves_leaves_as_they_are(void **context)
{
    (void)context;
    struct tree tree;
    struct prior list[100];
    uint32_t node = ROOT, grown = 0;
    tree_init(&tree, 0.02);
    assert_true(tree.capacity * sizeof *tree.node <= 0.01 * 1048576);
    for (;; grown++) {
        for (int i = 0; i < 100; i++)
            list[i] = (struct prior){(point)(30 + i), 0.01f};
        if (!tree_grow(&tree, node, list, 100))
            break;
        node = tree.node[node].first;
    }
    assert_true(grown == (tree.capacity - 1) / 100);
    assert_true(tree.used <= tree.capacity);
    assert_int_equal(node_children(&tree.node[node]), 0);
    tree_release(&tree);
}

static void the_best_child_is_the_one_most_visited(void **context)
{
    (void)context;
    struct tree tree;
    struct prior list[] = {{40, 0.1f}, {30, 0.5f}, {50, 0.4f}};
    tree_init(&tree, 1);
    assert_int_equal(tree_best(&tree, ROOT), 0);
    assert_true(tree_grow(&tree, ROOT, list, 3));
    assert_int_equal(tree.node[tree_best(&tree, ROOT)].at, 30);
    node_add(&tree.node[tree_child(&tree, ROOT, 40)].visits, 3);
    node_add(&tree.node[tree_child(&tree, ROOT, 50)].visits, 2);
    assert_int_equal(tree.node[tree_best(&tree, ROOT)].at, 40);
    tree_release(&tree);
}

/* Random trees, every node with numbers of its own.  */
static void grow_at_random(struct tree *tree, struct rng *rng)
{
    for (int i = 0; i < 40; i++) {
        struct prior list[8];
        uint32_t const node = rng_below(rng, tree->used);
        int const count = (int)rng_below(rng, 8);
        for (int j = 0; j < count; j++)
            list[j] = (struct prior){(point)(30 + j), (float)rng_unit(rng)};
        if (node_children(&tree->node[node]))
            continue;
        tree_grow(tree, node, list, count);
    }
    for (uint32_t i = 0; i < tree->used; i++) {
        node_add(&tree->node[i].visits, rng_below(rng, 1000));
        node_add(&tree->node[i].value, rng_below(rng, 1000));
        node_add(&tree->node[i].amaf_visits, rng_below(rng, 1000));
    }
}

static uint32_t assert_same(struct tree const *a, uint32_t at_a, struct tree const *b,
                            uint32_t at_b)
{
    struct node const *const left = &a->node[at_a], *const right = &b->node[at_b];
    uint32_t count = 1;
    assert_int_equal(node_children(left), node_children(right));
    assert_int_equal(left->at, right->at);
    assert_int_equal(node_load(&left->visits), node_load(&right->visits));
    assert_int_equal(node_load(&left->value), node_load(&right->value));
    assert_int_equal(node_load(&left->amaf_visits), node_load(&right->amaf_visits));
    for (uint32_t i = 0; i < (uint32_t)node_children(left); i++)
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
        cmocka_unit_test(children_stand_in_the_order_of_their_prior),
        cmocka_unit_test(a_full_pool_leaves_leaves_as_they_are),
        cmocka_unit_test(the_best_child_is_the_one_most_visited),
        cmocka_unit_test(pruning_keeps_all_that_is_below),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
