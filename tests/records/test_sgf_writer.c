#include "tests/support/testing.h"

#include "engine/base/rng.h"
#include "engine/records/sgf.h"
#include "engine/records/sgf_writer.h"

#include <unistd.h>

static char *write_text(struct game const *game)
{
    char *text;
    size_t size;
    FILE *const out = open_memstream(&text, &size);
    sgf_write(game, out);
    fclose(out);
    return text;
}

static enum sgf_outcome read_text(char const *text, struct game *game)
{
    struct sgf_memory memory = {text, strlen(text)};
    struct failure why;
    struct sgf_reader *const reader = sgf_reader_new();
    sgf_reader_keep_notes(reader, true);
    sgf_reader_start(reader, sgf_pull_memory, &memory);
    enum sgf_outcome const outcome = sgf_read(reader, game, &why);
    sgf_reader_free(reader);
    return outcome;
}

/* What reading and writing make of SGF, which must be stable.  */
static char *rewritten(char const *sgf)
{
    struct game game;
    game_init(&game, 19, 19);
    assert_int_equal(read_text(sgf, &game), SGF_GAME);
    char *const once = write_text(&game);
    assert_int_equal(read_text(once, &game), SGF_GAME);
    char *const twice = write_text(&game);
    assert_string_equal(once, twice);
    free(twice);
    game_release(&game);
    return once;
}

#define HEAD "(;FF[4]GM[1]CA[UTF-8]AP[Hishi]"

static void writes_what_the_standard_asks_for(void **state)
{
    (void)state;
    static struct {
        char const *sgf, *written;
    } const rows[] = {
        {"(;)", HEAD "SZ[19])\n"},
        {"(;SZ[9]KM[6.50]RE[W+R]PB[a\\]b\\\\c]C[x\ny];B[aa];W[];B[ii]C[z])",
         HEAD "SZ[9]PB[a\\]b\\\\c]KM[6.5]RE[W+R]C[x\ny]\n;B[aa];W[];B[ii]C[z])\n"},
        {"(;SZ[5:3]AB[ea:ec]W[aa])", HEAD "SZ[5:3]HA[3]AB[ec][eb][ea]\n;W[aa])\n"},
        {"(;AB[aa][bb]PL[W]C[r];AW[cc]C[s];B[dd];AE[aa]AW[aa];PL[B];W[ee])",
         HEAD "SZ[19]C[r]\n;AB[bb][aa]AW[cc]PL[W]C[s];B[dd];AW[aa]PL[B];W[ee])\n"},
        {"(;KM[0]HA[0];B[tt])", HEAD "SZ[19]\n;B[])\n"},
        {"(;SZ[21];B[tt])", HEAD "SZ[21]\n;B[tt])\n"},
        {"(;KM[375]HA[1];B[aa])", HEAD "SZ[19]KM[7.5]HA[1]\n;B[aa])\n"},
        {"(;HA[2];W[aa])", HEAD "SZ[19]HA[2]AB[dp][pd]\n;W[aa])\n"},
        {"(;CA[Shift_JIS]PB[\x83\x5c];B[aa])", HEAD "SZ[19]PB[ソ]\n;B[aa])\n"},
        {"(;;;;B[aa];C[on nothing];C[more]W[bb])",
         HEAD "SZ[19]\n;B[aa]C[on nothing];W[bb]C[more])\n"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char *const text = rewritten(rows[i].sgf);
        assert_string_equal(text, rows[i].written);
        free(text);
    }
}

static void breaks_lines_after_ten_moves(void **state)
{
    (void)state;
    struct game game;
    game_init(&game, 19, 19);
    for (int i = 0; i < 25; i++)
        game_add(&game, STEP_PLAY, i % 2 ? WHITE : BLACK, point_at(1, 1 + i % 19));
    char *const text = write_text(&game);
    int lines = 0;
    for (char const *c = text; *c; c++)
        lines += *c == '\n';
    assert_int_equal(lines, 4);
    free(text);
    game_release(&game);
}

static void writes_only_what_is_known(void **state)
{
    (void)state;
    struct game game;
    game_init(&game, 9, 9);
    game.komi = 6.5;
    char *text = write_text(&game);
    assert_string_equal(text, HEAD "SZ[9])\n");
    free(text);
    game.komi_known = game.scored = true;
    game.winner = WHITE;
    game.score = -3.5;
    text = write_text(&game);
    assert_string_equal(text, HEAD "SZ[9]KM[6.5]RE[W+3.5])\n");
    free(text);
    game.scored = false;
    text = write_text(&game);
    assert_string_equal(text, HEAD "SZ[9]KM[6.5]RE[W+])\n");
    free(text);
    game_release(&game);
}

/* A text of all that is awkward in SGF.  */
static void draw_text(struct rng *rng, char *to, size_t room)
{
    static char const *const pieces[] = {"]",        "\\", ":",    "(;",   "\n",   " ",
                                         "a",        "楚", "\xff", "\\\n", "\x05", "\t",
                                         "\xc2\x85", ";)", "[",    "B[aa]"};
    to[0] = '\0';
    for (uint32_t i = rng_below(rng, 12); i; i--) {
        char const *const piece =
            pieces[rng_below(rng, sizeof pieces / sizeof *pieces)];
        if (strlen(to) + strlen(piece) < room)
            strcat(to, piece);
    }
}

static void draw_game(struct game *game, struct rng *rng)
{
    int const width = 2 + (int)rng_below(rng, 24);
    int const height = rng_below(rng, 3) ? width : 2 + (int)rng_below(rng, 24);
    game_clear(game, width, height);
    draw_text(rng, game->black, sizeof game->black);
    draw_text(rng, game->white_rank, sizeof game->white_rank);
    draw_text(rng, game->rules, sizeof game->rules);
    game->komi_known = rng_below(rng, 2);
    game->komi = (int)rng_below(rng, 40) / 2.0 - 5;
    game->handicap = (uint8_t)(rng_below(rng, 2) ? rng_below(rng, 2) : 0);
    for (uint32_t i = rng_below(rng, 40); i; i--) {
        static enum step_kind const kinds[] = {STEP_PLAY, STEP_PLAY, STEP_SETUP,
                                               STEP_TO_MOVE};
        enum step_kind const kind = kinds[rng_below(rng, 4)];
        enum color const color = rng_below(rng, 2) ? BLACK : WHITE;
        point p = point_at(1 + (int)rng_below(rng, (uint32_t)width),
                           1 + (int)rng_below(rng, (uint32_t)height));
        if (kind == STEP_TO_MOVE)
            p = NOWHERE;
        if (kind == STEP_PLAY && rng_below(rng, 9) == 0)
            p = PASS;
        bool const lift = kind == STEP_SETUP && rng_below(rng, 4) == 0;
        game_add(game, kind, lift ? EMPTY : color, p);
        if (rng_below(rng, 5) == 0) {
            char text[64];
            draw_text(rng, text, sizeof text);
            game_note(game, game->count - 1, text);
        }
    }
}

static void writes_the_same_bytes_after_reading(void **state)
{
    (void)state;
    struct game game, read;
    struct rng rng;
    rng_seed(&rng, 6);
    game_init(&game, 19, 19);
    game_init(&read, 19, 19);
    for (int i = 0; i < 3000; i++) {
        draw_game(&game, &rng);
        char *const drawn = write_text(&game);
        assert_int_equal(read_text(drawn, &read), SGF_GAME);
        assert_int_equal(game_moves(&read), game_moves(&game));
        free(drawn);
        char *const once = write_text(&read);
        assert_int_equal(read_text(once, &read), SGF_GAME);
        char *const twice = write_text(&read);
        assert_string_equal(once, twice);
        free(once);
        free(twice);
    }
    game_release(&game);
    game_release(&read);
}

/* Setup is regrouped by writing, but the positions are the same.  */
static void keeps_every_position(void **state)
{
    (void)state;
    struct game game, read;
    struct rng rng;
    rng_seed(&rng, 7);
    game_init(&game, 19, 19);
    game_init(&read, 19, 19);
    for (int i = 0; i < 1000; i++) {
        draw_game(&game, &rng);
        char *const text = write_text(&game);
        assert_int_equal(read_text(text, &read), SGF_GAME);
        static struct replay a, b;
        replay_start(&a, &game);
        replay_start(&b, &read);
        for (bool more = true; more;) {
            more = replay_next(&a, NULL);
            assert_int_equal(replay_next(&b, NULL), more);
            assert_true(board_same_stones(&a.board, &b.board));
            assert_int_equal(a.move.at, b.move.at);
        }
        free(text);
    }
    game_release(&game);
    game_release(&read);
}

static void saves_a_file_that_loads(void **state)
{
    (void)state;
    struct game game;
    struct failure why;
    char path[] = "/tmp/hishi-sgf-XXXXXX";
    int const fd = mkstemp(path);
    assert_true(fd >= 0);
    close(fd);
    game_init(&game, 9, 9);
    game_add(&game, STEP_PLAY, BLACK, point_at(5, 5));
    game_note(&game, 0, "tengen");
    assert_true(sgf_save(&game, path, &why));
    game_clear(&game, 19, 19);
    assert_true(sgf_load(path, &game, &why));
    assert_int_equal(game.width, 9);
    assert_string_equal(game.notes[0], "tengen");
    unlink(path);
    assert_false(sgf_save(&game, "/nonexistent/x.sgf", &why));
    assert_non_null(strstr(why.text, "/nonexistent/x.sgf"));
    assert_false(sgf_save(&game, "/dev/full", &why));
    assert_non_null(strstr(why.text, "/dev/full"));
    game_release(&game);
}

int main(void)
{
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(writes_what_the_standard_asks_for),
        cmocka_unit_test(breaks_lines_after_ten_moves),
        cmocka_unit_test(writes_only_what_is_known),
        cmocka_unit_test(writes_the_same_bytes_after_reading),
        cmocka_unit_test(keeps_every_position),
        cmocka_unit_test(saves_a_file_that_loads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
