#include "tests/support/testing.h"

#include "tests/support/child.h"
#include "tests/support/transcript.h"

#include <ctype.h>
#include <regex.h>
#include <sys/wait.h>
#include <unistd.h>
#include <xalloc.h>

struct transcript {
    char const *name;
    char **lines; /* without remarks and empty lines */
    int *number;  /* where each stands in the file */
    int count;
};

static void cut_blanks(char *line)
{
    size_t size = strlen(line);
    while (size > 0 && isspace((unsigned char)line[size - 1]))
        line[--size] = '\0';
}

static void transcript_read(struct transcript *transcript, char const *name)
{
    char *line = NULL;
    size_t size = 0, capacity = 0;
    FILE *const file = fopen(name, "r");
    if (!file)
        fail_msg("cannot open %s", name);
    *transcript = (struct transcript){.name = name};
    for (int number = 1; getline(&line, &size, file) > 0; number++) {
        if (line[0] != '>')
            cut_blanks(line);
        else
            line[strcspn(line, "\n")] = '\0';
        if (!*line || *line == '#')
            continue;
        if ((size_t)transcript->count == capacity) {
            transcript->lines = x2nrealloc(transcript->lines, &capacity, sizeof line);
            transcript->number =
                xreallocarray(transcript->number, capacity, sizeof *transcript->number);
        }
        transcript->number[transcript->count] = number;
        transcript->lines[transcript->count++] = xstrdup(line);
    }
    free(line);
    fclose(file);
}

static void transcript_release(struct transcript *transcript)
{
    for (int i = 0; i < transcript->count; i++)
        free(transcript->lines[i]);
    free(transcript->lines);
    free(transcript->number);
}

static bool is_request(char const *line)
{
    return line[0] == '>';
}

static bool begins_response(char const *line)
{
    return *line == '=' || *line == '?' || strncmp(line, "~ =", 3) == 0 ||
           strncmp(line, "~ \\?", 4) == 0;
}

/* The text of a `>' line as bytes; returns how many.  */
static size_t unescape(char const *line, char *bytes)
{
    char *to = bytes;
    for (char const *from = line + (line[1] == ' ' ? 2 : 1); *from; from++) {
        unsigned code;
        if (*from != '\\') {
            *to++ = *from;
        } else if (*++from == 'x' && sscanf(from + 1, "%2x", &code) == 1) {
            *to++ = (char)code;
            from += 2;
        } else {
            *to++ = (char)(*from == 't'   ? '\t'
                           : *from == 'r' ? '\r'
                           : *from == 'n' ? '\n'
                                          : *from);
        }
    }
    *to++ = '\n';
    return (size_t)(to - bytes);
}

static bool line_matches(char const *expected, char const *line)
{
    if (expected[0] != '~' || expected[1] != ' ')
        return strcmp(expected, line) == 0;
    char *anchored;
    regex_t regex;
    assert_true(asprintf(&anchored, "^(%s)$", expected + 2) > 0);
    if (regcomp(&regex, anchored, REG_EXTENDED | REG_NOSUB) != 0)
        fail_msg("bad expression %s", expected);
    bool const matches = regexec(&regex, line, 0, NULL, 0) == 0;
    regfree(&regex);
    free(anchored);
    return matches;
}

static bool lines_match(char *const expected[], int expected_count, char *const lines[],
                        int count)
{
    if (expected_count == 0)
        return count == 0;
    if (strcmp(expected[0], "...") == 0)
        return lines_match(expected + 1, expected_count - 1, lines, count) ||
               (count > 0 &&
                lines_match(expected, expected_count, lines + 1, count - 1));
    return count > 0 && line_matches(expected[0], lines[0]) &&
           lines_match(expected + 1, expected_count - 1, lines + 1, count - 1);
}

static bool response_matches(char *const expected[], int count, char const *response)
{
    enum { LINES = 1000 };
    char *lines[LINES];
    int line_count = 0;
    char *const copy = xstrdup(response), *rest = copy;
    while (rest && line_count < LINES) {
        lines[line_count] = strsep(&rest, "\n");
        cut_blanks(lines[line_count++]);
    }
    bool const matches = lines_match(expected, count, lines, line_count);
    free(copy);
    return matches;
}

/* Send the requests from line I on in one piece; returns where they end.  */
static int send_requests(struct transcript const *transcript, int i,
                         struct child *child)
{
    char *bytes = NULL;
    size_t size = 0;
    for (; i < transcript->count && is_request(transcript->lines[i]); i++) {
        bytes = xrealloc(bytes, size + strlen(transcript->lines[i]) + 1);
        size += unescape(transcript->lines[i], bytes + size);
    }
    assert_true(child_send(child, bytes, size));
    free(bytes);
    return i;
}

/* Hear one response and compare it with the lines from I on; returns where
   they end.  */
static int hear_response(struct transcript const *transcript, int i,
                         struct child *child)
{
    int end = i + 1;
    while (end < transcript->count && !is_request(transcript->lines[end]) &&
           transcript->lines[end][0] != '<' && !begins_response(transcript->lines[end]))
        end++;
    char *const response = child_hear(child);
    if (!response)
        fail_msg("%s:%d: it ended before it answered", transcript->name,
                 transcript->number[i]);
    if (!response_matches(transcript->lines + i, end - i, response))
        fail_msg("%s:%d: it answered [%s]", transcript->name, transcript->number[i],
                 response);
    free(response);
    return end;
}

void transcript_run(char const *file)
{
    transcript_run_with(file, "");
}

void transcript_run_with(char const *file, char const *more)
{
    struct transcript transcript;
    struct child child;
    char start[256];
    transcript_read(&transcript, file);
    int i = 0;
    bool const has_start = transcript.count > 0 && transcript.lines[0][0] == '$';
    int const length = snprintf(
        start, sizeof start, "%s%s",
        has_start ? transcript.lines[i++] + 2 : "gtp --seed 1 --time 0.05", more);
    assert_true(length < (int)sizeof start);
    child_start(&child, start);
    while (i < transcript.count)
        if (transcript.lines[i][0] == '<')
            child_await(&child, transcript.lines[i++] + 2);
        else
            i = is_request(transcript.lines[i]) ? send_requests(&transcript, i, &child)
                                                : hear_response(&transcript, i, &child);
    child_finish(&child);
    transcript_release(&transcript);
}

void transcript_commands(char const *file,
                         void (*each)(void *context, char const *command),
                         void *context)
{
    struct transcript transcript;
    transcript_read(&transcript, file);
    for (int i = 0; i < transcript.count; i++) {
        char command[64];
        char const *const line = transcript.lines[i];
        if (is_request(line) && (sscanf(line, "> %*d %63s", command) == 1 ||
                                 sscanf(line, "> %63s", command) == 1))
            each(context, command);
    }
    transcript_release(&transcript);
}
