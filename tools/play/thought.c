/* tools/play/thought.c -- thinking that is seen and can be interrupted. */
#include <config.h>

#include "tools/play/play.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

#include "engine/base/seconds.h"

/* A signal's handler can be handed nothing.  */
static atomic_bool interrupted;

static void note_interrupt(int signal_number)
{
    (void)signal_number;
    atomic_store(&interrupted, true);
}

/* What stdio has read ahead poll does not see, so it is not to read ahead.  */
void thought_mind_interrupts(void)
{
    struct sigaction const note = {.sa_handler = note_interrupt};
    sigaction(SIGINT, &note, NULL);
    setvbuf(stdin, NULL, _IONBF, 0);
}

/* The signal is let in only while we wait: none can slip in between looking and
   waiting.  */
bool thought_wait_for_line(void)
{
    struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
    sigset_t interrupt, before;
    sigemptyset(&interrupt);
    sigaddset(&interrupt, SIGINT);
    pthread_sigmask(SIG_BLOCK, &interrupt, &before);
    bool const came =
        !atomic_load(&interrupted) && ppoll(&input, 1, NULL, &before) >= 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return came;
}

atomic_bool const *thought_stop(void)
{
    return &interrupted;
}

bool thought_was_interrupted(void)
{
    return atomic_exchange(&interrupted, false);
}

/* ------------------------------------------------------------ the sign */

/* A line that a thread of its own keeps up to date and that is gone in the end.  */
struct sign {
    char const *who;
    bool shown;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    bool done;
};

static void draw_sign(struct sign const *sign, long seconds)
{
    printf("\r\033[K%s is thinking", sign->who);
    if (seconds > 0)
        printf(", %ld s", seconds);
    fputs(" (Ctrl-C: enough) ...", stdout);
    fflush(stdout);
}

static void *keep_sign(void *context)
{
    struct sign *const sign = context;
    double const begin_s = now_s();
    pthread_mutex_lock(&sign->lock);
    for (long seconds = 0; !sign->done; seconds++) {
        draw_sign(sign, seconds);
        struct timespec const next = moment_of(begin_s + (double)seconds + 1);
        while (!sign->done &&
               pthread_cond_timedwait(&sign->changed, &sign->lock, &next) != ETIMEDOUT)
            ;
    }
    fputs("\r\033[K", stdout);
    fflush(stdout);
    pthread_mutex_unlock(&sign->lock);
    return NULL;
}

static void sign_begin(struct sign *sign)
{
    pthread_condattr_t monotonic;
    sign->done = false;
    pthread_mutex_init(&sign->lock, NULL);
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&sign->changed, &monotonic);
    pthread_condattr_destroy(&monotonic);
    sign->shown =
        sign->shown && pthread_create(&sign->thread, NULL, keep_sign, sign) == 0;
}

static void sign_end(struct sign *sign)
{
    pthread_mutex_lock(&sign->lock);
    sign->done = true;
    pthread_cond_signal(&sign->changed);
    pthread_mutex_unlock(&sign->lock);
    if (sign->shown)
        pthread_join(sign->thread, NULL);
    pthread_cond_destroy(&sign->changed);
    pthread_mutex_destroy(&sign->lock);
}

bool thought_genmove(struct play *play, enum color color, enum genmove how,
                     struct decision *decision, struct failure *why)
{
    struct sign sign = {
        .who = how == GENMOVE_ASK ? "Hishi" : side_name(color),
        .shown = terminal_has_lines(),
    };
    fflush(stdout);
    sign_begin(&sign);
    bool const decided = session_genmove(play->session, color, how, decision, why);
    sign_end(&sign);
    return decided;
}
