/* passwords.h - passwords: which are good enough, and what is kept of them. */
#ifndef TABLIER_SERVER_PASSWORDS_H
#define TABLIER_SERVER_PASSWORDS_H

#include <stdbool.h>

enum { PASSWORD_LEAST = 10, PASSWORD_MOST = 200, PASSWORD_HASH_TEXT = 128 }; /* characters, bytes */

/* Long enough, not one of those that everybody tries first, not the name. */
bool password_good(const char *password, const char *name);

/* Argon2id, 64 MiB and a tenth of a second; false when there is no memory for it. */
bool password_hash(const char *password, char hash[PASSWORD_HASH_TEXT]);
/* Whether a password is that of a hash. `hash` NULL takes the same time and is never true. */
bool password_check(const char *password, const char *hash);
/* Whether a hash was made with less work than is usual now. */
bool password_outdated(const char *hash);

#endif
