#include <config.h>

#include "engine/base/datafile.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>

static bool readable(char path[static DATAFILE_PATH], char const *folder,
                     char const *below, char const *name)
{
    int const length = snprintf(path, DATAFILE_PATH, "%s%s/%s", folder, below, name);
    return length > 0 && length < DATAFILE_PATH && access(path, R_OK) == 0;
}

/* Cut FOLDER to its parent; false at the top.  */
static bool parent(char *folder)
{
    char *const slash = strrchr(folder, '/');
    if (!slash)
        return false;
    *slash = '\0';
    return true;
}

/* The program's own path; where there is no /proc, as in a bare chroot, the one that it
   was started by.  */
static void own_place(char path[static DATAFILE_PATH])
{
    ssize_t const length = readlink("/proc/self/exe", path, DATAFILE_PATH - 1);
    char const *const started_by = (char const *)getauxval(AT_EXECFN);
    path[length > 0 ? length : 0] = '\0';
    if (length <= 0 && started_by)
        snprintf(path, DATAFILE_PATH, "%s", started_by);
}

bool datafile_is_called(char const *path)
{
    static char const ending[] = ".hishi";
    size_t const length = strlen(path), least = strlen(ending);
    return length > least && strcmp(path + length - least, ending) == 0;
}

bool datafile_find(char const *name, char path[static DATAFILE_PATH],
                   struct failure *why)
{
    static char const *const below[] = {
        "/share/hishi",    "/patterns/shapes",       "/patterns/cases",
        "/patterns/model", "/patterns/playouts",     "/patterns/judge",
        "/books/joseki",   "/books/opening/shipped", "/engine/search"};
    enum { PARENTS = 5 }; /* build/asan/tests/go/test_... is five below the project */

    char const *const chosen = getenv("HISHI_DATA");
    if (chosen && readable(path, chosen, "", name))
        return true;

    char folder[DATAFILE_PATH];
    own_place(folder);
    for (int level = 0; level < PARENTS && parent(folder); level++)
        for (size_t i = 0; i < sizeof below / sizeof *below; i++)
            if (readable(path, folder, below[i], name))
                return true;

    if (readable(path, DATA_FOLDER, "", name))
        return true;
    return failed(why, "%s is neither in $HISHI_DATA nor beside the program nor in %s",
                  name, DATA_FOLDER);
}
