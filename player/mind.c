#include <config.h>

#include "player/mind.h"

#include "books/opening/opening_source.h"
#include "patterns/judge/views.h"
#include "patterns/playouts/local_policy.h"
#include "patterns/style/style_source.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <xalloc.h>

struct mind {
    uint64_t seed;
    struct complaints complaints;
    struct mixture *mixture; /* or NULL */
    struct consultation *consultation;
    struct views *views;         /* or NULL */
    struct local_policy *policy; /* or NULL: then playouts draw evenly */
    struct player *player;
    struct search *search;       /* NULL until it is needed */
    struct lookahead *lookahead; /* the same */
    struct likened likened;      /* who picks below full strength, or in a style */
    char style[STYLE_PATH];      /* the file of what is worn, or "" */
};

struct mind *mind_new(uint64_t seed)
{
    struct mind *const mind = xzalloc(sizeof *mind);
    struct failure why;
    mind->seed = seed;
    mind->mixture = sources_mixture(&mind->complaints);
    mind->consultation = sources_open(mind->mixture, &mind->complaints);
    mind->views = sources_views(&mind->complaints);
    mind->policy = local_policy_open(NULL, local_sharpness, &why);
    if (!mind->policy && consultation_find(mind->consultation, "playouts") >= 0)
        complaints_add(&mind->complaints, &why); /* else the source has told it */
    mind->player = player_new(mind->consultation, seed);
    return mind;
}

void mind_free(struct mind *mind)
{
    if (!mind)
        return;
    player_free(mind->player);
    search_free(mind->search);
    lookahead_free(mind->lookahead);
    local_policy_free(mind->policy);
    consultation_free(mind->consultation);
    views_close(mind->views);
    mixture_free(mind->mixture);
    complaints_release(&mind->complaints);
    free(mind);
}

void mind_reseed(struct mind *mind, uint64_t seed)
{
    mind->seed = seed;
    player_reseed(mind->player, seed);
    if (mind->search)
        search_reseed(mind->search, seed);
}

struct complaints const *mind_complaints(struct mind const *mind)
{
    return &mind->complaints;
}

void mind_complain(struct mind *mind, struct failure const *why)
{
    for (int i = 0; i < mind->complaints.count; i++)
        if (strcmp(mind->complaints.list[i].text, why->text) == 0)
            return;
    complaints_add(&mind->complaints, why);
}

struct consultation *mind_consultation(struct mind *mind)
{
    return mind->consultation;
}

void *mind_source(struct mind *mind, char const *name)
{
    int const voice = consultation_find(mind->consultation, name);
    return voice < 0 ? NULL : consultation_source(mind->consultation, voice)->self;
}

struct views const *mind_views(struct mind const *mind)
{
    return mind->views;
}

struct search *mind_search(struct mind *mind, struct search_tuning const *tuning)
{
    assert(tuning->threads >= 1 && tuning->playouts >= 1);
    struct search_parts parts = {.policy = uniform_policy,
                                 .consultation = mind->consultation};
    if (mind->policy)
        parts.policy = local_policy_row(mind->policy);
    if (!mind->search)
        mind->search = search_new(&parts, tuning, mind->seed);
    search_tune(mind->search, tuning);
    return mind->search;
}

void mind_forget(struct mind *mind)
{
    if (mind->search)
        search_forget(mind->search);
}

static struct lookahead *look_ahead(struct mind *mind,
                                    struct lookahead_tuning const *tuning)
{
    if (!mind->lookahead)
        mind->lookahead = lookahead_new(mind->consultation);
    lookahead_tune(mind->lookahead, tuning);
    return mind->lookahead;
}

/* Whoever is to be played like is played from no book.  */
static bool is_likened(struct tuning const *tuning)
{
    return tuning->level < LEVEL_FULL ||
           (tuning_follows(tuning) && tuning->evaluator == CHOOSE_BY_SEARCH);
}

/* The opening books are played from as far as TUNING wants.  */
static void open_books(struct mind *mind, struct tuning const *tuning, double komi)
{
    struct opening_source *const books = mind_source(mind, opening_kind.name);
    if (!books)
        return;
    struct evaluator const reciter = opening_reciter(books);
    opening_source_settle(books, komi, tuning->book_depth, mind->seed);
    player_set_reciter(mind->player, is_likened(tuning) ? NULL : &reciter);
}

/* The style that TUNING names is worn; one that can no longer be read is missed.  */
static void wear_style(struct mind *mind, struct tuning const *tuning)
{
    struct failure why;
    if (strcmp(mind->style, tuning->style) == 0)
        return;
    struct style *const style =
        tuning->style[0] ? sources_style(tuning->style, &why) : NULL;
    if (tuning->style[0] && !style)
        complaints_add(&mind->complaints, &why);
    style_source_wear(mind_source(mind, style_kind.name), style);
    memcpy(mind->style, tuning->style, sizeof mind->style);
}

void mind_settle(struct mind *mind, struct tuning const *tuning)
{
    wear_style(mind, tuning);
}

/* In P; who picks after having thought hears it there too (likeness.h).  */
static double style_weight_of(struct tuning const *tuning)
{
    bool const thinks =
        tuning->level == LEVEL_FULL && tuning->evaluator == CHOOSE_BY_SEARCH;
    return !tuning_follows(tuning) ? 0
           : thinks                ? likeness_of_style(tuning->follow).in_thought
                                   : tuning->follow;
}

static void weigh(struct mind *mind, struct tuning const *tuning)
{
    struct source_weights weights = tuning->sources;
    weights.style *= style_weight_of(tuning);
    sources_weigh(mind->consultation, &weights);
}

/* Who thinks as TUNING has it; whoever plays what comes to mind has no PICK.  */
static struct evaluator thinker_of(struct mind *mind, struct tuning const *tuning)
{
    if (tuning_searches(tuning))
        return search_evaluator(mind_search(mind, &tuning->search));
    if (tuning->level == LEVEL_FULL && tuning->evaluator == CHOOSE_BY_LOOKAHEAD)
        return lookahead_row(look_ahead(mind, &tuning->lookahead));
    return (struct evaluator){.pick = NULL};
}

static struct evaluator in_likeness(struct mind *mind, struct tuning const *tuning,
                                    struct evaluator const *thinker)
{
    struct likened *const likened = &mind->likened;
    struct style_source *const source = mind_source(mind, style_kind.name);
    struct style const *const style = style_source_worn(source);
    bool const full = tuning->level == LEVEL_FULL;
    *likened = (struct likened){
        .likeness =
            full ? likeness_of_style(tuning->follow) : likeness_of_level(tuning->level),
        .thinker = *thinker,
        .consultation = mind->consultation,
        .taste = consultation_find(mind->consultation, style_kind.name),
        .seed = &mind->seed};
    if (style && tuning_follows(tuning))
        snprintf(likened->name, sizeof likened->name, "like %s",
                 style_facts(style)->player);
    else
        snprintf(likened->name, sizeof likened->name, "level %d", tuning->level);
    return likened_row(likened);
}

struct player *mind_player(struct mind *mind, struct tuning const *tuning, double komi)
{
    wear_style(mind, tuning);
    weigh(mind, tuning);
    open_books(mind, tuning, komi);
    struct evaluator row = thinker_of(mind, tuning);
    if (is_likened(tuning))
        row = in_likeness(mind, tuning, &row);
    player_set_evaluator(mind->player, row.pick ? &row : NULL);
    return mind->player;
}
