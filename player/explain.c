#include <config.h>

#include "player/explain.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "engine/base/json.h"

static double percent(double part, double whole)
{
    return whole > 0 ? 100 * part / whole : 0;
}

/* Small shares want more digits than large ones.  */
static void print_percent(double share, FILE *out)
{
    double const value = 100 * share;
    if (value < 0.01) {
        fputs("less than 0.01 %", out);
        return;
    }
    fprintf(out,
            value < 0.1 && value > 0 ? "%.2f %%"
            : value < 10             ? "%.1f %%"
                                     : "%.0f %%",
            value);
}

/* "1,195,839"  */
static void print_count(unsigned long count, FILE *out)
{
    if (count >= 1000) {
        print_count(count / 1000, out);
        fprintf(out, ",%03lu", count % 1000);
    } else
        fprintf(out, "%lu", count);
}

/* ---------------------------------------------------------------- what it does */

static void print_reasons(struct insight const *insight, struct board const *before,
                          int most, FILE *out)
{
    struct reasons reasons;
    reasons_find(before, insight->at, &insight->facts, &reasons);
    for (int i = 0; i < reasons.count && i < most; i++)
        fprintf(out, "%s%s", i ? "; " : " ", reasons.text[i]);
}

/* ---------------------------------------------------------------- players */

/* Reading changed the number so much that both are told.  */
static bool reading_matters(struct insight const *insight)
{
    float const before = insight->prediction, after = insight->p;
    return fabsf(after - before) > 0.02f &&
           (after > 1.25f * before || after < 0.8f * before);
}

/* How probable it was by all sources together.  */
static void print_probability(struct insight const *insight, int legal, FILE *out)
{
    print_percent((double)insight->prediction, out);
    fprintf(out, " of strong players would play here (choice number %d", insight->rank);
    if (legal)
        fprintf(out, " of %d", legal);
    fputs(")", out);
    if (reading_matters(insight)) {
        fprintf(out, "; reading %s it to ",
                insight->p > insight->prediction ? "raises" : "lowers");
        print_percent((double)insight->p, out);
    }
}

/* ---------------------------------------------------------------- memory */

/* "kgs-6d/6517 move 59 (A-B, 2004-05-03)"  */
void explain_precedent(struct precedent const *precedent, FILE *out)
{
    bool const players = *precedent->black || *precedent->white;
    fprintf(out, "%s/%" PRIu32 " move %d", precedent->file, precedent->number,
            precedent->move);
    if (players || *precedent->date)
        fprintf(out, " (%s%s%s%s%s)", precedent->black, players ? "-" : "",
                precedent->white, players && *precedent->date ? ", " : "",
                precedent->date);
}

/* Fewer than these are told as they are: a share of them says nothing.  */
enum { SHARE_OF = 20, LOOKED_AT = 10, WORTH_TELLING = 3 };

/* "played 41 of the 52 times it could be, won 24 of 41 (59 %)"  */
static void print_counts(struct testimony const *testimony, FILE *out)
{
    fputs("played ", out);
    print_count(testimony->played, out);
    fputs(" of the ", out);
    print_count(testimony->seen, out);
    fputs(" times it could be", out);
    if (testimony->decided) {
        fputs(", won ", out);
        print_count(testimony->won, out);
        fputs(" of ", out);
        print_count(testimony->decided, out);
        if (testimony->decided >= SHARE_OF)
            fprintf(out, " (%.0f %%)", percent(testimony->won, testimony->decided));
    }
}

void explain_testimony(struct testimony const *testimony, FILE *out)
{
    assert(testimony->played <= testimony->seen &&
           testimony->won <= testimony->decided);
    if (*testimony->account)
        fputs(testimony->account, out);
    else if (testimony->alike >= 1)
        fputs("the same surroundings", out);
    else
        fprintf(out, "surroundings %.0f %% alike", 100 * (double)testimony->alike);
    if (testimony->seen) { /* a book that was grown by search has counted nothing */
        fputs(": ", out);
        print_counts(testimony, out);
    }
    for (int i = 0; i < testimony->precedent_count; i++) {
        fputs(i ? "; " : ", e.g. ", out);
        explain_precedent(&testimony->precedent[i], out);
    }
}

/* ---------------------------------------------------------------- search */

/* "wins 51.2 % of 3,120 playouts"; of a few it is only said how many there were.  */
static void print_wins(struct insight const *insight, FILE *out)
{
    if (insight->visits < LOOKED_AT) {
        fprintf(out, "hardly looked at (%" PRIu32 " playout%s)", insight->visits,
                insight->visits == 1 ? "" : "s");
        return;
    }
    fprintf(out, "wins %.1f %% of ", 100 * insight->win);
    print_count(insight->visits, out);
    fputs(" playouts", out);
}

static void print_search(struct insight const *insight, struct evidence const *evidence,
                         FILE *out)
{
    assert(insight->visits && insight->line_length <= LINE_MOVES);
    char text[POINT_TEXT];
    print_wins(insight, out);
    if (evidence && evidence->playouts) {
        fputs(" (", out);
        print_count((unsigned long)evidence->playouts, out);
        fputs(" in all)", out);
    }
    if (isfinite(insight->lead) && insight->visits >= LOOKED_AT)
        fprintf(out, ", %+.1f points on average", insight->lead);
    if (insight->line_length > 1)
        fputs("; expects", out);
    for (int i = 1; i < insight->line_length; i++)
        fprintf(out, " %s", point_format(insight->line[i], text));
}

/* ---------------------------------------------------------------- together */

void explain(struct insight const *insight, struct evidence const *evidence,
             struct board const *before, FILE *out)
{
    char text[POINT_TEXT];
    fprintf(out, "%s", point_format(insight->at, text));
    print_reasons(insight, before, REASONS_MAX, out);
    if (insight->rank) {
        fputs("\n", out);
        print_probability(insight, evidence ? evidence->legal : 0, out);
    }
    for (int i = 0; i < insight->testimony_count; i++) {
        if (i && insight->testimony[i].played < WORTH_TELLING)
            continue;
        fputs("\nremembers ", out);
        explain_testimony(&insight->testimony[i], out);
    }
    if (insight->visits) {
        fputs("\n", out);
        print_search(insight, evidence, out);
    }
    fputs("\n", out);
}

/* The testimony that weighs most: of most games among those alike.  */
static struct testimony const *strongest(struct insight const *insight)
{
    struct testimony const *best = NULL;
    for (int i = 0; i < insight->testimony_count; i++) {
        struct testimony const *const one = &insight->testimony[i];
        if (one->alike >= 0.9f && (!best || one->played > best->played))
            best = one;
    }
    return best ? best : insight->testimony_count ? &insight->testimony[0] : NULL;
}

void explain_briefly(struct insight const *insight, struct evidence const *evidence,
                     struct board const *before, FILE *out)
{
    char text[POINT_TEXT];
    struct testimony const *const testimony = strongest(insight);
    fprintf(out, "%s", point_format(insight->at, text));
    print_reasons(insight, before, 2, out);
    if (insight->rank) {
        fputs(". ", out);
        print_probability(insight, 0, out);
    }
    if (testimony) {
        fputs(". I remember ", out);
        explain_testimony(testimony, out);
    }
    if (insight->visits) {
        fputs(". It ", out);
        print_search(insight, evidence, out);
    }
}

/* The other moves, a line each.  */
static void print_others(struct evidence const *evidence, FILE *out)
{
    char text[POINT_TEXT];
    for (int i = 1; i < evidence->count; i++) {
        struct insight const *const other = &evidence->insight[i];
        fprintf(out, "rather than %s: ", point_format(other->at, text));
        print_percent((double)other->prediction, out);
        fputs(" of strong players", out);
        if (other->visits) {
            fputs(", ", out);
            print_wins(other, out);
        }
        fputs("\n", out);
    }
}

void explain_judgement(struct judgement const *judgement, FILE *out)
{
    static double const hardly = 0.55, /* more than a coin tells */
        least = 0.05;                  /* points: told as 0.0 */
    bool const black = judgement->lead >= 0;
    double const win = (double)(black ? judgement->win : 1 - judgement->win);
    double const lead = fabs((double)judgement->lead);
    if (lead < least)
        fputs("nobody is ahead", out);
    else
        fprintf(out, "%s is ahead by %.1f points", color_name(black ? BLACK : WHITE),
                lead);
    if (win < hardly)
        fputs("; who wins is open", out);
    else
        fprintf(out, "; strong players win %.0f %% of such games", 100 * win);
}

void explain_decision(struct decision const *decision, struct board const *before,
                      FILE *out)
{
    struct evidence const *const evidence = &decision->evidence;
    if (!evidence->count || evidence->insight[0].at != decision->at) {
        char text[POINT_TEXT];
        fprintf(out, "%s: %s\n", point_format(decision->at, text), decision->reason);
    }
    if (evidence->count)
        explain(&evidence->insight[0], evidence, before, out);
    print_others(evidence, out);
    if (evidence->judged) {
        fputs("at one look, before any playout, ", out);
        explain_judgement(&evidence->judgement, out);
        fputs("\n", out);
    }
}

/* ---------------------------------------------------------------- as JSON */

static void json_reasons(struct insight const *insight, struct board const *before,
                         FILE *out)
{
    struct reasons reasons;
    reasons_find(before, insight->at, &insight->facts, &reasons);
    fputs("\"reasons\": [", out);
    for (int i = 0; i < reasons.count; i++) {
        fputs(i ? ", " : "", out);
        json_quoted(reasons.text[i], out);
    }
    fputs("]", out);
}

static void json_voices(struct insight const *insight, FILE *out)
{
    fputs(", \"voices\": [", out);
    for (int i = 0; i < insight->voice_count; i++) {
        struct voice const *const voice = &insight->voice[i];
        fprintf(out,
                "%s{\"source\": \"%s\", \"p\": %.5f, \"alike\": %.3f, \"worth\": %.3f}",
                i ? ", " : "", voice->source, (double)voice->p, (double)voice->alike,
                (double)voice->worth);
    }
    fputs("]", out);
}

static void json_precedents(struct testimony const *testimony, FILE *out)
{
    fputs(", \"games\": [", out);
    for (int i = 0; i < testimony->precedent_count; i++) {
        struct precedent const *const precedent = &testimony->precedent[i];
        fprintf(out, "%s{\"file\": ", i ? ", " : "");
        json_quoted(precedent->file, out);
        fprintf(out,
                ", \"game\": %" PRIu32 ", \"move\": %d, \"black\": ", precedent->number,
                precedent->move);
        json_quoted(precedent->black, out);
        fputs(", \"white\": ", out);
        json_quoted(precedent->white, out);
        fputs(", \"date\": ", out);
        json_quoted(precedent->date, out);
        fputs("}", out);
    }
    fputs("]", out);
}

static void json_testimonies(struct insight const *insight, FILE *out)
{
    fputs(", \"memories\": [", out);
    for (int i = 0; i < insight->testimony_count; i++) {
        struct testimony const *const one = &insight->testimony[i];
        fprintf(out, "%s{\"source\": \"%s\", \"account\": ", i ? ", " : "",
                one->source);
        json_quoted(one->account, out);
        fprintf(out,
                ", \"alike\": %.3f, \"seen\": %" PRIu32 ", \"played\": %" PRIu32
                ", \"decided\": %" PRIu32 ", \"won\": %" PRIu32,
                (double)one->alike, one->seen, one->played, one->decided, one->won);
        json_precedents(one, out);
        fputs("}", out);
    }
    fputs("]", out);
}

void explain_json(struct insight const *insight, struct board const *before, FILE *out)
{
    char text[POINT_TEXT];
    fprintf(out, "{\"move\": \"%s\", \"rank\": %d, \"prediction\": %.5f, \"p\": %.5f, ",
            point_format(insight->at, text), insight->rank, (double)insight->prediction,
            (double)insight->p);
    json_reasons(insight, before, out);
    json_voices(insight, out);
    json_testimonies(insight, out);
    fprintf(out, ", \"visits\": %" PRIu32 ", \"win\": %.4f, ", insight->visits,
            insight->visits ? insight->win : 0.5);
    if (insight->visits && isfinite(insight->lead))
        fprintf(out, "\"lead\": %.1f, ", insight->lead);
    fputs("\"line\": [", out);
    for (int i = 0; i < insight->line_length; i++)
        fprintf(out, "%s\"%s\"", i ? ", " : "", point_format(insight->line[i], text));
    fputs("]}", out);
}
