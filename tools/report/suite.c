#include <config.h>

#include "tools/report/suite.h"

#include "tools/judged/drawn.h"

#include <string.h>

static bool read_heading(char const *text, struct problem *problem, enum color *color,
                         struct failure *why)
{
    char side[8];
    int used = 0;
    return sscanf(text, "%15s %7s %lf%n", problem->kind, side, &problem->komi, &used) ==
               3 &&
           drawn_all(text + used) && drawn_points(problem->komi) &&
           color_parse(side, color, why);
}

static bool draw(struct problem *problem, char (*rows)[DRAWN_LINE], int height)
{
    int const width = drawn_squeeze(rows[0]);
    if (height < BOARD_MIN || height > BOARD_MAX || width < BOARD_MIN ||
        width > BOARD_MAX)
        return false;
    board_init(&problem->board, width, height);
    for (int i = 0; i < height; i++) {
        if (i && drawn_squeeze(rows[i]) != width)
            return false;
        for (int column = 0; column < width; column++) {
            static char const marks[] = "XOxoa.";
            point const p = point_at(column + 1, height - i);
            char const *const mark = strchr(marks, rows[i][column]);
            if (!mark)
                return false;
            if (mark < marks + 4)
                board_set(&problem->board, p, (mark - marks) % 2 ? WHITE : BLACK);
            if (*mark == 'x' || *mark == 'o') {
                if (problem->last != NOWHERE)
                    return false;
                problem->last = p;
            }
            if (*mark == 'a')
                points_add(&problem->right, p);
        }
    }
    return true;
}

bool problem_next(FILE *in, char const *name, int *line, struct problem *problem,
                  struct failure *why)
{
    char text[DRAWN_LINE], rows[BOARD_MAX][DRAWN_LINE];
    enum color color;
    int height = 0;

    if (!drawn_title(in, name, line, text, why))
        return false;
    memset(problem, 0, sizeof *problem);
    problem->last = NOWHERE;
    snprintf(problem->title, sizeof problem->title, "%.*s", TITLE_TEXT - 1, text);
    if (!drawn_line(in, text, line) || !read_heading(text, problem, &color, why))
        return failed(why, "%s:%d: here should be a class, a colour and a komi", name,
                      *line);
    while (height < BOARD_MAX && drawn_line(in, rows[height], line))
        height++;
    if (height == BOARD_MAX && drawn_line(in, text, line))
        height++; /* too many */
    if (!draw(problem, rows, height))
        return failed(why, "%s:%d: this is not the drawing of a board", name, *line);
    board_turn(&problem->board, color);
    if (problem->last != NOWHERE &&
        board_color(&problem->board, problem->last) == color)
        return failed(why, "%s:%d: the last move was by the side to move", name, *line);
    return points_count(&problem->right) ||
           failed(why, "%s:%d: no move is said to be right", name, *line);
}

bool problem_ask(struct problem const *problem, struct session *session, point *at,
                 struct failure *why)
{
    struct board const *const board = &problem->board;
    enum color const color = (enum color)board->to_move;
    struct move stones[AREA_MAX];
    struct move const last = {opponent(color), problem->last};
    struct decision decision;
    int count = 0;

    for (point p = board_first_point(); p; p = board_next_point(board, p))
        if (board->color[p] != EMPTY && p != problem->last)
            stones[count++] = (struct move){board->color[p], p};
    if (!session_resize(session, board->width, board->height, why) ||
        !session_setup(session, stones, count, why))
        return false;
    if (problem->last != NOWHERE && (!session_turn(session, opponent(color), why) ||
                                     !session_play(session, &last, 1, why)))
        return false;
    session_set_komi(session, problem->komi);
    if (!session_genmove(session, color, GENMOVE_ASK, &decision, why))
        return false;
    *at = decision.at;
    return true;
}
