#include "tests/support/testing.h"

#include "tests/support/lies.h"
#include "tests/support/shapes_made.h"

#include "patterns/learning/casebuilder.h"
#include "patterns/playouts/local_weights.h"
#include "patterns/shapes/windowbook.h"

#include <unistd.h>

static char folder[] = "/tmp/hishi-lies-XXXXXX";
static char *games, *truth, *lie;

static int make_folder(void **state)
{
    (void)state;
    if (!mkdtemp(folder) || asprintf(&games, "%s/made.sgf", folder) < 0 ||
        asprintf(&truth, "%s/truth", folder) < 0 ||
        asprintf(&lie, "%s/lie", folder) < 0)
        return -1;
    return 0;
}

static int remove_folder(void **state)
{
    char *const files[] = {games, truth, lie};
    (void)state;
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        unlink(files[i]);
        free(files[i]);
    }
    return rmdir(folder);
}

static int how_many(int usually)
{
    return getenv("HISHI_SLOW") ? 100 * usually : usually;
}

/* Read each string to its end.  */
static size_t read_game(struct memory const *memory, uint32_t number)
{
    struct remembered_game game;
    memory_game(memory, number, &game);
    return strlen(game.file) + strlen(game.black) + strlen(game.white) +
           strlen(game.date) + strlen(game.result);
}

/* Whatever the engine asks, of a memory that is opened but not read whole first.  */
static void ask_memory(struct memory const *memory, struct rng *rng)
{
    struct similarity const *const similarity = similarity_find("learnt");
    struct finder *const finder = finder_new(memory);
    size_t read = 0;
    for (int i = 0; i < 30; i++) {
        struct near_case near[8];
        struct diamond diamond;
        struct experience core, ring3;
        made_question(rng, &diamond);
        int const count = finder_nearest(finder, similarity, &diamond, 8, 10000, near);
        finder_back_off(finder, &core, &ring3);
        for (int k = 0; k < count; k++) {
            struct memory_source sources[MEMORY_SOURCES];
            int const known = memory_sources(memory, near[k].id, sources);
            for (int j = 0; j < known; j++)
                read += read_game(memory, sources[j].game);
        }
    }
    assert_true(read < 1 << 24);
    finder_free(finder);
}

static void a_memory_that_lies_never_leads_outside(void **state)
{
    (void)state;
    struct rng rng;
    int opened = 0, passed = 0;
    made_memory(truth, 2000, 5);
    rng_seed(&rng, 1);
    for (int i = 0; i < how_many(120); i++) {
        struct failure why = {""};
        lie_about(truth, lie, &rng);
        struct memory *const memory = memory_open(lie, &why);
        assert_true(memory || why.text[0]);
        if (!memory)
            continue;
        opened++;
        ask_memory(memory, &rng);
        if (memory_verify(memory, &why)) {
            struct casebuilder list;
            passed++;
            casebuilder_init(&list);
            casebuilder_load(&list, memory);
            casebuilder_release(&list);
        }
        memory_close(memory);
    }
    assert_true(opened > 50 && passed > 0);
}

static struct windowbook_task task_of(char const *const places[])
{
    return (struct windowbook_task){.places = places,
                                    .place_count = 1,
                                    .residues = 0xfffff,
                                    .threads = 1,
                                    .min_played = 1};
}

static void a_book_of_windows_that_lies_never_leads_outside(void **state)
{
    (void)state;
    char const *const places[] = {games};
    struct windowbook_task const task = task_of(places);
    struct failure why = {""};
    struct rng rng;
    int refused = 0;
    made_games(games, 9, 20, 3);
    assert_true(windowbook_learn(&task, truth, &why));
    rng_seed(&rng, 2);
    for (int i = 0; i < how_many(200); i++) {
        struct experience known;
        lie_about(truth, lie, &rng);
        struct windowbook *const book = windowbook_open(lie, &why);
        refused += !book;
        for (int k = 0; book && k < 20; k++)
            windowbook_find(book, rng_next(&rng) >> 14, &known);
        windowbook_close(book);
    }
    assert_true(refused > 0);
}

static void any_changed_byte_of_a_book_of_windows_is_found_out(void **state)
{
    (void)state;
    char const *const places[] = {games};
    struct windowbook_task const task = task_of(places);
    struct failure why = {""};
    struct rng rng;
    made_games(games, 9, 3, 3);
    assert_true(windowbook_learn(&task, truth, &why));
    FILE *const in = fopen(truth, "rb");
    fseek(in, 0, SEEK_END);
    size_t const size = (size_t)ftell(in);
    unsigned char *const bytes = malloc(size);
    rewind(in);
    assert_int_equal(fread(bytes, 1, size, in), size);
    fclose(in);
    rng_seed(&rng, 7);
    for (int i = 0; i < how_many(300); i++) {
        size_t const at = rng_below(&rng, (uint32_t)size);
        unsigned char const right = bytes[at];
        bytes[at] = (unsigned char)(right ^ 1 << rng_below(&rng, 8));
        FILE *const out = fopen(lie, "wb");
        assert_int_equal(fwrite(bytes, 1, size, out), size);
        fclose(out);
        why.text[0] = '\0';
        assert_null(windowbook_open(lie, &why));
        assert_non_null(strstr(why.text, lie));
        bytes[at] = right;
    }
    free(bytes);
}

static void weights_of_playouts_that_lie_are_numbers_or_refused(void **state)
{
    (void)state;
    struct local_weights *const weights = calloc(1, sizeof *weights);
    struct failure why = {""};
    struct rng rng;
    int opened = 0;
    rng_seed(&rng, 4);
    for (uint32_t feature = 0; feature < NEARBY_FEATURES; feature++)
        if (nearby_canonical(feature) == feature && rng_below(&rng, 100) == 0)
            weights->of[feature] = (float)rng_unit(&rng) - 0.5f;
    assert_true(local_weights_write(truth, weights, NULL, &why));
    for (int i = 0; i < how_many(200); i++) {
        lie_about(truth, lie, &rng);
        struct local_weights *const read = local_weights_open(lie, &why);
        opened += read != NULL;
        for (uint32_t feature = 0; read && feature < NEARBY_FEATURES; feature++)
            assert_true(read->of[feature] > -33 && read->of[feature] < 33);
        free(read);
    }
    assert_true(opened > 0);
    free(weights);
}

int main(void)
{
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(a_memory_that_lies_never_leads_outside),
        cmocka_unit_test(a_book_of_windows_that_lies_never_leads_outside),
        cmocka_unit_test(any_changed_byte_of_a_book_of_windows_is_found_out),
        cmocka_unit_test(weights_of_playouts_that_lie_are_numbers_or_refused),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
