#include <config.h>

#include "patterns/shapes/window_source.h"

#include "engine/reading/settling.h"

#include <stdlib.h>
#include <string.h>
#include <xalloc.h>

struct window_voice {
    struct windowbook const *book;
    struct windows windows;
};

struct window_voice *window_voice_new(struct windowbook const *book)
{
    struct window_voice *const voice = xzalloc(sizeof *voice);
    voice->book = book;
    return voice;
}

void window_voice_free(struct window_voice *voice)
{
    free(voice);
}

/* A window counts for itself as if it had appeared this often with the rate of
   its core; of the play that put it into the book, half is taken back.  */
static float const trust = 5, doubt = 0.5f, rate_of_any = 0.005f;

float window_rate(struct windowbook const *book, window code, bool *exact)
{
    struct experience known, core;
    float rate = rate_of_any;
    if (windowbook_find_core(book, code, &core))
        rate = ((float)core.played + trust * rate) / ((float)core.appeared + trust);
    *exact = windowbook_find(book, code, &known);
    if (*exact)
        rate = ((float)known.played - doubt + trust * rate) /
               ((float)known.appeared - doubt / 2 + trust);
    return rate;
}

/* Is there a stone in the window at all?  */
static bool has_stone(window code)
{
    return ((code ^ code >> 1) & 0x555555555555u) != 0;
}

static void propose(void *self, struct situation const *situation,
                    struct candidates *candidates)
{
    struct window_voice *const voice = self;
    struct board const *const board = situation->board;
    enum color const color = (enum color)board->to_move;
    struct points touched = {{0}};
    if (voice->windows.width != board->width || voice->windows.height != board->height)
        windows_init(&voice->windows, board->width, board->height);
    windows_follow(&voice->windows, board, &touched);

    point at[AREA_MAX];
    float rate[AREA_MAX], sum = 0;
    bool exact[AREA_MAX];
    int count = 0;
    for (point p = board_first_point(); p; p = board_next_point(board, p)) {
        window const code = windows_at(&voice->windows, p, color);
        if (!has_stone(code) || !board_is_legal(board, p, color, false))
            continue;
        at[count] = p;
        rate[count] = window_rate(voice->book, code, &exact[count]);
        sum += rate[count++];
    }
    for (int i = 0; i < count; i++)
        if (!settling_gives_away(board, at[i], color))
            candidates_propose(candidates, VOICE_WINDOW, at[i], rate[i] / sum,
                               exact[i] ? 1 : 8.0f / WINDOW_POINTS);
}

static void explain(void *self, struct situation const *situation, point at, FILE *out)
{
    struct window_voice *const voice = self;
    struct experience known;
    window const code =
        window_look(situation->board, at, (enum color)situation->board->to_move);
    bool const exact = windowbook_find(voice->book, code, &known);
    if (!exact && !windowbook_find_core(voice->book, code, &known))
        return;
    fprintf(out, "the %s around it was met %u times, played %u times (%.0f %% won)\n",
            exact ? "5x5" : "3x3", known.appeared, known.played,
            100.0 * known.won / (known.played ? known.played : 1));
}

static void *twin(void const *self)
{
    struct window_voice const *const voice = self;
    return window_voice_new(voice->book);
}

static void drop(void *self)
{
    window_voice_free(self);
}

struct source window_source(struct window_voice *voice)
{
    return (struct source){
        .name = "windows",
        .voice = VOICE_WINDOW,
        .propose = propose,
        .explain = explain,
        .twin = twin,
        .drop = drop,
        .self = voice,
    };
}
