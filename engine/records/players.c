#include <config.h>

#include "engine/records/players.h"

#include <c-ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xalloc.h>
#define uthash_fatal(message) xalloc_die()
#include <uthash.h>

struct known_player {
    UT_hash_handle hh;
    long games, decided, won;
    char name[GAME_TEXT];
};

struct players {
    struct known_player *table;
};

struct players *players_new(void)
{
    return xzalloc(sizeof(struct players));
}

void players_free(struct players *players)
{
    struct known_player *player, *next;
    if (!players)
        return;
    HASH_ITER(hh, players->table, player, next)
    {
        HASH_DEL(players->table, player);
        free(player);
    }
    free(players);
}

static struct known_player *find(struct players const *players, char const *name)
{
    struct known_player *player;
    HASH_FIND_STR(players->table, name, player);
    return player;
}

/* He WON: 1, 0, or -1 when nobody knows.  */
static void add(struct players *players, char const *name, int won)
{
    struct known_player *player = find(players, name);
    if (!name[0])
        return;
    if (!player) {
        player = xzalloc(sizeof *player);
        snprintf(player->name, sizeof player->name, "%s", name);
        HASH_ADD_STR(players->table, name, player);
    }
    player->games++;
    player->decided += won >= 0;
    player->won += won > 0;
}

void players_add(struct players *players, struct game const *game)
{
    bool const himself = strcmp(game->black, game->white) == 0;
    add(players, game->black, himself ? -1 : game_won(game, BLACK));
    if (!himself)
        add(players, game->white, game_won(game, WHITE));
}

long players_games(struct players const *players, char const *name)
{
    struct known_player const *const player = find(players, name);
    return player ? player->games : 0;
}

static int more_games(void const *left, void const *right)
{
    struct player_row const *const a = left, *const b = right;
    if (a->games != b->games)
        return a->games > b->games ? -1 : 1;
    return strcmp(a->name, b->name);
}

size_t players_list(struct players const *players, size_t count,
                    struct player_row rows[])
{
    size_t const all = HASH_COUNT(players->table);
    struct player_row *const list = xcalloc(all + 1, sizeof *list);
    size_t listed = 0;
    for (struct known_player const *p = players->table; p; p = p->hh.next)
        list[listed++] = (struct player_row){p->name, p->games, p->decided, p->won};
    qsort(list, listed, sizeof *list, more_games);
    size_t const given = count < listed ? count : listed;
    if (given)
        memcpy(rows, list, given * sizeof *rows);
    free(list);
    return count ? given : all;
}

/* ---------------------------------------------------------------- nearness */

static int least(int a, int b)
{
    return a < b ? a : b;
}

/* Letters to change, put in or leave out to come from A to B (Levenshtein), capitals
   apart; row after row of the table.  */
static int edits(char const *a, char const *b)
{
    int row[GAME_TEXT + 1];
    int const width = (int)strnlen(b, GAME_TEXT);
    for (int j = 0; j <= width; j++)
        row[j] = j;
    for (int i = 1; a[i - 1] && i <= GAME_TEXT; i++) {
        int corner = row[0];
        row[0] = i;
        for (int j = 1; j <= width; j++) {
            int const change = corner + (c_tolower(a[i - 1]) != c_tolower(b[j - 1]));
            corner = row[j];
            row[j] = least(change, 1 + least(row[j], row[j - 1]));
        }
    }
    return row[width];
}

static void fold(char const *name, char folded[static GAME_TEXT])
{
    size_t i = 0;
    for (; name[i] && i + 1 < GAME_TEXT; i++)
        folded[i] = c_tolower(name[i]);
    folded[i] = '\0';
}

/* Is one of the two names in the other?  */
static bool is_part(char const *a, char const *b)
{
    char left[GAME_TEXT], right[GAME_TEXT];
    fold(a, left);
    fold(b, right);
    return strstr(left, right) || strstr(right, left);
}

struct ranked_player {
    struct known_player const *player;
    bool part;
    int edits;
};

static int nearer_first(void const *left, void const *right)
{
    struct ranked_player const *const a = left, *const b = right;
    if (a->part != b->part)
        return a->part ? -1 : 1;
    if (a->edits != b->edits)
        return a->edits < b->edits ? -1 : 1;
    if (a->player->games != b->player->games)
        return a->player->games > b->player->games ? -1 : 1;
    return strcmp(a->player->name, b->player->name);
}

int players_nearest(struct players const *players, char const *name, int count,
                    char const *nearest[])
{
    size_t const all = HASH_COUNT(players->table);
    struct ranked_player *const list = xcalloc(all + 1, sizeof *list);
    size_t listed = 0;
    for (struct known_player const *p = players->table; p; p = p->hh.next)
        list[listed++] =
            (struct ranked_player){p, is_part(name, p->name), edits(name, p->name)};
    qsort(list, listed, sizeof *list, nearer_first);
    int const found = (size_t)count < listed ? count : (int)listed;
    for (int i = 0; i < found; i++)
        nearest[i] = list[i].player->name;
    free(list);
    return found;
}

bool players_refuse(struct players const *players, char const *name,
                    struct failure *why)
{
    enum { NEAREST = 5 };
    char const *nearest[NEAREST];
    char names[NEAREST * (GAME_TEXT + 4)] = "";
    int const count = players_nearest(players, name, NEAREST, nearest);
    size_t used = 0;
    for (int i = 0; i < count; i++)
        used += (size_t)snprintf(names + used, sizeof names - used, "%s'%s'",
                                 i ? ", " : "", nearest[i]);
    if (!count)
        return failed(why, "nobody is called '%s' in these games; they name nobody",
                      name);
    return failed(why, "nobody is called '%s' in these games; nearest: %s", name,
                  names);
}
