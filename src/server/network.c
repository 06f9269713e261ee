/* network.c - addresses of the network and origins of pages. */
#include "network.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BITS = 128, MAPPED = 96 };

/* Every address as one of IPv6, IPv4 in the part that is kept for it. */
struct address_bits {
    unsigned char bytes[16];
    int prefix; /* how many bits count */
};

static bool bits_parse(struct address_bits *bits, const char *text, size_t length) {
    static const unsigned char mapped[12] = {[10] = 0xFF, [11] = 0xFF};
    char address[ADDRESS_TEXT];
    if (length >= sizeof address)
        return false;
    snprintf(address, sizeof address, "%.*s", (int)length, text);
    char *slash = strchr(address, '/');
    if (slash != NULL)
        *slash = '\0';
    memcpy(bits->bytes, mapped, sizeof mapped);
    const bool four = inet_pton(AF_INET, address, bits->bytes + 12) == 1;
    if (!four && inet_pton(AF_INET6, address, bits->bytes) != 1)
        return false;
    bits->prefix = BITS;
    if (slash == NULL)
        return true;
    const size_t digits = strspn(slash + 1, "0123456789");
    if (digits == 0 || digits > 3 || slash[1 + digits] != '\0')
        return false;
    bits->prefix = (int)strtol(slash + 1, NULL, 10) + (four ? MAPPED : 0);
    return bits->prefix <= BITS;
}

static bool bits_contain(const struct address_bits *network, const struct address_bits *address) {
    const int bytes = network->prefix / 8, rest = network->prefix % 8;
    if (memcmp(network->bytes, address->bytes, (size_t)bytes) != 0)
        return false;
    return rest == 0 || (network->bytes[bytes] ^ address->bytes[bytes]) >> (8 - rest) == 0;
}

/* The next word of a list separated by spaces or commas; false at the end. */
static bool word_next(const char **at, const char **word, size_t *length) {
    *word = *at + strspn(*at, " ,\t");
    *length = strcspn(*word, " ,\t");
    *at = *word + *length;
    return *length > 0;
}

bool network_list_good(const char *list) {
    const char *word;
    size_t length;
    struct address_bits bits;
    while (word_next(&list, &word, &length))
        if (!bits_parse(&bits, word, length))
            return false;
    return true;
}

bool network_list_contains(const char *list, const char *address) {
    const char *word;
    size_t length;
    struct address_bits network, bits;
    if (!bits_parse(&bits, address, strlen(address)))
        return false;
    while (word_next(&list, &word, &length))
        if (bits_parse(&network, word, length) && bits_contain(&network, &bits))
            return true;
    return false;
}

/* An address of IPv4 as everybody writes it; any other text as it is. */
static void address_copy(const char *text, char address[ADDRESS_TEXT]) {
    static const struct address_bits mapped = {{[10] = 0xFF, [11] = 0xFF}, MAPPED};
    struct address_bits bits;
    if (bits_parse(&bits, text, strlen(text)) && bits_contain(&mapped, &bits))
        inet_ntop(AF_INET, bits.bytes + 12, address, ADDRESS_TEXT);
    else
        snprintf(address, ADDRESS_TEXT, "%.*s", ADDRESS_TEXT - 1, text);
}

void network_client(const char *peer, const char *forwarded, const char *proxies, char client[ADDRESS_TEXT]) {
    char candidate[ADDRESS_TEXT];
    struct address_bits bits;
    address_copy(peer, client);
    size_t end = strlen(forwarded);
    while (end > 0 && network_list_contains(proxies, client)) {
        size_t begin = end;
        while (begin > 0 && forwarded[begin - 1] != ',')
            begin--;
        const char *word = forwarded + begin + strspn(forwarded + begin, " \t");
        const size_t length = strcspn(word, " \t,");
        if (!bits_parse(&bits, word, length) || memchr(word, '/', length) != NULL)
            return;
        snprintf(candidate, sizeof candidate, "%.*s", (int)length, word);
        address_copy(candidate, client);
        end = begin > 0 ? begin - 1 : 0;
    }
}

void network_key(const char *address, char key[ADDRESS_TEXT]) {
    struct address_bits bits;
    address_copy(address, key);
    if (!bits_parse(&bits, key, strlen(key)) || strchr(key, ':') == NULL)
        return;
    memset(bits.bytes + 8, 0, 8);
    inet_ntop(AF_INET6, bits.bytes, key, ADDRESS_TEXT);
}

/* The host and port of an origin, without a port that goes without saying. */
static bool origin_host(const char *origin, char host[256]) {
    const bool secure = strncmp(origin, "https://", 8) == 0;
    if (!secure && strncmp(origin, "http://", 7) != 0)
        return false;
    const char *from = origin + (secure ? 8 : 7), *usual = secure ? ":443" : ":80";
    const size_t length = strlen(from), port = strlen(usual);
    const bool shorter = length > port && strcmp(from + length - port, usual) == 0;
    return length > 0 && strchr(from, '/') == NULL &&
           snprintf(host, 256, "%.*s", (int)(shorter ? length - port : length), from) < 256;
}

static bool port_good(const char *port) {
    const size_t digits = strspn(port, "0123456789");
    const long number = strtol(port, NULL, 10);
    return digits > 0 && digits <= 5 && port[digits] == '\0' && port[0] != '0' && number <= 65535;
}

/* A name, or an address of IPv6 in brackets; then a port or nothing. */
static bool host_good(const char *host) {
    const bool bracket = host[0] == '[';
    const size_t length =
        strspn(host + bracket, bracket ? "0123456789abcdef:." : "0123456789abcdefghijklmnopqrstuvwxyz-._");
    const char *rest = host + bracket + length;
    if (length == 0 || (bracket && *rest++ != ']'))
        return false;
    return *rest == '\0' || (*rest == ':' && port_good(rest + 1));
}

bool network_origins_good(const char *list) {
    const char *word;
    size_t length;
    char origin[256], host[256];
    while (word_next(&list, &word, &length)) {
        if (length >= sizeof origin)
            return false;
        snprintf(origin, sizeof origin, "%.*s", (int)length, word);
        /* The host is the end of the origin, unless a port was left out. */
        if (!origin_host(origin, host) || !host_good(host) || strcmp(origin + length - strlen(host), host) != 0)
            return false;
    }
    return true;
}

/* Whether a host, as it is named in a header, is that of an origin. */
static bool host_named(const char *host, const char *origin) {
    char own[256], asked[280], named[256];
    snprintf(asked, sizeof asked, "%s://%.255s", strncmp(origin, "https", 5) == 0 ? "https" : "http", host);
    return host[0] != '\0' && origin_host(origin, own) && origin_host(asked, named) && strcmp(own, named) == 0;
}

static bool origin_listed(const char *origin, const char *origins) {
    const char *word;
    size_t length;
    while (word_next(&origins, &word, &length))
        if (strlen(origin) == length && strncmp(origin, word, length) == 0)
            return true;
    return false;
}

bool network_origin_allowed(const char *origin, const char *host, const char *origins) {
    char own[256];
    return origin_host(origin, own) && (host_named(host, origin) || origin_listed(origin, origins));
}

struct arrival network_arrival(const char *origin, const char *host, const char *public, const char *origins) {
    const char *word, *rest = public;
    size_t length;
    char own[256];
    if (public[0] == '\0')
        return (struct arrival){.named = true,
                                .allowed = network_origin_allowed(origin, host, origins),
                                .secure = strncmp(origin, "https://", 8) == 0};
    struct arrival arrival = {.allowed = origin_listed(origin, public) || origin_listed(origin, origins)};
    while (word_next(&rest, &word, &length)) {
        snprintf(own, sizeof own, "%.*s", (int)length, word);
        const bool named = host_named(host, own);
        arrival.named = arrival.named || named;
        arrival.secure = arrival.secure || (named && strncmp(own, "https://", 8) == 0);
    }
    return arrival;
}
