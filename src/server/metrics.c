/* metrics.c - figures for who hosts the service, in the text format of Prometheus. */
#include "analysis_queue.h"
#include "ledger.h"
#include "service.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* Bytes of memory in use; 0 where the system does not tell. */
static double memory_read(void) {
    FILE *file = fopen("/proc/self/statm", "r");
    long pages = 0;
    if (file == NULL)
        return 0;
    if (fscanf(file, "%*d %ld", &pages) != 1)
        pages = 0;
    fclose(file);
    return (double)pages * (double)sysconf(_SC_PAGESIZE);
}

char *metrics_format(const struct service *service) {
    const struct hub_counts hub = hub_count(service->hub);
    const struct service_counts *own = &service->counts;
    const struct {
        const char *name, *type, *help;
        double value;
    } lines[] = {
        {"connections", "gauge", "WebSocket connections", hub.connections},
        {"games_playing", "gauge", "games being played", hub.games_playing},
        {"games_open", "gauge", "games that wait for players", hub.games_open},
        {"rooms", "gauge", "games in memory", hub.rooms},
        {"nodes", "gauge", "servers that share the store, this one included", hub.nodes},
        {"seeks", "gauge", "players who wait to be paired", hub.seeks},
        {"store_failing", "gauge", "1 when the last thing asked of the store failed", hub.store_failing},
        {"ended_waiting", "gauge", "games that have ended and are not counted yet",
         (double)ledger_waiting(service->ratings)},
        {"analysis_waiting", "gauge", "games that wait for their analysis", (double)analysis_waiting(service->ratings)},
        {"memory_bytes", "gauge", "memory in use", memory_read()},
        {"uptime_seconds", "gauge", "since the start", (double)(service_steady() - service->began) / 1000},
        {"store_waiting", "gauge", "changes that the store has not confirmed yet", hub.store_waiting},
        {"turns_total", "counter", "turns of the loop that waits for connections", (double)own->turns},
        {"messages_total", "counter", "messages received", (double)hub.messages},
        {"refused_total", "counter", "messages refused", (double)hub.refused},
        {"events_total", "counter", "events written", (double)hub.events},
        {"moves_total", "counter", "moves made", (double)hub.moves},
        {"games_created_total", "counter", "games begun", (double)hub.games_created},
        {"store_failures_total", "counter", "what the store could not write", (double)hub.store_failures},
        {"requests_total", "counter", "HTTP requests", (double)own->requests},
        {"refused_origins_total", "counter", "connections from pages of others", (double)own->refused_origins},
        {"refused_connections_total", "counter", "connections beyond the limits", (double)own->refused_connections},
        {"refused_sockets_total", "counter", "sockets beyond the limit of their address, or of all",
         (double)own->refused_sockets},
        {"slow_closed_total", "counter", "connections closed for reading too slowly", (double)own->slow_closed},
        {"silent_closed_total", "counter", "connections closed for their silence", (double)own->silent_closed},
        {"protocol_errors_total", "counter", "connections closed for breaking the protocol",
         (double)own->protocol_errors},
    };
    char *text = NULL;
    size_t length = 0;
    FILE *stream = open_memstream(&text, &length);
    if (stream == NULL)
        return NULL;
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        fprintf(stream, "# HELP tablier_%s %s\n# TYPE tablier_%s %s\ntablier_%s %.17g\n", lines[i].name, lines[i].help,
                lines[i].name, lines[i].type, lines[i].name, lines[i].value);
    fclose(stream);
    return text;
}
