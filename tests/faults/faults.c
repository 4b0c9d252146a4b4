/* faults HISHI SHIM [--each N] [--kills N] [--only NAME] [--fault KIND:AT[+]]
   faults HISHI SHIM --seeds FOLDER

   Every command below is run undisturbed, then again and again while one call after the
   other is failed, and killed at random moments.  Whatever happens, it ends by itself;
   with success only if it did the same as undisturbed; otherwise with a sentence, which
   does not name memory where it was something else, and what was there before is there
   still; nothing else is left behind.  */
#include "tests/support/testing.h"

#include "tests/faults/stage.h"
#include "tests/support/tried.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/base/rng.h"

/* clang-format off */
static struct scene_row const rows[] = {
    {"a memory of shapes", "hishi learn -t 1 -o made ../in/games.sgf.xz", {"made"}, "made.work", false, false, false, true},
    {"an index", "hishi learn --index=made ../in/games.sgf", {"made"}, NULL, false, false, false, true},
    {"a book of windows", "hishi learn --windows=made ../in/games.sgf", {"made"}, NULL, false, false, false, true},
    {"playouts", "hishi learn --playout=made ../in/games.sgf", {"made"}, NULL, false, false, false, true},
    {"a casebook", "hishi learn --cases=made ../in/games.sgf", {"made"}, "made.", false, false, false, true},
    {"a packed casebook", "hishi learn --cases=made --set packed=1 --set games=3 ../in/games.sgf", {"made"}, "made.", false, false, false, true},
    {"a mixture", "hishi learn --mixture=made --set every=30 --part=all --limit=3 ../in/games.sgf", {"made"}, NULL, false, false, false, true},
    {"games for a judge", "hishi learn --judge-games=made ../in/games.sgf", {"made"}, NULL, false, false, false, true},
    {"a judge", "hishi learn --judge=made --set steps=4 --set falling=2 --set save=1 --set check=2 ../in/packed.games", {"made"}, "made.unfinished", true, false, false, true},
    {"mining", "hishi mine ../in/index.hishi --least 1 --write=made --svg=made.svg", {"made", "made.svg"}, NULL, false, false, false, true},
    {"finding", "hishi find -i ../in/index.hishi D4 Q16", {NULL}, NULL, false, false, false, false},
    {"a book of openings", "hishi book make --least 1 --size 9 -o made ../in/small.sgf", {"made"}, NULL, false, false, false, true},
    {"a report on games", "hishi report games ../in/games.sgf.xz ../in/small.sgf", {NULL}, NULL, false, true, false, false},
    {"what is in a file", "hishi show ../in/data/shapes.hishi", {NULL}, NULL, false, false, false, false},
    {"playing", "hishi gtp --seed 1 --set search.playouts=40 --set search.memory_mb=8 <../in/commands.gtp", {"out.sgf"}, NULL, false, true, false, false},
    {"playing by two threads", "hishi gtp --seed 1 --set search.playouts=40 --set search.threads=2 --set search.memory_mb=8 <../in/commands.gtp", {"out.sgf"}, NULL, false, true, true, false},
    {"a match", "hishi match -q -s 5 -n 2 --openings none -f games -e 'a=\"$HISHI\" gtp --set evaluator=memory' -e 'b=\"$HISHI\" match --soak --random-player=1'", {NULL}, "games", false, true, false, true},
};
/* clang-format on */

enum { ROWS = sizeof rows / sizeof *rows };

static char const *const fault_names[FAULTS] = {"memory", "open",   "read", "write",
                                                "sync",   "rename", "map",  "thread"};

/* What is wanted, and what came of it.  */
static int each = 12, kills;
static char const *only, *seeds;
static int fault_only = -1;
static long at_only;
static bool on_only;
static long failings, killings, wrong;

struct tally {
    long tried, ended, same, told, wrong;
};

/* ---------------------------------------------------------------- judging */

/* Does a line begin so, other than the engine's greeting?  */
static bool says(struct bytes const *text, char const *begin)
{
    for (char const *line = text->data; line && *line;) {
        if (strncmp(line, begin, strlen(begin)) == 0 && strncmp(line, "Hishi ", 6) != 0)
            return true;
        line = strchr(line, '\n');
        line += line != NULL;
    }
    return false;
}

static bool says_anywhere(struct bytes const *text, char const *what)
{
    return text->data && strstr(text->data, what);
}

/* Texts are the same but for numbers: how long it took is one.  */
static bool reads_the_same(struct bytes const *one, struct bytes const *other)
{
    static char const digits[] = "0123456789.";
    char const *a = one->data ? one->data : "", *b = other->data ? other->data : "";
    for (;; a++, b++) {
        a += strspn(a, digits);
        b += strspn(b, digits);
        if (!*a || *a != *b)
            return *a == *b;
    }
}

/* How many responses of GTP are there?  */
static int answers(struct bytes const *text)
{
    int count = 0;
    for (char const *line = text->data; line && *line;) {
        count += *line == '=' || *line == '?';
        line = strchr(line, '\n');
        line += line != NULL;
    }
    return count;
}

static bool wrote_the_same(struct scene_row const *row, struct outcome const *now,
                           struct outcome const *usual)
{
    for (int i = 0; row->writes[i]; i++)
        if (!bytes_same(&now->wrote[i], &usual->wrote[i]))
            return false;
    return true;
}

/* Is every file as before, or complete?  */
static bool is_whole(struct scene_row const *row, struct outcome const *now,
                     struct outcome const *usual)
{
    for (int i = 0; row->writes[i]; i++)
        if (!bytes_are_before(&now->wrote[i]) &&
            !bytes_same(&now->wrote[i], &usual->wrote[i]) &&
            !(row->grows && stage_is_sound(row->writes[i])))
            return false;
    return true;
}

/* What is wrong with NOW, or NULL; and which of the good ends it is.  */
static char const *judge(struct scene_row const *row, struct outcome const *now,
                         struct outcome const *usual, long **counted,
                         struct tally *tally)
{
    bool const told = says(&now->err, "hishi") || says(&now->out, "?");
    *counted = &tally->wrong;
    if (now->status == -1)
        return "it did not end";
    if (WIFSIGNALED(now->status))
        return "it crashed";
    if (now->stray[0])
        return "it left something behind";
    if (stage_shim->fault != FAULT_MEMORY && stage_shim->fault != FAULT_MAP &&
        says_anywhere(&now->err, "memory exhausted"))
        return "it takes memory for what was wrong";
    if (WEXITSTATUS(now->status) != 0) {
        *counted = &tally->ended;
        if (!says(&now->err, "")) /* libarchive ends by a sentence of its own */
            return "it ended without a sentence";
        if (row->talks) /* a game record that was saved may be of a game that went
                           otherwise */
            return NULL;
        return is_whole(row, now, usual) ? NULL : "what was there is damaged";
    }
    if (row->varies && stage_shim->fault == FAULT_THREAD &&
        atomic_load(&stage_shim->failed) && !says(&now->err, "hishi"))
        return "it went on with fewer threads, and nothing was said";
    *counted = &tally->same;
    if (wrote_the_same(row, now, usual) &&
        (reads_the_same(&now->out, &usual->out) || row->may_leave))
        return NULL;
    *counted = &tally->told;
    if (row->varies)
        return answers(&now->out) == answers(&usual->out) ? NULL
                                                          : "an answer is missing";
    if (row->talks)
        return told ? NULL : "something is different, and nothing was said";
    return wrote_the_same(row, now, usual) && told ? NULL : "a wrong success";
}

static void complain(struct scene_row const *row, struct outcome const *now,
                     char const *what, char const *when)
{
    wrong++;
    printf("WRONG  %s, %s: %s%s%s (status %d)\n", row->name, when, what,
           now->stray[0] ? ": " : "", now->stray, now->status);
    printf("    out: %.300s\n    err: %.300s\n", now->out.data ? now->out.data : "",
           now->err.data ? now->err.data : "");
    fflush(stdout);
}

/* ---------------------------------------------------------------- failing calls */

static void undisturbed(struct scene_row const *row, struct outcome *usual)
{
    *stage_shim = (struct shim){0};
    stage_clear(row);
    stage_see(row, stage_start(row), usual);
    if (usual->status != 0 || usual->stray[0])
        complain(row, usual, "it failed", "undisturbed");
}

static void try_one(struct scene_row const *row, struct outcome const *usual, int fault,
                    long at, bool on, struct tally *tally)
{
    struct outcome now;
    long *counted;
    char when[64];
    *stage_shim = (struct shim){.fault = fault, .at = at, .on = on};
    stage_clear(row);
    stage_see(row, stage_start(row), &now);
    char const *const what = judge(row, &now, usual, &counted, tally);
    snprintf(when, sizeof when, "--fault %s:%ld%s", fault_names[fault], at,
             on ? "+" : "");
    if (what) {
        complain(row, &now, what, when);
        counted = &tally->wrong;
    }
    tally->tried++;
    ++*counted;
    outcome_release(&now);
}

/* The first calls, and others as evenly as chance has it, once and from then on.  */
static void try_fault(struct scene_row const *row, struct outcome const *usual,
                      int fault, long calls, struct rng *rng, struct tally *tally)
{
    long const few = each / 2;
    if (calls <= each) {
        for (long at = 1; at <= calls; at++)
            try_one(row, usual, fault, at, at % 3 == 0, tally);
        return;
    }
    for (long i = 0; i < each; i++) {
        double const part = (double)(calls - few) / (double)(each - few);
        long const at =
            i < few ? i + 1
                    : few + 1 +
                          (long)((double)(i - few) * part + rng_unit(rng) * (part - 1));
        try_one(row, usual, fault, at, i % 3 == 2, tally);
    }
}

static void try_row(struct scene_row const *row)
{
    struct outcome usual;
    struct tally tally = {0};
    struct rng rng;
    long calls[FAULTS];
    rng_seed(&rng, 1);
    undisturbed(row, &usual);
    for (int i = 0; i < FAULTS; i++)
        calls[i] = atomic_load(&stage_shim->calls[i]);
    for (int i = 0; i < FAULTS; i++)
        if (fault_only < 0)
            try_fault(row, &usual, i, calls[i], &rng, &tally);
    if (fault_only >= 0)
        try_one(row, &usual, fault_only, at_only, on_only, &tally);
    failings += tally.tried;
    printf(
        "%-24s %6ld calls failed: %5ld ended with a sentence, %5ld did the same, %4ld "
        "less and said so, %ld wrong\n",
        row->name, tally.tried, tally.ended, tally.same, tally.told, tally.wrong);
    fflush(stdout);
    outcome_release(&usual);
}

/* ---------------------------------------------------------------- killing */

static void kill_row(struct scene_row const *row)
{
    struct outcome usual, now;
    struct rng rng;
    rng_seed(&rng, 2);
    undisturbed(row, &usual);
    int cut = 0;
    stage_clear(row);
    for (int i = 0; i < kills; i++) {
        pid_t const pid = stage_start(row);
        usleep((useconds_t)(1e6 * 1.1 * usual.seconds * rng_unit(&rng)));
        kill(-pid, SIGKILL);
        int status;
        waitpid(pid, &status, 0);
        cut += WIFSIGNALED(status);
        now = (struct outcome){.status = status};
        stage_look(row, &now);
        if (!is_whole(row, &now, &usual))
            complain(row, &now, "what was there is damaged", "killed");
        outcome_release(&now);
        if (i % 4 < 3) /* else it goes on from there */
            continue;
        stage_see(row, stage_start(row), &now);
        if (now.status != 0 || !wrote_the_same(row, &now, &usual))
            complain(row, &now, "it does not come to the same", "after a kill");
        outcome_release(&now);
        stage_clear(row);
    }
    killings += kills;
    printf("%-24s %6d times killed, %d of them in its midst\n", row->name, kills, cut);
    fflush(stdout);
    outcome_release(&usual);
}

/* ---------------------------------------------------------------- all of them */

static bool is_wanted(struct scene_row const *row)
{
    return !only || strstr(row->name, only);
}

static void try_rows(void)
{
    double const before_s = tried_cpu_s();
    for (int i = 0; i < ROWS; i++)
        if (is_wanted(&rows[i]))
            try_row(&rows[i]);
    tried("calls failed in commands on tiny games (`make faults`)", failings,
          tried_cpu_s() - before_s, wrong);
}

static void kill_rows(void)
{
    double const before_s = tried_cpu_s();
    long const wrong_before = wrong;
    for (int i = 0; i < ROWS; i++)
        if (is_wanted(&rows[i]) && rows[i].resumes)
            kill_row(&rows[i]);
    tried("commands killed at random moments, and begun again (`make faults`)",
          killings, tried_cpu_s() - before_s, wrong - wrong_before);
}

/* ---------------------------------------------------------------- options */

static void set_fault(char const *text)
{
    for (int i = 0; i < FAULTS; i++)
        if (strncmp(text, fault_names[i], strlen(fault_names[i])) == 0)
            fault_only = i;
    char const *const colon = strchr(text, ':');
    at_only = colon ? atol(colon + 1) : 1;
    on_only = strchr(text, '+');
}

int main(int argc, char **argv)
{
    if (argc < 3)
        return 2;
    for (int i = 3; i + 1 < argc; i += 2) {
        if (strcmp(argv[i], "--each") == 0)
            each = atoi(argv[i + 1]);
        else if (strcmp(argv[i], "--kills") == 0)
            kills = atoi(argv[i + 1]);
        else if (strcmp(argv[i], "--seeds") == 0)
            seeds = argv[i + 1];
        else if (strcmp(argv[i], "--only") == 0)
            only = argv[i + 1];
        else if (strcmp(argv[i], "--fault") == 0)
            set_fault(argv[i + 1]);
    }
    stage_set(argv[1], argv[2]);
    if (seeds)
        stage_give(seeds);
    if (each && !seeds)
        try_rows();
    if (kills && !seeds)
        kill_rows();
    stage_strike();
    return wrong ? EXIT_FAILURE : EXIT_SUCCESS;
}
