/* json.h - writing JSON: values one after the other, commas by themselves. */
#ifndef TABLIER_WASM_JSON_H
#define TABLIER_WASM_JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A text under construction; zero it before its first use, and use it again and again. */
struct json {
    char *bytes; /* ended by a zero */
    size_t length, room;
    bool comma;  /* the next value needs one before it */
    bool failed; /* memory was short: the text is not whole */
};

void json_clear(struct json *json);
void json_open(struct json *json, char bracket);
void json_close(struct json *json, char bracket);
/* The name of the member whose value comes next. */
void json_key(struct json *json, const char *key);
void json_string(struct json *json, const char *text);
void json_number(struct json *json, int64_t number);
/* As a string, for numbers greater than JavaScript's can be. */
void json_count(struct json *json, uint64_t count);
/* With six decimals. */
void json_decimal(struct json *json, double number);
void json_bool(struct json *json, bool value);
void json_null(struct json *json);

/* Members. */
void json_member_string(struct json *json, const char *key, const char *text);
void json_member_number(struct json *json, const char *key, int64_t number);
void json_member_bool(struct json *json, const char *key, bool value);

#endif
