/* hand.c - making a move by pointing. */
#include "hand.h"
#include "../rules/registry.h"

#include <assert.h>
#include <string.h>

#define GAME(name) extern const struct hand_game name##_hand;
#include "../games.def"
#undef GAME

static const struct hand_game *const hands[GAME_COUNT] = {
#define GAME(name) &name##_hand,
#include "../games.def"
#undef GAME
};

const struct hand_game *hand_game_of(const struct tab_rules *rules) { return hands[game_index(rules->game)]; }

const char *hand_label(const struct tab_rules *rules, const char *item) {
    const struct hand_item *known = hand_game_of(rules)->items;
    for (; known != NULL && known->name != NULL; known++)
        if (strcmp(known->name, item) == 0)
            return known->label;
    return NULL;
}

static bool step_is(const struct step *step, const char *name, bool item) {
    return step->item == item && strcmp(step->name, name) == 0;
}

bool hand_offers(const struct hand_next *next, const char *name, bool item) {
    for (int i = 0; i < next->count; i++)
        if (step_is(&next->step[i], name, item))
            return true;
    return false;
}

/* Whether the steps of a move begin with those of a hand. */
static bool begins_with(const struct step *steps, int count, const struct hand *hand) {
    if (count < hand->count)
        return false;
    for (int i = 0; i < hand->count; i++)
        if (!step_is(&steps[i], hand->steps[i].name, hand->steps[i].item))
            return false;
    return true;
}

void hand_look(const struct tab_rules *rules, const struct tab_position *position, const struct hand *hand,
               struct hand_next *next) {
    tab_move moves[TAB_MOVES_MAX];
    const int count = tab_position_moves(rules, position, moves);
    *next = (struct hand_next){0};
    for (int i = 0; i < count; i++) {
        char text[TAB_MOVE_TEXT];
        struct step steps[STEPS_MAX + 1] = {0};
        tab_move_format(rules, position, moves[i], text, sizeof text);
        const int length = hand_game_of(rules)->split(rules, position, text, steps);
        if (!begins_with(steps, length, hand))
            continue;
        next->moves++;
        if (length == hand->count) {
            next->complete = true;
            next->move = moves[i];
        } else if (!hand_offers(next, steps[hand->count].name, steps[hand->count].item)) {
            assert(next->count < HAND_NEXT_MAX);
            next->step[next->count++] = steps[hand->count];
        }
    }
}

bool hand_choose(const struct tab_rules *rules, const struct tab_position *position, struct hand *hand,
                 const char *name, bool item, struct hand_next *next) {
    hand_look(rules, position, hand, next);
    if (!hand_offers(next, name, item))
        return false;
    step_set(&hand->steps[hand->count++], name, strlen(name), item);
    hand_look(rules, position, hand, next);
    while (next->count == 1 && !next->complete && next->step[0].item) {
        hand->steps[hand->count++] = next->step[0];
        hand_look(rules, position, hand, next);
    }
    return true;
}

void hand_back(const struct tab_rules *rules, const struct tab_position *position, struct hand *hand) {
    struct hand_next next;
    if (hand->count == 0)
        return;
    do {
        hand->count--;
        hand_look(rules, position, hand, &next);
    } while (hand->count > 0 && next.count == 1 && next.step[0].item);
}

void step_set(struct step *step, const char *text, size_t length, bool item) {
    assert(length < STEP_NAME);
    *step = (struct step){.item = item};
    memcpy(step->name, text, length);
}
