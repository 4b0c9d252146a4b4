/* Lines of anything, one after the other, to a session in this process. */
#include <config.h>

#include "gtp/loop.h"

#include <stdlib.h>
#include <string.h>
#include <xalloc.h>

int LLVMFuzzerTestOneInput(uint8_t const *data, size_t size);

enum { LINES = 40 }; /* of an input; each may think for a while */

/* One session serves all inputs, as new: what it has learnt takes a second to load
   under a sanitizer.  */
static struct session *session_as_new(void)
{
    static struct session *session;
    struct session_options options = session_defaults();
    options.fixed_seed = true;
    options.tuning.seconds_per_move = 0.001;
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

int LLVMFuzzerTestOneInput(uint8_t const *data, size_t size)
{
    static FILE *nowhere;
    static atomic_bool const waits = true;
    if (!nowhere)
        nowhere = fopen("/dev/null", "w");
    struct loop_streams const streams = {-1, -1, nowhere, nowhere};
    struct session *const session = session_as_new();
    struct request request;
    request_init(&request);
    uint8_t const *const end = data + size;
    for (int i = 0; i < LINES && data < end; i++) {
        uint8_t const *newline = memchr(data, '\n', (size_t)(end - data));
        if (!newline)
            newline = end;
        struct input_line line = {.size = (size_t)(newline - data)};
        line.text = xcharalloc(line.size + 1);
        memcpy(line.text, data, line.size);
        loop_answer(session, &request, &line, &streams, &waits);
        free(line.text);
        board_check(session_board(session));
        data = newline < end ? newline + 1 : end;
    }
    request_release(&request);
    return 0;
}
