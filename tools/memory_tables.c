#include <config.h>

#include "tools/memory_tables.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

void table_of_learning(struct casebuilder const *list, char const *path, double wall_s,
                       double cpu_s, bool json)
{
    if (json)
        printf("{\"file\": \"%s\", \"games\": %zu, \"moves\": %" PRIu64
               ", \"cases\": %zu, \"wall_s\": %.1f, \"cpu_s\": %.1f}\n",
               path, list->game_count, list->moves, list->case_count, wall_s, cpu_s);
    else
        printf("%s: %zu cases from %" PRIu64 " moves of %zu games, "
               "in %.1f s (%.1f s of CPU time)\n",
               path, list->case_count, list->moves, list->game_count, wall_s, cpu_s);
}

enum { STONES = DIAMOND_POINTS + 1, LINES = DIAMOND_RADIUS + 1, STEPS = 9 };

struct tables {
    struct memory const *memory;
    struct edges edges;
    uint64_t cases[LINES][LINES], played[LINES][LINES]; /* by distance to two sides */
    uint64_t by_stones[STONES], played_by_stones[STONES];
    uint64_t at_least[STEPS], played_at_least[STEPS]; /* 1, 2, 5, 10, 20 ... */
    uint64_t played_all;
};

static unsigned const steps[STEPS] = {1, 2, 3, 5, 10, 30, 100, 1000, 10000};

/* On which line from the nearer and the farther side the middle lies; 5 when
   that side cannot be seen.  */
static void lines_of(uint64_t off, int *near, int *far)
{
    static uint8_t const axis[4][DIAMOND_RADIUS] = {
        {0, 4, 12, 24}, {1, 6, 15, 28}, {2, 8, 18, 32}, {3, 10, 21, 36}};
    int line[4], least = 0;
    for (int side = 0; side < 4; side++) {
        line[side] = 0;
        while (line[side] < DIAMOND_RADIUS && !(off >> axis[side][line[side]] & 1))
            line[side]++;
        if (line[side] < line[least])
            least = side;
    }
    int const a = line[(least + 1) % 4], b = line[(least + 3) % 4];
    *near = line[least];
    *far = a < b ? a : b;
}

static bool tabulate(void *context, uint32_t id, struct casecode code)
{
    struct tables *const tables = context;
    struct experience experience;
    struct diamond shape;
    int near, far;
    memory_experience(tables->memory, id, &experience);
    casecode_diamond(&tables->edges, code, &shape);
    lines_of(shape.off, &near, &far);
    int const stones = __builtin_popcountll(shape.own | shape.opp);
    tables->cases[near][far]++;
    tables->played[near][far] += experience.played;
    tables->by_stones[stones]++;
    tables->played_by_stones[stones] += experience.played;
    tables->played_all += experience.played;
    for (int i = 0; i < STEPS; i++) {
        tables->at_least[i] += experience.played >= steps[i];
        tables->played_at_least[i] +=
            experience.played >= steps[i] ? experience.played : 0;
    }
    return true;
}

static double percent(uint64_t part, uint64_t whole)
{
    return whole ? 100.0 * (double)part / (double)whole : 0;
}

static void print_text(struct tables const *tables, struct memory_facts const *facts)
{
    printf("%s: %" PRIu32 " cases from %" PRIu64 " moves of %" PRIu32 " games\n",
           memory_path(tables->memory), facts->cases, facts->moves, facts->games);
    printf("%" PRIu64 " bytes, %.1f a case without sources; %" PRIu32 " cores, %" PRIu32
           " third rings\n",
           facts->bytes,
           (double)(facts->bytes - facts->source_bytes) /
               (double)(facts->cases + !facts->cases),
           facts->cores, facts->groups);
    printf("\nline from the nearer and the other side; 5: the side is out of sight\n"
           "  lines      cases    played   of all\n");
    for (int near = 0; near < LINES; near++)
        for (int far = near; far < LINES; far++)
            if (tables->cases[near][far])
                printf("  %d %d  %10" PRIu64 " %9" PRIu64 "  %5.1f %%\n", near + 1,
                       far + 1, tables->cases[near][far], tables->played[near][far],
                       percent(tables->played[near][far], tables->played_all));
    printf("\n  stones     cases    played   of all\n");
    for (int n = 0; n < STONES; n++)
        if (tables->by_stones[n])
            printf("  %4d %10" PRIu64 " %9" PRIu64 "  %5.1f %%\n", n,
                   tables->by_stones[n], tables->played_by_stones[n],
                   percent(tables->played_by_stones[n], tables->played_all));
    printf("\n  played at least    cases    of all that was played\n");
    for (int i = 0; i < STEPS; i++)
        printf("  %15u %8" PRIu64 "  %5.1f %%\n", steps[i], tables->at_least[i],
               percent(tables->played_at_least[i], tables->played_all));
}

static void print_json(struct tables const *tables, struct memory_facts const *facts)
{
    printf("{\"cases\": %" PRIu32 ", \"moves\": %" PRIu64 ", \"games\": %" PRIu32
           ", \"cores\": %" PRIu32 ", \"groups\": %" PRIu32 ", \"bytes\": %" PRIu64
           ", \"source_bytes\": %" PRIu64 "}\n",
           facts->cases, facts->moves, facts->games, facts->cores, facts->groups,
           facts->bytes, facts->source_bytes);
    for (int near = 0; near < LINES; near++)
        for (int far = near; far < LINES; far++)
            if (tables->cases[near][far])
                printf("{\"line\": %d, \"other_line\": %d, \"cases\": %" PRIu64
                       ", \"played\": %" PRIu64 "}\n",
                       near + 1, far + 1, tables->cases[near][far],
                       tables->played[near][far]);
    for (int n = 0; n < STONES; n++)
        if (tables->by_stones[n])
            printf("{\"stones\": %d, \"cases\": %" PRIu64 ", \"played\": %" PRIu64
                   "}\n",
                   n, tables->by_stones[n], tables->played_by_stones[n]);
    for (int i = 0; i < STEPS; i++)
        printf("{\"played_at_least\": %u, \"cases\": %" PRIu64 ", \"played\": %" PRIu64
               "}\n",
               steps[i], tables->at_least[i], tables->played_at_least[i]);
}

void table_of_memory(struct memory const *memory, bool json)
{
    struct tables tables = {.memory = memory};
    struct memory_facts facts;
    edges_init(&tables.edges);
    memory_facts(memory, &facts);
    memory_each(memory, tabulate, &tables);
    if (json)
        print_json(&tables, &facts);
    else
        print_text(&tables, &facts);
}
