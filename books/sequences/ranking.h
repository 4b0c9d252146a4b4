/* books/sequences/ranking.h -- which sequences of moves are sayings, and not just
   noise.

   Four ways to rank the substrings x of a text by how much of a unit they are
   (Nakamura 2002); f(x) is how often x occurs.

     nf       (f(x) - 1) times the number of distinct substrings up to x's
              length: often, and long.
     entropy  of the symbol after x or of the one before, whichever is smaller:
              what follows a whole unit is open, what follows half of one is not.
     sfp      follow the frequency of the W symbols around a place through a
              game; it is high inside of a saying and low across its borders.
              Every time it rises by a share of more than THRESHOLD of its new
              value and then falls by as much a sequence is cut out; the rank is
              by how often.
     msfp     the same without a threshold: every occurrence t[i,j] is worth

                (1 - f(t[i-1,i-1+w]) / f(t[i,i+w])) x
                (1 - f(t[j+1-w,j+1]) / f(t[j-w,j])) x f(t[i,j])

              in the mean over the windows w of a set.  The factors are the rise
              at the left border and the fall at the right one.

   Where the paper is silent: a window that leads over the end of a text occurs
   0 times, so texts begin with a full rise and end with a full fall; a factor
   below 0 (a fall at the left border) counts as 0, since two of them are a
   valley, not a mountain; a window longer than the sequence adds 0 to the mean;
   END counts as one symbol in the entropies (in bits).
   The score of a sequence is the mean or the maximum over its occurrences.

   All substrings are ranked that occur at least twice and have SHORTEST to
   LONGEST symbols; nothing is sampled.  One pass over the ranks does it: the
   substrings that end between two neighbours are those longer than what the
   neighbours share, and everything is summed up by length in between.  */
#pragma once

#include "books/sequences/suffix.h"
#include "engine/base/stage.h"

enum ranking { RANKING_NF, RANKING_ENTROPY, RANKING_SFP, RANKING_MSFP, RANKINGS };

extern char const *const ranking_names[RANKINGS];

enum { RANKED_LENGTH_MAX = 60, WINDOW_MAX = 12 };

enum aggregate { AGGREGATE_MEAN, AGGREGATE_MAX };

struct ranking_options {
    uint32_t keep;         /* how many of the best of each ranking */
    int shortest, longest; /* in symbols; at most RANKED_LENGTH_MAX */
    int sfp_window;
    double sfp_threshold;
    unsigned msfp_windows; /* bit w: the set has window w <= WINDOW_MAX */
    enum aggregate aggregate;
    struct listener const *listener; /* hears how far it is, unless NULL */
};

extern struct ranking_options const ranking_defaults;

/* One sequence: it begins the suffixes of these ranks.  */
struct ranked {
    double score;
    struct span span;
    int length;
};

struct ranked_list {
    struct ranked *best; /* owned; best first, equal ones longer first, then by rank */
    uint32_t count;
};

/* How many distinct substrings there are, and how many of them occur at least
   twice, by length up to RANKED_LENGTH_MAX.  */
struct census {
    uint64_t distinct[RANKED_LENGTH_MAX + 1], repeated[RANKED_LENGTH_MAX + 1];
};

void take_census(struct suffixes const *suffixes, struct census *census);

/* LISTS gets the best of each of the four rankings; ranked_release frees them.
   Takes 4 bytes a symbol for each window, 4 for the text before each suffix.  */
void rank_sequences(struct suffixes const *suffixes,
                    struct ranking_options const *options,
                    struct ranked_list lists[RANKINGS]);

/* Drop from LIST what is no sequence in one place: what contains the first move
   of a text, or a step of more than REACH lines along an axis.  */
void ranked_keep_local(struct ranked_list *list, struct suffixes const *suffixes,
                       int reach);
void ranked_release(struct ranked_list lists[RANKINGS]);

/* The frequency of the WINDOW symbols that begin at each place of the text, 0
   where they would lead over an end; the caller frees it.  */
uint32_t *window_frequencies(struct suffixes const *suffixes, int window);
