#include "tests/support/testing.h"

#include "tests/support/made_up.h"

#include "engine/go/symmetry.h"

#include "books/sequences/imprint.h"

/* More games than a block has, so that one is full and one is not.  */
enum { GAMES = BLOCK_GAMES + 90, REAL_GAMES = 3000, SIGHTINGS_MAX = 4000000 };

struct world {
    struct game *games;
    int count, held; /* the last are held out: only drawn from */
    struct corpus corpus;
    struct imprint imprint;
};

static void keep_block(void *context, struct imprint_block const *block)
{
    struct imprint *const imprint = context;
    imprint->blocks =
        realloc(imprint->blocks, (imprint->block_count + 1) * sizeof *block);
    imprint->blocks[imprint->block_count++] = *block;
}

static void open_world(struct world *world, bool real)
{
    *world = (struct world){.held = 50, .count = real ? REAL_GAMES : GAMES};
    int const all = world->count + world->held;
    world->games = calloc((size_t)all, sizeof *world->games);
    if (real) {
        int const read = read_games(world->games, 0, all);
        world->count = read > world->held ? read - world->held : 0;
    } else {
        struct corpus_builder *const spare = make_up_corpus(world->games, all, 5, true);
        corpus_builder_free(spare);
    }
    world->corpus = corpus_finish(code_games(world->games, world->count));
    world->imprint.changes =
        imprint_make(&world->corpus, keep_block, &world->imprint, NULL);
}

static void close_world(struct world *world)
{
    for (int i = 0; i < world->count + world->held; i++)
        game_release(&world->games[i]);
    free(world->games);
    free(world->imprint.blocks);
    imprint_changes_release(&world->imprint.changes);
    corpus_release(&world->corpus);
}

/* ---------------------------------------------------------------- shapes */

/* The board of a held-out game at some moment.  */
static void draw_board(struct rng *rng, struct world const *world, struct board *board)
{
    struct replay walk;
    struct failure why;
    struct game const *const game =
        &world->games[world->count + (int)rng_below(rng, (uint32_t)world->held)];
    int const until = 1 + (int)rng_below(rng, (uint32_t)game->count + 1);
    replay_start(&walk, game);
    for (int i = 0; i < until && replay_next(&walk, &why); i++)
        ;
    board_copy(board, &walk.board);
}

/* A window of WIDTH x HEIGHT of BOARD; some points do not matter; where it lies at an
   edge that is part of it when EDGES.  */
static void cut_out(struct rng *rng, struct board const *board, int width, int height,
                    bool corner, bool edges, struct shape *shape)
{
    int left = 1 + (int)rng_below(rng, (uint32_t)(20 - width));
    int low = 1 + (int)rng_below(rng, (uint32_t)(20 - height));
    unsigned const vague = rng_below(rng, 2) ? 4 : 1000;
    if (corner) {
        left = rng_below(rng, 2) ? 1 : 20 - width;
        low = rng_below(rng, 2) ? 1 : 20 - height;
    }
    memset(shape, 0, sizeof *shape);
    shape->width = (uint8_t)width;
    shape->height = (uint8_t)height;
    for (int row = 0; row < height; row++)
        for (int column = 0; column < width; column++) {
            enum color const color =
                board_color(board, point_at(left + column, low + height - 1 - row));
            shape->cells[row * width + column] = rng_below(rng, vague) == 0 ? CELL_ANY
                                                 : color == EMPTY           ? CELL_EMPTY
                                                 : color == BLACK           ? CELL_X
                                                                            : CELL_O;
        }
    shape->left = edges && left == 1;
    shape->right = edges && left + width == 20;
    shape->bottom = edges && low == 1;
    shape->top = edges && low + height == 20;
}

static int stones_in(struct shape const *shape)
{
    int stones = 0;
    for (int i = 0; i < shape->width * shape->height; i++)
        stones += shape->cells[i] >= CELL_X;
    return stones;
}

/* Small shapes with and without edges, corners, wide ones, whole boards.  */
static void draw_shape(struct rng *rng, struct world const *world, struct shape *shape)
{
    static struct board board;
    do {
        draw_board(rng, world, &board);
        int const kind = (int)rng_below(rng, 8);
        int const width = kind == 0  ? 19
                          : kind < 3 ? 4 + (int)rng_below(rng, 7)
                                     : 2 + (int)rng_below(rng, 4);
        int const height = kind == 0  ? 19
                           : kind < 3 ? 4 + (int)rng_below(rng, 7)
                                      : 2 + (int)rng_below(rng, 4);
        cut_out(rng, &board, width, height, kind < 4, kind != 7, shape);
    } while (stones_in(shape) == 0);
}

/* ---------------------------------------------------------------- comparing */

struct list {
    struct sighting *of;
    int count;
};

static void keep(void *context, struct sighting const *sighting)
{
    struct list *const list = context;
    if (list->count == SIGHTINGS_MAX)
        return;
    struct sighting *const to = &list->of[list->count++];
    memset(to, 0, sizeof *to); /* what is between the fields too */
    to->game = sighting->game;
    to->number = sighting->number;
    to->followed = sighting->followed;
    to->color = sighting->followed ? sighting->color : 0;
    to->by_x = sighting->followed && sighting->by_x;
    to->cell = sighting->cell;
}

/* By game and move; at the same moment a shape can stand in several places.  */
static int by_place(void const *left, void const *right)
{
    struct sighting const *const a = left, *const b = right;
    if (a->game != b->game)
        return a->game < b->game ? -1 : 1;
    if (a->number != b->number)
        return a->number < b->number ? -1 : 1;
    if (a->by_x != b->by_x)
        return a->by_x < b->by_x ? -1 : 1;
    return (a->cell > b->cell) - (a->cell < b->cell);
}

static int compare_shape(struct world const *world, struct shape const *shape,
                         struct list lists[2])
{
    lists[0].count = lists[1].count = 0;
    shape_find(&world->corpus, shape, keep, &lists[0]);
    imprint_find(&world->imprint, &world->corpus, shape, keep, &lists[1]);
    assert_int_equal(lists[0].count, lists[1].count);
    for (int i = 1; i < lists[1].count; i++) {
        struct sighting const *const a = &lists[1].of[i - 1], *const b = a + 1;
        assert_true(a->game < b->game ||
                    (a->game == b->game && a->number <= b->number));
    }
    for (int i = 0; i < 2; i++)
        qsort(lists[i].of, (size_t)lists[i].count, sizeof *lists[i].of, by_place);
    assert_memory_equal(lists[0].of, lists[1].of,
                        (size_t)lists[0].count * sizeof *lists[0].of);
    return lists[0].count;
}

static void compare_shapes(struct world const *world, int shapes, long least)
{
    struct list lists[2];
    struct rng rng = {7};
    long total = 0;
    int found = 0;
    for (int i = 0; i < 2; i++)
        lists[i].of = malloc(SIGHTINGS_MAX * sizeof *lists[i].of);
    for (int i = 0; i < shapes; i++) {
        struct shape shape;
        draw_shape(&rng, world, &shape);
        int const times = compare_shape(world, &shape, lists);
        total += times;
        found += times > 0;
    }
    assert_true(total > least && found > shapes / 8);
    free(lists[0].of);
    free(lists[1].of);
}

static void finds_what_playing_through_finds(void **state)
{
    (void)state;
    struct world world;
    open_world(&world, false);
    assert_true(imprint_is_sound(&world.imprint, (uint32_t)world.count));
    compare_shapes(&world, 60, 1000);
    close_world(&world);
}

/* With HISHI_SLOW=1 and HISHI_GAMES naming a file of games.  */
static void finds_it_in_real_games(void **state)
{
    (void)state;
    struct world world;
    open_world(&world, true);
    if (world.count)
        compare_shapes(&world, 200, 10000);
    close_world(&world);
}

/* ---------------------------------------------------------------- captures */

static int moves_before(struct world const *world, char const *diagram)
{
    struct shape shape;
    struct sighting found[100];
    struct list list = {.of = found};
    assert_true(shape_parse(diagram, &shape, NULL));
    imprint_find(&world->imprint, &world->corpus, &shape, keep, &list);
    return list.count == 1 ? list.of[0].number : -list.count;
}

/* A ponnuki appears with the move that takes the stone in it, not with the last of its
   own; the stone in atari before that is a shape too, and with all five never one.  */
static void sees_shapes_that_captures_make(void **state)
{
    (void)state;
    static int const plays[][2] = {{9, 10},  {10, 10}, {10, 9},  {1, 1},
                                   {11, 10}, {3, 1},   {10, 11}, {17, 17}};
    struct game game;
    game_init(&game, 19, 19);
    for (int i = 0; i < 8; i++)
        game_add(&game, STEP_PLAY, i % 2 ? WHITE : BLACK,
                 point_at(plays[i][0], plays[i][1]));
    struct world world = {.count = 1};
    world.corpus = corpus_finish(code_games(&game, 1));
    world.imprint.changes =
        imprint_make(&world.corpus, keep_block, &world.imprint, NULL);
    assert_int_equal(moves_before(&world, "?X?/X.X/?X?"), 7);
    assert_int_equal(moves_before(&world, "?.?/XOX/?X?"), 5);
    assert_int_equal(moves_before(&world, "?X?/XOX/?X?"), 0);
    game_release(&game);
    free(world.imprint.blocks);
    imprint_changes_release(&world.imprint.changes);
    corpus_release(&world.corpus);
}

int main(void)
{
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(finds_what_playing_through_finds),
        cmocka_unit_test(finds_it_in_real_games),
        cmocka_unit_test(sees_shapes_that_captures_make),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
