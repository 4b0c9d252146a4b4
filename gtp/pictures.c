/* What can be seen on a board: for GoGui's Tools -> Analyze Commands.

   What a search sees is not what the last one saw, of a position that is gone by then:
   it is looked at for half a second, or as long as is wished, going on from what the
   last one has left in the tree.  */
#include <config.h>

#include "gtp/reply.h"

#include "engine/reading/influence.h"
#include "player/explain.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <xalloc.h>

/* ------------------------------------------------------------ a short search */

struct short_search {
    struct thought *thought; /* the last one */
    double until_ms;
    atomic_bool const *interrupted; /* or NULL */
    atomic_bool enough;
};

/* A search for a move ends when it is decided, which is too early for who wants to
 * look. */
static void keep(void *self, struct thought const *thought)
{
    struct short_search *const glimpse = self;
    *glimpse->thought = *thought;
    if (thought->used_ms >= glimpse->until_ms ||
        (glimpse->interrupted && atomic_load(glimpse->interrupted)))
        atomic_store(&glimpse->enough, true);
}

/* What a search of so many seconds sees, to be freed.  */
static struct thought *glance(struct session *session, double seconds)
{
    enum { OFTEN_MS = 20 };
    struct short_search glimpse = {.thought = xzalloc(sizeof *glimpse.thought),
                                   .until_ms = 1000 * seconds,
                                   .interrupted = session_stop(session)};
    struct observer const observer = {
        .interval_ms = OFTEN_MS, .counts = true, .look = keep, .self = &glimpse};
    session_inquire(session, &(struct inquiry){
                                 .color = (enum color)session_board(session)->to_move,
                                 .budget_ms = INFINITY,
                                 .observer = &observer,
                                 .stop = &glimpse.enough,
                             });
    return glimpse.thought;
}

/* The first argument, or half a second; to be freed, or NULL with a reason.  */
static struct thought *glance_as_told(struct call *call)
{
    enum { MOST_S = 3600 };
    double seconds = 0.5;
    if (call->args.count && !arguments_number(&call->args, 0, &seconds, call->why))
        return NULL;
    if (seconds < 0 || seconds > MOST_S) {
        failed(call->why, "a search takes 0 to %d seconds", MOST_S);
        return NULL;
    }
    return glance(call->session, seconds);
}

/* ------------------------------------------------------------ whole boards */

/* A number for each point from the top, Black's above 0.  */
static void put_board(struct board const *board, float const value[], FILE *out)
{
    for (int row = board->height; row >= 1; row--)
        for (int column = 1; column <= board->width; column++)
            fprintf(out, "%.2f%c", (double)value[point_at(column, row)],
                    column < board->width ? ' ' : '\n');
}

/* Arguments: perhaps seconds.  Fails: not a number of them.  Returns: who owns each
   point at the end of the playouts of a search, from -1 White to 1 Black.  Status:
   ours, of GoGui's type `dboard'.  */
static bool run_territory(struct call *call)
{
    struct board const *const board = session_board(call->session);
    struct thought *const thought = glance_as_told(call);
    if (!thought)
        return false;
    for (point p = board_first_point(); board->to_move == WHITE && p;
         p = board_next_point(board, p))
        thought->owner[p] = -thought->owner[p];
    put_board(board, thought->owner, call->reply);
    free(thought);
    return true;
}

/* Arguments: none.  Fails: never.  Returns: whose influence each point is in, without
   any search.  Status: ours, of GoGui's type `dboard'.  */
static bool run_influence(struct call *call)
{
    struct board const *const board = session_board(call->session);
    struct tactics *const tactics = xmalloc(sizeof *tactics);
    struct influence *const influence = xmalloc(sizeof *influence);
    tactics_clear(tactics);
    tactics_besiege(tactics, board);
    influence_judge(board, tactics, influence);
    put_board(board, influence->owner, call->reply);
    free(influence);
    free(tactics);
    return true;
}

/* ------------------------------------------------------------ moves */

/* Arguments: perhaps seconds.  Fails: not a number of them.  Returns: GoGui graphics,
   what a search expects as ghost stones, how often it has tried each move as influence,
   and the best three in words.  Status: ours, of GoGui's type `gfx'.  */
static bool run_search(struct call *call)
{
    struct thought *const thought = glance_as_told(call);
    if (!thought)
        return false;
    reply_thought(call->session, thought, call->reply);
    free(thought);
    return true;
}

/* Arguments: none.  Fails: never.  Returns: GoGui graphics, each candidate in a colour
   from blue (improbable) to red, and its probability in percent.  Status: ours, of
   GoGui's type `gfx'.  */
static bool run_candidates(struct call *call)
{
    struct thought *const thought = glance(call->session, 0);
    double most = 0, sum = 0;
    char text[POINT_TEXT];
    for (int i = 0; i < thought->known; i++) {
        most = fmax(most, thought->move[i].prior);
        sum += thought->move[i].at == PASS ? 0 : thought->move[i].prior;
    }
    for (int i = 0; i < thought->known; i++) {
        struct thought_move const *const move = &thought->move[i];
        int const heat = (int)(255 * sqrt(move->prior / most));
        if (move->at == PASS || move->prior < 0.001)
            continue;
        fprintf(call->reply, "COLOR #%02x30%02x %s\n", heat, 255 - heat,
                point_format(move->at, text));
        if (move->prior >= 0.01)
            fprintf(call->reply, "LABEL %s %.0f\n", text, 100 * move->prior);
    }
    fprintf(call->reply, "TEXT %.0f %% of all probability is in these",
            100 * fmin(sum, 1));
    free(thought);
    return true;
}

/* Arguments: none.  Fails: never.  Returns: the moves that are expected after the last
   one, when it was ours.  Status: ours, of GoGui's type `var'.  */
static bool run_expected(struct call *call)
{
    struct account const *const account = session_account(call->session);
    struct evidence const *const evidence =
        account ? &account->decision.evidence : NULL;
    if (!evidence || !evidence->count ||
        evidence->insight[0].at != account->decision.at)
        return true;
    struct insight const *const insight = &evidence->insight[0];
    if (insight->line_length > 1)
        reply_points(insight->line + 1, insight->line_length - 1, call->reply);
    return true;
}

/* ------------------------------------------------------------ chains */

/* The stones of the chain at P behind COMMAND.  */
static void draw_chain(char const *command, struct board const *board, point p,
                       FILE *out)
{
    fprintf(out, "%s ", command);
    reply_chain(board, p, out);
}

/* What the enemy of the chain at P can do to it by moving first, and its owner about
   that; returns whether there is anything.  */
static bool draw_ladder(struct board const *board, struct chain_reading const *chain,
                        point p, FILE *out)
{
    char text[POINT_TEXT];
    if (chain->attack == FAILS)
        return false;
    draw_chain(chain->rescue == FAILS ? "MARK" : "TRIANGLE", board, p, out);
    if (chain->attack_count)
        fprintf(out, "COLOR red %s\n", point_format(chain->attacks[0].at, text));
    if (chain->rescue != FAILS && chain->rescue_count)
        fprintf(out, "COLOR green %s\n", point_format(chain->rescues[0].at, text));
    return true;
}

/* Arguments: none.  Fails: never.  Returns: GoGui graphics: chains that can be captured
   by reading (ladders and nets among them) with a triangle, those that cannot be saved
   any more crossed out; red where to capture, green where to save.  Status: ours, of
   GoGui's type `gfx'.  */
static bool run_ladders(struct call *call)
{
    struct board const *const board = session_board(call->session);
    struct tactics *const tactics = xmalloc(sizeof *tactics);
    int count = 0;
    tactics_clear(tactics);
    tactics_besiege(tactics, board);
    for (point p = board_first_point(); p; p = board_next_point(board, p)) {
        struct chain_reading const *chain;
        if (board_color(board, p) != EMPTY && board_chain(board, p)->stone == p &&
            (chain = tactics_chain(tactics, p)))
            count += draw_ladder(board, chain, p, call->reply);
    }
    fprintf(call->reply, "TEXT %d %s can be captured", count,
            count == 1 ? "chain" : "chains");
    free(tactics);
    return true;
}

/* clang-format off */
static char const *const territory_menu[] = {"dboard/Territory by search/hishi-territory", NULL};
static char const *const influence_menu[] = {"dboard/Influence/hishi-influence", NULL};
static char const *const search_menu[] = {"gfx/Search for half a second/hishi-search", "gfx/Search for N seconds/hishi-search %s", NULL};
static char const *const candidates_menu[] = {"gfx/Candidates/hishi-candidates", NULL};
static char const *const expected_menu[] = {"var/Expected after my move/hishi-expected", NULL};
static char const *const ladders_menu[] = {"gfx/Ladders/hishi-ladders", NULL};

struct gtp_command const picture_commands[] = {
    {"hishi-candidates", run_candidates, 0, 0, "", "how probable each move is, as a heat map", candidates_menu},
    {"hishi-expected", run_expected, 0, 0, "", "what is expected after the last move, if it was ours", expected_menu},
    {"hishi-influence", run_influence, 0, 0, "", "whose influence each point is in", influence_menu},
    {"hishi-ladders", run_ladders, 0, 0, "", "chains that can be captured, and how", ladders_menu},
    {"hishi-search", run_search, 0, 1, "[SECONDS]", "what a short search sees, drawn", search_menu},
    {"hishi-territory", run_territory, 0, 1, "[SECONDS]", "who owns each point at the end of a search's playouts", territory_menu},
    {0},
};
/* clang-format on */
