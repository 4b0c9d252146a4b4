/* The casebook as a source: against the definition of what it says, and what it cites.
 */
#include "tests/support/testing.h"

#include "tests/support/shapes_made.h"

#include "patterns/cases/cases_source.h"

#include <math.h>

static struct casebook *book;

static int make_casebook(void **state)
{
    (void)state;
    book = made_casebook(60, 1, 2);
    return book ? 0 : -1;
}

static int remove_casebook(void **state)
{
    (void)state;
    casebook_close(book);
    return 0;
}

/* A game by chance, as far as it has gone.  */
struct scene {
    struct board board;
    struct move moves[300];
    struct rng rng;
    struct question question;
};

static void start_scene(struct scene *scene, int size, uint64_t seed)
{
    board_init(&scene->board, size, size);
    rng_seed(&scene->rng, seed);
    scene->question = (struct question){.situation = {&scene->board, scene->moves, 0}};
}

static void go_on(struct scene *scene, int count)
{
    for (int i = 0; i < count; i++) {
        uint8_t const color = scene->board.to_move;
        made_moves(&scene->board, &scene->rng, 1);
        scene->moves[scene->question.situation.move_count++] =
            (struct move){color, scene->board.passes ? (point)PASS : scene->board.last};
    }
}

/* What casevote.h says about AT, from the chain of its vicinity on.  */
static void rate_plainly(struct scene const *scene, point at, struct case_views *views,
                         int *known)
{
    struct situation const *const situation = &scene->question.situation;
    struct latest const latest = latest_moves(situation);
    struct vicinity vicinity;
    struct case_chain chain;
    int symmetry;
    vicinity_look(casebook_vicinities(book), &scene->board, at, latest, &vicinity);
    casebook_find(book, vicinity_code(casebook_vicinities(book), &vicinity, &symmetry),
                  &chain);
    case_views_of(book, &chain,
                  place_kind(&scene->board, at, latest, situation->move_count), views);
    *known = chain.known;
}

static void compare_opinions(struct scene const *scene,
                             struct candidates const *candidates)
{
    static struct case_views views[POINTS];
    static int known[POINTS];
    double total = 0;
    int legal = 0;
    for (point p = board_first_point(); p; p = board_next_point(&scene->board, p)) {
        if (!board_is_legal(&scene->board, p, (enum color)scene->board.to_move, false))
            continue;
        legal++;
        rate_plainly(scene, p, &views[p], &known[p]);
        total +=
            exp((double)case_views_sum(casebook_weights(book, CASES_ALONE), &views[p]));
    }
    assert_int_equal(candidates->count, legal);
    for (int i = 0; i < candidates->count; i++) {
        struct candidate const *const one = &candidates->list[i];
        struct opinion const *const opinion = candidates_opinion(candidates, one, 0);
        point const p = one->at;
        double const sum =
            (double)case_views_sum(casebook_weights(book, CASES_ALONE), &views[p]);
        double const part = known[p] / (double)VICINITY_LEVELS;
        assert_true(fabs((double)opinion->p - exp(sum) / total) < 1e-5);
        assert_true(opinion->term[0] == said_p(opinion->p));
        assert_true(opinion->term[1] ==
                    case_views_sum(casebook_weights(book, CASES_BESIDE), &views[p]));
        point const last = latest_moves(&scene->question.situation).last;
        bool const near =
            last != NOWHERE && fmax(abs(point_column(last) - point_column(p)),
                                    abs(point_row(last) - point_row(p))) <= 4;
        assert_true(opinion->term[4] == near);
        assert_true(opinion->term[5] == (near ? opinion->term[1] : 0));
        assert_true(fabs((double)opinion->term[2] - part) < 1e-6);
        assert_true(fabs((double)opinion->term[3] - part * (double)opinion->term[0]) <
                    1e-4);
    }
}

static void says_of_every_legal_point_what_is_defined(void **state)
{
    (void)state;
    static int const sizes[] = {19, 9, 25, 5};
    static struct scene scene;
    struct cases_source *const self = cases_source_new(book);
    struct cases_source *const twin = cases_kind.twin(self);
    struct candidates candidates, again;
    candidates_init(&candidates, 1);
    candidates_init(&again, 1);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        start_scene(&scene, sizes[i], i + 1);
        for (int step = 0; step < 8; step++) {
            candidates_clear(&candidates);
            candidates_clear(&again);
            cases_kind.ask(self, &scene.question, 0, &candidates);
            compare_opinions(&scene, &candidates);
            cases_kind.ask(twin, &scene.question, 0, &again);
            compare_opinions(&scene, &again);
            go_on(&scene, 1 + step);
        }
    }
    candidates_release(&candidates);
    candidates_release(&again);
    cases_kind.drop(twin);
    cases_kind.drop(self);
}

static int check_testimony(struct testimony const list[], int count)
{
    for (int k = 0; k < count; k++) {
        assert_true(list[k].played >= 1 && list[k].won <= list[k].decided);
        assert_true(list[k].decided <= list[k].played);
        assert_true(k == 0 || list[k].alike <= list[k - 1].alike);
        assert_true(list[k].alike > 0 || *list[k].account);
        for (int i = 0; i < list[k].precedent_count; i++) {
            assert_string_equal(list[k].precedent[i].file, "made");
            assert_in_range(list[k].precedent[i].number, 0, 59);
            assert_true(list[k].precedent[i].move >= 1);
        }
    }
    return count;
}

static void testifies_with_its_nearest_cases(void **state)
{
    (void)state;
    static struct scene scene;
    struct cases_source *const self = cases_source_new(book);
    int testified = 0, cited = 0;
    start_scene(&scene, 19, 7);
    for (int step = 0; step < 20; step++) {
        go_on(&scene, 5);
        for (point p = board_first_point(); p; p = board_next_point(&scene.board, p)) {
            struct testimony list[TESTIMONIES_MAX] = {{0}};
            if (board_color(&scene.board, p) != EMPTY) {
                assert_int_equal(cases_kind.testify(self, &scene.question, p, list, 3),
                                 0);
                continue;
            }
            assert_int_equal(cases_kind.testify(self, &scene.question, p, list, 0), 0);
            int const count = cases_kind.testify(self, &scene.question, p, list, 3);
            testified += check_testimony(list, count);
            cited += count && list[0].precedent_count;
        }
    }
    struct testimony none;
    assert_int_equal(cases_kind.testify(self, &scene.question, PASS, &none, 1), 0);
    assert_true(testified > 100 && cited > 20);
    cases_source_free(self);
}

int main(void)
{
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(says_of_every_legal_point_what_is_defined),
        cmocka_unit_test(testifies_with_its_nearest_cases),
    };
    return cmocka_run_group_tests(tests, make_casebook, remove_casebook);
}
