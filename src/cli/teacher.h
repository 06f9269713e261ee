/* teacher.h - what positions of games are worth, for `tablier tune`: by proof, by search, or by how the game went on. */
#ifndef TABLIER_CLI_TEACHER_H
#define TABLIER_CLI_TEACHER_H

#include "../engine/santasi_solver.h"

#include <tablier.h>

struct teacher {
    struct tab_rules rules;
    struct santasi_solver *solver; /* NULL: nothing is proven */
    int exact;                     /* pieces left from which on everything is */
    struct tab_engine *engine;     /* NULL: nothing is searched */
    uint64_t nodes;                /* for each search */
    int16_t *weights;              /* for the searches */
};

/* The payoff of player 1 that a value stands for, in logits for the player to move. */
double teacher_payoff(const struct tab_rules *rules, const struct tab_position *position, double logits);
/* Proofs for San Ta Si with at most `exact` moves left; searches of so many nodes for all else. 0: none. False when there
 * is no memory. */
bool teacher_begin(struct teacher *teacher, const struct tab_rules *rules, int exact, uint64_t nodes);
void teacher_end(struct teacher *teacher);
/* Searches go on with these weights, of which a copy is kept. */
void teacher_learn(struct teacher *teacher, const int16_t *weights);
/* A new game begins; its positions come from the last to the first, so that searches profit from those before. */
void teacher_renew(struct teacher *teacher);
/* The payoff of player 1, with so many moves left of the game. Stays as it is where nothing is proven or searched. False
 * when there is no memory. */
bool teacher_judge(struct teacher *teacher, const struct tab_position *position, int left, double *payoff);

#endif
