#include "tests/support/testing.h"

#include "books/sequences/suffix.h"
#include "engine/base/rng.h"

/* Suffixes compared symbol by symbol; whoever is at an end is smaller.  */
static int compare(symbol const *text, uint32_t count, uint32_t i, uint32_t j)
{
    while (i < count && j < count && text[i] == text[j]) {
        i++;
        j++;
    }
    if (i == count || j == count)
        return i == count ? -1 : 1;
    return text[i] < text[j] ? -1 : 1;
}

static uint32_t common(symbol const *text, uint32_t i, uint32_t j)
{
    uint32_t length = 0;
    while (text[i + length] == text[j + length] && text[i + length] != SYMBOL_END)
        length++;
    return length < SHARED_MAX ? length : SHARED_MAX;
}

static void check_sorted(symbol *text, uint32_t count)
{
    symbol *const before = malloc(count * sizeof *before);
    memcpy(before, text, count * sizeof *before);
    uint32_t *suffix;
    uint8_t *shared;
    struct failure why;
    assert_true(suffix_sort(text, count, &suffix, &shared, &why));
    assert_memory_equal(before, text, count * sizeof *text);

    bool *const met = calloc(count, sizeof *met);
    assert_int_equal(shared[0], 0);
    for (uint32_t k = 0; k < count; k++) {
        assert_true(suffix[k] < count && !met[suffix[k]]);
        met[suffix[k]] = true;
        if (k > 0) {
            assert_true(compare(text, count, suffix[k - 1], suffix[k]) < 0);
            assert_int_equal(shared[k], common(text, suffix[k - 1], suffix[k]));
        }
    }
    free(met);
    free(suffix);
    free(shared);
    free(before);
}

static void sorts_all_suffixes_of_random_texts(void **state)
{
    (void)state;
    struct rng rng = {1};
    for (int round = 0; round < 400; round++) {
        uint32_t const count = 1 + rng_below(&rng, 300);
        uint32_t const symbols = 1 + rng_below(&rng, round % 2 ? 3 : PLAIN_LIMIT);
        symbol text[300];
        for (uint32_t i = 0; i < count; i++)
            text[i] = (symbol)rng_below(&rng, symbols);
        text[count - 1] = SYMBOL_END;
        check_sorted(text, count);
    }
}

/* Symbols above 255 are where the order of bytes and of symbols could differ,
   long repeats where the shared length is cut.  */
static void measures_long_repeats_up_to_the_limit(void **state)
{
    (void)state;
    symbol text[1300];
    for (int i = 0; i < 1300; i++)
        text[i] = (symbol)(250 + i % 650 % 9);
    text[649] = text[1299] = SYMBOL_END;
    check_sorted(text, 1300);
}

/* Texts of few symbols, so that keys repeat; queries from the text, from other
   texts, and of every length.  */
static void finds_what_a_plain_scan_finds(void **state)
{
    (void)state;
    struct rng rng = {2};
    for (int round = 0; round < 300; round++) {
        enum { ROOM = 3000 };
        static symbol text[ROOM];
        uint32_t const count = 1 + rng_below(&rng, ROOM - 1);
        uint32_t const symbols = 1 + rng_below(&rng, round % 3 ? 3 : PLAIN_LIMIT - 1);
        for (uint32_t i = 0; i < count; i++)
            text[i] = (symbol)(rng_below(&rng, 40) ? 1 + rng_below(&rng, symbols) : 0);
        text[count - 1] = SYMBOL_END;
        uint32_t *suffix;
        uint8_t *shared;
        assert_true(suffix_sort(text, count, &suffix, &shared, NULL));
        struct suffixes suffixes = {
            .text = text, .suffix = suffix, .shared = shared, .count = count};
        uint64_t *const keys = suffix_keys(&suffixes);
        suffixes.keys = keys;

        for (int i = 0; i < 60; i++) {
            symbol query[70];
            int const limit = 1 + (int)rng_below(&rng, i % 4 ? 9 : 60);
            int length = 0;
            uint32_t const at = rng_below(&rng, count);
            while (length < limit && text[at + (uint32_t)length] != SYMBOL_END) {
                query[length] = text[at + (uint32_t)length];
                length++;
            }
            if (length == 0 || rng_below(&rng, 4) == 0)
                query[length++] = (symbol)(1 + rng_below(&rng, PLAIN_LIMIT - 1));
            uint32_t scanned = 0;
            for (uint32_t k = 0; k + (uint32_t)length <= count; k++)
                scanned += memcmp(text + k, query, (size_t)length * sizeof *query) == 0;
            struct span const span = suffix_find(&suffixes, query, length);
            assert_int_equal(span.high - span.low, scanned);
            struct span together[2];
            suffix_find_all(&suffixes, (symbol const *const[]){query, query}, 2, length,
                            together);
            assert_int_equal(together[0].low, span.low);
            assert_int_equal(together[1].high, span.high);
            for (uint32_t k = span.low; k < span.high; k++)
                assert_memory_equal(text + suffix[k], query,
                                    (size_t)length * sizeof *query);
        }
        free(keys);
        free(suffix);
        free(shared);
    }
}

static void refuses_a_text_without_an_end(void **state)
{
    (void)state;
    symbol text[2] = {1, 2};
    uint32_t *suffix;
    uint8_t *shared;
    struct failure why = {""};
    assert_false(suffix_sort(text, 2, &suffix, &shared, &why));
    assert_non_null(strstr(why.text, "end"));
    assert_false(suffix_sort(text, 0, &suffix, &shared, &why));
}

int main(void)
{
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(sorts_all_suffixes_of_random_texts),
        cmocka_unit_test(measures_long_repeats_up_to_the_limit),
        cmocka_unit_test(finds_what_a_plain_scan_finds),
        cmocka_unit_test(refuses_a_text_without_an_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
