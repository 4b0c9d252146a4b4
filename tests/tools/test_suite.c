#include "tests/support/testing.h"

#include "tests/support/tool.h"

#include "tools/report/suite.h"

static char const *const kinds[] = {"capture", "ladder", "escape",
                                    "semeai",  "life",   "connection"};

enum { KINDS = sizeof kinds / sizeof *kinds };

typedef void visit(void *context, struct problem const *problem, char const *kind);

/* Every problem of the suite, class by class; returns how many there are.  */
static int each_problem(visit *take, void *context)
{
    static struct problem problem;
    int count = 0;
    for (int i = 0; i < KINDS; i++) {
        char name[64];
        struct failure why = {""};
        int line = 0;
        snprintf(name, sizeof name, "tests/data/reading/%s.txt", kinds[i]);
        FILE *const in = fopen(name, "r");
        assert_non_null(in);
        for (; problem_next(in, name, &line, &problem, &why); count++)
            take(context, &problem, kinds[i]);
        assert_string_equal(why.text, "");
        fclose(in);
    }
    return count;
}

static void look_closely(void *context, struct problem const *problem, char const *kind)
{
    struct board const *const board = &problem->board;
    int right = 0;
    (void)context;
    if (strcmp(problem->kind, kind) != 0)
        fail_msg("%s stands among those of %s", problem->title, kind);
    for (point p = board_first_point(); p; p = board_next_point(board, p)) {
        if (board->color[p] != EMPTY && !board_liberties(board, p))
            fail_msg("%s: a chain without liberty", problem->title);
        if (!points_have(&problem->right, p))
            continue;
        right++;
        if (!board_is_legal(board, p, (enum color)board->to_move, false))
            fail_msg("%s: what is right is illegal", problem->title);
    }
    assert_in_range(right, 1, 5);
}

static void a_hundred_problems_are_well_drawn(void **state)
{
    (void)state;
    assert_true(each_problem(look_closely, NULL) >= 100);
}

/* ------------------------------------------------------------ the engine */

enum { EVERY = 5, WIDEST = 9, PLAYOUTS = 400 };

struct trial_run {
    struct session *session;
    int seen, asked, solved;
};

static void try_some(void *context, struct problem const *problem, char const *kind)
{
    struct trial_run *const run = context;
    struct failure why;
    point at;
    (void)kind;
    if (problem->board.width > WIDEST || run->seen++ % EVERY)
        return;
    assert_true(problem_ask(problem, run->session, &at, &why));
    run->asked++;
    run->solved += points_have(&problem->right, at);
}

static void most_of_some_are_solved_by_few_playouts(void **state)
{
    (void)state;
    struct session_options options = session_defaults();
    options.fixed_seed = true;
    options.tuning.search.playouts = PLAYOUTS;
    options.tuning.search.memory_mb = 64;
    options.tuning.resign_below = 0;
    struct trial_run run = {.session = session_new(&options)};
    assert_int_equal(session_complaints(run.session)->count, 0);
    each_problem(try_some, &run);
    print_message("%d of %d solved\n", run.solved, run.asked);
    assert_true(run.asked >= 8 && 2 * run.solved >= run.asked);
    session_free(run.session);
}

/* ------------------------------------------------------------ the text */

static bool reads(char const *text, struct problem *problem, struct failure *why)
{
    int line = 0;
    FILE *const in = fmemopen((void *)text, strlen(text), "r");
    bool const read = problem_next(in, "text", &line, problem, why);
    fclose(in);
    return read;
}

static void reads_what_is_drawn(void **state)
{
    (void)state;
    static struct problem problem;
    struct failure why = {""};
    assert_true(reads("\n\n# a title\nlife white -7.5\nX a .\n. x .\na . O\n\n",
                      &problem, &why));
    assert_string_equal(problem.title, "a title");
    assert_string_equal(problem.kind, "life");
    assert_int_equal(problem.board.to_move, WHITE);
    assert_true(problem.komi == -7.5);
    assert_int_equal(problem.board.width, 3);
    assert_int_equal(board_color(&problem.board, point_at(1, 3)), BLACK);
    assert_int_equal(board_color(&problem.board, point_at(3, 1)), WHITE);
    assert_int_equal(problem.last, point_at(2, 2));
    assert_true(points_have(&problem.right, point_at(2, 3)));
    assert_true(points_have(&problem.right, point_at(1, 1)));
    assert_false(points_have(&problem.right, point_at(3, 3)));
}

static void says_what_is_wrong_with_a_drawing(void **state)
{
    (void)state;
    char too_high[32 + 4 * (BOARD_MAX + 1)] = "# t\nlife black 0\n";
    for (int i = 0; i <= BOARD_MAX; i++)
        strcat(too_high, "a .\n");
    char const *const texts[] = {
        "# t\nlife\n. .\n. .\n",
        "# t\nlife black\n. .\n. .\n",
        "# t\nlife green 0\n. .\n. .\n",
        "# t\nlife black 0\n. .\n. . .\n",
        "# t\nlife black 0\n. ?\n. .\n",
        "# t\nlife black 0\n\n",
        "# t\n",
        "# t\nlife black 0\n.\n",
        "# t\nlife black nan\na .\n. .\n",
        "# t\nlife black 1e9\na .\n. .\n",
        "# t\nlife black 0 or so\na .\n. .\n",
        "# t\nlife black 0\n. .\n. .\n",            /* nothing is right */
        "# t\nlife black 0\na o .\n. o .\n. . .\n", /* two last moves */
        "# t\nlife black 0\na x .\n. . .\n. . .\n", /* Black's */
        too_high,
    };
    static struct problem problem;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct failure why = {""};
        assert_false(reads(texts[i], &problem, &why));
        assert_non_null(strstr(why.text, "text:"));
    }
    struct failure why = {""};
    assert_false(reads("nothing\n\n", &problem, &why));
    assert_string_equal(why.text, "");
}

static int set_up(void **state)
{
    *state = &tool_folder;
    return tool_set_up(state);
}

static void the_report_names_the_line(void **state)
{
    tool_write(*state, "dead.txt", "# t\nlife black 0\nX O .\nO O .\n. . a\n\n");
    tool_hishi(*state, "report suite dead.txt", 1,
               TOOL_SAYS("dead.txt:6: A3 would have no liberty"));
    tool_write(*state, "quoted.txt", "# t\nli\"fe black 0\na a\na a\n\n");
    tool_hishi(*state, "report suite --json --set search.playouts=10 quoted.txt", 0,
               TOOL_SAYS("{\"class\": \"li\\\"fe\", \"solved\": 1, "));
    tool_hishi(*state, "report suite .", 1, TOOL_SAYS(".: Is a directory"));
}

int main(void)
{
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(reads_what_is_drawn),
        cmocka_unit_test(says_what_is_wrong_with_a_drawing),
        cmocka_unit_test(a_hundred_problems_are_well_drawn),
        cmocka_unit_test_setup_teardown(the_report_names_the_line, set_up,
                                        tool_tear_down),
        cmocka_unit_test(most_of_some_are_solved_by_few_playouts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
