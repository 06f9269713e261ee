/* event.c - what can happen to a game, as JSON. */
#include "event.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const event_words[EVENT_KIND_COUNT] = {
    [EVENT_CREATE] = "create", [EVENT_JOIN] = "join",         [EVENT_LEAVE] = "leave",
    [EVENT_MOVE] = "move",     [EVENT_OFFER] = "offer",       [EVENT_DECLINE] = "decline",
    [EVENT_END] = "end",       [EVENT_TAKEBACK] = "takeback", [EVENT_REPLACE] = "replace",
    [EVENT_DEVICE] = "device", [EVENT_REMATCH] = "rematch",   [EVENT_RATED] = "rated",
};
const char *const offer_words[OFFER_COUNT] = {"draw", "takeback", "rematch"};
const char *const end_words[END_REASON_COUNT] = {"rules", "resigned", "time", "agreed", "left", "aborted"};

static const char *const seat_words[SEAT_KIND_COUNT] = {"open", "person", "engine"};

int word_find(const char *const *words, int count, const char *word) {
    for (int i = 0; i < count && word != NULL; i++)
        if (strcmp(words[i], word) == 0)
            return i;
    return -1;
}

/* ---- Which fields an event has -------------------------------------------------------------------------------- */

enum field {
    FIELD_SEAT = 1 << 0,
    FIELD_MOVE = 1 << 1,
    FIELD_OFFER = 1 << 2,
    FIELD_REASON = 1 << 3,
    FIELD_WINNER = 1 << 4,
    FIELD_PLY = 1 << 5,
    FIELD_LEVEL = 1 << 6,
    FIELD_NAME = 1 << 7,
    FIELD_OWNER = 1 << 8, /* only in the store */
    FIELD_GAME = 1 << 9,  /* "next" to everybody, for "game" is the event's own */
    FIELD_SETUP = 1 << 10,
    FIELD_RATING = 1 << 11, /* only where there is one */
    FIELD_RATINGS = 1 << 12,
    FIELD_USER = 1 << 13,   /* only for the name of an account; with it whether that is a program's */
    FIELD_RENAME = 1 << 14, /* only where it is so */
    FIELD_HALTED = 1 << 15  /* the same */
};

static const unsigned fields_of[EVENT_KIND_COUNT] = {
    [EVENT_CREATE] = FIELD_SETUP,
    [EVENT_JOIN] = FIELD_SEAT | FIELD_NAME | FIELD_USER | FIELD_OWNER | FIELD_RATING,
    [EVENT_LEAVE] = FIELD_SEAT,
    [EVENT_MOVE] = FIELD_SEAT | FIELD_MOVE,
    [EVENT_OFFER] = FIELD_SEAT | FIELD_OFFER,
    [EVENT_DECLINE] = FIELD_SEAT | FIELD_OFFER,
    [EVENT_TAKEBACK] = FIELD_PLY,
    [EVENT_REPLACE] = FIELD_SEAT | FIELD_REASON | FIELD_LEVEL,
    [EVENT_END] = FIELD_REASON | FIELD_WINNER | FIELD_HALTED,
    [EVENT_DEVICE] = FIELD_SEAT | FIELD_OWNER | FIELD_RENAME | FIELD_USER | FIELD_RATING,
    [EVENT_REMATCH] = FIELD_GAME,
    [EVENT_RATED] = FIELD_RATINGS,
};

/* ---- Writing -------------------------------------------------------------------------------------------------- */

json_t *seat_json(const struct game_seat *seat) {
    json_t *json = json_pack("{s:s, s:s}", "kind", seat_words[seat->kind], "name", seat->name);
    if (json != NULL && seat->user)
        json_object_set_new(json, "user", json_true());
    if (json != NULL && seat->level > 0)
        json_object_set_new(json, "level", json_integer(seat->level));
    if (json != NULL && seat->bot)
        json_object_set_new(json, "bot", json_true());
    if (json != NULL && seat->rating > 0)
        json_object_set_new(json, "rating", json_integer(seat->rating));
    if (json != NULL && seat->rated > 0)
        json_object_set_new(json, "rated", json_integer(seat->rated));
    return json;
}

static void owner_set(json_t *json, const struct visitor *owner) {
    char text[VISITOR_TEXT];
    visitor_format(owner, text);
    if (!visitor_nobody(owner))
        json_object_set_new(json, "owner", json_string(text));
}

/* The setup for the store; watchers get it in another form. */
static json_t *setup_json(const struct game_setup *setup) {
    json_t *seats = json_array();
    for (int i = 0; i < setup->players; i++) {
        json_t *seat = seat_json(&setup->seats[i]);
        owner_set(seat, &setup->seats[i].owner);
        json_array_append_new(seats, seat);
    }
    json_t *json =
        json_pack("{s:s, s:s, s:o, s:b, s:s, s:o}", "spec", setup->spec, "first", setup->first, "clock",
                  time_json(&setup->time), "listed", setup->listed, "previous", setup->previous, "seats", seats);
    if (setup->rated)
        json_object_set_new(json, "rated", json_true());
    if (setup->tournament[0] != '\0')
        json_object_set_new(json, "tournament", json_string(setup->tournament));
    return json;
}

static json_t *ratings_json(const int ratings[TAB_PLAYERS_MAX]) {
    json_t *json = json_array();
    for (int i = 0; i < TAB_PLAYERS_MAX && ratings[i] > 0; i++)
        json_array_append_new(json, json_integer(ratings[i]));
    return json;
}

/* What the store and those who watch are told alike. */
static json_t *fields_json(const struct event *event) {
    const unsigned fields = fields_of[event->kind];
    json_t *json = json_pack("{s:s}", "kind", event_words[event->kind]);
    if ((fields & FIELD_SEAT) != 0)
        json_object_set_new(json, "seat", json_integer(event->seat));
    if ((fields & FIELD_MOVE) != 0) {
        json_object_set_new(json, "move", json_string(event->move));
        json_object_set_new(json, "spent", json_integer(event->spent_ms));
        json_object_set_new(json, "left", json_integer(event->left_ms));
    }
    if ((fields & FIELD_OFFER) != 0)
        json_object_set_new(json, "offer", json_string(offer_words[event->offer]));
    if ((fields & FIELD_REASON) != 0)
        json_object_set_new(json, "reason", json_string(end_words[event->reason]));
    if ((fields & FIELD_WINNER) != 0)
        json_object_set_new(json, "winner", json_integer(event->winner));
    if ((fields & FIELD_HALTED) != 0 && event->halted)
        json_object_set_new(json, "halted", json_true());
    if ((fields & FIELD_PLY) != 0)
        json_object_set_new(json, "ply", json_integer(event->ply));
    if ((fields & FIELD_LEVEL) != 0)
        json_object_set_new(json, "level", json_integer(event->level));
    if ((fields & FIELD_NAME) != 0 || ((fields & FIELD_RENAME) != 0 && event->renamed))
        json_object_set_new(json, "name", json_string(event->name));
    if ((fields & FIELD_USER) != 0 && event->user)
        json_object_set_new(json, "user", json_true());
    if ((fields & FIELD_USER) != 0 && event->bot)
        json_object_set_new(json, "bot", json_true());
    if ((fields & FIELD_RATING) != 0 && event->rating > 0)
        json_object_set_new(json, "rating", json_integer(event->rating));
    if ((fields & FIELD_RATINGS) != 0)
        json_object_set_new(json, "ratings", ratings_json(event->ratings));
    return json;
}

json_t *event_json(const char *game, const struct event *event) {
    json_t *json = fields_json(event);
    json_object_set_new(json, "game", json_string(game));
    json_object_set_new(json, "number", json_integer(event->number));
    json_object_set_new(json, "at", json_integer(event->at));
    if ((fields_of[event->kind] & FIELD_GAME) != 0)
        json_object_set_new(json, "next", json_string(event->game));
    return json;
}

char *event_encode(const struct event *event) {
    const unsigned fields = fields_of[event->kind];
    json_t *json = fields_json(event);
    if ((fields & FIELD_OWNER) != 0)
        owner_set(json, &event->owner);
    if ((fields & FIELD_GAME) != 0)
        json_object_set_new(json, "game", json_string(event->game));
    if ((fields & FIELD_SETUP) != 0)
        json_object_set_new(json, "setup", setup_json(&event->setup));
    char *text = json != NULL ? json_dumps(json, JSON_COMPACT) : NULL;
    json_decref(json);
    return text;
}

/* ---- Reading -------------------------------------------------------------------------------------------------- */

static bool text_get(const json_t *json, const char *key, char *text, size_t size) {
    const char *value = json_string_value(json_object_get(json, key));
    return value != NULL && (size_t)snprintf(text, size, "%s", value) < size;
}

static bool number_get(const json_t *json, const char *key, int64_t least, int64_t most, int64_t *number) {
    const json_t *value = json_object_get(json, key);
    *number = json_integer_value(value);
    return json_is_integer(value) && *number >= least && *number <= most;
}

static bool small_get(const json_t *json, const char *key, int least, int most, int *number) {
    int64_t value;
    if (!number_get(json, key, least, most, &value))
        return false;
    *number = (int)value;
    return true;
}

/* A number from 1 that may be left out. */
static bool perhaps_get(const json_t *json, const char *key, int most, int *number) {
    return json_object_get(json, key) == NULL || small_get(json, key, 1, most, number);
}

static bool ratings_get(const json_t *json, int ratings[TAB_PLAYERS_MAX]) {
    const json_t *list = json_object_get(json, "ratings"), *each;
    size_t index;
    if (!json_is_array(list) || json_array_size(list) > TAB_PLAYERS_MAX)
        return false;
    json_array_foreach(list, index, each) {
        if (json_integer_value(each) < 1 || json_integer_value(each) > RATING_MAX)
            return false;
        ratings[index] = (int)json_integer_value(each);
    }
    return true;
}

static bool owner_get(const json_t *json, struct visitor *owner) {
    const json_t *text = json_object_get(json, "owner");
    return text == NULL || (json_is_string(text) && visitor_parse(owner, json_string_value(text)));
}

static bool seat_get(const json_t *json, struct game_seat *seat) {
    const int kind = word_find(seat_words, SEAT_KIND_COUNT, json_string_value(json_object_get(json, "kind")));
    if (kind < 0 || !text_get(json, "name", seat->name, sizeof seat->name) || !owner_get(json, &seat->owner))
        return false;
    seat->kind = (enum seat_kind)kind;
    seat->user = json_is_true(json_object_get(json, "user"));
    seat->bot = json_is_true(json_object_get(json, "bot"));
    return perhaps_get(json, "level", TAB_LEVEL_MAX, &seat->level) &&
           perhaps_get(json, "rating", RATING_MAX, &seat->rating);
}

static bool setup_get(const json_t *json, struct game_setup *setup) {
    const json_t *seats = json_object_get(json, "seats"), *listed = json_object_get(json, "listed");
    const char *wrong;
    const size_t players = json_array_size(seats);
    if (!text_get(json, "spec", setup->spec, sizeof setup->spec) ||
        !text_get(json, "first", setup->first, sizeof setup->first) ||
        !text_get(json, "previous", setup->previous, sizeof setup->previous) ||
        !time_read(&setup->time, json_object_get(json, "clock"), &wrong) || !json_is_boolean(listed) || players < 2 ||
        players > TAB_PLAYERS_MAX)
        return false;
    setup->listed = json_is_true(listed);
    setup->rated = json_is_true(json_object_get(json, "rated"));
    if (json_object_get(json, "tournament") != NULL &&
        !text_get(json, "tournament", setup->tournament, sizeof setup->tournament))
        return false;
    setup->players = (int)players;
    for (size_t i = 0; i < players; i++)
        if (!seat_get(json_array_get(seats, i), &setup->seats[i]))
            return false;
    return true;
}

static bool word_get(const json_t *json, const char *key, const char *const *words, int count, int *index) {
    *index = word_find(words, count, json_string_value(json_object_get(json, key)));
    return *index >= 0;
}

static bool fields_get(const json_t *json, struct event *event) {
    const unsigned fields = fields_of[event->kind];
    int offer = 0, reason = 0;
    event->renamed = (fields & FIELD_RENAME) != 0 && json_object_get(json, "name") != NULL;
    event->user = (fields & FIELD_USER) != 0 && json_is_true(json_object_get(json, "user"));
    event->halted = (fields & FIELD_HALTED) != 0 && json_is_true(json_object_get(json, "halted"));
    const bool good =
        ((fields & FIELD_SEAT) == 0 || small_get(json, "seat", 1, TAB_PLAYERS_MAX, &event->seat)) &&
        ((fields & FIELD_MOVE) == 0 || (text_get(json, "move", event->move, sizeof event->move) &&
                                        number_get(json, "spent", 0, INT64_MAX, &event->spent_ms) &&
                                        number_get(json, "left", INT64_MIN, INT64_MAX, &event->left_ms))) &&
        ((fields & FIELD_OFFER) == 0 || word_get(json, "offer", offer_words, OFFER_COUNT, &offer)) &&
        ((fields & FIELD_REASON) == 0 || word_get(json, "reason", end_words, END_REASON_COUNT, &reason)) &&
        ((fields & FIELD_WINNER) == 0 || small_get(json, "winner", 0, TAB_PLAYERS_MAX, &event->winner)) &&
        ((fields & FIELD_PLY) == 0 || small_get(json, "ply", 0, TAB_RECORD_PLIES_MAX, &event->ply)) &&
        ((fields & FIELD_LEVEL) == 0 || small_get(json, "level", 1, TAB_LEVEL_MAX, &event->level)) &&
        (((fields & FIELD_NAME) == 0 && !event->renamed) || text_get(json, "name", event->name, sizeof event->name)) &&
        ((fields & FIELD_OWNER) == 0 || owner_get(json, &event->owner)) &&
        ((fields & FIELD_GAME) == 0 || text_get(json, "game", event->game, sizeof event->game)) &&
        ((fields & FIELD_RATING) == 0 || perhaps_get(json, "rating", RATING_MAX, &event->rating)) &&
        ((fields & FIELD_RATINGS) == 0 || ratings_get(json, event->ratings)) &&
        ((fields & FIELD_SETUP) == 0 || setup_get(json_object_get(json, "setup"), &event->setup));
    event->bot = json_is_true(json_object_get(json, "bot"));
    event->offer = (enum offer)offer;
    event->reason = (enum end_reason)reason;
    return good;
}

bool event_decode(struct event *event, const char *text, int64_t number, int64_t at) {
    json_t *json = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
    const int kind = word_find(event_words, EVENT_KIND_COUNT, json_string_value(json_object_get(json, "kind")));
    struct event read = {.kind = (enum event_kind)(kind >= 0 ? kind : 0), .number = number, .at = at};
    const bool good = kind >= 0 && fields_get(json, &read);
    json_decref(json);
    if (good)
        *event = read;
    return good;
}
