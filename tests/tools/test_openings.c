#include "tests/support/testing.h"

#include <unistd.h>

#include "engine/go/board.h"
#include "tools/match/openings.h"
#include "tools/match/schedule.h"

static void pairs_colours_and_openings(void **state)
{
    (void)state;
    for (int gauntlet = 0; gauntlet < 2; gauntlet++)
        for (int engines = 2; engines <= 7; engines++) {
            int const pairings = schedule_pairings(engines, gauntlet);
            int met[7][7] = {0}, rounds = 3;
            for (int pair = 0; pair < rounds * pairings; pair++) {
                struct fixture const a = schedule_game(2 * pair, engines, gauntlet);
                struct fixture const b = schedule_game(2 * pair + 1, engines, gauntlet);
                assert_true(a.black == b.white && a.white == b.black);
                assert_int_equal(a.opening, b.opening);
                assert_int_equal(a.opening, pair / pairings);
                assert_true(a.black != a.white && a.black < engines);
                assert_true(a.white < engines && a.black >= 0 && a.white >= 0);
                met[a.black][a.white]++;
                met[b.black][b.white]++;
            }
            for (int i = 0; i < engines; i++)
                for (int j = 0; j < engines; j++) {
                    bool const play_each_other =
                        i != j && (!gauntlet || i == 0 || j == 0);
                    assert_int_equal(met[i][j], play_each_other ? rounds : 0);
                }
        }
}

static void has_legal_openings_all_different(void **state)
{
    (void)state;
    static int const sizes[] = {9, 13, 19};
    static struct board board;
    for (size_t k = 0; k < 3; k++) {
        struct openings openings, again, other;
        openings_builtin(&openings, sizes[k], 1);
        openings_builtin(&again, sizes[k], 1);
        openings_builtin(&other, sizes[k], 2);
        assert_true(openings.count >= 60);
        assert_int_equal(openings.count, other.count);
        assert_memory_equal(openings.list, again.list,
                            openings.count * sizeof *openings.list);
        assert_memory_not_equal(openings.list, other.list,
                                openings.count * sizeof *openings.list);
        for (int i = 0; i < openings.count; i++) {
            struct opening const opening = openings_get(&openings, i);
            board_init(&board, sizes[k], sizes[k]);
            assert_true(opening.count >= 2);
            for (int m = 0; m < opening.count; m++) {
                enum color const color = m % 2 ? WHITE : BLACK;
                int const column = point_column(opening.moves[m]);
                int const row = point_row(opening.moves[m]);
                assert_true(board_is_legal(&board, opening.moves[m], color, false));
                /* Nobody opens on the first or second line.  */
                assert_true(column > 2 && column < sizes[k] - 1);
                assert_true(row > 2 && row < sizes[k] - 1);
                board_play(&board, opening.moves[m], color);
            }
            for (int j = 0; j < i; j++)
                assert_memory_not_equal(&openings.list[i], &openings.list[j],
                                        sizeof *openings.list);
        }
        openings_release(&openings);
        openings_release(&again);
        openings_release(&other);
    }
}

/* Two engines that always play the same must still play many games.  */
static void varies_openings_when_they_come_again(void **state)
{
    (void)state;
    enum { NUMBERS = 600 };
    static struct board board;
    static struct opening seen[NUMBERS];
    for (int size = BOARD_MIN; size <= BOARD_MAX; size++) {
        struct openings openings;
        int repeated = 0;
        openings_builtin(&openings, size, 1);
        for (int i = 0; i < NUMBERS; i++) {
            seen[i] = openings_get(&openings, i);
            struct opening const again = openings_get(&openings, i);
            assert_memory_equal(&seen[i], &again, sizeof again);
            board_init(&board, size, size);
            for (int m = 0; m < seen[i].count; m++) {
                enum color const color = m % 2 ? WHITE : BLACK;
                assert_true(board_is_legal(&board, seen[i].moves[m], color, false));
                board_play(&board, seen[i].moves[m], color);
            }
            bool is_new = true;
            for (int j = 0; j < i && is_new; j++)
                is_new = memcmp(&seen[i], &seen[j], sizeof *seen) != 0;
            repeated += !is_new;
        }
        assert_true(size < 7 ? seen[1].count == 0 : seen[1].count >= 1);
        if (size == 9 || size >= 13)
            assert_true(repeated < NUMBERS / 50);
        openings_release(&openings);
    }
}

static void takes_openings_from_records(void **state)
{
    (void)state;
    char path[] = "/tmp/hishi-openings-XXXXXX";
    int const fd = mkstemp(path);
    assert_true(fd >= 0);
    FILE *const out = fdopen(fd, "w");
    fputs("(;GM[1]SZ[9];B[ee];W[ce];B[gc])"  /* good */
          "(;GM[1]SZ[9];B[ee];W[ce];B[ff])"  /* the same two moves */
          "(;GM[1]SZ[9];B[dd];W[ff];B[gg])"  /* good */
          "(;GM[1]SZ[9];B[ee])"              /* too short */
          "(;GM[1]SZ[19];B[dd];W[pp])"       /* another size */
          "(;GM[1]SZ[9]AB[cc];B[ee];W[ce])"  /* stones before */
          "(;GM[1]SZ[9];W[ee];B[ce];W[gg])", /* White begins */
          out);
    fclose(out);
    struct openings openings;
    struct failure why;
    char const *const places[] = {path};
    int passed_over;
    assert_true(openings_read(&openings, places, 1, 9, 2, 1, &passed_over, &why));
    assert_int_equal(openings.count, 2);
    assert_int_equal(passed_over, 4);
    for (int i = 0; i < 2; i++) {
        struct opening const opening = openings_get(&openings, i);
        assert_int_equal(opening.count, 2);
        point const first = opening.moves[0];
        assert_true(first == point_at(5, 5) || first == point_at(4, 6));
        assert_int_equal(openings_get(&openings, i + 2).moves[0], first);
    }
    openings_release(&openings);
    assert_false(openings_read(&openings, places, 1, 13, 2, 1, &passed_over, &why));
    openings_release(&openings);
    unlink(path);
}

int main(void)
{
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(pairs_colours_and_openings),
        cmocka_unit_test(has_legal_openings_all_different),
        cmocka_unit_test(varies_openings_when_they_come_again),
        cmocka_unit_test(takes_openings_from_records),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
