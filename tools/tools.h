/* tools/tools.h -- the subcommands, one file each. */
#pragma once

#include "tools/menu.h"

int gtp_main(int argc, char **argv);
int play_main(int argc, char **argv);
int bench_main(int argc, char **argv);
int book_main(int argc, char **argv);
int find_main(int argc, char **argv);
int joseki_main(int argc, char **argv);
int learn_main(int argc, char **argv);
int mine_main(int argc, char **argv);
int show_main(int argc, char **argv);
int report_main(int argc, char **argv);
int match_main(int argc, char **argv);
/* match --soak, which is a tool of its own.  */
int soak_main(int argc, char **argv);
int selfplay_main(int argc, char **argv);
int tune_main(int argc, char **argv);
