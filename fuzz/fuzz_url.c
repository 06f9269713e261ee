/* fuzz_url.c - addresses of servers. Input: the text. What is accepted is written as the same address. */
#include "fuzz.h"

#include "bot/url.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *text = fuzz_text(data, size), origin[URL_HOST + 32];
    struct url url, again;
    struct tab_error error = {0};
    if (url_parse(&url, text, &error)) {
        fuzz_check(url.port > 0 && url.port <= 65535 && url.host[0] != '\0');
        url_origin(&url, origin, sizeof origin);
        fuzz_check(url_parse(&again, origin, &error));
        fuzz_check(again.port == url.port && again.secure == url.secure && strcmp(again.host, url.host) == 0);
    } else {
        fuzz_check(error.what != NULL && error.at <= strlen(text));
    }
    free(text);
    return 0;
}
