#include <config.h>

#include "books/opening/verdicts.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <xalloc.h>

#include "engine/base/rng.h"

#define uthash_fatal(message) xalloc_die()
#include <uthash.h>

struct verdict_entry {
    uint64_t key; /* of the position and of the playouts */
    struct verdict verdict;
    UT_hash_handle hh;
};

struct verdicts {
    char *path;
    FILE *file; /* at its end */
    struct verdict_entry *entries;
};

void verdict_settle(struct verdict *verdict, struct aspect const *view)
{
    for (int i = 0; i < verdict->choices; i++)
        verdict->choice[i] = aspect_in(view, verdict->choice[i]);
}

static uint64_t entry_key(uint64_t key, uint32_t playouts)
{
    return key ^ rng_mix(playouts);
}

static void remember(struct verdicts *verdicts, uint64_t key,
                     struct verdict const *verdict)
{
    uint64_t const both = entry_key(key, verdict->playouts);
    struct verdict_entry *entry;
    HASH_FIND(hh, verdicts->entries, &both, sizeof both, entry);
    if (entry)
        return;
    entry = xmalloc(sizeof *entry);
    *entry = (struct verdict_entry){.key = both, .verdict = *verdict};
    HASH_ADD(hh, verdicts->entries, key, sizeof entry->key, entry);
}

struct verdict const *verdicts_find(struct verdicts const *verdicts, uint64_t key,
                                    uint32_t playouts)
{
    uint64_t const both = entry_key(key, playouts);
    struct verdict_entry *entry;
    HASH_FIND(hh, verdicts->entries, &both, sizeof both, entry);
    return entry ? &entry->verdict : NULL;
}

uint32_t verdicts_count(struct verdicts const *verdicts)
{
    return (uint32_t)HASH_COUNT(verdicts->entries);
}

/* ------------------------------------------------------------ reading */

static bool read_choices(struct verdict *verdict, int size, char *text,
                         struct failure *why)
{
    for (char *word; (word = strsep(&text, " "));) {
        if (!*word)
            continue;
        if (verdict->choices == CHOICES_MAX)
            return failed(why, "more than %d moves", CHOICES_MAX);
        if (!point_parse(word, size, size, &verdict->choice[verdict->choices++], why))
            return false;
    }
    return true;
}

static bool read_verdict(struct verdicts *verdicts, struct trail *trail, char *line,
                         struct failure *why)
{
    struct verdict verdict = {.choices = 0};
    point moves[WAY_MAX];
    struct way way = {.moves = moves};
    char *const colon = strchr(line, ':');
    int best = 0;
    if (!colon ||
        sscanf(colon, ": win %lf lead %lf playouts %u best%n", &verdict.win,
               &verdict.lead, &verdict.playouts, &best) != 3 ||
        !best)
        return failed(why, "no verdict on a position");
    *colon = '\0';
    if (!read_choices(&verdict, trail_start(trail)->width, colon + best, why) ||
        !trail_read(trail, line, &way, why))
        return false;
    struct aspect const aspect = aspect_of(trail_board(trail));
    verdict_settle(&verdict, &aspect);
    remember(verdicts, aspect.key, &verdict);
    return true;
}

static void print_head(char text[static 128], int size, int handicap, double komi)
{
    snprintf(text, 128, "hishi-verdicts 1\nsize %d\nhandicap %d\nkomi %g\n", size,
             handicap, komi);
}

/* The file must begin with HEAD, or is given it when it is empty.  */
static bool settle_head(struct verdicts *verdicts, char const *head,
                        struct failure *why)
{
    char text[128] = "";
    size_t const length = strlen(head);
    size_t const got = fread(text, 1, length, verdicts->file);
    if (got == 0)
        return fputs(head, verdicts->file) >= 0 ||
               failed(why, "cannot write %s: %s", verdicts->path, strerror(errno));
    return (got == length && memcmp(text, head, length) == 0) ||
           failed(why, "%s does not begin as verdicts on such games do:\n%s",
                  verdicts->path, head);
}

/* Cut the file behind the last whole line, which ends at byte GOOD.  */
static bool cut(struct verdicts *verdicts, off_t good, struct failure *why)
{
    if (fseeko(verdicts->file, good, SEEK_SET) != 0 ||
        ftruncate(fileno(verdicts->file), good) != 0)
        return failed(why, "cannot write %s: %s", verdicts->path, strerror(errno));
    return true;
}

static bool read_all(struct verdicts *verdicts, struct trail *trail,
                     struct failure *why)
{
    char *line = NULL;
    size_t size = 0;
    bool good = true;
    struct failure what;
    off_t whole = ftello(verdicts->file);
    for (ssize_t length;
         good && (length = getline(&line, &size, verdicts->file)) > 0;) {
        if (line[length - 1] != '\n')
            break;
        line[length - 1] = '\0';
        good = read_verdict(verdicts, trail, line, &what) ||
               failed(why, "%s: byte %lld: %.900s", verdicts->path, (long long)whole,
                      what.text);
        whole += length;
    }
    free(line);
    return good && cut(verdicts, whole, why);
}

struct verdicts *verdicts_open(char const *path, int size, int handicap, double komi,
                               struct failure *why)
{
    char head[128];
    struct trail *const trail = trail_new(size, handicap, why);
    FILE *const file = trail ? fopen(path, "a+e") : NULL;
    if (!file) {
        if (trail)
            failed(why, "cannot write %s: %s", path, strerror(errno));
        trail_free(trail);
        return NULL;
    }
    struct verdicts *const verdicts = xzalloc(sizeof *verdicts);
    *verdicts = (struct verdicts){.path = xstrdup(path), .file = file};
    rewind(file);
    print_head(head, size, handicap, komi);
    bool const good =
        settle_head(verdicts, head, why) && read_all(verdicts, trail, why);
    trail_free(trail);
    if (good)
        return verdicts;
    verdicts_close(verdicts);
    return NULL;
}

void verdicts_close(struct verdicts *verdicts)
{
    if (!verdicts)
        return;
    for (struct verdict_entry *entry = verdicts->entries, *next; entry; entry = next) {
        next = entry->hh.next;
        HASH_DEL(verdicts->entries, entry);
        free(entry);
    }
    fclose(verdicts->file);
    free(verdicts->path);
    free(verdicts);
}

/* ------------------------------------------------------------ writing */

/* As it is read again.  */
static struct verdict rounded(struct verdict const *verdict)
{
    struct verdict rounded = *verdict;
    rounded.win = round(verdict->win * 1e4) / 1e4;
    rounded.lead = round(verdict->lead * 1e2) / 1e2;
    return rounded;
}

bool verdicts_add(struct verdicts *verdicts, struct aspect const *aspect,
                  struct way way, struct verdict const *verdict, struct failure *why)
{
    FILE *const file = verdicts->file;
    struct verdict const written = rounded(verdict);
    char text[POINT_TEXT];
    for (int i = 0; i < way.count; i++)
        fprintf(file, "%s ", point_format(way.moves[i], text));
    fprintf(file, ": win %.4f lead %.2f playouts %u best", written.win, written.lead,
            written.playouts);
    for (int i = 0; i < written.choices; i++)
        fprintf(file, " %s", point_format(aspect_out(aspect, written.choice[i]), text));
    fputc('\n', file);
    if (fflush(file) != 0)
        return failed(why, "cannot write %s: %s", verdicts->path, strerror(errno));
    remember(verdicts, aspect->key, &written);
    return true;
}
