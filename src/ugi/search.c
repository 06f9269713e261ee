/* search.c - `go` and `stop`: a search in a thread of its own, so that the conversation goes on. */
#include "session.h"

#include <stdlib.h>
#include <string.h>

enum { LINE_TEXT = TAB_LINE_MAX * TAB_MOVE_TEXT };

/* Writes the moves of a line of play. */
static void line_write(const struct tab_rules *rules, const struct tab_position *from, const struct tab_line *line,
                       char text[LINE_TEXT]) {
    struct tab_position position = *from;
    size_t used = 0;
    text[0] = '\0';
    for (int i = 0; i < line->length; i++) {
        text[used++] = ' ';
        used += tab_move_format(rules, &position, line->moves[i], text + used, LINE_TEXT - used);
        tab_position_play(rules, &position, line->moves[i]);
    }
}

static uint64_t per_second(uint64_t nodes, int64_t milliseconds) {
    return nodes * 1000 / (uint64_t)(milliseconds > 0 ? milliseconds : 1);
}

static void info_say(void *context, const struct tab_info *info) {
    struct session *session = context;
    static const char *const bounds[] = {[TAB_EXACT] = "", [TAB_LOWER] = " lowerbound", [TAB_UPPER] = " upperbound"};
    const struct tab_line *line = info->line;
    char moves[LINE_TEXT];
    line_write(tab_match_rules(session->match), tab_match_position(session->match), line, moves);
    session_say(
        session, "info depth %d seldepth %d time %lld nodes %llu nps %llu hashfull %d multipv %d score %s %d%s pv%s",
        info->depth, info->seldepth, (long long)info->milliseconds, (unsigned long long)info->nodes,
        (unsigned long long)per_second(info->nodes, info->milliseconds), info->hashfull, info->index + 1,
        line->mate != 0 ? "mate" : "cp", line->mate != 0 ? line->mate : line->centi, bounds[line->bound], moves);
}

/* An endless search keeps its best move until it is stopped, also when it has found everything. */
static void wait_for_stop(struct session *session) {
    pthread_mutex_lock(&session->waiting);
    while (!session->stopped)
        pthread_cond_wait(&session->wake, &session->waiting);
    pthread_mutex_unlock(&session->waiting);
}

static void thought_say(struct session *session, const struct tab_thought *thought) {
    char move[TAB_MOVE_TEXT];
    tab_move_format(tab_match_rules(session->match), tab_match_position(session->match), thought->move, move,
                    sizeof move);
    session_say(session, "info nodes %llu time %lld nps %llu", (unsigned long long)thought->nodes,
                (long long)thought->milliseconds,
                (unsigned long long)per_second(thought->nodes, thought->milliseconds));
    /* From here on a new `go` is welcome: whoever reads the best move may answer at once. */
    atomic_store(&session->searching, false);
    session_say(session, "bestmove %s", move);
}

static void *search_run(void *argument) {
    struct session *session = argument;
    struct tab_thought *thought = malloc(sizeof *thought);
    if (thought == NULL) {
        session_say(session, "info string no memory");
        atomic_store(&session->searching, false);
        return NULL;
    }
    tab_engine_think(session->engine, tab_match_rules(session->match), tab_match_position(session->match),
                     tab_match_past(session->match), tab_match_ply(session->match), &session->limits, info_say, session,
                     thought);
    if (session->endless)
        wait_for_stop(session);
    thought_say(session, thought);
    free(thought);
    return NULL;
}

/* ---- Limits --------------------------------------------------------------------------------------------------- */

enum { TIME_MOST = 1000000000 };

/* Reads a limit that has a name with a player's number in it: p1time, p2inc. */
static int64_t *clock_of(struct tab_limits *limits, const char *name) {
    if (name[0] != 'p' || name[1] < '1' || name[1] > '0' + TAB_PLAYERS_MAX)
        return NULL;
    int player = name[1] - '1';
    if (strcmp(name + 2, "time") == 0)
        return &limits->clock_ms[player];
    return strcmp(name + 2, "inc") == 0 ? &limits->increment_ms[player] : NULL;
}

/* Reads the value of one limit; false when the name is unknown or the value bad. */
static bool limit_read(struct tab_limits *limits, const char *name, const char *value) {
    int64_t *clock = clock_of(limits, name), number;
    if (value == NULL)
        return false;
    if (clock != NULL || strcmp(name, "movetime") == 0)
        return word_number(value, -TIME_MOST, TIME_MOST, &number) &&
               (*(clock != NULL ? clock : &limits->move_ms) = number > 0 ? number : 1, true);
    if (strcmp(name, "depth") == 0 && word_number(value, 1, 1000, &number)) {
        limits->depth = (int)number;
        return true;
    }
    if (strcmp(name, "nodes") == 0 && word_number(value, 1, INT64_MAX, &number)) {
        limits->nodes = (uint64_t)number;
        return true;
    }
    return false;
}

/* Reads what follows `go`; *bounded tells whether the search will end by itself. */
static bool limits_read(struct session *session, struct words *words, struct tab_limits *limits, bool *bounded) {
    const char *name;
    *limits = (struct tab_limits){0};
    bool endless = false, any = false;
    while ((name = words_next(words)) != NULL) {
        any = true;
        if (strcmp(name, "infinite") == 0) {
            endless = true;
            continue;
        }
        const char *value = words_next(words);
        if (limit_read(limits, name, value))
            continue;
        session_say(session, "info string go: bad limit '%.40s %.40s'", name, value != NULL ? value : "");
        return false;
    }
    *bounded = any && !endless;
    return true;
}

/* ---- Starting and stopping ------------------------------------------------------------------------------------ */

void search_join(struct session *session) {
    if (session->started)
        pthread_join(session->thread, NULL);
    session->started = false;
}

void search_stop(struct session *session) {
    if (!atomic_load(&session->searching))
        return;
    tab_engine_stop(session->engine);
    pthread_mutex_lock(&session->waiting);
    session->stopped = true;
    pthread_cond_signal(&session->wake);
    pthread_mutex_unlock(&session->waiting);
}

void search_start(struct session *session, struct words *words) {
    bool bounded;
    struct tab_limits limits;
    search_join(session);
    if (!limits_read(session, words, &limits, &bounded))
        return;
    if (tab_position_player(tab_match_rules(session->match), tab_match_position(session->match)) == 0) {
        session_say(session, "info string the game is over");
        session_say(session, "bestmove none");
        return;
    }
    session->limits = limits;
    session->endless = !bounded;
    session->stopped = false;
    tab_engine_arm(session->engine);
    atomic_store(&session->searching, true);
    session->started = pthread_create(&session->thread, NULL, search_run, session) == 0;
    if (!session->started) {
        atomic_store(&session->searching, false);
        session_say(session, "info string no thread can be started");
    }
}
