/* files.c - how many files and sockets the service may have open. */
#include "files.h"
#include "journal.h"

#include <limits.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/resource.h>

enum {
    BEYOND = 256, /* connections: sockets that ask for nothing but a page, and the service's own files */
    OWN = 128     /* of these: stores, their journals, pages; a quarter where there are few */
};

static void shortage_tell(int connections, rlim_t allowed) {
    char wanted[24], most[24];
    snprintf(wanted, sizeof wanted, "%d", connections);
    snprintf(most, sizeof most, "%llu", (unsigned long long)allowed);
    journal_write(JOURNAL_WARNING, "few files", "connections", wanted, "allowed", most, NULL);
}

int files_allow(int connections) {
    const rlim_t wanted = (rlim_t)connections + BEYOND;
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0)
        return INT_MAX;
    if (limit.rlim_cur < wanted && limit.rlim_cur < limit.rlim_max) {
        const struct rlimit more = {limit.rlim_max < wanted ? limit.rlim_max : wanted, limit.rlim_max};
        if (setrlimit(RLIMIT_NOFILE, &more) == 0)
            limit = more;
    }
    if (limit.rlim_cur < wanted)
        shortage_tell(connections, limit.rlim_cur);
    if (limit.rlim_cur > INT_MAX)
        return INT_MAX;
    const int allowed = (int)limit.rlim_cur;
    return allowed - (allowed / 4 < OWN ? allowed / 4 : OWN);
}
