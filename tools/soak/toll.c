#include <config.h>

#include "tools/soak/toll.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/json.h"

bool is_mishap(struct scene const *scene, struct game_outcome const *outcome)
{
    return outcome->ending == ENDING_FORFEIT &&
           scene->actors[outcome->culprit].under_test;
}

char const *mishap_name(struct scene const *scene, struct game_outcome const *outcome)
{
    if (outcome->fault != FAULT_TIMEOUT)
        return fault_table[outcome->fault].name;
    return scene->time == SCENE_UNTIMED ? "hang" : "loss on time";
}

/* ---------------------------------------------------------------- kinds of games */

enum { KINDS_MAX = 80, KIND_TEXT = 32 };

struct toll_kind {
    char const *view; /* "size", "rules" ... */
    char name[KIND_TEXT];
    int order; /* within the view */
    int games, moves, mishaps, others;
    double longest_s; /* wait for a move of the engine */
};

struct toll {
    struct toll_kind kinds[KINDS_MAX];
    int count;
};

static void add_to(struct toll *toll, char const *view, int order, char const *name,
                   struct toll_kind const *game)
{
    int i = 0;
    while (i < toll->count &&
           (toll->kinds[i].order != order || strcmp(toll->kinds[i].view, view) != 0))
        i++;
    if (i == KINDS_MAX)
        return;
    struct toll_kind *const kind = &toll->kinds[i];
    if (i == toll->count) {
        *kind = (struct toll_kind){.view = view, .order = order};
        snprintf(kind->name, KIND_TEXT, "%s", name);
        toll->count++;
    }
    kind->games += game->games;
    kind->moves += game->moves;
    kind->mishaps += game->mishaps;
    kind->others += game->others;
    kind->longest_s = fmax(kind->longest_s, game->longest_s);
}

static struct toll_kind weigh(struct scene const *scene,
                              struct game_outcome const *outcome)
{
    struct toll_kind game = {.games = 1, .moves = outcome->moves};
    game.mishaps = is_mishap(scene, outcome);
    game.others = outcome->ending == ENDING_FORFEIT && !game.mishaps;
    for (enum color color = BLACK; color <= WHITE; color++)
        if (scene->actors[color].under_test)
            game.longest_s = fmax(game.longest_s, outcome->usage[color].wall_max_s);
    return game;
}

static void add_game(struct toll *toll, struct scene const *scene,
                     struct game_outcome const *outcome)
{
    struct toll_kind const game = weigh(scene, outcome);
    int const size = scene->terms.size, rules = (int)(scene->terms.rules - rules_table);
    char boards[KIND_TEXT];
    int const low = size - (size - 2) % 4; /* 2-5, 6-9 ... 22-25 */
    snprintf(boards, sizeof boards, "%dx%d to %dx%d", low, low, low + 3, low + 3);
    add_to(toll, "all", 0, "games", &game);
    add_to(toll, "size", low, boards, &game);
    add_to(toll, "rules", rules, scene->terms.rules->name, &game);
    add_to(toll, "time", scene->time, scene_time_names[scene->time], &game);
    add_to(toll, "opponent", scene->opponent, scene_opponent_names[scene->opponent],
           &game);
    add_to(toll, "machine", scene->disturbed,
           scene->disturbed ? "taken away now and then" : "as it is", &game);
    add_to(toll, "ended by", outcome->ending, ending_names[outcome->ending], &game);
}

static int by_view(void const *a, void const *b)
{
    static char const views[] = "all size rules time opponent machine ended by";
    struct toll_kind const *const x = a, *const y = b;
    ptrdiff_t const places = strstr(views, x->view) - strstr(views, y->view);
    return places ? (places > 0) - (places < 0) : x->order - y->order;
}

static void add_up(struct toll *toll, struct toll_of const *of)
{
    *toll = (struct toll){.count = 0};
    for (int i = 0; i < of->games; i++) {
        struct scene scene;
        if (of->outcomes[i].ending == ENDING_STOPPED)
            continue;
        scene_draw(&scene, of->cast, of->seed, of->first + i);
        add_game(toll, &scene, &of->outcomes[i]);
    }
    qsort(toll->kinds, (size_t)toll->count, sizeof *toll->kinds, by_view);
}

/* ---------------------------------------------------------------- words */

static void print_mishap(struct toll_of const *of, struct scene const *scene,
                         struct game_outcome const *outcome, FILE *out)
{
    char text[SCENE_TEXT];
    scene_format(scene, text);
    fprintf(out,
            "%s of %s in game %d: %s: %s\n    %s\n    again: --soak=%d -n 1 "
            "--seed %llu\n",
            mishap_name(scene, outcome), color_name(outcome->culprit), scene->number,
            text, outcome->note.text, scene->actors[outcome->culprit].command,
            scene->number, (unsigned long long)of->seed);
}

static void json_mishap(struct toll_of const *of, struct scene const *scene,
                        struct game_outcome const *outcome, FILE *out)
{
    char text[SCENE_TEXT];
    scene_format(scene, text);
    fputc('{', out);
    json_text("mishap", mishap_name(scene, outcome), out);
    json_text("color", color_name(outcome->culprit), out);
    json_text("scene", text, out);
    json_text("command", scene->actors[outcome->culprit].command, out);
    json_text("note", outcome->note.text, out);
    json_number("seed", (double)of->seed, out);
    fprintf(out, "\"game\": %d}\n", scene->number);
}

typedef void tell(struct toll_of const *of, struct scene const *scene,
                  struct game_outcome const *outcome, FILE *out);

static void tell_mishaps(struct toll_of const *of, tell *tell_one, FILE *out)
{
    for (int i = 0; i < of->games; i++) {
        struct scene scene;
        if (of->outcomes[i].ending != ENDING_FORFEIT)
            continue;
        scene_draw(&scene, of->cast, of->seed, of->first + i);
        if (is_mishap(&scene, &of->outcomes[i]))
            tell_one(of, &scene, &of->outcomes[i], out);
    }
}

bool toll_is_clean(struct toll_of const *of)
{
    struct toll toll;
    add_up(&toll, of);
    return toll.count == 0 || toll.kinds[0].mishaps == 0;
}

void toll_print(struct toll_of const *of, FILE *out)
{
    struct toll toll;
    char const *view = "";
    add_up(&toll, of);
    fprintf(out, "Soak of %s, seed %llu\n%-32s %7s %8s %8s %11s %9s\n",
            of->cast->engine, (unsigned long long)of->seed, "", "games", "moves",
            "mishaps", "opponents'", "longest s");
    for (int i = 0; i < toll.count; i++) {
        struct toll_kind const *const kind = &toll.kinds[i];
        bool const same = strcmp(view, kind->view) == 0;
        view = kind->view;
        fprintf(out, "%-8s %-23s %7d %8d %8d %11d %9.2f\n", same ? "" : view,
                kind->name, kind->games, kind->moves, kind->mishaps, kind->others,
                kind->longest_s);
    }
    tell_mishaps(of, print_mishap, out);
}

void toll_print_json(struct toll_of const *of, FILE *out)
{
    struct toll toll;
    add_up(&toll, of);
    for (int i = 0; i < toll.count; i++) {
        struct toll_kind const *const kind = &toll.kinds[i];
        fputc('{', out);
        json_text("view", kind->view, out);
        json_text("kind", kind->name, out);
        json_number("games", kind->games, out);
        json_number("moves", kind->moves, out);
        json_number("opponents_faults", kind->others, out);
        json_number("longest_s", kind->longest_s, out);
        fprintf(out, "\"mishaps\": %d}\n", kind->mishaps);
    }
    tell_mishaps(of, json_mishap, out);
}
