/* accounts.h - accounts and the sessions in which they are signed in, as they are kept. */
#ifndef TABLIER_SERVER_ACCOUNTS_H
#define TABLIER_SERVER_ACCOUNTS_H

#include "desk.h"
#include "passwords.h"

enum { ACCOUNT_SESSIONS = 50 }; /* at most; a further one ends the one that was used least lately */

struct account {
    int64_t id; /* 0: none */
    char name[NAME_TEXT];
    char password[PASSWORD_HASH_TEXT]; /* its hash */
    struct visitor visitor;
    int64_t created;
    bool bot; /* it is a program's */
};

/* By a name, in whatever form; `account->id` is 0 when there is none. */
enum sql_outcome account_find(struct sql *sql, const char *name, struct account *account);
enum sql_outcome account_read(struct sql *sql, int64_t id, struct account *account);

/* Finds the account of a name and password. False, with a refusal that does not tell whether there is such a name, when it
 * is not that, or when too many were tried. Takes its time. */
bool account_prove(const struct desk_request *request, const char *name, const char *password, struct account *account,
                   struct desk_answer *answer);

/* Begins a session, and sets its cookie. Inside a transaction; those that have expired go, and those that are too many:
 * `ended` (0: none) is the one whose connections have to be closed. */
struct session_begin {
    const struct desk_request *request;
    int64_t account;
    char cookie[SESSION_COOKIE_TEXT];
    int64_t ended;
};
enum sql_outcome session_begin(struct sql *sql, struct session_begin *begin);

/* Sessions of an account to be ended: that one (0: all), except that one (0: none). */
struct sessions_end {
    int64_t account, only, except;
    int count;
    int64_t ids[ACCOUNT_SESSIONS + 1];
};
/* Inside a transaction. */
enum sql_outcome sessions_delete(struct sql *sql, struct sessions_end *end);
enum sql_outcome sessions_expire(struct sql *sql, int64_t now); /* those that are good no more go */
/* After it: closes their connections. */
void sessions_close(const struct desk_request *request, const struct sessions_end *end);

/* Where who asks is signed in; NULL when it cannot be read. */
json_t *sessions_json(const struct desk_request *request);

/* The lines of chat that who asks has said; columns: game, data, number. False when they cannot be read. */
bool said_read(const struct desk_request *request, sql_row_function *each, void *context);

/* Deletes the account of who asks, with everything that says whose it was. False when that could not be finished; then it
 * can be asked for again. */
bool account_forget(const struct desk_request *request);

/* A positive number that nobody guesses, and that a page can hold. */
int64_t number_random(const struct desk_request *request);

#endif
