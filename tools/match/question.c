#include <config.h>

#include "tools/match/question.h"

#include <assert.h>

#include "engine/base/json.h"
#include "tools/match/schedule.h"

/* Half points of the first engine in game NUMBER.  */
static int half_points(struct match_plan const *plan, int number,
                       struct game_outcome const *outcome)
{
    struct fixture const fixture =
        schedule_game(number, plan->roster->count, plan->gauntlet);
    enum color const self = fixture.black == 0 ? BLACK : WHITE;
    if (outcome->ending == ENDING_NO_RESULT || outcome->winner == EMPTY)
        return 1;
    return outcome->winner == self ? 2 : 0;
}

static void hear_pair(struct sprt_question *question, struct match_plan const *plan,
                      struct game_outcome const pair[2])
{
    int const number = 2 * question->heard++;
    bool counts = true;
    int points = 0;
    for (int i = 0; i < 2; i++) {
        counts = counts && standings_count_game(plan, number + i, &pair[i]);
        points += half_points(plan, number + i, &pair[i]);
    }
    if (!counts) {
        question->void_pairs++;
        return;
    }
    question->tally.seen[points]++;
    question->verdict = sprt_decide(&question->test, &question->tally);
}

bool question_hear(struct sprt_question *question, struct match_plan const *plan,
                   struct game_outcome const outcomes[])
{
    assert(plan->roster->count == 2 && plan->games % 2 == 0);
    while (question->verdict == SPRT_OPEN && 2 * question->heard < plan->games) {
        struct game_outcome const *const pair = &outcomes[2 * question->heard];
        if (pair[0].ending == ENDING_STOPPED || pair[1].ending == ENDING_STOPPED)
            break;
        hear_pair(question, plan, pair);
    }
    return question->verdict != SPRT_OPEN;
}

/* ---------------------------------------------------------------- words */

void question_format(struct sprt_question const *question,
                     char text[static QUESTION_TEXT])
{
    struct interval const bounds = sprt_bounds(&question->test);
    snprintf(text, QUESTION_TEXT, "LLR %+.2f in [%+.2f, %+.2f]",
             sprt_llr(&question->test, &question->tally), bounds.low, bounds.high);
}

static void print_verdict(struct sprt_question const *question, FILE *out)
{
    if (question->verdict == SPRT_OPEN)
        fputs("undecided", out);
    else
        fprintf(
            out, "H%d accepted, %+.7g Elo rather than %+.7g",
            question->verdict == SPRT_H1,
            question->verdict == SPRT_H1 ? question->test.elo1 : question->test.elo0,
            question->verdict == SPRT_H1 ? question->test.elo0 : question->test.elo1);
}

void question_print(struct sprt_question const *question, struct match_plan const *plan,
                    FILE *out)
{
    struct pair_tally const *const tally = &question->tally;
    struct interval const elo = pair_tally_elo_interval(tally);
    char llr[QUESTION_TEXT];
    question_format(question, llr);
    fprintf(out, "SPRT of %s - %s, H0 %+.7g, H1 %+.7g Elo, alpha %.7g, beta %.7g: ",
            plan->roster->list[0].name, plan->roster->list[1].name, question->test.elo0,
            question->test.elo1, question->test.alpha, question->test.beta);
    print_verdict(question, out);
    fprintf(out, "; %s\npairs of games that brought 0, 0.5, 1, 1.5, 2 points:", llr);
    for (int i = 0; i < PAIR_RESULTS; i++)
        fprintf(out, " %d", tally->seen[i]);
    fprintf(out, " of %d", pair_tally_pairs(tally));
    if (question->void_pairs)
        fprintf(out, " (%d more with a void game)", question->void_pairs);
    fprintf(out, ": %+.1f Elo [%+.1f, %+.1f]%s\n",
            elo_of_score(pair_tally_score(tally)), elo.low, elo.high,
            question->verdict == SPRT_OPEN
                ? ""
                : "; an interval after a stop leans to the verdict's side");
}

void question_print_json(struct sprt_question const *question, FILE *out)
{
    static char const *const verdicts[] = {"undecided", "H0", "H1"};
    static char const *const keys[] = {"pairs_0", "pairs_0_5", "pairs_1", "pairs_1_5",
                                       "pairs_2"};
    struct interval const bounds = sprt_bounds(&question->test);
    struct interval const elo = pair_tally_elo_interval(&question->tally);
    fputc('{', out);
    json_text("sprt", verdicts[question->verdict], out);
    json_number("elo0", question->test.elo0, out);
    json_number("elo1", question->test.elo1, out);
    json_number("alpha", question->test.alpha, out);
    json_number("beta", question->test.beta, out);
    json_number("llr", sprt_llr(&question->test, &question->tally), out);
    json_number("llr_low", bounds.low, out);
    json_number("llr_high", bounds.high, out);
    json_number("elo", elo_of_score(pair_tally_score(&question->tally)), out);
    json_number("elo_low_95", elo.low, out);
    json_number("elo_high_95", elo.high, out);
    for (int i = 0; i < PAIR_RESULTS; i++)
        json_number(keys[i], question->tally.seen[i], out);
    json_number("pairs_void", question->void_pairs, out);
    fprintf(out, "\"pairs\": %d}\n", pair_tally_pairs(&question->tally));
}
