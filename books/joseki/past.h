/* books/joseki/past.h -- when, and in which games, the sequences were played.

   For each node of joseki.h up to three games in which a path came to it, the latest
   that there are, and how often paths came to it in each of a few periods, which
   together are all years that the games have.  Times by period are rounded to a
   twentieth, which is enough to see a fashion come and go.

   Its chunks of the file:

     PAST   20    struct node_past, little-endian: one for each node
     YEAR    4    struct period: at most 8
     GAME   24    struct cited_game, names being offsets into TEXT
     TEXT         strings, each closed by a 0  */
#pragma once

#include "engine/base/chunkfile.h"
#include "engine/search/evidence.h"

enum { PERIODS_MAX = 8, CITED_BITS = 9 };

struct period {
    uint16_t first, last; /* years */
};

struct node_past {
    uint32_t cited[PRECEDENTS_MAX]; /* 1 + (game << CITED_BITS | move, from 0); 0:
                                       none */
    uint8_t times[PERIODS_MAX];     /* as past_pack has it */
};

struct cited_game {
    uint32_t file, number, black, white, date, result;
};

struct past {
    struct node_past const *nodes;
    struct period const *periods;
    struct cited_game const *games;
    char const *text;
    uint32_t node_count, period_count, game_count, text_size;
};

/* Those of FILE, for COUNT nodes; everything in it is looked at.  A file without PAST
   is good too: then nothing is known, and PAST has no nodes.  */
bool past_map(struct past *past, struct chunkfile const *file, uint32_t count,
              struct failure *why);

/* Into LIST the games that are cited for NODE, the latest first; returns how many.
   Their names live as long as PAST.  */
int past_games(struct past const *past, uint32_t node,
               struct precedent list[PRECEDENTS_MAX]);

/* How often paths came to NODE in a PERIOD, about.  */
double past_times(struct past const *past, uint32_t node, uint32_t period);

/* A count in a byte, and what it stands for.  */
uint8_t past_pack(uint32_t times);
double past_unpack(uint8_t packed);

/* ---------------------------------------------------------------- making it */

struct corpus;
struct past_maker; /* for one file */

/* About the GAMES (their numbers, ascending) of CORPUS, for COUNT nodes.  */
struct past_maker *past_maker_new(struct corpus const *corpus, uint32_t const games[],
                                  uint32_t game_count, uint32_t count);
void past_maker_free(struct past_maker *maker);

/* A path came to NODE with move NUMBER, from 0, of GAME.  */
void past_maker_note(struct past_maker *maker, uint32_t node, uint32_t game,
                     int number);

/* Write the chunks, for COUNT nodes of which the new one I is the old one OLD[I].  */
void past_maker_write(struct past_maker const *maker, uint32_t const old[],
                      uint32_t count, struct chunk_writer *writer);
