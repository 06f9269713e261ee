/* store_checkpoint.h - copying SQLite's log into its file without making anybody wait.
 *
 * A log that has grown is copied by a thread with a connection of its own, while commits go on. What they have added in
 * the meantime is little; the writer copies that itself, and SQLite begins the log anew. */
#ifndef TABLIER_SERVER_STORE_CHECKPOINT_H
#define TABLIER_SERVER_STORE_CHECKPOINT_H

#include "sql.h"

struct checkpointer;

/* Takes over a connection, which it closes. NULL when there is no memory or no thread; the connection is the caller's
 * then. */
struct checkpointer *checkpointer_new(struct sql *connection);
void checkpointer_free(struct checkpointer *checkpointer);

/* After a commit, in the writer's thread. */
void checkpointer_step(struct checkpointer *checkpointer, struct sql *writer);

#endif
