#include <config.h>

#include "tools/records/moves.h"

#include <c-ctype.h>
#include <string.h>

static bool parse_move(char const *word, point *out, struct failure *why)
{
    bool const sgf = strlen(word) == 2 && c_islower(word[0]) && c_islower(word[1]);
    if (!sgf)
        return point_parse(word, CODE_BOARD, CODE_BOARD, out, why);
    int const column = word[0] - 'a' + 1, row = CODE_BOARD - (word[1] - 'a');
    if (column > CODE_BOARD || row < 1)
        return failed(why, "'%s' is not on 19x19", word);
    *out = point_at(column, row);
    return true;
}

bool moves_parse(char **words, int word_count, point moves[], int *count,
                 struct failure *why)
{
    if (word_count > QUERY_MAX)
        return failed(why, "a sequence has at most %d moves", QUERY_MAX);
    for (*count = 0; *count < word_count; ++*count)
        if (!parse_move(words[*count], &moves[*count], why))
            return false;
    return true;
}
