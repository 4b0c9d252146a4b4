#include "tests/support/testing.h"

#include "engine/records/gamename.h"
#include "tests/support/folder.h"
#include "tests/support/packed.h"

#include <unistd.h>

/* ---------------------------------------------------------------- names */

static void reads_names_as_they_are_cited(void **state)
{
    (void)state;
    static char const *const wrong[] = {"",  "kgs",    "/3",     "kgs/",   "kgs/x",
                                        "3", "kgs/-1", "kgs/3x", "kgs/3 4"};
    struct gamename name;
    struct failure why;
    assert_true(gamename_parse("kgs-6d/6517", &name, &why));
    assert_string_equal(name.file, "kgs-6d");
    assert_int_equal(name.number, 6517);
    assert_true(gamename_parse("old/kgs.sgf.xz/0", &name, &why));
    assert_string_equal(name.file, "old/kgs.sgf.xz");
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_false(gamename_parse(wrong[i], &name, &why));
}

static void knows_which_files_a_name_may_mean(void **state)
{
    (void)state;
    static struct {
        char const *file, *path;
        bool fits;
    } const rows[] = {
        {"kgs-6d", "../games/kgs-6d.sgf.xz", true},
        {"kgs-6d", "kgs-6d", true},
        {"kgs-6d.sgf", "a/kgs-6d.sgf.xz", true},
        {"kgs-6d.sgf.xz", "a/kgs-6d.sgf.xz", true},
        {"kgs-6", "a/kgs-6d.sgf.xz", false},
        {"kgs-6d", "a/xkgs-6d.sgf", false},
        {"kgs-6d", "kgs-6d/other.sgf", false},
        {"a/kgs-6d", "../a/kgs-6d.sgf", true},
        {"a/kgs-6d", "a/kgs-6d.sgf", true},
        {"a/kgs-6d", "ba/kgs-6d.sgf", false},
        {"a/kgs-6d", "kgs-6d.sgf", false},
        {"one", "games.zip/1/one.sgf", true},
        {"1/one", "games.zip/1/one.sgf", true},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct gamename name = {.number = 0};
        strcpy(name.file, rows[i].file);
        if (gamename_fits(&name, rows[i].path) != rows[i].fits)
            fail_msg("%s and %s", rows[i].file, rows[i].path);
    }
}

/* What a file is called fits the file.  */
static void calls_a_file_by_its_name_up_to_the_first_dot(void **state)
{
    (void)state;
    static char const *const rows[][2] = {{"../games/kgs-6d.sgf.xz", "kgs-6d"},
                                          {"x.zip/1/one.sgf", "one"},
                                          {"plain", "plain"},
                                          {"a/.hidden.sgf", ".hidden.sgf"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct gamename name = {.number = 0};
        gamename_file(rows[i][0], name.file);
        assert_string_equal(name.file, rows[i][1]);
        assert_true(gamename_fits(&name, rows[i][0]));
    }
}

/* ---------------------------------------------------------------- the search */

static int make_folder(void **state)
{
    char path[80];
    if (folder_make(state) != 0)
        return -1;
    folder_write("one.sgf",
                 "(;PB[one 0])\n(;SZ[99]PB[bad])\n(;PB[one 2])\n(;PB[one 3])");
    folder_write("b/one.sgf", "(;PB[b one 0])");
    static struct member const members[] = {{"1/two.sgf", "(;PB[two 0])(;PB[two 1])"},
                                            {"1/one.sgf", "(;PB[zip one 0])"},
                                            {NULL, NULL}};
    snprintf(path, sizeof path, "%s/games.zip", folder_path);
    packed_write(path, archive_write_set_format_zip, NULL, members);
    return 0;
}

static void put_game(void *context, int which, struct game const *game,
                     struct origin const *origin)
{
    fprintf(context, "%d: %s, number %ld\n", which, game->black, origin->number);
}

static void put_trouble(void *context, struct origin const *origin,
                        struct failure const *why)
{
    (void)why;
    fprintf(context, "%ld is bad\n", origin->number);
}

/* What comes when COUNT names are looked for, as lines.  */
static char const *found(char const *const *words, int count)
{
    static char text[1024];
    struct gamename names[8];
    struct failure why;
    char const *const places[] = {folder_path};
    FILE *const out = fmemopen(text, sizeof text, "w");
    for (int i = 0; i < count; i++)
        assert_true(gamename_parse(words[i], &names[i], &why));
    struct gamename_search const search = {
        .places = places,
        .place_count = 1,
        .names = names,
        .count = count,
        .take = put_game,
        .report = put_trouble,
        .context = out,
    };
    text[0] = '\0';
    gamenames_find(&search);
    fclose(out);
    return text;
}

#define FOUND(...)                                                                     \
    found((char const *const[]){__VA_ARGS__},                                          \
          sizeof((char const *const[]){__VA_ARGS__}) / sizeof(char const *))

static void finds_games_by_number_bad_ones_counted(void **state)
{
    (void)state;
    assert_string_equal(FOUND("b/one/0", "two/1"),
                        "0: b one 0, number 0\n1: two 1, number 1\n");
    assert_string_equal(FOUND("one.sgf/3", "one.sgf/2", "one.sgf/3"),
                        "1: one 2, number 2\n0: one 3, number 3\n2: one 3, number 3\n");
    assert_string_equal(FOUND("one/1"), "1 is bad\n");
    assert_string_equal(FOUND("one/4", "three/0"), "");
}

/* All files of the name are offered, but archives are looked into only for what is
   not found elsewhere.  */
static void offers_every_file_of_a_name(void **state)
{
    (void)state;
    assert_string_equal(FOUND("one/0"), "0: b one 0, number 0\n0: one 0, number 0\n");
    assert_string_equal(FOUND("one/0", "1/one/0"),
                        "0: b one 0, number 0\n0: one 0, number 0\n"
                        "1: zip one 0, number 0\n");
}

int main(void)
{
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(reads_names_as_they_are_cited),
        cmocka_unit_test(knows_which_files_a_name_may_mean),
        cmocka_unit_test(calls_a_file_by_its_name_up_to_the_first_dot),
        cmocka_unit_test(finds_games_by_number_bad_ones_counted),
        cmocka_unit_test(offers_every_file_of_a_name),
    };
    return cmocka_run_group_tests(tests, make_folder, folder_remove);
}
