/* client.c - an engine seen from the other side of UGI. */
#include "client.h"
#include "../engine/clock.h"
#include "../rules/game.h"
#include "../ugi/words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/wait.h>

enum { FAREWELL_MS = 500, SCORE_MAX = 99999 };

const char *fault_word(enum fault fault) {
    switch (fault) {
    case FAULT_NONE: return "none";
    case FAULT_START: return "start";
    case FAULT_CRASH: return "crash";
    case FAULT_TIME: return "time";
    case FAULT_ILLEGAL: return "illegal move";
    case FAULT_PROTOCOL: return "protocol";
    case FAULT_ABANDONED: return "broken off";
    }
    return "";
}

bool failure_set(struct failure *failure, enum fault fault, const char *what, const char *first, const char *second) {
    *failure = (struct failure){.fault = fault};
    return error_set(&failure->what, 0, what, first, second);
}

bool failure_set_number(struct failure *failure, enum fault fault, const char *what, int64_t first, int64_t second) {
    *failure = (struct failure){.fault = fault};
    return error_set_number(&failure->what, 0, what, first, second);
}

bool failure_set_move(struct failure *failure, const char *move, const struct tab_error *why) {
    failure_set(failure, FAULT_ILLEGAL, N_("illegal move {1}"), move, NULL);
    failure->why = *why;
    return false;
}

void failure_write(const struct failure *failure, size_t (*write)(const struct tab_error *, char *, size_t),
                   const char *colon, char text[FAILURE_TEXT]) {
    size_t length = write(&failure->what, text, FAILURE_TEXT);
    if (failure->why.what == NULL || length + strlen(colon) >= FAILURE_TEXT)
        return;
    strcpy(text + length, colon);
    length += strlen(colon);
    write(&failure->why, text + length, FAILURE_TEXT - length);
}

static size_t english_write(const struct tab_error *error, char *buffer, size_t size) {
    return tab_error_format(error, NULL, buffer, size);
}

void failure_format(const struct failure *failure, char text[FAILURE_TEXT]) {
    failure_write(failure, english_write, ": ", text);
}

/* ---- Lines ---------------------------------------------------------------------------------------------------- */

/* Says how a program ended that should not have. */
static bool report_end(struct client *client, struct failure *failure) {
    int status = process_end(&client->process, clock_now() + FAREWELL_MS);
    if (status == -1)
        return failure_set(failure, FAULT_CRASH, N_("closed its output"), NULL, NULL);
    if (WIFSIGNALED(status))
        return failure_set_number(failure, FAULT_CRASH, N_("ended by signal {1}"), WTERMSIG(status), 0);
    return failure_set_number(failure, FAULT_CRASH, N_("ended with status {1}"), WEXITSTATUS(status), 0);
}

/* Turns what happened while waiting for an answer, NULL: for being listened to, into a failure, unless it is good. */
static bool event_check(struct client *client, enum process_event event, const char *answer, int64_t waited_ms,
                        struct failure *failure) {
    char waited[24];
    switch (event) {
    case PROCESS_GOOD: return true;
    case PROCESS_LATE:
        snprintf(waited, sizeof waited, "%lld", (long long)waited_ms);
        if (answer == NULL)
            return failure_set(failure, FAULT_TIME, N_("did not listen for {1} ms"), waited, NULL);
        return failure_set(failure, FAULT_TIME, N_("no {1} after {2} ms"), answer, waited);
    case PROCESS_ENDED: return report_end(client, failure);
    case PROCESS_ABANDONED: return failure_set(failure, FAULT_ABANDONED, N_("broken off"), NULL, NULL);
    }
    return false;
}

static bool client_say(struct client *client, const char *text, struct failure *failure) {
    enum process_event event = process_write(&client->process, text, clock_now() + client->patience_ms);
    return event_check(client, event, NULL, client->patience_ms, failure);
}

/* The next line of an answer that must be complete at `deadline`; `what` is waited for since `since`. An engine that
 * talks without end is late, too. */
static bool client_hear(struct client *client, const char *what, int64_t since, int64_t deadline, char **line,
                        struct failure *failure) {
    enum process_event event = process_read(&client->process, line, deadline);
    bool told = event == PROCESS_GOOD && strncmp(*line, what, strlen(what)) == 0;
    if (event == PROCESS_GOOD && !told && clock_now() > deadline)
        event = PROCESS_LATE;
    return event_check(client, event, what, deadline - since, failure);
}

/* Waits for a line that is one word. What is said before is dropped, but for complaints: the first `info string` is
 * kept where `complaint` has room for it. */
static bool client_await(struct client *client, const char *word, char *complaint, size_t size,
                         struct failure *failure) {
    static const char prefix[] = "info string ";
    int64_t since = clock_now();
    char *line;
    while (client_hear(client, word, since, since + client->patience_ms, &line, failure)) {
        if (strcmp(line, word) == 0)
            return true;
        if (size > 0 && *complaint == '\0' && strncmp(line, prefix, strlen(prefix)) == 0)
            snprintf(complaint, size, "%s", line + strlen(prefix));
    }
    return false;
}

static bool client_ready(struct client *client, struct failure *failure) {
    return client_say(client, "isready\n", failure) && client_await(client, "readyok", NULL, 0, failure);
}

/* ---- Beginning ------------------------------------------------------------------------------------------------ */

/* Notes an option that the engine says it has: `option name N type …`. */
static void option_note(struct client *client, char *line) {
    static const char prefix[] = "option name ";
    const struct contender *contender = client->contender;
    if (strncmp(line, prefix, strlen(prefix)) != 0)
        return;
    char *name = line + strlen(prefix), *type = strstr(name, " type ");
    if (type != NULL)
        *type = '\0';
    client->knows_game = client->knows_game || strcasecmp(name, "Game") == 0;
    client->knows_seed = client->knows_seed || strcasecmp(name, "Seed") == 0;
    for (int i = 0; i < contender->setting_count; i++)
        if (strcasecmp(contender->settings[i].name, name) == 0)
            client->knows_settings |= UINT32_C(1) << i;
}

static bool client_greet(struct client *client, struct failure *failure) {
    int64_t since = clock_now();
    char *line;
    if (!client_say(client, "ugi\n", failure))
        return false;
    while (client_hear(client, "ugiok", since, since + client->patience_ms, &line, failure)) {
        if (strcmp(line, "ugiok") == 0)
            return true;
        option_note(client, line);
    }
    return false;
}

static bool option_say(struct client *client, const char *name, const char *value, struct failure *failure) {
    char line[1024];
    snprintf(line, sizeof line, "setoption name %s value %s\n", name, value);
    return client_say(client, line, failure);
}

/* Sets the game and the contender's options. Our own engine complains about values it does not take; what others have
 * to say may mean anything. */
static bool client_configure(struct client *client, const char *spec, struct failure *failure) {
    const struct contender *contender = client->contender;
    char complaint[128] = "";
    if (client->knows_game && !option_say(client, "Game", spec, failure))
        return false;
    for (int i = 0; i < contender->setting_count; i++) {
        const struct setting *setting = &contender->settings[i];
        if ((client->knows_settings & UINT32_C(1) << i) == 0)
            return failure_set(failure, FAULT_START, N_("there is no option {1}"), setting->name, NULL);
        if (!option_say(client, setting->name, setting->value, failure))
            return false;
    }
    if (!client_say(client, "isready\n", failure) ||
        !client_await(client, "readyok", complaint, contender->built_in ? sizeof complaint : 0, failure))
        return false;
    return *complaint == '\0' || failure_set(failure, FAULT_START, "{1}", complaint, NULL);
}

bool client_open(struct client *client, const struct contender *contender, const char *spec, int64_t patience_ms,
                 const _Atomic bool *abandoned, struct failure *failure) {
    *client = (struct client){.contender = contender, .patience_ms = patience_ms};
    int why = process_start(&client->process, contender->arguments, abandoned);
    if (why != 0) {
        failure_set(failure, FAULT_START, "{1}", contender->arguments[0], NULL);
        failure->why.what = strerror(why); /* a fixed text: it is an error the system knows */
        return false;
    }
    return client_greet(client, failure) && client_configure(client, spec, failure);
}

bool client_new_game(struct client *client, uint32_t seed, struct failure *failure) {
    char number[16];
    snprintf(number, sizeof number, "%llu", (unsigned long long)seed);
    if (client->knows_seed && !option_say(client, "Seed", number, failure))
        return false;
    return client_say(client, "uginewgame\n", failure) && client_ready(client, failure);
}

void client_close(struct client *client) {
    struct failure ignored;
    if (client->process.pid == 0)
        return;
    client->process.abandoned = NULL;
    client->patience_ms = FAREWELL_MS;
    if (client_say(client, "quit\n", &ignored))
        process_end(&client->process, clock_now() + FAREWELL_MS);
    process_end(&client->process, 0);
}

/* ---- Thinking ------------------------------------------------------------------------------------------------- */

static int score_read(const char *word) {
    int64_t number;
    return word != NULL && word_number(word, -SCORE_MAX, SCORE_MAX, &number) ? (int)number : 0;
}

/* Takes depth and score of the best line out of an `info` line. Bounds are not worth keeping. */
static void info_note(struct reply *reply, char *line) {
    struct words words = {line};
    struct reply read = *reply;
    const char *word;
    words_next(&words);
    while ((word = words_next(&words)) != NULL && strcmp(word, "pv") != 0 && strcmp(word, "string") != 0) {
        bool best = true;
        if (strcmp(word, "depth") == 0) {
            read.depth = score_read(words_next(&words));
        } else if (strcmp(word, "multipv") == 0) {
            best = score_read(words_next(&words)) == 1;
        } else if (strcmp(word, "cp") == 0) {
            read.centi = score_read(words_next(&words));
            read.mate = 0;
            read.scored = true;
        } else if (strcmp(word, "mate") == 0) {
            read.mate = score_read(words_next(&words));
            read.scored = read.mate != 0;
        } else {
            best = read.mate != 0 || (strcmp(word, "lowerbound") != 0 && strcmp(word, "upperbound") != 0);
        }
        if (!best)
            return;
    }
    *reply = read;
}

/* Takes the move out of `bestmove X`. */
static bool move_note(struct reply *reply, char *line, struct failure *failure) {
    struct words words = {line};
    words_next(&words);
    const char *move = words_next(&words);
    if (move == NULL || strlen(move) >= sizeof reply->move)
        return failure_set(failure, FAULT_PROTOCOL, N_("bestmove without a move"), NULL, NULL);
    snprintf(reply->move, sizeof reply->move, "%s", move);
    return true;
}

bool client_think(struct client *client, const char *position, const char *go, int64_t allowed_ms, struct reply *reply,
                  struct failure *failure) {
    char *line;
    *reply = (struct reply){0};
    /* Once it is ready nothing that it says belongs to an earlier move. */
    if (!client_say(client, position, failure) || !client_ready(client, failure))
        return false;
    int64_t since = clock_now();
    if (!client_say(client, go, failure))
        return false;
    while (client_hear(client, "bestmove", since, since + allowed_ms, &line, failure)) {
        reply->milliseconds = clock_now() - since;
        if (strncmp(line, "bestmove", strlen("bestmove")) == 0)
            return move_note(reply, line, failure);
        if (strncmp(line, "info ", strlen("info ")) == 0)
            info_note(reply, line);
    }
    return false;
}
