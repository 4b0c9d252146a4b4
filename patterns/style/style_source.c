#include <config.h>

#include "patterns/style/style_source.h"

#include "patterns/style/traits.h"

#include <math.h>
#include <stdlib.h>
#include <xalloc.h>

struct style_source {
    struct style *style;         /* of the first; NULL: none is worn */
    struct style_source *first;  /* itself, or whose twin it is */
    struct trait_reader *reader; /* NULL until it is needed */
};

static struct style_source *make(struct style_source *first)
{
    struct style_source *const self = xzalloc(sizeof *self);
    self->first = first ? first : self;
    return self;
}

static void *open_source(char const *path, struct failure *why)
{
    (void)path;
    (void)why;
    return make(NULL);
}

static void *twin(void const *context)
{
    struct style_source const *const self = context;
    return make(self->first);
}

static void drop(void *context)
{
    struct style_source *const self = context;
    trait_reader_free(self->reader);
    style_free(self->style);
    free(self);
}

void style_source_wear(struct style_source *source, struct style *style)
{
    style_free(source->first->style);
    source->first->style = style;
}

struct style const *style_source_worn(struct style_source const *source)
{
    return source->first->style;
}

/* Ready to tell traits in QUESTION.  */
static struct trait_reader *read_traits(struct style_source *self,
                                        struct question const *question)
{
    if (!self->reader)
        self->reader = trait_reader_new();
    trait_reader_set(self->reader, &question->situation, question->facts);
    return self->reader;
}

static void ask(void *context, struct question const *question, int voice,
                struct candidates *candidates)
{
    struct style_source *const self = context;
    struct style const *const style = self->first->style;
    if (!style)
        return;
    struct trait_reader *const reader = read_traits(self, question);
    int const stage = stage_of(question->situation.board);
    for (int i = 0; i < candidates->count; i++) {
        struct candidate const *const candidate = &candidates->list[i];
        float const standing = style_standing(candidates, candidate);
        uint32_t traits[TRAITS_MAX];
        if (standing <= 0)
            continue;
        int const count = trait_reader_list(reader, candidate->at, traits);
        float const sum =
            style_sum(style, traits, count) +
            style_view(style_facts(style), stage, question->seer, candidate->at);
        float const raise = style_raise(style_facts(style), stage, sum, standing);
        float const his = expf(standing + raise) * style_least;
        candidates_name(candidates, voice, candidate->at, fminf(his, 1), 1)->term[0] =
            raise;
    }
}

struct source_kind const style_kind = {
    .name = "style",
    .weighs_itself = true,
    .effort = EFFORT_FULL,
    .terms = {"raise"},
    .open = open_source,
    .ask = ask,
    .twin = twin,
    .drop = drop,
};
