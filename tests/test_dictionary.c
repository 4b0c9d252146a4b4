#include "tests/testing.h"

#include <unistd.h>

#include "tests/made_up.h"

#include "books/corpus.h"
#include "books/dictionary.h"
#include "books/variants.h"

/* The first mark is the corner stone's and counts for nothing; c is bad, d a
   trick, e may be left for elsewhere.  */
static char const trees[] =
    "A text in front (which is no game).\n"
    "(;FF[3]GM[1]SZ[19];B[pd]C[0]"
    "(;W[qf];B[qh];W[qc];B[pc];W[qd];B[pe];W[qb]"      /* 6 after the corner's */
    "(;B[pf]C[S];W[rf])"                               /* a line of 9 */
    "(;B[oh]C[0 bad];W[rf];B[og]))"                    /* refused */
    "(;W[nc];B[qf]C[T];W[qc];B[pc];W[qd];B[pe];W[qb])" /* refused */
    "(;W[pf];B[qf];W[qg];B[qe];W[pg];B[nd]"            /* ends before the pass */
    "(;W[tt];B[re];W[rf])"
    "(;W[qj]C[U];B[re])))\n";

static void write_trees(char path[])
{
    strcpy(path, "/tmp/hishi-dictionary-XXXXXX");
    int const file = mkstemp(path);
    assert_true(file >= 0);
    assert_int_equal(write(file, trees, strlen(trees)), strlen(trees));
    close(file);
}

static void takes_the_lines_that_are_joseki(void **state)
{
    (void)state;
    char path[64];
    write_trees(path);
    struct dictionary dictionary = {0};
    struct failure why = {""};
    assert_true(dictionary_add(&dictionary, path, 5, &why));
    assert_int_equal(dictionary.leaves, 5);
    assert_int_equal(dictionary.refused, 3);
    assert_int_equal(dictionary.count, 3);
    assert_int_equal(dictionary.lines[0].count, 9);
    assert_int_equal(dictionary.lines[0].moves[0], point_at(17, 14)); /* qf */
    assert_int_equal(dictionary.lines[1].count, 6);                   /* left there */
    assert_int_equal(dictionary.lines[2].count, 8);

    assert_true(dictionary_add(&dictionary, path, 5, &why)); /* known by now */
    assert_int_equal(dictionary.count, 3);
    unlink(path);
    assert_false(dictionary_add(&dictionary, path, 5, &why));
    assert_non_null(strstr(why.text, path));
    dictionary_release(&dictionary);
}

enum { GAMES = 120 };

struct coded {
    struct game games[GAMES];
    struct corpus corpus;
    struct suffixes suffixes;
};

static struct coded *coded_new(void)
{
    struct coded *const coded = calloc(1, sizeof *coded);
    coded->corpus = corpus_finish(make_up_corpus(coded->games, GAMES, 3, false));
    uint32_t *suffix;
    uint8_t *shared;
    assert_true(suffix_sort(coded->corpus.text, coded->corpus.text_count, &suffix,
                            &shared, NULL));
    coded->suffixes = (struct suffixes){.text = coded->corpus.text,
                                        .suffix = suffix,
                                        .shared = shared,
                                        .count = coded->corpus.text_count};
    coded->suffixes.keys = suffix_keys(&coded->suffixes);
    return coded;
}

static void coded_free(struct coded *coded)
{
    for (int i = 0; i < GAMES; i++)
        game_release(&coded->games[i]);
    free((void *)coded->suffixes.suffix);
    free((void *)coded->suffixes.shared);
    free((void *)coded->suffixes.keys);
    corpus_release(&coded->corpus);
    free(coded);
}

/* A dictionary of what is ranked, each line where it was played and turned, is
   recalled with the ranks it has.  */
static void recalls_what_is_in_the_list_at_its_rank(void **state)
{
    (void)state;
    struct coded *const coded = coded_new();
    struct ranking_options options = ranking_defaults;
    struct ranked_list lists[RANKINGS];
    options.keep = 200;
    rank_sequences(&coded->suffixes, &options, lists);
    struct ranked_list *const list = &lists[RANKING_NF];
    ranked_keep_local(list, &coded->suffixes, 18);
    enum { LINES = 50 };
    struct dictionary dictionary = {.lines = calloc(LINES, sizeof(struct line)),
                                    .count = LINES};
    for (int i = 0; i < LINES; i++) {
        struct ranked const *const ranked = &list->best[i];
        uint32_t const at = coded->suffixes.suffix[ranked->span.low];
        dictionary.lines[i].count = ranked->length + 1;
        for (int k = 0; k <= ranked->length; k++)
            dictionary.lines[i].moves[k] = point_mirrored(
                corpus_point(&coded->corpus, at - 1 + (uint32_t)k), i % 8);
    }
    uint32_t found[LINES], counts[LINES];
    dictionary_recall(&dictionary, CODE_RELATIVE, &coded->suffixes, list, NULL, found);
    dictionary_count(&dictionary, CODE_RELATIVE, &coded->suffixes, counts);
    for (int i = 0; i < LINES; i++) {
        struct span const span = list->best[i].span;
        assert_true(found[i] >= 1 && found[i] <= (uint32_t)i + 1);
        assert_true(counts[i] >= span.high - span.low);
    }
    dictionary_release(&dictionary);
    ranked_release(lists);
    coded_free(coded);
}

static point point_of(void const *context, uint32_t at)
{
    return corpus_point(context, at);
}

static void corrects_a_rank_to_that_of_the_same_distances(void **state)
{
    (void)state;
    struct coded *const coded = coded_new();
    struct ranking_options options = ranking_defaults;
    struct ranked_list lists[RANKINGS];
    options.shortest = 2;
    options.keep = 3000;
    rank_sequences(&coded->suffixes, &options, lists);
    struct ranked_list const *const list = &lists[RANKING_NF];
    uint32_t *const ranks =
        corrected_ranks(&coded->suffixes, list, point_of, &coded->corpus);
    int corrected = 0;
    for (uint32_t i = 0; i < list->count; i++) {
        assert_true(ranks[i] >= 1 && ranks[i] <= i + 1);
        assert_int_equal(ranks[ranks[i] - 1], ranks[i]);
        assert_int_equal(list->best[ranks[i] - 1].length, list->best[i].length);
        corrected += ranks[i] <= i;
    }
    assert_true(corrected > 10);
    free(ranks);
    ranked_release(lists);
    coded_free(coded);
}

/* ---------------------------------------------------------------- variants */

enum { SHAPE_STEPS = 6 };

/* Steps in the symmetry that makes them smallest.  */
struct shape {
    int8_t steps[SHAPE_STEPS][2];
};

static struct shape shape_at(struct corpus const *corpus, uint32_t at, int length)
{
    struct shape smallest = {{{0}}};
    for (int s = 0; s < 8; s++) {
        struct shape shape = {{{0}}};
        for (int i = 0; i < length; i++) {
            point const from =
                point_mirrored(corpus_point(corpus, at - 1 + (uint32_t)i), s);
            point const to = point_mirrored(corpus_point(corpus, at + (uint32_t)i), s);
            shape.steps[i][0] = (int8_t)(point_column(to) - point_column(from));
            shape.steps[i][1] = (int8_t)(point_row(to) - point_row(from));
        }
        if (s == 0 || memcmp(&shape, &smallest, sizeof shape) < 0)
            smallest = shape;
    }
    return smallest;
}

static void counts_the_shapes_under_a_string_as_drawn(void **state)
{
    (void)state;
    struct coded *const coded = coded_new();
    struct suffixes const *const suffixes = &coded->suffixes;
    point *const points = calloc(suffixes->count, sizeof *points);
    for (uint32_t i = 0; i < suffixes->count; i++)
        points[i] = corpus_point(&coded->corpus, i);
    for (int length = 1; length <= SHAPE_STEPS; length++) {
        struct variants direct = {0};
        for (uint32_t k = 0; k < suffixes->count;) {
            struct shape shapes[4096];
            uint32_t kinds = 0, end = k;
            do {
                uint32_t const at = suffixes->suffix[end];
                bool whole = true;
                for (int i = 0; i < length; i++)
                    whole = whole && suffixes->text[at + (uint32_t)i] >= SYMBOL_NEXT;
                if (!whole)
                    continue;
                struct shape const shape = shape_at(&coded->corpus, at, length);
                bool known = false;
                for (uint32_t i = 0; i < kinds; i++)
                    known = known || memcmp(&shapes[i], &shape, sizeof shape) == 0;
                if (!known)
                    shapes[kinds++] = shape;
            } while (++end < suffixes->count && suffixes->shared[end] >= length);
            k = end;
            direct.strings += kinds > 0;
            direct.shapes += kinds;
            direct.most = kinds > direct.most ? kinds : direct.most;
        }
        struct variants const variants = count_variants(suffixes, points, length);
        assert_int_equal(variants.strings, direct.strings);
        assert_int_equal(variants.shapes, direct.shapes);
        assert_int_equal(variants.most, direct.most);
    }
    free(points);
    coded_free(coded);
}

int main(void)
{
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(takes_the_lines_that_are_joseki),
        cmocka_unit_test(recalls_what_is_in_the_list_at_its_rank),
        cmocka_unit_test(corrects_a_rank_to_that_of_the_same_distances),
        cmocka_unit_test(counts_the_shapes_under_a_string_as_drawn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
