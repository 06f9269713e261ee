/* process.c - another program that is talked to line by line. */
#include "process.h"
#include "../engine/clock.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

enum { LOOK_UP_MS = 50 }; /* how long nobody looks whether everything was abandoned */

/* ---- Starting ------------------------------------------------------------------------------------------------- */

/* While pipes are made and handed over, no other program may be started: it would inherit their ends, keep them open,
 * and the death of the first would go unnoticed. */
static pthread_mutex_t starting = PTHREAD_MUTEX_INITIALIZER;

static bool pipe_open(int ends[2]) {
    if (pipe(ends) != 0)
        return false;
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    return true;
}

static void pipe_close(const int ends[2]) {
    close(ends[0]);
    close(ends[1]);
}

/* In a group of its own the program does not get the Ctrl-C that is meant for us, and can be ended with all it has
 * started. Signals that we block or ignore are as usual for it. */
static int program_spawn(pid_t *pid, char *const *arguments, int input, int output) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t none, usual;
    sigemptyset(&none);
    sigemptyset(&usual);
    sigaddset(&usual, SIGPIPE);
    sigaddset(&usual, SIGINT);
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &usual);
    int why = posix_spawnp(pid, arguments[0], &actions, &attributes, arguments, environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return why;
}

static int pipes_spawn(struct process *process, char *const *arguments) {
    int input[2], output[2];
    pid_t pid;
    if (!pipe_open(input))
        return errno;
    if (!pipe_open(output)) {
        int why = errno;
        pipe_close(input);
        return why;
    }
    int why = program_spawn(&pid, arguments, input[0], output[1]);
    if (why != 0) {
        pipe_close(input);
        pipe_close(output);
        return why;
    }
    close(input[0]);
    close(output[1]);
    process->pid = pid;
    process->input = input[1];
    process->output = output[0];
    fcntl(process->input, F_SETFL, O_NONBLOCK);
    fcntl(process->output, F_SETFL, O_NONBLOCK);
    return 0;
}

int process_start(struct process *process, char *const *arguments, const _Atomic bool *abandoned) {
    struct process made = {.buffer = malloc(PROCESS_LINE_MAX), .abandoned = abandoned};
    if (made.buffer == NULL)
        return ENOMEM;
    pthread_mutex_lock(&starting);
    int why = pipes_spawn(&made, arguments);
    pthread_mutex_unlock(&starting);
    if (why == 0)
        *process = made;
    else
        free(made.buffer);
    return why;
}

/* ---- Waiting -------------------------------------------------------------------------------------------------- */

/* Waits until something can be read or, where asked, written. */
static enum process_event process_wait(const struct process *process, bool writing, int64_t deadline, bool *readable,
                                       bool *writable) {
    for (;;) {
        struct pollfd ends[2] = {{.fd = process->closed ? -1 : process->output, .events = POLLIN},
                                 {.fd = writing ? process->input : -1, .events = POLLOUT}};
        int64_t left = deadline - clock_now();
        if (left < 0 && deadline != INT64_MAX)
            return PROCESS_LATE;
        if (process->abandoned != NULL && atomic_load(process->abandoned))
            return PROCESS_ABANDONED;
        int count = poll(ends, 2, left < LOOK_UP_MS ? (int)left + 1 : LOOK_UP_MS);
        if (count < 0 && errno != EINTR)
            return PROCESS_ENDED;
        *readable = count > 0 && ends[0].revents != 0;
        *writable = count > 0 && ends[1].revents != 0;
        if (*readable || *writable)
            return PROCESS_GOOD;
    }
}

/* ---- Reading -------------------------------------------------------------------------------------------------- */

/* Takes a whole line out of the buffer. */
static bool line_take(struct process *process, char **line) {
    char *from = process->buffer + process->begin;
    char *newline = memchr(from, '\n', process->end - process->begin);
    if (newline == NULL)
        return false;
    process->begin = (size_t)(newline - process->buffer) + 1;
    *newline = '\0';
    if (newline > from && newline[-1] == '\r')
        newline[-1] = '\0';
    *line = from;
    return true;
}

/* Makes room behind what is left of a line; one that fills everything is passed over. */
static void buffer_compact(struct process *process) {
    size_t left = process->end - process->begin;
    memmove(process->buffer, process->buffer + process->begin, left);
    process->begin = 0;
    process->end = left;
    if (left < PROCESS_LINE_MAX)
        return;
    process->end = 0;
    process->skipping = true;
}

/* Reads what is there. */
static void buffer_fill(struct process *process) {
    buffer_compact(process);
    ssize_t count = read(process->output, process->buffer + process->end, PROCESS_LINE_MAX - process->end);
    if (count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR))
        process->closed = true;
    if (count > 0)
        process->end += (size_t)count;
}

enum process_event process_read(struct process *process, char **line, int64_t deadline) {
    for (;;) {
        bool readable, writable;
        while (line_take(process, line)) {
            if (!process->skipping)
                return PROCESS_GOOD;
            process->skipping = false; /* that was the end of a line too long */
        }
        if (process->closed)
            return PROCESS_ENDED;
        enum process_event event = process_wait(process, false, deadline, &readable, &writable);
        if (event != PROCESS_GOOD)
            return event;
        buffer_fill(process);
    }
}

/* ---- Writing -------------------------------------------------------------------------------------------------- */

/* Throws away what is there to be read, and the rest of a line that is cut by that. */
static void output_drop(struct process *process) {
    buffer_fill(process);
    if (process->end > process->begin)
        process->skipping = process->buffer[process->end - 1] != '\n';
    process->begin = process->end = 0;
}

/* Writes without the signal that comes when nobody reads any more. */
static ssize_t silent_write(int output, const char *text, size_t length) {
    sigset_t broken, before;
    sigemptyset(&broken);
    sigaddset(&broken, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &broken, &before);
    ssize_t count = write(output, text, length);
    int why = errno;
    if (count < 0 && why == EPIPE)
        while (sigtimedwait(&broken, NULL, &(struct timespec){0}) < 0 && errno == EINTR)
            ;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = why;
    return count;
}

enum process_event process_write(struct process *process, const char *text, int64_t deadline) {
    size_t left = strlen(text);
    while (left > 0) {
        bool readable, writable;
        ssize_t count = silent_write(process->input, text, left);
        if (count < 0 && errno != EAGAIN && errno != EINTR)
            return PROCESS_ENDED;
        if (count > 0) {
            text += count;
            left -= (size_t)count;
            continue;
        }
        enum process_event event = process_wait(process, true, deadline, &readable, &writable);
        if (event != PROCESS_GOOD)
            return event;
        if (readable && !writable)
            output_drop(process);
    }
    return PROCESS_GOOD;
}

/* ---- Ending --------------------------------------------------------------------------------------------------- */

/* Waits until a program has ended by itself; false when the time is over first. It stays a zombie, so that its number
 * still belongs to it. */
static bool process_expire(const struct process *process, int64_t deadline) {
    for (;;) {
        siginfo_t info = {0};
        if (waitid(P_PID, (id_t)process->pid, &info, WEXITED | WNOHANG | WNOWAIT) != 0 && errno != EINTR)
            return true;
        if (info.si_pid == process->pid)
            return true;
        if (clock_now() >= deadline)
            return false;
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    }
}

void process_finish(struct process *process) {
    if (process->input >= 0)
        close(process->input);
    process->input = -1;
}

int process_end(struct process *process, int64_t deadline) {
    int status = 0;
    if (process->pid == 0)
        return 0;
    process_finish(process);
    bool alone = process_expire(process, deadline);
    kill(-process->pid, SIGKILL);
    while (waitpid(process->pid, &status, 0) < 0 && errno == EINTR)
        ;
    close(process->output);
    free(process->buffer);
    *process = (struct process){0};
    return alone ? status : -1;
}
