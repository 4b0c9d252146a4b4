/* The engine from outside: transcripts, and what they cannot say.  A remark
   `Case N' marks the test of that case in the conformance list of our study of
   clients; `make cases' lists them.  */
#include "tests/support/testing.h"

#include "engine/base/rng.h"
#include "tests/support/child.h"
#include "tests/support/transcript.h"

#include <glob.h>
#include <signal.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <xalloc.h>

/* ------------------------------------------------------------ transcripts */

static void goes_like_the_transcript(void **state)
{
    transcript_run(*state);
}

/* The lines of the response to COMMAND; returns how many.  */
static int ask_lines(char const *command, char *lines[], int max)
{
    struct child child;
    child_start(&child, "gtp");
    char *const response = child_ask(&child, command), *rest = response + 2;
    int count = 0;
    assert_int_equal(response[0], '=');
    while (rest && count < max)
        lines[count++] = xstrdup(strsep(&rest, "\n"));
    assert_true(count < max);
    free(response);
    child_finish(&child);
    return count;
}

static void free_lines(char *lines[], int count)
{
    for (int i = 0; i < count; i++)
        free(lines[i]);
}

enum { LINES = 500 };

struct coverage {
    char *command[LINES];
    int count;
    bool seen[LINES];
};

static void mark_seen(void *context, char const *command)
{
    struct coverage *const coverage = context;
    for (int i = 0; i < coverage->count; i++)
        if (strcmp(coverage->command[i], command) == 0)
            coverage->seen[i] = true;
}

/* Set CASES by the remarks in FILE that are followed by a sentence.  */
static void note_cases(char const *file, bool cases[], int count)
{
    static char const mark[] = "Case ";
    char *text = NULL, *end;
    size_t size = 0;
    FILE *const in = fopen(file, "r");
    assert_non_null(in);
    assert_true(getdelim(&text, &size, '\0', in) > 0);
    for (char const *at = text; (at = strstr(at, mark)); at = end) {
        long const number = strtol(at + strlen(mark), &end, 10);
        if (number > 0 && number < count && (*end == ':' || *end == ','))
            cases[number] = true;
    }
    free(text);
    fclose(in);
}

static void every_case_of_the_conformance_list_has_a_test(void **state)
{
    (void)state;
    enum { CASES = 70 };
    bool cases[CASES + 1] = {false};
    glob_t files;
    assert_int_equal(glob("tests/gtp/*.gtp", 0, NULL, &files), 0);
    assert_int_equal(glob("tests/*/*.c", GLOB_APPEND, NULL, &files), 0);
    for (size_t i = 0; i < files.gl_pathc; i++)
        note_cases(files.gl_pathv[i], cases, CASES + 1);
    for (int i = 1; i <= CASES; i++)
        if (!cases[i])
            fail_msg("no remark in tests/ says 'Case %d: ...'", i);
    globfree(&files);
}

static void every_command_is_in_a_transcript(void **state)
{
    glob_t const *const files = *state;
    struct coverage coverage = {.count = 0};
    coverage.count = ask_lines("list_commands", coverage.command, LINES);
    for (size_t i = 0; i < files->gl_pathc; i++)
        transcript_commands(files->gl_pathv[i], mark_seen, &coverage);
    for (int i = 0; i < coverage.count; i++)
        if (!coverage.seen[i])
            fail_msg("no transcript has '%s'", coverage.command[i]);
    free_lines(coverage.command, coverage.count);
}

/* Case 4: no command twice, and each is known.  */
static void lists_each_command_once_and_knows_it(void **state)
{
    (void)state;
    char *command[LINES];
    int const count = ask_lines("list_commands", command, LINES);
    struct child child;
    child_start(&child, "gtp");
    assert_string_equal(command[0], "protocol_version");
    for (int i = 0; i < count; i++) {
        char question[128];
        assert_true(*command[i] && !strpbrk(command[i], " \t"));
        for (int j = 0; j < i; j++)
            assert_string_not_equal(command[i], command[j]);
        snprintf(question, sizeof question, "known_command %s", command[i]);
        char *const response = child_ask(&child, question);
        assert_string_equal(response, "= true");
        free(response);
    }
    child_finish(&child);
    free_lines(command, count);
}

/* Case 57: three fields a line, a type that GoGui knows, a label of its own (GoGui
   passes over a second one), a command that we do.  */
static void offers_gogui_only_what_it_knows(void **state)
{
    (void)state;
    static char const types[] =
        " bwboard cboard dboard sboard plist pspairs string hstring pstring gfx var "
        "param eplist none ";
    char *line[LINES];
    int const count = ask_lines("gogui-analyze_commands", line, LINES);
    struct child child;
    char const *labels[LINES];
    child_start(&child, "gtp");
    for (int i = 0; i < count; i++) {
        char *field[4] = {0}, *rest = line[i], word[128];
        for (int f = 0; rest && f < 4; f++)
            field[f] = strsep(&rest, "/");
        assert_true(field[2] && *field[1] && !field[3]);
        labels[i] = field[1];
        for (int j = 0; j < i; j++)
            assert_string_not_equal(labels[j], labels[i]);
        snprintf(word, sizeof word, " %s ", field[0]);
        assert_non_null(strstr(types, word));
        snprintf(word, sizeof word, "known_command %s", strsep(&field[2], " "));
        char *const response = child_ask(&child, word);
        assert_string_equal(response, "= true");
        free(response);
    }
    assert_true(count > 0);
    child_finish(&child);
    free_lines(line, count);
}

/* ------------------------------------------------------------ the end of a session */

static void hear_exactly(struct child *child, char const *expected)
{
    char *const response = child_hear(child);
    assert_non_null(response);
    assert_string_equal(response, expected);
    free(response);
}

/* It leaves by itself, with success.  */
static void leaves(struct child *child)
{
    int status;
    child_wait(child, CHILD_WAIT_MS, &status);
    assert_int_equal(status, 0);
}

/* Case 14: nothing is left to be done after quit.  */
static void quits_at_once(void **state)
{
    (void)state;
    struct child child;
    child_start(&child, "gtp");
    child_say(&child, "5 quit");
    hear_exactly(&child, "=5 ");
    assert_null(child_hear(&child));
    leaves(&child);
}

/* Case 11: a last line without a newline, and then the end.  */
static void answers_a_last_line_without_a_newline(void **state)
{
    (void)state;
    struct child child;
    child_start(&child, "gtp");
    assert_true(child_send(&child, "name\n8 known_command", 20));
    child_close_in(&child);
    hear_exactly(&child, "= Hishi");
    hear_exactly(&child, "=8 false");
    child_finish(&child);
}

static void leaves_when_nobody_listens_any_more(void **state)
{
    (void)state;
    struct child child;
    child_start(&child, "gtp");
    child_say(&child, "name");
    hear_exactly(&child, "= Hishi");
    close(child.out);
    child.out = -1;
    leaves(&child);
}

static void minds_what_its_streams_are(void **state)
{
    (void)state;
    static struct {
        char const *line;
        int status;
    } const starts[] = {
        {"echo name | timeout 10 $HISHI >/dev/null", 0}, /* GTP without being told */
        {"echo name | timeout 10 $HISHI gtp >/dev/full", 1},
        {"echo name | timeout 10 $HISHI gtp >&-", 1},
        {"timeout 10 $HISHI gtp <&- >/dev/null", 0},
        {"echo boardsize 26 | timeout 10 $HISHI gtp 2>&- >/dev/null", 0},
        {"(sleep 0.2; echo name) | timeout 10 $HISHI gtp | true", 0},
    };
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++) {
        char line[256];
        snprintf(line, sizeof line, "(%s) 2>/dev/null", starts[i].line);
        int const status = system(line);
        if (!WIFEXITED(status) || WEXITSTATUS(status) != starts[i].status)
            fail_msg("%s: %#x", starts[i].line, status);
    }
}

static void leaves_when_told_by_a_signal(void **state)
{
    (void)state;
    static int const signals[] = {SIGTERM, SIGINT, SIGHUP};
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
        struct child child;
        child_start(&child, "gtp");
        child_say(&child, "name");
        hear_exactly(&child, "= Hishi");
        kill(child.pid, signals[i]);
        assert_null(child_hear(&child));
        leaves(&child);
    }
}

/* Also in the middle of a move, which it may still finish saying, when no more commands
   will come, and after a file was written.  */
static void leaves_its_thoughts_when_told_by_a_signal(void **state)
{
    (void)state;
    struct child child;
    child_start(&child, "gtp --seed 1 --time 3600 --set resign_below=0");
    child_say(&child, "printsgf /tmp/hishi-test-gtp.sgf");
    hear_exactly(&child, "= ");
    unlink("/tmp/hishi-test-gtp.sgf");
    child_say(&child, "name\ngenmove b\ngenmove w\ngenmove b\ngenmove w");
    hear_exactly(&child, "= Hishi");
    child_close_in(&child);
    kill(child.pid, SIGTERM);
    char *response;
    while ((response = child_hear(&child)))
        free(response);
    leaves(&child);
}

/* Whoever ponders listens all the same, for commands, for the end, for a signal.  */
static void ponders_until_there_is_something_else(void **state)
{
    (void)state;
    for (int way = 0; way < 2; way++) {
        struct child child;
        child_start(&child, "gtp --seed 1 --size 9 --set search.playouts=50 "
                            "--set pondering=1");
        for (int move = 0; move < 3; move++) {
            child_say(&child, "genmove b");
            free(child_hear(&child));
            child_say(&child, "7 time_left w 300 0");
            hear_exactly(&child, "=7 ");
            child_say(&child, move ? "8 play w pass" : "8 play w A1");
            hear_exactly(&child, "=8 ");
        }
        child_say(&child, "genmove b");
        free(child_hear(&child));
        if (way)
            kill(child.pid, SIGTERM);
        else
            child_close_in(&child);
        assert_null(child_hear(&child));
        leaves(&child);
    }
}

/* Case 60: thinking ends, and the move is answered.  */
static void is_interrupted_but_answers(void **state)
{
    (void)state;
    struct child child;
    child_start(&child, "gtp --seed 1 --time 3600");
    child_say(&child, "1 name\n3 genmove b");
    hear_exactly(&child, "=1 Hishi");
    nanosleep(&(struct timespec){.tv_nsec = 200000000}, NULL); /* let it begin */
    child_say(&child, "# interrupt\n4 name");
    char *const response = child_hear(&child);
    assert_memory_equal(response, "=3 ", 3);
    free(response);
    hear_exactly(&child, "=4 Hishi");
    child_finish(&child);
}

/* ------------------------------------------------------------ hostile input */

/* HEAD, then UNIT as often as fits into SIZE bytes; to be freed.  */
static char *long_line(char const *head, char const *unit, size_t size)
{
    size_t const head_size = strlen(head), unit_size = strlen(unit);
    char *const line = xcharalloc(size + 1);
    memcpy(line, head, head_size);
    for (size_t i = head_size; i < size; i++)
        line[i] = unit[(i - head_size) % unit_size];
    line[size] = '\0';
    return line;
}

static void answers_lines_of_ten_megabytes(void **state)
{
    (void)state;
    static char const *const lines[][3] = {
        {"1 gogui-play_sequence", " b pass w pass", "?1 "},
        {"2 name # ", "comment ", "=2 Hishi"},
        {"3 x", "x", "?3 unknown command"},
        {"4 kgs-chat game somebody ", "why ", "=4 I have not"},
        {"5 ", " ", NULL},
        {"", "\b", NULL},
        {"6 play b D", "4", "?6 "},
        {"7 komi ", "7", "?7 "},
        {"8 gogui-setup ", "b c3 ", "?8 "},
        {"9 set_free_handicap", " c3", "?9 "},
        {"10 loadsgf ", "a", "?10 cannot load file"},
    };
    struct child child;
    child_start(&child, "gtp");
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        char *const line = long_line(lines[i][0], lines[i][1], 10000000);
        child_say(&child, line);
        free(line);
        if (!lines[i][2])
            continue;
        char *const response = child_hear(&child);
        assert_non_null(response);
        assert_memory_equal(response, lines[i][2], strlen(lines[i][2]));
        free(response);
    }
    child_finish(&child);
}

static void refuses_a_line_that_is_too_long_even_to_keep(void **state)
{
    (void)state;
    struct child child;
    child_start(&child, "gtp");
    char *const line = long_line("9 play b c3 ", " ", (64 << 20) + 100);
    child_say(&child, line);
    free(line);
    hear_exactly(&child, "?9 the line is longer than 67108864 bytes");
    free(child_ask(&child, "play b c3"));
    child_finish(&child);
}

static void survives_a_megabyte_of_noise(void **state)
{
    (void)state;
    struct child child;
    struct rng rng;
    enum { SIZE = 1 << 20 };
    char *const noise = xcharalloc(SIZE);
    rng_seed(&rng, 1);
    for (int i = 0; i < SIZE; i++)
        noise[i] = (char)rng_next(&rng);
    child_start(&child, "gtp");
    assert_true(child_send(&child, noise, SIZE));
    free(noise);
    child_say(&child, "\n4711 name");
    char *response;
    while ((response = child_hear(&child)) && memcmp(response, "=4711 ", 6) != 0)
        free(response);
    assert_non_null(response);
    free(response);
    child_finish(&child);
}

/* Case 58: a game that fills the line.  */
static void plays_a_sequence_of_four_hundred_moves(void **state)
{
    (void)state;
    struct child child;
    child_start(&child, "gtp");
    char *const line =
        long_line("gogui-play_sequence", " b pass w pass", 19 + 200 * 14);
    free(child_ask(&child, "play b k10"));
    char *response = child_ask(&child, line);
    assert_string_equal(response, "= ");
    free(response);
    response = child_ask(&child, "gg-undo 402");
    assert_string_equal(response, "? cannot undo");
    free(response);
    response = child_ask(&child, "gg-undo 401");
    assert_string_equal(response, "= ");
    free(response);
    free(line);
    child_finish(&child);
}

/* Case 56: processor time.  */
static void counts_processor_time_upwards(void **state)
{
    (void)state;
    struct child child;
    double before = 0;
    child_start(&child, "gtp --size 9 --set search.playouts=20");
    for (int i = 0; i < 5; i++) {
        char *const response = child_ask(&child, "cputime");
        assert_memory_equal(response, "= ", 2);
        double const now = strtod(response + 2, NULL);
        assert_true(now >= before);
        before = now;
        free(response);
        free(child_ask(&child, "genmove b"));
    }
    assert_true(before > 0);
    child_finish(&child);
}

/* The first six moves of a game, in one string.  */
static char *begin_game(struct child *child)
{
    char *game = xstrdup("");
    free(child_ask(child, "clear_board"));
    for (int i = 0; i < 6; i++) {
        char *const move = child_ask(child, i % 2 ? "genmove w" : "genmove b");
        size_t const length = strlen(game) + strlen(move) + 1;
        game = xrealloc(game, length);
        strcat(game, move);
        free(move);
    }
    return game;
}

/* Games of players with seeds of their own must not all be the same one.  */
static void plays_another_game_each_time(void **state)
{
    (void)state;
    struct child child;
    child_start(&child, "gtp --size 9 --set search.playouts=40");
    char *const first = begin_game(&child);
    bool different = false;
    for (int i = 0; i < 20 && !different; i++) {
        char *const other = begin_game(&child);
        different = strcmp(first, other) != 0;
        free(other);
    }
    assert_true(different);
    free(first);
    child_finish(&child);
}

static void random_command(struct rng *rng, char *const command[], int count, int id,
                           char *line, size_t size)
{
    static char const *const words[] = {
        "b",      "w",      "black", "W",    "c3",      "D4",       "a1",
        "pass",   "PASS",   "i5",    "0",    "1",       "2",        "5",
        "9",      "-1",     "7.5",   "1e9",  "x",       "dead",     "true",
        "resign", "lag_ms", "none",  "game", "\"a b\"", "japanese", "byoyomi"};
    enum { WORDS = sizeof words / sizeof *words };
    char const *name = command[rng_below(rng, (uint32_t)count)];
    if (strcmp(name, "quit") == 0)
        name = "clear_board";
    int length = snprintf(line, size, "%d %s", id, name);
    bool const writes = strcmp(name, "printsgf") == 0; /* a file of any name */
    for (uint32_t left = writes ? 0 : rng_below(rng, 5); left > 0; left--)
        length += snprintf(line + length, size - (size_t)length, " %s",
                           words[rng_below(rng, WORDS)]);
    snprintf(line + length, size - (size_t)length, "\n"); /* an analysis ends here */
}

/* Case 69: random commands; the long lines are above.  */
static void answers_a_thousand_random_commands_once_each(void **state)
{
    (void)state;
    char *command[LINES];
    int const count = ask_lines("list_commands", command, LINES);
    struct child child;
    struct rng rng;
    rng_seed(&rng, 69);
    child_start(&child, "gtp --seed 1 --size 9 --time 0.01");
    for (int id = 0; id < 1000; id++) {
        char line[256];
        random_command(&rng, command, count, id, line, sizeof line);
        char *const response = child_ask(&child, line), *end;
        assert_true(response[0] == '=' || response[0] == '?');
        if (strtol(response + 1, &end, 10) != id || (*end && !strchr(" \n", *end)))
            fail_msg("%s was answered with [%s]", line, response);
        free(response);
    }
    child_finish(&child);
    free_lines(command, count);
}

/* ------------------------------------------------------------ all of it */

int main(void)
{
    glob_t files;
    if (glob("tests/gtp/*.gtp", 0, NULL, &files) != 0 || files.gl_pathc == 0) {
        fputs("run me from the project's folder: there is no tests/gtp here\n", stderr);
        return 1;
    }
    struct CMUnitTest const others[] = {
        cmocka_unit_test(every_case_of_the_conformance_list_has_a_test),
        cmocka_unit_test_prestate(every_command_is_in_a_transcript, &files),
        cmocka_unit_test(lists_each_command_once_and_knows_it),
        cmocka_unit_test(offers_gogui_only_what_it_knows),
        cmocka_unit_test(quits_at_once),
        cmocka_unit_test(answers_a_last_line_without_a_newline),
        cmocka_unit_test(leaves_when_nobody_listens_any_more),
        cmocka_unit_test(minds_what_its_streams_are),
        cmocka_unit_test(leaves_when_told_by_a_signal),
        cmocka_unit_test(leaves_its_thoughts_when_told_by_a_signal),
        cmocka_unit_test(ponders_until_there_is_something_else),
        cmocka_unit_test(is_interrupted_but_answers),
        cmocka_unit_test(answers_lines_of_ten_megabytes),
        cmocka_unit_test(refuses_a_line_that_is_too_long_even_to_keep),
        cmocka_unit_test(survives_a_megabyte_of_noise),
        cmocka_unit_test(plays_a_sequence_of_four_hundred_moves),
        cmocka_unit_test(counts_processor_time_upwards),
        cmocka_unit_test(plays_another_game_each_time),
        cmocka_unit_test(answers_a_thousand_random_commands_once_each),
    };
    enum { OTHERS = sizeof others / sizeof *others };
    size_t const count = files.gl_pathc + OTHERS;
    struct CMUnitTest *const tests = xcalloc(count, sizeof *tests);
    for (size_t i = 0; i < files.gl_pathc; i++)
        tests[i] = (struct CMUnitTest){.name = files.gl_pathv[i],
                                       .test_func = goes_like_the_transcript,
                                       .initial_state = files.gl_pathv[i]};
    memcpy(tests + files.gl_pathc, others, sizeof others);
    /* cmocka's macro wants an array; this is the function behind it.  */
    int const failures = _cmocka_run_group_tests("gtp", tests, count, NULL, NULL);
    free(tests);
    globfree(&files);
    return failures;
}
