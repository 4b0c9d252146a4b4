#include <config.h>

#include "books/joseki/past.h"

#include <math.h>

#include "engine/base/chunkfile.h"

_Static_assert(sizeof(struct node_past) == 20, "the layout of PAST");
_Static_assert(sizeof(struct period) == 4, "the layout of YEAR");
_Static_assert(sizeof(struct cited_game) == 24, "the layout of GAME");

/* ---------------------------------------------------------------- a count in a byte */

/* Fourteen steps to a factor of two: the largest stands for 300,000.  */
static double const pack_steps = 14;

uint8_t past_pack(uint32_t times)
{
    double const steps = rint(pack_steps * log2(1.0 + times));
    return (uint8_t)fmin(steps, UINT8_MAX);
}

double past_unpack(uint8_t packed)
{
    return rint(exp2(packed / pack_steps) - 1);
}

/* ---------------------------------------------------------------- the file */

static bool check_nodes(struct past const *past, struct failure *why)
{
    for (uint32_t i = 0; i < past->node_count; i++)
        for (int k = 0; k < PRECEDENTS_MAX; k++) {
            uint32_t const cited = past->nodes[i].cited[k];
            if (cited && (cited - 1) >> CITED_BITS >= past->game_count)
                return failed(why, "damaged: node %u cites a game that is not there",
                              i);
        }
    return true;
}

static bool check_games(struct past const *past, struct failure *why)
{
    if (past->text_size == 0 || past->text[past->text_size - 1])
        return failed(why, "damaged: the names have no end");
    for (uint32_t i = 0; i < past->game_count; i++) {
        struct cited_game const *const game = &past->games[i];
        uint32_t const size = past->text_size;
        if (game->file >= size || game->black >= size || game->white >= size ||
            game->date >= size || game->result >= size)
            return failed(why, "damaged: game %u has no names there", i);
    }
    return true;
}

bool past_map(struct past *past, struct chunkfile const *file, uint32_t count,
              struct failure *why)
{
    struct chunk nodes, years, games, text;
    struct failure what;
    *past = (struct past){.nodes = NULL};
    if (!chunkfile_find(file, "PAST", 1, &nodes, NULL))
        return true;
    if (!chunkfile_find(file, "PAST", sizeof *past->nodes, &nodes, why) ||
        !chunkfile_find(file, "YEAR", sizeof *past->periods, &years, why) ||
        !chunkfile_find(file, "GAME", sizeof *past->games, &games, why) ||
        !chunkfile_find(file, "TEXT", 1, &text, why))
        return false;
    *past = (struct past){
        .nodes = (struct node_past const *)nodes.data,
        .periods = (struct period const *)years.data,
        .games = (struct cited_game const *)games.data,
        .text = (char const *)text.data,
        .node_count = (uint32_t)(nodes.size / sizeof *past->nodes),
        .period_count = (uint32_t)(years.size / sizeof *past->periods),
        .game_count = (uint32_t)(games.size / sizeof *past->games),
        .text_size = (uint32_t)text.size,
    };
    if (past->node_count != count || past->period_count > PERIODS_MAX)
        return failed(why, "%s: damaged: the past of %u nodes in %u periods",
                      chunkfile_path(file), past->node_count, past->period_count);
    return (check_nodes(past, &what) && check_games(past, &what)) ||
           failed(why, "%s: %.900s", chunkfile_path(file), what.text);
}

/* ---------------------------------------------------------------- asking */

int past_games(struct past const *past, uint32_t node,
               struct precedent list[PRECEDENTS_MAX])
{
    int count = 0;
    for (int i = 0; i < PRECEDENTS_MAX && past->nodes; i++) {
        uint32_t const cited = past->nodes[node].cited[i];
        if (!cited)
            continue;
        struct cited_game const *const game = &past->games[(cited - 1) >> CITED_BITS];
        list[count++] = (struct precedent){
            .file = past->text + game->file,
            .black = past->text + game->black,
            .white = past->text + game->white,
            .date = past->text + game->date,
            .result = past->text + game->result,
            .number = game->number,
            .move = (int)((cited - 1) & ((1u << CITED_BITS) - 1)) + 1,
        };
    }
    return count;
}

double past_times(struct past const *past, uint32_t node, uint32_t period)
{
    return past_unpack(past->nodes[node].times[period]);
}
