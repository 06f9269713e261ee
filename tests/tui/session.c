/* session.c - a program in a terminal of its own. */
#include "session.h"

#include <errno.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { PATIENCE_MS = 2, DEADLINE_S = 10 };

bool session_start(struct session *session, const char *command, int rows, int columns) {
    const struct winsize size = {.ws_row = (unsigned short)rows, .ws_col = (unsigned short)columns};
    emulator_clear(&session->emulator, rows, columns);
    const pid_t process = forkpty(&session->terminal, NULL, NULL, &size);
    if (process < 0)
        return false;
    if (process == 0) {
        execl("/bin/sh", "sh", "-c", command, (char *)NULL);
        _exit(127);
    }
    session->process = process;
    return true;
}

void session_send(struct session *session, const char *bytes, size_t count) {
    while (count > 0) {
        const ssize_t written = write(session->terminal, bytes, count);
        if (written < 0 && errno != EINTR)
            return;
        if (written > 0) {
            bytes += written;
            count -= (size_t)written;
        }
    }
}

void session_resize(struct session *session, int rows, int columns) {
    const struct winsize size = {.ws_row = (unsigned short)rows, .ws_col = (unsigned short)columns};
    emulator_clear(&session->emulator, rows, columns);
    ioctl(session->terminal, TIOCSWINSZ, &size);
}

bool session_read(struct session *session) {
    uint8_t bytes[4096];
    struct pollfd file = {.fd = session->terminal, .events = POLLIN};
    if (poll(&file, 1, PATIENCE_MS) <= 0)
        return true;
    const ssize_t count = read(session->terminal, bytes, sizeof bytes);
    if (count <= 0)
        return false;
    emulator_take(&session->emulator, bytes, (size_t)count);
    return true;
}

int session_end(struct session *session) {
    int status = 0;
    const time_t deadline = time(NULL) + DEADLINE_S;
    while (session_read(session))
        if (time(NULL) > deadline)
            kill(-session->process, SIGKILL);
    waitpid(session->process, &status, 0);
    close(session->terminal);
    session->process = 0;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

void session_kill(struct session *session) {
    kill(-session->process, SIGKILL); /* forkpty made it the leader of a group of its own */
    session_end(session);
}
