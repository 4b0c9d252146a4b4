#include <config.h>

#include "tools/selfplay/self_terms.h"

#include "engine/base/datafile.h"
#include "engine/base/newfile.h"
#include "player/sources.h"

#include <dirent.h>
#include <errno.h>
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>
#include <xalloc.h>

char *self_terms_text(struct self_terms const *terms)
{
    char *text;
    if (asprintf(&text,
                 "%dx%d, komi %g and up to %d more or less, %d playouts for %g %% of "
                 "the moves and %d for the others, seed %llu",
                 terms->size, terms->size, terms->komi, terms->komi_spread, terms->slow,
                 100 * terms->slow_share, terms->quick,
                 (unsigned long long)terms->seed) < 0)
        xalloc_die();
    return text;
}

/* ---------------------------------------------------------------- what is kept */

/* Of opening books, which weigh themselves, nothing is heard in these games.  */
static bool say_files(struct provenance *made, struct failure *why)
{
    char path[DATAFILE_PATH];
    for (int i = 0; source_kinds[i]; i++)
        if (source_kinds[i]->data && !source_kinds[i]->weighs_itself &&
            datafile_find(source_kinds[i]->data, path, NULL) &&
            !provenance_learnt_against(made, path, why))
            return false;
    return datafile_find("mixture.hishi", path, why) &&
           provenance_learnt_against(made, path, why);
}

static bool keep(char const *path, char const *text, struct failure *why)
{
    struct newfile *const file = newfile_open(path, why);
    if (!file)
        return false;
    fputs(text, newfile_stream(file));
    return newfile_finish(file, why);
}

/* ---------------------------------------------------------------- agreeing */

/* Does TEXT begin with a line that may be another tomorrow?  */
static bool may_differ(char const *text)
{
    return strncmp(text, "made by: ", 9) == 0 || strncmp(text, "date: ", 6) == 0;
}

/* The next statement of *TEXT that counts, a line or a part of one, and how long it is;
   0: there is none.  */
static int next_statement(char const **text, char const **statement)
{
    while (may_differ(*text))
        *text += strcspn(*text, "\n") + strspn(strchrnul(*text, '\n'), "\n");
    *statement = *text;
    int const length = (int)strcspn(*text, ",\n");
    *text += length;
    *text += strspn(*text, ", \n");
    return length;
}

static bool agree(char const *kept, char const *own, char const *path,
                  struct failure *why)
{
    char const *there, *here;
    int long_there, long_here;
    do {
        long_there = next_statement(&kept, &there);
        long_here = next_statement(&own, &here);
        if (long_there != long_here || strncmp(there, here, (size_t)long_here) != 0)
            return failed(why, "%s is of other games: it says '%.*s', these are '%.*s'",
                          path, long_there, there, long_here, here);
    } while (long_here);
    return true;
}

/* The file at PATH, to be freed, or NULL with a sentence.  */
static char *read_text(char const *path, struct failure *why)
{
    char *text = NULL;
    size_t size = 0;
    FILE *const in = fopen(path, "re");
    bool const read = in && getdelim(&text, &size, '\0', in) >= 0;
    if (!read) {
        failed(why, "what games these are cannot be read: %s: %s", path,
               in && feof(in) ? "it is empty" : strerror(errno));
        free(text);
    }
    if (in)
        fclose(in);
    return read ? text : NULL;
}

static bool has_games(char const *folder)
{
    DIR *const entries = opendir(folder);
    struct dirent const *entry;
    bool some = false;
    while (entries && !some && (entry = readdir(entries)))
        some = fnmatch("shard-*.sgf", entry->d_name, 0) == 0;
    if (entries)
        closedir(entries);
    return some;
}

static bool agree_with_file(char const *path, char const *own, struct failure *why)
{
    char *const kept = read_text(path, why);
    bool const same = kept && agree(kept, own, path, why);
    free(kept);
    return same;
}

bool self_terms_settle(struct self_terms const *terms, struct provenance *made,
                       char const *folder, struct failure *why)
{
    char *const settings = self_terms_text(terms);
    char *path;
    provenance_say(made, "settings", "%s", settings);
    free(settings);
    if (!say_files(made, why))
        return false;
    if (asprintf(&path, "%s/%s", folder, TERMS_FILE) < 0)
        xalloc_die();
    char const *const own = provenance_text(made);
    bool const settled =
        has_games(folder) ? agree_with_file(path, own, why) : keep(path, own, why);
    free(path);
    return settled;
}
