/* director.c - the director: its lease, its turns, its thread. */
#include "director_inside.h"
#include "../rules/game.h"
#include "journal.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    TURN_MS = 500,
    LEASE_MS = 6000,
    RENEW_MS = 3000,    /* before it runs out */
    OVERLAP_MS = 15000, /* changes of other servers may become visible so much later than they are dated */
    OPEN_MAX = 256,     /* tournaments that are looked at in a turn */
    SEEN_MAX = 1024     /* revisions that are remembered */
};

struct seen {
    char tournament[GAME_ID_TEXT];
    int64_t revision;
};

struct director {
    struct director_options options;
    struct sql *sql;
    char holder[GAME_ID_TEXT]; /* the name of this director */
    int64_t lease_until;       /* as far as it knows; 0: somebody else's */
    int64_t set;               /* by how much the clock was set when tournaments last followed it */
    struct seen seen[SEEN_MAX];
    int seen_next;
    int64_t looked; /* when it last looked for changes, 0: never */
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t stop;
    bool threaded, stopping;
};

/* ---- The lease ------------------------------------------------------------------------------------------------ */

static bool until_note(void *context, const struct sql_value *columns, int count) {
    (void)count;
    *(int64_t *)context = columns[0].integer;
    return false;
}

/* Takes the lease, or renews it; false when another director has it. */
static enum sql_outcome lease_take(struct director *director, int64_t now) {
    /* A lease that ends later than any can is of somebody whose clock was fast. */
    const struct sql_value values[] = {sql_text(director->holder), sql_integer(now + LEASE_MS), sql_integer(now),
                                       sql_integer(now + 2 * (int64_t)LEASE_MS)};
    int64_t until = 0;
    if (director->lease_until - now > RENEW_MS)
        return SQL_GOOD;
    const enum sql_outcome outcome =
        sql_run(director->sql,
                "INSERT INTO director (name, holder, until) VALUES ('tournaments', $1, $2) ON CONFLICT (name) DO UPDATE"
                " SET holder = excluded.holder, until = excluded.until"
                " WHERE director.holder = excluded.holder OR director.until < $3 OR director.until > $4"
                " RETURNING until",
                values, 4, until_note, &until);
    director->lease_until = outcome == SQL_GOOD ? until : 0;
    return outcome;
}

static void lease_give_back(struct director *director) {
    const struct sql_value values[] = {sql_text(director->holder)};
    if (director->lease_until != 0)
        sql_run(director->sql, "UPDATE director SET until = 0 WHERE holder = $1", values, 1, NULL, NULL);
}

/* ---- The clock ------------------------------------------------------------------------------------------------ */

struct shift {
    int64_t ms, now;
};

static enum sql_outcome shift_write(struct sql *sql, void *context) {
    const struct shift *shift = context;
    return tournaments_shift(sql, shift->ms, shift->now);
}

/* When the clock was set, tournaments that are under way go on from where they were. False when they cannot. */
static bool clock_follow(struct director *director, int64_t set, int64_t now) {
    struct shift shift = {.ms = set - director->set, .now = now};
    if (shift.ms != 0 && sql_transaction(director->sql, shift_write, &shift) != SQL_GOOD)
        return false;
    director->set = set;
    return true;
}

/* ---- One tournament ------------------------------------------------------------------------------------------- */

struct guarded {
    struct director *director;
    struct step *step;
    bool held;
};

static bool held_note(void *context, const struct sql_value *columns, int count) {
    struct guarded *guarded = context;
    (void)count;
    guarded->held = columns[0].integer > guarded->step->now;
    return false;
}

/* Only while the lease is held, which is asked for in the same transaction. */
static enum sql_outcome step_guarded(struct sql *sql, void *context) {
    struct guarded *guarded = context;
    const struct sql_value values[] = {sql_text(guarded->director->holder)};
    guarded->held = false;
    guarded->step->game_count = 0;
    const enum sql_outcome outcome = sql_run(
        sql, "SELECT until FROM director WHERE name = 'tournaments' AND holder = $1", values, 1, held_note, guarded);
    return outcome == SQL_GOOD && guarded->held ? tournament_step(sql, guarded->step) : outcome;
}

static bool tournament_run(struct director *director, const char *tournament, struct step *step) {
    int64_t set;
    step->options = &director->options;
    step->tournament = tournament;
    step->now = director->options.now(director->options.context, &set);
    if (set != director->set) /* just now: the next turn begins with that */
        return true;
    struct guarded guarded = {.director = director, .step = step};
    if (sql_transaction(director->sql, step_guarded, &guarded) != SQL_GOOD)
        return false;
    if (!guarded.held)
        director->lease_until = 0;
    for (int i = 0; i < step->game_count; i++)
        director->options.tell_game(director->options.context, step->games[i]);
    return true;
}

/* ---- All of them ---------------------------------------------------------------------------------------------- */

struct open_list {
    char ids[OPEN_MAX][GAME_ID_TEXT];
    int count;
};

static bool open_note(void *context, const struct sql_value *columns, int count) {
    struct open_list *list = context;
    (void)count;
    snprintf(list->ids[list->count++], GAME_ID_TEXT, "%s", columns[0].text);
    return list->count < OPEN_MAX;
}

/* Those that may have something to do: running, or to begin about now, or forgotten. */
static enum sql_outcome open_read(struct director *director, int64_t now, struct open_list *list) {
    const struct sql_value values[] = {sql_integer(TOURNAMENT_RUNNING), sql_integer(TOURNAMENT_AHEAD),
                                       sql_integer(now)};
    list->count = 0;
    return sql_run(director->sql,
                   "SELECT id FROM tournament WHERE state = $1 OR (state = $2 AND starts <= $3) ORDER BY id", values, 3,
                   open_note, list);
}

static bool seen_before(struct director *director, const char *tournament, int64_t revision) {
    for (int i = 0; i < SEEN_MAX; i++)
        if (strcmp(director->seen[i].tournament, tournament) == 0) {
            const bool same = director->seen[i].revision == revision;
            director->seen[i].revision = revision;
            return same;
        }
    struct seen *seen = &director->seen[director->seen_next++ % SEEN_MAX];
    snprintf(seen->tournament, sizeof seen->tournament, "%s", tournament);
    seen->revision = revision;
    return false;
}

static bool change_note(void *context, const struct sql_value *columns, int count) {
    struct director *director = context;
    (void)count;
    if (!seen_before(director, columns[0].text, columns[1].integer))
        director->options.tell_tournament(director->options.context, columns[0].text, columns[1].integer);
    return true;
}

/* Tells which tournaments have changed, whoever has changed them. */
static bool changes_tell(struct director *director, int64_t now) {
    /* It is ahead when the clock was put back. */
    const int64_t looked = director->looked == 0 || director->looked > now ? now : director->looked;
    const struct sql_value values[] = {sql_integer(looked - OVERLAP_MS)};
    if (sql_run(director->sql, "SELECT id, revision FROM tournament WHERE changed >= $1", values, 1, change_note,
                director) != SQL_GOOD)
        return false;
    director->looked = now;
    return true;
}

bool director_turn(struct director *director) {
    static const struct step empty;
    int64_t set;
    const int64_t now = director->options.now(director->options.context, &set);
    if (!clock_follow(director, set, now))
        return false;
    struct open_list *list = malloc(sizeof *list);
    struct step *step = malloc(sizeof *step);
    bool good = list != NULL && step != NULL && open_read(director, now, list) == SQL_GOOD;
    if (good && list->count > 0)
        good = lease_take(director, now) == SQL_GOOD;
    for (int i = 0; good && i < list->count && director->lease_until != 0; i++) {
        *step = empty;
        good = tournament_run(director, list->ids[i], step);
    }
    free(list);
    free(step);
    return changes_tell(director, now) && good;
}

/* ---- Its life ------------------------------------------------------------------------------------------------- */

struct director *director_new(const struct director_options *options, struct tab_error *error) {
    struct director *director = calloc(1, sizeof *director);
    if (director == NULL) {
        error_set(error, 0, N_("out of memory"), NULL, NULL);
        return NULL;
    }
    director->options = *options;
    director->sql = sql_open(options->address, error);
    if (director->sql == NULL) {
        free(director);
        return NULL;
    }
    game_id_make(options->random, options->context, director->holder);
    pthread_mutex_init(&director->lock, NULL);
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&director->stop, &attributes);
    pthread_condattr_destroy(&attributes);
    return director;
}

/* Waits until the next turn; false when it is to stop. */
static bool turn_wait(struct director *director) {
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += TURN_MS * 1000000L;
    until.tv_sec += until.tv_nsec / 1000000000L;
    until.tv_nsec %= 1000000000L;
    pthread_mutex_lock(&director->lock);
    if (!director->stopping)
        pthread_cond_timedwait(&director->stop, &director->lock, &until);
    const bool stopping = director->stopping;
    pthread_mutex_unlock(&director->lock);
    return !stopping;
}

static void *director_run(void *context) {
    struct director *director = context;
    bool good = true;
    while (turn_wait(director)) {
        const bool before = good;
        good = director_turn(director);
        if (!good && before) /* once, not twice a second */
            journal_write(JOURNAL_ERROR, "tournaments", "problem", sql_problem(director->sql), NULL);
    }
    return NULL;
}

bool director_begin(struct director *director) {
    director->threaded = pthread_create(&director->thread, NULL, director_run, director) == 0;
    return director->threaded;
}

void director_free(struct director *director) {
    if (director == NULL)
        return;
    pthread_mutex_lock(&director->lock);
    director->stopping = true;
    pthread_cond_signal(&director->stop);
    pthread_mutex_unlock(&director->lock);
    if (director->threaded)
        pthread_join(director->thread, NULL);
    lease_give_back(director);
    sql_close(director->sql);
    pthread_mutex_destroy(&director->lock);
    pthread_cond_destroy(&director->stop);
    free(director);
}
