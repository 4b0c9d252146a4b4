/* The program as a whole: build/.../hishi match, from outside.  */
#include "tests/support/testing.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/records/archive.h"
#include "tests/support/fake_engine.h"

/* What a run of the program left.  */
struct run {
    int status; /* as the shell has it */
    char *text; /* its stdout and stderr */
    char folder[64];
};

static void new_folder(struct run *run)
{
    strcpy(run->folder, "/tmp/hishi-match-XXXXXX");
    assert_non_null(mkdtemp(run->folder));
}

static void remove_folder(struct run *run)
{
    char command[128];
    snprintf(command, sizeof command, "rm -rf '%s'", run->folder);
    assert_int_equal(system(command), 0);
    free(run->text);
    run->text = NULL;
}

/* The options that make a match of two fake engines in RUN's folder.  */
static char const *options(struct run const *run, char const *one, char const *two,
                           char const *more)
{
    static char text[16384];
    char commands[2][4096];
    snprintf(commands[0], sizeof commands[0], "%s", fake_command(one, 3, 1));
    snprintf(commands[1], sizeof commands[1], "%s", fake_command(two, 3, 2));
    snprintf(text, sizeof text,
             "-s 9 -f '%s' --patience 60 -e \"one=%s\" -e \"two=%s\" %s", run->folder,
             commands[0], commands[1], more);
    return text;
}

static char *read_all(FILE *in)
{
    char *text = NULL;
    size_t size = 0;
    if (getdelim(&text, &size, '\0', in) < 0) {
        free(text);
        text = strdup("");
    }
    return text;
}

/* Start the program; what it prints comes out of *OUT.  */
static pid_t start(char const *arguments, FILE **out)
{
    char command[20000];
    int ends[2];
    snprintf(command, sizeof command, "exec \"$HISHI\" match %s 2>&1", arguments);
    assert_int_equal(pipe(ends), 0);
    pid_t const pid = fork();
    if (pid == 0) {
        dup2(ends[1], STDOUT_FILENO);
        close(ends[0]);
        close(ends[1]);
        execl("/bin/sh", "sh", "-c", command, NULL);
        _exit(127);
    }
    close(ends[1]);
    *out = fdopen(ends[0], "r");
    return pid;
}

/* Read all that PID prints, and see how it ended.  */
static void finish(struct run *run, pid_t pid, FILE *out)
{
    int status;
    free(run->text);
    run->text = read_all(out);
    fclose(out);
    assert_int_equal(waitpid(pid, &status, 0), pid);
    run->status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static void match(struct run *run, char const *arguments)
{
    FILE *out;
    pid_t const pid = start(arguments, &out);
    finish(run, pid, out);
}

static void assert_says(struct run const *run, char const *what)
{
    if (!strstr(run->text, what))
        fail_msg("'%s' is not in\n%s", what, run->text);
}

/* The number after "KEY": in the JSON line that holds MARK.  */
static double number(struct run const *run, char const *mark, char const *key)
{
    char quoted[64];
    char const *const line = strstr(run->text, mark);
    snprintf(quoted, sizeof quoted, "\"%s\": ", key);
    char const *const at = line ? strstr(line, quoted) : NULL;
    if (!at)
        fail_msg("no %s after %s in\n%s", key, mark, run->text);
    return strtod(at + strlen(quoted), NULL);
}

static char *read_table(struct run const *run)
{
    char path[128];
    snprintf(path, sizeof path, "%s/games.tsv", run->folder);
    FILE *const in = fopen(path, "r");
    assert_non_null(in);
    char *const text = read_all(in);
    fclose(in);
    return text;
}

/* Each game number from 1 to COUNT has exactly one row.  */
static void assert_complete(struct run const *run, int count)
{
    char *const table = read_table(run);
    int seen[200] = {0}, rows = 0;
    for (char *line = table; *line; line = strchr(line, '\n') + 1)
        if (*line != '#') {
            int const game = atoi(line);
            assert_true(game >= 1 && game <= count);
            seen[game]++;
            rows++;
        }
    for (int i = 1; i <= count; i++)
        assert_int_equal(seen[i], 1);
    assert_int_equal(rows, count);
    free(table);
}

/* Only the table may be passed over as no game.  */
static void mind_report(void *context, struct origin const *origin,
                        struct failure const *why)
{
    (void)context;
    if (!strstr(origin->file, "games.tsv"))
        fail_msg("%s", why->text);
}

static void plays_rates_and_keeps_the_games(void **state)
{
    (void)state;
    struct run run = {0};
    new_folder(&run);
    match(&run, options(&run, "good", "resign", "-n 7 -j 2 -q --json"));
    assert_int_equal(run.status, 0);
    assert_complete(&run, 8); /* rounded up: both colours alike */
    assert_true(number(&run, "\"engine\"", "wins") == 8);
    assert_true(number(&run, "\"engine\"", "losses") == 0);
    assert_non_null(strstr(run.text, "\"elo\": null"));
    assert_true(number(&run, "\"rules\"", "ended_by_resign") == 8);
    assert_true(number(&run, "\"rules\"", "games_repeated") == 0);
    assert_true(number(&run, "\"name\": \"two\"", "moves") == 8 * 3);

    /* The records say the same, and every pair shares its opening.  */
    char const *const places[] = {run.folder};
    struct archive_reader *const reader = archive_open(places, 1, mind_report, NULL);
    archive_keep_notes(reader, true);
    struct game game;
    struct origin origin;
    struct step opening[2] = {0};
    int count = 0;
    game_init(&game, 9, 9);
    while (archive_next(reader, &game, &origin)) {
        struct replay walk;
        struct failure why = {""};
        int moves = 0;
        replay_start(&walk, &game);
        while (replay_next(&walk, &why))
            moves++;
        assert_string_equal(why.text, "");
        assert_int_equal(moves, game.count);
        assert_true(moves >= 2 + 4 && game.komi_known && game.komi == 7.5);
        assert_string_equal(count % 2 ? game.white : game.black, "one");
        assert_string_equal(count % 2 ? game.black : game.white, "two");
        assert_string_equal(game.result, count % 2 ? "W+R" : "B+R");
        assert_non_null(strstr(game.comment, "Fake 1"));
        if (count % 2)
            assert_memory_equal(opening, game.steps, sizeof opening);
        memcpy(opening, game.steps, sizeof opening);
        count++;
    }
    assert_int_equal(count, 8);
    game_release(&game);
    archive_close(reader);
    remove_folder(&run);
}

/* The same random player under three names: nobody is better, and no game is
   played twice although each engine has but one seed.  */
static void finds_equals_equal(void **state)
{
    (void)state;
    struct run run = {0};
    char three[5000];
    new_folder(&run);
    snprintf(three, sizeof three, "-e \"three=%s\" -n 40 -k 0 -q --json",
             fake_command("good", 0, 3));
    match(&run, options(&run, "good", "good", three));
    assert_complete(&run, 120);
    assert_true(number(&run, "\"rules\"", "games_repeated") == 0);
    static char const *const names[] = {"one", "two", "three"};
    for (int i = 0; i < 3; i++) {
        char mark[32];
        snprintf(mark, sizeof mark, "\"name\": \"%s\"", names[i]);
        assert_true(number(&run, mark, "games") == 80);
        assert_true(number(&run, mark, "rating_elo_low_95") < 0);
        assert_true(number(&run, mark, "rating_elo_high_95") > 0);
    }
    remove_folder(&run);
}

static void goes_on_after_any_forfeit(void **state)
{
    (void)state;
    static struct {
        char const *mode, *more, *says;
    } const cases[] = {
        {"crash", "", "forfeits: two crash 4\n"},
        {"flood", "-j 2", "forfeits: two flood 4\n"},
        {"nonsense", "", "forfeits: two nonsense 4\n"},
        {"hang", "-t 2 -j 4", "forfeits: two timeout 4\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct run run = {0};
        char more[64];
        new_folder(&run);
        snprintf(more, sizeof more, "-n 4 -q %s", cases[i].more);
        match(&run, options(&run, "good", cases[i].mode, more));
        assert_int_equal(run.status, 0);
        assert_says(&run, cases[i].says);
        assert_says(&run,
                    "one - two: 4 wins, 0 draws, 0 losses of 4: 100.0 %, +inf Elo");
        remove_folder(&run);
    }
    struct run run = {0};
    new_folder(&run);
    match(&run, options(&run, "good", "crash", "-n 2 --void-crashes two"));
    assert_says(&run, "forfeits: two crash 2 (void)\n");
    assert_null(strstr(run.text, "one - two:"));
    remove_folder(&run);
}

static void resumes_what_was_torn(void **state)
{
    (void)state;
    struct run run = {0};
    char path[128];
    new_folder(&run);
    match(&run, options(&run, "good", "resign", "-n 4 -q"));
    assert_complete(&run, 4);
    char *const before = read_table(&run);
    snprintf(path, sizeof path, "%s/games.tsv", run.folder);
    assert_int_equal(truncate(path, (off_t)strlen(before) - 10), 0);
    match(&run, options(&run, "good", "resign", "-n 6"));
    assert_int_equal(run.status, 0);
    assert_says(&run, "Match: 6 of 6 games");
    assert_null(strstr(run.text, "3/6 ")); /* which was kept */
    assert_says(&run, "4/6 ");
    assert_says(&run, "6/6 ");
    assert_complete(&run, 6);
    char *const after = read_table(&run);
    char const *const last_row = strrchr(before, '\n') - 1;
    size_t whole = (size_t)(last_row - before);
    while (before[whole - 1] != '\n')
        whole--;
    assert_memory_equal(before, after, whole);
    free(before);
    free(after);

    /* All is played: the engines are not even started.  */
    match(&run, options(&run, "good", "resign", "-n 6"));
    assert_says(&run, "one - two: 6 wins");
    assert_null(strstr(run.text, "6/6 "));
    /* Another match is not mixed in.  */
    match(&run, options(&run, "good", "resign", "-n 6 -k 6.5"));
    assert_int_equal(run.status, 1);
    assert_says(&run, "it says 'size 9, rules chinese, komi 7.5'");
    match(&run, options(&run, "good", "good", "-n 6"));
    assert_int_equal(run.status, 1);
    assert_says(&run, "is of another match");
    /* Nor is a table that somebody has spoilt.  */
    FILE *const table = fopen(path, "a");
    assert_non_null(table);
    fputs("7\tone\ttwo\tB+R\n", table);
    fclose(table);
    match(&run, options(&run, "good", "resign", "-n 8"));
    assert_int_equal(run.status, 1);
    assert_says(&run, "this is no row of a match");
    remove_folder(&run);
}

/* A sweep decides between 0 and 200 Elo after eight pairs, whether they are played by
   one at a time, by several, or in two parts; and then no more are played.  */
static void stops_when_the_question_is_decided(void **state)
{
    (void)state;
    static char const test[] = "--sprt=0,200 -q --json";
    struct run run = {0};
    char more[128];
    for (int jobs = 1; jobs <= 4; jobs += 3) {
        new_folder(&run);
        snprintf(more, sizeof more, "%s -j %d", test, jobs);
        match(&run, options(&run, "good", "resign", more));
        assert_int_equal(run.status, 0);
        assert_says(&run, "{\"sprt\": \"H1\", ");
        assert_true(number(&run, "\"sprt\"", "pairs") == 8);
        assert_true(number(&run, "\"sprt\"", "pairs_2") == 8);
        assert_true(number(&run, "\"sprt\"", "llr") > 2.944);
        assert_true(number(&run, "\"rules\"", "games_played") >= 16);
        /* A slow pair lets others go ahead, but not for long.  */
        assert_true(number(&run, "\"rules\"", "games_played") <= 16 + 20 * jobs);
        /* Resumed, it is decided already.  */
        char *const before = read_table(&run);
        match(&run, options(&run, "good", "resign", more));
        assert_int_equal(run.status, 0);
        assert_says(&run, "{\"sprt\": \"H1\", ");
        char *const after = read_table(&run);
        assert_string_equal(before, after);
        free(before);
        free(after);
        /* Under another question the games were not played.  */
        match(&run, options(&run, "good", "resign", "--sprt=0,100 -q"));
        assert_int_equal(run.status, 1);
        assert_says(&run, "it says 'sprt 0,200, alpha 0.05, beta 0.05'");
        remove_folder(&run);
    }
}

static void goes_on_with_a_question_where_it_was(void **state)
{
    (void)state;
    struct run run = {0};
    new_folder(&run);
    match(&run, options(&run, "resign", "good", "--sprt=-100,100 -n 10"));
    assert_int_equal(run.status, 0);
    assert_says(&run, "SPRT of one - two, H0 -100, H1 +100 Elo, alpha 0.05, beta 0.05: "
                      "undecided; LLR");
    assert_says(&run, "points: 5 0 0 0 0 of 5: -inf Elo [-inf, ");
    match(&run, options(&run, "resign", "good", "--sprt=-100,100"));
    assert_int_equal(run.status, 0);
    assert_says(&run, "H0 accepted, -100 Elo rather than +100; LLR");
    assert_says(&run, "points: 8 0 0 0 0 of 8: -inf Elo [-inf, ");
    assert_says(&run, "leans to the verdict's side");
    assert_null(strstr(run.text, "\n9/40000 ")); /* which was kept */
    assert_says(&run, "\n16/40000 ");
    remove_folder(&run);
}

static void ends_orderly_when_interrupted(void **state)
{
    (void)state;
    struct run run = {0};
    new_folder(&run);
    /* With Black `one' hangs at its third move; with White it sees `two' resign
       before.  So game 2 ends, and 1 and 3 do not; when resumed, no more.  */
    for (int attempt = 0; attempt < 2; attempt++) {
        FILE *out;
        pid_t const pid =
            start(options(&run, "hang", "resign", "-n 4 --patience 1000 -j 2"), &out);
        char line[256] = "";
        while (attempt == 0 && !strstr(line, "2/4 ") && fgets(line, sizeof line, out))
            continue;
        if (attempt == 1)
            fake_sleep(0.3);
        kill(pid, SIGINT);
        finish(&run, pid, out);
        assert_int_equal(run.status, 130);
        char *const table = read_table(&run);
        char const *const row = strstr(table, "\n2\ttwo\tone\tW+R\t");
        assert_non_null(row);
        assert_string_equal(strchr(row + 1, '\n'), "\n"); /* the only one */
        free(table);
        assert_says(&run, "Match: 1 of 4 games");
        assert_says(&run, "one - two: 1 wins, 0 draws, 0 losses of 1");
    }
    remove_folder(&run);
}

/* A match resumed with another program would prove nothing of either.  */
static void does_not_resume_with_a_program_built_anew(void **state)
{
    (void)state;
    struct run run = {0};
    char path[128], arguments[1024];
    new_folder(&run);
    snprintf(path, sizeof path, "%s/engine", run.folder);
    FILE *const out = fopen(path, "w");
    assert_non_null(out);
    fprintf(out, "#!/bin/sh\nexec %s\n", fake_command("resign", 1, 1));
    fclose(out);
    assert_int_equal(chmod(path, 0700), 0);
    snprintf(arguments, sizeof arguments,
             "-e 'one=%s' -e 'two=%s' -s 9 -n 2 -f '%s/games'", path, path, run.folder);
    for (int attempt = 0; attempt < 3; attempt++) {
        struct timespec const long_ago[2] = {{.tv_sec = 1000}, {.tv_sec = 1000}};
        if (attempt == 2)
            assert_int_equal(utimensat(AT_FDCWD, path, long_ago, 0), 0);
        match(&run, arguments);
        assert_int_equal(run.status, attempt == 2);
        assert_says(&run, attempt == 2 ? "bytes of 1970-01-01 00:16:40"
                                       : "Match: 2 of 2 games");
    }
    remove_folder(&run);
}

static void gives_engines_their_orders(void **state)
{
    (void)state;
    struct run run = {0};
    char path[128], arguments[256];
    new_folder(&run);
    snprintf(path, sizeof path, "%s/engines", run.folder);
    for (int with_order = 0; with_order < 2; with_order++) {
        FILE *const out = fopen(path, "w");
        assert_non_null(out);
        fprintf(out, "one = %s\n%s", fake_command("good", 0, 1),
                with_order ? "  > quit\n" : "");
        fprintf(out, "two = %s\n", fake_command("resign", 1, 1));
        fclose(out);
        snprintf(arguments, sizeof arguments, "-E '%s' -s 9 -n 2", path);
        match(&run, arguments);
        assert_int_equal(run.status, with_order);
        assert_says(&run, with_order ? "engine one cannot play this match: it exited"
                                     : "one - two: 2 wins");
    }
    remove_folder(&run);
}

static void refuses_in_words(void **state)
{
    (void)state;
    static struct {
        char const *arguments, *says;
    } const cases[] = {
        {"", "name at least two engines"},
        {"-e one=cat", "name at least two engines"},
        {"-e one=cat -e one=cat", "two engines are called 'one'"},
        {"-e one=true -e two=true", "engine one does not start: exited with status 0"},
        {"-e one=cat -e two=cat --score referee", "--score referee needs --referee"},
        {"-e one=cat -e two=cat --void-crashes x", "there is no engine 'x'"},
        {"-r scottish", "there are no rules 'scottish'"},
        {"-t soon", "'soon' is no time setting"},
        {"-s 26", "--size is a whole number from 2 to 25"},
        {"--sprt=20", "--sprt is two differences in Elo"},
        {"--sprt=20,0", "the lower one first, not '20,0'"},
        {"--sprt=0,20 --alpha=0.5", "--alpha is a number from 1e-06 to 0.49"},
        {"-e one=cat -e two=cat -e three=cat --sprt=0,20",
         "--sprt compares two engines, and here are 3"},
        {"-E /no/such/file", "cannot read /no/such/file"},
        {"-e one=cat -e two=cat -o /no/such/file", "/no/such/file"},
    };
    struct run run = {0};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        match(&run, cases[i].arguments);
        assert_true(run.status != 0);
        assert_says(&run, cases[i].says);
    }
    free(run.text);
}

int main(int argc, char **argv)
{
    if (fake_engine_runs(argc, argv))
        return fake_engine(argc, argv);
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(plays_rates_and_keeps_the_games),
        cmocka_unit_test(finds_equals_equal),
        cmocka_unit_test(goes_on_after_any_forfeit),
        cmocka_unit_test(resumes_what_was_torn),
        cmocka_unit_test(stops_when_the_question_is_decided),
        cmocka_unit_test(goes_on_with_a_question_where_it_was),
        cmocka_unit_test(ends_orderly_when_interrupted),
        cmocka_unit_test(does_not_resume_with_a_program_built_anew),
        cmocka_unit_test(gives_engines_their_orders),
        cmocka_unit_test(refuses_in_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
