/* tools/match/ledger.h -- the games of a match on disk, so that it can be resumed.

   A folder holds games.tsv and one SGF file a game (00001.sgf ...).  The table
   begins with the terms of the match, one `# ' line each, which must be the
   same when it is opened again; then a row a finished game, in the order they
   finished, tab between columns: number from 1, black, white, result, ending,
   winner, culprit, fault, source, score, moves, hash, and for Black and White
   each moves asked for, wall seconds in all and at most, CPU seconds in all and
   at most; then what went wrong, in words.  A row is written after its SGF, in
   one piece; one torn by a crash is dropped and its game played again.  */
#pragma once

#include "tools/match/referee.h"

struct ledger;

/* Open FOLDER, made if need be, for a match with TERMS (lines, each ended by
   '\n'), and fill in OUTCOMES for the games of the first COUNT found there.
   NULL and a reason when that is another match, or the disk refuses.  */
struct ledger *ledger_open(char const *folder, char const *terms,
                           struct game_outcome outcomes[], int count,
                           struct failure *why);
void ledger_close(struct ledger *ledger);

/* Keep game NUMBER (from 0): its record and its row.  */
bool ledger_add(struct ledger *ledger, int number, struct game const *record,
                struct game_outcome const *outcome, struct failure *why);
