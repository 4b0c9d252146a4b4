#include <config.h>

#include "engine/go/game.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xalloc.h>

void game_init(struct game *game, int width, int height)
{
    assert(width >= 1 && width <= BOARD_MAX && height >= 1 && height <= BOARD_MAX);
    memset(game, 0, sizeof *game);
    game->width = (uint8_t)width;
    game->height = (uint8_t)height;
}

static void forget_notes(struct game *game)
{
    for (int i = 0; game->notes && i < game->capacity; i++)
        free(game->notes[i]);
    free(game->notes);
    free(game->comment);
    game->notes = NULL;
    game->comment = NULL;
}

void game_release(struct game *game)
{
    forget_notes(game);
    free(game->steps);
}

void game_clear(struct game *game, int width, int height)
{
    forget_notes(game);
    struct step *const steps = game->steps;
    int const capacity = game->capacity;
    game_init(game, width, height);
    game->steps = steps;
    game->capacity = capacity;
}

void game_copy(struct game *to, struct game const *from)
{
    size_t const count = (size_t)from->count;
    *to = *from;
    to->capacity = from->count;
    to->steps = count ? xmemdup(from->steps, count * sizeof *to->steps) : NULL;
    to->comment = from->comment ? xstrdup(from->comment) : NULL;
    to->notes = from->notes ? xcalloc(count + 1, sizeof *to->notes) : NULL;
    for (int i = 0; to->notes && i < from->count; i++)
        to->notes[i] = from->notes[i] ? xstrdup(from->notes[i]) : NULL;
}

/* Make room for another step, and for its note if there are notes.  */
static void grow(struct game *game)
{
    int const was = game->capacity;
    game->capacity = was ? 2 * was : 256;
    game->steps = xnrealloc(game->steps, (size_t)game->capacity, sizeof *game->steps);
    if (!game->notes)
        return;
    game->notes = xnrealloc(game->notes, (size_t)game->capacity, sizeof *game->notes);
    memset(game->notes + was, 0, (size_t)(game->capacity - was) * sizeof *game->notes);
}

void game_add(struct game *game, enum step_kind kind, enum color color, point at)
{
    assert(kind != STEP_PLAY || color == BLACK || color == WHITE);
    if (game->count == game->capacity)
        grow(game);
    game->steps[game->count++] =
        (struct step){.kind = (uint8_t)kind, .color = (uint8_t)color, .at = at};
}

/* TEXT below what is at NOTE already.  */
static void append(char **note, char const *text)
{
    size_t const before = *note ? strlen(*note) + 1 : 0;
    size_t const size = strlen(text) + 1;
    *note = xrealloc(*note, before + size);
    if (before)
        (*note)[before - 1] = '\n';
    memcpy(*note + before, text, size);
}

void game_note(struct game *game, int step, char const *text)
{
    assert(step >= -1 && step < game->count);
    if (!*text)
        return;
    if (step >= 0 && !game->notes)
        game->notes = xcalloc((size_t)game->capacity, sizeof *game->notes);
    append(step < 0 ? &game->comment : &game->notes[step], text);
}

void game_cut(struct game *game, int count)
{
    assert(count >= 0 && count <= game->count);
    for (int i = count; game->notes && i < game->count; i++) {
        free(game->notes[i]);
        game->notes[i] = NULL;
    }
    game->count = count;
}

int game_moves(struct game const *game)
{
    int moves = 0;
    for (int i = 0; i < game->count; i++)
        moves += game->steps[i].kind == STEP_PLAY;
    return moves;
}

int game_won(struct game const *game, enum color color)
{
    return game->winner == EMPTY ? -1 : game->winner == color;
}

int game_year(char const *date)
{
    while (*date) {
        size_t const digits = strspn(date, "0123456789");
        if (digits == 4 && *date != '0')
            return (int)strtol(date, NULL, 10);
        date += digits ? digits : 1;
    }
    return 0;
}

void replay_start(struct replay *walk, struct game const *game)
{
    walk->game = game;
    board_init(&walk->board, game->width, game->height);
    walk->move = (struct move){EMPTY, NOWHERE};
    walk->number = -1;
    walk->setup = 0;
    walk->step = 0;
    walk->pending = false;
}

/* Do the steps that are no moves; false if there is nothing after them.  */
static bool edit(struct replay *walk, bool *edited)
{
    struct game const *const game = walk->game;
    *edited = false;
    for (; walk->step < game->count; walk->step++) {
        struct step const *const step = &game->steps[walk->step];
        if (step->kind == STEP_PLAY)
            return true;
        if (step->kind == STEP_TO_MOVE) {
            walk->board.to_move = step->color;
            continue;
        }
        board_set(&walk->board, step->at, (enum color)step->color);
        walk->setup += walk->number >= 0;
        *edited = true;
    }
    return false;
}

static bool all_have_liberties(struct board const *board)
{
    for (point p = board_first_point(); p; p = board_next_point(board, p))
        if (board_color(board, p) != EMPTY && board_liberties(board, p) == 0)
            return false;
    return true;
}

/* Why MOVE is against all rules on BOARD, or NULL.  */
static char const *objection(struct board const *board, struct move move)
{
    enum color const color = (enum color)move.color;
    if (board_is_legal(board, move.at, color, true))
        return NULL;
    if (board_color(board, move.at) != EMPTY)
        return "the point is occupied";
    if (move.at == board->ko && color == board->to_move)
        return "the ko is retaken at once";
    return "a single stone's suicide";
}

bool replay_next(struct replay *walk, struct failure *why)
{
    bool edited;
    if (why)
        why->text[0] = '\0';
    if (walk->pending)
        board_play(&walk->board, walk->move.at, (enum color)walk->move.color);
    walk->pending = false;
    if (!edit(walk, &edited))
        return false;
    struct step const *const step = &walk->game->steps[walk->step];
    struct move const move = {step->color, step->at};
    char const *trouble = edited && !all_have_liberties(&walk->board)
                              ? "the setup leaves stones without liberties"
                              : objection(&walk->board, move);
    if (trouble) {
        char at[POINT_TEXT];
        return failed(why, "move %d, %s %s: %s", walk->number + 2,
                      color_name((enum color)move.color), point_format(move.at, at),
                      trouble);
    }
    walk->move = move;
    walk->number++;
    walk->step++;
    walk->pending = true;
    return true;
}

bool game_replays(struct game const *game, struct failure *why)
{
    struct failure reason;
    struct replay walk;
    replay_start(&walk, game);
    while (replay_next(&walk, &reason))
        ;
    return !reason.text[0] || failed(why, "%s", reason.text);
}
