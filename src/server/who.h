/* who.h - who a request or a connection is from, by what it shows: a token, the cookie of a session, or the cookie of a
 * guest, in this order. */
#ifndef TABLIER_SERVER_WHO_H
#define TABLIER_SERVER_WHO_H

#include "event.h"
#include "sql.h"
#include "visitor.h"

enum { SESSION_BYTES = 32, SESSION_COOKIE_TEXT = 2 * SESSION_BYTES + 1, BEARER_TEXT = 128 };

/* What is shown; "": nothing. */
struct credentials {
    char bearer[BEARER_TEXT];
    char session[SESSION_COOKIE_TEXT];
    struct visitor guest; /* of a cookie whose signature is good; nobody: none */
    struct device device; /* likewise */
};

struct who {
    struct visitor visitor; /* nobody: not even a guest */
    int64_t account;        /* 0: a guest, or nobody */
    char name[NAME_TEXT];   /* of the account */
    int64_t session;        /* of a cookie */
    int64_t token;          /* that was shown, 0: none */
    unsigned scopes;        /* of it: FOR_READ, FOR_PLAY */
    bool bot;               /* the account is a program's */
    struct visitor guest;   /* of the cookie, unless an account has adopted it */
};

enum who_outcome {
    WHO_KNOWN,
    WHO_WRONG, /* a token that is not good */
    WHO_LATER  /* the database does not work */
};

enum who_outcome who_find(struct sql *sql, const struct credentials *credentials, int64_t now, struct who *who);

/* Reads the cookies of a header. `secure`: the page came over TLS, which has cookies of its own. */
void who_cookies(struct credentials *credentials, const char *cookies, bool secure, const struct secret *secret,
                 int64_t now);
/* Reads the header Authorization, "": there is none. Schemes other than ours are for somebody else, a proxy that asks for
 * a password for instance; a token of the wrong form is a token that is not good. */
void who_bearer(struct credentials *credentials, const char *authorization);
/* Set-Cookie for a guest, a device and a session; without an account, or with a `value` of "", it is taken away. */
void who_device_cookie(const struct device *device, const struct secret *secret, int64_t now, int64_t days, bool secure,
                       char *header, size_t size);
void who_guest_cookie(const struct visitor *guest, const struct secret *secret, int64_t now, int64_t days, bool secure,
                      char *header, size_t size);
void who_session_cookie(const char *value, int64_t days, bool secure, char *header, size_t size);

/* What is kept of a session's cookie. */
enum { SESSION_HASH_BYTES = 32 };
bool session_hash(const char *cookie, unsigned char hash[SESSION_HASH_BYTES]);

#endif
