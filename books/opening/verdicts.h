/* books/opening/verdicts.h -- what searches thought of positions, in a file that only
   grows.

       hishi-verdicts 1
       size 9
       handicap 0
       komi 7
       E5 C3 : win 0.5312 lead 1.25 playouts 8000 best G3 C7 F3

   A search takes long and says little; so each verdict is written down at once, and
   never asked for again.  Whoever was interrupted reads the file and does the same
   once more, which then costs nothing: all that a long task has to remember is here.
   A last line that was cut off by a crash is dropped.  */
#pragma once

#include "books/opening/aspect.h"
#include "books/opening/trail.h"

enum { CHOICES_MAX = 6 };

struct verdict {
    double win;  /* chance of the side to move */
    double lead; /* its points */
    uint32_t playouts;
    int choices;
    point choice[CHOICES_MAX]; /* what it would play, and what else it looked at most,
                                  in the view that turnings share */
};

/* Take the choices of VERDICT from the board that is seen as VIEW to the shared view.
 */
void verdict_settle(struct verdict *verdict, struct aspect const *view);

/* Whoever can judge: the position at the end of WAY, by PLAYOUTS of search; its choices
   are on that board.  False, with the reason, when it cannot; then there is no use in
   going on.  */
struct verdict_judge {
    bool (*judge)(void *self, struct way way, uint32_t playouts,
                  struct verdict *verdict, struct failure *why);
    void *self;
};

struct verdicts; /* one thread at a time */

/* The file PATH, made if there is none; it must be about such games.  */
struct verdicts *verdicts_open(char const *path, int size, int handicap, double komi,
                               struct failure *why);
void verdicts_close(struct verdicts *verdicts);

uint32_t verdicts_count(struct verdicts const *verdicts);

/* The verdict on the position of KEY by just so many PLAYOUTS, or NULL.  */
struct verdict const *verdicts_find(struct verdicts const *verdicts, uint64_t key,
                                    uint32_t playouts);

/* Write one down, on the end of WAY, whose board is seen as VIEW.  */
bool verdicts_add(struct verdicts *verdicts, struct aspect const *aspect,
                  struct way way, struct verdict const *verdict, struct failure *why);
