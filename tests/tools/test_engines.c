/* The files in tools/match/engines: what they set is there to be set.  */
#include "tests/support/testing.h"

#include "player/tuning.h"
#include "tools/match/roster.h"
#include "tools/match/spsa.h"

#define ENGINES "tools/match/engines/"

/* Every "--set NAME=VALUE" of COMMAND is a parameter and in its range.  */
static void check_settings(char const *command)
{
    static char const set[] = "--set ";
    struct tuning tuning;
    struct failure why = {""};
    params_reset(tuning_params, &tuning);
    for (char const *at = command; (at = strstr(at, set)) != NULL;) {
        char assignment[128];
        at += sizeof set - 1;
        snprintf(assignment, sizeof assignment, "%.*s", (int)strcspn(at, " "), at);
        if (!params_assign(tuning_params, &tuning, assignment, &why))
            fail_msg("%s: %s", command, why.text);
    }
}

static void engines_set_what_can_be_set(void **state)
{
    (void)state;
    static char const *const files[] = {ENGINES "ingredients.engines",
                                        ENGINES "playouts.engines",
                                        ENGINES "sources.engines"};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        struct roster roster = {.count = 0};
        struct failure why = {""};
        if (!roster_read(&roster, files[i], &why))
            fail_msg("%s", why.text);
        assert_true(roster.count > 1);
        for (int k = 0; k < roster.count; k++)
            check_settings(roster.list[k].command);
        roster_release(&roster);
    }
}

/* ... and begin where the program stands.  */
static void knobs_are_parameters_as_they_are(void **state)
{
    (void)state;
    struct spsa spsa;
    struct failure why = {""};
    if (!spsa_read(&spsa, ENGINES "search.knobs", &why))
        fail_msg("%s", why.text);
    assert_true(spsa.count > 1);
    for (int i = 0; i < spsa.count; i++) {
        struct knob const *const knob = &spsa.knobs[i];
        struct param const *row = tuning_params;
        while (row->name && strcmp(row->name, knob->name) != 0)
            row++;
        if (!row->name)
            fail_msg("there is no parameter '%s'", knob->name);
        assert_true(knob->least >= row->min && knob->most <= row->max);
        if (knob->start != row->normal)
            fail_msg("%s begins at %g and is %g", knob->name, knob->start, row->normal);
    }
}

int main(void)
{
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(engines_set_what_can_be_set),
        cmocka_unit_test(knobs_are_parameters_as_they_are),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
