#include "tests/support/testing.h"

#include "engine/search/consultation.h"
#include "tests/support/mock_source.h"

#include <math.h>
#include <unistd.h>

/* Sources that find every third and every fourth legal point good.  */
static void name_some(struct question const *question, int voice, int step, float p,
                      struct candidates *candidates)
{
    struct board const *const board = question->situation.board;
    for (int i = 0; i < board->empty_count; i++)
        if (board->empty[i] % step == 0) {
            struct opinion *const opinion =
                candidates_name(candidates, voice, board->empty[i], p, 1);
            opinion->term[0] = said_p(p);
            opinion->term[1] = (float)point_row(board->empty[i]);
        }
}

static void ask_thirds(void *self, struct question const *question, int voice,
                       struct candidates *candidates)
{
    ++*(int *)self;
    name_some(question, voice, 3, 0.1f, candidates);
}

static void ask_fourths(void *self, struct question const *question, int voice,
                        struct candidates *candidates)
{
    ++*(int *)self;
    name_some(question, voice, 4, 0.2f, candidates);
}

static void ask_all(void *self, struct question const *question, int voice,
                    struct candidates *candidates)
{
    ++*(int *)self;
    name_some(question, voice, 1, 0.01f, candidates);
}

static struct source_kind const thirds = {.name = "thirds",
                                          .effort = EFFORT_GLANCE,
                                          .terms = {"log P", "row"},
                                          .ask = ask_thirds},
                                fourths = {.name = "fourths",
                                           .effort = EFFORT_FULL,
                                           .terms = {"log P", "row"},
                                           .ask = ask_fourths},
                                idler = {.name = "idler",
                                         .stand_in = true,
                                         .effort = EFFORT_GLANCE,
                                         .terms = {"log P"},
                                         .ask = ask_all},
                                knower = {.name = "knower",
                                          .weighs_itself = true,
                                          .effort = EFFORT_FULL,
                                          .terms = {"factor"},
                                          .ask = ask_all};

static bool is_odd(struct board const *board)
{
    return board->width % 2;
}

/* As fourths, on boards of odd width only.  */
static struct source_kind const odd_fourths = {.name = "fourths",
                                               .effort = EFFORT_FULL,
                                               .terms = {"log P", "row"},
                                               .suits = is_odd,
                                               .ask = ask_fourths};

static struct source_kind const *const both[] = {&thirds, &fourths};

/* Worths for each stage and set, all different.  */
static struct mixture *make_mixture(void)
{
    struct mixture *const mixture = mixture_new();
    for (int set = 1; set <= 3; set++) {
        struct source_kind const *kinds[2];
        struct blend blend = {.learnt = true};
        for (int v = 0; v < 2; v++)
            if (set >> v & 1)
                kinds[blend.count++] = both[v];
        for (int stage = 0; stage < GAME_STAGES; stage++)
            for (int v = 0; v < blend.count; v++) {
                blend.worth[stage][v][0] = 0.1f * (float)(1 + set + stage + v);
                blend.worth[stage][v][1] = -0.01f * (float)(set + v);
            }
        mixture_learn(mixture, kinds, &blend);
    }
    return mixture;
}

static struct consultation *gather(struct mixture const *mixture, int asked[2])
{
    struct consultation *const consultation = consultation_new(mixture);
    struct failure why;
    for (int v = 0; v < 2; v++)
        assert_true(
            consultation_add(consultation, (struct source){both[v], &asked[v]}, &why));
    return consultation;
}

static struct board empty_board(void)
{
    static struct board board;
    board_init(&board, 9, 9);
    return board;
}

static float sum_of(struct candidates const *candidates)
{
    float sum = 0;
    for (int i = 0; i < candidates->count; i++)
        sum += candidates->list[i].prediction;
    return sum;
}

/* By the definition: exp of the sum of terms times worths, over all legal points.  */
static double by_definition(struct board const *board, point at, int set)
{
    double sum = 0, value = 0;
    for (point p = board_first_point(); p; p = board_next_point(board, p)) {
        double worth = 0;
        for (int v = 0, place = 0; v < 2; v++) {
            if (!(set >> v & 1))
                continue;
            if (p % (3 + v) == 0)
                worth += 0.1 * (1 + set + place) * (double)said_p(v ? 0.2f : 0.1f) -
                         0.01 * (set + place) * point_row(p);
            place++;
        }
        sum += exp(worth);
        value = p == at ? exp(worth) : value;
    }
    return value / sum;
}

static void check_set(struct consultation *consultation, int set, enum effort effort)
{
    struct board const board = empty_board();
    struct situation const situation = {.board = &board};
    struct candidates const *const said = consult(consultation, &situation, effort);
    assert_int_equal(said->count, 81);
    assert_float_equal(sum_of(said), 1, 1e-4);
    for (int i = 0; i < said->count; i++) {
        struct candidate const *const one = &said->list[i];
        assert_float_equal(one->prediction, by_definition(&board, one->at, set), 1e-5);
        assert_true(i == 0 || one->p <= one[-1].p);
        assert_ptr_equal(candidates_find(said, one->at), one);
    }
}

static void p_is_what_the_worths_of_those_who_are_heard_make_it(void **state)
{
    (void)state;
    int asked[2] = {0, 0};
    struct mixture *const mixture = make_mixture();
    struct consultation *const consultation = gather(mixture, asked);
    check_set(consultation, 3, EFFORT_FULL);
    assert_int_equal(asked[1], 1);
    check_set(consultation, 1, EFFORT_QUICK); /* the other one costs too much */
    assert_int_equal(asked[0], 2);
    assert_int_equal(asked[1], 1);
    consultation_weigh(consultation, 0, 0);
    check_set(consultation, 2, EFFORT_FULL);
    assert_int_equal(asked[0], 2);
    consultation_weigh(consultation, 0, 1);
    check_set(consultation, 3, EFFORT_FULL);
    consultation_free(consultation);
    mixture_free(mixture);
}

static void consult_on(struct consultation *consultation, int width)
{
    struct board board;
    board_init(&board, width, 9);
    struct situation const situation = {.board = &board};
    (void)consult(consultation, &situation, EFFORT_FULL);
}

static void the_others_are_weighed_as_without_who_does_not_suit_the_board(void **state)
{
    (void)state;
    int asked[2] = {0, 0};
    struct mixture *const mixture = make_mixture();
    struct consultation *const consultation = consultation_new(mixture);
    struct failure why;
    assert_true(
        consultation_add(consultation, (struct source){&thirds, &asked[0]}, &why) &&
        consultation_add(consultation, (struct source){&odd_fourths, &asked[1]}, &why));
    check_set(consultation, 3, EFFORT_FULL);
    assert_int_equal(asked[1], 1);
    struct board board;
    board_init(&board, 8, 8);
    struct situation const situation = {.board = &board};
    struct candidates const *const said =
        consult(consultation, &situation, EFFORT_FULL);
    assert_int_equal(asked[1], 1);
    for (int i = 0; i < said->count; i++)
        assert_float_equal(said->list[i].prediction,
                           by_definition(&board, said->list[i].at, 1), 1e-5);
    consultation_weigh(consultation, 0, 0); /* and a new weight is heard of there too */
    consult_on(consultation, 8);
    assert_int_equal(asked[0], 2);
    check_set(consultation, 2, EFFORT_FULL);
    consultation_free(consultation);
    mixture_free(mixture);
}

static void a_twin_says_the_same_and_hears_of_new_weights(void **state)
{
    (void)state;
    int asked[2] = {0, 0};
    struct mixture *const mixture = make_mixture();
    struct consultation *const consultation = gather(mixture, asked);
    struct consultation *const twin = consultation_twin(consultation);
    check_set(twin, 3, EFFORT_FULL);
    consultation_weigh(consultation, 1, 0);
    check_set(twin, 1, EFFORT_FULL);
    consultation_free(twin);
    check_set(consultation, 1, EFFORT_FULL);
    consultation_free(consultation);
    mixture_free(mixture);
}

static void a_stand_in_speaks_when_nobody_else_does(void **state)
{
    (void)state;
    int asked[2] = {0, 0}, idle = 0;
    struct failure why;
    struct consultation *const consultation = gather(NULL, asked);
    struct board const board = empty_board();
    struct situation const situation = {.board = &board};
    assert_true(consultation_add(consultation, (struct source){&idler, &idle}, &why));
    consult(consultation, &situation, EFFORT_QUICK);
    assert_int_equal(idle, 0);
    consultation_weigh(consultation, 0, 0);
    consult(consultation, &situation, EFFORT_FULL);
    assert_int_equal(idle, 0);
    consult(consultation, &situation, EFFORT_QUICK);
    assert_int_equal(idle, 1);
    consultation_free(consultation);
}

static void who_only_corrects_others_keeps_no_stand_in_away(void **state)
{
    (void)state;
    int idle = 0, corrected = 0;
    struct failure why;
    struct consultation *const consultation = consultation_new(NULL);
    struct board const board = empty_board();
    struct situation const situation = {.board = &board};
    assert_true(consultation_add(consultation, (struct source){&idler, &idle}, &why));
    assert_true(
        consultation_add(consultation, (struct source){&knower, &corrected}, &why));
    consult(consultation, &situation, EFFORT_FULL);
    assert_int_equal(idle, 1);
    assert_int_equal(corrected, 1);
    consultation_free(consultation);
}

/* The mixture knows nothing of it, and stays good for the others.  */
static void who_knows_its_own_worth_is_taken_at_its_word(void **state)
{
    (void)state;
    int asked[2] = {0, 0}, known = 0;
    struct failure why;
    struct mixture *const mixture = make_mixture();
    struct consultation *const consultation = gather(mixture, asked);
    assert_true(consultation_add(consultation, (struct source){&knower, &known}, &why));
    check_set(consultation, 3, EFFORT_FULL); /* it says the same of all */
    assert_int_equal(known, 1);
    consultation_free(consultation);
    mixture_free(mixture);
}

static void nobody_is_dropped_in_silence(void **state)
{
    (void)state;
    static struct source_kind kinds[VOICES_MAX + 1];
    static char names[VOICES_MAX + 1][16];
    int asked = 0;
    struct failure why = {""};
    struct consultation *const consultation = consultation_new(NULL);
    for (int i = 0; i <= VOICES_MAX; i++) {
        snprintf(names[i], sizeof names[i], "s%d", i);
        kinds[i] = thirds;
        kinds[i].name = names[i];
        assert_int_equal(
            consultation_add(consultation, (struct source){&kinds[i], &asked}, &why),
            i < VOICES_MAX);
    }
    assert_non_null(strstr(why.text, names[VOICES_MAX]));
    assert_int_equal(consultation_count(consultation), VOICES_MAX);
    consultation_free(consultation);

    struct consultation *const two = consultation_new(NULL);
    assert_true(consultation_add(two, (struct source){&thirds, &asked}, &why));
    assert_false(consultation_add(two, (struct source){&thirds, &asked}, &why));
    assert_int_equal(consultation_find(two, "thirds"), 0);
    assert_int_equal(consultation_find(two, "nobody"), -1);
    consultation_free(two);
}

/* ---------------------------------------------------------------- files */

/* Thinks that the last one asked it leads by as many points as it was asked times.  */
static bool judge_by_times(void *self, struct judgement *judgement)
{
    *judgement = (struct judgement){.lead = (float)*(int *)self};
    return true;
}

static void who_wants_a_judgement_asks_only_those_who_judge(void **state)
{
    (void)state;
    struct failure why;
    struct judgement judgement;
    int talks = 0, judges = 0;
    struct board board = empty_board();
    struct situation const situation = {&board, NULL, 0};
    struct source_kind lead = fourths;
    lead.judge = judge_by_times;
    struct consultation *const consultation = consultation_new(NULL);
    consultation_add(consultation, (struct source){&thirds, &talks}, &why);
    assert_false(consult_judges(consultation, &situation, EFFORT_FULL, &judgement));
    consultation_add(consultation, (struct source){&lead, &judges}, &why);
    assert_true(consult_judges(consultation, &situation, EFFORT_FULL, &judgement));
    assert_true(judgement.lead == 1);
    assert_int_equal(talks, 0);
    assert_false(consult_judges(consultation, &situation, EFFORT_QUICK, &judgement));
    assert_int_equal(judges, 1); /* it is not worth its price then */
    assert_true(consult(consultation, &situation, EFFORT_FULL)->count > 0);
    assert_true(consultation_judge(consultation, &judgement));
    assert_true(judgement.lead == 2 && talks == 1);
    consultation_free(consultation);
}

static void a_mixture_is_read_as_it_was_written(void **state)
{
    (void)state;
    char path[] = "/tmp/hishi-mixture-XXXXXX";
    struct failure why = {""};
    struct blend before, after;
    struct mixture *const mixture = make_mixture();
    close(mkstemp(path));
    assert_true(mixture_write(path, mixture, NULL, &why));
    struct mixture *const again = mixture_open(path, &why);
    assert_non_null(again);
    for (int count = 1; count <= 2; count++) {
        mixture_blend(mixture, both, count, &before);
        mixture_blend(again, both, count, &after);
        assert_true(before.learnt && after.learnt);
        assert_memory_equal(&before.worth, &after.worth, sizeof before.worth);
    }
    mixture_free(again);
    mixture_free(mixture);
    unlink(path);
}

static void no_changed_byte_of_a_mixture_goes_unseen(void **state)
{
    (void)state;
    char path[] = "/tmp/hishi-mixture-XXXXXX";
    struct failure why = {""};
    char bytes[4096];
    struct mixture *const mixture = make_mixture();
    close(mkstemp(path));
    assert_true(mixture_write(path, mixture, NULL, &why));
    mixture_free(mixture);
    FILE *const in = fopen(path, "rb");
    size_t const size = fread(bytes, 1, sizeof bytes, in);
    fclose(in);
    assert_in_range(size, 200, sizeof bytes - 1);
    for (size_t i = 0; i < size; i++) {
        FILE *const out = fopen(path, "wb");
        bytes[i] ^= 1;
        fwrite(bytes, 1, size, out);
        bytes[i] ^= 1;
        fclose(out);
        why.text[0] = '\0';
        assert_null(mixture_open(path, &why));
        assert_non_null(strstr(why.text, path));
    }
    unlink(path);
}

int main(void)
{
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(p_is_what_the_worths_of_those_who_are_heard_make_it),
        cmocka_unit_test(the_others_are_weighed_as_without_who_does_not_suit_the_board),
        cmocka_unit_test(a_twin_says_the_same_and_hears_of_new_weights),
        cmocka_unit_test(a_stand_in_speaks_when_nobody_else_does),
        cmocka_unit_test(who_only_corrects_others_keeps_no_stand_in_away),
        cmocka_unit_test(who_knows_its_own_worth_is_taken_at_its_word),
        cmocka_unit_test(nobody_is_dropped_in_silence),
        cmocka_unit_test(who_wants_a_judgement_asks_only_those_who_judge),
        cmocka_unit_test(a_mixture_is_read_as_it_was_written),
        cmocka_unit_test(no_changed_byte_of_a_mixture_goes_unseen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
