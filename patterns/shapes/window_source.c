#include <config.h>

#include "patterns/shapes/window_source.h"

#include "engine/reading/settling.h"

#include <stdlib.h>
#include <string.h>
#include <xalloc.h>

struct window_source {
    struct windowbook const *book;
    struct windowbook *owned; /* by the first; NULL in a twin */
    struct windows windows;
};

void *window_source_new(struct windowbook const *book)
{
    struct window_source *const self = xzalloc(sizeof *self);
    self->book = book;
    return self;
}

static void *open_windows(char const *path, struct failure *why)
{
    struct windowbook *const book = windowbook_open(path, why);
    struct window_source *const self = book ? window_source_new(book) : NULL;
    if (self)
        self->owned = book;
    return self;
}

/* A window counts for itself as if it had appeared this often with the rate of
   its core; of the play that put it into the book, half is taken back.  Not fitted, but
   taken from the diamonds (similarity.c); `hishi report windows' measures them.  */
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

static void weigh_terms(struct opinion *opinion, bool exact)
{
    float const said = said_p(opinion->p);
    float const terms[] = {said, 1, exact, exact ? said : 0};
    memcpy(opinion->term, terms, sizeof terms);
}

static void follow(struct window_source *self, struct board const *board)
{
    struct points touched = {{0}};
    if (self->windows.width != board->width || self->windows.height != board->height)
        windows_init(&self->windows, board->width, board->height);
    windows_follow(&self->windows, board, &touched);
}

static void ask(void *context, struct question const *question, int voice,
                struct candidates *candidates)
{
    struct window_source *const self = context;
    struct board const *const board = question->situation.board;
    enum color const color = (enum color)board->to_move;
    point at[AREA_MAX];
    float rate[AREA_MAX], sum = 0;
    bool exact[AREA_MAX];
    int count = 0;
    follow(self, board);
    for (point p = board_first_point(); p; p = board_next_point(board, p)) {
        window const code = windows_at(&self->windows, p, color);
        if (!has_stone(code) || !board_is_legal(board, p, color, false))
            continue;
        at[count] = p;
        rate[count] = window_rate(self->book, code, &exact[count]);
        sum += rate[count++];
    }
    for (int i = 0; i < count; i++)
        if (!settling_gives_away(board, at[i], color))
            weigh_terms(candidates_name(candidates, voice, at[i], rate[i] / sum,
                                        exact[i] ? 1 : 8.0f / WINDOW_POINTS),
                        exact[i]);
}

static int testify(void *context, struct question const *question, point at,
                   struct testimony list[], int most)
{
    struct window_source const *const self = context;
    struct board const *const board = question->situation.board;
    struct experience known;
    if (at == PASS || board_color(board, at) != EMPTY || !most)
        return 0;
    window const code = window_look(board, at, (enum color)board->to_move);
    bool const exact = windowbook_find(self->book, code, &known);
    if (!exact && !windowbook_find_core(self->book, code, &known))
        return 0;
    list[0] = (struct testimony){.source = window_kind.name,
                                 .alike = exact ? 1 : 8.0f / WINDOW_POINTS,
                                 .seen = known.appeared,
                                 .played = known.played,
                                 .decided = known.played,
                                 .won = known.won};
    snprintf(list[0].account, sizeof list[0].account, "the %s around it",
             exact ? "5x5" : "3x3");
    return 1;
}

static void *twin(void const *context)
{
    struct window_source const *const self = context;
    return window_source_new(self->book);
}

static void drop(void *context)
{
    struct window_source *const self = context;
    windowbook_close(self->owned);
    free(self);
}

struct source_kind const window_kind = {
    .name = "windows",
    .data = "windows.hishi",
    .optional = true,
    .effort = EFFORT_FULL,
    .terms = {"log P", "named", "exact", "log P x exact"},
    .open = open_windows,
    .ask = ask,
    .testify = testify,
    .twin = twin,
    .drop = drop,
};
