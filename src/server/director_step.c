/* director_step.c - what happens next in a tournament. */
#include "director_inside.h"
#include "store_events.h"
#include "swiss.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MINUTE_MS = 60000, DAY_MS = 24 * 3600 * 1000 };

/* Who begins no later than that has begun in time: an arena ends when it was announced to. */
static const int64_t late_ms = MINUTE_MS;

/* A tournament that cannot begin because nobody came, or that nobody begins, is cancelled after so long. */
static const int64_t wait_ms = 60 * (int64_t)MINUTE_MS, forgotten_ms = 7 * (int64_t)DAY_MS;

/* ---- Games ---------------------------------------------------------------------------------------------------- */

static const struct entrant *entrant_find(const struct tournament_book *book, int number) {
    for (int i = 0; i < book->entrant_count; i++)
        if (book->entrants[i].number == number)
            return &book->entrants[i];
    return NULL;
}

static struct game_seat seat_of(const struct entrant *entrant) {
    struct game_seat seat = {.kind = SEAT_PERSON,
                             .user = entrant->account != 0,
                             .bot = entrant->bot,
                             .owner = entrant->visitor,
                             .rating = entrant->rating};
    memcpy(seat.name, entrant->name, sizeof seat.name);
    return seat;
}

static struct event create_event(const struct tournament_book *book, const struct meeting *meeting, int64_t now) {
    const struct tournament *tournament = &book->tournament;
    struct event event = {.kind = EVENT_CREATE, .number = 1, .at = now};
    struct game_setup *setup = &event.setup;
    setup->time = tournament->time;
    setup->listed = true;
    setup->rated = tournament->rated;
    setup->players = 2;
    memcpy(setup->spec, tournament->spec, sizeof setup->spec);
    memcpy(setup->tournament, tournament->id, sizeof setup->tournament);
    setup->seats[0] = seat_of(entrant_find(book, meeting->first));
    setup->seats[1] = seat_of(entrant_find(book, meeting->second));
    return event;
}

/* Writes a line of the pairings, and the first event of its game. What fails makes all that follows fail too. */
static enum sql_outcome meeting_begin(struct sql *sql, const struct tournament_book *book, struct meeting *meeting,
                                      struct step *step) {
    meeting->began = step->now;
    meeting->played = true;
    if (meeting->second == MEETING_BYE) {
        meeting->points[0] = SWISS_WIN;
        meeting->ended = step->now;
        return meeting_insert(sql, book->tournament.id, meeting);
    }
    struct event event = create_event(book, meeting, step->now);
    char *data = event_encode(&event);
    struct store_change change = {.kind = STORE_EVENT,
                                  .number = event.number,
                                  .at = step->now,
                                  .data = data,
                                  .owners = {event.setup.seats[0].owner, event.setup.seats[1].owner}};
    if (data == NULL)
        return SQL_LOST;
    game_id_make(step->options->random, step->options->context, meeting->game);
    memcpy(change.game, meeting->game, sizeof change.game);
    memcpy(step->games[step->game_count++], meeting->game, sizeof change.game);
    events_write(sql, &change, 1);
    free(data);
    return meeting_insert(sql, book->tournament.id, meeting);
}

static enum sql_outcome meetings_begin(struct sql *sql, struct tournament_book *book, struct meeting *meetings,
                                       int count, struct step *step) {
    enum sql_outcome outcome = SQL_GOOD;
    for (int i = 0; i < count && outcome == SQL_GOOD; i++)
        outcome = meeting_begin(sql, book, &meetings[i], step);
    if (outcome != SQL_GOOD)
        return outcome;
    book->tournament.round++;
    return tournament_update(sql, &book->tournament, step->now);
}

/* ---- What is due ---------------------------------------------------------------------------------------------- */

static int here_count(const struct tournament_book *book) {
    int count = 0;
    for (int i = 0; i < book->entrant_count; i++)
        count += book->entrants[i].here;
    return count;
}

static bool all_ended(const struct tournament_book *book) {
    for (int i = 0; i < book->meeting_count; i++)
        if (book->meetings[i].ended == 0)
            return false;
    return true;
}

static enum sql_outcome end(struct sql *sql, struct tournament *tournament, enum tournament_state state, int64_t now) {
    tournament->state = state;
    tournament->ended = now;
    tournament->next_at = 0;
    return tournament_update(sql, tournament, now);
}

static enum sql_outcome pair(struct sql *sql, struct tournament_book *book, struct step *step) {
    struct tournament *tournament = &book->tournament;
    struct meeting meetings[TOURNAMENT_PLAYERS_MAX];
    const int count = book_pair(book, step->now, meetings);
    if (count < 0)
        return SQL_LOST;
    if (count == 0)
        return SQL_GOOD;
    tournament->next_at = tournament->kind == TOURNAMENT_ARENA ? step->now + step->options->wave_ms : 0;
    return meetings_begin(sql, book, meetings, count, step);
}

/* A Swiss goes on when all games of a round have ended, after a pause. */
static enum sql_outcome swiss_go_on(struct sql *sql, struct tournament_book *book, struct step *step) {
    struct tournament *tournament = &book->tournament;
    if (!all_ended(book))
        return SQL_GOOD;
    if (tournament->round >= tournament->rounds)
        return end(sql, tournament, TOURNAMENT_OVER, step->now);
    if (tournament->next_at == 0) {
        tournament->next_at = step->now + step->options->pause_ms;
        return tournament_update(sql, tournament, step->now);
    }
    if (step->now < tournament->next_at)
        return SQL_GOOD;
    return here_count(book) < 2 ? end(sql, tournament, TOURNAMENT_OVER, step->now) : pair(sql, book, step);
}

/* An arena ends when its time is over and its last game has ended. */
static enum sql_outcome arena_go_on(struct sql *sql, struct tournament_book *book, struct step *step) {
    struct tournament *tournament = &book->tournament;
    if (step->now >= tournament->began + tournament->minutes * (int64_t)MINUTE_MS)
        return all_ended(book) ? end(sql, tournament, TOURNAMENT_OVER, step->now) : SQL_GOOD;
    return step->now >= tournament->next_at ? pair(sql, book, step) : SQL_GOOD;
}

static enum sql_outcome begin(struct sql *sql, struct tournament_book *book, struct step *step) {
    struct tournament *tournament = &book->tournament;
    if (tournament->starts == 0)
        return step->now - tournament->created > forgotten_ms ? end(sql, tournament, TOURNAMENT_CANCELLED, step->now)
                                                              : SQL_GOOD;
    if (step->now < tournament->starts)
        return SQL_GOOD;
    if (tournament->kind == TOURNAMENT_SWISS && here_count(book) < 2)
        return step->now - tournament->starts > wait_ms ? end(sql, tournament, TOURNAMENT_CANCELLED, step->now)
                                                        : SQL_GOOD;
    tournament->state = TOURNAMENT_RUNNING;
    tournament->began = tournament->starts > step->now - late_ms ? tournament->starts : step->now;
    tournament->next_at = step->now;
    const enum sql_outcome outcome = tournament_update(sql, tournament, step->now);
    return outcome == SQL_GOOD ? pair(sql, book, step) : outcome;
}

enum sql_outcome tournament_step(struct sql *sql, struct step *step) {
    struct tournament_book book;
    step->game_count = 0;
    enum sql_outcome outcome = book_read(sql, step->tournament, &book);
    if (outcome == SQL_GOOD && book.tournament.state == TOURNAMENT_AHEAD)
        outcome = begin(sql, &book, step);
    else if (outcome == SQL_GOOD && book.tournament.state == TOURNAMENT_RUNNING)
        outcome =
            book.tournament.kind == TOURNAMENT_SWISS ? swiss_go_on(sql, &book, step) : arena_go_on(sql, &book, step);
    book_free(&book);
    return outcome;
}
