/* settings.h - the settings of the service, from a file of lines `name = value`. */
#ifndef TABLIER_SERVER_SETTINGS_H
#define TABLIER_SERVER_SETTINGS_H

#include <stdbool.h>
#include <stdio.h>

#include "hub.h"

struct tab_error;

enum setting {
#define SECTION(title)
#define SETTING(name, kind, initial, least, most, meaning) SETTING_##name,
#include "settings.def"
#undef SETTING
#undef SECTION
    SETTING_COUNT
};

enum { SETTING_TEXT = 1024 };

struct settings {
    int64_t numbers[SETTING_COUNT]; /* of those that are numbers */
    char texts[SETTING_COUNT][SETTING_TEXT];
};

/* What it is when nothing is said. */
void settings_initial(struct settings *settings);
/* Reads a file over them. False, with what and the line, on anything that is not good: an unknown name, a name twice, a
 * value out of its bounds. */
bool settings_read(struct settings *settings, const char *path, struct tab_error *error);
/* The same for the text of a file, with a zero after it, which is cut up. *line: where it ended, the first is 1. */
bool settings_parse(struct settings *settings, char *text, size_t length, int *line, struct tab_error *error);
/* Sets one, as a line of a file would. */
bool settings_set(struct settings *settings, const char *name, const char *value, struct tab_error *error);
/* Whether they fit together. */
bool settings_check(const struct settings *settings, struct tab_error *error);
/* Whether the files of TLS can be read: for who listens. They may be there for the service only. */
bool settings_check_files(const struct settings *settings, struct tab_error *error);
/* Writes a file with every setting, what it means and what it is. */
void settings_print(const struct settings *settings, FILE *stream);

/* The address of the games, for sql.h; once the store is known when none is named. */
static inline const char *store_address(const struct settings *settings) { return settings->texts[SETTING_store]; }

struct hub_limits settings_limits(const struct settings *settings);

#endif
