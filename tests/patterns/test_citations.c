/* The games that the shipped casebook cites, followed back into the collection. */
#include "tests/support/testing.h"

#include "engine/base/rng.h"
#include "engine/records/gamename.h"
#include "engine/records/situations.h"
#include "patterns/cases/casebook.h"

#include <unistd.h>

static char const games_folder[] = "../shared/games";
static char const book_file[] = "patterns/cases/cases.hishi";

/* A claim of the casebook: before MOVE of the game, counted from 0, the vicinity of its
   point was of this CODE, down to LEVEL.  */
struct claim {
    int level;
    vicinitycode code;
    struct remembered_game game;
    int move;
    bool found;
};

struct inquiry {
    struct casebook *book;
    struct claim *claims;
    struct gamename *names;
    int count, capacity;
    uint32_t nodes, every; /* of so many nodes with a source one is asked */
    struct rng rng;
    struct situations situations;
};

static void draw_node(struct inquiry *inquiry, int level, uint32_t node,
                      vicinitycode code)
{
    struct memory_source sources[CASE_SOURCES];
    struct claim claim = {.level = level, .code = code};
    int const count = casebook_sources(inquiry->book, level, node, sources);
    assert_in_range(count, 0, CASE_SOURCES);
    if (!count || inquiry->count == inquiry->capacity ||
        inquiry->nodes++ % inquiry->every)
        return;
    int const chosen = (int)rng_below(&inquiry->rng, (uint32_t)count);
    claim.move = sources[chosen].move;
    casebook_game(inquiry->book, sources[chosen].game, &claim.game);
    struct gamename *const name = &inquiry->names[inquiry->count];
    snprintf(name->file, sizeof name->file, "%s", claim.game.file);
    name->number = claim.game.number;
    inquiry->claims[inquiry->count++] = claim;
}

/* The nodes from FROM to before TO, whose parent is of CODE, and all below them.  */
static void draw_nodes(struct inquiry *inquiry, int level, uint32_t from, uint32_t to,
                       vicinitycode code)
{
    for (; from < to; from++) {
        uint32_t first, end;
        vicinitycode const own =
            vicinity_join(code, level, casebook_part(inquiry->book, level, from));
        if (level >= CASE_SOURCED)
            draw_node(inquiry, level, from, own);
        if (level == LEVEL_RING4)
            continue;
        casebook_children(inquiry->book, level, from, &first, &end);
        draw_nodes(inquiry, level + 1, first, end, own);
    }
}

/* CODE without what is below LEVEL.  */
static vicinitycode as_far_as(vicinitycode code, int level)
{
    vicinitycode part = 0;
    for (int i = 0; i <= level; i++)
        part = vicinity_join(part, i, vicinity_part(code, i));
    return part;
}

/* The situation before move NUMBER is in SITUATIONS.  */
static bool go_to(struct situations *situations, struct game const *game, int number)
{
    struct failure why;
    situations_start(situations, game);
    while (situations_next(situations, &why))
        if (situations->walk.number == number)
            return true;
    return false;
}

static void follow(void *context, int which, struct game const *game,
                   struct origin const *origin)
{
    struct inquiry *const inquiry = context;
    struct claim *const claim = &inquiry->claims[which];
    struct situations *const situations = &inquiry->situations;
    struct replay const *const walk = &situations->walk;
    struct vicinities const *const vicinities = casebook_vicinities(inquiry->book);
    struct vicinity vicinity;
    int symmetry;
    assert_string_equal(game->black, claim->game.black);
    assert_string_equal(game->white, claim->game.white);
    assert_string_equal(game->date, claim->game.date);
    assert_string_equal(game->result, claim->game.result);
    assert_int_equal(origin->number, claim->game.number);
    if (!go_to(situations, game, claim->move) || walk->move.at == PASS)
        fail_msg("%s/%ld has no move %d", claim->game.file, origin->number,
                 claim->move + 1);
    vicinity_look(vicinities, situations->situation.board, walk->move.at,
                  latest_moves(&situations->situation), &vicinity);
    if (as_far_as(vicinity_code(vicinities, &vicinity, &symmetry), claim->level) !=
        claim->code)
        fail_msg("%s/%ld move %d: what level %d remembers is not what is there",
                 claim->game.file, origin->number, claim->move + 1, claim->level);
    claim->found = true;
}

static void say(void *context, struct origin const *origin, struct failure const *why)
{
    (void)context, (void)origin;
    fail_msg("%s", why->text);
}

/* Follow a citation of each of WANTED nodes, or of every one if that is 0; of those
   that were drawn some cite nothing.  */
static void cites_what_was_played(int wanted)
{
    struct failure why;
    struct casebook_facts facts;
    struct inquiry inquiry = {.book = casebook_open(book_file, &why)};
    assert_non_null(inquiry.book);
    casebook_facts(inquiry.book, &facts);
    uint32_t all = 0;
    for (int level = CASE_SOURCED; level < VICINITY_LEVELS; level++)
        all += facts.nodes[level];
    wanted = wanted ? wanted : (int)all;
    inquiry.claims = calloc((size_t)wanted, sizeof *inquiry.claims);
    inquiry.names = calloc((size_t)wanted, sizeof *inquiry.names);
    inquiry.capacity = wanted;
    inquiry.every = all / (uint32_t)wanted;
    rng_seed(&inquiry.rng, 1);
    draw_nodes(&inquiry, 0, 0, facts.nodes[0], 0);
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
    assert_in_range(inquiry.count, wanted / 3, wanted);
    gamenames_find(&search);
    for (int i = 0; i < inquiry.count; i++)
        if (!inquiry.claims[i].found)
            fail_msg("%s/%ld is nowhere", inquiry.names[i].file,
                     inquiry.names[i].number);
    free(inquiry.claims);
    free(inquiry.names);
    situations_release(&inquiry.situations);
    casebook_close(inquiry.book);
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
