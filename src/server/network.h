/* network.h - addresses of the network and origins of pages: who may do what, decided on texts. */
#ifndef TABLIER_SERVER_NETWORK_H
#define TABLIER_SERVER_NETWORK_H

#include "hub.h"

#include <stdbool.h>

/* Whether a list like `127.0.0.1 ::1 10.0.0.0/8` is well formed, and whether it contains an address. An IPv4 address in
 * the form ::ffff:1.2.3.4 is the IPv4 address. */
bool network_list_good(const char *list);
bool network_list_contains(const char *list, const char *address);

/* Whose request it is, IPv4 written as such: the peer, or when the peer is one of the proxies the last address of X-Forwarded-For that is not
 * (the addresses before that one may be made up). */
void network_client(const char *peer, const char *forwarded, const char *proxies, char client[ADDRESS_TEXT]);
/* What limits are counted for: the address itself, or for IPv6 its /64 network, which belongs to one customer. */
void network_key(const char *address, char key[ADDRESS_TEXT]);

/* Whether every word of a list is an origin as a browser writes it, so that it can be equal to one: scheme://host[:port] in
 * small letters, without a port that goes without saying. */
bool network_origins_good(const char *list);
/* Whether a page of this origin may connect: when its host is the one it connects to, or it is in the list of origins. */
bool network_origin_allowed(const char *origin, const char *host, const char *origins);

/* What a request says of where it was sent to, and by which page. */
struct arrival {
    bool named;   /* it names a host that is ours */
    bool allowed; /* its page may connect */
    bool secure;  /* its page came over TLS */
};
/* `public`: the origins under which the service is reached; with "" every host is ours, and only the origin tells whether
 * it is TLS. */
struct arrival network_arrival(const char *origin, const char *host, const char *public, const char *origins);

#endif
