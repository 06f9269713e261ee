/* khantsin_text.c - reading and writing the positions, moves and dragons of Khan Tsin. */
#include "khantsin.h"

#include <assert.h>
#include <string.h>

static const char baron_letters[] = "rbw";

static const char *const field_names[] = {N_("board"), N_("status")};

/* ---- Dragon --------------------------------------------------------------------------------------------------- */

bool khantsin_dragon_read(struct tab_rules *rules, int option, const char *text, size_t length,
                          struct tab_error *error) {
    (void)option;
    struct khantsin_dragon dragon;
    for (size_t i = 0; i < length; i++) {
        if (text[i] < '1' || text[i] > '3')
            return error_set_char(error, i, N_("'{1}' is no kind of square; allowed are 1, 2 and 3"), text[i]);
        if (i == KHANTSIN_SQUARES)
            return error_set(error, i, N_("the dragon has more than 36 squares"), NULL, NULL);
        dragon.leap[i] = (uint8_t)(text[i] - '0');
    }
    if (length < KHANTSIN_SQUARES)
        return error_set_number(error, length, N_("the dragon has only {1} of its 36 squares"), (int64_t)length, 0);
    memcpy(rules->derived, &dragon, sizeof dragon);
    return true;
}

size_t khantsin_dragon_write(const struct tab_rules *rules, int option, char *buffer, size_t size) {
    (void)option;
    struct text text = text_begin(buffer, size);
    for (int square = 0; square < KHANTSIN_SQUARES; square++)
        text_char(&text, (char)('0' + khantsin_dragon_of(rules)->leap[square]));
    return text_end(&text);
}

/* ---- Reading positions ---------------------------------------------------------------------------------------- */

/* What the whole board holds. */
struct census {
    int barons[KHANTSIN_COLOUR_COUNT];
    int nines; /* piles of nine */
};

static int census_barons(const struct census *census) {
    return census->barons[KHANTSIN_RED] + census->barons[KHANTSIN_BLACK] + census->barons[KHANTSIN_WHITE];
}

/* Adds one baron to the top of a pile. */
static bool baron_read(uint32_t *pile, char letter, int square, size_t at, struct census *census,
                       struct tab_error *error) {
    static const char *const no_harmony[] = {N_("square {1} holds more than three red barons"),
                                             N_("square {1} holds more than three black barons"),
                                             N_("square {1} holds more than three white barons")};
    static const char *const too_many[] = {N_("there are more than twelve red barons"),
                                           N_("there are more than twelve black barons"),
                                           N_("there are more than twelve white barons")};
    const char *found = letter != '\0' ? strchr(baron_letters, letter) : NULL;
    if (found == NULL)
        return error_set_char(error, at, N_("'{1}' is no baron; allowed are r, b, w, and - for an empty square"),
                              letter);
    const enum khantsin_colour colour = (enum khantsin_colour)(found - baron_letters);
    if (khantsin_tally_of(khantsin_tally(*pile), colour) == KHANTSIN_HARMONY)
        return error_set_number(error, at, no_harmony[colour], square + 1, 0);
    if (++census->barons[colour] > KHANTSIN_OF_COLOUR)
        return error_set(error, at, too_many[colour], NULL, NULL);
    *pile |= (uint32_t)(colour + 1) << 2 * khantsin_height(*pile);
    return true;
}

/* Reads one square of the board, up to the '/' or the end of the field. */
static bool square_read(struct khantsin *khantsin, const struct field *board, size_t *next, int square,
                        struct census *census, struct tab_error *error) {
    const size_t first = *next, length = strcspn(board->text + first, "/ ");
    uint32_t pile = 0;
    *next += length;
    if (length == 0)
        return error_set_number(error, board->at + first, N_("square {1} is missing; write - for an empty one"),
                                square + 1, 0);
    if (length == 1 && board->text[first] == '-')
        return true;
    for (size_t i = first; i < first + length; i++)
        if (!baron_read(&pile, board->text[i], square, board->at + i, census, error))
            return false;
    census->nines += khantsin_height(pile) == KHANTSIN_GOAL;
    if (census->nines > 1)
        return error_set(error, board->at + first, N_("a second pile of nine; the first one ended the game"), NULL,
                         NULL);
    khantsin->piles[square] = (uint16_t)pile;
    khantsin_count(khantsin, square, khantsin_tally(pile));
    return true;
}

static bool board_read(struct khantsin *khantsin, const struct field *board, struct census *census,
                       struct tab_error *error) {
    size_t next = 0;
    for (int square = 0; square < KHANTSIN_SQUARES; square++) {
        if (square > 0 && next == board->length)
            return error_set_number(error, board->at + next, N_("the board ends after square {1} of 36"), square, 0);
        next += square > 0;
        if (!square_read(khantsin, board, &next, square, census, error))
            return false;
    }
    if (next < board->length)
        return error_set(error, board->at + next, N_("the board has more than 36 squares"), NULL, NULL);
    return true;
}

/* Fewer than 36 barons: the set-up must be under way. */
static bool setup_check(const struct tab_rules *rules, const struct khantsin *khantsin, const struct census *census,
                        const struct field *fields, struct status status, struct tab_error *error) {
    const int barons = census_barons(census), red = census->barons[KHANTSIN_RED];
    const int black = census->barons[KHANTSIN_BLACK], placer = red < KHANTSIN_OF_COLOUR ? 1 : 2;
    const size_t at = fields[0].at;
    if (rules->choice[KHANTSIN_OPTION_SETUP] != 0)
        return error_set_number(error, at, N_("only {1} of the 36 barons, and setup=striped has no set-up"), barons, 0);
    if (census->barons[KHANTSIN_WHITE] > 0 || __builtin_popcountll(khantsin_occupied(khantsin)) < barons)
        return error_set_number(error, at, N_("only {1} of the 36 barons; a set-up has single red and black ones"),
                                barons, 0);
    if (black > 0 && placer == 1)
        return error_set_number(error, at, N_("black barons are placed, but only {1} of the twelve red ones"), red, 0);
    if (black == KHANTSIN_OF_COLOUR)
        return error_set(error, at, N_("the white barons are missing: they fill what red and black leave"), NULL, NULL);
    if (status.player != placer)
        return error_set_number(error, fields[1].at, N_("the set-up is under way, and player {1} is to place"), placer,
                                0);
    return true;
}

/* All barons on the board: the status must be what the piles say. */
static bool status_check(const struct tab_rules *rules, const struct khantsin *khantsin, const struct census *census,
                         const struct field *field, struct status status, struct tab_error *error) {
    if (census->nines > 0 && status.outcome <= 0)
        return error_set(error, field->at, N_("there is a pile of nine, so a player has won"), NULL, NULL);
    if (census->nines > 0)
        return true;
    if (status.outcome > 0)
        return error_set(error, field->at, N_("nobody has won: there is no pile of nine"), NULL, NULL);
    const bool stuck = !khantsin_can_move(rules, khantsin, 0) && !khantsin_can_move(rules, khantsin, 1);
    if (stuck && status.outcome != TAB_DRAWN)
        return error_set(error, field->at, N_("neither player can move, so the game is drawn"), NULL, NULL);
    if (!stuck && status.outcome == TAB_DRAWN)
        return error_set(error, field->at, N_("the game is not drawn: a player can move"), NULL, NULL);
    return true;
}

bool khantsin_position_read(const struct tab_rules *rules, const char *text, struct tab_position *position,
                            struct tab_error *error) {
    struct khantsin *khantsin = (struct khantsin *)(void *)position->state;
    struct field fields[2];
    struct status status;
    struct census census = {0};
    if (!text_split(text, fields, 2, field_names, error) || !board_read(khantsin, &fields[0], &census, error) ||
        !text_read_status(&fields[1], 2, &status, error))
        return false;
    khantsin->mover = (uint8_t)(status.player == 2);
    khantsin->outcome = (int8_t)status.outcome;
    if (census_barons(&census) < KHANTSIN_BARONS)
        return setup_check(rules, khantsin, &census, fields, status, error);
    return status_check(rules, khantsin, &census, &fields[1], status, error);
}

/* ---- Writing -------------------------------------------------------------------------------------------------- */

size_t khantsin_position_write(const struct tab_rules *rules, const struct tab_position *position, char *buffer,
                               size_t size) {
    (void)rules;
    const struct khantsin *khantsin = khantsin_of(position);
    struct text text = text_begin(buffer, size);
    for (int square = 0; square < KHANTSIN_SQUARES; square++) {
        const uint32_t pile = khantsin_pile(khantsin, square);
        if (square > 0)
            text_char(&text, '/');
        for (int level = 0; level < khantsin_height(pile); level++)
            text_char(&text, baron_letters[khantsin_baron(pile, level)]);
        if (pile == 0)
            text_char(&text, '-');
    }
    text_char(&text, ' ');
    text_status(&text, (struct status){khantsin->mover + 1, khantsin->outcome});
    return text_end(&text);
}

/* Writes a flight from a pile of a given height. */
static size_t flight_write(int from, int height, int taken, int to, unsigned flips, char *buffer, size_t size) {
    struct text text = text_begin(buffer, size);
    text_number(&text, from + 1);
    if (taken < height) {
        text_char(&text, ':');
        text_number(&text, taken);
    }
    text_char(&text, '-');
    text_number(&text, to + 1);
    if (flips & KHANTSIN_INVERTED)
        text_char(&text, 'i');
    if (flips & KHANTSIN_RETURNED)
        text_char(&text, 'r');
    return text_end(&text);
}

size_t khantsin_move_write(const struct tab_rules *rules, const struct tab_position *position, tab_move move,
                           char *buffer, size_t size) {
    (void)rules;
    const int from = khantsin_move_from(move), to = khantsin_move_to(move);
    const enum khantsin_kind kind = khantsin_move_kind(move);
    if (kind == KHANTSIN_FLY)
        return flight_write(from, khantsin_height(khantsin_of(position)->piles[from]), khantsin_move_taken(move), to,
                            khantsin_move_flips(move), buffer, size);
    struct text text = text_begin(buffer, size);
    if (kind == KHANTSIN_PASS)
        text_string(&text, "pass");
    else
        text_number(&text, to + 1);
    return text_end(&text);
}

/* ---- Explaining illegal moves --------------------------------------------------------------------------------- */

/* A flight as it was typed, legal or not, and where its parts stand in the text. */
struct attempt {
    int from, to;
    int taken; /* 0: not written, the whole pile */
    unsigned flips;
    size_t taken_at, to_at, flips_at;
};

/* Reads a number from 1 to `limit` without leading zeros; 0, and nothing read, when there is none. */
static int number_read(const char *text, size_t *next, int limit) {
    const size_t digits = strspn(text + *next, "0123456789");
    if (digits < 1 || digits > 2 || text[*next] == '0')
        return 0;
    int number = text[*next] - '0';
    if (digits == 2)
        number = 10 * number + (text[*next + 1] - '0');
    if (number > limit)
        return 0;
    *next += digits;
    return number;
}

/* Whether a text is a word of lower case letters, in any case. */
static bool word_matches(const char *text, const char *word) {
    while (*word != '\0' && (*text | 0x20) == *word) {
        text++;
        word++;
    }
    return *word == '\0' && *text == '\0';
}

static bool flips_read(const char *text, unsigned *flips) {
    static const char *const suffixes[] = {"", "i", "r", "ir"};
    *flips = 0;
    while (*flips < 4 && !word_matches(text, suffixes[*flips]))
        (*flips)++;
    return *flips < 4;
}

static bool attempt_read(const char *text, struct attempt *attempt, struct tab_error *error) {
    size_t next = 0;
    *attempt = (struct attempt){0};
    attempt->from = number_read(text, &next, KHANTSIN_SQUARES) - 1;
    if (attempt->from < 0)
        return error_set_span(error, 0,
                              N_("'{1}' does not begin with a square from 1 to 36; moves look like 5-17 or 5:2-17"),
                              text, strlen(text));
    if (text[next] == ':') {
        attempt->taken_at = ++next;
        attempt->taken = number_read(text, &next, KHANTSIN_GOAL - 1);
        if (attempt->taken == 0)
            return error_set(error, next, N_("after : comes the number of barons taken, from 1 to 8"), NULL, NULL);
    }
    if (text[next] != '-')
        return error_set(error, next, N_("here comes - and the square to land on, as in 5-17"), NULL, NULL);
    attempt->to_at = ++next;
    attempt->to = number_read(text, &next, KHANTSIN_SQUARES) - 1;
    if (attempt->to < 0)
        return error_set(error, next, N_("a square from 1 to 36 to land on is missing here"), NULL, NULL);
    attempt->flips_at = next;
    if (!flips_read(text + next, &attempt->flips))
        return error_set(error, next, N_("after the squares only i, r or ir may follow"), NULL, NULL);
    return true;
}

/* Why barons cannot be taken from a pile as a move asks. False when they cannot. */
static bool taking_check(const struct khantsin *khantsin, const struct attempt *attempt, struct tab_error *error) {
    assert(attempt->from >= 0);
    const uint64_t occupied = khantsin_occupied(khantsin), from = UINT64_C(1) << attempt->from;
    const int height = khantsin_height(khantsin->piles[attempt->from]);
    if (!(occupied & from))
        return error_set_number(error, 0, N_("no pile stands on square {1}"), attempt->from + 1, 0);
    if (!(khantsin_playable(occupied, khantsin->mover) & from))
        return error_set_number(error, 0, N_("square {1} is not one of the four piles nearest to your end"),
                                attempt->from + 1, 0);
    if (attempt->taken > height)
        return error_set_number(error, attempt->taken_at, N_("the pile of square {1} has a height of only {2}"),
                                attempt->from + 1, height);
    if (attempt->taken == height)
        return error_set(error, attempt->taken_at, N_("the number is left out when the whole pile is taken"), NULL,
                         NULL);
    return true;
}

/* Why a square is out of the barons' reach. False when it is. */
static bool reach_check(const struct tab_rules *rules, const struct khantsin *khantsin, const struct attempt *attempt,
                        struct tab_error *error) {
    assert(attempt->from >= 0 && attempt->to >= 0);
    const uint64_t occupied = khantsin_occupied(khantsin);
    const uint64_t from = UINT64_C(1) << attempt->from, to = UINT64_C(1) << attempt->to;
    if (from == to)
        return error_set(error, attempt->to_at, N_("the barons fly to another square"), NULL, NULL);
    if (!(occupied & to))
        return error_set_number(error, attempt->to_at, N_("square {1} is empty, and barons land on piles only"),
                                attempt->to + 1, 0);
    if (khantsin_reach(rules, occupied, attempt->from) & to)
        return true;
    static const char *const out_of_reach[] = {
        N_("out of reach at a distance of {1}: a simple square leaps exactly 1, and flights go more than 4"),
        N_("out of reach at a distance of {1}: a double square leaps exactly 2, and flights go more than 4"),
        N_("out of reach at a distance of {1}: a triple square leaps exactly 3, and flights go more than 4")};
    const uint64_t between = from < to ? to - from : from - to; /* the squares from the lower one to the other */
    return error_set_number(error, attempt->to_at, out_of_reach[khantsin_dragon_of(rules)->leap[attempt->from] - 1],
                            __builtin_popcountll(occupied & between), 0);
}

/* Why a pile cannot be what a move would make it. False when it cannot. */
static bool pile_check(uint32_t below, uint32_t source, uint32_t carried, const struct attempt *attempt,
                       struct tab_error *error) {
    static const char *const no_harmony[] = {
        N_("harmony: the pile would hold {1} red barons, and three of a colour is the most"),
        N_("harmony: the pile would hold {1} black barons, and three of a colour is the most"),
        N_("harmony: the pile would hold {1} white barons, and three of a colour is the most")};
    const int obtained = khantsin_height(below) + khantsin_height(carried), height = khantsin_height(source);
    if (obtained <= height)
        return error_set_number(error, attempt->to_at,
                                N_("never lower: the pile obtained has a height of {1}, the pile left {2}"), obtained,
                                height);
    const unsigned here = khantsin_tally(below), more = khantsin_tally(carried);
    for (enum khantsin_colour colour = KHANTSIN_RED; colour < KHANTSIN_COLOUR_COUNT; colour++) {
        const unsigned barons = khantsin_tally_of(here, colour) + khantsin_tally_of(more, colour);
        if (barons > KHANTSIN_HARMONY)
            return error_set_number(error, attempt->to_at, no_harmony[colour], barons, 0);
    }
    return true;
}

/* Says why the flips of a flight that is legal without them are not. */
static void flips_explain(const struct tab_rules *rules, uint32_t below, uint32_t source, uint32_t carried,
                          const struct attempt *attempt, struct tab_error *error) {
    const unsigned allowed = rules->choice[KHANTSIN_OPTION_FLIPS], refused = attempt->flips & ~allowed;
    if (refused & KHANTSIN_INVERTED) {
        error_set(error, attempt->flips_at, N_("the option flips does not let you turn over the barons carried"), NULL,
                  NULL);
        return;
    }
    if (refused & KHANTSIN_RETURNED) {
        error_set(error, attempt->flips_at, N_("the option flips does not let you turn over the pile obtained"), NULL,
                  NULL);
        return;
    }
    const uint32_t pile = khantsin_landed(below, carried, attempt->flips);
    unsigned flips = 0;
    while (flips & ~allowed || khantsin_landed(below, carried, flips) != pile)
        flips++;
    char same[TAB_MOVE_TEXT];
    flight_write(attempt->from, khantsin_height(source), khantsin_height(carried), attempt->to, flips, same,
                 sizeof same);
    error_set(error, attempt->flips_at, N_("this gives the same pile as {1}; write that"), same, NULL);
}

static void placement_explain(const char *text, struct tab_error *error) {
    size_t next = 0;
    const int square = number_read(text, &next, KHANTSIN_SQUARES);
    if (square == 0 || text[next] != '\0')
        error_set_span(error, 0, N_("'{1}' is no square from 1 to 36 to place a baron on"), text, strlen(text));
    else
        error_set_number(error, 0, N_("square {1} already holds a baron"), square, 0);
}

void khantsin_move_explain(const struct tab_rules *rules, const struct tab_position *position, const char *text,
                           struct tab_error *error) {
    const struct khantsin *khantsin = khantsin_of(position);
    struct attempt attempt;
    if (khantsin_in_setup(khantsin)) {
        placement_explain(text, error);
        return;
    }
    if (!khantsin_can_move(rules, khantsin, khantsin->mover)) {
        error_set(error, 0, N_("you have no move; the only text is pass"), NULL, NULL);
        return;
    }
    if (word_matches(text, "pass")) {
        error_set(error, 0, N_("you may pass only when you have no move"), NULL, NULL);
        return;
    }
    if (!attempt_read(text, &attempt, error) || !taking_check(khantsin, &attempt, error) ||
        !reach_check(rules, khantsin, &attempt, error))
        return;
    const uint32_t source = khantsin->piles[attempt.from], below = khantsin->piles[attempt.to];
    const int left = attempt.taken == 0 ? 0 : khantsin_height(source) - attempt.taken;
    const uint32_t carried = source >> 2 * left;
    if (pile_check(below, source, carried, &attempt, error))
        flips_explain(rules, below, source, carried, &attempt, error);
}
