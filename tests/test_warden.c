/* test_warden.c - what the administration orders is done once by a running server, whatever its clock says. */
#include "database.h"
#include "server/desk.h"
#include "server/service.h"
#include "server/store_schema.h"
#include "server/warden.h"
#include "server/ws.h"
#include "testing.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

enum { TURN_MS = 2000 };
static const int64_t noon = 1700000000000;

/* ---- An outside made for tests -------------------------------------------------------------------------------- */

static int64_t steady;
static struct sql *sql;
static struct desk_job *asked; /* of the desk, whose answer is on its way */
static char done[256];         /* accounts whose connections were ended */

/* The linker puts these in the place of others, by these names. NOLINTBEGIN(readability-identifier-naming) */
int64_t __wrap_service_steady(void);
int64_t __wrap_service_steady(void) { return steady; }

int64_t __wrap_service_now(const struct service *service);
int64_t __wrap_service_now(const struct service *service) {
    (void)service;
    return noon;
}

bool __wrap_desk_ask(struct desk *desk, struct desk_job *job, enum desk_lane lane);
bool __wrap_desk_ask(struct desk *desk, struct desk_job *job, enum desk_lane lane) {
    (void)lane;
    job->work(job, desk, sql);
    asked = job;
    return true;
}

void __wrap_ws_end_account(struct service *service, int64_t account);
void __wrap_ws_end_account(struct service *service, int64_t account) {
    (void)service;
    snprintf(done + strlen(done), sizeof done - strlen(done), "%" PRId64 " ", account);
}

void __wrap_ws_end_banned(struct service *service);
void __wrap_ws_end_banned(struct service *service) { (void)service; }

/* NOLINTEND(readability-identifier-naming) */

/* ---- Tests ---------------------------------------------------------------------------------------------------- */

static struct database database;
static struct service service;

static int service_begin(void **state) {
    struct tab_error error;
    (void)state;
    database_begin(&database, DATABASE_SQLITE);
    sql = database_open(&database);
    done[0] = '\0';
    steady = TURN_MS;
    service = (struct service){.warden = warden_new()};
    return schema_update(sql, &error) ? 0 : -1;
}

static int service_end(void **state) {
    (void)state;
    warden_free(service.warden);
    sql_close(sql);
    database_end(&database);
    return 0;
}

/* The warden reads in one turn and acts in the next. */
static void turns_pass(void) {
    for (int i = 0; i < 3; i++) {
        warden_tick(&service);
        asked->done(asked);
        steady += TURN_MS;
    }
}

static void order(const char *account, int64_t at) {
    assert_int_equal(deed_write(sql, at, "root", 0, "sessions", account, ""), SQL_GOOD);
}

static void test_whatever_the_clock_says(void **state) {
    (void)state;
    assert_true(warden_read(service.warden, sql, noon));
    order("1", noon - 7200000);
    order("2", noon + 7200000);
    order("3", noon);
    turns_pass();
    assert_string_equal(done, "1 2 3 ");
    order("4", 0);
    turns_pass();
    assert_string_equal(done, "1 2 3 4 ");
}

static void test_what_was_there_is_not_done_again(void **state) {
    (void)state;
    for (int i = 0; i < 100; i++)
        order("1", noon);
    assert_true(warden_read(service.warden, sql, noon));
    turns_pass();
    assert_string_equal(done, "");
    order("2", noon);
    turns_pass();
    assert_string_equal(done, "2 ");
}

/* Numbers are given before they are committed. */
static void test_a_lower_number_comes_later(void **state) {
    (void)state;
    assert_true(warden_read(service.warden, sql, noon));
    order("1", noon);
    assert_int_equal(sql_run(sql, "UPDATE deed SET id = 9", NULL, 0, NULL, NULL), SQL_GOOD);
    turns_pass();
    assert_int_equal(sql_run(sql,
                             "INSERT INTO deed (id, at, who, action, subject, detail)"
                             " VALUES (8, 0, 'root', 'sessions', '2', '')",
                             NULL, 0, NULL, NULL),
                     SQL_GOOD);
    turns_pass();
    assert_string_equal(done, "1 2 ");
}

static bool log_row(void *context, const struct sql_value *columns, int count) {
    char *text = context;
    (void)count;
    snprintf(text + strlen(text), 256 - strlen(text), "%s %s|", columns[0].text, columns[1].text);
    return true;
}

/* What was done to an account before the log noted accounts is found by its names, and only what is its own. */
static void test_old_names_are_forgotten(void **state) {
    static const struct {
        int64_t account;
        const char *action, *subject, *detail;
    } deeds[] = {
        {0, "rename", "Zoe", "Ada"},  /* somebody else, who was called so before */
        {0, "rename", "Ada", "Zora"}, /* and is not any more */
        {0, "ban", "Ava", "rude"},     {0, "rename", "Ava", "Bea"}, {0, "rename", "Bea", "Cleo"},
        {7, "rename", "Cleo", "Dora"}, {8, "rename", "Eva", "Ava"}, /* has the first name now */
    };
    char text[256] = "";
    (void)state;
    for (size_t i = 0; i < sizeof deeds / sizeof *deeds; i++)
        assert_int_equal(
            deed_write(sql, noon, "root", deeds[i].account, deeds[i].action, deeds[i].subject, deeds[i].detail),
            SQL_GOOD);
    assert_int_equal(deeds_forget(sql, 7, "Dora"), SQL_GOOD);
    assert_int_equal(sql_run(sql, "SELECT subject, detail FROM deed ORDER BY id", NULL, 0, log_row, text), SQL_GOOD);
    assert_string_equal(text, "Zoe Ada|Ada Zora| rude| | | |Eva Ava|");
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, service_begin, service_end)
    const struct CMUnitTest tests[] = {
        TEST(test_whatever_the_clock_says),
        TEST(test_what_was_there_is_not_done_again),
        TEST(test_a_lower_number_comes_later),
        TEST(test_old_names_are_forgotten),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
