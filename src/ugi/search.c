/* search.c - `go` and `stop`: a search in a thread of its own, so that the conversation goes on. */
#include "session.h"
#include "../engine/clock.h"

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
    session_say(session,
                "info depth %d seldepth %d time %lld nodes %llu nps %llu hashfull %d multipv %d score %s %d%s%s pv%s",
                info->depth, info->seldepth, (long long)info->milliseconds, (unsigned long long)info->nodes,
                (unsigned long long)per_second(info->nodes, info->milliseconds), info->hashfull, info->index + 1,
                line->mate != 0 ? "mate" : "cp", line->mate != 0 ? line->mate : line->centi, bounds[line->bound],
                line->proven ? " proven" : "", moves);
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

/* Takes off the limits what has passed since the order came: on a busy machine a thread does not begin at once. */
static void limits_age(struct tab_limits *limits, int64_t passed) {
    int64_t *times[1 + TAB_PLAYERS_MAX] = {&limits->move_ms};
    for (int i = 0; i < TAB_PLAYERS_MAX; i++)
        times[1 + i] = &limits->clock_ms[i];
    for (int i = 0; i < 1 + TAB_PLAYERS_MAX; i++)
        if (*times[i] > 0)
            *times[i] = *times[i] > passed ? *times[i] - passed : 1;
}

static void *search_run(void *argument) {
    struct session *session = argument;
    struct tab_thought *thought = malloc(sizeof *thought);
    limits_age(&session->limits, clock_now() - session->asked);
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

/* For whoever sends others. */
#define LIMITS "infinite, movetime MS, p1time MS p1inc MS to p4time MS p4inc MS, depth 1 to 1000, nodes N"

/* Where a limit in milliseconds is kept, `movetime` or one with a player's number in it, `p1time` or `p2inc`; NULL for
 * any other name. A time that is over is still a time: 0 would mean that there is none, so *least is more. */
static int64_t *time_of(struct tab_limits *limits, const char *name, int64_t *least) {
    *least = 1;
    if (strcmp(name, "movetime") == 0)
        return &limits->move_ms;
    if (name[0] != 'p' || name[1] < '1' || name[1] > '0' + TAB_PLAYERS_MAX)
        return NULL;
    int player = name[1] - '1';
    if (strcmp(name + 2, "time") == 0)
        return &limits->clock_ms[player];
    *least = 0;
    return strcmp(name + 2, "inc") == 0 ? &limits->increment_ms[player] : NULL;
}

/* Reads the value of one limit; false when the name is unknown or the value bad. */
static bool limit_read(struct tab_limits *limits, const char *name, const char *value) {
    int64_t least, number, *time = time_of(limits, name, &least);
    if (value == NULL)
        return false;
    if (time != NULL && word_number(value, -TIME_MOST, TIME_MOST, &number)) {
        *time = number > least ? number : least;
        return true;
    }
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

/* Reads what follows `go`; *endless tells whether it asks for a search without end. */
static bool limits_read(struct session *session, struct words *words, struct tab_limits *limits, bool *endless) {
    const char *name;
    *limits = (struct tab_limits){0};
    *endless = false;
    while ((name = words_next(words)) != NULL) {
        if (strcmp(name, "infinite") == 0) {
            *endless = true;
            continue;
        }
        const char *value = words_next(words);
        if (limit_read(limits, name, value))
            continue;
        session_say(session, "info string go: bad limit '%.40s%s%.40s'; the limits are " LIMITS, name,
                    value != NULL ? " " : "", value != NULL ? value : "");
        return false;
    }
    return true;
}

/* Whether a search with these limits ends by itself: clocks of other players do not end it. */
static bool limits_bind(const struct tab_limits *limits, int player) {
    return limits->move_ms > 0 || limits->nodes > 0 || limits->depth > 0 || limits->clock_ms[player - 1] > 0;
}

/* ---- Starting and stopping ------------------------------------------------------------------------------------ */

void search_join(struct session *session) {
    if (session->started)
        pthread_join(session->thread, NULL);
    session->started = false;
}

void search_stop(struct session *session) {
    if (atomic_load(&session->searching)) {
        tab_engine_stop(session->engine);
        pthread_mutex_lock(&session->waiting);
        session->stopped = true;
        pthread_cond_signal(&session->wake);
        pthread_mutex_unlock(&session->waiting);
    }
    search_join(session);
}

void search_start(struct session *session, struct words *words) {
    bool endless;
    struct tab_limits limits;
    int64_t asked = clock_now();
    int player = tab_position_player(tab_match_rules(session->match), tab_match_position(session->match));
    search_join(session);
    if (!limits_read(session, words, &limits, &endless))
        return;
    if (player == 0) {
        session_say(session, "info string the game is over");
        session_say(session, "bestmove none");
        return;
    }
    if (!tab_engine_suits(&session->options, tab_match_rules(session->match))) {
        session_say(session, "info string Search: %s is for two players, this game has %d",
                    tab_search_name(session->options.search), tab_rules_players(tab_match_rules(session->match)));
        session_say(session, "bestmove none");
        return;
    }
    if (!session_prepare(session)) {
        session_say(session, "bestmove none");
        return;
    }
    session->limits = limits;
    session->asked = asked;
    session->endless = endless || !limits_bind(&limits, player);
    session->stopped = false;
    tab_engine_arm(session->engine);
    atomic_store(&session->searching, true);
    session->started = pthread_create(&session->thread, NULL, search_run, session) == 0;
    if (!session->started) {
        atomic_store(&session->searching, false);
        session_say(session, "info string no thread can be started");
    }
}
