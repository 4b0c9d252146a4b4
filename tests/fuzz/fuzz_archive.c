/* Any bytes as an archive or a compressed file of games: what can be had of it is read,
   within its limit, and what cannot is said.  */
#include <config.h>

#include "engine/records/archive.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(uint8_t const *data, size_t size);

enum { LIMIT = 1000000 };

static void note(void *context, struct origin const *origin, struct failure const *why)
{
    *(size_t *)context += strlen(origin->file) + strlen(why->text);
}

int LLVMFuzzerTestOneInput(uint8_t const *data, size_t size)
{
    int const fd = memfd_create("fuzz", 0);
    char path[64];
    size_t told = 0;
    long games = 0;
    struct game game;
    struct origin origin;
    struct failure why;
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    if (fd < 0 || write(fd, data, size) != (ssize_t)size)
        abort();
    char const *const places[] = {path};
    struct archive_reader *const reader =
        archive_open_up_to(places, 1, LIMIT, note, &told);
    game_init(&game, 19, 19);
    while (archive_next(reader, &game, &origin))
        games++;
    struct archive_account const *const account = archive_account(reader);
    if (account->games != games || (!archive_whole(reader, &why) && !told))
        abort();
    game_release(&game);
    archive_close(reader);
    close(fd);
    return 0;
}
