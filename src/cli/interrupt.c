/* interrupt.c - Ctrl-C and orders to end in long work. */
#include "interrupt.h"

#include <signal.h>
#include <stddef.h>

static const int caught[] = {SIGINT, SIGTERM, SIGHUP};
enum { CAUGHT = sizeof caught / sizeof *caught };

static volatile sig_atomic_t signals_left, count;
static struct sigaction before[CAUGHT];
static void (*volatile called)(void *context);
static void *volatile called_with;

static void signal_note(int number) {
    count += number == SIGINT ? 1 : 2;
    if (called != NULL)
        called(called_with);
    if (signals_left-- > 0)
        return;
    signal(number, SIG_DFL);
    raise(number); /* comes when this function has returned */
}

void interrupt_begin(int most) {
    struct sigaction action = {.sa_handler = signal_note, .sa_flags = SA_RESTART};
    sigemptyset(&action.sa_mask);
    count = 0;
    signals_left = most;
    for (int i = 0; i < CAUGHT; i++) {
        sigaction(caught[i], NULL, &before[i]);
        if (before[i].sa_handler != SIG_IGN)
            sigaction(caught[i], &action, NULL);
    }
}

void interrupt_end(void) {
    for (int i = 0; i < CAUGHT; i++)
        sigaction(caught[i], &before[i], NULL);
    called = NULL;
}

void interrupt_call(void (*function)(void *context), void *context) {
    called_with = context;
    called = function;
    if (count > 0)
        function(context);
}

int interrupt_count(void) { return count; }
