/* seat.c - who plays for a player. */
#include "seat.h"
#include "../rules/game.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SEAT_PATIENCE_MS = 3000 }; /* of the player who waits for the engine, without a clock */

static const char person[] = "person", engine[] = "engine", stand_in[] = "stand-in";

bool seat_parse(struct seat *seat, const char *text, struct tab_error *error) {
    const size_t word = strcspn(text, ":");
    const bool stands_in = word == strlen(stand_in) && strncmp(text, stand_in, word) == 0;
    if (strcmp(text, person) == 0) {
        *seat = (struct seat){.level = 0};
        return true;
    }
    if (strcmp(text, engine) == 0) {
        *seat = (struct seat){.level = SEAT_LEVEL_USUAL};
        return true;
    }
    const bool named = stands_in || (word == strlen(engine) && strncmp(text, engine, word) == 0);
    if (!named || text[word] != ':')
        return error_set(error, 0, N_("'{1}' cannot sit there; it is person, engine or engine:LEVEL"), text, NULL);
    const char *digits = text + word + 1;
    const size_t length = strspn(digits, "0123456789");
    const long level = length > 0 && length < 4 ? strtol(digits, NULL, 10) : 0;
    if (digits[length] != '\0' || level < 1 || level > TAB_LEVEL_MAX)
        return error_set(error, word + 1, N_("'{1}' is not a level; the levels are 1 to 10"), digits, NULL);
    *seat = (struct seat){.level = (int)level, .stands_in = stands_in};
    return true;
}

size_t seat_format(const struct seat *seat, char *buffer, size_t size) {
    if (seat->level == 0)
        return (size_t)snprintf(buffer, size, "%s", person);
    return (size_t)snprintf(buffer, size, "%s:%d", seat->stands_in ? stand_in : engine, seat->level);
}

static bool person_among(const struct seat *seats, const bool *given, int players) {
    for (int i = 0; i < players; i++)
        if (given[i] && seats[i].level == 0)
            return true;
    return false;
}

void seats_complete(struct seat seats[TAB_PLAYERS_MAX], const bool given[TAB_PLAYERS_MAX], int players) {
    bool person_missing = !given[0] || !person_among(seats, given, players);
    for (int i = 0; i < players; i++) {
        if (given[i])
            continue;
        seats[i] = (struct seat){.level = person_missing ? 0 : SEAT_LEVEL_OPPONENT};
        person_missing = false;
    }
}

void seat_configure(const struct seat *seat, struct tab_engine_options *options, struct tab_limits *limits) {
    options->level = seat->level;
    if (limits->clock_ms[0] == 0)
        limits->move_ms = SEAT_PATIENCE_MS;
}
