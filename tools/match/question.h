/* tools/match/question.h -- the question a match is to answer, and whether it has.

   It is put before the first game: is the first engine so much stronger than the
   second (sprt.h)?  Pairs of games are heard in the order of their numbers, and none
   before all earlier ones have ended; so the answer depends on the results alone, not
   on which game ended first, how many were played at a time, nor whether the match was
   broken off and resumed.  Results count as in the standings: a forfeit is a loss, a
   game without result a draw; a pair with a void game is passed over.  Once answered,
   a question hears no more.  */
#pragma once

#include "tools/match/sprt.h"
#include "tools/match/standings.h"

struct sprt_question {
    struct sprt test;
    int heard; /* pairs, in order */
    int void_pairs;
    struct pair_tally tally; /* of the first engine's points, in the others */
    enum sprt_verdict verdict;
};

/* Hear what pairs of OUTCOMES have been completed; is the question answered?  */
bool question_hear(struct sprt_question *question, struct match_plan const *plan,
                   struct game_outcome const outcomes[]);

/* Lines for a commit message, after those of the standings.  */
void question_print(struct sprt_question const *question, struct match_plan const *plan,
                    FILE *out);
/* One flat JSON object.  */
void question_print_json(struct sprt_question const *question, FILE *out);

/* "LLR +1.23 in [-2.94, +2.94]", for the line of a game.  */
enum { QUESTION_TEXT = 64 };
void question_format(struct sprt_question const *question,
                     char text[static QUESTION_TEXT]);
