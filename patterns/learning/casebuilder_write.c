/* patterns/learning/casebuilder_write.c -- a list of cases becomes a memory's file.  */
#include <config.h>

#include "patterns/learning/casebuilder.h"
#include "patterns/shapes/memory_file.h"

#include <stdlib.h>
#include <string.h>
#include <xalloc.h>

static void write32(struct chunk_writer *writer, uint32_t x)
{
    unsigned char bytes[4];
    put_le32(bytes, x);
    chunk_writer_write(writer, bytes, sizeof bytes);
}

/* One core: where its cases are in the list, and in the file.  */
struct stretch {
    uint32_t key;
    size_t first, end; /* cases */
    uint32_t groups, block;
    uint32_t appeared, played, rings;
};

static uint64_t key_of(struct casebuilder const *list, size_t i)
{
    return list->cases[i].inner >> 32;
}

static size_t end_of_core(struct casebuilder const *list, size_t first)
{
    size_t end = first + 1;
    while (end < list->case_count && key_of(list, end) == key_of(list, first))
        end++;
    return end;
}

static size_t end_of_group(struct casebuilder const *list, size_t first)
{
    size_t end = first + 1;
    while (end < list->case_count && list->cases[end].inner == list->cases[first].inner)
        end++;
    return end;
}

/* The size of a core in BODY.  */
static uint64_t words_of(uint64_t groups, uint64_t cases)
{
    return cases <= MEMORY_FLAT ? 2 * cases + 3 * groups : cases + 4 * groups + 1;
}

static struct stretch *list_stretches(struct casebuilder const *list, uint32_t *count)
{
    struct stretch *const stretches = xnmalloc(list->core_count + 1, sizeof *stretches);
    uint64_t block = 0;
    size_t core = 0;
    *count = 0;
    for (size_t first = 0; first < list->case_count;) {
        size_t const end = end_of_core(list, first);
        uint32_t groups = 0, rings = 0;
        for (size_t i = first; i < end; i = end_of_group(list, i)) {
            groups++;
            rings |= memory_ring_bit((uint32_t)list->cases[i].inner);
        }
        while (list->cores[core].key != key_of(list, first))
            core++;
        stretches[(*count)++] = (struct stretch){
            .key = (uint32_t)key_of(list, first),
            .first = first,
            .end = end,
            .groups = groups,
            .block = (uint32_t)block,
            .appeared = list->cores[core].appeared,
            .played = list->cores[core].played,
            .rings = rings,
        };
        block += words_of(groups, end - first);
        first = end;
    }
    return stretches;
}

static void write_head(struct chunk_writer *writer, struct casebuilder const *list,
                       struct stretch const *stretches, uint32_t cores, uint32_t slots)
{
    uint32_t groups = 0, widest = 0;
    for (uint32_t i = 0; i < cores; i++) {
        groups += stretches[i].groups;
        widest = stretches[i].groups > widest ? stretches[i].groups : widest;
    }
    uint32_t const head[] = {
        DIAMOND_RADIUS,
        slots,
        cores,
        groups,
        (uint32_t)list->case_count,
        (uint32_t)list->game_count,
        widest,
        0,
        (uint32_t)list->moves,
        (uint32_t)(list->moves >> 32),
    };
    chunk_writer_begin(writer, "HEAD");
    for (size_t i = 0; i < sizeof head / sizeof *head; i++)
        write32(writer, head[i]);
}

static void write_cores(struct chunk_writer *writer, struct stretch const *stretches,
                        uint32_t cores, uint32_t slots)
{
    uint32_t *const table = xcalloc(slots, sizeof *table); /* 1 + stretch */
    for (uint32_t i = 0; i < cores; i++) {
        uint32_t slot = memory_slot(memory_mix(stretches[i].key), slots);
        while (table[slot])
            slot = slot + 1 == slots ? 0 : slot + 1;
        table[slot] = i + 1;
    }
    chunk_writer_begin(writer, "CORE");
    for (uint32_t slot = 0; slot < slots; slot++) {
        static struct stretch const none = {0};
        struct stretch const *const at =
            table[slot] ? &stretches[table[slot] - 1] : &none;
        write32(writer, at->key);
        write32(writer, at->block);
        write32(writer, at->groups);
        write32(writer, (uint32_t)(at->end - at->first));
        write32(writer, (uint32_t)at->first);
        write32(writer, at->appeared);
        write32(writer, at->played);
        write32(writer, at->rings);
    }
    free(table);
}

static void write_sift(struct chunk_writer *writer, struct stretch const *stretches,
                       uint32_t cores)
{
    uint32_t const words = cores / 8 + 1;
    uint64_t *const sift = xcalloc(words, sizeof *sift);
    for (uint32_t i = 0; i < cores; i++) {
        uint64_t const mixed = memory_mix(stretches[i].key);
        sift[memory_sift_word(mixed, words)] |= memory_sift_bits(mixed);
    }
    chunk_writer_begin(writer, "SIFT");
    for (uint32_t i = 0; i < words; i++) {
        unsigned char bytes[8];
        put_le64(bytes, sift[i]);
        chunk_writer_write(writer, bytes, sizeof bytes);
    }
    free(sift);
}

/* The block of one core; GROUP walks along in the list of all groups.  */
static void write_block(struct chunk_writer *writer, struct casebuilder const *list,
                        struct stretch const *stretch, size_t *group)
{
    size_t const first = stretch->first, end = stretch->end, of_first = *group;
    bool const flat = end - first <= MEMORY_FLAT;
    for (size_t i = first; flat && i < end; i++)
        write32(writer, (uint32_t)list->cases[i].inner);
    for (size_t i = first; flat && i < end; i++)
        write32(writer, list->cases[i].outer);
    for (size_t i = first; i < end; i = end_of_group(list, i))
        write32(writer, (uint32_t)list->cases[i].inner);
    for (size_t i = first; !flat && i < end; i = end_of_group(list, i))
        write32(writer, (uint32_t)(i - first));
    if (!flat)
        write32(writer, (uint32_t)(end - first));
    for (int column = 0; column < 2; column++) {
        size_t at = of_first;
        for (size_t i = first; i < end; i = end_of_group(list, i)) {
            while (list->groups[at].key != list->cases[i].inner)
                at++;
            write32(writer,
                    column ? list->groups[at].played : list->groups[at].appeared);
        }
        *group = at;
    }
    for (size_t i = first; !flat && i < end; i++)
        write32(writer, list->cases[i].outer);
}

static bool played_once(struct learnt_case const *one)
{
    return one->experience.played == 1 && one->experience.appeared < 0x4000;
}

static void write_counts(struct chunk_writer *writer, struct casebuilder const *list)
{
    size_t const pages = list->case_count / MEMORY_PAGE + 1;
    uint32_t *const page = xcalloc(pages, sizeof *page);
    uint32_t many = 0, more = 0;
    chunk_writer_begin(writer, "ONCE");
    for (size_t i = 0; i < list->case_count; i++) {
        struct learnt_case const *const one = &list->cases[i];
        if (i % MEMORY_PAGE == 0)
            page[i / MEMORY_PAGE] = many;
        uint32_t const once = played_once(one)
                                  ? one->experience.won << 14 | one->experience.appeared
                                  : 0x8000 | (many++ - page[i / MEMORY_PAGE]);
        unsigned char const bytes[2] = {(unsigned char)once,
                                        (unsigned char)(once >> 8)};
        chunk_writer_write(writer, bytes, sizeof bytes);
    }
    chunk_writer_begin(writer, "PAGE");
    for (size_t i = 0; i < pages; i++)
        write32(writer, page[i]);
    chunk_writer_begin(writer, "MANY");
    for (size_t i = 0; i < list->case_count; i++) {
        struct learnt_case const *const one = &list->cases[i];
        if (played_once(one))
            continue;
        uint32_t const further =
            (one->source[1] != NO_SOURCE) + (one->source[2] != NO_SOURCE);
        write32(writer, one->experience.appeared);
        write32(writer, one->experience.played);
        write32(writer, one->experience.won);
        write32(writer, more << 2 | further);
        more += further;
    }
    free(page);
}

static void write_sources(struct chunk_writer *writer, struct casebuilder const *list)
{
    chunk_writer_begin(writer, "FROM");
    for (size_t i = 0; i < list->case_count; i++)
        write32(writer, list->cases[i].source[0]);
    chunk_writer_begin(writer, "MORE");
    for (size_t i = 0; i < list->case_count; i++)
        for (int j = 1; j < MEMORY_SOURCES; j++)
            if (!played_once(&list->cases[i]) && list->cases[i].source[j] != NO_SOURCE)
                write32(writer, list->cases[i].source[j]);
}

/* ---------------------------------------------------------------- names */

static int by_text(void const *left, void const *right)
{
    return strcmp(*(char *const *)left, *(char *const *)right);
}

/* The different strings of the games, sorted, and where each will stand.  */
struct text {
    char **name;
    uint32_t *offset;
    size_t count;
};

static void text_gather(struct text *text, struct casebuilder const *list)
{
    text->name = xnmalloc(5 * list->game_count + 1, sizeof *text->name);
    size_t count = 0;
    text->name[count++] = "";
    for (size_t i = 0; i < list->game_count; i++) {
        struct learnt_game const *const game = &list->games[i];
        char *const names[] = {game->file, game->black, game->white, game->date,
                               game->result};
        for (size_t j = 0; j < sizeof names / sizeof *names; j++)
            text->name[count++] = names[j];
    }
    qsort(text->name, count, sizeof *text->name, by_text);
    text->count = 0;
    for (size_t i = 0; i < count; i++)
        if (!i || strcmp(text->name[i], text->name[i - 1]) != 0)
            text->name[text->count++] = text->name[i];
    text->offset = xnmalloc(text->count, sizeof *text->offset);
    uint32_t offset = 0;
    for (size_t i = 0; i < text->count; i++) {
        text->offset[i] = offset;
        offset += (uint32_t)strlen(text->name[i]) + 1;
    }
}

static uint32_t text_offset(struct text const *text, char *name)
{
    char **const found =
        bsearch(&name, text->name, text->count, sizeof *text->name, by_text);
    return text->offset[found - text->name];
}

void casebuilder_write_games(struct casebuilder const *list,
                             struct chunk_writer *writer, bool packed)
{
    struct text text;
    text_gather(&text, list);
    chunk_writer_begin_rows(writer, "GAME",
                            sizeof(struct memory_game) / sizeof(uint32_t), packed);
    for (size_t i = 0; i < list->game_count; i++) {
        struct learnt_game const *const game = &list->games[i];
        write32(writer, text_offset(&text, game->file));
        write32(writer, game->number);
        write32(writer, text_offset(&text, game->black));
        write32(writer, text_offset(&text, game->white));
        write32(writer, text_offset(&text, game->date));
        write32(writer, text_offset(&text, game->result));
    }
    chunk_writer_begin_rows(writer, "TEXT", 0, packed);
    for (size_t i = 0; i < text.count; i++)
        chunk_writer_write(writer, text.name[i], strlen(text.name[i]) + 1);
    free(text.name);
    free(text.offset);
}

uint64_t casebuilder_bytes(struct casebuilder const *list)
{
    uint32_t cores;
    struct stretch *const stretches = list_stretches(list, &cores);
    uint64_t words = 0, many = 0, more = 0;
    for (uint32_t i = 0; i < cores; i++)
        words += words_of(stretches[i].groups, stretches[i].end - stretches[i].first);
    free(stretches);
    for (size_t i = 0; i < list->case_count; i++) {
        many += !played_once(&list->cases[i]);
        more += (list->cases[i].source[1] != NO_SOURCE) +
                (list->cases[i].source[2] != NO_SOURCE);
    }
    struct text text;
    text_gather(&text, list);
    uint64_t const names = text.offset[text.count - 1];
    free(text.name);
    free(text.offset);
    return 2048 + (uint64_t)(cores + cores / 3) * sizeof(struct memory_core) + cores +
           4 * words + 6 * (uint64_t)list->case_count +
           many * sizeof(struct memory_many) + 4 * more +
           list->game_count * sizeof(struct memory_game) + names +
           list->case_count / MEMORY_PAGE * 4;
}

bool casebuilder_write(struct casebuilder const *list, char const *path,
                       struct provenance const *made, struct failure *why)
{
    if (list->case_count > UINT32_MAX / 8)
        return failed(why, "%s: %zu cases are more than a memory holds", path,
                      list->case_count);
    struct chunk_writer *const writer =
        chunk_writer_new(path, "SHAP", MEMORY_VERSION, why);
    if (!writer)
        return false;
    uint32_t cores;
    struct stretch *const stretches = list_stretches(list, &cores);
    uint32_t const slots = cores + cores / 3 + 1;
    write_head(writer, list, stretches, cores, slots);
    write_cores(writer, stretches, cores, slots);
    write_sift(writer, stretches, cores);
    chunk_writer_begin(writer, "BODY");
    size_t group = 0;
    for (uint32_t i = 0; i < cores; i++)
        write_block(writer, list, &stretches[i], &group);
    free(stretches);
    write_counts(writer, list);
    write_sources(writer, list);
    casebuilder_write_games(list, writer, false);
    provenance_write(made, writer);
    return chunk_writer_finish(writer, why);
}
