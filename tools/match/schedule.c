#include <config.h>

#include "tools/match/schedule.h"

#include <assert.h>

int schedule_pairings(int engines, bool gauntlet)
{
    return gauntlet ? engines - 1 : engines * (engines - 1) / 2;
}

struct fixture schedule_game(int number, int engines, bool gauntlet)
{
    assert(engines >= 2 && number >= 0);
    int const pairings = schedule_pairings(engines, gauntlet);
    int const pair = number / 2;
    int pairing = pair % pairings, first = 0;
    if (!gauntlet)
        for (int row = engines - 1; pairing >= row; row--, first++)
            pairing -= row;
    int const second = first + 1 + pairing;
    assert(first < second && second < engines);
    struct fixture const fixture = {first, second, pair / pairings};
    return number % 2 == 0 ? fixture : (struct fixture){second, first, fixture.opening};
}
