/* store_events.c - what happened, written into the tables. */
#include "store_events.h"
#include "store_nodes.h"

#include <string.h>

/* ---- Settings ------------------------------------------------------------------------------------------------- */

struct setting_room {
    void *value;
    size_t length;
    bool found;
};

static bool setting_take(void *context, const struct sql_value *columns, int count) {
    struct setting_room *room = context;
    (void)count;
    room->found = columns[0].kind == SQL_BYTES && columns[0].length == room->length;
    if (room->found)
        memcpy(room->value, columns[0].text, room->length);
    return false;
}

bool setting_read(struct sql *sql, const char *name, void *value, size_t length) {
    struct setting_room room = {.value = value, .length = length};
    const struct sql_value wanted = sql_text(name);
    sql_run(sql, "SELECT value FROM setting WHERE name = $1", &wanted, 1, setting_take, &room);
    return room.found;
}

enum sql_outcome setting_write(struct sql *sql, const char *name, const void *value, size_t length, bool replace) {
    const struct sql_value values[] = {sql_text(name), sql_bytes(value, length)};
    return sql_run(sql,
                   replace ? "INSERT INTO setting (name, value) VALUES ($1, $2)"
                             " ON CONFLICT (name) DO UPDATE SET value = excluded.value"
                           : "INSERT INTO setting (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING",
                   values, 2, NULL, NULL);
}

/* ---- Changes -------------------------------------------------------------------------------------------------- */

#define TELL " RETURNING pg_notify(" NEWS_CHANNEL ", $5)"

/* Where the database is shared the other servers are told with the same statement. */
static const char *const event_lines[] = {
    "INSERT INTO event (game, number, at, data) VALUES ($1, $2, $3, $4)",
    "INSERT INTO event (game, number, at, data) VALUES ($1, $2, $3, $4)" TELL,
};
static const char *const chat_lines[] = {
    "INSERT INTO chat (game, number, at, data) VALUES ($1, $2, $3, $4)",
    "INSERT INTO chat (game, number, at, data) VALUES ($1, $2, $3, $4)" TELL,
};

static enum sql_outcome line_write(struct sql *sql, const char *const *statements, const struct store_change *change) {
    char news[NEWS_TEXT];
    const bool told = sql_shared(sql);
    if (told)
        news_format(change, news);
    const struct sql_value values[] = {sql_text(change->game), sql_integer(change->number), sql_integer(change->at),
                                       sql_text(change->data != NULL ? change->data : ""),
                                       told ? sql_text(news) : sql_null()};
    return sql_run(sql, statements[told], values, told ? 5 : 4, NULL, NULL);
}

static enum sql_outcome owners_write(struct sql *sql, const struct store_change *change) {
    enum sql_outcome outcome = SQL_GOOD;
    for (int i = 0; i < STORE_OWNERS_MAX && outcome == SQL_GOOD; i++) {
        if (visitor_nobody(&change->owners[i]))
            continue;
        const struct sql_value values[] = {sql_bytes(change->owners[i].bytes, VISITOR_BYTES), sql_integer(change->at),
                                           sql_text(change->game)};
        outcome = sql_run(sql, "INSERT INTO owner (visitor, began, game) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
                          values, 3, NULL, NULL);
    }
    return outcome;
}

static enum sql_outcome begin_write(struct sql *sql, const struct store_change *change) {
    const struct sql_value values[] = {sql_text(change->game), sql_integer(change->at),
                                       change->node[0] != '\0' ? sql_text(change->node) : sql_null(),
                                       sql_integer(change->listed), sql_integer(change->begun)};
    return sql_run(sql, "INSERT INTO game (id, began, over, keeper, listed, begun) VALUES ($1, $2, 0, $3, $4, $5)",
                   values, 5, NULL, NULL);
}

static enum sql_outcome begun_write(struct sql *sql, const struct store_change *change) {
    const struct sql_value value = sql_text(change->game);
    return sql_run(sql, "UPDATE game SET begun = 1 WHERE id = $1", &value, 1, NULL, NULL);
}

static enum sql_outcome end_write(struct sql *sql, const struct store_change *change) {
    const struct sql_value values[] = {sql_text(change->game), sql_integer(change->at)};
    const enum sql_outcome outcome = sql_run(sql, "UPDATE game SET over = 1 WHERE id = $1", values, 1, NULL, NULL);
    if (outcome != SQL_GOOD)
        return outcome;
    return sql_run(sql, "INSERT INTO ended (game, at) VALUES ($1, $2) ON CONFLICT DO NOTHING", values, 2, NULL, NULL);
}

static enum sql_outcome event_write(struct sql *sql, const struct store_change *change) {
    enum sql_outcome outcome = change->number == 1 ? begin_write(sql, change) : SQL_GOOD;
    if (outcome == SQL_GOOD)
        outcome = line_write(sql, event_lines, change);
    if (outcome == SQL_GOOD && change->begun && change->number > 1)
        outcome = begun_write(sql, change);
    if (outcome == SQL_GOOD)
        outcome = owners_write(sql, change);
    return outcome == SQL_GOOD && change->over ? end_write(sql, change) : outcome;
}

static enum sql_outcome change_write(struct sql *sql, const struct store_change *change) {
    switch (change->kind) {
    case STORE_EVENT: return event_write(sql, change);
    case STORE_CHAT: return line_write(sql, chat_lines, change);
    case STORE_ALIVE:
    case STORE_GAP:
    case STORE_SEEK:
    case STORE_UNSEEK:
    case STORE_TAKE:
    case STORE_TELL:
    case STORE_KEEP:
    case STORE_LEAVE: return node_write(sql, change);
    case STORE_KIND_COUNT: break;
    }
    return SQL_WRONG;
}

bool events_write(struct sql *sql, const struct store_change *changes, int count) {
    for (int i = 0; i < count; i++)
        if (change_write(sql, &changes[i]) != SQL_GOOD)
            return false;
    return true;
}
