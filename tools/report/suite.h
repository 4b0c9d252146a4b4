/* tools/report/suite.h -- drawn problems, and what the engine plays in them.

   A file of problems is text; each is a title, a line with its class, the side to
   move and the komi, and the board, its top row first:

       # kgs-6d game 259 move 45: black to capture H17
       capture black -3.5
       . . X O a .
       . X O O X .
       ...

   X and O are stones, x or o is the last move, every a is right.  The komi lies
   between what the game comes to when the problem is solved and when it is not.
   An empty line ends it.  */
#pragma once

#include "player/session.h"

enum { KIND_TEXT = 16, TITLE_TEXT = 128 };

struct problem {
    char title[TITLE_TEXT], kind[KIND_TEXT];
    struct board board; /* the side to move is to solve it */
    point last;         /* the last move, or NOWHERE */
    struct points right;
    double komi;
};

/* The next problem in the file NAME that IN reads, LINE lines from its beginning;
   false at its end, and with a reason in WHY when something is wrong.  */
bool problem_next(FILE *in, char const *name, int *line, struct problem *problem,
                  struct failure *why);

/* What SESSION decides to play.  */
bool problem_ask(struct problem const *problem, struct session *session, point *at,
                 struct failure *why);
