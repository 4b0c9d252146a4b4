#include <config.h>

#include "engine/records/gamename.h"

#include "engine/records/places.h"
#include "engine/records/stream.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <xalloc.h>

/* ---------------------------------------------------------------- names */

static char const *base_of(char const *path)
{
    char const *const slash = strrchr(path, '/');
    return slash && slash[1] ? slash + 1 : path;
}

void gamename_file(char const *path, char file[static GAME_TEXT])
{
    char const *const base = base_of(path);
    size_t length = strcspn(base, ".");
    if (!length || length >= GAME_TEXT)
        length = strnlen(base, GAME_TEXT - 1);
    memcpy(file, base, length);
    file[length] = '\0';
}

bool gamename_parse(char const *text, struct gamename *name, struct failure *why)
{
    char const *const slash = strrchr(text, '/');
    size_t const length = slash ? (size_t)(slash - text) : 0;
    char *end = NULL;
    name->number = slash ? strtol(slash + 1, &end, 10) : -1;
    if (!length || end == slash + 1 || *end || name->number < 0)
        return failed(why, "'%.200s' is not a game; FILE/NUMBER is, as kgs-6d/6517",
                      text);
    if (length >= GAME_TEXT)
        return failed(why, "'%.200s': no file has so long a name here", text);
    memcpy(name->file, text, length);
    name->file[length] = '\0';
    return true;
}

/* Does PATH, up to SIZE, end with the folders of NAME, up to LENGTH?  */
static bool folders_fit(char const *name, size_t length, char const *path, size_t size)
{
    return length <= size && memcmp(path + size - length, name, length) == 0 &&
           (length == size || length == 0 || path[size - length - 1] == '/');
}

bool gamename_fits(struct gamename const *name, char const *path)
{
    char const *const base = base_of(path), *const wanted = base_of(name->file);
    size_t const length = strlen(wanted);
    bool const whole = base[strnlen(base, length)] == '\0' || base[length] == '.' ||
                       length == GAME_TEXT - 1;
    return strncmp(base, wanted, length) == 0 && whole &&
           folders_fit(name->file, (size_t)(wanted - name->file), path,
                       (size_t)(base - path));
}

/* ---------------------------------------------------------------- the search */

struct wanted {
    long number;
    int which; /* of the names */
};

struct game_hunt {
    struct gamename_search const *search;
    bool *taken;            /* [which]: found somewhere */
    struct wanted *wanted;  /* of the text at hand, by rising number */
    int count, next;        /* NEXT: the first that may still come */
    uint64_t before, total; /* bytes of the files done with, and of all that fit */
};

static int by_number(void const *left, void const *right)
{
    struct wanted const *const a = left, *const b = right;
    return a->number != b->number ? (a->number > b->number) - (a->number < b->number)
                                  : a->which - b->which;
}

/* List what is wanted of the text at PATH; with LEFT_ONLY what is found already is
   not.  */
static void list_wanted(struct game_hunt *hunt, char const *path, bool left_only)
{
    hunt->count = hunt->next = 0;
    for (int i = 0; i < hunt->search->count; i++)
        if (!(left_only && hunt->taken[i]) &&
            gamename_fits(&hunt->search->names[i], path))
            hunt->wanted[hunt->count++] =
                (struct wanted){hunt->search->names[i].number, i};
    qsort(hunt->wanted, (size_t)hunt->count, sizeof *hunt->wanted, by_number);
}

static void skip_to(struct game_hunt *hunt, long number)
{
    assert(hunt->next <= hunt->count && hunt->count <= hunt->search->count);
    while (hunt->next < hunt->count && hunt->wanted[hunt->next].number < number)
        hunt->next++;
}

static bool is_wanted(struct game_hunt const *hunt, long number)
{
    return hunt->next < hunt->count && hunt->wanted[hunt->next].number == number;
}

/* Of bad games only those matter that are wanted.  */
static void report(void *context, struct origin const *origin,
                   struct failure const *why)
{
    struct game_hunt *const hunt = context;
    bool matters = origin->number < 0;
    for (int i = 0; i < hunt->search->count && !matters; i++)
        matters = hunt->search->names[i].number == origin->number &&
                  gamename_fits(&hunt->search->names[i], origin->file);
    if (matters)
        hunt->search->report(hunt->search->context, origin, why);
}

static void report_place(void *context, char const *path, struct failure const *why)
{
    struct origin const origin = {.file = path, .number = -1};
    report(context, &origin, why);
}

static void take(struct game_hunt *hunt, struct game const *game,
                 struct origin const *origin)
{
    skip_to(hunt, origin->number);
    for (; is_wanted(hunt, origin->number); hunt->next++) {
        int const which = hunt->wanted[hunt->next].which;
        hunt->taken[which] = true;
        hunt->search->take(hunt->search->context, which, game, origin);
    }
}

static void watch(struct game_hunt const *hunt, struct archive_reader const *reader)
{
    uint64_t done, total;
    archive_progress(reader, &done, &total);
    if (hunt->search->watch)
        hunt->search->watch(hunt->search->context, hunt->before + done, hunt->total);
}

/* Look through the file at PATH, and no farther than needed: only an archive is read
   whole.  */
static void search_file(struct game_hunt *hunt, char const *path, bool left_only)
{
    bool const many = stream_has_members(path);
    struct archive_reader *const reader = archive_open(&path, 1, report, hunt);
    struct origin origin;
    struct game game;
    int text = -1;
    game_init(&game, 19, 19);
    archive_keep_notes(reader, hunt->search->notes);
    while ((many || text < 0 || hunt->next < hunt->count) &&
           archive_next(reader, &game, &origin)) {
        if (origin.file_index != text)
            list_wanted(hunt, origin.file, left_only);
        text = origin.file_index;
        take(hunt, &game, &origin);
        watch(hunt, reader);
    }
    game_release(&game);
    archive_close(reader);
}

static bool fits_any(struct game_hunt const *hunt, char const *path)
{
    for (int i = 0; i < hunt->search->count; i++)
        if (gamename_fits(&hunt->search->names[i], path))
            return true;
    return false;
}

static bool all_taken(struct game_hunt const *hunt)
{
    for (int i = 0; i < hunt->search->count; i++)
        if (!hunt->taken[i])
            return false;
    return true;
}

static uint64_t file_size(char const *path)
{
    struct stat facts;
    return stat(path, &facts) == 0 ? (uint64_t)facts.st_size : 0;
}

/* First those files are due that may have a name themselves, then archives whose
   members may.  */
enum name_pass { PASS_FILES, PASS_MEMBERS };

static bool is_due(struct game_hunt const *hunt, char const *path, enum name_pass pass)
{
    bool const fits = fits_any(hunt, path);
    return pass == PASS_FILES ? fits : !fits && stream_has_members(path);
}

static void search_files(struct game_hunt *hunt, struct places const *files,
                         enum name_pass pass)
{
    hunt->before = hunt->total = 0;
    for (int i = 0; i < files->count; i++)
        if (is_due(hunt, files->paths[i], pass))
            hunt->total += file_size(files->paths[i]);
    for (int i = 0; i < files->count; i++)
        if (is_due(hunt, files->paths[i], pass)) {
            search_file(hunt, files->paths[i], pass == PASS_MEMBERS);
            hunt->before += file_size(files->paths[i]);
        }
}

void gamenames_find(struct gamename_search const *search)
{
    size_t const count = (size_t)search->count;
    struct game_hunt hunt = {
        .search = search,
        .taken = xcalloc(count + 1, sizeof *hunt.taken),
        .wanted = xnmalloc(count + 1, sizeof *hunt.wanted),
    };
    struct places files = {.count = 0};
    for (int i = 0; i < search->place_count; i++)
        places_add(&files, search->places[i], report_place, &hunt);
    search_files(&hunt, &files, PASS_FILES);
    if (!all_taken(&hunt))
        search_files(&hunt, &files, PASS_MEMBERS);
    places_release(&files);
    free(hunt.taken);
    free(hunt.wanted);
}
