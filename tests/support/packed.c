#include "tests/support/testing.h"

#include "tests/support/packed.h"

#include <archive_entry.h>

void packed_write(char const *path, int (*format)(struct archive *),
                  int (*filter)(struct archive *), struct member const *members)
{
    struct archive *const out = archive_write_new();
    assert_int_equal(format(out), ARCHIVE_OK);
    if (filter)
        assert_int_equal(filter(out), ARCHIVE_OK);
    assert_int_equal(archive_write_open_filename(out, path), ARCHIVE_OK);
    for (; members->name; members++) {
        struct archive_entry *const entry = archive_entry_new();
        size_t const size = strlen(members->text);
        bool const folder = members->name[strlen(members->name) - 1] == '/';
        archive_entry_set_pathname(entry, members->name);
        archive_entry_set_filetype(entry, folder ? AE_IFDIR : AE_IFREG);
        archive_entry_set_perm(entry, folder ? 0755 : 0644);
        archive_entry_set_size(entry, (la_int64_t)size);
        assert_int_equal(archive_write_header(out, entry), ARCHIVE_OK);
        if (size)
            assert_int_equal(archive_write_data(out, members->text, size), size);
        archive_entry_free(entry);
    }
    assert_int_equal(archive_write_close(out), ARCHIVE_OK);
    archive_write_free(out);
}
