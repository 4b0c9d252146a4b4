/* The values of a root node wait until it is complete (keep_value, end_node): texts
   need its charset and points its size of board, and neither has to come first.  Only
   the properties that say these, and what kind of game it is, are read at once
   (`early').

   A bad game is read to its end all the same, as nothing but its brackets tells where
   the next one begins: spoil leaves the main line and the rest is skipped.  */
#include <config.h>

#include "engine/records/sgf.h"

#include "engine/go/rules.h"

#include <assert.h>
#include <c-ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xalloc.h>

enum {
    ROOT_MAX = 4096,              /* values of a root node */
    ROOT_BYTES_MAX = 4096 * 1024, /* of all of them */
    HANDICAP_MAX = 25, /* black stones at the start, beyond which it is a problem */
};

/* What to do with a property of the main line.  */
struct property {
    char const *name;
    void (*read)(struct sgf_reader *reader, struct property const *property,
                 char const *value);
    int detail; /* a color, or the offset of a text in struct game */
    int room;   /* of that text */
    bool list;  /* all its values count, not only the first */
    bool early; /* the others of the root node depend on it */
};

/* A value of the root node that waits for the size and the charset.  */
struct postponed {
    struct property const *property;
    size_t start; /* in root_bytes */
};

struct sgf_reader {
    struct sgf_scan scan;
    struct decoder *decoder;
    bool keep_notes;
    long line;

    /* The game being read.  */
    struct game *game;
    bool in_root;
    bool main_line; /* else what comes is a variation, or the game is bad */
    bool bad;
    long values, known; /* in it, and of those that mean something here */
    long words;         /* names without a value */
    struct failure why;
    char *note;          /* of this node, or NULL */
    bool empty_handicap; /* HA[0] */
    struct postponed *waiting;
    size_t waiting_count, waiting_capacity;
    char *root_bytes;
    size_t root_used, root_capacity;
};

struct sgf_reader *sgf_reader_new(void)
{
    struct sgf_reader *const reader = xzalloc(sizeof *reader);
    sgf_scan_init(&reader->scan);
    reader->decoder = decoder_new();
    return reader;
}

void sgf_reader_free(struct sgf_reader *reader)
{
    if (!reader)
        return;
    sgf_scan_release(&reader->scan);
    decoder_free(reader->decoder);
    free(reader->note);
    free(reader->waiting);
    free(reader->root_bytes);
    free(reader);
}

void sgf_reader_start(struct sgf_reader *reader, sgf_pull *pull, void *context)
{
    sgf_scan_start(&reader->scan, pull, context);
}

void sgf_reader_keep_notes(struct sgf_reader *reader, bool keep)
{
    reader->keep_notes = keep;
}

long sgf_reader_line(struct sgf_reader const *reader)
{
    return reader->line;
}

ptrdiff_t sgf_pull_memory(void *context, void *buffer, size_t size)
{
    struct sgf_memory *const memory = context;
    size_t const taken = size < memory->size ? size : memory->size;
    memcpy(buffer, memory->bytes, taken);
    memory->bytes += taken;
    memory->size -= taken;
    return (ptrdiff_t)taken;
}

ptrdiff_t sgf_pull_file(void *context, void *buffer, size_t size)
{
    FILE *const file = context;
    size_t const got = fread(buffer, 1, size, file);
    return got == 0 && ferror(file) ? -1 : (ptrdiff_t)got;
}

/* The game cannot be used, because of the property WHERE unless that is "";
   the rest of it is passed over.  */
static void spoil(struct sgf_reader *reader, char const *where, char const *value,
                  char const *kind)
{
    if (!reader->bad && *where)
        failed(&reader->why, "%s[%.30s]: %s", where, value, kind);
    else if (!reader->bad)
        failed(&reader->why, "%s", kind);
    reader->bad = true;
    reader->main_line = false;
}

/* ---------------------------------------------------------------- properties */

static void add_step(struct sgf_reader *reader, enum step_kind kind, int color,
                     point at)
{
    if (reader->game->count == SGF_STEPS_MAX)
        spoil(reader, "", "", "the game is too long");
    else
        game_add(reader->game, kind, (enum color)color, at);
}

static void read_move(struct sgf_reader *reader, struct property const *property,
                      char const *value)
{
    struct game const *const game = reader->game;
    point list[AREA_MAX];
    if (sgf_points(value, game->width, game->height, list) != 1)
        spoil(reader, property->name, value, "not a point of the board");
    else
        add_step(reader, STEP_PLAY, property->detail, list[0]);
}

static void read_setup(struct sgf_reader *reader, struct property const *property,
                       char const *value)
{
    struct game const *const game = reader->game;
    point list[AREA_MAX];
    int const count = sgf_points(value, game->width, game->height, list);
    if (count < 0)
        spoil(reader, property->name, value, "not a point of the board");
    for (int i = 0; i < count; i++)
        if (list[i] != PASS) /* AB[] is a list of nothing */
            add_step(reader, STEP_SETUP, property->detail, list[i]);
}

static void read_to_move(struct sgf_reader *reader, struct property const *property,
                         char const *value)
{
    (void)property;
    if (*value && strchr("Bb1", *value))
        add_step(reader, STEP_TO_MOVE, BLACK, NOWHERE);
    else if (*value && strchr("Ww2", *value))
        add_step(reader, STEP_TO_MOVE, WHITE, NOWHERE);
}

static void read_text(struct sgf_reader *reader, struct property const *property,
                      char const *value)
{
    text_line((char *)reader->game + property->detail, (size_t)property->room,
              decoder_read(reader->decoder, value, strlen(value)));
}

static void read_comment(struct sgf_reader *reader, struct property const *property,
                         char const *value)
{
    (void)property;
    if (!reader->keep_notes)
        return;
    char const *const text = decoder_read(reader->decoder, value, strlen(value));
    free(reader->note);
    reader->note = *text ? xstrdup(text) : NULL;
}

static void read_size(struct sgf_reader *reader, struct property const *property,
                      char const *value)
{
    int width, height;
    if (!reader->in_root || !*value)
        return;
    if (!sgf_size(value, &width, &height)) {
        spoil(reader, property->name, value, "not a size of board we play on");
        return;
    }
    reader->game->width = (uint8_t)width;
    reader->game->height = (uint8_t)height;
}

static void read_kind(struct sgf_reader *reader, struct property const *property,
                      char const *value)
{
    double kind;
    char const *rest;
    if (sgf_number(value, &kind, &rest) && kind != 1)
        spoil(reader, property->name, value, "not a game of Go");
}

static void read_charset(struct sgf_reader *reader, struct property const *property,
                         char const *value)
{
    (void)property;
    decoder_set(reader->decoder, value);
    reader->scan.wide = decoder_wide(reader->decoder);
}

static void read_komi(struct sgf_reader *reader, struct property const *property,
                      char const *value)
{
    struct game *const game = reader->game;
    (void)property;
    game->komi_known = sgf_komi(value, &game->komi);
}

static void read_handicap(struct sgf_reader *reader, struct property const *property,
                          char const *value)
{
    (void)property;
    double handicap;
    char const *rest;
    if (!sgf_number(value, &handicap, &rest))
        return;
    reader->empty_handicap = handicap == 0;
    if (handicap >= 0 && handicap <= UINT8_MAX)
        reader->game->handicap = (uint8_t)handicap;
}

#define TEXT(field)                                                                    \
    read_text, offsetof(struct game, field), sizeof((struct game){0}.field)

static struct property const properties[] = {
    {"B", read_move, BLACK, 0, false, false},
    {"W", read_move, WHITE, 0, false, false},
    {"AB", read_setup, BLACK, 0, true, false},
    {"AW", read_setup, WHITE, 0, true, false},
    {"AE", read_setup, EMPTY, 0, true, false},
    {"PL", read_to_move, 0, 0, false, false},
    {"C", read_comment, 0, 0, false, false},
    {"PB", TEXT(black), false, false},
    {"PW", TEXT(white), false, false},
    {"BR", TEXT(black_rank), false, false},
    {"WR", TEXT(white_rank), false, false},
    {"GN", TEXT(name), false, false},
    {"DT", TEXT(date), false, false},
    {"EV", TEXT(event), false, false},
    {"RU", TEXT(rules), false, false},
    {"RE", TEXT(result), false, false},
    {"KM", read_komi, 0, 0, false, false},
    {"HA", read_handicap, 0, 0, false, false},
    {"GM", read_kind, 0, 0, false, true},
    {"SZ", read_size, 0, 0, false, true},
    {"CA", read_charset, 0, 0, false, true},
    {0},
};

static struct property const *find_property(char const *name)
{
    for (struct property const *property = properties; property->name; property++)
        if (property->name[0] == name[0] && strcmp(property->name, name) == 0)
            return property;
    return NULL;
}

/* ---------------------------------------------------------------- nodes */

/* A value of the root node is kept until the node is complete.  */
static void keep_value(struct sgf_reader *reader, struct property const *property,
                       char const *value)
{
    size_t const size = strlen(value) + 1;
    if (reader->waiting_count == ROOT_MAX ||
        reader->root_used + size > ROOT_BYTES_MAX) {
        spoil(reader, "", "", "the root node is too large");
        return;
    }
    if (reader->waiting_count == reader->waiting_capacity)
        reader->waiting = x2nrealloc(reader->waiting, &reader->waiting_capacity,
                                     sizeof *reader->waiting);
    while (reader->root_used + size > reader->root_capacity)
        reader->root_bytes = x2nrealloc(reader->root_bytes, &reader->root_capacity, 1);
    reader->waiting[reader->waiting_count++] =
        (struct postponed){property, reader->root_used};
    memcpy(reader->root_bytes + reader->root_used, value, size);
    reader->root_used += size;
    assert(reader->root_used <= reader->root_capacity);
}

static void end_node(struct sgf_reader *reader)
{
    struct game *const game = reader->game;
    for (size_t i = 0; i < reader->waiting_count; i++) {
        struct postponed const *const waiting = &reader->waiting[i];
        assert(waiting->start < reader->root_used);
        waiting->property->read(reader, waiting->property,
                                reader->root_bytes + waiting->start);
    }
    reader->waiting_count = reader->root_used = 0;
    if (reader->note)
        game_note(game, reader->in_root ? -1 : game->count - 1, reader->note);
    free(reader->note);
    reader->note = NULL;
    reader->in_root = false;
}

/* The value that comes next, of PROPERTY, being its COUNTth.  */
static bool take_value(struct sgf_reader *reader, struct property const *property,
                       int count)
{
    reader->values++;
    reader->known += property != NULL;
    reader->words -= count == 0; /* it was a name with a value after all */
    if (!reader->main_line || !property || (count > 0 && !property->list))
        return sgf_scan_skip(&reader->scan);
    if (!sgf_scan_value(&reader->scan))
        return false;
    if (reader->in_root && !property->early)
        keep_value(reader, property, reader->scan.value);
    else
        property->read(reader, property, reader->scan.value);
    return true;
}

/* Read the game up to its last parenthesis, or as far as it goes.  */
static void read_nodes(struct sgf_reader *reader)
{
    struct property const *property = NULL;
    int count = 0;
    for (long depth = 1; depth > 0;) {
        switch (sgf_scan_next(&reader->scan)) {
        case SGF_NAME:
            property = reader->main_line ? find_property(reader->scan.name) : NULL;
            reader->words++;
            count = 0;
            break;
        case SGF_VALUE:
            if (!take_value(reader, property, count++)) {
                spoil(reader, "", "",
                      reader->scan.broken ? "the file cannot be read on"
                                          : "a value has no end");
                depth = 0;
            }
            break;
        case SGF_NODE:
            property = NULL;
            if (reader->main_line)
                end_node(reader);
            break;
        case SGF_OPEN:
            depth++;
            break;
        case SGF_CLOSE:
            depth--;
            if (reader->main_line)
                end_node(reader);
            reader->main_line = false;
            break;
        case SGF_FINISH:
            if (reader->scan.broken)
                spoil(reader, "", "", "the file cannot be read on");
            if (reader->main_line)
                end_node(reader);
            reader->words += reader->values == 0;
            depth = 0;
            break;
        }
    }
}

/* ---------------------------------------------------------------- judgement */

/* `(;' stands in many a text and in any large file of something else.  What has neither
   a stone nor a move nor anything else that SGF knows, but other words, is no game, nor
   is it one without stones but with bytes that no text has.  */
static void judge_text(struct sgf_reader *reader)
{
    bool const other = reader->scan.alien || (reader->words > 0 && reader->known == 0);
    if (reader->game->count == 0 && other)
        spoil(reader, "", "", "this is no record of a game");
}

/* What the result says, and whether it agrees with the komi.  */
static void judge_result(struct sgf_reader const *reader, struct game *game)
{
    struct sgf_result const result = sgf_result(game->result);
    bool const agrees = sgf_fraction(result.score) == sgf_fraction(game->komi);
    game->winner = (uint8_t)result.winner;
    game->scored = result.scored;
    game->score = result.score;
    if (game->komi_known && result.scored && !agrees) {
        if (result.winner == EMPTY)
            game->scored = false; /* no draw under such a komi */
        else
            game->komi_known = false;
    }
    if (game->komi == 0 && reader->empty_handicap && game->score == 0)
        game->komi_known = false; /* a form filled in with zeros */
    if (!game->komi_known)
        game->komi = 0;
}

/* Black's stones on the board before the first move, or 0 if there are white
   ones too.  */
static int black_setup(struct game const *game)
{
    uint8_t color[POINTS] = {EMPTY};
    int stones[EDGE] = {0};
    for (int i = 0; i < game->count && game->steps[i].kind != STEP_PLAY; i++)
        if (game->steps[i].kind == STEP_SETUP)
            color[game->steps[i].at] = game->steps[i].color;
    for (point p = 0; p < POINTS; p++)
        stones[color[p]]++;
    return stones[WHITE] ? 0 : stones[BLACK];
}

/* Put the traditional handicap stones before the first move.  */
static void add_handicap_stones(struct sgf_reader *reader)
{
    struct game *const game = reader->game;
    point stones[AREA_MAX];
    int const count = game->handicap;
    if (count == 6 || count == 7 ||
        !rules_handicap(game->width, game->height, count, stones, NULL)) {
        spoil(reader, "", "", "nobody knows where the handicap stones are");
        return;
    }
    for (int i = 0; i < count; i++)
        game_add(game, STEP_SETUP, BLACK, NOWHERE);
    memmove(game->steps + count, game->steps,
            (size_t)(game->count - count) * sizeof *game->steps);
    if (game->notes)
        memmove(game->notes + count, game->notes,
                (size_t)(game->count - count) * sizeof *game->notes);
    for (int i = 0; i < count; i++) {
        game->steps[i] = (struct step){STEP_SETUP, BLACK, stones[i]};
        if (game->notes)
            game->notes[i] = NULL;
    }
}

static bool says_to_move(struct game const *game)
{
    for (int i = 0; i < game->count; i++)
        if (game->steps[i].kind == STEP_TO_MOVE)
            return true;
    return false;
}

/* After a handicap it is White's turn, also where no move follows.  */
static void judge_handicap(struct sgf_reader *reader)
{
    struct game *const game = reader->game;
    int const stones = black_setup(game);
    int first = 0;
    if (game->handicap == 0 && stones > 1 && stones <= HANDICAP_MAX)
        game->handicap = (uint8_t)stones;
    if (game->handicap < 2)
        return;
    while (first < game->count && game->steps[first].kind == STEP_TO_MOVE)
        first++;
    if (first == game->count)
        return;
    if (game->steps[first].kind == STEP_PLAY && game->steps[first].color == WHITE)
        add_handicap_stones(reader);
    else if (first == 0 && stones > 0 && game_moves(game) == 0 && !says_to_move(game))
        add_step(reader, STEP_TO_MOVE, WHITE, NOWHERE);
}

enum sgf_outcome sgf_read(struct sgf_reader *reader, struct game *game,
                          struct failure *why)
{
    if (!sgf_scan_game(&reader->scan, &reader->line))
        return SGF_END;
    game_clear(game, 19, 19);
    reader->game = game;
    reader->in_root = reader->main_line = true;
    reader->bad = reader->empty_handicap = false;
    reader->values = reader->known = reader->words = 0;
    reader->waiting_count = reader->root_used = 0;
    free(reader->note); /* of a bad game, which nobody took */
    reader->note = NULL;
    reader->scan.wide = WIDE_NONE;
    decoder_set(reader->decoder, NULL);
    read_nodes(reader);
    judge_text(reader);
    if (!reader->bad) {
        judge_result(reader, game);
        judge_handicap(reader);
    }
    if (!reader->bad)
        return SGF_GAME;
    if (why)
        *why = reader->why;
    return SGF_BAD;
}

bool sgf_load(char const *path, struct game *game, struct failure *why)
{
    struct failure reason;
    FILE *const file = fopen(path, "rbe");
    if (!file)
        return failed(why, "%s: %s", path, strerror(errno));
    struct sgf_reader *const reader = sgf_reader_new();
    sgf_reader_keep_notes(reader, true);
    sgf_reader_start(reader, sgf_pull_file, file);
    enum sgf_outcome const outcome = sgf_read(reader, game, &reason);
    long const line = reader->line;
    bool const broken = ferror(file);
    sgf_reader_free(reader);
    fclose(file);
    if (outcome == SGF_BAD)
        return failed(why, "%.400s: line %ld: %.500s", path, line, reason.text);
    if (outcome == SGF_END)
        return failed(why, "%s: %s", path,
                      broken ? "it cannot be read" : "there is no game in it");
    return true;
}
