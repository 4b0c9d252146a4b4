#include <config.h>

#include "patterns/learning/local_train.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <xalloc.h>

/* A move under consideration and its features.  */
struct option {
    point at;
    int count;
    float p;
    uint32_t feature[16];
};

struct local_trainer {
    double rate;
    uint32_t without;
    struct local_weights weights;
    float past[NEARBY_FEATURES]; /* squares of the gradients so far */
    uint32_t canonical[NEARBY_FEATURES];
    int option_count;
    struct option options[AREA_MAX];
    uint16_t option_at[POINTS]; /* 1 + place in OPTIONS */
};

struct local_trainer *local_trainer_new(struct local_weights const *begin, double rate,
                                        uint32_t without)
{
    struct local_trainer *const trainer = xzalloc(sizeof *trainer);
    trainer->rate = rate;
    trainer->without = without;
    if (begin)
        trainer->weights = *begin;
    for (uint32_t feature = 0; feature < NEARBY_FEATURES; feature++)
        trainer->canonical[feature] = nearby_canonical(feature);
    return trainer;
}

void local_trainer_free(struct local_trainer *trainer)
{
    free(trainer);
}

struct local_weights const *local_trainer_weights(struct local_trainer const *trainer)
{
    return &trainer->weights;
}

static void add_feature(struct local_trainer const *trainer, struct option *option,
                        uint32_t feature)
{
    if (trainer->without >> nearby_family(feature) & 1)
        return;
    if (option->count < (int)(sizeof option->feature / sizeof *option->feature))
        option->feature[option->count++] = trainer->canonical[feature];
}

static void add_option(struct local_trainer *trainer, struct board const *board,
                       point p, enum color color)
{
    unsigned around = board->around[p], sides = nearby_sides(board, p);
    if (color == WHITE) {
        around = nearby_swap_around(around);
        sides = nearby_swap_sides(sides);
    }
    if (p == board->ko || !nearby_is_sensible(around, sides))
        return;
    struct option *const option = &trainer->options[trainer->option_count++];
    trainer->option_at[p] = (uint16_t)trainer->option_count;
    option->at = p;
    option->count = 0;
    add_feature(trainer, option, FEATURE_AROUND + around);
    add_feature(trainer, option, FEATURE_SIDES + sides);
    add_feature(trainer, option, (uint32_t)(FEATURE_PLACE + nearby_place(board, p)));
}

static void list_options(struct local_trainer *trainer, struct board const *board)
{
    struct nearby_mark marks[NEARBY_MARKS_MAX];
    trainer->option_count = 0;
    memset(trainer->option_at, 0, sizeof trainer->option_at);
    for (point p = board_first_point(); p; p = board_next_point(board, p))
        if (board->color[p] == EMPTY)
            add_option(trainer, board, p, (enum color)board->to_move);
    int const count = nearby_marks(board, marks);
    for (int i = 0; i < count; i++)
        if (trainer->option_at[marks[i].at])
            add_feature(trainer, &trainer->options[trainer->option_at[marks[i].at] - 1],
                        marks[i].feature);
}

/* The probabilities of all options; returns the most probable.  */
static struct option const *rate(struct local_trainer *trainer)
{
    struct option const *best = trainer->options;
    double total = 0;
    for (int i = 0; i < trainer->option_count; i++) {
        struct option *const option = &trainer->options[i];
        option->p = 0;
        for (int j = 0; j < option->count; j++)
            option->p += trainer->weights.of[option->feature[j]];
        best = option->p > best->p ? option : best;
    }
    float const most = best->p;
    for (int i = 0; i < trainer->option_count; i++)
        total += trainer->options[i].p = expf(trainer->options[i].p - most);
    for (int i = 0; i < trainer->option_count; i++)
        trainer->options[i].p = (float)(trainer->options[i].p / total);
    return best;
}

/* Some pull towards 0, for what is seldom seen; set by hand.  */
static float const pull = 1e-6f;

static void climb(struct local_trainer *trainer, struct option const *played)
{
    for (int i = 0; i < trainer->option_count; i++) {
        struct option const *const option = &trainer->options[i];
        float const error = (float)(option == played) - option->p;
        for (int j = 0; j < option->count; j++) {
            float *const weight = &trainer->weights.of[option->feature[j]];
            float *const past = &trainer->past[option->feature[j]];
            float const gradient = error - pull * *weight;
            *past += gradient * gradient;
            *weight += (float)trainer->rate * gradient / sqrtf(*past + 1e-2f);
        }
    }
}

bool local_trainer_game(struct local_trainer *trainer, struct game const *game,
                        bool measuring, struct local_marks *marks, struct failure *why)
{
    struct replay walk;
    replay_start(&walk, game);
    while (replay_next(&walk, why)) {
        if (walk.move.at == PASS || walk.move.color != walk.board.to_move)
            continue;
        list_options(trainer, &walk.board);
        int const place = trainer->option_at[walk.move.at];
        if (!place)
            continue; /* an eye was filled */
        struct option const *const played = &trainer->options[place - 1];
        struct option const *const best = rate(trainer);
        marks->positions++;
        marks->right += best == played;
        marks->log_sum += log((double)played->p + 1e-30);
        if (!measuring)
            climb(trainer, played);
    }
    trainer->weights.games += !measuring;
    return !why || !why->text[0];
}
