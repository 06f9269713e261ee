/* khantsin.c - moves of Khan Tsin by pointing: a pile, how many barons, the pile to land on, what is turned over.
 *
 *   17       17                    5-17    5, all its barons, 17, -
 *   5:2-17i  5, 2, 17, i           pass    pass */
#include "hand.h"
#include "../rules/khantsin.h"

#include <stdlib.h>
#include <string.h>

static const char pass[] = "pass", unturned[] = "-";

static int khantsin_split(const struct tab_rules *rules, const struct tab_position *position, const char *move,
                          struct step steps[STEPS_MAX]) {
    (void)rules;
    const char *dash = strchr(move, '-');
    if (dash == NULL) {
        step_set(&steps[0], move, strlen(move), strcmp(move, pass) == 0);
        return 1;
    }
    const size_t from = strspn(move, "0123456789"), to = strspn(dash + 1, "0123456789");
    step_set(&steps[0], move, from, false);
    if (move[from] == ':') {
        step_set(&steps[1], move + from + 1, (size_t)(dash - move) - from - 1, true);
    } else {
        const int height = khantsin_height(khantsin_pile(khantsin_of(position), atoi(move) - 1));
        const char count[] = {(char)('0' + height), '\0'};
        step_set(&steps[1], count, 1, true);
    }
    step_set(&steps[2], dash + 1, to, false);
    const char *turned = dash + 1 + to;
    step_set(&steps[3], *turned != '\0' ? turned : unturned, *turned != '\0' ? strlen(turned) : 1, true);
    return 4;
}

static const char *khantsin_prompt(const struct tab_rules *rules, const struct tab_position *position,
                                   const struct step *steps, int count) {
    (void)rules, (void)steps;
    static const char *const prompts[] = {
        N_("choose one of your four nearest piles"),
        N_("choose how many barons to take, from the top"),
        N_("choose the pile to land on"),
        N_("choose what is turned over"),
    };
    return khantsin_in_setup(khantsin_of(position)) ? N_("choose a square for a baron") : prompts[count];
}

static const struct hand_item khantsin_items[] = {
    {unturned, N_("nothing")},
    {"i", N_("those carried")},
    {"r", N_("the pile obtained")},
    {"ir", N_("both")},
    {NULL, NULL},
};

const struct hand_game khantsin_hand = {
    .split = khantsin_split,
    .prompt = khantsin_prompt,
    .items = khantsin_items,
};
