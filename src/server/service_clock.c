/* service_clock.c - the time of the service.
 *
 * Where servers share a store they all go by the clock of its database, so that what one writes down means the same to
 * the others. The time a question took bounds how wrong the answer is, by half of it; of several the fastest counts. What
 * is found to be wrong later is made good little by little, and time never goes back. A server that is a second or more
 * behind was paused, as virtual machines are: it is put forward at once, or the others would take it for dead meanwhile.
 *
 * A server alone goes by the system's clock. When that is set, or the system has slept, so is the service's, at once;
 * the hub is told, and the director asks, so that nobody gains or loses time by it. */
#include "journal.h"
#include "service.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { QUESTIONS = 5, CLOCK_TICKS = 100, SLOW_MS = 50, STEP_MS = 5 };
enum { SET_MS = 1000 }; /* less is not worth setting a clock for */

static int64_t clock_read(clockid_t clock) {
    struct timespec now;
    clock_gettime(clock, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

int64_t service_now(const struct service *service) { return clock_read(CLOCK_MONOTONIC) + service->clock.offset; }

int64_t service_now_set(const struct service *service, int64_t *set) {
    const int64_t offset = service->clock.offset; /* once, for it may change at any time */
    *set = service->store->shared ? 0 : offset - service->clock.first;
    return clock_read(CLOCK_MONOTONIC) + offset;
}

int64_t service_steady(void) { return clock_read(CLOCK_MONOTONIC); }

/* What has to be added to the monotonic clock, and how long the question took; false when nobody answers. */
static bool offset_ask(struct store *store, int64_t *offset, int64_t *took) {
    const int64_t before = clock_read(CLOCK_MONOTONIC);
    const int64_t answer = store->shared ? store_read_clock(store) : clock_read(CLOCK_REALTIME);
    const int64_t after = clock_read(CLOCK_MONOTONIC);
    *offset = answer - (before + after) / 2;
    *took = after - before;
    return answer != 0;
}

void service_clock_begin(struct service *service) {
    int64_t offset, took, best = INT64_MAX;
    service->clock.offset = clock_read(CLOCK_REALTIME) - clock_read(CLOCK_MONOTONIC);
    for (int i = 0; i < QUESTIONS; i++)
        if (offset_ask(service->store, &offset, &took) && took < best) {
            best = took;
            service->clock.offset = offset;
        }
    service->clock.first = service->clock.wanted = service->clock.offset;
    service->began = service_steady();
}

static void clock_put(struct service *service, int64_t offset) {
    char text[24];
    snprintf(text, sizeof text, "%" PRId64, offset - service->clock.offset);
    service->clock.offset = offset;
    journal_write(JOURNAL_WARNING, "clock was set", "by_ms", text, NULL);
}

static void clock_set(struct service *service, int64_t offset) {
    const int64_t wrong = offset - service->clock.offset;
    clock_put(service, offset);
    hub_clock_set(service->hub, wrong);
}

/* The hub sees from the time between two ticks that it was paused; games went on elsewhere, so there is no gap. */
static void clock_approach(struct service *service) {
    const int64_t wrong = service->clock.wanted - service->clock.offset;
    if (wrong >= SET_MS)
        clock_put(service, service->clock.wanted);
    else
        service->clock.offset += wrong > STEP_MS ? STEP_MS : wrong < -STEP_MS ? -STEP_MS : wrong;
}

void service_clock_tick(struct service *service) {
    int64_t offset, took;
    if (!service->store->shared) {
        if (offset_ask(service->store, &offset, &took) && took <= SLOW_MS &&
            llabs(offset - service->clock.offset) >= SET_MS)
            clock_set(service, offset);
        return;
    }
    if (++service->clock.ticks % CLOCK_TICKS == 0 && offset_ask(service->store, &offset, &took) && took <= SLOW_MS)
        service->clock.wanted = offset;
    clock_approach(service);
}
