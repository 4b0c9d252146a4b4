/* What the engine remembers, and where a game is in it.  */
#include <config.h>

#include "gtp/reply.h"

#include "books/joseki/explorer.h"
#include "books/joseki/joseki_source.h"
#include "books/opening/opening_source.h"
#include "books/sequences/query.h"
#include "player/explain.h"
#include "player/recall.h"

#include <math.h>
#include <string.h>

/* The joseki, to be asked about the position on the board; NULL with a reason when
   there are none.  */
static struct joseki_source *ask_joseki(struct call *call, struct situation *situation)
{
    *situation = session_situation(call->session);
    return session_source(call->session, joseki_kind.name, call->why);
}

static bool say_judged_point(struct call *call)
{
    point at;
    return arguments_point(&call->args, 0, session_board(call->session), &at,
                           call->why) &&
           recall_point(call->session, at, call->reply, call->why);
}

/* Arguments: optionally a point.  Fails: there is no judge, or the board is not square.
   Returns: GoGui graphics: who will own each point, and in words who is ahead.  With a
   point: whose it will be, and of a stone the remembered places that look most like it,
   the first drawn beside it.  Status: ours, of GoGui's types `gfx' and `string'.  */
static bool run_judge(struct call *call)
{
    if (call->args.count)
        return reply_folded(call, say_judged_point);
    struct judgement judgement;
    struct board const *const board = session_situation(call->session).board;
    char text[POINT_TEXT];
    if (!session_judge(call->session, &judgement))
        return failed(call->why, "nobody judges this position");
    fprintf(call->reply, "INFLUENCE");
    for (point p = board_first_point(); p; p = board_next_point(board, p))
        fprintf(call->reply, " %s %.2f", point_format(p, text),
                (double)judgement.owner[p]);
    fputs("\nTEXT ", call->reply);
    explain_judgement(&judgement, call->reply);
    return true;
}

enum { TREE_DEPTH = 2 };
static double const tree_least = 0.05;

/* The tree behind the moves that are the arguments.  */
static bool explore_given(struct call *call, struct joseki const *joseki)
{
    struct path path;
    point moves[QUERY_MAX];
    struct board const *const board = session_board(call->session);
    if (board->width != CODE_BOARD || board->height != CODE_BOARD)
        return failed(call->why, "joseki are of boards of %dx%d", CODE_BOARD,
                      CODE_BOARD);
    for (int i = 0; i < call->args.count; i++)
        if (!point_parse(call->args.word[i], CODE_BOARD, CODE_BOARD, &moves[i],
                         call->why))
            return false;
    if (!explorer_seek(joseki, moves, call->args.count, &path, call->why))
        return false;
    fprintf(call->reply, "%u times\n", explorer_node(joseki, &path).reached);
    explorer_write_games(joseki, &path, call->reply);
    explorer_write(joseki, &path, TREE_DEPTH, tree_least, call->reply);
    return true;
}

/* The tree behind the longest sequence that the last move belongs to, if any.  */
static void explore_last(struct joseki const *joseki, struct paths const *paths,
                         FILE *out)
{
    for (int i = 0; paths && i < paths->count; i++) {
        struct path const *const path = &paths->list[i];
        if (path->since != paths->moves || path->length < 3)
            continue;
        explorer_write_games(joseki, path, out);
        explorer_write(joseki, path, TREE_DEPTH, tree_least, out);
        return; /* the oldest is the longest */
    }
}

static bool say_joseki(struct call *call)
{
    struct situation situation;
    struct joseki_source *const source = ask_joseki(call, &situation);
    if (!source)
        return false;
    struct joseki const *const joseki = joseki_source_data(source);
    if (call->args.count)
        return explore_given(call, joseki);
    if (!joseki_source_describe(source, &situation, call->reply))
        fputs("no sequence is in progress", call->reply);
    explore_last(joseki, joseki_source_follow(source, &situation), call->reply);
    return true;
}

/* Arguments: none, or moves in turn by the two colours.  Fails: there is no file of
   joseki; moves are given, and the board is not 19x19, or no sequence begins with them.
   Returns: without arguments a line for each sequence the game is in the middle of:
   where its last move stands, its number, how often it was played, whether it is
   finished, and its usual continuations; then, for the longest that the last move
   belongs to, as for the moves given: games, and the tree of what follows to two moves,
   with times, share (in all, and by years) and result.  Status: ours.  */
static bool run_joseki(struct call *call)
{
    return reply_folded(call, say_joseki);
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

/* What the opening books know here; false with a reason when there are none.  */
static bool ask_books(struct call *call, struct book_reply list[static AREA_MAX + 1],
                      int *count)
{
    struct situation const situation = session_situation(call->session);
    struct book const *book;
    struct opening_source *const source =
        session_source(call->session, opening_kind.name, call->why);
    *count = source ? opening_source_list(source, &situation,
                                          session_komi(call->session), list, &book)
                    : 0;
    return source != NULL;
}

static void tell_reply(struct book_reply const *reply, FILE *out)
{
    char text[POINT_TEXT];
    fprintf(out, "%s", point_format(reply->at, text));
    if (reply->avoid)
        fprintf(out, " avoid");
    else
        fprintf(out, " %.1f %%", 100 * reply->probability);
    if (reply->times)
        fprintf(out, ", played %u times", reply->times);
    if (reply->decided)
        fprintf(out, ", won %.1f %%", 100.0 * reply->wins / reply->decided);
    if (reply->year)
        fprintf(out, ", last in %d", reply->year);
    if (!isnan(reply->loss))
        fprintf(out, ", loses %.1f %%", 100 * reply->loss);
    if (reply->file)
        fprintf(out, ", e.g. %s/%u move %d", reply->file, reply->game, reply->move);
    fprintf(out, "\n");
}

/* Arguments: none.  Fails: there are no opening books.  Returns: a line for each move
   that a book knows here: with what probability it plays it (or that it avoids it), how
   often it was played and won, the last year, what it loses by search, a game of that
   year.  Status: ours.  */
static bool run_book(struct call *call)
{
    struct book_reply list[AREA_MAX + 1];
    int count;
    if (!ask_books(call, list, &count))
        return false;
    if (!count)
        fputs("no book knows this position", call->reply);
    for (int i = 0; i < count; i++)
        tell_reply(&list[i], call->reply);
    return true;
}

/* Arguments: none.  Fails: there are no opening books.  Returns: GoGui graphics: the
   moves of the book with their probabilities in percent, those to avoid crossed out.
   Status: ours, of GoGui's type `gfx'.  */
static bool run_book_gfx(struct call *call)
{
    struct book_reply list[AREA_MAX + 1];
    char text[POINT_TEXT];
    int count, played = 0;
    if (!ask_books(call, list, &count))
        return false;
    while (played < count && !list[played].avoid)
        played++;
    for (int i = 0; i < played; i++)
        fprintf(call->reply, "%s%s %.2f", i ? " " : "INFLUENCE ",
                point_format(list[i].at, text), list[i].probability);
    for (int i = 0; i < played; i++)
        fprintf(call->reply, "%s%s %.0f", i ? " " : "\nLABEL ",
                point_format(list[i].at, text), 100 * list[i].probability);
    for (int i = played; i < count; i++)
        fprintf(call->reply, "%s%s",
                i > played ? " "
                : played   ? "\nMARK "
                           : "MARK ",
                point_format(list[i].at, text));
    fprintf(call->reply, "%sTEXT %d moves in the book, %d to avoid", count ? "\n" : "",
            played, count - played);
    return true;
}

static bool explain_point(struct call *call)
{
    struct insight view;
    struct board before;
    point at;
    struct account const *const account = session_account(call->session);
    char const *const form = call->args.count > 1 ? call->args.word[1] : "";
    if (!arguments_vertex(&call->args, 0, session_board(call->session), &at,
                          call->why) ||
        !session_view(call->session, at, &view, &before, call->why))
        return false;
    if (strcmp(form, "json") == 0)
        explain_json(&view, &before, call->reply);
    else if (strcmp(form, "brief") == 0)
        explain_briefly(&view, account ? &account->decision.evidence : NULL, &before,
                        call->reply);
    else
        explain(&view, account ? &account->decision.evidence : NULL, &before,
                call->reply);
    if (strcmp(form, "detail") == 0)
        session_detail(call->session, at, call->reply);
    return true;
}

static bool explain_last(struct call *call)
{
    FILE *const reply = call->reply;
    struct account const *const account = session_account(call->session);
    struct complaints const *const complaints = session_complaints(call->session);
    if (account)
        recall_explain(call->session, reply);
    else
        fputs("no move of mine was the last one here; name a point to ask about",
              reply);
    for (int i = 0; i < complaints->count; i++)
        fprintf(reply, "\nplays with less than it could: %s", complaints->list[i].text);
    return true;
}

/* For a status bar or for programs: not to be folded.  */
static bool is_one_line(struct call const *call)
{
    return call->args.count > 1 && strcmp(call->args.word[1], "detail") != 0;
}

/* Arguments: none, or a point or pass, and `brief', `detail' or `json'.  Fails: not on
   the board, no legal move.  Returns: why the last move was generated; with a point,
   what is known about playing there: what it does, how many strong players would, which
   games are remembered, what the search found.  Status: ours.  */
static bool run_explain(struct call *call)
{
    if (call->args.count > 1 && strcmp(call->args.word[1], "brief") != 0 &&
        strcmp(call->args.word[1], "detail") != 0 &&
        strcmp(call->args.word[1], "json") != 0)
        return failed(call->why, "after the point: brief, detail or json");
    if (call->args.count)
        return is_one_line(call) ? explain_point(call)
                                 : reply_folded(call, explain_point);
    return reply_folded(call, explain_last);
}

/* clang-format off */
static char const *const explain_menu[] = {
    "string/Explain last move/hishi-explain",
    /* One line, which GoGui puts below the board; more would be a window upon it.  */
    "string/Explain a move/hishi-explain %p brief",
    "string/All about a move/hishi-explain %p",
    "string/Features of a move/hishi-explain %p detail",
    NULL,
};
static char const *const joseki_menu[] = {"string/Joseki in progress/hishi-joseki", NULL};
static char const *const book_menu[] = {"string/Opening book/hishi-book", NULL};
static char const *const book_gfx_menu[] = {"gfx/Opening book moves/hishi-book-gfx", NULL};
static char const *const joseki_gfx_menu[] = {"gfx/Joseki continuations/hishi-joseki-gfx", NULL};
static char const *const judge_menu[] = {
    "gfx/Judge: who will own what/hishi-judge",
    "string/Judge a point/hishi-judge %p",
    NULL,
};

struct gtp_command const knowledge_commands[] = {
    {"hishi-book", run_book, 0, 0, "", "what the opening books know here", book_menu},
    {"hishi-book-gfx", run_book_gfx, 0, 0, "", "the same, as GoGui graphics", book_gfx_menu},
    {"hishi-explain", run_explain, 0, 2, "[VERTEX [brief|detail|json]]", "why the last move was played, or what is known about one", explain_menu},
    {"hishi-joseki", run_joseki, 0, QUERY_MAX, "[VERTEX...]", "the sequences the game is in the middle of, or that begin so, as a tree", joseki_menu},
    {"hishi-joseki-gfx", run_joseki_gfx, 0, 0, "", "what continues them, as GoGui graphics", joseki_gfx_menu},
    {"hishi-judge", run_judge, 0, 1, "[POINT]", "who will own what, at one look, as GoGui graphics; of a point, from which remembered places that view comes", judge_menu},
    {0},
};
/* clang-format on */
