/* accounts.c - accounts and sessions, as they are kept. */
#include "accounts.h"
#include "names.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

enum { DAY_MS = 24 * 3600 * 1000 };

int64_t number_random(const struct desk_request *request) {
    uint64_t number = 0;
    while (number == 0) {
        request->random(NULL, &number, sizeof number);
        number &= (UINT64_C(1) << 53) - 1; /* whole numbers of a page end there */
    }
    return (int64_t)number;
}

/* ---- Accounts ------------------------------------------------------------------------------------------------- */

static bool account_take(void *context, const struct sql_value *columns, int count) {
    struct account *account = context;
    (void)count;
    if (columns[3].length != VISITOR_BYTES)
        return false;
    account->id = columns[0].integer;
    snprintf(account->name, sizeof account->name, "%s", columns[1].text);
    snprintf(account->password, sizeof account->password, "%s", columns[2].text);
    memcpy(account->visitor.bytes, columns[3].text, VISITOR_BYTES);
    account->created = columns[4].integer;
    account->bot = columns[5].integer != 0;
    return false;
}

enum sql_outcome account_find(struct sql *sql, const char *name, struct account *account) {
    char folded[NAME_TEXT];
    *account = (struct account){.id = 0};
    if (!name_fold(name, folded))
        return SQL_GOOD;
    const struct sql_value value = sql_text(folded);
    return sql_run(sql, "SELECT id, name, password, visitor, created, bot FROM account WHERE folded = $1", &value, 1,
                   account_take, account);
}

enum sql_outcome account_read(struct sql *sql, int64_t id, struct account *account) {
    const struct sql_value value = sql_integer(id);
    *account = (struct account){.id = 0};
    return sql_run(sql, "SELECT id, name, password, visitor, created, bot FROM account WHERE id = $1", &value, 1,
                   account_take, account);
}

/* ---- Sessions ------------------------------------------------------------------------------------------------- */

struct sessions {
    int count;
    int64_t ids[ACCOUNT_SESSIONS + 1];
};

static bool session_note(void *context, const struct sql_value *columns, int count) {
    struct sessions *sessions = context;
    (void)count;
    sessions->ids[sessions->count++] = columns[0].integer;
    return sessions->count <= ACCOUNT_SESSIONS;
}

/* The sessions of an account, the one used least lately first. */
static enum sql_outcome sessions_read(struct sql *sql, int64_t account, struct sessions *sessions) {
    const struct sql_value value = sql_integer(account);
    *sessions = (struct sessions){.count = 0};
    return sql_run(sql, "SELECT id FROM session WHERE account = $1 ORDER BY seen, id", &value, 1, session_note,
                   sessions);
}

static enum sql_outcome session_delete(struct sql *sql, int64_t session) {
    const struct sql_value value = sql_integer(session);
    char text[24];
    const enum sql_outcome outcome = sql_run(sql, "DELETE FROM session WHERE id = $1", &value, 1, NULL, NULL);
    snprintf(text, sizeof text, "%lld", (long long)session);
    if (outcome == SQL_GOOD)
        sql_notify(sql, "tablier_session", text);
    return outcome;
}

enum sql_outcome sessions_expire(struct sql *sql, int64_t now) {
    const struct sql_value value = sql_integer(now);
    return sql_run(sql, "DELETE FROM session WHERE expires <= $1", &value, 1, NULL, NULL);
}

static enum sql_outcome sessions_tidy(struct sql *sql, struct session_begin *begin) {
    struct sessions sessions;
    enum sql_outcome outcome = sessions_expire(sql, begin->request->now);
    if (outcome == SQL_GOOD)
        outcome = sessions_read(sql, begin->account, &sessions);
    begin->ended = 0;
    if (outcome != SQL_GOOD || sessions.count < ACCOUNT_SESSIONS)
        return outcome;
    begin->ended = sessions.ids[0];
    return session_delete(sql, begin->ended);
}

/* Which browser, in characters that can be shown. */
static void agent_clean(const char *agent, char clean[256]) {
    size_t length = 0;
    for (; agent[length] != '\0' && length < 255; length++)
        clean[length] = agent[length] >= ' ' && agent[length] < 0x7F ? agent[length] : '?';
    clean[length] = '\0';
}

enum sql_outcome session_begin(struct sql *sql, struct session_begin *begin) {
    const struct desk_request *request = begin->request;
    unsigned char bytes[SESSION_BYTES], hash[SESSION_HASH_BYTES];
    char agent[256];
    request->random(NULL, bytes, sizeof bytes);
    sodium_bin2hex(begin->cookie, sizeof begin->cookie, bytes, sizeof bytes);
    session_hash(begin->cookie, hash);
    agent_clean(request->agent, agent);
    const int64_t days = request->settings->numbers[SETTING_session_days];
    const struct sql_value values[] = {sql_integer(number_random(request)),
                                       sql_integer(begin->account),
                                       sql_bytes(hash, sizeof hash),
                                       sql_integer(request->now),
                                       sql_integer(request->now + days * DAY_MS),
                                       sql_text(request->from),
                                       sql_text(agent)};
    const enum sql_outcome outcome = sessions_tidy(sql, begin);
    if (outcome != SQL_GOOD)
        return outcome;
    return sql_run(sql,
                   "INSERT INTO session (id, account, hash, began, seen, expires, address, agent)"
                   " VALUES ($1, $2, $3, $4, $4, $5, $6, $7)",
                   values, 7, NULL, NULL);
}

enum sql_outcome sessions_delete(struct sql *sql, struct sessions_end *end) {
    struct sessions all;
    enum sql_outcome outcome = sessions_read(sql, end->account, &all);
    end->count = 0;
    for (int i = 0; i < all.count && outcome == SQL_GOOD; i++) {
        if (all.ids[i] == end->except || (end->only != 0 && all.ids[i] != end->only))
            continue;
        end->ids[end->count++] = all.ids[i];
        outcome = session_delete(sql, all.ids[i]);
    }
    return outcome;
}

void sessions_close(const struct desk_request *request, const struct sessions_end *end) {
    for (int i = 0; i < end->count; i++)
        desk_end_session(request->desk, end->ids[i]);
}
