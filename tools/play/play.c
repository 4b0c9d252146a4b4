/* tools/play/play.c -- hishi play: a game in the terminal. */
#include <config.h>

#include "engine/base/seconds.h"
#include "tools/clock_text.h"
#include "tools/cmdline.h"
#include "tools/options.h"
#include "tools/play/play.h"
#include "tools/tools.h"

#include <c-ctype.h>
#include <c-strcase.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ------------------------------------------------------------ the conversation */

struct line {
    char *text; /* getline's */
    size_t size;
};

static char const prompt[] = "hishi> ";

static char *trim(char *line)
{
    size_t size = strlen(line);
    while (size > 0 && c_isspace(line[size - 1]))
        line[--size] = '\0';
    return line + strspn(line, " \t");
}

/* What the person typed, or NULL after Ctrl-C or the end of the input.  */
static char *read_line(struct line *line)
{
    fputs(prompt, stdout);
    fflush(stdout);
    if (thought_wait_for_line() && getline(&line->text, &line->size, stdin) >= 0)
        return trim(line->text);
    putchar('\n');
    if (!feof(stdin) || isatty(STDIN_FILENO))
        clearerr(stdin); /* interrupted, or Ctrl-D in a terminal, which can go on */
    return NULL;
}

enum consent { CONSENT_NO, CONSENT_YES, CONSENT_ASK_AGAIN };

/* Who answers with Ctrl-C or Ctrl-D wants to be gone; who says something else has not
   answered.  */
static enum consent read_consent(struct play *play, struct line *line)
{
    static struct {
        char const *word;
        enum consent means;
    } const words[] = {{"y", CONSENT_YES},    {"yes", CONSENT_YES},  {"q", CONSENT_YES},
                       {"quit", CONSENT_YES}, {"exit", CONSENT_YES}, {"n", CONSENT_NO},
                       {"no", CONSENT_NO},    {"", CONSENT_NO}};
    char *const answer = read_line(line);
    play->over = !answer;
    if (!answer)
        return CONSENT_NO;
    if (c_strncasecmp(answer, "save ", 5) == 0)
        return play_save(play, trim(answer + 5)) ? CONSENT_YES : CONSENT_NO;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (c_strcasecmp(answer, words[i].word) == 0)
            return words[i].means;
    return CONSENT_ASK_AGAIN;
}

bool play_may_leave(struct play *play)
{
    struct line line = {.text = NULL};
    enum consent consent = CONSENT_ASK_AGAIN;
    if (!play->unsaved || !isatty(STDIN_FILENO))
        return true;
    while (consent == CONSENT_ASK_AGAIN) {
        puts("Leave the game, which is not saved?  yes, no, or save FILE");
        consent = read_consent(play, &line);
    }
    free(line.text);
    return consent == CONSENT_YES;
}

/* Somebody typed Ctrl-C, or Ctrl-D.  */
static void ask_to_leave(struct play *play)
{
    (void)thought_was_interrupted();
    if (play_may_leave(play))
        play->over = true;
}

static void ask_person(struct play *play, struct line *line)
{
    if (play->stale)
        play_draw(play);
    double const begin_s = now_s();
    char *const said = read_line(line);
    play->waited_s += now_s() - begin_s;
    if (said)
        play_obey(play, said);
    else
        ask_to_leave(play);
}

static void let_engine_move(struct play *play)
{
    enum color const color = play_to_move(play);
    struct decision decision;
    struct failure why;
    if (!thought_genmove(play, color, GENMOVE_PLAY, &decision, &why)) {
        puts(why.text);
        play->over = true;
        return;
    }
    play_changed(play);
    play->unsaved = true;
    if (decision.at == RESIGN)
        play->resigned = color;
    else
        play_mind_clock(play, color);
    bool const hurried = thought_was_interrupted();
    if (!play->engine[play_to_move(play)])
        return;
    play_draw(play);
    if (hurried)
        ask_to_leave(play);
}

static void play_on(struct play *play)
{
    struct line line = {.text = NULL};
    puts("Hishi " HISHI_VERSION ".  Type a point (d4), pass, or help.");
    play_begin(play);
    while (!play->over)
        if (!play_is_ended(play) && play->engine[play_to_move(play)])
            let_engine_move(play);
        else
            ask_person(play, &line);
    free(line.text);
}

/* ------------------------------------------------------------ options */

enum { KEY_PLAIN = 256, KEY_CLOCK };

static struct argp_option const options[] = {
    {"color", 'c', "COLOR", 0, "what you play: black, white, both or none", 0},
    {"handicap", 'H', "STONES", 0,
     "handicap stones for Black; komi is 0.5 then, unless you say another", 0},
    {"clock", KEY_CLOCK, "TIME", 0,
     "time for both: 600, 600+3x30 (3 periods of 30 s), 600+25/300 (25 stones in 300 "
     "s), 300+10 (10 s more a move); usually none",
     0},
    {"plain", KEY_PLAIN, 0, 0, "no colours, letters for stones", 0},
    {0},
};

bool play_parse_side(char const *word, bool engine[3])
{
    static struct {
        char const *name;
        bool black, white; /* is the engine's */
    } const sides[] = {{"black", false, true},
                       {"white", true, false},
                       {"both", false, false},
                       {"none", true, true}};
    for (size_t i = 0; i < sizeof sides / sizeof *sides; i++)
        if (*word && c_strncasecmp(sides[i].name, word, strlen(word)) == 0) {
            engine[BLACK] = sides[i].black;
            engine[WHITE] = sides[i].white;
            return true;
        }
    return false;
}

/* What the parser fills in.  */
struct wishes {
    struct session_options options;
    struct play *play;
    struct clock_settings clock;
    bool plain;
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct wishes *const wishes = state->input;
    struct play *const play = wishes->play;
    struct failure why;
    char *end;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &wishes->options;
        return 0;
    case 'c':
        if (!play_parse_side(arg, play->engine))
            argp_error(state, "'%s' is not black, white, both or none", arg);
        return 0;
    case 'H':
        play->handicap = (int)strtol(arg, &end, 10);
        if (*end || play->handicap < 0 || play->handicap == 1 || play->handicap > 25)
            argp_error(state, "'%s' is no handicap; 2 to 25 stones are", arg);
        return 0;
    case KEY_CLOCK:
        if (!clock_text_parse(arg, &wishes->clock, &why))
            argp_error(state, "%s", why.text);
        return 0;
    case KEY_PLAIN:
        wishes->plain = true;
        return 0;
    case ARGP_KEY_ARG:
        argp_error(state, "'%s' is one word too many", arg);
        return EINVAL;
    case ARGP_KEY_END:
        if (play->handicap >= wishes->options.width * wishes->options.height)
            argp_error(state, "%d handicap stones leave no room on %dx%d",
                       play->handicap, wishes->options.width, wishes->options.height);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

int play_main(int argc, char **argv)
{
    struct play play = {.engine = {[WHITE] = true}, .stale = true};
    struct wishes wishes = {.options = session_defaults(), .play = &play};
    struct argp_child const children[] = {{&session_argp, 0, NULL, 0}, {0}};
    struct argp const argp = {.options = options,
                              .parser = parse,
                              .children = children,
                              .doc = "Play a game against Hishi in the terminal.\v"};
    cmdline_parse(&argp, argc, argv, &wishes);
    play.komi = wishes.options.komi;
    play.look = terminal_look(wishes.plain);
    play.session = session_new(&wishes.options);
    thought_mind_interrupts();
    session_listen(play.session, thought_stop());
    session_set_time(play.session, &wishes.clock);
    warn_of_missing(play.session);
    play_on(&play);
    session_free(play.session);
    return EXIT_SUCCESS;
}
