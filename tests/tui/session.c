/* session.c - a program in a terminal of its own. */
#include "session.h"
#include "watchdog.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { REST_MS = 2 };

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
    return fcntl(session->terminal, F_SETFL, O_NONBLOCK) == 0;
}

/* Listens meanwhile: a program that cannot write does not read. */
bool session_send(struct session *session, const char *bytes, size_t count) {
    const struct deadline deadline = deadline_new();
    while (count > 0) {
        const ssize_t written = write(session->terminal, bytes, count);
        if (written < 0 && errno != EINTR && errno != EAGAIN)
            return true; /* it has ended, and the test sees that elsewhere */
        if (written > 0) {
            bytes += written;
            count -= (size_t)written;
        } else if (!session_read(session) || deadline_over(&deadline)) {
            return false;
        }
    }
    return true;
}

bool session_taken(const struct session *session) {
    int waiting = 0;
    const char *name = ptsname(session->terminal);
    const int other_side = name != NULL ? open(name, O_RDWR | O_NOCTTY) : -1;
    if (other_side >= 0) {
        ioctl(other_side, FIONREAD, &waiting);
        close(other_side);
    }
    return waiting == 0;
}

void session_resize(struct session *session, int rows, int columns) {
    const struct winsize size = {.ws_row = (unsigned short)rows, .ws_col = (unsigned short)columns};
    emulator_clear(&session->emulator, rows, columns);
    ioctl(session->terminal, TIOCSWINSZ, &size);
}

bool session_read(struct session *session) {
    uint8_t bytes[4096];
    struct pollfd file = {.fd = session->terminal, .events = POLLIN};
    if (poll(&file, 1, REST_MS) <= 0)
        return true;
    const ssize_t count = read(session->terminal, bytes, sizeof bytes);
    if (count < 0 && (errno == EINTR || errno == EAGAIN))
        return true;
    if (count <= 0)
        return false;
    emulator_take(&session->emulator, bytes, (size_t)count);
    return true;
}

/* Until the program and all that it has started have closed the terminal. */
static bool closing_wait(struct session *session) {
    const struct deadline deadline = deadline_new();
    while (session_read(session))
        if (deadline_over(&deadline))
            return false;
    return true;
}

int session_end(struct session *session) {
    int status = 0;
    const bool alone = closing_wait(session);
    if (!alone)
        watch_kill(session->process);
    watchdog_wait("the end of a program that has closed its terminal");
    waitpid(session->process, &status, 0);
    close(session->terminal);
    session->process = 0;
    if (!alone)
        return SESSION_KILLED;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

void session_kill(struct session *session) {
    watch_kill(session->process);
    session_end(session);
}
