/* books/sequences/suffix.h -- all suffixes of a text in order, and how much neighbours
   share.

   In the suffix array every substring is a run of neighbours, so that counting
   is a search and what is often repeated stands together (Manber and Myers
   1990).  Common prefixes end at SYMBOL_END: two texts have no substring in
   common that leads over their ends.  */
#pragma once

#include <stddef.h>

#include "books/sequences/movecode.h"

/* The arrays of a text; none is owned.  shared[k] is the length of the common
   prefix of the suffixes of rank k - 1 and k, at most SHARED_MAX; shared[0] is
   0.  The text ends with SYMBOL_END.  */
struct suffixes {
    symbol const *text;
    uint32_t const *suffix;
    uint8_t const *shared;
    uint64_t const *keys; /* for suffix_find, as below; NULL when nobody searches */
    uint32_t count;
};

enum { SHARED_MAX = 255 };

/* Ranks LOW <= k < HIGH.  */
struct span {
    uint32_t low, high;
};

/* Sort the suffixes of TEXT, of COUNT symbols, into arrays of COUNT each that
   the caller frees.  SUFFIX is taken with room for twice as many while it works:
   with the text, 11 bytes a symbol at most.  Fails when the text does not end
   with SYMBOL_END or is too long (2^30 - 1 symbols).  TEXT is left as it was, but
   changes in between.  */
bool suffix_sort(symbol *text, uint32_t count, uint32_t **suffix, uint8_t **shared,
                 struct failure *why);

/* A key is the first KEY_SYMBOLS symbols in one number, so that most of a search
   looks at neighbouring numbers instead of suffixes all over the text.  There is
   one for every KEY_STRIDE-th rank.  They are a tree without pointers: before
   them stands every KEY_FAN-th of them once more, before these every KEY_FAN-th
   of these, and so on up to a first few, so that a search reads one cache line a
   level, and mostly lines it has read before.  */
enum { KEY_SYMBOLS = 5, KEY_BITS = 12, KEY_STRIDE = 8, KEY_FAN_BITS = 3, KEY_FAN = 8 };

/* How many numbers the keys of COUNT suffixes are.  */
uint32_t key_count(uint32_t count);

/* The keys of SUFFIXES, to be freed by the caller.  */
uint64_t *suffix_keys(struct suffixes const *suffixes);

/* Is nothing in the arrays, which may come from a file, outside of the text: no suffix,
   nothing that neighbours share, no symbol at or above LIMIT, no key, if there are
   keys, out of its order?  Then no search
   or walk through the ranks leads outside.  Whether they are in order is another
   question: suffix_is_sorted looks at the text all over, for each rank.  */
bool suffix_check(struct suffixes const *suffixes, symbol limit, struct failure *why);
bool suffix_is_sorted(struct suffixes const *suffixes, struct failure *why);

/* The ranks whose suffixes begin with the LENGTH symbols at TEXT, none of them
   SYMBOL_END; all ranks for length 0.  */
struct span suffix_find(struct suffixes const *suffixes, symbol const *text,
                        int length);

/* The same for COUNT texts of one LENGTH: not much slower than for one where the
   memory is far away.  */
enum { FOUND_TOGETHER = 8 };

void suffix_find_all(struct suffixes const *suffixes, symbol const *const texts[],
                     int count, int length, struct span spans[]);
