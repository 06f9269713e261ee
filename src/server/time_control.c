/* time_control.c - how much time players have. */
#include "time_control.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { SECOND = 1000, DAY = 24 * 3600 * SECOND };

static const char *const kinds[TIME_KIND_COUNT] = {"none", "fischer", "days"};

const char *const time_class_words[CLASS_COUNT] = {"fast", "rapid", "slow", "days"};

int64_t time_initial(const struct time_control *time) {
    switch (time->kind) {
    case TIME_FISCHER: return time->base_ms;
    case TIME_DAYS: return (int64_t)time->days * DAY;
    case TIME_NONE:
    case TIME_KIND_COUNT: break;
    }
    return 0;
}

enum time_class time_class_of(const struct time_control *time) {
    enum { TURNS = 40, FAST_MS = 480 * SECOND, RAPID_MS = 1500 * SECOND };
    const int64_t sum = time->base_ms + TURNS * time->increment_ms;
    if (time->kind != TIME_FISCHER)
        return CLASS_DAYS;
    return sum < FAST_MS ? CLASS_FAST : sum < RAPID_MS ? CLASS_RAPID : CLASS_SLOW;
}

/* A whole number of a field, -1 when it is none or not from `least` to `most`. */
static int64_t number_read(const json_t *json, const char *key, int64_t least, int64_t most) {
    const json_t *number = json_object_get(json, key);
    const int64_t value = json_is_integer(number) ? json_integer_value(number) : -1;
    return value >= least && value <= most ? value : -1;
}

bool time_read(struct time_control *time, const json_t *json, const char **wrong) {
    const char *kind = json_string_value(json_object_get(json, "kind"));
    struct time_control read = {.kind = TIME_NONE};
    while (read.kind < TIME_KIND_COUNT && (kind == NULL || strcmp(kind, kinds[read.kind]) != 0))
        read.kind++;
    const size_t fields[TIME_KIND_COUNT + 1] = {1, 3, 2, 0};
    *wrong = NULL;
    if (read.kind == TIME_KIND_COUNT)
        *wrong = "kind";
    else if (json_object_size(json) != fields[read.kind])
        *wrong = "fields";
    if (*wrong != NULL)
        return false;
    if (read.kind == TIME_FISCHER) {
        const int64_t base = number_read(json, "base", 10, TIME_BASE_MAX_S);
        const int64_t increment = number_read(json, "increment", 0, TIME_INCREMENT_MAX_S);
        *wrong = base < 0 ? "base" : increment < 0 ? "increment" : NULL;
        read.base_ms = base * SECOND;
        read.increment_ms = increment * SECOND;
    }
    if (read.kind == TIME_DAYS) {
        read.days = (int)number_read(json, "days", 1, TIME_DAYS_MAX);
        *wrong = read.days < 0 ? "days" : NULL;
    }
    if (*wrong == NULL)
        *time = read;
    return *wrong == NULL;
}

json_t *time_json(const struct time_control *time) {
    switch (time->kind) {
    case TIME_FISCHER:
        return json_pack("{s:s, s:I, s:I}", "kind", kinds[TIME_FISCHER], "base", (json_int_t)time->base_ms / SECOND,
                         "increment", (json_int_t)time->increment_ms / SECOND);
    case TIME_DAYS: return json_pack("{s:s, s:i}", "kind", kinds[TIME_DAYS], "days", time->days);
    case TIME_NONE:
    case TIME_KIND_COUNT: break;
    }
    return json_pack("{s:s}", "kind", kinds[TIME_NONE]);
}

void time_format(const struct time_control *time, char text[TIME_TEXT]) {
    if (time->kind == TIME_FISCHER)
        snprintf(text, TIME_TEXT, "%" PRId64 "+%" PRId64, time->base_ms / SECOND, time->increment_ms / SECOND);
    else if (time->kind == TIME_DAYS)
        snprintf(text, TIME_TEXT, "%dd", time->days);
    else
        snprintf(text, TIME_TEXT, "none");
}
