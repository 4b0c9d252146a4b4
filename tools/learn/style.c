/* tools/learn/style.c -- the games of one player to his style.

   His games are kept in memory while all others pass by: a name that nobody has is
   known only at the end.  Then every position in which he was to move is asked about,
   with all effort and without any style.  */
#include <config.h>

#include "tools/learn/learn.h"

#include "engine/base/datafile.h"
#include "engine/records/players.h"
#include "engine/records/situations.h"
#include "patterns/judge/judge_source.h"
#include "patterns/stylelearning/style_train.h"
#include "player/sources.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xalloc.h>

struct tuning_of_style {
    int positions;
    struct style_training training;
};

static struct param const rows[] = {
    PARAM(struct tuning_of_style, positions, PARAM_INT, 1, 120000, 1e7,
          "learn from about so many positions at most, evenly from all his games"),
    PARAM(struct tuning_of_style, training.least, PARAM_INT, 1, 8, 1e6,
          "how often a trait must be met to have a weight"),
    PARAM(struct tuning_of_style, training.rounds, PARAM_INT, 1, 6, 1000,
          "through all lessons"),
    PARAM(struct tuning_of_style, training.rate, PARAM_FLOAT, 0, 0.03, 10,
          "of learning"),
    PARAM(struct tuning_of_style, training.width, PARAM_FLOAT, 0, 0, 10,
          "of the priors of weights, as against 1 (0: chosen on games left out)"),
    PARAM(struct tuning_of_style, training.left_out, PARAM_INT, 2, 5, 1000,
          "one game of his in so many is left out to choose it"),
    {0},
};

enum { GAMES_LEAST = 20 }; /* of whom a style can be learnt */

struct study_of_style {
    char const *player;
    struct players *players;
    struct game *games; /* of his */
    size_t count, capacity;
    struct consultation *consultation;
    struct style_lessons *lessons;
    struct situations situations;
    long moves, all, wanted; /* of his: seen so far, in all games, to learn from */
};

static bool keep_his(void *context, struct game const *game,
                     struct origin const *origin, struct failure *why)
{
    struct study_of_style *const study = context;
    (void)origin;
    (void)why;
    players_add(study->players, game);
    if (strcmp(game->black, study->player) != 0 &&
        strcmp(game->white, study->player) != 0)
        return true;
    if (study->count == study->capacity)
        study->games = x2nrealloc(study->games, &study->capacity, sizeof *study->games);
    game_copy(&study->games[study->count++], game);
    return true;
}

static bool is_his(struct study_of_style const *study, struct game const *game,
                   struct move const *move)
{
    char const *const name = move->color == BLACK ? game->black : game->white;
    return move->at != PASS && strcmp(name, study->player) == 0;
}

/* Is his next move one of those wanted, which lie evenly among all?  */
static bool is_wanted(struct study_of_style *study)
{
    long const next = ++study->moves;
    return study->wanted >= study->all ||
           next * study->wanted / study->all > (next - 1) * study->wanted / study->all;
}

static void study_game(struct study_of_style *study, long number)
{
    struct game const *const game = &study->games[number];
    struct situations *const situations = &study->situations;
    struct failure why;
    situations_start(situations, game);
    while (situations_next(situations, &why)) {
        struct move const *const move = &situations->walk.move;
        if (!is_his(study, game, move) || !is_wanted(study))
            continue;
        struct candidates const *const candidates =
            consult(study->consultation, &situations->situation, EFFORT_FULL);
        style_lessons_add(study->lessons, number, &situations->situation,
                          study->consultation, candidates, move->at);
    }
}

static long count_moves(struct study_of_style const *study)
{
    long moves = 0;
    for (size_t i = 0; i < study->count; i++)
        moves += game_moves(&study->games[i]) / 2;
    return moves;
}

static void tell(struct learning const *learning, struct style_gain const gains[],
                 int count)
{
    for (int i = 0; i < count; i++) {
        struct style_gain const *const gain = &gains[i];
        if (!i)
            provenance_say(learning->made, "measured",
                           "%ld moves of games left out: log P %.4f, without the style "
                           "%.4f; first %.2f %%, without %.2f %%; prior %g",
                           gain->moves, gain->after, gain->before,
                           100 * gain->first_after, 100 * gain->first_before,
                           gain->width);
        printf(learning->json
                   ? "{\"prior\": %g, \"moves\": %ld, \"log_p_before\": %.4f, "
                     "\"log_p\": %.4f, \"first_before_percent\": %.2f, "
                     "\"first_percent\": %.2f}\n"
                   : "prior %g: %ld moves of games left out, log P %.4f to %.4f, first "
                     "%.2f to %.2f %%\n",
               gain->width, gain->moves, gain->before, gain->after,
               100 * gain->first_before, 100 * gain->first_after);
    }
}

static bool fit_and_write(struct study_of_style *study, struct learning const *learning,
                          struct style_training const *training, struct failure *why)
{
    struct style_gain gains[STYLE_WIDTHS];
    struct style_learnt learnt = {.player = study->player,
                                  .games = (long)study->count,
                                  .moves = style_lessons_count(study->lessons)};
    int const tried = style_lessons_fit(study->lessons, training, &learnt, gains);
    provenance_say(learning->made, "learnt from", "%ld games and %ld moves of %s",
                   learnt.games, learnt.moves, learnt.player);
    tell(learning, gains, tried);
    bool const good = style_write(learning->file, &learnt, learning->made, why);
    if (good && !learning->json)
        printf("%s: the style of %s, from %ld moves in %ld games\n", learning->file,
               learnt.player, learnt.moves, learnt.games);
    free((void *)learnt.traits);
    free((void *)learnt.weights);
    free((void *)learnt.seen);
    return good;
}

/* Of these games: the name is right, and there are enough.  */
static bool has_games(struct study_of_style const *study, struct failure *why)
{
    if (!players_games(study->players, study->player))
        return players_refuse(study->players, study->player, why);
    return study->count >= GAMES_LEAST ||
           failed(why, "%zu games of '%s' are too few for a style; %d are the least",
                  study->count, study->player, GAMES_LEAST);
}

static bool study_all(struct study_of_style *study, struct learning const *learning,
                      struct tuning_of_style const *tuning, struct failure *why)
{
    char judge[DATAFILE_PATH];
    games_learn(&learning->games, keep_his, study, learning->made);
    if (!has_games(study, why) ||
        (datafile_find(judge_kind.data, judge, NULL) &&
         !provenance_learnt_against(learning->made, judge, why)))
        return false;
    provenance_say(learning->made, "player", "%s", study->player);
    study->all = count_moves(study);
    study->wanted = tuning->positions;
    for (size_t i = 0; i < study->count; i++)
        study_game(study, (long)i);
    return fit_and_write(study, learning, &tuning->training, why);
}

bool learn_style(struct learning const *learning, struct failure *why)
{
    struct study_of_style study = {.player = learning->player};
    struct tuning_of_style tuning;
    struct complaints complaints = {0};
    if (!learn_settings(learning, rows, &tuning, why))
        return false;
    struct mixture *const mixture = sources_mixture(&complaints);
    study.consultation = sources_open(mixture, &complaints);
    study.players = players_new();
    study.lessons = style_lessons_new();
    bool good = true;
    for (int i = 0; i < complaints.count && good; i++)
        good = failed(why, "%s", complaints.list[i].text);
    good = good && study_all(&study, learning, &tuning, why);
    for (size_t i = 0; i < study.count; i++)
        game_release(&study.games[i]);
    free(study.games);
    style_lessons_free(study.lessons);
    players_free(study.players);
    situations_release(&study.situations);
    consultation_free(study.consultation);
    mixture_free(mixture);
    complaints_release(&complaints);
    return good;
}
