/* reports.c - players tell whoever runs the server that somebody behaves badly: in a game, by a seat or a line of chat. */
#include "reports.h"
#include "desk.h"
#include "text.h"
#include "throttle.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { REPORTS_A_DAY = 10, REPORTS_OPEN = 10000, REPORT_BYTES = 400, ADDRESS_DAYS = 90 };

static const int64_t day_ms = INT64_C(24) * 3600 * 1000;

desk_function report_make;

struct report {
    const struct desk_request *request;
    const char *game, *text;
    int64_t seat, line;
    char who[NAME_TEXT]; /* whom it is about */
    char said[NAME_TEXT + 1024];
    bool known, seated; /* the game, and the seat or line in it */
    bool too_many;
};

static bool count_row(void *context, const struct sql_value *columns, int count) {
    (void)count;
    *(int64_t *)context = columns[0].integer;
    return false;
}

/* Follows who sits where through the events, as far as names go. */
static bool seat_row(void *context, const struct sql_value *columns, int count) {
    struct report *report = context;
    json_t *json = json_loads(columns[0].text, 0, NULL);
    const json_t *setup = json_object_get(json, "setup"), *seat = json_object_get(json, "seat");
    const json_t *seats = json_object_get(setup, "seats");
    const char *name = NULL;
    (void)count;
    report->known = true;
    if (setup != NULL && report->seat > 0 && (size_t)report->seat <= json_array_size(seats)) {
        const json_t *chosen = json_array_get(seats, (size_t)report->seat - 1);
        report->seated = true;
        name = json_string_value(json_object_get(chosen, "name"));
    } else if (seat != NULL && json_integer_value(seat) == report->seat) {
        name = json_string_value(json_object_get(json, "name"));
    }
    if (name != NULL)
        snprintf(report->who, sizeof report->who, "%s", name);
    json_decref(json);
    return true;
}

static bool line_row(void *context, const struct sql_value *columns, int count) {
    struct report *report = context;
    json_t *json = json_loads(columns[0].text, 0, NULL);
    const char *name = json_string_value(json_object_get(json, "name"));
    const char *text = json_string_value(json_object_get(json, "text"));
    (void)count;
    report->seated = true;
    snprintf(report->who, sizeof report->who, "%s", name != NULL ? name : "");
    snprintf(report->said, sizeof report->said, "%s", text != NULL ? text : "");
    json_decref(json);
    return false;
}

/* Looks up what it is about. */
static enum sql_outcome subject_read(struct sql *sql, struct report *report) {
    const struct sql_value values[] = {sql_text(report->game), sql_integer(report->line)};
    report->known = report->seated = false;
    enum sql_outcome outcome =
        sql_run(sql, "SELECT data FROM event WHERE game = $1 ORDER BY number", values, 1, seat_row, report);
    if (outcome == SQL_GOOD && report->line > 0)
        outcome = sql_run(sql, "SELECT data FROM chat WHERE game = $1 AND number = $2", values, 2, line_row, report);
    return outcome;
}

static enum sql_outcome report_write(struct sql *sql, void *context) {
    struct report *report = context;
    const struct desk_request *request = report->request;
    int64_t own = 0, open = 0;
    const struct sql_value person[] = {sql_bytes(request->visitor.bytes, VISITOR_BYTES),
                                       sql_integer(request->now - day_ms)};
    enum sql_outcome outcome = subject_read(sql, report);
    if (outcome == SQL_GOOD)
        outcome =
            sql_run(sql, "SELECT count(*) FROM report WHERE visitor = $1 AND at > $2", person, 2, count_row, &own);
    if (outcome == SQL_GOOD)
        outcome = sql_run(sql, "SELECT count(*) FROM report WHERE closed = 0", NULL, 0, count_row, &open);
    report->too_many = own >= REPORTS_A_DAY || open >= REPORTS_OPEN;
    if (outcome != SQL_GOOD || report->too_many || !report->known || !report->seated)
        return outcome;
    const struct sql_value values[] = {sql_integer(request->now),       person[0],
                                       sql_text(request->account_name), sql_text(request->address),
                                       sql_text(report->game),          sql_integer(report->seat),
                                       sql_integer(report->line),       sql_text(report->who),
                                       sql_text(report->said),          sql_text(report->text)};
    return sql_run(
        sql,
        "INSERT INTO report (at, visitor, reporter, address, game, seat, line, who, said, text, closed, note)"
        " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 0, '')",
        values, 10, NULL, NULL);
}

void report_make(const struct desk_request *request, struct desk_answer *answer) {
    struct report report = {.request = request,
                            .game = desk_text(request, "game"),
                            .text = desk_text(request, "text"),
                            .seat = desk_number(request, "seat", 0),
                            .line = desk_number(request, "line", 0)};
    if (!text_showable(report.text, REPORT_BYTES))
        desk_refuse_field(answer, "text");
    else if ((report.seat == 0) == (report.line == 0))
        desk_refuse_field(answer, report.seat == 0 ? "seat" : "line");
    else if (!throttle_take(desk_throttle(request->desk, REPORTS_OF_ADDRESS), request->address, request->now))
        desk_refuse(answer, 429, "limit", "there are enough reports from your address for today");
    else if (sql_transaction(request->sql, report_write, &report) != SQL_GOOD)
        desk_refuse_store(answer);
    else if (!report.known)
        desk_refuse(answer, 404, "game", "there is no such game");
    else if (!report.seated)
        desk_refuse(answer, 404, "seat", "there is no such seat or line in this game");
    else if (report.too_many)
        desk_refuse(answer, 429, "limit", "you have reported enough for today");
    else
        desk_say(answer, json_object());
}

/* ---- Claiming and forgetting ---------------------------------------------------------------------------------- */

enum sql_outcome reports_claim(struct sql *sql, const struct visitor *from, const struct visitor *to,
                               const char *name) {
    const struct sql_value values[] = {sql_bytes(from->bytes, VISITOR_BYTES), sql_bytes(to->bytes, VISITOR_BYTES),
                                       sql_text(name)};
    return sql_run(sql, "UPDATE report SET visitor = $2, reporter = $3 WHERE visitor = $1", values, 3, NULL, NULL);
}

enum sql_outcome reports_unname_seat(struct sql *sql, const char *game, int seat) {
    const struct sql_value values[] = {sql_text(game), sql_integer(seat)};
    return sql_run(sql, "UPDATE report SET who = '' WHERE game = $1 AND seat = $2 AND line = 0", values, 2, NULL, NULL);
}

enum sql_outcome reports_unname_line(struct sql *sql, const char *game, int64_t line) {
    const struct sql_value values[] = {sql_text(game), sql_integer(line)};
    return sql_run(sql, "UPDATE report SET who = '' WHERE game = $1 AND line = $2", values, 2, NULL, NULL);
}

enum sql_outcome reports_forget(struct sql *sql, const struct visitor *visitor, const struct visitor *nobody,
                                const char *name) {
    const struct sql_value about = sql_text(name), values[] = {sql_bytes(visitor->bytes, VISITOR_BYTES),
                                                               sql_bytes(nobody->bytes, VISITOR_BYTES)};
    /* Seats that it had for a while, and gave up before the game began. */
    const enum sql_outcome outcome = sql_run(sql, "UPDATE report SET who = '' WHERE who = $1", &about, 1, NULL, NULL);
    return outcome == SQL_GOOD
               ? sql_run(sql, "UPDATE report SET visitor = $2, reporter = '', address = '' WHERE visitor = $1", values,
                         2, NULL, NULL)
               : outcome;
}

enum sql_outcome reports_tidy(struct sql *sql, int64_t now) {
    const struct sql_value value = sql_integer(now - ADDRESS_DAYS * day_ms);
    return sql_run(sql, "UPDATE report SET address = '' WHERE address <> '' AND at <= $1", &value, 1, NULL, NULL);
}
