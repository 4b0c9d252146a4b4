#include <config.h>

#include "tools/records/exhibit.h"

#include "engine/base/json.h"
#include "patterns/shapes/diamond.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <xalloc.h>

void exhibit_init(struct exhibit *exhibit)
{
    *exhibit = (struct exhibit){.move = 0};
    game_init(&exhibit->game, 19, 19);
}

void exhibit_release(struct exhibit *exhibit)
{
    game_release(&exhibit->game);
    free(exhibit->moves);
    free(exhibit->path);
}

void exhibit_take(struct exhibit *exhibit, struct game const *game, char const *path)
{
    exhibit->path = xstrdup(path);
    game_copy(&exhibit->game, game);
    exhibit->moves = xnmalloc((size_t)game->count + 1, sizeof *exhibit->moves);
    for (int i = 0; i < game->count; i++)
        if (game->steps[i].kind == STEP_PLAY)
            exhibit->moves[exhibit->move_count++] =
                (struct move){game->steps[i].color, game->steps[i].at};
}

bool exhibit_open(struct exhibit *exhibit, struct failure *why)
{
    struct gamename const *const name = &exhibit->name;
    int const wanted = exhibit->move ? exhibit->move : exhibit->move_count;
    struct replay *const walk = xmalloc(sizeof *walk);
    struct failure trouble = {""};
    if (wanted > exhibit->move_count) {
        free(walk);
        return failed(why, "%s/%ld has %d moves, and so no move %d", name->file,
                      name->number, exhibit->move_count, wanted);
    }
    replay_start(walk, &exhibit->game);
    bool reached = true;
    for (int number = 0; number < wanted && reached; number++)
        reached = replay_next(walk, &trouble);
    if (wanted == 0) /* the stones that were set up */
        (void)replay_next(walk, &trouble);
    exhibit->before = exhibit->after = walk->board;
    if (reached && wanted > 0)
        board_play(&exhibit->after, walk->move.at, (enum color)walk->move.color);
    free(walk);
    return reached || failed(why, "%s/%ld cannot be played up to move %d: %s",
                             name->file, name->number, wanted, trouble.text);
}

/* ---------------------------------------------------------------- what is shown */

static struct move const *cited(struct exhibit const *exhibit)
{
    return exhibit->move ? &exhibit->moves[exhibit->move - 1] : NULL;
}

static struct board const *shown_board(struct exhibit const *exhibit,
                                       struct showing const *showing)
{
    return showing->before && exhibit->move ? &exhibit->before : &exhibit->after;
}

/* The diamond that the move was played into, as its player saw it; false when there is
   none.  */
static bool find_diamond(struct exhibit const *exhibit, struct diamond *diamond)
{
    struct move const *const move = cited(exhibit);
    if (!move || move->at == PASS)
        return false;
    diamond_look(&exhibit->before, move->at, (enum color)move->color, diamond);
    return true;
}

/* Where move NUMBER was played, if it was on the board.  */
static point place_of(struct exhibit const *exhibit, int number)
{
    return number >= 1 && exhibit->moves[number - 1].at != PASS
               ? exhibit->moves[number - 1].at
               : NOWHERE;
}

void exhibit_remember(struct exhibit *exhibit, struct casebook const *book)
{
    struct vicinities const *const vicinities = casebook_vicinities(book);
    struct situation const situation = {&exhibit->before, exhibit->moves,
                                        exhibit->move - 1};
    struct vicinity vicinity;
    struct case_chain chain;
    int symmetry;
    exhibit->remembered = 0;
    if (place_of(exhibit, exhibit->move) == NOWHERE)
        return;
    vicinity_look(vicinities, &exhibit->before, place_of(exhibit, exhibit->move),
                  latest_moves(&situation), &vicinity);
    casebook_find(book, vicinity_code(vicinities, &vicinity, &symmetry), &chain);
    exhibit->remembered = chain.known;
    if (chain.known)
        exhibit->known =
            casebook_experience(book, chain.known - 1, chain.node[chain.known - 1]);
}

/* The number of the last move on the board that is shown.  */
static int shown_number(struct exhibit const *exhibit, struct showing const *showing)
{
    int const number = exhibit->move ? exhibit->move : exhibit->move_count;
    return number - (showing->before && exhibit->move);
}

/* The points whose stones the memory compares, were it asked about the move.  */
static void find_compared(struct exhibit const *exhibit, struct points *compared)
{
    struct move const *const move = cited(exhibit);
    struct diamond diamond;
    *compared = (struct points){{0}};
    if (!find_diamond(exhibit, &diamond))
        return;
    for (int bit = 0; bit < DIAMOND_POINTS; bit++)
        if (!(diamond.off >> bit & 1))
            points_add(compared, diamond_point(move->at, bit));
    points_add(compared, move->at);
}

/* "Honinbo Shusaku 4d", or "?" where nobody is named.  */
static void print_player(struct game const *game, enum color color, FILE *out)
{
    char const *const name = color == BLACK ? game->black : game->white;
    char const *const rank = color == BLACK ? game->black_rank : game->white_rank;
    fprintf(out, "%s%s%s", *name ? name : "?", *rank ? " " : "", rank);
}

static char const *side(struct move const *move)
{
    return move->color == BLACK ? "Black" : "White";
}

/* ---------------------------------------------------------------- as text */

static void print_terms(struct game const *game, FILE *out)
{
    fprintf(out, "  %dx%d", game->width, game->height);
    if (*game->rules)
        fprintf(out, ", %s rules", game->rules);
    if (game->komi_known)
        fprintf(out, ", komi %g", game->komi);
    else
        fputs(", komi not known", out);
    if (game->handicap)
        fprintf(out, ", handicap %d", game->handicap);
    fputc('\n', out);
}

static void print_header(struct exhibit const *exhibit, FILE *out)
{
    struct game const *const game = &exhibit->game;
    fprintf(out, "%s/%ld: game %ld of %s, counted from 1\n", exhibit->name.file,
            exhibit->name.number, exhibit->name.number + 1, exhibit->path);
    for (enum color color = BLACK; color <= WHITE; color++) {
        fputs(color == BLACK ? "  Black " : "  White ", out);
        print_player(game, color, out);
        fputc('\n', out);
    }
    if (*game->event || *game->name)
        fprintf(out, "  %s%s%s\n", game->event, *game->event && *game->name ? ", " : "",
                game->name);
    fprintf(out, "  %s%s%s\n", game->date, *game->date ? ", " : "",
            *game->result ? game->result : "result not known");
    print_terms(game, out);
}

static void print_board(struct exhibit const *exhibit, struct showing const *showing,
                        FILE *out)
{
    struct drawing_marks marks = {
        .before = place_of(exhibit, shown_number(exhibit, showing) - 1)};
    if (showing->diamond)
        find_compared(exhibit, &marks.fenced);
    drawing_put_marked(shown_board(exhibit, showing), showing->look, &marks, out);
}

/* The move in words: "Move 59 of 213: Black Q16, after White R14".  */
static void print_move(struct exhibit const *exhibit, FILE *out)
{
    struct move const *const move = cited(exhibit);
    char text[POINT_TEXT];
    if (!move) {
        fprintf(out, "The end, after %d moves", exhibit->move_count);
        return;
    }
    fprintf(out, "Move %d of %d: %s %s", exhibit->move, exhibit->move_count, side(move),
            point_format(move->at, text));
    if (exhibit->move > 1)
        fprintf(out, ", after %s %s", side(move - 1), point_format(move[-1].at, text));
}

/* The moves around the one that is cited, which is in brackets as on the board.  */
static void print_moves(struct exhibit const *exhibit, struct showing const *showing,
                        FILE *out)
{
    enum { A_LINE = 5, ENTRY = 32 };
    int const middle = exhibit->move ? exhibit->move : exhibit->move_count;
    int const from = middle > showing->around ? middle - showing->around : 1;
    int const to = middle + showing->around < exhibit->move_count
                       ? middle + showing->around
                       : exhibit->move_count;
    for (int number = from; number <= to; number++) {
        struct move const *const move = &exhibit->moves[number - 1];
        bool const is_it = number == exhibit->move;
        char entry[ENTRY], text[POINT_TEXT];
        snprintf(entry, sizeof entry, "%c%d %c %s%s", is_it ? '(' : ' ', number,
                 move->color == BLACK ? 'X' : 'O', point_format(move->at, text),
                 is_it ? ")" : "");
        bool const ends = (number - from) % A_LINE == A_LINE - 1 || number == to;
        fprintf(out, ends ? "%s\n" : "%-14s", entry);
    }
}

/* BEFORE, and how often the surroundings came up, as far as they are known; nothing,
   when they are not.  */
static void print_experience(struct exhibit const *exhibit, char const *before,
                             FILE *out)
{
    static char const *const as_far_as[VICINITY_LEVELS + 1] = {
        "",
        "as far as next to the move ",
        "as far as two steps away ",
        "as far as two steps away, liberties too, ",
        "as far as three steps away ",
        "",
    };
    struct experience const *const known = &exhibit->known;
    if (exhibit->remembered)
        fprintf(out,
                "%s%smet %" PRIu32 " %s, this played %" PRIu32
                " %s, %.0f %% in won games",
                before, as_far_as[exhibit->remembered], known->appeared,
                known->appeared == 1 ? "time" : "times", known->played,
                known->played == 1 ? "time" : "times",
                100.0 * known->won / (known->played ? known->played : 1));
}

void exhibit_text(struct exhibit const *exhibit, struct showing const *showing,
                  FILE *out)
{
    print_header(exhibit, out);
    fputc('\n', out);
    print_board(exhibit, showing, out);
    fputc('\n', out);
    print_move(exhibit, out);
    fputs(showing->before && exhibit->move ? ".  The board is as it was before it.\n"
                                           : ".\n",
          out);
    if (showing->diamond && place_of(exhibit, exhibit->move) != NOWHERE) {
        fputs("The memory compares what stands between < and >", out);
        print_experience(exhibit, ": ", out);
        fputs(".\n", out);
    }
    print_moves(exhibit, showing, out);
}

/* ---------------------------------------------------------------- as JSON */

static void json_move(struct exhibit const *exhibit, int number, FILE *out)
{
    struct move const *const move = &exhibit->moves[number - 1];
    char text[POINT_TEXT];
    fprintf(out, "{\"move\": %d, \"color\": \"%s\", \"at\": \"%s\"}", number,
            color_name((enum color)move->color), point_format(move->at, text));
}

/* The points of BOARD for which BELONGS is 1, as a list called KEY.  */
static void json_points(char const *key, struct board const *board,
                        bool const belongs[POINTS], FILE *out)
{
    char text[POINT_TEXT];
    bool first = true;
    fprintf(out, "\"%s\": [", key);
    for (point p = board_first_point(); p; p = board_next_point(board, p))
        if (belongs[p]) {
            fprintf(out, "%s\"%s\"", first ? "" : ", ", point_format(p, text));
            first = false;
        }
    fputs("], ", out);
}

static void json_board(struct exhibit const *exhibit, struct showing const *showing,
                       FILE *out)
{
    struct board const *const board = shown_board(exhibit, showing);
    bool belongs[3][POINTS] = {{false}};
    struct points compared;
    find_compared(exhibit, &compared);
    for (point p = board_first_point(); p; p = board_next_point(board, p)) {
        belongs[0][p] = points_have(&compared, p);
        belongs[board->color[p]][p] |= board->color[p] != EMPTY;
    }
    fprintf(out, "\"position_after\": %d, ", shown_number(exhibit, showing));
    json_points("black_stones", board, belongs[BLACK], out);
    json_points("white_stones", board, belongs[WHITE], out);
    if (showing->diamond)
        json_points("diamond", board, belongs[EMPTY], out);
    if (exhibit->remembered)
        fprintf(out,
                "\"known_levels\": %d, \"appeared\": %" PRIu32 ", \"played\": %" PRIu32
                ", \"won\": %" PRIu32 ", ",
                exhibit->remembered, exhibit->known.appeared, exhibit->known.played,
                exhibit->known.won);
}

static void json_game(struct exhibit const *exhibit, FILE *out)
{
    struct game const *const game = &exhibit->game;
    json_text("game", exhibit->name.file, out);
    fprintf(out, "\"number\": %ld, ", exhibit->name.number);
    json_text("path", exhibit->path, out);
    json_text("black", game->black, out);
    json_text("black_rank", game->black_rank, out);
    json_text("white", game->white, out);
    json_text("white_rank", game->white_rank, out);
    json_text("event", game->event, out);
    json_text("date", game->date, out);
    json_text("result", game->result, out);
    json_text("rules", game->rules, out);
    if (game->komi_known)
        fprintf(out, "\"komi\": %g, ", game->komi);
    fprintf(out, "\"width\": %d, \"height\": %d, \"handicap\": %d, ", game->width,
            game->height, game->handicap);
}

void exhibit_json(struct exhibit const *exhibit, struct showing const *showing,
                  FILE *out)
{
    fputc('{', out);
    json_game(exhibit, out);
    if (exhibit->move) {
        fputs("\"cited\": ", out);
        json_move(exhibit, exhibit->move, out);
        fputs(", ", out);
    }
    json_board(exhibit, showing, out);
    fputs("\"moves\": [", out);
    for (int number = 1; number <= exhibit->move_count; number++) {
        fputs(number > 1 ? ", " : "", out);
        json_move(exhibit, number, out);
    }
    fputs("]}\n", out);
}

/* ---------------------------------------------------------------- as a picture */

static void write_caption(struct exhibit const *exhibit, char *caption)
{
    struct game const *const game = &exhibit->game;
    struct move const *const move = cited(exhibit);
    char text[POINT_TEXT];
    FILE *const out = fmemopen(caption, EXHIBIT_CAPTION, "w");
    if (!out)
        xalloc_die();
    fprintf(out, "%s/%ld", exhibit->name.file, exhibit->name.number);
    if (move)
        fprintf(out, " move %d: %s %s", exhibit->move, side(move),
                point_format(move->at, text));
    fputc('\n', out);
    print_player(game, BLACK, out);
    fputs(" – ", out);
    print_player(game, WHITE, out);
    fprintf(out, "%s%s%s%s", *game->date ? ", " : "", game->date,
            *game->result ? ", " : "", game->result);
    print_experience(exhibit, "\nIn the memory: ", out);
    fclose(out); /* what does not fit is cut */
}

void exhibit_diagram(struct exhibit const *exhibit, struct showing const *showing,
                     struct diagram *diagram, char caption[static EXHIBIT_CAPTION])
{
    struct move const *const move = cited(exhibit);
    int const shown = shown_number(exhibit, showing);
    diagram_start(diagram, shown_board(exhibit, showing));
    write_caption(exhibit, caption);
    diagram->caption = caption;
    if (showing->diamond)
        find_compared(exhibit, &diagram->tinted);
    diagram->mark[place_of(exhibit, shown)] = MARK_RING;
    diagram->mark[place_of(exhibit, shown - 1)] = MARK_RING;
    if (move && move->at != PASS) {
        if (!diagram->color[move->at])
            diagram->ghost[move->at] = move->color;
        diagram->number[move->at] = (uint16_t)exhibit->move;
        diagram->mark[move->at] = MARK_FOCUS;
    }
}
