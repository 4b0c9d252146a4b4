#include "tests/support/testing.h"

#include <math.h>
#include <unistd.h>

#include "tests/support/naive.h"

#include "books/opening/book_text.h"
#include "books/opening/making.h"
#include "engine/base/rng.h"
#include "engine/go/symmetry.h"

enum { TEXT = 700 };

/* ---------------------------------------------------------------- the oracle */

static int turned(int size, int symmetry, int *column, int *row)
{
    int const c = symmetry & 1 ? size + 1 - *column : *column;
    int const r = symmetry & 2 ? size + 1 - *row : *row;
    *column = symmetry & 4 ? r : c;
    *row = symmetry & 4 ? c : r;
    return *row * 32 + *column;
}

/* A position as it is after the whole game was played turned by SYMMETRY, drawn as
   text: stones, who moves, what is legal; and MOVE (column, row) behind it.  */
static void draw(struct naive const *naive, int symmetry, int column, int row,
                 char text[TEXT])
{
    int const size = naive->width, area = size * size;
    memset(text, 0, TEXT);
    for (int r = 1; r <= size; r++)
        for (int c = 1; c <= size; c++) {
            int tc = c, tr = r;
            struct naive_move move;
            turned(size, symmetry, &tc, &tr);
            int const at = (tr - 1) * size + tc - 1;
            text[at] = naive->now.at[r][c];
            naive_try(naive, c, r, naive->now.to_move, &move);
            text[area + at] =
                naive_is_legal(naive, &move, NAIVE_SIMPLE, false) ? 'y' : 'n';
        }
    text[2 * area] = naive->now.to_move;
    if (column)
        snprintf(text + 2 * area + 1, 16, "%d", turned(size, symmetry, &column, &row));
}

/* The first of the eight texts.  */
static void canonical(struct naive const *naive, int column, int row, char text[TEXT])
{
    char other[TEXT];
    draw(naive, 0, column, row, text);
    for (int s = 1; s < 8; s++) {
        draw(naive, s, column, row, other);
        if (strcmp(other, text) < 0)
            memcpy(text, other, TEXT);
    }
}

/* A random game, on a board and on the naive one.  */
struct pair {
    struct board board;
    struct naive naive;
    struct rng rng;
};

static bool random_move(struct pair *pair, point *at)
{
    int const size = pair->board.width;
    struct naive_move move;
    for (int tries = 0; tries < 100; tries++) {
        int const c = 1 + (int)rng_below(&pair->rng, (uint32_t)size);
        int const r = 1 + (int)rng_below(&pair->rng, (uint32_t)size);
        naive_try(&pair->naive, c, r, pair->naive.now.to_move, &move);
        if (!naive_is_legal(&pair->naive, &move, NAIVE_SIMPLE, false))
            continue;
        *at = point_at(c, r);
        return true;
    }
    return false;
}

static void play(struct pair *pair, point at)
{
    struct naive_move move;
    naive_try(&pair->naive, point_column(at), point_row(at), pair->naive.now.to_move,
              &move);
    naive_make(&pair->naive, &move);
    board_play(&pair->board, at, (enum color)pair->board.to_move);
}

static void begin(struct pair *pair, int size)
{
    naive_start(&pair->naive, size, size);
    board_init(&pair->board, size, size);
}

/* ---------------------------------------------------------------- views */

/* Play the game LIST, COUNT moves, turned by SYMMETRY.  */
static void play_turned(point const list[], int count, int size, int symmetry,
                        struct board *board)
{
    board_init(board, size, size);
    for (int i = 0; i < count; i++)
        board_play(board, point_turned(list[i], size, symmetry),
                   (enum color)board->to_move);
}

static void sees_one_position_from_all_eight_sides(void **state)
{
    (void)state;
    struct pair pair;
    static struct board other;
    rng_seed(&pair.rng, 1);
    for (int game = 0; game < 200; game++) {
        point list[60], next;
        int const size = 3 + game % 7;
        int count = 0;
        begin(&pair, size);
        while (count < 2 * size && random_move(&pair, &next)) {
            struct aspect const aspect = aspect_of(&pair.board);
            for (int s = 0; s < 8; s++) {
                play_turned(list, count, size, s, &other);
                struct aspect const side = aspect_of(&other);
                point const there = point_turned(next, size, s);
                assert_true(side.key == aspect.key);
                assert_int_equal(aspect_in(&side, there), aspect_in(&aspect, next));
                /* where it comes out, it would have gone in */
                point const out = aspect_out(&side, aspect_in(&aspect, next));
                assert_int_equal(aspect_in(&side, out), aspect_in(&aspect, next));
            }
            list[count++] = next;
            play(&pair, next);
        }
    }
}

struct seen {
    uint64_t key;
    char text[TEXT];
};

static int by_seen_key(void const *a, void const *b)
{
    uint64_t const x = ((struct seen const *)a)->key, y = ((struct seen const *)b)->key;
    return (x > y) - (x < y);
}

static int by_seen_text(void const *a, void const *b)
{
    return strcmp(((struct seen const *)a)->text, ((struct seen const *)b)->text);
}

/* Keys and texts name the same positions: sorted by the one or the other, equal ones
   are the same.  Positions in ko are among them.  */
static void tells_positions_apart_as_a_drawing_does(void **state)
{
    (void)state;
    enum { MANY = 20000 };
    static struct seen seen[MANY];
    struct pair pair;
    int count = 0, kos = 0, again = 0;
    rng_seed(&pair.rng, 2);
    while (count < MANY) {
        begin(&pair, 3 + count % 2);
        point next;
        for (int i = 0; i < 30 && count < MANY && random_move(&pair, &next); i++) {
            play(&pair, next);
            seen[count].key = aspect_of(&pair.board).key;
            kos += pair.board.ko != NOWHERE;
            canonical(&pair.naive, 0, 0, seen[count++].text);
        }
    }
    assert_true(kos > 100);
    qsort(seen, MANY, sizeof *seen, by_seen_key);
    for (int i = 1; i < MANY; i++)
        if (seen[i].key == seen[i - 1].key) {
            assert_string_equal(seen[i].text, seen[i - 1].text);
            again++;
        }
    assert_true(again > 1000 && again < MANY - 1000);
    qsort(seen, MANY, sizeof *seen, by_seen_text);
    for (int i = 1; i < MANY; i++)
        if (strcmp(seen[i].text, seen[i - 1].text) == 0)
            assert_true(seen[i].key == seen[i - 1].key);
}

/* ---------------------------------------------------------------- making */

enum { GAMES = 60, MOVES = 8 };

struct counted {
    char text[TEXT];
    bool won, decided;
};

static int by_text(void const *a, void const *b)
{
    return strcmp(((struct counted const *)a)->text, ((struct counted const *)b)->text);
}

/* Random games on a board so small that positions meet; what was played in them goes
   to ALL, as texts.  */
static int make_games(struct game games[GAMES], int size, struct counted all[])
{
    struct pair pair;
    int count = 0;
    rng_seed(&pair.rng, 3);
    for (int g = 0; g < GAMES; g++) {
        point next;
        game_init(&games[g], size, size);
        games[g].winner = (uint8_t)rng_below(&pair.rng, 3);
        snprintf(games[g].date, sizeof games[g].date, "%d-05-06", 2000 + g % 17);
        begin(&pair, size);
        for (int i = 0; i < MOVES && random_move(&pair, &next); i++) {
            enum color const color = (enum color)pair.board.to_move;
            canonical(&pair.naive, point_column(next), point_row(next),
                      all[count].text);
            all[count].decided = games[g].winner != EMPTY;
            all[count++].won = games[g].winner == color;
            game_add(&games[g], STEP_PLAY, color, next);
            play(&pair, next);
        }
    }
    qsort(all, (size_t)count, sizeof *all, by_text);
    return count;
}

static struct book *make_book(struct game games[GAMES], struct making const *making)
{
    struct failure why;
    struct origin origin = {.file = NULL};
    struct maker *const maker = maker_new(making, &why);
    assert_non_null(maker);
    for (int g = 0; g < GAMES; g++)
        assert_true(maker_sift(maker, &games[g]));
    for (int g = 0; g < GAMES; g++) {
        origin.file = g % 2 ? "games/odd.sgf.xz" : "even.sgf";
        origin.number = g;
        assert_true(maker_count(maker, &games[g], &origin));
    }
    struct book *const book = maker_finish(maker);
    maker_free(maker);
    return book;
}

/* The text of an answer, found by playing the book's way to it on the naive board.  */
static void text_of(struct book *book, uint32_t number, int which, char text[TEXT])
{
    struct book_position const *const position = &book->positions[number];
    struct pair pair;
    begin(&pair, book->facts.size);
    for (int i = 0; i < position->way.count; i++)
        play(&pair, position->way.moves[i]);
    struct aspect const aspect = aspect_of(&pair.board);
    assert_true(aspect.key == position->key);
    point const at = aspect_out(&aspect, position->answers[which].at);
    canonical(&pair.naive, point_column(at), point_row(at), text);
}

static void check_counts(struct book *book, struct counted const all[], int count,
                         uint32_t least)
{
    int matched = 0, expected = 0;
    for (int i = 0, end; i < count; i = end) {
        for (end = i; end < count && strcmp(all[end].text, all[i].text) == 0;)
            end++;
        expected += (uint32_t)(end - i) >= least;
    }
    for (uint32_t i = 0; i < book->count; i++)
        for (int k = 0; k < book->positions[i].count; k++) {
            struct counted key;
            struct book_answer const *const answer = &book->positions[i].answers[k];
            uint32_t times = 0, wins = 0, decided = 0;
            text_of(book, i, k, key.text);
            for (int j = 0; j < count; j++)
                if (strcmp(all[j].text, key.text) == 0) {
                    times++;
                    wins += all[j].won;
                    decided += all[j].decided;
                }
            assert_int_equal(answer->times, times);
            assert_int_equal(answer->wins, wins);
            assert_int_equal(answer->decided, decided);
            matched++;
        }
    assert_int_equal(matched, expected);
}

static struct making const small = {
    .size = 3,
    .komi_from = -AREA_MAX,
    .komi_to = AREA_MAX,
    .depth = MOVES,
    .least = 1,
    .rule = making_rules,
};

static void counts_what_counting_by_hand_counts(void **state)
{
    (void)state;
    static struct game games[GAMES];
    static struct counted all[GAMES * MOVES];
    int const count = make_games(games, 3, all);
    for (uint32_t least = 1; least <= 3; least++) {
        struct making making = small;
        making.least = least;
        struct book *const book = make_book(games, &making);
        check_counts(book, all, count, least);
        for (uint32_t i = 0; i < book->count; i++)
            assert_true(fabs(book_weight(&book->positions[i]) - 1) < 1e-12);
        book_free(book);
    }
    for (int g = 0; g < GAMES; g++)
        game_release(&games[g]);
}

/* Play GAME to its move NUMBER, from 0, which is then to be played.  */
static struct move play_to(struct game const *game, int number, struct board *board)
{
    struct replay replay;
    replay_start(&replay, game);
    do
        assert_true(replay_next(&replay, NULL));
    while (replay.number < number);
    board_copy(board, &replay.board);
    return replay.move;
}

static void cites_a_game_of_the_last_year(void **state)
{
    (void)state;
    static struct game games[GAMES];
    static struct counted all[GAMES * MOVES];
    static struct board board;
    make_games(games, 3, all);
    struct book *const book = make_book(games, &small);
    long cited = 0, answers = 0;
    for (uint32_t i = 0; i < book->count; i++) {
        struct book_position const *const position = &book->positions[i];
        for (int k = 0; k < position->count; k++, answers++) {
            struct book_answer const *const answer = &position->answers[k];
            if (!answer->file)
                continue;
            struct move const move =
                play_to(&games[answer->game], position->way.count, &board);
            struct aspect const aspect = aspect_of(&board);
            assert_true(aspect.key == position->key);
            assert_int_equal(aspect_in(&aspect, move.at), answer->at);
            assert_int_equal(2000 + answer->game % 17, answer->year);
            assert_string_equal(book->files.name[answer->file - 1],
                                answer->game % 2 ? "odd" : "even");
            cited++;
        }
    }
    assert_true(cited * 2 > answers); /* on so small a board ways differ in length */
    book_free(book);
    for (int g = 0; g < GAMES; g++)
        game_release(&games[g]);
}

/* Recent games weigh more: with a half-life of one year, the newest game decides.  */
static void weighs_recent_games_more(void **state)
{
    (void)state;
    static struct game games[GAMES];
    static struct counted all[GAMES * MOVES];
    make_games(games, 3, all);
    struct making making = small;
    making.half_life = 0.01;
    struct book *const book = make_book(games, &making);
    struct situation situation = {.board = NULL};
    static struct board board;
    struct book_reply list[AREA_MAX + 1];
    board_init(&board, 3, 3);
    situation.board = &board;
    int const count = book_answers(book, &situation, list);
    double newest = 0;
    assert_true(count >= 2);
    for (int i = 0; i < count; i++) {
        assert_true(i == 0 || list[i].probability <= list[i - 1].probability);
        newest += list[i].year == 2016 ? list[i].probability : 0;
    }
    assert_true(newest > 0.999);
    book_free(book);
    for (int g = 0; g < GAMES; g++)
        game_release(&games[g]);
}

/* ---------------------------------------------------------------- the file */

static void write_text(char const *path, char const *text)
{
    FILE *const out = fopen(path, "w");
    assert_non_null(out);
    fputs(text, out);
    assert_int_equal(fclose(out), 0);
}

static char *read_text(char const *path)
{
    FILE *const in = fopen(path, "r");
    char *text = NULL;
    size_t room = 0;
    assert_non_null(in);
    assert_true(getdelim(&text, &room, 0, in) > 0);
    fclose(in);
    return text;
}

static void is_the_same_after_a_second_writing(void **state)
{
    (void)state;
    static struct game games[GAMES];
    static struct counted all[GAMES * MOVES];
    struct failure why;
    char name[] = "/tmp/hishi-book-XXXXXX";
    close(mkstemp(name));
    make_games(games, 3, all);
    struct making making = small;
    making.win_rate = 0.5;
    making.sureness = 0.5;
    struct book *const book = make_book(games, &making);
    assert_true(book_save(book, name, &why));
    char *const first = read_text(name);
    struct book *const again = book_load(name, NULL, NULL, &why);
    if (!again)
        fail_msg("%s", why.text);
    assert_int_equal(again->count, book->count);
    assert_true(book_save(again, name, &why));
    char *const second = read_text(name);
    assert_string_equal(first, second);
    assert_non_null(strstr(first, " avoid "));
    assert_non_null(strstr(first, "file 2 "));
    assert_non_null(strstr(first, " g2/"));
    free(first);
    free(second);
    book_free(book);
    book_free(again);
    unlink(name);
    for (int g = 0; g < GAMES; g++)
        game_release(&games[g]);
}

/* Written as seen from another side, and read as people write.  */
static void reads_what_a_person_writes(void **state)
{
    (void)state;
    struct failure why;
    char name[] = "/tmp/hishi-book-XXXXXX";
    close(mkstemp(name));
    write_text(name, "hishi-book 1\n# by hand\nsize 9\nkomi 7\n\n"
                     ":E5|c3 avoid | D4 n3 w1\n"
                     "E5 : C4 p2 | G4\n" /* two answers that are the same */
                     "C4 E5: g6 loss0.02 y2016 p1 d5 n7 w5\n");
    assert_null(book_load(name, NULL, NULL, &why));
    assert_non_null(strstr(why.text, ":7: the answer G4 stands here twice"));
    write_text(name, "hishi-book 1\nsize 9\nnote made by: me\nkomi 7\norigin by: hand\n"
                     "note   version: 1\n"
                     ": E5|c3 avoid | D4 n3 w1\n"
                     "C4 E5: g6 loss0.02 y2016 p1 d5 n7 w5\n");
    struct book *const book = book_load(name, NULL, NULL, &why);
    if (!book)
        fail_msg("%s", why.text);
    assert_true(book_save(book, name, &why));
    char *const text = read_text(name);
    assert_string_equal(text, "hishi-book 1\nsize 9\nkomi 7\norigin by: hand\n"
                              "note made by: me\nnote   version: 1\n\n"
                              ": F6 p3 n3 w1 | E5 p1 | G7 avoid\n"
                              "G6 E5 : C4 p1 n7 w5 d5 y2016 loss0.02\n");
    free(text);
    book_free(book);
    unlink(name);
}

/* Marks and blanks that editors leave, comments behind a position, and words that say
   one thing in two ways: avoid is avoid, wherever it stands.  */
static void reads_what_editors_leave(void **state)
{
    (void)state;
    struct failure why;
    char name[] = "/tmp/hishi-book-XXXXXX";
    close(mkstemp(name));
    write_text(name, "\xef\xbb\xbfhishi-book 1 \r\nsize 9 \r\n  komi 7\t\r\n \r\n"
                     ": E5 avoid p0.5 | C3 p0.25 avoid | D4 n20 # my own \r\n"
                     "E5 : G7 n0 | F3 n4 d2\t\r\n# the end");
    struct book *const book = book_load(name, NULL, NULL, &why);
    if (!book)
        fail_msg("%s", why.text);
    assert_true(book_save(book, name, &why));
    char *const text = read_text(name);
    assert_string_equal(text, "hishi-book 1\nsize 9\nkomi 7\n\n"
                              ": F6 p20 n20 w0 d0 | G7 avoid | E5 avoid\n"
                              "E5 : G6 p4 n4 w0 d2 | G7 p1\n");
    free(text);
    book_free(book);
    write_text(name, "hishi-book 1\nsize 9\n: E5 p1 p2\n");
    assert_null(book_load(name, NULL, NULL, &why));
    assert_non_null(strstr(why.text, ":3: 'p2' when p was said before"));
    unlink(name);
}

static void collect(void *context, struct failure const *why)
{
    strcat(context, strrchr(why->text, '/') + strlen("/hishi-book-XXXXXX"));
    strcat(context, "\n");
}

static void names_each_bad_line_and_reads_on(void **state)
{
    (void)state;
    struct failure why;
    char faults[2000] = "";
    char name[] = "/tmp/hishi-book-XXXXXX";
    close(mkstemp(name));
    write_text(name, "hishi-book 1\nsize 9\n"
                     ": E5 | C3 p-1\n"
                     ": E5 p0.5 n5 w6\n"
                     "E5 : E5\n"
                     "E5 E5 : C3\n"
                     "E5 : K4\n"
                     "E5 C3\n"
                     "E5 :\n"
                     "E5 : C3 p1 perhaps\n"
                     "E5 : C3 n1.5\n"
                     "E5 : C3 pnan\n"
                     "Z1 : C3\n"
                     "E5 : C3\n"
                     "E5 : G7\n"
                     ": E5\n"
                     "size 13\n");
    assert_null(book_load(name, NULL, NULL, &why));
    assert_non_null(strstr(why.text, ":3: 'p-1' is not p and a number"));
    struct book *const book = book_load(name, collect, faults, &why);
    assert_non_null(book);
    assert_int_equal(book->count, 2);
    static char const *const said[] = {
        ":3: 'p-1' is not p and a number\n",
        ":4: more games won (6) than decided (5), or than there are (5)\n",
        ":5: the answer E5 is illegal\n",
        ":6: move 2, E5, is illegal\n",
        ":7: ",
        ":8: no ':' between moves and answers\n",
        ":9: a position without answers\n",
        ":10: 'perhaps' is not p and a number\n",
        ":11: 'n1.5' is not n and a number\n",
        ":12: 'pnan' is not p and a number\n",
        ":13: ",
        ":15: a position that stands in the book already, after E5\n",
        ":17: no ':'",
    };
    char const *at = faults;
    for (size_t i = 0; i < sizeof said / sizeof *said; i++) {
        at = strstr(at, said[i]);
        if (!at)
            fail_msg("not said: %s\nbut:\n%s", said[i], faults);
    }
    book_free(book);
    unlink(name);
}

static void refuses_what_is_no_book(void **state)
{
    (void)state;
    struct failure why;
    char name[] = "/tmp/hishi-book-XXXXXX";
    static char const *const texts[][2] = {
        {"", "does not say the size"},
        {"hishi-book 2\nsize 9\n", "not a book"},
        {"hishi-book 1\n: E5\n", ":2: the head does not say the size"},
        {"hishi-book 1\nsize 99\n", ":2: '99' is no size"},
        {"hishi-book 1\nsize 9\nkomi much\n", ":3: 'much' is no komi"},
        {"hishi-book 1\nsize 5\nhandicap 3\n: C3\n", "handicap"},
    };
    close(mkstemp(name));
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        char faults[2000] = "";
        write_text(name, texts[i][0]);
        assert_null(book_load(name, collect, faults, &why));
        if (!strstr(why.text, texts[i][1]))
            fail_msg("%s instead of %s", why.text, texts[i][1]);
    }
    unlink(name);
    assert_null(book_load(name, NULL, NULL, &why));
    assert_non_null(strstr(why.text, "cannot read"));
}

/* ---------------------------------------------------------------- asking */

/* From every side the same answers, turned; and none on another board, or for another
   side to move.  */
static void answers_on_every_side(void **state)
{
    (void)state;
    struct failure why;
    char name[] = "/tmp/hishi-book-XXXXXX";
    close(mkstemp(name));
    write_text(name, "hishi-book 1\nsize 9\nkomi 7\n"
                     "C4 G5 : F3 p3 | E7 p1 | C7 avoid n4 w1\n");
    struct book *const book = book_load(name, NULL, NULL, &why);
    assert_non_null(book);
    point const moves[] = {point_at(3, 4), point_at(7, 5)};
    point const answers[] = {point_at(6, 3), point_at(5, 7), point_at(3, 7)};
    double const share[] = {0.75, 0.25, 0};
    for (int s = 0; s < 8; s++) {
        static struct board board;
        struct book_reply list[AREA_MAX + 1];
        struct situation const situation = {.board = &board};
        play_turned(moves, 2, 9, s, &board);
        assert_int_equal(book_answers(book, &situation, list), 3);
        for (int i = 0; i < 3; i++) {
            assert_int_equal(list[i].at, point_turned(answers[i], 9, s));
            assert_true(list[i].probability == share[i]);
            assert_int_equal(list[i].avoid, i == 2);
        }
        board_turn(&board, WHITE);
        assert_int_equal(book_answers(book, &situation, list), 0);
        board_init(&board, 13, 13);
        assert_int_equal(book_answers(book, &situation, list), 0);
        board_init(&board, 9, 9);
        assert_true(book_suits(book, &board, 7));
        assert_false(book_suits(book, &board, 7.5));
    }
    book_free(book);
    unlink(name);
}

int main(void)
{
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(sees_one_position_from_all_eight_sides),
        cmocka_unit_test(tells_positions_apart_as_a_drawing_does),
        cmocka_unit_test(counts_what_counting_by_hand_counts),
        cmocka_unit_test(cites_a_game_of_the_last_year),
        cmocka_unit_test(weighs_recent_games_more),
        cmocka_unit_test(is_the_same_after_a_second_writing),
        cmocka_unit_test(reads_what_a_person_writes),
        cmocka_unit_test(reads_what_editors_leave),
        cmocka_unit_test(names_each_bad_line_and_reads_on),
        cmocka_unit_test(refuses_what_is_no_book),
        cmocka_unit_test(answers_on_every_side),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
