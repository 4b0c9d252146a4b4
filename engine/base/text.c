#include <config.h>

#include "engine/base/text.h"

#include <assert.h>
#include <c-ctype.h>
#include <c-strcase.h>
#include <errno.h>
#include <iconv.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <xalloc.h>

/* What a record calls its charset, what is really in it, and how iconv calls
   that: a superset is no worse, because records do not keep to the subset.  */
static struct alias {
    char const *name, *iconv;
    enum wide wide;
} const aliases[] = {
    {"GB2312", "GB18030", WIDE_GBK},
    {"GBK", "GB18030", WIDE_GBK},
    {"GB18030", "GB18030", WIDE_GBK},
    {"GB-18030", "GB18030", WIDE_GBK},
    {"CP936", "GB18030", WIDE_GBK},
    {"EUC-CN", "GB18030", WIDE_GBK},
    {"Shift_JIS", "CP932", WIDE_SHIFT_JIS},
    {"Shift-JIS", "CP932", WIDE_SHIFT_JIS},
    {"SJIS", "CP932", WIDE_SHIFT_JIS},
    {"x-sjis", "CP932", WIDE_SHIFT_JIS},
    {"CP932", "CP932", WIDE_SHIFT_JIS},
    {"Windows-31J", "CP932", WIDE_SHIFT_JIS},
    {"Big5", "BIG5-HKSCS", WIDE_BIG5},
    {"CP950", "BIG5-HKSCS", WIDE_BIG5},
    {"EUC-KR", "UHC", WIDE_NONE},
    {"KS_C_5601-1987", "UHC", WIDE_NONE},
    {"CP949", "UHC", WIDE_NONE},
    {"ISO-8859-1", "", WIDE_NONE}, /* the default, so seldom meant */
    {"Latin1", "", WIDE_NONE},
    {"ASCII", "", WIDE_NONE},
    {"US-ASCII", "", WIDE_NONE},
    {"UTF-8", "UTF-8", WIDE_NONE},
    {"UTF8", "UTF-8", WIDE_NONE},
};

bool text_is_lead(enum wide wide, unsigned char byte)
{
    switch (wide) {
    case WIDE_NONE:
        return false;
    case WIDE_SHIFT_JIS:
        return (byte >= 0x81 && byte <= 0x9f) || (byte >= 0xe0 && byte <= 0xfc);
    default:
        return byte >= 0x81 && byte <= 0xfe;
    }
}

bool text_is_trail(enum wide wide, unsigned char byte)
{
    return wide != WIDE_NONE && byte >= 0x40 && byte != 0x7f && byte != 0xff;
}

size_t text_character(char const *text, size_t size)
{
    static struct {
        unsigned char mask, lead;
        uint32_t least;
    } const forms[] = {{0x80, 0x00, 0},
                       {0xe0, 0xc0, 0x80},
                       {0xf0, 0xe0, 0x800},
                       {0xf8, 0xf0, 0x10000}};
    unsigned char const *const bytes = (unsigned char const *)text;
    for (size_t length = 1; length <= 4 && length <= size; length++) {
        if ((bytes[0] & forms[length - 1].mask) != forms[length - 1].lead)
            continue;
        uint32_t code = bytes[0] & (unsigned char)~forms[length - 1].mask;
        for (size_t i = 1; i < length; i++) {
            if ((bytes[i] & 0xc0) != 0x80)
                return 0;
            code = code << 6 | (bytes[i] & 0x3f);
        }
        bool const surrogate = code >= 0xd800 && code <= 0xdfff;
        return code >= forms[length - 1].least && code <= 0x10ffff && !surrogate
                   ? length
                   : 0;
    }
    return 0;
}

/* ---------------------------------------------------------------- decoder */

struct decoder {
    iconv_t converter; /* (iconv_t)-1: UTF-8, or nothing known */
    char charset[32];  /* iconv's name of what is open, or "" */
    enum wide wide;
    char *text; /* the last result */
    size_t size, capacity;
};

struct decoder *decoder_new(void)
{
    struct decoder *const decoder = xzalloc(sizeof *decoder);
    decoder->converter = (iconv_t)-1;
    decoder->text = x2nrealloc(NULL, &decoder->capacity, 1);
    return decoder;
}

static void close_converter(struct decoder *decoder)
{
    if (decoder->converter != (iconv_t)-1)
        iconv_close(decoder->converter);
    decoder->converter = (iconv_t)-1;
}

void decoder_free(struct decoder *decoder)
{
    if (!decoder)
        return;
    close_converter(decoder);
    free(decoder->text);
    free(decoder);
}

void decoder_set(struct decoder *decoder, char const *name)
{
    char const *charset = name ? name : "";
    decoder->wide = WIDE_NONE;
    for (size_t i = 0; i < sizeof aliases / sizeof *aliases; i++)
        if (c_strcasecmp(charset, aliases[i].name) == 0) {
            charset = aliases[i].iconv;
            decoder->wide = aliases[i].wide;
            break;
        }
    if (strlen(charset) >= sizeof decoder->charset || strchr(charset, '/'))
        charset = "";
    if (strcmp(charset, decoder->charset) == 0)
        return;
    close_converter(decoder);
    strncpy(decoder->charset, charset, sizeof decoder->charset - 1);
    assert(decoder->charset[sizeof decoder->charset - 1] == 0);
    if (*charset && strcmp(charset, "UTF-8") != 0)
        decoder->converter = iconv_open("UTF-8", charset);
}

enum wide decoder_wide(struct decoder const *decoder)
{
    return decoder->wide;
}

static void put(struct decoder *decoder, char const *bytes, size_t size)
{
    while (decoder->capacity - decoder->size < size)
        decoder->text = x2nrealloc(decoder->text, &decoder->capacity, 1);
    memcpy(decoder->text + decoder->size, bytes, size);
    decoder->size += size;
}

static void put_damage(struct decoder *decoder)
{
    put(decoder, "\xef\xbf\xbd", 3);
}

static void read_utf8(struct decoder *decoder, char const *bytes, size_t size)
{
    for (size_t i = 0; i < size;) {
        size_t const length = text_character(bytes + i, size - i);
        if (length)
            put(decoder, bytes + i, length);
        else
            put_damage(decoder);
        i += length ? length : 1;
    }
}

static void read_latin1(struct decoder *decoder, char const *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        unsigned char const byte = (unsigned char)bytes[i];
        char const two[] = {(char)(0xc0 | byte >> 6), (char)(0x80 | (byte & 0x3f))};
        if (byte < 0x80)
            put(decoder, bytes + i, 1);
        else
            put(decoder, two, 2);
    }
}

static void read_converted(struct decoder *decoder, char const *bytes, size_t size)
{
    char *in = (char *)bytes;
    size_t left = size;
    iconv(decoder->converter, NULL, NULL, NULL, NULL);
    while (left) {
        char piece[512];
        char *out = piece;
        size_t room = sizeof piece;
        size_t const result = iconv(decoder->converter, &in, &left, &out, &room);
        int const error = result == (size_t)-1 ? errno : 0;
        put(decoder, piece, sizeof piece - room);
        if (error == EILSEQ || error == EINVAL) {
            put_damage(decoder);
            in++;
            left--;
        }
    }
}

static bool is_utf8(char const *bytes, size_t size)
{
    for (size_t i = 0; i < size;) {
        size_t const length = text_character(bytes + i, size - i);
        if (!length)
            return false;
        i += length;
    }
    return true;
}

/* Control characters (with the C1 range, two bytes in UTF-8) become spaces.  */
static void clean(struct decoder *decoder)
{
    unsigned char *const text = (unsigned char *)decoder->text;
    for (size_t i = 0; i < decoder->size; i++) {
        if ((text[i] < ' ' && text[i] != '\n') || text[i] == 127)
            text[i] = ' ';
        else if (text[i] == 0xc2 && text[i + 1] < 0xa0)
            text[i] = text[i + 1] = ' ';
    }
}

char const *decoder_read(struct decoder *decoder, char const *bytes, size_t size)
{
    decoder->size = 0;
    if (decoder->converter != (iconv_t)-1)
        read_converted(decoder, bytes, size);
    else if (strcmp(decoder->charset, "UTF-8") == 0 || is_utf8(bytes, size))
        read_utf8(decoder, bytes, size);
    else
        read_latin1(decoder, bytes, size);
    clean(decoder);
    put(decoder, "", 1);
    return decoder->text;
}

void text_line(char *to, size_t room, char const *text)
{
    while (c_isspace(*text))
        text++;
    size_t size = strlen(text), used = 0;
    while (size && c_isspace(text[size - 1]))
        size--;
    while (used < size) {
        size_t const length = text_character(text + used, size - used);
        if (!length || used + length >= room)
            break;
        used += length;
    }
    for (size_t i = 0; i < used; i++)
        to[i] = text[i];
    to[used] = '\0';
    while (used && c_isspace(to[used - 1]))
        to[--used] = '\0';
    for (size_t i = 0; i < used; i++)
        if (to[i] == '\n')
            to[i] = ' ';
}
