/* table.c - two connections that play one game after the other with each other. */
#include "table.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

enum { ACKNOWLEDGED = 1, INFORMED = 2, BOTH = 3 };

static void say(struct table *table, int link, json_t *json) {
    char *text = json_dumps(json, JSON_COMPACT);
    link_send(&table->links[link], text, strlen(text));
    free(text);
    json_decref(json);
}

static void game_create(struct table *table) {
    char spec[TAB_SPEC_TEXT];
    tab_rules_format(&table->rules, spec, sizeof spec);
    tab_match_free(table->match);
    table->match = tab_match_new(&table->rules, NULL);
    table->state = TABLE_CREATING;
    table->moving = -1;
    say(table, 0,
        json_pack("{s:s, s:s, s:{s:s, s:i, s:i}, s:[{s:s}, {s:s}], s:b}", "t", "create", "spec", spec, "clock", "kind",
                  "fischer", "base", 3600, "increment", 5, "seats", "kind", "me", "kind", "open", "rated",
                  table->score->rated));
}

void table_begin(struct table *table, struct score *score, const char *spec, const int ports[2], uint64_t seed) {
    table->score = score;
    table->moving = -1;
    table->state = TABLE_GREETING;
    table->plies = 2 + (int)(seed % (uint64_t)score->plies); /* so that they do not all end at once */
    table->seat_of[0] = 1;
    table->seat_of[1] = 2;
    tab_rules_parse(&table->rules, spec, NULL);
    tab_random_seed(&table->random, seed);
    for (int link = 0; link < 2; link++) {
        if (!link_open(&table->links[link], ports[link]))
            table->state = TABLE_LOST;
        say(table, link, json_pack("{s:s, s:i, s:s}", "t", "hello", "version", 1, "name", "load"));
    }
}

void table_person(struct table *table, int link, const char *cookie) {
    snprintf(table->links[link].cookie, sizeof table->links[link].cookie, "%s", cookie);
}

void table_end(struct table *table) {
    link_close(&table->links[0]);
    link_close(&table->links[1]);
    tab_match_free(table->match);
}

/* ---- Moves ---------------------------------------------------------------------------------------------------- */

static int table_turn(const struct table *table) {
    return tab_position_player(&table->rules, tab_match_position(table->match));
}

bool table_ready(const struct table *table) { return table->state == TABLE_PLAYING && table->moving < 0; }

void table_move(struct table *table, double now) {
    const struct tab_position *position = tab_match_position(table->match);
    const tab_move move = tab_random_move(&table->random, &table->rules, position);
    tab_move_format(&table->rules, position, move, table->move, sizeof table->move);
    table->moving = table_turn(table) == table->seat_of[0] ? 0 : 1;
    table->sent = now;
    table->seen = 0;
    table->score->sent++;
    say(table, table->moving,
        json_pack("{s:s, s:i, s:s, s:i, s:s}", "t", "move", "id", 1, "game", table->game, "ply",
                  tab_match_ply(table->match), "move", table->move));
    const tab_move made = move;
    tab_match_play(table->match, made);
}

static void latency_note(struct score *score, double seconds) {
    const int index = (int)(seconds * 10000);
    score->latency[index < LATENCIES ? index : LATENCIES - 1]++;
    score->informed++;
}

/* Both have heard of the move: the next one may follow, or the next game. */
static void move_seen(struct table *table, int what, double now) {
    if ((table->seen & what) != 0 || table->moving < 0)
        return;
    table->seen |= what;
    if (what == INFORMED)
        latency_note(table->score, now - table->sent);
    else {
        table->score->acknowledged++;
        if (table->score->notes != NULL)
            fprintf(table->score->notes, "%s %d %s\n", table->game, tab_match_ply(table->match) - 1, table->move);
    }
    if (table->seen != BOTH)
        return;
    table->moving = -1;
    if (table_turn(table) != 0 && tab_match_ply(table->match) < table->plies)
        return;
    table->score->games++;
    table->plies = table->score->plies;
    if (table_turn(table) != 0)
        say(table, 0, json_pack("{s:s, s:s}", "t", "resign", "game", table->game));
    for (int link = 0; link < 2; link++)
        say(table, link, json_pack("{s:s, s:s}", "t", "unwatch", "game", table->game));
    game_create(table);
}

/* ---- Messages ------------------------------------------------------------------------------------------------- */

static void answer_take(struct table *table, int link, const json_t *json, double now) {
    const char *game = json_string_value(json_object_get(json, "game"));
    if (table->state == TABLE_GREETING && json_object_get(json, "version") != NULL && link == 0)
        game_create(table);
    else if (table->state == TABLE_CREATING && link == 0 && json_object_get(json, "seat") != NULL && game != NULL) {
        snprintf(table->game, sizeof table->game, "%s", game);
        table->state = TABLE_JOINING;
        for (int each = 0; each < 2; each++)
            say(table, each, json_pack("{s:s, s:s}", "t", "watch", "game", game));
        say(table, 1, json_pack("{s:s, s:s}", "t", "join", "game", game));
    } else if (table->state == TABLE_JOINING && link == 1 && json_object_get(json, "seat") != NULL)
        table->state = TABLE_PLAYING;
    else if (link == table->moving && json_object_get(json, "id") != NULL)
        move_seen(table, ACKNOWLEDGED, now);
}

void table_message(struct table *table, int link, const char *text, double now) {
    json_t *json = json_loads(text, 0, NULL);
    const char *type = json_string_value(json_object_get(json, "t"));
    const char *kind = json_string_value(json_object_get(json, "kind"));
    if (type != NULL && strcmp(type, "ok") == 0)
        answer_take(table, link, json, now);
    else if (type != NULL && strcmp(type, "error") == 0) {
        if (table->score->errors++ < 5)
            fprintf(stderr, "load: %s\n", text);
        table->state = TABLE_LOST;
    } else if (type != NULL && strcmp(type, "event") == 0 && kind != NULL && strcmp(kind, "move") == 0 &&
               table->moving >= 0 && link != table->moving)
        move_seen(table, INFORMED, now);
    json_decref(json);
}
