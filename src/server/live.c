/* live.c - requests under /api/ that the hub answers. */
#include "live.h"
#include "api.h"
#include "http_api.h"
#include "outlet.h"
#include "service.h"

#include <stdlib.h>
#include <string.h>

enum {
    WAIT_MS = 25000,  /* for events */
    STORE_MS = 10000, /* for a message to be written down */
    LINGER_MS = 10000,
    READS_MAX = 3 /* of the events for one request, while more and more happen */
};

struct live {
    const struct outlet *outlet; /* first, as for every socket of the hub */
    struct live *next;
    struct client *client;
    struct visitor visitor;
    char game[GAME_ID_TEXT]; /* whose events are waited for; "": it is about one message */
    struct api_call *call;   /* NULL: it lingers */
    json_t *reply;           /* what the hub has answered, NULL: nothing yet */
    bool news;               /* something has happened in the game */
    int64_t until;           /* by service_steady */
};

/* ---- What the hub says ---------------------------------------------------------------------------------------- */

/* The answer to a message is `ok`, `error` or a `game`; other things are told beside it. */
static void live_send(void *context, void *socket, const char *text, size_t length) {
    (void)context;
    struct live *live = socket;
    json_t *json = json_loadb(text, length, 0, NULL);
    const char *type = json_string_value(json_object_get(json, "t"));
    const bool answer =
        type != NULL && (strcmp(type, "ok") == 0 || strcmp(type, "error") == 0 || strcmp(type, "game") == 0);
    live->news = live->news || (type != NULL && strcmp(type, "event") == 0);
    if (answer && live->reply == NULL)
        live->reply = json_incref(json);
    json_decref(json);
}

static void live_close(void *context, void *socket, enum hub_close why) {
    (void)context;
    (void)why;
    ((struct live *)socket)->until = 0;
}

static const struct outlet live_outlet = {.send = live_send, .close = live_close};

/* Asks the hub something that it answers at once or later. */
static void live_ask(struct service *service, struct live *live, json_t *message) {
    char *text = json_dumps(message, JSON_COMPACT);
    json_decref(live->reply);
    live->reply = NULL;
    if (text != NULL)
        hub_receive(service->hub, live->client, text, strlen(text));
    free(text);
}

/* ---- Beginning and end ---------------------------------------------------------------------------------------- */

static struct live *live_new(struct service *service, const struct api_call *call, const char *game) {
    struct live *live = calloc(1, sizeof *live);
    if (live == NULL)
        return NULL;
    live->outlet = &live_outlet;
    live->visitor = call->who.visitor;
    memcpy(live->game, game, strlen(game) + 1);
    live->client = hub_connect(service->hub, live, &live->visitor, call->address);
    if (live->client == NULL) {
        free(live);
        return NULL;
    }
    hub_greet(live->client);
    if (call->who.account != 0)
        hub_account(live->client, call->who.account, call->who.name, call->who.bot);
    live->next = service->lives;
    service->lives = live;
    return live;
}

static void live_end(struct service *service, struct live **place) {
    struct live *live = *place;
    *place = live->next;
    hub_disconnect(service->hub, live->client);
    json_decref(live->reply);
    free(live);
}

/* ---- Answers -------------------------------------------------------------------------------------------------- */

/* A refusal of the hub as one of the API. */
static void call_refuse(struct api_call *call, const json_t *error) {
    static const struct {
        const char *code;
        int status;
    } statuses[] = {{"json", 400}, {"type", 400},     {"field", 400}, {"spec", 400},  {"illegal", 400},
                    {"game", 404}, {"seat", 403},     {"rate", 429},  {"store", 503}, {"busy", 503},
                    {"full", 503}, {"stopping", 503}, {"token", 403}, {"limit", 429}, {"chat", 429}};
    const char *code = json_string_value(json_object_get(error, "code"));
    int status = 409;
    for (size_t i = 0; i < sizeof statuses / sizeof *statuses; i++)
        if (code != NULL && strcmp(statuses[i].code, code) == 0)
            status = statuses[i].status;
    json_t *inner = json_copy((json_t *)error);
    json_object_del(inner, "t");
    json_object_del(inner, "id");
    desk_say(&call->answer, json_pack("{s:o}", "error", inner));
    call->answer.status = status;
}

static bool reply_is_error(const json_t *reply) {
    const char *type = json_string_value(json_object_get(reply, "t"));
    return type != NULL && strcmp(type, "error") == 0;
}

/* What the hub has answered becomes the answer. As long as it has not, nobody knows whether something has happened: then
 * there is none, and the connection ends. */
static void live_settle(struct live *live) {
    struct api_call *call = live->call;
    live->call = NULL;
    if (live->reply == NULL)
        desk_say(&call->answer, NULL);
    else if (reply_is_error(live->reply))
        call_refuse(call, live->reply);
    else
        desk_say(&call->answer, json_incref(live->reply));
    http_api_settle(call);
}

/* The game as it is now, with the events that the desk has read, instead of everything else that goes with a game. */
static void live_settle_events(struct live *live) {
    static const char *const kept[] = {"game",   "number",  "state",  "turn", "ply",     "now",
                                       "clocks", "running", "result", "here", "watchers"};
    struct api_call *call = live->call;
    json_t *events = json_incref(json_object_get(call->answer.json, "events")), *answer = json_object();
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++)
        if (json_object_get(live->reply, kept[i]) != NULL)
            json_object_set(answer, kept[i], json_object_get(live->reply, kept[i]));
    json_object_set_new(answer, "events", events);
    desk_say(&call->answer, answer);
    live->call = NULL;
    live->until = service_steady() + LINGER_MS;
    http_api_settle(call);
}

/* ---- One message ---------------------------------------------------------------------------------------------- */

static void message_begin(struct service *service, struct api_call *call) {
    struct live *live = live_new(service, call, "");
    if (live == NULL) {
        desk_refuse(&call->answer, 503, "full", "there are too many connections");
        http_api_settle(call);
        return;
    }
    live->call = call;
    live->until = service_steady() + STORE_MS;
    live_ask(service, live, call->answer.json);
    if (live->reply != NULL)
        live_settle(live); /* it ends with the next look at all of them */
}

/* ---- Events --------------------------------------------------------------------------------------------------- */

/* The one that waited for this game last, or a new one. */
static struct live *live_waiting(struct service *service, const struct api_call *call, const char *game) {
    for (struct live *live = service->lives; live != NULL; live = live->next)
        if (live->call == NULL && strcmp(live->game, game) == 0 && visitor_equal(&live->visitor, &call->who.visitor))
            return live;
    struct live *live = live_new(service, call, game);
    json_t *watch = json_pack("{s:s, s:s}", "t", "watch", "game", game);
    if (live != NULL)
        live_ask(service, live, watch);
    json_decref(watch);
    return live;
}

static void game_look(struct service *service, struct live *live) {
    json_t *look = json_pack("{s:s, s:s}", "t", "look", "game", live->game);
    live_ask(service, live, look);
    json_decref(look);
}

/* Reads the events again; they are more than a moment ago. */
static void events_again(struct service *service, struct live *live) {
    struct api_call *call = live->call;
    live->call = NULL;
    live->until = service_steady() + LINGER_MS;
    json_decref(call->answer.json);
    call->answer = (struct desk_answer){.status = 0};
    call->reads++;
    if (desk_ask(service->desk, &call->job, DESK_REQUEST))
        return;
    desk_refuse(&call->answer, 503, "busy", "too many others ask at the moment; try again");
    http_api_settle(call);
}

static void events_begin(struct service *service, struct api_call *call) {
    struct live *live = live_waiting(service, call, call->match.parts[0]);
    if (live == NULL) {
        desk_refuse(&call->answer, 503, "full", "there are too many connections");
        http_api_settle(call);
        return;
    }
    live->call = call;
    live->news = false;
    game_look(service, live);
    const bool some = json_array_size(json_object_get(call->answer.json, "events")) > 0;
    const int64_t after = json_integer_value(json_object_get(call->query, "after"));
    if (live->reply == NULL || reply_is_error(live->reply)) {
        live->until = 0;
        live_settle(live);
    } else if (some || call->reads >= READS_MAX) {
        live_settle_events(live);
    } else if (json_integer_value(json_object_get(live->reply, "number")) > after) {
        events_again(service, live);
    } else {
        live->until = call->came + WAIT_MS;
    }
}

/* ---- In the loop ---------------------------------------------------------------------------------------------- */

void live_begin(struct service *service, struct api_call *call) {
    if (call->owner == NULL || service->leaving) {
        desk_refuse(&call->answer, 503, "stopping", "the server is about to stop");
        http_api_settle(call);
    } else if (call->answer.live == DESK_EVENTS) {
        events_begin(service, call);
    } else {
        message_begin(service, call);
    }
}

/* Whether something has become of it; its call is settled then. */
static void live_look(struct service *service, struct live *live, int64_t now) {
    const bool waited = now >= live->until || (live->call != NULL && live->call->owner == NULL);
    if (live->call == NULL)
        return;
    if (live->game[0] == '\0') {
        if (live->reply != NULL || waited)
            live_settle(live);
    } else if (live->news && !waited) {
        events_again(service, live);
    } else if (waited) {
        game_look(service, live);
        live_settle_events(live);
    }
}

void live_collect(struct service *service) {
    const int64_t now = service_steady();
    for (struct live **place = &service->lives; *place != NULL;) {
        live_look(service, *place, now);
        if ((*place)->call == NULL && ((*place)->game[0] == '\0' || now >= (*place)->until))
            live_end(service, place);
        else
            place = &(*place)->next;
    }
}

void live_leave(struct service *service) {
    for (struct live *live = service->lives; live != NULL; live = live->next)
        if (live->game[0] != '\0')
            live->until = 0;
    live_collect(service);
}

void live_finish(struct service *service) {
    for (struct live *live = service->lives; live != NULL; live = live->next)
        live->until = 0;
    live_collect(service);
}

void live_free(struct service *service) {
    while (service->lives != NULL) {
        api_call_free(service->lives->call);
        live_end(service, &service->lives);
    }
}
