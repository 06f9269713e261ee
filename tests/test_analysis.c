/* test_analysis.c - analysis by the server: the queue is fair and loses nothing, and what comes of a game is kept. Each
 * test runs on every database there is. */
#include "played.h"
#include "server/analysis_queue.h"
#include "server/analyst.h"
#include "testing.h"
#include "watchdog.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { NOW = 1000000 };

static enum database_kind kind; /* of the tests that run */
static struct database database;
static struct sql *sql;

static int begin(void **state) {
    (void)state;
    sql = played_open(&database, kind);
    return 0;
}

static int end(void **state) {
    (void)state;
    played_close(&database, sql);
    return 0;
}

static const char *id_of(int number) {
    static char ids[4][GAME_ID_TEXT];
    static int next;
    char *id = ids[next = (next + 1) % 4];
    snprintf(id, GAME_ID_TEXT, "GameNumber%02u", (unsigned)number % 100);
    return id;
}

static enum wish_outcome ask(int number, const char *asker) {
    static int64_t now = NOW;
    const struct analysis_wish wish = {.game = id_of(number), .asker = asker, .own_max = 3, .max = 8, .now = now++};
    return analysis_ask(sql, &wish);
}

/* Takes the next job as a worker; its number, -1 when there is none. */
static int take(struct analysis_job *job, const char *worker, int64_t now) {
    bool found;
    int number = -1;
    snprintf(job->worker, sizeof job->worker, "%s", worker);
    assert_int_equal(analysis_take(sql, job, now, &found), SQL_GOOD);
    if (found)
        sscanf(job->game, "GameNumber%d", &number);
    return number;
}

static void assert_state(int number, const char *expected) {
    json_t *json = analysis_json(sql, id_of(number));
    assert_non_null(json);
    assert_string_equal(json_string_value(json_object_get(json, "state")), expected);
    json_decref(json);
}

static int64_t field_of(int number, const char *field) {
    json_t *json = analysis_json(sql, id_of(number));
    const int64_t value = json_integer_value(json_object_get(json, field));
    json_decref(json);
    return value;
}

/* ---- The queue ------------------------------------------------------------------------------------------------ */

static void test_turns(void **state) {
    struct analysis_job job;
    static const int order[] = {1, 4, 6, 2, 5, 3};
    (void)state;
    for (int i = 1; i <= 3; i++)
        assert_int_equal(ask(i, "anna"), WISH_GRANTED);
    for (int i = 4; i <= 5; i++)
        assert_int_equal(ask(i, "bert"), WISH_GRANTED);
    assert_int_equal(ask(6, "carl"), WISH_GRANTED);
    assert_int_equal(field_of(6, "ahead"), 2);
    for (int i = 0; i < 6; i++)
        assert_int_equal(take(&job, "w", NOW), order[i]);
    assert_int_equal(take(&job, "w", NOW), -1);
}

/* Who comes late does not wait for all the turns that were. */
static void test_latecomer(void **state) {
    struct analysis_job job;
    (void)state;
    for (int i = 1; i <= 3; i++)
        ask(i, "anna");
    assert_int_equal(take(&job, "w", NOW), 1);
    assert_int_equal(analysis_finish(sql, &job, "{}"), SQL_GOOD);
    ask(4, "bert");
    ask(5, "anna");
    assert_int_equal(take(&job, "w", NOW), 2);
    assert_int_equal(take(&job, "w", NOW), 4);
    assert_int_equal(take(&job, "w", NOW), 3);
    assert_int_equal(take(&job, "w", NOW), 5);
}

static void test_limits(void **state) {
    struct analysis_job job;
    (void)state;
    assert_state(1, "none");
    for (int i = 1; i <= 3; i++)
        assert_int_equal(ask(i, "anna"), WISH_GRANTED);
    assert_int_equal(ask(4, "anna"), WISH_LIMIT);
    assert_int_equal(ask(1, "bert"), WISH_THERE);
    take(&job, "w", NOW);
    assert_int_equal(ask(4, "anna"), WISH_LIMIT); /* what is being made counts as well */
    analysis_finish(sql, &job, "{}");
    assert_int_equal(ask(4, "anna"), WISH_GRANTED);
    assert_int_equal(ask(1, "anna"), WISH_THERE);
    for (int i = 5; i <= 7; i++)
        assert_int_equal(ask(i, "bert"), WISH_GRANTED);
    for (int i = 8; i <= 9; i++)
        assert_int_equal(ask(i, "carl"), WISH_GRANTED);
    assert_int_equal(ask(10, "dora"), WISH_FULL);
}

/* Somebody who is silent for too long loses the job, and what they bring later does not count. */
static void test_lease(void **state) {
    struct analysis_job lost, job;
    bool mine;
    (void)state;
    ask(1, "anna");
    assert_int_equal(take(&lost, "lost", NOW), 1);
    assert_int_equal(take(&job, "other", NOW), -1);
    assert_int_equal(analysis_progress(sql, &lost, 3, 10, NOW + 30000, &mine), SQL_GOOD);
    assert_true(mine);
    assert_state(1, "working");
    assert_int_equal(field_of(1, "done"), 3);
    assert_int_equal(field_of(1, "total"), 10);
    assert_int_equal(take(&job, "other", NOW + 30000 + ANALYSIS_LEASE_MS), -1);
    assert_int_equal(take(&job, "other", NOW + 30001 + ANALYSIS_LEASE_MS), 1);
    analysis_progress(sql, &lost, 9, 10, NOW, &mine);
    assert_false(mine);
    assert_int_equal(analysis_finish(sql, &lost, "{\"late\":1}"), SQL_GOOD);
    assert_state(1, "working");
    assert_int_equal(analysis_finish(sql, &job, "{}"), SQL_GOOD);
    assert_state(1, "done");
}

static void test_hopeless(void **state) {
    struct analysis_job job;
    int64_t now = NOW;
    (void)state;
    ask(1, "anna");
    ask(2, "anna");
    for (int i = 0; i < ANALYSIS_TRIES; i++, now += ANALYSIS_LEASE_MS + 1) {
        assert_int_equal(take(&job, "w", now), 1);
    }
    assert_int_equal(take(&job, "w", now), 2);
    assert_state(1, "failed");
    assert_int_equal(played_number(sql, "SELECT count(*) FROM analysis WHERE asker <> ''"), 1);
}

static void test_returned(void **state) {
    struct analysis_job job;
    (void)state;
    ask(1, "anna");
    for (int i = 0; i < 2 * ANALYSIS_TRIES; i++) { /* coming back in order is no failure */
        assert_int_equal(take(&job, "w", NOW), 1);
        assert_int_equal(analysis_return(sql, &job), SQL_GOOD);
        assert_state(1, "waiting");
    }
}

/* ---- The analyst ---------------------------------------------------------------------------------------------- */

static int64_t clock_ms = NOW;

static int64_t now(void *context) {
    (void)context;
    return clock_ms;
}

static atomic_bool ending;

static struct analyst *analyst_begin(int move_ms) {
    const struct analyst_options options = {
        .mib = 1, .proof_mib = 1, .move_ms = move_ms, .ending = &ending, .now = now};
    struct analyst *analyst = analyst_new(&options);
    assert_non_null(analyst);
    return analyst;
}

static void play(int number, const char *spec, const char *moves) {
    const struct played_game game = {.id = id_of(number),
                                     .spec = spec,
                                     .one = "a guest",
                                     .other = "another",
                                     .moves = moves,
                                     .at = NOW,
                                     .reason = END_AGREED};
    played_add(sql, &game);
}

/* Every move of the game is judged, and the game is not taken a second time. */
static void test_analyst(void **state) {
    struct analyst *analyst = analyst_begin(5);
    (void)state;
    assert_int_equal(analyst_step(analyst, sql), ANALYST_IDLE);
    play(1, "siam", "@a1n @a5s a1e");
    ask(1, "anna");
    assert_int_equal(analyst_step(analyst, sql), ANALYST_DONE);
    assert_int_equal(analyst_step(analyst, sql), ANALYST_IDLE);
    json_t *json = analysis_json(sql, id_of(1));
    const json_t *plies = json_object_get(json, "plies");
    assert_non_null(json_object_get(json, "first"));
    static const char *const moves[] = {"@a1n", "@a5s", "a1e"};
    assert_int_equal(json_array_size(plies), 3);
    for (size_t i = 0; i < 3; i++) {
        const json_t *ply = json_array_get(plies, i);
        assert_string_equal(json_string_value(json_object_get(ply, "move")), moves[i]);
        assert_true(json_is_integer(json_object_get(ply, "mark")) && json_is_string(json_object_get(ply, "best")));
        assert_true((json_object_get(ply, "centi") != NULL) != (json_object_get(ply, "mate") != NULL));
    }
    json_decref(json);
    analyst_free(analyst);
}

/* The opening of San Ta Si is proven, and that is said of the first position and of every move: a draw is one. */
static void test_analyst_proven(void **state) {
    struct analyst *analyst = analyst_begin(5);
    (void)state;
    play(1, "santasi", "sB1 bA2");
    ask(1, "anna");
    assert_int_equal(analyst_step(analyst, sql), ANALYST_DONE);
    json_t *json = analysis_json(sql, id_of(1));
    const json_t *first = json_object_get(json, "first"), *plies = json_object_get(json, "plies");
    assert_int_equal(json_integer_value(json_object_get(first, "mate")), 30);
    assert_true(json_is_true(json_object_get(first, "proven")));
    const json_t *drawn = json_array_get(plies, 0);
    assert_true(json_is_true(json_object_get(drawn, "proven")));
    assert_true(json_is_integer(json_object_get(drawn, "centi")));
    assert_int_equal(json_integer_value(json_object_get(drawn, "centi")), 0);
    json_decref(json);
    analyst_free(analyst);
}

/* How long a win takes is told in turns of the winner, which are not always half of the plies: after the first move a
 * game of 29 more plies has 14. */
static void test_analyst_turns(void **state) {
    struct analyst *analyst = analyst_begin(5);
    (void)state;
    play(1, "santasi", "sA1 bA2");
    ask(1, "anna");
    assert_int_equal(analyst_step(analyst, sql), ANALYST_DONE);
    json_t *json = analysis_json(sql, id_of(1));
    const json_t *first = json_object_get(json, "first"), *plies = json_object_get(json, "plies");
    const json_t *best = json_array_get(plies, 0), *reply = json_array_get(plies, 1);
    assert_int_equal(json_integer_value(json_object_get(first, "turns")), 15);
    assert_null(json_object_get(first, "atMost"));
    assert_int_equal(json_integer_value(json_object_get(best, "mate")), 30);
    assert_int_equal(json_integer_value(json_object_get(best, "turns")), 15);
    assert_null(json_object_get(best, "atMost"));
    assert_true(json_is_true(json_object_get(reply, "proven")));
    assert_int_equal(json_integer_value(json_object_get(reply, "mate")), -29);
    assert_int_equal(json_integer_value(json_object_get(reply, "turns")), 14);
    json_decref(json);
    analyst_free(analyst);
}

/* Where more than two play every ply says what each can expect. */
static void test_analyst_many(void **state) {
    struct analyst *analyst = analyst_begin(5);
    (void)state;
    play(1, "anneaux:players=3", "a1 b1 c1 a2");
    ask(1, "anna");
    assert_int_equal(analyst_step(analyst, sql), ANALYST_DONE);
    json_t *json = analysis_json(sql, id_of(1));
    const json_t *plies = json_object_get(json, "plies");
    assert_int_equal(json_array_size(plies), 4);
    assert_int_equal(json_array_size(json_object_get(json_array_get(plies, 0), "chances")), 3);
    json_decref(json);
    analyst_free(analyst);
}

static void test_analyst_missing(void **state) {
    struct analyst *analyst = analyst_begin(5);
    (void)state;
    ask(1, "anna");
    assert_int_equal(analyst_step(analyst, sql), ANALYST_DONE);
    assert_state(1, "failed");
    analyst_free(analyst);
}

/* What is not done when it has to stop goes back. */
static void test_analyst_ending(void **state) {
    struct analyst *analyst = analyst_begin(5);
    (void)state;
    play(1, "siam", "@a1n @a5s a1e");
    ask(1, "anna");
    atomic_store(&ending, true);
    analyst_stop(analyst);
    assert_int_equal(analyst_step(analyst, sql), ANALYST_DONE);
    atomic_store(&ending, false);
    assert_state(1, "waiting");
    analyst_free(analyst);
}

/* A worker that is killed at its work: when its time is up another one does it. */
static void test_killed(void **state) {
    (void)state;
    play(1, "siam", "@a1n @a5s a1e");
    ask(1, "anna");
    sql_close(sql); /* connections are not inherited */
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        sql = database_open(&database);
        analyst_step(analyst_begin(60000), sql);
        _exit(0);
    }
    sql = database_open(&database);
    const struct deadline deadline = deadline_new();
    while (played_number(sql, "SELECT total FROM analysis") == 0)
        deadline_rest(&deadline, "a worker that has begun");
    kill(child, SIGKILL);
    watchdog_wait("the end of a worker that was killed");
    waitpid(child, NULL, 0);
    struct analyst *analyst = analyst_begin(5);
    assert_state(1, "working");
    assert_int_equal(analyst_step(analyst, sql), ANALYST_IDLE);
    clock_ms += ANALYSIS_LEASE_MS + 1;
    assert_int_equal(analyst_step(analyst, sql), ANALYST_DONE);
    clock_ms = NOW;
    assert_state(1, "done");
    analyst_free(analyst);
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)
    const struct CMUnitTest tests[] = {
        TEST(test_turns),         TEST(test_latecomer),    TEST(test_limits),          TEST(test_lease),
        TEST(test_hopeless),      TEST(test_returned),     TEST(test_analyst),         TEST(test_analyst_proven),
        TEST(test_analyst_turns), TEST(test_analyst_many), TEST(test_analyst_missing), TEST(test_analyst_ending),
        TEST(test_killed),
    };
    int failures = 0;
    for (kind = 0; kind < DATABASE_COUNT; kind++)
        failures += cmocka_run_group_tests_name(database_names[kind], tests, NULL, NULL);
    return failures;
}
