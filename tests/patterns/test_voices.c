#include "tests/support/testing.h"

#include "engine/base/rng.h"
#include "patterns/learning/voices_train.h"

#include <math.h>
#include <unistd.h>

enum { MOVES = 40, NAMED = 4 };

/* A position of MOVES moves without any features, as a model might rate it.  */
static void make_position(struct rng *rng, struct features *features, float p[],
                          struct candidates *said)
{
    double total = 0;
    features->count = MOVES;
    candidates_clear(said);
    for (int i = 0; i < MOVES; i++) {
        features->list[i].at = point_at(1 + i % 7, 1 + i / 7);
        p[i] = (float)exp(3 * rng_unit(rng));
        total += p[i];
    }
    for (int i = 0; i < MOVES; i++)
        p[i] /= (float)total;
    for (int i = 0; i < NAMED; i++) {
        point const at = features->list[rng_below(rng, MOVES)].at;
        candidates_propose(said, VOICE_SHAPES, at, (float)rng_unit(rng),
                           (float)rng_unit(rng));
    }
}

static int draw(struct rng *rng, float const p[])
{
    double at = rng_unit(rng);
    int i = 0;
    while (i < MOVES - 1 && (at -= p[i]) > 0)
        i++;
    return i;
}

static void known_worths(struct voices *voices)
{
    *voices = (struct voices){{{0}}};
    for (int class = 0; class < VOICE_CLASSES; class ++)
        voices->worth[VOICE_SHAPES][class] = (float)(class ? 0.15 * class : -0.5);
}

/* Moves drawn with known worths lead back to them.  */
static void finds_the_worths_that_moves_were_drawn_with(void **state)
{
    (void)state;
    struct features *const features = calloc(1, sizeof *features);
    struct candidates *const said = calloc(1, sizeof *said);
    struct lessons *const lessons = lessons_new();
    struct voices known, found = {{{0}}};
    struct rng rng;
    float p[AREA_MAX + 1];

    rng_seed(&rng, 3);
    known_worths(&known);
    for (int i = 0; i < 60000; i++) {
        float weighed[AREA_MAX + 1];
        make_position(&rng, features, p, said);
        memcpy(weighed, p, sizeof weighed);
        voices_weigh(&known, said, features, weighed);
        lessons_add(lessons, features, p, said, draw(&rng, weighed));
    }
    double const before = lessons_log_p(lessons, &found);
    lessons_fit(lessons, VOICE_SHAPES, &found);
    double const after = lessons_log_p(lessons, &found);
    assert_true(after > before + 0.05);
    assert_true(after > lessons_log_p(lessons, &known) - 1e-4);
    float const *const worth = known.worth[VOICE_SHAPES];
    for (int class = 1; class < VOICE_CLASSES; class ++) { /* only ratios count */
        double const difference =
            found.worth[VOICE_SHAPES][class] - found.worth[VOICE_SHAPES][0];
        assert_true(fabs(difference - (worth[class] - worth[0])) < 0.25);
    }
    lessons_free(lessons);
    free(features);
    free(said);
}

/* Who says how much he raises a move is taken at his word.  */
static void a_raise_multiplies(void **state)
{
    (void)state;
    struct features *const features = calloc(1, sizeof *features);
    struct candidates *const said = calloc(1, sizeof *said);
    struct voices const nothing = {{{0}}};
    float p[AREA_MAX + 1], weighed[AREA_MAX + 1];
    struct rng rng;

    rng_seed(&rng, 5);
    make_position(&rng, features, p, said);
    candidates_clear(said);
    candidates_raise(said, features->list[7].at, 1);
    memcpy(weighed, p, sizeof weighed);
    voices_weigh(&nothing, said, features, weighed);
    for (int i = 0; i < MOVES; i++) {
        double const ratio = (weighed[i] / p[i]) / (weighed[0] / p[0]);
        assert_true(fabs(ratio - (i == 7 ? exp(1) : 1)) < 1e-4);
    }
    free(features);
    free(said);
}

static void nobody_speaking_changes_nothing(void **state)
{
    (void)state;
    struct features *const features = calloc(1, sizeof *features);
    struct candidates *const said = calloc(1, sizeof *said);
    float p[AREA_MAX + 1], weighed[AREA_MAX + 1];
    struct voices known;
    struct rng rng;
    double total = 0;

    rng_seed(&rng, 4);
    known_worths(&known);
    make_position(&rng, features, p, said);
    memcpy(weighed, p, sizeof weighed);
    voices_weigh(&known, said, features, weighed);
    for (int i = 0; i < MOVES; i++)
        total += weighed[i];
    assert_true(fabs(total - 1) < 1e-5);
    candidates_clear(said);
    memcpy(weighed, p, sizeof weighed);
    voices_weigh(&known, said, features, weighed);
    for (int i = 0; i < MOVES; i++)
        assert_true(fabsf(weighed[i] - p[i]) < 1e-6f);
    free(features);
    free(said);
}

static void a_file_gives_back_what_was_written_and_nothing_else(void **state)
{
    (void)state;
    char path[] = "/tmp/hishi-test-voices-XXXXXX";
    unsigned char bytes[4096];
    struct voices known, read;
    struct failure why;

    close(mkstemp(path));
    known_worths(&known);
    assert_true(voices_write(path, &known, &why));
    assert_true(voices_open(path, &read, &why));
    assert_memory_equal(&known, &read, sizeof read);

    FILE *file = fopen(path, "rb");
    size_t const size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    for (size_t i = 0; i < size; i += 7) {
        bytes[i] ^= 0x41;
        file = fopen(path, "wb");
        fwrite(bytes, 1, size, file);
        fclose(file);
        bytes[i] ^= 0x41;
        assert_false(voices_open(path, &read, &why));
        assert_true(strlen(why.text) > 10);
    }
    known.worth[VOICE_SHAPES][3] = NAN;
    assert_true(voices_write(path, &known, &why));
    assert_false(voices_open(path, &read, &why));
    unlink(path);
}

int main(void)
{
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(finds_the_worths_that_moves_were_drawn_with),
        cmocka_unit_test(a_raise_multiplies),
        cmocka_unit_test(nobody_speaking_changes_nothing),
        cmocka_unit_test(a_file_gives_back_what_was_written_and_nothing_else),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
