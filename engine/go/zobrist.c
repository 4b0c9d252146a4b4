#include <config.h>

#include "engine/go/zobrist.h"

/* The keys are spelled out by the preprocessor: key N is the splitmix number
   of N (Steele, Lea and Flood 2014), without any start-up code.  */
#define STEP1(x) ((x) ^ (x) >> 30) * UINT64_C(0xbf58476d1ce4e5b9)
#define STEP2(x) ((x) ^ (x) >> 27) * UINT64_C(0x94d049bb133111eb)
#define STEP3(x) ((x) ^ (x) >> 31)
#define SEED(n) (((uint64_t)(n) + 1) * UINT64_C(0x9e3779b97f4a7c15))
#define KEY(n) STEP3(STEP2(STEP1(SEED(n))))

#define PAIR(p)                                                                        \
    {                                                                                  \
        KEY(2 * (p)), KEY(2 * (p) + 1)                                                 \
    }
#define PAIRS4(p) PAIR(p), PAIR((p) + 1), PAIR((p) + 2), PAIR((p) + 3)
#define PAIRS16(p) PAIRS4(p), PAIRS4((p) + 4), PAIRS4((p) + 8), PAIRS4((p) + 12)
#define PAIRS64(p) PAIRS16(p), PAIRS16((p) + 16), PAIRS16((p) + 32), PAIRS16((p) + 48)

_Static_assert(POINTS == 11 * 64, "the rows below must cover every point");

uint64_t const zobrist_stone[POINTS][2] = {
    PAIRS64(0),   PAIRS64(64),  PAIRS64(128), PAIRS64(192), PAIRS64(256), PAIRS64(320),
    PAIRS64(384), PAIRS64(448), PAIRS64(512), PAIRS64(576), PAIRS64(640),
};

uint64_t const zobrist_to_move[ZOBRIST_SIDES] = {0, KEY(2 * POINTS),
                                                 KEY(2 * POINTS + 1)};
