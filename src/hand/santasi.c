/* santasi.c - moves of San Ta Si by pointing: a piece, then a site. */
#include "hand.h"
#include "../translate.h"

static int santasi_split(const struct tab_rules *rules, const struct tab_position *position, const char *move,
                         struct step steps[STEPS_MAX]) {
    (void)rules, (void)position;
    step_set(&steps[0], move, 2, false);
    step_set(&steps[1], move + 2, 1, false);
    return 2;
}

static const char *santasi_prompt(const struct tab_rules *rules, const struct tab_position *position,
                                  const struct step *steps, int count) {
    (void)rules, (void)position, (void)steps;
    return count == 0 ? N_("choose a cylinder of either colour") : N_("choose the tower to put it on");
}

const struct hand_game santasi_hand = {
    .split = santasi_split,
    .prompt = santasi_prompt,
};
