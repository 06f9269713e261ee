/* hub_rated.c - games that count for the ratings of their players. */
#include "../rules/game.h"
#include "glicko.h"
#include "hub_inside.h"

bool rated_allows(const struct request *request, const struct game_setup *setup) {
    bool good = request->client->account != 0 && setup->players == 2 && setup->first[0] == '\0';
    for (int i = 0; i < setup->players; i++)
        good = good && setup->seats[i].kind != SEAT_ENGINE;
    if (good || !setup->rated)
        return true;
    request_refuse(request, REFUSE_RATED);
    return false;
}

int client_rating(const struct client *client, const struct game_setup *setup) {
    const struct hub_ports *ports = &client->hub->ports;
    struct tab_rules rules;
    if (client->account == 0 || ports->rating == NULL || setup->players != 2 ||
        !tab_rules_parse(&rules, setup->spec, NULL))
        return 0;
    const int rating =
        ports->rating(ports->context, client->account, tab_game_id(rules.game), time_class_of(&setup->time));
    return rating == 0 && setup->rated ? (int)glicko_unknown().rating : rating;
}
