/* mib.h - memory in MiB, as people ask for it, in bytes. */
#ifndef TABLIER_ENGINE_MIB_H
#define TABLIER_ENGINE_MIB_H

#include <stddef.h>
#include <stdint.h>

/* At most half of all addresses: tables are doubled until they are larger, and where a size has 32 bits the double of
 * more would be nothing. */
static inline size_t mib_bytes(int mib) {
    const uint64_t bytes = (uint64_t)mib << 20;
    return bytes < SIZE_MAX / 2 ? (size_t)bytes : SIZE_MAX / 2;
}

#endif
