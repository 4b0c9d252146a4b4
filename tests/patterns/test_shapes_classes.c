/* The classes of moves that Katsunari missed or wrongly proposed (Sei and
   Kawashima 1999), as local positions from test games, with three verdicts: of the
   casebook alone, of all that the engine knows (model, casebook and joseki, as it plays
   without search), and with HISHI_SLOW=1 of its search.

   A class is a file of drawings of 11x11 points around a move of X, '*'; '#' is off
   the board, 'x' and 'o' are the last stones of either side.  Their sorting was done
   by program.

   Moves that were played and should be found:
     capture    captures and escapes from atari
     forcing    ataris that were answered at once
     cut        joining two chains or coming between two
     endgame    late moves on the first two lines
     direction  X had attached, O bent around it or blocked, and X went on there
     punish     answers, by who won, to a move that hardly anyone ever makes in such
                surroundings
     life       GNU Go 3.8: without it a group of X dies, or one of O lives

   Moves that should not be proposed:
     jump       on the first line among opponent's stones only
     nakade     2-1 points among opponent's chains of six and more liberties, where
                there is nothing to kill
     selfatari  leave four and more own stones in atari
     lowvalue   on the first two lines in the first 45 moves, far from the corners
                and with no stone near
     greedy     cut two chains, were not played, and GNU Go 3.8 catches them  */
#include "tests/support/testing.h"

#include "tests/support/drawings.h"

#include "patterns/cases/cases_source.h"
#include "player/mind.h"

#include <math.h>

enum { INNER = 3 };

/* GOOD moves: how many are among the best five of their surroundings, and how many
   the search picks there; bad ones: how many are not in the better half, and how many
   it does not pick.  What is reached today, less what chance may bring.  The casebook
   alone reads nothing, and so proposes much that the whole refuses; these drawings
   tell it neither how late it is nor, most of them, what was played just now.  */
struct class
{
    char const *sentence, *file;
    bool good;
    int memory, knowledge, search;
};

static struct class const classes[] = {
    {"finds_captures_and_escapes", "capture", true, 8, 20, 17},
    {"finds_forcing_moves", "forcing", true, 10, 18, 9},
    {"finds_cuts_and_connections", "cut", true, 15, 16, 8},
    {"finds_moves_of_the_endgame", "endgame", true, 7, 12, 3},
    {"goes_on_with_what_it_began", "direction", true, 21, 20, 14},
    {"punishes_bad_shape", "punish", true, 15, 18, 9},
    {"finds_what_groups_live_or_die_by", "life", true, 11, 19, 12},
    {"does_not_jump_along_the_edge_alone", "jump", false, 20, 20, 20},
    {"does_not_play_inside_what_lives", "nakade", false, 1, 20, 19},
    {"does_not_throw_chains_away", "selfatari", false, 1, 20, 20},
    {"does_not_crawl_before_the_big_points", "lowvalue", false, 20, 20, 20},
    {"does_not_cut_what_catches_the_cutter", "greedy", false, 1, 13, 20},
};

enum { CLASSES = sizeof classes / sizeof *classes, PLAYOUTS = 1000 };

/* All that is asked, opened once.  */
static struct {
    struct mind *mind;
    struct casebook const *book;
} engine;

static int open_engine(void **state)
{
    (void)state;
    engine.mind = mind_new(1);
    struct cases_source const *const cases = mind_source(engine.mind, "cases");
    engine.book = cases ? cases_source_book(cases) : NULL;
    struct complaints const *const complaints = mind_complaints(engine.mind);
    for (int i = 0; i < complaints->count; i++)
        print_message("%s\n", complaints->list[i].text);
    return complaints->count || !engine.book ? -1 : 0;
}

static int close_engine(void **state)
{
    (void)state;
    mind_free(engine.mind);
    return 0;
}

/* ---------------------------------------------------------------- positions */

/* A position on an otherwise empty board, and the last moves it tells.  */
struct scene {
    struct board board;
    struct move moves[2];
    int move_count;
    point at; /* the middle */
};

static void set_up(struct drawing const *drawing, struct scene *scene)
{
    point last[3];
    scene->at = drawing_set_up(drawing, &scene->board, last);
    scene->move_count = 0;
    for (enum color color = BLACK; color <= WHITE; color++)
        if (last[color] != NOWHERE) {
            board_play(&scene->board, last[color], color);
            scene->moves[scene->move_count++] = (struct move){color, last[color]};
        }
    board_turn(&scene->board, BLACK);
    assert_true(board_is_legal(&scene->board, scene->at, BLACK, false));
}

static bool is_inside(point p, point at)
{
    return abs(point_column(p) - point_column(at)) <= INNER &&
           abs(point_row(p) - point_row(at)) <= INNER;
}

/* ---------------------------------------------------------------- verdicts */

/* The place of a move, from 1, among those within INNER columns and rows of it by
   WEIGHT; 0: it is none.  CHOICE: how many there are.  */
static int place_among_near(float const weight[POINTS], point at, int *choice)
{
    int place = 1;
    *choice = 0;
    for (point p = 0; p < POINTS; p++)
        if (weight[p] > 0 && is_inside(p, at)) {
            ++*choice;
            place += weight[p] > weight[at];
        }
    return weight[at] > 0 ? place : 0;
}

static bool approve(struct class const *class, float const weight[POINTS], point at)
{
    int choice;
    int const place = place_among_near(weight, at, &choice);
    return class->good ? place >= 1 && place <= 5 : !place || 2 * place > choice;
}

static void weigh_by_memory(struct scene const *scene, float weight[POINTS])
{
    static struct case_votes votes;
    static struct case_views views[AREA_MAX];
    struct situation const situation = {&scene->board, scene->moves, scene->move_count};
    case_votes_take(engine.book, &situation, &votes, views);
    memset(weight, 0, POINTS * sizeof *weight);
    for (int i = 0; i < votes.count; i++)
        weight[votes.list[i].at] = votes.list[i].rate;
}

static struct candidates *ask_all(struct scene const *scene)
{
    struct situation const situation = {&scene->board, scene->moves, scene->move_count};
    return consult(mind_consultation(engine.mind), &situation, EFFORT_FULL);
}

static void weigh_by_knowledge(struct scene const *scene, float weight[POINTS])
{
    static float const hopeless = 1e-4f; /* not worth naming */
    struct candidates const *const candidates = ask_all(scene);
    memset(weight, 0, POINTS * sizeof *weight);
    for (int i = 0; i < candidates->count; i++)
        if (candidates->list[i].p >= hopeless)
            weight[candidates->list[i].at] = candidates->list[i].p;
}

/* The candidates in SCENE, but that the first move has to be near the middle.  */
static struct candidates const *ask_near(struct scene const *scene)
{
    struct candidates *const candidates = ask_all(scene);
    for (int i = 0; i < candidates->count; i++)
        if (!is_inside(candidates->list[i].at, scene->at))
            candidates->list[i].p = 0;
    candidates_sort(candidates);
    return candidates;
}

/* What SEARCH would play in SCENE with KOMI.  LEAD is what it thinks that Black
   leads by, on average.  */
static point search_once(struct search *search, struct scene const *scene, double komi,
                         double *lead)
{
    struct history history;
    history_init(&history);
    history_push(&history, &scene->board);
    struct task const task = {
        .situation = {&scene->board, scene->moves, scene->move_count},
        .rules = rules_find("chinese"),
        .history = &history,
        .komi = komi,
        .budget_ms = -1,
        .candidates = ask_near(scene),
    };
    struct decision decision = {.at = NOWHERE};
    struct evaluator const evaluator = search_evaluator(search);
    assert_true(evaluator.pick(evaluator.self, &task, &decision));
    history_release(&history);
    *lead = decision.score;
    return decision.at;
}

/* The stake is local, so the komi is to be one that decides by it: what the search
   itself comes to expect.  */
static point pick_by_search(struct scene const *scene)
{
    struct search_tuning tuning = search_defaults();
    tuning.playouts = PLAYOUTS;
    tuning.memory_mb = 64;
    mind_reseed(engine.mind, 1);
    struct search *const search = mind_search(engine.mind, &tuning);
    double komi = 0, lead;
    point at = NOWHERE;
    for (int i = 0; i < 3; i++) {
        search_forget(search);
        at = search_once(search, scene, komi, &lead);
        komi = rint(komi + lead) + 0.5;
    }
    return at;
}

/* ---------------------------------------------------------------- classes */

static void check_class(void **state)
{
    struct class const *const class = *state;
    struct drawing list[DRAWINGS_MAX];
    int const count = drawings_read(class->file, list);
    bool const slow = getenv("HISHI_SLOW");
    int memory = 0, knowledge = 0, search = 0;
    assert_true(count >= 20);
    for (int i = 0; i < count; i++) {
        static struct scene scene;
        float weight[POINTS];
        set_up(&list[i], &scene);
        weigh_by_memory(&scene, weight);
        memory += approve(class, weight, scene.at);
        weigh_by_knowledge(&scene, weight);
        knowledge += approve(class, weight, scene.at);
        if (slow)
            search += (pick_by_search(&scene) == scene.at) == class->good;
    }
    print_message("%s: of %d, memory %d, knowledge %d", class->file, count, memory,
                  knowledge);
    print_message(slow ? ", search %d\n" : "\n", search);
    assert_true(memory >= class->memory);
    assert_true(knowledge >= class->knowledge);
    assert_true(!slow || search >= class->search);
}

int main(void)
{
    struct CMUnitTest tests[CLASSES];
    for (int i = 0; i < CLASSES; i++)
        tests[i] = (struct CMUnitTest){.name = classes[i].sentence,
                                       .test_func = check_class,
                                       .initial_state = (void *)&classes[i]};
    return cmocka_run_group_tests(tests, open_engine, close_engine);
}
