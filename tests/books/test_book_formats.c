#include "tests/support/testing.h"

#include <math.h>
#include <unistd.h>

#include "books/opening/book_fuego.h"
#include "books/opening/book_sgf.h"
#include "books/opening/book_text.h"
#include "books/opening/links.h"
#include "books/opening/revising.h"

static char const folder[] = "/tmp";

struct place {
    char name[64];
};

static struct place write_file(char const *ending, char const *text)
{
    struct place place;
    snprintf(place.name, sizeof place.name, "%s/hishi-formats-XXXXXX%s", folder,
             ending);
    int const fd = mkstemps(place.name, (int)strlen(ending));
    assert_true(fd >= 0);
    FILE *const out = fdopen(fd, "w");
    fputs(text, out);
    assert_int_equal(fclose(out), 0);
    return place;
}

static struct book *book_of(char const *text)
{
    struct failure why;
    struct place const place = write_file(".book", text);
    struct book *const book = book_load(place.name, NULL, NULL, &why);
    if (!book)
        fail_msg("%s", why.text);
    unlink(place.name);
    return book;
}

/* BOOK as text, to be freed.  */
static char *text_of(struct book *book)
{
    struct failure why;
    struct place const place = write_file(".book", "");
    assert_true(book_save(book, place.name, &why));
    FILE *const in = fopen(place.name, "r");
    char *text = NULL;
    size_t room = 0;
    assert_true(getdelim(&text, &room, 0, in) > 0);
    fclose(in);
    unlink(place.name);
    return text;
}

static void assert_book(struct book *book, char const *expected)
{
    char *const text = text_of(book);
    assert_string_equal(text, expected);
    free(text);
}

/* ---------------------------------------------------------------- SGF */

/* Ways that meet, a position that no answer leads to, one that looks the same from
   several sides, a pass, marks to avoid, every field of an answer.  */
static char const rich[] =
    "hishi-book 1\nsize 9\nkomi 7\norigin by [hand], \\ and more\n"
    "note made by: hishi book [make] \\ ...\nnote   version: 1\n"
    "file 1 kgs-6d\nfile 2 with ] and \\\n\n"
    ": G5 p0.5 n5 w2 d4 y2016 g2/7731 loss0.01 | E5 p0.5 | G7 avoid n3 w0\n"
    "E5 : G7 p2 | pass avoid\n"
    "G5 : D6 p1\n"
    "G5 D6 : C7 p0.75 | C3 p0.25\n"
    "G7 C3 : G3 p1\n"
    "G7 C3 G3 C7 E5 : E7 p1 | F6 avoid\n"
    "G7 G3 C3 : C7 p1\n";

static void goes_to_sgf_and_back(void **state)
{
    (void)state;
    struct failure why;
    struct sgf_losses losses;
    struct book *const book = book_of(rich);
    assert_book(book, rich);
    struct place const place = write_file(".sgf", "");
    assert_true(book_to_sgf(book, place.name, &why));
    struct book *const again = book_from_sgf(place.name, &losses, &why);
    if (!again)
        fail_msg("%s", why.text);
    assert_int_equal(losses.illegal + losses.too_deep, 0);
    assert_book(again, rich);
    book_free(book);
    book_free(again);
    unlink(place.name);
}

static void carries_a_handicap(void **state)
{
    (void)state;
    static char const text[] = "hishi-book 1\nsize 19\nhandicap 2\nkomi 0.5\n\n"
                               ": Q4 p1\nQ4 : R6 p0.5 | F3 p0.5\n";
    struct failure why;
    struct sgf_losses losses;
    struct book *const book = book_of(text);
    struct place const place = write_file(".sgf", "");
    assert_true(book_to_sgf(book, place.name, &why));
    struct book *const again = book_from_sgf(place.name, &losses, &why);
    assert_non_null(again);
    char *const first = text_of(book), *const second = text_of(again);
    assert_string_equal(first, second);
    assert_false(fuego_save(book, place.name, &why));
    assert_non_null(strstr(why.text, "handicap"));
    free(first);
    free(second);
    book_free(book);
    book_free(again);
    unlink(place.name);
}

/* Drawn by a person: variations are answers, bad moves are avoided; a line that is not
   in turn is left out and counted.  */
static void reads_a_tree_that_a_person_drew(void **state)
{
    (void)state;
    struct failure why;
    struct sgf_losses losses;
    struct place const place = write_file(
        ".sgf", "(;SZ[9]KM[7](;B[ee](;W[cc];B[gc])(;W[gg]BM[2]))(;B[gc];W[cg])"
                "(;B[aa];B[bb])(;B[cb];AW[dd];W[ff]))");
    struct book *const book = book_from_sgf(place.name, &losses, &why);
    if (!book)
        fail_msg("%s", why.text);
    assert_int_equal(losses.illegal, 2);
    assert_book(book, "hishi-book 1\nsize 9\nkomi 7\n\n"
                      ": J9 p1 | H7 p1 | G7 p1 | E5 p1\n"
                      "E5 : G7 p1\n"
                      "E5 G7 : G3 p1\n"
                      "G7 : C3 p1\n");
    book_free(book);
    unlink(place.name);
}

/* A tree that Hishi wrote, in which a person has marked one move as bad, taken the mark
   from another and spoilt what is said of a third; a handicap of one stone is none.  */
static void heeds_what_a_person_changed(void **state)
{
    (void)state;
    struct failure why;
    struct sgf_losses losses;
    struct place const place =
        write_file(".sgf", "(;SZ[9]HA[1](;B[ee]HB[E5 p0.6 n6 w3]BM[1];W[cc]HB[G7 q7])"
                           "(;B[gc]HB[G7 avoid n3 w0])(;B[ge]HB[G5 p0.4 n4 w2]))");
    struct book *const book = book_from_sgf(place.name, &losses, &why);
    if (!book)
        fail_msg("%s", why.text);
    assert_int_equal(losses.unread, 1);
    assert_string_equal(losses.first.text,
                        "HB[G7 q7]: 'q7' says nothing about an answer");
    assert_book(book, "hishi-book 1\nsize 9\n\n"
                      ": G7 p1 n3 w0 | G5 p0.4 n4 w2 | E5 avoid n6 w3\n"
                      "E5 : G7 p1\n");
    book_free(book);
    unlink(place.name);
}

static void refuses_trees_that_begin_otherwise(void **state)
{
    (void)state;
    static char const *const texts[][2] = {
        {"(;SZ[9]AB[cc];W[ee])", "begins with stones"},
        {"(;SZ[9:7];B[ee])", "not square"},
        {"(;SZ[3]HA[4];B[bb])", "handicap"},
        {"", "no game"},
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct failure why;
        struct sgf_losses losses;
        struct place const place = write_file(".sgf", texts[i][0]);
        assert_null(book_from_sgf(place.name, &losses, &why));
        if (!strstr(why.text, texts[i][1]))
            fail_msg("%s instead of %s", why.text, texts[i][1]);
        unlink(place.name);
    }
}

/* A hundred thousand moves in one line, as many variations of one, and both: half of
   them behind a line of nodes without moves.  */
static void stands_trees_deep_and_wide(void **state)
{
    (void)state;
    enum { MANY = 100000 };
    for (int wide = 0; wide < 3; wide++) {
        struct failure why;
        struct sgf_losses losses;
        struct place const place = write_file(".sgf", "");
        FILE *const out = fopen(place.name, "w");
        fputs("(;SZ[19]", out);
        for (int i = 0; wide == 2 && i < MANY / 2; i++)
            fputs(";C[]", out);
        for (int i = 0; i < (wide == 2 ? MANY / 2 : MANY); i++)
            fprintf(out, wide ? "(;B[%c%c])" : ";%4$c[%1$c%2$c]%3$.0s", 'a' + i % 19,
                    'a' + i / 19 % 19, "", i % 2 ? 'W' : 'B');
        fputs(")", out);
        assert_int_equal(fclose(out), 0);
        struct book *const book = book_from_sgf(place.name, &losses, &why);
        if (!book)
            fail_msg("%s", why.text);
        assert_int_equal(book->count, wide ? 1 : WAY_MAX);
        assert_int_equal(losses.too_deep, wide ? 0 : MANY - WAY_MAX);
        book_free(book);
        unlink(place.name);
    }
}

/* ---------------------------------------------------------------- Fuego */

static void reads_and_writes_what_fuego_does(void **state)
{
    (void)state;
    struct failure why;
    struct place const place = write_file(".dat", "19 | Q3 Q4\n"
                                                  "19 Q3 | C3\n"
                                                  "9 | E5\n"
                                                  "9 E5 C3 | F3\n"
                                                  "9 E5 G3 | D3 H4\n" /* again */
                                                  "9 E5 D3 | F3 C5 PASS\n");
    struct book *const nine = fuego_load(place.name, 9, &why);
    if (!nine)
        fail_msg("%s", why.text);
    assert_int_equal(nine->count, 3);
    struct place const out = write_file(".dat", "");
    assert_true(fuego_save(nine, out.name, &why));
    struct book *const again = fuego_load(out.name, 9, &why);
    assert_non_null(again);
    char *const first = text_of(nine), *const second = text_of(again);
    assert_string_equal(first, second);
    assert_null(fuego_load(place.name, 13, &why));
    assert_non_null(strstr(why.text, "no position on 13x13"));
    free(first);
    free(second);
    book_free(nine);
    book_free(again);
    unlink(place.name);
    unlink(out.name);
}

static void names_bad_lines_of_fuego(void **state)
{
    (void)state;
    static char const *const texts[][2] = {
        {"9 | E5\n9 E5 E5 | C3\n", ":2: move 2, E5, is illegal"},
        {"9 E5 | E5\n", ":1: the answer E5 is illegal"},
        {"E5 | C3\n", ":1: not a size"},
        {"9 E5\n", ":1: not a size"},
        {"9 E5 | K12\n", ":1: "},
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct failure why;
        struct place const place = write_file(".dat", texts[i][0]);
        assert_null(fuego_load(place.name, 9, &why));
        if (!strstr(why.text, texts[i][1]))
            fail_msg("%s instead of %s", why.text, texts[i][1]);
        unlink(place.name);
    }
}

/* ---------------------------------------------------------------- revising */

static void merges_what_two_books_know(void **state)
{
    (void)state;
    struct failure why;
    struct book *const one = book_of("hishi-book 1\nsize 9\nkomi 7\n"
                                     ": E5 p3 n30 w10 y2006 | G5 p1 n10 w5\n"
                                     "E5 : G7 p1 n4 w2\n");
    struct book *const two = book_of("hishi-book 1\nsize 9\nkomi 7\n"
                                     ": G5 p8 n1 w1 y2016 | E5 p2 n2 w0 | G7 avoid\n"
                                     "E5 : C3 avoid n9 w1\n"
                                     "G5 : D6 p7\n");
    struct book *const other = book_of("hishi-book 1\nsize 13\n: G7\n");
    assert_false(book_merge(one, other, 1, &why));
    assert_true(book_merge(one, two, 1, &why));
    assert_book(one, "hishi-book 1\nsize 9\nkomi 7\n\n"
                     ": G5 p0.525 n11 w6 y2016 | E5 p0.475 n32 w10 y2006 | G7 avoid\n"
                     "E5 : G7 avoid n13 w3\n"
                     "G5 : D6 p1\n");
    book_free(one);
    book_free(two);
    book_free(other);
}

/* A book that counts nothing still tells what the other does not know.  */
static void merges_without_weight(void **state)
{
    (void)state;
    struct failure why;
    struct book *const one = book_of("hishi-book 1\nsize 9\n: E5 p3 | G5 p1\n");
    struct book *const two =
        book_of("hishi-book 1\nsize 9\n"
                ": G5 p8 | C3 p2 | D4 avoid\nE5 : C3 p2 | D3 p6\n");
    assert_true(book_merge(one, two, 0, &why));
    assert_book(one, "hishi-book 1\nsize 9\n\n"
                     ": E5 p0.75 | G5 p0.25 | F6 avoid\n"
                     "E5 : G6 p0.75 | G7 p0.25\n");
    book_free(one);
    book_free(two);
}

static void prunes_what_is_rare_or_never_come_to(void **state)
{
    (void)state;
    static char const text[] = "hishi-book 1\nsize 9\n\n"
                               ": E5 p0.9 n90 w40 | G5 p0.1 n10 w5 | G7 avoid n50 w9\n"
                               "E5 : G7 p1 n80 w40\n"
                               "E5 G7 : C3 p1 n70 w40\n"
                               "G5 : D6 p1 n9 w4\n"
                               "G7 : C3 p1 n40 w30\n"
                               "G7 E5 C3 G3 : C7 p1 n60 w30\n";
    struct book *book = book_of(text);
    book_prune(book, &(struct pruning){.depth = WAY_MAX + 1});
    assert_book(book, text);
    book_prune(book, &(struct pruning){.depth = WAY_MAX + 1, .times = 10});
    assert_int_equal(book->count, 5);
    book_prune(book, &(struct pruning){.depth = WAY_MAX + 1, .share = 0.2});
    assert_int_equal(book->positions[0].count, 2); /* E5, and G7 to avoid */
    book_prune(book, &(struct pruning){.depth = WAY_MAX + 1, .reached = 0.01});
    assert_int_equal(book->count, 4); /* not what no answer leads to */
    book_prune(book, &(struct pruning){.depth = WAY_MAX + 1, .reached = 0.5});
    assert_int_equal(book->count, 3); /* and nothing behind a move to avoid */
    book_prune(book, &(struct pruning){.depth = 2});
    assert_int_equal(book->count, 2);
    book_free(book);
    /* The start and what follows are known by a way that is longer than need be.  */
    book = book_of("hishi-book 1\nsize 9\npass pass : E5\n"
                   "E5 pass C3 pass pass G7 : C7\n"
                   "E5 : G7\nE5 G7 pass pass : C3\n");
    book_prune(book, &(struct pruning){.depth = WAY_MAX + 1, .reached = 0.5});
    assert_int_equal(book->count, 3);
    book_free(book);
}

int main(void)
{
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(goes_to_sgf_and_back),
        cmocka_unit_test(carries_a_handicap),
        cmocka_unit_test(reads_a_tree_that_a_person_drew),
        cmocka_unit_test(heeds_what_a_person_changed),
        cmocka_unit_test(refuses_trees_that_begin_otherwise),
        cmocka_unit_test(stands_trees_deep_and_wide),
        cmocka_unit_test(reads_and_writes_what_fuego_does),
        cmocka_unit_test(names_bad_lines_of_fuego),
        cmocka_unit_test(merges_what_two_books_know),
        cmocka_unit_test(merges_without_weight),
        cmocka_unit_test(prunes_what_is_rare_or_never_come_to),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
