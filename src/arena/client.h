/* client.h - an engine seen from the other side of UGI: it is started, told what to play, and asked for moves. Whatever
 * goes wrong comes back as a failure in words; the engine is then to be closed. */
#ifndef TABLIER_ARENA_CLIENT_H
#define TABLIER_ARENA_CLIENT_H

#include "contender.h"
#include "process.h"

enum fault {
    FAULT_NONE,
    FAULT_START,    /* could not be started, or set up as it should be */
    FAULT_CRASH,    /* ended by itself */
    FAULT_TIME,     /* no answer in time */
    FAULT_ILLEGAL,  /* an illegal move */
    FAULT_PROTOCOL, /* an answer that is none */
    FAULT_ABANDONED /* nobody's fault: all games were broken off */
};

/* What went wrong, in words that a front end can translate. */
struct failure {
    enum fault fault;
    struct tab_error what;
    struct tab_error why; /* what is wrong with the move, or what the system says; empty where `what` says it all */
};

/* A word for a fault. */
const char *fault_word(enum fault fault);

/* Sets a failure without a `why`, as error_set does with an error; returns false, to be returned in turn. */
bool failure_set(struct failure *failure, enum fault fault, const char *what, const char *first, const char *second);
bool failure_set_number(struct failure *failure, enum fault fault, const char *what, int64_t first, int64_t second);
/* Sets the failure of an illegal move. */
bool failure_set_move(struct failure *failure, const char *move, const struct tab_error *why);

enum { FAILURE_TEXT = TAB_ERROR_TEXT };
/* Writes a failure: in English, or in another language with what writes errors in it and its colon. */
void failure_format(const struct failure *failure, char text[FAILURE_TEXT]);
void failure_write(const struct failure *failure, size_t (*write)(const struct tab_error *, char *, size_t),
                   const char *colon, char text[FAILURE_TEXT]);

struct client {
    const struct contender *contender;
    struct process process;
    int64_t patience_ms; /* for every answer that no clock measures */
    bool knows_game, knows_seed;
    uint32_t knows_settings; /* a bit for each of the contender's */
};

/* What an engine said about a move. */
struct reply {
    char move[64];
    bool scored;
    int centi, mate; /* as in struct tab_line */
    int depth;
    int64_t milliseconds; /* by our clock */
};

/* Starts an engine and sets it up for a game spec. */
bool client_open(struct client *client, const struct contender *contender, const char *spec, int64_t patience_ms,
                 const _Atomic bool *abandoned, struct failure *failure);
/* Tells it to forget the last game; engines that have the option Seed draw random numbers from `seed`. */
bool client_new_game(struct client *client, uint32_t seed, struct failure *failure);
/* Asks for a move, with a whole `position` and a whole `go` line. After `allowed_ms` it is too late. */
bool client_think(struct client *client, const char *position, const char *go, int64_t allowed_ms, struct reply *reply,
                  struct failure *failure);
/* Asks it to end, and sees to it. Does nothing when it is not open. */
void client_close(struct client *client);

#endif
