/* tools/play/analyse.c -- the best moves of a position, while Hishi thinks about them.
 */
#include <config.h>

#include "tools/play/sayings.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { ROWS = INSIGHTS_MAX };

/* A table that a terminal draws over and over; elsewhere it is drawn once.  */
struct analysis {
    bool live;
    bool over; /* nothing more will come */
    int rows;  /* that stand there */
};

static void begin_table(struct analysis *analysis, double win, double score,
                        long playouts, enum color to_move)
{
    if (analysis->live && analysis->rows)
        printf("\r\033[%dA\033[J", analysis->rows);
    printf("%s: %.1f %% to win, %+.1f points, in %ld playouts%s\n", side_name(to_move),
           100 * win, score, playouts, analysis->over ? "" : " (Ctrl-C: enough)");
    analysis->rows = 1;
}

static void put_row(struct analysis *analysis, point at, uint32_t visits, double win,
                    point const line[], int length)
{
    char text[POINT_TEXT];
    printf("  %-4s", point_format(at, text));
    if (visits)
        printf(" %8u times %5.1f %%  ", visits, 100 * win);
    for (int i = 0; visits && i < length; i++)
        printf(" %s", point_format(line[i], text));
    putchar('\n');
    analysis->rows++;
}

/* What an observer is told of: who analyses, and for whom.  */
struct onlooker {
    struct analysis analysis;
    enum color to_move;
};

static void look(void *self, struct thought const *thought)
{
    struct onlooker *const onlooker = self;
    begin_table(&onlooker->analysis, thought->win, thought->score, thought->playouts,
                onlooker->to_move);
    for (int i = 0; i < thought->count && i < ROWS; i++) {
        struct thought_move const *const move = &thought->move[i];
        put_row(&onlooker->analysis, move->at, move->visits, move->win, move->line,
                move->line_length);
    }
    fflush(stdout);
}

/* The last word, with the move that would be played first.  */
static void conclude(struct onlooker *onlooker, struct decision const *decision)
{
    struct evidence const *const evidence = &decision->evidence;
    char text[POINT_TEXT];
    begin_table(&onlooker->analysis, decision->win, decision->score, evidence->playouts,
                onlooker->to_move);
    for (int i = 0; i < evidence->count; i++) {
        struct insight const *const view = &evidence->insight[i];
        put_row(&onlooker->analysis, view->at, view->visits, view->win, view->line,
                view->line_length);
    }
    if (!evidence->count)
        printf("I would play %s: %s\n", point_format(decision->at, text),
               decision->reason);
}

/* Think of the side to move for SECONDS, whatever the settings and clocks are.  */
static bool think(struct play *play, double seconds, struct decision *decision,
                  struct failure *why)
{
    struct tuning *const tuning = session_tuning(play->session);
    struct tuning const before = *tuning;
    tuning->evaluator = CHOOSE_BY_SEARCH;
    tuning->seconds_per_move = seconds;
    tuning->resign_below = 0;
    bool const decided =
        session_genmove(play->session, play_to_move(play), GENMOVE_ASK, decision, why);
    *tuning = before;
    return decided;
}

void say_analyse(struct play *play, struct said *said)
{
    static double const usual_s = 10, most_s = 86400;
    struct onlooker onlooker = {.analysis.live = terminal_has_lines(),
                                .to_move = play_to_move(play)};
    struct observer const observer = {
        .interval_ms = 250, .look = look, .self = &onlooker};
    struct decision decision;
    struct failure why;
    char *end;
    double const seconds = said->count ? strtod(said->words[0], &end) : usual_s;
    if (said->count && (*end || !(seconds > 0 && seconds <= most_s))) {
        printf("'%s' is no number of seconds.\n", said->words[0]);
        return;
    }
    if (play_is_ended(play)) {
        puts("The game is over.");
        return;
    }
    session_observe(play->session, onlooker.analysis.live ? &observer : NULL);
    bool const decided = think(play, seconds, &decision, &why);
    session_observe(play->session, NULL);
    (void)thought_was_interrupted(); /* it was this that was enough */
    onlooker.analysis.over = true;
    if (decided)
        conclude(&onlooker, &decision);
    else
        puts(why.text);
}
