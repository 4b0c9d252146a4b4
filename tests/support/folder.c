#include "tests/support/testing.h"

#include "tests/support/folder.h"

#include <ftw.h>
#include <sys/stat.h>
#include <unistd.h>

char folder_path[64];

int folder_make(void **state)
{
    (void)state;
    strcpy(folder_path, "/tmp/hishi-test-XXXXXX");
    return mkdtemp(folder_path) ? 0 : -1;
}

static int remove_entry(char const *path, struct stat const *facts, int kind,
                        struct FTW *walk)
{
    (void)facts, (void)kind, (void)walk;
    return remove(path);
}

int folder_remove(void **state)
{
    (void)state;
    return nftw(folder_path, remove_entry, 8, FTW_DEPTH | FTW_PHYS);
}

void folder_write(char const *name, char const *text)
{
    char path[256];
    char const *const slash = strrchr(name, '/');
    if (slash) {
        snprintf(path, sizeof path, "%s/%.*s", folder_path, (int)(slash - name), name);
        (void)mkdir(path, 0700);
    }
    snprintf(path, sizeof path, "%s/%s", folder_path, name);
    FILE *const out = fopen(path, "w");
    assert_non_null(out);
    fputs(text, out);
    assert_int_equal(fclose(out), 0);
}

char *file_bytes(char const *path, size_t *size)
{
    FILE *const in = fopen(path, "rb");
    assert_non_null(in);
    assert_int_equal(fseek(in, 0, SEEK_END), 0);
    *size = (size_t)ftell(in);
    rewind(in);
    char *const bytes = malloc(*size + 1);
    assert_int_equal(fread(bytes, 1, *size, in), *size);
    fclose(in);
    return bytes;
}

void file_write(char const *path, void const *bytes, size_t size)
{
    FILE *const out = fopen(path, "wb");
    assert_non_null(out);
    assert_int_equal(fwrite(bytes, 1, size, out), size);
    assert_int_equal(fclose(out), 0);
}

void files_are_same(char const *first, char const *second)
{
    size_t size, other_size;
    char *const bytes = file_bytes(first, &size);
    char *const other = file_bytes(second, &other_size);
    assert_int_equal(size, other_size);
    assert_memory_equal(bytes, other, size);
    free(bytes);
    free(other);
}
