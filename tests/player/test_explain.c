#include "tests/support/testing.h"

#include "player/explain.h"
#include "player/session.h"
#include "tests/support/diagram.h"
#include "tests/support/drawings.h"

#include <stdlib.h>
#include <unistd.h>

/* ---------------------------------------------------------------- reasons */

/* Black or White plays a; what it does is among the reasons.  */
static struct deed {
    char const *does;
    enum color color;
    char const *diagram;
} const deeds[] = {
    {"captures 2 stones at C3 that could still have escaped", BLACK,
     ". . X . .\n"
     ". X O X .\n"
     ". X O X .\n"
     ". . a . .\n"
     ". . . . .\n"},
    {"saves 2 stones at C4 from being captured", WHITE,
     ". . . . . . .\n"
     ". . X . . . .\n"
     ". X O X . . .\n"
     ". X O X . . .\n"
     ". . a . . . .\n"
     ". . . . . . .\n"
     ". . . . . . .\n"},
    {"joins B3 and D3", BLACK,
     ". . . . .\n"
     ". O O O .\n"
     ". X a X .\n"
     ". . . . .\n"
     ". . . . .\n"},
    {"comes between the white stones at B3 and D3", BLACK,
     ". . . . .\n"
     ". . . . .\n"
     ". O a O .\n"
     ". . X . .\n"
     ". . . . .\n"},
    {"fills an eye of its own", BLACK,
     "a X . . .\n"
     "X X . . .\n"
     ". . . . .\n"
     ". . . . .\n"
     ". . . . .\n"},
};

static void says_what_a_move_does(void **state)
{
    (void)state;
    static struct tactics tactics;
    for (size_t i = 0; i < sizeof deeds / sizeof *deeds; i++) {
        struct board board;
        struct reasons reasons;
        char marks[POINTS];
        bool said = false;
        diagram_read(&board, deeds[i].diagram, marks);
        board_turn(&board, deeds[i].color);
        point const at = diagram_find(&board, marks, 'a');
        tactics_clear(&tactics);
        tactics_read(&tactics, &board);
        reasons_find(&board, at, &tactics.move[at], &reasons);
        for (int k = 0; k < reasons.count; k++)
            said |= strcmp(reasons.text[k], deeds[i].does) == 0;
        if (!said) {
            for (int k = 0; k < reasons.count; k++)
                print_error("%s\n", reasons.text[k]);
            fail_msg("not said: '%s'\n%s", deeds[i].does, deeds[i].diagram);
        }
    }
}

static void names_corners_and_neighbours_in_the_opening(void **state)
{
    (void)state;
    struct move_facts const nothing = {0};
    struct board board;
    struct reasons reasons;
    board_init(&board, 19, 19);
    reasons_find(&board, point_at(16, 4), &nothing, &reasons);
    assert_string_equal(reasons.text[0], "takes an empty corner on its 4-4 point");
    board_play(&board, point_at(16, 4), BLACK);
    reasons_find(&board, point_at(17, 6), &nothing, &reasons);
    assert_string_equal(reasons.text[0], "approaches the black stone at Q4");
    reasons_find(&board, point_at(10, 10), &nothing, &reasons);
    assert_string_equal(reasons.text[0],
                        "plays where no stone is near, on the 10th line");
    reasons_find(&board, PASS, &nothing, &reasons);
    assert_int_equal(reasons.count, 0);
}

/* ---------------------------------------------------------------- the collection */

/* Five of each class of positions from test games: what the engine plays there, in few
   playouts, and why.  Kept as text to be read by people; when what it says has
   changed for good, HISHI_WRITE=1 writes it anew.  */
static char const *const classes[] = {"capture",   "forcing", "cut",  "endgame",
                                      "direction", "punish",  "life", "jump",
                                      "nakade",    "lowvalue"};

enum { CLASSES = sizeof classes / sizeof *classes, OF_EACH = 5, PLAYOUTS = 200 };

static void draw(struct drawing const *drawing, FILE *out)
{
    for (int row = 0; row < DRAWING_SIDE; row++)
        fprintf(out, "    %.*s\n", DRAWING_SIDE, drawing->at[row]);
}

static void set_up(struct session *session, struct drawing const *drawing)
{
    static struct move stones[AREA_MAX];
    static struct board board;
    struct failure why;
    point last[3];
    int count = 0;
    drawing_set_up(drawing, &board, last);
    for (point p = board_first_point(); p; p = board_next_point(&board, p))
        if (board_color(&board, p) != EMPTY)
            stones[count++] = (struct move){board.color[p], p};
    session_clear(session);
    assert_true(session_setup(session, stones, count, &why));
    for (enum color color = BLACK; color <= WHITE; color++)
        if (last[color] != NOWHERE) {
            struct move const move = {(uint8_t)color, last[color]};
            assert_true(session_play(session, &move, 1, &why));
        }
}

static void explain_drawing(struct session *session, char const *class,
                            struct drawing const *drawing, FILE *out)
{
    static struct decision decision;
    struct failure why;
    set_up(session, drawing);
    assert_true(session_genmove(session, BLACK, GENMOVE_PLAY, &decision, &why));
    struct account const *const account = session_account(session);
    assert_non_null(account);
    assert_int_equal(account->decision.at, decision.at);
    fprintf(out, "%s\n", class);
    draw(drawing, out);
    explain_decision(&account->decision, &account->before, out);
    fprintf(out, "\n");
}

static char *explain_all(void)
{
    char *text = NULL;
    size_t size = 0;
    FILE *const out = open_memstream(&text, &size);
    struct session_options options = session_defaults();
    options.fixed_seed = true;
    options.seed = 1;
    options.tuning.search.playouts = PLAYOUTS;
    options.tuning.search.memory_mb = 16;
    options.tuning.resign_below = 0;
    struct session *const session = session_new(&options);
    assert_int_equal(session_complaints(session)->count, 0);
    for (int c = 0; c < CLASSES; c++) {
        struct drawing list[DRAWINGS_MAX];
        int const count = drawings_read(classes[c], list);
        for (int i = 0; i < OF_EACH; i++)
            explain_drawing(session, classes[c], &list[i * count / OF_EACH], out);
    }
    session_free(session);
    assert_int_equal(fclose(out), 0);
    return text;
}

static void fifty_explanations_read_as_they_did(void **state)
{
    (void)state;
    static char const file[] = "tests/data/explanations.txt";
    char *const now = explain_all(), *was = NULL;
    size_t size = 0;
    if (getenv("HISHI_WRITE")) {
        FILE *const out = fopen(file, "w");
        fputs(now, out);
        fclose(out);
    }
    FILE *const in = fopen(file, "r");
    assert_non_null(in);
    assert_true(getdelim(&was, &size, 0, in) > 0);
    fclose(in);
    if (strcmp(now, was) != 0) {
        size_t at = 0;
        while (now[at] == was[at])
            at++;
        fail_msg("%s differs from '%.80s' on, which is now '%.80s': read it, and if it "
                 "is better, HISHI_WRITE=1 %s",
                 file, was + at, now + at, "build/debug/tests/player/test_explain");
    }
    free(now);
    free(was);
}

/* The move just played, another one, an occupied point, an empty board.  */
static void answers_about_whatever_is_asked(void **state)
{
    (void)state;
    static struct decision decision;
    struct session_options options = session_defaults();
    struct insight view;
    struct board before;
    struct failure why;
    options.tuning.search.playouts = PLAYOUTS;
    options.tuning.search.memory_mb = 16;
    options.tuning.comments = true;
    struct session *const session = session_new(&options);
    assert_null(session_account(session));
    assert_true(session_view(session, point_at(4, 4), &view, &before, &why));
    assert_int_equal(view.at, point_at(4, 4));
    assert_true(view.rank > 0 && view.visits == 0);
    assert_true(session_genmove(session, BLACK, GENMOVE_PLAY, &decision, &why));
    assert_true(session_view(session, decision.at, &view, &before, &why));
    assert_int_equal(view.at, decision.at);
    assert_true(view.visits > 0);
    assert_int_equal(before.moves, 0);
    struct move const white = {WHITE, decision.at == point_at(4, 4) ? point_at(16, 4)
                                                                    : point_at(4, 4)};
    assert_true(session_play(session, &white, 1, &why));
    assert_null(session_account(session));
    assert_false(session_view(session, white.at, &view, &before, &why));
    assert_non_null(strstr(why.text, "is occupied"));
    assert_true(session_undo(session, 1, &why));
    assert_non_null(session_account(session));
    assert_non_null(strstr(session_goban(session)->record.notes[0], "playouts"));
    assert_true(session_undo(session, 1, &why));
    assert_null(session_goban(session)->record.notes[0]);
    session_free(session);
}

int main(void)
{
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(says_what_a_move_does),
        cmocka_unit_test(names_corners_and_neighbours_in_the_opening),
        cmocka_unit_test(fifty_explanations_read_as_they_did),
        cmocka_unit_test(answers_about_whatever_is_asked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
