/* engine/search/candidate.h -- a list of moves under consideration.

   Every source adds what it would play, with its own weight and evidence; a
   point proposed by several sources is one candidate with several voices.  A
   source that the model has not heard when it learnt may also say how much more
   probable a move is than the model finds it.  */
#pragma once

#include "engine/go/situation.h"

/* Who proposes.  A row here is a voice in every candidate.  */
enum voice {
    VOICE_SHAPES,
    VOICE_WINDOW,
    VOICE_JOSEKI,
    VOICE_OPENING,
    VOICE_TACTICS,
    VOICE_MODEL,
    VOICES
};

struct candidate {
    point at;
    uint8_t voices;       /* bit v: voice v proposed it */
    float weight[VOICES]; /* what voice v gave it, a probability in its own view */
    float alike[VOICES];  /* 0..1: how like the remembered case the situation is */
    float raise;          /* logarithm of the factor on what they gave it */
    float p;              /* the mixed P(move), once somebody has mixed */
};

struct candidates {
    int count;
    struct candidate list[AREA_MAX + 1];
    uint16_t index[POINTS]; /* 1 + place in LIST, 0 for not a candidate */
};

void candidates_clear(struct candidates *candidates);

/* The candidate AT, added without voices if it was not there.  */
struct candidate *candidates_at(struct candidates *candidates, point at);

/* VOICE proposes AT.  */
void candidates_propose(struct candidates *candidates, enum voice voice, point at,
                        float weight, float alike);

/* AT is more probable than the others say, by the factor whose natural logarithm
   is RAISE; less, when that is below 0.  Before or after they have spoken.  */
void candidates_raise(struct candidates *candidates, point at, float raise);

/* Fill in P, which need not sum to 1: what the model says or, without it, what
   all voices say together; raised.  */
void candidates_mix(struct candidates *candidates);

/* Largest P first; equal P by point, so that the order is always the same.  */
void candidates_sort(struct candidates *candidates);

char const *voice_name(enum voice voice);
