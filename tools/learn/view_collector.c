#include <config.h>

#include "tools/learn/view_collector.h"

#include "engine/base/rng.h"
#include "engine/base/seconds.h"
#include "engine/records/gamename.h"
#include "engine/records/situations.h"
#include "patterns/learning/casebuilder.h"
#include "patterns/learning/judge_games.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <xalloc.h>

enum {
    EARLIEST = 40, /* before that there is hardly a chain */
    NOT_LAST = 10, /* nor is anything open after these */
    STONES_LEAST = 2,
    ROOM = 2, /* times as many games as are wanted are kept before the rest goes */
};

static float const doubt = 0.8f;

/* A stone that was looked at.  */
struct drawn_view {
    struct stone_view view;
    float numbers[CHANNELS];
    float live; /* the judge's chance that it does */
};

struct drawn_game {
    uint64_t lot; /* the lowest are kept */
    char file[GAME_TEXT], black[GAME_TEXT], white[GAME_TEXT], date[32], result[32];
    uint32_t number;
    int count;
    struct drawn_view view[VIEW_CHAINS_MAX];
};

struct lottery {
    int wanted; /* views */
    uint64_t limit;
    struct drawn_game *game;
    int count, room;
};

struct view_collector {
    struct judge const *judge;
    struct judge_desk *desk;
    struct view_options options;
    struct lottery learnt, checked;
    struct situations situations;
    struct judge_opinion opinion;
};

static struct lottery lottery_of(int wanted)
{
    int const room = ROOM * wanted + 2;
    return (struct lottery){.wanted = wanted,
                            .limit = UINT64_MAX,
                            .room = room,
                            .game = xnmalloc((size_t)room, sizeof(struct drawn_game))};
}

struct view_collector *view_collector_new(struct judge const *judge,
                                          struct view_options const *options)
{
    struct view_collector *const collector = xzalloc(sizeof *collector);
    collector->judge = judge;
    collector->desk = judge_desk_new();
    collector->options = *options;
    collector->learnt = lottery_of(options->views);
    collector->checked = lottery_of(options->checks);
    return collector;
}

void view_collector_free(struct view_collector *collector)
{
    if (!collector)
        return;
    situations_release(&collector->situations);
    judge_desk_free(collector->desk);
    free(collector->learnt.game);
    free(collector->checked.game);
    free(collector);
}

/* ---------------------------------------------------------------- the lottery */

static int by_lot(void const *left, void const *right)
{
    struct drawn_game const *const a = left, *const b = right;
    return (a->lot > b->lot) - (a->lot < b->lot);
}

/* Only as many games as it takes for what is wanted, those with the lowest lots.  */
static int draw(struct lottery *lottery)
{
    int views = 0, games = 0;
    qsort(lottery->game, (size_t)lottery->count, sizeof *lottery->game, by_lot);
    while (games < lottery->count && views < lottery->wanted)
        views += lottery->game[games++].count;
    if (views >= lottery->wanted)
        lottery->limit = games ? lottery->game[games - 1].lot : 0;
    lottery->count = games;
    return views;
}

/* ---------------------------------------------------------------- a game */

static enum view_fate fate_of(uint8_t owner, enum color color)
{
    return owner == EMPTY ? VIEW_SEKI : owner == color ? VIEW_LIVED : VIEW_DIED;
}

static float live_of(struct judge_opinion const *opinion, point at, enum color color)
{
    return (1 + (color == BLACK ? 1 : -1) * opinion->owner[at]) / 2;
}

/* A stone of the chain at P, by lot.  */
static point any_stone(struct board const *board, point p, struct rng *rng)
{
    uint32_t steps = rng_below(rng, (uint32_t)board_chain(board, p)->stone_count);
    while (steps--)
        p = board->next[p];
    return p;
}

static void look_at(struct view_collector const *collector, point at,
                    uint8_t const owner[POINTS], int move, struct drawn_view *out)
{
    struct board const *const board = collector->situations.situation.board;
    enum color const color = board_color(board, at), mover = (enum color)board->to_move;
    memcpy(out->numbers, judge_desk_numbers(collector->desk, collector->judge, at),
           sizeof out->numbers);
    out->live = live_of(&collector->opinion, at, color);
    out->view = (struct stone_view){.own = color == mover,
                                    .fate = fate_of(owner[at], color),
                                    .move = (uint16_t)move,
                                    .at = at};
    diamond_look(board, at, mover, &out->view.diamond);
}

/* A chain with its lot: the lowest are taken (Efraimidis and Spirakis 2006).  */
struct chain_lot {
    double lot;
    point at;
};

static int by_chain_lot(void const *left, void const *right)
{
    struct chain_lot const *const a = left, *const b = right;
    return (a->lot > b->lot) - (a->lot < b->lot);
}

static int draw_chains(struct view_collector const *collector, double sure,
                       struct rng *rng, struct chain_lot list[])
{
    static double const never = 1e-9;
    struct board const *const board = collector->situations.situation.board;
    int count = 0;
    for (point p = board_first_point(); p; p = board_next_point(board, p)) {
        enum color const color = board_color(board, p);
        if (color == EMPTY || board_chain(board, p)->stone != p ||
            board_chain(board, p)->stone_count < STONES_LEAST)
            continue;
        double const dies = 1 - (double)live_of(&collector->opinion, p, color);
        double const weight = fmax(sure + (1 - sure) * dies, never);
        list[count++] = (struct chain_lot){.lot = -log(1 - rng_unit(rng)) / weight,
                                           .at = any_stone(board, p, rng)};
    }
    qsort(list, (size_t)count, sizeof *list, by_chain_lot);
    return count;
}

/* The position of GAME before move MOVE, looked at.  */
static bool look(struct view_collector *collector, struct game const *game, int move,
                 double needed, struct failure *why)
{
    situations_start(&collector->situations, game);
    for (int i = 0; i <= move; i++)
        if (!situations_next(&collector->situations, why))
            return false;
    judge_look(collector->judge, collector->desk, &collector->situations.situation,
               NULL, needed, &collector->opinion);
    return true;
}

static void name(struct drawn_game *drawn, struct game const *game,
                 struct origin const *origin)
{
    gamename_file(origin->file, drawn->file);
    memcpy(drawn->black, game->black, sizeof drawn->black);
    memcpy(drawn->white, game->white, sizeof drawn->white);
    memcpy(drawn->date, game->date, sizeof drawn->date);
    memcpy(drawn->result, game->result, sizeof drawn->result);
    drawn->number = (uint32_t)origin->number;
}

/* Who owned what in the end, if GAME was counted, and what Black needed.  */
static bool count_game(struct game const *game, uint8_t owner[POINTS], double *needed,
                       struct failure *why)
{
    struct replay walk;
    float lead;
    replay_start(&walk, game);
    while (replay_next(&walk, why))
        ;
    if (why->text[0] || walk.setup ||
        !judge_game_count(game, &walk.board, &lead, owner))
        return false;
    *needed = (double)lead - game->score;
    return true;
}

/* Worth a look: a game that may have been counted, with a position to draw.  */
static bool is_of_use(struct game const *game)
{
    int const moves = game_moves(game);
    return game->scored && game->width == JUDGE_SIZE && game->height == JUDGE_SIZE &&
           moves > EARLIEST + NOT_LAST && moves <= MEMORY_MOVES;
}

/* What DRAWN remembers of its game, one position; false when that cannot be replayed.
 */
static bool fill(struct view_collector *collector, struct game const *game, double sure,
                 struct drawn_game *drawn, struct failure *why)
{
    struct chain_lot chains[CHAIN_MAX];
    uint8_t owner[POINTS];
    double needed;
    struct rng rng;
    if (!count_game(game, owner, &needed, why))
        return !why->text[0];
    rng_seed(&rng, drawn->lot);
    uint32_t const drawn_from = (uint32_t)(game_moves(game) - EARLIEST - NOT_LAST);
    int const move = EARLIEST + (int)rng_below(&rng, drawn_from);
    if (!look(collector, game, move, needed, why))
        return !why->text[0];
    int const count = draw_chains(collector, sure, &rng, chains);
    for (; drawn->count < count && drawn->count < collector->options.chains;
         drawn->count++)
        look_at(collector, chains[drawn->count].at, owner, move,
                &drawn->view[drawn->count]);
    return true;
}

bool view_collector_add(struct view_collector *collector, struct game const *game,
                        struct origin const *origin, struct failure *why)
{
    bool const checks = split_of(origin->number) == SPLIT_VALIDATION;
    struct lottery *const lottery = checks ? &collector->checked : &collector->learnt;
    struct drawn_game *const drawn = &lottery->game[lottery->count];
    if (!lottery->wanted || !is_of_use(game))
        return true;
    name(drawn, game, origin);
    drawn->count = 0;
    drawn->lot = rng_mix(rng_mix_text(collector->options.seed, drawn->file) ^
                         (uint64_t)origin->number);
    if (drawn->lot > lottery->limit)
        return true;
    if (!fill(collector, game, checks ? 1 : collector->options.sure, drawn, why))
        return false;
    lottery->count += drawn->count > 0;
    if (lottery->count == lottery->room)
        draw(lottery);
    return true;
}

/* ---------------------------------------------------------------- writing */

int view_collector_views(struct view_collector *collector, int *games)
{
    int const views = draw(&collector->learnt);
    *games = collector->learnt.count;
    return views;
}

/* Views in LIST, their numbers in NUMBERS, and their games; returns how many.  */
static int gather(struct lottery const *lottery, struct stone_view list[],
                  float *numbers, struct casebuilder *names)
{
    int count = 0;
    for (int i = 0; i < lottery->count; i++) {
        struct drawn_game const *const game = &lottery->game[i];
        struct remembered_game const named = {.file = game->file,
                                              .black = game->black,
                                              .white = game->white,
                                              .date = game->date,
                                              .result = game->result,
                                              .number = game->number};
        uint32_t const number = casebuilder_add_game(names, &named);
        for (int j = 0; j < game->count; j++) {
            memcpy(numbers + count * CHANNELS, game->view[j].numbers,
                   sizeof game->view[j].numbers);
            list[count] = game->view[j].view;
            list[count++].game = number;
        }
    }
    return count;
}

bool view_collector_write(struct view_collector *collector, char const *path,
                          struct provenance const *made, struct failure *why)
{
    int games, views = view_collector_views(collector, &games);
    struct chunk_writer *const writer =
        chunk_writer_new(path, "VIEW", VIEWS_VERSION, why);
    if (!writer)
        return false;
    struct stone_view *const list = xnmalloc((size_t)views + 1, sizeof *list);
    float *const numbers = xnmalloc((size_t)views + 1, CHANNELS * sizeof *numbers);
    struct casebuilder names;
    struct view_scale scale;
    casebuilder_init(&names);
    views = gather(&collector->learnt, list, numbers, &names);
    view_scale_fit(&scale, numbers, views);
    for (int i = 0; i < views; i++)
        view_measure(&scale, numbers + i * CHANNELS, list[i].number);
    views_write(&scale, list, views, writer);
    casebuilder_write_games(&names, writer, false);
    provenance_write(made, writer);
    casebuilder_release(&names);
    free(numbers);
    free(list);
    return chunk_writer_finish(writer, why);
}

/* ---------------------------------------------------------------- measuring */

/* The mean fate of the NEAREST: 1 lived, 0 died.  */
static double foretell(struct views const *views, struct drawn_view const *asked,
                       int nearest, struct near_view list[])
{
    static double const worth[VIEW_FATES] = {0, 1, 0.5};
    int const count =
        views_nearest(views, asked->numbers, asked->view.own, nearest, list);
    double sum = 0;
    for (int i = 0; i < count; i++)
        sum += worth[views_get(views, list[i].number).fate];
    return count ? sum / count : 0.5;
}

static void mark(struct view_marks *marks, struct drawn_view const *asked, double told)
{
    bool const lived = asked->view.fate == VIEW_LIVED;
    marks->chains++;
    marks->right += (told > 0.5) == lived;
    marks->judge_right += (asked->live > 0.5f) == lived;
    marks->square += (told - (double)asked->live) * (told - (double)asked->live);
}

void view_collector_check(struct view_collector *collector, struct views const *views,
                          int nearest, struct view_check *check)
{
    struct near_view *const list = xnmalloc((size_t)nearest, sizeof *list);
    double const began_s = program_cpu_s();
    *check = (struct view_check){.cpu_s = 0};
    draw(&collector->checked);
    for (int i = 0; i < collector->checked.count; i++) {
        struct drawn_game const *const game = &collector->checked.game[i];
        for (int j = 0; j < game->count; j++) {
            struct drawn_view const *const asked = &game->view[j];
            double const told = foretell(views, asked, nearest, list);
            if (asked->view.fate == VIEW_SEKI)
                continue;
            mark(&check->all, asked, told);
            if (asked->live <= doubt)
                mark(&check->doubted, asked, told);
        }
    }
    check->cpu_s = program_cpu_s() - began_s;
    free(list);
}
