/* analysis.c - the engine's opinion about the moves of a record. */
#include "analysis.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

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
    bool proven;
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
        return (struct value){.mate = -1, .proven = true};
    return payoff >= 1.0 ? (struct value){.mate = 1, .proven = true} : value_of_chance(payoff);
}

/* The value of the move before a position, made by the same player or by the other one of two. */
static struct value value_before(struct value value, bool same) {
    int sign = same ? 1 : -1, mate = sign * value.mate;
    return (struct value){sign * value.centi, mate > 0 ? mate + 1 : mate < 0 ? mate - 1 : 0, value.proven};
}

/* The value of the position after a move, for the player to move there, from that of the move. */
static struct value value_after(struct value value, bool same) {
    int sign = same ? 1 : -1, mate = value.mate > 0 ? value.mate - 1 : value.mate < 0 ? value.mate + 1 : 0;
    return (struct value){sign * value.centi, sign * mate, value.proven};
}

static struct value value_of_line(const struct tab_line *line) {
    return (struct value){line->centi, line->mate, line->proven};
}

/* 1 won, 0 open or drawn, -1 lost. */
static int value_outcome(struct value value) { return (value.mate > 0) - (value.mate < 0); }

/* The value of a move that a tree search has tried. */
static struct value value_of_share(const struct tab_thought *thought, tab_move move) {
    for (int i = 0; i < thought->shares; i++)
        if (thought->share[i].move == move)
            return value_of_chance(thought->share[i].payoff);
    return value_of_line(&thought->line[0]);
}

/* What the engine thinks of a position and of the move made there, both for who makes it. */
struct judgement {
    struct value found, made;
    tab_move best;
    bool best_proven; /* best play may begin with it */
    bool same;        /* the same player moves next */
    int length;
    tab_move line[VARIATION_MOVES];
};

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
static void variation_add(struct tab_record *record, int node, const struct judgement *judgement) {
    for (int i = 0; i < judgement->length && node != TAB_RECORD_NONE; i++) {
        node = tab_record_add(record, node, judgement->line[i], NULL);
        if (i == 0 && node != TAB_RECORD_NONE)
            move_note(record, node, judgement->found, 0);
    }
}

/* ---- The main line -------------------------------------------------------------------------------------------- */

static bool think(const struct analysis *analysis, const struct tab_match *match) {
    return tab_engine_think(analysis->engine, tab_match_rules(match), tab_match_position(match), tab_match_past(match),
                            tab_match_ply(match), &analysis->limits, NULL, NULL, analysis->thought) &&
           analysis->step(analysis->context, tab_match_ply(match), analysis->thought);
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
static bool move_judge(const struct analysis *analysis, struct tab_record *record, int node, struct value *value,
                       struct judgement *judgement) {
    const struct tab_line *best = &analysis->thought->line[0];
    const struct tab_rules *rules = tab_record_rules(record);
    const struct tab_match *match = tab_record_match(record, node);
    if (match == NULL)
        return false;
    struct tab_position after = *tab_match_position(match);
    match = tab_record_match(record, tab_record_parent(record, node));
    if (match == NULL)
        return false;
    int player = tab_position_player(rules, tab_match_position(match));
    if (!think(analysis, match))
        return false;
    *judgement = (struct judgement){
        .found = value_of_line(best),
        .made = value_of_move(analysis, record, node, player, &after, *value),
        .best = analysis->thought->move,
        .best_proven = analysis->thought->move_proven,
        .same = tab_position_player(rules, &after) == player,
        .length = best->length < VARIATION_MOVES ? best->length : VARIATION_MOVES,
    };
    memcpy(judgement->line, best->moves, sizeof *best->moves * (size_t)judgement->length);
    const bool better = !judgement->found.proven && value_chance(judgement->made) > value_chance(judgement->found);
    *value = better ? judgement->made : judgement->found;
    return true;
}

/* Makes the values of a position and of its move agree with what is proven: of the position by itself, or since a proven
 * position was left with a move that cannot change what it is worth. Returns what is proven of the position after. */
static struct value judgement_settle(struct judgement *judgement, tab_move move, struct value sure) {
    if (judgement->found.proven)
        sure = judgement->found;
    if (sure.proven)
        judgement->found = sure;
    const int outcome = value_outcome(sure);
    const bool kept = outcome < 0 || (judgement->best_proven && move == judgement->best);
    const bool above = outcome == 0 && (judgement->made.mate > 0 || judgement->made.centi > 0);
    if (sure.proven && kept && (!judgement->made.proven || value_outcome(judgement->made) != outcome))
        judgement->made = sure;
    else if (sure.proven && above)
        judgement->made = (struct value){0, 0, false};
    return judgement->made.proven ? value_after(judgement->made, judgement->same) : (struct value){0, 0, false};
}

/* What a move has cost, as a part of all chances. A move after which a won position still looks good may well win. */
static double judgement_loss(const struct judgement *judgement) {
    const double found = value_chance(judgement->found), made = value_chance(judgement->made);
    const bool open = judgement->found.proven && judgement->found.mate > 0 && !judgement->made.proven;
    return open && made >= 0.5 ? 0.0 : found - made;
}

/* Writes down what was found out about the main line. */
static void judgements_write(struct tab_record *record, struct judgement *judgements, bool *proven) {
    const bool two = tab_rules_players(tab_record_rules(record)) == 2;
    struct value sure = {0, 0, false};
    int parent = TAB_RECORD_ROOT, ply = 0;
    for (int node = tab_record_child(record, parent); node != TAB_RECORD_NONE; ply++) {
        struct judgement *judgement = &judgements[ply];
        const tab_move move = tab_record_move(record, node);
        if (two)
            sure = judgement_settle(judgement, move, sure);
        const double loss = judgement_loss(judgement);
        const int mark = judgement->best == move ? 0 : mark_of_loss(loss);
        move_note(record, node, judgement->made, mark);
        if (proven != NULL)
            proven[ply] = judgement->made.proven;
        if (mark != 0)
            variation_add(record, parent, judgement);
        parent = node;
        node = tab_record_child(record, node);
    }
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

/* Judges all moves from the last to the first. */
static bool moves_judge(const struct analysis *analysis, struct tab_record *record, struct judgement *judgements) {
    struct value value = {0, 0, false};
    int node = tab_record_end(record), ply = tab_record_ply(record, node);
    const struct tab_match *end = tab_record_match(record, node);
    if (end == NULL)
        return false;
    if (looks_at_end(record, end)) {
        if (!think(analysis, end))
            return false;
        value = value_of_line(&analysis->thought->line[0]);
    }
    for (; node != TAB_RECORD_ROOT; node = tab_record_parent(record, node))
        if (!move_judge(analysis, record, node, &value, &judgements[--ply]))
            return false;
    return true;
}

bool analysis_run(const struct analysis *analysis, struct tab_record *record) {
    const int plies = tab_record_ply(record, tab_record_end(record));
    struct judgement *judgements = calloc((size_t)plies + 1, sizeof *judgements);
    if (judgements == NULL)
        return false;
    tab_engine_clear(analysis->engine);
    const bool done = moves_judge(analysis, record, judgements);
    if (done)
        judgements_write(record, judgements, analysis->proven);
    free(judgements);
    return done;
}
