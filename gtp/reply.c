#include <config.h>

#include "gtp/reply.h"

#include "engine/base/printed.h"
#include "gtp/aside.h"
#include "player/explain.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

bool reply_nothing(struct call *call)
{
    (void)call;
    return true;
}

void reply_points(point const list[], int count, FILE *reply)
{
    char text[POINT_TEXT];
    for (int i = 0; i < count; i++)
        fprintf(reply, "%s%s", i ? " " : "", point_format(list[i], text));
}

void reply_chain(struct board const *board, point p, FILE *reply)
{
    assert(board->color[p] == BLACK || board->color[p] == WHITE);
    char text[POINT_TEXT];
    point q = p;
    do {
        fprintf(reply, "%s%s", q == p ? "" : " ", point_format(q, text));
        q = board->next[q];
    } while (q != p);
    fputc('\n', reply);
}

/* ------------------------------------------------------------ paragraphs */

enum { FOLD_AT = 100 };

/* Columns of the first SIZE bytes of TEXT, UTF-8: what has three bytes and more is
   mostly Chinese, and two columns wide.  */
static int columns(char const *text, size_t size)
{
    int sum = 0;
    for (size_t i = 0; i < size; i++) {
        unsigned char const byte = (unsigned char)text[i];
        sum += (byte & 0xC0) == 0x80 ? 0 : byte >= 0xE0 ? 2 : 1;
    }
    return sum;
}

static bool is_table_row(char const *line, size_t length)
{
    size_t const indent = strspn(line, " ");
    return indent < length && memmem(line + indent, length - indent, "  ", 2);
}

/* Bytes of blanks, a word, and the sign behind a number.  */
static size_t word_size(char const *text)
{
    size_t const blanks = strspn(text, " ");
    size_t const size = blanks + strcspn(text + blanks, " \n");
    return strncmp(text + size, " %", 2) == 0
               ? size + 2 + strcspn(text + size + 2, " \n")
               : size;
}

static void fold_line(char const *line, size_t length, FILE *out)
{
    int column = 0;
    for (size_t at = 0, size; at < length; at += size) {
        size_t const blanks = strspn(line + at, " ");
        size = word_size(line + at);
        int const width = columns(line + at, size);
        if (column && column + width > FOLD_AT && !is_table_row(line, length)) {
            fputs("\n  ", out);
            at += blanks;
            size -= blanks;
            column = 2 - (int)blanks;
        }
        fwrite(line + at, 1, size, out);
        column += width;
    }
}

bool reply_folded(struct call *call, gtp_handler *say)
{
    struct printed printed;
    struct call inner = *call;
    inner.reply = printed_begin(&printed);
    bool const done = say(&inner);
    char *const text = printed_end(&printed);
    for (char const *line = text; *line;) {
        size_t const length = strcspn(line, "\n");
        fold_line(line, length, call->reply);
        line += length;
        if (*line)
            fputc(*line++, call->reply);
    }
    free(text);
    return done;
}

/* ------------------------------------------------------------ thoughts */

static bool in_line(struct thought_move const *best, point at)
{
    for (int i = 0; i < best->line_length; i++)
        if (best->line[i] == at)
            return true;
    return false;
}

static void draw_line(enum color color, struct thought_move const *best, FILE *out)
{
    char text[POINT_TEXT];
    fputs("VAR", out);
    for (int i = 0; i < best->line_length; i++, color = opponent(color))
        fprintf(out, " %c %s", color == BLACK ? 'b' : 'w',
                point_format(best->line[i], text));
}

static void draw_others(struct thought const *thought, FILE *out)
{
    enum { DRAWN = 40 };
    struct thought_move const *const best = &thought->move[0];
    char text[POINT_TEXT];
    for (int i = 1, drawn = 0; i < thought->count && drawn < DRAWN; i++)
        if (thought->move[i].at != PASS && !in_line(best, thought->move[i].at))
            fprintf(out, "%s %s %.2f", drawn++ ? "" : "\nINFLUENCE",
                    point_format(thought->move[i].at, text),
                    (double)thought->move[i].visits / best->visits);
}

/* A remembered game in which the best move was played.  */
static void name_game(struct session *session, point at, FILE *out)
{
    struct insight view;
    if (at == PASS)
        return;
    session_insight(session, at, &view);
    for (int i = 0; i < view.testimony_count; i++)
        if (view.testimony[i].precedent_count) {
            fputs("; remembers ", out);
            explain_testimony(&view.testimony[i], out);
            return;
        }
}

void reply_thought(struct session *session, struct thought const *thought, FILE *out)
{
    struct thought_move const *const best = &thought->move[0];
    char text[POINT_TEXT];
    if (!thought->count) {
        fputs("TEXT nothing was searched", out);
        return;
    }
    draw_line(thought->color, best, out);
    draw_others(thought, out);
    fprintf(out, "\nTEXT %s: %.1f %% to win, %+.1f points, %u of %u playouts",
            point_format(best->at, text), 100 * best->win, best->lead, best->visits,
            thought->visits);
    name_game(session, best->at, out);
}

/* ------------------------------------------------------------ live graphics */

bool reply_is_live(struct call const *call)
{
    return session_tuning(call->session)->live_graphics == LIVE_ON;
}

void reply_live(struct call const *call, struct thought const *thought)
{
    struct printed text;
    FILE *const out = printed_begin(&text);
    fputs("gogui-gfx:\n", out);
    reply_thought(call->session, thought, out);
    fputs("\n\n", out);
    char *const said = printed_end(&text);
    aside_say(call->comments, said);
    free(said);
}

void reply_live_end(struct call const *call)
{
    if (reply_is_live(call))
        aside_say(call->comments, "gogui-gfx: CLEAR\n");
}

static void draw_live(void *self, struct thought const *thought)
{
    if (!thought->last && thought->count)
        reply_live(self, thought);
}

bool reply_genmove(struct call *call, enum genmove how)
{
    enum { FIRST_MS = 200 };
    struct observer const observer = {.first_ms = FIRST_MS,
                                      .interval_ms = REPLY_LIVE_MS,
                                      .counts = true,
                                      .look = draw_live,
                                      .self = call};
    bool const live = reply_is_live(call);
    enum color color;
    struct decision decision;
    char text[POINT_TEXT];
    if (!arguments_color(&call->args, 0, &color, call->why))
        return false;
    session_observe(call->session, live ? &observer : NULL);
    bool const decided =
        session_genmove(call->session, color, how, &decision, call->why);
    session_observe(call->session, NULL);
    reply_live_end(call);
    if (decided)
        fputs(point_format(decision.at, text), call->reply);
    return decided;
}
