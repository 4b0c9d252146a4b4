/* Numbers that are packed come back as they were, whatever they are; what is damaged,
   or claims too much, is refused.  */
#include "tests/support/testing.h"

#include "tests/fuzz/mend.h"
#include "tests/support/folder.h"

#include "engine/base/chunkfile.h"
#include "engine/base/packing.h"
#include "engine/base/rng.h"

#include <unistd.h>

enum { ROWS_MOST = 3000, BYTES_MOST = 4 * PACKING_COLUMNS * ROWS_MOST };

static char path[64], copy[64], folder[] = "/tmp/hishi-packing-XXXXXX";

static int make_folder(void **state)
{
    (void)state;
    snprintf(path, sizeof path, "%s/x.hishi", mkdtemp(folder));
    snprintf(copy, sizeof copy, "%s/y.hishi", folder);
    return 0;
}

static int remove_folder(void **state)
{
    (void)state;
    unlink(path);
    unlink(copy);
    return rmdir(folder); /* fails if something was left behind */
}

/* ---------------------------------------------------------------- rows */

static uint32_t any_number(struct rng *rng)
{
    return rng_below(rng, UINT32_MAX);
}

static uint32_t small_number(struct rng *rng)
{
    return rng_below(rng, 30) ? rng_below(rng, 7) : UINT32_MAX;
}

/* Rising, and round the end of the numbers to the beginning.  */
static uint32_t next_number(struct rng *rng)
{
    static uint32_t last = UINT32_MAX - 1000;
    return last += rng_below(rng, 100);
}

static uint32_t nothing(struct rng *rng)
{
    (void)rng;
    return 0;
}

static uint32_t (*const fillings[])(struct rng *) = {any_number, small_number,
                                                     next_number, nothing};
enum { FILLINGS = sizeof fillings / sizeof *fillings };

static void fill(unsigned char *rows, size_t size, size_t filling, struct rng *rng)
{
    size_t i = 0;
    for (; i + 4 <= size; i += 4)
        put_le32(rows + i, fillings[filling](rng));
    for (; i < size; i++)
        rows[i] = (unsigned char)i;
}

static void comes_back(unsigned char const *rows, size_t size, int columns)
{
    static unsigned char unpacked[BYTES_MOST + 1];
    struct failure why = {""};
    uint32_t word, second_word;
    size_t packed, second_size;
    unsigned char *const bytes =
        packing_pack(rows, size, columns, &word, &packed, &why);
    unsigned char *const again =
        packing_pack(rows, size, columns, &second_word, &second_size, &why);
    assert_non_null(bytes);
    assert_non_null(again);
    assert_int_equal(packed, second_size);
    assert_int_equal(word, second_word);
    assert_memory_equal(bytes, again, packed);
    assert_int_equal(packing_columns(word), columns);
    assert_int_equal(packing_size(bytes, packed, word), size);
    unpacked[size] = 77;
    assert_true(packing_unpack(bytes, packed, word, unpacked, &why));
    assert_memory_equal(rows, unpacked, size);
    assert_int_equal(unpacked[size], 77);
    free(bytes);
    free(again);
}

static void any_rows_come_back_as_they_were(void **state)
{
    (void)state;
    static unsigned char rows[BYTES_MOST];
    struct rng rng;
    rng_seed(&rng, 1);
    for (int columns = 0; columns <= PACKING_COLUMNS; columns++)
        for (size_t filling = 0; filling < FILLINGS; filling++)
            for (uint32_t most = 1; most <= ROWS_MOST; most *= 50) {
                size_t const unit = columns ? 4 * (size_t)columns : 1;
                size_t const size = unit * rng_below(&rng, most);
                fill(rows, size, filling, &rng);
                comes_back(rows, size, columns);
            }
}

static void what_rises_is_kept_as_differences(void **state)
{
    (void)state;
    static unsigned char rows[8 * ROWS_MOST];
    struct failure why;
    struct rng rng;
    uint32_t word;
    size_t packed;
    rng_seed(&rng, 2);
    for (size_t i = 0; i < ROWS_MOST; i++) {
        put_le32(rows + 8 * i, next_number(&rng));
        put_le32(rows + 8 * i + 4, any_number(&rng) & 0xff);
    }
    free(packing_pack(rows, sizeof rows, 2, &word, &packed, &why));
    assert_int_equal(word, 1 | 2 << 8 | 1 << 16);
    assert_true(packed < 2 * ROWS_MOST + 200); /* a byte for each of two numbers */
}

static void what_cannot_be_packed_is_refused(void **state)
{
    (void)state;
    struct failure why;
    uint32_t word;
    size_t packed;
    assert_null(packing_pack("123456", 6, 1, &word, &packed, &why));
    assert_null(packing_pack("12345678", 8, 3, &word, &packed, &why));
    assert_null(packing_pack("", 0, PACKING_COLUMNS + 1, &word, &packed, &why));
    assert_null(packing_pack("", 0, -1, &word, &packed, &why));
}

/* ---------------------------------------------------------------- files */

enum { CHUNKS = 5 };
static struct {
    char const *name;
    int columns;
    size_t rows, filling;
} const chunks[CHUNKS] = {
    {"SMAL", 1, 40, 1}, {"RISE", 3, 25, 2}, {"NONE", 2, 0, 0},
    {"TEXT", 0, 33, 0}, {"ZERO", 1, 90, 3},
};

static size_t size_of(int i)
{
    return chunks[i].rows * (chunks[i].columns ? 4 * (size_t)chunks[i].columns : 1);
}

/* A file with these chunks packed, and one that is not between them.  */
static void write_packed(unsigned char rows[CHUNKS][400])
{
    struct failure why;
    struct rng rng;
    struct chunk_writer *const writer = chunk_writer_new(path, "TEST", 7, &why);
    rng_seed(&rng, 3);
    for (int i = 0; i < CHUNKS; i++) {
        fill(rows[i], size_of(i), chunks[i].filling, &rng);
        chunk_writer_begin_rows(writer, chunks[i].name, chunks[i].columns, true);
        size_t const half = size_of(i) / 2;
        chunk_writer_write(writer, rows[i], half);
        chunk_writer_write(writer, rows[i] + half, size_of(i) - half);
        if (i == 1) {
            chunk_writer_begin(writer, "PLAI");
            chunk_writer_write(writer, "plain", 5);
        }
    }
    assert_true(chunk_writer_finish(writer, &why));
}

static void holds(char const *name, unsigned char rows[CHUNKS][400])
{
    struct failure why;
    struct chunk chunk;
    struct chunkfile *const file = chunkfile_open(name, "TEST", 7, &why);
    assert_non_null(file);
    assert_true(chunkfile_verify(file, &why));
    for (int i = 0; i < CHUNKS; i++) {
        assert_true(chunkfile_find(file, chunks[i].name, 1, &chunk, &why));
        assert_non_null(chunk.data);
        assert_int_equal(chunk.size, size_of(i));
        assert_memory_equal(chunk.data, rows[i], chunk.size);
        assert_int_equal((uintptr_t)chunk.data % 64, 0);
    }
    assert_false(chunkfile_find(file, "RISE", 7, &chunk, &why));
    assert_non_null(strstr(why.text, "has 300 bytes"));
    assert_true(chunkfile_find(file, "PLAI", 5, &chunk, &why));
    assert_memory_equal(chunk.data, "plain", 5);
    chunkfile_close(file);
}

static unsigned char rows_now[CHUNKS][400];

static void a_file_gives_back_what_was_packed(void **state)
{
    (void)state;
    struct failure why;
    struct chunk chunk;
    write_packed(rows_now);
    holds(path, rows_now);
    struct chunkfile *const glance = chunkfile_glance(path, &why);
    assert_non_null(glance);
    assert_true(chunkfile_find(glance, "PLAI", 1, &chunk, &why));
    assert_false(chunkfile_find(glance, "RISE", 1, &chunk, &why));
    assert_non_null(strstr(why.text, "'RISE' is packed"));
    chunkfile_close(glance);
}

static void chunks_are_copied_as_they_are_stored(void **state)
{
    (void)state;
    struct failure why;
    struct chunk_row const *row;
    write_packed(rows_now);
    struct chunkfile *const file = chunkfile_glance(path, &why);
    struct chunk_writer *const writer = chunk_writer_new(copy, "TEST", 7, &why);
    for (int i = 0; (row = chunkfile_row(file, i)); i++)
        chunk_writer_copy(writer, file, row);
    assert_true(chunk_writer_finish(writer, &why));
    chunkfile_close(file);
    holds(copy, rows_now);
    files_are_same(path, copy);
}

/* ---------------------------------------------------------------- damage */

static size_t slurp(unsigned char *to, size_t room)
{
    FILE *const in = fopen(path, "rb");
    size_t const size = fread(to, 1, room, in);
    assert_int_equal(fclose(in), 0);
    assert_true(size < room);
    return size;
}

static void spill(unsigned char const *data, size_t size)
{
    FILE *const out = fopen(path, "wb");
    assert_int_equal(fwrite(data, 1, size, out), size);
    assert_int_equal(fclose(out), 0);
}

static bool is_sound(void)
{
    struct failure why = {""};
    struct chunkfile *const file = chunkfile_open(path, "TEST", 7, &why);
    bool const sound = file && chunkfile_verify(file, &why);
    if (!sound)
        assert_memory_equal(why.text, path, strlen(path));
    chunkfile_close(file);
    return sound;
}

static unsigned char bytes[8192];

static void every_changed_byte_and_every_cut_is_noticed(void **state)
{
    (void)state;
    static unsigned char const changes[] = {0x01, 0x80, 0xff};
    write_packed(rows_now);
    size_t const size = slurp(bytes, sizeof bytes);
    assert_true(is_sound());
    for (size_t at = 0; at < size; at++) {
        spill(bytes, at);
        assert_false(is_sound());
        for (size_t i = 0; i < sizeof changes; i++) {
            bytes[at] ^= changes[i];
            spill(bytes, size);
            bytes[at] ^= changes[i];
            assert_false(is_sound());
        }
    }
}

/* Whoever mends the sums may get other numbers, as many as the file says, or a
   sentence.  */
static void lies_with_mended_sums_are_refused_or_read(void **state)
{
    (void)state;
    struct rng rng;
    struct failure why;
    struct chunk chunk;
    int refused = 0;
    rng_seed(&rng, 5);
    write_packed(rows_now);
    size_t const size = slurp(bytes, sizeof bytes);
    for (int i = 0; i < 3000; i++) {
        static unsigned char changed[sizeof bytes];
        memcpy(changed, bytes, size);
        for (uint32_t k = rng_below(&rng, 3) + 1; k; k--)
            changed[32 + rng_below(&rng, (uint32_t)size - 32)] =
                (unsigned char)rng_next(&rng);
        mend(changed, size);
        spill(changed, size);
        struct chunkfile *const file = chunkfile_open(path, "TEST", 7, &why);
        refused += !file;
        for (int j = 0; file && j < CHUNKS; j++)
            if (chunkfile_find(file, chunks[j].name, 1, &chunk, &why))
                chunk_checksum(chunk.data, chunk.size);
        chunkfile_close(file);
    }
    assert_true(refused > 100 && refused < 3000);
}

/* Row I of the table has such a WORD, and its chunk such a size unpacked.  */
static bool is_taken(int i, uint32_t word, uint64_t unpacked)
{
    static unsigned char changed[sizeof bytes];
    size_t const size = slurp(bytes, sizeof bytes);
    memcpy(changed, bytes, size);
    unsigned char *const row = changed + MEND_HEADER + MEND_ROW * i;
    put_le32(row + 4, word);
    put_le64(changed + get_le64(row + 8), unpacked);
    mend(changed, size);
    spill(changed, size);
    bool const sound = is_sound();
    spill(bytes, size);
    return sound;
}

static void sizes_and_ways_that_cannot_be_are_refused(void **state)
{
    (void)state;
    uint32_t const word = 1 | 1 << 8;
    uint64_t const right = size_of(0);
    write_packed(rows_now);
    assert_true(is_taken(0, word, right));
    static uint32_t const words[] = {2 | 1 << 8, 1 | 9 << 8, 1 | 1 << 8 | 1 << 17,
                                     1 | 2 << 8, 0xffffffff, 0xff00};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        assert_false(is_taken(0, words[i], right));
    static uint64_t const sizes[] = {0,
                                     4,
                                     161,
                                     164,
                                     1 << 20,
                                     CHUNKFILE_UNPACKED,
                                     CHUNKFILE_UNPACKED + 4,
                                     0xfffffffc,
                                     UINT64_MAX,
                                     INT64_MAX - 3};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        assert_false(is_taken(0, word, sizes[i]));
}

/* Zeros pack to nothing, so that a small file might ask for much.  */
static void no_more_is_packed_than_a_reader_takes(void **state)
{
    (void)state;
    static unsigned char const zeros[1 << 20];
    struct failure why;
    for (int mb = 0; mb < 2; mb++) {
        struct chunk_writer *const writer = chunk_writer_new(path, "TEST", 7, &why);
        chunk_writer_begin_rows(writer, "ZERO", 0, true);
        for (int i = 0; i < CHUNKFILE_UNPACKED / (int)sizeof zeros; i++)
            chunk_writer_write(writer, zeros, sizeof zeros);
        chunk_writer_begin_rows(writer, "MORE", 1, true);
        if (mb)
            chunk_writer_write(writer, zeros, 4);
        assert_int_equal(chunk_writer_finish(writer, &why), !mb);
        if (mb)
            assert_non_null(strstr(why.text, "more than may be packed"));
        assert_true(is_sound());
    }
}

int main(void)
{
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(any_rows_come_back_as_they_were),
        cmocka_unit_test(what_rises_is_kept_as_differences),
        cmocka_unit_test(what_cannot_be_packed_is_refused),
        cmocka_unit_test(a_file_gives_back_what_was_packed),
        cmocka_unit_test(chunks_are_copied_as_they_are_stored),
        cmocka_unit_test(every_changed_byte_and_every_cut_is_noticed),
        cmocka_unit_test(lies_with_mended_sums_are_refused_or_read),
        cmocka_unit_test(sizes_and_ways_that_cannot_be_are_refused),
        cmocka_unit_test(no_more_is_packed_than_a_reader_takes),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
