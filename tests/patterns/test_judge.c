#include "tests/support/testing.h"

#include "engine/base/rng.h"
#include "engine/records/situations.h"
#include "patterns/judge/judge.h"
#include "patterns/learning/judge_gradient.h"
#include "tests/support/made_up.h"
#include "tests/support/plain_judge.h"

#include <math.h>
#include <unistd.h>

/* Weights as they might be, drawn at random.  */
static struct judge_weights *make_up_weights(uint64_t seed)
{
    struct judge_weights *const weights =
        judge_weights_new(BLOCKS_MAX - (int)(seed % 3));
    struct rng rng;
    rng_seed(&rng, seed);
    for (int i = 0; i < JUDGE_WEIGHTS; i++)
        ((float *)weights)[i] = 0.2f * (float)(rng_unit(&rng) - 0.5);
    for (int i = weights->blocks; i < BLOCKS_MAX; i++)
        memset(&weights->block[i], 0, sizeof weights->block[i]);
    return weights;
}

/* A position with whatever belongs to it.  */
struct scene {
    struct rng rng;
    struct board board;
    struct move moves[400];
    struct situation situation;
    struct tactics tactics;
    struct judge_input input;
};

/* MOVES random moves on a SIZE x SIZE board; with EXCHANGED colours too.  */
static void play(struct scene *scene, int size, int moves, uint64_t seed,
                 bool exchanged)
{
    board_init(&scene->board, size, size);
    if (exchanged)
        board_turn(&scene->board, WHITE);
    rng_seed(&scene->rng, seed);
    for (int i = 0; i < moves; i++) {
        struct board const *const board = &scene->board;
        enum color const color = (enum color)board->to_move;
        point p = PASS;
        for (int tries = 0; tries < 20 && p == PASS; tries++) {
            point const at = point_at(1 + (int)rng_below(&scene->rng, (uint32_t)size),
                                      1 + (int)rng_below(&scene->rng, (uint32_t)size));
            if (board_is_legal(board, at, color, false) &&
                !board_is_eye(board, at, color))
                p = at;
        }
        scene->moves[i] = (struct move){.color = (uint8_t)color, .at = p};
        board_play(&scene->board, p, color);
    }
    scene->situation = (struct situation){
        .board = &scene->board, .moves = scene->moves, .move_count = moves};
    tactics_clear(&scene->tactics);
    tactics_read(&scene->tactics, &scene->board);
}

static struct scene *scene_new(void)
{
    struct scene *const scene = calloc(1, sizeof *scene);
    assert_non_null(scene);
    return scene;
}

/* ---------------------------------------------------------------- what is seen */

static bool is_read(int feature)
{
    return feature >= JUDGE_FACT || (feature >= JUDGE_FATE && feature < JUDGE_SPACE);
}

/* The features of a cell as a set, but for those that reading with a budget may find
   on one side of the board and not on the other.  */
static void features_of(struct judge_input const *input, int cell, uint64_t set[2])
{
    set[0] = set[1] = 0;
    for (int f = input->start[cell]; f < input->start[cell + 1]; f++)
        if (!is_read(input->feature[f]))
            set[input->feature[f] / 64] |= UINT64_C(1) << input->feature[f] % 64;
}

static void a_turned_position_is_seen_turned(void **state)
{
    (void)state;
    struct scene *const scene = scene_new();
    struct judge_input *const turned = calloc(1, sizeof *turned);
    play(scene, 19, 200, 3, false);
    judge_input_set(&scene->input, &scene->situation, &scene->tactics, 6.5, 0);
    for (int symmetry = 0; symmetry < 8; symmetry++) {
        judge_input_set(turned, &scene->situation, &scene->tactics, 6.5, symmetry);
        assert_int_equal(turned->point_count, 361);
        assert_int_equal(turned->move_count, scene->input.move_count);
        for (point p = board_first_point(); p; p = board_next_point(&scene->board, p)) {
            uint64_t here[2], there[2];
            features_of(&scene->input, judge_cell(&scene->input, p), here);
            features_of(turned, judge_cell(turned, p), there);
            assert_true(here[0] == there[0] && here[1] == there[1]);
        }
    }
    free(turned);
    free(scene);
}

/* ---------------------------------------------------------------- the passes */

static void check_plain(struct judge_weights const *weights, struct scene *scene,
                        struct judge_trace *trace)
{
    static struct plain_opinion plain;
    judge_forward(weights, &scene->input, trace);
    plain_judge(weights, &scene->input, &plain);
    for (int i = 0; i < scene->input.point_count; i++) {
        int const cell = scene->input.cell[i];
        int const row = cell / scene->input.pitch - 1;
        int const column = cell % scene->input.pitch - 1;
        assert_memory_equal(&plain.owner[row][column], &trace->owner[cell],
                            sizeof(float));
        assert_memory_equal(&plain.policy[row][column], &trace->policy[cell],
                            sizeof(float));
    }
    assert_memory_equal(plain.verdict, trace->verdict, sizeof plain.verdict);
}

/* One trace for all sizes: nothing of the larger board may be left.  */
static void fast_and_plain_passes_agree_to_the_bit(void **state)
{
    (void)state;
    static int const sizes[] = {19, 9, 25, 2, 13, 19};
    struct judge_weights *const weights = make_up_weights(1);
    struct judge_trace *const learns = judge_trace_new(true);
    struct judge_trace *const looks = judge_trace_new(false);
    struct scene *const scene = scene_new();
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        play(scene, sizes[i], sizes[i] * sizes[i] / 2, i, false);
        judge_input_set(&scene->input, &scene->situation, &scene->tactics, 6.5, (int)i);
        check_plain(weights, scene, learns);
        check_plain(weights, scene, looks);
    }
    judge_trace_free(learns);
    judge_trace_free(looks);
    free(scene);
    free(weights);
}

enum { CELLS_TRIED = 7 * 8, WIDTH = 2 * CHANNELS };

/* Numbers in, and all that the layers of one kind make of them.  */
struct workshop {
    float in[(CELLS_TRIED + 16) * CHANNELS], weights[WIDTH * CHANNELS];
    float near[AROUND * CHANNELS], bias[CHANNELS];
    float product[CELLS_TRIED * CHANNELS], product_gradient[WIDTH * CHANNELS];
    float heard[(CELLS_TRIED + 16) * CHANNELS], near_gradient[AROUND * CHANNELS];
    float pooled[2 * CHANNELS], pool_gradient[CELLS_TRIED * CHANNELS];
    float spread[CELLS_TRIED * CHANNELS], total[CHANNELS], rows[CHANNELS];
    float relu[2 * CHANNELS], relu_gradient[CHANNELS], added[CHANNELS];
    float seen[CELLS_TRIED * CHANNELS], look_gradient[4 * AROUND * CHANNELS];
    uint16_t best[CHANNELS];
    float dot;
} __attribute__((aligned(64)));

static void make_everything(struct layer_kernels const *kind, struct workshop *shop)
{
    static uint16_t const cells[] = {8, 9, 12, 20, 33};
    static uint8_t const features[] = {0, 3, 1, 2};
    enum { COUNT = sizeof cells / sizeof *cells, PITCH_TRIED = 7 };
    uint16_t start[CELLS_TRIED + 1];
    struct rng rng;
    memset(shop, 0, sizeof *shop);
    rng_seed(&rng, 17);
    float *const given[] = {shop->in, shop->weights, shop->near, shop->bias};
    size_t const sizes[] = {sizeof shop->in, sizeof shop->weights, sizeof shop->near,
                            sizeof shop->bias};
    for (int i = 0; i < 4; i++)
        for (size_t k = 0; k < sizes[i] / sizeof(float); k++)
            given[i][k] = (float)(rng_unit(&rng) - 0.5);
    for (int i = 0; i <= CELLS_TRIED; i++)
        start[i] = i < 12 ? 0 : i < 20 ? 2 : 4;
    kind->multiply(shop->product, shop->in, shop->bias, shop->in, WIDTH / 2,
                   shop->weights, 40);
    kind->multiply(shop->product + 24 * CHANNELS, NULL, NULL, shop->in, WIDTH,
                   shop->weights, 16);
    kind->multiply_gradient(shop->product_gradient, shop->in, WIDTH, shop->in, 20);
    kind->near(shop->heard, NULL, shop->bias, shop->in, shop->near, 8, 39, PITCH_TRIED);
    kind->near(shop->heard, shop->heard, NULL, shop->in, shop->near, 8, 3, PITCH_TRIED);
    kind->near_gradient(shop->near_gradient, shop->in, shop->heard, 8, 39, PITCH_TRIED);
    kind->pool(shop->pooled, shop->in, cells, COUNT);
    kind->whose(shop->best, shop->pooled + CHANNELS, shop->in, cells, COUNT);
    kind->pool_gradient(shop->pool_gradient, shop->pooled, shop->pooled + CHANNELS,
                        shop->best, cells, COUNT);
    kind->spread(shop->spread, shop->bias, cells, COUNT);
    kind->sum(shop->total, shop->in, cells, COUNT);
    kind->add_rows(shop->rows, shop->in, 9);
    memcpy(shop->relu, shop->in, sizeof shop->relu);
    kind->relu(shop->relu, NULL, 1);
    kind->relu(shop->relu, shop->bias, 2);
    memcpy(shop->relu_gradient, shop->bias, sizeof shop->relu_gradient);
    kind->relu_gradient(shop->relu_gradient, shop->relu, CHANNELS);
    kind->add(shop->added, shop->bias, 0.3f);
    shop->dot = kind->dot(shop->in, shop->bias);
    kind->look(shop->seen, shop->bias, shop->weights, start, features, cells, COUNT,
               PITCH_TRIED);
    kind->look_gradient(shop->look_gradient, shop->in, start, features, cells, COUNT,
                        PITCH_TRIED);
}

static void vectors_of_all_widths_come_to_the_same_bits(void **state)
{
    (void)state;
    struct layer_kernels const *kinds[LAYER_KINDS];
    struct workshop *const first = aligned_alloc(64, sizeof *first);
    struct workshop *const other = aligned_alloc(64, sizeof *other);
    int const count = layer_kinds(kinds);
    make_everything(kinds[0], first);
    for (int i = 1; i < count; i++) {
        make_everything(kinds[i], other);
        assert_memory_equal(first, other, sizeof *first);
    }
    free(first);
    free(other);
}

static void make_up_truth(struct scene *scene, struct judge_truth *truth)
{
    struct judge_input const *const input = &scene->input;
    *truth = (struct judge_truth){
        .won = true, .lead = 7, .played = input->move[input->move_count / 2]};
    for (int i = 0; i < input->point_count; i++)
        truth->owner[input->cell[i]] = (float)rng_below(&scene->rng, 3) / 2;
}

/* Every array of weights, for one to be moved at a time.  */
static struct {
    char const *name;
    size_t start, count;
} const parts[] = {
#define PART(field)                                                                    \
    {                                                                                  \
#field, offsetof(struct judge_weights, field) / sizeof(float),                 \
            sizeof(((struct judge_weights *)0)->field) / sizeof(float)                 \
    }
    PART(look),          PART(look_bias),     PART(look_needed),   PART(block[0].near),
    PART(block[0].bias), PART(block[0].pool), PART(block[0].mix),  PART(block[3].near),
    PART(block[3].pool), PART(block[5].bias), PART(block[6].pool), PART(block[6].mix),
    PART(block[7].pool), PART(block[7].mix),  PART(owner),         PART(policy),
    PART(sum),           PART(sum_bias),      PART(verdict),       PART(bias),
};

struct lesson {
    struct scene *scene;
    struct judge_truth truth;
    struct judge_weights *weights, *gradient;
    struct judge_trace *trace;
    struct judge_blame blame;
};

static double loss_of(struct lesson *lesson)
{
    struct judge_marks marks = {0};
    judge_forward(lesson->weights, &lesson->scene->input, lesson->trace);
    judge_compare(&lesson->scene->input, lesson->trace, &lesson->truth, &marks,
                  &lesson->blame);
    return judge_marks_loss(&marks);
}

/* How fast the loss changes when the weights from WEIGHT on go STEP this way and that
   along GRADIENT, which is LENGTH long.  */
static double slope_along(struct lesson *lesson, float weight[], float const gradient[],
                          size_t count, double length, double step)
{
    float *const saved = calloc(count, sizeof *saved);
    double loss[2];
    memcpy(saved, weight, count * sizeof *saved);
    for (int way = 0; way < 2; way++) {
        double const by = (way ? step : -step) / fmax(length, 1e-9);
        for (size_t i = 0; i < count; i++)
            weight[i] = saved[i] + (float)(by * (double)gradient[i]);
        loss[way] = loss_of(lesson);
    }
    memcpy(weight, saved, count * sizeof *saved);
    free(saved);
    return (loss[1] - loss[0]) / (2 * step);
}

/* Along the gradient of some weights the loss must change as fast as that is long, by
   some size of steps: in a long one the way bends, a short one is lost in rounding.  */
static void check_part(struct lesson *lesson, size_t part)
{
    static double const steps[] = {0.003, 0.001, 0.0003};
    float *const weight = (float *)lesson->weights + parts[part].start;
    float const *const gradient = (float *)lesson->gradient + parts[part].start;
    size_t const count = parts[part].count;
    double square = 0, slope = 0;
    for (size_t i = 0; i < count; i++)
        square += (double)gradient[i] * (double)gradient[i];
    double const length = sqrt(square);
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        double const step = steps[i] / fmax(length, 1);
        slope = slope_along(lesson, weight, gradient, count, length, step);
        if (fabs(slope - length) < 0.03 * length + 2e-4)
            return;
    }
    fail_msg("%s: the gradient is %g long, the loss changes by %g", parts[part].name,
             length, slope);
}

static void check_gradient(bool owners)
{
    struct lesson *const lesson = calloc(1, sizeof *lesson);
    struct judge_way_back *const back = judge_way_back_new();
    lesson->scene = scene_new();
    lesson->weights = make_up_weights(7);
    lesson->gradient = judge_weights_new(BLOCKS_MAX);
    lesson->trace = judge_trace_new(true);
    play(lesson->scene, 13, 70, 5, false);
    judge_input_set(&lesson->scene->input, &lesson->scene->situation,
                    &lesson->scene->tactics, 2.5, 6);
    make_up_truth(lesson->scene, &lesson->truth);
    lesson->truth.owned = owners;
    lesson->truth.counted = lesson->truth.decided = !owners;
    if (!owners)
        memset(lesson->weights->owner, 0, sizeof lesson->weights->owner);

    loss_of(lesson);
    if (!owners)
        memset(lesson->blame.owner, 0, sizeof lesson->blame.owner);
    judge_way_back_set(back, lesson->weights);
    judge_backward(back, lesson->weights, &lesson->scene->input, lesson->trace,
                   &lesson->blame, lesson->gradient);
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        check_part(lesson, i);
    judge_way_back_free(back);
    judge_trace_free(lesson->trace);
    free(lesson->gradient);
    free(lesson->weights);
    free(lesson->scene);
    free(lesson);
}

static void the_gradient_of_owners_and_moves_is_that_of_small_steps(void **state)
{
    (void)state;
    check_gradient(true);
}

/* Through the owners lead and result teach only in part, so these say nothing here.  */
static void the_gradient_of_lead_and_result_is_that_of_small_steps(void **state)
{
    (void)state;
    check_gradient(false);
}

/* ---------------------------------------------------------------- opinions */

static void an_opinion_is_of_chances_and_adds_up(void **state)
{
    (void)state;
    struct judge_weights *const weights = make_up_weights(2);
    struct judge *const judge = judge_new(weights, &(struct judge_source){0});
    struct judge_desk *const desk = judge_desk_new();
    struct judge_opinion *const opinion = calloc(1, sizeof *opinion);
    struct scene *const scene = scene_new();
    for (uint64_t seed = 0; seed < 8; seed++) {
        play(scene, seed % 2 ? 9 : 19, 10 + 20 * (int)seed, seed, false);
        judge_look(judge, desk, &scene->situation, NULL, 6.5, opinion);
        double sum = (double)opinion->pass;
        assert_true(opinion->win >= 0 && opinion->win <= 1);
        for (point p = board_first_point(); p; p = board_next_point(&scene->board, p)) {
            assert_true(fabsf(opinion->owner[p]) <= 1);
            assert_true(opinion->move[p] == 0 ||
                        board_is_legal(&scene->board, p,
                                       (enum color)scene->board.to_move, false));
            sum += (double)opinion->move[p];
        }
        assert_true(fabs(sum - 1) < 1e-4);
    }
    free(scene);
    free(opinion);
    judge_desk_free(desk);
    judge_free(judge);
    free(weights);
}

static void a_komi_larger_than_the_board_has_decided(void **state)
{
    (void)state;
    static double const komis[] = {-1000, -81, 81, 200};
    struct judge_weights *const weights = make_up_weights(2);
    struct judge *const judge = judge_new(weights, &(struct judge_source){0});
    struct judge_desk *const desk = judge_desk_new();
    struct judge_opinion *const opinion = calloc(1, sizeof *opinion);
    struct scene *const scene = scene_new();
    for (int i = 0; i < 8; i++) {
        double const needed = komis[i / 2];
        play(scene, 9, 20 + i, (uint64_t)i, false);
        judge_look(judge, desk, &scene->situation, NULL, needed, opinion);
        assert_true(fabsf(opinion->lead) <= 81);
        assert_true(opinion->win == (needed < 0 ? 1 : 0));
    }
    free(scene);
    free(opinion);
    judge_desk_free(desk);
    judge_free(judge);
    free(weights);
}

static void exchanged_colours_exchange_the_opinion(void **state)
{
    (void)state;
    struct judge_weights *const weights = make_up_weights(3);
    struct judge *const judge = judge_new(weights, &(struct judge_source){0});
    struct judge_desk *const desk = judge_desk_new();
    struct judge_opinion *const black = calloc(1, sizeof *black);
    struct judge_opinion *const white = calloc(1, sizeof *white);
    struct scene *const scene = scene_new();
    play(scene, 19, 150, 11, false);
    judge_look(judge, desk, &scene->situation, NULL, 6.5, black);
    play(scene, 19, 150, 11, true);
    judge_look(judge, desk, &scene->situation, &scene->tactics, -6.5, white);
    assert_true(black->seen == -white->seen);
    assert_true(fabsf(black->lead + white->lead) < 1e-3f);
    assert_true(fabsf(black->win - (1 - white->win)) < 1e-6f);
    for (int p = 0; p < POINTS; p++)
        assert_true(black->owner[p] == -white->owner[p] &&
                    black->move[p] == white->move[p]);
    free(scene);
    free(black);
    free(white);
    judge_desk_free(desk);
    judge_free(judge);
    free(weights);
}

/* What the net says of the position turned in each of eight ways, added up by hand.  */
static void looking_around_is_the_mean_of_eight_looks(void **state)
{
    (void)state;
    struct judge_weights *const weights = make_up_weights(4);
    struct judge *const judge = judge_new(weights, &(struct judge_source){0});
    struct judge_desk *const desk = judge_desk_new();
    struct judge_opinion *const around = calloc(1, sizeof *around);
    struct judge_trace *const trace = judge_trace_new(false);
    struct scene *const scene = scene_new();
    double owner[POINTS] = {0}, seen = 0;
    play(scene, 13, 60, 5, false);
    for (int i = 0; i < SYMMETRIES; i++) {
        judge_input_set(&scene->input, &scene->situation, &scene->tactics, 6.5, i);
        judge_forward(weights, &scene->input, trace);
        seen += (double)judge_lead(&scene->input, trace).seen / SYMMETRIES;
        for (point p = board_first_point(); p; p = board_next_point(&scene->board, p))
            owner[p] += tanh((double)trace->owner[judge_cell(&scene->input, p)] / 2) /
                        SYMMETRIES;
    }
    judge_look_around(judge, desk, &scene->situation, &scene->tactics, 6.5, around);
    assert_int_equal(scene->board.to_move, BLACK);
    assert_true(fabs((double)around->seen - seen) < 1e-3);
    double sum = (double)around->pass;
    for (point p = board_first_point(); p; p = board_next_point(&scene->board, p)) {
        assert_true(fabs((double)around->owner[p] - owner[p]) < 1e-5);
        assert_true(around->move[p] == 0 ||
                    board_is_legal(&scene->board, p, BLACK, false));
        sum += (double)around->move[p];
    }
    assert_true(fabs(sum - 1) < 1e-4);
    free(scene);
    free(around);
    judge_trace_free(trace);
    judge_desk_free(desk);
    judge_free(judge);
    free(weights);
}

/* ---------------------------------------------------------------- the file */

static void a_judge_comes_back_from_its_file(void **state)
{
    (void)state;
    char const path[] = "build/test_judge.hishi";
    struct judge_weights *const weights = make_up_weights(4);
    struct failure why;
    assert_true(judge_write(path, weights,
                            &(struct judge_source){.games = 3, .positions = 12345},
                            NULL, &why));
    struct judge *const judge = judge_open(path, &why);
    assert_non_null(judge);
    assert_memory_equal(judge_weights_of(judge), weights, sizeof *weights);
    assert_int_equal(judge_learnt_from(judge).games, 3);
    assert_int_equal(judge_learnt_from(judge).positions, 12345);
    judge_free(judge);
    free(weights);
    unlink(path);
}

static void change_byte(char const *path, long at, int flip)
{
    FILE *const file = fopen(path, "r+b");
    assert_non_null(file);
    fseek(file, at, SEEK_SET);
    int const byte = fgetc(file);
    fseek(file, at, SEEK_SET);
    fputc(byte ^ flip, file);
    fclose(file);
}

static void damage_is_told_and_nothing_is_opened(void **state)
{
    (void)state;
    char const path[] = "build/test_judge_damaged.hishi";
    struct judge_weights *const weights = make_up_weights(5);
    struct failure why;
    struct judge *judge;
    assert_true(judge_write(path, weights, &(struct judge_source){0}, NULL, &why));
    long const size = 64 + 4L * judge_weight_count(weights);
    for (long at = 0; at < size; at += at < 300 ? 3 : 9973) {
        change_byte(path, at, 0x40);
        judge = judge_open(path, &why);
        assert_null(judge);
        assert_non_null(strstr(why.text, path));
        change_byte(path, at, 0x40);
    }
    judge = judge_open(path, &why);
    assert_non_null(judge);
    judge_free(judge);
    assert_int_equal(truncate(path, size / 2), 0);
    assert_null(judge_open(path, &why));

    weights->owner[5] = NAN;
    assert_true(judge_write(path, weights, &(struct judge_source){0}, NULL, &why));
    assert_null(judge_open(path, &why));
    assert_non_null(strstr(why.text, "not a number"));
    free(weights);
    unlink(path);
}

int main(void)
{
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(a_turned_position_is_seen_turned),
        cmocka_unit_test(fast_and_plain_passes_agree_to_the_bit),
        cmocka_unit_test(vectors_of_all_widths_come_to_the_same_bits),
        cmocka_unit_test(the_gradient_of_owners_and_moves_is_that_of_small_steps),
        cmocka_unit_test(the_gradient_of_lead_and_result_is_that_of_small_steps),
        cmocka_unit_test(an_opinion_is_of_chances_and_adds_up),
        cmocka_unit_test(a_komi_larger_than_the_board_has_decided),
        cmocka_unit_test(exchanged_colours_exchange_the_opinion),
        cmocka_unit_test(looking_around_is_the_mean_of_eight_looks),
        cmocka_unit_test(a_judge_comes_back_from_its_file),
        cmocka_unit_test(damage_is_told_and_nothing_is_opened),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
