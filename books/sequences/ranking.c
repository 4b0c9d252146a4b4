#include <config.h>

#include "books/sequences/ranking.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <xalloc.h>

char const *const ranking_names[RANKINGS] = {"nf", "entropy", "sfp", "msfp"};

struct ranking_options const ranking_defaults = {
    .keep = 25000,
    .shortest = 5,
    .longest = RANKED_LENGTH_MAX,
    .sfp_window = 6,
    .sfp_threshold = 0.5,
    .msfp_windows = 1u << 4 | 1u << 5,
    .aggregate = AGGREGATE_MEAN,
};

/* ---------------------------------------------------------------- the best so far */

/* A heap with the worst of the kept on top.  */
struct top {
    struct ranked *heap;
    uint32_t count, keep;
};

static bool is_better(struct ranked const *a, struct ranked const *b)
{
    if (a->score != b->score)
        return a->score > b->score;
    if (a->length != b->length)
        return a->length > b->length;
    return a->span.low < b->span.low;
}

static int by_rank(void const *left, void const *right)
{
    return is_better(left, right) ? -1 : is_better(right, left);
}

static void sift_down(struct top *top, uint32_t at)
{
    assert(at < top->count && top->count <= top->keep);
    struct ranked const moved = top->heap[at];
    for (;;) {
        uint32_t child = 2 * at + 1;
        if (child >= top->count)
            break;
        if (child + 1 < top->count &&
            is_better(&top->heap[child], &top->heap[child + 1]))
            child++;
        if (!is_better(&moved, &top->heap[child]))
            break;
        top->heap[at] = top->heap[child];
        at = child;
    }
    top->heap[at] = moved;
}

static void sift_up(struct top *top, uint32_t at)
{
    struct ranked const moved = top->heap[at];
    while (at > 0 && is_better(&top->heap[(at - 1) / 2], &moved)) {
        top->heap[at] = top->heap[(at - 1) / 2];
        at = (at - 1) / 2;
    }
    top->heap[at] = moved;
}

/* Could a sequence of this score still enter?  */
static bool top_wants(struct top const *top, double score)
{
    return top->count < top->keep || (top->keep > 0 && score >= top->heap[0].score);
}

static void top_offer(struct top *top, struct ranked const *ranked)
{
    if (top->count < top->keep) {
        top->heap[top->count++] = *ranked;
        sift_up(top, top->count - 1);
    } else if (top->keep > 0 && is_better(ranked, &top->heap[0])) {
        top->heap[0] = *ranked;
        sift_down(top, 0);
    }
}

/* ---------------------------------------------------------------- frequencies */

/* For each place of the text how many symbols follow up to the next end, at
   most 255.  */
static uint8_t *measure_room(struct suffixes const *suffixes)
{
    uint8_t *const room = xmalloc(suffixes->count);
    unsigned left = 0;
    for (uint32_t i = suffixes->count; i-- > 0;) {
        left = suffixes->text[i] == SYMBOL_END ? 0 : left < 255 ? left + 1 : 255;
        room[i] = (uint8_t)left;
    }
    return room;
}

uint32_t *window_frequencies(struct suffixes const *suffixes, int window)
{
    uint32_t const count = suffixes->count;
    uint32_t *const frequency = xnmalloc(count, sizeof *frequency);
    uint8_t *const room = measure_room(suffixes);
    for (uint32_t k = 0; k < count;) {
        uint32_t end = k + 1;
        while (end < count && suffixes->shared[end] >= window)
            end++;
        for (uint32_t i = k; i < end; i++) {
            uint32_t const at = suffixes->suffix[i];
            frequency[at] = room[at] >= window ? end - k : 0;
        }
        k = end;
    }
    free(room);
    return frequency;
}

void take_census(struct suffixes const *suffixes, struct census *census)
{
    memset(census, 0, sizeof *census);
    /* At least this many symbols: places of the text, and neighbours in rank.  */
    uint64_t places[RANKED_LENGTH_MAX + 2] = {0}, shared[RANKED_LENGTH_MAX + 2] = {0};
    uint32_t open = 0;
    unsigned left = 0;
    for (uint32_t i = suffixes->count; i-- > 0;) {
        left = suffixes->text[i] == SYMBOL_END ? 0 : left + (left < RANKED_LENGTH_MAX);
        places[left]++;
    }
    for (uint32_t k = 0; k < suffixes->count; k++) {
        uint32_t const common = suffixes->shared[k] < RANKED_LENGTH_MAX
                                    ? suffixes->shared[k]
                                    : RANKED_LENGTH_MAX;
        shared[common]++;
        for (uint32_t length = open + 1; length <= common; length++)
            census->repeated[length]++;
        open = common;
    }
    for (int length = RANKED_LENGTH_MAX; length >= 1; length--) {
        places[length] += places[length + 1];
        shared[length] += shared[length + 1];
        census->distinct[length] = places[length] - shared[length];
    }
}

/* ---------------------------------------------------------------- the pass */

/* What is known, between two ranks, of the substring of each length that the
   suffixes since START have in common.  */
struct opened {
    uint32_t start;
    uint32_t cuts;   /* occurrences that SFP cut out */
    uint32_t ends;   /* occurrences followed by the end of their text */
    double msfp;     /* sum or maximum over the occurrences, without f(x) */
    double weighted; /* sum of c log2 c over the counts c of what follows */
};

struct pass {
    struct suffixes const *suffixes;
    struct ranking_options const *options;
    struct top top[RANKINGS];
    double distinct_up_to[RANKED_LENGTH_MAX + 1]; /* NF's factor by length */
    symbol *left;                                 /* before the suffix of each rank */
    uint8_t *cut;                        /* SFP: length cut out at each place */
    uint32_t *frequency[WINDOW_MAX + 1]; /* MSFP's windows, NULL for others */
    int windows;
    uint32_t seen[SYMBOL_LIMIT];                 /* scratch, all 0 */
    struct opened opened[RANKED_LENGTH_MAX + 2]; /* by length */
};

static double rise(uint32_t from, uint32_t to)
{
    return to > from ? 1 - (double)from / to : 0;
}

/* The mountains of the profile: from where it last rose to where it next
   falls.  */
static uint8_t *cut_mountains(struct suffixes const *suffixes, int window,
                              double threshold)
{
    uint32_t const count = suffixes->count;
    uint32_t *const profile = window_frequencies(suffixes, window);
    uint8_t *const cut = xcalloc(count, 1);
    uint32_t foot = count; /* where the current mountain began, or COUNT */
    for (uint32_t i = 0; i < count; i++) {
        if (rise(i > 0 ? profile[i - 1] : 0, profile[i]) > threshold)
            foot = i;
        if (foot < count &&
            rise(i + 1 < count ? profile[i + 1] : 0, profile[i]) > threshold) {
            uint32_t const length = i - foot + (uint32_t)window;
            cut[foot] = (uint8_t)(length < 255 ? length : 255);
            foot = count;
        }
    }
    free(profile);
    return cut;
}

static symbol *symbols_before(struct suffixes const *suffixes)
{
    symbol *const left = xnmalloc(suffixes->count, sizeof *left);
    for (uint32_t k = 0; k < suffixes->count; k++)
        left[k] = suffixes->suffix[k] ? suffixes->text[suffixes->suffix[k] - 1]
                                      : (symbol)SYMBOL_END;
    return left;
}

static double c_log_c(uint32_t c)
{
    return c > 1 ? c * log2(c) : 0;
}

static double left_entropy(struct pass *pass, struct span span)
{
    symbol met[SYMBOL_LIMIT];
    int kinds = 0;
    for (uint32_t k = span.low; k < span.high; k++)
        if (pass->seen[pass->left[k]]++ == 0)
            met[kinds++] = pass->left[k];
    double weighted = 0;
    for (int i = 0; i < kinds; i++) {
        weighted += c_log_c(pass->seen[met[i]]);
        pass->seen[met[i]] = 0;
    }
    assert(kinds > 0 && "something stands before each occurrence");
    uint32_t const count = span.high - span.low;
    return log2(count) - weighted / count;
}

/* Add the occurrence at AT to what is known of its substrings up to LENGTH.  */
static void add_mountain(struct pass *pass, uint32_t at, int length)
{
    double worth[RANKED_LENGTH_MAX + 1] = {0};
    bool rises = false;
    for (int w = 1; w <= WINDOW_MAX; w++) {
        uint32_t const *const frequency = pass->frequency[w];
        if (!frequency)
            continue;
        double const left = rise(at > 0 ? frequency[at - 1] : 0, frequency[at]);
        if (left == 0)
            continue;
        rises = true;
        int const shortest = w > pass->options->shortest ? w : pass->options->shortest;
        for (int l = shortest; l <= length; l++) {
            uint32_t const last = at + (uint32_t)(l - w);
            worth[l] += left * rise(frequency[last + 1], frequency[last]);
        }
    }
    if (!rises)
        return;
    for (int l = pass->options->shortest; l <= length; l++) {
        double *const known = &pass->opened[l].msfp;
        if (pass->options->aggregate == AGGREGATE_MEAN)
            *known += worth[l];
        else if (*known < worth[l])
            *known = worth[l];
    }
}

static void offer(struct pass *pass, enum ranking ranking, struct ranked ranked,
                  double score)
{
    ranked.score = score;
    if (top_wants(&pass->top[ranking], score))
        top_offer(&pass->top[ranking], &ranked);
}

/* No further suffix begins with the substring of LENGTH; FOLLOWED is how many
   of its last occurrences are followed by one and the same symbol.  */
static void close_length(struct pass *pass, int length, uint32_t end, uint32_t followed)
{
    struct opened const *const known = &pass->opened[length];
    struct ranked const ranked = {.span = {known->start, end}, .length = length};
    uint32_t const count = end - known->start;

    assert(end > known->start && followed <= count && known->ends <= count);
    offer(pass, RANKING_NF, ranked, (count - 1.0) * pass->distinct_up_to[length]);
    if (known->cuts)
        offer(pass, RANKING_SFP, ranked, known->cuts);
    double const times = pass->options->aggregate == AGGREGATE_MEAN ? 1 : count;
    if (known->msfp > 0)
        offer(pass, RANKING_MSFP, ranked, times * known->msfp / pass->windows);

    if (followed == count)
        return; /* always the same symbol: no entropy */
    double const right =
        log2(count) -
        (known->weighted + c_log_c(followed) + c_log_c(known->ends)) / count;
    if (!top_wants(&pass->top[RANKING_ENTROPY], right))
        return;
    double const left = left_entropy(pass, ranked.span);
    offer(pass, RANKING_ENTROPY, ranked, left < right ? left : right);
}

/* The suffix of rank K shares OPEN symbols with the one before, NEXT with the
   one after: substrings longer than OPEN begin here, those longer than NEXT end.  */
static void take_rank(struct pass *pass, uint32_t k, int open, int next)
{
    int const deepest = open > next ? open : next;
    int const shortest = pass->options->shortest;
    if (deepest < shortest)
        return;
    uint32_t const at = pass->suffixes->suffix[k];
    struct opened *const opened = pass->opened;
    for (int length = open + 1; length <= next; length++)
        opened[length] = (struct opened){.start = k};

    assert(deepest <= RANKED_LENGTH_MAX + 1);
    int const longest = pass->options->longest;
    if (pass->cut[at] >= shortest && pass->cut[at] <= deepest)
        opened[pass->cut[at]].cuts++;
    add_mountain(pass, at, deepest < longest ? deepest : longest);

    /* The one that goes on deepest ends here or is followed by a single one.  */
    bool const ends = pass->suffixes->text[at + (uint32_t)deepest] == SYMBOL_END;
    opened[deepest].ends += ends;
    uint32_t followed = !ends;
    for (int length = deepest; length > next; length--) {
        if (shortest <= length && length <= longest)
            close_length(pass, length, k + 1, followed);
        followed = k + 1 - opened[length].start;
    }
    opened[next].weighted += c_log_c(followed);
}

static void run(struct pass *pass)
{
    struct suffixes const *const suffixes = pass->suffixes;
    int const limit = pass->options->longest + 1; /* what follows the longest */
    int open = 0;
    for (uint32_t k = 0; k < suffixes->count; k++) {
        if (k % 65536 == 0)
            tell_stage(pass->options->listener, "4 of 4: ranking all substrings", k,
                       suffixes->count);
        int next = k + 1 < suffixes->count ? suffixes->shared[k + 1] : 0;
        next = next < limit ? next : limit;
        take_rank(pass, k, open, next);
        open = next;
    }
}

static void prepare(struct pass *pass)
{
    struct ranking_options const *const options = pass->options;
    struct census *const census = xmalloc(sizeof *census);
    tell_stage(options->listener, "1 of 4: counting distinct substrings", 0, 0);
    take_census(pass->suffixes, census);
    for (int length = 1; length <= RANKED_LENGTH_MAX; length++)
        pass->distinct_up_to[length] =
            pass->distinct_up_to[length - 1] + (double)census->distinct[length];
    free(census);

    tell_stage(options->listener, "2 of 4: cutting games at the falls of frequency", 0,
               0);
    pass->left = symbols_before(pass->suffixes);
    pass->cut =
        cut_mountains(pass->suffixes, options->sfp_window, options->sfp_threshold);
    for (int w = 1; w <= WINDOW_MAX; w++)
        if (options->msfp_windows >> w & 1) {
            tell_stage(options->listener, "3 of 4: counting in windows",
                       (uint64_t)pass->windows,
                       (uint64_t)__builtin_popcount(options->msfp_windows));
            pass->frequency[w] = window_frequencies(pass->suffixes, w);
            pass->windows++;
        }
    for (int i = 0; i < RANKINGS; i++)
        pass->top[i] = (struct top){
            .heap = xnmalloc(options->keep + 1, sizeof(struct ranked)),
            .keep = options->keep,
        };
}

void rank_sequences(struct suffixes const *suffixes,
                    struct ranking_options const *options,
                    struct ranked_list lists[RANKINGS])
{
    assert(1 <= options->shortest && options->longest <= RANKED_LENGTH_MAX);
    assert(1 <= options->sfp_window && options->sfp_window <= WINDOW_MAX);
    assert(options->msfp_windows && options->msfp_windows >> (WINDOW_MAX + 1) == 0);

    struct pass *const pass = xzalloc(sizeof *pass);
    pass->suffixes = suffixes;
    pass->options = options;
    prepare(pass);
    run(pass);
    for (int i = 0; i < RANKINGS; i++) {
        qsort(pass->top[i].heap, pass->top[i].count, sizeof(struct ranked), by_rank);
        lists[i] = (struct ranked_list){pass->top[i].heap, pass->top[i].count};
    }
    for (int w = 1; w <= WINDOW_MAX; w++)
        free(pass->frequency[w]);
    free(pass->cut);
    free(pass->left);
    free(pass);
}

static bool is_local(symbol const *text, int length, int reach)
{
    for (int i = 0; i < length; i++) {
        int x, y;
        if (text[i] < SYMBOL_NEXT)
            return false;
        symbol_offset(text[i], &x, &y);
        if (abs(x) > reach || abs(y) > reach)
            return false;
    }
    return true;
}

void ranked_keep_local(struct ranked_list *list, struct suffixes const *suffixes,
                       int reach)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < list->count; i++) {
        struct ranked const *const ranked = &list->best[i];
        symbol const *const text = suffixes->text + suffixes->suffix[ranked->span.low];
        if (is_local(text, ranked->length, reach))
            list->best[kept++] = *ranked;
    }
    list->count = kept;
}

void ranked_release(struct ranked_list lists[RANKINGS])
{
    for (int i = 0; i < RANKINGS; i++)
        free(lists[i].best);
}
