#include <config.h>

#include "tools/book/bouts.h"

#include "tools/cmdline.h"
#include "tools/progress.h"

#include <errno.h>
#include <error.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "engine/records/archive.h"
#include "engine/records/sgf_writer.h"
#include "player/session.h"

/* A game between two sessions.  */
struct bout_table {
    struct session *seat[2]; /* of who begins and of the other */
    struct book const *book[2];
    struct game *game;
    struct rng rng;
    bool ended;
};

/* ---------------------------------------------------------------- moves */

/* A move by the book's probabilities, or NOWHERE.  */
static point draw(struct bout_table *table, int side)
{
    struct book_reply list[AREA_MAX + 1];
    struct situation const situation = {.board = session_board(table->seat[side])};
    int const count = book_answers(table->book[side], &situation, list);
    double rest = rng_unit(&table->rng);
    for (int i = 0; i < count && list[i].probability > 0; i++) {
        rest -= list[i].probability;
        if (rest < 0)
            return list[i].at;
    }
    return NOWHERE;
}

/* Both seats see MOVE; false when the rules forbid it.  */
static bool put(struct bout_table *table, struct move move)
{
    for (int i = 0; i < 2; i++)
        if (!session_play(table->seat[i], &move, 1, NULL)) {
            if (i == 1)
                error(1, 0, "two sessions of one game do not agree");
            return false;
        }
    game_add(table->game, STEP_PLAY, (enum color)move.color, move.at);
    return true;
}

static void think(struct bout_table *table, int side, enum color color)
{
    struct decision decision;
    struct failure why;
    if (!session_genmove(table->seat[side], color, GENMOVE_PLAY, &decision, &why))
        error(1, 0, "%s", why.text);
    struct move const move = {(uint8_t)color, decision.at};
    if (decision.at == RESIGN) {
        table->game->winner = (uint8_t)opponent(color);
        snprintf(table->game->result, sizeof table->game->result, "%c+R",
                 color == BLACK ? 'W' : 'B');
        table->ended = true;
        return;
    }
    game_add(table->game, STEP_PLAY, color, decision.at);
    if (!session_play(table->seat[1 - side], &move, 1, &why))
        error(1, 0, "%s", why.text);
}

static void count(struct bout_table *table)
{
    double const score = session_score(table->seat[0]);
    struct game *const game = table->game;
    game->winner = score > 0 ? BLACK : score < 0 ? WHITE : EMPTY;
    game->scored = true;
    game->score = score;
    snprintf(game->result, sizeof game->result, score == 0 ? "0" : "%c+%g",
             score > 0 ? 'B' : 'W', fabs(score));
    table->ended = true;
}

static void play(struct bout_table *table)
{
    int const most = 3 * table->book[0]->facts.size * table->book[0]->facts.size;
    for (int i = 0; i < most && !table->ended && !atomic_load(&cmdline_stop); i++) {
        struct board const *const board = session_board(table->seat[0]);
        enum color const color = (enum color)board->to_move;
        point const at = draw(table, i % 2);
        if (at == NOWHERE || !put(table, (struct move){(uint8_t)color, at}))
            think(table, i % 2, color);
        if (!table->ended && rules_ended(session_rules(table->seat[0]), board))
            count(table);
    }
    if (!table->ended && !atomic_load(&cmdline_stop))
        count(table);
}

/* ---------------------------------------------------------------- games */

static void add_result(struct bout_result *result, struct game const *game)
{
    result->games++;
    result->won += game->winner == EMPTY ? 0.5 : game->winner == BLACK;
}

/* Which pairing GAME is of, or -1.  */
static int pairing_of(struct pairings const *pairings, struct game const *game)
{
    for (int i = 0; i < 4; i++)
        if (strcmp(game->black, pairings->books[i / 2].name) == 0 &&
            strcmp(game->white, pairings->books[i % 2].name) == 0)
            return i;
    return -1;
}

/* Was GAME played as these are?  */
static bool is_alike(struct bouts const *bouts, struct pairings const *pairings,
                     struct game const *game)
{
    int const size = pairings->books[0].book->facts.size;
    return game->width == size && game->height == size && game->komi_known &&
           game->komi == bouts->komi;
}

static void read_results(struct bouts const *bouts, struct pairings const *pairings,
                         struct bout_result results[4])
{
    struct game game;
    struct origin origin;
    if (!bouts->file || access(bouts->file, F_OK) != 0)
        return;
    if (strcmp(pairings->books[0].name, pairings->books[1].name) == 0)
        error(2, 0,
              "games are told apart by their books, and both are called '%s': say "
              "one=FILE and two=FILE",
              pairings->books[0].name);
    struct archive_reader *const reader = archive_open(&bouts->file, 1, NULL, NULL);
    game_init(&game, 19, 19);
    while (archive_next(reader, &game, &origin)) {
        int const number = pairing_of(pairings, &game);
        if (number >= 0 && is_alike(bouts, pairings, &game))
            add_result(&results[number], &game);
    }
    game_release(&game);
    archive_close(reader);
}

static struct session *sit_down(struct bouts const *bouts,
                                struct book_facts const *facts, uint64_t seed)
{
    struct session_options options = session_defaults();
    options.width = options.height = facts->size;
    options.komi = bouts->komi;
    options.fixed_seed = true;
    options.seed = seed;
    options.tuning.search.playouts = (int)bouts->playouts;
    options.tuning.book_depth = 0; /* the books are those of the bout */
    options.tuning.sources.opening = 0;
    return session_new(&options);
}

/* A game of pairing PAIRING into TABLE's; false when it was interrupted.  The seats
   think on with the random numbers that they have come to.  */
static bool play_one(struct bouts const *bouts, struct pairings const *pairings,
                     int pairing, struct bout_table *table)
{
    struct named_book const *const first = &pairings->books[pairing / 2],
                                   *const second = &pairings->books[pairing % 2];
    struct game *const game = table->game;
    int const size = first->book->facts.size;
    game_clear(game, size, size);
    game->komi = bouts->komi;
    game->komi_known = true;
    snprintf(game->black, sizeof game->black, "%s", first->name);
    snprintf(game->white, sizeof game->white, "%s", second->name);
    table->book[0] = first->book;
    table->book[1] = second->book;
    table->ended = false;
    for (int i = 0; i < 2; i++)
        session_clear(table->seat[i]);
    play(table);
    return table->ended;
}

/* What is missing of each pairing, in turns, each game to OUT (or NULL) at once.  */
static void play_missing(struct bouts const *bouts, struct pairings const *pairings,
                         struct bout_table *table, FILE *out,
                         struct bout_result results[4])
{
    struct progress progress;
    progress_start(&progress);
    for (int i = 0; i < 4 * bouts->games && !atomic_load(&cmdline_stop); i++) {
        if (results[i % 4].games > i / 4 || !play_one(bouts, pairings, i % 4, table))
            continue;
        add_result(&results[i % 4], table->game);
        if (out) {
            sgf_write(table->game, out);
            if (fflush(out) != 0)
                error(1, errno, "%s", bouts->file);
        }
        progress_show(&progress, (uint64_t)i, (uint64_t)(4 * bouts->games), "%d games",
                      i + 1);
    }
    progress_end(&progress);
}

void bouts_play(struct bouts const *bouts, struct pairings const *pairings,
                struct bout_result results[4])
{
    struct book_facts const *const facts = &pairings->books[0].book->facts;
    FILE *const out = bouts->file ? fopen(bouts->file, "ae") : NULL;
    struct game game;
    struct bout_table table = {.game = &game};
    memset(results, 0, 4 * sizeof *results);
    if (bouts->file && !out)
        error(1, errno, "%s", bouts->file);
    if (facts->handicap)
        error(2, 0, "games with a handicap are not played here");
    read_results(bouts, pairings, results);
    cmdline_mind_signals();
    game_init(&game, facts->size, facts->size);
    rng_seed(&table.rng, rng_mix(bouts->seed) + (uint64_t)results[0].games);
    for (int i = 0; i < 2; i++)
        table.seat[i] = sit_down(bouts, facts, table.rng.state + (uint64_t)i);
    play_missing(bouts, pairings, &table, out, results);
    for (int i = 0; i < 2; i++)
        session_free(table.seat[i]);
    game_release(&game);
    if (out)
        fclose(out);
}
