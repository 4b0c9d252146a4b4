#include <config.h>

#include "tools/tools.h"

#include "engine/board.h"

int bench_main(int argc, char **argv)
{
    (void)argc;
    (void)argv;
    static struct board board;
    board_init(&board, 19, 19);
    return 0;
}
