/* ws.h - WebSocket connections: they carry messages between browsers and the hub, and break when somebody does not keep
 * to the rules. */
#ifndef TABLIER_SERVER_WS_H
#define TABLIER_SERVER_WS_H

#include "outlet.h"
#include "service.h"

/* What libwebsockets keeps for each connection. */
struct session {
    const struct outlet *outlet; /* first, as for every socket of the hub */
    struct session *previous, *next;
    struct lws *wsi;
    struct client *client;   /* NULL before it is known who it is */
    struct visitor guest;    /* of the cookie */
    bool begun;              /* it is in the list */
    struct who_job *asking;  /* the desk, who it is */
    int64_t account_session; /* 0: none; of a token its number below 0 */
    int64_t account;         /* 0: a guest */
    char address[ADDRESS_TEXT];
    bool secure; /* the page came over TLS */
    bool renew;  /* the guest needs a new cookie */
    struct outgoing *outgoing, **outgoing_end;
    size_t queued; /* bytes */
    char *partial; /* a message that has not come to its end */
    size_t partial_length;
    int64_t heard, pinged; /* by service_steady */
    int64_t ping_due;
    bool ping;
    int turn;       /* which of the service's lists it is in */
    int close_code; /* 0: it stays open */
    bool closing;   /* the close frame is on its way */
};

/* The name of the subprotocol, and the path. */
#define WS_PROTOCOL "tablier.1"
#define WS_PATH "/ws"

lws_callback_function ws_callback;

/* SESSION_TURNS times a second: tests whether connections are alive, a part of them each time, and closes those that are
 * not. */
void ws_tick(struct service *service);
/* Closes the connections of an account, and of everybody who is banned. */
void ws_end_account(struct service *service, int64_t account);
void ws_end_banned(struct service *service);
/* A session of an account has ended: closes its connections. */
void ws_end_session(void *context, int64_t account_session);
/* Closes all of them. */
void ws_close_all(struct service *service);
/* Takes out of the hub whoever is still connected: what they wait for has to be withdrawn while there is a store. */
void ws_leave(struct service *service);

#endif
