/* What the casebook says, in words and in pictures for GoGui. */
#include <config.h>

#include "gtp/reply.h"

#include "patterns/cases/cases_source.h"
#include "player/explain.h"

#include <math.h>
#include <stdlib.h>
#include <xalloc.h>

enum { LISTED = 10, NEAREST = 8 };

static struct casebook const *ask_casebook(struct call *call)
{
    struct cases_source const *const self =
        session_source(call->session, cases_kind.name, call->why);
    return self ? cases_source_book(self) : NULL;
}

static int more_often(void const *left, void const *right)
{
    struct case_vote const *const a = left, *const b = right;
    if (a->rate != b->rate)
        return a->rate > b->rate ? -1 : 1;
    return (a->at > b->at) - (a->at < b->at);
}

/* All moves of which the casebook knows at least the surroundings next to them, the
   best first; to be freed.  */
static struct case_votes *take_votes(struct casebook const *book,
                                     struct situation const *situation)
{
    struct case_votes *const votes = xmalloc(sizeof *votes);
    struct case_views *const views = xnmalloc(AREA_MAX, sizeof *views);
    int known = 0;
    case_votes_take(book, situation, votes, views);
    for (int i = 0; i < votes->count; i++)
        if (votes->list[i].chain.known)
            votes->list[known++] = votes->list[i];
    votes->count = known;
    qsort(votes->list, (size_t)known, sizeof *votes->list, more_often);
    free(views);
    return votes;
}

static void reply_case(struct casebook const *book, struct case_evidence const *row,
                       FILE *reply)
{
    struct testimony testimony;
    cases_testify(book, row, &testimony);
    explain_testimony(&testimony, reply);
}

/* The empty point that the call is about.  */
static bool read_empty_point(struct call *call, point *at)
{
    struct board const *const board = session_board(call->session);
    return arguments_point(&call->args, 0, board, at, call->why) &&
           (board_color(board, *at) == EMPTY || failed(call->why, "there is a stone"));
}

/* ---------------------------------------------------------------- in words */

static void reply_candidates(struct casebook const *book,
                             struct situation const *situation, FILE *reply)
{
    struct case_votes *const votes = take_votes(book, situation);
    if (!votes->count)
        fputs("nothing like it is remembered", reply);
    for (int i = 0; i < votes->count && i < LISTED; i++) {
        struct case_evidence nearest;
        char text[POINT_TEXT];
        fprintf(reply, "%s%s: %.1f %% of its plays", i ? "\n" : "",
                point_format(votes->list[i].at, text),
                100 * (double)votes->list[i].rate);
        if (!case_evidence(book, situation, votes->list[i].at, 1, &nearest))
            continue;
        fputs("; ", reply);
        reply_case(book, &nearest, reply);
    }
    free(votes);
}

static bool say_shapes(struct call *call)
{
    struct casebook const *const book = ask_casebook(call);
    struct situation const situation = session_situation(call->session);
    struct case_evidence list[NEAREST];
    point at;
    if (!book)
        return false;
    if (!call->args.count) {
        reply_candidates(book, &situation, call->reply);
        return true;
    }
    if (!read_empty_point(call, &at))
        return false;
    int const count = case_evidence(book, &situation, at, NEAREST, list);
    if (!count)
        fputs("nothing like it is remembered", call->reply);
    for (int i = 0; i < count; i++) {
        fputs(i ? "\n" : "", call->reply);
        reply_case(book, &list[i], call->reply);
    }
    return true;
}

/* Arguments: optionally a point.  Fails: no casebook, or the point is not empty.
   Returns: the nearest cases with their sources, one a paragraph; without a point,
   the best candidates.  Status: ours.  */
static bool run_shapes(struct call *call)
{
    return reply_folded(call, say_shapes);
}

/* ---------------------------------------------------------------- in pictures */

static void reply_heat(point at, float share, FILE *reply)
{
    char text[POINT_TEXT];
    int const heat = (int)(255 * share);
    fprintf(reply, "COLOR #%02x30%02x %s\n", heat, 255 - heat, point_format(at, text));
}

/* Arguments: none.  Fails: no casebook.  Returns: GoGui graphics, each candidate
   in a colour from red (played most) to blue (a hundredth of that), with per cent from
   1 on; what is rarer is only counted.  Status: ours, of GoGui's type `gfx'.  */
static bool run_shapes_map(struct call *call)
{
    static float const decades = 2;
    struct casebook const *const book = ask_casebook(call);
    struct situation const situation = session_situation(call->session);
    if (!book)
        return false;
    struct case_votes *const votes = take_votes(book, &situation);
    int drawn = 0;
    for (; drawn < votes->count; drawn++) {
        struct case_vote const *const vote = &votes->list[drawn];
        char text[POINT_TEXT];
        float const heat = 1 + log10f(vote->rate / votes->list[0].rate) / decades;
        if (!(heat >= 0))
            break;
        reply_heat(vote->at, heat, call->reply);
        if (vote->rate >= 0.01f)
            fprintf(call->reply, "LABEL %s %.0f\n", point_format(vote->at, text),
                    100 * (double)vote->rate);
    }
    fprintf(call->reply,
            "TEXT %d candidates, in per cent of their plays; %d rarer ones", drawn,
            votes->count - drawn);
    free(votes);
    return true;
}

/* A case, and one with something to be like.  */
static bool has_stones(struct case_evidence const *row)
{
    return row->level == LEVEL_RING4 &&
           (row->vicinity.diamond.own | row->vicinity.diamond.opp);
}

/* Arguments: none.  Fails: no casebook.  Returns: GoGui graphics, for each
   candidate near stones how like its nearest case is, in per cent, from blue (90 or
   less) to red (the same).  Status: ours, of GoGui's type `gfx'.  */
static bool run_shapes_alike(struct call *call)
{
    static float const cold = 0.9f;
    struct casebook const *const book = ask_casebook(call);
    struct situation const situation = session_situation(call->session);
    if (!book)
        return false;
    struct case_votes *const votes = take_votes(book, &situation);
    int count = 0;
    for (int i = 0; i < votes->count; i++) {
        struct case_evidence nearest;
        char text[POINT_TEXT];
        point const at = votes->list[i].at;
        if (!case_evidence(book, &situation, at, 1, &nearest) || !has_stones(&nearest))
            continue;
        reply_heat(at, fmaxf(0, nearest.alike - cold) / (1 - cold), call->reply);
        fprintf(call->reply, "LABEL %s %.0f\n", point_format(at, text),
                100 * (double)nearest.alike);
        count++;
    }
    fprintf(call->reply,
            "TEXT %d points near stones, in per cent: how like their nearest cases",
            count);
    free(votes);
    return true;
}

/* A point where the case has something else than the board, and what.  */
struct difference {
    point at;
    enum color there;
    bool taken; /* by a stone on the board */
};

static int list_differences(struct board const *board, point at,
                            struct vicinity const *vicinity,
                            struct difference list[DIAMOND_POINTS])
{
    struct diamond const *const diamond = &vicinity->diamond;
    enum color const own = (enum color)board->to_move;
    int count = 0;
    for (int bit = 0; bit < DIAMOND_POINTS; bit++) {
        uint64_t const mask = (uint64_t)1 << bit;
        enum color const there = diamond->own & mask   ? own
                                 : diamond->opp & mask ? opponent(own)
                                                       : EMPTY;
        if (!(diamond->off & mask) &&
            board_color(board, diamond_point(at, bit)) != there)
            list[count++] = (struct difference){
                .at = diamond_point(at, bit),
                .there = there,
                .taken = board_color(board, diamond_point(at, bit)) != EMPTY,
            };
    }
    return count;
}

/* Ghost stones where the case has stones and the board none, crosses on stones that it
   does not have or has in the other colour.  GoGui numbers ghost stones like a
   sequence, so their labels are emptied, in quotes as it splits. */
static void reply_differences(struct difference const list[], int count, FILE *reply)
{
    static char const *const marks[] = {"VAR", "LABEL", "MARK"};
    for (int mark = 0; mark < 3; mark++) {
        bool begun = false;
        for (int i = 0; i < count; i++) {
            char text[POINT_TEXT];
            if ((mark == 2) != list[i].taken)
                continue;
            fprintf(reply, "%s%s%s%s", begun ? "" : marks[mark],
                    mark                     ? " "
                    : list[i].there == BLACK ? " b "
                                             : " w ",
                    point_format(list[i].at, text), mark == 1 ? " \"\"" : "");
            begun = true;
        }
        fputs(begun ? "\n" : "", reply);
    }
}

/* As much as a status bar holds; what may be cut off comes last.  */
static void reply_in_brief(struct casebook const *book, struct case_evidence const *row,
                           FILE *reply)
{
    struct testimony testimony;
    cases_testify(book, row, &testimony);
    fprintf(reply, "TEXT %.0f %% alike", 100 * (double)testimony.alike);
    if (testimony.precedent_count)
        fprintf(reply, ": %s/%u move %d", testimony.precedent[0].file,
                testimony.precedent[0].number, testimony.precedent[0].move);
    fprintf(reply, "; played %u of %u", testimony.played, testimony.seen);
    if (testimony.decided)
        fprintf(reply, ", won %.0f %%", 100.0 * testimony.won / testimony.decided);
}

/* Arguments: a point.  Fails: no casebook, or the point is not empty.  Returns:
   GoGui graphics, what the nearest case has otherwise than the board, as ghost stones
   and crosses, and what is remembered of it in a short line.  Status: ours, of GoGui's
   type `gfx'.  */
static bool run_shapes_ghost(struct call *call)
{
    struct casebook const *const book = ask_casebook(call);
    struct board const *const board = session_board(call->session);
    struct situation const situation = session_situation(call->session);
    struct difference list[DIAMOND_POINTS];
    struct case_evidence nearest;
    char text[POINT_TEXT];
    point at;
    if (!book || !read_empty_point(call, &at))
        return false;
    if (!case_evidence(book, &situation, at, 1, &nearest) ||
        nearest.level < LEVEL_RING4) {
        fprintf(call->reply, "TEXT nothing like it is remembered");
        return true;
    }
    fprintf(call->reply, "CIRCLE %s\n", point_format(at, text));
    reply_differences(list, list_differences(board, at, &nearest.vicinity, list),
                      call->reply);
    reply_in_brief(book, &nearest, call->reply);
    return true;
}

/* clang-format off */
static char const *const shapes_menu[] = {
    "string/Remembered Moves/hishi-shapes",
    "string/Nearest Cases/hishi-shapes %p",
    NULL,
};
static char const *const map_menu[] = {"gfx/Remembered Moves Map/hishi-shapes-map", NULL};
static char const *const alike_menu[] = {"gfx/How Alike/hishi-shapes-alike", NULL};
static char const *const ghost_menu[] = {"gfx/Nearest Case/hishi-shapes-ghost %p", NULL};

struct gtp_command const shapes_commands[] = {
    {"hishi-shapes", run_shapes, 0, 1, "[POINT]", "the nearest cases in the memory, with sources; without a point, the best candidates", shapes_menu},
    {"hishi-shapes-map", run_shapes_map, 0, 0, "", "candidates of the memory as a heat map", map_menu},
    {"hishi-shapes-alike", run_shapes_alike, 0, 0, "", "how like the nearest case of each candidate is, as a heat map", alike_menu},
    {"hishi-shapes-ghost", run_shapes_ghost, 1, 1, "POINT", "where the nearest case differs from the board, as ghost stones and crosses", ghost_menu},
    {0},
};
/* clang-format on */
