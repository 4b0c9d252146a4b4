#include "tests/support/testing.h"

#include "tests/support/diagram.h"

#include "engine/base/datafile.h"
#include "engine/search/consultation.h"
#include "patterns/model/model_source.h"

/* What a memory of shapes alone misses or wrongly chooses, by the classes that
   Sei and Kawashima (1996) found in their program Katsunari.  COLOR is to
   move, a small letter stone is the last move, a marks the moves that are
   right, b those that are wrong: the move to be played must be an a, or, where
   there is none, no b.  */
struct local_question {
    char const *class;
    enum color color;
    char const *diagram;
};

static struct local_question const questions[] = {
    {"captures when liberties run short", BLACK,
     ". . . . . . . . .\n"
     ". . . . . . . . .\n"
     ". . O O . . . . .\n"
     ". O X X O . . . .\n"
     ". X X o X . . . .\n"
     ". O X a X . . . .\n"
     ". . O X . . . . .\n"
     ". . . . . . . . .\n"
     ". . . . . . . . .\n"},
    {"captures when liberties run short", WHITE,
     ". . . . . . . . .\n"
     ". . X X X . . . .\n"
     ". X O O O x . . .\n"
     ". X O X X O . . .\n"
     "X . O X a O . . .\n"
     ". X X O O . . . .\n"
     ". . . . . . . . .\n"
     ". . . . . . . . .\n"
     ". . . . . . . . .\n"},
    {"escapes when liberties run short", BLACK,
     ". . . . . . . . .\n"
     ". . . . . . . . .\n"
     ". . . a . . . . .\n"
     ". . O X O . . . .\n"
     ". . O X O . . . .\n"
     ". . X o X . . . .\n"
     ". . X a . X . . .\n"
     ". . . . . . . . .\n"
     ". . . . . . . . .\n"},
    {"escapes when liberties run short", WHITE,
     ". . . . . . . . .\n"
     ". . . X . O . . .\n"
     ". . x O a . . . .\n"
     ". . X O O X . . .\n"
     ". . X X X X . . .\n"
     ". . . . . . . . .\n"
     ". . . . O . . . .\n"
     ". . . . . . . . .\n"
     ". . . . . . . . .\n"},
    {"forces in crowded positions", BLACK,
     ". . . . . . . . .\n"
     ". O O O O . . . .\n"
     ". O X X O X X . .\n"
     ". O X o a X . . .\n"
     ". O X X . X . . .\n"
     ". . O X X X . . .\n"
     ". . . . . . . . .\n"
     ". . . . . . . . .\n"
     ". . . . . . . . .\n"},
    {"plays the endgame on the edge", BLACK,
     ". . . X O . . . .\n"
     ". . . X O . . . .\n"
     ". . . X O . . . .\n"
     ". . . X O . . . .\n"
     ". . . X O . . . .\n"
     ". . . X O . . . .\n"
     ". . . X X O . . .\n"
     ". . X . X o O . .\n"
     ". . . . a a . . .\n"},
    {"plays the endgame on the edge", WHITE,
     ". . . X O . . . .\n"
     ". . . X O . . . .\n"
     ". . . X O . . . .\n"
     ". . . X O . . . .\n"
     ". . . X O . . . .\n"
     ". . . X O . . . .\n"
     ". . . X O . . . .\n"
     ". . . X x O O . .\n"
     ". . . . a a . . .\n"},
    {"cuts", BLACK,
     ". . . . . . . . .\n"
     ". . X X . . . . .\n"
     ". . . O X . . . .\n"
     ". . X a o . . . .\n"
     ". . . O X . . . .\n"
     ". . X O . . . . .\n"
     ". . . X . . . . .\n"
     ". . . . . . . . .\n"
     ". . . . . . . . .\n"},
    {"connects", WHITE,
     ". . . . . . . . .\n"
     ". . . . . . . . .\n"
     ". . O . . . X . .\n"
     ". . . O . . . . .\n"
     ". . x a X . . . .\n"
     ". . . O . X . . .\n"
     ". . . O . . . . .\n"
     ". . O . X . . . .\n"
     ". . . . . . . . .\n"},
    {"connects", BLACK,
     ". . . . . . . . .\n"
     ". . . . . . . . .\n"
     ". . . X o . . . .\n"
     ". . . O a X . . .\n"
     ". . . O X O . . .\n"
     ". . . O X O . . .\n"
     ". . . . O . . . .\n"
     ". . . . . . . . .\n"
     ". . . . . . . . .\n"},
    {"plays no worthless move", BLACK,
     "b X b X b X O b .\n"
     "X X X b X X O O O\n"
     "b X X X X O O b O\n"
     "X X b X X O O O b\n"
     "b X X X O O b O O\n"
     "X b X X O b O O b\n"
     "X X X O O O O b O\n"
     "b X X X O O b O O\n"
     "X b X X a O O b O\n"},
    {"sees life and death", BLACK,
     ". a . O X . . . .\n"
     "O O O O X . . . .\n"
     "X X X X X . . . .\n"
     ". . . . . . . . .\n"
     ". . . . O . . . .\n"
     ". . . . . . O . .\n"
     ". . . . . . . . .\n"
     ". . . . . . . . .\n"
     ". . . . . . . . .\n"},
    {"sees life and death", WHITE,
     ". a . O X . . . .\n"
     "O O O O X . . . .\n"
     "X X X X X . . . .\n"
     ". . . . . . . . .\n"
     ". . . . O . . . .\n"
     ". . . . . . O . .\n"
     ". . . . . . . . .\n"
     ". . . . . . . . .\n"
     ". . . . . . . . .\n"},
    {"does not change direction in a ladder", BLACK,
     ". . . . . . . . .\n"
     ". . . . . . . . .\n"
     ". . . . . . . . .\n"
     ". . . X . . . . .\n"
     ". . X O o a . . .\n"
     ". . X O X . . . .\n"
     ". . . X . . . . .\n"
     ". . . . . . . . .\n"
     ". . . . . . . . .\n"},
    {"runs no greedy ladder", WHITE,
     ". . . . . . . . .\n"
     ". . . . . . . . .\n"
     ". . . . . . . . .\n"
     ". . X b . . . . .\n"
     ". . X O x . . . .\n"
     ". . . X . . . . .\n"
     ". . . . . . . . .\n"
     ". . . . . . . . .\n"
     ". . . . . . . . .\n"},
    {"runs no greedy ladder", BLACK,
     ". . . . . . . . .\n"
     ". . . . . . . . .\n"
     ". . . . . . . . .\n"
     ". . . . . . . . .\n"
     ". . o O . . . . .\n"
     ". . O X b . . . .\n"
     ". . . O . . . . .\n"
     ". . . . . X . . .\n"
     ". . . . . . . . .\n"},
    {"plays no nakade that is none", BLACK,
     "b b b b O X . . .\n"
     "O O O O O X . . .\n"
     "X X X X X X . . .\n"
     ". . . . . . . . .\n"
     ". . O . . . . . .\n"
     ". . . . . . O . .\n"
     ". . . . . . . . .\n"
     ". . . . . . . . .\n"
     ". . . . . . . . .\n"},
    {"jumps along no first line without a friend", BLACK,
     "b b b b b b b b b\n"
     "b . . . . . . . b\n"
     "b . X . . . O . b\n"
     "b . . . . . . . b\n"
     "b . . . . . . . b\n"
     "b . . . . . . . b\n"
     "b . O . . . x . b\n"
     "b . . . . . . . b\n"
     "b b b b b b b b b\n"},
    {"punishes bad shape", BLACK,
     ". . . . . . . . .\n"
     ". . . . . . . . .\n"
     ". . . . . . . . .\n"
     ". . X X . . . . .\n"
     ". . O o a . . . .\n"
     ". . . . . . . . .\n"
     ". . X . . . . . .\n"
     ". . . . . . . . .\n"
     ". . . . . . . . .\n"},
    {"fills no eye", WHITE,
     "b O X . . . . . .\n"
     "O O X . . . . . .\n"
     "O X X . . . . . .\n"
     "b O X . . . . . .\n"
     "O O X . . . . . .\n"
     "X X X . . . . . .\n"
     ". . . . . . O . .\n"
     ". . . . O . . . .\n"
     ". . . . . . . . .\n"},
};

/* The move to be played; MARKS says which small letter was the last move.  */
static point judge_move(struct consultation *consultation, struct board *board,
                        enum color color, char const marks[POINTS])
{
    struct move last = {opponent(color), NOWHERE};
    for (point q = board_first_point(); q; q = board_next_point(board, q))
        if (marks[q] == 'x' || marks[q] == 'o')
            last.at = q;
    board_turn(board, color);
    int const stones = board->stones[BLACK] + board->stones[WHITE];
    int const least = board->width * board->height / 4;
    board->moves = (uint16_t)(stones > least ? stones : least);
    struct situation const situation = {board, &last, 1};
    return consult(consultation, &situation, EFFORT_QUICK)->list[0].at;
}

static bool is_right(struct board const *board, char const marks[POINTS], point at)
{
    bool has_right = false;
    for (point p = board_first_point(); p; p = board_next_point(board, p))
        has_right |= marks[p] == 'a';
    return has_right ? marks[at] == 'a' : marks[at] != 'b';
}

static void four_of_five_questions_are_judged_right(void **state)
{
    (void)state;
    int const count = (int)(sizeof questions / sizeof *questions);
    char path[DATAFILE_PATH];
    struct failure why;
    int right = 0;

    struct source model = {.kind = &model_kind};
    struct consultation *const consultation = consultation_new(NULL);
    if (!datafile_find("model.hishi", path, &why) ||
        !(model.self = model_kind.open(path, &why)) ||
        !consultation_add(consultation, model, &why))
        fail_msg("%s", why.text);
    for (int i = 0; i < count; i++) {
        struct board board;
        char marks[POINTS], text[POINT_TEXT];
        diagram_read(&board, questions[i].diagram, marks);
        point const at = judge_move(consultation, &board, questions[i].color, marks);
        bool const good = is_right(&board, marks, at);
        right += good;
        if (!good)
            print_message("%s %s, not where it %s:\n%s", color_name(questions[i].color),
                          point_format(at, text), questions[i].class,
                          questions[i].diagram);
    }
    print_message("%d of %d judged right\n", right, count);
    assert_true(5 * right >= 4 * count);
    consultation_free(consultation);
}

int main(void)
{
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(four_of_five_questions_are_judged_right),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
