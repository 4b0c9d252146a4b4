/* tools/play/sayings.h -- what a person can say, where it does not stand in the list
   itself (words.c).  */
#pragma once

#include "tools/play/play.h"

enum { WORDS_MAX = 16 };

/* What was said behind a word: as separate words, or as it stands.  */
struct said {
    char *rest;
    char *words[WORDS_MAX];
    int count;
};

/* advice.c */
void say_hint(struct play *play, struct said *said);
void say_score(struct play *play, struct said *said);
void say_why(struct play *play, struct said *said);

/* analyse.c */
void say_analyse(struct play *play, struct said *said);

/* time.c */
void say_level(struct play *play, struct said *said);
void say_clock(struct play *play, struct said *said);
