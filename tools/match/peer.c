#include <config.h>

#include "tools/match/peer.h"

#include <c-ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <xalloc.h>

#include "engine/base/seconds.h"

extern char **environ;

struct fault_row const fault_table[FAULTS] = {
    [FAULT_NONE] = {"none", "did nothing wrong"},
    [FAULT_ILLEGAL] = {"illegal", "made an illegal move"},
    [FAULT_REFUSAL] = {"refusal", "refused a lawful command"},
    [FAULT_TIMEOUT] = {"timeout", "did not answer in time"},
    [FAULT_CRASH] = {"crash", "broke off"},
    [FAULT_NONSENSE] = {"nonsense", "answered nonsense"},
    [FAULT_FLOOD] = {"flood", "flooded its output"},
    [FAULT_STOPPED] = {"stopped", "was stopped by us"},
};

enum {
    ANSWER_MAX = 1 << 20, /* bytes of output for one question; more is a flood */
    CHUNK = 1 << 16,
    TAIL_MAX = 200,    /* what is kept of stderr and of stray output */
    MEMBERS_MAX = 64,  /* processes whose CPU time is counted */
    SLICE_MS = 100,    /* how long a stop may go unnoticed */
    FAREWELL_MS = 1000 /* between quit and the kill */
};

/* The last line that was not empty, for a sentence about what went wrong.  */
struct tail {
    char line[TAIL_MAX], last[TAIL_MAX];
    int length;
};

struct peer {
    pid_t pid;
    int in, out, err;        /* our ends of its stdin, stdout, stderr, or -1 */
    bool broken;             /* a fault came before */
    unsigned id;             /* of the last question */
    atomic_bool const *stop; /* or NULL */
    struct peer *other;      /* see peer_mind */
    clockid_t cpu[MEMBERS_MAX];
    int members;
    char *commands; /* "\nname\nversion\n..." */
    char *title;
    struct tail stderr_tail, stray;
    /* What came from stdout: read but not yet heard, and the answer so far, of
       which [0, DONE) are whole lines and [DONE, FILL) is the current one.  */
    char chunk[CHUNK];
    size_t chunk_at, chunk_end;
    char *answer; /* owned; ANSWER_MAX and an end */
    size_t done, fill, heard;
    bool answering, complete, success, wrong_id;
};

/* ---------------------------------------------------------------- time */

static double cpu_s(struct peer const *peer)
{
    double sum = 0;
    for (int i = 0; i < peer->members; i++) {
        double const used = seconds_of(peer->cpu[i]);
        sum += used > 0 ? used : 0;
    }
    return sum;
}

static void count_member(struct peer *peer, pid_t pid)
{
    if (peer->members < MEMBERS_MAX &&
        clock_getcpuclockid(pid, &peer->cpu[peer->members]) == 0)
        peer->members++;
}

/* The process group of PID as /proc tells it, or -1.  */
static pid_t group_of(char const *pid)
{
    char path[64], text[512];
    snprintf(path, sizeof path, "/proc/%.20s/stat", pid);
    FILE *const in = fopen(path, "re");
    if (!in)
        return -1;
    size_t const length = fread(text, 1, sizeof text - 1, in);
    fclose(in);
    text[length] = '\0';
    /* "7 (name) S parent group ...", and the name may hold anything.  */
    char const *const after_name = strrchr(text, ')');
    int group;
    return after_name && sscanf(after_name + 1, " %*c %*d %d", &group) == 1 ? group
                                                                            : -1;
}

void peer_survey(struct peer *peer)
{
    peer->members = 0;
    count_member(peer, peer->pid);
    DIR *const proc = opendir("/proc");
    if (!proc)
        return;
    for (struct dirent *entry; (entry = readdir(proc));)
        if (c_isdigit(entry->d_name[0]) && group_of(entry->d_name) == peer->pid) {
            pid_t const pid = (pid_t)strtol(entry->d_name, NULL, 10);
            if (pid != peer->pid)
                count_member(peer, pid);
        }
    closedir(proc);
}

/* ---------------------------------------------------------------- what it says */

static void tail_add(struct tail *tail, char const *text, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        if (text[i] != '\n') {
            if (tail->length < TAIL_MAX - 1 && !c_iscntrl(text[i]))
                tail->line[tail->length++] = text[i];
            continue;
        }
        if (tail->length > 0) {
            memcpy(tail->last, tail->line, tail->length);
            tail->last[tail->length] = '\0';
        }
        tail->length = 0;
    }
}

static char const *tail_text(struct tail *tail)
{
    tail_add(tail, "\n", 1);
    return tail->last;
}

static void close_end(int *end)
{
    if (*end >= 0)
        close(*end);
    *end = -1;
}

static void read_stderr(struct peer *peer)
{
    char chunk[CHUNK];
    ssize_t const got = peer->err < 0 ? 0 : read(peer->err, chunk, sizeof chunk);
    if (got > 0)
        tail_add(&peer->stderr_tail, chunk, (size_t)got);
    else if (got == 0 || (errno != EAGAIN && errno != EINTR))
        close_end(&peer->err);
}

static void start_hearing(struct peer *peer)
{
    peer->done = peer->fill = peer->heard = 0;
    peer->answering = peer->complete = peer->success = peer->wrong_id = false;
    memset(&peer->stray, 0, sizeof peer->stray);
}

/* The current line, "=12 text" or "?12 text", begins an answer; the text goes to
   the front.  */
static void begin_answer(struct peer *peer)
{
    char const *const line = peer->answer + peer->done;
    char *text;
    peer->answering = true;
    peer->success = *line == '=';
    peer->wrong_id = !c_isdigit(line[1]) || strtoul(line + 1, &text, 10) != peer->id;
    if (peer->wrong_id) {
        tail_add(&peer->stray, line, strlen(line));
        return;
    }
    while (*text == ' ')
        text++;
    peer->fill = strlen(text);
    memmove(peer->answer, text, peer->fill);
    peer->answer[peer->fill++] = '\n';
    peer->done = peer->fill;
}

/* Lines outside an answer are passed over: some engines greet, some leave an
   extra empty line.  */
static void end_line(struct peer *peer)
{
    char *const line = peer->answer + peer->done;
    bool const empty = peer->fill == peer->done;
    peer->answer[peer->fill] = '\0';
    if (!peer->answering && (*line == '=' || *line == '?')) {
        begin_answer(peer);
    } else if (!peer->answering) {
        tail_add(&peer->stray, line, peer->fill);
        tail_add(&peer->stray, "\n", 1);
        peer->fill = 0;
    } else if (empty) {
        peer->complete = true;
    } else {
        peer->answer[peer->fill++] = '\n';
        peer->done = peer->fill;
    }
}

/* Take in the chunk up to the end of the answer, dropping what GTP drops.  */
static void hear(struct peer *peer)
{
    while (peer->chunk_at < peer->chunk_end && !peer->complete && !peer->wrong_id &&
           peer->heard < ANSWER_MAX) {
        char const c = peer->chunk[peer->chunk_at++];
        peer->heard++;
        if (c == '\n')
            end_line(peer);
        else if (c == '\t')
            peer->answer[peer->fill++] = ' ';
        else if (!c_iscntrl(c))
            peer->answer[peer->fill++] = c;
    }
}

/* True when there was something, or may be later.  */
static bool read_stdout(struct peer *peer)
{
    ssize_t const got = read(peer->out, peer->chunk, sizeof peer->chunk);
    if (got < 0)
        return errno == EAGAIN || errno == EINTR;
    peer->chunk_at = 0;
    peer->chunk_end = (size_t)got;
    return got > 0;
}

/* ---------------------------------------------------------------- one question */

/* How the child ended, for a sentence; waits a moment for it to do so.  */
static void describe_end(struct peer *peer, char *text, size_t size)
{
    siginfo_t info = {0};
    for (int i = 0; i < 40; i++) {
        info.si_pid = 0;
        if (waitid(P_PID, (id_t)peer->pid, &info, WEXITED | WNOHANG | WNOWAIT) != 0 ||
            info.si_pid != 0)
            break;
        nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
    }
    if (info.si_pid == 0)
        snprintf(text, size, "closed its pipes and lives on");
    else if (info.si_code == CLD_EXITED)
        snprintf(text, size, "exited with status %d", info.si_status);
    else
        snprintf(text, size, "was ended by signal %d (%s)", info.si_status,
                 strsignal(info.si_status));
}

/* Fill in REPLY for a fault that ends the peer's usefulness.  */
static bool broke(struct peer *peer, struct reply *reply, enum fault fault,
                  char const *question)
{
    char end[128];
    peer->broken = true;
    reply->fault = fault;
    switch (fault) {
    case FAULT_TIMEOUT:
        return failed(&reply->why, "no answer to '%s' within %.1f s", question,
                      reply->wall_s);
    case FAULT_NONSENSE:
        return failed(&reply->why, "answered '%s' with '%s'", question,
                      tail_text(&peer->stray));
    case FAULT_FLOOD:
        return failed(&reply->why, "answered '%s' with more than %d bytes", question,
                      ANSWER_MAX);
    case FAULT_CRASH:
        describe_end(peer, end, sizeof end);
        read_stderr(peer);
        return failed(&reply->why, "%s when asked '%s'%s%s", end, question,
                      *tail_text(&peer->stderr_tail) ? "; its last words: " : "",
                      tail_text(&peer->stderr_tail));
    default:
        return failed(&reply->why, "%s", fault_table[fault].tale);
    }
}

/* Wait up to WAIT_MS for something to read or write, and do it: what is left of
   the question goes out, answer and stderr come in.  False: a pipe is closed, be
   it that who has the question in the pipe will never read it.  */
static bool exchange(struct peer *peer, char const **text, size_t *length, int wait_ms)
{
    struct pollfd ends[] = {
        {.fd = peer->out, .events = POLLIN},
        {.fd = peer->in, .events = *length > 0 ? POLLOUT : 0},
        {.fd = peer->err, .events = POLLIN},
        {.fd = peer->other ? peer->other->err : -1, .events = POLLIN},
    };
    if (poll(ends, sizeof ends / sizeof *ends, wait_ms) <= 0)
        return true;
    if (ends[2].revents)
        read_stderr(peer);
    if (ends[3].revents)
        read_stderr(peer->other);
    if (ends[1].revents && *length > 0) {
        ssize_t const sent = write(peer->in, *text, *length);
        if (sent < 0 && errno != EAGAIN && errno != EINTR)
            return false;
        *text += sent > 0 ? sent : 0;
        *length -= sent > 0 ? (size_t)sent : 0;
    }
    return ends[0].revents ? read_stdout(peer) : !(ends[1].revents & POLLERR);
}

/* Send TEXT of LENGTH bytes and hear until the answer is complete; returns what
   was wrong with it.  */
static enum fault converse(struct peer *peer, char const *text, size_t length,
                           double until_s)
{
    for (;;) {
        hear(peer);
        if (peer->wrong_id)
            return FAULT_NONSENSE;
        if (peer->complete)
            return peer->success ? FAULT_NONE : FAULT_REFUSAL;
        if (peer->heard >= ANSWER_MAX)
            return FAULT_FLOOD;
        if (peer->stop && atomic_load(peer->stop))
            return FAULT_STOPPED;
        double const left_ms = 1000 * (until_s - now_s());
        if (left_ms <= 0)
            return *tail_text(&peer->stray) ? FAULT_NONSENSE : FAULT_TIMEOUT;
        if (!exchange(peer, &text, &length, (int)fmin(ceil(left_ms), SLICE_MS)))
            return FAULT_CRASH;
    }
}

bool peer_ask(struct peer *peer, double deadline_s, struct reply *reply,
              char const *format, ...)
{
    char question[512], line[sizeof question + 16];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(question, sizeof question, format, arguments);
    va_end(arguments);
    int const length = snprintf(line, sizeof line, "%u %s\n", ++peer->id, question);

    *reply = (struct reply){.text = ""};
    if (peer->broken) {
        reply->fault = FAULT_CRASH;
        return failed(&reply->why, "is not running any more");
    }
    start_hearing(peer);
    double const cpu = cpu_s(peer), start = now_s();
    enum fault const fault = converse(peer, line, (size_t)length, start + deadline_s);
    reply->wall_s = now_s() - start;
    reply->cpu_s = fmax(0, cpu_s(peer) - cpu);
    if (fault != FAULT_NONE && fault != FAULT_REFUSAL)
        return broke(peer, reply, fault, question);

    while (peer->done > 0 && c_isspace(peer->answer[peer->done - 1]))
        peer->done--;
    peer->answer[peer->done] = '\0';
    reply->text = peer->answer;
    reply->fault = fault;
    return fault == FAULT_NONE ||
           failed(&reply->why, "refused '%s': %.200s", question, reply->text);
}

/* ---------------------------------------------------------------- its life */

/* A command that needs no shell but to be taken apart replaces the shell, so
   that the process we start, and see end, is the engine itself.  */
static bool is_simple(char const *command)
{
    size_t const first_word = strcspn(command, " ");
    return !strpbrk(command, ";&|<>()`\n") && !memchr(command, '=', first_word);
}

/* Start COMMAND with the child's ends of the three pipes.  */
static int spawn(pid_t *pid, char const *command, int in, int out, int err)
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t all, none;
    sigfillset(&all);
    sigemptyset(&none);
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, in, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, err, STDERR_FILENO);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setsigdefault(&attributes, &all);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP |
                                              POSIX_SPAWN_SETSIGDEF |
                                              POSIX_SPAWN_SETSIGMASK);
    char *line;
    if (asprintf(&line, "%s%s", is_simple(command) ? "exec " : "", command) < 0)
        xalloc_die();
    char *const words[] = {(char *)"sh", (char *)"-c", line, NULL};
    int const error =
        posix_spawn(pid, "/bin/sh", &actions, &attributes, words, environ);
    free(line);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    return error;
}

/* Run COMMAND and keep our ends of its pipes.  */
static bool run(struct peer *peer, char const *command, struct failure *why)
{
    int in[2] = {-1, -1}, out[2] = {-1, -1}, err[2] = {-1, -1};
    int error = 0;
    if (pipe2(in, O_CLOEXEC) != 0 || pipe2(out, O_CLOEXEC) != 0 ||
        pipe2(err, O_CLOEXEC) != 0)
        error = errno;
    if (!error)
        error = spawn(&peer->pid, command, in[0], out[1], err[1]);
    close_end(&in[0]);
    close_end(&out[1]);
    close_end(&err[1]);
    peer->in = in[1];
    peer->out = out[0];
    peer->err = err[0];
    if (error) {
        peer->pid = 0;
        return failed(why, "cannot run '%s': %s", command, strerror(error));
    }
    fcntl(peer->in, F_SETFL, O_NONBLOCK);
    fcntl(peer->out, F_SETFL, O_NONBLOCK);
    fcntl(peer->err, F_SETFL, O_NONBLOCK);
    return true;
}

/* Who are you, and what can you do?  An engine need not know its version.  */
static bool introduce(struct peer *peer, double patience_s, struct reply *reply)
{
    if (!peer_ask(peer, patience_s, reply, "name"))
        return false;
    peer->title = xstrdup(reply->text);
    if (!peer_ask(peer, patience_s, reply, "version") && !peer_works(peer))
        return false;
    if (reply->fault == FAULT_NONE && *reply->text) {
        char *const name = peer->title;
        if (asprintf(&peer->title, "%s %s", name, reply->text) < 0)
            xalloc_die();
        free(name);
    }
    if (!peer_ask(peer, patience_s, reply, "list_commands"))
        return false;
    if (asprintf(&peer->commands, "\n%s\n", reply->text) < 0)
        xalloc_die();
    return true;
}

struct peer *peer_start(char const *command, double patience_s, atomic_bool const *stop,
                        enum fault *fault, struct failure *why)
{
    struct peer *const peer = xzalloc(sizeof *peer);
    struct reply reply;
    peer->in = peer->out = peer->err = -1;
    peer->stop = stop;
    peer->answer = xmalloc(ANSWER_MAX + 1);
    *fault = FAULT_CRASH;
    if (run(peer, command, why)) {
        peer_survey(peer);
        if (introduce(peer, patience_s, &reply)) {
            *fault = FAULT_NONE;
            return peer;
        }
        *fault = reply.fault;
        *why = reply.why;
    }
    peer_stop(peer);
    return NULL;
}

/* Has the process we started ended?  It stays a zombie, so that its number, and
   its group's, cannot be taken by another before we have killed the group.  */
static bool has_ended(struct peer const *peer)
{
    siginfo_t info = {0};
    return waitid(P_PID, (id_t)peer->pid, &info, WEXITED | WNOHANG | WNOWAIT) != 0 ||
           info.si_pid != 0;
}

/* Let it go by itself: quit, end of input, a little time.  */
static void bid_farewell(struct peer *peer)
{
    struct reply reply;
    peer->stop = NULL;
    if (!peer->broken)
        peer_ask(peer, FAREWELL_MS / 1000.0, &reply, "quit");
    close_end(&peer->in);
    for (int ms = 0; ms < FAREWELL_MS && !has_ended(peer); ms += 5) {
        struct pollfd ends[] = {{.fd = peer->out, .events = POLLIN},
                                {.fd = peer->err, .events = POLLIN}};
        if (poll(ends, 2, 5) <= 0)
            continue;
        if (ends[0].revents && !read_stdout(peer))
            close_end(&peer->out);
        if (ends[1].revents)
            read_stderr(peer);
    }
}

void peer_stop(struct peer *peer)
{
    if (!peer)
        return;
    if (peer->pid > 0) {
        if (!peer->broken)
            bid_farewell(peer);
        kill(-peer->pid, SIGKILL);
        while (waitpid(peer->pid, NULL, 0) < 0 && errno == EINTR)
            continue;
    }
    close_end(&peer->in);
    close_end(&peer->out);
    close_end(&peer->err);
    free(peer->commands);
    free(peer->title);
    free(peer->answer);
    free(peer);
}

bool peer_works(struct peer const *peer)
{
    return !peer->broken;
}

bool peer_knows(struct peer const *peer, char const *command)
{
    size_t const length = strlen(command);
    for (char const *at = peer->commands; (at = strstr(at, command)); at += length)
        if (at[-1] == '\n' && at[length] == '\n')
            return true;
    return false;
}

char const *peer_title(struct peer const *peer)
{
    return peer->title;
}

void peer_mind(struct peer *peer, struct peer *other)
{
    peer->other = other;
}
