#include <config.h>

#include "patterns/learning/judge_games.h"

#include "engine/base/chunkfile.h"
#include "engine/base/rng.h"
#include "engine/go/rules.h"
#include "engine/reading/status.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <xalloc.h>

enum {
    VERSION_NOW = 2,
    GAME_SIZE = 24,
    STEP_SIZE = 2,
    MOVES_PART = 9, /* of the points are moves in a game that was meant */
    SIZE_LEAST = 5,
    STEPS_MAX = 1000,
    COLOR_SHIFT = 10,
    SETUP_SHIFT = 12,
    QUICK_SHIFT = 13,
    SIZE_SHIFT = 2,
    KOMI_MAX = 2 * 200, /* in half points */
};

static uint64_t const no_owner = UINT64_MAX;
static char const quick[] = "quick";

/* ---------------------------------------------------------------- making it */

struct bytes {
    unsigned char *at;
    size_t used, capacity;
};

struct judge_collector {
    struct bytes games, steps, owners;
    long count, counted;
};

struct judge_collector *judge_collector_new(void)
{
    return xzalloc(sizeof(struct judge_collector));
}

void judge_collector_free(struct judge_collector *collector)
{
    if (!collector)
        return;
    free(collector->games.at);
    free(collector->steps.at);
    free(collector->owners.at);
    free(collector);
}

static unsigned char *append(struct bytes *bytes, size_t size)
{
    while (bytes->capacity - bytes->used < size)
        bytes->at = x2nrealloc(bytes->at, &bytes->capacity, 1);
    bytes->used += size;
    return bytes->at + bytes->used - size;
}

static void put_le16(unsigned char *to, unsigned x)
{
    to[0] = (unsigned char)x;
    to[1] = (unsigned char)(x >> 8);
}

static unsigned get_le16(unsigned char const *from)
{
    return from[0] | (unsigned)from[1] << 8;
}

/* Did it come to a result on the board: by counting or resignation, not by the clock
   or a server?  */
static bool is_decided(struct game const *game)
{
    char const *const plus = strchr(game->result, '+');
    return game->winner != EMPTY && plus &&
           (game->scored || plus[1] == 'R' || plus[1] == 'r');
}

bool judge_game_count(struct game const *game, struct board const *end, float *lead,
                      uint8_t owner[POINTS])
{
    struct rules const *const rules[2] = {rules_find("japanese"),
                                          rules_find("chinese")};
    enum status status[POINTS];
    if (!game->scored || !game->komi_known || fabs(game->komi) > KOMI_MAX / 2)
        return false;
    status_judge(end, status);
    for (int i = 0; i < 2; i++) {
        double const score =
            rules_score(rules[i], end, status, game->komi, game->handicap);
        if (fabs(score - game->score) > 0.01)
            continue;
        rules_owners(end, status, owner);
        *lead = (float)rules_score(rules[i], end, status, 0, 0);
        return true;
    }
    return false;
}

static uint64_t add_owners(struct judge_collector *collector, int size,
                           uint8_t const owner[POINTS])
{
    uint64_t const place = collector->owners.used;
    unsigned char *to = append(&collector->owners, (size_t)(size * size));
    for (int row = 1; row <= size; row++)
        for (int column = 1; column <= size; column++)
            *to++ = owner[point_at(column, row)];
    collector->counted++;
    return place;
}

static bool is_useful(struct game const *game)
{
    int const area = game->width * game->height;
    return game->width == game->height && game->width >= SIZE_LEAST &&
           game->width <= JUDGE_SIZE && game->count <= STEPS_MAX &&
           game_moves(game) >= area / MOVES_PART &&
           (is_decided(game) || game->winner == EMPTY);
}

static bool is_quick(struct game const *game, int step)
{
    return game->notes && game->notes[step] && strcmp(game->notes[step], quick) == 0;
}

static void add_steps(struct judge_collector *collector, struct game const *game)
{
    for (int i = 0; i < game->count; i++) {
        struct step const *const step = &game->steps[i];
        if (step->kind != STEP_TO_MOVE)
            put_le16(append(&collector->steps, STEP_SIZE),
                     step->at | (unsigned)step->color << COLOR_SHIFT |
                         (unsigned)(step->kind == STEP_SETUP) << SETUP_SHIFT |
                         (unsigned)is_quick(game, i) << QUICK_SHIFT);
    }
}

bool judge_collector_add(struct judge_collector *collector, struct game const *game,
                         bool checks, struct failure *why)
{
    struct replay walk;
    uint8_t owner[POINTS];
    float lead = 0;
    if (!is_useful(game))
        return true;
    replay_start(&walk, game);
    while (replay_next(&walk, why))
        ;
    if (why->text[0])
        return false;
    if (walk.setup)
        return true;

    bool const counted = judge_game_count(game, &walk.board, &lead, owner);
    bool const komi_known = game->komi_known && fabs(game->komi) <= KOMI_MAX / 2;
    size_t const first = collector->steps.used;
    unsigned const notes = (checks ? GAME_CHECKS : 0) |
                           (komi_known ? GAME_KOMI_KNOWN : 0) |
                           (unsigned)game->width << SIZE_SHIFT;
    add_steps(collector, game);
    unsigned char *const head = append(&collector->games, GAME_SIZE);
    put_le64(head, first);
    put_le64(head + 8, counted ? add_owners(collector, game->width, owner) : no_owner);
    put_le16(head + 16, (unsigned)((collector->steps.used - first) / STEP_SIZE));
    double const komi = counted ? (double)lead - game->score : game->komi;
    put_le16(head + 18, (unsigned)lround(komi_known ? 2 * komi : 0));
    put_le16(head + 20, (unsigned)lround(2 * (double)lead));
    head[22] = game->winner;
    head[23] = (unsigned char)notes;
    collector->count++;
    return true;
}

long judge_collector_games(struct judge_collector const *collector, long *counted)
{
    *counted = collector->counted;
    return collector->count;
}

static void write_chunk(struct chunk_writer *writer, char const *name,
                        struct bytes const *bytes)
{
    chunk_writer_begin(writer, name);
    chunk_writer_write(writer, bytes->at, bytes->used);
}

bool judge_collector_write(struct judge_collector const *collector, char const *path,
                           struct provenance const *made, struct failure *why)
{
    struct chunk_writer *const writer =
        chunk_writer_new(path, "JGAM", VERSION_NOW, why);
    if (!writer)
        return false;
    write_chunk(writer, "GAME", &collector->games);
    write_chunk(writer, "STEP", &collector->steps);
    write_chunk(writer, "OWNR", &collector->owners);
    provenance_write(made, writer);
    return chunk_writer_finish(writer, why);
}

/* ---------------------------------------------------------------- reading it */

struct part {
    struct chunkfile *file;
    struct chunk games, steps, owners;
    long count;
};

struct judge_games {
    int count;
    struct part part[];
};

static int size_of(unsigned char const *head)
{
    return head[23] >> SIZE_SHIFT;
}

static bool game_is_sound(struct part const *part, unsigned char const *head)
{
    uint64_t const first = get_le64(head), owner = get_le64(head + 8);
    size_t const size = get_le16(head + 16) * (size_t)STEP_SIZE;
    int const side = size_of(head);
    return side >= SIZE_LEAST && side <= JUDGE_SIZE && first % STEP_SIZE == 0 &&
           first <= part->steps.size && size <= part->steps.size - first &&
           (owner == no_owner ||
            (owner <= part->owners.size &&
             (size_t)(side * side) <= part->owners.size - owner)) &&
           head[22] <= WHITE;
}

static bool is_on_board(unsigned step, int size)
{
    point const at = step & ((1u << COLOR_SHIFT) - 1);
    unsigned const color = step >> COLOR_SHIFT & 3;
    bool const setup = step >> SETUP_SHIFT & 1;
    return color != EDGE && (setup || color != EMPTY) &&
           ((at == PASS && !setup) ||
            (at < POINTS && point_column(at) >= 1 && point_column(at) <= size &&
             point_row(at) >= 1 && point_row(at) <= size));
}

static bool steps_are_sound(struct part const *part, unsigned char const *head)
{
    unsigned char const *const first =
        (unsigned char const *)part->steps.data + get_le64(head);
    for (unsigned i = 0; i < get_le16(head + 16); i++)
        if (!is_on_board(get_le16(first + STEP_SIZE * i), size_of(head)))
            return false;
    return true;
}

static bool is_sound(struct part const *part, struct failure *why)
{
    char const *const path = chunkfile_path(part->file);
    unsigned char const *const head = part->games.data;
    unsigned char const *const owners = part->owners.data;
    for (size_t i = 0; i < part->games.size; i += GAME_SIZE) {
        if (!game_is_sound(part, head + i))
            return failed(why, "%s: a game points nowhere", path);
        if (!steps_are_sound(part, head + i))
            return failed(why, "%s: a move is not on the board", path);
    }
    for (size_t i = 0; i < part->owners.size; i++)
        if (owners[i] > WHITE)
            return failed(why, "%s: an owner is no colour", path);
    return part->count > 0 || failed(why, "%s: there is no game in it", path);
}

static bool open_part(struct part *part, char const *path, struct failure *why)
{
    part->file = chunkfile_open(path, "JGAM", VERSION_NOW, why);
    if (!part->file || !chunkfile_verify(part->file, why) ||
        !chunkfile_find(part->file, "GAME", GAME_SIZE, &part->games, why) ||
        !chunkfile_find(part->file, "STEP", STEP_SIZE, &part->steps, why) ||
        !chunkfile_find(part->file, "OWNR", 1, &part->owners, why))
        return false;
    part->count = (long)(part->games.size / GAME_SIZE);
    return is_sound(part, why);
}

struct judge_games *judge_games_open(char const *const paths[], int count,
                                     struct failure *why)
{
    struct judge_games *const games =
        xzalloc(sizeof *games + (size_t)count * sizeof *games->part);
    games->count = count;
    for (int i = 0; i < count; i++)
        if (!open_part(&games->part[i], paths[i], why)) {
            judge_games_close(games);
            return NULL;
        }
    return games;
}

void judge_games_close(struct judge_games *games)
{
    if (!games)
        return;
    for (int i = 0; i < games->count; i++)
        chunkfile_close(games->part[i].file);
    free(games);
}

long judge_games_count(struct judge_games const *games)
{
    long count = 0;
    for (int i = 0; i < games->count; i++)
        count += games->part[i].count;
    return count;
}

/* The part that has game *NUMBER, which becomes its number there.  */
static struct part const *part_of(struct judge_games const *games, long *number)
{
    struct part const *part = games->part;
    assert(*number >= 0 && *number < judge_games_count(games));
    for (; *number >= part->count; part++)
        *number -= part->count;
    return part;
}

static unsigned char const *head_of(struct part const *part, long number)
{
    return (unsigned char const *)part->games.data + GAME_SIZE * (size_t)number;
}

static unsigned char const *steps_of(struct part const *part, unsigned char const *head)
{
    return (unsigned char const *)part->steps.data + get_le64(head);
}

struct judge_game judge_games_facts(struct judge_games const *games, long number)
{
    struct part const *const part = part_of(games, &number);
    unsigned char const *const head = head_of(part, number);
    uint64_t const owner = get_le64(head + 8);
    return (struct judge_game){
        .size = size_of(head),
        .checks = head[23] & GAME_CHECKS,
        .komi_known = head[23] & GAME_KOMI_KNOWN,
        .winner = head[22],
        .komi = (float)(int16_t)get_le16(head + 18) / 2,
        .lead = (float)(int16_t)get_le16(head + 20) / 2,
        .owner =
            owner == no_owner ? NULL : (unsigned char const *)part->owners.data + owner,
    };
}

struct judge_game judge_games_get(struct judge_games const *games, long number,
                                  struct game *steps)
{
    struct judge_game const facts = judge_games_facts(games, number);
    struct part const *const part = part_of(games, &number);
    unsigned char const *const head = head_of(part, number), *const first =
                                                                 steps_of(part, head);
    game_clear(steps, facts.size, facts.size);
    for (unsigned i = 0; i < get_le16(head + 16); i++) {
        unsigned const step = get_le16(first + STEP_SIZE * i);
        game_add(steps, step >> SETUP_SHIFT & 1 ? STEP_SETUP : STEP_PLAY,
                 (enum color)(step >> COLOR_SHIFT & 3),
                 (point)(step & ((1u << COLOR_SHIFT) - 1)));
    }
    return facts;
}

bool judge_games_exemplary(struct judge_games const *games, long number, int step)
{
    struct part const *const part = part_of(games, &number);
    unsigned char const *const head = head_of(part, number);
    assert(step >= 0 && (unsigned)step < get_le16(head + 16));
    return !(get_le16(steps_of(part, head) + STEP_SIZE * step) >> QUICK_SHIFT & 1);
}

uint64_t judge_games_digest(struct judge_games const *games)
{
    uint64_t digest = 0;
    for (int i = 0; i < games->count; i++)
        digest = rng_mix(digest) ^
                 chunk_checksum(games->part[i].games.data, games->part[i].games.size) ^
                 chunk_checksum(games->part[i].owners.data, games->part[i].owners.size);
    return digest;
}
