/* siam.c - the animals and rocks of Siam: a push slides a whole run, and what it pushes off goes to its reserve. */
#include "scene.h"
#include "../rules/siam.h"

#include <string.h>

static const char facings[] = "nesw";
static const char *const kinds[] = {"elephant", "rhino"};
static const char rock[] = "rock", rocks_out[] = "taken0";

static void square_name(char place[SCENE_NAME], int square) {
    place[0] = (char)('a' + square % SIAM_STRIDE);
    place[1] = (char)('1' + square / SIAM_STRIDE);
    place[2] = '\0';
}

static bool siam_on_board(const char *place) { return place[0] != '@' && strcmp(place, rocks_out) != 0; }

static void siam_pieces(const struct tab_rules *rules, const struct tab_position *position, struct scene *scene) {
    (void)rules;
    const struct siam *siam = siam_of(position);
    char place[SCENE_NAME];
    for (int side = 0; side < 2; side++) {
        const int animals = __builtin_popcount(siam->animals[side]);
        for (uint32_t rest = siam->animals[side]; rest != 0; rest &= rest - 1) {
            const int square = __builtin_ctz(rest);
            square_name(place, square);
            scene_add(scene, kinds[side], side + 1, place, 0)->facing = facings[siam_facing_at(siam, square)];
        }
        place_of(place, "@", side + 1);
        for (int level = 0; level < SIAM_ANIMALS - animals; level++)
            scene_add(scene, kinds[side], side + 1, place, level);
    }
    for (uint32_t rest = siam->rocks; rest != 0; rest &= rest - 1) {
        square_name(place, __builtin_ctz(rest));
        scene_add(scene, rock, 0, place, 0);
    }
    for (int level = 0; level < SIAM_ROCKS - __builtin_popcount(siam->rocks); level++)
        scene_add(scene, rock, 0, rocks_out, level);
}

/* Moves the run that a push meets one square on, its far end first, so that every square is free when it is entered. */
static void run_slide(const struct siam *siam, struct scene *scene, uint32_t to, enum siam_facing facing) {
    uint32_t last = to;
    while (siam_step(last, facing) & siam_occupied(siam))
        last = siam_step(last, facing);
    for (uint32_t square = last;; square = siam_step(square, siam_opposite(facing))) {
        const uint32_t next = siam_step(square, facing) & SIAM_BOARD;
        char place[SCENE_NAME], target[SCENE_NAME];
        square_name(place, __builtin_ctz(square));
        const int piece = scene_find(scene, place, NULL, 0), owner = scene->piece[piece].player;
        if (next != 0)
            square_name(target, __builtin_ctz(next));
        else
            place_of(target, owner > 0 ? "@" : "taken", owner);
        scene_drop(scene, piece, target);
        if (square == to)
            return;
    }
}

static void siam_travel(const struct tab_rules *rules, const struct tab_position *position, tab_move move,
                        struct scene *scene, struct scene_motion *motion) {
    (void)rules, (void)motion;
    const struct siam *siam = siam_of(position);
    const enum siam_kind kind = siam_move_kind(move);
    const bool enters = kind == SIAM_ENTER || kind == SIAM_ENTER_PUSH;
    char reserve[SCENE_NAME], from[SCENE_NAME], to[SCENE_NAME];
    place_of(reserve, "@", siam->mover + 1);
    square_name(from, siam_move_from(move));
    square_name(to, siam_move_to(move));
    if (kind == SIAM_TURN)
        return;
    const int piece = enters ? scene_find(scene, reserve, NULL, scene_height(scene, reserve, NULL) - 1)
                             : scene_find(scene, from, NULL, 0);
    /* It is lifted before the run moves: what falls off the board takes its place in the reserve. */
    scene_put(&scene->piece[piece], "", 0);
    if (kind == SIAM_PUSH || kind == SIAM_ENTER_PUSH)
        run_slide(siam, scene, UINT32_C(1) << siam_move_to(move), siam_move_facing(move));
    scene_drop(scene, piece, kind == SIAM_LEAVE ? reserve : to);
}

/* ---- Drafts --------------------------------------------------------------------------------------------------- */

static int siam_fields(const struct tab_rules *rules, const struct tab_position *position,
                       struct scene_field field[SCENE_FIELDS_MAX]) {
    static const char *const counts[] = {"0", "1"}, *const keys[] = {"exits1", "exits2"};
    static const char *const labels[] = {N_("exits made by the elephants"), N_("exits made by the rhinos")};
    const struct siam *siam = siam_of(position);
    int fields = 0;
    field[fields++] = field_player(rules, position);
    field_choice(&field[0], "=", N_("drawn"));
    char ply[SCENE_VALUE];
    struct text text = text_begin(ply, sizeof ply);
    text_number(&text, siam->ply);
    text_end(&text);
    field[fields++] = field_text("ply", N_("moves made"), ply);
    for (int side = 0; side < 2 && rules->choice[SIAM_OPTION_EXITS] != 0; side++) {
        field[fields] = field_text(keys[side], labels[side], counts[siam->exits[side]]);
        for (int i = 0; i < 2; i++)
            field_choice(&field[fields], counts[i], NULL);
        fields++;
    }
    return fields;
}

static char piece_letter(const struct scene_piece *piece) {
    if (strcmp(piece->kind, rock) == 0)
        return '#';
    return piece->player == 1 ? (char)(piece->facing - 'a' + 'A') : piece->facing;
}

static void board_write(const struct scene *scene, struct text *text) {
    for (int rank = SIAM_SIZE - 1; rank >= 0; rank--) {
        int gap = 0;
        for (int file = 0; file < SIAM_SIZE; file++) {
            char place[SCENE_NAME];
            square_name(place, rank * SIAM_STRIDE + file);
            const int piece = scene_find(scene, place, NULL, 0);
            gap += piece < 0;
            if (gap > 0 && (piece >= 0 || file == SIAM_SIZE - 1))
                text_number(text, gap);
            if (piece >= 0)
                text_char(text, piece_letter(&scene->piece[piece]));
            gap = piece >= 0 ? 0 : gap;
        }
        if (rank > 0)
            text_char(text, '/');
    }
}

/* The counter also tells whose turn it is, by its last bit: there the player chosen has the last word. */
static void ply_write(const char *ply, const char *status, struct text *text) {
    const size_t length = strlen(ply);
    const bool odd = length > 0 && (ply[length - 1] - '0') % 2 != 0;
    const bool differs = length > 0 && status[1] == '\0' && status[0] != '=' && odd != (status[0] == '2');
    for (size_t i = 0; i < length; i++)
        text_char(text, differs && i + 1 == length ? (char)(ply[i] ^ 1) : ply[i]);
}

static void siam_write(const struct tab_rules *rules, const struct scene_draft *draft, const char *status,
                       struct text *text) {
    const bool counted = rules->choice[SIAM_OPTION_EXITS] != 0;
    board_write(&draft->scene, text);
    text_char(text, ' ');
    text_string(text, status);
    text_char(text, ' ');
    ply_write(draft_value(draft, "ply"), status, text);
    text_char(text, ' ');
    text_string(text, counted ? draft_value(draft, "exits1") : "0");
    text_string(text, counted ? draft_value(draft, "exits2") : "0");
}

const struct scene_game siam_scene = {
    .pieces = siam_pieces,
    .travel = siam_travel,
    .on_board = siam_on_board,
    .fields = siam_fields,
    .write = siam_write,
    .statuses = "N N#",
};
