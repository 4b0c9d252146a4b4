#include <config.h>

#include "tools/clock_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TIME_MAX_S = 1000000, COUNT_MAX = 1000 };

/* "300+25/30" and "300+3x30", the part from the '+' on.  */
static bool parse_periods(char const *text, struct clock_settings *out)
{
    char *mark, *end;
    long const count = strtol(text + 1, &mark, 10);
    if (mark == text + 1 || (*mark != '/' && *mark != 'x'))
        return false;
    out->kind = *mark == 'x' ? CLOCK_BYOYOMI : CLOCK_CANADIAN;
    out->period_s = strtod(mark + 1, &end);
    out->count = (int)count;
    return end > mark + 1 && !*end && count > 0 && count <= COUNT_MAX &&
           out->period_s > 0 && out->period_s <= TIME_MAX_S;
}

/* "300+10", the part from the '+' on.  */
static bool parse_increment(char const *text, struct clock_settings *out)
{
    char *end;
    out->kind = CLOCK_FISCHER;
    out->period_s = strtod(text + 1, &end);
    return end > text + 1 && !*end && out->main_s > 0 && out->period_s > 0 &&
           out->period_s <= TIME_MAX_S;
}

bool clock_text_parse(char const *text, struct clock_settings *out, struct failure *why)
{
    *out = (struct clock_settings){.kind = CLOCK_NONE};
    if (strcmp(text, "none") == 0)
        return true;

    char *end;
    double const seconds = strtod(text, &end);
    bool good = end > text && seconds >= 0 && seconds <= TIME_MAX_S;
    *out = (struct clock_settings){CLOCK_ABSOLUTE, seconds, 0, 0, 0};
    if (strcmp(end, "/move") == 0)
        *out = (struct clock_settings){CLOCK_CANADIAN, 0, seconds, 1, 0};
    else if (*end == '+')
        return (good && (strpbrk(end, "x/") ? parse_periods(end, out)
                                            : parse_increment(end, out))) ||
               failed(why, "'%s' names no periods: 300+25/30, 300+3x30 and 300+10 do",
                      text);
    else
        good = good && !*end;
    return (good && seconds > 0) ||
           failed(why,
                  "'%s' is no time setting: none, 300, 300+25/30, 300+3x30, "
                  "300+10 and 10/move are",
                  text);
}

void clock_text_format(struct clock_settings const *settings,
                       char text[static CLOCK_TEXT])
{
    if (settings->kind == CLOCK_NONE)
        snprintf(text, CLOCK_TEXT, "none");
    else if (settings->kind == CLOCK_ABSOLUTE)
        snprintf(text, CLOCK_TEXT, "%.7g", settings->main_s);
    else if (settings->kind == CLOCK_BYOYOMI)
        snprintf(text, CLOCK_TEXT, "%.7g+%dx%.7g", settings->main_s, settings->count,
                 settings->period_s);
    else if (settings->kind == CLOCK_FISCHER)
        snprintf(text, CLOCK_TEXT, "%.7g+%.7g", settings->main_s, settings->period_s);
    else if (settings->main_s == 0 && settings->count == 1)
        snprintf(text, CLOCK_TEXT, "%.7g/move", settings->period_s);
    else
        snprintf(text, CLOCK_TEXT, "%.7g+%d/%.7g", settings->main_s, settings->count,
                 settings->period_s);
}
