#include "tests/support/testing.h"

#include "engine/base/chunkfile.h"
#include "engine/base/newfile.h"
#include "engine/base/rng.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

/* Each test has a folder of its own.  */
struct place {
    char folder[64], path[80];
};

static int make_place(void **state)
{
    struct place *const place = calloc(1, sizeof *place);
    strcpy(place->folder, "/tmp/hishi-chunkfile-XXXXXX");
    if (!mkdtemp(place->folder))
        return -1;
    snprintf(place->path, sizeof place->path, "%s/x.hishi", place->folder);
    *state = place;
    return 0;
}

static int remove_place(void **state)
{
    struct place *const place = *state;
    unlink(place->path);
    int const result = rmdir(place->folder); /* fails if something was left behind */
    free(place);
    return result;
}

static size_t slurp(char const *path, unsigned char *to, size_t room)
{
    FILE *const in = fopen(path, "rb");
    assert_non_null(in);
    size_t const size = fread(to, 1, room, in);
    assert_int_equal(fclose(in), 0);
    return size;
}

static void spill(char const *path, unsigned char const *data, size_t size)
{
    FILE *const out = fopen(path, "wb");
    assert_non_null(out);
    assert_int_equal(fwrite(data, 1, size, out), size);
    assert_int_equal(fclose(out), 0);
}

/* A small file of three chunks, one of them empty.  */
static void write_small(char const *path)
{
    struct failure why;
    struct chunk_writer *const writer = chunk_writer_new(path, "TEST", 7, &why);
    assert_non_null(writer);
    chunk_writer_begin(writer, "ONE1");
    chunk_writer_write(writer, "diamonds", 8);
    chunk_writer_begin(writer, "NONE");
    chunk_writer_begin(writer, "TWO2");
    chunk_writer_write(writer, "are", 3);
    chunk_writer_write(writer, "", 0);
    chunk_writer_write(writer, " forever", 8);
    assert_true(chunk_writer_finish(writer, &why));
}

static void gives_back_what_was_written(void **state)
{
    struct place const *const place = *state;
    struct failure why;
    struct chunk chunk;
    write_small(place->path);
    struct chunkfile *const file = chunkfile_open(place->path, "TEST", 7, &why);
    assert_non_null(file);
    assert_true(chunkfile_verify(file, &why));
    assert_string_equal(chunkfile_path(file), place->path);
    assert_true(chunkfile_find(file, "ONE1", 4, &chunk, &why));
    assert_int_equal(chunk.size, 8);
    assert_memory_equal(chunk.data, "diamonds", 8);
    assert_int_equal((uintptr_t)chunk.data % 64, 0);
    assert_true(chunkfile_find(file, "NONE", 100, &chunk, &why));
    assert_int_equal(chunk.size, 0);
    assert_true(chunkfile_find(file, "TWO2", 1, &chunk, &why));
    assert_int_equal(chunk.size, 11);
    assert_memory_equal(chunk.data, "are forever", 11);
    assert_false(chunkfile_find(file, "TWO2", 4, &chunk, &why));
    assert_non_null(strstr(why.text, "multiple of 4"));
    assert_false(chunkfile_find(file, "GONE", 1, &chunk, &why));
    assert_non_null(strstr(why.text, "GONE"));
    chunkfile_close(file);
    chunkfile_close(NULL);
}

/* What is not packed is written as it was before anything could be.  */
static void writes_what_it_always_wrote(void **state)
{
    struct place const *const place = *state;
    static unsigned char bytes[4096];
    write_small(place->path);
    size_t const size = slurp(place->path, bytes, sizeof bytes);
    assert_int_equal(size, 1163);
    assert_int_equal(chunk_checksum(bytes, size), UINT64_C(0x584a07b29dd403ea));
}

/* Somebody copies another file over ours while we play.  */
static void what_was_opened_stays_whatever_becomes_of_the_file(void **state)
{
    struct place const *const place = *state;
    struct failure why;
    struct chunk chunk;
    write_small(place->path);
    struct chunkfile *const file = chunkfile_open(place->path, "TEST", 7, &why);
    assert_non_null(file);
    assert_int_equal(truncate(place->path, 0), 0);
    spill(place->path, (unsigned char const *)"something else", 14);
    assert_true(chunkfile_verify(file, &why));
    assert_true(chunkfile_find(file, "TWO2", 1, &chunk, &why));
    assert_memory_equal(chunk.data, "are forever", 11);
    chunkfile_close(file);
}

static void writes_the_same_bytes_however_they_come(void **state)
{
    struct place const *const place = *state;
    enum { SIZE = 100000 };
    static unsigned char data[SIZE], first[2 * SIZE], again[2 * SIZE];
    struct failure why;
    struct rng rng;
    rng_seed(&rng, 1);
    for (int i = 0; i < SIZE; i++)
        data[i] = (unsigned char)rng_next(&rng);
    size_t first_size = 0;
    for (uint32_t most = 1; most <= SIZE; most *= 10) {
        struct chunk_writer *const writer =
            chunk_writer_new(place->path, "TEST", 1, &why);
        chunk_writer_begin(writer, "DATA");
        for (size_t at = 0; at < SIZE;) {
            size_t part = 1 + rng_below(&rng, most);
            part = part < SIZE - at ? part : SIZE - at;
            chunk_writer_write(writer, data + at, part);
            at += part;
        }
        assert_true(chunk_writer_finish(writer, &why));
        size_t const size = slurp(place->path, again, sizeof again);
        if (most == 1) {
            first_size = size;
            memcpy(first, again, size);
        }
        assert_int_equal(size, first_size);
        assert_memory_equal(first, again, size);
        struct chunkfile *const file = chunkfile_open(place->path, "TEST", 1, &why);
        assert_true(file && chunkfile_verify(file, &why));
        chunkfile_close(file);
    }
}

static void sums_the_same_on_every_machine_and_day(void **state)
{
    (void)state;
    assert_int_equal(chunk_checksum("", 0), UINT64_C(0x18f97e993730b24e));
    assert_int_equal(chunk_checksum("The quick brown fox jumps over the lazy dog.", 44),
                     UINT64_C(0x85b0169c7aec9b22));
}

static void sums_differ_by_length_and_by_any_bit(void **state)
{
    (void)state;
    unsigned char data[200] = {0};
    for (size_t size = 0; size < sizeof data; size++) {
        uint64_t const sum = chunk_checksum(data, size);
        assert_int_not_equal(sum, chunk_checksum(data, size + 1));
        for (size_t bit = 0; bit < 8 * size; bit++) {
            data[bit / 8] ^= (unsigned char)(1 << bit % 8);
            assert_int_not_equal(sum, chunk_checksum(data, size));
            data[bit / 8] ^= (unsigned char)(1 << bit % 8);
        }
    }
}

static void refuses_a_file_cut_short_or_too_long_anywhere(void **state)
{
    struct place const *const place = *state;
    static unsigned char bytes[4096];
    write_small(place->path);
    size_t const size = slurp(place->path, bytes, sizeof bytes);
    assert_true(size < sizeof bytes);
    for (size_t cut = 0; cut <= size + 1; cut++) {
        struct failure why = {""};
        spill(place->path, bytes, cut);
        struct chunkfile *const file = chunkfile_open(place->path, "TEST", 7, &why);
        assert_int_equal(file != NULL, cut == size);
        if (!file)
            assert_memory_equal(why.text, place->path, strlen(place->path));
        chunkfile_close(file);
    }
}

static void notices_every_changed_byte(void **state)
{
    struct place const *const place = *state;
    static unsigned char bytes[4096];
    static unsigned char const changes[] = {0x01, 0x80, 0xff};
    write_small(place->path);
    size_t const size = slurp(place->path, bytes, sizeof bytes);
    for (size_t at = 0; at < size; at++)
        for (size_t i = 0; i < sizeof changes; i++) {
            struct failure why = {""};
            bytes[at] ^= changes[i];
            spill(place->path, bytes, size);
            bytes[at] ^= changes[i];
            struct chunkfile *const file = chunkfile_open(place->path, "TEST", 7, &why);
            assert_false(file && chunkfile_verify(file, &why));
            assert_memory_equal(why.text, place->path, strlen(place->path));
            chunkfile_close(file);
        }
}

static void refuses_another_kind_or_version_by_name(void **state)
{
    struct place const *const place = *state;
    struct failure why;
    write_small(place->path);
    assert_null(chunkfile_open(place->path, "SHAP", 7, &why));
    assert_non_null(strstr(why.text, "'TEST'"));
    assert_non_null(strstr(why.text, "'SHAP'"));
    assert_null(chunkfile_open(place->path, "TEST", 8, &why));
    assert_non_null(strstr(why.text, "version 7"));
    assert_non_null(strstr(why.text, "version 8"));
}

/* Change one number of the header or table and mend the table's checksum.  */
static void refuses_sizes_and_places_out_of_range(void **state)
{
    struct place const *const place = *state;
    static unsigned char bytes[4096];
    static uint64_t const bad[] = {1,          63,         65,
                                   0x10000,    0x7fffffff, 0xffffffff,
                                   UINT64_MAX, INT64_MAX,  UINT64_MAX - 63,
                                   1u << 20,   0x80000000, UINT64_C(1) << 63};
    static int const places[] = {24, 40, 48, 72, 80, 104, 112};
    write_small(place->path);
    size_t const size = slurp(place->path, bytes, sizeof bytes);
    for (size_t i = 0; i < sizeof places / sizeof *places; i++)
        for (size_t j = 0; j < sizeof bad / sizeof *bad; j++) {
            struct failure why;
            uint64_t const was = get_le64(bytes + places[i]);
            put_le64(bytes + places[i], bad[j]);
            put_le64(bytes + 128, chunk_checksum(bytes, 128));
            spill(place->path, bytes, size);
            put_le64(bytes + places[i], was);
            struct chunkfile *const file = chunkfile_open(place->path, "TEST", 7, &why);
            assert_false(file && chunkfile_verify(file, &why));
            chunkfile_close(file);
        }
    for (uint32_t count = 4; count; count *= 2) {
        struct failure why;
        put_le32(bytes + 16, count);
        spill(place->path, bytes, size);
        assert_null(chunkfile_open(place->path, "TEST", 7, &why));
    }
}

static void leaves_the_old_file_until_the_new_one_is_whole(void **state)
{
    struct place const *const place = *state;
    static unsigned char before[4096], after[4096];
    struct failure why;
    write_small(place->path);
    size_t const size = slurp(place->path, before, sizeof before);
    struct chunk_writer *const writer = chunk_writer_new(place->path, "TEST", 8, &why);
    assert_non_null(writer);
    chunk_writer_begin(writer, "DATA");
    chunk_writer_write(writer, before, size);
    assert_int_equal(slurp(place->path, after, sizeof after), size);
    assert_memory_equal(before, after, size);
    chunk_writer_abandon(writer);
    chunk_writer_abandon(NULL);
    assert_int_equal(slurp(place->path, after, sizeof after), size);
    assert_memory_equal(before, after, size);
}

static void says_at_the_end_what_went_wrong_at_any_time(void **state)
{
    struct place const *const place = *state;
    struct failure why;
    assert_null(chunk_writer_new("/nonexistent/x.hishi", "TEST", 1, &why));
    assert_non_null(strstr(why.text, "/nonexistent/x.hishi"));
    assert_null(chunk_writer_new(place->path, "no", 1, &why));

    struct chunk_writer *writer = chunk_writer_new(place->path, "TEST", 1, &why);
    chunk_writer_begin(writer, "SAME");
    chunk_writer_begin(writer, "SAME");
    chunk_writer_write(writer, "x", 1);
    assert_false(chunk_writer_finish(writer, &why));
    assert_non_null(strstr(why.text, "SAME"));

    writer = chunk_writer_new(place->path, "TEST", 1, &why);
    for (int i = 0; i <= CHUNKS_MAX; i++) {
        char const name[] = {'N', 'O', (char)('A' + i / 26), (char)('A' + i % 26), 0};
        chunk_writer_begin(writer, name);
    }
    assert_false(chunk_writer_finish(writer, &why));
    assert_non_null(strstr(why.text, "too many"));

    writer = chunk_writer_new(place->path, "TEST", 1, &why);
    chunk_writer_write(writer, "x", 1);
    assert_false(chunk_writer_finish(writer, &why));

    writer = chunk_writer_new("/dev/full", "TEST", 1, &why);
    assert_non_null(writer);
    assert_false(chunk_writer_finish(writer, &why));
    assert_non_null(strstr(why.text, "/dev/full"));
    assert_int_not_equal(access(place->path, F_OK), 0);
}

static void refuses_what_is_no_file(void **state)
{
    struct place const *const place = *state;
    struct failure why;
    assert_null(chunkfile_open(place->path, "TEST", 7, &why));
    assert_non_null(strstr(why.text, "No such file"));
    assert_null(chunkfile_open(place->folder, "TEST", 7, &why));
    assert_null(chunkfile_open("/dev/zero", "TEST", 7, &why));
}

#define IN_A_FOLDER(test)                                                              \
    cmocka_unit_test_setup_teardown(test, make_place, remove_place)

/* However much is written after the write that failed.  */
static void says_that_the_disk_is_full(void **state)
{
    (void)state;
    static unsigned char const bytes[100000];
    for (size_t size = 1; size <= sizeof bytes; size *= 100) {
        struct failure why;
        struct chunk_writer *const writer =
            chunk_writer_new("/dev/full", "TEST", 1, &why);
        assert_non_null(writer);
        chunk_writer_begin(writer, "DATA");
        for (int i = 0; i < 3; i++)
            chunk_writer_write(writer, bytes, size);
        assert_false(chunk_writer_finish(writer, &why));
        assert_non_null(strstr(why.text, "/dev/full: cannot write: No space left"));
    }
    struct failure why;
    struct newfile *const file = newfile_open("/dev/full", &why);
    for (int i = 0; i < 100000; i++)
        fprintf(newfile_stream(file), "%d\n", i);
    assert_false(newfile_finish(file, &why));
    assert_non_null(strstr(why.text, "No space left"));
}

static void a_program_that_ends_leaves_no_unfinished_file(void **state)
{
    struct place const *const place = *state;
    struct failure why;
    struct newfile *const one = newfile_open(place->path, &why);
    struct newfile *const two = newfile_open(place->path, &why);
    fputs("half of it", newfile_stream(one));
    newfile_drop_unfinished();
    newfile_abandon(two);
    newfile_abandon(one);
    newfile_drop_unfinished();
    /* remove_place fails if there is anything in the folder.  */
}

static void ignore(int number)
{
    (void)number;
}

/* Neither to its file nor to what it keeps out.  */
static void a_signal_does_no_harm_to_a_program_that_minds_it(void **state)
{
    struct place const *const place = *state;
    struct failure why = {""};
    sigset_t kept_out, before, after;
    sigemptyset(&kept_out);
    sigaddset(&kept_out, SIGHUP);
    sigprocmask(SIG_BLOCK, &kept_out, &before);
    signal(SIGTERM, ignore);
    struct newfile *const file = newfile_open(place->path, &why);
    fputs("first ", newfile_stream(file));
    fflush(newfile_stream(file));
    raise(SIGTERM);
    fputs("last", newfile_stream(file));
    if (!newfile_finish(file, &why))
        fail_msg("%s", why.text);
    signal(SIGTERM, newfile_end_by_signal);
    sigprocmask(SIG_SETMASK, &before, &after);
    assert_true(sigismember(&after, SIGHUP));
    char text[16] = "";
    FILE *const in = fopen(place->path, "r");
    assert_int_equal(fread(text, 1, sizeof text, in), 10);
    fclose(in);
    assert_string_equal(text, "first last");
}

static void a_signal_that_ends_a_program_leaves_no_unfinished_file(void **state)
{
    struct place const *const place = *state;
    struct failure why;
    int status;
    fflush(NULL);
    pid_t const pid = fork();
    assert_true(pid >= 0);
    if (pid == 0) {
        struct newfile *const file = newfile_open(place->path, &why);
        fputs("half of it", newfile_stream(file));
        fflush(newfile_stream(file));
        raise(SIGTERM);
        _exit(0);
    }
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGTERM);
    /* remove_place fails if there is anything in the folder.  */
}

int main(void)
{
    newfile_mind_signals();
    struct CMUnitTest const tests[] = {
        IN_A_FOLDER(gives_back_what_was_written),
        IN_A_FOLDER(writes_what_it_always_wrote),
        IN_A_FOLDER(what_was_opened_stays_whatever_becomes_of_the_file),
        IN_A_FOLDER(writes_the_same_bytes_however_they_come),
        cmocka_unit_test(sums_the_same_on_every_machine_and_day),
        cmocka_unit_test(sums_differ_by_length_and_by_any_bit),
        IN_A_FOLDER(refuses_a_file_cut_short_or_too_long_anywhere),
        IN_A_FOLDER(notices_every_changed_byte),
        IN_A_FOLDER(refuses_another_kind_or_version_by_name),
        IN_A_FOLDER(refuses_sizes_and_places_out_of_range),
        IN_A_FOLDER(leaves_the_old_file_until_the_new_one_is_whole),
        IN_A_FOLDER(says_at_the_end_what_went_wrong_at_any_time),
        IN_A_FOLDER(refuses_what_is_no_file),
        cmocka_unit_test(says_that_the_disk_is_full),
        IN_A_FOLDER(a_program_that_ends_leaves_no_unfinished_file),
        IN_A_FOLDER(a_signal_does_no_harm_to_a_program_that_minds_it),
        IN_A_FOLDER(a_signal_that_ends_a_program_leaves_no_unfinished_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
