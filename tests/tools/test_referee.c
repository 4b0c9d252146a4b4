#include "tests/support/testing.h"

#include <math.h>
#include <signal.h>

#include "tests/support/fake_engine.h"
#include "tools/clock_text.h"
#include "tools/match/referee.h"
#include "tools/match/standings.h"

static double const patience = 60; /* longer than anything good takes */

static struct terms usual_terms(void)
{
    return (struct terms){
        .size = 9,
        .rules = rules_find("chinese"),
        .komi = 7.5,
        .patience_s = patience,
        .grace_s = 0.2,
        .moves_max = 400,
    };
}

/* Play one game of two fake engines; the record is the caller's to release.  */
static struct game_outcome play(struct terms const *terms, char const *policy,
                                char const *black, char const *white, int at,
                                struct game *record)
{
    struct parties parties = {0};
    struct opening const none = {0};
    struct game_outcome outcome;
    char const *const modes[3] = {NULL, black, white};
    for (enum color color = BLACK; color <= WHITE; color++)
        parties.peers[color] =
            peer_start(fake_command(modes[color], at, color), patience, NULL,
                       &parties.faults[color], &parties.why[color]);
    game_init(record, terms->size, terms->size);
    referee_play(terms, score_policy_find(policy), &parties, &none, record, &outcome);
    peer_stop(parties.peers[BLACK]);
    peer_stop(parties.peers[WHITE]);
    return outcome;
}

/* ---------------------------------------------------------------- one game */

static void plays_a_game_to_its_end(void **state)
{
    (void)state;
    struct terms const terms = usual_terms();
    struct game record;
    struct game_outcome const outcome =
        play(&terms, "agree", "good", "good", 0, &record);
    assert_int_equal(outcome.ending, ENDING_COUNT);
    assert_int_equal(outcome.source, SOURCE_STONES);
    assert_int_equal(outcome.moves, record.count);
    assert_true(record.count > 40);
    assert_int_equal(outcome.usage[BLACK].moves, (record.count + 1) / 2);
    assert_int_equal(outcome.usage[WHITE].moves, record.count / 2);
    assert_true(outcome.usage[BLACK].wall_max_s <= outcome.usage[BLACK].wall_s);
    assert_true(outcome.usage[BLACK].cpu_max_s <= outcome.usage[BLACK].cpu_s);
    /* The same count by hand: replay, count stones and eyes.  */
    static struct board board;
    board_init(&board, 9, 9);
    for (int i = 0; i < record.count; i++)
        board_play(&board, record.steps[i].at, record.steps[i].color);
    double score = board.stones[BLACK] - board.stones[WHITE] - 7.5;
    for (int i = 0; i < board.empty_count; i++) {
        bool touches[4] = {false};
        for (int k = 0; k < 4; k++)
            touches[board_color(&board, board.empty[i] + neighbour[k])] = true;
        score += touches[BLACK] && !touches[WHITE];
        score -= touches[WHITE] && !touches[BLACK];
    }
    assert_true(fabs(score - outcome.score) < 1e-9);
    assert_int_equal(outcome.winner, score > 0 ? BLACK : WHITE);
    game_release(&record);
}

static void ends_every_misbehaviour_with_a_forfeit(void **state)
{
    (void)state;
    static struct {
        char const *mode;
        enum fault fault;
    } const cases[] = {
        {"crash", FAULT_CRASH},        {"abort", FAULT_CRASH},
        {"close-stdout", FAULT_CRASH}, {"close-stdin", FAULT_CRASH},
        {"hang", FAULT_TIMEOUT},       {"flood", FAULT_FLOOD},
        {"long-line", FAULT_FLOOD},    {"nonsense", FAULT_NONSENSE},
        {"nothing", FAULT_NONSENSE},   {"wrong-id", FAULT_NONSENSE},
        {"no-id", FAULT_NONSENSE},     {"chatter", FAULT_NONSENSE},
        {"refuse", FAULT_REFUSAL},     {"dies-at-once", FAULT_CRASH},
    };
    struct terms terms = usual_terms();
    for (size_t i = 0; i < 2 * (sizeof cases / sizeof *cases); i++) {
        char const *const mode = cases[i / 2].mode;
        enum color const culprit = i % 2 ? WHITE : BLACK;
        struct game record;
        bool const waits = strcmp(mode, "hang") == 0 || strcmp(mode, "chatter") == 0;
        terms.patience_s = waits ? 3 : patience;
        struct game_outcome const outcome =
            play(&terms, "agree", culprit == BLACK ? mode : "good",
                 culprit == WHITE ? mode : "good", 3, &record);
        if (outcome.ending != ENDING_FORFEIT || outcome.fault != cases[i / 2].fault)
            fail_msg("%s: %s, %s: %s", mode, ending_names[outcome.ending],
                     fault_table[outcome.fault].name, outcome.note.text);
        assert_int_equal(outcome.culprit, culprit);
        assert_int_equal(outcome.winner, opponent(culprit));
        assert_true(strlen(outcome.note.text) > 10);
        assert_int_equal(outcome.moves, record.count);
        game_release(&record);
    }
}

static void does_not_take_an_illegal_move(void **state)
{
    (void)state;
    /* The first genmove of the second player: E5 is free or not.  Let both wish
       for E5: the one that comes second is wrong.  */
    struct terms const terms = usual_terms();
    struct game record;
    struct parties parties = {0};
    struct opening opening = {.count = 1, .moves = {point_at(5, 5)}};
    struct game_outcome outcome;
    for (enum color color = BLACK; color <= WHITE; color++)
        parties.peers[color] = peer_start(fake_command("illegal", 1, 1), patience, NULL,
                                          &parties.faults[color], &parties.why[color]);
    game_init(&record, 9, 9);
    referee_play(&terms, score_policy_find("agree"), &parties, &opening, &record,
                 &outcome);
    assert_int_equal(outcome.ending, ENDING_FORFEIT);
    assert_int_equal(outcome.fault, FAULT_ILLEGAL);
    assert_int_equal(outcome.culprit, WHITE);
    assert_non_null(strstr(outcome.note.text, "E5"));
    assert_int_equal(record.count, 1);
    peer_stop(parties.peers[BLACK]);
    peer_stop(parties.peers[WHITE]);
    game_release(&record);
}

static void takes_a_resignation_and_a_game_without_end(void **state)
{
    (void)state;
    struct terms terms = usual_terms();
    struct game record;
    char result[RESULT_TEXT];
    struct game_outcome outcome = play(&terms, "agree", "good", "resign", 4, &record);
    assert_int_equal(outcome.ending, ENDING_RESIGN);
    game_outcome_format(&outcome, result);
    assert_string_equal(result, "B+R");
    assert_int_equal(record.count, 7);
    game_release(&record);
    terms.moves_max = 10;
    outcome = play(&terms, "agree", "good", "good", 0, &record);
    assert_int_equal(outcome.ending, ENDING_NO_RESULT);
    assert_int_equal(record.count, 10);
    game_release(&record);
}

/* ---------------------------------------------------------------- time */

static void reads_the_clocks_it_writes(void **state)
{
    (void)state;
    static struct {
        char const *text;
        struct clock_settings settings;
    } const cases[] = {
        {"none", {.kind = CLOCK_NONE}},
        {"300", {CLOCK_ABSOLUTE, 300, 0, 0, 0}},
        {"0.5", {CLOCK_ABSOLUTE, 0.5, 0, 0, 0}},
        {"300+25/30", {CLOCK_CANADIAN, 300, 30, 25, 0}},
        {"0+3x0.25", {CLOCK_BYOYOMI, 0, 0.25, 3, 0}},
        {"300+10", {CLOCK_FISCHER, 300, 10, 0, 0}},
        {"10/move", {CLOCK_CANADIAN, 0, 10, 1, 0}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct clock_settings got;
        struct failure why;
        char text[CLOCK_TEXT];
        assert_true(clock_text_parse(cases[i].text, &got, &why));
        assert_int_equal(got.kind, cases[i].settings.kind);
        assert_int_equal(got.count, cases[i].settings.count);
        assert_true(got.main_s == cases[i].settings.main_s);
        assert_true(got.period_s == cases[i].settings.period_s);
        clock_text_format(&got, text);
        assert_string_equal(text, cases[i].text);
    }
    static char const *const bad[] = {"",        "x",      "-1",     "0",       "nan",
                                      "1e99",    "300+",   "0+5",    "3+0/10",  "3+5/",
                                      "3+5/10x", "3+5y10", "3+5/-1", "5/moves", "3 "};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct clock_settings got;
        struct failure why = {""};
        if (clock_text_parse(bad[i], &got, &why))
            fail_msg("'%s' was taken for a clock", bad[i]);
        assert_non_null(strstr(why.text, "300"));
    }
}

/* The limit is the first time with which clock_spend loses.  */
static void waits_exactly_as_long_as_the_clock_allows(void **state)
{
    (void)state;
    static char const *const settings[] = {"7",     "5+3/10", "0+3/10", "5+3x2",
                                           "0+2x2", "4/move", "5+2"};
    struct terms terms = usual_terms();
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
        assert_true(clock_text_parse(settings[i], &terms.clock, NULL));
        struct clock clock;
        struct rng rng;
        rng_seed(&rng, i);
        clock_start(&clock, &terms.clock);
        for (int move = 0; move < 50; move++) {
            double const limit_s = terms_limit_s(&terms, &clock, BLACK);
            struct clock just = clock, over = clock;
            clock_spend(&just, BLACK, limit_s);
            clock_spend(&over, BLACK, limit_s + 0.001);
            assert_false(clock_is_over(&just, BLACK));
            assert_true(clock_is_over(&over, BLACK));
            clock_spend(&clock, BLACK, limit_s * 0.9 * rng_unit(&rng));
        }
    }
}

static void lets_the_slow_lose_on_time(void **state)
{
    (void)state;
    static struct {
        char const *mode; /* slow: takes FAKE_SLOW_S for its second move; slow-play:
                             for each move of its opponent */
        char const *clock;
        double grace_s;
        bool loses;
    } const cases[] = {
        {"slow", "1/move", 0.1, true},    {"slow", "1/move", 5, false},
        {"slow", "1.2", 0, true},         {"slow", "0+1x1", 0.1, true},
        {"slow", "0+5x1", 0, false},      {"slow", "60", 0, false},
        {"slow-play", "1/move", 0, true}, {"slow-play", "9/move", 0, false},
    };
    struct terms terms = usual_terms();
    terms.moves_max = 6;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct game record;
        char result[RESULT_TEXT];
        assert_true(clock_text_parse(cases[i].clock, &terms.clock, NULL));
        terms.grace_s = cases[i].grace_s;
        struct game_outcome const outcome =
            play(&terms, "agree", "good", cases[i].mode, 2, &record);
        game_outcome_format(&outcome, result);
        if (strcmp(result, cases[i].loses ? "B+T" : "Void") != 0)
            fail_msg("%s, %s with a grace of %g s: %s", cases[i].mode, cases[i].clock,
                     cases[i].grace_s, result);
        game_release(&record);
    }
}

/* ---------------------------------------------------------------- verdict */

static void reads_scores(void **state)
{
    (void)state;
    static struct {
        char const *text;
        double score;
    } const good[] = {{"B+3.5", 3.5}, {"W+2", -2}, {"w+0.5", -0.5},
                      {"0", 0},       {"Draw", 0}, {"B+12.5 (upper bound)", 12.5}};
    static char const *const bad[] = {"",    "B",    "B+",     "B+R",   "W+Time", "?",
                                      "3.5", "B+-3", "B+3.5x", "B+inf", "B+1e9"};
    double score;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        assert_true(verdict_parse_score(good[i].text, &score));
        assert_true(score == good[i].score);
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        if (verdict_parse_score(bad[i], &score))
            fail_msg("'%s' was taken for a score", bad[i]);
}

/* Black has A and B, White has D; nobody has C.  With the black stone on E4
   alive the rest of E is nobody's too: 11 to 5.  With it dead: 10 to 10, or in
   territory 5 to 5 and a prisoner.

       A B C D E
     5 . X . O .
     4 . X . O X
     3 . X . O .
     2 . X . O .
     1 . X . O .  */
static char const *const drawn[] = {".X.O.", ".X.OX", ".X.O.", ".X.O.", ".X.O."};

static double judge(char const *policy, char const *rules, char const *black,
                    char const *white, char const *referee, enum score_source *source)
{
    struct terms terms = usual_terms();
    terms.size = 5;
    terms.komi = 0.5;
    terms.rules = rules_find(rules);
    static struct board board;
    board_init(&board, 5, 5);
    for (int row = 1; row <= 5; row++)
        for (int column = 1; column <= 5; column++)
            if (drawn[5 - row][column - 1] != '.')
                board_set(&board, point_at(column, row),
                          drawn[5 - row][column - 1] == 'X' ? BLACK : WHITE);
    struct court court = {
        .terms = &terms, .policy = score_policy_find(policy), .board = &board};
    char const *const modes[3] = {referee, black, white};
    for (enum color color = EMPTY; color <= WHITE; color++) {
        enum fault fault;
        struct failure why;
        if (modes[color])
            court.peers[color] = peer_start(fake_command(modes[color], 0, 1), patience,
                                            NULL, &fault, &why);
    }
    double const score = verdict_reach(&court, source);
    for (enum color color = EMPTY; color <= WHITE; color++)
        peer_stop(court.peers[color]);
    return score;
}

static void asks_who_should_know_the_dead(void **state)
{
    (void)state;
    static struct {
        char const *policy, *rules, *black, *white, *referee;
        double score;
        enum score_source source;
    } const cases[] = {
        {"agree", "chinese", "dead:E4", "dead:e4", NULL, -0.5, SOURCE_STONES},
        {"agree", "chinese", "good", "good", NULL, 5.5, SOURCE_STONES},
        /* They differ about the stones, but both say W+7.5.  */
        {"agree", "chinese", "dead:E4", "good", NULL, -7.5, SOURCE_SCORES},
        /* One points at an empty point: no list to go by.  */
        {"agree", "chinese", "dead:A1", "dead:A1", NULL, -7.5, SOURCE_SCORES},
        {"agree", "chinese", "dead:E4", NULL, "dead:E4", -0.5, SOURCE_REFEREE_STONES},
        {"agree", "chinese", "dead:E4", NULL, "dead:A1", -7.5, SOURCE_REFEREE_SCORE},
        {"agree", "chinese", "dead:E4", NULL, NULL, 5.5, SOURCE_BOARD},
        {"referee", "chinese", "good", "good", "dead:E4", -0.5, SOURCE_REFEREE_STONES},
        {"board", "chinese", "dead:E4", "dead:E4", "dead:E4", 5.5, SOURCE_BOARD},
        {"agree", "cgos", "dead:E4", "dead:E4", NULL, 5.5, SOURCE_BOARD},
        {"agree", "japanese", "dead:E4", "dead:E4", NULL, -1.5, SOURCE_STONES},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        enum score_source source;
        double const score = judge(cases[i].policy, cases[i].rules, cases[i].black,
                                   cases[i].white, cases[i].referee, &source);
        if (fabs(score - cases[i].score) > 1e-9 || source != cases[i].source)
            fail_msg("case %zu: %g by %s", i, score, source_table[source].tale);
    }
}

/* ---------------------------------------------------------------- standings */

static void adds_up_the_games(void **state)
{
    (void)state;
    struct roster roster = {0};
    struct failure why;
    assert_true(roster_add(&roster, "one=true", &why));
    assert_true(roster_add(&roster, "two=true", &why));
    struct terms const terms = usual_terms();
    struct match_plan const plan = {.roster = &roster,
                                    .terms = &terms,
                                    .policy = score_policy_find("agree"),
                                    .openings = "none",
                                    .games = 8,
                                    .jobs = 1};
    roster.list[1].void_crashes = true;
    /* `one' is Black in the even games.  */
    struct game_outcome outcomes[8] = {
        {.ending = ENDING_COUNT, .winner = BLACK, .source = SOURCE_STONES, .hash = 1},
        {.ending = ENDING_RESIGN, .winner = BLACK, .hash = 1},
        {.ending = ENDING_COUNT, .winner = EMPTY, .source = SOURCE_BOARD, .hash = 1},
        {.ending = ENDING_FORFEIT,
         .winner = WHITE,
         .culprit = BLACK,
         .fault = FAULT_CRASH},
        {.ending = ENDING_FORFEIT,
         .winner = WHITE,
         .culprit = BLACK,
         .fault = FAULT_CRASH},
        {.ending = ENDING_FORFEIT,
         .winner = WHITE,
         .culprit = BLACK,
         .fault = FAULT_FLOOD},
        {.ending = ENDING_NO_RESULT, .winner = EMPTY},
        {.ending = ENDING_STOPPED},
    };
    outcomes[0].usage[BLACK] = (struct usage){10, 2.0, 0.5, 1.0, 0.25};
    outcomes[1].usage[WHITE] = (struct usage){30, 4.0, 0.4, 3.0, 0.35};
    static struct standings sum;
    standings_compute(&sum, &plan, outcomes);
    assert_int_equal(sum.played, 7);
    assert_int_equal(sum.voided, 1); /* game 3: `two' crashed */
    assert_int_equal(sum.no_results, 1);
    assert_int_equal(sum.repeated, 1); /* 0 and 2; 1 has other colours */
    assert_int_equal(sum.mirrored, 1); /* 0 and 1 */
    struct tally const one = sum.tallies[0 * 2 + 1], two = sum.tallies[1 * 2 + 0];
    assert_true(one.wins == 2 && one.draws == 2 && one.losses == 2);
    assert_true(two.wins == 2 && two.draws == 2 && two.losses == 2);
    assert_int_equal(sum.as_color[0][BLACK].wins, 1);
    assert_int_equal(sum.as_color[0][BLACK].losses, 1);
    assert_int_equal(sum.as_color[0][WHITE].wins, 1);
    assert_int_equal(sum.faults[0][FAULT_CRASH], 1);
    assert_int_equal(sum.faults[1][FAULT_CRASH], 1);
    assert_int_equal(sum.faults[1][FAULT_FLOOD], 1);
    assert_int_equal(sum.usage[0].moves, 40);
    assert_true(fabs(sum.usage[0].wall_s - 6) < 1e-9 && sum.usage[0].wall_max_s == 0.5);
    assert_true(fabs(sum.usage[0].cpu_s - 4) < 1e-9 && sum.usage[0].cpu_max_s == 0.35);

    char *text;
    size_t size;
    FILE *const out = open_memstream(&text, &size);
    standings_print(&sum, &plan, out);
    fclose(out);
    static char const *const says[] = {
        "Match: 7 of 8 games, 9x9, chinese rules, komi 7.5, clock none",
        "one - two: 2 wins, 2 draws, 2 losses of 6: 50.0 %, +0 Elo [",
        "one 2.0 of 4 as Black, 1.0 of 2 as White; two 1.0 of 2 as Black",
    };
    for (size_t i = 0; i < sizeof says / sizeof *says; i++)
        if (!strstr(text, says[i]))
            fail_msg("'%s' is not in\n%s", says[i], text);
    free(text);
    roster_release(&roster);
}

static void reads_rosters(void **state)
{
    (void)state;
    char path[] = "/tmp/hishi-roster-XXXXXX";
    int const fd = mkstemp(path);
    assert_true(fd >= 0);
    FILE *const out = fdopen(fd, "w");
    fputs("# engines\n\none = run one --x=1\r\n  > komi 5\n\t>name\n two=cat\n", out);
    fclose(out);
    struct roster roster = {0};
    struct failure why;
    assert_true(roster_read(&roster, path, &why));
    assert_int_equal(roster.count, 2);
    assert_string_equal(roster.list[0].name, "one");
    assert_string_equal(roster.list[0].command, "run one --x=1");
    assert_int_equal(roster.list[0].order_count, 2);
    assert_string_equal(roster.list[0].orders[0], "komi 5");
    assert_string_equal(roster.list[0].orders[1], "name");
    assert_string_equal(roster.list[1].command, "cat");
    assert_int_equal(roster_find(&roster, "two"), 1);
    assert_int_equal(roster_find(&roster, "three"), -1);
    static char const *const bad[] = {"",   "x",         "=x",   "a b=c",
                                      "x=", "one=again", "a/b=c"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_false(roster_add(&roster, bad[i], &why));
        assert_int_equal(roster.count, 2);
    }
    assert_false(roster_read(&roster, path, &why)); /* all twice */
    assert_non_null(strstr(why.text, ":3: two engines are called 'one'"));
    roster_release(&roster);
    unlink(path);
}

int main(int argc, char **argv)
{
    if (fake_engine_runs(argc, argv))
        return fake_engine(argc, argv);
    signal(SIGPIPE, SIG_IGN);
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(plays_a_game_to_its_end),
        cmocka_unit_test(ends_every_misbehaviour_with_a_forfeit),
        cmocka_unit_test(does_not_take_an_illegal_move),
        cmocka_unit_test(takes_a_resignation_and_a_game_without_end),
        cmocka_unit_test(reads_the_clocks_it_writes),
        cmocka_unit_test(waits_exactly_as_long_as_the_clock_allows),
        cmocka_unit_test(lets_the_slow_lose_on_time),
        cmocka_unit_test(reads_scores),
        cmocka_unit_test(asks_who_should_know_the_dead),
        cmocka_unit_test(adds_up_the_games),
        cmocka_unit_test(reads_rosters),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
