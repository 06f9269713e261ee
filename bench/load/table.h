/* table.h - two connections that play one game after the other with each other, and what is noted of it. */
#ifndef BENCH_LOAD_TABLE_H
#define BENCH_LOAD_TABLE_H

#include "link.h"

#include <stdint.h>
#include <stdio.h>
#include <tablier.h>

enum { LATENCIES = 20000 }; /* tenths of a millisecond; the last one is everything above */

/* What all tables share. */
struct score {
    int plies; /* of a game, then it is given up */
    bool rated;
    uint64_t sent, acknowledged, informed, games, errors;
    uint32_t latency[LATENCIES];
    FILE *notes; /* a line for each acknowledged move, NULL: none */
};

enum table_state { TABLE_GREETING, TABLE_CREATING, TABLE_JOINING, TABLE_PLAYING, TABLE_LOST };

struct table {
    struct link links[2];
    enum table_state state;
    struct score *score;
    char game[16];
    int plies; /* after which this one is given up */
    struct tab_rules rules;
    struct tab_match *match;
    struct tab_random random;
    int seat_of[2]; /* the seat of each connection */
    char move[TAB_MOVE_TEXT];
    int moving; /* the connection whose move is on its way, -1: none */
    double sent;
    int seen; /* which of ok and the opponent's event have come, a bit each */
};

/* `ports`: where each of the two connects. */
void table_begin(struct table *table, struct score *score, const char *spec, const int ports[2], uint64_t seed);
/* Before it begins: who plays on one of the connections. */
void table_person(struct table *table, int link, const char *cookie);
void table_end(struct table *table);
/* Whether it is time for a move, and makes it. */
bool table_ready(const struct table *table);
void table_move(struct table *table, double now);
/* A message has come on one of the connections. */
void table_message(struct table *table, int link, const char *text, double now);

#endif
