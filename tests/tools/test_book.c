#include "tests/support/testing.h"

#include "tests/support/tool.h"

#include <unistd.h>

/* Five games; the fourth is on a small board, the last has a handicap.  The first
   three begin alike, from three sides.  */
static char const games[] =
    "(;SZ[19]KM[6.5]PB[Ann]PW[Bob]DT[2006-02-02]RE[B+R];B[pd];W[dp];B[pp];W[dd])\n"
    "(;SZ[19]KM[6.5]PB[Bob]PW[Cho]DT[2016-01-01]RE[W+1.5];B[dp];W[pd];B[dd];W[pp])\n"
    "(;SZ[19]KM[7.5]PB[Ann]PW[Cho]DT[2016-01-01]RE[W+R];B[dd];W[pp];B[qd];W[dp])\n"
    "(;SZ[13];B[dd];W[jj])\n"
    "(;SZ[19]HA[2]AB[dp][pd]KM[0.5]RE[W+R];W[dd];B[pp])\n";

static int set_up(void **state)
{
    struct tool_folder *const place = calloc(1, sizeof *place);
    tool_folder_make(place);
    tool_write(place, "games.sgf", games);
    *state = place;
    return 0;
}

static int tear_down(void **state)
{
    tool_folder_remove(*state);
    free(*state);
    return 0;
}

static void makes_a_book_of_the_games_that_are_asked_for(void **state)
{
    struct tool_folder const *const place = *state;
    tool_hishi(place, "book make -o a.book --least 1 games.sgf", 0,
               TOOL_SAYS("3 games: ", " positions, "));
    tool_hishi(
        place, "book show a.book --depth 1", 0,
        TOOL_SAYS(
            "black to move; known here:",
            "  Q16   100.0%        3 times, won  33.3%            , last in 2016"));
    tool_hishi(place, "book show a.book D4 Q16 --json", 0,
               TOOL_SAYS("\"times\": 2, \"decided\": 2, \"wins\": 1, \"year\": 2016",
                         "\"times\": 1"));
    tool_hishi(place, "book make -o b.book --least 1 --komi 7 games.sgf", 2,
               TOOL_SAYS("none of the games"));
    tool_hishi(place, "book make -o b.book --least 1 --komi 6:7 games.sgf", 0,
               TOOL_SAYS("2 games"));
    tool_hishi(place, "book make -o b.book --least 1 --handicap 2 games.sgf", 0,
               TOOL_SAYS("1 games: 2 positions"));
    tool_hishi(place, "book show b.book", 0, TOOL_SAYS("white to move"));
    tool_hishi(place, "book make -o b.book --least 1 --since 2016 games.sgf", 0,
               TOOL_SAYS("2 games"));
    tool_hishi(place, "book make -o b.book --least 1 --player Ann games.sgf", 0,
               TOOL_SAYS("2 games"));
    tool_hishi(place, "book make -o b.book --least 2 --json games.sgf", 0,
               TOOL_SAYS("{\"games\": 3, \"positions\": 4, \"moves\": 4,"));
    tool_hishi(place,
               "book make -o b.book --least 1 --win-rate 99 --sureness 0 games.sgf", 0,
               TOOL_SAYS("3 games"));
    tool_hishi(place, "book check b.book", 0,
               TOOL_SAYS("0 bad lines", "only moves to avoid"));
}

static void lists_rule_what_is_played(void **state)
{
    struct tool_folder const *const place = *state;
    tool_write(place, "black", "hishi-book 1\nsize 19\n: Q16\n");
    tool_write(place, "white", "hishi-book 1\nsize 19\n: R16 p1\nQ16 : C4\n");
    tool_hishi(place, "book make -o a.book --least 1 --blacklist black games.sgf", 0,
               TOOL_SAYS("3 games"));
    tool_hishi(place, "book show a.book", 0, TOOL_SAYS("Q16    avoid        3 times"));
    tool_hishi(place, "book make -o a.book --least 1 --whitelist white games.sgf", 0,
               TOOL_SAYS("3 games"));
    tool_hishi(place, "book show a.book", 0, TOOL_SAYS("R16   100.0%", "Q16    avoid"));
    tool_hishi(place, "book show a.book Q16", 0,
               TOOL_SAYS("100.0%", "avoid        3 times"));
    tool_write(place, "small", "hishi-book 1\nsize 9\n: E5\nE5 : C3\n");
    tool_hishi(place, "book make -o b.book --least 1 --blacklist small games.sgf", 2,
               TOOL_SAYS("small: the books are for boards of 19 and 9"));
    tool_hishi(place, "book make -o b.book --least 1 --whitelist small games.sgf", 2,
               TOOL_SAYS("small: the books are for boards of 19 and 9"));
}

/* A move of games that weigh nothing is not one to avoid, and what is written into the
   head stays in its line.  */
static void weighs_and_notes(void **state)
{
    struct tool_folder const *const place = *state;
    tool_hishi(
        place,
        "book make -o a.book --least 1 --own Ann --own-weight 0 --note \"one\n"
        "two\" games.sgf && $HISHI book check a.book && grep -c ' avoid ' a.book",
        1, TOOL_SAYS("3 games: 4 positions, 4 moves", " 0 bad lines", "\n0\n"));
    tool_hishi(place, "book make -o a.book --least 1 --half-life 0.001 games.sgf", 0,
               TOOL_SAYS("3 games: "));
    tool_hishi(place, "book check a.book; grep -c ' avoid ' a.book", 1,
               TOOL_SAYS(" 0 bad lines", "\n0\n"));
    tool_hishi(place, "book make -o a.book --least 2 --probability usual games.sgf", 0,
               TOOL_SAYS("3 games"));
    tool_hishi(place, "book show a.book Q16 --json", 0,
               TOOL_SAYS("\"probability\": 1.0"));
}

static void judges_duels_and_draws(void **state)
{
    struct tool_folder const *const place = *state;
    tool_write(place, "a", "hishi-book 1\nsize 9\n: E5 p3 | G5 p1\nE5 : C3\n");
    tool_write(place, "b", "hishi-book 1\nsize 9\n: E5\nE5 : C3 | C4\nE5 C3 : G6\n");
    tool_hishi(place, "book judge one=a b --svg figures", 0,
               TOOL_SAYS("one                      2         3         0    1.5000",
                         "b                        3         4         0    1.3333"));
    tool_hishi(
        place, "book duel one=a b --svg figures --json", 0,
        TOOL_SAYS("\"first\": \"one\", \"second\": \"one\", \"leaving\": 2, "
                  "\"entropy_bits\": 0.8113",
                  "\"first\": \"one\", \"second\": \"b\", \"leaving\": 3, "
                  "\"entropy_bits\": 1.5613",
                  "\"first\": \"b\", \"second\": \"one\", \"leaving\": 1, "
                  "\"entropy_bits\": 0.0000",
                  "\"never\": \"b\", \"probability\": 0.250000, \"moves\": \"G5\""));
    tool_hishi(place, "report books a b --svg figures --growth games.sgf --least 1", 0,
               TOOL_SAYS("Table 1", "Table 2", "Table 3", "Growth",
                         "5         5         6    1.2000"));
    tool_hishi(
        place,
        "book duel a b --values values --playouts 30 --cover 100 --komi 7 --play 1 "
        "--play-playouts 10 --games played.sgf --svg figures --json",
        0, TOOL_SAYS("\"table\": 4", "\"covered\": 1.0000", "\"played\": 1"));
    tool_hishi(
        place,
        "book duel a b --values values --playouts 30 --cover 100 --komi 7 --play 1 "
        "--play-playouts 10 --games played.sgf --json",
        0, TOOL_SAYS("\"played\": 1"));
    tool_hishi(place,
               "book duel a b --komi 5 --play 1 --play-playouts 10 --games played.sgf "
               "--json && grep -c KM.5. played.sgf",
               0, TOOL_SAYS("\"played\": 1", "\n4\n"));
    tool_hishi(place, "book duel a a=b --komi 7 --play 1 --games played.sgf", 2,
               TOOL_SAYS("both are called 'a'"));
    tool_write(place, "fit.sgf",
               "(;SZ[9]KM[7]RE[B+R];B[ee];W[gg];B[cc];W[gc])(;SZ[9]KM[7]RE[W+R];B[ee];"
               "W[ge];B[gg];W[cc])");
    tool_hishi(
        place,
        "book duel a b --values values --playouts 30 --cover 50 --komi 7 --fit fit.sgf "
        "--players",
        0, TOOL_SAYS("Fitted to 2 games, 0 players", "Table 4"));
    tool_hishi(place, "book check a; ls figures; grep -c PB played.sgf", 0,
               TOOL_SAYS("2-positions.svg", "3-moves.svg", "6-leaving.svg",
                         "7-staying.svg", "8-entropy.svg", "11-values.svg",
                         "growth.svg", "\n8\n"));
}

/* Books that are for one komi are valued with it.  */
static void values_with_the_komi_of_the_books(void **state)
{
    struct tool_folder const *const place = *state;
    tool_write(place, "a", "hishi-book 1\nsize 9\nkomi 7\n: E5\n");
    tool_write(place, "b", "hishi-book 1\nsize 9\n: E5\n");
    tool_write(place, "c", "hishi-book 1\nsize 9\nkomi 5.5\n: E5\n");
    tool_hishi(place, "book duel b a --values v --playouts 10; cat v", 0,
               TOOL_SAYS("with komi 7\n", "size 9\nhandicap 0\nkomi 7\n"));
    tool_hishi(place, "book duel b a --values v --cover 0 --json", 0,
               TOOL_SAYS("\"mean\": null, \"deviation\": null, \"first_wins\": null"));
    tool_hishi(place, "book duel b a --values v --cover 0", 0,
               TOOL_SAYS("no value is known"));
    tool_hishi(place, "book duel a c --values v --playouts 10", 2,
               TOOL_SAYS("the books are for komi 7 and 5.5"));
    tool_hishi(place, "book duel a c --values w --playouts 10 --komi 6", 0,
               TOOL_SAYS("with komi 6\n"));
    tool_hishi(place, "book import . -s 9 -o x", 2, TOOL_SAYS("cannot read .: "));
}

/* What was thought is told as what is on file.  */
static void values_are_the_same_when_told_again(void **state)
{
    struct tool_folder const *const place = *state;
    tool_write(place, "a", "hishi-book 1\nsize 9\n: E5 p3 | G5 p1\nE5 : C3\n");
    tool_write(place, "b", "hishi-book 1\nsize 9\n: E5\nE5 : C3 | C4\nE5 C3 : G6\n");
    for (int i = 0; i < 2; i++)
        tool_hishi(place,
                   "book duel a b --values values --playouts 30 --cover 100 --komi 7 "
                   "--beta 10 --json > told; grep table...4 told >> both; "
                   "uniq -c both | wc -l; sort both | uniq -d | wc -l",
                   0, i == 0 ? TOOL_SAYS("4\n0\n") : TOOL_SAYS("8\n4\n"));
}

/* Books called as nobody would: figures are still SVG, and lines JSON.  */
static void stands_names_of_all_kinds(void **state)
{
    struct tool_folder const *const place = *state;
    tool_write(place, "a<b&\"c.book", "hishi-book 1\nsize 9\n: E5\n");
    tool_hishi(place, "book judge 'a<b&\"c.book' --json --svg figures", 0,
               TOOL_SAYS("\"book\": \"a<b&?c\""));
    tool_hishi(place, "book check 'a<b&\"c.book'; grep -h -o 'a&.*c' figures/*", 0,
               TOOL_SAYS("a&lt;b&amp;?c\na&lt;b&amp;?c\n"));
}

static void converts_merges_and_prunes(void **state)
{
    struct tool_folder const *const place = *state;
    tool_write(place, "a", "hishi-book 1\nsize 9\n\n: G5 p1 n5 w2\nG5 : D6 p1\n");
    tool_hishi(place, "book export a -o a.sgf && cat a.sgf", 0,
               TOOL_SAYS("HB[G5 p1 n5 w2]"));
    tool_hishi(place, "book import a.sgf -o b && cmp a b", 0,
               TOOL_SAYS("2 positions, 2 moves"));
    tool_hishi(place, "book export a -o a.dat && cat a.dat", 0,
               TOOL_SAYS("9 | G5\n9 G5 | D6\n"));
    tool_hishi(place, "book import a.dat -s 9 -o b", 0, TOOL_SAYS("2 positions"));
    tool_write(place, "c.dat", "# (Fuego's)\n9 | G5\n9 G5 | D6\n");
    tool_hishi(place, "book import c.dat -s 9 -o c && cmp b c", 0,
               TOOL_SAYS("2 positions"));
    tool_hishi(place, "book export a -o a.txt", 1,
               TOOL_SAYS("neither in .sgf nor in .dat"));
    tool_write(place, "d",
               "hishi-book 1\nsize 9\norigin me\nnote made by: hand\n"
               "note in the bath\n: E5\n");
    tool_hishi(place, "book merge a d -o c && cat c", 0,
               TOOL_SAYS("2 positions, 3 moves", "origin me\n",
                         "note made by: hishi book merge a d -o c\n", "note book: a, ",
                         "note book: d, ", "note   made by: hand\n",
                         "note   note: in the bath\n"));
    tool_hishi(place, "book prune c --least 1 -o e && cat e", 0,
               TOOL_SAYS("note made by: hishi book prune c --least 1 -o e\n",
                         "note   made by: hishi book merge",
                         "note     made by: hand\n"));
    tool_hishi(place, "book merge a b -o c", 0, TOOL_SAYS("2 positions, 2 moves"));
    tool_hishi(place, "book prune a --least 1 -o c", 0,
               TOOL_SAYS("1 positions, 1 moves"));
}

/* Killed in the middle, it goes on.  */
static void grows_and_goes_on(void **state)
{
    struct tool_folder const *const place = *state;
    char const grow[] = "book grow -o g --size 5 --komi 24 --search 40 "
                        "--positions 3 --seed 1";
    tool_hishi(place, grow, 0, TOOL_SAYS("3 positions, ", "; who begins wins 0."));
    tool_hishi(place,
               "book check g && cp g first && "
               "head -c 700 g.verdicts > half && mv half g.verdicts",
               0, TOOL_SAYS("3 positions"));
    tool_hishi(place, grow, 0, TOOL_SAYS("3 positions, "));
    tool_hishi(place, "book check g && tail -n +4 g | cut -c1-40", 0,
               TOOL_SAYS("3 positions"));
    tool_hishi(place, grow, 0, TOOL_SAYS(" 0 of them new"));
}

/* On 5x5 everybody begins in the middle.  What was searched is not searched again.  */
static void doubts_what_a_search_would_not_play(void **state)
{
    struct tool_folder const *const place = *state;
    tool_write(place, "good", "hishi-book 1\nsize 5\nkomi 24\n: C3\n");
    tool_write(place, "bad", "hishi-book 1\nsize 5\nkomi 24\n: E5 p1 | C3 avoid\n");
    tool_hishi(place, "book doubt good --search 400", 0,
               TOOL_SAYS("1 positions", "a game goes through 1.0", "in 0 the search"));
    tool_hishi(place, "book doubt bad --search 400", 0,
               TOOL_SAYS("the book plays E5, the search C3, which the book avoids;",
                         "in 1 the search"));
    tool_hishi(
        place,
        "book doubt bad --search 400 --json --verdicts new >first && sha256sum new "
        ">sum && ${HISHI} book doubt bad --search 400 --json --verdicts new >second && "
        "cmp first second && sha256sum -c sum; cat first",
        0, TOOL_SAYS("new: OK", "\"book\": \"E5\"", "\"search\": \"C3\""));
    tool_write(place, "any", "hishi-book 1\nsize 5\n: C3\n");
    tool_hishi(place, "book doubt any", 2, TOOL_SAYS("a search wants one"));
}

static void says_what_is_wrong_in_a_sentence(void **state)
{
    struct tool_folder const *const place = *state;
    tool_write(place, "bad", "hishi-book 1\nsize 9\n: E5\nE5 : E5\n");
    tool_write(place, "other", "hishi-book 1\nsize 13\n: G7\n");
    tool_hishi(place, "book show bad", 2, TOOL_SAYS("bad:4: the answer E5 is illegal"));
    tool_hishi(place, "book check bad", 1,
               TOOL_SAYS("bad:4: ", "1 positions", "1 bad lines"));
    tool_hishi(place, "book check nowhere", 2, TOOL_SAYS("cannot read nowhere"));
    tool_hishi(place, "book show games.sgf", 2, TOOL_SAYS("not a book"));
    tool_hishi(place, "book duel other other=other", 0, TOOL_SAYS("Table 3"));
    tool_write(place, "good", "hishi-book 1\nsize 9\n: E5\n");
    tool_hishi(place, "book duel good other", 2, TOOL_SAYS("for different games"));
    tool_hishi(place, "book duel good good --fit games.sgf", 64,
               TOOL_SAYS("--values=FILE"));
    tool_hishi(place, "book duel good good --games x.sgf", 64, TOOL_SAYS("--play=N"));
    tool_hishi(place, "book merge good other -o x", 2, TOOL_SAYS("boards of 9 and 13"));
    tool_hishi(place, "book show good K10", 2, TOOL_SAYS("K10"));
    tool_hishi(place, "book show good E5 E5", 2, TOOL_SAYS("move 2, E5, is illegal"));
    tool_hishi(place, "book show good $(yes pass | head -n 251)", 2,
               TOOL_SAYS("no lines of more than 250 moves"));
    tool_hishi(place, "book make -o x --probability often games.sgf", 64,
               TOOL_SAYS("no rule called 'often'"));
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    struct CMUnitTest const tests[] = {
        TEST(makes_a_book_of_the_games_that_are_asked_for),
        TEST(lists_rule_what_is_played),
        TEST(weighs_and_notes),
        TEST(judges_duels_and_draws),
        TEST(values_with_the_komi_of_the_books),
        TEST(values_are_the_same_when_told_again),
        TEST(stands_names_of_all_kinds),
        TEST(converts_merges_and_prunes),
        TEST(grows_and_goes_on),
        TEST(doubts_what_a_search_would_not_play),
        TEST(says_what_is_wrong_in_a_sentence),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
