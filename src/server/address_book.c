/* address_book.c - how much each address of the network uses. An address is forgotten when it has no connections and an
 * hour has passed. */
#include "address_book.h"
#include "hub.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BOOK_BUCKETS = 1 << 12, HOUR_MS = 3600 * 1000 };

struct address {
    struct address *chained;
    char text[ADDRESS_TEXT];
    int connections;
    int created;        /* games since `hour` */
    int64_t hour, left; /* when the hour began, when the last connection went */
};

struct address_book {
    struct address *buckets[BOOK_BUCKETS];
};

struct address_book *address_book_new(void) { return calloc(1, sizeof(struct address_book)); }

void address_book_free(struct address_book *book) {
    for (int i = 0; book != NULL && i < BOOK_BUCKETS; i++)
        for (struct address *next, *each = book->buckets[i]; each != NULL; each = next) {
            next = each->chained;
            free(each);
        }
    free(book);
}

static struct address **bucket_of(struct address_book *book, const char *text) {
    uint32_t hash = 2166136261U; /* FNV-1a */
    for (; *text != '\0'; text++)
        hash = (hash ^ (unsigned char)*text) * 16777619U;
    return &book->buckets[hash % BOOK_BUCKETS];
}

struct address *address_enter(struct address_book *book, const char *text, int most) {
    struct address **bucket = bucket_of(book, text), *address = *bucket;
    while (address != NULL && strcmp(address->text, text) != 0)
        address = address->chained;
    if (address == NULL) {
        address = calloc(1, sizeof *address);
        if (address == NULL)
            return NULL;
        snprintf(address->text, sizeof address->text, "%s", text);
        address->chained = *bucket;
        *bucket = address;
    }
    if (address->connections >= most)
        return NULL;
    address->connections++;
    return address;
}

/* Forgets those of a bucket that have been gone for long. */
static void bucket_sweep(struct address **bucket, int64_t now) {
    while (*bucket != NULL) {
        struct address *address = *bucket;
        if (address->connections == 0 && now - address->left > HOUR_MS) {
            *bucket = address->chained;
            free(address);
        } else
            bucket = &address->chained;
    }
}

void address_leave(struct address_book *book, struct address *address, int64_t now) {
    address->connections--;
    address->left = now;
    bucket_sweep(bucket_of(book, address->text), now);
}

bool address_may_create(struct address *address, int per_hour, int64_t now) {
    if (now - address->hour >= HOUR_MS) {
        address->hour = now;
        address->created = 0;
    }
    return address->created < per_hour;
}

void address_created(struct address *address) { address->created++; }
