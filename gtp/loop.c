#include <config.h>

#include "gtp/loop.h"

#include "gtp/aside.h"
#include "gtp/command.h"

#include "engine/base/printed.h"
#include "engine/base/seconds.h"

#include <errno.h>
#include <math.h>
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

static void comment(FILE *comments, char const *reason)
{
    char text[sizeof((struct failure *)0)->text + 16];
    snprintf(text, sizeof text, "hishi: %s\n", reason);
    if (*reason)
        aside_say(comments, text);
}

/* A line that was cut is not obeyed: who knows what it said.  */
static bool run(struct call *call, struct request const *request, bool cut)
{
    if (cut)
        return failed(call->why, "the line is longer than %d bytes", INPUT_LINE_MAX);
    return command_run(call, request);
}

/* What went wrong in a stream can only be told to people.  */
static bool end_stream(struct call *call, bool success)
{
    comment(call->comments, success ? "" : call->why->text);
    return stream_end(call->stream);
}

static bool end_reply(struct call *call, bool success, char const *text)
{
    comment(call->comments, success ? "" : split_reason(call->why));
    return response_write(call->stream->out, call->stream->request, success,
                          success ? text : call->why->text);
}

bool loop_answer(struct session *session, struct request *request,
                 struct input_line *line, struct loop_streams const *streams,
                 atomic_bool const *waits)
{
    if (!request_parse(request, line->text, line->size))
        return true;
    struct printed reply;
    struct failure why = {""};
    struct gtp_stream stream = {.out = streams->out, .request = request};
    struct call call = {.session = session,
                        .reply = printed_begin(&reply),
                        .why = &why,
                        .stream = &stream,
                        .comments = streams->comments,
                        .waits = waits};
    bool const success = run(&call, request, line->cut);
    char *const text = printed_end(&reply);
    bool const written =
        stream.begun ? end_stream(&call, success) : end_reply(&call, success, text);
    free(text);
    return written;
}

bool loop_run(struct session *session, struct loop_streams const *streams,
              struct failure *why)
{
    *why->text = '\0';
    struct input *const input =
        input_open(streams->in, streams->end, fileno(streams->out), why);
    if (!input)
        return false;
    struct request request;
    struct input_line line;
    bool written = true;
    double answered_s = 0;
    request_init(&request);
    session_listen(session, input_stop(input));
    while (written && !session_is_over(session) && input_next(input, &line)) {
        session_asked(session, fmax(line.at_s, answered_s));
        written = loop_answer(session, &request, &line, streams, input_waits(input));
        answered_s = now_s();
        free(line.text);
        if (written && !session_is_over(session))
            session_ponder(session, input_waits(input));
    }
    int const reason = errno;
    if (written && !session_is_over(session) && input_error(input))
        written = failed(why, "the commands cannot be read on: %s",
                         strerror(input_error(input)));
    session_listen(session, NULL);
    request_release(&request);
    input_close(input);
    errno = reason;
    return written;
}
