#include "tests/support/testing.h"

#include "tests/support/lies.h"
#include "tests/support/tool.h"

#include "engine/base/chunkfile.h"
#include "engine/base/datafile.h"
#include "engine/base/provenance.h"
#include "tools/show_file.h"

#include <unistd.h>

/* What show_file prints about PATH, to be freed, or NULL and a reason.  */
static char *shown(char const *path, struct failure *why)
{
    char *text;
    size_t size;
    FILE *const out = open_memstream(&text, &size);
    bool const good = show_file(path, out, why);
    fclose(out);
    if (good)
        return text;
    free(text);
    return NULL;
}

static void shows_every_file_that_ships(void **state)
{
    (void)state;
    static struct {
        char const *name, *kind, *fact;
    } const rows[] = {
        {"cases.hishi", "casebook (CASE", "different cores, from 114347168 moves"},
        {"model.hishi", "model of moves (MODL", "learnt from 92583 games"},
        {"playout.hishi", "weights of playouts (PLAY", "features have a weight"},
        {"joseki.hishi", "joseki (JOSK", "end a mined sequence"},
        {"views.hishi", "views that explain a judge (VIEW", "4500 views of stones in "},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char path[DATAFILE_PATH];
        struct failure why = {""};
        assert_true(datafile_find(rows[i].name, path, &why));
        assert_true(show_is_learnt(path));
        char *const text = shown(path, &why);
        assert_non_null(text);
        assert_non_null(strstr(text, rows[i].kind));
        assert_non_null(strstr(text, rows[i].fact));
        assert_non_null(strstr(text, "\ncontent: "));
        assert_true(strstr(text, "\nmade by: hishi ") ||
                    strstr(text, "\ndoes not say from what it was made\n"));
        assert_null(strstr(text, "no longer fits"));
        free(text);
    }
}

static void write_file(char const *path, char const *kind, char const *against)
{
    struct failure why = {""};
    static char const *const argv[] = {"hishi learn"};
    struct provenance *const made = provenance_new(1, argv, 0);
    if (against)
        assert_true(provenance_learnt_against(made, against, &why));
    struct chunk_writer *const writer = chunk_writer_new(path, kind, 1, &why);
    chunk_writer_begin(writer, "DATA");
    chunk_writer_write(writer, "something", 9);
    provenance_write(made, writer);
    assert_true(chunk_writer_finish(writer, &why));
    provenance_free(made);
}

static void says_when_it_was_learnt_against_another_file(void **state)
{
    (void)state;
    struct tool_folder folder;
    char file[128], other[128], model[DATAFILE_PATH];
    struct failure why = {""};
    tool_folder_make(&folder);
    snprintf(file, sizeof file, "%s/file", folder.path);
    snprintf(other, sizeof other, "%s/other", folder.path);
    assert_true(datafile_find("model.hishi", model, &why));
    write_file(file, "ODD1", model);
    char *text = shown(file, &why);
    assert_non_null(strstr(text, "kind unknown here (ODD1, version 1)"));
    assert_non_null(strstr(text, "learnt against: MODL "));
    assert_null(strstr(text, "no longer fits"));
    free(text);
    write_file(other, "MODL", NULL);
    write_file(file, "ODD1", other);
    text = shown(file, &why);
    assert_non_null(strstr(text, "\nno longer fits: "));
    assert_non_null(strstr(text, "was learnt against other"));
    free(text);
    tool_folder_remove(&folder);
}

/* A file that it has nothing to do with.  */
static void does_not_mind_another_that_is_damaged(void **state)
{
    (void)state;
    struct tool_folder folder;
    char file[128], model[DATAFILE_PATH];
    struct failure why = {""};
    tool_folder_make(&folder);
    snprintf(file, sizeof file, "%s/file", folder.path);
    assert_true(datafile_find("model.hishi", model, &why));
    write_file(file, "ODD1", model);
    tool_write(&folder, "playout.hishi", "HISHI\r\n\032");
    setenv("HISHI_DATA", folder.path, true);
    char *text = shown(file, &why);
    assert_null(strstr(text, "no longer fits"));
    free(text);
    tool_write(&folder, "model.hishi", "HISHI\r\n\032");
    text = shown(file, &why);
    assert_non_null(strstr(text, "no longer fits"));
    free(text);
    unsetenv("HISHI_DATA");
    tool_folder_remove(&folder);
}

static void refuses_what_is_damaged_or_not_ours(void **state)
{
    (void)state;
    struct tool_folder folder;
    char path[128];
    struct failure why = {""};
    tool_folder_make(&folder);
    snprintf(path, sizeof path, "%s/file", folder.path);
    assert_false(show_is_learnt(path));
    assert_false(show_is_learnt(folder.path));
    assert_false(show_is_learnt("/dev/null"));
    assert_null(shown(path, &why));
    assert_non_null(strstr(why.text, path));
    write_file(path, "MODL", NULL); /* but not with what a model has */
    assert_true(show_is_learnt(path));
    assert_null(shown(path, &why));
    assert_non_null(strstr(why.text, path));
    FILE *const out = fopen(path, "wb");
    fputs("(;GM[1]SZ[19])", out);
    fclose(out);
    assert_false(show_is_learnt(path));
    assert_null(shown(path, &why));
    snprintf(path, sizeof path, "%s/empty.hishi", folder.path);
    assert_false(show_is_learnt(path)); /* it is not there */
    tool_write(&folder, "empty.hishi", "");
    assert_true(show_is_learnt(path));
    assert_null(shown(path, &why));
    assert_non_null(strstr(why.text, "empty.hishi: too short to be a Hishi file"));
    tool_folder_remove(&folder);
}

int main(void)
{
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(shows_every_file_that_ships),
        cmocka_unit_test(says_when_it_was_learnt_against_another_file),
        cmocka_unit_test(does_not_mind_another_that_is_damaged),
        cmocka_unit_test(refuses_what_is_damaged_or_not_ours),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
