#include "tests/support/testing.h"

#include "tests/support/child.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <regex.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>
#include <xalloc.h>

#include "engine/base/seconds.h"

static void run_hishi(char const *arguments)
{
    char *words = xstrdup(arguments), *argv[64] = {"hishi"};
    for (int i = 1; i < 63; i++)
        argv[i] = strsep(&words, " ");
    execv(getenv("HISHI"), argv);
    _exit(127);
}

void child_start(struct child *child, char const *arguments)
{
    int in[2], out[2];
    assert_non_null(getenv("HISHI"));
    assert_int_equal(pipe2(in, O_CLOEXEC), 0);
    assert_int_equal(pipe2(out, O_CLOEXEC), 0);
    signal(SIGPIPE, SIG_IGN);
    *child = (struct child){.pid = fork(), .in = in[1], .out = out[0]};
    assert_true(child->pid >= 0);
    if (child->pid == 0) {
        signal(SIGPIPE, SIG_DFL);
        dup2(in[0], 0);
        dup2(out[1], 1);
        dup2(open("/dev/null", O_WRONLY), 2);
        run_hishi(arguments);
    }
    close(in[0]);
    close(out[1]);
    fcntl(child->in, F_SETFL, O_NONBLOCK);
}

/* Take in what there is; false at the end of the output.  */
static bool read_more(struct child *child)
{
    enum { BITE = 65536 };
    while (child->size + BITE + 1 > child->capacity)
        child->text = x2realloc(child->text, &child->capacity);
    ssize_t const count = read(child->out, child->text + child->size, BITE);
    assert_true(count >= 0);
    child->size += (size_t)count;
    child->text[child->size] = '\0';
    return count > 0;
}

bool child_send(struct child *child, char const *bytes, size_t size)
{
    double const deadline = now_ms() + CHILD_WAIT_MS;
    while (size > 0) {
        struct pollfd polled[] = {{child->in, POLLOUT, 0}, {child->out, POLLIN, 0}};
        if (poll(polled, 2, 1000) < 0)
            fail_msg("poll: %s", strerror(errno));
        if (now_ms() > deadline)
            fail_msg("it does not read what it is sent");
        if (polled[1].revents & POLLIN)
            read_more(child);
        if (!polled[0].revents)
            continue;
        ssize_t const count = write(child->in, bytes, size);
        if (count < 0 && errno == EPIPE)
            return false;
        if (count > 0) {
            bytes += count;
            size -= (size_t)count;
        }
    }
    return true;
}

void child_say(struct child *child, char const *line)
{
    char *text;
    assert_true(asprintf(&text, "%s\n", line) > 0);
    assert_true(child_send(child, text, strlen(text)));
    free(text);
}

/* Case 12: the form of every response that a test hears, by section 2 of the
   specification, with a space after the id always, but for what is said line by line.
 */
static void check_form(char const *response)
{
    regex_t form;
    assert_int_equal(
        regcomp(&form, "^(=[0-9]*|[=?][0-9]* ([^\n]*))(\n[^\n]+)*$", REG_EXTENDED), 0);
    if (regexec(&form, response, 0, NULL, 0) != 0 || strpbrk(response, "\t\r"))
        fail_msg("not a response: [%s]", response);
    regfree(&form);
}

/* The text before the first empty line, taken out of what was read.  */
static char *take_response(struct child *child)
{
    char const *const end = child->size ? strstr(child->text, "\n\n") : NULL;
    if (!end)
        return NULL;
    size_t const size = (size_t)(end - child->text);
    char *const response = xcharalloc(size + 1);
    memcpy(response, child->text, size);
    response[size] = '\0';
    child->size -= size + 2;
    memmove(child->text, end + 2, child->size + 1);
    return response;
}

char *child_hear(struct child *child)
{
    double const deadline = now_ms() + CHILD_WAIT_MS;
    char *response;
    while (!(response = take_response(child))) {
        struct pollfd polled = {child->out, POLLIN, 0};
        int const wait_ms = (int)(deadline - now_ms());
        if (wait_ms <= 0 || poll(&polled, 1, wait_ms) <= 0)
            fail_msg("no response; so far [%s]", child->size ? child->text : "");
        if (!read_more(child)) {
            if (child->size)
                fail_msg("it ended in the middle of [%s]", child->text);
            return NULL;
        }
    }
    check_form(response);
    return response;
}

/* Is there a line that has come to its end and matches?  */
static bool has_line(struct child const *child, regex_t const *wanted)
{
    char const *line = child->size ? child->text : "", *end;
    for (bool found = false; (end = strchr(line, '\n')); line = end + 1) {
        char *const copy = xmemdup(line, (size_t)(end - line) + 1);
        copy[end - line] = '\0';
        found = regexec(wanted, copy, 0, NULL, 0) == 0;
        free(copy);
        if (found)
            return true;
    }
    return false;
}

double child_await(struct child *child, char const *expression)
{
    double const begin = now_ms();
    regex_t wanted;
    assert_int_equal(regcomp(&wanted, expression, REG_EXTENDED | REG_NOSUB), 0);
    while (!has_line(child, &wanted)) {
        struct pollfd polled = {child->out, POLLIN, 0};
        int const wait_ms = (int)(begin + CHILD_WAIT_MS - now_ms());
        if (wait_ms <= 0 || poll(&polled, 1, wait_ms) <= 0 || !read_more(child))
            fail_msg("no line %s; so far [%s]", expression,
                     child->size ? child->text : "");
    }
    regfree(&wanted);
    return now_ms() - begin;
}

char *child_rest(struct child *child)
{
    double const deadline = now_ms() + CHILD_WAIT_MS;
    for (;;) {
        struct pollfd polled = {child->out, POLLIN, 0};
        int const wait_ms = (int)(deadline - now_ms());
        if (wait_ms <= 0 || poll(&polled, 1, wait_ms) <= 0)
            fail_msg("no end of output; so far [%s]", child->size ? child->text : "");
        if (!read_more(child))
            return xstrdup(child->size ? child->text : "");
    }
}

char *child_ask(struct child *child, char const *line)
{
    child_say(child, line);
    char *const response = child_hear(child);
    if (!response)
        fail_msg("it ended instead of answering '%.60s'", line);
    return response;
}

void child_close_in(struct child *child)
{
    if (child->in >= 0)
        close(child->in);
    child->in = -1;
}

double child_wait(struct child *child, int within_ms, int *status)
{
    double const begin = now_ms();
    struct timespec const while_waiting = {0, 1000000};
    while (waitpid(child->pid, status, WNOHANG) == 0) {
        if (now_ms() - begin > within_ms) {
            kill(child->pid, SIGKILL);
            waitpid(child->pid, status, 0);
            fail_msg("it has not ended within %d ms", within_ms);
        }
        nanosleep(&while_waiting, NULL);
    }
    double const took = now_ms() - begin;
    child_close_in(child);
    close(child->out);
    free(child->text);
    return took;
}

void child_finish(struct child *child)
{
    int status;
    child_close_in(child);
    char *const response = child_hear(child);
    if (response)
        fail_msg("one response too many: [%s]", response);
    child_wait(child, CHILD_WAIT_MS, &status);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
}
