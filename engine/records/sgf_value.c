#include <config.h>

#include "engine/records/sgf_value.h"

#include <c-ctype.h>
#include <c-strcase.h>
#include <math.h>
#include <string.h>

bool sgf_number(char const *text, double *out, char const **rest)
{
    while (c_isspace(*text))
        text++;
    bool const minus = *text == '-';
    text += *text == '-' || *text == '+';
    if (!c_isdigit(*text) && !((*text == '.' || *text == ',') && c_isdigit(text[1])))
        return false;
    double digits = 0, unit = 1;
    for (; c_isdigit(*text); text++)
        digits = 10 * digits + (*text - '0');
    if (*text == '.' || *text == ',')
        for (text++; c_isdigit(*text); text++, unit *= 10)
            digits = 10 * digits + (*text - '0');
    *out = (minus ? -digits : digits) / unit;
    *rest = text;
    return true;
}

bool sgf_size(char const *value, int *width, int *height)
{
    double w, h;
    char const *rest;
    if (!sgf_number(value, &w, &rest))
        return false;
    h = w;
    if ((*rest == ':' || *rest == 'x') && !sgf_number(rest + 1, &h, &rest))
        return false;
    if (!(w >= BOARD_MIN && w <= BOARD_MAX && h >= BOARD_MIN && h <= BOARD_MAX))
        return false;
    *width = (int)w;
    *height = (int)h;
    return true;
}

/* Two letters, column and row from above, as numbers from 1; no letters are
   0, 0.  White space is nothing.  *REST is what follows.  */
static bool read_letters(char const *text, int number[2], char const **rest)
{
    int count = 0;
    number[0] = number[1] = 0;
    for (; *text && *text != ':'; text++) {
        if (c_isspace(*text))
            continue;
        if (count == 2 || !c_isalpha(*text))
            return false;
        number[count++] = c_islower(*text) ? *text - 'a' + 1 : *text - 'A' + 27;
    }
    *rest = text;
    return count != 1;
}

/* The point the letters name, PASS, or NOWHERE.  `tt' was the pass before FF4
   and still is where there is no such point.  */
static point place(int const number[2], int width, int height)
{
    int const column = number[0], row = number[1];
    if (column == 0 || (column == 20 && row == 20 && width < 20 && height < 20))
        return PASS;
    if (column > width || row > height)
        return NOWHERE;
    return point_at(column, height + 1 - row);
}

int sgf_points(char const *value, int width, int height, point list[])
{
    int number[2], count = 0;
    char const *rest;
    if (!read_letters(value, number, &rest))
        return -1;
    point const first = place(number, width, height);
    list[0] = first;
    if (first == NOWHERE || !*rest)
        return first == NOWHERE ? -1 : 1;
    if (!read_letters(rest + 1, number, &rest) || *rest)
        return -1;
    point const last = place(number, width, height);
    if (first == PASS || last == PASS || last == NOWHERE)
        return -1;
    for (int row = point_row(first); row >= point_row(last); row--)
        for (int column = point_column(first); column <= point_column(last); column++)
            list[count++] = point_at(column, row);
    return count ? count : -1;
}

double sgf_fraction(double x)
{
    return fabs(x) - floor(fabs(x));
}

bool sgf_komi(char const *value, double *komi)
{
    double says;
    char const *rest;
    if (!sgf_number(value, &says, &rest))
        return false;
    if (fabs(says) >= 200) {
        says /= 100;
        if (says < 0 || says > 15)
            return false;
    }
    bool const stones = fabs(says) < 5 && sgf_fraction(2 * says) == 0.5;
    *komi = stones ? 2 * says : says;
    return true;
}

/* Does REST, what follows a player's name, say that he won?  */
static bool says_win(char const *rest, bool far)
{
    static char const *const wins[] = {"+", "win", "won", "胜", "勝", "승"};
    while (*rest == ' ')
        rest++;
    for (size_t i = 0; i < sizeof wins / sizeof *wins; i++)
        if (far ? strstr(rest, wins[i]) != NULL
                : strncmp(rest, wins[i], strlen(wins[i])) == 0)
            return true;
    return false;
}

/* Who won, in the record's own language; *REST is behind his name.  In Chinese,
   Japanese and Korean he can stand anywhere: "257手完, 黒中押し勝ち".  */
static enum color result_winner(char const *result, char const **rest)
{
    static struct {
        char const *name;
        enum color color;
        bool far;
    } const winners[] = {
        {"Black", BLACK, false}, {"White", WHITE, false}, {"B", BLACK, false},
        {"W", WHITE, false},     {"黑", BLACK, true},     {"黒", BLACK, true},
        {"白", WHITE, true},     {"흑", BLACK, true},     {"백", WHITE, true},
    };
    for (size_t i = 0; i < sizeof winners / sizeof *winners; i++) {
        char const *const name = winners[i].name;
        size_t const length = strlen(name);
        char const *const at = winners[i].far ? strstr(result, name)
                               : c_strncasecmp(result, name, length) == 0 ? result
                                                                          : NULL;
        if (at && says_win(at + length, winners[i].far)) {
            *rest = at + length;
            return winners[i].color;
        }
    }
    return EMPTY;
}

/* The margin behind the plus of a result, in points, if it is one.  */
static bool result_margin(char const *rest, double *margin)
{
    char const *end;
    if (*rest != '+' || !sgf_number(rest + 1, margin, &end) || (*end && *end != ' '))
        return false;
    if (sgf_fraction(2 * *margin) == 0.5) /* 2.75 stones */
        *margin *= 2;
    return *margin > 0 && sgf_fraction(2 * *margin) == 0;
}

struct sgf_result sgf_result(char const *value)
{
    char const *rest;
    double margin = 0;
    struct sgf_result result = {.winner = result_winner(value, &rest)};
    if (result.winner != EMPTY && result_margin(rest, &margin)) {
        result.scored = true;
        result.score = result.winner == BLACK ? margin : -margin;
    } else if (c_strcasecmp(value, "0") == 0 || c_strcasecmp(value, "draw") == 0 ||
               c_strcasecmp(value, "jigo") == 0)
        result.scored = true;
    return result;
}
