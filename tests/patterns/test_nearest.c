/* The finder against comparing with all cases, that against the definition, and the
   innermost loop against itself.  */
#include "tests/support/testing.h"

#include "tests/support/drawings.h"
#include "tests/support/shapes_made.h"

#include "patterns/shapes/ringscan.h"
#include "patterns/shapes/scan.h"

#include <unistd.h>

static char path[] = "/tmp/hishi-nearest-XXXXXX";

static int make_file(void **state)
{
    (void)state;
    int const file = mkstemp(path);
    if (file < 0)
        return -1;
    close(file);
    made_memory(path, 30000, 1);
    return 0;
}

static int remove_file(void **state)
{
    (void)state;
    return unlink(path);
}

/* A memory, and both ways to ask it.  */
struct oracle {
    struct memory *memory;
    struct finder *finder;
    struct scan *scan;
    struct rng rng;
};

static void oracle_open(struct oracle *oracle, char const *file, uint64_t seed)
{
    oracle->memory = made_open(file);
    oracle->finder = finder_new(oracle->memory);
    oracle->scan = scan_new(oracle->memory);
    rng_seed(&oracle->rng, seed);
}

static void oracle_close(struct oracle *oracle)
{
    scan_free(oracle->scan);
    finder_free(oracle->finder);
    memory_close(oracle->memory);
}

/* Both ways give the same cases in the same order.  */
static void oracle_ask(struct oracle *oracle, struct similarity const *similarity,
                       struct diamond const *diamond)
{
    static int const ks[] = {1, 8, 3, 64};
    int const k = ks[rng_below(&oracle->rng, 4)];
    unsigned const reach =
        rng_below(&oracle->rng, 3) ? rng_below(&oracle->rng, 60) : 100000;
    struct near_case fast[MEMORY_NEAREST], slow[MEMORY_NEAREST];
    int const found =
        finder_nearest(oracle->finder, similarity, diamond, k, reach, fast);
    assert_int_equal(found,
                     scan_nearest(oracle->scan, similarity, diamond, k, reach, slow));
    for (int j = 0; j < found; j++) {
        assert_int_equal(fast[j].id, slow[j].id);
        assert_int_equal(fast[j].distance, slow[j].distance);
        assert_int_equal(similarity_as_they_lie(similarity, diamond, &fast[j].shape),
                         fast[j].distance);
    }
}

static void finder_and_scan_agree(struct similarity const *similarity, long questions,
                                  uint64_t seed)
{
    struct oracle oracle;
    oracle_open(&oracle, path, seed);
    for (long i = 0; i < questions; i++) {
        struct diamond diamond;
        made_question(&oracle.rng, &diamond);
        oracle_ask(&oracle, similarity, &diamond);
    }
    oracle_close(&oracle);
}

static void finds_exactly_what_comparing_with_all_finds(void **state)
{
    (void)state;
    /* As many of either preset, and of the odd ones together.  */
    long const questions = getenv("HISHI_SLOW") ? 334000 : 300;
    for (struct similarity const *row = similarity_table; row->name; row++)
        finder_and_scan_agree(row, questions, 7);
    /* Weights of any kind, also some that are 0, and odd ones.  */
    struct rng rng;
    rng_seed(&rng, 8);
    for (int i = 0; i < 10; i++) {
        struct similarity odd = {.name = "odd"};
        for (int row = 0; row < 4; row++)
            for (int ring = 0; ring < 4; ring++) {
                uint32_t const near = rng_below(&rng, 12) + (ring < 2);
                odd.near[row][ring] = (uint8_t)near;
                odd.far[row][ring] = (uint8_t)(near + rng_below(&rng, near + 1));
            }
        finder_and_scan_agree(&odd, questions / 10, 9 + (uint64_t)i);
    }
}

/* Real shapes of real positions: all points around the drawings that the classes of
   moves are tested by, each side to move.  */
static void finds_the_same_in_real_positions(void **state)
{
    (void)state;
    static char const *const names[] = {"capture", "forcing", "cut",  "endgame",
                                        "jump",    "nakade",  "life", "greedy"};
    bool const slow = getenv("HISHI_SLOW");
    struct oracle oracle;
    oracle_open(&oracle, path, 11);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        static struct drawing list[DRAWINGS_MAX];
        static struct board board;
        int const count = drawings_read(names[i], list);
        for (int j = 0; j < count; j++) {
            point last[3];
            drawing_set_up(&list[j], &board, last);
            for (int n = 0; n < board.empty_count; n++)
                for (enum color color = BLACK; color <= WHITE; color++) {
                    struct diamond diamond;
                    diamond_look(&board, board.empty[n], color, &diamond);
                    if (!(diamond.own | diamond.opp) ||
                        (!slow && rng_below(&oracle.rng, 200)))
                        continue;
                    for (struct similarity const *row = similarity_table; row->name;
                         row++)
                        oracle_ask(&oracle, row, &diamond);
                }
        }
    }
    oracle_close(&oracle);
}

/* The scan itself against the definition.  */
struct by_definition {
    struct edges edges;
    struct similarity const *similarity;
    struct diamond diamond;
    unsigned distance[40000];
};

static bool measure(void *context, uint32_t id, struct casecode code)
{
    struct by_definition *const all = context;
    struct diamond shape;
    casecode_diamond(&all->edges, code, &shape);
    all->distance[id] = similarity_distance(all->similarity, &all->diamond, &shape);
    return true;
}

static void comparing_with_all_follows_the_definition(void **state)
{
    (void)state;
    static struct by_definition all;
    struct memory *const memory = made_open(path);
    struct scan *const scan = scan_new(memory);
    struct memory_facts facts;
    struct rng rng;
    edges_init(&all.edges);
    memory_facts(memory, &facts);
    rng_seed(&rng, 5);
    for (int i = 0; i < 8; i++) {
        struct near_case found[MEMORY_NEAREST];
        all.similarity = &similarity_table[i % 2];
        made_question(&rng, &all.diamond);
        memory_each(memory, measure, &all);
        int const count =
            scan_nearest(scan, all.similarity, &all.diamond, 64, 50000, found);
        int same_edge = 0;
        for (uint32_t id = 0; id < facts.cases; id++) {
            same_edge += all.distance[id] != DISTANCE_NEVER;
            bool const should = all.distance[id] < found[count - 1].distance ||
                                (all.distance[id] == found[count - 1].distance &&
                                 id <= found[count - 1].id);
            bool is = false;
            for (int j = 0; j < count; j++)
                is |= found[j].id == id && found[j].distance == all.distance[id];
            assert_true(is == should);
        }
        assert_int_equal(count, same_edge < 64 ? same_edge : 64);
    }
    scan_free(scan);
    memory_close(memory);
}

static struct ring_cost random_cost(struct rng *rng, int half)
{
    uint32_t const near = rng_below(rng, 9);
    return (struct ring_cost){near, near + rng_below(rng, near + 1), half};
}

static void all_processors_scan_alike(void **state)
{
    (void)state;
    struct rng rng;
    rng_seed(&rng, 6);
    for (int i = 0; i < 300; i++) {
        uint32_t ring[300], outer[300], hit[2][300];
        uint16_t distance[2][300];
        struct ring_list const list = {
            .ring = ring,
            .outer = rng_below(&rng, 2) ? outer : NULL,
            .count = rng_below(&rng, 300),
            .asked = (uint32_t)rng_next(&rng) & 0xffffff,
            .asked_outer = (uint32_t)rng_next(&rng),
            .cost = random_cost(&rng, 12),
            .cost_outer = random_cost(&rng, 16),
        };
        for (uint32_t j = 0; j < list.count; j++) {
            ring[j] = (uint32_t)rng_next(&rng);
            outer[j] = (uint32_t)rng_next(&rng);
        }
        uint32_t const limit = rng_below(&rng, 150);
        char const *name;
        uint32_t const hits =
            ring_scan_variant(0, &name)(&list, limit, hit[0], distance[0]);
        for (int n = 1; ring_scan_variant(n, &name); n++) {
            assert_int_equal(
                hits, ring_scan_variant(n, &name)(&list, limit, hit[1], distance[1]));
            assert_memory_equal(hit[0], hit[1], hits * sizeof hit[0][0]);
            assert_memory_equal(distance[0], distance[1], hits * sizeof distance[0][0]);
        }
        uint32_t expected = 0;
        for (uint32_t j = 0; j < list.count; j++) {
            uint32_t sum = ring_distance(&list.cost, ring[j] ^ list.asked);
            if (list.outer)
                sum += ring_distance(&list.cost_outer, outer[j] ^ list.asked_outer);
            expected += sum <= limit;
        }
        assert_int_equal(hits, expected);
    }
}

int main(void)
{
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(finds_exactly_what_comparing_with_all_finds),
        cmocka_unit_test(finds_the_same_in_real_positions),
        cmocka_unit_test(comparing_with_all_follows_the_definition),
        cmocka_unit_test(all_processors_scan_alike),
    };
    return cmocka_run_group_tests(tests, make_file, remove_file);
}
