#include "tests/support/testing.h"

#include "books/sequences/movecode.h"
#include "engine/base/rng.h"
#include "engine/go/symmetry.h"

enum { LENGTH = 40 };

static int encode(enum code code, point const *moves, int count, symbol *text)
{
    struct coder coder;
    int length = 0;
    text[length++] = coder_start(&coder, moves[0], NULL);
    for (int i = 1; i < count; i++)
        text[length++] = coder_step(&coder, code, moves[i]);
    return length;
}

static point random_point(struct rng *rng)
{
    return point_at(1 + (int)rng_below(rng, CODE_BOARD),
                    1 + (int)rng_below(rng, CODE_BOARD));
}

/* Moves of which none repeats the one before.  Every third is drawn near the
   middle lines and diagonals, where the axes are open.  */
static void random_moves(struct rng *rng, point moves[LENGTH])
{
    for (int i = 0; i < LENGTH; i++)
        do {
            moves[i] = random_point(rng);
            int const column = point_column(moves[i]), row = point_row(moves[i]);
            if (rng_below(rng, 3) == 0)
                moves[i] = point_at(column, rng_below(rng, 2) ? column : 20 - column);
            else if (rng_below(rng, 4) == 0)
                moves[i] = rng_below(rng, 2) ? point_at(10, row) : point_at(column, 10);
        } while (i > 0 && moves[i] == moves[i - 1]);
}

/* Mark every symbol that some two moves have; count the marks.  */
static int enumerate(enum code code, bool seen[SYMBOL_LIMIT])
{
    memset(seen, 0, SYMBOL_LIMIT * sizeof *seen);
    for (point first = PITCH + 1; first < POINTS; first++)
        for (point next = PITCH + 1; next < POINTS; next++) {
            if (point_column(first) < 1 || point_column(first) > CODE_BOARD ||
                point_row(first) > CODE_BOARD || point_column(next) < 1 ||
                point_column(next) > CODE_BOARD || point_row(next) > CODE_BOARD ||
                first == next)
                continue;
            struct frame ways[8];
            for (int way = frames_at(first, ways) - 1; way >= 0; way--) {
                struct coder coder;
                symbol const start = coder_start(&coder, first, &ways[way]);
                symbol const step = coder_step(&coder, code, next);
                assert_in_range(start, SYMBOL_FIRST, SYMBOL_NEXT - 1);
                assert_in_range(step, SYMBOL_NEXT, SYMBOL_LIMIT - 1);
                seen[start] = seen[step] = true;
            }
        }
    int count = 0;
    for (int i = 0; i < SYMBOL_LIMIT; i++)
        count += seen[i];
    return count;
}

static void has_189_simple_and_738_relative_symbols_and_55_first_ones(void **state)
{
    (void)state;
    bool seen[SYMBOL_LIMIT];
    assert_int_equal(enumerate(CODE_SIMPLE, seen), 189 + 55);
    for (int i = 0; i < SYMBOL_LIMIT; i++)
        assert_int_equal(seen[i], 1 <= i && i < code_symbols(CODE_SIMPLE));
    assert_int_equal(enumerate(CODE_RELATIVE, seen), 738 + 55);
    for (int i = 0; i < SYMBOL_LIMIT; i++)
        assert_int_equal(seen[i], 1 <= i && i < code_symbols(CODE_RELATIVE));
}

static void names_each_relative_symbol_by_its_own_coordinates(void **state)
{
    (void)state;
    bool taken[28][28] = {{false}};
    for (int i = SYMBOL_NEXT; i < SYMBOL_LIMIT; i++) {
        int x, y;
        symbol_offset((symbol)i, &x, &y);
        assert_in_range(x + 9, 0, 27);
        assert_in_range(y + 9, 0, 27);
        assert_true(x || y);
        assert_false(taken[x + 9][y + 9]);
        taken[x + 9][y + 9] = true;
    }
}

/* Nakamura 2002: E_S of (5,4), (7,5) is c1,2; E_R of (4,7), (3,9) is c2,-1.  */
static void codes_the_published_examples(void **state)
{
    (void)state;
    symbol text[2], same[2];
    point const keima[] = {point_at(5, 4), point_at(7, 5)};
    point const other[] = {point_at(15, 9), point_at(14, 11)};
    encode(CODE_SIMPLE, keima, 2, text);
    encode(CODE_SIMPLE, other, 2, same);
    assert_int_equal(text[1], same[1]);
    /* (0,1) ... (0,18) are the first 18, then comes (1,1), then (1,2) */
    assert_int_equal(text[1], SYMBOL_NEXT + 18 + 1);

    point const example[] = {point_at(4, 7), point_at(3, 9)};
    encode(CODE_RELATIVE, example, 2, text);
    int x, y;
    symbol_offset(text[1], &x, &y);
    assert_int_equal(x, 2);
    assert_int_equal(y, -1);
}

/* Kato et al.: previous (4,17), current (3,15) has the value -35.  */
static void gives_katos_example_its_value(void **state)
{
    (void)state;
    assert_int_equal(kato_value(point_at(4, 17), point_at(3, 15)), -35);
    struct rng rng = {1};
    for (int i = 0; i < 10000; i++) {
        point const p = random_point(&rng), q = random_point(&rng);
        bool const border = point_column(p) == 10 || point_row(p) == 10 ||
                            point_column(p) == point_row(p) ||
                            point_column(p) + point_row(p) == 20;
        for (int s = 0; s < SYMMETRIES && !border; s++)
            assert_int_equal(kato_value(point_turned(p, CODE_BOARD, s),
                                        point_turned(q, CODE_BOARD, s)),
                             kato_value(p, q));
    }
}

static void gives_all_eight_symmetries_one_text(void **state)
{
    (void)state;
    struct rng rng = {2};
    for (int game = 0; game < 3000; game++) {
        point moves[LENGTH], turned[LENGTH];
        random_moves(&rng, moves);
        for (enum code code = CODE_SIMPLE; code <= CODE_RELATIVE; code++) {
            symbol text[LENGTH], other[LENGTH];
            encode(code, moves, LENGTH, text);
            for (int s = 0; s < SYMMETRIES; s++) {
                for (int i = 0; i < LENGTH; i++)
                    turned[i] = point_turned(moves[i], CODE_BOARD, s);
                encode(code, turned, LENGTH, other);
                assert_memory_equal(text, other, sizeof text);
            }
        }
    }
}

/* The octant of a point, borders apart: what E_R's axes depend on.  */
static int region(int column, int row)
{
    int const c = column - 10, r = row - 10;
    return ((c > 0) - (c < 0)) * 9 + ((r > 0) - (r < 0)) * 3 +
           ((abs(c) > abs(r)) - (abs(c) < abs(r)));
}

/* E_S wherever the moves are shifted to; E_R wherever each of them stays in
   its octant, since the octants are what gives it its axes.  */
static void gives_all_translations_one_text(void **state)
{
    (void)state;
    struct rng rng = {3};
    int simple = 0, relative = 0;
    for (int game = 0; game < 4000; game++) {
        int const count = 2 + (int)rng_below(&rng, 8),
                  reach = 2 + (int)rng_below(&rng, 5);
        point moves[LENGTH], shifted[LENGTH];
        int const left = 1 + (int)rng_below(&rng, (uint32_t)(20 - reach));
        int const low = 1 + (int)rng_below(&rng, (uint32_t)(20 - reach));
        for (int i = 0; i < count; i++)
            do {
                moves[i] = point_at(left + (int)rng_below(&rng, (uint32_t)reach),
                                    low + (int)rng_below(&rng, (uint32_t)reach));
            } while (i > 0 && moves[i] == moves[i - 1]);
        symbol text[2][LENGTH], other[LENGTH];
        for (enum code code = CODE_SIMPLE; code <= CODE_RELATIVE; code++)
            encode(code, moves, count, text[code]);
        for (int right = 1 - left; left + right + reach <= 20; right++)
            for (int up = 1 - low; low + up + reach <= 20; up++) {
                bool same_octants = true;
                for (int i = 0; i < count; i++) {
                    int const column = point_column(moves[i]),
                              row = point_row(moves[i]);
                    shifted[i] = point_at(column + right, row + up);
                    same_octants = same_octants && region(column, row) ==
                                                       region(column + right, row + up);
                }
                encode(CODE_SIMPLE, shifted, count, other);
                assert_memory_equal(&text[CODE_SIMPLE][1], &other[1],
                                    (size_t)(count - 1) * sizeof *other);
                simple++;
                if (!same_octants)
                    continue;
                encode(CODE_RELATIVE, shifted, count, other);
                assert_memory_equal(&text[CODE_RELATIVE][1], &other[1],
                                    (size_t)(count - 1) * sizeof *other);
                relative++;
            }
    }
    assert_true(simple > 100000 && relative > 20000);
}

/* Without a frame, decoding gives one of the mirror images of the moves; with one
   of those that their first place leaves open, the moves themselves.  */
static void decodes_to_the_moves_of_a_given_start(void **state)
{
    (void)state;
    struct rng rng = {4};
    for (int game = 0; game < 3000; game++) {
        point moves[LENGTH], back[LENGTH];
        random_moves(&rng, moves);
        symbol text[LENGTH], again[LENGTH];
        encode(CODE_RELATIVE, moves, LENGTH, text);

        struct frame ways[8];
        int const count = frames_at(moves[0], ways);
        bool themselves = false;
        for (int way = -1; way < count; way++) {
            struct coder coder;
            coder_start(&coder, moves[0], way < 0 ? NULL : &ways[way]);
            back[0] = moves[0];
            bool whole = true;
            for (int i = 1; i < LENGTH && whole; i++) {
                back[i] = coder_follow(&coder, text[i]);
                whole = back[i] != 0;
            }
            assert_true(whole || way >= 0);
            if (!whole)
                continue;
            themselves = themselves || memcmp(back, moves, sizeof moves) == 0;
            encode(CODE_RELATIVE, back, LENGTH, again);
            assert_memory_equal(text, again, sizeof text);
        }
        assert_true(themselves);
    }
}

/* E_P: every step of the board has a symbol of its own and leads back.  */
static void writes_plain_steps_that_lead_where_they_came_from(void **state)
{
    (void)state;
    static bool seen[PLAIN_LIMIT];
    int count = 0;
    for (point p = PITCH + 1; p < POINTS; p++) {
        if (!point_is_coded(p))
            continue;
        assert_false(seen[plain_first(p)]);
        seen[plain_first(p)] = true;
        assert_int_equal(plain_place(plain_first(p)), p);
        for (point q = PITCH + 1; q < POINTS; q++) {
            if (!point_is_coded(q))
                continue;
            int columns, rows;
            symbol const step = plain_step(p, q);
            assert_in_range(step, PLAIN_NEXT, PLAIN_LIMIT - 1);
            seen[step] = true;
            assert_int_equal(plain_point(plain_number(p) + step - PLAIN_ZERO), q);
            plain_offset(step, &columns, &rows);
            assert_int_equal(point_away(p, columns, rows), q);
        }
    }
    for (int i = PLAIN_FIRST; i < PLAIN_LIMIT; i++)
        count += seen[i];
    assert_int_equal(count, 361 + 37 * 37);
    assert_int_equal(plain_point(20), 0);
    assert_int_equal(plain_point(-PLAIN_PITCH + 3), 0);
    assert_int_equal(point_away(point_at(19, 1), 1, 0), 0);
    assert_int_equal(point_away(point_at(19, 1), 0, -1), 0);
}

static void takes_no_step_to_where_it_is_nor_off_the_board(void **state)
{
    (void)state;
    struct coder coder;
    coder_start(&coder, point_at(4, 4), NULL);
    assert_int_equal(coder_step(&coder, CODE_RELATIVE, point_at(4, 4)), NO_SYMBOL);
    assert_int_equal(coder_follow(&coder, SYMBOL_END), 0);
    assert_int_equal(coder_follow(&coder, SYMBOL_FIRST), 0);
    assert_int_equal(coder_follow(&coder, SYMBOL_LIMIT), 0);
    int off = 0;
    for (symbol s = SYMBOL_NEXT; s < SYMBOL_LIMIT; s++) {
        struct coder const before = coder;
        point const p = coder_follow(&coder, s);
        off += p == 0;
        assert_true(p != 0 || coder.last == before.last);
        coder = before;
    }
    /* 360 other points; half of them, beside the diagonal's own points, are
       told apart from their mirror image only by x > y */
    assert_int_equal(RELATIVE_SYMBOLS - off, 18 + (360 - 18) / 2);
}

int main(void)
{
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(has_189_simple_and_738_relative_symbols_and_55_first_ones),
        cmocka_unit_test(names_each_relative_symbol_by_its_own_coordinates),
        cmocka_unit_test(codes_the_published_examples),
        cmocka_unit_test(gives_katos_example_its_value),
        cmocka_unit_test(gives_all_eight_symmetries_one_text),
        cmocka_unit_test(gives_all_translations_one_text),
        cmocka_unit_test(decodes_to_the_moves_of_a_given_start),
        cmocka_unit_test(writes_plain_steps_that_lead_where_they_came_from),
        cmocka_unit_test(takes_no_step_to_where_it_is_nor_off_the_board),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
