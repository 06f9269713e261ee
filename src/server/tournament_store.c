/* tournament_store.c - tournaments, entrants and meetings in the database. */
#include "tournament.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const tournament_kind_words[TOURNAMENT_KIND_COUNT] = {"arena", "swiss"};
const char *const tournament_state_words[TOURNAMENT_STATE_COUNT] = {"ahead", "running", "over", "cancelled"};

#define TOURNAMENT_COLUMNS                                                                                             \
    "id, kind, state, name, spec, clock, rounds, minutes, accounts, rated, creator, creator_name, created, starts, "   \
    "began, ended, round, next_at, revision, seed"

/* ---- Columns -------------------------------------------------------------------------------------------------- */

static void text_take(char *text, size_t size, const struct sql_value *column) {
    snprintf(text, size, "%s", column->text != NULL ? column->text : "");
}

static void visitor_take(struct visitor *visitor, const struct sql_value *column) {
    memset(visitor, 0, sizeof *visitor);
    if (column->length == sizeof visitor->bytes)
        memcpy(visitor->bytes, column->text, sizeof visitor->bytes);
}

static void clock_take(struct time_control *time, const struct sql_value *column) {
    const char *wrong;
    json_t *json = json_loads(column->text != NULL ? column->text : "", 0, NULL);
    if (!time_read(time, json, &wrong))
        *time = (struct time_control){.kind = TIME_NONE};
    json_decref(json);
}

static void tournament_take(struct tournament *tournament, const struct sql_value *columns) {
    *tournament = (struct tournament){.kind = (enum tournament_kind)columns[1].integer,
                                      .state = (enum tournament_state)columns[2].integer,
                                      .rounds = (int)columns[6].integer,
                                      .minutes = (int)columns[7].integer,
                                      .accounts = columns[8].integer != 0,
                                      .rated = columns[9].integer != 0,
                                      .created = columns[12].integer,
                                      .starts = columns[13].integer,
                                      .began = columns[14].integer,
                                      .ended = columns[15].integer,
                                      .round = (int)columns[16].integer,
                                      .next_at = columns[17].integer,
                                      .revision = columns[18].integer,
                                      .seed = (uint64_t)columns[19].integer};
    text_take(tournament->id, sizeof tournament->id, &columns[0]);
    text_take(tournament->name, sizeof tournament->name, &columns[3]);
    text_take(tournament->spec, sizeof tournament->spec, &columns[4]);
    clock_take(&tournament->time, &columns[5]);
    visitor_take(&tournament->creator, &columns[10]);
    text_take(tournament->creator_name, sizeof tournament->creator_name, &columns[11]);
}

static struct sql_value visitor_value(const struct visitor *visitor) {
    return sql_bytes(visitor->bytes, sizeof visitor->bytes);
}

/* ---- Tournaments ---------------------------------------------------------------------------------------------- */

static bool tournament_note(void *context, const struct sql_value *columns, int count) {
    (void)count;
    tournament_take(context, columns);
    return false;
}

enum sql_outcome tournament_read(struct sql *sql, const char *id, struct tournament *tournament) {
    const struct sql_value values[] = {sql_text(id)};
    *tournament = (struct tournament){.id = ""};
    return sql_run(sql, "SELECT " TOURNAMENT_COLUMNS " FROM tournament WHERE id = $1", values, 1, tournament_note,
                   tournament);
}

struct listing {
    tournament_function *each;
    void *context;
};

static bool listing_note(void *context, const struct sql_value *columns, int count) {
    const struct listing *listing = context;
    struct tournament tournament;
    tournament_take(&tournament, columns);
    return listing->each(listing->context, &tournament, (int)columns[count - 1].integer);
}

enum sql_outcome tournament_list(struct sql *sql, enum tournament_state state, int most, tournament_function *each,
                                 void *context) {
    struct listing listing = {.each = each, .context = context};
    const struct sql_value values[] = {sql_integer((int)state), sql_integer(most)};
    const bool open = state == TOURNAMENT_AHEAD || state == TOURNAMENT_RUNNING;
    const char *statement =
        open ? "SELECT " TOURNAMENT_COLUMNS
               ", (SELECT COUNT(*) FROM entrant WHERE tournament = tournament.id) FROM tournament WHERE state = $1"
               " ORDER BY CASE WHEN starts > 0 THEN starts ELSE created END, id LIMIT $2"
             : "SELECT " TOURNAMENT_COLUMNS
               ", (SELECT COUNT(*) FROM entrant WHERE tournament = tournament.id) FROM tournament WHERE state = $1"
               " ORDER BY ended DESC, id LIMIT $2";
    return sql_run(sql, statement, values, 2, listing_note, &listing);
}

enum sql_outcome tournament_insert(struct sql *sql, const struct tournament *tournament) {
    json_t *json = time_json(&tournament->time);
    char *clock = json != NULL ? json_dumps(json, JSON_COMPACT) : NULL;
    const struct sql_value values[] = {
        sql_text(tournament->id),         sql_integer((int)tournament->kind),  sql_integer((int)tournament->state),
        sql_text(tournament->name),       sql_text(tournament->spec),          sql_text(clock),
        sql_integer(tournament->rounds),  sql_integer(tournament->minutes),    sql_integer(tournament->accounts),
        sql_integer(tournament->rated),   visitor_value(&tournament->creator), sql_text(tournament->creator_name),
        sql_integer(tournament->created), sql_integer(tournament->starts),     sql_integer((int64_t)tournament->seed)};
    const enum sql_outcome outcome =
        clock == NULL
            ? SQL_LOST
            : sql_run(sql,
                      "INSERT INTO tournament (" TOURNAMENT_COLUMNS ", changed) VALUES"
                      " ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, 0, 0, 0, 0, 1, $15, $13)",
                      values, sizeof values / sizeof *values, NULL, NULL);
    free(clock);
    json_decref(json);
    return outcome;
}

enum sql_outcome tournament_update(struct sql *sql, const struct tournament *tournament, int64_t now) {
    const struct sql_value values[] = {sql_text(tournament->id),        sql_integer((int)tournament->state),
                                       sql_integer(tournament->began),  sql_integer(tournament->ended),
                                       sql_integer(tournament->round),  sql_integer(tournament->next_at),
                                       sql_integer(tournament->starts), sql_integer(now)};
    return sql_run(sql,
                   "UPDATE tournament SET state = $2, began = $3, ended = $4, round = $5, next_at = $6, starts = $7,"
                   " revision = revision + 1, changed = $8 WHERE id = $1",
                   values, sizeof values / sizeof *values, NULL, NULL);
}

enum sql_outcome tournament_touch(struct sql *sql, const char *id, int64_t now) {
    const struct sql_value values[] = {sql_text(id), sql_integer(now)};
    return sql_run(sql, "UPDATE tournament SET revision = revision + 1, changed = $2 WHERE id = $1", values, 2, NULL,
                   NULL);
}

enum sql_outcome tournaments_shift(struct sql *sql, int64_t ms, int64_t now) {
    const struct sql_value values[] = {sql_integer(TOURNAMENT_RUNNING), sql_integer(ms), sql_integer(now)};
    sql_run(sql,
            "UPDATE entrant SET since = since + $2 WHERE tournament IN (SELECT id FROM tournament WHERE state = $1)",
            values, 2, NULL, NULL);
    return sql_run(sql,
                   "UPDATE tournament SET began = began + $2,"
                   " next_at = CASE WHEN next_at = 0 THEN 0 ELSE next_at + $2 END,"
                   " revision = revision + 1, changed = $3 WHERE state = $1",
                   values, 3, NULL, NULL);
}

/* ---- Entrants and meetings ------------------------------------------------------------------------------------ */

/* Room for one more; false when there is no memory. */
static bool room_make(void **items, int count, int *room, size_t size) {
    if (count < *room)
        return true;
    const int wanted = *room == 0 ? 16 : 2 * *room;
    void *grown = realloc(*items, (size_t)wanted * size);
    if (grown == NULL)
        return false;
    *items = grown;
    *room = wanted;
    return true;
}

static bool entrant_note(void *context, const struct sql_value *columns, int count) {
    struct tournament_book *book = context;
    void *items = book->entrants;
    (void)count;
    book->incomplete = !room_make(&items, book->entrant_count, &book->entrant_room, sizeof *book->entrants);
    if (book->incomplete)
        return false;
    book->entrants = items;
    struct entrant *entrant = &book->entrants[book->entrant_count++];
    *entrant = (struct entrant){.number = (int)columns[0].integer,
                                .account = columns[2].integer,
                                .rating = (int)columns[4].integer,
                                .here = columns[5].integer != 0,
                                .since = columns[6].integer,
                                .bot = columns[7].integer != 0};
    visitor_take(&entrant->visitor, &columns[1]);
    text_take(entrant->name, sizeof entrant->name, &columns[3]);
    return true;
}

static bool meeting_note(void *context, const struct sql_value *columns, int count) {
    struct tournament_book *book = context;
    void *items = book->meetings;
    (void)count;
    book->incomplete = !room_make(&items, book->meeting_count, &book->meeting_room, sizeof *book->meetings);
    if (book->incomplete)
        return false;
    book->meetings = items;
    struct meeting *meeting = &book->meetings[book->meeting_count++];
    *meeting = (struct meeting){.round = (int)columns[0].integer,
                                .board = (int)columns[1].integer,
                                .first = (int)columns[2].integer,
                                .second = (int)columns[3].integer,
                                .points = {(int)columns[5].integer, (int)columns[6].integer},
                                .played = columns[7].integer != 0,
                                .began = columns[8].integer,
                                .ended = columns[9].integer};
    text_take(meeting->game, sizeof meeting->game, &columns[4]);
    return true;
}

/* Whoever reads without a transaction finds the entrants of all meetings, for these are never deleted. */
enum sql_outcome book_read(struct sql *sql, const char *id, struct tournament_book *book) {
    const struct sql_value values[] = {sql_text(id)};
    *book = (struct tournament_book){.entrants = NULL};
    enum sql_outcome outcome = tournament_read(sql, id, &book->tournament);
    if (outcome == SQL_GOOD)
        outcome = sql_run(sql,
                          "SELECT round, board, first, second, game, points_first, points_second, played, began, ended"
                          " FROM meeting WHERE tournament = $1 ORDER BY round, board",
                          values, 1, meeting_note, book);
    if (outcome == SQL_GOOD && !book->incomplete)
        outcome = sql_run(
            sql,
            "SELECT number, entrant.visitor, account, entrant.name, rating, here, since, COALESCE(bot, 0) FROM entrant"
            " LEFT JOIN account ON account.id = entrant.account"
            " WHERE tournament = $1 ORDER BY number",
            values, 1, entrant_note, book);
    return outcome == SQL_GOOD && book->incomplete ? SQL_LOST : outcome;
}

void book_free(struct tournament_book *book) {
    free(book->entrants);
    free(book->meetings);
    *book = (struct tournament_book){.entrants = NULL};
}

enum sql_outcome entrant_insert(struct sql *sql, const char *tournament, const struct entrant *entrant) {
    const struct sql_value values[] = {
        sql_text(tournament),          sql_integer(entrant->number), visitor_value(&entrant->visitor),
        sql_integer(entrant->account), sql_text(entrant->name),      sql_integer(entrant->rating),
        sql_integer(entrant->here),    sql_integer(entrant->since)};
    return sql_run(sql,
                   "INSERT INTO entrant (tournament, number, visitor, account, name, rating, here, since)"
                   " VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
                   values, sizeof values / sizeof *values, NULL, NULL);
}

enum sql_outcome entrant_update(struct sql *sql, const char *tournament, const struct entrant *entrant) {
    const struct sql_value values[] = {sql_text(tournament),       sql_integer(entrant->number),
                                       sql_integer(entrant->here), sql_integer(entrant->since),
                                       sql_text(entrant->name),    sql_integer(entrant->rating)};
    return sql_run(sql,
                   "UPDATE entrant SET here = $3, since = $4, name = $5, rating = $6"
                   " WHERE tournament = $1 AND number = $2",
                   values, sizeof values / sizeof *values, NULL, NULL);
}

enum sql_outcome entrant_delete(struct sql *sql, const char *tournament, int number) {
    const struct sql_value values[] = {sql_text(tournament), sql_integer(number)};
    return sql_run(sql, "DELETE FROM entrant WHERE tournament = $1 AND number = $2", values, 2, NULL, NULL);
}

enum sql_outcome meeting_insert(struct sql *sql, const char *tournament, const struct meeting *meeting) {
    const struct sql_value values[] = {sql_text(tournament),
                                       sql_integer(meeting->round),
                                       sql_integer(meeting->board),
                                       sql_integer(meeting->first),
                                       sql_integer(meeting->second),
                                       sql_text(meeting->game[0] != '\0' ? meeting->game : NULL),
                                       sql_integer(meeting->points[0]),
                                       sql_integer(meeting->points[1]),
                                       sql_integer(meeting->played),
                                       sql_integer(meeting->began),
                                       sql_integer(meeting->ended)};
    return sql_run(sql,
                   "INSERT INTO meeting (tournament, round, board, first, second, game, points_first, points_second,"
                   " played, began, ended) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)",
                   values, sizeof values / sizeof *values, NULL, NULL);
}
