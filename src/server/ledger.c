/* ledger.c - what follows when a game is over. */
#include "ledger.h"
#include "../rules/game.h"
#include "explorer.h"
#include "game_load.h"
#include "journal.h"
#include "ratings.h"
#include "store_events.h"
#include "tournament.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct step {
    int64_t now;
    bool found, told;
    char id[GAME_ID_TEXT];
};

/* A game that is over, and whose seats are whose. */
struct closing {
    const struct game *game;
    int64_t accounts[TAB_PLAYERS_MAX]; /* 0: a guest's or an engine's */
    struct tab_result result;
};

/* ---- Ratings -------------------------------------------------------------------------------------------------- */

static enum sql_outcome accounts_find(struct sql *sql, struct closing *closing) {
    const struct game_setup *setup = &closing->game->setup;
    enum sql_outcome outcome = SQL_GOOD;
    for (int i = 0; i < setup->players && outcome == SQL_GOOD; i++)
        if (setup->seats[i].kind == SEAT_PERSON)
            outcome = account_of_visitor(sql, &setup->seats[i].owner, &closing->accounts[i]);
    return outcome;
}

static enum sql_outcome rated_write(struct sql *sql, const struct game *game, const int shown[2], int64_t now) {
    struct event event = {.kind = EVENT_RATED, .number = game->number + 1, .at = now, .ratings = {shown[0], shown[1]}};
    char *data = event_encode(&event);
    struct store_change change = {.kind = STORE_EVENT, .number = event.number, .at = now, .data = data};
    memcpy(change.game, game->id, sizeof change.game);
    const bool good = data != NULL && events_write(sql, &change, 1);
    free(data);
    return good ? SQL_GOOD : SQL_CONFLICT; /* the hub has written meanwhile: another time */
}

static enum sql_outcome ratings_close(struct sql *sql, const struct closing *closing, struct step *step) {
    const struct game *game = closing->game;
    const struct rated_game rated = {.id = game->id,
                                     .game = tab_game_id(game->rules.game),
                                     .class = time_class_of(&game->setup.time),
                                     .accounts = {closing->accounts[0], closing->accounts[1]},
                                     .score = closing->result.payoff[0],
                                     .at = game->changed};
    int shown[2];
    if (!game->setup.rated || game->setup.players != 2 || rated.accounts[0] == 0 || rated.accounts[1] == 0 ||
        rated.accounts[0] == rated.accounts[1])
        return SQL_GOOD;
    const enum sql_outcome outcome = ratings_count(sql, &rated, shown);
    if (outcome != SQL_GOOD)
        return outcome;
    step->told = true;
    return rated_write(sql, game, shown, step->now);
}

static enum sql_outcome scores_close(struct sql *sql, const struct closing *closing) {
    const struct game *game = closing->game;
    enum sql_outcome outcome = SQL_GOOD;
    for (int i = 0; i < game->setup.players && outcome == SQL_GOOD; i++)
        if (closing->accounts[i] != 0)
            outcome =
                score_count(sql, closing->accounts[i], tab_game_id(game->rules.game), time_class_of(&game->setup.time),
                            game->setup.rated, game_payoff(game, &closing->result, i + 1));
    return outcome;
}

/* ---- One game ------------------------------------------------------------------------------------------------- */

static bool counts(const struct game *game) { return game->state == GAME_OVER && game->reason != END_ABORTED; }

static enum sql_outcome game_close(struct sql *sql, const struct game *game, struct step *step) {
    struct closing closing = {.game = game};
    if (!counts(game))
        return SQL_GOOD;
    game_result(game, &closing.result);
    enum sql_outcome outcome = accounts_find(sql, &closing);
    if (outcome == SQL_GOOD)
        outcome = scores_close(sql, &closing);
    if (outcome == SQL_GOOD)
        outcome = explorer_count(sql, game);
    return outcome == SQL_GOOD ? ratings_close(sql, &closing, step) : outcome;
}

static bool ended_note(void *context, const struct sql_value *columns, int count) {
    struct step *step = context;
    (void)count;
    step->found = true;
    snprintf(step->id, sizeof step->id, "%s", columns[0].text);
    return false;
}

/* Everything that follows from one game. */
static enum sql_outcome ended_count(struct sql *sql, struct step *step) {
    struct game *game = NULL;
    enum sql_outcome outcome = game_load(sql, step->id, &game);
    if (outcome == SQL_GOOD && game == NULL)
        journal_write(JOURNAL_ERROR, "ledger", "game", step->id, "message", "its events cannot be read", NULL);
    else if (outcome == SQL_GOOD)
        outcome = game_close(sql, game, step);
    if (outcome == SQL_GOOD && game != NULL)
        outcome = tournament_game_ended(sql, game, step->now);
    game_drop(game);
    return outcome;
}

static enum sql_outcome ended_take(struct sql *sql, void *context) {
    struct step *step = context;
    step->found = step->told = false;
    enum sql_outcome outcome =
        sql_run(sql, "SELECT game FROM ended ORDER BY at LIMIT 1 {SKIP LOCKED}", NULL, 0, ended_note, step);
    if (outcome != SQL_GOOD || !step->found)
        return outcome;
    outcome = ended_count(sql, step);
    const struct sql_value id = sql_text(step->id);
    return outcome == SQL_GOOD ? sql_run(sql, "DELETE FROM ended WHERE game = $1", &id, 1, NULL, NULL) : outcome;
}

enum ledger_outcome ledger_step(struct sql *sql, int64_t now, char told[GAME_ID_TEXT]) {
    struct step step = {.now = now};
    /* Most of the time there is nothing to do, which needs no transaction. */
    enum sql_outcome outcome = sql_run(sql, "SELECT game FROM ended LIMIT 1", NULL, 0, ended_note, &step);
    if (outcome == SQL_GOOD && step.found)
        outcome = sql_transaction(sql, ended_take, &step);
    told[0] = '\0';
    if (outcome != SQL_GOOD)
        return LEDGER_FAILED;
    if (step.told)
        memcpy(told, step.id, GAME_ID_TEXT);
    return step.found ? LEDGER_DONE : LEDGER_IDLE;
}

enum sql_outcome ledger_count(struct sql *sql, const char *game, int64_t now) {
    struct step step = {.now = now};
    const struct sql_value id = sql_text(game);
    snprintf(step.id, sizeof step.id, "%s", game);
    /* Waits for a ledger that has taken the game already. */
    const enum sql_outcome outcome = sql_run(sql, "DELETE FROM ended WHERE game = $1", &id, 1, NULL, NULL);
    return outcome == SQL_GOOD && sql_changed(sql) > 0 ? ended_count(sql, &step) : outcome;
}

static bool count_note(void *context, const struct sql_value *columns, int count) {
    (void)count;
    *(int64_t *)context = columns[0].integer;
    return false;
}

int64_t ledger_waiting(struct sql *sql) {
    int64_t waiting = -1;
    sql_run(sql, "SELECT count(*) FROM ended", NULL, 0, count_note, &waiting);
    return waiting;
}
