/* commit_queue.c - changes on their way to the disk. */
#include "commit_queue.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct list {
    struct submission *first, **last;
};

struct commit_queue {
    commit_function *commit;
    follow_function *follow;
    void *commit_context;
    store_wake_function *wake;
    void *wake_context;
    pthread_t thread;
    int room;

    pthread_mutex_t mutex; /* of all below */
    pthread_cond_t changed;
    struct list waiting, done;
    int count; /* in both lists and in the writer's hands */
    bool ending;
};

/* ---- Lists ---------------------------------------------------------------------------------------------------- */

static void list_clear(struct list *list) {
    list->first = NULL;
    list->last = &list->first;
}

static void list_append(struct list *list, struct submission *first) {
    *list->last = first;
    while (*list->last != NULL)
        list->last = &(*list->last)->next;
}

static struct submission *list_take(struct list *list) {
    struct submission *first = list->first;
    list_clear(list);
    return first;
}

static void submission_free(struct submission *submission) {
    for (int i = 0; i < submission->count; i++)
        free((char *)submission->changes[i].data);
    free(submission);
}

static struct submission *submission_new(uint64_t ticket, const struct store_change *changes, int count) {
    struct submission *submission = calloc(1, sizeof *submission);
    if (submission == NULL)
        return NULL;
    submission->ticket = ticket;
    for (; submission->count < count; submission->count++) {
        const struct store_change *change = &changes[submission->count];
        char *data = strdup(change->data != NULL ? change->data : "");
        if (data == NULL) {
            submission_free(submission);
            return NULL;
        }
        submission->changes[submission->count] = *change;
        submission->changes[submission->count].data = data;
    }
    return submission;
}

/* ---- The writer ----------------------------------------------------------------------------------------------- */

static void *queue_run(void *argument) {
    struct commit_queue *queue = argument;
    pthread_mutex_lock(&queue->mutex);
    for (;;) {
        while (queue->waiting.first == NULL && !queue->ending)
            pthread_cond_wait(&queue->changed, &queue->mutex);
        struct submission *list = list_take(&queue->waiting);
        if (list == NULL)
            break;
        pthread_mutex_unlock(&queue->mutex);
        queue->commit(queue->commit_context, list);
        pthread_mutex_lock(&queue->mutex);
        list_append(&queue->done, list);
        if (queue->wake != NULL)
            queue->wake(queue->wake_context);
        pthread_mutex_unlock(&queue->mutex);
        queue->follow(queue->commit_context);
        pthread_mutex_lock(&queue->mutex);
    }
    pthread_mutex_unlock(&queue->mutex);
    return NULL;
}

/* ---- The other side ------------------------------------------------------------------------------------------- */

struct commit_queue *commit_queue_new(int room, commit_function *commit, follow_function *follow, void *commit_context,
                                      store_wake_function *wake, void *wake_context) {
    struct commit_queue *queue = calloc(1, sizeof *queue);
    if (queue == NULL)
        return NULL;
    queue->commit = commit;
    queue->follow = follow;
    queue->commit_context = commit_context;
    queue->wake = wake;
    queue->wake_context = wake_context;
    queue->room = room;
    list_clear(&queue->waiting);
    list_clear(&queue->done);
    pthread_mutex_init(&queue->mutex, NULL);
    pthread_cond_init(&queue->changed, NULL);
    if (pthread_create(&queue->thread, NULL, queue_run, queue) == 0)
        return queue;
    pthread_cond_destroy(&queue->changed);
    pthread_mutex_destroy(&queue->mutex);
    free(queue);
    return NULL;
}

void commit_queue_free(struct commit_queue *queue) {
    pthread_mutex_lock(&queue->mutex);
    queue->ending = true;
    pthread_cond_signal(&queue->changed);
    pthread_mutex_unlock(&queue->mutex);
    pthread_join(queue->thread, NULL);
    for (struct submission *next, *each = queue->done.first; each != NULL; each = next) {
        next = each->next;
        submission_free(each);
    }
    pthread_cond_destroy(&queue->changed);
    pthread_mutex_destroy(&queue->mutex);
    free(queue);
}

bool commit_queue_submit(struct commit_queue *queue, uint64_t ticket, const struct store_change *changes, int count) {
    struct submission *submission = submission_new(ticket, changes, count);
    if (submission == NULL)
        return false;
    pthread_mutex_lock(&queue->mutex);
    const bool fits = queue->count < queue->room;
    if (fits) {
        queue->count++;
        list_append(&queue->waiting, submission);
        pthread_cond_signal(&queue->changed);
    }
    pthread_mutex_unlock(&queue->mutex);
    if (!fits)
        submission_free(submission);
    return fits;
}

int commit_queue_collect(struct commit_queue *queue, struct store_result *results, int most) {
    struct list taken;
    int count = 0;
    list_clear(&taken);
    pthread_mutex_lock(&queue->mutex);
    while (count < most && queue->done.first != NULL) {
        struct submission *first = queue->done.first;
        queue->done.first = first->next;
        if (first->next == NULL)
            list_clear(&queue->done);
        first->next = NULL;
        list_append(&taken, first);
        results[count++] =
            (struct store_result){.ticket = first->ticket, .outcome = first->outcome, .kept = first->kept};
    }
    queue->count -= count;
    pthread_mutex_unlock(&queue->mutex);
    for (struct submission *next, *each = taken.first; each != NULL; each = next) {
        next = each->next;
        submission_free(each);
    }
    return count;
}
