/* The end of a game: the list of dead stones, of those in seki, and the score are one
   opinion, by all rules and after any game.  */
#include "tests/support/testing.h"

#include "engine/reading/settling.h"
#include "player/session.h"

#include <string.h>

enum { GAMES = 1000, SIZE_MAX_HERE = 8, FRAME = SIZE_MAX_HERE + 2 };

/* A board as a person would count it: a letter for each point.  */
struct counted {
    int width, height;
    char stone[FRAME][FRAME]; /* ' ' beyond the edge, '.' empty, 'X', 'O' */
    bool shared[FRAME][FRAME];
    bool seen[FRAME][FRAME];
};

/* What touches the empty region that (X, Y) is in: 1 Black, 2 White, 4 a seki.  */
static int walk(struct counted *counted, int x, int y, int *size)
{
    char const at = counted->stone[y][x];
    if (at == 'X' || at == 'O')
        return (at == 'X' ? 1 : 2) | (counted->shared[y][x] ? 4 : 0);
    if (at == ' ' || counted->seen[y][x])
        return 0;
    counted->seen[y][x] = true;
    ++*size;
    return walk(counted, x + 1, y, size) | walk(counted, x - 1, y, size) |
           walk(counted, x, y + 1, size) | walk(counted, x, y - 1, size);
}

/* Black's points less White's, with PRISONERS, of which [0] were White's.  */
static int count(struct counted *counted, bool territory, int const prisoners[2])
{
    int points = territory ? prisoners[0] - prisoners[1] : 0;
    for (int y = 1; y <= counted->height; y++)
        for (int x = 1; x <= counted->width; x++) {
            char const at = counted->stone[y][x];
            int size = 0;
            if (at != '.') {
                points += territory ? 0 : at == 'X' ? 1 : -1;
                continue;
            }
            int const around = walk(counted, x, y, &size);
            if ((around & 3) == 1 && !(territory && around & 4))
                points += size;
            if ((around & 3) == 2 && !(territory && around & 4))
                points -= size;
        }
    return points;
}

/* What somebody comes to who takes the dead stones off by the list.  */
static double score_by_list(struct session const *session,
                            enum status const status[POINTS])
{
    struct board const *const board = session_board(session);
    struct rules const *const rules = session_rules(session);
    struct counted counted = {.width = board->width, .height = board->height};
    int prisoners[2] = {board->prisoners[WHITE], board->prisoners[BLACK]};
    memset(counted.stone, ' ', sizeof counted.stone);
    for (int y = 1; y <= board->height; y++)
        for (int x = 1; x <= board->width; x++) {
            point const p = point_at(x, y);
            bool const stone = board->color[p] != EMPTY;
            bool const dead = stone && status[p] == STATUS_DEAD;
            counted.stone[y][x] = !stone || dead             ? '.'
                                  : board->color[p] == BLACK ? 'X'
                                                             : 'O';
            counted.shared[y][x] = stone && status[p] == STATUS_SEKI;
            prisoners[board->color[p] == BLACK] += dead;
        }
    return count(&counted, rules->scoring == SCORE_TERRITORY, prisoners) -
           session_komi(session);
}

/* A game that was played out, or given up after a while: then stones are dead.  */
static void play_game(struct session *session, struct rng *rng)
{
    int const size = 4 + (int)rng_below(rng, SIZE_MAX_HERE - 3);
    int const limit = rng_below(rng, 2) ? 1000 : 10 + (int)rng_below(rng, 60);
    struct rules const *rules = rules_table;
    for (uint32_t row = rng_below(rng, 7); row && rules[1].name; row--)
        rules++;
    session_set_rules(session, rules);
    assert_true(session_resize(session, size, size, NULL));
    for (int i = 0; i < limit && session_board(session)->passes < 2; i++) {
        struct board board = *session_board(session);
        struct move move = {board.to_move, settling_draw(&board, rng)};
        if (!session_play(session, &move, 1, NULL)) { /* by superko */
            move.at = PASS;
            assert_true(session_play(session, &move, 1, NULL));
        }
    }
}

static void lists_and_scores_agree_after_a_thousand_games(void **state)
{
    (void)state;
    struct session_options options = session_defaults();
    options.tuning.search.memory_mb = 1;
    struct session *const session = session_new(&options);
    struct rng rng;
    int found[3] = {0};
    rng_seed(&rng, 19);
    for (int game = 0; game < GAMES; game++) {
        enum status status[POINTS];
        play_game(session, &rng);
        session_status(session, status);
        struct board const *const board = session_board(session);
        for (point p = board_first_point(); p; p = board_next_point(board, p)) {
            found[status[p]] += board->color[p] != EMPTY;
            assert_true(board->color[p] == EMPTY ||
                        status[p] == status[board->next[p]]);
        }
        assert_true(score_by_list(session, status) == session_score(session));
    }
    assert_true(found[STATUS_DEAD] > GAMES && found[STATUS_ALIVE] > GAMES);
    assert_true(found[STATUS_SEKI] > 0);
    session_free(session);
}

int main(void)
{
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(lists_and_scores_agree_after_a_thousand_games),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
