#include <config.h>

#include "tools/soak/neighbour.h"

#include <errno.h>
#include <error.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "engine/base/rng.h"
#include "engine/base/seconds.h"
#include "tools/progress.h"

enum {
    TAKEN_MIN_MS = 100,
    TAKEN_MAX_MS = 300,
    LEFT_MIN_MS = 500, /* between two times */
    LEFT_MAX_MS = 3000,
    BURNERS = 4,
};

/* One of the cores we may have, and no other from now on, for all our children.  */
static void keep_to_one_core(struct rng *rng)
{
    cpu_set_t cores, one;
    if (sched_getaffinity(0, sizeof cores, &cores) != 0)
        return;
    int skip = (int)rng_below(rng, (uint32_t)CPU_COUNT(&cores));
    CPU_ZERO(&one);
    for (int core = 0; core < CPU_SETSIZE; core++)
        if (CPU_ISSET(core, &cores) && skip-- == 0)
            CPU_SET(core, &one);
    sched_setaffinity(0, sizeof one, &one);
}

/* Nobody survives the one who would set it going again.  */
static pid_t start(char *const words[], sigset_t const *signals)
{
    pid_t const parent = getpid(), pid = fork();
    if (pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        sigprocmask(SIG_UNBLOCK, signals, NULL);
        if (getppid() == parent)
            execvp(words[0], words);
        _exit(127);
    }
    return pid;
}

/* Compute, several at a time, for MS.  */
static void burn(int ms)
{
    double const end_s = now_s() + ms / 1e3;
    for (int i = 0; i < BURNERS; i++)
        if (fork() == 0) {
            prctl(PR_SET_PDEATHSIG, SIGKILL);
            while (now_s() < end_s)
                continue;
            _exit(0);
        }
}

/* Sleep for MS, or until something becomes of a child.  Has CHILD ended?  */
static bool wait_for(pid_t child, int ms, sigset_t const *signals, int *status)
{
    double const end_s = now_s() + ms / 1e3;
    for (double left_s; (left_s = end_s - now_s()) > 0;) {
        struct timespec const rest = {(time_t)left_s,
                                      (long)(1e9 * (left_s - (double)(time_t)left_s))};
        sigtimedwait(signals, NULL, &rest);
        for (pid_t pid; (pid = waitpid(-1, status, WNOHANG)) > 0;)
            if (pid == child)
                return true;
    }
    return false;
}

static int between(struct rng *rng, int least, int most)
{
    return least + (int)rng_below(rng, (uint32_t)(most - least + 1));
}

/* Let CHILD run, and take its core away, by turns.  How it ended.  */
static int disturb(pid_t child, struct rng *rng, sigset_t const *signals)
{
    int status;
    while (!wait_for(child, between(rng, LEFT_MIN_MS, LEFT_MAX_MS), signals, &status)) {
        bool const stop = rng_below(rng, 2);
        int const ms = between(rng, TAKEN_MIN_MS, TAKEN_MAX_MS);
        if (stop)
            kill(child, SIGSTOP);
        else
            burn(ms);
        bool const ended = wait_for(child, ms, signals, &status);
        if (ended)
            return status;
        if (stop)
            kill(child, SIGCONT);
    }
    return status;
}

int neighbour_run(char *const words[], uint64_t seed)
{
    struct rng rng;
    sigset_t signals;
    rng_seed(&rng, seed);
    sigemptyset(&signals);
    sigaddset(&signals, SIGCHLD);
    sigprocmask(SIG_BLOCK, &signals, NULL);
    keep_to_one_core(&rng);
    pid_t const child = start(words, &signals);
    if (child < 0)
        error(EXIT_FAILURE, errno, "cannot start '%s'", words[0]);
    int const status = disturb(child, &rng, &signals);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
