/* prove.c - see prove.h. */
#include "prove.h"
#include "../rules/registry.h"
#include "clock.h"
#include "khantsin_solver.h"
#include "shorten.h"

#include <stdlib.h>
#include <string.h>

enum {
    FIRST_SLICE = 1000,
    SHORTEN_NODES = 4000000 /* and as many as the proof took, where nobody has set a limit */
};

struct prover {
    struct dfpn *attack[2]; /* of the player to move, of the other */
    bool shortens;
};

struct prover *prover_new(size_t bytes) {
    struct prover *prover = calloc(1, sizeof *prover);
    if (prover == NULL)
        return NULL;
    prover->shortens = true;
    for (int i = 0; i < 2; i++)
        if ((prover->attack[i] = dfpn_new(bytes / 2)) == NULL) {
            prover_free(prover);
            return NULL;
        }
    return prover;
}

void prover_free(struct prover *prover) {
    if (prover == NULL)
        return;
    dfpn_free(prover->attack[0]);
    dfpn_free(prover->attack[1]);
    free(prover);
}

void prover_shorten(struct prover *prover, bool shortens) { prover->shortens = shortens; }

/* ---- Draws of games that always end --------------------------------------------------------------------------- */

/* Whether a player cannot force a win from a position, by a search of its own. */
static bool cannot_win(struct dfpn *dfpn, const struct dfpn_question *question, const struct tab_position *position,
                       int attacker, const struct dfpn_limits *limits) {
    struct dfpn_question next = *question;
    struct dfpn_proof proof;
    const char *reason;
    if (question->rules->game->player(position) == 0)
        return question->rules->game->outcome(question->rules, position, &reason) != attacker;
    next.position = position;
    next.attacker = attacker;
    return dfpn_ask(dfpn, &next) && dfpn_work(dfpn, limits, &proof) == DFPN_REFUTED;
}

/* Writes moves that keep a draw for both, as far as the time allows. */
static void draw_line(struct prover *prover, const struct dfpn_question *question, const struct dfpn_limits *limits,
                      int64_t started, struct prove_verdict *verdict) {
    struct dfpn_limits slice;
    const struct tab_rules *rules = question->rules;
    struct tab_position position = *question->position;
    while (rules->game->player(&position) != 0 && verdict->length < DFPN_LINE_MAX) {
        tab_move moves[TAB_MOVES_MAX];
        const int count = rules->game->moves(rules, &position, moves), other = 3 - rules->game->player(&position);
        int chosen = -1;
        for (int i = 0; i < count && chosen < 0; i++) {
            struct tab_position next = position;
            if (!dfpn_limits_slice(limits, started, 0, 0, &slice))
                return;
            rules->game->play(rules, &next, moves[i]);
            if (cannot_win(prover->attack[0], question, &next, other, &slice))
                chosen = i;
        }
        if (chosen < 0)
            return;
        verdict->line[verdict->length++] = moves[chosen];
        rules->game->play(rules, &position, moves[chosen]);
    }
}

/* ---- Tables --------------------------------------------------------------------------------------------------- */

/* The move after which the tables say what they say now. */
static bool table_step(const struct endings *endings, const struct tab_rules *rules, struct tab_position *position,
                       int value, tab_move *step) {
    tab_move moves[TAB_MOVES_MAX];
    const int count = rules->game->moves(rules, position, moves), player = rules->game->player(position);
    for (int i = 0; i < count; i++) {
        struct tab_position next = *position;
        int after;
        rules->game->play(rules, &next, moves[i]);
        const bool same = rules->game->player(&next) == player;
        if (rules->game->player(&next) == 0
                ? value == 1
                : endings_probe(endings, rules, &next, &after) && endings_before(after, same) == value) {
            *step = moves[i];
            *position = next;
            return true;
        }
    }
    return false;
}

static bool tables_solve(const struct dfpn_question *question, struct prove_verdict *verdict) {
    struct tab_position position = *question->position;
    int value;
    if (question->endings == NULL || !endings_probe(question->endings, question->rules, &position, &value))
        return false;
    /* What came before may stand in the way of a win, but not of a draw. */
    if (value != 0 && question->past_count > 0)
        return false;
    const int player = question->rules->game->player(&position);
    verdict->known = verdict->shortest = true;
    verdict->winner = value == 0 ? 0 : value > 0 ? player : 3 - player;
    verdict->plies = abs(value);
    for (int left = verdict->plies; left > 0; left--) {
        const bool winning = question->rules->game->player(&position) == verdict->winner;
        if (!table_step(question->endings, question->rules, &position, winning ? left : -left,
                        &verdict->line[verdict->length]))
            return false;
        verdict->length++;
    }
    if (value == 0 && table_step(question->endings, question->rules, &position, 0, &verdict->line[0]))
        verdict->length = 1;
    return true;
}

/* ---- Asking in turn ------------------------------------------------------------------------------------------- */

/* Shortens a proof, in the room of the search for a win of the other player, who has none. */
static void win_shorten(struct dfpn *room, const struct dfpn_question *question, const struct dfpn_limits *limits,
                        int64_t started, struct dfpn_proof *proof, struct prove_verdict *verdict) {
    struct dfpn_limits rest;
    const bool endless = limits->nodes == 0 && limits->milliseconds == 0;
    if (!dfpn_limits_slice(limits, started, verdict->nodes, endless ? SHORTEN_NODES + verdict->nodes : UINT64_MAX,
                           &rest))
        return;
    verdict->shortest = shorten_win(room, question, &rest, proof);
    verdict->nodes += dfpn_nodes(room);
}

static void verdict_win(struct prove_verdict *verdict, int winner, const struct dfpn_proof *proof) {
    verdict->known = true;
    verdict->winner = winner;
    verdict->plies = verdict->length = proof->plies;
    verdict->shortest = verdict->shortest || proof->plies == 1;
    memcpy(verdict->line, proof->line, sizeof *proof->line * (size_t)proof->plies);
}

/* Settles the question that is proven: the first, whether the player to move wins, or the second. */
static void question_settle(struct prover *prover, int proven, struct dfpn_question *question,
                            const struct dfpn_limits *limits, int64_t started, struct dfpn_proof *proof,
                            struct prove_verdict *verdict) {
    const int player = question->rules->game->player(question->position);
    question->attacker = proven == 0 ? player : 3 - player;
    if (prover->shortens)
        win_shorten(prover->attack[1 - proven], question, limits, started, proof, verdict);
    verdict_win(verdict, question->attacker, proof);
}

/* Works on one question for so many nodes. True when that was the end: it is proven, or the limits are met. */
static bool question_work(struct prover *prover, int number, uint64_t nodes, struct dfpn_question *question,
                          const struct dfpn_limits *limits, int64_t started, bool *refuted,
                          struct prove_verdict *verdict) {
    struct dfpn *attack = prover->attack[number];
    struct dfpn_proof proof;
    struct dfpn_limits slice;
    if (!dfpn_limits_slice(limits, started, verdict->nodes, nodes, &slice))
        return true;
    const uint64_t before = dfpn_nodes(attack);
    const enum dfpn_answer answer = dfpn_work(attack, &slice, &proof);
    verdict->nodes += dfpn_nodes(attack) - before;
    *refuted = answer == DFPN_REFUTED;
    if (answer == DFPN_PROVEN)
        question_settle(prover, number, question, limits, started, &proof, verdict);
    return answer == DFPN_PROVEN;
}

/* Works on both questions in turn until one is proven, both are refuted, or the limits are met. */
static void questions_work(struct prover *prover, struct dfpn_question *question, const struct dfpn_limits *limits,
                           struct prove_verdict *verdict) {
    const int64_t started = clock_now();
    const int player = question->attacker;
    bool refuted[2] = {false, false};
    struct dfpn_limits slice;
    for (int i = 0; i < 2; i++) {
        question->attacker = i == 0 ? player : 3 - player;
        if (!dfpn_ask(prover->attack[i], question))
            return;
    }
    for (uint64_t nodes = FIRST_SLICE; !refuted[0] || !refuted[1]; nodes *= 2)
        for (int i = 0; i < 2; i++)
            if (!refuted[i] && question_work(prover, i, nodes, question, limits, started, &refuted[i], verdict))
                return;
    if (!question->finite || !dfpn_limits_slice(limits, started, verdict->nodes, UINT64_MAX, &slice))
        return;
    verdict->known = true;
    struct dfpn_limits time = *limits;
    time.nodes = 0;
    draw_line(prover, question, &time, started, verdict);
}

bool prove_suits(const struct tab_rules *rules) {
    return rules->game != &santasi_game && rules->game->players(rules) == 2;
}

struct dfpn_question prove_question(const struct tab_rules *rules, const struct tab_position *position,
                                    const uint64_t *past, int past_count, const struct endings *endings) {
    const bool khantsin = rules->game == &khantsin_game;
    return (struct dfpn_question){
        .rules = rules,
        .position = position,
        .past = past,
        .past_count = past_count,
        .attacker = rules->game->player(position),
        .step = brain_of(rules->game)->alternates && !brain_of(rules->game)->shallow(position) ? 2 : 1,
        .finite = rules->game->options[rules->game->repetition].idle,
        .endings = rules->game == &anneaux_game ? endings : NULL,
        .key = khantsin ? khantsin_solver_key : NULL,
    };
}

void prover_solve(struct prover *prover, const struct tab_rules *rules, const struct tab_position *position,
                  const uint64_t *past, int past_count, const struct endings *endings, const struct dfpn_limits *limits,
                  struct prove_verdict *verdict) {
    struct dfpn_question question = prove_question(rules, position, past, past_count, endings);
    *verdict = (struct prove_verdict){0};
    if (!tables_solve(&question, verdict))
        questions_work(prover, &question, limits, verdict);
}
