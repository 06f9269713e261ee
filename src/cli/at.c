/* at.c - the position a command is about. */
#include "at.h"
#include "report.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Reports the move that begins at texts + at, number `number`. */
static int report_move(const char *texts, size_t at, int number, struct tab_error *error) {
    char source[48];
    snprintf(source, sizeof source, _("--moves, move %d"), number);
    error->at += at;
    return report_text(source, texts, error);
}

static int move_make(struct tab_match *match, const char *texts, size_t at, size_t length, int number) {
    struct tab_error error = {0};
    tab_move move;
    char *text = strndup(texts + at, length);
    if (text == NULL)
        return report_no_memory();
    int status = STATUS_GOOD;
    if (!tab_move_parse(tab_match_rules(match), tab_match_position(match), text, &move, &error))
        status = report_move(texts, at, number, &error);
    else if (!tab_match_play(match, move))
        status = report_no_memory();
    free(text);
    return status;
}

static int moves_make(struct tab_match *match, const char *texts) {
    static const char spaces[] = " \t\n";
    size_t at = strspn(texts, spaces);
    int status = STATUS_GOOD;
    for (int number = 1; texts[at] != '\0' && status == STATUS_GOOD; number++) {
        size_t length = strcspn(texts + at, spaces);
        status = move_make(match, texts, at, length, number);
        at += length;
        at += strspn(texts + at, spaces);
    }
    return status;
}

int at_open(const struct arguments *arguments, const char *spec, struct tab_match **match) {
    struct tab_rules rules;
    struct tab_position first;
    struct tab_error error = {0};
    const char *position = arguments_text(arguments, "position"), *moves = arguments_text(arguments, "moves");
    if (!tab_rules_parse(&rules, spec, &error))
        return report_text("SPEC", spec, &error);
    if (position != NULL && !tab_position_parse(&rules, position, &first, &error))
        return report_text("--position", position, &error);
    struct tab_match *opened = tab_match_new(&rules, position != NULL ? &first : NULL);
    if (opened == NULL)
        return report_no_memory();
    int status = moves != NULL ? moves_make(opened, moves) : STATUS_GOOD;
    if (status == STATUS_GOOD)
        *match = opened;
    else
        tab_match_free(opened);
    return status;
}
