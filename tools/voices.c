/* tools/voices.c -- the sources that a model can hear.  */
#include <config.h>

#include "tools/voices.h"

#include "books/joseki/joseki_source.h"
#include "engine/base/datafile.h"
#include "patterns/shapes/shapes_source.h"

#include <stdlib.h>
#include <string.h>
#include <xalloc.h>

enum { SOURCES_MAX = 2 };

struct spoken {
    int count;
    struct source source[SOURCES_MAX];
    struct joseki *joseki;
    struct joseki_source *joseki_source;
    struct memory *memory;
    struct shapes *shapes;
};

static bool open_joseki(struct spoken *spoken, char const *path, struct failure *why)
{
    if (!(spoken->joseki = joseki_open(path, why)))
        return false;
    spoken->joseki_source = joseki_source_new(spoken->joseki);
    spoken->source[spoken->count++] = joseki_source_row(spoken->joseki_source);
    return true;
}

static bool open_shapes(struct spoken *spoken, char const *path, struct failure *why)
{
    if (!(spoken->memory = memory_open(path, why)))
        return false;
    spoken->shapes = shapes_new(spoken->memory, similarity_find("learnt"));
    spoken->source[spoken->count++] = shapes_source(spoken->shapes);
    return true;
}

static bool is_open(struct spoken const *spoken, enum voice voice)
{
    for (int i = 0; i < spoken->count; i++)
        if (spoken->source[i].voice == voice)
            return true;
    return false;
}

static struct {
    char const *name, *file;
    enum voice voice;
    bool (*open)(struct spoken *spoken, char const *path, struct failure *why);
} const rows[] = {
    {"joseki", "joseki.hishi", VOICE_JOSEKI, open_joseki},
    {"shapes", "shapes.hishi", VOICE_SHAPES, open_shapes},
};

static bool open_one(struct spoken *spoken, char const *name, struct failure *why)
{
    char path[DATAFILE_PATH];
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (strcmp(rows[i].name, name) == 0)
            return is_open(spoken, rows[i].voice) ||
                   (datafile_find(rows[i].file, path, why) &&
                    rows[i].open(spoken, path, why));
    return failed(why, "there is no voice called %s; there are joseki and shapes",
                  name);
}

struct spoken *spoken_open(char const *names, struct failure *why)
{
    struct spoken *const spoken = xzalloc(sizeof *spoken);
    char *const list = xstrdup(names);
    char *rest = NULL;
    bool good = true;

    for (char *name = strtok_r(list, ",", &rest); name && good;
         name = strtok_r(NULL, ",", &rest))
        good = open_one(spoken, name, why);
    free(list);
    if (good)
        return spoken;
    spoken_close(spoken);
    return NULL;
}

void spoken_close(struct spoken *spoken)
{
    if (!spoken)
        return;
    joseki_source_free(spoken->joseki_source);
    joseki_close(spoken->joseki);
    shapes_free(spoken->shapes);
    memory_close(spoken->memory);
    free(spoken);
}

int spoken_count(struct spoken const *spoken)
{
    return spoken->count;
}

struct source const *spoken_source(struct spoken const *spoken, int i)
{
    return &spoken->source[i];
}

void spoken_listen(struct spoken *spoken, struct situation const *situation,
                   struct candidates *said)
{
    candidates_clear(said);
    for (int i = 0; i < spoken->count; i++)
        spoken->source[i].propose(spoken->source[i].self, situation, said);
}
