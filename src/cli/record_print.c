/* record_print.c - a record for people.
 *
 *      1. @a1n! +0.35  @e5s?? -1.20
 *         1. to the north
 *         (1. @a1e @e5s (1... @e5w) 2. a1n)
 *      2. a1a2n
 *
 * Moves stand in two columns; below a row stands what is said about its moves. When nothing is said about any, several
 * such pairs stand beside each other. */
#include "../play/notation.h"
#include "../play/play.h"
#include "flow.h"
#include "help.h"
#include "record_show.h"
#include "result.h"

#include <stdio.h>
#include <string.h>

enum { CELL_TEXT = 96, INDENT = 2, GAP = 3, NUMBER_WIDTH = 4 };

/* ---- Moves ---------------------------------------------------------------------------------------------------- */

/* A move with its marks, its evaluation and the clock after it. */
static void cell_format(const struct tab_record *record, int node, const struct tab_position *before,
                        char cell[CELL_TEXT]) {
    const struct tab_note *note = tab_record_note(record, node);
    const size_t used = notation_move(record, node, before, cell);
    const int seconds = (int)(note->clock_ms / 1000);
    if (note->timed)
        snprintf(cell + used, CELL_TEXT - used, " %d:%02d:%02d", seconds / 3600, seconds / 60 % 60, seconds % 60);
}

/* ---- What is said below them ---------------------------------------------------------------------------------- */

struct telling {
    const struct tab_record *record;
    struct flow flow;
    const char *opening; /* stands before the next word, without a space */
    bool number;         /* the next move needs one */
};

static void tell_words(struct telling *telling, const char *words) {
    while (*words != '\0') {
        char word[TAB_RECORD_COMMENT_TEXT + 1];
        size_t length = strcspn(words, " ");
        int used = snprintf(word, sizeof word, "%s%.*s", telling->opening, (int)length, words);
        flow_word(&telling->flow, word, (size_t)used);
        telling->opening = "";
        words += length + (words[length] == ' ');
    }
}

/* A bracket right after the last word. */
static void tell_closing(struct telling *telling, char bracket) {
    putchar(bracket);
    telling->flow.column++;
    telling->number = true;
}

static void tell_number(struct telling *telling, int ply) {
    char number[NOTATION_NUMBER];
    notation_number(ply, number);
    tell_words(telling, number);
    telling->number = false;
}

static void tell_line(struct telling *telling, int node, struct tab_position position);

/* The moves that stand beside the first of their kind. */
static void tell_variations(struct telling *telling, int node, const struct tab_position *position) {
    const struct tab_record *record = telling->record;
    if (tab_record_child(record, tab_record_parent(record, node)) != node)
        return;
    while ((node = tab_record_sibling(record, node)) != TAB_RECORD_NONE) {
        telling->opening = "(";
        telling->number = true;
        tell_line(telling, node, *position);
        tell_closing(telling, ')');
    }
}

static void tell_line(struct telling *telling, int node, struct tab_position position) {
    const struct tab_record *record = telling->record;
    for (; node != TAB_RECORD_NONE; node = tab_record_child(record, node)) {
        char cell[CELL_TEXT];
        int ply = tab_record_ply(record, node) - 1;
        if (telling->number || ply % 2 == 0)
            tell_number(telling, ply);
        cell_format(record, node, &position, cell);
        tell_words(telling, cell);
        if (*tab_record_comment(record, node) != '\0') {
            telling->opening = "[";
            tell_words(telling, tab_record_comment(record, node));
            tell_closing(telling, ']');
        }
        tell_variations(telling, node, &position);
        tab_position_play(tab_record_rules(record), &position, tab_record_move(record, node));
    }
}

static bool has_more(const struct tab_record *record, int node) {
    return *tab_record_comment(record, node) != '\0' || tab_record_sibling(record, node) != TAB_RECORD_NONE;
}

/* The comment of a move of the main line and the variations from it, each on lines of their own. */
static void more_print(const struct tab_record *record, int node, const struct tab_position *before) {
    int indent = INDENT + NUMBER_WIDTH + 2;
    struct telling telling = {record, {stdout, indent, indent}, "", false};
    if (*tab_record_comment(record, node) != '\0') {
        printf("%*s", indent, "");
        tell_number(&telling, tab_record_ply(record, node) - 1);
        tell_words(&telling, tab_record_comment(record, node));
        putchar('\n');
    }
    while ((node = tab_record_sibling(record, node)) != TAB_RECORD_NONE) {
        telling = (struct telling){record, {stdout, indent, indent}, "(", true};
        printf("%*s", indent, "");
        tell_line(&telling, node, *before);
        puts(")");
    }
}

/* ---- The main line -------------------------------------------------------------------------------------------- */

/* How the main line is laid out. */
struct layout {
    int width[2]; /* of the two columns of a pair */
    int across;   /* pairs beside each other */
};

static struct layout layout_choose(const struct tab_record *record, const struct tab_match *match) {
    struct layout layout = {{0, 0}, 1};
    bool more = false;
    for (int node = tab_record_child(record, TAB_RECORD_ROOT), ply = 0; node != TAB_RECORD_NONE;
         node = tab_record_child(record, node), ply++) {
        char cell[CELL_TEXT];
        cell_format(record, node, tab_match_position_at(match, ply), cell);
        int *width = &layout.width[ply % 2], length = (int)strlen(cell);
        *width = length > *width ? length : *width;
        more = more || has_more(record, node);
    }
    int pair = NUMBER_WIDTH + 2 + layout.width[0] + 2 + layout.width[1] + GAP;
    if (!more && pair < FLOW_WIDTH - INDENT)
        layout.across = (FLOW_WIDTH - INDENT + GAP) / pair;
    return layout;
}

/* Prints one or two moves, with the spaces of a column behind them when another pair follows. */
static void pair_print(const struct tab_record *record, const struct tab_match *match, const int nodes[2], int ply,
                       const struct layout *layout, bool ends) {
    char cell[CELL_TEXT];
    printf("%*s%*d. ", ply / 2 % layout->across == 0 ? INDENT : GAP, "", NUMBER_WIDTH, ply / 2 + 1);
    cell_format(record, nodes[0], tab_match_position_at(match, ply), cell);
    printf("%-*s", nodes[1] != TAB_RECORD_NONE ? layout->width[0] : 0, cell);
    if (nodes[1] != TAB_RECORD_NONE) {
        cell_format(record, nodes[1], tab_match_position_at(match, ply + 1), cell);
        printf("  %-*s", ends ? 0 : layout->width[1], cell);
    }
    if (ends)
        putchar('\n');
}

static void moves_print(const struct tab_record *record, const struct tab_match *match) {
    struct layout layout = layout_choose(record, match);
    int node = tab_record_child(record, TAB_RECORD_ROOT), nodes[2];
    for (int ply = 0; node != TAB_RECORD_NONE; ply += 2) {
        nodes[0] = node;
        nodes[1] = tab_record_child(record, node);
        node = nodes[1] != TAB_RECORD_NONE ? tab_record_child(record, nodes[1]) : TAB_RECORD_NONE;
        bool ends = node == TAB_RECORD_NONE || ply / 2 % layout.across == layout.across - 1;
        pair_print(record, match, nodes, ply, &layout, ends);
        for (int i = 0; i < 2 && nodes[i] != TAB_RECORD_NONE; i++)
            if (has_more(record, nodes[i]))
                more_print(record, nodes[i], tab_match_position_at(match, ply + i));
    }
}

/* ---- The game ------------------------------------------------------------------------------------------------- */

static void tags_print(const struct tab_record *record) {
    const char *name, *value;
    int width = 0;
    for (int i = 0; i < tab_record_tag_count(record); i++) {
        tab_record_tag_at(record, i, &name, &value);
        width = (int)strlen(name) > width ? (int)strlen(name) : width;
    }
    puts(translate(tab_game_title(tab_record_rules(record)->game)));
    for (int i = 0; i < tab_record_tag_count(record); i++) {
        tab_record_tag_at(record, i, &name, &value);
        row_print(stdout, INDENT, name, width, value);
    }
    putchar('\n');
}

static void beginning_print(const struct tab_record *record) {
    struct flow flow = {stdout, INDENT, INDENT};
    if (*tab_record_comment(record, TAB_RECORD_ROOT) == '\0')
        return;
    printf("%*s", INDENT, "");
    flow_text(&flow, tab_record_comment(record, TAB_RECORD_ROOT));
    printf("\n\n");
}

void record_print(struct tab_record *record, const struct tab_match *match, const struct paint *paint) {
    struct tab_result result;
    const bool ended = play_record_ended(record, &result);
    tags_print(record);
    beginning_print(record);
    moves_print(record, match);
    if (tab_match_ply(match) > 0)
        putchar('\n');
    paint_match(paint, match, ended ? &result : NULL);
    putchar('\n');
    if (!ended)
        tab_match_result(match, &result);
    result_print(tab_record_rules(record), tab_match_position(match), &result);
}
