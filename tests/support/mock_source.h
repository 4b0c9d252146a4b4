/* tests/support/mock_source.h -- sources for tests: what they propose is a function. */
#pragma once

#include "engine/search/consultation.h"

/* A kind that asks like this at every effort, with log P as its only term.  */
#define MOCK_KIND(called, asks)                                                        \
    {                                                                                  \
        .name = called, .effort = EFFORT_GLANCE, .terms = {"log P"}, .ask = asks       \
    }

/* A consultation of this one source, or of none.  */
static inline struct consultation *mock_consultation(struct source_kind const *kind,
                                                     void *self)
{
    struct consultation *const consultation = consultation_new(NULL);
    struct failure why;
    if (kind)
        assert_true(consultation_add(consultation, (struct source){kind, self}, &why));
    return consultation;
}

/* VOICE finds AT so probable, and everything that it does not name hopeless.  */
static inline void mock_name(struct candidates *candidates, int voice, point at,
                             float p)
{
    candidates_name(candidates, voice, at, p, 1)->term[0] = said_p(p);
}
