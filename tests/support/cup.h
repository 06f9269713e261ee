/* cup.h - a tournament in a database, with a clock that moves only when told. */
#ifndef TEST_CUP_H
#define TEST_CUP_H

#include "database.h"
#include "server/director.h"
#include "server/game.h"
#include "server/tournament.h"

enum { CUP_PAUSE_MS = 20000, CUP_WAVE_MS = 4000, CUP_LONG_MS = 600000, CUP_TOLD_MAX = 4096 };

struct cup {
    struct database database;
    struct sql *sql;
    struct director *director;
    int64_t now, set; /* the clock, and by how much it was set */
    uint64_t random;
    bool stuck; /* chance gives always the same */
    struct tab_random luck;
    char told[CUP_TOLD_MAX][GAME_ID_TEXT]; /* games that were said to have begun */
    int told_count, changes;
    int64_t revision;
};

extern const char *const cup_id;    /* of the tournament */
extern enum database_kind cup_kind; /* for the next that begins */

/* Set-up and teardown of a test. */
int cup_begin(void **state);
int cup_end(void **state);
#define CUP_TEST(name) cmocka_unit_test_setup_teardown(name, cup_begin, cup_end)
/* One more director of the same database. */
struct director *cup_director(struct cup *fixture);

/* Player `number`, who is called so. */
struct visitor cup_visitor(int number);
void cup_enter(struct cup *fixture, int number);
/* A tournament of so many rounds or minutes, which begins in a second. */
void cup_make(struct cup *fixture, enum tournament_kind wanted, int length, int players);
/* Some time goes by, and the director looks. */
void cup_turn(struct cup *fixture, int64_t ms);

struct tournament_book cup_book(struct cup *fixture);
enum tournament_state cup_state(struct cup *fixture);
struct game *cup_game(struct cup *fixture, const char *id);
/* Has a game that is over counted, and drops it. */
void cup_game_count(struct cup *fixture, struct game *game);
/* Ends a game and has it counted; winner 0: agreed on a draw. END_ABORTED: nobody has moved. */
void cup_game_finish(struct cup *fixture, const char *id, enum end_reason reason, int winner);
/* Ends a random half of the games being played, or all; returns how many are left. */
int cup_games_finish(struct cup *fixture, bool all);
/* The points of all together. */
int cup_points(struct cup *fixture);

#endif
