/* scene.h - a position as pieces in places, and how they travel: what a picture that moves is made of.
 *
 * Every piece there is has its place, on the board or off it: rules with the same options always have the same pieces.
 * Places are named as in move texts; what is off the board lies in places of its own:
 *
 *     game       on the board     in reserve          out of the game
 *     siam       a1 .. e5         @1 @2               taken0 (a rock)
 *     santasi    1 2 3            bA .. sE
 *     khantsin   1 .. 36          stock
 *     anneaux    a1 .. c8         @1 .. @4            taken1 .. taken4, by owner
 *
 * A place, a kind and a level together name one piece. How pieces are numbered follows from the position alone; a
 * motion says which piece before a move is which one after it. */
#ifndef TABLIER_SCENE_SCENE_H
#define TABLIER_SCENE_SCENE_H

#include "../rules/game.h"

enum {
    SCENE_PIECES_MAX = 64,
    SCENE_NAME = 8, /* buffers that hold a place, and what a field says */
    SCENE_TOUCHED_MAX = 2 * SCENE_PIECES_MAX,
    SCENE_FIELDS_MAX = 4,
    SCENE_CHOICES_MAX = 6,
    SCENE_VALUE = 24
};

struct scene_piece {
    const char *kind;
    int player; /* its owner, 0: nobody */
    char place[SCENE_NAME];
    int level;     /* in a pile, a column or a reserve, from 0, the lowest */
    char facing;   /* n e s w, or 0 */
    bool spent;    /* in no line until it is moved */
    bool visible;  /* can be seen from outside */
    int base, top; /* heights of its ends, or 0 */
};

struct scene {
    int count;
    struct scene_piece piece[SCENE_PIECES_MAX];
};

/* What a move does to the pieces. */
struct scene_motion {
    int count;
    uint8_t to[SCENE_PIECES_MAX]; /* piece i before is piece to[i] after */
    int places;
    char place[SCENE_TOUCHED_MAX][SCENE_NAME]; /* of the board that the move touched, each once */
};

/* What there is to a position beside its pieces. */
struct scene_field {
    const char *key;
    const char *label; /* English */
    char value[SCENE_VALUE];
    int choices; /* 0: free text */
    const char *choice[SCENE_CHOICES_MAX];
    const char *word[SCENE_CHOICES_MAX]; /* what a choice means, English; NULL: as it is written */
};

/* A position taken apart, to be changed and put together again. */
struct scene_draft {
    struct scene scene;
    int fields;
    struct scene_field field[SCENE_FIELDS_MAX];
};

/* What a game says of its pieces. */
struct scene_game {
    /* Lists all pieces there are, into a scene that is empty. */
    void (*pieces)(const struct tab_rules *rules, const struct tab_position *position, struct scene *scene);
    /* Gives the pieces of the position before a legal move the places and levels they have after it, and notes places
     * that are touched though no piece moves there. */
    void (*travel)(const struct tab_rules *rules, const struct tab_position *position, tab_move move,
                   struct scene *scene, struct scene_motion *motion);
    /* Whether a place is one of the board. */
    bool (*on_board)(const char *place);
    /* Lists the fields of a position, and returns their number. */
    int (*fields)(const struct tab_rules *rules, const struct tab_position *position,
                  struct scene_field field[SCENE_FIELDS_MAX]);
    /* Writes a draft as the position text with this status, right or wrong. */
    void (*write)(const struct tab_rules *rules, const struct scene_draft *draft, const char *status,
                  struct text *text);
    /* The statuses that a draft may mean, in the order in which they are tried; N is the player of its field. */
    const char *statuses;
};

void scene_pieces(const struct tab_rules *rules, const struct tab_position *position, struct scene *scene);
/* What becomes of the pieces in a legal move. */
void scene_follow(const struct tab_rules *rules, const struct tab_position *position, tab_move move,
                  struct scene_motion *motion);

void scene_draft(const struct tab_rules *rules, const struct tab_position *position, struct scene_draft *draft);
/* Writes the position text of a draft. False when it is no position, with what is wrong and where in that text, which
 * is written all the same. */
bool scene_compose(const struct tab_rules *rules, const struct scene_draft *draft, char text[TAB_POSITION_TEXT],
                   struct tab_error *error);

/* ---- For the games -------------------------------------------------------------------------------------------- */

/* Adds a piece that is visible and has no other properties. */
struct scene_piece *scene_add(struct scene *scene, const char *kind, int player, const char *place, int level);
/* The piece of a kind (NULL: any) on a level of a place, -1 when there is none; and how many there are. */
int scene_find(const struct scene *scene, const char *place, const char *kind, int level);
int scene_height(const struct scene *scene, const char *place, const char *kind);
void scene_put(struct scene_piece *piece, const char *place, int level);
/* Moves a piece on top of its kind in another place. */
void scene_drop(struct scene *scene, int index, const char *place);
/* Notes a place as touched. */
void motion_touch(struct scene_motion *motion, const char *place);
/* Names of places: @1, taken1, a number. */
void place_of(char place[SCENE_NAME], const char *prefix, int number);
/* Fields: a text; a choice more; the player to move, or who has won, `=` in a drawn game, with the players as choices. */
struct scene_field field_text(const char *key, const char *label, const char *value);
void field_choice(struct scene_field *field, const char *value, const char *word);
struct scene_field field_player(const struct tab_rules *rules, const struct tab_position *position);
/* The value of a field of a draft, "" when there is none. */
const char *draft_value(const struct scene_draft *draft, const char *key);

#endif
