/* throttle.c - how often somebody may do something.
 *
 * A slot holds when the key would have all its times back; each time taken puts that off by `every_ms`. So a slot that
 * is in the past means nothing, and one far in the future means somebody who is busy. A key may be in one of the few
 * slots of its set; the hash is keyed, so that nobody can choose whom to push out. */
#include "throttle.h"

#include <pthread.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

enum { SETS = 4096, WAYS = 8 };

struct slot {
    uint64_t key; /* of the hash; 0: free */
    int64_t full; /* when all times are back */
};

struct throttle {
    int most;
    int64_t every_ms;
    unsigned char secret[crypto_shorthash_KEYBYTES];
    pthread_mutex_t mutex; /* of the slots */
    struct slot slots[SETS][WAYS];
};

struct throttle *throttle_new(int most, int64_t every_ms) {
    struct throttle *throttle = calloc(1, sizeof *throttle);
    if (throttle == NULL)
        return NULL;
    throttle->most = most;
    throttle->every_ms = every_ms;
    randombytes_buf(throttle->secret, sizeof throttle->secret);
    pthread_mutex_init(&throttle->mutex, NULL);
    return throttle;
}

void throttle_free(struct throttle *throttle) {
    if (throttle == NULL)
        return;
    pthread_mutex_destroy(&throttle->mutex);
    free(throttle);
}

/* The slot of a key, made when it has none. */
static struct slot *slot_of(struct throttle *throttle, const char *key) {
    uint64_t hash = 0;
    crypto_shorthash((unsigned char *)&hash, (const unsigned char *)key, strlen(key), throttle->secret);
    hash |= 1; /* not that of a free slot */
    struct slot *set = throttle->slots[hash >> 1 & (SETS - 1)], *least = set;
    for (int i = 0; i < WAYS; i++) {
        if (set[i].key == hash)
            return &set[i];
        if (set[i].full < least->full)
            least = &set[i];
    }
    *least = (struct slot){.key = hash};
    return least;
}

bool throttle_take(struct throttle *throttle, const char *key, int64_t now) {
    pthread_mutex_lock(&throttle->mutex);
    struct slot *slot = slot_of(throttle, key);
    /* However far ahead: a clock that was fast does not keep anybody out for longer. */
    const int64_t full = now + throttle->most * throttle->every_ms;
    const int64_t from = slot->full > full ? full : slot->full > now ? slot->full : now;
    const bool good = from + throttle->every_ms - now <= throttle->most * throttle->every_ms;
    slot->full = good ? from + throttle->every_ms : from;
    pthread_mutex_unlock(&throttle->mutex);
    return good;
}

void throttle_return(struct throttle *throttle, const char *key, int64_t now) {
    pthread_mutex_lock(&throttle->mutex);
    struct slot *slot = slot_of(throttle, key);
    if (slot->full > now)
        slot->full -= throttle->every_ms;
    pthread_mutex_unlock(&throttle->mutex);
}
