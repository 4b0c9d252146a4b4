/* tools/tools.h -- the subcommands, one file each. */
#pragma once

/* A subcommand: what `hishi NAME ...' runs.  argv[0] is "hishi NAME".  */
struct tool {
    char const *name;
    int (*main)(int argc, char **argv);
    char const *help; /* one line */
};

int gtp_main(int argc, char **argv);
int play_main(int argc, char **argv);
int bench_main(int argc, char **argv);
int find_main(int argc, char **argv);
int learn_main(int argc, char **argv);
int mine_main(int argc, char **argv);
int report_main(int argc, char **argv);
int match_main(int argc, char **argv);
