#include "tests/support/testing.h"

#include "tests/support/folder.h"
#include "tests/support/lies.h"
#include "tests/support/mock_source.h"

#include "engine/go/symmetry.h"
#include "patterns/style/style_source.h"
#include "patterns/style/traits.h"
#include "patterns/stylelearning/style_train.h"

#include <math.h>

/* ---------------------------------------------------------------- traits */

/* A game drawn at random, and the same one turned.  */
struct turned_games {
    struct board board[2];
    struct move moves[2][200];
    int count;
};

static void play_both(struct turned_games *games, point p, int symmetry)
{
    for (int i = 0; i < 2; i++) {
        struct board *const board = &games->board[i];
        point const at = i ? point_turned(p, board->width, symmetry) : p;
        games->moves[i][games->count] = (struct move){board->to_move, at};
        board_play(board, at, (enum color)board->to_move);
    }
    games->count++;
}

static bool is_of_stones(uint32_t trait)
{
    return trait_family_of(trait) >= TRAITS_SHAPE;
}

/* Those of AT in GAMES that stones alone decide; returns how many.  */
static int list_traits(struct trait_reader *reader, struct turned_games const *games,
                       int which, point at, uint32_t traits[static TRAITS_MAX])
{
    static struct tactics facts;
    struct situation const situation = {&games->board[which], games->moves[which],
                                        games->count};
    tactics_clear(&facts);
    tactics_read(&facts, &games->board[which]);
    trait_reader_set(reader, &situation, &facts);
    int const all = trait_reader_list(reader, at, traits);
    int count = 0;
    for (int i = 0; i < all; i++)
        if (is_of_stones(traits[i]))
            traits[count++] = traits[i];
    return count;
}

static void traits_are_the_same_for_all_symmetries(void **state)
{
    (void)state;
    static struct turned_games games;
    struct trait_reader *const reader = trait_reader_new();
    struct rng rng;
    rng_seed(&rng, 4);
    for (int symmetry = 0; symmetry < SYMMETRIES; symmetry++) {
        games.count = 0;
        for (int i = 0; i < 2; i++)
            board_init(&games.board[i], 19, 19);
        while (games.count < 60) {
            struct board const *const board = &games.board[0];
            point const p = board->empty[rng_below(&rng, board->empty_count)];
            uint32_t traits[2][TRAITS_MAX];
            if (!board_is_legal(board, p, (enum color)board->to_move, false))
                continue;
            int const count = list_traits(reader, &games, 0, p, traits[0]);
            assert_true(count > KEY_SIZES && count <= TRAITS_MAX);
            assert_int_equal(list_traits(reader, &games, 1,
                                         point_turned(p, 19, symmetry), traits[1]),
                             count);
            assert_memory_equal(traits[0], traits[1], (size_t)count * sizeof **traits);
            play_both(&games, p, symmetry);
        }
    }
    trait_reader_free(reader);
}

static void another_place_has_other_openings_and_corners(void **state)
{
    (void)state;
    static struct tactics facts;
    static struct board board;
    struct trait_reader *const reader = trait_reader_new();
    struct situation const situation = {.board = &board};
    uint32_t hoshi, other, sansan;
    board_init(&board, 19, 19);
    tactics_clear(&facts);
    tactics_read(&facts, &board);
    trait_reader_set(reader, &situation, &facts);
    for (enum trait_for_people which = PEOPLE_QUARTER; which < PEOPLE_TRAITS; which++) {
        assert_true(trait_reader_tell(reader, point_at(4, 4), which, &hoshi));
        assert_true(trait_reader_tell(reader, point_at(16, 4), which, &other));
        assert_true(trait_reader_tell(reader, point_at(3, 3), which, &sansan));
        assert_int_equal(hoshi, other);
        assert_true(hoshi != sansan);
    }
    trait_reader_free(reader);
}

/* ---------------------------------------------------------------- files */

static uint32_t const some_traits[] = {3, 70, 71, 4000000000u};
static float const some_weights[] = {1, -0.25f, 0.001f, 0.5f};
static float const some_seen[2 * GAME_STAGES] = {0.5f, 0, 0, 0, 0, -1};

static char *write_style(struct style_learnt const *learnt)
{
    struct failure why;
    char *path;
    assert_true(asprintf(&path, "%s/him.hishi", folder_path) > 0);
    if (!style_write(path, learnt, NULL, &why))
        fail_msg("%s", why.text);
    return path;
}

/* Somebody with two numbers for each point, of which the first is 1 on the third line.
 */
static float const *see_line(void const *self, point at)
{
    static float const on_it[] = {1, 0}, off_it[] = {0, 0};
    (void)self;
    return point_row(at) == 3 ? on_it : off_it;
}

static void ask_nothing(void *self, struct question const *question, int voice,
                        struct candidates *candidates)
{
    (void)self;
    (void)question;
    (void)voice;
    (void)candidates;
}

static struct source_kind const seer_kind = {.name = "seer",
                                             .effort = EFFORT_FULL,
                                             .terms = {"log P"},
                                             .ask = ask_nothing,
                                             .see = see_line,
                                             .numbers = 2};
static struct source const two_numbers = {.kind = &seer_kind};

static struct style_learnt some_style(void)
{
    return (struct style_learnt){.player = "Honinbo",
                                 .games = 30,
                                 .moves = 3000,
                                 .sharpness = {0.125f, 0, -0.5f},
                                 .numbers = 2,
                                 .seen = some_seen,
                                 .count = 4,
                                 .traits = some_traits,
                                 .weights = some_weights};
}

static void reads_what_it_wrote_but_for_what_comes_to_nothing(void **state)
{
    (void)state;
    struct failure why;
    struct style_learnt const learnt = some_style();
    char *const path = write_style(&learnt);
    struct style *const style = style_open(path, &why);
    assert_non_null(style);
    struct style_learnt const *const read = style_facts(style);
    assert_string_equal(read->player, "Honinbo");
    assert_int_equal(read->games, 30);
    assert_int_equal(read->moves, 3000);
    assert_int_equal(read->count, 3);
    assert_memory_equal(read->sharpness, learnt.sharpness, sizeof learnt.sharpness);
    assert_int_equal(read->numbers, 2);
    assert_memory_equal(read->seen, some_seen, sizeof some_seen);
    assert_true(style_weight(style, 3) == 1);
    assert_true(style_weight(style, 70) == -0.25f);
    assert_true(style_weight(style, 71) == 0);
    assert_true(style_weight(style, 72) == 0);
    assert_true(style_weight(style, UINT32_MAX) == 0);
    assert_true(style_sum(style, some_traits, 4) == 1.25f);
    style_free(style);
    style_free(NULL);
    free(path);
}

static void a_style_that_lies_never_leads_outside(void **state)
{
    (void)state;
    enum { LIES = 300 };
    struct style_learnt const learnt = some_style();
    struct failure why;
    struct rng rng;
    char *const path = write_style(&learnt), *lie;
    int opened = 0;
    rng_seed(&rng, 1);
    assert_true(asprintf(&lie, "%s/lie.hishi", folder_path) > 0);
    for (int i = 0; i < LIES; i++) {
        lie_about(path, lie, &rng);
        struct style *const style = style_open(lie, &why);
        if (!style)
            continue;
        struct style_learnt const *const read = style_facts(style);
        opened++;
        assert_true(strlen(read->player) > 0);
        for (size_t k = 0; k < read->count; k++)
            assert_true(fabsf(style_weight(style, read->traits[k])) <= 2);
        for (int stage = 0; stage < GAME_STAGES; stage++)
            (void)style_view(read, stage, &two_numbers, point_at(3, 3));
        for (int stage = 0; stage < GAME_STAGES; stage++)
            assert_true(fabsf(style_raise(read, stage, 1e6f, 5)) <= STYLE_MOST + 5);
        style_free(style);
    }
    assert_in_range(opened, 1, LIES - 1);
    free(lie);
    free(path);
}

/* ---------------------------------------------------------------- as a source */

/* Everybody plays at 3-3 as often as at 4-4.  */
static void ask_usual(void *self, struct question const *question, int voice,
                      struct candidates *candidates)
{
    (void)self;
    (void)question;
    mock_name(candidates, voice, point_at(3, 3), 0.3f);
    mock_name(candidates, voice, point_at(4, 4), 0.3f);
    mock_name(candidates, voice, point_at(5, 5), 0.001f);
}

static struct source_kind const usual_kind = MOCK_KIND("usual", ask_usual);

static float prediction_at(struct candidates const *candidates, int x, int y)
{
    return candidates_find(candidates, point_at(x, y))->prediction;
}

/* The trait of the whole board with a stone at X, Y on an empty one.  */
static uint32_t opening_at(struct board const *board, int x, int y)
{
    static struct tactics facts;
    struct trait_reader *const reader = trait_reader_new();
    struct situation const situation = {.board = board};
    uint32_t trait;
    tactics_clear(&facts);
    tactics_read(&facts, board);
    trait_reader_set(reader, &situation, &facts);
    assert_true(trait_reader_tell(reader, point_at(x, y), PEOPLE_OPENING, &trait));
    trait_reader_free(reader);
    return trait;
}

static struct style *style_of(uint32_t trait, float weight)
{
    struct failure why;
    struct style_learnt const learnt = {
        .player = "He", .count = 1, .traits = &trait, .weights = &weight};
    char *const path = write_style(&learnt);
    struct style *const style = style_open(path, &why);
    assert_non_null(style);
    free(path);
    return style;
}

static void raises_what_he_likes_by_its_weight_and_nothing_rare(void **state)
{
    (void)state;
    static struct board board;
    struct failure why;
    struct situation const situation = {.board = &board};
    struct consultation *const consultation = mock_consultation(&usual_kind, NULL);
    board_init(&board, 9, 9);
    void *const self = style_kind.open(NULL, &why);
    assert_true(
        consultation_add(consultation, (struct source){&style_kind, self}, &why));
    struct consultation *const twin = consultation_twin(consultation);

    struct candidates const *said = consult(consultation, &situation, EFFORT_FULL);
    float const before = prediction_at(said, 3, 3) / prediction_at(said, 4, 4);
    float const rare = prediction_at(said, 5, 5) / prediction_at(said, 4, 4);
    assert_true(fabsf(before - 1) < 1e-4f);

    style_source_wear(self, style_of(opening_at(&board, 3, 3), 1));
    struct consultation *const both[] = {consultation, twin};
    for (int i = 0; i < 2; i++) {
        said = consult(both[i], &situation, EFFORT_FULL);
        assert_true(fabsf(prediction_at(said, 3, 3) / prediction_at(said, 4, 4) -
                          expf(1)) < 0.01f);
        assert_true(fabsf(prediction_at(said, 5, 5) / prediction_at(said, 4, 4) -
                          rare) < 1e-4f);
    }
    said = consult(consultation, &situation, EFFORT_QUICK);
    assert_true(fabsf(prediction_at(said, 3, 3) / prediction_at(said, 4, 4) - 1) <
                1e-4f);
    consultation_weigh(consultation, 1, 0.5f);
    said = consult(consultation, &situation, EFFORT_FULL);
    assert_true(fabsf(prediction_at(said, 3, 3) / prediction_at(said, 4, 4) -
                      expf(0.5f)) < 0.01f);
    style_source_wear(self, style_of(opening_at(&board, 5, 5), 1));
    said = consult(consultation, &situation, EFFORT_FULL);
    assert_true(fabsf(prediction_at(said, 5, 5) / prediction_at(said, 4, 4) - rare) <
                1e-4f);
    consultation_free(twin);
    consultation_free(consultation);
}

/* A consultation of usual_kind and of the seer, which has no number.  */
static struct consultation *consultation_that_sees(void)
{
    struct failure why;
    struct consultation *const consultation = mock_consultation(&usual_kind, NULL);
    assert_true(consultation_add(consultation, two_numbers, &why));
    return consultation;
}

static void raises_what_it_sees_only_while_somebody_sees_it(void **state)
{
    (void)state;
    static struct board board;
    struct failure why;
    struct situation const situation = {.board = &board};
    struct style_learnt const learnt = {
        .player = "He", .numbers = 2, .seen = some_seen};
    struct consultation *const consultation = consultation_that_sees();
    void *const self = style_kind.open(NULL, &why);
    board_init(&board, 9, 9);
    assert_true(
        consultation_add(consultation, (struct source){&style_kind, self}, &why));
    char *const path = write_style(&learnt);
    style_source_wear(self, style_open(path, &why));
    for (int sees = 1; sees >= 0; sees--) {
        consultation_weigh(consultation, 1, (float)sees);
        struct candidates const *const said =
            consult(consultation, &situation, EFFORT_FULL);
        assert_true((consultation_seer(consultation) != NULL) == sees);
        assert_true(fabsf(prediction_at(said, 3, 3) / prediction_at(said, 4, 4) -
                          (sees ? expf(0.5f) : 1)) < 1e-4f);
    }
    consultation_free(consultation);
    free(path);
}

/* ---------------------------------------------------------------- learning */

/* COUNT games of a single move on an empty board, which is at 3-3 with chance LIKES and
   else at 4-4, where everybody plays both alike.  */
static struct style_lessons *lessons_of(struct consultation *consultation, int count,
                                        double likes)
{
    static struct board board;
    struct situation const situation = {.board = &board};
    struct style_lessons *const lessons = style_lessons_new();
    struct rng rng;
    rng_seed(&rng, 9);
    board_init(&board, 9, 9);
    struct candidates const *const said =
        consult(consultation, &situation, EFFORT_FULL);
    for (int i = 0; i < count; i++) {
        int const line = rng_unit(&rng) < likes ? 3 : 4;
        style_lessons_add(lessons, i, &situation, consultation, said,
                          point_at(line, line));
    }
    consultation_free(consultation);
    return lessons;
}

static struct style_gain learn_likes(double likes, float *raise)
{
    struct style_training const training = {
        .least = 2, .rounds = 6, .rate = 0.02, .left_out = 5};
    struct style_lessons *const lessons =
        lessons_of(mock_consultation(&usual_kind, NULL), 1000, likes);
    struct style_learnt learnt = {.player = "He"};
    struct style_gain gains[STYLE_WIDTHS];
    static struct board board;
    assert_int_equal(style_lessons_fit(lessons, &training, &learnt, gains),
                     STYLE_WIDTHS);
    board_init(&board, 9, 9);
    uint32_t const trait = opening_at(&board, 3, 3);
    *raise = 0;
    for (size_t i = 0; i < learnt.count; i++)
        if (learnt.traits[i] == trait)
            *raise = learnt.weights[i];
    for (size_t i = 1; i < learnt.count; i++)
        assert_true(learnt.traits[i - 1] < learnt.traits[i]);
    free((void *)learnt.traits);
    free((void *)learnt.weights);
    free((void *)learnt.seen);
    style_lessons_free(lessons);
    return gains[0];
}

static void learns_what_he_does_more_often_than_others(void **state)
{
    (void)state;
    float raise;
    struct style_gain const gain = learn_likes(0.9, &raise);
    assert_int_equal(gain.moves, 200);
    /* the best there is: log 2 less the entropy of 0.9 */
    assert_true(gain.after - gain.before > 0.3 && gain.after - gain.before < 0.45);
    assert_true(raise > 0.02f);
}

static void learns_nothing_of_who_plays_as_everybody_does(void **state)
{
    (void)state;
    float raise;
    struct style_gain const gain = learn_likes(0.5, &raise);
    assert_true(gain.after - gain.before > -0.01);
    assert_true(fabsf(raise) < 0.05f);
}

/* With no trait met often enough what is seen must tell them apart.  */
static void learns_from_what_is_seen(void **state)
{
    (void)state;
    struct style_training const training = {
        .least = 1 << 20, .rounds = 20, .rate = 2, .width = 1, .left_out = 5};
    for (int sees = 0; sees < 2; sees++) {
        struct style_lessons *const lessons = lessons_of(
            sees ? consultation_that_sees() : mock_consultation(&usual_kind, NULL),
            2000, 0.9);
        struct style_learnt learnt = {.player = "He"};
        struct style_gain none[STYLE_WIDTHS];
        assert_int_equal(style_lessons_fit(lessons, &training, &learnt, none), 0);
        assert_int_equal(learnt.count, 0);
        assert_int_equal(learnt.numbers, sees ? 2 : 0);
        if (sees) {
            assert_true(fabsf(learnt.seen[0] - logf(9)) < 0.3f);
            assert_true(learnt.seen[1] == 0 && learnt.seen[2] == 0);
        }
        free((void *)learnt.traits);
        free((void *)learnt.weights);
        free((void *)learnt.seen);
        style_lessons_free(lessons);
    }
}

int main(void)
{
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(traits_are_the_same_for_all_symmetries),
        cmocka_unit_test(another_place_has_other_openings_and_corners),
        cmocka_unit_test_setup_teardown(
            reads_what_it_wrote_but_for_what_comes_to_nothing, folder_make,
            folder_remove),
        cmocka_unit_test_setup_teardown(a_style_that_lies_never_leads_outside,
                                        folder_make, folder_remove),
        cmocka_unit_test_setup_teardown(
            raises_what_he_likes_by_its_weight_and_nothing_rare, folder_make,
            folder_remove),
        cmocka_unit_test_setup_teardown(raises_what_it_sees_only_while_somebody_sees_it,
                                        folder_make, folder_remove),
        cmocka_unit_test(learns_from_what_is_seen),
        cmocka_unit_test(learns_what_he_does_more_often_than_others),
        cmocka_unit_test(learns_nothing_of_who_plays_as_everybody_does),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
