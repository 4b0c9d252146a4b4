#include <config.h>

#include "books/joseki/joseki_source.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <xalloc.h>

struct joseki_source {
    struct joseki const *joseki;
    struct joseki *owned; /* by the first; NULL in a twin */
    struct move *moves;   /* followed so far */
    struct paths *states; /* [n]: after n moves */
    size_t capacity;      /* of both */
    int count;
};

struct joseki_source *joseki_source_new(struct joseki const *joseki)
{
    struct joseki_source *const source = xzalloc(sizeof *source);
    source->joseki = joseki;
    source->capacity = 512;
    source->moves = xnmalloc(source->capacity, sizeof *source->moves);
    source->states = xnmalloc(source->capacity, sizeof *source->states);
    paths_start(&source->states[0]);
    return source;
}

void joseki_source_free(struct joseki_source *source)
{
    if (!source)
        return;
    joseki_close(source->owned);
    free(source->moves);
    free(source->states);
    free(source);
}

struct joseki const *joseki_source_data(struct joseki_source const *source)
{
    return source->joseki;
}

static bool same_move(struct move a, struct move b)
{
    return a.at == b.at && a.color == b.color;
}

/* Make room for COUNT moves: only a game longer than any before needs it.  */
static void make_room(struct joseki_source *source, int count)
{
    if ((size_t)count < source->capacity)
        return;
    source->capacity = 2 * (size_t)count;
    source->moves = xnrealloc(source->moves, source->capacity, sizeof *source->moves);
    source->states =
        xnrealloc(source->states, source->capacity, sizeof *source->states);
}

struct paths const *joseki_source_follow(struct joseki_source *source,
                                         struct situation const *situation)
{
    struct board const *const board = situation->board;
    if (board->width != CODE_BOARD || board->height != CODE_BOARD)
        return NULL;
    make_room(source, situation->move_count);
    int same = 0;
    while (same < source->count && same < situation->move_count &&
           same_move(source->moves[same], situation->moves[same]))
        same++;
    for (int i = same; i < situation->move_count; i++) {
        source->moves[i] = situation->moves[i];
        source->states[i + 1] = source->states[i];
        paths_play(&source->states[i + 1], source->joseki, situation->moves[i], NULL,
                   NULL);
    }
    source->count = situation->move_count;
    return &source->states[situation->move_count];
}

/* Would the chain of a stone at P have less than two liberties?  By its free
   neighbours, what it captures, and the liberties of the chains it joins.  */
static bool is_self_atari(struct board const *board, point p)
{
    enum color const color = (enum color)board->to_move;
    int liberties = 0;
    for (int i = 0; i < 4; i++) {
        point const q = (point)(p + neighbour[i]);
        enum color const there = board_color(board, q);
        if (there == EMPTY)
            liberties++;
        else if (there == opponent(color) && board_liberties(board, q) == 1)
            liberties++;
        else if (there == color && board_liberties(board, q) > 2)
            return false;
        else if (there == color)
            liberties += board_liberties(board, q) - 1;
    }
    return liberties < 2;
}

int joseki_source_list(struct joseki_source *source, struct situation const *situation,
                       struct proposal list[])
{
    struct paths const *const paths = joseki_source_follow(source, situation);
    int count = 0, kept = 0;
    if (paths)
        count = joseki_propose(source->joseki, paths, situation->board, JOSEKI_SHORTEST,
                               true, list);
    for (int i = 0; i < count; i++)
        if (list[i].p >= JOSEKI_FLOOR && !is_self_atari(situation->board, list[i].at))
            list[kept++] = list[i];
    return kept;
}

static double percent(uint32_t part, uint32_t whole)
{
    return whole ? 100.0 * part / whole : 0;
}

/* "the beginning of sequence #212, of 5 moves".  */
static void name_sequence(struct joseki const *joseki, uint32_t node, int length,
                          FILE *out)
{
    if (joseki->nodes[node].rank)
        fprintf(out, "sequence #%u", joseki->nodes[node].rank);
    else if (joseki->nodes[node].best)
        fprintf(out, "the beginning of sequence #%u,", joseki->nodes[node].best);
    else
        fprintf(out, "a sequence");
    fprintf(out, " of %d moves", length);
}

/* ---------------------------------------------------------------- as a source */

static void *open_joseki(char const *path, struct failure *why)
{
    struct joseki *const joseki = joseki_open(path, why);
    struct joseki_source *const source = joseki ? joseki_source_new(joseki) : NULL;
    if (source)
        source->owned = joseki;
    return source;
}

static void weigh_terms(struct joseki const *joseki, struct proposal const *proposal,
                        struct opinion *opinion)
{
    float const alike = fminf(fmaxf(proposal->alike, 1e-3f), 1 - 1e-3f);
    float const terms[] = {
        said_p(proposal->p),
        1,
        proposal->at_once,
        logf(alike / (1 - alike)),
        logf((float)joseki->nodes[proposal->node].reached) / 10,
    };
    memcpy(opinion->term, terms, sizeof terms);
}

static void ask(void *self, struct question const *question, int voice,
                struct candidates *candidates)
{
    struct joseki_source *const source = self;
    struct proposal list[AREA_MAX];
    int const count = joseki_source_list(source, &question->situation, list);
    for (int i = 0; i < count; i++)
        weigh_terms(
            source->joseki, &list[i],
            candidates_name(candidates, voice, list[i].at, list[i].p, list[i].alike));
}

/* How often the sequence came to where it can be continued, and how often it was.  */
static void count_sequence(struct joseki const *joseki, struct proposal const *proposal,
                           struct testimony *out)
{
    struct joseki_node const *const node = &joseki->nodes[proposal->node];
    struct joseki_node const *const before = &joseki->nodes[proposal->parent];
    *out = (struct testimony){
        .source = joseki_kind.name,
        .alike = proposal->alike,
        .seen = before->reached,
        .played = node->reached,
        .decided = node->decided,
        .won = node->won,
    };
}

static int testify(void *self, struct question const *question, point at,
                   struct testimony list[], int most)
{
    struct joseki_source *const source = self;
    struct proposal proposals[AREA_MAX];
    int const count = joseki_source_list(source, &question->situation, proposals);
    for (int i = 0; i < count && most; i++) {
        if (proposals[i].at != at)
            continue;
        count_sequence(source->joseki, &proposals[i], &list[0]);
        FILE *const out = fmemopen(list[0].account, sizeof list[0].account - 1, "w");
        if (!out)
            return 0;
        name_sequence(source->joseki, proposals[i].node, proposals[i].length, out);
        fclose(out);
        list[0].precedent_count =
            past_games(&source->joseki->past, proposals[i].node, list[0].precedent);
        return 1;
    }
    return 0;
}

static void *twin(void const *self)
{
    struct joseki_source const *const source = self;
    return joseki_source_new(source->joseki);
}

static void drop(void *self)
{
    joseki_source_free(self);
}

struct source_kind const joseki_kind = {
    .name = "joseki",
    .data = "joseki.hishi",
    .effort = EFFORT_FULL,
    .terms = {"log P", "named", "at once", "surroundings", "log times"},
    .open = open_joseki,
    .ask = ask,
    .testify = testify,
    .twin = twin,
    .drop = drop,
};

/* The continuations of PATH, most played first, as "D2 81 % (won 52 %)".  */
static void list_continuations(struct joseki const *joseki, struct path const *path,
                               struct board const *board, FILE *out)
{
    enum { SHOWN = 4 };
    struct joseki_node const *const node = &joseki->nodes[path->node];
    uint32_t shown[SHOWN];
    int count = 0;
    for (uint32_t i = node->child; i < node->child + node->child_count; i++) {
        int place = count;
        while (place > 0 &&
               joseki->nodes[shown[place - 1]].reached < joseki->nodes[i].reached)
            place--;
        if (place == SHOWN)
            continue;
        count += count < SHOWN;
        memmove(shown + place + 1, shown + place,
                (size_t)(count - 1 - place) * sizeof *shown);
        shown[place] = i;
    }
    for (int i = 0; i < count; i++) {
        struct joseki_node const *const step = &joseki->nodes[shown[i]];
        char text[POINT_TEXT];
        point at;
        uint8_t states[NEAR_POINTS];
        if (path_look(path, step->step, board, &at, states))
            fprintf(out, "; %s %.0f %% (won %.0f %%)", point_format(at, text),
                    percent(step->reached, node->reached),
                    percent(step->won, step->decided));
    }
}

int joseki_source_describe(struct joseki_source *source,
                           struct situation const *situation, FILE *out)
{
    int described = 0;
    struct paths const *const paths = joseki_source_follow(source, situation);
    for (int i = paths ? paths->count - 1 : -1; i >= 0; i--) {
        struct path const *const path = &paths->list[i];
        if (path->length < 3)
            continue;
        char text[POINT_TEXT];
        fprintf(out, "%s: ", point_format(path->coder.last, text));
        name_sequence(source->joseki, path->node, path->length, out);
        fprintf(out, ", played %u times", source->joseki->nodes[path->node].reached);
        if (joseki_is_finished(source->joseki, path->node))
            fprintf(out, ", finished");
        else
            fprintf(out, ", %s to play", color_name((enum color)path->to_play));
        list_continuations(source->joseki, path, situation->board, out);
        fprintf(out, "\n");
        described++;
    }
    return described;
}
