#include "tests/support/testing.h"

#include "tests/support/tool.h"
#include "tests/support/transcript.h"

#include "gtp/sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

static void *note(void *context)
{
    *(int *)context = 1;
    return NULL;
}

/* In a process that has entered: the number of the first thing that is not as it should
   be, or 0.  */
static int look_around(void)
{
    static char *const words[] = {"true", NULL};
    struct failure why;
    pthread_t thread;
    int ran = 0;
    if (open("/etc/passwd", O_RDONLY) < 0 || !sandbox_enter(&why))
        return 1;
    if (open("/etc/passwd", O_RDONLY) >= 0 || errno != EPERM)
        return 2;
    if (open("/tmp/hishi-sandbox", O_WRONLY | O_CREAT, 0600) >= 0)
        return 3;
    if (socket(AF_INET, SOCK_STREAM, 0) >= 0 || socket(AF_UNIX, SOCK_STREAM, 0) >= 0)
        return 4;
    if (fork() >= 0)
        return 5;
    execv("/bin/true", words);
    if (errno != EPERM)
        return 6;
    if (unlink("/tmp/hishi-sandbox") == 0 || errno != EPERM)
        return 7;
    if (mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) !=
        MAP_FAILED)
        return 8;
    if (pthread_create(&thread, NULL, note, &ran) != 0)
        return 9;
    pthread_join(thread, NULL);
    return ran ? 0 : 10;
}

static void nothing_leads_out_of_it(void **state)
{
    (void)state;
    int status;
    fflush(NULL);
    pid_t const pid = fork();
    assert_true(pid >= 0);
    if (pid == 0)
        _exit(look_around());
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
}

/* What looks for leaks at the end cannot do so from in there.  */
#define ALONE "ASAN_OPTIONS=detect_leaks=0 "

static void the_engine_plays_in_it_and_opens_no_file(void **state)
{
    (void)state;
    struct tool_folder folder;
    tool_folder_make(&folder);
    TOOL_CHECK(
        &folder,
        "echo '(;SZ[9];B[aa])' >game.sgf; printf '1 boardsize 7\\n2 loadsgf "
        "game.sgf\\n3 genmove b\\n4 gogui-param search.threads 3\\n5 genmove w\\n"
        "6 gogui-param search.memory_mb 32\\n7 genmove b\\n8 final_score\\n"
        "9 hishi-explain\\n10 printsgf out.sgf\\n11 gogui-param style game.sgf\\n12 "
        "quit\\n' >commands; " ALONE
        "\"$HISHI\" gtp --sandbox --set search.playouts=60 --set "
        "search.memory_mb=16 --set pondering=1 <commands",
        0, "GTP ready", "?2 cannot load file", "files are not opened in a sandbox",
        "=3 ", "=4 ", "=5 ", "=6 ", "=7 ", "=8 ", "=9 ", "?10 ",
        "?11 game.sgf: Operation not permitted", "=12 ");
    assert_false(tool_has(&folder, "out.sgf"));
    tool_folder_remove(&folder);
}

/* What clients send, none of which need files.  */
static void clients_are_answered_as_without_it(void **state)
{
    (void)state;
    static char const *const clients[] = {"sabaki", "gogui",  "kgs",          "cgos",
                                          "ogs",    "twogtp", "other_clients"};
    setenv("ASAN_OPTIONS", "detect_leaks=0", 1); /* of those that are started */
    for (size_t i = 0; i < sizeof clients / sizeof *clients; i++) {
        char file[64];
        snprintf(file, sizeof file, "tests/gtp/%s.gtp", clients[i]);
        transcript_run_with(file, " --sandbox");
    }
    unsetenv("ASAN_OPTIONS");
}

int main(void)
{
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(nothing_leads_out_of_it),
        cmocka_unit_test(the_engine_plays_in_it_and_opens_no_file),
        cmocka_unit_test(clients_are_answered_as_without_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
