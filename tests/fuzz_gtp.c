/* Lines of anything, one after the other, to a session in this process. */
#include <config.h>

#include "gtp/loop.h"

#include <stdlib.h>
#include <string.h>
#include <xalloc.h>

int LLVMFuzzerTestOneInput(uint8_t const *data, size_t size);

enum { LINES = 40 }; /* of an input; each may think for a while */

static struct session *new_session(void)
{
    struct session_options options = session_defaults();
    options.fixed_seed = true;
    options.width = options.height = 7;
    options.tuning.seconds_per_move = 0.001;
    return session_new(&options);
}

int LLVMFuzzerTestOneInput(uint8_t const *data, size_t size)
{
    static FILE *nowhere;
    if (!nowhere)
        nowhere = fopen("/dev/null", "w");
    struct loop_streams const streams = {-1, -1, nowhere, nowhere};
    struct session *const session = new_session();
    struct request request;
    request_init(&request);
    uint8_t const *const end = data + size;
    for (int i = 0; i < LINES && data < end && !session_is_over(session); i++) {
        uint8_t const *newline = memchr(data, '\n', (size_t)(end - data));
        if (!newline)
            newline = end;
        struct line line = {.size = (size_t)(newline - data)};
        line.text = xcharalloc(line.size + 1);
        memcpy(line.text, data, line.size);
        loop_answer(session, &request, &line, &streams);
        free(line.text);
        board_check(session_board(session));
        data = newline < end ? newline + 1 : end;
    }
    request_release(&request);
    session_free(session);
    return 0;
}
