/* warden.h - what the administration has decided, on a running server: who is banned, which games were changed, whose
 * sessions have ended. `tablier admin` writes it into the database, from any machine; every server looks there every two
 * seconds. */
#ifndef TABLIER_SERVER_WARDEN_H
#define TABLIER_SERVER_WARDEN_H

#include "sql.h"

struct service;
struct warden;

enum { WARDEN_BANS_MAX = 10000, NETWORK_TEXT = 64 };

struct warden *warden_new(void);
void warden_free(struct warden *warden);

/* Reads what there is; at the start, and then by jobs of the desk. */
bool warden_read(struct warden *warden, struct sql *sql, int64_t now);
/* In the loop, often: asks the desk to read when it is time, and does what was read. */
void warden_tick(struct service *service);

/* From any thread. */
bool warden_bans_account(struct warden *warden, int64_t account, int64_t now);
bool warden_bans_address(struct warden *warden, const char *address, int64_t now);

/* What `tablier admin` has done, for those who run servers and for the servers: inside its transaction. What concerns a
 * game is `games`, with the game as its subject, what ends sessions of an account `sessions`, with its number. `account`: to
 * which it was done, 0: to none. */
enum sql_outcome deed_write(struct sql *sql, int64_t now, const char *who, int64_t account, const char *action,
                            const char *subject, const char *detail);
/* The log tells no more to whom it was done, by that name or others; bans of the account go. */
enum sql_outcome deeds_forget(struct sql *sql, int64_t account, const char *name);

#endif
