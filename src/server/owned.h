/* owned.h - the games of somebody: those in which a visitor has, or had, a seat. */
#ifndef TABLIER_SERVER_OWNED_H
#define TABLIER_SERVER_OWNED_H

#include "game.h"
#include "sql.h"

/* A place in the list, the latest game first: before this one. */
struct owned_place {
    int64_t began;
    char game[GAME_ID_TEXT];
};

struct owned {
    struct owned_place *places;
    int count;
};

/* Up to `most` games before a place (NULL: from the latest); the caller frees `places`. */
enum sql_outcome owned_read(struct sql *sql, const struct visitor *visitor, const struct owned_place *before, int most,
                            struct owned *owned);

#endif
