/* test_store_nodes.c - servers that share a store: what one writes the others hear, and each game has one keeper. */
#include "database.h"
#include "server/store_events.h"
#include "server/store_nodes.h"
#include "server/store_sql.h"
#include "testing.h"
#include "watchdog.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STORES = 3, HEARD_TEXT = 4096 };

/* Several servers on one database, and what each has heard. */
struct fixture {
    struct database database;
    struct store *stores[STORES];
    char heard[STORES][HEARD_TEXT];
};

static int fixture_begin(void **state) {
    struct fixture *fixture = calloc(1, sizeof *fixture);
    struct tab_error error = {0};
    database_begin(&fixture->database, DATABASE_POSTGRESQL);
    for (int i = 0; i < STORES; i++) {
        fixture->stores[i] = store_open(fixture->database.address, NULL, NULL, &error);
        if (fixture->stores[i] == NULL)
            fail_msg("%s %s %s", error.what, error.argument[0], error.argument[1]);
    }
    *state = fixture;
    return 0;
}

static int fixture_end(void **state) {
    struct fixture *fixture = *state;
    for (int i = 0; i < STORES; i++)
        store_close(fixture->stores[i]);
    database_end(&fixture->database);
    free(fixture);
    return 0;
}

static struct store_result write_wait(struct store *store, const struct store_change *changes, int count) {
    struct store_result result = {0};
    assert_true(store_submit(store, 1, changes, count));
    const struct deadline deadline = deadline_new();
    while (store_collect(store, &result, 1) == 0)
        deadline_rest(&deadline, "what the store says of a change");
    return result;
}

static enum store_outcome write_one(struct store *store, const struct store_change *change) {
    return write_wait(store, change, 1).outcome;
}

static struct store_change event_make(const char *game, int64_t number, const char *data) {
    struct store_change change = {.kind = STORE_EVENT, .number = number, .at = 1000 + number, .data = data};
    snprintf(change.game, sizeof change.game, "%s", game);
    return change;
}

/* What was heard, as `KIND GAME NUMBER AT DATA;`, with `self` for who tells it. */
static void news_note(void *context, const struct store_news *news) {
    static const char *const kinds[NEWS_KIND_COUNT] = {"event", "chat", "seek", "unseek",
                                                       "told",  "left", "gap",  "missed"};
    char *text = context;
    const size_t length = strlen(text);
    snprintf(text + length, HEARD_TEXT - length, "%s %s %d %d%s %s;", kinds[news->kind],
             news->game[0] != '\0' && strcmp(news->game, news->node) == 0 ? "self" : news->game, (int)news->number,
             (int)news->at, news->over ? " over" : "", news->data != NULL ? news->data : "(long)");
}

/* Waits until a server has heard something that ends with `end`. */
static const char *news_wait(struct fixture *fixture, int server, const char *end) {
    char *heard = fixture->heard[server];
    const struct deadline deadline = deadline_new();
    for (;;) {
        store_collect_news(fixture->stores[server], news_note, heard);
        if (strstr(heard, end) != NULL)
            return heard;
        deadline_rest(&deadline, "news that end with '%s' at server %d, which has heard: %s", end, server, heard);
    }
}

static bool names_note(void *context, const struct store_row *row) {
    char *text = context;
    snprintf(text + strlen(text), HEARD_TEXT - strlen(text), "%s ", row->game);
    return true;
}

static const char *kept_read(struct fixture *fixture, int server) {
    static char text[HEARD_TEXT];
    text[0] = '\0';
    assert_true(store_read_open(fixture->stores[server], names_note, text));
    return text;
}

/* ---- News ----------------------------------------------------------------------------------------------------- */

static void test_news(void **state) {
    struct fixture *fixture = *state;
    struct store_change changes[] = {event_make("gameAAAAAAAA", 1, "{\"a\":\"b c\"}"),
                                     event_make("gameAAAAAAAA", 2, "it's over"),
                                     event_make("gameAAAAAAAA", 1, "hello")};
    changes[1].over = true;
    changes[2].kind = STORE_CHAT;
    const struct store_change told = {.kind = STORE_TELL, .data = "to whom it may concern"};
    assert_int_equal(write_wait(fixture->stores[0], changes, 3).outcome, STORE_GOOD);
    assert_int_equal(write_one(fixture->stores[0], &told), STORE_GOOD);
    for (int i = 1; i < STORES; i++)
        assert_string_equal(news_wait(fixture, i, "concern"),
                            "event gameAAAAAAAA 1 1001 {\"a\":\"b c\"};event gameAAAAAAAA 2 1002 over it's over;"
                            "chat gameAAAAAAAA 1 1001 hello;told  0 0 to whom it may concern;");
    const struct store_change back = {.kind = STORE_TELL, .data = "done"};
    assert_int_equal(write_one(fixture->stores[1], &back), STORE_GOOD);
    assert_string_equal(news_wait(fixture, 0, "done"), "told  0 0 done;"); /* nothing of its own */
}

/* What was not written is no news. */
static void test_no_news(void **state) {
    struct fixture *fixture = *state;
    const struct store_change first = event_make("gameAAAAAAAA", 1, "one"), told = {.kind = STORE_TELL, .data = "end"};
    assert_int_equal(write_one(fixture->stores[0], &first), STORE_GOOD);
    assert_int_equal(write_one(fixture->stores[0], &first), STORE_CONFLICT);
    assert_int_equal(write_one(fixture->stores[0], &told), STORE_GOOD);
    assert_string_equal(news_wait(fixture, 1, "end"), "event gameAAAAAAAA 1 1001 one;told  0 0 end;");
}

static void test_long_news(void **state) {
    struct fixture *fixture = *state;
    char data[NEWS_TEXT + 100];
    memset(data, 'x', sizeof data - 1);
    data[sizeof data - 1] = '\0';
    const struct store_change change = event_make("gameAAAAAAAA", 1, data);
    assert_int_equal(write_one(fixture->stores[0], &change), STORE_GOOD);
    assert_string_equal(news_wait(fixture, 1, ";"), "event gameAAAAAAAA 1 1001 (long);");
}

static bool nothing_note(void *context, const struct sql_value *columns, int count) {
    (void)count;
    *(int64_t *)context = columns[0].integer;
    return false;
}

/* A server whose connection was cut off knows that it may have missed something, and hears what comes then. */
static void test_lost_news(void **state) {
    struct fixture *fixture = *state;
    struct sql *sql = database_open(&fixture->database);
    int64_t cut = 0;
    assert_int_equal(sql_run(sql,
                             "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE query LIKE"
                             " 'LISTEN \"tablier_' || current_schema() || '\"'",
                             NULL, 0, nothing_note, &cut),
                     SQL_GOOD);
    sql_close(sql);
    assert_int_equal(cut, STORES);
    assert_string_equal(news_wait(fixture, 1, "missed"), "missed  0 0 ;");
    const struct store_change told = {.kind = STORE_TELL, .data = "again"};
    assert_int_equal(write_one(fixture->stores[0], &told), STORE_GOOD);
    assert_string_equal(news_wait(fixture, 1, "again"), "missed  0 0 ;told  0 0 again;");
}

/* What a program writes that is no server, all servers hear, and none keeps it. */
static enum sql_outcome game_write(struct sql *sql, void *context) {
    return events_write(sql, context, 1) ? SQL_GOOD : SQL_WRONG;
}

static void test_foreign_news(void **state) {
    struct fixture *fixture = *state;
    struct sql *sql = database_open(&fixture->database);
    struct store_change change = event_make("gameAAAAAAAA", 1, "paired");
    assert_int_equal(sql_transaction(sql, game_write, &change), SQL_GOOD);
    sql_close(sql);
    for (int i = 0; i < STORES; i++) {
        assert_string_equal(news_wait(fixture, i, "paired"), "event gameAAAAAAAA 1 1001 paired;");
        assert_string_equal(kept_read(fixture, i), "");
    }
}

/* ---- Seeks ---------------------------------------------------------------------------------------------------- */

/* A game that takes a seek which is gone is not written, whoever took it. */
static void test_seeks(void **state) {
    struct fixture *fixture = *state;
    char left[HEARD_TEXT] = "";
    const struct store_change seek = {.kind = STORE_SEEK, .number = 5, .at = 77, .data = "wish"};
    assert_int_equal(write_one(fixture->stores[0], &seek), STORE_GOOD);
    assert_string_equal(news_wait(fixture, 1, "wish"), "seek self 5 77 wish;");
    struct store_change pairing[] = {{.kind = STORE_TAKE, .number = 5, .data = ""},
                                     event_make("gameAAAAAAAA", 1, "first")};
    memcpy(pairing[0].game, fixture->stores[0]->node, NODE_TEXT);
    assert_int_equal(write_wait(fixture->stores[1], pairing, 2).outcome, STORE_GOOD);
    pairing[1] = event_make("gameBBBBBBBB", 1, "second");
    assert_int_equal(write_wait(fixture->stores[2], pairing, 2).outcome, STORE_CONFLICT);
    assert_true(store_read_events(fixture->stores[2], "gameBBBBBBBB", 0, names_note, left));
    assert_true(store_read_seeks(fixture->stores[2], names_note, left));
    assert_string_equal(left, "");
    const struct store_change unseek = {.kind = STORE_UNSEEK, .number = 5, .data = ""};
    assert_int_equal(write_one(fixture->stores[0], &unseek), STORE_GOOD); /* it has become a game meanwhile */
}

/* ---- Keepers -------------------------------------------------------------------------------------------------- */

static void alive_write(struct fixture *fixture, int server, int64_t at) {
    const struct store_change change = {.kind = STORE_ALIVE, .at = at, .data = "{}"};
    assert_int_equal(write_one(fixture->stores[server], &change), STORE_GOOD);
}

static int64_t games_keep(struct fixture *fixture, int server, int64_t since) {
    const struct store_change change = {.kind = STORE_KEEP, .at = since, .data = ""};
    const struct store_result result = write_wait(fixture->stores[server], &change, 1);
    assert_int_equal(result.outcome, STORE_GOOD);
    return result.kept;
}

static void test_keepers(void **state) {
    struct fixture *fixture = *state;
    struct store_change games[] = {event_make("gameAAAAAAAA", 1, "a"), event_make("gameBBBBBBBB", 1, "b"),
                                   event_make("gameBBBBBBBB", 2, "over")};
    games[2].over = true;
    for (int i = 0; i < STORES; i++)
        alive_write(fixture, i, 10000);
    assert_int_equal(write_wait(fixture->stores[0], games, 3).outcome, STORE_GOOD);
    assert_string_equal(kept_read(fixture, 0), "gameAAAAAAAA ");
    assert_int_equal(games_keep(fixture, 1, 5000), 0); /* its keeper is alive */
    alive_write(fixture, 1, 20000);
    assert_int_equal(games_keep(fixture, 1, 15000), 1);
    assert_int_equal(games_keep(fixture, 2, 15000), 0);
    assert_string_equal(kept_read(fixture, 0), "");
    assert_string_equal(kept_read(fixture, 1), "gameAAAAAAAA ");
}

static void test_leave(void **state) {
    struct fixture *fixture = *state;
    const struct store_change game = event_make("gameAAAAAAAA", 1, "a"), leave = {.kind = STORE_LEAVE, .data = ""};
    alive_write(fixture, 0, 10000);
    alive_write(fixture, 1, 10000);
    assert_int_equal(write_one(fixture->stores[0], &game), STORE_GOOD);
    assert_int_equal(write_one(fixture->stores[0], &leave), STORE_GOOD);
    assert_non_null(strstr(news_wait(fixture, 1, "left"), "left "));
    assert_int_equal(games_keep(fixture, 1, 5000), 1);
    assert_string_equal(kept_read(fixture, 1), "gameAAAAAAAA ");
}

/* ---- Lists ---------------------------------------------------------------------------------------------------- */

static void test_lists(void **state) {
    struct fixture *fixture = *state;
    char open[HEARD_TEXT] = "", live[HEARD_TEXT] = "", mine[HEARD_TEXT] = "", begun[HEARD_TEXT] = "";
    const struct visitor anna = {{1, 2, 3}};
    struct store_change changes[] = {event_make("gameAAAAAAAA", 1, "a"), event_make("gameBBBBBBBB", 1, "b"),
                                     event_make("gameCCCCCCCC", 1, "c"), event_make("gameAAAAAAAA", 2, "joined")};
    changes[0].listed = changes[1].listed = changes[3].begun = true;
    changes[2].owners[1] = changes[0].owners[0] = anna;
    changes[2].at = 5000;
    assert_int_equal(write_wait(fixture->stores[0], changes, 4).outcome, STORE_GOOD);
    assert_true(store_read_listed(fixture->stores[1], false, 10, names_note, open));
    assert_string_equal(open, "gameBBBBBBBB ");
    assert_true(store_read_listed(fixture->stores[1], true, 10, names_note, live));
    assert_string_equal(live, "gameAAAAAAAA ");
    assert_true(store_read_playing(fixture->stores[1], &anna, names_note, mine));
    assert_int_equal(strlen(mine), strlen("gameAAAAAAAA gameCCCCCCCC "));
    assert_true(store_read_begun(fixture->stores[1], 2000, names_note, begun));
    assert_string_equal(begun, "gameCCCCCCCC ");
}

static bool gap_note(void *context, const struct store_row *row) {
    char *text = context;
    snprintf(text + strlen(text), HEARD_TEXT - strlen(text), "%d-%d ", (int)row->number, (int)row->at);
    return true;
}

/* Only the first server after a time without any notes it; a short one is none. */
static void test_gaps(void **state) {
    struct fixture *fixture = *state;
    char gaps[HEARD_TEXT] = "";
    assert_true(store_enter(fixture->stores[0], 10000));
    assert_true(store_enter(fixture->stores[1], 11000));
    alive_write(fixture, 1, 12000);
    assert_true(store_enter(fixture->stores[2], 50000));
    assert_true(store_enter(fixture->stores[0], 50100));
    assert_true(store_read_gaps(fixture->stores[1], gap_note, gaps));
    assert_string_equal(gaps, "12000-50000 ");
}

/* Every server notes for how long the database failed it, and the others hear of it; of two that begin at the same time
 * the longer one counts. */
static void test_gap_news(void **state) {
    struct fixture *fixture = *state;
    char gaps[HEARD_TEXT] = "";
    static const int64_t ends[] = {70000, 71000, 70500};
    for (int i = 0; i < STORES; i++) {
        const struct store_change change = {.kind = STORE_GAP, .number = 60000, .at = ends[i]};
        assert_int_equal(write_one(fixture->stores[i], &change), STORE_GOOD);
    }
    assert_string_equal(news_wait(fixture, 0, "70500"), "gap  60000 71000 ;gap  60000 70500 ;");
    assert_true(store_read_gaps(fixture->stores[1], gap_note, gaps));
    assert_string_equal(gaps, "60000-71000 ");
}

static void test_clock(void **state) {
    struct fixture *fixture = *state;
    const int64_t one = store_read_clock(fixture->stores[0]), two = store_read_clock(fixture->stores[1]);
    assert_true(one > 0 && two >= one);
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, fixture_begin, fixture_end)
    const struct CMUnitTest tests[] = {
        TEST(test_news),         TEST(test_no_news), TEST(test_long_news), TEST(test_lost_news),
        TEST(test_foreign_news), TEST(test_seeks),   TEST(test_keepers),   TEST(test_leave),
        TEST(test_lists),        TEST(test_gaps),    TEST(test_gap_news),  TEST(test_clock),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
