/* time_control.h - how much time players have: none is counted, so much for the game and more after each turn, or days
 * for each turn. */
#ifndef TABLIER_SERVER_TIME_CONTROL_H
#define TABLIER_SERVER_TIME_CONTROL_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

enum time_kind { TIME_NONE, TIME_FISCHER, TIME_DAYS, TIME_KIND_COUNT };

struct time_control {
    enum time_kind kind;
    int64_t base_ms, increment_ms; /* TIME_FISCHER */
    int days;                      /* TIME_DAYS */
};

/* How fast a game is, by what a player has for 40 turns: under 8 minutes, under 25, more; and games of days or without a
 * clock. Ratings are kept apart by it. */
enum time_class { CLASS_FAST, CLASS_RAPID, CLASS_SLOW, CLASS_DAYS, CLASS_COUNT };

extern const char *const time_class_words[CLASS_COUNT];

enum { TIME_BASE_MAX_S = 6 * 3600, TIME_INCREMENT_MAX_S = 600, TIME_DAYS_MAX = 30, TIME_TEXT = 48 };

/* What a player has at the beginning, and of days at each turn. */
int64_t time_initial(const struct time_control *time);
enum time_class time_class_of(const struct time_control *time);

/* {"kind":"none"}, {"kind":"fischer","base":300,"increment":5} (seconds) or {"kind":"days","days":3}, and nothing else in
 * it. NULL in `wrong`, or what is wrong with it. */
bool time_read(struct time_control *time, const json_t *json, const char **wrong);
json_t *time_json(const struct time_control *time);
/* `none`, `300+5` or `3d`: equal for equal controls, as in records. */
void time_format(const struct time_control *time, char text[TIME_TEXT]);

#endif
