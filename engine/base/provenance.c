#include <config.h>

#include "engine/base/provenance.h"

#include "engine/base/printed.h"
#include "engine/base/text.h"

#include <errno.h>
#include <inttypes.h>
#include <sha256.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xalloc.h>

static char const chunk_name[] = "MADE";
static char const against[] = "learnt against";

enum { READ_SIZE = 1 << 16 };

struct provenance {
    struct printed said;
    FILE *out; /* its stream */
};

/* ---------------------------------------------------------------- sums */

static void hex_of(struct sha256_ctx *sum, char hex[static CONTENT_HEX])
{
    unsigned char bytes[SHA256_DIGEST_SIZE];
    sha256_finish_ctx(sum, bytes);
    for (int i = 0; i < SHA256_DIGEST_SIZE; i++)
        snprintf(hex + 2 * i, 3, "%02x", bytes[i]);
}

/* Eat all of the file at PATH.  */
static bool add_file(struct sha256_ctx *sum, uint64_t *bytes, char const *path,
                     struct failure *why)
{
    FILE *const in = fopen(path, "rbe");
    if (!in)
        return failed(why, "%s: %s", path, strerror(errno));
    char *const block = xmalloc(READ_SIZE);
    for (size_t got; (got = fread(block, 1, READ_SIZE, in)) > 0; *bytes += got)
        sha256_process_bytes(block, got, sum);
    bool const good = !ferror(in) || failed(why, "%s: %s", path, strerror(errno));
    fclose(in);
    free(block);
    return good;
}

bool provenance_sum(char const *const *files, int count, uint64_t *bytes,
                    char hex[static CONTENT_HEX], struct failure *why)
{
    struct sha256_ctx sum;
    uint64_t total = 0;
    sha256_init_ctx(&sum);
    for (int i = 0; i < count; i++)
        if (!add_file(&sum, &total, files[i], why))
            return false;
    hex_of(&sum, hex);
    if (bytes)
        *bytes = total;
    return true;
}

void provenance_content(struct chunkfile const *file, char hex[static CONTENT_HEX])
{
    struct sha256_ctx sum;
    struct chunk_row const *row;
    unsigned char number[16];
    sha256_init_ctx(&sum);
    put_le32(number, chunkfile_version(file));
    sha256_process_bytes(chunkfile_kind(file), 4, &sum);
    sha256_process_bytes(number, 4, &sum);
    for (int i = 0; (row = chunkfile_row(file, i)); i++) {
        if (strcmp(row->name, chunk_name) == 0)
            continue;
        put_le64(number, row->size);
        put_le64(number + 8, row->sum);
        sha256_process_bytes(row->name, 4, &sum);
        sha256_process_bytes(number, 16, &sum);
    }
    hex_of(&sum, hex);
}

/* ---------------------------------------------------------------- making */

/* A line is one line, whatever name stands in it.  */
static void put_line(FILE *out, char const *text)
{
    for (; *text; text++)
        putc((unsigned char)*text < ' ' || *text == 127 ? '?' : *text, out);
    putc('\n', out);
}

/* WORD as a shell reads it.  */
static void put_word(FILE *out, char const *word)
{
    static char const plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                "0123456789_./=,:+-@%";
    if (*word && strspn(word, plain) == strlen(word)) {
        fputs(word, out);
        return;
    }
    putc('\'', out);
    for (; *word; word++)
        if (*word == '\'')
            fputs("'\\''", out);
        else
            putc(*word, out);
    putc('\'', out);
}

static void say_command(struct provenance *made, int argc, char const *const *argv)
{
    struct printed printed;
    FILE *const out = printed_begin(&printed);
    fputs(argv[0], out); /* two words, "hishi learn" */
    for (int i = 1; i < argc; i++) {
        putc(' ', out);
        put_word(out, argv[i]);
    }
    char *const text = printed_end(&printed);
    provenance_say(made, "made by", "%s", text);
    free(text);
}

static void say_date(struct provenance *made, time_t now)
{
    char const *const fixed = getenv("SOURCE_DATE_EPOCH");
    time_t const when = fixed ? (time_t)strtoll(fixed, NULL, 10) : now;
    struct tm parts;
    char text[64];
    if (gmtime_r(&when, &parts) && strftime(text, sizeof text, "%F %R UTC", &parts))
        provenance_say(made, "date", "%s", text);
}

struct provenance *provenance_new(int argc, char const *const *argv, time_t now)
{
    struct provenance *const made = xzalloc(sizeof *made);
    made->out = printed_begin(&made->said);
    say_command(made, argc, argv);
    provenance_say(made, "version", "Hishi %s", HISHI_VERSION);
    say_date(made, now);
    return made;
}

void provenance_free(struct provenance *made)
{
    if (!made)
        return;
    free(printed_end(&made->said));
    free(made);
}

void provenance_say(struct provenance *made, char const *key, char const *format, ...)
{
    va_list arguments;
    char *text;
    if (!made)
        return;
    va_start(arguments, format);
    if (vasprintf(&text, format, arguments) < 0)
        xalloc_die();
    va_end(arguments);
    fprintf(made->out, "%s: ", key);
    put_line(made->out, text);
    free(text);
}

/* The last part of a path.  */
static char const *short_name(char const *path)
{
    char const *const slash = strrchr(path, '/');
    return slash && slash[1] ? slash + 1 : path;
}

bool provenance_file(struct provenance *made, char const *key, char const *path,
                     struct failure *why)
{
    uint64_t bytes;
    char hex[CONTENT_HEX];
    if (!made)
        return true;
    if (!provenance_sum(&path, 1, &bytes, hex, why))
        return false;
    provenance_say(made, key, "%s, %" PRIu64 " bytes, sha256 %s", short_name(path),
                   bytes, hex);
    return true;
}

bool provenance_input(struct provenance *made, char const *name,
                      char const *const *files, int count, long games,
                      struct failure *why)
{
    uint64_t bytes;
    char hex[CONTENT_HEX], several[32] = "";
    if (!made)
        return true;
    if (!provenance_sum(files, count, &bytes, hex, why))
        return false;
    if (count != 1)
        snprintf(several, sizeof several, " in %d files", count);
    provenance_say(made, "input", "%s, %" PRIu64 " bytes%s, sha256 %s, %ld games",
                   short_name(name), bytes, several, hex, games);
    return true;
}

/* Name FILE as KEY.  */
static void say_file(struct provenance *made, char const *key,
                     struct chunkfile const *file)
{
    char hex[CONTENT_HEX];
    provenance_content(file, hex);
    provenance_say(made, key, "%s %s %s", chunkfile_kind(file), hex,
                   short_name(chunkfile_path(file)));
}

bool provenance_made_from(struct provenance *made, char const *path,
                          struct failure *why)
{
    struct chunkfile *const file = made ? chunkfile_glance(path, why) : NULL;
    if (!file)
        return !made;
    char *const text = provenance_read(file);
    say_file(made, "made from", file);
    if (text)
        print_lines("  ", text, made->out);
    else
        fprintf(made->out, "  (which does not say from what it was made)\n");
    free(text);
    chunkfile_close(file);
    return true;
}

/* Was the file at PATH made by the same command line?  */
static bool is_by_same_command(struct provenance *made, char const *path)
{
    struct failure why;
    struct chunkfile *const file = chunkfile_glance(path, &why);
    char *const text = file ? provenance_read(file) : NULL;
    char const *const own = provenance_text(made);
    size_t const line = strcspn(own, "\n");
    bool const same = text && !strncmp(text, own, line + 1);
    free(text);
    chunkfile_close(file);
    return same;
}

bool provenance_gone_on(struct provenance *made, char const *path, struct failure *why)
{
    return !made || is_by_same_command(made, path) ||
           provenance_made_from(made, path, why);
}

bool provenance_learnt_against(struct provenance *made, char const *path,
                               struct failure *why)
{
    struct chunkfile *const file = made ? chunkfile_glance(path, why) : NULL;
    if (!file)
        return !made;
    say_file(made, against, file);
    chunkfile_close(file);
    return true;
}

char const *provenance_text(struct provenance *made)
{
    if (!made)
        return "";
    printed_flush(&made->said);
    return made->said.text;
}

void provenance_write(struct provenance const *made, struct chunk_writer *writer)
{
    if (!made)
        return;
    printed_flush(&made->said);
    chunk_writer_begin(writer, chunk_name);
    chunk_writer_write(writer, made->said.text, made->said.size);
}

/* ---------------------------------------------------------------- reading */

char *provenance_read(struct chunkfile const *file)
{
    struct chunk chunk;
    if (!chunkfile_find(file, chunk_name, 1, &chunk, NULL) || !chunk.size)
        return NULL;
    struct decoder *const decoder = decoder_new();
    char *const text = xstrdup(decoder_read(decoder, chunk.data, chunk.size));
    decoder_free(decoder);
    return text;
}

/* A file that another one names.  */
struct reference {
    char content[CONTENT_HEX], name[256];
};

/* The file of kind KIND that TEXT says it was learnt against.  */
static bool find_reference(char const *text, char const *kind, struct reference *found)
{
    char begin[sizeof against + sizeof ": VOIC "];
    int const length = snprintf(begin, sizeof begin, "%s: %s ", against, kind);
    for (char const *line = text; line; line = strchr(line, '\n')) {
        line += *line == '\n';
        if (strncmp(line, begin, (size_t)length) == 0 &&
            sscanf(line + length, "%64s %255[^\n]", found->content, found->name) == 2)
            return true;
    }
    return false;
}

static bool compare(struct chunkfile const *file, struct chunkfile const *other,
                    struct failure *why)
{
    char hex[CONTENT_HEX];
    struct reference named;
    char *const text = provenance_read(file);
    bool const says = text && find_reference(text, chunkfile_kind(other), &named);
    free(text);
    provenance_content(other, hex);
    if (!says || strcmp(named.content, hex) == 0)
        return true;
    return failed(
        why, "%s: was learnt against %s of content %.12s..., and %s is %.12s...",
        chunkfile_path(file), named.name, named.content, chunkfile_path(other), hex);
}

bool provenance_fits(char const *path, char const *other, struct failure *why)
{
    struct chunkfile *const file = chunkfile_glance(path, why);
    struct chunkfile *const beside = file ? chunkfile_glance(other, why) : NULL;
    bool const good = file && beside && compare(file, beside, why);
    chunkfile_close(beside);
    chunkfile_close(file);
    return good;
}
