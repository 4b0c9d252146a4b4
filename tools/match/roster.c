#include <config.h>

#include "tools/match/roster.h"

#include <c-ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include <xalloc.h>

static bool is_name(char const *text, size_t length)
{
    if (length == 0 || length > NAME_MAX_LENGTH)
        return false;
    for (size_t i = 0; i < length; i++)
        if (!c_isalnum(text[i]) && !strchr("-_.+:@", text[i]))
            return false;
    return true;
}

bool roster_add(struct roster *roster, char const *text, struct failure *why)
{
    text += strspn(text, " \t");
    size_t const length = strcspn(text, " \t=");
    char const *command = text + length;
    command += strspn(command, " \t");
    if (*command != '=')
        return failed(why, "'%s' is no engine: NAME=COMMAND is", text);
    command += 1 + strspn(command + 1, " \t");
    if (!*command)
        return failed(why, "'%s' has no command after the '='", text);
    if (!is_name(text, length))
        return failed(why,
                      "'%.*s' cannot be an engine's name: up to %d letters, digits "
                      "and -_.+:@ can",
                      (int)length, text, NAME_MAX_LENGTH);
    char *const name = ximemdup0(text, (idx_t)length);
    if (roster->count == ROSTER_MAX || roster_find(roster, name) >= 0) {
        bool const full = roster->count == ROSTER_MAX;
        failed(why,
               full ? "'%s' is one engine too many" : "two engines are called '%s'",
               name);
        free(name);
        return false;
    }
    roster->list[roster->count++] =
        (struct contender){.name = name, .command = xstrdup(command)};
    return true;
}

static bool add_order(struct roster *roster, char const *order, struct failure *why)
{
    if (roster->count == 0)
        return failed(why, "'>%s' stands above the first engine", order);
    struct contender *const last = &roster->list[roster->count - 1];
    last->orders = xnrealloc(last->orders, last->order_count + 1, sizeof(char *));
    last->orders[last->order_count++] = xstrdup(order + strspn(order, " \t"));
    return true;
}

bool roster_read(struct roster *roster, char const *file, struct failure *why)
{
    FILE *const in = fopen(file, "re");
    if (!in)
        return failed(why, "cannot read %s: %s", file, strerror(errno));
    char *line = NULL;
    size_t size = 0;
    bool good = true;
    struct failure what;
    for (int number = 1; good && getline(&line, &size, in) >= 0; number++) {
        line[strcspn(line, "\r\n")] = '\0';
        char const *const text = line + strspn(line, " \t");
        if (!*text || *text == '#')
            continue;
        good = *text == '>' ? add_order(roster, text + 1, &what)
                            : roster_add(roster, text, &what);
        if (!good)
            failed(why, "%s:%d: %s", file, number, what.text);
    }
    if (good && ferror(in))
        good = failed(why, "cannot read %s: %s", file, strerror(errno));
    free(line);
    fclose(in);
    return good;
}

int roster_find(struct roster const *roster, char const *name)
{
    for (int i = 0; i < roster->count; i++)
        if (strcmp(roster->list[i].name, name) == 0)
            return i;
    return -1;
}

/* Find the file of the program NAME (LENGTH bytes) as a shell does.  */
static bool find_program(char const *name, int length, struct stat *info)
{
    char path[4096];
    char const *folders = getenv("PATH");
    if (memchr(name, '/', (size_t)length) || !folders) {
        snprintf(path, sizeof path, "%.*s", length, name);
        return stat(path, info) == 0 && S_ISREG(info->st_mode);
    }
    while (*folders) {
        int const folder = (int)strcspn(folders, ":");
        snprintf(path, sizeof path, "%.*s/%.*s", folder, folders, length, name);
        if (stat(path, info) == 0 && S_ISREG(info->st_mode) && access(path, X_OK) == 0)
            return true;
        folders += folder + (folders[folder] == ':');
    }
    return false;
}

void roster_stamp(char const *command, char text[static STAMP_TEXT])
{
    struct stat info;
    struct tm changed;
    char const quote = *command == '\'' || *command == '"' ? *command : ' ';
    command += quote != ' ';
    int const length =
        (int)strcspn(command, (char[]){quote, '\0'}); /* to the end of the word */
    if (!find_program(command, length, &info)) {
        snprintf(text, STAMP_TEXT, "unknown");
        return;
    }
    int const used =
        snprintf(text, STAMP_TEXT, "%lld bytes of ", (long long)info.st_size);
    strftime(text + used, (size_t)(STAMP_TEXT - used), "%Y-%m-%d %H:%M:%S",
             gmtime_r(&info.st_mtime, &changed));
}

void roster_release(struct roster *roster)
{
    for (int i = 0; i < roster->count; i++) {
        struct contender *const contender = &roster->list[i];
        for (int k = 0; k < contender->order_count; k++)
            free(contender->orders[k]);
        free(contender->orders);
        free(contender->name);
        free(contender->command);
        free(contender->title);
    }
    roster->count = 0;
}
