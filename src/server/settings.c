/* settings.c - the settings of the service. */
#include "settings.h"
#include "../file.h"
#include "../rules/game.h"
#include "../translate.h"
#include "network.h"
#include "sql.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum kind { KIND_TEXT, KIND_NUMBER };

enum { FILE_BYTES_MAX = 1 << 20, SECOND_MS = 1000, HOUR_MS = 3600 * SECOND_MS, DAY_MS = 24 * HOUR_MS };

static const struct row {
    const char *name;
    enum kind kind;
    const char *initial;
    int64_t least, most;
    const char *meaning;
} rows[SETTING_COUNT] = {
#define SECTION(title)
#define SETTING(name, kind, initial, least, most, meaning) {#name, KIND_##kind, initial, least, most, meaning},
#include "settings.def"
#undef SETTING
#undef SECTION
};

/* ---- Setting -------------------------------------------------------------------------------------------------- */

static int row_find(const char *name) {
    for (int i = 0; i < SETTING_COUNT; i++)
        if (strcmp(rows[i].name, name) == 0)
            return i;
    return -1;
}

static bool number_set(const struct row *row, const char *value, int64_t *number, struct tab_error *error) {
    char *end;
    errno = 0;
    const int64_t read = strtoll(value, &end, 10);
    if (!isdigit((unsigned char)value[0]) || *end != '\0' || errno != 0 || read < row->least || read > row->most) {
        char bounds[64];
        snprintf(bounds, sizeof bounds, "%lld-%lld", (long long)row->least, (long long)row->most);
        return error_set(error, 0, N_("{1} has to be a whole number, {2}"), row->name, bounds);
    }
    *number = read;
    return true;
}

bool settings_set(struct settings *settings, const char *name, const char *value, struct tab_error *error) {
    const int index = row_find(name);
    if (index < 0)
        return error_set(error, 0, N_("there is no setting '{1}'"), name, NULL);
    if (strlen(value) >= SETTING_TEXT)
        return error_set(error, 0, N_("the value of {1} is too long"), name, NULL);
    if (rows[index].kind == KIND_NUMBER && !number_set(&rows[index], value, &settings->numbers[index], error))
        return false;
    snprintf(settings->texts[index], SETTING_TEXT, "%s", value);
    return true;
}

void settings_initial(struct settings *settings) {
    memset(settings, 0, sizeof *settings);
    for (int i = 0; i < SETTING_COUNT; i++)
        settings_set(settings, rows[i].name, rows[i].initial, NULL);
}

/* ---- The file ------------------------------------------------------------------------------------------------- */

static char *text_trim(char *text) {
    text += strspn(text, " \t\r\n");
    size_t length = strlen(text);
    while (length > 0 && strchr(" \t\r\n", text[length - 1]) != NULL)
        text[--length] = '\0';
    return text;
}

/* One line: empty, a comment, or `name = value`. */
static bool line_read(struct settings *settings, char *line, bool *seen, struct tab_error *error) {
    char *name = text_trim(line);
    if (name[0] == '\0' || name[0] == '#')
        return true;
    char *equals = strchr(name, '=');
    if (equals == NULL)
        return error_set(error, 0, N_("a line is `name = value`, or begins with #"), NULL, NULL);
    *equals = '\0';
    const char *value = text_trim(equals + 1);
    name = text_trim(name);
    const int index = row_find(name);
    if (index >= 0 && seen[index])
        return error_set(error, 0, N_("{1} is set twice"), name, NULL);
    if (index >= 0)
        seen[index] = true;
    return settings_set(settings, name, value, error);
}

bool settings_parse(struct settings *settings, char *text, size_t length, int *line, struct tab_error *error) {
    bool seen[SETTING_COUNT] = {false};
    char *end = text + length;
    *line = 0;
    for (char *at = text, *stop; at < end; at = stop + 1) {
        stop = memchr(at, '\n', (size_t)(end - at));
        stop = stop != NULL ? stop : end;
        *stop = '\0';
        ++*line;
        if (strlen(at) < (size_t)(stop - at))
            return error_set(error, 0, N_("there is a zero byte in it"), NULL, NULL);
        if (!line_read(settings, at, seen, error))
            return false;
    }
    return true;
}

bool settings_read(struct settings *settings, const char *path, struct tab_error *error) {
    char message[TAB_ERROR_TEXT], place[SETTING_TEXT + 32];
    size_t length;
    int line;
    struct tab_error what;
    char *text = file_read(path, FILE_BYTES_MAX, &length);
    if (text == NULL)
        return error_set(error, 0, N_("cannot read {1}: {2}"), path, translate_errno(errno));
    const bool good = settings_parse(settings, text, length, &line, &what);
    free(text);
    if (good)
        return true;
    translate_error(&what, message, sizeof message);
    snprintf(place, sizeof place, "%s:%d", path, line);
    return error_set(error, 0, "{1}: {2}", place, message);
}

bool settings_check(const struct settings *settings, struct tab_error *error) {
    if ((settings->texts[SETTING_tls_certificate][0] != '\0') != (settings->texts[SETTING_tls_key][0] != '\0'))
        return error_set(error, 0, N_("tls_certificate and tls_key belong together"), NULL, NULL);
    static const enum setting lists[] = {SETTING_proxies, SETTING_metrics_from};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        if (!network_list_good(settings->texts[lists[i]]))
            return error_set(error, 0, N_("{1} has to be a list of addresses or networks"), rows[lists[i]].name, NULL);
    static const enum setting origins[] = {SETTING_public_origins, SETTING_origins};
    for (size_t i = 0; i < sizeof origins / sizeof *origins; i++)
        if (!network_origins_good(settings->texts[origins[i]]))
            return error_set(
                error, 0,
                N_("{1} has to be a list of origins as browsers name them: http:// or https://, a host in small "
                   "letters, a port unless it is the usual one, and no path, like https://example.org"),
                rows[origins[i]].name, NULL);
    if (settings->texts[SETTING_store][0] != '\0' && !sql_address_check(settings->texts[SETTING_store], error))
        return false;
    if (settings->numbers[SETTING_silence_seconds] <= settings->numbers[SETTING_ping_seconds])
        return error_set(error, 0, N_("silence_seconds has to be more than ping_seconds"), NULL, NULL);
    return true;
}

bool settings_check_files(const struct settings *settings, struct tab_error *error) {
    static const enum setting files[] = {SETTING_tls_certificate, SETTING_tls_key};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        const char *file = settings->texts[files[i]];
        if (file[0] != '\0' && access(file, R_OK) != 0)
            return error_set(error, 0, N_("cannot read {1}: {2}"), file, translate_errno(errno));
    }
    return true;
}

/* ---- For people, and for the hub ------------------------------------------------------------------------------ */

static void row_print(const struct settings *settings, int index, FILE *stream) {
    const struct row *row = &rows[index];
    fprintf(stream, "\n# %s", row->meaning);
    if (row->kind == KIND_NUMBER)
        fprintf(stream, " (%lld to %lld)", (long long)row->least, (long long)row->most);
    fprintf(stream, "\n%s =%s%s\n", row->name, settings->texts[index][0] != '\0' ? " " : "", settings->texts[index]);
}

void settings_print(const struct settings *settings, FILE *stream) {
    fprintf(stream, "# Settings of `tablier serve --config FILE`. A line that is left out is as it stands here.\n");
#define SECTION(title) fprintf(stream, "\n# ---- %s ----\n", title);
#define SETTING(name, kind, initial, least, most, meaning) row_print(settings, SETTING_##name, stream);
#include "settings.def"
#undef SETTING
#undef SECTION
}

struct hub_limits settings_limits(const struct settings *settings) {
    const int64_t *numbers = settings->numbers;
    return (struct hub_limits){
        .connections = (int)numbers[SETTING_connections],
        .connections_per_address = (int)numbers[SETTING_connections_per_address],
        .games = (int)numbers[SETTING_games],
        .games_per_visitor = (int)numbers[SETTING_games_per_visitor],
        .games_per_address_hour = (int)numbers[SETTING_games_per_address_hour],
        .messages_per_second = (int)numbers[SETTING_messages_per_second],
        .chat_bytes = (int)numbers[SETTING_chat_bytes],
        .chat_lines = (int)numbers[SETTING_chat_lines],
        .reads_per_tick = hub_limits_usual.reads_per_tick,
        .lag_ms = numbers[SETTING_lag_ms],
        .first_move_ms = numbers[SETTING_first_move_seconds] * SECOND_MS,
        .away_ms = numbers[SETTING_away_seconds] * SECOND_MS,
        .challenge_ms = numbers[SETTING_challenge_hours] * HOUR_MS,
        .idle_ms = numbers[SETTING_idle_days] * DAY_MS,
        .linger_ms = numbers[SETTING_linger_seconds] * SECOND_MS,
    };
}
