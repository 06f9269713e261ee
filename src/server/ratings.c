/* ratings.c - how accounts stand. */
#include "ratings.h"

#include <math.h>
#include <string.h>

enum { PERIOD_MS = 24 * 3600 * 1000, HISTORY_MAX = 1000 };

/* ---- One rating ----------------------------------------------------------------------------------------------- */

static bool rating_note(void *context, const struct sql_value *columns, int count) {
    struct rating *rating = context;
    (void)count;
    rating->glicko = (struct glicko){columns[0].real, columns[1].real, columns[2].real};
    rating->games = columns[3].integer;
    rating->at = columns[4].integer;
    return false;
}

enum sql_outcome rating_read(struct sql *sql, int64_t account, const char *game, enum time_class class,
                             struct rating *rating) {
    const struct sql_value key[] = {sql_integer(account), sql_text(game), sql_text(time_class_words[class])};
    *rating = (struct rating){.glicko = glicko_unknown()};
    return sql_run(sql,
                   "SELECT rating, deviation, volatility, games, at FROM rating"
                   " WHERE account = $1 AND game = $2 AND class = $3",
                   key, 3, rating_note, rating);
}

int rating_shown(const struct glicko *glicko) { return (int)lround(glicko->rating); }

static enum sql_outcome rating_write(struct sql *sql, const struct rated_game *game, int64_t account,
                                     const struct rating *rating) {
    const struct sql_value now[] = {sql_integer(account),
                                    sql_text(game->game),
                                    sql_text(time_class_words[game->class]),
                                    sql_real(rating->glicko.rating),
                                    sql_real(rating->glicko.deviation),
                                    sql_real(rating->glicko.volatility),
                                    sql_integer(rating->games),
                                    sql_integer(rating->at)};
    const struct sql_value past[] = {now[0],
                                     now[1],
                                     now[2],
                                     sql_integer(rating->games),
                                     now[7],
                                     sql_integer(rating_shown(&rating->glicko)),
                                     sql_text(game->id)};
    const enum sql_outcome outcome =
        sql_run(sql,
                "INSERT INTO rating (account, game, class, rating, deviation, volatility, games, at)"
                " VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (account, game, class) DO UPDATE SET"
                " rating = excluded.rating, deviation = excluded.deviation, volatility = excluded.volatility,"
                " games = excluded.games, at = excluded.at",
                now, 8, NULL, NULL);
    if (outcome != SQL_GOOD)
        return outcome;
    return sql_run(sql,
                   "INSERT INTO rating_past (account, game, class, number, at, rating, played)"
                   " VALUES ($1, $2, $3, $4, $5, $6, $7)",
                   past, 7, NULL, NULL);
}

/* ---- A game --------------------------------------------------------------------------------------------------- */

static double periods_since(const struct rating *rating, int64_t now) {
    return rating->games > 0 && now > rating->at ? (double)(now - rating->at) / (double)PERIOD_MS : 0.0;
}

enum sql_outcome ratings_count(struct sql *sql, const struct rated_game *game, int shown[2]) {
    struct rating before[2], after[2];
    enum sql_outcome outcome = SQL_GOOD;
    for (int i = 0; i < 2 && outcome == SQL_GOOD; i++)
        outcome = rating_read(sql, game->accounts[i], game->game, game->class, &before[i]);
    for (int i = 0; i < 2 && outcome == SQL_GOOD; i++) {
        const struct rating *other = &before[1 - i];
        const struct glicko_game played = {.opponent = glicko_idle(other->glicko, periods_since(other, game->at)),
                                           .score = i == 0 ? game->score : 1.0 - game->score};
        const double periods = periods_since(&before[i], game->at);
        after[i] = (struct rating){.glicko = glicko_after(before[i].glicko, &played, 1, periods),
                                   .games = before[i].games + 1,
                                   .at = game->at};
        shown[i] = rating_shown(&after[i].glicko);
        outcome = rating_write(sql, game, game->accounts[i], &after[i]);
    }
    return outcome;
}

enum sql_outcome score_count(struct sql *sql, int64_t account, const char *game, enum time_class class, bool rated,
                             double payoff) {
    const struct sql_value values[] = {sql_integer(account),
                                       sql_text(game),
                                       sql_text(time_class_words[class]),
                                       sql_integer(rated),
                                       sql_integer(payoff >= 1.0),
                                       sql_integer(payoff > 0.0 && payoff < 1.0),
                                       sql_integer(payoff <= 0.0)};
    return sql_run(sql,
                   "INSERT INTO score (account, game, class, rated, won, drawn, lost)"
                   " VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (account, game, class, rated) DO UPDATE SET"
                   " won = score.won + excluded.won, drawn = score.drawn + excluded.drawn,"
                   " lost = score.lost + excluded.lost",
                   values, 7, NULL, NULL);
}

static bool account_note(void *context, const struct sql_value *columns, int count) {
    (void)count;
    *(int64_t *)context = columns[0].integer;
    return false;
}

enum sql_outcome account_of_visitor(struct sql *sql, const struct visitor *visitor, int64_t *account) {
    const struct sql_value value = sql_bytes(visitor->bytes, VISITOR_BYTES);
    *account = 0;
    if (visitor_nobody(visitor))
        return SQL_GOOD;
    return sql_run(sql, "SELECT id FROM account WHERE visitor = $1", &value, 1, account_note, account);
}

/* ---- For people ----------------------------------------------------------------------------------------------- */

struct standing {
    json_t *list;
    int64_t now;
};

static bool standing_rating(void *context, const struct sql_value *columns, int count) {
    const struct standing *standing = context;
    struct rating rating;
    rating_note(&rating, columns + 2, count - 2);
    const struct glicko now = glicko_idle(rating.glicko, periods_since(&rating, standing->now));
    json_t *json = json_pack("{s:s, s:s, s:i, s:i, s:I, s:I}", "game", columns[0].text, "class", columns[1].text,
                             "rating", rating_shown(&now), "deviation", (int)lround(now.deviation), "games",
                             (json_int_t)rating.games, "at", (json_int_t)rating.at);
    return json_array_append_new(standing->list, json) == 0;
}

static bool standing_score(void *context, const struct sql_value *columns, int count) {
    const struct standing *standing = context;
    (void)count;
    json_t *json = json_pack("{s:s, s:s, s:b, s:I, s:I, s:I}", "game", columns[0].text, "class", columns[1].text,
                             "rated", columns[2].integer != 0, "won", (json_int_t)columns[3].integer, "drawn",
                             (json_int_t)columns[4].integer, "lost", (json_int_t)columns[5].integer);
    return json_array_append_new(standing->list, json) == 0;
}

static bool standing_past(void *context, const struct sql_value *columns, int count) {
    const struct standing *standing = context;
    (void)count;
    json_t *json =
        json_pack("{s:s, s:s, s:I, s:I, s:s}", "game", columns[0].text, "class", columns[1].text, "at",
                  (json_int_t)columns[2].integer, "rating", (json_int_t)columns[3].integer, "played", columns[4].text);
    return json_array_insert_new(standing->list, 0, json) == 0;
}

json_t *standing_json(struct sql *sql, int64_t account, int64_t now) {
    const struct sql_value values[] = {sql_integer(account), sql_integer(HISTORY_MAX)};
    struct standing ratings = {json_array(), now}, scores = {json_array(), now}, past = {json_array(), now};
    const bool good =
        sql_run(sql,
                "SELECT game, class, rating, deviation, volatility, games, at FROM rating WHERE account = $1"
                " ORDER BY games DESC, game, class",
                values, 1, standing_rating, &ratings) == SQL_GOOD &&
        sql_run(sql,
                "SELECT game, class, rated, won, drawn, lost FROM score WHERE account = $1"
                " ORDER BY game, class, rated",
                values, 1, standing_score, &scores) == SQL_GOOD &&
        sql_run(sql,
                "SELECT game, class, at, rating, played FROM rating_past WHERE account = $1"
                " ORDER BY at DESC, number DESC LIMIT $2",
                values, 2, standing_past, &past) == SQL_GOOD;
    json_t *json = json_pack("{s:o, s:o, s:o}", "ratings", ratings.list, "scores", scores.list, "history", past.list);
    if (good)
        return json;
    json_decref(json);
    return NULL;
}
