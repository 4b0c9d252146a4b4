#include <config.h>

#include "patterns/learning/voices_train.h"

#include <math.h>
#include <stdlib.h>
#include <xalloc.h>

/* A move that somebody names, or all that nobody does.  */
struct named {
    float p;
    uint8_t class[VOICES];
};

struct lesson {
    size_t start, count; /* moves; the first is all those that nobody names */
    size_t answer;       /* among them */
    float part;          /* of the probability of that place, what was played had */
    unsigned heard;
};

struct lessons {
    struct named *moves;
    size_t move_count, move_capacity;
    struct lesson *list;
    size_t count, capacity;
};

struct lessons *lessons_new(void)
{
    return xzalloc(sizeof(struct lessons));
}

void lessons_free(struct lessons *lessons)
{
    if (!lessons)
        return;
    free(lessons->moves);
    free(lessons->list);
    free(lessons);
}

static struct named *add_move(struct lessons *lessons)
{
    if (lessons->move_count == lessons->move_capacity)
        lessons->moves =
            x2nrealloc(lessons->moves, &lessons->move_capacity, sizeof *lessons->moves);
    lessons->moves[lessons->move_count] = (struct named){.p = 0};
    return &lessons->moves[lessons->move_count++];
}

void lessons_add(struct lessons *lessons, struct features const *features,
                 float const p[], struct candidates const *said, int answer)
{
    struct lesson lesson = {
        .start = lessons->move_count, .part = 1, .heard = voices_heard(said)};
    if (!lesson.heard)
        return;
    add_move(lessons);
    for (int i = 0; i < features->count; i++) {
        uint16_t const place = said->index[features->list[i].at];
        if (!place) {
            lessons->moves[lesson.start].p += p[i];
            continue;
        }
        struct named *const named = add_move(lessons);
        named->p = p[i];
        for (enum voice voice = 0; voice < VOICES; voice++)
            named->class[voice] = (uint8_t)voice_class(&said->list[place - 1], voice);
        if (i == answer)
            lesson.answer = lessons->move_count - 1 - lesson.start;
    }
    if (!lesson.answer)
        lesson.part = p[answer] / lessons->moves[lesson.start].p;
    lesson.count = lessons->move_count - lesson.start;
    if (lessons->count == lessons->capacity)
        lessons->list =
            x2nrealloc(lessons->list, &lessons->capacity, sizeof *lessons->list);
    lessons->list[lessons->count++] = lesson;
}

static double worth_of(struct voices const *voices, struct lesson const *lesson,
                       struct named const *move)
{
    double worth = 0;
    for (int voice = 0; voice < VOICES; voice++)
        if (lesson->heard >> voice & 1)
            worth += voices->worth[voice][move->class[voice]];
    return worth;
}

/* How often moves of each class were played, and were to be expected.  */
struct tally {
    double played[VOICE_CLASSES], expected[VOICE_CLASSES];
};

/* log P of the move played; what VOICE said is added to TALLY.  */
static double meet(struct lessons const *lessons, struct lesson const *lesson,
                   struct voices const *voices, enum voice voice, struct tally *tally)
{
    struct named const *const moves = lessons->moves + lesson->start;
    double total = 0, right = 0;

    for (size_t i = 0; i < lesson->count; i++) {
        double const p = moves[i].p * exp(worth_of(voices, lesson, &moves[i]));
        total += p;
        right = i == lesson->answer ? p : right;
    }
    if (lesson->heard >> voice & 1) {
        for (size_t i = 0; i < lesson->count; i++)
            tally->expected[moves[i].class[voice]] +=
                moves[i].p * exp(worth_of(voices, lesson, &moves[i])) / total;
        tally->played[moves[lesson->answer].class[voice]]++;
    }
    return log(right * lesson->part / total + 1e-30);
}

long lessons_count(struct lessons const *lessons)
{
    return (long)lessons->count;
}

double lessons_log_p(struct lessons const *lessons, struct voices const *voices)
{
    struct tally tally;
    double sum = 0;
    for (size_t i = 0; i < lessons->count; i++)
        sum += meet(lessons, &lessons->list[i], voices, VOICE_MODEL, &tally);
    return sum / (double)(lessons->count ? lessons->count : 1);
}

enum { ROUNDS = 60 };

static double const doubt = 3; /* moves as expected, added to each class */

void lessons_fit(struct lessons const *lessons, enum voice voice, struct voices *voices)
{
    float *const worth = voices->worth[voice];
    for (int round = 0; round < ROUNDS; round++) {
        struct tally tally = {{0}, {0}};
        for (size_t i = 0; i < lessons->count; i++)
            meet(lessons, &lessons->list[i], voices, voice, &tally);
        for (int class = 0; class < VOICE_CLASSES; class ++)
            worth[class] += (float)log((tally.played[class] + doubt) /
                                       (tally.expected[class] + doubt));
    }
}
