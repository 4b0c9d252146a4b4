/* Any bytes as the nodes of a file of joseki whose checksums are right: it is
   refused, or a game is followed through it.  */
#include <config.h>

#include "books/joseki/joseki_source.h"

#include "engine/base/chunkfile.h"
#include "engine/base/rng.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(uint8_t const *data, size_t size);

static void write_file(char const *path, uint8_t const *data, size_t size)
{
    struct failure why;
    size_t const nodes = size / sizeof(struct joseki_node);
    struct near_state *const near = calloc(nodes + 1, sizeof *near);
    memset(near, data[0], nodes * sizeof *near);
    struct chunk_writer *const writer =
        chunk_writer_new(path, "JOSK", JOSEKI_VERSION, &why);
    unsigned char head[8];
    put_le32(head, CODE_BOARD);
    put_le32(head + 4, (uint32_t)nodes);
    chunk_writer_begin(writer, "HEAD");
    chunk_writer_write(writer, head, sizeof head);
    chunk_writer_begin(writer, "NODE");
    chunk_writer_write(writer, data, nodes * sizeof(struct joseki_node));
    chunk_writer_begin(writer, "NEAR");
    chunk_writer_write(writer, near, nodes * sizeof *near);
    if (!chunk_writer_finish(writer, &why))
        abort();
    free(near);
}

static void follow(struct joseki const *joseki, uint64_t seed)
{
    static struct board board;
    static struct move moves[60];
    struct rng rng;
    struct joseki_source *const source = joseki_source_new(joseki);
    rng_seed(&rng, seed);
    board_init(&board, CODE_BOARD, CODE_BOARD);
    for (int i = 0; i < 60; i++) {
        point const p = board.empty[rng_below(&rng, board.empty_count)];
        enum color const color = i % 2 ? WHITE : BLACK;
        if (!board_is_legal(&board, p, color, false))
            break;
        moves[i] = (struct move){(uint8_t)color, p};
        board_play(&board, p, color);
        struct situation const situation = {&board, moves, i + 1};
        struct proposal list[AREA_MAX];
        joseki_source_list(source, &situation, list);
    }
    joseki_source_free(source);
}

int LLVMFuzzerTestOneInput(uint8_t const *data, size_t size)
{
    char path[64];
    struct failure why;
    if (size < sizeof(struct joseki_node))
        return 0;
    snprintf(path, sizeof path, "/tmp/hishi-fuzz-joseki-%d", (int)getpid());
    write_file(path, data, size);
    struct joseki *const joseki = joseki_open(path, &why);
    if (joseki)
        follow(joseki, size);
    joseki_close(joseki);
    unlink(path);
    return 0;
}
