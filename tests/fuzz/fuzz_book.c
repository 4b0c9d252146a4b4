/* Any text as an opening book, of ours, of Fuego's or as a tree of SGF: its bad lines
   are told, and what is read is the same when it is written and read again.  */
#include <config.h>

#include "books/duel/duel.h"
#include "books/opening/book_fuego.h"
#include "books/opening/book_sgf.h"
#include "books/opening/book_text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(uint8_t const *data, size_t size);

enum { SIZE = 9 };

static void write_file(char const *path, char const *head, uint8_t const *data,
                       size_t size)
{
    FILE *const out = fopen(path, "w");
    if (!out || fputs(head, out) < 0 || fwrite(data, 1, size, out) != size ||
        fclose(out) != 0)
        abort();
}

static void note_fault(void *context, struct failure const *why)
{
    *(size_t *)context += strlen(why->text);
}

/* By the first byte: a book with a head that is right, one without, Fuego's, SGF.  */
static struct book *read_book(char const *path, uint8_t const *data, size_t size)
{
    static char const *const heads[4] = {"hishi-book 1\nsize 9\n", "", "", ""};
    struct failure why;
    struct sgf_losses losses;
    size_t told = 0;
    int const format = data[0] % 4;
    write_file(path, heads[format], data + 1, size - 1);
    switch (format) {
    case 2:
        return fuego_load(path, SIZE, &why);
    case 3:
        return book_from_sgf(path, &losses, &why);
    default:
        return book_load(path, note_fault, &told, &why);
    }
}

/* What is written is read again, position for position.  */
static void write_twice(struct book *book, char const *path)
{
    struct failure why;
    if (!book_save(book, path, &why))
        abort();
    struct book *const again = book_load(path, NULL, NULL, &why);
    if (!again) {
        fprintf(stderr, "%s\n", why.text);
        abort();
    }
    uint32_t with_answers = 0;
    for (uint32_t i = 0; i < book->count; i++)
        with_answers += book->positions[i].count > 0;
    if (again->count != with_answers)
        abort();
    book_free(again);
}

static void play_itself(struct book const *book)
{
    static struct duel duel;
    struct contestant contestant;
    contestant_init(&contestant, book);
    duel_play(&duel, &contestant, &contestant);
    double sum = duel.endless;
    for (size_t i = 0; i < duel.left.count; i++)
        sum += duel.left.list[i].probability;
    if (!(fabs(sum - 1) < 1e-9))
        abort();
    duel_release(&duel);
    contestant_release(&contestant);
}

int LLVMFuzzerTestOneInput(uint8_t const *data, size_t size)
{
    char path[64];
    if (size == 0)
        return 0;
    snprintf(path, sizeof path, "/tmp/hishi-fuzz-book-%d", (int)getpid());
    struct book *const book = read_book(path, data, size);
    if (book) {
        write_twice(book, path);
        play_itself(book);
    }
    book_free(book);
    unlink(path);
    return 0;
}
