/* hand.h - making a move by pointing: a move as a few steps, each a place on the board or an item of a short list.
 *
 * The rules give moves as texts, the drawing gives places with names. A game says here how a move text falls into
 * steps, and what to ask for at each; what can be chosen next then follows from the list of legal moves. */
#ifndef TABLIER_HAND_HAND_H
#define TABLIER_HAND_HAND_H

#include <tablier.h>

enum { STEPS_MAX = 4, STEP_NAME = 8, HAND_NEXT_MAX = 64, HAND_ARROWS = 4 };

struct step {
    char name[STEP_NAME]; /* of a spot of the drawing, or of an item */
    bool item;            /* chosen from a list: a number, a direction */
};

/* An item whose name does not say what it means. */
struct hand_item {
    const char *name, *label; /* in English */
};

/* What a game says about its moves. */
struct hand_game {
    /* Splits a legal move; returns the number of steps. */
    int (*split)(const struct tab_rules *rules, const struct tab_position *position, const char *move,
                 struct step steps[STEPS_MAX]);
    /* What to choose after `count` steps, in English. */
    const char *(*prompt)(const struct tab_rules *rules, const struct tab_position *position, const struct step *steps,
                          int count);
    const struct hand_item *items; /* ended by a NULL name; NULL: none */
    /* Items that the arrows up, right, down and left stand for; NULL: none. */
    const char *const *arrows;
};

/* Steps chosen so far. */
struct hand {
    int count;
    struct step steps[STEPS_MAX];
};

/* What can be chosen next. */
struct hand_next {
    int moves;     /* legal moves that go on from the hand */
    bool complete; /* one of them ends with the hand: `move` */
    tab_move move;
    int count;
    struct step step[HAND_NEXT_MAX]; /* each once, in the order of the moves */
};

const struct hand_game *hand_game_of(const struct tab_rules *rules);
/* What an item means, in English; NULL: its name says it. */
const char *hand_label(const struct tab_rules *rules, const char *item);

void hand_look(const struct tab_rules *rules, const struct tab_position *position, const struct hand *hand,
               struct hand_next *next);
/* Adds a step, and after it items as long as there is no choice. False, and nothing changed, when no move goes on so. */
bool hand_choose(const struct tab_rules *rules, const struct tab_position *position, struct hand *hand,
                 const char *name, bool item, struct hand_next *next);
/* Takes back the last step, and those before it that were no choice. */
void hand_back(const struct tab_rules *rules, const struct tab_position *position, struct hand *hand);
/* Whether a name is among the next steps. */
bool hand_offers(const struct hand_next *next, const char *name, bool item);

/* For the games. */
void step_set(struct step *step, const char *text, size_t length, bool item);

#endif
