/* service_clock.c - the time of the service: a clock that nobody sets while it runs.
 *
 * Where servers share a store they all go by the clock of its database, so that what one writes down means the same to
 * the others. The time a question took bounds how wrong the answer is, by half of it; of several the fastest counts. What
 * is found to be wrong later is made good little by little, and time never goes back. */
#include "service.h"

#include <time.h>

enum { QUESTIONS = 5, CLOCK_TICKS = 100, SLOW_MS = 50, STEP_MS = 5 };

static int64_t clock_read(clockid_t clock) {
    struct timespec now;
    clock_gettime(clock, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

int64_t service_now(const struct service *service) { return clock_read(CLOCK_MONOTONIC) + service->clock.offset; }

/* What has to be added to the monotonic clock, and how long the question took; false when nobody answers. */
static bool offset_ask(struct store *store, int64_t *offset, int64_t *took) {
    const int64_t before = clock_read(CLOCK_MONOTONIC), answer = store_read_clock(store);
    const int64_t after = clock_read(CLOCK_MONOTONIC);
    *offset = answer - (before + after) / 2;
    *took = after - before;
    return answer != 0;
}

void service_clock_begin(struct service *service) {
    int64_t offset, took, best = INT64_MAX;
    service->clock.offset = clock_read(CLOCK_REALTIME) - clock_read(CLOCK_MONOTONIC);
    for (int i = 0; i < QUESTIONS && service->store->shared; i++)
        if (offset_ask(service->store, &offset, &took) && took < best) {
            best = took;
            service->clock.offset = offset;
        }
    service->clock.wanted = service->clock.offset;
    service->began = service_now(service);
}

void service_clock_tick(struct service *service) {
    int64_t offset, took;
    if (!service->store->shared)
        return;
    if (++service->clock.ticks % CLOCK_TICKS == 0 && offset_ask(service->store, &offset, &took) && took <= SLOW_MS)
        service->clock.wanted = offset;
    const int64_t wrong = service->clock.wanted - service->clock.offset;
    service->clock.offset += wrong > STEP_MS ? STEP_MS : wrong < -STEP_MS ? -STEP_MS : wrong;
}
