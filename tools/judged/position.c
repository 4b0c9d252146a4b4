#include <config.h>

#include "tools/judged/position.h"

#include "tools/judged/drawn.h"

#include <math.h>
#include <string.h>

static char const marks[] = ".XO"; /* by enum color */

static char const *const witness_names[WITNESSES] = {"game", "play", "search"};

/* ---------------------------------------------------------------- reading */

/* What is not on the board as it is drawn.  */
struct around_drawing {
    enum color mover;
    point ko;
    int size;
    uint8_t stone[POINTS];
};

static bool read_heading(char const *text, struct judged_position *position,
                         struct around_drawing *around, struct failure *why)
{
    char side[8];
    int used = 0;
    return sscanf(text, "%15s %7s %lf %lf%n", position->origin, side, &position->komi,
                  &position->lead, &used) == 4 &&
           drawn_all(text + used) && drawn_points(position->komi) &&
           drawn_points(position->lead) && color_parse(side, &around->mover, why);
}

static bool read_witness(char const *word, double says, double by[WITNESSES])
{
    for (int i = 0; i < WITNESSES && drawn_points(says); i++)
        if (strcmp(word, witness_names[i]) == 0) {
            by[i] = says;
            return true;
        }
    return false;
}

static bool read_witnesses(char const *text, struct judged_position *position)
{
    char word[JUDGED_WORD];
    double says;
    int used = 0;
    for (int i = 0; i < WITNESSES; i++)
        position->by[i] = NAN;
    if (strcmp(text, "by") != 0 && strncmp(text, "by ", 3) != 0)
        return false;
    text += 2;
    for (; sscanf(text, " %15s %lf%n", word, &says, &used) == 2; text += used)
        if (!read_witness(word, says, position->by))
            return false;
    return drawn_all(text);
}

static bool read_moves(char const *text, struct judged_position *position,
                       struct around_drawing *around, struct failure *why)
{
    char word[POINT_TEXT];
    int used = 0;
    for (; sscanf(text, " %7s%n", word, &used) == 1; text += used) {
        bool const ko = strcmp(word, "ko") == 0;
        if (ko && sscanf(text += used, " %7s%n", word, &used) != 1)
            return false;
        if (!ko && position->last_count == JUDGED_LAST)
            return false;
        point *const at = ko ? &around->ko : &position->last[position->last_count++].at;
        if (!point_parse(word, around->size, around->size, at, why))
            return false;
    }
    return true;
}

/* Colours alternate up to the side to move.  */
static bool read_last(char const *text, struct judged_position *position,
                      struct around_drawing *around, struct failure *why)
{
    enum { WORD = 5 };
    if (strncmp(text, "after", WORD) != 0 ||
        !read_moves(text + WORD, position, around, why))
        return false;
    for (int i = 0; i < position->last_count; i++) {
        bool const ours = (position->last_count - i) % 2 == 0;
        position->last[i].color =
            (uint8_t)(ours ? around->mover : opponent(around->mover));
    }
    return true;
}

/* A row and what becomes of it stand side by side.  */
static bool read_row(char const *row, int number, struct judged_position *position,
                     struct around_drawing *around)
{
    for (int i = 0; i < 2 * around->size; i++) {
        char const *const mark = strchr(marks, row[i]);
        uint8_t *const whose = i < around->size ? around->stone : position->owner;
        if (!mark)
            return false;
        whose[point_at(i % around->size + 1, number)] = (uint8_t)(mark - marks);
    }
    return true;
}

static bool read_drawing(char (*rows)[DRAWN_LINE], struct judged_position *position,
                         struct around_drawing *around)
{
    for (int i = 0; i < around->size; i++)
        if (drawn_squeeze(rows[i]) != 2 * around->size ||
            !read_row(rows[i], around->size - i, position, around))
            return false;
    return true;
}

/* Take the last move back, and give back the stone that it took in a ko.  */
static void undo_last(struct board *board, struct move const *last, point ko)
{
    board_set(board, last->at, EMPTY);
    if (ko != NOWHERE)
        board_set(board, ko, opponent((enum color)last->color));
}

/* The last move is made on the board once more, so that a ko is a ko.  */
static bool set_board(struct judged_position *position,
                      struct around_drawing const *around)
{
    struct board *const board = &position->board;
    struct move const *const last =
        position->last_count ? &position->last[position->last_count - 1] : NULL;
    board_arrange(board, around->size, around->size, around->stone);
    board_turn(board, around->mover);
    if (!last)
        return around->ko == NOWHERE;
    if (last->at != PASS) {
        if (board->color[last->at] != last->color)
            return false;
        undo_last(board, last, around->ko);
        if (!board_is_legal(board, last->at, (enum color)last->color, false))
            return false;
    }
    board_play(board, last->at, (enum color)last->color);
    return board->ko == around->ko;
}

static bool all_have_liberties(struct board const *board)
{
    for (point p = board_first_point(); p; p = board_next_point(board, p))
        if (board->color[p] != EMPTY && !board_liberties(board, p))
            return false;
    return true;
}

bool judged_next(FILE *in, char const *name, int *line,
                 struct judged_position *position, struct failure *why)
{
    char text[DRAWN_LINE], after[DRAWN_LINE], rows[BOARD_MAX][DRAWN_LINE];
    struct around_drawing around = {.ko = NOWHERE};
    if (!drawn_title(in, name, line, text, why))
        return false;
    memset(position, 0, sizeof *position);
    snprintf(position->title, sizeof position->title, "%.*s", JUDGED_TITLE - 1, text);
    if (!drawn_line(in, text, line) || !read_heading(text, position, &around, why))
        return failed(why,
                      "%s:%d: here should be where it is from, a colour, a komi and a "
                      "lead",
                      name, *line);
    if (!drawn_line(in, text, line) || !read_witnesses(text, position))
        return failed(why, "%s:%d: here should be by whom it was judged", name, *line);
    int const begin = *line + 1;
    bool const moves = drawn_line(in, after, line);
    while (around.size < BOARD_MAX && drawn_line(in, rows[around.size], line))
        around.size++;
    if (!moves || around.size < BOARD_MIN || !read_drawing(rows, position, &around))
        return failed(why, "%s:%d: this is not a drawing of a board and its owners",
                      name, *line);
    if (!read_last(after, position, &around, why) || !set_board(position, &around))
        return failed(why, "%s:%d: these moves have not led to that board", name,
                      begin);
    return all_have_liberties(&position->board) ||
           failed(why, "%s:%d: a chain has no liberty", name, *line);
}

/* ---------------------------------------------------------------- writing */

static void put_row(struct judged_position const *position, int row, FILE *out)
{
    struct board const *const board = &position->board;
    for (int column = 1; column <= board->width; column++)
        fprintf(out, "%c ", marks[board->color[point_at(column, row)]]);
    fputs("  ", out);
    for (int column = 1; column <= board->width; column++)
        fputc(marks[position->owner[point_at(column, row)]], out);
    fputc('\n', out);
}

static void put_moves(struct judged_position const *position, FILE *out)
{
    char text[POINT_TEXT];
    fputs("after", out);
    for (int i = 0; i < position->last_count; i++)
        fprintf(out, " %s", point_format(position->last[i].at, text));
    if (position->board.ko != NOWHERE)
        fprintf(out, " ko %s", point_format(position->board.ko, text));
    fputc('\n', out);
}

static void put_witnesses(struct judged_position const *position, FILE *out)
{
    fputs("by", out);
    for (int i = 0; i < WITNESSES; i++)
        if (!isnan(position->by[i]))
            fprintf(out, " %s %.4g", witness_names[i], position->by[i]);
    fputc('\n', out);
}

void judged_put(struct judged_position const *position, FILE *out)
{
    struct board const *const board = &position->board;
    fprintf(out, "# %s\n%s %s %g %g\n", position->title, position->origin,
            color_name((enum color)board->to_move), position->komi, position->lead);
    put_witnesses(position, out);
    put_moves(position, out);
    for (int row = board->height; row >= 1; row--)
        put_row(position, row, out);
    fputc('\n', out);
}

/* ---------------------------------------------------------------- both */

/* The last moves while colours alternate; a ko needs the one that began it.  */
void judged_take(struct judged_position *position, struct situation const *situation)
{
    int color = opponent((enum color)situation->board->to_move), first;
    for (first = situation->move_count;
         first > 0 && situation->move_count - first < JUDGED_LAST; first--) {
        if (situation->moves[first - 1].color != color)
            break;
        color = opponent((enum color)color);
    }
    position->last_count = situation->move_count - first;
    for (int i = 0; i < position->last_count; i++)
        position->last[i] = situation->moves[first + i];
    board_copy(&position->board, situation->board);
}

enum footing judged_footing(struct judged_position const *position)
{
    int heard = 0, agreed = 0;
    for (int i = 0; i < WITNESSES; i++) {
        heard += !isnan(position->by[i]);
        agreed += fabs(position->by[i] - position->lead) <= WITNESSES_AGREE;
    }
    return agreed > 1  ? FOOTING_AGREED
           : heard > 1 ? FOOTING_CONTRADICTED
                       : FOOTING_ALONE;
}

struct situation judged_situation(struct judged_position const *position)
{
    return (struct situation){.board = &position->board,
                              .moves = position->last,
                              .move_count = position->last_count};
}
