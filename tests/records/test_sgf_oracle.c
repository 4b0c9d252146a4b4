#include "tests/support/testing.h"

#include "engine/base/rng.h"
#include "engine/records/sgf.h"

/* A game is drawn at random and written in the most untidy way that the
   format allows, through sources that give a few bytes at a time; what is
   read must be what was drawn.  */

static void put_space(FILE *out, struct rng *rng)
{
    static char const *const spaces[] = {"", "", "", " ", "\n", "\t", "\r\n", " \n "};
    fputs(spaces[rng_below(rng, 8)], out);
}

static void put_value(FILE *out, struct rng *rng, int size, point p)
{
    put_space(out, rng);
    putc('[', out);
    if (p != PASS) {
        putc('a' + point_column(p) - 1, out);
        if (rng_below(rng, 9) == 0)
            put_space(out, rng);
        putc('a' + size - point_row(p), out);
    } else if (size < 20 && rng_below(rng, 2))
        fputs("tt", out);
    putc(']', out);
}

static void put_rubbish(FILE *out, struct rng *rng)
{
    static char const *const rubbish[] = {"C[(;B[aa\\])]", "LB[aa:1][bb:\\]]", "MN[3]",
                                          "XX[]",          "TimeLeft[12.5]",   ""};
    put_space(out, rng);
    fputs(rubbish[rng_below(rng, 6)], out);
}

static void put_variation(FILE *out, struct rng *rng, int depth)
{
    fputs("(;", out);
    put_rubbish(out, rng);
    fputs("B[aa]", out);
    for (uint32_t i = rng_below(rng, 3); i && depth < 5; i--)
        put_variation(out, rng, depth + 1);
    putc(')', out);
}

static point draw_point(struct rng *rng, int size)
{
    return point_at(1 + (int)rng_below(rng, (uint32_t)size),
                    1 + (int)rng_below(rng, (uint32_t)size));
}

/* A move or a stone of GAME, and as it stands in the record.  */
static void draw_step(struct game *game, struct rng *rng, FILE *out)
{
    static char const *const black[] = {"B", "Black", "Bbb"};
    static char const *const white[] = {"W", "White", "W"};
    int const size = game->width;
    enum color const color = rng_below(rng, 2) ? BLACK : WHITE;
    point const p = rng_below(rng, 20) ? draw_point(rng, size) : PASS;
    bool const setup = p != PASS && rng_below(rng, 6) == 0;
    uint32_t const spelling = rng_below(rng, 3);
    putc(';', out);
    put_rubbish(out, rng);
    fprintf(out, "%s%s", setup ? "A" : "",
            color == BLACK ? black[spelling] : white[spelling]);
    put_value(out, rng, size, p);
    put_rubbish(out, rng);
    game_add(game, setup ? STEP_SETUP : STEP_PLAY, color, p);
}

static char *draw_game(struct game *game, struct rng *rng)
{
    char *text;
    size_t text_size;
    FILE *const out = open_memstream(&text, &text_size);
    int const size = 2 + (int)rng_below(rng, 24);
    int open = 1;
    game_clear(game, size, size);
    fprintf(out, "(;FF[4]SZ[%d]", size);
    for (uint32_t i = rng_below(rng, 60); i; i--) {
        put_space(out, rng);
        if (rng_below(rng, 7) == 0) {
            putc('(', out);
            open++;
        }
        draw_step(game, rng, out);
    }
    while (open-- > 0) {
        putc(')', out);
        if (open && rng_below(rng, 2))
            put_variation(out, rng, 0);
    }
    fclose(out);
    return text;
}

struct trickle {
    struct sgf_memory memory;
    struct rng rng;
};

static ptrdiff_t pull_trickle(void *context, void *buffer, size_t size)
{
    struct trickle *const trickle = context;
    size_t const some = 1 + rng_below(&trickle->rng, 5);
    return sgf_pull_memory(&trickle->memory, buffer, some < size ? some : size);
}

static void reads_untidy_games_as_they_were_drawn(void **state)
{
    (void)state;
    struct game drawn, game;
    struct failure why;
    struct rng rng;
    struct sgf_reader *const reader = sgf_reader_new();
    rng_seed(&rng, 5);
    game_init(&drawn, 19, 19);
    game_init(&game, 19, 19);
    for (int i = 0; i < 2000; i++) {
        char *const text = draw_game(&drawn, &rng);
        struct trickle trickle = {{text, strlen(text)}, rng};
        sgf_reader_start(reader, pull_trickle, &trickle);
        assert_int_equal(sgf_read(reader, &game, &why), SGF_GAME);
        if (game.count == drawn.count + 1) /* White's turn after black setup */
            assert_int_equal(game.steps[--game.count].kind, STEP_TO_MOVE);
        assert_int_equal(game.count, drawn.count);
        assert_int_equal(game.width, drawn.width);
        assert_memory_equal(game.steps, drawn.steps,
                            (size_t)game.count * sizeof *game.steps);
        assert_int_equal(sgf_read(reader, &game, &why), SGF_END);
        free(text);
    }
    game_release(&drawn);
    game_release(&game);
    sgf_reader_free(reader);
}

int main(void)
{
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(reads_untidy_games_as_they_were_drawn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
