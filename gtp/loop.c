#include <config.h>

#include "gtp/loop.h"

#include "gtp/command.h"

#include "engine/base/printed.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>

/* Cut WHY behind its first line, the error message, and return the rest.  */
static char const *split_reason(struct failure *why)
{
    char *const newline = strchr(why->text, '\n');
    if (!newline)
        return "";
    *newline = '\0';
    return newline + 1;
}

/* A client may never read our stderr; a comment is dropped rather than waited
   with.  A pipe that is writable takes 4096 bytes, more than we write.  */
static void comment(FILE *comments, char const *text)
{
    struct pollfd writable = {fileno(comments), POLLOUT, 0};
    if (*text && poll(&writable, 1, 0) == 1 && writable.revents == POLLOUT) {
        fprintf(comments, "hishi: %s\n", text);
        fflush(comments);
    }
}

/* A line that was cut is not obeyed: who knows what it said.  */
static bool run(struct session *session, struct request const *request, bool cut,
                FILE *reply, struct failure *why)
{
    if (cut)
        return failed(why, "the line is longer than %d bytes", INPUT_LINE_MAX);
    return command_run(session, request, reply, why);
}

bool loop_answer(struct session *session, struct request *request,
                 struct input_line *line, struct loop_streams const *streams)
{
    if (!request_parse(request, line->text, line->size))
        return true;
    struct printed reply;
    struct failure why = {""};
    bool const success = run(session, request, line->cut, printed_begin(&reply), &why);
    char *const text = printed_end(&reply);
    comment(streams->comments, success ? "" : split_reason(&why));
    bool const written =
        response_write(streams->out, request, success, success ? text : why.text);
    free(text);
    return written;
}

bool loop_run(struct session *session, struct loop_streams const *streams)
{
    struct input *const input =
        input_open(streams->in, streams->end, fileno(streams->out));
    struct request request;
    struct input_line line;
    bool written = true;
    request_init(&request);
    session_listen(session, input_stop(input));
    while (written && !session_is_over(session) && input_next(input, &line)) {
        written = loop_answer(session, &request, &line, streams);
        free(line.text);
        if (written && !session_is_over(session))
            session_ponder(session, input_waits(input));
    }
    int const reason = errno;
    session_listen(session, NULL);
    request_release(&request);
    input_close(input);
    errno = reason;
    return written;
}
