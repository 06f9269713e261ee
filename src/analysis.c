/* analysis.c - the engine's opinion about the moves of a record. */
#include "analysis.h"

#include <math.h>

enum { VARIATION_MOVES = 8, MARK_MISTAKE = 2, MARK_BLUNDER = 4, MARK_DUBIOUS = 6 };

/* What a move must have cost to be marked, as a part of all chances. */
static const struct {
    double loss;
    int mark;
} faults[] = {{0.30, MARK_BLUNDER}, {0.20, MARK_MISTAKE}, {0.10, MARK_DUBIOUS}};
enum { FAULT_COUNT = sizeof faults / sizeof *faults };

/* ---- Values --------------------------------------------------------------------------------------------------- */

/* The value of a move or a position for one player, as in struct tab_line. */
struct value {
    int centi, mate;
};

static double value_chance(struct value value) {
    if (value.mate != 0)
        return value.mate > 0 ? 1.0 : 0.0;
    return 1.0 / (1.0 + exp(-value.centi / 100.0));
}

static struct value value_of_chance(double chance) {
    double kept = chance < 0.001 ? 0.001 : chance > 0.999 ? 0.999 : chance;
    return (struct value){.centi = (int)lround(100.0 * log(kept / (1.0 - kept)))};
}

/* The value of the move that has ended the game, for its player. */
static struct value value_of_end(const struct tab_rules *rules, const struct tab_position *position, int player) {
    struct tab_result result;
    tab_position_result(rules, position, &result);
    double payoff = result.payoff[player - 1];
    if (payoff <= 0.0)
        return (struct value){.mate = -1};
    return payoff >= 1.0 ? (struct value){.mate = 1} : value_of_chance(payoff);
}

/* The value of the move before a position, made by the same player or by the other one of two. */
static struct value value_before(struct value value, bool same) {
    int sign = same ? 1 : -1, mate = sign * value.mate;
    return (struct value){sign * value.centi, mate > 0 ? mate + 1 : mate < 0 ? mate - 1 : 0};
}

static struct value value_of_line(const struct tab_line *line) { return (struct value){line->centi, line->mate}; }

/* The value of a move that a tree search has tried. */
static struct value value_of_share(const struct tab_thought *thought, tab_move move) {
    for (int i = 0; i < thought->shares; i++)
        if (thought->share[i].move == move)
            return value_of_chance(thought->share[i].payoff);
    return value_of_line(&thought->line[0]);
}

/* ---- Writing it down ------------------------------------------------------------------------------------------ */

static int mark_of_loss(double loss) {
    for (int i = 0; i < FAULT_COUNT; i++)
        if (loss >= faults[i].loss)
            return faults[i].mark;
    return 0;
}

static bool is_fault(int mark) {
    for (int i = 0; i < FAULT_COUNT; i++)
        if (faults[i].mark == mark)
            return true;
    return false;
}

/* Notes the value of a move, and a mark (0: none) in the place of those for faults. */
static void move_note(struct tab_record *record, int node, struct value value, int mark) {
    struct tab_note note = *tab_record_note(record, node);
    int kept = 0;
    note.evaluated = true;
    note.centi = value.centi;
    note.mate = value.mate;
    for (int i = 0; i < note.marks; i++)
        if (!is_fault(note.mark[i]))
            note.mark[kept++] = note.mark[i];
    if (mark != 0 && kept < TAB_RECORD_MARKS_MAX)
        note.mark[kept++] = (uint8_t)mark;
    note.marks = kept;
    tab_record_set_note(record, node, &note);
}

/* Adds the beginning of a line as a variation, as far as the limits of records allow. */
static void variation_add(struct tab_record *record, int node, const struct tab_line *line) {
    for (int i = 0; i < line->length && i < VARIATION_MOVES && node != TAB_RECORD_NONE; i++) {
        node = tab_record_add(record, node, line->moves[i], NULL);
        if (i == 0 && node != TAB_RECORD_NONE)
            move_note(record, node, value_of_line(line), 0);
    }
}

/* ---- The main line -------------------------------------------------------------------------------------------- */

static bool think(const struct analysis *analysis, const struct tab_match *match) {
    tab_engine_think(analysis->engine, tab_match_rules(match), tab_match_position(match), tab_match_past(match),
                     tab_match_ply(match), &analysis->limits, NULL, NULL, analysis->thought);
    return analysis->step(analysis->context, tab_match_ply(match), analysis->thought);
}

/* The value of the move of a node for the player who made it. `following` is that of the position after it for the
 * player to move there; the thought is about the position before it, which decides in games of more than two. */
static struct value value_of_move(const struct analysis *analysis, const struct tab_record *record, int node,
                                  int player, const struct tab_position *after, struct value following) {
    const struct tab_rules *rules = tab_record_rules(record);
    int next = tab_position_player(rules, after);
    if (next == 0)
        return value_of_end(rules, after, player);
    if (tab_rules_players(rules) > 2)
        return value_of_share(analysis->thought, tab_record_move(record, node));
    return value_before(following, next == player);
}

/* Judges the move of a node, and puts the value of the position before it in the place of that after it. */
static bool move_judge(const struct analysis *analysis, struct tab_record *record, int node, struct value *value) {
    const struct tab_line *best = &analysis->thought->line[0];
    const struct tab_rules *rules = tab_record_rules(record);
    int parent = tab_record_parent(record, node);
    const struct tab_match *match = tab_record_match(record, node);
    if (match == NULL)
        return false;
    struct tab_position after = *tab_match_position(match);
    match = tab_record_match(record, parent);
    if (match == NULL)
        return false;
    int player = tab_position_player(rules, tab_match_position(match));
    if (!think(analysis, match))
        return false;
    struct value found = value_of_line(best);
    struct value made = value_of_move(analysis, record, node, player, &after, *value);
    double loss = value_chance(found) - value_chance(made);
    int mark = analysis->thought->move == tab_record_move(record, node) ? 0 : mark_of_loss(loss);
    move_note(record, node, made, mark);
    if (mark != 0)
        variation_add(record, parent, best);
    *value = loss < 0.0 ? made : found;
    return true;
}

/* With two players a move is worth what the position after it is worth, so that the last one counts too. */
static bool looks_at_end(const struct tab_record *record, const struct tab_match *end) {
    const struct tab_rules *rules = tab_record_rules(record);
    return tab_rules_players(rules) == 2 && tab_match_ply(end) > 0 &&
           tab_position_player(rules, tab_match_position(end)) != 0;
}

int analysis_positions(struct tab_record *record) {
    const struct tab_match *end = tab_record_match(record, tab_record_end(record));
    return end != NULL ? tab_match_ply(end) + looks_at_end(record, end) : 0;
}

bool analysis_run(const struct analysis *analysis, struct tab_record *record) {
    struct value value = {0, 0};
    int node = tab_record_end(record);
    const struct tab_match *end = tab_record_match(record, node);
    if (end == NULL)
        return false;
    tab_engine_clear(analysis->engine);
    if (looks_at_end(record, end)) {
        if (!think(analysis, end))
            return false;
        value = value_of_line(&analysis->thought->line[0]);
    }
    for (; node != TAB_RECORD_ROOT; node = tab_record_parent(record, node))
        if (!move_judge(analysis, record, node, &value))
            return false;
    return true;
}
