#include "tests/support/testing.h"

#include "engine/base/seconds.h"
#include "engine/reading/status.h"
#include "engine/search/player.h"
#include "tests/support/diagram.h"
#include "tests/support/mock_source.h"

#include <math.h>

/* Nobody has anything to say.  */
static struct consultation *nobody;

/* A game between players, kept as a session would keep it.  */
struct match {
    struct board board;
    struct history history;
    struct task task;
};

static void start(struct match *match, char const *rules, int size)
{
    board_init(&match->board, size, size);
    history_clear(&match->history);
    history_push(&match->history, &match->board);
    match->task = (struct task){
        .situation = {.board = &match->board},
        .rules = rules_find(rules),
        .history = &match->history,
        .komi = 7.5,
        .budget_ms = -1,
    };
    assert_non_null(match->task.rules);
}

static void draw_position(struct match *match, char const *rules, char const *diagram)
{
    start(match, rules, 9);
    diagram_read(&match->board, diagram, NULL);
    match->board.moves = match->board.stones[BLACK] + match->board.stones[WHITE];
    history_clear(&match->history);
    history_push(&match->history, &match->board);
}

/* PLAYER makes a move, which must be legal.  */
static struct decision move(struct match *match, struct player *player)
{
    struct decision decision;
    enum color const color = (enum color)match->board.to_move;
    memset(&decision, 0x55, sizeof decision);
    player_decide(player, &match->task, &decision);
    assert_in_range(strlen(decision.reason), 1, sizeof decision.reason - 1);
    assert_null(strchr(decision.reason, '\n'));
    assert_true(decision.win >= 0 && decision.win <= 1);
    if (decision.at == RESIGN)
        return decision;
    struct failure why = {""};
    if (!rules_explain(match->task.rules, &match->history, &match->board, decision.at,
                       color, &why))
        fail_msg("%s", why.text);
    if (decision.at != PASS)
        assert_false(board_is_eye(&match->board, decision.at, color));
    board_play(&match->board, decision.at, color);
    history_push(&match->history, &match->board);
    return decision;
}

static double area(struct match const *match, enum status const status[POINTS])
{
    static struct rules const rules = {.scoring = SCORE_AREA};
    return rules_score(&rules, &match->board, status, 0, 0);
}

/* Play to the end of the game; returns the number of moves.  */
static int play_game(struct match *match, struct player *black, struct player *white)
{
    int moves = 0;
    match->board.passes = 0;
    while (!rules_ended(match->task.rules, &match->board)) {
        move(match, match->board.to_move == BLACK ? black : white);
        assert_true(++moves < 6 * match->board.width * match->board.height);
    }
    return moves;
}

static bool has_dead(struct match const *match, enum color color)
{
    enum status status[POINTS];
    status_judge(&match->board, status);
    for (int i = 0; i < POINTS; i++)
        if (match->board.color[i] == color && status[i] == STATUS_DEAD)
            return true;
    return false;
}

/* COLOR takes off what is dead, the other side passes, and the area is counted:
   then it is taken back.  */
static double clean_up(struct match *match, enum color color, struct player *player)
{
    struct board const before = match->board;
    int const played = match->history.count;
    int moves = 0;
    match->task.cleanup = true;
    match->board.to_move = (uint8_t)color;
    while (has_dead(match, opponent(color))) {
        assert_int_not_equal(move(match, player).at, PASS);
        board_play(&match->board, PASS, opponent(color));
        history_push(&match->history, &match->board);
        assert_true(++moves < match->board.width * match->board.height);
    }
    double const result = area(match, NULL);
    match->board = before;
    history_pop(&match->history, match->history.count - played);
    return result;
}

static void games_end_and_what_was_judged_dead_can_be_taken_off(void **state)
{
    struct match *const match = *state;
    static int const sizes[] = {4, 6};
    int exact = 0;
    for (int game = 0; game < 14; game++) {
        struct player *const black = player_new(nobody, (uint64_t)game);
        struct player *const white = player_new(nobody, (uint64_t)game + 1000);
        enum status status[POINTS];
        start(match, rules_table[game % 7].name, sizes[game / 7]);
        play_game(match, black, white);
        status_judge(&match->board, status);
        double const judged = area(match, status);
        if (match->task.rules->stones_stay) /* what would count against one is gone */
            assert_true((area(match, NULL) > match->task.komi) ==
                        (judged > match->task.komi));
        /* Each side has at least what it was judged to have.  */
        double const most = clean_up(match, BLACK, black);
        double const least = clean_up(match, WHITE, white);
        assert_true(least <= judged && judged <= most);
        exact += least == judged || judged == most;
        player_free(black);
        player_free(white);
    }
    assert_true(exact > 7);
}

static void the_same_seed_and_task_give_the_same_decision(void **state)
{
    struct match *const match = *state;
    struct player *const one = player_new(nobody, 7), *const two =
                                                          player_new(nobody, 7);
    struct player *const other = player_new(nobody, 8);
    int different = 0;
    start(match, "chinese", 5);
    for (int i = 0; i < 8; i++) {
        struct decision a, b, c;
        player_decide(one, &match->task, &a);
        player_decide(two, &match->task, &b);
        player_decide(two, &match->task, &b); /* and keeps nothing from before */
        player_decide(other, &match->task, &c);
        assert_int_equal(a.at, b.at);
        assert_string_equal(a.reason, b.reason);
        different += a.at != c.at;
        move(match, one);
    }
    assert_true(different > 4);
    player_free(one);
    player_free(two);
    player_free(other);
}

/* Black leads by far, with two white stones dead.  */
static char const won_game[] = ". X . X O . O\n"
                               "X . X X O O O\n"
                               ". X . X O . O\n"
                               "X X X X O O O\n"
                               ". . X X X X X\n"
                               ". o o X . X .\n"
                               ". . . X X X X\n";

static void passes_when_the_opponent_has_and_the_score_is_won(void **state)
{
    struct match *const match = *state;
    struct player *const player = player_new(nobody, 1);
    for (int budget_ms = -1; budget_ms <= 0; budget_ms++) { /* also without time */
        draw_position(match, "japanese", won_game);
        match->board.to_move = WHITE;
        board_play(&match->board, PASS, WHITE);
        match->task.budget_ms = budget_ms;
        struct decision const decision = move(match, player);
        assert_int_equal(decision.at, PASS);
        assert_non_null(strstr(decision.reason, "white passed"));
        assert_true(decision.win > 0.9);
        assert_true(fabs(decision.score - 7.5) < 1); /* of territory, as is counted */
    }
    player_free(player);
}

/* A lone stone owns the board, but the game has hardly begun.  */
static void does_not_take_an_early_pass_for_the_end(void **state)
{
    struct match *const match = *state;
    struct player *const player = player_new(nobody, 1);
    start(match, "chinese", 9);
    match->task.komi = -50;
    board_play(&match->board, point_at(4, 4), BLACK);
    board_play(&match->board, PASS, WHITE);
    struct decision const decision = move(match, player);
    assert_true(decision.win > 0.9);
    assert_int_not_equal(decision.at, PASS);
    player_free(player);
}

static void takes_dead_stones_off_before_it_passes_in_cleanup(void **state)
{
    struct match *const match = *state;
    struct player *const player = player_new(nobody, 1);
    draw_position(match, "japanese", won_game);
    match->task.cleanup = true;
    for (int moves = 0; match->board.prisoners[WHITE] < 2; moves++) {
        assert_int_not_equal(move(match, player).at, PASS);
        board_play(&match->board, PASS, WHITE);
        history_push(&match->history, &match->board);
        assert_true(moves < 8);
    }
    assert_int_equal(move(match, player).at, PASS);
    player_free(player);
}

/* Where every stone counts, White's two would cost Black the game.  */
static void takes_dead_stones_off_where_they_would_count(void **state)
{
    struct match *const match = *state;
    struct player *const player = player_new(nobody, 1);
    draw_position(match, "cgos", won_game);
    match->task.komi = area(match, NULL) + 0.5;
    board_play(&match->board, PASS, BLACK);
    board_play(&match->board, PASS, WHITE);
    assert_int_not_equal(move(match, player).at, PASS);
    player_free(player);
}

static void resigns_when_it_is_hopeless_and_allowed(void **state)
{
    struct match *const match = *state;
    struct player *const player = player_new(nobody, 1);
    draw_position(match, "chinese", won_game);
    match->board.to_move = WHITE;
    match->task.komi = 0.5;
    match->task.resign_below = 0.025;
    assert_int_equal(move(match, player).at, RESIGN);
    match->task.resign_below = 0;
    assert_int_not_equal(move(match, player).at, RESIGN);
    draw_position(match, "chinese", won_game);
    match->board.to_move = WHITE;
    match->task.resign_below = 0.025;
    match->task.komi = 60; /* nothing is hopeless for White then */
    assert_int_not_equal(move(match, player).at, RESIGN);
    player_free(player);
}

/* As hopeless, but early: whoever gave stones hopes for mistakes, until half of the
   points are taken.  */
static void does_not_resign_early_after_giving_stones(void **state)
{
    static char const early[] = ". . . . . . . . .\n"
                                ". X X X X X X X .\n"
                                ". . . O . . . . .\n"
                                ". X X X X X X X .\n"
                                ". . . . . O . . .\n"
                                ". X X X X X X X .\n"
                                ". . . . . . . . .\n"
                                ". . X . . . X . .\n"
                                ". . . . . . . . .\n";
    struct match *const match = *state;
    struct player *const player = player_new(nobody, 1);
    match->task.resign_below = 0.025;
    for (int stones = 0; stones <= 9; stones += 3) {
        draw_position(match, "chinese", early);
        match->task.resign_below = 0.025;
        match->task.komi = 0.5;
        match->task.handicap = stones;
        match->board.to_move = WHITE;
        assert_int_equal(move(match, player).at == RESIGN, stones == 0);
        draw_position(match, "chinese", won_game);
        match->task.resign_below = 0.025;
        match->task.komi = 0.5;
        match->task.handicap = stones;
        match->board.to_move = WHITE;
        assert_int_equal(move(match, player).at, RESIGN);
    }
    player_free(player);
}

static void answers_at_once_when_told_to_or_out_of_time(void **state)
{
    struct match *const match = *state;
    struct player *const player = player_new(nobody, 1);
    atomic_bool stop = true;
    start(match, "chinese", 19);
    match->task.stop = &stop;
    struct decision const stopped = move(match, player);
    assert_true(stopped.win == 0.5); /* nothing was played out */
    match->task.stop = NULL;
    for (int budget = 0; budget < 3; budget++) {
        match->task.budget_ms = 20 * budget;
        double const begin_ms = 1e3 * thread_cpu_s();
        move(match, player);
        assert_true(1e3 * thread_cpu_s() - begin_ms < match->task.budget_ms + 200);
    }
    player_free(player);
}

/* A source that proposes an own eye, an occupied point and two real moves.  */
static void propose_four(void *self, struct question const *question, int voice,
                         struct candidates *candidates)
{
    int *const asked = self;
    assert_int_equal(question->situation.board->to_move, BLACK);
    assert_int_equal(question->effort, EFFORT_FULL);
    mock_name(candidates, voice, point_at(1, 1), 0.9f);
    mock_name(candidates, voice, point_at(1, 2), 0.8f);
    mock_name(candidates, voice, point_at(5, 5), 0.1f);
    mock_name(candidates, voice, point_at(4, 5), 0.2f);
    ++*asked;
}

static int remember(void *self, struct question const *question, point at,
                    struct testimony list[], int most)
{
    (void)self;
    (void)question;
    if (!most || at != point_at(4, 5))
        return 0;
    list[0] = (struct testimony){.source = "four", .seen = 7, .played = 3};
    return 1;
}

static struct source_kind const four_kind = {
    .name = "four",
    .effort = EFFORT_GLANCE,
    .terms = {"log P"},
    .ask = propose_four,
    .testify = remember,
};

/* A position in which A1 is an own eye and A2 occupied.  */
static void draw_four(struct match *match)
{
    draw_position(match, "chinese",
                  ". . . . . . .\n"
                  ". . . . . . .\n"
                  ". . . . . . .\n"
                  ". . . . . . .\n"
                  ". . . . . . .\n"
                  "X X . . . . .\n"
                  ". X . . . . .\n");
}

static void plays_the_best_that_the_sources_propose(void **state)
{
    struct match *const match = *state;
    int asked = 0;
    struct consultation *const consultation = mock_consultation(&four_kind, &asked);
    struct player *const player = player_new(consultation, 1);
    draw_four(match);
    struct decision const decision = move(match, player);
    assert_int_equal(asked, 1);
    assert_int_equal(decision.at, point_at(4, 5));
    assert_string_equal(decision.evidence.chooser, "memory");
    player_free(player);
    consultation_free(consultation);
}

static void the_decision_knows_who_said_what(void **state)
{
    struct match *const match = *state;
    int asked = 0;
    struct consultation *const consultation = mock_consultation(&four_kind, &asked);
    struct player *const player = player_new(consultation, 1);
    draw_four(match);
    struct decision const decision = move(match, player);
    struct insight const *const first = &decision.evidence.insight[0];
    assert_true(decision.evidence.count > 2);
    assert_int_equal(first->at, decision.at);
    assert_int_equal(first->voice_count, 1);
    assert_string_equal(first->voice[0].source, "four");
    assert_float_equal(first->voice[0].p, 0.2f, 1e-6);
    assert_int_equal(first->testimony_count, 1);
    assert_int_equal(first->testimony[0].played, 3);
    assert_int_equal(decision.evidence.insight[1].at, point_at(5, 5));
    assert_int_equal(decision.evidence.insight[1].testimony_count, 0);
    player_free(player);
    consultation_free(consultation);
}

/* An evaluator that prefers the last candidate.  */
static bool pick_last(void *self, struct task const *task, struct decision *decision)
{
    ++*(int *)self;
    decision->at = NOWHERE;
    for (int i = 0; i < task->candidates->count; i++)
        if (is_playable(task->rules, task->history, task->situation.board,
                        task->candidates->list[i].at))
            decision->at = task->candidates->list[i].at;
    snprintf(decision->reason, sizeof decision->reason, "the last");
    return decision->at != NOWHERE;
}

static void the_evaluator_picks_from_the_same_list(void **state)
{
    struct match *const match = *state;
    int asked = 0, picked = 0;
    struct consultation *const consultation = mock_consultation(&four_kind, &asked);
    struct player *const player = player_new(consultation, 1);
    struct evaluator const last = {.name = "last", .pick = pick_last, .self = &picked};
    draw_four(match);
    point const alone = move(match, player).at;
    player_set_evaluator(player, &last);
    match->board.to_move = BLACK;
    struct decision const decision = move(match, player);
    assert_int_equal(picked, 1);
    assert_int_equal(asked, 2);
    assert_int_not_equal(decision.at, alone);
    assert_string_equal(decision.reason, "the last");
    assert_string_equal(decision.evidence.chooser, "last");
    player_set_evaluator(player, NULL);
    match->board.to_move = BLACK;
    move(match, player);
    assert_int_equal(picked, 1);
    player_free(player);
    consultation_free(consultation);
}

static void never_repeats_a_position_under_superko(void **state)
{
    struct match *const match = *state;
    struct player *const player = player_new(nobody, 3);
    start(match, "tromp_taylor", 3);
    match->task.komi = 0;
    /* move() checks each move: keep going long after the game would be over. */
    for (int moves = 0; moves < 200; moves++)
        move(match, player);
    player_free(player);
}

static int set_up(void **state)
{
    struct match *const match = calloc(1, sizeof *match);
    history_init(&match->history);
    *state = match;
    return 0;
}

static int tear_down(void **state)
{
    struct match *const match = *state;
    history_release(&match->history);
    free(match);
    return 0;
}

#define PLAYER_TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    struct CMUnitTest const tests[] = {
        PLAYER_TEST(the_same_seed_and_task_give_the_same_decision),
        PLAYER_TEST(plays_the_best_that_the_sources_propose),
        PLAYER_TEST(the_decision_knows_who_said_what),
        PLAYER_TEST(the_evaluator_picks_from_the_same_list),
        PLAYER_TEST(passes_when_the_opponent_has_and_the_score_is_won),
        PLAYER_TEST(does_not_take_an_early_pass_for_the_end),
        PLAYER_TEST(takes_dead_stones_off_before_it_passes_in_cleanup),
        PLAYER_TEST(takes_dead_stones_off_where_they_would_count),
        PLAYER_TEST(resigns_when_it_is_hopeless_and_allowed),
        PLAYER_TEST(does_not_resign_early_after_giving_stones),
        PLAYER_TEST(answers_at_once_when_told_to_or_out_of_time),
        PLAYER_TEST(never_repeats_a_position_under_superko),
        PLAYER_TEST(games_end_and_what_was_judged_dead_can_be_taken_off),
    };
    nobody = mock_consultation(NULL, NULL);
    int const failures = cmocka_run_group_tests(tests, NULL, NULL);
    consultation_free(nobody);
    return failures;
}
