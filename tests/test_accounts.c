/* test_accounts.c - names and passwords of accounts, how often one may try, and which request is which: each row of a
 * table is a test. */
#include "server/api.h"
#include "server/names.h"
#include "server/passwords.h"
#include "server/throttle.h"
#include "testing.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

/* ---- Names ---------------------------------------------------------------------------------------------------- */

struct name_row {
    const char *name, *folded; /* NULL: no name */
};

static struct name_row names[] = {
    {"Anna", "anna"},
    {"ANNA", "anna"},
    {"an-na", "anna"},
    {"a-n_n-a", "anna"},
    {"\xC3\x81nn\xC3\xA4", "anna"},               /* with accents */
    {"\xD0\x90\xD0\xBD\xD0\xBD\xD0\xB0", "ahha"}, /* in Cyrillic, as it looks */
    {"\xD0\xB0\xD0\xBE", "ao"},                   /* wholly of letters that look Latin */
    {"\xCE\x91\xCE\xBF", "ao"},                   /* the same in Greek */
    {"\xCE\x86\xCF\x82", "a\xCF\x83"},            /* a Greek accent, and the other sigma */
    {"\xD0\x81\xD0\xB6", "e\xD0\xB6"},
    {"Bill", "blll"},
    {"B1Ll", "blll"},
    {"b0b", "bob"},
    {"\xC5\x81\xC3\xB3\xC4\x91\xC5\xBA", "lodz"},
    {"x1", "xl"},
    {"", NULL},
    {"x", NULL},
    {"12", NULL}, /* no letter */
    {"-anna", NULL},
    {"anna-", NULL},
    {"an--na", NULL},
    {"an.na", NULL},
    {"an na", NULL},
    {"<anna>", NULL},
    {"anna\xE2\x80\x8B", NULL}, /* a space without width */
    {"e\xCC\x81va", NULL},      /* an accent on its own */
    {"\xD0\xB0nna", NULL},      /* two scripts */
    {"an\xCE\xBD"
     "a",
     NULL},
    {"\xF0\x9F\x98\x80\xF0\x9F\x98\x80", NULL},
    {"\xC3\x97\xC3\x97", NULL}, /* times times */
    {"an\xC3", NULL},           /* no UTF-8 */
    {"\xC1\x81nna", NULL},      /* a letter in more bytes than it needs */
    {"abcdefghijklmnopqrst", "abcdefghljklmnopqrst"},
    {"abcdefghijklmnopqrstu", NULL},
};

static const char *name_name(const void *row) { return ((const struct name_row *)row)->name; }

static void test_name(void **state) {
    const struct name_row *row = *state;
    char folded[NAME_TEXT] = "untouched";
    assert_int_equal(name_fold(row->name, folded), row->folded != NULL);
    assert_string_equal(folded, row->folded != NULL ? row->folded : "untouched");
}

static void test_reserved(void **state) {
    char folded[NAME_TEXT];
    (void)state;
    assert_true(name_fold("T4b-lier", folded) && name_free(folded));
    assert_true(name_fold("ADM1N", folded));
    assert_false(name_free(folded));
}

/* ---- Passwords ------------------------------------------------------------------------------------------------ */

struct password_row {
    const char *password;
    bool good;
};

static struct password_row passwords[] = {
    {"correct horse 7", true},
    {"k7#xQp2!vL", true},
    {"\xC3\xA9\xC3\xA0\xC3\xBC\xC3\xB6\xC3\xA4\xC3\xB1\xC3\xA7\xC3\xB8\xC3\xA5\xC3\xA6", true}, /* ten characters */
    {"k7#xQp2!v", false},                                                                       /* nine */
    {"\xC3\xA9\xC3\xA0\xC3\xBC\xC3\xB6\xC3\xA4", false},                                        /* ten bytes */
    {"Password123", false},
    {"motdepasse!!", false},
    {"QWERTYUIOP", false},
    {"azertyuiop1234", false},
    {"1234567890", false},
    {"9876543210", false},
    {"abcdefghijk", false},
    {"aaaaaaaaaaaa", false},
    {"121212121212", false},
    {"Anna2026!!!!", false}, /* the name, and digits */
    {"anna and the horse", true},
};

static const char *password_name(const void *row) { return ((const struct password_row *)row)->password; }

static void test_password(void **state) {
    const struct password_row *row = *state;
    assert_int_equal(password_good(row->password, "Anna"), row->good);
}

static void test_password_long(void **state) {
    char password[PASSWORD_MOST + 2];
    (void)state;
    for (size_t i = 0; i < sizeof password; i++)
        password[i] = (char)('a' + i * 7 % 26);
    password[PASSWORD_MOST + 1] = '\0';
    assert_false(password_good(password, "Anna"));
    password[PASSWORD_MOST] = '\0';
    assert_true(password_good(password, "Anna"));
}

static void test_hash(void **state) {
    char hash[PASSWORD_HASH_TEXT], again[PASSWORD_HASH_TEXT];
    (void)state;
    assert_true(password_hash("correct horse 7", hash) && password_hash("correct horse 7", again));
    assert_memory_equal(hash, "$argon2id$v=19$m=65536,t=2,p=1$", 31);
    assert_string_not_equal(hash, again);
    assert_true(password_check("correct horse 7", hash));
    assert_false(password_check("correct horse 8", hash));
    assert_false(password_check("correct horse 7", NULL));
    assert_false(password_check("correct horse 7", ""));
    assert_false(password_outdated(hash));
    assert_true(crypto_pwhash_str(hash, "x", 1, crypto_pwhash_OPSLIMIT_MIN, crypto_pwhash_MEMLIMIT_MIN) == 0);
    assert_true(password_outdated(hash));
}

/* ---- How often ------------------------------------------------------------------------------------------------ */

static void test_throttle(void **state) {
    struct throttle *throttle = throttle_new(3, 1000);
    (void)state;
    for (int i = 0; i < 3; i++)
        assert_true(throttle_take(throttle, "anna", 100));
    assert_false(throttle_take(throttle, "anna", 100));
    assert_false(throttle_take(throttle, "anna", 1099));
    assert_true(throttle_take(throttle, "bert", 100));
    assert_true(throttle_take(throttle, "anna", 1100));
    assert_false(throttle_take(throttle, "anna", 1100));
    throttle_return(throttle, "anna", 1100);
    assert_true(throttle_take(throttle, "anna", 1100));
    for (int i = 0; i < 3; i++)
        assert_true(throttle_take(throttle, "anna", 1000000));
    assert_false(throttle_take(throttle, "anna", 1000000));
    throttle_free(throttle);
}

/* Whoever was busy by a clock that was fast waits no longer than others. */
static void test_throttle_clock_set_back(void **state) {
    struct throttle *throttle = throttle_new(3, 1000);
    (void)state;
    assert_true(throttle_take(throttle, "anna", 1000000));
    assert_false(throttle_take(throttle, "anna", 100));
    assert_false(throttle_take(throttle, "anna", 1099));
    assert_true(throttle_take(throttle, "anna", 1100));
    throttle_free(throttle);
}

/* Whoever is busy is remembered, however many others come by. */
static void test_throttle_crowd(void **state) {
    struct throttle *throttle = throttle_new(3, 1000);
    char key[16];
    (void)state;
    for (int i = 0; i < 3; i++)
        assert_true(throttle_take(throttle, "anna", 100));
    for (int i = 0; i < 200000; i++) {
        snprintf(key, sizeof key, "key %d", i);
        assert_true(throttle_take(throttle, key, 100));
    }
    assert_false(throttle_take(throttle, "anna", 100));
    throttle_free(throttle);
}

/* ---- Requests ------------------------------------------------------------------------------------------------- */

struct path_row {
    enum api_method method;
    const char *path, *route, *part; /* of the route; NULL: none */
    const char *allow;               /* without a route: the methods that the path has */
};

static struct path_row paths[] = {
    {API_GET, "/me", "/me", NULL, NULL},
    {API_POST, "/me", NULL, NULL, "GET, HEAD"},
    {API_GET, "/session", NULL, NULL, "POST, DELETE"},
    {API_METHOD_COUNT, "/tokens", NULL, NULL, "GET, HEAD, POST"},
    {API_METHOD_COUNT, "/nothing", NULL, NULL, ""},
    {API_GET, "/users/Anna", "/users/{name}", "Anna", NULL},
    {API_GET, "/users/Anna/games", "/users/{name}/games", "Anna", NULL},
    {API_GET, "/users/", NULL, NULL, ""},
    {API_GET, "/users//games", NULL, NULL, ""},
    {API_GET, "/users/Anna/", NULL, NULL, ""},
    {API_GET, "/users/Anna/games/", NULL, NULL, ""},
    {API_DELETE, "/sessions/17", "/sessions/{id}", "17", NULL},
    {API_DELETE, "/sessions", "/sessions", NULL, NULL},
    {API_GET, "", NULL, NULL, ""},
    {API_GET, "/", NULL, NULL, ""},
    {API_GET, "/ME", NULL, NULL, ""},
};

static const char *path_name(const void *row) { return ((const struct path_row *)row)->path; }

static void test_path(void **state) {
    const struct path_row *row = *state;
    struct route_match match;
    route_find(row->method, row->path, &match);
    if (row->route == NULL) {
        char allow[API_ALLOW_TEXT];
        methods_format(match.methods, allow);
        assert_null(match.route);
        assert_string_equal(allow, row->allow);
        return;
    }
    assert_non_null(match.route);
    assert_string_equal(match.route->path, row->route);
    if (row->part != NULL)
        assert_string_equal(match.parts[0], row->part);
}

static void test_path_long(void **state) {
    char path[2 * API_PATH_TEXT];
    struct route_match match;
    (void)state;
    memset(path, 'a', sizeof path);
    memcpy(path, "/users/", 7);
    path[sizeof path - 1] = '\0';
    route_find(API_GET, path, &match);
    assert_null(match.route);
}

int main(void) {
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_reserved),
        cmocka_unit_test(test_password_long),
        cmocka_unit_test(test_hash),
        cmocka_unit_test(test_throttle),
        cmocka_unit_test(test_throttle_clock_set_back),
        cmocka_unit_test(test_throttle_crowd),
        cmocka_unit_test(test_path_long),
    };
    if (sodium_init() < 0)
        return 1;
    return cmocka_run_group_tests_name("accounts", tests, NULL, NULL) +
           testing_run_rows("names", test_name, names, sizeof *names, sizeof names / sizeof *names, name_name) +
           testing_run_rows("passwords", test_password, passwords, sizeof *passwords,
                            sizeof passwords / sizeof *passwords, password_name) +
           testing_run_rows("paths", test_path, paths, sizeof *paths, sizeof paths / sizeof *paths, path_name);
}
