#include <config.h>

#include "engine/records/places.h"

#include "engine/records/stream.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <xalloc.h>

struct listing {
    struct places *places;
    places_report *report;
    void *context;
};

static void add_place(struct listing *listing, char const *path, bool named);

static void say_unreadable(struct listing *listing, char const *path)
{
    struct failure why;
    failed(&why, "%s: %s", path, strerror(errno));
    listing->report(listing->context, path, &why);
}

static int by_name(struct dirent const **left, struct dirent const **right)
{
    return strcmp((*left)->d_name, (*right)->d_name);
}

static int is_visible(struct dirent const *entry)
{
    return entry->d_name[0] != '.';
}

/* Every file below the folder PATH, in the order of their names.  */
static void add_folder(struct listing *listing, char const *path)
{
    struct dirent **entries;
    int const count = scandir(path, &entries, is_visible, by_name);
    if (count < 0) {
        say_unreadable(listing, path);
        return;
    }
    for (int i = 0; i < count; i++) {
        size_t const size = strlen(path) + strlen(entries[i]->d_name) + 2;
        char *const inner = xmalloc(size);
        char const *const slash = path[strlen(path) - 1] == '/' ? "" : "/";
        snprintf(inner, size, "%s%s%s", path, slash, entries[i]->d_name);
        add_place(listing, inner, false);
        free(inner);
        free(entries[i]);
    }
    free(entries);
}

/* Does PATH lead to a folder by a link, perhaps in a circle?  */
static bool is_linked_folder(char const *path, struct stat const *facts)
{
    struct stat link;
    return S_ISDIR(facts->st_mode) && lstat(path, &link) == 0 && S_ISLNK(link.st_mode);
}

/* A file NAMED by a person is read whatever it is called.  */
static void add_place(struct listing *listing, char const *path, bool named)
{
    struct places *const places = listing->places;
    struct stat facts;
    if (stat(path, &facts) != 0) {
        say_unreadable(listing, path);
    } else if (S_ISDIR(facts.st_mode)) {
        if (named || !is_linked_folder(path, &facts))
            add_folder(listing, path);
    } else if (named || stream_reads(path)) {
        if ((size_t)places->count == places->capacity)
            places->paths =
                x2nrealloc(places->paths, &places->capacity, sizeof *places->paths);
        places->paths[places->count++] = xstrdup(path);
        if (!S_ISREG(facts.st_mode) && !places->pipe)
            places->pipe = places->paths[places->count - 1];
        places->bytes += (uint64_t)facts.st_size;
    }
}

void places_add(struct places *places, char const *named, places_report *report,
                void *context)
{
    struct listing listing = {.places = places, .report = report, .context = context};
    add_place(&listing, named, true);
}

void places_release(struct places *places)
{
    for (int i = 0; i < places->count; i++)
        free(places->paths[i]);
    free(places->paths);
}
