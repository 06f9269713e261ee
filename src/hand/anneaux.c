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

/* What an action does, as bits of what is legal. */
enum { PLACES = 1, SLIDES = 2, TURNS = 4, TAKES = 8 };

static unsigned action_of(const char *move) {
    const size_t length = strlen(move);
    if (move[0] == 'x')
        return TAKES;
    if (length > 3)
        return move[2] == '-' ? SLIDES : 0; /* 0: a pass */
    return move[length - 1] == '+' || move[length - 1] == '-' ? TURNS : PLACES;
}

static unsigned actions_legal(const struct tab_rules *rules, const struct tab_position *position) {
    tab_move moves[TAB_MOVES_MAX];
    char text[TAB_MOVE_TEXT];
    unsigned legal = 0;
    const int count = tab_position_moves(rules, position, moves);
    for (int i = 0; i < count; i++) {
        tab_move_format(rules, position, moves[i], text, sizeof text);
        legal |= action_of(text);
    }
    return legal;
}

static const char *anneaux_prompt(const struct tab_rules *rules, const struct tab_position *position,
                                  const struct step *steps, int count) {
    (void)steps;
    if (count > 0)
        return N_("choose the cell to move it to");
    switch (actions_legal(rules, position)) {
    case TAKES: return N_("choose a pawn to take");
    case SLIDES: return N_("choose a pawn to move");
    case TURNS: return N_("choose a ring to turn");
    case SLIDES | TURNS: return N_("choose a pawn, or a ring to turn");
    case PLACES | TURNS: return N_("choose a free cell, or a ring to turn");
    case PLACES | SLIDES | TURNS: return N_("choose a free cell, a pawn, or a ring to turn");
    default: return N_("you cannot move; pass");
    }
}

const struct hand_game anneaux_hand = {
    .split = anneaux_split,
    .prompt = anneaux_prompt,
};
