#include "tests/support/testing.h"

#include "tests/support/made_up.h"

#include "books/sequences/corpus.h"
#include "engine/go/symmetry.h"

enum { SAYINGS = 12, SAYING_LENGTH = 8 };

/* A step of a saying, from the move before.  */
static struct offset saying_step(uint32_t saying, int step)
{
    struct rng rng;
    rng_seed(&rng, saying * 100 + (uint32_t)step);
    int const columns = (int)rng_below(&rng, 7) - 3;
    return (struct offset){columns, (int)rng_below(&rng, 5) - 2};
}

static point draw_move(struct rng *rng, point last, uint32_t saying, int step,
                       int symmetry)
{
    if (step >= SAYING_LENGTH || last < PITCH || rng_below(rng, 12) == 0) {
        int const row = 1 + (int)rng_below(rng, 19); /* in this order with every
                                                        compiler */
        return point_at(1 + (int)rng_below(rng, 19), row);
    }
    struct offset const by = offset_turned(saying_step(saying, step), symmetry);
    int const column = point_column(last) + by.columns, row = point_row(last) + by.rows;
    bool const on = column >= 1 && column <= 19 && row >= 1 && row <= 19;
    return on ? point_at(column, row) : (point)PASS;
}

/* Something that cuts a text.  */
static void disturb(struct rng *rng, struct game *game, struct board *board,
                    enum color *color)
{
    point const p = board->empty[rng_below(rng, board->empty_count)];
    switch (rng_below(rng, 3)) {
    case 0:
        board_play(board, PASS, *color);
        game_add(game, STEP_PLAY, *color, PASS);
        *color = opponent(*color);
        break;
    case 1:
        *color = opponent(*color); /* who has just moved moves again */
        break;
    default:
        board_set(board, p, *color);
        game_add(game, STEP_SETUP, *color, p);
    }
}

void make_up_game(struct rng *rng, struct game *game, int moves, bool untidy)
{
    static struct board board;
    board_init(&board, 19, 19);
    game_clear(game, 19, 19);
    game->winner = (uint8_t)rng_below(rng, 3);
    enum color color = BLACK;
    if (untidy && rng_below(rng, 3) == 0) {
        game->handicap = 2;
        for (int i = 4; i <= 16; i += 12) {
            board_set(&board, point_at(i, i), BLACK);
            game_add(game, STEP_SETUP, BLACK, point_at(i, i));
        }
        color = WHITE;
    }
    int step = SAYING_LENGTH, symmetry = 0;
    uint32_t saying = 0;
    point last = NOWHERE;
    for (int i = 0; i < moves; i++, step++) {
        if (step >= SAYING_LENGTH && rng_below(rng, 2)) {
            step = 0;
            saying = rng_below(rng, SAYINGS);
            symmetry = (int)rng_below(rng, 8);
        }
        if (untidy && rng_below(rng, 25) == 0)
            disturb(rng, game, &board, &color);
        point const p = draw_move(rng, last, saying, step, symmetry);
        if (p == PASS || !board_is_legal(&board, p, color, false))
            continue;
        board_play(&board, p, color);
        game_add(game, STEP_PLAY, color, p);
        color = opponent(color);
        last = p;
    }
}

struct corpus_builder *code_games(struct game const games[], int count)
{
    struct corpus_builder *const builder = corpus_builder_new(CODE_RELATIVE);
    for (int i = 0; i < count; i++) {
        struct origin const origin = {.file = i % 2 ? "here/odd.sgf" : "even.sgf",
                                      .number = i};
        assert_true(corpus_add(builder, &games[i], &origin, NULL));
    }
    return builder;
}

struct corpus_builder *make_up_corpus(struct game games[], int count, uint64_t seed,
                                      bool untidy)
{
    struct rng rng;
    rng_seed(&rng, seed);
    for (int i = 0; i < count; i++) {
        game_init(&games[i], 19, 19);
        make_up_game(&rng, &games[i], (int)rng_below(&rng, 200), untidy);
        snprintf(games[i].black, sizeof games[i].black, "Black %d", i % 7);
        snprintf(games[i].date, sizeof games[i].date, "%d-05-06", 2000 + i % 13);
    }
    return code_games(games, count);
}

int read_games(struct game games[], int from, int count)
{
    char const *const place = getenv("HISHI_GAMES");
    if (!getenv("HISHI_SLOW") || !place)
        return 0;
    struct archive_reader *const reader = archive_open(&place, 1, NULL, NULL);
    struct origin origin;
    int met = 0, kept = 0;
    game_init(&games[0], 19, 19);
    while (kept < count && archive_next(reader, &games[kept], &origin)) {
        struct game const *const game = &games[kept];
        kept += met++ >= from && game->width == 19 && game->height == 19;
        if (kept < count && game == &games[kept - 1])
            game_init(&games[kept], 19, 19);
    }
    if (kept < count)
        game_release(&games[kept]);
    archive_close(reader);
    return kept;
}
