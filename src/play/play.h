/* play.h - a game played at this terminal: a match, who sits where, the clocks, and how it ended.
 *
 * A match knows the ends that the rules know. Here a game can also end by giving up, by agreement and by the clock.
 * Times are those of clock_now. */
#ifndef TABLIER_PLAY_PLAY_H
#define TABLIER_PLAY_PLAY_H

#include "kept.h"
#include "seat.h"
#include "timing.h"

enum play_end { PLAY_BY_RULES, PLAY_RESIGNED, PLAY_AGREED, PLAY_OUT_OF_TIME, PLAY_END_COUNT };

struct play {
    struct tab_match *match;
    struct seat seats[TAB_PLAYERS_MAX];
    struct timing timing;
    enum play_end end;       /* PLAY_BY_RULES also while the game goes on */
    struct tab_result ended; /* how, when it is not by the rules */

    struct kept kept; /* its file; whoever keeps it also closes it */

    int64_t *left_ms; /* after each ply, of the player who made the move; beside the plies of the match */
    int left_room;
    int64_t turn_began; /* when the clock of the player to move began to run; 0: it stands */
    int64_t turn_spent; /* of the turn, before the clock stood the last time */
};

/* From `first`, or from the start when that is NULL. NULL when there is no memory. */
struct play *play_new(const struct tab_rules *rules, const struct tab_position *first);
void play_free(struct play *play);

/* Player to move, 0 when the game is over in whatever way. */
int play_player(const struct play *play);
/* The seat of the player to move, NULL when the game is over. */
const struct seat *play_seat(const struct play *play);
bool play_has_person(const struct play *play);
void play_result(const struct play *play, struct tab_result *result);
/* Whether the game has ended in a way that is not in the rules, and how. */
bool play_ended(const struct play *play, struct tab_result *result);

/* Makes a move and presses the clock. False, and nothing changed, when it is illegal or memory is short. */
bool play_move(struct play *play, tab_move move, int64_t now);
/* Take a move back or make it again; also take back an end that is not in the rules. The clocks are what they were, and
 * that of the player to move runs. False, and nothing changed, when there is no such move. */
bool play_undo(struct play *play, int64_t now);
bool play_redo(struct play *play, int64_t now);
/* The same up to a turn of a person, where people play against engines. */
bool play_undo_turn(struct play *play, int64_t now);
bool play_redo_turn(struct play *play, int64_t now);
/* Whether pieces are being set up; and sets up at random those of the player to move, or all that are left. False when
 * there is nothing to set up. */
bool play_sets_up(const struct play *play);
bool play_set_up(struct play *play, struct tab_random *random, bool all, int64_t now);
/* A player gives up: with two players the other wins, with more the engine goes on in that seat. */
void play_resign(struct play *play, int player, int64_t now);
void play_agree(struct play *play, int64_t now);

/* Everybody has this time from now on, whatever was played before. */
void play_clock_set(struct play *play, const struct timing *timing);
/* The clock of the player to move runs from now on, or stands until it is to run again. */
void play_clock_run(struct play *play, int64_t now);
void play_clock_stand(struct play *play, int64_t now);
int64_t play_clock_left(const struct play *play, int player, int64_t now);
/* Whether the player to move has just lost on time; like giving up. */
bool play_clock_expired(struct play *play, int64_t now);
/* What the engine may know of the clocks. */
void play_clock_limits(const struct play *play, int64_t now, struct tab_limits *limits);

/* The game written down, with seats and clocks; NULL when there is no memory. */
struct tab_record *play_record(const struct play *play);
/* Whether the tags of a record end a game that the rules do not, and how. The reason is one of ours, or what the record
 * calls it, which lives as long as the record. */
bool play_record_ended(struct tab_record *record, struct tab_result *result);
/* A game between people that begins with the moves of a match up to its current position. */
struct play *play_from_match(const struct tab_match *match);
/* The main line of a record as a game to go on with. Seats that the record does not name so are for people; an end that
 * is not one of ours, or does not go with the result, is not believed. NULL when there is no memory. */
struct play *play_from_record(struct tab_record *record);

#endif
