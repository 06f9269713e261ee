/* scene.c - what all games' pieces have in common. */
#include "scene.h"
#include "../rules/registry.h"

#include <assert.h>
#include <string.h>

#define GAME(name) extern const struct scene_game name##_scene;
#include "../games.def"
#undef GAME

static const struct scene_game *const scenes[GAME_COUNT] = {
#define GAME(name) &name##_scene,
#include "../games.def"
#undef GAME
};

static const struct scene_game *scene_of(const struct tab_rules *rules) { return scenes[game_index(rules->game)]; }

/* ---- Pieces --------------------------------------------------------------------------------------------------- */

void place_of(char place[SCENE_NAME], const char *prefix, int number) {
    struct text text = text_begin(place, SCENE_NAME);
    text_string(&text, prefix);
    text_number(&text, number);
    text_end(&text);
}

void scene_put(struct scene_piece *piece, const char *place, int level) {
    struct text text = text_begin(piece->place, SCENE_NAME);
    text_string(&text, place);
    text_end(&text);
    piece->level = level;
}

struct scene_piece *scene_add(struct scene *scene, const char *kind, int player, const char *place, int level) {
    assert(scene->count < SCENE_PIECES_MAX);
    struct scene_piece *piece = &scene->piece[scene->count++];
    *piece = (struct scene_piece){.kind = kind, .player = player, .visible = true};
    scene_put(piece, place, level);
    return piece;
}

static bool piece_is(const struct scene_piece *piece, const char *place, const char *kind) {
    return strcmp(piece->place, place) == 0 && (kind == NULL || strcmp(piece->kind, kind) == 0);
}

int scene_find(const struct scene *scene, const char *place, const char *kind, int level) {
    for (int i = 0; i < scene->count; i++)
        if (scene->piece[i].level == level && piece_is(&scene->piece[i], place, kind))
            return i;
    return -1;
}

int scene_height(const struct scene *scene, const char *place, const char *kind) {
    int height = 0;
    for (int i = 0; i < scene->count; i++)
        height += piece_is(&scene->piece[i], place, kind);
    return height;
}

void scene_drop(struct scene *scene, int index, const char *place) {
    struct scene_piece *piece = &scene->piece[index];
    scene_put(piece, place, scene_height(scene, place, piece->kind));
}

void scene_pieces(const struct tab_rules *rules, const struct tab_position *position, struct scene *scene) {
    scene->count = 0;
    scene_of(rules)->pieces(rules, position, scene);
}

/* ---- Motion --------------------------------------------------------------------------------------------------- */

void motion_touch(struct scene_motion *motion, const char *place) {
    for (int i = 0; i < motion->places; i++)
        if (strcmp(motion->place[i], place) == 0)
            return;
    assert(motion->places < SCENE_TOUCHED_MAX);
    struct text text = text_begin(motion->place[motion->places++], SCENE_NAME);
    text_string(&text, place);
    text_end(&text);
}

void scene_follow(const struct tab_rules *rules, const struct tab_position *position, tab_move move,
                  struct scene_motion *motion) {
    const struct scene_game *game = scene_of(rules);
    struct tab_position next = *position;
    struct scene before, moved, after;
    tab_position_play(rules, &next, move);
    scene_pieces(rules, position, &before);
    scene_pieces(rules, &next, &after);
    *motion = (struct scene_motion){.count = before.count};
    moved = before;
    game->travel(rules, position, move, &moved, motion);
    for (int i = 0; i < before.count; i++) {
        const struct scene_piece *from = &before.piece[i], *to = &moved.piece[i];
        const int found = scene_find(&after, to->place, to->kind, to->level);
        assert(found >= 0 && after.piece[found].player == from->player);
        motion->to[i] = (uint8_t)found;
        const bool moves = strcmp(from->place, to->place) != 0 || from->level != to->level;
        if (!moves && from->facing == after.piece[found].facing)
            continue;
        if (game->on_board(from->place))
            motion_touch(motion, from->place);
        if (game->on_board(to->place))
            motion_touch(motion, to->place);
    }
}

/* ---- Drafts --------------------------------------------------------------------------------------------------- */

static void value_set(struct scene_field *field, const char *value) {
    struct text text = text_begin(field->value, sizeof field->value);
    text_string(&text, value);
    text_end(&text);
}

struct scene_field field_text(const char *key, const char *label, const char *value) {
    struct scene_field field = {.key = key, .label = label};
    value_set(&field, value);
    return field;
}

void field_choice(struct scene_field *field, const char *value, const char *word) {
    assert(field->choices < SCENE_CHOICES_MAX);
    field->choice[field->choices] = value;
    field->word[field->choices++] = word;
}

struct scene_field field_player(const struct tab_rules *rules, const struct tab_position *position) {
    static const char *const players[TAB_PLAYERS_MAX] = {"1", "2", "3", "4"};
    const int mover = tab_position_player(rules, position);
    struct tab_result result;
    tab_position_result(rules, position, &result);
    const int player = mover > 0 ? mover : result.winner;
    struct scene_field field = field_text("player", N_("player to move"), player > 0 ? players[player - 1] : "=");
    for (int i = 0; i < tab_rules_players(rules); i++)
        field_choice(&field, players[i], NULL);
    return field;
}

const char *draft_value(const struct scene_draft *draft, const char *key) {
    for (int i = 0; i < draft->fields; i++)
        if (strcmp(draft->field[i].key, key) == 0)
            return draft->field[i].value;
    return "";
}

void scene_draft(const struct tab_rules *rules, const struct tab_position *position, struct scene_draft *draft) {
    *draft = (struct scene_draft){0};
    scene_pieces(rules, position, &draft->scene);
    draft->fields = scene_of(rules)->fields(rules, position, draft->field);
}

/* One of the statuses of a game, with the player put in; false when there are no more. */
static bool status_next(const char **statuses, const char *player, char status[SCENE_VALUE]) {
    struct text text = text_begin(status, SCENE_VALUE);
    const char *from = *statuses;
    if (*from == '\0')
        return false;
    for (; *from != '\0' && *from != ' '; from++) {
        if (*from == 'N')
            text_string(&text, player);
        else
            text_char(&text, *from);
    }
    text_end(&text);
    *statuses = from + (*from == ' ');
    return true;
}

bool scene_compose(const struct tab_rules *rules, const struct scene_draft *draft, char text[TAB_POSITION_TEXT],
                   struct tab_error *error) {
    const struct scene_game *game = scene_of(rules);
    const char *statuses = game->statuses, *player = draft_value(draft, "player");
    char status[SCENE_VALUE], tried[TAB_POSITION_TEXT];
    for (bool first = true; status_next(&statuses, player, status); first = false) {
        struct tab_position position;
        struct tab_error refusal;
        struct text writing = text_begin(tried, sizeof tried);
        game->write(rules, draft, status, &writing);
        const bool whole = text_end(&writing) < sizeof tried;
        const bool good = tab_position_parse(rules, tried, &position, &refusal) && whole;
        if (good || first)
            memcpy(text, tried, sizeof tried);
        if (good)
            return true;
        if (first && error != NULL)
            *error = refusal;
    }
    return false;
}
