/* tournament_api.c - what people may do with tournaments over HTTP. Whatever changes one is a transaction that looks first
 * and either changes it or refuses; the director does the rest. */
#include "desk.h"
#include "hub_inside.h"
#include "ratings.h"
#include "throttle.h"
#include "tournament.h"

#include <stdio.h>
#include <string.h>

desk_function tournament_create, tournament_join, tournament_withdraw, tournament_start, tournament_cancel;

enum { EARLY_MS = 60000, DAY_MS = 24 * 3600 * 1000 };

/* ---- Refusals ------------------------------------------------------------------------------------------------- */

enum tournament_refusal { MAY, MISSING, OVER, BEGUN, FULL, ACCOUNTS, CREATOR, ABSENT, FEW, LIMIT, REFUSALS };

static const struct {
    int status;
    const char *code, *message;
} refusals[REFUSALS] = {
    [MISSING] = {404, "tournament", "there is no such tournament"},
    [OVER] = {409, "over", "the tournament is over"},
    [BEGUN] = {409, "begun", "the tournament has begun already"},
    [FULL] = {409, "full", "there is no room for more players"},
    [ACCOUNTS] = {403, "account", "this tournament is for accounts only"},
    [CREATOR] = {403, "creator", "only who made the tournament may do that"},
    [ABSENT] = {409, "absent", "you do not take part"},
    [FEW] = {409, "few", "there have to be two players at least"},
    [LIMIT] = {429, "limit", "there are too many tournaments already that are not over"},
};

/* A request on its way through its transaction. */
struct asking {
    const struct desk_request *request;
    enum sql_outcome (*change)(struct sql *sql, struct asking *asking);
    struct tournament_book book;
    struct tournament *tournament; /* of the book, or a new one */
    char name[NAME_TEXT];
    enum tournament_refusal refusal;
};

static enum sql_outcome refuse(struct asking *asking, enum tournament_refusal refusal) {
    asking->refusal = refusal;
    return SQL_GOOD;
}

/* Reads the tournament that the path names and lets the change look at it. */
static enum sql_outcome asking_run(struct sql *sql, void *context) {
    struct asking *asking = context;
    const char *id = asking->request->parts[0];
    asking->refusal = MAY;
    enum sql_outcome outcome = book_read(sql, game_id_good(id) ? id : "", &asking->book);
    asking->tournament = &asking->book.tournament;
    if (outcome == SQL_GOOD && asking->tournament->id[0] == '\0')
        asking->refusal = MISSING;
    else if (outcome == SQL_GOOD)
        outcome = asking->change(sql, asking);
    book_free(&asking->book);
    return outcome;
}

static void asking_answer(const struct asking *asking, enum sql_outcome outcome, struct desk_answer *answer) {
    if (outcome != SQL_GOOD)
        desk_refuse_store(answer);
    else if (asking->refusal != MAY)
        desk_refuse(answer, refusals[asking->refusal].status, refusals[asking->refusal].code,
                    refusals[asking->refusal].message);
    else
        desk_say(answer, json_object());
}

static void asking_do(const struct desk_request *request, struct desk_answer *answer,
                      enum sql_outcome (*change)(struct sql *sql, struct asking *asking)) {
    struct asking asking = {.request = request, .change = change};
    asking_answer(&asking, sql_transaction(request->sql, asking_run, &asking), answer);
}

/* ---- Who ------------------------------------------------------------------------------------------------------ */

/* An account has its name, a guest brings one along; false when it cannot be shown. */
static bool name_find(const struct desk_request *request, char name[NAME_TEXT]) {
    const char *own = request->account != 0 ? request->account_name : desk_text(request, "name");
    if (request->account == 0 && !text_showable(own, NAME_TEXT - 1))
        return false;
    snprintf(name, NAME_TEXT, "%s", own);
    return true;
}

static bool creator_asks(const struct asking *asking) {
    return visitor_equal(&asking->tournament->creator, &asking->request->visitor);
}

/* ---- New ones ------------------------------------------------------------------------------------------------- */

/* The name of a field that is not good, NULL when all are. */
static const char *wanted_read(const struct desk_request *request, struct tournament *tournament) {
    const json_t *body = request->body;
    const char *name = desk_text(request, "title"), *wrong;
    const int kind =
        word_find(tournament_kind_words, TOURNAMENT_KIND_COUNT, json_string_value(json_object_get(body, "kind")));
    struct tab_rules rules;
    tournament->kind = (enum tournament_kind)kind;
    tournament->rounds = (int)desk_number(request, "rounds", 0);
    tournament->minutes = (int)desk_number(request, "minutes", 0);
    tournament->accounts = json_is_true(json_object_get(body, "accounts"));
    tournament->rated = json_is_true(json_object_get(body, "rated"));
    tournament->starts = desk_number(request, "starts", 0);
    if (kind < 0)
        return "kind";
    if (!text_showable(name, NAME_TEXT - 1))
        return "title";
    snprintf(tournament->name, sizeof tournament->name, "%s", name);
    if (!tab_rules_parse(&rules, desk_text(request, "spec"), NULL) || tab_rules_players(&rules) != 2)
        return "spec";
    tab_rules_format(&rules, tournament->spec, sizeof tournament->spec);
    if (!time_read(&tournament->time, json_object_get(body, "clock"), &wrong) || tournament->time.kind != TIME_FISCHER)
        return "clock";
    if ((tournament->rounds > 0) != (tournament->kind == TOURNAMENT_SWISS))
        return "rounds";
    if ((tournament->minutes > 0) != (tournament->kind == TOURNAMENT_ARENA))
        return "minutes";
    if (tournament->rated && !tournament->accounts)
        return "rated";
    return tournament->starts != 0 && (tournament->starts < request->now - EARLY_MS ||
                                       tournament->starts > request->now + TOURNAMENT_AHEAD_DAYS * (int64_t)DAY_MS)
               ? "starts"
               : NULL;
}

struct open_count {
    const struct visitor *creator;
    int64_t all, own;
};

static bool count_note(void *context, const struct sql_value *columns, int count) {
    (void)count;
    *(int64_t *)context = columns[0].integer;
    return false;
}

/* How many are not over, in all and of one visitor. */
static enum sql_outcome open_read(struct sql *sql, struct open_count *open) {
    const struct sql_value values[] = {sql_integer(TOURNAMENT_RUNNING),
                                       sql_bytes(open->creator->bytes, sizeof open->creator->bytes)};
    const enum sql_outcome outcome =
        sql_run(sql, "SELECT COUNT(*) FROM tournament WHERE state <= $1", values, 1, count_note, &open->all);
    if (outcome != SQL_GOOD)
        return outcome;
    return sql_run(sql, "SELECT COUNT(*) FROM tournament WHERE state <= $1 AND creator = $2", values, 2, count_note,
                   &open->own);
}

static enum sql_outcome create_run(struct sql *sql, void *context) {
    struct asking *asking = context;
    const int64_t *numbers = asking->request->settings->numbers;
    struct open_count open = {.creator = &asking->tournament->creator};
    const enum sql_outcome outcome = open_read(sql, &open);
    asking->refusal = MAY;
    if (outcome != SQL_GOOD)
        return outcome;
    if (open.all >= numbers[SETTING_tournaments] || open.own >= numbers[SETTING_tournaments_per_visitor])
        return refuse(asking, LIMIT);
    return tournament_insert(sql, asking->tournament);
}

void tournament_create(const struct desk_request *request, struct desk_answer *answer) {
    struct tournament tournament = {.created = request->now, .creator = request->visitor};
    struct asking asking = {.request = request, .tournament = &tournament};
    const char *wrong = wanted_read(request, &tournament);
    if (wrong == NULL && !name_find(request, tournament.creator_name))
        wrong = "name";
    if (wrong != NULL) {
        desk_refuse_field(answer, wrong);
        return;
    }
    if (tournament.accounts && request->account == 0) {
        desk_refuse(answer, refusals[ACCOUNTS].status, refusals[ACCOUNTS].code, refusals[ACCOUNTS].message);
        return;
    }
    game_id_make(request->random, NULL, tournament.id);
    request->random(NULL, &tournament.seed, sizeof tournament.seed);
    tournament.seed >>= 1; /* fits a column */
    struct throttle *throttle = desk_throttle(request->desk, TOURNAMENTS_OF_ADDRESS);
    if (!throttle_take(throttle, request->address, request->now)) {
        desk_refuse(answer, 429, "limit", "there are enough new tournaments from your address for today");
        return;
    }
    asking_answer(&asking, sql_transaction(request->sql, create_run, &asking), answer);
    if (answer->status == 200)
        json_object_set_new(answer->json, "tournament", json_string(tournament.id));
    else
        throttle_return(throttle, request->address, request->now);
}

/* ---- Coming and going ----------------------------------------------------------------------------------------- */

/* What an account is rated in such games; 0 before its first one. */
static enum sql_outcome entrant_rate(struct sql *sql, const struct tournament *tournament, struct entrant *entrant) {
    struct tab_rules rules;
    struct rating rating;
    entrant->rating = 0;
    if (entrant->account == 0 || !tab_rules_parse(&rules, tournament->spec, NULL))
        return SQL_GOOD;
    const enum sql_outcome outcome =
        rating_read(sql, entrant->account, tab_game_id(rules.game), time_class_of(&tournament->time), &rating);
    if (outcome == SQL_GOOD && rating.games > 0)
        entrant->rating = rating_shown(&rating.glicko);
    return outcome;
}

static enum sql_outcome join_change(struct sql *sql, struct asking *asking) {
    const struct desk_request *request = asking->request;
    const struct tournament_book *book = &asking->book;
    const struct tournament *tournament = asking->tournament;
    const struct entrant *known = book_visitor(book, &request->visitor);
    struct entrant entrant = {.number = 1, .visitor = request->visitor, .account = request->account};
    if (tournament->state > TOURNAMENT_RUNNING)
        return refuse(asking, OVER);
    if (tournament->accounts && request->account == 0)
        return refuse(asking, ACCOUNTS);
    if (known == NULL && book->entrant_count >= TOURNAMENT_PLAYERS_MAX)
        return refuse(asking, FULL);
    if (known != NULL)
        entrant = *known;
    else if (book->entrant_count > 0)
        entrant.number = book->entrants[book->entrant_count - 1].number + 1;
    entrant.here = true;
    entrant.since = request->now;
    snprintf(entrant.name, sizeof entrant.name, "%s", asking->name);
    enum sql_outcome outcome = entrant_rate(sql, tournament, &entrant);
    if (outcome == SQL_GOOD)
        outcome = known != NULL ? entrant_update(sql, tournament->id, &entrant)
                                : entrant_insert(sql, tournament->id, &entrant);
    return outcome == SQL_GOOD ? tournament_touch(sql, tournament->id, request->now) : outcome;
}

void tournament_join(const struct desk_request *request, struct desk_answer *answer) {
    struct asking asking = {.request = request, .change = join_change};
    if (name_find(request, asking.name))
        asking_answer(&asking, sql_transaction(request->sql, asking_run, &asking), answer);
    else
        desk_refuse_field(answer, "name");
}

/* Before it begins nothing is left of who goes; afterwards they are not paired any more, and may come back. */
static enum sql_outcome withdraw_change(struct sql *sql, struct asking *asking) {
    const struct tournament *tournament = asking->tournament;
    const struct entrant *known = book_visitor(&asking->book, &asking->request->visitor);
    if (tournament->state > TOURNAMENT_RUNNING)
        return refuse(asking, OVER);
    if (known == NULL)
        return refuse(asking, ABSENT);
    struct entrant entrant = *known;
    entrant.here = false;
    const enum sql_outcome outcome = tournament->state == TOURNAMENT_AHEAD
                                         ? entrant_delete(sql, tournament->id, entrant.number)
                                         : entrant_update(sql, tournament->id, &entrant);
    return outcome == SQL_GOOD ? tournament_touch(sql, tournament->id, asking->request->now) : outcome;
}

void tournament_withdraw(const struct desk_request *request, struct desk_answer *answer) {
    asking_do(request, answer, withdraw_change);
}

/* ---- For its creator ------------------------------------------------------------------------------------------ */

static enum sql_outcome start_change(struct sql *sql, struct asking *asking) {
    struct tournament *tournament = asking->tournament;
    if (!creator_asks(asking))
        return refuse(asking, CREATOR);
    if (tournament->state != TOURNAMENT_AHEAD)
        return refuse(asking, tournament->state == TOURNAMENT_RUNNING ? BEGUN : OVER);
    if (asking->book.entrant_count < 2)
        return refuse(asking, FEW);
    tournament->starts = asking->request->now;
    return tournament_update(sql, tournament, asking->request->now);
}

void tournament_start(const struct desk_request *request, struct desk_answer *answer) {
    asking_do(request, answer, start_change);
}

static enum sql_outcome cancel_change(struct sql *sql, struct asking *asking) {
    struct tournament *tournament = asking->tournament;
    if (!creator_asks(asking))
        return refuse(asking, CREATOR);
    if (tournament->state > TOURNAMENT_RUNNING)
        return refuse(asking, OVER);
    tournament->state = TOURNAMENT_CANCELLED;
    tournament->ended = asking->request->now;
    tournament->next_at = 0;
    return tournament_update(sql, tournament, asking->request->now);
}

void tournament_cancel(const struct desk_request *request, struct desk_answer *answer) {
    asking_do(request, answer, cancel_change);
}
