#include "tests/support/testing.h"

#include <math.h>
#include <unistd.h>

#include "books/opening/opening_source.h"
#include "engine/search/player.h"
#include "tests/support/mock_source.h"

enum { DRAWS = 2000 };

struct place {
    char folder[64];
    struct opening_source *source;
    struct board board;
    struct history history;
    struct task task;
};

static void write_file(struct place const *place, char const *name, char const *text)
{
    char path[128];
    snprintf(path, sizeof path, "%s/%s", place->folder, name);
    FILE *const out = fopen(path, "w");
    assert_non_null(out);
    fputs(text, out);
    assert_int_equal(fclose(out), 0);
}

static void *open_shelf(struct place const *place, struct failure *why)
{
    char path[128];
    snprintf(path, sizeof path, "%s/opening.hishi", place->folder);
    return opening_kind.open(path, why);
}

static void start(struct place *place, int size)
{
    board_init(&place->board, size, size);
    history_clear(&place->history);
    history_push(&place->history, &place->board);
}

static void play(struct place *place, point at)
{
    board_play(&place->board, at, (enum color)place->board.to_move);
    history_push(&place->history, &place->board);
}

static int set_up(void **state)
{
    struct place *const place = calloc(1, sizeof *place);
    struct failure why;
    strcpy(place->folder, "/tmp/hishi-opening-XXXXXX");
    assert_non_null(mkdtemp(place->folder));
    write_file(place, "opening.hishi", "hishi-shelf 1\n# both\nseven\nany\n");
    write_file(place, "seven",
               "hishi-book 1\nsize 9\nkomi 7\nfile 1 kgs-6d\n\n"
               ": E5 p3 n30 w20 y2016 g1/77 | G5 p1 n10 w3 | C3 avoid n4 w0\n"
               "E5 : C3 avoid | G4 avoid n1 w0\n"
               "G5 : C5 p1 n9 w4\n");
    write_file(place, "any", "hishi-book 1\nsize 9\n: D4 p1\n");
    place->source = open_shelf(place, &why);
    if (!place->source)
        fail_msg("%s", why.text);
    history_init(&place->history);
    place->task = (struct task){
        .situation.board = &place->board,
        .rules = rules_find("chinese"),
        .history = &place->history,
        .komi = 7,
        .budget_ms = -1,
    };
    start(place, 9);
    *state = place;
    return 0;
}

static int tear_down(void **state)
{
    struct place *const place = *state;
    static char const *const files[] = {"opening.hishi", "seven", "any"};
    for (int i = 0; i < 3; i++) {
        char path[128];
        snprintf(path, sizeof path, "%s/%s", place->folder, files[i]);
        unlink(path);
    }
    rmdir(place->folder);
    history_release(&place->history);
    opening_kind.drop(place->source);
    free(place);
    return 0;
}

/* What is recited by SEED, or NOWHERE.  */
static point recite(struct place *place, double komi, int depth, uint64_t seed,
                    struct decision *decision)
{
    struct evaluator const reciter = opening_reciter(place->source);
    opening_source_settle(place->source, komi, depth, seed);
    return reciter.pick(reciter.self, &place->task, decision) ? decision->at
                                                              : (point)NOWHERE;
}

static void plays_by_probability_on_every_side_and_never_what_it_avoids(void **state)
{
    struct place *const place = *state;
    static struct decision decision;
    int centre = 0, sides[4] = {0};
    for (uint64_t seed = 0; seed < DRAWS; seed++) {
        point const at = recite(place, 7, 10, seed, &decision);
        centre += at == point_at(5, 5);
        sides[0] += at == point_at(7, 5);
        sides[1] += at == point_at(3, 5);
        sides[2] += at == point_at(5, 7);
        sides[3] += at == point_at(5, 3);
    }
    assert_int_equal(centre + sides[0] + sides[1] + sides[2] + sides[3], DRAWS);
    assert_true(fabs(centre / (double)DRAWS - 0.75) < 0.05);
    for (int i = 0; i < 4; i++)
        assert_true(fabs(sides[i] / (double)DRAWS - 0.0625) < 0.03);
    assert_int_equal(recite(place, 7, 10, 5, &decision),
                     recite(place, 7, 10, 5, &decision));
    assert_non_null(strstr(decision.reason, "opening book: one of 2 moves"));
}

static void falls_silent_where_it_knows_nothing_to_play(void **state)
{
    struct place *const place = *state;
    static struct decision decision;
    assert_int_equal(recite(place, 7, 0, 1, &decision), NOWHERE);
    play(place, point_at(5, 5));
    assert_int_equal(recite(place, 7, 10, 1, &decision), NOWHERE); /* all to avoid */
    start(place, 9);
    play(place, point_at(5, 7)); /* G5, from another side */
    assert_int_equal(recite(place, 7, 1, 1, &decision), NOWHERE); /* too deep */
    assert_int_equal(recite(place, 7, 2, 1, &decision), point_at(5, 3));
    play(place, point_at(5, 3));
    assert_int_equal(recite(place, 7, 10, 1, &decision), NOWHERE);
    start(place, 13);
    assert_int_equal(recite(place, 7, 10, 1, &decision), NOWHERE);
}

/* A book for one komi is for games with it; the next on the shelf is for any.  */
static void takes_the_book_for_the_komi(void **state)
{
    struct place *const place = *state;
    static struct decision decision;
    for (uint64_t seed = 0; seed < 20; seed++) {
        point const at = recite(place, 6.5, 10, seed, &decision);
        assert_int_equal(abs(point_column(at) - 5) + abs(point_row(at) - 5), 2);
        assert_true(at != point_at(5, 3) && at != point_at(5, 7));
    }
}

/* Somebody sure of E5, who finds F6, of which the book is silent, and C3, which it
   avoids, alike.  */
static void ask_sure(void *self, struct question const *question, int voice,
                     struct candidates *candidates)
{
    (void)self;
    (void)question;
    mock_name(candidates, voice, point_at(5, 5), 0.7f);
    mock_name(candidates, voice, point_at(6, 6), 0.1f);
    mock_name(candidates, voice, point_at(3, 3), 0.1f);
}

static float predicted(struct consultation *consultation, struct place const *place,
                       point at)
{
    struct candidates *const list =
        consult(consultation, &place->task.situation, EFFORT_FULL);
    return candidates_find(list, at)->prediction;
}

/* In a consultation what is played is more probable and what is avoided less so; but
   what the book does not name keeps what the others say, up to that all is one.  */
static void raises_what_it_names_and_keeps_the_rest(void **state)
{
    struct place *const place = *state;
    struct failure why;
    struct source_kind const sure = MOCK_KIND("sure", ask_sure);
    struct consultation *const consultation = mock_consultation(&sure, NULL);
    struct source_kind kind = opening_kind;
    kind.drop = NULL;
    assert_true(
        consultation_add(consultation, (struct source){&kind, place->source}, &why));
    opening_source_settle(place->source, 7, 10, 1);
    enum { NAMED, RARE, TWIN, AVOIDED, UNNAMED, ANOTHER, ALL };
    point const all[ALL] = {
        [NAMED] = point_at(5, 5),   [RARE] = point_at(5, 7),
        [TWIN] = point_at(3, 5),    [AVOIDED] = point_at(3, 3),
        [UNNAMED] = point_at(6, 6), [ANOTHER] = point_at(1, 8),
    };
    float without[ALL], with[ALL];
    consultation_weigh(consultation, 1, 0);
    for (int i = 0; i < ALL; i++)
        without[i] = predicted(consultation, place, all[i]);
    consultation_weigh(consultation, 1, 1);
    for (int i = 0; i < ALL; i++)
        with[i] = predicted(consultation, place, all[i]) / without[i];
    assert_true(with[NAMED] > 1);
    assert_true(with[NAMED] > with[RARE] && with[RARE] > with[UNNAMED]);
    assert_true(with[AVOIDED] < with[UNNAMED] / 10);
    assert_true(with[UNNAMED] > 1 / 3.0f);
    assert_true(fabsf(with[RARE] - with[TWIN]) < 1e-4f * with[RARE]);
    assert_true(fabsf(with[UNNAMED] - with[ANOTHER]) < 1e-4f * with[UNNAMED]);
    consultation_free(consultation);
}

static void testifies_about_what_it_names(void **state)
{
    struct place *const place = *state;
    struct insight view;
    struct failure why;
    struct consultation *const consultation = consultation_new(NULL);
    struct source_kind kind = opening_kind;
    kind.drop = NULL;
    assert_true(
        consultation_add(consultation, (struct source){&kind, place->source}, &why));
    opening_source_settle(place->source, 7, 10, 1);
    consult(consultation, &place->task.situation, EFFORT_FULL);
    for (int side = -2; side <= 2; side += 4) {
        consultation_view(consultation, point_at(5 + side, 5), &view);
        assert_int_equal(view.testimony_count, 1);
        assert_int_equal(view.testimony[0].played, 10);
        assert_true(view.voice_count == 1 && fabsf(view.voice[0].p - 0.0625f) < 1e-4f);
    }
    consultation_view(consultation, point_at(5, 5), &view);
    assert_int_equal(view.testimony_count, 1);
    assert_int_equal(view.testimony[0].played, 30);
    assert_int_equal(view.testimony[0].seen, 44);
    consultation_free(consultation);
}

/* Whoever recites can say how often it was played, when last, and in which game.  */
static void cites_the_game_of_a_move_it_recites(void **state)
{
    struct place *const place = *state;
    static struct decision decision;
    struct consultation *const nobody = mock_consultation(NULL, NULL);
    struct player *const player = player_new(nobody, 1);
    struct evaluator const reciter = opening_reciter(place->source);
    uint64_t seed = 0;
    player_set_reciter(player, &reciter);
    do {
        opening_source_settle(place->source, 7, 10, seed++);
        player_decide(player, &place->task, &decision);
    } while (decision.at != point_at(5, 5));
    assert_int_equal(decision.evidence.count, 1);
    struct insight const *const view = &decision.evidence.insight[0];
    assert_int_equal(view->at, decision.at);
    assert_int_equal(view->testimony_count, 1);
    struct testimony const *const said = &view->testimony[0];
    assert_int_equal(said->seen, 44);
    assert_int_equal(said->played, 30);
    assert_int_equal(said->won, 20);
    assert_non_null(strstr(said->account, "plays it in 75 %, last in 2016"));
    assert_int_equal(said->precedent_count, 1);
    assert_string_equal(said->precedent[0].file, "kgs-6d");
    assert_int_equal(said->precedent[0].number, 77);
    assert_int_equal(said->precedent[0].move, 1);
    player_free(player);
    consultation_free(nobody);
}

/* An evaluator that finds a chance to win, and passes.  */
struct pessimist {
    double win;
    long playouts; /* it was asked for */
    int asked;
};

static bool despair(void *self, struct task const *task, struct decision *decision)
{
    struct pessimist *const pessimist = self;
    pessimist->asked++;
    pessimist->playouts = task->playouts;
    assert_non_null(task->candidates);
    decision->at = point_at(1, 1);
    decision->win = pessimist->win;
    return true;
}

/* Where neither games nor a search vouch for what is written, a look is taken first; it
   leaves the book when it finds the game lost.  */
static void leaves_the_book_where_it_is_lost(void **state)
{
    struct place *const place = *state;
    static struct decision decision;
    struct pessimist pessimist = {.win = 0.45};
    struct consultation *const nobody = mock_consultation(NULL, NULL);
    struct player *const player = player_new(nobody, 1);
    struct evaluator const reciter = opening_reciter(place->source);
    struct evaluator const looker = {
        .name = "pessimist", .pick = despair, .self = &pessimist};
    opening_source_settle(place->source, 7, 10, 1);
    player_set_reciter(player, &reciter);
    player_set_evaluator(player, &looker);
    player_decide(player, &place->task, &decision);
    assert_string_equal(decision.evidence.chooser, "opening");
    assert_int_equal(pessimist.asked, 0); /* 43 games vouch for it */
    play(place, point_at(7, 5));          /* then nine games, four of them won */
    player_decide(player, &place->task, &decision);
    assert_int_equal(decision.at, point_at(3, 5));
    assert_int_equal(pessimist.asked, 1);
    assert_in_range(pessimist.playouts, 1, 1000);
    pessimist.win = 0.2;
    player_decide(player, &place->task, &decision);
    assert_int_equal(decision.at, point_at(1, 1));
    assert_int_equal(pessimist.asked, 3);
    assert_int_equal(pessimist.playouts, 0); /* and thinks as long as usual */
    player_free(player);
    consultation_free(nobody);
}

/* The player asks the reciter first, and thinks when it is silent.  */
static void is_heard_before_anybody_thinks(void **state)
{
    struct place *const place = *state;
    static struct decision decision;
    struct consultation *const nobody = mock_consultation(NULL, NULL);
    struct player *const player = player_new(nobody, 1);
    struct evaluator const reciter = opening_reciter(place->source);
    opening_source_settle(place->source, 7, 10, 1);
    player_set_reciter(player, &reciter);
    player_decide(player, &place->task, &decision);
    assert_non_null(strstr(decision.reason, "opening book"));
    play(place, PASS);
    player_decide(player, &place->task, &decision);
    assert_null(strstr(decision.reason, "opening book"));
    start(place, 9);
    player_set_reciter(player, NULL);
    player_decide(player, &place->task, &decision);
    assert_null(strstr(decision.reason, "opening book"));
    player_free(player);
    consultation_free(nobody);
}

static void says_which_book_is_bad(void **state)
{
    struct place *const place = *state;
    struct failure why;
    write_file(place, "any", "hishi-book 1\nsize 9\n: D4 p1\nD4 : D4\n");
    assert_null(open_shelf(place, &why));
    assert_non_null(strstr(why.text, "/any:4: the answer D4 is illegal"));
    write_file(place, "opening.hishi", "seven\n");
    assert_null(open_shelf(place, &why));
    assert_non_null(strstr(why.text, "its first line is not"));
    write_file(place, "opening.hishi", "");
    assert_null(open_shelf(place, &why));
    write_file(place, "opening.hishi", "hishi-shelf 1\nnothing\n");
    assert_null(open_shelf(place, &why));
    assert_non_null(strstr(why.text, "cannot read"));
}

static void takes_a_list_as_editors_leave_it(void **state)
{
    struct place *const place = *state;
    struct failure why;
    char text[256];
    snprintf(text, sizeof text, "\xef\xbb\xbfhishi-shelf 1 \r\nseven \r\n\t\r\n%s/any",
             place->folder);
    write_file(place, "opening.hishi", text);
    void *const source = open_shelf(place, &why);
    if (!source)
        fail_msg("%s", why.text);
    opening_kind.drop(source);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    struct CMUnitTest const tests[] = {
        TEST(plays_by_probability_on_every_side_and_never_what_it_avoids),
        TEST(falls_silent_where_it_knows_nothing_to_play),
        TEST(takes_the_book_for_the_komi),
        TEST(raises_what_it_names_and_keeps_the_rest),
        TEST(testifies_about_what_it_names),
        TEST(is_heard_before_anybody_thinks),
        TEST(cites_the_game_of_a_move_it_recites),
        TEST(leaves_the_book_where_it_is_lost),
        TEST(says_which_book_is_bad),
        TEST(takes_a_list_as_editors_leave_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
