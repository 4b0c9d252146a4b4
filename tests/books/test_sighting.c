#include "tests/support/testing.h"

#include "tests/support/made_up.h"

#include "books/sequences/sighting.h"
#include "engine/go/symmetry.h"

enum { GAMES = 60 };

static void reads_a_drawing(void **state)
{
    (void)state;
    struct shape shape;
    struct failure why;
    assert_true(shape_parse("| X O\n| . ?\n-----", &shape, &why));
    assert_int_equal(shape.width, 2);
    assert_int_equal(shape.height, 2);
    assert_true(shape.left && shape.bottom && !shape.right && !shape.top);
    uint8_t const cells[4] = {CELL_X, CELL_O, CELL_EMPTY, CELL_ANY};
    assert_memory_equal(shape.cells, cells, 4);
    assert_true(shape_parse("---/XO|", &shape, &why));
    assert_true(shape.top && shape.right && !shape.left && !shape.bottom);
    static char const *const bad[] = {"",      ". .",     "X Q",
                                      "X O/X", "X/---/O", "XXXXXXXXXXXXXXXXXXXX"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_false(shape_parse(bad[i], &shape, &why));
        assert_true(strlen(why.text) > 10);
    }
}

/* ---------------------------------------------------------------- the direct way */

/* Where on BOARD the shape stands, as one bit for each of its ways to lie: marks
   by the points it covers and their colours, so that ways that look the same are
   one.  Returns a sum of hashes of the placements that are on AFTER but not on
   BEFORE; COUNT gets how many.  */
static bool fits(struct shape const *shape, struct board const *board, int symmetry,
                 bool swapped, int left, int top, uint64_t *mark)
{
    *mark = 1;
    for (int row = 0; row < shape->height; row++)
        for (int column = 0; column < shape->width; column++) {
            /* the drawing lies at (left, top) of a board that is then mirrored */
            int const x = left + column, y = top - row;
            if (x < 1 || y < 1 || x > 19 || y > 19)
                return false;
            if ((shape->left && column == 0 && x != 1) ||
                (shape->right && column == shape->width - 1 && x != 19) ||
                (shape->top && row == 0 && y != 19) ||
                (shape->bottom && row == shape->height - 1 && y != 1))
                return false;
            uint8_t const cell = shape->cells[row * shape->width + column];
            point const p = point_turned(point_at(x, y), CODE_BOARD, symmetry);
            enum color const want = cell == CELL_EMPTY            ? EMPTY
                                    : (cell == CELL_X) != swapped ? BLACK
                                                                  : WHITE;
            if (cell == CELL_ANY) {
                *mark += rng_mix(p);
                continue;
            }
            if (board_color(board, p) != want)
                return false;
            *mark += rng_mix(p * 8u + (unsigned)want + 1);
        }
    return true;
}

enum { MARKS_MAX = 4096 };

static int stand(struct shape const *shape, struct board const *board,
                 uint64_t marks[MARKS_MAX])
{
    int count = 0;
    for (int way = 0; way < 16; way++)
        for (int left = 1; left <= 19; left++)
            for (int top = 1; top <= 19; top++) {
                uint64_t mark;
                if (!fits(shape, board, way / 2, way % 2, left, top, &mark))
                    continue;
                bool known = false;
                for (int i = 0; i < count; i++)
                    known = known || marks[i] == mark;
                if (!known)
                    marks[count++] = mark;
            }
    return count;
}

static long count_directly(struct game const *game, struct shape const *shape)
{
    static uint64_t was[MARKS_MAX], is[MARKS_MAX];
    static struct replay walk;
    struct failure why;
    long appeared = 0;
    int was_count = 0;
    replay_start(&walk, game);
    for (bool more = true; more;) {
        more = replay_next(&walk, &why);
        if (more && walk.move.at == PASS)
            continue;
        int const count = stand(shape, &walk.board, is);
        for (int i = 0; i < count; i++) {
            bool old = false;
            for (int k = 0; k < was_count; k++)
                old = old || was[k] == is[i];
            appeared += !old;
        }
        memcpy(was, is, sizeof was);
        was_count = count;
    }
    return appeared;
}

static void count_one(void *context, struct sighting const *sighting)
{
    (void)sighting;
    ++*(long *)context;
}

static void finds_what_looking_everywhere_finds(void **state)
{
    (void)state;
    static struct game games[GAMES];
    static char const *const drawings[] = {
        "XO/OX", "X?O", "XX/O.", "|X./|OX", "X.O/-----", "|.X/|X?/---", ".X./XOX",
    };
    struct corpus corpus = corpus_finish(make_up_corpus(games, GAMES, 11, true));
    long total = 0;
    for (size_t i = 0; i < sizeof drawings / sizeof *drawings; i++) {
        struct shape shape;
        assert_true(shape_parse(drawings[i], &shape, NULL));
        long found = 0, direct = 0;
        shape_find(&corpus, &shape, count_one, &found);
        for (int g = 0; g < GAMES; g++)
            direct += count_directly(&games[g], &shape);
        assert_int_equal(found, direct);
        total += found;
    }
    assert_true(total > 500);
    for (int g = 0; g < GAMES; g++)
        game_release(&games[g]);
    corpus_release(&corpus);
}

int main(void)
{
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(reads_a_drawing),
        cmocka_unit_test(finds_what_looking_everywhere_finds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
