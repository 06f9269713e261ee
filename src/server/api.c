/* api.c - the routes under /api/. */
#include "api.h"
#include "throttle.h"
#include "tournament.h"
#include "warden.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const api_methods[API_METHOD_COUNT] = {"GET", "POST", "DELETE"};

#define NO_FIELDS {.name = NULL}
#define TEXT(key, shortest, longest) {.name = (key), .type = FIELD_TEXT, .least = (shortest), .most = (longest)}
#define NUMBER(key, smallest, largest) {.name = (key), .type = FIELD_NUMBER, .least = (smallest), .most = (largest)}
#define OBJECT(key) {.name = (key), .type = FIELD_OBJECT}
#define MAYBE_SWITCH(key) {.name = (key), .type = FIELD_SWITCH, .optional = true}
#define MAYBE_TEXT(key, shortest, longest)                                                                             \
    {.name = (key), .type = FIELD_TEXT, .optional = true, .least = (shortest), .most = (longest)}
#define MAYBE_NUMBER(key, smallest, largest)                                                                           \
    {.name = (key), .type = FIELD_NUMBER, .optional = true, .least = (smallest), .most = (largest)}

const struct route api_routes[] = {
#define ROUTE(method, path, run, access, summary, ...) {API_##method, path, run, access, summary, {__VA_ARGS__}},
#include "api.def"
#undef ROUTE
};

const int api_route_count = sizeof api_routes / sizeof *api_routes;

/* ---- Finding -------------------------------------------------------------------------------------------------- */

/* Whether a path is that of a route; copies the parts in braces, each up to the next slash and not empty. */
static bool path_match(const char *route, const char *path, struct route_match *match) {
    char *room = match->room;
    int count = 0;
    while (*route != '\0') {
        if (*route != '{') {
            if (*route++ != *path++)
                return false;
            continue;
        }
        const size_t length = strcspn(path, "/");
        if (length == 0 || count == DESK_PARTS)
            return false;
        match->parts[count++] = room;
        memcpy(room, path, length);
        room[length] = '\0';
        room += length + 1;
        path += length;
        route += strcspn(route, "}") + 1;
    }
    return *path == '\0';
}

void route_find(enum api_method method, const char *path, struct route_match *match) {
    *match = (struct route_match){.route = NULL};
    if (strlen(path) >= API_PATH_TEXT)
        return;
    for (int i = 0; i < api_route_count && match->route == NULL; i++) {
        if (!path_match(api_routes[i].path, path, match))
            continue;
        if (api_routes[i].method == method)
            match->route = &api_routes[i];
        else
            match->methods |= 1U << api_routes[i].method;
    }
}

void methods_format(unsigned methods, char text[API_ALLOW_TEXT]) {
    int length = 0;
    text[0] = '\0';
    for (int i = 0; i < API_METHOD_COUNT; i++)
        if ((methods & 1U << i) != 0)
            length += snprintf(text + length, API_ALLOW_TEXT - (size_t)length, "%s%s%s", length > 0 ? ", " : "",
                               api_methods[i], i == API_GET ? ", HEAD" : "");
}

/* ---- Checking ------------------------------------------------------------------------------------------------- */

/* Texts of the query that should be numbers become numbers. */
static void query_numbers(const struct route *route, json_t *query) {
    for (int i = 0; i < FIELDS_MAX && route->fields[i].name != NULL; i++) {
        const char *text = json_string_value(json_object_get(query, route->fields[i].name));
        if (route->fields[i].type != FIELD_NUMBER || text == NULL)
            continue;
        const size_t length = strlen(text);
        if (length > 0 && length <= 18 && strspn(text, "0123456789") == length)
            json_object_set_new(query, route->fields[i].name, json_integer(strtoll(text, NULL, 10)));
    }
}

bool api_check(struct api_call *call) {
    const struct route *route = call->match.route;
    const char *wrong = NULL;
    if (route->method == API_POST) {
        if (!json_is_object(call->body)) {
            desk_refuse(&call->answer, 400, "json", "the body is not one JSON object");
            return false;
        }
        if (json_object_size(call->query) > 0)
            wrong = json_object_iter_key(json_object_iter(call->query));
        else if ((route->access & ANY_FIELDS) == 0)
            wrong = fields_check(route->fields, NULL, call->body);
    } else {
        query_numbers(route, call->query);
        wrong = fields_check(route->fields, NULL, call->query);
    }
    if (wrong != NULL)
        desk_refuse_field(&call->answer, wrong);
    return wrong == NULL;
}

/* ---- Running -------------------------------------------------------------------------------------------------- */

static unsigned standing_of(const struct who *who) {
    unsigned standing = FOR_ANYBODY | who->scopes;
    if (who->session != 0)
        standing |= FOR_ACCOUNT;
    else if (who->account == 0 && !visitor_nobody(&who->visitor))
        standing |= FOR_GUEST;
    return standing;
}

/* Who it is; false, with a refusal, when they may not ask for this. */
static bool who_allowed(struct api_call *call, struct desk *desk, struct sql *sql, struct who *who) {
    switch (who_find(sql, &call->credentials, call->now, who)) {
    case WHO_KNOWN: break;
    case WHO_WRONG: desk_refuse(&call->answer, 401, "token", "the token is not good"); return false;
    case WHO_LATER: desk_refuse_store(&call->answer); return false;
    }
    if (warden_bans_account(desk_warden(desk), who->account, call->now)) {
        desk_refuse(&call->answer, 403, "banned", "this account is banned");
        return false;
    }
    if ((standing_of(who) & call->match.route->access) != 0)
        return true;
    if (who->scopes != 0)
        desk_refuse(&call->answer, 403, "scope", "the token is not for this");
    else
        desk_refuse(&call->answer, 401, "account", "sign in first");
    return false;
}

void api_work(struct desk_job *job, struct desk *desk, struct sql *sql) {
    struct api_call *call = (struct api_call *)job;
    struct who who;
    if (!who_allowed(call, desk, sql, &who))
        return;
    call->who = who;
    struct desk_request request = {.method = api_methods[call->match.route->method],
                                   .path = call->path,
                                   .query = call->query,
                                   .body = call->body,
                                   .visitor = who.visitor,
                                   .account = who.account,
                                   .account_name = who.name,
                                   .session = who.session,
                                   .scopes = who.scopes,
                                   .bot = who.bot,
                                   .guest = who.guest,
                                   .device = call->credentials.device,
                                   .address = call->address,
                                   .from = call->from,
                                   .agent = call->agent,
                                   .secure = call->secure,
                                   .now = call->now,
                                   .sql = sql,
                                   .desk = desk,
                                   .random = random_system,
                                   .settings = desk_settings(desk),
                                   .secret = desk_secret(desk)};
    memcpy(request.parts, call->match.parts, sizeof request.parts);
    call->match.route->run(&request, &call->answer);
}

void api_call_free(struct api_call *call) {
    if (call == NULL)
        return;
    json_decref(call->query);
    json_decref(call->body);
    json_decref(call->answer.json);
    free(call->answer.text);
    free(call);
}
