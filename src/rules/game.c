/* game.c - the public functions over the contract, and the defaults games can use. */
#include "game.h"

#include <string.h>

/* ---- Defaults ------------------------------------------------------------------------------------------------- */

const char *const game_declared_drawn = N_("the game was declared a draw");

const struct tab_choice game_repetition_choices[] = {
    {"draw", N_("the third occurrence of a position draws the game")},
    {"none", N_("positions may repeat without end")},
    {NULL, NULL},
};

bool game_no_option_read(struct tab_rules *rules, int option, const char *text, size_t length,
                         struct tab_error *error) {
    (void)rules, (void)option, (void)text, (void)length, (void)error;
    return false;
}

size_t game_no_option_write(const struct tab_rules *rules, int option, char *buffer, size_t size) {
    (void)rules, (void)option;
    struct text text = text_begin(buffer, size);
    return text_end(&text);
}

void game_nothing_derived(struct tab_rules *rules) { (void)rules; }

bool game_no_deal(const struct tab_rules *rules, struct tab_random *random, struct tab_position *position) {
    (void)rules, (void)random, (void)position;
    return false;
}

int game_two_players(const struct tab_rules *rules) {
    (void)rules;
    return 2;
}

bool game_all_share(const struct tab_rules *rules, const struct tab_position *position, int player) {
    (void)rules, (void)position, (void)player;
    return true;
}

/* ---- Positions ------------------------------------------------------------------------------------------------ */

int tab_rules_players(const struct tab_rules *rules) { return rules->game->players(rules); }

void tab_position_start(const struct tab_rules *rules, struct tab_position *position) {
    memset(position, 0, sizeof *position);
    rules->game->start(rules, position);
}

int tab_position_player(const struct tab_rules *rules, const struct tab_position *position) {
    return rules->game->player(position);
}

int tab_position_moves(const struct tab_rules *rules, const struct tab_position *position,
                       tab_move moves[TAB_MOVES_MAX]) {
    return rules->game->moves(rules, position, moves);
}

int tab_position_count(const struct tab_rules *rules, const struct tab_position *position) {
    return rules->game->count(rules, position);
}

bool tab_position_legal(const struct tab_rules *rules, const struct tab_position *position, tab_move move) {
    tab_move moves[TAB_MOVES_MAX];
    int count = rules->game->moves(rules, position, moves);
    for (int i = 0; i < count; i++)
        if (moves[i] == move)
            return true;
    return false;
}

void tab_position_play(const struct tab_rules *rules, struct tab_position *position, tab_move move) {
    rules->game->play(rules, position, move);
}

/* Gives everything to the winner, or an equal share to everyone still in the game. */
static void payoffs_share(const struct tab_rules *rules, const struct tab_position *position,
                          struct tab_result *result) {
    int players = rules->game->players(rules), sharing = 0;
    for (int player = 1; player <= players; player++)
        sharing += rules->game->shares(rules, position, player);
    for (int player = 1; player <= players; player++) {
        bool shares = result->winner == 0 && rules->game->shares(rules, position, player);
        result->payoff[player - 1] = player == result->winner ? 1.0 : shares ? 1.0 / sharing : 0.0;
    }
}

void tab_position_result(const struct tab_rules *rules, const struct tab_position *position,
                         struct tab_result *result) {
    *result = (struct tab_result){0};
    int outcome = rules->game->outcome(rules, position, &result->reason);
    if (outcome == TAB_ONGOING)
        return;
    result->over = true;
    result->winner = outcome;
    payoffs_share(rules, position, result);
}

int tab_position_score(const struct tab_rules *rules, const struct tab_position *position,
                       struct tab_score lines[TAB_SCORES_MAX]) {
    return rules->game->score(rules, position, lines);
}

uint64_t tab_position_hash(const struct tab_rules *rules, const struct tab_position *position) {
    return rules->game->hash(position);
}

bool tab_position_repeats(const struct tab_rules *rules, const struct tab_position *one,
                          const struct tab_position *other) {
    return rules->game->repeats(one, other);
}

/* ---- Texts ---------------------------------------------------------------------------------------------------- */

bool tab_position_parse(const struct tab_rules *rules, const char *text, struct tab_position *position,
                        struct tab_error *error) {
    struct tab_position read = {0};
    if (!rules->game->position_read(rules, text, &read, error))
        return false;
    *position = read;
    return true;
}

size_t tab_position_format(const struct tab_rules *rules, const struct tab_position *position, char *buffer,
                           size_t size) {
    return rules->game->position_write(rules, position, buffer, size);
}

size_t tab_move_format(const struct tab_rules *rules, const struct tab_position *position, tab_move move, char *buffer,
                       size_t size) {
    return rules->game->move_write(rules, position, move, buffer, size);
}

/* Not tolower, which depends on the language the program runs in. */
static char lower_case(char letter) { return letter >= 'A' && letter <= 'Z' ? (char)(letter - 'A' + 'a') : letter; }

static bool equal_but_case(const char *one, const char *other) {
    while (*one != '\0' && lower_case(*one) == lower_case(*other)) {
        one++;
        other++;
    }
    return *one == *other;
}

bool tab_move_parse(const struct tab_rules *rules, const struct tab_position *position, const char *text,
                    tab_move *move, struct tab_error *error) {
    tab_move moves[TAB_MOVES_MAX], alike = 0;
    int count = rules->game->moves(rules, position, moves), alikes = 0;
    for (int i = 0; i < count; i++) {
        char buffer[TAB_MOVE_TEXT];
        rules->game->move_write(rules, position, moves[i], buffer, sizeof buffer);
        if (strcmp(buffer, text) == 0) {
            *move = moves[i];
            return true;
        }
        if (equal_but_case(buffer, text)) {
            alike = moves[i];
            alikes++;
        }
    }
    if (alikes == 1) {
        *move = alike;
        return true;
    }
    if (count == 0)
        return error_set(error, 0, N_("the game is over, no move is left"), NULL, NULL);
    if (*text == '\0')
        return error_set(error, 0, N_("the move is empty"), NULL, NULL);
    rules->game->move_explain(rules, position, text, error);
    return false;
}
