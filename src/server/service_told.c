/* service_told.c - what every server that shares a store has to do, and not only the one that was asked for it. */
#include "hub.h"
#include "service.h"
#include "ws.h"

#include <string.h>

void told_session(void *context, int64_t session) {
    struct service *service = context;
    ws_end_session(service, session);
    hub_tell(service->hub, json_pack("{s:s, s:I}", "tell", "session", "session", (json_int_t)session));
}

void told_forget(void *context, const char *handle, const char *heir) {
    struct service *service = context;
    hub_forget(service->hub, handle, heir);
    hub_tell(service->hub, json_pack("{s:s, s:s, s:s}", "tell", "forget", "handle", handle, "heir", heir));
}

void told_hear(void *context, const json_t *json) {
    struct service *service = context;
    const char *what = json_string_value(json_object_get(json, "tell"));
    const char *handle = json_string_value(json_object_get(json, "handle"));
    const char *heir = json_string_value(json_object_get(json, "heir"));
    if (what != NULL && strcmp(what, "session") == 0)
        ws_end_session(service, json_integer_value(json_object_get(json, "session")));
    else if (what != NULL && strcmp(what, "forget") == 0 && handle != NULL)
        hub_forget(service->hub, handle, heir != NULL ? heir : "");
}
