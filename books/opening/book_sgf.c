#include <config.h>

#include "books/opening/book_sgf.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <xalloc.h>

#include "books/opening/book_text.h"
#include "books/opening/links.h"
#include "engine/base/newfile.h"
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

struct importing {
    struct sgf_tree *tree;
    struct book *book;
    struct trail *trail;
    struct sgf_losses *losses;
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
    if (losses->too_deep + losses->illegal == 1)
        losses->first = *why;
    return false;
}

static bool edits(struct sgf_node const *node)
{
    return sgf_find(node, "AB") || sgf_find(node, "AW") || sgf_find(node, "AE");
}

/* The moves from the root to NODE, exclusive, into WAY; false when that is no way of a
   book.  */
static bool way_to(struct importing *importing, struct sgf_node const *node,
                   struct way *way)
{
    struct sgf_losses *const losses = importing->losses;
    struct sgf_node const *const root = sgf_tree_root(importing->tree);
    struct failure why = {"stones are put down in the middle of a line"};
    enum color color = (enum color)trail_start(importing->trail)->to_move;
    struct move moves[WAY_MAX + 1];
    int count = 0;
    for (struct sgf_node const *n = node->parent; n; n = n->parent) {
        if (n != root && edits(n))
            return lose(&losses->illegal, losses, &why);
        if (!sgf_move(importing->tree, n, &moves[WAY_MAX - count - 1]))
            continue;
        if (++count == WAY_MAX) {
            failed(&why, "a line of more than %d moves", WAY_MAX);
            return lose(&losses->too_deep, losses, &why);
        }
    }
    way->count = count;
    for (int i = 0; i < count; i++, color = opponent(color)) {
        struct move const move = moves[WAY_MAX - count + i];
        way->moves[i] = move.at;
        if (move.color != color) {
            failed(&why, "move %d is not in turn", i + 1);
            return lose(&losses->illegal, losses, &why);
        }
    }
    return trail_go(importing->trail, *way, &why) ||
           lose(&losses->illegal, losses, &why);
}

/* What NODE says about its move, for a book with FILES.  False when it is on the way
   only.  */
static bool read_answer(struct sgf_node const *node, struct book_files const *files,
                        struct book_answer *answer)
{
    char const *const words = sgf_find(node, "HB");
    struct book_answer read = *answer;
    answer->probability = sgf_find(node, "BM") ? 0 : 1;
    if (!words)
        return true;
    if (strcmp(words, "-") == 0)
        return false;
    char *const copy = xstrdup(words);
    char *rest = copy;
    strsep(&rest, " "); /* the point */
    if (book_read_answer(&read, rest ? rest : copy + strlen(copy), NULL) &&
        read.file <= files->count)
        *answer = read;
    free(copy);
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
        !read_answer(node, &importing->book->files, &answer) ||
        !way_to(importing, node, &way))
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
    if (importing.book)
        read_files(importing.tree, &importing.book->files);
    for (struct sgf_node *n = importing.book ? root : NULL; n; n = sgf_after(n))
        take_node(&importing, n);
    trail_free(importing.trail);
    sgf_tree_free(importing.tree);
    return importing.book;
}
