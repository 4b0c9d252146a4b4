#include <config.h>

#include "player/recall.h"

#include "engine/go/drawing.h"
#include "patterns/judge/judge_source.h"
#include "patterns/judge/views.h"
#include "player/explain.h"

#include <string.h>

enum {
    RECALLED = 8,
    TOLD = 2, /* chains after a move */
    STONES_TOLD = 3,
};

/* Chances to live: below each it is said so.  */
static float const is_dead = 0.2f, hardly_lives = 0.4f, is_doubted = 0.7f;

/* A chain as the judge sees it.  */
struct seen_chain {
    point at; /* the stone by which it is named */
    enum color color;
    int stones, away; /* of the move, in a straight line */
    float live;       /* its chance */
};

/* What is remembered like a stone, the nearest first.  */
struct recalled {
    int count, died;
    struct near_view near[RECALLED];
};

/* ---------------------------------------------------------------- asking */

/* Look at SITUATION, so that stones of it can be asked about; NULL when there is nobody
   to look, or nothing to compare with.  */
static struct judge_voice *look_again(struct session *session,
                                      struct situation const *situation)
{
    struct failure why;
    struct judge_voice *const judge = session_source(session, judge_kind.name, &why);
    bool const can = judge && session_views(session);
    return can && judge_source_look(judge, situation) ? judge : NULL;
}

static void recall(struct views const *views, struct judge_voice const *judge,
                   struct board const *board, point at, struct recalled *out)
{
    out->count = views_nearest(views, judge_source_numbers(judge, at),
                               board_color(board, at) == (enum color)board->to_move,
                               RECALLED, out->near);
    out->died = 0;
    for (int i = 0; i < out->count; i++)
        out->died += views_get(views, out->near[i].number).fate == VIEW_DIED;
}

static float live_of(struct judgement const *judgement, point at, enum color color)
{
    return (1 + (color == BLACK ? 1 : -1) * judgement->owner[at]) / 2;
}

/* ---------------------------------------------------------------- chains */

/* The chain at P, named by its stone nearest to the move AT.  */
static struct seen_chain see_chain(struct board const *board,
                                   struct judgement const *judgement, point p, point at)
{
    struct seen_chain chain = {.at = p,
                               .color = board_color(board, p),
                               .stones = board_chain(board, p)->stone_count};
    for (point q = board->next[p]; at != PASS && q != p; q = board->next[q])
        if (point_steps(q, at) < point_steps(chain.at, at))
            chain.at = q;
    chain.away = at == PASS ? 0 : point_steps(chain.at, at);
    chain.live = live_of(judgement, chain.at, chain.color);
    return chain;
}

/* By how many stones are at stake.  */
static float stake(struct seen_chain const *chain)
{
    return (float)chain->stones * (1 - chain->live);
}

static bool matters_more(struct seen_chain const *a, struct seen_chain const *b)
{
    return stake(a) != stake(b) ? stake(a) > stake(b) : a->away < b->away;
}

/* The chains that are given up or doubted and matter most; what matters less than half
   as much as the first is left out.  Returns how many.  */
static int choose_chains(struct board const *board, struct judgement const *judgement,
                         point at, struct seen_chain list[TOLD])
{
    int count = 0;
    for (point p = board_first_point(); p; p = board_next_point(board, p)) {
        if (board_color(board, p) == EMPTY || board_chain(board, p)->stone != p ||
            board_chain(board, p)->stone_count < STONES_TOLD)
            continue;
        struct seen_chain const chain = see_chain(board, judgement, p, at);
        int place = count;
        while (place > 0 && matters_more(&chain, &list[place - 1]))
            place--;
        if (chain.live >= is_doubted || place == TOLD)
            continue;
        count += count < TOLD;
        memmove(list + place + 1, list + place,
                (size_t)(count - 1 - place) * sizeof *list);
        list[place] = chain;
    }
    while (count > 1 && 2 * stake(&list[count - 1]) < stake(&list[0]))
        count--;
    return count;
}

/* ---------------------------------------------------------------- in words */

static char const *fate_name(enum view_fate fate)
{
    static char const *const names[VIEW_FATES] = {"died", "lived", "ended in seki"};
    return names[fate];
}

/* "C7 before tygem-9d-2007/123 move 97 (A-B, 2007-03-01)"  */
static void print_place(struct views const *views, struct stone_view const *view,
                        FILE *out)
{
    char text[POINT_TEXT];
    struct precedent const precedent = views_precedent(views, view);
    fprintf(out, "%s before ", point_format(view->at, text));
    explain_precedent(&precedent, out);
}

static void print_chain(struct seen_chain const *chain, FILE *out)
{
    char text[POINT_TEXT];
    bool const one = chain->stones == 1;
    fprintf(out, "%s's ", color_name(chain->color));
    if (!one)
        fprintf(out, "%d ", chain->stones);
    fprintf(out, "stone%s at %s %s (%.0f %%%s)", one ? "" : "s",
            point_format(chain->at, text),
            chain->live < is_dead ? (one ? "is as good as dead" : "are as good as dead")
            : chain->live < hardly_lives ? "will hardly live"
            : chain->live < is_doubted   ? "may die"
            : one                        ? "lives"
                                         : "live",
            100 * (double)chain->live, chain->live < is_doubted ? " to live" : "");
}

/* "of the 8 places most alike 7 did", after a word on the nearest.  */
static void print_share(struct recalled const *recalled, bool did, FILE *out)
{
    fprintf(out, "; of the %d places most alike ", recalled->count);
    if (recalled->died == recalled->count || !recalled->died)
        fputs(recalled->died ? "all" : "none", out);
    else
        fprintf(out, "%d", recalled->died);
    fputs(did ? " did" : " died", out);
}

static void tell_chain(struct views const *views, struct seen_chain const *chain,
                       struct recalled const *recalled, FILE *out)
{
    struct stone_view const nearest = views_get(views, recalled->near[0].number);
    fputs("at one look ", out);
    print_chain(chain, out);
    fprintf(out, ": to the judge %s %.0f %% like ",
            chain->stones == 1 ? "it looks" : "they look",
            100 * (double)recalled->near[0].alike);
    print_place(views, &nearest, out);
    fprintf(out, ", which %s", fate_name(nearest.fate));
    print_share(recalled, nearest.fate == VIEW_DIED, out);
    fputs("\n", out);
}

/* The position that the account is about, as it came about.  */
static struct situation before_account(struct session *session)
{
    struct account const *const account = session_account(session);
    struct situation situation = session_situation(session);
    situation.board = &account->before;
    situation.move_count -= account->decision.at != RESIGN;
    return situation;
}

void recall_explain(struct session *session, FILE *out)
{
    struct account const *const account = session_account(session);
    struct decision const *const decision = &account->decision;
    struct board const *const board = &account->before;
    struct situation const situation = before_account(session);
    struct seen_chain list[TOLD];
    explain_decision(decision, board, out);
    int const count =
        decision->evidence.judged
            ? choose_chains(board, &decision->evidence.judgement, decision->at, list)
            : 0;
    struct judge_voice const *const judge =
        count ? look_again(session, &situation) : NULL;
    for (int i = 0; judge && i < count; i++) {
        struct recalled recalled;
        recall(session_views(session), judge, board, list[i].at, &recalled);
        if (recalled.count)
            tell_chain(session_views(session), &list[i], &recalled, out);
    }
}

/* ---------------------------------------------------------------- in pictures */

enum { ACROSS = 2 * DIAMOND_RADIUS + 1 };

static void put_glyphs(struct diamond const *diamond, enum color mover,
                       enum color middle, char const *glyph[ACROSS][ACROSS])
{
    point const center = point_at(ACROSS, ACROSS);
    memset(glyph, 0, ACROSS * sizeof *glyph);
    glyph[DIAMOND_RADIUS][DIAMOND_RADIUS] = look_plain.stone[middle];
    for (int bit = 0; bit < DIAMOND_POINTS; bit++) {
        uint64_t const mask = (uint64_t)1 << bit;
        point const p = diamond_point(center, bit);
        int const row = point_row(p) - ACROSS + DIAMOND_RADIUS,
                  column = point_column(p) - ACROSS + DIAMOND_RADIUS;
        glyph[row][column] = diamond->off & mask   ? NULL
                             : diamond->own & mask ? look_plain.stone[mover]
                             : diamond->opp & mask ? look_plain.stone[opponent(mover)]
                                                   : look_plain.empty;
    }
}

/* The columns up to the last that has a point; 0 for none.  */
static int columns_of(char const *const glyph[ACROSS])
{
    int columns = ACROSS;
    while (columns && !glyph[columns - 1])
        columns--;
    return columns;
}

/* The middle stands in brackets.  */
static void print_row(char const *const glyph[ACROSS], int columns, bool middle,
                      FILE *out)
{
    for (int column = 0; column < columns; column++) {
        int const from = column - DIAMOND_RADIUS;
        fputs(!middle     ? " "
              : !from     ? look_plain.left
              : from == 1 ? look_plain.right
                          : " ",
              out);
        fputs(glyph[column] ? glyph[column] : " ", out);
    }
}

/* How VIEW lies best upon what is there.  */
static struct diamond turned_alike(struct diamond const *view,
                                   struct diamond const *there)
{
    struct diamond best = *view;
    int most = -1;
    for (int symmetry = 0; symmetry < SYMMETRIES; symmetry++) {
        struct diamond turned;
        diamond_turn(view, symmetry, &turned);
        int const same = __builtin_popcountll(turned.own & there->own) +
                         __builtin_popcountll(turned.opp & there->opp) +
                         __builtin_popcountll(turned.off & there->off);
        if (same > most) {
            most = same;
            best = turned;
        }
    }
    return best;
}

/* What is around AT, and beside it VIEW, turned to be as like it as it can be and its
   colours as here.  */
static void draw_beside(struct board const *board, point at,
                        struct stone_view const *view, FILE *out)
{
    enum color const mover = (enum color)board->to_move;
    char const *glyph[2][ACROSS][ACROSS];
    struct diamond there;
    diamond_look(board, at, mover, &there);
    struct diamond const like = turned_alike(&view->diamond, &there);
    put_glyphs(&there, mover, board_color(board, at), glyph[0]);
    put_glyphs(&like, mover, board_color(board, at), glyph[1]);
    for (int row = ACROSS - 1; row >= 0; row--) {
        int const left = columns_of(glyph[0][row]), right = columns_of(glyph[1][row]);
        fputs(left || right ? "\n" : "", out);
        print_row(glyph[0][row], right ? ACROSS : left, row == DIAMOND_RADIUS, out);
        fputs(right ? "      " : "", out);
        print_row(glyph[1][row], right, row == DIAMOND_RADIUS, out);
    }
}

/* ---------------------------------------------------------------- a point */

static void tell_empty(struct judgement const *judgement, point at, bool remembers,
                       FILE *out)
{
    char text[POINT_TEXT];
    float const owner = judgement->owner[at];
    enum color const color = owner < 0 ? WHITE : BLACK;
    fprintf(out, "%s will be %s's (%.0f %%)%s", point_format(at, text),
            color_name(color), 100 * (double)live_of(judgement, at, color),
            remembers ? "; only stones are remembered" : "");
}

static void tell_views(struct views const *views, struct recalled const *recalled,
                       FILE *out)
{
    fprintf(out, "\nto the judge it looks like these places, of which %d died:",
            recalled->died);
    for (int i = 0; i < recalled->count; i++) {
        struct stone_view const view = views_get(views, recalled->near[i].number);
        fprintf(out, "\n%.0f %%, %s: ", 100 * (double)recalled->near[i].alike,
                fate_name(view.fate));
        print_place(views, &view, out);
    }
}

bool recall_point(struct session *session, point at, FILE *out, struct failure *why)
{
    struct situation const situation = session_situation(session);
    struct board const *const board = situation.board;
    struct judgement judgement;
    struct recalled recalled = {.count = 0};
    if (!session_judge(session, &judgement))
        return failed(why, "nobody judges this position");
    if (board_color(board, at) == EMPTY) {
        tell_empty(&judgement, at, session_views(session), out);
        return true;
    }
    struct seen_chain chain = see_chain(board, &judgement, at, at);
    print_chain(&chain, out);
    struct judge_voice const *const judge = look_again(session, &situation);
    if (judge)
        recall(session_views(session), judge, board, at, &recalled);
    if (!recalled.count)
        return true;
    struct stone_view const nearest =
        views_get(session_views(session), recalled.near[0].number);
    tell_views(session_views(session), &recalled, out);
    fputs("\nhere, and the first of them (turned, in the colours of here):", out);
    draw_beside(board, at, &nearest, out);
    return true;
}
