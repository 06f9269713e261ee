/* explorer.c - what people played in a position. */
#include "explorer.h"

#include <stdio.h>
#include <string.h>

enum { MOVES_SHOWN = 60 };

/* A position as the table knows it. */
struct place {
    const struct tab_rules *rules;
    const struct tab_position *position;
    char spec[TAB_SPEC_TEXT];
    int64_t hash;
    char text[TAB_POSITION_TEXT]; /* of the first that was the same, or its own */
};

static bool place_is(const struct place *place, const char *text) {
    struct tab_position other;
    return strcmp(text, place->text) == 0 || (tab_position_parse(place->rules, text, &other, NULL) &&
                                              tab_position_repeats(place->rules, place->position, &other));
}

static bool place_note(void *context, const struct sql_value *columns, int count) {
    struct place *place = context;
    (void)count;
    if (!place_is(place, columns[0].text))
        return true;
    snprintf(place->text, sizeof place->text, "%s", columns[0].text);
    return false;
}

static enum sql_outcome place_find(struct sql *sql, const struct tab_rules *rules, const struct tab_position *position,
                                   struct place *place) {
    *place = (struct place){.rules = rules, .position = position};
    tab_rules_format(rules, place->spec, sizeof place->spec);
    tab_position_format(rules, position, place->text, sizeof place->text);
    place->hash = (int64_t)tab_position_hash(rules, position);
    const struct sql_value values[] = {sql_text(place->spec), sql_integer(place->hash)};
    return sql_run(sql, "SELECT DISTINCT place FROM explorer WHERE spec = $1 AND hash = $2", values, 2, place_note,
                   place);
}

/* ---- Counting ------------------------------------------------------------------------------------------------- */

/* Whether the move of a ply was made in the same position before. */
static bool ply_again(const struct game *game, int ply) {
    for (int before = 0; before < ply; before++)
        if (tab_match_move_at(game->match, before) == tab_match_move_at(game->match, ply) &&
            tab_position_repeats(&game->rules, tab_match_position_at(game->match, before),
                                 tab_match_position_at(game->match, ply)))
            return true;
    return false;
}

static enum sql_outcome ply_count(struct sql *sql, const struct game *game, int ply, int winner) {
    const struct tab_position *position = tab_match_position_at(game->match, ply);
    struct place place;
    char move[TAB_MOVE_TEXT];
    const enum sql_outcome outcome = place_find(sql, &game->rules, position, &place);
    if (outcome != SQL_GOOD)
        return outcome;
    tab_move_format(&game->rules, position, tab_match_move_at(game->match, ply), move, sizeof move);
    const struct sql_value values[] = {sql_text(place.spec),     sql_integer(place.hash),  sql_text(place.text),
                                       sql_text(move),           sql_integer(winner == 0), sql_integer(winner == 1),
                                       sql_integer(winner == 2), sql_integer(winner == 3), sql_integer(winner == 4)};
    return sql_run(sql,
                   "INSERT INTO explorer (spec, hash, place, move, count, drawn, won1, won2, won3, won4)"
                   " VALUES ($1, $2, $3, $4, 1, $5, $6, $7, $8, $9)"
                   " ON CONFLICT (spec, hash, place, move) DO UPDATE SET count = explorer.count + 1,"
                   " drawn = explorer.drawn + excluded.drawn, won1 = explorer.won1 + excluded.won1,"
                   " won2 = explorer.won2 + excluded.won2, won3 = explorer.won3 + excluded.won3,"
                   " won4 = explorer.won4 + excluded.won4",
                   values, 9, NULL, NULL);
}

/* A set-up is what can be dealt at random. */
static bool in_setup(const struct tab_rules *rules, const struct tab_position *position) {
    struct tab_position dealt = *position;
    struct tab_random random;
    tab_random_seed(&random, 0);
    return tab_random_deal(&random, rules, &dealt);
}

enum sql_outcome explorer_count(struct sql *sql, const struct game *game) {
    struct tab_result result;
    enum sql_outcome outcome = SQL_GOOD;
    int counted = 0;
    game_result(game, &result);
    for (int ply = 0; ply < tab_match_ply(game->match) && outcome == SQL_GOOD; ply++) {
        if (!in_setup(&game->rules, tab_match_position_at(game->match, ply)) && ++counted > EXPLORER_PLIES)
            break;
        if (!ply_again(game, ply))
            outcome = ply_count(sql, game, ply, result.winner);
    }
    return outcome;
}

/* ---- Looking -------------------------------------------------------------------------------------------------- */

struct reading {
    const struct place *place;
    int players;
    json_t *moves;
};

/* The same position may have other moves where the rules look at how many were made. */
static bool reading_note(void *context, const struct sql_value *columns, int count) {
    const struct reading *reading = context;
    tab_move move;
    (void)count;
    if (!tab_move_parse(reading->place->rules, reading->place->position, columns[0].text, &move, NULL))
        return true;
    json_t *won = json_array();
    for (int i = 0; i < reading->players; i++)
        json_array_append_new(won, json_integer(columns[3 + i].integer));
    json_t *json = json_pack("{s:s, s:I, s:I, s:o}", "move", columns[0].text, "count", (json_int_t)columns[1].integer,
                             "drawn", (json_int_t)columns[2].integer, "won", won);
    return json_array_append_new(reading->moves, json) == 0;
}

json_t *explorer_json(struct sql *sql, const struct tab_rules *rules, const struct tab_position *position) {
    struct place place;
    if (place_find(sql, rules, position, &place) != SQL_GOOD)
        return NULL;
    const struct sql_value values[] = {sql_text(place.spec), sql_integer(place.hash), sql_text(place.text),
                                       sql_integer(MOVES_SHOWN)};
    struct reading reading = {.place = &place, .players = tab_rules_players(rules), .moves = json_array()};
    const enum sql_outcome outcome =
        sql_run(sql,
                "SELECT move, count, drawn, won1, won2, won3, won4 FROM explorer"
                " WHERE spec = $1 AND hash = $2 AND place = $3 ORDER BY count DESC, move LIMIT $4",
                values, 4, reading_note, &reading);
    if (outcome == SQL_GOOD)
        return reading.moves;
    json_decref(reading.moves);
    return NULL;
}
