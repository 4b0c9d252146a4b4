#include "tests/faults/stage.h"

#include "tests/support/testing.h"

#include <dirent.h>
#include <fcntl.h>
#include <ftw.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/base/chunkfile.h"
#include "engine/base/seconds.h"
#include "tests/support/shapes_made.h"

struct shim *stage_shim;

static char root[64] = "/tmp/hishi-faults-XXXXXX";
static char path[512];
static char const before[] = "before\n";

/* The path of NAME in the stage's folder, until the next call.  */
static char const *at(char const *folder, char const *name)
{
    snprintf(path, sizeof path, "%s/%s/%s", root, folder, name);
    return path;
}

static void spill(char const *to, char const *text)
{
    FILE *const out = fopen(to, "w");
    assert_non_null(out);
    fputs(text, out);
    assert_int_equal(fclose(out), 0);
}

static struct bytes slurp(char const *from)
{
    struct bytes bytes = {NULL, 0};
    FILE *const in = fopen(from, "rb");
    if (!in)
        return bytes;
    struct stat facts;
    assert_int_equal(fstat(fileno(in), &facts), 0);
    bytes.data = calloc((size_t)facts.st_size + 1, 1);
    bytes.size = fread(bytes.data, 1, (size_t)facts.st_size, in);
    fclose(in);
    return bytes;
}

bool bytes_same(struct bytes const *a, struct bytes const *b)
{
    return (!a->data && !b->data) || (a->data && b->data && a->size == b->size &&
                                      memcmp(a->data, b->data, a->size) == 0);
}

bool bytes_are_before(struct bytes const *bytes)
{
    return bytes->data && strcmp(bytes->data, before) == 0;
}

/* ---------------------------------------------------------------- the stage */

static void run_well(char const *line)
{
    char *command;
    assert_true(asprintf(&command, "cd %s/in && { %s; } >../said 2>&1", root, line) >
                0);
    if (system(command) != 0) {
        struct bytes const said = slurp(at(".", "said"));
        fail_msg("`%s':\n%s", line, said.data ? said.data : "");
    }
    free(command);
}

static void map_shim(void)
{
    int const fd = open(at(".", "shim"), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    assert_true(fd >= 0);
    assert_int_equal(ftruncate(fd, sizeof *stage_shim), 0);
    stage_shim =
        mmap(NULL, sizeof *stage_shim, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    assert_true(stage_shim != MAP_FAILED);
    close(fd);
}

/* What there is to read, and to learn from.  */
static void fill_in(void)
{
    made_games(at("in", "games.sgf"), 19, 20, 3);
    made_games(at("in", "small.sgf"), 9, 12, 4);
    made_counted_games(at("in", "counted.sgf"), 20);
    spill(at("in", "commands.gtp"),
          "1 boardsize 7\n2 clear_board\n3 play b D4\n4 genmove w\n5 genmove b\n"
          "6 hishi-explain\n7 final_score\n8 loadsgf ../in/games.sgf 9\n"
          "9 genmove w\n10 showboard\n11 final_status_list dead\n12 quit\n");
    run_well("cat games.sgf games.sgf games.sgf >more.sgf; xz -k games.sgf; "
             "\"$HISHI\" learn -t 1 -o data/shapes.hishi games.sgf; "
             "\"$HISHI\" learn --model=data/model.hishi --set slots=2000 --part=all "
             "games.sgf; "
             "\"$HISHI\" learn --windows=data/windows.hishi games.sgf; "
             "\"$HISHI\" learn --playout=data/playout.hishi games.sgf; "
             "\"$HISHI\" learn --index=index.hishi more.sgf; "
             "\"$HISHI\" mine index.hishi --least 1 --write=data/joseki.hishi; "
             "\"$HISHI\" learn --judge-games=packed.games games.sgf; "
             "\"$HISHI\" learn --judge=data/judge.hishi --set steps=2 --set falling=1 "
             "packed.games; "
             "\"$HISHI\" learn --views=data/views.hishi counted.sgf; "
             "\"$HISHI\" learn --cases=plain.hishi games.sgf; "
             "\"$HISHI\" learn --cases=data/cases.hishi --set packed=1 games.sgf; "
             "\"$HISHI\" learn --mixture=data/mixture.hishi --set every=30 --part=all "
             "--limit=3 games.sgf && ls data; "
             "sed 's/PB.[^]]*/PB[him/' more.sgf >his.sgf && "
             "\"$HISHI\" learn --style=style.hishi --player=him --part=all his.sgf");
}

void stage_set(char const *hishi, char const *shim)
{
    char *command;
    assert_non_null(mkdtemp(root));
    assert_true(asprintf(&command, "mkdir -p %s/in/data %s/run && cp '%s' %s/in/hishi",
                         root, root, hishi, root) > 0);
    assert_int_equal(system(command), 0);
    free(command);
    setenv("HISHI", at("in", "hishi"), 1);
    setenv("HISHI_DATA", at("in", "data"), 1);
    setenv("SOURCE_DATE_EPOCH", "1700000000", 1);
    fill_in();
    setenv(SHIM_FILE, at(".", "shim"), 1);
    setenv("SHIM", shim, 1);
    map_shim();
}

void stage_give(char const *folder)
{
    char *line;
    assert_true(asprintf(&line, "cp *.hishi packed.games data/*.hishi '%s'", folder) >
                0);
    run_well(line);
    free(line);
}

static int remove_entry(char const *name, struct stat const *facts, int kind,
                        struct FTW *walk)
{
    (void)facts, (void)kind;
    return walk->level == 0 && strstr(name, "/run") ? 0 : remove(name);
}

void stage_strike(void)
{
    nftw(root, remove_entry, 8, FTW_DEPTH | FTW_PHYS);
    rmdir(at(".", "run"));
    rmdir(root);
}

void stage_clear(struct scene_row const *row)
{
    snprintf(path, sizeof path, "%s/run", root);
    nftw(path, remove_entry, 8, FTW_DEPTH | FTW_PHYS);
    for (int i = 0; row->writes[i]; i++)
        spill(at("run", row->writes[i]), before);
}

/* ---------------------------------------------------------------- a run */

enum { MOST_CPU_S = 60, MOST_S = 300 };

/* In a child: nothing that it starts outlives its group.  */
static void become(struct scene_row const *row)
{
    struct rlimit const limit = {MOST_CPU_S, MOST_CPU_S};
    char *line;
    setpgid(0, 0);
    setrlimit(RLIMIT_CPU, &limit);
    setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
    if (asprintf(
            &line,
            "cd %s/run && hishi() { exec env LD_PRELOAD=\"$SHIM\" \"$HISHI\" \"$@\"; }"
            " && %s >../out 2>../err",
            root, row->line) > 0)
        execl("/bin/sh", "sh", "-c", line, NULL);
    _exit(127);
}

pid_t stage_start(struct scene_row const *row)
{
    pid_t const pid = fork();
    assert_true(pid >= 0);
    if (pid == 0)
        become(row);
    setpgid(pid, pid);
    return pid;
}

static bool is_expected(struct scene_row const *row, char const *name)
{
    for (int i = 0; row->writes[i]; i++)
        if (strcmp(row->writes[i], name) == 0)
            return true;
    return name[0] == '.' || (row->may_leave && strncmp(name, row->may_leave,
                                                        strlen(row->may_leave)) == 0);
}

void stage_look(struct scene_row const *row, struct outcome *out)
{
    for (int i = 0; row->writes[i]; i++)
        out->wrote[i] = slurp(at("run", row->writes[i]));
    out->out = slurp(at(".", "out"));
    out->err = slurp(at(".", "err"));
    DIR *const folder = opendir(at("run", "."));
    assert_non_null(folder);
    for (struct dirent const *entry; (entry = readdir(folder));)
        if (!is_expected(row, entry->d_name))
            snprintf(out->stray, sizeof out->stray, "%.255s", entry->d_name);
    closedir(folder);
}

void stage_see(struct scene_row const *row, pid_t pid, struct outcome *out)
{
    double const begin_s = now_s();
    *out = (struct outcome){.status = -1};
    while (waitpid(pid, &out->status, WNOHANG) == 0) {
        if (now_s() > begin_s + MOST_S) {
            kill(-pid, SIGKILL);
            waitpid(pid, NULL, 0);
            out->status = -1;
            break;
        }
        usleep(1000);
    }
    out->seconds = now_s() - begin_s;
    stage_look(row, out);
}

bool stage_is_sound(char const *name)
{
    struct chunkfile *const file = chunkfile_open(at("run", name), NULL, 0, NULL);
    bool const sound = file && chunkfile_verify(file, NULL);
    chunkfile_close(file);
    return sound;
}

void outcome_release(struct outcome *outcome)
{
    free(outcome->out.data);
    free(outcome->err.data);
    for (int i = 0; i < 4; i++)
        free(outcome->wrote[i].data);
    *outcome = (struct outcome){0};
}
