/* The games that the shipped memory cites, followed back into the collection. */
#include "tests/support/testing.h"

#include "engine/base/rng.h"
#include "engine/records/gamename.h"
#include "patterns/shapes/memory.h"

#include <unistd.h>

static char const games_folder[] = "../shared/games";
static char const memory_file[] = "patterns/shapes/shapes.hishi";

/* A claim of the memory: before MOVE of the game, counted from 0, the surroundings
   of its point were of this CODE.  */
struct claim {
    uint32_t id;
    struct casecode code;
    struct remembered_game game;
    int move;
    bool found;
};

struct inquiry {
    struct memory *memory;
    struct edges edges;
    struct claim *claims;
    struct gamename *names;
    int count, capacity;
    uint32_t every; /* so many cases one is taken from */
    struct rng rng;
};

static bool draw_case(void *context, uint32_t id, struct casecode code)
{
    struct inquiry *const inquiry = context;
    struct memory_source sources[MEMORY_SOURCES];
    struct claim claim = {.id = id, .code = code};
    if (inquiry->count == inquiry->capacity || id % inquiry->every)
        return true;
    int const count = memory_sources(inquiry->memory, id, sources);
    int const chosen = (int)rng_below(&inquiry->rng, (uint32_t)count);
    claim.move = sources[chosen].move;
    memory_game(inquiry->memory, sources[chosen].game, &claim.game);
    struct gamename *const name = &inquiry->names[inquiry->count];
    snprintf(name->file, sizeof name->file, "%s", claim.game.file);
    name->number = claim.game.number;
    inquiry->claims[inquiry->count++] = claim;
    return true;
}

/* The situation before move NUMBER is in WALK.  */
static bool go_to(struct replay *walk, struct game const *game, int number)
{
    struct failure why;
    replay_start(walk, game);
    while (replay_next(walk, &why))
        if (walk->number == number)
            return true;
    return false;
}

static void follow(void *context, int which, struct game const *game,
                   struct origin const *origin)
{
    struct inquiry *const inquiry = context;
    struct claim *const claim = &inquiry->claims[which];
    struct replay walk;
    struct diamond diamond, canonical;
    assert_string_equal(game->black, claim->game.black);
    assert_string_equal(game->white, claim->game.white);
    assert_string_equal(game->date, claim->game.date);
    assert_string_equal(game->result, claim->game.result);
    assert_int_equal(origin->number, claim->game.number);
    if (!go_to(&walk, game, claim->move) || walk.move.at == PASS)
        fail_msg("%s/%ld has no move %d", claim->game.file, origin->number,
                 claim->move + 1);
    diamond_look(&walk.board, walk.move.at, (enum color)walk.move.color, &diamond);
    diamond_canonical(&diamond, &canonical);
    if (casecode_compare(casecode_of(&inquiry->edges, &canonical), claim->code) != 0)
        fail_msg("%s/%ld move %d: case %u is not what is there", claim->game.file,
                 origin->number, claim->move + 1, claim->id);
    claim->found = true;
}

static void say(void *context, struct origin const *origin, struct failure const *why)
{
    (void)context, (void)origin;
    fail_msg("%s", why->text);
}

/* Follow a citation of each of WANTED cases, or of every case if that is 0.  */
static void cites_what_was_played(int wanted)
{
    struct failure why;
    struct memory_facts facts;
    struct inquiry inquiry = {.memory = memory_open(memory_file, &why)};
    assert_non_null(inquiry.memory);
    memory_facts(inquiry.memory, &facts);
    wanted = wanted ? wanted : (int)facts.cases;
    inquiry.claims = calloc((size_t)wanted, sizeof *inquiry.claims);
    inquiry.names = calloc((size_t)wanted, sizeof *inquiry.names);
    inquiry.capacity = wanted;
    inquiry.every = facts.cases / (uint32_t)wanted;
    edges_init(&inquiry.edges);
    rng_seed(&inquiry.rng, 1);
    memory_each(inquiry.memory, draw_case, &inquiry);
    char const *const places[] = {games_folder};
    struct gamename_search const search = {
        .places = places,
        .place_count = 1,
        .names = inquiry.names,
        .count = inquiry.count,
        .take = follow,
        .report = say,
        .context = &inquiry,
    };
    assert_int_equal(inquiry.count, wanted);
    gamenames_find(&search);
    for (int i = 0; i < inquiry.count; i++)
        if (!inquiry.claims[i].found)
            fail_msg("%s/%ld is nowhere", inquiry.names[i].file,
                     inquiry.names[i].number);
    free(inquiry.claims);
    free(inquiry.names);
    memory_close(inquiry.memory);
}

/* HISHI_SLOW=1 follows all of them.  */
static void a_thousand_citations_lead_to_their_moves(void **state)
{
    (void)state;
    char const *const slow = getenv("HISHI_SLOW");
    if (access(games_folder, R_OK) != 0) {
        puts("LEFT OUT: there are no games in ../shared/games to follow citations to");
        skip();
    }
    cites_what_was_played(slow && *slow ? 0 : 1000);
}

int main(void)
{
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(a_thousand_citations_lead_to_their_moves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
