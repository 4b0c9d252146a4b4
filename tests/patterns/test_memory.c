#include "tests/support/testing.h"

#include "tests/support/folder.h"
#include "tests/support/shapes_made.h"

#include "engine/base/chunkfile.h"
#include "patterns/shapes/memory.h"

#include <sys/stat.h>
#include <unistd.h>

static char path[] = "/tmp/hishi-memory-XXXXXX";
static char other[sizeof path + 4];

static int make_file(void **state)
{
    (void)state;
    int const file = mkstemp(path);
    if (file < 0)
        return -1;
    close(file);
    snprintf(other, sizeof other, "%s.2", path);
    made_memory(path, 30000, 1);
    return 0;
}

static int remove_file(void **state)
{
    (void)state;
    unlink(other);
    return unlink(path);
}

/* ---------------------------------------------------------------- what it keeps */

static void gives_back_what_was_written(void **state)
{
    (void)state;
    struct casebuilder list;
    struct memory *const memory = made_open(path);
    struct failure why = {""};
    made_cases(&list, 30000, 1);
    assert_true(memory_verify(memory, &why));
    for (size_t i = 0; i < list.case_count; i++) {
        struct diamond shape;
        struct experience experience;
        struct memory_source sources[MEMORY_SOURCES];
        struct casecode const code = {list.cases[i].inner, list.cases[i].outer};
        uint32_t id = 0;
        casecode_diamond(&list.edges, code, &shape);
        diamond_turn(&shape, (int)(i % 8), &shape);
        assert_true(memory_find(memory, &shape, &id));
        assert_int_equal(id, i);
        memory_experience(memory, id, &experience);
        assert_memory_equal(&experience, &list.cases[i].experience, sizeof experience);
        int const count = memory_sources(memory, id, sources);
        for (int j = 0; j < MEMORY_SOURCES; j++)
            if (list.cases[i].source[j] != NO_SOURCE) {
                assert_true(j < count);
                assert_int_equal(sources[j].game * MEMORY_MOVES +
                                     (uint32_t)sources[j].move,
                                 list.cases[i].source[j]);
            }
    }
    struct remembered_game game;
    memory_game(memory, 9, &game);
    assert_string_equal(game.file, "made-2");
    assert_int_equal(game.number, 9);
    memory_close(memory);
    casebuilder_release(&list);
}

static void loading_and_writing_gives_the_same_bytes(void **state)
{
    (void)state;
    struct casebuilder list;
    struct failure why;
    struct memory *const memory = made_open(path);
    casebuilder_init(&list);
    casebuilder_load(&list, memory);
    assert_true(casebuilder_write(&list, other, NULL, &why));
    casebuilder_release(&list);
    memory_close(memory);
    files_are_same(path, other);
}

static bool even(void const *context, struct learnt_case const *one)
{
    (void)context;
    return one->outer % 2 == 0;
}

static bool odd(void const *context, struct learnt_case const *one)
{
    (void)context;
    return one->outer % 2;
}

static void what_is_parted_and_merged_counts_the_same(void **state)
{
    (void)state;
    struct casebuilder a, b, whole;
    made_cases(&whole, 5000, 2);
    made_cases(&a, 5000, 2);
    made_cases(&b, 5000, 2);
    casebuilder_prune(&a, even, NULL);
    casebuilder_prune(&b, odd, NULL);
    assert_true(a.case_count && b.case_count);
    casebuilder_merge(&a, &b);
    assert_int_equal(a.case_count, whole.case_count);
    for (size_t i = 0; i < a.case_count; i++) {
        assert_true(a.cases[i].inner == whole.cases[i].inner);
        assert_int_equal(a.cases[i].outer, whole.cases[i].outer);
        assert_memory_equal(&a.cases[i].experience, &whole.cases[i].experience,
                            sizeof a.cases[i].experience);
        for (int j = 0; j < MEMORY_SOURCES; j++) {
            uint32_t const of_a = a.cases[i].source[j];
            if (of_a != NO_SOURCE)
                assert_true(a.games[of_a / MEMORY_MOVES].number < 1000);
        }
    }
    casebuilder_merge(&a, &whole);
    assert_int_equal(a.case_count, whole.case_count);
    assert_int_equal(a.cases[0].experience.played,
                     2 * whole.cases[0].experience.played);
    casebuilder_release(&a);
    casebuilder_release(&b);
    casebuilder_release(&whole);
}

static void sources_are_of_different_games_whatever_the_order(void **state)
{
    (void)state;
    uint32_t games[6][MEMORY_SOURCES];
    uint32_t forward[MEMORY_SOURCES] = {NO_SOURCE, NO_SOURCE, NO_SOURCE};
    uint32_t backward[MEMORY_SOURCES] = {NO_SOURCE, NO_SOURCE, NO_SOURCE};
    for (uint32_t i = 0; i < 6; i++) {
        games[i][0] = i / 2 * MEMORY_MOVES + 50 - i; /* two moves of each game */
        games[i][1] = games[i][2] = NO_SOURCE;
    }
    for (int i = 0; i < 6; i++) {
        sources_join(forward, games[i]);
        sources_join(backward, games[5 - i]);
    }
    assert_memory_equal(forward, backward, sizeof forward);
    for (int i = 0; i < MEMORY_SOURCES; i++) {
        assert_true(forward[i] != NO_SOURCE);
        for (int j = 0; j < i; j++)
            assert_true(forward[i] / MEMORY_MOVES != forward[j] / MEMORY_MOVES);
    }
}

static void shrinks_to_the_size_that_was_asked_for(void **state)
{
    (void)state;
    struct casebuilder list;
    struct failure why;
    struct stat before, after;
    made_cases(&list, 30000, 1);
    assert_int_equal(stat(path, &before), 0);
    uint64_t const aim = (uint64_t)before.st_size / 4;
    casebuilder_shrink(&list, aim);
    assert_true(list.case_count > 100);
    assert_true(casebuilder_write(&list, other, NULL, &why));
    assert_int_equal(stat(other, &after), 0);
    assert_true((uint64_t)after.st_size <= aim);
    casebuilder_release(&list);
    struct memory *const memory = made_open(other);
    assert_true(memory_verify(memory, &why));
    memory_close(memory);
}

static void an_empty_memory_finds_nothing(void **state)
{
    (void)state;
    struct casebuilder list;
    struct failure why;
    casebuilder_init(&list);
    casebuilder_group(&list);
    assert_true(casebuilder_write(&list, other, NULL, &why));
    casebuilder_release(&list);
    struct memory *const memory = made_open(other);
    struct finder *const finder = finder_new(memory);
    struct diamond const diamond = {1, 2, 0};
    struct near_case found[8];
    uint32_t id;
    assert_true(memory_verify(memory, &why));
    assert_false(memory_find(memory, &diamond, &id));
    assert_int_equal(
        finder_nearest(finder, &similarity_table[1], &diamond, 8, 1000, found), 0);
    finder_free(finder);
    memory_close(memory);
}

/* ---------------------------------------------------------------- bad files */

/* Ask a memory that may be nonsense everything; it must only not crash.  */
static void ask_everything(struct memory const *memory, uint64_t seed)
{
    struct finder *const finder = finder_new(memory);
    struct rng rng;
    rng_seed(&rng, seed);
    for (int i = 0; i < 30; i++) {
        struct diamond diamond;
        struct near_case found[8];
        struct experience core, ring3, experience;
        struct memory_source sources[MEMORY_SOURCES];
        struct remembered_game game;
        uint32_t id;
        made_question(&rng, &diamond);
        int const count =
            finder_nearest(finder, &similarity_table[i % 2], &diamond, 8, 60, found);
        memory_back_off(memory, &diamond, &core, &ring3);
        memory_find(memory, &diamond, &id);
        for (int j = 0; j < count; j++) {
            memory_experience(memory, found[j].id, &experience);
            int const n = memory_sources(memory, found[j].id, sources);
            for (int s = 0; s < n; s++) {
                memory_game(memory, sources[s].game, &game);
                assert_true(strlen(game.file) < 1000);
            }
        }
    }
    finder_free(finder);
}

static void opens_or_says_why_not(char const *file, uint64_t seed, bool must_refuse)
{
    struct failure why = {""};
    struct memory *const memory = memory_open(file, &why);
    if (!memory) {
        assert_true(strlen(why.text) > 20);
        return;
    }
    ask_everything(memory, seed);
    bool const good = memory_verify(memory, &why);
    assert_true(good || strlen(why.text) > 20);
    if (must_refuse)
        assert_false(good);
    memory_close(memory);
}

static void spill(char const *to, char const *bytes, size_t size)
{
    FILE *const out = fopen(to, "wb");
    assert_non_null(out);
    assert_int_equal(fwrite(bytes, 1, size, out), size);
    fclose(out);
}

static void refuses_files_cut_short_or_flipped(void **state)
{
    (void)state;
    made_memory(other, 300, 3);
    size_t size;
    char *const bytes = file_bytes(other, &size);
    for (size_t cut = 0; cut < size; cut += 1 + size / 97) {
        spill(other, bytes, cut);
        struct failure why = {""};
        assert_null(memory_open(other, &why));
        assert_true(strlen(why.text) > 20);
    }
    struct rng rng;
    rng_seed(&rng, 4);
    for (int i = 0; i < 200; i++) {
        size_t const at = rng_below(&rng, (uint32_t)size);
        char const was = bytes[at];
        bytes[at] = (char)(was ^ 1 << rng_below(&rng, 8));
        spill(other, bytes, size);
        opens_or_says_why_not(other, (uint64_t)i, false);
        bytes[at] = was;
    }
    free(bytes);
}

static char const *const chunks[] = {"HEAD", "CORE", "SIFT", "BODY", "ONCE", "PAGE",
                                     "MANY", "FROM", "MORE", "GAME", "TEXT"};

/* Copy the file at FROM with sound checksums, but with a word of one chunk
   changed to nonsense.  */
static void forge(char const *from, char const *to, struct rng *rng, int which)
{
    struct failure why;
    struct chunkfile *const in = chunkfile_open(from, "SHAP", MEMORY_VERSION, &why);
    struct chunk_writer *const out = chunk_writer_new(to, "SHAP", MEMORY_VERSION, &why);
    assert_non_null(in);
    assert_non_null(out);
    for (size_t i = 0; i < sizeof chunks / sizeof *chunks; i++) {
        struct chunk chunk;
        assert_true(chunkfile_find(in, chunks[i], 1, &chunk, &why));
        unsigned char *const copy = malloc(chunk.size + 1);
        memcpy(copy, chunk.data, chunk.size);
        if ((int)i == which && chunk.size >= 4)
            for (int n = 0; n < 3; n++) {
                static uint32_t const nonsense[] = {0xffffffff, 0x7fffffff, 0x80000000,
                                                    0xffff,     1,          0};
                uint32_t const word = rng_below(rng, (uint32_t)(chunk.size / 4));
                put_le32(copy + 4 * word, rng_below(rng, 3)
                                              ? nonsense[rng_below(rng, 6)]
                                              : (uint32_t)rng_next(rng));
            }
        chunk_writer_begin(out, chunks[i]);
        chunk_writer_write(out, copy, chunk.size);
        free(copy);
    }
    assert_true(chunk_writer_finish(out, &why));
    chunkfile_close(in);
}

static void survives_nonsense_with_sound_checksums(void **state)
{
    (void)state;
    char small[sizeof path + 8];
    snprintf(small, sizeof small, "%s.small", path);
    made_memory(small, 400, 3);
    struct rng rng;
    rng_seed(&rng, 10);
    for (int i = 0; i < 400; i++) {
        forge(small, other, &rng, i % (int)(sizeof chunks / sizeof *chunks));
        opens_or_says_why_not(other, (uint64_t)i, false);
    }
    unlink(small);
}

static void refuses_another_version_or_radius(void **state)
{
    (void)state;
    struct failure why;
    struct chunk_writer *out = chunk_writer_new(other, "SHAP", 99, &why);
    assert_true(chunk_writer_finish(out, &why));
    assert_null(memory_open(other, &why));
    assert_non_null(strstr(why.text, "version"));

    out = chunk_writer_new(other, "SHAP", MEMORY_VERSION, &why);
    unsigned char head[40] = {5};
    chunk_writer_begin(out, "HEAD");
    chunk_writer_write(out, head, sizeof head);
    assert_true(chunk_writer_finish(out, &why));
    assert_null(memory_open(other, &why));
    assert_non_null(strstr(why.text, "radius 5"));

    out = chunk_writer_new(other, "SEQS", MEMORY_VERSION, &why);
    assert_true(chunk_writer_finish(out, &why));
    assert_null(memory_open(other, &why));
    assert_null(memory_open("/nowhere/at.all", &why));
    assert_non_null(strstr(why.text, "/nowhere/at.all"));
}

int main(void)
{
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(gives_back_what_was_written),
        cmocka_unit_test(loading_and_writing_gives_the_same_bytes),
        cmocka_unit_test(sources_are_of_different_games_whatever_the_order),
        cmocka_unit_test(what_is_parted_and_merged_counts_the_same),
        cmocka_unit_test(shrinks_to_the_size_that_was_asked_for),
        cmocka_unit_test(an_empty_memory_finds_nothing),
        cmocka_unit_test(refuses_another_version_or_radius),
        cmocka_unit_test(refuses_files_cut_short_or_flipped),
        cmocka_unit_test(survives_nonsense_with_sound_checksums),
    };
    return cmocka_run_group_tests(tests, make_file, remove_file);
}
