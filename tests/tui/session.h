/* session.h - a program in a terminal of its own, to be used with keys and looked at. */
#ifndef TABLIER_TESTS_SESSION_H
#define TABLIER_TESTS_SESSION_H

#include "emulator.h"

#include <stdbool.h>
#include <sys/types.h>

struct session {
    pid_t process; /* 0: none */
    int terminal;  /* our side of it */
    struct emulator emulator;
};

enum { SESSION_KILLED = -1 };

/* Runs a shell command in a terminal of some size. False when there is no terminal to be had. */
bool session_start(struct session *session, const char *command, int rows, int columns);
/* False when the program does not take what was sent before. */
bool session_send(struct session *session, const char *bytes, size_t count);
/* Whether the program has read all that was sent. */
bool session_taken(const struct session *session);
void session_resize(struct session *session, int rows, int columns);
/* Reads what the program has written, waiting for it a little; false when it is gone. */
bool session_read(struct session *session);
/* Kills it, and those it has started. */
void session_kill(struct session *session);
/* Waits for its end and returns its status; SESSION_KILLED: it did not end by itself. */
int session_end(struct session *session);

#endif
