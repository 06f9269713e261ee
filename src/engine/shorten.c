/* shorten.c - see shorten.h. */
#include "shorten.h"
#include "clock.h"

enum { FIRST_SLICE = 2000 };

struct shortening {
    struct dfpn *dfpn;
    const struct dfpn_limits *limits;
    int64_t started;
    struct dfpn_proof *proof; /* the shortest so far */
    int least;                /* plies; all wins of fewer are refuted */
    int step;                 /* between the lengths that a win can have */
    uint64_t slice;           /* nodes of a question */
    bool ended;               /* more nodes would not help, or there are none */
};

/* Asks whether the win can be forced within so many plies, for as long as a slice allows. */
static bool within_settled(struct shortening *shortening, int plies) {
    struct dfpn_limits slice;
    struct dfpn_proof found;
    const uint64_t before = dfpn_nodes(shortening->dfpn);
    if (!dfpn_limits_slice(shortening->limits, shortening->started, before, shortening->slice, &slice)) {
        shortening->ended = true;
        return false;
    }
    dfpn_within(shortening->dfpn, plies);
    const enum dfpn_answer answer = dfpn_work(shortening->dfpn, &slice, &found);
    if (answer == DFPN_PROVEN)
        *shortening->proof = found;
    else if (answer == DFPN_REFUTED)
        shortening->least = plies + shortening->step;
    else
        shortening->ended = dfpn_nodes(shortening->dfpn) - before < slice.nodes;
    return answer != DFPN_UNKNOWN;
}

/* The fewest plies a win can have: with turns of one move each, the last move is the winner's. */
static int plies_least(const struct dfpn_question *question) {
    const bool attacks = question->rules->game->player(question->position) == question->attacker;
    return attacks || question->step == 1 ? 1 : 2;
}

bool shorten_win(struct dfpn *dfpn, const struct dfpn_question *question, const struct dfpn_limits *limits,
                 struct dfpn_proof *proof) {
    struct shortening shortening = {.dfpn = dfpn,
                                    .limits = limits,
                                    .started = clock_now(),
                                    .proof = proof,
                                    .least = plies_least(question),
                                    .step = question->step,
                                    .slice = FIRST_SLICE};
    struct dfpn_question within = *question;
    within.horizon = proof->plies;
    if (!dfpn_ask(dfpn, &within))
        return false;
    while (shortening.least < proof->plies && !shortening.ended) {
        if (within_settled(&shortening, shortening.least) || shortening.ended)
            continue;
        if (!within_settled(&shortening, proof->plies - shortening.step))
            shortening.slice *= 2;
    }
    return proof->plies <= shortening.least;
}
