#include "tests/support/testing.h"

#include <unistd.h>

#include "books/sequences/surround.h"
#include "engine/go/symmetry.h"

/* The same four steps in every game, by either colour, turned and shifted along
   an edge; AROUND says what else stands there.  */
enum { GAMES = 8, STEPS = 4 };

static void add_game(struct corpus_builder *builder, int number, char around)
{
    static int const sequence[STEPS + 1][2] = {{6, 3}, {6, 4}, {7, 4}, {5, 4}, {7, 5}};
    struct game game;
    struct origin const origin = {.file = "x.sgf", .number = number};
    int const symmetry = number % 8;
    game_init(&game, 19, 19);
    enum color color = number % 2 ? WHITE : BLACK;
    if (around != '.') /* two lines from the rectangle's nearest move, diagonally */
        game_add(&game, STEP_SETUP, around == 'X' ? color : opponent(color),
                 point_turned(point_at(9, 6), CODE_BOARD, symmetry));
    for (int i = 0; i <= STEPS; i++) {
        game_add(&game, STEP_PLAY, color,
                 point_turned(point_at(sequence[i][0], sequence[i][1]), CODE_BOARD,
                              symmetry));
        color = opponent(color);
    }
    assert_true(corpus_add(builder, &game, &origin, NULL));
    game_release(&game);
}

/* The ranks of the sequence, by looking at all of them.  */
static struct span span_of(struct index const *index, point const moves[STEPS + 1])
{
    struct suffixes const *const suffixes = index_suffixes(index);
    struct coder coder;
    symbol text[STEPS];
    coder_start(&coder, moves[0], NULL);
    for (int i = 0; i < STEPS; i++)
        text[i] = coder_step(&coder, CODE_RELATIVE, moves[i + 1]);
    struct span span = {0, 0};
    for (uint32_t k = 0; k < suffixes->count; k++) {
        uint32_t const at = suffixes->suffix[k];
        if (at + STEPS > suffixes->count ||
            memcmp(suffixes->text + at, text, sizeof text) != 0)
            continue;
        if (span.low == span.high)
            span.low = k;
        span.high = k + 1;
    }
    return span;
}

/* Look at the sequence in games with these things around.  */
static struct surroundings look(char const *arounds, enum area area)
{
    char folder[64] = "/tmp/hishi-surround-XXXXXX", path[80];
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/index", folder);
    struct corpus_builder *const builder = corpus_builder_new(CODE_RELATIVE);
    for (int i = 0; arounds[i]; i++)
        add_game(builder, i, arounds[i]);
    struct corpus corpus = corpus_finish(builder);
    assert_true(index_write(&corpus, path, NULL, NULL, NULL));
    corpus_release(&corpus);
    struct index *const index = index_open(path, NULL);
    point const moves[STEPS + 1] = {point_at(6, 3), point_at(6, 4), point_at(7, 4),
                                    point_at(5, 4), point_at(7, 5)};
    struct ranked const ranked = {.span = span_of(index, moves), .length = STEPS};
    struct surroundings s;
    surround(index, &ranked, area, 100, &s);
    index_close(index);
    unlink(path);
    rmdir(folder);
    return s;
}

static void sees_symmetries_and_colours_as_one(void **state)
{
    (void)state;
    for (enum area area = 0; area < AREAS; area++) {
        struct surroundings const s = look("XXXXXXXX", area);
        assert_int_equal(s.looked, GAMES);
        assert_int_equal(s.kinds, 1);
        assert_int_equal(s.most, GAMES);
        assert_int_equal(s.picture.moves, STEPS + 1);
    }
}

/* The stone at (9, 6) is in the rectangle, but three steps from the nearest move.  */
static void looks_farther_in_the_rectangle_than_by_steps(void **state)
{
    (void)state;
    struct surroundings const rectangle = look("XXO.X..X", AREA_RECTANGLE);
    assert_int_equal(rectangle.kinds, 3);
    assert_int_equal(rectangle.most, 4);
    struct surroundings const steps = look("XXO.X..X", AREA_STEPS);
    assert_int_equal(steps.looked, GAMES);
    assert_int_equal(steps.kinds, 1);
}

static void draws_the_most_frequent(void **state)
{
    (void)state;
    struct surroundings const s = look("O.OOXO", AREA_RECTANGLE);
    int stones = 0, numbers = 0;
    for (int p = 0; p < POINTS; p++) {
        stones += s.picture.color[p] == WHITE;
        numbers += s.picture.number[p] > 0;
        assert_true(s.picture.color[p] != BLACK);
        assert_true(!s.picture.number[p] || s.picture.seen[p]);
    }
    assert_int_equal(stones, 1);
    assert_int_equal(numbers, STEPS + 1);
    assert_int_equal(s.most, 4);
}

int main(void)
{
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(sees_symmetries_and_colours_as_one),
        cmocka_unit_test(looks_farther_in_the_rectangle_than_by_steps),
        cmocka_unit_test(draws_the_most_frequent),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
