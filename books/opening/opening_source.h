/* books/opening/opening_source.h -- the opening books in play.

   As a source it names what its books know, on every side that looks the same, for
   whoever consults: a move that is played is worth more, up to three times what the
   others say, and one to avoid less; what is not named keeps what the others say.  As a
   reciter it plays from them, by their probabilities, before anybody thinks: a move to
   avoid never.  It takes microseconds; but where neither twenty games nor a search
   vouch for what a book says (one that somebody wrote), the player is told to look
   first: see player.h.  */
#pragma once

#include "books/opening/shelf.h"
#include "engine/search/evaluator.h"
#include "engine/search/source.h"

/* As a source its self is a struct opening_source.  */
struct opening_source;
extern struct source_kind const opening_kind; /* reads opening.hishi, a shelf */

/* For games with KOMI (NAN: any); at most DEPTH moves are recited, drawn by SEED.  */
void opening_source_settle(struct opening_source *source, double komi, int depth,
                           uint64_t seed);

/* Whoever plays from the books of SOURCE.  */
struct evaluator opening_reciter(struct opening_source *source);

/* What is known in SITUATION of a game with KOMI (NAN: any), and by which book; 0 when
   nothing is.  */
int opening_source_list(struct opening_source const *source,
                        struct situation const *situation, double komi,
                        struct book_reply list[static AREA_MAX + 1],
                        struct book const **book);
