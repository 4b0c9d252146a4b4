/* tools/play/time.c -- how long Hishi thinks in a game in the terminal, and both of us.
 */
#include <config.h>

#include "tools/play/sayings.h"

#include "tools/clock_text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* ------------------------------------------------------------ level */

/* How far to look ahead without a clock: not at all, or so many playouts.  */
static int const level_playouts[] = {0, 50, 200, 800, 2500, 7000, 20000, 60000, 200000};
enum { LEVELS = sizeof level_playouts / sizeof *level_playouts };

void play_set_level(struct tuning *tuning, int level)
{
    int const playouts = level_playouts[level - 1];
    tuning->evaluator = playouts ? CHOOSE_BY_SEARCH : CHOOSE_BY_MEMORY;
    tuning->seconds_per_move = 0;
    if (playouts)
        tuning->search.playouts = playouts;
}

bool play_parse_level(char const *word, int *level)
{
    char *end;
    long const number = strtol(word, &end, 10);
    *level = (int)number;
    return end > word && !*end && number >= 1 && number <= LEVELS;
}

/* The level that TUNING is at, or 0: between two.  */
static int level_of(struct tuning const *tuning)
{
    int const playouts =
        tuning->evaluator == CHOOSE_BY_SEARCH ? tuning->search.playouts : 0;
    if (tuning->evaluator == CHOOSE_BY_LOOKAHEAD || tuning->seconds_per_move > 0)
        return 0;
    for (int i = 0; i < LEVELS; i++)
        if (level_playouts[i] == playouts)
            return i + 1;
    return 0;
}

static void tell_level(struct play const *play)
{
    struct tuning const *const tuning = session_tuning(play->session);
    int const level = level_of(tuning);
    if (level)
        printf("Level %d of %d: ", level, LEVELS);
    if (tuning->seconds_per_move > 0)
        printf("I think about each move for %g s.\n", tuning->seconds_per_move);
    else if (tuning->evaluator != CHOOSE_BY_SEARCH)
        puts("I play what comes to mind first.");
    else if (session_clock(play->session)->settings.kind != CLOCK_NONE)
        puts("but now I think as long as the clock lets me.");
    else
        printf("I play a position out %d times before a move.\n",
               tuning->search.playouts);
}

void say_level(struct play *play, struct said *said)
{
    int level;
    if (said->count && !play_parse_level(said->words[0], &level)) {
        printf("'%s' is no level; 1, the weakest, to %d are.\n", said->words[0],
               LEVELS);
        return;
    }
    if (said->count)
        play_set_level(session_tuning(play->session), level);
    tell_level(play);
}

/* ------------------------------------------------------------ clock */

/* "9:58", "0:30 (3 periods)", "2:30 (for 25 stones)"  */
static void tell_clock(struct clock const *clock, enum color color)
{
    int const left_s = (int)fmax(floor(clock->left_s[color]), 0);
    int const count = clock->count[color];
    printf("%s %d:%02d", side_name(color), left_s / 60, left_s % 60);
    if (count && clock->settings.kind == CLOCK_BYOYOMI)
        printf(" (%d period%s)", count, count == 1 ? "" : "s");
    else if (count)
        printf(" (for %d stone%s)", count, count == 1 ? "" : "s");
}

void play_tell_clock(struct play const *play)
{
    struct clock const *const clock = session_clock(play->session);
    if (clock->settings.kind == CLOCK_NONE)
        return;
    fputs("Clock: ", stdout);
    tell_clock(clock, BLACK);
    fputs(", ", stdout);
    tell_clock(clock, WHITE);
    puts(".");
}

void play_mind_clock(struct play *play, enum color color)
{
    struct clock const *const clock = session_clock(play->session);
    if (clock->settings.kind == CLOCK_NONE || !clock_is_over(clock, color))
        return;
    play->resigned = color;
    play->timed_out = true;
}

void say_clock(struct play *play, struct said *said)
{
    struct clock_settings settings;
    struct failure why;
    char text[CLOCK_TEXT];
    if (said->count && !clock_text_parse(said->words[0], &settings, &why)) {
        printf("%s.\n", why.text);
        return;
    }
    if (said->count)
        session_set_time(play->session, &settings);
    play->waited_s = 0;
    settings = session_clock(play->session)->settings;
    clock_text_format(&settings, text);
    if (settings.kind == CLOCK_NONE)
        puts("There is no clock.");
    else
        printf("Time for each of us: %s.\n", text);
    play_tell_clock(play);
}
