#include "tests/support/testing.h"

#include <fcntl.h>
#include <signal.h>

#include "engine/base/seconds.h"
#include "tests/support/fake_engine.h"
#include "tools/match/peer.h"

static double const patience = 60; /* longer than anything good takes */

static struct peer *start(char const *mode, int at)
{
    enum fault fault;
    struct failure why;
    struct peer *const peer =
        peer_start(fake_command(mode, at, 1), patience, NULL, &fault, &why);
    if (!peer)
        fail_msg("%s", why.text);
    return peer;
}

static void is_introduced_and_answers(void **state)
{
    (void)state;
    struct peer *const peer = start("good", 0);
    struct reply reply;
    assert_string_equal(peer_title(peer), "Fake 1");
    assert_true(peer_knows(peer, "name") && peer_knows(peer, "quit"));
    assert_true(peer_knows(peer, "time_left"));
    assert_false(peer_knows(peer, "time") || peer_knows(peer, "left"));
    assert_true(peer_ask(peer, patience, &reply, "boardsize %d", 9));
    assert_string_equal(reply.text, "");
    assert_true(peer_ask(peer, patience, &reply, "genmove b"));
    assert_true(strlen(reply.text) >= 2 && peer_works(peer));
    peer_stop(peer);
}

static void tells_what_was_wrong_with_an_answer(void **state)
{
    (void)state;
    static struct {
        char const *mode;
        enum fault fault;
        char const *says; /* part of the reason */
    } const cases[] = {
        {"crash", FAULT_CRASH, "exited with status 3"},
        {"abort", FAULT_CRASH,
         "signal 9 (Killed) when asked 'genmove b'; its last words: "
         "something is very wrong"},
        {"close-stdout", FAULT_CRASH, "lives on"},
        {"hang", FAULT_TIMEOUT, "no answer to 'genmove b'"},
        {"flood", FAULT_FLOOD, "more than"},
        {"long-line", FAULT_FLOOD, "more than"},
        {"chatter", FAULT_NONSENSE, "I think that D4 is best"},
        {"wrong-id", FAULT_NONSENSE, "D4"},
        {"no-id", FAULT_NONSENSE, "= D4"},
        {"refuse", FAULT_REFUSAL, "I would rather not"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct peer *const peer = start(cases[i].mode, 2);
        struct reply reply;
        bool const waits =
            cases[i].fault == FAULT_TIMEOUT || strcmp(cases[i].mode, "chatter") == 0;
        assert_true(peer_ask(peer, patience, &reply, "genmove b"));
        assert_false(peer_ask(peer, waits ? 0.3 : patience, &reply, "genmove b"));
        if (reply.fault != cases[i].fault || !strstr(reply.why.text, cases[i].says))
            fail_msg("%s was '%s': %s", cases[i].mode, fault_table[reply.fault].name,
                     reply.why.text);
        /* Only a refusal leaves it fit for more; the others fail at once.  */
        assert_int_equal(peer_works(peer), reply.fault == FAULT_REFUSAL);
        double const before = now_s();
        bool const again = peer_ask(peer, patience, &reply, "name");
        assert_int_equal(again, peer_works(peer));
        assert_true(now_s() - before < 100); /* it would take 1000 */
        peer_stop(peer);
    }
}

static void does_not_take_an_answer_too_many_for_the_next(void **state)
{
    (void)state;
    struct peer *const peer = start("twice", 1);
    struct reply reply;
    assert_true(peer_ask(peer, patience, &reply, "genmove b"));
    assert_string_equal(reply.text, "pass");
    assert_false(peer_ask(peer, patience, &reply, "genmove b"));
    assert_int_equal(reply.fault, FAULT_NONSENSE);
    peer_stop(peer);
}

/* Whether the question goes into the pipe before the other end is closed or after.  */
static void notices_a_closed_input(void **state)
{
    (void)state;
    signal(SIGPIPE, SIG_IGN);
    for (int i = 0; i < 6; i++) {
        struct peer *const peer = start("close-stdin", 1);
        struct reply reply;
        assert_true(peer_ask(peer, patience, &reply, "genmove b"));
        fake_sleep(i % 2 ? 0.1 : 0);
        bool const answered = peer_ask(peer, patience, &reply, "genmove b");
        assert_false(answered);
        assert_int_equal(reply.fault, FAULT_CRASH);
        peer_stop(peer);
    }
}

static void bears_greetings_empty_lines_and_much_stderr(void **state)
{
    (void)state;
    static char const *const modes[] = {"greet", "flood-stderr"};
    for (size_t i = 0; i < sizeof modes / sizeof *modes; i++) {
        struct peer *const peer = start(modes[i], 2);
        struct reply reply;
        for (int k = 0; k < 5; k++)
            if (!peer_ask(peer, patience, &reply, "genmove b"))
                fail_msg("%s: %s", modes[i], reply.why.text);
        peer_stop(peer);
    }
}

static void does_not_start_what_does_not_speak_gtp(void **state)
{
    (void)state;
    static struct {
        char const *command;
        enum fault fault;
        char const *says;
    } const cases[] = {
        {"/no/such/engine", FAULT_CRASH, "exited with status 127"},
        {"exit 7;", FAULT_CRASH, "exited with status 7"},
        {"cat", FAULT_NONSENSE, "1 name"},
        {"sleep 1000", FAULT_TIMEOUT, "no answer to 'name'"},
        {"yes", FAULT_FLOOD, "more than"},
        {"cat /dev/zero", FAULT_FLOOD, "more than"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        enum fault fault;
        struct failure why;
        assert_null(peer_start(cases[i].command, 2, NULL, &fault, &why));
        if (fault != cases[i].fault || !strstr(why.text, cases[i].says))
            fail_msg("'%s' was '%s': %s", cases[i].command, fault_table[fault].name,
                     why.text);
    }
}

static void stops_waiting_when_it_is_told(void **state)
{
    (void)state;
    atomic_bool stop = false;
    enum fault fault;
    struct failure why;
    struct reply reply;
    struct peer *const peer =
        peer_start(fake_command("hang", 1, 1), patience, &stop, &fault, &why);
    assert_non_null(peer);
    atomic_store(&stop, true);
    double const before = now_s();
    assert_false(peer_ask(peer, 1000, &reply, "genmove b"));
    assert_int_equal(reply.fault, FAULT_STOPPED);
    assert_true(now_s() - before < 100); /* it would take 1000 */
    peer_stop(peer);
}

/* Running, and not only waiting to be buried by a parent that does not care.  */
static bool is_alive(int pid)
{
    char path[64], text[512] = "";
    snprintf(path, sizeof path, "/proc/%d/stat", pid);
    FILE *const in = fopen(path, "r");
    if (!in)
        return false;
    char const *const line = fgets(text, sizeof text, in);
    fclose(in);
    char const *const after_name = line ? strrchr(line, ')') : NULL;
    return after_name && after_name[2] != 'Z';
}

static void leaves_no_process_behind(void **state)
{
    (void)state;
    struct peer *const peer = start("child", 0);
    int const child = atoi(peer_title(peer) + strlen("Fake "));
    assert_true(child > 0 && is_alive(child));
    peer_stop(peer);
    for (int i = 0; i < 100 && is_alive(child); i++)
        fake_sleep(0.02);
    assert_false(is_alive(child));
}

static void kills_what_ignores_quit(void **state)
{
    (void)state;
    struct peer *const peer = start("ignore-quit", 0);
    double const before = now_s();
    peer_stop(peer);
    assert_true(now_s() - before < 100); /* it would take 1000 */
}

static void measures_what_the_child_computes(void **state)
{
    (void)state;
    struct peer *const peer = start("burn", 0);
    struct reply reply;
    peer_survey(peer);
    for (int i = 0; i < 3; i++) {
        assert_true(peer_ask(peer, patience, &reply, "genmove b"));
        assert_true(reply.cpu_s <= reply.wall_s + 0.01);
        /* The first burn is shorter by what starting took.  */
        assert_true(reply.cpu_s > (i ? 0.08 : 0.001) && reply.cpu_s < 0.2);
    }
    peer_stop(peer);
}

/* A shell that waits computes nothing; the engine below it does.  */
static void measures_through_a_wrapper(void **state)
{
    (void)state;
    char command[5000];
    snprintf(command, sizeof command, "%s; exit $?", fake_command("burn", 0, 1));
    enum fault fault;
    struct failure why;
    struct reply reply;
    struct peer *const peer = peer_start(command, patience, NULL, &fault, &why);
    assert_non_null(peer);
    peer_survey(peer);
    assert_true(peer_ask(peer, patience, &reply, "genmove b"));
    assert_true(peer_ask(peer, patience, &reply, "genmove b"));
    assert_true(reply.cpu_s > 0.08);
    peer_stop(peer);
}

static void reads_the_stderr_of_one_that_talks_in_the_others_time(void **state)
{
    (void)state;
    struct peer *const talker = start("flood-stderr", 1);
    struct peer *const other = start("slow", 1);
    struct reply reply;
    peer_mind(other, talker);
    assert_true(peer_ask(other, patience, &reply, "genmove b"));
    assert_true(peer_ask(talker, patience, &reply, "genmove b"));
    peer_mind(other, NULL);
    peer_stop(talker);
    peer_stop(other);
}

int main(int argc, char **argv)
{
    if (fake_engine_runs(argc, argv))
        return fake_engine(argc, argv);
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(is_introduced_and_answers),
        cmocka_unit_test(tells_what_was_wrong_with_an_answer),
        cmocka_unit_test(does_not_take_an_answer_too_many_for_the_next),
        cmocka_unit_test(notices_a_closed_input),
        cmocka_unit_test(bears_greetings_empty_lines_and_much_stderr),
        cmocka_unit_test(does_not_start_what_does_not_speak_gtp),
        cmocka_unit_test(stops_waiting_when_it_is_told),
        cmocka_unit_test(leaves_no_process_behind),
        cmocka_unit_test(kills_what_ignores_quit),
        cmocka_unit_test(measures_what_the_child_computes),
        cmocka_unit_test(measures_through_a_wrapper),
        cmocka_unit_test(reads_the_stderr_of_one_that_talks_in_the_others_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
