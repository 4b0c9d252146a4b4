/* What the program says and does when there is less than it would like: memory, and
   files that go away while they are in use.  */
#include "tests/support/testing.h"

#include "tests/support/tool.h"

#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__
/* Sanitizers take all address space for themselves.  */
enum { ADDRESS_SPACE_IS_LIMITED = false };
#else
enum { ADDRESS_SPACE_IS_LIMITED = true };
#endif

static void thinks_with_a_smaller_tree_and_says_so(void **state)
{
    (void)state;
    if (!ADDRESS_SPACE_IS_LIMITED)
        skip();
    TOOL_CHECK(&tool_folder,
               "ulimit -v 250000; printf 'boardsize 5\\ngenmove b\\n' | \"$HISHI\" gtp "
               "--set search.playouts=100",
               0,
               "hishi gtp: thinks with a smaller tree: of 256 megabytes for the "
               "tree only ",
               "GTP ready\n= \n\n= ");
}

static void promises_no_memory_that_it_cannot_have(void **state)
{
    (void)state;
    if (!ADDRESS_SPACE_IS_LIMITED)
        skip();
    TOOL_CHECK(&tool_folder,
               "ulimit -v 1000000; printf 'boardsize 5\\ngogui-param search.memory_mb "
               "65536\\ngogui-param\\ngenmove b\\n' | \"$HISHI\" gtp --set "
               "search.playouts=100",
               0, "? of 65536 megabytes for the tree only ", "search.memory_mb 256\n",
               "\n\n= ");
}

static void without_memory_it_ends_with_a_sentence(void **state)
{
    (void)state;
    if (!ADDRESS_SPACE_IS_LIMITED)
        skip();
    TOOL_CHECK(&tool_folder, "ulimit -v 60000; \"$HISHI\" gtp </dev/null", 1,
               "hishi gtp: memory exhausted");
}

/* Files larger than what is copied are mapped; what the system does when such a one is
   cut short is to send this.  */
static void a_file_that_is_gone_is_said(void **state)
{
    (void)state;
    TOOL_CHECK(&tool_folder,
               "mkfifo ways; \"$HISHI\" gtp <ways 2>said & exec 3>ways; "
               "until grep -q ready said; do sleep 0.05; done; kill -BUS $!; "
               "wait $!; code=$?; cat said; exit $code",
               1, "hishi: a large learnt file was cut short or overwritten");
}

/* A terminal or a disk that breaks is no goodbye.  */
static void commands_that_cannot_be_read_are_said(void **state)
{
    (void)state;
    TOOL_CHECK(&tool_folder, "\"$HISHI\" gtp <.", 1,
               "hishi gtp: the commands cannot be read on: Is a directory");
}

int main(void)
{
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(thinks_with_a_smaller_tree_and_says_so),
        cmocka_unit_test(promises_no_memory_that_it_cannot_have),
        cmocka_unit_test(without_memory_it_ends_with_a_sentence),
        cmocka_unit_test(a_file_that_is_gone_is_said),
        cmocka_unit_test(commands_that_cannot_be_read_are_said),
    };
    return cmocka_run_group_tests(tests, tool_set_up, tool_tear_down);
}
