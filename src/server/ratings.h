/* ratings.h - how accounts stand: their ratings, how these went, and what came of their games. By game and clock class. */
#ifndef TABLIER_SERVER_RATINGS_H
#define TABLIER_SERVER_RATINGS_H

#include "glicko.h"
#include "sql.h"
#include "time_control.h"
#include "visitor.h"

/* A rating as it is kept. */
struct rating {
    struct glicko glicko;
    int64_t games; /* that made it, 0: none yet */
    int64_t at;    /* when the last of them ended */
};

/* A rated game that has ended. */
struct rated_game {
    const char *id;   /* of the match */
    const char *game; /* which game it was */
    enum time_class class;
    int64_t accounts[2];
    double score; /* of the first */
    int64_t at;
};

/* Of somebody without games that of glicko_unknown. */
enum sql_outcome rating_read(struct sql *sql, int64_t account, const char *game, enum time_class class,
                             struct rating *rating);
/* As people see it. */
int rating_shown(const struct glicko *glicko);
/* Inside a transaction: changes the ratings of both, and says what is shown of them afterwards. */
enum sql_outcome ratings_count(struct sql *sql, const struct rated_game *game, int shown[2]);
/* Inside a transaction: one game more, with its payoff from 0 to 1. */
enum sql_outcome score_count(struct sql *sql, int64_t account, const char *game, enum time_class class, bool rated,
                             double payoff);
/* The account of a visitor; 0: none. */
enum sql_outcome account_of_visitor(struct sql *sql, const struct visitor *visitor, int64_t *account);

/* {"ratings", "scores", "history"} of an account. NULL when it cannot be read. */
json_t *standing_json(struct sql *sql, int64_t account, int64_t now);

#endif
