#include "tests/support/testing.h"

#include "engine/base/rng.h"
#include "engine/records/archive.h"
#include "tests/support/packed.h"

#include <archive.h>
#include <archive_entry.h>
#include <ftw.h>
#include <pthread.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---------------------------------------------------------------- making them */

/* Each test has a folder of its own, and files in it.  */
struct place {
    char folder[64];
    char path[256];
};

static int make_place(void **state)
{
    struct place *const place = calloc(1, sizeof *place);
    strcpy(place->folder, "/tmp/hishi-archive-XXXXXX");
    *state = place;
    return mkdtemp(place->folder) ? 0 : -1;
}

static int remove_entry(char const *path, struct stat const *facts, int kind,
                        struct FTW *walk)
{
    (void)facts, (void)kind, (void)walk;
    return remove(path);
}

static int remove_place(void **state)
{
    struct place *const place = *state;
    int const result = nftw(place->folder, remove_entry, 8, FTW_DEPTH | FTW_PHYS);
    free(place);
    return result;
}

/* The path of NAME in the folder, until the next call.  */
static char const *in(struct place *place, char const *name)
{
    snprintf(place->path, sizeof place->path, "%s/%s", place->folder, name);
    return place->path;
}

static void spill(char const *path, char const *text, size_t size)
{
    FILE *const out = fopen(path, "wb");
    assert_non_null(out);
    assert_int_equal(fwrite(text, 1, size, out), size);
    assert_int_equal(fclose(out), 0);
}

/* ---------------------------------------------------------------- reading them

   What comes out of an archive, as lines: "games.zip/a.sgf 0 B:1" for game 0
   of it with one move, and the reports among them.  */

struct listing {
    char const *folder; /* is left out */
    FILE *out;
};

static char const *short_name(struct listing const *listing, char const *name)
{
    size_t const length = strlen(listing->folder);
    return strncmp(name, listing->folder, length) == 0 ? name + length + 1 : name;
}

static void list_report(void *context, struct origin const *origin,
                        struct failure const *why)
{
    struct listing *const listing = context;
    fprintf(listing->out, "%s %ld: %s\n", short_name(listing, origin->file),
            origin->number, failure_kind(why));
}

static void check(struct place *place, char const *const *names, char const *expected)
{
    char paths[8][256];
    char const *places[8];
    int count = 0;
    char *text;
    size_t size;
    struct listing listing = {place->folder, open_memstream(&text, &size)};
    for (; names[count]; count++) {
        snprintf(paths[count], sizeof paths[count], "%s", in(place, names[count]));
        places[count] = paths[count];
    }
    struct archive_reader *const reader =
        archive_open(places, count, list_report, &listing);
    struct game game;
    struct origin origin;
    game_init(&game, 19, 19);
    int file_index = -1;
    while (archive_next(reader, &game, &origin)) {
        assert_true(origin.file_index >= file_index);
        file_index = origin.file_index;
        fprintf(listing.out, "%s %ld B:%d\n", short_name(&listing, origin.file),
                origin.number, game_moves(&game));
    }
    assert_false(archive_next(reader, &game, &origin));
    uint64_t done, total;
    archive_progress(reader, &done, &total);
    assert_int_equal(done, total);
    fclose(listing.out);
    assert_string_equal(text, expected);
    free(text);
    game_release(&game);
    archive_close(reader);
}

static void check_one(struct place *place, char const *name, char const *expected)
{
    char const *const names[] = {name, NULL};
    check(place, names, expected);
}

/* ---------------------------------------------------------------- tests */

static char const three[] = "(;B[aa])(;B[zz])\n(;B[aa];W[bb])";

static void reads_a_plain_file(void **state)
{
    struct place *const place = *state;
    spill(in(place, "x.sgf"), three, strlen(three));
    check_one(place, "x.sgf",
              "x.sgf 0 B:1\nx.sgf 1: not a point of the board\nx.sgf 2 B:2\n");
    spill(in(place, "named"), three, strlen(three)); /* named, so read */
    check_one(place, "named",
              "named 0 B:1\nnamed 1: not a point of the board\nnamed 2 B:2\n");
}

static void reads_every_compression(void **state)
{
    struct place *const place = *state;
    static struct {
        char const *name;
        int (*filter)(struct archive *);
    } const rows[] = {
        {"x.gz", archive_write_add_filter_gzip},
        {"x.bz2", archive_write_add_filter_bzip2},
        {"x.xz", archive_write_add_filter_xz},
        {"x.zst", archive_write_add_filter_zstd},
        {"x.lzma", archive_write_add_filter_lzma},
        {"x.lz4", archive_write_add_filter_lz4},
    };
    struct member const members[] = {{"x", three}, {0}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char expected[256];
        packed_write(in(place, rows[i].name), archive_write_set_format_raw,
                     rows[i].filter, members);
        snprintf(expected, sizeof expected,
                 "%s 0 B:1\n%s 1: not a point of the board\n%s 2 B:2\n", rows[i].name,
                 rows[i].name, rows[i].name);
        check_one(place, rows[i].name, expected);
    }
}

static void reads_every_archive(void **state)
{
    struct place *const place = *state;
    static struct {
        char const *name;
        int (*format)(struct archive *);
        int (*filter)(struct archive *);
    } const rows[] = {
        {"x.zip", archive_write_set_format_zip, NULL},
        {"x.7z", archive_write_set_format_7zip, NULL},
        {"x.tar", archive_write_set_format_ustar, NULL},
        {"x.tar.gz", archive_write_set_format_pax, archive_write_add_filter_gzip},
        {"x.tar.xz", archive_write_set_format_gnutar, archive_write_add_filter_xz},
        {"x.tar.zst", archive_write_set_format_pax, archive_write_add_filter_zstd},
    };
    static struct member const members[] = {
        {"b.sgf", three},     {"readme.txt", "(;B[aa])"},
        {"d/", ""},           {"d/a.SGF", "(;B[aa])"},
        {"inner.zip", "PK"},  {"empty.sgf", ""},
        {"z.sgf", "(;B[cc]"}, {0}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char expected[512];
        char const *const name = rows[i].name;
        packed_write(in(place, name), rows[i].format, rows[i].filter, members);
        snprintf(expected, sizeof expected,
                 "%s/b.sgf 0 B:1\n%s/b.sgf 1: not a point of the board\n"
                 "%s/b.sgf 2 B:2\n%s/d/a.SGF 0 B:1\n"
                 "%s -1: an archive inside an archive is not opened\n"
                 "%s/z.sgf 0 B:1\n",
                 name, name, name, name, name, name);
        check_one(place, name, expected);
    }
}

static void walks_folders_in_the_order_of_names(void **state)
{
    struct place *const place = *state;
    char const *const one = "(;B[aa])";
    assert_int_equal(mkdir(in(place, "g"), 0700), 0);
    assert_int_equal(mkdir(in(place, "g/b"), 0700), 0);
    assert_int_equal(mkdir(in(place, "g/.hidden"), 0700), 0);
    spill(in(place, "g/.hidden/x.sgf"), one, strlen(one));
    spill(in(place, "g/c.sgf"), one, strlen(one));
    spill(in(place, "g/a.sgf"), one, strlen(one));
    spill(in(place, "g/b/z.sgf"), one, strlen(one));
    spill(in(place, "g/b/y.SGF"), one, strlen(one));
    spill(in(place, "g/notes.txt"), one, strlen(one));
    assert_int_equal(symlink("..", in(place, "g/b/circle")), 0);
    assert_int_equal(symlink("../c.sgf", in(place, "g/b/link.sgf")), 0);
    check_one(place, "g",
              "g/a.sgf 0 B:1\ng/b/link.sgf 0 B:1\ng/b/y.SGF 0 B:1\n"
              "g/b/z.sgf 0 B:1\ng/c.sgf 0 B:1\n");
    char const *const both[] = {"g/c.sgf", "g/b", NULL};
    check(place, both,
          "g/c.sgf 0 B:1\ng/b/link.sgf 0 B:1\ng/b/y.SGF 0 B:1\ng/b/z.sgf 0 B:1\n");
}

static void reports_what_is_not_there_and_goes_on(void **state)
{
    struct place *const place = *state;
    char const *const names[] = {"gone.sgf", "x.sgf", "gone", NULL};
    spill(in(place, "x.sgf"), three, strlen(three));
    check(place, names,
          "gone.sgf -1: No such file or directory\ngone -1: No such file or directory\n"
          "x.sgf 0 B:1\nx.sgf 1: not a point of the board\nx.sgf 2 B:2\n");
    char const *const none[] = {NULL};
    check(place, none, "");
}

static void reads_nothing_in_empty_files(void **state)
{
    struct place *const place = *state;
    spill(in(place, "x.sgf"), "", 0);
    check_one(place, "x.sgf", "");
    spill(in(place, "x.sgf"), "no game", 7);
    check_one(place, "x.sgf", "");
}

/* Some megabytes of games, so that the blocks of the ring go round.  */
static char *many_games(struct rng *rng, int games)
{
    char *text;
    size_t size;
    FILE *const out = open_memstream(&text, &size);
    for (int i = 0; i < games; i++) {
        fputs("(;GM[1]", out);
        for (uint32_t j = rng_below(rng, 300); j; j--)
            fprintf(out, ";B[%c%c]", 'a' + (int)rng_below(rng, 19),
                    'a' + (int)rng_below(rng, 19));
        fputs(")\n", out);
    }
    fclose(out);
    return text;
}

static void reads_large_files_through_a_small_ring(void **state)
{
    struct place *const place = *state;
    struct rng rng;
    rng_seed(&rng, 10);
    char *const text = many_games(&rng, 5000);
    struct member const members[] = {{"x", text}, {0}};
    spill(in(place, "x.sgf"), text, strlen(text));
    char *const plain = strdup(place->path);
    packed_write(in(place, "x.xz"), archive_write_set_format_raw,
                 archive_write_add_filter_xz, members);
    char *const packed = strdup(place->path);
    struct archive_reader *const a =
        archive_open((char const *const[]){plain}, 1, NULL, NULL);
    struct archive_reader *const b =
        archive_open((char const *const[]){packed}, 1, NULL, NULL);
    struct game left, right;
    struct origin origin;
    game_init(&left, 19, 19);
    game_init(&right, 19, 19);
    int games = 0;
    for (; archive_next(a, &left, &origin); games++) {
        assert_true(archive_next(b, &right, NULL));
        assert_int_equal(left.count, right.count);
        assert_int_equal(origin.number, games);
        assert_int_equal(origin.line, games + 1);
        if (left.count)
            assert_memory_equal(left.steps, right.steps,
                                (size_t)left.count * sizeof *left.steps);
    }
    assert_int_equal(games, 5000);
    assert_false(archive_next(b, &right, NULL));
    game_release(&left);
    game_release(&right);
    archive_close(a);
    archive_close(b);
    free(plain);
    free(packed);
    free(text);
}

static void can_be_closed_at_any_time(void **state)
{
    struct place *const place = *state;
    struct rng rng;
    rng_seed(&rng, 11);
    char *const text = many_games(&rng, 2000);
    spill(in(place, "x.sgf"), text, strlen(text));
    char const *const places[] = {place->path};
    struct game game;
    game_init(&game, 19, 19);
    for (int read = 0; read < 1500; read += 100) {
        struct archive_reader *const reader = archive_open(places, 1, NULL, NULL);
        for (int i = 0; i < read; i++)
            assert_true(archive_next(reader, &game, NULL));
        archive_close(reader);
    }
    archive_close(NULL);
    game_release(&game);
    free(text);
}

/* Count what is read from a damaged file: it must end, report something, and
   give no more games than there were.  */
struct outcome {
    int games, reports;
};

static void count_report(void *context, struct origin const *origin,
                         struct failure const *why)
{
    struct outcome *const outcome = context;
    assert_non_null(origin->file);
    assert_true(strlen(why->text) > 10);
    outcome->reports++;
}

static struct outcome read_damaged(char const *path)
{
    struct outcome outcome = {0};
    struct archive_reader *const reader =
        archive_open(&path, 1, count_report, &outcome);
    struct game game;
    game_init(&game, 19, 19);
    while (archive_next(reader, &game, NULL))
        outcome.games++;
    game_release(&game);
    archive_close(reader);
    return outcome;
}

static void reports_archives_cut_short(void **state)
{
    struct place *const place = *state;
    static struct {
        char const *name;
        int (*format)(struct archive *);
        int (*filter)(struct archive *);
    } const rows[] = {
        {"x.xz", archive_write_set_format_raw, archive_write_add_filter_xz},
        {"x.gz", archive_write_set_format_raw, archive_write_add_filter_gzip},
        {"x.7z", archive_write_set_format_7zip, NULL},
        {"x.tar.zst", archive_write_set_format_pax, archive_write_add_filter_zstd},
    };
    struct rng rng;
    rng_seed(&rng, 12);
    char *const text = many_games(&rng, 30);
    struct member const members[] = {{"x.sgf", text}, {0}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        static char bytes[1 << 20];
        char const *const path = in(place, rows[i].name);
        packed_write(path, rows[i].format, rows[i].filter, members);
        FILE *const file = fopen(path, "rb");
        size_t const size = fread(bytes, 1, sizeof bytes, file);
        fclose(file);
        assert_int_equal(read_damaged(path).games, 30);
        for (size_t cut = size - 1 - size / 40; cut > size / 40; cut -= size / 40) {
            spill(path, bytes, cut);
            struct outcome const outcome = read_damaged(path);
            assert_true(outcome.games < 30);
            assert_true(outcome.reports > 0);
        }
    }
    free(text);
}

static void survives_changed_bytes(void **state)
{
    struct place *const place = *state;
    static int (*const formats[])(struct archive *) = {archive_write_set_format_zip,
                                                       archive_write_set_format_7zip,
                                                       archive_write_set_format_pax};
    static char bytes[1 << 16];
    struct rng rng;
    rng_seed(&rng, 13);
    for (int i = 0; i < 3; i++) {
        struct member const members[] = {{"x.sgf", three}, {"y.sgf", three}, {0}};
        char const *const path = in(place, "x");
        packed_write(path, formats[i], NULL, members);
        FILE *const file = fopen(path, "rb");
        size_t const size = fread(bytes, 1, sizeof bytes, file);
        fclose(file);
        for (int j = 0; j < 200; j++) {
            size_t const where = rng_next(&rng) % size;
            char const was = bytes[where];
            bytes[where] = (char)rng_next(&rng);
            spill(path, bytes, size);
            bytes[where] = was;
            assert_true(read_damaged(path).games <= 40);
        }
    }
}

/* Read all of PLACES; what the reader says at the end.  */
static struct archive_account read_account(char const *const *places, int count,
                                           uint64_t limit, struct failure *whole,
                                           int last_place[])
{
    struct archive_reader *const reader =
        archive_open_up_to(places, count, limit, NULL, NULL);
    struct game game;
    struct origin origin;
    game_init(&game, 19, 19);
    while (archive_next(reader, &game, &origin))
        last_place[origin.place]++;
    whole->text[0] = '\0';
    struct archive_account const account = *archive_account(reader);
    assert_int_equal(archive_whole(reader, whole), account.broken == 0);
    game_release(&game);
    archive_close(reader);
    return account;
}

static void keeps_an_account_of_what_was_read(void **state)
{
    struct place *const place = *state;
    static char const good[] = "(;SZ[19];B[aa])(;SZ[19];B[zz])(;SZ[19];B[bb])";
    struct failure whole;
    int games[3] = {0};
    spill(in(place, "a.sgf"), good, sizeof good - 1);
    char *const a = strdup(place->path);
    spill(in(place, "b.sgf"), good, 16);
    char *const b = strdup(place->path);
    char const *const sound[] = {a, b, a};
    struct archive_account const first = read_account(sound, 3, 0, &whole, games);
    assert_int_equal(first.games, 5);
    assert_int_equal(first.bad, 2);
    assert_int_equal(first.broken, 0);
    assert_non_null(strstr(first.first_bad.text, "a.sgf: game 1, line 1: "));
    assert_int_equal(games[0], 2);
    assert_int_equal(games[1], 1);
    assert_int_equal(games[2], 2);
    assert_true(first.digest == read_account(sound, 3, 0, &whole, games).digest);
    char const *const other[] = {b, a, a};
    assert_true(first.digest != read_account(other, 3, 0, &whole, games).digest);

    char const *const gone[] = {a, "/nowhere/x.sgf", "/nowhere/y.sgf"};
    assert_int_equal(read_account(gone, 3, 0, &whole, games).broken, 2);
    assert_string_equal(whole.text, "/nowhere/x.sgf: No such file or directory (and 1 "
                                    "other files or folders)");
    free(a);
    free(b);
}

static void gives_up_what_unpacks_to_more_than_a_limit(void **state)
{
    struct place *const place = *state;
    struct failure whole;
    int games[1] = {0};
    static char const one[] =
        "(;SZ[19];B[aa];W[bb];B[cc];W[dd];B[ee];W[ff];B[gg];W[hh])";
    size_t const length = sizeof one - 1;
    char *const text = calloc(5000, sizeof one);
    for (size_t i = 0; i < 5000; i++)
        memcpy(text + i * length, one, length);
    struct member const members[] = {{"x", text}, {0}};
    packed_write(in(place, "x.xz"), archive_write_set_format_raw,
                 archive_write_add_filter_xz, members);
    char *const path = strdup(place->path);
    char const *const places[] = {path};
    struct archive_account account = read_account(places, 1, 200000, &whole, games);
    assert_int_equal(account.broken, 1);
    assert_in_range(account.games, 1, 200000 / length);
    assert_non_null(strstr(whole.text, "unpacks to more than the limit of 200000"));
    account = read_account(places, 1, strlen(text), &whole, games);
    assert_int_equal(account.broken, 0);
    assert_int_equal(account.games, 5000);
    /* What is not packed cannot be a bomb.  */
    spill(in(place, "x.sgf"), text, strlen(text));
    char const *const plain[] = {place->path};
    assert_int_equal(read_account(plain, 1, 1000, &whole, games).games, 5000);
    free(path);
    free(text);
}

static void knows_what_can_be_read_only_once(void **state)
{
    struct place *const place = *state;
    struct failure why;
    char hex[CONTENT_HEX];
    spill(in(place, "a.sgf"), "abc", 3);
    char *const file = strdup(place->path);
    char const *const files[] = {file}, *const pipes[] = {file, "/dev/null"};
    struct archive_reader *reader = archive_open(files, 1, NULL, NULL);
    assert_true(archive_repeats(reader, &why));
    assert_true(archive_sum(reader, hex, &why));
    assert_string_equal(hex, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61"
                             "f20015ad"); /* sha256sum's of "abc" */
    archive_close(reader);
    reader = archive_open(pipes, 2, NULL, NULL);
    assert_false(archive_repeats(reader, &why));
    assert_non_null(strstr(why.text, "/dev/null: can be read only once"));
    archive_close(reader);
    free(file);
}

static void splits_games_by_their_number(void **state)
{
    (void)state;
    int counts[3] = {0};
    for (long number = 0; number < 1000; number++)
        counts[split_of(number)]++;
    assert_int_equal(counts[SPLIT_TRAINING], 900);
    assert_int_equal(counts[SPLIT_VALIDATION], 50);
    assert_int_equal(counts[SPLIT_TEST], 50);
    assert_int_equal(split_of(39), SPLIT_TEST);
    assert_int_equal(split_of(38), SPLIT_VALIDATION);
}

/* ---------------------------------------------------------------- the report */

static char *run_report(struct place const *place, char const *options)
{
    char command[512];
    static char out[4096];
    assert_non_null(getenv("HISHI"));
    snprintf(command, sizeof command, "%s report games %s %s 2>&1", getenv("HISHI"),
             options, place->folder);
    FILE *const pipe = popen(command, "r");
    assert_non_null(pipe);
    out[fread(out, 1, sizeof out - 1, pipe)] = '\0';
    pclose(pipe);
    return out;
}

static void report_counts_games_and_reasons(void **state)
{
    struct place *const place = *state;
    static char const more[] = "(;HA[2];W[aa];B[bb])(;B[aa];W[aa])(;B[aa];W[];B[bb]";
    spill(in(place, "x.sgf"), three, strlen(three));
    spill(in(place, "y.sgf"), more, strlen(more));
    char const *out = run_report(place, "--json");
    assert_non_null(strstr(out, "\"games\": 4, \"moves\": 8, \"passes\": 1"));
    assert_non_null(strstr(out, "\"handicap_games\": 1"));
    assert_non_null(strstr(out, "\"rejected_games\": 2"));
    assert_non_null(strstr(out, "{\"reason\": \"not a point of the board\", "
                                "\"rejected\": 1, \"first\": "));
    assert_non_null(strstr(out, "{\"reason\": \"the point is occupied\", "
                                "\"rejected\": 1, \"first\": \""));
    out = run_report(place, "--rejected");
    assert_non_null(strstr(out, "/x.sgf: game 1, line 1: B[zz]: not a point"));
    assert_non_null(
        strstr(out, "/y.sgf: game 1, line 1: move 2, white A19: the point"));
    assert_non_null(strstr(out, "4 games, 8 moves"));
}

static void *set_soon(void *flag)
{
    usleep(20000);
    atomic_store((atomic_bool *)flag, true);
    return NULL;
}

/* Sixty million bytes of games that cannot be used would take a second.  */
static void can_be_told_to_stop(void **state)
{
    struct place *const place = *state;
    static char const game[] = "(;SZ[5];B[zz])\n", good[] = "(;SZ[5];B[aa])\n";
    FILE *const out = fopen(in(place, "many.sgf"), "wb");
    for (int i = 0; i < 4000000; i++)
        fputs(game, out);
    assert_int_equal(fclose(out), 0);
    struct game found;
    struct failure why;
    atomic_bool stop = false;
    pthread_t thread;
    game_init(&found, 19, 19);
    pthread_create(&thread, NULL, set_soon, &stop);
    assert_false(archive_first(in(place, "many.sgf"), &found, &stop, &why));
    assert_non_null(strstr(why.text, "many.sgf: reading was interrupted"));
    pthread_join(thread, NULL);
    /* Half a game is none.  */
    spill(in(place, "good.sgf"), good, sizeof good - 1);
    assert_false(archive_first(in(place, "good.sgf"), &found, &stop, &why));
    atomic_store(&stop, false);
    assert_true(archive_first(in(place, "good.sgf"), &found, &stop, &why));
    game_release(&found);
}

#define IN_A_FOLDER(test)                                                              \
    cmocka_unit_test_setup_teardown(test, make_place, remove_place)

int main(void)
{
    struct CMUnitTest const tests[] = {
        IN_A_FOLDER(reads_a_plain_file),
        IN_A_FOLDER(reads_every_compression),
        IN_A_FOLDER(reads_every_archive),
        IN_A_FOLDER(walks_folders_in_the_order_of_names),
        IN_A_FOLDER(reports_what_is_not_there_and_goes_on),
        IN_A_FOLDER(reads_nothing_in_empty_files),
        IN_A_FOLDER(reads_large_files_through_a_small_ring),
        IN_A_FOLDER(can_be_closed_at_any_time),
        IN_A_FOLDER(reports_archives_cut_short),
        IN_A_FOLDER(survives_changed_bytes),
        IN_A_FOLDER(keeps_an_account_of_what_was_read),
        IN_A_FOLDER(gives_up_what_unpacks_to_more_than_a_limit),
        IN_A_FOLDER(knows_what_can_be_read_only_once),
        IN_A_FOLDER(can_be_told_to_stop),
        cmocka_unit_test(splits_games_by_their_number),
        IN_A_FOLDER(report_counts_games_and_reasons),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
