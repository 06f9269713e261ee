/* game_load.c - a game from its events in the database. */
#include "game_load.h"

#include <stdlib.h>

struct load {
    struct game *game;
    struct event *event; /* room to work in */
    bool bad;
};

static bool event_take(void *context, const struct sql_value *columns, int count) {
    struct load *load = context;
    const int64_t number = columns[0].integer, at = columns[1].integer;
    (void)count;
    load->bad = !event_decode(load->event, columns[2].text, number, at) || !game_apply(load->game, load->event, at);
    return !load->bad;
}

enum sql_outcome game_load(struct sql *sql, const char *id, struct game **game) {
    const struct sql_value value = sql_text(id);
    struct load load = {.game = game_make(id), .event = malloc(sizeof *load.event)};
    enum sql_outcome outcome = SQL_LOST;
    if (load.game != NULL && load.event != NULL)
        outcome = sql_run(sql, "SELECT number, at, data FROM event WHERE game = $1 ORDER BY number", &value, 1,
                          event_take, &load);
    free(load.event);
    *game = NULL;
    if (outcome == SQL_GOOD && !load.bad && load.game->match != NULL)
        *game = load.game;
    else
        game_drop(load.game);
    return outcome;
}
