/* tests/support/made_up.h -- games for tests of sequences, drawn at random.  */
#pragma once

#include "engine/base/rng.h"
#include "engine/records/archive.h"

/* A legal game on 19x19 of at most MOVES moves into GAME, which is initialised.
   Most moves continue near the one before, some of them as a few sayings do, so
   that sequences repeat.  With UNTIDY there are also passes, two moves in a row
   by one colour, edits in the middle and a handicap.  */
void make_up_game(struct rng *rng, struct game *game, int moves, bool untidy);

/* COUNT games into a corpus coded as E_R.  */
struct corpus_builder;
struct corpus_builder *make_up_corpus(struct game games[], int count, uint64_t seed,
                                      bool untidy);

/* Real ones for tests that want many: from game FROM on, up to COUNT games on 19x19
   of the file that HISHI_GAMES names, when HISHI_SLOW is set; returns how many, 0
   without these.  */
int read_games(struct game games[], int from, int count);

/* Those, coded.  */
struct corpus_builder *code_games(struct game const games[], int count);
