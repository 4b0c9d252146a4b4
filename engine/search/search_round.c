#include <config.h>

#include "engine/search/search_inside.h"

#include "engine/reading/playout.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------- expand */

/* The weight of what no source proposes, and P of a pass: usually, and when a stone may
   cost a point.  */
static float const unproposed = 1e-6f, pass_prior = 1e-3f, late_pass_prior = 1e-2f;

/* How many children a node gets at once, if there are as many.  */
enum { LOT = 31 };

/* The candidates where the worker is; at the root, those of the task.  */
static struct candidates const *ask(struct worker *worker, enum effort effort)
{
    struct task const *const task = worker->search->task;
    struct situation const situation = {&worker->board, worker->moves,
                                        task->situation.move_count + worker->depth};
    return worker->depth ? consult(worker->consultation, &situation, effort)
                         : task->candidates;
}

/* How much effort a node with VISITS has earned.  */
static enum effort effort_for(struct search const *search, uint32_t visits)
{
    int const full_at = search->tuning.full_at;
    return full_at && visits >= (uint32_t)full_at ? EFFORT_FULL : EFFORT_QUICK;
}

/* What was asked about the node where the worker is says what becomes of it, too.  */
static void judge_node(struct worker *worker)
{
    struct task const *const task = worker->search->task;
    struct node *const node = &worker->search->tree.node[worker->path[worker->depth]];
    struct judgement const *judgement = task->judgement;
    if (worker->depth)
        judgement = consultation_judge(worker->consultation, &worker->judgement)
                        ? &worker->judgement
                        : NULL;
    if (judgement)
        node_judge(node, (double)judgement->lead);
}

/* Is territory counted, and half of the board taken?  */
static bool is_late(struct rules const *rules, struct board const *board)
{
    return rules->scoring == SCORE_TERRITORY &&
           (board->stones[BLACK] + board->stones[WHITE]) * 2 >
               board->width * board->height;
}

/* Every move there that can be played, with its P, and pass.  */
static int list_priors(struct worker *worker, struct candidates const *candidates)
{
    struct board const *const board = &worker->board;
    struct limits const *const limits = worker->search->task->limits;
    int const color = board->to_move, depth = worker->depth;
    struct rules const *const rules = worker->search->task->rules;
    bool const late = is_late(rules, board);
    float sum = 0;
    int count = 0;
    for (int i = 0; i < board->empty_count; i++) {
        point const p = board->empty[i];
        if (limits_forbid(limits, color, p, depth) ||
            !is_playable(rules, &worker->history, board, p))
            continue;
        struct candidate const *const candidate = candidates_find(candidates, p);
        float const weight = unproposed + (candidate ? candidate->p : 0);
        worker->priors[count++] = (struct prior){p, weight};
        sum += weight;
    }
    for (int i = 0; i < count; i++)
        worker->priors[i].p /= sum;
    if (!limits_forbid(limits, color, PASS, depth))
        worker->priors[count++] =
            (struct prior){PASS, late ? late_pass_prior : pass_prior};
    return count;
}

/* Take the children that the node has already out of the list.  */
static int drop_known(struct worker *worker, int count)
{
    struct tree const *const tree = &worker->search->tree;
    int kept = 0;
    for (int i = 0; i < count; i++)
        if (!tree_child(tree, worker->path[worker->depth], worker->priors[i].at))
            worker->priors[kept++] = worker->priors[i];
    return kept;
}

static int more_probable(void const *left, void const *right)
{
    struct prior const *const a = left, *const b = right;
    if (a->p != b->p)
        return a->p > b->p ? -1 : 1;
    return (a->at > b->at) - (a->at < b->at);
}

/* How many won playouts a move of probability P begins with.  By a power below 1,
   since what is improbable is not hopeless (Pachi takes the root).  */
static float begin_with(struct search const *search, float p)
{
    return (float)(search->prior * pow((double)p, search->tuning.prior_power));
}

/* Give the node where the worker is its next children, of which so many are WANTED
   at once, unless another thread is about to.  */
static void expand(struct worker *worker, uint32_t place, int wanted)
{
    struct tree *const tree = &worker->search->tree;
    if (!tree_claim(tree, place))
        return;
    uint32_t const visits = node_load(&tree->node[worker->path[worker->depth]].visits);
    struct candidates const *const candidates =
        ask(worker, effort_for(worker->search, visits));
    int const count = drop_known(worker, list_priors(worker, candidates));
    int const most = wanted > LOT ? wanted : LOT, lot = count < most ? count : most;
    judge_node(worker);
    qsort(worker->priors, (size_t)count, sizeof *worker->priors, more_probable);
    for (int i = 0; i < lot; i++)
        worker->priors[i].p = begin_with(worker->search, worker->priors[i].p);
    tree_grow(tree, place, worker->priors, lot, lot == count);
}

/* How many children of a node with VISITS are open: a few at first, then one more
   each time the visits have grown by the factor.  */
static int open_children(struct search const *search, uint32_t visits)
{
    struct search_tuning const *const tuning = &search->tuning;
    double const grown = 1 + (double)visits / tuning->expand_at;
    return tuning->candidates + (int)(log(grown) / log(tuning->widening));
}

static void expand_leaf(struct worker *worker)
{
    struct search const *const search = worker->search;
    uint32_t const leaf = worker->path[worker->depth];
    expand(worker, leaf,
           open_children(search, node_load(&search->tree.node[leaf].visits)));
}

/* The node where the worker is has children by less effort than it is worth now:
   their priors become those of CANDIDATES.  */
static void weigh_again(struct worker *worker, struct candidates const *candidates)
{
    struct tree *const tree = &worker->search->tree;
    uint32_t const node = worker->path[worker->depth];
    for (int i = list_priors(worker, candidates) - 1; i >= 0; i--) {
        uint32_t const child = tree_child(tree, node, worker->priors[i].at);
        if (child)
            tree->node[child].prior = begin_with(worker->search, worker->priors[i].p);
    }
}

void search_open(struct worker *worker)
{
    bool const kept = node_lot(&worker->search->tree.node[ROOT]) > 0;
    board_copy(&worker->board, worker->search->task->situation.board);
    worker->depth = 0;
    worker->path[0] = ROOT;
    if (kept) {
        weigh_again(worker, ask(worker, EFFORT_FULL));
        tree_sort(&worker->search->tree, ROOT);
    } else
        expand_leaf(worker);
}

static bool is_ripe(struct worker const *worker)
{
    struct search const *const search = worker->search;
    struct node const *const leaf = &search->tree.node[worker->path[worker->depth]];
    return !node_lot(leaf) && worker->board.passes < 2 &&
           node_load(&leaf->visits) > (uint32_t)search->tuning.expand_at;
}

/* ---------------------------------------------------------------- what is worth what
 */

/* Black's lead as far as is known: by the last search and by the worker's own
   playouts.  */
static double expected_lead(struct worker const *worker)
{
    struct search const *const search = worker->search;
    double const weight = search->lead_weight + (double)worker->played;
    double const sum = search->lead_weight * search->lead + worker->leads.valued;
    return weight > 0 ? sum / weight : 0;
}

/* What a playout has come to, for Black: his chance to win, his lead, and what that is
   worth, 0 to 1.  */
struct upshot {
    double win, lead, value;
};

/* A lead of UNSURE points is won by 73 %; without UNSURE who leads has won.  Above all
   it counts who wins, and a little by how much.  The points around the lead that is
   expected count most: half of all there are lie within a side of the board.  */
static struct upshot upshot_of(struct worker const *worker, double lead, double unsure)
{
    struct search const *const search = worker->search;
    struct board const *const board = search->task->situation.board;
    double const share = search->tuning.score_share;
    double const side = (board->width + board->height) / 2.0;
    double const win =
        unsure > 0 ? 1 / (1 + exp(-lead / unsure)) : (lead > 0) + 0.5 * (lead == 0);
    double const more = lead - search->tuning.score_middle * expected_lead(worker);
    double const score = 0.5 + 0.5 * more / (fabs(more) + side);
    return (struct upshot){win, lead, (1 - share) * win + share * score};
}

/* ---------------------------------------------------------------- select */

/* Playouts that a move begins with, and the mean of what they are worth.  */
struct start {
    float playouts, value;
};

/* CHILD begins with playouts like its parent's, which is worth VALUE to the side to
   move, and when it has been judged with more that are as the judge sees it.  */
static struct start start_of(struct worker const *worker, struct node const *child,
                             float value)
{
    struct search const *const search = worker->search;
    float const even = (float)search->tuning.even, more = (float)search->judge.even;
    double lead;
    if (more <= 0 || !node_judged(child, &lead))
        return (struct start){even, value};
    float const black = (float)upshot_of(worker, lead, search->judge.unsure).value,
                seen = worker->board.to_move == BLACK ? black : 1 - black;
    return (struct start){even + more, (even * value + more * seen) / (even + more)};
}

/* How much is to be expected of CHILD, whose parent is worth VALUE to the side to
   move.  It also begins with won playouts by its prior, and its own are mixed with AMAF
   as long as they are few (Gelly and Silver 2011).  */
static float promise_of(struct worker const *worker, struct node const *child,
                        float value)
{
    float const fade = 1 / (float)worker->search->tuning.amaf;
    struct start const start = start_of(worker, child, value);
    float const n = (float)node_load(&child->visits) + start.playouts + child->prior;
    float const r = (float)node_load(&child->amaf_visits) + 1;
    float const own = ((float)node_load(&child->value) * (1.0f / VALUE_ONE) +
                       start.playouts * start.value + child->prior) /
                      n;
    float const amaf =
        ((float)node_load(&child->amaf_value) * (1.0f / VALUE_ONE) + value) / r;
    float const beta = r / (r + n + n * r * fade);
    return own + beta * (amaf - own);
}

/* The child of most promise among those that are open.  */
static uint32_t select_child(struct worker *worker, uint32_t from)
{
    struct search const *const search = worker->search;
    struct tree const *const tree = &search->tree;
    uint32_t const visits = node_load(&tree->node[from].visits);
    float const taken = (float)node_load(&tree->node[from].value) / VALUE_ONE;
    float const value = visits ? 1 - taken / (float)visits : 0.5f;
    struct children walk = tree_children(from);
    int const open = open_children(search, visits);
    int seen = 0;
    uint32_t best = 0;
    float most = -INFINITY;
    for (; seen < open && tree_next(tree, &walk); seen++) {
        float const promise = promise_of(worker, &tree->node[walk.at], value);
        if (promise > most) {
            most = promise;
            best = walk.at;
        }
    }
    if (seen < open)
        expand(worker, walk.link, open - seen);
    return best;
}

static void play(struct worker *worker, point at)
{
    struct board *const board = &worker->board;
    int const count = worker->search->task->situation.move_count + worker->depth;
    worker->moves[count] = (struct move){board->to_move, at};
    board_play(board, at, (enum color)board->to_move);
    history_push(&worker->history, board);
}

/* The judge is heard about the last node on the way that it has seen.  */
static void hear_judge(struct worker *worker)
{
    struct node const *const node =
        &worker->search->tree.node[worker->path[worker->depth]];
    worker->judged |= node_judged(node, &worker->judged_lead);
}

/* Count a visit of the node where the worker is; whoever makes the one by which it
   has earned full effort consults again.  */
static void visit(struct worker *worker)
{
    struct search const *const search = worker->search;
    struct node *const node = &search->tree.node[worker->path[worker->depth]];
    uint32_t const before =
        atomic_fetch_add_explicit(&node->visits, 1, memory_order_relaxed);
    if (worker->depth && node_lot(node) &&
        effort_for(search, before + 1) > effort_for(search, before))
        weigh_again(worker, ask(worker, EFFORT_FULL));
}

/* From the root to a leaf.  Every node on the way counts a visit at once, and its
   win only later, so that other threads think less of it meanwhile.  */
static void select_leaf(struct worker *worker)
{
    struct search *const search = worker->search;
    board_copy(&worker->board, search->task->situation.board);
    worker->depth = 0;
    worker->path[0] = ROOT;
    worker->judged = false;
    uint32_t at = ROOT;
    visit(worker);
    hear_judge(worker);
    while (node_lot(&search->tree.node[at]) && worker->depth < DEPTH_MAX &&
           worker->board.passes < 2) {
        at = select_child(worker, at);
        play(worker, search->tree.node[at].at);
        worker->path[++worker->depth] = at;
        visit(worker);
        hear_judge(worker);
    }
}

/* ---------------------------------------------------------------- playout */

/* Playouts favour what AMAF says is good: the moves of the last node on the way that
   has had so many visits, and for the other side those of the node before (as "pool
   RAVE", Rimmel, Teytaud and Teytaud 2010; here all of them, as factors).  */
enum { FAVOURS_AFTER = 60, FAVOURED_AFTER = 20 };

/* A move at DEPTH that wins by so much more than the node is that much likelier.  */
static void favour_moves(struct worker *worker, int depth)
{
    struct search const *const search = worker->search;
    struct tree const *const tree = &search->tree;
    struct node const *const node = &tree->node[worker->path[depth]];
    int const begins = search->task->situation.board->to_move == WHITE;
    float const visits = (float)node_load(&node->visits);
    float const value = 1 - (float)node_load(&node->value) / VALUE_ONE / visits;
    struct children walk = tree_children(worker->path[depth]);
    while (tree_next(tree, &walk)) {
        struct node const *const child = &tree->node[walk.at];
        float const heard = (float)node_load(&child->amaf_visits);
        if (heard < FAVOURED_AFTER || child->at == PASS)
            continue;
        float const amaf = (float)node_load(&child->amaf_value) / VALUE_ONE / heard;
        worker->favour.of[child->at][(begins + depth) % 2] =
            expf((float)search->favour * (amaf - value));
    }
}

/* What the playout from where the worker is favours; or NULL.  */
static struct favour const *find_favour(struct worker *worker)
{
    struct search const *const search = worker->search;
    struct board const *const board = &worker->board;
    int depth = worker->depth;
    if (search->favour <= 0)
        return NULL;
    while (depth > 0 &&
           node_load(&search->tree.node[worker->path[depth]].visits) < FAVOURS_AFTER)
        depth--;
    for (point p = board_first_point(); p; p = board_next_point(board, p))
        worker->favour.of[p][0] = worker->favour.of[p][1] = 1;
    favour_moves(worker, depth);
    if (depth > 0)
        favour_moves(worker, depth - 1);
    return &worker->favour;
}

/* What Black needs of the area at the end of a playout from where the worker is.  Where
   territory is counted every stone costs a point up to there; from there on both sides
   place as many, but that whoever is to move has the last neutral point half of the
   time, and that would be worth a point of area only.  */
static double needed_here(struct worker const *worker)
{
    struct search const *const search = worker->search;
    struct rules const *const rules = search->task->rules;
    struct board const *const board = &worker->board;
    double const begins = board->to_move == BLACK ? 0.5 : -0.5;
    bool const plays_on = rules->scoring == SCORE_TERRITORY && board->passes < 2;
    return search->needed + rules_stones_spent(rules, board) + (plays_on ? begins : 0);
}

/* Black's lead at the end, less what he needs.  After two passes dead stones are
   found out by playing on, where they would be taken off at all.  */
static double play_out(struct worker *worker)
{
    struct search const *const search = worker->search;
    memset(worker->first, 0, sizeof worker->first);
    worker->length = worker->depth;
    if (worker->board.passes >= 2 && search->task->rules->stones_stay) {
        worker->judged = false; /* it is known what has become of it */
        return rules_score(search->task->rules, &worker->board, NULL,
                           search->task->komi, search->task->handicap);
    }
    double const needed = needed_here(worker);
    struct policy const *const policy =
        search->tuning.learnt ? &search->policy : &uniform_policy;
    worker->length +=
        policy_playout(policy, worker->state, &worker->board, &worker->rng,
                       find_favour(worker), worker->first, worker->depth);
    return playout_score(&worker->board) - needed;
}

/* ---------------------------------------------------------------- backup */

static double mixed(double a, double b, double share)
{
    return a + share * (b - a);
}

/* The upshot of a playout that ended with LEAD: what the judge has seen on the way has
   its share.  */
static struct upshot weigh(struct worker const *worker, double lead)
{
    struct search const *const search = worker->search;
    double const share = worker->judged ? search->judge.share : 0;
    struct upshot const played = upshot_of(worker, lead, 0);
    if (share <= 0)
        return played;
    struct upshot const judged =
        upshot_of(worker, worker->judged_lead, search->judge.unsure);
    return (struct upshot){.win = mixed(played.win, judged.win, share),
                           .lead = mixed(played.lead, judged.lead, share),
                           .value = mixed(played.value, judged.value, share)};
}

static uint32_t in_units(double value)
{
    return (uint32_t)lrint(VALUE_ONE * value);
}

/* Tell the children of the node at DEPTH of all moves that its side played later.
   What was played soon counts for more (Pachi's distance_rave): three times at
   first, once in the last third.  */
static void backup_amaf(struct worker const *worker, int depth, uint32_t value)
{
    struct search const *const search = worker->search;
    struct tree const *const tree = &search->tree;
    struct children walk = tree_children(worker->path[depth]);
    uint32_t const soon = (uint32_t)search->tuning.amaf_soon;
    uint32_t const length = (uint32_t)(worker->length - depth) + 1;
    while (tree_next(tree, &walk)) {
        struct node *const child = &tree->node[walk.at];
        uint32_t const after = (uint32_t)(worker->first[child->at] - 1 - depth);
        if (after >= length || after % 2 || node_load(&child->amaf_visits) > ENOUGH)
            continue; /* not played, before, or by the other side */
        uint32_t const weight = 1 + soon * (length - 1 - after) / length;
        node_add(&child->amaf_visits, weight);
        node_add(&child->amaf_value, weight * value);
    }
}

/* Sides alternate, so move number I is by the side to move at the root when I is
   even; worker->first has 1 more than the number, and 0 for never.  */
static void backup(struct worker *worker, struct upshot upshot)
{
    struct tree const *const tree = &worker->search->tree;
    uint32_t const black = in_units(upshot.value), black_won = in_units(upshot.win);
    enum color color = (enum color)worker->search->task->situation.board->to_move;
    if (worker->depth % 2)
        color = opponent(color);
    for (int i = worker->depth; i >= 0; i--, color = opponent(color)) {
        struct node *const node = &tree->node[worker->path[i]];
        uint32_t const mine = color == BLACK ? black : VALUE_ONE - black;
        backup_amaf(worker, i, mine);
        node_add(&node->value, VALUE_ONE - mine); /* to whoever moved here */
        node_add(&node->won, color == BLACK ? VALUE_ONE - black_won : black_won);
        if (node->at != PASS && node->at != NOWHERE)
            worker->first[node->at] = (uint16_t)i; /* it was move number i - 1 */
    }
    worker->played++;
}

static void add_leads(struct worker *worker, double played, struct upshot const *upshot)
{
    bool const heard = worker->judged && worker->search->judge.share > 0;
    worker->leads.valued += upshot->lead;
    worker->leads.played += played;
    worker->leads.judged += heard ? worker->judged_lead : played;
}

void search_round(struct worker *worker)
{
    select_leaf(worker);
    if (is_ripe(worker)) {
        expand_leaf(worker);
        hear_judge(worker);
    }
    int const depth = worker->depth;
    double const played = play_out(worker);
    struct upshot const upshot = weigh(worker, played);
    add_leads(worker, played, &upshot);
    if (worker->watch)
        search_watched(worker, upshot.lead + worker->search->needed);
    backup(worker, upshot);
    history_pop(&worker->history, depth);
}
