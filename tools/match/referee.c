#include <config.h>

#include "tools/match/referee.h"

#include <assert.h>
#include <c-strcase.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xalloc.h>

#include "engine/base/rng.h"

char const *const ending_names[ENDINGS] = {
    [ENDING_STOPPED] = "stopped",     [ENDING_COUNT] = "count",
    [ENDING_RESIGN] = "resign",       [ENDING_FORFEIT] = "forfeit",
    [ENDING_NO_RESULT] = "no-result",
};

struct peer_effort {
    double wall_s, cpu_s;
};

/* A game being played.  */
struct table {
    struct terms const *terms;
    struct parties *parties;
    struct board board;
    struct history history;
    struct clock clock;
    struct peer_effort heard[3]; /* what [c] spent on hearing of its opponent's move */
    struct game *record;
    struct game_outcome *outcome;
};

static char const *letter(enum color color)
{
    return color == BLACK ? "b" : "w";
}

/* End the game against COLOR; false, so that the story ends with it.  */
static bool forfeit(struct table *table, enum color color, enum fault fault,
                    struct failure const *why)
{
    assert(fault != FAULT_NONE);
    struct game_outcome *const outcome = table->outcome;
    outcome->ending = fault == FAULT_STOPPED ? ENDING_STOPPED : ENDING_FORFEIT;
    outcome->culprit = color;
    outcome->winner = opponent(color);
    outcome->fault = fault;
    outcome->note = *why;
    return false;
}

static bool seat(struct table *table, enum color color)
{
    struct parties *const parties = table->parties;
    struct peer *const peer = parties->peers[color];
    struct reply reply;
    if (!peer)
        return forfeit(table, color, parties->faults[color], &parties->why[color]);
    peer_survey(peer);
    peer_mind(peer, parties->peers[opponent(color)]);
    return terms_tell(table->terms, peer, &reply) ||
           forfeit(table, color, reply.fault, &reply.why);
}

/* Put a legal move on the board and into the record.  */
static void enter(struct table *table, point p, enum color color)
{
    assert(rules_permit(table->terms->rules, &table->history, &table->board, p, color));
    board_play(&table->board, p, color);
    history_push(&table->history, &table->board);
    game_add(table->record, STEP_PLAY, color, p);
    table->outcome->moves++;
    table->outcome->hash = rng_mix(table->outcome->hash ^ p);
}

/* Tell COLOR's engine that SIDE played P.  */
static bool show(struct table *table, enum color color, point p, enum color side,
                 struct reply *reply)
{
    char text[POINT_TEXT];
    bool const good =
        peer_ask(table->parties->peers[color], table->terms->patience_s, reply,
                 "play %s %s", letter(side), point_format(p, text));
    table->heard[color] = (struct peer_effort){reply->wall_s, reply->cpu_s};
    return good;
}

static bool tell(struct table *table, enum color color, point p, enum color side)
{
    struct reply reply;
    return show(table, color, p, side, &reply) ||
           forfeit(table, color, reply.fault, &reply.why);
}

static bool play_opening(struct table *table, struct opening const *opening)
{
    for (int i = 0; i < opening->count; i++) {
        point const p = opening->moves[i];
        enum color const side = i % 2 ? WHITE : BLACK;
        if (!rules_permit(table->terms->rules, &table->history, &table->board, p, side))
            break; /* the rest of a record under other rules */
        if (!tell(table, BLACK, p, side) || !tell(table, WHITE, p, side))
            return false;
        enter(table, p, side);
    }
    memset(table->heard, 0, sizeof table->heard);
    return true;
}

static void note_usage(struct usage *usage, double wall_s, double cpu_s)
{
    assert(wall_s >= 0 && cpu_s >= 0);
    usage->moves++;
    usage->wall_s += wall_s;
    usage->wall_max_s = fmax(usage->wall_max_s, wall_s);
    usage->cpu_s += cpu_s;
    usage->cpu_max_s = fmax(usage->cpu_max_s, cpu_s);
}

/* Ask COLOR for its move; its text goes to REPLY.  The move begins when it is
   told of the opponent's, or else it could think there for nothing.  What the
   pipe takes (the grace) is not charged when it makes the difference.  */
static bool ask_move(struct table *table, enum color color, struct reply *reply)
{
    struct terms const *const terms = table->terms;
    struct peer *const peer = table->parties->peers[color];
    struct peer_effort const heard = table->heard[color];
    if (!terms_tell_time(terms, &table->clock, peer, color, reply))
        return forfeit(table, color, reply->fault, &reply->why);

    bool const has_clock = terms->clock.kind != CLOCK_NONE;
    double const limit_s = terms_limit_s(terms, &table->clock, color);
    double const wait_s = has_clock ? limit_s + terms->grace_s - heard.wall_s : limit_s;
    bool const answered = peer_ask(peer, wait_s, reply, "genmove %s", letter(color));
    double const wall_s = heard.wall_s + reply->wall_s;
    note_usage(&table->outcome->usage[color], wall_s, heard.cpu_s + reply->cpu_s);
    if (!answered)
        return forfeit(table, color, reply->fault, &reply->why);
    clock_spend(&table->clock, color, fmin(wall_s, limit_s));
    return true;
}

/* Read COLOR's answer: a move, or the end of the game.  Words after the first
   are comment.  */
static bool read_move(struct table *table, enum color color, struct reply *reply,
                      point *p)
{
    int const size = table->terms->size;
    char word[POINT_TEXT] = "";
    size_t const length = strcspn(reply->text, " \n");
    struct failure why;
    snprintf(word, sizeof word, "%.*s", (int)length, reply->text);
    if (c_strcasecmp(word, "resign") == 0) {
        table->outcome->ending = ENDING_RESIGN;
        table->outcome->winner = opponent(color);
        return false;
    }
    if (!point_parse(word, size, size, p, NULL)) {
        failed(&why, "answered 'genmove %s' with '%.40s'", letter(color), reply->text);
        return forfeit(table, color, FAULT_NONSENSE, &why);
    }
    return rules_explain(table->terms->rules, &table->history, &table->board, *p, color,
                         &why) ||
           forfeit(table, color, FAULT_ILLEGAL, &why);
}

/* One move of the side to move; false when it ended the game.  */
static bool turn(struct table *table)
{
    enum color const color = table->board.to_move;
    struct reply reply;
    point p;
    if (!ask_move(table, color, &reply) || !read_move(table, color, &reply, &p))
        return false;
    enter(table, p, color);
    if (rules_ended(table->terms->rules, &table->board)) {
        /* Nobody can forfeit any more; who fails here has no say in the count.  */
        table->outcome->ending = ENDING_COUNT;
        show(table, opponent(color), p, color, &reply);
        return false;
    }
    if (table->outcome->moves >= table->terms->moves_max) {
        table->outcome->ending = ENDING_NO_RESULT;
        return false;
    }
    return tell(table, opponent(color), p, color);
}

static void score(struct table *table, struct score_policy const *policy)
{
    struct game_outcome *const outcome = table->outcome;
    struct game const *const record = table->record;
    struct peer **const peers = table->parties->peers;
    struct move *const moves = xnmalloc(outcome->moves, sizeof *moves);
    for (int i = 0; i < outcome->moves; i++)
        moves[i] = (struct move){record->steps[i].color, record->steps[i].at};
    struct court const court = {
        .terms = table->terms,
        .policy = policy,
        .board = &table->board,
        .moves = moves,
        .move_count = outcome->moves,
        .peers = {peers[EMPTY], peers[BLACK], peers[WHITE]},
    };
    outcome->score = verdict_reach(&court, &outcome->source);
    outcome->winner = outcome->score > 0 ? BLACK : outcome->score < 0 ? WHITE : EMPTY;
    free(moves);
}

/* The game is over: some engines would go on thinking about it.  */
static void dismiss(struct table *table, enum color color)
{
    struct peer *const peer = table->parties->peers[color];
    struct reply reply;
    if (!peer)
        return;
    if (peer_works(peer))
        peer_ask(peer, table->terms->patience_s, &reply, "clear_board");
    peer_mind(peer, NULL);
}

void referee_play(struct terms const *terms, struct score_policy const *policy,
                  struct parties *parties, struct opening const *opening,
                  struct game *record, struct game_outcome *outcome)
{
    struct table table = {
        .terms = terms, .parties = parties, .record = record, .outcome = outcome};
    *outcome = (struct game_outcome){.ending = ENDING_STOPPED};
    board_init(&table.board, terms->size, terms->size);
    history_init(&table.history);
    history_push(&table.history, &table.board);
    clock_start(&table.clock, &terms->clock);

    if (seat(&table, BLACK) && seat(&table, WHITE) && play_opening(&table, opening))
        while (turn(&table))
            continue;
    if (outcome->ending == ENDING_COUNT)
        score(&table, policy);
    if (parties->stop && atomic_load(parties->stop))
        outcome->ending = ENDING_STOPPED;
    dismiss(&table, BLACK);
    dismiss(&table, WHITE);
    history_release(&table.history);
}

void game_outcome_format(struct game_outcome const *outcome,
                         char text[static RESULT_TEXT])
{
    char const side = outcome->winner == BLACK ? 'B' : 'W';
    if (outcome->ending == ENDING_NO_RESULT || outcome->ending == ENDING_STOPPED)
        snprintf(text, RESULT_TEXT, "Void");
    else if (outcome->winner == EMPTY)
        snprintf(text, RESULT_TEXT, "0");
    else if (outcome->ending == ENDING_COUNT)
        snprintf(text, RESULT_TEXT, "%c+%.7g", side, fabs(outcome->score));
    else if (outcome->ending == ENDING_RESIGN)
        snprintf(text, RESULT_TEXT, "%c+R", side);
    else
        snprintf(text, RESULT_TEXT, "%c+%c", side,
                 outcome->fault == FAULT_TIMEOUT ? 'T' : 'F');
}
