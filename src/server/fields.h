/* fields.h - what fields a JSON object from outside may have. It is checked against a table before anything looks at it:
 * every field that is not optional is there, of its type and within its bounds, and there are no others. */
#ifndef TABLIER_SERVER_FIELDS_H
#define TABLIER_SERVER_FIELDS_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

enum field_type {
    FIELD_END,
    FIELD_NUMBER,
    FIELD_TEXT,
    FIELD_GAME, /* the name of a game */
    FIELD_SWITCH,
    FIELD_OBJECT,
    FIELD_LIST,
    FIELD_WORD /* one of `words` */
};

struct field {
    const char *name;
    enum field_type type;
    bool optional;
    int64_t least, most; /* of a number; of a text the least and most bytes */
    const char *const *words;
    int word_count;
};

enum { FIELDS_MAX = 12 }; /* of one object; a table with fewer ends with a field that has no name */

const struct field *field_find(const struct field *fields, const char *name);

/* The name of a field that is missing, not good or not known; NULL when all are good. Fields of `common` (NULL: none) may
 * be there as well. */
const char *fields_check(const struct field *fields, const struct field *common, json_t *json);

#endif
