/* A packed casebook tells what the one tells that it was made of: played and won
   exactly, met nearly, and of its sources those whose games are named.  */
#include "tests/support/testing.h"

#include "tests/support/folder.h"
#include "tests/support/shapes_made.h"

#include "patterns/caselearning/caselearn.h"
#include "patterns/caselearning/casenaming.h"
#include "patterns/caselearning/caseshrink.h"
#include "patterns/caselearning/caseweigh.h"
#include "patterns/cases/casebook_file.h"

#include <sys/stat.h>
#include <unistd.h>

static char folder[] = "/tmp/hishi-packed-XXXXXX";
static char games[64], work[64], whole[64], packed[64], other[64];

static int make_files(void **state)
{
    (void)state;
    struct failure why = {""};
    struct casetree tree;
    if (!mkdtemp(folder))
        return -1;
    snprintf(games, sizeof games, "%s/made.sgf", folder);
    snprintf(work, sizeof work, "%s/work", folder);
    snprintf(whole, sizeof whole, "%s/1.hishi", folder);
    snprintf(packed, sizeof packed, "%s/2.hishi", folder);
    snprintf(other, sizeof other, "%s/3.hishi", folder);
    made_games(games, 9, 60, 1);
    char const *const places[] = {games};
    struct case_task const task = {.learn = {.places = places,
                                             .place_count = 1,
                                             .residues = ALL_RESIDUES,
                                             .threads = 1,
                                             .folder = work},
                                   .near = 1,
                                   .far = 3};
    casetree_init(&tree);
    bool const good =
        case_learn(&task, &tree, &why) && casetree_write(&tree, whole, NULL, &why);
    casetree_release(&tree);
    return good ? 0 : -1;
}

static int remove_files(void **state)
{
    (void)state;
    char const *const files[] = {games, whole, packed, other};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        unlink(files[i]);
    return rmdir(folder);
}

static void shrink_into(char const *path, struct shrink_task const *task)
{
    struct failure why = {""};
    struct casebook *const book = casebook_open_whole(whole, &why);
    struct casetree tree;
    casetree_init(&tree);
    assert_non_null(book);
    assert_true(case_shrink(book, task, &tree));
    assert_true(casetree_write(&tree, path, NULL, &why));
    casetree_release(&tree);
    casebook_close(book);
}

static struct casebook *open_sound(char const *path)
{
    struct failure why = {""};
    struct casebook *const book = casebook_open_whole(path, &why);
    if (!book)
        fail_msg("%s", why.text);
    return book;
}

/* ---------------------------------------------------------------- what it tells */

/* Of what SOURCE names in BOOK, is the same among those of the same NODE of FULL?  */
static bool is_told(struct casebook const *book, struct memory_source source,
                    struct casebook const *full, int level, uint32_t node)
{
    struct memory_source list[CASE_SOURCES];
    struct remembered_game a, b;
    casebook_game(book, source.game, &a);
    int const count = casebook_sources(full, level, node, list);
    for (int i = 0; i < count; i++) {
        casebook_game(full, list[i].game, &b);
        if (strcmp(a.file, b.file) == 0 && a.number == b.number &&
            source.move == list[i].move)
            return true;
    }
    return false;
}

static bool is_leaf(struct casebook const *book, int level, uint32_t node)
{
    uint32_t from = 0, to = 0;
    if (level < LEVEL_RING4)
        casebook_children(book, level, node, &from, &to);
    return from == to;
}

/* All nodes of BOOK and FULL are the same; returns how many cite.  */
static int compare(struct casebook const *book, struct casebook const *full)
{
    struct casebook_facts facts, of_full;
    int citing = 0;
    casebook_facts(book, &facts);
    casebook_facts(full, &of_full);
    for (int level = 0; level < VICINITY_LEVELS; level++) {
        assert_int_equal(facts.nodes[level], of_full.nodes[level]);
        for (uint32_t node = 0; node < facts.nodes[level]; node++) {
            struct experience const a = casebook_experience(book, level, node),
                                    b = casebook_experience(full, level, node);
            struct memory_source list[CASE_SOURCES];
            assert_int_equal(casebook_part(book, level, node),
                             casebook_part(full, level, node));
            assert_int_equal(a.played, b.played);
            assert_int_equal(a.won, b.won);
            assert_true(a.appeared >= a.played);
            assert_true(a.appeared * 16 >= b.appeared * 15 &&
                        a.appeared * 16 <= b.appeared * 17);
            int const count = casebook_sources(book, level, node, list);
            citing += count && is_leaf(book, level, node);
            for (int i = 0; i < count && is_leaf(book, level, node); i++)
                assert_true(is_told(book, list[i], full, level, node));
        }
    }
    return citing;
}

static void a_packed_casebook_tells_the_same(void **state)
{
    (void)state;
    struct casebook_facts facts;
    struct stat file;
    shrink_into(packed, &(struct shrink_task){.packed = true});
    struct casebook *const book = open_sound(packed), *const full = open_sound(whole);
    casebook_facts(book, &facts);
    assert_int_equal(stat(packed, &file), 0);
    assert_true(facts.packed);
    assert_int_equal(facts.bytes, file.st_size);
    assert_true(facts.source_bytes < facts.bytes);
    assert_int_equal(compare(book, full), facts.nodes[LEVEL_RING4]);
    struct memory_source list[CASE_SOURCES];
    for (uint32_t node = 0; node < facts.nodes[0]; node++) /* its children's */
        assert_true(casebook_sources(book, 0, node, list) > 0);
    casebook_facts(full, &facts);
    assert_false(facts.packed);
    assert_true((uint64_t)file.st_size < facts.bytes / 2);
    casebook_close(book);
    casebook_close(full);
}

static void only_so_many_games_are_named(void **state)
{
    (void)state;
    struct casebook *const full = open_sound(whole);
    int before = 0;
    for (uint32_t most = 1; most <= 64; most *= 4) {
        struct casebook_facts facts;
        shrink_into(packed, &(struct shrink_task){.packed = true, .games = most});
        shrink_into(other, &(struct shrink_task){.games = most});
        struct casebook *const book = open_sound(packed), *const plain =
                                                              open_sound(other);
        casebook_facts(book, &facts);
        assert_true(facts.games <= most && facts.games >= (most < 60 ? most : 50));
        int const citing = compare(book, full);
        assert_int_equal(citing, compare(plain, full));
        assert_true(citing > before);
        before = citing;
        casebook_close(book);
        casebook_close(plain);
    }
    casebook_close(full);
}

/* How many of FROM .. TO of a level of TREE cite.  */
static int citing(struct casetree const *tree, int level, size_t from, size_t to)
{
    int count = 0;
    for (; from < to; from++)
        count += tree->level[level].source[from] != CASE_UNNAMED;
    return count;
}

static size_t kid_of(struct casetree const *tree, int level, size_t node)
{
    return node < tree->level[level].count ? tree->level[level].kid[node]
                                           : tree->level[level + 1].count;
}

/* In a part that ends at all levels.  */
static void all_cases_cite_and_one_node_of_a_core_beside_them(void **state)
{
    (void)state;
    struct casebook *const full = open_sound(whole);
    struct casetree tree;
    int beside = 0;
    casetree_init(&tree);
    assert_true(case_shrink(full, &(struct shrink_task){.packed = true, .bytes = 30000},
                            &tree));
    assert_true(case_shrunk(full, &tree));
    for (size_t core = 0; core < tree.level[LEVEL_CORE].count; core++) {
        size_t from = core, to = core + 1;
        int others = 0;
        for (int level = LEVEL_CORE; level < LEVEL_RING4; level++) {
            others += level > LEVEL_CORE ? citing(&tree, level, from, to) : 0;
            from = kid_of(&tree, level, from);
            to = kid_of(&tree, level, to);
        }
        int const cases = citing(&tree, LEVEL_RING4, from, to);
        assert_int_equal(cases, to - from);
        assert_true(others <= 1);
        bool const has_more =
            kid_of(&tree, LEVEL_CORE, core) < kid_of(&tree, LEVEL_CORE, core + 1);
        assert_int_equal(cases + others > 0, has_more);
        beside += others;
    }
    assert_true(beside > 10);
    casetree_release(&tree);
    casebook_close(full);
}

static void weights_are_changed_and_nothing_else(void **state)
{
    (void)state;
    struct failure why = {""};
    static struct casebook_weights weights[CASE_COMPANIES];
    shrink_into(packed, &(struct shrink_task){.packed = true, .games = 7});
    weights[CASES_BESIDE].slope[2][3] = 0.5f;
    assert_true(caseweigh_write(packed, weights, other, NULL, &why));
    struct casebook *const book = open_sound(other), *const before = open_sound(packed);
    struct casebook_facts facts;
    casebook_facts(book, &facts);
    assert_true(facts.packed);
    compare(book, before);
    assert_true(casebook_weights(book, CASES_BESIDE)->slope[2][3] == 0.5f);
    casebook_close(book);
    casebook_close(before);
}

static void the_same_bytes_are_made_again(void **state)
{
    (void)state;
    struct shrink_task const task = {.packed = true, .games = 11};
    shrink_into(packed, &task);
    shrink_into(other, &task);
    files_are_same(packed, other);
}

/* ---------------------------------------------------------------- damage */

static void a_source_may_be_none_but_not_nowhere(void **state)
{
    (void)state;
    struct failure why = {""};
    for (uint32_t wrong = 0; wrong < 2; wrong++) {
        struct casebook *const full = open_sound(whole);
        struct casetree tree;
        casetree_init(&tree);
        assert_true(case_shrink(full, &(struct shrink_task){.games = 5}, &tree));
        tree.level[LEVEL_RING4].source[3] =
            wrong ? (uint32_t)tree.games.game_count * MEMORY_MOVES : CASE_UNNAMED;
        assert_true(casetree_write(&tree, other, NULL, &why));
        casetree_release(&tree);
        casebook_close(full);
        struct casebook *const book = casebook_open(other, &why);
        assert_int_equal(casebook_verify(book, &why), !wrong);
        casebook_close(book);
    }
}

static void a_changed_byte_is_noticed(void **state)
{
    (void)state;
    struct rng rng;
    size_t size;
    rng_seed(&rng, 9);
    shrink_into(packed, &(struct shrink_task){.packed = true});
    char *const bytes = file_bytes(packed, &size);
    for (int i = 0; i < 60; i++) {
        struct failure why = {""};
        size_t const at = rng_below(&rng, (uint32_t)size);
        char const change = (char)(1 + rng_below(&rng, 255));
        bytes[at] ^= change;
        file_write(other, bytes, size);
        bytes[at] ^= change;
        struct casebook *const book = casebook_open_whole(other, &why);
        assert_null(book);
        assert_memory_equal(why.text, other, strlen(other));
    }
    free(bytes);
}

/* ---------------------------------------------------------------- naming */

enum { OFFERS = 3000, GAMES = 400 };

/* How many of all offers have one of the games that IS marks.  */
static int covered(struct memory_source const offers[][CASE_SOURCES],
                   bool const is[GAMES])
{
    int count = 0;
    for (int i = 0; i < OFFERS; i++)
        count += is[offers[i][0].game] || is[offers[i][1].game];
    return count;
}

/* Offers by chance, of one game or two, some games far more often; how often each.  */
static void make_offers(struct casenaming *naming, struct rng *rng,
                        struct memory_source offers[OFFERS][CASE_SOURCES],
                        int times[GAMES])
{
    for (int i = 0; i < OFFERS; i++) {
        for (int j = 0; j < 2; j++)
            offers[i][j].game = rng_below(rng, 1 + rng_below(rng, GAMES));
        int const count = offers[i][0].game == offers[i][1].game ? 1 : 2;
        for (int j = 0; j < count; j++)
            times[offers[i][j].game]++;
        casenaming_offer(naming, offers[i], count);
    }
}

static void mark_often(int times[GAMES], uint32_t most, bool often[GAMES])
{
    for (uint32_t k = 0; k < most && k < GAMES; k++) {
        int best = 0;
        for (int game = 0; game < GAMES; game++)
            best = times[game] > times[best] ? game : best;
        often[best] = true;
        times[best] = -1;
    }
}

/* How many offers cite, all of them a game that is named.  */
static int count_citing(struct casenaming const *naming)
{
    int count = 0;
    for (size_t i = 0; i < OFFERS; i++) {
        struct memory_source source;
        if (!casenaming_source(naming, i, &source))
            continue;
        assert_true(casenaming_is_named(naming, source.game));
        count++;
    }
    return count;
}

/* A greedy choice covers at least 1 - 1/e of what any other as large does (Nemhauser,
   Wolsey and Fisher 1978): of what the games cover that are offered most often.  */
static void games_are_chosen_well(void **state)
{
    (void)state;
    static struct memory_source offers[OFFERS][CASE_SOURCES];
    struct rng rng;
    rng_seed(&rng, 4);
    for (uint32_t most = 1; most <= GAMES; most = most * 3 + 1) {
        struct casenaming *const naming = casenaming_new(GAMES);
        int times[GAMES] = {0};
        bool named[GAMES], often[GAMES] = {false};
        uint32_t count = 0;
        make_offers(naming, &rng, offers, times);
        mark_often(times, most, often);
        casenaming_choose(naming, most);
        for (uint32_t game = 0; game < GAMES; game++)
            count += named[game] = casenaming_is_named(naming, game);
        int const citing = count_citing(naming);
        assert_true(count <= most);
        assert_int_equal(citing, covered(offers, named));
        assert_true(citing >= 0.632 * covered(offers, often));
        if (most == 1)
            assert_int_equal(citing, covered(offers, often));
        casenaming_free(naming);
    }
}

int main(void)
{
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(a_packed_casebook_tells_the_same),
        cmocka_unit_test(only_so_many_games_are_named),
        cmocka_unit_test(all_cases_cite_and_one_node_of_a_core_beside_them),
        cmocka_unit_test(weights_are_changed_and_nothing_else),
        cmocka_unit_test(the_same_bytes_are_made_again),
        cmocka_unit_test(a_source_may_be_none_but_not_nowhere),
        cmocka_unit_test(a_changed_byte_is_noticed),
        cmocka_unit_test(games_are_chosen_well),
    };
    return cmocka_run_group_tests(tests, make_files, remove_files);
}
