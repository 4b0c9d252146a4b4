/* patterns/judge/views.h -- places of games as the judge saw them, and what became of
   them.

   The judge reads the owner of a point from the CHANNELS numbers that its last plane
   has there: its view of the point.  Here such views are remembered, of stones in games
   that were counted, with the game and with the fate of the stones.  So where the view
   of another stone came from can be told by those nearest to it: they are places that
   look alike to the judge, which need not be so for people.

   Views are compared by numbers that are each of the same spread, rounded to bytes;
   how alike two are is 1 where they are the same, and 0 where they differ as two do
   that were drawn by lot.  A stone of the mover's is compared with such stones only.

   The file ("VIEW", version 1) is of one judge, by its provenance; all numbers are
   little-endian:

       SCAL   what stands for the numbers of a point: mean of each channel, then by how
              much its distance from that is multiplied; floats of 4 bytes
       VIEW   72 bytes a view: a signed byte for each channel; the three boards of the
              diamond around the stone, as the mover sees it (5 bytes each); 1 if the
              stone is the mover's, and enum view_fate times 2 (1); game (4); the move
              that was about to be played, from 0 (2); point of the stone (2)
       GAME, TEXT   as in patterns/shapes/remembered.h

   They stand in an order by chance.  Views are immutable and may be shared between
   threads.  */
#pragma once

#include "engine/base/chunkfile.h"
#include "patterns/judge/judge_layers.h"
#include "patterns/shapes/diamond.h"
#include "patterns/shapes/remembered.h"

enum { VIEWS_VERSION = 1, VIEW_BYTES = 72 };

/* What became of the stones; in a seki, by Japanese rules, they are nobody's.  */
enum view_fate { VIEW_DIED, VIEW_LIVED, VIEW_SEKI, VIEW_FATES };

struct stone_view {
    int8_t number[CHANNELS];
    struct diamond diamond;
    bool own; /* a stone of the side to move */
    enum view_fate fate;
    uint32_t game;
    uint16_t move; /* that was about to be played, from 0 */
    point at;
};

/* How the numbers of a point become those of a view.  */
struct view_scale {
    float mean[CHANNELS], unit[CHANNELS];
};

void view_measure(struct view_scale const *scale, float const numbers[CHANNELS],
                  int8_t out[CHANNELS]);
/* The scale by which COUNT rows of CHANNELS numbers are alike in spread.  */
void view_scale_fit(struct view_scale *scale, float const *numbers, int count);

float view_alike(int8_t const a[CHANNELS], int8_t const b[CHANNELS]);

/* ---------------------------------------------------------------- the file */

struct views; /* open for reading */

struct views *views_open(char const *path, struct failure *why);
void views_close(struct views *views);
int views_count(struct views const *views);
int views_games(struct views const *views);
struct stone_view views_get(struct views const *views, int number);
/* The game of VIEW, and its move.  */
struct precedent views_precedent(struct views const *views,
                                 struct stone_view const *view);

/* From now on only the first COUNT are heard: to measure how many it takes.  */
void views_limit(struct views *views, int count);

/* Chunks SCAL and VIEW; GAME and TEXT are casebuilder.h's.  */
void views_write(struct view_scale const *scale, struct stone_view const list[],
                 int count, struct chunk_writer *writer);

/* ---------------------------------------------------------------- asking */

struct near_view {
    int number;
    float alike;
};

/* The views nearest to NUMBERS, of a stone that is the mover's own or not, into LIST,
   at most MOST, the nearest first; returns how many.  */
int views_nearest(struct views const *views, float const numbers[CHANNELS], bool own,
                  int most, struct near_view list[]);
