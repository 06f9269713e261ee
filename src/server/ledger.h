/* ledger.h - what follows when a game is over: ratings, scores, the explorer. The store notes each game that has ended, in
 * the transaction of its last event; the ledger takes such a note and does everything in one transaction with its removal.
 * So each game counts exactly once, whoever dies when, and however many ledgers there are. */
#ifndef TABLIER_SERVER_LEDGER_H
#define TABLIER_SERVER_LEDGER_H

#include "sql.h"
#include "visitor.h"

enum ledger_outcome {
    LEDGER_IDLE,  /* there is no such game */
    LEDGER_DONE,  /* one was counted */
    LEDGER_FAILED /* the database does not work, or somebody was in the way: later perhaps */
};

/* Counts one game. `told` is its name when an event was added to it, else "". */
enum ledger_outcome ledger_step(struct sql *sql, int64_t now, char told[GAME_ID_TEXT]);

/* Counts this game now, unless that has been done, or it is not over: in the transaction of whoever asks. */
enum sql_outcome ledger_count(struct sql *sql, const char *game, int64_t now);

/* How many games are still to be counted; -1 when nobody can tell. */
int64_t ledger_waiting(struct sql *sql);

#endif
