/* The nearest cases: the tree against comparing with all, and that against the
   definition.  */
#include "tests/support/testing.h"

#include "tests/support/shapes_made.h"

#include "patterns/cases/evidence.h"

static struct casebook *book;

static int make_book(void **state)
{
    (void)state;
    book = made_casebook(100, 8, 64);
    return book ? 0 : -1;
}

static int remove_book(void **state)
{
    (void)state;
    casebook_close(book);
    return 0;
}

/* A case of the book turned at random, mostly with some of its outer stones,
   liberties or its move before changed, so that others may be as near.  */
static void make_question(struct rng *rng, struct vicinity *vicinity)
{
    struct casebook_facts facts;
    struct vicinity as_it_lies;
    casebook_facts(book, &facts);
    uint32_t const id = rng_below(rng, facts.nodes[LEVEL_RING4]);
    vicinity_decode(casebook_vicinities(book), casebook_code(book, id), &as_it_lies);
    struct diamond *const diamond = &as_it_lies.diamond;
    for (uint32_t changes = rng_below(rng, 6); changes; changes--) {
        int const bit = 12 + (int)rng_below(rng, 28);
        uint64_t const at = (uint64_t)1 << bit & ~diamond->off;
        uint32_t const what = rng_below(rng, 3);
        diamond->own = (diamond->own & ~at) | (what == 1 ? at : 0);
        diamond->opp = (diamond->opp & ~at) | (what == 2 ? at : 0);
    }
    uint64_t const stones = (diamond->own | diamond->opp) & diamond_mask(2);
    if (rng_below(rng, 2))
        as_it_lies.breath_low ^= (uint16_t)(rng_next(rng) & rng_next(rng) & stones);
    if (!rng_below(rng, 4))
        as_it_lies.breath_high ^= (uint16_t)(rng_next(rng) & rng_next(rng) & stones);
    if (!rng_below(rng, 4))
        as_it_lies.before = (uint8_t)rng_below(rng, PLACE_VALUES);
    vicinity_turn(&as_it_lies, (int)rng_below(rng, 8), vicinity);
}

static struct case_likeness random_likeness(struct rng *rng, struct similarity *stones)
{
    *stones = (struct similarity){.name = "odd"};
    for (int row = 0; row < DIAMOND_RADIUS; row++)
        for (int ring = 0; ring < DIAMOND_RADIUS; ring++) {
            uint32_t const near = rng_below(rng, 9);
            stones->near[row][ring] = (uint8_t)near;
            stones->far[row][ring] = (uint8_t)(near + rng_below(rng, near + 1));
        }
    return (struct case_likeness){
        {(uint8_t)rng_below(rng, 9), (uint8_t)rng_below(rng, 9)},
        (uint8_t)rng_below(rng, 9),
        (uint8_t)rng_below(rng, 9),
        stones,
    };
}

static void the_tree_finds_what_comparing_with_all_finds(void **state)
{
    (void)state;
    static int const ks[] = {1, 8, 3, 64};
    struct case_scan *const scan = case_scan_new(book);
    struct similarity stones;
    struct case_likeness odd;
    struct rng rng;
    long const questions = getenv("HISHI_SLOW") ? 1000000 : 3000;
    long found = 0;
    rng_seed(&rng, 7);
    for (long i = 0; i < questions; i++) {
        struct near_vicinity fast[CASE_NEAREST], slow[CASE_NEAREST];
        struct vicinity vicinity;
        odd = random_likeness(&rng, &stones);
        struct case_likeness const *const likeness =
            rng_below(&rng, 3) ? case_likeness_table() : &odd;
        int const k = ks[rng_below(&rng, 4)];
        unsigned const reach = rng_below(&rng, 3) ? rng_below(&rng, 60) : 100000;
        make_question(&rng, &vicinity);
        int const count = case_nearest(book, likeness, &vicinity, k, reach, fast);
        assert_int_equal(count,
                         case_scan_nearest(scan, likeness, &vicinity, k, reach, slow));
        for (int j = 0; j < count; j++) {
            assert_int_equal(fast[j].id, slow[j].id);
            assert_int_equal(fast[j].distance, slow[j].distance);
        }
        found += count;
    }
    assert_true(found > questions);
    case_scan_free(scan);
}

static void comparing_with_all_follows_the_definition(void **state)
{
    (void)state;
    struct case_scan *const scan = case_scan_new(book);
    struct case_likeness const *const likeness = case_likeness_table();
    struct casebook_facts facts;
    struct rng rng;
    casebook_facts(book, &facts);
    unsigned *const distance = malloc(facts.nodes[LEVEL_RING4] * sizeof *distance);
    rng_seed(&rng, 5);
    for (int i = 0; i < 12; i++) {
        struct near_vicinity list[CASE_NEAREST];
        struct vicinity asked;
        long compared = 0, within = 0;
        make_question(&rng, &asked);
        int const count =
            case_scan_nearest(scan, likeness, &asked, CASE_NEAREST, CASE_NEVER, list);
        for (uint32_t id = 0; id < facts.nodes[LEVEL_RING4]; id++) {
            struct vicinity other;
            vicinity_decode(casebook_vicinities(book), casebook_code(book, id), &other);
            distance[id] = case_distance(likeness, &asked, &other);
            compared += distance[id] != CASE_NEVER;
            within += count && distance[id] < list[count - 1].distance;
        }
        assert_int_equal(count, compared < CASE_NEAREST ? compared : CASE_NEAREST);
        assert_true(within < CASE_NEAREST);
        for (int j = 0; j < count; j++) {
            assert_int_equal(distance[list[j].id], list[j].distance);
            assert_true(!j || list[j - 1].distance < list[j].distance ||
                        (list[j - 1].distance == list[j].distance &&
                         list[j - 1].id < list[j].id));
        }
    }
    free(distance);
    case_scan_free(scan);
}

static void a_case_is_alike_to_itself_and_less_to_others(void **state)
{
    (void)state;
    struct case_likeness const *const likeness = case_likeness_table();
    struct rng rng;
    rng_seed(&rng, 6);
    for (int i = 0; i < 200; i++) {
        struct near_vicinity list[8];
        struct vicinity asked;
        make_question(&rng, &asked);
        int const count = case_nearest(book, likeness, &asked, 8, CASE_NEVER, list);
        float before = 1;
        for (int j = 0; j < count; j++) {
            float const alike = case_alike(likeness, &asked, list[j].distance);
            assert_true(alike >= 0 && alike <= before);
            assert_true((alike == 1) == (list[j].distance == 0));
            before = alike;
        }
    }
}

/* Every point of some random positions: the cases shown lie as the board does.  */
static void evidence_lies_as_the_position_does(void **state)
{
    (void)state;
    static struct board board;
    struct rng rng;
    long cases = 0, less = 0;
    rng_seed(&rng, 11);
    for (int i = 0; i < 10; i++) {
        struct move moves[60];
        board_init(&board, 19, 19);
        for (int j = 0; j < 60; j++) {
            enum color const color = (enum color)board.to_move;
            made_moves(&board, &rng, 1);
            moves[j] =
                (struct move){(uint8_t)color, board.passes ? (point)PASS : board.last};
        }
        struct situation const situation = {&board, moves, 60};
        for (int e = 0; e < board.empty_count; e++) {
            struct case_evidence list[4];
            struct vicinity asked;
            point const at = board.empty[e];
            vicinity_look(casebook_vicinities(book), &board, at,
                          latest_moves(&situation), &asked);
            int const count = case_evidence(book, &situation, at, 4, list);
            for (int j = 0; j < count; j++) {
                struct vicinity const *const vicinity = &list[j].vicinity;
                uint64_t const inner = diamond_mask(2);
                assert_true(list[j].of.played > 0 && list[j].of.appeared > 0);
                if (list[j].level != LEVEL_RING4) {
                    assert_true(count == 1 && list[j].level <= LEVEL_CORE);
                    less++;
                    continue;
                }
                assert_true(vicinity->diamond.off == asked.diamond.off);
                assert_true(!((vicinity->diamond.own ^ asked.diamond.own) & inner));
                assert_true(!((vicinity->diamond.opp ^ asked.diamond.opp) & inner));
                assert_int_equal(vicinity->last, asked.last);
                assert_true(list[j].source_count >= 1);
                cases++;
            }
        }
    }
    assert_true(cases > 1000 && less > 10);
}

int main(void)
{
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(the_tree_finds_what_comparing_with_all_finds),
        cmocka_unit_test(comparing_with_all_follows_the_definition),
        cmocka_unit_test(a_case_is_alike_to_itself_and_less_to_others),
        cmocka_unit_test(evidence_lies_as_the_position_does),
    };
    return cmocka_run_group_tests(tests, make_book, remove_book);
}
