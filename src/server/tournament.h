/* tournament.h - a tournament as it is kept: what it is, who takes part, who met whom, and what comes of that.
 *
 *     tournament   one row each, with how far it is and a revision that counts its changes
 *     entrant      who takes part, numbered from 1; guests and accounts alike
 *     meeting      a line of the pairings: two entrants and their game, or a bye
 *
 * Whoever changes any of these counts the revision up in the same transaction (tournament_touch). Standings are never
 * kept: they follow from the meetings. */
#ifndef TABLIER_SERVER_TOURNAMENT_H
#define TABLIER_SERVER_TOURNAMENT_H

#include "event.h"
#include "sql.h"

enum {
    TOURNAMENT_PLAYERS_MAX = 200,
    TOURNAMENT_ROUNDS_MAX = 20,
    TOURNAMENT_MINUTES_MAX = 360,
    TOURNAMENT_AHEAD_DAYS = 31 /* announced before it begins, at most */
};

enum tournament_kind { TOURNAMENT_ARENA, TOURNAMENT_SWISS, TOURNAMENT_KIND_COUNT };
enum tournament_state {
    TOURNAMENT_AHEAD,
    TOURNAMENT_RUNNING,
    TOURNAMENT_OVER,
    TOURNAMENT_CANCELLED,
    TOURNAMENT_STATE_COUNT
};

extern const char *const tournament_kind_words[TOURNAMENT_KIND_COUNT];
extern const char *const tournament_state_words[TOURNAMENT_STATE_COUNT];

struct tournament {
    char id[GAME_ID_TEXT];
    enum tournament_kind kind;
    enum tournament_state state;
    char name[NAME_TEXT];
    char spec[TAB_SPEC_TEXT];
    struct time_control time;
    int rounds, minutes;  /* of a Swiss, of an arena */
    bool accounts, rated; /* for accounts only; its games count for ratings */
    struct visitor creator;
    char creator_name[NAME_TEXT];
    int64_t created, starts; /* starts: 0 when its creator says so */
    int64_t began, ended;    /* 0: not yet */
    int round;               /* of a Swiss the one being played, of an arena how often there were pairings */
    int64_t next_at;         /* when there may be pairings again; 0: it is not known yet */
    int64_t revision;
    uint64_t seed;
};

struct entrant {
    int number; /* from 1 */
    struct visitor visitor;
    int64_t account; /* 0: a guest */
    char name[NAME_TEXT];
    int rating;    /* 0: none */
    bool here;     /* wants to be paired */
    int64_t since; /* has waited since then for a game */
    bool bot;      /* a program's account; only read */
};

enum { MEETING_BYE = 0 };

struct meeting {
    int round, board;  /* from 1 */
    int first, second; /* numbers of entrants; second is MEETING_BYE for a bye */
    char game[GAME_ID_TEXT];
    int points[2];        /* in halves, once it has ended */
    bool played;          /* both came */
    int64_t began, ended; /* ended: 0 while it is played */
};

/* Everything there is of one tournament. */
struct tournament_book {
    struct tournament tournament;
    struct entrant *entrants;
    struct meeting *meetings; /* by round and board */
    int entrant_count, entrant_room, meeting_count, meeting_room;
    bool incomplete; /* there was no memory */
};

/* ---- Reading and writing: tournament_store.c ------------------------------------------------------------------ */

/* Reads one row; its id is "" when there is none. */
enum sql_outcome tournament_read(struct sql *sql, const char *id, struct tournament *tournament);
typedef bool tournament_function(void *context, const struct tournament *tournament, int players);
/* Those in a state with how many take part: those ahead and running by when they begin, others the latest first. */
enum sql_outcome tournament_list(struct sql *sql, enum tournament_state state, int most, tournament_function *each,
                                 void *context);
enum sql_outcome tournament_insert(struct sql *sql, const struct tournament *tournament);
/* Writes how far it is: state, began, ended, round, next_at. Counts the revision up. */
enum sql_outcome tournament_update(struct sql *sql, const struct tournament *tournament, int64_t now);
enum sql_outcome tournament_touch(struct sql *sql, const char *id, int64_t now);
/* The clock was set by so much, to `now`: the times of all that are running move with it. What is announced stays. In a
 * transaction. */
enum sql_outcome tournaments_shift(struct sql *sql, int64_t ms, int64_t now);

/* The book is freed also when it could not be read. */
enum sql_outcome book_read(struct sql *sql, const char *id, struct tournament_book *book);
void book_free(struct tournament_book *book);
enum sql_outcome entrant_insert(struct sql *sql, const char *tournament, const struct entrant *entrant);
/* Whether an entrant wants to be paired, and under which name and rating. */
enum sql_outcome entrant_update(struct sql *sql, const char *tournament, const struct entrant *entrant);
enum sql_outcome entrant_delete(struct sql *sql, const char *tournament, int number);
enum sql_outcome meeting_insert(struct sql *sql, const char *tournament, const struct meeting *meeting);

/* ---- What follows from it: tournament_standings.c -------------------------------------------------------------- */

struct standing {
    const struct entrant *entrant;
    int rank;                     /* from 1 */
    int points;                   /* of a Swiss in halves, of an arena as they are */
    int buchholz, berger, direct; /* of a Swiss: see swiss.h */
    int games, wins;
    int streak;                   /* of an arena: wins in a row */
    const struct meeting *latest; /* the one being played, or the last one; NULL: none */
};

/* Fills in a line for each entrant, the leader first. False when there is no memory. */
bool book_standings(const struct tournament_book *book, struct standing *standings);
/* The line of pairings for the next round of a Swiss, or for those who wait in an arena: fills in rounds, boards and
 * numbers of up to entrant_count meetings. Returns how many, -1: no memory. */
int book_pair(const struct tournament_book *book, int64_t now, struct meeting *meetings);
/* The game that most want to see: of those being played the one of the best placed. NULL when none is. */
const struct meeting *book_top(const struct tournament_book *book, const struct standing *standings);
const struct entrant *book_visitor(const struct tournament_book *book, const struct visitor *visitor);
bool book_busy(const struct tournament_book *book, int number); /* is playing */

/* ---- Results: tournament_result.c ------------------------------------------------------------------------------ */

struct game;

/* A game has ended: counts it in its tournament, once, also in one that was cancelled meanwhile. Nothing when it belongs
 * to none. An aborted game is lost for whom it waited for, who is not paired again until they come back. In the
 * transaction of whoever asks. */
enum sql_outcome tournament_game_ended(struct sql *sql, const struct game *game, int64_t now);
/* A guest's visitor is an account's from now on: in all tournaments too. In a transaction. */
enum sql_outcome tournament_claim(struct sql *sql, const struct visitor *from, const struct visitor *to,
                                  int64_t account, const char *name, int64_t now);
/* An account has another name: in tournaments ahead and running, while those that have ended keep the name it had. In a
 * transaction. */
enum sql_outcome tournament_rename(struct sql *sql, const struct visitor *visitor, const char *name, int64_t now);
/* An account is deleted: `nobody` is in its places from now on, without a name; where nothing has begun it has none. In a
 * transaction. */
enum sql_outcome tournament_forget(struct sql *sql, const struct visitor *visitor, const struct visitor *nobody,
                                   int64_t now);

#endif
