/* watchdog.h - a test that hangs is ended after a minute, and says what it waited for.
 *
 * A slow test does not hang: on a busy machine a second of work takes a minute. So two things are told apart.
 *
 *     a wait         for one answer, of a thread, a program or a database, has a minute by the clock (struct deadline)
 *     a computation  a test case, or a program that it has started, hangs when it has used next to no processor time for a
 *                    minute (a test case: none of its threads has moved either), or more than a minute of it; ten times as
 *                    much in builds that are slow, and with TABLIER_SOAK as many times as that says (struct watch)
 *
 * TABLIER_TEST_SECONDS says how many seconds such a minute has, for machines that are slower than any we know. */
#ifndef TEST_WATCHDOG_H
#define TEST_WATCHDOG_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>
#include <time.h>

int64_t watchdog_ms(void); /* 60000, or what TABLIER_TEST_SECONDS says */

/* ---- Waits ---------------------------------------------------------------------------------------------------- */

struct deadline {
    int64_t end;
};

struct deadline deadline_new(void);
bool deadline_over(const struct deadline *deadline);
/* Rests for a millisecond; when the time is over the test fails, with what it has waited for. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void deadline_rest(const struct deadline *deadline, const char *what, ...);

/* ---- Computations --------------------------------------------------------------------------------------------- */

/* What a process and all that it has started have used of the processor. */
struct watch {
    pid_t process;
    int64_t begin, mark; /* processor time at the beginning, and when it was last seen to grow */
    int64_t since;       /* when that was */
    int64_t looked;      /* when somebody last looked */
};

void watch_begin(struct watch *watch, pid_t process);
/* Says how the process hangs; NULL: it does not. Looks once in a second, however often it is asked. */
const char *watch_fault(struct watch *watch);
/* Kills all that a process has started, and the process itself unless it is this one. */
void watch_kill(pid_t process);
/* Says on standard error what that is. */
void watch_tell(pid_t process);

/* A program that this one starts, and waits for until it hangs: then it is told and killed. Forking never fails; waiting
 * returns how it hung, NULL: it ended by itself. */
pid_t watch_fork(void);
const char *watch_wait(pid_t child, int *status);

/* ---- Test cases ----------------------------------------------------------------------------------------------- */

/* A test case begins. When it hangs, it and what it waits for are named, and the program is aborted. */
void watchdog_case(const char *name);
/* Says what the case waits for from here on, where it cannot rest on a deadline; NULL: for nothing any more. */
void watchdog_wait(const char *what);

#endif
