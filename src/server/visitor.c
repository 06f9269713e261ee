/* visitor.c - who somebody is without an account, and what proves it. */
#include "visitor.h"

#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

_Static_assert(SECRET_BYTES == crypto_auth_KEYBYTES, "the secret signs with crypto_auth");
_Static_assert(TOKEN_TEXT == 2 * crypto_auth_BYTES + 1, "a token is a signature in hexadecimal digits");

enum { STATEMENT = 128 };

void random_system(void *context, void *bytes, size_t count) {
    (void)context;
    randombytes_buf(bytes, count);
}

/* ---- Visitors ------------------------------------------------------------------------------------------------- */

bool visitor_equal(const struct visitor *one, const struct visitor *other) {
    return sodium_memcmp(one->bytes, other->bytes, VISITOR_BYTES) == 0;
}

bool visitor_nobody(const struct visitor *visitor) { return sodium_is_zero(visitor->bytes, VISITOR_BYTES) != 0; }

void visitor_format(const struct visitor *visitor, char text[VISITOR_TEXT]) {
    sodium_bin2hex(text, VISITOR_TEXT, visitor->bytes, VISITOR_BYTES);
}

bool visitor_parse(struct visitor *visitor, const char *text) {
    struct visitor read;
    size_t length = 0;
    const char *end = NULL;
    if (strlen(text) != VISITOR_TEXT - 1 ||
        sodium_hex2bin(read.bytes, VISITOR_BYTES, text, VISITOR_TEXT - 1, NULL, &length, &end) != 0 ||
        length != VISITOR_BYTES || *end != '\0')
        return false;
    *visitor = read;
    return true;
}

/* ---- Signatures ----------------------------------------------------------------------------------------------- */

/* Signs a statement; each kind of statement begins with a word of its own, so none can stand for another. */
static void statement_sign(const struct secret *secret, const char *statement, char signature[TOKEN_TEXT]) {
    unsigned char mac[crypto_auth_BYTES];
    crypto_auth(mac, (const unsigned char *)statement, strlen(statement), secret->bytes);
    sodium_bin2hex(signature, TOKEN_TEXT, mac, sizeof mac);
}

static bool statement_check(const struct secret *secret, const char *statement, const char *signature) {
    unsigned char mac[crypto_auth_BYTES];
    size_t length = 0;
    const char *end = NULL;
    if (strlen(signature) != TOKEN_TEXT - 1 ||
        sodium_hex2bin(mac, sizeof mac, signature, TOKEN_TEXT - 1, NULL, &length, &end) != 0 || length != sizeof mac ||
        *end != '\0')
        return false;
    return crypto_auth_verify(mac, (const unsigned char *)statement, strlen(statement), secret->bytes) == 0;
}

void visitor_handle(const struct secret *secret, const struct visitor *visitor, char handle[HANDLE_TEXT]) {
    char text[VISITOR_TEXT], statement[STATEMENT], signature[TOKEN_TEXT];
    visitor_format(visitor, text);
    snprintf(statement, sizeof statement, "handle %s", text);
    statement_sign(secret, statement, signature);
    snprintf(handle, HANDLE_TEXT, "%.*s", HANDLE_TEXT - 1, signature);
}

/* ---- Cookies: VISITOR.EXPIRES.SIGNATURE ----------------------------------------------------------------------- */

enum { KIND_TEXT = 32 };

static void cookie_statement(const char *kind, const char *visitor, int64_t expires, char statement[STATEMENT]) {
    snprintf(statement, STATEMENT, "%s %s %" PRId64, kind, visitor, expires);
}

static void value_format(const struct secret *secret, const char *kind, const struct visitor *visitor, int64_t expires,
                         char *value, size_t size) {
    char text[VISITOR_TEXT], statement[STATEMENT], signature[TOKEN_TEXT];
    visitor_format(visitor, text);
    cookie_statement(kind, text, expires, statement);
    statement_sign(secret, statement, signature);
    snprintf(value, size, "%s.%" PRId64 ".%s", text, expires, signature);
}

static bool value_parse(const struct secret *secret, const char *kind, const char *cookie, int64_t now,
                        struct visitor *visitor) {
    char text[VISITOR_TEXT], statement[STATEMENT];
    struct visitor read;
    if (strlen(cookie) >= COOKIE_TEXT || strcspn(cookie, ".") != VISITOR_TEXT - 1 || cookie[VISITOR_TEXT - 1] == '\0')
        return false;
    snprintf(text, sizeof text, "%.*s", VISITOR_TEXT - 1, cookie);
    const char *digits = cookie + VISITOR_TEXT;
    const size_t length = strspn(digits, "0123456789");
    if (length == 0 || length > 15 || digits[length] != '.' || !visitor_parse(&read, text))
        return false;
    const int64_t expires = strtoll(digits, NULL, 10);
    cookie_statement(kind, text, expires, statement);
    if (!statement_check(secret, statement, digits + length + 1) || expires <= now)
        return false;
    *visitor = read;
    return true;
}

void cookie_format(const struct secret *secret, const struct visitor *visitor, int64_t expires,
                   char cookie[COOKIE_TEXT]) {
    value_format(secret, "cookie", visitor, expires, cookie, COOKIE_TEXT);
}

bool cookie_parse(const struct secret *secret, const char *cookie, int64_t now, struct visitor *visitor) {
    return value_parse(secret, "cookie", cookie, now, visitor);
}

/* The cookie of a device begins with the account, which is signed too. */
static void device_kind(int64_t account, char kind[KIND_TEXT]) {
    snprintf(kind, KIND_TEXT, "device %" PRId64, account);
}

void device_format(const struct secret *secret, const struct device *device, int64_t expires,
                   char cookie[COOKIE_TEXT]) {
    char kind[KIND_TEXT];
    device_kind(device->account, kind);
    const int length = snprintf(cookie, COOKIE_TEXT, "%" PRId64 ".", device->account);
    value_format(secret, kind, &device->number, expires, cookie + length, COOKIE_TEXT - (size_t)length);
}

bool device_parse(const struct secret *secret, const char *cookie, int64_t now, struct device *device) {
    char kind[KIND_TEXT];
    const size_t digits = strspn(cookie, "0123456789");
    if (digits == 0 || digits > 16 || cookie[digits] != '.')
        return false;
    const int64_t account = strtoll(cookie, NULL, 10);
    device_kind(account, kind);
    if (account == 0 || !value_parse(secret, kind, cookie + digits + 1, now, &device->number))
        return false;
    device->account = account;
    return true;
}

/* ---- Names of games ------------------------------------------------------------------------------------------- */

static const char letters[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

enum { LETTERS = sizeof letters - 1, LETTER_BYTE_END = 256 - 256 % LETTERS };

void game_id_make(random_function *random, void *context, char id[GAME_ID_TEXT]) {
    for (int i = 0; i < GAME_ID_LENGTH; i++) {
        unsigned char byte;
        do
            random(context, &byte, 1);
        while (byte >= LETTER_BYTE_END); /* so that all letters are equally likely */
        id[i] = letters[byte % LETTERS];
    }
    id[GAME_ID_LENGTH] = '\0';
}

bool game_id_good(const char *id) { return strlen(id) == GAME_ID_LENGTH && strspn(id, letters) == GAME_ID_LENGTH; }

/* ---- Tokens of personal links --------------------------------------------------------------------------------- */

static void token_statement(const char *game, int seat, int moved, char statement[STATEMENT]) {
    snprintf(statement, STATEMENT, "seat %s %d %d", game, seat, moved);
}

void token_format(const struct secret *secret, const char *game, int seat, int moved, char token[TOKEN_TEXT]) {
    char statement[STATEMENT];
    token_statement(game, seat, moved, statement);
    statement_sign(secret, statement, token);
}

bool token_check(const struct secret *secret, const char *game, int seat, int moved, const char *token) {
    char statement[STATEMENT];
    token_statement(game, seat, moved, statement);
    return statement_check(secret, statement, token);
}
