/* patterns/learning/judge_gradient.h -- how wrong a judge was, and which way is better.

   The loss of an opinion is a sum of four, each counted where the truth is known: of
   the owners and of the winner the cross entropy, of the move played that of the
   softmax over all moves, of the lead that of a logistic distribution about it.
   Owners and lead weigh more than the result: there are 361 and 1 of them a game, and
   a net that learns few results by heart knows nothing else (Silver et al. 2016).

   The owners hear of lead and result only a small part, judge_owners_hear of the
   gradient: what 361 of them share would drown what each learns by itself, but without
   any of it they drift together, a few hundredths each and ten points in all.  */
#pragma once

#include "patterns/judge/judge_net.h"

static float const judge_owners_hear = 0.15f;

enum { NO_CELL = -1, PASS_CELL = 0 };

/* What came true, as the mover sees it.  */
struct judge_truth {
    bool owned, counted, decided; /* whether what follows is known */
    float owner[CELLS];           /* 1: the mover's, 0: the opponent's, 0.5: nobody's */
    float lead;                   /* when counted: on the board */
    bool won;                     /* when decided */
    int played;                   /* the cell of the next move, PASS_CELL or NO_CELL */
};

/* Sums over opinions: of losses, and of what people understand.  */
struct judge_marks {
    double count, owned, counted, decided, played;
    double owner_loss, lead_loss, win_loss, policy_loss;
    double owner_error; /* mean over points of squares, owners being 0, 1/2 and 1 */
    double lead_square;
    double win_error; /* squares: Brier's score */
    double right;     /* the likeliest move was played */
};

double judge_marks_loss(struct judge_marks const *marks);
/* TO += MARKS.  */
void judge_marks_add(struct judge_marks *to, struct judge_marks const *marks);

/* What a change of each number of an opinion would do to the loss.  */
struct judge_blame {
    float owner[CELLS], policy[CELLS], verdict[VERDICTS];
};

/* Compare what TRACE came to with TRUTH; add to MARKS.  */
void judge_compare(struct judge_input const *input, struct judge_trace const *trace,
                   struct judge_truth const *truth, struct judge_marks *marks,
                   struct judge_blame *blame);

/* The scratch memory of going back, with the weights as that needs them.  */
struct judge_way_back;

struct judge_way_back *judge_way_back_new(void);
void judge_way_back_free(struct judge_way_back *back);
/* To be called when WEIGHTS have changed.  */
void judge_way_back_set(struct judge_way_back *back,
                        struct judge_weights const *weights);

/* GRADIENT += what a change of each weight would do to the loss.  TRACE is one of those
   who learn, after judge_forward with WEIGHTS.  */
void judge_backward(struct judge_way_back *back, struct judge_weights const *weights,
                    struct judge_input const *input, struct judge_trace const *trace,
                    struct judge_blame const *blame, struct judge_weights *gradient);
