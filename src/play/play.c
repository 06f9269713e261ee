/* play.c - a game played at this terminal. */
#include "play.h"
#include "../rules/game.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* ---- Life ----------------------------------------------------------------------------------------------------- */

struct play *play_new(const struct tab_rules *rules, const struct tab_position *first) {
    struct play *play = calloc(1, sizeof *play);
    if (play == NULL)
        return NULL;
    play->match = tab_match_new(rules, first);
    if (play->match == NULL) {
        free(play);
        return NULL;
    }
    return play;
}

void play_free(struct play *play) {
    if (play == NULL)
        return;
    tab_match_free(play->match);
    free(play->left_ms);
    free(play);
}

/* ---- How it stands -------------------------------------------------------------------------------------------- */

static int players_of(const struct play *play) { return tab_rules_players(tab_match_rules(play->match)); }

static int mover_of(const struct play *play) {
    return tab_position_player(tab_match_rules(play->match), tab_match_position(play->match));
}

int play_player(const struct play *play) { return play->end == PLAY_BY_RULES ? mover_of(play) : 0; }

const struct seat *play_seat(const struct play *play) {
    const int player = play_player(play);
    return player != 0 ? &play->seats[player - 1] : NULL;
}

bool play_has_person(const struct play *play) {
    for (int i = 0; i < players_of(play); i++)
        if (play->seats[i].level == 0)
            return true;
    return false;
}

static const char *const reasons[PLAY_END_COUNT] = {
    [PLAY_RESIGNED] = N_("the other player resigned"),
    [PLAY_AGREED] = N_("draw agreed"),
    [PLAY_OUT_OF_TIME] = N_("the other player ran out of time"),
};

bool play_ended(const struct play *play, struct tab_result *result) {
    play_result(play, result);
    return play->end != PLAY_BY_RULES;
}

void play_result(const struct play *play, struct tab_result *result) {
    if (play->end == PLAY_BY_RULES)
        tab_match_result(play->match, result);
    else
        *result = play->ended;
}

/* ---- Playing -------------------------------------------------------------------------------------------------- */

static bool left_grow(struct play *play) {
    const int ply = tab_match_ply(play->match);
    if (ply < play->left_room)
        return true;
    const int room = ply < 64 ? 128 : 2 * ply;
    int64_t *left = realloc(play->left_ms, (size_t)room * sizeof *left);
    if (left == NULL)
        return false;
    play->left_ms = left;
    play->left_room = room;
    return true;
}

bool play_move(struct play *play, tab_move move, int64_t now) {
    const int player = play_player(play);
    if (player == 0 || !left_grow(play))
        return false;
    const bool running = play->turn_began != 0;
    const int64_t counted = play_clock_left(play, player, now);
    const int64_t left = counted > 0 ? counted : 0; /* the engine goes on where a person had no time left */
    if (!tab_match_play(play->match, move))
        return false;
    assert(play->left_ms != NULL);
    const bool passed = mover_of(play) != player; /* a turn may be several moves */
    play->left_ms[tab_match_ply(play->match) - 1] = left + (passed ? play->timing.increment_ms : 0);
    play->turn_began = play->turn_spent = 0;
    if (running)
        play_clock_run(play, now);
    return true;
}

static void turn_restart(struct play *play, int64_t now) {
    play->turn_began = play->turn_spent = 0;
    play_clock_run(play, now);
}

bool play_undo(struct play *play, int64_t now) {
    if (play->end != PLAY_BY_RULES)
        play->end = PLAY_BY_RULES;
    else if (!tab_match_undo(play->match))
        return false;
    turn_restart(play, now);
    return true;
}

bool play_redo(struct play *play, int64_t now) {
    if (play->end != PLAY_BY_RULES || !tab_match_redo(play->match))
        return false;
    turn_restart(play, now);
    return true;
}

static bool turn_is_engines(const struct play *play) {
    const struct seat *seat = play_seat(play);
    return seat != NULL && seat->level > 0 && play_has_person(play);
}

bool play_undo_turn(struct play *play, int64_t now) {
    if (!play_undo(play, now))
        return false;
    while (turn_is_engines(play) && play_undo(play, now))
        continue;
    return true;
}

bool play_redo_turn(struct play *play, int64_t now) {
    if (!play_redo(play, now))
        return false;
    while (turn_is_engines(play) && play_redo(play, now))
        continue;
    return true;
}

bool play_sets_up(const struct play *play) {
    struct tab_position position = *tab_match_position(play->match);
    struct tab_random random = {0};
    return tab_random_deal(&random, tab_match_rules(play->match), &position);
}

bool play_set_up(struct play *play, struct tab_random *random, bool all, int64_t now) {
    const int player = play_player(play);
    if (player == 0 || !play_sets_up(play))
        return false;
    while (play_sets_up(play) && (all || play_player(play) == player)) {
        const tab_move move = tab_random_move(random, tab_match_rules(play->match), tab_match_position(play->match));
        if (!play_move(play, move, now))
            return false;
    }
    return true;
}

static void play_stop(struct play *play, enum play_end end, struct tab_result ended, int64_t now) {
    play_clock_stand(play, now);
    play->end = end;
    play->ended = ended;
    play->ended.reason = reasons[end];
}

static void player_lose(struct play *play, int player, enum play_end end, int64_t now) {
    if (players_of(play) > 2) {
        play->seats[player - 1] = (struct seat){.level = SEAT_LEVEL_USUAL, .stands_in = true};
        return;
    }
    struct tab_result result = {.over = true, .winner = 3 - player};
    result.payoff[result.winner - 1] = 1;
    play_stop(play, end, result, now);
}

void play_resign(struct play *play, int player, int64_t now) { player_lose(play, player, PLAY_RESIGNED, now); }

void play_agree(struct play *play, int64_t now) {
    const struct tab_rules *rules = tab_match_rules(play->match);
    const struct tab_position *position = tab_match_position(play->match);
    struct tab_result result = {.over = true};
    int in = 0;
    for (int player = 1; player <= players_of(play); player++)
        in += rules->game->shares(rules, position, player);
    for (int player = 1; player <= players_of(play); player++)
        result.payoff[player - 1] = rules->game->shares(rules, position, player) ? 1.0 / in : 0;
    play_stop(play, PLAY_AGREED, result, now);
}

/* ---- Clocks --------------------------------------------------------------------------------------------------- */

/* What a player had left after the last move made, without the time of the turn under way. */
static int64_t left_before(const struct play *play, int player) {
    const struct tab_rules *rules = tab_match_rules(play->match);
    for (int ply = tab_match_ply(play->match) - 1; ply >= 0; ply--) {
        assert(play->left_ms != NULL);
        if (tab_position_player(rules, tab_match_position_at(play->match, ply)) == player)
            return play->left_ms[ply];
    }
    return play->timing.base_ms;
}

int64_t play_clock_left(const struct play *play, int player, int64_t now) {
    const int64_t left = left_before(play, player);
    if (player != mover_of(play))
        return left;
    if (play->end == PLAY_OUT_OF_TIME)
        return 0;
    const int64_t running = play->turn_began != 0 ? now - play->turn_began : 0;
    return left - play->turn_spent - running;
}

void play_clock_set(struct play *play, const struct timing *timing) {
    play->timing = *timing;
    for (int ply = 0; ply < tab_match_length(play->match); ply++)
        play->left_ms[ply] = timing->base_ms;
}

void play_clock_run(struct play *play, int64_t now) {
    if (play->timing.base_ms != 0 && play->turn_began == 0 && play_player(play) != 0)
        play->turn_began = now;
}

void play_clock_stand(struct play *play, int64_t now) {
    if (play->turn_began != 0)
        play->turn_spent += now - play->turn_began;
    play->turn_began = 0;
}

bool play_clock_expired(struct play *play, int64_t now) {
    const int player = play_player(play);
    if (play->turn_began == 0 || player == 0 || play_clock_left(play, player, now) > 0)
        return false;
    if (players_of(play) > 2 && play->seats[player - 1].level > 0)
        return false;
    player_lose(play, player, PLAY_OUT_OF_TIME, now);
    return true;
}

void play_clock_limits(const struct play *play, int64_t now, struct tab_limits *limits) {
    if (play->timing.base_ms == 0)
        return;
    for (int i = 0; i < players_of(play); i++) {
        const int64_t left = play_clock_left(play, i + 1, now);
        limits->clock_ms[i] = left > 1 ? left : 1;
        limits->increment_ms[i] = play->timing.increment_ms;
    }
}

/* ---- Records -------------------------------------------------------------------------------------------------- */

static const char timing_tag[] = "TimeControl", termination_tag[] = "Termination";
static const char *const player_tags[] = {"Player1", "Player2", "Player3", "Player4"};
static const char *const end_words[PLAY_END_COUNT] = {"rules", "resigned", "agreed", "time"};

enum { TAG_TEXT = 64 }; /* holds any seat, timing or result */

static bool tags_write(const struct play *play, struct tab_record *record) {
    struct tab_result result;
    char text[TAG_TEXT];
    bool good = true;
    for (int i = 0; i < players_of(play) && good; i++) {
        seat_format(&play->seats[i], text, sizeof text);
        good = tab_record_set_tag(record, player_tags[i], text, NULL);
    }
    timing_format(&play->timing, TIMING_SECONDS, text, sizeof text);
    if (play->timing.base_ms != 0)
        good = good && tab_record_set_tag(record, timing_tag, text, NULL);
    if (play->end == PLAY_BY_RULES)
        return good;
    play_result(play, &result);
    tab_result_format(tab_match_rules(play->match), &result, text, sizeof text);
    return good && tab_record_set_tag(record, "Result", text, NULL) &&
           tab_record_set_tag(record, termination_tag, end_words[play->end], NULL);
}

static bool clocks_write(const struct play *play, struct tab_record *record) {
    bool good = true;
    int node = tab_record_child(record, TAB_RECORD_ROOT);
    for (int ply = 0; node != TAB_RECORD_NONE && play->timing.base_ms != 0 && good; ply++) {
        const struct tab_note note = {.timed = true, .clock_ms = play->left_ms[ply]};
        good = tab_record_set_note(record, node, &note);
        node = tab_record_child(record, node);
    }
    return good;
}

struct tab_record *play_record(const struct play *play) {
    struct tab_record *record = tab_record_from_match(play->match);
    if (record != NULL && tags_write(play, record) && clocks_write(play, record))
        return record;
    tab_record_free(record);
    return NULL;
}

/* The end that a record tells of; PLAY_BY_RULES when it is none of ours, or cannot have had that result: a draw is
 * agreed to, and who gives up or runs out of time leaves a winner. */
static enum play_end end_of(const struct tab_record *record, const struct tab_result *result) {
    const char *word = tab_record_tag(record, termination_tag);
    for (int i = PLAY_RESIGNED; word != NULL && i < PLAY_END_COUNT; i++)
        if (strcmp(word, end_words[i]) == 0 && (i == PLAY_AGREED) == (result->winner == 0))
            return (enum play_end)i;
    return PLAY_BY_RULES;
}

bool play_record_ended(struct tab_record *record, struct tab_result *result) {
    const struct tab_rules *rules = tab_record_rules(record);
    const struct tab_match *match = tab_record_match(record, tab_record_end(record));
    if (match == NULL || tab_position_player(rules, tab_match_position(match)) == 0 ||
        !tab_result_parse(rules, tab_record_tag(record, "Result"), result, NULL) || !result->over)
        return false;
    const char *word = tab_record_tag(record, termination_tag);
    const enum play_end end = end_of(record, result);
    result->reason = end != PLAY_BY_RULES            ? reasons[end]
                     : word != NULL && *word != '\0' ? word
                                                     : N_("the record does not say why");
    return true;
}

/* Takes what it understands; names of people and other ways to write a time are left alone, and a game that did not end
 * in one of our ways goes on. */
static void tags_read(struct play *play, struct tab_record *record) {
    for (int i = 0; i < players_of(play); i++) {
        const char *seat = tab_record_tag(record, player_tags[i]);
        if (seat != NULL)
            seat_parse(&play->seats[i], seat, NULL);
    }
    const char *timing = tab_record_tag(record, timing_tag);
    if (timing != NULL)
        timing_parse(&play->timing, timing, TIMING_SECONDS, NULL);
    struct tab_result result;
    const enum play_end end = play_record_ended(record, &result) ? end_of(record, &result) : PLAY_BY_RULES;
    if (end != PLAY_BY_RULES)
        play_stop(play, end, result, 0);
}

struct play *play_from_match(const struct tab_match *match) {
    struct play *play = play_new(tab_match_rules(match), tab_match_position_at(match, 0));
    if (play == NULL)
        return NULL;
    for (int ply = 0; ply < tab_match_ply(match); ply++)
        if (!play_move(play, tab_match_move_at(match, ply), 0)) {
            play_free(play);
            return NULL;
        }
    return play;
}

struct play *play_from_record(struct tab_record *record) {
    const struct tab_match *match = tab_record_match(record, tab_record_end(record));
    struct play *play = match != NULL ? play_from_match(match) : NULL;
    if (play == NULL)
        return NULL;
    int node = tab_record_child(record, TAB_RECORD_ROOT);
    assert(play->left_ms != NULL || node == TAB_RECORD_NONE);
    for (int ply = 0; node != TAB_RECORD_NONE; ply++, node = tab_record_child(record, node))
        play->left_ms[ply] = tab_record_note(record, node)->clock_ms;
    tags_read(play, record);
    return play;
}
