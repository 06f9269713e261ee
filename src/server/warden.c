/* warden.c - what the administration has decided. */
#include "warden.h"
#include "desk.h"
#include "network.h"
#include "service.h"
#include "ws.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { EVERY_MS = 2000, DEEDS_MAX = 64, DEEDS_AGAIN = 16 };

struct ban {
    int64_t account; /* 0: of a network */
    char network[NETWORK_TEXT];
    int64_t expires; /* 0: never */
};

/* Something that servers have to know of. */
struct deed {
    int64_t id;
    char action[16], subject[32];
};

struct warden {
    pthread_mutex_t mutex; /* of all below */
    struct ban *bans;
    int ban_count, ban_room;
    struct deed deeds[DEEDS_MAX];
    int deed_count;
    int64_t last; /* deed that was read */
    bool begun;   /* it has been read once */
    bool changed; /* there is something to be done in the loop */

    /* Of the loop alone, once there is one. */
    int64_t done[DEEDS_MAX]; /* the last deeds, in a ring */
    unsigned done_count;
    int64_t due;
    bool asking;
};

struct warden *warden_new(void) {
    struct warden *warden = calloc(1, sizeof *warden);
    if (warden != NULL)
        pthread_mutex_init(&warden->mutex, NULL);
    return warden;
}

void warden_free(struct warden *warden) {
    if (warden == NULL)
        return;
    pthread_mutex_destroy(&warden->mutex);
    free(warden->bans);
    free(warden);
}

/* ---- Reading -------------------------------------------------------------------------------------------------- */

struct reading {
    struct ban *bans;
    int count, room;
    struct deed deeds[DEEDS_MAX];
    int deed_count;
    bool good;
};

static bool ban_row(void *context, const struct sql_value *columns, int count) {
    struct reading *reading = context;
    (void)count;
    if (reading->count == reading->room) {
        const int room = reading->room > 0 ? 2 * reading->room : 16;
        struct ban *bans = realloc(reading->bans, (size_t)room * sizeof *bans);
        reading->good = bans != NULL;
        if (bans == NULL)
            return false;
        reading->bans = bans;
        reading->room = room;
    }
    struct ban *ban = &reading->bans[reading->count++];
    *ban = (struct ban){.account = columns[0].integer, .expires = columns[2].integer};
    snprintf(ban->network, sizeof ban->network, "%s", columns[1].text);
    return true;
}

static bool deed_row(void *context, const struct sql_value *columns, int count) {
    struct reading *reading = context;
    (void)count;
    struct deed *deed = &reading->deeds[reading->deed_count++];
    deed->id = columns[0].integer;
    snprintf(deed->action, sizeof deed->action, "%s", columns[1].text);
    snprintf(deed->subject, sizeof deed->subject, "%s", columns[2].text);
    return reading->deed_count < DEEDS_MAX;
}

static bool last_row(void *context, const struct sql_value *columns, int count) {
    (void)count;
    *(int64_t *)context = columns[0].integer;
    return false;
}

/* False when it was done before. */
static bool deed_note(struct warden *warden, int64_t id) {
    for (int i = 0; i < DEEDS_MAX; i++)
        if (warden->done[i] == id)
            return false;
    warden->done[warden->done_count++ % DEEDS_MAX] = id;
    return true;
}

/* Takes over what was read. Numbers are given before they are committed, so a deed may come after one with a higher
 * number: the last few are read again, and done once. What is there at the start is in the games already. */
static void reading_take(struct warden *warden, struct reading *reading) {
    pthread_mutex_lock(&warden->mutex);
    struct ban *before = warden->bans;
    warden->changed =
        warden->changed || reading->deed_count > 0 || reading->count != warden->ban_count ||
        (reading->count > 0 && memcmp(before, reading->bans, (size_t)reading->count * sizeof *before) != 0);
    warden->bans = reading->bans;
    warden->ban_count = reading->count;
    warden->ban_room = reading->room;
    memcpy(warden->deeds, reading->deeds, sizeof warden->deeds);
    warden->deed_count = warden->begun ? reading->deed_count : 0;
    for (int i = 0; i < reading->deed_count && !warden->begun; i++)
        deed_note(warden, reading->deeds[i].id);
    warden->begun = true;
    for (int i = 0; i < reading->deed_count; i++)
        if (reading->deeds[i].id > warden->last)
            warden->last = reading->deeds[i].id;
    pthread_mutex_unlock(&warden->mutex);
    free(before);
}

/* At the start only the last deeds are of interest. */
static bool last_read(struct warden *warden, struct sql *sql) {
    return warden->begun || sql_run(sql, "SELECT max(id) FROM deed", NULL, 0, last_row, &warden->last) == SQL_GOOD;
}

bool warden_read(struct warden *warden, struct sql *sql, int64_t now) {
    struct reading *reading = calloc(1, sizeof *reading);
    if (reading == NULL)
        return false;
    reading->good = last_read(warden, sql);
    const struct sql_value time[] = {sql_integer(now), sql_integer(WARDEN_BANS_MAX)};
    const struct sql_value after = sql_integer(warden->last - DEEDS_AGAIN);
    const bool good = reading->good &&
                      sql_run(sql,
                              "SELECT account, network, expires FROM ban WHERE expires = 0 OR expires > $1 ORDER BY id"
                              " LIMIT $2",
                              time, 2, ban_row, reading) == SQL_GOOD &&
                      reading->good &&
                      sql_run(sql,
                              "SELECT id, action, subject FROM deed WHERE id > $1 AND action IN ('games', 'sessions')"
                              " ORDER BY id",
                              &after, 1, deed_row, reading) == SQL_GOOD;
    if (good)
        reading_take(warden, reading);
    else
        free(reading->bans);
    free(reading);
    return good;
}

/* ---- Asking --------------------------------------------------------------------------------------------------- */

static bool ban_holds(const struct ban *ban, int64_t now) { return ban->expires == 0 || ban->expires > now; }

bool warden_bans_account(struct warden *warden, int64_t account, int64_t now) {
    bool banned = false;
    if (account == 0)
        return false;
    pthread_mutex_lock(&warden->mutex);
    for (int i = 0; i < warden->ban_count && !banned; i++)
        banned = warden->bans[i].account == account && ban_holds(&warden->bans[i], now);
    pthread_mutex_unlock(&warden->mutex);
    return banned;
}

bool warden_bans_address(struct warden *warden, const char *address, int64_t now) {
    bool banned = false;
    pthread_mutex_lock(&warden->mutex);
    for (int i = 0; i < warden->ban_count && !banned; i++)
        banned = warden->bans[i].account == 0 && ban_holds(&warden->bans[i], now) &&
                 network_list_contains(warden->bans[i].network, address);
    pthread_mutex_unlock(&warden->mutex);
    return banned;
}

/* ---- In the loop ---------------------------------------------------------------------------------------------- */

struct warden_job {
    struct desk_job job; /* first, so that it is the job */
    struct service *service;
};

static void warden_work(struct desk_job *job, struct desk *desk, struct sql *sql) {
    struct service *service = ((struct warden_job *)job)->service;
    (void)desk;
    warden_read(service->warden, sql, service_now(service));
}

static void warden_done(struct desk_job *job) {
    struct service *service = ((struct warden_job *)job)->service;
    service->warden->asking = false;
    free(job);
}

static void deed_do(struct service *service, const struct deed *deed) {
    if (!deed_note(service->warden, deed->id))
        return;
    if (strcmp(deed->action, "games") == 0 && game_id_good(deed->subject))
        hub_hear(service->hub, deed->subject);
    else if (strcmp(deed->action, "sessions") == 0)
        ws_end_account(service, strtoll(deed->subject, NULL, 10));
}

static void warden_act(struct service *service) {
    struct warden *warden = service->warden;
    struct deed deeds[DEEDS_MAX];
    pthread_mutex_lock(&warden->mutex);
    const bool changed = warden->changed;
    const int count = warden->deed_count;
    memcpy(deeds, warden->deeds, sizeof deeds);
    warden->deed_count = 0;
    warden->changed = false;
    pthread_mutex_unlock(&warden->mutex);
    for (int i = 0; i < count; i++)
        deed_do(service, &deeds[i]);
    if (changed)
        ws_end_banned(service);
}

void warden_tick(struct service *service) {
    struct warden *warden = service->warden;
    const int64_t now = service_steady();
    warden_act(service);
    if (warden->asking || now < warden->due)
        return;
    struct warden_job *job = calloc(1, sizeof *job);
    if (job == NULL)
        return;
    *job = (struct warden_job){.job = {.work = warden_work, .done = warden_done}, .service = service};
    warden->due = now + EVERY_MS;
    warden->asking = desk_ask(service->desk, &job->job, DESK_WHO);
    if (!warden->asking)
        free(job);
}

enum sql_outcome deed_write(struct sql *sql, int64_t now, const char *who, int64_t account, const char *action,
                            const char *subject, const char *detail) {
    const struct sql_value values[] = {sql_integer(now), sql_text(who),     sql_integer(account),
                                       sql_text(action), sql_text(subject), sql_text(detail)};
    return sql_run(sql, "INSERT INTO deed (at, who, account, action, subject, detail) VALUES ($1, $2, $3, $4, $5, $6)",
                   values, 6, NULL, NULL);
}

enum sql_outcome deeds_forget(struct sql *sql, int64_t account, const char *name) {
    const struct sql_value values[] = {sql_integer(account), sql_text(name)};
    sql_run(sql, "DELETE FROM ban WHERE account = $1", values, 1, NULL, NULL);
    /* Those of an older version have no account: they are found by its names, from the last one back. */
    return sql_run(sql,
                   "WITH RECURSIVE called (name, until) AS (SELECT CAST($2 AS TEXT), max(id) + 1 FROM deed UNION"
                   " SELECT subject, id FROM deed JOIN called ON detail = called.name AND id < until"
                   " WHERE action = 'rename' AND account IN (0, $1))"
                   " UPDATE deed SET subject = '', detail = CASE action WHEN 'rename' THEN '' ELSE detail END"
                   " WHERE account = $1 OR (account = 0 AND (subject IN (SELECT name FROM called)"
                   " OR (action = 'rename' AND detail IN (SELECT name FROM called))))",
                   values, 2, NULL, NULL);
}
