/* tools/report/report.h -- what `hishi report' can tell about given games, as rows.

   A report is a small tool with options of its own.  To add one, write its
   main in tools/report/NAME.c and put a row into the table in report.c.  Every
   report also knows --json: one flat object a line.  */
#pragma once

/* A mind to ask; what it has to do without is said.  */
struct mind *report_mind(void);

/* Ends the program with a sentence when of WHAT there is to tell about, as "finished
   games", COUNT is none.  */
void report_needs(long count, char const *what);

int report_books_main(int argc, char **argv);
int report_cases_main(int argc, char **argv);
int report_follow_main(int argc, char **argv);
int report_sources_main(int argc, char **argv);
int report_judge_main(int argc, char **argv);
int report_lead_main(int argc, char **argv);
int report_losses_main(int argc, char **argv);
int report_memory_main(int argc, char **argv);
int report_games_main(int argc, char **argv);
int report_scores_main(int argc, char **argv);
int report_model_main(int argc, char **argv);
int report_players_main(int argc, char **argv);
int report_playouts_main(int argc, char **argv);
int report_positions_main(int argc, char **argv);
int report_reading_main(int argc, char **argv);
int report_index_main(int argc, char **argv);
int report_joseki_main(int argc, char **argv);
int report_style_main(int argc, char **argv);
int report_suite_main(int argc, char **argv);
int report_windows_main(int argc, char **argv);
int report_years_main(int argc, char **argv);
int report_similarity_main(int argc, char **argv);
