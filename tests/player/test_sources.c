/* The sources as they ship, and the mixture without some of them. */
#include "tests/support/testing.h"

#include "tests/support/shapes_made.h"

#include "engine/base/datafile.h"
#include "player/sources.h"

#include <math.h>

enum { WEIGHED_MAX = 8 };

/* Those that are weighed by what was learnt, of which SET (bit by bit, in the order of
   the rows) are opened anew.  */
static struct consultation *open_set(struct mixture const *mixture, uint32_t set)
{
    struct consultation *const some = consultation_new(mixture);
    struct failure why = {""};
    int weighed = 0;
    for (int i = 0; source_kinds[i]; i++) {
        struct source_kind const *const kind = source_kinds[i];
        char path[DATAFILE_PATH];
        if (kind->weighs_itself || kind->stand_in || kind->optional)
            continue;
        if (!(set >> weighed++ & 1))
            continue;
        assert_true(datafile_find(kind->data, path, &why));
        struct source const source = {kind, kind->open(path, &why)};
        assert_non_null(source.self);
        assert_true(consultation_add(some, source, &why));
    }
    return some;
}

/* The same of all: the others do not count.  */
static int seat_set(struct consultation *all, uint32_t set)
{
    int weighed = 0;
    for (int v = 0; v < consultation_count(all); v++) {
        struct source_kind const *const kind = consultation_source(all, v)->kind;
        bool const is_weighed =
            !kind->weighs_itself && !kind->stand_in && !kind->optional;
        consultation_weigh(all, v, is_weighed && set >> weighed & 1);
        weighed += is_weighed;
    }
    return weighed;
}

static void whoever_is_missing_the_others_speak_as_alone(void **state)
{
    (void)state;
    struct complaints complaints = {0};
    struct mixture *const mixture = sources_mixture(&complaints);
    struct consultation *const all = sources_open(mixture, &complaints);
    assert_int_equal(complaints.count, 0);
    uint32_t const sets = 1u << seat_set(all, 0);
    assert_true(sets > 4 && sets <= 1u << WEIGHED_MAX);
    for (uint32_t set = 1; set < sets; set++) {
        static struct board board;
        struct move moves[120];
        struct rng rng;
        struct consultation *const some = open_set(mixture, set);
        seat_set(all, set);
        board_init(&board, 19, 19);
        rng_seed(&rng, set);
        for (int i = 0; i < 120; i++) {
            struct situation const situation = {&board, moves, i};
            if (i % 40 == 39)
                for (enum effort effort = EFFORT_QUICK; effort <= EFFORT_FULL;
                     effort++) {
                    double total = 0;
                    struct candidates const *const one =
                        consult(all, &situation, effort);
                    struct candidates const *const two =
                        consult(some, &situation, effort);
                    assert_int_equal(one->count, two->count);
                    for (int k = 0; k < one->count; k++) {
                        assert_int_equal(one->list[k].at, two->list[k].at);
                        assert_true(one->list[k].prediction == two->list[k].prediction);
                        total += (double)one->list[k].prediction;
                    }
                    assert_true(fabs(total - 1) < 1e-3);
                }
            uint8_t const color = board.to_move;
            made_moves(&board, &rng, 1);
            moves[i] = (struct move){color, board.passes ? (point)PASS : board.last};
        }
        consultation_free(some);
    }
    consultation_free(all);
    mixture_free(mixture);
    complaints_release(&complaints);
}

/* A damaged judge is met by whoever opens it and by whoever was learnt beside it.  */
static void the_same_complaint_is_made_once(void **state)
{
    (void)state;
    struct complaints complaints = {0};
    struct failure why;
    for (int i = 0; i < 4; i++) {
        failed(&why, "judge.hishi: %s", i % 2 ? "damaged" : "too short");
        complaints_add(&complaints, &why);
    }
    assert_int_equal(complaints.count, 2);
    assert_string_equal(complaints.list[0].text, "judge.hishi: too short");
    assert_string_equal(complaints.list[1].text, "judge.hishi: damaged");
    complaints_release(&complaints);
}

int main(void)
{
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(whoever_is_missing_the_others_speak_as_alone),
        cmocka_unit_test(the_same_complaint_is_made_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
