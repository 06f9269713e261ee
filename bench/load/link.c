/* link.c - a WebSocket connection to the service on this machine. */
#include "link.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

enum { TEXT = 1, CLOSE = 8, PING = 9, PONG = 10, READ_ROOM = 16384 };

static void bytes_append(char **bytes, size_t *length, size_t *room, const void *more, size_t count) {
    if (*length + count + 1 > *room) {
        *room = 2 * (*length + count + 1);
        *bytes = realloc(*bytes, *room);
        if (*bytes == NULL)
            abort();
    }
    memcpy(*bytes + *length, more, count);
    *length += count;
    (*bytes)[*length] = '\0';
}

static void out_append(struct link *link, const void *bytes, size_t count) {
    bytes_append(&link->out, &link->out_length, &link->out_room, bytes, count);
}

/* ---- Opening and closing -------------------------------------------------------------------------------------- */

static void handshake_send(struct link *link) {
    char text[512];
    const int length =
        snprintf(text, sizeof text,
                 "GET /ws HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nOrigin: http://127.0.0.1:%d\r\nConnection: Upgrade\r\n"
                 "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
                 "Sec-WebSocket-Protocol: tablier.1\r\n%s%s%s\r\n",
                 link->port, link->port, link->cookie[0] != '\0' ? "Cookie: " : "", link->cookie,
                 link->cookie[0] != '\0' ? "\r\n" : "");
    out_append(link, text, (size_t)length);
}

bool link_open(struct link *link, int port) {
    const struct sockaddr_in address = {
        .sin_family = AF_INET, .sin_port = htons((uint16_t)port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    const int yes = 1;
    link->port = port;
    link->in_length = link->out_length = 0;
    link->socket = socket(AF_INET, SOCK_STREAM, 0);
    if (link->socket < 0)
        return false;
    fcntl(link->socket, F_SETFL, O_NONBLOCK);
    setsockopt(link->socket, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    if (connect(link->socket, (const struct sockaddr *)&address, sizeof address) != 0 && errno != EINPROGRESS)
        return false;
    link->state = LINK_CONNECTING;
    handshake_send(link);
    return true;
}

void link_close(struct link *link) {
    if (link->socket >= 0)
        close(link->socket);
    free(link->in);
    free(link->out);
    *link = (struct link){.socket = -1, .state = LINK_LOST};
}

/* ---- Out ------------------------------------------------------------------------------------------------------ */

/* The mask is zero: it protects proxies from pages, and here is neither. */
static void frame_send(struct link *link, int kind, const char *text, size_t length) {
    unsigned char head[8] = {(unsigned char)(0x80 | kind)};
    size_t size = 2;
    if (length < 126)
        head[1] = (unsigned char)(0x80 | length);
    else {
        head[1] = 0x80 | 126;
        head[2] = (unsigned char)(length >> 8);
        head[3] = (unsigned char)length;
        size = 4;
    }
    out_append(link, head, size + 4);
    out_append(link, text, length);
}

void link_send(struct link *link, const char *text, size_t length) {
    frame_send(link, TEXT, text, length);
    if (link->state == LINK_OPEN)
        link_write(link);
}

void link_write(struct link *link) {
    if (link->state == LINK_LOST || link->out_length == 0)
        return;
    const ssize_t sent = send(link->socket, link->out, link->out_length, MSG_NOSIGNAL);
    if (sent < 0) {
        if (errno != EAGAIN && errno != EINTR && errno != ENOTCONN)
            link->state = LINK_LOST;
        return;
    }
    if (link->state == LINK_CONNECTING)
        link->state = LINK_SHAKING;
    memmove(link->out, link->out + sent, link->out_length - (size_t)sent);
    link->out_length -= (size_t)sent;
}

static void pong_send(struct link *link, const char *text, size_t length) {
    frame_send(link, PONG, text, length);
    link_write(link);
}

/* ---- In ------------------------------------------------------------------------------------------------------- */

static void in_drop(struct link *link, size_t count) {
    memmove(link->in, link->in + count, link->in_length - count + 1);
    link->in_length -= count;
}

/* The answer to the handshake, when it is there as a whole. */
static bool shake_read(struct link *link) {
    char *end = strstr(link->in, "\r\n\r\n");
    if (end == NULL)
        return false;
    if (strncmp(link->in, "HTTP/1.1 101", 12) != 0) {
        link->state = LINK_LOST;
        return false;
    }
    for (char *line = link->in; line < end; line = strstr(line, "\r\n") + 2)
        if (link->cookie[0] == '\0' && strncasecmp(line, "set-cookie: ", 12) == 0)
            snprintf(link->cookie, sizeof link->cookie, "%.*s", (int)strcspn(line + 12, ";\r"), line + 12);
    link->state = LINK_OPEN;
    in_drop(link, (size_t)(end + 4 - link->in));
    return true;
}

/* The next frame; false when it is not there as a whole. */
static bool frame_read(struct link *link, link_message *message, void *context) {
    const unsigned char *in = (const unsigned char *)link->in;
    size_t head = 2, length = link->in_length >= 2 ? in[1] & 0x7F : 0;
    if (link->in_length < 2 || (length == 126 && link->in_length < 4))
        return false;
    if (length == 126) {
        length = (size_t)in[2] << 8 | in[3];
        head = 4;
    } else if (length == 127) {
        if (link->in_length < 10)
            return false;
        length = (size_t)in[6] << 24 | (size_t)in[7] << 16 | (size_t)in[8] << 8 | in[9];
        head = 10;
    }
    if (link->in_length < head + length)
        return false;
    const int kind = in[0] & 0xF;
    if (kind == TEXT) {
        const char after = link->in[head + length];
        link->in[head + length] = '\0';
        message(context, link->in + head, length);
        link->in[head + length] = after;
    } else if (kind == PING)
        pong_send(link, link->in + head, length);
    else if (kind == CLOSE)
        link->state = LINK_LOST;
    in_drop(link, head + length);
    return link->state == LINK_OPEN;
}

void link_read(struct link *link, link_message *message, void *context) {
    char bytes[READ_ROOM];
    ssize_t got;
    while ((got = recv(link->socket, bytes, sizeof bytes, 0)) > 0) {
        bytes_append(&link->in, &link->in_length, &link->in_room, bytes, (size_t)got);
        if (link->state == LINK_SHAKING && !shake_read(link))
            continue;
        while (link->state == LINK_OPEN && frame_read(link, message, context))
            continue;
    }
    if (got == 0 || (errno != EAGAIN && errno != EINTR))
        link->state = LINK_LOST;
}
