#include <config.h>

#include "books/opening/shelf.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <xalloc.h>

#include "books/opening/book_text.h"

struct shelf {
    struct book **books;
    size_t count, room;
};

/* The book NAME, which stands beside LIST if it is no whole path.  */
static bool put_up(struct shelf *shelf, char const *list, char const *name,
                   struct failure *why)
{
    char const *const slash = *name == '/' ? NULL : strrchr(list, '/');
    char *path;
    if (asprintf(&path, "%.*s%s", slash ? (int)(slash + 1 - list) : 0, list, name) < 0)
        xalloc_die();
    struct book *const book = book_load(path, NULL, NULL, why);
    free(path);
    if (!book)
        return false;
    if (shelf->count == shelf->room)
        shelf->books = x2nrealloc(shelf->books, &shelf->room, sizeof *shelf->books);
    shelf->books[shelf->count++] = book;
    return true;
}

static bool read_line(struct shelf *shelf, char const *path, long number, char *line,
                      struct failure *why)
{
    static char const magic[] = "hishi-shelf 1";
    line = book_tidy_line(line, number);
    if (number == 1)
        return strcmp(line, magic) == 0 ||
               failed(why, "%s: its first line is not '%s'", path, magic);
    line += strspn(line, " \t");
    return !*line || *line == '#' || put_up(shelf, path, line, why);
}

struct shelf *shelf_open(char const *path, struct failure *why)
{
    FILE *const in = fopen(path, "re");
    if (!in) {
        failed(why, "cannot read %s: %s", path, strerror(errno));
        return NULL;
    }
    struct shelf *const shelf = xzalloc(sizeof *shelf);
    char *line = NULL;
    size_t size = 0;
    long number = 0;
    bool good = true;
    while (good && getline(&line, &size, in) >= 0)
        good = read_line(shelf, path, ++number, line, why);
    if (good && (ferror(in) || number == 0))
        good = failed(why, "cannot read %s: it has no lines", path);
    free(line);
    fclose(in);
    if (good)
        return shelf;
    shelf_close(shelf);
    return NULL;
}

void shelf_close(struct shelf *shelf)
{
    if (!shelf)
        return;
    for (size_t i = 0; i < shelf->count; i++)
        book_free(shelf->books[i]);
    free(shelf->books);
    free(shelf);
}

struct book const *shelf_find(struct shelf const *shelf, struct board const *board,
                              double komi)
{
    for (size_t i = 0; i < shelf->count; i++)
        if (book_suits(shelf->books[i], board, komi) &&
            book_find(shelf->books[i], aspect_of(board).key))
            return shelf->books[i];
    return NULL;
}
