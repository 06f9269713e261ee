/* proxy.c - something between a program and its PostgreSQL: one thread that hands bytes on. */
#include "proxy.h"
#include "testing.h"

#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

enum { PAIRS = 16, BYTES = 65536 };

struct pair {
    int client, server; /* -1: unused */
    bool doomed;        /* the next answer is not handed on, but the connection cut */
};

struct proxy {
    char upstream[sizeof((struct sockaddr_un *)0)->sun_path];
    int listener, wake[2];
    pthread_t thread;
    atomic_int cut, refuse;
    atomic_bool drop, ending;
    struct pair pairs[PAIRS];
};

static int socket_make(const char *path, struct sockaddr_un *address) {
    *address = (struct sockaddr_un){.sun_family = AF_UNIX};
    snprintf(address->sun_path, sizeof address->sun_path, "%s", path);
    return socket(AF_UNIX, SOCK_STREAM, 0);
}

static void pair_close(struct pair *pair) {
    if (pair->client < 0)
        return;
    close(pair->client);
    close(pair->server);
    *pair = (struct pair){.client = -1, .server = -1};
}

static void pair_open(struct proxy *proxy) {
    struct sockaddr_un address;
    const int client = accept(proxy->listener, NULL, NULL);
    if (atomic_load(&proxy->refuse) > 0) {
        atomic_fetch_sub(&proxy->refuse, 1);
        close(client);
        return;
    }
    const int server = socket_make(proxy->upstream, &address);
    if (connect(server, (const struct sockaddr *)&address, sizeof address) != 0)
        abort();
    for (int i = 0; i < PAIRS; i++)
        if (proxy->pairs[i].client < 0) {
            proxy->pairs[i] = (struct pair){.client = client, .server = server};
            return;
        }
    abort(); /* more connections than any test has */
}

/* Whether the connection is to be cut before these bytes of a client are handed on. */
static bool question_cut(struct proxy *proxy, struct pair *pair, const char *bytes, size_t count) {
    static const char commit[] = "COMMIT";
    bool found = false;
    for (size_t i = 0; i + sizeof commit <= count && !found; i++)
        found = memcmp(bytes + i, commit, sizeof commit) == 0;
    if (!found)
        return false;
    const int cut = atomic_exchange(&proxy->cut, PROXY_WHOLE);
    pair->doomed = cut == PROXY_ANSWER;
    return cut == PROXY_QUESTION;
}

static void bytes_hand(struct proxy *proxy, struct pair *pair, bool from_client) {
    char bytes[BYTES];
    const ssize_t count = recv(from_client ? pair->client : pair->server, bytes, sizeof bytes, 0);
    const bool cut = count <= 0 || (from_client ? question_cut(proxy, pair, bytes, (size_t)count) : pair->doomed);
    if (cut || send(from_client ? pair->server : pair->client, bytes, (size_t)count, MSG_NOSIGNAL) != count)
        pair_close(pair);
}

static void pairs_serve(struct proxy *proxy, const struct pollfd *events) {
    for (int i = 0; i < PAIRS; i++) {
        struct pair *pair = &proxy->pairs[i];
        if (pair->client >= 0 && events[2 * i].revents != 0)
            bytes_hand(proxy, pair, true);
        if (pair->client >= 0 && events[2 * i + 1].revents != 0)
            bytes_hand(proxy, pair, false);
    }
}

static void *proxy_run(void *argument) {
    struct proxy *proxy = argument;
    while (!atomic_load(&proxy->ending)) {
        struct pollfd events[2 * PAIRS + 2];
        char byte;
        for (int i = 0; i < PAIRS; i++) {
            events[2 * i] = (struct pollfd){.fd = proxy->pairs[i].client, .events = POLLIN};
            events[2 * i + 1] = (struct pollfd){.fd = proxy->pairs[i].server, .events = POLLIN};
        }
        events[2 * PAIRS] = (struct pollfd){.fd = proxy->listener, .events = POLLIN};
        events[2 * PAIRS + 1] = (struct pollfd){.fd = proxy->wake[0], .events = POLLIN};
        poll(events, 2 * PAIRS + 2, -1);
        pairs_serve(proxy, events);
        if (events[2 * PAIRS].revents != 0)
            pair_open(proxy);
        if (events[2 * PAIRS + 1].revents == 0 || read(proxy->wake[0], &byte, 1) != 1)
            continue;
        for (int i = 0; i < PAIRS; i++)
            pair_close(&proxy->pairs[i]);
        atomic_store(&proxy->drop, false);
    }
    return NULL;
}

struct proxy *proxy_new(struct database *database) {
    struct proxy *proxy = calloc(1, sizeof *proxy);
    struct sockaddr_un address;
    char path[sizeof proxy->upstream], *host = strstr(database->address, "host="), rest[256];
    assert_non_null(host);
    const size_t length = strcspn(host + 5, "&");
    snprintf(proxy->upstream, sizeof proxy->upstream, "%.*s/.s.PGSQL.5432", (int)length, host + 5);
    snprintf(path, sizeof path, "%s/.s.PGSQL.5432", database->folder);
    proxy->listener = socket_make(path, &address);
    assert_int_equal(bind(proxy->listener, (const struct sockaddr *)&address, sizeof address), 0);
    assert_int_equal(listen(proxy->listener, PAIRS), 0);
    assert_int_equal(pipe(proxy->wake), 0);
    for (int i = 0; i < PAIRS; i++)
        proxy->pairs[i] = (struct pair){.client = -1, .server = -1};
    snprintf(rest, sizeof rest, "%s", host + 5 + length);
    snprintf(host, sizeof database->address - (size_t)(host - database->address), "host=%s%s", database->folder, rest);
    assert_int_equal(pthread_create(&proxy->thread, NULL, proxy_run, proxy), 0);
    return proxy;
}

static void proxy_wake(struct proxy *proxy) { assert_int_equal(write(proxy->wake[1], "", 1), 1); }

void proxy_free(struct proxy *proxy) {
    atomic_store(&proxy->ending, true);
    proxy_wake(proxy);
    pthread_join(proxy->thread, NULL);
    close(proxy->listener);
    close(proxy->wake[0]);
    close(proxy->wake[1]);
    free(proxy);
}

void proxy_cut(struct proxy *proxy, enum proxy_cut cut) { atomic_store(&proxy->cut, (int)cut); }

void proxy_refuse(struct proxy *proxy, int connections) { atomic_store(&proxy->refuse, connections); }

void proxy_drop(struct proxy *proxy) {
    atomic_store(&proxy->drop, true);
    proxy_wake(proxy);
    while (atomic_load(&proxy->drop))
        sched_yield();
}
