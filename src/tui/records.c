/* records.c - saving and loading games. */
#include "app.h"
#include "../file.h"
#include "../play/files.h"
#include "../translate.h"

#include <errno.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* ---- Names of files ------------------------------------------------------------------------------------------- */

/* The last part of a path, with the slash of a folder. */
static const char *path_name(const char *path) {
    const char *name = path;
    for (const char *at = path; *at != '\0'; at++)
        if (*at == '/' && at[1] != '\0')
            name = at + 1;
    return name;
}

/* What several paths begin with. */
static void common_write(char *const *paths, size_t count, char *common, size_t size) {
    snprintf(common, size, "%s", paths[0]);
    for (size_t i = 1; i < count; i++) {
        size_t same = 0;
        while (common[same] != '\0' && common[same] == paths[i][same])
            same++;
        common[same] = '\0';
    }
}

/* Says which files there are to choose from, as many as there is room for. */
static void paths_say(struct app *app, char *const *paths, size_t count) {
    char text[MESSAGE_TEXT - 8] = "";
    size_t length = 0, i = 0;
    for (; i < count && length + strlen(path_name(paths[i])) + 3 < sizeof text; i++)
        length += (size_t)snprintf(text + length, sizeof text - length, "%s%s", i > 0 ? "  " : "", path_name(paths[i]));
    app_say(app, i < count ? "%s  ..." : "%s", text);
}

/* Completes the path as far as it is clear, and says how it may go on. */
static void path_complete(struct app *app) {
    char pattern[INPUT_TEXT + 1], common[INPUT_TEXT];
    glob_t found;
    snprintf(pattern, sizeof pattern, "%s*", app->input.text);
    if (glob(pattern, GLOB_MARK | GLOB_TILDE_CHECK, NULL, &found) != 0) {
        app_say(app, "%s", _("There is no such file."));
        return;
    }
    common_write(found.gl_pathv, found.gl_pathc, common, sizeof common);
    if (found.gl_pathc > 1)
        paths_say(app, found.gl_pathv, found.gl_pathc);
    globfree(&found);
    if (strlen(common) > app->input.length)
        input_set(&app->input, common);
}

/* ---- Saving --------------------------------------------------------------------------------------------------- */

static void save_now(struct app *app) {
    const char *path = app->input.text;
    struct tab_record *own = app_analysing(app) ? NULL : play_record(app->play);
    const struct tab_record *record = app_analysing(app) ? app->record : own;
    if (record != NULL && record_save(path, record))
        app_say(app, _("Saved: %s"), path);
    else
        app_say(app, _("Cannot write %s: %s"), path, translate_errno(errno));
    tab_record_free(own);
}

static bool save_accept(struct app *app, const char *text) {
    if (*text == '\0')
        return true;
    if (access(text, F_OK) == 0)
        app_ask(app, save_now, NULL, _("There is such a file. Replace it?"));
    else
        save_now(app);
    return true;
}

static const struct input_kind save_path = {N_("Save as:"), save_accept, path_complete, false};

void records_save(struct app *app) {
    char name[64], date[16] = "";
    const time_t now = time(NULL);
    struct tm local;
    if (localtime_r(&now, &local) != NULL)
        strftime(date, sizeof date, "-%Y-%m-%d", &local);
    snprintf(name, sizeof name, "%s%s.record", tab_game_id(tab_match_rules(app_match(app))->game), date);
    input_begin(app, &save_path, name);
}

/* ---- Loading -------------------------------------------------------------------------------------------------- */

/* Games from a place of a text on. */
static int games_count(const char *text, size_t length, size_t at) {
    int count = 0;
    for (; tab_record_find(text, length, &at); tab_record_skip(text, length, &at))
        count++;
    return count;
}

static bool records_open(struct app *app, const char *path) {
    size_t length, at = 0;
    struct tab_error error = {0};
    char *text = file_read(path, FILES_SIZE_MAX, &length);
    if (text == NULL) {
        app_say(app, _("Cannot read %s: %s"), path, translate_errno(errno));
        return false;
    }
    struct tab_record *record = NULL;
    if (!tab_record_find(text, length, &at)) {
        app_say(app, _("There is no game in %s."), path);
    } else if ((record = tab_record_read(text, length, &at, &error)) == NULL) {
        file_place_text(path, text, &error, app->message, sizeof app->message);
    } else {
        const struct file_game game = {path, text, record, 1, 1 + games_count(text, length, at)};
        char said[FILES_TEXT];
        analysis_review(app, record);
        file_opened_text(&game, said, sizeof said);
        if (*said != '\0')
            app_say(app, "%s", said);
    }
    free(text);
    return record != NULL;
}

static bool load_accept(struct app *app, const char *text) { return *text == '\0' || records_open(app, text); }

static const struct input_kind load_path = {N_("Open the file:"), load_accept, path_complete, false};

void records_load(struct app *app) {
    app_say(app, "%s", _("Tab completes the name, and lists the files there are."));
    input_begin(app, &load_path, "");
}
