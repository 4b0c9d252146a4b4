#include <config.h>

#include "engine/records/sgf_writer.h"

#include "engine/base/newfile.h"
#include "engine/base/text.h"
#include "engine/records/sgf_value.h"

#include <math.h>
#include <string.h>

enum { MOVES_PER_LINE = 10 };

struct writing {
    struct game const *game;
    FILE *out;
    struct decoder *decoder; /* of UTF-8: it cleans what it reads */
};

static void write_text(struct writing *writing, char const *name, char const *text)
{
    if (!text || !*text)
        return;
    fprintf(writing->out, "%s[", name);
    text = decoder_read(writing->decoder, text, strlen(text));
    for (; *text; text++) {
        if (*text == ']' || *text == '\\')
            putc('\\', writing->out);
        putc(*text, writing->out);
    }
    putc(']', writing->out);
}

/* TEXT, from a field of ROOM bytes, as one line that fits into it when read.  */
static void write_line(struct writing *writing, char const *name, char const *text,
                       size_t room)
{
    char line[GAME_TEXT];
    text_line(line, room, decoder_read(writing->decoder, text, strlen(text)));
    write_text(writing, name, line);
}

static void write_point(struct writing *writing, point p)
{
    if (p == PASS)
        fputs("[]", writing->out);
    else
        fprintf(writing->out, "[%c%c]", 'a' + point_column(p) - 1,
                'a' + writing->game->height - point_row(p));
}

/* ---------------------------------------------------------------- root */

/* A komi that a reader would take for something else stays away.  */
static void write_komi(struct writing *writing)
{
    char text[32];
    double read;
    snprintf(text, sizeof text, "%g", writing->game->komi);
    if (writing->game->komi_known && sgf_komi(text, &read) &&
        read == writing->game->komi)
        write_text(writing, "KM", text);
}

static void write_result(struct writing *writing)
{
    struct game const *const game = writing->game;
    bool const black = game->scored ? game->score > 0 : game->winner == BLACK;
    if (game->result[0])
        write_line(writing, "RE", game->result, sizeof game->result);
    else if (game->scored && game->score == 0)
        fputs("RE[0]", writing->out);
    else if (game->scored)
        fprintf(writing->out, "RE[%c+%g]", black ? 'B' : 'W', fabs(game->score));
    else if (game->winner != EMPTY)
        fprintf(writing->out, "RE[%c+]", black ? 'B' : 'W');
}

static void write_facts(struct writing *writing)
{
    struct game const *const game = writing->game;
    FILE *const out = writing->out;
    fputs("(;FF[4]GM[1]CA[UTF-8]AP[Hishi]", out);
    if (game->width == game->height)
        fprintf(out, "SZ[%d]", game->width);
    else
        fprintf(out, "SZ[%d:%d]", game->width, game->height);
    write_line(writing, "GN", game->name, sizeof game->name);
    write_line(writing, "EV", game->event, sizeof game->event);
    write_line(writing, "DT", game->date, sizeof game->date);
    write_line(writing, "PB", game->black, sizeof game->black);
    write_line(writing, "BR", game->black_rank, sizeof game->black_rank);
    write_line(writing, "PW", game->white, sizeof game->white);
    write_line(writing, "WR", game->white_rank, sizeof game->white_rank);
    write_komi(writing);
    if (game->handicap)
        fprintf(out, "HA[%d]", game->handicap);
    write_line(writing, "RU", game->rules, sizeof game->rules);
    write_result(writing);
    write_text(writing, "C", game->comment);
}

/* ---------------------------------------------------------------- steps */

static bool has_note(struct game const *game, int step)
{
    return game->notes && game->notes[step];
}

static void write_note(struct writing *writing, int step)
{
    if (has_note(writing->game, step))
        write_text(writing, "C", writing->game->notes[step]);
}

/* What a run of edits amounts to: a colour for some points, and who moves.  */
struct edits {
    bool touched[POINTS];
    uint8_t color[POINTS];
    enum color to_move;
};

static void write_edits(struct writing *writing, struct edits const *edits)
{
    static char const *const names[] = {[BLACK] = "AB", [WHITE] = "AW", [EMPTY] = "AE"};
    static enum color const order[] = {BLACK, WHITE, EMPTY};
    for (int i = 0; i < 3; i++) {
        bool named = false;
        for (point p = 0; p < POINTS; p++) {
            if (!edits->touched[p] || edits->color[p] != order[i])
                continue;
            if (!named)
                fputs(names[order[i]], writing->out);
            named = true;
            write_point(writing, p);
        }
    }
    if (edits->to_move != EMPTY)
        fputs(edits->to_move == BLACK ? "PL[B]" : "PL[W]", writing->out);
}

/* How many steps from STEP on are edits that make one node: up to the next
   move, or up to a comment.  */
static int setup_length(struct game const *game, int step)
{
    int length = 0;
    while (step + length < game->count && game->steps[step + length].kind != STEP_PLAY)
        if (has_note(game, step + length++))
            break;
    return length;
}

static void write_setup(struct writing *writing, int step, int length)
{
    struct edits edits = {.to_move = EMPTY};
    for (int i = step; i < step + length; i++) {
        struct step const *const now = &writing->game->steps[i];
        if (now->kind == STEP_TO_MOVE)
            edits.to_move = (enum color)now->color;
        else {
            edits.touched[now->at] = true;
            edits.color[now->at] = now->color;
        }
    }
    write_edits(writing, &edits);
}

/* The setup at the start belongs into the root, unless it has a comment of its
   own; returns the first step that is not written yet.  */
static int write_root(struct writing *writing)
{
    int const length = setup_length(writing->game, 0);
    write_facts(writing);
    if (length == 0 || has_note(writing->game, length - 1))
        return 0;
    write_setup(writing, 0, length);
    return length;
}

static void write_nodes(struct writing *writing, int step)
{
    struct game const *const game = writing->game;
    for (int nodes = 0; step < game->count; nodes++) {
        int length = 1;
        fputs(nodes % MOVES_PER_LINE ? ";" : "\n;", writing->out);
        if (game->steps[step].kind == STEP_PLAY) {
            putc(game->steps[step].color == BLACK ? 'B' : 'W', writing->out);
            write_point(writing, game->steps[step].at);
        } else {
            length = setup_length(game, step);
            write_setup(writing, step, length);
        }
        step += length;
        write_note(writing, step - 1);
    }
}

void sgf_write(struct game const *game, FILE *out)
{
    struct writing writing = {game, out, decoder_new()};
    decoder_set(writing.decoder, "UTF-8");
    write_nodes(&writing, write_root(&writing));
    fputs(")\n", out);
    decoder_free(writing.decoder);
}

bool sgf_save(struct game const *game, char const *path, struct failure *why)
{
    struct newfile *const file = newfile_open(path, why);
    if (!file)
        return false;
    sgf_write(game, newfile_stream(file));
    return newfile_finish(file, why);
}
