#include "tests/support/testing.h"

#include "engine/go/drawing.h"
#include "engine/reading/eyes.h"
#include "engine/reading/playout.h"
#include "engine/reading/settling.h"
#include "patterns/learning/local_train.h"
#include "patterns/playouts/local_policy.h"
#include "tests/support/diagram.h"

#include <math.h>
#include <unistd.h>

/* Weights nobody would learn, but all different.  */
static struct local_weights *random_weights(uint64_t seed)
{
    struct local_weights *const weights = calloc(1, sizeof *weights);
    struct rng rng;
    assert_non_null(weights);
    rng_seed(&rng, seed);
    for (uint32_t feature = 0; feature < NEARBY_FEATURES; feature++)
        if (nearby_canonical(feature) == feature)
            weights->of[feature] = (float)(rng_unit(&rng) * 3 - 1.5);
    return weights;
}

static struct local_policy *random_policy(uint64_t seed)
{
    struct local_weights *const weights = random_weights(seed);
    struct local_policy *const policy = local_policy_new(weights, 1);
    free(weights);
    return policy;
}

/* Factors from 1/8 to 8.  */
static struct favour const *random_favour(struct rng *rng)
{
    static struct favour favour;
    for (point p = 0; p < POINTS; p++)
        for (int side = 0; side < 2; side++)
            favour.of[p][side] = expf((float)(4.2 * (rng_unit(rng) - 0.5)));
    return &favour;
}

static void keeps_the_weights_a_fresh_look_would_give(void **context)
{
    (void)context;
    static int const sizes[][2] = {{19, 19}, {9, 9}, {2, 3}, {25, 25}, {5, 13}};
    struct local_policy *const policy = random_policy(1);
    struct local_state *const state = local_state_new(policy);
    struct rng rng;
    rng_seed(&rng, 2);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        for (int game = 0; game < 4; game++) {
            struct board board;
            board_init(&board, sizes[i][0], sizes[i][1]);
            local_state_begin(state, &board, game % 2 ? random_favour(&rng) : NULL);
            int const limit = playout_limit(&board);
            for (int move = 0; move < limit && board.passes < 2; move++) {
                local_state_play(state, &board, &rng);
                if (move % 3 == 0 || board.empty_count < 60)
                    local_state_check(state, &board);
            }
        }
    free(state);
    local_policy_free(policy);
}

/* By a plain sum over all moves.  */
static void weigh_plainly(struct local_weights const *weights,
                          struct board const *board, struct favour const *favour,
                          double p[POINTS])
{
    struct nearby_mark marks[NEARBY_MARKS_MAX];
    int const count = nearby_marks(board, marks);
    double sum = 0;
    for (point at = board_first_point(); at; at = board_next_point(board, at)) {
        unsigned around = board->around[at], sides = nearby_sides(board, at);
        p[at] = 0;
        if (board->color[at] != EMPTY ||
            board_is_eye(board, at, (enum color)board->to_move) ||
            board_is_suicide(board, at, (enum color)board->to_move))
            continue;
        if (board->to_move == WHITE) {
            around = nearby_swap_around(around);
            sides = nearby_swap_sides(sides);
        }
        double const here = weights->of[nearby_canonical(FEATURE_AROUND + around)] +
                            weights->of[nearby_canonical(FEATURE_SIDES + sides)] +
                            weights->of[FEATURE_PLACE + nearby_place(board, at)];
        double now = 0;
        for (int i = 0; i < count; i++)
            if (marks[i].at == at)
                now += weights->of[nearby_canonical(marks[i].feature)];
        double const factor =
            favour ? (double)favour->of[at][board->to_move == WHITE] : 1;
        p[at] = (exp(here) * factor + local_least) * exp(now);
        sum += p[at];
    }
    for (point at = board_first_point(); at; at = board_next_point(board, at))
        p[at] = sum > 0 ? p[at] / sum : 0;
}

static void check_chances(bool favours)
{
    struct local_weights *const weights = random_weights(3);
    struct local_policy *const policy = local_policy_new(weights, 1);
    struct local_state *const state = local_state_new(policy);
    struct rng rng;
    struct board board;
    rng_seed(&rng, 4);
    struct favour const *const favour = favours ? random_favour(&rng) : NULL;
    board_init(&board, 9, 9);
    local_state_begin(state, &board, favour);
    for (int move = 0; move < 70; move++) {
        double expected[POINTS];
        float p[POINTS];
        weigh_plainly(weights, &board, favour, expected);
        local_state_chances(state, &board, p);
        for (point at = board_first_point(); at; at = board_next_point(&board, at))
            assert_true(fabs(expected[at] - (double)p[at]) < 2e-3);
        local_state_play(state, &board, &rng);
    }
    free(state);
    local_policy_free(policy);
    free(weights);
}

static void gives_each_move_the_chance_of_its_weights(void **context)
{
    (void)context;
    check_chances(false);
}

static void what_is_favoured_is_likelier_as_much(void **context)
{
    (void)context;
    check_chances(true);
}

static void draws_moves_as_often_as_their_chances_say(void **context)
{
    (void)context;
    enum { DRAWS = 40000 };
    struct local_policy *const policy = random_policy(5);
    struct local_state *const state = local_state_new(policy);
    struct board start;
    struct rng rng;
    float p[POINTS];
    int drawn[POINTS] = {0};
    rng_seed(&rng, 6);
    board_init(&start, 5, 5);
    board_play(&start, point_at(3, 3), BLACK);
    board_play(&start, point_at(2, 3), WHITE);
    local_state_begin(state, &start, NULL);
    local_state_chances(state, &start, p);
    for (int i = 0; i < DRAWS; i++) {
        struct board board;
        board_copy(&board, &start);
        local_state_begin(state, &board, NULL);
        drawn[local_state_play(state, &board, &rng)]++;
    }
    for (point at = board_first_point(); at; at = board_next_point(&start, at)) {
        double const deviation = sqrt(DRAWS * (double)p[at] * (1 - (double)p[at])) + 1;
        assert_true(fabs(drawn[at] - DRAWS * (double)p[at]) < 5 * deviation);
    }
    free(state);
    local_policy_free(policy);
}

/* However little the weights think of it: what is never played in no playout leaves
   dead stones where they are.  */
static void may_draw_every_move_that_fills_no_eye(void **context)
{
    (void)context;
    struct local_weights *const weights = random_weights(12);
    for (uint32_t feature = 0; feature < FEATURE_TOUCH; feature++)
        weights->of[feature] -= 9 * (float)(feature % 3 == 0);
    struct local_policy *const policy = local_policy_new(weights, 1);
    struct local_state *const state = local_state_new(policy);
    struct rng rng;
    struct board board;
    rng_seed(&rng, 13);
    board_init(&board, 9, 9);
    local_state_begin(state, &board, NULL);
    for (int move = 0; move < 90 && board.passes < 2; move++) {
        enum color const color = (enum color)board.to_move;
        float p[POINTS];
        local_state_chances(state, &board, p);
        for (int i = 0; i < board.empty_count; i++) {
            point const at = board.empty[i];
            assert_true((p[at] > 0) == (!board_is_eye(&board, at, color) &&
                                        !board_is_suicide(&board, at, color)));
        }
        local_state_play(state, &board, &rng);
    }
    free(state);
    local_policy_free(policy);
    free(weights);
}

static void plays_legally_and_gives_nothing_away(void **context)
{
    (void)context;
    struct local_policy *const policy = random_policy(7);
    struct local_state *const state = local_state_new(policy);
    struct rng rng;
    rng_seed(&rng, 8);
    for (int game = 0; game < 30; game++) {
        struct board board, before;
        board_init(&board, 9, 9);
        local_state_begin(state, &board, NULL);
        while (board.passes < 2 && board.moves < playout_limit(&board)) {
            board_copy(&before, &board);
            enum color const color = (enum color)board.to_move;
            point const p = local_state_play(state, &board, &rng);
            assert_true(board_is_legal(&before, p, color, false));
            assert_true(p == PASS || !board_is_eye(&before, p, color));
            assert_true(p == PASS || !settling_gives_away(&before, p, color));
        }
        assert_int_equal(board.passes, 2);
    }
    free(state);
    local_policy_free(policy);
}

static void the_same_seed_gives_the_same_playout(void **context)
{
    (void)context;
    struct local_policy *const local = random_policy(9);
    struct policy const policies[] = {uniform_policy, local_policy_row(local)};
    for (size_t i = 0; i < 2; i++) {
        uint64_t hash[2];
        for (int time = 0; time < 2; time++) {
            void *const state = policy_new_state(&policies[i]);
            struct board board;
            struct rng rng;
            rng_seed(&rng, 10);
            board_init(&board, 13, 13);
            policy_playout(&policies[i], state, &board, &rng, NULL, NULL, 0);
            hash[time] = board.hash;
            free(state);
        }
        assert_true(hash[0] == hash[1]);
    }
    local_policy_free(local);
}

static void says_when_somebody_played_first_where(void **context)
{
    (void)context;
    struct board board;
    struct rng rng;
    uint16_t first[POINTS] = {0};
    point const known = point_at(4, 4);
    rng_seed(&rng, 11);
    board_init(&board, 7, 7);
    first[known] = 1;
    int const moves =
        policy_playout(&uniform_policy, NULL, &board, &rng, NULL, first, 5);
    bool seen[1000] = {false};
    for (point p = board_first_point(); p; p = board_next_point(&board, p)) {
        if (p == known || !first[p]) {
            assert_true(first[p] == 1 || board.color[p] == EMPTY);
            continue;
        }
        int const number = first[p] - 1 - 5;
        assert_in_range(number, 0, moves - 1);
        assert_false(seen[number] && "two first moves at a time");
        seen[number] = true;
    }
    assert_true(seen[0] && "the first move is the first where it is");
    assert_int_equal(first[PASS], 0);
}

static bool has_mark(struct board const *board, point at, uint32_t feature)
{
    struct nearby_mark marks[NEARBY_MARKS_MAX];
    int const count = nearby_marks(board, marks);
    for (int i = 0; i < count; i++)
        if (marks[i].at == at && marks[i].feature == feature)
            return true;
    return false;
}

/* WHITE has just played L; Black's answer at A is of this kind.  */
static void check_answer(char const *diagram, enum answer answer)
{
    struct board board;
    char marks[POINTS];
    diagram_read(&board, diagram, marks);
    point const last = diagram_find(&board, marks, 'L');
    board_turn(&board, WHITE);
    board_play(&board, last, WHITE);
    assert_true(has_mark(&board, diagram_find(&board, marks, 'A'),
                         FEATURE_ANSWER + (uint32_t)answer));
}

static void knows_what_the_last_move_asks_for(void **context)
{
    (void)context;
    check_answer(". . . . .\n"
                 ". . X . .\n"
                 ". X L X .\n"
                 ". . A . .\n"
                 ". . . . .\n",
                 ANSWER_CAPTURE);
    check_answer(". . . . .\n"
                 ". . O . .\n"
                 ". L X O .\n"
                 ". . A . .\n"
                 ". . . . .\n",
                 ANSWER_RUN);
    check_answer(". . . . .\n"
                 ". . . . .\n"
                 ". . O . .\n"
                 ". O X L .\n"
                 ". O A . .\n",
                 ANSWER_RUN_VAIN);
    check_answer(". . . . .\n"
                 ". . . X L\n"
                 ". . . . A\n"
                 ". . . . .\n"
                 ". . . . .\n",
                 ANSWER_ATARI);
    check_answer(". . O . .\n"
                 ". . X L .\n"
                 ". . A . .\n"
                 ". . . . .\n"
                 ". . . . .\n",
                 ANSWER_EXTEND);
    check_answer(". A . L .\n"
                 "O O O O .\n"
                 "X X X X .\n"
                 ". . . . .\n"
                 ". . . . .\n",
                 ANSWER_NAKADE);
}

/* The empty points around the last move are marked with what is around them, as
   their mover sees it, and no others are.  */
static void what_touches_the_last_move_is_told_from_what_does_not(void **context)
{
    (void)context;
    static int const sizes[][2] = {{2, 2}, {3, 5}, {9, 9}, {25, 25}, {25, 4}};
    struct rng rng;
    rng_seed(&rng, 14);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct board board;
        board_init(&board, sizes[i][0], sizes[i][1]);
        for (int move = 0; move < 400; move++) {
            point const last = playout_draw(&board, &rng);
            if (last == PASS)
                break;
            board_play(&board, last, (enum color)board.to_move);
            for (point p = board_first_point(); p; p = board_next_point(&board, p)) {
                int const x = abs(point_column(p) - point_column(last));
                int const y = abs(point_row(p) - point_row(last));
                unsigned const around = board.to_move == WHITE
                                            ? nearby_swap_around(board.around[p])
                                            : board.around[p];
                for (int corner = 0; corner < 2; corner++)
                    assert_int_equal(has_mark(&board, p,
                                              FEATURE_TOUCH +
                                                  (uint32_t)corner * NEARBY_CODES +
                                                  around),
                                     board.color[p] == EMPTY && x <= 1 && y <= 1 &&
                                         x + y == 1 + corner);
            }
        }
    }
}

/* The empty points connected to P, or 0 if there are more than six of them or MOVER's
   stones beside them.  */
static int flood(struct board const *board, point p, enum color mover, point shape[6])
{
    bool seen[POINTS] = {false};
    int size = 0;
    shape[size++] = p;
    seen[p] = true;
    for (int i = 0; i < size; i++)
        for (int j = 0; j < 4; j++) {
            point const q = (point)(shape[i] + neighbour[j]);
            if (board->color[q] == mover ||
                (board->color[q] == EMPTY && !seen[q] && size == 6))
                return 0;
            if (board->color[q] != EMPTY || seen[q])
                continue;
            seen[q] = true;
            shape[size++] = q;
        }
    return size;
}

static point vital_beside(struct board const *board, point last)
{
    for (int i = 0; i < 4; i++) {
        point shape[6];
        point const p = (point)(last + neighbour[i]);
        if (board->color[p] != EMPTY)
            continue;
        int const size = flood(board, p, (enum color)board->to_move, shape);
        point const vital = size ? eyes_vital(shape, size) : NOWHERE;
        if (vital != NOWHERE)
            return vital;
    }
    return NOWHERE;
}

static void vital_points_are_those_of_the_spaces_beside_the_last_move(void **context)
{
    (void)context;
    struct rng rng;
    int found = 0;
    rng_seed(&rng, 15);
    for (int game = 0; game < 400; game++) {
        struct board board;
        board_init(&board, game % 9 ? 3 + game % 7 : 25, 3 + game % 5);
        for (int move = 0; move < 80 && board.passes < 2; move++) {
            board_play(&board, playout_draw(&board, &rng), (enum color)board.to_move);
            point const last = board.last;
            if (last == PASS || board_liberties(&board, last) > 9)
                continue;
            point const vital = vital_beside(&board, last);
            for (int i = 0; i < board.empty_count; i++)
                assert_int_equal(has_mark(&board, board.empty[i],
                                          FEATURE_ANSWER + (uint32_t)ANSWER_NAKADE),
                                 board.empty[i] == vital);
            found += vital != NOWHERE;
        }
    }
    assert_true(found > 300);
}

static void one_weight_serves_all_symmetries(void **context)
{
    (void)context;
    struct rng rng;
    rng_seed(&rng, 12);
    for (int game = 0; game < 20; game++) {
        struct board board, mirror;
        board_init(&board, 9, 9);
        board_init(&mirror, 9, 9);
        for (int move = 0; move < 60; move++) {
            point const p = playout_draw(&board, &rng);
            point const q =
                p == PASS ? PASS : point_at(point_row(p), 10 - point_column(p));
            board_play(&board, p, (enum color)board.to_move);
            board_play(&mirror, q, (enum color)mirror.to_move);
        }
        for (point p = board_first_point(); p; p = board_next_point(&board, p)) {
            point const q = point_at(point_row(p), 10 - point_column(p));
            assert_int_equal(nearby_canonical(FEATURE_AROUND + board.around[p]),
                             nearby_canonical(FEATURE_AROUND + mirror.around[q]));
            assert_int_equal(
                nearby_canonical(FEATURE_SIDES + nearby_sides(&board, p)),
                nearby_canonical(FEATURE_SIDES + nearby_sides(&mirror, q)));
            assert_int_equal(nearby_place(&board, p), nearby_place(&mirror, q));
        }
    }
}

static void write_file(char path[], struct local_weights const *weights)
{
    struct failure why = {""};
    strcpy(path, "/tmp/hishi-policy-XXXXXX");
    int const file = mkstemp(path);
    assert_true(file >= 0);
    close(file);
    assert_true(local_weights_write(path, weights, NULL, &why));
}

static void weights_come_back_from_a_file(void **context)
{
    (void)context;
    char path[64];
    struct failure why = {""};
    struct local_weights *const weights = random_weights(13);
    weights->games = 1234567890123;
    write_file(path, weights);
    struct local_weights *const back = local_weights_open(path, &why);
    assert_non_null(back);
    assert_true(back->games == weights->games);
    for (uint32_t feature = 0; feature < NEARBY_FEATURES; feature++)
        assert_true(fabsf(back->of[feature] - weights->of[feature]) <= 0.5f / 1024);
    unlink(path);
    free(back);
    free(weights);
}

static void a_changed_file_is_refused(void **context)
{
    (void)context;
    char path[64];
    struct failure why = {""};
    struct local_weights *const weights = random_weights(14);
    write_file(path, weights);
    for (long at = 0; at < 2000; at += 37) {
        FILE *const file = fopen(path, "r+b");
        assert_non_null(file);
        fseek(file, at, SEEK_SET);
        int const byte = fgetc(file);
        fseek(file, at, SEEK_SET);
        fputc(byte ^ 4, file);
        fclose(file);
        why.text[0] = '\0';
        assert_null(local_weights_open(path, &why));
        assert_true(why.text[0]);
        FILE *const again = fopen(path, "r+b");
        assert_non_null(again);
        fseek(again, at, SEEK_SET);
        fputc(byte, again);
        fclose(again);
    }
    unlink(path);
    free(weights);
}

/* Games in which both always play beside the last move.  */
static void add_clinging_game(struct game *game, uint64_t seed)
{
    struct rng rng;
    struct board board;
    rng_seed(&rng, seed);
    game_clear(game, 9, 9);
    board_init(&board, 9, 9);
    for (int move = 0; move < 40; move++) {
        point p = NOWHERE;
        for (int i = 0; i < 4 && board.last != NOWHERE; i++) {
            point const near = (point)(board.last + neighbour[i]);
            if (board_is_legal(&board, near, (enum color)board.to_move, false))
                p = near;
        }
        p = p == NOWHERE ? playout_draw(&board, &rng) : p;
        game_add(game, STEP_PLAY, (enum color)board.to_move, p);
        board_play(&board, p, (enum color)board.to_move);
    }
}

static void learns_to_foresee_what_is_always_played(void **context)
{
    (void)context;
    struct local_trainer *const trainer = local_trainer_new(NULL, 0.1, 0);
    struct local_marks before = {0}, after = {0}, learning = {0};
    struct failure why = {""};
    struct game game;
    game_init(&game, 9, 9);
    add_clinging_game(&game, 1000);
    assert_true(local_trainer_game(trainer, &game, true, &before, &why));
    for (uint64_t seed = 0; seed < 100; seed++) {
        add_clinging_game(&game, seed);
        assert_true(local_trainer_game(trainer, &game, false, &learning, &why));
    }
    add_clinging_game(&game, 1000);
    assert_true(local_trainer_game(trainer, &game, true, &after, &why));
    assert_true(after.log_sum > before.log_sum / 2);
    assert_true(after.right > before.right + 8);
    assert_int_equal(local_trainer_weights(trainer)->games, 100);
    local_trainer_free(trainer);
    game_release(&game);
}

/* Foreseeing the same games, and no weight for what was not looked at.  */
static void what_is_left_out_is_not_learnt(void **context)
{
    (void)context;
    struct local_marks all = {0}, fewer = {0};
    struct failure why = {""};
    struct game game;
    struct local_trainer *const whole = local_trainer_new(NULL, 0.1, 0);
    struct local_trainer *const part =
        local_trainer_new(NULL, 0.1, 1u << NEARBY_TOUCH | 1u << NEARBY_ANSWER);
    game_init(&game, 9, 9);
    for (uint64_t seed = 0; seed < 50; seed++) {
        add_clinging_game(&game, seed);
        assert_true(local_trainer_game(whole, &game, false, &all, &why));
        assert_true(local_trainer_game(part, &game, false, &fewer, &why));
    }
    assert_int_equal(all.positions, fewer.positions);
    assert_true(fewer.log_sum < all.log_sum);
    int learnt[2][NEARBY_FAMILIES] = {0};
    for (uint32_t feature = 0; feature < NEARBY_FEATURES; feature++) {
        enum nearby_family const family = nearby_family(feature);
        learnt[0][family] += local_trainer_weights(whole)->of[feature] != 0;
        learnt[1][family] += local_trainer_weights(part)->of[feature] != 0;
    }
    for (int family = 0; family < NEARBY_FAMILIES; family++) {
        bool const out = family == NEARBY_TOUCH || family == NEARBY_ANSWER;
        assert_true(learnt[0][family] > 0);
        assert_true(learnt[1][family] > 0 || out);
        assert_true(learnt[1][family] == 0 || !out);
    }
    local_trainer_free(part);
    local_trainer_free(whole);
    game_release(&game);
}

int main(void)
{
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(keeps_the_weights_a_fresh_look_would_give),
        cmocka_unit_test(gives_each_move_the_chance_of_its_weights),
        cmocka_unit_test(what_is_favoured_is_likelier_as_much),
        cmocka_unit_test(draws_moves_as_often_as_their_chances_say),
        cmocka_unit_test(may_draw_every_move_that_fills_no_eye),
        cmocka_unit_test(plays_legally_and_gives_nothing_away),
        cmocka_unit_test(the_same_seed_gives_the_same_playout),
        cmocka_unit_test(says_when_somebody_played_first_where),
        cmocka_unit_test(knows_what_the_last_move_asks_for),
        cmocka_unit_test(what_touches_the_last_move_is_told_from_what_does_not),
        cmocka_unit_test(vital_points_are_those_of_the_spaces_beside_the_last_move),
        cmocka_unit_test(one_weight_serves_all_symmetries),
        cmocka_unit_test(weights_come_back_from_a_file),
        cmocka_unit_test(a_changed_file_is_refused),
        cmocka_unit_test(learns_to_foresee_what_is_always_played),
        cmocka_unit_test(what_is_left_out_is_not_learnt),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
