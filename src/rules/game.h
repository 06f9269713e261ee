/* game.h - the contract every game fills, and what the rules modules share.
 *
 * A game is one `const struct tab_game` at the bottom of its file, complete: no member is NULL. The state of a
 * position is a struct of the game's own inside `struct tab_position`; it has no pointers, no padding that is not
 * zero, and exactly one value for every position text, so positions can be compared byte by byte. */
#ifndef TABLIER_RULES_GAME_H
#define TABLIER_RULES_GAME_H

#include <tablier.h>

#include "../translate.h"

struct tab_game {
    const char *id;
    const char *title;
    int players_min, players_max;
    const struct tab_option *options; /* ended by a NULL key */
    int repetition;                   /* index of the option `repetition`, whose first choice is the draw */

    /* Reads a free text option into `derived`; `text` is `length` bytes long and not zero-ended. On failure the
     * rules are thrown away, and error->at counts from `text`. */
    bool (*option_read)(struct tab_rules *rules, int option, const char *text, size_t length, struct tab_error *error);
    size_t (*option_write)(const struct tab_rules *rules, int option, char *buffer, size_t size);
    /* Completes `derived` once every option is known. */
    void (*rules_derive)(struct tab_rules *rules);

    int (*players)(const struct tab_rules *rules);
    void (*start)(const struct tab_rules *rules, struct tab_position *position);
    /* Completes the set-up of a position at random; false, and nothing changed, when there is none to complete. */
    bool (*deal)(const struct tab_rules *rules, struct tab_random *random, struct tab_position *position);
    int (*player)(const struct tab_position *position); /* 0 when over */
    /* Lists the legal moves; `count` only counts them. Both give 0 when the game is over. */
    int (*moves)(const struct tab_rules *rules, const struct tab_position *position, tab_move *moves);
    int (*count)(const struct tab_rules *rules, const struct tab_position *position);
    void (*play)(const struct tab_rules *rules, struct tab_position *position, tab_move move);
    /* The winner, TAB_DRAWN, or TAB_ONGOING; *reason is set when over. */
    int (*outcome)(const struct tab_rules *rules, const struct tab_position *position, const char **reason);
    /* A player still in the game, who shares in a draw. */
    bool (*shares)(const struct tab_rules *rules, const struct tab_position *position, int player);
    int (*score)(const struct tab_rules *rules, const struct tab_position *position, struct tab_score *lines);
    /* Declares an ongoing position drawn. Why, by repetition, by agreement or since it took too long, is no part of the
     * position: its reason is then game_declared_drawn. */
    void (*declare_draw)(struct tab_position *position);

    uint64_t (*hash)(const struct tab_position *position);
    bool (*repeats)(const struct tab_position *one, const struct tab_position *other);

    /* `position` comes zeroed, and is thrown away on failure. */
    bool (*position_read)(const struct tab_rules *rules, const char *text, struct tab_position *position,
                          struct tab_error *error);
    size_t (*position_write)(const struct tab_rules *rules, const struct tab_position *position, char *buffer,
                             size_t size);
    size_t (*move_write)(const struct tab_rules *rules, const struct tab_position *position, tab_move move,
                         char *buffer, size_t size);
    /* The general reader compares `text`, lower case where the game says so, with the texts of the legal moves.
     * When none is equal this says why the text is no legal move, in terms of the game. */
    void (*move_explain)(const struct tab_rules *rules, const struct tab_position *position, const char *text,
                         struct tab_error *error);
};

enum { TAB_ONGOING = -1, TAB_DRAWN = 0 };

/* ---- Errors: error.c ------------------------------------------------------------------------------------------ */

/* Reports `what` at an offset, with up to two arguments (NULL: none). Returns false, to be returned in turn.
 * `error` may be NULL. */
bool error_set(struct tab_error *error, size_t at, const char *what, const char *first, const char *second);
/* With a fixed word marked with N_ as the argument, which is then translated with the rest. */
bool error_set_term(struct tab_error *error, size_t at, const char *what, const char *term);
bool error_set_number(struct tab_error *error, size_t at, const char *what, int64_t first, int64_t second);
/* The same with the single character or the span of text that is wrong as {1}, made printable. */
bool error_set_char(struct tab_error *error, size_t at, const char *what, char found);
bool error_set_span(struct tab_error *error, size_t at, const char *what, const char *text, size_t length);

/* ---- Writing text: text.c ------------------------------------------------------------------------------------- */

/* A text under construction in a caller's buffer; `length` goes on counting when the buffer is full. */
struct text {
    char *buffer;
    size_t size;
    size_t length;
};

struct text text_begin(char *buffer, size_t size);
void text_char(struct text *text, char character);
void text_string(struct text *text, const char *string);
void text_number(struct text *text, int64_t number);
/* Like printf. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void text_printf(struct text *text, const char *format, ...);
/* Ends the text with a zero and returns its whole length. */
size_t text_end(struct text *text);

/* ---- Reading text: text.c ------------------------------------------------------------------------------------- */

/* Position texts are fields separated by single spaces. */
struct field {
    const char *text; /* not zero-ended */
    size_t length;
    size_t at; /* offset in the whole text */
};

/* Splits `text` into exactly `count` fields; `names` names them for the error. */
bool text_split(const char *text, struct field *fields, int count, const char *const *names, struct tab_error *error);
/* Reads a decimal number without leading zeros, at most `limit`. */
bool text_read_number(const struct field *field, int64_t limit, int64_t *number, struct tab_error *error);
/* The same with `-` before numbers below zero. */
bool text_read_signed(const struct field *field, int64_t least, int64_t most, int64_t *number, struct tab_error *error);
/* Reads a number of moves, `LEAST-MOST`, both at most `limit`; one number alone is both. */
bool text_read_range(const struct field *field, int64_t limit, int *least, int *most, struct tab_error *error);

/* Status field: `1`..`n` to move, `1#`..`n#` won, `=` drawn. */
struct status {
    int player;  /* to move, 0 when over */
    int outcome; /* TAB_ONGOING, TAB_DRAWN or the winner */
};
bool text_read_status(const struct field *field, int players, struct status *status, struct tab_error *error);
void text_status(struct text *text, struct status status);

/* Length of the printable character that `text` begins with, in well-formed UTF-8; 0 for controls and anything else. */
size_t text_printable(const char *text, size_t length);
/* Puts a question mark in the place of every byte that is not of a printable character. */
void text_clean(char *text);

/* ---- Hashing -------------------------------------------------------------------------------------------------- */

/* Mixes one word into a hash; a bijection of the word for a given hash. */
static inline uint64_t hash_mix(uint64_t hash, uint64_t word) {
    hash = (hash ^ word) * UINT64_C(0x9E3779B97F4A7C15);
    hash ^= hash >> 32;
    hash *= UINT64_C(0xD6E8FEB86659FD93);
    return hash ^ (hash >> 29);
}

/* Hashes several words at once: each is mixed by itself, so that none waits for the one before it. */
static inline uint64_t hash_words(const uint64_t *words, size_t count) {
    uint64_t sum = 0;
    for (size_t i = 0; i < count; i++) {
        uint64_t mixed = words[i] ^ (i + 1) * UINT64_C(0xD1B54A32D192ED03);
        mixed = (mixed ^ mixed >> 32) * UINT64_C(0x9E3779B97F4A7C15);
        mixed = (mixed ^ mixed >> 29) * UINT64_C(0xD6E8FEB86659FD93);
        sum += mixed ^ mixed >> 32;
    }
    return hash_mix(0, sum);
}

/* ---- Defaults for games that need nothing special: game.c ----------------------------------------------------- */

/* For games without free text options. */
bool game_no_option_read(struct tab_rules *rules, int option, const char *text, size_t length, struct tab_error *error);
size_t game_no_option_write(const struct tab_rules *rules, int option, char *buffer, size_t size);
void game_nothing_derived(struct tab_rules *rules);
/* For games that begin without a set-up. */
bool game_no_deal(const struct tab_rules *rules, struct tab_random *random, struct tab_position *position);
int game_two_players(const struct tab_rules *rules);
bool game_all_share(const struct tab_rules *rules, const struct tab_position *position, int player);
/* The reason of a draw that does not follow from the position. */
extern const char *const game_declared_drawn;
/* The choices of the option `repetition`. */
extern const struct tab_choice game_repetition_choices[];

#endif
