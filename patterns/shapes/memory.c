#include <config.h>

#include "patterns/shapes/memory_file.h"

#include <stdlib.h>
#include <string.h>
#include <xalloc.h>

/* ---------------------------------------------------------------- opening */

static bool damaged(struct memory const *memory, char const *what, struct failure *why)
{
    return failed(why, "%s: damaged memory of shapes: %s", chunkfile_path(memory->file),
                  what);
}

/* The chunk called NAME as an array of COUNT units.  */
static bool find_array(struct memory const *memory, char const *name, size_t unit,
                       size_t count, void const **array, struct failure *why)
{
    struct chunk chunk;
    if (!chunkfile_find(memory->file, name, unit, &chunk, why))
        return false;
    if (chunk.size != unit * count)
        return failed(why, "%s: damaged memory of shapes: %s has %zu bytes, not %zu",
                      chunkfile_path(memory->file), name, chunk.size, unit * count);
    *array = chunk.data;
    return true;
}

/* As above, but any number of units.  */
static bool find_list(struct memory const *memory, char const *name, size_t unit,
                      void const **list, size_t *count, struct failure *why)
{
    struct chunk chunk;
    if (!chunkfile_find(memory->file, name, unit, &chunk, why))
        return false;
    *list = chunk.data;
    *count = chunk.size / unit;
    return true;
}

static bool read_head(struct memory *memory, struct failure *why)
{
    void const *data = NULL;
    if (!find_array(memory, "HEAD", sizeof(struct memory_head), 1, &data, why))
        return false;
    struct memory_head const *const head = data;
    if (le32(head->radius) != DIAMOND_RADIUS)
        return failed(why, "%s: its diamonds have radius %u, not %d",
                      chunkfile_path(memory->file), le32(head->radius), DIAMOND_RADIUS);
    memory->slots = le32(head->slots);
    memory->cores = le32(head->cores);
    memory->groups = le32(head->groups);
    memory->cases = le32(head->cases);
    memory->games = le32(head->games);
    memory->widest = le32(head->widest);
    memory->moves = le32(head->moves_low) | (uint64_t)le32(head->moves_high) << 32;
    if (!memory->slots || memory->cores >= memory->slots)
        return damaged(memory, "its table of cores is full", why);
    if (memory->widest > memory->groups || memory->groups > memory->cases)
        return damaged(memory, "it has more groups than cases", why);
    return true;
}

static bool read_arrays(struct memory *memory, struct failure *why)
{
    size_t const pages = memory->cases / MEMORY_PAGE + 1;
    void const *core = NULL, *once = NULL, *page = NULL, *from = NULL;
    void const *body, *many, *more, *sift;
    size_t manies, mores, sifts;
    if (!find_array(memory, "CORE", sizeof *memory->core, memory->slots, &core, why) ||
        !find_array(memory, "ONCE", sizeof *memory->once, memory->cases, &once, why) ||
        !find_array(memory, "PAGE", sizeof *memory->page, pages, &page, why) ||
        !find_array(memory, "FROM", sizeof *memory->from, memory->cases, &from, why) ||
        !find_list(memory, "SIFT", sizeof *memory->sift, &sift, &sifts, why) ||
        !find_list(memory, "BODY", sizeof *memory->body, &body, &memory->words, why) ||
        !find_list(memory, "MANY", sizeof *memory->manies, &many, &manies, why) ||
        !find_list(memory, "MORE", sizeof *memory->mores, &more, &mores, why) ||
        !remembered_map(&memory->named, memory->file, why))
        return false;
    if (memory->named.count != memory->games)
        return damaged(memory, "it names more games than it has, or fewer", why);
    if (!sifts || sifts > UINT32_MAX)
        return damaged(memory, "its sieve of cores is empty", why);
    memory->core = core;
    memory->sift = sift;
    memory->sifts = (uint32_t)sifts;
    memory->once = once;
    memory->page = page;
    memory->from = from;
    memory->body = body;
    memory->manies = many;
    memory->mores = more;
    memory->many = manies > UINT32_MAX ? UINT32_MAX : (uint32_t)manies;
    memory->more = mores > UINT32_MAX ? UINT32_MAX : (uint32_t)mores;
    memory->source_bytes = (memory->cases + mores) * sizeof *memory->from +
                           memory->games * sizeof *memory->named.row +
                           memory->named.text_size;
    return true;
}

struct memory *memory_open(char const *path, struct failure *why)
{
    struct chunkfile *const file = chunkfile_open(path, "SHAP", MEMORY_VERSION, why);
    if (!file)
        return NULL;
    struct memory *const memory = xzalloc(sizeof *memory);
    memory->file = file;
    edges_init(&memory->edges);
    if (read_head(memory, why) && read_arrays(memory, why))
        return memory;
    memory_close(memory);
    return NULL;
}

void memory_close(struct memory *memory)
{
    if (!memory)
        return;
    chunkfile_close(memory->file);
    free(memory);
}

char const *memory_path(struct memory const *memory)
{
    return chunkfile_path(memory->file);
}

void memory_facts(struct memory const *memory, struct memory_facts *facts)
{
    *facts = (struct memory_facts){
        .cases = memory->cases,
        .groups = memory->groups,
        .cores = memory->cores,
        .games = memory->games,
        .moves = memory->moves,
        .bytes = chunkfile_size(memory->file),
        .source_bytes = memory->source_bytes,
    };
}

/* ---------------------------------------------------------------- cores */

bool memory_core_at(struct memory const *memory, uint32_t slot, struct core_view *view)
{
    struct memory_core const *const core = &memory->core[slot];
    uint32_t const groups = le32(core->groups), cases = le32(core->cases);
    uint32_t const first = le32(core->first_case);
    uint64_t const block = le32(core->block);
    bool const flat = cases <= MEMORY_FLAT;
    uint64_t const words = flat ? 2 * (uint64_t)cases + 3 * (uint64_t)groups
                                : cases + 4 * (uint64_t)groups + 1;
    if (!cases || !groups || groups > memory->widest || cases > memory->cases ||
        first > memory->cases - cases || block + words > memory->words)
        return false;
    uint32_t const *const body = memory->body + block;
    *view = (struct core_view){
        .groups = groups,
        .cases = cases,
        .first_case = first,
        .appeared = le32(core->appeared),
        .played = le32(core->played),
        .rings = le32(core->rings),
    };
    if (flat) {
        view->case_ring3 = body;
        view->ring4 = body + cases;
        view->ring3 = body + 2 * (size_t)cases;
        view->ring3_appeared = view->ring3 + groups;
    } else {
        view->ring3 = body;
        view->start = body + groups;
        view->ring3_appeared = body + 2 * (size_t)groups + 1;
        view->ring4 = body + 4 * (size_t)groups + 1;
    }
    view->ring3_played = view->ring3_appeared + groups;
    return true;
}

bool memory_core(struct memory const *memory, uint32_t key, struct core_view *view)
{
    uint32_t slot = memory_slot(memory_mix(key), memory->slots);
    for (uint32_t tried = 0; tried < memory->slots; tried++) {
        if (!memory->core[slot].cases)
            return false;
        if (le32(memory->core[slot].key) == key)
            return memory_core_at(memory, slot, view);
        slot = slot + 1 == memory->slots ? 0 : slot + 1;
    }
    return false;
}

static uint32_t lower_bound_ring4(uint32_t const *list, uint32_t count, uint64_t key)
{
    uint32_t from = 0;
    while (count) {
        uint32_t const half = count / 2;
        if (ring4_sorted(le32(list[from + half])) < key) {
            from += half + 1;
            count -= half + 1;
        } else {
            count = half;
        }
    }
    return from;
}

/* The core of a code, and the group in it that has the code's ring 3.  */
static bool find_group(struct memory const *memory, struct casecode code,
                       struct core_view *view, uint32_t *group)
{
    if (!memory_core(memory, (uint32_t)(code.inner >> 32), view))
        return false;
    *group = seek32(view->ring3, 0, view->groups, (uint32_t)code.inner);
    return *group < view->groups && le32(view->ring3[*group]) == (uint32_t)code.inner;
}

bool memory_find(struct memory const *memory, struct diamond const *diamond,
                 uint32_t *id)
{
    struct diamond canonical;
    diamond_canonical(diamond, &canonical);
    struct casecode const code = casecode_of(&memory->edges, &canonical);
    struct core_view view;
    uint32_t group, from, to;
    if (!find_group(memory, code, &view, &group))
        return false;
    core_group(&view, group, &from, &to);
    uint32_t const at = from + lower_bound_ring4(view.ring4 + from, to - from,
                                                 ring4_sorted(code.outer));
    if (at == to || le32(view.ring4[at]) != code.outer)
        return false;
    *id = view.first_case + at;
    return true;
}

void memory_codes_back_off(struct memory const *memory, uint32_t key, uint32_t ring3,
                           struct experience *of_core, struct experience *of_ring3)
{
    *of_core = *of_ring3 = (struct experience){0};
    struct core_view view;
    if (!memory_core(memory, key, &view))
        return;
    of_core->appeared = view.appeared;
    of_core->played = view.played;
    uint32_t const sorted = ring3_sorted(ring3);
    uint32_t const group = seek32(view.ring3, 0, view.groups, sorted);
    if (group == view.groups || le32(view.ring3[group]) != sorted)
        return;
    of_ring3->appeared = le32(view.ring3_appeared[group]);
    of_ring3->played = le32(view.ring3_played[group]);
}

void memory_back_off(struct memory const *memory, struct diamond const *diamond,
                     struct experience *core, struct experience *ring3)
{
    struct diamond canonical;
    diamond_canonical(diamond, &canonical);
    uint32_t const edge = (uint32_t)edges_number(&memory->edges, canonical.off) << 24;
    memory_codes_back_off(memory, edge | core_code(&canonical), ring3_code(&canonical),
                          core, ring3);
}

/* ---------------------------------------------------------------- cases */

/* What was played more than once, or appeared too often for ONCE.  */
static struct memory_many const *many_of(struct memory const *memory, uint32_t id)
{
    uint32_t const once = le16toh(memory->once[id]);
    if (!(once & 0x8000))
        return NULL;
    uint64_t const at =
        (uint64_t)le32(memory->page[id / MEMORY_PAGE]) + (once & 0x7fff);
    return at < memory->many ? &memory->manies[at] : NULL;
}

void memory_experience(struct memory const *memory, uint32_t id,
                       struct experience *experience)
{
    struct memory_many const *const many = many_of(memory, id);
    uint32_t const once = le16toh(memory->once[id]);
    if (many)
        *experience = (struct experience){le32(many->appeared), le32(many->played),
                                          le32(many->won)};
    else
        *experience = (struct experience){once & 0x3fff, 1, once >> 14 & 1};
}

static struct memory_source unpack_source(uint32_t from)
{
    return (struct memory_source){.game = le32(from) / MEMORY_MOVES,
                                  .move = (int)(le32(from) % MEMORY_MOVES)};
}

int memory_sources(struct memory const *memory, uint32_t id,
                   struct memory_source list[MEMORY_SOURCES])
{
    int count = 0;
    list[count++] = unpack_source(memory->from[id]);
    struct memory_many const *const many = many_of(memory, id);
    uint32_t const more = many ? le32(many->more) : 0;
    for (uint32_t i = 0; i < (more & 3) && count < MEMORY_SOURCES; i++)
        if ((more >> 2) + i < memory->more)
            list[count++] = unpack_source(memory->mores[(more >> 2) + i]);
    return count;
}

void memory_game(struct memory const *memory, uint32_t game,
                 struct remembered_game *remembered)
{
    *remembered = remembered_game(&memory->named, game);
}

/* ---------------------------------------------------------------- all of it */

struct core_place {
    uint32_t key, slot;
};

static int by_key(void const *left, void const *right)
{
    struct core_place const *const a = left, *const b = right;
    return (a->key > b->key) - (a->key < b->key);
}

/* The slots in use, sorted by key.  */
static struct core_place *list_cores(struct memory const *memory, uint32_t *count)
{
    struct core_place *const list = xnmalloc(memory->slots, sizeof *list);
    *count = 0;
    for (uint32_t slot = 0; slot < memory->slots; slot++)
        if (memory->core[slot].cases)
            list[(*count)++] = (struct core_place){le32(memory->core[slot].key), slot};
    qsort(list, *count, sizeof *list, by_key);
    return list;
}

static bool visit_core(struct core_view const *view, uint32_t key,
                       memory_visitor *visit, void *context)
{
    for (uint32_t g = 0; g < view->groups; g++) {
        uint64_t const inner = (uint64_t)key << 32 | le32(view->ring3[g]);
        uint32_t from, to;
        core_group(view, g, &from, &to);
        for (uint32_t i = from; i < to; i++)
            if (!visit(context, view->first_case + i,
                       (struct casecode){inner, le32(view->ring4[i])}))
                return false;
    }
    return true;
}

void memory_each(struct memory const *memory, memory_visitor *visit, void *context)
{
    uint32_t count;
    struct core_place *const list = list_cores(memory, &count);
    for (uint32_t i = 0; i < count; i++) {
        struct core_view view;
        if (memory_core_at(memory, list[i].slot, &view) &&
            !visit_core(&view, list[i].key, visit, context))
            break;
    }
    free(list);
}

/* What memory_verify knows while it walks.  */
struct audit {
    struct memory const *memory;
    struct casecode last;
    uint32_t next;
    char const *fault;
};

static bool audit_case(void *context, uint32_t id, struct casecode code)
{
    struct audit *const audit = context;
    struct memory const *const memory = audit->memory;
    struct experience experience;
    struct memory_source sources[MEMORY_SOURCES];
    memory_experience(memory, id, &experience);
    bool const many = le16toh(memory->once[id]) & 0x8000;
    if (id != audit->next)
        audit->fault = "its cases are not numbered in order";
    else if (id && casecode_compare(audit->last, code) >= 0)
        audit->fault = "its cases are not in order";
    else if (!casecode_is_shape(&memory->edges, code))
        audit->fault = "a case is not a shape";
    else if (many && !many_of(memory, id))
        audit->fault = "a case counts outside its table";
    else if (experience.won > experience.played ||
             experience.played > experience.appeared)
        audit->fault = "a case was played more often than it appeared";
    int const count = memory_sources(memory, id, sources);
    for (int i = 0; i < count; i++)
        if (sources[i].game >= memory->games)
            audit->fault = "a case names a game that is not there";
    audit->last = code;
    audit->next = id + 1;
    return !audit->fault;
}

bool memory_verify(struct memory const *memory, struct failure *why)
{
    if (!chunkfile_verify(memory->file, why))
        return false;
    struct audit audit = {.memory = memory};
    memory_each(memory, audit_case, &audit);
    if (audit.fault)
        return damaged(memory, audit.fault, why);
    if (audit.next != memory->cases)
        return damaged(memory, "it has another number of cases than it says", why);
    return true;
}

struct memory *memory_open_whole(char const *path, struct failure *why)
{
    struct memory *const memory = memory_open(path, why);
    if (!memory || memory_verify(memory, why))
        return memory;
    memory_close(memory);
    return NULL;
}
