/* live.h - requests under /api/ that the hub answers: each is one message of docs/protocol.md, from a connection that lasts
 * as long as the request. Who waits for the events of a game stays connected between two such requests, so that they are
 * seen to be there. All of this happens in the loop. */
#ifndef TABLIER_SERVER_LIVE_H
#define TABLIER_SERVER_LIVE_H

#include <stdbool.h>

struct api_call;
struct service;

/* Goes on with a request that the desk has handed on (answer.live). It is settled later, or now. */
void live_begin(struct service *service, struct api_call *call);
/* Settles what the hub has answered meanwhile, and what has waited for long enough. */
void live_collect(struct service *service);
/* Nobody waits for events any longer. */
void live_leave(struct service *service);
/* Nor for an answer. */
void live_finish(struct service *service);
void live_free(struct service *service);

#endif
