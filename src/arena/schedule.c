/* schedule.c - who plays whom. */
#include "schedule.h"

#include <stdlib.h>

/* With fewer contenders than players the circle may look the same before it is turned all the way round. */
int schedule_seatings(int contenders, int players) {
    return contenders < players && players % contenders == 0 ? contenders : players;
}

static bool meeting_add(struct schedule *schedule, const struct meeting *meeting) {
    size_t count = (size_t)schedule->meeting_count + 1;
    struct meeting *meetings = realloc(schedule->meetings, sizeof *meetings * count);
    if (meetings == NULL)
        return false;
    schedule->meetings = meetings;
    schedule->meetings[schedule->meeting_count++] = *meeting;
    return true;
}

/* Adds every choice of contenders from `next` on for the seats from `seat` on. */
static bool choices_add(struct schedule *schedule, struct meeting *meeting, int seat, int next, int contenders,
                        bool gauntlet) {
    if (seat == schedule->players || seat == TAB_PLAYERS_MAX)
        return meeting_add(schedule, meeting);
    int last = gauntlet && seat == 0 ? 0 : contenders - (schedule->players - seat);
    for (int contender = next; contender <= last; contender++) {
        meeting->contenders[seat] = contender;
        if (!choices_add(schedule, meeting, seat + 1, contender + 1, contenders, gauntlet))
            return false;
    }
    return true;
}

/* Too few contenders sit down again and again. Where that fills the circle evenly one meeting holds all, otherwise
 * there is one for each who may begin. */
static bool circles_add(struct schedule *schedule, int contenders) {
    int beginners = schedule->players % contenders == 0 ? 1 : contenders;
    for (int beginner = 0; beginner < beginners; beginner++) {
        struct meeting meeting = {{0}};
        for (int seat = 0; seat < schedule->players; seat++)
            meeting.contenders[seat] = (beginner + seat) % contenders;
        if (!meeting_add(schedule, &meeting))
            return false;
    }
    return true;
}

bool schedule_make(struct schedule *schedule, int contenders, int players, bool gauntlet, int64_t games) {
    struct schedule made = {.players = players, .seatings = schedule_seatings(contenders, players), .games = games};
    struct meeting meeting = {{0}};
    bool good = contenders < players ? circles_add(&made, contenders)
                                     : choices_add(&made, &meeting, 0, 0, contenders, gauntlet);
    if (good)
        *schedule = made;
    else
        schedule_free(&made);
    return good;
}

void schedule_free(struct schedule *schedule) {
    free(schedule->meetings);
    *schedule = (struct schedule){0};
}

int64_t schedule_games(const struct schedule *schedule) { return schedule->games * schedule->meeting_count; }

int seat_place(const struct schedule *schedule, int seating, int seat) { return (seat + seating) % schedule->players; }

struct fixture schedule_fixture(const struct schedule *schedule, int64_t number) {
    int64_t whole = schedule->games / schedule->seatings, rest = schedule->games % schedule->seatings;
    int64_t per_round = (int64_t)schedule->meeting_count * schedule->seatings;
    bool last = number >= whole * per_round; /* in a round cut short */
    int64_t seatings = last ? rest : schedule->seatings,
            within = last ? number - whole * per_round : number % per_round;
    struct fixture fixture = {.number = number,
                              .round = last ? whole : number / per_round,
                              .meeting = (int)(within / seatings),
                              .seating = (int)(within % seatings)};
    for (int seat = 0; seat < schedule->players; seat++)
        fixture.contenders[seat] =
            schedule->meetings[fixture.meeting].contenders[seat_place(schedule, fixture.seating, seat)];
    return fixture;
}
