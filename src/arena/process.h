/* process.h - another program that is talked to line by line, and that may do anything: fall silent, crash, write
 * without end, or never read. Nothing it does blocks us, ends us, or takes memory without limit. */
#ifndef TABLIER_ARENA_PROCESS_H
#define TABLIER_ARENA_PROCESS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { PROCESS_LINE_MAX = 1 << 16 }; /* bytes of a line; longer ones are passed over */

struct process {
    int pid;           /* 0: there is none */
    int input, output; /* what it reads and what it writes */
    char *buffer;      /* of PROCESS_LINE_MAX bytes: what was read and not given out yet */
    size_t begin, end;
    bool skipping; /* in the middle of a line that is too long */
    bool closed;   /* it writes nothing more */
    const _Atomic bool *abandoned;
};

enum process_event {
    PROCESS_GOOD,
    PROCESS_LATE,     /* the time was over first */
    PROCESS_ENDED,    /* it has closed its end */
    PROCESS_ABANDONED /* *abandoned became true */
};

/* Starts a program, which is looked for in PATH, in a process group of its own. Its errors go where ours go. Waiting
 * for it ends soon after *abandoned becomes true. Returns 0, or the errno that says why it could not be started. */
int process_start(struct process *process, char *const *arguments, const _Atomic bool *abandoned);

/* Times are those of clock_now. Writing throws away what the program says meanwhile, when it must be heard to go on. */
enum process_event process_write(struct process *process, const char *text, int64_t deadline);

/* Gives the next line, without its end; it is valid until the next call. */
enum process_event process_read(struct process *process, char **line, int64_t deadline);

/* Tells it that nothing more will be written. */
void process_finish(struct process *process);

/* Closes its input, gives it until `deadline` to end by itself, then ends it and everything it has started. Returns
 * its status as of waitpid, -1 when it did not end by itself. Does nothing when there is none. */
int process_end(struct process *process, int64_t deadline);

#endif
