/* A controller's world from inside: what commands change, and what they must
   not.  */
#include "tests/support/testing.h"

#include "engine/base/rng.h"
#include "engine/base/seconds.h"
#include "gtp/command.h"
#include "player/session.h"

#include <pthread.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <xalloc.h>

static struct session *new_session(int width, int height)
{
    struct session_options options = session_defaults();
    options.fixed_seed = true;
    options.seed = 1;
    options.width = width;
    options.height = height;
    options.tuning.seconds_per_move = 0.001;
    return session_new(&options);
}

/* Run LINE; the response's text, or the whole reason, in TEXT (may be NULL).  */
static bool run(struct session *session, char const *line, char **text)
{
    struct request request;
    struct failure why = {""};
    char *const copy = xstrdup(line), *reply;
    size_t size;
    request_init(&request);
    assert_true(request_parse(&request, copy, strlen(copy)));
    FILE *const out = open_memstream(&reply, &size);
    static atomic_bool const waits = true;
    struct gtp_stream stream = {.out = out, .request = &request};
    struct call call = {.session = session,
                        .reply = out,
                        .why = &why,
                        .stream = &stream,
                        .comments = stderr,
                        .waits = &waits};
    bool const success = command_run(&call, &request);
    fclose(out);
    if (text)
        *text = success ? xstrdup(reply) : xstrdup(why.text);
    free(reply);
    free(copy);
    request_release(&request);
    return success;
}

static void must(struct session *session, char const *line)
{
    char *text;
    if (!run(session, line, &text))
        fail_msg("%s: %s", line, text);
    free(text);
}

/* ------------------------------------------------------------ oracles */

static void assert_same_board(struct board const *a, struct board const *b)
{
    assert_true(board_same_stones(a, b));
    assert_true(a->hash == b->hash);
    assert_int_equal(a->to_move, b->to_move);
    assert_int_equal(a->ko, b->ko);
    assert_int_equal(a->passes, b->passes);
    assert_int_equal(a->moves, b->moves);
    assert_int_equal(a->last, b->last);
    assert_memory_equal(a->prisoners, b->prisoners, sizeof a->prisoners);
}

static struct move random_move(struct rng *rng, struct board const *board)
{
    point at = PASS;
    if (board->empty_count > 0 && rng_below(rng, 30) > 0)
        at = board->empty[rng_below(rng, board->empty_count)];
    bool const in_turn = rng_below(rng, 8) > 0;
    enum color const color = (enum color)board->to_move;
    return (struct move){(uint8_t)(in_turn ? color : opponent(color)), at};
}

/* Against a pile of stored boards: games full of captures on small boards,
   taken back now and then by some moves and played on.  */
static void takes_back_to_the_boards_there_were(void **state)
{
    (void)state;
    enum { GAMES = 60, STEPS = 300 };
    struct board *const pile = xnmalloc(STEPS + 1, sizeof *pile);
    struct rng rng;
    struct session *const session = new_session(19, 19); /* which takes long to make */
    rng_seed(&rng, 7);
    for (int game = 0; game < GAMES; game++) {
        int const width = 2 + game % 6, height = 2 + game / 6 % 6;
        int count = 0;
        assert_true(session_resize(session, width, height, NULL));
        board_copy(&pile[0], session_board(session));
        for (int step = 0; step < STEPS; step++) {
            if (rng_below(&rng, 12) == 0) {
                int const back = (int)rng_below(&rng, 6) + 1;
                assert_int_equal(session_undo(session, back, NULL), back <= count);
                count -= back <= count ? back : 0;
            } else {
                struct move const move = random_move(&rng, &pile[count]);
                if (session_play(session, &move, 1, NULL))
                    board_copy(&pile[++count], session_board(session));
            }
            assert_same_board(session_board(session), &pile[count]);
            assert_int_equal(session_goban(session)->move_count, count);
            assert_int_equal(session_goban(session)->history.count, count + 1);
        }
    }
    session_free(session);
    free(pile);
}

/* Everything that can be told apart about a session, in one number.  */
static uint64_t fingerprint(struct session *session)
{
    struct goban const *const goban = session_goban(session);
    struct board const *const board = &goban->board;
    double const komi = session_komi(session);
    uint64_t words[] = {board->hash,
                        board->to_move,
                        board->ko,
                        board->passes,
                        board->moves,
                        board->width,
                        board->height,
                        board->last,
                        board->prisoners[BLACK],
                        board->prisoners[WHITE],
                        (uint64_t)goban->record.count,
                        (uint64_t)goban->history.count,
                        (uint64_t)goban->move_count,
                        (uint64_t)goban->handicap,
                        (uint64_t)(uintptr_t)session_rules(session),
                        0};
    memcpy(&words[sizeof words / sizeof *words - 1], &komi, sizeof komi);
    uint64_t print = 0;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        print = rng_mix(print ^ words[i]);
    unsigned char const *const parts[] = {(void const *)session_clock(session),
                                          (void const *)session_tuning(session)};
    size_t const sizes[] = {sizeof(struct clock), sizeof(struct tuning)};
    for (int part = 0; part < 2; part++)
        for (size_t i = 0; i < sizes[part]; i++)
            print = rng_mix(print ^ parts[part][i]);
    for (int i = 0; i < goban->record.count; i++)
        print = rng_mix(print ^ goban->record.steps[i].at ^
                        (uint64_t)goban->record.steps[i].color << 20);
    return print;
}

static void random_line(struct rng *rng, char *line, size_t size)
{
    static char const *const words[] = {
        "b",    "w",        "black",   "x",
        "c3",   "d4",       "a1",      "pass",
        "e5",   "b2",       "z9",      "0",
        "1",    "2",        "3",       "5",
        "9",    "-1",       "7.5",     "dead",
        "komi", "japanese", "byoyomi", "none",
        "c3",   "b",        "w",       "tests/data/gtp/setup.sgf"};
    enum { WORDS = sizeof words / sizeof *words };
    int rows = 0;
    while (command_nth(rows))
        rows++;
    struct gtp_command const *command;
    do
        command = command_nth((int)rng_below(rng, (uint32_t)rows));
    while (strcmp(command->name, "printsgf") == 0); /* which writes what it is told */
    int length = snprintf(line, size, "%s", command->name);
    for (int left = command->min + (int)rng_below(rng, 3); left > 0; left--)
        length += snprintf(line + length, size - (size_t)length, " %s",
                           words[rng_below(rng, WORDS)]);
}

/* Does LINE ask for a search of some seconds, which somebody has to end?  */
static bool searches_for_seconds(char const *line)
{
    static char const *const names[] = {"hishi-search", "hishi-territory"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strncmp(line, names[i], strlen(names[i])) == 0)
            return true;
    return false;
}

static void changes_nothing_when_a_command_fails(void **state)
{
    (void)state;
    enum { COMMANDS = 6000 };
    struct session *const session = new_session(5, 5);
    struct rng rng;
    atomic_bool stop;
    int failures = 0;
    session_listen(session, &stop);
    rng_seed(&rng, 8);
    for (int i = 0; i < COMMANDS; i++) {
        char line[256];
        random_line(&rng, line, sizeof line);
        if (session_board(session)->width > 9)
            must(session, "boardsize 5");
        uint64_t const before = fingerprint(session);
        atomic_store(&stop, searches_for_seconds(line));
        if (!run(session, line, NULL)) {
            failures++;
            if (fingerprint(session) != before)
                fail_msg("%s failed, and changed something", line);
        }
        board_check(session_board(session));
    }
    assert_in_range(failures, COMMANDS / 10, COMMANDS * 9 / 10);
    session_free(session);
}

/* Case 55: reg_genmove.  */
static void says_the_same_when_asked_twice_and_changes_nothing(void **state)
{
    (void)state;
    struct session *const session = new_session(9, 9);
    session_tuning(session)->seconds_per_move = 0; /* as time is never the same */
    session_tuning(session)->search.playouts = 40;
    must(session, "play b e5");
    uint64_t const before = fingerprint(session);
    for (int color = 0; color < 2; color++) {
        char const *const line = color ? "reg_genmove b" : "reg_genmove w";
        char *first, *second;
        assert_true(run(session, line, &first));
        assert_true(run(session, line, &second));
        assert_string_equal(first, second);
        free(first);
        free(second);
    }
    assert_true(fingerprint(session) == before);
    session_free(session);
}

/* The stones of each chain named in LIST get MARK, which they must not have.  */
static int mark_stones(struct board const *board, char *list, char mark[POINTS])
{
    int stones = 0;
    for (char *line; (line = strsep(&list, "\n"));) {
        uint16_t slot = NO_CHAIN;
        for (char *word; (word = strsep(&line, " "));) {
            point p;
            if (!*word)
                continue;
            assert_true(point_parse(word, board->width, board->height, &p, NULL));
            assert_true(board_color(board, p) != EMPTY && !mark[p]);
            assert_true(slot == NO_CHAIN || slot == board->slot[p]);
            slot = board->slot[p];
            mark[p] = 1;
            stones++;
        }
    }
    return stones;
}

/* Case 52: dead, alive and seki share out the stones, whole chains a line.  */
static void gives_each_stone_one_status(void **state)
{
    (void)state;
    static char const *const lists[] = {
        "final_status_list dead", "final_status_list alive", "final_status_list seki"};
    struct session *const session = new_session(9, 9);
    for (int moves = 0; moves < 90; moves++) {
        struct board const *const board = session_board(session);
        char mark[POINTS] = {0};
        int stones = 0;
        for (int i = 0; i < 3; i++) {
            char *list;
            assert_true(run(session, lists[i], &list));
            stones += mark_stones(board, list, mark);
            free(list);
        }
        assert_int_equal(stones, board->stones[BLACK] + board->stones[WHITE]);
        must(session, moves % 2 ? "genmove w" : "genmove b");
    }
    session_free(session);
}

/* Case 61: what is listed can be set as it is listed, and then is listed so.  */
static void lists_parameters_as_they_can_be_set(void **state)
{
    (void)state;
    struct session *const session = new_session(9, 9);
    char *before, *after;
    assert_true(run(session, "gogui-param", &before));
    char *const copy = xstrdup(before);
    int count = 0;
    for (char *line, *rest = copy; *(line = strsep(&rest, "\n"));) {
        char text[256];
        if (*line == '[') /* its type, which GoGui strips off */
            line = strchr(line, ' ') + 1;
        snprintf(text, sizeof text, "gogui-param %s", line);
        must(session, text);
        count++;
    }
    assert_true(count > 3);
    assert_true(run(session, "gogui-param", &after));
    assert_string_equal(before, after);
    free(before);
    free(after);
    free(copy);
    session_free(session);
}

static void explains_its_errors_behind_the_first_line(void **state)
{
    (void)state;
    static char const *const examples[][2] = {
        {"play w e5", "illegal move\nE5 is occupied"},
        {"boardsize 26", "unacceptable size\nboards are 2x2 to 25x25"},
        {"loadsgf tests/data", "cannot load file\ntests/data is not a file"},
    };
    struct session *const session = new_session(9, 9);
    must(session, "play b e5");
    for (size_t i = 0; i < sizeof examples / sizeof *examples; i++) {
        char *text;
        assert_false(run(session, examples[i][0], &text));
        assert_string_equal(text, examples[i][1]);
        free(text);
    }
    session_free(session);
}

/* ------------------------------------------------------------ clocks */

struct timing {
    char const *lines[4];
    double least_ms, most_ms; /* that Black's next move may take */
};

/* What each setting leaves for the next move.
   Case 43, its other half: no limit.
   Case 44: stones in a period.
   Case 45: little time left.
   Case 48, its other half: the systems of KGS.  */
static void shares_out_its_time(void **state)
{
    (void)state;
    static struct timing const timings[] = {
        {{NULL}, -1, -1},
        {{"time_settings 0 1 0"}, -1, -1},
        {{"time_settings 1 1 0"}, -1, -1},
        {{"kgs-time_settings none"}, -1, -1},
        {{"time_settings 300 0 0", "clear_board"}, 500, 30000},
        {{"time_settings 900 0 0", "time_left b 3 0"}, 0, 1000},
        {{"time_settings 60 30 5", "time_left b 30 5"}, 1000, 6000},
        {{"time_settings 60 30 5", "time_left b 0.5 5"}, 0, 100},
        {{"time_settings 60 30 5", "time_left w 1 5"}, 500, 20000},
        {{"kgs-time_settings byoyomi 60 10 3", "time_left b 10 2"}, 5000, 10000},
        {{"kgs-time_settings absolute 60"}, 100, 5000},
        {{"time_settings 60 0 0", "time_left b 0 0"}, 0, 0},
        {{"time_settings 60 0 0", "time_left b -1 0"}, 0, 0},
        {{"time_settings 60 0 0", "gogui-param seconds_per_move 3"}, 3000, 3000},
        {{"time_settings 10 0 0", "gogui-param lag_ms 9000"}, 0, 500},
    };
    for (size_t i = 0; i < sizeof timings / sizeof *timings; i++) {
        struct session *const session = new_session(19, 19);
        must(session, "gogui-param seconds_per_move 0");
        for (int l = 0; l < 4 && timings[i].lines[l]; l++)
            must(session, timings[i].lines[l]);
        double const budget_ms = session_budget_ms(session, BLACK);
        if (budget_ms < timings[i].least_ms || budget_ms > timings[i].most_ms)
            fail_msg("%s, ...: %g ms", timings[i].lines[0], budget_ms);
        session_free(session);
    }
}

/* Case 21, its other half.  gogui-twogtp never says what is left.  */
static void runs_a_clock_of_its_own(void **state)
{
    (void)state;
    struct session *const session = new_session(9, 9);
    must(session, "time_settings 60 0 0");
    must(session, "reg_genmove b");
    assert_true(session_clock(session)->left_s[BLACK] == 60);
    must(session, "genmove b");
    assert_true(session_clock(session)->left_s[BLACK] < 60);
    assert_true(session_clock(session)->left_s[WHITE] == 60);
    must(session, "clear_board");
    assert_true(session_clock(session)->left_s[BLACK] == 60);
    session_free(session);
}

/* Stop this process in a moment, for MS; whoever does it is to be waited for.  */
static pid_t stand_still(int ms)
{
    pid_t const self = getpid(), pid = fork();
    if (pid == 0) {
        usleep(300000);
        kill(self, SIGSTOP);
        usleep((useconds_t)ms * 1000);
        kill(self, SIGCONT);
        _exit(0);
    }
    return pid;
}

/* Who was taken away in the midst of thinking keeps more in reserve, for it may be at
   the end next time; but not for ever.  */
static void learns_from_being_taken_away(void **state)
{
    (void)state;
    struct session *const session = new_session(9, 9);
    must(session, "reg_genmove b"); /* which makes what takes long to make */
    must(session, "gogui-param seconds_per_move 0");
    must(session, "gogui-param book_depth 0"); /* it is to think */
    must(session, "kgs-time_settings byoyomi 0 2 1");
    double const at_first_ms = session_budget_ms(session, BLACK);
    assert_true(at_first_ms > 1000 && at_first_ms < 1700);
    pid_t const other = stand_still(600);
    must(session, "genmove b");
    assert_int_equal(waitpid(other, NULL, 0), other);
    assert_true(session_clock(session)->count[BLACK] == 1);
    double const warned_ms = session_budget_ms(session, BLACK);
    assert_true(warned_ms <= 2000 - 600 && warned_ms < at_first_ms - 200);
    must(session, "clear_board"); /* a new game on the same machine */
    assert_true(session_budget_ms(session, BLACK) == warned_ms);
    must(session, "gogui-param evaluator memory");
    for (int moves = 0; moves < 100; moves++) {
        must(session, "genmove b");
        must(session, "undo");
    }
    assert_true(session_budget_ms(session, BLACK) > at_first_ms - 1);
    session_free(session);
}

/* ------------------------------------------------------------ what it knows */

/* The first SIZE bytes of the casebook that is shipped, one of them changed, as
   FILE.  */
static void damage_casebook(char const *file, size_t size, size_t changed)
{
    char *const bytes = xmalloc(size);
    FILE *const in = fopen("patterns/cases/cases.hishi", "rb");
    assert_non_null(in);
    assert_int_equal(fread(bytes, 1, size, in), size);
    fclose(in);
    bytes[changed] ^= 4;
    FILE *const out = fopen(file, "wb");
    assert_int_equal(fwrite(bytes, 1, size, out), size);
    fclose(out);
    free(bytes);
}

/* Cut short, of another version, no such file at all, a number changed inside.  */
static void plays_on_without_a_damaged_casebook(void **state)
{
    (void)state;
    enum { AT_MAGIC = 3, AT_VERSION = 12 };
    struct stat whole;
    assert_int_equal(stat("patterns/cases/cases.hishi", &whole), 0);
    size_t const size = (size_t)whole.st_size;
    struct {
        size_t size, changed;
    } const damages[] = {
        {size / 2, size / 3}, {size, AT_VERSION}, {size, AT_MAGIC}, {size, size / 4}};
    char folder[] = "/tmp/hishi-session-XXXXXX", file[64];
    assert_non_null(mkdtemp(folder));
    snprintf(file, sizeof file, "%s/cases.hishi", folder);
    setenv("HISHI_DATA", folder, 1);
    for (size_t i = 0; i < sizeof damages / sizeof *damages; i++) {
        char *text;
        damage_casebook(file, damages[i].size, damages[i].changed);
        struct session *const session = new_session(9, 9);
        struct complaints const *const complaints = session_complaints(session);
        assert_int_equal(complaints->count, 1);
        assert_non_null(strstr(complaints->list[0].text, file));
        assert_null(strchr(complaints->list[0].text, '\n'));
        assert_false(run(session, "hishi-shapes", &text));
        assert_non_null(strstr(text, "there is no source of cases: "));
        free(text);
        assert_true(run(session, "hishi-explain", &text));
        assert_non_null(strstr(text, file));
        free(text);
        must(session, "genmove b");
        session_free(session);
    }
    unsetenv("HISHI_DATA");
    unlink(file);
    rmdir(folder);
}

static void *stop_soon(void *stop)
{
    nanosleep(&(struct timespec){.tv_nsec = 20 * 1000 * 1000}, NULL);
    atomic_store((atomic_bool *)stop, true);
    return NULL;
}

/* Until it is told to stop, or not at all.  */
static bool ponders(struct session *session)
{
    atomic_bool stop = false;
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, stop_soon, &stop), 0);
    session_ponder(session, &stop);
    bool const stopped = atomic_load(&stop);
    pthread_join(thread, NULL);
    return stopped;
}

static void ponders_after_a_move_of_its_own(void **state)
{
    (void)state;
    struct session *const session = new_session(9, 9);
    must(session, "genmove b");
    assert_false(ponders(session) && "unless it is asked to");
    must(session, "gogui-param pondering 1");
    assert_true(ponders(session));
    must(session, "time_left w 10 0");
    must(session, "reg_genmove w");
    assert_true(ponders(session) && "nothing has changed on the board");
    must(session, "play w A1");
    assert_false(ponders(session));
    must(session, "genmove b");
    assert_true(ponders(session));
    must(session, "play w pass");
    assert_false(ponders(session) && "the game may be over");
    must(session, "genmove b");
    must(session, "clear_board");
    assert_false(ponders(session));
    must(session, "gogui-param evaluator lookahead");
    must(session, "genmove b");
    assert_false(ponders(session) && "there is no tree to keep");
    session_free(session);
}

/* The controller's clock runs from when it has asked, not from when we get to work.  */
static void time_that_went_by_before_it_began_is_on_its_clock(void **state)
{
    (void)state;
    struct session *const session = new_session(5, 5);
    struct clock_settings const settings = {CLOCK_ABSOLUTE, 60, 0, 0, 0};
    struct decision decision;
    session_set_time(session, &settings);
    session_asked(session, now_s() - 7);
    assert_true(session_genmove(session, BLACK, GENMOVE_PLAY, &decision, NULL));
    double const after_s = session_clock(session)->left_s[BLACK];
    assert_true(after_s <= 53 && session_clock(session)->late_ms > 0);
    assert_true(session_genmove(session, BLACK, GENMOVE_PLAY, &decision, NULL));
    assert_true(session_clock(session)->left_s[BLACK] > after_s - 7);
    session_free(session);
}

int main(void)
{
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(takes_back_to_the_boards_there_were),
        cmocka_unit_test(changes_nothing_when_a_command_fails),
        cmocka_unit_test(says_the_same_when_asked_twice_and_changes_nothing),
        cmocka_unit_test(gives_each_stone_one_status),
        cmocka_unit_test(lists_parameters_as_they_can_be_set),
        cmocka_unit_test(explains_its_errors_behind_the_first_line),
        cmocka_unit_test(shares_out_its_time),
        cmocka_unit_test(runs_a_clock_of_its_own),
        cmocka_unit_test(learns_from_being_taken_away),
        cmocka_unit_test(ponders_after_a_move_of_its_own),
        cmocka_unit_test(plays_on_without_a_damaged_casebook),
        cmocka_unit_test(time_that_went_by_before_it_began_is_on_its_clock),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
