/* tools/play.c -- hishi play: a game in the terminal. */
#include <config.h>

#include "tools/options.h"
#include "tools/terminal.h"
#include "tools/tools.h"

#include "engine/go/drawing.h"
#include "player/explain.h"
#include "player/handicap.h"

#include <c-ctype.h>
#include <c-strcase.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct play {
    struct session_options options;
    struct session *session;
    struct look const *look;
    bool plain;
    bool engine[3]; /* [color]: played by us */
    int handicap;
    enum color resigned; /* who gave up, or EMPTY */
    bool told;           /* how the game ended */
    bool over;           /* the person wants to leave */
    char *line;          /* getline's */
    size_t line_size;
};

/* ------------------------------------------------------------ what is seen */

static void show_board(struct play const *play)
{
    struct board const *const board = session_board(play->session);
    putchar('\n');
    drawing_put(board, play->look, stdout);
    if (board->prisoners[BLACK] || board->prisoners[WHITE])
        printf("Black has taken %d, White %d.\n", board->prisoners[WHITE],
               board->prisoners[BLACK]);
}

static char const *side_name(enum color color)
{
    return color == BLACK ? "Black" : "White";
}

static bool is_ended(struct play const *play)
{
    return play->resigned != EMPTY ||
           rules_ended(session_rules(play->session), session_board(play->session));
}

/* "B+3.5", as SGF writes it; "" while the game goes on.  */
static void result(struct play const *play, char text[static 32])
{
    double const score = session_score(play->session);
    if (!is_ended(play))
        text[0] = '\0';
    else if (play->resigned != EMPTY)
        snprintf(text, 32, "%c+R", play->resigned == BLACK ? 'W' : 'B');
    else if (score == 0)
        snprintf(text, 32, "0");
    else
        snprintf(text, 32, "%c+%.15g", score > 0 ? 'B' : 'W', fabs(score));
}

static void show_end(struct play const *play)
{
    double const score = session_score(play->session);
    if (play->resigned != EMPTY)
        printf("%s resigns.\n", side_name(play->resigned));
    else if (score == 0)
        puts("The game is a draw.");
    else
        printf("%s wins by %.15g.\n", side_name(score > 0 ? BLACK : WHITE),
               fabs(score));
    puts("(save FILE keeps it, undo goes back, new begins another, quit leaves)");
}

/* ------------------------------------------------------------ what is said */

static void let_engine_move(struct play *play)
{
    enum color const color = (enum color)session_board(play->session)->to_move;
    struct decision decision;
    struct failure why;
    char text[POINT_TEXT];
    fflush(stdout);
    if (!session_genmove(play->session, color, GENMOVE_PLAY, &decision, &why)) {
        puts(why.text);
        play->over = true;
        return;
    }
    if (decision.at == RESIGN)
        play->resigned = color;
    show_board(play);
    if (decision.at != RESIGN)
        printf("%s plays %s.\n", side_name(color), point_format(decision.at, text));
}

static void play_move(struct play *play, point at)
{
    struct move const move = {session_board(play->session)->to_move, at};
    struct failure why;
    if (is_ended(play))
        puts("The game is over.");
    else if (session_play(play->session, &move, 1, &why))
        show_board(play);
    else
        printf("You cannot play there: %s.\n", why.text);
}

static void say_resign(struct play *play, char const *argument)
{
    (void)argument;
    if (!is_ended(play))
        play->resigned = (enum color)session_board(play->session)->to_move;
}

/* Back to the last position in which a person was to move.  */
static void say_undo(struct play *play, char const *argument)
{
    (void)argument;
    struct failure why;
    bool undone = play->resigned != EMPTY;
    play->resigned = EMPTY;
    while (!undone || play->engine[session_board(play->session)->to_move]) {
        if (!session_undo(play->session, 1, &why))
            break;
        undone = true;
    }
    if (undone)
        show_board(play);
    else
        puts("There is nothing to take back.");
}

static void say_hint(struct play *play, char const *argument)
{
    (void)argument;
    enum color const color = (enum color)session_board(play->session)->to_move;
    struct decision decision;
    struct failure why;
    char text[POINT_TEXT];
    if (session_genmove(play->session, color, GENMOVE_ASK, &decision, &why))
        printf("I would play %s: %s\n", point_format(decision.at, text),
               decision.reason);
}

/* About a point, or about our last move.  */
static void say_why(struct play *play, char const *argument)
{
    struct board const *const board = session_board(play->session);
    struct failure why;
    point at;
    struct account const *const account = session_account(play->session);
    struct insight view;
    struct board before;
    if (!*argument && account)
        explain_decision(&account->decision, &account->before, stdout);
    else if (!*argument)
        puts("I have not moved yet.");
    else if (point_parse(argument, board->width, board->height, &at, &why) &&
             session_view(play->session, at, &view, &before, &why))
        explain(&view, account ? &account->decision.evidence : NULL, &before, stdout);
    else
        puts(why.text);
}

static void say_score(struct play *play, char const *argument)
{
    (void)argument;
    double const score = session_score(play->session);
    if (score == 0)
        puts("If it ended now it would be a draw.");
    else
        printf("If it ended now, %s would win by %.15g.\n",
               side_name(score > 0 ? BLACK : WHITE), fabs(score));
}

static void say_save(struct play *play, char const *argument)
{
    static char const *const players[] = {"Human", "Hishi"};
    char ended[32];
    struct failure why;
    result(play, ended);
    struct session_title const title = {.black = players[play->engine[BLACK]],
                                        .white = players[play->engine[WHITE]],
                                        .result = ended};
    if (!*argument)
        puts("Save it where? Say: save game.sgf");
    else if (session_save(play->session, &title, argument, &why))
        printf("Saved as %s.\n", argument);
    else
        puts(why.text);
}

static void say_new(struct play *play, char const *argument)
{
    (void)argument;
    struct board const *const board = session_board(play->session);
    point stones[AREA_MAX];
    struct failure why;
    session_clear(play->session);
    play->resigned = EMPTY;
    if (play->handicap) {
        handicap_choose(board, play->handicap, stones);
        if (!session_give_handicap(play->session, stones, play->handicap, &why))
            puts(why.text);
    }
    show_board(play);
}

static void say_show(struct play *play, char const *argument)
{
    (void)argument;
    show_board(play);
}

static void say_quit(struct play *play, char const *argument)
{
    (void)argument;
    play->over = true;
}

static void say_help(struct play *play, char const *argument);

/* Any beginning of a word will do; the first row that has it counts.  */
static struct saying {
    char const *word, *argument, *help;
    void (*say)(struct play *play, char const *argument);
} const sayings[] = {
    {"undo", "", "take back your last move", say_undo},
    {"hint", "", "what would I play here?", say_hint},
    {"why", "[POINT]", "why did I play that, what do I know about a point?", say_why},
    {"score", "", "who is ahead?", say_score},
    {"save", "FILE", "keep the game as SGF", say_save},
    {"show", "", "draw the board again", say_show},
    {"resign", "", "give up", say_resign},
    {"new", "", "begin another game", say_new},
    {"help", "", "this list", say_help},
    {"?", "", "the same", say_help},
    {"quit", "", "leave", say_quit},
    {0},
};

static void say_help(struct play *play, char const *argument)
{
    (void)play, (void)argument;
    puts("A point (d4) or pass is a move.  Besides, you can say:");
    for (struct saying const *s = sayings; s->word; s++)
        printf("  %-6s %-8s %s\n", s->word, s->argument, s->help);
}

/* What the person typed: a move, or one of the sayings.  */
static void obey(struct play *play, char *line)
{
    struct board const *const board = session_board(play->session);
    char *argument = line;
    char const *const word = strsep(&argument, " \t");
    struct failure why;
    point at;
    if (!argument)
        argument = "";
    argument += strspn(argument, " \t");
    if (!*word)
        return;
    if (point_parse(word, board->width, board->height, &at, &why)) {
        play_move(play, at);
        return;
    }
    for (struct saying const *s = sayings; s->word; s++)
        if (c_strncasecmp(s->word, word, strlen(word)) == 0) {
            s->say(play, argument);
            return;
        }
    printf("%s, and no command; help lists them.\n", why.text);
}

/* ------------------------------------------------------------ the game */

static char *trim(char *line)
{
    size_t size = strlen(line);
    while (size > 0 && c_isspace(line[size - 1]))
        line[--size] = '\0';
    return line + strspn(line, " \t");
}

/* Ask, and do what is said, until it is our turn or the person leaves.  */
static void ask_person(struct play *play)
{

    bool const ended = is_ended(play);
    if (ended && !play->told)
        show_end(play);
    play->told = ended;
    printf("%s> ", ended
                       ? "Hishi"
                       : side_name((enum color)session_board(play->session)->to_move));
    fflush(stdout);
    if (getline(&play->line, &play->line_size, stdin) < 0) {
        putchar('\n');
        play->over = true;
        return;
    }
    obey(play, trim(play->line));
}

static void play_on(struct play *play)
{
    puts("Hishi " HISHI_VERSION ".  Type a point (d4), pass, or help.");
    say_new(play, "");
    while (!play->over)
        if (!is_ended(play) && play->engine[session_board(play->session)->to_move])
            let_engine_move(play);
        else
            ask_person(play);
}

/* ------------------------------------------------------------ options */

enum { KEY_PLAIN = 256 };

static struct argp_option const options[] = {
    {"color", 'c', "COLOR", 0, "what you play: black, white, both or none", 0},
    {"handicap", 'H', "STONES", 0, "handicap stones for Black", 0},
    {"plain", KEY_PLAIN, 0, 0, "no colours, letters for stones", 0},
    {0},
};

static bool parse_side(char const *arg, bool engine[3])
{
    static struct {
        char const *name;
        bool black, white; /* is the engine's */
    } const sides[] = {{"black", false, true},
                       {"white", true, false},
                       {"both", false, false},
                       {"none", true, true}};
    for (size_t i = 0; i < sizeof sides / sizeof *sides; i++)
        if (*arg && c_strncasecmp(sides[i].name, arg, strlen(arg)) == 0) {
            engine[BLACK] = sides[i].black;
            engine[WHITE] = sides[i].white;
            return true;
        }
    return false;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct play *const play = state->input;
    char *end;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &play->options;
        return 0;
    case 'c':
        if (!parse_side(arg, play->engine))
            argp_error(state, "'%s' is not black, white, both or none", arg);
        return 0;
    case 'H':
        play->handicap = (int)strtol(arg, &end, 10);
        if (*end || play->handicap < 0 || play->handicap == 1 || play->handicap > 25)
            argp_error(state, "'%s' is no handicap; 2 to 25 stones are", arg);
        return 0;
    case KEY_PLAIN:
        play->plain = true;
        return 0;
    case ARGP_KEY_ARG:
        argp_error(state, "'%s' is one word too many", arg);
        return EINVAL;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

int play_main(int argc, char **argv)
{
    struct play play = {.options = session_defaults(), .engine = {[WHITE] = true}};
    struct argp_child const children[] = {{&session_argp, 0, NULL, 0}, {0}};
    struct argp const argp = {.options = options,
                              .parser = parse,
                              .children = children,
                              .doc = "Play a game against Hishi in the terminal.\v"};
    argp_parse(&argp, argc, argv, 0, NULL, &play);
    if (play.handicap >= play.options.width * play.options.height)
        play.handicap = 0;
    play.look = terminal_look(play.plain);
    play.session = session_new(&play.options);
    warn_of_missing(play.session);
    play_on(&play);
    session_free(play.session);
    free(play.line);
    return EXIT_SUCCESS;
}
