/* commit_queue.h - changes on their way to the disk: a queue, and a thread that writes everything that has come in the
 * meantime at once, so that many changes share the wait for one disk. For stores that write. */
#ifndef TABLIER_SERVER_COMMIT_QUEUE_H
#define TABLIER_SERVER_COMMIT_QUEUE_H

#include "store.h"

struct submission {
    struct submission *next;
    uint64_t ticket;
    enum store_outcome outcome; /* set by the writer */
    int64_t kept;               /* likewise: see struct store_result */
    int count;
    struct store_change changes[STORE_CHANGES_MAX]; /* their data belongs to the submission */
};

/* Writes a list of submissions and says of each what has become of it. In the queue's thread. */
typedef void commit_function(void *context, struct submission *list);
/* What else there is to do after a list, when it can be collected already. In the same thread. */
typedef void follow_function(void *context);

struct commit_queue;

/* Room for so many submissions that are not collected. NULL when there is no memory or no thread. */
struct commit_queue *commit_queue_new(int room, commit_function *commit, follow_function *follow, void *commit_context,
                                      store_wake_function *wake, void *wake_context);
/* Writes what is left, then ends. */
void commit_queue_free(struct commit_queue *queue);

bool commit_queue_submit(struct commit_queue *queue, uint64_t ticket, const struct store_change *changes, int count);
int commit_queue_collect(struct commit_queue *queue, struct store_result *results, int most);

#endif
