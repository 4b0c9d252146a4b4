#include <config.h>

#include "tools/match/standings.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <xalloc.h>

#include "engine/base/json.h"
#include "engine/base/rng.h"
#include "tools/clock_text.h"
#include "tools/match/schedule.h"

static double const prior_games = 1; /* see rate() */

/* ---------------------------------------------------------------- adding up */

static void add_usage(struct usage *sum, struct usage const *more)
{
    sum->moves += more->moves;
    sum->wall_s += more->wall_s;
    sum->cpu_s += more->cpu_s;
    sum->wall_max_s = fmax(sum->wall_max_s, more->wall_max_s);
    sum->cpu_max_s = fmax(sum->cpu_max_s, more->cpu_max_s);
}

static void add_result(struct tally *tally, enum color winner, enum color self)
{
    tally->wins += winner == self;
    tally->draws += winner == EMPTY;
    tally->losses += winner == opponent(self);
}

bool standings_count_game(struct match_plan const *plan, int number,
                          struct game_outcome const *outcome)
{
    struct fixture const fixture =
        schedule_game(number, plan->roster->count, plan->gauntlet);
    int const culprit = outcome->culprit == BLACK ? fixture.black : fixture.white;
    return outcome->ending != ENDING_FORFEIT || outcome->fault != FAULT_CRASH ||
           !plan->roster->list[culprit].void_crashes;
}

static void add_game(struct standings *standings, struct match_plan const *plan,
                     int number, struct game_outcome const *outcome)
{
    int const count = plan->roster->count;
    struct fixture const fixture = schedule_game(number, count, plan->gauntlet);
    int const seat[3] = {0, fixture.black, fixture.white};
    enum color const winner =
        outcome->ending == ENDING_NO_RESULT ? EMPTY : outcome->winner;

    assert(outcome->ending > ENDING_STOPPED && outcome->ending < ENDINGS);
    standings->played++;
    standings->endings[outcome->ending]++;
    standings->no_results += outcome->ending == ENDING_NO_RESULT;
    standings->sources[outcome->source]++;
    for (enum color color = BLACK; color <= WHITE; color++)
        add_usage(&standings->usage[seat[color]], &outcome->usage[color]);
    if (outcome->ending == ENDING_FORFEIT)
        standings->faults[seat[outcome->culprit]][outcome->fault]++;
    if (!standings_count_game(plan, number, outcome)) {
        standings->voided++;
        return;
    }
    for (enum color color = BLACK; color <= WHITE; color++) {
        int const self = seat[color], other = seat[opponent(color)];
        add_result(&standings->tallies[self * count + other], winner, color);
        add_result(&standings->as_color[self][color], winner, color);
    }
}

static int compare_hashes(void const *a, void const *b)
{
    uint64_t const x = *(uint64_t const *)a, y = *(uint64_t const *)b;
    return (x > y) - (x < y);
}

static bool has_moves(struct game_outcome const *outcome)
{
    return outcome->ending == ENDING_COUNT || outcome->ending == ENDING_RESIGN;
}

/* Games of the same engines with the same colours and the same moves.  */
static int count_repeated(struct match_plan const *plan,
                          struct game_outcome const outcomes[])
{
    uint64_t *const hashes = xnmalloc(plan->games + 1, sizeof *hashes);
    int count = 0, repeated = 0;
    for (int i = 0; i < plan->games; i++) {
        struct fixture const fixture =
            schedule_game(i, plan->roster->count, plan->gauntlet);
        if (has_moves(&outcomes[i]))
            hashes[count++] = rng_mix(
                outcomes[i].hash ^
                rng_mix((uint64_t)(fixture.black * ROSTER_MAX + fixture.white)));
    }
    assert(count <= plan->games);
    qsort(hashes, count, sizeof *hashes, compare_hashes);
    for (int i = 1; i < count; i++)
        repeated += hashes[i] == hashes[i - 1];
    free(hashes);
    return repeated;
}

/* Pairs in which the engines, having exchanged colours, made the same moves.  */
static int count_mirrored(struct match_plan const *plan,
                          struct game_outcome const outcomes[])
{
    int mirrored = 0;
    for (int i = 0; i + 1 < plan->games; i += 2)
        mirrored += has_moves(&outcomes[i]) && has_moves(&outcomes[i + 1]) &&
                    outcomes[i].hash == outcomes[i + 1].hash;
    return mirrored;
}

void standings_compute(struct standings *standings, struct match_plan const *plan,
                       struct game_outcome const outcomes[])
{
    *standings = (struct standings){0};
    for (int i = 0; i < plan->games; i++)
        if (outcomes[i].ending != ENDING_STOPPED)
            add_game(standings, plan, i, &outcomes[i]);
    standings->repeated = count_repeated(plan, outcomes);
    standings->mirrored = count_mirrored(plan, outcomes);
}

/* ---------------------------------------------------------------- words */

static struct contender const *engine(struct match_plan const *plan, int i)
{
    return &plan->roster->list[i];
}

/* "+147", or "+inf" where a sweep leaves no upper end.  */
static char const *elo_text(double elo, char text[static 16])
{
    if (isinf(elo))
        snprintf(text, 16, "%cinf", elo > 0 ? '+' : '-');
    else
        snprintf(text, 16, "%+.0f", elo);
    return text;
}

static void print_plan(struct standings const *standings, struct match_plan const *plan,
                       FILE *out)
{
    char clock[CLOCK_TEXT];
    clock_text_format(&plan->terms->clock, clock);
    fprintf(out,
            "Match: %d of %d games, %dx%d, %s rules, komi %.7g, clock %s, score %s, "
            "%d at a time\n",
            standings->played, plan->games, plan->terms->size, plan->terms->size,
            plan->terms->rules->name, plan->terms->komi, clock, plan->policy->name,
            plan->jobs);
    if (plan->opening_count)
        fprintf(out, "openings: %s, %d, seed %llu, each with both colours\n",
                plan->openings, plan->opening_count, (unsigned long long)plan->seed);
    else
        fprintf(out, "openings: none, both colours\n");
    for (int i = 0; i < plan->roster->count; i++) {
        char const *const title = engine(plan, i)->title;
        fprintf(out, "%s: %s%s%s\n", engine(plan, i)->name, title ? title : "",
                title ? "; " : "", engine(plan, i)->command);
    }
}

static void print_pairing(struct standings const *standings,
                          struct match_plan const *plan, int i, int j, FILE *out)
{
    struct tally const tally = standings->tallies[i * plan->roster->count + j];
    struct interval const elo = tally_elo_interval(tally);
    char at[16], low[16], high[16];
    if (tally_games(tally) == 0)
        return;
    fprintf(out,
            "%s - %s: %d wins, %d draws, %d losses of %d: %.1f %%, %s Elo "
            "[%s, %s]\n",
            engine(plan, i)->name, engine(plan, j)->name, tally.wins, tally.draws,
            tally.losses, tally_games(tally), 100 * tally_score(tally),
            elo_text(elo_of_score(tally_score(tally)), at), elo_text(elo.low, low),
            elo_text(elo.high, high));
}

static struct tally total(struct standings const *standings, int i)
{
    struct tally sum = {0};
    for (enum color color = BLACK; color <= WHITE; color++) {
        sum.wins += standings->as_color[i][color].wins;
        sum.draws += standings->as_color[i][color].draws;
        sum.losses += standings->as_color[i][color].losses;
    }
    return sum;
}

static int better_first(void const *a, void const *b, void *ratings)
{
    double const x = ((struct rating *)ratings)[*(int const *)a].elo;
    double const y = ((struct rating *)ratings)[*(int const *)b].elo;
    return (x < y) - (x > y);
}

static void print_ratings(struct standings const *standings,
                          struct match_plan const *plan, FILE *out)
{
    int const count = plan->roster->count;
    struct rating ratings[ROSTER_MAX];
    int order[ROSTER_MAX];
    rate(count, standings->tallies, prior_games, ratings);
    for (int i = 0; i < count; i++)
        order[i] = i;
    qsort_r(order, count, sizeof *order, better_first, ratings);
    fprintf(out, "%-20s %6s  %15s %6s %7s\n", "Elo, average 0", "Elo", "95 % interval",
            "games", "score");
    for (int k = 0; k < count; k++) {
        int const i = order[k];
        fprintf(out, "%-20s %+6.0f  [%+6.0f, %+5.0f] %6d %5.1f %%\n",
                engine(plan, i)->name, ratings[i].elo, ratings[i].confidence.low,
                ratings[i].confidence.high, tally_games(total(standings, i)),
                100 * tally_score(total(standings, i)));
    }
}

static void print_colors(struct standings const *standings,
                         struct match_plan const *plan, FILE *out)
{
    for (int i = 0; i < plan->roster->count; i++) {
        struct tally const black = standings->as_color[i][BLACK];
        struct tally const white = standings->as_color[i][WHITE];
        fprintf(out, "%s%s %.1f of %d as Black, %.1f of %d as White",
                i ? "; " : "points: ", engine(plan, i)->name,
                tally_games(black) * tally_score(black), tally_games(black),
                tally_games(white) * tally_score(white), tally_games(white));
    }
    fputc('\n', out);
}

static void print_endings(struct standings const *standings, FILE *out)
{
    char const *before = "ended by: ";
    for (enum ending i = ENDING_COUNT; i < ENDINGS; i++)
        if (standings->endings[i]) {
            fprintf(out, "%s%s %d", before, ending_names[i], standings->endings[i]);
            before = ", ";
        }
    before = "; counted by ";
    for (enum score_source i = SOURCE_BOARD; i < SOURCES; i++)
        if (standings->sources[i]) {
            fprintf(out, "%s%s %d", before, source_table[i].tale,
                    standings->sources[i]);
            before = ", ";
        }
    fputc('\n', out);
}

static void print_forfeits(struct standings const *standings,
                           struct match_plan const *plan, FILE *out)
{
    bool any = false;
    fputs("forfeits:", out);
    for (int i = 0; i < plan->roster->count; i++)
        for (enum fault fault = FAULT_ILLEGAL; fault < FAULT_STOPPED; fault++)
            if (standings->faults[i][fault]) {
                bool const is_not_counted =
                    fault == FAULT_CRASH && engine(plan, i)->void_crashes;
                fprintf(out, "%s %s %s %d%s", any ? "," : "", engine(plan, i)->name,
                        fault_table[fault].name, standings->faults[i][fault],
                        is_not_counted ? " (void)" : "");
                any = true;
            }
    fputs(any ? "\n" : " none\n", out);
}

/* Games that prove less than they seem to.  */
static void print_copies(struct standings const *standings, FILE *out)
{
    if (standings->mirrored)
        fprintf(out, "mirrored: %d pairs (both engines made the same moves)\n",
                standings->mirrored);
    if (standings->repeated)
        fprintf(out, "repeated: %d games (the same moves as in an earlier one)\n",
                standings->repeated);
}

static double per_move(double sum, int moves)
{
    return moves ? sum / moves : 0;
}

static void print_usage(struct standings const *standings,
                        struct match_plan const *plan, FILE *out)
{
    fprintf(out, "%-20s %10s %9s %10s %9s %8s\n", "seconds per move", "wall mean",
            "maximum", "CPU mean", "maximum", "moves");
    for (int i = 0; i < plan->roster->count; i++) {
        struct usage const *const usage = &standings->usage[i];
        fprintf(out, "%-20s %10.4f %9.3f %10.4f %9.3f %8d\n", engine(plan, i)->name,
                per_move(usage->wall_s, usage->moves), usage->wall_max_s,
                per_move(usage->cpu_s, usage->moves), usage->cpu_max_s, usage->moves);
    }
}

void standings_print(struct standings const *standings, struct match_plan const *plan,
                     FILE *out)
{
    int const count = plan->roster->count;
    print_plan(standings, plan, out);
    if (standings->played == 0)
        return;
    for (int i = 0; i < count; i++)
        for (int j = i + 1; j < count; j++)
            print_pairing(standings, plan, i, j, out);
    if (count > 2)
        print_ratings(standings, plan, out);
    print_colors(standings, plan, out);
    print_endings(standings, out);
    print_forfeits(standings, plan, out);
    print_copies(standings, out);
    print_usage(standings, plan, out);
    fprintf(out,
            "Elo of the mean score, draws half, with Wilson's 95 %% interval for "
            "independent games%s\n",
            count > 2 ? "; ratings by Bradley and Terry" : "");
}

/* ---------------------------------------------------------------- JSON */

static void json_match(struct standings const *standings, struct match_plan const *plan,
                       FILE *out)
{
    char clock[CLOCK_TEXT];
    clock_text_format(&plan->terms->clock, clock);
    fputc('{', out);
    json_text("rules", plan->terms->rules->name, out);
    json_text("clock", clock, out);
    json_text("score_policy", plan->policy->name, out);
    json_text("openings", plan->openings, out);
    json_number("board_size", plan->terms->size, out);
    json_number("komi", plan->terms->komi, out);
    json_number("openings_count", plan->opening_count, out);
    json_number("jobs", plan->jobs, out);
    json_number("games_planned", plan->games, out);
    for (enum ending i = ENDING_COUNT; i < ENDINGS; i++) {
        char key[32];
        snprintf(key, sizeof key, "ended_by_%s", ending_names[i]);
        if (strchr(key, '-'))
            *strchr(key, '-') = '_';
        json_number(key, standings->endings[i], out);
    }
    json_number("games_void", standings->voided, out);
    json_number("games_repeated", standings->repeated, out);
    json_number("pairs_mirrored", standings->mirrored, out);
    fprintf(out, "\"games_played\": %d}\n", standings->played);
}

static void json_pairing(struct standings const *standings,
                         struct match_plan const *plan, int i, int j, FILE *out)
{
    struct tally const tally = standings->tallies[i * plan->roster->count + j];
    struct interval const elo = tally_elo_interval(tally);
    fputc('{', out);
    json_text("engine", engine(plan, i)->name, out);
    json_text("opponent", engine(plan, j)->name, out);
    json_number("wins", tally.wins, out);
    json_number("draws", tally.draws, out);
    json_number("losses", tally.losses, out);
    json_number("score", tally_score(tally), out);
    json_number("elo", elo_of_score(tally_score(tally)), out);
    json_number("elo_low_95", elo.low, out);
    json_number("elo_high_95", elo.high, out);
    fprintf(out, "\"games\": %d}\n", tally_games(tally));
}

static void json_engine(struct standings const *standings,
                        struct match_plan const *plan, int i,
                        struct rating const *rating, FILE *out)
{
    struct usage const *const usage = &standings->usage[i];
    struct tally const tally = total(standings, i);
    fputc('{', out);
    json_text("name", engine(plan, i)->name, out);
    json_text("title", engine(plan, i)->title ? engine(plan, i)->title : "", out);
    json_text("command", engine(plan, i)->command, out);
    json_number("games", tally_games(tally), out);
    json_number("score", tally_score(tally), out);
    if (plan->roster->count > 2) {
        json_number("rating_elo", rating->elo, out);
        json_number("rating_elo_low_95", rating->confidence.low, out);
        json_number("rating_elo_high_95", rating->confidence.high, out);
    }
    json_number("wall_mean_s", per_move(usage->wall_s, usage->moves), out);
    json_number("wall_max_s", usage->wall_max_s, out);
    json_number("cpu_mean_s", per_move(usage->cpu_s, usage->moves), out);
    json_number("cpu_max_s", usage->cpu_max_s, out);
    for (enum fault fault = FAULT_ILLEGAL; fault < FAULT_STOPPED; fault++) {
        char key[32];
        snprintf(key, sizeof key, "forfeits_%s", fault_table[fault].name);
        json_number(key, standings->faults[i][fault], out);
    }
    fprintf(out, "\"moves\": %d}\n", usage->moves);
}

void standings_print_json(struct standings const *standings,
                          struct match_plan const *plan, FILE *out)
{
    int const count = plan->roster->count;
    struct rating ratings[ROSTER_MAX];
    rate(count, standings->tallies, prior_games, ratings);
    json_match(standings, plan, out);
    for (int i = 0; i < count; i++)
        for (int j = i + 1; j < count; j++)
            if (tally_games(standings->tallies[i * count + j]))
                json_pairing(standings, plan, i, j, out);
    for (int i = 0; i < count; i++)
        json_engine(standings, plan, i, &ratings[i], out);
}
