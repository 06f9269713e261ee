/* test_network.c - addresses and origins: each row of a table is a test. */
#include "server/network.h"
#include "testing.h"

#include <string.h>

struct list_row {
    const char *list, *address;
    bool good, contains;
};

static struct list_row lists[] = {
    {"", "127.0.0.1", true, false},
    {"127.0.0.1", "127.0.0.1", true, true},
    {"127.0.0.1 ::1", "::1", true, true},
    {"127.0.0.1", "127.0.0.2", true, false},
    {"127.0.0.1", "::ffff:127.0.0.1", true, true},
    {"10.0.0.0/8", "10.255.1.2", true, true},
    {"10.0.0.0/8", "11.0.0.1", true, false},
    {"10.0.0.0/9", "10.128.0.1", true, false},
    {"0.0.0.0/0", "8.8.8.8", true, true},
    {"0.0.0.0/0", "2001:db8::1", true, false},
    {"2001:db8::/32", "2001:db8:ffff::1", true, true},
    {"2001:db8::/32", "2001:db9::1", true, false},
    {"::/0", "1.2.3.4", true, true},
    {"10.0.0.0/33", "10.0.0.0", false, false},
    {"10.0.0.0/9223372036854775807", "10.0.0.0", false, false},
    {"10.0.0.0/", "10.0.0.0", false, false},
    {"10.0.0.0/x", "10.0.0.0", false, false},
    {"10.0.0", "10.0.0.0", false, false},
    {"example.org", "10.0.0.0", false, false},
    {"127.0.0.1", "nonsense", true, false},
    {"127.0.0.1", "", true, false},
};

static const char *list_name(const void *row) { return ((const struct list_row *)row)->list; }

static void test_list(void **state) {
    const struct list_row *row = *state;
    assert_int_equal(network_list_good(row->list), row->good);
    assert_int_equal(network_list_contains(row->list, row->address), row->contains);
}

struct client_row {
    const char *peer, *forwarded, *proxies, *client;
};

static struct client_row clients[] = {
    {"192.0.2.1", "", "", "192.0.2.1"},
    {"192.0.2.1", "198.51.100.7", "", "192.0.2.1"},             /* nobody is believed */
    {"192.0.2.1", "198.51.100.7", "127.0.0.1", "192.0.2.1"},    /* only proxies are */
    {"127.0.0.1", "198.51.100.7", "127.0.0.1", "198.51.100.7"}, /* this one is */
    {"127.0.0.1", "", "127.0.0.1", "127.0.0.1"},
    {"::ffff:127.0.0.1", "", "", "127.0.0.1"}, /* IPv4 on a socket of IPv6 */
    {"127.0.0.1", "::ffff:203.0.113.9", "127.0.0.1", "203.0.113.9"},
    {"127.0.0.1", "203.0.113.9, 198.51.100.7", "127.0.0.1", "198.51.100.7"},         /* what a client made up */
    {"127.0.0.1", "198.51.100.7, 10.0.0.2", "127.0.0.1 10.0.0.0/8", "198.51.100.7"}, /* two proxies */
    {"127.0.0.1", "198.51.100.7,10.0.0.2 ", "127.0.0.1 10.0.0.0/8", "198.51.100.7"},
    {"127.0.0.1", "nonsense", "127.0.0.1", "127.0.0.1"},
    {"127.0.0.1", "198.51.100.7, nonsense", "127.0.0.1", "127.0.0.1"},
    {"127.0.0.1", "0.0.0.0/0", "127.0.0.1", "127.0.0.1"},
    {"127.0.0.1", "10.0.0.1, 10.0.0.2", "127.0.0.1 10.0.0.0/8", "10.0.0.1"},
    {"::ffff:127.0.0.1", "2001:db8::5", "127.0.0.1", "2001:db8::5"},
};

static const char *client_name(const void *row) { return ((const struct client_row *)row)->forwarded; }

static void test_client(void **state) {
    const struct client_row *row = *state;
    char client[ADDRESS_TEXT];
    network_client(row->peer, row->forwarded, row->proxies, client);
    assert_string_equal(client, row->client);
}

struct key_row {
    const char *address, *key;
};

static struct key_row keys[] = {
    {"192.0.2.1", "192.0.2.1"},           {"::ffff:192.0.2.1", "192.0.2.1"}, {"2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"},
    {"2001:db8:1:2::", "2001:db8:1:2::"}, {"nonsense", "nonsense"},
};

static const char *key_name(const void *row) { return ((const struct key_row *)row)->address; }

static void test_key(void **state) {
    const struct key_row *row = *state;
    char key[ADDRESS_TEXT];
    network_key(row->address, key);
    assert_string_equal(key, row->key);
}

struct origin_row {
    const char *origin, *host, *origins;
    bool allowed;
};

static struct origin_row origins[] = {
    {"http://localhost:8080", "localhost:8080", "", true},
    {"http://localhost:8080", "localhost:8081", "", false},
    {"http://localhost:8080", "localhost", "", false},
    {"http://example.org", "example.org", "", true},
    {"http://example.org", "example.org:80", "", true},
    {"https://example.org", "example.org:443", "", true},
    {"https://example.org", "example.org", "", true},
    {"http://example.org:80", "example.org", "", true},
    {"https://evil.example", "example.org", "", false},
    {"https://example.org.evil.example", "example.org", "", false},
    {"https://example.org", "example.org.evil.example", "", false},
    {"null", "example.org", "", false},
    {"", "example.org", "", false},
    {"", "", "", false},
    {"https://", "", "", false},
    {"file://", "example.org", "", false},
    {"https://example.org/path", "example.org", "", false},
    {"https://other.example", "example.org", "https://a.example https://other.example", true},
    {"http://other.example", "example.org", "https://other.example", false},
    {"https://other", "example.org", "https://other.example", false},
};

static const char *origin_name(const void *row) { return ((const struct origin_row *)row)->origin; }

static void test_origin(void **state) {
    const struct origin_row *row = *state;
    assert_int_equal(network_origin_allowed(row->origin, row->host, row->origins), row->allowed);
}

struct arrival_row {
    const char *origin, *host, *public;
    bool named, allowed, secure;
};

static struct arrival_row arrivals[] = {
    {"", "anything", "", true, false, false},
    {"https://a.example", "a.example", "", true, true, true},
    {"", "a.example", "https://a.example", true, false, true},
    {"", "a.example:443", "https://a.example", true, false, true},
    {"https://a.example", "a.example", "https://a.example", true, true, true},
    {"http://a.example", "a.example", "https://a.example", true, false, true},
    {"http://b.example", "b.example", "https://a.example", false, false, false},
    {"", "", "https://a.example", false, false, false},
    {"http://hall:8080", "hall:8080", "https://a.example http://hall:8080", true, true, false},
    {"https://other.example", "a.example", "https://a.example", true, true, true},
};

static const char *arrival_name(const void *row) { return ((const struct arrival_row *)row)->host; }

static void test_arrival(void **state) {
    const struct arrival_row *row = *state;
    const struct arrival arrival = network_arrival(row->origin, row->host, row->public, "https://other.example");
    assert_int_equal(arrival.named, row->named);
    assert_int_equal(arrival.allowed, row->allowed);
    assert_int_equal(arrival.secure, row->secure);
}

struct origins_row {
    const char *list;
    bool good;
};

static struct origins_row origin_lists[] = {
    {"", true},
    {"https://example.org", true},
    {"http://localhost:8080 https://club.example, https://xn--nxa.example", true},
    {"https://[::1]:8443", true},
    {"https://127.0.0.1", true},
    {"https://club.example/", false},
    {"https://club.example/path", false},
    {"https://club.example banana", false},
    {"club.example", false},
    {"https://Club.example", false},
    {"HTTPS://club.example", false},
    {"https://club.example:443", false},
    {"http://club.example:80", false},
    {"http://club.example:443", true},
    {"https://club.example:", false},
    {"https://club.example:0", false},
    {"https://club.example:65536", false},
    {"https://club.example:80x", false},
    {"https://club.example?x", false},
    {"https://*.example", false},
    {"https://me@club.example", false},
    {"https://[::1", false},
    {"https://", false},
    {"null", false},
    {"ftp://club.example", false},
};

static const char *origins_name(const void *row) { return ((const struct origins_row *)row)->list; }

static void test_origins(void **state) {
    const struct origins_row *row = *state;
    assert_int_equal(network_origins_good(row->list), row->good);
}

#define ROWS(rows) rows, sizeof *(rows), (int)(sizeof(rows) / sizeof *(rows))

int main(void) {
    return testing_run_rows("lists", test_list, ROWS(lists), list_name) +
           testing_run_rows("clients", test_client, ROWS(clients), client_name) +
           testing_run_rows("keys", test_key, ROWS(keys), key_name) +
           testing_run_rows("origins", test_origin, ROWS(origins), origin_name) +
           testing_run_rows("arrivals", test_arrival, ROWS(arrivals), arrival_name) +
           testing_run_rows("lists of origins", test_origins, ROWS(origin_lists), origins_name);
}
