#include "tests/support/testing.h"

#include "engine/base/rng.h"
#include "engine/records/sgf_tree.h"

static enum sgf_outcome read_text(char const *text, struct sgf_tree **tree,
                                  struct failure *why)
{
    struct sgf_memory memory = {text, strlen(text)};
    struct sgf_scan scan;
    sgf_scan_init(&scan);
    sgf_scan_start(&scan, sgf_pull_memory, &memory);
    enum sgf_outcome const outcome = sgf_read_tree(&scan, tree, why);
    sgf_scan_release(&scan);
    return outcome;
}

static struct sgf_tree *must_read(char const *text)
{
    struct sgf_tree *tree;
    struct failure why;
    if (read_text(text, &tree, &why) != SGF_GAME)
        fail_msg("%s: %s", text, why.text);
    return tree;
}

static void keeps_all_variations_in_order(void **state)
{
    (void)state;
    struct sgf_tree *const tree =
        must_read("(;C[0];C[1](;C[2];C[3](;C[4])(;C[5]))(;C[6];C[7]))");
    int expected = 0;
    for (struct sgf_node *n = sgf_tree_root(tree); n; n = sgf_after(n))
        assert_int_equal(atoi(sgf_find(n, "C")), expected++);
    assert_int_equal(expected, 8);
    struct sgf_node const *const one = sgf_tree_root(tree)->child;
    assert_string_equal(sgf_find(one->child, "C"), "2");
    assert_string_equal(sgf_find(one->child->next, "C"), "6");
    assert_null(one->child->next->next);
    assert_ptr_equal(one->child->next->parent, one);
    assert_null(sgf_tree_root(tree)->parent);
    sgf_tree_free(tree);
    sgf_tree_free(NULL);
}

static void keeps_every_property_and_value(void **state)
{
    (void)state;
    struct sgf_tree *const tree = must_read(
        "(;SiZe[9:7]CA[GBK]PB[\xb3\xfe];W[ac]MA[aa][bb]\n [cc]LB[dd:1\\]]KO[]BL[1])");
    struct sgf_node const *const node = sgf_tree_root(tree)->child;
    static char const *const names[] = {"W", "MA", "MA", "MA", "LB", "KO", "BL"};
    static char const *const values[] = {"ac", "aa", "bb", "cc", "dd:1]", "", "1"};
    int count = 0;
    for (struct sgf_property *p = node->properties; p; p = p->next, count++) {
        assert_string_equal(p->name, names[count]);
        assert_string_equal(p->value, values[count]);
    }
    assert_int_equal(count, 7);
    assert_int_equal(sgf_tree_width(tree), 9);
    assert_int_equal(sgf_tree_height(tree), 7);
    assert_string_equal(sgf_find(sgf_tree_root(tree), "PB"), "楚");
    assert_null(sgf_find(node, "B"));
    struct move move;
    assert_true(sgf_move(tree, node, &move));
    assert_int_equal(move.color, WHITE);
    assert_int_equal(move.at, point_at(1, 5));
    assert_false(sgf_move(tree, sgf_tree_root(tree), &move));
    sgf_tree_free(tree);
}

static void knows_the_charset_wherever_it_is_named(void **state)
{
    (void)state;
    struct sgf_tree *const tree = must_read("(;PB[\xb3\xfe]CA[GBK];C[\xd1\xf4])");
    assert_string_equal(sgf_find(sgf_tree_root(tree), "PB"), "楚");
    assert_string_equal(sgf_find(sgf_tree_root(tree)->child, "C"), "阳");
    sgf_tree_free(tree);
}

static void refuses_bad_trees_and_goes_on(void **state)
{
    (void)state;
    struct sgf_memory memory = {.bytes = "(;SZ[99];B[aa](;W[bb])(;W[cc]))"
                                         "(;SZ[99])"
                                         "(;FF[4];B[aa"
                                         "\n(;FF[4];B[bb])"};
    static enum sgf_outcome const outcomes[] = {SGF_BAD, SGF_BAD, SGF_BAD, SGF_GAME,
                                                SGF_END};
    memory.size = strlen(memory.bytes);
    struct sgf_scan scan;
    sgf_scan_init(&scan);
    sgf_scan_start(&scan, sgf_pull_memory, &memory);
    for (int i = 0; i < 5; i++) {
        struct sgf_tree *tree;
        struct failure why = {""};
        assert_int_equal(sgf_read_tree(&scan, &tree, &why), outcomes[i]);
        assert_int_equal(tree != NULL, outcomes[i] == SGF_GAME);
        assert_int_equal(why.text[0] != '\0', outcomes[i] == SGF_BAD);
        sgf_tree_free(tree);
    }
    sgf_scan_release(&scan);
}

/* Parentheses and nodes by the hundred thousand: a reader that called itself
   would overflow its stack.  */
static void reads_trees_of_any_depth(void **state)
{
    (void)state;
    enum { DEPTH = 300000 };
    char *const text = malloc(6 * DEPTH + 64);
    char *to = stpcpy(text, "(;SZ[9]");
    for (int i = 0; i < DEPTH; i++)
        to = stpcpy(to, i % 2 ? ";" : "(;C[]");
    for (int i = 0; i < DEPTH / 2; i++)
        to = stpcpy(to, ")");
    strcpy(to, ")");
    struct sgf_tree *const tree = must_read(text);
    int nodes = 0;
    for (struct sgf_node *n = sgf_tree_root(tree); n; n = sgf_after(n))
        nodes++;
    assert_int_equal(nodes, DEPTH + 1);
    sgf_tree_free(tree);
    free(text);
}

static void survives_a_cut_anywhere(void **state)
{
    (void)state;
    static char const whole[] =
        "x(;CA[GBK]SZ[9]C[\x8c\x5b](;B[aa]MA[bb][cc](;W[])(;C[\\]"
        "]))(;FF[3]);B[dd])(;)";
    for (size_t size = 0; size < sizeof whole; size++) {
        char text[sizeof whole];
        memcpy(text, whole, size);
        text[size] = '\0';
        struct sgf_tree *tree;
        struct failure why = {""};
        enum sgf_outcome const outcome = read_text(text, &tree, &why);
        assert_int_equal(outcome == SGF_GAME, tree != NULL);
        assert_int_equal(outcome == SGF_BAD, why.text[0] != '\0');
        sgf_tree_free(tree);
    }
}

/* A tree of random shape, whose nodes are numbered as they are written.  */
static void put_tree(FILE *out, struct rng *rng, int depth, int *number)
{
    fputs("(", out);
    for (int i = 1 + (int)rng_below(rng, 3); i > 0; i--)
        fprintf(out, ";N[%d]D[%d]", (*number)++, depth);
    if (depth < 6)
        for (int i = (int)rng_below(rng, 4); i > 0; i--)
            put_tree(out, rng, depth + 1, number);
    fputs(")\n", out);
}

static void reads_random_trees_node_by_node(void **state)
{
    (void)state;
    struct rng rng;
    rng_seed(&rng, 8);
    for (int i = 0; i < 300; i++) {
        char *text;
        size_t size;
        int written = 0, read = 0;
        FILE *const out = open_memstream(&text, &size);
        put_tree(out, &rng, 0, &written);
        fclose(out);
        struct sgf_tree *const tree = must_read(text);
        for (struct sgf_node *n = sgf_tree_root(tree); n; n = sgf_after(n), read++) {
            assert_int_equal(atoi(sgf_find(n, "N")), read);
            int branchings = 0; /* above: nodes with a brother or a lone variation */
            for (struct sgf_node *up = n; up->parent; up = up->parent)
                branchings += strcmp(sgf_find(up, "D"), sgf_find(up->parent, "D")) != 0;
            assert_int_equal(atoi(sgf_find(n, "D")), branchings);
        }
        assert_int_equal(read, written);
        sgf_tree_free(tree);
        free(text);
    }
}

static void says_why_a_file_cannot_be_loaded(void **state)
{
    (void)state;
    struct failure why;
    assert_null(sgf_load_tree("/nonexistent.sgf", &why));
    assert_string_equal(why.text, "/nonexistent.sgf: No such file or directory");
    assert_null(sgf_load_tree("/dev/null", &why));
    assert_string_equal(why.text, "/dev/null: there is no game in it");
}

int main(void)
{
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(keeps_all_variations_in_order),
        cmocka_unit_test(keeps_every_property_and_value),
        cmocka_unit_test(knows_the_charset_wherever_it_is_named),
        cmocka_unit_test(refuses_bad_trees_and_goes_on),
        cmocka_unit_test(reads_trees_of_any_depth),
        cmocka_unit_test(survives_a_cut_anywhere),
        cmocka_unit_test(reads_random_trees_node_by_node),
        cmocka_unit_test(says_why_a_file_cannot_be_loaded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
