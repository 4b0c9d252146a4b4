/* hishi match --soak: what is drawn, who plays, and what is told of it.  */
#include "tests/support/testing.h"

#include <math.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/base/seconds.h"
#include "tests/support/fake_engine.h"
#include "tools/clock_text.h"
#include "tools/soak/scene.h"

static struct cast const cast = {
    .engine = "engine", .gnugo = "gnugo --mode gtp", .self = "/bin/hishi"};

/* ---------------------------------------------------------------- drawing */

static void draws_the_same_game_again(void **state)
{
    (void)state;
    for (int number = 1; number < 200; number++) {
        struct scene one, two;
        scene_draw(&one, &cast, 5, number);
        scene_draw(&two, &cast, 5, number);
        assert_memory_equal(&one, &two, sizeof one);
        scene_draw(&two, &cast, 6, number);
        assert_true(memcmp(&one, &two, sizeof one) != 0);
    }
}

static void draws_everything_there_is(void **state)
{
    (void)state;
    int sizes[BOARD_MAX + 1] = {0}, rules[16] = {0}, times[SCENE_TIMES] = {0};
    int opponents[OPPONENTS] = {0}, disturbed[2] = {0}, colors[3] = {0}, count = 0;
    for (int number = 1; number <= 600; number++) {
        struct scene scene;
        scene_draw(&scene, &cast, 1, number);
        sizes[scene.terms.size]++;
        rules[scene.terms.rules - rules_table]++;
        times[scene.time]++;
        opponents[scene.opponent]++;
        disturbed[scene.disturbed]++;
        for (enum color color = BLACK; color <= WHITE; color++)
            colors[color] += scene.actors[color].under_test;
    }
    for (int size = BOARD_MIN; size <= BOARD_MAX; size++)
        assert_true(sizes[size] > 5);
    for (; rules_table[count].name; count++)
        assert_true(rules[count] > 30);
    for (int i = 0; i < SCENE_TIMES; i++)
        assert_true(times[i] > 50);
    for (int i = 0; i < OPPONENTS; i++)
        assert_true(opponents[i] > 100);
    assert_true(disturbed[false] > 200 && disturbed[true] > 200);
    assert_true(colors[BLACK] > 300 && colors[WHITE] > 300);
}

/* What is drawn can be told: to GTP, to GNU Go, and to people.  */
static void draws_what_can_be_played(void **state)
{
    (void)state;
    for (int number = 1; number <= 2000; number++) {
        struct scene scene;
        struct clock_settings again;
        char text[SCENE_TEXT], clock[CLOCK_TEXT];
        scene_draw(&scene, &cast, 2, number);
        struct clock_settings const *const drawn = &scene.terms.clock;
        clock_text_format(drawn, clock);
        assert_true(clock_text_parse(clock, &again, NULL));
        assert_true(again.kind == drawn->kind && again.main_s == drawn->main_s &&
                    again.period_s == drawn->period_s && again.count == drawn->count);
        assert_true(scene.actors[BLACK].under_test || scene.actors[WHITE].under_test);
        scene_format(&scene, text);
        assert_non_null(strstr(text, clock));
        assert_non_null(strstr(text, scene.terms.rules->name));
        if (scene.opponent != OPPONENT_GNUGO)
            continue;
        assert_true(scene.terms.size >= 5 && scene.terms.size <= 19);
        assert_true(drawn->main_s == floor(drawn->main_s));
        assert_true(drawn->period_s == floor(drawn->period_s));
    }
}

/* ---------------------------------------------------------------- playing */

/* Run `hishi match --soak ARGUMENTS'; what it prints, and its status.  */
static char *soak(char const *arguments, int *status)
{
    char command[8192];
    char *text = NULL;
    size_t size = 0;
    snprintf(command, sizeof command, "exec \"$HISHI\" match --soak%s 2>&1", arguments);
    FILE *const in = popen(command, "r");
    assert_non_null(in);
    if (getdelim(&text, &size, '\0', in) < 0) {
        free(text);
        text = strdup("");
    }
    int const end = pclose(in);
    *status = WIFEXITED(end) ? WEXITSTATUS(end) : 128;
    return text;
}

static void assert_says(char const *text, char const *what)
{
    if (!strstr(text, what))
        fail_msg("'%s' is not in\n%s", what, text);
}

/* The first game of seed 1 on a small board without a clock against a random player. */
static int small_game(bool disturbed)
{
    for (int number = 1;; number++) {
        struct scene scene;
        scene_draw(&scene, &cast, 1, number);
        if (scene.terms.size >= 4 && scene.terms.size <= 6 &&
            scene.time == SCENE_UNTIMED && scene.opponent == OPPONENT_RANDOM &&
            scene.disturbed == disturbed)
            return number;
    }
}

/* `-e' for a fake engine, which takes no notice of the options it gets.  */
static char *fake_soak(int number, char const *mode, char const *more, int *status)
{
    char arguments[6000];
    snprintf(arguments, sizeof arguments, "=%d -n 1 %s -e \"sh -c 'exec %s' fake\"",
             number, more, fake_command(mode, 2, 1));
    for (char *c = strstr(arguments, "exec '"); c && *c; c++) /* no quotes in quotes */
        if (*c == '\'' && strncmp(c, "' fake", 6) != 0)
            *c = ' ';
    return soak(arguments, status);
}

static void finds_nothing_wrong_with_who_does_nothing_wrong(void **state)
{
    (void)state;
    for (int disturbed = 0; disturbed < 2; disturbed++) {
        int status;
        char *const text = fake_soak(small_game(disturbed), "good", "", &status);
        assert_int_equal(status, 0);
        assert_says(text, "opponent random");
        assert_says(text, disturbed ? "taken away now and then" : "as it is");
        assert_null(strstr(text, "again:"));
        free(text);
    }
}

static void tells_what_went_wrong_and_how_to_see_it_again(void **state)
{
    (void)state;
    static struct {
        char const *mode, *says, *json;
    } const cases[] = {
        {"crash", "crash of ", "{\"mishap\": \"crash\""},
        {"illegal", " of ", "{\"mishap\": \""},
        {"refuse", "refusal of ", "{\"mishap\": \"refusal\""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char again[64];
        int status, number = small_game(false);
        char *text = fake_soak(number, cases[i].mode, "-q", &status);
        assert_int_equal(status, 1);
        assert_says(text, cases[i].says);
        snprintf(again, sizeof again, "again: --soak=%d -n 1 --seed 1", number);
        assert_says(text, again);
        free(text);
        text = fake_soak(number, cases[i].mode, "-q --json", &status);
        assert_int_equal(status, 1);
        assert_says(text, cases[i].json);
        assert_says(text, "\"mishaps\": 1}");
        free(text);
    }
}

static void goes_on_where_it_was(void **state)
{
    (void)state;
    char folder[] = "/tmp/hishi-soak-XXXXXX", more[64], command[64];
    int status;
    assert_non_null(mkdtemp(folder));
    snprintf(more, sizeof more, "-f %s", folder);
    char *text = fake_soak(small_game(false), "good", more, &status);
    assert_says(text, " moves\n");
    free(text);
    text = fake_soak(small_game(false), "good", more, &status);
    assert_int_equal(status, 0);
    assert_null(strstr(text, " moves\n")); /* nothing is played, and all is counted */
    assert_says(text, "all      games                         1");
    free(text);
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    assert_int_equal(system(command), 0);
}

/* ---------------------------------------------------------------- players */

/* Against itself under every rule set: the referee of this test finds each move
   legal, and there are suicides and repetitions tried where rules differ.  */
static void random_players_play_by_the_rules(void **state)
{
    (void)state;
    for (struct rules const *rules = rules_table; rules->name; rules++) {
        char command[600];
        int length = snprintf(command, sizeof command,
                              "{ echo boardsize 5; echo "
                              "kgs-rules %s; ",
                              rules->name);
        snprintf(command + length, sizeof command - (size_t)length,
                 "for i in $(seq 60); do echo genmove b; echo genmove w; done; } | "
                 "\"$HISHI\" match --soak --random-player=3");
        struct board board;
        struct history history;
        char line[64];
        int moves = -2; /* two answers before the first */
        board_init(&board, 5, 5);
        history_init(&history);
        history_push(&history, &board);
        FILE *const in = popen(command, "r");
        while (fgets(line, sizeof line, in)) {
            point p;
            if (*line == '\n' || moves++ < 0)
                continue;
            assert_int_equal(*line, '=');
            line[strcspn(line, "\n")] = '\0';
            assert_true(point_parse(line + 2, 5, 5, &p, NULL));
            enum color const color = moves % 2 ? BLACK : WHITE;
            assert_true(rules_permit(rules, &history, &board, p, color));
            board_play(&board, p, color);
            history_push(&history, &board);
        }
        assert_int_equal(pclose(in), 0);
        assert_int_equal(moves, 120);
        history_release(&history);
    }
}

/* The longest time this process was away from itself in the next seconds.  */
static int longest_gap(void)
{
    double begin_s = 0, last_s = 0, longest_s = 0;
    do {
        double const s = now_s();
        begin_s = begin_s > 0 ? begin_s : s;
        longest_s = last_s > 0 ? fmax(longest_s, s - last_s) : 0;
        last_s = s;
        fake_sleep(0.001);
    } while (last_s < begin_s + 4);
    return (int)fmin(100 * longest_s, 100); /* hundredths, in an exit status */
}

static void a_neighbour_takes_the_core_away(void **state)
{
    (void)state;
    char arguments[4096], self[2048];
    ssize_t const length = readlink("/proc/self/exe", self, sizeof self - 1);
    int status;
    assert_true(length > 0);
    self[length] = '\0';
    snprintf(arguments, sizeof arguments, " --neighbour=%d -- '%s' --gap", 2, self);
    char *text = soak(arguments, &status);
    assert_true(status >= 9 && status <= 100); /* a tenth of a second and more */
    free(text);
    text = soak(" --neighbour=1 -- sh -c 'exit 7'", &status);
    assert_int_equal(status, 7);
    free(text);
}

int main(int argc, char **argv)
{
    if (fake_engine_runs(argc, argv))
        return fake_engine(argc, argv);
    if (argc == 2 && strcmp(argv[1], "--gap") == 0)
        return longest_gap();
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(draws_the_same_game_again),
        cmocka_unit_test(draws_everything_there_is),
        cmocka_unit_test(draws_what_can_be_played),
        cmocka_unit_test(finds_nothing_wrong_with_who_does_nothing_wrong),
        cmocka_unit_test(tells_what_went_wrong_and_how_to_see_it_again),
        cmocka_unit_test(goes_on_where_it_was),
        cmocka_unit_test(random_players_play_by_the_rules),
        cmocka_unit_test(a_neighbour_takes_the_core_away),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
