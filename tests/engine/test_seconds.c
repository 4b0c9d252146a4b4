#include "tests/support/testing.h"

#include <sched.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/base/seconds.h"

static void spin(double seconds)
{
    double const end_s = thread_cpu_s() + seconds;
    while (thread_cpu_s() < end_s)
        continue;
}

/* Several compute on one core: each waits for the others.  */
static void a_busy_machine_shows(void **state)
{
    (void)state;
    enum { OTHERS = 3 };
    pid_t others[OTHERS];
    cpu_set_t before, one;
    assert_int_equal(sched_getaffinity(0, sizeof before, &before), 0);
    CPU_ZERO(&one);
    for (int i = 0; i < CPU_SETSIZE && !CPU_COUNT(&one); i++)
        if (CPU_ISSET(i, &before))
            CPU_SET(i, &one);
    assert_int_equal(sched_setaffinity(0, sizeof one, &one), 0);
    if (access("/proc/thread-self/schedstat", R_OK) != 0)
        skip();
    for (int i = 0; i < OTHERS; i++)
        if ((others[i] = fork()) == 0)
            for (;;)
                continue;
    spin(0.1);
    double const waits_ms = waiting_ms();
    for (int i = 0; i < OTHERS; i++) {
        kill(others[i], SIGKILL);
        waitpid(others[i], NULL, 0);
    }
    sched_setaffinity(0, sizeof before, &before);
    assert_true(waits_ms > 0.5 && waits_ms < 60000);
}

int main(void)
{
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(a_busy_machine_shows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
