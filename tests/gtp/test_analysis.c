/* Live analysis: what is wished for, how it is said, and how it begins and ends.  */
#include "tests/support/testing.h"

#include "engine/base/seconds.h"
#include "gtp/dialect.h"
#include "player/session.h"
#include "tests/support/child.h"

#include <limits.h>
#include <math.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>
#include <xalloc.h>

/* ------------------------------------------------------------ wishes */

/* Read LINE, words with single blanks, for a 9x9 board with Black to move.  */
static bool parse(struct live_wish *wish, char const *line, bool more)
{
    static struct board board;
    char *words[64], *const copy = xstrdup(line), *rest = copy;
    int count = 0;
    board_init(&board, 9, 9);
    while (rest && *rest)
        words[count++] = strsep(&rest, " ");
    struct arguments const args = {count, words};
    bool const parsed = wish_parse(wish, &args, &board, more, NULL);
    free(copy);
    return parsed;
}

static void reads_color_and_interval_if_they_are_there(void **state)
{
    (void)state;
    static struct {
        char const *line;
        enum color color;
        double interval_ms;
    } const lines[] = {
        {"", BLACK, INFINITY},
        {"10", BLACK, 100},
        {"w", WHITE, INFINITY},
        {"White 50", WHITE, 500},
        {"W interval 2.5", WHITE, 25},
        {"interval 0", BLACK, INFINITY},
        {"b 10 interval 20", BLACK, 200},
    };
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        struct live_wish wish;
        assert_true(parse(&wish, lines[i].line, false));
        assert_int_equal(wish.color, lines[i].color);
        assert_true(wish.interval_ms == lines[i].interval_ms);
        assert_true(!wish.limited && wish.min_moves == 0 && wish.max_moves == INT_MAX);
    }
}

static void refuses_what_it_does_not_know(void **state)
{
    (void)state;
    static char const *const lines[] = {
        "bogus 1",       "b 10 10",      "interval",         "interval x",
        "interval -1",   "minmoves -1",  "ownership 1",      "ownership",
        "avoid b D4",    "avoid D4 1",   "avoid b D4 0",     "avoid b K1 1",
        "avoid b A1: 1", "avoid x D4 1", "allow b pass:D4 1"};
    struct live_wish wish;
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        if (parse(&wish, lines[i], true))
            fail_msg("'%s' was taken", lines[i]);
    assert_true(parse(&wish, "ownership true", true));
    assert_false(parse(&wish, "ownership true", false));
}

static void leaves_out_what_is_avoided_and_all_but_what_is_allowed(void **state)
{
    (void)state;
    struct live_wish wish;
    point const d4 = point_at(4, 4), c3 = point_at(3, 3), e5 = point_at(5, 5);
    assert_true(parse(&wish, "avoid b D4,pass 3 avoid w C3 1 avoid b D4 2", false));
    assert_true(wish.limited);
    assert_int_equal(wish.limits.until[BLACK][d4], 3);
    assert_int_equal(wish.limits.until[BLACK][PASS], 3);
    assert_int_equal(wish.limits.until[WHITE][c3], 1);
    assert_int_equal(wish.limits.until[BLACK][c3], 0);
    assert_int_equal(wish.limits.until[WHITE][d4], 0);
    assert_true(parse(&wish, "allow w E5:D4,C3 7", false));
    for (point p = 0; p < POINTS; p++) {
        bool const corner =
            p == d4 || p == c3 || p == e5 || p == point_at(4, 5) || p == point_at(5, 4);
        assert_int_equal(wish.limits.until[WHITE][p], corner ? 0 : 7);
        assert_int_equal(wish.limits.until[BLACK][p], 0);
    }
}

/* ------------------------------------------------------------ dialects */

struct scene {
    struct session *session;
    struct live_wish wish;
    struct thought thought;
};

/* Three moves, the last not yet tried, on 2x2.  */
static int set_scene(void **state)
{
    struct session_options options = session_defaults();
    struct scene *const scene = xzalloc(sizeof *scene);
    options.width = options.height = 2;
    point const a1 = point_at(1, 1), b2 = point_at(2, 2);
    scene->session = session_new(&options);
    scene->wish = (struct live_wish){.color = BLACK, .max_moves = INT_MAX};
    scene->thought =
        (struct thought){.visits = 101,
                         .win = 0.625,
                         .score = 1.25,
                         .spread = 2,
                         .count = 2,
                         .known = 3,
                         .move = {
                             {a1, 80, 0.625, 0.5, 1.5, 2, 2, {a1, b2}, {80, 7}},
                             {PASS, 20, 0.25, 0.015625, -3, 1, 1, {PASS}, {20}},
                             {b2, 0, 0.5, 0.25, 1.25, 2, 1, {b2}, {0}},
                         }};
    scene->thought.owner[a1] = 1;
    scene->thought.owner[b2] = -1;
    scene->thought.owner[point_at(2, 1)] = 0.5F;
    *state = scene;
    return 0;
}

static int clear_scene(void **state)
{
    struct scene *const scene = *state;
    session_free(scene->session);
    free(scene);
    return 0;
}

static void check_said(struct scene *scene, struct dialect const *dialect,
                       char const *expected)
{
    struct moment const moment = {scene->session, &scene->wish, &scene->thought};
    char *text = NULL;
    size_t size = 0;
    FILE *const out = open_memstream(&text, &size);
    dialect->put(dialect, &moment, out);
    fclose(out);
    assert_string_equal(text, expected);
    free(text);
}

static void writes_what_clients_of_leela_zero_read(void **state)
{
    check_said(
        *state, &dialect_lz,
        "info move A1 visits 80 winrate 6250 prior 5000 lcb 5182 scoreMean 1.500 "
        "scoreStdev 2.000 scoreLead 1.500 order 0 pv A1 B2 "
        "info move pass visits 20 winrate 2500 prior 156 lcb 540 scoreMean "
        "-3.000 scoreStdev 1.000 scoreLead -3.000 order 1 pv pass");
}

static void writes_what_clients_of_katago_read(void **state)
{
    struct scene *const scene = *state;
    scene->wish.max_moves = 1;
    scene->wish.root = scene->wish.owners = true;
    scene->wish.line_visits = scene->wish.edge_visits = true;
    check_said(scene, &dialect_kata,
               "info move A1 visits 80 winrate 0.625000 prior 0.500000 lcb 0.518207 "
               "scoreMean 1.500 scoreStdev 2.000 scoreLead 1.500 order 0 pv A1 B2 "
               "pvVisits 80 7 pvEdgeVisits 80 7 rootInfo visits 101 winrate 0.625000 "
               "scoreLead 1.250 scoreStdev 2.000 ownership 0.000 -1.000 1.000 0.500");
}

static void lists_moves_nobody_has_tried_when_more_are_wished_for(void **state)
{
    struct scene *const scene = *state;
    char *text = NULL;
    size_t size = 0;
    struct moment const moment = {scene->session, &scene->wish, &scene->thought};
    scene->wish.min_moves = 9;
    FILE *const out = open_memstream(&text, &size);
    dialect_lz.put(&dialect_lz, &moment, out);
    fclose(out);
    assert_non_null(strstr(text, " info move B2 visits 0 winrate 5000 "));
    free(text);
}

static void writes_what_viewers_of_cgos_read(void **state)
{
    check_said(
        *state, &dialect_cgos,
        "{\"winrate\": 0.6250, \"score\": 1.25, \"visits\": 101, \"moves\": "
        "[{\"move\": "
        "\"A1\", \"winrate\": 0.6250, \"score\": 1.50, \"prior\": 0.5000, \"visits\": "
        "80, \"pv\": \"B2\"}, {\"move\": \"pass\", \"winrate\": 0.2500, \"score\": "
        "-3.00, \"prior\": 0.0156, \"visits\": 20, \"pv\": \"\"}], \"ownership\": "
        "\"fA+u\"}");
}

/* ------------------------------------------------------------ beginning and ending */

static void leaves(struct child *child)
{
    int status;
    assert_true(child_wait(child, CHILD_WAIT_MS, &status) < 5000);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
}

/* Case 67: the end of input, and a signal, end it at once.  */
static void leaves_in_the_middle_of_an_analysis(void **state)
{
    (void)state;
    static char const *const ways[] = {"end of input", "signal", "nobody listens"};
    for (int way = 0; way < (int)(sizeof ways / sizeof *ways); way++) {
        struct child child;
        child_start(&child, "gtp --seed 1");
        child_say(&child, "lz-analyze b 5");
        child_await(&child, "^info move");
        if (way == 0)
            child_close_in(&child);
        else if (way == 1)
            kill(child.pid, SIGTERM);
        else {
            close(child.out);
            child.out = -1;
        }
        leaves(&child);
    }
}

/* Case 60, too: while a move is thought about for an hour.  */
static void does_not_wait_for_a_move_to_leave(void **state)
{
    (void)state;
    static char const *const goodbyes[] = {NULL, "quit", "12 quit"};
    for (size_t i = 0; i < sizeof goodbyes / sizeof *goodbyes; i++) {
        struct child child;
        child_start(&child, "gtp --seed 1 --time 3600");
        child_say(&child, "1 name");
        free(child_hear(&child));
        child_say(&child, i == 1 ? "kata-genmove_analyze b 10" : "genmove b");
        usleep(300000);
        if (goodbyes[i])
            child_say(&child, goodbyes[i]);
        else
            child_close_in(&child);
        char *const move = child_hear(&child);
        assert_int_equal(move[0], '=');
        free(move);
        leaves(&child);
    }
}

/* Who says everything in one go gets all the playouts.  */
static void answers_a_script_in_full(void **state)
{
    (void)state;
    struct child child;
    child_start(&child, "gtp --seed 1 --size 9 --no-book --set search.playouts=1500");
    child_say(&child, "1 genmove b\n2 hishi-explain\nquit");
    child_close_in(&child);
    free(child_hear(&child));
    char *const reason = child_hear(&child);
    if (!strstr(reason, " in all)"))
        fail_msg("[%s]", reason);
    char const *const all = strchr(strstr(reason, "playouts ("), '(') + 1;
    assert_true(strchr(all, ',') &&
                strchr(all, ',') < strstr(all, " in all")); /* thousands */
    free(reason);
    char *const goodbye = child_hear(&child);
    assert_string_equal(goodbye, "= ");
    free(goodbye);
    leaves(&child);
}

/* Case 68: nothing on stderr that somebody who reads both streams takes for ours.  */
static void says_nothing_on_stderr_that_looks_like_an_answer(void **state)
{
    (void)state;
    int const status = system(
        "(echo lz-analyze b 5; sleep 0.5; echo name; echo 'gogui-param live_graphics "
        "on';"
        " echo lz-genmove_analyze w 5; echo kata-genmove_analyze b 5 ownership true;"
        " echo genmove w; echo cgos-genmove_analyze b; echo lz-analyze 5 avoid b Z1 1) "
        "|"
        " $HISHI gtp --seed 1 --size 9 --time 0.2 2>&1 >/dev/null | "
        "grep -E '^([=?]|info|play)|->'");
    assert_int_equal(WEXITSTATUS(status), 1); /* grep has found nothing */
}

/* Once GoGui has asked for its menu, or somebody wishes it.  */
static void draws_on_stderr_for_who_can_see_it(void **state)
{
    (void)state;
    static struct {
        char const *said;
        bool drawn;
    } const sessions[] = {
        {"genmove b", false},
        {"gogui-analyze_commands\\ngenmove b", true},
        {"gogui-param live_graphics off\\ngogui-analyze_commands\\ngenmove b", false},
        {"gogui-param live_graphics on\\nreg_genmove b", true},
        {"kata-genmove_analyze b 50", false},
        {"gogui-param live_graphics on\\nkata-genmove_analyze b 50", true},
    };
    for (size_t i = 0; i < sizeof sessions / sizeof *sessions; i++) {
        char line[512];
        snprintf(line, sizeof line,
                 "printf '%s\\n' | $HISHI gtp --seed 1 --size 9 --no-book --time 3 "
                 "2>&1 >/dev/null |"
                 " tr '\\n' ' ' | grep -q 'gogui-gfx: VAR b .* TEXT .* playouts.*"
                 "gogui-gfx: CLEAR'",
                 sessions[i].said);
        assert_int_equal(WEXITSTATUS(system(line)), sessions[i].drawn ? 0 : 1);
    }
}

/* Visits of the root in the first line of an analysis.  */
static long first_visits(struct child *child, char const *color)
{
    char line[64];
    snprintf(line, sizeof line, "kata-analyze %s 1 rootInfo true", color);
    child_say(child, line);
    child_await(child, "rootInfo visits");
    char *const response = child_ask(child, "\n");
    long const visits = strtol(strstr(response, "rootInfo visits ") + 16, NULL, 10);
    free(response);
    return visits;
}

/* What was found out before a move waits in the tree behind it, unless that is
   cleared.  */
static long visits_after_a_move(bool keep, bool clear)
{
    struct child child;
    char line[64];
    child_start(&child, keep ? "gtp --seed 1 --size 9 --set search.keep_tree=1"
                             : "gtp --seed 1 --size 9 --set search.keep_tree=0");
    child_say(&child, "lz-analyze b 5 allow b E5 1");
    child_await(&child, "^info move E5 visits [0-9]{2}");
    free(child_ask(&child, "\n"));
    child_say(&child, "lz-analyze b 5");
    child_await(&child, "^info move [A-J][1-9] visits ([6-9][0-9]{2}|[0-9]{4})");
    char *const response = child_ask(&child, "\n");
    char const *last = strrchr(response, '\n') + 1;
    snprintf(line, sizeof line, "play b %.2s", last + strlen("info move "));
    free(response);
    free(child_ask(&child, line));
    if (clear)
        free(child_ask(&child, "clear_cache"));
    long const visits = first_visits(&child, "w");
    child_finish(&child);
    return visits;
}

static void keeps_the_tree_when_it_goes_on_after_a_move(void **state)
{
    (void)state;
    assert_true(visits_after_a_move(true, false) > 500);
    assert_true(visits_after_a_move(true, true) < 500);
    assert_true(visits_after_a_move(false, false) < 500);
}

/* Machines are busy, and sanitizers slow; what it takes when they are not stands in
   gtp/README.md.  */
static void has_something_to_say_soon(void **state)
{
    (void)state;
    struct child child;
    child_start(&child, "gtp --seed 1");
    free(child_ask(&child, "name"));
    child_say(&child, "lz-analyze b 100");
    assert_true(child_await(&child, "^info move") < 2000);
    free(child_ask(&child, "\n"));
    child_finish(&child);
}

static void begins_and_ends_ten_thousand_times(void **state)
{
    (void)state;
    enum { CYCLES = 10000, AT_ONCE = 100 };
    struct child child;
    child_start(&child, "gtp --seed 1 --size 3 --set search.memory_mb=1 "
                        "--set search.threads=2 --set sources.shapes=0");
    char line[64];
    for (int from = 0; from < CYCLES; from += AT_ONCE) {
        for (int i = from; i < from + AT_ONCE; i++) {
            snprintf(line, sizeof line, "%d %s-analyze %d", i,
                     i % 3 == 0   ? "lz"
                     : i % 3 == 1 ? "kata"
                                  : "hishi",
                     i % 2);
            child_say(&child, line);
        }
        child_say(&child, "");
        for (int i = from; i < from + AT_ONCE; i++) {
            char *const response = child_hear(&child), *end;
            assert_true(response && response[0] == '=');
            assert_int_equal(strtol(response + 1, &end, 10), i);
            assert_true(*end == '\0' || *end == '\n');
            free(response);
        }
    }
    child_finish(&child);
}

/* The same with time for a few lines each.  */
static void begins_and_ends_while_it_runs(void **state)
{
    (void)state;
    struct child child;
    child_start(&child, "gtp --seed 1 --size 9 --set search.threads=2 "
                        "--set search.playouts=50");
    for (int i = 0; i < 30; i++) {
        child_say(&child, i % 2 ? "lz-analyze 1" : "kata-analyze 1 ownership true");
        child_await(&child, "^info move");
        char *const response = child_ask(&child, "\n");
        assert_true(strncmp(response, "=\ninfo move ", 12) == 0);
        free(response);
        free(child_ask(&child, i % 3 ? "genmove b" : "undo"));
    }
    child_finish(&child);
}

int main(void)
{
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(reads_color_and_interval_if_they_are_there),
        cmocka_unit_test(refuses_what_it_does_not_know),
        cmocka_unit_test(leaves_out_what_is_avoided_and_all_but_what_is_allowed),
        cmocka_unit_test_setup_teardown(writes_what_clients_of_leela_zero_read,
                                        set_scene, clear_scene),
        cmocka_unit_test_setup_teardown(writes_what_clients_of_katago_read, set_scene,
                                        clear_scene),
        cmocka_unit_test_setup_teardown(
            lists_moves_nobody_has_tried_when_more_are_wished_for, set_scene,
            clear_scene),
        cmocka_unit_test_setup_teardown(writes_what_viewers_of_cgos_read, set_scene,
                                        clear_scene),
        cmocka_unit_test(leaves_in_the_middle_of_an_analysis),
        cmocka_unit_test(does_not_wait_for_a_move_to_leave),
        cmocka_unit_test(answers_a_script_in_full),
        cmocka_unit_test(says_nothing_on_stderr_that_looks_like_an_answer),
        cmocka_unit_test(draws_on_stderr_for_who_can_see_it),
        cmocka_unit_test(keeps_the_tree_when_it_goes_on_after_a_move),
        cmocka_unit_test(has_something_to_say_soon),
        cmocka_unit_test(begins_and_ends_ten_thousand_times),
        cmocka_unit_test(begins_and_ends_while_it_runs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
