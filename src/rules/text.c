/* text.c - writing texts into buffers, and reading the fields that all position texts share. */
#include "game.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct text text_begin(char *buffer, size_t size) { return (struct text){buffer, size, 0}; }

void text_char(struct text *text, char character) {
    if (text->length + 1 < text->size)
        text->buffer[text->length] = character;
    text->length++;
}

void text_string(struct text *text, const char *string) {
    while (*string != '\0')
        text_char(text, *string++);
}

void text_number(struct text *text, int64_t number) { text_printf(text, "%lld", (long long)number); }

void text_printf(struct text *text, const char *format, ...) {
    size_t room = text->length < text->size ? text->size - text->length : 0;
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(room > 0 ? text->buffer + text->length : NULL, room, format, arguments);
    va_end(arguments);
    if (length > 0)
        text->length += (size_t)length;
}

size_t text_end(struct text *text) {
    if (text->size > 0)
        text->buffer[text->length < text->size ? text->length : text->size - 1] = '\0';
    return text->length;
}

bool text_split(const char *text, struct field *fields, int count, const char *const *names, struct tab_error *error) {
    const char *from = text;
    for (int i = 0; i < count; i++) {
        size_t length = strcspn(from, " ");
        fields[i] = (struct field){from, length, (size_t)(from - text)};
        if (length == 0 && *from == '\0')
            return error_set_term(error, fields[i].at, N_("the text ends before the field '{1}'"), names[i]);
        if (length == 0)
            return error_set_term(error, fields[i].at, N_("one space too many before the field '{1}'"), names[i]);
        from += length;
        if (*from == ' ' && i + 1 < count)
            from++;
    }
    if (*from == '\0')
        return true;
    return error_set_term(error, (size_t)(from - text), N_("nothing may follow the field '{1}'"), names[count - 1]);
}

bool text_read_number(const struct field *field, int64_t limit, int64_t *number, struct tab_error *error) {
    int64_t value = 0;
    for (size_t i = 0; i < field->length; i++) {
        char digit = field->text[i];
        if (digit < '0' || digit > '9')
            return error_set_char(error, field->at + i, N_("'{1}' is not a digit"), digit);
        if (i == 1 && field->text[0] == '0')
            return error_set(error, field->at, N_("a number has no leading zeros"), NULL, NULL);
        int64_t unit = digit - '0';
        if (unit > limit || value > (limit - unit) / 10)
            return error_set_number(error, field->at, N_("the number is greater than {1}"), limit, 0);
        value = value * 10 + unit;
    }
    if (field->length == 0)
        return error_set(error, field->at, N_("a number is missing"), NULL, NULL);
    *number = value;
    return true;
}

bool text_read_signed(const struct field *field, int64_t least, int64_t most, int64_t *number,
                      struct tab_error *error) {
    if (field->length == 0 || field->text[0] != '-')
        return text_read_number(field, most, number, error);
    const struct field digits = {field->text + 1, field->length - 1, field->at + 1};
    if (!text_read_number(&digits, -least, number, error))
        return false;
    *number = -*number;
    return true;
}

bool text_read_range(const struct field *field, int64_t limit, int *least, int *most, struct tab_error *error) {
    const char *dash = memchr(field->text, '-', field->length);
    const size_t length = dash != NULL ? (size_t)(dash - field->text) : field->length;
    const size_t from = dash != NULL ? length + 1 : 0;
    const struct field first = {field->text, length, field->at};
    const struct field last = {field->text + from, field->length - from, field->at + from};
    int64_t low = 0, high = 0;
    if (!text_read_number(&first, limit, &low, error) || !text_read_number(&last, limit, &high, error))
        return false;
    if (low > high)
        return error_set(error, last.at, N_("the greatest number of moves is less than the least"), NULL, NULL);
    *least = (int)low;
    *most = (int)high;
    return true;
}

bool text_read_status(const struct field *field, int players, struct status *status, struct tab_error *error) {
    const char *text = field->text;
    if (field->length == 1 && text[0] == '=') {
        *status = (struct status){0, TAB_DRAWN};
        return true;
    }
    int player = text[0] - '0';
    bool known = player >= 1 && player <= players;
    if (known && field->length == 1) {
        *status = (struct status){player, TAB_ONGOING};
        return true;
    }
    if (known && field->length == 2 && text[1] == '#') {
        *status = (struct status){0, player};
        return true;
    }
    const char *what = players == 2   ? N_("the status '{1}' is none of 1 2 1# 2# =")
                       : players == 3 ? N_("the status '{1}' is none of 1 2 3 1# 2# 3# =")
                                      : N_("the status '{1}' is none of 1 2 3 4 1# 2# 3# 4# =");
    return error_set_span(error, field->at, what, text, field->length);
}

void text_status(struct text *text, struct status status) {
    if (status.outcome == TAB_DRAWN) {
        text_char(text, '=');
        return;
    }
    text_char(text, (char)('0' + (status.outcome == TAB_ONGOING ? status.player : status.outcome)));
    if (status.outcome != TAB_ONGOING)
        text_char(text, '#');
}

size_t text_printable(const char *text, size_t length) {
    static const uint32_t least[] = {0, 0x20, 0xA0, 0x800, 0x10000};
    const unsigned char *bytes = (const unsigned char *)text;
    const unsigned char lead = bytes[0];
    const size_t size = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    if (lead == 0x7F || (lead >= 0x80 && lead < 0xC2) || lead > 0xF4 || size > length)
        return 0;
    uint32_t code = size == 1 ? lead : lead & (0x7FU >> size);
    for (size_t i = 1; i < size; i++) {
        if ((bytes[i] & 0xC0) != 0x80)
            return 0;
        code = code << 6 | (bytes[i] & 0x3F);
    }
    bool surrogate = code >= 0xD800 && code <= 0xDFFF;
    return code < least[size] || surrogate || code > 0x10FFFF ? 0 : size;
}

void text_clean(char *text) {
    for (size_t left = strlen(text), size; left > 0; text += size, left -= size) {
        size = text_printable(text, left);
        if (size == 0)
            *text = '?';
        size += size == 0;
    }
}
