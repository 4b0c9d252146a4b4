#include "tests/support/testing.h"

#include "engine/base/provenance.h"

#include <unistd.h>

/* Each test has a folder of its own, in which these can be.  */
static char const *const names[] = {"games.sgf", "more.sgf", "model.hishi",
                                    "voices.hishi", "other.hishi"};

enum { GAMES, MORE, MODEL, VOICES, OTHER, NAMES };

struct place {
    char *folder, *path[NAMES];
};

static int make_place(void **state)
{
    struct place *const place = calloc(1, sizeof *place);
    place->folder = strdup("/tmp/hishi-provenance-XXXXXX");
    if (!mkdtemp(place->folder))
        return -1;
    for (int i = 0; i < NAMES; i++)
        if (asprintf(&place->path[i], "%s/%s", place->folder, names[i]) < 0)
            return -1;
    unsetenv("SOURCE_DATE_EPOCH");
    *state = place;
    return 0;
}

static int remove_place(void **state)
{
    struct place *const place = *state;
    for (int i = 0; i < NAMES; i++) {
        unlink(place->path[i]);
        free(place->path[i]);
    }
    int const result = rmdir(place->folder);
    free(place->folder);
    free(place);
    return result;
}

static void spill(char const *path, char const *text)
{
    FILE *const out = fopen(path, "wb");
    assert_non_null(out);
    fputs(text, out);
    assert_int_equal(fclose(out), 0);
}

static void write_file(char const *path, char const *kind, char const *content,
                       struct provenance const *made)
{
    struct failure why;
    struct chunk_writer *const writer = chunk_writer_new(path, kind, 1, &why);
    assert_non_null(writer);
    chunk_writer_begin(writer, "DATA");
    chunk_writer_write(writer, content, strlen(content));
    provenance_write(made, writer);
    assert_true(chunk_writer_finish(writer, &why));
}

static char *read_text(char const *path)
{
    struct failure why;
    struct chunkfile *const file = chunkfile_open(path, NULL, 0, &why);
    assert_non_null(file);
    assert_true(chunkfile_verify(file, &why));
    char *const text = provenance_read(file);
    chunkfile_close(file);
    return text;
}

static void content_of(char const *path, char hex[CONTENT_HEX])
{
    struct failure why;
    struct chunkfile *const file = chunkfile_open(path, NULL, 0, &why);
    assert_non_null(file);
    provenance_content(file, hex);
    chunkfile_close(file);
}

static struct provenance *begin(time_t now)
{
    static char const *const argv[] = {"hishi learn", "--model=a b.hishi", "it's.sgf"};
    return provenance_new(3, argv, now);
}

static void a_file_says_from_what_it_was_made(void **state)
{
    struct place const *const place = *state;
    struct failure why;
    char const *const files[] = {place->path[GAMES], place->path[MORE]};
    spill(files[0], "ab");
    spill(files[1], "c");
    struct provenance *const made = begin(0);
    assert_true(provenance_input(made, place->path[GAMES], files, 1, 7, &why));
    assert_true(provenance_input(made, place->folder, files, 2, 9, &why));
    provenance_say(made, "learnt from", "%d games", 5);
    provenance_say(made, "measured", "two\nlines");
    write_file(place->path[MODEL], "MODL", "weights", made);
    provenance_free(made);
    char *const text = read_text(place->path[MODEL]);
    /* The sums are those that sha256sum prints for "ab" and for "abc".  */
    char expected[2048];
    snprintf(
        expected, sizeof expected,
        "made by: hishi learn '--model=a b.hishi' 'it'\\''s.sgf'\n"
        "version: Hishi %s\n"
        "date: 1970-01-01 00:00 UTC\n"
        "input: games.sgf, 2 bytes, sha256 "
        "fb8e20fc2e4c3f248c60c39bd652f3c1347298bb977b8b4d5903b85055620603, 7 games\n"
        "input: %s, 3 bytes in 2 files, sha256 "
        "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad, 9 games\n"
        "learnt from: 5 games\n"
        "measured: two?lines\n",
        HISHI_VERSION, strrchr(place->folder, '/') + 1);
    assert_string_equal(text, expected);
    free(text);
}

static void an_input_that_cannot_be_read_is_a_reason_to_stop(void **state)
{
    struct place const *const place = *state;
    struct failure why = {""};
    char const *const files[] = {place->path[GAMES]};
    struct provenance *const made = begin(0);
    assert_false(provenance_input(made, "games", files, 1, 7, &why));
    assert_non_null(strstr(why.text, place->path[GAMES]));
    assert_false(provenance_input(made, "folder", (char const *const[]){place->folder},
                                  1, 7, &why));
    assert_false(provenance_made_from(made, place->path[MODEL], &why));
    assert_false(provenance_learnt_against(made, place->path[MODEL], &why));
    provenance_free(made);
}

static void a_file_without_says_nothing_and_fits_everything(void **state)
{
    struct place const *const place = *state;
    struct failure why;
    write_file(place->path[MODEL], "MODL", "weights", NULL);
    write_file(place->path[VOICES], "VOIC", "voices", NULL);
    assert_null(read_text(place->path[MODEL]));
    assert_true(provenance_fits(place->path[VOICES], place->path[MODEL], &why));
    assert_true(provenance_made_from(NULL, "nowhere", &why));
    assert_true(provenance_learnt_against(NULL, "nowhere", &why));
    provenance_say(NULL, "measured", "nothing");
    provenance_free(NULL);
}

static void the_content_is_all_but_the_provenance(void **state)
{
    struct place const *const place = *state;
    char first[CONTENT_HEX], again[CONTENT_HEX], changed[CONTENT_HEX];
    struct provenance *const made = begin(12345678);
    write_file(place->path[MODEL], "MODL", "weights", NULL);
    content_of(place->path[MODEL], first);
    write_file(place->path[OTHER], "MODL", "weights", made);
    content_of(place->path[OTHER], again);
    write_file(place->path[OTHER], "MODL", "Weights", made);
    content_of(place->path[OTHER], changed);
    assert_string_equal(first, again);
    assert_string_not_equal(first, changed);
    write_file(place->path[OTHER], "VOIC", "weights", made);
    content_of(place->path[OTHER], changed);
    assert_string_not_equal(first, changed);
    provenance_free(made);
}

static void a_file_learnt_against_another_knows_it_again(void **state)
{
    struct place const *const place = *state;
    struct failure why = {""};
    struct provenance *const made = begin(1), *const later = begin(99999);
    write_file(place->path[MODEL], "MODL", "weights", NULL);
    assert_true(provenance_learnt_against(made, place->path[MODEL], &why));
    write_file(place->path[VOICES], "VOIC", "voices", made);
    assert_true(provenance_fits(place->path[VOICES], place->path[MODEL], &why));
    /* Learnt again, the same came out; it is called otherwise now.  */
    write_file(place->path[OTHER], "MODL", "weights", later);
    assert_true(provenance_fits(place->path[VOICES], place->path[OTHER], &why));
    /* A file of a kind that was not there says nothing.  */
    write_file(place->path[OTHER], "SHAP", "shapes", later);
    assert_true(provenance_fits(place->path[VOICES], place->path[OTHER], &why));
    write_file(place->path[MODEL], "MODL", "others!", later);
    assert_false(provenance_fits(place->path[VOICES], place->path[MODEL], &why));
    assert_non_null(strstr(why.text, "was learnt against model.hishi"));
    assert_non_null(strstr(why.text, place->path[VOICES]));
    unlink(place->path[MODEL]);
    assert_false(provenance_fits(place->path[VOICES], place->path[MODEL], &why));
    provenance_free(made);
    provenance_free(later);
}

static void what_it_was_made_from_is_told_with_its_own_making(void **state)
{
    struct place const *const place = *state;
    struct failure why;
    struct provenance *made = begin(0);
    provenance_say(made, "measured", "much");
    write_file(place->path[OTHER], "SHAP", "all shapes", made);
    provenance_free(made);
    made = begin(86400);
    assert_true(provenance_made_from(made, place->path[OTHER], &why));
    write_file(place->path[MODEL], "SHAP", "some shapes", made);
    provenance_free(made);
    char *text = read_text(place->path[MODEL]);
    assert_non_null(strstr(text, "date: 1970-01-02 00:00 UTC\nmade from: SHAP "));
    assert_non_null(strstr(text, " other.hishi\n  made by: hishi learn "));
    assert_non_null(strstr(text, "\n  date: 1970-01-01 00:00 UTC\n  measured: much\n"));
    free(text);
    write_file(place->path[OTHER], "SHAP", "all shapes", NULL);
    made = begin(0);
    assert_true(provenance_made_from(made, place->path[OTHER], &why));
    write_file(place->path[MODEL], "SHAP", "some shapes", made);
    provenance_free(made);
    text = read_text(place->path[MODEL]);
    assert_non_null(strstr(text, "\n  (which does not say from what it was made)\n"));
    free(text);
}

/* Work begun by WORD is gone on with by "hishi learn work": what is said of that.  */
static char *gone_on_from(struct place const *place, char const *word)
{
    struct failure why;
    char const *const before[] = {"hishi learn", word}, *const now[] = {"hishi learn",
                                                                        "work"};
    struct provenance *made = provenance_new(2, before, 0);
    write_file(place->path[OTHER], "WORK", "half", made);
    provenance_free(made);
    made = provenance_new(2, now, 86400);
    assert_true(provenance_gone_on(made, place->path[OTHER], &why));
    char *const said = strdup(provenance_text(made));
    provenance_free(made);
    return said;
}

static void who_goes_on_says_so_unless_it_is_the_same_work(void **state)
{
    struct place const *const place = *state;
    char *said = gone_on_from(place, "work");
    assert_null(strstr(said, "made from"));
    free(said);
    said = gone_on_from(place, "work --faster");
    assert_non_null(
        strstr(said, " other.hishi\n  made by: hishi learn 'work --faster'"));
    free(said);
}

static void the_environment_can_fix_the_date(void **state)
{
    struct place const *const place = *state;
    setenv("SOURCE_DATE_EPOCH", "1763582460", 1);
    struct provenance *const made = begin(7);
    write_file(place->path[MODEL], "MODL", "weights", made);
    provenance_free(made);
    char *const text = read_text(place->path[MODEL]);
    assert_non_null(strstr(text, "date: 2025-11-19 20:01 UTC\n"));
    free(text);
    unsetenv("SOURCE_DATE_EPOCH");
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, make_place, remove_place)
    struct CMUnitTest const tests[] = {
        TEST(a_file_says_from_what_it_was_made),
        TEST(an_input_that_cannot_be_read_is_a_reason_to_stop),
        TEST(a_file_without_says_nothing_and_fits_everything),
        TEST(the_content_is_all_but_the_provenance),
        TEST(a_file_learnt_against_another_knows_it_again),
        TEST(what_it_was_made_from_is_told_with_its_own_making),
        TEST(who_goes_on_says_so_unless_it_is_the_same_work),
        TEST(the_environment_can_fix_the_date),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
