#include "tests/support/testing.h"

#include "engine/base/rng.h"
#include "engine/records/sgf.h"

/* Read the first game of TEXT; the outcome, and the reason if it is bad.  */
static enum sgf_outcome read_first(char const *text, struct game *game,
                                   struct failure *why)
{
    struct sgf_memory memory = {text, strlen(text)};
    struct sgf_reader *const reader = sgf_reader_new();
    sgf_reader_keep_notes(reader, true);
    sgf_reader_start(reader, sgf_pull_memory, &memory);
    why->text[0] = '\0';
    enum sgf_outcome const outcome = sgf_read(reader, game, why);
    sgf_reader_free(reader);
    return outcome;
}

static void must_read(char const *text, struct game *game)
{
    struct failure why;
    if (read_first(text, game, &why) != SGF_GAME)
        fail_msg("%s: %s", text, why.text);
}

static void must_refuse(char const *text, char const *kind)
{
    struct game game;
    struct failure why;
    game_init(&game, 19, 19);
    assert_int_equal(read_first(text, &game, &why), SGF_BAD);
    assert_string_equal(failure_kind(&why), kind);
    game_release(&game);
}

/* The steps of GAME as text: "B:D4 W:pass +E5(black) -E5 >white".  */
static char const *steps_text(struct game const *game)
{
    static char text[4096];
    size_t used = 0;
    text[0] = '\0';
    for (int i = 0; i < game->count && used < sizeof text - 64; i++) {
        struct step const *const step = &game->steps[i];
        char at[POINT_TEXT] = "";
        char const *const name = color_name((enum color)step->color);
        if (step->kind != STEP_TO_MOVE)
            point_format(step->at, at);
        char *const to = text + used;
        size_t const room = sizeof text - used;
        char const *const gap = i ? " " : "";
        used += (size_t)(step->kind == STEP_PLAY
                             ? snprintf(to, room, "%s%c:%s", gap, name[0] - 32, at)
                         : step->kind == STEP_SETUP
                             ? snprintf(to, room, "%s%s=%s", gap, at, name)
                             : snprintf(to, room, "%s>%s", gap, name));
    }
    return text;
}

static void check_steps(char const *sgf, char const *steps)
{
    struct game game;
    game_init(&game, 19, 19);
    must_read(sgf, &game);
    assert_string_equal(steps_text(&game), steps);
    game_release(&game);
}

/* ---------------------------------------------------------------- moves */

static void reads_moves_and_facts(void **state)
{
    (void)state;
    struct game game;
    game_init(&game, 9, 9);
    must_read(
        "(;FF[4]GM[1]SZ[13]PB[Ann]BR[3d]PW[Bob]WR[2k]GN[nr 7]EV[Cup]DT[2001-02-03]"
        "RU[Chinese]KM[7.5]RE[W+2.5]C[hello]\n;B[cj];W[kc]C[thinks];B[];W[ ])",
        &game);
    assert_int_equal(game.width, 13);
    assert_int_equal(game.height, 13);
    assert_string_equal(game.black, "Ann");
    assert_string_equal(game.black_rank, "3d");
    assert_string_equal(game.white, "Bob");
    assert_string_equal(game.white_rank, "2k");
    assert_string_equal(game.name, "nr 7");
    assert_string_equal(game.event, "Cup");
    assert_string_equal(game.date, "2001-02-03");
    assert_string_equal(game.rules, "Chinese");
    assert_string_equal(game.comment, "hello");
    assert_string_equal(game.notes[1], "thinks");
    assert_null(game.notes[0]);
    assert_true(game.komi_known && game.komi == 7.5);
    assert_true(game.scored && game.score == -2.5);
    assert_int_equal(game_won(&game, WHITE), 1);
    assert_int_equal(game_won(&game, BLACK), 0);
    assert_int_equal(game_moves(&game), 4);
    assert_string_equal(steps_text(&game), "B:C4 W:L11 B:pass W:pass");
    game_release(&game);
}

static void reads_the_long_names_of_old_versions(void **state)
{
    (void)state;
    struct game game;
    game_init(&game, 19, 19);
    must_read("(;GaMe[1]FileFormat[3]SiZe[9]PlayerBlack[Ann]KoMi[5.5]REsult[B+1.5]\n"
              ";Black[cg];White[gc] Comment[hm];B[tt])",
              &game);
    assert_string_equal(steps_text(&game), "B:C3 W:G7 B:pass");
    assert_string_equal(game.black, "Ann");
    assert_string_equal(game.notes[1], "hm");
    assert_true(game.komi == 5.5 && game.score == 1.5);
    game_release(&game);
}

static void follows_the_main_line(void **state)
{
    (void)state;
    check_steps("(;B[dd](;W[pp](;B[dp])(;B[pd]))(;W[cc];B[cd](;W[ce])))",
                "B:D16 W:Q4 B:D4");
    check_steps("(;B[dd](;W[pp]);B[aa];W[bb])", "B:D16 W:Q4");
    check_steps("(;B[dd];W[pp](;C[no move here];B[cc](;W[qq])))",
                "B:D16 W:Q4 B:C17 W:R3");
}

static void skips_the_text_before_a_game(void **state)
{
    (void)state;
    check_steps("(C) 1999 (see below); it's [free] :-( and\n(\n ;B[aa])", "B:A19");
    check_steps("\xef\xbb\xbf(;B[aa])", "B:A19");
    check_steps("((;B[aa])(;B[bb]))", "B:A19");
    check_steps("(c) [x] (A[b]) (\r\nTE[Japan];B[aa])", "B:A19"); /* no `;' */
}

static void reads_setup_anywhere(void **state)
{
    (void)state;
    check_steps("(;AB[dd][pp]PL[W];W[cc];AE[dd]AW[ee];B[aa])",
                "D16=black Q4=black >white W:C17 D16=empty E15=white B:A19");
    check_steps("(;AB[]AW[];PL[2])", ">white");
}

static void reads_compressed_lists(void **state)
{
    (void)state;
    check_steps("(;SZ[9]AB[ab:bc][ii:ii])",
                "A8=black B8=black A7=black B7=black J1=black >white");
    must_refuse("(;SZ[9]AB[bb:aa])", "not a point of the board");
    must_refuse("(;SZ[9]AB[aa:aj])", "not a point of the board");
}

static void needs_no_order_in_the_root(void **state)
{
    (void)state;
    check_steps("(;AW[ai]B[ii]SZ[9])", "A1=white B:J1");
}

static void knows_the_two_ways_to_pass(void **state)
{
    (void)state;
    check_steps("(;B[];W[tt])", "B:pass W:pass");
    check_steps("(;SZ[9]B[];W[tt])", "B:pass W:pass");
    check_steps("(;SZ[21]B[];W[tt])", "B:pass W:U2");
}

static void reads_values_broken_by_white_space(void **state)
{
    (void)state;
    check_steps("( ; B\n[ d\nd ]\r\n ; W [pp] [qq] )", "B:D16 W:Q4");
}

static void refuses_what_is_not_on_the_board(void **state)
{
    (void)state;
    static char const *const bad[] = {
        "(;SZ[9]B[jj])", "(;B[a])",      "(;B[aaa])", "(;B[a1])",
        "(;B[D4])",      "(;B[aa:bb])",  "(;AW[ua])", "(;SZ[9]AB[aa];W[aj])",
        "(;W[uu])",      "(;SZ[9]B[AA])"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        must_refuse(bad[i], "not a point of the board");
}

/* ---------------------------------------------------------------- facts */

static void knows_the_sizes(void **state)
{
    (void)state;
    static struct {
        char const *value;
        int width, height;
    } const rows[] = {{"19", 19, 19},    {"2", 2, 2},   {"25", 25, 25},
                      {"19:13", 19, 13}, {"5x7", 5, 7}, {" 9 : 9", 9, 9},
                      {"", 19, 19}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct game game;
        char text[64];
        game_init(&game, 2, 2);
        snprintf(text, sizeof text, "(;SZ[%s])", rows[i].value);
        must_read(text, &game);
        assert_int_equal(game.width, rows[i].width);
        assert_int_equal(game.height, rows[i].height);
        game_release(&game);
    }
    must_refuse("(;SZ[26];B[aa])", "not a size of board we play on");
    must_refuse("(;SZ[1])", "not a size of board we play on");
    must_refuse("(;SZ[19:26])", "not a size of board we play on");
    must_refuse("(;SZ[-9])", "not a size of board we play on");
    must_refuse("(;SZ[99999999999999999999999999])", "not a size of board we play on");
    must_refuse("(;GM[2]B[aa])", "not a game of Go");
}

static void believes_a_komi_only_if_it_can(void **state)
{
    (void)state;
    static struct {
        char const *facts;
        bool known;
        double komi;
    } const rows[] = {
        {"KM[6.5]", true, 6.5},
        {"KM[0.50]HA[2]", true, 0.5},
        {"KM[-20.00]", true, -20},
        {"KM[6,5]", true, 6.5},
        {"KM[ 7 ]", true, 7},
        {"KM[650]", true, 6.5},
        {"KM[750]", true, 7.5},
        {"KM[375]", true, 7.5},  /* 3.75 stones */
        {"KM[3.75]", true, 7.5}, /* the same */
        {"KM[2.75]", true, 5.5},
        {"KM[0]", true, 0},
        {"", false, 0},
        {"KM[]", false, 0},
        {"KM[?]", false, 0},
        {"KM[9999]", false, 0},
        {"KM[-650]", false, 0},
        {"KM[0]HA[0]", false, 0},          /* a form filled with zeros */
        {"KM[0]HA[0]RE[B+R]", false, 0},   /* the same */
        {"KM[0]HA[0]RE[draw]", false, 0},  /* proves nothing */
        {"KM[0]HA[0]RE[W+4]", true, 0},    /* proved by the margin */
        {"KM[0]HA[1]RE[B+R]", true, 0},    /* no komi is what one stone means */
        {"KM[0]HA[0]RE[B+2.5]", false, 0}, /* the margin says otherwise */
        {"KM[6.5]RE[W+3]", false, 0},      /* the same */
        {"KM[6.5]RE[W+3.5]", true, 6.5},
        {"KM[650]RE[B+12.50]", true, 6.5},
        {"KM[6.5]RE[Draw]", true, 6.5}, /* that was no counted draw */
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct game game;
        char text[128];
        game_init(&game, 19, 19);
        snprintf(text, sizeof text, "(;%s;B[aa])", rows[i].facts);
        must_read(text, &game);
        if (game.komi_known != rows[i].known || game.komi != rows[i].komi)
            fail_msg("%s: %d %g", rows[i].facts, game.komi_known, game.komi);
        game_release(&game);
    }
}

static void knows_who_won(void **state)
{
    (void)state;
    static struct {
        char const *result;
        enum color winner;
        bool scored;
        double score;
    } const rows[] = {
        {"B+R", BLACK, false, 0},
        {"W+Resign", WHITE, false, 0},
        {"B+T", BLACK, false, 0},
        {"w+time", WHITE, false, 0},
        {"W+F", WHITE, false, 0},
        {"B+", BLACK, false, 0},
        {"B+3.5", BLACK, true, 3.5},
        {"W+12.50", WHITE, true, -12.5},
        {"W+0,5", WHITE, true, -0.5},
        {"B + 3.5", BLACK, false, 0},
        {"B+0", BLACK, false, 0},
        {"W+0.0", WHITE, false, 0},
        {"0", EMPTY, true, 0},
        {"Draw", EMPTY, true, 0},
        {"Jigo", EMPTY, true, 0},
        {"Void", EMPTY, false, 0},
        {"?", EMPTY, false, 0},
        {"", EMPTY, false, 0},
        {"Black wins", BLACK, false, 0},
        {"White won by resignation", WHITE, false, 0},
        {"黑中盘胜", BLACK, false, 0},
        {"白勝", WHITE, false, 0},
        {"백불계승", WHITE, false, 0},
        {"B+2.75", BLACK, true, 5.5},
        {"257手完, 黒中押し勝ち", BLACK, false, 0},
        {"白胜黑", WHITE, false, 0},
        {"Black lost, White won", EMPTY, false, 0},
        {"B", EMPTY, false, 0},
        {"Both lost", EMPTY, false, 0},
        {"W+3.5 points", WHITE, true, -3.5},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct sgf_result const result = sgf_result(rows[i].result);
        if (result.winner != rows[i].winner || result.scored != rows[i].scored ||
            result.score != rows[i].score)
            fail_msg("%s: %d %d %g", rows[i].result, result.winner, result.scored,
                     result.score);
    }
}

static void puts_missing_handicap_stones_where_they_must_be(void **state)
{
    (void)state;
    check_steps("(;HA[2];W[qp];B[aa])", "D4=black Q16=black W:R4 B:A19");
    check_steps("(;HA[2]PL[W];W[qp])", "D4=black Q16=black >white W:R4");
    check_steps("(;HA[2];AB[cc][dd];W[qp])", "C17=black D16=black W:R4");
    check_steps("(;HA[2];B[cc];B[dd];W[qp])", "B:C17 B:D16 W:R4");
    check_steps("(;HA[1];W[qp])", "W:R4");
    check_steps("(;HA[0];W[qp])", "W:R4");
    must_refuse("(;HA[6];W[qp])", "nobody knows where the handicap stones are");
    must_refuse("(;HA[7];W[qp])", "nobody knows where the handicap stones are");
    must_refuse("(;HA[30];W[qp])", "nobody knows where the handicap stones are");
}

static void counts_the_handicap(void **state)
{
    (void)state;
    static struct {
        char const *sgf;
        int handicap;
    } const rows[] = {
        {"(;HA[3]AB[dd][pp][dp];W[aa])", 3},
        {"(;AB[dd][pp][dp];W[aa])", 3},
        {"(;HA[0]AB[dd][pp];W[aa])", 2},
        {"(;AB[dd]AW[pp];W[aa])", 0},
        {"(;AB[dd];W[aa])", 0},
        {"(;HA[1];B[aa])", 1},
        {"(;AB[dd][dd];W[aa])", 0},
        {"(;AB[aa:sc];W[ss])", 0},
        {"(;AW[dd]AB[dd][pp];B[aa])", 2},
        {"(;AB[dd][pp]AE[pp];B[aa])", 0},
        {"(;HA[x];B[aa])", 0},
        {"(;HA[-2];B[aa])", 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct game game;
        game_init(&game, 19, 19);
        must_read(rows[i].sgf, &game);
        assert_int_equal(game.handicap, rows[i].handicap);
        game_release(&game);
    }
}

/* ---------------------------------------------------------------- texts */

static void undoes_escapes(void **state)
{
    (void)state;
    struct game game;
    game_init(&game, 19, 19);
    must_read("(;C[a\\]b\\\\c\\:d\r\ne\\\nf\\\r\ng\th]PB[x\ny];B[aa]C[(;];W[])", &game);
    assert_string_equal(game.comment, "a]b\\c:d\nefg h");
    assert_string_equal(game.black, "x y");
    assert_string_equal(game.notes[0], "(;");
    game_release(&game);
}

static void reads_every_charset(void **state)
{
    (void)state;
    static struct {
        char const *sgf, *name;
    } const rows[] = {
        {"(;CA[UTF-8]PB[楚阳春])", "楚阳春"},
        {"(;PB[楚阳春])", "楚阳春"}, /* says nothing, but is UTF-8 */
        {"(;CA[gb18030]PB[\xb3\xfe\xd1\xf4\xb4\xba])", "楚阳春"},
        {"(;PB[\xb3\xfe\xd1\xf4\xb4\xba]CA[GB2312])", "楚阳春"}, /* CA comes late */
        {"(;CA[GBK]PB[\x8c\x5b\xf3\x5d])", "孾骫"}, /* both end like brackets */
        {"(;CA[Shift_JIS]PB[\x83\x5c\x83\x5d\x82\xa0])", "ソゾあ"}, /* `\' and `]' */
        {"(;CA[Shift_JIS]PB[\x83\x5d])", "ゾ"},
        {"(;CA[Shift_JIS]PB[\x83\x5c])", "ソ"},
        {"(;CA[Shift_JIS]PB[\x83\x5c\x5c])", "ソ"},           /* `\' escaped blindly */
        {"(;CA[Shift_JIS]PB[\x83\x5c\x5d\x82\xa0])", "ゾあ"}, /* `]' escaped blindly */
        {"(;CA[EUC-KR]PB[\xb9\xda\xc1\xa4\xc8\xaf])", "박정환"},
        {"(;CA[Big5]PB[\xb3\x5c])", "許"},
        {"(;CA[ISO-8859-1]PB[M\xfcller])", "Müller"},
        {"(;PB[M\xfcller])", "Müller"},
        {"(;CA[klingon]PB[M\xfcller])", "Müller"},
        {"(;CA[UTF-8]PB[M\xfcller])", "M\xef\xbf\xbdller"},
        {"(;CA[GBK]PB[\xb3\xfe\xd1])", "楚\xef\xbf\xbd"}, /* half a character lost */
        {"(;CA[Shift_JIS]PB[\x83];B[aa])", "\xef\xbf\xbd"},
        {"(;CA[UTF-8]PB[a\x01\x02z\x7f])", "a  z"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct game game;
        game_init(&game, 19, 19);
        must_read(rows[i].sgf, &game);
        assert_string_equal(game.black, rows[i].name);
        game_release(&game);
    }
}

static void cuts_long_texts_between_characters(void **state)
{
    (void)state;
    struct game game;
    char text[2048] = "(;PB[";
    for (int i = 0; i < 500; i++)
        strcat(text, "€");
    strcat(text, "])");
    game_init(&game, 19, 19);
    must_read(text, &game);
    assert_int_equal(strlen(game.black), (GAME_TEXT - 1) / 3 * 3);
    game_release(&game);
}

/* ---------------------------------------------------------------- damage */

static void passes_over_bad_games(void **state)
{
    (void)state;
    static struct {
        enum sgf_outcome outcome;
        int line;
        char const *steps; /* or the reason */
    } const rows[] = {
        {SGF_GAME, 1, "B:A19"},
        {SGF_BAD, 2, "B[zz]: not a point of the board"},
        {SGF_BAD, 3, "a value has no end"},
        {SGF_GAME, 4, "B:B18"},
        {SGF_GAME, 5, "B:C17 W:D16"}, /* only lacks its parenthesis */
        {SGF_GAME, 6, "B:E15"},
        {SGF_GAME, 8, "B:F14"},
    };
    struct sgf_memory memory = {.bytes = "(;GM[1];B[aa])\n"
                                         "(;GM[1];C[no]B[zz];W[bb](;B[cc])(;C[)]))\n"
                                         "(;GM[1];B[cc];C[no]W[d\n"
                                         "(;GM[1];B[bb])\n"
                                         "(;GM[1];B[cc];W[dd]\n"
                                         "(;FF[4];B[ee])\n"
                                         "rubbish ) ; [] (\n"
                                         "(;B[ff]"};
    memory.size = strlen(memory.bytes);
    struct sgf_reader *const reader = sgf_reader_new();
    struct game game;
    struct failure why;
    game_init(&game, 19, 19);
    sgf_reader_start(reader, sgf_pull_memory, &memory);
    sgf_reader_keep_notes(reader, true);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        assert_int_equal(sgf_read(reader, &game, &why), rows[i].outcome);
        if (rows[i].outcome == SGF_GAME) /* and nothing of a bad one */
            assert_true(!game.comment && !game.notes);
        assert_int_equal(sgf_reader_line(reader), rows[i].line);
        assert_string_equal(rows[i].outcome == SGF_GAME ? steps_text(&game) : why.text,
                            rows[i].steps);
    }
    assert_int_equal(sgf_read(reader, &game, &why), SGF_END);
    assert_int_equal(sgf_read(reader, &game, &why), SGF_END);
    game_release(&game);
    sgf_reader_free(reader);
}

static char const long_game[] =
    "hello (;FF[4]GM[1]CA[Shift_JIS]SZ[9]PB[\x83\x5c\x83\x5d]KM[6.5]AB[aa:bb][cc]\n"
    ";W[dd]C[a\\]b(;)];B[ee](;W[ff];B[])(;W[gg]C[x]);B[hh])";

/* Every prefix is a shorter game or a bad one, and no step is made up.  */
static void survives_a_cut_anywhere(void **state)
{
    (void)state;
    struct game whole, game;
    struct failure why;
    game_init(&whole, 19, 19);
    game_init(&game, 19, 19);
    must_read(long_game, &whole);
    for (size_t size = 0; size < sizeof long_game; size++) {
        char text[sizeof long_game];
        memcpy(text, long_game, size);
        text[size] = '\0';
        enum sgf_outcome const outcome = read_first(text, &game, &why);
        if (outcome != SGF_GAME)
            continue;
        assert_true(game.count <= whole.count + 1); /* with a PL of its own */
        for (int i = 0; i < game.count && game.steps[i].kind != STEP_TO_MOVE; i++)
            if (game.width == whole.width)
                assert_memory_equal(&game.steps[i], &whole.steps[i],
                                    sizeof game.steps[i]);
    }
    game_release(&game);
    game_release(&whole);
}

static void says_when_the_source_breaks(void **state)
{
    (void)state;
    struct sgf_reader *const reader = sgf_reader_new();
    struct game game;
    struct failure why;
    FILE *const folder = fopen("/tmp", "r"); /* opens, but cannot be read */
    assert_non_null(folder);
    game_init(&game, 19, 19);
    sgf_reader_start(reader, sgf_pull_file, folder);
    assert_int_equal(sgf_read(reader, &game, &why), SGF_END);
    fclose(folder);
    sgf_reader_free(reader);
    assert_false(sgf_load("/nonexistent.sgf", &game, &why));
    assert_string_equal(why.text, "/nonexistent.sgf: No such file or directory");
    assert_false(sgf_load("/dev/null", &game, &why));
    assert_string_equal(why.text, "/dev/null: there is no game in it");
    assert_false(sgf_load("/tmp", &game, &why));
    assert_string_equal(why.text, "/tmp: it cannot be read");
    game_release(&game);
}

/* A source without end of one byte again and again, after a beginning.  */
struct drip {
    char const *start;
    char again;
    long left;
};

static ptrdiff_t pull_drip(void *context, void *buffer, size_t size)
{
    struct drip *const drip = context;
    size_t got = 0;
    char *const to = buffer;
    while (got < size && (*drip->start || drip->left > 0)) {
        drip->left -= !*drip->start;
        to[got++] = *drip->start ? *drip->start++ : drip->again;
    }
    return (ptrdiff_t)got;
}

static void needs_no_more_memory_for_endless_input(void **state)
{
    (void)state;
    static char const *const starts[] = {"(;C[", "(;B[aa](", "(;B[aa];",
                                         "(;BB", "(;C[](;",  "hello"};
    static char const again[] = {'x', '(', ';', 'B', '[', '('};
    struct sgf_reader *const reader = sgf_reader_new();
    struct game game;
    struct failure why;
    game_init(&game, 19, 19);
    sgf_reader_keep_notes(reader, true);
    for (size_t i = 0; i < sizeof again; i++) {
        struct drip drip = {starts[i], again[i], 20 * 1000 * 1000};
        sgf_reader_start(reader, pull_drip, &drip);
        assert_true(sgf_read(reader, &game, &why) != SGF_END || i == 5);
        assert_true(game.capacity < 1000);
    }
    game_release(&game);
    sgf_reader_free(reader);
}

static void refuses_a_game_of_many_thousand_moves(void **state)
{
    (void)state;
    char *const text = malloc(6 * SGF_STEPS_MAX + 64);
    struct game game;
    strcpy(text, "(;SZ[19]");
    char *to = text + strlen(text);
    for (int i = 0; i < SGF_STEPS_MAX; i++)
        to = stpcpy(to, ";B[aa]");
    strcpy(to, ")");
    game_init(&game, 19, 19);
    must_read(text, &game);
    assert_int_equal(game.count, SGF_STEPS_MAX);
    strcpy(to, ";W[])");
    must_refuse(text, "the game is too long");
    game_release(&game);
    free(text);
}

/* What mentions `(;' is no game yet; an empty one is.  */
static void takes_no_other_text_for_a_game(void **state)
{
    (void)state;
    static char const *const others[] = {
        "hello (; this is a smiley) and more",
        "while (i) {\n(;\nif (not) break; }",
        "(;",
        "\177ELF(;\001\002\003X[y]\004C[all of it])",
    };
    static char const *const games[] = {"(;)", "(;FF[4])", "(;FF[4]", "(;C[empty])",
                                        "(;SZ[9]what;B[aa])"};
    struct game game;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        must_refuse(others[i], "this is no record of a game");
    game_init(&game, 19, 19);
    for (size_t i = 0; i < sizeof games / sizeof *games; i++)
        must_read(games[i], &game);
    game_release(&game);
}

int main(void)
{
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(reads_moves_and_facts),
        cmocka_unit_test(reads_the_long_names_of_old_versions),
        cmocka_unit_test(follows_the_main_line),
        cmocka_unit_test(skips_the_text_before_a_game),
        cmocka_unit_test(reads_setup_anywhere),
        cmocka_unit_test(reads_compressed_lists),
        cmocka_unit_test(needs_no_order_in_the_root),
        cmocka_unit_test(knows_the_two_ways_to_pass),
        cmocka_unit_test(reads_values_broken_by_white_space),
        cmocka_unit_test(refuses_what_is_not_on_the_board),
        cmocka_unit_test(knows_the_sizes),
        cmocka_unit_test(believes_a_komi_only_if_it_can),
        cmocka_unit_test(knows_who_won),
        cmocka_unit_test(puts_missing_handicap_stones_where_they_must_be),
        cmocka_unit_test(counts_the_handicap),
        cmocka_unit_test(undoes_escapes),
        cmocka_unit_test(reads_every_charset),
        cmocka_unit_test(cuts_long_texts_between_characters),
        cmocka_unit_test(passes_over_bad_games),
        cmocka_unit_test(takes_no_other_text_for_a_game),
        cmocka_unit_test(survives_a_cut_anywhere),
        cmocka_unit_test(says_when_the_source_breaks),
        cmocka_unit_test(needs_no_more_memory_for_endless_input),
        cmocka_unit_test(refuses_a_game_of_many_thousand_moves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
