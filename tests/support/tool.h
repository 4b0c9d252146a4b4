/* tests/support/tool.h -- $HISHI as people use it: a command line in a folder, what it
   says and how it ends.  */
#pragma once

#include <stdbool.h>

struct tool_folder {
    char path[64]; /* of a folder of its own in /tmp */
};

void tool_folder_make(struct tool_folder *folder);
/* With everything in it.  */
void tool_folder_remove(struct tool_folder *folder);

/* The folder of a test that wants one and nothing in it; as cmocka's fixtures.  */
extern struct tool_folder tool_folder;
int tool_set_up(void **state);
int tool_tear_down(void **state);

/* The file NAME in it becomes TEXT.  */
void tool_write(struct tool_folder const *folder, char const *name, char const *text);

/* Run LINE in the folder by the shell, which knows $HISHI.  What it printed on both of
   its outputs, to be freed, and how it ended, -1 if by a signal.  */
char *tool_run(struct tool_folder const *folder, char const *line, int *status);

/* It must end with WANTED and say all of SAID, up to a NULL.  */
void tool_check(struct tool_folder const *folder, char const *line, int wanted,
                char const *const *said);
/* The same of `hishi COMMAND'.  */
void tool_hishi(struct tool_folder const *folder, char const *command, int wanted,
                char const *const *said);
#define TOOL_SAYS(...) ((char const *const[]){__VA_ARGS__, NULL})
#define TOOL_CHECK(folder, line, wanted, ...)                                          \
    tool_check(folder, line, wanted, (char const *const[]){__VA_ARGS__, NULL})

/* Is there something of that name in the folder?  */
bool tool_has(struct tool_folder const *folder, char const *name);
