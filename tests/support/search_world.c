#include "tests/support/testing.h"

#include "tests/support/mock_source.h"
#include "tests/support/search_world.h"

struct consultation *council;
static struct consultation *nobody;

void world_start(struct world *world, char const *rules, int width, int height)
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

void world_play(struct world *world, point at)
{
    enum color const color = (enum color)world->board.to_move;
    assert_true(
        rules_permit(world->task.rules, &world->history, &world->board, at, color));
    world->moves[world->task.situation.move_count++] = (struct move){color, at};
    board_play(&world->board, at, color);
    history_push(&world->history, &world->board);
}

struct search *bare_search(int playouts, uint64_t seed)
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

struct decision world_pick(struct search *search, struct world *world)
{
    struct decision decision = {.at = NOWHERE};
    struct evaluator const evaluator = search_evaluator(search);
    world->task.candidates = consult(council, &world->task.situation, EFFORT_FULL);
    if (consultation_judge(council, &world->judgement))
        world->task.judgement = &world->judgement;
    assert_true(evaluator.pick(evaluator.self, &world->task, &decision));
    assert_true(rules_permit(world->task.rules, &world->history, &world->board,
                             decision.at, (enum color)world->board.to_move));
    return decision;
}

struct search *search_asking(struct source_kind const *kind, void *self,
                             struct search_tuning const *tuning)
{
    council = mock_consultation(kind, self);
    struct search_parts const parts = {.policy = uniform_policy,
                                       .consultation = council};
    return search_new(&parts, tuning, 16);
}

void end_search(struct search *search)
{
    search_free(search);
    consultation_free(council);
    council = nobody;
}

void search_world_open(void)
{
    nobody = mock_consultation(NULL, NULL);
}

int search_world_close(int failures)
{
    consultation_free(nobody);
    return failures;
}
