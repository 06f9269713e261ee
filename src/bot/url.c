/* url.c - where a server is. */
#include "url.h"
#include "../rules/game.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <string.h>

enum { PORT_PLAIN = 80, PORT_SECURE = 443, PORT_MAX = 65535 };

static const char plain_prefix[] = "http://", secure_prefix[] = "https://";

/* Whether what is sent to a host stays on this machine. */
static bool host_is_here(const char *host) {
    struct in_addr four;
    struct in6_addr six;
    if (strcmp(host, "localhost") == 0)
        return true;
    if (inet_pton(AF_INET, host, &four) == 1)
        return (ntohl(four.s_addr) >> 24) == 127;
    return inet_pton(AF_INET6, host, &six) == 1 && IN6_IS_ADDR_LOOPBACK(&six);
}

/* Reads the host, in brackets when it is an address of IPv6, and moves *at behind it. */
static bool host_read(struct url *url, const char *text, size_t *at, struct tab_error *error) {
    const bool bracket = text[*at] == '[';
    const char *from = text + *at + bracket;
    const size_t length = strcspn(from, bracket ? "]/" : ":/?#@[]");
    if (length == 0 || length >= URL_HOST || (bracket && from[length] != ']'))
        return error_set(error, *at, N_("the name of a machine is missing here"), NULL, NULL);
    for (size_t i = 0; i < length; i++)
        if (from[i] <= ' ' || from[i] > '~' || strchr("\"'<>\\^`{|}", from[i]) != NULL)
            return error_set(error, *at, N_("this is not the name of a machine"), NULL, NULL);
    snprintf(url->host, sizeof url->host, "%.*s", (int)length, from);
    if (bracket && inet_pton(AF_INET6, url->host, &(struct in6_addr){0}) != 1)
        return error_set(error, *at, N_("this is not the name of a machine"), NULL, NULL);
    *at += length + 2 * (size_t)bracket;
    return true;
}

static bool port_read(struct url *url, const char *text, size_t *at, struct tab_error *error) {
    int64_t port;
    url->port = url->secure ? PORT_SECURE : PORT_PLAIN;
    if (text[*at] != ':')
        return true;
    const struct field field = {text + *at + 1, strcspn(text + *at + 1, "/"), *at + 1};
    if (!text_read_number(&field, PORT_MAX, &port, error))
        return false;
    if (port == 0)
        return error_set(error, field.at, N_("there is no port 0"), NULL, NULL);
    url->port = (int)port;
    *at += field.length + 1;
    return true;
}

bool url_parse(struct url *url, const char *text, struct tab_error *error) {
    struct url read = {.secure = strncmp(text, secure_prefix, strlen(secure_prefix)) == 0};
    const bool plain = strncmp(text, plain_prefix, strlen(plain_prefix)) == 0;
    size_t at = strlen(read.secure ? secure_prefix : plain_prefix);
    if (!read.secure && !plain)
        return error_set(error, 0, N_("an address begins with https://, or with http:// on this machine"), NULL, NULL);
    if (!host_read(&read, text, &at, error) || !port_read(&read, text, &at, error))
        return false;
    at += text[at] == '/';
    if (text[at] != '\0')
        return error_set(error, at, N_("nothing may follow the name of the machine and its port"), NULL, NULL);
    if (plain && !host_is_here(read.host))
        return error_set(error, 0, N_("a token may go to another machine by https:// only"), NULL, NULL);
    *url = read;
    return true;
}

void url_origin(const struct url *url, char *text, size_t size) {
    const bool bracket = strchr(url->host, ':') != NULL;
    const int length = snprintf(text, size, "%s%s%s%s", url->secure ? secure_prefix : plain_prefix, bracket ? "[" : "",
                                url->host, bracket ? "]" : "");
    if (url->port != (url->secure ? PORT_SECURE : PORT_PLAIN) && (size_t)length < size)
        snprintf(text + length, size - (size_t)length, ":%d", url->port);
}
