/* session.h - the state of a conversation, shared by the files of this folder. */
#ifndef TABLIER_UGI_SESSION_H
#define TABLIER_UGI_SESSION_H

#include "ugi.h"
#include "words.h"

#include <pthread.h>
#include <stdatomic.h>

struct session {
    FILE *output;
    pthread_mutex_t writing;   /* one line at a time */
    struct tab_engine *engine; /* NULL until it is needed: its memory is taken once its size is known */
    struct tab_engine_options options;
    struct tab_knowledge *knowledge; /* what it uses; NULL: nothing was read yet */
    char *tables;                    /* the folder of the tables of endings among that; NULL: none */
    struct tab_match *match;         /* its rules are the game chosen; changed only while no search runs */
    bool ended;                      /* told to quit */

    /* The search in progress. */
    pthread_t thread;
    bool started;           /* there is a thread to join */
    _Atomic bool searching; /* it has not given its best move yet */
    bool endless;           /* `go infinite`: the best move waits for `stop` */
    pthread_mutex_t waiting;
    pthread_cond_t wake;
    bool stopped; /* guarded by `waiting` */
    struct tab_limits limits;
    int64_t asked; /* when it was ordered, by clock_now */
};

/* Writes one line, whole. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void session_say(struct session *session, const char *format, ...);

/* Makes an engine with these options, as far as there is memory for it. */
void session_start_engine(struct session *session, const struct tab_engine_options *options);
/* The installed book, and the tables of endings in a folder, NULL: none; NULL, having said why, when they cannot be read. */
struct tab_knowledge *session_knowledge(struct session *session, const char *tables);
/* Sees to it that there is an engine; false, having said so, when there is no memory for it. */
bool session_prepare(struct session *session);

/* search.c: begins a search of the current position; ends it, so that what is answered next comes after its best move;
 * waits for it to end by itself. */
void search_start(struct session *session, struct words *words);
void search_stop(struct session *session);
void search_join(struct session *session);

/* options.c */
void options_list(struct session *session);
void option_set(struct session *session, struct words *words);

#endif
