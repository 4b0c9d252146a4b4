/* The engine's board and rules against GNU Go, a child process spoken to in GTP:
   the same random games must be legal, capture and count the same there.  */
#include "tests/support/testing.h"

#include "engine/base/rng.h"
#include "engine/go/rules.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

enum { ARGS_MAX = 8 };

struct gnugo {
    pid_t pid;
    FILE *to, *from;
};

/* Debian installs it in /usr/games, which is not on every PATH.  */
static void run_gnugo(int in, int out, char const *const options[])
{
    char const *args[ARGS_MAX] = {"gnugo", "--mode", "gtp", "--chinese-rules"};
    int count = 4;
    for (; *options && count < ARGS_MAX - 1; options++)
        args[count++] = *options;
    char path[4096];
    char const *const known = getenv("PATH");
    snprintf(path, sizeof path, "%s:/usr/games:/usr/local/games", known ? known : "");
    setenv("PATH", path, 1);
    dup2(in, STDIN_FILENO);
    dup2(out, STDOUT_FILENO);
    execvp("gnugo", (char *const *)args);
    fprintf(stderr, "gnugo cannot be started: install the package gnugo\n");
    _exit(127);
}

static void start_gnugo(struct gnugo *gnugo, char const *const options[])
{
    int in[2], out[2];
    assert_return_code(pipe(in), 0);
    assert_return_code(pipe(out), 0);
    gnugo->pid = fork();
    assert_return_code(gnugo->pid, 0);
    if (gnugo->pid == 0) {
        close(in[1]);
        close(out[0]);
        run_gnugo(in[0], out[1], options);
    }
    close(in[0]);
    close(out[1]);
    gnugo->to = fdopen(in[1], "w");
    gnugo->from = fdopen(out[0], "r");
    assert_non_null(gnugo->to);
    assert_non_null(gnugo->from);
}

/* One command and its reply, without "= ".  */
static char const *ask(struct gnugo *gnugo, char const *format, ...)
    __attribute__((format(printf, 2, 3)));

static char const *ask(struct gnugo *gnugo, char const *format, ...)
{
    static char reply[4096];
    char line[1024], command[256];
    va_list args;
    va_start(args, format);
    vsnprintf(command, sizeof command, format, args);
    va_end(args);
    fprintf(gnugo->to, "%s\n", command);
    fflush(gnugo->to);
    reply[0] = '\0';
    for (;;) {
        if (!fgets(line, sizeof line, gnugo->from))
            fail_msg("gnugo did not answer '%s'; is the package gnugo installed?",
                     command);
        if (line[0] == '\n')
            break;
        strncat(reply, line, sizeof reply - strlen(reply) - 1);
    }
    if (reply[0] != '=')
        fail_msg("gnugo answered '%s' with '%s'", command, reply);
    return reply + 1 + strspn(reply + 1, " ");
}

static void stop_gnugo(struct gnugo *gnugo)
{
    int status;
    ask(gnugo, "quit");
    fclose(gnugo->to);
    fclose(gnugo->from);
    waitpid(gnugo->pid, &status, 0);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

/* The rules of ours and the options of GNU Go that mean the same.  */
static struct {
    struct rules rules;
    char const *options[ARGS_MAX];
} const variants[] = {
    {{.ko = KO_SIMPLE}, {"--simple-ko", "--forbid-suicide"}},
    {{.ko = KO_POSITIONAL}, {"--positional-superko", "--forbid-suicide"}},
    {{.ko = KO_SITUATIONAL, .suicide = true},
     {"--situational-superko", "--allow-suicide"}},
    {{.ko = KO_POSITIONAL, .suicide = true},
     {"--positional-superko", "--allow-suicide"}},
};
enum { VARIANTS = sizeof variants / sizeof *variants, GAMES = 50 };

struct game {
    struct rules const *rules;
    struct board board;
    struct history history;
    struct rng rng;
    struct gnugo gnugo;
    int compared, refused;
};

static enum color mover(struct game const *game)
{
    return (enum color)game->board.to_move;
}

/* Does GNU Go allow what we allow, at some point of the board?  */
static void compare_legality(struct game *game)
{
    struct board const *const board = &game->board;
    char text[POINT_TEXT];
    point const p = point_at(1 + (int)rng_below(&game->rng, board->width),
                             1 + (int)rng_below(&game->rng, board->height));
    bool const ours = rules_permit(game->rules, &game->history, board, p, mover(game));
    bool const theirs = *ask(&game->gnugo, "is_legal %s %s", color_name(mover(game)),
                             point_format(p, text)) == '1';
    if (ours != theirs)
        fail_msg("%s at %s is %s for gnugo, %s for us", color_name(mover(game)), text,
                 theirs ? "legal" : "illegal", ours ? "legal" : "illegal");
    game->compared++;
    game->refused += !ours && board->color[p] == EMPTY;
}

static void compare_captures(struct game *game)
{
    for (enum color color = BLACK; color <= WHITE; color++)
        assert_int_equal(
            strtol(ask(&game->gnugo, "captures %s", color_name(color)), NULL, 10),
            game->board.prisoners[opponent(color)]);
}

static void compare_stones(struct game *game)
{
    for (enum color color = BLACK; color <= WHITE; color++) {
        char const *list = ask(&game->gnugo, "list_stones %s", color_name(color));
        char vertex[POINT_TEXT];
        int count = 0;
        for (int used; sscanf(list, " %7s%n", vertex, &used) == 1; list += used) {
            point p;
            assert_true(
                point_parse(vertex, game->board.width, game->board.height, &p, NULL));
            assert_int_equal(game->board.color[p], color);
            count++;
        }
        assert_int_equal(count, game->board.stones[color]);
    }
}

static void compare_score(struct game *game)
{
    double const ours = rules_score(game->rules, &game->board, NULL, 0, 0);
    char const *const text = ask(&game->gnugo, "final_score");
    double const margin = *text == '0' ? 0 : strtod(text + 2, NULL);
    if (ours != (*text == 'W' ? -margin : margin))
        fail_msg("the score is %s for gnugo, %g for us\n%s", text, ours,
                 ask(&game->gnugo, "showboard"));
}

/* A random legal move that fills no own eye, or PASS.  */
static point random_move(struct game *game)
{
    struct board const *const board = &game->board;
    uint32_t const first = rng_below(&game->rng, board->empty_count + 1u);
    for (uint32_t i = 0; i < board->empty_count; i++) {
        point const p = board->empty[(first + i) % board->empty_count];
        if (!board_is_eye(board, p, mover(game)) &&
            rules_permit(game->rules, &game->history, board, p, mover(game)))
            return p;
    }
    return PASS;
}

/* Boards are filled up, so that nothing is left to argue about.  */
static void play_game(struct game *game, int size)
{
    char text[POINT_TEXT];
    board_init(&game->board, size, size);
    history_clear(&game->history);
    history_push(&game->history, &game->board);
    ask(&game->gnugo, "boardsize %d", size);
    ask(&game->gnugo, "clear_board");
    ask(&game->gnugo, "komi 0");
    for (int moves = 0; game->board.passes < 2 && moves < 3 * size * size; moves++) {
        point const p = random_move(game);
        ask(&game->gnugo, "play %s %s", color_name(mover(game)), point_format(p, text));
        board_play(&game->board, p, mover(game));
        history_push(&game->history, &game->board);
        for (int i = 0; i < 3; i++)
            compare_legality(game);
        compare_captures(game);
    }
    assert_int_equal(game->board.passes, 2);
    compare_stones(game);
    compare_score(game);
}

static void agrees_with_gnugo_on_moves_captures_and_area(void **state)
{
    (void)state;
    static struct game game;
    rng_seed(&game.rng, 38);
    history_init(&game.history);
    for (int i = 0; i < VARIANTS; i++) {
        game.rules = &variants[i].rules;
        start_gnugo(&game.gnugo, variants[i].options);
        for (int round = 0; round < GAMES; round++)
            play_game(&game, round % 10 ? 4 + round % 6 : 19);
        stop_gnugo(&game.gnugo);
    }
    history_release(&game.history);
    print_message("           %d games, %d points compared, %d of them illegal\n",
                  VARIANTS * GAMES, game.compared, game.refused);
    assert_true(game.refused > VARIANTS * GAMES);
}

int main(void)
{
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(agrees_with_gnugo_on_moves_captures_and_area),
    };
    signal(SIGPIPE, SIG_IGN);
    alarm(300); /* should gnugo fall silent */
    return cmocka_run_group_tests(tests, NULL, NULL);
}
