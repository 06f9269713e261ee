/* test_ledger.c - what follows when a game is over happens exactly once. Each test runs on every database there is. */
#include "played.h"
#include "server/chores.h"
#include "server/explorer.h"
#include "server/game_load.h"
#include "server/ledger.h"
#include "server/ratings.h"
#include "testing.h"
#include "watchdog.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { HOUR = 3600000 };

static enum database_kind kind; /* of the tests that run */
static struct database database;
static struct sql *sql;

static int begin(void **state) {
    (void)state;
    sql = played_open(&database, kind);
    played_account(sql, "anna");
    played_account(sql, "bert");
    return 0;
}

static int end(void **state) {
    (void)state;
    played_close(&database, sql);
    return 0;
}

/* Counts all there is to count; how many. */
static int settle(void) {
    char told[GAME_ID_TEXT];
    int count = 0;
    enum ledger_outcome outcome;
    while ((outcome = ledger_step(sql, 5 * HOUR, told)) == LEDGER_DONE)
        count++;
    assert_int_equal(outcome, LEDGER_IDLE);
    return count;
}

static struct rating rating_of(const char *name) {
    struct rating rating;
    int64_t account;
    const struct visitor visitor = played_visitor(name);
    assert_int_equal(account_of_visitor(sql, &visitor, &account), SQL_GOOD);
    assert_int_equal(rating_read(sql, account, "siam", CLASS_RAPID, &rating), SQL_GOOD);
    return rating;
}

static int64_t scalar(const char *statement) { return played_number(sql, statement); }

/* ---- Ratings -------------------------------------------------------------------------------------------------- */

static void test_rated(void **state) {
    (void)state;
    played_add(sql, &played_rated);
    assert_int_equal(settle(), 1);
    const struct rating anna = rating_of("anna"), bert = rating_of("bert");
    assert_true(anna.glicko.rating > 1600.0 && bert.glicko.rating < 1400.0);
    assert_true(anna.glicko.deviation < 350.0);
    assert_int_equal(anna.games, 1);
    assert_int_equal(anna.at, HOUR);
    assert_int_equal(scalar("SELECT sum(won) FROM score"), 1);
    assert_int_equal(scalar("SELECT sum(lost) FROM score"), 1);
    assert_int_equal(scalar("SELECT count(*) FROM rating_past"), 2);
    assert_int_equal(scalar("SELECT count(*) FROM ended"), 0);
    struct game *game;
    assert_int_equal(game_load(sql, played_rated.id, &game), SQL_GOOD);
    assert_int_equal(game->setup.seats[0].rated, (int)(anna.glicko.rating + 0.5));
    assert_int_equal(game->setup.seats[1].rated, (int)(bert.glicko.rating + 0.5));
    game_drop(game);
    assert_int_equal(settle(), 0);
    assert_int_equal(rating_of("anna").games, 1);
}

static void test_told(void **state) {
    char told[GAME_ID_TEXT];
    (void)state;
    played_add(sql, &played_rated);
    assert_int_equal(ledger_step(sql, HOUR, told), LEDGER_DONE);
    assert_string_equal(told, played_rated.id);
    struct played_game casual = played_rated;
    casual.id = "GameNumber02";
    casual.rated = false;
    played_add(sql, &casual);
    assert_int_equal(ledger_step(sql, HOUR, told), LEDGER_DONE);
    assert_string_equal(told, "");
}

static void test_aborted(void **state) {
    (void)state;
    struct played_game game = played_rated;
    game.reason = END_ABORTED;
    game.winner = 0;
    played_add(sql, &game);
    assert_int_equal(settle(), 1);
    assert_int_equal(rating_of("anna").games, 0);
    assert_int_equal(scalar("SELECT count(*) FROM score"), 0);
    assert_int_equal(scalar("SELECT count(*) FROM explorer"), 0);
}

static void test_casual(void **state) {
    (void)state;
    struct played_game game = played_rated;
    game.rated = false;
    game.reason = END_AGREED;
    game.winner = 0;
    game.other = "a guest";
    played_add(sql, &game);
    assert_int_equal(settle(), 1);
    assert_int_equal(rating_of("anna").games, 0);
    assert_int_equal(scalar("SELECT count(*) FROM score"), 1);
    assert_int_equal(scalar("SELECT drawn FROM score WHERE rated = 0"), 1);
}

/* What an engine wins for somebody who has given up is none of their wins. */
static void test_given_up(void **state) {
    (void)state;
    struct played_game game = played_rated;
    game.spec = "anneaux:players=3";
    game.other = "a guest";
    game.moves = "a1 a2 a3";
    game.rated = false;
    game.given_up = 1;
    played_add(sql, &game);
    assert_int_equal(settle(), 1);
    assert_int_equal(scalar("SELECT won FROM score"), 0);
    assert_int_equal(scalar("SELECT lost FROM score"), 2); /* with the third seat */
}

/* Whoever lost their account before the game was counted: the other one keeps their rating. */
static void test_gone(void **state) {
    (void)state;
    struct played_game game = played_rated;
    game.other = "a guest";
    played_add(sql, &game);
    assert_int_equal(settle(), 1);
    assert_int_equal(rating_of("anna").games, 0);
    assert_int_equal(scalar("SELECT won FROM score"), 1);
}

/* A game that cannot be read holds nobody up. */
static void test_broken(void **state) {
    (void)state;
    assert_int_equal(sql_script(sql, "INSERT INTO ended (game, at) VALUES ('GameNumber00', 1)"), SQL_GOOD);
    played_add(sql, &played_rated);
    assert_int_equal(settle(), 2);
    assert_int_equal(rating_of("anna").games, 1);
}

static void test_standing(void **state) {
    (void)state;
    for (int i = 0; i < 3; i++) {
        char id[GAME_ID_TEXT];
        struct played_game game = played_rated;
        snprintf(id, sizeof id, "GameNumber%02u", (unsigned)i % 100);
        game.id = id;
        game.at = (i + 1) * HOUR;
        game.winner = i == 1 ? 2 : 1;
        played_add(sql, &game);
    }
    settle();
    int64_t account;
    const struct visitor visitor = played_visitor("anna");
    account_of_visitor(sql, &visitor, &account);
    json_t *json = standing_json(sql, account, 4 * HOUR);
    const json_t *history = json_object_get(json, "history");
    assert_int_equal(json_array_size(history), 3);
    assert_int_equal(json_integer_value(json_object_get(json_array_get(history, 0), "at")), HOUR);
    const json_t *rating = json_array_get(json_object_get(json, "ratings"), 0);
    assert_string_equal(json_string_value(json_object_get(rating, "game")), "siam");
    assert_string_equal(json_string_value(json_object_get(rating, "class")), "rapid");
    assert_int_equal(json_integer_value(json_object_get(rating, "rating")),
                     json_integer_value(json_object_get(json_array_get(history, 2), "rating")));
    const json_t *score = json_array_get(json_object_get(json, "scores"), 0);
    assert_int_equal(json_integer_value(json_object_get(score, "won")), 2);
    assert_int_equal(json_integer_value(json_object_get(score, "lost")), 1);
    json_decref(json);
    /* nothing is left of an account that goes */
    assert_int_equal(sql_script(sql, "DELETE FROM account"), SQL_GOOD);
    json = standing_json(sql, account, 4 * HOUR);
    assert_int_equal(json_array_size(json_object_get(json, "ratings")), 0);
    assert_int_equal(json_array_size(json_object_get(json, "scores")), 0);
    assert_int_equal(json_array_size(json_object_get(json, "history")), 0);
    json_decref(json);
}

/* ---- The explorer --------------------------------------------------------------------------------------------- */

/* What the explorer says of a position, as `move count:drawn:won:won ...`. */
static void assert_explored(const char *spec, const char *moves, const char *expected) {
    struct tab_rules rules = testing_rules(spec);
    struct tab_position position;
    char text[TAB_MOVE_TEXT], found[512] = "";
    int used;
    tab_position_start(&rules, &position);
    for (; sscanf(moves, "%15s%n", text, &used) == 1; moves += used) {
        tab_move move;
        assert_true(tab_move_parse(&rules, &position, text, &move, NULL));
        tab_position_play(&rules, &position, move);
    }
    json_t *list = explorer_json(sql, &rules, &position);
    assert_non_null(list);
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *each = json_array_get(list, i), *won = json_object_get(each, "won");
        snprintf(found + strlen(found), sizeof found - strlen(found), "%s%s %d:%d:%d:%d", i > 0 ? ", " : "",
                 json_string_value(json_object_get(each, "move")),
                 (int)json_integer_value(json_object_get(each, "count")),
                 (int)json_integer_value(json_object_get(each, "drawn")),
                 (int)json_integer_value(json_array_get(won, 0)), (int)json_integer_value(json_array_get(won, 1)));
    }
    json_decref(list);
    assert_string_equal(found, expected);
}

static void play(const char *id, const char *spec, const char *moves, enum end_reason reason, int winner) {
    const struct played_game game = {.id = id,
                                     .spec = spec,
                                     .one = "a guest",
                                     .other = "another",
                                     .moves = moves,
                                     .at = HOUR,
                                     .reason = reason,
                                     .winner = winner};
    played_add(sql, &game);
}

static void test_explorer(void **state) {
    (void)state;
    play("GameNumber01", "siam", "@a1n @a5s @e1n", END_RESIGNED, 1);
    play("GameNumber02", "siam", "@a1n @e5s", END_RESIGNED, 2);
    play("GameNumber03", "siam", "@e1n @a5s @a1n @e5s", END_AGREED, 0);
    play("GameNumber04", "siam:openings=crossed", "@a1n @a5s", END_RESIGNED, 1);
    assert_int_equal(settle(), 4);
    assert_explored("siam", "", "@a1n 2:0:1:1, @e1n 1:1:0:0");
    assert_explored("siam", "@a1n", "@a5s 1:0:1:0, @e5s 1:0:0:1");
    /* the same position in another order */
    assert_explored("siam", "@a1n @a5s @e1n", "@e5s 1:1:0:0");
    assert_explored("siam:openings=crossed", "", "@a1n 1:0:1:0");
    assert_explored("siam", "@b1n", "");
}

/* Back and forth: a position counts once in a game. */
static void test_explorer_once(void **state) {
    (void)state;
    play("GameNumber01", "siam", "@a1n @a5s a1e a5e a1n a5s a1e a5e", END_RESIGNED, 1);
    settle();
    assert_explored("siam", "@a1n @a5s", "a1e 1:0:1:0");
}

static void test_explorer_bound(void **state) {
    (void)state;
    play("GameNumber01", "siam",
         "@a1n @a5s a1e a5e a1s a5n a1w a5w @b1n @b5s b1e b5e b1s b5n b1w b5w @c1n @c5s c1e c5e c1s c5n", END_RESIGNED,
         1);
    settle();
    assert_int_equal(scalar("SELECT count(*) FROM explorer"), EXPLORER_PLIES);
}

/* Of a set-up all moves count, and 20 after it. */
static void test_explorer_setup(void **state) {
    (void)state;
    struct tab_rules rules = testing_rules("khantsin");
    struct tab_position position;
    struct tab_random random;
    char moves[1024] = "";
    tab_position_start(&rules, &position);
    tab_random_seed(&random, 5);
    for (int ply = 0; ply < 24 + EXPLORER_PLIES + 3; ply++) {
        char text[TAB_MOVE_TEXT];
        const tab_move move = tab_random_move(&random, &rules, &position);
        tab_move_format(&rules, &position, move, text, sizeof text);
        tab_position_play(&rules, &position, move);
        snprintf(moves + strlen(moves), sizeof moves - strlen(moves), "%s ", text);
    }
    play("GameNumber01", "khantsin", moves, END_RESIGNED, 1);
    settle();
    assert_int_equal(scalar("SELECT count(*) FROM explorer"), 24 + EXPLORER_PLIES);
}

/* ---- Exactly once --------------------------------------------------------------------------------------------- */

enum { MANY = 30 };

static void many_play(void) {
    for (int i = 0; i < MANY; i++) {
        char id[GAME_ID_TEXT];
        struct played_game game = played_rated;
        snprintf(id, sizeof id, "GameNumber%02u", (unsigned)i % 100);
        game.id = id;
        played_add(sql, &game);
    }
}

static void many_check(void) {
    assert_int_equal(rating_of("anna").games, MANY);
    assert_int_equal(rating_of("bert").games, MANY);
    assert_int_equal(scalar("SELECT sum(won) FROM score"), MANY);
    assert_int_equal(scalar("SELECT sum(lost) FROM score"), MANY);
    assert_int_equal(scalar("SELECT count FROM explorer WHERE move = '@a1n'"), MANY);
    assert_int_equal(scalar("SELECT count(*) FROM rating_past"), 2 * MANY);
    assert_int_equal(scalar("SELECT count(*) FROM event WHERE data LIKE '%\"rated\"%' AND number = 5"), MANY);
    assert_int_equal(scalar("SELECT count(*) FROM ended"), 0);
}

/* Counts until nothing is left, through failures. */
static void work(void) {
    struct sql *own = database_open(&database);
    char told[GAME_ID_TEXT];
    while (ledger_step(own, HOUR, told) != LEDGER_IDLE)
        continue;
    sql_close(own);
}

/* Kills this process when it has computed for so long: at some point of its work, however busy the machine is. */
static void kill_after(long microseconds) {
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGKILL};
    const struct itimerspec once = {
        .it_value = {.tv_sec = microseconds / 1000000, .tv_nsec = microseconds % 1000000 * 1000}};
    timer_t timer;
    if (timer_create(CLOCK_PROCESS_CPUTIME_ID, &event, &timer) != 0 || timer_settime(timer, 0, &once, NULL) != 0)
        abort();
}

/* A ledger that is killed again and again, at any point of its work; each gets a little further than the one before. */
static void test_killed(void **state) {
    (void)state;
    many_play();
    for (long life = 1000; scalar("SELECT count(*) FROM ended") > 0; life += life / 4) {
        sql_close(sql); /* connections are not inherited */
        const pid_t child = fork();
        assert_true(child >= 0);
        if (child == 0) {
            kill_after(life);
            work();
            _exit(0);
        }
        watchdog_wait("the end of a ledger that is killed soon");
        waitpid(child, NULL, 0);
        sql = database_open(&database);
    }
    many_check();
}

static void *worker(void *argument) {
    (void)argument;
    work();
    return NULL;
}

/* Several ledgers at the same time. */
static void test_together(void **state) {
    pthread_t threads[3];
    (void)state;
    many_play();
    for (int i = 0; i < 3; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, worker, NULL), 0);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    settle();
    many_check();
}

/* Expired sessions go, and the addresses in old reports. */
static void test_tidy(void **state) {
    const int64_t now = (int64_t)time(NULL) * 1000, day = INT64_C(24) * HOUR;
    const struct sql_value past = sql_integer(now - 91 * day), times[] = {sql_integer(now - 89 * day), past};
    struct tab_error error;
    (void)state;
    for (int i = 0; i < 2; i++) {
        const unsigned char hash = (unsigned char)i;
        const struct sql_value session[] = {sql_integer(i), sql_bytes(&hash, 1), sql_integer(i == 0 ? now + day : now)};
        assert_int_equal(sql_run(sql,
                                 "INSERT INTO session (id, account, hash, began, seen, expires, address, agent)"
                                 " VALUES ($1, 1, $2, 0, 0, $3, '192.0.2.1', '')",
                                 session, 3, NULL, NULL),
                         SQL_GOOD);
        const struct sql_value report[] = {times[i], session[1]};
        assert_int_equal(
            sql_run(sql,
                    "INSERT INTO report (at, visitor, reporter, address, game, seat, line, who, said, text,"
                    " closed, note) VALUES ($1, $2, '', '192.0.2.1', '', 1, 0, '', '', '', 0, '')",
                    report, 2, NULL, NULL),
            SQL_GOOD);
    }
    const struct chores_options options = {.address = database.address, .ledgers = 1, .once = true};
    struct chores *chores = chores_new(&options, &error);
    assert_non_null(chores);
    chores_free(chores);
    assert_int_equal(scalar("SELECT count(*) FROM session"), 1);
    assert_int_equal(scalar("SELECT count(*) FROM session WHERE id = 0"), 1);
    assert_int_equal(scalar("SELECT count(*) FROM report"), 2);
    assert_int_equal(scalar("SELECT count(*) FROM report WHERE address <> ''"), 1);
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)
    const struct CMUnitTest tests[] = {
        TEST(test_rated),    TEST(test_told),          TEST(test_aborted),        TEST(test_casual),
        TEST(test_given_up), TEST(test_gone),          TEST(test_broken),         TEST(test_standing),
        TEST(test_explorer), TEST(test_explorer_once), TEST(test_explorer_bound), TEST(test_explorer_setup),
        TEST(test_killed),   TEST(test_together),      TEST(test_tidy),
    };
    int failures = 0;
    for (kind = 0; kind < DATABASE_COUNT; kind++)
        failures += cmocka_run_group_tests_name(database_names[kind], tests, NULL, NULL);
    return failures;
}
