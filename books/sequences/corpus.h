/* books/sequences/corpus.h -- many games as one text, and the way back.

   Texts (movecode.h) stand one after the other, each closed by SYMBOL_END.  A
   game is one text or a few: passes, a colour that moves twice and edits of the
   board cut it.  Each text is there twice, symbol for symbol: in the code that
   was asked for, and in the plain code, which says where every move was played.
   What both leave out -- in which colour a text begins, after how many moves, what
   was set up before -- is kept beside them for each text, so that games can be
   played through again.

   The arrays are open: index.h writes them to a file and maps them back.  */
#pragma once

#include "books/sequences/movecode.h"
#include "engine/records/archive.h"

/* A text: the moves from number MOVE of its game to the next SYMBOL_END.  */
struct segment {
    uint32_t text; /* where it begins */
    uint32_t game;
    uint32_t setup; /* the first of the edits before it; the next segment's ends them */
    uint16_t move;  /* of its game, from 0, passes counted */
    uint8_t color;  /* of its first move */
    uint8_t spare;
};

/* An edit of the board, as STEP_SETUP.  */
struct edit {
    point at;
    uint16_t color;
};

/* A game; texts are offsets into the strings.  */
struct record {
    uint32_t segment; /* its first; the next game's ends them */
    uint32_t file, number;
    uint32_t black, white, date, result;
    uint16_t moves;
    uint8_t winner; /* BLACK, WHITE or EMPTY */
    uint8_t handicap;
};

/* The arrays, owned by whoever made them.  */
struct corpus {
    symbol *text;
    symbol *steps; /* the same moves in the plain code */
    struct segment *segments;
    struct edit *edits;
    struct record *records;
    char *strings; /* each closed by a 0; the first is empty */
    point *marks;  /* for corpus_point: where every MARK_STRIDE-th move was played */
    uint32_t text_count, segment_count, edit_count, record_count, string_size;
};

enum { MARK_STRIDE = 16 };

static inline uint32_t mark_count(uint32_t text_count)
{
    return (text_count + MARK_STRIDE - 1) / MARK_STRIDE;
}

struct corpus_builder;

struct corpus_builder *corpus_builder_new(enum code code);
/* Fails, and adds nothing, for a game that is not on 19x19.  */
bool corpus_add(struct corpus_builder *builder, struct game const *game,
                struct origin const *origin, struct failure *why);
/* The corpus so far; it is the builder's and moves when a game is added.  */
struct corpus const *corpus_built(struct corpus_builder const *builder);
/* Hand the corpus over and free the builder.  */
struct corpus corpus_finish(struct corpus_builder *builder);
void corpus_builder_free(struct corpus_builder *builder);
void corpus_release(struct corpus *corpus);

/* The segment that the place AT of the text belongs to.  */
struct segment const *corpus_segment(struct corpus const *corpus, uint32_t at);

/* The colour of the move at the place AT of the segment's text.  */
uint8_t corpus_color(struct segment const *segment, uint32_t at);

/* Where the move at the place AT of the text was played; 0 for an end.  Adds up
   the steps since the nearest mark or start before.  */
point corpus_point(struct corpus const *corpus, uint32_t at);

/* Does every text decode to moves on the board, and every mark to what it marks?  For a
   corpus coded with CODE_RELATIVE that comes from a file.  */
bool corpus_check(struct corpus const *corpus, struct failure *why);

/* A walk through the moves of one segment.  */
struct segment_walk {
    symbol const *next; /* private */
    struct move move;
    uint16_t number; /* of MOVE in its game */
};

void segment_start(struct segment_walk *walk, struct corpus const *corpus,
                   struct segment const *segment);
/* The next move into walk->move; false at the end.  */
bool segment_next(struct segment_walk *walk);

/* A walk through the positions of one game: after record_next has returned true,
   BOARD is the position before MOVE.  Passes are left out.

       record_start(&walk, corpus, game);
       while (record_next(&walk))
           look(&walk.board, walk.steps.move);

   Ends early at a move that no rule allows; FAILED says so.  */
struct record_walk {
    struct board board;
    struct segment_walk steps; /* its MOVE and NUMBER are the walk's */
    bool edited;               /* stones were set up just before this move */
    bool failed;
    struct corpus const *corpus; /* private from here on */
    uint32_t segment, end;
    bool pending, inside;
};

void record_start(struct record_walk *walk, struct corpus const *corpus, uint32_t game);
bool record_next(struct record_walk *walk);

/* Set BOARD up as it was before the move at place AT of the text.  False when
   the moves up to there cannot be played.  */
bool corpus_board(struct corpus const *corpus, uint32_t at, struct board *board);
