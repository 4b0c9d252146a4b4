/* tools/report/reading.c -- our reading beside that of another engine.

   The other engine answers `attack POINT' and `defend POINT' as GNU Go does:
   a result code and a move; 0 fails, 1 or 5 works, 2, 3 and others need a ko.

   When one says that something fails and the other does not, it is played out:
   they attack and we defend, and whether the chain is caught says who was right.
   (Not so where one side sees a ko: there the words mean different things.)  A
   chain is asked about once a game.  */
#include <config.h>

#include "tools/cmdline.h"
#include "tools/games.h"
#include "tools/report/report.h"

#include "engine/reading/tactics.h"
#include "tools/match/peer.h"

#include <argp.h>
#include <error.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xalloc.h>

enum { EVERY = 15, PATIENCE_S = 60, OUTCOMES = 3, SIDES = 2, DRAWN = 5 };
enum { LONGEST_LINE = 100, RESCUE_BUDGET = 5000 };

struct view_of_reading {
    struct selection games;
    char const *command;
    long questions_max;
    bool list, json, sieges;

    struct peer *peer;
    struct tactics *tactics;
    struct replay walk;
    struct points asked; /* chains of this game, by a stone */
    long questions;
    long played_out[SIDES][2]; /* [we were right] */
    /* [attack or defend][liberties][ours][theirs] */
    long count[SIDES][SIEGE_LIBERTIES + 1][OUTCOMES][OUTCOMES];
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

/* The surroundings of the prey, in small letters, with a frame.  */
static void draw(struct board const *board, point prey)
{
    for (int row = point_row(prey) + DRAWN; row >= point_row(prey) - DRAWN; row--) {
        if (row < 0 || row > board->height + 1)
            continue;
        printf("   ");
        for (int column = point_column(prey) - DRAWN;
             column <= point_column(prey) + DRAWN; column++) {
            if (column < 0 || column > board->width + 1)
                continue;
            point const p = point_at(column, row);
            bool const own = board->slot[p] && board->slot[p] == board->slot[prey];
            printf(" %c", board->color[p] == BLACK   ? own ? 'x' : 'X'
                          : board->color[p] == WHITE ? own ? 'o' : 'O'
                          : board->color[p] == EMPTY ? '.'
                                                     : '#');
        }
        putchar('\n');
    }
}

static void list(struct view_of_reading const *view, struct chain_reading const *chain,
                 struct origin const *origin, int side, enum outcome ours,
                 enum outcome theirs, bool we)
{
    char where[POINT_TEXT];
    printf("%s game %ld move %d: %s %s: %s, they say %s; played out, %s right\n",
           origin->file, origin->number, view->walk.number + 1, sides[side],
           point_format(chain->stone, where), outcomes[ours], outcomes[theirs],
           we ? "we were" : "they were");
    draw(&view->walk.board, chain->stone);
}

/* COLOR plays AT on both boards.  */
static bool play(struct view_of_reading *view, struct board *board, point at,
                 enum color color)
{
    struct reply reply;
    char text[POINT_TEXT];
    board_play(board, at, color);
    return peer_ask(view->peer, PATIENCE_S, &reply, "play %s %s", color_name(color),
                    point_format(at, text));
}

/* What they would play to SIDE; NOWHERE when they say that it fails.  */
static point their_move(struct view_of_reading *view, struct board const *board,
                        int side, char const *where)
{
    struct reply reply;
    struct failure why;
    enum outcome outcome;
    point at;
    if (!ask(view, sides[side], where, &outcome, &reply) || outcome == FAILS ||
        !strchr(reply.text, ' ') ||
        !point_parse(strchr(reply.text, ' ') + 1, board->width, board->height, &at,
                     &why) ||
        at == PASS || !board_is_legal(board, at, (enum color)board->to_move, false))
        return NOWHERE;
    return at;
}

/* What the owner of the prey plays: our rescue, or theirs when we know none.  */
static point rescue(struct view_of_reading *view, struct board const *board, point prey,
                    char const *where)
{
    struct reading moves[RESCUES_MAX];
    struct reader reader;
    reader_init(&reader, board);
    int const count = view->sieges
                          ? reader_breakouts(&reader, prey, RESCUE_BUDGET, moves)
                          : reader_rescues(&reader, prey, RESCUE_BUDGET, moves);
    return count ? moves[0].at : their_move(view, board, 1, where);
}

/* Is the prey caught when they attack and we defend, SIDE beginning?  */
static bool is_caught(struct view_of_reading *view, point prey, int side)
{
    struct board board;
    struct reply reply;
    char where[POINT_TEXT];
    enum color const owner = board_color(&view->walk.board, prey);
    int moves = 0;
    bool caught = false;

    point_format(prey, where);
    board_copy(&board, &view->walk.board);
    board_turn(&board, side == 0 ? opponent(owner) : owner);
    while (!caught && moves < LONGEST_LINE) {
        enum color const turn = (enum color)board.to_move;
        point const at = turn == owner ? rescue(view, &board, prey, where)
                                       : their_move(view, &board, 0, where);
        if (at == NOWHERE) { /* whoever is to move gives up */
            caught = turn == owner;
            break;
        }
        moves++;
        if (!play(view, &board, at, turn))
            break;
        caught = board.color[prey] != owner;
    }
    while (moves--)
        peer_ask(view->peer, PATIENCE_S, &reply, "undo");
    return caught;
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
        if (ours[side] != theirs && (ours[side] == FAILS || theirs == FAILS)) {
            bool const caught = is_caught(view, chain->stone, side);
            bool const we =
                (side == 0) == caught ? ours[side] > theirs : ours[side] < theirs;
            view->played_out[side][we]++;
            if (view->list)
                list(view, chain, origin, side, ours[side], theirs, we);
        }
        if (theirs == FAILS && side == 0)
            break; /* nothing to defend against */
    }
    view->questions++;
    return true;
}

/* Has one of the stones of the chain of P been asked about before?  */
static bool is_known(struct view_of_reading *view, point p)
{
    bool known = false;
    point q = p;
    do {
        known |= points_have(&view->asked, q);
        points_add(&view->asked, q);
        q = view->walk.board.next[q];
    } while (q != p);
    return known;
}

static bool compare_position(struct view_of_reading *view, struct origin const *origin,
                             struct failure *why)
{
    struct board const *const board = &view->walk.board;
    (view->sieges ? tactics_besiege : tactics_read)(view->tactics, board);
    for (point p = board_first_point(); p; p = board_next_point(board, p)) {
        struct chain_reading const *const chain = tactics_chain(view->tactics, p);
        if (chain && chain->stone == p && view->questions < view->questions_max &&
            !is_known(view, p) && !compare(view, chain, origin, why))
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
    view->asked = (struct points){{0}};
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
        for (int liberties = 1; liberties <= SIEGE_LIBERTIES; liberties++)
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
    for (int side = 0; side < SIDES; side++)
        printf(view->json
                   ? "{\"question\": \"%s\", \"played_out\": %ld, "
                     "\"we_were_right\": %ld}\n"
                   : "%s: of %ld disagreements played out we were right in %ld\n",
               sides[side], view->played_out[side][0] + view->played_out[side][1],
               view->played_out[side][1]);
}

enum { OPTION_JSON = 256, OPTION_ENGINE, OPTION_CHAINS, OPTION_LIST, OPTION_SIEGES };

static struct argp_option const options[] = {
    {"json", OPTION_JSON, NULL, 0, "Print one JSON object a line", 0},
    {"engine", OPTION_ENGINE, "COMMAND", 0, "Who else reads (gnugo --mode gtp)", 0},
    {"chains", OPTION_CHAINS, "N", 0, "Stop after N chains (1000)", 0},
    {"sieges", OPTION_SIEGES, NULL, 0, "Read sieges, of three liberties too", 0},
    {"list", OPTION_LIST, NULL, 0, "Name each disagreement", 0},
    {0},
};

static struct cmdline_row const straight[] = {
    CMDLINE_FLAG(struct view_of_reading, json, OPTION_JSON),
    CMDLINE_FLAG(struct view_of_reading, sieges, OPTION_SIEGES),
    CMDLINE_FLAG(struct view_of_reading, list, OPTION_LIST),
    CMDLINE_TEXT(struct view_of_reading, command, OPTION_ENGINE),
    CMDLINE_NUMBER(struct view_of_reading, questions_max, OPTION_CHAINS, 1, LONG_MAX),
    {0},
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct view_of_reading *const view = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &view->games;
        return 0;
    default:
        return cmdline_take(straight, key, arg, state);
    }
}

static struct argp const argp = {
    .options = options,
    .parser = parse,
    .args_doc = "GAMES...",
    .doc = "What we read about chains of few liberties in games, beside "
           "the answers of another engine to `attack' and `defend'.",
    .children = selection_children,
};

int report_reading_main(int argc, char **argv)
{
    struct view_of_reading *const view = xzalloc(sizeof *view);
    enum fault fault;
    struct failure why;

    view->games.splits = 1u << SPLIT_VALIDATION;
    view->games.limit = 200;
    view->command = "gnugo --mode gtp";
    view->questions_max = 1000;
    cmdline_parse(&argp, argc, argv, view);
    signal(SIGPIPE, SIG_IGN);
    view->peer = peer_start(view->command, PATIENCE_S, NULL, &fault, &why);
    if (!view->peer)
        error(1, 0, "%s", why.text);
    view->tactics = xmalloc(sizeof *view->tactics);
    tactics_clear(view->tactics);
    report_needs(games_each(&view->games, take, view).games, "games");
    print(view);
    peer_stop(view->peer);
    free(view->tactics);
    free(view);
    return 0;
}
