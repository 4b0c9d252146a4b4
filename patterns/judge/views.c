#include <config.h>

#include "patterns/judge/views.h"

#include "patterns/shapes/remembered.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <xalloc.h>

/* A standard deviation is so many steps, which leaves room for five of them.  */
enum { STEPS = 24, STEP_MOST = 127, BOARD_BYTES = 5, FLAGS_AT = CHANNELS + 15 };

enum { NAMED_ON = 19 }; /* boards that views are of */

/* Two numbers drawn by lot are so far apart in the mean, as a square.  */
static int const strangers = 2 * CHANNELS * STEPS * STEPS;

struct views {
    struct chunkfile *file;
    struct view_scale scale;
    unsigned char const *row;
    int count;
    struct remembered_games named;
};

/* ---------------------------------------------------------------- numbers */

void view_measure(struct view_scale const *scale, float const numbers[CHANNELS],
                  int8_t out[CHANNELS])
{
    for (int i = 0; i < CHANNELS; i++) {
        float const steps = (numbers[i] - scale->mean[i]) * scale->unit[i];
        out[i] = (int8_t)lrintf(fmaxf(-STEP_MOST, fminf(steps, STEP_MOST)));
    }
}

void view_scale_fit(struct view_scale *scale, float const *numbers, int count)
{
    static double const least = 1e-6; /* a channel that says nothing */
    for (int i = 0; i < CHANNELS; i++) {
        double sum = 0, square = 0;
        for (int j = 0; j < count; j++)
            sum += (double)numbers[j * CHANNELS + i];
        double const mean = sum / count;
        for (int j = 0; j < count; j++)
            square += pow((double)numbers[j * CHANNELS + i] - mean, 2);
        scale->mean[i] = (float)mean;
        scale->unit[i] = (float)(STEPS / fmax(sqrt(square / count), least));
    }
}

static int distance(int8_t const a[CHANNELS], int8_t const b[CHANNELS])
{
    int sum = 0;
    for (int i = 0; i < CHANNELS; i++)
        sum += (a[i] - b[i]) * (a[i] - b[i]);
    return sum;
}

static float alike_at(int distance)
{
    return fmaxf(0, 1 - (float)distance / (float)strangers);
}

float view_alike(int8_t const a[CHANNELS], int8_t const b[CHANNELS])
{
    return alike_at(distance(a, b));
}

/* ---------------------------------------------------------------- rows */

static void put_board(unsigned char *to, uint64_t bits)
{
    for (int i = 0; i < BOARD_BYTES; i++)
        to[i] = (unsigned char)(bits >> 8 * i);
}

static uint64_t get_board(unsigned char const *from)
{
    uint64_t bits = 0;
    for (int i = 0; i < BOARD_BYTES; i++)
        bits |= (uint64_t)from[i] << 8 * i;
    return bits;
}

static void put_view(unsigned char row[VIEW_BYTES], struct stone_view const *view)
{
    memcpy(row, view->number, CHANNELS);
    put_board(row + CHANNELS, view->diamond.own);
    put_board(row + CHANNELS + BOARD_BYTES, view->diamond.opp);
    put_board(row + CHANNELS + 2 * BOARD_BYTES, view->diamond.off);
    row[FLAGS_AT] = (unsigned char)((unsigned)view->own | (unsigned)view->fate << 1);
    put_le32(row + FLAGS_AT + 1, view->game);
    put_le32(row + FLAGS_AT + 5, view->move | (uint32_t)view->at << 16);
}

static struct stone_view get_view(unsigned char const *row)
{
    struct stone_view view = {
        .diamond = {.own = get_board(row + CHANNELS),
                    .opp = get_board(row + CHANNELS + BOARD_BYTES),
                    .off = get_board(row + CHANNELS + 2 * BOARD_BYTES)},
        .own = row[FLAGS_AT] & 1,
        .fate = (enum view_fate)(row[FLAGS_AT] >> 1),
        .game = get_le32(row + FLAGS_AT + 1),
        .move = (uint16_t)get_le32(row + FLAGS_AT + 5),
        .at = (point)(get_le32(row + FLAGS_AT + 5) >> 16),
    };
    memcpy(view.number, row, CHANNELS);
    return view;
}

void views_write(struct view_scale const *scale, struct stone_view const list[],
                 int count, struct chunk_writer *writer)
{
    chunk_writer_begin(writer, "SCAL");
    chunk_floats_write(writer, scale->mean, CHANNELS);
    chunk_floats_write(writer, scale->unit, CHANNELS);
    chunk_writer_begin(writer, "VIEW");
    for (int i = 0; i < count; i++) {
        unsigned char row[VIEW_BYTES];
        put_view(row, &list[i]);
        chunk_writer_write(writer, row, sizeof row);
    }
}

/* ---------------------------------------------------------------- opening */

static bool is_on_board(point p)
{
    return p < POINTS && point_column(p) >= 1 && point_column(p) <= NAMED_ON &&
           point_row(p) >= 1 && point_row(p) <= NAMED_ON;
}

static bool is_sound(struct stone_view const *view, uint32_t games)
{
    struct diamond const *const diamond = &view->diamond;
    return view->fate < VIEW_FATES && view->game < games && view->move < MEMORY_MOVES &&
           is_on_board(view->at) && !(diamond->own & diamond->opp) &&
           !((diamond->own | diamond->opp) & diamond->off);
}

static bool read_scale(struct views *views, struct failure *why)
{
    struct chunk scale;
    if (!chunkfile_find(views->file, "SCAL", 1, &scale, why))
        return false;
    bool good = scale.size == 4 * 2 * CHANNELS &&
                chunk_floats_read(scale.data, views->scale.mean, CHANNELS) &&
                chunk_floats_read((unsigned char const *)scale.data + 4 * CHANNELS,
                                  views->scale.unit, CHANNELS);
    for (int i = 0; i < CHANNELS; i++)
        good = good && views->scale.unit[i] > 0;
    return good || failed(why, "%s: is of a judge with other numbers",
                          chunkfile_path(views->file));
}

static bool read_rows(struct views *views, struct failure *why)
{
    struct chunk rows;
    char const *const path = chunkfile_path(views->file);
    if (!chunkfile_find(views->file, "VIEW", VIEW_BYTES, &rows, why))
        return false;
    views->row = rows.data;
    if (rows.size / VIEW_BYTES > INT16_MAX)
        return failed(why, "%s: has too many views", path);
    views->count = (int)(rows.size / VIEW_BYTES);
    for (int i = 0; i < views->count; i++) {
        struct stone_view const view = views_get(views, i);
        if (!is_sound(&view, views->named.count))
            return failed(why, "%s: damaged: view %d is of nowhere", path, i);
    }
    return views->count || failed(why, "%s: there is no view in it", path);
}

struct views *views_open(char const *path, struct failure *why)
{
    struct chunkfile *const file = chunkfile_open(path, "VIEW", VIEWS_VERSION, why);
    if (!file)
        return NULL;
    struct views *const views = xzalloc(sizeof *views);
    views->file = file;
    if (chunkfile_verify(file, why) && read_scale(views, why) &&
        remembered_map(&views->named, file, why) && read_rows(views, why) &&
        (remembered_good(&views->named) ||
         failed(why, "%s: damaged: a game has no names there", path)))
        return views;
    views_close(views);
    return NULL;
}

void views_close(struct views *views)
{
    if (!views)
        return;
    chunkfile_close(views->file);
    free(views);
}

int views_count(struct views const *views)
{
    return views->count;
}

void views_limit(struct views *views, int count)
{
    views->count = count < views->count ? count : views->count;
}

int views_games(struct views const *views)
{
    return (int)views->named.count;
}

struct stone_view views_get(struct views const *views, int number)
{
    return get_view(views->row + VIEW_BYTES * (size_t)number);
}

struct precedent views_precedent(struct views const *views,
                                 struct stone_view const *view)
{
    struct remembered_game const game = remembered_game(&views->named, view->game);
    return precedent_in(&game, view->move);
}

/* ---------------------------------------------------------------- asking */

struct farness {
    int distance, number;
};

/* Into LIST of COUNT, which has room for MOST, in order.  */
static int add_near(struct farness list[], int count, int most, struct farness one)
{
    int at = count;
    while (at > 0 && list[at - 1].distance > one.distance)
        at--;
    if (at == most)
        return count;
    count += count < most;
    memmove(list + at + 1, list + at, (size_t)(count - 1 - at) * sizeof *list);
    list[at] = one;
    return count;
}

int views_nearest(struct views const *views, float const numbers[CHANNELS], bool own,
                  int most, struct near_view list[])
{
    struct farness *const found = xnmalloc((size_t)most + 1, sizeof *found);
    int8_t asked[CHANNELS];
    int count = 0;
    view_measure(&views->scale, numbers, asked);
    for (int i = 0; i < views->count; i++) {
        unsigned char const *const row = views->row + VIEW_BYTES * (size_t)i;
        if ((row[FLAGS_AT] & 1) == own)
            count = add_near(found, count, most,
                             (struct farness){distance(asked, (int8_t const *)row), i});
    }
    for (int i = 0; i < count; i++)
        list[i] = (struct near_view){found[i].number, alike_at(found[i].distance)};
    free(found);
    return count;
}
