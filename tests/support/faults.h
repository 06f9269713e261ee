/* faults.h - memory that runs out, and disks that fail: a request is refused, and what asked for it must bear that.
 *
 * The programs that include this file are linked so that every malloc, calloc, realloc, aligned_alloc, strdup and mmap
 * of the project's own code goes through the counters here; those that include file_faults.h, so that opening, writing,
 * closing, moving and removing files does, too. */
#ifndef TEST_FAULTS_H
#define TEST_FAULTS_H

#include <stdbool.h>
#include <stdint.h>

/* Refuses the request of this number from now on, counted from 1; `lasting`: and all after it. 0 refuses none. */
void faults_begin(uint64_t number, bool lasting);
/* Refuses nothing any more. Returns how many requests were refused since faults_begin. */
uint64_t faults_end(void);
/* Requests since faults_begin, and those of them that were refused. */
uint64_t faults_requests(void);
uint64_t faults_refused(void);

/* Counts a request; true, with this error: it is refused. For what takes the place of functions. */
bool faults_refuse(int error);

/* Something to be done with a request refused. It fails by itself unless it comes out right: where faults_refused() is
 * 0, done, and elsewhere done, or refused with nothing lost. */
typedef void faults_scenario(void *context);
/* Does it once undisturbed, then with each request refused in turn: that one only, and again with all after it. Where
 * there are more than `sample` requests and testing_soak() asks for no more, `sample` of them, evenly spread. Prints
 * how many requests were refused. */
void faults_run(const char *name, faults_scenario *scenario, void *context, int sample);

#endif
