/* What the engine remembers, and where a game is in it.  */
#include <config.h>

#include "gtp/reply.h"

#include "books/joseki/joseki_source.h"

/* The joseki, to be asked about the position on the board; NULL with a reason when
   there are none.  */
static struct joseki_source *ask_joseki(struct call *call, struct situation *situation)
{
    struct joseki_source *const source = session_joseki(call->session, situation);
    if (!source)
        failed(call->why, "no joseki: joseki.hishi was not found, or is damaged");
    return source;
}

/* Arguments: none.  Fails: there is no file of joseki.  Returns: a line for each
   sequence the game is in the middle of: where its last move stands, its number,
   how often it was played, whether it is finished, and its usual continuations.
   Status: ours.  */
static bool run_joseki(struct call *call)
{
    struct situation situation;
    struct joseki_source *const source = ask_joseki(call, &situation);
    if (source)
        joseki_source_describe(source, &situation, call->reply);
    return source != NULL;
}

/* Arguments: none.  Fails: there is no file of joseki.  Returns: GoGui graphics:
   the continuations with their probabilities in percent, colored by them, and
   the best in words.  Status: ours, of GoGui's type `gfx'.  */
static bool run_joseki_gfx(struct call *call)
{
    struct situation situation;
    struct joseki_source *const source = ask_joseki(call, &situation);
    if (!source)
        return false;
    char text[POINT_TEXT];
    struct proposal list[AREA_MAX];
    int const count = joseki_source_list(source, &situation, list);
    if (count) {
        fprintf(call->reply, "INFLUENCE");
        for (int i = 0; i < count; i++)
            fprintf(call->reply, " %s %.2f", point_format(list[i].at, text), list[i].p);
        fprintf(call->reply, "\nLABEL");
        for (int i = 0; i < count; i++)
            fprintf(call->reply, " %s %.0f", point_format(list[i].at, text),
                    100 * list[i].p);
        fprintf(call->reply, "\nTEXT %s continues a sequence of %d moves",
                point_format(list[0].at, text), list[0].length);
    } else {
        fprintf(call->reply, "TEXT no sequence to continue");
    }
    return true;
}

/* Arguments: point or pass.  Fails: not on the board.  Returns: what every source
   knows about that move: its probability, the weights that made it, what reading
   claims, and why it would be illegal.  Status: ours.  */
static bool run_explain(struct call *call)
{
    point at;
    if (!arguments_vertex(&call->args, 0, session_board(call->session), &at, call->why))
        return false;
    session_explain(call->session, at, call->reply);
    return true;
}

/* clang-format off */
static char const *const explain_menu[] = {"string/Explain a move/hishi-explain %p", NULL};
static char const *const joseki_menu[] = {"string/Joseki in progress/hishi-joseki", NULL};
static char const *const joseki_gfx_menu[] = {"gfx/Joseki continuations/hishi-joseki-gfx", NULL};

struct gtp_command const knowledge_commands[] = {
    {"hishi-explain", run_explain, 1, 1, "VERTEX", "all that is known about playing there", explain_menu},
    {"hishi-joseki", run_joseki, 0, 0, "", "the sequences the game is in the middle of", joseki_menu},
    {"hishi-joseki-gfx", run_joseki_gfx, 0, 0, "", "what continues them, as GoGui graphics", joseki_gfx_menu},
    {0},
};
/* clang-format on */
