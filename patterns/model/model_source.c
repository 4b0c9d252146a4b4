#include <config.h>

#include "patterns/model/model_source.h"

#include "patterns/model/prudence.h"

#include <math.h>
#include <stdlib.h>
#include <xalloc.h>

/* Moves of a smaller weight are not worth naming.  */
static float const hopeless = 1e-4f;

struct model_source {
    struct model const *model;
    struct describer *describer;
    struct features features;
    float p[AREA_MAX + 1];
    struct voices const *worth; /* of what the voices say */
    int voice_count;
    struct source voice[MODEL_SOURCE_VOICES];
    struct candidates said;
};

struct model_source *model_source_new(struct model const *model)
{
    struct model_source *const self = xzalloc(sizeof *self);
    self->model = model;
    self->describer = describer_new();
    return self;
}

void model_source_free(struct model_source *self)
{
    if (!self)
        return;
    describer_free(self->describer);
    free(self);
}

void model_source_hear(struct model_source *self, struct source const *voice,
                       struct voices const *worth)
{
    self->worth = worth;
    if (self->voice_count < MODEL_SOURCE_VOICES)
        self->voice[self->voice_count++] = *voice;
}

static void hear(struct model_source *self, struct situation const *situation)
{
    if (!self->voice_count)
        return;
    candidates_clear(&self->said);
    for (int i = 0; i < self->voice_count; i++)
        self->voice[i].propose(self->voice[i].self, situation, &self->said);
    voices_weigh(self->worth, &self->said, &self->features, self->p);
}

static void rate(struct model_source *self, struct situation const *situation)
{
    features_describe(self->describer, model_lexicon(self->model), situation,
                      &self->features);
    model_rate(self->model, &self->features, self->p);
    hear(self, situation);
}

/* What is worth naming of what was rated.  */
static void offer(struct model_source *self, struct candidates *candidates)
{
    prudence_weigh(&self->describer->tactics, &self->features, self->p);
    for (int i = 0; i < self->features.count; i++)
        if (self->p[i] >= hopeless && self->features.list[i].at != PASS)
            candidates_propose(candidates, VOICE_MODEL, self->features.list[i].at,
                               self->p[i], 1);
}

static void propose(void *context, struct situation const *situation,
                    struct candidates *candidates)
{
    struct model_source *const self = context;
    rate(self, situation);
    offer(self, candidates);
}

/* The moves near the last two and those that reading names; of the others so many
   that the probabilities are about right.  */
static void follow(void *context, struct situation const *situation,
                   struct candidates *candidates)
{
    struct model_source *const self = context;
    features_glance(self->describer, model_lexicon(self->model), situation,
                    &self->features);
    model_rate(self->model, &self->features, self->p);
    offer(self, candidates);
}

static void explain_facts(struct move_facts const *facts, FILE *out)
{
    for (uint64_t claims = facts->claims; claims; claims &= claims - 1) {
        enum fact const fact = (enum fact)__builtin_ctzll(claims);
        int const stones = fact_stake(facts, fact);
        fprintf(out, "  reading: %s", fact_name(fact));
        if (stones)
            fprintf(out, " (%d)", stones);
        fputc('\n', out);
    }
}

static void explain_voices(struct model_source const *self, point at, FILE *out)
{
    static struct candidate const unnamed = {.voices = 0};
    if (!self->voice_count)
        return;
    uint16_t const place = self->said.index[at];
    struct candidate const *const said = place ? &self->said.list[place - 1] : &unnamed;
    unsigned const heard = voices_heard(&self->said);
    for (enum voice voice = 0; voice < VOICES; voice++)
        if (heard >> voice & 1)
            fprintf(out, " the voice of %s %+.2f;", voice_name(voice),
                    self->worth->worth[voice][voice_class(said, voice)]);
}

static void explain(void *context, struct situation const *situation, point at,
                    FILE *out)
{
    struct model_source *const self = context;
    int place = -1;

    rate(self, situation);
    for (int i = 0; i < self->features.count; i++)
        if (self->features.list[i].at == at)
            place = i;
    if (place < 0)
        return;
    int rank = 1;
    for (int i = 0; i < self->features.count; i++)
        rank += self->p[i] > self->p[place];
    struct contributions parts;
    char text[POINT_TEXT];
    float const p = self->p[place];
    model_explain(self->model, &self->features.list[place], &parts);
    prudence_weigh(&self->describer->tactics, &self->features, self->p);
    fprintf(out,
            "%s: %.2f %% of strong players' moves, number %d of %d; "
            "to be played %.2f %%\n",
            point_format(at, text), 100 * p, rank, self->features.count,
            100 * self->p[place]);
    fprintf(out, "  weights:");
    for (enum family f = 0; f < FAMILIES; f++)
        if (fabsf(parts.of[f]) >= 0.005f)
            fprintf(out, " %s %+.2f;", family_name(f), parts.of[f]);
    explain_voices(self, at, out);
    fputc('\n', out);
    if (at != PASS)
        explain_facts(&self->describer->tactics.move[at], out);
}

static void *twin(void const *context)
{
    struct model_source const *const self = context;
    struct model_source *const other = model_source_new(self->model);
    other->worth = self->worth;
    other->voice_count = self->voice_count;
    for (int i = 0; i < self->voice_count; i++) {
        struct source *const voice = &other->voice[i];
        *voice = self->voice[i];
        if (voice->twin)
            voice->self = voice->twin(voice->self);
    }
    return other;
}

static void drop(void *context)
{
    struct model_source *const self = context;
    for (int i = 0; i < self->voice_count; i++)
        if (self->voice[i].twin)
            self->voice[i].drop(self->voice[i].self);
    model_source_free(self);
}

struct source model_source_row(struct model_source *self)
{
    return (struct source){
        .name = "model",
        .voice = VOICE_MODEL,
        .propose = propose,
        .follow = follow,
        .explain = explain,
        .twin = twin,
        .drop = drop,
        .self = self,
    };
}
