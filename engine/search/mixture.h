/* engine/search/mixture.h -- how sources that speak together are weighed.

   P(move) over all legal moves is proportional to

       exp (sum over sources, sum over their terms, worth x term)

   with worths for each stage of the game.  A source that names no move says the same
   about all and so changes nothing.  But sources repeat each other, so what one of them
   is worth depends on who else is heard: the worths are learnt for each set of sources
   that can come up (all; each missing; those of little effort), and a blend is what
   such a set comes to.  Sources and terms are known by name, so a file that knows
   nothing of a new source stays good for the others.

   In a file (kind "MIXT", version 1), as text that people can read:

       ROWS   lines "set STAGE SOURCE+SOURCE... SOURCE WORTH WORTH ...", a worth for
              each of the source's terms  */
#pragma once

#include "engine/base/provenance.h"
#include "engine/search/source.h"

enum { GAME_STAGES = 3 };

/* The stage that a position belongs to: opening, middle, end.  */
int stage_of(struct board const *board);

struct blend {
    int count;   /* sources */
    bool learnt; /* else each source's own P counts alike (a geometric mean) */
    float worth[GAME_STAGES][VOICES_MAX][TERMS_MAX];
};

/* Immutable, may be shared between threads.  */
struct mixture;

struct mixture *mixture_new(void);
void mixture_free(struct mixture *mixture);
struct mixture *mixture_open(char const *path, struct failure *why);

/* The worths of the COUNT sources of KINDS when just these are heard.  MIXTURE may be
   NULL.  */
void mixture_blend(struct mixture const *mixture,
                   struct source_kind const *const kinds[], int count,
                   struct blend *blend);

/* What was learnt about a set of sources, replacing what was there.  */
void mixture_learn(struct mixture *mixture, struct source_kind const *const kinds[],
                   struct blend const *blend);

/* Its rows, as they stand in a file.  */
void mixture_print(struct mixture const *mixture, FILE *out);

/* MADE (provenance.h) may be NULL.  */
bool mixture_write(char const *path, struct mixture const *mixture,
                   struct provenance const *made, struct failure *why);

/* Fill in PREDICTION of every candidate by what its VOICES, in the order of the
   blend, have said.  WEIGHT[v] times is what voice v counts.  */
void blend_mix(struct blend const *blend, int stage, float const weight[],
               struct candidates *candidates);

/* The logarithm of what one opinion comes to.  */
float blend_worth(struct blend const *blend, int stage, int voice,
                  struct opinion const *opinion);
