#include "tests/support/testing.h"

#include "engine/base/failure.h"
#include "engine/base/rng.h"
#include "engine/base/text.h"

/* The shortest UTF-8 of CODE, by the definition.  */
static size_t encode(uint32_t code, char to[static 4])
{
    static uint32_t const least[] = {0, 0x80, 0x800, 0x10000};
    static unsigned char const lead[] = {0, 0xc0, 0xe0, 0xf0};
    size_t length = 1;
    while (length < 4 && code >= least[length])
        length++;
    for (size_t i = length; i-- > 1; code >>= 6)
        to[i] = (char)(0x80 | (code & 0x3f));
    to[0] = (char)(lead[length - 1] | code);
    return length;
}

static void knows_every_character_and_nothing_else(void **state)
{
    (void)state;
    for (uint32_t code = 0; code < 0x1fffff; code += code < 0x3000 ? 1 : 37) {
        char bytes[4];
        size_t const length = encode(code, bytes);
        bool const valid = code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
        assert_int_equal(text_character(bytes, 4), valid ? length : 0);
        assert_int_equal(text_character(bytes, length - 1), 0); /* cut short */
    }
    assert_int_equal(text_character("\xc0\x80", 2), 0); /* longer than need be */
    assert_int_equal(text_character("\xe0\x80\x80", 3), 0);
    assert_int_equal(text_character("\x80", 1), 0);
    assert_int_equal(text_character("\xff", 1), 0);
}

static void makes_clean_utf8_of_any_bytes(void **state)
{
    (void)state;
    static char const *const charsets[] = {"UTF-8",  "GB18030",     "Shift_JIS",
                                           "EUC-KR", "Big5",        "ISO-8859-1",
                                           "",       "ISO-2022-JP", "no such charset"};
    struct decoder *const decoder = decoder_new();
    struct rng rng;
    rng_seed(&rng, 14);
    for (int i = 0; i < 20000; i++) {
        char bytes[40];
        size_t const size = rng_below(&rng, sizeof bytes);
        for (size_t j = 0; j < size; j++)
            bytes[j] = (char)(1 + rng_below(&rng, 255));
        decoder_set(decoder, charsets[i % 9]);
        char const *const text = decoder_read(decoder, bytes, size);
        for (size_t j = 0; text[j];) {
            size_t const length = text_character(text + j, strlen(text + j));
            assert_true(length > 0);
            assert_true((unsigned char)text[j] >= ' ' || text[j] == '\n');
            j += length;
        }
    }
    decoder_free(decoder);
    decoder_free(NULL);
}

static void makes_one_line_that_fits(void **state)
{
    (void)state;
    static struct {
        char const *text;
        size_t room;
        char const *line;
    } const rows[] = {
        {" a b\nc\n", 20, "a b c"},
        {"", 1, ""},
        {"abc", 1, ""},
        {"abc", 3, "ab"},
        {"a€", 4, "a"},
        {"a€", 5, "a€"},
        {"   ", 9, ""},
        {"ab cd", 4, "ab"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char line[32];
        text_line(line, rows[i].room, rows[i].text);
        assert_string_equal(line, rows[i].line);
    }
}

static void tells_the_kind_of_a_failure(void **state)
{
    (void)state;
    struct failure why;
    assert_false(failed(&why, "x.sgf: game %d, line 7: too long", 3));
    assert_string_equal(why.text, "x.sgf: game 3, line 7: too long");
    assert_string_equal(failure_kind(&why), "too long");
    assert_false(failed(&why, "alone"));
    assert_string_equal(failure_kind(&why), "alone");
    assert_false(failed(NULL, "nobody listens"));
}

int main(void)
{
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(knows_every_character_and_nothing_else),
        cmocka_unit_test(makes_clean_utf8_of_any_bytes),
        cmocka_unit_test(makes_one_line_that_fits),
        cmocka_unit_test(tells_the_kind_of_a_failure),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
