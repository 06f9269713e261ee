/* siam.c - moves of Siam by pointing: an animal or the reserve, a square, a facing.
 *
 *   @c1n   reserve, c1, n          c1c2e  c1, c2, e
 *   c2w    c2, c2, w               c1-    c1, reserve */
#include "hand.h"
#include "../translate.h"

#include <string.h>

static int siam_split(const struct tab_rules *rules, const struct tab_position *position, const char *move,
                      struct step steps[STEPS_MAX]) {
    const char reserve[] = {'@', (char)('0' + tab_position_player(rules, position)), '\0'};
    const size_t length = strlen(move);
    const bool enters = move[0] == '@', moves = length == 5, leaves = length == 3 && move[2] == '-';
    if (enters)
        step_set(&steps[0], reserve, 2, false);
    else
        step_set(&steps[0], move, 2, false);
    if (leaves) {
        step_set(&steps[1], reserve, 2, false);
        return 2;
    }
    step_set(&steps[1], enters ? move + 1 : moves ? move + 2 : move, 2, false);
    step_set(&steps[2], move + length - 1, 1, true);
    return 3;
}

/* Whether the animal on a square can go back to its reserve. */
static bool can_leave(const struct tab_rules *rules, const struct tab_position *position, const char *square) {
    const char text[] = {square[0], square[1], '-', '\0'};
    struct tab_error error;
    tab_move move;
    return tab_move_parse(rules, position, text, &move, &error);
}

static const char *siam_prompt(const struct tab_rules *rules, const struct tab_position *position,
                               const struct step *steps, int count) {
    if (count == 0)
        return N_("choose an animal, or your reserve");
    if (count == 2)
        return N_("choose where it faces");
    if (steps[0].name[0] == '@')
        return N_("choose the square to enter on");
    if (can_leave(rules, position, steps[0].name))
        return N_("choose a square, its own to turn, or your reserve to leave");
    return N_("choose a square, or its own to turn");
}

static const struct hand_item siam_items[] = {
    {"n", N_("north")}, {"e", N_("east")}, {"s", N_("south")}, {"w", N_("west")}, {NULL, NULL},
};

static const char *const siam_arrows[HAND_ARROWS] = {"n", "e", "s", "w"};

const struct hand_game siam_hand = {
    .split = siam_split,
    .prompt = siam_prompt,
    .items = siam_items,
    .arrows = siam_arrows,
};
