/* Positions of which it is known what became of them, and how far opinions are from
   that.  */
#include "tests/support/testing.h"

#include "tests/support/tool.h"
#include "tools/judged/foresight.h"

#include <glob.h>
#include <math.h>

typedef void visit(void *context, struct judged_position const *position);

/* Every position of the collection; returns how many there are.  */
static int each_position(visit *take, void *context)
{
    static struct judged_position position;
    glob_t files;
    int count = 0;
    assert_int_equal(glob("tests/data/judgement/*.txt", 0, NULL, &files), 0);
    for (size_t i = 0; i < files.gl_pathc; i++) {
        struct failure why = {""};
        int line = 0;
        FILE *const in = fopen(files.gl_pathv[i], "r");
        assert_non_null(in);
        for (; judged_next(in, files.gl_pathv[i], &line, &position, &why); count++)
            take(context, &position);
        assert_string_equal(why.text, "");
        fclose(in);
    }
    globfree(&files);
    return count;
}

static double lead_of_owners(struct judged_position const *position)
{
    double lead = 0;
    for (point p = board_first_point(); p; p = board_next_point(&position->board, p))
        lead += (position->owner[p] == BLACK) - (position->owner[p] == WHITE);
    return lead;
}

static void look_closely(void *context, struct judged_position const *position)
{
    struct board const *const board = &position->board;
    int heard = 0;
    (void)context;
    assert_int_equal(board->width, 19);
    board_check(board);
    if (lead_of_owners(position) != position->lead)
        fail_msg("%s: its owners come to another lead", position->title);
    for (enum witness i = 0; i < WITNESSES; i++)
        heard += fabs(position->by[i] - position->lead) <= 10;
    if (heard < 1 + (strcmp(position->origin, "test") != 0))
        fail_msg("%s: nobody else says so", position->title);
    for (point p = board_first_point(); p; p = board_next_point(board, p))
        if (board->color[p] != EMPTY && !board_liberties(board, p))
            fail_msg("%s: a chain without liberty", position->title);
}

static void three_hundred_positions_are_judged(void **state)
{
    (void)state;
    assert_true(each_position(look_closely, NULL) >= 300);
}

/* ------------------------------------------------------------ the text */

/* White has just taken a stone at C3.  */
static char const ko[] = "# a ko\n"
                         "ours black 7.5 1\n"
                         "by play 1 search 1.5\n"
                         "after D1 B3 ko C3\n"
                         ". X O .   XXOO\n"
                         "X O . O   XOOO\n"
                         ". X O .   XXO.\n"
                         ". . . X   XXOX\n"
                         "\n";

static bool reads(char const *text, struct judged_position *position,
                  struct failure *why)
{
    int line = 0;
    FILE *const in = fmemopen((void *)text, strlen(text), "r");
    bool const read = judged_next(in, "text", &line, position, why);
    fclose(in);
    return read;
}

static void reads_what_is_drawn(void **state)
{
    (void)state;
    static struct judged_position position;
    struct failure why = {""};
    assert_true(reads(ko, &position, &why));
    assert_string_equal(position.title, "a ko");
    assert_string_equal(position.origin, "ours");
    assert_true(position.komi == 7.5 && position.lead == 1);
    assert_true(isnan(position.by[BY_GAME]) && position.by[BY_LONG_SEARCH] == 1.5);
    assert_int_equal(position.board.to_move, BLACK);
    assert_int_equal(position.board.ko, point_at(3, 3));
    assert_int_equal(position.board.last, point_at(2, 3));
    assert_int_equal(board_color(&position.board, point_at(1, 3)), BLACK);
    assert_int_equal(position.last_count, 2);
    assert_int_equal(position.last[0].color, BLACK);
    assert_int_equal(position.last[1].color, WHITE);
    assert_int_equal(position.owner[point_at(4, 1)], BLACK);
    assert_int_equal(position.owner[point_at(4, 2)], EMPTY);
    assert_true(lead_of_owners(&position) == position.lead);
}

static void writes_what_it_reads(void **state)
{
    (void)state;
    static struct judged_position position, taken;
    struct failure why = {""};
    char *text = NULL;
    size_t size = 0;
    assert_true(reads(ko, &position, &why));
    struct situation const situation = judged_situation(&position);
    taken = position;
    judged_take(&taken, &situation);
    FILE *const out = open_memstream(&text, &size);
    judged_put(&taken, out);
    fclose(out);
    assert_string_equal(text, ko);
    free(text);
}

/* ko[], with TO in the place of FROM.  */
static bool reads_changed(char const *from, char const *to, struct failure *why)
{
    static struct judged_position position;
    char text[512];
    char const *const at = strstr(ko, from);
    assert_non_null(at);
    snprintf(text, sizeof text, "%.*s%s%s", (int)(at - ko), ko, to, at + strlen(from));
    return reads(text, &position, why);
}

static void says_what_is_wrong_with_a_drawing(void **state)
{
    (void)state;
    static char const *const changes[][2] = {
        {"black", "green"},
        {" 7.5 1\n", " 7.5\n"},
        {"by", "of"},
        {"play", "hearsay"},
        {"after", "before"},
        {"D1 B3", "D1 D3"},
        {"D1 B3", "A1 A1 A1 A1 D1 B3"},
        {"ko C3", "ko"},
        {"ko C3", "ko D4"},
        {"XXOX", "XXO"},
        {"XXOX", "XX?X"},
        {"B3", "Z9"},
        {". . . X   XXOX\n", ""},
        {" 7.5 1\n", " 7.5 nan\n"},
        {" 7.5 1\n", " inf 1\n"},
        {" 7.5 1\n", " 999 1\n"},
        {" 7.5 1\n", " 7.5 1 or so\n"},
        {"play 1", "play nan"},
        {"play 1", "play 1 or"},
        {"by ", "by"},
    };
    struct failure why = {""};
    assert_true(reads_changed("play", "game", &why));
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        why.text[0] = '\0';
        if (reads_changed(changes[i][0], changes[i][1], &why))
            fail_msg("'%s' was read as if it were '%s'", changes[i][1], changes[i][0]);
        assert_non_null(strstr(why.text, "text:"));
    }
}

static void stands_as_firm_as_its_witnesses_agree(void **state)
{
    (void)state;
    static struct judged_position position;
    static struct {
        char const *by;
        enum footing footing;
    } const cases[] = {
        {"by play 1 search 1.5", FOOTING_AGREED},
        {"by game 1 play -9", FOOTING_AGREED},
        {"by game 1 play -9.1", FOOTING_CONTRADICTED},
        {"by game 1 play 20 search -20", FOOTING_CONTRADICTED},
        {"by game 1 play 20 search -5", FOOTING_AGREED},
        {"by game 1", FOOTING_ALONE},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct failure why;
        char text[512];
        snprintf(text, sizeof text, "# t\nours black 7.5 1\n%s\n%s", cases[i].by,
                 strstr(ko, "after"));
        assert_true(reads(text, &position, &why));
        assert_int_equal(judged_footing(&position), cases[i].footing);
    }
}

/* ------------------------------------------------------------ how far */

static struct foresight truth_of(struct judged_position const *position)
{
    struct foresight truth = {.lead = position->lead,
                              .win = position->lead > position->komi};
    for (int p = 0; p < POINTS; p++)
        truth.owner[p] = (position->owner[p] == BLACK) - (position->owner[p] == WHITE);
    return truth;
}

static void who_knows_the_truth_misses_nothing(void *context,
                                               struct judged_position const *position)
{
    struct foresight const truth = truth_of(position);
    misses_add(context, &truth, position);
    if (foresight_misjudges(&truth, position))
        fail_msg("%s: the truth misjudges a chain", position->title);
}

static void the_truth_is_no_miss(void **state)
{
    (void)state;
    struct misses misses = {0};
    int const count = each_position(who_knows_the_truth_misses_nothing, &misses);
    assert_int_equal(misses.positions, count);
    assert_true(misses.clear > 0 && misses.right == misses.clear);
    assert_true(misses_rms(&misses) == 0 && misses_bias(&misses) == 0);
    assert_true(misses.chance == 0 && misses_scale(&misses) == 1);
}

static void misses_are_those_of_a_definition(void **state)
{
    (void)state;
    static struct judged_position position;
    static double const seen[] = {-8.5, 9, 42}; /* the truth is 1, komi 7.5 */
    struct failure why;
    struct misses misses = {0};
    double logistic = 0;
    assert_true(reads(ko, &position, &why));
    for (size_t i = 0; i < sizeof seen / sizeof *seen; i++) {
        struct foresight const foresight = {.lead = seen[i], .win = 0.25};
        misses_add(&misses, &foresight, &position);
        logistic += pow(1 / (1 + exp(-(seen[i] - 7.5) / 9)), 2);
    }
    assert_true(fabs(misses_bias(&misses) - (-9.5 + 8 + 41) / 3) < 1e-9);
    assert_true(fabs(misses_rms(&misses) - sqrt((9.5 * 9.5 + 8 * 8 + 41 * 41) / 3)) <
                1e-9);
    assert_int_equal(misses.clear, 3);
    assert_int_equal(misses.right, 1);
    assert_true(fabs(misses.chance - 3 * 0.0625) < 1e-9);
    assert_true(fabs(misses.logistic[9] - logistic) < 1e-9);
    for (int scale = 1; scale <= SCALES; scale++)
        assert_true(misses.logistic[scale] >= misses.logistic[misses_scale(&misses)]);
}

/* Three stones in a row at the edge of White's, in the end White's.  */
static void a_chain_given_to_the_wrong_side_is_misjudged(void **state)
{
    (void)state;
    static struct judged_position position;
    struct failure why;
    assert_true(reads("# dead\nours white 0 -16\nby play -16\nafter\n"
                      "X X X .   OOOO\n. O O O   OOOO\n. . . .   OOOO\n"
                      ". . . .   OOOO\n\n",
                      &position, &why));
    struct foresight foresight = truth_of(&position);
    assert_false(foresight_misjudges(&foresight, &position));
    for (int column = 1; column <= 3; column++)
        foresight.owner[point_at(column, 4)] = column == 1 ? -0.2 : 0.2;
    assert_true(foresight_misjudges(&foresight, &position));
    board_set(&position.board, point_at(1, 4), EMPTY);
    assert_false(foresight_misjudges(&foresight, &position));
}

/* ------------------------------------------------------------ the reports */

static void the_report_tells_of_judge_and_searches(void **state)
{
    (void)state;
    tool_hishi(*state, "report lead --json --playouts=32 position.txt", 0,
               TOOL_SAYS("\"by\": \"judge\", \"of\": \"all\", \"positions\": 1,",
                         "\"by\": \"32 search\", \"of\": \"ours\", \"positions\": 1,",
                         "\"by\": \"32 search, search.judge=0\"",
                         "\"clear\": 1, \"winner\": "));
    tool_hishi(*state, "report lead empty.txt", 1, TOOL_SAYS("no judged position"));
    tool_hishi(*state, "report lead .", 1, TOOL_SAYS(".: Is a directory"));
    tool_hishi(*state, "report lead --json --playouts=0 quoted.txt", 0,
               TOOL_SAYS("\"of\": \"ou\\\"rs\", "));
    tool_hishi(*state, "report lead --playouts=0 dead.txt", 1,
               TOOL_SAYS("dead.txt:7: a chain has no liberty"));
    tool_hishi(*state, "report lead --playouts=many position.txt", 64,
               TOOL_SAYS("--playouts are up to 8 numbers"));
}

/* What is put can be read again.  */
static void an_origin_is_a_word(void **state)
{
    tool_hishi(*state, "report positions --origin='a b' games.sgf", 64,
               TOOL_SAYS("--origin is a word of at most 15 letters, not 'a b'"));
    tool_hishi(*state, "report positions --origin= games.sgf", 64,
               TOOL_SAYS("--origin is a word"));
    tool_hishi(*state, "report positions --origin=abcdefghijklmnop games.sgf", 64,
               TOOL_SAYS("--origin is a word"));
}

static int make_folder(void **state)
{
    static struct tool_folder folder;
    tool_folder_make(&folder);
    tool_write(&folder, "position.txt", ko);
    tool_write(&folder, "empty.txt", "nothing\n");
    tool_write(&folder, "quoted.txt",
               "# t\nou\"rs black 0 0\nby game 0\nafter\nX .   ..\n. .   ..\n\n");
    tool_write(&folder, "dead.txt",
               "# t\nours black 0 -4\nby game -4\nafter\nX O   OO\nO .   OO\n\n");
    *state = &folder;
    return 0;
}

static int remove_folder(void **state)
{
    tool_folder_remove(*state);
    return 0;
}

int main(void)
{
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(reads_what_is_drawn),
        cmocka_unit_test(writes_what_it_reads),
        cmocka_unit_test(says_what_is_wrong_with_a_drawing),
        cmocka_unit_test(stands_as_firm_as_its_witnesses_agree),
        cmocka_unit_test(misses_are_those_of_a_definition),
        cmocka_unit_test(a_chain_given_to_the_wrong_side_is_misjudged),
        cmocka_unit_test(three_hundred_positions_are_judged),
        cmocka_unit_test(the_truth_is_no_miss),
        cmocka_unit_test(the_report_tells_of_judge_and_searches),
        cmocka_unit_test(an_origin_is_a_word),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
