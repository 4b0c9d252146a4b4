#include "tests/support/tool.h"

#include "tests/support/testing.h"

#include <ftw.h>
#include <sys/wait.h>
#include <unistd.h>

void tool_folder_make(struct tool_folder *folder)
{
    strcpy(folder->path, "/tmp/hishi-tool-XXXXXX");
    assert_non_null(mkdtemp(folder->path));
}

static int remove_one(char const *path, struct stat const *facts, int kind,
                      struct FTW *where)
{
    (void)facts;
    (void)kind;
    (void)where;
    return remove(path);
}

void tool_folder_remove(struct tool_folder *folder)
{
    assert_int_equal(nftw(folder->path, remove_one, 8, FTW_DEPTH | FTW_PHYS), 0);
}

struct tool_folder tool_folder;

int tool_set_up(void **state)
{
    (void)state;
    tool_folder_make(&tool_folder);
    return 0;
}

int tool_tear_down(void **state)
{
    (void)state;
    tool_folder_remove(&tool_folder);
    return 0;
}

void tool_write(struct tool_folder const *folder, char const *name, char const *text)
{
    char path[512];
    snprintf(path, sizeof path, "%s/%s", folder->path, name);
    FILE *const out = fopen(path, "w");
    assert_non_null(out);
    assert_true(fputs(text, out) >= 0);
    assert_int_equal(fclose(out), 0);
}

char *tool_run(struct tool_folder const *folder, char const *line, int *status)
{
    char *command, *text = NULL;
    size_t room = 0;
    assert_true(asprintf(&command, "cd %s && { %s; } 2>&1", folder->path, line) > 0);
    FILE *const in = popen(command, "r");
    assert_non_null(in);
    free(command);
    if (getdelim(&text, &room, 0, in) < 0)
        text[0] = '\0';
    int const end = pclose(in);
    *status = WIFEXITED(end) ? WEXITSTATUS(end) : -1;
    return text;
}

void tool_check(struct tool_folder const *folder, char const *line, int wanted,
                char const *const *said)
{
    int status;
    char *const text = tool_run(folder, line, &status);
    if (status != wanted)
        fail_msg("`%s' ended with %d, not %d:\n%s", line, status, wanted, text);
    for (; *said; said++)
        if (!strstr(text, *said))
            fail_msg("`%s' does not say `%s':\n%s", line, *said, text);
    free(text);
}

void tool_hishi(struct tool_folder const *folder, char const *command, int wanted,
                char const *const *said)
{
    char *line;
    assert_true(asprintf(&line, "\"$HISHI\" %s", command) > 0);
    tool_check(folder, line, wanted, said);
    free(line);
}

bool tool_has(struct tool_folder const *folder, char const *name)
{
    char path[512];
    snprintf(path, sizeof path, "%s/%s", folder->path, name);
    return access(path, F_OK) == 0;
}
