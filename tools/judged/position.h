/* tools/judged/position.h -- positions of which it is known what became of them.

   A file of them is text.  Each is a title; a line that says where it is from, the side
   to move, the komi (what Black needs to win, what a handicap costs included) and
   Black's lead on the board in the end; what each witness made of that lead; the last
   moves, the latest last, and where a ko may not be retaken ("ko C2"); and the board as
   it stands beside what becomes of it:

       # tygem-9d-2007/259 before move 120
       gnugo white 7.5 -4
       by game -4 play -9 search 2.5
       after C3 D1 D2
       . . X O .   XXXOO
       . X X O O   XXXOO
       ...

   Witnesses are the game as it went on and was counted, Hishi playing on against
   itself, and a long search; who was not asked is not named.  X and O are stones, and
   who owns the point in the end; a dot there is nobody's.  The
   lead is the sum of that.  An empty line ends it; text before a title is passed
   over.  Boards are square.  */
#pragma once

#include <stdio.h>

#include "engine/go/situation.h"

enum { JUDGED_TITLE = 128, JUDGED_WORD = 16, JUDGED_LAST = 5 };

enum witness { BY_GAME, BY_PLAYING_ON, BY_LONG_SEARCH, WITNESSES };

struct judged_position {
    char title[JUDGED_TITLE];
    char origin[JUDGED_WORD]; /* "test", "gnugo", "ours" */
    struct board board;
    struct move last[JUDGED_LAST]; /* oldest first */
    int last_count;
    double komi;           /* Black wins with more points on the board */
    double lead;           /* Black's on the board in the end */
    double by[WITNESSES];  /* the same as each has it; or NAN */
    uint8_t owner[POINTS]; /* in the end, enum color */
};

/* The next position in the file NAME that IN reads, LINE lines from its beginning;
   false at its end, and with a reason in WHY when something is wrong.  */
bool judged_next(FILE *in, char const *name, int *line,
                 struct judged_position *position, struct failure *why);

void judged_put(struct judged_position const *position, FILE *out);

/* The board and the last moves of SITUATION.  */
void judged_take(struct judged_position *position, struct situation const *situation);

/* How sure it is what became of a position: two witnesses agree about the lead to
   within ten points, only one was heard, or those who were heard besides say something
   else (as when somebody blundered later).  */
enum footing { FOOTING_AGREED, FOOTING_ALONE, FOOTING_CONTRADICTED, FOOTINGS };

enum { WITNESSES_AGREE = 10 };

enum footing judged_footing(struct judged_position const *position);

/* What sources look at; it points into POSITION.  */
struct situation judged_situation(struct judged_position const *position);
