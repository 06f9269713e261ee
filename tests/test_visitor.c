/* test_visitor.c - cookies, tokens and names of games: what was signed is accepted, anything else is not. */
#include "server/visitor.h"
#include "testing.h"

#include <limits.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

static const struct secret secret = {"the key of this server, 32 bytes"}, other = {"the key of another one, 32 byte"};
static const struct visitor somebody = {"0123456789abcde"};
static const int64_t noon = 1000000;

static void test_cookie_good(void **state) {
    (void)state;
    char cookie[COOKIE_TEXT];
    struct visitor read = {{0}};
    cookie_format(&secret, &somebody, noon + 1, cookie);
    assert_true(cookie_parse(&secret, cookie, noon, &read));
    assert_true(visitor_equal(&read, &somebody));
}

static void test_cookie_expired(void **state) {
    (void)state;
    char cookie[COOKIE_TEXT];
    struct visitor read;
    cookie_format(&secret, &somebody, noon, cookie);
    assert_false(cookie_parse(&secret, cookie, noon, &read));
}

static void test_cookie_of_another_server(void **state) {
    (void)state;
    char cookie[COOKIE_TEXT];
    struct visitor read;
    cookie_format(&other, &somebody, noon + 1, cookie);
    assert_false(cookie_parse(&secret, cookie, noon, &read));
}

/* Any single character changed, left out or doubled makes a cookie that is refused, and the visitor stays untouched. */
static void test_cookie_changed(void **state) {
    (void)state;
    char cookie[COOKIE_TEXT], changed[COOKIE_TEXT + 1];
    struct visitor read = somebody;
    cookie_format(&secret, &somebody, noon + 1, cookie);
    const size_t length = strlen(cookie);
    for (size_t i = 0; i < length; i++) {
        strcpy(changed, cookie);
        changed[i] = changed[i] == '0' ? '1' : '0';
        assert_false(cookie_parse(&secret, changed, noon, &read));
        snprintf(changed, sizeof changed, "%.*s%s", (int)i, cookie, cookie + i + 1);
        assert_false(cookie_parse(&secret, changed, noon, &read));
        snprintf(changed, sizeof changed, "%.*s%s", (int)i + 1, cookie, cookie + i);
        assert_false(cookie_parse(&secret, changed, noon, &read));
    }
    assert_true(visitor_equal(&read, &somebody));
}

/* What stands in memory behind the end of a text is no part of it. */
static void test_cookie_that_ends_too_early(void **state) {
    (void)state;
    char cookie[COOKIE_TEXT];
    struct visitor read;
    cookie_format(&secret, &somebody, noon + 1, cookie);
    *strchr(cookie, '.') = '\0';
    assert_false(cookie_parse(&secret, cookie, noon, &read));
}

static void test_cookie_nonsense(void **state) {
    (void)state;
    struct visitor read;
    static const char *const texts[] = {
        "", ".", "..", "...", "x", "0.0.0", "-1.-1.-1", "30313233343536373839616263646500.99999999999999999999.00"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        assert_false(cookie_parse(&secret, texts[i], noon, &read));
}

static void test_token(void **state) {
    (void)state;
    char token[TOKEN_TEXT];
    token_format(&secret, "abcdefghijkl", 2, 1, token);
    assert_true(token_check(&secret, "abcdefghijkl", 2, 1, token));
    assert_false(token_check(&secret, "abcdefghijkl", 1, 1, token));
    assert_false(token_check(&secret, "abcdefghijkl", 2, 2, token));
    assert_false(token_check(&secret, "abcdefghijkm", 2, 1, token));
    assert_false(token_check(&other, "abcdefghijkl", 2, 1, token));
    assert_false(token_check(&secret, "abcdefghijkl", 2, 1, ""));
    token[0] = token[0] == '0' ? '1' : '0';
    assert_false(token_check(&secret, "abcdefghijkl", 2, 1, token));
}

/* A signature of one kind is not accepted as one of another. */
static void test_kinds_apart(void **state) {
    (void)state;
    char token[TOKEN_TEXT], cookie[2 * COOKIE_TEXT], text[VISITOR_TEXT];
    struct visitor read;
    token_format(&secret, "abcdefghijkl", 2, 1, token);
    visitor_format(&somebody, text);
    snprintf(cookie, sizeof cookie, "%s.%d.%s", text, 2000000, token);
    assert_false(cookie_parse(&secret, cookie, noon, &read));
}

static void test_handle(void **state) {
    (void)state;
    char one[HANDLE_TEXT], again[HANDLE_TEXT], elsewhere[HANDLE_TEXT], text[VISITOR_TEXT];
    visitor_handle(&secret, &somebody, one);
    visitor_handle(&secret, &somebody, again);
    visitor_handle(&other, &somebody, elsewhere);
    visitor_format(&somebody, text);
    assert_string_equal(one, again);
    assert_string_not_equal(one, elsewhere);
    assert_null(strstr(text, one));
}

/* Every one of the 62 letters and digits comes up at every one of the twelve places. */
static void test_game_ids(void **state) {
    (void)state;
    bool seen[GAME_ID_LENGTH][UCHAR_MAX + 1] = {{false}};
    char id[GAME_ID_TEXT];
    int kinds = 0;
    for (int i = 0; i < 5000; i++) {
        game_id_make(random_system, NULL, id);
        assert_true(game_id_good(id));
        for (int place = 0; place < GAME_ID_LENGTH; place++) {
            bool *first = &seen[place][(unsigned char)id[place]];
            kinds += !*first;
            *first = true;
        }
    }
    assert_int_equal(kinds, 12 * 62);
    assert_false(game_id_good("abc"));
    assert_false(game_id_good("abcdefghijk/"));
    assert_false(game_id_good("abcdefghijklm"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cookie_good),     cmocka_unit_test(test_cookie_expired),
        cmocka_unit_test(test_cookie_changed),  cmocka_unit_test(test_cookie_of_another_server),
        cmocka_unit_test(test_token),           cmocka_unit_test(test_cookie_that_ends_too_early),
        cmocka_unit_test(test_cookie_nonsense), cmocka_unit_test(test_handle),
        cmocka_unit_test(test_kinds_apart),     cmocka_unit_test(test_game_ids),
    };
    if (sodium_init() < 0)
        return 1;
    return cmocka_run_group_tests_name("visitor", tests, NULL, NULL);
}
