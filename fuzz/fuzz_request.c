/* fuzz_request.c - what a request to the service says of who sends it. Input, a line each: a list of networks, the address
 * of the peer, X-Forwarded-For, a list of origins, Origin, Host, a cookie. */
#include "fuzz.h"

#include "server/network.h"
#include "server/visitor.h"

#include <stdlib.h>
#include <string.h>

enum { NOW = 1000 };

/* A cookie that is taken is one that the same key has signed. */
static void check_cookie(const char *text) {
    const struct secret secret = {{1, 2, 3}};
    struct visitor visitor, parsed;
    char written[VISITOR_TEXT];
    fuzz_check(!cookie_parse(&secret, text, NOW, &visitor));
    if (!visitor_parse(&visitor, text))
        return;
    visitor_format(&visitor, written);
    fuzz_check(visitor_parse(&parsed, written) && visitor_equal(&visitor, &parsed));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *text = fuzz_text(data, size), *rest = text;
    const char *list = fuzz_line(&rest), *peer = fuzz_line(&rest), *forwarded = fuzz_line(&rest);
    const char *origins = fuzz_line(&rest), *origin = fuzz_line(&rest), *host = fuzz_line(&rest);
    char client[ADDRESS_TEXT], key[ADDRESS_TEXT];
    if (network_list_good(list))
        network_list_contains(list, peer);
    if (strlen(peer) < ADDRESS_TEXT) {
        network_client(peer, forwarded, network_list_good(list) ? list : "", client);
        fuzz_check(memchr(client, '\0', sizeof client) != NULL);
        network_key(client, key);
        fuzz_check(memchr(key, '\0', sizeof key) != NULL);
    }
    if (network_origins_good(origins))
        network_origin_allowed(origin, host, origins);
    check_cookie(rest);
    free(text);
    return 0;
}
