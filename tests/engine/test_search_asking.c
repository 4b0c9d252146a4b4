#include "tests/support/testing.h"

#include "tests/support/mock_source.h"
#include "tests/support/search_world.h"

#include <math.h>

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
    world_start(&world, "chinese", 9, 9);
    assert_int_equal(world_pick(search, &world).at, fan.of);
    assert_true(fan.asked > 1); /* in the tree too */

    fan.asked = 0;
    consultation_weigh(council, 0, 0);
    search_forget(search);
    world_pick(search, &world);
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
    world_start(&world, "chinese", 9, 9);
    for (int i = 0; i < 6; i++) {
        point const at = world_pick(search, &world).at;
        assert_int_equal(at, point_at(2 + i, 2));
        world_play(&world, at);
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
    world_start(&world, "chinese", 9, 9);
    world_pick(search, &world);
    assert_in_range(scholar.asked_about_others, 1, 400 / 50 * 3);
    history_release(&world.history);
    end_search(search);
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
    world_start(&world, "chinese", 9, 9);
    world.task.stop = &listener.stop;
    world.task.budget_ms = world.task.limit_ms = INFINITY;
    point const expected = world_pick(search, &world).at;
    assert_int_equal(listener.asked, 50);
    world_play(&world, expected);

    struct search_report report;
    listener.asked = 0;
    atomic_store(&listener.stop, false);
    world.task.budget_ms = -1;
    world_pick(search, &world);
    search_last(search, &report);
    assert_true(listener.asked <= 2);
    assert_true(report.nodes > 3 * 31 && "lots of moves for which nobody was asked");
    history_release(&world.history);
    end_search(search);
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
    world_start(&world, "chinese", 9, 9);
    world_pick(search, &world);
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
        cmocka_unit_test(begins_with_what_the_model_would_play),
        cmocka_unit_test(who_costs_much_is_asked_about_the_game_alone),
        cmocka_unit_test(nodes_that_have_earned_it_are_asked_about_again),
        cmocka_unit_test(what_is_pondered_serves_the_next_move),
        cmocka_unit_test(each_thread_asks_a_source_of_its_own),
    };
    return run_search_tests(tests);
}
