/* tools/play/play.h -- a game in the terminal: what the parts of `hishi play' share.

   play.c has the options and the conversation, board.c says how things stand,
   words.c is what a person can say, with advice.c, analyse.c and time.c, thought.c
   shows that somebody thinks.  */
#pragma once

#include "player/session.h"
#include "tools/terminal.h"

struct play {
    struct session *session;
    struct look const *look;
    bool engine[3];      /* [color]: played by us */
    int handicap;        /* stones of each new game */
    double komi;         /* as somebody wished, or NAN: what is usual */
    enum color resigned; /* who gave up, or EMPTY */
    bool timed_out;      /* or rather lost on time */
    double waited_s;     /* for the person's move */
    bool counted;        /* the game ended by passing, and STATUS is what counts */
    enum status status[POINTS];
    bool stale;   /* the board has changed since it was drawn */
    bool unsaved; /* there are moves that no file has */
    bool over;    /* the person wants to leave */
};

/* ------------------------------------------------------------ how things stand */

char const *side_name(enum color color);
enum color play_to_move(struct play const *play);
bool play_is_ended(struct play const *play);

/* It is another position now: taken back, loaded, begun anew.  */
void play_changed(struct play *play);

/* "19x19, Chinese rules, komi 7.5; you are Black."  */
void play_tell_terms(struct play const *play);
/* Draw the board, who played what, and at the end the result.  */
void play_draw(struct play *play);
/* How the game ended; by passing, with what counts as dead.  */
void play_tell_result(struct play *play);
/* "B+3.5", as SGF writes it; "" while the game goes on.  */
void play_result(struct play const *play, char text[static 32]);

/* ------------------------------------------------------------ what is said */

/* A new game, with the handicap and komi that are wished for or usual.  */
void play_begin(struct play *play);

/* Do what LINE says: a move, or a word of the list; LINE is taken apart.  */
void play_obey(struct play *play, char *line);

/* What the person plays: "black", "white", "both" or "none".  */
bool play_parse_side(char const *word, bool engine[3]);

/* Keep the game in FILE, and say so.  */
bool play_save(struct play *play, char const *file);

/* May the game be given up for another?  At a terminal, what is not saved is asked
   about.  */
bool play_may_leave(struct play *play);

/* ------------------------------------------------------------ time */

/* How the clocks stand, if there are any.  */
void play_tell_clock(struct play const *play);
/* Who has thought too long about a move has lost.  */
void play_mind_clock(struct play *play, enum color color);

/* ------------------------------------------------------------ thinking */

/* From now on Ctrl-C ends no program but is noted.  */
void thought_mind_interrupts(void);
/* Wait until a line can be read from stdin, which is no longer read ahead; false when
   Ctrl-C came first, be it before the waiting began.  */
bool thought_wait_for_line(void);
/* For whoever thinks: answer now.  */
atomic_bool const *thought_stop(void);
/* Was Ctrl-C typed since somebody asked last?  */
bool thought_was_interrupted(void);

/* Let COLOR's move be decided, with a sign of it on a terminal.  Ctrl-C hurries it,
   and stays to be asked about.  */
bool thought_genmove(struct play *play, enum color color, enum genmove how,
                     struct decision *decision, struct failure *why);
