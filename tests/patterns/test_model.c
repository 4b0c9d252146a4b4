#include "tests/support/testing.h"

#include "tests/support/folder.h"

#include "engine/base/rng.h"
#include "engine/records/sgf.h"
#include "patterns/learning/train.h"

#include <math.h>
#include <unistd.h>

/* Someone who answers next to the last move when he can: what a model should
   learn quickly.  */
static point contact_move(struct board const *board, struct rng *rng)
{
    for (int tries = 0; tries < 50; tries++) {
        point const p = board->empty[rng_below(rng, board->empty_count)];
        bool near = board->last <= NOWHERE;
        for (int i = 0; i < 4 && !near; i++)
            near = p == board->last + neighbour[i];
        if (near && board_is_legal(board, p, (enum color)board->to_move, false))
            return p;
    }
    for (int tries = 0; tries < 200; tries++) {
        point const p = board->empty[rng_below(rng, board->empty_count)];
        if (board_is_legal(board, p, (enum color)board->to_move, false))
            return p;
    }
    return PASS;
}

static void write_games(char const *path, int games, int moves)
{
    struct rng rng;
    FILE *const file = fopen(path, "w");
    assert_non_null(file);
    rng_seed(&rng, 77);
    for (int i = 0; i < games; i++) {
        struct board board;
        board_init(&board, 9, 9);
        fputs("(;GM[1]FF[4]SZ[9]", file);
        for (int j = 0; j < moves; j++) {
            point const p = contact_move(&board, &rng);
            fprintf(file, ";%c[", board.to_move == BLACK ? 'B' : 'W');
            if (p != PASS)
                fprintf(file, "%c%c", 'a' + point_column(p) - 1,
                        'a' + 9 - point_row(p));
            fputs("]", file);
            board_play(&board, p, (enum color)board.to_move);
        }
        fputs(")\n", file);
    }
    assert_int_equal(fclose(file), 0);
}

struct files {
    char folder[64], games[96], model[96], other[96];
};

static void name_files(struct files *files)
{
    strcpy(files->folder, "/tmp/hishi-test-model-XXXXXX");
    assert_non_null(mkdtemp(files->folder));
    snprintf(files->games, sizeof files->games, "%s/games.sgf", files->folder);
    snprintf(files->model, sizeof files->model, "%s/a.hishi", files->folder);
    snprintf(files->other, sizeof files->other, "%s/b.hishi", files->folder);
}

static void remove_files(struct files const *files)
{
    unlink(files->games);
    unlink(files->model);
    unlink(files->other);
    rmdir(files->folder);
}

static struct train_news last_news;

static void hear(void *context, struct train_news const *news)
{
    (void)context;
    last_news = *news;
}

static struct train_options options_for(char const *const places[], int threads)
{
    return (struct train_options){
        .places = places,
        .place_count = 1,
        .share = 1,
        .count_share = 1,
        .least = 2,
        .slots_max = 100000,
        .every = 1,
        .threads = threads,
        .seed = 3,
        .rate = 0.1,
        .families = UINT32_MAX,
    };
}

static void learn(struct files const *files, char const *model, int threads)
{
    char const *const places[] = {files->games};
    struct train_options const options = options_for(places, threads);
    struct failure why = {""};
    if (!train_model(&options, model, hear, NULL, &why))
        fail_msg("%s", why.text);
}

static void learns_the_habit_in_the_games(void **state)
{
    (void)state;
    struct files files;
    struct failure why = {""};
    name_files(&files);
    write_games(files.games, 120, 40);
    learn(&files, files.model, 1);

    struct model *const model = model_open(files.model, &why);
    assert_non_null(model);
    assert_int_equal(model_games(model), 108); /* 18 of each 20 */
    struct describer *const describer = describer_new();
    struct features *const features = malloc(sizeof *features);
    float p[AREA_MAX + 1];
    struct rng rng;
    struct board board;
    struct move moves[40];
    double beside = 0;
    int positions = 0;
    rng_seed(&rng, 4);
    board_init(&board, 9, 9);
    for (int i = 0; i < 30; i++) {
        struct situation const situation = {&board, moves, i};
        features_describe(describer, model_lexicon(model), &situation, features);
        model_rate(model, features, p);
        double total = 0;
        for (int j = 0; j < features->count; j++) {
            struct contributions parts;
            struct move_features const *const move = &features->list[j];
            double sum = 0;
            model_explain(model, move, &parts);
            for (int f = 0; f < FAMILIES; f++)
                sum += parts.of[f];
            assert_true(fabs(sum - parts.sum) < 1e-3);
            total += p[j];
            for (int k = 0; i > 0 && k < 4; k++)
                beside += move->at == board.last + neighbour[k] ? p[j] : 0;
        }
        assert_true(fabs(total - 1) < 1e-3);
        positions += i > 0;
        moves[i] = (struct move){board.to_move, contact_move(&board, &rng)};
        board_play(&board, moves[i].at, (enum color)board.to_move);
    }
    assert_true(beside / positions > 0.4);
    free(features);
    describer_free(describer);
    model_free(model);
    remove_files(&files);
}

static void threads_do_not_change_the_weights(void **state)
{
    (void)state;
    struct files files;
    name_files(&files);
    write_games(files.games, 40, 30);
    learn(&files, files.model, 1);
    learn(&files, files.other, 3);
    files_are_same(files.model, files.other);
    remove_files(&files);
}

/* A run that ends early and is taken up again comes to the same weights as one
   without a break.  */
static void an_interrupted_run_goes_on_where_it_was(void **state)
{
    (void)state;
    struct files files;
    struct failure why = {""};
    name_files(&files);
    write_games(files.games, 40, 20);
    learn(&files, files.model, 1);

    char kept[128];
    snprintf(kept, sizeof kept, "%s/kept", files.folder);
    char const *const places[] = {files.games};
    struct train_options options = options_for(places, 1);
    options.state = kept;
    options.save_games = 7;
    options.stop_after = 20;
    assert_false(train_model(&options, files.other, hear, NULL, &why));
    assert_true(strstr(why.text, "20 games") != NULL);
    assert_int_equal(access(files.other, F_OK), -1);
    options.stop_after = 0;
    assert_true(train_model(&options, files.other, hear, NULL, &why));
    assert_int_equal(last_news.games, 36);
    assert_int_equal(access(kept, F_OK), -1);

    files_are_same(files.model, files.other);
    remove_files(&files);
}

static void no_thread_is_an_error_and_not_a_wait(void **state)
{
    (void)state;
    struct files files;
    struct failure why = {""};
    name_files(&files);
    write_games(files.games, 3, 20);
    char const *const places[] = {files.games};
    struct train_options options = options_for(places, 0);
    assert_false(train_model(&options, files.model, hear, NULL, &why));
    assert_non_null(strstr(why.text, "no thread can be started"));
    assert_int_equal(access(files.model, F_OK), -1);
    remove_files(&files);
}

/* A state that was cut, or changed by a bit, is neither taken up nor overwritten.  */
static void a_damaged_state_is_refused_and_left(void **state)
{
    (void)state;
    struct files files;
    struct failure why = {""};
    char kept[128];
    size_t size, left;
    name_files(&files);
    write_games(files.games, 20, 20);
    snprintf(kept, sizeof kept, "%s/kept", files.folder);
    char const *const places[] = {files.games};
    struct train_options options = options_for(places, 1);
    options.state = kept;
    options.stop_after = 9;
    assert_false(train_model(&options, files.model, hear, NULL, &why));
    char *const bytes = file_bytes(kept, &size);
    for (int i = 0; i < 4; i++) {
        size_t const at = i ? size / 4 * (size_t)i : 3;
        bytes[at] = (char)(bytes[at] ^ 1);
        FILE *const out = fopen(kept, "wb");
        fwrite(bytes, 1, i == 2 ? at : size, out);
        fclose(out);
        assert_false(train_model(&options, files.model, hear, NULL, &why));
        assert_non_null(strstr(why.text, kept));
        free(file_bytes(kept, &left));
        assert_int_equal(left, i == 2 ? at : size);
        bytes[at] = (char)(bytes[at] ^ 1);
    }
    free(bytes);
    unlink(kept);
    assert_int_equal(access(files.model, F_OK), -1);
    remove_files(&files);
}

/* One game is learnt from again and again, and only its own shapes are known:
   all of them must count as unknown while it is learnt.  */
static void a_game_does_not_learn_from_its_own_shapes(void **state)
{
    (void)state;
    struct files files;
    name_files(&files);
    write_games(files.games, 1, 60);
    learn(&files, files.model, 1);
    struct failure why;
    struct model *const model = model_open(files.model, &why);
    assert_non_null(model);
    struct describer *const describer = describer_new();
    struct features *const features = malloc(sizeof *features);
    struct board board;
    board_init(&board, 9, 9);
    struct situation const situation = {&board, NULL, 0};
    features_describe(describer, model_lexicon(model), &situation, features);
    for (int i = 0; i < features->count; i++) {
        struct contributions parts;
        model_explain(model, &features->list[i], &parts);
        assert_true(parts.of[FAMILY_NESTED] == 0);
    }
    free(features);
    describer_free(describer);
    model_free(model);
    remove_files(&files);
}

static void trusts_no_byte_of_a_file(void **state)
{
    (void)state;
    struct files files;
    size_t size;
    name_files(&files);
    write_games(files.games, 21, 20);
    learn(&files, files.model, 1);
    char *const bytes = file_bytes(files.model, &size);
    struct rng rng;
    rng_seed(&rng, 9);
    for (int i = 0; i < 60; i++) {
        struct failure why = {""};
        size_t const at = i < 30 ? (size_t)i * 16 : rng_below(&rng, (uint32_t)size);
        bytes[at] ^= 0x55;
        file_write(files.other, bytes, size);
        bytes[at] ^= 0x55;
        struct model *const model = model_open(files.other, &why);
        if (!model)
            assert_true(strlen(why.text) > 10);
        model_free(model); /* padding between chunks may change unnoticed */
        file_write(files.other, bytes, rng_below(&rng, (uint32_t)size));
        assert_null(model_open(files.other, &why));
        assert_true(strlen(why.text) > 10);
    }
    free(bytes);
    remove_files(&files);
}

int main(void)
{
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(learns_the_habit_in_the_games),
        cmocka_unit_test(threads_do_not_change_the_weights),
        cmocka_unit_test(an_interrupted_run_goes_on_where_it_was),
        cmocka_unit_test(no_thread_is_an_error_and_not_a_wait),
        cmocka_unit_test(a_damaged_state_is_refused_and_left),
        cmocka_unit_test(a_game_does_not_learn_from_its_own_shapes),
        cmocka_unit_test(trusts_no_byte_of_a_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
