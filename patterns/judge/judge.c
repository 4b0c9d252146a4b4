#include <config.h>

#include "patterns/judge/judge.h"

#include "engine/base/chunkfile.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <xalloc.h>

enum { VERSION_NOW = 1, HEAD_SIZE = 32, WEIGHT_SIZE = 4 };

struct judge {
    struct judge_weights *weights;
    struct judge_source source;
};

/* ---------------------------------------------------------------- the file */

struct judge_weights *judge_weights_new(int blocks)
{
    assert(0 < blocks && blocks <= BLOCKS_MAX);
    struct judge_weights *const weights = aligned_alloc(4 * LANES, sizeof *weights);
    if (!weights)
        xalloc_die();
    memset(weights, 0, sizeof *weights);
    weights->blocks = blocks;
    return weights;
}

/* Weights are in a file but for the blocks that are not there.  */
enum {
    BLOCK_WEIGHTS = sizeof(struct judge_block) / WEIGHT_SIZE,
    BLOCKS_FROM = offsetof(struct judge_weights, block) / WEIGHT_SIZE,
    BLOCKS_TO = BLOCKS_FROM + BLOCKS_MAX * BLOCK_WEIGHTS,
};

/* Up to where they are there.  */
static int first_part(struct judge_weights const *weights)
{
    return BLOCKS_FROM + weights->blocks * BLOCK_WEIGHTS;
}

int judge_weight_count(struct judge_weights const *weights)
{
    return first_part(weights) + JUDGE_WEIGHTS - BLOCKS_TO;
}

static void write_weights(struct judge_weights const *weights,
                          struct chunk_writer *writer)
{
    float const *const all = (float const *)weights;
    chunk_floats_write(writer, all, (size_t)first_part(weights));
    chunk_floats_write(writer, all + BLOCKS_TO, JUDGE_WEIGHTS - BLOCKS_TO);
}

static bool read_weights(unsigned char const *data, struct judge_weights *weights)
{
    float *const all = (float *)weights;
    size_t const first = (size_t)first_part(weights);
    return chunk_floats_read(data, all, first) &&
           chunk_floats_read(data + WEIGHT_SIZE * first, all + BLOCKS_TO,
                             JUDGE_WEIGHTS - BLOCKS_TO);
}

static void put_head(unsigned char head[HEAD_SIZE], struct judge_weights const *weights,
                     struct judge_source const *source)
{
    put_le32(head, JUDGE_FEATURES);
    put_le32(head + 4, CHANNELS);
    put_le32(head + 8, (uint32_t)weights->blocks);
    put_le32(head + 12, (uint32_t)judge_weight_count(weights));
    put_le64(head + 16, (uint64_t)source->games);
    put_le64(head + 24, (uint64_t)source->positions);
}

bool judge_write(char const *path, struct judge_weights const *weights,
                 struct judge_source const *source, struct provenance const *made,
                 struct failure *why)
{
    struct chunk_writer *const writer =
        chunk_writer_new(path, "JUDG", VERSION_NOW, why);
    if (!writer)
        return false;
    unsigned char head[HEAD_SIZE];
    put_head(head, weights, source);
    chunk_writer_begin(writer, "HEAD");
    chunk_writer_write(writer, head, sizeof head);
    chunk_writer_begin(writer, "WGHT");
    write_weights(weights, writer);
    provenance_write(made, writer);
    return chunk_writer_finish(writer, why);
}

/* Weights of as many blocks as the head in FACTS says; NULL when that is of a judge
   with other features or layers.  */
static struct judge_weights *weights_for(unsigned char const facts[HEAD_SIZE])
{
    unsigned char expected[HEAD_SIZE];
    uint32_t const blocks = get_le32(facts + 8);
    if (blocks == 0 || blocks > BLOCKS_MAX)
        return NULL;
    struct judge_weights *const weights = judge_weights_new((int)blocks);
    put_head(expected, weights, &(struct judge_source){0});
    if (memcmp(facts, expected, 16) == 0)
        return weights;
    free(weights);
    return NULL;
}

static bool read_judge(struct chunkfile const *file, struct judge *judge,
                       struct failure *why)
{
    char const *const path = chunkfile_path(file);
    struct chunk head, weights;
    if (!chunkfile_verify(file, why) ||
        !chunkfile_find(file, "HEAD", HEAD_SIZE, &head, why) ||
        !chunkfile_find(file, "WGHT", WEIGHT_SIZE, &weights, why))
        return false;
    unsigned char const *const facts = head.data;
    judge->weights = head.size == HEAD_SIZE ? weights_for(facts) : NULL;
    if (!judge->weights ||
        weights.size != WEIGHT_SIZE * (size_t)judge_weight_count(judge->weights))
        return failed(why, "%s: is of a judge with other features or layers", path);
    judge->source = (struct judge_source){.games = (long)get_le64(facts + 16),
                                          .positions = (long)get_le64(facts + 24)};
    return read_weights(weights.data, judge->weights) ||
           failed(why, "%s: a weight is not a number", path);
}

struct judge *judge_open(char const *path, struct failure *why)
{
    struct chunkfile *const file = chunkfile_open(path, "JUDG", VERSION_NOW, why);
    if (!file)
        return NULL;
    struct judge *const judge = xzalloc(sizeof *judge);
    bool const good = read_judge(file, judge, why);
    chunkfile_close(file);
    if (good)
        return judge;
    judge_free(judge);
    return NULL;
}

struct judge *judge_new(struct judge_weights const *weights,
                        struct judge_source const *source)
{
    struct judge *const judge = xzalloc(sizeof *judge);
    judge->weights = judge_weights_new(weights->blocks);
    *judge->weights = *weights;
    judge->source = *source;
    return judge;
}

void judge_free(struct judge *judge)
{
    if (!judge)
        return;
    free(judge->weights);
    free(judge);
}

struct judge_source judge_learnt_from(struct judge const *judge)
{
    return judge->source;
}

struct judge_weights const *judge_weights_of(struct judge const *judge)
{
    return judge->weights;
}

/* ---------------------------------------------------------------- looking */

struct judge_desk {
    struct tactics tactics;
    struct judge_input input;
    struct judge_trace *trace;
};

struct judge_desk *judge_desk_new(void)
{
    struct judge_desk *const desk = xzalloc(sizeof *desk);
    tactics_clear(&desk->tactics);
    desk->trace = judge_trace_new(false);
    return desk;
}

void judge_desk_free(struct judge_desk *desk)
{
    if (!desk)
        return;
    judge_trace_free(desk->trace);
    free(desk);
}

/* From weights to chances.  */
static void share_moves(struct judge_input const *input,
                        struct judge_trace const *trace, struct board const *board,
                        struct judge_opinion *out)
{
    float most = trace->verdict[VERDICT_PASS], sum = 0;
    for (int i = 0; i < input->move_count; i++)
        most = fmaxf(most, trace->policy[input->move[i]]);
    for (int i = 0; i < input->move_count; i++) {
        point const p = judge_point(input, input->move[i]);
        out->move[p] = expf(trace->policy[input->move[i]] - most);
        sum += out->move[p];
    }
    out->pass = expf(trace->verdict[VERDICT_PASS] - most);
    sum += out->pass;
    out->pass /= sum;
    for (point p = board_first_point(); p; p = board_next_point(board, p))
        out->move[p] /= sum;
}

/* Nobody has more than the whole board; so who needs more has lost, and who is given
   more has won, though the judge has never seen such a komi.  */
static void heed_area(struct board const *board, double needed,
                      struct judge_opinion *out)
{
    float const area = (float)(board->width * board->height);
    out->lead = fmaxf(-area, fminf(out->lead, area));
    if (fabs(needed) >= (double)area)
        out->win = needed < 0 ? 1 : 0;
}

/* The opinion on the position turned by SYMMETRY, as TACTICS has read it.  */
static void look_turned(struct judge const *judge, struct judge_desk *desk,
                        struct situation const *situation,
                        struct tactics const *tactics, double needed, int symmetry,
                        struct judge_opinion *out)
{
    struct board const *const board = situation->board;
    struct judge_input *const input = &desk->input;
    struct judge_trace *const trace = desk->trace;
    float const side = board->to_move == BLACK ? 1 : -1;
    judge_input_set(input, situation, tactics, needed, symmetry);
    judge_forward(judge->weights, input, trace);

    struct judge_lead const lead = judge_lead(input, trace);
    float const logit = judge_slope(trace) * lead.ahead;
    memset(out, 0, sizeof *out);
    out->lead = side * (input->needed + lead.ahead);
    out->seen = side * lead.seen;
    out->win = 1 / (1 + expf(-side * logit));
    heed_area(board, needed, out);
    for (int i = 0; i < input->point_count; i++) {
        int const cell = input->cell[i];
        out->owner[judge_point(input, cell)] = side * tanhf(trace->owner[cell] / 2);
    }
    share_moves(input, trace, board, out);
}

/* What reading says; by the desk itself if nobody has read.  */
static struct tactics const *read_there(struct judge_desk *desk,
                                        struct situation const *situation,
                                        struct tactics const *tactics)
{
    if (tactics)
        return tactics;
    tactics_read(&desk->tactics, situation->board);
    return &desk->tactics;
}

void judge_look(struct judge const *judge, struct judge_desk *desk,
                struct situation const *situation, struct tactics const *tactics,
                double needed, struct judge_opinion *out)
{
    look_turned(judge, desk, situation, read_there(desk, situation, tactics), needed, 0,
                out);
}

float const *judge_desk_numbers(struct judge_desk const *desk,
                                struct judge const *judge, point at)
{
    return desk->trace->plane[judge->weights->blocks] +
           judge_cell(&desk->input, at) * CHANNELS;
}

static void add_part(struct judge_opinion *sum, struct judge_opinion const *opinion,
                     float part)
{
    sum->lead += part * opinion->lead;
    sum->seen += part * opinion->seen;
    sum->win += part * opinion->win;
    sum->pass += part * opinion->pass;
    for (point p = 0; p < POINTS; p++) {
        sum->owner[p] += part * opinion->owner[p];
        sum->move[p] += part * opinion->move[p];
    }
}

void judge_look_around(struct judge const *judge, struct judge_desk *desk,
                       struct situation const *situation, struct tactics const *tactics,
                       double needed, struct judge_opinion *out)
{
    struct judge_opinion turned;
    tactics = read_there(desk, situation, tactics);
    memset(out, 0, sizeof *out);
    for (int i = 0; i < SYMMETRIES; i++) {
        look_turned(judge, desk, situation, tactics, needed, i, &turned);
        add_part(out, &turned, 1.0f / SYMMETRIES);
    }
}
