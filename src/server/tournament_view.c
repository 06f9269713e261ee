/* tournament_view.c - tournaments for people, as JSON. */
#include "arena_pairing.h"
#include "desk.h"
#include "tournament.h"

#include <stdlib.h>

desk_function tournament_show, tournament_index;

enum { LIST_MAX = 50, RECENT_MAX = 40 };

/* ---- Parts ---------------------------------------------------------------------------------------------------- */

static json_t *tournament_json(const struct tournament *tournament) {
    json_t *json = json_pack("{s:s, s:s, s:s, s:s, s:s, s:o, s:b, s:b, s:s}", "tournament", tournament->id, "title",
                             tournament->name, "kind", tournament_kind_words[tournament->kind], "state",
                             tournament_state_words[tournament->state], "spec", tournament->spec, "clock",
                             time_json(&tournament->time), "accounts", tournament->accounts, "rated", tournament->rated,
                             "creator", tournament->creator_name);
    const struct {
        const char *key;
        int64_t value;
    } numbers[] = {
        {"rounds", tournament->rounds}, {"minutes", tournament->minutes}, {"created", tournament->created},
        {"starts", tournament->starts}, {"began", tournament->began},     {"ended", tournament->ended},
        {"round", tournament->round},   {"next", tournament->next_at},    {"revision", tournament->revision}};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        json_object_set_new(json, numbers[i].key, json_integer(numbers[i].value));
    return json;
}

static json_t *standing_json(const struct tournament_book *book, const struct standing *standing) {
    const struct entrant *entrant = standing->entrant;
    json_t *json =
        json_pack("{s:i, s:i, s:s, s:b, s:i, s:b, s:i, s:i, s:i}", "rank", standing->rank, "number", entrant->number,
                  "name", entrant->name, "user", entrant->account != 0, "rating", entrant->rating, "here",
                  entrant->here, "points", standing->points, "games", standing->games, "wins", standing->wins);
    if (book->tournament.kind == TOURNAMENT_SWISS) {
        json_object_set_new(json, "buchholz", json_integer(standing->buchholz));
        json_object_set_new(json, "berger", json_integer(standing->berger));
    } else
        json_object_set_new(json, "fire", json_boolean(standing->streak >= ARENA_FIRE));
    json_object_set_new(json, "playing", json_boolean(standing->latest != NULL && standing->latest->ended == 0));
    return json;
}

static json_t *meeting_json(const struct meeting *meeting) {
    json_t *json = json_pack("{s:i, s:i, s:i, s:i, s:s}", "round", meeting->round, "board", meeting->board, "first",
                             meeting->first, "second", meeting->second, "game", meeting->game);
    json_object_set_new(json, "points",
                        meeting->ended == 0 ? json_null()
                                            : json_pack("[i, i]", meeting->points[0], meeting->points[1]));
    json_object_set_new(json, "played", json_boolean(meeting->played));
    return json;
}

/* Of a Swiss the pairings of a round, of an arena the latest games. */
static json_t *meetings_json(const struct tournament_book *book, int64_t round) {
    json_t *list = json_array();
    const bool swiss = book->tournament.kind == TOURNAMENT_SWISS;
    for (int i = 0; i < book->meeting_count && swiss; i++)
        if (book->meetings[i].round == round)
            json_array_append_new(list, meeting_json(&book->meetings[i]));
    for (int i = book->meeting_count - 1; i >= 0 && !swiss && book->meeting_count - i <= RECENT_MAX; i--)
        json_array_append_new(list, meeting_json(&book->meetings[i]));
    return list;
}

/* What of it is the asker's: their number, whether they are to be paired, their game, whether they made it. */
static json_t *mine_json(const struct tournament_book *book, const struct visitor *visitor) {
    const struct entrant *entrant = book_visitor(book, visitor);
    const struct meeting *latest = NULL;
    for (int i = 0; i < book->meeting_count && entrant != NULL; i++)
        if (book->meetings[i].first == entrant->number || book->meetings[i].second == entrant->number)
            latest = &book->meetings[i];
    return json_pack("{s:i, s:b, s:s, s:b}", "number", entrant != NULL ? entrant->number : 0, "here",
                     entrant != NULL && entrant->here, "game", latest != NULL && latest->ended == 0 ? latest->game : "",
                     "creator", !visitor_nobody(visitor) && visitor_equal(visitor, &book->tournament.creator));
}

/* ---- One ------------------------------------------------------------------------------------------------------ */

static json_t *book_json(const struct tournament_book *book, const struct desk_request *request,
                         const struct standing *standings) {
    const struct meeting *top = book_top(book, standings);
    json_t *json = tournament_json(&book->tournament), *list = json_array();
    for (int i = 0; i < book->entrant_count; i++)
        json_array_append_new(list, standing_json(book, &standings[i]));
    json_object_set_new(json, "standings", list);
    json_object_set_new(json, "pairings", meetings_json(book, desk_number(request, "round", book->tournament.round)));
    json_object_set_new(json, "top", json_string(top != NULL ? top->game : ""));
    json_object_set_new(json, "mine", mine_json(book, &request->visitor));
    json_object_set_new(json, "now", json_integer(request->now));
    return json;
}

void tournament_show(const struct desk_request *request, struct desk_answer *answer) {
    struct tournament_book book;
    const char *id = request->parts[0];
    const enum sql_outcome outcome = book_read(request->sql, game_id_good(id) ? id : "", &book);
    struct standing *standings = calloc((size_t)book.entrant_count + 1, sizeof *standings);
    if (outcome != SQL_GOOD || standings == NULL || !book_standings(&book, standings))
        desk_refuse_store(answer);
    else if (book.tournament.id[0] == '\0')
        desk_refuse(answer, 404, "tournament", "there is no such tournament");
    else
        desk_say(answer, book_json(&book, request, standings));
    free(standings);
    book_free(&book);
}

/* ---- All ------------------------------------------------------------------------------------------------------ */

static bool index_note(void *context, const struct tournament *tournament, int players) {
    json_t *json = tournament_json(tournament);
    json_object_set_new(json, "players", json_integer(players));
    json_array_append_new(context, json);
    return true;
}

void tournament_index(const struct desk_request *request, struct desk_answer *answer) {
    json_t *json = json_pack("{s:I}", "now", (json_int_t)request->now);
    for (enum tournament_state state = TOURNAMENT_AHEAD; state <= TOURNAMENT_OVER; state++) {
        json_t *list = json_array();
        json_object_set_new(json, tournament_state_words[state], list);
        if (tournament_list(request->sql, state, LIST_MAX, index_note, list) != SQL_GOOD) {
            json_decref(json);
            desk_refuse_store(answer);
            return;
        }
    }
    desk_say(answer, json);
}
