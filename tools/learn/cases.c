/* tools/learn/cases.c -- games become a casebook, and its weights.  */
#include <config.h>

#include "tools/cmdline.h"
#include "tools/learn/watcher.h"

#include "engine/base/datafile.h"
#include "engine/base/json.h"
#include "engine/base/seconds.h"
#include "patterns/caselearning/caselearn.h"
#include "patterns/caselearning/caseshrink.h"
#include "patterns/caselearning/caseweigh.h"
#include "patterns/model/model_source.h"
#include "player/sources.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xalloc.h>

struct cases_tuning {
    double max_mb;
    int packed, games;
    int near, far, threads, positions, every, rounds;
};

static struct param const rows[] = {
    PARAM(struct cases_tuning, near, PARAM_INT, 1, 8, 1000,
          "count what could be played around the last move in one position of so many"),
    PARAM(struct cases_tuning, far, PARAM_INT, 1, 64, 1000,
          "the same for the other points"),
    PARAM(struct cases_tuning, threads, PARAM_INT, 1, 1, 64, "to learn with"),
    PARAM(struct cases_tuning, max_mb, PARAM_FLOAT, 0, 0, 1e6,
          "size in million bytes, by keeping what is worth most (0: all)"),
    PARAM(struct cases_tuning, packed, PARAM_INT, 0, 0, 1,
          "1: write its columns packed, and unpack them when it is opened"),
    PARAM(struct cases_tuning, games, PARAM_INT, 0, 0, 4e6,
          "name so many games, those that most of what is kept can cite (0: all)"),
    PARAM(struct cases_tuning, positions, PARAM_INT, 0, 24000, 1e6,
          "of validation games, to learn the weights of levels by"),
    PARAM(struct cases_tuning, every, PARAM_INT, 1, 200, 1e6,
          "use one of so many of them"),
    PARAM(struct cases_tuning, rounds, PARAM_INT, 1, 6, 1000, "over these positions"),
    {0},
};

/* ---------------------------------------------------------------- the tree */

static void tell(struct casetree const *tree, double wall_s, bool json)
{
    double const cpu_s = program_cpu_s();
    printf(json
               ? "{\"games\": %zu, \"moves\": %llu, \"cases\": %zu, \"ring3\": %zu, "
                 "\"breath\": %zu, \"cores\": %zu, \"crosses\": %zu, \"wall_s\": %.0f, "
                 "\"cpu_s\": %.0f}\n"
               : "%zu games, %llu moves: %zu cases, with %zu third rings, %zu times "
                 "liberties, %zu cores, %zu crosses; %.0f s, %.0f s of CPU time\n",
           tree->games.game_count, (unsigned long long)tree->moves,
           tree->level[LEVEL_RING4].count, tree->level[LEVEL_RING3].count,
           tree->level[LEVEL_BREATH].count, tree->level[LEVEL_CORE].count,
           tree->level[LEVEL_CROSS].count, wall_s, cpu_s);
    fflush(stdout);
}

static bool learn_tree(struct learning const *learning,
                       struct cases_tuning const *tuning, struct casetree *tree,
                       struct failure *why)
{
    struct watcher watcher;
    char *folder;
    if (asprintf(&folder, "%s.work", learning->file) < 0)
        xalloc_die();
    struct case_task task = {
        .learn = {.threads = tuning->threads, .folder = folder},
        .near = tuning->near,
        .far = tuning->far,
    };
    watcher_start(&watcher, learning, &task.learn);
    bool const good = case_learn(&task, tree, why);
    watcher_end(&watcher, good);
    free(folder);
    return good;
}

static bool make_tree(struct learning const *learning,
                      struct cases_tuning const *tuning, char const *path,
                      struct failure *why)
{
    struct casetree tree;
    double const started_s = now_s();
    casetree_init(&tree);
    bool const good = learn_tree(learning, tuning, &tree, why) &&
                      casetree_write(&tree, path, learning->made, why);
    if (good)
        tell(&tree, now_s() - started_s, learning->json);
    casetree_release(&tree);
    return good;
}

static bool is_shrinking(struct cases_tuning const *tuning)
{
    return tuning->max_mb > 0 || tuning->packed || tuning->games;
}

static void tell_kept(struct casetree const *tree, double bytes, bool json)
{
    size_t nodes = 0;
    for (int level = 0; level < VICINITY_LEVELS; level++)
        nodes += tree->level[level].count;
    printf(
        json ? "{\"kept\": %zu, \"nodes\": %zu, \"games\": %zu, \"mb\": %.2f, "
               "\"packed\": %s}\n"
             : "kept %zu cases, %zu nodes in all, and the names of %zu games: %.2f MB, "
               "%s\n",
        tree->level[LEVEL_RING4].count, nodes, tree->games.game_count, bytes / 1e6,
        json           ? tree->packed ? "true" : "false"
        : tree->packed ? "packed, to be unpacked when it is opened"
                       : "not packed, to be mapped if it is large");
    fflush(stdout);
}

/* How large a packed file comes out shows when it is written: from its size the next
   estimate knows better.  Is it as TASK wants it?  */
static bool is_close(struct casebook const *book, struct casetree const *tree,
                     struct shrink_task *task, double bytes)
{
    double const wanted = (double)task->bytes;
    if (!task->packed || !task->bytes)
        return true;
    if (bytes <= wanted && (bytes > 0.95 * wanted || !case_shrunk(book, tree)))
        return true;
    task->times *= bytes / (0.985 * wanted);
    return false;
}

/* With the other weights that it is going to have, and what is said of them.  */
static double size_of_file(char const *path)
{
    struct stat facts;
    return stat(path, &facts) == 0
               ? (double)facts.st_size + sizeof(struct casebook_weights) + 1024
               : 0;
}

/* Write what of BOOK is worth most, in some tries if need be.  */
static bool write_part(struct casebook const *book, struct learning const *learning,
                       struct cases_tuning const *tuning, char const *path,
                       struct failure *why)
{
    struct shrink_task task = {.bytes = (uint64_t)ceil(tuning->max_mb * 1e6),
                               .games = (uint32_t)tuning->games,
                               .packed = tuning->packed,
                               .times = 1};
    struct casetree tree;
    bool good, close = false;
    casetree_init(&tree);
    for (int tries = 0; tries < 4 && !close; tries++) {
        good = (case_shrink(book, &task, &tree) ||
                failed(why, "%s: no case of it fits into max_mb=%g",
                       casebook_path(book), tuning->max_mb)) &&
               casetree_write(&tree, path, learning->made, why);
        close = !good || is_close(book, &tree, &task, size_of_file(path));
    }
    if (good)
        tell_kept(&tree, size_of_file(path), learning->json);
    provenance_say(learning->made, "kept", "%zu cases", tree.level[LEVEL_RING4].count);
    casetree_release(&tree);
    return good;
}

/* The part of casebook FROM that is worth most.  */
static bool shrink(char const *from, struct learning const *learning,
                   struct cases_tuning const *tuning, char const *path,
                   struct failure *why)
{
    struct casebook *const book = casebook_open_whole(from, why);
    bool const good = book && write_part(book, learning, tuning, path, why);
    casebook_close(book);
    return good;
}

/* ---------------------------------------------------------------- its weights */

static bool take(void *context, struct game const *game, struct origin const *origin,
                 struct failure *why)
{
    why->text[0] = '\0';
    caseweigher_add(context, game, origin->number, why);
    return !why->text[0];
}

/* What the model says, beside which the casebook is to be heard.  */
struct company {
    struct consultation *consultation;
    struct case_neighbours neighbours;
};

static void ask_company(void *context, struct situation const *situation,
                        struct case_votes const *votes, float said[])
{
    struct candidates const *const candidates =
        consult(context, situation, EFFORT_QUICK);
    for (int i = 0; i < votes->count; i++) {
        struct candidate const *const one =
            candidates_find(candidates, votes->list[i].at);
        said[i] = one ? logf(one->prediction + 1e-9f) : 0;
    }
}

static bool open_company(struct company *company, struct provenance *made,
                         struct failure *why)
{
    struct complaints complaints = {0};
    char path[DATAFILE_PATH];
    company->consultation = sources_open(NULL, &complaints);
    complaints_release(&complaints);
    int const model = consultation_find(company->consultation, model_kind.name);
    for (int v = 0; v < consultation_count(company->consultation); v++)
        consultation_weigh(company->consultation, v, v == model);
    company->neighbours = (struct case_neighbours){ask_company, company->consultation};
    return (model >= 0 || failed(why, "there is no model to be heard beside")) &&
           datafile_find(model_kind.data, path, why) &&
           provenance_learnt_against(made, path, why);
}

/* What LOG_P came to; NAN: there was nothing to learn weights by.  */
static void tell_weights(struct learning const *learning, enum case_company company,
                         double log_p)
{
    static char const *const how[] = {
        [CASES_ALONE] = "alone", [CASES_BESIDE] = "beside the model"};
    static char const *const unlearnt[] = {
        [CASES_ALONE] = "it counts as it is", [CASES_BESIDE] = "it adds nothing"};
    if (learning->json) {
        printf("{");
        json_text("heard", how[company], stdout);
        json_number("log_p", log_p, stdout);
        printf("\"weighed\": %s}\n", isnan(log_p) ? "false" : "true");
    } else if (isnan(log_p))
        printf("%s %s: no position of a validation game to weigh it by\n", how[company],
               unlearnt[company]);
    else
        printf("%s, log P of validation moves while learning weights: %.4f\n",
               how[company], log_p);
}

/* The weights of BOOK by the validation games.  */
static void weigh_by_games(struct learning const *learning,
                           struct cases_tuning const *tuning,
                           struct casebook const *book, struct company const *company,
                           struct casebook_weights weights[CASE_COMPANIES])
{
    struct selection selection = learning->games;
    struct caseweigher *const weigher =
        caseweigher_new(book, tuning->positions, tuning->every, &company->neighbours);
    selection.splits = 1u << SPLIT_VALIDATION;
    selection.limit = 0;
    games_each(&selection, take, weigher);
    provenance_say(learning->made, "weighed by", "%ld positions of validation games",
                   caseweigher_count(weigher));
    for (int i = 0; i < CASE_COMPANIES; i++) {
        double const log_p = caseweigher_weigh(
            weigher, (enum case_company)i, tuning->rounds, &cmdline_stop, &weights[i]);
        if (!atomic_load(&cmdline_stop))
            tell_weights(learning, (enum case_company)i, log_p);
    }
    caseweigher_free(weigher);
}

/* The casebook at PATH with such weights.  */
static bool weigh(struct learning const *learning, struct cases_tuning const *tuning,
                  char const *path, struct failure *why)
{
    struct casebook_weights weights[CASE_COMPANIES];
    struct company company;
    struct casebook *const book = casebook_open_whole(path, why);
    if (!book)
        return false;
    bool const good = open_company(&company, learning->made, why);
    if (good)
        weigh_by_games(learning, tuning, book, &company, weights);
    consultation_free(company.consultation);
    casebook_close(book);
    if (atomic_load(&cmdline_stop))
        return failed(why, "stopped");
    return good && caseweigh_write(path, weights, learning->file, learning->made, why);
}

/* ---------------------------------------------------------------- the whole */

static bool remake(struct learning const *given, struct cases_tuning const *tuning,
                   char const *unweighed, struct failure *why)
{
    struct learning learning = *given;
    char const *const from = *learning.games.places++;
    if (!--learning.games.place_count)
        return failed(why, "name games to weigh %s by", from);
    if (!provenance_made_from(learning.made, from, why))
        return false;
    if (!is_shrinking(tuning))
        return weigh(&learning, tuning, from, why);
    bool const good = shrink(from, &learning, tuning, unweighed, why) &&
                      weigh(&learning, tuning, unweighed, why);
    unlink(unweighed);
    return good;
}

/* What was learnt of the games is dear, and stays there when the weighing is stopped.
 */
static bool make(struct learning const *learning, struct cases_tuning const *tuning,
                 char const *unweighed, struct failure *why)
{
    struct failure reason = {""};
    bool const tree =
        make_tree(learning, tuning, unweighed, why) &&
        (!is_shrinking(tuning) || shrink(unweighed, learning, tuning, unweighed, why));
    if (!tree)
        return false;
    bool const good = weigh(learning, tuning, unweighed, &reason);
    if (!good && atomic_load(&cmdline_stop))
        return failed(why,
                      "%s; `hishi learn --cases=%s %s GAMES...' weighs what was learnt",
                      reason.text, learning->file, unweighed);
    unlink(unweighed);
    return good || failed(why, "%s", reason.text);
}

bool learn_cases(struct learning const *learning, struct failure *why)
{
    struct cases_tuning tuning;
    char *unweighed;
    if (!learn_settings(learning, rows, &tuning, why))
        return false;
    if (asprintf(&unweighed, "%s.unweighed.hishi", learning->file) < 0)
        xalloc_die();
    cmdline_mind_stops();
    /* A casebook before the games is made smaller, or weighed anew.  */
    bool const good = datafile_is_called(learning->games.places[0])
                          ? remake(learning, &tuning, unweighed, why)
                          : make(learning, &tuning, unweighed, why);
    free(unweighed);
    return good;
}
