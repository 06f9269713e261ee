/* address.c - where to listen. */
#include "address.h"
#include "../rules/game.h"
#include "../translate.h"

#include <errno.h>
#include <netdb.h>
#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>

/* 0, or the error number of what stands in the way. */
static int address_try(const struct addrinfo *address) {
    const int yes = 1;
    const int connection = socket(address->ai_family, address->ai_socktype, address->ai_protocol);
    if (connection < 0)
        return errno;
    setsockopt(connection, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    const int problem =
        bind(connection, address->ai_addr, address->ai_addrlen) != 0 || listen(connection, 1) != 0 ? errno : 0;
    close(connection);
    return problem;
}

static bool problem_report(int problem, const char *host, const char *port, struct tab_error *error) {
    switch (problem) {
    case 0: return true;
    case EADDRINUSE:
        return error_set(error, 0, N_("port {1} is taken by another program; choose another with --port"), port, NULL);
    case EACCES:
        return error_set(error, 0, N_("port {1} is reserved for the system; choose one above 1023 with --port"), port,
                         NULL);
    case EADDRNOTAVAIL: return error_set(error, 0, N_("'{1}' is no address of this machine"), host, NULL);
    default: return error_set(error, 0, N_("cannot listen on port {1}: {2}"), port, translate_errno(problem));
    }
}

bool address_find(const char *host, int port, char numeric[INET6_ADDRSTRLEN], struct tab_error *error) {
    const struct addrinfo hints = {.ai_family = AF_UNSPEC, .ai_socktype = SOCK_STREAM, .ai_flags = AI_PASSIVE};
    struct addrinfo *found;
    char service[16];
    snprintf(service, sizeof service, "%d", port);
    if (getaddrinfo(host, service, &hints, &found) != 0)
        return error_set(error, 0, N_("'{1}' is no address of this machine"), host, NULL);
    const bool named =
        getnameinfo(found->ai_addr, found->ai_addrlen, numeric, INET6_ADDRSTRLEN, NULL, 0, NI_NUMERICHOST) == 0;
    const int problem = named ? address_try(found) : EADDRNOTAVAIL;
    freeaddrinfo(found);
    return problem_report(problem, host, service, error);
}
