/* games.c - the games there are, their options, and what their moves are called. */
#include "page.h"
#include "../draw/draw.h"
#include "../hand/hand.h"

static void choices_write(struct json *json, const struct tab_choice *choices) {
    if (choices == NULL) {
        json_null(json);
        return;
    }
    json_open(json, '[');
    for (const struct tab_choice *choice = choices; choice->value != NULL; choice++) {
        json_open(json, '{');
        json_member_string(json, "value", choice->value);
        json_member_string(json, "summary", choice->summary);
        json_close(json, '}');
    }
    json_close(json, ']');
}

static void option_write(struct json *json, const struct tab_option *option) {
    json_open(json, '{');
    json_member_string(json, "key", option->key);
    json_member_string(json, "summary", option->summary);
    json_key(json, "choices");
    choices_write(json, option->choices);
    json_member_string(json, "pattern", option->pattern != NULL ? option->pattern : "");
    json_member_string(json, "initial", option->choices != NULL ? option->choices[0].value : option->initial);
    json_member_bool(json, "idle", option->idle);
    json_close(json, '}');
}

static void players_write(struct json *json, const struct tab_rules *rules) {
    json_key(json, "players");
    json_open(json, '[');
    for (int player = 1; player <= tab_game_players_max(rules->game); player++)
        json_string(json, draw_player(rules, player));
    json_close(json, ']');
}

static void hand_write(struct json *json, const struct hand_game *hand) {
    json_key(json, "itemLabels");
    json_open(json, '{');
    for (const struct hand_item *item = hand->items; item != NULL && item->name != NULL; item++)
        json_member_string(json, item->name, item->label);
    json_close(json, '}');
    json_key(json, "arrows");
    json_open(json, '[');
    for (int i = 0; hand->arrows != NULL && i < HAND_ARROWS; i++)
        json_string(json, hand->arrows[i]);
    json_close(json, ']');
}

static void game_write(struct json *json, const struct tab_game *game) {
    struct tab_rules rules;
    tab_rules_parse(&rules, tab_game_id(game), NULL);
    json_open(json, '{');
    json_member_string(json, "id", tab_game_id(game));
    json_member_string(json, "title", tab_game_title(game));
    json_member_number(json, "playersMin", tab_game_players_min(game));
    json_member_number(json, "playersMax", tab_game_players_max(game));
    players_write(json, &rules);
    json_key(json, "options");
    json_open(json, '[');
    for (int i = 0; i < tab_game_option_count(game); i++)
        option_write(json, tab_game_option(game, i));
    json_close(json, ']');
    hand_write(json, hand_game_of(&rules));
    json_close(json, '}');
}

PAGE_EXPORT("games") const char *page_games(void);
const char *page_games(void) {
    struct json *json = page_answer();
    json_open(json, '[');
    for (int i = 0; i < tab_game_count(); i++)
        game_write(json, tab_game_at(i));
    json_close(json, ']');
    return page_done(json);
}
