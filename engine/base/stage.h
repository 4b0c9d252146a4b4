/* engine/base/stage.h -- telling whoever waits what is being done.

   A library does not print; work that takes long is handed a listener and tells it
   the name of each stage and how far that is.  */
#pragma once

#include <stdint.h>

struct listener {
    /* STAGE is a few words as "sorting moves"; DONE of TOTAL, 0 of 0 when nobody
       can say.  Cheap enough to be called for every game.  */
    void (*tell)(void *context, char const *stage, uint64_t done, uint64_t total);
    void *context;
};

/* LISTENER may be NULL.  */
static inline void tell_stage(struct listener const *listener, char const *stage,
                              uint64_t done, uint64_t total)
{
    if (listener)
        listener->tell(listener->context, stage, done, total);
}
