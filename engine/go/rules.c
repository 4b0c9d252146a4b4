#include <config.h>

#include "engine/go/rules.h"

#include <assert.h>
#include <c-ctype.h>
#include <string.h>
#include <xalloc.h>

/* Komi and handicap are what the servers use; a server's own ruling on a rare
   point (Ing's ko, the long list of Japanese precedents) is not attempted.
   Chinese repetition is taken as KGS and OGS take it.  */
struct rules const rules_table[] = {
    {.name = "chinese",
     .sgf = "Chinese",
     .ko = KO_POSITIONAL,
     .scoring = SCORE_AREA,
     .handicap = PAY_ALL,
     .komi = 7.5,
     .others = "cn zh china chinese-kgs chinese-ogs",
     .note = "area; no position may recur; no suicide; a point a handicap stone"},
    {.name = "japanese",
     .sgf = "Japanese",
     .ko = KO_SIMPLE,
     .scoring = SCORE_TERRITORY,
     .komi = 6.5,
     .others = "jp ja japan",
     .note = "territory and prisoners, none in seki; simple ko; no suicide"},
    {.name = "korean",
     .sgf = "Korean",
     .ko = KO_SIMPLE,
     .scoring = SCORE_TERRITORY,
     .komi = 6.5,
     .others = "kr ko korea",
     .note = "territory and prisoners, none in seki; simple ko; no suicide"},
    {.name = "aga",
     .sgf = "AGA",
     .ko = KO_SITUATIONAL,
     .scoring = SCORE_AREA,
     .handicap = PAY_ALL_BUT_FIRST,
     .white_ends = true,
     .komi = 7.5,
     .others = "us bga french",
     .note = "area; no position may recur with the same side to move; no suicide; "
             "White passes last; a point a handicap stone but the first"},
    {.name = "new_zealand",
     .sgf = "NZ",
     .ko = KO_SITUATIONAL,
     .suicide = true,
     .scoring = SCORE_AREA,
     .komi = 7.0,
     .others = "nz",
     .note = "area; no position may recur with the same side to move; suicide allowed"},
    {.name = "tromp_taylor",
     .sgf = "Tromp-Taylor",
     .ko = KO_POSITIONAL,
     .suicide = true,
     .scoring = SCORE_AREA,
     .stones_stay = true,
     .komi = 7.5,
     .others = "tt logical",
     .note = "area of all stones on the board; no position may recur; suicide allowed"},
    {.name = "cgos",
     .sgf = "CGOS",
     .ko = KO_POSITIONAL,
     .scoring = SCORE_AREA,
     .stones_stay = true,
     .komi = 7.5,
     .others = "",
     .note = "as Tromp-Taylor, without suicide: the Computer Go Server"},
    {0},
};

static bool is_filler(char c)
{
    return c == '-' || c == '_' || c_isspace(c);
}

/* Is NAME the same as the word [WORD, END), capitals and fillers aside?  */
static bool same_name(char const *name, char const *word, char const *end)
{
    for (;; name++, word++) {
        while (is_filler(*name))
            name++;
        while (word < end && is_filler(*word))
            word++;
        if (word == end || !*name)
            return word == end && !*name;
        if (c_tolower(*name) != c_tolower(*word))
            return false;
    }
}

static bool has_name(struct rules const *rules, char const *name)
{
    if (same_name(name, rules->name, rules->name + strlen(rules->name)))
        return true;
    for (char const *word = rules->others; *word;) {
        size_t const length = strcspn(word, " ");
        if (same_name(name, word, word + length))
            return true;
        word += length + strspn(word + length, " ");
    }
    return false;
}

struct rules const *rules_find(char const *name)
{
    for (struct rules const *rules = rules_table; rules->name; rules++)
        if (has_name(rules, name))
            return rules;
    return NULL;
}

void history_init(struct history *history)
{
    *history = (struct history){0};
}

void history_release(struct history *history)
{
    free(history->hash);
    history_init(history);
}

void history_clear(struct history *history)
{
    history->count = 0;
}

void history_push(struct history *history, struct board const *board)
{
    if (history->count == history->capacity) {
        size_t capacity = (size_t)history->capacity;
        history->hash = x2nrealloc(history->hash, &capacity, sizeof *history->hash);
        history->capacity = (int)capacity;
    }
    history->hash[history->count++] = board->hash ^ zobrist_to_move[board->to_move];
}

void history_pop(struct history *history, int count)
{
    assert(count >= 0 && count <= history->count);
    history->count -= count;
}

void history_append(struct history *to, struct history const *from, int spare)
{
    assert(spare >= 0 && to != from);
    int const needed = to->count + from->count + spare;
    if (to->capacity < needed) {
        to->hash = xreallocarray(to->hash, (size_t)needed, sizeof *to->hash);
        to->capacity = needed;
    }
    if (from->count)
        memcpy(to->hash + to->count, from->hash,
               (size_t)from->count * sizeof *to->hash);
    to->count += from->count;
}

static bool has_been(struct history const *history, uint64_t hash)
{
    for (int i = history->count; i-- > 0;)
        if (history->hash[i] == hash)
            return true;
    return false;
}

/* Would COLOR at P, legal on the board, recreate a forbidden position?  */
static bool repeats(enum ko_rule ko, struct history const *history,
                    struct board const *board, point p, enum color color)
{
    if (p == PASS || ko == KO_SIMPLE)
        return false;
    if (!board->prisoners[BLACK] && !board->prisoners[WHITE] &&
        !board_is_suicide(board, p, color))
        return false; /* so far stones have only been added */
    uint64_t const after = board_hash_after(board, p, color);
    enum color const next = opponent(color);
    return has_been(history, after ^ zobrist_to_move[next]) ||
           (ko == KO_POSITIONAL && has_been(history, after ^ zobrist_to_move[color]));
}

bool rules_permit(struct rules const *rules, struct history const *history,
                  struct board const *board, point p, enum color color)
{
    assert(rules->ko == KO_SIMPLE || history->count > 0);
    return board_is_legal(board, p, color, rules->suicide) &&
           !repeats(rules->ko, history, board, p, color);
}

bool rules_explain(struct rules const *rules, struct history const *history,
                   struct board const *board, point p, enum color color,
                   struct failure *why)
{
    char text[POINT_TEXT];
    if (rules_permit(rules, history, board, p, color))
        return true;
    if (p >= POINTS || board->color[p] == EDGE)
        return failed(why, "that is not a point of the board");
    point_format(p, text);
    if (board->color[p] != EMPTY)
        return failed(why, "%s is occupied", text);
    if (p == board->ko && color == board->to_move)
        return failed(why, "%s would retake the ko at once", text);
    if (!board_is_legal(board, p, color, rules->suicide))
        return failed(why, "%s would be suicide", text);
    return failed(why, "%s would repeat an earlier position (superko)", text);
}

bool rules_ended(struct rules const *rules, struct board const *board)
{
    return board->passes >= 2 && !(rules->white_ends && board->to_move == WHITE);
}

int rules_max_handicap(int width, int height)
{
    int const smaller = width < height ? width : height;
    if (smaller < 7)
        return 0;
    return smaller > 7 && width % 2 && height % 2 ? 9 : 4;
}

/* The order in which the points are taken, as (column, row) with 0 for the low
   line, 1 for the middle and 2 for the high one.  With an odd number from 5 on
   the last stone goes to the centre.  */
static int const handicap_order[8][2] = {{0, 0}, {2, 2}, {0, 2}, {2, 0},
                                         {0, 1}, {2, 1}, {1, 0}, {1, 2}};

static int handicap_line(int size, int which)
{
    int const low = size < 13 ? 3 : 4;
    return which == 0 ? low : which == 1 ? (size + 1) / 2 : size + 1 - low;
}

bool rules_handicap(int width, int height, int count, point list[], struct failure *why)
{
    int const most = rules_max_handicap(width, height);
    if (!most)
        return failed(why, "invalid handicap: a %dx%d board is too small for one",
                      width, height);
    if (count < 2 || count > most)
        return failed(why, "invalid handicap: a %dx%d board has 2 to %d stones", width,
                      height, most);
    bool const centre = count > 4 && count % 2;
    for (int i = 0; i < count - centre; i++)
        list[i] = point_at(handicap_line(width, handicap_order[i][0]),
                           handicap_line(height, handicap_order[i][1]));
    if (centre)
        list[count - 1] = point_at(handicap_line(width, 1), handicap_line(height, 1));
    return true;
}

/* What was found around an empty region.  */
struct empty_region {
    int size;
    bool touches[3]; /* [colour] */
    bool seki;
};

/* Walk the region of P over STONES, marking it SEEN; its points go to LIST.  */
static struct empty_region walk_region(uint8_t const stones[POINTS],
                                       enum status const status[POINTS], point p,
                                       bool seen[POINTS], point list[AREA_MAX])
{
    struct empty_region region = {0};
    list[region.size++] = p;
    seen[p] = true;
    for (int done = 0; done < region.size; done++)
        for (int i = 0; i < 4; i++) {
            point const near = (point)(list[done] + neighbour[i]);
            if (stones[near] == BLACK || stones[near] == WHITE) {
                region.touches[stones[near]] = true;
                region.seki |= status && status[near] == STATUS_SEKI;
            } else if (stones[near] == EMPTY && !seen[near]) {
                seen[near] = true;
                list[region.size++] = near;
            }
        }
    return region;
}

void rules_owners(struct board const *board, enum status const status[POINTS],
                  uint8_t owner[POINTS])
{
    bool seen[POINTS] = {false};
    memcpy(owner, board->color, sizeof board->color);
    for (point p = board_first_point(); p; p = board_next_point(board, p))
        if (status[p] == STATUS_DEAD)
            owner[p] = EMPTY;
    for (point p = board_first_point(); p; p = board_next_point(board, p)) {
        point list[AREA_MAX];
        if (owner[p] != EMPTY || seen[p])
            continue;
        struct empty_region const region = walk_region(owner, status, p, seen, list);
        if (region.touches[BLACK] != region.touches[WHITE])
            for (int i = 0; i < region.size; i++)
                owner[list[i]] = region.touches[BLACK] ? BLACK : WHITE;
    }
}

int rules_compensation(struct rules const *rules, int handicap)
{
    if (handicap < 2 || rules->handicap == PAY_NOTHING)
        return 0;
    return rules->handicap == PAY_ALL ? handicap : handicap - 1;
}

int rules_stones_spent(struct rules const *rules, struct board const *board)
{
    if (rules->scoring != SCORE_TERRITORY)
        return 0;
    return board->stones[BLACK] + board->prisoners[BLACK] - board->stones[WHITE] -
           board->prisoners[WHITE];
}

/* Take what STATUS calls dead off STONES, and count it into PRISONERS.  */
static void take_dead(struct board const *board, enum status const status[POINTS],
                      uint8_t stones[POINTS], int prisoners[3])
{
    for (point p = board_first_point(); p; p = board_next_point(board, p))
        if (stones[p] != EMPTY && status[p] == STATUS_DEAD) {
            prisoners[stones[p]]++;
            stones[p] = EMPTY;
        }
}

/* Black's points less White's: the stones, where they count, and the empty regions
   that touch one colour.  */
static int count_points(struct board const *board, uint8_t const stones[POINTS],
                        enum status const status[POINTS], bool territory)
{
    bool seen[POINTS] = {false};
    int points[3] = {0};
    for (point p = board_first_point(); p; p = board_next_point(board, p)) {
        point list[AREA_MAX];
        if (stones[p] != EMPTY)
            points[stones[p]] += !territory;
        if (stones[p] != EMPTY || seen[p])
            continue;
        struct empty_region const region = walk_region(stones, status, p, seen, list);
        if (region.touches[BLACK] != region.touches[WHITE] &&
            !(territory && region.seki))
            points[region.touches[BLACK] ? BLACK : WHITE] += region.size;
    }
    return points[BLACK] - points[WHITE];
}

double rules_score(struct rules const *rules, struct board const *board,
                   enum status const status[POINTS], double komi, int handicap)
{
    bool const territory = rules->scoring == SCORE_TERRITORY;
    uint8_t stones[POINTS];
    int prisoners[3] = {0};

    memcpy(stones, board->color, sizeof stones);
    if (status && !rules->stones_stay)
        take_dead(board, status, stones, prisoners);
    int score = count_points(board, stones, status, territory);
    if (territory)
        score += board->prisoners[WHITE] + prisoners[WHITE] - board->prisoners[BLACK] -
                 prisoners[BLACK];
    return score - komi - rules_compensation(rules, handicap);
}
