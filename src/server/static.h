/* static.h - answers to requests for pages, decided without a socket.
 *
 * Files with a hash in their name are kept by browsers for ever; all others are asked for each time, and not sent again
 * when they have not changed. A path that names no file and has no dot is one of the page's own addresses, and gets the
 * page itself. */
#ifndef TABLIER_SERVER_STATIC_H
#define TABLIER_SERVER_STATIC_H

#include "site.h"

/* A request, as far as it counts here; headers that are absent are "". */
struct static_request {
    const char *path; /* without the query */
    const char *accept_encoding;
    const char *if_none_match;
};

struct static_answer {
    int status;          /* 200, 304 or 404 */
    const char *type;    /* of the body */
    const char *coding;  /* NULL: as it is */
    const char *caching; /* for Cache-Control */
    const char *tag;     /* NULL: none */
    bool varies;         /* with Accept-Encoding */
    const uint8_t *body; /* belongs to the site, or is constant */
    size_t length;
};

struct static_answer static_answer(const struct site *site, const struct static_request *request);

#endif
