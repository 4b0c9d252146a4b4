/* Thinking begun and ended in every way there is, by 1 to 16 threads, again and again,
   as happens on a GUI's long evening; and many moves in the same memory.  A few times
   of it here, ten thousand with HISHI_SLOW=1, or HISHI_CYCLES=N.  */
#include "tests/support/testing.h"

#include "engine/base/rng.h"
#include "tests/support/child.h"
#include "tests/support/tried.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

enum { THREADS_MAX = 16 };

static int many(int few)
{
    char const *const wanted = getenv("HISHI_CYCLES");
    return wanted ? atoi(wanted) : getenv("HISHI_SLOW") ? 10000 : few;
}

/* What is tried now, for the table of what was: a fault ends it.  */
static struct {
    char const *what;
    double before_s;
    long often;
    bool good;
} trial;

static void try(char const *what)
{
    trial.what = what;
    trial.before_s = tried_cpu_s();
    trial.often = 0;
    trial.good = false;
}

static int note_trial(void **state)
{
    (void)state;
    if (trial.often)
        tried(trial.what, trial.often, tried_cpu_s() - trial.before_s, !trial.good);
    trial.often = 0;
    return 0;
}

static void begin(struct child *child, int threads)
{
    char arguments[256];
    snprintf(arguments, sizeof arguments,
             "gtp --seed 1 --size 7 --time 0.3 --set resign_below=0 --set pondering=1 "
             "--set search.memory_mb=8 --set search.threads=%d",
             threads);
    child_start(child, arguments);
}

/* What is said next comes sometimes at once, sometimes in the midst of it.  */
static void wait_a_little(struct rng *rng)
{
    usleep(rng_below(rng, 4) ? rng_below(rng, 10000) : 0);
}

static void heard(struct child *child)
{
    char *const response = child_hear(child);
    assert_non_null(response);
    assert_int_equal(*response, '=');
    free(response);
}

static void ask(struct child *child, char const *line)
{
    child_say(child, line);
    heard(child);
}

/* ------------------------------------------------------------ ways to end it */

static void analyse(struct child *child, struct rng *rng)
{
    child_say(child,
              rng_below(rng, 2) ? "lz-analyze 1" : "kata-analyze 1 ownership true");
    wait_a_little(rng);
    ask(child, "\nname"); /* the one ends, the other is answered */
    heard(child);
}

static void move(struct child *child, struct rng *rng)
{
    child_say(child, rng_below(rng, 2) ? "genmove b" : "kata-genmove_analyze b 1");
    wait_a_little(rng);
    child_say(child, "# interrupt");
    heard(child);
}

/* The move is taken back, so that the board does not fill up.  */
static void ponder(struct child *child, struct rng *rng)
{
    move(child, rng);
    wait_a_little(rng);
    ask(child, "undo");
}

static void change_threads(struct child *child, struct rng *rng)
{
    char line[64];
    snprintf(line, sizeof line, "gogui-param search.threads %d",
             1 + (int)rng_below(rng, THREADS_MAX));
    ponder(child, rng);
    ask(child, line);
}

static void (*const cycles[])(struct child *, struct rng *) = {analyse, ponder,
                                                               change_threads};

/* ------------------------------------------------------------ ways to leave */

static void say_goodbye(struct child *child)
{
    child_say(child, "quit");
}

static void be_gone(struct child *child)
{
    close(child->out);
    child->out = -1;
}

static void terminate(struct child *child)
{
    kill(child->pid, SIGTERM);
}

static void (*const goodbyes[])(struct child *) = {say_goodbye, child_close_in, be_gone,
                                                   terminate};

/* It leaves by itself, and with success: no sanitizer has found anything.  */
static void leave_while_it_thinks(struct child *child, struct rng *rng, int way)
{
    static char const *const thoughts[] = {"genmove b", "lz-analyze 1",
                                           "kata-genmove_analyze b 1"};
    int status;
    child_say(child, thoughts[rng_below(rng, 3)]);
    if (rng_below(rng, 4))
        wait_a_little(rng);
    else
        move(child, rng); /* so that it ponders */
    goodbyes[way](child);
    assert_true(child_wait(child, CHILD_WAIT_MS, &status) < CHILD_WAIT_MS);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
}

static void begins_and_ends_with_any_number_of_threads(void **state)
{
    (void)state;
    enum { WAYS = 4, KINDS = 3, FEWEST = 5, MOST = 25 }; /* of one run */
    int const all = many(THREADS_MAX * FEWEST), each = all / THREADS_MAX;
    int const once = each < FEWEST ? FEWEST : each < MOST ? each : MOST;
    struct rng rng;
    rng_seed(&rng, 21);
    try("thinking begun and ended by 1 to 16 threads (`test_cycles`" TRIED_UNDER ")");
    for (int run = 0; run * once < all; run++) {
        struct child child;
        begin(&child, 1 + run % THREADS_MAX);
        for (int i = 1; i < once; i++)
            cycles[(run + i) % KINDS](&child, &rng);
        leave_while_it_thinks(&child, &rng, run / 5 % WAYS);
        trial.often += once;
    }
    trial.good = true;
}

/* ------------------------------------------------------------ memory */

static long resident_kb(struct child const *child)
{
    char path[64];
    long pages = 0;
    snprintf(path, sizeof path, "/proc/%d/statm", (int)child->pid);
    FILE *const file = fopen(path, "r");
    assert_non_null(file);
    assert_int_equal(fscanf(file, "%*d %ld", &pages), 1);
    fclose(file);
    return pages * (sysconf(_SC_PAGESIZE) / 1024);
}

/* Game after game; sanitizers keep what is freed, so that nothing is measured there. */
static void needs_no_more_memory_after_many_moves(void **state)
{
    (void)state;
    if (*TRIED_UNDER)
        skip();
    enum { GAME = 40, MORE_KB = 192 };
    int const moves = many(600);
    struct child child;
    long early_kb = 0;
    try("moves of one engine, for its memory (`test_cycles`)");
    child_start(&child, "gtp --seed 1 --size 9 --set resign_below=0 --set "
                        "search.playouts=40 --set search.threads=2 --set "
                        "search.memory_mb=1");
    for (int i = 0; i < moves; i++, trial.often++) {
        if (i % GAME == 0)
            ask(&child, "clear_board");
        ask(&child, i % 2 ? "genmove w" : "genmove b");
        if (i == moves / 4)
            early_kb = resident_kb(&child);
    }
    long const late_kb = resident_kb(&child);
    if (late_kb > early_kb + MORE_KB)
        fail_msg("%ld kB after %d moves, %ld after %d", early_kb, moves / 4, late_kb,
                 moves);
    child_finish(&child);
    trial.good = true;
}

int main(void)
{
    struct CMUnitTest const tests[] = {
        cmocka_unit_test_teardown(begins_and_ends_with_any_number_of_threads,
                                  note_trial),
        cmocka_unit_test_teardown(needs_no_more_memory_after_many_moves, note_trial),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
