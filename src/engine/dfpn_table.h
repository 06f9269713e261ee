/* dfpn_table.h - what a proof-number search remembers of positions. */
#ifndef TABLIER_ENGINE_DFPN_TABLE_H
#define TABLIER_ENGINE_DFPN_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define DFPN_INFINITE UINT32_C(0x3FFFFFFF)

struct dfpn_entry {
    uint64_t key;
    uint32_t proof, disproof; /* numbers: how much is missing to a proof, to a refutation; 0 and infinite when done */
    uint32_t work;            /* nodes looked at below */
    uint16_t plies;           /* of a proof */
    uint8_t age;              /* of the question it belongs to; 0: free */
    bool walked;              /* the proof was gone through, and `plies` is exact for it */
};

enum { DFPN_WAYS = 4 };

struct dfpn_table {
    struct dfpn_entry *entries;
    size_t buckets; /* of DFPN_WAYS entries; a power of two */
    uint8_t age;
};

/* False when there is no memory. */
bool dfpn_table_begin(struct dfpn_table *table, size_t bytes);
void dfpn_table_end(struct dfpn_table *table);
/* Forgets everything. */
void dfpn_table_renew(struct dfpn_table *table);
/* NULL when the position is not there. */
struct dfpn_entry *dfpn_table_find(const struct dfpn_table *table, uint64_t key);
/* An entry for a position, the one there is or one that may be overwritten: free before cheap, and a proof only for
 * another proof. NULL when a bucket full of proofs leaves no room. */
struct dfpn_entry *dfpn_table_place(struct dfpn_table *table, uint64_t key, bool proven);

#endif
