#include <config.h>

#include "patterns/shapes/remembered.h"

#include <endian.h>

bool remembered_map(struct remembered_games *games, struct chunkfile const *file,
                    struct failure *why)
{
    struct chunk rows, text;
    if (!chunkfile_find(file, "GAME", sizeof *games->row, &rows, why) ||
        !chunkfile_find(file, "TEXT", 1, &text, why))
        return false;
    *games = (struct remembered_games){
        .row = rows.data,
        .count = (uint32_t)(rows.size / sizeof *games->row),
        .text = text.data,
        .text_size = text.size,
    };
    return (games->text_size && !games->text[games->text_size - 1]) ||
           failed(why, "%s: damaged: its last name has no end", chunkfile_path(file));
}

bool remembered_good(struct remembered_games const *games)
{
    for (uint32_t i = 0; i < games->count; i++) {
        struct memory_game const *const row = &games->row[i];
        uint32_t const name[] = {row->file, row->black, row->white, row->date,
                                 row->result};
        for (size_t j = 0; j < sizeof name / sizeof *name; j++)
            if (le32toh(name[j]) >= games->text_size)
                return false;
    }
    return true;
}

static char const *name_at(struct remembered_games const *games, uint32_t offset)
{
    return le32toh(offset) < games->text_size ? games->text + le32toh(offset) : "";
}

struct remembered_game remembered_game(struct remembered_games const *games,
                                       uint32_t number)
{
    if (number >= games->count)
        return (struct remembered_game){"", "", "", "", "", 0};
    struct memory_game const *const row = &games->row[number];
    return (struct remembered_game){
        .file = name_at(games, row->file),
        .black = name_at(games, row->black),
        .white = name_at(games, row->white),
        .date = name_at(games, row->date),
        .result = name_at(games, row->result),
        .number = le32toh(row->number),
    };
}
