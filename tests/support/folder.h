/* tests/support/folder.h -- a folder of its own for a test, with files in it; and files
   anywhere as bytes.  */
#pragma once

#include <stddef.h>

/* Its path; there is one at a time.  */
extern char folder_path[64];

/* As cmocka's fixtures: make it, and remove it with all that is in it.  */
int folder_make(void **state);
int folder_remove(void **state);

/* The file NAME in it, whose own folder is made if need be, becomes TEXT.  */
void folder_write(char const *name, char const *text);

/* The SIZE bytes of a file, to be freed; and a file of these bytes.  */
char *file_bytes(char const *path, size_t *size);
void file_write(char const *path, void const *bytes, size_t size);

/* Two files hold the same bytes.  */
void files_are_same(char const *first, char const *second);
