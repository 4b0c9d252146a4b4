/* Facts come from reading (tactics.h) as claims about a move and a few sums of stones,
   without saying which stones.  These are found again here: the chains beside the move
   that are as short of liberties as the claim needs, if their stones add up to the sum;
   else the only chain on the board of that many stones.  Where neither is so no stones
   are named, for a wrong name is worse than none.  */
#include <config.h>

#include "player/reasons.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>

#include "player/beside.h"
#include "player/manners.h"
#include "player/racing.h"

void reasons_say(struct reasons *reasons, char const *format, ...)
{
    va_list args;
    if (reasons->count == REASONS_MAX)
        return;
    va_start(args, format);
    vsnprintf(reasons->text[reasons->count++], REASON_TEXT, format, args);
    va_end(args);
}

/* ---------------------------------------------------------------- what is claimed */

/* Whose chains a fact is about.  */
enum whose { NOBODYS, OURS, THEIRS };

/* What goes without saying after another: a fact of these is not told as well.  */
enum {
    SAVING = 1 << 0, /* stones of our own */
    TAKING = 1 << 1, /* stones off the board */
    ATARI = 1 << 2,  /* or a catch that needs none */
    EYES = 1 << 3,   /* inside of an eye space */
    GIVING = 1 << 4, /* stones away */
};

/* %s is for the stones and where they are, if the row is about any.  */
struct wording {
    enum fact fact;
    enum whose whose;
    int least, most;    /* liberties of the chains meant */
    unsigned is, tells; /* what it says, and what need not be said after it */
    char const *format;
};

/* The order is that of importance.  */
static struct wording const wordings[] = {
    {FACT_CAPTURE_SAVES, THEIRS, 1, 1, TAKING, TAKING | SAVING | EYES,
     "captures %s and so saves its own stones from capture"},
    {FACT_ESCAPES, OURS, 1, 2, SAVING, SAVING, "saves %s from being captured"},
    {FACT_CAPTURE_LIVE, THEIRS, 1, 1, TAKING, TAKING | EYES,
     "captures %s before %s can escape"},
    {FACT_VITAL_OWN, NOBODYS, 0, 0, EYES, EYES,
     "makes eyes at the vital point of its own eye space"},
    {FACT_VITAL_ENEMY, NOBODYS, 0, 0, EYES, EYES,
     "takes the vital point of the enemy's eye space"},
    {FACT_SNAPBACK, THEIRS, 2, 2, ATARI, ATARI | GIVING, "catches %s in a snapback"},
    {FACT_DOUBLE_ATARI, THEIRS, 2, 2, ATARI, ATARI, "gives a double atari to %s"},
    {FACT_ATARI_CATCHES, THEIRS, 2, 2, ATARI, ATARI,
     "puts %s into atari, from which there is no escape"},
    {FACT_NET, THEIRS, 2, 2, ATARI, ATARI, "catches %s in a net"},
    {FACT_DEFENDS, OURS, 2, 2, SAVING, SAVING, "keeps %s from being caught"},
    {FACT_TAKES_KO, NOBODYS, 0, 0, 0, EYES, "takes the ko"},
    {FACT_ESCAPES_KO, OURS, 1, 1, SAVING, SAVING, "saves %s if it wins the ko"},
    {FACT_ATARI_KO, THEIRS, 2, 2, ATARI, ATARI, "puts %s into atari and starts a ko"},
    {FACT_DEFENDS_KO, OURS, 2, 2, SAVING, SAVING, "makes the enemy fight a ko for %s"},
    {FACT_NAKADE, NOBODYS, 0, 0, GIVING, GIVING | EYES,
     "throws stones in so that their captor gets one eye at most"},
    {FACT_ATARI_LOOSE, THEIRS, 2, 2, ATARI, ATARI, "puts %s into atari"},
    {FACT_THROW_IN, NOBODYS, 0, 0, GIVING, GIVING | EYES, "throws a stone in"},
    {FACT_CAPTURE_DEAD, THEIRS, 1, 1, TAKING, EYES,
     "takes %s off the board, which could not escape"},
    {FACT_SPOILS_EYE, NOBODYS, 0, 0, EYES, 0, "plays inside the enemy's eye space"},
    {FACT_RUNS_IN_VAIN, OURS, 1, 1, 0, 0, "extends %s, lost all the same"},
    {FACT_BREAKS_SEKI, NOBODYS, 0, 0, 0, GIVING, "gives up a seki"},
    {FACT_SELF_ATARI, NOBODYS, 0, 0, GIVING, 0, "puts its own stones into atari"},
    {FACT_RISKY, NOBODYS, 0, 0, 0, 0, "leaves its own stones where they can be caught"},
    {FACT_FILLS_EYE, NOBODYS, 0, 0, 0, 0, "fills an eye of its own"},
};

/* ---------------------------------------------------------------- which stones */

enum { STONES_TEXT = PLACES_TEXT + 32 };

/* "the stone at K10", "3 stones at K10 and M10", "3 stones", "stones".  */
static void name_stones(struct board const *board, point at,
                        struct wanted_chains wanted, int stake,
                        char text[static STONES_TEXT])
{
    char where[PLACES_TEXT];
    point list[4];
    struct wanted_chains const shortest = {wanted.color, wanted.least, wanted.least};
    int count = chains_beside(board, at, shortest, list);
    if (stake && chains_stones(board, list, count) != stake)
        count = chains_beside(board, at, wanted, list);
    int stones = chains_stones(board, list, count);
    if (stake && stones != stake) {
        list[0] = chain_alone(board, shortest, stake);
        count = list[0] != NOWHERE;
        stones = stake;
    }
    char const *const of = count ? " at " : "";
    places_name(list, count, where);
    if (!stones)
        snprintf(text, STONES_TEXT, "stones");
    else if (stones == 1)
        snprintf(text, STONES_TEXT, "%s stone%s%s", count ? "the" : "a", of, where);
    else
        snprintf(text, STONES_TEXT, "%d stones%s%s", stones, of, where);
}

static void word(struct board const *board, point at, struct move_facts const *facts,
                 struct wording const *row, struct reasons *reasons)
{
    enum color const own = (enum color)board->to_move;
    struct wanted_chains const wanted = {
        .color = row->whose == OURS ? own : opponent(own),
        .least = row->least,
        .most = row->most,
    };
    char text[STONES_TEXT];
    int const stake = fact_stake(facts, row->fact);
    if (row->whose == NOBODYS) {
        reasons_say(reasons, "%s", row->format);
        return;
    }
    name_stones(board, at, wanted, stake, text);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    reasons_say(reasons, row->format, text, stake == 1 ? "it" : "they");
#pragma GCC diagnostic pop
}

static void find_facts(struct board const *board, point at,
                       struct move_facts const *facts, struct reasons *reasons)
{
    unsigned told = 0;
    for (size_t i = 0; i < sizeof wordings / sizeof *wordings; i++) {
        struct wording const *const row = &wordings[i];
        if (!(facts->claims & FACT_BIT(row->fact)) || (row->is && !(row->is & ~told)))
            continue;
        word(board, at, facts, row, reasons);
        told |= row->tells;
    }
}

void reasons_find(struct board const *board, point at, struct move_facts const *facts,
                  struct reasons *reasons)
{
    assert(at == PASS || board_color(board, at) == EMPTY);
    reasons->count = 0;
    if (at == PASS)
        return;
    racing_find_turn(board, at, reasons);
    bool const turns = reasons->count > 0;
    find_facts(board, at, facts, reasons);
    if (!turns)
        racing_find_liberty(board, at, facts, reasons);
    manners_find(board, at, reasons->count > 0, reasons);
}
