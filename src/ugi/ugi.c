/* ugi.c - reading lines and answering them. */
#include "ugi.h"
#include "../opening.h"
#include "../rules/game.h"
#include "session.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_MAX_BYTES = 1 << 20, SAID_MAX = 64 + TAB_MOVES_MAX * TAB_MOVE_TEXT }; /* the longest names all moves */

void session_say(struct session *session, const char *format, ...) {
    char line[SAID_MAX];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    text_clean(line); /* it may quote what was said to it */
    pthread_mutex_lock(&session->writing);
    fprintf(session->output, "%s\n", line);
    fflush(session->output);
    pthread_mutex_unlock(&session->writing);
}

void session_start_engine(struct session *session, const struct tab_engine_options *options) {
    session->engine = tab_engine_new(options);
    if (session->knowledge == NULL)
        session->knowledge = session_knowledge(session, NULL);
    if (session->engine != NULL)
        tab_engine_use(session->engine, session->knowledge);
}

struct tab_knowledge *session_knowledge(struct session *session, const char *tables) {
    char damage[OPENING_DAMAGE];
    struct tab_error error;
    struct tab_rules book;
    struct tab_knowledge *knowledge = tab_rules_parse(&book, "santasi", NULL) ? opening_knowledge(&book, damage) : NULL;
    if (knowledge == NULL)
        return NULL;
    if (damage[0] != '\0')
        session_say(session, "info string %s", damage);
    if (tables == NULL || tab_knowledge_read_tables(knowledge, tables, &error))
        return knowledge;
    char what[TAB_ERROR_TEXT];
    tab_error_format(&error, NULL, what, sizeof what);
    session_say(session, "info string TablePath: %.200s: %s", tables, what);
    tab_knowledge_free(knowledge);
    return NULL;
}

bool session_prepare(struct session *session) {
    if (session->engine == NULL)
        session_start_engine(session, &session->options);
    if (session->engine == NULL)
        session_say(session, "info string no memory");
    return session->engine != NULL;
}

/* Whether a line ends here; says so when it does not. */
static bool words_end(struct session *session, struct words *words, const char *command) {
    const char *more = words_next(words);
    if (more != NULL)
        session_say(session, "info string %s: '%.40s' is one word too many", command, more);
    return more == NULL;
}

/* ---- Commands ------------------------------------------------------------------------------------------------- */

static void answer_ugi(struct session *session, struct words *words) {
    (void)words;
    session_say(session, "id name Tablier");
    session_say(session, "id author The Tablier authors");
    options_list(session);
    session_say(session, "ugiok");
}

static void answer_isready(struct session *session, struct words *words) {
    (void)words;
    session_prepare(session);
    session_say(session, "readyok");
}

static void answer_newgame(struct session *session, struct words *words) {
    (void)words;
    struct tab_match *match = tab_match_new(tab_match_rules(session->match), NULL);
    if (match == NULL) {
        session_say(session, "info string no memory");
        return;
    }
    tab_match_free(session->match);
    session->match = match;
    if (session->engine != NULL)
        tab_engine_clear(session->engine);
}

/* Plays the words left as moves; says what is wrong with the first bad one. */
static bool moves_play(struct session *session, struct tab_match *match, struct words *words) {
    const char *word;
    for (int number = 1; (word = words_next(words)) != NULL; number++) {
        tab_move move;
        struct tab_error error;
        char what[TAB_ERROR_TEXT];
        if (!tab_move_parse(tab_match_rules(match), tab_match_position(match), word, &move, &error)) {
            tab_error_format(&error, NULL, what, sizeof what);
            session_say(session, "info string move %d, %.32s: %s", number, word, what);
            return false;
        }
        if (!tab_match_play(match, move)) {
            session_say(session, "info string no memory");
            return false;
        }
    }
    return true;
}

/* Cuts `moves …` off the end of a position text; the words after it, or NULL when there are none. */
static char *moves_cut(char *text) {
    for (char *found = text; (found = strstr(found, "moves")) != NULL; found += 5) {
        bool begins = found == text || word_blank(found[-1]), ends = word_blank(found[5]) || found[5] == '\0';
        if (!begins || !ends)
            continue;
        char *after = found + 5;
        while (found > text && word_blank(found[-1]))
            found--;
        *found = '\0';
        return *after != '\0' ? after + 1 : after;
    }
    return NULL;
}

/* A match from `startpos` or `fen F`; NULL, having said why, when the text is bad. */
static struct tab_match *match_read(struct session *session, const char *kind, const char *text) {
    const struct tab_rules *rules = tab_match_rules(session->match);
    struct tab_position position;
    struct tab_error error;
    bool from_text = kind != NULL && strcmp(kind, "fen") == 0;
    if (!from_text && (kind == NULL || strcmp(kind, "startpos") != 0 || *text != '\0')) {
        session_say(session, "info string position: expected startpos or fen TEXT, then moves");
        return NULL;
    }
    if (from_text && !tab_position_parse(rules, text, &position, &error)) {
        char what[TAB_ERROR_TEXT];
        tab_error_format(&error, NULL, what, sizeof what);
        session_say(session, "info string position, at %zu: %s", error.at + 1, what);
        return NULL;
    }
    struct tab_match *match = tab_match_new(rules, from_text ? &position : NULL);
    if (match == NULL)
        session_say(session, "info string no memory");
    return match;
}

static void answer_position(struct session *session, struct words *words) {
    const char *kind = words_next(words);
    char *text = words_rest(words);
    struct words moves = {moves_cut(text)};
    struct tab_match *match = match_read(session, kind, text);
    if (match == NULL)
        return;
    if (moves.rest != NULL && !moves_play(session, match, &moves)) {
        tab_match_free(match);
        return;
    }
    tab_match_free(session->match);
    session->match = match;
    session_prepare(session); /* now, not on the time of the first move */
}

static void answer_result(struct session *session, int player) {
    (void)player;
    struct tab_result result;
    tab_match_result(session->match, &result);
    if (!result.over)
        session_say(session, "response none");
    else if (result.winner == 0)
        session_say(session, "response draw");
    else
        session_say(session, "response p%dwin", result.winner);
}

static void answer_legal_moves(struct session *session, int player) {
    (void)player;
    const struct tab_rules *rules = tab_match_rules(session->match);
    const struct tab_position *position = tab_match_position(session->match);
    tab_move moves[TAB_MOVES_MAX];
    char line[TAB_MOVES_MAX * TAB_MOVE_TEXT];
    int count = tab_position_moves(rules, position, moves);
    size_t used = 0;
    line[0] = '\0';
    for (int i = 0; i < count; i++) {
        line[used++] = ' ';
        used += tab_move_format(rules, position, moves[i], line + used, sizeof line - used);
    }
    session_say(session, "response%s", line);
}

static void answer_turn(struct session *session, int player) {
    session_say(session, "response %s", player == 1 ? "true" : "false");
}

static void answer_over(struct session *session, int player) {
    session_say(session, "response %s", player == 0 ? "true" : "false");
}

static void answer_player(struct session *session, int player) { session_say(session, "response %d", player); }

static const struct question {
    const char *word;
    void (*answer)(struct session *session, int player); /* who is to move, 0: the game is over */
} questions[] = {
    {"p1turn", answer_turn},   {"gameover", answer_over},          {"result", answer_result},
    {"player", answer_player}, {"legalmoves", answer_legal_moves},
};

static void answer_query(struct session *session, struct words *words) {
    const char *what = words_next(words);
    int player = tab_position_player(tab_match_rules(session->match), tab_match_position(session->match));
    for (size_t i = 0; what != NULL && i < sizeof questions / sizeof *questions; i++) {
        if (strcmp(questions[i].word, what) != 0)
            continue;
        if (words_end(session, words, "query"))
            questions[i].answer(session, player);
        return;
    }
    session_say(session, "info string query: expected p1turn, gameover, result, player or legalmoves");
}

static void answer_stop(struct session *session, struct words *words) {
    (void)words;
    search_stop(session);
}

static void answer_quit(struct session *session, struct words *words) {
    (void)words;
    search_stop(session);
    session->ended = true;
}

/* ---- The conversation ----------------------------------------------------------------------------------------- */

struct answer {
    const char *word;
    void (*run)(struct session *session, struct words *words);
    bool anytime; /* also while a search runs */
    bool alone;   /* no word may follow */
};

static const struct answer answers[] = {
    {"ugi", answer_ugi, true, true},
    {"isready", answer_isready, true, true},
    {"setoption", option_set, false, false},
    {"uginewgame", answer_newgame, false, true},
    {"position", answer_position, false, false},
    {"go", search_start, false, false},
    {"query", answer_query, true, false},
    {"stop", answer_stop, true, true},
    {"quit", answer_quit, true, true},
};

static void line_answer(struct session *session, char *line) {
    struct words words = {line};
    const char *word = words_next(&words);
    if (word == NULL)
        return;
    for (size_t i = 0; i < sizeof answers / sizeof *answers; i++) {
        if (strcmp(answers[i].word, word) != 0)
            continue;
        if (!answers[i].anytime && atomic_load(&session->searching))
            session_say(session, "info string %s: a search is running, send stop first", word);
        else if (!answers[i].alone || words_end(session, &words, word))
            answers[i].run(session, &words);
        return;
    }
    session_say(session, "info string unknown command '%.40s'", word);
}

enum line_fault { LINE_GOOD, LINE_TOO_LONG, LINE_NO_TEXT };

/* Reads a line without its end. One that is too long or no text is read over, and *fault tells. False at the end of the
 * input. */
static bool line_read(FILE *input, char *line, size_t size, enum line_fault *fault) {
    size_t used = 0;
    int character = getc(input);
    *fault = LINE_GOOD;
    if (character == EOF)
        return false;
    for (; character != EOF && character != '\n'; character = getc(input)) {
        if (character == '\0')
            *fault = LINE_NO_TEXT;
        else if (*fault == LINE_GOOD && used + 1 == size)
            *fault = LINE_TOO_LONG;
        if (*fault == LINE_GOOD)
            line[used++] = (char)character;
    }
    line[used] = '\0';
    return true;
}

static void session_run(struct session *session, FILE *input, char *line) {
    enum line_fault fault;
    while (!session->ended && line_read(input, line, LINE_MAX_BYTES, &fault)) {
        switch (fault) {
        case LINE_GOOD: line_answer(session, line); break;
        case LINE_TOO_LONG:
            session_say(session, "info string the line is longer than %d bytes", LINE_MAX_BYTES - 1);
            break;
        case LINE_NO_TEXT: session_say(session, "info string the line has a zero byte: it is no text"); break;
        }
    }
    /* At the end of the input a search that will end by itself may do so. */
    if (session->endless)
        search_stop(session);
    search_join(session);
}

bool ugi_serve(FILE *input, FILE *output, const struct tab_rules *rules, const struct tab_engine_options *options) {
    struct session session = {.output = output, .options = *options};
    char *line = malloc(LINE_MAX_BYTES);
    session.match = tab_match_new(rules, NULL);
    bool ready = line != NULL && session.match != NULL;
    pthread_mutex_init(&session.writing, NULL);
    pthread_mutex_init(&session.waiting, NULL);
    pthread_cond_init(&session.wake, NULL);
    if (ready)
        session_run(&session, input, line);
    pthread_cond_destroy(&session.wake);
    pthread_mutex_destroy(&session.waiting);
    pthread_mutex_destroy(&session.writing);
    tab_match_free(session.match);
    tab_engine_free(session.engine);
    tab_knowledge_free(session.knowledge);
    free(session.tables);
    free(line);
    return ready;
}
