/* bout.c - a game on a server in which the bot has a seat. */
#include "bout.h"
#include "../engine/clock.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    WAY_MS = 100,      /* kept back for the way of a move to the server */
    LEAST_MS = 10,     /* told to an engine whose time is as good as up */
    GRACE_MS = 5000,   /* an engine that takes longer than it was given is broken off after so long */
    USUAL_MS = 1000,   /* for a move without a clock, unless the engine has limits of its own */
    PATIENT_MS = 60000 /* one without a clock or a limit of time is broken off after so long */
};

static const char *const state_words[BOUT_STATE_COUNT] = {"", "open", "playing", "over"};

static const char *text_of(const json_t *json, const char *key) {
    const char *text = json_string_value(json_object_get(json, key));
    return text != NULL ? text : "";
}

static int64_t number_of(const json_t *json, const char *key) { return json_integer_value(json_object_get(json, key)); }

/* ---- What the server tells ------------------------------------------------------------------------------------ */

static void position_changed(struct bout *bout) {
    bout->serial++;
    bout->thinking = false;
    bout->move[0] = '\0';
    bout->again = 0;
}

static void clocks_take(struct bout *bout, const json_t *json) {
    const json_t *clocks = json_object_get(json, "clocks");
    bout->heard = clock_now();
    for (size_t i = 0; i < TAB_PLAYERS_MAX; i++) {
        bout->clocks[i].on = bout->timed && i < json_array_size(clocks);
        bout->clocks[i].left_ms = json_integer_value(json_array_get(clocks, i));
    }
}

/* What comes with the game and with each of its events. */
static enum bout_outcome state_take(struct bout *bout, const json_t *json) {
    const char *word = text_of(json, "state");
    const json_t *result = json_object_get(json, "result");
    for (enum bout_state state = BOUT_OPEN; state < BOUT_STATE_COUNT; state++)
        if (strcmp(word, state_words[state]) == 0)
            bout->state = state;
    bout->turn = (int)number_of(json, "turn");
    clocks_take(bout, json);
    if (bout->state == BOUT_OVER) {
        bout->aborted = strcmp(text_of(result, "reason"), "aborted") == 0;
        bout->payoff = json_number_value(json_array_get(json_object_get(result, "payoff"), (size_t)(bout->mine - 1)));
        bout->over_at = clock_now();
    }
    return number_of(json, "ply") == tab_match_ply(bout->match) ? BOUT_GOOD : BOUT_BEHIND;
}

static void others_take(struct bout *bout, const json_t *seats) {
    size_t length = 0;
    bout->others[0] = '\0';
    for (size_t i = 0; i < json_array_size(seats) && length < sizeof bout->others; i++) {
        const json_t *seat = json_array_get(seats, i);
        const char *name = text_of(seat, "name"), *between = length > 0 ? ", " : "";
        if (i + 1 == (size_t)bout->mine)
            continue;
        const size_t room = sizeof bout->others - length;
        if (strcmp(text_of(seat, "kind"), "engine") == 0)
            length +=
                (size_t)snprintf(bout->others + length, room, "%sengine:%d", between, (int)number_of(seat, "level"));
        else
            length += (size_t)snprintf(bout->others + length, room, "%s%s", between, *name != '\0' ? name : "?");
    }
}

static bool move_play(struct bout *bout, const char *text) {
    struct tab_error error;
    tab_move move;
    return tab_move_parse(&bout->rules, tab_match_position(bout->match), text, &move, &error) &&
           tab_match_play(bout->match, move);
}

/* Sets up the match as the message says. */
static bool match_take(struct bout *bout, const json_t *json) {
    struct tab_position first;
    struct tab_error error;
    const char *text = text_of(json, "first");
    const json_t *moves = json_object_get(json, "moves");
    tab_match_free(bout->match);
    bout->match = NULL;
    if (!tab_rules_parse(&bout->rules, text_of(json, "spec"), &error) ||
        (*text != '\0' && !tab_position_parse(&bout->rules, text, &first, &error)))
        return false;
    tab_rules_format(&bout->rules, bout->spec, sizeof bout->spec);
    bout->match = tab_match_new(&bout->rules, *text != '\0' ? &first : NULL);
    bool good = bout->match != NULL;
    for (size_t i = 0; good && i < json_array_size(moves); i++) {
        const char *move = json_string_value(json_array_get(moves, i));
        good = move != NULL && move_play(bout, move);
    }
    return good;
}

enum bout_outcome bout_take_game(struct bout *bout, const json_t *json) {
    const json_t *clock = json_object_get(json, "clock");
    const struct tab_position before =
        bout->match != NULL ? *tab_match_position(bout->match) : (struct tab_position){0};
    const int ply = bout->match != NULL ? tab_match_ply(bout->match) : -1;
    const int64_t mine = number_of(json, "mine");
    if (!match_take(bout, json) || mine < 0 || mine > tab_rules_players(&bout->rules))
        return BOUT_STRANGE;
    bout->number = number_of(json, "number");
    bout->mine = (int)mine;
    bout->timed = strcmp(text_of(clock, "kind"), "fischer") == 0;
    bout->waits = !bout->timed;
    for (int i = 0; i < TAB_PLAYERS_MAX; i++)
        bout->clocks[i].increment_ms = number_of(clock, "increment") * 1000;
    others_take(bout, json_object_get(json, "seats"));
    if (ply != tab_match_ply(bout->match) || memcmp(&before, tab_match_position(bout->match), sizeof before) != 0)
        position_changed(bout);
    if (bout->move[0] != '\0')
        bout->again = clock_now(); /* it may not have arrived */
    return state_take(bout, json) == BOUT_GOOD ? BOUT_GOOD : BOUT_STRANGE;
}

enum bout_outcome bout_take_event(struct bout *bout, const json_t *json) {
    const char *kind = text_of(json, "kind");
    const int64_t number = number_of(json, "number"), ply = number_of(json, "ply");
    if (bout->match == NULL || number <= bout->number)
        return BOUT_GOOD; /* known already */
    if (number != bout->number + 1)
        return BOUT_BEHIND;
    if (strcmp(kind, "join") == 0 || strcmp(kind, "replace") == 0 || strcmp(kind, "device") == 0)
        return BOUT_BEHIND; /* who sits where is told with the whole game */
    if (strcmp(kind, "move") == 0 && !move_play(bout, text_of(json, "move")))
        return BOUT_BEHIND;
    while (strcmp(kind, "takeback") == 0 && tab_match_ply(bout->match) > ply)
        if (!tab_match_undo(bout->match))
            return BOUT_BEHIND;
    if (strcmp(kind, "move") == 0 || strcmp(kind, "takeback") == 0)
        position_changed(bout);
    bout->number = number;
    return state_take(bout, json);
}

bool bout_due(const struct bout *bout) {
    return bout->state == BOUT_PLAYING && bout->match != NULL && bout->mine > 0 && bout->turn == bout->mine;
}

/* ---- What the engine is asked --------------------------------------------------------------------------------- */

bool bout_task(const struct bout *bout, const struct allowance *allowance, struct task *task) {
    static const struct allowance usual = {.move_ms = USUAL_MS};
    struct position_line line = {0};
    struct clock_face clocks[TAB_PLAYERS_MAX];
    const struct clock_face *own = &clocks[bout->mine - 1];
    memcpy(clocks, bout->clocks, sizeof clocks);
    int64_t *left = &clocks[bout->mine - 1].left_ms;
    *left -= clock_now() - bout->heard + WAY_MS;
    *left = *left > LEAST_MS ? *left : LEAST_MS;
    *task = (struct task){.serial = bout->serial, .allowed_ms = own->on ? *left + GRACE_MS : PATIENT_MS};
    if (!own->on && allowance_is_none(allowance))
        allowance = &usual;
    if (!own->on && allowance->move_ms > 0)
        task->allowed_ms = allowance->move_ms + GRACE_MS;
    memcpy(task->game, bout->game, sizeof task->game);
    memcpy(task->spec, bout->spec, sizeof task->spec);
    go_format(allowance, own->on ? clocks : NULL, tab_rules_players(&bout->rules), task->go);
    if (!position_line_begin(&line, bout->match)) {
        position_line_free(&line);
        return false;
    }
    task->position = line.text;
    return true;
}

void bout_free(struct bout *bout) {
    tab_match_free(bout->match);
    *bout = (struct bout){0};
}
