#include <config.h>

#include "engine/reading/eyes.h"

#include <assert.h>
#include <string.h>

/* Neighbours within the shape for each of its points, and how many points
   have 1, 2, 3 and 4 of them: enough to name every shape that matters.  */
struct outline {
    int near[EYE_MAX];
    int with[5];
};

static struct outline outline_of(point const shape[], int size)
{
    assert(size >= 1 && size <= EYE_MAX);
    struct outline outline = {{0}, {0}};
    for (int i = 0; i < size; i++) {
        for (int j = 0; j < size; j++)
            for (int k = 0; k < 4; k++)
                outline.near[i] += shape[j] == (point)(shape[i] + neighbour[k]);
        outline.with[outline.near[i]]++;
    }
    return outline;
}

/* The shapes with one vital point: how many points have 1, 2, 3 and 4
   neighbours in the shape, and how many neighbours the vital point has.  */
static struct {
    int size, with[5], vital;
    char const *name;
} const vital_shapes[] = {
    {3, {0, 2, 1, 0, 0}, 2, "three"},       {4, {0, 3, 0, 1, 0}, 3, "pyramid four"},
    {5, {0, 1, 3, 1, 0}, 3, "bulky five"},  {5, {0, 4, 0, 0, 1}, 4, "crossed five"},
    {6, {0, 2, 3, 0, 1}, 4, "rabbity six"},
};

enum { VITAL_SHAPES = sizeof vital_shapes / sizeof *vital_shapes };

int eyes_vital_degree(int size, int const with[static 5])
{
    for (int row = 0; row < VITAL_SHAPES; row++)
        if (vital_shapes[row].size == size &&
            memcmp(vital_shapes[row].with, with, sizeof vital_shapes[row].with) == 0)
            return vital_shapes[row].vital;
    return 0;
}

point eyes_vital(point const shape[], int size)
{
    if (size < 3 || size > 6)
        return NOWHERE;
    struct outline const outline = outline_of(shape, size);
    int const vital = eyes_vital_degree(size, outline.with);
    assert(vital <= 4);
    for (int i = 0; i < size; i++)
        if (vital && outline.near[i] == vital)
            return shape[i];
    return NOWHERE;
}

bool eyes_is_nakade(point const shape[], int size)
{
    if (size == 2 || (size == 4 && outline_of(shape, 4).with[2] == 4))
        return true; /* two points, the square of four */
    return eyes_vital(shape, size) != NOWHERE;
}

/* Walk the region without OWNER's stones from P on; true when it is small
   and only OWNER's stones border it.  */
static bool walk(struct board const *board, point p, enum color owner,
                 bool seen[static POINTS], struct eye_space *space)
{
    assert(owner == BLACK || owner == WHITE);
    point stack[AREA_MAX];
    int depth = 0, size = 0;

    *space = (struct eye_space){.owner = (uint8_t)owner, .vital = NOWHERE};
    stack[depth++] = p;
    seen[p] = true;
    while (depth) {
        point const at = stack[--depth];
        if (size < EYE_MAX)
            space->at[size] = at;
        size++;
        space->stones = (uint8_t)(space->stones + (board->color[at] != EMPTY));
        for (int i = 0; i < 4; i++) {
            point const q = (point)(at + neighbour[i]);
            if (seen[q] || board->color[q] == owner || board->color[q] == EDGE)
                continue;
            seen[q] = true;
            stack[depth++] = q;
        }
    }
    space->size = (uint8_t)(size <= EYE_MAX ? size : 0);
    return size <= EYE_MAX && space->stones < size;
}

int eyes_find(struct board const *board, struct eye_space list[static EYES_MAX])
{
    int count = 0;
    for (enum color owner = BLACK; owner <= WHITE; owner++) {
        bool seen[POINTS] = {false};
        if (!board->stones[owner])
            continue;
        for (point p = board_first_point(); p && count < EYES_MAX;
             p = board_next_point(board, p)) {
            if (seen[p] || board->color[p] == owner ||
                !walk(board, p, owner, seen, &list[count]))
                continue;
            struct eye_space *const space = &list[count++];
            space->vital = eyes_vital(space->at, space->size);
            if (space->vital != NOWHERE && board->color[space->vital] != EMPTY)
                space->vital = NOWHERE;
        }
    }
    return count;
}
