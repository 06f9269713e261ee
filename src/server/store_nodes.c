/* store_nodes.c - servers that share a database. */
#include "store_nodes.h"
#include "store_events.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { KEEP_MOST = 2000, FORGET_MS = 3600000 };

/* ---- News ----------------------------------------------------------------------------------------------------- */

/* A letter for each kind of change that others are told of. */
static const struct {
    enum store_kind change;
    enum news_kind news;
    char letter;
} kinds[] = {
    {STORE_EVENT, NEWS_EVENT, 'e'},   {STORE_CHAT, NEWS_CHAT, 'c'},   {STORE_SEEK, NEWS_SEEK, 's'},
    {STORE_UNSEEK, NEWS_UNSEEK, 'u'}, {STORE_TAKE, NEWS_UNSEEK, 'u'}, {STORE_TELL, NEWS_TOLD, 't'},
    {STORE_LEAVE, NEWS_LEFT, 'l'},    {STORE_GAP, NEWS_GAP, 'g'},
};

static char kind_letter(enum store_kind change) {
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (kinds[i].change == change)
            return kinds[i].letter;
    return '?';
}

/* LETTER NODE GAME NUMBER AT OVER TOLD DATA, where - is nobody or no game. */
void news_format(const struct store_change *change, char text[NEWS_TEXT]) {
    const bool seek = change->kind == STORE_SEEK || change->kind == STORE_UNSEEK;
    const char *game = seek ? change->node : change->game, *data = change->data != NULL ? change->data : "";
    const int length = snprintf(text, NEWS_TEXT, "%c %s %s %" PRId64 " %" PRId64 " %d 1 %s", kind_letter(change->kind),
                                change->node[0] != '\0' ? change->node : "-", game[0] != '\0' ? game : "-",
                                change->number, change->at, change->over, data);
    if (length >= NEWS_TEXT)
        snprintf(text, NEWS_TEXT, "%c %s %s %" PRId64 " %" PRId64 " %d 0 ", kind_letter(change->kind),
                 change->node[0] != '\0' ? change->node : "-", game[0] != '\0' ? game : "-", change->number, change->at,
                 change->over);
}

bool news_parse(char *text, struct store_news *news) {
    int node = 0, node_end = 0, game = 0, game_end = 0, over = 0, told = 0, data = 0;
    if (sscanf(text, "%*c %n%*s%n %n%*s%n %" SCNd64 " %" SCNd64 " %d %d%n", &node, &node_end, &game, &game_end,
               &news->number, &news->at, &over, &told, &data) != 4 ||
        text[data] != ' ')
        return false;
    size_t kind = 0;
    while (kind < sizeof kinds / sizeof *kinds && kinds[kind].letter != text[0])
        kind++;
    if (kind == sizeof kinds / sizeof *kinds)
        return false;
    text[node_end] = text[game_end] = '\0';
    news->kind = kinds[kind].news;
    news->node = strcmp(text + node, "-") != 0 ? text + node : "";
    news->game = strcmp(text + game, "-") != 0 ? text + game : "";
    news->over = over != 0;
    news->data = told != 0 ? text + data + 1 : NULL;
    return true;
}

static enum sql_outcome change_tell(struct sql *sql, const struct store_change *change) {
    char text[NEWS_TEXT];
    if (!sql_shared(sql))
        return SQL_GOOD;
    news_format(change, text);
    const struct sql_value value = sql_text(text);
    return sql_run(sql, "SELECT pg_notify(" NEWS_CHANNEL ", $1)", &value, 1, NULL, NULL);
}

/* ---- Times for which nobody is charged ------------------------------------------------------------------------- */

static enum sql_outcome gap_write(struct sql *sql, int64_t began, int64_t ended) {
    const struct sql_value values[] = {sql_integer(began), sql_integer(ended)};
    return sql_run(sql,
                   "INSERT INTO gap (began, ended) VALUES ($1, $2)"
                   " ON CONFLICT (began) DO UPDATE SET ended = excluded.ended WHERE excluded.ended > gap.ended",
                   values, 2, NULL, NULL);
}

/* Those that reach beyond `now` were written by a clock that was fast. */
static enum sql_outcome gaps_cut(struct sql *sql, int64_t now) {
    const struct sql_value value = sql_integer(now);
    sql_run(sql, "DELETE FROM gap WHERE began >= $1", &value, 1, NULL, NULL);
    return sql_run(sql, "UPDATE gap SET ended = $1 WHERE ended > $1", &value, 1, NULL, NULL);
}

static enum sql_outcome clock_write(struct sql *sql, int64_t before, int64_t now) {
    return now > before ? gap_write(sql, before, now) : gaps_cut(sql, now);
}

/* ---- Writing -------------------------------------------------------------------------------------------------- */

static enum sql_outcome alive_write(struct sql *sql, const char *node, int64_t at, const char *data) {
    const struct sql_value values[] = {sql_text(node), sql_integer(at), sql_text(data)};
    return sql_run(sql,
                   "INSERT INTO node (id, alive, data) VALUES ($1, $2, $3)"
                   " ON CONFLICT (id) DO UPDATE SET alive = excluded.alive, data = excluded.data",
                   values, 3, NULL, NULL);
}

static enum sql_outcome seek_write(struct sql *sql, const struct store_change *change) {
    const struct sql_value values[] = {sql_text(change->node), sql_integer(change->number), sql_integer(change->at),
                                       sql_text(change->data)};
    return sql_run(sql, "INSERT INTO seek (node, number, at, data) VALUES ($1, $2, $3, $4)", values, 4, NULL, NULL);
}

/* One that another server is taking at this moment counts as taken. */
static enum sql_outcome seek_delete(struct sql *sql, const char *node, int64_t number) {
    const struct sql_value values[] = {sql_text(node), sql_integer(number)};
    return sql_run(sql,
                   "DELETE FROM seek WHERE node = $1 AND number IN"
                   " (SELECT number FROM seek WHERE node = $1 AND number = $2 {SKIP LOCKED})",
                   values, 2, NULL, NULL);
}

static enum sql_outcome seek_take(struct sql *sql, const struct store_change *change) {
    const enum sql_outcome outcome = seek_delete(sql, change->game, change->number);
    return outcome == SQL_GOOD && sql_changed(sql) == 0 ? SQL_CONFLICT : outcome;
}

/* Games that nobody keeps who was running since `at`; the last statement changes as many rows as there were. */
static enum sql_outcome games_keep(struct sql *sql, const struct store_change *change) {
    const struct sql_value values[] = {sql_text(change->node), sql_integer(change->at), sql_integer(KEEP_MOST)};
    const struct sql_value old = sql_integer(change->at - FORGET_MS);
    sql_run(sql, "DELETE FROM seek WHERE node IN (SELECT id FROM node WHERE alive < $1)", &values[1], 1, NULL, NULL);
    sql_run(sql, "DELETE FROM node WHERE alive < $1", &old, 1, NULL, NULL);
    return sql_run(sql,
                   "UPDATE game SET keeper = $1 WHERE id IN (SELECT id FROM game WHERE over = 0 AND"
                   " (keeper IS NULL OR keeper NOT IN (SELECT id FROM node WHERE alive >= $2)) LIMIT $3 {SKIP LOCKED})",
                   values, 3, NULL, NULL);
}

static enum sql_outcome node_leave(struct sql *sql, const char *node) {
    const struct sql_value value = sql_text(node);
    sql_run(sql, "DELETE FROM seek WHERE node = $1", &value, 1, NULL, NULL);
    return sql_run(sql, "UPDATE game SET keeper = NULL WHERE keeper = $1 AND over = 0", &value, 1, NULL, NULL);
}

static enum sql_outcome change_write(struct sql *sql, const struct store_change *change) {
    switch (change->kind) {
    case STORE_ALIVE: return alive_write(sql, change->node, change->at, change->data);
    case STORE_GAP: return clock_write(sql, change->number, change->at);
    case STORE_SEEK: return seek_write(sql, change);
    case STORE_UNSEEK: return seek_delete(sql, change->node, change->number);
    case STORE_TAKE: return seek_take(sql, change);
    case STORE_TELL: return SQL_GOOD;
    case STORE_KEEP: return games_keep(sql, change);
    case STORE_LEAVE: return node_leave(sql, change->node);
    case STORE_EVENT:
    case STORE_CHAT:
    case STORE_KIND_COUNT: break;
    }
    return SQL_WRONG;
}

enum sql_outcome node_write(struct sql *sql, const struct store_change *change) {
    const enum sql_outcome outcome = change_write(sql, change);
    const bool told = change->kind != STORE_ALIVE && change->kind != STORE_KEEP;
    return outcome == SQL_GOOD && told ? change_tell(sql, change) : outcome;
}

/* ---- Beginning ------------------------------------------------------------------------------------------------ */

struct entry {
    const char *node;
    int64_t now, alive;
};

static bool alive_take(void *context, const struct sql_value *columns, int count) {
    (void)count;
    if (columns[0].kind == SQL_INTEGER)
        ((struct entry *)context)->alive = columns[0].integer;
    return false;
}

static enum sql_outcome entry_write(struct sql *sql, void *context) {
    struct entry *entry = context;
    /* Older versions kept it there, for a single server. */
    if (!setting_read(sql, "alive", &entry->alive, sizeof entry->alive))
        entry->alive = 0;
    sql_run(sql, "SELECT max(alive) FROM node", NULL, 0, alive_take, entry);
    if (entry->alive != 0 && entry->now - entry->alive > (sql_shared(sql) ? STORE_GRACE_MS : 0))
        gap_write(sql, entry->alive, entry->now);
    if (!sql_shared(sql)) {
        gaps_cut(sql, entry->now);
        sql_run(sql, "DELETE FROM node", NULL, 0, NULL, NULL);
    }
    return alive_write(sql, entry->node, entry->now, "{}");
}

bool node_enter(struct sql *sql, const char *node, int64_t now) {
    struct entry entry = {.node = node, .now = now};
    return sql_transaction(sql, entry_write, &entry) == SQL_GOOD;
}
