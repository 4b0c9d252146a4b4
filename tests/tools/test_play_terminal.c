/* hishi play, with a person at a terminal. */
#include "tests/support/testing.h"

#include "tests/support/child.h"

#include <errno.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

struct terminal {
    pid_t pid;
    int fd;
    char seen[1 << 18]; /* all that came, and how much of it was expected already */
    size_t size, used;
};

static struct terminal terminal;

/* Start `hishi ARGUMENTS' with such an environment ("NAME=value", NULL).  */
static void start(char *const arguments[], char *const environment[])
{
    struct winsize const size = {.ws_row = 50, .ws_col = 100};
    terminal.size = terminal.used = 0;
    terminal.pid = forkpty(&terminal.fd, NULL, NULL, &size);
    assert_true(terminal.pid >= 0);
    if (terminal.pid == 0) {
        unsetenv("NO_COLOR");
        setenv("TERM", "xterm", 1);
        setenv("LC_ALL", "C.UTF-8", 1);
        for (; *environment; environment++)
            putenv(*environment);
        execv(getenv("HISHI"), arguments);
        _exit(127);
    }
}

#define START(...)                                                                     \
    start((char *[]){"hishi", "play", "--set", "search.memory_mb=16", "--seed", "1",   \
                     "--size", "9", "--no-book", __VA_ARGS__, NULL},                   \
          (char *[]){NULL})

/* Take in what there is; false at the end, which a terminal tells as an error.  */
static bool read_more(void)
{
    struct pollfd polled = {terminal.fd, POLLIN, 0};
    if (poll(&polled, 1, CHILD_WAIT_MS) <= 0)
        fail_msg("nothing more comes after: %s", terminal.seen + terminal.used);
    ssize_t const count = read(terminal.fd, terminal.seen + terminal.size,
                               sizeof terminal.seen - terminal.size - 1);
    if (count <= 0)
        return false;
    terminal.size += (size_t)count;
    terminal.seen[terminal.size] = '\0';
    return true;
}

/* Wait until TEXT has come, after what was waited for before.  */
static void expect(char const *text)
{
    char const *found;
    terminal.seen[terminal.size] = '\0';
    while (!(found = strstr(terminal.seen + terminal.used, text)))
        if (!read_more())
            fail_msg("it ended before \"%s\": %s", text, terminal.seen + terminal.used);
    terminal.used = (size_t)(found - terminal.seen) + strlen(text);
}

static void type(char const *text)
{
    assert_int_equal(write(terminal.fd, text, strlen(text)), strlen(text));
}

#define CTRL_C "\x03"
#define CTRL_D "\x04"

static void expect_end(void)
{
    int status;
    while (read_more())
        ;
    assert_int_equal(waitpid(terminal.pid, &status, 0), terminal.pid);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
    close(terminal.fd);
}

static void shows_that_it_thinks_and_can_be_hurried(void **state)
{
    (void)state;
    START("--color", "white", "--set", "search.playouts=4000000");
    expect("Black is thinking");
    expect(", 1 s");
    type(CTRL_C);
    expect("\r\033[K"); /* the sign is gone */
    expect("Black plays ");
    expect("Move 2: White to move.\r\nhishi> ");
    type("hint\r");
    expect("Hishi is thinking");
    type(CTRL_C);
    expect("I would play ");
    expect("hishi> ");
    type("quit\r");
    expect("Leave the game");
    type("yes\r");
    expect_end();
}

/* The table is drawn over itself until it is enough.  */
static void shows_the_best_moves_while_it_thinks(void **state)
{
    (void)state;
    START("--color", "both");
    expect("hishi> ");
    type("analyse 1000\r");
    expect("Black: ");
    expect(" playouts (Ctrl-C: enough)");
    expect(" times ");
    expect("A\033[J");
    expect("(Ctrl-C: enough)");
    type(CTRL_C);
    expect(" playouts\r\n");
    expect(" times ");
    expect("hishi> ");
    type("quit\r");
    expect_end();
}

static void start_and_play_e5(void)
{
    START("--color", "both");
    expect("hishi> ");
    type("e5\r");
    expect("Black plays E5.");
    expect("hishi> ");
}

static void asks_before_a_game_is_lost(void **state)
{
    (void)state;
    char file[] = "/tmp/hishi-terminal-XXXXXX", line[128];
    int const fd = mkstemp(file);
    assert_true(fd >= 0);
    close(fd);
    start_and_play_e5();
    type(CTRL_C);
    expect("Leave the game, which is not saved?");
    expect("hishi> ");
    type("now\r"); /* which is neither yes nor no */
    expect("Leave the game");
    expect("hishi> ");
    type("no\r");
    expect("hishi> ");
    type(CTRL_D);
    expect("Leave the game");
    expect("hishi> ");
    snprintf(line, sizeof line, "save %s\r", file);
    type(line);
    expect("Saved as ");
    expect_end();
    FILE *const saved = fopen(file, "r");
    assert_non_null(saved);
    line[fread(line, 1, sizeof line - 1, saved)] = '\0';
    fclose(saved);
    assert_non_null(strstr(line, "PB[Human]PW[Human]"));
    unlink(file);
}

static void asks_before_another_game_begins(void **state)
{
    (void)state;
    static char const *const words[] = {"new\r", "size 13\r", "handicap 2\r",
                                        "load /dev/null\r", "quit\r"};
    start_and_play_e5();
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        type(words[i]);
        expect("Leave the game");
        expect("hishi> ");
        type("no\r");
        expect("hishi> ");
    }
    type("show\r");
    expect("Black plays E5.");
    expect("hishi> ");
    type("size 13\r");
    expect("Leave the game");
    expect("hishi> ");
    type("yes\r");
    expect("13x13, Chinese rules");
    expect("hishi> ");
    type("quit\r");
    expect_end();
}

static void leaves_at_the_second_interrupt(void **state)
{
    (void)state;
    start_and_play_e5();
    type(CTRL_C);
    expect("Leave the game");
    expect("hishi> ");
    type(CTRL_C);
    expect_end();
}

static void leaves_at_once_when_nothing_is_lost(void **state)
{
    (void)state;
    START("--color", "both");
    expect("hishi> ");
    type(CTRL_C);
    expect_end();
    START("--color", "both");
    expect("hishi> ");
    type(CTRL_D);
    expect_end();
}

static void stops_a_game_against_itself(void **state)
{
    (void)state;
    START("--color", "none", "--set", "search.playouts=4000000");
    expect("Black is thinking");
    type(CTRL_C);
    expect("Black plays ");
    expect("Leave the game");
    expect("hishi> ");
    type("yes\r");
    expect_end();
}

static void has_colours_where_they_are_wanted(void **state)
{
    (void)state;
    char *const play[] = {"hishi",     "play",    "--size", "9",
                          "--no-book", "--color", "both",   NULL};
    START("--color", "both");
    expect("\033[48;5;179m");
    expect("hishi> ");
    type("e5\r");
    expect("●\033[38;5;160m)");
    expect("hishi> ");
    type("c3\r");
    expect("[");
    expect("hishi> ");
    type("quit\r");
    expect("hishi> ");
    type("yes\r");
    expect_end();
    static char no_color[] = "NO_COLOR=1", dumb[] = "TERM=dumb", ascii[] = "LC_ALL=C";
    char *const without[] = {no_color, dumb, ascii};
    for (int i = 0; i < 3; i++) {
        start(play, (char *[]){without[i], NULL});
        expect("hishi> ");
        type("e5\r");
        expect(". .(X). .");
        expect("hishi> ");
        type("quit\r");
        expect("hishi> ");
        type("yes\r");
        expect_end();
        assert_null(strstr(terminal.seen, "\033["));
    }
}

int main(void)
{
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(shows_that_it_thinks_and_can_be_hurried),
        cmocka_unit_test(shows_the_best_moves_while_it_thinks),
        cmocka_unit_test(asks_before_a_game_is_lost),
        cmocka_unit_test(asks_before_another_game_begins),
        cmocka_unit_test(leaves_at_the_second_interrupt),
        cmocka_unit_test(leaves_at_once_when_nothing_is_lost),
        cmocka_unit_test(stops_a_game_against_itself),
        cmocka_unit_test(has_colours_where_they_are_wanted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
