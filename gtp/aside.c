#include <config.h>

#include "gtp/aside.h"

#include <poll.h>
#include <string.h>

/* A pipe that is writable takes so many bytes.  */
enum { ASIDE_MAX = 4096 };

void aside_say(FILE *comments, char const *text)
{
    struct pollfd writable = {fileno(comments), POLLOUT, 0};
    if (*text && strlen(text) <= ASIDE_MAX && poll(&writable, 1, 0) == 1 &&
        writable.revents == POLLOUT) {
        fputs(text, comments);
        fflush(comments);
    }
}
