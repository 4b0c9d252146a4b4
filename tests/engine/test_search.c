#include "tests/support/testing.h"

#include "engine/base/seconds.h"
#include "engine/search/evaluator.h"
#include "engine/search/search.h"
#include "engine/search/tree.h"
#include "tests/support/diagram.h"
#include "tests/support/search_world.h"

#include <math.h>
#include <pthread.h>

static void draw(struct world *world, char const *diagram, double komi,
                 char marks[POINTS])
{
    world_start(world, "chinese", 9, 9);
    diagram_read(&world->board, diagram, marks);
    history_clear(&world->history);
    history_push(&world->history, &world->board);
    world->task.komi = komi;
}

/* Black to play finds the point marked A, whatever the seed.  */
static void check_finds(char const *diagram, double komi)
{
    struct world world;
    char marks[POINTS];
    for (uint64_t seed = 1; seed <= 2; seed++) {
        struct search *const search = bare_search(3000, seed);
        draw(&world, diagram, komi, marks);
        point const at = world_pick(search, &world).at;
        assert_int_equal(at, diagram_find(&world.board, marks, 'A'));
        search_free(search);
        history_release(&world.history);
    }
}

static char const capture_in_time[] = ". X . X O . .\n"
                                      ". X X X O O O\n"
                                      "X X O O A X O\n"
                                      ". X O O O X O\n"
                                      "X X X X X X O\n"
                                      ". . . . X O O\n"
                                      ". . . . X O .\n";

static void captures_what_decides_the_game(void **context)
{
    (void)context;
    check_finds(capture_in_time, 0.5);
}

static void saves_what_decides_the_game(void **context)
{
    (void)context;
    check_finds(". . X O . O .\n"
                ". . X O O O O\n"
                "O O O X X O .\n"
                "O X X X X O O\n"
                "O O O O A . .\n"
                ". . O X X X X\n"
                ". . O X . . .\n",
                0.5);
}

static void kills_at_the_vital_point(void **context)
{
    (void)context;
    check_finds("O . A . O X .\n"
                "O O O O O X .\n"
                "X X X X X X .\n"
                ". . . . . . .\n"
                "O O O O O O O\n"
                "O . O O . O O\n"
                "O O O . O O O\n",
                0.5);
}

static void lives_at_the_vital_point(void **context)
{
    (void)context;
    check_finds(". A . X X O .\n"
                "X X X X X O O\n"
                "O O O O O O .\n"
                ". . . . . . .\n"
                "X X X X X X X\n"
                "X . X X . X X\n"
                "X X X . X X X\n",
                0.5);
}

/* Whoever wins anyway, or loses anyway, still takes what there is to be had, and says
   how sure that is.  */
static void plays_for_points_when_the_game_is_decided(void **context)
{
    (void)context;
    check_finds(capture_in_time, -25.5);
    check_finds(capture_in_time, 45.5);
    check_finds(capture_in_time, -150.5);
    check_finds(capture_in_time, 150.5);
}

static void a_share_of_the_score_is_no_chance_to_win(void **context)
{
    (void)context;
    struct world world;
    char marks[POINTS];
    struct search *const search = bare_search(500, 1);
    draw(&world, capture_in_time, 48.5, marks);
    assert_true(world_pick(search, &world).win == 0);
    history_release(&world.history);
    draw(&world, capture_in_time, -48.5, marks);
    search_forget(search);
    assert_true(world_pick(search, &world).win == 1);
    search_free(search);
    history_release(&world.history);
}

/* All is settled but one neutral point in the middle of the second position.  Where
   territory is counted a stone at home costs a point, which is lost without need in a
   lost game too; the neutral point is taken by all rules.  */
static void plays_not_at_home_where_territory_is_counted(void **context)
{
    (void)context;
    static char const *const settled[] = {". . X O O . .\n"
                                          "X X X O O O O\n"
                                          ". . X O . . O\n"
                                          "X X X O O O O\n"
                                          ". . X O O . .\n"
                                          "X X X O O O O\n"
                                          ". . X O O . .\n",
                                          ". . X O O . .\n"
                                          "X X X O O O O\n"
                                          ". . X O . . O\n"
                                          "X X X A O O O\n"
                                          ". . X O O . .\n"
                                          "X X X O O O O\n"
                                          ". . X O O . .\n"};
    static struct {
        char const *rules;
        int diagram;
        double komi;
        bool passes;
    } const cases[] = {{"japanese", 0, -0.5, true},
                       {"japanese", 0, 7.5, true},
                       {"chinese", 1, -5.5, false},
                       {"japanese", 1, -0.5, false}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (uint64_t seed = 1; seed <= 3; seed++) {
            struct world world;
            char marks[POINTS];
            struct search *const search = bare_search(1500, seed);
            draw(&world, settled[cases[i].diagram], cases[i].komi, marks);
            world.task.rules = rules_find(cases[i].rules);
            point const at = world_pick(search, &world).at;
            assert_int_equal(at, cases[i].passes
                                     ? (point)PASS
                                     : diagram_find(&world.board, marks, 'A'));
            search_free(search);
            history_release(&world.history);
        }
}

static void the_same_seed_gives_the_same_search(void **context)
{
    (void)context;
    struct search_report reports[2];
    char reasons[2][512];
    for (int i = 0; i < 2; i++) {
        struct world world;
        struct search *const search = bare_search(1500, 7);
        world_start(&world, "chinese", 9, 9);
        for (int move = 0; move < 3; move++) {
            struct decision const decision = world_pick(search, &world);
            strcpy(reasons[i], decision.reason);
            world_play(&world, decision.at);
        }
        search_last(search, &reports[i]);
        search_free(search);
        history_release(&world.history);
    }
    assert_string_equal(reasons[0], reasons[1]);
    assert_int_equal(reports[0].nodes, reports[1].nodes);
    assert_true(reports[0].playouts == reports[1].playouts);
}

static void keeps_the_tree_from_move_to_move(void **context)
{
    (void)context;
    uint32_t nodes[2];
    for (int keep = 0; keep < 2; keep++) {
        struct world world;
        struct search *const search = bare_search(3000, 8);
        struct search_tuning tuning = search_defaults();
        tuning.playouts = 3000;
        tuning.candidates = 10;
        tuning.memory_mb = 64;
        tuning.keep_tree = keep;
        search_tune(search, &tuning);
        world_start(&world, "chinese", 7, 7);
        world_play(&world, world_pick(search, &world).at);
        tuning.playouts = 1;
        search_tune(search, &tuning);
        world_pick(search, &world);
        struct search_report report;
        search_last(search, &report);
        nodes[keep] = report.nodes;
        search_free(search);
        history_release(&world.history);
    }
    assert_true(nodes[0] <= 33); /* a root, a lot of children and their link */
    assert_true(nodes[1] > 200);
}

static void a_tree_of_another_game_is_forgotten(void **context)
{
    (void)context;
    struct world world;
    struct search *const search = bare_search(500, 9);
    world_start(&world, "chinese", 7, 7);
    world_play(&world, point_at(4, 4));
    world_pick(search, &world);
    history_release(&world.history);
    world_start(&world, "chinese", 7, 7);
    world_play(&world, point_at(2, 2));
    world_pick(search, &world);
    world_play(&world, point_at(4, 4));
    world_pick(search, &world);
    history_release(&world.history);
    world_start(&world, "chinese", 5, 9);
    world_pick(search, &world);
    history_release(&world.history);
    search_free(search);
}

static void respects_the_limit_of_memory(void **context)
{
    (void)context;
    struct world world;
    struct search *const search = bare_search(20000, 10);
    struct search_tuning tuning = search_defaults();
    struct search_report report;
    tuning.playouts = 20000;
    tuning.memory_mb = 1;
    tuning.expand_at = 1;
    search_tune(search, &tuning);
    world_start(&world, "chinese", 9, 9);
    world_pick(search, &world);
    search_last(search, &report);
    assert_true(report.nodes * sizeof(struct node) <= 524288);
    assert_true(report.nodes * sizeof(struct node) > 500000);
    search_free(search);
    history_release(&world.history);
}

/* The move to find comes late in the order, which is that of the points where no
   source has an opinion.  */
static void every_legal_move_is_tried_in_the_end(void **context)
{
    (void)context;
    struct world world;
    struct search *const search = bare_search(20000, 11);
    struct search_tuning tuning = search_defaults();
    char marks[POINTS];
    tuning.playouts = 20000;
    tuning.candidates = 1;
    tuning.widening = 1.3;
    tuning.memory_mb = 64;
    search_tune(search, &tuning);
    draw(&world, capture_in_time, 0.5, marks);
    assert_int_equal(world_pick(search, &world).at,
                     diagram_find(&world.board, marks, 'A'));
    search_free(search);
    history_release(&world.history);
}

/* Machines are busy; what matters is that minutes do not pass.  */
enum { BUSY_MS = 2000 };

struct onlooker {
    int told, last;
    long playouts;
    struct thought thought;
};

static void look_on(void *self, struct thought const *thought)
{
    struct onlooker *const onlooker = self;
    uint32_t visits = 0;
    onlooker->told++;
    assert_true(thought->playouts >= onlooker->playouts);
    onlooker->playouts = thought->playouts;
    assert_true(thought->win >= 0 && thought->win <= 1);
    for (int i = 0; i < thought->count; i++) {
        struct thought_move const *const move = &thought->move[i];
        assert_true(i == 0 || move->visits <= move[-1].visits);
        assert_in_range(move->line_length, 1, THOUGHT_LINE);
        assert_int_equal(move->line[0], move->at);
        assert_true(move->win >= 0 && move->win <= 1);
        assert_int_equal(move->line_visits[0], move->visits);
        assert_true(move->visits > 0);
        visits += move->visits;
    }
    assert_true(visits <= thought->playouts + 1);
    assert_true(thought->count <= thought->known);
    onlooker->last += thought->last;
    onlooker->thought = *thought;
}

static void an_observer_is_told_while_it_thinks(void **context)
{
    (void)context;
    static struct onlooker onlooker;
    struct observer const observer = {
        .interval_ms = 0, .look = look_on, .self = &onlooker};
    struct search *const search = bare_search(1000, 1);
    struct world world;
    world_start(&world, "chinese", 9, 9);
    world.task.observer = &observer;
    point const observed = world_pick(search, &world).at;
    assert_in_range(onlooker.told, 20, 70);
    assert_int_equal(onlooker.last, 1);
    assert_int_equal(onlooker.thought.move[0].at, observed);
    world.task.observer = NULL;
    search_forget(search);
    assert_int_equal(world_pick(search, &world).at, observed); /* it changes nothing */
    search_free(search);
    history_release(&world.history);
}

/* Nearly all of the board is Black's already.  */
static char const owned[] = "X . X . X . X . X\n"
                            ". X . X . X . X .\n"
                            "X . X . X . X . X\n"
                            ". X . X . X . X .\n"
                            "X . X . X . X . X\n"
                            ". X . X . X . X .\n"
                            "X X X X X X X X X\n"
                            "O O O O O O O O O\n"
                            ". . . O . . . O .\n";

static void counts_owners_for_who_wants_to_know(void **context)
{
    (void)context;
    static struct onlooker onlooker;
    struct observer const observer = {.first_ms = INFINITY,
                                      .interval_ms = INFINITY,
                                      .counts = true,
                                      .look = look_on,
                                      .self = &onlooker};
    struct search *const search = bare_search(500, 1);
    struct world world;
    char marks[POINTS];
    draw(&world, owned, 0.5, marks);
    world.task.observer = &observer;
    world_pick(search, &world);
    struct thought const *const thought = &onlooker.thought;
    bool const black = world.board.to_move == BLACK;
    assert_int_equal(onlooker.told, 1);
    assert_int_equal(thought->counted, thought->playouts);
    for (point p = board_first_point(); p; p = board_next_point(&world.board, p)) {
        float const owner = black ? thought->owner[p] : -thought->owner[p];
        assert_true(owner <= 1 && owner >= -1);
        if (board_color(&world.board, p) == BLACK)
            assert_true(owner > 0.9f);
    }
    double const lead = black ? thought->score : -thought->score;
    assert_true(lead > 35 && lead < 46);
    assert_true(fabs(thought->move[0].lead - thought->score) < 10);
    search_free(search);
    history_release(&world.history);
}

/* One color, and not the other, on the first moves, and not later.  */
static void leaves_out_what_it_is_told_to(void **context)
{
    (void)context;
    static struct onlooker onlooker;
    static struct limits limits;
    struct observer const observer = {
        .interval_ms = INFINITY, .look = look_on, .self = &onlooker};
    struct search *const search = bare_search(2000, 1);
    struct world world;
    world_start(&world, "chinese", 5, 5);
    point const centre = point_at(3, 3), corner = point_at(1, 1);
    assert_int_equal(world_pick(search, &world).at, centre);
    limits.until[BLACK][centre] = 1;
    limits.until[WHITE][corner] = 1;
    world.task.limits = &limits;
    world.task.observer = &observer;
    assert_int_not_equal(world_pick(search, &world).at, centre);
    bool seen[POINTS] = {false}, later = false;
    for (int i = 0; i < onlooker.thought.known; i++) {
        struct thought_move const *const move = &onlooker.thought.move[i];
        seen[move->at] = true;
        for (int m = 1; m < move->line_length; m++)
            later = later || move->line[m] == centre;
    }
    assert_true(!seen[centre] && seen[corner] && later);

    /* What was left out counts no longer when nobody wishes it.  */
    world.task.limits = NULL;
    world.task.observer = NULL;
    assert_int_equal(world_pick(search, &world).at, centre);
    for (point p = 0; p < POINTS; p++)
        limits.until[BLACK][p] = 9;
    world.task.limits = &limits;
    struct evaluator const row = search_evaluator(search);
    struct decision decision;
    struct candidates none;
    candidates_init(&none, 0);
    world.task.candidates = &none;
    assert_false(row.pick(row.self, &world.task, &decision));
    candidates_release(&none);
    search_free(search);
    history_release(&world.history);
}

static void *stop_later(void *context)
{
    nanosleep(&(struct timespec){.tv_nsec = 100 * 1000 * 1000}, NULL);
    atomic_store((atomic_bool *)context, true);
    return NULL;
}

static void answers_when_it_is_stopped(void **context)
{
    (void)context;
    struct world world;
    pthread_t thread;
    atomic_bool stop = false;
    struct search *const search = bare_search(100000000, 12);
    world_start(&world, "chinese", 9, 9);
    world.task.stop = &stop;
    double const begun = now_ms();
    assert_int_equal(pthread_create(&thread, NULL, stop_later, &stop), 0);
    world_pick(search, &world);
    assert_true(atomic_load(&stop));
    assert_true(now_ms() - begun < 100 + BUSY_MS);
    pthread_join(thread, NULL);
    search_free(search);
    history_release(&world.history);
}

/* Also when it is to make no more than so many playouts, as those of a level.  */
static void keeps_to_its_time(void **context)
{
    (void)context;
    struct world world;
    struct search *const search = bare_search(100000000, 13);
    world_start(&world, "chinese", 19, 19);
    static double const budgets[] = {0, 1, 60, 200};
    for (size_t i = 0; i < sizeof budgets / sizeof *budgets; i++) {
        double const begun = now_ms();
        world.task.budget_ms = budgets[i];
        world.task.playouts = i % 2 ? 100000000 : 0;
        world_play(&world, world_pick(search, &world).at);
        assert_true(now_ms() - begun < budgets[i] + BUSY_MS);
    }
    search_free(search);
    history_release(&world.history);
}

/* On the smallest boards nearly every game comes to where a position could be
   repeated; `play' and `pick' check that none is.  */
static void never_repeats_a_position(void **context)
{
    (void)context;
    static char const *const rules[] = {"chinese", "aga", "new-zealand"};
    static int const sizes[][2] = {{2, 2}, {3, 2}, {3, 3}, {4, 3}};
    for (size_t r = 0; r < sizeof rules / sizeof *rules; r++)
        for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
            for (uint64_t seed = 0; seed < 3; seed++) {
                struct world world;
                struct search *const search = bare_search(60, seed);
                world_start(&world, rules[r], sizes[s][0], sizes[s][1]);
                for (int move = 0; move < 60 && world.board.passes < 2; move++)
                    world_play(&world, world_pick(search, &world).at);
                search_free(search);
                history_release(&world.history);
            }
}

static void threads_search_together(void **context)
{
    (void)context;
    struct world world;
    struct search *const search = bare_search(3000, 14);
    struct search_tuning tuning = search_defaults();
    struct search_report report;
    tuning.playouts = 3000;
    tuning.threads = 3;
    tuning.memory_mb = 64;
    tuning.expand_at = 1;
    search_tune(search, &tuning);
    world_start(&world, "chinese", 9, 9);
    for (int move = 0; move < 4; move++) {
        world_play(&world, world_pick(search, &world).at);
        search_last(search, &report);
        assert_true(report.playouts > 0 && report.playouts <= 3000);
    }
    search_free(search);
    history_release(&world.history);
}

int main(void)
{
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(captures_what_decides_the_game),
        cmocka_unit_test(saves_what_decides_the_game),
        cmocka_unit_test(kills_at_the_vital_point),
        cmocka_unit_test(lives_at_the_vital_point),
        cmocka_unit_test(plays_for_points_when_the_game_is_decided),
        cmocka_unit_test(a_share_of_the_score_is_no_chance_to_win),
        cmocka_unit_test(plays_not_at_home_where_territory_is_counted),
        cmocka_unit_test(the_same_seed_gives_the_same_search),
        cmocka_unit_test(keeps_the_tree_from_move_to_move),
        cmocka_unit_test(a_tree_of_another_game_is_forgotten),
        cmocka_unit_test(respects_the_limit_of_memory),
        cmocka_unit_test(every_legal_move_is_tried_in_the_end),
        cmocka_unit_test(an_observer_is_told_while_it_thinks),
        cmocka_unit_test(counts_owners_for_who_wants_to_know),
        cmocka_unit_test(leaves_out_what_it_is_told_to),
        cmocka_unit_test(answers_when_it_is_stopped),
        cmocka_unit_test(keeps_to_its_time),
        cmocka_unit_test(never_repeats_a_position),
        cmocka_unit_test(threads_search_together),
    };
    return run_search_tests(tests);
}
