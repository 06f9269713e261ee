/* collection_file.c - collections of puzzles as JSON. */
#include "../rules/game.h"
#include "collection.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

/* ---- Reading -------------------------------------------------------------------------------------------------- */

static bool kind_read(const char *name, enum puzzle_kind *kind) {
    for (int i = 0; i < PUZZLE_KIND_COUNT; i++)
        if (strcmp(puzzle_kind_name((enum puzzle_kind)i), name) == 0) {
            *kind = (enum puzzle_kind)i;
            return true;
        }
    return false;
}

static bool line_read(const struct tab_rules *rules, const json_t *line, struct puzzle *puzzle,
                      struct tab_error *error) {
    struct tab_position position = puzzle->position;
    const json_t *item;
    size_t i;
    puzzle->plies = 0;
    json_array_foreach(line, i, item) {
        if (puzzle->plies == PUZZLE_PLIES_MAX || !json_is_string(item))
            return error_set(error, 0, N_("'line' is not a list of moves, or too long"), NULL, NULL);
        tab_move *move = &puzzle->line[puzzle->plies];
        if (!tab_move_parse(rules, &position, json_string_value(item), move, error))
            return false;
        puzzle->plies++;
        tab_position_play(rules, &position, *move);
    }
    return true;
}

/* Copies a text that fits. */
static bool text_copy(char *buffer, size_t size, const char *text) {
    const size_t length = strlen(text);
    if (length >= size)
        return false;
    memcpy(buffer, text, length + 1);
    return true;
}

static bool item_read(const struct tab_game *game, json_t *object, struct collection_item *item,
                      struct tab_error *error) {
    const char *id, *spec, *position, *kind;
    json_t *line;
    int plies;
    struct tab_rules rules;
    if (json_unpack(object, "{s:s, s:s, s:s, s:s, s:i, s:i, s:o}", "id", &id, "spec", &spec, "position", &position,
                    "kind", &kind, "plies", &plies, "turns", &item->puzzle.turns, "line", &line) != 0 ||
        !text_copy(item->id, sizeof item->id, id))
        return error_set(error, 0, N_("id, spec, position, kind, plies, turns or line is missing or wrong"), NULL,
                         NULL);
    if (!kind_read(kind, &item->puzzle.kind))
        return error_set(error, 0, N_("'{1}' is no kind of puzzle"), kind, NULL);
    if (!tab_rules_parse(&rules, spec, error))
        return false;
    if (rules.game != game)
        return error_set(error, 0, N_("the puzzle is of another game: {1}"), spec, NULL);
    if (!tab_position_parse(&rules, position, &item->puzzle.position, error) ||
        !line_read(&rules, line, &item->puzzle, error))
        return false;
    if (plies != item->puzzle.plies || plies == 0)
        return error_set(error, 0, N_("'plies' is not the length of 'line'"), NULL, NULL);
    tab_rules_format(&rules, item->spec, sizeof item->spec);
    tab_position_format(&rules, &item->puzzle.position, item->position, sizeof item->position);
    return true;
}

static bool items_read(struct collection *collection, const json_t *root, int *number, struct tab_error *error) {
    json_t *object;
    size_t i;
    if (!json_is_array(root) || json_array_size(root) > COLLECTION_MAX)
        return error_set_number(error, 0, N_("this is not an array of at most {1} puzzles"), COLLECTION_MAX, 0);
    json_array_foreach(root, i, object) {
        *number = (int)i + 1;
        if (!item_read(collection->game, object, &collection->items[i], error))
            return false;
    }
    collection->count = (int)json_array_size(root);
    return true;
}

/* Whether a text could not be read for lack of memory: then jansson names that, or nothing. */
static bool was_short(const json_error_t *bad) {
    return json_error_code(bad) == json_error_out_of_memory || bad->text[0] == '\0';
}

bool collection_read(struct collection *collection, const char *text, size_t length, int *number,
                     struct tab_error *error) {
    json_error_t bad;
    json_t *root = json_loadb(text, length, 0, &bad);
    *number = 0;
    if (root == NULL && was_short(&bad))
        return error_set(error, 0, N_("there is not enough memory"), NULL, NULL);
    if (root == NULL)
        return error_set_number(error, 0, N_("this is not JSON; see line {1}, column {2}"), bad.line, bad.column);
    const bool good = items_read(collection, root, number, error);
    json_decref(root);
    return good;
}

/* ---- Writing -------------------------------------------------------------------------------------------------- */

/* NULL when there is no memory. */
static json_t *line_json(const struct tab_rules *rules, const struct puzzle *puzzle) {
    json_t *line = json_array();
    struct tab_position position = puzzle->position;
    for (int i = 0; i < puzzle->plies; i++) {
        char move[TAB_MOVE_TEXT];
        tab_move_format(rules, &position, puzzle->line[i], move, sizeof move);
        if (json_array_append_new(line, json_string(move)) != 0) {
            json_decref(line);
            return NULL;
        }
        tab_position_play(rules, &position, puzzle->line[i]);
    }
    return line;
}

static char *item_write(const struct collection_item *item) {
    struct tab_rules rules;
    if (!tab_rules_parse(&rules, item->spec, NULL))
        return NULL;
    json_t *object = json_pack("{s:s, s:s, s:s, s:s, s:i, s:i, s:o}", "id", item->id, "spec", item->spec, "position",
                               item->position, "kind", puzzle_kind_name(item->puzzle.kind), "plies", item->puzzle.plies,
                               "turns", item->puzzle.turns, "line", line_json(&rules, &item->puzzle));
    char *text = object != NULL ? json_dumps(object, JSON_COMPACT) : NULL;
    json_decref(object);
    return text;
}

char *collection_write(const struct collection *collection) {
    enum { FRAME = 8 }; /* brackets, commas, line ends */
    size_t length = 0, room = FRAME;
    char *text = malloc(room);
    if (text == NULL)
        return NULL;
    text[length++] = '[';
    for (int i = 0; i < collection->count; i++) {
        char *item = item_write(&collection->items[i]);
        char *larger = item != NULL ? realloc(text, room += strlen(item) + FRAME) : NULL;
        if (larger == NULL) {
            free(item);
            free(text);
            return NULL;
        }
        text = larger;
        length += (size_t)snprintf(text + length, room - length, "%s\n%s", i > 0 ? "," : "", item);
        free(item);
    }
    snprintf(text + length, room - length, "\n]\n");
    return text;
}
