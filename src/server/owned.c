/* owned.c - the games of somebody. */
#include "owned.h"

#include <stdlib.h>
#include <string.h>

struct owned_reading {
    struct owned *owned;
    int room;
    bool full; /* there is no memory for more */
};

static bool owned_note(void *context, const struct sql_value *columns, int count) {
    struct owned_reading *reading = context;
    struct owned *owned = reading->owned;
    (void)count;
    if (columns[0].text == NULL || !game_id_good(columns[0].text))
        return true;
    if (owned->count == reading->room) {
        const int room = reading->room > 0 ? 2 * reading->room : 64;
        struct owned_place *places = realloc(owned->places, (size_t)room * sizeof *places);
        reading->full = places == NULL;
        if (reading->full)
            return false;
        owned->places = places;
        reading->room = room;
    }
    struct owned_place *place = &owned->places[owned->count++];
    place->began = columns[1].integer;
    memcpy(place->game, columns[0].text, GAME_ID_TEXT);
    return true;
}

enum sql_outcome owned_read(struct sql *sql, const struct visitor *visitor, const struct owned_place *before, int most,
                            struct owned *owned) {
    const struct owned_place latest = {.began = INT64_MAX, .game = ""};
    const struct owned_place *from = before != NULL ? before : &latest;
    const struct sql_value values[] = {sql_bytes(visitor->bytes, VISITOR_BYTES), sql_integer(from->began),
                                       sql_text(from->game), sql_integer(most)};
    struct owned_reading reading = {.owned = owned};
    *owned = (struct owned){.count = 0};
    const enum sql_outcome outcome =
        sql_run(sql,
                "SELECT game, min(began) FROM owner WHERE visitor = $1 GROUP BY game"
                " HAVING min(began) < $2 OR (min(began) = $2 AND game < $3) ORDER BY 2 DESC, 1 DESC LIMIT $4",
                values, 4, owned_note, &reading);
    if (outcome == SQL_GOOD && !reading.full)
        return SQL_GOOD;
    free(owned->places);
    *owned = (struct owned){.count = 0};
    return outcome != SQL_GOOD ? outcome : SQL_LOST;
}
