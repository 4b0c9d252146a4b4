/* Built as a library that is preloaded; it knows nothing of Hishi.  */
#include "shim.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static struct shim *shim;

/* Where libarchive lies, and what it unpacks with.  It goes wrong when some of their
   allocations fail (3.6.2: in archive_read_open1, and in reading a header), which is
   not ours to mend: memory that they ask for is given.  */
static struct {
    uintptr_t from, to;
} spared[16];
static int spared_count;

static bool is_spared(char const *library)
{
    static char const *const names[] = {"/libarchive.", "/liblzma.", "/libz.",
                                        "/libzstd.",    "/liblz4.",  "/libbz2."};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strstr(library, names[i]))
            return true;
    return false;
}

static int spare(struct dl_phdr_info *object, size_t size, void *context)
{
    (void)size, (void)context;
    for (int i = 0; is_spared(object->dlpi_name) && i < object->dlpi_phnum; i++)
        if (object->dlpi_phdr[i].p_flags & PF_X && spared_count < 16) {
            uintptr_t const from = object->dlpi_addr + object->dlpi_phdr[i].p_vaddr;
            spared[spared_count].from = from;
            spared[spared_count++].to = from + object->dlpi_phdr[i].p_memsz;
        }
    return 0;
}

/* Before the loader has called this, nothing fails.  */
__attribute__((constructor)) static void take_up(void)
{
    char const *const path = getenv(SHIM_FILE);
    int const fd = path ? open(path, O_RDWR | O_CLOEXEC) : -1;
    void *const data =
        fd < 0 ? MAP_FAILED
               : mmap(NULL, sizeof *shim, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (fd >= 0)
        close(fd);
    dl_iterate_phdr(spare, NULL);
    unsetenv("LD_PRELOAD"); /* what it starts is left alone */
    if (data != MAP_FAILED)
        shim = data;
}

/* Count a call; shall it fail?  */
static bool fails(enum fault fault)
{
    if (!shim)
        return false;
    long const number = atomic_fetch_add(&shim->calls[fault], 1) + 1;
    bool const now = shim->at && (int)fault == shim->fault &&
                     (number == shim->at || (shim->on && number > shim->at));
    if (now)
        atomic_fetch_add(&shim->failed, 1);
    return now;
}

/* The function behind ours that is called NAME; found when it is needed first.  */
#define BEHIND(type, name, ...)                                                        \
    static type (*behind)(__VA_ARGS__);                                                \
    if (!behind)                                                                       \
    *(void **)&behind = dlsym(RTLD_NEXT, name)

#define FAIL_WITH(fault, number, result)                                               \
    if (fails(fault)) {                                                                \
        errno = number;                                                                \
        return result;                                                                 \
    }

/* ---------------------------------------------------------------- memory

   dlsym takes memory itself, so the C library's own functions are called by name.  */

/* Shall memory fail that is asked for at CALLER?  */
static bool fails_for(void const *caller)
{
    for (int i = 0; i < spared_count; i++)
        if (spared[i].from <= (uintptr_t)caller && (uintptr_t)caller < spared[i].to)
            return false;
    if (!fails(FAULT_MEMORY))
        return false;
    errno = ENOMEM;
    return true;
}

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *old, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

void *malloc(size_t size)
{
    if (fails_for(__builtin_return_address(0)))
        return NULL;
    return __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    if (fails_for(__builtin_return_address(0)))
        return NULL;
    return __libc_calloc(count, size);
}

void *realloc(void *old, size_t size)
{
    if (fails_for(__builtin_return_address(0)))
        return NULL;
    return __libc_realloc(old, size);
}

void *reallocarray(void *old, size_t count, size_t size)
{
    size_t bytes;
    if (fails_for(__builtin_return_address(0)) ||
        __builtin_mul_overflow(count, size, &bytes)) {
        errno = ENOMEM;
        return NULL;
    }
    return __libc_realloc(old, bytes);
}

void *aligned_alloc(size_t alignment, size_t size)
{
    if (fails_for(__builtin_return_address(0)))
        return NULL;
    return __libc_memalign(alignment, size);
}

int posix_memalign(void **to, size_t alignment, size_t size)
{
    if (fails_for(__builtin_return_address(0)))
        return ENOMEM;
    *to = __libc_memalign(alignment, size);
    return *to ? 0 : ENOMEM;
}

/* ---------------------------------------------------------------- files */

/* open's third argument, if there is one.  */
static int mode_of(int flags, va_list more)
{
    return flags & (O_CREAT | O_TMPFILE) ? va_arg(more, int) : 0;
}

int open(char const *path, int flags, ...)
{
    BEHIND(int, "open", char const *, int, ...);
    va_list more;
    va_start(more, flags);
    int const mode = mode_of(flags, more);
    va_end(more);
    FAIL_WITH(FAULT_OPEN, EMFILE, -1)
    return behind(path, flags, mode);
}

int open64(char const *path, int flags, ...)
{
    BEHIND(int, "open64", char const *, int, ...);
    va_list more;
    va_start(more, flags);
    int const mode = mode_of(flags, more);
    va_end(more);
    FAIL_WITH(FAULT_OPEN, EMFILE, -1)
    return behind(path, flags, mode);
}

FILE *fopen(char const *path, char const *mode)
{
    BEHIND(FILE *, "fopen", char const *, char const *);
    FAIL_WITH(FAULT_OPEN, EMFILE, NULL)
    return behind(path, mode);
}

ssize_t read(int fd, void *to, size_t size)
{
    BEHIND(ssize_t, "read", int, void *, size_t);
    FAIL_WITH(FAULT_READ, EIO, -1)
    return behind(fd, to, size);
}

ssize_t pread(int fd, void *to, size_t size, off_t at)
{
    BEHIND(ssize_t, "pread", int, void *, size_t, off_t);
    FAIL_WITH(FAULT_READ, EIO, -1)
    return behind(fd, to, size, at);
}

size_t fread(void *to, size_t size, size_t count, FILE *in)
{
    BEHIND(size_t, "fread", void *, size_t, size_t, FILE *);
    if (fails(FAULT_READ)) {
        in->_flags |= 0x20; /* as ferror sees it in the GNU C library */
        errno = EIO;
        return 0;
    }
    return behind(to, size, count, in);
}

ssize_t write(int fd, void const *from, size_t size)
{
    BEHIND(ssize_t, "write", int, void const *, size_t);
    FAIL_WITH(FAULT_WRITE, ENOSPC, -1)
    return behind(fd, from, size);
}

ssize_t pwrite(int fd, void const *from, size_t size, off_t at)
{
    BEHIND(ssize_t, "pwrite", int, void const *, size_t, off_t);
    FAIL_WITH(FAULT_WRITE, ENOSPC, -1)
    return behind(fd, from, size, at);
}

int fsync(int fd)
{
    BEHIND(int, "fsync", int);
    FAIL_WITH(FAULT_SYNC, EIO, -1)
    return behind(fd);
}

int rename(char const *from, char const *to)
{
    BEHIND(int, "rename", char const *, char const *);
    FAIL_WITH(FAULT_RENAME, EACCES, -1)
    return behind(from, to);
}

void *mmap(void *at, size_t size, int how, int flags, int fd, off_t offset)
{
    BEHIND(void *, "mmap", void *, size_t, int, int, int, off_t);
    FAIL_WITH(FAULT_MAP, ENOMEM, MAP_FAILED)
    return behind(at, size, how, flags, fd, offset);
}

/* ---------------------------------------------------------------- threads */

int pthread_create(pthread_t *thread, pthread_attr_t const *attributes,
                   void *(*run)(void *), void *context)
{
    BEHIND(int, "pthread_create", pthread_t *, pthread_attr_t const *,
           void *(*)(void *), void *);
    if (fails(FAULT_THREAD))
        return EAGAIN;
    return behind(thread, attributes, run, context);
}
