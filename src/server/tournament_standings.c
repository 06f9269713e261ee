/* tournament_standings.c - what follows from a tournament's meetings: standings, pairings, the game to look at. */
#include "arena_pairing.h"
#include "swiss.h"
#include "tournament.h"

#include <stdlib.h>
#include <string.h>

enum { AGAIN_PATIENCE_MS = 20000 }; /* until two who have just played each other play again, when others may come */

/* ---- Looking up ----------------------------------------------------------------------------------------------- */

/* The place of an entrant in the book, which is ordered by number. */
static int entrant_index(const struct tournament_book *book, int number) {
    int low = 0, high = book->entrant_count;
    while (low < high) {
        const int middle = (low + high) / 2;
        if (book->entrants[middle].number < number)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

const struct entrant *book_visitor(const struct tournament_book *book, const struct visitor *visitor) {
    for (int i = 0; i < book->entrant_count && !visitor_nobody(visitor); i++)
        if (visitor_equal(&book->entrants[i].visitor, visitor))
            return &book->entrants[i];
    return NULL;
}

bool book_busy(const struct tournament_book *book, int number) {
    for (int i = 0; i < book->meeting_count; i++)
        if (book->meetings[i].ended == 0 && (book->meetings[i].first == number || book->meetings[i].second == number))
            return true;
    return false;
}

/* ---- Swiss ---------------------------------------------------------------------------------------------------- */

/* A book as the Swiss system sees it: players are places in the book. */
struct swiss_book {
    struct swiss_player players[SWISS_PLAYERS_MAX];
    struct swiss_game *games;
    struct swiss swiss;
};

static struct swiss_game swiss_game_of(const struct tournament_book *book, const struct meeting *meeting) {
    return (struct swiss_game){.round = meeting->round,
                               .first = entrant_index(book, meeting->first),
                               .second =
                                   meeting->second == MEETING_BYE ? SWISS_NOBODY : entrant_index(book, meeting->second),
                               .points = {meeting->points[0], meeting->points[1]},
                               .played = meeting->played};
}

static struct swiss_book *swiss_book_new(const struct tournament_book *book) {
    struct swiss_book *made = calloc(1, sizeof *made);
    struct swiss_game *games = calloc((size_t)book->meeting_count + 1, sizeof *games);
    bool finished = true;
    if (made == NULL || games == NULL) {
        free(made);
        free(games);
        return NULL;
    }
    made->games = games;
    made->swiss = (struct swiss){
        .players = made->players, .player_count = book->entrant_count, .games = games, .seed = book->tournament.seed};
    for (int i = 0; i < book->entrant_count; i++)
        made->players[i] = (struct swiss_player){.strength = book->entrants[i].rating, .here = book->entrants[i].here};
    for (int i = 0; i < book->meeting_count; i++)
        if (book->meetings[i].ended != 0)
            games[made->swiss.game_count++] = swiss_game_of(book, &book->meetings[i]);
        else
            finished = false;
    made->swiss.rounds = book->tournament.round - !finished;
    made->swiss.last = made->swiss.rounds + 1 == book->tournament.rounds;
    return made;
}

static void swiss_book_free(struct swiss_book *book) {
    if (book != NULL)
        free(book->games);
    free(book);
}

static bool swiss_fill(const struct tournament_book *book, struct standing *standings) {
    struct swiss_standing *lines = calloc((size_t)book->entrant_count + 1, sizeof *lines);
    struct swiss_book *swiss = swiss_book_new(book);
    const bool good = lines != NULL && swiss != NULL;
    if (good)
        swiss_standings(&swiss->swiss, lines);
    for (int i = 0; good && i < book->entrant_count; i++)
        standings[i] = (struct standing){.entrant = &book->entrants[lines[i].player],
                                         .rank = lines[i].rank,
                                         .points = lines[i].points,
                                         .buchholz = lines[i].buchholz,
                                         .berger = lines[i].berger,
                                         .direct = lines[i].direct,
                                         .games = lines[i].games,
                                         .wins = lines[i].wins};
    swiss_book_free(swiss);
    free(lines);
    return good;
}

static int swiss_pair_book(const struct tournament_book *book, struct meeting *meetings) {
    struct swiss_game pairs[SWISS_PLAYERS_MAX / 2 + 1];
    struct swiss_book *swiss = swiss_book_new(book);
    const int count = swiss != NULL ? swiss_pair(&swiss->swiss, pairs) : -1;
    swiss_book_free(swiss);
    for (int i = 0; i < count; i++)
        meetings[i] = (struct meeting){
            .round = book->tournament.round + 1,
            .board = i + 1,
            .first = book->entrants[pairs[i].first].number,
            .second = pairs[i].second == SWISS_NOBODY ? MEETING_BYE : book->entrants[pairs[i].second].number};
    return count;
}

/* ---- Arena ---------------------------------------------------------------------------------------------------- */

static enum arena_outcome outcome_of(int halves) {
    return halves == SWISS_WIN ? ARENA_WIN : halves > 0 ? ARENA_DRAW : ARENA_LOSS;
}

static int ended_compare(const void *left, const void *right) {
    const struct meeting *one = *(const struct meeting *const *)left, *other = *(const struct meeting *const *)right;
    if (one->ended != other->ended)
        return one->ended < other->ended ? -1 : 1;
    if (one->round != other->round)
        return one->round - other->round;
    return one->board - other->board;
}

/* Counts the games in the order in which they ended, for that decides who is on fire. */
static bool scores_count(const struct tournament_book *book, struct arena_score *scores) {
    const struct meeting **ended = calloc((size_t)book->meeting_count + 1, sizeof *ended);
    int count = 0;
    if (ended == NULL)
        return false;
    for (int i = 0; i < book->meeting_count; i++)
        if (book->meetings[i].ended != 0)
            ended[count++] = &book->meetings[i];
    qsort(ended, (size_t)count, sizeof *ended, ended_compare);
    for (int i = 0; i < count; i++) {
        arena_score_add(&scores[entrant_index(book, ended[i]->first)], outcome_of(ended[i]->points[0]));
        arena_score_add(&scores[entrant_index(book, ended[i]->second)], outcome_of(ended[i]->points[1]));
    }
    free(ended);
    return true;
}

static struct arena_score score_of(const struct standing *standing) {
    return (struct arena_score){.points = standing->points, .games = standing->games, .wins = standing->wins};
}

static int standing_compare(const void *left, const void *right) {
    const struct standing *one = left, *other = right;
    const struct arena_score score = score_of(one), against = score_of(other);
    const int order = arena_compare(&score, &against);
    return order != 0 ? order : one->entrant->number - other->entrant->number;
}

static bool arena_fill(const struct tournament_book *book, struct standing *standings) {
    struct arena_score scores[ARENA_PLAYERS_MAX] = {{0}};
    if (!scores_count(book, scores))
        return false;
    for (int i = 0; i < book->entrant_count; i++)
        standings[i] = (struct standing){.entrant = &book->entrants[i],
                                         .points = scores[i].points,
                                         .games = scores[i].games,
                                         .wins = scores[i].wins,
                                         .streak = scores[i].streak};
    qsort(standings, (size_t)book->entrant_count, sizeof *standings, standing_compare);
    for (int i = 0; i < book->entrant_count; i++) {
        const struct arena_score score = score_of(&standings[i]), before = score_of(&standings[i > 0 ? i - 1 : 0]);
        standings[i].rank = i > 0 && arena_compare(&before, &score) == 0 ? standings[i - 1].rank : i + 1;
    }
    return true;
}

static struct arena_waiting waiting_of(const struct tournament_book *book, const struct standing *standing) {
    const int number = standing->entrant->number;
    struct arena_waiting waiting = {
        .player = number, .rank = standing->rank, .since = standing->entrant->since, .last = ARENA_NOBODY};
    for (int i = 0; i < book->meeting_count; i++) {
        const struct meeting *meeting = &book->meetings[i];
        if (meeting->first != number && meeting->second != number)
            continue;
        waiting.last_was_first = meeting->first == number;
        waiting.last = meeting->first + meeting->second - number;
        waiting.firsts += meeting->first == number;
        waiting.seconds += meeting->second == number;
    }
    return waiting;
}

static int arena_pair_book(const struct tournament_book *book, int64_t now, struct meeting *meetings) {
    struct arena_waiting waiting[ARENA_PLAYERS_MAX];
    struct arena_pair pairs[ARENA_PLAYERS_MAX / 2];
    struct standing *standings = calloc((size_t)book->entrant_count + 1, sizeof *standings);
    int active = 0, count = 0, made = -1;
    if (standings != NULL && book_standings(book, standings)) {
        for (int i = 0; i < book->entrant_count; i++) {
            active += standings[i].entrant->here;
            if (standings[i].entrant->here && !book_busy(book, standings[i].entrant->number))
                waiting[count++] = waiting_of(book, &standings[i]);
        }
        made = arena_pair(waiting, count, active, now, AGAIN_PATIENCE_MS,
                          book->tournament.seed + (uint64_t)book->tournament.round, pairs);
    }
    free(standings);
    for (int i = 0; i < made; i++)
        meetings[i] = (struct meeting){
            .round = book->tournament.round + 1, .board = i + 1, .first = pairs[i].first, .second = pairs[i].second};
    return made;
}

/* ---- Both ----------------------------------------------------------------------------------------------------- */

static void latest_fill(const struct tournament_book *book, struct standing *standings) {
    const struct meeting *latest[TOURNAMENT_PLAYERS_MAX] = {NULL};
    for (int i = 0; i < book->meeting_count; i++) {
        const struct meeting *meeting = &book->meetings[i];
        latest[entrant_index(book, meeting->first)] = meeting;
        if (meeting->second != MEETING_BYE)
            latest[entrant_index(book, meeting->second)] = meeting;
    }
    for (int i = 0; i < book->entrant_count; i++)
        standings[i].latest = latest[standings[i].entrant - book->entrants];
}

bool book_standings(const struct tournament_book *book, struct standing *standings) {
    const bool good =
        book->tournament.kind == TOURNAMENT_SWISS ? swiss_fill(book, standings) : arena_fill(book, standings);
    if (good)
        latest_fill(book, standings);
    return good;
}

int book_pair(const struct tournament_book *book, int64_t now, struct meeting *meetings) {
    return book->tournament.kind == TOURNAMENT_SWISS ? swiss_pair_book(book, meetings)
                                                     : arena_pair_book(book, now, meetings);
}

const struct meeting *book_top(const struct tournament_book *book, const struct standing *standings) {
    const struct meeting *top = NULL;
    int best = 2 * TOURNAMENT_PLAYERS_MAX + 1, places[TOURNAMENT_PLAYERS_MAX] = {0};
    for (int i = 0; i < book->entrant_count; i++)
        places[standings[i].entrant - book->entrants] = i;
    for (int i = 0; i < book->meeting_count; i++) {
        const struct meeting *meeting = &book->meetings[i];
        if (meeting->ended != 0)
            continue;
        const int sum = places[entrant_index(book, meeting->first)] + places[entrant_index(book, meeting->second)];
        if (sum < best) {
            best = sum;
            top = meeting;
        }
    }
    return top;
}
