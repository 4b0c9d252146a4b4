#include <config.h>

#include "player/sources.h"

#include "books/joseki/joseki_source.h"
#include "books/opening/opening_source.h"
#include "engine/base/datafile.h"
#include "engine/base/provenance.h"
#include "patterns/cases/cases_source.h"
#include "patterns/judge/judge_source.h"
#include "patterns/judge/views.h"
#include "patterns/model/model_source.h"
#include "patterns/playouts/local_source.h"
#include "patterns/shapes/shapes_source.h"
#include "patterns/shapes/window_source.h"
#include "patterns/style/style_source.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <xalloc.h>

#define KIND_model &model_kind
#define KIND_judge &judge_kind
#define KIND_cases &cases_kind
#define KIND_shapes &shapes_kind
#define KIND_windows &window_kind
#define KIND_joseki &joseki_kind
#define KIND_opening &opening_kind
#define KIND_style &style_kind
#define KIND_playouts &local_kind
#define SOURCE_KIND(name, help) KIND_##name,

struct source_kind const *const source_kinds[] = {SOURCE_ROWS(SOURCE_KIND) NULL};

void complaints_add(struct complaints *complaints, struct failure const *why)
{
    for (int i = 0; i < complaints->count; i++)
        if (strcmp(complaints->list[i].text, why->text) == 0)
            return;
    complaints->list = xnrealloc(complaints->list, (size_t)complaints->count + 1,
                                 sizeof *complaints->list);
    complaints->list[complaints->count++] = *why;
}

void complaints_release(struct complaints *complaints)
{
    free(complaints->list);
    *complaints = (struct complaints){0};
}

struct mixture *sources_mixture(struct complaints *complaints)
{
    char path[DATAFILE_PATH];
    struct failure why;
    struct mixture *mixture = NULL;
    if (!datafile_find("mixture.hishi", path, &why) ||
        !(mixture = mixture_open(path, &why)))
        complaints_add(complaints, &why);
    return mixture;
}

struct views *sources_views(struct complaints *complaints)
{
    char path[DATAFILE_PATH], judge[DATAFILE_PATH];
    struct failure why;
    struct views *views = NULL;
    if (!datafile_find("views.hishi", path, NULL) ||
        !datafile_find(judge_kind.data, judge, NULL))
        return NULL;
    if (!provenance_fits(path, judge, &why) || !(views = views_open(path, &why)))
        complaints_add(complaints, &why);
    return views;
}

struct style *sources_style(char const *path, struct failure *why)
{
    char judge[DATAFILE_PATH];
    struct style *const style = style_open(path, why);
    if (!style || !datafile_find(judge_kind.data, judge, NULL) ||
        provenance_fits(path, judge, why))
        return style;
    style_free(style);
    return NULL;
}

/* Was the mixture learnt beside the data that these sources read, but for those that it
   does not weigh?  */
static void check_fit(struct consultation const *consultation,
                      struct complaints *complaints)
{
    char mixture[DATAFILE_PATH], path[DATAFILE_PATH];
    struct failure why;
    if (!datafile_find("mixture.hishi", mixture, NULL))
        return;
    for (int i = 0; source_kinds[i]; i++)
        if (source_kinds[i]->data && !source_kinds[i]->weighs_itself &&
            consultation_find(consultation, source_kinds[i]->name) >= 0 &&
            datafile_find(source_kinds[i]->data, path, NULL) &&
            !provenance_fits(mixture, path, &why))
            complaints_add(complaints, &why);
}

/* KIND with its data, if it can be had.  */
static void add_source(struct consultation *consultation,
                       struct source_kind const *kind, struct complaints *complaints)
{
    char path[DATAFILE_PATH];
    struct failure why;
    struct source source = {.kind = kind};
    bool const there = !kind->data || datafile_find(kind->data, path, &why);
    assert(kind->name && kind->ask && kind->open && kind->drop);
    if (!there && kind->optional)
        return;
    if (!there || !(source.self = kind->open(path, &why))) {
        complaints_add(complaints, &why);
        return;
    }
    if (!consultation_add(consultation, source, &why)) {
        kind->drop(source.self);
        complaints_add(complaints, &why);
    }
}

struct consultation *sources_open(struct mixture const *mixture,
                                  struct complaints *complaints)
{
    struct consultation *const consultation = consultation_new(mixture);
    for (int i = 0; source_kinds[i]; i++)
        add_source(consultation, source_kinds[i], complaints);
    if (mixture)
        check_fit(consultation, complaints);
    return consultation;
}

void sources_weigh(struct consultation *consultation,
                   struct source_weights const *weights)
{
#define WEIGHT_OF(name, help) weights->name,
    double const weight[] = {SOURCE_ROWS(WEIGHT_OF)};
    for (int i = 0; source_kinds[i]; i++) {
        int const voice = consultation_find(consultation, source_kinds[i]->name);
        if (voice >= 0)
            consultation_weigh(consultation, voice, (float)weight[i]);
    }
}
