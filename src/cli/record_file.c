/* record_file.c - files of records, for the commands that read them. */
#include "record_file.h"
#include "../file.h"
#include "../rules/game.h"
#include "report.h"

#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Reading -------------------------------------------------------------------------------------------------- */

enum { SIZE_MOST_MIB = 256 };

static int failure_report(const struct record_file *file) {
    if (errno == EFBIG)
        return report_input(N_("'%s' is larger than %d MiB"), file->name, SIZE_MOST_MIB);
    return errno == ENOMEM ? report_no_memory()
                           : report_failure(N_("cannot read '%s': %s"), file->name, translate_errno(errno));
}

static int text_read(struct record_file *file) {
    FILE *stream = strcmp(file->name, "-") == 0 ? stdin : fopen(file->name, "r");
    if (stream == NULL)
        return report_failure(N_("cannot open '%s': %s"), file->name, translate_errno(errno));
    file->text = stream_read(stream, (size_t)SIZE_MOST_MIB << 20, &file->length);
    const int status = file->text != NULL ? STATUS_GOOD : failure_report(file);
    if (stream != stdin)
        fclose(stream);
    return status;
}

/* ---- Checking ------------------------------------------------------------------------------------------------- */

/* Says something about a place in a file as compilers do; `kind` stands before it. */
static void place_report(const struct record_file *file, const struct tab_error *error, const char *kind) {
    char message[TAB_ERROR_TEXT], head[PATH_MAX + TAB_ERROR_TEXT];
    struct tab_place place = tab_text_place(file->text, error->at);
    translate_error(error, message, sizeof message);
    snprintf(head, sizeof head, "%s:%d:%d: %s%s", file->name, place.line, place.column, kind, message);
    text_clean(head);
    fprintf(stderr, "%s\n", head);
}

/* Reports a problem, with the line it is on. */
static void problem_print(const struct record_file *file, const struct tab_error *error) {
    size_t from = error->at, to = error->at;
    while (from > 0 && file->text[from - 1] != '\n')
        from--;
    while (to < file->length && file->text[to] != '\n' && file->text[to] != '\r')
        to++;
    place_report(file, error, "");
    char *line = strndup(file->text + from, to - from);
    if (line != NULL)
        place_print(stderr, line, strlen(line) < error->at - from ? strlen(line) : error->at - from);
    free(line);
}

static void games_check(struct record_file *file) {
    for (size_t at = 0; tab_record_find(file->text, file->length, &at);) {
        struct tab_error error = {0};
        struct tab_record *record = tab_record_read(file->text, file->length, &at, &error);
        if (record != NULL) {
            file->good++;
            if (tab_record_mended(record, &error))
                place_report(file, &error, _("note: "));
        } else {
            file->bad++;
            problem_print(file, &error);
            tab_record_skip(file->text, file->length, &at);
        }
        tab_record_free(record);
    }
}

int record_file_open(struct record_file *file, const char *name) {
    *file = (struct record_file){.name = name};
    int status = text_read(file);
    if (status != STATUS_GOOD)
        return status;
    assert(file->text != NULL);
    games_check(file);
    return file->bad > 0 ? STATUS_FAILED : STATUS_GOOD;
}

void record_file_close(struct record_file *file) { free(file->text); }

int record_file_next(struct record_file *file, struct tab_record **record) {
    *record = NULL;
    if (!tab_record_find(file->text, file->length, &file->at))
        return STATUS_GOOD;
    *record = tab_record_read(file->text, file->length, &file->at, NULL);
    return *record != NULL ? STATUS_GOOD : report_no_memory();
}

/* ---- Writing -------------------------------------------------------------------------------------------------- */

int record_write(const struct tab_record *record) {
    size_t length = tab_record_format(record, NULL, 0);
    char *text = malloc(length + 1);
    if (text == NULL)
        return report_no_memory();
    tab_record_format(record, text, length + 1);
    fwrite(text, 1, length, stdout);
    fflush(stdout);
    free(text);
    return STATUS_GOOD;
}
