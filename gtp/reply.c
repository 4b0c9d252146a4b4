#include <config.h>

#include "gtp/reply.h"

#include <assert.h>

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

bool reply_genmove(struct call *call, enum genmove how)
{
    enum color color;
    struct decision decision;
    char text[POINT_TEXT];
    if (!arguments_color(&call->args, 0, &color, call->why) ||
        !session_genmove(call->session, color, how, &decision, call->why))
        return false;
    fputs(point_format(decision.at, text), call->reply);
    return true;
}
