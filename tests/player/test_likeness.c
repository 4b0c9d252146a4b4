#include "tests/support/testing.h"

#include "tests/support/mock_source.h"

#include "player/likeness.h"

#include <math.h>

/* ---------------------------------------------------------------- a world */

enum { MOVES = 6 };

/* Candidates from the first to the last, each half as probable as the one before.  */
static void ask_halves(void *self, struct question const *question, int voice,
                       struct candidates *candidates)
{
    (void)self;
    (void)question;
    for (int i = 0; i < MOVES; i++)
        mock_name(candidates, voice, point_at(3 + i, 4), ldexpf(0.5f, -i));
}

static struct source_kind const halves = MOCK_KIND("halves", ask_halves);

/* A thinker who finds the move number BEST best, all others worse by LOSS.  */
struct mock_thinker {
    int best;
    double loss;
    long playouts; /* allowed him last */
};

static bool think(void *self, struct task const *task, struct decision *decision)
{
    struct mock_thinker *const thinker = self;
    thinker->playouts = task->playouts;
    decision->at = point_at(3 + thinker->best, 4);
    decision->win = 0.6;
    return true;
}

static void look(void *self, struct insight *view)
{
    struct mock_thinker const *const thinker = self;
    view->visits = 1000000;
    view->win = view->at == point_at(3 + thinker->best, 4) ? 0.6 : 0.6 - thinker->loss;
}

struct world {
    struct board board;
    struct history history;
    struct consultation *consultation;
    struct mock_thinker thinker;
    uint64_t seed;
    struct likened likened;
    struct task task;
};

static void world_init(struct world *world, struct likeness likeness)
{
    memset(world, 0, sizeof *world);
    board_init(&world->board, 9, 9);
    history_init(&world->history);
    history_push(&world->history, &world->board);
    world->consultation = mock_consultation(&halves, NULL);
    world->likened = (struct likened){
        .likeness = likeness,
        .thinker = {.name = "mock",
                    .pick = think,
                    .view = look,
                    .self = &world->thinker},
        .consultation = world->consultation,
        .taste = -1,
        .seed = &world->seed,
        .name = "he",
    };
    world->task = (struct task){.situation = {.board = &world->board},
                                .rules = rules_find("chinese"),
                                .history = &world->history,
                                .komi = 7.5,
                                .budget_ms = -1};
    world->task.candidates =
        consult(world->consultation, &world->task.situation, EFFORT_FULL);
}

static void world_release(struct world *world)
{
    consultation_free(world->consultation);
    history_release(&world->history);
}

/* The number of the move that is picked, in the game SEED.  */
static int pick_in(struct world *world, uint64_t seed)
{
    static struct decision decision;
    struct evaluator const row = likened_row(&world->likened);
    world->seed = seed;
    assert_true(row.pick(row.self, &world->task, &decision));
    assert_true(strlen(decision.reason) > 4);
    return point_column(decision.at) - 3;
}

/* ---------------------------------------------------------------- picking */

static void takes_the_most_probable_that_loses_no_more_than_is_tolerated(void **state)
{
    (void)state;
    struct world *const world = test_malloc(sizeof *world);
    world_init(world, likeness_of_style(1));
    world->thinker = (struct mock_thinker){.best = 3, .loss = 0.05};
    assert_int_equal(pick_in(world, 1), 0);
    assert_int_equal(world->thinker.playouts, 0); /* as many as he likes */
    world->thinker.loss = 0.2;
    assert_int_equal(pick_in(world, 1), 3); /* that would be a blunder */
    world->likened.likeness = likeness_of_style(0.5);
    world->thinker.loss = 0.02;
    assert_int_equal(pick_in(world, 1), 3);
    world->thinker.loss = 0.01;
    assert_int_equal(pick_in(world, 1), 0);
    world->likened.likeness = likeness_of_style(0);
    assert_int_equal(pick_in(world, 1), 3);
    world_release(world);
    test_free(world);
}

/* He likes the second move, as a source knows that is hardly heard in P.  */
static void ask_liked(void *self, struct question const *question, int voice,
                      struct candidates *candidates)
{
    (void)self;
    (void)question;
    candidates_name(candidates, voice, point_at(4, 4), 0.5f, 1)->term[0] = 3;
}

static struct source_kind const liked_kind = {
    .name = "liked", .weighs_itself = true, .terms = {"raise"}, .ask = ask_liked};

static void his_taste_decides_among_what_loses_little(void **state)
{
    (void)state;
    struct failure why;
    struct world *const world = test_malloc(sizeof *world);
    world_init(world, likeness_of_style(0.5));
    assert_true(consultation_add(world->consultation,
                                 (struct source){.kind = &liked_kind}, &why));
    consultation_weigh(world->consultation, 1, 0.01f);
    consult(world->consultation, &world->task.situation, EFFORT_FULL);
    world->thinker = (struct mock_thinker){.best = 3, .loss = 0.01};
    assert_int_equal(pick_in(world, 1), 0);
    world->likened.taste = 1;
    assert_int_equal(pick_in(world, 1), 1);
    world->thinker.loss = 0.02;
    assert_int_equal(pick_in(world, 1), 3);
    world_release(world);
    test_free(world);
}

static void a_style_counts_as_far_as_it_is_followed(void **state)
{
    (void)state;
    for (int i = 0; i <= 10; i++) {
        struct likeness const of = likeness_of_style(i / 10.0);
        assert_true(fabs(of.in_thought + of.in_choice - i / 10.0) < 1e-9);
        assert_true(of.in_thought >= 0 && of.in_choice >= 0);
    }
    assert_true(likeness_of_style(0).tolerance == 0);
    assert_true(likeness_of_style(1).tolerance == 0.1);
    assert_true(likeness_of_style(1).in_thought == 1);
}

static void thinks_no_longer_than_its_level_does(void **state)
{
    (void)state;
    struct world *const world = test_malloc(sizeof *world);
    world_init(world, (struct likeness){.playouts = 50, .plausible = 0.5, .heed = 1});
    (void)pick_in(world, 1);
    assert_int_equal(world->thinker.playouts, 50);
    world->task.playouts = 20;
    (void)pick_in(world, 1);
    assert_int_equal(world->thinker.playouts, 20);
    world_release(world);
    test_free(world);
}

static void draws_as_often_as_its_temperature_says(void **state)
{
    (void)state;
    enum { GAMES = 4000 };
    static double const temperatures[] = {1, 2};
    struct world *const world = test_malloc(sizeof *world);
    for (size_t t = 0; t < 2; t++) {
        int picked[MOVES] = {0};
        double sum = 0;
        world_init(world, (struct likeness){.playouts = -1,
                                            .temperature = temperatures[t],
                                            .plausible = 0.2,
                                            .heed = 1});
        for (int i = 0; i < GAMES; i++)
            picked[pick_in(world, (uint64_t)i)]++;
        for (int i = 0; i < 3; i++) /* 1, 1/2, 1/4 of the best are plausible */
            sum += pow(0.5, i / temperatures[t]);
        for (int i = 0; i < MOVES; i++) {
            double const share = i < 3 ? pow(0.5, i / temperatures[t]) / sum : 0;
            assert_true(fabs(picked[i] / (double)GAMES - share) < 0.03);
        }
        world_release(world);
    }
    test_free(world);
}

/* An eye of Black's own, the only candidate but one.  */
static void ask_eye(void *self, struct question const *question, int voice,
                    struct candidates *candidates)
{
    (void)self;
    (void)question;
    mock_name(candidates, voice, point_at(1, 1), 0.9f);
    mock_name(candidates, voice, point_at(7, 7), 0.01f);
}

static struct source_kind const eye_kind = MOCK_KIND("eye", ask_eye);

static void no_level_fills_its_eyes(void **state)
{
    (void)state;
    struct world *const world = test_malloc(sizeof *world);
    for (int level = LEVEL_LEAST; level < LEVEL_FULL; level++) {
        struct decision *const decision = test_malloc(sizeof *decision);
        world_init(world, likeness_of_level(level));
        consultation_free(world->consultation);
        world->consultation = mock_consultation(&eye_kind, NULL);
        world->likened.consultation = world->consultation;
        board_play(&world->board, point_at(2, 1), BLACK);
        board_play(&world->board, point_at(9, 9), WHITE);
        board_play(&world->board, point_at(1, 2), BLACK);
        board_play(&world->board, point_at(9, 8), WHITE);
        board_play(&world->board, point_at(2, 2), BLACK);
        board_play(&world->board, PASS, WHITE);
        world->task.candidates =
            consult(world->consultation, &world->task.situation, EFFORT_FULL);
        world->thinker = (struct mock_thinker){.best = 4, .loss = 0};
        struct evaluator const row = likened_row(&world->likened);
        for (world->seed = 0; world->seed < 20; world->seed++) {
            assert_true(row.pick(row.self, &world->task, decision));
            assert_true(decision->at != point_at(1, 1));
        }
        test_free(decision);
        world_release(world);
    }
    test_free(world);
}

/* What the first level picks on each of twenty seeds: always AT?  */
static bool always_picks(struct world *world, point at)
{
    static struct decision decision;
    struct evaluator const row = likened_row(&world->likened);
    for (world->seed = 0; world->seed < 20; world->seed++) {
        assert_true(row.pick(row.self, &world->task, &decision));
        if (decision.at != at)
            return false;
    }
    return true;
}

/* Once the other side has passed, what the judge knows for sure is left alone, and
   where that is all it passes too; not where dead stones have to be taken off.  */
static void a_level_that_does_not_think_sees_that_it_is_over(void **state)
{
    (void)state;
    struct world *const world = test_malloc(sizeof *world);
    struct judgement *const judgement = test_calloc(1, sizeof *judgement);
    point const left = point_at(3 + MOVES - 3, 4);
    world_init(world, likeness_of_level(1));
    for (int p = 0; p < POINTS; p++)
        judgement->owner[p] = p % 2 ? 0.97f : -0.99f;
    assert_false(always_picks(world, PASS));
    board_play(&world->board, point_at(1, 1), BLACK);
    board_play(&world->board, PASS, WHITE);
    assert_false(always_picks(world, PASS)); /* nobody has judged */
    world->task.judgement = judgement;
    assert_true(always_picks(world, PASS));
    judgement->owner[left] = 0.5f;
    assert_true(always_picks(world, left));
    judgement->owner[left] = 1;
    world->task.cleanup = true;
    assert_false(always_picks(world, PASS));
    world->task.cleanup = false;
    world->task.rules = rules_find("cgos");
    assert_true(world->task.rules->stones_stay);
    assert_false(always_picks(world, PASS));
    world_release(world);
    test_free(judgement);
    test_free(world);
}

/* ---------------------------------------------------------------- levels */

/* The mean logarithm of P of what LEVEL picks without thinking.  */
static double mean_log_p(int level)
{
    enum { GAMES = 3000 };
    struct world *const world = test_malloc(sizeof *world);
    double sum = 0;
    world_init(world, likeness_of_level(level));
    world->likened.likeness.playouts = -1;
    for (int i = 0; i < GAMES; i++)
        sum -= log(2) * pick_in(world, (uint64_t)i);
    world_release(world);
    test_free(world);
    return sum / GAMES;
}

static void every_level_is_more_careful_than_the_one_below(void **state)
{
    (void)state;
    for (int level = LEVEL_LEAST; level + 1 < LEVEL_FULL; level++) {
        struct likeness const low = likeness_of_level(level);
        struct likeness const high = likeness_of_level(level + 1);
        assert_true(high.playouts >= low.playouts);
        assert_true(high.tolerance <= low.tolerance);
        assert_true(high.heed >= low.heed);
        assert_true(high.plausible >= low.plausible || high.playouts > low.playouts);
        assert_true(high.playouts > low.playouts || high.temperature < low.temperature);
        if (low.playouts < 0 && high.playouts < 0)
            assert_true(mean_log_p(level + 1) > mean_log_p(level) + 0.02);
    }
}

int main(void)
{
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(takes_the_most_probable_that_loses_no_more_than_is_tolerated),
        cmocka_unit_test(his_taste_decides_among_what_loses_little),
        cmocka_unit_test(a_style_counts_as_far_as_it_is_followed),
        cmocka_unit_test(thinks_no_longer_than_its_level_does),
        cmocka_unit_test(draws_as_often_as_its_temperature_says),
        cmocka_unit_test(no_level_fills_its_eyes),
        cmocka_unit_test(a_level_that_does_not_think_sees_that_it_is_over),
        cmocka_unit_test(every_level_is_more_careful_than_the_one_below),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
