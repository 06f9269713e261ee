/* fields.c - what fields a JSON object from outside may have. */
#include "fields.h"
#include "event.h"

#include <string.h>

static bool text_fits(const json_t *value, const struct field *field) {
    const size_t length = json_string_length(value);
    /* A zero byte would end the text for some and not for others. */
    return json_is_string(value) && strlen(json_string_value(value)) == length && (int64_t)length >= field->least &&
           (int64_t)length <= field->most;
}

static bool field_fits(const json_t *value, const struct field *field) {
    switch (field->type) {
    case FIELD_NUMBER:
        return json_is_integer(value) && json_integer_value(value) >= field->least &&
               json_integer_value(value) <= field->most;
    case FIELD_TEXT: return text_fits(value, field);
    case FIELD_GAME: return json_is_string(value) && game_id_good(json_string_value(value));
    case FIELD_SWITCH: return json_is_boolean(value);
    case FIELD_OBJECT: return json_is_object(value);
    case FIELD_LIST: return json_is_array(value);
    case FIELD_WORD: return word_find(field->words, field->word_count, json_string_value(value)) >= 0;
    case FIELD_END: break;
    }
    return false;
}

const struct field *field_find(const struct field *fields, const char *name) {
    for (int i = 0; fields != NULL && i < FIELDS_MAX && fields[i].name != NULL; i++)
        if (strcmp(fields[i].name, name) == 0)
            return &fields[i];
    return NULL;
}

const char *fields_check(const struct field *fields, const struct field *common, json_t *json) {
    const char *name;
    json_t *value;
    for (int i = 0; i < FIELDS_MAX && fields[i].name != NULL; i++)
        if (!fields[i].optional && json_object_get(json, fields[i].name) == NULL)
            return fields[i].name;
    json_object_foreach(json, name, value) {
        const struct field *field = field_find(fields, name);
        if (field == NULL)
            field = field_find(common, name);
        if (field == NULL || !field_fits(value, field))
            return name;
    }
    return NULL;
}
