#include <config.h>

#include "gtp/command.h"

#include <assert.h>
#include <string.h>

/* list_commands goes through them in this order, and begins with
   protocol_version: LizzieYzy takes no other list for one.  */
struct gtp_chapter const gtp_chapters[] = {
    {"GTP 2", core_commands},
    {"Common additions", common_commands},
    {"Live analysis", analysis_commands},
    {"GoGui", gogui_commands},
    {"Knowledge", knowledge_commands},
    {"Shapes", shapes_commands},
    {"Pictures", picture_commands},
    {"KataGo", katago_commands},
    {"Servers", server_commands},
    {0},
};

struct gtp_command const *command_nth(int n)
{
    assert(n >= 0);
    for (struct gtp_chapter const *chapter = gtp_chapters; chapter->title; chapter++)
        for (struct gtp_command const *c = chapter->commands; c->name; c++)
            if (n-- == 0)
                return c;
    return NULL;
}

struct gtp_command const *command_find(char const *name)
{
    struct gtp_command const *command;
    for (int n = 0; (command = command_nth(n)); n++)
        if (strcmp(command->name, name) == 0)
            return command;
    return NULL;
}

bool command_run(struct call *call, struct request const *request)
{
    assert(request->count > 0 && "an empty line is no command");
    struct gtp_command const *const command = command_find(request->word[0]);
    if (!command)
        return failed(call->why, "unknown command");
    assert(command->min <= command->max && command->run);
    call->args = (struct arguments){request->count - 1, request->word + 1};
    if (call->args.count < command->min || call->args.count > command->max)
        return failed(call->why, "usage: %s%s%s", command->name,
                      *command->usage ? " " : "", command->usage);
    return command->run(call);
}

/* In a table of Markdown a bar ends the cell, even inside backquotes.  */
static void put_cell(char const *text, FILE *out)
{
    for (; *text; text++) {
        if (*text == '|')
            putc('\\', out);
        putc(*text, out);
    }
}

static void put_row(struct gtp_command const *command, FILE *out)
{
    fprintf(out, "| `%s%s", command->name, *command->usage ? " " : "");
    put_cell(command->usage, out);
    fprintf(out, "` | %s |\n", command->help);
}

void command_reference(FILE *out)
{
    for (struct gtp_chapter const *chapter = gtp_chapters; chapter->title; chapter++) {
        fprintf(out, "%s### %s\n\n| command | does |\n|---|---|\n",
                chapter == gtp_chapters ? "" : "\n", chapter->title);
        for (struct gtp_command const *c = chapter->commands; c->name; c++)
            put_row(c, out);
    }
}
