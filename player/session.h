/* player/session.h -- one controller's world: a game, its rules and clock, and
   the mind that plays it.

   Commands see the world through these functions.  Each either does what it
   says or returns false and leaves everything as it was.  */
#pragma once

#include "engine/search/clock.h"
#include "player/goban.h"
#include "player/mind.h"

struct session;

struct session_options {
    int width, height;
    struct rules const *rules; /* a row of rules_table */
    double komi;               /* NAN: what the rules are used to */
    bool fixed_seed;           /* else every game has a seed of its own */
    uint64_t seed;
    struct tuning tuning;
};

/* 19x19, Chinese rules, everything else as its row says.  */
struct session_options session_defaults(void);

struct session *session_new(struct session_options const *options);
void session_free(struct session *session);

/* Whoever thinks looks at *STOP (or NULL) and answers at once when it is set.  */
void session_listen(struct session *session, atomic_bool const *stop);

atomic_bool const *session_stop(struct session const *session);

/* From now on no file is read or written for whoever sends commands.  */
void session_close_files(struct session *session);

/* The controller has said goodbye.  */
void session_quit(struct session *session);
bool session_is_over(struct session const *session);

/* ------------------------------------------------------------ what there is */

struct board const *session_board(struct session const *session);
struct goban const *session_goban(struct session const *session);
struct rules const *session_rules(struct session const *session);
struct clock const *session_clock(struct session const *session);
struct tuning *session_tuning(struct session *session);
double session_komi(struct session const *session);

/* What it plays without of what it should have: the reasons, as many as there are by
   now; and who is told of those that are new after a move, each once.  */
struct complaints const *session_complaints(struct session const *session);
void session_set_hearer(struct session *session, void (*hear)(char const *complaint));

/* Take the memory that thinking needs, as the tuning has it, instead of when it is
   needed first, and see how busy the machine is, for the clock.  False, with a
   sentence, when there is less memory than it wants: then the tree is smaller.  */
bool session_reserve(struct session *session, struct failure *why);

/* The self of the source that is called NAME, or NULL with a reason when it is not
   there.  */
void *session_source(struct session *session, char const *name, struct failure *why);

/* By which the judge is explained (patterns/judge/views.h), or NULL.  */
struct views const *session_views(struct session const *session);

/* Black's score less White's, were the game to end now; and the opinion on
   which stones are dead that it rests on.  */
double session_score(struct session const *session);
void session_status(struct session const *session, enum status status[POINTS]);

/* ------------------------------------------------------------ settings */

void session_set_rules(struct session *session, struct rules const *rules);
void session_set_komi(struct session *session, double komi);
void session_set_time(struct session *session, struct clock_settings const *settings);
void session_time_left(struct session *session, enum color color, double left_s,
                       int count);
/* COLOR, for whom somebody else decided, has thought so long about its last move.  */
void session_spend(struct session *session, enum color color, double used_s);

/* ------------------------------------------------------------ the game */

/* A new game.  Rules, komi, time settings and tuning stay, the clock starts
   afresh.  */
void session_clear(struct session *session);
bool session_resize(struct session *session, int width, int height,
                    struct failure *why);
bool session_play(struct session *session, struct move const moves[], int count,
                  struct failure *why);
bool session_undo(struct session *session, int count, struct failure *why);
bool session_setup(struct session *session, struct move const stones[], int count,
                   struct failure *why);
bool session_turn(struct session *session, enum color color, struct failure *why);

/* COUNT black stones for a weaker Black, White to move.  */
bool session_give_handicap(struct session *session, point const stones[], int count,
                           struct failure *why);

/* ------------------------------------------------------------ files */

/* The game in an SGF file, before its move NUMBER (0: at its end), with its size
   and, if it says so, its komi.  */
bool session_load(struct session *session, char const *file, int number,
                  struct failure *why);

/* What a record says besides the moves; RESULT as SGF has it, or "".  */
struct session_title {
    char const *black, *white, *result;
};

bool session_save(struct session const *session, struct session_title const *title,
                  char const *file, struct failure *why);
/* The same as text.  */
void session_print(struct session const *session, struct session_title const *title,
                   FILE *out);

/* ------------------------------------------------------------ thinking */

enum genmove {
    GENMOVE_PLAY,    /* play it, on the clock */
    GENMOVE_CLEANUP, /* the same; do not pass while dead enemy stones are left */
    GENMOVE_ASK,     /* say what it would be, and change nothing */
};

/* Milliseconds that COLOR's next move may take; below 0: any.  */
double session_budget_ms(struct session const *session, enum color color);

/* The next move was asked for at AT_S, as now_s tells: a busy machine may have let us
   wait since then, while the clock ran.  */
void session_asked(struct session *session, double at_s);
/* Let COLOR's move be decided.  RESIGN is never played: the game goes on.  */
bool session_genmove(struct session *session, enum color color, enum genmove how,
                     struct decision *decision, struct failure *why);

/* Think on the opponent's time, if that is wished and the last move was ours, until
 *STOP is set.  What has been found out waits in the tree for the move that comes.  */
void session_ponder(struct session *session, atomic_bool const *stop);

/* Whoever looks on while it thinks, or NULL; the observer outlives the session.  */
void session_observe(struct session *session, struct observer const *observer);
/* What generated moves are to leave out, or NULL; outlives the session as well.  */
void session_limit(struct session *session, struct limits const *limits);

/* A search of what COLOR may do now, which plays nothing.  */
struct inquiry {
    enum color color;
    double budget_ms;                /* INFINITY: until it is told to stop */
    struct limits const *limits;     /* moves that are left out; or NULL */
    struct observer const *observer; /* hears what is found */
    atomic_bool const *stop;         /* or NULL */
};

/* Searches, whoever picks the moves of games.  What has been found out waits in the
   tree for the next search, of this position or one that follows.  */
void session_inquire(struct session *session, struct inquiry const *inquiry);

/* For an observer, while it looks on: all that is known about AT at the root.  */
void session_insight(struct session *session, point at, struct insight *view);

/* What was found out so far is forgotten: the next search begins anew.  */
void session_forget(struct session *session);

/* What sources look at.  */
struct situation session_situation(struct session const *session);

/* The last move that was generated, as long as the game is where it led to, with the
   position it was for; or NULL.  */
struct account {
    struct board before;
    enum color color;
    struct decision decision;
};
struct account const *session_account(struct session const *session);

/* What becomes of the position, at one look; false when nobody can tell.  */
bool session_judge(struct session *session, struct judgement *judgement);

/* All that is known about playing AT now; or, if AT is where the last move was
   generated, about that move.  BEFORE is the position that it is about.  False with a
   reason when no move can be there.  */
bool session_view(struct session *session, point at, struct insight *view,
                  struct board *before, struct failure *why);
/* The same down to the weights, in lines.  */
void session_detail(struct session *session, point at, FILE *out);
