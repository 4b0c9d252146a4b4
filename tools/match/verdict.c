#include <config.h>

#include "tools/match/verdict.h"

#include <c-ctype.h>
#include <c-strcase.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct source_row const source_table[SOURCES] = {
    [SOURCE_NONE] = {"none", "nobody"},
    [SOURCE_BOARD] = {"board", "all stones on the board"},
    [SOURCE_STONES] = {"stones", "both engines' dead stones"},
    [SOURCE_SCORES] = {"scores", "both engines' final_score"},
    [SOURCE_REFEREE_STONES] = {"referee-stones", "the referee's dead stones"},
    [SOURCE_REFEREE_SCORE] = {"referee-score", "the referee's final_score"},
};

struct score_policy const score_policies[] = {
    {"agree",
     false,
     {SOURCE_STONES, SOURCE_SCORES, SOURCE_REFEREE_STONES, SOURCE_REFEREE_SCORE,
      SOURCE_BOARD}},
    {"referee", true, {SOURCE_REFEREE_STONES, SOURCE_REFEREE_SCORE, SOURCE_BOARD}},
    {"board", false, {SOURCE_BOARD}},
    {0},
};

struct score_policy const *score_policy_find(char const *name)
{
    for (struct score_policy const *policy = score_policies; policy->name; policy++)
        if (strcmp(policy->name, name) == 0)
            return policy;
    return NULL;
}

/* ---------------------------------------------------------------- dead stones */

/* Give STATUS to the vertices in TEXT; each must be a stone.  */
static bool mark(struct board const *board, char const *text, enum status what,
                 enum status status[POINTS])
{
    while (*(text += strspn(text, " \n"))) {
        char word[POINT_TEXT] = "";
        size_t const length = strcspn(text, " \n");
        point p;
        if (length >= sizeof word)
            return false;
        memcpy(word, text, length);
        if (!point_parse(word, board->width, board->height, &p, NULL) || p == PASS ||
            board_color(board, p) == EMPTY)
            return false;
        status[p] = what;
        text += length;
    }
    return true;
}

/* PEER's opinion of every stone.  Seki matters only where territory counts.  */
static bool ask_status(struct court const *court, struct peer *peer,
                       enum status status[POINTS])
{
    double const patience_s = court->terms->patience_s;
    struct reply reply;
    for (int i = 0; i < POINTS; i++)
        status[i] = STATUS_ALIVE;
    if (!peer || !peer_works(peer) || !peer_knows(peer, "final_status_list"))
        return false;
    return peer_ask(peer, patience_s, &reply, "final_status_list dead") &&
           mark(court->board, reply.text, STATUS_DEAD, status) &&
           (court->terms->rules->scoring == SCORE_AREA ||
            (peer_ask(peer, patience_s, &reply, "final_status_list seki") &&
             mark(court->board, reply.text, STATUS_SEKI, status)));
}

static bool count(struct court const *court, enum status const status[POINTS],
                  double *score)
{
    *score =
        rules_score(court->terms->rules, court->board, status, court->terms->komi, 0);
    return true;
}

static bool by_board(struct court const *court, double *score)
{
    return count(court, NULL, score);
}

static bool by_stones(struct court const *court, double *score)
{
    enum status black[POINTS], white[POINTS];
    return ask_status(court, court->peers[BLACK], black) &&
           ask_status(court, court->peers[WHITE], white) &&
           memcmp(black, white, sizeof black) == 0 && count(court, black, score);
}

static bool by_referee_stones(struct court const *court, double *score)
{
    enum status status[POINTS];
    return ask_status(court, court->peers[EMPTY], status) &&
           count(court, status, score);
}

/* ---------------------------------------------------------------- final_score */

bool verdict_parse_score(char const *text, double *score)
{
    char *end;
    char const side = c_toupper(*text);
    *score = 0;
    if (strcmp(text, "0") == 0 || c_strcasecmp(text, "draw") == 0 ||
        c_strcasecmp(text, "jigo") == 0)
        return true;
    if ((side != 'B' && side != 'W') || text[1] != '+' || !c_isdigit(text[2]))
        return false;
    double const margin = strtod(text + 2, &end);
    *score = side == 'B' ? margin : -margin;
    return (*end == '\0' || *end == ' ') && margin <= 2 * AREA_MAX + 1000;
}

static bool ask_score(struct court const *court, struct peer *peer, double *score)
{
    struct reply reply;
    return peer && peer_works(peer) && peer_knows(peer, "final_score") &&
           peer_ask(peer, court->terms->patience_s, &reply, "final_score") &&
           verdict_parse_score(reply.text, score);
}

static bool by_scores(struct court const *court, double *score)
{
    double black, white;
    if (!ask_score(court, court->peers[BLACK], &black) ||
        !ask_score(court, court->peers[WHITE], &white) || fabs(black - white) > 0.01)
        return false;
    *score = black;
    return true;
}

static bool by_referee_score(struct court const *court, double *score)
{
    return ask_score(court, court->peers[EMPTY], score);
}

/* ---------------------------------------------------------------- verdict */

/* Show the whole game to the referee engine.  */
static bool inform_referee(struct court const *court)
{
    struct peer *const referee = court->peers[EMPTY];
    struct reply reply;
    bool good =
        referee && peer_works(referee) && terms_tell(court->terms, referee, &reply);
    for (int i = 0; i < court->move_count && good; i++) {
        char text[POINT_TEXT];
        good = peer_ask(referee, court->terms->patience_s, &reply, "play %s %s",
                        court->moves[i].color == BLACK ? "b" : "w",
                        point_format(court->moves[i].at, text));
    }
    return good;
}

double verdict_reach(struct court const *court, enum score_source *source)
{
    static bool (*const ways[SOURCES])(struct court const *, double *) = {
        [SOURCE_BOARD] = by_board,
        [SOURCE_STONES] = by_stones,
        [SOURCE_SCORES] = by_scores,
        [SOURCE_REFEREE_STONES] = by_referee_stones,
        [SOURCE_REFEREE_SCORE] = by_referee_score,
    };
    double score = 0;
    bool referee_knows = false;
    if (!court->terms->rules->stones_stay)
        for (int i = 0; i < STEPS_OF_POLICY && court->policy->order[i]; i++) {
            *source = court->policy->order[i];
            bool const referee =
                *source == SOURCE_REFEREE_STONES || *source == SOURCE_REFEREE_SCORE;
            if (referee && !referee_knows && !(referee_knows = inform_referee(court)))
                continue;
            if (ways[*source](court, &score))
                return score;
        }
    *source = SOURCE_BOARD;
    by_board(court, &score);
    return score;
}
