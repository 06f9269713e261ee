/* admin_print.c - what an action of `tablier admin` has found. */
#include "admin_print.h"
#include "../translate.h"
#include "columns.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

enum { CELL = 128, COLUMNS_MAX = 16 };

/* What the values are called, and which are times. */
static const struct label {
    const char *key, *name;
    bool time;
} labels[] = {
    {"id", N_("number"), false},
    {"name", N_("name"), false},
    {"created", N_("made"), true},
    {"seen", N_("last seen"), true},
    {"bot", N_("program"), false},
    {"banned", N_("banned"), false},
    {"games", N_("games"), false},
    {"games_open", N_("games not over"), false},
    {"games_today", N_("games of the last day"), false},
    {"sessions", N_("sessions"), false},
    {"tokens", N_("tokens"), false},
    {"reports_made", N_("reports made"), false},
    {"reports_open", N_("reports not closed"), false},
    {"bans", N_("bans"), false},
    {"accounts", N_("accounts"), false},
    {"bots", N_("programs"), false},
    {"events", N_("events"), false},
    {"lines", N_("lines of chat"), false},
    {"done", N_("done"), false},
    {"password", N_("new password"), false},
    {"game", N_("game"), false},
    {"spec", N_("rules"), false},
    {"changed", N_("last changed"), true},
    {"state", N_("state"), false},
    {"ply", N_("moves"), false},
    {"players", N_("players"), false},
    {"tournament", N_("tournament"), false},
    {"title", N_("title"), false},
    {"creator", N_("made by"), false},
    {"at", N_("when"), true},
    {"who", N_("who"), false},
    {"said", N_("said"), false},
    {"text", N_("report"), false},
    {"seat", N_("seat"), false},
    {"reporter", N_("reported by"), false},
    {"address", N_("address"), false},
    {"closed", N_("closed"), true},
    {"note", N_("note"), false},
    {"network", N_("network"), false},
    {"reason", N_("reason"), false},
    {"expires", N_("until"), true},
    {"action", N_("action"), false},
    {"subject", N_("about"), false},
    {"detail", N_("detail"), false},
    {"data", N_("data"), false},
};

static const struct label *label_find(const char *key) {
    for (size_t i = 0; i < sizeof labels / sizeof *labels; i++)
        if (strcmp(labels[i].key, key) == 0)
            return &labels[i];
    return NULL;
}

static const char *label_name(const char *key) {
    const struct label *label = label_find(key);
    return label != NULL ? _(label->name) : key;
}

/* A value as text of one line. */
static void cell_format(const char *key, const json_t *value, char cell[CELL]) {
    const struct label *label = label_find(key);
    const time_t seconds = (time_t)(json_integer_value(value) / 1000);
    struct tm when;
    cell[0] = '\0';
    if (json_is_string(value))
        snprintf(cell, CELL, "%s", json_string_value(value));
    else if (json_is_boolean(value))
        snprintf(cell, CELL, "%s", json_is_true(value) ? _("yes") : _("no"));
    else if (json_is_null(value) || (label != NULL && label->time && json_integer_value(value) == 0))
        snprintf(cell, CELL, "-");
    else if (label != NULL && label->time && localtime_r(&seconds, &when) != NULL)
        strftime(cell, CELL, "%Y-%m-%d %H:%M", &when);
    else
        snprintf(cell, CELL, "%lld", (long long)json_integer_value(value));
    cell[strcspn(cell, "\n")] = '\0';
}

static void cell_print(const char *text, int width, bool last) {
    const int padding = last ? 0 : width - columns_of(text, strlen(text)) + 2;
    printf("%s%*s", text, padding, "");
}

/* ---- Tables --------------------------------------------------------------------------------------------------- */

static void widths_find(const json_t *rows, const char *const *keys, int count, int widths[COLUMNS_MAX]) {
    size_t index;
    const json_t *row;
    char cell[CELL];
    for (int i = 0; i < count; i++)
        widths[i] = columns_of(label_name(keys[i]), strlen(label_name(keys[i])));
    json_array_foreach(rows, index, row) for (int i = 0; i < count; i++) {
        cell_format(keys[i], json_object_get(row, keys[i]), cell);
        const int width = columns_of(cell, strlen(cell));
        widths[i] = width > widths[i] ? width : widths[i];
    }
}

static void table_print(const json_t *rows) {
    const char *keys[COLUMNS_MAX], *key;
    int widths[COLUMNS_MAX], count = 0;
    size_t index;
    const json_t *row;
    json_t *value;
    char cell[CELL];
    if (json_array_size(rows) == 0) {
        printf("%s\n", _("none"));
        return;
    }
    json_object_foreach(json_array_get(rows, 0), key, value) if (count < COLUMNS_MAX) keys[count++] = key;
    widths_find(rows, keys, count, widths);
    for (int i = 0; i < count; i++)
        cell_print(label_name(keys[i]), widths[i], i + 1 == count);
    putchar('\n');
    json_array_foreach(rows, index, row) {
        for (int i = 0; i < count; i++) {
            cell_format(keys[i], json_object_get(row, keys[i]), cell);
            cell_print(cell, widths[i], i + 1 == count);
        }
        putchar('\n');
    }
}

void admin_print(const json_t *json) {
    const char *key;
    json_t *value;
    char cell[CELL];
    json_object_foreach((json_t *)json, key, value) {
        if (json_is_array(value)) {
            table_print(value);
        } else if (strcmp(key, "record") == 0) {
            printf("\n%s\n", json_string_value(value));
        } else {
            cell_format(key, value, cell);
            printf("%s%s%s\n", label_name(key), _(": "), cell);
        }
    }
}
