/* match.c - a game being played: positions one after the other, the moves between them, and the repetition rule. */
#include "../rules/game.h"

#include <assert.h>
#include <stdlib.h>

/* steps[i] holds the position after i moves, and the move that led to it (none for the first). The hash and the number
 * of occurrences are those of the position as played: a draw declared afterwards changes neither. */
struct step {
    struct tab_position position;
    tab_move move;
    int occurrences;
    bool repeated; /* and so drawn */
};

struct tab_match {
    struct tab_rules rules;
    struct step *steps;
    uint64_t *hashes; /* of the steps' positions */
    int ply;          /* current step */
    int length;       /* last step known */
    int room;         /* steps that fit */
};

enum { FIRST_ROOM = 64, REPETITION_LIMIT = 3 };

struct tab_match *tab_match_new(const struct tab_rules *rules, const struct tab_position *first) {
    struct tab_match *match = calloc(1, sizeof *match);
    if (match == NULL)
        return NULL;
    match->steps = calloc(FIRST_ROOM, sizeof *match->steps);
    match->hashes = calloc(FIRST_ROOM, sizeof *match->hashes);
    if (match->steps == NULL || match->hashes == NULL) {
        tab_match_free(match);
        return NULL;
    }
    match->rules = *rules;
    match->room = FIRST_ROOM;
    if (first != NULL)
        match->steps[0].position = *first;
    else
        tab_position_start(rules, &match->steps[0].position);
    match->hashes[0] = tab_position_hash(rules, &match->steps[0].position);
    match->steps[0].occurrences = 1;
    return match;
}

void tab_match_free(struct tab_match *match) {
    if (match == NULL)
        return;
    free(match->steps);
    free(match->hashes);
    free(match);
}

const struct tab_rules *tab_match_rules(const struct tab_match *match) { return &match->rules; }

const struct tab_position *tab_match_position(const struct tab_match *match) {
    return &match->steps[match->ply].position;
}

int tab_match_ply(const struct tab_match *match) { return match->ply; }

int tab_match_length(const struct tab_match *match) { return match->length; }

tab_move tab_match_move_at(const struct tab_match *match, int ply) {
    assert(ply >= 0 && ply < match->length);
    return match->steps[ply + 1].move;
}

const struct tab_position *tab_match_position_at(const struct tab_match *match, int ply) {
    assert(ply >= 0 && ply <= match->length);
    return &match->steps[ply].position;
}

const uint64_t *tab_match_past(const struct tab_match *match) { return match->hashes; }

int tab_match_occurrences(const struct tab_match *match) { return match->steps[match->ply].occurrences; }

/* One more than at the last time the current position occurred, if it did. */
static int count_occurrences(const struct tab_match *match) {
    const struct tab_position *now = tab_match_position(match);
    for (int ply = match->ply - 1; ply >= 0; ply--) {
        const struct step *then = &match->steps[ply];
        if (match->hashes[ply] == match->hashes[match->ply] &&
            tab_position_repeats(&match->rules, &then->position, now))
            return then->occurrences + 1;
    }
    return 1;
}

static bool match_grow(struct tab_match *match) {
    if (match->ply + 1 < match->room)
        return true;
    size_t room = (size_t)match->room * 2;
    struct step *steps = realloc(match->steps, sizeof *steps * room);
    if (steps == NULL)
        return false;
    match->steps = steps;
    uint64_t *hashes = realloc(match->hashes, sizeof *hashes * room);
    if (hashes == NULL)
        return false;
    match->hashes = hashes;
    match->room = (int)room;
    return true;
}

/* The house rule against endless games. */
static void declare_repetition(struct tab_match *match) {
    const struct tab_game *game = match->rules.game;
    struct step *now = &match->steps[match->ply];
    bool draws = match->rules.choice[game->repetition] == 0;
    now->repeated = draws && game->player(&now->position) != 0 && now->occurrences >= REPETITION_LIMIT;
    if (now->repeated)
        game->declare_draw(&now->position);
}

bool tab_match_play(struct tab_match *match, tab_move move) {
    if (!tab_position_legal(&match->rules, tab_match_position(match), move) || !match_grow(match))
        return false;
    struct step *next = &match->steps[match->ply + 1];
    next->position = match->steps[match->ply].position;
    next->move = move;
    tab_position_play(&match->rules, &next->position, move);
    match->hashes[match->ply + 1] = tab_position_hash(&match->rules, &next->position);
    match->length = ++match->ply;
    next->occurrences = count_occurrences(match);
    declare_repetition(match);
    return true;
}

void tab_match_result(const struct tab_match *match, struct tab_result *result) {
    tab_position_result(&match->rules, tab_match_position(match), result);
    if (match->steps[match->ply].repeated)
        result->reason = N_("the position occurred three times");
}

bool tab_match_undo(struct tab_match *match) {
    if (match->ply == 0)
        return false;
    match->ply--;
    return true;
}

bool tab_match_redo(struct tab_match *match) {
    if (match->ply == match->length)
        return false;
    match->ply++;
    return true;
}
