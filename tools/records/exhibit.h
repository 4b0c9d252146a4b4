/* tools/records/exhibit.h -- a cited game, opened at the move it is cited for.  */
#pragma once

#include "engine/go/drawing.h"
#include "engine/go/svg.h"
#include "engine/records/gamename.h"
#include "patterns/cases/casebook.h"

struct exhibit {
    struct gamename name;
    int move;         /* from 1; 0: none is cited, and the end of the game is shown */
    char *path;       /* where the game was found, or NULL */
    struct game game; /* once it was found */
    struct move *moves;
    int move_count;
    struct board before, after; /* MOVE */
    int remembered;             /* levels of the vicinity of MOVE that are known, and */
    struct experience known;    /* what happened in them */
};

void exhibit_init(struct exhibit *exhibit);
void exhibit_release(struct exhibit *exhibit);

/* GAME was found in the file PATH.  */
void exhibit_take(struct exhibit *exhibit, struct game const *game, char const *path);

/* Go to the move; false when the game has no such move, or none can be played.  */
bool exhibit_open(struct exhibit *exhibit, struct failure *why);

/* What BOOK knows of the vicinity of the move.  */
void exhibit_remember(struct exhibit *exhibit, struct casebook const *book);

/* How it is shown.  */
struct showing {
    struct look const *look;
    bool before;  /* the board as it was before the move */
    bool diamond; /* with the points that the memory compares */
    int around;   /* how many moves before and after it are listed */
};

void exhibit_text(struct exhibit const *exhibit, struct showing const *showing,
                  FILE *out);
/* One line.  */
void exhibit_json(struct exhibit const *exhibit, struct showing const *showing,
                  FILE *out);

/* CAPTION has to last as long as DIAGRAM.  */
enum { EXHIBIT_CAPTION = 600 };
void exhibit_diagram(struct exhibit const *exhibit, struct showing const *showing,
                     struct diagram *diagram, char caption[static EXHIBIT_CAPTION]);
