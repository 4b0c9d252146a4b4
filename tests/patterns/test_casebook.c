/* Casebooks learnt from games made by chance: against counting by hand, against
   themselves however they were learnt, and damaged.  */
#include "tests/support/testing.h"

#include "tests/support/folder.h"
#include "tests/support/shapes_made.h"

#include "engine/records/situations.h"
#include "patterns/caselearning/caselearn.h"
#include "patterns/caselearning/caseshrink.h"
#include "patterns/caselearning/caseweigh.h"

#include <math.h>
#include <unistd.h>

static char folder[] = "/tmp/hishi-casebook-XXXXXX";
static char games[64], more_games[64], work[64], first[64], second[64];

static bool patience(void *context, struct learn_progress const *progress)
{
    int *const left = context;
    (void)progress;
    return (*left)-- > 0;
}

static struct case_task task_of(char const *const places[], int threads)
{
    return (struct case_task){
        .learn = {.places = places,
                  .place_count = 2,
                  .residues = ALL_RESIDUES,
                  .threads = threads,
                  .folder = work},
        .near = 1,
        .far = 3,
    };
}

static void learn_into(struct case_task const *task, char const *file)
{
    struct casetree tree;
    struct failure why = {""};
    casetree_init(&tree);
    assert_true(case_learn(task, &tree, &why));
    assert_true(casetree_write(&tree, file, NULL, &why));
    casetree_release(&tree);
    assert_true(access(work, F_OK) != 0);
}

static struct casebook *open_sound(char const *path)
{
    struct failure why = {""};
    struct casebook *const book = casebook_open(path, &why);
    assert_non_null(book);
    assert_true(casebook_verify(book, &why));
    return book;
}

static int make_files(void **state)
{
    (void)state;
    if (!mkdtemp(folder))
        return -1;
    snprintf(games, sizeof games, "%s/made.sgf", folder);
    snprintf(more_games, sizeof more_games, "%s/more.sgf", folder);
    snprintf(work, sizeof work, "%s/work", folder);
    snprintf(first, sizeof first, "%s/1.hishi", folder);
    snprintf(second, sizeof second, "%s/2.hishi", folder);
    made_games(games, 19, 40, 1);
    made_games(more_games, 9, 25, 2);
    char const *const places[] = {games, more_games};
    struct case_task const task = task_of(places, 1);
    learn_into(&task, first);
    return 0;
}

static int remove_files(void **state)
{
    (void)state;
    char const *const files[] = {games, more_games, first, second};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        unlink(files[i]);
    return rmdir(folder);
}

static void any_number_of_threads_makes_the_same_bytes(void **state)
{
    (void)state;
    char const *const places[] = {games, more_games};
    struct case_task task = task_of(places, 3);
    learn_into(&task, second);
    files_are_same(first, second);
}

static void an_interrupted_learning_goes_on_to_the_same_bytes(void **state)
{
    (void)state;
    char const *const places[] = {games, more_games};
    struct case_task task = task_of(places, 2);
    task.learn.batch = 7;
    task.learn.watch = patience;
    static int const stops[] = {30, 20, 60, 66};
    for (size_t i = 0; i < sizeof stops / sizeof *stops; i++) {
        struct casetree tree;
        struct failure why = {""};
        int left = stops[i];
        task.learn.context = &left;
        casetree_init(&tree);
        assert_false(case_learn(&task, &tree, &why));
        assert_non_null(strstr(why.text, "goes on"));
        casetree_release(&tree);
    }
    int left = 10000;
    task.learn.context = &left;
    learn_into(&task, second);
    files_are_same(first, second);
}

/* ---------------------------------------------------------------- counting */

typedef void look_at_move(void *context, struct situations *situations,
                          struct game const *game, uint32_t number);

static void each_move(look_at_move *look, void *context)
{
    char const *const places[] = {games, more_games};
    struct archive_reader *const reader = archive_open(places, 2, NULL, NULL);
    struct situations situations = {.moves = NULL};
    struct game game;
    struct origin origin;
    struct failure why;
    uint32_t number = 0;
    game_init(&game, 19, 19);
    while (archive_next(reader, &game, &origin)) {
        situations_start(&situations, &game);
        while (situations_next(&situations, &why))
            if (situations.walk.move.at != PASS)
                look(context, &situations, &game, number);
        number++;
    }
    game_release(&game);
    situations_release(&situations);
    archive_close(reader);
}

static vicinitycode code_at(struct casebook const *book,
                            struct situations const *situations, point at)
{
    struct vicinity vicinity;
    int symmetry;
    vicinity_look(casebook_vicinities(book), situations->situation.board, at,
                  latest_moves(&situations->situation), &vicinity);
    return vicinity_code(casebook_vicinities(book), &vicinity, &symmetry);
}

struct tally {
    struct casebook *book;
    struct {
        vicinitycode code;
        uint32_t game;
        int move;
        bool won;
    } plays[20000];
    int count;
};

static void note_play(void *context, struct situations *situations,
                      struct game const *game, uint32_t number)
{
    struct tally *const tally = context;
    struct move const move = situations->walk.move;
    int const i = tally->count++;
    tally->plays[i].code = code_at(tally->book, situations, move.at);
    tally->plays[i].game = number;
    tally->plays[i].move = situations->walk.number;
    tally->plays[i].won = game_won(game, (enum color)move.color) == 1;
}

/* Do two codes agree up to LEVEL?  */
static bool agree(vicinitycode a, vicinitycode b, int level)
{
    bool same = true;
    for (int i = 0; i <= level; i++)
        same &= vicinity_part(a, i) == vicinity_part(b, i);
    return same;
}

static void is_a_source(struct tally const *tally, vicinitycode code, int level,
                        struct memory_source source)
{
    bool found = false;
    for (int i = 0; i < tally->count; i++)
        found |= tally->plays[i].game == source.game &&
                 tally->plays[i].move == source.move &&
                 agree(tally->plays[i].code, code, level);
    assert_true(found);
}

static void every_level_counts_what_was_played_and_cites_it(void **state)
{
    (void)state;
    static struct tally tally;
    struct rng rng;
    rng_seed(&rng, 4);
    tally.book = open_sound(first);
    each_move(note_play, &tally);
    assert_true(tally.count > 3000);
    for (int i = 0; i < tally.count; i += 1 + (int)rng_below(&rng, 60)) {
        vicinitycode const code = tally.plays[i].code;
        struct case_chain chain;
        casebook_find(tally.book, code, &chain);
        assert_int_equal(chain.known, VICINITY_LEVELS);
        assert_true(casebook_code(tally.book, chain.node[LEVEL_RING4]) == code);
        for (int level = 0; level < VICINITY_LEVELS; level++) {
            struct experience const of =
                casebook_experience(tally.book, level, chain.node[level]);
            struct memory_source sources[CASE_SOURCES];
            uint32_t played = 0, won = 0;
            for (int j = 0; j < tally.count; j++) {
                bool const same = agree(code, tally.plays[j].code, level);
                played += same;
                won += same && tally.plays[j].won;
            }
            assert_int_equal(of.played, played);
            assert_int_equal(of.won, won);
            assert_true(of.appeared >= played);
            int const count =
                casebook_sources(tally.book, level, chain.node[level], sources);
            assert_true(level < CASE_SOURCED || count >= 1);
            for (int j = 0; j < count; j++)
                is_a_source(&tally, code, level, sources[j]);
        }
    }
    casebook_close(tally.book);
}

struct meetings {
    struct casebook *book;
    vicinitycode code;
    uint32_t met[VICINITY_LEVELS];
};

static void meet(void *context, struct situations *situations, struct game const *game,
                 uint32_t number)
{
    struct meetings *const meetings = context;
    struct board const *const board = situations->situation.board;
    (void)game;
    (void)number;
    for (int i = 0; i < board->empty_count; i++) {
        point const p = board->empty[i];
        if (!board_is_legal(board, p, (enum color)board->to_move, false))
            continue;
        vicinitycode const code = code_at(meetings->book, situations, p);
        for (int level = 0; level < VICINITY_LEVELS; level++)
            meetings->met[level] += agree(code, meetings->code, level);
    }
}

/* Play I could be played wherever every level says it was met.  */
static void is_met_exactly(struct tally const *tally, int i)
{
    struct meetings meetings = {tally->book, tally->plays[i].code, {0}};
    struct case_chain chain;
    each_move(meet, &meetings);
    casebook_find(tally->book, meetings.code, &chain);
    for (int level = 0; level < VICINITY_LEVELS; level++)
        assert_int_equal(
            casebook_experience(tally->book, level, chain.node[level]).appeared,
            meetings.met[level]);
}

static void met_is_counted_in_all_positions_when_asked_to(void **state)
{
    (void)state;
    char const *const places[] = {games, more_games};
    struct case_task task = task_of(places, 1);
    task.far = 1;
    learn_into(&task, second);
    static struct tally tally;
    tally.book = open_sound(second);
    each_move(note_play, &tally);
    for (int i = 5; i < tally.count; i += tally.count / 3)
        is_met_exactly(&tally, i);
    casebook_close(tally.book);
}

/* The first casebook counts one position of three for points that are far away.  */
static void points_around_the_last_move_have_a_rate_of_their_own(void **state)
{
    (void)state;
    static struct tally tally;
    int asked = 0;
    tally.book = open_sound(first);
    each_move(note_play, &tally);
    for (int i = 7; i < tally.count && asked < 3; i += 501) {
        struct vicinity vicinity;
        vicinity_decode(casebook_vicinities(tally.book), tally.plays[i].code,
                        &vicinity);
        if (vicinity.last >= DIAMOND_POINTS)
            continue;
        is_met_exactly(&tally, i);
        asked++;
    }
    assert_int_equal(asked, 3);
    casebook_close(tally.book);
}

/* ---------------------------------------------------------------- a part of it */

/* The nodes below FROM .. TO of a level are in FULL, and tell the same.  */
static void is_part(struct casebook const *part, struct casebook const *full, int level,
                    uint32_t node, uint32_t of_full)
{
    struct experience const a = casebook_experience(part, level, node),
                            b = casebook_experience(full, level, of_full);
    assert_memory_equal(&a, &b, sizeof a);
    if (level + 1 == VICINITY_LEVELS)
        return;
    uint32_t from, to, first_full, end_full;
    casebook_children(part, level, node, &from, &to);
    casebook_children(full, level, of_full, &first_full, &end_full);
    for (; from < to; from++) {
        while (first_full < end_full && casebook_part(full, level + 1, first_full) !=
                                            casebook_part(part, level + 1, from))
            first_full++;
        assert_true(first_full < end_full);
        is_part(part, full, level + 1, from, first_full);
    }
}

static void a_smaller_casebook_is_a_part_of_the_larger(void **state)
{
    (void)state;
    struct casebook *const full = open_sound(first);
    struct casebook_facts of_full, facts;
    struct failure why = {""};
    casebook_facts(full, &of_full);
    uint64_t const bytes = 480000;
    assert_true(of_full.bytes > bytes);
    struct casetree tree;
    casetree_init(&tree);
    assert_true(case_shrink(full, &(struct shrink_task){.bytes = bytes}, &tree));
    assert_true(casetree_write(&tree, second, NULL, &why));
    casetree_release(&tree);
    struct casebook *const part = open_sound(second);
    casebook_facts(part, &facts);
    assert_true(facts.bytes <= bytes && facts.bytes > bytes * 9 / 10);
    assert_true(facts.nodes[0] > 0 && facts.nodes[1] > 0);
    for (uint32_t node = 0, other = 0; node < facts.nodes[0]; node++) {
        while (casebook_part(full, 0, other) != casebook_part(part, 0, node))
            assert_true(++other < of_full.nodes[0]);
        is_part(part, full, 0, node, other);
    }
    casebook_close(part);
    casebook_close(full);
}

/* ---------------------------------------------------------------- votes */

struct listener {
    struct casebook *book;
    struct caseweigher *weigher;
    double log_p;
    long count;
};

static void add_log_p(void *context, struct situations *situations,
                      struct game const *game, uint32_t number)
{
    static struct case_votes votes;
    static struct case_views views[AREA_MAX];
    struct listener *const listener = context;
    (void)game;
    if (number % 4)
        return;
    case_votes_take(listener->book, &situations->situation, &votes, views);
    double sum = 0;
    for (int i = 0; i < votes.count; i++) {
        sum += votes.list[i].rate;
        assert_true(!i || votes.list[i - 1].at < votes.list[i].at);
        if (votes.list[i].at == situations->walk.move.at)
            listener->log_p += log((double)votes.list[i].rate);
    }
    assert_true(fabs(sum - 1) < 1e-3);
    listener->count++;
}

static bool give(void *context, struct game const *game, long number)
{
    struct failure why = {""};
    return caseweigher_add(context, game, number, &why);
}

static void learnt_weights_make_moves_likelier(void **state)
{
    (void)state;
    struct failure why = {""};
    struct listener before = {.book = open_sound(first)}, after = {0};
    each_move(add_log_p, &before);
    struct caseweigher *const weigher = caseweigher_new(before.book, 1000, 2, NULL);
    char const *const places[] = {games, more_games};
    struct archive_reader *const reader = archive_open(places, 2, NULL, NULL);
    struct game game;
    struct origin origin;
    game_init(&game, 19, 19);
    while (archive_next(reader, &game, &origin))
        give(weigher, &game, origin.number);
    game_release(&game);
    archive_close(reader);
    static struct casebook_weights weights[CASE_COMPANIES];
    caseweigher_weigh(weigher, CASES_ALONE, 4, NULL, &weights[CASES_ALONE]);
    caseweigher_free(weigher);
    assert_true(caseweigh_write(first, weights, second, NULL, &why));
    after.book = open_sound(second);
    each_move(add_log_p, &after);
    assert_true(after.log_p / (double)after.count >
                before.log_p / (double)before.count + 0.1);
    casebook_close(before.book);
    casebook_close(after.book);
}

/* ---------------------------------------------------------------- damage */

static long read_whole(char const *path, unsigned char **bytes)
{
    FILE *const in = fopen(path, "rb");
    fseek(in, 0, SEEK_END);
    long const size = ftell(in);
    rewind(in);
    *bytes = malloc((size_t)size);
    assert_int_equal(fread(*bytes, 1, (size_t)size, in), (size_t)size);
    fclose(in);
    return size;
}

static void write_whole(char const *path, unsigned char const *bytes, long size)
{
    FILE *const out = fopen(path, "wb");
    assert_int_equal(fwrite(bytes, 1, (size_t)size, out), (size_t)size);
    assert_int_equal(fclose(out), 0);
}

static void ask_anything(struct casebook const *book, struct rng *rng)
{
    static struct board board;
    static struct case_votes votes;
    static struct case_views views[AREA_MAX];
    struct move moves[40];
    board_init(&board, 9, 9);
    for (int i = 0; i < 40; i++) {
        enum color const color = (enum color)board.to_move;
        made_moves(&board, rng, 1);
        moves[i] =
            (struct move){(uint8_t)color, board.passes ? (point)PASS : board.last};
    }
    struct situation const situation = {&board, moves, 40};
    case_votes_take(book, &situation, &votes, views);
    for (int i = 0; i < votes.count; i++)
        for (int level = 0; level < votes.list[i].chain.known; level++) {
            struct memory_source sources[CASE_SOURCES];
            struct remembered_game game;
            int const count =
                casebook_sources(book, level, votes.list[i].chain.node[level], sources);
            for (int j = 0; j < count; j++)
                casebook_game(book, sources[j].game, &game);
        }
}

static void a_changed_byte_is_noticed_and_never_followed_astray(void **state)
{
    (void)state;
    unsigned char *bytes;
    struct rng rng;
    struct failure why;
    long const size = read_whole(first, &bytes);
    rng_seed(&rng, 9);
    for (int i = 0; i < 40; i++) {
        long const at = (long)rng_below(&rng, (uint32_t)size);
        unsigned char const change = (unsigned char)(1 + rng_below(&rng, 255));
        bytes[at] ^= change;
        write_whole(second, bytes, size);
        struct casebook *const book = casebook_open(second, &why);
        if (book) {
            assert_false(casebook_verify(book, &why));
            ask_anything(book, &rng);
            casebook_close(book);
        }
        bytes[at] ^= change;
    }
    for (long cut = 0; cut < size; cut += size / 7 + 1) {
        write_whole(second, bytes, cut);
        assert_null(casebook_open(second, &why));
    }
    free(bytes);
}

int main(void)
{
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(any_number_of_threads_makes_the_same_bytes),
        cmocka_unit_test(an_interrupted_learning_goes_on_to_the_same_bytes),
        cmocka_unit_test(every_level_counts_what_was_played_and_cites_it),
        cmocka_unit_test(met_is_counted_in_all_positions_when_asked_to),
        cmocka_unit_test(points_around_the_last_move_have_a_rate_of_their_own),
        cmocka_unit_test(a_smaller_casebook_is_a_part_of_the_larger),
        cmocka_unit_test(learnt_weights_make_moves_likelier),
        cmocka_unit_test(a_changed_byte_is_noticed_and_never_followed_astray),
    };
    return cmocka_run_group_tests(tests, make_files, remove_files);
}
