#include <config.h>

#include "gtp/sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <seccomp.h>
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>

/* By the name that it has on any kind of machine.  A call that one kind does not have
   is not allowed there either.  */
static char const *const allowed[] = {
    /* memory */
    "brk", "munmap", "mremap", "madvise",
    /* threads */
    "futex", "futex_time64", "set_robust_list", "rseq", "exit", "exit_group",
    "sched_yield", "sched_getaffinity", "getpid", "gettid", "tgkill", "membarrier",
    /* signals */
    "rt_sigprocmask", "rt_sigaction", "rt_sigreturn", "sigaltstack", "restart_syscall",
    /* what is open */
    "read", "write", "writev", "close", "lseek", "fstat", "poll", "ppoll", "pipe2",
    /* clocks and chance */
    "clock_gettime", "clock_getres", "clock_nanosleep", "nanosleep", "gettimeofday",
    "getrandom", "getrusage", "sysinfo", NULL};

static int allow(scmp_filter_ctx filter, char const *name)
{
    int const number = seccomp_syscall_resolve_name(name);
    return number == __NR_SCMP_ERROR
               ? 0
               : seccomp_rule_add(filter, SCMP_ACT_ALLOW, number, 0);
}

/* Memory that is no code, and threads that are no processes.  clone3 hides its flags;
   it is said not to exist, and clone is used.  */
static int allow_in_part(scmp_filter_ctx filter)
{
    int error = seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(mmap), 1,
                                 SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0));
    if (!error)
        error = seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(mprotect), 1,
                                 SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0));
    if (!error)
        error =
            seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(clone), 1,
                             SCMP_A0(SCMP_CMP_MASKED_EQ, CLONE_THREAD, CLONE_THREAD));
    if (!error)
        error = seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3), 0);
    if (!error) /* as fstat is said on newer machines */
        error = seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(newfstatat), 1,
                                 SCMP_A3(SCMP_CMP_EQ, AT_EMPTY_PATH, 0));
    return error;
}

bool sandbox_enter(struct failure *why)
{
    scmp_filter_ctx const filter = seccomp_init(SCMP_ACT_ERRNO(EPERM));
    int error = filter ? 0 : -ENOMEM;
    for (int i = 0; !error && allowed[i]; i++)
        error = allow(filter, allowed[i]);
    if (!error)
        error = allow_in_part(filter);
    if (!error)
        error = seccomp_load(filter);
    seccomp_release(filter);
    return !error || failed(why, "the sandbox cannot be entered: %s", strerror(-error));
}
