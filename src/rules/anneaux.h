/* anneaux.h - the state of Three Rings, for the layers that look inside: texts, drawing and engine.
 *
 * The 24 cells are bits of a word, one byte a ring, so that a step along a ring rotates a byte and a step from ring
 * to ring is a shift by eight:
 *
 *     ring c (outer)  c1 = 16 .. c8 = 23
 *     ring b           b1 = 8 .. b8 = 15        +: sector s to s + 1, 8 to 1
 *     ring a (inner)   a1 = 0 .. a8 = 7         -: sector s to s - 1, 1 to 8
 *
 * A move is one integer; a placement comes from ANNEAUX_RESERVE, a turn has its ring in `from` and its direction in
 * `to` (0: +, 1: -):
 *
 *     | kind 3 | to 5 | from 5 |
 */
#ifndef TABLIER_RULES_ANNEAUX_H
#define TABLIER_RULES_ANNEAUX_H

#include "game.h"

#include <assert.h>
#include <string.h>

enum {
    ANNEAUX_RINGS = 3,
    ANNEAUX_SECTORS = 8,
    ANNEAUX_CELLS = 24,
    ANNEAUX_RESERVE = 31,  /* where a placed pawn comes from: no cell of the board */
    ANNEAUX_PAWNS = 10,    /* of each player */
    ANNEAUX_OUT = 2,       /* with so many pawns or fewer a player is eliminated */
    ANNEAUX_FLYING = 4,    /* with so many pawns or fewer, and no reserve, a player flies */
    ANNEAUX_NOT_TURNED = 3 /* no ring has been turned yet */
};

enum anneaux_kind { ANNEAUX_PLACE, ANNEAUX_MOVE, ANNEAUX_TURN, ANNEAUX_TAKE, ANNEAUX_PASS, ANNEAUX_KIND_COUNT };

enum { ANNEAUX_OPTION_PLAYERS, ANNEAUX_OPTION_SPENT, ANNEAUX_OPTION_REPETITION };

#define ANNEAUX_BOARD UINT32_C(0xFFFFFF)
#define ANNEAUX_SECTOR_1 UINT32_C(0x010101) /* a1, b1 and c1 */

/* Players count from 0 in here. */
struct anneaux {
    uint32_t pawns[TAB_PLAYERS_MAX];  /* cells of each player */
    uint32_t spent;                   /* cells of the spent pawns of all players */
    uint8_t reserve[TAB_PLAYERS_MAX]; /* 0 once eliminated */
    uint8_t due[TAB_PLAYERS_MAX];     /* pawns the mover still has to take from each player */
    uint8_t mover;                    /* 0 when over */
    int8_t outcome;                   /* TAB_ONGOING, TAB_DRAWN or the winner (1 to 4) */
    uint8_t turned;                   /* ring turned last, or ANNEAUX_NOT_TURNED */
    uint8_t out;                      /* one bit for each player eliminated */
};
static_assert(sizeof(struct anneaux) == 32, "a Three Rings position has no padding");

static inline const struct anneaux *anneaux_of(const struct tab_position *position) {
    return (const struct anneaux *)(const void *)position->state;
}

static inline int anneaux_players(const struct tab_rules *rules) { return rules->choice[ANNEAUX_OPTION_PLAYERS] + 2; }

static inline uint32_t anneaux_occupied(const struct anneaux *anneaux) {
    return anneaux->pawns[0] | anneaux->pawns[1] | anneaux->pawns[2] | anneaux->pawns[3];
}

static inline int anneaux_on_board(const struct anneaux *anneaux, int player) {
    return __builtin_popcount(anneaux->pawns[player]);
}

static inline bool anneaux_is_out(const struct anneaux *anneaux, int player) { return anneaux->out >> player & 1; }

/* Whether a player who is in the game moves by flying only. */
static inline bool anneaux_flies(const struct anneaux *anneaux, int player) {
    return anneaux->reserve[player] == 0 && anneaux_on_board(anneaux, player) <= ANNEAUX_FLYING;
}

/* Cells one sector on (+) or back (-), on all rings at once. */
static inline uint32_t anneaux_forward(uint32_t cells) {
    return (cells << 1 & ANNEAUX_SECTOR_1 * 0xFE) | (cells >> 7 & ANNEAUX_SECTOR_1);
}
static inline uint32_t anneaux_back(uint32_t cells) {
    return (cells >> 1 & ANNEAUX_SECTOR_1 * 0x7F) | (cells << 7 & ANNEAUX_SECTOR_1 << 7);
}

static inline uint32_t anneaux_ring(int ring) { return UINT32_C(0xFF) << ANNEAUX_SECTORS * ring; }

/* Whether the mover still has to take something, all owners in one word. */
static inline uint32_t anneaux_due(const struct anneaux *anneaux) {
    uint32_t due;
    memcpy(&due, anneaux->due, sizeof due);
    return due;
}

/* Whose pawn is to be taken next, counting on from the mover; something must be due. */
static inline int anneaux_due_owner(const struct anneaux *anneaux) {
    int owner = (anneaux->mover + 1) % TAB_PLAYERS_MAX;
    while (anneaux->due[owner] == 0)
        owner = (owner + 1) % TAB_PLAYERS_MAX;
    return owner;
}

static inline int anneaux_move_from(tab_move move) { return (int)(move & 31); }
static inline int anneaux_move_to(tab_move move) { return (int)(move >> 5 & 31); }
static inline enum anneaux_kind anneaux_move_kind(tab_move move) { return (enum anneaux_kind)(move >> 10 & 7); }

/* Cells where a pawn is an end of three neighbours on a ring, among pawns of one colour. */
uint32_t anneaux_arc_ends(uint32_t pawns);

/* ---- Texts: anneaux_text.c ------------------------------------------------------------------------------------ */

bool anneaux_position_read(const struct tab_rules *rules, const char *text, struct tab_position *position,
                           struct tab_error *error);
size_t anneaux_position_write(const struct tab_rules *rules, const struct tab_position *position, char *buffer,
                              size_t size);
size_t anneaux_move_write(const struct tab_rules *rules, const struct tab_position *position, tab_move move,
                          char *buffer, size_t size);
void anneaux_move_explain(const struct tab_rules *rules, const struct tab_position *position, const char *text,
                          struct tab_error *error);

#endif
