/* tools/play/board.c -- how a game in the terminal stands. */
#include <config.h>

#include "tools/play/play.h"

#include <math.h>
#include <stdio.h>

char const *side_name(enum color color)
{
    return color == BLACK ? "Black" : "White";
}

enum color play_to_move(struct play const *play)
{
    return (enum color)session_board(play->session)->to_move;
}

static bool is_passed_out(struct play const *play)
{
    return rules_ended(session_rules(play->session), session_board(play->session));
}

bool play_is_ended(struct play const *play)
{
    return play->resigned != EMPTY || is_passed_out(play);
}

void play_changed(struct play *play)
{
    play->resigned = EMPTY;
    play->timed_out = false;
    play->waited_s = 0;
    play->counted = false;
    play->stale = true;
}

/* ------------------------------------------------------------ the terms */

static void tell_sides(struct play const *play)
{
    if (play->engine[BLACK] == play->engine[WHITE])
        puts(play->engine[BLACK] ? "Hishi plays both sides." : "You play both sides.");
    else
        printf("You are %s, Hishi is %s.\n",
               side_name(play->engine[WHITE] ? BLACK : WHITE),
               side_name(play->engine[WHITE] ? WHITE : BLACK));
}

void play_tell_terms(struct play const *play)
{
    struct board const *const board = session_board(play->session);
    struct rules const *const rules = session_rules(play->session);
    int const handicap = goban_handicap(session_goban(play->session));
    int const paid = rules_compensation(rules, handicap);
    printf("%dx%d, %s rules, komi %.15g", board->width, board->height, rules->sgf,
           session_komi(play->session));
    if (handicap)
        printf(", %d handicap stones", handicap);
    if (paid)
        printf(", for which White gets %d point%s", paid, paid == 1 ? "" : "s");
    fputs(".  ", stdout);
    tell_sides(play);
}

/* ------------------------------------------------------------ the board */

/* The move before the last one, if it was on the board.  */
static point move_before(struct play const *play)
{
    struct goban const *const goban = session_goban(play->session);
    point const at =
        goban->move_count > 1 ? goban->moves[goban->move_count - 2].at : (point)NOWHERE;
    return at == PASS ? (point)NOWHERE : at;
}

static void tell_last_move(struct play const *play)
{
    struct goban const *const goban = session_goban(play->session);
    char text[POINT_TEXT];
    if (goban->move_count == 0)
        return;
    struct move const *const last = &goban->moves[goban->move_count - 1];
    if (last->at == PASS)
        printf("%s passes.", side_name((enum color)last->color));
    else
        printf("%s plays %s.", side_name((enum color)last->color),
               point_format(last->at, text));
    fputs(play_is_ended(play) ? "\n" : "  ", stdout);
}

void play_draw(struct play *play)
{
    struct board const *const board = session_board(play->session);
    struct drawing_marks const marks = {.before = move_before(play)};
    putchar('\n');
    drawing_put_marked(board, play->look, &marks, stdout);
    if (board->prisoners[BLACK] || board->prisoners[WHITE])
        printf("Black has taken %d, White %d.\n", board->prisoners[WHITE],
               board->prisoners[BLACK]);
    tell_last_move(play);
    play->stale = false;
    if (!play_is_ended(play)) {
        printf("Move %d: %s to move.\n", session_goban(play->session)->move_count + 1,
               side_name(play_to_move(play)));
        play_tell_clock(play);
        return;
    }
    play_tell_result(play);
}

/* ------------------------------------------------------------ the end */

/* Black's lead by what counts as dead.  */
static double counted_lead(struct play const *play)
{
    return rules_score(session_rules(play->session), session_board(play->session),
                       play->status, session_komi(play->session),
                       goban_handicap(session_goban(play->session)));
}

void play_result(struct play const *play, char text[static 32])
{
    double const lead = play->counted ? counted_lead(play) : 0;
    text[0] = '\0';
    if (play->resigned != EMPTY)
        snprintf(text, 32, "%c+%c", play->resigned == BLACK ? 'W' : 'B',
                 play->timed_out ? 'T' : 'R');
    else if (play->counted && lead == 0)
        snprintf(text, 32, "0");
    else if (play->counted)
        snprintf(text, 32, "%c+%.15g", lead > 0 ? 'B' : 'W', fabs(lead));
}

/* " D4 (3 stones), Q5": the dead chains of COLOR.  */
static void tell_dead(struct play const *play, enum color color)
{
    struct board const *const board = session_board(play->session);
    char text[POINT_TEXT];
    char const *between = " ";
    for (point p = board_first_point(); p; p = board_next_point(board, p)) {
        if (board->color[p] != color || play->status[p] != STATUS_DEAD ||
            board_chain(board, p)->stone != p)
            continue;
        int const count = board_chain(board, p)->stone_count;
        printf("%s%s", between, point_format(p, text));
        if (count > 1)
            printf(" (%d stones)", count);
        between = ", ";
    }
}

/* What counts as dead, and how to object.  */
static void tell_status(struct play const *play)
{
    struct board const *const board = session_board(play->session);
    int dead[3] = {0};
    for (point p = board_first_point(); p; p = board_next_point(board, p))
        dead[board->color[p]] += play->status[p] == STATUS_DEAD;
    if (session_rules(play->session)->stones_stay) {
        puts("By these rules every stone on the board counts.");
        return;
    }
    for (enum color color = BLACK; color <= WHITE; color++)
        if (dead[color]) {
            printf("Dead, and taken off, are %s's", side_name(color));
            tell_dead(play, color);
            puts(".");
        }
    if (!dead[BLACK] && !dead[WHITE])
        puts("No stones are dead.");
    puts("If you see it otherwise: dead POINT, alive POINT; or undo, and play on.");
}

void play_tell_result(struct play *play)
{
    if (play->resigned == EMPTY && !play->counted)
        session_status(play->session, play->status);
    play->counted = play->resigned == EMPTY;
    double const lead = play->counted ? counted_lead(play) : 0;
    if (play->resigned != EMPTY) {
        printf("%s %s.\n", side_name(play->resigned),
               play->timed_out ? "has thought too long, and loses on time" : "resigns");
    } else {
        tell_status(play);
        if (lead == 0)
            puts("The game is a draw.");
        else
            printf("%s wins by %.15g.\n", side_name(lead > 0 ? BLACK : WHITE),
                   fabs(lead));
    }
    puts("(save FILE keeps it, undo goes back, new begins another, quit leaves)");
}
