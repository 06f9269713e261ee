/* admin.c - the actions of the administration, and what they share. */
#include "admin_inside.h"
#include "../rules/game.h"
#include "../translate.h"
#include "network.h"
#include "tournament.h"
#include "warden.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const struct admin_action admin_actions[] = {
    {"users", "list", 0, 1, admin_users, "[TEXT]", N_("accounts, or those whose name has this in it"), 0},
    {"users", "show", 1, 1, admin_user, "NAME", N_("one account: its games, sessions, tokens, reports and bans"), 0},
    {"users", "rename", 2, 2, admin_rename, "NAME NEW", N_("gives an account another name"), 0},
    {"users", "password", 1, 1, admin_password, "NAME",
     N_("gives an account a new password, which is printed, and ends its sessions"), 0},
    {"users", "person", 1, 1, admin_person, "NAME", N_("an account is no program's any more"), 0},
    {"users", "delete", 1, 1, admin_delete, "NAME", N_("deletes an account; its games stay, without its name"),
     ADMIN_REASON},
    {"games", "list", 0, 1, admin_games, "[all]", N_("games that are not over, or the last ones of all"), 0},
    {"games", "show", 1, 1, admin_game, "GAME", N_("one game: its events and what was said in it"), 0},
    {"games", "abort", 1, 1, admin_abort, "GAME", N_("ends a game without a result"), ADMIN_REASON},
    {"tournaments", "list", 0, 1, admin_tournaments, "[all]",
     N_("tournaments that are not over, or the last ones of all"), 0},
    {"tournaments", "cancel", 1, 1, admin_cancel, "NAME",
     N_("ends a tournament without a winner; games being played go on"), ADMIN_REASON},
    {"reports", "list", 0, 1, admin_reports, "[all]",
     N_("what players have reported and nobody has closed, or everything"), 0},
    {"reports", "close", 1, 1, admin_close, "NUMBER", N_("closes a report, with --reason as a note"), ADMIN_REASON},
    {"bans", "list", 0, 0, admin_bans, "", N_("who is banned"), 0},
    {"bans", "account", 1, 1, admin_ban_account, "NAME", N_("bans an account, for --days or for ever"),
     ADMIN_REASON | ADMIN_DAYS},
    {"bans", "network", 1, 1, admin_ban_network, "NETWORK", N_("bans an address or a network like 203.0.113.0/24"),
     ADMIN_REASON | ADMIN_DAYS | ADMIN_NETWORK},
    {"bans", "lift", 1, 1, admin_lift, "NUMBER", N_("takes a ban back"), ADMIN_REASON},
    {"statistics", "", 0, 0, admin_statistics, "", N_("how much of everything there is"), 0},
    {"log", "", 0, 0, admin_deeds, "", N_("what was done with this command, the latest last"), 0},
};

const int admin_action_count = sizeof admin_actions / sizeof *admin_actions;

const struct admin_action *admin_find(const char *what, const char *verb) {
    for (int i = 0; i < admin_action_count; i++)
        if (strcmp(admin_actions[i].what, what) == 0 && strcmp(admin_actions[i].verb, verb) == 0)
            return &admin_actions[i];
    return NULL;
}

bool admin_words_good(const struct admin_action *action, const char *const *words, struct tab_error *error) {
    const char *network = words[0];
    if ((action->takes & ADMIN_NETWORK) == 0)
        return true;
    const bool single = network[0] != '\0' && strchr(network, ' ') == NULL && strlen(network) < NETWORK_TEXT;
    return (single && network_list_good(network)) ||
           error_set(error, 0, N_("'{1}' is no address and no network"), network, NULL);
}

/* ---- What they share ------------------------------------------------------------------------------------------ */

json_t *admin_lost(const struct admin *admin, struct tab_error *error) {
    error_set(error, 0, N_("the store does not work: {1}"), sql_problem(admin->sql), NULL);
    return NULL;
}

bool admin_all(const char *word, bool *all, struct tab_error *error) {
    *all = strcmp(word, "all") == 0;
    return *all || word[0] == '\0' || error_set(error, 0, N_("'{1}' is not all"), word, NULL);
}

int64_t admin_number(const char *text) {
    const size_t length = strlen(text);
    return length > 0 && length < 18 && strspn(text, "0123456789") == length ? strtoll(text, NULL, 10) : 0;
}

bool admin_account(const struct admin *admin, const char *name, struct account *account, struct tab_error *error) {
    if (account_find(admin->sql, name, account) != SQL_GOOD) {
        admin_lost(admin, error);
        return false;
    }
    return account->id != 0 || error_set(error, 0, N_("there is no account '{1}'"), name, NULL);
}

struct listing {
    json_t *list;
    const char *const *columns;
};

static json_t *column_json(char kind, const struct sql_value *value) {
    if (value->kind == SQL_NULL)
        return json_null();
    if (kind == 't')
        return json_string(value->text);
    return kind == 'b' ? json_boolean(value->integer != 0) : json_integer(value->integer);
}

static bool listing_row(void *context, const struct sql_value *columns, int count) {
    const struct listing *listing = context;
    json_t *row = json_object();
    for (int i = 0; i < count; i++)
        json_object_set_new(row, listing->columns[i] + 1, column_json(listing->columns[i][0], &columns[i]));
    return json_array_append_new(listing->list, row) == 0;
}

json_t *admin_list(const struct admin *admin, const char *name, const char *statement, const struct sql_value *values,
                   int count, const char *const *columns, struct tab_error *error) {
    struct listing listing = {.list = json_array(), .columns = columns};
    if (sql_run(admin->sql, statement, values, count, listing_row, &listing) == SQL_GOOD)
        return json_pack("{s:o}", name, listing.list);
    json_decref(listing.list);
    return admin_lost(admin, error);
}

static bool number_row(void *context, const struct sql_value *columns, int count) {
    (void)count;
    *(int64_t *)context = columns[0].integer;
    return false;
}

bool admin_count(const struct admin *admin, const char *statement, const struct sql_value *values, int count,
                 int64_t *number) {
    *number = 0;
    return sql_run(admin->sql, statement, values, count, number_row, number) == SQL_GOOD;
}

/* ---- Changes -------------------------------------------------------------------------------------------------- */

static enum sql_outcome change_run(struct sql *sql, void *context) {
    struct admin_change *change = context;
    const struct admin *admin = change->admin;
    char account[24];
    enum sql_outcome outcome = SQL_GOOD;
    for (int i = 0; outcome == SQL_GOOD && change->statements[i] != NULL; i++) {
        outcome = sql_run(sql, change->statements[i], change->values, change->value_counts[i], NULL, NULL);
        if (i == 0)
            change->changed = sql_changed(sql);
    }
    if (outcome == SQL_GOOD && change->renamed != NULL)
        outcome = tournament_rename(sql, &change->renamed->visitor, change->detail, admin->now);
    if (outcome == SQL_GOOD && change->changed > 0)
        outcome =
            deed_write(sql, admin->now, admin->who, change->account, change->action, change->subject, change->detail);
    snprintf(account, sizeof account, "%lld", (long long)change->account);
    if (outcome == SQL_GOOD && change->changed > 0 && change->ends)
        outcome = deed_write(sql, admin->now, admin->who, 0, "sessions", account, change->action);
    return outcome;
}

enum sql_outcome admin_change(struct admin_change *change) {
    return sql_transaction(change->admin->sql, change_run, change);
}

enum sql_outcome admin_tell_game(const struct admin *admin, const char *game) {
    return deed_write(admin->sql, admin->now, admin->who, 0, "games", game, "");
}

/* ---- Figures and the log -------------------------------------------------------------------------------------- */

json_t *admin_statistics(const struct admin *admin, const char *const *words, struct tab_error *error) {
    static const struct {
        const char *name, *statement;
    } figures[] = {
        {"accounts", "SELECT count(*) FROM account"},
        {"bots", "SELECT count(*) FROM account WHERE bot = 1"},
        {"sessions", "SELECT count(*) FROM session WHERE expires > $1"},
        {"tokens", "SELECT count(*) FROM token WHERE expires > $1"},
        {"games", "SELECT count(*) FROM game"},
        {"games_open", "SELECT count(*) FROM game WHERE over = 0"},
        {"games_today", "SELECT count(*) FROM game WHERE began > $1 - 86400000"},
        {"events", "SELECT count(*) FROM event"},
        {"lines", "SELECT count(*) FROM chat"},
        {"reports_open", "SELECT count(*) FROM report WHERE closed = 0"},
        {"bans", "SELECT count(*) FROM ban WHERE expires = 0 OR expires > $1"},
    };
    json_t *json = json_object();
    (void)words;
    for (size_t i = 0; i < sizeof figures / sizeof *figures; i++) {
        const struct sql_value now = sql_integer(admin->now);
        int64_t number;
        if (!admin_count(admin, figures[i].statement, &now, strstr(figures[i].statement, "$1") != NULL, &number)) {
            json_decref(json);
            return admin_lost(admin, error);
        }
        json_object_set_new(json, figures[i].name, json_integer(number));
    }
    return json;
}

json_t *admin_deeds(const struct admin *admin, const char *const *words, struct tab_error *error) {
    static const char *const columns[] = {"iid", "@at", "twho", "taction", "tsubject", "tdetail"};
    (void)words;
    return admin_list(admin, "log",
                      "SELECT id, at, who, action, subject, detail FROM (SELECT * FROM deed WHERE action NOT IN"
                      " ('games', 'sessions') ORDER BY id DESC LIMIT 200) AS latest ORDER BY id",
                      NULL, 0, columns, error);
}
