/* tests/support/search_world.h -- a search with a game to search in.  */
#pragma once

#include "engine/search/search.h"

/* A game as a session would keep it.  */
struct world {
    struct board board;
    struct history history;
    struct move moves[2000];
    struct task task;
    struct judgement judgement; /* of its position, if anybody has one */
};

void world_start(struct world *world, char const *rules, int width, int height);
void world_play(struct world *world, point at);

/* Who is consulted, by the player and by the search; nobody unless a test says so.  */
extern struct consultation *council;

/* A search that knows nothing, so that what it finds it has read.  */
struct search *bare_search(int playouts, uint64_t seed);

/* A search that asks a source of this kind, as council; end_search frees both.  */
struct search *search_asking(struct source_kind const *kind, void *self,
                             struct search_tuning const *tuning);
void end_search(struct search *search);

/* The search's move, which is legal.  */
struct decision world_pick(struct search *search, struct world *world);

/* Run tests with a consultation of nobody.  */
#define run_search_tests(tests)                                                        \
    (search_world_open(), search_world_close(cmocka_run_group_tests(tests, NULL, NULL)))
void search_world_open(void);
int search_world_close(int failures); /* the same again */
