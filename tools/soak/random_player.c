#include <config.h>

#include "tools/soak/random_player.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/rng.h"
#include "engine/go/rules.h"

enum { LINE = 256, WORDS = 4, ANSWER = 256 };

struct random_player {
    struct board board;
    struct history history;
    struct rules const *rules;
    struct rng rng;
};

static void clear(struct random_player *self, int size)
{
    board_init(&self->board, size, size);
    history_clear(&self->history);
    history_push(&self->history, &self->board);
}

static void play(struct random_player *self, point p, enum color color)
{
    board_play(&self->board, p, color);
    history_push(&self->history, &self->board);
}

/* One empty point after the other from a random one on, until one is legal.  */
static point choose(struct random_player *self, enum color color)
{
    enum { SELDOM = 40 }; /* one move in so many passes; or may fill an eye */
    struct board const *const board = &self->board;
    uint32_t const mood = rng_below(&self->rng, SELDOM);
    int const start = (int)rng_below(&self->rng, (uint32_t)board->empty_count + 1);
    if (mood == 0)
        return PASS;
    for (int i = 0; i < board->empty_count; i++) {
        point const p = board->empty[(start + i) % board->empty_count];
        if ((mood == 1 || !board_is_eye(board, p, color)) &&
            rules_permit(self->rules, &self->history, board, p, color))
            return p;
    }
    return PASS;
}

/* ---------------------------------------------------------------- commands */

/* A command in words, empty ones at the end, and the room for its answer.  */
struct wished {
    char *words[WORDS];
    char answer[ANSWER];
};

/* False when the request is refused.  */
typedef bool command(struct random_player *self, struct wished *request);

static bool run_nothing(struct random_player *self, struct wished *request)
{
    (void)self, (void)request;
    return true;
}

static bool run_name(struct random_player *self, struct wished *request)
{
    (void)self;
    snprintf(request->answer, ANSWER, "Random");
    return true;
}

static bool run_boardsize(struct random_player *self, struct wished *request)
{
    long const size = strtol(request->words[1], NULL, 10);
    if (size < BOARD_MIN || size > BOARD_MAX)
        return false;
    clear(self, (int)size);
    return true;
}

static bool run_clear(struct random_player *self, struct wished *request)
{
    (void)request;
    clear(self, self->board.width);
    return true;
}

static bool run_rules(struct random_player *self, struct wished *request)
{
    struct rules const *const rules = rules_find(request->words[1]);
    if (rules)
        self->rules = rules;
    return rules != NULL;
}

static bool run_play(struct random_player *self, struct wished *request)
{
    enum color color;
    point p;
    if (!color_parse(request->words[1], &color, NULL) ||
        !point_parse(request->words[2], self->board.width, self->board.height, &p,
                     NULL) ||
        !rules_permit(self->rules, &self->history, &self->board, p, color))
        return false;
    play(self, p, color);
    return true;
}

static bool run_genmove(struct random_player *self, struct wished *request)
{
    enum color color;
    char text[POINT_TEXT];
    if (!color_parse(request->words[1], &color, NULL))
        return false;
    point const p = choose(self, color);
    play(self, p, color);
    snprintf(request->answer, ANSWER, "%s", point_format(p, text));
    return true;
}

static command run_list;

static struct {
    char const *name;
    command *run;
} const commands[] = {
    {"name", run_name},
    {"version", run_nothing},
    {"list_commands", run_list},
    {"boardsize", run_boardsize},
    {"clear_board", run_clear},
    {"komi", run_nothing},
    {"kgs-rules", run_rules},
    {"play", run_play},
    {"genmove", run_genmove},
    {"quit", run_nothing},
    {"time_settings", run_nothing},
    {"time_left", run_nothing},
};
enum { COMMANDS = sizeof commands / sizeof *commands };

static bool run_list(struct random_player *self, struct wished *request)
{
    (void)self;
    int length = 0;
    for (int i = 0; i < COMMANDS; i++)
        length += snprintf(request->answer + length, ANSWER - (size_t)length, "%s%s",
                           i ? "\n" : "", commands[i].name);
    return true;
}

/* ---------------------------------------------------------------- the dialogue */

/* Take LINE apart; its number, or an empty text.  */
static char const *read_request(char *line, struct wished *request)
{
    static char nothing[] = "";
    char const *id = nothing;
    char *word;
    int count = 0;
    *request = (struct wished){{nothing, nothing, nothing, nothing}, ""};
    while (count < WORDS && (word = strsep(&line, " \t\r\n")))
        if (!count && !*id && *word && strspn(word, "0123456789") == strlen(word))
            id = word;
        else if (*word)
            request->words[count++] = word;
    return id;
}

static bool answer(struct random_player *self, struct wished *request)
{
    for (int i = 0; i < COMMANDS; i++)
        if (strcmp(request->words[0], commands[i].name) == 0)
            return commands[i].run(self, request);
    return false;
}

int random_player(uint64_t seed)
{
    static struct random_player self;
    char line[LINE];
    bool more = true;
    self.rules = rules_find("chinese");
    rng_seed(&self.rng, seed);
    history_init(&self.history);
    clear(&self, BOARD_MAX);
    while (more && fgets(line, sizeof line, stdin)) {
        struct wished request;
        char const *const id = read_request(line, &request);
        if (!*request.words[0])
            continue;
        bool const good = answer(&self, &request);
        printf("%c%s %s\n\n", good ? '=' : '?', id, request.answer);
        fflush(stdout);
        more = strcmp(request.words[0], "quit") != 0;
    }
    history_release(&self.history);
    return EXIT_SUCCESS;
}
