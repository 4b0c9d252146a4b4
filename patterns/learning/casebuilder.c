#include <config.h>

#include "patterns/learning/casebuilder.h"

#include "engine/base/rng.h"
#include "engine/records/gamename.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <xalloc.h>
#define uthash_fatal(message) xalloc_die()
#include <uthash.h>

/* ---------------------------------------------------------------- names */

/* A string that many games may share.  */
struct names {
    UT_hash_handle hh;
    char text[];
};

static char *share_name(struct names **names, char const *text)
{
    struct names *name;
    size_t const length = strlen(text);
    HASH_FIND(hh, *names, text, length, name);
    if (!name) {
        name = xmalloc(sizeof *name + length + 1);
        memcpy(name->text, text, length + 1);
        HASH_ADD_KEYPTR(hh, *names, name->text, length, name);
    }
    return name->text;
}

static void free_names(struct names *names)
{
    struct names *name, *next;
    HASH_ITER(hh, names, name, next)
    {
        HASH_DEL(names, name);
        free(name);
    }
}

void casebuilder_init(struct casebuilder *list)
{
    memset(list, 0, sizeof *list);
    edges_init(&list->edges);
}

void casebuilder_release(struct casebuilder *list)
{
    free(list->cases);
    free(list->groups);
    free(list->cores);
    free(list->games);
    free_names(list->names);
    memset(list, 0, sizeof *list);
}

uint32_t casebuilder_add_game(struct casebuilder *list,
                              struct remembered_game const *game)
{
    if (list->game_count == list->game_capacity)
        list->games =
            x2nrealloc(list->games, &list->game_capacity, sizeof *list->games);
    list->games[list->game_count] = (struct learnt_game){
        .file = share_name(&list->names, game->file),
        .black = share_name(&list->names, game->black),
        .white = share_name(&list->names, game->white),
        .date = share_name(&list->names, game->date),
        .result = share_name(&list->names, game->result),
        .number = game->number,
    };
    return (uint32_t)list->game_count++;
}

uint32_t casebuilder_remember(struct casebuilder *list, struct game const *game,
                              struct origin const *origin)
{
    char file[GAME_TEXT];
    gamename_file(origin->file, file);
    struct remembered_game const remembered = {
        .file = file,
        .black = game->black,
        .white = game->white,
        .date = game->date,
        .result = game->result,
        .number = (uint32_t)origin->number,
    };
    return casebuilder_add_game(list, &remembered);
}

/* ---------------------------------------------------------------- sources */

static bool source_before(uint32_t a, uint32_t b)
{
    uint64_t const x = rng_mix(a / MEMORY_MOVES), y = rng_mix(b / MEMORY_MOVES);
    return x != y ? x < y : a < b;
}

void sources_join(uint32_t kept[MEMORY_SOURCES], uint32_t const more[MEMORY_SOURCES])
{
    uint32_t all[2 * MEMORY_SOURCES];
    int count = 0;
    for (int i = 0; i < 2 * MEMORY_SOURCES; i++) {
        uint32_t const next = i < MEMORY_SOURCES ? kept[i] : more[i - MEMORY_SOURCES];
        int at = count;
        if (next == NO_SOURCE)
            continue;
        for (count++; at > 0 && source_before(next, all[at - 1]); at--)
            all[at] = all[at - 1];
        all[at] = next;
    }
    int chosen = 0;
    for (int i = 0; i < count && chosen < MEMORY_SOURCES; i++)
        if (!i || all[i] / MEMORY_MOVES != all[i - 1] / MEMORY_MOVES)
            kept[chosen++] = all[i];
}

/* ---------------------------------------------------------------- groups */

static uint64_t core_key(uint64_t inner)
{
    return inner >> 32;
}

void casebuilder_group(struct casebuilder *list)
{
    free(list->groups);
    free(list->cores);
    size_t groups = 0, cores = 0;
    for (size_t i = 0; i < list->case_count; i++) {
        uint64_t const inner = list->cases[i].inner;
        assert((!i || list->cases[i - 1].inner <= inner) && "cases are sorted");
        groups += !i || inner != list->cases[i - 1].inner;
        cores += !i || core_key(inner) != core_key(list->cases[i - 1].inner);
    }
    list->groups = xcalloc(groups + 1, sizeof *list->groups);
    list->cores = xcalloc(cores + 1, sizeof *list->cores);
    list->group_count = groups;
    list->core_count = cores;
    struct learnt_group *group = list->groups - 1, *core = list->cores - 1;
    for (size_t i = 0; i < list->case_count; i++) {
        struct learnt_case const *const one = &list->cases[i];
        if (!i || one->inner != list->cases[i - 1].inner)
            *++group = (struct learnt_group){.key = one->inner};
        if (!i || core_key(one->inner) != core_key(list->cases[i - 1].inner))
            *++core = (struct learnt_group){.key = core_key(one->inner)};
        group->appeared += one->experience.appeared;
        group->played += one->experience.played;
        core->appeared += one->experience.appeared;
        core->played += one->experience.played;
    }
}

/* ---------------------------------------------------------------- loading */

struct loading {
    struct casebuilder *list;
    struct memory const *memory;
};

static bool load_case(void *context, uint32_t id, struct casecode code)
{
    struct loading *const loading = context;
    struct casebuilder *const list = loading->list;
    struct learnt_case *const one = &list->cases[list->case_count];
    struct memory_facts facts;
    memory_facts(loading->memory, &facts);
    if (list->case_count == facts.cases)
        return false; /* a damaged file that tells a case twice */
    one->inner = code.inner;
    one->outer = code.outer;
    memory_experience(loading->memory, id, &one->experience);
    struct memory_source sources[MEMORY_SOURCES];
    int const count = memory_sources(loading->memory, id, sources);
    for (int i = 0; i < MEMORY_SOURCES; i++)
        one->source[i] =
            i < count ? sources[i].game * MEMORY_MOVES + (uint32_t)sources[i].move
                      : NO_SOURCE;
    list->case_count++;
    return true;
}

/* The back-off counts as the file has them.  */
static void load_groups(struct casebuilder *list, struct memory const *memory)
{
    casebuilder_group(list);
    struct learnt_group *core = list->cores;
    for (size_t i = 0; i < list->group_count; i++) {
        struct learnt_group *const group = &list->groups[i];
        struct diamond shape;
        struct experience of_core, of_group;
        casecode_diamond(&list->edges, (struct casecode){group->key, 0}, &shape);
        memory_back_off(memory, &shape, &of_core, &of_group);
        if (of_group.played) {
            group->appeared = of_group.appeared;
            group->played = of_group.played;
        }
        while (core->key != core_key(group->key))
            core++;
        if (of_core.played) {
            core->appeared = of_core.appeared;
            core->played = of_core.played;
        }
    }
}

void casebuilder_load(struct casebuilder *list, struct memory const *memory)
{
    struct memory_facts facts;
    memory_facts(memory, &facts);
    list->moves = facts.moves;
    list->cases = xnmalloc(facts.cases + 1, sizeof *list->cases);
    struct loading loading = {list, memory};
    memory_each(memory, load_case, &loading);
    load_groups(list, memory);
    for (uint32_t i = 0; i < facts.games; i++) {
        struct remembered_game game;
        memory_game(memory, i, &game);
        casebuilder_add_game(list, &game);
    }
}

/* ---------------------------------------------------------------- merging */

static struct casecode code_of(struct learnt_case const *one)
{
    return (struct casecode){one->inner, one->outer};
}

static void add_experience(struct experience *sum, struct experience const *more)
{
    sum->appeared += more->appeared;
    sum->played += more->played;
    sum->won += more->won;
}

/* Two sorted lists of groups into one.  */
static struct learnt_group *merge_groups(struct learnt_group const *a, size_t a_count,
                                         struct learnt_group const *b, size_t b_count,
                                         size_t *count)
{
    struct learnt_group *const out = xnmalloc(a_count + b_count + 1, sizeof *out);
    size_t i = 0, j = 0;
    *count = 0;
    while (i < a_count || j < b_count) {
        bool const take_a = i < a_count && (j == b_count || a[i].key <= b[j].key);
        bool const take_b = j < b_count && (i == a_count || b[j].key <= a[i].key);
        struct learnt_group *const next = &out[(*count)++];
        *next = take_a ? a[i] : b[j];
        assert(*count < 2 || out[*count - 2].key < next->key);
        if (take_a && take_b) {
            next->appeared += b[j].appeared;
            next->played += b[j].played;
        }
        i += take_a;
        j += take_b;
    }
    return out;
}

static struct learnt_case renumbered(struct learnt_case one, uint32_t games_before)
{
    for (int i = 0; i < MEMORY_SOURCES; i++)
        if (one.source[i] != NO_SOURCE)
            one.source[i] += games_before * MEMORY_MOVES;
    return one;
}

static void merge_cases(struct casebuilder *list, struct casebuilder const *from,
                        uint32_t games_before)
{
    struct learnt_case *const out =
        xnmalloc(list->case_count + from->case_count + 1, sizeof *out);
    size_t i = 0, j = 0, count = 0;
    while (i < list->case_count || j < from->case_count) {
        int const order =
            i == list->case_count ? 1
            : j == from->case_count
                ? -1
                : casecode_compare(code_of(&list->cases[i]), code_of(&from->cases[j]));
        if (order > 0) {
            out[count++] = renumbered(from->cases[j++], games_before);
            continue;
        }
        out[count] = list->cases[i++];
        if (order == 0) {
            struct learnt_case const more = renumbered(from->cases[j++], games_before);
            add_experience(&out[count].experience, &more.experience);
            sources_join(out[count].source, more.source);
        }
        count++;
    }
    free(list->cases);
    list->cases = out;
    list->case_count = count;
}

bool sources_are_within(uint32_t const source[MEMORY_SOURCES], size_t games)
{
    for (int i = 0; i < MEMORY_SOURCES; i++)
        if (source[i] != NO_SOURCE && source[i] / MEMORY_MOVES >= games)
            return false;
    return true;
}

void casebuilder_merge(struct casebuilder *list, struct casebuilder const *from)
{
    uint32_t const games_before = (uint32_t)list->game_count;
    for (size_t i = 0; i < from->game_count; i++) {
        struct learnt_game const *const game = &from->games[i];
        struct remembered_game const copy = {.file = game->file,
                                             .black = game->black,
                                             .white = game->white,
                                             .date = game->date,
                                             .result = game->result,
                                             .number = game->number};
        casebuilder_add_game(list, &copy);
    }
    merge_cases(list, from, games_before);
    struct learnt_group *const groups =
        merge_groups(list->groups, list->group_count, from->groups, from->group_count,
                     &list->group_count);
    struct learnt_group *const cores =
        merge_groups(list->cores, list->core_count, from->cores, from->core_count,
                     &list->core_count);
    free(list->groups);
    free(list->cores);
    list->groups = groups;
    list->cores = cores;
    list->moves += from->moves;
}

/* ---------------------------------------------------------------- pruning */

/* Leave out the games that no source names any more.  */
static void drop_games(struct casebuilder *list)
{
    uint32_t *const number = xcalloc(list->game_count + 1, sizeof *number);
    for (size_t i = 0; i < list->case_count; i++)
        for (int j = 0; j < MEMORY_SOURCES; j++)
            if (list->cases[i].source[j] != NO_SOURCE)
                number[list->cases[i].source[j] / MEMORY_MOVES] = 1;
    uint32_t kept = 0;
    for (size_t i = 0; i < list->game_count; i++) {
        if (!number[i])
            continue;
        list->games[kept] = list->games[i];
        number[i] = kept++;
    }
    list->game_count = kept;
    for (size_t i = 0; i < list->case_count; i++)
        for (int j = 0; j < MEMORY_SOURCES; j++) {
            uint32_t *const source = &list->cases[i].source[j];
            if (*source != NO_SOURCE)
                *source = number[*source / MEMORY_MOVES] * MEMORY_MOVES +
                          *source % MEMORY_MOVES;
        }
    free(number);
}

void casebuilder_prune(struct casebuilder *list, case_filter *keep, void const *context)
{
    size_t kept = 0;
    for (size_t i = 0; i < list->case_count; i++)
        if (keep(context, &list->cases[i]))
            list->cases[kept++] = list->cases[i];
    list->case_count = kept;
    drop_games(list);
}

/* ---------------------------------------------------------------- shrinking */

/* The most often played case from FROM to before TO.  */
static size_t most_played(struct casebuilder const *list, size_t from, size_t to)
{
    size_t best = from;
    for (size_t i = from + 1; i < to; i++)
        if (list->cases[i].experience.played > list->cases[best].experience.played)
            best = i;
    return best;
}

/* What each case is worth: how often it was played, and if it stands for its
   third ring or its core, without which these would not be known either, how often
   that was.  Of the moves at 1/6 ... 5/6 of validation games, 16 MB chosen like this
   have 89, 84, 83, 85 and 89 % among their best 40 candidates; chosen by how often
   each case was played, 84, 70, 63, 50 and 43 %.  */
static uint32_t *worths(struct casebuilder const *list)
{
    uint32_t *const worth = xnmalloc(list->case_count + 1, sizeof *worth);
    size_t group = 0, core = 0;
    for (size_t i = 0; i < list->case_count; i++)
        worth[i] = list->cases[i].experience.played;
    for (size_t from = 0, to; from < list->case_count; from = to) {
        uint64_t const key = core_key(list->cases[from].inner);
        while (list->cores[core].key != key)
            core++;
        for (to = from;
             to < list->case_count && core_key(list->cases[to].inner) == key;) {
            size_t const first = to;
            while (to < list->case_count &&
                   list->cases[to].inner == list->cases[first].inner)
                to++;
            while (list->groups[group].key != list->cases[first].inner)
                group++;
            worth[most_played(list, first, to)] += list->groups[group].played / 2;
        }
        worth[most_played(list, from, to)] += list->cores[core].played;
    }
    return worth;
}

/* Only what was played often names more than one game.  */
static void drop_sources(struct casebuilder *list)
{
    enum { OFTEN = 30 };
    for (size_t i = 0; i < list->case_count; i++)
        if (list->cases[i].experience.played < OFTEN)
            list->cases[i].source[1] = list->cases[i].source[2] = NO_SOURCE;
}

void casebuilder_shrink(struct casebuilder *list, uint64_t bytes)
{
    uint32_t *const worth = worths(list);
    if (casebuilder_bytes(list) > bytes)
        drop_sources(list);
    for (uint32_t least = 2; casebuilder_bytes(list) > bytes; least += least / 16 + 1) {
        size_t kept = 0;
        for (size_t i = 0; i < list->case_count; i++)
            if (worth[i] >= least) {
                worth[kept] = worth[i];
                list->cases[kept++] = list->cases[i];
            }
        list->case_count = kept;
        drop_games(list);
    }
    free(worth);
}
