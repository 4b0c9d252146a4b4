#include <config.h>

#include "books/opening/book_sgf.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <xalloc.h>

#include "books/opening/book_text.h"
#include "books/opening/links.h"
#include "engine/base/newfile.h"
#include "engine/base/printed.h"
#include "engine/records/sgf_tree.h"

/* ------------------------------------------------------------ the tree to write */

/* A move of the tree; its children by number, 0 for none.  */
struct sgf_branch {
    point at;
    struct book_answer answer; /* if IS_ANSWER */
    bool is_answer;
    uint32_t child, last, brother;
};

struct branches {
    struct sgf_branch *list; /* the first is the root */
    size_t count, room;
};

/* The child of branch FROM at AT, made if there is none.  */
static uint32_t branch_to(struct branches *branches, uint32_t from, point at)
{
    for (uint32_t i = branches->list[from].child; i; i = branches->list[i].brother)
        if (branches->list[i].at == at)
            return i;
    if (branches->count == branches->room)
        branches->list =
            x2nrealloc(branches->list, &branches->room, sizeof *branches->list);
    uint32_t const fresh = (uint32_t)branches->count++;
    struct sgf_branch *const parent = &branches->list[from];
    branches->list[fresh] = (struct sgf_branch){.at = at};
    if (parent->last)
        branches->list[parent->last].brother = fresh;
    else
        parent->child = fresh;
    parent->last = fresh;
    return fresh;
}

static void add_position(struct branches *branches, struct trail *trail,
                         struct book_position const *position)
{
    struct aspect const aspect = book_visit(trail, position);
    uint32_t at = 0;
    for (int i = 0; i < position->way.count; i++)
        at = branch_to(branches, at, position->way.moves[i]);
    for (int i = 0; i < position->count; i++) {
        struct book_answer const *const answer = &position->answers[i];
        point const place = aspect_out(&aspect, answer->at);
        uint32_t const number = branch_to(branches, at, place);
        struct sgf_branch *const branch = &branches->list[number];
        branch->is_answer = true;
        branch->answer = *answer;
    }
}

/* ------------------------------------------------------------ writing */

static void write_point(FILE *out, point p, int size)
{
    if (p == PASS)
        fputs("[]", out);
    else
        fprintf(out, "[%c%c]", 'a' + point_column(p) - 1, 'a' + size - point_row(p));
}

/* For people; TOGETHER is what all probabilities of the position sum to.  */
static void write_comment(struct book_answer const *answer, double together, FILE *out)
{
    fputs("C[", out);
    if (answer->probability > 0)
        fprintf(out, "%.1f %%", 100 * answer->probability / together);
    else
        fputs("avoid", out);
    if (answer->times)
        fprintf(out, ", %u times", answer->times);
    if (answer->decided)
        fprintf(out, ", won %.1f %%", 100.0 * answer->wins / answer->decided);
    if (answer->year)
        fprintf(out, ", last in %u", answer->year);
    if (!isnan(answer->loss))
        fprintf(out, ", loses %.3f", answer->loss);
    fputs("]", out);
}

static void write_branch(struct sgf_branch const *branch, enum color color, int size,
                         double together, FILE *out)
{
    fputs(color == BLACK ? ";B" : ";W", out);
    write_point(out, branch->at, size);
    if (!branch->is_answer) {
        fputs("HB[-]", out);
        return;
    }
    fputs("HB[", out);
    book_write_answer(&branch->answer, branch->at, out);
    fputs("]", out);
    if (branch->answer.probability == 0)
        fputs("BM[1]", out);
    write_comment(&branch->answer, together, out);
}

static double together(struct branches const *branches, uint32_t from)
{
    double sum = 0;
    for (uint32_t i = branches->list[from].child; i; i = branches->list[i].brother)
        sum += branches->list[i].is_answer ? branches->list[i].answer.probability : 0;
    return sum;
}

/* What follows branch FROM; as deep as ways are long.  */
static void write_variations(struct branches const *branches, uint32_t from,
                             enum color color, int size, FILE *out)
{
    struct sgf_branch const *const parent = &branches->list[from];
    bool const alone = parent->child == parent->last;
    double const sum = together(branches, from);
    for (uint32_t i = parent->child; i; i = branches->list[i].brother) {
        if (!alone)
            fputs("\n(", out);
        write_branch(&branches->list[i], color, size, sum, out);
        write_variations(branches, i, opponent(color), size, out);
        if (!alone)
            fputs(")", out);
    }
}

static void write_value(char const *text, FILE *out)
{
    putc('[', out);
    for (char const *c = text; *c; c++) {
        if (*c == ']' || *c == '\\')
            putc('\\', out);
        putc(*c, out);
    }
    putc(']', out);
}

/* Each line of TEXT as a value of the property NAME.  */
static void write_lines(char const *name, char const *text, FILE *out)
{
    char *const copy = xstrdup(text);
    char *rest = copy;
    fputs(name, out);
    for (char *line; (line = strsep(&rest, "\n"));)
        if (*line)
            write_value(line, out);
    free(copy);
}

static void write_root(struct book const *book, struct board const *start, FILE *out)
{
    struct book_facts const *const facts = &book->facts;
    fprintf(out, "(;GM[1]FF[4]CA[UTF-8]AP[Hishi]SZ[%d]", facts->size);
    if (!isnan(facts->komi))
        fprintf(out, "KM[%g]", facts->komi);
    if (facts->handicap) {
        fprintf(out, "HA[%d]PL[W]AB", facts->handicap);
        for (point p = board_first_point(); p; p = board_next_point(start, p))
            if (board_color(start, p) == BLACK)
                write_point(out, p, facts->size);
    }
    for (uint32_t i = 0; i < book->files.count; i++) {
        char *text;
        if (asprintf(&text, "%u %s", i + 1, book->files.name[i]) < 0)
            xalloc_die();
        fputs(i ? "" : "HF", out);
        write_value(text, out);
        free(text);
    }
    if (book->made)
        write_lines("HN", book->made, out);
    if (facts->origin[0]) {
        putc('C', out);
        write_value(facts->origin, out);
    }
    putc('\n', out);
}

bool book_to_sgf(struct book *book, char const *path, struct failure *why)
{
    struct newfile *const file = newfile_open(path, why);
    if (!file)
        return false;
    FILE *const out = newfile_stream(file);
    struct trail *const trail = book_trail(book);
    struct branches branches = {
        .list = xzalloc(sizeof *branches.list), .count = 1, .room = 1};
    book_sort(book);
    for (uint32_t i = 0; i < book->count; i++)
        add_position(&branches, trail, &book->positions[i]);
    write_root(book, trail_start(trail), out);
    write_variations(&branches, 0, (enum color)trail_start(trail)->to_move,
                     book->facts.size, out);
    fputs(")\n", out);
    free(branches.list);
    trail_free(trail);
    return newfile_finish(file, why);
}

/* ------------------------------------------------------------ reading */

/* The moves from the root to a node, and what they cannot be a way of a book for.  */
struct descent {
    point moves[WAY_MAX];
    int count;  /* all of them, also those for which there is no room */
    int edits;  /* nodes but the root where stones are put down or taken away */
    int unturn; /* moves that are not in turn, */
    int first;  /* the first of them, from 1 */
};

struct importing {
    struct sgf_tree *tree;
    struct book *book;
    struct trail *trail;
    struct sgf_losses *losses;
    struct descent line;
};

/* The stones that ROOT puts down are those that a book with HANDICAP begins with.  */
static bool begins_well(struct sgf_node const *root, struct trail const *trail)
{
    struct board const *const start = trail_start(trail);
    static struct board board;
    board_init(&board, start->width, start->height);
    for (struct sgf_property *p = root->properties; p; p = p->next) {
        point list[AREA_MAX];
        bool const puts = strcmp(p->name, "AB") == 0;
        if (strcmp(p->name, "AW") == 0 || (puts && !*p->value))
            return false;
        int const count =
            puts ? sgf_points(p->value, board.width, board.height, list) : 0;
        for (int i = 0; i < count; i++)
            board_set(&board, list[i], BLACK);
    }
    return board_same_stones(&board, start);
}

static bool lose(long *counter, struct sgf_losses *losses, struct failure const *why)
{
    ++*counter;
    if (losses->too_deep + losses->illegal + losses->unread == 1)
        losses->first = *why;
    return false;
}

static bool edits(struct importing const *importing, struct sgf_node const *node)
{
    return node != sgf_tree_root(importing->tree) &&
           (sgf_find(node, "AB") || sgf_find(node, "AW") || sgf_find(node, "AE"));
}

/* Who is to move after the line's moves.  */
static enum color color_after(struct importing const *importing, int moves)
{
    enum color const first = (enum color)trail_start(importing->trail)->to_move;
    return moves % 2 ? opponent(first) : first;
}

/* The line goes on by NODE.  */
static void enter(struct importing *importing, struct sgf_node const *node)
{
    struct descent *const line = &importing->line;
    struct move move;
    line->edits += edits(importing, node);
    if (!sgf_move(importing->tree, node, &move))
        return;
    if (move.color != color_after(importing, line->count) && line->unturn++ == 0)
        line->first = line->count + 1;
    if (line->count < WAY_MAX)
        line->moves[line->count] = move.at;
    line->count++;
}

/* NODE, by which it went on last, is taken back.  */
static void leave(struct importing *importing, struct sgf_node const *node)
{
    struct descent *const line = &importing->line;
    struct move move;
    line->edits -= edits(importing, node);
    if (!sgf_move(importing->tree, node, &move))
        return;
    line->count--;
    line->unturn -= move.color != color_after(importing, line->count);
}

/* Follow the line, as it is, into WAY; false when it is no way of a book.  */
static bool follow(struct importing *importing, struct way *way)
{
    struct sgf_losses *const losses = importing->losses;
    struct descent const *const line = &importing->line;
    struct failure why;
    if (line->count >= WAY_MAX) {
        failed(&why, "a line of more than %d moves", WAY_MAX);
        return lose(&losses->too_deep, losses, &why);
    }
    memcpy(way->moves, line->moves, (size_t)line->count * sizeof *line->moves);
    way->count = line->count;
    bool const good =
        line->edits    ? failed(&why, "stones are put down in the middle of a line")
        : line->unturn ? failed(&why, "move %d is not in turn", line->first)
                       : trail_go(importing->trail, *way, &why);
    return good || lose(&losses->illegal, losses, &why);
}

/* What the words of HB, of a book with FILES, say.  False, with the reason, when they
   are others.  */
static bool read_words(char const *words, struct book_files const *files,
                       struct book_answer *answer, struct failure *why)
{
    struct book_answer read = *answer;
    char *const copy = xstrdup(words);
    char *rest = copy;
    strsep(&rest, " "); /* the point */
    bool const good =
        book_read_answer(&read, rest ? rest : copy + strlen(copy), why) &&
        (read.file <= files->count || failed(why, "there is no file %u", read.file));
    if (good)
        *answer = read;
    free(copy);
    return good;
}

/* What NODE says about its move.  False when it is on the way only.  */
static bool read_answer(struct importing *importing, struct sgf_node const *node,
                        struct book_answer *answer)
{
    char const *const words = sgf_find(node, "HB");
    struct failure why, what;
    if (words && strcmp(words, "-") == 0)
        return false;
    answer->probability = 1;
    if (words && !read_words(words, &importing->book->files, answer, &what)) {
        failed(&why, "HB[%.80s]: %.800s", words, what.text);
        lose(&importing->losses->unread, importing->losses, &why);
    }
    if (sgf_find(node, "BM"))
        answer->probability = 0;
    else if (answer->probability == 0)
        answer->probability = 1; /* the mark was taken away */
    return true;
}

static void take_node(struct importing *importing, struct sgf_node const *node)
{
    struct move move;
    point moves[WAY_MAX];
    struct way way = {.moves = moves};
    struct failure why;
    struct book_answer answer = {.loss = NAN};
    if (!sgf_move(importing->tree, node, &move) ||
        !read_answer(importing, node, &answer) || !follow(importing, &way))
        return;
    struct board const *const board = trail_board(importing->trail);
    if (move.color != board->to_move || !trail_allows(importing->trail, move.at)) {
        failed(&why, "move %d is illegal or not in turn", way.count + 1);
        lose(&importing->losses->illegal, importing->losses, &why);
        return;
    }
    struct aspect const aspect = aspect_of(board);
    trail_straighten(importing->trail, way);
    struct book_position *const position = book_at(importing->book, aspect.key, way);
    point const known = aspect_in(&aspect, move.at);
    if (book_answer(position, known))
        return;
    answer.at = known;
    *book_answer_at(position, known) = answer;
}

static void read_facts(struct sgf_tree const *tree, struct book_facts *facts)
{
    struct sgf_node const *const root = sgf_tree_root(tree);
    char const *const komi = sgf_find(root, "KM"),
                      *const handicap = sgf_find(root, "HA"),
                      *const comment = sgf_find(root, "C");
    *facts = (struct book_facts){.size = sgf_tree_width(tree), .komi = NAN};
    if (komi && !sgf_komi(komi, &facts->komi))
        facts->komi = NAN;
    facts->handicap = handicap ? (int)strtol(handicap, NULL, 10) : 0;
    if (facts->handicap == 1)
        facts->handicap = 0; /* of one stone: Black begins, on a board without any */
    if (comment)
        snprintf(facts->origin, sizeof facts->origin, "%.*s",
                 (int)strcspn(comment, "\n"), comment);
}

/* The files that a book of ours names, as long as they are as it writes them.  */
static void read_files(struct sgf_tree const *tree, struct book_files *files)
{
    for (struct sgf_property *p = sgf_tree_root(tree)->properties; p; p = p->next)
        if (strcmp(p->name, "HF") == 0 && !book_read_file(files, p->value, NULL))
            return;
}

/* And the notes.  */
static void read_notes(struct sgf_tree const *tree, struct book *book)
{
    struct printed notes;
    FILE *const out = printed_begin(&notes);
    for (struct sgf_property *p = sgf_tree_root(tree)->properties; p; p = p->next)
        if (strcmp(p->name, "HN") == 0 && *p->value)
            fprintf(out, "%.*s\n", (int)strcspn(p->value, "\r\n"), p->value);
    char *const text = printed_end(&notes);
    book_set_made(book, text);
    free(text);
}

/* All nodes, parents first; the line is that to the parent.  */
static void take_nodes(struct importing *importing)
{
    struct sgf_node const *node = sgf_tree_root(importing->tree);
    while (node) {
        take_node(importing, node);
        if (node->child) {
            enter(importing, node);
            node = node->child;
            continue;
        }
        while (node && !node->next) {
            node = node->parent;
            if (node)
                leave(importing, node);
        }
        node = node ? node->next : NULL;
    }
}

struct book *book_from_sgf(char const *path, struct sgf_losses *losses,
                           struct failure *why)
{
    struct book_facts facts;
    struct failure what;
    struct importing importing = {.tree = sgf_load_tree(path, why), .losses = losses};
    *losses = (struct sgf_losses){.illegal = 0};
    if (!importing.tree)
        return NULL;
    read_facts(importing.tree, &facts);
    struct sgf_node *const root = sgf_tree_root(importing.tree);
    if (sgf_tree_height(importing.tree) != facts.size)
        failed(why, "%s: the board is not square", path);
    else if (!(importing.trail = trail_new(facts.size, facts.handicap, &what)))
        failed(why, "%s: %.900s", path, what.text);
    else if (!begins_well(root, importing.trail))
        failed(why, "%s: it begins with stones that are no handicap on its points",
               path);
    else
        importing.book = book_new(&facts);
    if (importing.book) {
        read_files(importing.tree, &importing.book->files);
        read_notes(importing.tree, importing.book);
        take_nodes(&importing);
    }
    trail_free(importing.trail);
    sgf_tree_free(importing.tree);
    return importing.book;
}
