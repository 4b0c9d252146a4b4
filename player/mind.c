#include <config.h>

#include "player/mind.h"

#include "books/opening/opening_source.h"
#include "patterns/playouts/local_policy.h"

#include <assert.h>
#include <stdlib.h>
#include <xalloc.h>

struct mind {
    uint64_t seed;
    struct complaints complaints;
    struct mixture *mixture; /* or NULL */
    struct consultation *consultation;
    struct local_policy *policy; /* or NULL: then playouts draw evenly */
    struct player *player;
    struct search *search;       /* NULL until it is needed */
    struct lookahead *lookahead; /* the same */
};

struct mind *mind_new(uint64_t seed)
{
    struct mind *const mind = xzalloc(sizeof *mind);
    struct failure why;
    mind->seed = seed;
    mind->mixture = sources_mixture(&mind->complaints);
    mind->consultation = sources_open(mind->mixture, &mind->complaints);
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

struct consultation *mind_consultation(struct mind *mind)
{
    return mind->consultation;
}

void *mind_source(struct mind *mind, char const *name)
{
    int const voice = consultation_find(mind->consultation, name);
    return voice < 0 ? NULL : consultation_source(mind->consultation, voice)->self;
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

static struct lookahead *look_ahead(struct mind *mind,
                                    struct lookahead_tuning const *tuning)
{
    if (!mind->lookahead)
        mind->lookahead = lookahead_new(mind->consultation);
    lookahead_tune(mind->lookahead, tuning);
    return mind->lookahead;
}

/* The opening books are played from as far as TUNING wants.  */
static void open_books(struct mind *mind, struct tuning const *tuning, double komi)
{
    struct opening_source *const books = mind_source(mind, opening_kind.name);
    if (!books)
        return;
    struct evaluator const reciter = opening_reciter(books);
    opening_source_settle(books, komi, tuning->book_depth, mind->seed);
    player_set_reciter(mind->player, &reciter);
}

struct player *mind_player(struct mind *mind, struct tuning const *tuning, double komi)
{
    struct evaluator row;
    sources_weigh(mind->consultation, &tuning->sources);
    open_books(mind, tuning, komi);
    switch ((enum choosing)tuning->evaluator) {
    case CHOOSE_BY_SEARCH:
        row = search_evaluator(mind_search(mind, &tuning->search));
        break;
    case CHOOSE_BY_LOOKAHEAD:
        row = lookahead_row(look_ahead(mind, &tuning->lookahead));
        break;
    case CHOOSE_BY_MEMORY:
        player_set_evaluator(mind->player, NULL);
        return mind->player;
    }
    player_set_evaluator(mind->player, &row);
    return mind->player;
}
