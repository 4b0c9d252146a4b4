#include <config.h>

#include "patterns/model/model_source.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <xalloc.h>

struct model_source {
    struct model const *model;
    struct model *owned; /* by the first; NULL in a twin */
    struct describer *describer;
    struct features features;
    float p[AREA_MAX + 1];
};

void *model_source_new(struct model const *model)
{
    struct model_source *const self = xzalloc(sizeof *self);
    self->model = model;
    self->describer = describer_new();
    return self;
}

static void *open_model(char const *path, struct failure *why)
{
    struct model *const model = model_open(path, why);
    struct model_source *const self = model ? model_source_new(model) : NULL;
    if (self)
        self->owned = model;
    return self;
}

static void *twin(void const *context)
{
    struct model_source const *const self = context;
    return model_source_new(self->model);
}

static void drop(void *context)
{
    struct model_source *const self = context;
    describer_free(self->describer);
    model_free(self->owned);
    free(self);
}

static void rate(struct model_source *self, struct question const *question)
{
    self->describer->read = question->facts;
    (question->effort == EFFORT_GLANCE ? features_glance : features_describe)(
        self->describer, model_lexicon(self->model), &question->situation,
        &self->features);
    model_rate(self->model, &self->features, self->p);
}

static void ask(void *context, struct question const *question, int voice,
                struct candidates *candidates)
{
    struct model_source *const self = context;
    rate(self, question);
    for (int i = 0; i < self->features.count; i++) {
        struct move_features const *const move = &self->features.list[i];
        if (move->at == PASS)
            continue;
        struct opinion *const opinion =
            candidates_name(candidates, voice, move->at, self->p[i], 1);
        opinion->term[0] = said_p(self->p[i]);
        candidates_at(candidates, move->at)->stands = features_stand(move);
    }
}

/* What each family of features added to the move's weight.  */
static void detail(void *context, struct question const *question, point at, FILE *out)
{
    struct model_source *const self = context;
    struct contributions parts;
    rate(self, question);
    for (int i = 0; i < self->features.count; i++) {
        if (self->features.list[i].at != at)
            continue;
        model_explain(self->model, &self->features.list[i], &parts);
        fprintf(out, "  weights:");
        for (enum family f = 0; f < FAMILIES; f++)
            if (fabsf(parts.of[f]) >= 0.005f)
                fprintf(out, " %s %+.2f;", family_name(f), (double)parts.of[f]);
        fputc('\n', out);
    }
}

struct source_kind const model_kind = {
    .name = "model",
    .data = "model.hishi",
    .effort = EFFORT_GLANCE,
    .terms = {"log P"},
    .open = open_model,
    .ask = ask,
    .detail = detail,
    .twin = twin,
    .drop = drop,
};
