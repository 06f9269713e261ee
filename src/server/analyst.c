/* analyst.c - analyses the games of the queue. */
#include "analyst.h"
#include "../analysis.h"
#include "../engine/turns.h"
#include "../opening.h"
#include "analysis_queue.h"
#include "game_load.h"

#include <pthread.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { PROGRESS_S = 1, NICENESS = 15 };

struct analyst {
    struct analyst_options options;
    struct tab_engine *engine;
    struct tab_thought *thought;
};

/* What the engine found out about one position of a game. */
struct finding {
    bool known;
    tab_move best;
    struct tab_line line;           /* the best one */
    bool move_proven;               /* whether the value of the move that was made is certain */
    double payoff[TAB_PLAYERS_MAX]; /* where more than two play */
};

/* One game being analysed. It is thought about in a thread of low priority, while the analyst's own tells the queue how
 * far it is: others must never wait for a thread of low priority that has the database. */
struct work {
    const struct analyst *analyst;
    struct sql *sql;
    struct analysis_job job;
    struct tab_record *record;
    struct finding *findings; /* by ply; one more than there are moves */
    bool *proven;             /* by move */
    int total;
    atomic_int done;
    atomic_bool unwanted;

    pthread_mutex_t mutex; /* of all below */
    pthread_cond_t changed;
    bool finished;
    char *data; /* for the queue */
};

struct analyst *analyst_new(const struct analyst_options *options) {
    struct tab_engine_options engine;
    char damage[OPENING_DAMAGE];
    struct analyst *analyst = calloc(1, sizeof *analyst);
    if (analyst == NULL)
        return NULL;
    tab_engine_defaults(&engine);
    engine.hash_mib = options->mib;
    engine.proof_mib = options->proof_mib;
    engine.threads = 1;
    engine.contempt = 0; /* it judges for both players */
    analyst->options = *options;
    analyst->engine = tab_engine_new(&engine);
    struct tab_knowledge *knowledge = opening_knowledge(NULL, damage);
    if (analyst->engine != NULL)
        tab_engine_use(analyst->engine, knowledge);
    tab_knowledge_free(knowledge);
    analyst->thought = malloc(sizeof *analyst->thought);
    if (analyst->engine != NULL && analyst->thought != NULL)
        return analyst;
    analyst_free(analyst);
    return NULL;
}

void analyst_free(struct analyst *analyst) {
    if (analyst == NULL)
        return;
    if (analyst->engine != NULL)
        tab_engine_free(analyst->engine);
    free(analyst->thought);
    free(analyst);
}

static int64_t analyst_now(const struct analyst *analyst) { return analyst->options.now(analyst->options.context); }

void analyst_stop(struct analyst *analyst) { tab_engine_stop(analyst->engine); }

/* ---- Writing it down ------------------------------------------------------------------------------------------ */

/* What all can expect after a move; where two play its value says it. */
static json_t *chances_json(const struct tab_rules *rules, const struct tab_position *after,
                            const struct finding *finding) {
    struct tab_result result;
    json_t *json = json_array();
    tab_position_result(rules, after, &result);
    for (int i = 0; i < tab_rules_players(rules); i++)
        json_array_append_new(json, json_real(result.over ? result.payoff[i] : finding->payoff[i]));
    return json;
}

struct told_value {
    int centi, mate;
    bool proven, at_most;
    int turns; /* of the winner of two, until then; 0: there is none */
};

static void value_set(json_t *json, const struct told_value *value) {
    const bool mate = value->mate != 0;
    json_object_set_new(json, mate ? "mate" : "centi", json_integer(mate ? value->mate : value->centi));
    if (value->proven)
        json_object_set_new(json, "proven", json_true());
    if (value->turns != 0)
        json_object_set_new(json, "turns", json_integer(value->turns));
    if (value->turns != 0 && value->at_most)
        json_object_set_new(json, "atMost", json_true());
}

/* The turns of a value of one of two players, from a position before known moves. */
static int value_turns(const struct tab_rules *rules, const struct tab_position *position, int mate,
                       const tab_move *moves, int length) {
    const int player = tab_position_player(rules, position);
    if (mate == 0 || tab_rules_players(rules) != 2)
        return 0;
    return turns_count(rules, position, mate > 0 ? player : 3 - player, abs(mate), moves, length);
}

/* Whether a line says how long the game lasts at best play, and not only at most. */
static bool is_exact(const struct tab_line *line, int plies) {
    return line->bound == TAB_EXACT && abs(line->mate) == plies;
}

/* The value of the move at a node, for who made it. */
static struct told_value value_of_move(struct tab_record *record, int node, const struct finding *finding, bool over) {
    const struct tab_rules *rules = tab_record_rules(record);
    const struct tab_note *note = tab_record_note(record, node);
    const struct tab_position *position = tab_match_position(tab_record_match(record, tab_record_parent(record, node)));
    const struct tab_line *after = &finding[1].line;
    const tab_move made = tab_record_move(record, node);
    const int plies = abs(note->mate);
    tab_move moves[TAB_LINE_MAX + 1] = {made};
    memcpy(moves + 1, after->moves, sizeof *moves * (size_t)after->length);
    return (struct told_value){
        .centi = note->centi,
        .mate = note->mate,
        .proven = finding->move_proven,
        .at_most = !over && !is_exact(after, plies - 1) && !(made == finding->best && is_exact(&finding->line, plies)),
        .turns = value_turns(rules, position, note->mate, moves, after->length + 1),
    };
}

/* The first position, for the player to move. */
static json_t *first_json(struct tab_record *record, const struct finding *finding) {
    const struct tab_match *match = tab_record_match(record, TAB_RECORD_ROOT);
    json_t *json = json_object();
    if (json == NULL || match == NULL)
        return json;
    const struct tab_rules *rules = tab_record_rules(record);
    const struct tab_position *position = tab_match_position(match);
    const struct tab_line *line = &finding->line;
    const struct told_value value = {
        .centi = line->centi,
        .mate = line->mate,
        .proven = line->proven,
        .at_most = line->bound != TAB_EXACT,
        .turns = value_turns(rules, position, line->mate, line->moves, line->length),
    };
    value_set(json, &value);
    if (tab_rules_players(rules) > 2)
        json_object_set_new(json, "chances", chances_json(rules, position, finding));
    return json;
}

static json_t *ply_json(struct tab_record *record, int node, const struct finding *finding) {
    char move[TAB_MOVE_TEXT], better[TAB_MOVE_TEXT];
    const struct tab_match *match = tab_record_match(record, tab_record_parent(record, node));
    const struct tab_note *note = tab_record_note(record, node);
    if (match == NULL)
        return NULL;
    const struct tab_position *position = tab_match_position(match);
    tab_move_format(tab_record_rules(record), position, tab_record_move(record, node), move, sizeof move);
    tab_move_format(tab_record_rules(record), position, finding->best, better, sizeof better);
    json_t *json =
        json_pack("{s:s, s:i, s:s}", "move", move, "mark", note->marks > 0 ? note->mark[0] : 0, "best", better);
    struct tab_position after = *position;
    tab_position_play(tab_record_rules(record), &after, tab_record_move(record, node));
    const bool over = tab_position_player(tab_record_rules(record), &after) == 0;
    const struct told_value value = value_of_move(record, node, finding, over);
    value_set(json, &value);
    if (tab_rules_players(tab_record_rules(record)) > 2 && (over || finding[1].known))
        json_object_set_new(json, "chances", chances_json(tab_record_rules(record), &after, &finding[1]));
    return json;
}

/* What the queue keeps: the value of the first position, and for each move its value for who made it, its mark, and the
 * engine's own. */
static char *record_encode(struct tab_record *record, const struct finding *findings) {
    json_t *plies = json_array();
    bool good = true;
    for (int node = tab_record_child(record, TAB_RECORD_ROOT), ply = 0; node != TAB_RECORD_NONE && good; ply++) {
        good = json_array_append_new(plies, ply_json(record, node, &findings[ply])) == 0;
        node = tab_record_child(record, node);
    }
    json_t *json = json_pack("{s:o, s:o}", "first", first_json(record, findings), "plies", plies);
    char *text = good && json != NULL ? json_dumps(json, JSON_COMPACT) : NULL;
    json_decref(json);
    return text;
}

/* ---- Thinking, in a thread of low priority -------------------------------------------------------------------- */

static bool work_step(void *context, int ply, const struct tab_thought *thought) {
    struct work *work = context;
    work->findings[ply] = (struct finding){
        .known = true,
        .best = thought->move,
        .line = thought->line[0],
    };
    memcpy(work->findings[ply].payoff, thought->payoff, sizeof thought->payoff);
    atomic_fetch_add(&work->done, 1);
    return !atomic_load(&work->unwanted) && !atomic_load(work->analyst->options.ending);
}

static char *work_encode(struct work *work) {
    const int plies = tab_record_ply(work->record, tab_record_end(work->record));
    for (int ply = 0; ply < plies; ply++)
        work->findings[ply].move_proven = work->proven[ply];
    return record_encode(work->record, work->findings);
}

static void *work_think(void *argument) {
    struct work *work = argument;
    const struct analysis analysis = {.engine = work->analyst->engine,
                                      .limits = {.move_ms = work->analyst->options.move_ms},
                                      .thought = work->analyst->thought,
                                      .step = work_step,
                                      .context = work,
                                      .proven = work->proven};
    (void)!nice(NICENESS); /* of this thread; should it be refused, we go on as we are */
    char *data = analysis_run(&analysis, work->record) ? work_encode(work) : NULL;
    pthread_mutex_lock(&work->mutex);
    work->data = data;
    work->finished = true;
    pthread_cond_signal(&work->changed);
    pthread_mutex_unlock(&work->mutex);
    return NULL;
}

/* ---- One game ------------------------------------------------------------------------------------------------- */

/* Tells the queue how far it is; nobody needs it any more when somebody else has the job. */
static void work_tell(struct work *work) {
    bool mine;
    analysis_progress(work->sql, &work->job, atomic_load(&work->done), work->total, analyst_now(work->analyst), &mine);
    if (!mine)
        atomic_store(&work->unwanted, true);
}

/* Waits for the thought, and tells of it now and then. */
static void work_wait(struct work *work) {
    pthread_mutex_lock(&work->mutex);
    while (!work->finished) {
        struct timespec until;
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_sec += PROGRESS_S;
        if (pthread_cond_timedwait(&work->changed, &work->mutex, &until) == 0)
            continue;
        pthread_mutex_unlock(&work->mutex);
        work_tell(work);
        pthread_mutex_lock(&work->mutex);
    }
    pthread_mutex_unlock(&work->mutex);
}

static void game_analyse(struct work *work, const struct game *game) {
    pthread_t thread;
    work->record = tab_record_from_match(game->match);
    work->findings = calloc((size_t)tab_match_ply(game->match) + 1, sizeof *work->findings);
    work->proven = calloc((size_t)tab_match_ply(game->match) + 1, sizeof *work->proven);
    if (work->record == NULL || work->findings == NULL || work->proven == NULL)
        return;
    work->total = analysis_positions(work->record);
    work_tell(work);
    if (pthread_create(&thread, NULL, work_think, work) != 0)
        return;
    work_wait(work);
    pthread_join(thread, NULL);
}

/* A game that cannot be read, or that the memory does not do for, would fail again. */
static enum sql_outcome work_do(struct work *work) {
    struct game *game;
    const enum sql_outcome outcome = game_load(work->sql, work->job.game, &game);
    if (outcome != SQL_GOOD)
        return outcome;
    if (game != NULL)
        game_analyse(work, game);
    game_drop(game);
    const bool ending = atomic_load(work->analyst->options.ending);
    return work->data == NULL && ending ? analysis_return(work->sql, &work->job)
                                        : analysis_finish(work->sql, &work->job, work->data);
}

static void work_clear(struct work *work) {
    pthread_cond_destroy(&work->changed);
    pthread_mutex_destroy(&work->mutex);
    tab_record_free(work->record);
    free(work->findings);
    free(work->proven);
    free(work->data);
}

enum analyst_outcome analyst_step(struct analyst *analyst, struct sql *sql) {
    unsigned char name[(WORKER_TEXT - 1) / 2];
    struct work work = {.analyst = analyst, .sql = sql};
    bool found;
    randombytes_buf(name, sizeof name);
    sodium_bin2hex(work.job.worker, sizeof work.job.worker, name, sizeof name);
    if (analysis_take(sql, &work.job, analyst_now(analyst), &found) != SQL_GOOD)
        return ANALYST_FAILED;
    if (!found)
        return ANALYST_IDLE;
    pthread_mutex_init(&work.mutex, NULL);
    pthread_cond_init(&work.changed, NULL);
    const enum sql_outcome outcome = work_do(&work);
    work_clear(&work);
    return outcome == SQL_GOOD ? ANALYST_DONE : ANALYST_FAILED;
}
