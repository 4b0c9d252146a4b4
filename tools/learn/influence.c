/* tools/learn/influence.c -- counted games to the odds that chains are there at the
   end.

   From a few positions of each game that was counted every chain is taken that is not
   alive for certain: its traits (engine/reading/survival.h), and whether its point was
   its owner's in the end.  All chains with the same traits are one cell with two
   counts, so the fit, a logistic regression by Newton's steps on one class after the
   other, takes no time; every tenth game is held back to measure on.  What comes of it
   is a header to be compiled.  */
#include <config.h>

#include "tools/learn/learn.h"

#include "engine/base/newfile.h"
#include "engine/base/rng.h"
#include "engine/reading/influence.h"
#include "engine/records/situations.h"
#include "patterns/learning/judge_games.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xalloc.h>

enum { HELD_BACK = 10, SWEEPS = 60 };

/* A Newton step from where the curve is flat would end anywhere.  */
static double const stride = 0.5;

struct influence_tuning {
    int positions, sure;
};

static struct param const rows[] = {
    PARAM(struct influence_tuning, positions, PARAM_INT, 1, 4, 1000,
          "positions of a game"),
    PARAM(struct influence_tuning, sure, PARAM_INT, 1, 4, 1000000,
          "chains, half of them there in the end, that a class begins with"),
    {0},
};

/* The chains with the same traits: how many there were, and were there at the end.  */
struct chain_cell {
    struct survival survival;
    long count, stayed;
};

struct chain_cells {
    struct chain_cell *cell; /* one for every combination of classes */
    int count;
};

struct influence_lesson {
    struct influence_tuning tuning;
    struct chain_cells learnt, held_back;
    long games, positions;
    struct situations situations;
    struct tactics tactics;
    struct influence influence;
};

typedef double odds_table[SURVIVAL_TRAITS][SURVIVAL_CLASSES];

/* ---------------------------------------------------------------- collecting */

static int cell_number(struct survival survival)
{
    int number = 0;
    for (int i = 0; i < SURVIVAL_TRAITS; i++)
        number = number * survival_classes((enum survival_trait)i) + survival.class[i];
    return number;
}

static struct chain_cells cells_new(void)
{
    struct chain_cells cells = {.count = 1};
    for (int i = 0; i < SURVIVAL_TRAITS; i++)
        cells.count *= survival_classes((enum survival_trait)i);
    cells.cell = xcalloc((size_t)cells.count, sizeof *cells.cell);
    return cells;
}

/* Every chain on the board whose end is not certain.  */
static void take_chains(struct influence_lesson *lesson, struct board const *board,
                        uint8_t const owner[POINTS], struct chain_cells *cells)
{
    bool seen[CHAIN_MAX] = {false};
    tactics_besiege(&lesson->tactics, board);
    influence_judge(board, &lesson->tactics, &lesson->influence);
    for (point p = board_first_point(); p; p = board_next_point(board, p)) {
        enum color const color = board_color(board, p);
        int const slot = board->slot[p];
        if (color == EMPTY || seen[slot] || lesson->influence.safety[p] >= 1)
            continue;
        struct survival const survival = lesson->influence.survival[slot];
        struct chain_cell *const cell = &cells->cell[cell_number(survival)];
        seen[slot] = true;
        cell->survival = survival;
        cell->count++;
        cell->stayed += owner[p] == color;
    }
}

/* The positions of GAME whose numbers are drawn.  */
static void take_positions(struct influence_lesson *lesson, struct game const *game,
                           uint8_t const owner[POINTS], struct chain_cells *cells)
{
    uint32_t const moves = (uint32_t)game_moves(game),
                   every = moves / (uint32_t)lesson->tuning.positions + 1;
    struct rng rng;
    rng_seed(&rng, (uint64_t)lesson->games);
    uint32_t wanted = rng_below(&rng, every);
    situations_start(&lesson->situations, game);
    for (uint32_t i = 0; situations_next(&lesson->situations, NULL); i++)
        if (i == wanted) {
            take_chains(lesson, lesson->situations.situation.board, owner, cells);
            wanted += every;
            lesson->positions++;
        }
}

static bool take(void *context, struct game const *game, struct origin const *origin,
                 struct failure *why)
{
    struct influence_lesson *const lesson = context;
    struct replay walk;
    uint8_t owner[POINTS];
    float lead;
    (void)origin;
    replay_start(&walk, game);
    while (replay_next(&walk, why))
        ;
    if (why->text[0])
        return false;
    if (!judge_game_count(game, &walk.board, &lead, owner))
        return true;
    struct chain_cells *const cells =
        lesson->games++ % HELD_BACK ? &lesson->learnt : &lesson->held_back;
    take_positions(lesson, game, owner, cells);
    return true;
}

/* ---------------------------------------------------------------- fitting */

static double chance(odds_table const odds, struct survival survival)
{
    double sum = 0;
    for (int i = 0; i < SURVIVAL_TRAITS; i++)
        sum += odds[i][survival.class[i]];
    return 1 / (1 + exp(-sum));
}

/* One Newton step for every class of TRAIT.  Each begins with a few chains that stay by
   lot, so that what was hardly seen says little.  */
static void turn(struct influence_lesson const *lesson, odds_table odds, int trait)
{
    double slope[SURVIVAL_CLASSES], bend[SURVIVAL_CLASSES];
    for (int i = 0; i < SURVIVAL_CLASSES; i++) {
        double const p = 1 / (1 + exp(-odds[trait][i]));
        slope[i] = lesson->tuning.sure * (0.5 - p);
        bend[i] = lesson->tuning.sure * p * (1 - p);
    }
    for (int i = 0; i < lesson->learnt.count; i++) {
        struct chain_cell const *const cell = &lesson->learnt.cell[i];
        if (!cell->count)
            continue;
        double const p =
            chance((double const(*)[SURVIVAL_CLASSES])odds, cell->survival);
        int const class = cell->survival.class[trait];
        slope[class] += (double)cell->stayed - (double)cell->count * p;
        bend[class] += (double)cell->count * p * (1 - p);
    }
    for (int i = 0; i < SURVIVAL_CLASSES; i++)
        odds[trait][i] += fmax(-stride, fmin(slope[i] / bend[i], stride));
}

static void fit(struct influence_lesson const *lesson, odds_table odds)
{
    for (int sweep = 0; sweep < SWEEPS; sweep++)
        for (int i = 0; i < SURVIVAL_TRAITS; i++)
            turn(lesson, odds, i);
}

static double log_loss(struct chain_cells const *cells, odds_table const odds,
                       long *count)
{
    double loss = 0;
    *count = 0;
    for (int i = 0; i < cells->count; i++) {
        struct chain_cell const *const cell = &cells->cell[i];
        if (!cell->count)
            continue;
        double const p = chance(odds, cell->survival);
        loss -= (double)cell->stayed * log(p) +
                (double)(cell->count - cell->stayed) * log(1 - p);
        *count += cell->count;
    }
    return loss / (*count ? (double)*count : 1);
}

/* ---------------------------------------------------------------- the header */

static void put_odds(FILE *out, odds_table const odds)
{
    fprintf(out, "static float const "
                 "survival_odds[SURVIVAL_TRAITS][SURVIVAL_CLASSES] = {\n");
    for (int i = 0; i < SURVIVAL_TRAITS; i++) {
        fprintf(out, "    /* %s */\n    {", survival_name((enum survival_trait)i));
        int const classes = survival_classes((enum survival_trait)i);
        for (int class = 0; class < classes; class ++)
            fprintf(out, "%s%.3ff%s",
                    !class           ? ""
                    : class % 8 == 0 ? "\n     "
                                     : " ",
                    odds[i][class], class + 1 < classes ? "," : "");
        fprintf(out, "},\n");
    }
    fprintf(out, "};\n");
}

static bool write_header(struct learning const *learning, odds_table const odds,
                         struct failure *why)
{
    struct newfile *const file = newfile_open(learning->file, why);
    if (!file)
        return false;
    FILE *const out = newfile_stream(file);
    fprintf(out,
            "/* clang-format off */\n"
            "/* engine/reading/survival_odds.h -- made by `hishi learn "
            "--influence', not by hand.\n\n%s  */\n#pragma once\n\n"
            "#include \"engine/reading/survival.h\"\n\n",
            provenance_text(learning->made));
    put_odds(out, odds);
    return newfile_finish(file, why);
}

static void tell(struct influence_lesson const *lesson, odds_table const odds,
                 struct learning const *learning)
{
    long count, held_back;
    double const learnt = log_loss(&lesson->learnt, odds, &count),
                 loss = log_loss(&lesson->held_back, odds, &held_back);
    provenance_say(learning->made, "learnt from",
                   "%ld positions of %ld counted games, %ld chains, log-loss %.4f",
                   lesson->positions, lesson->games, count, learnt);
    provenance_say(learning->made, "measured",
                   "every tenth game held back: %ld chains, log-loss %.4f", held_back,
                   loss);
    printf(learning->json ? "{\"games\": %ld, \"chains\": %ld, \"log_loss\": %.4f, "
                            "\"held_back\": %ld, \"log_loss_held_back\": %.4f}\n"
                          : "%ld games, %ld chains, log-loss %.4f; held back %ld, "
                            "%.4f\n",
           lesson->games, count, learnt, held_back, loss);
}

bool learn_influence(struct learning const *learning, struct failure *why)
{
    struct influence_tuning tuning;
    odds_table odds = {{0}};
    if (!learn_settings(learning, rows, &tuning, why))
        return false;
    struct influence_lesson *const lesson = xzalloc(sizeof *lesson);
    lesson->tuning = tuning;
    lesson->learnt = cells_new();
    lesson->held_back = cells_new();
    games_learn(&learning->games, take, lesson, learning->made);
    bool good = learnt_something(learning, lesson->games, why);
    if (good) {
        fit(lesson, odds);
        tell(lesson, (double const(*)[SURVIVAL_CLASSES])odds, learning);
        good = write_header(learning, (double const(*)[SURVIVAL_CLASSES])odds, why);
    }
    free(lesson->learnt.cell);
    free(lesson->held_back.cell);
    situations_release(&lesson->situations);
    free(lesson);
    return good;
}
