/* faults.c - see faults.h. */
#include "faults.h"
#include "testing.h"

#include <errno.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

static _Atomic bool counting, lasting_set;
static _Atomic uint64_t requests, refused, number_set;

/* ---- Requests ------------------------------------------------------------------------------------------------- */

/* The linker puts these in the place of others, by these names. NOLINTBEGIN(readability-identifier-naming) */

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *memory, size_t size);
void *__real_aligned_alloc(size_t alignment, size_t size);
void *__real_mmap(void *address, size_t length, int protection, int flags, int file, off_t offset);

void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *memory, size_t size);
void *__wrap_aligned_alloc(size_t alignment, size_t size);
void *__wrap_mmap(void *address, size_t length, int protection, int flags, int file, off_t offset);
char *__wrap_strdup(const char *text);

bool faults_refuse(int error) {
    if (!counting)
        return false;
    const uint64_t number = ++requests;
    if (number_set == 0 || (lasting_set ? number < number_set : number != number_set))
        return false;
    refused++;
    errno = error;
    return true;
}

static bool is_refused(void) { return faults_refuse(ENOMEM); }

void *__wrap_malloc(size_t size) { return is_refused() ? NULL : __real_malloc(size); }

void *__wrap_calloc(size_t count, size_t size) { return is_refused() ? NULL : __real_calloc(count, size); }

void *__wrap_realloc(void *memory, size_t size) { return is_refused() ? NULL : __real_realloc(memory, size); }

void *__wrap_aligned_alloc(size_t alignment, size_t size) {
    return is_refused() ? NULL : __real_aligned_alloc(alignment, size);
}

void *__wrap_mmap(void *address, size_t length, int protection, int flags, int file, off_t offset) {
    return is_refused() ? MAP_FAILED : __real_mmap(address, length, protection, flags, file, offset);
}

char *__wrap_strdup(const char *text) {
    char *copy = is_refused() ? NULL : __real_malloc(strlen(text) + 1);
    return copy != NULL ? strcpy(copy, text) : NULL;
}

/* NOLINTEND(readability-identifier-naming) */

void faults_begin(uint64_t number, bool lasting) {
    requests = refused = 0;
    number_set = number;
    lasting_set = lasting;
    counting = true;
}

uint64_t faults_end(void) {
    counting = false;
    return refused;
}

uint64_t faults_requests(void) { return requests; }

uint64_t faults_refused(void) { return refused; }

/* ---- Scenarios ------------------------------------------------------------------------------------------------ */

/* Of the address sanitizer; ends the program with a message when something is lost. */
__attribute__((weak)) void __lsan_do_leak_check(void); /* NOLINT(readability-identifier-naming) */

void faults_run(const char *name, faults_scenario *scenario, void *context, int sample) {
    uint64_t all = 0, injected = 0;
    faults_begin(0, false);
    scenario(context);
    faults_end();
    const uint64_t count = requests;
    const uint64_t step = testing_soak(1) > 1 || count <= (uint64_t)sample ? 1 : count / (uint64_t)sample;
    for (int lasting = 0; lasting < 2; lasting++)
        for (uint64_t number = 1; number <= count; number += step) {
            faults_begin(number, lasting != 0);
            scenario(context);
            injected += faults_end();
            all++;
        }
    if (all > 4)
        print_message("%s: %llu requests, refused in %llu runs, %llu times\n", name, (unsigned long long)count,
                      (unsigned long long)all, (unsigned long long)injected);
    assert_true(injected >= all / 2); /* or else what is asked for depends on something else */
}
