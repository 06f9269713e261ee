/* admin_tournaments.c - the administration of tournaments. */
#include "../rules/game.h"
#include "../translate.h"
#include "admin_inside.h"
#include "tournament.h"

enum { TOURNAMENTS_SHOWN = 200 }; /* of each state */

static bool tournament_note(void *context, const struct tournament *tournament, int players) {
    return json_array_append_new(context, json_pack("{s:s, s:s, s:s, s:I, s:s, s:i, s:s}", "tournament", tournament->id,
                                                    "title", tournament->name, "spec", tournament->spec, "created",
                                                    (json_int_t)tournament->created, "state",
                                                    tournament_state_words[tournament->state], "players", players,
                                                    "creator", tournament->creator_name)) == 0;
}

json_t *admin_tournaments(const struct admin *admin, const char *const *words, struct tab_error *error) {
    bool all;
    json_t *list = json_array();
    enum sql_outcome outcome = SQL_GOOD;
    if (!admin_all(words[0], &all, error)) {
        json_decref(list);
        return NULL;
    }
    const enum tournament_state last = all ? TOURNAMENT_CANCELLED : TOURNAMENT_RUNNING;
    for (enum tournament_state state = TOURNAMENT_AHEAD; state <= last && outcome == SQL_GOOD; state++)
        outcome = tournament_list(admin->sql, state, TOURNAMENTS_SHOWN, tournament_note, list);
    if (outcome == SQL_GOOD)
        return json_pack("{s:o}", "tournaments", list);
    json_decref(list);
    return admin_lost(admin, error);
}

/* As whoever made it would: games being played are played to their end. */
json_t *admin_cancel(const struct admin *admin, const char *const *words, struct tab_error *error) {
    struct admin_change change = {
        .admin = admin,
        .action = "cancel",
        .subject = words[0],
        .detail = admin->reason,
        .statements =
            {"UPDATE tournament SET state = $2, ended = $3, next_at = 0, revision = revision + 1, changed = $3"
             " WHERE id = $1 AND state <= $4"},
        .values = {sql_text(words[0]), sql_integer(TOURNAMENT_CANCELLED), sql_integer(admin->now),
                   sql_integer(TOURNAMENT_RUNNING)},
        .value_counts = {4}};
    if (admin_change(&change) != SQL_GOOD)
        return admin_lost(admin, error);
    if (change.changed > 0)
        return json_pack("{s:s}", "done", words[0]);
    error_set(error, 0, N_("there is no tournament '{1}' that is not over"), words[0], NULL);
    return NULL;
}
