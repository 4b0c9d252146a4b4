#include "tests/support/testing.h"

#include "engine/go/point.h"

static void reads_what_it_writes(void **state)
{
    (void)state;
    for (int size = BOARD_MIN; size <= BOARD_MAX; size++)
        for (int row = 1; row <= size; row++)
            for (int column = 1; column <= size; column++) {
                char text[POINT_TEXT];
                point p = point_at(column, row), read;
                assert_true(
                    point_parse(point_format(p, text), size, size, &read, NULL));
                assert_int_equal(p, read);
            }
}

static void refuses_what_is_not_on_the_board(void **state)
{
    (void)state;
    static char const *const bad[] = {"i5",  "A0", "A20", "t20", "u1", "",
                                      "a",   "5",  "aa1", "d4x", "-",  "A99999999999",
                                      "D-4", "D 4"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        point p;
        struct failure why = {""};
        assert_false(point_parse(bad[i], 19, 19, &p, &why));
        assert_true(strlen(why.text) > 10);
    }
}

static void reads_any_case(void **state)
{
    (void)state;
    point p;
    enum color color;
    assert_true(point_parse("j10", 19, 19, &p, NULL) && p == point_at(9, 10));
    assert_true(point_parse("PaSs", 19, 19, &p, NULL) && p == PASS);
    assert_true(color_parse("B", &color, NULL) && color == BLACK);
    assert_true(color_parse("whitE", &color, NULL) && color == WHITE);
    assert_false(color_parse("bw", &color, NULL));
}

int main(void)
{
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(reads_what_it_writes),
        cmocka_unit_test(refuses_what_is_not_on_the_board),
        cmocka_unit_test(reads_any_case),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
