/* A council is what all twins share: who there is and how each is weighed.  For every
   effort it has a table of those that are asked then, with the blend that was learnt
   for just this set, made when a source comes or its weight changes, so that asking in
   the midst of a search decides nothing.  A voice keeps its number at every table,
   those that are not asked having no worth there; so opinions and evidence name voices
   without knowing the effort.  Twins are made when all sources have come.  */
#include <config.h>

#include "engine/search/consultation.h"

#include "engine/search/prudence.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <xalloc.h>

/* Who is asked for an effort, and how these are weighed: worked out when the weights
   change, not at every question.  */
struct round_table {
    uint32_t asked; /* bit v: voice v */
    struct blend blend;
};

enum { EFFORTS = EFFORT_FULL + 1 };

/* What the twins share with the first.  */
struct council {
    struct mixture const *mixture;
    int count;
    struct source_kind const *kinds[VOICES_MAX];
    float weight[VOICES_MAX];
    double needed;
    uint32_t changes; /* of weights and voices */
    struct round_table table[EFFORTS];
};

struct consultation {
    struct council *council; /* the first one's own */
    bool first;
    struct source sources[VOICES_MAX];
    struct question question; /* the last one */
    struct tactics tactics;
    struct candidates candidates;
    struct round_table const *table; /* of the last question */
    struct round_table smaller;      /* when not everybody suits the board, */
    uint32_t changes;                /* of what the council was by then */
};

static struct consultation *make(struct council *council, bool first)
{
    struct consultation *const self = aligned_alloc(64, (sizeof *self + 63) / 64 * 64);
    if (!self)
        xalloc_die();
    memset(self, 0, sizeof *self);
    self->council = council;
    self->first = first;
    tactics_clear(&self->tactics);
    candidates_init(&self->candidates, VOICES_MAX);
    return self;
}

struct consultation *consultation_new(struct mixture const *mixture)
{
    struct council *const council = xzalloc(sizeof *council);
    council->mixture = mixture;
    return make(council, true);
}

struct consultation *consultation_twin(struct consultation const *first)
{
    assert(first->first);
    struct consultation *const self = make(first->council, false);
    for (int i = 0; i < self->council->count; i++) {
        struct source *const source = &self->sources[i];
        *source = first->sources[i];
        if (source->kind->twin)
            source->self = source->kind->twin(source->self);
    }
    return self;
}

void consultation_free(struct consultation *self)
{
    if (!self)
        return;
    for (int i = 0; i < self->council->count; i++) {
        struct source const *const source = &self->sources[i];
        if (source->kind->drop && (self->first || source->kind->twin))
            source->kind->drop(source->self);
    }
    candidates_release(&self->candidates);
    if (self->first)
        free(self->council);
    free(self);
}

/* ---------------------------------------------------------------- who is asked */

static bool speaks(struct council const *council, int voice, enum effort effort)
{
    return council->kinds[voice]->effort <= effort && council->weight[voice] > 0;
}

/* Whoever stands in is asked when nobody else is, but for those who only correct what
   others say.  */
static uint32_t choose_speakers(struct council const *council, enum effort effort)
{
    uint32_t others = 0, stand_ins = 0, correctors = 0;
    for (int i = 0; i < council->count; i++)
        if (speaks(council, i, effort))
            *(council->kinds[i]->stand_in        ? &stand_ins
              : council->kinds[i]->weighs_itself ? &correctors
                                                 : &others) |= 1u << i;
    return (others ? others : stand_ins) | correctors;
}

/* The blend has a place for every voice; those that are not ASKED stay mute.  */
static void set_table(struct council const *council, uint32_t asked,
                      struct round_table *table)
{
    struct source_kind const *kinds[VOICES_MAX];
    struct blend dense;
    int count = 0;
    table->asked = asked;
    for (int i = 0; i < council->count; i++)
        if (table->asked >> i & 1)
            kinds[count++] = council->kinds[i];
    assert(count <= council->count && council->count <= VOICES_MAX);
    mixture_blend(council->mixture, kinds, count, &dense);
    memset(&table->blend, 0, sizeof table->blend);
    table->blend.count = council->count;
    table->blend.learnt = dense.learnt;
    for (int i = 0, k = 0; i < council->count; i++)
        if (table->asked >> i & 1) {
            for (int stage = 0; stage < GAME_STAGES; stage++)
                memcpy(table->blend.worth[stage][i], dense.worth[stage][k],
                       sizeof dense.worth[stage][k]);
            k++;
        }
}

static void set_tables(struct council *council)
{
    for (int effort = 0; effort < EFFORTS; effort++)
        set_table(council, choose_speakers(council, (enum effort)effort),
                  &council->table[effort]);
    council->changes++;
}

/* Who is asked about the question, as many as suit its board.  */
static struct round_table const *choose_table(struct consultation *self)
{
    struct council const *const council = self->council;
    struct round_table const *const all = &council->table[self->question.effort];
    uint32_t suited = all->asked;
    for (int i = 0; i < council->count; i++)
        if (council->kinds[i]->suits &&
            !council->kinds[i]->suits(self->question.situation.board))
            suited &= ~(1u << i);
    if (suited == all->asked)
        return all;
    if (suited != self->smaller.asked || self->changes != council->changes)
        set_table(council, suited, &self->smaller);
    self->changes = council->changes;
    return &self->smaller;
}

bool consultation_add(struct consultation *self, struct source source,
                      struct failure *why)
{
    struct council *const council = self->council;
    assert(self->first);
    if (council->count == VOICES_MAX)
        return failed(why, "the source %s is one more than the %d there may be",
                      source.kind->name, VOICES_MAX);
    if (consultation_find(self, source.kind->name) >= 0)
        return failed(why, "there is a source called %s already", source.kind->name);
    council->kinds[council->count] = source.kind;
    council->weight[council->count] = 1;
    self->sources[council->count++] = source;
    set_tables(council);
    return true;
}

int consultation_count(struct consultation const *self)
{
    return self->council->count;
}

struct source const *consultation_source(struct consultation const *self, int voice)
{
    assert(voice >= 0 && voice < self->council->count);
    return &self->sources[voice];
}

int consultation_find(struct consultation const *self, char const *name)
{
    for (int i = 0; i < self->council->count; i++)
        if (strcmp(self->council->kinds[i]->name, name) == 0)
            return i;
    return -1;
}

void consultation_weigh(struct consultation *self, int voice, float weight)
{
    struct council *const council = self->council;
    assert(voice >= 0 && voice < council->count && weight >= 0);
    if (council->weight[voice] == weight)
        return;
    council->weight[voice] = weight;
    set_tables(council);
}

void consultation_expect(struct consultation *self, double needed)
{
    self->council->needed = needed;
}

/* ---------------------------------------------------------------- asking */

/* What nobody names is a candidate too: P is over all legal points.  */
static void add_the_rest(struct consultation *self)
{
    struct board const *const board = self->question.situation.board;
    for (int i = 0; i < board->empty_count; i++) {
        point const p = board->empty[i];
        if (!self->candidates.index[p] &&
            board_is_legal(board, p, (enum color)board->to_move, false))
            candidates_at(&self->candidates, p);
    }
}

/* A question begins: nobody has said anything yet.  */
static void begin_question(struct consultation *self, struct situation const *situation,
                           enum effort effort)
{
    tactics_read(&self->tactics, situation->board);
    self->question = (struct question){.situation = *situation,
                                       .facts = &self->tactics,
                                       .needed = self->council->needed,
                                       .effort = effort};
    self->table = choose_table(self);
    candidates_clear(&self->candidates);
}

static void ask_voice(struct consultation *self, int voice)
{
    struct source const *const source = &self->sources[voice];
    assert(self->table->asked >> voice & 1);
    source->kind->ask(source->self, &self->question, voice, &self->candidates);
    if (source->kind->see)
        self->question.seer = source;
}

struct candidates *consult(struct consultation *self, struct situation const *situation,
                           enum effort effort)
{
    struct council const *const council = self->council;
    begin_question(self, situation, effort);
    for (int i = 0; i < council->count; i++)
        if (self->table->asked >> i & 1)
            ask_voice(self, i);
    if (effort > EFFORT_GLANCE || !self->candidates.count)
        add_the_rest(self);
    blend_mix(&self->table->blend, stage_of(situation->board), council->weight,
              &self->candidates);
    prudence_weigh(&self->tactics, &self->candidates);
    candidates_sort(&self->candidates);
    return &self->candidates;
}

struct tactics const *consultation_facts(struct consultation const *self)
{
    return &self->tactics;
}

struct source const *consultation_seer(struct consultation const *self)
{
    return self->question.seer;
}

bool consultation_judge(struct consultation *self, struct judgement *judgement)
{
    assert(self->table); /* something was asked */
    struct council const *const council = self->council;
    uint32_t const asked = self->table->asked;
    for (int i = 0; i < council->count; i++) {
        struct source const *const source = &self->sources[i];
        if (asked >> i & 1 && source->kind->judge &&
            source->kind->judge(source->self, judgement))
            return true;
    }
    return false;
}

bool consult_judges(struct consultation *self, struct situation const *situation,
                    enum effort effort, struct judgement *judgement)
{
    begin_question(self, situation, effort);
    for (int i = 0; i < self->council->count; i++)
        if (self->table->asked >> i & 1 && self->sources[i].kind->judge)
            ask_voice(self, i);
    candidates_clear(&self->candidates);
    return consultation_judge(self, judgement);
}

/* ---------------------------------------------------------------- evidence */

static void view_voices(struct consultation const *self,
                        struct candidate const *candidate, struct insight *view)
{
    struct council const *const council = self->council;
    struct round_table const *const table = self->table;
    int const stage = stage_of(self->question.situation.board);
    for (int i = 0; i < council->count; i++) {
        struct opinion const *const opinion =
            candidates_opinion(&self->candidates, candidate, i);
        if (opinion)
            view->voice[view->voice_count++] = (struct voice){
                .source = council->kinds[i]->name,
                .p = opinion->p,
                .alike = opinion->alike,
                .worth =
                    council->weight[i] * blend_worth(&table->blend, stage, i, opinion),
            };
    }
}

void consultation_view(struct consultation *self, point at, struct insight *view)
{
    struct council const *const council = self->council;
    struct candidate const *const candidate = candidates_find(&self->candidates, at);
    assert(self->table && "something was asked");
    *view = (struct insight){.at = at};
    if (at == PASS || !candidate)
        return;
    view->rank = self->candidates.index[at];
    view->prediction = candidate->prediction;
    view->p = candidate->p;
    view->facts = self->tactics.move[at];
    view_voices(self, candidate, view);
    for (int i = 0; i < council->count; i++) {
        struct source const *const source = &self->sources[i];
        int const left = TESTIMONIES_MAX - view->testimony_count;
        assert(left >= 0 && "nobody says more than there is room for");
        if (source->kind->testify && council->weight[i] > 0 && left)
            view->testimony_count +=
                source->kind->testify(source->self, &self->question, at,
                                      &view->testimony[view->testimony_count], left);
    }
}

void consultation_detail(struct consultation *self, point at, FILE *out)
{
    struct council const *const council = self->council;
    struct round_table const *const table = self->table;
    struct candidate const *const candidate = candidates_find(&self->candidates, at);
    int const stage = stage_of(self->question.situation.board);
    for (int i = 0; i < council->count; i++) {
        struct source const *const source = &self->sources[i];
        struct opinion const *const opinion =
            candidate ? candidates_opinion(&self->candidates, candidate, i) : NULL;
        fprintf(out, "%s:", source->kind->name);
        for (int k = 0; opinion && k < TERMS_MAX && source->kind->terms[k]; k++)
            fprintf(out, "%s %s %.3f x %.3f", k ? "," : "", source->kind->terms[k],
                    (double)opinion->term[k], (double)table->blend.worth[stage][i][k]);
        fprintf(out, "%s\n", opinion ? "" : " does not name it");
        if (source->kind->detail && council->weight[i] > 0)
            source->kind->detail(source->self, &self->question, at, out);
    }
}
