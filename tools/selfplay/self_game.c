#include <config.h>

#include "tools/selfplay/self_game.h"

#include "engine/base/printed.h"
#include "engine/base/rng.h"
#include "engine/reading/status.h"
#include "tools/judged/foresight.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <xalloc.h>

/* Of the board's points: how long openings that are drawn last, and whole games.  */
enum { WILD_PART = 27, DRAWN_PART = 6, LONGEST = 3 };

struct self_player {
    struct self_terms terms;
    struct mind *mind;
    struct tuning tuning;
    struct rules const *rules;
    struct goban goban;
    struct rng rng;
    double komi;
    int wild, drawn;        /* moves of this game's beginning */
    struct thought thought; /* of the last search, if it has playouts */
    struct decision decision;
};

struct self_player *self_player_new(struct self_terms const *terms)
{
    struct self_player *const player = xzalloc(sizeof *player);
    player->terms = *terms;
    player->mind = foresight_mind(terms->seed);
    player->rules = rules_find("chinese");
    params_reset(tuning_params, &player->tuning);
    player->tuning.book_depth = 0;
    goban_init(&player->goban, terms->size, terms->size);
    return player;
}

void self_player_free(struct self_player *player)
{
    if (!player)
        return;
    goban_release(&player->goban);
    mind_free(player->mind);
    free(player);
}

/* ---------------------------------------------------------------- one move */

static void keep_thought(void *self, struct thought const *thought)
{
    struct self_player *const player = self;
    player->thought = *thought;
}

static void think(struct self_player *player, int playouts, atomic_bool const *stop)
{
    struct goban const *const goban = &player->goban;
    struct observer const observer = {.first_ms = INFINITY,
                                      .interval_ms = INFINITY,
                                      .look = keep_thought,
                                      .self = player};
    struct task const task = {.situation = goban_situation(goban),
                              .rules = player->rules,
                              .history = &goban->history,
                              .komi = player->komi,
                              .budget_ms = -1,
                              .cleanup = true,
                              .stop = stop,
                              .observer = &observer};
    player->thought.count = 0;
    player->tuning.search.playouts = playouts;
    player_decide(mind_player(player->mind, &player->tuning, player->komi), &task,
                  &player->decision);
}

/* One of the moves that were tried, each as often as its weight says.  */
static point draw(struct self_player *player, bool evenly)
{
    struct thought const *const thought = &player->thought;
    double sum = 0;
    for (int i = 0; i < thought->count; i++)
        sum += thought->move[i].at == PASS ? 0 : evenly ? 1 : thought->move[i].visits;
    double left = sum * rng_unit(&player->rng);
    for (int i = 0; i < thought->count; i++) {
        if (thought->move[i].at == PASS)
            continue;
        left -= evenly ? 1 : thought->move[i].visits;
        if (left < 0)
            return thought->move[i].at;
    }
    return player->decision.at;
}

/* What the search saw, for people.  */
static void note_thought(struct self_player *player)
{
    enum { NAMED = 8 };
    struct thought const *const thought = &player->thought;
    struct printed printed;
    FILE *const out = printed_begin(&printed);
    fprintf(out, "%.1f %%, %+.1f:", 100 * thought->win, thought->score);
    for (int i = 0; i < thought->count && i < NAMED; i++) {
        char name[POINT_TEXT];
        fprintf(out, " %s %u", point_format(thought->move[i].at, name),
                thought->move[i].visits);
    }
    char *const text = printed_end(&printed);
    game_note(&player->goban.record, player->goban.record.count - 1, text);
    free(text);
}

static bool play(struct self_player *player, atomic_bool const *stop,
                 struct failure *why)
{
    struct goban *const goban = &player->goban;
    bool const wild = goban->move_count < player->wild,
               slow = !wild && rng_unit(&player->rng) < player->terms.slow_share;
    think(player, slow ? player->terms.slow : player->terms.quick, stop);
    point at = player->decision.at;
    if (player->thought.count && at != PASS && goban->move_count < player->drawn)
        at = draw(player, wild);
    struct move const move = {goban->board.to_move, at};
    if (!goban_play(goban, player->rules, &move, 1, why))
        return false;
    if (slow && player->thought.count)
        note_thought(player);
    else
        game_note(&goban->record, goban->record.count - 1, "quick");
    return true;
}

/* ---------------------------------------------------------------- one game */

static void begin(struct self_player *player, long number)
{
    struct self_terms const *const terms = &player->terms;
    uint32_t const area = (uint32_t)(terms->size * terms->size);
    uint64_t const seed = rng_mix(terms->seed) + (uint64_t)number;
    rng_seed(&player->rng, seed);
    player->komi = terms->komi - terms->komi_spread +
                   0.5 * rng_below(&player->rng, 4 * (uint32_t)terms->komi_spread + 1);
    player->wild = rng_below(&player->rng, 2)
                       ? 1 + (int)rng_below(&player->rng, area / WILD_PART + 1)
                       : 0;
    player->drawn = player->wild + (int)rng_below(&player->rng, area / DRAWN_PART + 1);
    goban_clear(&player->goban, terms->size, terms->size);
    mind_reseed(player->mind, seed);
    search_forget(mind_search(player->mind, &player->tuning.search));
}

/* Who played and how, for whoever finds the record somewhere else.  */
static void note_terms(struct self_player *player, long number)
{
    char *const settings = self_terms_text(&player->terms), *text;
    if (asprintf(&text, "Game %ld of Hishi %s against itself: %s.", number + 1,
                 HISHI_VERSION, settings) < 0)
        xalloc_die();
    game_note(&player->goban.record, -1, text);
    free(settings);
    free(text);
}

static void set_result(struct self_player *player)
{
    struct game *const record = &player->goban.record;
    struct board const *const end = &player->goban.board;
    enum status status[POINTS];
    status_judge(end, status);
    record->score = rules_score(player->rules, end, status, player->komi, 0);
    record->scored = true;
    record->winner = record->score > 0 ? BLACK : record->score < 0 ? WHITE : EMPTY;
    record->komi = player->komi;
    record->komi_known = true;
    snprintf(record->rules, sizeof record->rules, "%s", player->rules->sgf);
    snprintf(record->black, sizeof record->black, "Hishi");
    snprintf(record->white, sizeof record->white, "Hishi");
}

struct game const *self_player_game(struct self_player *player, long number,
                                    atomic_bool const *stop, struct failure *why)
{
    struct goban *const goban = &player->goban;
    int const most = LONGEST * player->terms.size * player->terms.size;
    begin(player, number);
    while (!rules_ended(player->rules, &goban->board) && goban->move_count < most)
        if (!play(player, stop, why) || atomic_load(stop))
            return NULL;
    if (!rules_ended(player->rules, &goban->board))
        return NULL;
    set_result(player);
    note_terms(player, number);
    return &goban->record;
}
