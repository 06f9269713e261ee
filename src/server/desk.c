/* desk.c - the threads of the desk, and what goes to and fro between them and the loop. */
#include "desk.h"
#include "../rules/game.h"
#include "throttle.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { THREADS_MAX = 64, DAY_MS = 24 * 3600 * 1000, ADDRESS_REPORTS = 50 /* in a day */ };

struct jobs {
    struct desk_job *first, **last;
    int count;
};

/* Something for the loop that is no answer: a game, a tournament, a handle, or else a session. */
struct news {
    struct news *next;
    char game[GAME_ID_TEXT], tournament[GAME_ID_TEXT], handle[HANDLE_TEXT], heir[HANDLE_TEXT]; /* "": none */
    int64_t session, revision;
};

struct thread {
    struct desk *desk;
    struct sql *sql;
    pthread_t id;
    bool passwords; /* takes only those, and nobody else does */
};

struct desk {
    struct desk_options options;
    struct throttle *throttles[THROTTLE_COUNT];
    struct thread threads[THREADS_MAX];
    int thread_count;

    pthread_mutex_t mutex; /* of all below */
    pthread_cond_t changed;
    struct jobs lanes[DESK_LANE_COUNT], done;
    struct news *news, **news_end;
    bool ending;
};

const struct settings *desk_settings(const struct desk *desk) { return desk->options.settings; }

const struct secret *desk_secret(const struct desk *desk) { return &desk->options.secret; }

struct warden *desk_warden(const struct desk *desk) { return desk->options.warden; }

struct throttle *desk_throttle(struct desk *desk, enum desk_throttle which) { return desk->throttles[which]; }

/* ---- Jobs ----------------------------------------------------------------------------------------------------- */

static void jobs_clear(struct jobs *jobs) { *jobs = (struct jobs){.last = &jobs->first}; }

static void jobs_append(struct jobs *jobs, struct desk_job *job) {
    job->next = NULL;
    *jobs->last = job;
    jobs->last = &job->next;
    jobs->count++;
}

static struct desk_job *jobs_take(struct jobs *jobs) {
    struct desk_job *job = jobs->first;
    if (job == NULL)
        return NULL;
    jobs->first = job->next;
    if (jobs->first == NULL)
        jobs->last = &jobs->first;
    jobs->count--;
    return job;
}

static struct desk_job *job_next(struct thread *thread) {
    struct jobs *lanes = thread->desk->lanes;
    if (thread->passwords)
        return jobs_take(&lanes[DESK_PASSWORD]);
    struct desk_job *job = jobs_take(&lanes[DESK_WHO]);
    return job != NULL ? job : jobs_take(&lanes[DESK_REQUEST]);
}

static void *thread_run(void *argument) {
    struct thread *thread = argument;
    struct desk *desk = thread->desk;
    pthread_mutex_lock(&desk->mutex);
    for (;;) {
        struct desk_job *job = job_next(thread);
        if (job == NULL && desk->ending)
            break;
        if (job == NULL) {
            pthread_cond_wait(&desk->changed, &desk->mutex);
            continue;
        }
        pthread_mutex_unlock(&desk->mutex);
        job->work(job, desk, thread->sql);
        pthread_mutex_lock(&desk->mutex);
        jobs_append(&desk->done, job);
        desk->options.wake(desk->options.context);
    }
    pthread_mutex_unlock(&desk->mutex);
    return NULL;
}

bool desk_ask(struct desk *desk, struct desk_job *job, enum desk_lane lane) {
    const int most = lane == DESK_WHO ? (int)desk->options.settings->numbers[SETTING_connections]
                                      : (int)desk->options.settings->numbers[SETTING_requests_waiting];
    pthread_mutex_lock(&desk->mutex);
    const bool fits = desk->lanes[lane].count < most;
    if (fits) {
        jobs_append(&desk->lanes[lane], job);
        pthread_cond_broadcast(&desk->changed);
    }
    pthread_mutex_unlock(&desk->mutex);
    return fits;
}

/* ---- News ----------------------------------------------------------------------------------------------------- */

/* Without memory the news is lost: a game is heard of with its next event, a connection ends with its page. */
static void news_add(struct desk *desk, const struct news *what) {
    struct news *news = desk != NULL ? malloc(sizeof *news) : NULL;
    if (news == NULL)
        return;
    *news = *what;
    pthread_mutex_lock(&desk->mutex);
    *desk->news_end = news;
    desk->news_end = &news->next;
    pthread_mutex_unlock(&desk->mutex);
    desk->options.wake(desk->options.context);
}

void desk_tell_game(struct desk *desk, const char *game) {
    struct news news = {.game = ""};
    if (!game_id_good(game))
        return;
    memcpy(news.game, game, sizeof news.game);
    news_add(desk, &news);
}

void desk_end_session(struct desk *desk, int64_t session) {
    const struct news news = {.session = session};
    news_add(desk, &news);
}

void desk_forget(struct desk *desk, const char *handle, const char *heir) {
    struct news news = {.session = 0};
    snprintf(news.handle, sizeof news.handle, "%s", handle);
    snprintf(news.heir, sizeof news.heir, "%s", heir);
    news_add(desk, &news);
}

void desk_tell_tournament(struct desk *desk, const char *tournament, int64_t revision) {
    struct news news = {.revision = revision};
    if (!game_id_good(tournament))
        return;
    memcpy(news.tournament, tournament, sizeof news.tournament);
    news_add(desk, &news);
}

static void news_tell(const struct desk *desk, struct news *news) {
    for (struct news *next; news != NULL; news = next) {
        next = news->next;
        if (news->game[0] != '\0')
            desk->options.tell_game(desk->options.context, news->game);
        else if (news->handle[0] != '\0')
            desk->options.forget(desk->options.context, news->handle, news->heir);
        else if (news->tournament[0] != '\0')
            desk->options.tell_tournament(desk->options.context, news->tournament, news->revision);
        else
            desk->options.end_session(desk->options.context, news->session);
        free(news);
    }
}

/* News first: who is answered that sessions have ended finds them ended. */
void desk_collect(struct desk *desk) {
    pthread_mutex_lock(&desk->mutex);
    struct news *news = desk->news;
    struct desk_job *job = desk->done.first;
    desk->news = NULL;
    desk->news_end = &desk->news;
    jobs_clear(&desk->done);
    pthread_mutex_unlock(&desk->mutex);
    news_tell(desk, news);
    for (struct desk_job *next; job != NULL; job = next) {
        next = job->next;
        job->done(job);
    }
}

/* ---- Life ----------------------------------------------------------------------------------------------------- */

static bool thread_begin(struct desk *desk, bool passwords, struct tab_error *error) {
    struct thread *thread = &desk->threads[desk->thread_count];
    *thread = (struct thread){.desk = desk, .sql = sql_open(desk->options.address, error), .passwords = passwords};
    if (thread->sql == NULL)
        return false;
    if (pthread_create(&thread->id, NULL, thread_run, thread) != 0) {
        sql_close(thread->sql);
        return error_set(error, 0, N_("out of memory"), NULL, NULL);
    }
    desk->thread_count++;
    return true;
}

static bool threads_begin(struct desk *desk, struct tab_error *error) {
    const int64_t *numbers = desk->options.settings->numbers;
    for (int64_t i = 0; i < numbers[SETTING_request_threads]; i++)
        if (!thread_begin(desk, false, error))
            return false;
    for (int64_t i = 0; i < numbers[SETTING_password_threads]; i++)
        if (!thread_begin(desk, true, error))
            return false;
    return true;
}

/* A name is tried more often than an address only by many addresses together. */
static bool throttles_begin(struct desk *desk) {
    const int64_t *numbers = desk->options.settings->numbers;
    const int64_t tries = numbers[SETTING_password_tries], every = numbers[SETTING_password_seconds] * 1000;
    const int64_t tournaments = numbers[SETTING_tournaments_per_address_day];
    const struct {
        int64_t most, every_ms;
    } rates[THROTTLE_COUNT] = {[PASSWORDS_OF_ADDRESS] = {tries, every},
                               [PASSWORDS_OF_NAME] = {tries, every},
                               [TOURNAMENTS_OF_ADDRESS] = {tournaments, DAY_MS / tournaments},
                               [REPORTS_OF_ADDRESS] = {ADDRESS_REPORTS, DAY_MS / ADDRESS_REPORTS}};
    bool good = true;
    for (int i = 0; i < THROTTLE_COUNT; i++) {
        desk->throttles[i] = throttle_new((int)rates[i].most, rates[i].every_ms);
        good = good && desk->throttles[i] != NULL;
    }
    return good;
}

struct desk *desk_new(const struct desk_options *options, struct tab_error *error) {
    struct desk *desk = calloc(1, sizeof *desk);
    if (desk == NULL) {
        error_set(error, 0, N_("out of memory"), NULL, NULL);
        return NULL;
    }
    desk->options = *options;
    for (int i = 0; i < DESK_LANE_COUNT; i++)
        jobs_clear(&desk->lanes[i]);
    jobs_clear(&desk->done);
    desk->news_end = &desk->news;
    pthread_mutex_init(&desk->mutex, NULL);
    pthread_cond_init(&desk->changed, NULL);
    if (!throttles_begin(desk))
        error_set(error, 0, N_("out of memory"), NULL, NULL);
    else if (threads_begin(desk, error))
        return desk;
    desk_free(desk);
    return NULL;
}

void desk_free(struct desk *desk) {
    pthread_mutex_lock(&desk->mutex);
    desk->ending = true;
    pthread_cond_broadcast(&desk->changed);
    pthread_mutex_unlock(&desk->mutex);
    for (int i = 0; i < desk->thread_count; i++) {
        pthread_join(desk->threads[i].id, NULL);
        sql_close(desk->threads[i].sql);
    }
    desk_collect(desk);
    for (int i = 0; i < THROTTLE_COUNT; i++)
        throttle_free(desk->throttles[i]);
    pthread_cond_destroy(&desk->changed);
    pthread_mutex_destroy(&desk->mutex);
    free(desk);
}

/* ---- Answers -------------------------------------------------------------------------------------------------- */

void desk_say(struct desk_answer *answer, json_t *json) {
    json_decref(answer->json);
    answer->json = json;
    answer->status = json != NULL ? 200 : 503;
}

void desk_refuse(struct desk_answer *answer, int status, const char *code, const char *message) {
    desk_say(answer, json_pack("{s:{s:s, s:s}}", "error", "code", code, "message", message));
    answer->status = status;
}

void desk_refuse_field(struct desk_answer *answer, const char *field) {
    desk_refuse(answer, 400, "field",
                "a field is missing, of the wrong type, out of its range, or not one of this request");
    json_object_set_new(json_object_get(answer->json, "error"), "field", json_string(field));
}

void desk_refuse_store(struct desk_answer *answer) {
    desk_refuse(answer, 503, "store", "it could not be written down, and has not happened; try again");
}

/* ---- Requests ------------------------------------------------------------------------------------------------- */

static const json_t *field_get(const struct desk_request *request, const char *key) {
    return json_object_get(request->body != NULL ? request->body : request->query, key);
}

const char *desk_text(const struct desk_request *request, const char *key) {
    const char *text = json_string_value(field_get(request, key));
    return text != NULL ? text : "";
}

int64_t desk_number(const struct desk_request *request, const char *key, int64_t otherwise) {
    const json_t *number = field_get(request, key);
    return json_is_integer(number) ? json_integer_value(number) : otherwise;
}
