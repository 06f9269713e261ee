/* account_api.c - making an account, signing in and out, sessions, and changing the password. */
#include "accounts.h"
#include "claim.h"
#include "names.h"
#include "throttle.h"
#include "tokens.h"
#include "warden.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

desk_function account_register, account_sign_in, account_sign_out, account_sessions, account_session_end,
    account_sessions_end, account_password;

/* ---- Trying passwords ----------------------------------------------------------------------------------------- */

/* What a try is counted for. A device in which the account was signed in to before has tries of its own, and so has a
 * session: strangers who try the name, or who share the address, cannot use them up. */
struct try {
    char key[NAME_TEXT + VISITOR_TEXT];
    bool own;
};

static struct try try_of(const struct desk_request *request, const char *name, int64_t account) {
    struct try try = {.own = true};
    char folded[NAME_TEXT], device[VISITOR_TEXT];
    if (account != 0 && account == request->device.account) {
        visitor_format(&request->device.number, device);
        snprintf(try.key, sizeof try.key, "device %s", device);
    } else if (account != 0 && account == request->account) {
        snprintf(try.key, sizeof try.key, "session %lld", (long long)request->session);
    } else {
        try.own = false;
        snprintf(try.key, sizeof try.key, "%s", name_fold(name, folded) ? folded : "?");
    }
    return try;
}

/* Refuses when no try is left. */
static bool try_take(const struct desk_request *request, const struct try *try, struct desk_answer *answer) {
    if ((try->own ||
         throttle_take(desk_throttle(request->desk, PASSWORDS_OF_ADDRESS), request->address, request->now)) &&
        throttle_take(desk_throttle(request->desk, PASSWORDS_OF_NAME), try->key, request->now))
        return true;
    desk_refuse(answer, 429, "tries", "too many wrong passwords; wait a little");
    return false;
}

static void try_return(const struct desk_request *request, const struct try *try) {
    if (!try->own)
        throttle_return(desk_throttle(request->desk, PASSWORDS_OF_ADDRESS), request->address, request->now);
    throttle_return(desk_throttle(request->desk, PASSWORDS_OF_NAME), try->key, request->now);
}

bool account_prove(const struct desk_request *request, const char *name, const char *password, struct account *account,
                   struct desk_answer *answer) {
    if (account_find(request->sql, name, account) != SQL_GOOD) {
        desk_refuse_store(answer);
        return false;
    }
    const struct try try = try_of(request, name, account->id);
    if (!try_take(request, &try, answer))
        return false;
    if (!password_check(password, account->id != 0 ? account->password : NULL)) {
        desk_refuse(answer, 401, "password", "the name or the password is wrong");
        return false;
    }
    try_return(request, &try);
    return true;
}

/* ---- Cookies -------------------------------------------------------------------------------------------------- */

static void device_set(const struct desk_request *request, int64_t account, struct desk_answer *answer) {
    struct device device = request->device;
    if (device.account != account)
        request->random(NULL, device.number.bytes, VISITOR_BYTES);
    device.account = account;
    who_device_cookie(&device, request->secret, request->now, request->settings->numbers[SETTING_cookie_days],
                      request->secure, answer->cookies[2], DESK_COOKIE_TEXT);
}

/* The cookies of a session and of its device; and one for a new guest where the old one is an account's now. */
static void cookies_set(const struct desk_request *request, const char *session, int64_t account, bool adopted,
                        struct desk_answer *answer) {
    const int64_t *numbers = request->settings->numbers;
    struct visitor guest;
    device_set(request, account, answer);
    who_session_cookie(session, numbers[SETTING_session_days], request->secure, answer->cookies[0], DESK_COOKIE_TEXT);
    if (!adopted)
        return;
    request->random(NULL, guest.bytes, VISITOR_BYTES);
    who_guest_cookie(&guest, request->secret, request->now, numbers[SETTING_cookie_days], request->secure,
                     answer->cookies[1], DESK_COOKIE_TEXT);
}

static void account_say(struct desk_answer *answer, const char *name, int claimed) {
    desk_say(answer, json_pack("{s:{s:s}, s:i}", "account", "name", name, "claimed", claimed));
}

/* ---- Making an account ---------------------------------------------------------------------------------------- */

struct registration {
    const struct desk_request *request;
    const char *folded;
    struct account account;
    struct session_begin session;
};

static enum sql_outcome account_write(struct sql *sql, void *context) {
    struct registration *registration = context;
    struct account *account = &registration->account;
    const struct sql_value values[] = {sql_integer(account->id),
                                       sql_text(account->name),
                                       sql_text(registration->folded),
                                       sql_text(account->password),
                                       sql_bytes(account->visitor.bytes, VISITOR_BYTES),
                                       sql_integer(account->created)};
    const enum sql_outcome outcome = sql_run(
        sql, "INSERT INTO account (id, name, folded, password, visitor, created) VALUES ($1, $2, $3, $4, $5, $6)",
        values, 6, NULL, NULL);
    return outcome == SQL_GOOD ? session_begin(sql, &registration->session) : outcome;
}

/* Whether this name and password may be those of a new account. */
static bool registration_check(const struct desk_request *request, char folded[NAME_TEXT], struct desk_answer *answer) {
    const char *name = desk_text(request, "name");
    if (request->settings->numbers[SETTING_registration] == 0)
        desk_refuse(answer, 403, "registration", "this server makes no new accounts");
    else if (!name_fold(name, folded) || !name_free(folded))
        desk_refuse(answer, 400, "name",
                    "a name is 2 to 20 letters of one script and digits, with single hyphens or underscores inside");
    else if (!password_good(desk_text(request, "password"), name))
        desk_refuse(answer, 400, "weak", "a password has 10 characters or more, and is not one that is easily guessed");
    else if (!throttle_take(desk_throttle(request->desk, PASSWORDS_OF_ADDRESS), request->address, request->now))
        desk_refuse(answer, 429, "tries", "too many accounts from this address; wait a little");
    else
        return true;
    return false;
}

void account_register(const struct desk_request *request, struct desk_answer *answer) {
    char folded[NAME_TEXT];
    struct registration registration = {.request = request, .folded = folded};
    struct account *account = &registration.account;
    const bool adopts = !visitor_nobody(&request->guest);
    if (!registration_check(request, folded, answer))
        return;
    account->id = number_random(request);
    account->created = request->now;
    account->visitor = request->guest;
    snprintf(account->name, sizeof account->name, "%s", desk_text(request, "name"));
    if (!adopts)
        request->random(NULL, account->visitor.bytes, VISITOR_BYTES);
    if (!password_hash(desk_text(request, "password"), account->password)) {
        desk_refuse_store(answer);
        return;
    }
    registration.session = (struct session_begin){.request = request, .account = account->id};
    const enum sql_outcome outcome = sql_transaction(request->sql, account_write, &registration);
    if (outcome == SQL_CONFLICT)
        desk_refuse(answer, 409, "taken", "somebody has this name, or one that looks like it");
    else if (outcome != SQL_GOOD)
        desk_refuse_store(answer);
    else {
        const int claimed = adopts ? games_claim(request, &account->visitor, account) : 0;
        cookies_set(request, registration.session.cookie, account->id, adopts, answer);
        account_say(answer, account->name, claimed);
    }
}

/* ---- Signing in and out --------------------------------------------------------------------------------------- */

struct sign_in {
    const struct account *account;
    const char *renewed; /* a new hash of the same password; "": none */
    struct session_begin session;
};

/* The password may have been changed since it was checked; then nobody is signed in with the old one. */
static enum sql_outcome sign_in_write(struct sql *sql, void *context) {
    struct sign_in *sign_in = context;
    struct account now;
    enum sql_outcome outcome = account_read(sql, sign_in->account->id, &now);
    if (outcome != SQL_GOOD)
        return outcome;
    if (strcmp(now.password, sign_in->account->password) != 0)
        return SQL_CONFLICT;
    const struct sql_value values[] = {sql_text(sign_in->renewed), sql_integer(now.id)};
    if (sign_in->renewed[0] != '\0')
        outcome = sql_run(sql, "UPDATE account SET password = $1 WHERE id = $2", values, 2, NULL, NULL);
    return outcome == SQL_GOOD ? session_begin(sql, &sign_in->session) : outcome;
}

void account_sign_in(const struct desk_request *request, struct desk_answer *answer) {
    const char *password = desk_text(request, "password");
    struct account account;
    char renewed[PASSWORD_HASH_TEXT] = "";
    if (!account_prove(request, desk_text(request, "name"), password, &account, answer))
        return;
    if (warden_bans_account(desk_warden(request->desk), account.id, request->now)) {
        desk_refuse(answer, 403, "banned", "this account is banned");
        return;
    }
    if (password_outdated(account.password) && !password_hash(password, renewed))
        renewed[0] = '\0';
    struct sign_in sign_in = {
        .account = &account, .renewed = renewed, .session = {.request = request, .account = account.id}};
    const enum sql_outcome outcome = sql_transaction(request->sql, sign_in_write, &sign_in);
    if (outcome == SQL_CONFLICT) {
        desk_refuse(answer, 401, "password", "the name or the password is wrong");
        return;
    }
    if (outcome != SQL_GOOD) {
        desk_refuse_store(answer);
        return;
    }
    if (sign_in.session.ended != 0)
        desk_end_session(request->desk, sign_in.session.ended);
    const int claimed = visitor_nobody(&request->guest) ? 0 : games_claim(request, &request->guest, &account);
    cookies_set(request, sign_in.session.cookie, account.id, false, answer);
    account_say(answer, account.name, claimed);
}

static enum sql_outcome sessions_end_now(struct sql *sql, void *context) { return sessions_delete(sql, context); }

/* Ends sessions of who asks; false when there is none of that number, or the database does not work. */
static bool sessions_end(const struct desk_request *request, int64_t only, int64_t except, struct desk_answer *answer) {
    struct sessions_end end = {.account = request->account, .only = only, .except = except};
    if (sql_transaction(request->sql, sessions_end_now, &end) != SQL_GOOD) {
        desk_refuse_store(answer);
        return false;
    }
    sessions_close(request, &end);
    if (only != 0 && end.count == 0) {
        desk_refuse(answer, 404, "session", "there is no such session");
        return false;
    }
    desk_say(answer, json_pack("{s:i}", "ended", end.count));
    return true;
}

void account_sign_out(const struct desk_request *request, struct desk_answer *answer) {
    if (sessions_end(request, request->session, 0, answer))
        who_session_cookie("", 0, request->secure, answer->cookies[0], DESK_COOKIE_TEXT);
}

/* ---- Sessions ------------------------------------------------------------------------------------------------- */

struct listing {
    const struct desk_request *request;
    json_t *sessions;
};

static bool session_list(void *context, const struct sql_value *columns, int count) {
    const struct listing *listing = context;
    char id[24];
    (void)count;
    snprintf(id, sizeof id, "%lld", (long long)columns[0].integer);
    return json_array_append_new(listing->sessions,
                                 json_pack("{s:s, s:I, s:I, s:s, s:s, s:b}", "id", id, "began",
                                           (json_int_t)columns[1].integer, "seen", (json_int_t)columns[2].integer,
                                           "address", columns[3].text, "agent", columns[4].text, "this",
                                           columns[0].integer == listing->request->session)) == 0;
}

json_t *sessions_json(const struct desk_request *request) {
    const struct sql_value values[] = {sql_integer(request->account), sql_integer(request->now)};
    struct listing listing = {.request = request, .sessions = json_array()};
    if (sql_run(request->sql,
                "SELECT id, began, seen, address, agent FROM session WHERE account = $1 AND expires > $2"
                " ORDER BY seen DESC, id",
                values, 2, session_list, &listing) == SQL_GOOD)
        return listing.sessions;
    json_decref(listing.sessions);
    return NULL;
}

void account_sessions(const struct desk_request *request, struct desk_answer *answer) {
    json_t *sessions = sessions_json(request);
    if (sessions == NULL)
        desk_refuse_store(answer);
    else
        desk_say(answer, json_pack("{s:o}", "sessions", sessions));
}

void account_session_end(const struct desk_request *request, struct desk_answer *answer) {
    const char *text = request->parts[0];
    const size_t digits = strspn(text, "0123456789");
    const int64_t id = digits == strlen(text) && digits <= 16 ? strtoll(text, NULL, 10) : 0;
    if (id == 0)
        desk_refuse(answer, 404, "session", "there is no such session");
    else if (sessions_end(request, id, 0, answer) && id == request->session)
        who_session_cookie("", 0, request->secure, answer->cookies[0], DESK_COOKIE_TEXT);
}

void account_sessions_end(const struct desk_request *request, struct desk_answer *answer) {
    sessions_end(request, 0, request->session, answer);
}

/* ---- The password --------------------------------------------------------------------------------------------- */

struct change {
    const char *hash;
    bool keep_tokens;
    struct sessions_end end;
    struct tokens_end tokens;
};

static enum sql_outcome password_write(struct sql *sql, void *context) {
    struct change *change = context;
    const struct sql_value values[] = {sql_text(change->hash), sql_integer(change->end.account)};
    enum sql_outcome outcome = sql_run(sql, "UPDATE account SET password = $1 WHERE id = $2", values, 2, NULL, NULL);
    if (outcome == SQL_GOOD && !change->keep_tokens)
        outcome = tokens_delete(sql, &change->tokens);
    return outcome == SQL_GOOD ? sessions_delete(sql, &change->end) : outcome;
}

void account_password(const struct desk_request *request, struct desk_answer *answer) {
    const char *chosen = desk_text(request, "new");
    struct account account;
    char hash[PASSWORD_HASH_TEXT];
    if (!account_prove(request, request->account_name, desk_text(request, "password"), &account, answer))
        return;
    if (!password_good(chosen, account.name)) {
        desk_refuse(answer, 400, "weak", "a password has 10 characters or more, and is not one that is easily guessed");
        return;
    }
    struct change change = {.hash = hash,
                            .keep_tokens = json_is_true(json_object_get(request->body, "keep_tokens")),
                            .end = {.account = account.id, .except = request->session},
                            .tokens = {.account = account.id}};
    if (!password_hash(chosen, hash) || sql_transaction(request->sql, password_write, &change) != SQL_GOOD) {
        desk_refuse_store(answer);
        return;
    }
    sessions_close(request, &change.end);
    tokens_close(request, &change.tokens);
    desk_say(answer, json_pack("{s:i, s:i}", "ended", change.end.count, "tokens", change.tokens.count));
}
