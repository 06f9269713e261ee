/* dfpn_table.c - see dfpn_table.h. */
#include "dfpn_table.h"

#include <stdlib.h>
#include <string.h>

bool dfpn_table_begin(struct dfpn_table *table, size_t bytes) {
    const size_t bucket = DFPN_WAYS * sizeof(struct dfpn_entry);
    table->buckets = 1;
    while (2 * table->buckets * bucket <= bytes)
        table->buckets *= 2;
    table->entries = calloc(table->buckets, bucket);
    table->age = 0;
    return table->entries != NULL;
}

void dfpn_table_end(struct dfpn_table *table) { free(table->entries); }

void dfpn_table_renew(struct dfpn_table *table) {
    if (table->age == UINT8_MAX) {
        memset(table->entries, 0, table->buckets * DFPN_WAYS * sizeof *table->entries);
        table->age = 0;
    }
    table->age++;
}

static struct dfpn_entry *bucket_of(const struct dfpn_table *table, uint64_t key) {
    return &table->entries[(key & (table->buckets - 1)) * DFPN_WAYS];
}

struct dfpn_entry *dfpn_table_find(const struct dfpn_table *table, uint64_t key) {
    struct dfpn_entry *bucket = bucket_of(table, key);
    for (int i = 0; i < DFPN_WAYS; i++)
        if (bucket[i].key == key && bucket[i].age == table->age)
            return &bucket[i];
    return NULL;
}

/* How much is lost with an entry. */
static uint64_t entry_worth(const struct dfpn_table *table, const struct dfpn_entry *entry) {
    if (entry->age != table->age)
        return 0;
    return (uint64_t)(entry->proof == 0) << 32 | ((uint64_t)entry->work + 1);
}

struct dfpn_entry *dfpn_table_place(struct dfpn_table *table, uint64_t key, bool proven) {
    struct dfpn_entry *entry = dfpn_table_find(table, key), *bucket = bucket_of(table, key);
    if (entry != NULL)
        return entry;
    entry = bucket;
    for (int i = 1; i < DFPN_WAYS; i++)
        if (entry_worth(table, &bucket[i]) < entry_worth(table, entry))
            entry = &bucket[i];
    if (entry->age == table->age && entry->proof == 0 && !proven)
        return NULL;
    *entry = (struct dfpn_entry){.key = key, .age = table->age};
    return entry;
}
