#include "tests/support/testing.h"

#include "engine/base/printed.h"
#include "player/explain.h"
#include "player/recall.h"
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
    {"captures 2 stones at C3 before they can escape", BLACK,
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
    {"gives a double atari to 2 stones at C4 and D3", BLACK,
     ". . . . . .\n"
     ". . X . . .\n"
     ". X O . . .\n"
     ". . a O X .\n"
     ". . . X . .\n"
     ". . . . . .\n"},
    {"joins B3 and D3", BLACK,
     ". . . . .\n"
     ". O O O .\n"
     ". X a X .\n"
     ". . . . .\n"
     ". . . . .\n"},
    {"comes between B3 and D3", BLACK,
     ". . . . .\n"
     ". . . . .\n"
     ". O a O .\n"
     ". . X . .\n"
     ". . . . .\n"},
    {"cuts D3 from C4", BLACK,
     ". . . . . .\n"
     ". . . . . .\n"
     ". . . . . .\n"
     ". . O X . .\n"
     ". . a O . .\n"
     ". . . . . .\n"
     ". . . . . .\n"},
    {"plays hane from C3 around D3", BLACK,
     ". . . . . .\n"
     ". . . . . .\n"
     ". . . a . .\n"
     ". . X O . .\n"
     ". . . . . .\n"
     ". . . . . .\n"},
    {"crawls along the second line from C2, under D3", BLACK,
     ". . . . . . .\n"
     ". . . . . . .\n"
     ". . . . . . .\n"
     ". . . . . . .\n"
     ". . O O . . .\n"
     ". X X a . . .\n"
     ". . . . . . .\n"},
    {"pushes along from E4, over F3", WHITE,
     ". . . . . . . . . . .\n"
     ". . . . . . . . . . .\n"
     ". . . . . . . . . . .\n"
     ". . . . . . . . . . .\n"
     ". . . . . . . . . . .\n"
     ". . . . . . . . . . .\n"
     ". . . . . . . . . . .\n"
     ". . . . O a . . . . .\n"
     ". . . . X X . . . . .\n"
     ". . . . . . . . . . .\n"
     ". . . . . . . . . . .\n"},
    {"bumps into E3 from C3", BLACK,
     ". . . . . .\n"
     ". . . . . .\n"
     ". . . . . .\n"
     ". . X a O .\n"
     ". . . . . .\n"
     ". . . . . .\n"},
    {"extends from C3", BLACK,
     ". . . . . .\n"
     ". . . . . .\n"
     ". . . . . .\n"
     ". . X a . .\n"
     ". . . . . .\n"
     ". . . . . .\n"},
    {"attaches to D3", BLACK,
     ". . . . . .\n"
     ". . . . . .\n"
     ". . . a . .\n"
     ". . . O . .\n"
     ". . . . . .\n"
     ". . . . . .\n"},
    {"peeps at D4, where C4 and E4 would join", BLACK,
     ". . . . . . .\n"
     ". . . . . . .\n"
     ". . . a . . .\n"
     ". . O . O . .\n"
     ". . . . . . .\n"
     ". . . . . . .\n"
     ". . . . . . .\n"},
    {"reaches under F3 on the second line", BLACK,
     ". . . . . . . . .\n"
     ". . . . . . . . .\n"
     ". . . . . . . . .\n"
     ". . . . . . . . .\n"
     ". . . . . . . . .\n"
     ". . . . . . . . .\n"
     ". . . . . O . . .\n"
     ". . . . a . . . .\n"
     ". . . . . . . . .\n"},
    {"jumps one space from D3", BLACK,
     ". . . . . . .\n"
     ". . . . . . .\n"
     ". . . a . . .\n"
     ". . . . . . .\n"
     ". . . X . . .\n"
     ". . . . . . .\n"
     ". . . . . . .\n"},
    {"plays the knight's move from D3", BLACK,
     ". . . . . . .\n"
     ". . . . . . .\n"
     ". . . . a . .\n"
     ". . . . . . .\n"
     ". . . X . . .\n"
     ". . . . . . .\n"
     ". . . . . . .\n"},
    {"plays a shoulder hit on F3", BLACK,
     ". . . . . . . . . . .\n"
     ". . . . . . . . . . .\n"
     ". . . . . . . . . . .\n"
     ". . . . . . . . . . .\n"
     ". . . . . . . . . . .\n"
     ". . . . . . . . . . .\n"
     ". . . . . . . . . . .\n"
     ". . . . . . a . . . .\n"
     ". . . . . O . . . . .\n"
     ". . . . . . . . . . .\n"
     ". . . . . . . . . . .\n"},
    {"caps F3", BLACK,
     ". . . . . . . . . . .\n"
     ". . . . . . . . . . .\n"
     ". . . . . . . . . . .\n"
     ". . . . . . . . . . .\n"
     ". . . . . . . . . . .\n"
     ". . . . . . . . . . .\n"
     ". . . . . a . . . . .\n"
     ". . . . . . . . . . .\n"
     ". . . . . O . . . . .\n"
     ". . . . . . . . . . .\n"
     ". . . . . . . . . . .\n"},
    {"takes a liberty from C3 (5) in its race with C4 (5 liberties)", BLACK,
     ". . . . . . . . .\n"
     ". . . . . . . . .\n"
     ". . . . . . . . .\n"
     ". . . . . . . . .\n"
     ". . . . . . . . .\n"
     ". X X X . . . . .\n"
     ". O O O . . . . .\n"
     ". . a . . . . . .\n"
     ". . . . . . . . .\n"},
    {"wins the race of D1 with E1 by a liberty: 5 against 4", BLACK,
     ". . . . . . . . .\n"
     ". . . . . . . . .\n"
     ". O O O X X X . .\n"
     ". O O O X X X . .\n"
     ". O . X O . X . .\n"
     ". O . X O . X . .\n"
     ". O . X O . X . .\n"
     ". O . X O . X . .\n"
     ". O . X O a X . .\n"},
    {"captures F1 (5 liberties) in its race with D1 (6), which nobody wins if White "
     "moves first",
     BLACK,
     ". . . . . . . . .\n"
     ". O O O O X X X .\n"
     ". O O X X O X X .\n"
     ". O . X X O X X .\n"
     ". O . X X O . X .\n"
     ". O . X . O . X .\n"
     ". O . X . O a X .\n"},
    {"keeps F1 (5 liberties) from losing its race with D1 (6)", WHITE,
     ". . . . . . . . .\n"
     ". O O O O X X X .\n"
     ". O O X X O X X .\n"
     ". O . X X O X X .\n"
     ". O . X X O . X .\n"
     ". O . X . O . X .\n"
     ". O a X . O . X .\n"},
    {"takes a liberty from E1 (5) in its race with D1 (3 liberties), lost whoever "
     "moves first",
     BLACK,
     ". . . . . . . . .\n"
     ". . . . . . . . .\n"
     ". O O O X X X . .\n"
     ". O O O X X X . .\n"
     ". O O X O . X . .\n"
     ". O O X O . X . .\n"
     ". O . X O . X . .\n"
     ". O . X O . X . .\n"
     ". O . X O a X . .\n"},
    {"takes a liberty from E1 (3) in its race with D1 (5 liberties), won whoever "
     "moves first",
     BLACK,
     ". . . . . . . . .\n"
     ". . . . . . . . .\n"
     ". O O O X X X . .\n"
     ". O O O X X X . .\n"
     ". O . X O X X . .\n"
     ". O . X O X X . .\n"
     ". O . X O . X . .\n"
     ". O . X O . X . .\n"
     ". O . X O a X . .\n"},
    {"fills an eye of its own", BLACK,
     "a X . . .\n"
     "X X . . .\n"
     ". . . . .\n"
     ". . . . .\n"
     ". . . . .\n"},
};

/* What is said only of others, or not beside a stronger fact.  */
static struct deed const misdeeds[] = {
    /* A stone that is taken is not in atari as well, and a ko is an eye space of
       nobody.  */
    {"puts", BLACK,
     ". . . . .\n"
     ". X O . .\n"
     "X O a O .\n"
     ". X O . .\n"
     ". . . . .\n"},
    /* Touching stones in an opening are no race.  */
    {"race", BLACK,
     ". . . . . . .\n"
     ". . . . . . .\n"
     ". . X . . . .\n"
     ". . O a . . .\n"
     ". . . . . . .\n"
     ". . . . . . .\n"
     ". . . . . . .\n"},
    /* Nobody wins a race by it that is over.  */
    {"wins the race", BLACK,
     ". . . . . . . . .\n"
     ". . . . . . . . .\n"
     ". O O O X X X . .\n"
     ". O O O X X X . .\n"
     ". O O X O . X . .\n"
     ". O O X O . X . .\n"
     ". O . X O . X . .\n"
     ". O . X O . X . .\n"
     ". O . X O a X . .\n"},
    /* Two solid pairs have more than one way to join.  */
    {"peeps", BLACK,
     ". . . . . . .\n"
     ". . . . . . .\n"
     ". . . a . . .\n"
     ". . O . O . .\n"
     ". . O . O . .\n"
     ". . . . . . .\n"
     ". . . . . . .\n"},
};

static void find_deeds(struct deed const *deed, struct reasons *reasons)
{
    static struct tactics tactics;
    struct board board;
    char marks[POINTS];
    diagram_read(&board, deed->diagram, marks);
    board_turn(&board, deed->color);
    point const at = diagram_find(&board, marks, 'a');
    tactics_clear(&tactics);
    tactics_read(&tactics, &board);
    reasons_find(&board, at, &tactics.move[at], reasons);
}

static void fail_of(struct deed const *deed, struct reasons const *reasons)
{
    for (int k = 0; k < reasons->count; k++)
        print_error("%s\n", reasons->text[k]);
    fail_msg("'%s'?\n%s", deed->does, deed->diagram);
}

static void says_what_a_move_does(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof deeds / sizeof *deeds; i++) {
        struct reasons reasons;
        bool said = false;
        find_deeds(&deeds[i], &reasons);
        for (int k = 0; k < reasons.count; k++)
            said |= strcmp(reasons.text[k], deeds[i].does) == 0;
        if (!said)
            fail_of(&deeds[i], &reasons);
    }
}

static void says_nothing_that_is_not_so(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof misdeeds / sizeof *misdeeds; i++) {
        struct reasons reasons;
        find_deeds(&misdeeds[i], &reasons);
        for (int k = 0; k < reasons.count; k++)
            if (strstr(reasons.text[k], misdeeds[i].does))
                fail_of(&misdeeds[i], &reasons);
    }
}

static void what_nobody_counted_is_not_counted(void **state)
{
    (void)state;
    struct testimony testimony = {.account = "a book grown by search"};
    for (uint32_t seen = 0; seen <= 3; seen += 3) {
        struct printed said;
        testimony.seen = seen;
        explain_testimony(&testimony, printed_begin(&said));
        char *const text = printed_end(&said);
        assert_string_equal(
            text, seen ? "a book grown by search: played 0 of the 3 times it could be"
                       : "a book grown by search");
        free(text);
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
    assert_string_equal(reasons.text[0], "approaches Q4");
    reasons_find(&board, point_at(10, 10), &nothing, &reasons);
    assert_string_equal(reasons.text[0],
                        "plays on the tenth line, where no stone is near");
    reasons_find(&board, PASS, &nothing, &reasons);
    assert_int_equal(reasons.count, 0);
}

/* ---------------------------------------------------------------- the collection */

/* Five of each class of positions from test games: what the engine plays there, in few
   playouts, and why; and when it plays elsewhere, for most of the board is empty, what
   it says of the move that was played.  Kept as text to be read by people; when what it
   says has changed for good, HISHI_WRITE=1 writes it anew.  */
static char const *const classes[] = {"capture",   "forcing", "cut",  "endgame",
                                      "direction", "punish",  "life", "jump",
                                      "nakade",    "lowvalue"};

enum { CLASSES = sizeof classes / sizeof *classes, OF_EACH = 5, PLAYOUTS = 200 };

static void draw(struct drawing const *drawing, FILE *out)
{
    for (int row = 0; row < DRAWING_SIDE; row++)
        fprintf(out, "    %.*s\n", DRAWING_SIDE, drawing->at[row]);
}

static point set_up(struct session *session, struct drawing const *drawing)
{
    static struct move stones[AREA_MAX];
    static struct board board;
    struct failure why;
    point last[3];
    int count = 0;
    point const played = drawing_set_up(drawing, &board, last);
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
    return played;
}

static void explain_drawing(struct session *session, char const *class,
                            struct drawing const *drawing, FILE *out)
{
    static struct decision decision;
    struct insight view;
    struct board before;
    struct failure why;
    point const played = set_up(session, drawing);
    assert_true(session_genmove(session, BLACK, GENMOVE_PLAY, &decision, &why));
    struct account const *const account = session_account(session);
    assert_non_null(account);
    assert_int_equal(account->decision.at, decision.at);
    fprintf(out, "%s\n", class);
    draw(drawing, out);
    recall_explain(session, out);
    if (decision.at != played) {
        assert_true(session_undo(session, 1, &why));
        assert_true(session_view(session, played, &view, &before, &why));
        assert_int_equal(before.to_move, BLACK);
        fprintf(out, "of the move on record:\n");
        explain(&view, NULL, &before, out);
    }
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
    options.tuning.book_depth = 0; /* what is recited was not looked into */
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
        cmocka_unit_test(says_nothing_that_is_not_so),
        cmocka_unit_test(what_nobody_counted_is_not_counted),
        cmocka_unit_test(names_corners_and_neighbours_in_the_opening),
        cmocka_unit_test(fifty_explanations_read_as_they_did),
        cmocka_unit_test(answers_about_whatever_is_asked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
