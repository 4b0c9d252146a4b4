/* tests/support/folder.h -- a folder of its own for a test, with files in it.  */
#pragma once

/* Its path; there is one at a time.  */
extern char folder_path[64];

/* As cmocka's fixtures: make it, and remove it with all that is in it.  */
int folder_make(void **state);
int folder_remove(void **state);

/* The file NAME in it, whose own folder is made if need be, becomes TEXT.  */
void folder_write(char const *name, char const *text);
