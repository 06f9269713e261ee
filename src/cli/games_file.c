/* games_file.c - reading a game of `tablier selfplay`. */
#include "games_file.h"
#include "../rules/game.h"

#include <string.h>

/* Cuts the next word off a line; it is empty at its end. */
static struct field word_next(const char *line, size_t *at) {
    *at += strspn(line + *at, " ");
    const struct field word = {line + *at, strcspn(line + *at, " "), *at};
    *at += word.length;
    return word;
}

static bool number_next(const char *line, size_t *at, int64_t limit, int *number, struct tab_error *error) {
    const struct field word = word_next(line, at);
    int64_t read = 0;
    if (!text_read_number(&word, limit, &read, error))
        return false;
    *number = (int)read;
    return true;
}

/* Reads what stands after a move, `=VALUE` or nothing. */
static bool value_read(const struct field *text, bool needed, int *value, struct tab_error *error) {
    *value = 0;
    if (text->length == 0)
        return !needed || error_set(error, text->at, N_("the value of the move is missing, as in =-35"), NULL, NULL);
    const struct field digits = {text->text + 1, text->length - 1, text->at + 1};
    int64_t number = 0;
    if (!text_read_signed(&digits, -SELFPLAY_VALUE_MAX, SELFPLAY_VALUE_MAX, &number, error))
        return false;
    *value = (int)number;
    return true;
}

static bool move_read(const struct tab_rules *rules, const struct tab_position *position, const struct field *text,
                      tab_move *move, struct tab_error *error) {
    char word[TAB_MOVE_TEXT];
    if (text->length >= sizeof word)
        return error_set_span(error, text->at, N_("'{1}' is no move"), text->text, text->length);
    memcpy(word, text->text, text->length);
    word[text->length] = '\0';
    if (tab_move_parse(rules, position, word, move, error))
        return true;
    if (error != NULL)
        error->at += text->at;
    return false;
}

/* Reads a move and its value, and plays it. */
static bool ply_read(const struct tab_rules *rules, const struct field *word, bool valued, struct games_line *game,
                     struct tab_position *position, struct tab_error *error) {
    if (game->plies == SELFPLAY_MOVES_MAX)
        return error_set_number(error, word->at, N_("the game has more than {1} moves"), SELFPLAY_MOVES_MAX, 0);
    const bool random = game->plies < game->opening;
    const char *sign = random ? NULL : memchr(word->text, '=', word->length);
    const size_t length = sign != NULL ? (size_t)(sign - word->text) : word->length;
    const struct field text = {word->text, length, word->at},
                       value = {word->text + length, word->length - length, word->at + length};
    tab_move move = 0;
    if (!move_read(rules, position, &text, &move, error) ||
        !value_read(&value, valued && !random, &game->value[game->plies], error))
        return false;
    game->position[game->plies++] = *position;
    tab_position_play(rules, position, move);
    return true;
}

bool games_line_read(const struct tab_rules *rules, const char *line, bool valued, struct games_line *game,
                     struct tab_error *error) {
    struct tab_position position;
    size_t at = 0;
    game->plies = 0;
    if (!number_next(line, &at, tab_rules_players(rules), &game->winner, error) ||
        !number_next(line, &at, SELFPLAY_MOVES_MAX - 1, &game->opening, error))
        return false;
    tab_position_start(rules, &position);
    for (struct field word = word_next(line, &at); word.length > 0; word = word_next(line, &at))
        if (!ply_read(rules, &word, valued, game, &position, error))
            return false;
    return true;
}
