/* tools/match/elo.h -- what results say about strength: arithmetic, nothing else.

   A draw is half a win.  A rating difference of D Elo means an expected score
   of 1 / (1 + 10^(-D/400)) (Elo 1978).  */
#pragma once

/* What one engine did against another.  */
struct tally {
    int wins, draws, losses;
};

struct interval {
    double low, high;
};

struct rating {
    double elo; /* the average of all is 0 */
    struct interval confidence;
};

int tally_games(struct tally tally);
/* The mean score, 0 to 1; one half when there are no games.  */
double tally_score(struct tally tally);

/* The difference in Elo at which SCORE is expected (infinite at 0 and 1), and
   the reverse.  */
double elo_of_score(double score);
double score_of_elo(double elo);

/* The 95 % interval of the expected score behind TALLY.  It is Wilson's (1927):
   all p for which the observed mean is no surprise, that is

       (mean - p)^2 <= z^2 v(p) / n,    v(p) = p (1 - p) - d / 4,

   where v is the variance of one game when a share D of them is drawn; D is
   taken as draws / (n + z^2), a little less than observed, so that a row of
   draws does not feign certainty.  Without draws this is exactly Wilson's
   interval, which holds its 95 % for few games and for lopsided results.
   Games are taken as independent; since the two games of an opening share its
   luck with colours changed, the interval is rather too wide than too narrow.  */
struct interval tally_interval(struct tally tally);

/* The same in Elo; the far end of a clean sweep is infinite.  */
struct interval tally_elo_interval(struct tally tally);

/* Ratings of COUNT engines from all their games together: Bradley and Terry's
   model (1952), fitted by Newton's method.  TALLIES[i * COUNT + j] is what I
   did against J; only i < j is read.  To keep the ratings of engines that won
   or lost everything finite, each is given PRIOR drawn games (1 is usual)
   against a player of rating 0.  The intervals are 1.96 standard errors of the
   difference from the average, from the curvature at the maximum.  */
void rate(int count, struct tally const tallies[], double prior,
          struct rating ratings[]);
