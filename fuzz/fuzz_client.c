/* fuzz_client.c - what an engine says in a match. Input: its lines; after the last one it has ended. A failure has words,
 * and a move is a text that fits. */
#include "fuzz.h"

#include "arena/client.h"

#include <stdlib.h>
#include <string.h>

/* ---- A program that says what the input has ------------------------------------------------------------------- */

static char *script;

int process_start(struct process *process, char *const *arguments, const _Atomic bool *abandoned) {
    (void)arguments;
    (void)abandoned;
    process->pid = 1;
    return 0;
}

enum process_event process_write(struct process *process, const char *text, int64_t deadline) {
    (void)process;
    (void)deadline;
    fuzz_check(strchr(text, '\n') == text + strlen(text) - 1); /* one line at a time */
    return PROCESS_GOOD;
}

enum process_event process_read(struct process *process, char **line, int64_t deadline) {
    (void)process;
    (void)deadline;
    if (*script == '\0')
        return PROCESS_ENDED;
    *line = fuzz_line(&script);
    return PROCESS_GOOD;
}

void process_finish(struct process *process) { (void)process; }

int process_end(struct process *process, int64_t deadline) {
    (void)deadline;
    process->pid = 0;
    return -1;
}

/* ---- Talking with it ------------------------------------------------------------------------------------------ */

static void check_failure(const struct failure *failure) {
    char text[FAILURE_TEXT];
    fuzz_check(failure->fault != FAULT_NONE && failure->what.what != NULL);
    failure_format(failure, text);
    fuzz_check(memchr(text, '\0', sizeof text) != NULL && text[0] != '\0');
}

static bool client_talk(struct client *client, struct failure *failure) {
    struct reply reply;
    if (!client_new_game(client, 7, failure))
        return false;
    while (client_think(client, "position startpos\n", "go depth 1\n", 1000, &reply, failure))
        fuzz_check(reply.move[0] != '\0' && memchr(reply.move, '\0', sizeof reply.move) != NULL);
    return false;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *text = fuzz_text(data, size);
    struct contender contender = {0};
    struct failure failure = {0};
    struct client client;
    fuzz_check(contender_parse(&contender, "cmd=engine,hash=1,option.Style=bold", NULL));
    script = text;
    if (!client_open(&client, &contender, "siam", 1000, NULL, &failure) || !client_talk(&client, &failure))
        check_failure(&failure);
    client_close(&client);
    contender_free(&contender);
    free(text);
    return 0;
}
