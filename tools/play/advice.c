/* tools/play/advice.c -- what Hishi thinks of a game in the terminal, when it is asked.
 */
#include <config.h>

#include "tools/play/sayings.h"

#include "player/explain.h"
#include "player/recall.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* What Hishi would play for the side to move, as well as it can, whatever the level of
   the opponent.  It does not give up for others.  */
static bool ask_hishi(struct play *play, struct decision *decision)
{
    struct tuning *const tuning = session_tuning(play->session);
    struct tuning const usual = *tuning;
    struct failure why;
    if (play_is_ended(play)) {
        puts("The game is over.");
        return false;
    }
    tuning->resign_below = 0;
    tuning->level = LEVEL_FULL;
    tuning->follow = 0;
    bool const decided =
        thought_genmove(play, play_to_move(play), GENMOVE_ASK, decision, &why);
    *tuning = usual;
    (void)thought_was_interrupted(); /* it was this that was enough */
    if (!decided)
        puts(why.text);
    return decided;
}

void say_hint(struct play *play, struct said *said)
{
    struct decision decision;
    char text[POINT_TEXT];
    (void)said;
    if (ask_hishi(play, &decision))
        printf("I would play %s: %s\n", point_format(decision.at, text),
               decision.reason);
}

/* An expectation for the end of the game, not a count of what is there.  */
void say_score(struct play *play, struct said *said)
{
    struct decision decision;
    (void)said;
    if (play_is_ended(play)) {
        play_tell_result(play);
        return;
    }
    if (!ask_hishi(play, &decision))
        return;
    bool const black = play_to_move(play) == BLACK;
    double const lead = black ? decision.score : -decision.score;
    double const win = black ? decision.win : 1 - decision.win;
    printf("I expect %s to win: Black's chance is %.0f %%, ",
           side_name(win >= 0.5 ? BLACK : WHITE), 100 * win);
    if (fabs(lead) < 0.5)
        puts("and the score about even, komi included.");
    else
        printf("and %s to be about %.0f points ahead in the end, komi included.\n",
               side_name(lead > 0 ? BLACK : WHITE), fabs(lead));
}

/* About a point, or about our last move.  */
void say_why(struct play *play, struct said *said)
{
    struct board const *const board = session_board(play->session);
    struct account const *const account = session_account(play->session);
    struct failure why;
    struct insight view;
    struct board before;
    point at;
    if (!said->count && account)
        recall_explain(play->session, stdout);
    else if (!said->count)
        puts("I have not moved yet.");
    else if (point_parse(said->words[0], board->width, board->height, &at, &why) &&
             session_view(play->session, at, &view, &before, &why))
        explain(&view, account ? &account->decision.evidence : NULL, &before, stdout);
    else
        puts(why.text);
}
