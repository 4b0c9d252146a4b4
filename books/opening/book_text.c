#include <config.h>

#include "books/opening/book_text.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <xalloc.h>

#include "engine/base/newfile.h"
#include "engine/base/printed.h"

/* ------------------------------------------------------------ answers */

/* What may stand behind the point of an answer.  */
enum word {
    WORD_PROBABILITY,
    WORD_TIMES,
    WORD_WINS,
    WORD_DECIDED,
    WORD_YEAR,
    WORD_LOSS,
    WORDS
};

static struct {
    char const *word;
    double most;
} const words[WORDS] = {
    [WORD_PROBABILITY] = {"p", 1e12}, [WORD_TIMES] = {"n", UINT32_MAX},
    [WORD_WINS] = {"w", UINT32_MAX},  [WORD_DECIDED] = {"d", UINT32_MAX},
    [WORD_YEAR] = {"y", 9999},        [WORD_LOSS] = {"loss", 1},
};

void book_write_answer(struct book_answer const *answer, point at, FILE *out)
{
    char text[POINT_TEXT];
    fputs(point_format(at, text), out);
    if (answer->probability > 0)
        fprintf(out, " p%.4g", answer->probability);
    else
        fputs(" avoid", out);
    if (answer->times)
        fprintf(out, " n%u w%u", answer->times, answer->wins);
    if (answer->decided != answer->times)
        fprintf(out, " d%u", answer->decided);
    if (answer->year)
        fprintf(out, " y%u", answer->year);
    if (answer->file)
        fprintf(out, " g%u/%u", answer->file, answer->game);
    if (!isnan(answer->loss))
        fprintf(out, " loss%.4g", answer->loss);
}

static bool read_number(char const *text, enum word word, double *number,
                        struct failure *why)
{
    char *end;
    char const *const digits = text + strlen(words[word].word);
    *number = strtod(digits, &end);
    bool const whole = word != WORD_PROBABILITY && word != WORD_LOSS;
    if (end == digits || *end || !(*number >= 0 && *number <= words[word].most) ||
        (whole && *number != floor(*number)))
        return failed(why, "'%s' is not %s and a number", text, words[word].word);
    return true;
}

static enum word find_word(char const *text)
{
    enum word word = 0;
    while (word < WORDS &&
           strncmp(text, words[word].word, strlen(words[word].word)) != 0)
        word++;
    return word;
}

/* Put NUMBERS[WORDS], NAN where there was no word, into ANSWER.  */
static bool settle(struct book_answer *answer, double const numbers[], bool avoid,
                   struct failure *why)
{
    double const times = fmax(numbers[WORD_TIMES], 0), /* fmax (NAN, 0) is 0 */
        wins = fmax(numbers[WORD_WINS], 0);
    double const decided = !isnan(numbers[WORD_DECIDED]) ? numbers[WORD_DECIDED]
                           : isnan(numbers[WORD_WINS])   ? 0
                                                         : times;
    answer->times = (uint32_t)times;
    answer->wins = (uint32_t)wins;
    answer->decided = (uint32_t)decided;
    answer->year = (uint16_t)fmax(numbers[WORD_YEAR], 0);
    answer->loss = numbers[WORD_LOSS];
    answer->probability = avoid ? 0
                          : !isnan(numbers[WORD_PROBABILITY])
                              ? numbers[WORD_PROBABILITY]
                          : times > 0 ? times
                                      : 1;
    if (wins > decided || decided > times)
        return failed(why,
                      "more games won (%u) than decided (%u), or than there are (%u)",
                      answer->wins, answer->decided, answer->times);
    return true;
}

/* "g1/412" */
static bool read_game(char const *text, struct book_answer *answer, struct failure *why)
{
    char *end;
    unsigned long const file = strtoul(text + 1, &end, 10);
    bool const parted = end > text + 1 && *end == '/';
    char const *const digits = end + 1;
    unsigned long const game = parted ? strtoul(digits, &end, 10) : 0;
    if (!parted || end == digits || *end || file < 1 || file > UINT16_MAX ||
        game > UINT32_MAX)
        return failed(why, "'%s' is not g, the number of a file, / and a number", text);
    answer->file = (uint16_t)file;
    answer->game = (uint32_t)game;
    return true;
}

bool book_read_answer(struct book_answer *answer, char *text, struct failure *why)
{
    double numbers[WORDS];
    bool avoid = false; /* whatever else is said */
    for (int i = 0; i < WORDS; i++)
        numbers[i] = NAN;
    for (char *word; (word = strsep(&text, " \t"));) {
        if (!*word)
            continue;
        enum word const which = find_word(word);
        if (strcmp(word, "avoid") == 0) {
            avoid = true;
            continue;
        }
        if (word[0] == 'g') {
            if (!read_game(word, answer, why))
                return false;
            continue;
        }
        if (which == WORDS)
            return failed(why, "'%s' says nothing about an answer", word);
        bool const again = !isnan(numbers[which]);
        if (!read_number(word, which, &numbers[which], why))
            return false;
        if (again)
            return failed(why, "'%s' when %s was said before", word, words[which].word);
    }
    return settle(answer, numbers, avoid, why);
}

/* ------------------------------------------------------------ reading */

struct text_reading {
    char const *path;
    long line;
    struct book_facts facts;
    struct book_files files; /* until it has ended the book's head */
    struct printed made;     /* its notes */
    struct book *book;       /* NULL until then */
    struct trail *trail;     /* of the same time */
    point moves[WAY_MAX];
    struct book_position position; /* of this line */
};

/* An answer where the trail is, whose board is seen as VIEW.  */
static bool read_answer(struct text_reading *reading, struct aspect const *aspect,
                        char *text, struct failure *why)
{
    point at;
    char nothing[] = "";
    text += strspn(text, " \t");
    char *const word = strsep(&text, " \t");
    if (!point_parse(word, aspect->size, aspect->size, &at, why))
        return false;
    if (!trail_allows(reading->trail, at))
        return failed(why, "the answer %s is illegal", word);
    at = aspect_in(aspect, at);
    if (book_answer(&reading->position, at))
        return failed(why, "the answer %s stands here twice", word);
    struct book_answer *const answer = book_answer_at(&reading->position, at);
    return book_read_answer(answer, text ? text : nothing, why) &&
           (answer->file <= reading->book->files.count ||
            failed(why, "the head names no file %u", answer->file));
}

static bool read_answers(struct text_reading *reading, struct aspect const *aspect,
                         char *text, struct failure *why)
{
    text += strspn(text, " \t");
    if (!*text)
        return failed(why, "a position without answers");
    for (char *answer; (answer = strsep(&text, "|"));)
        if (!read_answer(reading, aspect, answer, why))
            return false;
    return true;
}

/* POSITION as the book came to it before, which may be by other moves.  */
static bool stands_already(struct book_position const *position, struct failure *why)
{
    struct printed way;
    way_write(position->way, printed_begin(&way));
    char *const moves = printed_end(&way);
    failed(why, "a position that stands in the book already, after%.800s",
           *moves ? moves : " no move");
    free(moves);
    return false;
}

static bool read_position(struct text_reading *reading, char *text, struct failure *why)
{
    char *const answers = strchr(text, ':');
    reading->position.count = 0;
    if (!answers)
        return failed(why, "no ':' between moves and answers");
    *answers = '\0';
    reading->position.way.moves = reading->moves;
    if (!trail_read(reading->trail, text, &reading->position.way, why))
        return false;
    struct aspect const aspect = aspect_of(trail_board(reading->trail));
    if (book_find(reading->book, aspect.key))
        return stands_already(book_find(reading->book, aspect.key), why);
    if (!read_answers(reading, &aspect, answers + 1, why))
        return false;
    trail_straighten(reading->trail, reading->position.way);
    struct book_position *const fresh =
        book_at(reading->book, aspect.key, reading->position.way);
    fresh->answers = reading->position.answers;
    fresh->count = reading->position.count;
    reading->position.answers = NULL;
    return true;
}

/* ------------------------------------------------------------ the head */

static bool read_size(struct book_facts *facts, char const *value, struct failure *why)
{
    char *end;
    facts->size = (int)strtol(value, &end, 10);
    return (end != value && !*end && facts->size >= BOARD_MIN &&
            facts->size <= BOARD_MAX) ||
           failed(why, "'%s' is no size of a board", value);
}

static bool read_handicap(struct book_facts *facts, char const *value,
                          struct failure *why)
{
    char *end;
    facts->handicap = (int)strtol(value, &end, 10);
    return (end != value && !*end && facts->handicap >= 0 && facts->handicap <= 9) ||
           failed(why, "'%s' is no handicap", value);
}

static bool read_komi(struct book_facts *facts, char const *value, struct failure *why)
{
    char *end;
    facts->komi = strtod(value, &end);
    return (end != value && !*end && fabs(facts->komi) <= AREA_MAX) ||
           failed(why, "'%s' is no komi", value);
}

static bool read_origin(struct book_facts *facts, char const *value,
                        struct failure *why)
{
    (void)why;
    snprintf(facts->origin, sizeof facts->origin, "%s", value);
    return true;
}

static struct head_word {
    char const *word;
    bool (*read)(struct book_facts *facts, char const *value, struct failure *why);
} const head_words[] = {
    {"size", read_size},
    {"handicap", read_handicap},
    {"komi", read_komi},
    {"origin", read_origin},
};

static struct head_word const *find_head_word(char const *line)
{
    size_t const length = strcspn(line, " \t");
    for (size_t i = 0; i < sizeof head_words / sizeof *head_words; i++)
        if (strlen(head_words[i].word) == length &&
            memcmp(head_words[i].word, line, length) == 0)
            return &head_words[i];
    return NULL;
}

static bool end_head(struct text_reading *reading, struct failure *why)
{
    if (!reading->facts.size)
        return failed(why, "the head does not say the size of the board");
    reading->trail = trail_new(reading->facts.size, reading->facts.handicap, why);
    if (!reading->trail)
        return false;
    reading->book = book_new(&reading->facts);
    reading->book->files = reading->files;
    reading->files = (struct book_files){.count = 0};
    printed_flush(&reading->made);
    book_set_made(reading->book, reading->made.text);
    return true;
}

bool book_read_file(struct book_files *files, char const *value, struct failure *why)
{
    char *name;
    unsigned long const number = strtoul(value, &name, 10);
    name += strspn(name, " \t");
    return (number == files->count + 1 && *name &&
            book_files_number(files, name) == number) ||
           failed(why, "'%s' is not %u and the name of another file", value,
                  files->count + 1);
}

char *book_tidy_line(char *line, long number)
{
    static char const mark[] = "\xef\xbb\xbf";
    size_t length = strcspn(line, "\r\n");
    while (length && (line[length - 1] == ' ' || line[length - 1] == '\t'))
        length--;
    line[length] = '\0';
    return number == 1 && strncmp(line, mark, strlen(mark)) == 0 ? line + strlen(mark)
                                                                 : line;
}

enum verdict_on_line { LINE_GOOD, LINE_BAD, LINE_FATAL };

static enum verdict_on_line read_line(struct text_reading *reading, char *line,
                                      struct failure *why)
{
    static char const magic[] = "hishi-book 1";
    if (reading->line == 1)
        return strcmp(line, magic) == 0 ||
                       failed(why, "not a book: its first line is not '%s'", magic)
                   ? LINE_GOOD
                   : LINE_FATAL;
    line += strspn(line, " \t");
    struct head_word const *const head = find_head_word(line);
    if (!*line || *line == '#')
        return LINE_GOOD;
    if (!reading->book && strncmp(line, "note ", 5) == 0) {
        fprintf(reading->made.out, "%s\n", line + 5);
        return LINE_GOOD;
    }
    if (!reading->book && strncmp(line, "file ", 5) == 0)
        return book_read_file(&reading->files, line + 5, why) ? LINE_GOOD : LINE_FATAL;
    if (head && !reading->book) {
        char const *const value = line + strlen(head->word);
        return head->read(&reading->facts, value + strspn(value, " \t"), why)
                   ? LINE_GOOD
                   : LINE_FATAL;
    }
    if (!reading->book && !end_head(reading, why))
        return LINE_FATAL;
    line[strcspn(line, "#")] = '\0';
    return read_position(reading, line, why) ? LINE_GOOD : LINE_BAD;
}

/* All lines of IN; false, with the reason, at the first that cannot be passed over.  */
static bool read_lines(struct text_reading *reading, FILE *in, book_fault *fault,
                       void *context, struct failure *why)
{
    char *line = NULL;
    size_t size = 0;
    enum verdict_on_line how = LINE_GOOD;
    struct failure what, where;
    while (how != LINE_FATAL && getline(&line, &size, in) >= 0) {
        reading->line++;
        how = read_line(reading, book_tidy_line(line, reading->line), &what);
        if (how == LINE_GOOD)
            continue;
        failed(&where, "%s:%ld: %.900s", reading->path, reading->line, what.text);
        if (how == LINE_BAD && fault)
            fault(context, &where);
        else
            how = LINE_FATAL;
    }
    free(line);
    if (how == LINE_FATAL)
        return failed(why, "%s", where.text);
    if (ferror(in))
        return failed(why, "cannot read %s: %s", reading->path, strerror(errno));
    if (!reading->book && !end_head(reading, &what))
        return failed(why, "%s: %.900s", reading->path, what.text);
    return true;
}

struct book *book_load(char const *path, book_fault *fault, void *context,
                       struct failure *why)
{
    FILE *const in = fopen(path, "re");
    if (!in) {
        failed(why, "cannot read %s: %s", path, strerror(errno));
        return NULL;
    }
    struct text_reading reading = {.path = path, .facts = {.komi = NAN}};
    printed_begin(&reading.made);
    if (!read_lines(&reading, in, fault, context, why)) {
        book_free(reading.book);
        reading.book = NULL;
    }
    free(reading.position.answers);
    book_files_release(&reading.files);
    free(printed_end(&reading.made));
    trail_free(reading.trail);
    fclose(in);
    return reading.book;
}

/* ------------------------------------------------------------ writing */

static void write_head(struct book const *book, FILE *out)
{
    struct book_facts const *const facts = &book->facts;
    fprintf(out, "hishi-book 1\nsize %d\n", facts->size);
    if (facts->handicap)
        fprintf(out, "handicap %d\n", facts->handicap);
    if (!isnan(facts->komi))
        fprintf(out, "komi %g\n", facts->komi);
    if (facts->origin[0])
        fprintf(out, "origin %s\n", facts->origin);
    if (book->made)
        print_lines("note ", book->made, out);
    for (uint32_t i = 0; i < book->files.count; i++)
        fprintf(out, "file %u %s\n", i + 1, book->files.name[i]);
    fputc('\n', out);
}

static void write_position(struct book_position const *position,
                           struct aspect const *aspect, FILE *out)
{
    char text[POINT_TEXT];
    for (int i = 0; i < position->way.count; i++)
        fprintf(out, "%s ", point_format(position->way.moves[i], text));
    fputc(':', out);
    for (int i = 0; i < position->count; i++) {
        struct book_answer const *const answer = &position->answers[i];
        fputs(i ? " | " : " ", out);
        book_write_answer(answer, aspect_out(aspect, answer->at), out);
    }
    fputc('\n', out);
}

static bool write_book(struct book *book, FILE *out, struct failure *why)
{
    struct trail *const trail = trail_new(book->facts.size, book->facts.handicap, why);
    bool good = trail != NULL;
    write_head(book, out);
    book_sort(book);
    for (uint32_t i = 0; good && i < book->count; i++) {
        struct book_position const *const position = &book->positions[i];
        good = trail_go(trail, position->way, why);
        if (!good || position->count == 0)
            continue;
        struct aspect const aspect = aspect_of(trail_board(trail));
        write_position(position, &aspect, out);
    }
    trail_free(trail);
    return good;
}

bool book_save(struct book *book, char const *path, struct failure *why)
{
    struct newfile *const file = newfile_open(path, why);
    if (!file)
        return false;
    if (write_book(book, newfile_stream(file), why))
        return newfile_finish(file, why);
    newfile_abandon(file);
    return false;
}
