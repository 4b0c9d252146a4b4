/* Any bytes at all are read as a collection, as games and as trees.  What can
   be read is replayed, and written, read and written again to the same bytes.
   The first byte says how many bytes the source gives at a time.  */
#include <config.h>

#include "engine/records/sgf_tree.h"
#include "engine/records/sgf_writer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(uint8_t const *data, size_t size);

struct source {
    struct sgf_memory memory;
    size_t most;
};

static ptrdiff_t pull(void *context, void *buffer, size_t size)
{
    struct source *const source = context;
    return sgf_pull_memory(&source->memory, buffer,
                           size < source->most ? size : source->most);
}

static char *write_game(struct game const *game)
{
    char *text;
    size_t size;
    FILE *const out = open_memstream(&text, &size);
    sgf_write(game, out);
    fclose(out);
    return text;
}

static void check_writing(struct game const *game)
{
    struct game again;
    struct failure why;
    char *const once = write_game(game);
    struct source source = {{once, strlen(once)}, SIZE_MAX};
    struct sgf_reader *const reader = sgf_reader_new();
    sgf_reader_keep_notes(reader, true);
    sgf_reader_start(reader, pull, &source);
    game_init(&again, 19, 19);
    if (sgf_read(reader, &again, &why) != SGF_GAME)
        abort();
    char *const twice = write_game(&again);
    if (strcmp(once, twice) != 0)
        abort();
    free(once);
    free(twice);
    game_release(&again);
    sgf_reader_free(reader);
}

static void read_games(struct source source)
{
    static struct replay walk;
    struct game game;
    struct failure why;
    enum sgf_outcome outcome;
    struct sgf_reader *const reader = sgf_reader_new();
    sgf_reader_keep_notes(reader, true);
    sgf_reader_start(reader, pull, &source);
    game_init(&game, 19, 19);
    while ((outcome = sgf_read(reader, &game, &why)) != SGF_END) {
        if (outcome == SGF_BAD)
            continue;
        replay_start(&walk, &game);
        while (replay_next(&walk, &why))
            ;
        board_check(&walk.board);
        check_writing(&game);
    }
    game_release(&game);
    sgf_reader_free(reader);
}

static void read_trees(struct source source)
{
    struct sgf_scan scan;
    struct sgf_tree *tree;
    struct failure why;
    struct move move;
    sgf_scan_init(&scan);
    sgf_scan_start(&scan, pull, &source);
    while (sgf_read_tree(&scan, &tree, &why) != SGF_END) {
        struct sgf_node *node = tree ? sgf_tree_root(tree) : NULL;
        for (; node; node = sgf_after(node))
            sgf_move(tree, node, &move);
        sgf_tree_free(tree);
    }
    sgf_scan_release(&scan);
}

int LLVMFuzzerTestOneInput(uint8_t const *data, size_t size)
{
    if (size == 0)
        return 0;
    struct source const source = {{(char const *)data + 1, size - 1}, 1u + data[0]};
    read_games(source);
    read_trees(source);
    return 0;
}
