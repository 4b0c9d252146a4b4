#include <config.h>

#include "books/opening/book_fuego.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "books/opening/links.h"
#include "engine/base/newfile.h"

/* ------------------------------------------------------------ reading */

static bool read_answers(struct book *book, struct trail *trail, struct way way,
                         char *text, struct failure *why)
{
    struct aspect const aspect = aspect_of(trail_board(trail));
    point list[AREA_MAX];
    int count = 0;
    for (char *word; (word = strsep(&text, " \t"));) {
        if (!*word)
            continue;
        if (count == AREA_MAX)
            return failed(why, "more answers than points");
        if (!point_parse(word, aspect.size, aspect.size, &list[count], why))
            return false;
        if (!trail_allows(trail, list[count++]))
            return failed(why, "the answer %s is illegal", word);
    }
    trail_straighten(trail, way);
    struct book_position *const position = book_at(book, aspect.key, way);
    for (int i = 0; i < count; i++)
        book_answer_at(position, aspect_in(&aspect, list[i]))->probability = 1;
    return true;
}

/* A line that is about boards of SIZE, or another.  */
static bool read_line(struct book *book, struct trail *trail, char *line,
                      struct failure *why)
{
    char *rest;
    point moves[WAY_MAX];
    struct way way = {.moves = moves};
    line += strspn(line, " \t");
    if (!*line || *line == '#')
        return true;
    long const size = strtol(line, &rest, 10);
    char *const bar = strchr(rest, '|');
    if (rest == line || !bar)
        return failed(why, "not a size, moves, '|' and answers");
    if (size != book->facts.size)
        return true;
    *bar = '\0';
    return trail_read(trail, rest, &way, why) &&
           read_answers(book, trail, way, bar + 1, why);
}

static bool read_lines(struct book *book, FILE *in, char const *path,
                       struct failure *why)
{
    struct trail *const trail = book_trail(book);
    struct failure what;
    char *line = NULL;
    size_t size = 0;
    bool good = true;
    for (long number = 1; good && getline(&line, &size, in) >= 0; number++) {
        line[strcspn(line, "\r\n")] = '\0';
        good = read_line(book, trail, line, &what) ||
               failed(why, "%s:%ld: %.900s", path, number, what.text);
    }
    if (good && ferror(in))
        good = failed(why, "cannot read %s: %s", path, strerror(errno));
    if (good && book->count == 0)
        good = failed(why, "%s: no position on %dx%d", path, book->facts.size,
                      book->facts.size);
    free(line);
    trail_free(trail);
    return good;
}

struct book *fuego_load(char const *path, int size, struct failure *why)
{
    FILE *const in = fopen(path, "re");
    if (!in) {
        failed(why, "cannot read %s: %s", path, strerror(errno));
        return NULL;
    }
    struct book_facts const facts = {
        .size = size, .komi = NAN, .origin = "a book of Fuego's format"};
    struct book *book = book_new(&facts);
    if (!read_lines(book, in, path, why)) {
        book_free(book);
        book = NULL;
    }
    fclose(in);
    return book;
}

/* ------------------------------------------------------------ writing */

static void write_position(struct book const *book, struct trail *trail,
                           struct book_position const *position, FILE *out)
{
    char text[POINT_TEXT];
    struct aspect const aspect = book_visit(trail, position);
    if (book_weight(position) <= 0)
        return;
    fprintf(out, "%d", book->facts.size);
    way_write(position->way, out);
    fputs(" |", out);
    for (int i = 0; i < position->count; i++)
        if (position->answers[i].probability > 0)
            fprintf(out, " %s",
                    point_format(aspect_out(&aspect, position->answers[i].at), text));
    fputc('\n', out);
}

bool fuego_save(struct book *book, char const *path, struct failure *why)
{
    if (book->facts.handicap)
        return failed(why, "%s: that format has no handicaps", path);
    struct newfile *const file = newfile_open(path, why);
    if (!file)
        return false;
    struct trail *const trail = book_trail(book);
    book_sort(book);
    for (uint32_t i = 0; i < book->count; i++)
        write_position(book, trail, &book->positions[i], newfile_stream(file));
    trail_free(trail);
    return newfile_finish(file, why);
}
