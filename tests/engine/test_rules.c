#include "tests/support/testing.h"

#include "engine/base/rng.h"
#include "engine/go/rules.h"
#include "tests/support/diagram.h"

static struct rules const *row(char const *name)
{
    struct rules const *const rules = rules_find(name);
    assert_non_null(rules);
    return rules;
}

static void finds_a_rule_set_by_every_name_in_use(void **state)
{
    (void)state;
    static char const *const same[][2] = {
        {"chinese", "Chinese"},
        {"chinese", "cn"},
        {"chinese", "chinese-kgs"},
        {"japanese", "JP"},
        {"japanese", "Japanese"},
        {"korean", "KOREAN"},
        {"aga", "AGA"},
        {"aga", "bga"},
        {"new_zealand", "NZ"},
        {"new_zealand", "new-zealand"},
        {"new_zealand", "NewZealand"},
        {"new_zealand", "New Zealand"},
        {"tromp_taylor", "Tromp-Taylor"},
        {"tromp_taylor", "tromptaylor"},
        {"tromp_taylor", "tt"},
        {"cgos", "CGOS"},
    };
    for (size_t i = 0; i < sizeof same / sizeof *same; i++)
        assert_string_equal(row(same[i][1])->name, same[i][0]);
    for (struct rules const *rules = rules_table; rules->name; rules++) {
        assert_ptr_equal(rules_find(rules->name), rules);
        assert_ptr_equal(rules_find(rules->sgf), rules);
    }
    static char const *const unknown[] = {"",     "-",        "foo",
                                          "chin", "chinesee", "chinese cn"};
    for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++)
        assert_null(rules_find(unknown[i]));
}

/* Are the COUNT fixed handicap points of a board just those of WANTED?  */
static void assert_handicap(int width, int height, int count, char const *wanted)
{
    point list[9];
    char text[POINT_TEXT], found[64] = " ";
    assert_true(rules_handicap(width, height, count, list, NULL));
    for (int i = 0; i < count; i++) {
        strncat(found, point_format(list[i], text), 8);
        strncat(found, " ", 2);
    }
    assert_int_equal(strlen(found), strlen(wanted));
    for (int i = 0; i < count; i++) {
        char spaced[POINT_TEXT + 2];
        snprintf(spaced, sizeof spaced, " %s ", point_format(list[i], text));
        assert_non_null(strstr(wanted, spaced));
    }
}

static void places_handicap_stones_where_gtp_says(void **state)
{
    (void)state;
    assert_handicap(19, 19, 2, " D4 Q16 ");
    assert_handicap(19, 19, 3, " D4 Q16 D16 ");
    assert_handicap(19, 19, 4, " D4 Q16 D16 Q4 ");
    assert_handicap(19, 19, 5, " D4 Q16 D16 Q4 K10 ");
    assert_handicap(19, 19, 6, " D4 Q16 D16 Q4 D10 Q10 ");
    assert_handicap(19, 19, 7, " D4 Q16 D16 Q4 D10 Q10 K10 ");
    assert_handicap(19, 19, 8, " D4 Q16 D16 Q4 D10 Q10 K4 K16 ");
    assert_handicap(19, 19, 9, " D4 Q16 D16 Q4 D10 Q10 K4 K16 K10 ");
    assert_handicap(9, 9, 2, " C3 G7 ");
    assert_handicap(9, 9, 5, " C3 G7 C7 G3 E5 ");
    assert_handicap(13, 13, 9, " D4 K10 D10 K4 D7 K7 G4 G10 G7 ");
    assert_handicap(12, 12, 2, " C3 K10 ");
    assert_handicap(8, 8, 4, " C3 F6 C6 F3 ");
    assert_handicap(7, 7, 4, " C3 E5 C5 E3 ");
    assert_handicap(19, 9, 2, " D3 Q7 ");
}

static void refuses_handicaps_a_board_does_not_have(void **state)
{
    (void)state;
    static int const bad[][3] = {{19, 19, 1}, {19, 19, 10}, {19, 19, 0}, {19, 19, -1},
                                 {8, 8, 5},   {7, 7, 5},    {6, 6, 2},   {5, 5, 2},
                                 {18, 18, 5}, {19, 18, 5},  {19, 6, 2}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        point list[9];
        struct failure why = {""};
        assert_false(rules_handicap(bad[i][0], bad[i][1], bad[i][2], list, &why));
        assert_non_null(strstr(why.text, "invalid handicap"));
    }
    for (int size = 7; size <= BOARD_MAX; size++)
        assert_int_equal(rules_max_handicap(size, size), size > 7 && size % 2 ? 9 : 4);
}

/* A board with its history, as a game keeps them.  */
struct played {
    struct board board;
    struct history history;
};

static struct played start(char const *diagram)
{
    struct played game;
    diagram_read(&game.board, diagram, NULL);
    history_init(&game.history);
    history_push(&game.history, &game.board);
    return game;
}

static void play(struct played *game, struct rules const *rules, char const *moves)
{
    char vertex[POINT_TEXT];
    for (int used; sscanf(moves, " %7s%n", vertex, &used) == 1; moves += used) {
        point p;
        assert_true(
            point_parse(vertex, game->board.width, game->board.height, &p, NULL));
        enum color const color = (enum color)game->board.to_move;
        struct failure why = {"no reason"};
        if (!rules_explain(rules, &game->history, &game->board, p, color, &why))
            fail_msg("%s: %s", rules->name, why.text);
        board_play(&game->board, p, color);
        history_push(&game->history, &game->board);
    }
}

static void assert_refused(struct played const *game, char const *rules,
                           char const *vertex, char const *reason)
{
    point p;
    struct failure why = {""};
    enum color const color = (enum color)game->board.to_move;
    assert_true(point_parse(vertex, game->board.width, game->board.height, &p, NULL));
    assert_false(rules_permit(row(rules), &game->history, &game->board, p, color));
    assert_false(
        rules_explain(row(rules), &game->history, &game->board, p, color, &why));
    if (!strstr(why.text, reason))
        fail_msg("expected '%s', got '%s'", reason, why.text);
}

static void assert_permitted(struct played const *game, char const *rules,
                             char const *vertex)
{
    point p;
    enum color const color = (enum color)game->board.to_move;
    assert_true(point_parse(vertex, game->board.width, game->board.height, &p, NULL));
    assert_true(rules_permit(row(rules), &game->history, &game->board, p, color));
}

static void names_the_reason_why_a_move_is_illegal(void **state)
{
    (void)state;
    struct played game = start(". X O . .\n"
                               "X . X O .\n"
                               ". X O . .\n"
                               "O O . . .\n"
                               ". O . . .\n");
    point const off = point_at(6, 6);
    struct failure why = {""};
    assert_false(
        rules_explain(row("aga"), &game.history, &game.board, off, BLACK, &why));
    assert_non_null(strstr(why.text, "not a point"));
    assert_refused(&game, "chinese", "B5", "occupied");
    game.board.to_move = WHITE;
    assert_refused(&game, "chinese", "A5", "suicide");
    assert_refused(&game, "tromp-taylor", "A5", "suicide"); /* it changes nothing */
    play(&game, row("japanese"), "B4");
    assert_refused(&game, "japanese", "C4", "ko");
    assert_refused(&game, "chinese", "C4", "ko");
    play(&game, row("japanese"), "pass pass");
    assert_permitted(&game, "japanese", "C4");
    assert_refused(&game, "chinese", "C4", "superko");
    history_release(&game.history);
}

static void suicide_is_a_matter_of_the_rules(void **state)
{
    (void)state;
    struct played game = start(". X O .\n"
                               "O O O .\n"
                               ". . . .\n"
                               ". . . .\n");
    assert_refused(&game, "chinese", "A4", "suicide");
    assert_refused(&game, "japanese", "A4", "suicide");
    assert_refused(&game, "aga", "A4", "suicide");
    assert_permitted(&game, "tromp-taylor", "A4");
    play(&game, row("nz"), "A4");
    assert_int_equal(game.board.prisoners[BLACK], 2);
    assert_int_equal(game.board.stones[BLACK], 0);
    history_release(&game.history);
}

/* Black sends two stones to their death, White takes them with one, and Black
   takes that one back: the first position, but now it is White's turn.  */
static void superko_may_ask_whose_turn_it_was(void **state)
{
    (void)state;
    struct played game = start(". X . X\n"
                               "O O X .\n"
                               ". O X .\n"
                               "O O X .\n");
    play(&game, row("chinese"), "A4 C4");
    assert_int_equal(game.board.prisoners[BLACK], 2);
    assert_refused(&game, "chinese", "B4", "superko");
    assert_refused(&game, "cgos", "B4", "superko");
    assert_permitted(&game, "aga", "B4");
    assert_permitted(&game, "japanese", "B4");
    play(&game, row("aga"), "B4 pass"); /* once around, and Black begins again */
    assert_refused(&game, "aga", "A4", "superko");
    assert_refused(&game, "nz", "A4", "superko");
    assert_permitted(&game, "japanese", "A4");
    history_pop(&game.history, 4);
    assert_int_equal(game.history.count, 1);
    history_release(&game.history);
}

static void two_passes_end_the_game_but_white_may_have_to_be_the_last(void **state)
{
    (void)state;
    struct board board;
    board_init(&board, 9, 9);
    board_play(&board, PASS, BLACK);
    assert_false(rules_ended(row("chinese"), &board));
    board_play(&board, PASS, WHITE);
    assert_true(rules_ended(row("chinese"), &board));
    assert_true(rules_ended(row("aga"), &board));
    board_play(&board, point_at(5, 5), BLACK);
    board_play(&board, PASS, WHITE);
    board_play(&board, PASS, BLACK);
    assert_true(rules_ended(row("japanese"), &board));
    assert_false(rules_ended(row("aga"), &board));
}

static void counts_area_and_territory(void **state)
{
    (void)state;
    struct board board;
    char marks[POINTS];
    enum status status[POINTS] = {STATUS_ALIVE};
    diagram_read(&board,
                 ". X O . O\n"
                 "X X O O .\n"
                 "o X X O O\n"
                 ". X O O .\n"
                 "X . X O O\n",
                 marks);
    status[diagram_find(&board, marks, 'o')] = STATUS_DEAD;

    assert_true(rules_score(row("chinese"), &board, status, 0, 0) == 12 - 13);
    assert_true(rules_score(row("chinese"), &board, NULL, 0, 0) == 10 - 14);
    assert_true(rules_score(row("tromp-taylor"), &board, status, 0, 0) == 10 - 14);
    board.prisoners[WHITE] = 3;
    assert_true(rules_score(row("japanese"), &board, status, 0, 0) == 4 + 1 + 3 - 3);
    assert_true(rules_score(row("chinese"), &board, status, 7.5, 0) == -1 - 7.5);

    assert_true(rules_score(row("chinese"), &board, status, 0, 4) == -1 - 4);
    assert_true(rules_score(row("aga"), &board, status, 0, 4) == -1 - 3);
    assert_true(rules_score(row("nz"), &board, status, 0, 4) == -1);
    assert_true(rules_score(row("chinese"), &board, status, 0, 1) == -1);
}

/* B is Black's, W White's; two points at the lower edge touch both.  */
static void gives_each_point_its_owner(void **state)
{
    (void)state;
    static char const whose[] = "B B W W W"
                                "B B W W W"
                                "B B B W W"
                                "B B W W W"
                                "B . . W W";
    struct board board;
    char marks[POINTS];
    uint8_t owner[POINTS];
    enum status status[POINTS] = {STATUS_ALIVE};
    diagram_read(&board,
                 ". X O . O\n"
                 "X X O O .\n"
                 "o X X O O\n"
                 ". X O O .\n"
                 "X . . O O\n",
                 marks);
    status[diagram_find(&board, marks, 'o')] = STATUS_DEAD;
    rules_owners(&board, status, owner);
    for (int y = 0; y < 5; y++)
        for (int x = 0; x < 5; x++) {
            char const expected = whose[9 * y + 2 * x];
            assert_int_equal(owner[point_at(x + 1, 5 - y)], expected == 'B'   ? BLACK
                                                            : expected == 'W' ? WHITE
                                                                              : EMPTY);
        }
}

static void counts_no_territory_in_seki(void **state)
{
    (void)state;
    struct board board;
    char marks[POINTS] = {0};
    enum status status[POINTS] = {STATUS_ALIVE};
    diagram_read(&board,
                 ". # @ X .\n" /* A5 and A1 are eyes of chains in seki, */
                 "# # @ X X\n" /* A3 nobody can fill */
                 ". @ @ X .\n"
                 "@ @ X X X\n"
                 ". @ X . X\n",
                 marks);
    for (point p = 0; p < POINTS; p++)
        if (board.color[p] == BLACK && marks[p] == '#')
            status[p] = STATUS_SEKI;
    assert_true(rules_score(row("japanese"), &board, status, 0, 0) == 3 - 1);
    for (point p = 0; p < POINTS; p++)
        if (board.color[p] == WHITE && marks[p] == '@')
            status[p] = STATUS_SEKI;
    assert_true(rules_score(row("japanese"), &board, status, 0, 0) == 3);
    board_set(&board, point_at(1, 5), BLACK);
    assert_true(rules_score(row("japanese"), &board, NULL, 0, 0) == 3 - 1);
    assert_true(rules_score(row("korean"), &board, status, 0, 0) == 3);
    assert_true(rules_score(row("chinese"), &board, status, 0, 0) == 16 - 8);
}

/* A random legal move that fills no own eye, or PASS.  */
static point random_move(struct played const *game, struct rules const *rules,
                         struct rng *rng)
{
    struct board const *const board = &game->board;
    enum color const color = (enum color)board->to_move;
    uint32_t const first = rng_below(rng, board->empty_count + 1u);
    for (uint32_t i = 0; i < board->empty_count; i++) {
        point const p = board->empty[(first + i) % board->empty_count];
        if (!board_is_eye(board, p, color) &&
            rules_permit(rules, &game->history, board, p, color))
            return p;
    }
    return PASS;
}

/* That is what AGA's pass stones are for.  */
static void aga_games_count_the_same_by_area_and_by_territory(void **state)
{
    (void)state;
    static struct rules const by_territory = {.scoring = SCORE_TERRITORY};
    struct rules const *const aga = row("aga");
    struct rng rng;
    rng_seed(&rng, 4);
    for (int round = 0; round < 100; round++) {
        struct played game;
        int const handicap = round % 5, size = round % 2 ? 7 : 9;
        point stones[9];
        int passes[3] = {0};
        board_init(&game.board, size, size);
        history_init(&game.history);
        if (handicap >= 2) {
            assert_true(rules_handicap(size, size, handicap, stones, NULL));
            for (int i = 0; i < handicap; i++)
                board_set(&game.board, stones[i], BLACK);
            game.board.to_move = WHITE;
        }
        history_push(&game.history, &game.board);
        while (!rules_ended(aga, &game.board)) {
            point const p = random_move(&game, aga, &rng);
            passes[game.board.to_move] += p == PASS;
            board_play(&game.board, p, (enum color)game.board.to_move);
            history_push(&game.history, &game.board);
        }
        assert_true(rules_score(aga, &game.board, NULL, 7.5, handicap) ==
                    rules_score(&by_territory, &game.board, NULL, 7.5, handicap) +
                        passes[WHITE] - passes[BLACK]);
        history_release(&game.history);
    }
}

/* Whatever was played, captured and played again: by the stones that they have placed
   more the two ways of counting differ, and by nothing else.  */
static void territory_is_area_less_the_stones_spent(void **state)
{
    (void)state;
    struct rng rng;
    rng_seed(&rng, 5);
    for (int round = 0; round < 100; round++) {
        struct played game;
        board_init(&game.board, 7, 7);
        history_init(&game.history);
        for (int i = 0; i < round % 4; i++)
            board_set(&game.board, point_at(3 + i, 3), round % 3 ? BLACK : WHITE);
        history_push(&game.history, &game.board);
        for (int move = 0; move < 60; move++) {
            point const p =
                rng_below(&rng, 4) ? random_move(&game, row("nz"), &rng) : (point)PASS;
            board_play(&game.board, p, (enum color)game.board.to_move);
            history_push(&game.history, &game.board);
        }
        assert_int_equal(rules_stones_spent(row("chinese"), &game.board), 0);
        assert_true(rules_score(row("japanese"), &game.board, NULL, 6.5, 0) ==
                    rules_score(row("chinese"), &game.board, NULL, 6.5, 0) -
                        rules_stones_spent(row("japanese"), &game.board));
        history_release(&game.history);
    }
}

int main(void)
{
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(finds_a_rule_set_by_every_name_in_use),
        cmocka_unit_test(places_handicap_stones_where_gtp_says),
        cmocka_unit_test(refuses_handicaps_a_board_does_not_have),
        cmocka_unit_test(names_the_reason_why_a_move_is_illegal),
        cmocka_unit_test(suicide_is_a_matter_of_the_rules),
        cmocka_unit_test(superko_may_ask_whose_turn_it_was),
        cmocka_unit_test(two_passes_end_the_game_but_white_may_have_to_be_the_last),
        cmocka_unit_test(counts_area_and_territory),
        cmocka_unit_test(gives_each_point_its_owner),
        cmocka_unit_test(counts_no_territory_in_seki),
        cmocka_unit_test(aga_games_count_the_same_by_area_and_by_territory),
        cmocka_unit_test(territory_is_area_less_the_stones_spent),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
