/* interrupt.h - Ctrl-C and orders to end in long work, which ends with what it has so far. What the caller of the program
 * has it ignore, as nohup does, stays ignored. */
#ifndef TABLIER_CLI_INTERRUPT_H
#define TABLIER_CLI_INTERRUPT_H

/* Counts interruptions from now on. After `most` signals the next one ends the program at once. */
void interrupt_begin(int most);
void interrupt_end(void);
/* Has each interruption from now on, one that came already too, call a function that is safe in a handler of signals. */
void interrupt_call(void (*function)(void *context), void *context);
/* Ctrl-C counts once, an order to end (SIGTERM, SIGHUP) twice. */
int interrupt_count(void);

#endif
