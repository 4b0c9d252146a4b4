/* What the memory of shapes says, in words and in pictures for GoGui. */
#include <config.h>

#include "gtp/reply.h"

#include "patterns/shapes/shapes_source.h"
#include "player/explain.h"

#include <math.h>
#include <stdlib.h>

enum { LISTED = 10 };

/* A candidate of the memory, and its share of all of them.  */
struct remembered {
    point at;
    struct vote vote;
    float share;
};

static int more_often(void const *left, void const *right)
{
    struct remembered const *const a = left, *const b = right;
    if (a->share != b->share)
        return a->share > b->share ? -1 : 1;
    return (a->at > b->at) - (a->at < b->at);
}

/* All candidates of the side to move, the best first; returns how many.  */
static int list_candidates(struct shapes *shapes, struct board const *board,
                           struct remembered list[])
{
    struct vote const *const votes = shapes_votes(shapes, board);
    float sum = 0;
    int count = 0;
    for (point p = board_first_point(); p; p = board_next_point(board, p)) {
        sum += votes[p].rate;
        if (votes[p].known)
            list[count++] = (struct remembered){p, votes[p], votes[p].rate};
    }
    for (int i = 0; i < count; i++)
        list[i].share /= sum;
    qsort(list, (size_t)count, sizeof *list, more_often);
    return count;
}

/* What is remembered of the case NEAR, which is like what was ASKED.  */
static void reply_case(struct shapes *shapes, struct diamond const *asked,
                       struct near_case const *near, FILE *reply)
{
    struct testimony testimony;
    shapes_testify(shapes, asked, near, &testimony);
    explain_testimony(&testimony, reply);
}

static void reply_candidates(struct shapes *shapes, struct board const *board,
                             FILE *reply)
{
    struct remembered list[AREA_MAX];
    int const count = list_candidates(shapes, board, list);
    for (int i = 0; i < count && i < LISTED; i++) {
        struct near_case near[VOTE_CASES];
        struct diamond asked;
        char text[POINT_TEXT];
        fprintf(reply, "%s%s: %.1f %% of its plays", i ? "\n" : "",
                point_format(list[i].at, text), 100 * (double)list[i].share);
        diamond_look(board, list[i].at, (enum color)board->to_move, &asked);
        if (!shapes_nearest(shapes, board, list[i].at, near))
            continue;
        fputs("; ", reply);
        reply_case(shapes, &asked, &near[0], reply);
    }
}

static struct shapes *ask_shapes(struct call *call)
{
    return session_source(call->session, shapes_kind.name, call->why);
}

/* Arguments: optionally a point.  Fails: no memory, or the point is not empty.
   Returns: the nearest cases with their sources, one a line; without a point,
   the best candidates.  Status: ours.  */
static bool run_shapes(struct call *call)
{
    struct shapes *const shapes = ask_shapes(call);
    struct board const *const board = session_board(call->session);
    struct near_case list[VOTE_CASES];
    struct diamond asked;
    point at;
    if (!shapes)
        return false;
    if (!call->args.count) {
        reply_candidates(shapes, board, call->reply);
        return true;
    }
    if (!arguments_point(&call->args, 0, board, &at, call->why))
        return false;
    if (board_color(board, at) != EMPTY)
        return failed(call->why, "there is a stone");
    diamond_look(board, at, (enum color)board->to_move, &asked);
    int const count = shapes_nearest(shapes, board, at, list);
    for (int i = 0; i < count; i++) {
        fputs(i ? "\n" : "", call->reply);
        reply_case(shapes, &asked, &list[i], call->reply);
    }
    return true;
}

/* Arguments: none.  Fails: no memory.  Returns: GoGui graphics, each candidate
   in a colour from blue (hardly ever played) to red.  Status: ours, of GoGui's
   type `gfx'.  */
static bool run_shapes_map(struct call *call)
{
    struct shapes *const shapes = ask_shapes(call);
    struct remembered list[AREA_MAX];
    if (!shapes)
        return false;
    int const count = list_candidates(shapes, session_board(call->session), list);
    for (int i = 0; i < count; i++) {
        char text[POINT_TEXT];
        int const heat = (int)(255 * sqrtf(list[i].share / list[0].share));
        fprintf(call->reply, "COLOR #%02x30%02x %s\n", heat, 255 - heat,
                point_format(list[i].at, text));
    }
    fprintf(call->reply, "TEXT %d candidates", count);
    return true;
}

/* Arguments: a point.  Fails: no memory, or the point is not empty.  Returns:
   GoGui graphics, the stones of the nearest case as ghosts, and what is
   remembered of it.  Status: ours, of GoGui's type `gfx'.  */
static bool run_shapes_ghost(struct call *call)
{
    struct shapes *const shapes = ask_shapes(call);
    struct board const *const board = session_board(call->session);
    struct near_case list[VOTE_CASES];
    struct diamond asked;
    point at;
    if (!shapes || !arguments_point(&call->args, 0, board, &at, call->why))
        return false;
    if (board_color(board, at) != EMPTY)
        return failed(call->why, "there is a stone");
    enum color const color = (enum color)board->to_move;
    diamond_look(board, at, color, &asked);
    if (!shapes_nearest(shapes, board, at, list)) {
        fprintf(call->reply, "TEXT nothing like it");
        return true;
    }
    char text[POINT_TEXT];
    fprintf(call->reply, "CIRCLE %s\nVAR", point_format(at, text));
    for (int bit = 0; bit < DIAMOND_POINTS; bit++) {
        uint64_t const mask = (uint64_t)1 << bit;
        bool const own = list[0].shape.own & mask, opp = list[0].shape.opp & mask;
        if ((own || opp) && !(asked.off & mask))
            fprintf(call->reply, " %c %s", own == (color == BLACK) ? 'b' : 'w',
                    point_format(diamond_point(at, bit), text));
    }
    fprintf(call->reply, "\nTEXT ");
    reply_case(shapes, &asked, &list[0], call->reply);
    return true;
}

/* clang-format off */
static char const *const shapes_menu[] = {
    "string/Remembered Moves/hishi-shapes",
    "string/Nearest Cases/hishi-shapes %p",
    NULL,
};
static char const *const map_menu[] = {"gfx/Remembered Moves Map/hishi-shapes-map", NULL};
static char const *const ghost_menu[] = {"gfx/Nearest Case/hishi-shapes-ghost %p", NULL};

struct gtp_command const shapes_commands[] = {
    {"hishi-shapes", run_shapes, 0, 1, "[POINT]", "the nearest cases in the memory, with sources; without a point, the best candidates", shapes_menu},
    {"hishi-shapes-map", run_shapes_map, 0, 0, "", "candidates of the memory as a heat map", map_menu},
    {"hishi-shapes-ghost", run_shapes_ghost, 1, 1, "POINT", "the nearest case as ghost stones", ghost_menu},
    {0},
};
/* clang-format on */
