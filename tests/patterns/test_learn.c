#include "tests/support/testing.h"

#include "tests/support/folder.h"
#include "tests/support/shapes_made.h"

#include "patterns/learning/learn.h"

#include <unistd.h>

static char folder[] = "/tmp/hishi-learn-XXXXXX";
static char games[64], more_games[64], work[64], first[64], second[64];

static int make_games(void **state)
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
    return 0;
}

static int remove_games(void **state)
{
    (void)state;
    char const *const files[] = {games, more_games, first, second};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        unlink(files[i]);
    return rmdir(folder);
}

/* Stops after LEFT more questions.  */
static bool patience(void *context, struct learn_progress const *progress)
{
    int *const left = context;
    (void)progress;
    return (*left)-- > 0;
}

static struct learn_task task_of(char const *const places[], int threads)
{
    return (struct learn_task){
        .places = places,
        .place_count = 2,
        .residues = ALL_RESIDUES,
        .threads = threads,
        .folder = work,
    };
}

static void learn_into(struct learn_task const *task, char const *file)
{
    struct casebuilder list;
    struct failure why = {""};
    casebuilder_init(&list);
    assert_true(learn(task, &list, &why));
    assert_true(casebuilder_write(&list, file, NULL, &why));
    casebuilder_release(&list);
    assert_true(access(work, F_OK) != 0);
}

static void any_number_of_threads_makes_the_same_bytes(void **state)
{
    (void)state;
    char const *const places[] = {games, more_games};
    struct learn_task task = task_of(places, 1);
    learn_into(&task, first);
    for (int threads = 2; threads < 6; threads += 3) {
        task.threads = threads;
        learn_into(&task, second);
        files_are_same(first, second);
    }
}

static void goes_on_where_it_was_stopped(void **state)
{
    (void)state;
    char const *const places[] = {games, more_games};
    struct learn_task task = task_of(places, 2);
    learn_into(&task, first);
    int stops = 0;
    task.batch = 5;
    for (int left = 0;; left += 3) {
        struct casebuilder list;
        struct failure why = {""};
        int now = left;
        casebuilder_init(&list);
        task.watch = patience;
        task.context = &now;
        bool const good = learn(&task, &list, &why);
        if (good)
            assert_true(casebuilder_write(&list, second, NULL, &why));
        else
            assert_non_null(strstr(why.text, "stopped"));
        casebuilder_release(&list);
        if (good)
            break;
        stops++;
    }
    assert_true(stops > 10);
    files_are_same(first, second);
}

/* Learn until the second pass has saved counts, and stop there.  */
static void leave_work(struct learn_task *task)
{
    struct casebuilder list;
    struct failure why = {""};
    int left = 65 + 40; /* all games once, and most of them again */
    task->batch = 5;
    task->watch = patience;
    task->context = &left;
    casebuilder_init(&list);
    assert_false(learn(task, &list, &why));
    assert_non_null(strstr(why.text, "stopped"));
    casebuilder_release(&list);
    task->watch = NULL;
}

/* It must fail, and say something about the file of work called NAME.  */
static void refuses_work(struct learn_task const *task, char const *name)
{
    struct casebuilder list;
    struct failure why = {""};
    casebuilder_init(&list);
    assert_false(learn(task, &list, &why));
    assert_non_null(strstr(why.text, name));
    assert_non_null(strstr(why.text, "remove the folder"));
    casebuilder_release(&list);
}

/* Empty it, cut it, change bits, take it away; then put it back.  */
static void damage(struct learn_task const *task, char const *name, struct rng *rng)
{
    char path[128];
    size_t size;
    snprintf(path, sizeof path, "%s/%s", work, name);
    char *const bytes = file_bytes(path, &size);
    file_write(path, bytes, 0);
    refuses_work(task, name);
    file_write(path, bytes, size - 1 - rng_below(rng, (uint32_t)size - 1));
    refuses_work(task, name);
    for (int i = 0; i < 3; i++) {
        size_t const at = rng_below(rng, (uint32_t)size);
        char const right = bytes[at];
        bytes[at] = (char)(right ^ 1 << rng_below(rng, 8));
        file_write(path, bytes, size);
        refuses_work(task, name);
        bytes[at] = right;
    }
    if (strncmp(name, "run", 3) == 0) {
        unlink(path);
        refuses_work(task, name);
    }
    file_write(path, bytes, size);
    free(bytes);
}

static void damaged_work_is_refused_and_whole_work_goes_on(void **state)
{
    (void)state;
    static char const *const names[] = {"state", "counts", "run-00000", "run-00007"};
    char const *const places[] = {games, more_games};
    struct learn_task task = task_of(places, 2);
    struct rng rng;
    rng_seed(&rng, 21);
    learn_into(&task, first);
    leave_work(&task);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        damage(&task, names[i], &rng);
    learn_into(&task, second);
    files_are_same(first, second);
}

static void work_of_another_task_is_left_alone(void **state)
{
    (void)state;
    char const *const places[] = {games, more_games};
    struct learn_task task = task_of(places, 2), other = task;
    size_t size;
    learn_into(&task, first);
    leave_work(&task);
    other.limit = 7;
    refuses_work(&other, "is work on something else");
    other = task;
    other.player = "black 1";
    refuses_work(&other, "is work on something else");
    char *const bytes = file_bytes(games, &size);
    file_write(games, bytes, size - 1); /* a newline less */
    refuses_work(&task, "is work on something else");
    file_write(games, bytes, size);
    free(bytes);
    learn_into(&task, second);
    files_are_same(first, second);
}

/* Put a file with one more game into the place of the second one, at the last game of
   the first pass, which has opened that before.  */
static bool meddle(void *context, struct learn_progress const *progress)
{
    bool *const done = context;
    if (progress->pass == 1 && progress->games == 65 && !*done) {
        size_t size;
        char *const bytes = file_bytes(more_games, &size);
        FILE *const out = fopen(second, "wb");
        fwrite(bytes, 1, size, out);
        fputs("(;SZ[9];B[aa];W[bb])", out);
        fclose(out);
        free(bytes);
        *done = rename(second, more_games) == 0;
    }
    return true;
}

static void games_that_change_between_the_passes_are_noticed(void **state)
{
    (void)state;
    char const *const places[] = {games, more_games};
    struct learn_task task = task_of(places, 1);
    struct casebuilder list;
    struct failure why = {""};
    bool done = false;
    size_t size;
    char *const bytes = file_bytes(more_games, &size);
    task.watch = meddle;
    task.context = &done;
    casebuilder_init(&list);
    assert_false(learn(&task, &list, &why));
    assert_non_null(strstr(why.text, "not the same when they were read again: 66, and "
                                     "65 before"));
    casebuilder_release(&list);
    assert_true(access(work, F_OK) != 0);
    file_write(more_games, bytes, size);
    free(bytes);
}

/* ---------------------------------------------------------------- by definition */

struct naive_case {
    struct casecode code;
    struct experience experience;
};

struct naive {
    struct naive_case cases[20000];
    int count;
    struct edges edges;
};

static struct casecode code_at(struct naive const *naive, struct board const *board,
                               point p, enum color color)
{
    struct diamond diamond, canonical;
    diamond_look(board, p, color, &diamond);
    diamond_canonical(&diamond, &canonical);
    return casecode_of(&naive->edges, &canonical);
}

static struct naive_case *naive_find(struct naive *naive, struct casecode code,
                                     bool add)
{
    for (int i = 0; i < naive->count; i++)
        if (casecode_compare(naive->cases[i].code, code) == 0)
            return &naive->cases[i];
    if (!add)
        return NULL;
    naive->cases[naive->count] = (struct naive_case){.code = code};
    return &naive->cases[naive->count++];
}

/* What each colour saw on its last turn, point by point.  */
struct view {
    struct casecode code;
    bool legal;
};

static void naive_appearances(struct naive *naive, struct game const *game)
{
    static struct view views[3][POINTS];
    static struct replay walk;
    struct failure why;
    memset(views, 0, sizeof views);
    replay_start(&walk, game);
    while (replay_next(&walk, &why)) {
        enum color const color = (enum color)walk.move.color;
        for (point p = board_first_point(); p; p = board_next_point(&walk.board, p)) {
            struct view const was = views[color][p];
            struct view now = {.legal = p == walk.move.at ||
                                        board_is_legal(&walk.board, p, color, false)};
            if (now.legal) {
                now.code = code_at(naive, &walk.board, p, color);
                struct naive_case *const known = naive_find(naive, now.code, false);
                if (known && (!was.legal || casecode_compare(was.code, now.code) != 0))
                    known->experience.appeared++;
            }
            views[color][p] = now;
        }
    }
}

static void naive_plays(struct naive *naive, struct game const *game)
{
    static struct replay walk;
    struct failure why;
    replay_start(&walk, game);
    while (replay_next(&walk, &why)) {
        enum color const color = (enum color)walk.move.color;
        if (walk.move.at == PASS)
            continue;
        struct naive_case *const one =
            naive_find(naive, code_at(naive, &walk.board, walk.move.at, color), true);
        one->experience.played++;
        one->experience.won += game_won(game, color) == 1;
    }
}

static void counts_follow_the_definition(void **state)
{
    (void)state;
    static struct naive naive;
    edges_init(&naive.edges);
    char const *const places[] = {more_games, games};
    struct game game;
    struct origin origin;
    game_init(&game, 19, 19);
    for (int pass = 0; pass < 2; pass++) {
        struct archive_reader *const reader = archive_open(places, 2, NULL, NULL);
        while (archive_next(reader, &game, &origin))
            if (origin.file_index == 0 || origin.number % 20 == 3)
                pass ? naive_appearances(&naive, &game) : naive_plays(&naive, &game);
        archive_close(reader);
    }
    game_release(&game);

    /* The same from two learnings, of all of the first file and of the games of
       the second whose number leaves 3.  */
    struct casebuilder list, rest;
    struct failure why;
    struct learn_task task = task_of(places, 2);
    task.place_count = 1;
    casebuilder_init(&list);
    casebuilder_init(&rest);
    assert_true(learn(&task, &list, &why));
    task.places = places + 1;
    task.residues = 1u << 3;
    assert_true(learn(&task, &rest, &why));
    casebuilder_merge(&list, &rest);
    casebuilder_release(&rest);
    assert_int_equal(list.case_count, naive.count);
    for (size_t i = 0; i < list.case_count; i++) {
        struct naive_case const *const expected = naive_find(
            &naive, (struct casecode){list.cases[i].inner, list.cases[i].outer}, false);
        assert_non_null(expected);
        assert_int_equal(list.cases[i].experience.played, expected->experience.played);
        assert_int_equal(list.cases[i].experience.won, expected->experience.won);
        assert_true(list.cases[i].experience.appeared <= expected->experience.appeared);
        assert_true(list.cases[i].experience.appeared >=
                    list.cases[i].experience.played);
    }
    casebuilder_release(&list);
}

static void appearances_follow_the_definition(void **state)
{
    (void)state;
    static struct naive naive;
    edges_init(&naive.edges);
    char const *const places[] = {more_games};
    struct game game;
    struct origin origin;
    game_init(&game, 19, 19);
    for (int pass = 0; pass < 2; pass++) {
        struct archive_reader *const reader = archive_open(places, 1, NULL, NULL);
        while (archive_next(reader, &game, &origin))
            pass ? naive_appearances(&naive, &game) : naive_plays(&naive, &game);
        archive_close(reader);
    }
    game_release(&game);
    struct casebuilder list;
    struct failure why;
    struct learn_task task = task_of(places, 2);
    task.place_count = 1;
    casebuilder_init(&list);
    assert_true(learn(&task, &list, &why));
    assert_int_equal(list.case_count, naive.count);
    for (size_t i = 0; i < list.case_count; i++) {
        struct naive_case const *const expected = naive_find(
            &naive, (struct casecode){list.cases[i].inner, list.cases[i].outer}, false);
        assert_non_null(expected);
        assert_memory_equal(&list.cases[i].experience, &expected->experience,
                            sizeof expected->experience);
    }
    casebuilder_release(&list);
}

static void one_player_alone_can_be_learnt(void **state)
{
    (void)state;
    char const *const places[] = {games};
    struct learn_task task = task_of(places, 2);
    struct casebuilder list;
    struct failure why;
    task.place_count = 1;
    task.player = "black 2";
    casebuilder_init(&list);
    assert_true(learn(&task, &list, &why));
    assert_int_equal(list.game_count, 8); /* 40 games, five names for Black */
    for (size_t i = 0; i < list.game_count; i++)
        assert_string_equal(list.games[i].black, "black 2");
    for (size_t i = 0; i < list.case_count; i++)
        assert_int_equal(list.cases[i].source[0] % MEMORY_MOVES % 2, 0);
    assert_true(list.moves > 100);
    casebuilder_release(&list);
}

static void says_when_its_folder_cannot_be_made(void **state)
{
    (void)state;
    char const *const places[] = {games};
    struct learn_task task = task_of(places, 1);
    struct casebuilder list;
    struct failure why;
    task.place_count = 1;
    task.folder = "/proc/nothing/here";
    casebuilder_init(&list);
    assert_false(learn(&task, &list, &why));
    assert_non_null(strstr(why.text, "/proc/nothing/here"));
    casebuilder_release(&list);
}

int main(void)
{
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(any_number_of_threads_makes_the_same_bytes),
        cmocka_unit_test(goes_on_where_it_was_stopped),
        cmocka_unit_test(damaged_work_is_refused_and_whole_work_goes_on),
        cmocka_unit_test(work_of_another_task_is_left_alone),
        cmocka_unit_test(games_that_change_between_the_passes_are_noticed),
        cmocka_unit_test(appearances_follow_the_definition),
        cmocka_unit_test(counts_follow_the_definition),
        cmocka_unit_test(one_player_alone_can_be_learnt),
        cmocka_unit_test(says_when_its_folder_cannot_be_made),
    };
    return cmocka_run_group_tests(tests, make_games, remove_games);
}
