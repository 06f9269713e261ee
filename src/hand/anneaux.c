/* anneaux.c - moves of Three Rings by pointing: a free cell, a handle of a ring, a pawn and a cell, a pawn to take. */
#include "hand.h"
#include "../translate.h"

#include <string.h>

static int anneaux_split(const struct tab_rules *rules, const struct tab_position *position, const char *move,
                         struct step steps[STEPS_MAX]) {
    (void)rules, (void)position;
    const char *dash = strchr(move, '-');
    if (move[0] == 'x') {
        step_set(&steps[0], move + 1, 2, false);
        return 1;
    }
    if (dash == NULL || dash[1] == '\0') {
        step_set(&steps[0], move, strlen(move), false);
        return 1;
    }
    step_set(&steps[0], move, (size_t)(dash - move), false);
    step_set(&steps[1], dash + 1, strlen(dash + 1), false);
    return 2;
}

static const char *anneaux_prompt(const struct tab_rules *rules, const struct tab_position *position,
                                  const struct step *steps, int count) {
    (void)steps;
    tab_move moves[TAB_MOVES_MAX];
    char text[TAB_MOVE_TEXT] = "";
    if (count > 0)
        return N_("choose the cell to move it to");
    if (tab_position_moves(rules, position, moves) > 0)
        tab_move_format(rules, position, moves[0], text, sizeof text);
    if (text[0] == 'x')
        return N_("choose a pawn to take");
    return N_("choose a free cell, a pawn, or a ring to turn");
}

const struct hand_game anneaux_hand = {
    .split = anneaux_split,
    .prompt = anneaux_prompt,
};
