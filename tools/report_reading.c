/* tools/report_reading.c -- our reading beside that of another engine.

   The other engine answers `attack POINT' and `defend POINT' as GNU Go does:
   a result code and a move; 0 fails, 1 or 5 works, 2, 3 and others need a ko.  */
#include <config.h>

#include "tools/games.h"
#include "tools/report.h"

#include "engine/tactics.h"
#include "match/peer.h"

#include <argp.h>
#include <error.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <xalloc.h>

enum { EVERY = 15, PATIENCE_S = 60, OUTCOMES = 3, SIDES = 2 };

struct view_of_reading {
    struct selection games;
    char const *command;
    long questions_max;
    bool list, json;

    struct peer *peer;
    struct tactics *tactics;
    struct replay walk;
    long questions;
    /* [attack or defend][liberties][ours][theirs] */
    long count[SIDES][READ_LIBERTIES + 1][OUTCOMES][OUTCOMES];
};

static char const *const sides[SIDES] = {"attack", "defend"};
static char const *const outcomes[OUTCOMES] = {"fails", "ko", "works"};

static bool ask(struct view_of_reading *view, char const *side, char const *where,
                enum outcome *outcome, struct reply *reply)
{
    if (!peer_ask(view->peer, PATIENCE_S, reply, "%s %s", side, where))
        return false;
    long const code = strtol(reply->text, NULL, 10);
    *outcome = code == 0 ? FAILS : code == 1 || code == 5 ? WORKS : BY_KO;
    return true;
}

static bool compare(struct view_of_reading *view, struct chain_reading const *chain,
                    struct origin const *origin, struct failure *why)
{
    struct board const *const board = &view->walk.board;
    enum outcome const ours[SIDES] = {chain->attack, chain->rescue};
    int const liberties = board_liberties(board, chain->stone);
    char where[POINT_TEXT];

    point_format(chain->stone, where);
    for (int side = 0; side < SIDES; side++) {
        struct reply reply;
        enum outcome theirs;
        if (!ask(view, sides[side], where, &theirs, &reply)) {
            *why = reply.why;
            return false;
        }
        view->count[side][liberties][ours[side]][theirs]++;
        if (view->list && ours[side] != theirs)
            printf("%s game %ld move %d: %s %s (%d liberties): %s, they say %s (%s)\n",
                   origin->file, origin->number, view->walk.number + 1, sides[side],
                   where, liberties, outcomes[ours[side]], outcomes[theirs],
                   reply.text);
        if (theirs == FAILS && side == 0)
            break; /* nothing to defend against */
    }
    view->questions++;
    return true;
}

static bool compare_position(struct view_of_reading *view, struct origin const *origin,
                             struct failure *why)
{
    struct board const *const board = &view->walk.board;
    tactics_read(view->tactics, board);
    for (point p = board_first_point(); p; p = board_next_point(board, p)) {
        struct chain_reading const *const chain = tactics_chain(view->tactics, p);
        if (chain && chain->stone == p && view->questions < view->questions_max &&
            !compare(view, chain, origin, why))
            return false;
    }
    return true;
}

static bool take(void *context, struct game const *game, struct origin const *origin,
                 struct failure *why)
{
    struct view_of_reading *const view = context;
    struct replay *const walk = &view->walk;
    struct reply reply;
    char where[POINT_TEXT];

    if (view->questions >= view->questions_max || game->handicap > 1)
        return true;
    peer_ask(view->peer, PATIENCE_S, &reply, "boardsize %d", game->width);
    peer_ask(view->peer, PATIENCE_S, &reply, "clear_board");
    replay_start(walk, game);
    while (replay_next(walk, why)) {
        if (walk->number % EVERY == EVERY - 1 && walk->board.ko == NOWHERE &&
            !compare_position(view, origin, why))
            return false;
        if (!peer_ask(view->peer, PATIENCE_S, &reply, "play %s %s",
                      color_name((enum color)walk->move.color),
                      point_format(walk->move.at, where))) {
            *why = reply.why;
            return false;
        }
    }
    return !why->text[0];
}

static void print(struct view_of_reading const *view)
{
    if (!view->json)
        printf("%ld chains, beside %s\n%-8s %9s  %-6s %-6s %8s\n", view->questions,
               peer_title(view->peer), "", "liberties", "we", "they", "chains");
    for (int side = 0; side < SIDES; side++)
        for (int liberties = 1; liberties <= READ_LIBERTIES; liberties++)
            for (int ours = 0; ours < OUTCOMES; ours++)
                for (int theirs = 0; theirs < OUTCOMES; theirs++) {
                    long const count = view->count[side][liberties][ours][theirs];
                    if (count)
                        printf(view->json ? "{\"question\": \"%s\", \"liberties\": %d, "
                                            "\"ours\": \"%s\", \"theirs\": \"%s\", "
                                            "\"chains\": %ld}\n"
                                          : "%-8s %9d  %-6s %-6s %8ld\n",
                               sides[side], liberties, outcomes[ours], outcomes[theirs],
                               count);
                }
}

enum { OPTION_JSON = 256, OPTION_ENGINE, OPTION_CHAINS, OPTION_LIST, OPTION_PART };

static struct argp_option const options[] = {
    {"json", OPTION_JSON, NULL, 0, "Print one JSON object a line", 0},
    {"engine", OPTION_ENGINE, "COMMAND", 0, "Who else reads (gnugo --mode gtp)", 0},
    {"chains", OPTION_CHAINS, "N", 0, "Stop after N chains (1000)", 0},
    {"list", OPTION_LIST, NULL, 0, "Name each disagreement", 0},
    {"part", OPTION_PART, "PART", 0, "training, validation (default), test or all", 0},
    {0},
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct view_of_reading *const view = state->input;
    switch (key) {
    case OPTION_JSON:
        view->json = true;
        return 0;
    case OPTION_ENGINE:
        view->command = arg;
        return 0;
    case OPTION_CHAINS:
        view->questions_max = strtol(arg, NULL, 10);
        return 0;
    case OPTION_LIST:
        view->list = true;
        return 0;
    case OPTION_PART:
        view->games.splits = splits_parse(arg);
        if (!view->games.splits)
            argp_error(state, "--part is training, validation, test or all, not %s",
                       arg);
        return 0;
    case ARGP_KEY_ARGS:
        view->games.places = (char const *const *)state->argv + state->next;
        view->games.place_count = state->argc - state->next;
        return 0;
    case ARGP_KEY_NO_ARGS:
        argp_error(state, "name at least one file or folder with games");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

int report_reading_main(int argc, char **argv)
{
    struct argp const argp = {
        .options = options,
        .parser = parse,
        .args_doc = "GAMES...",
        .doc = "What we read about chains of one and two liberties in games, beside "
               "the answers of another engine to `attack' and `defend'.",
    };
    struct view_of_reading *const view = xzalloc(sizeof *view);
    enum fault fault;
    struct failure why;

    view->games.splits = 1u << SPLIT_VALIDATION;
    view->games.limit = 200;
    view->command = "gnugo --mode gtp";
    view->questions_max = 1000;
    argp_parse(&argp, argc, argv, 0, NULL, view);
    signal(SIGPIPE, SIG_IGN);
    view->peer = peer_start(view->command, PATIENCE_S, NULL, &fault, &why);
    if (!view->peer)
        error(1, 0, "%s", why.text);
    view->tactics = xmalloc(sizeof *view->tactics);
    tactics_clear(view->tactics);
    games_each(&view->games, take, view);
    print(view);
    peer_stop(view->peer);
    free(view->tactics);
    free(view);
    return 0;
}
