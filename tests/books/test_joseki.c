#include "tests/support/testing.h"

#include <math.h>
#include <unistd.h>

#include "tests/support/lies.h"
#include "tests/support/made_up.h"

#include "books/joseki/joseki_builder.h"
#include "books/joseki/joseki_source.h"
#include "engine/base/chunkfile.h"
#include "engine/go/symmetry.h"

enum { GAMES = 150 };

struct made {
    char folder[64], index_path[80], path[80], lies[80];
    struct game games[GAMES];
    struct joseki *joseki;
    struct joseki_built built;
};

static int set_up(void **state)
{
    struct made *const made = calloc(1, sizeof *made);
    struct failure why = {""};
    snprintf(made->folder, sizeof made->folder, "/tmp/hishi-joseki-XXXXXX");
    assert_non_null(mkdtemp(made->folder));
    snprintf(made->index_path, sizeof made->index_path, "%s/index", made->folder);
    snprintf(made->path, sizeof made->path, "%s/joseki", made->folder);
    snprintf(made->lies, sizeof made->lies, "%s/lies", made->folder);

    struct corpus corpus = corpus_finish(make_up_corpus(made->games, GAMES, 9, false));
    assert_true(index_write(&corpus, made->index_path, NULL, NULL, &why));
    corpus_release(&corpus);
    struct index *const index = index_open(made->index_path, &why);
    struct ranking_options options = ranking_defaults;
    struct ranked_list lists[RANKINGS];
    options.keep = 300;
    options.shortest = 3;
    rank_sequences(index_suffixes(index), &options, lists);
    struct joseki_building const building = {.least = 1};
    assert_true(joseki_build(index, &lists[RANKING_MSFP], &building, made->path,
                             &made->built, &why));
    ranked_release(lists);
    index_close(index);
    made->joseki = joseki_open(made->path, &why);
    assert_non_null(made->joseki);
    *state = made;
    return 0;
}

static int tear_down(void **state)
{
    struct made *const made = *state;
    for (int i = 0; i < GAMES; i++)
        game_release(&made->games[i]);
    joseki_close(made->joseki);
    unlink(made->index_path);
    unlink(made->path);
    unlink(made->lies);
    rmdir(made->folder);
    free(made);
    return 0;
}

/* Every move begins a path where some sequence begins; no path goes on in two
   ways.  */
static void counts_every_move_of_every_game(void **state)
{
    struct made const *const made = *state;
    struct joseki const *const joseki = made->joseki;
    uint64_t moves = 0;
    uint32_t begun[SYMBOL_NEXT] = {0};
    for (int i = 0; i < GAMES; i++)
        for (int k = 0; k < made->games[i].count; k++, moves++)
            begun[first_symbol(made->games[i].steps[k].at)]++;
    assert_int_equal(made->built.moves, moves);
    for (symbol first = SYMBOL_FIRST; first < SYMBOL_NEXT; first++) {
        uint32_t const node = joseki_child(joseki, 0, first);
        assert_true(!node || joseki->nodes[node].reached == begun[first]);
    }
    uint64_t continued = 0;
    for (uint32_t i = 1; i < joseki->count; i++) {
        uint64_t sum = 0;
        struct joseki_node const *const node = &joseki->nodes[i];
        for (uint32_t k = node->child; k < node->child + node->child_count; k++)
            sum += joseki->nodes[k].reached;
        assert_true(sum <= node->reached);
        assert_true(node->at_once <= node->reached && node->won <= node->decided);
        continued += sum;
    }
    assert_true(continued > 1000);
}

/* Every time that a path came to a node, in all games.  */
struct arrival {
    uint32_t node, game;
    int year, move;
};

struct arrivals {
    struct arrival *list;
    size_t count, room;
    uint32_t game;
    int year, move;
};

static void arrive(void *context, struct path const *before, enum path_fate fate,
                   uint32_t node)
{
    struct arrivals *const arrivals = context;
    (void)before;
    if (fate != PATH_GOES_ON)
        return;
    if (arrivals->count == arrivals->room) {
        arrivals->room = 2 * arrivals->room + 1024;
        arrivals->list =
            realloc(arrivals->list, arrivals->room * sizeof *arrivals->list);
    }
    arrivals->list[arrivals->count++] =
        (struct arrival){node, arrivals->game, arrivals->year, arrivals->move};
}

static int by_node_and_year(void const *left, void const *right)
{
    struct arrival const *const a = left, *const b = right;
    if (a->node != b->node)
        return a->node < b->node ? -1 : 1;
    if (a->year != b->year)
        return a->year > b->year ? -1 : 1;
    return a->game != b->game ? (a->game > b->game ? 1 : -1) : a->move - b->move;
}

static void collect(struct made const *made, struct arrivals *arrivals)
{
    struct paths paths;
    for (uint32_t i = 0; i < GAMES; i++) {
        struct game const *const game = &made->games[i];
        arrivals->game = i;
        arrivals->year = game_year(game->date);
        paths_start(&paths);
        for (int k = 0; k < game->count; k++) {
            arrivals->move = k + 1;
            paths_play(&paths, made->joseki,
                       (struct move){game->steps[k].color, game->steps[k].at}, arrive,
                       arrivals);
        }
    }
    qsort(arrivals->list, arrivals->count, sizeof *arrivals->list, by_node_and_year);
}

static void check_periods(struct past const *past, struct arrival const *list,
                          size_t count)
{
    uint32_t times[PERIODS_MAX] = {0};
    for (size_t i = 0; i < count; i++)
        for (uint32_t p = 0; p < past->period_count; p++)
            times[p] += list[i].year >= past->periods[p].first &&
                        list[i].year <= past->periods[p].last;
    for (uint32_t p = 0; p < past->period_count; p++)
        assert_true(fabs(past_times(past, list->node, p) - times[p]) <=
                    0.5 + 0.026 * times[p]);
}

/* The latest games of each node, and when it was played, as collected by hand.  */
static void cites_the_latest_games_and_counts_by_years(void **state)
{
    struct made const *const made = *state;
    struct past const *const past = &made->joseki->past;
    struct arrivals all = {.list = NULL};
    collect(made, &all);
    assert_true(past->period_count > 2);
    assert_int_equal(past->node_count, made->joseki->count);
    for (size_t i = 0, end; i < all.count; i = end) {
        struct precedent said[PRECEDENTS_MAX];
        struct arrival const *const first = &all.list[i];
        int const count = past_games(past, first->node, said);
        int found = 0;
        for (end = i; end < all.count && all.list[end].node == first->node; end++) {
            struct arrival const *const one = &all.list[end];
            bool const again = end > i && all.list[end - 1].game == one->game;
            if (again || found == PRECEDENTS_MAX)
                continue;
            assert_true(found < count);
            assert_int_equal(said[found].number, one->game);
            assert_int_equal(said[found].move, one->move);
            assert_string_equal(said[found].date, made->games[one->game].date);
            assert_string_equal(said[found].black, made->games[one->game].black);
            found++;
        }
        assert_int_equal(found, count);
        check_periods(past, first, end - i);
    }
    free(all.list);
    for (uint32_t times = 0; times < 300000; times += 1 + times / 7) {
        double const back = past_unpack(past_pack(times));
        assert_true(fabs(back - times) <= 0.5 + 0.026 * times);
    }
}

static int by_point(void const *left, void const *right)
{
    struct proposal const *const a = left, *const b = right;
    return (a->at > b->at) - (a->at < b->at);
}

/* What is proposed after COUNT moves of GAME, turned by SYMMETRY (one that undoes
   itself), with the colours
   exchanged for SWAPPED; the points turned back.  */
static int propose_turned(struct made const *made, struct game const *game, int count,
                          int symmetry, bool swapped, struct proposal list[])
{
    static struct board board;
    struct paths paths;
    board_init(&board, 19, 19);
    paths_start(&paths);
    for (int i = 0; i < count; i++) {
        enum color const color = (enum color)game->steps[i].color;
        struct move const move = {
            .color = (uint8_t)(swapped ? opponent(color) : color),
            .at = point_turned(game->steps[i].at, CODE_BOARD, symmetry),
        };
        board_play(&board, move.at, (enum color)move.color);
        paths_play(&paths, made->joseki, move, NULL, NULL);
    }
    if (count == 0 && swapped)
        board.to_move = WHITE;
    int const proposals = joseki_propose(made->joseki, &paths, &board, 2, true, list);
    for (int i = 0; i < proposals; i++)
        list[i].at = point_turned(list[i].at, CODE_BOARD, symmetry);
    qsort(list, (size_t)proposals, sizeof *list, by_point);
    return proposals;
}

static void proposes_the_same_in_all_symmetries_and_colours(void **state)
{
    struct made const *const made = *state;
    struct rng rng = {1};
    int proposed = 0, equal = 0;
    for (int round = 0; round < 60; round++) {
        struct game const *const game = &made->games[rng_below(&rng, GAMES)];
        if (game->count < 10)
            continue;
        int const count = 5 + (int)rng_below(&rng, (uint32_t)(game->count - 5));
        struct proposal list[AREA_MAX], turned[AREA_MAX];
        int const plain = propose_turned(made, game, count, 0, false, list);
        for (int symmetry = 0; symmetry <= 4; symmetry++) {
            int const other =
                propose_turned(made, game, count, symmetry, round % 2, turned);
            for (int i = 0; i < plain; i++) {
                bool found = false;
                for (int k = 0; k < other; k++)
                    found = found || (turned[k].at == list[i].at &&
                                      fabsf(turned[k].p - list[i].p) < 1e-6f);
                proposed++;
                equal += found;
            }
        }
    }
    assert_true(proposed > 1000);
    assert_int_equal(equal, proposed);
}

/* Follow the most usual way from the root, each move in the corner where it is
   drawn, with moves elsewhere by both in between.  */
static void does_not_lose_the_thread_over_moves_elsewhere(void **state)
{
    struct made const *const made = *state;
    struct joseki const *const joseki = made->joseki;
    int followed = 0;
    for (uint32_t first = 1; first <= joseki->nodes[0].child_count; first++) {
        struct paths paths;
        paths_start(&paths);
        point const start = point_at(4, 15);
        if (joseki->nodes[first].step != first_symbol(start))
            continue;
        struct move move = {.color = BLACK, .at = start};
        paths_play(&paths, joseki, move, NULL, NULL);
        uint32_t node = first;
        while (joseki->nodes[node].child_count) {
            /* elsewhere: White and Black on the first line, far away */
            point const far = point_at(19, 1 + followed % 2 * 2);
            struct path *path = NULL;
            for (int i = 0; i < paths.count; i++)
                if (paths.list[i].node == node && paths.list[i].coder.last != far)
                    path = &paths.list[i];
            assert_non_null(path);
            struct coder coder = path->coder;
            uint32_t const child = joseki->nodes[node].child;
            point const next = coder_follow(&coder, joseki->nodes[child].step);
            paths_play(&paths, joseki, (struct move){.color = path->to_play, .at = far},
                       NULL, NULL);
            paths_play(
                &paths, joseki,
                (struct move){.color = (uint8_t)opponent((enum color)path->to_play),
                              .at = point_at(19, 19)},
                NULL, NULL);
            bool const close = abs(point_column(next) - 19) < 6;
            if (!next || close)
                break;
            move = (struct move){.color = (uint8_t)opponent((enum color)move.color),
                                 .at = next};
            paths_play(&paths, joseki, move, NULL, NULL);
            node = child;
            followed++;
        }
    }
    assert_true(followed >= 2);
}

static void follows_back_and_forth_as_from_the_start(void **state)
{
    struct made const *const made = *state;
    struct rng rng = {2};
    struct joseki_source *const source = joseki_source_new(made->joseki);
    struct game const *game = &made->games[0];
    for (int i = 0; i < GAMES; i++)
        if (made->games[i].count > game->count)
            game = &made->games[i];
    struct move moves[400];
    for (int i = 0; i < game->count; i++)
        moves[i] = (struct move){game->steps[i].color, game->steps[i].at};
    static struct board board;
    board_init(&board, 19, 19);
    for (int round = 0; round < 200; round++) {
        int const count = (int)rng_below(&rng, (uint32_t)game->count);
        if (count > 3 && round % 3 == 0) /* another game from here on */
            moves[count / 2].at = point_at(1 + (int)rng_below(&rng, 19), 19);
        struct situation const situation = {&board, moves, count};
        struct paths scratch;
        paths_start(&scratch);
        for (int i = 0; i < count; i++)
            paths_play(&scratch, made->joseki, moves[i], NULL, NULL);
        struct paths const *const followed = joseki_source_follow(source, &situation);
        assert_int_equal(followed->count, scratch.count);
        for (int i = 0; i < scratch.count; i++) {
            assert_int_equal(followed->list[i].node, scratch.list[i].node);
            assert_int_equal(followed->list[i].coder.last, scratch.list[i].coder.last);
        }
    }
    joseki_source_free(source);
}

/* Asked after each move of some games.  */
static void names_what_it_proposes(void **state)
{
    struct made const *const made = *state;
    struct joseki_source *const source = joseki_source_new(made->joseki);
    struct candidates candidates;
    int proposed = 0;
    candidates_init(&candidates, 1);
    for (int g = 0; g < 20; g++) {
        struct game const *const game = &made->games[g];
        static struct board board;
        struct move moves[400];
        board_init(&board, 19, 19);
        for (int i = 0; i < game->count; i++) {
            moves[i] = (struct move){game->steps[i].color, game->steps[i].at};
            board_play(&board, moves[i].at, (enum color)moves[i].color);
            struct question const question = {.situation = {&board, moves, i + 1},
                                              .effort = EFFORT_FULL};
            struct proposal list[AREA_MAX];
            int const count = joseki_source_list(source, &question.situation, list);
            candidates_clear(&candidates);
            joseki_kind.ask(source, &question, 0, &candidates);
            assert_int_equal(candidates.count, count);
            for (int k = 0; k < count; k++) {
                struct candidate const *const at =
                    candidates_find(&candidates, list[k].at);
                struct opinion const *const opinion =
                    candidates_opinion(&candidates, at, 0);
                struct testimony testimony;
                assert_true(opinion->p == list[k].p && opinion->term[0] > 0);
                assert_int_equal(
                    joseki_kind.testify(source, &question, list[k].at, &testimony, 1),
                    1);
                assert_true(testimony.played > 0 &&
                            testimony.seen >= testimony.played &&
                            testimony.won <= testimony.decided);
            }
            proposed += count;
        }
    }
    assert_true(proposed > 100);
    candidates_release(&candidates);
    joseki_source_free(source);
}

static void has_nothing_to_say_on_another_board(void **state)
{
    struct made const *const made = *state;
    struct joseki_source *const source = joseki_source_new(made->joseki);
    static struct board board;
    struct candidates candidates;
    board_init(&board, 13, 13);
    struct move const moves[1] = {{BLACK, point_at(4, 4)}};
    board_play(&board, moves[0].at, BLACK);
    struct question const question = {.situation = {&board, moves, 1},
                                      .effort = EFFORT_FULL};
    candidates_init(&candidates, 1);
    joseki_kind.ask(source, &question, 0, &candidates);
    assert_int_equal(candidates.count, 0);
    candidates_release(&candidates);
    joseki_source_free(source);
}

static bool opens(char const *path)
{
    struct failure why = {""};
    struct joseki *const joseki = joseki_open(path, &why);
    assert_true(joseki || strlen(why.text) > 20);
    joseki_close(joseki);
    return joseki != NULL;
}

/* A copy of the file in which number VALUE stands at WHERE of CHUNK.  */
static bool opens_with(struct made const *made, char const *name, size_t where,
                       uint32_t value)
{
    static char const *const names[] = {"HEAD", "NODE", "NEAR", "PAST",
                                        "YEAR", "GAME", "TEXT"};
    enum { NAMES = sizeof names / sizeof *names };
    struct failure why;
    struct chunkfile *const file =
        chunkfile_open(made->path, "JOSK", JOSEKI_VERSION, &why);
    struct chunk_writer *const writer =
        chunk_writer_new(made->lies, "JOSK", JOSEKI_VERSION, &why);
    for (int i = 0; i < NAMES; i++) {
        struct chunk chunk;
        assert_true(chunkfile_find(file, names[i], 1, &chunk, &why));
        unsigned char *const bytes = malloc(chunk.size);
        memcpy(bytes, chunk.data, chunk.size);
        if (strcmp(names[i], name) == 0)
            put_le32(bytes + where, value);
        chunk_writer_begin(writer, names[i]);
        chunk_writer_write(writer, bytes, chunk.size);
        free(bytes);
    }
    assert_true(chunk_writer_finish(writer, &why));
    chunkfile_close(file);
    return opens(made->lies);
}

static void refuses_files_that_are_damaged_or_lie(void **state)
{
    struct made const *const made = *state;
    assert_true(opens_with(made, "HEAD", 0, 19));
    assert_false(opens_with(made, "HEAD", 0, 9));
    assert_false(opens_with(made, "NODE", 0, 0)); /* the root's child is itself */
    assert_false(opens_with(made, "NODE", 0, 1u << 30));    /* or nobody */
    assert_false(opens_with(made, "NODE", 4, 0x0000ffff));  /* or 65535 of them */
    assert_false(opens_with(made, "NODE", 44, 0xffff0000)); /* a step unheard of */
    assert_false(opens_with(made, "PAST", 20, 0xfffffff0)); /* a game unheard of */
    assert_false(opens_with(made, "GAME", 0, 1u << 30));    /* names nowhere */

    FILE *const in = fopen(made->path, "rb");
    static char bytes[1 << 22];
    size_t const size = fread(bytes, 1, sizeof bytes, in);
    fclose(in);
    struct rng rng = {3};
    for (int i = 0; i < 60; i++) {
        size_t const at = rng_below(&rng, (uint32_t)size);
        bool const cut = i % 2;
        bytes[at] = (char)(bytes[at] ^ 1 << i % 8);
        FILE *const out = fopen(made->lies, "wb");
        assert_int_equal(fwrite(bytes, 1, cut ? at : size, out), cut ? at : size);
        fclose(out);
        assert_false(opens(made->lies));
        bytes[at] = (char)(bytes[at] ^ 1 << i % 8);
    }
}

/* What may be proposed is on the board, and with a chance.  */
static void a_lie_with_right_checksums_never_leads_outside(void **state)
{
    struct made const *const made = *state;
    struct rng rng;
    int opened = 0, refused = 0;
    rng_seed(&rng, 8);
    for (int i = 0; i < (getenv("HISHI_SLOW") ? 20000 : 200); i++) {
        struct failure why = {""};
        static struct board board;
        struct move moves[60];
        lie_about(made->path, made->lies, &rng);
        struct joseki *const joseki = joseki_open(made->lies, &why);
        refused += !joseki;
        opened += joseki != NULL;
        if (!joseki)
            continue;
        struct joseki_source *const source = joseki_source_new(joseki);
        struct game const *const game = &made->games[rng_below(&rng, GAMES)];
        board_init(&board, 19, 19);
        for (int k = 0; k < game->count && k < 60; k++) {
            moves[k] = (struct move){game->steps[k].color, game->steps[k].at};
            board_play(&board, moves[k].at, (enum color)moves[k].color);
            struct situation const situation = {&board, moves, k + 1};
            struct proposal list[AREA_MAX];
            int const count = joseki_source_list(source, &situation, list);
            for (int j = 0; j < count; j++) {
                assert_int_equal(board.color[list[j].at], EMPTY);
                assert_true(list[j].p >= 0 && list[j].p <= 1);
            }
        }
        joseki_source_free(source);
        joseki_close(joseki);
    }
    assert_true(opened > 0 && refused > 0);
}

int main(void)
{
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(counts_every_move_of_every_game),
        cmocka_unit_test(cites_the_latest_games_and_counts_by_years),
        cmocka_unit_test(proposes_the_same_in_all_symmetries_and_colours),
        cmocka_unit_test(does_not_lose_the_thread_over_moves_elsewhere),
        cmocka_unit_test(follows_back_and_forth_as_from_the_start),
        cmocka_unit_test(names_what_it_proposes),
        cmocka_unit_test(has_nothing_to_say_on_another_board),
        cmocka_unit_test(refuses_files_that_are_damaged_or_lie),
        cmocka_unit_test(a_lie_with_right_checksums_never_leads_outside),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
