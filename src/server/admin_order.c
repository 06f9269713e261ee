/* admin_order.c - reports of players, and bans. */
#include "../rules/game.h"
#include "../translate.h"
#include "admin_inside.h"

#include <stdio.h>
#include <string.h>

static const int64_t day_ms = INT64_C(24) * 3600 * 1000;

/* ---- Reports -------------------------------------------------------------------------------------------------- */

json_t *admin_reports(const struct admin *admin, const char *const *words, struct tab_error *error) {
    static const char *const columns[] = {"iid",   "@at",       "tgame",    "iseat",   "twho", "tsaid",
                                          "ttext", "treporter", "taddress", "@closed", "tnote"};
    bool all;
    if (!admin_all(words[0], &all, error))
        return NULL;
    const struct sql_value value = sql_integer(all);
    return admin_list(admin, "reports",
                      "SELECT id, at, game, seat, who, said, text, reporter, address, closed, note FROM report"
                      " WHERE closed = 0 OR $1 = 1 ORDER BY id DESC LIMIT 500",
                      &value, 1, columns, error);
}

static json_t *number_change(struct admin_change *change, struct tab_error *error) {
    if (admin_change(change) != SQL_GOOD)
        return admin_lost(change->admin, error);
    if (change->changed > 0)
        return json_pack("{s:s}", "done", change->subject);
    error_set(error, 0, N_("there is no number {1} that could be changed"), change->subject, NULL);
    return NULL;
}

json_t *admin_close(const struct admin *admin, const char *const *words, struct tab_error *error) {
    struct admin_change change = {
        .admin = admin,
        .action = "close",
        .subject = words[0],
        .detail = admin->reason,
        .statements = {"UPDATE report SET closed = $2, note = $3 WHERE id = $1 AND closed = 0"},
        .values = {sql_integer(admin_number(words[0])), sql_integer(admin->now), sql_text(admin->reason)},
        .value_counts = {3}};
    return number_change(&change, error);
}

/* ---- Bans ----------------------------------------------------------------------------------------------------- */

json_t *admin_bans(const struct admin *admin, const char *const *words, struct tab_error *error) {
    static const char *const columns[] = {"iid", "tname", "tnetwork", "treason", "@at", "@expires"};
    const struct sql_value now = sql_integer(admin->now);
    (void)words;
    return admin_list(admin, "bans",
                      "SELECT id, name, network, reason, at, expires FROM ban WHERE expires = 0 OR expires > $1"
                      " ORDER BY id",
                      &now, 1, columns, error);
}

static json_t *ban_write(const struct admin *admin, int64_t account, const char *name, const char *network,
                         struct tab_error *error) {
    const int64_t expires = admin->days > 0 ? admin->now + admin->days * day_ms : 0;
    struct admin_change change = {
        .admin = admin,
        .action = "ban",
        .subject = account != 0 ? name : network,
        .detail = admin->reason,
        .statements = {"INSERT INTO ban (account, network, name, reason, at, expires) VALUES ($1, $2, $3, $4, $5, $6)"},
        .values = {sql_integer(account), sql_text(network), sql_text(name), sql_text(admin->reason),
                   sql_integer(admin->now), sql_integer(expires)},
        .value_counts = {6},
        .account = account};
    int64_t count;
    if (!admin_count(admin, "SELECT count(*) FROM ban", NULL, 0, &count))
        return admin_lost(admin, error);
    if (count >= WARDEN_BANS_MAX) {
        error_set_number(error, 0, N_("there are {1} bans already"), WARDEN_BANS_MAX, 0);
        return NULL;
    }
    return number_change(&change, error);
}

json_t *admin_ban_account(const struct admin *admin, const char *const *words, struct tab_error *error) {
    struct account account;
    if (!admin_account(admin, words[0], &account, error))
        return NULL;
    return ban_write(admin, account.id, account.name, "", error);
}

json_t *admin_ban_network(const struct admin *admin, const char *const *words, struct tab_error *error) {
    return ban_write(admin, 0, "", words[0], error);
}

json_t *admin_lift(const struct admin *admin, const char *const *words, struct tab_error *error) {
    struct admin_change change = {.admin = admin,
                                  .action = "lift",
                                  .subject = words[0],
                                  .detail = admin->reason,
                                  .statements = {"DELETE FROM ban WHERE id = $1"},
                                  .values = {sql_integer(admin_number(words[0]))},
                                  .value_counts = {1}};
    return number_change(&change, error);
}
