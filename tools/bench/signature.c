/* tools/bench/signature.c -- the signature: fixed positions played on.

   The number takes in the last board, the score and the length of every even
   playout, and what is decided there by the mind that is shipped, with all that it has
   learnt: candidates with their P, and a short search with its tree and its evidence.
   So a change of what the engine plays, or a newly learnt file, does not go unseen.  */
#include <config.h>

#include "tools/bench/bench.h"

#include "engine/base/seconds.h"
#include "engine/reading/playout.h"
#include "player/mind.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

/* A position is a picture, X black, O white, its top row first, with Black to
   move; then MOVES are played from it, Black first.  */
struct bench_position {
    uint8_t width, height;
    char const *picture; /* NULL: the empty board */
    char const *moves;
};

static struct bench_position const positions[] = {
    {2, 2, NULL, ""},
    {5, 5, NULL, "C3"},
    {9, 9, NULL, ""},
    {13, 13, NULL, "D4 K10 K4 D10 pass G3"},
    {19, 19, NULL, ""},
    {25, 25, NULL, "E5 V21 V5 E21 N13"},
    {7, 12, NULL, "D3 D9 pass"},
    {19, 19, NULL,
     "Q16 D4 Q3 D17 R5 C14 F3 C6 K3 O17 O16 N16 P17 N17 R10 F17 C10 C11 "
     "D10 E11 B11 B12 B10 D13"},
    /* A middle game.  */
    {9, 9,
     "O X . X . . X . . "
     ". O . . . . X X X "
     ". . X X . O O . . "
     ". X . . . . . . . "
     ". X O . X . . O O "
     ". O . X X . . O O "
     "O X . O . . X O . "
     ". X O . X O O O O "
     "X X . O . X O . . ",
     ""},
    /* Late: eyes, false eyes, a few points to fight for.  */
    {9, 9,
     ". O . O X X O . O "
     "O O O O X O O O O "
     "X O O O . O O X . "
     "X X X O O . . O O "
     "X O O O X O O O O "
     "X X X X . O O X X "
     "X X X X X O O X . "
     "X X O . X X X X O "
     ". X O X . . X X X ",
     "pass"},
};

static void put_picture(struct board *board, char const *picture)
{
    for (int row = board->height; row >= 1; row--)
        for (int column = 1; column <= board->width; column++, picture += 2)
            if (*picture != '.')
                board_set(board, point_at(column, row),
                          *picture == 'X' ? BLACK : WHITE);
    assert(!*picture && "the picture is as large as the board");
    for (point p = board_first_point(); p; p = board_next_point(board, p))
        assert((board->color[p] == EMPTY || board_liberties(board, p)) &&
               "the picture is a legal position");
}

static void play_moves(struct board *board, char const *moves)
{
    char word[POINT_TEXT];
    for (int used; sscanf(moves, "%7s%n", word, &used) == 1; moves += used) {
        point p = PASS;
        bool const legal = point_parse(word, board->width, board->height, &p, NULL) &&
                           board_is_legal(board, p, (enum color)board->to_move, false);
        assert(legal && "the rows are right");
        (void)legal;
        board_play(board, p, (enum color)board->to_move);
    }
}

static uint64_t play_on(struct board const *board, uint64_t signature, struct rng *rng)
{
    enum { PLAYOUTS = 150 };
    for (int i = 0; i < PLAYOUTS; i++) {
        struct board end;
        board_copy(&end, board);
        int const moves = playout_uniform(&end, rng);
        signature = rng_mix(signature ^ end.hash);
        signature = rng_mix(signature + (uint64_t)(playout_score(&end) + 4096 * moves));
    }
    return signature;
}

static uint64_t take_in(uint64_t signature, struct insight const *insight)
{
    uint32_t p;
    memcpy(&p, &insight->p, sizeof p);
    signature = rng_mix(signature ^ insight->at);
    signature = rng_mix(signature + p);
    return rng_mix(signature + insight->visits);
}

/* A decision by all that ships, in few playouts.  */
static uint64_t decide_on(struct mind *mind, struct board const *board,
                          uint64_t signature, uint64_t seed)
{
    enum { PLAYOUTS = 300, MEMORY_MB = 16 };
    struct tuning tuning;
    struct history history;
    static struct decision decision;
    params_reset(tuning_params, &tuning);
    tuning.search.playouts = PLAYOUTS;
    tuning.search.memory_mb = MEMORY_MB;
    history_init(&history);
    history_push(&history, board);
    struct task const task = {.situation = {.board = board},
                              .rules = rules_find("chinese"),
                              .history = &history,
                              .komi = 7.5,
                              .budget_ms = -1};
    mind_reseed(mind, seed);
    player_decide(mind_player(mind, &tuning, task.komi), &task, &decision);
    history_release(&history);
    signature = rng_mix(signature ^ decision.at);
    for (int i = 0; i < decision.evidence.count; i++)
        signature = take_in(signature, &decision.evidence.insight[i]);
    return signature;
}

uint32_t bench_signature(void)
{
    uint64_t signature = 0;
    struct mind *const mind = mind_new(0);
    for (size_t i = 0; i < sizeof positions / sizeof *positions; i++) {
        struct bench_position const *const position = &positions[i];
        struct board board;
        struct rng rng;
        board_init(&board, position->width, position->height);
        if (position->picture)
            put_picture(&board, position->picture);
        play_moves(&board, position->moves);
        rng_seed(&rng, i);
        signature = play_on(&board, signature, &rng);
        signature = decide_on(mind, &board, signature, i);
    }
    mind_free(mind);
    return (uint32_t)(signature >> 32);
}

void bench_run_signature(struct bench *bench)
{
    double const start = thread_cpu_s();
    uint32_t const signature = bench_signature();
    double const ms = 1e3 * (thread_cpu_s() - start);
    bench_begin(bench, "signature");
    bench_number(bench, "signature", signature);
    bench_number(bench, "cpu_ms", ms);
    bench_end(bench);
}
