/* hub_tournament.c - who looks at a tournament is told when it has changed. What it is then is asked for over HTTP. */
#include "hub_inside.h"

#include <stdio.h>
#include <string.h>

void message_tournament(const struct request *request) {
    struct client *client = request->client;
    const char *tournament = request_text(request, "tournament");
    if (json_is_true(json_object_get(request->json, "on")))
        snprintf(client->tournament, sizeof client->tournament, "%s", tournament);
    else if (strcmp(client->tournament, tournament) == 0)
        client->tournament[0] = '\0';
    request_answer(request, NULL);
}

void hub_tournament(struct hub *hub, const char *tournament, int64_t revision) {
    for (struct client *client = hub->clients; client != NULL; client = client->next)
        if (strcmp(client->tournament, tournament) == 0)
            client_send(client, json_pack("{s:s, s:s, s:I}", "t", "tournament", "tournament", tournament, "revision",
                                          (json_int_t)revision));
}
