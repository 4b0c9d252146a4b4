#include "tests/support/testing.h"

#include "gtp/arguments.h"
#include "gtp/protocol.h"

#include <xalloc.h>

/* What request_parse makes of the SIZE bytes at LINE: "[id] word|word|word", or
   "-" when there is nothing to answer.  */
static char const *parsed(char const *line, size_t size)
{
    static char text[256];
    struct request request;
    request_init(&request);
    char *const copy = xmemdup(line, size + 1);
    int length = snprintf(text, sizeof text, "-");
    if (request_parse(&request, copy, size)) {
        length = request.has_id ? snprintf(text, sizeof text, "[%d] ", request.id) : 0;
        for (int i = 0; i < request.count; i++)
            length += snprintf(text + length, sizeof text - (size_t)length, "%s%s",
                               i ? "|" : "", request.word[i]);
    }
    free(copy);
    request_release(&request);
    return text;
}

struct example {
    char const *line, *parsed;
};

static void check(struct example const examples[], size_t count)
{
    for (size_t i = 0; i < count; i++)
        assert_string_equal(parsed(examples[i].line, strlen(examples[i].line)),
                            examples[i].parsed);
}

#define CHECK(examples) check(examples, sizeof(examples) / sizeof *(examples))

static void takes_a_line_apart(void **state)
{
    (void)state;
    static struct example const examples[] = {
        {"name", "name"},
        {"play B Q16", "play|B|Q16"},
        {"  3   play   b  d4  ", "[3] play|b|d4"},
        {"\t2\tname\t", "[2] name"},
        {"name\r", "name"},
        {"na\001m\177e", "name"},
        {"name # rest", "name"},
        {"name#rest # more", "name"},
        {"12  lz-genmove_analyze black 100", "[12] lz-genmove_analyze|black|100"},
        {"cgos-opponent_rating ", "cgos-opponent_rating"},
    };
    CHECK(examples);
    assert_string_equal(parsed("na\0me", 5), "name");
}

static void sees_when_there_is_nothing_to_answer(void **state)
{
    (void)state;
    static struct example const examples[] = {
        {"", "-"},     {"   ", "-"},    {"\r", "-"},   {"# c", "-"},
        {"12", "-"},   {"3  ", "-"},    {"9#c", "-"},  {" 9 # c", "-"},
        {"\001", "-"}, {"\t \t ", "-"}, {"# 12", "-"},
    };
    CHECK(examples);
}

static void takes_numbers_of_31_bits_for_ids_and_nothing_else(void **state)
{
    (void)state;
    static struct example const examples[] = {
        {"0 name", "[0] name"},
        {"00012 name", "[12] name"},
        {"2147483647 name", "[2147483647] name"},
        {"2147483648 name", "2147483648|name"},
        {"99999999999999999999999 name", "99999999999999999999999|name"},
        {"-5 name", "-5|name"},
        {"7name", "7name"},
        {"1 2 name", "[1] 2|name"},
    };
    CHECK(examples);
}

static void keeps_quoted_words_together(void **state)
{
    (void)state;
    static struct example const examples[] = {
        {"loadsgf \"my games/a b.sgf\" 7", "loadsgf|my games/a b.sgf|7"},
        {"x \"\" y", "x||y"},
        {"x \"never closed", "x|\"never|closed"},
        {"x in\"side", "x|in\"side"},
    };
    CHECK(examples);
}

static void takes_a_million_words(void **state)
{
    (void)state;
    enum { WORDS = 1000000 };
    char *const line = xcharalloc(2 * WORDS + 1);
    struct request request;
    request_init(&request);
    for (int i = 0; i < WORDS; i++)
        memcpy(line + 2 * i, "a ", 2);
    assert_true(request_parse(&request, line, 2 * WORDS));
    assert_int_equal(request.count, WORDS);
    assert_string_equal(request.word[WORDS - 1], "a");
    request_release(&request);
    free(line);
}

/* What response_write writes.  */
static char const *written(int id, bool success, char const *text)
{
    static char bytes[256];
    struct request const request = {.has_id = id >= 0, .id = id};
    FILE *const out = fmemopen(bytes, sizeof bytes, "w");
    assert_true(response_write(out, &request, success, text));
    fclose(out);
    return bytes;
}

static void frames_a_response(void **state)
{
    (void)state;
    assert_string_equal(written(-1, true, ""), "= \n\n");
    assert_string_equal(written(-1, true, "2"), "= 2\n\n");
    assert_string_equal(written(0, true, "Hishi"), "=0 Hishi\n\n");
    assert_string_equal(written(-1, false, "no"), "? no\n\n");
    assert_string_equal(written(2147483647, false, "no"), "?2147483647 no\n\n");
    assert_string_equal(written(4, true, "\n . .\n . .\n"), "=4 \n . .\n . .\n\n");
}

static void lets_no_text_break_the_frame(void **state)
{
    (void)state;
    assert_string_equal(written(-1, true, "a\n\nb"), "= a\n \nb\n\n");
    assert_string_equal(written(-1, true, "a\n\n\nb\n\n\n"), "= a\n \n \nb\n\n");
    assert_string_equal(written(-1, true, "\n\na"), "= \n \na\n\n");
    assert_string_equal(written(-1, true, "a\tb\rc\033"), "= a b c \n\n");
    assert_string_equal(written(-1, false, "a\nb"), "? a b\n\n");
}

static void notices_that_nobody_listens(void **state)
{
    (void)state;
    struct request const request = {0};
    FILE *const full = fopen("/dev/full", "w");
    assert_non_null(full);
    assert_false(response_write(full, &request, true, "x"));
    fclose(full);
}

/* ------------------------------------------------------------ arguments */

static void reads_whole_numbers_within_their_range(void **state)
{
    (void)state;
    char *words[] = {"7", "-3", "8", "x", "7x", "", "99999999999999999999", "7.5"};
    struct arguments const args = {sizeof words / sizeof *words, words};
    struct failure why;
    int number = 0;
    assert_true(arguments_int(&args, 0, -3, 7, &number, &why) && number == 7);
    assert_true(arguments_int(&args, 1, -3, 7, &number, &why) && number == -3);
    for (int i = 2; i < args.count; i++)
        assert_false(arguments_int(&args, i, -3, 7, &number, &why));
    assert_int_equal(number, -3);
}

static void reads_numbers_with_a_point_or_a_comma(void **state)
{
    (void)state;
    static struct {
        char *word;
        double value;
    } const good[] = {{"7.5", 7.5},   {"7,50", 7.5}, {"-3.5", -3.5}, {"0", 0},
                      {"1000", 1000}, {"+.5", .5},   {"1e3", 1000}};
    char *bad[] = {"",      "x", "nan",  "inf",   "0x10", "1e999",
                   "7.5.5", "-", "7 .5", "7,5,0", "1e",   "--1"};
    struct failure why;
    double number;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        char *words[] = {good[i].word};
        struct arguments const args = {1, words};
        assert_true(arguments_number(&args, 0, &number, &why));
        assert_true(number == good[i].value);
    }
    struct arguments const args = {sizeof bad / sizeof *bad, bad};
    for (int i = 0; i < args.count; i++)
        if (arguments_number(&args, i, &number, &why))
            fail_msg("'%s' was read as %g", bad[i], number);
}

static void reads_moves_of_this_board(void **state)
{
    (void)state;
    char *words[] = {"W", "d4", "x", "PASS", "black", "e9"};
    struct arguments const args = {sizeof words / sizeof *words, words};
    struct board board;
    struct move move = {0};
    struct failure why;
    point p;
    board_init(&board, 4, 4);
    assert_true(arguments_move(&args, 0, &board, &move, &why));
    assert_true(move.color == WHITE && move.at == point_at(4, 4));
    assert_false(arguments_move(&args, 2, &board, &move, &why));
    assert_false(arguments_move(&args, 4, &board, &move, &why));
    assert_true(arguments_vertex(&args, 3, &board, &p, &why) && p == PASS);
    assert_false(arguments_point(&args, 3, &board, &p, &why));
    assert_true(move.color == WHITE && move.at == point_at(4, 4));
}

int main(void)
{
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(takes_a_line_apart),
        cmocka_unit_test(sees_when_there_is_nothing_to_answer),
        cmocka_unit_test(takes_numbers_of_31_bits_for_ids_and_nothing_else),
        cmocka_unit_test(keeps_quoted_words_together),
        cmocka_unit_test(takes_a_million_words),
        cmocka_unit_test(frames_a_response),
        cmocka_unit_test(lets_no_text_break_the_frame),
        cmocka_unit_test(notices_that_nobody_listens),
        cmocka_unit_test(reads_whole_numbers_within_their_range),
        cmocka_unit_test(reads_numbers_with_a_point_or_a_comma),
        cmocka_unit_test(reads_moves_of_this_board),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
