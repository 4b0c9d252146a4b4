/* tools/report/report.c -- tables about games. */
#include <config.h>

#include "player/mind.h"
#include "tools/report/report.h"
#include "tools/tools.h"

#include <error.h>
#include <stdlib.h>

static struct tool const reports[] = {
    {"books", report_books_main, "two opening books, alone and in virtual matches"},
    {"cases", report_cases_main, "how well a casebook predicts the moves of games"},
    {"follow", report_follow_main, "how well joseki tell the next move"},
    {"sources", report_sources_main, "what each source is worth to those who consult"},
    {"index", report_index_main, "time to find a sequence, and symbols, against games"},
    {"joseki", report_joseki_main, "codes and rankings, and which joseki they find"},
    {"memory", report_memory_main,
     "candidates of a memory of shapes, and the played move among them"},
    {"games", report_games_main, "read and replay every game; what is wrong with some"},
    {"scores", report_scores_main, "count finished games, and compare with the record"},
    {"players", report_players_main, "who played how many games"},
    {"style", report_style_main,
     "how well a style foretells a player, and what is his"},
    {"playouts", report_playouts_main, "how well playouts foretell how games end"},
    {"judge", report_judge_main, "how well the judge foretells how games end"},
    {"positions", report_positions_main,
     "positions of games with what became of them, as text"},
    {"lead", report_lead_main,
     "how far a search's lead is from what became of such positions"},
    {"losses", report_losses_main, "by what kind of move games were lost"},
    {"reading", report_reading_main, "our reading of captures beside another engine's"},
    {"suite", report_suite_main, "drawn problems, and which the engine solves"},
    {"model", report_model_main, "how well the model predicts the moves of games"},
    {"similarity", report_similarity_main,
     "how well weights of similarity predict moves, and better ones"},
    {"windows", report_windows_main, "exact windows beside diamonds by similarity"},
    {"years", report_years_main, "whether moves of each year are foretold as well"},
    {0},
};

struct mind *report_mind(void)
{
    struct mind *const mind = mind_new(1);
    struct complaints const *const complaints = mind_complaints(mind);
    for (int i = 0; i < complaints->count; i++)
        error(0, 0, "%s", complaints->list[i].text);
    return mind;
}

void report_needs(long count, char const *what)
{
    if (!count)
        error(EXIT_FAILURE, 0,
              "nothing to tell: no %s in what was read (--part=all reads all of it)",
              what);
}

int report_main(int argc, char **argv)
{
    struct menu const menu = {
        .path = "hishi report",
        .kind = "report",
        .tools = reports,
        .args_doc = "REPORT [ARGUMENT...]",
        .title = "Reports (hishi report REPORT --help tells more)",
        .doc = "Tell something about games.\v",
    };
    return menu_run(&menu, argc, argv);
}
