/* draft.c - positions taken apart for an editor, and put together again. */
#include "page.h"
#include "../scene/scene.h"

#include <string.h>

static void field_write(struct json *json, const struct scene_field *field) {
    json_open(json, '{');
    json_member_string(json, "key", field->key);
    json_member_string(json, "label", field->label);
    json_member_string(json, "value", field->value);
    json_key(json, "choices");
    if (field->choices == 0)
        json_null(json);
    else
        json_open(json, '[');
    for (int i = 0; i < field->choices; i++)
        json_string(json, field->choice[i]);
    if (field->choices > 0)
        json_close(json, ']');
    json_key(json, "words");
    json_open(json, '[');
    for (int i = 0; i < field->choices; i++)
        json_string(json, field->word[i] != NULL ? field->word[i] : field->choice[i]);
    json_close(json, ']');
    json_close(json, '}');
}

/* Reads a position text, empty for the start. */
static bool position_read(char **rest, const struct tab_rules *rules, struct tab_position *position,
                          struct json *json) {
    struct tab_error error;
    const char *text = page_line(rest);
    if (*text == '\0') {
        tab_position_start(rules, position);
        return true;
    }
    if (tab_position_parse(rules, text, position, &error))
        return true;
    page_bad(json, &error, "position", text);
    return false;
}

PAGE_EXPORT("draft") const char *page_draft(char *argument);
const char *page_draft(char *argument) {
    struct json *json = page_answer();
    struct tab_rules rules;
    struct tab_position position;
    struct scene_draft draft;
    if (!page_rules_read(&argument, &rules, json) || !position_read(&argument, &rules, &position, json))
        return page_done(json);
    scene_draft(&rules, &position, &draft);
    page_good(json);
    json_open(json, '{');
    json_key(json, "pieces");
    page_pieces(json, &draft.scene);
    json_key(json, "fields");
    json_open(json, '[');
    for (int i = 0; i < draft.fields; i++)
        field_write(json, &draft.field[i]);
    json_close(json, ']');
    json_close(json, '}');
    return page_good_done(json);
}

/* ---- Putting together ----------------------------------------------------------------------------------------- */

/* Reads n e s w, or - of a piece that faces nowhere: should it have to, then north. */
static bool facing_read(const char *word, char *facing) {
    if (word[0] == '\0' || word[1] != '\0' || strchr("nesw-", word[0]) == NULL)
        return false;
    *facing = word[0] == '-' ? 'n' : word[0];
    return true;
}

/* Reads `kind player place level facing spent`; the words stay where they are. False when it is nothing of the kind. */
static bool piece_read(char *line, struct scene *scene) {
    enum { KIND, PLAYER, PLACE, LEVEL, FACING, SPENT, WORDS };
    const char *word[WORDS];
    for (int i = 0; i < WORDS; i++)
        if ((word[i] = page_word(&line)) == NULL)
            return false;
    if (scene->count == SCENE_PIECES_MAX || strlen(word[PLACE]) >= SCENE_NAME)
        return false;
    int64_t player, level, spent;
    char facing;
    if (!page_number_within(word[PLAYER], 0, TAB_PLAYERS_MAX, &player) ||
        !page_number_within(word[LEVEL], 0, SCENE_PIECES_MAX, &level) ||
        !page_number_within(word[SPENT], 0, 1, &spent) || !facing_read(word[FACING], &facing))
        return false;
    struct scene_piece *piece = scene_add(scene, word[KIND], (int)player, word[PLACE], (int)level);
    piece->facing = facing;
    piece->spent = spent != 0;
    return true;
}

static bool field_read(char *line, struct scene_draft *draft) {
    const char *key = page_word(&line);
    if (key == NULL || draft->fields == SCENE_FIELDS_MAX)
        return false;
    draft->field[draft->fields++] = field_text(key, "", line);
    return true;
}

/* Reads what the page has made of a draft: lines `p` with a piece, `f` with a field's key and value. */
static bool draft_read(char **rest, struct scene_draft *draft) {
    *draft = (struct scene_draft){0};
    while (**rest != '\0') {
        char *line = page_line(rest);
        const char *what = page_word(&line);
        const bool piece = what != NULL && strcmp(what, "p") == 0, field = what != NULL && strcmp(what, "f") == 0;
        if ((!piece && !field) || !(piece ? piece_read(line, &draft->scene) : field_read(line, draft)))
            return false;
    }
    return true;
}

PAGE_EXPORT("compose") const char *page_compose(char *argument);
const char *page_compose(char *argument) {
    struct json *json = page_answer();
    struct tab_rules rules;
    struct scene_draft draft;
    struct tab_error error;
    char text[TAB_POSITION_TEXT];
    if (!page_rules_read(&argument, &rules, json))
        return page_done(json);
    if (!draft_read(&argument, &draft)) {
        error_set(&error, 0, N_("this is no position taken apart"), NULL, NULL);
        return page_bad(json, &error, "text", NULL);
    }
    if (!scene_compose(&rules, &draft, text, &error))
        return page_bad(json, &error, "position", text);
    page_good(json);
    json_string(json, text);
    return page_good_done(json);
}
