/* visitor.h - who somebody is without an account, and what proves it.
 *
 * A visitor is a random number that the server gives out in a signed cookie; whoever has the cookie is that visitor.
 * Games have random names that cannot be guessed, so a link to a game is the right to look at it. A personal link holds
 * a token that moves a seat to another device, once: it is signed together with the number of times the seat has moved.
 * Signatures are compared in constant time. */
#ifndef TABLIER_SERVER_VISITOR_H
#define TABLIER_SERVER_VISITOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    VISITOR_BYTES = 16,
    VISITOR_TEXT = 2 * VISITOR_BYTES + 1,
    SECRET_BYTES = 32,
    GAME_ID_LENGTH = 12,
    GAME_ID_TEXT = GAME_ID_LENGTH + 1,
    COOKIE_TEXT = 160,
    TOKEN_TEXT = 65,
    HANDLE_TEXT = 9
};

#define HANDLE_NOBODY "00000000" /* of whom nothing is known any more */

struct visitor {
    unsigned char bytes[VISITOR_BYTES];
};

/* The server's key; kept in its store. */
struct secret {
    unsigned char bytes[SECRET_BYTES];
};

/* Where random bytes come from: the system's, or a sequence that tests repeat. */
typedef void random_function(void *context, void *bytes, size_t count);
void random_system(void *context, void *bytes, size_t count);

bool visitor_equal(const struct visitor *one, const struct visitor *other);
bool visitor_nobody(const struct visitor *visitor); /* all zero: no visitor */
void visitor_format(const struct visitor *visitor, char text[VISITOR_TEXT]);
bool visitor_parse(struct visitor *visitor, const char *text);
/* A short name for a visitor that others may see, and from which the visitor cannot be found. */
void visitor_handle(const struct secret *secret, const struct visitor *visitor, char handle[HANDLE_TEXT]);

/* The value of the cookie, good until `expires` (milliseconds). */
void cookie_format(const struct secret *secret, const struct visitor *visitor, int64_t expires,
                   char cookie[COOKIE_TEXT]);
bool cookie_parse(const struct secret *secret, const char *cookie, int64_t now, struct visitor *visitor);

/* A browser in which somebody has signed in to an account, whether they still are or not. */
struct device {
    struct visitor number;
    int64_t account; /* 0: none */
};

/* The value of its cookie, likewise. */
void device_format(const struct secret *secret, const struct device *device, int64_t expires, char cookie[COOKIE_TEXT]);
bool device_parse(const struct secret *secret, const char *cookie, int64_t now, struct device *device);

/* 12 letters and digits, about 71 bits. */
void game_id_make(random_function *random, void *context, char id[GAME_ID_TEXT]);
bool game_id_good(const char *id);

void token_format(const struct secret *secret, const char *game, int seat, int moved, char token[TOKEN_TEXT]);
bool token_check(const struct secret *secret, const char *game, int seat, int moved, const char *token);

#endif
