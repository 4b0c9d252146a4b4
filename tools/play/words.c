/* tools/play/words.c -- what a person can say in a game in the terminal. */
#include <config.h>

#include "tools/options.h"
#include "tools/play/sayings.h"

#include "engine/records/archive.h"
#include "player/handicap.h"

#include <c-ctype.h>
#include <c-strcase.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ------------------------------------------------------------ a new game */

/* A newcomer who is given stones expects to give half a point.  */
static double usual_komi(struct play const *play)
{
    return play->handicap ? 0.5 : session_rules(play->session)->komi;
}

void play_begin(struct play *play)
{
    point stones[AREA_MAX];
    struct failure why;
    session_clear(play->session);
    session_set_komi(play->session, isnan(play->komi) ? usual_komi(play) : play->komi);
    play_changed(play);
    play->unsaved = false;
    if (play->handicap) {
        handicap_choose(session_board(play->session), play->handicap, stones);
        if (!session_give_handicap(play->session, stones, play->handicap, &why))
            puts(why.text);
    }
    play_tell_terms(play);
}

static bool fits_board(int handicap, int width, int height, struct failure *why)
{
    return handicap < width * height ||
           failed(why, "%d handicap stones leave no room on %dx%d", handicap, width,
                  height);
}

static void begin_with_size(struct play *play, char const *word)
{
    struct failure why;
    int width, height;
    if (!parse_board_size(word, &width, &height, &why) ||
        !fits_board(play->handicap, width, height, &why))
        printf("%s.\n", why.text);
    else if (play_may_leave(play) && session_resize(play->session, width, height, &why))
        play_begin(play);
}

static void say_new(struct play *play, struct said *said)
{
    if (said->count)
        begin_with_size(play, said->words[0]);
    else if (play_may_leave(play))
        play_begin(play);
}

static void say_size(struct play *play, struct said *said)
{
    if (said->count)
        begin_with_size(play, said->words[0]);
    else
        play_tell_terms(play);
}

static void say_handicap(struct play *play, struct said *said)
{
    struct board const *const board = session_board(play->session);
    struct failure why;
    if (!said->count) {
        play_tell_terms(play);
        return;
    }
    char *end;
    long const stones = strtol(said->words[0], &end, 10);
    if (*end || stones < 0 || stones == 1 || stones > 25) {
        printf("'%s' is no handicap; 0 and 2 to 25 stones are.\n", said->words[0]);
    } else if (!fits_board((int)stones, board->width, board->height, &why)) {
        printf("%s.\n", why.text);
    } else if (play_may_leave(play)) {
        play->handicap = (int)stones;
        play_begin(play);
    }
}

static void list_rules(void)
{
    fputs("Rules are", stdout);
    for (struct rules const *rules = rules_table; rules->name; rules++)
        printf("%s %s", rules == rules_table ? "" : ",", rules->name);
    puts(".");
}

/* The komi that these rules are used to comes with them, unless another was wished
   for.  */
static void say_rules(struct play *play, struct said *said)
{
    struct rules const *const rules = said->count ? rules_find(said->words[0]) : NULL;
    if (rules) {
        session_set_rules(play->session, rules);
        if (isnan(play->komi) && !goban_handicap(session_goban(play->session)))
            session_set_komi(play->session, rules->komi);
        play->counted = false;
    } else if (said->count) {
        printf("No rules are called '%s'.\n", said->words[0]);
    }
    play_tell_terms(play);
    if (rules)
        printf("(%s)\n", rules->note);
    else
        list_rules();
    if (rules && play_is_ended(play))
        play_tell_result(play);
}

static void say_komi(struct play *play, struct said *said)
{
    char *end = NULL;
    double const komi = said->count ? strtod(said->words[0], &end) : 0;
    if (said->count && (*end || end == said->words[0] || !(fabs(komi) < 1e6))) {
        printf("'%s' is no komi; a number of points is.\n", said->words[0]);
        return;
    }
    if (said->count) {
        play->komi = komi;
        session_set_komi(play->session, komi);
    }
    play_tell_terms(play);
    if (said->count && play_is_ended(play))
        play_tell_result(play);
}

static void say_color(struct play *play, struct said *said)
{
    if (said->count && !play_parse_side(said->words[0], play->engine))
        printf("'%s' is not black, white, both or none.\n", said->words[0]);
    else
        play_tell_terms(play);
}

/* ------------------------------------------------------------ moves */

static void play_point(struct play *play, point at)
{
    struct move const move = {(uint8_t)play_to_move(play), at};
    struct failure why;
    if (play_is_ended(play))
        puts("The game is over.");
    else if (!session_play(play->session, &move, 1, &why))
        printf("You cannot play there: %s.\n", why.text);
    else {
        session_spend(play->session, (enum color)move.color, play->waited_s);
        play_changed(play);
        play->unsaved = true;
        play_mind_clock(play, (enum color)move.color);
    }
}

static void say_resign(struct play *play, struct said *said)
{
    (void)said;
    if (play_is_ended(play)) {
        puts("The game is over.");
        return;
    }
    play->resigned = play_to_move(play);
    play->stale = play->unsaved = true;
}

/* Back to the last position in which a person was to move.  */
static void say_undo(struct play *play, struct said *said)
{
    (void)said;
    struct failure why;
    bool undone = play->resigned != EMPTY && !play->timed_out;
    if (play->timed_out)
        session_set_time(play->session, &session_clock(play->session)->settings);
    play->resigned = EMPTY;
    while (!undone || play->engine[play_to_move(play)]) {
        if (!session_undo(play->session, 1, &why))
            break;
        undone = true;
    }
    if (undone)
        play_changed(play);
    else
        puts("There is nothing to take back.");
}

/* ------------------------------------------------------------ objections */

/* Let the chains at the points that were named count as STATUS.  */
static void set_status(struct play *play, struct said *said, enum status status)
{
    struct board const *const board = session_board(play->session);
    if (!play->counted || session_rules(play->session)->stones_stay) {
        puts("That is settled after the game has ended by passing, where dead stones "
             "are taken off.");
        return;
    }
    for (int i = 0; i < said->count; i++) {
        struct failure why;
        point at;
        if (!point_parse(said->words[i], board->width, board->height, &at, &why)) {
            puts(why.text);
            return;
        }
        if (at == PASS || board->color[at] == EMPTY) {
            printf("There is no stone at %s.\n", said->words[i]);
            return;
        }
        point p = at;
        do
            play->status[p] = status;
        while ((p = board->next[p]) != at);
    }
    play->unsaved = true;
    play_tell_result(play);
}

static void say_dead(struct play *play, struct said *said)
{
    set_status(play, said, STATUS_DEAD);
}

static void say_alive(struct play *play, struct said *said)
{
    set_status(play, said, STATUS_ALIVE);
}

/* ------------------------------------------------------------ files */

bool play_save(struct play *play, char const *file)
{
    static char const *const players[] = {"Human", "Hishi"};
    char ended[32];
    struct failure why;
    play_result(play, ended);
    struct session_title const title = {.black = players[play->engine[BLACK]],
                                        .white = players[play->engine[WHITE]],
                                        .result = ended};
    bool const saved = session_save(play->session, &title, file, &why);
    if (saved)
        printf("Saved as %s.\n", file);
    else
        puts(why.text);
    play->unsaved &= !saved;
    return saved;
}

static void say_save(struct play *play, struct said *said)
{
    if (*said->rest)
        play_save(play, said->rest);
    else
        puts("Save it where?  Say: save game.sgf");
}

/* Take the number of a move off the end of FILE; -1: none is there.  */
static long split_move(char *file)
{
    char *const space = strrchr(file, ' ');
    char *end;
    if (!space || access(file, F_OK) == 0)
        return -1;
    long const move = strtol(space + 1, &end, 10);
    if (*end || end == space + 1 || move < 0)
        return -1;
    *space = '\0';
    return move;
}

/* Play by the rules that the record names, if we have them.  */
static void adopt_rules(struct play *play, char const *file)
{
    struct game game;
    game_init(&game, 19, 19);
    struct rules const *const rules =
        archive_first(file, &game, NULL, NULL) ? rules_find(game.rules) : NULL;
    if (rules)
        session_set_rules(play->session, rules);
    game_release(&game);
}

/* Whoever was playing against Hishi plays on with the side to move.  */
static void say_load(struct play *play, struct said *said)
{
    struct failure why;
    char *const file = said->rest;
    if (!*file) {
        puts("Load what?  Say: load game.sgf, or load game.sgf 30");
        return;
    }
    if (!play_may_leave(play))
        return;
    long const move = split_move(file);
    int const number = move < 0 || move >= GOBAN_STEPS_MAX ? 0 : (int)move + 1;
    if (!session_load(play->session, file, number, &why)) {
        puts(why.text);
        return;
    }
    adopt_rules(play, file);
    play_changed(play);
    play->unsaved = false;
    if (play->engine[BLACK] != play->engine[WHITE]) {
        play->engine[play_to_move(play)] = false;
        play->engine[opponent(play_to_move(play))] = true;
    }
    if (move > session_goban(play->session)->move_count)
        printf("The game has %d moves only; this is its end.\n",
               session_goban(play->session)->move_count);
    play_tell_terms(play);
}

/* ------------------------------------------------------------ the list */

static void say_show(struct play *play, struct said *said)
{
    (void)said;
    play_tell_terms(play);
    play->stale = true;
}

static void say_quit(struct play *play, struct said *said)
{
    (void)said;
    if (play_may_leave(play))
        play->over = true;
}

static void say_help(struct play *play, struct said *said);

/* The beginning of a word will do where no other begins so.  */
static struct saying {
    char const *word, *argument, *help;
    int least, most; /* how many words may follow; MOST < 0: any, as they stand */
    void (*say)(struct play *play, struct said *said);
} const sayings[] = {
    {"undo", "", "take back your last move", 0, 0, say_undo},
    {"hint", "", "what would I play here?", 0, 0, say_hint},
    {"analyse", "[SECONDS]", "the best moves here, while I think about them", 0, 1,
     say_analyse},
    {"why", "[POINT]", "why did I play that, what do I know about a point?", 0, 1,
     say_why},
    {"score", "", "who is ahead, as far as I can see?", 0, 0, say_score},
    {"dead", "POINT...", "these stones are dead, at the end of the game", 1, WORDS_MAX,
     say_dead},
    {"alive", "POINT...", "these stones are alive, at the end of the game", 1,
     WORDS_MAX, say_alive},
    {"save", "FILE", "keep the game as SGF", 0, -1, say_save},
    {"load", "FILE [MOVE]", "a game from a file, after that move or at its end", 0, -1,
     say_load},
    {"new", "[SIZE]", "begin another game", 0, 1, say_new},
    {"size", "[SIZE]", "begin another game on such a board: 9, 13, 13x9", 0, 1,
     say_size},
    {"handicap", "[STONES]", "begin another game with so many stones for Black", 0, 1,
     say_handicap},
    {"color", "[COLOR]", "what you play: black, white, both or none", 0, 1, say_color},
    {"komi", "[POINTS]", "points for White", 0, 1, say_komi},
    {"rules", "[NAME]", "by which rules we play", 0, 1, say_rules},
    {"level", "[1-10]", "how strongly I play", 0, 1, say_level},
    {"clock", "[TIME]", "time for both of us: 600, 600+3x30, 300+10 or none", 0, 1,
     say_clock},
    {"show", "", "draw the board again", 0, 0, say_show},
    {"resign", "", "give up", 0, 0, say_resign},
    {"help", "", "this list", 0, 0, say_help},
    {"?", "", "the same", 0, 0, say_help},
    {"quit", "", "leave", 0, 0, say_quit},
    {"exit", "", "the same", 0, 0, say_quit},
    {0},
};

static void say_help(struct play *play, struct said *said)
{
    (void)play, (void)said;
    puts("A point (d4) or pass is a move.  Besides, you can say:");
    for (struct saying const *s = sayings; s->word; s++)
        printf("  %-8s %-11s  %s\n", s->word, s->argument, s->help);
    puts("Ctrl-C ends my thinking, and then asks whether you want to leave.");
}

static bool begins(struct saying const *saying, char const *word)
{
    return c_strncasecmp(saying->word, word, strlen(word)) == 0;
}

/* "'s' may be score, save, size or show."  */
static void tell_choice(char const *word, struct saying const *last)
{
    char const *between = " ";
    printf("'%s' may be", word);
    for (struct saying const *s = sayings; s->word; s++)
        if (begins(s, word)) {
            printf("%s%s", s == last ? " or " : between, s->word);
            between = ", ";
        }
    puts(".");
}

/* The saying that WORD is, or begins as no other; NULL after saying why there is
   none.  */
static struct saying const *find_saying(char const *word, char const *no_point)
{
    struct saying const *found = NULL;
    int count = 0;
    for (struct saying const *s = sayings; s->word; s++) {
        if (c_strcasecmp(s->word, word) == 0)
            return s;
        if (begins(s, word)) {
            found = s;
            count++;
        }
    }
    if (count == 0)
        printf("%s, and no command; help lists them.\n", no_point);
    else if (count > 1)
        tell_choice(word, found);
    return count == 1 ? found : NULL;
}

static void split_words(struct said *said)
{
    said->count = 0;
    for (char *word; said->count < WORDS_MAX && (word = strsep(&said->rest, " \t"));)
        if (*word)
            said->words[said->count++] = word;
}

/* Nothing that was typed is passed over.  */
static void say(struct play *play, struct saying const *saying, struct said *said)
{
    if (saying->most >= 0)
        split_words(said);
    if (saying->most < 0 ||
        (saying->least <= said->count && said->count <= saying->most))
        saying->say(play, said);
    else if (said->count < saying->least)
        printf("'%s' wants more: %s %s.\n", saying->word, saying->word,
               saying->argument);
    else
        printf("'%s' is one word too many: say %s%s%s.\n", said->words[saying->most],
               saying->word, *saying->argument ? " " : "", saying->argument);
}

void play_obey(struct play *play, char *line)
{
    struct board const *const board = session_board(play->session);
    struct said said = {.rest = line};
    char const *const word = strsep(&said.rest, " \t");
    struct failure why;
    point at;
    if (!*word)
        return;
    said.rest = said.rest ? said.rest + strspn(said.rest, " \t") : line + strlen(line);
    if (point_parse(word, board->width, board->height, &at, &why)) {
        if (*said.rest)
            printf("'%s' is too much: one move at a time; nothing was played.\n",
                   said.rest);
        else
            play_point(play, at);
        return;
    }
    struct saying const *const saying = find_saying(word, why.text);
    if (saying)
        say(play, saying, &said);
}
