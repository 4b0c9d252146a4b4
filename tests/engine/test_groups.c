#include "tests/support/testing.h"

#include "tests/support/diagram.h"

#include "engine/reading/groups.h"

/* Stones as drawn, those in small letters lost; on points marked b the light is
   Black's, on those marked w White's, elsewhere nobody's.  The group of the stones
   around the point with the mark asked for has so many stones, room and ways out. */
struct question {
    char const *what;
    int column, row; /* of one of its stones */
    int stones, ways_out;
    float room;
    char const *diagram;
};

static float const light = 0.8f;

static struct question const questions[] = {
    {"a chain alone in the dark", 3, 3, 2, 6, 0,
     ". . . . .\n"
     ". . . . .\n"
     ". . X . .\n"
     ". . X . .\n"
     ". . . . .\n"},
    {"chains in one light are one group", 1, 3, 4, 4, 3 * 0.8f,
     ". . . . .\n"
     ". . w w .\n"
     "X b b X .\n"
     "X w b X w\n"
     "w w w . w\n"},
    {"chains cut by the light of the other are two", 2, 2, 1, 0, 0,
     ". . w . .\n"
     ". w w w .\n"
     "w w w w w\n"
     "w X w X w\n"
     "w w w w w\n"},
    {"lost enemies between chains join them and give room", 1, 3, 4, 1, 2 * 1.5f,
     "w w . w w\n"
     "w O w O w\n"
     "X o o X w\n"
     "X w w X w\n"
     "w w w . w\n"},
    {"enemies that are not lost part them", 1, 3, 2, 0, 0,
     "w w w w w\n"
     "w O w O w\n"
     "X O O X w\n"
     "X w w X w\n"
     "w w w w w\n"},
    {"white as well as black", 4, 4, 3, 1, 2 * 0.8f,
     "b b b b b\n"
     "b O w O .\n"
     "b b O b b\n"
     "b b w b b\n"
     "b b b b b\n"},
};

static void finds_what_hangs_together(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof questions / sizeof *questions; i++) {
        struct question const *const ask = &questions[i];
        struct board board;
        char marks[POINTS] = {0};
        float owner[POINTS] = {0}, safety[POINTS] = {0};
        struct group group[CHAIN_MAX];
        diagram_read(&board, ask->diagram, marks);
        for (point p = board_first_point(); p; p = board_next_point(&board, p)) {
            owner[p] = marks[p] == 'b' ? light : marks[p] == 'w' ? -light : 0;
            safety[p] = marks[p] == 'X' || marks[p] == 'O' ? 0.9f : 0.05f;
        }
        groups_find(&board, owner, safety, group);
        struct group const found = group[board.slot[point_at(ask->column, ask->row)]];
        if (found.stones != ask->stones || found.ways_out != ask->ways_out ||
            found.room < ask->room - 0.01f || found.room > ask->room + 0.01f)
            fail_msg("%s: %d stones, %d ways out, room %.2f of\n%s", ask->what,
                     found.stones, found.ways_out, (double)found.room, ask->diagram);
    }
}

/* A stone of each of its chains is in the same group.  */
static void every_stone_has_a_group(void **state)
{
    (void)state;
    struct board board;
    float owner[POINTS] = {0}, safety[POINTS] = {0};
    struct group group[CHAIN_MAX];
    int stones[2] = {0, 0};
    diagram_read(&board,
                 "X . O . X . O\n"
                 ". X . . . X .\n"
                 "X . X . O . O\n",
                 NULL);
    for (point p = board_first_point(); p; p = board_next_point(&board, p)) {
        owner[p] = 0.5f;
        safety[p] = 1;
    }
    groups_find(&board, owner, safety, group);
    for (point p = board_first_point(); p; p = board_next_point(&board, p)) {
        if (board.color[p] == EMPTY)
            continue;
        struct group const *const found = &group[board.slot[p]];
        stones[board.color[p] == WHITE] += found->stones;
        assert_int_equal(found->stones, board.color[p] == BLACK ? 6 : 1);
    }
    assert_int_equal(stones[0], 6 * 6);
    assert_int_equal(stones[1], 4);
}

int main(void)
{
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(finds_what_hangs_together),
        cmocka_unit_test(every_stone_has_a_group),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
