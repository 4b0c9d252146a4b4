#include <config.h>

#include "patterns/judge/judge_input.h"

#include <assert.h>

/* What is being told of a position, point by point.  */
struct input_telling {
    struct board const *board;
    struct tactics const *tactics;
    enum color own;
    uint8_t marks[POINTS][CELL_FEATURES_MAX / 2]; /* of points named by others */
    uint8_t mark_count[POINTS];
    uint8_t *to; /* where the next feature goes */
};

static_assert(JUDGE_FEATURES <= UINT8_MAX, "a feature is a byte");

static void mark(struct input_telling *telling, point p, int feature)
{
    uint8_t *const count = &telling->mark_count[p];
    for (int i = 0; i < *count; i++)
        if (telling->marks[p][i] == feature)
            return;
    if (*count < CELL_FEATURES_MAX / 2)
        telling->marks[p][(*count)++] = (uint8_t)feature;
}

/* ---------------------------------------------------------------- what is marked */

static void mark_readings(struct input_telling *telling,
                          struct chain_reading const *reading, int side)
{
    for (int i = 0; i < reading->attack_count; i++)
        if (reading->attacks[i].outcome == WORKS)
            mark(telling, reading->attacks[i].at, JUDGE_CATCH + side);
    if (reading->attack == FAILS)
        return;
    for (int i = 0; i < reading->rescue_count; i++)
        if (reading->rescues[i].outcome == WORKS)
            mark(telling, reading->rescues[i].at, JUDGE_RESCUE + side);
}

static void mark_chains(struct input_telling *telling)
{
    struct board const *const board = telling->board;
    for (int slot = 1; slot < board->slots_used; slot++) {
        struct chain const *const chain = &board->chain[slot];
        if (!chain->stone_count)
            continue;
        struct chain_reading const *const reading =
            tactics_chain(telling->tactics, chain->stone);
        if (reading)
            mark_readings(telling, reading,
                          board_color(board, chain->stone) != telling->own);
    }
}

static void mark_last_moves(struct input_telling *telling,
                            struct situation const *situation)
{
    for (int i = 0; i < LAST_MOVES && i < situation->move_count; i++) {
        point const p = situation->moves[situation->move_count - 1 - i].at;
        if (p != PASS)
            mark(telling, p, JUDGE_LAST + i);
    }
    if (telling->board->ko != NOWHERE)
        mark(telling, telling->board->ko, JUDGE_KO);
}

/* ---------------------------------------------------------------- one point */

static void tell(struct input_telling *telling, int feature)
{
    *telling->to++ = (uint8_t)feature;
}

static int line_of(struct board const *board, point p)
{
    int const column = point_column(p), row = point_row(p);
    int line = column < row ? column : row;
    if (board->width + 1 - column < line)
        line = board->width + 1 - column;
    if (board->height + 1 - row < line)
        line = board->height + 1 - row;
    return (line < LINES_TOLD ? line : LINES_TOLD) - 1;
}

static int liberty_class(int liberties)
{
    return liberties < 5    ? (liberties ? liberties - 1 : 0)
           : liberties < 7  ? 4
           : liberties < 10 ? 5
                            : 6;
}

static int length_class(int stones)
{
    return stones < 3 ? stones - 1 : stones < 5 ? 2 : stones < 9 ? 3 : 4;
}

/* A chain that can be caught: it can be saved, by ko, or not; or by ko only.  -1: it
   cannot.  */
static int fate_of(struct chain_reading const *reading)
{
    if (!reading || reading->attack == FAILS)
        return -1;
    if (reading->attack == BY_KO)
        return 3;
    return reading->rescue == WORKS ? 0 : reading->rescue == BY_KO ? 1 : 2;
}

static void tell_stone(struct input_telling *telling, point p)
{
    struct chain const *const chain = board_chain(telling->board, p);
    int const side = board_color(telling->board, p) != telling->own;
    int const fate = fate_of(tactics_chain(telling->tactics, p));
    tell(telling, JUDGE_LIBERTIES + side * LIBERTY_CLASSES +
                      liberty_class(chain->liberty_count));
    tell(telling,
         JUDGE_LENGTH + side * LENGTH_CLASSES + length_class(chain->stone_count));
    if (fate >= 0)
        tell(telling, JUDGE_FATE + side * FATES + fate);
}

static void tell_empty(struct input_telling *telling, point p)
{
    struct points liberties;
    for (int side = 0; side < 2; side++) {
        enum color const color = side ? opponent(telling->own) : telling->own;
        int const space = board_liberties_after(telling->board, p, color, &liberties);
        if (space < SPACES)
            tell(telling, JUDGE_SPACE + side * SPACES + space);
        if (board_is_eye(telling->board, p, color))
            tell(telling, JUDGE_EYE + side);
    }
    for (uint64_t claims = telling->tactics->move[p].claims; claims;
         claims &= claims - 1)
        tell(telling, JUDGE_FACT + __builtin_ctzll(claims));
}

static void tell_point(struct input_telling *telling, point p)
{
    tell(telling, JUDGE_LINE + line_of(telling->board, p));
    if (telling->board->color[p] == EMPTY)
        tell_empty(telling, p);
    else
        tell_stone(telling, p);
    for (int i = 0; i < telling->mark_count[p]; i++)
        tell(telling, telling->marks[p][i]);
}

/* ---------------------------------------------------------------- all of them */

static void tell_points(struct judge_input *input, struct input_telling *telling)
{
    int const back = symmetry_back(input->symmetry);
    telling->to = input->feature;
    for (int cell = 0; cell < CELLS; cell++) {
        int const row = cell / input->pitch, column = cell % input->pitch;
        input->start[cell] = (uint16_t)(telling->to - input->feature);
        if (row < 1 || row > input->size || column < 1)
            continue;
        point const p = point_turned(point_at(column, row), input->size, back);
        input->cell[input->point_count++] = (uint16_t)cell;
        if (board_is_legal(telling->board, p, telling->own, false))
            input->move[input->move_count++] = (uint16_t)cell;
        tell_point(telling, p);
    }
    input->start[CELLS] = (uint16_t)(telling->to - input->feature);
}

static void list_chain(struct judge_input *input, struct board const *board,
                       struct chain const *chain, int *members)
{
    point list[AREA_MAX];
    int const liberties = points_list(&chain->liberties, list);
    input->chain_start[input->chain_count++] = (uint16_t)*members;
    point p = chain->stone;
    do {
        input->member[(*members)++] = (uint16_t)judge_cell(input, p);
        p = board->next[p];
    } while (p != chain->stone);
    for (int i = 0; i < liberties; i++)
        input->member[(*members)++] = (uint16_t)judge_cell(input, list[i]);
}

static void list_chains(struct judge_input *input, struct board const *board)
{
    int members = 0;
    for (int slot = 1; slot < board->slots_used; slot++)
        if (board->chain[slot].stone_count)
            list_chain(input, board, &board->chain[slot], &members);
    input->chain_start[input->chain_count] = (uint16_t)members;
}

void judge_input_set(struct judge_input *input, struct situation const *situation,
                     struct tactics const *tactics, double needed, int symmetry)
{
    struct board const *const board = situation->board;
    struct input_telling telling = {
        .board = board, .tactics = tactics, .own = (enum color)board->to_move};
    assert(board->width == board->height && "the judge looks at square boards");
    assert(tactics->to_move == board->to_move && "the moves read are those to be made");
    int const size = board->width;
    input->size = size;
    input->pitch = size + 1;
    input->first = size + 2;
    input->count = size * input->pitch - 1;
    input->symmetry = symmetry;
    input->needed = (float)(board->to_move == BLACK ? needed : -needed);
    input->point_count = input->move_count = input->chain_count = 0;
    mark_chains(&telling);
    mark_last_moves(&telling, situation);
    tell_points(input, &telling);
    list_chains(input, board);
}
