/* watchdog.c - a test that hangs is ended after a minute. */
#include "watchdog.h"
#include "testing.h"

#include <dirent.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/times.h>
#include <sys/wait.h>
#include <unistd.h>

/* Parts of a minute: its seconds, how often the watchdog looks, and how much processor time in a minute is no work. */
enum { SECONDS = 60, LOOKS = 12, IDLE_PART = 240, PROC_TEXT = 4096 };

int64_t watchdog_ms(void) {
    const char *text = getenv("TABLIER_TEST_SECONDS");
    const int seconds = text != NULL ? atoi(text) : 0;
    return (seconds > 0 ? seconds : 60) * INT64_C(1000);
}

/* Tests put others in the place of clock_gettime, so this asks for the time in another way: in ticks. */
static int64_t ticks_now(void) {
    struct tms unused;
    return (int64_t)times(&unused);
}

/* Of processor time, without that of other programs. */
static int64_t ticks_own(void) {
    struct tms used;
    times(&used);
    return (int64_t)used.tms_utime + (int64_t)used.tms_stime;
}

static int64_t ticks_of(int64_t milliseconds) { return milliseconds * sysconf(_SC_CLK_TCK) / 1000; }

/* What the watchdog knows of the test case that runs. */
static struct {
    pthread_mutex_t mutex;
    bool begun;
    const char *name, *what;
    struct watch watch;
} watchdog = {.mutex = PTHREAD_MUTEX_INITIALIZER};

/* ---- Waits ---------------------------------------------------------------------------------------------------- */

/* Every wait has its own minute. */
static int64_t wait_begin(const char *what) {
    pthread_mutex_lock(&watchdog.mutex);
    const int64_t now = ticks_now();
    watchdog.what = what;
    watchdog.watch.since = now;
    pthread_mutex_unlock(&watchdog.mutex);
    return now;
}

void watchdog_wait(const char *what) { wait_begin(what); }

struct deadline deadline_new(void) {
    const int64_t begin = wait_begin(NULL);
    return (struct deadline){begin + ticks_of(watchdog_ms())};
}

bool deadline_over(const struct deadline *deadline) { return ticks_now() > deadline->end; }

void deadline_rest(const struct deadline *deadline, const char *what, ...) {
    if (!deadline_over(deadline)) {
        poll(NULL, 0, 1);
        return;
    }
    char text[512];
    va_list values;
    va_start(values, what);
    vsnprintf(text, sizeof text, what, values);
    va_end(values);
    fail_msg("waited %d s for %s", (int)(watchdog_ms() / 1000), text);
}

/* ---- Computations --------------------------------------------------------------------------------------------- */

/* Reads a small file of /proc. */
static bool proc_read(char text[PROC_TEXT], const char *format, long process, const char *task) {
    char path[512];
    snprintf(path, sizeof path, format, process, task);
    FILE *file = fopen(path, "r");
    if (file == NULL)
        return false;
    const size_t length = fread(text, 1, PROC_TEXT - 1, file);
    fclose(file);
    for (size_t i = 0; i + 1 < length; i++)
        text[i] = text[i] != '\0' ? text[i] : ' '; /* between the words of a command */
    text[length] = '\0';
    return true;
}

/* A function that is called for a process, all that it has started, and all that these have started. */
typedef void process_function(long process, int64_t *sum);

static void process_walk(long process, process_function *each, int64_t *sum);

static void children_walk(long process, process_function *each, int64_t *sum) {
    char path[64], text[PROC_TEXT];
    snprintf(path, sizeof path, "/proc/%ld/task", process);
    DIR *tasks = opendir(path);
    for (const struct dirent *task; tasks != NULL && (task = readdir(tasks)) != NULL;) {
        if (task->d_name[0] == '.' || !proc_read(text, "/proc/%ld/task/%s/children", process, task->d_name))
            continue;
        char *rest = text;
        for (long child; (child = strtol(rest, &rest, 10)) > 0;)
            process_walk(child, each, sum);
    }
    if (tasks != NULL)
        closedir(tasks);
}

static void process_walk(long process, process_function *each, int64_t *sum) {
    children_walk(process, each, sum);
    each(process, sum);
}

/* Adds the processor time of a process and of those it has waited for. */
static void process_count(long process, int64_t *sum) {
    char text[PROC_TEXT];
    long used[4];
    if (!proc_read(text, "/proc/%ld/%s", process, "stat"))
        return;
    const char *rest = strrchr(text, ')'); /* the name before it may hold anything */
    if (rest != NULL && sscanf(rest, ") %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %ld %ld %ld %ld", &used[0],
                               &used[1], &used[2], &used[3]) == 4)
        *sum += used[0] + used[1] + used[2] + used[3];
}

static int64_t ticks_used(pid_t process) {
    int64_t sum = 0;
    process_walk(process, process_count, &sum);
    return sum;
}

static void process_kill(long process, int64_t *sum) {
    (void)sum;
    if (process > 0 && process != getpid()) /* 0 would be everybody around us */
        kill((pid_t)process, SIGKILL);
}

void watch_kill(pid_t process) {
    int64_t unused = 0;
    process_walk(process, process_kill, &unused);
}

static void process_tell(long process, int64_t *sum) {
    char text[PROC_TEXT];
    (void)sum;
    if (process != getpid() && proc_read(text, "/proc/%ld/%s", process, "cmdline") && text[0] != '\0')
        fprintf(stderr, "it runs: %s\n", text);
}

void watch_tell(pid_t process) {
    int64_t unused = 0;
    process_walk(process, process_tell, &unused);
}

void watch_begin(struct watch *watch, pid_t process) {
    const int64_t used = ticks_used(process);
    *watch = (struct watch){.process = process, .begin = used, .mark = used, .since = ticks_now()};
}

const char *watch_fault(struct watch *watch) {
    const int64_t now = ticks_now();
    if (now - watch->looked < ticks_of(watchdog_ms() / SECONDS))
        return NULL;
    const int64_t used = ticks_used(watch->process);
    watch->looked = now;
    if (llabs(used - watch->mark) > ticks_of(watchdog_ms() / IDLE_PART)) {
        watch->mark = used;
        watch->since = now;
    }
    if (now - watch->since > ticks_of(watchdog_ms()))
        return "it has used no processor time for a minute";
    if (used - watch->begin > testing_soak(1) * ticks_of(watchdog_ms() * TEST_SLOWNESS))
        return "it computes without end";
    return NULL;
}

static sigset_t end_of_child(void) {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGCHLD);
    return set;
}

pid_t watch_fork(void) {
    const sigset_t set = end_of_child();
    sigprocmask(SIG_BLOCK, &set, NULL); /* it is waited for */
    const pid_t child = fork();
    if (child < 0)
        abort();
    if (child == 0)
        sigprocmask(SIG_UNBLOCK, &set, NULL);
    return child;
}

const char *watch_wait(pid_t child, int *status) {
    const sigset_t set = end_of_child();
    const int64_t look_ms = watchdog_ms() / SECONDS;
    const struct timespec look = {.tv_sec = (time_t)(look_ms / 1000), .tv_nsec = (long)(look_ms % 1000 * 1000000)};
    const char *fault = NULL;
    struct watch watch;
    watch_begin(&watch, child);
    while (waitpid(child, status, WNOHANG) == 0) {
        sigtimedwait(&set, NULL, &look);
        if (fault != NULL || (fault = watch_fault(&watch)) == NULL)
            continue;
        watch_tell(child);
        watch_kill(child);
    }
    return fault;
}

/* ---- Test cases ----------------------------------------------------------------------------------------------- */

static void case_end(const char *fault) {
    fprintf(stderr, "%s hangs: %s; it waits for %s\n", watchdog.name, fault,
            watchdog.what != NULL ? watchdog.what : "something that it has not named");
    watch_tell(getpid());
    watch_kill(getpid());
    abort();
}

/* How often the threads of this program have been stopped and continued, but for this one. Who talks with a database on
 * a busy machine uses no processor time to speak of, but does not stay where it is. */
static int64_t switches_count(void) {
    char self[64] = "", text[PROC_TEXT];
    int64_t sum = 0;
    const ssize_t length = readlink("/proc/thread-self", self, sizeof self - 1);
    const char *name = length > 0 ? strrchr(self, '/') + 1 : "";
    DIR *tasks = opendir("/proc/self/task");
    for (const struct dirent *task; tasks != NULL && (task = readdir(tasks)) != NULL;) {
        if (task->d_name[0] == '.' || strcmp(task->d_name, name) == 0 ||
            !proc_read(text, "/proc/%ld/task/%s/status", getpid(), task->d_name))
            continue;
        for (const char *at = text; (at = strstr(at, "voluntary_ctxt_switches:")) != NULL;)
            sum += strtol(at += strlen("voluntary_ctxt_switches:"), NULL, 10);
    }
    if (tasks != NULL)
        closedir(tasks);
    return sum;
}

/* Looking is no work of the test. */
static const char *case_fault(void) {
    static int64_t switches;
    const int64_t before = ticks_own(), counted = switches_count();
    if (counted != switches)
        watchdog.watch.since = ticks_now();
    switches = counted;
    const char *fault = watch_fault(&watchdog.watch);
    const int64_t looked = ticks_own() - before;
    watchdog.watch.begin += looked;
    watchdog.watch.mark += looked;
    return fault;
}

/* A fault is seen twice before anything happens: those who know more of it, and see it too, speak first. */
static void *watchdog_run(void *argument) {
    (void)argument;
    for (int faults = 0;;) {
        poll(NULL, 0, (int)(watchdog_ms() / LOOKS));
        pthread_mutex_lock(&watchdog.mutex);
        const char *fault = case_fault();
        faults = fault != NULL ? faults + 1 : 0;
        if (faults == 2)
            case_end(fault);
        pthread_mutex_unlock(&watchdog.mutex);
    }
    return NULL;
}

/* The thread takes no signals: they are for the test. */
static void watchdog_begin(void) {
    pthread_t thread;
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    if (pthread_create(&thread, NULL, watchdog_run, NULL) != 0)
        abort();
    pthread_detach(thread);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    setvbuf(stdout, NULL, _IOLBF, 0); /* so that nothing is lost when the program is aborted */
}

void watchdog_case(const char *name) {
    pthread_mutex_lock(&watchdog.mutex);
    watchdog.name = name;
    watchdog.what = NULL;
    watch_begin(&watchdog.watch, getpid());
    if (!watchdog.begun)
        watchdog_begin();
    watchdog.begun = true;
    pthread_mutex_unlock(&watchdog.mutex);
}
