/* engine/candidate.h -- a list of moves under consideration.

   Every source adds what it would play, with its own weight and evidence; a
   point proposed by several sources is one candidate with several voices.  */
#pragma once

#include "engine/board.h"

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

/* Largest P first; equal P by point, so that the order is always the same.  */
void candidates_sort(struct candidates *candidates);

char const *voice_name(enum voice voice);
