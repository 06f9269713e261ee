/* address.h - where to listen. */
#ifndef TABLIER_SERVER_ADDRESS_H
#define TABLIER_SERVER_ADDRESS_H

#include <netinet/in.h>
#include <stdbool.h>

struct tab_error;

/* Finds the numeric address of a host of this machine, and tries whether the port can be had there: libwebsockets does
 * not say why it could not. */
bool address_find(const char *host, int port, char numeric[INET6_ADDRSTRLEN], struct tab_error *error);

#endif
