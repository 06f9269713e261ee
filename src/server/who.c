/* who.c - who a request or a connection is from. */
#include "who.h"
#include "tokens.h"

#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

enum { DAY_S = 24 * 3600, SEEN_MS = 10 * 60 * 1000 };

/* ---- Cookies -------------------------------------------------------------------------------------------------- */

static const char *guest_name(bool secure) { return secure ? "__Host-tablier" : "tablier"; }

static const char *session_name(bool secure) { return secure ? "__Host-tablier-session" : "tablier-session"; }

static const char *device_name(bool secure) { return secure ? "__Host-tablier-device" : "tablier-device"; }

/* Calls back for each cookie of a name in a header, until one is good. */
typedef bool cookie_function(void *context, const char *value);

static void cookies_find(const char *cookies, const char *name, cookie_function *each, void *context) {
    const size_t length = strlen(name);
    char value[COOKIE_TEXT];
    for (const char *at = cookies; *at != '\0'; at += strcspn(at, ";")) {
        at += strspn(at, "; ");
        if (strncmp(at, name, length) != 0 || at[length] != '=')
            continue;
        const size_t end = strcspn(at + length + 1, "; ");
        if (end >= sizeof value)
            continue;
        snprintf(value, sizeof value, "%.*s", (int)end, at + length + 1);
        if (each(context, value))
            return;
    }
}

struct signed_search {
    const struct secret *secret;
    int64_t now;
    struct credentials *credentials;
};

static bool guest_take(void *context, const char *value) {
    const struct signed_search *search = context;
    return cookie_parse(search->secret, value, search->now, &search->credentials->guest);
}

static bool device_take(void *context, const char *value) {
    const struct signed_search *search = context;
    return device_parse(search->secret, value, search->now, &search->credentials->device);
}

static bool session_take(void *context, const char *value) {
    unsigned char hash[SESSION_HASH_BYTES];
    if (!session_hash(value, hash))
        return false;
    memcpy(context, value, SESSION_COOKIE_TEXT);
    return true;
}

void who_cookies(struct credentials *credentials, const char *cookies, bool secure, const struct secret *secret,
                 int64_t now) {
    struct signed_search search = {.secret = secret, .now = now, .credentials = credentials};
    cookies_find(cookies, guest_name(secure), guest_take, &search);
    cookies_find(cookies, device_name(secure), device_take, &search);
    cookies_find(cookies, session_name(secure), session_take, credentials->session);
}

void who_bearer(struct credentials *credentials, const char *authorization) {
    static const char scheme[] = "Bearer";
    const size_t length = strcspn(authorization, " ");
    if (length != strlen(scheme) || strncasecmp(authorization, scheme, length) != 0)
        return;
    const char *token = authorization + length + strspn(authorization + length, " ");
    const bool good = token[0] != '\0' && strlen(token) < BEARER_TEXT;
    snprintf(credentials->bearer, BEARER_TEXT, "%s", good ? token : "?");
}

/* No script can read it, and no other site send it. */
static void cookie_set(const char *name, const char *value, int64_t days, bool secure, char *header, size_t size) {
    snprintf(header, size, "%s=%s; Path=/; Max-Age=%" PRId64 "; HttpOnly; SameSite=Strict%s", name, value, days * DAY_S,
             secure ? "; Secure" : "");
}

void who_guest_cookie(const struct visitor *guest, const struct secret *secret, int64_t now, int64_t days, bool secure,
                      char *header, size_t size) {
    char cookie[COOKIE_TEXT];
    cookie_format(secret, guest, now + days * DAY_S * 1000, cookie);
    cookie_set(guest_name(secure), cookie, days, secure, header, size);
}

void who_device_cookie(const struct device *device, const struct secret *secret, int64_t now, int64_t days, bool secure,
                       char *header, size_t size) {
    char cookie[COOKIE_TEXT] = "";
    if (device->account != 0)
        device_format(secret, device, now + days * DAY_S * 1000, cookie);
    cookie_set(device_name(secure), cookie, device->account != 0 ? days : 0, secure, header, size);
}

void who_session_cookie(const char *value, int64_t days, bool secure, char *header, size_t size) {
    cookie_set(session_name(secure), value, value[0] != '\0' ? days : 0, secure, header, size);
}

bool session_hash(const char *cookie, unsigned char hash[SESSION_HASH_BYTES]) {
    unsigned char bytes[SESSION_BYTES];
    size_t length = 0;
    const char *end = NULL;
    if (strlen(cookie) != SESSION_COOKIE_TEXT - 1 ||
        sodium_hex2bin(bytes, sizeof bytes, cookie, SESSION_COOKIE_TEXT - 1, NULL, &length, &end) != 0 ||
        length != sizeof bytes || *end != '\0')
        return false;
    return crypto_generichash(hash, SESSION_HASH_BYTES, bytes, sizeof bytes, NULL, 0) == 0;
}

/* ---- Finding -------------------------------------------------------------------------------------------------- */

struct session_search {
    struct who *who;
    int64_t seen;
};

static bool session_row(void *context, const struct sql_value *columns, int count) {
    struct session_search *search = context;
    struct who *who = search->who;
    (void)count;
    if (columns[3].length != VISITOR_BYTES)
        return false;
    who->session = columns[0].integer;
    who->account = columns[1].integer;
    snprintf(who->name, sizeof who->name, "%s", columns[2].text);
    memcpy(who->visitor.bytes, columns[3].text, VISITOR_BYTES);
    search->seen = columns[4].integer;
    who->bot = columns[5].integer != 0;
    return false;
}

/* Notes that a session is in use, but not each time. That it cannot be noted is no reason to refuse anything. */
static void session_touch(struct sql *sql, int64_t session, int64_t now) {
    const struct sql_value values[] = {sql_integer(now), sql_integer(session)};
    sql_run(sql, "UPDATE session SET seen = $1 WHERE id = $2", values, 2, NULL, NULL);
}

static bool session_find(struct sql *sql, const char *cookie, int64_t now, struct who *who) {
    unsigned char hash[SESSION_HASH_BYTES];
    if (cookie[0] == '\0' || !session_hash(cookie, hash))
        return true;
    const struct sql_value values[] = {sql_bytes(hash, sizeof hash), sql_integer(now)};
    struct session_search search = {.who = who, .seen = now};
    if (sql_run(sql,
                "SELECT session.id, account.id, account.name, account.visitor, session.seen, account.bot FROM session "
                "JOIN account"
                " ON account.id = session.account WHERE session.hash = $1 AND session.expires > $2",
                values, 2, session_row, &search) != SQL_GOOD)
        return false;
    if (search.seen < now - SEEN_MS)
        session_touch(sql, who->session, now);
    return true;
}

static bool adopted_row(void *context, const struct sql_value *columns, int count) {
    (void)columns;
    (void)count;
    *(bool *)context = true;
    return false;
}

/* A guest whom an account has adopted is nobody any more: the account is signed in to with its password. */
static bool guest_find(struct sql *sql, const struct visitor *guest, struct who *who) {
    const struct sql_value value = sql_bytes(guest->bytes, VISITOR_BYTES);
    bool adopted = false;
    if (visitor_nobody(guest))
        return true;
    if (sql_run(sql, "SELECT 1 FROM account WHERE visitor = $1", &value, 1, adopted_row, &adopted) != SQL_GOOD)
        return false;
    if (!adopted)
        who->guest = *guest;
    return true;
}

enum who_outcome who_find(struct sql *sql, const struct credentials *credentials, int64_t now, struct who *who) {
    *who = (struct who){.account = 0};
    if (credentials->bearer[0] != '\0')
        return token_find(sql, credentials->bearer, now, who);
    if (!session_find(sql, credentials->session, now, who) || !guest_find(sql, &credentials->guest, who))
        return WHO_LATER;
    if (who->session == 0)
        who->visitor = who->guest;
    return WHO_KNOWN;
}
