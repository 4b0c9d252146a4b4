#include "tests/support/testing.h"

#include "tests/support/shapes_made.h"

#include "engine/go/board.h"
#include "patterns/caselearning/caselearn.h"
#include "tests/support/folder.h"

static point near_by(struct board const *board, struct rng *rng, point last)
{
    int const dx = (int)rng_below(rng, 7) - 3, dy = (int)rng_below(rng, 7) - 3;
    int const x = point_column(last) + dx, y = point_row(last) + dy;
    if (x < 1 || x > board->width || y < 1 || y > board->height)
        return PASS;
    return point_at(x, y);
}

static point random_move(struct board const *board, struct rng *rng)
{
    enum color const color = (enum color)board->to_move;
    for (int tries = 0; tries < 50 && board->empty_count; tries++) {
        point p = board->empty[rng_below(rng, board->empty_count)];
        if (board->last > NOWHERE && rng_below(rng, 4))
            p = near_by(board, rng, board->last);
        if (p != PASS && board_is_legal(board, p, color, false) &&
            !board_is_eye(board, p, color))
            return p;
    }
    return PASS;
}

void made_moves(struct board *board, struct rng *rng, int count)
{
    for (int i = 0; i < count; i++)
        board_play(board, random_move(board, rng), (enum color)board->to_move);
}

void made_games(char const *path, int size, int count, uint64_t seed)
{
    FILE *const out = fopen(path, "w");
    assert_non_null(out);
    struct rng rng;
    rng_seed(&rng, seed);
    for (int game = 0; game < count; game++) {
        static struct board board;
        board_init(&board, size, size);
        fprintf(
            out, "(;GM[1]FF[4]SZ[%d]PB[black %d]PW[white %d]RE[%c+R]DT[2001-02-%02d]",
            size, game % 5, game % 3, rng_below(&rng, 2) ? 'B' : 'W', game % 28 + 1);
        int const moves = 20 + (int)rng_below(&rng, (uint32_t)(size * size / 2));
        for (int i = 0; i < moves; i++) {
            point const p = random_move(&board, &rng);
            fprintf(out, ";%c[", board.to_move == BLACK ? 'B' : 'W');
            if (p != PASS)
                fprintf(out, "%c%c", 'a' + point_column(p) - 1,
                        'a' + size - point_row(p));
            fputs("]", out);
            board_play(&board, p, (enum color)board.to_move);
        }
        fputs(")\n", out);
    }
    assert_int_equal(fclose(out), 0);
}

/* White wins by a komi of 7 less the point that Black is ahead by.  */
static void put_counted_game(FILE *out)
{
    fputs("(;GM[1]FF[4]SZ[19]KM[7]RE[W+6]PB[Wall]PW[Ren]DT[2001-02-03]"
          ";B[ia];W[be];B[ib];W[bf];B[ic];B[bd];B[bg];B[ce];B[cf]",
          out);
    for (char row = 'a'; row <= 's'; row++)
        fprintf(out, ";W[k%c]", row);
    for (char row = 'd'; row <= 's'; row++)
        fprintf(out, ";B[i%c]", row);
    for (char row = 'a'; row <= 'r'; row += 2)
        fprintf(out, ";B[j%c];W[j%c]", row, row + 1);
    fputs(";B[js];W[];B[])\n", out);
}

void made_counted_games(char const *path, int count)
{
    FILE *const out = fopen(path, "w");
    assert_non_null(out);
    for (int i = 0; i < count; i++)
        put_counted_game(out);
    assert_int_equal(fclose(out), 0);
}

static int by_code(void const *left, void const *right)
{
    struct learnt_case const *const a = left, *const b = right;
    return casecode_compare((struct casecode){a->inner, a->outer},
                            (struct casecode){b->inner, b->outer});
}

void made_cases(struct casebuilder *list, int plays, uint64_t seed)
{
    static struct board board;
    struct rng rng;
    rng_seed(&rng, seed);
    casebuilder_init(list);
    list->cases = calloc((size_t)plays, sizeof *list->cases);
    size_t count = 0;
    board_init(&board, 19, 19);
    for (int i = 0; i < plays; i++) {
        if (i % 200 == 0)
            board_init(&board, 19, 19);
        point const p = random_move(&board, &rng);
        if (p != PASS) {
            struct diamond diamond, canonical;
            diamond_look(&board, p, (enum color)board.to_move, &diamond);
            diamond_canonical(&diamond, &canonical);
            struct casecode const code = casecode_of(&list->edges, &canonical);
            list->cases[count++] = (struct learnt_case){
                .inner = code.inner,
                .outer = code.outer,
                .experience = {1 + rng_below(&rng, 20), 1, rng_below(&rng, 2)},
                .source = {(uint32_t)(i / 200) * MEMORY_MOVES + (uint32_t)(i % 200),
                           NO_SOURCE, NO_SOURCE},
            };
        }
        board_play(&board, p, (enum color)board.to_move);
    }
    qsort(list->cases, count, sizeof *list->cases, by_code);
    for (size_t i = 0; i < count; i++) {
        struct learnt_case *const last =
            list->case_count ? &list->cases[list->case_count - 1] : NULL;
        if (last && by_code(last, &list->cases[i]) == 0) {
            last->experience.appeared += list->cases[i].experience.appeared;
            last->experience.played += list->cases[i].experience.played;
            last->experience.won += list->cases[i].experience.won;
            sources_join(last->source, list->cases[i].source);
        } else {
            list->cases[list->case_count++] = list->cases[i];
        }
    }
    for (int game = 0; game <= plays / 200; game++) {
        char file[32];
        snprintf(file, sizeof file, "made-%d", game % 7);
        casebuilder_add_game(list, &(struct remembered_game){.file = file,
                                                             .black = "b",
                                                             .white = "w",
                                                             .date = "2001",
                                                             .result = "B+R",
                                                             .number = (uint32_t)game});
    }
    list->moves = count;
    casebuilder_group(list);
}

void made_memory(char const *path, int plays, uint64_t seed)
{
    struct casebuilder list;
    struct failure why;
    made_cases(&list, plays, seed);
    assert_true(casebuilder_write(&list, path, NULL, &why));
    casebuilder_release(&list);
}

struct memory *made_open(char const *path)
{
    struct failure why = {""};
    struct memory *const memory = memory_open(path, &why);
    assert_string_equal(why.text, "");
    assert_non_null(memory);
    return memory;
}

/* The games of PLACES become a casebook in FILE.  */
static bool learn_cases(char const *const places[], char const *work, int near, int far,
                        char const *file)
{
    struct case_task const task = {.learn = {.places = places,
                                             .place_count = 1,
                                             .residues = ALL_RESIDUES,
                                             .threads = 1,
                                             .folder = work},
                                   .near = near,
                                   .far = far};
    struct casetree tree;
    struct failure why = {""};
    casetree_init(&tree);
    bool const good =
        case_learn(&task, &tree, &why) && casetree_write(&tree, file, NULL, &why);
    casetree_release(&tree);
    return good;
}

struct casebook *made_casebook(int count, int near, int far)
{
    char games[96], work[96], file[96];
    struct failure why = {""};
    if (folder_make(NULL) != 0)
        return NULL;
    snprintf(games, sizeof games, "%s/made.sgf", folder_path);
    snprintf(work, sizeof work, "%s/work", folder_path);
    snprintf(file, sizeof file, "%s/cases.hishi", folder_path);
    made_games(games, 19, count, 1);
    char const *const places[] = {games};
    struct casebook *const book =
        learn_cases(places, work, near, far, file) ? casebook_open(file, &why) : NULL;
    folder_remove(NULL);
    return book;
}

void made_question(struct rng *rng, struct diamond *diamond)
{
    static struct board board;
    static int left;
    if (left-- == 0) {
        board_init(&board, 19, 19);
        made_moves(&board, rng, 1 + (int)rng_below(rng, 250));
        left = 20;
    }
    do {
        point const p = board.empty[rng_below(rng, board.empty_count)];
        diamond_look(&board, p, rng_below(rng, 2) ? BLACK : WHITE, diamond);
        uint64_t const on_board = diamond_mask(4) & ~diamond->off;
        uint32_t const sort = rng_below(rng, 4);
        if (sort == 1)
            for (int i = 0; i < 3; i++) {
                uint64_t const bit = (uint64_t)1 << rng_below(rng, DIAMOND_POINTS);
                diamond->own ^= bit & on_board;
                diamond->opp &= ~diamond->own;
            }
        if (sort == 2) {
            uint64_t const stones = rng_next(rng) & rng_next(rng) & on_board;
            diamond->own = stones & rng_next(rng);
            diamond->opp = stones & ~diamond->own;
        }
    } while (!(diamond->own | diamond->opp));
}
