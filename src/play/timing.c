/* timing.c - time for thinking. */
#include "timing.h"
#include "../rules/game.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { SECOND = 1000, HOUR = 3600 * SECOND, TENTHS_BELOW = 20 * SECOND };

static const char none[] = "none";

/* Reads a decimal number of units, at most `limit` milliseconds; NULL when there is none. */
static const char *number_read(const char *text, int64_t unit, int64_t limit, int64_t *value) {
    int64_t sum = 0, part = unit;
    const char *from = text;
    for (; *text >= '0' && *text <= '9' && sum <= limit; text++)
        sum = sum * 10 + (*text - '0') * unit;
    if (text == from)
        return NULL;
    if (*text == '.')
        for (text++; *text >= '0' && *text <= '9'; text++)
            sum += (*text - '0') * (part /= 10);
    *value = sum;
    return sum <= limit ? text : NULL;
}

bool timing_parse(struct timing *timing, const char *text, enum timing_unit unit, struct tab_error *error) {
    const int64_t limit = (int64_t)TIMING_HOURS_MAX * HOUR;
    struct timing read = {0, 0};
    if (strcmp(text, none) == 0) {
        *timing = read;
        return true;
    }
    const char *rest = number_read(text, unit, limit, &read.base_ms);
    if (rest != NULL && *rest == '+')
        rest = number_read(rest + 1, SECOND, limit, &read.increment_ms);
    if (rest != NULL && *rest == '\0' && read.base_ms == 0)
        return error_set(error, 0, N_("a clock needs some time to begin with"), NULL, NULL);
    if (rest == NULL || *rest != '\0')
        return error_set(error, 0, N_("'{1}' is not a time; it is minutes+seconds, like 10+5, or none"), text, NULL);
    *timing = read;
    return true;
}

/* Writes milliseconds in a unit, without zeros at the end. */
static void decimal_text(struct text *text, int64_t milliseconds, int64_t unit) {
    text_printf(text, "%" PRId64, milliseconds / unit);
    int64_t rest = milliseconds % unit;
    if (rest != 0)
        text_char(text, '.');
    for (int places = 0; rest != 0 && places < 6; places++) {
        rest *= 10;
        text_char(text, (char)('0' + rest / unit));
        rest %= unit;
    }
}

size_t timing_format(const struct timing *timing, enum timing_unit unit, char *buffer, size_t size) {
    struct text text = text_begin(buffer, size);
    if (timing->base_ms == 0) {
        text_string(&text, none);
        return text_end(&text);
    }
    decimal_text(&text, timing->base_ms, unit);
    text_char(&text, '+');
    decimal_text(&text, timing->increment_ms, SECOND);
    return text_end(&text);
}

size_t timing_left(int64_t milliseconds, char *buffer, size_t size) {
    struct text text = text_begin(buffer, size);
    if (milliseconds < 0)
        milliseconds = 0;
    const int64_t seconds = milliseconds / SECOND;
    if (milliseconds >= HOUR)
        text_printf(&text, "%" PRId64 ":%02d:%02d", milliseconds / HOUR, (int)(seconds / 60 % 60), (int)(seconds % 60));
    else
        text_printf(&text, "%d:%02d", (int)(seconds / 60), (int)(seconds % 60));
    if (milliseconds < TENTHS_BELOW)
        text_printf(&text, ".%d", (int)(milliseconds % SECOND / 100));
    return text_end(&text);
}
