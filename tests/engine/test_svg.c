#include "tests/support/testing.h"

#include "engine/go/svg.h"

/* The page of COUNT diagrams; to be freed.  */
static char *page(struct diagram const diagrams[], int count)
{
    char *text;
    size_t size;
    FILE *const out = open_memstream(&text, &size);
    diagrams_svg(diagrams, count, out);
    fclose(out);
    return text;
}

static int times(char const *text, char const *part)
{
    int count = 0;
    for (; (text = strstr(text, part)); text++)
        count++;
    return count;
}

/* Every tag that is opened is closed, in its order, and there is one root.  */
static bool is_well_formed(char const *xml)
{
    char const *open[16];
    int depth = 0, roots = 0;
    for (char const *c = xml; (c = strchr(c, '<')); c++) {
        char const *const end = strchr(c, '>');
        size_t const length = strcspn(c + 1 + (c[1] == '/'), " />");
        if (!end || depth == 15)
            return false;
        if (c[1] == '/' && (!depth || strncmp(open[--depth], c + 2, length) != 0))
            return false;
        if (c[1] != '/' && end[-1] != '/')
            open[depth++] = c + 1;
        roots += depth == 0;
    }
    return depth == 0 && roots == 1;
}

static void shows_every_stone_number_and_mark_once(void **state)
{
    (void)state;
    struct board board;
    struct diagram diagram;
    board_init(&board, 9, 9);
    board_play(&board, point_at(3, 3), BLACK);
    board_play(&board, point_at(7, 7), WHITE);
    board_play(&board, point_at(3, 7), BLACK);
    diagram_start(&diagram, &board);
    diagram.number[point_at(3, 7)] = 3;
    diagram.number[point_at(7, 3)] = 104;
    diagram.ghost[point_at(7, 3)] = WHITE;
    diagram.mark[point_at(7, 7)] = MARK_RING;
    diagram.mark[point_at(3, 7)] = MARK_FOCUS;
    points_add(&diagram.tinted, point_at(3, 6));
    char *const svg = page(&diagram, 1);
    assert_true(is_well_formed(svg));
    assert_int_equal(times(svg, "href='#black'"), 2);
    assert_int_equal(times(svg, "href='#white'"), 2);
    assert_int_equal(times(svg, "opacity='.45'"), 1);
    assert_int_equal(times(svg, ">3<"), 3); /* the move, and row 3 on either side */
    assert_int_equal(times(svg, ">104<"), 1);
    assert_int_equal(times(svg, "href='#focus'"), 1);
    assert_int_equal(times(svg, "href='#ring'"), 1);
    assert_int_equal(times(svg, "href='#dot'"), 1); /* four of five are covered */
    assert_int_equal(times(svg, "h24v24h-24z"), 1);
    free(svg);
}

static void cuts_away_what_is_hidden(void **state)
{
    (void)state;
    struct board board;
    struct diagram diagram;
    board_init(&board, 19, 19);
    board_play(&board, point_at(4, 4), BLACK);
    board_play(&board, point_at(2, 2), WHITE);
    diagram_start(&diagram, &board);
    diagram.right = diagram.high = 5;
    diagram.coordinates = false;
    points_add(&diagram.hidden, point_at(2, 2));
    char *const svg = page(&diagram, 1);
    assert_int_equal(times(svg, "href='#black'"), 1);
    assert_int_equal(times(svg, "href='#white'"), 0);
    assert_int_equal(times(svg, "H"), 5 * 5 - 1);
    assert_int_equal(times(svg, "<text "), 0);
    free(svg);
}

static void writes_captions_as_text(void **state)
{
    (void)state;
    struct board board;
    struct diagram diagrams[7];
    board_init(&board, 2, 2);
    for (int i = 0; i < 7; i++) {
        diagram_start(&diagrams[i], &board);
        diagrams[i].caption = "<Kō> & \"co\"\nsecond line";
    }
    char *const svg = page(diagrams, 7);
    assert_true(is_well_formed(svg));
    assert_int_equal(times(svg, "class='title'>&lt;Kō&gt; &amp; \"co\"</text>"), 7);
    assert_int_equal(times(svg, "class='more'>second line</text>"), 7);
    free(svg);
}

/* Seven columns, and again.  */
static void makes_long_captions_fit(void **state)
{
    (void)state;
    struct board board;
    struct diagram diagram;
    char wide[400] = "";
    board_init(&board, 9, 9);
    diagram_start(&diagram, &board);
    diagram.caption = "A name - another";
    char *svg = page(&diagram, 1);
    assert_int_equal(times(svg, "textLength"), 0);
    free(svg);
    for (int i = 0; i < 6; i++)
        strcat(wide, "本因坊 ");
    diagram.caption = wide;
    svg = page(&diagram, 1);
    assert_int_equal(times(svg, "textLength='244'"), 1);
    assert_true(is_well_formed(svg));
    free(svg);
}

int main(void)
{
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(shows_every_stone_number_and_mark_once),
        cmocka_unit_test(cuts_away_what_is_hidden),
        cmocka_unit_test(writes_captions_as_text),
        cmocka_unit_test(makes_long_captions_fit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
