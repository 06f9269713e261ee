/* tournament_result.c - what a game that has ended, or a person who becomes another, changes in tournaments. */
#include "game.h"
#include "swiss.h"
#include "tournament.h"

#include <stdio.h>
#include <string.h>

/* ---- Games ---------------------------------------------------------------------------------------------------- */

/* A meeting whose game has ended. */
struct ending {
    char tournament[GAME_ID_TEXT];
    int numbers[2];
    int points[2];
    int absent; /* the seat that has not come, 0: none */
};

static bool meeting_find(void *context, const struct sql_value *columns, int count) {
    struct ending *ending = context;
    (void)count;
    snprintf(ending->tournament, sizeof ending->tournament, "%s", columns[0].text);
    ending->numbers[0] = (int)columns[1].integer;
    ending->numbers[1] = (int)columns[2].integer;
    return false;
}

/* The seat a game waited for when it was aborted, when that one has never moved; 0: it was stopped for another reason. */
static int seat_absent(const struct game *game) {
    if (game->reason != END_ABORTED || game->halted)
        return 0;
    const int seat = tab_position_player(&game->rules, tab_match_position(game->match));
    return seat >= 1 && game->moves[seat - 1] == 0 ? seat : 0;
}

/* What has no winner is a draw, also a game that whoever runs the server has ended. */
static void ending_judge(const struct game *game, struct ending *ending) {
    struct tab_result result;
    game_result(game, &result);
    ending->absent = seat_absent(game);
    const int winner = ending->absent != 0 ? 3 - ending->absent : result.winner;
    for (int seat = 1; seat <= 2; seat++)
        ending->points[seat - 1] = winner == 0 ? SWISS_WIN / 2 : winner == seat ? SWISS_WIN : 0;
}

static enum sql_outcome ending_write(struct sql *sql, const struct game *game, const struct ending *ending,
                                     int64_t now) {
    const struct sql_value values[] = {sql_text(game->id), sql_integer(ending->points[0]),
                                       sql_integer(ending->points[1]), sql_integer(ending->absent == 0),
                                       sql_integer(now)};
    return sql_run(sql,
                   "UPDATE meeting SET points_first = $2, points_second = $3, played = $4, ended = $5"
                   " WHERE game = $1 AND ended = 0",
                   values, sizeof values / sizeof *values, NULL, NULL);
}

/* Both wait for the next game; whoever has not come is not paired any more. */
static enum sql_outcome entrants_release(struct sql *sql, const struct ending *ending, int64_t now) {
    enum sql_outcome outcome = SQL_GOOD;
    for (int seat = 1; seat <= 2 && outcome == SQL_GOOD; seat++) {
        const struct sql_value values[] = {sql_text(ending->tournament), sql_integer(ending->numbers[seat - 1]),
                                           sql_integer(now), sql_integer(ending->absent != seat)};
        outcome = sql_run(sql,
                          "UPDATE entrant SET since = $3, here = CASE WHEN $4 = 0 THEN 0 ELSE here END"
                          " WHERE tournament = $1 AND number = $2",
                          values, 4, NULL, NULL);
    }
    return outcome;
}

enum sql_outcome tournament_game_ended(struct sql *sql, const struct game *game, int64_t now) {
    struct ending ending = {.tournament = ""};
    const struct sql_value value = sql_text(game->id);
    if (game->setup.tournament[0] == '\0' || game->state != GAME_OVER)
        return SQL_GOOD;
    enum sql_outcome outcome =
        sql_run(sql, "SELECT tournament, first, second FROM meeting WHERE game = $1 AND ended = 0", &value, 1,
                meeting_find, &ending);
    if (outcome != SQL_GOOD || ending.tournament[0] == '\0')
        return outcome;
    ending_judge(game, &ending);
    outcome = ending_write(sql, game, &ending, now);
    if (outcome == SQL_GOOD)
        outcome = entrants_release(sql, &ending, now);
    return outcome == SQL_GOOD ? tournament_touch(sql, ending.tournament, now) : outcome;
}

/* ---- People --------------------------------------------------------------------------------------------------- */

/* These are parts of transactions, in which a statement that fails makes all that follow fail in the same way. */

/* Counts up the revisions of what somebody has made or takes part in, before they become somebody else there: of all in
 * states up to `last`. */
static enum sql_outcome person_touch(struct sql *sql, const struct visitor *visitor, enum tournament_state last,
                                     int64_t now) {
    const struct sql_value values[] = {sql_bytes(visitor->bytes, sizeof visitor->bytes), sql_integer((int)last),
                                       sql_integer(now)};
    return sql_run(sql,
                   "UPDATE tournament SET revision = revision + 1, changed = $3 WHERE state <= $2"
                   " AND (creator = $1 OR id IN (SELECT tournament FROM entrant WHERE visitor = $1))",
                   values, 3, NULL, NULL);
}

enum sql_outcome tournament_claim(struct sql *sql, const struct visitor *from, const struct visitor *to,
                                  int64_t account, const char *name, int64_t now) {
    const struct sql_value values[] = {sql_bytes(from->bytes, sizeof from->bytes),
                                       sql_bytes(to->bytes, sizeof to->bytes), sql_text(name), sql_integer(account)};
    person_touch(sql, from, TOURNAMENT_CANCELLED, now);
    /* Where both take part the guest stays who it was. */
    sql_run(sql,
            "UPDATE entrant SET visitor = $2, account = $4, name = $3 WHERE visitor = $1 AND NOT EXISTS"
            " (SELECT 1 FROM entrant AS other WHERE other.tournament = entrant.tournament"
            " AND other.number <> entrant.number AND other.visitor = $2)",
            values, 4, NULL, NULL);
    return sql_run(sql, "UPDATE tournament SET creator = $2, creator_name = $3 WHERE creator = $1", values, 3, NULL,
                   NULL);
}

enum sql_outcome tournament_rename(struct sql *sql, const struct visitor *visitor, const char *name, int64_t now) {
    const struct sql_value values[] = {sql_bytes(visitor->bytes, sizeof visitor->bytes),
                                       sql_integer(TOURNAMENT_RUNNING), sql_text(name)};
    person_touch(sql, visitor, TOURNAMENT_RUNNING, now);
    sql_run(sql,
            "UPDATE entrant SET name = $3 WHERE visitor = $1"
            " AND tournament IN (SELECT id FROM tournament WHERE state <= $2)",
            values, 3, NULL, NULL);
    return sql_run(sql, "UPDATE tournament SET creator_name = $3 WHERE creator = $1 AND state <= $2", values, 3, NULL,
                   NULL);
}

enum sql_outcome tournament_forget(struct sql *sql, const struct visitor *visitor, const struct visitor *nobody,
                                   int64_t now) {
    const struct sql_value values[] = {sql_bytes(visitor->bytes, sizeof visitor->bytes),
                                       sql_bytes(nobody->bytes, sizeof nobody->bytes)},
                           left[] = {values[0], sql_integer(TOURNAMENT_AHEAD)};
    person_touch(sql, visitor, TOURNAMENT_CANCELLED, now);
    sql_run(sql,
            "DELETE FROM entrant WHERE visitor = $1 AND tournament IN (SELECT id FROM tournament WHERE state = $2)",
            left, 2, NULL, NULL);
    sql_run(sql, "UPDATE entrant SET visitor = $2, account = 0, name = '', rating = 0, here = 0 WHERE visitor = $1",
            values, 2, NULL, NULL);
    return sql_run(sql, "UPDATE tournament SET creator = $2, creator_name = '' WHERE creator = $1", values, 2, NULL,
                   NULL);
}
