/* Views by which a judge is explained: what is written is read, the nearest are the
   nearest, a file that lies is refused or does no harm, and the numbers that are
   remembered are those by which the judge tells the owner.  */
#include "tests/support/testing.h"

#include "tests/support/folder.h"
#include "tests/support/lies.h"
#include "tests/support/shapes_made.h"

#include "patterns/judge/judge.h"
#include "patterns/judge/views.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { VIEWS = 700, GAMES = 40, ASKED = 60, NEAREST = 9 };

static struct stone_view list[VIEWS];
static struct view_scale scale;

static char const *in_folder(char const *name)
{
    static char path[2][128];
    static int turn;
    turn ^= 1;
    snprintf(path[turn], sizeof path[turn], "%s/%s", folder_path, name);
    return path[turn];
}

static void make_up_numbers(struct rng *rng, float numbers[CHANNELS])
{
    for (int i = 0; i < CHANNELS; i++)
        numbers[i] = (float)(i + 1) * (float)(rng_unit(rng) - 0.3);
}

static void make_up_views(struct rng *rng)
{
    static float numbers[VIEWS][CHANNELS];
    for (int i = 0; i < VIEWS; i++)
        make_up_numbers(rng, numbers[i]);
    view_scale_fit(&scale, &numbers[0][0], VIEWS);
    for (int i = 0; i < VIEWS; i++) {
        list[i] = (struct stone_view){
            .own = rng_below(rng, 2),
            .fate = (enum view_fate)rng_below(rng, VIEW_FATES),
            .game = rng_below(rng, GAMES),
            .move = (uint16_t)rng_below(rng, 300),
            .at = point_at(1 + (int)rng_below(rng, 19), 1 + (int)rng_below(rng, 19))};
        made_question(rng, &list[i].diamond);
        view_measure(&scale, numbers[i], list[i].number);
    }
}

static void write_views(char const *path)
{
    struct casebuilder names;
    struct failure why;
    struct chunk_writer *const writer =
        chunk_writer_new(path, "VIEW", VIEWS_VERSION, &why);
    casebuilder_init(&names);
    for (uint32_t i = 0; i < GAMES; i++)
        casebuilder_add_game(&names,
                             &(struct remembered_game){.file = "games",
                                                       .black = i % 2 ? "A" : "",
                                                       .white = "B",
                                                       .date = "2001",
                                                       .result = "B+1",
                                                       .number = 7 * i});
    views_write(&scale, list, VIEWS, writer);
    casebuilder_write_games(&names, writer, false);
    casebuilder_release(&names);
    assert_true(chunk_writer_finish(writer, &why));
}

static struct views *made_views(uint64_t seed)
{
    struct rng rng;
    struct failure why;
    rng_seed(&rng, seed);
    make_up_views(&rng);
    write_views(in_folder("views"));
    struct views *const views = views_open(in_folder("views"), &why);
    assert_non_null(views);
    return views;
}

static void what_is_written_is_read(void **state)
{
    (void)state;
    struct views *const views = made_views(1);
    assert_int_equal(views_count(views), VIEWS);
    assert_int_equal(views_games(views), GAMES);
    for (int i = 0; i < VIEWS; i++) {
        struct stone_view const view = views_get(views, i);
        struct precedent const precedent = views_precedent(views, &view);
        assert_memory_equal(view.number, list[i].number, sizeof view.number);
        assert_true(view.diamond.own == list[i].diamond.own &&
                    view.diamond.opp == list[i].diamond.opp &&
                    view.diamond.off == list[i].diamond.off);
        assert_true(view.own == list[i].own && view.fate == list[i].fate &&
                    view.at == list[i].at);
        assert_int_equal(precedent.number, 7 * list[i].game);
        assert_int_equal(precedent.move, list[i].move + 1);
        assert_string_equal(precedent.black, list[i].game % 2 ? "A" : "");
    }
    views_close(views);
}

/* A view is the same as itself, and two by chance are hardly alike.  */
static void likeness_goes_from_nothing_to_one(void **state)
{
    (void)state;
    double sum = 0;
    views_close(made_views(2));
    for (int i = 0; i + 1 < VIEWS; i++) {
        assert_true(view_alike(list[i].number, list[i].number) == 1);
        float const alike = view_alike(list[i].number, list[i + 1].number);
        assert_true(alike >= 0 && alike < 1);
        sum += (double)alike / VIEWS;
    }
    assert_true(sum < 0.15);
}

/* How many are more alike than ALIKE, of VIEWS looked through one by one.  */
static int count_nearer(int8_t const asked[CHANNELS], bool own, float alike)
{
    int count = 0;
    for (int i = 0; i < VIEWS; i++)
        count += list[i].own == own && view_alike(asked, list[i].number) > alike;
    return count;
}

static void the_nearest_are_those_that_a_plain_look_finds(void **state)
{
    (void)state;
    struct views *const views = made_views(3);
    struct rng rng;
    rng_seed(&rng, 4);
    for (int n = 0; n < ASKED; n++) {
        float numbers[CHANNELS];
        int8_t asked[CHANNELS];
        struct near_view near[NEAREST];
        bool const own = n % 2;
        make_up_numbers(&rng, numbers);
        view_measure(&scale, numbers, asked);
        assert_int_equal(views_nearest(views, numbers, own, NEAREST, near), NEAREST);
        for (int i = 0; i < NEAREST; i++) {
            struct stone_view const view = views_get(views, near[i].number);
            assert_true(view.own == own);
            assert_true(near[i].alike == view_alike(asked, view.number));
            assert_true(!i || near[i].alike <= near[i - 1].alike);
            assert_true(count_nearer(asked, own, near[i].alike) <= i);
            for (int j = 0; j < i; j++)
                assert_int_not_equal(near[i].number, near[j].number);
        }
    }
    views_close(views);
}

static void asking_for_more_than_there_are_brings_all(void **state)
{
    (void)state;
    struct views *const views = made_views(5);
    static struct near_view near[2 * VIEWS];
    float const numbers[CHANNELS] = {0};
    int const own = views_nearest(views, numbers, true, 2 * VIEWS, near),
              other = views_nearest(views, numbers, false, 2 * VIEWS, near);
    assert_int_equal(own + other, VIEWS);
    views_close(views);
}

/* ---------------------------------------------------------------- lies */

static void use(struct views const *views)
{
    float const numbers[CHANNELS] = {0};
    struct near_view near[NEAREST];
    size_t length = 0;
    int const count = views_nearest(views, numbers, true, NEAREST, near);
    for (int i = 0; i < count; i++) {
        struct stone_view const view = views_get(views, near[i].number);
        struct precedent const precedent = views_precedent(views, &view);
        length += strlen(precedent.file) + strlen(precedent.black) +
                  strlen(precedent.white) + strlen(precedent.date);
        assert_true(view.fate < VIEW_FATES && view.at < POINTS);
    }
    assert_true(length < 1 << 20);
}

static void a_file_that_lies_is_refused_or_does_no_harm(void **state)
{
    (void)state;
    struct rng rng;
    int refused = 0, opened = 0;
    views_close(made_views(6));
    rng_seed(&rng, 7);
    for (int i = 0; i < 400; i++) {
        struct failure why = {""};
        lie_about(in_folder("views"), in_folder("lie"), &rng);
        struct views *const views = views_open(in_folder("lie"), &why);
        assert_true(views || why.text[0]);
        if (views)
            use(views);
        refused += !views;
        opened += views != NULL;
        views_close(views);
    }
    assert_true(refused > 50 && opened > 50);
}

/* A view that cannot be, among others that can.  */
static void check_refused(struct stone_view const *wrong)
{
    struct stone_view const kept = list[VIEWS / 2];
    struct failure why;
    list[VIEWS / 2] = *wrong;
    write_views(in_folder("wrong"));
    assert_null(views_open(in_folder("wrong"), &why));
    assert_non_null(strstr(why.text, "is of nowhere"));
    list[VIEWS / 2] = kept;
}

static void what_cannot_be_is_refused(void **state)
{
    (void)state;
    views_close(made_views(8));
    struct stone_view fate = list[0], game = fate, move = fate, at = fate, both = fate;
    fate.fate = VIEW_FATES;
    game.game = GAMES;
    move.move = MEMORY_MOVES;
    at.at = point_at(20, 3);
    both.diamond = (struct diamond){.own = 1, .opp = 1};
    check_refused(&fate);
    check_refused(&game);
    check_refused(&move);
    check_refused(&at);
    check_refused(&both);
}

/* ---------------------------------------------------------------- the judge's numbers
 */

static void the_owner_is_read_from_the_numbers_of_a_point(void **state)
{
    (void)state;
    struct judge_weights *const weights = judge_weights_new(4);
    struct judge_desk *const desk = judge_desk_new();
    static struct judge_opinion opinion;
    static struct board board;
    struct rng rng;
    rng_seed(&rng, 9);
    for (int i = 0; i < JUDGE_WEIGHTS; i++)
        ((float *)weights)[i] = 0.2f * (float)(rng_unit(&rng) - 0.5);
    struct judge *const judge = judge_new(weights, &(struct judge_source){1, 1});
    board_init(&board, 13, 13);
    made_moves(&board, &rng, 60);
    struct situation const situation = {.board = &board};
    float const side = board.to_move == BLACK ? 1 : -1;
    judge_look(judge, desk, &situation, NULL, 6.5, &opinion);
    for (point p = board_first_point(); p; p = board_next_point(&board, p)) {
        float const *const numbers = judge_desk_numbers(desk, judge, p);
        float logit = weights->bias[0];
        for (int i = 0; i < CHANNELS; i++)
            logit += weights->owner[i] *
                     (numbers[i] > 0 ? numbers[i] : layer_leak * numbers[i]);
        assert_true(fabsf(side * tanhf(logit / 2) - opinion.owner[p]) < 1e-4f);
    }
    judge_free(judge);
    judge_desk_free(desk);
    free(weights);
}

int main(void)
{
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(what_is_written_is_read),
        cmocka_unit_test(likeness_goes_from_nothing_to_one),
        cmocka_unit_test(the_nearest_are_those_that_a_plain_look_finds),
        cmocka_unit_test(asking_for_more_than_there_are_brings_all),
        cmocka_unit_test(a_file_that_lies_is_refused_or_does_no_harm),
        cmocka_unit_test(what_cannot_be_is_refused),
        cmocka_unit_test(the_owner_is_read_from_the_numbers_of_a_point),
    };
    return cmocka_run_group_tests(tests, folder_make, folder_remove);
}
