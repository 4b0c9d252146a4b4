/* Commands of GTP that are nearly right: each byte or two choose a command of the
   tables and its words, so that a session goes through games and not only through
   errors.  Whatever is sent, the board stays sound.  */
#include <config.h>

#include "gtp/command.h"
#include "gtp/loop.h"

#include <stdlib.h>
#include <string.h>
#include <xalloc.h>

int LLVMFuzzerTestOneInput(uint8_t const *data, size_t size);

enum { LINES = 30, WORDS = 4, LINE = 512 };

/* What stands for an argument, of every sort, right and wrong.  */
static char const *const words[] = {"b",
                                    "w",
                                    "black",
                                    "WHITE",
                                    "pass",
                                    "resign",
                                    "A1",
                                    "D4",
                                    "g7",
                                    "E5",
                                    "C3",
                                    "Z99",
                                    "0",
                                    "1",
                                    "2",
                                    "5",
                                    "7",
                                    "9",
                                    "13",
                                    "25",
                                    "26",
                                    "-1",
                                    "0.5",
                                    "6.5",
                                    "1e9",
                                    "nan",
                                    "inf",
                                    "dead",
                                    "alive",
                                    "seki",
                                    "chinese",
                                    "japanese",
                                    "byoyomi",
                                    "canadian",
                                    "absolute",
                                    "none",
                                    "search.playouts",
                                    "search.threads",
                                    "evaluator",
                                    "memory",
                                    "lookahead",
                                    "/dev/null",
                                    "/",
                                    "",
                                    "\"a b\"",
                                    "#",
                                    "2147483647",
                                    "-2147483648",
                                    "99999999999999999999",
                                    "interval",
                                    "minmoves",
                                    "avoid",
                                    "allow",
                                    "ownership",
                                    "rootInfo",
                                    "true",
                                    "false",
                                    "maxmoves"};

static struct session *session_as_new(void)
{
    static struct session *session;
    struct session_options options = session_defaults();
    options.fixed_seed = true;
    options.tuning.seconds_per_move = 0.001;
    options.tuning.search.memory_mb = 4;
    if (!session)
        session = session_new(&options);
    session_close_files(session); /* or files of any name would appear around */
    *session_tuning(session) = options.tuning;
    session_set_rules(session, options.rules);
    session_set_komi(session, options.rules->komi);
    session_set_time(session, &(struct clock_settings){.kind = CLOCK_NONE});
    session_resize(session, 7, 7, NULL);
    return session;
}

static int count_commands(void)
{
    int count = 0;
    while (command_nth(count))
        count++;
    return count;
}

/* The next line from the bytes at *DATA; false at their end.  Settings that would take
   memory or time for long are left out.  */
static bool next_line(uint8_t const **data, uint8_t const *end, char line[static LINE])
{
    static int commands;
    if (!commands)
        commands = count_commands();
    if (*data == end)
        return false;
    char const *const name = command_nth(*(*data)++ % commands)->name;
    size_t length = (size_t)snprintf(line, LINE, "%s", name);
    for (int i = 0; i < WORDS && *data < end && **data % 4; i++, (*data)++)
        if (*data + 1 < end)
            length +=
                (size_t)snprintf(line + length, LINE - length, " %s",
                                 words[*++*data % (sizeof words / sizeof *words)]);
    *data += *data < end;
    return true;
}

int LLVMFuzzerTestOneInput(uint8_t const *data, size_t size)
{
    static FILE *nowhere;
    if (!nowhere)
        nowhere = fopen("/dev/null", "w");
    struct loop_streams const streams = {-1, -1, nowhere, nowhere};
    struct session *const session = session_as_new();
    static atomic_bool const now = true; /* whatever takes time is cut short */
    struct request request;
    uint8_t const *const end = data + size;
    char text[LINE];
    request_init(&request);
    session_listen(session, &now);
    for (int i = 0; i < LINES && next_line(&data, end, text); i++) {
        struct input_line line = {.text = xstrdup(text), .size = strlen(text)};
        session_tuning(session)->seconds_per_move = 0.001;
        session_tuning(session)->search.memory_mb = 4;
        session_tuning(session)->search.playouts = 50;
        session_tuning(session)->search.threads = 1 + i % 2;
        loop_answer(session, &request, &line, &streams, &now);
        free(line.text);
        board_check(session_board(session));
    }
    request_release(&request);
    return 0;
}
