#include "tests/support/testing.h"

#include <unistd.h>

#include "tests/support/made_up.h"

#include "books/joseki/explorer.h"
#include "books/joseki/joseki_builder.h"

enum { GAMES = 120 };

static int set_up(void **state)
{
    static struct game games[GAMES];
    char folder[64] = "/tmp/hishi-explorer-XXXXXX", index_path[80], path[80];
    assert_non_null(mkdtemp(folder));
    snprintf(index_path, sizeof index_path, "%s/index", folder);
    snprintf(path, sizeof path, "%s/joseki", folder);
    struct corpus corpus = corpus_finish(make_up_corpus(games, GAMES, 9, false));
    assert_true(index_write(&corpus, index_path, NULL, NULL, NULL));
    struct index *const index = index_open(index_path, NULL);
    struct ranking_options options = ranking_defaults;
    struct ranked_list lists[RANKINGS];
    struct joseki_built built;
    options.keep = 300;
    options.shortest = 3;
    rank_sequences(index_suffixes(index), &options, lists);
    struct joseki_building const building = {.least = 1};
    assert_true(
        joseki_build(index, &lists[RANKING_MSFP], &building, path, &built, NULL));
    ranked_release(lists);
    index_close(index);
    *state = joseki_open(path, NULL);
    assert_non_null(*state);
    corpus_release(&corpus);
    for (int i = 0; i < GAMES; i++)
        game_release(&games[i]);
    unlink(index_path);
    unlink(path);
    rmdir(folder);
    return 0;
}

static int tear_down(void **state)
{
    joseki_close(*state);
    return 0;
}

/* Walk through all of the tree; COUNT moves lead to PATH.  */
static long visit(struct joseki const *joseki, struct path const *path, point *moves,
                  int count)
{
    struct branch *const list = malloc(BRANCHES_MAX * sizeof *list);
    struct joseki_node const parent = explorer_node(joseki, path);
    int const branches = explorer_branches(joseki, path, list);
    long visited = 1;
    double shares = 0;
    assert_int_equal(branches, parent.child_count < BRANCHES_MAX ? parent.child_count
                                                                 : BRANCHES_MAX);
    for (int i = 0; i < branches; i++) {
        struct path sought;
        moves[count] = list[i].at;
        /* The moves lead where the branch does, also when turned.  */
        for (int turn = 0; turn < 8; turn++) {
            point turned[64];
            for (int k = 0; k <= count; k++)
                turned[k] = point_turned(moves[k], CODE_BOARD, turn);
            assert_true(explorer_seek(joseki, turned, count + 1, &sought, NULL));
            assert_int_equal(sought.node, list[i].path.node);
            assert_int_equal(sought.to_play, list[i].path.to_play);
        }
        assert_int_equal(sought.length, count + 1);
        assert_true(count == 0 || i == 0 || list[i - 1].share >= list[i].share);
        shares += list[i].share;
        visited += visit(joseki, &list[i].path, moves, count + 1);
    }
    assert_true(shares < 1.0001);
    free(list);
    return visited;
}

static void walks_through_every_sequence_in_every_symmetry(void **state)
{
    struct joseki const *const joseki = *state;
    struct path path;
    point moves[64];
    assert_true(explorer_seek(joseki, NULL, 0, &path, NULL));
    assert_int_equal(visit(joseki, &path, moves, 0), joseki->count);
}

static void names_the_move_that_leads_nowhere(void **state)
{
    struct joseki const *const joseki = *state;
    struct path path;
    struct failure why = {""};
    point const same[] = {point_at(4, 4), point_at(4, 4)};
    point const off[] = {point_at(4, 4), point_at(20, 3)};
    assert_false(explorer_seek(joseki, same, 2, &path, &why));
    assert_non_null(strstr(why.text, "move 2, D4"));
    assert_false(explorer_seek(joseki, off, 2, &path, &why));
    assert_non_null(strstr(why.text, "not on 19x19"));
}

int main(void)
{
    struct CMUnitTest const tests[] = {
        cmocka_unit_test_setup_teardown(walks_through_every_sequence_in_every_symmetry,
                                        set_up, tear_down),
        cmocka_unit_test_setup_teardown(names_the_move_that_leads_nowhere, set_up,
                                        tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
