/* analysis_queue.c - finished games that somebody wants analysed. */
#include "analysis_queue.h"

#include <stdio.h>
#include <string.h>

const char *const analysis_state_words[ANALYSIS_STATE_COUNT] = {"waiting", "working", "done", "failed"};

static bool number_note(void *context, const struct sql_value *columns, int count) {
    int64_t *numbers = context;
    for (int i = 0; i < count; i++)
        numbers[i] = columns[i].integer;
    return false;
}

/* ---- Asking --------------------------------------------------------------------------------------------------- */

struct asking {
    const struct analysis_wish *wish;
    enum wish_outcome outcome;
};

/* One more than the asker's last, or the turn that is being served when they have none waiting. */
static enum sql_outcome wish_write(struct sql *sql, const struct analysis_wish *wish) {
    const struct sql_value values[] = {sql_text(wish->game), sql_text(wish->asker), sql_integer(wish->now)};
    return sql_run(sql,
                   "INSERT INTO analysis (game, asker, asked, turn) VALUES ($1, $2, $3, coalesce("
                   "(SELECT max(turn) + 1 FROM analysis WHERE asker = $2 AND state < 2),"
                   " (SELECT min(turn) FROM analysis WHERE state < 2), 0))",
                   values, 3, NULL, NULL);
}

static enum sql_outcome wish_grant(struct sql *sql, void *context) {
    struct asking *asking = context;
    const struct analysis_wish *wish = asking->wish;
    const struct sql_value values[] = {sql_text(wish->game), sql_text(wish->asker)};
    int64_t counts[3] = {0, 0, 0};
    const enum sql_outcome outcome = sql_run(sql,
                                             "SELECT (SELECT count(*) FROM analysis WHERE game = $1),"
                                             " (SELECT count(*) FROM analysis WHERE asker = $2 AND state < 2),"
                                             " (SELECT count(*) FROM analysis WHERE state < 2)",
                                             values, 2, number_note, counts);
    if (outcome != SQL_GOOD)
        return outcome;
    asking->outcome = counts[0] > 0                ? WISH_THERE
                      : counts[1] >= wish->own_max ? WISH_LIMIT
                      : counts[2] >= wish->max     ? WISH_FULL
                                                   : WISH_GRANTED;
    return asking->outcome == WISH_GRANTED ? wish_write(sql, wish) : SQL_GOOD;
}

enum wish_outcome analysis_ask(struct sql *sql, const struct analysis_wish *wish) {
    struct asking asking = {.wish = wish, .outcome = WISH_FAILED};
    const enum sql_outcome outcome = sql_transaction(sql, wish_grant, &asking);
    if (outcome == SQL_CONFLICT)
        return WISH_THERE;
    return outcome == SQL_GOOD ? asking.outcome : WISH_FAILED;
}

/* ---- Looking -------------------------------------------------------------------------------------------------- */

struct look {
    json_t *json;
    int64_t turn, asked;
};

static bool look_note(void *context, const struct sql_value *columns, int count) {
    struct look *look = context;
    const int64_t state = columns[0].integer;
    (void)count;
    if (state < 0 || state >= ANALYSIS_STATE_COUNT)
        return false;
    json_object_set_new(look->json, "state", json_string(analysis_state_words[state]));
    look->turn = columns[4].integer;
    look->asked = columns[5].integer;
    if (state == ANALYSIS_WORKING) {
        json_object_set_new(look->json, "done", json_integer(columns[1].integer));
        json_object_set_new(look->json, "total", json_integer(columns[2].integer));
    }
    json_t *data = state == ANALYSIS_DONE ? json_loads(columns[3].text, 0, NULL) : NULL;
    if (data != NULL)
        json_object_update(look->json, data);
    json_decref(data);
    return false;
}

static enum sql_outcome ahead_add(struct sql *sql, const struct look *look) {
    const struct sql_value values[] = {sql_integer(look->turn), sql_integer(look->asked)};
    int64_t ahead = 0;
    if (strcmp(json_string_value(json_object_get(look->json, "state")), analysis_state_words[ANALYSIS_WAITING]) != 0)
        return SQL_GOOD;
    const enum sql_outcome outcome =
        sql_run(sql, "SELECT count(*) FROM analysis WHERE state < 2 AND (turn < $1 OR (turn = $1 AND asked < $2))",
                values, 2, number_note, &ahead);
    json_object_set_new(look->json, "ahead", json_integer(ahead));
    return outcome;
}

json_t *analysis_json(struct sql *sql, const char *game) {
    const struct sql_value value = sql_text(game);
    struct look look = {.json = json_pack("{s:s}", "state", "none")};
    enum sql_outcome outcome =
        look.json != NULL ? sql_run(sql, "SELECT state, done, total, data, turn, asked FROM analysis WHERE game = $1",
                                    &value, 1, look_note, &look)
                          : SQL_LOST;
    if (outcome == SQL_GOOD)
        outcome = ahead_add(sql, &look);
    if (outcome == SQL_GOOD)
        return look.json;
    json_decref(look.json);
    return NULL;
}

int64_t analysis_waiting(struct sql *sql) {
    int64_t waiting = -1;
    sql_run(sql, "SELECT count(*) FROM analysis WHERE state < 2", NULL, 0, number_note, &waiting);
    return waiting;
}

/* ---- Doing ---------------------------------------------------------------------------------------------------- */

struct taking {
    struct analysis_job *job;
    int64_t now, tries;
    bool found;
};

static bool job_note(void *context, const struct sql_value *columns, int count) {
    struct taking *taking = context;
    (void)count;
    taking->found = true;
    taking->tries = columns[1].integer;
    snprintf(taking->job->game, sizeof taking->job->game, "%s", columns[0].text);
    return false;
}

/* A job whose workers have died again and again is given up: it may be what kills them. Then nobody needs to know any more
 * who asked. */
static enum sql_outcome job_take(struct sql *sql, void *context) {
    struct taking *taking = context;
    const struct sql_value now = sql_integer(taking->now);
    taking->found = false;
    const enum sql_outcome outcome = sql_run(sql,
                                             "SELECT game, tries FROM analysis WHERE state < 2 AND lease < $1"
                                             " ORDER BY turn, asked LIMIT 1 {SKIP LOCKED}",
                                             &now, 1, job_note, taking);
    if (outcome != SQL_GOOD || !taking->found)
        return outcome;
    const bool hopeless = taking->tries >= ANALYSIS_TRIES;
    const struct sql_value values[] = {sql_text(taking->job->game), sql_text(hopeless ? "" : taking->job->worker),
                                       sql_integer(taking->now + ANALYSIS_LEASE_MS),
                                       sql_integer(hopeless ? ANALYSIS_FAILED : ANALYSIS_WORKING)};
    return sql_run(sql,
                   "UPDATE analysis SET worker = $2, lease = $3, state = $4, tries = tries + 1, done = 0,"
                   " asker = CASE WHEN $2 = '' THEN '' ELSE asker END WHERE game = $1",
                   values, 4, NULL, NULL);
}

enum sql_outcome analysis_take(struct sql *sql, struct analysis_job *job, int64_t now, bool *found) {
    struct taking taking = {.job = job, .now = now};
    const struct sql_value value = sql_integer(now);
    int64_t waiting = 0;
    /* Most of the time there is nothing to do, which needs no transaction. */
    enum sql_outcome outcome =
        sql_run(sql, "SELECT 1 FROM analysis WHERE state < 2 AND lease < $1 LIMIT 1", &value, 1, number_note, &waiting);
    *found = false;
    if (outcome != SQL_GOOD || waiting == 0)
        return outcome;
    do
        outcome = sql_transaction(sql, job_take, &taking);
    while (outcome == SQL_GOOD && taking.found && taking.tries >= ANALYSIS_TRIES);
    *found = outcome == SQL_GOOD && taking.found;
    return outcome;
}

enum sql_outcome analysis_progress(struct sql *sql, const struct analysis_job *job, int done, int total, int64_t now,
                                   bool *mine) {
    const struct sql_value values[] = {sql_text(job->game), sql_text(job->worker), sql_integer(done),
                                       sql_integer(total), sql_integer(now + ANALYSIS_LEASE_MS)};
    const enum sql_outcome outcome = sql_run(
        sql, "UPDATE analysis SET done = $3, total = $4, lease = $5 WHERE game = $1 AND worker = $2 AND state = 1",
        values, 5, NULL, NULL);
    *mine = outcome != SQL_GOOD || sql_changed(sql) > 0;
    return outcome;
}

enum sql_outcome analysis_finish(struct sql *sql, const struct analysis_job *job, const char *data) {
    const struct sql_value values[] = {sql_text(job->game), sql_text(job->worker),
                                       sql_integer(data != NULL ? ANALYSIS_DONE : ANALYSIS_FAILED),
                                       sql_text(data != NULL ? data : "")};
    return sql_run(sql,
                   "UPDATE analysis SET state = $3, data = $4, worker = '', asker = ''"
                   " WHERE game = $1 AND worker = $2 AND state = 1",
                   values, 4, NULL, NULL);
}

enum sql_outcome analysis_return(struct sql *sql, const struct analysis_job *job) {
    const struct sql_value values[] = {sql_text(job->game), sql_text(job->worker)};
    return sql_run(sql,
                   "UPDATE analysis SET state = 0, lease = 0, worker = '', tries = tries - 1, done = 0"
                   " WHERE game = $1 AND worker = $2 AND state = 1",
                   values, 2, NULL, NULL);
}
