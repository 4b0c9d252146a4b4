/* The options of who sits down at a board, a file of them, and what is made of the
   rows: the help, the manual pages, the words that a shell completes.  */
#include "tests/support/testing.h"

#include "tests/support/tool.h"

#include <stdio.h>

static void takes_options_and_parameters_from_a_file(void **state)
{
    (void)state;
    tool_write(&tool_folder, "my.conf",
               "# evenings\n\nkomi = 5.5  # and no more\nsize 13x9\n"
               "\tsearch.playouts=40\nno-book\n");
    tool_write(&tool_folder, "more.conf", "komi -3\n");
    tool_write(&tool_folder, "deep.conf", "config my.conf\nset = lag_ms=7\n");
    tool_write(&tool_folder, "ask.gtp", "get_komi\ngogui-param\n");
    TOOL_CHECK(&tool_folder, "$HISHI gtp --config my.conf <ask.gtp", 0, "= 5.5\n",
               "search.playouts 40\n", "book_depth 0\n");
    TOOL_CHECK(&tool_folder, "$HISHI gtp --config my.conf --config more.conf <ask.gtp",
               0, "= -3\n", "search.playouts 40\n");
    TOOL_CHECK(&tool_folder, "$HISHI gtp --config my.conf -k 2 <ask.gtp", 0, "= 2\n");
    TOOL_CHECK(&tool_folder, "$HISHI gtp --config deep.conf <ask.gtp", 0, "= 5.5\n",
               "lag_ms 7\n");
    TOOL_CHECK(&tool_folder, "$HISHI play --config my.conf </dev/null", 0,
               "13x9, Chinese rules, komi 5.5.");
}

static void says_what_a_value_may_be(void **state)
{
    (void)state;
    static char const *const wrong[][2] = {
        {"--rules=ming", "no rules are called 'ming'; chinese, japanese, "},
        {"--komi=x", "'x' is not a komi: a number of points"},
        {"--size=26", "boards are 2x2 to 25x25"},
        {"--resign-below=2", "a chance, 0 to 1"},
        {"--time=-1", "a number of seconds, 0 to 86400"},
        {"--seed=-1", "a whole number, 0 or more"},
        {"--set search.threads=x", "from 1 to 64, not 'x'"},
        {"--set evaluator=x", "search, lookahead or memory, not 'x'"},
        {"--set x=1", "there is no parameter 'x'"},
        {"--data=/no/such", "/no/such: No such file"},
        {"--data=x.conf", "x.conf is not a folder"},
        {"--config=none", "none: No such file"},
        {"--config=.", ": Is a directory"},
        {"--config=x.conf", "x.conf:2: no rules are called 'ming'"},
        {"--config=y.conf", "y.conf:1: komi wants a value: POINTS"},
        {"--config=z.conf", "z.conf:1: no-book takes no value"},
    };
    tool_write(&tool_folder, "x.conf", "komi 5\nrules = ming\nsize 5\n");
    tool_write(&tool_folder, "y.conf", "komi\n");
    tool_write(&tool_folder, "z.conf", "no-book = 1\n");
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char line[128];
        snprintf(line, sizeof line, "$HISHI gtp %s </dev/null", wrong[i][0]);
        TOOL_CHECK(&tool_folder, line, 64, wrong[i][1]);
    }
}

static void says_which_data_it_reads(void **state)
{
    (void)state;
    tool_write(&tool_folder, "model.hishi", "this is no model\n");
    TOOL_CHECK(&tool_folder, "$HISHI gtp --list-data", 0, "model     /",
               "/model.hishi\n", "/joseki.hishi\n", "/mixture.hishi\n",
               "/views.hishi\n", "windows   (not there)");
    TOOL_CHECK(&tool_folder, "$HISHI gtp --list-data --data $PWD", 0, "model     /tmp/",
               "/model.hishi, which cannot be used\n",
               "plays with less than it could: ");
    TOOL_CHECK(&tool_folder, "HISHI_DATA=$PWD $HISHI play --list-data", 0,
               "/model.hishi, which cannot be used\n");
    tool_write(&tool_folder, "mixture.hishi", "nor a mixture\n");
    TOOL_CHECK(&tool_folder, "$HISHI gtp --list-data --data $PWD", 0,
               "/mixture.hishi, which cannot be used\n");
}

/* Every tool and everything below it has a page that troff reads without a word, and
   its options are those of the help.  */
static void has_a_page_for_every_tool(void **state)
{
    (void)state;
    TOOL_CHECK(&tool_folder, "$HISHI --man", 0, ".TH hishi 1", "  gtp ", "HISHI_DATA");
    TOOL_CHECK(&tool_folder, "$HISHI gtp --man", 0, ".TH hishi-gtp 1",
               "hishi-gtp \\- Speak GTP", "\\fB\\-\\-rules\\fR=\\fINAME\\fR\nby these",
               "tromp_taylor", "search.playouts=7000", "HISHI_DATA");
    TOOL_CHECK(&tool_folder, "$HISHI report scores --man", 0,
               ".TH hishi-report-scores 1", "\\fB\\-\\-part\\fR=\\fIPART\\fR",
               "usually test");
    TOOL_CHECK(&tool_folder,
               "for tool in $($HISHI --options | grep -v -e '^-'); do"
               "  for more in '' $($HISHI $tool --options | grep -v -e '^-'); do"
               "    $HISHI $tool $more --man >page || exit 1;"
               "    grep -q \"^.TH hishi-$tool${more:+-$more} 1\" page || exit 2;"
               "    $HISHI $tool $more --options | grep -e '^-' |"
               "      sed 's/=$//' | sort -u >known;"
               "    $HISHI $tool $more --help | grep -oE '^ +(-., +)?--[a-z-]+' |"
               "      sed 's/^.*--/--/' | grep -vxe --help -e --usage -e --version |"
               "      sort -u | diff known - || exit 3;"
               "  done;"
               "done",
               0, "");
}

static void no_line_of_the_rules_is_broken_by_the_terminal(void **state)
{
    (void)state;
    TOOL_CHECK(&tool_folder, "! $HISHI gtp --help | grep -E '.{80}'", 0, "");
    TOOL_CHECK(&tool_folder, "$HISHI gtp --help", 0,
               "\n  aga            area; no position may recur",
               "\n                 suicide; White passes last");
}

int main(void)
{
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(takes_options_and_parameters_from_a_file),
        cmocka_unit_test(says_what_a_value_may_be),
        cmocka_unit_test(says_which_data_it_reads),
        cmocka_unit_test(has_a_page_for_every_tool),
        cmocka_unit_test(no_line_of_the_rules_is_broken_by_the_terminal),
    };
    return cmocka_run_group_tests(tests, tool_set_up, tool_tear_down);
}
