#include "tests/support/testing.h"

#include <unistd.h>

#include "tests/support/made_up.h"

#include "books/sequences/corpus.h"
#include "books/sequences/dictionary.h"
#include "books/sequences/variants.h"
#include "engine/go/symmetry.h"

/* The first comment is the corner stone's and counts for nothing; after it a move
   commented 0 is bad, T a trick, and X on the board is GNU Go's own.  */
static char const trees[] =
    "A text in front (which is no game).\n"
    "(;FF[3]GM[1]SZ[19];B[pd]C[0]"
    /* two leaves of 7 and 9 moves after the corner's, the first with a bad end */
    "(;W[qf];B[qh]MA[aa];W[qc]MA[aa];B[pc]MA[aa];W[qd]MA[aa];B[pe]SQ[aa];W[qb]MA[aa]"
    "(;B[pf]C[S];W[rf];C[a remark])"
    "(;B[oh]C[0 bad];W[rf];B[og]))"
    "(;W[nc];B[qf]C[T];W[qc];B[pc];W[qd];B[pe];W[qb])" /* none */
    /* 6 up to the pass, 6 behind it; 8 to the leaf */
    "(;W[pf];B[qf];W[qg];B[qe];W[pg];B[nd]"
    "(;W[tt];B[re];W[rf];B[rg];W[rh];B[sg];W[sf])"
    "(;W[qj]C[U];B[re]))"
    /* what Black adds stands in the corner; his second in a row cuts */
    "(;W[tt];B[nc];W[qi];B[qg];W[oi];B[og];W[mi];B[mg](;B[pk];W[ok];B[oj])))\n";

static char *write_text(char const *text)
{
    static char path[64];
    strcpy(path, "/tmp/hishi-dictionary-XXXXXX");
    int const file = mkstemp(path);
    assert_true(file >= 0);
    assert_int_equal(write(file, text, strlen(text)), strlen(text));
    close(file);
    return path;
}

/* The lines as "9 R14", number of moves and the first of them.  */
static void expect_lines(struct dictionary const *dictionary,
                         char const *const expected[])
{
    for (int i = 0; i < dictionary->count; i++) {
        char at[POINT_TEXT], line[32];
        point_format(dictionary->lines[i].moves[0], at);
        snprintf(line, sizeof line, "%d %s", dictionary->lines[i].count, at);
        assert_non_null(expected[i]);
        assert_string_equal(line, expected[i]);
    }
    assert_null(expected[dictionary->count]);
}

static void cuts_the_lines_that_are_joseki_as_games_are_cut(void **state)
{
    (void)state;
    char const *const path = write_text(trees);
    struct dictionary dictionary = {0};
    struct failure why = {""};
    static char const *const lines[] = {"9 R14", "6 Q14", "6 S15",
                                        "8 Q14", "6 R11", NULL};
    assert_true(dictionary_add(&dictionary, path, 5, &why));
    expect_lines(&dictionary, lines);
    assert_int_equal(dictionary.leaves, 6);
    assert_int_equal(dictionary.refused, 2);

    assert_true(dictionary_add(&dictionary, path, 5, &why)); /* known by now */
    expect_lines(&dictionary, lines);
    unlink(path);
    assert_false(dictionary_add(&dictionary, path, 5, &why));
    assert_non_null(strstr(why.text, path));
    dictionary_release(&dictionary);
}

/* The first tree is GNU Go's own up to the seventh move.  */
static void stops_where_the_collection_would_not_play_itself(void **state)
{
    (void)state;
    char const *const path = write_text(trees);
    struct dictionary dictionary = {.own = true};
    static char const *const lines[] = {"7 R14", NULL};
    assert_true(dictionary_add(&dictionary, path, 5, NULL));
    expect_lines(&dictionary, lines);
    unlink(path);
    dictionary_release(&dictionary);
}

static void refuses_a_tree_without_end(void **state)
{
    (void)state;
    enum { MOVES = 5000 };
    char *const text = calloc(MOVES + 4, 6);
    strcpy(text, "(;SZ[19]");
    for (int i = 0; i < MOVES; i++)
        memcpy(text + 8 + 6 * i, i % 2 ? ";W[qf]" : ";B[pd]", 6);
    strcpy(text + 8 + 6 * MOVES, ")");
    char const *const path = write_text(text);
    struct dictionary dictionary = {0};
    struct failure why;
    assert_false(dictionary_add(&dictionary, path, 5, &why));
    assert_non_null(strstr(why.text, "longer than any joseki"));
    unlink(path);
    free(text);
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
    struct dictionary dictionary = {.lines = calloc(LINES, sizeof(struct joseki_line)),
                                    .count = LINES};
    for (int i = 0; i < LINES; i++) {
        struct ranked const *const ranked = &list->best[i];
        uint32_t const at = coded->suffixes.suffix[ranked->span.low];
        dictionary.lines[i].count = ranked->length + 1;
        for (int k = 0; k <= ranked->length; k++)
            dictionary.lines[i].moves[k] = point_turned(
                corpus_point(&coded->corpus, at - 1 + (uint32_t)k), CODE_BOARD, i % 8);
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
    for (int s = 0; s < SYMMETRIES; s++) {
        struct shape shape = {{{0}}};
        for (int i = 0; i < length; i++) {
            point const from =
                point_turned(corpus_point(corpus, at - 1 + (uint32_t)i), CODE_BOARD, s);
            point const to =
                point_turned(corpus_point(corpus, at + (uint32_t)i), CODE_BOARD, s);
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

/* Of a list whose every shape is drawn and compared, each is kept once, where it
   stood first, and a line is found by any of its strings.  */
static void keeps_the_best_of_each_shape(void **state)
{
    (void)state;
    struct coded *const coded = coded_new();
    struct suffixes const *const suffixes = &coded->suffixes;
    struct ranking_options options = ranking_defaults;
    struct ranked_list lists[RANKINGS];
    options.shortest = 3;
    options.longest = SHAPE_STEPS;
    options.keep = 1500;
    rank_sequences(suffixes, &options, lists);
    struct ranked_list *const list = &lists[RANKING_NF];
    ranked_keep_local(list, suffixes, 18);
    uint32_t const all = list->count;
    struct ranked *const before = calloc(all, sizeof *before);
    struct shape *const shapes = calloc(all, sizeof *shapes);
    memcpy(before, list->best, all * sizeof *before);
    ranked_keep_shapes(list, &coded->corpus, suffixes);

    uint32_t kept = 0;
    enum { LINES = 200 };
    struct dictionary dictionary = {.lines = calloc(LINES, sizeof(struct joseki_line))};
    uint32_t places[LINES];
    for (uint32_t i = 0; i < all; i++) {
        uint32_t const at = suffixes->suffix[before[i].span.low];
        shapes[kept] = shape_at(&coded->corpus, at, before[i].length);
        uint32_t first = 0;
        while (memcmp(&shapes[first], &shapes[kept], sizeof *shapes) != 0 ||
               (first < kept && list->best[first].length != before[i].length))
            first++;
        if (dictionary.count < LINES) {
            struct joseki_line *const line = &dictionary.lines[dictionary.count];
            line->count =
                ranked_moves(&before[i], &coded->corpus, suffixes, line->moves);
            places[dictionary.count++] = first + 1;
        }
        if (first < kept)
            continue;
        assert_memory_equal(&list->best[kept], &before[i], sizeof *before);
        kept++;
    }
    assert_int_equal(list->count, kept);
    assert_true(kept < all);

    uint32_t found[LINES];
    dictionary_recall_shapes(&dictionary, &coded->corpus, suffixes, list, NULL, found);
    assert_memory_equal(found, places, (size_t)dictionary.count * sizeof *found);
    dictionary_release(&dictionary);
    free(shapes);
    free(before);
    ranked_release(lists);
    coded_free(coded);
}

int main(void)
{
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(cuts_the_lines_that_are_joseki_as_games_are_cut),
        cmocka_unit_test(stops_where_the_collection_would_not_play_itself),
        cmocka_unit_test(refuses_a_tree_without_end),
        cmocka_unit_test(keeps_the_best_of_each_shape),
        cmocka_unit_test(recalls_what_is_in_the_list_at_its_rank),
        cmocka_unit_test(corrects_a_rank_to_that_of_the_same_distances),
        cmocka_unit_test(counts_the_shapes_under_a_string_as_drawn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
