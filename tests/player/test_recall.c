/* Where the judge's view of a stone comes from, in words: what is told is what is
   remembered, and nothing is told where there is nothing to tell.  */
#include "tests/support/testing.h"

#include "engine/base/printed.h"
#include "patterns/judge/views.h"
#include "player/recall.h"

#include <stdlib.h>
#include <string.h>

/* White's stones at D3 to E2 have one eye at most, and Black is to move.  */
static struct {
    enum color color;
    int column, row;
} const stones[] = {
    {WHITE, 4, 3}, {WHITE, 5, 3},  {WHITE, 4, 2},   {WHITE, 5, 2},  {BLACK, 4, 4},
    {BLACK, 5, 4}, {BLACK, 6, 3},  {BLACK, 6, 2},   {BLACK, 5, 1},  {BLACK, 3, 3},
    {BLACK, 3, 2}, {WHITE, 4, 16}, {WHITE, 16, 16}, {WHITE, 16, 4},
};

enum { STONES = sizeof stones / sizeof *stones };

static struct session *begin(double judge, int size)
{
    struct session_options options = session_defaults();
    struct move list[STONES];
    struct failure why;
    options.width = options.height = size;
    options.fixed_seed = true;
    options.tuning.search.playouts = 200;
    options.tuning.search.memory_mb = 16;
    options.tuning.book_depth = 0;
    options.tuning.sources.judge = judge;
    struct session *const session = session_new(&options);
    assert_int_equal(session_complaints(session)->count, 0);
    for (int i = 0; i < STONES; i++)
        list[i] = (struct move){(uint8_t)stones[i].color,
                                point_at(stones[i].column, stones[i].row)};
    if (size == 19)
        assert_true(session_setup(session, list, STONES, &why));
    return session;
}

/* What is said about Black's next move, to be freed.  */
static char *explained(struct session *session)
{
    static struct decision decision;
    struct failure why;
    struct printed printed;
    assert_true(session_genmove(session, BLACK, GENMOVE_PLAY, &decision, &why));
    recall_explain(session, printed_begin(&printed));
    return printed_end(&printed);
}

static char *of_point(struct session *session, point at)
{
    struct failure why;
    struct printed printed;
    bool const said = recall_point(session, at, printed_begin(&printed), &why);
    char *const text = printed_end(&printed);
    assert_true(said);
    return text;
}

static int count_of(char const *text, char const *word)
{
    int count = 0;
    for (char const *at = text; (at = strstr(at, word)); at++)
        count++;
    return count;
}

static void a_chain_that_is_given_up_is_told_with_the_places_like_it(void **state)
{
    (void)state;
    struct session *const session = begin(1, 19);
    char *const text = explained(session);
    char const *const told = strstr(text, "at one look white's 4 stones at ");
    assert_non_null(told);
    assert_non_null(strstr(told, " are as good as dead ("));
    assert_non_null(strstr(told, " % to live): to the judge they look "));
    assert_non_null(strstr(told, " % like "));
    assert_non_null(strstr(told, "; of the 8 places most alike "));
    assert_int_equal(count_of(text, "to the judge"), 1);
    free(text);
    session_free(session);
}

static void it_is_asked_about_the_position_before_the_move(void **state)
{
    (void)state;
    struct session *const session = begin(1, 19);
    char *const first = explained(session);
    struct printed printed;
    recall_explain(session, printed_begin(&printed));
    char *const again = printed_end(&printed);
    assert_string_equal(first, again);
    free(again);
    free(first);
    session_free(session);
}

static void who_does_not_hear_the_judge_is_told_nothing(void **state)
{
    (void)state;
    struct session *const session = begin(0, 19);
    struct printed printed;
    struct failure why;
    char *const text = explained(session);
    assert_null(strstr(text, "to the judge"));
    assert_false(recall_point(session, point_at(4, 3), printed_begin(&printed), &why));
    free(printed_end(&printed));
    assert_string_equal(why.text, "nobody judges this position");
    free(text);
    session_free(session);
}

/* Eight places, the most alike first, as many of them dead as it is said.  */
static void a_stone_is_told_with_eight_places(void **state)
{
    (void)state;
    struct session *const session = begin(1, 19);
    char *const text = of_point(session, point_at(4, 3));
    int died, last = 101, alike;
    char const *at = strstr(text, "these places, of which ");
    assert_non_null(at);
    assert_int_equal(sscanf(at, "these places, of which %d", &died), 1);
    assert_int_equal(count_of(at, " %, died: "), died);
    assert_int_equal(count_of(at, " before "), 8);
    for (at = strchr(at, '\n'); sscanf(at, "\n%d %%", &alike) == 1;
         at = strchr(at + 1, '\n')) {
        assert_true(alike <= last);
        last = alike;
    }
    free(text);
    session_free(session);
}

/* On the left stands what is on the board.  */
static void what_is_there_is_drawn_beside_the_nearest(void **state)
{
    (void)state;
    static char const *const rows[] = {
        "\n     . . . . .",   "\n   . . . X X . .", "\n   . . X(O)O X . .",
        "\n   . . X O O X .", "\n     . . . X .",
    };
    struct session *const session = begin(1, 19);
    char *const text = of_point(session, point_at(4, 3));
    char const *at = strstr(text, "here, and the first of them");
    assert_non_null(at);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char const *const found = strstr(at, rows[i]);
        if (!found)
            fail_msg("no row %zu in%s", i, at);
        at = found + 1;
    }
    assert_int_equal(count_of(text, "(O)"), 2);
    assert_null(strstr(text, "\n\n"));
    free(text);
    session_free(session);
}

static void of_an_empty_point_only_the_owner_is_told(void **state)
{
    (void)state;
    struct session *const session = begin(1, 19);
    char *const text = of_point(session, point_at(5, 1 + 5));
    assert_non_null(strstr(text, "E6 will be "));
    assert_non_null(strstr(text, "only stones are remembered"));
    free(text);
    session_free(session);
}

int main(void)
{
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(a_chain_that_is_given_up_is_told_with_the_places_like_it),
        cmocka_unit_test(it_is_asked_about_the_position_before_the_move),
        cmocka_unit_test(who_does_not_hear_the_judge_is_told_nothing),
        cmocka_unit_test(a_stone_is_told_with_eight_places),
        cmocka_unit_test(what_is_there_is_drawn_beside_the_nearest),
        cmocka_unit_test(of_an_empty_point_only_the_owner_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
