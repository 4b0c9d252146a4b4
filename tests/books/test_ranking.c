#include "tests/support/testing.h"

#include <math.h>
#include <uthash.h>

#include "books/sequences/corpus.h"
#include "books/sequences/ranking.h"
#include "engine/base/rng.h"

/* A few hundred made-up games over a small alphabet: sayings of different
   length, strung together with noise in between.  */
enum { GAMES = 600, GAME_LENGTH = 30, LETTERS = 12, TEXT_MAX = GAMES * 200 };

struct sample {
    symbol text[TEXT_MAX];
    uint32_t count;
    struct suffixes suffixes;
    struct table *table;
    double up_to[64]; /* distinct substrings by length, summed up */
};

/* The direct way: every substring of every game in one table.  */
struct table {
    UT_hash_handle hh;
    int length;
    uint32_t f;
    uint32_t cuts;
    uint32_t at; /* one occurrence */
    double sum, max;
    symbol key[];
};

static struct table *look_up(struct table *table, symbol const *key, int length)
{
    struct table *found;
    HASH_FIND(hh, table, key, (size_t)length * sizeof *key, found);
    return found;
}

static void count_one(struct table **table, symbol const *text, uint32_t at, int length)
{
    struct table *entry = look_up(*table, text + at, length);
    if (!entry) {
        size_t const size = (size_t)length * sizeof(symbol);
        entry = calloc(1, sizeof *entry + size);
        memcpy(entry->key, text + at, size);
        entry->length = length;
        entry->at = at;
        HASH_ADD(hh, *table, key, size, entry);
    }
    entry->f++;
}

/* How long the game at AT still is.  */
static int room(struct sample const *corpus, uint32_t at)
{
    int left = 0;
    while (corpus->text[at + (uint32_t)left] != SYMBOL_END)
        left++;
    return left;
}

/* f of the symbols from FROM up to TO; 0 for one that leads over an end.  */
static uint32_t f(struct sample const *corpus, int64_t from, int64_t to)
{
    if (from < 0 || to > corpus->count || room(corpus, (uint32_t)from) < to - from)
        return 0;
    return look_up(corpus->table, corpus->text + from, (int)(to - from))->f;
}

static void make_up_games(struct sample *corpus, uint64_t seed)
{
    struct rng rng = {seed};
    symbol sayings[40][16];
    int lengths[40];
    for (int i = 0; i < 40; i++) {
        lengths[i] = 4 + (int)rng_below(&rng, 9);
        for (int j = 0; j < lengths[i]; j++)
            sayings[i][j] = (symbol)(1 + 67 * rng_below(&rng, LETTERS));
    }
    for (int game = 0; game < GAMES; game++) {
        int const limit = (int)rng_below(&rng, GAME_LENGTH);
        int length = 0;
        while (length < limit) {
            uint32_t const i = rng_below(&rng, 40) * rng_below(&rng, 40) / 40;
            for (int j = 0; j < lengths[i]; j++, length++)
                corpus->text[corpus->count++] = sayings[i][j];
            while (rng_below(&rng, 2) == 0) {
                corpus->text[corpus->count++] =
                    (symbol)(1 + 67 * rng_below(&rng, LETTERS));
                length++;
            }
        }
        corpus->text[corpus->count++] = SYMBOL_END;
    }
}

/* How long the longest substring at AT is that the table needs: one more than is
   ranked.  */
static int counted(struct sample const *corpus, uint32_t at)
{
    int const left = room(corpus, at);
    return left < RANKED_LENGTH_MAX + 1 ? left : RANKED_LENGTH_MAX + 1;
}

/* Index CORPUS, whose text is there, in both ways.  */
static struct sample *corpus_sort(struct sample *corpus)
{
    for (uint32_t i = 0; i < corpus->count; i++)
        for (int length = counted(corpus, i); length > 0; length--)
            count_one(&corpus->table, corpus->text, i, length);
    struct table *x, *next;
    HASH_ITER(hh, corpus->table, x, next)
    for (int length = x->length; length < 64; length++)
        corpus->up_to[length]++;

    uint32_t *suffix;
    uint8_t *shared;
    assert_true(suffix_sort(corpus->text, corpus->count, &suffix, &shared, NULL));
    corpus->suffixes = (struct suffixes){.text = corpus->text,
                                         .suffix = suffix,
                                         .shared = shared,
                                         .count = corpus->count};
    return corpus;
}

static struct sample *corpus_new(uint64_t seed)
{
    struct sample *const corpus = calloc(1, sizeof *corpus);
    make_up_games(corpus, seed);
    return corpus_sort(corpus);
}

static void corpus_free(struct sample *corpus)
{
    struct table *entry, *next;
    HASH_ITER(hh, corpus->table, entry, next)
    {
        HASH_DEL(corpus->table, entry);
        free(entry);
    }
    free((void *)corpus->suffixes.suffix);
    free((void *)corpus->suffixes.shared);
    free(corpus);
}

static bool is_ranked(struct ranking_options const *options, struct table const *x)
{
    return x->f >= 2 && options->shortest <= x->length && x->length <= options->longest;
}

static double direct_nf(struct sample const *corpus, struct table const *x)
{
    return (x->f - 1.0) * corpus->up_to[x->length];
}

/* Of the symbol that stands DISTANCE after the start of each occurrence.  */
static double direct_entropy_of(struct sample const *corpus, struct table const *x,
                                int distance)
{
    uint32_t counts[SYMBOL_LIMIT] = {0};
    for (uint32_t i = 0; i < corpus->count; i++)
        if (room(corpus, i) >= x->length &&
            memcmp(corpus->text + i, x->key, (size_t)x->length * sizeof(symbol)) == 0) {
            int64_t const at = (int64_t)i + distance;
            counts[at < 0 ? SYMBOL_END : corpus->text[at]]++;
        }
    double entropy = 0;
    for (int c = 0; c < SYMBOL_LIMIT; c++) {
        double const p = (double)counts[c] / x->f;
        entropy -= p > 0 ? p * log2(p) : 0;
    }
    return entropy;
}

static double direct_entropy(struct sample const *corpus, struct table const *x)
{
    return fmin(direct_entropy_of(corpus, x, x->length),
                direct_entropy_of(corpus, x, -1));
}

static double factor(uint32_t outside, uint32_t inside)
{
    return inside ? fmax(0, 1 - (double)outside / inside) : 0;
}

/* S_W of every occurrence of every substring, by the formula.  */
static void direct_msfp(struct sample *corpus, struct ranking_options const *options)
{
    for (uint32_t i = 0; i < corpus->count; i++)
        for (int length = counted(corpus, i); length > 0; length--) {
            uint32_t const j = i + (uint32_t)length;
            double mean = 0;
            int windows = 0;
            for (int w = 1; w <= WINDOW_MAX; w++)
                if (options->msfp_windows >> w & 1) {
                    windows++;
                    if (w <= length)
                        mean += factor(f(corpus, (int64_t)i - 1, (int64_t)i - 1 + w),
                                       f(corpus, i, i + (uint32_t)w)) *
                                factor(f(corpus, (int64_t)j + 1 - w, (int64_t)j + 1),
                                       f(corpus, (int64_t)j - w, j));
                }
            struct table *const x = look_up(corpus->table, corpus->text + i, length);
            double const worth = mean / windows * x->f;
            x->sum += worth;
            x->max = fmax(x->max, worth);
        }
}

/* One game after the other, the profile read off the table.  */
static void direct_sfp(struct sample *corpus, struct ranking_options const *options)
{
    int const w = options->sfp_window;
    for (uint32_t start = 0; start < corpus->count;) {
        int const length = room(corpus, start);
        int foot = -1;
        for (int i = 0; i + w <= length; i++) {
            int64_t const at = (int64_t)start + i;
            double const here = f(corpus, at, at + w);
            double const before = i > 0 ? f(corpus, at - 1, at - 1 + w) : 0;
            double const after = i + w < length ? f(corpus, at + 1, at + 1 + w) : 0;
            if (1 - before / here > options->sfp_threshold)
                foot = i;
            if (foot >= 0 && 1 - after / here > options->sfp_threshold) {
                symbol const *const key = corpus->text + start + foot;
                if (i + w - foot <= RANKED_LENGTH_MAX)
                    look_up(corpus->table, key, i + w - foot)->cuts++;
                foot = -1;
            }
        }
        start += (uint32_t)length + 1;
    }
}

static double direct_score(struct sample const *corpus, struct table const *x,
                           enum ranking ranking, enum aggregate aggregate)
{
    switch (ranking) {
    case RANKING_NF:
        return direct_nf(corpus, x);
    case RANKING_ENTROPY:
        return direct_entropy(corpus, x);
    case RANKING_SFP:
        return x->cuts;
    default:
        return aggregate == AGGREGATE_MEAN ? x->sum / x->f : x->max;
    }
}

/* Every substring that the direct implementation gives a score is in the list
   with that score, and no other is.  */
static void compare_values(struct sample *corpus, struct ranking_options const *options)
{
    struct ranked_list lists[RANKINGS];
    rank_sequences(&corpus->suffixes, options, lists);
    direct_msfp(corpus, options);
    direct_sfp(corpus, options);
    for (enum ranking ranking = 0; ranking < RANKINGS; ranking++) {
        for (uint32_t i = 0; i < lists[ranking].count; i++) {
            struct ranked const *const r = &lists[ranking].best[i];
            symbol const *const key =
                corpus->text + corpus->suffixes.suffix[r->span.low];
            struct table const *const x = look_up(corpus->table, key, r->length);
            assert_non_null(x);
            assert_int_equal(r->span.high - r->span.low, x->f);
            double const direct = direct_score(corpus, x, ranking, options->aggregate);
            assert_true(fabs(r->score - direct) <= 1e-9 * fmax(1, direct));
            assert_true(i == 0 || r[-1].score >= r->score);
        }
        uint32_t scored = 0;
        struct table *x, *next;
        HASH_ITER(hh, corpus->table, x, next)
        if (is_ranked(options, x) && (ranking == RANKING_NF || ranking == RANKING_SFP
                                          ? ranking == RANKING_NF || x->cuts
                                          : true))
            scored += ranking == RANKING_MSFP      ? x->max > 0
                      : ranking == RANKING_ENTROPY ? direct_entropy(corpus, x) > 1e-12
                                                   : 1;
        uint32_t listed = 0;
        for (uint32_t i = 0; i < lists[ranking].count; i++)
            listed += lists[ranking].best[i].score > 1e-12;
        assert_int_equal(listed, scored);
        assert_true(listed > 30);
    }
    ranked_release(lists);
}

static void gives_every_substring_the_value_of_the_formulas(void **state)
{
    (void)state;
    struct sample *const corpus = corpus_new(5);
    struct ranking_options options = ranking_defaults;
    options.keep = 1000000;
    compare_values(corpus, &options);
    corpus_free(corpus);
}

static void does_so_for_other_windows_and_the_maximum(void **state)
{
    (void)state;
    struct sample *const corpus = corpus_new(6);
    struct ranking_options const options = {.keep = 1000000,
                                            .shortest = 3,
                                            .longest = 9,
                                            .sfp_window = 4,
                                            .sfp_threshold = 0.2,
                                            .msfp_windows = 1u << 3 | 1u << 7 | 1u << 2,
                                            .aggregate = AGGREGATE_MAX};
    compare_values(corpus, &options);
    corpus_free(corpus);
}

/* With HISHI_SLOW=1 and HISHI_GAMES naming a file of games: the first GAMES / 2
   of them, as the index codes them.  */
static void does_so_for_real_games(void **state)
{
    (void)state;
    char const *const place = getenv("HISHI_GAMES");
    if (!getenv("HISHI_SLOW") || !place)
        skip();
    struct archive_reader *const reader = archive_open(&place, 1, NULL, NULL);
    struct corpus_builder *const builder = corpus_builder_new(CODE_RELATIVE);
    struct game game;
    struct origin origin;
    game_init(&game, 19, 19);
    for (int i = 0; i < GAMES / 2 && archive_next(reader, &game, &origin); i++)
        corpus_add(builder, &game, &origin, NULL);
    struct sample *const corpus = calloc(1, sizeof *corpus);
    struct corpus const *const built = corpus_built(builder);
    corpus->count = built->text_count < TEXT_MAX ? built->text_count : TEXT_MAX;
    while (built->text[corpus->count - 1] != SYMBOL_END)
        corpus->count--;
    memcpy(corpus->text, built->text, corpus->count * sizeof *corpus->text);
    corpus_builder_free(builder);
    game_release(&game);
    archive_close(reader);
    corpus_sort(corpus);
    struct ranking_options options = ranking_defaults;
    options.keep = 1000000;
    compare_values(corpus, &options);
    corpus_free(corpus);
}

static void keeps_the_best_of_all_when_it_may_keep_few(void **state)
{
    (void)state;
    struct sample *const corpus = corpus_new(7);
    struct ranking_options options = ranking_defaults;
    struct ranked_list all[RANKINGS], few[RANKINGS];
    options.keep = 1000000;
    rank_sequences(&corpus->suffixes, &options, all);
    options.keep = 20;
    rank_sequences(&corpus->suffixes, &options, few);
    for (int i = 0; i < RANKINGS; i++) {
        assert_int_equal(few[i].count, 20);
        for (int j = 0; j < 20; j++) {
            assert_true(few[i].best[j].score == all[i].best[j].score);
            assert_int_equal(few[i].best[j].span.low, all[i].best[j].span.low);
            assert_int_equal(few[i].best[j].length, all[i].best[j].length);
        }
    }
    ranked_release(all);
    ranked_release(few);
    corpus_free(corpus);
}

static void counts_distinct_and_repeated_substrings(void **state)
{
    (void)state;
    struct sample *const corpus = corpus_new(8);
    struct census census, direct = {{0}, {0}};
    take_census(&corpus->suffixes, &census);
    struct table *x, *next;
    HASH_ITER(hh, corpus->table, x, next)
    if (x->length <= RANKED_LENGTH_MAX) {
        direct.distinct[x->length]++;
        direct.repeated[x->length] += x->f >= 2;
    }
    assert_memory_equal(&census, &direct, sizeof census);
    corpus_free(corpus);
}

static void ranks_nothing_in_texts_without_moves(void **state)
{
    (void)state;
    symbol text[3] = {SYMBOL_END, 5, SYMBOL_END};
    uint32_t *suffix;
    uint8_t *shared;
    assert_true(suffix_sort(text, 3, &suffix, &shared, NULL));
    struct suffixes const suffixes = {
        .text = text, .suffix = suffix, .shared = shared, .count = 3};
    struct ranked_list lists[RANKINGS];
    rank_sequences(&suffixes, &ranking_defaults, lists);
    for (int i = 0; i < RANKINGS; i++)
        assert_int_equal(lists[i].count, 0);
    ranked_release(lists);
    free(suffix);
    free(shared);
}

int main(void)
{
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(gives_every_substring_the_value_of_the_formulas),
        cmocka_unit_test(does_so_for_other_windows_and_the_maximum),
        cmocka_unit_test(does_so_for_real_games),
        cmocka_unit_test(keeps_the_best_of_all_when_it_may_keep_few),
        cmocka_unit_test(counts_distinct_and_repeated_substrings),
        cmocka_unit_test(ranks_nothing_in_texts_without_moves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
