#include <config.h>

#include "gtp/reply.h"

void reply_points(point const list[], int count, FILE *reply)
{
    char text[POINT_TEXT];
    for (int i = 0; i < count; i++)
        fprintf(reply, "%s%s", i ? " " : "", point_format(list[i], text));
}

void reply_chain(struct board const *board, point p, FILE *reply)
{
    char text[POINT_TEXT];
    point q = p;
    do {
        fprintf(reply, "%s%s", q == p ? "" : " ", point_format(q, text));
        q = board->next[q];
    } while (q != p);
    fputc('\n', reply);
}

bool reply_genmove(struct session *session, struct arguments const *args,
                   enum genmove how, FILE *reply, struct failure *why)
{
    enum color color;
    struct decision decision;
    char text[POINT_TEXT];
    if (!arguments_color(args, 0, &color, why) ||
        !session_genmove(session, color, how, &decision, why))
        return false;
    fputs(point_format(decision.at, text), reply);
    return true;
}
