/* throttle.h - how often somebody may do something: so many times at once, then once in a while. It keeps count of any
 * number of addresses or names in the same little memory: where there is no room for another, the one is forgotten that
 * has done the least lately. */
#ifndef TABLIER_SERVER_THROTTLE_H
#define TABLIER_SERVER_THROTTLE_H

#include <stdbool.h>
#include <stdint.h>

struct throttle;

/* `most` times at once, and one more after each `every_ms`. NULL when there is no memory. */
struct throttle *throttle_new(int most, int64_t every_ms);
void throttle_free(struct throttle *throttle);

/* Takes one time; false when there is none left, and then nothing is taken. From any thread. */
bool throttle_take(struct throttle *throttle, const char *key, int64_t now);
/* Gives one back: it was no reason to be slowed down. */
void throttle_return(struct throttle *throttle, const char *key, int64_t now);

#endif
