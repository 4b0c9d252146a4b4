#include "tests/support/testing.h"

#include "gtp/input.h"

#include <pthread.h>
#include <time.h>
#include <unistd.h>

struct pipes {
    int from[2], end[2], out[2];
    struct input *input;
};

static void pipes_open(struct pipes *pipes)
{
    assert_int_equal(pipe(pipes->from), 0);
    assert_int_equal(pipe(pipes->end), 0);
    assert_int_equal(pipe(pipes->out), 0);
    pipes->input = input_open(pipes->from[0], pipes->end[0], pipes->out[1], NULL);
    assert_non_null(pipes->input);
}

static void pipes_close(struct pipes *pipes)
{
    input_close(pipes->input);
    for (int i = 0; i < 2; i++) {
        close(pipes->from[i]);
        close(pipes->end[i]);
        close(pipes->out[i]);
    }
}

static void say(struct pipes *pipes, char const *text)
{
    assert_int_equal(write(pipes->from[1], text, strlen(text)), strlen(text));
}

static void expect(struct pipes *pipes, char const *text)
{
    struct input_line line;
    assert_true(input_next(pipes->input, &line));
    assert_int_equal(line.size, strlen(text));
    assert_memory_equal(line.text, text, line.size);
    assert_false(line.cut);
    free(line.text);
}

static bool stops(struct pipes *pipes)
{
    return atomic_load(input_stop(pipes->input));
}

static void wait_until_it_stops(struct pipes *pipes)
{
    for (int ms = 0; ms < 10000 && !stops(pipes); ms++)
        nanosleep(&(struct timespec){0, 1000000}, NULL);
    assert_true(stops(pipes));
}

static void gives_lines_in_order(void **state)
{
    (void)state;
    struct pipes pipes;
    pipes_open(&pipes);
    say(&pipes, "one\n\ntwo ");
    say(&pipes, "and a half\r\nthree");
    expect(&pipes, "one");
    expect(&pipes, "");
    expect(&pipes, "two and a half\r");
    close(pipes.from[1]);
    expect(&pipes, "three");
    struct input_line line;
    assert_false(input_next(pipes.input, &line));
    assert_false(input_next(pipes.input, &line));
    pipes_close(&pipes);
}

static void interrupts_the_command_at_work(void **state)
{
    (void)state;
    struct pipes pipes;
    pipes_open(&pipes);
    say(&pipes, "work\n");
    expect(&pipes, "work");
    assert_false(stops(&pipes));
    say(&pipes, "# interrupt\n");
    wait_until_it_stops(&pipes);
    say(&pipes, "next\n");
    expect(&pipes, "next");
    assert_false(stops(&pipes));
    pipes_close(&pipes);
}

static void interrupts_what_was_sent_before_and_nothing_later(void **state)
{
    (void)state;
    struct pipes pipes;
    pipes_open(&pipes);
    say(&pipes, "begin\n");
    expect(&pipes, "begin");
    say(&pipes, "a\nb\n#\tinterrupt \r\nc\n");
    wait_until_it_stops(&pipes);
    expect(&pipes, "a");
    assert_true(stops(&pipes));
    expect(&pipes, "b");
    assert_true(stops(&pipes));
    expect(&pipes, "c");
    assert_false(stops(&pipes));
    pipes_close(&pipes);
}

static void takes_other_remarks_for_lines(void **state)
{
    (void)state;
    struct pipes pipes;
    pipes_open(&pipes);
    say(&pipes, "# interrupted\n#\n# interrupt it\nname # interrupt\n");
    expect(&pipes, "# interrupted");
    expect(&pipes, "#");
    expect(&pipes, "# interrupt it");
    expect(&pipes, "name # interrupt");
    assert_false(stops(&pipes));
    pipes_close(&pipes);
}

static void ends_at_once_when_told_to(void **state)
{
    (void)state;
    struct pipes pipes;
    struct input_line line;
    pipes_open(&pipes);
    say(&pipes, "work\nlater\nlater still\n");
    expect(&pipes, "work");
    assert_int_equal(write(pipes.end[1], "x", 1), 1);
    wait_until_it_stops(&pipes);
    assert_false(input_next(pipes.input, &line));
    pipes_close(&pipes);
}

static void ends_at_once_when_nobody_listens(void **state)
{
    (void)state;
    struct pipes pipes;
    struct input_line line;
    pipes_open(&pipes);
    say(&pipes, "work\nlater\n");
    expect(&pipes, "work");
    close(pipes.out[0]);
    wait_until_it_stops(&pipes);
    assert_false(input_next(pipes.input, &line));
    pipes_close(&pipes);
}

/* The command at work is finished, unless nobody is left to hear of it.  */
static void listens_on_when_the_lines_have_ended(void **state)
{
    (void)state;
    for (int way = 0; way < 2; way++) {
        struct pipes pipes;
        struct input_line line;
        pipes_open(&pipes);
        say(&pipes, "work\nlast");
        close(pipes.from[1]);
        expect(&pipes, "work");
        expect(&pipes, "last");
        assert_false(stops(&pipes));
        if (way)
            close(pipes.out[0]);
        else
            assert_int_equal(write(pipes.end[1], "x", 1), 1);
        wait_until_it_stops(&pipes);
        assert_false(input_next(pipes.input, &line));
        pipes_close(&pipes);
    }
}

enum { SILENCE_US = 300000 };

/* A goodbye is one when it is heard after a silence, however short a time ago the
   command at work was taken.  */
static void leaves_for_a_goodbye_after_silence(void **state)
{
    (void)state;
    for (int way = 0; way < 2; way++) {
        struct pipes pipes;
        pipes_open(&pipes);
        say(&pipes, "work\nlong ago\n");
        expect(&pipes, "work");
        usleep(SILENCE_US);
        expect(&pipes, "long ago");
        assert_false(stops(&pipes));
        if (way)
            say(&pipes, " 7 quit \n");
        else
            close(pipes.from[1]);
        wait_until_it_stops(&pipes);
        pipes_close(&pipes);
    }
}

/* Everything was said in one go, or after a silence in one go, or others wait.  */
static void does_not_leave_for_a_goodbye_in_one_breath(void **state)
{
    (void)state;
    static char const *const said[][2] = {
        {"work\nquit\n", ""}, {"", "work\n7 quit\n"}, {"work\nlater\n", "quit\n"}};
    for (size_t i = 0; i < sizeof said / sizeof *said; i++) {
        struct pipes pipes;
        pipes_open(&pipes);
        say(&pipes, said[i][0]);
        usleep(SILENCE_US);
        say(&pipes, said[i][1]);
        close(pipes.from[1]);
        expect(&pipes, "work");
        usleep(SILENCE_US);
        assert_false(stops(&pipes));
        pipes_close(&pipes);
    }
}

static void can_be_closed_while_it_waits(void **state)
{
    (void)state;
    struct pipes pipes;
    pipes_open(&pipes);
    say(&pipes, "half a li");
    pipes_close(&pipes);
}

enum { FLOOD = 3 * INPUT_LINE_MAX };

struct flood {
    int fd;
    atomic_int sent;
};

static void *write_flood(void *self)
{
    struct flood *const flood = self;
    static char const lines[4096] = {[100] = '\n', [4095] = '\n'};
    while (flood->sent < FLOOD) {
        if (write(flood->fd, lines, sizeof lines) != sizeof lines)
            break;
        flood->sent += (int)sizeof lines;
    }
    close(flood->fd);
    return NULL;
}

/* More than the queue may hold: the writer has to wait, and nothing is lost.  */
static void holds_back_a_flood(void **state)
{
    (void)state;
    struct pipes pipes;
    struct input_line line;
    pthread_t writer;
    int bytes = 0;
    pipes_open(&pipes);
    struct flood flood = {.fd = pipes.from[1]};
    assert_int_equal(pthread_create(&writer, NULL, write_flood, &flood), 0);
    nanosleep(&(struct timespec){0, 500000000}, NULL);
    assert_true(flood.sent < 2 * INPUT_LINE_MAX);
    while (input_next(pipes.input, &line)) {
        bytes += (int)line.size + 1;
        free(line.text);
    }
    assert_int_equal(bytes, FLOOD);
    pthread_join(writer, NULL);
    pipes_close(&pipes);
}

int main(void)
{
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(gives_lines_in_order),
        cmocka_unit_test(interrupts_the_command_at_work),
        cmocka_unit_test(interrupts_what_was_sent_before_and_nothing_later),
        cmocka_unit_test(takes_other_remarks_for_lines),
        cmocka_unit_test(ends_at_once_when_told_to),
        cmocka_unit_test(ends_at_once_when_nobody_listens),
        cmocka_unit_test(listens_on_when_the_lines_have_ended),
        cmocka_unit_test(leaves_for_a_goodbye_after_silence),
        cmocka_unit_test(does_not_leave_for_a_goodbye_in_one_breath),
        cmocka_unit_test(can_be_closed_while_it_waits),
        cmocka_unit_test(holds_back_a_flood),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
