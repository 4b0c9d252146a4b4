#include <config.h>

#include "gtp/dialect.h"

#include "player/explain.h"
#include "player/session.h"

#include <inttypes.h>
#include <math.h>

/* How many candidates are told of, in the order of the thought.  */
static int count_shown(struct dialect const *dialect, struct moment const *moment)
{
    struct thought const *const thought = moment->thought;
    int const most = moment->wish->max_moves;
    int count = thought->count;
    if (dialect->moves && count > dialect->moves)
        count = dialect->moves;
    if (count < moment->wish->min_moves)
        count = moment->wish->min_moves < thought->known ? moment->wish->min_moves
                                                         : thought->known;
    return count < most ? count : most;
}

/* What the chance to win is surely (19 times of 20) no lower than.  */
static double lower_bound(struct thought_move const *move)
{
    double const win = move->win, n = (double)move->visits;
    double const deviation = n > 0 ? sqrt((win * (1 - win) + 0.25 / n) / n) : 1;
    return fmax(win - 1.96 * deviation, 0);
}

static void put_line(struct thought_move const *move, FILE *out)
{
    char text[POINT_TEXT];
    for (int i = 0; i < move->line_length; i++)
        fprintf(out, "%s%s", i ? " " : "", point_format(move->line[i], text));
}

/* ------------------------------------------------------------ lz and kata */

/* A chance, between blanks.  */
static void put_chance(struct dialect const *dialect, char const *key, double chance,
                       FILE *out)
{
    if (dialect->decimal)
        fprintf(out, "%s %.6f ", key, chance);
    else
        fprintf(out, "%s %ld ", key, lrint(10000 * chance));
}

/* LizzieYzy and q5Go read scoreMean, the latter only beside scoreStdev; others
   scoreLead.  */
static void put_score(double mean, double spread, FILE *out)
{
    fprintf(out, "scoreMean %.3f scoreStdev %.3f scoreLead %.3f ", mean, spread, mean);
}

static void put_visits(char const *key, struct thought_move const *move, FILE *out)
{
    fprintf(out, " %s", key);
    for (int i = 0; i < move->line_length; i++)
        fprintf(out, " %" PRIu32, move->line_visits[i]);
}

static void put_move(struct dialect const *dialect, struct live_wish const *wish,
                     struct thought_move const *move, int order, FILE *out)
{
    char text[POINT_TEXT];
    fprintf(out, "%sinfo move %s visits %" PRIu32 " ", order ? " " : "",
            point_format(move->at, text), move->visits);
    put_chance(dialect, "winrate", move->win, out);
    put_chance(dialect, "prior", fmin(move->prior, 1), out);
    put_chance(dialect, "lcb", lower_bound(move), out);
    put_score(move->lead, move->spread, out);
    fprintf(out, "order %d pv ", order);
    put_line(move, out);
    if (wish->line_visits)
        put_visits("pvVisits", move, out);
    if (wish->edge_visits)
        put_visits("pvEdgeVisits", move, out);
}

static void put_root(struct dialect const *dialect, struct thought const *thought,
                     FILE *out)
{
    fprintf(out, " rootInfo visits %" PRIu32 " ", thought->visits);
    put_chance(dialect, "winrate", thought->win, out);
    fprintf(out, "scoreLead %.3f scoreStdev %.3f", thought->score, thought->spread);
}

/* Row by row from the top, as one looks at a board.  */
static point point_seen(struct board const *board, int i)
{
    return point_at(1 + i % board->width, board->height - i / board->width);
}

static void put_owners(struct board const *board, struct thought const *thought,
                       FILE *out)
{
    for (int i = 0; i < board->width * board->height; i++)
        fprintf(out, " %.3f", (double)thought->owner[point_seen(board, i)]);
}

static void put_info(struct dialect const *dialect, struct moment const *moment,
                     FILE *out)
{
    int const count = count_shown(dialect, moment);
    for (int i = 0; i < count; i++)
        put_move(dialect, moment->wish, &moment->thought->move[i], i, out);
    if (moment->wish->root)
        put_root(dialect, moment->thought, out);
    if (moment->wish->owners) {
        fputs(" ownership", out);
        put_owners(session_board(moment->session), moment->thought, out);
    }
}

/* ------------------------------------------------------------ cgos */

/* The line without the move itself, which the viewer puts before it.  */
static void put_cgos_move(struct thought_move const *move, FILE *out)
{
    char text[POINT_TEXT];
    fprintf(out,
            "{\"move\": \"%s\", \"winrate\": %.4f, \"score\": %.2f, \"prior\": %.4f, "
            "\"visits\": %" PRIu32 ", \"pv\": \"",
            point_format(move->at, text), move->win, move->lead, fmin(move->prior, 1),
            move->visits);
    for (int i = 1; i < move->line_length; i++)
        fprintf(out, "%s%s", i > 1 ? " " : "", point_format(move->line[i], text));
    fputs("\"}", out);
}

static void put_cgos(struct dialect const *dialect, struct moment const *moment,
                     FILE *out)
{
    static char const digits[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+";
    struct thought const *const thought = moment->thought;
    struct board const *const board = session_board(moment->session);
    int const count = count_shown(dialect, moment);
    fprintf(out,
            "{\"winrate\": %.4f, \"score\": %.2f, \"visits\": %" PRIu32
            ", \"moves\": [",
            thought->win, thought->score, thought->visits);
    for (int i = 0; i < count; i++) {
        fputs(i ? ", " : "", out);
        put_cgos_move(&thought->move[i], out);
    }
    fputs("], \"ownership\": \"", out);
    for (int i = 0; i < board->width * board->height; i++) {
        float const owner = thought->owner[point_seen(board, i)];
        fputc(digits[lrintf((owner + 1) / 2 * (float)(sizeof digits - 2))], out);
    }
    fputs("\"}", out);
}

/* ------------------------------------------------------------ hishi */

/* What the sources say, and what the search has found by now.  */
static void put_evidence(struct moment const *moment, struct thought_move const *move,
                         FILE *out)
{
    struct insight view;
    session_insight(moment->session, move->at, &view);
    view.visits = move->visits;
    view.win = move->win;
    view.lead = move->lead;
    view.line_length = move->line_length < LINE_MOVES ? move->line_length : LINE_MOVES;
    for (int i = 0; i < view.line_length; i++)
        view.line[i] = move->line[i];
    explain_json(&view, session_board(moment->session), out);
}

static void put_hishi(struct dialect const *dialect, struct moment const *moment,
                      FILE *out)
{
    struct thought const *const thought = moment->thought;
    struct board const *const board = session_board(moment->session);
    int const count = count_shown(dialect, moment);
    bool first = true;
    fprintf(out,
            "{\"color\": \"%s\", \"playouts\": %ld, \"visits\": %" PRIu32
            ", \"seconds\": %.2f, \"win\": %.4f, \"score\": %.2f, \"spread\": %.2f",
            color_name(moment->wish->color), thought->playouts, thought->visits,
            thought->used_ms / 1000, thought->win, thought->score, thought->spread);
    fputs(", \"moves\": [", out);
    for (int i = 0; i < count; i++)
        if (thought->move[i].at != PASS) {
            fputs(first ? "" : ", ", out);
            put_evidence(moment, &thought->move[i], out);
            first = false;
        }
    fputs("]", out);
    for (int i = 0; moment->wish->owners && i < board->width * board->height; i++)
        fprintf(out, "%s%.3f", i ? ", " : ", \"ownership\": [",
                (double)thought->owner[point_seen(board, i)]);
    fputs(moment->wish->owners ? "]}" : "}", out);
}

/* ------------------------------------------------------------ the rows */

struct dialect const dialect_lz = {.put = put_info};
struct dialect const dialect_kata = {.decimal = true, .more = true, .put = put_info};
struct dialect const dialect_cgos = {.ends = true, .moves = 10, .put = put_cgos};
struct dialect const dialect_hishi = {.more = true, .moves = 6, .put = put_hishi};
