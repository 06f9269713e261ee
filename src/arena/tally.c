/* tally.c - the results of a match as they come in. */
#include "tally.h"

#include <stdlib.h>
#include <string.h>

bool tally_begin(struct tally *tally, const struct contest *contest) {
    *tally = (struct tally){.contest = contest};
    tally->duels = calloc((size_t)contest->schedule.meeting_count, sizeof *tally->duels);
    return tally->duels != NULL;
}

void tally_end(struct tally *tally) {
    free(tally->duels);
    free(tally->open);
    *tally = (struct tally){0};
}

/* ---- Rounds --------------------------------------------------------------------------------------------------- */

/* The round a game belongs to, begun where it is new; NULL when there is no memory. */
static struct open_round *round_find(struct tally *tally, const struct fixture *fixture) {
    for (int i = 0; i < tally->open_count; i++)
        if (tally->open[i].round == fixture->round && tally->open[i].meeting == fixture->meeting)
            return &tally->open[i];
    struct open_round *open = realloc(tally->open, sizeof *open * (size_t)(tally->open_count + 1));
    if (open == NULL)
        return NULL;
    tally->open = open;
    open[tally->open_count] = (struct open_round){.round = fixture->round, .meeting = fixture->meeting};
    return &open[tally->open_count++];
}

/* Adds the mean payoff of every contender of a whole round to what is known about it. */
static void round_close(struct tally *tally, struct open_round *round) {
    const struct schedule *schedule = &tally->contest->schedule;
    const struct meeting *meeting = &schedule->meetings[round->meeting];
    double points[CONTENDERS_MAX] = {0.0};
    int seats[CONTENDERS_MAX] = {0};
    for (int place = 0; place < schedule->players; place++) {
        points[meeting->contenders[place]] += round->points[place] / schedule->seatings;
        seats[meeting->contenders[place]]++;
    }
    for (int i = 0; i < tally->contest->contender_count; i++)
        if (seats[i] > 0)
            sample_add(&tally->standings[i].rounds, points[i] / seats[i]);
    if (schedule->players == 2)
        tally->duels[round->meeting].scores[(int)(2.0 * round->points[0] + 0.5)]++;
    *round = tally->open[--tally->open_count];
}

/* ---- Games ---------------------------------------------------------------------------------------------------- */

static void standing_count(struct standing *standing, double payoff) {
    standing->games++;
    standing->points += payoff;
    standing->won += payoff == 1.0;
    standing->lost += payoff == 0.0;
    standing->drawn += payoff > 0.0 && payoff < 1.0;
}

static void duel_count(struct duel *duel, double payoff) {
    duel->games++;
    duel->won += payoff == 1.0;
    duel->lost += payoff == 0.0;
    duel->drawn += payoff > 0.0 && payoff < 1.0;
}

bool tally_add(struct tally *tally, const struct fixture *fixture, const double *payoff, int culprit, bool cut) {
    const struct schedule *schedule = &tally->contest->schedule;
    struct open_round *round = round_find(tally, fixture);
    if (round == NULL)
        return false;
    for (int seat = 0; seat < schedule->players; seat++) {
        int place = seat_place(schedule, fixture->seating, seat);
        round->points[place] += payoff[seat];
        standing_count(&tally->standings[fixture->contenders[seat]], payoff[seat]);
        if (place == 0)
            duel_count(&tally->duels[fixture->meeting], payoff[seat]);
    }
    if (culprit != 0)
        tally->standings[fixture->contenders[culprit - 1]].failures++;
    tally->games++;
    tally->drawn_by_length += cut;
    if (++round->games == schedule->seatings)
        round_close(tally, round);
    return true;
}

/* ---- Asking --------------------------------------------------------------------------------------------------- */

double standing_score(const struct standing *standing) {
    return standing->games > 0 ? standing->points / (double)standing->games : 0.5;
}

void tally_rank(const struct tally *tally, int order[CONTENDERS_MAX]) {
    for (int i = 0; i < tally->contest->contender_count; i++) {
        int at = i;
        while (at > 0 && standing_score(&tally->standings[order[at - 1]]) < standing_score(&tally->standings[i])) {
            order[at] = order[at - 1];
            at--;
        }
        order[at] = i;
    }
}
