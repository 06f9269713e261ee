/* cmd_games.c - `tablier games`: the games there are, with their options. */
#include "command.h"
#include "help.h"
#include "json_print.h"

#include <stdio.h>

static const char *option_default(const struct tab_option *option) {
    return option->choices != NULL ? option->choices[0].value : option->initial;
}

enum { INDENT = 2, NAME_WIDTH = 14, ROW_SIZE = 256 };

static void option_print(const struct tab_option *option) {
    char row[ROW_SIZE];
    row_print(stdout, INDENT, option->key, NAME_WIDTH, translate(option->summary));
    if (option->choices == NULL) {
        snprintf(row, sizeof row, _("%s (default %s)"), translate(option->pattern), option->initial);
        row_print(stdout, 2 * INDENT, _("a text:"), NAME_WIDTH, row);
        return;
    }
    for (const struct tab_choice *choice = option->choices; choice->value != NULL; choice++) {
        const char *remark = choice == option->choices ? _(" (default)") : "";
        snprintf(row, sizeof row, "%s%s", translate(choice->summary), remark);
        row_print(stdout, 2 * INDENT, choice->value, NAME_WIDTH, row);
    }
}

static void game_print(const struct tab_game *game) {
    int least = tab_game_players_min(game), most = tab_game_players_max(game);
    printf(least == most ? _("%s: %s, %d players\n") : _("%s: %s, %d to %d players\n"), tab_game_id(game),
           translate(tab_game_title(game)), least, most);
    for (int i = 0; i < tab_game_option_count(game); i++)
        option_print(tab_game_option(game, i));
}

static json_t *option_json(const struct tab_option *option) {
    json_t *object =
        json_pack("{s:s, s:s, s:s}", "key", option->key, "summary", option->summary, "default", option_default(option));
    if (option->choices == NULL) {
        json_object_set_new(object, "pattern", json_string(option->pattern));
        return object;
    }
    json_t *choices = json_array();
    for (const struct tab_choice *choice = option->choices; choice->value != NULL; choice++)
        json_array_append_new(choices, json_pack("{s:s, s:s}", "value", choice->value, "summary", choice->summary));
    json_object_set_new(object, "choices", choices);
    return object;
}

static json_t *game_json(const struct tab_game *game) {
    json_t *options = json_array();
    for (int i = 0; i < tab_game_option_count(game); i++)
        json_array_append_new(options, option_json(tab_game_option(game, i)));
    return json_pack("{s:s, s:s, s:[i, i], s:o}", "id", tab_game_id(game), "title", tab_game_title(game), "players",
                     tab_game_players_min(game), tab_game_players_max(game), "options", options);
}

static int games_run(const struct arguments *arguments) {
    json_t *all = arguments_given(arguments, "json") ? json_array() : NULL;
    for (int i = 0; i < tab_game_count(); i++) {
        if (all != NULL) {
            json_array_append_new(all, game_json(tab_game_at(i)));
            continue;
        }
        if (i > 0)
            putchar('\n');
        game_print(tab_game_at(i));
    }
    return all != NULL ? json_print(all) : STATUS_GOOD;
}

const struct command games_command = {
    .name = "games",
    .summary = N_("list the games, their options and values"),
    .description = N_("Lists every game: its id, title and number of players, then each option of its spec with the "
                      "values it can take."),
    .words = no_parameters,
    .options = (const struct parameter[]){OPTION_JSON, PARAMETERS_END},
    .run = games_run,
};
