#include <config.h>

#include "player/goban.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <xalloc.h>

void goban_init(struct goban *goban, int width, int height)
{
    memset(goban, 0, sizeof *goban);
    game_init(&goban->record, width, height);
    history_init(&goban->history);
    goban_clear(goban, width, height);
}

void goban_release(struct goban *goban)
{
    game_release(&goban->record);
    history_release(&goban->history);
    free(goban->moves);
}

static void restart(struct goban *goban)
{
    goban->move_count = 0;
    board_init(&goban->board, goban->record.width, goban->record.height);
    history_clear(&goban->history);
    history_push(&goban->history, &goban->board);
}

void goban_clear(struct goban *goban, int width, int height)
{
    game_clear(&goban->record, width, height);
    goban->handicap = 0;
    restart(goban);
}

static void add_move(struct goban *goban, struct move move)
{
    if ((size_t)goban->move_count == goban->move_capacity)
        goban->moves =
            x2nrealloc(goban->moves, &goban->move_capacity, sizeof *goban->moves);
    goban->moves[goban->move_count++] = move;
}

/* What STEP does to everything but the record.  */
static void apply(struct goban *goban, struct step const *step)
{
    enum color const color = (enum color)step->color;
    assert(step->kind == STEP_SETUP || color == BLACK || color == WHITE);
    switch ((enum step_kind)step->kind) {
    case STEP_PLAY:
        board_play(&goban->board, step->at, color);
        add_move(goban, (struct move){step->color, step->at});
        break;
    case STEP_SETUP:
        board_set(&goban->board, step->at, color);
        goban->move_count = 0;
        history_clear(&goban->history);
        break;
    case STEP_TO_MOVE:
        board_turn(&goban->board, color);
        history_pop(&goban->history, 1);
        break;
    }
    assert(goban->move_count <= goban->record.count && "each move is a step");
    history_push(&goban->history, &goban->board);
}

static void add_step(struct goban *goban, enum step_kind kind, enum color color,
                     point at)
{
    game_add(&goban->record, kind, color, at);
    assert(goban->record.count <= GOBAN_STEPS_MAX && "there was room");
    apply(goban, &goban->record.steps[goban->record.count - 1]);
}

/* Back to the first COUNT steps.  */
static void cut_back(struct goban *goban, int count)
{
    assert(count >= 0 && count <= goban->record.count);
    game_cut(&goban->record, count);
    restart(goban);
    for (int i = 0; i < count; i++)
        apply(goban, &goban->record.steps[i]);
}

static bool has_room(struct goban const *goban, int count, struct failure *why)
{
    return count <= GOBAN_STEPS_MAX - goban->record.count ||
           failed(why, "the game is too long");
}

bool goban_play(struct goban *goban, struct rules const *rules,
                struct move const moves[], int count, struct failure *why)
{
    if (!has_room(goban, count, why))
        return false;
    int const before = goban->record.count;
    for (int i = 0; i < count; i++) {
        enum color const color = (enum color)moves[i].color;
        if (!rules_explain(rules, &goban->history, &goban->board, moves[i].at, color,
                           why)) {
            cut_back(goban, before);
            return false;
        }
        add_step(goban, STEP_PLAY, color, moves[i].at);
    }
    return true;
}

bool goban_undo(struct goban *goban, int count, struct failure *why)
{
    if (count > goban->move_count)
        return failed(why, "cannot undo");
    int keep = goban->record.count;
    while (count > 0)
        count -= goban->record.steps[--keep].kind == STEP_PLAY;
    assert(keep >= 0 && "so many moves are among the steps");
    cut_back(goban, keep);
    return true;
}

/* Setting up may not leave a chain without a liberty.  */
static bool can_stand(struct board const *board, struct failure *why)
{
    for (point p = board_first_point(); p; p = board_next_point(board, p))
        if (board_color(board, p) != EMPTY && board_liberties(board, p) == 0) {
            char text[POINT_TEXT];
            return failed(why, "%s would have no liberty", point_format(p, text));
        }
    return true;
}

bool goban_setup(struct goban *goban, struct move const stones[], int count,
                 struct failure *why)
{
    if (goban->board.stones[BLACK] || goban->board.stones[WHITE] || goban->move_count)
        return failed(why, "board not empty");
    if (!has_room(goban, count + 1, why)) /* one to say who is to move then */
        return false;
    int const before = goban->record.count;
    bool possible = true;
    for (int i = 0; i < count && possible; i++) {
        possible = board_color(&goban->board, stones[i].at) == EMPTY ||
                   failed(why, "repeated vertex");
        add_step(goban, STEP_SETUP, (enum color)stones[i].color, stones[i].at);
    }
    possible = possible && can_stand(&goban->board, why);
    if (!possible)
        cut_back(goban, before);
    return possible;
}

bool goban_turn(struct goban *goban, enum color color, struct failure *why)
{
    if (goban->board.to_move == color)
        return true;
    if (!has_room(goban, 1, why))
        return false;
    add_step(goban, STEP_TO_MOVE, color, NOWHERE);
    return true;
}

/* How many steps of GAME come before its move NUMBER.  */
static int steps_before(struct game const *game, int number)
{
    int moves = 0;
    for (int i = 0; i < game->count; i++)
        if (game->steps[i].kind == STEP_PLAY && ++moves == number)
            return i;
    return game->count;
}

static bool can_be_replayed(struct game const *game, struct failure *why)
{
    struct replay walk;
    replay_start(&walk, game);
    why->text[0] = '\0';
    while (replay_next(&walk, why))
        continue;
    return why->text[0] == '\0';
}

bool goban_load(struct goban *goban, struct game const *game, int number,
                struct failure *why)
{
    struct game part = *game; /* which borrows the steps */
    part.count = steps_before(game, number);
    if (part.count > GOBAN_STEPS_MAX)
        return failed(why, "the game is too long");
    if (!can_be_replayed(&part, why))
        return false;

    struct goban loaded;
    goban_init(&loaded, game->width, game->height);
    for (int i = 0; i < part.count; i++)
        add_step(&loaded, (enum step_kind)part.steps[i].kind,
                 (enum color)part.steps[i].color, part.steps[i].at);
    loaded.handicap = game->handicap;
    bool const possible = can_stand(&loaded.board, why);
    struct goban *const unwanted = possible ? goban : &loaded;
    goban_release(unwanted);
    if (possible)
        *goban = loaded;
    return possible;
}

int goban_handicap(struct goban const *goban)
{
    int first = 0;
    while (first < goban->move_count && goban->moves[first].color == BLACK &&
           goban->moves[first].at != PASS)
        first++;
    return goban->handicap ? goban->handicap : first > 1 ? first : 0;
}
