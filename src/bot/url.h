/* url.h - where a server is: https://HOST[:PORT], or http:// for this very machine. A token goes to the server with every
 * connection, so nothing else may be in the clear. */
#ifndef TABLIER_BOT_URL_H
#define TABLIER_BOT_URL_H

#include <tablier.h>

enum { URL_HOST = 256 };

struct url {
    char host[URL_HOST]; /* without brackets */
    int port;
    bool secure;
};

bool url_parse(struct url *url, const char *text, struct tab_error *error);
/* As browsers write it: without the usual port. */
void url_origin(const struct url *url, char *text, size_t size);

#endif
