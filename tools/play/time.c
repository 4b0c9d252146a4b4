/* tools/play/time.c -- how long Hishi thinks in a game in the terminal, and both of us.
 */
#include <config.h>

#include "tools/play/sayings.h"

#include "tools/clock_text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* ------------------------------------------------------------ level */

/* How Hishi plays, which is not the same as how strongly.  */
static void tell_level(struct play const *play)
{
    struct tuning const *const tuning = session_tuning(play->session);
    bool const full = tuning->level == LEVEL_FULL;
    long playouts = tuning->search.playouts;
    if (!full && likeness_of_level(tuning->level).playouts < playouts)
        playouts = likeness_of_level(tuning->level).playouts;
    printf("Level %d of %d: ", tuning->level, LEVEL_FULL);
    if (!tuning_searches(tuning))
        puts("I play what comes to mind.");
    else if (!full)
        printf("I play a position out %ld times at most, and then what is natural.\n",
               playouts);
    else if (tuning->seconds_per_move > 0)
        printf("I think about each move for %g s.\n", tuning->seconds_per_move);
    else if (session_clock(play->session)->settings.kind != CLOCK_NONE)
        puts("I think as long as the clock lets me.");
    else
        printf("I play a position out %ld times before a move.\n", playouts);
}

void say_level(struct play *play, struct said *said)
{
    struct failure why;
    if (said->count &&
        !tuning_set(session_tuning(play->session), "level", said->words[0], &why))
        printf("'%s' is no level; 1, the weakest, to %d are.\n", said->words[0],
               LEVEL_FULL);
    else
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
