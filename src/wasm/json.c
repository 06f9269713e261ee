/* json.c - writing JSON. */
#include "json.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_ROOM = 1 << 14 };

static void append(struct json *json, const char *bytes, size_t length) {
    size_t room = json->room > 0 ? json->room : FIRST_ROOM;
    while (room <= json->length + length)
        room *= 2;
    if (room > json->room) {
        char *grown = realloc(json->bytes, room);
        if (grown == NULL) {
            json->failed = true;
            return;
        }
        json->bytes = grown;
        json->room = room;
    }
    memcpy(json->bytes + json->length, bytes, length);
    json->length += length;
    json->bytes[json->length] = '\0';
}

static void append_char(struct json *json, char character) { append(json, &character, 1); }

static void value_begin(struct json *json) {
    if (json->comma)
        append_char(json, ',');
    json->comma = true;
}

void json_clear(struct json *json) {
    json->length = 0;
    json->comma = json->failed = false;
}

void json_open(struct json *json, char bracket) {
    value_begin(json);
    append_char(json, bracket);
    json->comma = false;
}

void json_close(struct json *json, char bracket) {
    append_char(json, bracket);
    json->comma = true;
}

void json_key(struct json *json, const char *key) {
    json_string(json, key);
    append_char(json, ':');
    json->comma = false;
}

void json_string(struct json *json, const char *text) {
    static const char digits[] = "0123456789abcdef";
    value_begin(json);
    append_char(json, '"');
    while (*text != '\0') {
        size_t plain = 0;
        while ((unsigned char)text[plain] >= ' ' && text[plain] != '"' && text[plain] != '\\')
            plain++;
        append(json, text, plain);
        text += plain;
        if (*text == '\0')
            break;
        const char control[] = {'\\', 'u', '0', '0', digits[*text >> 4 & 1], digits[*text & 15]};
        const char escaped[] = {'\\', *text};
        if (*text == '"' || *text == '\\')
            append(json, escaped, sizeof escaped);
        else
            append(json, control, sizeof control);
        text++;
    }
    append_char(json, '"');
}

static void append_digits(struct json *json, uint64_t number, int least) {
    char digits[24];
    size_t count = 0;
    for (; number > 0 || least > 0; number /= 10, least--)
        digits[sizeof digits - ++count] = (char)('0' + number % 10);
    append(json, digits + sizeof digits - count, count);
}

void json_number(struct json *json, int64_t number) {
    value_begin(json);
    if (number < 0)
        append_char(json, '-');
    append_digits(json, number < 0 ? 0 - (uint64_t)number : (uint64_t)number, 1);
}

void json_count(struct json *json, uint64_t count) {
    value_begin(json);
    append_char(json, '"');
    append_digits(json, count, 1);
    append_char(json, '"');
}

void json_decimal(struct json *json, double number) {
    enum { SCALE = 1000000, PLACES = 6 };
    const uint64_t scaled = (uint64_t)((number < 0 ? -number : number) * (double)SCALE + 0.5);
    value_begin(json);
    if (number < 0)
        append_char(json, '-');
    append_digits(json, scaled / SCALE, 1);
    append_char(json, '.');
    append_digits(json, scaled % SCALE, PLACES);
}

void json_bool(struct json *json, bool value) {
    value_begin(json);
    append(json, value ? "true" : "false", value ? 4 : 5);
}

void json_null(struct json *json) {
    value_begin(json);
    append(json, "null", 4);
}

void json_member_string(struct json *json, const char *key, const char *text) {
    json_key(json, key);
    json_string(json, text);
}

void json_member_number(struct json *json, const char *key, int64_t number) {
    json_key(json, key);
    json_number(json, number);
}

void json_member_bool(struct json *json, const char *key, bool value) {
    json_key(json, key);
    json_bool(json, value);
}
