/* admin_inside.h - what the files of the administration share. */
#ifndef TABLIER_SERVER_ADMIN_INSIDE_H
#define TABLIER_SERVER_ADMIN_INSIDE_H

#include "accounts.h"
#include "admin.h"
#include "warden.h"

admin_function admin_users, admin_user, admin_rename, admin_password, admin_person, admin_delete, admin_games,
    admin_game, admin_abort, admin_tournaments, admin_cancel, admin_reports, admin_close, admin_bans, admin_ban_account,
    admin_ban_network, admin_lift, admin_statistics, admin_deeds;

/* An account by its name; false, with the reason, when there is none. */
bool admin_account(const struct admin *admin, const char *name, struct account *account, struct tab_error *error);
/* The word after `list`: "all" or nothing; false, with the reason, for another one. */
bool admin_all(const char *word, bool *all, struct tab_error *error);
/* A number from 1; 0 when it is none. */
int64_t admin_number(const char *text);
/* What a database that does not work comes to: NULL. */
json_t *admin_lost(const struct admin *admin, struct tab_error *error);
/* One statement, whose rows become the objects of a list under `name`: their columns have these names, one letter before
 * each says what it is (i: number, t: text, @: time, b: truth). NULL when it fails. */
json_t *admin_list(const struct admin *admin, const char *name, const char *statement, const struct sql_value *values,
                   int count, const char *const *columns, struct tab_error *error);
/* One number. */
bool admin_count(const struct admin *admin, const char *statement, const struct sql_value *values, int count,
                 int64_t *number);

/* Changes in one transaction, with their line in the log. */
struct admin_change {
    const struct admin *admin;
    const char *action, *subject, *detail;
    const char *statements[6]; /* up to NULL */
    struct sql_value values[8];
    /* How many of the values each statement has. */
    int value_counts[6];
    int64_t account;               /* that it is about, 0: none */
    bool ends;                     /* its sessions, on running servers */
    const struct account *renamed; /* is called `detail` from now on, NULL: nobody */
    int64_t changed;               /* rows by the first statement */
};
enum sql_outcome admin_change(struct admin_change *change);
/* Running servers read a game again. */
enum sql_outcome admin_tell_game(const struct admin *admin, const char *game);

#endif
