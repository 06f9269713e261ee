/* tokens.h - personal tokens: what a program shows instead of a password. An account makes them, each for one purpose;
 * only a hash is kept, so each is shown once. Programs play only for accounts that say that they are a program's. */
#ifndef TABLIER_SERVER_TOKENS_H
#define TABLIER_SERVER_TOKENS_H

#include "desk.h"

enum { TOKENS_MAX = 20 }; /* of one account */

/* Who a token belongs to; a token that is not good, is no more, or has expired is WHO_WRONG. */
enum who_outcome token_find(struct sql *sql, const char *bearer, int64_t now, struct who *who);

/* The tokens of the account that asks that are still good, without what they are. NULL when they cannot be read. */
json_t *tokens_json(const struct desk_request *request);

/* Revokes all tokens of an account; inside a transaction. */
struct tokens_end {
    int64_t account;
    int count;
    int64_t ids[TOKENS_MAX];
};
enum sql_outcome tokens_delete(struct sql *sql, struct tokens_end *end);
/* After it: closes their connections. */
void tokens_close(const struct desk_request *request, const struct tokens_end *end);

#endif
