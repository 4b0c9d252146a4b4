/* tests/support/fake_engine.h -- a GTP engine that plays legal random moves until, at
   the N-th genmove, it does what its MODE says.

   It is a mode of the test program itself: fake_command() gives the command line
   that runs the same program again as an engine, and main() begins with

       if (fake_engine_runs(argc, argv))
           return fake_engine(argc, argv);                                   */
#pragma once

#include <config.h>

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "engine/base/rng.h"
#include "engine/base/seconds.h"
#include "engine/go/rules.h"

/* What the slow take for a move: much more than the good need for one, also under
   a sanitizer and on a machine that is busy with other things.  */
static double const FAKE_SLOW_S = 1.5;

struct fake {
    char const *mode;
    int at;       /* the genmove that matters, from 1; 0: never */
    int genmoves; /* so far in this game */
    struct rng rng;
    struct board board;
    struct history history;
    char dead[64]; /* what final_status_list dead answers */
};

/* "MODE AT SEED" after the program's own name; static, for one use.  */
static inline char const *fake_command(char const *mode, int at, int seed)
{
    static char command[4096], self[2048];
    ssize_t const length = readlink("/proc/self/exe", self, sizeof self - 1);
    self[length > 0 ? length : 0] = '\0';
    snprintf(command, sizeof command, "'%s' --fake-engine %s %d %d", self, mode, at,
             seed);
    return command;
}

static inline bool fake_engine_runs(int argc, char **argv)
{
    return argc == 5 && strcmp(argv[1], "--fake-engine") == 0;
}

static inline bool fake_is(struct fake const *fake, char const *mode)
{
    return strcmp(fake->mode, mode) == 0;
}

static inline void fake_sleep(double s)
{
    nanosleep(&(struct timespec){(time_t)s, (long)(1e9 * (s - (time_t)s))}, NULL);
}

static inline void fake_burn(double s)
{
    while (program_cpu_s() < s)
        ;
}

static inline void fake_flood(FILE *out, long lines)
{
    for (long i = 0; i < lines; i++)
        fputs("more and more and more and more and more and more and more\n", out);
}

/* Start a process of our own that would outlive us; its number.  */
static inline int fake_child(void)
{
    pid_t const pid = fork();
    if (pid == 0) {
        signal(SIGTERM, SIG_IGN);
        for (;;)
            fake_sleep(1000);
    }
    return pid;
}

static inline point fake_random_move(struct fake *fake, enum color color)
{
    struct board *const board = &fake->board;
    struct rules const *const rules = rules_find("chinese");
    int const start = (int)rng_below(&fake->rng, board->empty_count + 1u);
    for (int i = 0; i < board->empty_count; i++) {
        point const p = board->empty[(start + i) % board->empty_count];
        if (!board_is_eye(board, p, color) &&
            rules_permit(rules, &fake->history, board, p, color))
            return p;
    }
    return PASS;
}

static inline void fake_play(struct fake *fake, point p, enum color color)
{
    board_play(&fake->board, p, color);
    history_push(&fake->history, &fake->board);
}

/* What is special about this genmove; true when it was answered here.  */
static inline bool fake_misbehaves(struct fake *fake, char const *id)
{
    if (fake_is(fake, "crash"))
        exit(3);
    if (fake_is(fake, "abort")) {
        fprintf(stderr, "something is very wrong\n");
        raise(SIGKILL);
    }
    if (fake_is(fake, "hang"))
        fake_sleep(1000);
    if (fake_is(fake, "slow"))
        fake_sleep(FAKE_SLOW_S);
    if (fake_is(fake, "flood"))
        fake_flood(stdout, 100000000);
    if (fake_is(fake, "long-line"))
        for (;;)
            putchar('x');
    if (fake_is(fake, "flood-stderr"))
        fake_flood(stderr, 50000);
    if (fake_is(fake, "close-stdout")) {
        fclose(stdout);
        close(STDOUT_FILENO);
        fake_sleep(1000);
    }
    if (fake_is(fake, "nonsense"))
        printf("=%s banana\n\n", id);
    else if (fake_is(fake, "nothing"))
        printf("=%s\n\n", id);
    else if (fake_is(fake, "chatter"))
        printf("I think that D4 is best\n\n");
    else if (fake_is(fake, "wrong-id"))
        printf("=%d D4\n\n", atoi(id) + 1);
    else if (fake_is(fake, "no-id"))
        printf("= D4\n\n");
    else if (fake_is(fake, "twice"))
        printf("=%s pass\n\n=%s pass\n\n", id, id);
    else if (fake_is(fake, "resign"))
        printf("=%s resign\n\n", id);
    else if (fake_is(fake, "refuse"))
        printf("?%s I would rather not\n\n", id);
    else if (fake_is(fake, "illegal"))
        printf("=%s %s\n\n", id, fake->board.moves ? "E5" : "Z1");
    else
        return false;
    return true;
}

static inline void fake_genmove(struct fake *fake, char const *id, char const *argument)
{
    enum color color = BLACK;
    char text[POINT_TEXT];
    color_parse(argument, &color, NULL);
    if (fake_is(fake, "burn"))
        fake_burn(0.1 * (fake->genmoves + 1));
    if (++fake->genmoves == fake->at && fake_misbehaves(fake, id))
        return;
    point const p = fake_is(fake, "pass") ? PASS : fake_random_move(fake, color);
    fake_play(fake, p, color);
    printf("=%s %s\n\n", id, point_format(p, text));
    if (fake_is(fake, "close-stdin") && fake->genmoves == fake->at) {
        fflush(stdout);
        close(STDIN_FILENO);
        fake_sleep(1000);
    }
}

/* Answer one command; false when it was quit.  */
static inline bool fake_answer(struct fake *fake, char const *id, char const *name,
                               char const *first, char const *second)
{
    static char const commands[] =
        "name\nversion\nlist_commands\nboardsize\nkomi\nclear_board\nplay\ngenmove\n"
        "time_settings\ntime_left\nfinal_status_list\nfinal_score\nquit";
    enum color color;
    point p;
    if (strcmp(name, "name") == 0) {
        printf("=%s Fake\n\n", id);
    } else if (strcmp(name, "version") == 0) {
        printf("=%s %d\n\n", id, fake_is(fake, "child") ? fake_child() : 1);
    } else if (strcmp(name, "list_commands") == 0) {
        printf("=%s %s\n\n", id, commands);
    } else if (strcmp(name, "boardsize") == 0) {
        board_init(&fake->board, atoi(first), atoi(first));
        printf("=%s\n\n", id);
    } else if (strcmp(name, "clear_board") == 0) {
        board_init(&fake->board, fake->board.width, fake->board.width);
        history_clear(&fake->history);
        history_push(&fake->history, &fake->board);
        fake->genmoves = 0;
        printf("=%s\n\n", id);
    } else if (strcmp(name, "play") == 0) {
        color_parse(first, &color, NULL);
        if (point_parse(second, fake->board.width, fake->board.width, &p, NULL))
            fake_play(fake, p, color);
        if (fake_is(fake, "slow-play"))
            fake_sleep(FAKE_SLOW_S);
        printf("=%s\n\n", id);
    } else if (strcmp(name, "genmove") == 0) {
        fake_genmove(fake, id, first);
    } else if (strcmp(name, "final_status_list") == 0) {
        printf("=%s %s\n\n", id, strcmp(first, "dead") == 0 ? fake->dead : "");
    } else if (strcmp(name, "final_score") == 0) {
        printf("=%s W+7.5\n\n", id);
    } else if (strcmp(name, "quit") == 0) {
        printf("=%s\n\n", id);
        return fake_is(fake, "ignore-quit");
    } else {
        printf("=%s\n\n", id);
    }
    return true;
}

static inline int fake_engine(int argc, char **argv)
{
    static struct fake fake;
    static char line[4096];
    (void)argc;
    fake.mode = argv[2];
    fake.at = atoi(argv[3]);
    rng_seed(&fake.rng, (uint64_t)atoi(argv[4]));
    history_init(&fake.history);
    board_init(&fake.board, 9, 9);
    history_push(&fake.history, &fake.board);
    /* "dead:E5,C3": its opinion about dead stones.  */
    if (strncmp(fake.mode, "dead:", 5) == 0)
        snprintf(fake.dead, sizeof fake.dead, "%s", fake.mode + 5);
    for (char *c = fake.dead; *c; c++)
        *c = *c == ',' ? ' ' : *c;
    if (fake_is(&fake, "greet"))
        printf("Welcome!\n\nThis is the fake engine.\n");
    if (fake_is(&fake, "dies-at-once"))
        return 1;
    while (fgets(line, sizeof line, stdin)) {
        char id[16] = "", name[64] = "", first[64] = "", second[64] = "";
        sscanf(line, "%15s %63s %63s %63s", id, name, first, second);
        bool const more = fake_answer(&fake, id, name, first, second);
        if (fake_is(&fake, "greet"))
            printf("\r\n"); /* one empty line more than GTP asks for */
        fflush(stdout);
        if (!more)
            break;
    }
    while (fake_is(&fake, "ignore-quit"))
        fake_sleep(1000);
    history_release(&fake.history);
    return 0;
}
