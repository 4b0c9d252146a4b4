/* One lock is for everything a grower has, and is given up only while a position is
   being judged, which takes nearly all the time.  What was chosen before may have been
   judged by another thread since: then it is found on file, or the position in the
   book, and nothing is done twice.

   Values go back through the whole book after each position, longest ways first, which
   is a moment beside a judgement; a way that leads back to a shorter one takes the
   value that had before, so circles do no harm.  */
#include <config.h>

#include "books/opening/growing.h"

#include <assert.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <xalloc.h>

/* On 9x9 the chance to win varies from seed to seed by 0.03 with 400 playouts, 0.015
   with 2,000, 0.008 with 8,000, 0.006 with 16,000 and 0.003 with 32,000 (standard
   deviation, five positions), and a point is worth about 0.03.  So a search tells a
   fifth of a point, and minimax is of many.  */
struct growing const growing_defaults = {
    .search = 16000,
    .most = 5,
    .temperature = 0.015,
    .avoid = 0.03,
    .curiosity = 0.02,
    .depth = 40,
};

enum { THREADS_MAX = 64 };

/* BUSY are positions that nobody else should expand: some thread is at them, or there
   is no move in them.  */
struct grower {
    struct growing growing;
    struct verdicts *verdicts;
    struct book *book;
    struct links links;
    struct trail *trail;
    double *value, *reached; /* of each position of the book */
    uint32_t *order;         /* positions, the longest way last */
    uint64_t *busy;
    int busy_count, working;
    pthread_mutex_t lock; /* of all this */
    pthread_cond_t changed;
};

/* ------------------------------------------------------------ values */

double grower_value(struct grower const *grower, uint64_t key)
{
    struct book_position const *const position = book_find(grower->book, key);
    if (position)
        return grower->value[position - grower->book->positions];
    struct verdict const *const verdict =
        verdicts_find(grower->verdicts, key, grower->growing.search);
    return verdict ? verdict->win : NAN;
}

static void set_answers(struct grower *grower, uint32_t number)
{
    struct book_position *const position = &grower->book->positions[number];
    double best = 0;
    for (int i = 0; i < position->count; i++)
        best = fmax(best, 1 - grower_value(grower, grower->links.after[number][i]));
    assert(best >= 0 && best <= 1 && "all answers are known");
    grower->value[number] = best;
    for (int i = 0; i < position->count; i++) {
        struct book_answer *const answer = &position->answers[i];
        answer->loss =
            best - (1 - grower_value(grower, grower->links.after[number][i]));
        answer->probability = answer->loss > grower->growing.avoid
                                  ? 0
                                  : exp(-answer->loss / grower->growing.temperature);
    }
}

/* Values by minimax, from the longest ways back; a way that leads back to a shorter
   one counts with the value that had before.  */
static void back_up(struct grower *grower)
{
    assert(grower->links.count == grower->book->count);
    for (uint32_t i = grower->book->count; i-- > 0;)
        set_answers(grower, grower->order[i]);
}

/* ------------------------------------------------------------ where the book ends */

/* An answer that leads out of the book, and how probably it comes to that.  */
struct way_out {
    uint64_t key;
    uint32_t position;
    int answer;
    double probability;
};

struct ways_out {
    struct way_out *list;
    size_t count, room;
};

static void add_way_out(struct ways_out *ways, struct way_out way)
{
    if (ways->count == ways->room)
        ways->list = x2nrealloc(ways->list, &ways->room, sizeof *ways->list);
    ways->list[ways->count++] = way;
}

/* How much ANSWER is worth looking into: none is left out.  */
static double interest(struct grower const *grower, struct book_answer const *answer)
{
    return exp(-answer->loss / grower->growing.curiosity);
}

/* Share the probability of position NUMBER among where its answers lead.  */
static void spread(struct grower *grower, uint32_t number, struct ways_out *ways)
{
    struct book const *const book = grower->book;
    struct book_position const *const position = &book->positions[number];
    double sum = 0;
    for (int i = 0; i < position->count; i++)
        sum += interest(grower, &position->answers[i]);
    for (int i = 0; i < position->count; i++) {
        uint64_t const key = grower->links.after[number][i];
        struct book_position const *const next = book_find(book, key);
        double const probability =
            grower->reached[number] * interest(grower, &position->answers[i]) / sum;
        if (!next)
            add_way_out(ways, (struct way_out){key, number, i, probability});
        else if (next->way.count > position->way.count)
            grower->reached[next - book->positions] += probability;
    }
}

static int by_key(void const *left, void const *right)
{
    struct way_out const *const a = left, *const b = right;
    if (a->key != b->key)
        return a->key < b->key ? -1 : 1;
    return a->position != b->position ? (a->position > b->position ? 1 : -1)
                                      : a->answer - b->answer;
}

static bool is_busy(struct grower const *grower, uint64_t key)
{
    for (int i = 0; i < grower->busy_count; i++)
        if (grower->busy[i] == key)
            return true;
    return false;
}

/* Of the ways out, sorted, the first to the position that is reached most probably
   and that nobody is at; NULL if there is none.  */
static struct way_out const *most_probable(struct grower const *grower,
                                           struct ways_out const *ways)
{
    struct way_out const *best = NULL;
    double most = 0;
    for (size_t i = 0, end; i < ways->count; i = end) {
        double sum = 0;
        for (end = i; end < ways->count && ways->list[end].key == ways->list[i].key;
             end++)
            sum += ways->list[end].probability;
        struct book_position const *const from =
            &grower->book->positions[ways->list[i].position];
        if (sum > most && from->way.count + 1 < grower->growing.depth &&
            !is_busy(grower, ways->list[i].key)) {
            most = sum;
            best = &ways->list[i];
        }
    }
    return best;
}

/* Where the book, playing itself, is left most probably; false when it is nowhere, or
   only where others are at work.  */
static bool choose(struct grower *grower, struct way *way)
{
    struct ways_out ways = {.list = NULL};
    uint32_t const count = grower->book->count;
    way->count = 0;
    if (count == 0)
        return grower->working == 0;
    memset(grower->reached, 0, count * sizeof *grower->reached);
    grower->reached[grower->order[0]] = 1;
    for (uint32_t i = 0; i < count; i++)
        spread(grower, grower->order[i], &ways);
    qsort(ways.list, ways.count, sizeof *ways.list, by_key);
    struct way_out const *const out = most_probable(grower, &ways);
    if (out)
        *way = book_way_after(grower->trail, &grower->book->positions[out->position],
                              out->answer, way->moves);
    free(ways.list);
    return out != NULL;
}

/* ------------------------------------------------------------ expanding */

/* A move of the position that is being expanded.  */
struct grow_option {
    point at; /* on the board of the way */
    point known;
    struct aspect aspect; /* after it */
    double win;           /* of who plays it */
};

/* One thread's work.  */
struct grow_worker {
    struct grower *grower;
    struct verdict_judge const *judge;
    struct trail *trail;
    uint32_t positions;
    atomic_bool const *stop;
    grower_moved *moved;
    void *context;
    point moves[WAY_MAX + 2]; /* to the position, and one more */
    struct way way;
    struct aspect aspect;
    struct grow_option options[AREA_MAX];
    int option_count;
    bool stopped; /* a verdict was wanted that is not to be had any more */
    bool good;
    struct failure why;
};

static bool has_option(struct grow_worker const *worker, point known)
{
    for (int i = 0; i < worker->option_count; i++)
        if (worker->options[i].known == known)
            return true;
    return false;
}

/* All moves that differ, but into one's own eyes.  */
static void list_options(struct grow_worker *worker)
{
    struct board const *const board = trail_board(worker->trail);
    worker->aspect = aspect_of(board);
    worker->option_count = 0;
    for (point p = board_first_point(); p; p = board_next_point(board, p)) {
        point const known = aspect_in(&worker->aspect, p);
        if (board_color(board, p) != EMPTY || !trail_allows(worker->trail, p) ||
            board_is_eye(board, p, (enum color)board->to_move) ||
            has_option(worker, known))
            continue;
        worker->options[worker->option_count++] =
            (struct grow_option){.at = p,
                                 .known = known,
                                 .aspect = aspect_of(trail_after(worker->trail, p))};
    }
}

/* The verdict on the end of WAY, whose board is seen as VIEW: on file, or the judge's.
   The grower is locked, but while the judge is at work.  */
static bool ask(struct grow_worker *worker, struct way way, struct aspect const *view,
                struct verdict *verdict)
{
    struct grower *const grower = worker->grower;
    uint32_t const playouts = grower->growing.search;
    struct verdict const *const known =
        verdicts_find(grower->verdicts, view->key, playouts);
    if (known) {
        *verdict = *known;
        return true;
    }
    worker->stopped = atomic_load(worker->stop);
    if (worker->stopped)
        return false;
    pthread_mutex_unlock(&grower->lock);
    worker->good =
        worker->judge->judge(worker->judge->self, way, playouts, verdict, &worker->why);
    pthread_mutex_lock(&grower->lock);
    worker->stopped = atomic_load(worker->stop);
    if (!worker->good || worker->stopped)
        return false; /* an interrupted search is worth nothing */
    verdict->playouts = playouts;
    verdict_settle(verdict, view);
    worker->good = verdicts_add(grower->verdicts, view, way, verdict, &worker->why);
    return worker->good;
}

static int by_win(void const *left, void const *right)
{
    struct grow_option const *const a = left, *const b = right;
    if (a->win != b->win)
        return a->win < b->win ? 1 : -1;
    return (a->known > b->known) - (a->known < b->known);
}

/* Keep the options that a search of the position chose among, MOST at most.  */
static bool choose_options(struct grow_worker *worker)
{
    int const most = worker->grower->growing.most;
    struct verdict verdict;
    int kept = 0;
    if (!ask(worker, worker->way, &worker->aspect, &verdict))
        return false;
    for (int c = 0; c < verdict.choices && kept < most; c++)
        for (int i = kept; i < worker->option_count; i++)
            if (worker->options[i].known == verdict.choice[c]) {
                struct grow_option const chosen = worker->options[i];
                worker->options[i] = worker->options[kept];
                worker->options[kept++] = chosen;
                break;
            }
    worker->option_count = kept;
    return true;
}

/* From so many sides the same, it has few moves, and a search chooses one over and over
   as its own images.  */
static bool all_matter(struct aspect const *aspect)
{
    return __builtin_popcount(aspect->keeps) > 2;
}

static bool judge_options(struct grow_worker *worker)
{
    struct way const after = {worker->moves, worker->way.count + 1};
    struct verdict verdict;
    if (!all_matter(&worker->aspect) && !choose_options(worker))
        return false;
    for (int i = 0; i < worker->option_count; i++) {
        struct grow_option *const option = &worker->options[i];
        worker->moves[worker->way.count] = option->at;
        if (!ask(worker, after, &option->aspect, &verdict))
            return false;
        option->win = 1 - verdict.win;
    }
    qsort(worker->options, (size_t)worker->option_count, sizeof *worker->options,
          by_win);
    return true;
}

/* The position, with its options for answers, becomes part of the book.  */
static void take_in(struct grow_worker *worker)
{
    struct grower *const grower = worker->grower;
    struct book *const book = grower->book;
    if (worker->option_count == 0 || book_find(book, worker->aspect.key))
        return;
    assert(worker->option_count <= AREA_MAX);
    struct book_position *const position =
        book_at(book, worker->aspect.key, worker->way);
    for (int i = 0; i < worker->option_count; i++)
        book_answer_at(position, worker->options[i].known)->probability = 1;
    links_add(&grower->links, book, grower->trail);
    uint32_t const count = book->count;
    grower->value = xnrealloc(grower->value, count, sizeof *grower->value);
    grower->reached = xnrealloc(grower->reached, count, sizeof *grower->reached);
    grower->value[count - 1] = worker->options[0].win;
    free(grower->order);
    grower->order = book_by_length(book);
    back_up(grower);
}

/* ------------------------------------------------------------ threads */

static void enter(struct grower *grower, uint64_t key)
{
    grower->busy =
        xnrealloc(grower->busy, (size_t)grower->busy_count + 1, sizeof *grower->busy);
    grower->busy[grower->busy_count++] = key;
    grower->working++;
}

static void leave(struct grower *grower, uint64_t key)
{
    for (int i = 0; i < grower->busy_count; i++)
        if (grower->busy[i] == key && book_find(grower->book, key)) {
            grower->busy[i] = grower->busy[--grower->busy_count];
            break;
        }
    assert(grower->working > 0);
    grower->working--;
    pthread_cond_broadcast(&grower->changed);
}

static bool expand(struct grow_worker *worker)
{
    struct grower *const grower = worker->grower;
    worker->good = trail_go(worker->trail, worker->way, &worker->why);
    if (!worker->good)
        return false;
    list_options(worker);
    uint64_t const key = worker->aspect.key;
    enter(grower, key);
    bool const judged = judge_options(worker);
    if (judged)
        take_in(worker);
    leave(grower, key);
    return judged;
}

static bool goes_on(struct grow_worker const *worker)
{
    return worker->good && !worker->stopped &&
           worker->grower->book->count < worker->positions;
}

static void *work(void *argument)
{
    struct grow_worker *const worker = argument;
    struct grower *const grower = worker->grower;
    pthread_mutex_lock(&grower->lock);
    while (goes_on(worker)) {
        if (choose(grower, &worker->way)) {
            if (expand(worker) && worker->moved)
                worker->moved(worker->context, grower);
        } else if (grower->working) {
            pthread_cond_wait(&grower->changed, &grower->lock);
        } else {
            break;
        }
    }
    pthread_cond_broadcast(&grower->changed);
    pthread_mutex_unlock(&grower->lock);
    return NULL;
}

bool grower_run(struct grower *grower, struct verdict_judge const judges[], int count,
                uint32_t positions, atomic_bool const *stop, grower_moved *moved,
                void *context, struct failure *why)
{
    pthread_t threads[THREADS_MAX];
    struct grow_worker *const workers = xcalloc((size_t)count, sizeof *workers);
    bool good = true;
    for (int i = 0; i < count; i++) {
        workers[i] = (struct grow_worker){.grower = grower,
                                          .judge = &judges[i],
                                          .trail = book_trail(grower->book),
                                          .positions = positions,
                                          .stop = stop,
                                          .moved = moved,
                                          .context = context,
                                          .good = true};
        workers[i].way.moves = workers[i].moves;
        if (pthread_create(&threads[i], NULL, work, &workers[i]) != 0)
            xalloc_die();
    }
    for (int i = 0; i < count; i++) {
        pthread_join(threads[i], NULL);
        if (good && !workers[i].good)
            good = failed(why, "%s", workers[i].why.text);
        trail_free(workers[i].trail);
    }
    free(workers);
    return good;
}

/* ------------------------------------------------------------ the whole */

struct grower *grower_new(struct growing const *growing, struct book_facts const *facts,
                          struct verdicts *verdicts)
{
    struct grower *const grower = xzalloc(sizeof *grower);
    grower->growing = *growing;
    grower->verdicts = verdicts;
    grower->book = book_new(facts);
    grower->trail = book_trail(grower->book);
    pthread_mutex_init(&grower->lock, NULL);
    pthread_cond_init(&grower->changed, NULL);
    return grower;
}

void grower_free(struct grower *grower)
{
    if (!grower)
        return;
    links_release(&grower->links);
    book_free(grower->book);
    trail_free(grower->trail);
    free(grower->value);
    free(grower->reached);
    free(grower->order);
    free(grower->busy);
    pthread_cond_destroy(&grower->changed);
    pthread_mutex_destroy(&grower->lock);
    free(grower);
}

struct book *grower_book(struct grower const *grower)
{
    return grower->book;
}
