#include <config.h>

#include "tools/match/openings.h"

#include <stdlib.h>
#include <string.h>
#include <xalloc.h>

#include "engine/base/rng.h"
#include "engine/go/symmetry.h"
#include "engine/records/archive.h"

/* Lines that leave the game open: star points, 3-4 and 3-3 points, a few
   approaches and enclosures; on the small board two or three moves around the
   centre.  */
static struct {
    int size;
    char const *moves;
} const lines[] = {
    {9, "E5 C5"},
    {9, "E5 C4"},
    {9, "E5 C3"},
    {9, "E5 C6 G4"},
    {9, "D5 G5"},
    {9, "D5 F4"},
    {9, "D4 F6"},
    {9, "D4 G5"},
    {9, "D4 G6"},
    {9, "D4 F5"},
    {9, "C4 G6"},
    {9, "C4 F6"},
    {9, "C4 F5"},
    {9, "C5 G5"},
    {9, "C5 G4"},
    {9, "C3 F6"},
    {13, "K10 D4 K4 D10"},
    {13, "K10 D4 K3 D10"},
    {13, "K10 D4 L4 D10"},
    {13, "K10 D4 L4 C10"},
    {13, "K10 D4 K3 D11"},
    {13, "L10 D4 K3 D10"},
    {13, "L11 D4 K4 D10"},
    {13, "L10 C4 K3 D11"},
    {13, "K10 D10 D4 K4"},
    {13, "K10 D10 C4 K4"},
    {13, "L10 D10 C4 L4"},
    {13, "K10 D4 K4 D10 C7"},
    {19, "Q16 D4 Q4 D16"},
    {19, "Q16 D4 Q3 D16"},
    {19, "Q16 D4 R4 D16"},
    {19, "Q16 D4 R4 C16"},
    {19, "Q16 D4 Q3 D17"},
    {19, "R16 D4 Q3 D16"},
    {19, "R16 D4 Q3 D17"},
    {19, "R16 C4 Q3 D17"},
    {19, "R17 D4 Q4 D16"},
    {19, "Q16 C3 Q4 D16"},
    {19, "Q16 D16 D4 Q4"},
    {19, "Q16 D16 C4 Q4"},
    {19, "R16 D16 C4 R4"},
    {19, "Q16 D4 R4 D16 P3"},
    {19, "Q16 D4 Q4 D16 C14 F17"},
    {19, "Q16 D4 Q3 D16 C6 F3"},
};

static bool same_opening(struct opening const *a, struct opening const *b)
{
    return a->count == b->count &&
           memcmp(a->moves, b->moves, a->count * sizeof *a->moves) == 0;
}

/* Add OPENING unless it is there already.  */
static void add(struct openings *openings, struct opening const *opening)
{
    for (int i = 0; i < openings->count; i++)
        if (same_opening(&openings->list[i], opening))
            return;
    openings->list =
        xnrealloc(openings->list, openings->count + 1, sizeof *openings->list);
    openings->list[openings->count++] = *opening;
}

static void shuffle(struct openings *openings, uint64_t seed)
{
    struct rng rng;
    rng_seed(&rng, seed);
    for (int i = openings->count - 1; i > 0; i--) {
        int const j = (int)rng_below(&rng, (uint32_t)i + 1);
        struct opening const held = openings->list[i];
        openings->list[i] = openings->list[j];
        openings->list[j] = held;
    }
}

static struct opening parse(char const *text, int size)
{
    struct opening opening = {0};
    while (*text) {
        char word[POINT_TEXT] = "";
        size_t const length = strcspn(text, " ");
        memcpy(word, text, length);
        point_parse(word, size, size, &opening.moves[opening.count++], NULL);
        text += length + strspn(text + length, " ");
    }
    return opening;
}

void openings_builtin(struct openings *openings, int size, uint64_t seed)
{
    *openings = (struct openings){.size = size >= 7 ? size : 0, .seed = seed};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        for (int symmetry = 0; symmetry < SYMMETRIES && lines[i].size == size;
             symmetry++) {
            struct opening opening = parse(lines[i].moves, size);
            for (int k = 0; k < opening.count; k++)
                opening.moves[k] = point_turned(opening.moves[k], size, symmetry);
            add(openings, &opening);
        }
    if (openings->count == 0 && openings->size > 0)
        add(openings, &(struct opening){0});
    shuffle(openings, seed);
}

/* The first PLIES moves of GAME, if it is suitable.  */
static bool take(struct game const *game, int size, int plies, struct opening *out)
{
    if (game->width != size || game->height != size)
        return false;
    *out = (struct opening){0};
    struct replay walk;
    replay_start(&walk, game);
    while (out->count < plies && replay_next(&walk, NULL)) {
        if (walk.move.color != (out->count % 2 ? WHITE : BLACK) ||
            (out->count == 0 && walk.board.empty_count < size * size))
            return false;
        out->moves[out->count++] = walk.move.at;
    }
    return out->count == plies && walk.setup == 0;
}

static void count_bad(void *passed_over, struct origin const *origin,
                      struct failure const *why)
{
    (void)origin;
    (void)why;
    ++*(int *)passed_over;
}

bool openings_read(struct openings *openings, char const *const *places,
                   int place_count, int size, int plies, uint64_t seed,
                   int *passed_over, struct failure *why)
{
    *openings = (struct openings){0};
    *passed_over = 0;
    struct archive_reader *const reader =
        archive_open(places, place_count, count_bad, passed_over);
    struct game game;
    struct origin origin;
    game_init(&game, size, size);
    while (openings->count < OPENINGS_MAX && archive_next(reader, &game, &origin)) {
        struct opening opening;
        if (take(&game, size, plies, &opening))
            add(openings, &opening);
        else
            ++*passed_over;
    }
    game_release(&game);
    archive_close(reader);
    shuffle(openings, seed);
    return openings->count > 0 ||
           failed(why, "no game in %s opens a %dx%d game with %d moves", places[0],
                  size, size, plies);
}

void openings_release(struct openings *openings)
{
    free(openings->list);
    *openings = (struct openings){0};
}

/* Does P keep a distance of more than GAP from all stones of OPENING?  */
static bool is_apart(struct opening const *opening, point p, int gap)
{
    for (int i = 0; i < opening->count; i++)
        if (abs(point_column(p) - point_column(opening->moves[i])) <= gap &&
            abs(point_row(p) - point_row(opening->moves[i])) <= gap)
            return false;
    return true;
}

/* One more move: a point of the third line or above, apart from all stones, if
   one is found soon.  */
static void prolong(struct opening *opening, int size, struct rng *rng)
{
    enum { TRIES = 100 };
    int const gap = size < 13 ? 1 : 2;
    for (int i = 0; i < TRIES && opening->count < OPENING_MAX; i++) {
        int const row = 3 + (int)rng_below(rng, (uint32_t)size - 4);
        int const column = 3 + (int)rng_below(rng, (uint32_t)size - 4);
        point const p = point_at(column, row);
        if (is_apart(opening, p, gap)) {
            opening->moves[opening->count++] = p;
            return;
        }
    }
}

struct opening openings_get(struct openings const *openings, int number)
{
    if (openings->count == 0)
        return (struct opening){0};
    struct opening opening = openings->list[number % openings->count];
    if (openings->size > 0 && (number >= openings->count || opening.count == 0)) {
        struct rng rng;
        rng_seed(&rng, openings->seed ^ rng_mix((uint64_t)number));
        for (int more = opening.count ? 2 : 4; more > 0; more--)
            prolong(&opening, openings->size, &rng);
    }
    return opening;
}
