/* glicko.h - how strong somebody is, by Glicko-2 (Mark Glickman, "Example of the Glicko-2 system"): a rating, how far it
 * may be off, and how much a player's strength wavers. */
#ifndef TABLIER_SERVER_GLICKO_H
#define TABLIER_SERVER_GLICKO_H

struct glicko {
    double rating;     /* 1500 for somebody of whom nothing is known */
    double deviation;  /* two thirds of the time the true strength is no further away than that */
    double volatility; /* how much it may change in one period, on the inner scale of the system */
};

/* One game: against whom, as they were before it, and what came of it, from 0 (lost) to 1 (won). */
struct glicko_game {
    struct glicko opponent;
    double score;
};

#define GLICKO_DEVIATION_MIN 30.0  /* so that a rating never stands still */
#define GLICKO_DEVIATION_MAX 350.0 /* of somebody unknown */
#define GLICKO_RATING_MIN 100.0
#define GLICKO_RATING_MAX 4000.0

struct glicko glicko_unknown(void);
/* What is known of a player after `periods` without a game: the same, less surely. */
struct glicko glicko_idle(struct glicko player, double periods);
/* What is known of a player after games that end a time of `periods` rating periods. */
struct glicko glicko_after(struct glicko player, const struct glicko_game *games, int count, double periods);
/* What the first of two players can expect of a game, from 0 to 1. */
double glicko_expected(struct glicko player, struct glicko opponent);

#endif
