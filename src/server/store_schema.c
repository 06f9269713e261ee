/* store_schema.c - the tables of the store.
 *
 *     event    what happened to each game, in order
 *     game     of each game when it began, whether it is played or over, and which server keeps it: what lists need
 *              without reading events
 *     ended    games that are over and have not been looked at since
 *     owner    which visitors have or had a seat in which game
 *     chat     what was said
 *     account  who has one, under which name (folded: as names are compared), with the hash of a password
 *     session  where accounts are signed in; of the cookie only a hash
 *     token    what programs show instead of a password; only a hash
 *     rating, rating_past, score  how accounts stand: ratings.h
 *     explorer                    what people played in a position: explorer.h
 *     analysis                    games to analyse, and what came of it: analysis_queue.h
 *     node     servers that share this store, each with its last sign of life
 *     seek     who waits to be paired, on which of them
 *     gap      times in which no server was running
 *     ban      who may not come, an account or a network
 *     report   what players tell of each other
 *     deed     what the administration has done, and to which account
 *     setting  the server's key
 *     tournament, entrant, meeting   see tournament.h
 *     director which server runs the tournaments, and for how long it may
 *
 * The version of a store counts the steps below that it has been through. A step is never changed once it has been
 * released; a change of the tables is a new step. */
#include "store_schema.h"
#include "../rules/game.h"
#include "../translate.h"

#include <stdio.h>

static const char *const steps[] = {
    "CREATE TABLE game (id TEXT PRIMARY KEY, began {INTEGER} NOT NULL, over {INTEGER} NOT NULL) {KEYED};"
    "CREATE INDEX game_open ON game (id) WHERE over = 0;"
    "CREATE TABLE event (game TEXT NOT NULL, number {INTEGER} NOT NULL, at {INTEGER} NOT NULL, data TEXT NOT NULL,"
    " PRIMARY KEY (game, number)) {KEYED};"
    "CREATE TABLE chat (game TEXT NOT NULL, number {INTEGER} NOT NULL, at {INTEGER} NOT NULL, data TEXT NOT NULL,"
    " PRIMARY KEY (game, number)) {KEYED};"
    "CREATE TABLE owner (visitor {BYTES} NOT NULL, began {INTEGER} NOT NULL, game TEXT NOT NULL,"
    " PRIMARY KEY (visitor, began, game)) {KEYED};"
    "CREATE TABLE setting (name TEXT PRIMARY KEY, value {BYTES} NOT NULL) {KEYED};",

    /* The index was made for `NOT over` first, which not every database understands. */
    "DROP INDEX game_open;"
    "CREATE INDEX game_open ON game (id) WHERE over = 0;"
    "CREATE TABLE ended (game TEXT PRIMARY KEY, at {INTEGER} NOT NULL) {KEYED};"
    "INSERT INTO ended (game, at) SELECT event.game, max(event.at) FROM event JOIN game ON game.id = event.game"
    " WHERE game.over = 1 GROUP BY event.game;",

    "CREATE TABLE account (id {INTEGER} PRIMARY KEY, name TEXT NOT NULL, folded TEXT NOT NULL UNIQUE,"
    " password TEXT NOT NULL, visitor {BYTES} NOT NULL UNIQUE, created {INTEGER} NOT NULL) {STRICT};"
    "CREATE TABLE session (id {INTEGER} PRIMARY KEY, account {INTEGER} NOT NULL, hash {BYTES} NOT NULL UNIQUE,"
    " began {INTEGER} NOT NULL, seen {INTEGER} NOT NULL, expires {INTEGER} NOT NULL, address TEXT NOT NULL,"
    " agent TEXT NOT NULL) {STRICT};"
    "CREATE INDEX session_account ON session (account);",

    "ALTER TABLE account ADD COLUMN bot {INTEGER} NOT NULL DEFAULT 0;"
    "CREATE TABLE token (id {IDENTITY}, account {INTEGER} NOT NULL REFERENCES account (id) ON DELETE CASCADE,"
    " name TEXT NOT NULL, scopes {INTEGER} NOT NULL, hash {BYTES} NOT NULL UNIQUE, created {INTEGER} NOT NULL,"
    " seen {INTEGER} NOT NULL, expires {INTEGER} NOT NULL) {STRICT};"
    "CREATE INDEX token_account ON token (account);",

    "CREATE INDEX ended_at ON ended (at);"
    "CREATE TABLE rating (account {INTEGER} NOT NULL REFERENCES account (id) ON DELETE CASCADE, game TEXT NOT NULL, "
    "class TEXT NOT NULL, rating {REAL} NOT NULL,"
    " deviation {REAL} NOT NULL, volatility {REAL} NOT NULL, games {INTEGER} NOT NULL, at {INTEGER} NOT NULL,"
    " PRIMARY KEY (account, game, class)) {KEYED};"
    "CREATE TABLE rating_past (account {INTEGER} NOT NULL REFERENCES account (id) ON DELETE CASCADE, game TEXT NOT "
    "NULL, class TEXT NOT NULL,"
    " number {INTEGER} NOT NULL, at {INTEGER} NOT NULL, rating {INTEGER} NOT NULL, played TEXT NOT NULL,"
    " PRIMARY KEY (account, game, class, number)) {KEYED};"
    "CREATE INDEX rating_past_at ON rating_past (account, at);"
    "CREATE TABLE score (account {INTEGER} NOT NULL REFERENCES account (id) ON DELETE CASCADE, game TEXT NOT NULL, "
    "class TEXT NOT NULL, rated {INTEGER} NOT NULL,"
    " won {INTEGER} NOT NULL, drawn {INTEGER} NOT NULL, lost {INTEGER} NOT NULL,"
    " PRIMARY KEY (account, game, class, rated)) {KEYED};"
    "CREATE TABLE explorer (spec TEXT NOT NULL, hash {INTEGER} NOT NULL, place TEXT NOT NULL, move TEXT NOT NULL,"
    " count {INTEGER} NOT NULL, drawn {INTEGER} NOT NULL, won1 {INTEGER} NOT NULL, won2 {INTEGER} NOT NULL,"
    " won3 {INTEGER} NOT NULL, won4 {INTEGER} NOT NULL, PRIMARY KEY (spec, hash, place, move)) {KEYED};"
    "CREATE TABLE analysis (game TEXT PRIMARY KEY, asker TEXT NOT NULL, asked {INTEGER} NOT NULL,"
    " turn {INTEGER} NOT NULL, state {INTEGER} NOT NULL DEFAULT 0, lease {INTEGER} NOT NULL DEFAULT 0,"
    " worker TEXT NOT NULL DEFAULT '', tries {INTEGER} NOT NULL DEFAULT 0, done {INTEGER} NOT NULL DEFAULT 0,"
    " total {INTEGER} NOT NULL DEFAULT 0, data TEXT NOT NULL DEFAULT '') {KEYED};"
    "CREATE INDEX analysis_waiting ON analysis (turn, asked) WHERE state < 2;"
    "CREATE INDEX analysis_asker ON analysis (asker) WHERE state < 2;",

    "ALTER TABLE game ADD COLUMN keeper TEXT;"
    "ALTER TABLE game ADD COLUMN listed {INTEGER} NOT NULL DEFAULT 0;"
    "ALTER TABLE game ADD COLUMN begun {INTEGER} NOT NULL DEFAULT 0;"
    "CREATE INDEX game_keeper ON game (keeper) WHERE over = 0;"
    "CREATE INDEX game_listed ON game (begun, began) WHERE listed = 1 AND over = 0;"
    "CREATE TABLE node (id TEXT PRIMARY KEY, alive {INTEGER} NOT NULL, data TEXT NOT NULL) {KEYED};"
    "CREATE TABLE seek (node TEXT NOT NULL, number {INTEGER} NOT NULL, at {INTEGER} NOT NULL, data TEXT NOT NULL,"
    " PRIMARY KEY (node, number)) {KEYED};"
    "CREATE TABLE gap (began {INTEGER} PRIMARY KEY, ended {INTEGER} NOT NULL) {STRICT};",

    "CREATE TABLE tournament (id TEXT PRIMARY KEY, kind {INTEGER} NOT NULL, state {INTEGER} NOT NULL,"
    " name TEXT NOT NULL, spec TEXT NOT NULL, clock TEXT NOT NULL, rounds {INTEGER} NOT NULL,"
    " minutes {INTEGER} NOT NULL, accounts {INTEGER} NOT NULL, rated {INTEGER} NOT NULL, creator {BYTES} NOT NULL,"
    " creator_name TEXT NOT NULL, created {INTEGER} NOT NULL, starts {INTEGER} NOT NULL, began {INTEGER} NOT NULL,"
    " ended {INTEGER} NOT NULL, round {INTEGER} NOT NULL, next_at {INTEGER} NOT NULL, revision {INTEGER} NOT NULL,"
    " seed {INTEGER} NOT NULL, changed {INTEGER} NOT NULL) {KEYED};"
    "CREATE INDEX tournament_state ON tournament (state, ended);"
    "CREATE INDEX tournament_changed ON tournament (changed);"
    "CREATE INDEX tournament_creator ON tournament (creator);"
    "CREATE TABLE entrant (tournament TEXT NOT NULL, number {INTEGER} NOT NULL, visitor {BYTES} NOT NULL,"
    " account {INTEGER} NOT NULL, name TEXT NOT NULL, rating {INTEGER} NOT NULL, here {INTEGER} NOT NULL,"
    " since {INTEGER} NOT NULL, PRIMARY KEY (tournament, number), UNIQUE (visitor, tournament)) {KEYED};"
    "CREATE INDEX entrant_account ON entrant (account) WHERE account > 0;"
    "CREATE TABLE meeting (tournament TEXT NOT NULL, round {INTEGER} NOT NULL, board {INTEGER} NOT NULL,"
    " first {INTEGER} NOT NULL, second {INTEGER} NOT NULL, game TEXT UNIQUE, points_first {INTEGER} NOT NULL,"
    " points_second {INTEGER} NOT NULL, played {INTEGER} NOT NULL, began {INTEGER} NOT NULL, ended {INTEGER} NOT NULL,"
    " PRIMARY KEY (tournament, round, board)) {KEYED};"
    "CREATE TABLE director (name TEXT PRIMARY KEY, holder TEXT NOT NULL, until {INTEGER} NOT NULL) {KEYED};",

    "CREATE TABLE ban (id {IDENTITY}, account {INTEGER} NOT NULL, network TEXT NOT NULL, name TEXT NOT NULL,"
    " reason TEXT NOT NULL, at {INTEGER} NOT NULL, expires {INTEGER} NOT NULL) {STRICT};"
    "CREATE TABLE report (id {IDENTITY}, at {INTEGER} NOT NULL, visitor {BYTES} NOT NULL, reporter TEXT NOT NULL,"
    " address TEXT NOT NULL, game TEXT NOT NULL, seat {INTEGER} NOT NULL, line {INTEGER} NOT NULL, who TEXT NOT NULL,"
    " said TEXT NOT NULL, text TEXT NOT NULL, closed {INTEGER} NOT NULL, note TEXT NOT NULL) {STRICT};"
    "CREATE INDEX report_visitor ON report (visitor, at);"
    "CREATE INDEX report_open ON report (id) WHERE closed = 0;"
    "CREATE TABLE deed (id {IDENTITY}, at {INTEGER} NOT NULL, who TEXT NOT NULL, action TEXT NOT NULL,"
    " subject TEXT NOT NULL, detail TEXT NOT NULL) {STRICT};",

    "ALTER TABLE deed ADD COLUMN account {INTEGER} NOT NULL DEFAULT 0;",
};

enum { VERSION = sizeof steps / sizeof *steps };

/* The next step, unless another program has made it meanwhile. */
static enum sql_outcome step_run(struct sql *sql, int64_t step) {
    int64_t version = step;
    enum sql_outcome outcome = sql_begin(sql);
    if (outcome != SQL_GOOD)
        return outcome;
    sql_version_lock(sql);
    outcome = sql_version(sql, &version);
    if (outcome == SQL_GOOD && version == step) {
        sql_script(sql, steps[step]);
        sql_version_set(sql, step + 1);
    }
    return sql_commit(sql);
}

bool schema_update(struct sql *sql, struct tab_error *error) {
    int64_t version = 0;
    enum sql_outcome outcome;
    while ((outcome = sql_version(sql, &version)) == SQL_GOOD && version < VERSION)
        if ((outcome = step_run(sql, version)) != SQL_GOOD)
            break;
    if (outcome != SQL_GOOD)
        return error_set(error, 0, N_("cannot prepare the store: {1}"), sql_problem(sql), NULL);
    if (version > VERSION)
        return error_set_number(error, 0, N_("the store is of version {1}, this program knows only up to {2}"),
                                (long)version, VERSION);
    return true;
}
