#include "tests/support/testing.h"

#include "engine/base/seconds.h"
#include "engine/search/observer.h"
#include "engine/search/search.h"
#include "engine/search/tree.h"
#include "tests/support/diagram.h"
#include "tests/support/mock_source.h"

#include <math.h>
#include <pthread.h>

/* Who is consulted, by the player and by the search; nobody unless a test says so.  */
static struct consultation *nobody, *council;

/* A game as a session would keep it.  */
struct world {
    struct board board;
    struct history history;
    struct move moves[2000];
    struct task task;
};

static void start(struct world *world, char const *rules, int width, int height)
{
    memset(world, 0, sizeof *world);
    board_init(&world->board, width, height);
    history_init(&world->history);
    history_push(&world->history, &world->board);
    world->task = (struct task){
        .situation = {.board = &world->board, .moves = world->moves},
        .rules = rules_find(rules),
        .history = &world->history,
        .komi = 0.5,
        .budget_ms = -1,
    };
    assert_non_null(world->task.rules);
}

static void draw(struct world *world, char const *diagram, double komi,
                 char marks[POINTS])
{
    start(world, "chinese", 9, 9);
    diagram_read(&world->board, diagram, marks);
    history_clear(&world->history);
    history_push(&world->history, &world->board);
    world->task.komi = komi;
}

static void play(struct world *world, point at)
{
    enum color const color = (enum color)world->board.to_move;
    assert_true(
        rules_permit(world->task.rules, &world->history, &world->board, at, color));
    world->moves[world->task.situation.move_count++] = (struct move){color, at};
    board_play(&world->board, at, color);
    history_push(&world->history, &world->board);
}

/* A search that knows nothing, so that what it finds it has read.  */
static struct search *bare_search(int playouts, uint64_t seed)
{
    struct search_tuning tuning = search_defaults();
    tuning.playouts = playouts;
    tuning.candidates = 1000;
    tuning.memory_mb = 64;
    council = nobody;
    struct search_parts const parts = {.policy = uniform_policy,
                                       .consultation = council};
    return search_new(&parts, &tuning, seed);
}

static struct decision pick(struct search *search, struct world *world)
{
    struct decision decision = {.at = NOWHERE};
    struct evaluator const evaluator = search_evaluator(search);
    world->task.candidates = consult(council, &world->task.situation, EFFORT_FULL);
    assert_true(evaluator.pick(evaluator.self, &world->task, &decision));
    assert_true(rules_permit(world->task.rules, &world->history, &world->board,
                             decision.at, (enum color)world->board.to_move));
    return decision;
}

/* Black to play finds the point marked A, whatever the seed.  */
static void check_finds(char const *diagram, double komi)
{
    struct world world;
    char marks[POINTS];
    for (uint64_t seed = 1; seed <= 2; seed++) {
        struct search *const search = bare_search(3000, seed);
        draw(&world, diagram, komi, marks);
        point const at = pick(search, &world).at;
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
    assert_true(pick(search, &world).win == 0);
    history_release(&world.history);
    draw(&world, capture_in_time, -48.5, marks);
    search_forget(search);
    assert_true(pick(search, &world).win == 1);
    search_free(search);
    history_release(&world.history);
}

static void the_same_seed_gives_the_same_search(void **context)
{
    (void)context;
    struct search_report reports[2];
    char reasons[2][512];
    for (int i = 0; i < 2; i++) {
        struct world world;
        struct search *const search = bare_search(1500, 7);
        start(&world, "chinese", 9, 9);
        for (int move = 0; move < 3; move++) {
            struct decision const decision = pick(search, &world);
            strcpy(reasons[i], decision.reason);
            play(&world, decision.at);
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
        start(&world, "chinese", 7, 7);
        play(&world, pick(search, &world).at);
        tuning.playouts = 1;
        search_tune(search, &tuning);
        pick(search, &world);
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
    start(&world, "chinese", 7, 7);
    play(&world, point_at(4, 4));
    pick(search, &world);
    history_release(&world.history);
    start(&world, "chinese", 7, 7);
    play(&world, point_at(2, 2));
    pick(search, &world);
    play(&world, point_at(4, 4));
    pick(search, &world);
    history_release(&world.history);
    start(&world, "chinese", 5, 9);
    pick(search, &world);
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
    start(&world, "chinese", 9, 9);
    pick(search, &world);
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
    assert_int_equal(pick(search, &world).at, diagram_find(&world.board, marks, 'A'));
    search_free(search);
    history_release(&world.history);
}

/* Machines are busy; what matters is that minutes do not pass.  */
enum { BUSY_MS = 2000 };

struct fan {
    point of;
    int asked;
};

static void propose_one(void *self, struct question const *question, int voice,
                        struct candidates *candidates)
{
    struct fan *const fan = self;
    fan->asked++;
    if (question->situation.board->color[fan->of] == EMPTY)
        mock_name(candidates, voice, fan->of, 0.9f);
}

/* A search of PLAYOUTS that asks a source of this kind, as council.  */
static struct search *search_asking(struct source_kind const *kind, void *self,
                                    struct search_tuning const *tuning)
{
    council = mock_consultation(kind, self);
    struct search_parts const parts = {.policy = uniform_policy,
                                       .consultation = council};
    return search_new(&parts, tuning, 16);
}

static void end_search(struct search *search)
{
    search_free(search);
    consultation_free(council);
    council = nobody;
}

/* What the model would play is played while little is known, and not asked for
   where it is silenced.  */
static void begins_with_what_the_model_would_play(void **context)
{
    (void)context;
    static struct source_kind const kind = MOCK_KIND("fan", propose_one);
    struct fan fan = {.of = point_at(3, 7)};
    struct search_tuning tuning = search_defaults();
    tuning.playouts = 100;
    tuning.memory_mb = 64;
    struct search *const search = search_asking(&kind, &fan, &tuning);
    struct world world;
    start(&world, "chinese", 9, 9);
    assert_int_equal(pick(search, &world).at, fan.of);
    assert_true(fan.asked > 1); /* in the tree too */

    fan.asked = 0;
    consultation_weigh(council, 0, 0);
    search_forget(search);
    pick(search, &world);
    assert_int_equal(fan.asked, 0);
    history_release(&world.history);
    end_search(search);
}

struct scholar {
    struct world const *world;
    int asked, asked_about_others;
};

/* Knows a move for each position of the game, another each time.  */
static void propose_next(void *self, struct question const *question, int voice,
                         struct candidates *candidates)
{
    struct scholar *const scholar = self;
    int const count = question->situation.move_count;
    scholar->asked++;
    if (count == scholar->world->task.situation.move_count)
        mock_name(candidates, voice, point_at(2 + count, 2), 0.9f);
    else
        scholar->asked_about_others++;
}

static struct source_kind const scholar_kind = {
    .name = "scholar",
    .effort = EFFORT_FULL,
    .terms = {"log P"},
    .ask = propose_next,
};

/* Also when the tree is kept, whose root was not the game's when it grew.  */
static void who_costs_much_is_asked_about_the_game_alone(void **context)
{
    (void)context;
    struct world world;
    struct scholar scholar = {.world = &world};
    struct search_tuning tuning = search_defaults();
    tuning.playouts = 60;
    tuning.expand_at = 1;
    tuning.full_at = 0;
    tuning.memory_mb = 64;
    struct search *const search = search_asking(&scholar_kind, &scholar, &tuning);
    start(&world, "chinese", 9, 9);
    for (int i = 0; i < 6; i++) {
        point const at = pick(search, &world).at;
        assert_int_equal(at, point_at(2 + i, 2));
        play(&world, at);
    }
    assert_true(scholar.asked >= 6);
    assert_int_equal(scholar.asked_about_others, 0);
    history_release(&world.history);
    end_search(search);
}

/* ... and at nodes that were visited so often, each once as they get there.  */
static void nodes_that_have_earned_it_are_asked_about_again(void **context)
{
    (void)context;
    struct world world;
    struct scholar scholar = {.world = &world};
    struct search_tuning tuning = search_defaults();
    tuning.playouts = 400;
    tuning.full_at = 50;
    tuning.memory_mb = 64;
    struct search *const search = search_asking(&scholar_kind, &scholar, &tuning);
    start(&world, "chinese", 9, 9);
    pick(search, &world);
    assert_in_range(scholar.asked_about_others, 1, 400 / 50 * 3);
    history_release(&world.history);
    end_search(search);
}

struct onlooker {
    int told;
    long playouts;
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
        assert_in_range(move->line_length, 1, LINE_MOVES);
        assert_int_equal(move->line[0], move->at);
        assert_true(move->win >= 0 && move->win <= 1);
        visits += move->visits;
    }
    assert_true(visits <= thought->playouts + 1);
}

static void an_observer_is_told_while_it_thinks(void **context)
{
    (void)context;
    struct onlooker onlooker = {0};
    struct observer const observer = {
        .interval_ms = 0, .look = look_on, .self = &onlooker};
    struct search *const search = bare_search(1000, 1);
    struct world world;
    start(&world, "chinese", 9, 9);
    world.task.observer = &observer;
    point const observed = pick(search, &world).at;
    assert_in_range(onlooker.told, 20, 70);
    world.task.observer = NULL;
    search_forget(search);
    assert_int_equal(pick(search, &world).at, observed); /* it changes nothing */
    search_free(search);
    history_release(&world.history);
}

struct listener {
    atomic_bool stop;
    int asked;
};

static void stop_after_fifty(void *self, struct question const *question, int voice,
                             struct candidates *candidates)
{
    struct listener *const listener = self;
    (void)question;
    (void)voice;
    (void)candidates;
    if (++listener->asked >= 50)
        atomic_store(&listener->stop, true);
}

/* Who ponders thinks for the opponent until it is stopped, and has not forgotten it
   when the expected move comes.  */
static void what_is_pondered_serves_the_next_move(void **context)
{
    (void)context;
    struct world world;
    struct listener listener = {.asked = 0};
    static struct source_kind const kind = MOCK_KIND("listener", stop_after_fifty);
    struct search_tuning tuning = search_defaults();
    tuning.playouts = 1;
    tuning.memory_mb = 64;
    struct search *const search = search_asking(&kind, &listener, &tuning);
    start(&world, "chinese", 9, 9);
    world.task.stop = &listener.stop;
    world.task.budget_ms = world.task.limit_ms = INFINITY;
    point const expected = pick(search, &world).at;
    assert_int_equal(listener.asked, 50);
    play(&world, expected);

    struct search_report report;
    listener.asked = 0;
    atomic_store(&listener.stop, false);
    world.task.budget_ms = -1;
    pick(search, &world);
    search_last(search, &report);
    assert_true(listener.asked <= 2);
    assert_true(report.nodes > 3 * 31 && "lots of moves for which nobody was asked");
    history_release(&world.history);
    end_search(search);
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
    start(&world, "chinese", 9, 9);
    world.task.stop = &stop;
    double const begun = now_ms();
    assert_int_equal(pthread_create(&thread, NULL, stop_later, &stop), 0);
    pick(search, &world);
    assert_true(atomic_load(&stop));
    assert_true(now_ms() - begun < 100 + BUSY_MS);
    pthread_join(thread, NULL);
    search_free(search);
    history_release(&world.history);
}

static void keeps_to_its_time(void **context)
{
    (void)context;
    struct world world;
    struct search *const search = bare_search(100000000, 13);
    start(&world, "chinese", 19, 19);
    static double const budgets[] = {0, 1, 60, 200};
    for (size_t i = 0; i < sizeof budgets / sizeof *budgets; i++) {
        double const begun = now_ms();
        world.task.budget_ms = budgets[i];
        play(&world, pick(search, &world).at);
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
                start(&world, rules[r], sizes[s][0], sizes[s][1]);
                for (int move = 0; move < 60 && world.board.passes < 2; move++)
                    play(&world, pick(search, &world).at);
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
    start(&world, "chinese", 9, 9);
    for (int move = 0; move < 4; move++) {
        play(&world, pick(search, &world).at);
        search_last(search, &report);
        assert_true(report.playouts > 0 && report.playouts <= 3000);
    }
    search_free(search);
    history_release(&world.history);
}

/* A source of which twins are counted, and which notices when two ask at a time.  */
struct family {
    atomic_int twins, asked;
};

struct member {
    struct family *family;
    bool eldest; /* not a twin */
    atomic_bool busy;
};

static void ask_member(void *self, struct question const *question, int voice,
                       struct candidates *candidates)
{
    struct member *const member = self;
    assert_false(atomic_exchange(&member->busy, true));
    atomic_fetch_add(&member->family->asked, 1);
    struct board const *const board = question->situation.board;
    for (int i = 0; i < board->empty_count; i++)
        mock_name(candidates, voice, board->empty[i], 0.1f);
    atomic_store(&member->busy, false);
}

static void *make_twin(void const *self)
{
    struct member const *const member = self;
    struct member *const twin = test_calloc(1, sizeof *twin);
    twin->family = member->family;
    atomic_fetch_add(&member->family->twins, 1);
    return twin;
}

static void drop_member(void *self)
{
    struct member *const member = self;
    if (member->eldest)
        return;
    atomic_fetch_sub(&member->family->twins, 1);
    test_free(member);
}

static void each_thread_asks_a_source_of_its_own(void **context)
{
    (void)context;
    struct family family = {0};
    struct member first = {.family = &family, .eldest = true};
    static struct source_kind const kind = {.name = "family",
                                            .effort = EFFORT_GLANCE,
                                            .terms = {"log P"},
                                            .ask = ask_member,
                                            .twin = make_twin,
                                            .drop = drop_member};
    struct search_tuning tuning = search_defaults();
    struct world world;
    tuning.playouts = 3000;
    tuning.threads = 3;
    tuning.memory_mb = 64;
    tuning.expand_at = 1;
    struct search *const search = search_asking(&kind, &first, &tuning);
    assert_int_equal(family.twins, 3); /* the eldest is the player's */
    start(&world, "chinese", 9, 9);
    pick(search, &world);
    assert_true(family.asked > 100);
    tuning.threads = 1;
    search_tune(search, &tuning);
    assert_int_equal(family.twins, 1);
    history_release(&world.history);
    end_search(search);
    assert_int_equal(family.twins, 0);
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
        cmocka_unit_test(the_same_seed_gives_the_same_search),
        cmocka_unit_test(keeps_the_tree_from_move_to_move),
        cmocka_unit_test(a_tree_of_another_game_is_forgotten),
        cmocka_unit_test(respects_the_limit_of_memory),
        cmocka_unit_test(every_legal_move_is_tried_in_the_end),
        cmocka_unit_test(begins_with_what_the_model_would_play),
        cmocka_unit_test(who_costs_much_is_asked_about_the_game_alone),
        cmocka_unit_test(nodes_that_have_earned_it_are_asked_about_again),
        cmocka_unit_test(an_observer_is_told_while_it_thinks),
        cmocka_unit_test(what_is_pondered_serves_the_next_move),
        cmocka_unit_test(answers_when_it_is_stopped),
        cmocka_unit_test(keeps_to_its_time),
        cmocka_unit_test(never_repeats_a_position),
        cmocka_unit_test(threads_search_together),
        cmocka_unit_test(each_thread_asks_a_source_of_its_own),
    };
    nobody = mock_consultation(NULL, NULL);
    int const failures = cmocka_run_group_tests(tests, NULL, NULL);
    consultation_free(nobody);
    return failures;
}
