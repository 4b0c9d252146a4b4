#include "tests/support/testing.h"

#include "tests/support/diagram.h"
#include "tests/support/mock_source.h"

#include "engine/base/rng.h"
#include "engine/reading/influence.h"
#include "engine/search/lookahead.h"

/* ------------------------------------------------------------ influence */

static struct tactics tactics;

static void judge(char const *diagram, enum color turn, struct board *board,
                  char marks[POINTS], struct influence *influence)
{
    diagram_read(board, diagram, marks);
    board_turn(board, turn);
    tactics_clear(&tactics);
    tactics_read(&tactics, board);
    influence_judge(board, &tactics, influence);
}

/* At a the first, at b the second is claimed of the owner of the point.  */
struct claim {
    enum color turn, a, b;
    char const *diagram;
};

static struct claim const claims[] = {
    {BLACK, BLACK, WHITE, /* what a wall encloses */
     ". . . X O . . . .\n"
     ". . . X O . . . .\n"
     ". a . X O . . . .\n"
     ". . . X O . . b .\n"
     ". . . X O . . . .\n"
     ". . . X O . . . .\n"
     ". . . X O . . . .\n"
     ". . . X O . . . .\n"
     ". . . X O . . . .\n"},
    {BLACK, BLACK, WHITE, /* a stone that cannot get away gives nothing to its owner */
     ". . . X O . . . .\n"
     ". . . X O . . . .\n"
     ". X X X O . . . .\n"
     ". X O X O . . b .\n"
     ". X a X O . . . .\n"
     ". X X X O . . . .\n"
     ". . . X O . . . .\n"
     ". . . X O . . . .\n"
     ". . . X O . . . .\n"},
    {WHITE, WHITE, BLACK, /* a ladder that works, whoever is to move */
     ". . . . . . . . .\n"
     ". . . . . . . . .\n"
     ". . O . . . . . .\n"
     ". O X O . . . . .\n"
     ". O a . . . . . .\n"
     ". . O . . . . . .\n"
     ". . . . . . . . .\n"
     ". . . . . . X b .\n"
     ". . . . . . X . .\n"},
};

static void knows_who_will_own_what(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof claims / sizeof *claims; i++) {
        struct board board;
        char marks[POINTS];
        struct influence influence;
        judge(claims[i].diagram, claims[i].turn, &board, marks, &influence);
        float const a = influence.owner[diagram_find(&board, marks, 'a')];
        float const b = influence.owner[diagram_find(&board, marks, 'b')];
        if ((a > 0) != (claims[i].a == BLACK) || (b > 0) != (claims[i].b == BLACK))
            fail_msg("a %.2f, b %.2f of\n%s", a, b, claims[i].diagram);
    }
}

static void unconditional_life_is_the_safest(void **state)
{
    (void)state;
    struct board board;
    char marks[POINTS];
    struct influence influence;
    judge("a X . X O . .\n"
          "X X X X O . .\n"
          "O O O O O . .\n"
          ". . . . . . .\n"
          ". . . . . b .\n",
          BLACK, &board, marks, &influence);
    for (point p = board_first_point(); p; p = board_next_point(&board, p))
        if (board.color[p] == BLACK)
            assert_true(influence.safety[p] == 1);
    assert_true(influence.owner[diagram_find(&board, marks, 'a')] > 0.9f);
}

/* Some legal game, N moves long.  */
static void scatter(struct board *board, struct rng *rng, int n)
{
    board_init(board, 9, 9);
    for (int i = 0; i < n; i++) {
        point const p = board->empty[rng_below(rng, board->empty_count)];
        enum color const color = (enum color)board->to_move;
        if (board_is_legal(board, p, color, false) && !board_is_eye(board, p, color))
            board_play(board, p, color);
    }
}

/* The same stones in the other colour, or turned: the point where P comes to be. */
static point turned(point p)
{
    return point_at(10 - point_row(p), point_column(p));
}

static void neither_colours_nor_corners_are_preferred(void **state)
{
    (void)state;
    struct rng rng;
    rng_seed(&rng, 5);
    for (int game = 0; game < 100; game++) {
        struct board board, other;
        struct influence is, would_be;
        scatter(&board, &rng, (int)rng_below(&rng, 70));
        board.ko = NOWHERE;
        board_init(&other, 9, 9);
        for (point p = board_first_point(); p; p = board_next_point(&board, p))
            if (board.color[p] != EMPTY)
                board_set(&other, turned(p), opponent(board_color(&board, p)));
        board_turn(&other, opponent((enum color)board.to_move));
        tactics_clear(&tactics);
        tactics_read(&tactics, &board);
        influence_judge(&board, &tactics, &is);
        tactics_read(&tactics, &other);
        influence_judge(&other, &tactics, &would_be);
        for (point p = board_first_point(); p; p = board_next_point(&board, p)) {
            assert_true(is.safety[p] >= 0 && is.safety[p] <= 1);
            assert_true(is.owner[p] >= -1 && is.owner[p] <= 1);
            assert_float_equal(is.owner[p], -would_be.owner[turned(p)], 1e-3);
        }
        assert_float_equal(is.lead, -would_be.lead, 0.05);
    }
}

/* ------------------------------------------------------------ the evaluator */

/* A source that proposes what is drawn, with rising doubt, whoever is to move and
   wherever it is still empty.  */
struct drawn_source {
    point at[3];
    int count;
};

static void propose(void *self, struct question const *question, int voice,
                    struct candidates *candidates)
{
    static float const p[3] = {0.5f, 0.4f, 0.1f};
    struct drawn_source const *const drawn = self;
    for (int i = 0; i < drawn->count; i++)
        if (question->situation.board->color[drawn->at[i]] == EMPTY)
            mock_name(candidates, voice, drawn->at[i], p[i]);
}

static bool pick(struct drawn_source *drawn, struct board const *board,
                 struct rules const *rules, struct history const *history,
                 struct decision *decision)
{
    static struct source_kind const kind = MOCK_KIND("drawn", propose);
    static struct lookahead_tuning const tuning = {
        .candidates = 8, .least = 0.01, .line = 3, .sure = 0.3, .points = 4};
    struct consultation *const consultation = mock_consultation(&kind, drawn);
    struct lookahead *const self = lookahead_new(consultation);
    lookahead_tune(self, &tuning);
    struct situation const situation = {.board = board};
    struct task const task = {
        .situation = situation,
        .rules = rules,
        .history = history,
        .budget_ms = -1,
        .candidates = consult(consultation, &situation, EFFORT_GLANCE),
    };
    struct evaluator const evaluator = lookahead_row(self);
    bool const picked = evaluator.pick(evaluator.self, &task, decision);
    lookahead_free(self);
    consultation_free(consultation);
    return picked;
}

static char const choice[] = ". . . . . . . . .\n"
                             ". a . . . . . . .\n"
                             ". . X X X X X . .\n"
                             ". X O O O O O b O\n"
                             ". X O O O O O X O\n"
                             ". . X X X X X O O\n"
                             ". . . . . . . O .\n"
                             ". . . O O . . O .\n"
                             ". . . . . . . . .\n";

static point answer(enum color turn, char const *wanted, struct board *board,
                    char marks[POINTS])
{
    struct drawn_source drawn = {.count = 0};
    struct decision decision = {.at = NOWHERE};
    struct history history;
    diagram_read(board, choice, marks);
    board_turn(board, turn);
    history_init(&history);
    history_push(&history, board);
    for (; *wanted; wanted++)
        drawn.at[drawn.count++] = diagram_find(board, marks, *wanted);
    assert_true(pick(&drawn, board, rules_find("chinese"), &history, &decision));
    history_release(&history);
    return decision.at;
}

static void takes_what_gains_more_though_it_is_less_probable(void **state)
{
    (void)state;
    struct board board;
    char marks[POINTS];
    point const black = answer(BLACK, "ab", &board, marks);
    assert_int_equal(black, diagram_find(&board, marks, 'b'));
    point const white = answer(WHITE, "ab", &board, marks);
    assert_int_equal(white, diagram_find(&board, marks, 'b'));
}

/* On a board without a move that is legal and fills no eye.  */
static void has_no_opinion_where_nothing_can_be_played(void **state)
{
    (void)state;
    struct board board;
    struct history history;
    struct decision decision = {.at = NOWHERE};
    struct drawn_source drawn = {.count = 0};
    diagram_read(&board, ". X\nX X\n", NULL);
    history_init(&history);
    history_push(&history, &board);
    assert_false(pick(&drawn, &board, rules_find("chinese"), &history, &decision));
    history_release(&history);
}

static void keeps_the_rules(void **state)
{
    (void)state;
    struct board board;
    struct history history;
    struct decision decision = {.at = NOWHERE};
    char marks[POINTS];
    diagram_read(&board,
                 ". X O . .\n"
                 "X a X O .\n"
                 ". X O . .\n"
                 ". . . . .\n"
                 ". . b . .\n",
                 marks);
    history_init(&history);
    history_push(&history, &board);
    point const ko = diagram_find(&board, marks, 'a');
    board_turn(&board, WHITE);
    board_play(&board, ko, WHITE); /* takes, and Black may not retake */
    history_push(&history, &board);
    struct drawn_source drawn = {
        .at = {(point)(ko + 1), diagram_find(&board, marks, 'b')}, .count = 2};
    assert_true(pick(&drawn, &board, rules_find("chinese"), &history, &decision));
    assert_int_equal(decision.at, drawn.at[1]);
    history_release(&history);
}

int main(void)
{
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(knows_who_will_own_what),
        cmocka_unit_test(unconditional_life_is_the_safest),
        cmocka_unit_test(neither_colours_nor_corners_are_preferred),
        cmocka_unit_test(takes_what_gains_more_though_it_is_less_probable),
        cmocka_unit_test(has_no_opinion_where_nothing_can_be_played),
        cmocka_unit_test(keeps_the_rules),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
